// SPDX-License-Identifier: GPL-2.0
/*
 * The header of a recording as text. Programs parse some of these lines ("# cmdline", "# arch"):
 * names and blanks must not change.
 */
#include <inttypes.h>
#include <linux/bpf.h>
#include <string.h>
#include <time.h>
#include <base/vec.h>
#include <lines/attr_text.h>
#include <lines/header_text.h>

#define NS_PER_SEC	UINT64_C(1000000000)
#define RULE		"# ========\n"

static void add_place(struct perf_str *str, const struct perf_data *data)
{
	const struct perf_data_file_header *header = perf_data_header(data);
	time_t when = perf_data_mtime(data);
	char text[64];

	if (when && ctime_r(&when, text))
		perf_str_format(str, "# captured on    : %s", text);
	if (perf_data_is_stream(data))
		return;
	perf_str_add(str, "# header version : 1\n");
	perf_str_format(str, "# data offset    : %" PRIu64 "\n", header->data.offset);
	perf_str_format(str, "# data size      : %" PRIu64 "\n", header->data.size);
	perf_str_format(str, "# feat offset    : %" PRIu64 "\n",
			header->data.offset + header->data.size);
}

static void add_text(struct perf_str *str, const char *name, const char *value)
{
	if (!value)
		return;
	perf_str_format(str, "# %s : ", name);
	perf_str_name(str, value);
	perf_str_char(str, '\n');
}

static void add_machine(struct perf_str *str, const struct perf_data_env *env)
{
	size_t i;

	add_text(str, "hostname", env->hostname);
	add_text(str, "os release", env->os_release);
	add_text(str, "perf version", env->version);
	add_text(str, "arch", env->arch);
	if (perf_data_env_has(env, PERF_FEATURE_NRCPUS)) {
		perf_str_format(str, "# nrcpus online : %u\n", env->nr_cpus_online);
		perf_str_format(str, "# nrcpus avail : %u\n", env->nr_cpus_available);
	}
	add_text(str, "cpudesc", env->cpu_desc);
	add_text(str, "cpuid", env->cpuid);
	if (perf_data_env_has(env, PERF_FEATURE_TOTAL_MEM))
		perf_str_format(str, "# total memory : %" PRIu64 " kB\n", env->total_mem_kb);
	if (!env->nr_cmdline)
		return;
	perf_str_add(str, "# cmdline : ");
	for (i = 0; i < env->nr_cmdline; i++) {
		perf_str_name(str, env->cmdline[i]);
		perf_str_char(str, ' ');
	}
	perf_str_char(str, '\n');
}

static void add_event(struct perf_str *str, const struct perf_data_event *event,
		      const struct perf_data_env *env)
{
	size_t i;

	perf_str_add(str, "# event : name = ");
	perf_str_name(str, event->name);
	perf_str_add(str, ", ");
	for (i = 0; i < event->nr_ids; i++)
		perf_str_format(str, "%s%" PRIu64, i ? ", " : ", id = { ", event->ids[i]);
	if (event->nr_ids)
		perf_str_add(str, " }, ");
	perf_attr_text(str, &event->attr, event->name, env, " = ");
	perf_str_char(str, '\n');
}

static void add_siblings(struct perf_str *str, const char *of, const char *const *lists, size_t nr)
{
	size_t i;

	for (i = 0; i < nr; i++) {
		perf_str_format(str, "# sibling %-7s : ", of);
		perf_str_name(str, lists[i]);
		perf_str_char(str, '\n');
	}
}

static void add_topology(struct perf_str *str, const struct perf_data_env *env)
{
	size_t i;

	add_siblings(str, "sockets", env->sibling_packages, env->nr_sibling_packages);
	add_siblings(str, "dies", env->sibling_dies, env->nr_sibling_dies);
	add_siblings(str, "threads", env->sibling_cores, env->nr_sibling_cores);
	for (i = 0; i < env->nr_cpus; i++) {
		perf_str_format(str, "# CPU %zu: Core ID %u", i, env->cpus[i].core_id);
		if (env->has_dies)
			perf_str_format(str, ", Die ID %u", env->cpus[i].die_id);
		perf_str_format(str, ", Socket ID %u\n", env->cpus[i].socket_id);
	}
}

static void add_nodes(struct perf_str *str, const struct perf_data_env *env)
{
	size_t i;

	for (i = 0; i < env->nr_nodes; i++) {
		const struct perf_env_node *node = &env->nodes[i];

		perf_str_format(str, "# node%u meminfo  : total = %" PRIu64 " kB, free = %" PRIu64
				" kB\n", node->node, node->total_kb, node->free_kb);
		perf_str_format(str, "# node%u cpu list : %s\n", node->node,
				node->cpus ? node->cpus : "");
	}
}

static void add_caches(struct perf_str *str, const struct perf_data_env *env)
{
	size_t i;

	perf_str_add(str, "# CPU cache info:\n");
	for (i = 0; i < env->nr_caches; i++)
		perf_str_format(str, "#  L%u %-15s %8s [%s]\n", env->caches[i].level,
				env->caches[i].type ? env->caches[i].type : "",
				env->caches[i].size ? env->caches[i].size : "",
				env->caches[i].map ? env->caches[i].map : "");
}

static bool has_block(const struct perf_env_mem_node *node, uint64_t block)
{
	return block < node->nr_bits && node->bits[block / 64] >> (block % 64) & 1;
}

/* The memory blocks of a node as ranges: "0-23,32-199". */
static void add_memory_node(struct perf_str *str, const struct perf_env_mem_node *node,
			    uint64_t block_size)
{
	uint64_t block, first, bytes, blocks = 0;
	const char *units = "BKMGT";
	struct perf_str ranges = { 0 };

	for (block = 0; block < node->nr_bits; block++) {
		if (!has_block(node, block))
			continue;
		first = block;
		while (has_block(node, block + 1))
			block++;
		blocks += block - first + 1;
		perf_str_format(&ranges, block > first ? "%s%" PRIu64 "-%" PRIu64 : "%s%" PRIu64,
				ranges.length ? "," : "", first, block);
	}
	for (bytes = blocks * block_size; bytes / 1024 > 1 && units[1]; units++)
		bytes /= 1024;
	perf_str_format(str, "#  %3" PRIu64 " [%" PRIu64 "%c]: %s\n", node->node, bytes, *units,
			perf_str_text(&ranges));
	perf_str_free(&ranges);
}

static void add_memory(struct perf_str *str, const struct perf_data_env *env)
{
	size_t i;

	perf_str_format(str, "# memory nodes (nr %zu, block size %#" PRIx64 "):\n",
			env->nr_mem_nodes, env->mem_block_size);
	for (i = 0; i < env->nr_mem_nodes; i++)
		add_memory_node(str, &env->mem_nodes[i], env->mem_block_size);
}

/* A long section: without @full, one line names it. */
static void add_long(struct perf_str *str, const struct perf_data_env *env, bool full,
		     unsigned int feature,
		     void (*add)(struct perf_str *str, const struct perf_data_env *env))
{
	if (!perf_data_env_has(env, feature))
		return;
	if (full)
		add(str, env);
	else
		perf_str_format(str, "# %s info available, use -I to display\n",
				perf_data_feature_name(feature));
}

static void add_pmus(struct perf_str *str, const struct perf_data_env *env)
{
	size_t i;

	for (i = 0; i < env->nr_pmus; i++)
		perf_str_format(str, "%s%s = %u", i ? ", " : "# pmu mappings: ",
				env->pmus[i].name, env->pmus[i].type);
	if (env->nr_pmus)
		perf_str_char(str, '\n');
}

static void add_time(struct perf_str *str, const char *name, uint64_t ns)
{
	perf_str_format(str, "# time of %s sample : %" PRIu64 ".%06" PRIu64 "\n", name,
			ns / NS_PER_SEC, ns % NS_PER_SEC / 1000);
}

static void add_times(struct perf_str *str, const struct perf_data_env *env)
{
	double ms = (env->last_time - env->first_time) / 1e6;

	if (!perf_data_env_has(env, PERF_FEATURE_SAMPLE_TIME))
		return;
	add_time(str, "first", env->first_time);
	add_time(str, "last", env->last_time);
	perf_str_format(str, "# sample duration : %10.3f ms\n", ms);
}

/* The name of each group and its members, the leader first. */
static void add_groups(struct perf_str *str, const struct perf_data_env *env,
		       const struct perf_data_event *const *events, size_t nr)
{
	const struct perf_data_event *const *leader;
	const struct perf_env_group *group;
	size_t at;
	uint32_t i;

	for (at = 0; at < env->nr_groups; at++) {
		group = &env->groups[at];
		if (group->leader >= nr || group->members > nr - group->leader)
			continue;
		leader = events + group->leader;
		perf_str_add(str, "# group: ");
		if (strcmp(group->name, "{anon_group}"))
			perf_str_add(str, group->name);
		for (i = 0; i < group->members; i++)
			perf_str_format(str, "%c%s", i ? ',' : '{', leader[i]->name);
		perf_str_add(str, "}\n");
	}
}

static const char *clock_name(uint32_t clockid)
{
	static const char *const names[] = {
		[CLOCK_REALTIME] = "realtime", [CLOCK_MONOTONIC] = "monotonic",
		[CLOCK_MONOTONIC_RAW] = "monotonic_raw", [CLOCK_BOOTTIME] = "boottime",
		[CLOCK_TAI] = "tai",
	};

	return clockid < PERF_ARRAY_SIZE(names) && names[clockid] ? names[clockid] : "unknown";
}

static void add_clock(struct perf_str *str, const struct perf_data_env *env)
{
	const char *name = clock_name(env->clockid);
	time_t wall = env->clock_wall_ns / NS_PER_SEC;
	uint64_t wall_us = env->clock_wall_ns % NS_PER_SEC / 1000;
	char text[32];
	struct tm tm;

	if (!perf_data_env_has(env, PERF_FEATURE_CLOCK_DATA) || !localtime_r(&wall, &tm))
		return;
	perf_str_format(str, "# clockid: %s (%u)\n", name, env->clockid);
	strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S", &tm);
	perf_str_format(str, "# reference time: %s.%06" PRIu64 " = %" PRIu64 ".%06" PRIu64
			" (TOD) = %" PRIu64 ".%09" PRIu64 " (%s)\n", text, wall_us,
			(uint64_t)wall, wall_us, env->clock_ns / NS_PER_SEC,
			env->clock_ns % NS_PER_SEC, name);
}

/* ---- BPF programs ----------------------------------------------------------------------- */

/* Read element @index, of @size bytes, of the array at @offset in @prog->data. */
static bool array_number(const struct perf_env_bpf_prog *prog, uint64_t offset, size_t index,
			 size_t size, uint64_t *number)
{
	*number = 0;
	if (!prog->data || offset > prog->data_size || (prog->data_size - offset) / size <= index)
		return false;
	memcpy(number, (const char *)prog->data + offset + index * size, size);
	return true;
}

/* The kernel's name of the code: "bpf_prog_", the tag, then "_F" or "_" and the program's name. */
static void add_prog_name(struct perf_str *str, const struct perf_env_bpf_prog *prog,
			  const struct bpf_prog_info *info, size_t index)
{
	char name[sizeof(info->name) + 1] = "";
	uint64_t tag;
	size_t i;

	perf_str_add(str, "bpf_prog_");
	if (!array_number(prog, info->prog_tags, index, sizeof(tag), &tag))
		memcpy(&tag, info->tag, sizeof(tag));
	for (i = 0; i < sizeof(tag); i++)
		perf_str_hex(str, ((const uint8_t *)&tag)[i], 2, '0');
	if (info->nr_jited_ksyms > 1) {
		perf_str_add(str, "_F");
	} else if (info->name[0]) {
		memcpy(name, info->name, sizeof(info->name));
		perf_str_char(str, '_');
		perf_str_name(str, name);
	}
}

static void add_bpf_prog(struct perf_str *str, const struct perf_env_bpf_prog *prog)
{
	struct bpf_prog_info info = { 0 };
	uint64_t addr, length;
	size_t i;

	if (!prog->info)
		return;
	memcpy(&info, prog->info, prog->info_size < sizeof(info) ? prog->info_size : sizeof(info));
	perf_str_format(str, "# bpf_prog_info %u:%s", info.id,
			info.nr_jited_ksyms == 1 ? " " : "\n");
	for (i = 0; i < info.nr_jited_ksyms; i++) {
		if (!array_number(prog, info.jited_ksyms, i, sizeof(addr), &addr) ||
		    !array_number(prog, info.jited_func_lens, i, sizeof(uint32_t), &length))
			break;
		if (info.nr_jited_ksyms > 1)
			perf_str_format(str, "# \tsub_prog %zu: ", i);
		add_prog_name(str, prog, &info, i);
		perf_str_format(str, " addr 0x%" PRIx64 " size %" PRIu64 "\n", addr, length);
	}
	if (info.nr_jited_ksyms == 1 && !i)
		perf_str_char(str, '\n');
}

static void add_bpf(struct perf_str *str, const struct perf_data *data)
{
	const struct perf_data_env *env = perf_data_env(data);
	size_t i;

	/* struct bpf_prog_info is left in the byte order of the recording. */
	if (perf_data_is_foreign(data))
		return;
	for (i = 0; i < env->nr_bpf_progs; i++)
		add_bpf_prog(str, &env->bpf_progs[i]);
	for (i = 0; i < env->nr_btfs; i++)
		perf_str_format(str, "# btf info of id %u\n", env->btfs[i].id);
}

/* A section without contents: @feature marks that the recording has a kind of data. */
static void add_presence(struct perf_str *str, const struct perf_data_env *env,
			 unsigned int feature, const char *what)
{
	if (perf_data_env_has(env, feature))
		perf_str_format(str, "# contains %s\n", what);
}

/* A section without @pmu (PERF_FEATURE_CPU_PMU_CAPS) is about "cpu". */
static void add_caps(struct perf_str *str, const struct perf_env_caps *caps)
{
	size_t i;

	perf_str_format(str, "# %s pmu capabilities: %s", caps->pmu ? caps->pmu : "cpu",
			caps->nr_pairs ? "" : "not available");
	for (i = 0; i < caps->nr_pairs; i++)
		perf_str_format(str, "%s%s=%s", i ? ", " : "", caps->pairs[i].name,
				caps->pairs[i].value);
	perf_str_char(str, '\n');
}

static void add_hybrid(struct perf_str *str, const struct perf_data_env *env)
{
	size_t i;

	if (env->nr_hybrids)
		perf_str_add(str, "# hybrid cpu system:\n");
	for (i = 0; i < env->nr_hybrids; i++)
		perf_str_format(str, "# %s cpu list : %s\n", env->hybrids[i].pmu,
				env->hybrids[i].cpus);
}

/* How the recording was made, in the order of PERF_FEATURE_* numbers. */
static void add_ways(struct perf_str *str, const struct perf_data *data, bool full)
{
	const struct perf_data_env *env = perf_data_env(data);
	size_t i = 0;

	if (perf_data_env_has(env, PERF_FEATURE_CLOCKID) && env->clockid_res_ns)
		perf_str_format(str, "# clockid frequency: %" PRIu64 " MHz\n",
				1000 / env->clockid_res_ns);
	if (perf_data_env_has(env, PERF_FEATURE_DIR_FORMAT))
		perf_str_format(str, "# directory data version : %" PRIu64 "\n",
				env->dir_version);
	add_bpf(str, data);
	if (perf_data_env_has(env, PERF_FEATURE_COMPRESSED))
		perf_str_format(str, "# compressed : %s, level = %u, ratio = %u\n",
				env->comp_type == 1 ? "Zstd" : "Unknown", env->comp_level,
				env->comp_ratio);
	/* PERF_FEATURE_CPU_PMU_CAPS, without a PMU name, precedes the section of the clock. */
	if (env->nr_caps && !env->caps[0].pmu)
		add_caps(str, &env->caps[i++]);
	add_clock(str, env);
	add_long(str, env, full, PERF_FEATURE_HYBRID_TOPOLOGY, add_hybrid);
	for (; i < env->nr_caps; i++)
		add_caps(str, &env->caps[i]);
}

static void add_missing(struct perf_str *str, const struct perf_data_env *env)
{
	unsigned int feature;
	const char *name;

	perf_str_add(str, "# missing features: ");
	for (feature = PERF_FEATURE_TRACING_DATA; feature <= PERF_FEATURE_HYBRID_TOPOLOGY;
	     feature++) {
		name = perf_data_feature_name(feature);
		if (name && !perf_data_env_has(env, feature))
			perf_str_format(str, "%s ", name);
	}
	perf_str_char(str, '\n');
}

/**
 * perf_header_text() - add the lines of --header
 * @str: text is added here; each line begins with '#'
 * @data: reader of the recording
 * @full: show CPU, NUMA, memory and hybrid topology and caches, not only that they are available
 */
void perf_header_text(struct perf_str *str, const struct perf_data *data, bool full)
{
	const struct perf_data_env *env = perf_data_env(data);
	const struct perf_data_event *const *events;
	size_t nr, i;

	perf_str_add(str, RULE);
	add_place(str, data);
	add_machine(str, env);
	events = perf_data_events(data, &nr);
	for (i = 0; i < nr; i++)
		add_event(str, events[i], env);
	add_long(str, env, full, PERF_FEATURE_CPU_TOPOLOGY, add_topology);
	add_long(str, env, full, PERF_FEATURE_NUMA_TOPOLOGY, add_nodes);
	add_presence(str, env, PERF_FEATURE_BRANCH_STACK, "samples with branch stack");
	add_pmus(str, env);
	add_groups(str, env, events, nr);
	add_presence(str, env, PERF_FEATURE_AUXTRACE, "AUX area data (e.g. instruction trace)");
	add_long(str, env, full, PERF_FEATURE_CACHE, add_caches);
	add_times(str, env);
	add_long(str, env, full, PERF_FEATURE_MEM_TOPOLOGY, add_memory);
	add_ways(str, data, full);
	if (!perf_data_is_stream(data))
		add_missing(str, env);
	perf_str_add(str, RULE);
}
