// SPDX-License-Identifier: GPL-2.0
/* Tests of lib/sched on a few events of made-up tasks. */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include <data/format.h>
#include <sched/latency.h>
#include <sched/map.h>
#include <sched/replay.h>
#include <sched/timehist.h>
#include <sched/tree.h>

#include "tap.h"

#define MS	1000000ULL

/* tids of two tasks that take turns on a CPU. */
enum { ANN = 11, BOB = 12 };

static struct perf_sched_event switch_at(uint64_t time, int32_t from, const char *from_name,
					 char state, int32_t to, const char *to_name)
{
	struct perf_sched_event event = {
		.kind = PERF_SCHED_SWITCH, .time = time, .cpu = 1, .by_pid = from,
		.by_tid = from, .tid = from, .state = state, .next_tid = to,
	};

	snprintf(event.comm, sizeof(event.comm), "%s", from_name);
	snprintf(event.next_comm, sizeof(event.next_comm), "%s", to_name);
	return event;
}

static struct perf_sched_event happens(enum perf_sched_kind kind, uint64_t time, int32_t tid,
				       const char *name)
{
	struct perf_sched_event event = { .kind = kind, .time = time, .cpu = 1, .tid = tid };

	snprintf(event.comm, sizeof(event.comm), "%s", name);
	return event;
}

static void latency(struct perf_sched_tasks *tasks, struct perf_sched_event event)
{
	is_equal(perf_sched_latency_event(tasks, &event, false), 0);
}

/* Bob wakes at 10 ms and runs at 13 ms; Ann is preempted at 13 ms and runs again at 14 ms. */
static void take_turns(struct perf_sched_tasks *tasks, const char *bob)
{
	latency(tasks, switch_at(5 * MS, 0, "swapper", 'R', ANN, "ann"));
	latency(tasks, switch_at(6 * MS, BOB, bob, 'S', ANN, "ann"));
	latency(tasks, happens(PERF_SCHED_WAKING, 10 * MS, BOB, bob));
	/* A repeated PERF_SCHED_WAKING, and one of a running task, must not count. */
	latency(tasks, happens(PERF_SCHED_WAKEUP, 11 * MS, BOB, bob));
	latency(tasks, happens(PERF_SCHED_WAKING, 12 * MS, BOB, bob));
	latency(tasks, happens(PERF_SCHED_WAKING, 12 * MS, ANN, "ann"));
	latency(tasks, switch_at(13 * MS, ANN, "ann", 'R', BOB, bob));
	latency(tasks, switch_at(14 * MS, BOB, bob, 'S', ANN, "ann"));
}

static void a_task_waits_from_waking_to_running(void)
{
	struct perf_sched_tasks tasks = { 0 };
	struct perf_sched_task *ann, *bob;

	take_turns(&tasks, "bob");
	ann = perf_sched_task(&tasks, ANN, 1, NULL);
	bob = perf_sched_task(&tasks, BOB, 1, NULL);
	is_equal(bob->delays.mean.count, 1);
	is_equal(bob->delays.total, 3 * MS);
	is_equal(bob->max_from, 10 * MS);
	is_equal(bob->max_to, 13 * MS);
	is_equal(bob->phase, PERF_SCHED_ASLEEP);
	/* delays.mean.count includes the first run, whose delay is unknown. */
	is_equal(ann->delays.mean.count, 2);
	is_equal(ann->delays.max, 1 * MS);
	is_equal(ann->max_from, 13 * MS);
	perf_sched_tasks_free(&tasks);
}

static void wakeups_count_without_waking_events(void)
{
	const struct perf_sched_event events[] = {
		switch_at(1 * MS, BOB, "bob", 'S', 0, "swapper"),
		happens(PERF_SCHED_WAKING, 2 * MS, BOB, "bob"),
		happens(PERF_SCHED_WAKEUP, 4 * MS, BOB, "bob"),
		switch_at(7 * MS, 0, "swapper", 'R', BOB, "bob"),
	};
	struct perf_sched_tasks tasks = { 0 };
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(events); i++)
		is_equal(perf_sched_latency_event(&tasks, &events[i], true), 0);
	is_equal(perf_sched_task(&tasks, BOB, 1, NULL)->delays.total, 3 * MS);
	perf_sched_tasks_free(&tasks);
}

static void a_line_is_a_name_or_a_task(void)
{
	struct perf_sched_tasks tasks = { 0 };
	struct perf_str text = { 0 };
	struct perf_error error;
	const char *first;

	take_turns(&tasks, "ann");
	is_equal(perf_sched_latency_text(&text, &tasks, NULL, false, &error), 0);
	has_text(perf_str_text(&text), "\n  ann:(2)               |");
	has_text(perf_str_text(&text), "|        3 | avg:   1.333 ms | max:   3.000 ms | "
		 "max start:     0.010000 s | max end:     0.013000 s\n");
	is_true(!strstr(perf_str_text(&text), "ann:11"));
	perf_str_free(&text);
	is_equal(perf_sched_latency_text(&text, &tasks, "pid", true, &error), 0);
	/* perf_sched_latency_text() sorts the greatest first. */
	first = strstr(perf_str_text(&text), "  ann:12 ");
	is_true(first && strstr(first, "  ann:11 "));
	perf_str_free(&text);
	is_equal(perf_sched_latency_text(&text, &tasks, "avg,size", true, &error), -EINVAL);
	has_text(error.text, "'size'");
	perf_str_free(&text);
	perf_sched_tasks_free(&tasks);
}

static void draw(struct perf_sched_map *map, struct perf_sched_tasks *tasks,
		 struct perf_sched_event event, const char *want)
{
	struct perf_str text = { 0 };

	is_equal(perf_sched_map_event(map, tasks, &event, &text), 0);
	is_text(perf_str_text(&text), want);
	perf_str_free(&text);
}

static void the_map_has_all_cpus_as_columns(void)
{
	struct perf_sched_map map = { .cpu_count = 2 };
	struct perf_sched_tasks tasks = { 0 };
	struct perf_sched_event event = switch_at(1 * MS, 0, "swapper", 'R', ANN, "ann");

	draw(&map, &tasks, event, "      *A0       0.001000 secs A0 => ann:11\n");
	event = switch_at(2 * MS, ANN, "ann", 'S', 0, "swapper");
	draw(&map, &tasks, event, "      *.        0.002000 secs .  => swapper:0\n");
	event = switch_at(3 * MS, 0, "swapper", 'R', BOB, "bob");
	event.cpu = 0;
	draw(&map, &tasks, event, "  *B0  .        0.003000 secs B0 => bob:12\n");
	/* A known task, but a CPU beyond the machine's: damage, or added during the recording. */
	event = switch_at(4 * MS, BOB, "bob", 'S', ANN, "ann");
	event.cpu = 2;
	draw(&map, &tasks, event, "   B0  .  *A0       0.004000 secs\x20\n");
	event.kind = PERF_SCHED_WAKING;
	draw(&map, &tasks, event, "");
	perf_sched_map_free(&map);
	perf_sched_tasks_free(&tasks);
}

static void a_compact_map_has_those_that_did_something(void)
{
	struct perf_sched_map map = { .cpu_count = 64, .compact = true };
	struct perf_sched_tasks tasks = { 0 };
	struct perf_sched_event event = switch_at(1 * MS, 0, "swapper", 'R', ANN, "ann");

	event.cpu = 63;
	draw(&map, &tasks, event, "  *A0       0.001000 secs A0 => ann:11 (CPU 63)\n");
	event.cpu = 7;
	event.next_tid = BOB;
	draw(&map, &tasks, event, "   A0 *B0       0.001000 secs B0 => ann:12 (CPU 7)\n");
	perf_sched_map_free(&map);
	perf_sched_tasks_free(&tasks);
}

static void no_machine_has_so_many_cpus(void)
{
	struct perf_sched_tasks tasks = { 0 };

	is_true(!perf_sched_cpu(&tasks, PERF_SCHED_CPUS_MAX));
	is_equal(tasks.cpus.count, 0);
	is_equal(perf_sched_cpu(&tasks, 3)->number, 3);
	is_true(perf_sched_task(&tasks, 0, 3, NULL) == &tasks.cpus.at[3]->idle);
	perf_sched_tasks_free(&tasks);
}

static void hist(struct perf_timehist *shown, struct perf_sched_tasks *tasks,
		 struct perf_sched_event event, const char *want)
{
	struct perf_str text = { 0 };
	bool line;

	is_equal(perf_timehist_event(shown, tasks, &event, &text, &line), 0);
	is_text(perf_str_text(&text), want);
	is_equal(line, *want && event.kind == PERF_SCHED_SWITCH);
	perf_str_free(&text);
}

static void a_run_has_its_wait_and_its_delay(void)
{
	const struct perf_filter all = { .comms = NULL };
	struct perf_timehist shown = {
		.filter = &all, .cpu_count = 2, .state = true, .wakeups = true,
	};
	struct perf_sched_tasks tasks = { 0 };
	struct perf_str text = { 0 };

	/* The start of the first run was not recorded. */
	hist(&shown, &tasks, switch_at(10 * MS, BOB, "bob", 'S', 0, "swapper"),
	     "       0.010000 [0001]  bob[12]                             0.000      0.000      0.000      S ");
	hist(&shown, &tasks, happens(PERF_SCHED_WAKEUP, 14 * MS, BOB, "bob"), "");
	hist(&shown, &tasks, happens(PERF_SCHED_WAKING, 15 * MS, BOB, "bob"),
	     "       0.015000 [0001]  swapper                                                          "
	     "awakened: bob[12]\n");
	hist(&shown, &tasks, switch_at(17 * MS, 0, "swapper", 'R', BOB, "bob"),
	     "       0.017000 [0001]  <idle>                              0.000      0.000      7.000      I ");
	hist(&shown, &tasks, switch_at(20 * MS, BOB, "bob", 'D', ANN, "ann"),
	     "       0.020000 [0001]  bob[12]                             7.000      2.000      3.000      D ");
	is_equal(perf_timehist_summary(&shown, &tasks, &text), 0);
	has_text(perf_str_text(&text),
		 "                       bob[12]      -1          2        3.000 ");
	has_text(perf_str_text(&text), "CPU  1 idle for      7.000  msec  ( 70.00%)\n");
	has_text(perf_str_text(&text), "Total scheduling time (msec): 10.000  (x 2)\n");
	perf_str_free(&text);
	perf_sched_tasks_free(&tasks);
}

static void told(struct perf_sched_tasks *tasks, const void *header)
{
	const struct perf_data_record record = { .header = header };

	is_equal(perf_sched_tasks_record(tasks, &record), 0);
}

static void made(struct perf_sched_tasks *tasks, uint32_t type, uint32_t by, uint32_t tid)
{
	const struct perf_record_fork fork = {
		.header = { .type = type, .size = sizeof(fork) },
		.pid = tid, .ppid = by, .tid = tid, .ptid = by,
	};

	told(tasks, &fork);
}

static void named(struct perf_sched_tasks *tasks, uint32_t tid, const char *name, size_t size)
{
	struct {
		struct perf_record_comm comm;
		char text[32];
	} record = {
		.comm = {
			.header = { .type = PERF_RECORD_COMM, .size = sizeof(record.comm) + size },
			.pid = tid, .tid = tid,
		},
	};

	memcpy(record.text, name, size);
	told(tasks, &record);
}

static void records_tell_of_tasks(void)
{
	struct perf_sched_tasks tasks = { 0 };
	struct perf_sched_task *task;

	/* A damaged record: the name has no zero at its end. */
	named(&tasks, ANN, "annabelle", 3);
	made(&tasks, PERF_RECORD_FORK, ANN, BOB);
	task = perf_sched_task(&tasks, BOB, 0, "robert");
	is_text(task->comm, "ann");
	is_equal(task->ppid, ANN);
	named(&tasks, BOB, "bob", 4);
	is_text(task->comm, "bob");
	made(&tasks, PERF_RECORD_EXIT, ANN, BOB);
	is_true(task->ended);
	/* PERF_RECORD_FORK makes a new task, although the number is known. */
	made(&tasks, PERF_RECORD_FORK, 1, BOB);
	is_equal(tasks.list.count, 4);
	is_true(perf_sched_task(&tasks, BOB, 0, NULL) != task);
	is_text(task->comm, "bob");
	perf_sched_tasks_free(&tasks);
}

static void the_tree_has_each_task_once(void)
{
	struct perf_sched_tasks tasks = { 0 };
	struct perf_out out = { .fd = -1 };

	named(&tasks, 1, "init", 5);
	made(&tasks, PERF_RECORD_FORK, 0, 1);
	made(&tasks, PERF_RECORD_FORK, 1, 30);
	made(&tasks, PERF_RECORD_FORK, 1, 20);
	made(&tasks, PERF_RECORD_FORK, 20, 25);
	/* Two tasks, each recorded as the other's parent. */
	made(&tasks, PERF_RECORD_FORK, 51, 50);
	made(&tasks, PERF_RECORD_FORK, 50, 51);
	is_equal(perf_sched_tree_text(&tasks, NULL, &out), 0);
	is_text(perf_str_text(&out.text),
		"#      pid      tid     ppid  comm\n"
		"         0        0       -1 |swapper\n"
		"         1        1        0 | init\n"
		"        20       20        1 |  init\n"
		"        25       25       20 |   init\n"
		"        30       30        1 |  init\n"
		"        50       50       51 | :50\n"
		"        51       51       50 |  :51\n");
	perf_str_free(&out.text);
	perf_sched_tasks_free(&tasks);
}

static struct perf_sched_event wakes(uint64_t time, int32_t by, int32_t tid, const char *name)
{
	struct perf_sched_event event = happens(PERF_SCHED_WAKING, time, tid, name);

	event.by_tid = by;
	return event;
}

/* perf_replay_run(): Ann runs 2 ms and sleeps; Bob runs 3 ms and wakes her; Ann runs 1 ms. */
static void replays_what_was_done(void)
{
	const struct perf_sched_event events[] = {
		switch_at(1 * MS, 0, "swapper/1", 'R', ANN, "ann"),
		switch_at(3 * MS, ANN, "ann", 'S', BOB, "bob"),
		wakes(4 * MS, BOB, ANN, "ann"),
		/* Ann is awake already */
		wakes(5 * MS, BOB, ANN, "ann"),
		switch_at(6 * MS, BOB, "bob", 'S', ANN, "ann"),
		switch_at(7 * MS, ANN, "ann", 'R', 0, "swapper/1"),
	};
	struct perf_replay replay = { 0 };
	struct perf_replay_round round;
	struct perf_str text = { 0 };
	struct perf_error error;
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(events); i++)
		is_equal(perf_replay_event(&replay, &events[i]), 0);
	perf_replay_text(&text, &replay);
	has_text(perf_str_text(&text), "nr_run_events:        3\n");
	has_text(perf_str_text(&text), "nr_sleep_events:      2\n");
	has_text(perf_str_text(&text), "nr_wakeup_events:     1\n");
	has_text(perf_str_text(&text), "(                 ann:        11), nr_events: 3\n");
	has_text(perf_str_text(&text), "(                 bob:        12), nr_events: 3\n");
	is_equal(perf_replay_run(&replay, &round, &error), 0);
	is_true(round.cpu_ns >= 6 * MS);
	perf_str_free(&text);
	perf_replay_free(&replay);
}

/* A waker does not wait for a task not seen to sleep; a task without a waker does not sleep. */
static void replays_no_endless_wait(void)
{
	const struct perf_sched_event events[] = {
		wakes(1 * MS, BOB, ANN, "ann"),
		switch_at(2 * MS, ANN, "ann", 'S', BOB, "bob"),
		switch_at(3 * MS, BOB, "bob", 'D', 0, "swapper/1"),
	};
	struct perf_replay replay = { 0 };
	struct perf_replay_round round;
	struct perf_error error;
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(events); i++)
		is_equal(perf_replay_event(&replay, &events[i]), 0);
	is_equal(perf_replay_run(&replay, &round, &error), 0);
	is_true(round.cpu_ns >= MS);
	perf_replay_free(&replay);
}

int main(void)
{
	test(a_task_waits_from_waking_to_running);
	test(wakeups_count_without_waking_events);
	test(a_line_is_a_name_or_a_task);
	test(the_map_has_all_cpus_as_columns);
	test(a_compact_map_has_those_that_did_something);
	test(no_machine_has_so_many_cpus);
	test(a_run_has_its_wait_and_its_delay);
	test(records_tell_of_tasks);
	test(the_tree_has_each_task_once);
	test(replays_what_was_done);
	test(replays_no_endless_wait);
	return test_end();
}
