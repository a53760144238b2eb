/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Cache lines that CPUs take from each other (perf c2c): memory accesses counted by cache line,
 * and within a line by offset and instruction.
 */
#ifndef PERF_REPORT_C2C_H
#define PERF_REPORT_C2C_H

#include <stdbool.h>
#include <stdint.h>
#include <base/error.h>
#include <base/map.h>
#include <base/vec.h>
#include <report/session.h>

/* Kinds of memory accesses; an access may count in several of them. */
enum perf_c2c_kind {
	PERF_C2C_LOADS,
	PERF_C2C_STORES,
	PERF_C2C_LOCKED,
	PERF_C2C_LOAD_UNCACHED,
	PERF_C2C_LOAD_IO,
	PERF_C2C_LOAD_MISS,
	PERF_C2C_LOAD_NO_ADDR,
	PERF_C2C_LOAD_FILL_BUFFER,
	PERF_C2C_LOAD_L1,
	PERF_C2C_LOAD_L2,
	PERF_C2C_LOAD_LLC,		/* except loads that hit a modified line */
	PERF_C2C_LOCAL_HITM,		/* line modified by another core of the package */
	PERF_C2C_REMOTE_HITM,		/* line modified by a core of another package */
	PERF_C2C_REMOTE_HIT,
	PERF_C2C_LOCAL_DRAM,
	PERF_C2C_REMOTE_DRAM,
	PERF_C2C_EXCLUSIVE,
	PERF_C2C_SHARED,
	PERF_C2C_BLOCKED_DATA,
	PERF_C2C_BLOCKED_ADDR,
	PERF_C2C_LOCAL_PEER,
	PERF_C2C_REMOTE_PEER,
	PERF_C2C_STORE_UNCACHED,
	PERF_C2C_STORE_NO_ADDR,
	PERF_C2C_STORE_L1,
	PERF_C2C_STORE_L1_MISS,
	PERF_C2C_STORE_UNKNOWN,
	PERF_C2C_NO_MAP,		/* no mapping at the data address */
	PERF_C2C_NOT_TOLD,		/* sample.data_src is neither a load nor a store */
	PERF_C2C_KINDS,
};

/* Numbers of accesses, by kind and in all (@records). */
struct perf_c2c_stats {
	uint64_t nr[PERF_C2C_KINDS];
	uint64_t records;
};

/* Cycles of @nr loads. */
struct perf_c2c_cycles {
	uint64_t sum;
	uint64_t nr;
};

/* perf_c2c_location.cpus and .nodes have no bits for CPUs and nodes from these numbers on. */
#define PERF_C2C_CPUS	1024
#define PERF_C2C_NODES	64

/**
 * struct perf_c2c_location - one instruction's accesses to one offset of a cache line
 * @offset: bytes from the start of the line
 * @frame: the instruction, an index in perf_machine.frames
 * @ip: address of the instruction in the process sampled last
 * @stats: accesses
 * @remote: cycles of loads that count as PERF_C2C_REMOTE_HITM
 * @local: cycles of loads that count as PERF_C2C_LOCAL_HITM
 * @load: cycles of all other loads
 * @cpus: bit mask of the CPUs that made the accesses
 * @nodes: bit mask of their NUMA nodes
 */
struct perf_c2c_location {
	uint32_t offset;
	uint32_t frame;
	uint64_t ip;
	struct perf_c2c_stats stats;
	struct perf_c2c_cycles remote;
	struct perf_c2c_cycles local;
	struct perf_c2c_cycles load;
	uint64_t cpus[PERF_C2C_CPUS / 64];
	uint64_t nodes;
};

/* find_location() searches a line of up to this many locations without an index. */
#define PERF_C2C_FEW	4

/**
 * struct perf_c2c_line - a cache line
 * @locations: accesses by offset and instruction
 * @index: index + 1 in @locations by offset << 32 | frame; empty up to PERF_C2C_FEW locations, as
 *	there may be a line for each sample
 * @address: virtual address of the line
 * @stats: accesses to the line
 * @pages: changes of the physical page between two samples, plus 1 for the first page
 * @page: physical page number of the last sample that has one
 */
struct perf_c2c_line {
	PERF_VEC(struct perf_c2c_location) locations;
	struct perf_map index;
	uint64_t address;
	struct perf_c2c_stats stats;
	uint64_t pages;
	uint64_t page;
};

/**
 * struct perf_c2c - all cache lines of a recording
 * @lines: after perf_c2c_finish() only the shared ones, most HITM accesses first
 * @by_address: index + 1 in @lines by address, until perf_c2c_finish()
 * @stats: all accesses
 * @shared: accesses to the @lines that perf_c2c_finish() kept
 *
 * All zero is empty.
 */
struct perf_c2c {
	PERF_VEC(struct perf_c2c_line *) lines;
	struct perf_map by_address;
	struct perf_c2c_stats stats;
	struct perf_c2c_stats shared;
};

/* The accesses that perf_c2c_hitm() counts: all HITM, local or remote ones. */
enum perf_c2c_order {
	PERF_C2C_TOTAL,
	PERF_C2C_LOCAL,
	PERF_C2C_REMOTE,
};
uint64_t perf_c2c_hitm(const struct perf_c2c_stats *stats, enum perf_c2c_order order);
int perf_c2c_add(struct perf_c2c *c2c, struct perf_session *session,
		 const struct perf_session_sample *sample, int node);
void perf_c2c_finish(struct perf_c2c *c2c, enum perf_c2c_order order, bool all);
void perf_c2c_free(struct perf_c2c *c2c);

#endif /* PERF_REPORT_C2C_H */
