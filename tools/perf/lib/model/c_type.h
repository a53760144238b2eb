/* SPDX-License-Identifier: GPL-2.0 */
/*
 * perf_c_type: size of a C type by its words, in fields of tracepoints and casts in print formats.
 */
#ifndef PERF_MODEL_C_TYPE_H
#define PERF_MODEL_C_TYPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * struct perf_c_type - the words of a type read so far
 * @words: number of words
 * @longs: number of words that are "long"
 * @size: bytes, from the last word that gives a size; 0: none did
 * @known: a word has given the size
 * @pointer: a star was read; set by the caller
 */
struct perf_c_type {
	unsigned int	words;
	unsigned int	longs;
	uint8_t		size;
	bool		known;
	bool		pointer;
};
void perf_c_type_add(struct perf_c_type *type, const char *word, size_t length);
uint8_t perf_c_type_size(const struct perf_c_type *type, int long_size);

#endif /* PERF_MODEL_C_TYPE_H */
