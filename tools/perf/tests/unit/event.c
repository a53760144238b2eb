// SPDX-License-Identifier: GPL-2.0
/* Tests of lib/event: names, terms, modifiers, the grammar. */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include <event/names.h>
#include <event/parse.h>
#include <event/pmu.h>
#include <event/tracepoint.h>
#include <record/attrs.h>

#include "tap.h"

/* Parse @text into a new list; if that fails, the list must be empty. */
static int parse(struct perf_event_list *list, const char *text, struct perf_error *error)
{
	int failed;

	*list = (struct perf_event_list){ 0 };
	error->hint[0] = '\0';
	failed = perf_events_parse(list, text, error);
	if (failed) {
		is_equal(list->count, 0);
		perf_event_list_free(list);
	}
	return failed;
}

static void generic_names(void)
{
	struct perf_event_list list;
	struct perf_error error;

	is_equal(parse(&list, "cycles,cpu-cycles,faults,task-clock,duration_time", &error), 0);
	is_equal(list.count, 5);
	is_equal(list.at[0].attr.type, PERF_TYPE_HARDWARE);
	is_equal(list.at[0].attr.config, PERF_COUNT_HW_CPU_CYCLES);
	is_equal(list.at[0].attr.exclude_guest, 1);
	is_equal(list.at[1].attr.config, PERF_COUNT_HW_CPU_CYCLES);
	is_text(list.at[1].name, "cpu-cycles");
	is_equal(list.at[2].attr.type, PERF_TYPE_SOFTWARE);
	is_equal(list.at[2].attr.config, PERF_COUNT_SW_PAGE_FAULTS);
	is_equal(list.at[2].attr.exclude_guest, 0);
	is_text(list.at[3].unit, "msec");
	is_true(list.at[3].scale == 1e-6);
	is_equal(list.at[4].tool, PERF_TOOL_DURATION);
	perf_event_list_free(&list);
}

static void every_generic_name_is_found(void)
{
	struct perf_event_list list;
	struct perf_error error;
	size_t i;

	for (i = 0; i < perf_event_name_count; i++) {
		is_equal(parse(&list, perf_event_names[i].name, &error), 0);
		is_equal(list.at[0].attr.type, perf_event_names[i].type);
		is_equal(list.at[0].attr.config, perf_event_names[i].config);
		perf_event_list_free(&list);
	}
}

static void cache_names(void)
{
	static const struct {
		const char	*name;
		uint64_t	config;
	} cases[] = {
		{ "L1-dcache-loads", 0x0 }, { "L1-dcache-load-misses", 0x10000 },
		{ "L1-dcache-stores", 0x100 }, { "l1d-prefetch-misses", 0x10200 },
		{ "LLC", 0x2 }, { "LLC-load-misses", 0x10002 }, { "dTLB-store-misses", 0x10103 },
		{ "iTLB-loads", 0x4 }, { "branch-loads", 0x5 }, { "branch-load-misses", 0x10005 },
		{ "node-prefetches", 0x206 }, { "LLC-misses", 0x10002 },
		{ "Data-TLB-speculative-read-miss", 0x10203 },
	};
	uint64_t config;
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(cases); i++) {
		is_true(perf_cache_event_parse(cases[i].name, &config));
		is_equal(config, cases[i].config);
	}
	is_true(!perf_cache_event_parse("L1-icache-stores", &config));
	is_true(!perf_cache_event_parse("iTLB-prefetches", &config));
	is_true(!perf_cache_event_parse("LLCx", &config));
	is_true(!perf_cache_event_parse("L1-dcache-loads-x", &config));
	is_true(!perf_cache_event_parse("", &config));
}

static void every_cache_name_is_found(void)
{
	struct perf_str name = { 0 };
	uint64_t config, parsed;
	size_t at = 0, count = 0;

	while (perf_cache_event_next(&at, &name, &config)) {
		is_true(perf_cache_event_parse(perf_str_text(&name), &parsed));
		is_equal(parsed, config);
		count++;
	}
	/* 4 caches with three operations, 1 with two, 2 with one, each with two results */
	is_equal(count, 2 * (4 * 3 + 2 + 2));
	perf_str_free(&name);
}

static void modifiers(void)
{
	static const char many[] =
		"cycles:u,cycles:uk,cycles:ppp,cycles:GH,cycles:DeI,cycles:SWP,cycles:H";
	struct perf_event_list list;
	struct perf_error error;

	is_equal(parse(&list, many, &error), 0);
	is_true(!list.at[0].attr.exclude_user && list.at[0].attr.exclude_kernel &&
		list.at[0].attr.exclude_hv);
	is_true(!list.at[1].attr.exclude_user && !list.at[1].attr.exclude_kernel &&
		list.at[1].attr.exclude_hv);
	is_equal(list.at[2].attr.precise_ip, 3);
	is_true(!list.at[3].attr.exclude_guest && !list.at[3].attr.exclude_host);
	is_true(list.at[4].attr.pinned && list.at[4].attr.exclusive &&
		list.at[4].attr.exclude_idle);
	is_true(list.at[5].sample_read && list.at[5].weak && list.at[5].max_precise);
	is_true(list.at[6].attr.exclude_guest && !list.at[6].attr.exclude_host);
	is_text(list.at[1].name, "cycles:uk");
	perf_event_list_free(&list);
	is_equal(parse(&list, "cycles:x", &error), -EINVAL);
	has_text(error.hint, "user");
	is_equal(parse(&list, "cycles:pppp", &error), -EINVAL);
	is_equal(parse(&list, "cycles:b", &error), -EOPNOTSUPP);
}

static void groups(void)
{
	struct perf_event_list list;
	struct perf_error error;

	is_equal(parse(&list, "cs,{faults,dummy,minor-faults:k}:u,{major-faults}", &error), 0);
	is_equal(list.count, 5);
	is_equal(list.at[0].leader, 0);
	is_equal(list.at[1].leader, 1);
	is_equal(list.at[2].leader, 1);
	is_equal(list.at[3].leader, 1);
	is_equal(list.at[1].members, 3);
	is_true(list.at[1].attr.exclude_kernel && list.at[2].attr.exclude_kernel);
	is_text(list.at[1].name, "faults");
	is_equal(list.at[4].leader, 4);
	perf_event_list_free(&list);
	is_equal(parse(&list, "mine:{faults,cs}", &error), 0);
	is_text(list.at[0].group, "mine");
	perf_event_list_free(&list);
	is_equal(parse(&list, "{faults,cs", &error), -EINVAL);
	has_text(error.text, "'}'");
	is_equal(parse(&list, "{faults,{cs}}", &error), -EINVAL);
	is_equal(parse(&list, "{}", &error), -EINVAL);
	is_equal(parse(&list, "faults}", &error), -EINVAL);
	is_equal(list.count, 0);
}

static void raw_and_numbered(void)
{
	struct perf_event_list list;
	struct perf_error error;

	is_equal(parse(&list, "r1a8,1:2,4294967295:0x10:u,rff:k", &error), 0);
	is_equal(list.at[0].attr.type, PERF_TYPE_RAW);
	is_equal(list.at[0].attr.config, 0x1a8);
	is_equal(list.at[1].attr.type, 1);
	is_equal(list.at[1].attr.config, 2);
	is_equal(list.at[2].attr.type, 4294967295u);
	is_equal(list.at[2].attr.config, 16);
	is_true(list.at[2].attr.exclude_kernel);
	is_equal(list.at[3].attr.config, 0xff);
	is_true(list.at[3].attr.exclude_user);
	perf_event_list_free(&list);
	is_equal(parse(&list, "r11112222333344445", &error), -ERANGE);
	is_equal(parse(&list, "4294967296:1", &error), -ERANGE);
}

static void breakpoints(void)
{
	static const char many[] = "mem:0x1000,mem:4096/8:w,mem:0x1000:x:u,mem:1/1:rw:k,mem:8:u";
	struct perf_event_list list;
	struct perf_error error;

	is_equal(parse(&list, many, &error), 0);
	is_equal(list.at[0].attr.type, PERF_TYPE_BREAKPOINT);
	is_equal(list.at[0].attr.bp_addr, 0x1000);
	is_equal(list.at[0].attr.bp_type, 3);
	is_equal(list.at[0].attr.bp_len, 4);
	is_equal(list.at[1].attr.bp_type, 2);
	is_equal(list.at[1].attr.bp_len, 8);
	is_equal(list.at[2].attr.bp_type, 4);
	is_equal(list.at[2].attr.bp_len, sizeof(long));
	is_true(list.at[2].attr.exclude_kernel);
	is_equal(list.at[3].attr.bp_len, 1);
	is_true(list.at[3].attr.exclude_user);
	is_true(list.at[4].attr.exclude_kernel && list.at[4].attr.bp_type == 3);
	perf_event_list_free(&list);
	is_equal(parse(&list, "mem:", &error), -EINVAL);
	is_equal(parse(&list, "mem:x", &error), -EINVAL);
	is_equal(parse(&list, "mem:8/3", &error), -EINVAL);
	is_equal(parse(&list, "mem:8:r:u:k:q", &error), -EINVAL);
}

static void settings_of_events(void)
{
	struct perf_event_list list;
	struct perf_error error;

	is_equal(parse(&list,
		       "cycles/period=100,call-graph=dwarf,stack-size=1024,no-inherit,name='a,b'/u",
		       &error), 0);
	is_equal(list.count, 1);
	is_equal(list.at[0].terms.given, PERF_TERM_PERIOD | PERF_TERM_CALL_GRAPH |
		 PERF_TERM_STACK_SIZE | PERF_TERM_INHERIT | PERF_TERM_NAME);
	is_equal(list.at[0].terms.period, 100);
	is_equal(list.at[0].terms.stack_size, 1024);
	is_text(list.at[0].terms.call_graph, "dwarf");
	is_true(!list.at[0].terms.inherit);
	is_text(list.at[0].name, "a,b");
	is_true(list.at[0].attr.exclude_kernel);
	perf_event_list_free(&list);
	is_equal(parse(&list, "cycles/percore/,cycles/percore=0/", &error), 0);
	is_true(list.at[0].terms.percore && !list.at[1].terms.percore);
	perf_event_list_free(&list);
	is_equal(parse(&list, "cycles/percor/", &error), -EINVAL);
	has_text(error.hint, "'percore'");
	is_equal(parse(&list, "cycles/percore=2/", &error), -EINVAL);
	is_equal(parse(&list, "cycles/perod=3/", &error), -EINVAL);
	has_text(error.hint, "period");
	is_equal(parse(&list, "cycles/period=x/", &error), -EINVAL);
	is_equal(parse(&list, "cycles/call-graph=maybe/", &error), -EINVAL);
}

/* The event's branch_type term overrides perf_record_config.branch_type. */
static void branch_filters(void)
{
	const uint64_t stack = PERF_SAMPLE_BRANCH_STACK;
	struct perf_record_config config = { .branch_type = PERF_SAMPLE_BRANCH_COND };
	struct perf_event_list list;
	struct perf_error error;

	is_equal(parse(&list, "cycles,cycles/branch_type=no/,cycles/branch_type='any_call,u'/,"
			      "cycles/branch_type=k/", &error), 0);
	is_equal(perf_record_attrs(&list, &config, 0, &error), 0);
	is_equal(list.at[0].attr.sample_type & stack, stack);
	is_equal(list.at[0].attr.branch_sample_type, PERF_SAMPLE_BRANCH_COND);
	is_equal(list.at[1].attr.sample_type & stack, 0);
	is_equal(list.at[1].attr.branch_sample_type, 0);
	is_equal(list.at[2].attr.sample_type & stack, stack);
	is_equal(list.at[2].attr.branch_sample_type,
		 PERF_SAMPLE_BRANCH_ANY_CALL | PERF_SAMPLE_BRANCH_USER);
	is_equal(list.at[3].attr.branch_sample_type,
		 PERF_SAMPLE_BRANCH_ANY | PERF_SAMPLE_BRANCH_KERNEL);
	perf_event_list_free(&list);
	is_equal(parse(&list, "cycles/branch_type=anycall/", &error), -EINVAL);
	has_text(error.text, "'anycall'");
	is_equal(parse(&list, "cycles/branch_type/", &error), -EINVAL);
	is_equal(parse(&list, "cycles/branchtype=any/", &error), -EINVAL);
	has_text(error.hint, "'branch_type'");
	is_equal(parse(&list, "cycles/no-inherti/", &error), -EINVAL);
	has_text(error.hint, "'no-inherit'");
}

/* AUX terms need an AUX event as the group's leader; 17:0 stands for one. */
static void trace_data(void)
{
	static const char *const wrong[] = {
		"cycles/aux-output/", "{cycles,cs/aux-sample-size=64/}", "17:0,cs/aux-output/",
		"{17:0,cs/aux-sample-size=61441/}",
	};
	struct perf_record_config config = { 0 };
	struct perf_event_list list;
	struct perf_error error;
	size_t i;

	is_equal(parse(&list, "{17:0,cycles/aux-output/,cs/aux-sample-size=4096/,"
			      "cs/aux-output=0,aux-sample-size=0/}", &error), 0);
	is_equal(perf_record_attrs(&list, &config, 0, &error), 0);
	is_equal(list.at[0].attr.aux_output, 0);
	is_equal(list.at[1].attr.aux_output, 1);
	is_equal(list.at[1].attr.sample_type & PERF_SAMPLE_AUX, 0);
	is_equal(list.at[2].attr.aux_output, 0);
	is_equal(list.at[2].attr.aux_sample_size, 4096);
	is_equal(list.at[2].attr.sample_type & PERF_SAMPLE_AUX, PERF_SAMPLE_AUX);
	is_equal(list.at[3].attr.aux_output, 0);
	is_equal(list.at[3].attr.sample_type & PERF_SAMPLE_AUX, 0);
	perf_event_list_free(&list);
	for (i = 0; i < PERF_ARRAY_SIZE(wrong); i++) {
		is_equal(parse(&list, wrong[i], &error), 0);
		is_equal(perf_record_attrs(&list, &config, 0, &error), -EINVAL);
		has_text(error.text, i < 3 ? "no AUX area event" : "at most");
		perf_event_list_free(&list);
	}
	is_equal(parse(&list, "cycles/aux-ouput/", &error), -EINVAL);
	has_text(error.hint, "'aux-output'");
}

static void formats(void)
{
	struct perf_pmu_format format = { 0 };
	uint64_t words[PERF_CONFIG_WORDS] = { 0 };

	is_true(perf_pmu_format_parse("config:0-7,21", &format.word, &format.bits));
	is_equal(format.word, 0);
	is_equal(format.bits, 0x2000ff);
	is_true(perf_pmu_format_fits(&format, 0x1ff));
	is_true(!perf_pmu_format_fits(&format, 0x200));
	perf_pmu_format_apply(&format, 0x1a5, words);
	is_equal(words[0], 0x2000a5);
	perf_pmu_format_apply(&format, 0, words);
	is_equal(words[0], 0);
	is_true(perf_pmu_format_parse("config3:0-63", &format.word, &format.bits));
	is_equal(format.word, 3);
	is_equal(format.bits, -1);
	is_true(perf_pmu_format_fits(&format, ~0ull));
	is_true(perf_pmu_format_parse("config1:5", &format.word, &format.bits));
	is_equal(format.bits, 32);
	is_true(!perf_pmu_format_parse("config4:0", &format.word, &format.bits));
	is_true(!perf_pmu_format_parse("config:64", &format.word, &format.bits));
	is_true(!perf_pmu_format_parse("config:7-3", &format.word, &format.bits));
	is_true(!perf_pmu_format_parse("config:", &format.word, &format.bits));
	is_true(!perf_pmu_format_parse("conf:1", &format.word, &format.bits));
}

static void pmu_software_is_read(void)
{
	struct perf_event_list list;
	struct perf_error error;

	if (access("/sys/bus/event_source/devices/software/type", R_OK))
		test_skip("no PMUs in sysfs");
	is_equal(parse(&list, "software/config=2,config3=7/k", &error), 0);
	is_equal(list.at[0].attr.type, PERF_TYPE_SOFTWARE);
	is_equal(list.at[0].attr.config, 2);
	is_equal(list.at[0].attr.config3, 7);
	is_true(list.at[0].attr.exclude_user);
	is_text(list.at[0].pmu, "software");
	perf_event_list_free(&list);
	is_equal(parse(&list, "software/nothing/", &error), -EINVAL);
	is_equal(parse(&list, "softwar/config=1/", &error), -ENOENT);
	has_text(error.hint, "software");
}

static void tracepoints(void)
{
	struct perf_event_list list;
	struct perf_error error;

	if (access("/sys/kernel/tracing/events/sched/sched_switch/id", R_OK))
		test_skip("tracefs cannot be read");
	is_equal(parse(&list, "sched:sched_switch:u,sched:sched_process_e*", &error), 0);
	is_equal(list.at[0].attr.type, PERF_TYPE_TRACEPOINT);
	is_true(list.at[0].attr.config > 0 && list.at[0].attr.exclude_kernel);
	is_text(list.at[0].name, "sched:sched_switch");
	is_true(list.count >= 3);
	perf_event_list_free(&list);
	is_equal(parse(&list, "sched:sched_swich", &error), -ENOENT);
	has_text(error.hint, "sched:sched_switch");
	is_equal(parse(&list, "shed:sched_switch", &error), -ENOENT);
	has_text(error.hint, "sched:sched_switch");
}

static void mistakes_are_explained(void)
{
	struct perf_event_list list;
	struct perf_error error;

	is_equal(parse(&list, "cylces", &error), -ENOENT);
	has_text(error.hint, "'cycles'");
	is_equal(parse(&list, "faults,branch-mises", &error), -ENOENT);
	has_text(error.hint, "'branch-misses'");
	/* perf_error.hint marks the location by a caret below the text. */
	has_text(error.hint, "faults,branch-mises\n       ^");
	is_equal(parse(&list, "L1-dcache-lods", &error), -ENOENT);
	has_text(error.hint, "L1-dcache-loads");
	is_equal(parse(&list, "", &error), -EINVAL);
	is_equal(parse(&list, "faults,", &error), -EINVAL);
	is_equal(parse(&list, ",faults", &error), -EINVAL);
	is_equal(parse(&list, "cpu/x", &error), -EINVAL);
	is_equal(parse(&list, "/x/", &error), -EINVAL);
	is_equal(parse(&list, "foo:", &error), -EINVAL);
	is_equal(list.count, 0);
}

static void kernel_is_dropped_in_the_name(void)
{
	struct perf_event_list list;
	struct perf_error error;

	is_equal(parse(&list, "faults,software/config=1/,faults:D,faults:u,faults:k", &error), 0);
	is_true(perf_event_drop_kernel(&list.at[0]));
	is_text(list.at[0].name, "faults:u");
	is_true(perf_event_drop_kernel(&list.at[1]));
	is_text(list.at[1].name, "software/config=1/u");
	is_true(perf_event_drop_kernel(&list.at[2]));
	is_text(list.at[2].name, "faults:Du");
	is_true(!perf_event_drop_kernel(&list.at[3]));
	is_true(!perf_event_drop_kernel(&list.at[4]));
	perf_event_list_free(&list);
}

/* Debian's perf 6.1 makes the same events PERF_COUNT_SW_CPU_CLOCK, by the same names. */
static void cycles_become_the_clock(void)
{
	static const char *const names[][2] = {
		{ "cycles", "cpu-clock" }, { "cycles:u", "cpu-clock:u" },
		{ "cpu-cycles:k", "cpu-clock:k" }, { "cycles:upp", "cpu-clock:upp" },
		{ "cycles/period=1000/", "cpu-clock" }, { "cycles/period=1000/u", "cpu-clock:u" },
		{ "cycles/name=foo/", "cpu-clock" },
	};
	static const char others[] = "instructions,ref-cycles,cache-misses,r3c,cpu-clock,cs";
	struct perf_event_list list;
	struct perf_error error;
	struct perf_event_attr before;
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(names); i++) {
		is_equal(parse(&list, names[i][0], &error), 0);
		before = list.at[0].attr;
		is_true(perf_event_take_clock(&list.at[0]));
		is_text(list.at[0].name, names[i][1]);
		is_true(list.at[0].clock_taken);
		before.type = PERF_TYPE_SOFTWARE;
		before.config = PERF_COUNT_SW_CPU_CLOCK;
		is_true(!memcmp(&before, &list.at[0].attr, sizeof(before)));
		perf_event_list_free(&list);
	}
	is_equal(parse(&list, others, &error), 0);
	for (i = 0; i < list.count; i++)
		is_true(!perf_event_take_clock(&list.at[i]));
	perf_event_list_free(&list);
	is_equal(parse(&list, "cycles", &error), 0);
	list.at[0].attr.branch_sample_type = PERF_SAMPLE_BRANCH_ANY;
	is_true(!perf_event_take_clock(&list.at[0]));
	is_text(list.at[0].name, "cycles");
	perf_event_list_free(&list);
}

static void copies_share_nothing(void)
{
	struct perf_event_list list;
	struct perf_error error;
	struct perf_event_spec *copy;

	is_equal(parse(&list, "{task-clock:u,faults}", &error), 0);
	copy = perf_event_list_copy(&list, 0);
	is_text(copy->name, "task-clock:u");
	is_true(copy->name != list.at[0].name && copy->unit != list.at[0].unit);
	is_equal(copy->leader, 2);
	is_equal(copy->members, 1);
	is_true(copy->attr.exclude_kernel);
	perf_event_list_free(&list);
}

int main(void)
{
	test(generic_names);
	test(every_generic_name_is_found);
	test(cache_names);
	test(every_cache_name_is_found);
	test(modifiers);
	test(groups);
	test(raw_and_numbered);
	test(breakpoints);
	test(settings_of_events);
	test(branch_filters);
	test(trace_data);
	test(formats);
	test(pmu_software_is_read);
	test(tracepoints);
	test(mistakes_are_explained);
	test(kernel_is_dropped_in_the_name);
	test(cycles_become_the_clock);
	test(copies_share_nothing);
	return test_end();
}
