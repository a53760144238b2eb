/* SPDX-License-Identifier: GPL-2.0 */
/*
 * External libraries that perf_library_load() loads on first use, because their tables need so
 * many relocations that linking them would slow down the start of every command. A build with
 * STATIC_LIBRARIES links them in instead.
 */
#ifndef PERF_BASE_LIBRARY_H
#define PERF_BASE_LIBRARY_H

#ifndef STATIC_LIBRARIES
#include <stddef.h>

#include <base/error.h>

/**
 * struct perf_library_function - a function of a library
 * @name: symbol of the function
 * @at: offset in bytes of the function's pointer in the table filled by perf_library_load()
 */
struct perf_library_function {
	const char	*name;
	size_t		at;
};

int perf_library_load(void **library, const char *file, void *table,
		      const struct perf_library_function *functions, size_t count,
		      struct perf_error *error);
void perf_library_unload(void **library);
#endif

#endif
