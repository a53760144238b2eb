// SPDX-License-Identifier: GPL-2.0
/*
 * The PMU "offcpu": time that tasks spend off the CPU.
 *
 * Expected times come from CLOCK_MONOTONIC_RAW, read before and after each step: a time that the
 * kernel counts from one point of a step to one point of another lies between the inner and the
 * outer difference of the readings, whatever the speed of the machine.
 */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "offcpu_sleep.h"
#include "perf_test.h"
#include "kselftest_harness.h"

#define RW		(PROT_READ | PROT_WRITE)
#define MS		1000000ULL
#define TASKS		3
#define ROUNDS		5
#define FORMAT		PERF_FORMAT_GROUP
#define NAPS		8

/* attr.config, as in the files events/ of the PMU */
enum { OFF, BLOCKED, PREEMPTED };

/* Members of the group of most tests */
enum { LEADER, CLOCK, ALL, BLOCK, PREEMPT, MEMBERS };

/**
 * struct span - bounds of a time that is counted
 * @inner: certainly a part of it, ns
 * @outer: it is certainly a part of this, ns
 */
struct span {
	__u64 inner;
	__u64 outer;
};

/* The kernel's clock and ours both follow the same counter, each with a rounded factor */
#define SLACK(ns)	((ns) / 256)

static bool span_holds(const struct span *span, __u64 ns)
{
	bool holds = ns + SLACK(ns) >= span->inner && ns <= span->outer + SLACK(ns);

	if (!holds)
		printf("# %llu ns is not within %llu and %llu\n", ns, span->inner, span->outer);
	return holds;
}

/**
 * struct shared - what the tasks of a test share
 * @mutex: the lock of a convoy
 * @begin: when each of the children began
 * @end: when it was about to end
 * @flag: COMPETITOR_*, set by the competitor
 */
struct shared {
	pthread_mutex_t mutex;
	__u64 begin[TASKS];
	__u64 end[TASKS];
	volatile int flag;
};

FIXTURE(offcpu)
{
	struct perf_event_attr attr;
	struct perf_read_values values;
	struct perf_sysctls sysctls;
	struct perf_ring ring;
	struct shared *shared;
	struct perf_child child;
	int pipes[2][2];
	int fd[MEMBERS];
	int nr;
};

FIXTURE_SETUP(offcpu)
{
	int type = perf_pmu_type("offcpu");

	ASSERT_GE(type, 0);
	perf_attr_init(&self->attr, type, OFF);
	ASSERT_EQ(0, perf_sysctls_save(&self->sysctls));
	self->shared = mmap(NULL, sizeof(*self->shared), RW, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	ASSERT_NE(MAP_FAILED, self->shared);
	ASSERT_EQ(0, pipe(self->pipes[0]));
	ASSERT_EQ(0, pipe(self->pipes[1]));
}

FIXTURE_TEARDOWN(offcpu)
{
	perf_child_kill(&self->child);
	perf_ring_unmap(&self->ring);
	while (self->nr)
		close(self->fd[--self->nr]);
	perf_sysctls_restore(&self->sysctls);
}

/* Open a member of the group that fd[0] leads; returns 0 or errno */
static int join(FIXTURE_DATA(offcpu) *self, const struct perf_event_attr *attr, pid_t pid)
{
	int fd = perf_open(attr, pid, -1, self->nr ? self->fd[0] : -1, 0);

	if (fd < 0)
		return errno;
	self->fd[self->nr++] = fd;
	return 0;
}

static int join_kind(FIXTURE_DATA(offcpu) *self, __u64 kind, pid_t pid)
{
	self->attr.config = kind;
	self->attr.disabled = !self->nr;
	self->attr.read_format = FORMAT;
	return join(self, &self->attr, pid);
}

static int join_software(FIXTURE_DATA(offcpu) *self, __u64 config, pid_t pid)
{
	struct perf_event_attr attr = perf_attr_software(config);

	attr.disabled = !self->nr;
	attr.inherit = self->attr.inherit;
	attr.read_format = FORMAT;
	return join(self, &attr, pid);
}

/* A leader, task-clock and the three events; returns 0 or errno */
static int open_group(FIXTURE_DATA(offcpu) *self, __u64 leader, pid_t pid)
{
	int err = join_software(self, leader, pid);

	err = err ?: join_software(self, PERF_COUNT_SW_TASK_CLOCK, pid);
	err = err ?: join_kind(self, OFF, pid);
	err = err ?: join_kind(self, BLOCKED, pid);
	return err ?: join_kind(self, PREEMPTED, pid);
}

static __u64 value(const FIXTURE_DATA(offcpu) *self, int member)
{
	return self->values.entry[member].value;
}

/* A group of resident events, and one that is scheduled in and out as groups of hardware events */
FIXTURE_VARIANT(offcpu)
{
	__u64 leader;
};

FIXTURE_VARIANT_ADD(offcpu, resident)
{
	.leader = PERF_COUNT_SW_DUMMY,
};

FIXTURE_VARIANT_ADD(offcpu, switched)
{
	.leader = PERF_COUNT_SW_BPF_OUTPUT,
};

static int enable(FIXTURE_DATA(offcpu) *self)
{
	return perf_ioctl(self->fd[0], PERF_EVENT_IOC_ENABLE, 0);
}

static int read_all(FIXTURE_DATA(offcpu) *self)
{
	return perf_values_read(self->fd[0], FORMAT, &self->values);
}

/* The time of one task is either on the CPU or off it, and that is one of two kinds. */
TEST_F(offcpu, adds_up_to_wall)
{
	struct span wall;
	__u64 t0, t1, t2;
	int i;

	ASSERT_EQ(0, open_group(self, variant->leader, 0));
	t0 = now();
	ASSERT_EQ(0, enable(self));
	t1 = now();
	for (i = 0; i < ROUNDS; i++) {
		nap(4 * MS);
		perf_burn_cpu(MS);
		t2 = now();
		ASSERT_EQ(0, read_all(self));
		wall = (struct span){ t2 - t1, now() - t0 };
		EXPECT_TRUE(span_holds(&wall, value(self, CLOCK) + value(self, ALL)));
		EXPECT_EQ(value(self, ALL), value(self, BLOCK) + value(self, PREEMPT));
		/* Each nap is longer than the clock's time on the CPU leaves room for. */
		EXPECT_GE(value(self, BLOCK) + value(self, CLOCK), (i + 1) * 4 * MS);
	}
	/* It counts nothing while it is disabled, and goes on afterwards. */
	ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_DISABLE, 0));
	ASSERT_EQ(0, read_all(self));
	t2 = value(self, ALL);
	nap(MS);
	ASSERT_EQ(0, read_all(self));
	EXPECT_EQ(t2, value(self, ALL));
	t0 = now();
	ASSERT_EQ(0, enable(self));
	sleep_for_sure(MS);
	ASSERT_EQ(0, read_all(self));
	EXPECT_LT(t2, value(self, ALL));
	EXPECT_GE(t2 + (now() - t0) * 257 / 256, value(self, ALL));
}

/* ---- several tasks ---- */

static void sleeper(struct shared *shared, int (*pipes)[2], int task)
{
	(void)shared;
	(void)pipes;
	nap((task + 1) * MS);
}

/* Three tasks and two pipes: the first two play, the third sleeps in the meantime. */
static void player(struct shared *shared, int (*pipes)[2], int task)
{
	char ball = 0;
	int i;

	if (task >= 2)
		return sleeper(shared, pipes, task);
	if (!task && write(pipes[1][1], &ball, 1) != 1)
		_exit(1);
	for (i = 0; i < 50; i++) {
		if (read(pipes[!task][0], &ball, 1) != 1)
			_exit(1);
		if (write(pipes[task][1], &ball, 1) != 1)
			_exit(1);
	}
}

static void convoy(struct shared *shared, int (*pipes)[2], int task)
{
	int i;

	(void)pipes;
	(void)task;
	for (i = 0; i < ROUNDS; i++) {
		pthread_mutex_lock(&shared->mutex);
		nap(MS);
		pthread_mutex_unlock(&shared->mutex);
	}
}

typedef void (*task_fn)(struct shared *shared, int (*pipes)[2], int task);

static int run_tasks(FIXTURE_DATA(offcpu) *self, task_fn fn, struct span *lives)
{
	struct shared *shared = self->shared;
	__u64 forked[TASKS];
	pid_t pid[TASKS];
	int i, status, failed = 0;

	for (i = 0; i < TASKS; i++) {
		forked[i] = now();
		pid[i] = fork();
		if (!pid[i]) {
			shared->begin[i] = now();
			fn(shared, self->pipes, i);
			shared->end[i] = now();
			_exit(0);
		}
	}
	for (i = 0; i < TASKS; i++) {
		if (waitpid(pid[i], &status, 0) != pid[i] || status)
			failed++;
		lives->outer += now() - forked[i];
		lives->inner += shared->end[i] - shared->begin[i];
	}
	return failed;
}

static int init_mutex(pthread_mutex_t *mutex)
{
	pthread_mutexattr_t attr;

	pthread_mutexattr_init(&attr);
	pthread_mutexattr_setpshared(&attr, PTHREAD_PROCESS_SHARED);
	return pthread_mutex_init(mutex, &attr);
}

/* Children inherit the events, and what they spend off the CPU is added. */
TEST_F(offcpu, inherited)
{
	const task_fn fns[] = { sleeper, player, convoy };
	struct span lives;
	unsigned int i;
	__u64 t0, t1, t2;

	ASSERT_EQ(0, init_mutex(&self->shared->mutex));
	self->attr.inherit = 1;
	ASSERT_EQ(0, open_group(self, variant->leader, 0));
	for (i = 0; i < ARRAY_SIZE(fns); i++) {
		lives = (struct span){ 0, 0 };
		ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_RESET,
					PERF_IOC_FLAG_GROUP));
		ASSERT_EQ(0, read_all(self));
		t2 = value(self, CLOCK) + value(self, ALL);
		t0 = now();
		ASSERT_EQ(0, enable(self));
		t1 = now();
		EXPECT_EQ(0, run_tasks(self, fns[i], &lives));
		lives.inner += now() - t1;
		ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_DISABLE, 0));
		lives.outer += now() - t0;
		ASSERT_EQ(0, read_all(self));
		EXPECT_TRUE(span_holds(&lives, value(self, CLOCK) + value(self, ALL) - t2));
		EXPECT_EQ(value(self, ALL), value(self, BLOCK) + value(self, PREEMPT));
		EXPECT_LT(0, value(self, BLOCK));
	}
}

/* ---- alone, and on a task that sleeps ---- */

FIXTURE(offcpu_alone)
{
	struct perf_event_attr attr;
	struct perf_read_values values;
	struct perf_child child;
	struct perf_ring ring;
	int fd;
};

FIXTURE_SETUP(offcpu_alone)
{
	int type = perf_pmu_type("offcpu");

	self->fd = -1;
	ASSERT_GE(type, 0);
	perf_attr_init(&self->attr, type, OFF);
	self->attr.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
}

FIXTURE_TEARDOWN(offcpu_alone)
{
	perf_child_kill(&self->child);
	perf_ring_unmap(&self->ring);
	if (self->fd >= 0)
		close(self->fd);
}

/* Not reached: the child sleeps in the read for perf_child_go(), which nobody calls. */
static int never(void *argument)
{
	(void)argument;
	return 1;
}

/* Wait until the child sleeps: 'S' is the third field of its stat */
static bool await_sleep(pid_t pid)
{
	char path[64], text[256];
	const char *state;
	int tries;

	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	for (tries = 0; tries < 1000; tries++) {
		if (perf_file_read(path, text, sizeof(text)))
			return false;
		state = strrchr(text, ')');
		if (state && state[1] && state[2] == 'S')
			return true;
		nap(MS);
	}
	return false;
}

/*
 * A task that sleeps all the time: the count is right at any moment, and so are the times, so
 * that no reader takes it for an event that was not counted.
 */
TEST_F(offcpu_alone, sleeping_task)
{
	static const bool counts[] = { [OFF] = true, [BLOCKED] = true, [PREEMPTED] = false };
	struct span wall;
	unsigned int kind;
	__u64 t0, t1, t2;
	__u64 last;

	ASSERT_EQ(0, perf_child_start(&self->child, never, NULL));
	ASSERT_TRUE(await_sleep(self->child.pid));
	for (kind = OFF; kind <= PREEMPTED; kind++) {
		self->attr.config = kind;
		self->attr.disabled = 1;
		self->fd = perf_open(&self->attr, self->child.pid, -1, -1, 0);
		ASSERT_GE(self->fd, 0);
		nap(MS);
		t0 = now();
		ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
		t1 = now();
		nap(5 * MS);
		t2 = now();
		ASSERT_EQ(0, perf_values_read(self->fd, self->attr.read_format, &self->values));
		wall = (struct span){ t2 - t1, now() - t0 };
		EXPECT_TRUE(span_holds(&wall, self->values.enabled));
		EXPECT_EQ(self->values.enabled, self->values.running);
		EXPECT_EQ(counts[kind] ? self->values.enabled : 0, self->values.entry[0].value);

		ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
		last = perf_count(self->fd);
		nap(MS);
		EXPECT_EQ(last, perf_count(self->fd));

		ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_RESET, 0));
		EXPECT_EQ(0, perf_count(self->fd));
		t0 = now();
		ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
		t1 = now();
		nap(MS);
		t2 = now();
		last = perf_count(self->fd);
		wall = (struct span){ counts[kind] ? t2 - t1 : 0,
				      counts[kind] ? now() - t0 : 0 };
		EXPECT_TRUE(span_holds(&wall, last));
		close(self->fd);
		self->fd = -1;
	}
}

static int sleep_and_exit(void *argument)
{
	sleep_for_sure(*(__u64 *)argument);
	return 0;
}

/* The count of a task that has ended stays, and ends with the task. */
TEST_F(offcpu_alone, ended_task)
{
	__u64 ns = 5 * MS, t0, last;

	ASSERT_EQ(0, perf_child_start(&self->child, sleep_and_exit, &ns));
	self->attr.disabled = 0;
	t0 = now();
	self->fd = perf_open(&self->attr, self->child.pid, -1, -1, 0);
	ASSERT_GE(self->fd, 0);
	EXPECT_EQ(0, perf_child_wait(&self->child));
	last = perf_count(self->fd);
	EXPECT_GE((now() - t0) * 257 / 256, last);
	EXPECT_LT(0, last);
	nap(MS);
	EXPECT_EQ(last, perf_count(self->fd));
}

/* ---- preemption ---- */

enum { COMPETITOR_WAITS = 1, COMPETITOR_DONE };

static int compete(void *argument)
{
	struct sched_param priority = { .sched_priority = 1 };
	struct shared *shared = argument;
	sigset_t set;
	int number;

	if (sched_setscheduler(0, SCHED_FIFO, &priority))
		return 1;
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	shared->flag = COMPETITOR_WAITS;
	/* The parent has blocked the signal, so it is pending if it comes earlier. */
	if (sigwait(&set, &number))
		return 2;
	shared->begin[0] = now();
	while (now() - shared->begin[0] < 10 * MS)
		;
	shared->end[0] = now();
	shared->flag = COMPETITOR_DONE;
	return 0;
}

/*
 * A task of higher priority takes the CPU from one that never sleeps: all the time off is
 * preempted, and at least as long as the other one was seen to run.
 */
TEST_F(offcpu, preempted)
{
	sigset_t set;
	int cpu;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	ASSERT_EQ(0, sigprocmask(SIG_BLOCK, &set, NULL));
	ASSERT_LE(1, perf_cpu_count(&cpu, 1));
	ASSERT_EQ(0, perf_pin_cpu(cpu));
	ASSERT_EQ(0, perf_child_start(&self->child, compete, self->shared));
	perf_child_go(&self->child);
	while (self->shared->flag != COMPETITOR_WAITS)
		;
	ASSERT_EQ(0, open_group(self, variant->leader, 0));
	ASSERT_EQ(0, read_all(self));
	ASSERT_EQ(0, enable(self));
	/* Neither kill() nor spinning sleeps: a signal is sent under a spinlock. */
	ASSERT_EQ(0, kill(self->child.pid, SIGUSR1));
	while (self->shared->flag != COMPETITOR_DONE)
		;
	ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_DISABLE, 0));
	ASSERT_EQ(0, read_all(self));
	EXPECT_EQ(0, perf_child_wait(&self->child));
	EXPECT_LE(self->shared->end[0] - self->shared->begin[0],
		  value(self, PREEMPT) + SLACK(value(self, PREEMPT)));
	EXPECT_EQ(value(self, ALL), value(self, PREEMPT));
	EXPECT_EQ(0, value(self, BLOCK));
}

/* An interval belongs to the CPU where the task comes back: all CPUs together have them all. */
TEST_F(offcpu_alone, cpus)
{
	int cpus[64], fds[64], nr = perf_cpu_count(cpus, 64), i;
	__u64 sum = 0;

	ASSERT_LE(1, nr);
	ASSERT_GE(64, nr);
	/* Between the calls that enable and disable the events, the task does not sleep. */
	self->attr.config = BLOCKED;
	self->attr.disabled = 0;
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	for (i = 0; i < nr; i++) {
		fds[i] = perf_open(&self->attr, 0, cpus[i], -1, 0);
		ASSERT_GE(fds[i], 0);
	}
	EXPECT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_RESET, 0));
	for (i = 0; i < nr; i++)
		EXPECT_EQ(0, perf_ioctl(fds[i], PERF_EVENT_IOC_RESET, 0));
	for (i = 0; i < NAPS; i++) {
		ASSERT_EQ(0, perf_pin_cpu(cpus[i % nr]));
		sleep_for_sure(MS);
	}
	for (i = 0; i < nr; i++) {
		sum += perf_count(fds[i]);
		close(fds[i]);
	}
	EXPECT_LT(0, sum);
	EXPECT_EQ(sum, perf_count(self->fd));
}

/* ---- what is refused, and the description ---- */

TEST_F(offcpu, refused)
{
	struct perf_event_attr clock = perf_attr_software(PERF_COUNT_SW_TASK_CLOCK);

	self->attr.config = PREEMPTED + 1;
	EXPECT_EQ(EINVAL, perf_try_self(&self->attr));
	self->attr.config = OFF;
	/* As a software event has no branches */
	self->attr.sample_type = PERF_SAMPLE_BRANCH_STACK;
	self->attr.branch_sample_type = PERF_SAMPLE_BRANCH_ANY;
	EXPECT_EQ(EOPNOTSUPP, perf_try_self(&self->attr));
	self->attr.sample_type = 0;
	self->attr.branch_sample_type = 0;
	/* All tasks of a CPU */
	EXPECT_EQ(EINVAL, perf_try(&self->attr, -1, 0, -1, 0));
	/* As a leader it counts while its task does not run, as its own kind does */
	ASSERT_EQ(0, join_kind(self, OFF, 0));
	EXPECT_EQ(EINVAL, perf_try(&clock, 0, -1, self->fd[0], 0));
	EXPECT_EQ(0, join_kind(self, BLOCKED, 0));
	EXPECT_EQ(0, join_kind(self, PREEMPTED, 0));
}

TEST_F(offcpu, described)
{
	static const char * const files[][2] = {
		{ "format/event", "config:0-7" },
		{ "events/off", "event=0x00" },
		{ "events/blocked", "event=0x01" },
		{ "events/preempted", "event=0x02" },
		{ "events/off.unit", "ns" },
	};
	char path[128], text[64];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(files); i++) {
		snprintf(path, sizeof(path), "/sys/bus/event_source/devices/offcpu/%s",
			 files[i][0]);
		ASSERT_EQ(0, perf_file_read(path, text, sizeof(text)));
		EXPECT_STREQ(files[i][1], text);
	}
}

TEST_HARNESS_MAIN
