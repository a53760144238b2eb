// SPDX-License-Identifier: GPL-2.0
/*
 * Feature sections: from struct perf_data_env to bytes.
 *
 * perf_feature_read() in feature_read.c reads the sections that perf_feature_write() writes.
 */
#include <string.h>
#include <base/vec.h>
#include <data/attr.h>
#include <data/feature_write.h>

static void put_u32(struct perf_str *bytes, uint32_t value)
{
	perf_str_mem(bytes, (const char *)&value, sizeof(value));
}

static void put_u64(struct perf_str *bytes, uint64_t value)
{
	perf_str_mem(bytes, (const char *)&value, sizeof(value));
}

static void put_string(struct perf_str *bytes, const char *text)
{
	size_t length = text ? strlen(text) : 0;
	size_t padded = (length + PERF_DATA_STRING_ALIGN) & ~(size_t)(PERF_DATA_STRING_ALIGN - 1);

	put_u32(bytes, (uint32_t)padded);
	perf_str_mem(bytes, text ? text : "", length);
	perf_str_fill(bytes, '\0', padded - length);
}

static void put_strings(struct perf_str *bytes, const char *const *strings, size_t nr)
{
	size_t i;

	put_u32(bytes, (uint32_t)nr);
	for (i = 0; i < nr; i++)
		put_string(bytes, strings[i]);
}

static void write_nothing(const struct perf_data_env *env, struct perf_str *bytes)
{
	(void)env;
	(void)bytes;
}

static void write_tracing_data(const struct perf_data_env *env, struct perf_str *bytes)
{
	perf_str_mem(bytes, env->tracing_data, env->tracing_data_size);
}

/**
 * perf_build_id_write() - encode a build id as a record
 * @build_id: the build id
 * @type: header.type: PERF_RECORD_HEADER_BUILD_ID in a stream, 0 in the BUILD_ID section
 * @bytes: the record is appended; @bytes->failed is set without memory
 */
void perf_build_id_write(const struct perf_env_build_id *build_id, uint32_t type,
			 struct perf_str *bytes)
{
	size_t length = strlen(build_id->filename) + 1;
	size_t padded = (length + 7) & ~(size_t)7;
	struct perf_record_build_id record = {
		.header = {
			.type = type,
			.misc = build_id->misc | PERF_RECORD_MISC_BUILD_ID_SIZE,
			.size = (uint16_t)(sizeof(record) + padded),
		},
		.pid = build_id->pid,
		.build_id_size = build_id->size,
	};

	memcpy(record.build_id, build_id->id, sizeof(record.build_id));
	perf_str_mem(bytes, (const char *)&record, sizeof(record));
	perf_str_mem(bytes, build_id->filename, length);
	perf_str_fill(bytes, '\0', padded - length);
}

static void write_build_ids(const struct perf_data_env *env, struct perf_str *bytes)
{
	size_t i;

	for (i = 0; i < env->nr_build_ids; i++)
		perf_build_id_write(&env->build_ids[i], 0, bytes);
}

static void write_hostname(const struct perf_data_env *env, struct perf_str *bytes)
{
	put_string(bytes, env->hostname);
}

static void write_os_release(const struct perf_data_env *env, struct perf_str *bytes)
{
	put_string(bytes, env->os_release);
}

static void write_version(const struct perf_data_env *env, struct perf_str *bytes)
{
	put_string(bytes, env->version);
}

static void write_arch(const struct perf_data_env *env, struct perf_str *bytes)
{
	put_string(bytes, env->arch);
}

static void write_nr_cpus(const struct perf_data_env *env, struct perf_str *bytes)
{
	put_u32(bytes, env->nr_cpus_available);
	put_u32(bytes, env->nr_cpus_online);
}

static void write_cpu_desc(const struct perf_data_env *env, struct perf_str *bytes)
{
	put_string(bytes, env->cpu_desc);
}

static void write_cpuid(const struct perf_data_env *env, struct perf_str *bytes)
{
	put_string(bytes, env->cpuid);
}

static void write_total_mem(const struct perf_data_env *env, struct perf_str *bytes)
{
	put_u64(bytes, env->total_mem_kb);
}

static void write_cmdline(const struct perf_data_env *env, struct perf_str *bytes)
{
	put_strings(bytes, env->cmdline, env->nr_cmdline);
}

static void write_event_desc(const struct perf_data_env *env, struct perf_str *bytes)
{
	size_t size = PERF_ATTR_SIZE_VER5, i;
	struct perf_event_attr attr;

	/* The section has one size for all attrs: that of the largest. */
	for (i = 0; i < env->nr_events; i++) {
		if (perf_attr_stored_size(&env->events[i].attr) > size)
			size = perf_attr_stored_size(&env->events[i].attr);
	}
	put_u32(bytes, (uint32_t)env->nr_events);
	put_u32(bytes, (uint32_t)size);
	for (i = 0; i < env->nr_events; i++) {
		attr = env->events[i].attr;
		attr.size = (uint32_t)size;
		perf_str_mem(bytes, (const char *)&attr, size);
		put_u32(bytes, (uint32_t)env->events[i].nr_ids);
		put_string(bytes, env->events[i].name);
		perf_str_mem(bytes, (const char *)env->events[i].ids,
			     env->events[i].nr_ids * sizeof(uint64_t));
	}
}

static void write_cpu_topology(const struct perf_data_env *env, struct perf_str *bytes)
{
	size_t i;

	put_strings(bytes, env->sibling_packages, env->nr_sibling_packages);
	put_strings(bytes, env->sibling_cores, env->nr_sibling_cores);
	for (i = 0; i < env->nr_cpus; i++) {
		put_u32(bytes, env->cpus[i].core_id);
		put_u32(bytes, env->cpus[i].socket_id);
	}
	if (!env->has_dies)
		return;
	put_strings(bytes, env->sibling_dies, env->nr_sibling_dies);
	for (i = 0; i < env->nr_cpus; i++)
		put_u32(bytes, env->cpus[i].die_id);
}

static void write_numa(const struct perf_data_env *env, struct perf_str *bytes)
{
	size_t i;

	put_u32(bytes, (uint32_t)env->nr_nodes);
	for (i = 0; i < env->nr_nodes; i++) {
		put_u32(bytes, env->nodes[i].node);
		put_u64(bytes, env->nodes[i].total_kb);
		put_u64(bytes, env->nodes[i].free_kb);
		put_string(bytes, env->nodes[i].cpus);
	}
}

static void write_pmu_mappings(const struct perf_data_env *env, struct perf_str *bytes)
{
	size_t i;

	put_u32(bytes, (uint32_t)env->nr_pmus);
	for (i = 0; i < env->nr_pmus; i++) {
		put_u32(bytes, env->pmus[i].type);
		put_string(bytes, env->pmus[i].name);
	}
}

static void write_group_desc(const struct perf_data_env *env, struct perf_str *bytes)
{
	size_t i;

	put_u32(bytes, (uint32_t)env->nr_groups);
	for (i = 0; i < env->nr_groups; i++) {
		put_string(bytes, env->groups[i].name);
		put_u32(bytes, env->groups[i].leader);
		put_u32(bytes, env->groups[i].members);
	}
}

static void write_cache(const struct perf_data_env *env, struct perf_str *bytes)
{
	size_t i;

	put_u32(bytes, 1);
	put_u32(bytes, (uint32_t)env->nr_caches);
	for (i = 0; i < env->nr_caches; i++) {
		put_u32(bytes, env->caches[i].level);
		put_u32(bytes, env->caches[i].line);
		put_u32(bytes, env->caches[i].sets);
		put_u32(bytes, env->caches[i].ways);
		put_string(bytes, env->caches[i].type);
		put_string(bytes, env->caches[i].size);
		put_string(bytes, env->caches[i].map);
	}
}

static void write_sample_time(const struct perf_data_env *env, struct perf_str *bytes)
{
	put_u64(bytes, env->first_time);
	put_u64(bytes, env->last_time);
}

static void write_mem_topology(const struct perf_data_env *env, struct perf_str *bytes)
{
	size_t i, words;

	put_u64(bytes, 1);
	put_u64(bytes, env->mem_block_size);
	put_u64(bytes, env->nr_mem_nodes);
	for (i = 0; i < env->nr_mem_nodes; i++) {
		const struct perf_env_mem_node *node = &env->mem_nodes[i];

		words = (size_t)(node->nr_bits / 64 + !!(node->nr_bits % 64));
		put_u64(bytes, node->node);
		put_u64(bytes, node->nr_bits);
		put_u64(bytes, node->nr_bits);
		perf_str_mem(bytes, (const char *)node->bits, words * 8);
	}
}

static void write_clockid(const struct perf_data_env *env, struct perf_str *bytes)
{
	put_u64(bytes, env->clockid_res_ns);
}

static void write_dir_format(const struct perf_data_env *env, struct perf_str *bytes)
{
	put_u64(bytes, env->dir_version);
}

static void write_compressed(const struct perf_data_env *env, struct perf_str *bytes)
{
	put_u32(bytes, env->comp_version);
	put_u32(bytes, env->comp_type);
	put_u32(bytes, env->comp_level);
	put_u32(bytes, env->comp_ratio);
	put_u32(bytes, env->comp_mmap_len);
}

static void put_pairs(struct perf_str *bytes, const struct perf_env_caps *caps)
{
	size_t i;

	put_u32(bytes, (uint32_t)caps->nr_pairs);
	for (i = 0; i < caps->nr_pairs; i++) {
		put_string(bytes, caps->pairs[i].name);
		put_string(bytes, caps->pairs[i].value);
	}
}

static void write_cpu_pmu_caps(const struct perf_data_env *env, struct perf_str *bytes)
{
	static const struct perf_env_caps none;
	size_t i;

	for (i = 0; i < env->nr_caps; i++) {
		if (!env->caps[i].pmu) {
			put_pairs(bytes, &env->caps[i]);
			return;
		}
	}
	put_pairs(bytes, &none);
}

static void write_clock_data(const struct perf_data_env *env, struct perf_str *bytes)
{
	put_u32(bytes, 1);
	put_u32(bytes, env->clockid);
	put_u64(bytes, env->clock_wall_ns);
	put_u64(bytes, env->clock_ns);
}

static void write_hybrid_topology(const struct perf_data_env *env, struct perf_str *bytes)
{
	size_t i;

	put_u32(bytes, (uint32_t)env->nr_hybrids);
	for (i = 0; i < env->nr_hybrids; i++) {
		put_string(bytes, env->hybrids[i].pmu);
		put_string(bytes, env->hybrids[i].cpus);
	}
}

static void write_pmu_caps(const struct perf_data_env *env, struct perf_str *bytes)
{
	uint32_t named = 0;
	size_t i;

	for (i = 0; i < env->nr_caps; i++)
		named += !!env->caps[i].pmu;
	put_u32(bytes, named);
	for (i = 0; i < env->nr_caps; i++) {
		if (!env->caps[i].pmu)
			continue;
		put_pairs(bytes, &env->caps[i]);
		put_string(bytes, env->caps[i].pmu);
	}
}

static void write_auxtrace(const struct perf_data_env *env, struct perf_str *bytes)
{
	size_t i;

	put_u64(bytes, env->nr_auxtraces);
	for (i = 0; i < env->nr_auxtraces; i++) {
		put_u64(bytes, env->auxtraces[i].file_offset);
		put_u64(bytes, env->auxtraces[i].size);
	}
}

static void write_files(const struct perf_data_env *env, struct perf_str *bytes)
{
	size_t i;

	put_u32(bytes, (uint32_t)env->nr_files);
	for (i = 0; i < env->nr_files; i++) {
		const struct perf_env_file *file = &env->files[i];

		put_u32(bytes, file->id.major);
		put_u32(bytes, file->id.minor);
		put_u64(bytes, file->id.inode);
		put_u64(bytes, file->id.generation);
		put_u32(bytes, file->size);
		perf_str_mem(bytes, file->build_id, sizeof(file->build_id));
		put_string(bytes, file->name);
	}
}

static void write_jit_maps(const struct perf_data_env *env, struct perf_str *bytes)
{
	size_t i;

	put_u32(bytes, (uint32_t)env->nr_jit_maps);
	for (i = 0; i < env->nr_jit_maps; i++) {
		put_u32(bytes, (uint32_t)env->jit_maps[i].pid);
		put_u32(bytes, env->jit_maps[i].size);
		perf_str_mem(bytes, env->jit_maps[i].text, env->jit_maps[i].size);
	}
}

typedef void (*write_fn)(const struct perf_data_env *env, struct perf_str *bytes);

static const write_fn writers[] = {
	[PERF_FEATURE_TRACING_DATA]	= write_tracing_data,
	[PERF_FEATURE_BUILD_ID]		= write_build_ids,
	[PERF_FEATURE_HOSTNAME]		= write_hostname,
	[PERF_FEATURE_OSRELEASE]	= write_os_release,
	[PERF_FEATURE_VERSION]		= write_version,
	[PERF_FEATURE_ARCH]		= write_arch,
	[PERF_FEATURE_NRCPUS]		= write_nr_cpus,
	[PERF_FEATURE_CPUDESC]		= write_cpu_desc,
	[PERF_FEATURE_CPUID]		= write_cpuid,
	[PERF_FEATURE_TOTAL_MEM]	= write_total_mem,
	[PERF_FEATURE_CMDLINE]		= write_cmdline,
	[PERF_FEATURE_EVENT_DESC]	= write_event_desc,
	[PERF_FEATURE_CPU_TOPOLOGY]	= write_cpu_topology,
	[PERF_FEATURE_NUMA_TOPOLOGY]	= write_numa,
	[PERF_FEATURE_BRANCH_STACK]	= write_nothing,
	[PERF_FEATURE_PMU_MAPPINGS]	= write_pmu_mappings,
	[PERF_FEATURE_GROUP_DESC]	= write_group_desc,
	[PERF_FEATURE_AUXTRACE]		= write_auxtrace,
	[PERF_FEATURE_STAT]		= write_nothing,
	[PERF_FEATURE_CACHE]		= write_cache,
	[PERF_FEATURE_SAMPLE_TIME]	= write_sample_time,
	[PERF_FEATURE_MEM_TOPOLOGY]	= write_mem_topology,
	[PERF_FEATURE_CLOCKID]		= write_clockid,
	[PERF_FEATURE_DIR_FORMAT]	= write_dir_format,
	[PERF_FEATURE_COMPRESSED]	= write_compressed,
	[PERF_FEATURE_CPU_PMU_CAPS]	= write_cpu_pmu_caps,
	[PERF_FEATURE_CLOCK_DATA]	= write_clock_data,
	[PERF_FEATURE_HYBRID_TOPOLOGY]	= write_hybrid_topology,
	[PERF_FEATURE_PMU_CAPS]		= write_pmu_caps,
	[PERF_FEATURE_FILES]		= write_files,
	[PERF_FEATURE_JIT_MAPS]		= write_jit_maps,
};

/**
 * perf_feature_write() - encode one section
 * @env: contents of the section
 * @feature: enum perf_data_feature
 * @bytes: the section is appended; @bytes->failed is set without memory
 *
 * BPF_PROG_INFO, BPF_BTF and CPU_DOMAIN_INFO are not written.
 *
 * Return: false if @feature is a section that perf_feature_write() cannot write.
 */
bool perf_feature_write(const struct perf_data_env *env, unsigned int feature,
			struct perf_str *bytes)
{
	if (feature >= PERF_ARRAY_SIZE(writers) || !writers[feature])
		return false;
	writers[feature](env, bytes);
	return true;
}
