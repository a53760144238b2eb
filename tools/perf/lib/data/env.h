/* SPDX-License-Identifier: GPL-2.0 */
/*
 * struct perf_data_env: the decoded feature sections, which describe the recording and the
 * machine it was made on.
 *
 * perf_feature_read() fills the structure and perf_feature_write() writes it. Strings and
 * arrays belong to the environment and live as long as it does. If the recording lacks them,
 * a string is NULL and an array has count 0.
 */
#ifndef PERF_DATA_ENV_H
#define PERF_DATA_ENV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <base/file_id.h>
#include <data/format.h>

/* An event of the EVENT_DESC section. */
struct perf_env_event {
	struct perf_event_attr attr;
	const char *name;
	uint64_t *ids;
	size_t nr_ids;
};

struct perf_env_build_id {
	int32_t pid;		/* of the guest machine; -1: the host */
	uint16_t misc;		/* PERF_RECORD_MISC_KERNEL, _USER, ... */
	uint8_t size;		/* bytes of id */
	uint8_t id[PERF_DATA_BUILD_ID_MAX];
	const char *filename;	/* "[kernel.kallsyms]", "[vdso]", or a path */
};

/**
 * struct perf_env_file - one of several files that were mapped under one name
 * @id: device, inode and generation
 * @size: bytes of @build_id; 0: the file has none, or it is unknown
 * @build_id: of this file
 * @name: filename in PERF_RECORD_MMAP2
 */
struct perf_env_file {
	struct perf_file_id id;
	uint8_t size;
	uint8_t build_id[PERF_DATA_BUILD_ID_MAX];
	const char *name;
};

/**
 * struct perf_env_jit_map - symbols of a process's code that was made at run time
 * @pid: the process
 * @size: bytes of @text
 * @text: contents of /tmp/perf-PID.map
 */
struct perf_env_jit_map {
	int32_t pid;
	uint32_t size;
	const char *text;
};

/* Topology of a CPU; its number is the index in perf_data_env.cpus. */
struct perf_env_cpu {
	uint32_t core_id;
	uint32_t socket_id;
	uint32_t die_id;	/* valid if perf_data_env.has_dies */
};

struct perf_env_node {
	uint32_t node;
	uint64_t total_kb;
	uint64_t free_kb;
	const char *cpus;	/* list such as "0-3,8" */
};

struct perf_env_pmu {
	uint32_t type;
	const char *name;
};

struct perf_env_group {
	const char *name;	/* "{anon_group}" for an unnamed group */
	uint32_t leader;	/* index of the leader in the events */
	uint32_t members;
};

struct perf_env_cache {
	uint32_t level;
	uint32_t line;		/* size of a line, bytes */
	uint32_t sets;
	uint32_t ways;
	const char *type;
	const char *size;
	const char *map;	/* list of the CPUs that share the cache */
};

struct perf_env_mem_node {
	uint64_t node;
	uint64_t nr_bits;
	uint64_t *bits;		/* bit n: block n, of mem_block_size bytes, is on the node */
};

struct perf_env_pair {
	const char *name;
	const char *value;
};

/* Capabilities of a PMU; of the CPU's own PMU (CPU_PMU_CAPS) if @pmu is NULL. */
struct perf_env_caps {
	const char *pmu;
	struct perf_env_pair *pairs;
	size_t nr_pairs;
};

struct perf_env_hybrid {
	const char *pmu;
	const char *cpus;
};

/* Offset of an AUXTRACE record in the file, and its size without the data behind it. */
struct perf_env_auxtrace {
	uint64_t file_offset;
	uint64_t size;
};

/* A BPF program: struct bpf_prog_info and the arrays it refers to, unconverted. */
struct perf_env_bpf_prog {
	uint32_t info_size;
	uint64_t arrays;	/* bit mask of the arrays in @data */
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
 * @features: bit n is set if section n was read; a section that could not be read counts
 *	as absent
 * @caches, @nodes and so on: see the structures
 * @tracing_data: formats of tracepoints, see data/tracing_data.h, unconverted
 * @first_time, @last_time: times of the first and last sample, ns (SAMPLE_TIME)
 * @kcore_dir: directory of the recording with a copy of the kernel's code, or NULL; from
 *	perf_data_open(), not from a section
 * @clockid: clock of sample times (CLOCK_DATA)
 * @clock_wall_ns: time of day, ns, when the clock @clockid showed @clock_ns
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
	uint32_t comp_mmap_len;	/* most bytes that one record expands to */

	struct perf_data_arena *arena;	/* holds all of the above */
};
struct perf_data_env *perf_data_env_create(void);
void perf_data_env_free(struct perf_data_env *env);
bool perf_data_env_has(const struct perf_data_env *env, unsigned int feature);
void perf_data_env_set(struct perf_data_env *env, unsigned int feature);
const char *perf_data_env_string(struct perf_data_env *env, const char *text);
void *perf_data_env_array(struct perf_data_env *env, size_t count, size_t size);
int perf_data_env_add_build_id(struct perf_data_env *env,
			       const struct perf_env_build_id *build_id);
int perf_data_env_add_file(struct perf_data_env *env, const struct perf_env_file *file);

#endif /* PERF_DATA_ENV_H */
