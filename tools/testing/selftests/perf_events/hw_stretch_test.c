// SPDX-License-Identifier: GPL-2.0
/*
 * A user may open as many events as descriptors allow. However many there are, interrupts
 * must not be delayed, and an operation on ten times as many must not take a hundred times
 * as long.
 *
 * Both are exact only where the clock follows the instructions. A clock event of the CPU
 * samples every 200 microseconds, so if two of its samples are further apart, an interrupt
 * was delayed. Meanwhile an unprivileged task opens its events and performs the steps of
 * enum step on them.
 */
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "hw_fixture.h"
#include "kselftest_harness.h"

#define NS_PER_US	1000ULL
#define NS_PER_MS	1000000ULL
#define SAMPLE_NS	(200 * NS_PER_US)
#define RING_PAGES	1024
#define DRAIN_US	20000
#define FEW		2000
#define EXECUTED	"stretch-executed"
#define REPORT_FD	3
/*
 * The page allocator gets and returns many pages at a time with interrupts off, if they
 * are needed one after the other. Short lists make it few, since this test is not about the
 * page allocator.
 */
#define PAGE_LISTS	"/proc/sys/vm/percpu_pagelist_high_fraction"
#define SHORT_LISTS	"1000000"
#define USUAL_LISTS	"0"
#define PLACES		8

enum step {
	OPEN,
	PRCTL_ENABLE,
	PRCTL_DISABLE,
	LEADER_ENABLE,
	LEADER_DISABLE,
	FORK,
	EXEC,
	EXIT,
	CLOSE_LEADER_FIRST,
	CLOSE_LEADER_LAST,
	STEPS,
};

static const char * const step_names[STEPS] = {
	"open", "prctl enable", "prctl disable", "enable leader", "disable leader", "fork",
	"exec", "exit", "close, leader first", "close, leader last",
};

/*
 * The report of the unprivileged tasks, in a memfd, which survives exec. For each step, in
 * ns: @begin and @end, @longest time between two samples, and in @place the callers at the
 * later of the two.
 */
struct report {
	struct {
		__u64 begin;
		__u64 end;
		__u64 longest;
		__u64 place[PLACES];
	} step[STEPS];
	int error;
};

/* Events to open: @number of them, as a @group or single. */
struct load {
	struct report *report;
	struct perf_event_attr attr;
	int number;
	bool group;
	int fd[];
};

static __u64 now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000 * NS_PER_MS + now.tv_nsec;
}

static void step_begin(struct report *report, enum step step)
{
	report->step[step].begin = now_ns();
}

static void step_end(struct report *report, enum step step)
{
	report->step[step].end = now_ns();
}

static int open_all(struct load *load)
{
	int i, leader;

	step_begin(load->report, OPEN);
	for (i = 0; i < load->number; i++) {
		leader = load->group && i ? load->fd[0] : -1;
		load->attr.disabled = !load->group || !i;
		load->attr.enable_on_exec = load->attr.disabled;
		load->fd[i] = perf_open(&load->attr, 0, -1, leader, 0);
		if (load->fd[i] < 0)
			return errno;
	}
	step_end(load->report, OPEN);
	return 0;
}

static int switch_all(struct load *load)
{
	struct report *report = load->report;
	int error;

	step_begin(report, PRCTL_ENABLE);
	if (prctl(PR_TASK_PERF_EVENTS_ENABLE))
		return errno;
	step_end(report, PRCTL_ENABLE);
	step_begin(report, PRCTL_DISABLE);
	if (prctl(PR_TASK_PERF_EVENTS_DISABLE))
		return errno;
	step_end(report, PRCTL_DISABLE);
	if (!load->group)
		return 0;
	/* Afterwards only @load->fd[0], the leader, is disabled. */
	if (prctl(PR_TASK_PERF_EVENTS_ENABLE) ||
	    perf_ioctl(load->fd[0], PERF_EVENT_IOC_DISABLE, 0))
		return errno;
	step_begin(report, LEADER_ENABLE);
	error = perf_ioctl(load->fd[0], PERF_EVENT_IOC_ENABLE, 0);
	step_end(report, LEADER_ENABLE);
	if (error)
		return error;
	step_begin(report, LEADER_DISABLE);
	error = perf_ioctl(load->fd[0], PERF_EVENT_IOC_DISABLE, 0);
	step_end(report, LEADER_DISABLE);
	return error;
}

static void close_all(struct load *load, enum step step)
{
	int i;

	step_begin(load->report, step);
	for (i = 0; i < load->number; i++)
		close(load->fd[step == CLOSE_LEADER_FIRST ? i : load->number - 1 - i]);
	step_end(load->report, step);
}

/* Close enabled events, from either end. */
static int open_and_close(struct load *load)
{
	enum step step;
	int error;

	for (step = CLOSE_LEADER_FIRST; step <= CLOSE_LEADER_LAST; step++) {
		error = open_all(load);
		if (error)
			return error;
		if (step == CLOSE_LEADER_FIRST)
			error = switch_all(load);
		if (error || prctl(PR_TASK_PERF_EVENTS_ENABLE))
			return error ?: errno;
		close_all(load, step);
	}
	return 0;
}

/* Keep the files of the parent's events open for as long as the parent lives. */
static void keep_files(void)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	pause();
	_exit(0);
}

/* The events end with their task, while a child keeps their files open. */
static int open_and_execute(struct load *load)
{
	int error = open_all(load);
	pid_t keeper;

	if (error)
		return error;
	step_begin(load->report, FORK);
	keeper = fork();
	if (keeper < 0)
		return errno;
	if (!keeper)
		keep_files();
	step_end(load->report, FORK);
	step_begin(load->report, EXEC);
	execl("/proc/self/exe", EXECUTED, NULL);
	return errno;
}

/* Runs after the exec of open_and_execute(), with the report in the inherited REPORT_FD. */
static int executed(void)
{
	struct report *report = mmap(NULL, sizeof(*report), PROT_READ | PROT_WRITE, MAP_SHARED,
				     REPORT_FD, 0);

	if (report == MAP_FAILED)
		return 1;
	step_end(report, EXEC);
	step_begin(report, EXIT);
	return 0;
}

__attribute__((constructor)) static void run_executed(int argc, char **argv)
{
	if (argc == 1 && !strcmp(argv[0], EXECUTED))
		_exit(executed());
}

FIXTURE(hw_stretch)
{
	struct perf_sysctls sysctls;
	struct perf_event_attr sampler;
	struct perf_ring ring;
	struct report *report;
	__u64 last;
	int fd;
};

FIXTURE_VARIANT(hw_stretch)
{
	/* @most: number of events; @group: they form a group; @config: software event to count. */
	int most;
	bool group;
	__u64 config;
	bool inherit;
};

FIXTURE_VARIANT_ADD(hw_stretch, group)
{
	.most = 20000,
	.group = true,
	.config = PERF_COUNT_SW_PAGE_FAULTS_MAJ,
};

FIXTURE_VARIANT_ADD(hw_stretch, inherited_group)
{
	.most = 8000,
	.group = true,
	.config = PERF_COUNT_SW_PAGE_FAULTS_MAJ,
	.inherit = true,
};

FIXTURE_VARIANT_ADD(hw_stretch, single_events)
{
	.most = 50000,
	.config = PERF_COUNT_SW_TASK_CLOCK,
};

FIXTURE_SETUP(hw_stretch)
{
	struct rlimit files = { variant->most + 64, variant->most + 64 };
	int memory;

	if (!hw_clock_follows_instructions())
		SKIP(return, "this machine's clock does not follow its instructions");
	if (geteuid())
		SKIP(return, "only root may raise the limit of open files");
	ASSERT_EQ(0, setrlimit(RLIMIT_NOFILE, &files));
	ASSERT_EQ(0, prctl(PR_SET_CHILD_SUBREAPER, 1));
	ASSERT_EQ(0, perf_sysctls_save(&self->sysctls));
	ASSERT_EQ(0, perf_sysctl_set("perf_cpu_time_max_percent", 0));
	ASSERT_EQ(0, perf_file_write(PAGE_LISTS, SHORT_LISTS));

	memory = memfd_create("report", 0);
	ASSERT_GE(memory, 0);
	ASSERT_EQ(0, ftruncate(memory, sizeof(*self->report)));
	if (memory != REPORT_FD) {
		ASSERT_EQ(REPORT_FD, dup2(memory, REPORT_FD));
		close(memory);
	}
	self->report = mmap(NULL, sizeof(*self->report), PROT_READ | PROT_WRITE, MAP_SHARED,
			    REPORT_FD, 0);
	ASSERT_NE(MAP_FAILED, self->report);

	self->sampler = perf_attr_software(PERF_COUNT_SW_CPU_CLOCK);
	self->sampler.sample_period = SAMPLE_NS;
	self->sampler.sample_type = PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_TIME;
	self->sampler.exclude_callchain_user = 1;
	self->sampler.use_clockid = 1;
	self->sampler.clockid = CLOCK_MONOTONIC;
	self->sampler.disabled = 0;
	self->fd = perf_open(&self->sampler, -1, 0, -1, PERF_FLAG_FD_CLOEXEC);
	ASSERT_GE(self->fd, 0);
	ASSERT_EQ(0, perf_ring_open(&self->ring, self->fd, RING_PAGES, PROT_READ | PROT_WRITE));
}

FIXTURE_TEARDOWN(hw_stretch)
{
	perf_ring_unmap(&self->ring);
	if (!self->sysctls.max_sample_rate)
		return;
	perf_sysctls_restore(&self->sysctls);
	perf_file_write(PAGE_LISTS, USUAL_LISTS);
}

/* Keep the innermost callers; callchain[0] is PERF_CONTEXT_KERNEL. */
static void note_place(__u64 place[PLACES], const struct perf_sample *sample)
{
	__u64 i;

	for (i = 0; i < PLACES; i++)
		place[i] = i + 1 < sample->callchain_nr ? sample->callchain[i + 1] : 0;
}

/* Charge the time between two samples, at @last and now, to the steps that overlap it. */
static void account_gap(struct report *report, __u64 last, const struct perf_sample *sample)
{
	const __u64 now = sample->time;
	enum step step;

	for (step = 0; step < STEPS; step++) {
		__u64 begin = report->step[step].begin, end = report->step[step].end;

		if (!begin || begin >= now || (end && end <= last))
			continue;
		if (now - last > report->step[step].longest) {
			report->step[step].longest = now - last;
			note_place(report->step[step].place, sample);
		}
	}
}

/* Returns the number of records that are no samples, or that cannot be parsed. */
static unsigned int drain(FIXTURE_DATA(hw_stretch) *self)
{
	const struct perf_event_header *record;
	struct perf_sample sample;
	unsigned int lost = 0;

	while ((record = perf_ring_next(&self->ring))) {
		if (record->type != PERF_RECORD_SAMPLE) {
			lost++;
			continue;
		}
		if (!perf_sample_parse(&self->sampler, record, &sample))
			return ++lost;
		if (self->last)
			account_gap(self->report, self->last, &sample);
		self->last = sample.time;
	}
	return lost;
}

static int run_load(struct load *load, int (*run)(struct load *load))
{
	int error = perf_drop_privilege();

	if (!error)
		error = run(load);
	load->report->error = error;
	return error;
}

/* Run @run without privilege; returns the result of drain(), or -1. */
static int measure(FIXTURE_DATA(hw_stretch) *self, struct load *load,
		   int (*run)(struct load *load))
{
	unsigned int lost = 0;
	int status = -1;
	pid_t pid;

	memset(self->report, 0, sizeof(*self->report));
	load->report = self->report;
	pid = fork();
	if (pid < 0)
		return -1;
	if (!pid)
		_exit(run_load(load, run));
	for (;;) {
		int result;
		pid_t ended;

		usleep(DRAIN_US);
		lost += drain(self);
		ended = waitpid(-1, &result, WNOHANG);
		if (ended == pid)
			status = result;
		/* This subreaper also reaps keep_files(), which ends with its parent. */
		if (ended < 0)
			break;
	}
	if (self->report->step[EXIT].begin)
		step_end(self->report, EXIT);
	return status || self->report->error ? -1 : (int)lost;
}

/* Log the callers of note_place() at the delayed interrupt. */
static void log_place(struct __test_metadata *_metadata, const __u64 place[PLACES])
{
	int i;

	for (i = 0; i < PLACES && place[i]; i++)
		TH_LOG("waited until %llx", (unsigned long long)place[i]);
}

/* Two loads, one of FEW events and one of @most, compared step by step. */
static void compare(struct __test_metadata *_metadata, FIXTURE_DATA(hw_stretch) *self,
		    const FIXTURE_VARIANT(hw_stretch) *variant, int (*run)(struct load *load))
{
	struct load *load = calloc(1, sizeof(*load) + variant->most * sizeof(load->fd[0]));
	const __u64 most_ns = NS_PER_MS + SAMPLE_NS;
	__u64 few_ns[STEPS] = { 0 };
	enum step step;
	int i;

	ASSERT_NE(NULL, load);
	load->attr = perf_attr_software(variant->config);
	load->attr.exclude_kernel = 1;
	load->attr.exclude_hv = 1;
	load->attr.inherit = variant->inherit;
	load->group = variant->group;
	for (i = 0; i < 2; i++) {
		load->number = i ? variant->most : FEW;
		ASSERT_EQ(0, measure(self, load, run)) {
			TH_LOG("errno %d", self->report->error);
		}
		for (step = 0; step < STEPS; step++) {
			__u64 begin = self->report->step[step].begin;
			__u64 ns = self->report->step[step].end - begin;

			if (!begin)
				continue;
			TH_LOG("%5d: %-20s %9llu us, longest wait %5llu us", load->number,
			       step_names[step], (unsigned long long)(ns / NS_PER_US),
			       (unsigned long long)(self->report->step[step].longest / NS_PER_US));
			EXPECT_LE(self->report->step[step].longest, most_ns) {
				log_place(_metadata, self->report->step[step].place);
			}
			/* 20,000 events take less than 12 times as long as 2,000, and so on. */
			if (i) {
				EXPECT_LT(10 * ns, 12 * few_ns[step] * (variant->most / FEW)) {
					TH_LOG("%s", step_names[step]);
				}
			}
			few_ns[step] = ns;
		}
	}
	free(load);
}

TEST_F_TIMEOUT(hw_stretch, open_switch_close, 600)
{
	compare(_metadata, self, variant, open_and_close);
}

TEST_F_TIMEOUT(hw_stretch, fork_execute_exit, 600)
{
	compare(_metadata, self, variant, open_and_execute);
}

TEST_HARNESS_MAIN
