/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * An address space: which part of which object is mapped where.
 *
 * Spaces are shared by a process and its children until one of them changes: then it gets
 * a space of its own, which still shares the nodes of the tree of mappings but for the few
 * that the change goes through. So a mapping costs the same time in any order of addresses,
 * and n forks with m mappings, each followed by a change, take memory for n * log(m) nodes.
 *
 * A space has a number that changes whenever its mappings do, so that what was found out
 * about an address can be kept as long as the number stays.
 */
#ifndef PERF_MODEL_SPACE_H
#define PERF_MODEL_SPACE_H

#include <stdbool.h>
#include <stdint.h>
#include <model/dso.h>

/**
 * struct perf_mapping - a range of addresses
 * @start: first address
 * @end: address behind it
 * @offset: address in the object that @start is
 * @ino: inode of the file, 0: none, or not known
 * @prot: PROT_*, as a record of type MMAP2 says
 * @flags: MAP_*, likewise
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

/**
 * perf_mapping_is_anonymous() - is it memory for code that is made at run time?
 * @name: as a record has it
 * @flags: MAP_*; files of huge pages hold nothing else
 */
bool perf_mapping_is_anonymous(const char *name, uint32_t flags);

struct perf_space_node;

/**
 * struct perf_space - mappings that do not overlap
 * @root: of the balanced tree of mappings by address, NULL: none
 * @users: how many processes share the space
 * @epoch: changes with the mappings; no two spaces have the same one
 */
struct perf_space {
	struct perf_space_node *root;
	unsigned int users;
	uint32_t epoch;
};

/**
 * perf_space_create() - an empty space with one user
 * @epoch: counter that numbers are taken from
 */
struct perf_space *perf_space_create(uint32_t *epoch);

/** perf_space_share() - one more user */
struct perf_space *perf_space_share(struct perf_space *space);

/** perf_space_drop() - one user less; the last one frees it; @space may be NULL */
void perf_space_drop(struct perf_space *space);

/**
 * perf_space_map() - add a mapping; what it overlaps is cut or goes
 * @space: the user's space; replaced by a copy if others use it too
 * @epoch: counter that numbers are taken from
 * @mapping: the new one
 *
 * Return: 0 or -ENOMEM.
 */
int perf_space_map(struct perf_space **space, uint32_t *epoch,
		   const struct perf_mapping *mapping);

/**
 * perf_space_unmap() - take a range out of the space
 * @space: the user's space; replaced by a copy if others use it too
 * @epoch: counter that numbers are taken from
 * @start, @end: the range
 */
int perf_space_unmap(struct perf_space **space, uint32_t *epoch, uint64_t start, uint64_t end);

/** perf_space_find() - mapping at an address, or NULL; valid until the space changes */
const struct perf_mapping *perf_space_find(const struct perf_space *space, uint64_t addr);

/**
 * perf_space_from() - the first mapping that begins at or behind an address
 * @space: space
 * @addr: 0 for the first one; begin of the last one + 1 for the next
 *
 * Return: the mapping, valid until the space changes; NULL if there is none.
 */
const struct perf_mapping *perf_space_from(const struct perf_space *space, uint64_t addr);

#endif /* PERF_MODEL_SPACE_H */
