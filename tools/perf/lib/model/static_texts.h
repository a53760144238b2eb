/* SPDX-License-Identifier: GPL-2.0 */
/* Texts of the kernel that records point to by address, from the file printk_formats. */
#ifndef PERF_MODEL_STATIC_TEXTS_H
#define PERF_MODEL_STATIC_TEXTS_H

#include <base/map.h>
#include <base/vec.h>

/**
 * struct perf_static_texts - texts by address
 * @indexes: address to index in @texts
 * @texts: texts in the order of the file
 * @memory: memory of the texts
 *
 * All zero is empty.
 */
struct perf_static_texts {
	struct perf_map		indexes;
	PERF_VEC(const char *)	texts;
	char			*memory;
};
void perf_static_texts_read(struct perf_static_texts *texts, const char *file, size_t size);
const char *perf_static_texts_find(const struct perf_static_texts *texts, uint64_t address);
void perf_static_texts_free(struct perf_static_texts *texts);

#endif /* PERF_MODEL_STATIC_TEXTS_H */
