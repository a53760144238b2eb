/* SPDX-License-Identifier: GPL-2.0-only */
/* How large a type of C is, by its words: in fields of tracepoints, and casts in their text. */
#ifndef PERF_MODEL_C_TYPE_H
#define PERF_MODEL_C_TYPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * struct perf_c_type - the words of a type that were read
 * @words: how many
 * @longs: how many of them are "long"
 * @size: bytes of the last word that stands for a size
 * @known: a word says the size
 * @pointer: a star was read; set by the reader
 */
struct perf_c_type {
	unsigned int	words;
	unsigned int	longs;
	uint8_t		size;
	bool		known;
	bool		pointer;
};

/** perf_c_type_add() - a word of the type, as "unsigned" or "u8" */
void perf_c_type_add(struct perf_c_type *type, const char *word, size_t length);

/** perf_c_type_size() - bytes of the type, without its stars; 0 if the words do not say */
uint8_t perf_c_type_size(const struct perf_c_type *type, int long_size);

#endif /* PERF_MODEL_C_TYPE_H */
