// SPDX-License-Identifier: GPL-2.0
#include <base/library.h>

#ifndef STATIC_LIBRARIES
#include <dlfcn.h>
#include <errno.h>
#include <string.h>

/**
 * perf_library_load() - load a library and look up functions in it
 * @library: set to the handle for perf_library_unload()
 * @file: name of the library, such as libcapstone.so.4
 * @table: filled with the pointers to the functions
 * @functions: the functions and the offsets of their pointers in @table
 * @count: number of @functions
 * @error: filled on failure
 *
 * Return: 0, or -EOPNOTSUPP with *@library NULL if @file is missing or lacks a function.
 */
int perf_library_load(void **library, const char *file, void *table,
		      const struct perf_library_function *functions, size_t count,
		      struct perf_error *error)
{
	size_t i;

	/* RTLD_NODELETE: a later load does not repeat the relocations */
	*library = dlopen(file, RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE);
	if (!*library)
		return perf_error_set(error, EOPNOTSUPP, "%s", dlerror());
	for (i = 0; i < count; i++) {
		void *address = dlsym(*library, functions[i].name);

		if (!address) {
			perf_library_unload(library);
			return perf_error_set(error, EOPNOTSUPP, "%s has no %s()", file,
					      functions[i].name);
		}
		/* memcpy(): ISO C does not convert a void * to a pointer to a function */
		memcpy((char *)table + functions[i].at, &address, sizeof(address));
	}
	return 0;
}

/**
 * perf_library_unload() - drop a handle of perf_library_load()
 * @library: the handle, which may be NULL; NULL afterwards
 */
void perf_library_unload(void **library)
{
	if (*library)
		dlclose(*library);
	*library = NULL;
}
#endif
