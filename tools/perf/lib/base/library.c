// SPDX-License-Identifier: GPL-2.0
#include <base/library.h>

#ifndef STATIC_LIBRARIES
#include <dlfcn.h>
#include <errno.h>
#include <string.h>

/**
 * perf_library_load() - load a library and look for functions of it
 * @library: where to store what perf_library_unload() takes
 * @file: its name, as libcapstone.so.4
 * @table: holds the pointers to the functions
 * @functions: what to look for, and where in @table the pointers are
 * @count: how many
 * @error: filled on failure
 *
 * Return: 0, or -EOPNOTSUPP if it is not there, or lacks a function; *library is NULL then.
 */
int perf_library_load(void **library, const char *file, void *table,
		      const struct perf_library_function *functions, size_t count,
		      struct perf_error *error)
{
	size_t i;

	/* It stays: who needs it once more shall not wait for its relocations again */
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
		/* Copied: ISO C does not convert a void * to a pointer to a function */
		memcpy((char *)table + functions[i].at, &address, sizeof(address));
	}
	return 0;
}

/**
 * perf_library_unload() - the opposite
 * @library: as it was loaded, or NULL; it is NULL afterwards
 */
void perf_library_unload(void **library)
{
	if (*library)
		dlclose(*library);
	*library = NULL;
}
#endif
