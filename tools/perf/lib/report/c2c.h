/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Cache lines that processors take from each other: memory accesses counted by cache line, and
 * within a line by where in it and by which instruction.
 */
#ifndef PERF_REPORT_C2C_H
#define PERF_REPORT_C2C_H

#include <stdbool.h>
#include <stdint.h>
#include <base/error.h>
#include <base/map.h>
#include <base/vec.h>
#include <report/session.h>

/* Accesses by what became of them. */
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
	PERF_C2C_LOAD_LLC,		/* but for those that found it modified */
	PERF_C2C_LOCAL_HITM,		/* another core of the package had it modified */
	PERF_C2C_REMOTE_HITM,		/* a core of another package had it modified */
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
	PERF_C2C_NO_MAP,		/* nothing is mapped at the address */
	PERF_C2C_NOT_TOLD,		/* the sample does not say */
	PERF_C2C_KINDS,
};

/* Counts of accesses. */
struct perf_c2c_stats {
	uint64_t nr[PERF_C2C_KINDS];
	uint64_t records;
};

/* Cycles of accesses of one kind. */
struct perf_c2c_cycles {
	uint64_t sum;
	uint64_t nr;
};

/* CPUs and nodes above that are not told apart. */
#define PERF_C2C_CPUS	1024
#define PERF_C2C_NODES	64

/**
 * struct perf_c2c_place - one instruction's accesses to one place of a line
 * @offset: in the line
 * @frame: instruction, in perf_machine.frames
 * @ip: its address
 * @stats: its accesses
 * @remote, @local, @load: cycles of loads that found the line modified elsewhere, and of others
 * @cpus: CPUs that did it, by bit
 * @nodes: their nodes, by bit
 */
struct perf_c2c_place {
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

/* So many places of a line are searched without an index. */
#define PERF_C2C_FEW	4

/**
 * struct perf_c2c_line - a cache line
 * @address: of the line, as the process had it
 * @stats: accesses to it
 * @places: by instruction and place
 * @index: of @places, if there are more than a few; there may be a line for each sample
 * @pages: how often its physical page was another one than before
 * @page: the last one
 */
struct perf_c2c_line {
	PERF_VEC(struct perf_c2c_place) places;
	struct perf_map index;
	uint64_t address;
	struct perf_c2c_stats stats;
	uint64_t pages;
	uint64_t page;
};

/**
 * struct perf_c2c - all of them
 * @lines: after perf_c2c_finish(): those that several processors modified, most first
 * @stats: of all accesses
 * @shared: of accesses to @lines
 *
 * All zero is empty.
 */
struct perf_c2c {
	PERF_VEC(struct perf_c2c_line *) lines;
	struct perf_map by_address;
	struct perf_c2c_stats stats;
	struct perf_c2c_stats shared;
};

/* By which accesses lines are sorted, and which lines are shared */
enum perf_c2c_order {
	PERF_C2C_TOTAL,
	PERF_C2C_LOCAL,
	PERF_C2C_REMOTE,
};

/** perf_c2c_hitm() - accesses that found a line modified elsewhere, as the order counts them */
uint64_t perf_c2c_hitm(const struct perf_c2c_stats *stats, enum perf_c2c_order order);

/**
 * perf_c2c_add() - count a sample
 * @c2c: counts
 * @session: the sample is from
 * @sample: sample
 * @node: of the CPU it was taken on, -1 if not known
 *
 * Return: 0 or -ENOMEM.
 */
int perf_c2c_add(struct perf_c2c *c2c, struct perf_session *session,
		 const struct perf_session_sample *sample, int node);

/**
 * perf_c2c_finish() - find the lines that are shared, and sort them
 * @c2c: counts
 * @order: by what
 * @all: lines without any modification elsewhere too
 */
void perf_c2c_finish(struct perf_c2c *c2c, enum perf_c2c_order order, bool all);

/** perf_c2c_free() - free all */
void perf_c2c_free(struct perf_c2c *c2c);

#endif /* PERF_REPORT_C2C_H */
