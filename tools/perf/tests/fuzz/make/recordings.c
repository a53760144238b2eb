// SPDX-License-Identifier: GPL-2.0
/*
 * recordings DIRECTORY: writes small recordings as fuzzing seeds, a file and a stream, each also
 * compressed, which between them have every header section, every type of record and every field
 * of a sample. "simple" has only what ../../remake.pl can convert.
 */
#include <stdio.h>

#include <base/vec.h>

#include "../../unit/data_make.h"

/* A recording to write. */
struct seed {
	const char *name;
	bool stream;
	bool packed;
	bool simple;
};

#define RICH_ID		7
#define PLAIN_ID	8
#define REGS		3ULL
#define STACK_SIZE	64

/* In the order of the fields of a sample */
#define RICH_TYPE	(PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID |		\
			 PERF_SAMPLE_TIME | PERF_SAMPLE_ADDR | PERF_SAMPLE_ID |		\
			 PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD |		\
			 PERF_SAMPLE_READ | PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_RAW |		\
			 PERF_SAMPLE_BRANCH_STACK | PERF_SAMPLE_REGS_USER |			\
			 PERF_SAMPLE_STACK_USER | PERF_SAMPLE_WEIGHT_STRUCT |			\
			 PERF_SAMPLE_DATA_SRC | PERF_SAMPLE_TRANSACTION |			\
			 PERF_SAMPLE_REGS_INTR | PERF_SAMPLE_PHYS_ADDR | PERF_SAMPLE_CGROUP |	\
			 PERF_SAMPLE_DATA_PAGE_SIZE | PERF_SAMPLE_CODE_PAGE_SIZE | PERF_SAMPLE_AUX)
#define SIMPLE_TYPE	(RICH_TYPE & ((PERF_SAMPLE_RAW - 1) | PERF_SAMPLE_IDENTIFIER))
#define PLAIN_TYPE	(PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID |		\
			 PERF_SAMPLE_TIME | PERF_SAMPLE_CALLCHAIN)

/* The attr of rich samples, which lead a group, or of plain ones, its other member. */
static struct perf_event_attr seed_attr(bool rich, bool simple)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.config = rich ? PERF_COUNT_SW_CPU_CLOCK : PERF_COUNT_SW_PAGE_FAULTS,
		.sample_period = 1000,
		.sample_type = !rich ? PLAIN_TYPE : simple ? SIMPLE_TYPE : RICH_TYPE,
		.read_format = PERF_FORMAT_ID | PERF_FORMAT_GROUP |
			       PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING,
		.sample_regs_user = REGS, .sample_regs_intr = REGS,
		.sample_stack_user = STACK_SIZE,
		.branch_sample_type = PERF_SAMPLE_BRANCH_ANY | PERF_SAMPLE_BRANCH_HW_INDEX,
	};

	attr.sample_id_all = 1;
	return attr;
}

static void put_u64(struct perf_str *records, uint64_t value)
{
	test_put(records, &value, sizeof(value));
}

static void put_u32s(struct perf_str *records, uint32_t first, uint32_t second)
{
	test_put(records, &first, sizeof(first));
	test_put(records, &second, sizeof(second));
}

/* Begin a record; put_end() sets its size. */
static size_t put_begin(struct perf_str *records, uint32_t type, uint16_t misc)
{
	const struct perf_event_header header = { .type = type, .misc = misc };
	size_t at = records->length;

	test_put(records, &header, sizeof(header));
	return at;
}

static void put_end(struct perf_str *records, size_t at)
{
	perf_str_fill(records, '\0', -records->length & 7);
	((struct perf_event_header *)(records->text + at))->size = records->length - at;
}

/* A kernel's record: body, text and the sample_id trailer of the rich event. */
static void put_record(struct perf_str *records, uint32_t type, uint16_t misc, const void *body,
		       size_t size, const char *text)
{
	size_t at = put_begin(records, type, misc);

	test_put(records, body, size);
	if (text)
		perf_str_mem(records, text, strlen(text) + 1);
	perf_str_fill(records, '\0', -records->length & 7);
	put_u32s(records, 5, 5);
	put_u64(records, 1000);		/* time */
	put_u64(records, RICH_ID);
	put_u64(records, RICH_ID);	/* stream */
	put_u32s(records, 1, 0);	/* CPU */
	put_u64(records, RICH_ID);	/* identifier */
	put_end(records, at);
}

/* The fields of a type after its header */
#define PUT(records, type, misc, name, text, ...) do {						\
	const struct name body = { __VA_ARGS__ };						\
	put_record(records, type, misc, (const char *)&body + sizeof(body.header),		\
		   sizeof(body) - sizeof(body.header), text);					\
} while (0)

static void put_tasks(struct perf_str *records)
{
	PUT(records, PERF_RECORD_COMM, PERF_RECORD_MISC_COMM_EXEC, perf_record_comm, "name",
	    .pid = 5, .tid = 5);
	PUT(records, PERF_RECORD_MMAP, PERF_RECORD_MISC_KERNEL, perf_record_mmap,
	    "[kernel.kallsyms]_text", .pid = -1, .start = 0xffffffff81000000, .len = 0x1000000);
	PUT(records, PERF_RECORD_MMAP2, PERF_RECORD_MISC_USER, perf_record_mmap2, "/bin/program",
	    .pid = 5, .tid = 5, .start = 0x400000, .len = 0x2000, .maj = 8, .ino = 9, .prot = 5);
	PUT(records, PERF_RECORD_MMAP2,
	    PERF_RECORD_MISC_USER | PERF_RECORD_MISC_MMAP_BUILD_ID, perf_record_mmap2, "//anon",
	    .pid = 5, .tid = 5, .start = 0x500000, .len = 0x1000, .build_id_size = 20,
	    .build_id = { 1, 2, 3 });
	PUT(records, PERF_RECORD_FORK, 0, perf_record_fork, NULL, .pid = 6, .ppid = 5, .tid = 6,
	    .ptid = 5, .time = 900);
	PUT(records, PERF_RECORD_EXIT, 0, perf_record_fork, NULL, .pid = 6, .ppid = 5, .tid = 6,
	    .ptid = 5, .time = 2000);
}

static void put_others(struct perf_str *records, bool simple)
{
	static const uint64_t none[4];

	PUT(records, PERF_RECORD_LOST, 0, perf_record_lost, NULL, .id = RICH_ID, .lost = 2);
	PUT(records, PERF_RECORD_LOST_SAMPLES, 0, perf_record_lost_samples, NULL, .lost = 2);
	PUT(records, PERF_RECORD_THROTTLE, 0, perf_record_throttle, NULL, .id = RICH_ID);
	PUT(records, PERF_RECORD_UNTHROTTLE, 0, perf_record_throttle, NULL, .id = RICH_ID);
	PUT(records, PERF_RECORD_SWITCH_CPU_WIDE, PERF_RECORD_MISC_SWITCH_OUT,
	    perf_record_switch_cpu_wide, NULL, .next_prev_pid = 6);
	PUT(records, PERF_RECORD_KSYMBOL, 0, perf_record_ksymbol, "bpf_prog_1",
	    .addr = 0xffffffffc0000000, .len = 64, .ksym_type = 1);
	PUT(records, PERF_RECORD_BPF_EVENT, 0, perf_record_bpf_event, NULL, .type = 1, .id = 3);
	put_record(records, PERF_RECORD_SWITCH, 0, NULL, 0, NULL);
	if (simple)
		return;
	PUT(records, PERF_RECORD_AUX, 0, perf_record_aux, NULL, .aux_size = 64, .flags = 1);
	PUT(records, PERF_RECORD_ITRACE_START, 0, perf_record_itrace_start, NULL, .pid = 5);
	PUT(records, PERF_RECORD_CGROUP, 0, perf_record_cgroup, "/group", .id = 4);
	PUT(records, PERF_RECORD_TEXT_POKE, 0, perf_record_text_poke, "abcd",
	    .addr = 0xffffffff81000010, .old_len = 2, .new_len = 2);
	PUT(records, PERF_RECORD_NAMESPACES, 0, perf_record_namespaces, "", .pid = 5, .nr = 0);
	put_record(records, PERF_RECORD_READ, 0, none, sizeof(none), NULL);
	put_record(records, PERF_RECORD_CALLCHAIN_DEFERRED_TYPE, 0, none, 16, NULL);
	PUT(records, PERF_RECORD_MUNMAP, PERF_RECORD_MISC_USER, perf_record_munmap, NULL,
	    .pid = 5, .tid = 5, .addr = 0x400000, .len = 0x1000);
}

static void put_chain(struct perf_str *records)
{
	put_u64(records, 5);
	put_u64(records, PERF_CONTEXT_KERNEL);
	put_u64(records, 0xffffffff81000020);
	put_u64(records, PERF_CONTEXT_USER);
	put_u64(records, 0x400100);
	put_u64(records, 0x400200);
}

/* The fields of a sample from its raw data on */
static void put_hardware(struct perf_str *records)
{
	unsigned int i;

	put_u32s(records, 4, 0x11223344); /* raw */
	put_u64(records, 1);		/* branches: one, index of the newest, and the entry */
	put_u64(records, 0);
	put_u64(records, 0x400100);
	put_u64(records, 0x400200);
	put_u64(records, 1);
	for (i = 0; i < 3; i++)		/* user registers: ABI, then two values */
		put_u64(records, i ? 0x7ff0 : 2);
	put_u64(records, STACK_SIZE);
	perf_str_fill(records, 's', STACK_SIZE);
	put_u64(records, STACK_SIZE);
	put_u64(records, 0x0003000200000001); /* weights */
	put_u64(records, 0x68100142);	/* data source */
	put_u64(records, 1);		/* transaction */
	for (i = 0; i < 3; i++)		/* interrupted registers: likewise */
		put_u64(records, i ? 0x7ff0 : 2);
	put_u64(records, 0x1000);	/* physical address */
	put_u64(records, 4);		/* cgroup */
	put_u64(records, 4096);
	put_u64(records, 4096);
	put_u64(records, 8);		/* AUX data: its size */
	put_u64(records, 0);
}

/* The order is that of PERF_RECORD_SAMPLE in linux/perf_event.h. */
static void put_rich_sample(struct perf_str *records, uint64_t time, bool simple)
{
	size_t at = put_begin(records, PERF_RECORD_SAMPLE, PERF_RECORD_MISC_USER);

	put_u64(records, RICH_ID);
	put_u64(records, 0x400100);	/* ip */
	put_u32s(records, 5, 5);
	put_u64(records, time);
	put_u64(records, 0x500010);	/* addr */
	put_u64(records, RICH_ID);
	put_u64(records, RICH_ID);
	put_u32s(records, 1, 0);	/* cpu */
	put_u64(records, 1000);		/* period */
	put_u64(records, 2);		/* read: two events, times, and each value with its id */
	put_u64(records, 50);
	put_u64(records, 40);
	put_u64(records, 1000);
	put_u64(records, RICH_ID);
	put_u64(records, 3);
	put_u64(records, PLAIN_ID);
	put_chain(records);
	if (!simple)
		put_hardware(records);
	put_end(records, at);
}

static void put_plain_sample(struct perf_str *records, uint64_t time)
{
	size_t at = put_begin(records, PERF_RECORD_SAMPLE, PERF_RECORD_MISC_KERNEL);

	put_u64(records, PLAIN_ID);
	put_u64(records, 0xffffffff81000020);
	put_u32s(records, 5, 6);
	put_u64(records, time);
	put_chain(records);
	put_end(records, at);
}

/* A record of the tool: an array of words, or a text */
static void put_tool(struct perf_str *records, uint32_t type, size_t words, const uint64_t *body,
		     const char *text)
{
	size_t at = put_begin(records, type, 0);

	test_put(records, body, words * sizeof(*body));
	if (text)
		perf_str_mem(records, text, strlen(text) + 1);
	put_end(records, at);
}

static void put_tool_records(struct perf_str *records, bool simple)
{
	static const uint64_t index[] = { 1, RICH_ID, 0, 1, 5 };
	static const uint64_t threads[] = { 1, 5, 0x656d616e, 0 };
	static const uint64_t cpus[] = { 0x0001000000020000 };
	static const uint64_t config[] = { 1, 0, 1 };
	static const uint64_t stat[] = { RICH_ID, 1, 100, 50, 40 };
	static const uint64_t unit[] = { PERF_UPDATE_UNIT, RICH_ID };
	static const uint64_t conversion[] = { 1, 2, 3, 4, 5, 1 };
	static const uint64_t error[] = { 1, 2, 3, 4, 5, 6, 7, 8 };

	put_tool(records, PERF_RECORD_ID_INDEX, 5, index, NULL);
	put_tool(records, PERF_RECORD_THREAD_MAP, 4, threads, NULL);
	put_tool(records, PERF_RECORD_CPU_MAP, 1, cpus, NULL);
	put_tool(records, PERF_RECORD_EVENT_UPDATE, 2, unit, "ns");
	put_tool(records, PERF_RECORD_TIME_CONV, 6, conversion, NULL);
	put_tool(records, PERF_RECORD_FINISHED_INIT, 0, NULL, NULL);
	if (simple)
		return;
	put_tool(records, PERF_RECORD_STAT_CONFIG, 3, config, NULL);
	put_tool(records, PERF_RECORD_STAT, 5, stat, NULL);
	put_tool(records, PERF_RECORD_STAT_ROUND, 2, config, NULL);
	put_tool(records, PERF_RECORD_AUXTRACE_ERROR, 8, error, NULL);
}

static void put_all(struct perf_str *records, bool simple)
{
	const struct perf_event_header round = test_round();

	put_tool_records(records, simple);
	put_tasks(records);
	put_rich_sample(records, 1500, simple);
	/* remake.pl treats all samples as those of the first event. */
	if (!simple)
		put_plain_sample(records, 1400);
	test_put(records, &round, sizeof(round));
	put_others(records, simple);
	put_rich_sample(records, 1800, simple);
	test_put(records, &round, sizeof(round));
}

/* ---- the header ------------------------------------------------------------------------ */

static void set_machine(struct perf_data_env *env)
{
	static const char *const cmdline[] = { "perf", "record", "ls" };
	static const char *const siblings[] = { "0-1" };
	static struct perf_env_cpu cpus[2] = { { 0, 0, 0 }, { 1, 0, 0 } };
	static struct perf_env_node nodes[] = { { 0, 1000, 500, "0-1" } };
	static struct perf_env_pmu pmus[] = { { 1, "software" }, { 4, "cpu" } };
	static struct perf_env_cache caches[] = { { 1, 64, 64, 8, "Data", "32K", "0" } };
	static uint64_t bits[] = { 3 };
	static struct perf_env_mem_node memory[] = { { 0, 2, bits } };

	env->hostname = "host";
	env->os_release = "6.12";
	env->version = "6.12";
	env->arch = "x86_64";
	env->cpu_desc = "a processor";
	env->cpuid = "GenuineIntel,6,85,7";
	env->nr_cpus_available = 2;
	env->nr_cpus_online = 2;
	env->total_mem_kb = 1000;
	env->cmdline = (const char **)cmdline;
	env->nr_cmdline = 3;
	env->sibling_packages = (const char **)siblings;
	env->nr_sibling_packages = 1;
	env->sibling_cores = (const char **)siblings;
	env->nr_sibling_cores = 1;
	env->cpus = cpus;
	env->nr_cpus = 2;
	env->nodes = nodes;
	env->nr_nodes = 1;
	env->pmus = pmus;
	env->nr_pmus = 2;
	env->caches = caches;
	env->nr_caches = 1;
	env->mem_nodes = memory;
	env->nr_mem_nodes = 1;
	env->mem_block_size = 1 << 27;
}

/* Does the seed have this section? */
static bool has_feature(const struct seed *seed, unsigned int feature)
{
	switch (feature) {
	case PERF_FEATURE_COMPRESSED:
		return seed->packed;
	case PERF_FEATURE_TRACING_DATA:
	case PERF_FEATURE_AUXTRACE:
	case PERF_FEATURE_STAT:
	case PERF_FEATURE_DIR_FORMAT:
		return !seed->simple;
	default:
		return true;
	}
}

static void set_recording(struct perf_data_env *env, const struct seed *seed)
{
	static struct perf_env_build_id ids[] = {
		{ .pid = -1, .misc = PERF_RECORD_MISC_USER, .size = 20, .id = { 1, 2, 3 },
		  .filename = "/bin/program" },
	};
	static struct perf_env_group groups[] = { { "group", 0, 2 } };
	static struct perf_env_pair pairs[] = { { "branches", "32" } };
	static struct perf_env_caps caps[] = { { NULL, pairs, 1 } };
	static struct perf_env_hybrid hybrids[] = { { "cpu_core", "0-1" } };
	unsigned int feature;

	env->build_ids = ids;
	env->nr_build_ids = 1;
	env->groups = groups;
	env->nr_groups = 1;
	env->caps = caps;
	env->nr_caps = 1;
	env->hybrids = hybrids;
	env->nr_hybrids = 1;
	env->first_time = 1400;
	env->last_time = 1800;
	env->clockid_res_ns = 1;
	env->clock_wall_ns = 1;
	env->clock_ns = 1;
	env->dir_version = 1;
	env->tracing_data = "no formats";
	env->tracing_data_size = 11;
	for (feature = PERF_FEATURE_TRACING_DATA; feature < PERF_FEATURE_END; feature++)
		if (has_feature(seed, feature))
			perf_data_env_set(env, feature);
	env->comp_type = 1;
	env->comp_mmap_len = PERF_DATA_COMPRESS_PIECE;
}

static int write_records(struct perf_data_writer *writer, const struct seed *seed,
			 struct perf_data_env *env, struct perf_error *error)
{
	struct perf_event_attr rich = seed_attr(true, seed->simple);
	struct perf_event_attr plain = seed_attr(false, seed->simple);
	uint64_t rich_id = RICH_ID, plain_id = PLAIN_ID;
	struct perf_str records = { 0 };
	int err;

	put_all(&records, seed->simple);
	err = perf_data_writer_add_event(writer, &rich, "cpu-clock", &rich_id, 1, error);
	if (!err)
		err = perf_data_writer_add_event(writer, &plain, "faults", &plain_id, 1, error);
	if (!err)
		err = perf_data_writer_begin(writer, env, error);
	if (!err)
		err = perf_data_writer_write(writer, records.text, records.length, error);
	perf_str_free(&records);
	return err ? err : perf_data_writer_finish(writer, env, error);
}

static int write_seed(const char *directory, const struct seed *seed)
{
	struct perf_data_env *env = perf_data_env_create();
	struct perf_data_writer_options options = {
		.fd = -1, .stream = seed->stream, .compress_level = seed->packed,
	};
	struct perf_data_writer *writer;
	struct perf_error error;
	char path[4096];
	int err;

	snprintf(path, sizeof(path), "%s/%s", directory, seed->name);
	options.path = path;
	set_machine(env);
	set_recording(env, seed);
	err = perf_data_writer_create(&options, &writer, &error);
	if (!err) {
		err = write_records(writer, seed, env, &error);
		perf_data_writer_free(writer);
	}
	if (err)
		fprintf(stderr, "%s: %s\n", path, error.text);
	perf_data_env_free(env);
	return err;
}

int main(int argc, char **argv)
{
	static const struct seed seeds[] = {
		{ "simple", .simple = true },
		{ "simple_stream", .simple = true, .stream = true },
		{ "file" },
		{ "stream", .stream = true },
#ifdef HAVE_ZSTD
		{ "packed", .packed = true },
		{ "packed_stream", .packed = true, .stream = true },
#endif
	};
	size_t i;

	if (argc != 2)
		return 1;
	for (i = 0; i < PERF_ARRAY_SIZE(seeds); i++)
		if (write_seed(argv[1], &seeds[i]))
			return 1;
	return 0;
}
