/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a recording says of the machine and of itself: the feature sections, decoded.
 *
 * The same structure is what a writer writes. All strings and arrays belong to the
 * environment and live as long as it does. A string that the recording does not have is
 * NULL, an array has count 0.
 */
#ifndef PERF_DATA_ENV_H
#define PERF_DATA_ENV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <base/file_id.h>
#include <data/format.h>

/* An event as EVENT_DESC describes it. */
struct perf_env_event {
	struct perf_event_attr attr;
	const char *name;
	uint64_t *ids;
	size_t nr_ids;
};

struct perf_env_build_id {
	int32_t pid;		/* of the machine; -1: the host */
	uint16_t misc;		/* cpumode */
	uint8_t size;		/* bytes of id */
	uint8_t id[PERF_DATA_BUILD_ID_MAX];
	const char *filename;	/* "[kernel.kallsyms]", "[vdso]", or a path */
};

/**
 * struct perf_env_file - one of several files that were mapped under one name
 * @id: which file it was
 * @size: bytes of @build_id; 0: it has none, or none is known
 * @build_id: of this file
 * @name: as mappings have it
 */
struct perf_env_file {
	struct perf_file_id id;
	uint8_t size;
	uint8_t build_id[PERF_DATA_BUILD_ID_MAX];
	const char *name;
};

/**
 * struct perf_env_jit_map - map of a process's code that was made at run time
 * @pid: the process
 * @size: bytes of @text
 * @text: as the process wrote it
 */
struct perf_env_jit_map {
	int32_t pid;
	uint32_t size;
	const char *text;
};

/* Where a CPU is; the index in the array is its number. */
struct perf_env_cpu {
	uint32_t core_id;
	uint32_t socket_id;
	uint32_t die_id;	/* if has_dies */
};

struct perf_env_node {
	uint32_t node;
	uint64_t total_kb;
	uint64_t free_kb;
	const char *cpus;	/* list as in "0-3,8" */
};

struct perf_env_pmu {
	uint32_t type;
	const char *name;
};

struct perf_env_group {
	const char *name;	/* "{anon_group}" if it has none */
	uint32_t leader;	/* index of the event */
	uint32_t members;
};

struct perf_env_cache {
	uint32_t level;
	uint32_t line;		/* bytes */
	uint32_t sets;
	uint32_t ways;
	const char *type;
	const char *size;
	const char *map;	/* CPUs that share it */
};

struct perf_env_mem_node {
	uint64_t node;
	uint64_t nr_bits;
	uint64_t *bits;		/* a bit for each block of memory */
};

struct perf_env_pair {
	const char *name;
	const char *value;
};

/* Capabilities of a PMU; of the CPU's own if name is NULL. */
struct perf_env_caps {
	const char *pmu;
	struct perf_env_pair *pairs;
	size_t nr_pairs;
};

struct perf_env_hybrid {
	const char *pmu;
	const char *cpus;
};

/* Where an AUXTRACE record is in the file, and its size without the data behind it. */
struct perf_env_auxtrace {
	uint64_t file_offset;
	uint64_t size;
};

/* A BPF program: the kernel's bpf_prog_info and the arrays it refers to, untouched. */
struct perf_env_bpf_prog {
	uint32_t info_size;
	uint64_t arrays;	/* which arrays are in data, by bit */
	const void *info;
	uint32_t data_size;
	const void *data;
};

struct perf_env_btf {
	uint32_t id;
	uint32_t size;
	const void *data;
};

struct perf_data_arena;

/**
 * struct perf_data_env - the feature sections of a recording
 * @features: which sections there are, by bit; a section that could not be read counts
 *	as absent
 * @caches, @nodes and so on: see the structures
 * @tracing_data: formats of tracepoints, see data/tracing_data.h, untouched
 * @first_time: time of the first sample, ns, if SAMPLE_TIME is there
 * @kcore_dir: directory with a copy of the kernel's code that belongs to the recording, NULL
 *	without one. Not of a section
 * @clockid: clock of sample times, if CLOCK_DATA is there
 * @clock_wall_ns: time of day that belongs to @clock_ns on that clock
 */
struct perf_data_env {
	uint64_t features[4];

	const char *hostname;
	const char *os_release;
	const char *version;
	const char *arch;
	const char *cpu_desc;
	const char *cpuid;
	uint32_t nr_cpus_available;
	uint32_t nr_cpus_online;
	uint64_t total_mem_kb;

	const char **cmdline;
	size_t nr_cmdline;

	struct perf_env_event *events;
	size_t nr_events;
	struct perf_env_build_id *build_ids;
	size_t nr_build_ids;
	struct perf_env_file *files;
	size_t nr_files;
	struct perf_env_jit_map *jit_maps;
	size_t nr_jit_maps;

	const char **sibling_packages;
	size_t nr_sibling_packages;
	const char **sibling_cores;
	size_t nr_sibling_cores;
	const char **sibling_dies;
	size_t nr_sibling_dies;
	struct perf_env_cpu *cpus;
	size_t nr_cpus;
	bool has_dies;

	struct perf_env_node *nodes;
	size_t nr_nodes;
	struct perf_env_pmu *pmus;
	size_t nr_pmus;
	struct perf_env_group *groups;
	size_t nr_groups;
	struct perf_env_cache *caches;
	size_t nr_caches;
	struct perf_env_mem_node *mem_nodes;
	size_t nr_mem_nodes;
	uint64_t mem_block_size;
	struct perf_env_caps *caps;
	size_t nr_caps;
	struct perf_env_hybrid *hybrids;
	size_t nr_hybrids;
	struct perf_env_auxtrace *auxtraces;
	size_t nr_auxtraces;
	struct perf_env_bpf_prog *bpf_progs;
	size_t nr_bpf_progs;
	struct perf_env_btf *btfs;
	size_t nr_btfs;

	const void *tracing_data;
	size_t tracing_data_size;

	uint64_t first_time;
	uint64_t last_time;
	uint64_t clockid_res_ns;
	uint32_t clockid;
	uint64_t clock_wall_ns;
	uint64_t clock_ns;
	uint64_t dir_version;
	const char *kcore_dir;

	uint32_t comp_version;
	uint32_t comp_type;	/* 1: zstd */
	uint32_t comp_level;
	uint32_t comp_ratio;
	uint32_t comp_mmap_len;	/* bytes that one record decompresses to, at most */

	struct perf_data_arena *arena;	/* all of the above */
};

/**
 * perf_data_env_create() - an environment without sections
 *
 * Return: the environment, NULL without memory. Free with perf_data_env_free().
 */
struct perf_data_env *perf_data_env_create(void);

/**
 * perf_data_env_free() - free an environment and all it points to
 * @env: may be NULL
 */
void perf_data_env_free(struct perf_data_env *env);

/**
 * perf_data_env_has() - is a section there?
 * @env: environment
 * @feature: enum perf_data_feature
 */
bool perf_data_env_has(const struct perf_data_env *env, unsigned int feature);

/**
 * perf_data_env_set() - note that a section is there
 * @env: environment
 * @feature: enum perf_data_feature
 */
void perf_data_env_set(struct perf_data_env *env, unsigned int feature);

/**
 * perf_data_env_string() - a copy of a string that lives with the environment
 * @env: environment
 * @text: may be NULL
 *
 * Return: the copy; NULL without memory or text.
 */
const char *perf_data_env_string(struct perf_data_env *env, const char *text);

/**
 * perf_data_env_array() - a zeroed array that lives with the environment
 * @env: environment
 * @count: members
 * @size: bytes of each
 *
 * Return: the array, aligned to 8 bytes; NULL without memory or if the size overflows.
 */
void *perf_data_env_array(struct perf_data_env *env, size_t count, size_t size);

/**
 * perf_data_env_add_build_id() - add a build id, unless file and machine have one
 * @env: environment
 * @build_id: is copied, with its name
 *
 * Return: 0 or -ENOMEM.
 */
int perf_data_env_add_build_id(struct perf_data_env *env,
			       const struct perf_env_build_id *build_id);

/**
 * perf_data_env_add_file() - add a file that has its name together with others
 * @env: environment
 * @file: is copied, with its name
 *
 * Return: 0 or -ENOMEM.
 */
int perf_data_env_add_file(struct perf_data_env *env, const struct perf_env_file *file);

#endif /* PERF_DATA_ENV_H */
