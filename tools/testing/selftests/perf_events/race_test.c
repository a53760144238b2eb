// SPDX-License-Identifier: GPL-2.0
/*
 * Operations that must not disturb each other, from two or three threads at the same time.
 *
 * Each test repeats a race that has been a bug of Linux's perf events;
 * Documentation/core-api/perf/past-bugs.rst lists them. A kernel with KASAN and lockdep reports
 * a fault by itself. Besides, each round ends with a check whose result does not depend on the
 * order of the operations.
 */
#include "test_pmu.h"

#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>

#include "kselftest_harness.h"

#define RW	(PROT_READ | PROT_WRITE)

#define STEPS_MAX	3

struct race;

/**
 * struct race - a race that is run again and again
 * @prepare: makes what the steps use, in the main thread
 * @step: step[0] runs in the main thread, the others in threads of their own
 * @settle: checks and releases it, in the main thread; returns 0 or the line of what is wrong
 * @ends: where all threads meet before and after a round
 * @rounds: how often
 * @tid: the main thread
 * @fd: events of a round, or of all rounds
 * @pages: touched by the main thread
 * @ring: mapped by the main thread
 * @wrong: the line of a step that is wrong, or 0
 */
struct race {
	int (*prepare)(struct race *race);
	void (*step[STEPS_MAX])(struct race *race);
	int (*settle)(struct race *race);
	pthread_barrier_t ends;
	unsigned int rounds;
	pid_t tid;
	int fd[3];
	struct perf_pages pages;
	struct perf_ring ring;
	void *other_map;
	size_t other_size;
	struct test_area area;
	struct perf_child child;
	int wrong;
};

/* In a step: the result must be one of those that the order of the steps allows */
#define RIGHT(race, condition)							\
	do {									\
		if (!(condition))						\
			__atomic_store_n(&(race)->wrong, __LINE__, __ATOMIC_RELAXED); \
	} while (0)

struct runner {
	struct race *race;
	unsigned int step;
};

static void run_rounds(struct race *race, unsigned int step)
{
	unsigned int round;

	for (round = 0; round < race->rounds; round++) {
		pthread_barrier_wait(&race->ends);
		race->step[step](race);
		pthread_barrier_wait(&race->ends);
	}
}

static void *runner_main(void *argument)
{
	const struct runner *runner = argument;

	run_rounds(runner->race, runner->step);
	return NULL;
}

/* One round of the main thread; returns 0, or the line of what is wrong */
static int run_round(struct race *race)
{
	int wrong = race->prepare ? race->prepare(race) : 0, settled;

	pthread_barrier_wait(&race->ends);
	if (!wrong)
		race->step[0](race);
	pthread_barrier_wait(&race->ends);
	settled = race->settle(race);
	return wrong ?: race->wrong ?: settled;
}

/* Returns 0, or the line of the first thing that is wrong; the threads always end */
static int run_race(struct race *race)
{
	struct runner runner[STEPS_MAX];
	pthread_t thread[STEPS_MAX];
	unsigned int nr, i, round;
	int wrong = 0, now;

	for (nr = 1; nr < STEPS_MAX && race->step[nr]; nr++)
		;
	if (pthread_barrier_init(&race->ends, NULL, nr))
		return __LINE__;
	for (i = 1; i < nr; i++) {
		runner[i] = (struct runner){ .race = race, .step = i };
		if (pthread_create(&thread[i], NULL, runner_main, &runner[i]))
			_exit(1); /* the other threads wait for this one */
	}
	for (round = 0; round < race->rounds; round++) {
		now = run_round(race);
		wrong = wrong ?: now;
	}
	for (i = 1; i < nr; i++)
		pthread_join(thread[i], NULL);
	pthread_barrier_destroy(&race->ends);
	return wrong;
}

FIXTURE(race)
{
	struct race race;
};

FIXTURE_SETUP(race)
{
	self->race = (struct race){ .rounds = 200, .tid = gettid(), .fd = { -1, -1, -1 } };
	ASSERT_EQ(0, perf_pages_map(&self->race.pages, 32));
}

static void close_all(struct race *race)
{
	unsigned int i;

	for (i = 0; i < 3; i++) {
		if (race->fd[i] >= 0)
			close(race->fd[i]);
		race->fd[i] = -1;
	}
}

FIXTURE_TEARDOWN(race)
{
	close_all(&self->race);
	perf_ring_unmap(&self->race.ring);
	perf_pages_unmap(&self->race.pages);
}

/* An enabled page-fault event of the main thread, with a sample for each fault */
static struct perf_event_attr faults_attr(void)
{
	struct perf_event_attr attr = perf_attr_software(PERF_COUNT_SW_PAGE_FAULTS);

	attr.disabled = 0;
	attr.sample_period = 1;
	attr.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_ADDR |
			   PERF_SAMPLE_IDENTIFIER;
	return attr;
}

static int open_faults(const struct race *race, int group)
{
	struct perf_event_attr attr = faults_attr();

	return perf_open(&attr, race->tid, -1, group, 0);
}

static void touch_pages(struct race *race)
{
	perf_pages_drop(&race->pages);
	perf_pages_touch(&race->pages, 0, 32);
}

/* ---- groups ---- */

/* Does event @fd count exactly what the main thread does now? */
static bool counts_exactly(struct race *race, int fd)
{
	perf_pages_drop(&race->pages);
	if (perf_ioctl(fd, PERF_EVENT_IOC_RESET, 0))
		return false;
	perf_pages_touch(&race->pages, 0, 7);
	return perf_count(fd) == 7;
}

static int open_leader(struct race *race)
{
	race->fd[0] = open_faults(race, -1);
	return race->fd[0] < 0 ? __LINE__ : 0;
}

/*
 * EBADF: the leader's descriptor is closed. EINVAL: its number is the other thread's by now,
 * whose event is a sibling.
 */
static bool may_join(int fd)
{
	return fd >= 0 || errno == EBADF || errno == EINVAL;
}

/* A switched member, for which mainline moves the whole group to another context */
static void join_by_clock(struct race *race)
{
	struct perf_event_attr attr = perf_attr_software(PERF_COUNT_SW_CPU_CLOCK);

	attr.disabled = 0;
	race->fd[1] = perf_open(&attr, race->tid, -1, race->fd[0], 0);
	RIGHT(race, may_join(race->fd[1]));
}

static void join_by_faults(struct race *race)
{
	race->fd[2] = open_faults(race, race->fd[0]);
	RIGHT(race, may_join(race->fd[2]));
}

static void close_leader(struct race *race)
{
	close(race->fd[0]);
}

static int check_siblings(struct race *race)
{
	int wrong = 0;

	race->fd[0] = -1;
	if (race->fd[2] >= 0 && !counts_exactly(race, race->fd[2]))
		wrong = __LINE__;
	close_all(race);
	return wrong;
}

/* CVE-2016-6786, CVE-2017-6001, CVE-2022-1729 */
TEST_F_TIMEOUT(race, members_join_while_the_leader_closes, 120)
{
	self->race.prepare = open_leader;
	self->race.step[0] = close_leader;
	self->race.step[1] = join_by_clock;
	self->race.step[2] = join_by_faults;
	self->race.settle = check_siblings;
	EXPECT_EQ(0, run_race(&self->race));
}

static int prepare_family(struct race *race)
{
	struct perf_event_attr attr = faults_attr();

	attr.inherit = 1;
	attr.read_format = PERF_FORMAT_GROUP;
	race->fd[0] = perf_open(&attr, race->tid, -1, -1, 0);
	return race->fd[0] < 0 ? __LINE__ : 0;
}

static void fork_children(struct race *race)
{
	pid_t child;
	unsigned int i;

	(void)race;
	for (i = 0; i < 3; i++) {
		child = fork();
		if (!child)
			_exit(0);
		if (child > 0)
			waitpid(child, NULL, 0);
	}
}

/*
 * EINVAL: the kernel has swapped the contexts of the main thread and of a child with equal events,
 * so the opened leader is in the child's context. ENODEV: the child has ended since.
 */
static void add_and_remove_a_sibling(struct race *race)
{
	struct perf_event_attr attr = faults_attr();
	int fd;

	attr.inherit = 1;
	attr.read_format = PERF_FORMAT_GROUP;
	fd = perf_open(&attr, race->tid, -1, race->fd[0], 0);
	RIGHT(race, fd >= 0 || errno == EINVAL || errno == ENODEV);
	if (fd >= 0)
		close(fd);
}

/* ECHILD: a child's group has other members than the opened one */
static void read_the_group(struct race *race)
{
	struct perf_read_values values;
	int err = perf_values_read(race->fd[0], PERF_FORMAT_GROUP, &values);

	RIGHT(race, err == ECHILD || (!err && values.nr >= 1 && values.nr <= 2));
}

static int check_family(struct race *race)
{
	struct perf_read_values values;
	int err = perf_values_read(race->fd[0], PERF_FORMAT_GROUP, &values);

	close_all(race);
	return err || values.nr != 1 ? __LINE__ : 0;
}

/* CVE-2023-5717, CVE-2023-6931 */
TEST_F_TIMEOUT(race, group_is_read_while_it_changes_and_is_inherited, 120)
{
	self->race.rounds = 100;
	self->race.prepare = prepare_family;
	self->race.step[0] = fork_children;
	self->race.step[1] = add_and_remove_a_sibling;
	self->race.step[2] = read_the_group;
	self->race.settle = check_family;
	EXPECT_EQ(0, run_race(&self->race));
}

#define EXEC_ARGUMENT	"--end-at-once"

static void __attribute__((constructor)) end_when_asked(int argc, char **argv)
{
	if (argc == 2 && !strcmp(argv[1], EXEC_ARGUMENT))
		_exit(0);
}

static int exec_this(void *argument)
{
	(void)argument;
	execl("/proc/self/exe", "race", EXEC_ARGUMENT, NULL);
	return 99;
}

static int prepare_exec(struct race *race)
{
	struct perf_event_attr attr = faults_attr();
	unsigned int i;

	if (perf_child_start(&race->child, exec_this, NULL))
		return __LINE__;
	attr.read_format = PERF_FORMAT_GROUP;
	for (i = 0; i < 3; i++) {
		attr.remove_on_exec = i == 1;
		race->fd[i] = perf_open(&attr, race->child.pid, -1, i ? race->fd[0] : -1, 0);
		if (race->fd[i] < 0)
			return __LINE__;
	}
	return 0;
}

static void exec_the_child(struct race *race)
{
	RIGHT(race, !perf_child_wait(&race->child));
}

static void close_a_sibling(struct race *race)
{
	close(race->fd[2]);
}

static void read_the_leader(struct race *race)
{
	struct perf_read_values values = { 0 };

	RIGHT(race, !perf_values_read(race->fd[0], PERF_FORMAT_GROUP, &values));
	RIGHT(race, values.nr >= 1 && values.nr <= 3);
}

static int check_exec(struct race *race)
{
	struct perf_read_values values;
	int wrong = 0;

	race->fd[2] = -1;
	perf_child_kill(&race->child);
	if (perf_values_read(race->fd[0], PERF_FORMAT_GROUP, &values) || values.nr > 2)
		wrong = __LINE__;
	close_all(race);
	return wrong;
}

/* CVE-2023-2235 */
TEST_F_TIMEOUT(race, exec_removes_a_member_while_another_closes, 120)
{
	self->race.rounds = 50;
	self->race.prepare = prepare_exec;
	self->race.step[0] = exec_the_child;
	self->race.step[1] = close_a_sibling;
	self->race.step[2] = read_the_leader;
	self->race.settle = check_exec;
	EXPECT_EQ(0, run_race(&self->race));
}

/* ---- events of a CPU ---- */

/* Two that are disabled, one of them switched, and an enabled one, all on the main thread's CPU */
static int prepare_disabled(struct race *race)
{
	struct perf_event_attr attr = faults_attr();
	int cpu;

	if (perf_cpu_count(&cpu, 1) < 1 || perf_pin_cpu(cpu))
		return __LINE__;
	race->fd[1] = perf_open(&attr, -1, cpu, -1, 0);
	attr.disabled = 1;
	race->fd[0] = perf_open(&attr, -1, cpu, -1, 0);
	attr.config = PERF_COUNT_SW_BPF_OUTPUT;
	attr.sample_type |= PERF_SAMPLE_RAW;
	race->fd[2] = perf_open(&attr, -1, cpu, -1, 0);
	return race->fd[0] < 0 || race->fd[1] < 0 || race->fd[2] < 0 ? __LINE__ : 0;
}

/* The other CPU, if there is one, removes them without interrupting this one. */
static void close_disabled(struct race *race)
{
	int cpus[2];

	if (perf_cpu_count(cpus, 2) > 1)
		RIGHT(race, !perf_pin_cpu(cpus[1]));
	close(race->fd[0]);
	close(race->fd[2]);
}

static void switch_the_enabled(struct race *race)
{
	RIGHT(race, !perf_ioctl(race->fd[1], PERF_EVENT_IOC_DISABLE, 0));
	touch_pages(race);
	RIGHT(race, !perf_ioctl(race->fd[1], PERF_EVENT_IOC_ENABLE, 0));
	sched_yield();
	touch_pages(race);
}

static int check_enabled(struct race *race)
{
	__u64 before = perf_count(race->fd[1]);
	int wrong;

	touch_pages(race);
	wrong = perf_count(race->fd[1]) - before < 32 ? __LINE__ : 0;
	race->fd[0] = -1;
	race->fd[2] = -1;
	close_all(race);
	return wrong;
}

TEST_F_TIMEOUT(race, disabled_events_of_a_cpu_close, 120)
{
	self->race.prepare = prepare_disabled;
	self->race.step[0] = switch_the_enabled;
	self->race.step[1] = close_disabled;
	self->race.settle = check_enabled;
	EXPECT_EQ(0, run_race(&self->race));
}

/* ---- overflows ---- */

static int prepare_samples(struct race *race)
{
	race->fd[0] = open_faults(race, -1);
	if (race->fd[0] < 0 || perf_ring_map(&race->ring, race->fd[0], 4, RW))
		return __LINE__;
	return 0;
}

static int check_samples(struct race *race)
{
	struct perf_event_attr attr = faults_attr();
	const struct perf_event_header *record;
	struct perf_sample sample;
	unsigned int nr = 0;
	int wrong = 0;

	race->fd[0] = -1;
	while ((record = perf_ring_next(&race->ring))) {
		if (!perf_sample_parse(&attr, record, &sample) || sample.tid != (__u32)race->tid)
			wrong = __LINE__;
		nr++;
	}
	if (errno || nr > 2 * race->pages.count)
		wrong = __LINE__;
	perf_ring_unmap(&race->ring);
	return wrong;
}

/* CVE-2026-23271 */
TEST_F_TIMEOUT(race, event_closes_while_it_overflows, 120)
{
	self->race.prepare = prepare_samples;
	self->race.step[0] = touch_pages;
	self->race.step[1] = close_leader;
	self->race.settle = check_samples;
	EXPECT_EQ(0, run_race(&self->race));
}

static unsigned int traps;

static void on_trap(int signal)
{
	(void)signal;
	__atomic_fetch_add(&traps, 1, __ATOMIC_RELAXED);
}

static int prepare_trap(struct race *race)
{
	struct perf_event_attr attr = faults_attr();

	__atomic_store_n(&traps, 0, __ATOMIC_RELAXED);
	attr.sigtrap = 1;
	attr.remove_on_exec = 1;
	attr.exclude_kernel = 1;
	attr.exclude_hv = 1;
	race->fd[0] = perf_open(&attr, race->tid, -1, -1, 0);
	return race->fd[0] < 0 ? __LINE__ : 0;
}

static int check_traps(struct race *race)
{
	unsigned int before = __atomic_load_n(&traps, __ATOMIC_RELAXED);

	race->fd[0] = -1;
	/* The signal's own frame may fault once more than the pages */
	if (before > 2 * race->pages.count)
		return __LINE__;
	touch_pages(race);
	return __atomic_load_n(&traps, __ATOMIC_RELAXED) == before ? 0 : __LINE__;
}

/* CVE-2022-48950, CVE-2025-37747 */
TEST_F_TIMEOUT(race, event_closes_while_it_traps, 120)
{
	struct sigaction action = { .sa_handler = on_trap };

	ASSERT_EQ(0, sigaction(SIGTRAP, &action, NULL));
	self->race.prepare = prepare_trap;
	self->race.step[0] = touch_pages;
	self->race.step[1] = close_leader;
	self->race.settle = check_traps;
	EXPECT_EQ(0, run_race(&self->race));
}

/* ---- rings ---- */

static void map_and_unmap(struct race *race)
{
	struct perf_ring ring = { 0 };
	unsigned int i;

	for (i = 0; i < 2; i++) {
		RIGHT(race, !perf_ring_map(&ring, race->fd[0], 4, RW));
		perf_ring_unmap(&ring);
	}
}

/* EINVAL: event 0 has no ring at this moment */
static void redirect(struct race *race)
{
	int err = perf_ioctl(race->fd[1], PERF_EVENT_IOC_SET_OUTPUT, race->fd[0]);

	RIGHT(race, !err || err == EINVAL);
	RIGHT(race, !perf_ioctl(race->fd[1], PERF_EVENT_IOC_SET_OUTPUT, -1));
}

/* Consume all records; returns the number of samples of faults in @race->pages */
static unsigned int samples_in_pages(struct race *race)
{
	const struct perf_event_attr attr = faults_attr();
	const struct perf_event_header *record;
	struct perf_sample sample;
	unsigned int nr = 0;

	while ((record = perf_ring_next(&race->ring))) {
		if (perf_sample_parse(&attr, record, &sample) &&
		    sample.addr - (uintptr_t)race->pages.base <
		    race->pages.count * race->pages.page_size)
			nr++;
	}
	return nr;
}

static int samples_of_both(struct race *race)
{
	unsigned int nr;

	if (perf_ring_map(&race->ring, race->fd[0], 4, RW) ||
	    perf_ioctl(race->fd[1], PERF_EVENT_IOC_SET_OUTPUT, race->fd[0]))
		return __LINE__;
	samples_in_pages(race);
	perf_pages_drop(&race->pages);
	perf_pages_touch(&race->pages, 0, 5);
	nr = samples_in_pages(race);
	perf_ring_unmap(&race->ring);
	if (perf_ioctl(race->fd[1], PERF_EVENT_IOC_SET_OUTPUT, -1))
		return __LINE__;
	return nr == 10 ? 0 : __LINE__;
}

static int samples_of_one(struct race *race)
{
	unsigned int nr;

	if (perf_ring_map(&race->ring, race->fd[0], 4, RW))
		return __LINE__;
	samples_in_pages(race);
	perf_pages_drop(&race->pages);
	perf_pages_touch(&race->pages, 0, 9);
	nr = samples_in_pages(race);
	perf_ring_unmap(&race->ring);
	return nr == 9 ? 0 : __LINE__;
}

/* CVE-2020-14351, CVE-2026-23248 */
TEST_F_TIMEOUT(race, ring_is_mapped_by_two_threads, 120)
{
	self->race.fd[0] = open_faults(&self->race, -1);
	ASSERT_GE(self->race.fd[0], 0);
	self->race.step[0] = touch_pages;
	self->race.step[1] = map_and_unmap;
	self->race.step[2] = map_and_unmap;
	self->race.settle = samples_of_one;
	EXPECT_EQ(0, run_race(&self->race));
	/* No fault of any round has been missed */
	EXPECT_GE(perf_count(self->race.fd[0]),
		  self->race.rounds * (self->race.pages.count + 9));
}

/* CVE-2022-49607 */
TEST_F_TIMEOUT(race, output_is_set_while_the_ring_is_unmapped, 120)
{
	self->race.fd[0] = open_faults(&self->race, -1);
	self->race.fd[1] = open_faults(&self->race, -1);
	ASSERT_GE(self->race.fd[0], 0);
	ASSERT_GE(self->race.fd[1], 0);
	self->race.step[0] = touch_pages;
	self->race.step[1] = map_and_unmap;
	self->race.step[2] = redirect;
	self->race.settle = samples_of_both;
	EXPECT_EQ(0, run_race(&self->race));
}

static int prepare_redirected(struct race *race)
{
	race->other_map = NULL;
	race->fd[0] = open_faults(race, -1);
	race->fd[1] = open_faults(race, -1);
	if (race->fd[0] < 0 || race->fd[1] < 0 ||
	    perf_ring_map(&race->ring, race->fd[0], 4, RW) ||
	    perf_ioctl(race->fd[1], PERF_EVENT_IOC_SET_OUTPUT, race->fd[0]))
		return __LINE__;
	race->other_size = race->ring.map_size;
	return 0;
}

static void unmap_and_close_the_owner(struct race *race)
{
	perf_ring_unmap(&race->ring);
	close(race->fd[0]);
}

static void map_the_redirected(struct race *race)
{
	race->other_map = mmap(NULL, race->other_size, RW, MAP_SHARED, race->fd[1], 0);
	RIGHT(race, race->other_map != MAP_FAILED);
}

/* Event 1 writes to what was mapped through it, the owner's ring or one of its own */
static int check_redirected(struct race *race)
{
	struct perf_event_mmap_page *page = race->other_map;
	__u64 head;

	race->fd[0] = -1;
	if (!page || race->other_map == MAP_FAILED) {
		close_all(race);
		return __LINE__;
	}
	head = __atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE);
	perf_pages_drop(&race->pages);
	perf_pages_touch(&race->pages, 0, 5);
	/* Header, identifier, ip, pid and tid, address: 40 bytes a sample */
	head = __atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE) - head;
	munmap(race->other_map, race->other_size);
	close_all(race);
	return head == 5 * 40 ? 0 : __LINE__;
}

/* CVE-2026-23127, CVE-2020-14351 */
TEST_F_TIMEOUT(race, ring_is_mapped_again_while_its_owner_goes, 120)
{
	self->race.prepare = prepare_redirected;
	self->race.step[0] = unmap_and_close_the_owner;
	self->race.step[1] = map_the_redirected;
	self->race.settle = check_redirected;
	EXPECT_EQ(0, run_race(&self->race));
}

static void map_area_and_unmap(struct race *race)
{
	void *base = mmap(NULL, race->area.size, RW, MAP_SHARED, race->fd[0], race->ring.map_size);

	RIGHT(race, base != MAP_FAILED);
	if (base != MAP_FAILED)
		munmap(base, race->area.size);
}

static int trace_is_whole(struct race *race)
{
	struct test_area area = { 0 };
	const __u64 *word;
	int wrong = 0;

	if (test_area_map(&area, &race->ring, race->fd[0], 2, RW))
		return __LINE__;
	/* A new area begins with word 0, which holds the number of a unit */
	if (perf_ioctl(race->fd[0], PERF_EVENT_IOC_ENABLE, 0) || test_pmu_work(3) ||
	    perf_ioctl(race->fd[0], PERF_EVENT_IOC_DISABLE, 0))
		wrong = __LINE__;
	word = (const __u64 *)area.words;
	if (!wrong && (word[1] != word[0] + 1 || word[2] != word[0] + 2))
		wrong = __LINE__;
	test_area_unmap(&area);
	return wrong;
}

/* CVE-2024-46713 */
TEST_F_TIMEOUT(race, area_is_mapped_by_two_threads, 120)
{
	struct perf_event_attr attr;
	int tracer = test_pmu_plug("test_aux");

	if (tracer < 0)
		SKIP(return, TEST_PMU_ABSENT);
	perf_attr_init(&attr, tracer, 0);
	self->race.fd[0] = perf_open_self(&attr);
	ASSERT_GE(self->race.fd[0], 0);
	ASSERT_EQ(0, perf_ring_map(&self->race.ring, self->race.fd[0], 4, RW));
	/* Sets aux_offset and aux_size for all rounds */
	ASSERT_EQ(0, test_area_map(&self->race.area, &self->race.ring, self->race.fd[0], 2, RW));
	munmap((void *)self->race.area.words, self->race.area.size);
	self->race.step[0] = map_area_and_unmap;
	self->race.step[1] = map_area_and_unmap;
	self->race.settle = trace_is_whole;
	EXPECT_EQ(0, run_race(&self->race));
	close_all(&self->race);
	perf_ring_unmap(&self->race.ring);
	EXPECT_EQ(0, test_pmu_unplug("test_aux"));
}

TEST_HARNESS_MAIN
