/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Libraries of others that are loaded when they are needed: those whose tables need so many
 * relocations that every command would start more slowly with them. A program without
 * shared libraries has them in itself.
 */
#ifndef PERF_BASE_LIBRARY_H
#define PERF_BASE_LIBRARY_H

#ifndef STATIC_LIBRARIES
#include <stddef.h>

#include <base/error.h>

/**
 * struct perf_library_function - a function of a library
 * @name: its symbol
 * @at: offset of the pointer to it in the table that is filled
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
