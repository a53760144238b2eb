// SPDX-License-Identifier: GPL-2.0
/*
 * Deferred user call chains: a sample holds a cookie in place of the user part, and a
 * PERF_RECORD_CALLCHAIN_DEFERRED, written on return to user mode, holds that part.
 */
#include "perf_test.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "kselftest_harness.h"

#define RW		(PROT_READ | PROT_WRITE)
#define RING_PAGES	64
#define CHAINS_MAX	1024

/**
 * struct chain - a PERF_RECORD_CALLCHAIN_DEFERRED
 * @cookie: cookie of the samples that the chain completes
 * @nr:     length of the chain in words
 * @first:  first two words of the chain
 */
struct chain {
	__u64 cookie;
	__u64 nr;
	__u64 first[2];
};

/**
 * struct promise - a sample whose user chain was deferred
 * @cookie: cookie of the deferred chain
 * @ip:     instruction pointer of the sample
 * @before: words of the sample's chain before PERF_CONTEXT_USER_DEFERRED
 * @tid:    thread of the sample
 */
struct promise {
	__u64 cookie;
	__u64 ip;
	__u64 before;
	__u32 tid;
};

FIXTURE(deferred)
{
	struct perf_event_attr attr;
	struct perf_ring ring;
	struct perf_pages pages;
	struct perf_sample sample;
	struct promise promises[CHAINS_MAX];
	struct chain chains[CHAINS_MAX];
	unsigned int nr_samples, nr_promises, nr_chains, nr_user;
	int fd;
};

FIXTURE_SETUP(deferred)
{
	self->fd = -1;
	self->attr = perf_attr_software(PERF_COUNT_SW_PAGE_FAULTS);
	self->attr.sample_period = 1;
	self->attr.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_CALLCHAIN;
	self->attr.sample_id_all = 1;
	self->attr.defer_callchain = 1;
	self->attr.defer_output = 1;
	ASSERT_EQ(0, perf_pages_map(&self->pages, 8));
}

FIXTURE_TEARDOWN(deferred)
{
	perf_ring_unmap(&self->ring);
	perf_pages_unmap(&self->pages);
	if (self->fd >= 0)
		close(self->fd);
}

static void note_sample(FIXTURE_DATA(deferred) *self, const struct perf_event_header *record)
{
	struct perf_sample *sample = &self->sample;
	struct promise *promise;
	__u64 i;

	if (!perf_sample_parse(&self->attr, record, sample))
		return;
	self->nr_samples++;
	for (i = 0; i < sample->callchain_nr; i++) {
		if (sample->callchain[i] == (__u64)PERF_CONTEXT_USER)
			self->nr_user++;
		if (sample->callchain[i] != (__u64)PERF_CONTEXT_USER_DEFERRED)
			continue;
		/* The cookie is the last word */
		if (i + 2 != sample->callchain_nr || self->nr_promises == CHAINS_MAX)
			return;
		promise = &self->promises[self->nr_promises++];
		promise->cookie = sample->callchain[i + 1];
		promise->ip = sample->ip;
		promise->before = i;
		promise->tid = sample->tid;
		return;
	}
}

static void note_chain(FIXTURE_DATA(deferred) *self, const struct perf_event_header *record)
{
	const __u64 *words = (const __u64 *)(record + 1);
	struct perf_trailer trailer;
	struct chain *chain;

	if (self->nr_chains == CHAINS_MAX ||
	    !perf_trailer_parse(&self->attr, record, &trailer) ||
	    record->size != sizeof(*record) + (2 + words[1]) * sizeof(__u64) + trailer.size)
		return;
	chain = &self->chains[self->nr_chains++];
	chain->cookie = words[0];
	chain->nr = words[1];
	memcpy(chain->first, words + 2, (words[1] > 2 ? 2 : words[1]) * sizeof(__u64));
}

static void read_ring(FIXTURE_DATA(deferred) *self)
{
	const struct perf_event_header *record;

	while ((record = perf_ring_next(&self->ring))) {
		if (record->type == PERF_RECORD_SAMPLE)
			note_sample(self, record);
		else if (record->type == PERF_RECORD_CALLCHAIN_DEFERRED)
			note_chain(self, record);
	}
}

static const struct chain *find_chain(FIXTURE_DATA(deferred) *self, __u64 cookie)
{
	unsigned int i;

	for (i = 0; i < self->nr_chains; i++) {
		if (self->chains[i].cookie == cookie)
			return &self->chains[i];
	}
	return NULL;
}

static int start(FIXTURE_DATA(deferred) *self, pid_t pid, int cpu)
{
	int error;

	self->fd = perf_open(&self->attr, pid, cpu, -1, 0);
	if (self->fd < 0)
		return self->fd;
	error = perf_ring_open(&self->ring, self->fd, RING_PAGES, RW);
	return error ?: perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0);
}

static int stop(FIXTURE_DATA(deferred) *self)
{
	int error = perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0);

	read_ring(self);
	return error;
}

/* perf_pages_touch() faults in user mode: a chain without kernel part begins at the fault */
TEST_F(deferred, fault_in_user_mode)
{
	unsigned int i;

	ASSERT_EQ(0, start(self, 0, -1));
	perf_pages_touch(&self->pages, 0, 3);
	ASSERT_EQ(0, stop(self));
	ASSERT_EQ(3, self->nr_samples);
	ASSERT_EQ(3, self->nr_promises);
	ASSERT_EQ(3, self->nr_chains);
	for (i = 0; i < 3; i++) {
		const struct promise *promise = &self->promises[i];
		const struct chain *chain = find_chain(self, promise->cookie);

		EXPECT_NE(0, promise->cookie);
		EXPECT_EQ(0, promise->before);
		ASSERT_NE(NULL, chain);
		/* PERF_CONTEXT_USER, this function and its callers */
		EXPECT_LT(2, chain->nr);
		EXPECT_EQ((__u64)PERF_CONTEXT_USER, chain->first[0]);
		EXPECT_EQ(promise->ip, chain->first[1]);
	}
	/* Each entry into the kernel has a cookie of its own */
	EXPECT_NE(self->promises[0].cookie, self->promises[1].cookie);
	EXPECT_NE(self->promises[1].cookie, self->promises[2].cookie);
	EXPECT_EQ(0, self->nr_user);
}

/* All samples of a system call share a chain, and each has its own kernel part */
TEST_F(deferred, one_chain_for_a_system_call)
{
	const size_t size = 4 * sysconf(_SC_PAGESIZE);
	struct perf_pages target;
	unsigned int i;
	int pipes[2];
	char *text;

	text = malloc(size);
	ASSERT_NE(NULL, text);
	memset(text, 1, size);
	ASSERT_EQ(0, pipe(pipes));
	ASSERT_EQ(size, write(pipes[1], text, size));
	ASSERT_EQ(0, perf_prefault());
	ASSERT_EQ(0, perf_pages_map(&target, 4));
	ASSERT_EQ(0, start(self, 0, -1));
	ASSERT_EQ(size, syscall(SYS_read, pipes[0], target.base, size));
	ASSERT_EQ(0, stop(self));
	perf_pages_unmap(&target);
	free(text);
	close(pipes[0]);
	close(pipes[1]);

	ASSERT_LE(4, self->nr_samples);
	ASSERT_LE(4, self->nr_promises);
	EXPECT_EQ(1, self->nr_chains);
	ASSERT_NE(NULL, find_chain(self, self->promises[0].cookie));
	EXPECT_LT(1, self->chains[0].nr);
	for (i = 0; i < self->nr_promises; i++) {
		EXPECT_EQ(self->promises[0].cookie, self->promises[i].cookie);
		/* PERF_CONTEXT_KERNEL and the kernel functions on the way to the fault */
		EXPECT_LT(2, self->promises[i].before);
	}
}

/* PERF_COUNT_SW_CPU_CLOCK samples in interrupts, of a task almost always in user mode */
TEST_F(deferred, from_interrupts)
{
	const struct promise *last;
	unsigned int i;

	self->attr.config = PERF_COUNT_SW_CPU_CLOCK;
	self->attr.sample_period = 1000000;
	ASSERT_EQ(0, start(self, 0, -1));
	for (i = 0; i < 100 && self->nr_promises < 20; i++) {
		perf_burn_cpu(10000000);
		read_ring(self);
	}
	ASSERT_EQ(0, stop(self));
	ASSERT_LE(1, self->nr_promises);
	/*
	 * While the kernel writes a deferred chain, it can defer no other: such a sample has its
	 * user chain at once. The number of such samples depends on the time that writing takes.
	 */
	EXPECT_EQ(self->nr_samples, self->nr_promises + self->nr_user);
	/*
	 * A chain deferred in a system call is written when the call returns. That of the ioctl
	 * DISABLE is not, if an interrupt samples before the event is disabled.
	 */
	last = &self->promises[self->nr_promises - 1];
	for (i = 0; i < self->nr_promises; i++) {
		if (!last->before || self->promises[i].cookie != last->cookie)
			EXPECT_NE(NULL, find_chain(self, self->promises[i].cookie));
	}
}

static int touch_pages(void *argument __attribute__((unused)))
{
	struct perf_pages pages;

	if (perf_pages_map(&pages, 8))
		return 1;
	perf_pages_touch(&pages, 0, 8);
	perf_pages_unmap(&pages);
	return 0;
}

static int become_another_program(void *argument __attribute__((unused)))
{
	execl("/bin/sh", "sh", "-c", ":", NULL);
	return 1;
}

/* Exec replaces the stack of the sample before the chain can be written: the chain is empty */
TEST_F(deferred, stack_replaced_by_exec)
{
	int id = perf_tracepoint_id("sched/sched_prepare_exec");
	struct perf_child child;

	if (id < 0)
		SKIP(return, "no sched_prepare_exec");
	self->attr.type = PERF_TYPE_TRACEPOINT;
	self->attr.config = id;
	ASSERT_EQ(0, perf_child_start(&child, become_another_program, NULL));
	ASSERT_EQ(0, start(self, child.pid, -1));
	EXPECT_EQ(0, perf_child_wait(&child));
	read_ring(self);
	ASSERT_EQ(1, self->nr_promises);
	ASSERT_EQ(1, self->nr_chains);
	EXPECT_EQ(self->promises[0].cookie, self->chains[0].cookie);
	EXPECT_EQ(0, self->chains[0].nr);
}

/* A CPU's event has samples of all tasks there; each task writes its own deferred chain */
TEST_F(deferred, all_tasks_of_a_cpu)
{
	struct perf_child child;
	unsigned int i, children = 0;
	int cpus[1];
	__u32 tid;

	ASSERT_LE(1, perf_cpu_count(cpus, 1));
	ASSERT_EQ(0, perf_pin_cpu(cpus[0]));
	ASSERT_EQ(0, perf_child_start(&child, touch_pages, NULL));
	tid = child.pid;
	ASSERT_EQ(0, start(self, -1, cpus[0]));
	perf_pages_touch(&self->pages, 0, 2);
	EXPECT_EQ(0, perf_child_wait(&child));
	ASSERT_EQ(0, stop(self));
	ASSERT_LE(10, self->nr_promises);
	for (i = 0; i < self->nr_promises; i++) {
		children += self->promises[i].tid == tid;
		EXPECT_NE(NULL, find_chain(self, self->promises[i].cookie)) {
			TH_LOG("sample %u of %u", i, self->promises[i].tid);
		}
	}
	EXPECT_LE(8, children);
}

/* An event with only defer_output gets the records of another event's samples */
TEST_F(deferred, output_by_another_event)
{
	struct perf_event_attr listener = perf_attr_software(PERF_COUNT_SW_DUMMY);
	struct perf_ring ring = { };
	int fd;

	listener.defer_output = 1;
	listener.disabled = 0;
	fd = perf_open_self(&listener);
	ASSERT_GE(fd, 0);
	ASSERT_EQ(0, perf_ring_open(&ring, fd, RING_PAGES, RW));
	self->attr.defer_output = 0;
	ASSERT_EQ(0, start(self, 0, -1));
	perf_pages_touch(&self->pages, 0, 3);
	ASSERT_EQ(0, stop(self));
	EXPECT_EQ(3, self->nr_promises);
	EXPECT_EQ(0, self->nr_chains);
	EXPECT_EQ(3, perf_ring_count(&ring, PERF_RECORD_CALLCHAIN_DEFERRED));
	perf_ring_unmap(&ring);
	close(fd);
}

TEST_F(deferred, not_asked_for)
{
	self->attr.defer_callchain = 0;
	ASSERT_EQ(0, start(self, 0, -1));
	perf_pages_touch(&self->pages, 0, 3);
	ASSERT_EQ(0, stop(self));
	EXPECT_EQ(3, self->nr_samples);
	EXPECT_EQ(3, self->nr_user);
	EXPECT_EQ(0, self->nr_promises);
	EXPECT_EQ(0, self->nr_chains);
}

/* With exclude_callchain_user there is no user chain to defer */
TEST_F(deferred, user_excluded)
{
	self->attr.exclude_callchain_user = 1;
	ASSERT_EQ(0, start(self, 0, -1));
	perf_pages_touch(&self->pages, 0, 3);
	ASSERT_EQ(0, stop(self));
	EXPECT_EQ(3, self->nr_samples);
	EXPECT_EQ(0, self->nr_promises);
	EXPECT_EQ(0, self->nr_chains);
}

/* PERF_CONTEXT_USER_DEFERRED and cookie count as two contexts, above the limit of one */
TEST_F(deferred, no_room_for_a_cookie)
{
	struct perf_sysctls saved;
	int error;

	ASSERT_EQ(0, perf_sysctls_save(&saved));
	error = perf_sysctl_set("perf_event_max_contexts_per_stack", 1) ?: start(self, 0, -1);
	if (!error) {
		perf_pages_touch(&self->pages, 0, 3);
		error = stop(self);
	}
	perf_ring_unmap(&self->ring);
	close(self->fd);
	self->fd = -1;
	EXPECT_EQ(0, perf_sysctls_restore(&saved));
	ASSERT_EQ(0, error);
	EXPECT_EQ(3, self->nr_samples);
	EXPECT_EQ(0, self->nr_promises);
}

static int exec_true(void *argument __attribute__((unused)))
{
	char * const arguments[] = { "true", NULL };

	execv("/bin/true", arguments);
	return 1;
}

/* Every cookie gets its record, though it is empty for a program that exec has replaced */
TEST_F(deferred, exec_and_exit)
{
	struct perf_child child;
	unsigned int i;
	int id = perf_tracepoint_id("sched/sched_switch");

	ASSERT_GE(id, 0);
	self->attr.type = PERF_TYPE_TRACEPOINT;
	self->attr.config = id;
	self->attr.inherit = 0;
	ASSERT_EQ(0, perf_child_start(&child, exec_true, NULL));
	ASSERT_EQ(0, start(self, child.pid, -1));
	EXPECT_EQ(0, perf_child_wait(&child));
	read_ring(self);
	for (i = 0; i < self->nr_promises; i++)
		EXPECT_NE(NULL, find_chain(self, self->promises[i].cookie));
}

TEST_HARNESS_MAIN
