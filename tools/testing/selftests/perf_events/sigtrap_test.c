// SPDX-License-Identifier: GPL-2.0
/*
 * attr.sigtrap: the thread that causes an overflow gets a SIGTRAP before it continues in user
 * mode.
 */
#include "perf_test.h"

#include <errno.h>
#include <linux/hw_breakpoint.h>
#include <linux/sched.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kselftest_harness.h"

#define TRAP_PERF_CODE		6
#define TRAP_PERF_ASYNC		1

/* siginfo_t of TRAP_PERF; the C library may not define its fields yet */
struct trap_info {
	int signo;
	int error;
	int code;
#ifdef __LP64__
	int padding;
#endif
	void *addr;
	unsigned long data;
	__u32 type;
	__u32 flags;
};

#define TRAPS_MAX	64

/* Written by on_trap(), in the thread that was trapped */
static struct {
	unsigned int count;
	struct trap_info last[TRAPS_MAX];
	pid_t tid[TRAPS_MAX];
} traps;

static unsigned long watched[2];

/* The compiler can neither drop this store nor move it behind trap_count() */
static void store(int place, unsigned long value)
{
	__atomic_store_n(&watched[place], value, __ATOMIC_SEQ_CST);
}

static void on_trap(int signal, siginfo_t *info, void *context)
{
	unsigned int place = __atomic_fetch_add(&traps.count, 1, __ATOMIC_RELAXED);

	(void)signal;
	(void)context;
	if (place >= TRAPS_MAX)
		return;
	memcpy(&traps.last[place], info, sizeof(traps.last[place]));
	traps.tid[place] = gettid();
}

static unsigned int trap_count(void)
{
	return __atomic_load_n(&traps.count, __ATOMIC_RELAXED);
}

static int catch_traps(void)
{
	struct sigaction action = { .sa_sigaction = on_trap, .sa_flags = SA_SIGINFO };

	return sigaction(SIGTRAP, &action, NULL) ? errno : 0;
}

/* ---- on stores to a variable ---- */

FIXTURE(breakpoint)
{
	struct perf_event_attr attr;
	int fd;
};

FIXTURE_SETUP(breakpoint)
{
	perf_attr_init(&self->attr, PERF_TYPE_BREAKPOINT, 0);
	self->attr.bp_type = HW_BREAKPOINT_W;
	self->attr.bp_addr = (unsigned long)&watched[0];
	self->attr.bp_len = sizeof(long);
	self->attr.sample_period = 1;
	self->attr.sigtrap = 1;
	self->attr.remove_on_exec = 1;
	self->attr.exclude_kernel = 1;
	self->attr.exclude_hv = 1;
	self->attr.sig_data = 0x1234567890abcdefULL;
	self->fd = -1;
	ASSERT_EQ(0, catch_traps());
	if (!PERF_BP_CAN_SIGNAL)
		SKIP(return, PERF_BP_NO_SIGNAL);
	/* perf_breakpoints_ignored() opens another breakpoint: the processor may have only one */
	if (perf_breakpoints_ignored())
		SKIP(return, PERF_BREAKPOINTS_IGNORED);
	self->fd = perf_open_self(&self->attr);
	if (self->fd < 0 && perf_no_breakpoints(errno))
		SKIP(return, PERF_NO_BREAKPOINTS);
	ASSERT_GE(self->fd, 0);
}

FIXTURE_TEARDOWN(breakpoint)
{
	if (self->fd >= 0)
		close(self->fd);
}

TEST_F(breakpoint, each_store)
{
	unsigned int i;

	store(0, 0);
	EXPECT_EQ(0, trap_count());
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	for (i = 0; i < 20; i++) {
		store(0, i);
		/* on_trap() runs before the next statement */
		ASSERT_EQ(i + 1, trap_count());
		EXPECT_EQ(SIGTRAP, traps.last[i].signo);
		EXPECT_EQ(TRAP_PERF_CODE, traps.last[i].code);
		EXPECT_EQ((void *)&watched[0], traps.last[i].addr);
		EXPECT_EQ((unsigned long)self->attr.sig_data, traps.last[i].data);
		EXPECT_EQ(PERF_TYPE_BREAKPOINT, traps.last[i].type);
		EXPECT_EQ(0, traps.last[i].flags);
		store(1, i);
	}
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	store(0, 99);
	EXPECT_EQ(20, trap_count());
	EXPECT_EQ(20, perf_count(self->fd));
}

/* A blocked SIGTRAP stays pending, and reports TRAP_PERF_ASYNC when delivered */
TEST_F(breakpoint, blocked)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGTRAP);
	ASSERT_EQ(0, sigprocmask(SIG_BLOCK, &set, NULL));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	store(0, 1);
	store(0, 2);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	EXPECT_EQ(0, trap_count());
	EXPECT_EQ(2, perf_count(self->fd));
	ASSERT_EQ(0, sigprocmask(SIG_UNBLOCK, &set, NULL));
	/* The kernel keeps one SIGTRAP pending at most, so on_trap() runs once */
	ASSERT_EQ(1, trap_count());
	EXPECT_EQ(TRAP_PERF_CODE, traps.last[0].code);
	EXPECT_EQ(TRAP_PERF_ASYNC, traps.last[0].flags);
}

TEST_F(breakpoint, modified)
{
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	store(0, 1);
	ASSERT_EQ(1, trap_count());
	self->attr.disabled = 0;
	self->attr.bp_addr = (unsigned long)&watched[1];
	self->attr.sig_data = 77;
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_MODIFY_ATTRIBUTES,
				(unsigned long)&self->attr));
	store(0, 2);
	EXPECT_EQ(1, trap_count());
	store(1, 2);
	ASSERT_EQ(2, trap_count());
	EXPECT_EQ((void *)&watched[1], traps.last[1].addr);
	EXPECT_EQ(77, traps.last[1].data);
}

TEST_F(breakpoint, refresh)
{
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_REFRESH, 2));
	store(0, 1);
	store(0, 2);
	store(0, 3);
	EXPECT_EQ(2, perf_count(self->fd));
	EXPECT_EQ(2, trap_count());
}

static void *store_in_thread(void *argument)
{
	*(pid_t *)argument = gettid();
	store(0, 5);
	return NULL;
}

TEST_F(breakpoint, thread_without_inherit)
{
	pthread_t thread;
	pid_t tid;

	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	ASSERT_EQ(0, pthread_create(&thread, NULL, store_in_thread, &tid));
	ASSERT_EQ(0, pthread_join(thread, NULL));
	EXPECT_EQ(0, trap_count());
	store(0, 6);
	EXPECT_EQ(1, trap_count());
}

TEST_F(breakpoint, thread_with_inherit)
{
	pthread_t thread;
	pid_t tid;

	close(self->fd);
	self->attr.inherit = 1;
	self->attr.inherit_thread = 1;
	self->attr.disabled = 0;
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	ASSERT_EQ(0, pthread_create(&thread, NULL, store_in_thread, &tid));
	ASSERT_EQ(0, pthread_join(thread, NULL));
	ASSERT_EQ(1, trap_count());
	/* on_trap() runs in the thread that stored */
	EXPECT_EQ(tid, traps.tid[0]);
	store(0, 6);
	ASSERT_EQ(2, trap_count());
	EXPECT_EQ(gettid(), traps.tid[1]);
}

static int store_in_child(void *argument)
{
	(void)argument;
	store(0, 7);
	return trap_count();
}

TEST_F(breakpoint, child_with_inherit)
{
	struct perf_child child;

	close(self->fd);
	self->attr.inherit = 1;
	self->attr.disabled = 0;
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	ASSERT_EQ(0, perf_child_start(&child, store_in_child, NULL));
	EXPECT_EQ(1, perf_child_wait(&child));
	EXPECT_EQ(0, trap_count());
	/* With inherit_thread, a new process does not inherit the event */
	close(self->fd);
	self->attr.inherit_thread = 1;
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	ASSERT_EQ(0, perf_child_start(&child, store_in_child, NULL));
	EXPECT_EQ(0, perf_child_wait(&child));
}

static int store_with_default(void *argument)
{
	struct perf_event_attr *attr = argument;
	int fd;

	signal(SIGTRAP, SIG_DFL);
	fd = perf_open_self(attr);
	if (fd < 0)
		return 1;
	store(0, 8);
	return 2;
}

TEST_F(breakpoint, no_handler_kills)
{
	struct perf_child child;

	self->attr.disabled = 0;
	ASSERT_EQ(0, perf_child_start(&child, store_with_default, &self->attr));
	EXPECT_EQ(256 + SIGTRAP, perf_child_wait(&child));
}

/* ---- on page faults ---- */

FIXTURE(faults)
{
	struct perf_event_attr attr;
	struct perf_pages pages;
	int fd;
};

FIXTURE_SETUP(faults)
{
	self->attr = perf_attr_software(PERF_COUNT_SW_PAGE_FAULTS);
	self->attr.sample_period = 1;
	self->attr.sigtrap = 1;
	self->attr.remove_on_exec = 1;
	self->attr.exclude_kernel = 1;
	self->attr.exclude_hv = 1;
	self->attr.sig_data = 42;
	ASSERT_EQ(0, catch_traps());
	ASSERT_EQ(0, perf_prefault());
	ASSERT_EQ(0, perf_pages_map(&self->pages, 32));
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
}

FIXTURE_TEARDOWN(faults)
{
	close(self->fd);
	perf_pages_unmap(&self->pages);
}

TEST_F(faults, each_page)
{
	unsigned int i;

	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	for (i = 0; i < 16; i++) {
		perf_pages_touch(&self->pages, i, 1);
		ASSERT_EQ(i + 1, trap_count());
		EXPECT_EQ(TRAP_PERF_CODE, traps.last[i].code);
		EXPECT_EQ(PERF_TYPE_SOFTWARE, traps.last[i].type);
		EXPECT_EQ(42, traps.last[i].data);
		EXPECT_EQ(0, traps.last[i].flags);
		EXPECT_EQ((void *)(self->pages.base + i * self->pages.page_size),
			  traps.last[i].addr);
	}
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	EXPECT_EQ(16, perf_count(self->fd));
}

/* With exclude_kernel, a fault in the kernel's copy to user memory raises no trap */
TEST_F(faults, in_the_kernel)
{
	int ends[2];

	ASSERT_EQ(0, pipe(ends));
	ASSERT_EQ(1, write(ends[1], "", 1));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	ASSERT_EQ(1, read(ends[0], self->pages.base, 1));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	EXPECT_EQ(0, trap_count());
	EXPECT_EQ(0, perf_count(self->fd));
	close(ends[0]);
	close(ends[1]);
}

/* With a ring, each overflow writes a sample and raises the trap */
TEST_F(faults, with_a_ring)
{
	struct perf_ring ring;

	ASSERT_EQ(0, perf_ring_open(&ring, self->fd, 1, PROT_READ | PROT_WRITE));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	perf_pages_touch(&self->pages, 0, 5);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	EXPECT_EQ(5, trap_count());
	EXPECT_EQ(5, perf_ring_count(&ring, PERF_RECORD_SAMPLE));
	perf_ring_unmap(&ring);
}

/* close() of the event in the handler of its own trap */
static int closed_by_handler;

static void on_trap_close(int signal, siginfo_t *info, void *context)
{
	on_trap(signal, info, context);
	close(closed_by_handler);
}

TEST_F(faults, closed_in_the_handler)
{
	struct sigaction action = { .sa_sigaction = on_trap_close, .sa_flags = SA_SIGINFO };

	ASSERT_EQ(0, sigaction(SIGTRAP, &action, NULL));
	closed_by_handler = self->fd;
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	perf_pages_touch(&self->pages, 0, 8);
	EXPECT_EQ(1, trap_count());
}

/*
 * Clone a child that touches pages, and exits with 1 if it got all its traps. Return its status as
 * from waitpid(), or -1.
 */
static int child_of_clone3(FIXTURE_DATA(faults) *self, uint64_t flags, size_t pages)
{
	struct clone_args args = { .flags = flags, .exit_signal = SIGCHLD };
	unsigned int before = trap_count();
	int status;
	pid_t pid;

	pid = syscall(SYS_clone3, &args, sizeof(args));
	if (!pid) {
		perf_pages_touch(&self->pages, 0, pages);
		_exit(trap_count() - before >= pages ? 1 : 0);
	}
	return pid < 0 || waitpid(pid, &status, 0) != pid ? -1 : status;
}

/* SIGTRAP would kill a child of CLONE_CLEAR_SIGHAND, so it does not inherit the event */
TEST_F(faults, child_without_handlers)
{
	int status;

	close(self->fd);
	self->attr.inherit = 1;
	self->attr.disabled = 0;
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	status = child_of_clone3(self, 0, 5);
	if (status < 0)
		SKIP(return, "no clone3()");
	ASSERT_TRUE(WIFEXITED(status));
	EXPECT_EQ(1, WEXITSTATUS(status));
	status = child_of_clone3(self, CLONE_CLEAR_SIGHAND, 5);
	ASSERT_TRUE(WIFEXITED(status)) {
		TH_LOG("killed by signal %d", WTERMSIG(status));
	}
	EXPECT_EQ(0, WEXITSTATUS(status));
}

TEST_HARNESS_MAIN
