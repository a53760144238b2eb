// SPDX-License-Identifier: GPL-2.0
/*
 * Feature sections: from bytes to struct perf_data_env.
 *
 * readers[] has a function for each section. Sections are untrusted: perf_cursor_count()
 * checks each count against the bytes that are left before read_array() allocates memory.
 */
#include <errno.h>
#include <string.h>
#include <base/sanitize.h>
#include <base/str.h>
#include <base/vec.h>
#include <data/attr.h>
#include <data/cursor.h>
#include <data/feature_read.h>

struct section {
	struct perf_data_env *env;
	struct perf_cursor cursor;
};

/* A string: its padded length in a u32, then as many bytes, padded with zeros. */
static char *take_string(struct section *section)
{
	uint32_t size = perf_cursor_u32(&section->cursor);
	const char *text = perf_cursor_bytes(&section->cursor, size);
	size_t length;
	char *copy;

	if (!text)
		return NULL;
	length = strnlen(text, size);
	copy = perf_data_env_array(section->env, length + 1, 1);
	if (copy)
		memcpy(copy, text, length);
	return copy;
}

/* Names are printed: perf_text_sanitize() makes control characters harmless. */
static const char *read_string(struct section *section)
{
	char *text = take_string(section);

	if (text)
		perf_text_sanitize(text, strlen(text), 0);
	return text;
}

static void *read_array(struct section *section, uint64_t count, size_t in_file,
			size_t in_memory, size_t *nr)
{
	void *array = NULL;

	*nr = perf_cursor_count(&section->cursor, count, in_file);
	if (!section->cursor.bad)
		array = perf_data_env_array(section->env, *nr, in_memory);
	if (!array)
		*nr = 0;
	return array;
}

/* No perf_text_sanitize() as in read_string(): a command line may contain newlines. */
static const char **read_strings(struct section *section, size_t *nr)
{
	uint32_t count = perf_cursor_u32(&section->cursor);
	const char **strings;
	size_t i;

	strings = read_array(section, count, sizeof(uint32_t), sizeof(*strings), nr);
	for (i = 0; i < *nr && strings; i++)
		strings[i] = take_string(section);
	return strings;
}

static void *copy_bytes(struct section *section, size_t size)
{
	const void *bytes = perf_cursor_bytes(&section->cursor, size);
	void *copy = bytes ? perf_data_env_array(section->env, size, 1) : NULL;

	if (copy)
		memcpy(copy, bytes, size);
	return copy;
}

static void read_nothing(struct section *section)
{
	(void)section;	/* empty: perf_data_env_set() is all it needs */
}

static void read_tracing_data(struct section *section)
{
	section->env->tracing_data = section->cursor.at;
	section->env->tracing_data_size = perf_cursor_left(&section->cursor);
}

static void read_hostname(struct section *section)
{
	section->env->hostname = read_string(section);
}

static void read_os_release(struct section *section)
{
	section->env->os_release = read_string(section);
}

static void read_version(struct section *section)
{
	section->env->version = read_string(section);
}

static void read_arch(struct section *section)
{
	section->env->arch = read_string(section);
}

static void read_cpu_desc(struct section *section)
{
	section->env->cpu_desc = read_string(section);
}

static void read_cpuid(struct section *section)
{
	section->env->cpuid = read_string(section);
}

static void read_nr_cpus(struct section *section)
{
	section->env->nr_cpus_available = perf_cursor_u32(&section->cursor);
	section->env->nr_cpus_online = perf_cursor_u32(&section->cursor);
}

static void read_total_mem(struct section *section)
{
	section->env->total_mem_kb = perf_cursor_u64(&section->cursor);
}

static void read_cmdline(struct section *section)
{
	section->env->cmdline = read_strings(section, &section->env->nr_cmdline);
}

static void read_event(struct section *section, struct perf_env_event *event, size_t attr_size)
{
	const void *attr = perf_cursor_bytes(&section->cursor, attr_size);
	uint32_t count = perf_cursor_u32(&section->cursor);
	bool newer = false;
	size_t i;

	event->name = read_string(section);
	if (!attr || !perf_attr_decode(attr, attr_size, section->cursor.swap, &event->attr,
				       &newer)) {
		section->cursor.bad = true;
		return;
	}
	event->ids = read_array(section, count, sizeof(uint64_t), sizeof(uint64_t),
				&event->nr_ids);
	for (i = 0; i < event->nr_ids && event->ids; i++)
		event->ids[i] = perf_cursor_u64(&section->cursor);
}

static void read_event_desc(struct section *section)
{
	uint32_t count = perf_cursor_u32(&section->cursor);
	uint32_t attr_size = perf_cursor_u32(&section->cursor);
	struct perf_data_env *env = section->env;
	size_t i;

	if (attr_size < PERF_ATTR_SIZE_VER0) {
		section->cursor.bad = true;
		return;
	}
	env->events = read_array(section, count, (size_t)attr_size + 8, sizeof(*env->events),
				 &env->nr_events);
	for (i = 0; i < env->nr_events && env->events && !section->cursor.bad; i++)
		read_event(section, &env->events[i], attr_size);
	if (section->cursor.bad)
		env->nr_events = 0;
}

static void read_cpu_topology(struct section *section)
{
	struct perf_data_env *env = section->env;
	size_t i;

	env->sibling_packages = read_strings(section, &env->nr_sibling_packages);
	env->sibling_cores = read_strings(section, &env->nr_sibling_cores);
	/* Older files have no core and package of each CPU. */
	if (section->cursor.bad ||
	    perf_cursor_left(&section->cursor) / 8 < env->nr_cpus_available)
		return;
	env->cpus = read_array(section, env->nr_cpus_available, 8, sizeof(*env->cpus),
			       &env->nr_cpus);
	for (i = 0; i < env->nr_cpus && env->cpus; i++) {
		env->cpus[i].core_id = perf_cursor_u32(&section->cursor);
		env->cpus[i].socket_id = perf_cursor_u32(&section->cursor);
	}
	/* Older files have no dies, but may have padding here. */
	if (section->cursor.bad || perf_cursor_left(&section->cursor) < 8)
		return;
	env->sibling_dies = read_strings(section, &env->nr_sibling_dies);
	for (i = 0; i < env->nr_cpus && env->cpus; i++)
		env->cpus[i].die_id = perf_cursor_u32(&section->cursor);
	env->has_dies = !section->cursor.bad;
}

static void read_numa(struct section *section)
{
	uint32_t count = perf_cursor_u32(&section->cursor);
	struct perf_data_env *env = section->env;
	size_t i;

	env->nodes = read_array(section, count, 24, sizeof(*env->nodes), &env->nr_nodes);
	for (i = 0; i < env->nr_nodes && env->nodes; i++) {
		env->nodes[i].node = perf_cursor_u32(&section->cursor);
		env->nodes[i].total_kb = perf_cursor_u64(&section->cursor);
		env->nodes[i].free_kb = perf_cursor_u64(&section->cursor);
		env->nodes[i].cpus = read_string(section);
	}
}

static void read_pmu_mappings(struct section *section)
{
	uint32_t count = perf_cursor_u32(&section->cursor);
	struct perf_data_env *env = section->env;
	size_t i;

	env->pmus = read_array(section, count, 8, sizeof(*env->pmus), &env->nr_pmus);
	for (i = 0; i < env->nr_pmus && env->pmus; i++) {
		env->pmus[i].type = perf_cursor_u32(&section->cursor);
		env->pmus[i].name = read_string(section);
	}
}

static void read_group_desc(struct section *section)
{
	uint32_t count = perf_cursor_u32(&section->cursor);
	struct perf_data_env *env = section->env;
	size_t i;

	env->groups = read_array(section, count, 12, sizeof(*env->groups), &env->nr_groups);
	for (i = 0; i < env->nr_groups && env->groups; i++) {
		env->groups[i].name = read_string(section);
		env->groups[i].leader = perf_cursor_u32(&section->cursor);
		env->groups[i].members = perf_cursor_u32(&section->cursor);
	}
}

static void read_auxtrace(struct section *section)
{
	uint64_t count = perf_cursor_u64(&section->cursor);
	struct perf_data_env *env = section->env;
	size_t i;

	env->auxtraces = read_array(section, count, 16, sizeof(*env->auxtraces),
				    &env->nr_auxtraces);
	for (i = 0; i < env->nr_auxtraces && env->auxtraces; i++) {
		env->auxtraces[i].file_offset = perf_cursor_u64(&section->cursor);
		env->auxtraces[i].size = perf_cursor_u64(&section->cursor);
	}
}

static void read_cache(struct section *section)
{
	uint32_t version = perf_cursor_u32(&section->cursor);
	uint32_t count = perf_cursor_u32(&section->cursor);
	struct perf_data_env *env = section->env;
	size_t i;

	if (version != 1) {
		section->cursor.bad = true;
		return;
	}
	env->caches = read_array(section, count, 28, sizeof(*env->caches), &env->nr_caches);
	for (i = 0; i < env->nr_caches && env->caches; i++) {
		env->caches[i].level = perf_cursor_u32(&section->cursor);
		env->caches[i].line = perf_cursor_u32(&section->cursor);
		env->caches[i].sets = perf_cursor_u32(&section->cursor);
		env->caches[i].ways = perf_cursor_u32(&section->cursor);
		env->caches[i].type = read_string(section);
		env->caches[i].size = read_string(section);
		env->caches[i].map = read_string(section);
	}
}

static void read_sample_time(struct section *section)
{
	section->env->first_time = perf_cursor_u64(&section->cursor);
	section->env->last_time = perf_cursor_u64(&section->cursor);
}

static void read_mem_node(struct section *section, struct perf_env_mem_node *node)
{
	uint64_t bits;
	size_t words, i;

	node->node = perf_cursor_u64(&section->cursor);
	perf_cursor_u64(&section->cursor);	/* highest bit: redundant */
	bits = perf_cursor_u64(&section->cursor);
	node->bits = read_array(section, bits / 64 + !!(bits % 64), 8, 8, &words);
	node->nr_bits = node->bits ? bits : 0;
	for (i = 0; i < words && node->bits; i++)
		node->bits[i] = perf_cursor_u64(&section->cursor);
}

static void read_mem_topology(struct section *section)
{
	struct perf_data_env *env = section->env;
	uint64_t version, count;
	size_t i;

	version = perf_cursor_u64(&section->cursor);
	env->mem_block_size = perf_cursor_u64(&section->cursor);
	count = perf_cursor_u64(&section->cursor);
	if (version != 1) {
		section->cursor.bad = true;
		return;
	}
	env->mem_nodes = read_array(section, count, 24, sizeof(*env->mem_nodes),
				    &env->nr_mem_nodes);
	for (i = 0; i < env->nr_mem_nodes && env->mem_nodes; i++)
		read_mem_node(section, &env->mem_nodes[i]);
}

static void read_clockid(struct section *section)
{
	section->env->clockid_res_ns = perf_cursor_u64(&section->cursor);
}

static void read_dir_format(struct section *section)
{
	section->env->dir_version = perf_cursor_u64(&section->cursor);
}

static void read_bpf_prog_info(struct section *section)
{
	uint32_t count = perf_cursor_u32(&section->cursor);
	struct perf_data_env *env = section->env;
	size_t i;

	env->bpf_progs = read_array(section, count, 16, sizeof(*env->bpf_progs),
				    &env->nr_bpf_progs);
	for (i = 0; i < env->nr_bpf_progs && env->bpf_progs; i++) {
		struct perf_env_bpf_prog *prog = &env->bpf_progs[i];

		prog->info_size = perf_cursor_u32(&section->cursor);
		prog->data_size = perf_cursor_u32(&section->cursor);
		prog->arrays = perf_cursor_u64(&section->cursor);
		prog->info = copy_bytes(section, prog->info_size);
		prog->data = copy_bytes(section, prog->data_size);
	}
}

static void read_bpf_btf(struct section *section)
{
	uint32_t count = perf_cursor_u32(&section->cursor);
	struct perf_data_env *env = section->env;
	size_t i;

	env->btfs = read_array(section, count, 8, sizeof(*env->btfs), &env->nr_btfs);
	for (i = 0; i < env->nr_btfs && env->btfs; i++) {
		env->btfs[i].id = perf_cursor_u32(&section->cursor);
		env->btfs[i].size = perf_cursor_u32(&section->cursor);
		env->btfs[i].data = copy_bytes(section, env->btfs[i].size);
	}
}

static void read_compressed(struct section *section)
{
	struct perf_data_env *env = section->env;

	env->comp_version = perf_cursor_u32(&section->cursor);
	env->comp_type = perf_cursor_u32(&section->cursor);
	env->comp_level = perf_cursor_u32(&section->cursor);
	env->comp_ratio = perf_cursor_u32(&section->cursor);
	env->comp_mmap_len = perf_cursor_u32(&section->cursor);
}

static void read_pairs(struct section *section, struct perf_env_caps *caps)
{
	uint32_t count = perf_cursor_u32(&section->cursor);
	size_t i;

	caps->pairs = read_array(section, count, 8, sizeof(*caps->pairs), &caps->nr_pairs);
	for (i = 0; i < caps->nr_pairs && caps->pairs; i++) {
		caps->pairs[i].name = read_string(section);
		caps->pairs[i].value = read_string(section);
	}
}

static void read_cpu_pmu_caps(struct section *section)
{
	struct perf_data_env *env = section->env;

	env->caps = perf_data_env_array(env, 1, sizeof(*env->caps));
	if (!env->caps)
		return;
	env->nr_caps = 1;
	read_pairs(section, &env->caps[0]);
}

static void read_clock_data(struct section *section)
{
	struct perf_data_env *env = section->env;

	if (perf_cursor_u32(&section->cursor) != 1) {
		section->cursor.bad = true;
		return;
	}
	env->clockid = perf_cursor_u32(&section->cursor);
	env->clock_wall_ns = perf_cursor_u64(&section->cursor);
	env->clock_ns = perf_cursor_u64(&section->cursor);
}

static void read_hybrid_topology(struct section *section)
{
	uint32_t count = perf_cursor_u32(&section->cursor);
	struct perf_data_env *env = section->env;
	size_t i;

	env->hybrids = read_array(section, count, 8, sizeof(*env->hybrids), &env->nr_hybrids);
	for (i = 0; i < env->nr_hybrids && env->hybrids; i++) {
		env->hybrids[i].pmu = read_string(section);
		env->hybrids[i].cpus = read_string(section);
	}
}

static void read_pmu_caps(struct section *section)
{
	uint32_t count = perf_cursor_u32(&section->cursor);
	struct perf_data_env *env = section->env;
	struct perf_env_caps *caps;
	size_t known, nr, i;

	nr = perf_cursor_count(&section->cursor, count, 8);
	/*
	 * caps[0] of CPU_PMU_CAPS, if it was read, stays in front. A stream may repeat PMU_CAPS:
	 * the last section counts.
	 */
	known = env->nr_caps && !env->caps[0].pmu;
	caps = perf_data_env_array(env, known + nr, sizeof(*caps));
	if (!caps)
		return;
	if (known)
		caps[0] = env->caps[0];
	for (i = known; i < known + nr; i++) {
		read_pairs(section, &caps[i]);
		caps[i].pmu = read_string(section);
	}
	env->caps = caps;
	env->nr_caps = known + nr;
}

/**
 * perf_build_id_read() - decode a HEADER_BUILD_ID record, or a member of the BUILD_ID section
 * @bytes: the record with its header
 * @size: bytes of the record
 * @swap: @bytes are in the other byte order
 * @old: the record has no pid, as in files before 2010
 * @build_id: result; filename points into @bytes
 *
 * Return: 0 or -EINVAL.
 */
int perf_build_id_read(const void *bytes, size_t size, bool swap, bool old,
		       struct perf_env_build_id *build_id)
{
	struct perf_cursor cursor = perf_cursor_make(bytes, size, swap);
	const unsigned char *id, *size_byte;

	memset(build_id, 0, sizeof(*build_id));
	perf_cursor_u32(&cursor);
	build_id->misc = perf_cursor_u16(&cursor);
	perf_cursor_u16(&cursor);
	build_id->pid = old ? -1 : (int32_t)perf_cursor_u32(&cursor);
	id = perf_cursor_bytes(&cursor, PERF_DATA_BUILD_ID_MAX);
	size_byte = perf_cursor_bytes(&cursor, 4);
	if (cursor.bad)
		return -EINVAL;
	build_id->filename = (const char *)cursor.at;
	if (!memchr(cursor.at, 0, perf_cursor_left(&cursor)))
		return -EINVAL;
	memcpy(build_id->id, id, PERF_DATA_BUILD_ID_MAX);
	build_id->size = PERF_DATA_BUILD_ID_MAX;
	if (build_id->misc & PERF_RECORD_MISC_BUILD_ID_SIZE) {
		if (*size_byte && *size_byte <= PERF_DATA_BUILD_ID_MAX)
			build_id->size = *size_byte;
		return 0;
	}
	/* Older files have no size: trailing words of zeros are padding. */
	while (build_id->size > 4 && !memcmp(build_id->id + build_id->size - 4, "\0\0\0", 4))
		build_id->size -= 4;
	return 0;
}

/*
 * Before build ids had a pid the filename began four bytes earlier. Such sections begin with
 * the kernel, "[kernel.kallsyms]", which perf_build_id_read() then returns as cut_name.
 */
static bool build_ids_without_pid(const void *bytes, size_t size, bool swap)
{
	static const char cut_name[] = "nel.kallsyms]";
	struct perf_env_build_id first;

	return !perf_build_id_read(bytes, size, swap, false, &first) &&
	       !strcmp(first.filename, cut_name);
}

static void read_build_ids(struct section *section)
{
	struct perf_cursor *cursor = &section->cursor;
	struct perf_env_build_id build_id;
	struct perf_cursor peek;
	const void *bytes;
	uint16_t size;
	bool old;

	old = build_ids_without_pid(cursor->at, perf_cursor_left(cursor), cursor->swap);
	while (perf_cursor_left(cursor) >= sizeof(struct perf_event_header)) {
		peek = *cursor;
		perf_cursor_u32(&peek);
		perf_cursor_u16(&peek);
		size = perf_cursor_u16(&peek);
		bytes = perf_cursor_bytes(cursor, size);
		if (size < sizeof(struct perf_event_header) || !bytes ||
		    perf_build_id_read(bytes, size, cursor->swap, old, &build_id)) {
			cursor->bad = true;
			return;
		}
		if (perf_data_env_add_build_id(section->env, &build_id))
			return;
	}
}

/* Count, then for each: major, minor, inode, generation, size of the build id, the id, name. */
static void read_files(struct section *section)
{
	struct perf_cursor *cursor = &section->cursor;
	uint32_t nr = perf_cursor_u32(cursor);
	struct perf_env_file file;
	const void *id;

	section->env->nr_files = 0;
	while (nr-- && !cursor->bad) {
		file.id.major = perf_cursor_u32(cursor);
		file.id.minor = perf_cursor_u32(cursor);
		file.id.inode = perf_cursor_u64(cursor);
		file.id.generation = perf_cursor_u64(cursor);
		file.size = (uint8_t)perf_cursor_u32(cursor);
		id = perf_cursor_bytes(cursor, PERF_DATA_BUILD_ID_MAX);
		file.name = take_string(section);
		if (!file.name || !id || file.size > PERF_DATA_BUILD_ID_MAX) {
			cursor->bad = true;
			return;
		}
		memcpy(file.build_id, id, PERF_DATA_BUILD_ID_MAX);
		if (perf_data_env_add_file(section->env, &file))
			return;
	}
}

/* Count, then for each: pid, size, and as many bytes of text. */
static void read_jit_maps(struct section *section)
{
	struct perf_cursor *cursor = &section->cursor;
	struct perf_env_jit_map *map;
	size_t i, nr;

	map = read_array(section, perf_cursor_u32(cursor), 8, sizeof(*map),
			 &section->env->nr_jit_maps);
	section->env->jit_maps = map;
	nr = section->env->nr_jit_maps;
	for (i = 0; i < nr && !cursor->bad; i++) {
		map[i].pid = (int32_t)perf_cursor_u32(cursor);
		map[i].size = perf_cursor_u32(cursor);
		map[i].text = copy_bytes(section, map[i].size);
	}
}

typedef void (*read_fn)(struct section *section);

static const read_fn readers[] = {
	[PERF_FEATURE_TRACING_DATA]	= read_tracing_data,
	[PERF_FEATURE_BUILD_ID]		= read_build_ids,
	[PERF_FEATURE_HOSTNAME]		= read_hostname,
	[PERF_FEATURE_OSRELEASE]	= read_os_release,
	[PERF_FEATURE_VERSION]		= read_version,
	[PERF_FEATURE_ARCH]		= read_arch,
	[PERF_FEATURE_NRCPUS]		= read_nr_cpus,
	[PERF_FEATURE_CPUDESC]		= read_cpu_desc,
	[PERF_FEATURE_CPUID]		= read_cpuid,
	[PERF_FEATURE_TOTAL_MEM]	= read_total_mem,
	[PERF_FEATURE_CMDLINE]		= read_cmdline,
	[PERF_FEATURE_EVENT_DESC]	= read_event_desc,
	[PERF_FEATURE_CPU_TOPOLOGY]	= read_cpu_topology,
	[PERF_FEATURE_NUMA_TOPOLOGY]	= read_numa,
	[PERF_FEATURE_BRANCH_STACK]	= read_nothing,
	[PERF_FEATURE_PMU_MAPPINGS]	= read_pmu_mappings,
	[PERF_FEATURE_GROUP_DESC]	= read_group_desc,
	[PERF_FEATURE_AUXTRACE]		= read_auxtrace,
	[PERF_FEATURE_STAT]		= read_nothing,
	[PERF_FEATURE_CACHE]		= read_cache,
	[PERF_FEATURE_SAMPLE_TIME]	= read_sample_time,
	[PERF_FEATURE_MEM_TOPOLOGY]	= read_mem_topology,
	[PERF_FEATURE_CLOCKID]		= read_clockid,
	[PERF_FEATURE_DIR_FORMAT]	= read_dir_format,
	[PERF_FEATURE_BPF_PROG_INFO]	= read_bpf_prog_info,
	[PERF_FEATURE_BPF_BTF]		= read_bpf_btf,
	[PERF_FEATURE_COMPRESSED]	= read_compressed,
	[PERF_FEATURE_CPU_PMU_CAPS]	= read_cpu_pmu_caps,
	[PERF_FEATURE_CLOCK_DATA]	= read_clock_data,
	[PERF_FEATURE_HYBRID_TOPOLOGY]	= read_hybrid_topology,
	[PERF_FEATURE_PMU_CAPS]		= read_pmu_caps,
	[PERF_FEATURE_CPU_DOMAIN_INFO]	= read_nothing,
	[PERF_FEATURE_FILES]		= read_files,
	[PERF_FEATURE_JIT_MAPS]		= read_jit_maps,
};

/**
 * perf_feature_read() - decode one section
 * @env: gets the contents of the section, and its bit in env->features
 * @feature: enum perf_data_feature
 * @bytes: the section
 * @size: bytes of the section
 * @swap: @bytes are in the other byte order
 *
 * TRACING_DATA is not copied: env->tracing_data points to @bytes, which must outlive @env.
 * Without memory, an array or string of @env stays empty.
 *
 * Return: 0; -EINVAL if the section contradicts itself; -ENOENT if @feature is unknown.
 */
int perf_feature_read(struct perf_data_env *env, unsigned int feature, const void *bytes,
		      size_t size, bool swap)
{
	struct section section = {
		.env = env,
		.cursor = perf_cursor_make(bytes, size, swap),
	};
	struct perf_data_env before = *env;

	if (feature >= PERF_ARRAY_SIZE(readers) || !readers[feature])
		return -ENOENT;
	readers[feature](&section);
	if (section.cursor.bad) {
		/* Undo a partly read section; but each build id is valid by itself. */
		if (feature != PERF_FEATURE_BUILD_ID)
			*env = before;
		return -EINVAL;
	}
	perf_data_env_set(env, feature);
	return 0;
}
