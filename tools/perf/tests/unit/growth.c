// SPDX-License-Identifier: GPL-2.0
/*
 * How tables grow that input fills: each test fills one with n items chosen to do harm, and one
 * with TIMES * n.
 *
 * This program measures memory. growth.sh runs it under callgrind and compares the steps of the
 * functions small_NAME and large_NAME.
 */
#include <errno.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include <base/map.h>
#include <data/env.h>
#include <data/reader.h>
#include <model/kallsyms.h>
#include <model/machine.h>
#include <report/c2c.h>
#include <report/calls.h>
#include <report/counters.h>
#include <report/histogram.h>
#include <report/session.h>
#include <sched/latency.h>
#include <trace/refusals.h>
#include <trace/summary.h>
#include <trace/tasks.h>
#include <unwind/inlines.h>

#include "data_make.h"
#include "tap.h"

#define TIMES	8

static size_t bytes_used;

static size_t allocated(void)
{
	struct mallinfo2 info = mallinfo2();

	return info.uordblks + info.hblkhd;
}

/* Each test calls note_memory() when its table is full. */
static void note_memory(void)
{
	bytes_used = allocated();
}

/* ---- numbers with chosen hashes, for the hash functions without a key --------------------- */

/* The inverse of an odd number modulo 2^64, by Newton's method. */
static uint64_t inverse(uint64_t odd)
{
	uint64_t result = odd;
	int i;

	for (i = 0; i < 6; i++)
		result *= 2 - odd * result;
	return result;
}

/* Return the number whose perf_hash_u64() is @hash. */
static uint64_t unhash(uint64_t hash)
{
	hash ^= hash >> 32;
	hash *= inverse(0xff51afd7ed558ccdull);
	hash ^= hash >> 29 ^ hash >> 58;
	hash *= inverse(0x9e3779b97f4a7c15ull);
	return hash ^ hash >> 32;
}

/* Return the eight bytes whose perf_hash_mem() is @hash. */
static uint64_t unhash_word(uint64_t hash)
{
	hash = unhash(hash);
	hash ^= hash >> 35;
	return hash * inverse(0x9fb21c651e98df25ull) ^ 8;
}

/* A number whose perf_hash_u64() ends in 32 zero bits. */
static uint64_t chosen(size_t i)
{
	return unhash((uint64_t)(i + 1) << 32);
}

static void choices_collide(void)
{
	uint64_t word = unhash_word(5ull << 32);

	is_equal(perf_hash_u64(chosen(1)), 2ll << 32);
	is_equal(perf_hash_mem(&word, sizeof(word)), 5ll << 32);
}

/* ---- base ------------------------------------------------------------------------------- */

static void chosen_keys(size_t n)
{
	struct perf_map map = { 0 };
	size_t i;

	for (i = 0; i < n; i++)
		*perf_map_put(&map, chosen(i), NULL) = i;
	note_memory();
	perf_map_free(&map);
}

static void chosen_strings(size_t n)
{
	struct perf_intern set = { 0 };
	uint64_t word;
	size_t i;

	for (i = 0; i < n; i++) {
		word = unhash_word((uint64_t)(i + 1) << 32);
		perf_intern_mem(&set, (const char *)&word, sizeof(word));
	}
	note_memory();
	perf_intern_free(&set);
}

/* ---- model ------------------------------------------------------------------------------ */

static void chosen_addresses(size_t n)
{
	struct perf_machine *machine = perf_machine_create();
	struct perf_thread *thread = perf_machine_thread(machine, 1, 1);
	size_t i;

	for (i = 0; i < n; i++)
		perf_machine_frame(machine, thread->process, PERF_RECORD_MISC_USER, chosen(i));
	note_memory();
	perf_machine_free(machine);
}

/* Apply a PERF_RECORD_MMAP of @name at @start. */
static void map_file(struct perf_machine *machine, uint32_t pid, uint64_t start, const char *name)
{
	struct {
		struct perf_record_mmap mmap;
		char name[32];
	} bytes = { .mmap = {
		.header = { .type = PERF_RECORD_MMAP, .misc = PERF_RECORD_MISC_USER,
			    .size = sizeof(bytes) },
		.pid = pid, .tid = pid, .start = start, .len = 0x1000,
	} };
	struct perf_data_record record = { .header = &bytes.mmap.header };

	snprintf((char *)record.header + offsetof(struct perf_record_mmap, filename), 16, "%s",
		 name);
	perf_machine_apply(machine, &record);
}

static void descending_mappings(size_t n)
{
	struct perf_machine *machine = perf_machine_create();
	size_t i;

	for (i = n; i--;)
		map_file(machine, 1, 0x10000 + 0x1000 * i, "/a");
	note_memory();
	perf_machine_free(machine);
}

/* perf_machine_apply() of n forks of a process with n mappings; each child adds one. */
static void forks_with_mappings(size_t n)
{
	struct perf_machine *machine = perf_machine_create();
	size_t i;

	for (i = 0; i < n; i++)
		map_file(machine, 1, 0x10000 + 0x1000 * i, "/a");
	for (i = 0; i < n; i++) {
		struct perf_record_fork fork = {
			.header = { .type = PERF_RECORD_FORK, .size = sizeof(fork) },
			.pid = 2 + i, .tid = 2 + i, .ppid = 1, .ptid = 1,
		};
		struct perf_data_record record = { .header = &fork.header };

		perf_machine_apply(machine, &record);
		map_file(machine, 2 + i, 0x8000, "/b");
	}
	note_memory();
	perf_machine_free(machine);
}

static struct perf_build_id build_id(size_t number)
{
	struct perf_build_id id = { .size = 20 };

	memcpy(id.bytes, &number, sizeof(number));
	id.bytes[19] = 1;
	return id;
}

static void build_ids_of_a_name(size_t n)
{
	struct perf_dsos dsos = { 0 };
	struct perf_build_id id;
	size_t i;

	for (i = 0; i < 2 * n; i++) {
		id = build_id(i % n);
		perf_dsos_get(&dsos, "/a", PERF_DSO_FILE, &id);
	}
	is_equal(dsos.list.count, n);
	note_memory();
	perf_dsos_free(&dsos);
}

/* perf_dsos_get_file() of container files, all with one path; one of four has a build id. */
static void files_of_a_name(size_t n)
{
	struct perf_dsos dsos = { 0 };
	struct perf_build_id none = { 0 }, id;
	struct perf_file_id file = { .major = 8 };
	size_t i;

	for (i = 0; i < n; i++) {
		file.inode = i % n + 1;
		id = build_id(i % n);
		if (i % 2)
			perf_dsos_list_file(&dsos, "/a", &file, i % 4 == 1 ? &id : &none);
	}
	for (i = 0; i < 2 * n; i++) {
		file.inode = i % n + 1;
		perf_dsos_get_file(&dsos, "/a", &file);
	}
	is_equal(dsos.list.count, n);
	note_memory();
	perf_dsos_free(&dsos);
}

/* PERF_DSO_BPF objects have no build id, but a mapping of the same name may have one. */
static void pieces_of_a_name(size_t n)
{
	struct perf_dsos dsos = { 0 };
	struct perf_build_id id;
	size_t i;

	for (i = 0; i < n; i++)
		perf_dsos_add(&dsos, "bpf_prog", PERF_DSO_BPF)->state = PERF_DSO_LOADED;
	for (i = 0; i < n; i++) {
		id = build_id(i);
		perf_dsos_get(&dsos, "bpf_prog", PERF_DSO_BPF, &id);
	}
	note_memory();
	perf_dsos_free(&dsos);
}

static void modules_of_kallsyms(size_t n)
{
	struct perf_kallsyms *kallsyms;
	FILE *file = fopen("kallsyms", "w");
	char module[32];
	size_t i;

	for (i = 0; i < n; i++)
		fprintf(file, "ffffffffc0%06zx t f%zx\t[m%zx]\n", i, i, i);
	fclose(file);
	kallsyms = perf_kallsyms_read("kallsyms", false);
	is_true(kallsyms);
	for (i = 0; kallsyms && i < n; i++) {
		struct perf_symbols symbols = { 0 };

		snprintf(module, sizeof(module), "[m%zx]", i);
		perf_kallsyms_load(kallsyms, module, 0, &symbols);
		is_equal(symbols.nr, 1);
		perf_symbols_clear(&symbols);
	}
	note_memory();
	perf_kallsyms_free(kallsyms);
}

/* Symbols at one address, whose names are suffixes of one text. */
static void names_of_an_address(size_t n)
{
	struct perf_symbols symbols = { 0 };
	char *text = malloc(256 * n + 1);
	size_t i;

	memset(text, 'a', 256 * n);
	text[256 * n] = '\0';
	for (i = 0; i < n; i++)
		perf_symbols_add(&symbols, 16, 32, text + i, PERF_SYMBOL_GLOBAL);
	perf_symbols_seal(&symbols, PERF_SYMBOLS_ELF);
	is_equal(symbols.nr, 1);
	note_memory();
	perf_symbols_clear(&symbols);
	free(text);
}

/* ---- data ------------------------------------------------------------------------------- */

static void listed_build_ids(size_t n)
{
	struct perf_data_env *env = perf_data_env_create();
	size_t i;

	for (i = 0; i < n; i++) {
		struct perf_env_build_id id = { .pid = -1, .size = 20, .filename = "/a" };

		memcpy(id.id, &i, sizeof(i));
		perf_data_env_add_build_id(env, &id);
	}
	is_equal(env->nr_build_ids, n);
	note_memory();
	perf_data_env_free(env);
}

static void put_record(struct perf_str *bytes, uint32_t type, const void *body, size_t size)
{
	const struct perf_event_header header = { .type = type, .size = 8 + size };

	test_put(bytes, &header, sizeof(header));
	test_put(bytes, body, size);
}

static void put_attr(struct perf_str *bytes, uint64_t id)
{
	struct perf_event_attr attr = test_attr();
	char body[sizeof(attr) + sizeof(id)];

	attr.size = sizeof(attr);
	memcpy(body, &attr, sizeof(attr));
	memcpy(body + sizeof(attr), &id, sizeof(id));
	put_record(bytes, PERF_RECORD_HEADER_ATTR, body, sizeof(body));
}

/* @n groups: group i is led by event i and claims all events after it. */
static void put_groups(struct perf_str *bytes, size_t n)
{
	const uint64_t feature = PERF_FEATURE_GROUP_DESC;
	uint32_t group[] = { 4, 0x61, 0, UINT32_MAX }, nr = n;
	struct perf_str body = { 0 };

	test_put(&body, &feature, sizeof(feature));
	test_put(&body, &nr, sizeof(nr));
	for (group[2] = 0; group[2] < n; group[2]++)
		test_put(&body, group, sizeof(group));
	test_put(&body, "\0\0\0", 4);
	put_record(bytes, PERF_RECORD_HEADER_FEATURE, body.text, body.length);
	perf_str_free(&body);
}

/* Open @bytes as a stream in a file; NULL on failure. */
static struct perf_data *open_stream(struct perf_str *bytes)
{
	struct perf_data_options options = { .force = true };
	int fd = memfd_create("stream", MFD_CLOEXEC);
	struct perf_data *data = NULL;
	struct perf_error error;

	if (write(fd, bytes->text, bytes->length) != (ssize_t)bytes->length ||
	    lseek(fd, 0, SEEK_SET))
		return NULL;
	is_true(!perf_data_open_fd(fd, "stream", &options, &data, &error));
	return data;
}

static void begin_stream(struct perf_str *bytes)
{
	const uint64_t start[] = { PERF_DATA_MAGIC, PERF_DATA_HEADER_SIZE_PIPE };

	test_put(bytes, start, sizeof(start));
}

/* perf_data_next() names each event before the next attr, as samples come between. */
static void events_of_a_stream(size_t n)
{
	const struct perf_data_event *const *events;
	struct perf_data_record record;
	struct perf_str bytes = { 0 };
	struct perf_error error;
	struct perf_data *data;
	size_t nr = 0, i;

	begin_stream(&bytes);
	for (i = 0; i < n; i++) {
		put_attr(&bytes, i + 1);
		if (!i)
			put_groups(&bytes, n);
		const struct test_sample sample = test_sample(i + 1, i + 1);

		test_put(&bytes, &sample, sizeof(sample));
	}
	data = open_stream(&bytes);
	while (data && perf_data_next(data, &record, &error) > 0)
		;
	events = perf_data_events(data, &nr);
	is_equal(nr, n);
	for (i = 0; i < nr; i++)
		is_true(events[i]->name && events[i]->leader == i);
	note_memory();
	perf_data_close(data);
	perf_str_free(&bytes);
}

/* Repeats PERF_FEATURE_PMU_CAPS, each of which adds to the same entry. */
static void repeated_capabilities(size_t n)
{
	const struct {
		uint64_t feature;
		uint32_t pmus, pairs, size;
		char name[4];
	} body = { PERF_FEATURE_PMU_CAPS, 1, 0, 4, "cpu" };
	struct perf_data_record record;
	struct perf_str bytes = { 0 };
	struct perf_error error;
	struct perf_data *data;
	size_t i;

	begin_stream(&bytes);
	put_attr(&bytes, 1);
	for (i = 0; i < n; i++)
		put_record(&bytes, PERF_RECORD_HEADER_FEATURE, &body, sizeof(body));
	data = open_stream(&bytes);
	while (data && perf_data_next(data, &record, &error) > 0)
		;
	is_equal(perf_data_env(data)->nr_caps, 1);
	is_text(perf_data_env(data)->caps[0].pmu, "cpu");
	note_memory();
	perf_data_close(data);
	perf_str_free(&bytes);
}

/* ---- report ----------------------------------------------------------------------------- */

static void events_of_counters(size_t n)
{
	struct perf_data_event *events = calloc(n, sizeof(*events));
	struct perf_counters counters = { 0 };
	struct {
		struct perf_record_read read;
		uint64_t value;
	} bytes = { .read.header = { .type = PERF_RECORD_READ, .size = sizeof(bytes) } };
	size_t i;

	for (i = 0; i < 2 * n; i++) {
		struct perf_data_record record = {
			.header = &bytes.read.header, .event = &events[i % n],
		};

		events[i % n].index = i % n;
		perf_counters_record(&counters, &record);
	}
	is_equal(counters.events.count, n);
	note_memory();
	perf_counters_free(&counters);
	free(events);
}

/* Values of a sort key that collide without a hash secret. */
static void chosen_values(size_t n)
{
	struct perf_report *report = calloc(1, sizeof(*report));
	struct perf_sample fields = { 0 };
	struct perf_report_sample sample = { .fields = &fields };
	struct perf_error error;
	size_t i;

	is_true(!perf_sort_parse(&report->sort, "addr", &error));
	for (i = 0; i < n; i++) {
		fields.ip = unhash_word(chosen(i));
		perf_sort_tuple(report, &sample);
	}
	is_equal(report->tuples.count, n);
	note_memory();
	perf_report_free(report);
	free(report);
}

/* The base for which cpu * 0x10001, modulo 2^32, and tuple * (2^32 + 1) add up to @sum. */
static struct perf_base base_of(uint64_t sum)
{
	struct perf_base base = { .tuple = sum >> 32 };

	if ((uint32_t)sum < base.tuple)
		base.tuple--;
	base.cpu = (uint32_t)(sum - base.tuple) * (uint32_t)inverse(0x10001);
	return base;
}

static void chosen_bases(size_t n)
{
	struct perf_report *report = calloc(1, sizeof(*report));
	size_t i;

	for (i = 0; i < n; i++) {
		struct perf_base base = base_of(chosen(i));

		perf_report_base(report, &base);
	}
	is_equal(report->bases.count, n);
	note_memory();
	perf_report_free(report);
	free(report);
}

/* Pairs of perf_row.call and .function that collide without a hash secret. */
static void chosen_rows(size_t n)
{
	struct perf_report *report = calloc(1, sizeof(*report));
	struct perf_histogram *histogram = perf_vec_push(&report->histograms);
	size_t i;

	for (i = 0; i < n; i++) {
		histogram->waiting[0] = (struct perf_row){
			.call = chosen(i) >> 32, .function = (uint32_t)chosen(i),
		};
		histogram->nr_waiting = 1;
		perf_report_settle(histogram);
	}
	is_equal(histogram->rows.count, n);
	note_memory();
	perf_report_free(report);
	free(report);
}

/* Functions whose perf_hash_u64() with root 1 is 0 modulo 4096. */
static uint32_t chosen_functions[1024];

static void choose_functions(void)
{
	uint32_t function = 0;
	size_t i;

	for (i = 0; i < 1024; i++) {
		while (perf_hash_u64(1ull << 32 | ++function) & 0xfff)
			;
		chosen_functions[i] = function;
	}
}

static void chosen_calls(size_t n)
{
	struct perf_calls calls = { 0 };
	uint32_t root = perf_calls_root(&calls);
	size_t i;

	is_equal(root, 1);
	for (i = 0; i < n; i++)
		perf_calls_get(&calls, root, chosen_functions[i]);
	note_memory();
	perf_calls_free(&calls);
}

/* perf_c2c_add() of accesses that each have their own cache line. */
static void lines_of_accesses(size_t n)
{
	struct perf_session session = { .machine = perf_machine_create() };
	struct perf_c2c *c2c = calloc(1, sizeof(*c2c));
	size_t i;

	for (i = 0; i < n; i++) {
		struct perf_sample fields = { .addr = 64 * i, .ip = 1 };
		struct perf_session_sample sample = {
			.sample = &fields, .thread = perf_machine_thread(session.machine, 1, 1),
		};

		perf_c2c_add(c2c, &session, &sample, 0);
	}
	is_equal(c2c->lines.count, n);
	note_memory();
	perf_c2c_free(c2c);
	free(c2c);
	perf_machine_free(session.machine);
}

/* ---- unwind ----------------------------------------------------------------------------- */

#define INLINED	256

static bool has_objects;

/* Make a shared object of one function with @n inlined functions side by side. */
static bool make_object(size_t n)
{
	FILE *file = fopen("inlined.s", "w");
	char command[128];
	size_t i;

	fprintf(file, ".text\nstart: .skip %zu\n"
		".section .debug_abbrev\n"
		".uleb128 1,0x11,1,0x11,1,0x12,7,0,0\n"	/* unit: low, high */
		".uleb128 2,0x2e,1,3,8,0x11,1,0x12,7,0,0\n"	/* function: name, low, high */
		".uleb128 3,0x1d,0,3,8,0x11,1,0x12,7,0,0\n"	/* inlined: the same */
		".uleb128 0\n"
		".section .debug_info\n"
		".long end - begin\nbegin: .short 4\n.long 0\n.byte 8\n"
		".uleb128 1\n.quad start, %zu\n"
		".uleb128 2\n.asciz \"outer\"\n.quad start, %zu\n", 16 * n, 16 * n, 16 * n);
	for (i = 0; i < n; i++)
		fprintf(file, ".uleb128 3\n.asciz \"i%zu\"\n.quad start + %zu, 16\n", i, 16 * i);
	fprintf(file, ".byte 0, 0\nend:\n");
	fclose(file);
	snprintf(command, sizeof(command),
		 "gcc -shared -nostdlib -Wl,-Ttext=0x1000 -o inlined%zu.so inlined.s", n);
	return !system(command);
}

static void ranges_of_a_function(size_t n)
{
	struct perf_machine *machine = perf_machine_create();
	struct perf_inlines *inlines = perf_inlines_create(machine);
	const struct perf_inline *found;
	size_t i, nr;
	char name[32];

	snprintf(name, sizeof(name), "inlined%zu.so", n);
	for (i = 0; inlines && i < n; i++) {
		struct perf_dso *dso = perf_dsos_get(&machine->dsos, name, PERF_DSO_FILE, NULL);
		uint32_t frame = machine->frames.count;

		/* The frame that perf_machine_frame() would add for a mapping of the whole file */
		*perf_vec_push(&machine->frames) = (struct perf_frame){
			.dso = dso, .addr = 0x1000 + 16 * i, .ip = 1,
		};
		perf_dso_load(&machine->dsos, dso);
		found = perf_inlines_get(inlines, frame, &nr);
		is_equal(nr, 2);
		snprintf(name, sizeof(name), "i%zu", i);
		is_true(nr && !strcmp(found->name, name));
		snprintf(name, sizeof(name), "inlined%zu.so", n);
	}
	note_memory();
	perf_inlines_free(inlines);
	perf_machine_free(machine);
}

/* ---- the commands ----------------------------------------------------------------------- */

static void names_of_tasks(size_t n)
{
	struct perf_sched_tasks tasks = { 0 };
	struct perf_str text = { 0 };
	struct perf_error error;
	char name[32];
	size_t i;

	for (i = 0; i < n; i++) {
		snprintf(name, sizeof(name), "task%zu", i);
		perf_times_add(&perf_sched_task(&tasks, i + 1, 0, name)->delays, 1);
	}
	is_true(!perf_sched_latency_text(&text, &tasks, "pid", false, &error));
	note_memory();
	perf_sched_tasks_free(&tasks);
	perf_str_free(&text);
}

/* Each thread makes one call, of number PERF_SYSCALL_LIMIT - 1. */
static void threads_that_call(size_t n)
{
	struct perf_trace_tasks tasks = { 0 };
	size_t i;

	for (i = 0; i < n; i++)
		perf_trace_summary_add(perf_trace_task(&tasks, i + 1, i + 1),
				       PERF_SYSCALL_LIMIT - 1, 0, true, 1);
	note_memory();
	perf_trace_tasks_free(&tasks);
}

/* perf_trace_fork() of a process with n files; each child closes one. */
static void forks_with_files(size_t n)
{
	struct perf_trace_tasks tasks = { .live = true };
	struct perf_trace_process *parent = perf_trace_task(&tasks, 1, 1)->process;
	size_t i;

	for (i = 0; i < n; i++)
		perf_trace_forget(parent, i);
	for (i = 0; i < n; i++) {
		perf_trace_fork(&tasks, 2 + i, 2 + i, 1, 1);
		perf_trace_forget(perf_trace_task(&tasks, 2 + i, 2 + i)->process, 3);
	}
	note_memory();
	perf_trace_tasks_free(&tasks);
}

/* Each task has a name of its own, and is refused twice. */
static void refusals_of_tasks(size_t n)
{
	static const char text[] = "name: perf_refused\nID: 1\nformat:\n"
		"\tfield:u16 reason;\toffset:0;\tsize:2;\tsigned:0;\n"
		"\tfield:char comm[16];\toffset:2;\tsize:16;\tsigned:0;\n";
	struct perf_refusals refusals = { 0 };
	struct perf_format format;
	char raw[18] = { 1 };
	size_t i;

	is_true(!perf_format_parse(&format, text, sizeof(text) - 1));
	for (i = 0; i < 2 * n; i++) {
		snprintf(raw + 2, sizeof(raw) - 2, "task%u", (uint32_t)(i % n));
		perf_refusals_add(&refusals, &format, raw, sizeof(raw));
	}
	is_equal(refusals.at.count, n);
	note_memory();
	perf_refusals_free(&refusals);
	perf_format_free(&format);
}

/* A mapping loses every other page. */
static void pages_of_a_mapping(size_t n)
{
	const struct perf_mapping mapping = { .start = 0x1000, .end = 0x1000 + 2 * n * 0x1000 };
	uint32_t epoch = 0;
	struct perf_space *space = perf_space_create(&epoch);
	size_t i;

	perf_space_map(&space, &epoch, &mapping);
	for (i = 0; i < n; i++)
		perf_space_unmap(&space, &epoch, 0x2000 + i * 0x2000, 0x3000 + i * 0x2000);
	note_memory();
	perf_space_drop(space);
}

#define GROWTH(name_, n_, bytes_)							\
static __attribute__((noipa)) void small_##name_(void) { name_(n_); }			\
static __attribute__((noipa)) void large_##name_(void) { name_(TIMES * (n_)); }	\
static void name_##_memory(void)							\
{											\
	size_t before = allocated();							\
											\
	small_##name_();								\
	large_##name_();								\
	if (bytes_used > before && bytes_used - before > TIMES * (n_) * (size_t)(bytes_))	\
		tap_bad("%zu bytes an item, not %d",					\
			(bytes_used - before) / (TIMES * (n_)), (bytes_));		\
}

GROWTH(chosen_keys, 512, 100)
GROWTH(chosen_strings, 512, 200)
GROWTH(chosen_addresses, 512, 1000)
GROWTH(descending_mappings, 512, 1000)
GROWTH(forks_with_mappings, 256, 4000)
GROWTH(build_ids_of_a_name, 512, 1000)
GROWTH(files_of_a_name, 512, 1000)
GROWTH(pieces_of_a_name, 512, 1500)
GROWTH(modules_of_kallsyms, 256, 1000)
GROWTH(listed_build_ids, 512, 500)
GROWTH(events_of_a_stream, 256, 2000)
GROWTH(names_of_an_address, 512, 1000)
GROWTH(repeated_capabilities, 512, 500)
GROWTH(events_of_counters, 512, 500)
GROWTH(chosen_values, 512, 500)
GROWTH(chosen_bases, 512, 500)
GROWTH(chosen_rows, 512, 500)
GROWTH(chosen_calls, 128, 200)
GROWTH(lines_of_accesses, 256, 2000)
GROWTH(names_of_tasks, 512, 2000)
GROWTH(threads_that_call, 128, 4000)
GROWTH(forks_with_files, 256, 6000)
GROWTH(refusals_of_tasks, 512, 1000)
GROWTH(pages_of_a_mapping, 512, 1000)
GROWTH(ranges_of_a_function, INLINED, 10000)

static void ranges_of_a_function_once(void)
{
	if (has_objects)
		ranges_of_a_function_memory();
	else
		test_skip("no gcc");
}

int main(void)
{
	choose_functions();
	has_objects = make_object(INLINED) && make_object(TIMES * INLINED);
	test(choices_collide);
	test(chosen_keys_memory);
	test(chosen_strings_memory);
	test(chosen_addresses_memory);
	test(descending_mappings_memory);
	test(forks_with_mappings_memory);
	test(build_ids_of_a_name_memory);
	test(files_of_a_name_memory);
	test(pieces_of_a_name_memory);
	test(modules_of_kallsyms_memory);
	test(listed_build_ids_memory);
	test(events_of_a_stream_memory);
	test(names_of_an_address_memory);
	test(repeated_capabilities_memory);
	test(events_of_counters_memory);
	test(chosen_values_memory);
	test(chosen_bases_memory);
	test(chosen_rows_memory);
	test(chosen_calls_memory);
	test(lines_of_accesses_memory);
	test(ranges_of_a_function_once);
	test(names_of_tasks_memory);
	test(threads_that_call_memory);
	test(forks_with_files_memory);
	test(refusals_of_tasks_memory);
	test(pages_of_a_mapping_memory);
	return test_end();
}
