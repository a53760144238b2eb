/* SPDX-License-Identifier: GPL-2.0-only */
/* The files that recorded processes have mapped, for the list of build ids. */
#ifndef PERF_RECORD_DSOS_H
#define PERF_RECORD_DSOS_H

#include <stdbool.h>
#include <base/map.h>
#include <data/env.h>

/**
 * struct perf_record_dsos - files by name
 * @names: each once
 * @kernel: the kernel was mapped
 */
struct perf_record_dsos {
	struct perf_intern names;
	bool kernel;
};

/**
 * perf_record_dsos_add() - note what a record says was mapped
 * @dsos: all zero at first
 * @header: a record; only MMAP and MMAP2 of code matter
 */
void perf_record_dsos_add(struct perf_record_dsos *dsos, const struct perf_event_header *header);

/**
 * perf_record_dsos_list() - look up build ids
 * @dsos: files
 * @env: the build ids are added to it
 *
 * Files that are gone, or have no build id, are left out.
 */
void perf_record_dsos_list(const struct perf_record_dsos *dsos, struct perf_data_env *env);

/** perf_record_dsos_free() - forget all */
void perf_record_dsos_free(struct perf_record_dsos *dsos);

#endif /* PERF_RECORD_DSOS_H */
