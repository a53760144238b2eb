/* SPDX-License-Identifier: GPL-2.0-only */
/* Texts of the kernel that its records point to, by their addresses: the file printk_formats. */
#ifndef PERF_MODEL_STATIC_TEXTS_H
#define PERF_MODEL_STATIC_TEXTS_H

#include <base/map.h>
#include <base/vec.h>

/**
 * struct perf_static_texts - texts by address
 * @indexes: from an address to an index in @at
 * @texts: in the order of the file
 * @memory: that they are in
 *
 * All zero has no text.
 */
struct perf_static_texts {
	struct perf_map		indexes;
	PERF_VEC(const char *)	texts;
	char			*memory;
};

/** perf_static_texts_read() - take the file; of texts at one address, the first. Once only */
void perf_static_texts_read(struct perf_static_texts *texts, const char *file, size_t size);

/** perf_static_texts_find() - the text at an address, NULL if there is none */
const char *perf_static_texts_find(const struct perf_static_texts *texts, uint64_t address);

/** perf_static_texts_free() - free; nothing is left in @texts */
void perf_static_texts_free(struct perf_static_texts *texts);

#endif /* PERF_MODEL_STATIC_TEXTS_H */
