// SPDX-License-Identifier: GPL-2.0
/*
 * Where a load's data came from, by bits 3 to 0 of a record's data source.
 *
 * Owns: the tables. Context: any, they are constant.
 *
 * Sources: Intel SDM volume 3, chapter "Performance Monitoring": tables "Data Source Encoding
 * for Load Latency Record" of Nehalem, Sandy Bridge, Skylake Server and of the Atom family.
 */
#include <uapi/linux/perf_event.h>

#include "precise/source_tables.h"

#define LEVEL(_where, _number)						\
	(PERF_MEM_S(LVL, _where) | PERF_MEM_S(LVL, HIT) | PERF_MEM_S(LVLNUM, _number))
#define REMOTE			PERF_MEM_S(REMOTE, REMOTE)
#define SNOOP(_result)		PERF_MEM_S(SNOOP, _result)

/* L3 missed: served by memory or a cache of another socket. */
#define LOCAL_MEMORY		LEVEL(LOC_RAM, RAM)
#define REMOTE_MEMORY		(LEVEL(REM_RAM1, RAM) | REMOTE)
#define REMOTE_CACHE		(LEVEL(REM_CCE1, L3) | REMOTE)
#define UNKNOWN_MISS		(PERF_MEM_S(LVL, MISS) | PERF_MEM_S(LVLNUM, L3) | SNOOP(NA))

#define NEAREST								\
	[0x0] = UNKNOWN_MISS,						\
	[0x1] = LEVEL(L1, L1) | SNOOP(NONE),				\
	[0x2] = LEVEL(LFB, LFB) | SNOOP(NONE),				\
	[0x3] = LEVEL(L2, L2) | SNOOP(NONE),				\
	[0x4] = LEVEL(L3, L3) | SNOOP(NONE)

#define FARTHEST							\
	[0xe] = PERF_MEM_S(LVL, IO) | PERF_MEM_S(LVL, HIT) |		\
		PERF_MEM_S(LVLNUM, NA) | SNOOP(NONE),			\
	[0xf] = PERF_MEM_S(LVL, UNC) | PERF_MEM_S(LVL, HIT) |		\
		PERF_MEM_S(LVLNUM, NA) | SNOOP(NONE)

#define MEMORY								\
	[0xa] = LOCAL_MEMORY | SNOOP(HIT),				\
	[0xb] = REMOTE_MEMORY | SNOOP(HIT),				\
	[0xc] = LOCAL_MEMORY | SNOOP(NONE) | SNOOP(MISS),				\
	[0xd] = REMOTE_MEMORY | SNOOP(NONE) | SNOOP(MISS),				\
	FARTHEST

const u64 perf_x86_sources_nehalem[PERF_X86_PRECISE_SOURCES] = {
	NEAREST,
	[0x5] = LEVEL(L3, L3) | SNOOP(HIT),
	[0x6] = LEVEL(L3, L3) | SNOOP(HITM),
	[0x7] = LEVEL(L3, L3) | SNOOP(HITM),
	[0x8] = REMOTE_CACHE | SNOOP(HIT),
	[0x9] = REMOTE_CACHE | SNOOP(HITM),
	MEMORY,
};

const u64 perf_x86_sources_sandybridge[PERF_X86_PRECISE_SOURCES] = {
	NEAREST,
	[0x5] = LEVEL(L3, L3) | SNOOP(MISS),
	[0x6] = LEVEL(L3, L3) | SNOOP(HIT),
	[0x7] = LEVEL(L3, L3) | SNOOP(HITM),
	[0x8] = REMOTE_CACHE | SNOOP(HIT),
	[0x9] = REMOTE_CACHE | SNOOP(HITM),
	MEMORY,
};

/* Skylake's servers: 8 and 9, persistent memory; D, a modified line of another socket. */
#define PERSISTENT		(PERF_MEM_S(LVLNUM, PMEM) | PERF_MEM_S(LVL, HIT) | SNOOP(HIT))

const u64 perf_x86_sources_skylake[PERF_X86_PRECISE_SOURCES] = {
	NEAREST,
	[0x5] = LEVEL(L3, L3) | SNOOP(MISS),
	[0x6] = LEVEL(L3, L3) | SNOOP(HIT),
	[0x7] = LEVEL(L3, L3) | SNOOP(HITM),
	[0x8] = PERSISTENT,
	[0x9] = PERSISTENT | REMOTE,
	[0xa] = LOCAL_MEMORY | SNOOP(HIT),
	[0xb] = PERF_MEM_S(LVLNUM, RAM) | PERF_MEM_S(LVL, HIT) | REMOTE | SNOOP(NONE),
	[0xc] = PERF_MEM_S(LVLNUM, ANY_CACHE) | PERF_MEM_S(LVL, HIT) | REMOTE |
		PERF_MEM_S(SNOOPX, FWD),
	[0xd] = PERF_MEM_S(LVLNUM, ANY_CACHE) | PERF_MEM_S(LVL, HIT) | REMOTE | SNOOP(HITM),
	FARTHEST,
};

const u64 perf_x86_sources_gracemont[PERF_X86_PRECISE_SOURCES] = {
	NEAREST,
	[0x5] = LEVEL(L3, L3) | SNOOP(HIT),
	[0x6] = LEVEL(L3, L3) | SNOOP(HIT),
	[0x7] = LEVEL(L3, L3) | SNOOP(HITM),
	[0x8] = LEVEL(L3, L3) | SNOOP(HIT),
	[0x9] = LEVEL(L3, L3) | SNOOP(HITM),
	[0xa] = LOCAL_MEMORY | SNOOP(NONE),
	FARTHEST,
};
