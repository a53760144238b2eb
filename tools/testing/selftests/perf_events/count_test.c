// SPDX-License-Identifier: GPL-2.0
/*
 * The counts of software events, for a thread, a process and a CPU: the exact number where
 * the workload fixes it, a bound from an independent clock or counter elsewhere.
 */
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "perf_test.h"
#include "kselftest_harness.h"

#define MAX_CPUS	64
#define PAGES		100
#define TIMES		(PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING)

static uint64_t clock_ns(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return now.tv_sec * 1000000000ULL + now.tv_nsec;
}

/* read(2) of /dev/zero into @pages: faults of this process in kernel mode */
static ssize_t touch_from_kernel(int zero, const struct perf_pages *pages, size_t first,
				 size_t count)
{
	return read(zero, pages->base + first * pages->page_size, count * pages->page_size);
}

FIXTURE(count)
{
	struct perf_event_attr attr;
	struct perf_pages pages;
	int fd;
};

FIXTURE_SETUP(count)
{
	self->fd = -1;
	perf_attr_init(&self->attr, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS);
	ASSERT_EQ(0, perf_prefault());
	ASSERT_EQ(0, perf_pages_map(&self->pages, 4 * PAGES));
}

FIXTURE_TEARDOWN(count)
{
	if (self->fd >= 0)
		close(self->fd);
	perf_pages_unmap(&self->pages);
}

TEST_F(count, faults_are_exact)
{
	static const struct {
		uint64_t config;
		uint64_t expected;
	} row[] = {
		{ PERF_COUNT_SW_PAGE_FAULTS, PAGES },
		{ PERF_COUNT_SW_PAGE_FAULTS_MIN, PAGES },
		{ PERF_COUNT_SW_PAGE_FAULTS_MAJ, 0 },
		{ PERF_COUNT_SW_ALIGNMENT_FAULTS, 0 },
		{ PERF_COUNT_SW_EMULATION_FAULTS, 0 },
		{ PERF_COUNT_SW_DUMMY, 0 },
		{ PERF_COUNT_SW_BPF_OUTPUT, 0 },
	};
	int fd[ARRAY_SIZE(row)];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(row); i++) {
		self->attr.config = row[i].config;
		fd[i] = perf_open_self(&self->attr);
		ASSERT_GE(fd[i], 0);
	}
	for (i = 0; i < ARRAY_SIZE(row); i++)
		ASSERT_EQ(0, perf_ioctl(fd[i], PERF_EVENT_IOC_ENABLE, 0));
	perf_pages_touch(&self->pages, 0, PAGES);
	for (i = 0; i < ARRAY_SIZE(row); i++)
		ASSERT_EQ(0, perf_ioctl(fd[i], PERF_EVENT_IOC_DISABLE, 0));
	for (i = 0; i < ARRAY_SIZE(row); i++) {
		EXPECT_EQ(row[i].expected, perf_count(fd[i])) {
			TH_LOG("software event %u", (unsigned int)row[i].config);
		}
		close(fd[i]);
	}
}

TEST_F(count, only_while_enabled)
{
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);

	perf_pages_touch(&self->pages, 0, 10);
	EXPECT_EQ(0, perf_count(self->fd));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	perf_pages_touch(&self->pages, 10, 20);
	EXPECT_EQ(20, perf_count(self->fd));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	perf_pages_touch(&self->pages, 30, 30);
	EXPECT_EQ(20, perf_count(self->fd));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	perf_pages_touch(&self->pages, 60, 40);
	EXPECT_EQ(60, perf_count(self->fd));
	/* perf_pages_touch() of populated pages does not fault */
	perf_pages_touch(&self->pages, 0, 100);
	EXPECT_EQ(60, perf_count(self->fd));
}

TEST_F(count, opened_enabled_counts_at_once)
{
	uint64_t before;

	self->attr.disabled = 0;
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	before = perf_count(self->fd);
	perf_pages_touch(&self->pages, 0, PAGES);
	EXPECT_EQ(before + PAGES, perf_count(self->fd));
}

TEST_F(count, equal_events_count_alike)
{
	int fd[64];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(fd); i++) {
		fd[i] = perf_open_self(&self->attr);
		ASSERT_GE(fd[i], 0);
	}
	for (i = 0; i < ARRAY_SIZE(fd); i += 2)
		ASSERT_EQ(0, perf_ioctl(fd[i], PERF_EVENT_IOC_ENABLE, 0));
	perf_pages_touch(&self->pages, 0, PAGES);
	for (i = 0; i < ARRAY_SIZE(fd); i++) {
		EXPECT_EQ(i % 2 ? 0 : PAGES, perf_count(fd[i]));
		close(fd[i]);
	}
}

TEST_F(count, modes_of_faults)
{
	int all, user, kernel, none, zero;

	zero = open("/dev/zero", O_RDONLY);
	ASSERT_GE(zero, 0);
	ASSERT_GT(touch_from_kernel(zero, &self->pages, 0, 1), 0);
	perf_pages_drop(&self->pages);

	self->attr.disabled = 0;
	all = perf_open_self(&self->attr);
	self->attr.exclude_kernel = 1;
	user = perf_open_self(&self->attr);
	self->attr.exclude_user = 1;
	none = perf_open_self(&self->attr);
	self->attr.exclude_kernel = 0;
	kernel = perf_open_self(&self->attr);
	ASSERT_GE(all, 0);
	ASSERT_GE(user, 0);
	ASSERT_GE(none, 0);
	ASSERT_GE(kernel, 0);
	ASSERT_EQ(0, perf_ioctl(all, PERF_EVENT_IOC_RESET, 0));
	ASSERT_EQ(0, perf_ioctl(user, PERF_EVENT_IOC_RESET, 0));
	ASSERT_EQ(0, perf_ioctl(kernel, PERF_EVENT_IOC_RESET, 0));

	perf_pages_touch(&self->pages, 0, 30);
	EXPECT_EQ(12 * (ssize_t)self->pages.page_size,
		  touch_from_kernel(zero, &self->pages, 30, 12));

	EXPECT_EQ(42, perf_count(all));
	EXPECT_EQ(30, perf_count(user));
	EXPECT_EQ(12, perf_count(kernel));
	EXPECT_EQ(0, perf_count(none));

	close(all);
	close(user);
	close(kernel);
	close(none);
	close(zero);
}

TEST_F(count, context_switches)
{
	uint64_t outer[2], inner[2], count;
	int user_only, cpu;

	/* On one CPU the child must be switched in before its answer is read */
	ASSERT_LT(0, perf_cpu_count(&cpu, 1));
	ASSERT_EQ(0, perf_pin_cpu(cpu));
	self->attr.config = PERF_COUNT_SW_CONTEXT_SWITCHES;
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	/* A context switch counts in kernel mode, so an event with exclude_kernel has none */
	self->attr.exclude_kernel = 1;
	user_only = perf_open_self(&self->attr);
	ASSERT_GE(user_only, 0);
	ASSERT_EQ(0, perf_ioctl(user_only, PERF_EVENT_IOC_ENABLE, 0));

	outer[0] = perf_switches();
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	inner[0] = perf_switches();
	ASSERT_EQ(0, perf_ping_pong(200));
	inner[1] = perf_switches();
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	outer[1] = perf_switches();

	count = perf_count(self->fd);
	EXPECT_GE(count, 200);
	EXPECT_GE(count, inner[1] - inner[0]);
	EXPECT_LE(count, outer[1] - outer[0]);
	EXPECT_EQ(0, perf_count(user_only));
	close(user_only);
}

TEST_F(count, migrations)
{
	int cpus[MAX_CPUS], i;

	if (perf_cpu_count(cpus, MAX_CPUS) < 2)
		SKIP(return, "one CPU: nowhere to migrate to");

	ASSERT_EQ(0, perf_pin_cpu(cpus[0]));
	self->attr.config = PERF_COUNT_SW_CPU_MIGRATIONS;
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	for (i = 1; i <= 25; i++)
		ASSERT_EQ(0, perf_pin_cpu(cpus[i % 2]));
	EXPECT_EQ(25, perf_count(self->fd));
	/* perf_pin_cpu() to the CPU that the task runs on is no migration */
	ASSERT_EQ(0, perf_pin_cpu(cpus[1]));
	EXPECT_EQ(25, perf_count(self->fd));
}

FIXTURE(clock)
{
	int fd;
};

FIXTURE_VARIANT(clock)
{
	uint64_t config;
};

FIXTURE_VARIANT_ADD(clock, cpu_clock)
{
	.config = PERF_COUNT_SW_CPU_CLOCK,
};

FIXTURE_VARIANT_ADD(clock, task_clock)
{
	.config = PERF_COUNT_SW_TASK_CLOCK,
};

FIXTURE_SETUP(clock)
{
	struct perf_event_attr attr = perf_attr_software(variant->config);

	attr.disabled = 0;
	attr.read_format = TIMES;
	self->fd = perf_open_self(&attr);
	ASSERT_GE(self->fd, 0);
}

FIXTURE_TEARDOWN(clock)
{
	close(self->fd);
}

TEST_F(clock, counts_cpu_time)
{
	uint64_t cpu[2], wall[2], count[2];

	wall[0] = clock_ns(CLOCK_MONOTONIC);
	count[0] = perf_count(self->fd);
	cpu[0] = clock_ns(CLOCK_THREAD_CPUTIME_ID);
	perf_burn_cpu(50000000);
	cpu[1] = clock_ns(CLOCK_THREAD_CPUTIME_ID);
	count[1] = perf_count(self->fd);
	wall[1] = clock_ns(CLOCK_MONOTONIC);

	/* CLOCK_THREAD_CPUTIME_ID may leave out interrupts, so allow a factor of two */
	EXPECT_GE(count[1] - count[0], (cpu[1] - cpu[0]) / 2);
	EXPECT_LE(count[1] - count[0], (wall[1] - wall[0]) * 2);
}

TEST_F(clock, stands_still_while_the_task_sleeps)
{
	struct timespec nap = { .tv_nsec = 300000000 };
	uint64_t wall[2], count[2];

	wall[0] = clock_ns(CLOCK_MONOTONIC);
	count[0] = perf_count(self->fd);
	while (nanosleep(&nap, &nap) < 0)
		;
	count[1] = perf_count(self->fd);
	wall[1] = clock_ns(CLOCK_MONOTONIC);
	EXPECT_LT(count[1] - count[0], wall[1] - wall[0] - 150000000);
}

TEST_F(clock, agrees_with_the_time_running)
{
	struct perf_read_values values;

	perf_burn_cpu(20000000);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	ASSERT_EQ(0, perf_values_read(self->fd, TIMES, &values));
	EXPECT_GT(values.entry[0].value, 0);
	EXPECT_GE(values.enabled, values.running);
	EXPECT_GE(values.entry[0].value * 2, values.running);
	EXPECT_LE(values.entry[0].value, values.running * 2);
}

TEST_F(clock, does_not_run_when_disabled)
{
	uint64_t count;

	perf_burn_cpu(1000000);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	count = perf_count(self->fd);
	EXPECT_GT(count, 0);
	perf_burn_cpu(1000000);
	EXPECT_EQ(count, perf_count(self->fd));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	perf_burn_cpu(1000000);
	EXPECT_GT(perf_count(self->fd), count);
}

/* A second thread that touches pages on order, and writes to @report when done */
struct toucher {
	pthread_t thread;
	pid_t tid;
	int order[2];
	int report[2];
	const struct perf_pages *pages;
};

struct order {
	size_t first;
	size_t count;
};

static void *toucher_main(void *argument)
{
	struct toucher *toucher = argument;
	struct order order;
	char done = 1;

	toucher->tid = syscall(SYS_gettid);
	if (write(toucher->report[1], &done, 1) != 1)
		return NULL;
	while (read(toucher->order[0], &order, sizeof(order)) == sizeof(order)) {
		perf_pages_touch(toucher->pages, order.first, order.count);
		if (write(toucher->report[1], &done, 1) != 1)
			break;
	}
	return NULL;
}

static int toucher_wait(struct toucher *toucher)
{
	char done;

	return read(toucher->report[0], &done, 1) == 1 ? 0 : -1;
}

static int toucher_touch(struct toucher *toucher, size_t first, size_t count)
{
	struct order order = { first, count };

	if (write(toucher->order[1], &order, sizeof(order)) != sizeof(order))
		return -1;
	return toucher_wait(toucher);
}

static int toucher_start(struct toucher *toucher, const struct perf_pages *pages)
{
	toucher->pages = pages;
	if (pipe(toucher->order) || pipe(toucher->report))
		return -1;
	if (pthread_create(&toucher->thread, NULL, toucher_main, toucher))
		return -1;
	/* toucher_touch() uses the thread's stack and both pipes, so that they fault no more */
	return toucher_wait(toucher) ?: toucher_touch(toucher, 0, 1);
}

static void toucher_stop(struct toucher *toucher)
{
	close(toucher->order[1]);
	pthread_join(toucher->thread, NULL);
	close(toucher->order[0]);
	close(toucher->report[0]);
	close(toucher->report[1]);
}

TEST_F(count, one_thread_only)
{
	struct toucher toucher;
	int other;

	ASSERT_EQ(0, toucher_start(&toucher, &self->pages));
	self->fd = perf_open_self(&self->attr);
	other = perf_open(&self->attr, toucher.tid, -1, -1, 0);
	ASSERT_GE(self->fd, 0);
	ASSERT_GE(other, 0);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	ASSERT_EQ(0, perf_ioctl(other, PERF_EVENT_IOC_ENABLE, 0));

	ASSERT_EQ(0, toucher_touch(&toucher, 10, 77));
	EXPECT_EQ(0, perf_count(self->fd));
	EXPECT_EQ(77, perf_count(other));
	perf_pages_touch(&self->pages, 200, 13);
	EXPECT_EQ(13, perf_count(self->fd));
	EXPECT_EQ(77, perf_count(other));

	/* PERF_EVENT_IOC_DISABLE and _ENABLE must reach a thread that is not running here */
	ASSERT_EQ(0, perf_ioctl(other, PERF_EVENT_IOC_DISABLE, 0));
	ASSERT_EQ(0, toucher_touch(&toucher, 100, 5));
	EXPECT_EQ(77, perf_count(other));
	ASSERT_EQ(0, perf_ioctl(other, PERF_EVENT_IOC_ENABLE, 0));
	ASSERT_EQ(0, toucher_touch(&toucher, 110, 6));
	EXPECT_EQ(83, perf_count(other));

	/* The C library may touch pages as the thread ends */
	ASSERT_EQ(0, perf_ioctl(other, PERF_EVENT_IOC_DISABLE, 0));
	toucher_stop(&toucher);
	EXPECT_EQ(83, perf_count(other));
	close(other);
}

static int touch_child(void *argument)
{
	const struct perf_pages *pages = argument;

	perf_pages_touch(pages, 0, PAGES);
	return 0;
}

TEST_F(count, other_process_and_after_its_end)
{
	struct perf_child child;
	uint64_t count;

	ASSERT_EQ(0, perf_child_start(&child, touch_child, &self->pages));
	self->fd = perf_open(&self->attr, child.pid, -1, -1, 0);
	ASSERT_GE(self->fd, 0);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	ASSERT_EQ(0, perf_child_wait(&child));
	/* touch_child() also copies a few pages that it shares with its parent */
	count = perf_count(self->fd);
	EXPECT_GE(count, PAGES);
	EXPECT_LE(count, 2 * PAGES);
	/* The count survives the task, and PERF_EVENT_IOC_ENABLE has no effect */
	EXPECT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	EXPECT_EQ(count, perf_count(self->fd));
}

TEST_F(count, whole_cpu)
{
	struct perf_child child;
	int cpus[MAX_CPUS];
	uint64_t count;

	ASSERT_LT(0, perf_cpu_count(cpus, MAX_CPUS));
	ASSERT_EQ(0, perf_pin_cpu(cpus[0]));
	ASSERT_EQ(0, perf_child_start(&child, touch_child, &self->pages));
	self->fd = perf_open(&self->attr, -1, cpus[0], -1, 0);
	ASSERT_GE(self->fd, 0);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	perf_pages_touch(&self->pages, 0, PAGES);
	count = perf_count(self->fd);
	EXPECT_GE(count, PAGES);
	/* The child on cpus[0] counts too */
	ASSERT_EQ(0, perf_child_wait(&child));
	EXPECT_GE(perf_count(self->fd), count + PAGES);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	count = perf_count(self->fd);
	perf_pages_touch(&self->pages, PAGES, PAGES);
	EXPECT_EQ(count, perf_count(self->fd));
}

TEST_F(count, whole_cpu_is_not_the_other_cpu)
{
	struct perf_read_values values;
	int cpus[MAX_CPUS];

	if (perf_cpu_count(cpus, MAX_CPUS) < 2)
		SKIP(return, "one CPU: no other one");
	ASSERT_EQ(0, perf_pin_cpu(cpus[0]));
	self->attr.read_format = TIMES;
	self->attr.config = PERF_COUNT_SW_CPU_CLOCK;
	self->fd = perf_open(&self->attr, -1, cpus[1], -1, 0);
	ASSERT_GE(self->fd, 0);
	/* PERF_COUNT_SW_CPU_CLOCK of a CPU runs regardless of the tasks on any CPU */
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	perf_burn_cpu(5000000);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	ASSERT_EQ(0, perf_values_read(self->fd, TIMES, &values));
	EXPECT_GT(values.entry[0].value, 0);
	EXPECT_GE(values.enabled, values.running);
	EXPECT_GT(values.running, 0);
}

TEST_F(count, task_bound_to_a_cpu)
{
	struct perf_read_values here, there;
	int cpus[MAX_CPUS], second;

	if (perf_cpu_count(cpus, MAX_CPUS) < 2)
		SKIP(return, "one CPU: no other one");
	ASSERT_EQ(0, perf_pin_cpu(cpus[0]));
	self->attr.read_format = TIMES;
	self->fd = perf_open(&self->attr, 0, cpus[0], -1, 0);
	second = perf_open(&self->attr, 0, cpus[1], -1, 0);
	ASSERT_GE(self->fd, 0);
	ASSERT_GE(second, 0);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	ASSERT_EQ(0, perf_ioctl(second, PERF_EVENT_IOC_ENABLE, 0));

	perf_pages_touch(&self->pages, 0, 17);
	ASSERT_EQ(0, perf_values_read(self->fd, TIMES, &here));
	ASSERT_EQ(0, perf_values_read(second, TIMES, &there));
	EXPECT_EQ(17, here.entry[0].value);
	EXPECT_EQ(0, there.entry[0].value);
	EXPECT_EQ(0, there.running);

	ASSERT_EQ(0, perf_pin_cpu(cpus[1]));
	perf_pages_touch(&self->pages, 20, 29);
	ASSERT_EQ(0, perf_values_read(self->fd, TIMES, &here));
	ASSERT_EQ(0, perf_values_read(second, TIMES, &there));
	EXPECT_EQ(17, here.entry[0].value);
	EXPECT_EQ(29, there.entry[0].value);
	EXPECT_GT(there.running, 0);
	EXPECT_GT(here.running, 0);
	EXPECT_LE(here.running, here.enabled);
	EXPECT_LE(there.running, there.enabled);
	close(second);
}

TEST_F(count, survives_migration)
{
	int cpus[MAX_CPUS], count, i;

	count = perf_cpu_count(cpus, MAX_CPUS);
	if (count < 2)
		SKIP(return, "one CPU: nowhere to migrate to");
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	for (i = 0; i < 40; i++) {
		ASSERT_EQ(0, perf_pin_cpu(cpus[i % count]));
		perf_pages_touch(&self->pages, i * 5, 5);
	}
	EXPECT_EQ(200, perf_count(self->fd));
}

TEST_F(count, read_from_another_cpu)
{
	int cpus[MAX_CPUS];

	if (perf_cpu_count(cpus, MAX_CPUS) < 2)
		SKIP(return, "one CPU: no other one");
	self->fd = perf_open(&self->attr, -1, cpus[0], -1, 0);
	ASSERT_GE(self->fd, 0);
	ASSERT_EQ(0, perf_pin_cpu(cpus[1]));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	ASSERT_EQ(0, perf_pin_cpu(cpus[0]));
	perf_pages_touch(&self->pages, 0, PAGES);
	ASSERT_EQ(0, perf_pin_cpu(cpus[1]));
	EXPECT_GE(perf_count(self->fd), PAGES);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_RESET, 0));
	EXPECT_LT(perf_count(self->fd), PAGES);
}

TEST_HARNESS_MAIN
