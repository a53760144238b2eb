/* SPDX-License-Identifier: GPL-2.0 */
/*
 * struct perf_space: the mappings of a process or of the kernel.
 *
 * A process shares its perf_space with its children until one of them changes a mapping: then that
 * process gets its own space, which still shares all tree nodes but the few on the path of the
 * change. A mapping costs the same time in any order of addresses, and n forks with m mappings,
 * each followed by a change, need memory for n * log(m) nodes.
 *
 * perf_space.epoch changes with the mappings, so that results for an address can be cached as long
 * as the epoch stays.
 */
#ifndef PERF_MODEL_SPACE_H
#define PERF_MODEL_SPACE_H

#include <stdbool.h>
#include <stdint.h>
#include <model/dso.h>

/**
 * struct perf_mapping - a range of addresses
 * @start: first address
 * @end: address behind the range
 * @offset: address in @dso that corresponds to @start
 * @ino: inode of the file; 0: none, or not known
 * @prot: PROT_*, as in PERF_RECORD_MMAP2
 * @flags: MAP_*, as in PERF_RECORD_MMAP2
 * @dso: the object
 */
struct perf_mapping {
	uint64_t start;
	uint64_t end;
	uint64_t offset;
	uint64_t ino;
	uint32_t prot;
	uint32_t flags;
	struct perf_dso *dso;
};
bool perf_mapping_is_anonymous(const char *name, uint32_t flags);

struct perf_space_node;

/**
 * struct perf_space - mappings that do not overlap
 * @root: root of the balanced tree of mappings by address; NULL: none
 * @users: number of processes that share the space
 * @epoch: changes with the mappings; no two spaces have the same epoch
 */
struct perf_space {
	struct perf_space_node *root;
	unsigned int users;
	uint32_t epoch;
};
struct perf_space *perf_space_create(uint32_t *epoch);
struct perf_space *perf_space_share(struct perf_space *space);
void perf_space_drop(struct perf_space *space);
int perf_space_map(struct perf_space **space, uint32_t *epoch,
		   const struct perf_mapping *mapping);
int perf_space_unmap(struct perf_space **space, uint32_t *epoch, uint64_t start, uint64_t end);
const struct perf_mapping *perf_space_find(const struct perf_space *space, uint64_t addr);
const struct perf_mapping *perf_space_from(const struct perf_space *space, uint64_t addr);

#endif /* PERF_MODEL_SPACE_H */
