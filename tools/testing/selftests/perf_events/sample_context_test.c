// SPDX-License-Identifier: GPL-2.0
/*
 * The context of a sample: call chains, registers, the stack, a tracepoint's data; and all fields
 * together.
 */
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "sample_fixture.h"
#include "test_pmu.h"

/* ---- call chains ---- */

/* Index of @marker in the call chain, or callchain_nr if it is not there */
static unsigned int find_context(const struct perf_sample *sample, uint64_t marker)
{
	unsigned int i;

	for (i = 0; i < sample->callchain_nr; i++)
		if (sample->callchain[i] == marker)
			break;
	return i;
}

TEST_F(sample, user_callchain)
{
	const __u64 *chain;
	bool middle = false;
	unsigned int i;

	self->attr.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_CALLCHAIN;
	ASSERT_EQ(0, open_event(self));
	fault(self, 0, 1);
	ASSERT_NE(NULL, next_sample(self));
	chain = self->last.callchain;
	ASSERT_GE(self->last.callchain_nr, 4);
	/* The fault came from user mode, so the chain has no PERF_CONTEXT_KERNEL */
	EXPECT_EQ(PERF_CONTEXT_USER, chain[0]);
	EXPECT_EQ(self->last.ip, chain[1]);
	EXPECT_TRUE(WITHIN(chain[1], sample_touch));
	/*
	 * PERF_CHAIN_MORE: the chain may also hold the link register, and a stale one from the
	 * caller's frame, since a leaf function does not save it.
	 */
	for (i = 2; i < self->last.callchain_nr && !WITHIN(chain[i], sample_outer); i++)
		middle |= WITHIN(chain[i], sample_middle);
	EXPECT_TRUE(middle);
	EXPECT_LE(i, 3 + PERF_CHAIN_MORE);
	ASSERT_LT(i, self->last.callchain_nr);
}

TEST_F(sample, kernel_callchain)
{
	unsigned int kernel, user, i;

	self->attr.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_CALLCHAIN;
	ASSERT_EQ(0, open_event(self));
	fault_in_kernel(self, 0);
	ASSERT_NE(NULL, next_sample(self));
	kernel = find_context(&self->last, PERF_CONTEXT_KERNEL);
	user = find_context(&self->last, PERF_CONTEXT_USER);
	ASSERT_EQ(0, kernel);
	ASSERT_LT(user, self->last.callchain_nr);
	EXPECT_GT(user, 2);
	EXPECT_EQ(self->last.ip, self->last.callchain[1]);
	for (i = 1; i < user; i++)
		EXPECT_TRUE(is_kernel_address(self->last.callchain[i]));
	for (i = user + 1; i < self->last.callchain_nr; i++)
		EXPECT_FALSE(is_kernel_address(self->last.callchain[i]));
}

TEST_F(sample, excluded_callchain_parts)
{
	unsigned int nr;

	self->attr.sample_type = PERF_SAMPLE_CALLCHAIN;
	self->attr.exclude_callchain_kernel = 1;
	ASSERT_EQ(0, open_event(self));
	fault_in_kernel(self, 0);
	ASSERT_NE(NULL, next_sample(self));
	nr = self->last.callchain_nr;
	EXPECT_GE(nr, 2);
	EXPECT_EQ(nr, find_context(&self->last, PERF_CONTEXT_KERNEL));
	EXPECT_EQ(0, find_context(&self->last, PERF_CONTEXT_USER));
	close_event(self);

	self->attr.exclude_callchain_kernel = 0;
	self->attr.exclude_callchain_user = 1;
	ASSERT_EQ(0, open_event(self));
	fault_in_kernel(self, 1);
	ASSERT_NE(NULL, next_sample(self));
	nr = self->last.callchain_nr;
	EXPECT_GE(nr, 2);
	EXPECT_EQ(0, find_context(&self->last, PERF_CONTEXT_KERNEL));
	EXPECT_EQ(nr, find_context(&self->last, PERF_CONTEXT_USER));
	close_event(self);

	self->attr.exclude_callchain_kernel = 1;
	ASSERT_EQ(0, open_event(self));
	fault_in_kernel(self, 2);
	ASSERT_NE(NULL, next_sample(self));
	EXPECT_EQ(0, self->last.callchain_nr);
}

TEST_F(sample, callchain_depth)
{
	unsigned int depth;

	self->attr.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_CALLCHAIN;
	for (depth = 1; depth <= 3; depth++) {
		self->attr.sample_max_stack = depth;
		ASSERT_EQ(0, open_event(self));
		fault(self, depth, 1);
		ASSERT_NE(NULL, next_sample(self));
		/* sample_max_stack does not count PERF_CONTEXT_* markers */
		EXPECT_EQ(depth + 1, self->last.callchain_nr);
		EXPECT_EQ(PERF_CONTEXT_USER, self->last.callchain[0]);
		EXPECT_EQ(self->last.ip, self->last.callchain[1]);
		close_event(self);
	}
}

/* Touch @where with a frame that is its own caller, for as long as the fault takes */
static void __attribute__((noinline)) touch_in_a_circle(unsigned char *where)
{
	void *volatile *frame = __builtin_frame_address(0);
	void *link = frame[PERF_FRAME_LINK];

	frame[PERF_FRAME_LINK] = (void *)frame;
	__atomic_store_n(where, 1, __ATOMIC_RELAXED);
	frame[PERF_FRAME_LINK] = link;
}

/* The chain ends, and is no longer than perf_event_max_stack allows */
TEST_F(sample, frames_in_a_circle)
{
	long depth;

	ASSERT_EQ(0, perf_sysctl_get("perf_event_max_stack", &depth));
	self->attr.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_CALLCHAIN;
	self->attr.exclude_kernel = 1;
	self->attr.disabled = 0;
	ASSERT_EQ(0, open_event(self));
	touch_in_a_circle(place(self, 0));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	do {
		ASSERT_NE(NULL, next_sample(self));
	} while (self->last.callchain[0] != PERF_CONTEXT_USER ||
		 !within(self->last.ip, (char *)touch_in_a_circle,
			 (char *)touch_in_a_circle + 256));
	EXPECT_GE(self->last.callchain_nr, 2);
	EXPECT_LE(self->last.callchain_nr, (__u64)depth + 1);
}

/* ---- a task without memory ---- */

static int end_at_once(void *argument)
{
	(void)argument;
	return 0;
}

/* do_exit() releases the memory before the tracepoint: no stack, registers or callers */
TEST_F(sample, of_a_task_without_memory)
{
	int id = perf_tracepoint_id("sched/sched_process_exit"), cpu;
	struct perf_child child;
	unsigned int samples = 0;
	__u32 tid;

	if (id < 0)
		SKIP(return, "no tracepoint sched_process_exit");
	perf_attr_init(&self->attr, PERF_TYPE_TRACEPOINT, id);
	self->attr.sample_period = 1;
	self->attr.sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_STACK_USER |
				 PERF_SAMPLE_DATA_PAGE_SIZE | PERF_SAMPLE_CODE_PAGE_SIZE;
	self->attr.sample_stack_user = 1024;
	self->attr.exclude_callchain_kernel = 1;
	self->attr.disabled = 0;
	if (PERF_HAS_REGS) {
		self->attr.sample_type |= PERF_SAMPLE_REGS_USER;
		self->attr.sample_regs_user = REGS;
	}
	ASSERT_LE(1, perf_cpu_count(&cpu, 1));
	ASSERT_EQ(0, perf_pin_cpu(cpu));
	ASSERT_EQ(0, perf_child_start(&child, end_at_once, NULL));
	tid = child.pid;
	/* The task's own events have ended before the tracepoint: an event of the CPU has not */
	self->fd = perf_open(&self->attr, -1, cpu, -1, 0);
	ASSERT_GE(self->fd, 0);
	ASSERT_EQ(0, perf_ring_map(&self->ring, self->fd, 4, RW));
	ASSERT_EQ(0, perf_child_wait(&child));
	while (next_sample(self)) {
		if (self->last.tid != tid)
			continue;
		samples++;
		EXPECT_EQ(0, self->last.callchain_nr);
		EXPECT_EQ(PERF_SAMPLE_REGS_ABI_NONE, self->last.user_abi);
		EXPECT_EQ(0, self->last.stack_size);
	}
	EXPECT_EQ(1, samples);
}

/* ---- a signal's handler ---- */

static struct {
	unsigned char	*forbidden;
	unsigned char	*fresh;
	size_t		page;
} signal_places;

SECTION_BOUNDS(sample_handler);

/* Make the store of touch() possible, and cause a fault in the handler */
IN_SECTION(sample_handler) static void allow_and_touch(int number)
{
	(void)number;
	asm volatile("" : : "r"(__builtin_frame_address(0)));
	mprotect(signal_places.forbidden, signal_places.page, RW);
	__atomic_store_n(signal_places.fresh, 1, __ATOMIC_RELAXED);
}

static bool chain_has(const struct perf_sample *sample, const char *start, const char *stop)
{
	unsigned int i;

	for (i = 0; i < sample->callchain_nr; i++)
		if (within(sample->callchain[i], start, stop))
			return true;
	return false;
}

/* allow_and_touch() has no caller: the chain continues at the interrupted function */
TEST_F(sample, callchain_through_a_signal)
{
	struct sigaction action = { .sa_handler = allow_and_touch }, before;
	unsigned int samples = 0;

	self->attr.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_CALLCHAIN;
	self->attr.exclude_kernel = 1;
	signal_places.page = self->page;
	signal_places.forbidden = self->pages.base;
	signal_places.fresh = self->pages.base + self->page;
	ASSERT_EQ(0, mprotect(signal_places.forbidden, self->page, PROT_NONE));
	ASSERT_EQ(0, sigaction(SIGSEGV, &action, &before));
	ASSERT_EQ(0, open_event(self));
	fault(self, 0, 1);
	ASSERT_EQ(0, sigaction(SIGSEGV, &before, NULL));

	while (next_sample(self)) {
		if (!WITHIN(self->last.ip, sample_handler))
			continue;
		samples++;
		EXPECT_TRUE(chain_has(&self->last, __start_sample_middle, __stop_sample_middle));
		EXPECT_TRUE(chain_has(&self->last, __start_sample_outer, __stop_sample_outer));
		/* Frame pointers alone leave out the interrupted function */
		if (PERF_CHAIN_TELLS_INTERRUPTED)
			EXPECT_TRUE(chain_has(&self->last, __start_sample_touch,
					      __stop_sample_touch));
	}
	EXPECT_EQ(1, samples);
}

/* ---- registers and stack ---- */

static uint64_t reg(const __u64 *regs, unsigned int which)
{
	return regs[__builtin_popcountll(REGS & ((1ULL << which) - 1))];
}

TEST_F(sample, registers)
{
	char *frame = __builtin_frame_address(0);

	if (!PERF_HAS_REGS)
		SKIP(return, PERF_NO_REGS);
	self->attr.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_REGS_USER | PERF_SAMPLE_REGS_INTR;
	self->attr.sample_regs_user = REGS;
	self->attr.sample_regs_intr = REGS;
	ASSERT_EQ(0, open_event(self));
	fault(self, 0, 1);
	ASSERT_NE(NULL, next_sample(self));
	/* Interrupted in user mode: user_regs and intr_regs are the same */
	ASSERT_EQ(REG_ABI, self->last.user_abi);
	ASSERT_EQ(REG_ABI, self->last.intr_abi);
	EXPECT_EQ(self->last.ip, reg(self->last.user_regs, PERF_REG_IP));
	EXPECT_EQ(self->last.ip, reg(self->last.intr_regs, PERF_REG_IP));
	EXPECT_LT(reg(self->last.user_regs, PERF_REG_SP), (uintptr_t)frame);
	EXPECT_GT(reg(self->last.user_regs, PERF_REG_SP), (uintptr_t)frame - (1 << 20));
	EXPECT_EQ(reg(self->last.user_regs, PERF_REG_SP),
		  reg(self->last.intr_regs, PERF_REG_SP));

	fault_in_kernel(self, 1);
	ASSERT_NE(NULL, next_sample(self));
	ASSERT_EQ(REG_ABI, self->last.user_abi);
	ASSERT_EQ(REG_ABI, self->last.intr_abi);
	EXPECT_FALSE(is_kernel_address(reg(self->last.user_regs, PERF_REG_IP)));
	EXPECT_LT(reg(self->last.user_regs, PERF_REG_SP), (uintptr_t)frame);
	EXPECT_EQ(self->last.ip, reg(self->last.intr_regs, PERF_REG_IP));
	EXPECT_TRUE(is_kernel_address(reg(self->last.intr_regs, PERF_REG_SP)));
}

/* Fault with a @canary on the stack, and return its address */
IN_SECTION(sample_canary)
static uint64_t fault_below_canary(FIXTURE_DATA(sample) *self, size_t page)
{
	uint64_t canary[2] = { 0x1122334455667788, 0xcafef00dcafef00d };

	/* The asm statements make the compiler keep @canary on the stack across outer() */
	asm volatile("" : : "r"(canary) : "memory");
	outer(place(self, page));
	asm volatile("" : : "r"(canary) : "memory");
	return (uintptr_t)canary;
}

/*
 * The interrupt of a user-mode counter may come late, in the kernel. An event with exclude_kernel
 * then samples the entry from user mode, and no kernel address or register.
 */
TEST_F(sample, late_interrupt)
{
	int type, kernel;

	if (!PERF_HAS_REGS)
		SKIP(return, PERF_NO_REGS);
	type = test_pmu_plug("test_count");
	if (type < 0)
		SKIP(return, TEST_PMU_ABSENT);
	for (kernel = 0; kernel < 2; kernel++) {
		perf_attr_init(&self->attr, type, 0);
		self->attr.sample_period = 1;
		self->attr.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_REGS_INTR |
					 PERF_SAMPLE_CALLCHAIN;
		self->attr.sample_regs_intr = REGS;
		self->attr.exclude_kernel = !kernel;
		ASSERT_EQ(0, open_event(self));
		perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0);
		EXPECT_EQ(0, test_pmu_set(TEST_PMU_PARAM("timer_work"), 1));
		perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0);
		ASSERT_NE(NULL, next_sample(self));
		EXPECT_EQ(kernel, is_kernel_address(self->last.ip));
		EXPECT_EQ(kernel ? PERF_CONTEXT_KERNEL : PERF_CONTEXT_USER,
			  self->last.callchain[0]);
		EXPECT_EQ(self->last.ip, reg(self->last.intr_regs, PERF_REG_IP));
		EXPECT_EQ(kernel, is_kernel_address(reg(self->last.intr_regs, PERF_REG_SP)));
		close_event(self);
	}
	EXPECT_EQ(0, test_pmu_unplug("test_count"));
}

TEST_F(sample, user_stack)
{
	static const uint32_t sizes[] = { 8, 64, 1024, 8192 };
	uint64_t word[2], sp, canary;
	unsigned int i;

	if (!PERF_HAS_REGS)
		SKIP(return, PERF_NO_REGS);
	self->attr.sample_type = PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER;
	self->attr.sample_regs_user = REGS;
	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		self->attr.sample_stack_user = sizes[i];
		ASSERT_EQ(0, open_event(self));
		ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
		canary = fault_below_canary(self, i);
		ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
		ASSERT_NE(NULL, next_sample(self));
		EXPECT_EQ(sizes[i], self->last.stack_size);
		/* The stack is larger than sizes[i], so stack_dyn_size is all of it */
		EXPECT_EQ(sizes[i], self->last.stack_dyn_size);
		/* stack[0] is the byte at the user stack pointer */
		sp = reg(self->last.user_regs, PERF_REG_SP);
		ASSERT_GT(canary, sp);
		if (sizes[i] >= 1024) {
			ASSERT_LE(canary + sizeof(word), sp + self->last.stack_dyn_size);
			memcpy(word, (const char *)self->last.stack + (canary - sp),
			       sizeof(word));
			EXPECT_EQ(0x1122334455667788, word[0]);
			EXPECT_EQ(0xcafef00dcafef00d, word[1]);
		}
		close_event(self);
	}
}

/* ---- tracepoints ---- */

static int open_tracepoint(FIXTURE_DATA(sample) *self, const char *name)
{
	int id = perf_tracepoint_id(name);

	if (id < 0)
		return -1;
	self->attr.type = PERF_TYPE_TRACEPOINT;
	self->attr.config = id;
	return open_event(self);
}

TEST_F(sample, raw_data_of_a_tracepoint)
{
	const struct perf_event_header *record;
	/* The common fields of all trace records, then the first of sys_enter */
	struct {
		uint16_t type;
		uint8_t flags;
		uint8_t preempt_count;
		int32_t pid;
		int32_t syscall;
	} raw;
	unsigned int i;
	int error;

	self->attr.sample_type = PERF_SAMPLE_RAW | PERF_SAMPLE_PERIOD | PERF_SAMPLE_IP;
	error = open_tracepoint(self, "syscalls/sys_enter_getppid");
	if (error < 0)
		SKIP(return, "no tracepoint syscalls:sys_enter_getppid");
	ASSERT_EQ(0, error);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	for (i = 0; i < 5; i++)
		syscall(SYS_getppid);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	for (i = 0; i < 5; i++) {
		record = next_sample(self);
		ASSERT_NE(NULL, record);
		EXPECT_EQ(1, self->last.period);
		ASSERT_GE(self->last.raw_size, sizeof(raw));
		/* raw_size with its own 4 bytes is a multiple of 8 */
		EXPECT_EQ(4, self->last.raw_size % 8);
		memcpy(&raw, self->last.raw, sizeof(raw));
		EXPECT_EQ(self->attr.config, raw.type);
		EXPECT_EQ(getpid(), raw.pid);
		EXPECT_EQ(SYS_getppid, raw.syscall);
	}
	EXPECT_EQ(NULL, perf_ring_next(&self->ring));
}

/* ---- everything at once ---- */

#define FILLABLE (PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID |		\
		  PERF_SAMPLE_TIME | PERF_SAMPLE_ADDR | PERF_SAMPLE_ID |		\
		  PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD |	\
		  PERF_SAMPLE_READ | PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_RAW |		\
		  PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER | PERF_SAMPLE_WEIGHT |	\
		  PERF_SAMPLE_DATA_SRC | PERF_SAMPLE_TRANSACTION |			\
		  PERF_SAMPLE_REGS_INTR | PERF_SAMPLE_PHYS_ADDR | PERF_SAMPLE_CGROUP |	\
		  PERF_SAMPLE_DATA_PAGE_SIZE | PERF_SAMPLE_CODE_PAGE_SIZE)

static void want_everything(struct perf_event_attr *attr)
{
	attr->sample_type = FILLABLE;
	attr->sample_regs_user = REGS;
	attr->sample_regs_intr = REGS;
	attr->sample_stack_user = 256;
	attr->read_format = PERF_FORMAT_GROUP | PERF_FORMAT_ID | PERF_FORMAT_LOST |
			    PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
}

TEST_F(sample, all_fields_of_a_fault)
{
	unsigned int i;

	if (!PERF_HAS_REGS)
		SKIP(return, PERF_NO_REGS);
	want_everything(&self->attr);
	ASSERT_EQ(0, open_event(self));
	for (i = 0; i < 10; i++) {
		fault(self, i, 1);
		ASSERT_NE(NULL, next_sample(self));
		EXPECT_EQ(perf_event_id(self->fd), self->last.identifier);
		EXPECT_TRUE(WITHIN(self->last.ip, sample_touch));
		EXPECT_EQ((uint32_t)getpid(), self->last.pid);
		EXPECT_EQ((uintptr_t)place(self, i), self->last.addr);
		EXPECT_EQ(1, self->last.period);
		EXPECT_EQ(i + 1, self->last.read.entry[0].value);
		EXPECT_EQ(PERF_CONTEXT_USER, self->last.callchain[0]);
		EXPECT_EQ(256, self->last.stack_size);
		EXPECT_EQ(REG_ABI, self->last.user_abi);
		EXPECT_EQ(REG_ABI, self->last.intr_abi);
		EXPECT_EQ(perf_on_um() ? 0 : self->page, self->last.code_page_size);
		EXPECT_EQ(NULL, perf_ring_next(&self->ring));
	}
}

/* Tracepoints of sys_enter sample the user state at the system call */
TEST_F(sample, all_fields_of_a_system_call)
{
	unsigned int i;
	int error;

	if (!PERF_HAS_REGS)
		SKIP(return, PERF_NO_REGS);
	want_everything(&self->attr);
	error = open_tracepoint(self, "syscalls/sys_enter_getppid");
	if (error < 0)
		SKIP(return, "no tracepoint syscalls:sys_enter_getppid");
	ASSERT_EQ(0, error);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	for (i = 0; i < 5; i++)
		syscall(SYS_getppid);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	for (i = 1; i <= 5; i++) {
		ASSERT_NE(NULL, next_sample(self));
		EXPECT_EQ((uint32_t)getpid(), self->last.pid);
		EXPECT_FALSE(is_kernel_address(self->last.ip));
		EXPECT_EQ(i, self->last.read.entry[0].value);
		EXPECT_EQ(PERF_CONTEXT_USER, self->last.callchain[0]);
		ASSERT_EQ(REG_ABI, self->last.user_abi);
		EXPECT_EQ(self->last.ip, reg(self->last.user_regs, PERF_REG_IP));
		EXPECT_GT(self->last.raw_size, 8);
	}
	EXPECT_EQ(NULL, perf_ring_next(&self->ring));
}

/* Other tracepoints sample the kernel state at their location */
TEST_F(sample, all_fields_of_a_tracepoint)
{
	unsigned int i;
	int error;

	if (!PERF_HAS_REGS)
		SKIP(return, PERF_NO_REGS);
	want_everything(&self->attr);
	error = open_tracepoint(self, "task/task_rename");
	if (error < 0)
		SKIP(return, "no tracepoint task:task_rename");
	ASSERT_EQ(0, error);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	for (i = 0; i < 5; i++)
		prctl(PR_SET_NAME, "renamed");
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	for (i = 1; i <= 5; i++) {
		ASSERT_NE(NULL, next_sample(self));
		EXPECT_EQ((uint32_t)getpid(), self->last.pid);
		EXPECT_TRUE(is_kernel_address(self->last.ip));
		EXPECT_EQ(i, self->last.read.entry[0].value);
		EXPECT_EQ(PERF_CONTEXT_KERNEL, self->last.callchain[0]);
		ASSERT_EQ(REG_ABI, self->last.user_abi);
		ASSERT_EQ(REG_ABI, self->last.intr_abi);
		EXPECT_FALSE(is_kernel_address(reg(self->last.user_regs, PERF_REG_IP)));
		EXPECT_EQ(self->last.ip, reg(self->last.intr_regs, PERF_REG_IP));
		EXPECT_GT(self->last.raw_size, 8);
	}
	EXPECT_EQ(NULL, perf_ring_next(&self->ring));
}

/* Every subset of these fields keeps the order that the ABI defines */
TEST_F(sample, combinations)
{
	static const uint64_t bits[] = {
		PERF_SAMPLE_IDENTIFIER, PERF_SAMPLE_IP, PERF_SAMPLE_TID, PERF_SAMPLE_ADDR,
		PERF_SAMPLE_PERIOD, PERF_SAMPLE_READ, PERF_SAMPLE_CALLCHAIN,
	};
	unsigned int mask, i;

	self->attr.sample_max_stack = 1;
	for (mask = 0; mask < 1U << ARRAY_SIZE(bits); mask++) {
		self->attr.sample_type = 0;
		for (i = 0; i < ARRAY_SIZE(bits); i++)
			if (mask & 1U << i)
				self->attr.sample_type |= bits[i];
		ASSERT_EQ(0, open_event(self));
		fault(self, mask, 1);
		ASSERT_NE(NULL, next_sample(self));
		if (self->attr.sample_type & PERF_SAMPLE_IDENTIFIER)
			ASSERT_EQ(perf_event_id(self->fd), self->last.identifier);
		if (self->attr.sample_type & PERF_SAMPLE_IP)
			ASSERT_TRUE(WITHIN(self->last.ip, sample_touch));
		if (self->attr.sample_type & PERF_SAMPLE_TID)
			ASSERT_EQ((uint32_t)getpid(), self->last.tid);
		if (self->attr.sample_type & PERF_SAMPLE_ADDR)
			ASSERT_EQ((uintptr_t)place(self, mask), self->last.addr);
		if (self->attr.sample_type & PERF_SAMPLE_PERIOD)
			ASSERT_EQ(1, self->last.period);
		if (self->attr.sample_type & PERF_SAMPLE_READ)
			ASSERT_EQ(1, self->last.read.entry[0].value);
		if (self->attr.sample_type & PERF_SAMPLE_CALLCHAIN)
			ASSERT_EQ(2, self->last.callchain_nr);
		close_event(self);
	}
}

TEST_HARNESS_MAIN
