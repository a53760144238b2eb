// SPDX-License-Identifier: GPL-2.0
/* Tests of perf_stat_add() and perf_stat_print() on made-up counts, also of hardware events. */
#include <stdlib.h>

#include <event/parse.h>
#include <stat/stat_metric.h>
#include <stat/stat_print.h>

#include "tap.h"

#define CPUS	2

/* Events without descriptors, and one count for each event and CPU. */
struct fixture {
	struct perf_event_list		list;
	struct perf_event_set		set;
	struct perf_event_opened	opened[16];
	struct perf_threads		threads;
	struct perf_thread		thread;
	int				cpu_numbers[CPUS];
	struct perf_cpus		cpus;
	struct perf_counts		counts;
	struct perf_stat		stat;
	struct perf_stat_style		style;
	struct perf_str			text;
};

static void begin(struct fixture *f, const char *events, enum perf_stat_by by, size_t cpus)
{
	struct perf_error error;
	size_t i;

	memset(f, 0, sizeof(*f));
	is_equal(perf_events_parse(&f->list, events, &error), 0);
	for (i = 0; i < CPUS; i++)
		f->cpu_numbers[i] = i;
	f->cpus.at = f->cpu_numbers;
	f->cpus.count = cpus;
	f->thread.tid = -1;
	f->threads.at = &f->thread;
	f->threads.count = 1;
	f->set.list = &f->list;
	f->set.threads = &f->threads;
	f->set.at = f->opened;
	f->set.count = f->list.count;
	for (i = 0; i < f->list.count; i++)
		f->opened[i].cpus = f->cpus;
	is_equal(perf_counts_init(&f->counts, &f->set, &error), 0);
	f->stat.by = by;
	f->stat.scale = true;
	f->stat.merge = true;
	f->style.runs = 1;
	is_equal(perf_stat_init(&f->stat, &f->set, &f->cpus, &error), 0);
}

static void set_count(struct fixture *f, size_t event, size_t cpu, uint64_t value, uint64_t enabled,
		      uint64_t running)
{
	f->counts.at[f->counts.first[event] + cpu] = (struct perf_count){ value, enabled, running };
}

static void add_run(struct fixture *f, uint64_t wall)
{
	static const uint64_t tool[] = { 0, 1000, 2000, 3000 };
	struct perf_error error;

	perf_mean_add(&f->stat.wall, wall);
	is_equal(perf_stat_add(&f->stat, &f->counts, tool, &error), 0);
}

static const char *printed(struct fixture *f)
{
	perf_str_cut(&f->text, 0);
	perf_stat_print(&f->stat, &f->style, &f->text);
	return perf_str_text(&f->text);
}

static void end(struct fixture *f)
{
	perf_stat_free(&f->stat);
	perf_counts_free(&f->counts);
	perf_event_list_free(&f->list);
	perf_str_free(&f->text);
}

static void means_have_errors(void)
{
	struct perf_mean mean = { 0 };

	is_true(perf_mean_error(&mean) == 0);
	perf_mean_add(&mean, 10);
	is_true(mean.mean == 10 && perf_mean_error(&mean) == 0);
	perf_mean_add(&mean, 14);
	is_true(mean.mean == 12);
	/* perf_mean_error(): the standard error of two numbers is half their distance. */
	is_true(perf_mean_error(&mean) == 2);
	mean.mean = -8;
	is_true(perf_mean_error_percent(&mean) == 25);
	mean.mean = 0;
	is_true(perf_mean_error_percent(&mean) == 0);
}

static void times_have_a_least_and_a_most(void)
{
	struct perf_times times = { 0 };

	perf_times_add(&times, 7);
	is_true(times.min == 7 && times.max == 7);
	perf_times_add(&times, 3);
	perf_times_add(&times, 5);
	is_true(times.min == 3 && times.max == 7 && times.total == 15);
	is_true(times.mean.count == 3 && times.mean.mean == 5);
}

static void shared_counters_are_scaled(void)
{
	struct fixture f;
	char row[256];

	begin(&f, "cycles", PERF_STAT_ALL, 1);
	set_count(&f, 0, 0, 1000, 4000000, 1000000);
	add_run(&f, 4000000);
	snprintf(row, sizeof(row), "%18d %4s %-32s%38s  (25.00%%)\n", 4000, "", "cycles", "");
	is_text(printed(&f), row);
	f.style.separator = ",";
	is_text(printed(&f), "4000,,cycles,1000000,25.00,,\n");
	end(&f);

	begin(&f, "cycles", PERF_STAT_ALL, 1);
	f.stat.scale = false;
	set_count(&f, 0, 0, 1000, 4000000, 1000000);
	add_run(&f, 4000000);
	f.style.separator = ",";
	is_text(printed(&f), "1000,,cycles,1000000,25.00,,\n");
	end(&f);
}

static void hardware_ratios(void)
{
	struct fixture f;
	char row[256];

	begin(&f, "task-clock,cycles,instructions,branches,branch-misses,stalled-cycles-frontend",
	      PERF_STAT_ALL, 1);
	set_count(&f, 0, 0, 1000000, 1000000, 1000000);
	set_count(&f, 1, 0, 3000000, 1000000, 1000000);
	set_count(&f, 2, 0, 6000000, 1000000, 1000000);
	set_count(&f, 3, 0, 500000, 1000000, 1000000);
	set_count(&f, 4, 0, 10000, 1000000, 1000000);
	set_count(&f, 5, 0, 300000, 1000000, 1000000);
	add_run(&f, 2000000);
	f.style.separator = ",";
	is_text(printed(&f), "1.00,msec,task-clock,1000000,100.00,0.500,CPUs utilized\n"
			     "3000000,,cycles,1000000,100.00,3.000,GHz\n"
			     "6000000,,instructions,1000000,100.00,2.00,insn per cycle\n"
			     ",,,,,0.05,stalled cycles per insn\n"
			     "500000,,branches,1000000,100.00,500.000,M/sec\n"
			     "10000,,branch-misses,1000000,100.00,2.00,of all branches\n"
			     "300000,,stalled-cycles-frontend,1000000,100.00,10.00,frontend cycles idle\n");
	f.style.separator = NULL;
	snprintf(row, sizeof(row), "%18d %4s %-32s # %-35s\n", 3000000, "", "cycles",
		 "   3.000 GHz");
	has_text(printed(&f), row);
	has_text(printed(&f), " #    2.00  insn per cycle ");
	has_text(printed(&f), " #    2.00% of all branches ");
	f.style.thousands = ",";
	has_text(printed(&f), "         3,000,000      cycles ");
	end(&f);
}

static void slots_are_divided_twice(void)
{
	struct fixture f;

	begin(&f, "r400,r8000,r8100,r8400,r8500", PERF_STAT_ALL, 1);
	set_count(&f, 0, 0, 1000, 10, 10);
	set_count(&f, 1, 0, 600, 10, 10);
	set_count(&f, 2, 0, 100, 10, 10);
	set_count(&f, 3, 0, 50, 10, 10);
	set_count(&f, 4, 0, 110, 10, 10);
	add_run(&f, 10);
	f.style.separator = ",";
	is_text(printed(&f), "1000,,r400,10,100.00,,\n"
			     "600,,r8000,10,100.00,60.00,retiring\n"
			     "100,,r8100,10,100.00,10.00,bad speculation\n"
			     "50,,r8400,10,100.00,5.00,heavy operations\n"
			     ",,,,,55.00,light operations\n"
			     "110,,r8500,10,100.00,11.00,branch mispredict\n"
			     /* Not below 0, though counts read at different times do not add up. */
			     ",,,,,0.00,machine clears\n");
	end(&f);
}

static void transactions_are_told(void)
{
	struct fixture f;

	begin(&f, "cycles,r10000003c,r30000003c,r1c9,r1c8", PERF_STAT_ALL, 1);
	set_count(&f, 0, 0, 1000, 10, 10);
	set_count(&f, 1, 0, 400, 10, 10);
	set_count(&f, 2, 0, 300, 10, 10);
	set_count(&f, 3, 0, 8, 10, 10);
	set_count(&f, 4, 0, 0, 10, 10);
	add_run(&f, 10);
	f.style.separator = ",";
	is_text(printed(&f), "1000,,cycles,10,100.00,,\n"
			     "400,,r10000003c,10,100.00,40.00,transactional cycles\n"
			     "300,,r30000003c,10,100.00,10.00,aborted cycles\n"
			     "8,,r1c9,10,100.00,50.000,cycles / transaction\n"
			     "0,,r1c8,10,100.00,,\n");
	end(&f);
}

static void firmware_takes_cycles(void)
{
	struct fixture f;

	begin(&f, "r1,r4,cycles", PERF_STAT_ALL, 1);
	f.list.at[0].pmu = strdup("msr");
	f.list.at[1].pmu = strdup("msr");
	set_count(&f, 0, 0, 1000, 10, 10);
	set_count(&f, 1, 0, 7, 10, 10);
	set_count(&f, 2, 0, 980, 10, 10);
	add_run(&f, 10);
	f.style.separator = ",";
	is_text(printed(&f), "1000,,r1,10,100.00,2.00,SMI cycles%\n"
			     "7,,r4,10,100.00,7.000,SMI#\n"
			     "980,,cycles,10,100.00,,\n");
	is_text(perf_stat_metric_unit(&f.stat, 0), "SMI cycles%");
	is_text(perf_stat_metric_unit(&f.stat, 1), "SMI#");
	/* Without a count of cycles, perf_stat_print() omits the metric rather than print 100 %. */
	set_count(&f, 2, 0, 0, 10, 0);
	perf_stat_reset(&f.stat);
	add_run(&f, 10);
	is_true(!strstr(printed(&f), "SMI cycles%"));
	end(&f);
}

/* A group's metric uses its own cycles; attr.config's PMU type of hybrid CPUs is ignored. */
static void groups_are_not_mixed(void)
{
	struct fixture f;

	begin(&f, "{cycles,cs},{cycles,instructions}", PERF_STAT_ALL, 1);
	f.list.at[2].attr.config |= 4ull << PERF_PMU_TYPE_SHIFT;
	f.list.at[3].attr.config |= 4ull << PERF_PMU_TYPE_SHIFT;
	set_count(&f, 0, 0, 100, 10, 10);
	set_count(&f, 1, 0, 1, 10, 10);
	set_count(&f, 2, 0, 300, 10, 10);
	set_count(&f, 3, 0, 600, 10, 10);
	add_run(&f, 10);
	f.style.separator = ",";
	has_text(printed(&f), "600,,instructions,10,100.00,2.00,insn per cycle\n");
	end(&f);
}

static void levels_are_not_mixed(void)
{
	struct fixture f;

	begin(&f, "cycles:u,instructions:k", PERF_STAT_ALL, 1);
	set_count(&f, 0, 0, 100, 10, 10);
	set_count(&f, 1, 0, 100, 10, 10);
	add_run(&f, 10);
	f.style.separator = ",";
	is_text(printed(&f), "100,,cycles:u,10,100.00,,\n100,,instructions:k,10,100.00,,\n");
	end(&f);
}

static void counts_are_summed_or_shown_by_cpu(void)
{
	struct fixture f;
	char rows[512];

	begin(&f, "cs", PERF_STAT_ALL, 2);
	set_count(&f, 0, 0, 3, 10, 10);
	set_count(&f, 0, 1, 4, 10, 10);
	add_run(&f, 10);
	f.style.separator = ";";
	is_text(printed(&f), "7;;cs;20;100.00;;\n");
	end(&f);

	begin(&f, "cs", PERF_STAT_CPU, 2);
	set_count(&f, 0, 0, 3, 10, 10);
	set_count(&f, 0, 1, 4, 10, 0);
	add_run(&f, 10);
	snprintf(rows, sizeof(rows), "%-6s %18d %4s %-32s%38s\n%-6s %18s %4s %-32s%38s\n",
		 "CPU0", 3, "", "cs [software]", "", "CPU1", "<not counted>", "", "cs [software]",
		 "");
	is_text(printed(&f), rows);
	f.style.json = true;
	has_text(printed(&f), "{\"cpu\" : \"1\", \"counter-value\" : \"<not counted>\", ");
	has_text(printed(&f), "\"event-runtime\" : 0, \"pcnt-running\" : 0.00, ");
	end(&f);
}

/* This test's machine: one core with all CPUs. */
static void one_core(const void *context, int cpu, int cache_level, struct perf_cpu_topology *place)
{
	(void)context;
	(void)cpu;
	(void)cache_level;
	*place = (struct perf_cpu_topology){ .core = 3 };
}

/* cs/percore/ is added up by core, although perf_stat.by is PERF_STAT_CPU. */
static void cores_stand_among_cpus(void)
{
	struct perf_error error;
	struct fixture f;

	begin(&f, "cs/percore/,cs/percore=0/,faults", PERF_STAT_CPU, 2);
	perf_stat_free(&f.stat);
	f.stat.topology = one_core;
	is_equal(perf_stat_init(&f.stat, &f.set, &f.cpus, &error), 0);
	set_count(&f, 0, 0, 5, 10, 10);
	set_count(&f, 0, 1, 7, 20, 20);
	set_count(&f, 1, 0, 1, 10, 10);
	set_count(&f, 1, 1, 2, 10, 10);
	set_count(&f, 2, 0, 3, 10, 10);
	set_count(&f, 2, 1, 4, 10, 10);
	add_run(&f, 1);
	f.style.separator = ",";
	is_text(printed(&f), "S0-D0-C3,12,,cs/percore/,30,100.00,,\n"
			     "CPU0,1,,cs/percore=0/,10,100.00,,\nCPU1,2,,cs/percore=0/,10,100.00,,\n"
			     "CPU0,3,,faults [software],10,100.00,,\n"
			     "CPU1,4,,faults [software],10,100.00,,\n");
	f.style.separator = NULL;
	has_text(printed(&f), "\nCPU0 ");
	is_true(!strncmp(printed(&f), "S0-D0-C3                 12 ", 28));
	f.style.json = true;
	has_text(printed(&f), "{\"core\" : \"S0-D0-C3\", \"counter-value\" : \"12.000000\"");
	has_text(printed(&f), "{\"cpu\" : \"1\", \"counter-value\" : \"4.000000\"");
	perf_stat_free(&f.stat);
	f.stat.percore_by_cpu = true;
	is_equal(perf_stat_init(&f.stat, &f.set, &f.cpus, &error), 0);
	add_run(&f, 1);
	f.style.json = false;
	f.style.separator = ",";
	is_text(printed(&f), "CPU0,12,,cs/percore/,30,100.00,,\nCPU1,12,,cs/percore/,30,100.00,,\n"
			     "CPU0,1,,cs/percore=0/,10,100.00,,\nCPU1,2,,cs/percore=0/,10,100.00,,\n"
			     "CPU0,3,,faults [software],10,100.00,,\n"
			     "CPU1,4,,faults [software],10,100.00,,\n");
	end(&f);

	begin(&f, "cs/percore/", PERF_STAT_ALL, 2);
	set_count(&f, 0, 0, 5, 10, 10);
	set_count(&f, 0, 1, 7, 10, 10);
	add_run(&f, 1);
	f.style.separator = ",";
	is_text(printed(&f), "12,,cs/percore/,20,100.00,,\n");
	end(&f);
}

static void missing_events_are_marked(void)
{
	struct fixture f;

	begin(&f, "cycles,cs", PERF_STAT_ALL, 1);
	f.opened[0].code = 2;
	set_count(&f, 1, 0, 5, 10, 10);
	add_run(&f, 10);
	f.style.separator = ",";
	is_text(printed(&f), "<not supported>,,cycles,0,100.00,,\n5,,cs,10,100.00,,\n");
	end(&f);
}

static void runs_make_a_mean(void)
{
	struct fixture f;

	begin(&f, "cs", PERF_STAT_ALL, 1);
	f.style.runs = 2;
	set_count(&f, 0, 0, 10, 10, 10);
	add_run(&f, 10);
	set_count(&f, 0, 0, 14, 10, 10);
	add_run(&f, 10);
	f.style.separator = ",";
	is_text(printed(&f), "12,,cs,16.67%,10,100.00,,\n");
	f.style.separator = NULL;
	has_text(printed(&f), "  ( +- 16.67% )\n");
	end(&f);
}

static void time_of_the_tool_is_shown(void)
{
	struct fixture f;

	begin(&f, "duration_time,user_time,system_time", PERF_STAT_ALL, 1);
	add_run(&f, 10);
	f.style.separator = ",";
	is_text(printed(&f), "1000,ns,duration_time,1000,100.00,,\n"
			     "2000,ns,user_time,2000,100.00,,\n"
			     "3000,ns,system_time,3000,100.00,,\n");
	end(&f);
}

static void same_events_of_a_kind_are_one_row(void)
{
	struct fixture f;
	size_t i;

	begin(&f, "cs,cs,faults", PERF_STAT_ALL, 1);
	for (i = 0; i < 3; i++)
		set_count(&f, i, 0, 10 + i, 10, 10);
	f.list.at[0].merge = 1;
	f.list.at[1].merge = 1;
	add_run(&f, 10);
	f.style.separator = ",";
	is_text(printed(&f), "21,,cs,20,100.00,,\n12,,faults,10,100.00,,\n");
	end(&f);
}

static void intervals_count_what_was_added(void)
{
	struct perf_counts before;
	struct perf_error error;
	struct fixture f;

	begin(&f, "cs,faults", PERF_STAT_ALL, 1);
	f.list.at[1].snapshot = true;
	is_equal(perf_counts_init(&before, &f.set, &error), 0);
	set_count(&f, 0, 0, 10, 100, 100);
	set_count(&f, 1, 0, 10, 100, 100);
	perf_counts_since(&f.counts, &before, &f.set);
	is_equal(f.counts.at[0].value, 10);
	set_count(&f, 0, 0, 25, 300, 200);
	set_count(&f, 1, 0, 25, 300, 200);
	perf_counts_since(&f.counts, &before, &f.set);
	is_equal(f.counts.at[0].value, 15);
	is_equal(f.counts.at[0].enabled, 200);
	is_equal(f.counts.at[0].running, 100);
	/* perf_counts_since() takes no difference of a level (perf_event_spec.snapshot). */
	is_equal(f.counts.at[1].value, 25);
	perf_counts_free(&before);
	end(&f);
}

int main(void)
{
	test(means_have_errors);
	test(times_have_a_least_and_a_most);
	test(shared_counters_are_scaled);
	test(hardware_ratios);
	test(slots_are_divided_twice);
	test(transactions_are_told);
	test(firmware_takes_cycles);
	test(groups_are_not_mixed);
	test(levels_are_not_mixed);
	test(counts_are_summed_or_shown_by_cpu);
	test(missing_events_are_marked);
	test(runs_make_a_mean);
	test(time_of_the_tool_is_shown);
	test(same_events_of_a_kind_are_one_row);
	test(intervals_count_what_was_added);
	test(cores_stand_among_cpus);
	return test_end();
}
