// SPDX-License-Identifier: GPL-2.0
/*
 * Events of hardware breakpoints: hits, the number of slots, the tasks and addresses that
 * can be watched, MODIFY_ATTRIBUTES, and the debug registers of ptrace(2).
 */
#include "perf_test.h"

#include <errno.h>
#include <fcntl.h>
#include <elf.h>
#include <linux/hw_breakpoint.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kselftest_harness.h"

#define RW		(PROT_READ | PROT_WRITE)
/* Most registers of a CPU for watching data, on any architecture */
#define MOST_SLOTS	16
/*
 * Breakpoints that count in the same task at the same time watch different words,
 * because an emulator reports one hit when a store hits several.
 */
#define WORD(n)		((unsigned long)&watched + 4 * (n))

static struct {
	__u8 byte[4 * MOST_SLOTS];
} watched __attribute__((aligned(16)));

static __u64 other_variable;

static void store(unsigned int at, unsigned int count)
{
	while (count--)
		__atomic_store_n(&watched.byte[at], count, __ATOMIC_RELAXED);
}

static void load(unsigned int at, unsigned int count)
{
	while (count--)
		(void)__atomic_load_n(&watched.byte[at], __ATOMIC_RELAXED);
}

__attribute__((noinline, noclone)) static void watched_function(void)
{
	__asm__ volatile("" : : : "memory");
}

static void (*volatile call_watched)(void) = watched_function;

static void store_to_each_word(unsigned int count)
{
	unsigned int at;

	for (at = 0; at < sizeof(watched); at += 4)
		store(at, count);
}

static int child_stores(void *argument)
{
	store_to_each_word(*(unsigned int *)argument);
	return 0;
}

/* ---- number of slots ---- */

#define NO_COUNT_OF_SLOTS	"ptrace(2) does not say how many there are on this architecture"

#if defined(__x86_64__) || defined(__i386__)
static unsigned int slots_of(pid_t pid)
{
	(void)pid;
	return 4;
}
#elif defined(__aarch64__)
#ifndef NT_ARM_HW_WATCH
#define NT_ARM_HW_WATCH	0x403
#endif

/* The regset NT_ARM_HW_WATCH holds the number of watchpoint registers */
static unsigned int slots_of(pid_t pid)
{
	struct {
		__u32 information, pad;
		struct { __u64 addr; __u32 control, pad; } slot[MOST_SLOTS];
	} registers;
	struct iovec vector = { &registers, sizeof(registers) };

	if (ptrace(PTRACE_GETREGSET, pid, NT_ARM_HW_WATCH, &vector))
		return 0;
	return registers.information & 0xff;
}
#else
static unsigned int slots_of(pid_t pid)
{
	(void)pid;
	return 0;
}
#endif

static int child_is_traced(void *argument)
{
	(void)argument;
	if (ptrace(PTRACE_TRACEME, 0, 0, 0))
		return 254;
	raise(SIGSTOP);
	return 0;
}

/* Returns slots_of() a traced child, its registers for watching data; 0: unknown */
static unsigned int count_slots(void)
{
	struct perf_child child;
	unsigned int nr = 0;
	int status;

	if (perf_child_start(&child, child_is_traced, NULL))
		return 0;
	perf_child_go(&child);
	if (waitpid(child.pid, &status, 0) == child.pid && WIFSTOPPED(status))
		nr = slots_of(child.pid);
	perf_child_kill(&child);
	return nr <= MOST_SLOTS ? nr : 0;
}

FIXTURE(breakpoint)
{
	struct perf_event_attr attr;
	struct perf_ring ring;
	int fd[2 * MOST_SLOTS + 2];
	unsigned int nr, slots;
};

FIXTURE_SETUP(breakpoint)
{
	perf_attr_init(&self->attr, PERF_TYPE_BREAKPOINT, 0);
	self->attr.bp_type = HW_BREAKPOINT_W;
	self->attr.bp_addr = (unsigned long)&watched;
	self->attr.bp_len = HW_BREAKPOINT_LEN_4;
	self->attr.disabled = 0;
	if (perf_no_breakpoints(perf_try_self(&self->attr)))
		SKIP(return, PERF_NO_BREAKPOINTS);
	if (perf_breakpoints_ignored())
		SKIP(return, PERF_BREAKPOINTS_IGNORED);
	self->slots = count_slots();
}

FIXTURE_TEARDOWN(breakpoint)
{
	perf_ring_unmap(&self->ring);
	while (self->nr)
		close(self->fd[--self->nr]);
}

/* Open another event into @fd; returns 0 or errno */
static int open_more(FIXTURE_DATA(breakpoint) *self, pid_t pid, int cpu)
{
	int fd = perf_open(&self->attr, pid, cpu, -1, 0);

	if (fd < 0)
		return errno;
	self->fd[self->nr++] = fd;
	return 0;
}

/* ---- hits ---- */

TEST_F(breakpoint, stores)
{
	ASSERT_EQ(0, open_more(self, 0, -1));
	store(0, 10);
	EXPECT_EQ(10, perf_count(self->fd[0]));
	/* HW_BREAKPOINT_LEN_4: a store to any byte of the four is a hit, beside them it is not */
	store(3, 5);
	EXPECT_EQ(15, perf_count(self->fd[0]));
	store(4, 5);
	EXPECT_EQ(15, perf_count(self->fd[0]));
	/* A load is no hit for HW_BREAKPOINT_W */
	load(0, 5);
	EXPECT_EQ(15, perf_count(self->fd[0]));
	ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_DISABLE, 0));
	store(0, 5);
	EXPECT_EQ(15, perf_count(self->fd[0]));
	ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_ENABLE, 0));
	store(0, 5);
	EXPECT_EQ(20, perf_count(self->fd[0]));
}

/* The longest is the size of a register */
static const unsigned int lengths[] = { 1, 2, 4, sizeof(long) };

TEST_F(breakpoint, each_length)
{
	unsigned int i, at;

	for (i = 0; i < ARRAY_SIZE(lengths); i++) {
		self->attr.bp_len = lengths[i];
		ASSERT_EQ(0, open_more(self, 0, -1));
		for (at = 0; at < sizeof(watched); at++)
			store(at, 1);
		EXPECT_EQ(lengths[i], perf_count(self->fd[0]));
		close(self->fd[--self->nr]);
	}
}

TEST_F(breakpoint, each_length_and_alignment)
{
	unsigned int length, at;
	int error;

	for (length = 1; length <= 8; length++) {
		self->attr.bp_len = length;
		for (at = 0; at < 8; at++) {
			self->attr.bp_addr = (unsigned long)&watched + at;
			error = perf_try_self(&self->attr);
			EXPECT_TRUE(perf_bp_is(error, self->attr.bp_addr, length)) {
				TH_LOG("length %u at %u: %s", length, at, strerror(error));
			}
		}
	}
}

/* A range that the architecture accepts is watched exactly: no byte more or less */
TEST_F(breakpoint, whatever_is_taken_is_watched)
{
	unsigned int length, at, byte;

	for (length = 1; length <= 8; length++) {
		for (at = 8; at < 16; at++) {
			self->attr.bp_len = length;
			self->attr.bp_addr = (unsigned long)&watched + at;
			if (open_more(self, 0, -1))
				continue;
			for (byte = 0; byte < 32; byte++)
				store(byte, 1);
			EXPECT_EQ(length, perf_count(self->fd[0])) {
				TH_LOG("length %u at %u", length, at);
			}
			close(self->fd[--self->nr]);
		}
	}
}

#define EXPECT_ERROR(expected, attr) do {				\
	if ((expected) < 0)						\
		TH_LOG("nobody has looked what this architecture does");\
	else								\
		EXPECT_EQ(expected, perf_try_self(attr));		\
} while (0)

TEST_F(breakpoint, loads_and_stores)
{
	self->attr.bp_type = HW_BREAKPOINT_RW;
	ASSERT_EQ(0, open_more(self, 0, -1));
	load(0, 4);
	EXPECT_EQ(4, perf_count(self->fd[0]));
	store(0, 3);
	EXPECT_EQ(7, perf_count(self->fd[0]));
}

TEST_F(breakpoint, execution)
{
	unsigned int i;

	self->attr.bp_type = HW_BREAKPOINT_X;
	self->attr.bp_addr = (unsigned long)watched_function;
	self->attr.bp_len = sizeof(long);
	if (perf_no_breakpoints(perf_try_self(&self->attr)))
		SKIP(return, "the processor has no breakpoints on execution");
	ASSERT_EQ(0, open_more(self, 0, -1));
	for (i = 0; i < 9; i++)
		call_watched();
	EXPECT_EQ(9, perf_count(self->fd[0]));
}

TEST_F(breakpoint, types_that_the_cpu_lacks)
{
	self->attr.bp_type = HW_BREAKPOINT_R;
	EXPECT_ERROR(PERF_BP_ERROR_READS, &self->attr);
	self->attr.bp_type = HW_BREAKPOINT_X | HW_BREAKPOINT_W;
	EXPECT_EQ(EINVAL, perf_try_self(&self->attr));
	self->attr.bp_type = HW_BREAKPOINT_X;
	self->attr.bp_addr = (unsigned long)watched_function;
	self->attr.bp_len = HW_BREAKPOINT_LEN_2;
	EXPECT_ERROR(PERF_BP_ERROR_SHORT_CODE, &self->attr);
}

/* HW_BREAKPOINT_R, where the processor has it */
TEST_F(breakpoint, loads)
{
	int error;

	self->attr.bp_type = HW_BREAKPOINT_R;
	error = open_more(self, 0, -1);
	if (error == EINVAL && PERF_BP_ERROR_READS)
		SKIP(return, "the processor has no breakpoints on loads alone");
	ASSERT_EQ(0, error);
	load(0, 4);
	EXPECT_EQ(4, perf_count(self->fd[0]));
	store(0, 3);
	EXPECT_EQ(4, perf_count(self->fd[0]));
}

TEST_F(breakpoint, sample_tells_where)
{
	const struct perf_event_header *record;
	struct perf_sample sample;

	self->attr.sample_period = 2;
	self->attr.sample_type = PERF_SAMPLE_ADDR | PERF_SAMPLE_TID;
	ASSERT_EQ(0, open_more(self, 0, -1));
	ASSERT_EQ(0, perf_ring_open(&self->ring, self->fd[0], 4, RW));
	store(2, 3);
	record = perf_ring_next(&self->ring);
	ASSERT_NE(NULL, record);
	ASSERT_TRUE(perf_sample_parse(&self->attr, record, &sample));
	EXPECT_EQ((unsigned long)&watched, sample.addr);
	EXPECT_EQ((__u32)getpid(), sample.tid);
	EXPECT_EQ(NULL, perf_ring_next(&self->ring));
	store(2, 1);
	EXPECT_EQ(1, perf_ring_count(&self->ring, PERF_RECORD_SAMPLE));
	EXPECT_EQ(4, perf_count(self->fd[0]));
}

/* The kernel stores to user memory too; exclude_user and exclude_kernel separate the stores */
TEST_F(breakpoint, exclusion)
{
	int zero = open("/dev/zero", O_RDONLY);

	ASSERT_GE(zero, 0);
	self->attr.exclude_kernel = 1;
	ASSERT_EQ(0, open_more(self, 0, -1));
	self->attr.exclude_kernel = 0;
	self->attr.exclude_user = 1;
	self->attr.bp_addr = WORD(1);
	ASSERT_EQ(0, open_more(self, 0, -1));
	store_to_each_word(3);
	EXPECT_EQ(3, perf_count(self->fd[0]));
	EXPECT_EQ(0, perf_count(self->fd[1]));
	ASSERT_EQ(1, read(zero, (void *)WORD(0), 1));
	ASSERT_EQ(1, read(zero, (void *)WORD(1), 1));
	EXPECT_EQ(3, perf_count(self->fd[0]));
	if (PERF_BP_SEES_KERNEL)
		EXPECT_LE(1, perf_count(self->fd[1]));
	close(zero);
}

/* ---- tasks and CPUs ---- */

TEST_F(breakpoint, another_task)
{
	struct perf_child child;
	unsigned int count = 8;

	ASSERT_EQ(0, perf_child_start(&child, child_stores, &count));
	ASSERT_EQ(0, open_more(self, child.pid, -1));
	store(0, 4);
	EXPECT_EQ(0, perf_child_wait(&child));
	EXPECT_EQ(8, perf_count(self->fd[0]));
}

TEST_F(breakpoint, inherited)
{
	struct perf_child child;
	unsigned int count = 8;

	self->attr.inherit = 1;
	ASSERT_EQ(0, open_more(self, 0, -1));
	ASSERT_EQ(0, perf_child_start(&child, child_stores, &count));
	store(0, 4);
	EXPECT_EQ(0, perf_child_wait(&child));
	EXPECT_EQ(12, perf_count(self->fd[0]));
}

TEST_F(breakpoint, all_tasks_of_a_cpu)
{
	struct perf_child child;
	unsigned int count = 8;
	int cpu;

	ASSERT_GE(perf_cpu_count(&cpu, 1), 1);
	ASSERT_EQ(0, perf_pin_cpu(cpu));
	/* Stores of other tasks to the same address count as well: counts are lower bounds */
	if (open_more(self, -1, cpu) == EACCES)
		SKIP(return, "needs root");
	store(0, 4);
	EXPECT_LE(4, perf_count(self->fd[0]));
	ASSERT_EQ(0, perf_child_start(&child, child_stores, &count));
	EXPECT_EQ(0, perf_child_wait(&child));
	EXPECT_LE(12, perf_count(self->fd[0]));
}

/* ---- use of slots ---- */

TEST_F(breakpoint, slots_of_a_task)
{
	unsigned int i;

	if (!self->slots)
		SKIP(return, NO_COUNT_OF_SLOTS);
	for (i = 0; i < self->slots; i++) {
		self->attr.bp_addr = WORD(i);
		ASSERT_EQ(0, open_more(self, 0, -1));
	}
	EXPECT_EQ(ENOSPC, open_more(self, 0, -1));
	/* After PERF_EVENT_IOC_DISABLE the event keeps its slot */
	ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_DISABLE, 0));
	EXPECT_EQ(ENOSPC, open_more(self, 0, -1));
	store_to_each_word(3);
	EXPECT_EQ(0, perf_count(self->fd[0]));
	for (i = 1; i < self->slots; i++)
		EXPECT_EQ(3, perf_count(self->fd[i]));
	close(self->fd[--self->nr]);
	EXPECT_EQ(0, open_more(self, 0, -1));
}

TEST_F(breakpoint, slots_of_two_tasks)
{
	struct perf_child child;
	unsigned int i, count = 1;

	if (!self->slots)
		SKIP(return, NO_COUNT_OF_SLOTS);
	ASSERT_EQ(0, perf_child_start(&child, child_stores, &count));
	for (i = 0; i < self->slots; i++) {
		self->attr.bp_addr = WORD(i);
		ASSERT_EQ(0, open_more(self, 0, -1));
		EXPECT_EQ(0, open_more(self, child.pid, -1));
	}
	EXPECT_EQ(ENOSPC, open_more(self, child.pid, -1));
	EXPECT_EQ(0, perf_child_wait(&child));
	for (i = 0; i < 2 * self->slots; i += 2) {
		EXPECT_EQ(0, perf_count(self->fd[i]));
		EXPECT_EQ(1, perf_count(self->fd[i + 1]));
	}
}

/* A CPU's own events and those of the task with most events share the CPU's slots */
TEST_F(breakpoint, slots_of_cpus_and_tasks)
{
	unsigned int i;
	int cpus[2];

	if (perf_cpu_count(cpus, 2) < 2)
		SKIP(return, "needs two CPUs");
	if (!self->slots)
		SKIP(return, NO_COUNT_OF_SLOTS);
	if (self->slots < 4)
		SKIP(return, "needs a processor with four");
	if (open_more(self, -1, cpus[0]) == EACCES)
		SKIP(return, "needs root");
	/* The own events of cpus[0] use all slots but two */
	for (i = 3; i < self->slots; i++)
		ASSERT_EQ(0, open_more(self, -1, cpus[0]));
	ASSERT_EQ(0, open_more(self, 0, -1));
	ASSERT_EQ(0, open_more(self, 0, cpus[0]));
	EXPECT_EQ(ENOSPC, open_more(self, 0, -1));
	EXPECT_EQ(ENOSPC, open_more(self, 0, cpus[0]));
	EXPECT_EQ(ENOSPC, open_more(self, -1, cpus[0]));
	/* On cpus[1] only the task's event that is bound to no CPU uses a slot */
	EXPECT_EQ(0, open_more(self, 0, cpus[1]));
	EXPECT_EQ(0, open_more(self, 0, cpus[1]));
	for (i = 3; i < self->slots; i++)
		EXPECT_EQ(0, open_more(self, -1, cpus[1]));
	EXPECT_EQ(ENOSPC, open_more(self, -1, cpus[1]));
	EXPECT_EQ(ENOSPC, open_more(self, 0, cpus[1]));
}

/* A child uses as many slots as its parent, from fork on */
TEST_F(breakpoint, slots_of_children)
{
	struct perf_child child;
	unsigned int i, count = 2;

	if (!self->slots)
		SKIP(return, NO_COUNT_OF_SLOTS);
	self->attr.inherit = 1;
	for (i = 0; i < self->slots; i++) {
		self->attr.bp_addr = WORD(i);
		ASSERT_EQ(0, open_more(self, 0, -1));
	}
	ASSERT_EQ(0, perf_child_start(&child, child_stores, &count));
	EXPECT_EQ(ENOSPC, perf_try(&self->attr, child.pid, -1, -1, 0));
	EXPECT_EQ(0, perf_child_wait(&child));
	for (i = 0; i < self->slots; i++)
		EXPECT_EQ(2, perf_count(self->fd[i]));
}

/* ---- kernel addresses ---- */

/* In the last 2 GiB of 64 bits or 256 MiB of 32 bits, which are the kernel's */
#define KERNEL_ADDRESS	(~0UL << (sizeof(long) == 8 ? 31 : 28))

/* A CPU's event, since every architecture accepts KERNEL_ADDRESS there */
TEST_F(breakpoint, addresses_of_the_kernel)
{
	struct perf_sysctls saved;
	int cpu;

	if (geteuid())
		SKIP(return, "needs root to become a user");
	ASSERT_LT(0, perf_cpu_count(&cpu, 1));
	ASSERT_EQ(0, perf_sysctls_save(&saved));
	self->attr.bp_addr = KERNEL_ADDRESS;
	EXPECT_EQ(0, perf_try(&self->attr, -1, cpu, -1, 0));
	self->attr.exclude_kernel = 1;
	EXPECT_EQ(EINVAL, perf_try(&self->attr, -1, cpu, -1, 0));
	self->attr.exclude_kernel = 0;
	ASSERT_EQ(0, perf_sysctl_set("perf_event_paranoid", -1));
	EXPECT_EQ(EPERM, perf_try_as_user(&self->attr, -1, cpu, -1, 0));
	/* A user address is accepted: EPERM was for KERNEL_ADDRESS */
	self->attr.bp_addr = (unsigned long)&watched;
	EXPECT_EQ(0, perf_try_as_user(&self->attr, -1, cpu, -1, 0));
	EXPECT_EQ(0, perf_sysctls_restore(&saved));
}

TEST_F(breakpoint, addresses_of_the_kernel_for_a_task)
{
	struct perf_sysctls saved;

	if (geteuid())
		SKIP(return, "needs root to become a user");
	ASSERT_EQ(0, perf_sysctls_save(&saved));
	self->attr.bp_addr = KERNEL_ADDRESS;
	EXPECT_ERROR(PERF_BP_ERROR_TASK_IN_KERNEL, &self->attr);
	self->attr.exclude_kernel = 1;
	EXPECT_EQ(EINVAL, perf_try_self(&self->attr));
	self->attr.exclude_kernel = 0;
	ASSERT_EQ(0, perf_sysctl_set("perf_event_paranoid", 1));
	EXPECT_EQ(PERF_BP_ERROR_TASK_IN_KERNEL ? EINVAL : EPERM,
		  perf_try_as_user(&self->attr, 0, -1, -1, 0));
	self->attr.bp_addr = (unsigned long)&watched;
	EXPECT_EQ(0, perf_try_as_user(&self->attr, 0, -1, -1, 0));
	EXPECT_EQ(0, perf_sysctls_restore(&saved));
}

/* ---- MODIFY_ATTRIBUTES ---- */

static int modify(int fd, const struct perf_event_attr *attr)
{
	return perf_ioctl(fd, PERF_EVENT_IOC_MODIFY_ATTRIBUTES, (unsigned long)attr);
}

TEST_F(breakpoint, modify_type_and_length)
{
	ASSERT_EQ(0, open_more(self, 0, -1));
	self->attr.bp_type = HW_BREAKPOINT_RW;
	EXPECT_EQ(0, modify(self->fd[0], &self->attr));
	load(0, 2);
	EXPECT_EQ(2, perf_count(self->fd[0]));
	self->attr.bp_len = HW_BREAKPOINT_LEN_1;
	self->attr.bp_addr++;
	EXPECT_EQ(0, modify(self->fd[0], &self->attr));
	load(0, 2);
	EXPECT_EQ(2, perf_count(self->fd[0]));
	load(1, 2);
	EXPECT_EQ(4, perf_count(self->fd[0]));
}

TEST_F(breakpoint, modify_refused_leaves_it_alone)
{
	struct perf_event_attr wrong;

	ASSERT_EQ(0, open_more(self, 0, -1));
	wrong = self->attr;
	wrong.bp_len = 1024;
	EXPECT_EQ(EINVAL, modify(self->fd[0], &wrong));
	wrong = self->attr;
	wrong.bp_type = HW_BREAKPOINT_X | HW_BREAKPOINT_W;
	EXPECT_EQ(EINVAL, modify(self->fd[0], &wrong));
	wrong = self->attr;
	wrong.bp_addr += 6;
	if (perf_bp_place(wrong.bp_addr, wrong.bp_len) == PERF_BP_REFUSED)
		EXPECT_EQ(EINVAL, modify(self->fd[0], &wrong));
	wrong = self->attr;
	wrong.bp_addr += 8;
	wrong.sample_type = PERF_SAMPLE_IP;
	EXPECT_EQ(EINVAL, modify(self->fd[0], &wrong));
	store(0, 3);
	store(8, 5);
	EXPECT_EQ(3, perf_count(self->fd[0]));
}

TEST_F(breakpoint, modify_holds_for_children)
{
	struct perf_child child;
	unsigned int count = 6;

	self->attr.inherit = 1;
	self->attr.bp_addr = (unsigned long)&other_variable;
	ASSERT_EQ(0, open_more(self, 0, -1));
	ASSERT_EQ(0, perf_child_start(&child, child_stores, &count));
	self->attr.bp_addr = (unsigned long)&watched;
	EXPECT_EQ(0, modify(self->fd[0], &self->attr));
	EXPECT_EQ(0, perf_child_wait(&child));
	EXPECT_EQ(6, perf_count(self->fd[0]));
}

/* ---- ptrace ---- */

#if defined(__x86_64__) || defined(__i386__)

#define DEBUG_REGISTER(n)	(offsetof(struct user, u_debugreg) + (n) * sizeof(long))
#define SLOTS_OF_X86		4
/* Fields of DR7 for breakpoint 0: enabled, on stores, four bytes long */
#define DR7_ENABLE_0		0x2UL
#define DR7_STORE_0		0x10000UL
#define DR7_FOUR_0		(3UL << 18)

/* Runs until its parent stops it for a hit; returns @argument's count as exit status */
static int traced(void *argument)
{
	unsigned int count = *(unsigned int *)argument;

	if (ptrace(PTRACE_TRACEME, 0, 0, 0))
		return 254;
	raise(SIGSTOP);
	store_to_each_word(count);
	return count;
}

FIXTURE(tracer)
{
	struct perf_child child;
	unsigned int count;
};

FIXTURE_SETUP(tracer)
{
	struct perf_event_attr attr;
	int status;

	perf_attr_init(&attr, PERF_TYPE_BREAKPOINT, 0);
	attr.bp_type = HW_BREAKPOINT_W;
	attr.bp_addr = (unsigned long)&watched;
	attr.bp_len = HW_BREAKPOINT_LEN_4;
	if (perf_no_breakpoints(perf_try_self(&attr)))
		SKIP(return, PERF_NO_BREAKPOINTS);
	self->count = 3;
	ASSERT_EQ(0, perf_child_start(&self->child, traced, &self->count));
	perf_child_go(&self->child);
	ASSERT_EQ(self->child.pid, waitpid(self->child.pid, &status, 0));
	ASSERT_TRUE(WIFSTOPPED(status));
}

FIXTURE_TEARDOWN(tracer)
{
	perf_child_kill(&self->child);
}

static int poke(FIXTURE_DATA(tracer) *self, unsigned int number, unsigned long value)
{
	return ptrace(PTRACE_POKEUSER, self->child.pid, DEBUG_REGISTER(number), value) ?
	       errno : 0;
}

static unsigned long peek(FIXTURE_DATA(tracer) *self, unsigned int number)
{
	return ptrace(PTRACE_PEEKUSER, self->child.pid, DEBUG_REGISTER(number), 0);
}

/* Returns the signal of the next stop, or 256 + the exit status */
static int run_on(FIXTURE_DATA(tracer) *self)
{
	int status;

	if (ptrace(PTRACE_CONT, self->child.pid, 0, 0) ||
	    waitpid(self->child.pid, &status, 0) != self->child.pid)
		return -1;
	if (WIFSTOPPED(status))
		return WSTOPSIG(status);
	self->child.pid = 0;
	return WIFEXITED(status) ? 256 + WEXITSTATUS(status) : -1;
}

TEST_F(tracer, debug_registers)
{
	unsigned long control = DR7_ENABLE_0 | DR7_STORE_0 | DR7_FOUR_0;
	unsigned int i;

	EXPECT_EQ(0, poke(self, 0, (unsigned long)&watched));
	EXPECT_EQ(0, poke(self, 7, control));
	EXPECT_EQ((unsigned long)&watched, peek(self, 0));
	EXPECT_EQ(control, peek(self, 7));
	for (i = 0; i < 2; i++) {
		ASSERT_EQ(SIGTRAP, run_on(self));
		EXPECT_EQ(1, peek(self, 6) & 0xf);
		EXPECT_EQ(0, poke(self, 6, 0));
	}
	/* With DR7 cleared the child runs to its end */
	EXPECT_EQ(0, poke(self, 7, 0));
	EXPECT_EQ(256 + 3, run_on(self));
}

TEST_F(tracer, moved_while_enabled)
{
	EXPECT_EQ(0, poke(self, 0, (unsigned long)&other_variable));
	EXPECT_EQ(0, poke(self, 7, DR7_ENABLE_0 | DR7_STORE_0 | DR7_FOUR_0));
	EXPECT_EQ(0, poke(self, 0, (unsigned long)&watched));
	ASSERT_EQ(SIGTRAP, run_on(self));
	EXPECT_EQ(0, poke(self, 0, (unsigned long)&other_variable));
	EXPECT_EQ(256 + 3, run_on(self));
}

TEST_F(tracer, addresses)
{
	/* PTRACE_POKEUSER refuses kernel addresses; debug registers 4 and 5 do not exist */
	EXPECT_EQ(EINVAL, poke(self, 0, ~0xfffUL));
	EXPECT_EQ(EIO, poke(self, 4, 0));
	EXPECT_EQ(EIO, poke(self, 5, 0));
	EXPECT_EQ(0, poke(self, 1, (unsigned long)&watched));
	EXPECT_EQ(EINVAL, poke(self, 7, DR7_ENABLE_0 << 2 | 2UL << 20));
	EXPECT_EQ(256 + 3, run_on(self));
}

/* Debug registers set by ptrace(2) and events use the same slots */
TEST_F(tracer, slots_are_shared)
{
	struct perf_event_attr attr;
	int fd[SLOTS_OF_X86];
	unsigned int i;

	perf_attr_init(&attr, PERF_TYPE_BREAKPOINT, 0);
	attr.bp_type = HW_BREAKPOINT_W;
	attr.bp_addr = (unsigned long)&watched;
	attr.bp_len = HW_BREAKPOINT_LEN_4;
	attr.disabled = 0;
	for (i = 0; i < SLOTS_OF_X86; i++) {
		attr.bp_addr = WORD(i);
		fd[i] = perf_open(&attr, self->child.pid, -1, -1, 0);
		ASSERT_GE(fd[i], 0);
	}
	EXPECT_EQ(ENOSPC, poke(self, 0, (unsigned long)&watched));
	/* poke() of an address does not enable the breakpoint, but reserves a slot */
	close(fd[0]);
	EXPECT_EQ(0, poke(self, 0, (unsigned long)&watched));
	EXPECT_EQ(ENOSPC, perf_try(&attr, self->child.pid, -1, -1, 0));
	EXPECT_EQ(256 + 3, run_on(self));
	for (i = 1; i < SLOTS_OF_X86; i++) {
		EXPECT_EQ(3, perf_count(fd[i]));
		close(fd[i]);
	}
}

#endif /* __x86_64__ or __i386__ */

TEST_HARNESS_MAIN
