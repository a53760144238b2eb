/* SPDX-License-Identifier: GPL-2.0 */
/* The refusals of perf_event_open() that ext_test.c checks: a row a refusal. */
#ifndef _EXT_CALLS_H
#define _EXT_CALLS_H

#include <errno.h>
#include <limits.h>
#include <linux/hw_breakpoint.h>
#include <stddef.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "test_pmu.h"

#define SW_DUMMY	.type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_DUMMY
#define SW_FAULTS	.type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_PAGE_FAULTS
#define NO_SUCH_PID	0x7ffffff0
#define NO_SUCH_TYPE	0x7fffffff

#define ARG_PID		(PERF_WHERE_ARG + 1)
#define ARG_CPU		(PERF_WHERE_ARG + 2)
#define ARG_GROUP	(PERF_WHERE_ARG + 3)
#define ARG_FLAGS	(PERF_WHERE_ARG + 4)
#define FIELD(name)	offsetof(struct perf_event_attr, name)
#define EXT(name)	(PERF_WHERE_EXT + offsetof(struct perf_event_ext, name))
/* The word of the bit-fields, behind read_format */
#define FLAGS		(FIELD(read_format) + 8)

/**
 * struct call - arguments of a call
 * @attr: the event; its size is filled in
 * @tail: behind @attr, for an attr that is larger
 * @pointer: what is passed as attr
 * @leader: attr of the event that becomes group_fd; none if its type is NO_SUCH_TYPE
 * @user: by PERF_TEST_UID
 * @paranoid: at this level of kernel.perf_event_paranoid
 * @fds: opened for the call
 */
struct call {
	struct perf_event_attr attr;
	char tail[8];
	void *pointer;
	pid_t pid;
	int cpu;
	int group;
	unsigned long flags;
	bool user;
	bool no_descriptors;
	int nr_fds;
	int fds[4];
};

/**
 * struct row - a refusal
 * @name: what is wrong
 * @reason: PERF_WHY_*
 * @error: expected errno
 * @where: expected place
 * @bits: expected bits, if @flags has none set
 * @flags: an attr with the single bits that are expected in bits
 * @got: expected value
 * @allowed: expected limit
 * @attr: the event
 * @spoil: changes the rest of the call
 */
struct row {
	const char *name;
	__u16 reason;
	int error;
	__u16 where;
	__u64 bits;
	struct perf_event_attr flags;
	__u64 got;
	__u64 allowed;
	struct perf_event_attr attr;
	void (*spoil)(struct call *call);
};

static __u64 flag_word(const struct perf_event_attr *attr)
{
	return *(&attr->read_format + 1);
}

/* ---- what is wrong with a call ---- */

static void lead(struct call *call, struct perf_event_attr attr)
{
	attr.size = sizeof(attr);
	call->group = perf_open(&attr, call->pid, call->cpu, -1, 0);
	call->fds[call->nr_fds++] = call->group;
}

static void spoil_flags(struct call *call)
{
	call->flags = 1UL << 20 | PERF_FLAG_FD_CLOEXEC;
}

static void spoil_pointer(struct call *call)
{
	call->pointer = (void *)8;
}

static void spoil_size(struct call *call)
{
	call->attr.size = 8;
}

static void spoil_tail(struct call *call)
{
	call->attr.size = sizeof(call->attr) + sizeof(call->tail);
	call->tail[0] = 1;
}

static void spoil_user(struct call *call)
{
	call->user = true;
}

static void spoil_user_cpu(struct call *call)
{
	call->user = true;
	call->pid = -1;
	call->cpu = 0;
}

static void spoil_user_init(struct call *call)
{
	call->user = true;
	call->pid = 1;
}

static void spoil_cgroup(struct call *call)
{
	call->flags = PERF_FLAG_PID_CGROUP;
	call->pid = 0;
	call->cpu = -1;
}

static void spoil_cgroup_fd(struct call *call)
{
	call->flags = PERF_FLAG_PID_CGROUP;
	call->pid = INT_MAX;
	call->cpu = 0;
}

static void spoil_descriptors(struct call *call)
{
	call->no_descriptors = true;
}

static void spoil_group(struct call *call)
{
	call->group = INT_MAX;
}

static void spoil_no_event(struct call *call)
{
	call->group = open("/dev/null", O_RDONLY);
	call->fds[call->nr_fds++] = call->group;
}

static void spoil_pid(struct call *call)
{
	call->pid = NO_SUCH_PID;
}

static void spoil_cpu(struct call *call)
{
	call->cpu = 1 << 20;
}

static void spoil_nobody(struct call *call)
{
	call->pid = -1;
}

static void on_cpu(struct call *call)
{
	call->pid = -1;
	call->cpu = 0;
}

static void spoil_inherit(struct call *call)
{
	lead(call, (struct perf_event_attr) { SW_DUMMY, .inherit = 1 });
}

static void spoil_sibling(struct call *call)
{
	lead(call, (struct perf_event_attr) { SW_DUMMY });
	call->attr.size = sizeof(call->attr);
	call->group = perf_open(&call->attr, 0, -1, call->group, 0);
	call->fds[call->nr_fds++] = call->group;
}

static void spoil_target(struct call *call)
{
	lead(call, (struct perf_event_attr) { SW_DUMMY });
	call->pid = -1;
	call->cpu = 0;
}

static void in_group(struct call *call)
{
	lead(call, (struct perf_event_attr) { SW_DUMMY });
}

static void off_cpu_of_all(struct call *call)
{
	call->attr.type = perf_pmu_type("offcpu");
	on_cpu(call);
}

static void off_cpu_leads(struct call *call)
{
	lead(call, (struct perf_event_attr) { .type = perf_pmu_type("offcpu") });
}

static void spoil_output(struct call *call)
{
	lead(call, (struct perf_event_attr) { SW_DUMMY });
	call->flags = PERF_FLAG_FD_OUTPUT | PERF_FLAG_FD_NO_GROUP;
}

static void spoil_output_target(struct call *call)
{
	spoil_output(call);
	call->pid = -1;
	call->cpu = 0;
}

static void test_count(struct call *call)
{
	call->attr.type = perf_pmu_type("test_count");
}

static void test_scope_task(struct call *call)
{
	call->attr.type = perf_pmu_type("test_scope");
}

static void test_scope(struct call *call)
{
	test_scope_task(call);
	on_cpu(call);
}

static void test_trace_leader(struct call *call)
{
	lead(call, (struct perf_event_attr) { .type = perf_pmu_type("test_trace") });
}

static void test_trace_twice(struct call *call)
{
	lead(call, (struct perf_event_attr) { .type = perf_pmu_type("test_trace") });
	call->group = -1;
	call->attr.type = perf_pmu_type("test_trace");
}

/* ---- the table ---- */

static const struct row rows[] = {
	{ "unknown flag", PERF_WHY_FLAGS, EINVAL, ARG_FLAGS, .bits = 1 << 20,
	  .got = 1 << 20 | PERF_FLAG_FD_CLOEXEC | PERF_FLAG_EXT, .allowed = 15 | PERF_FLAG_EXT,
	  .attr = { SW_DUMMY }, .spoil = spoil_flags },
	{ "attr points nowhere", PERF_WHY_ATTR_POINTER, EFAULT, PERF_WHERE_ARG,
	  .attr = { SW_DUMMY }, .spoil = spoil_pointer },
	{ "attr too small", PERF_WHY_ATTR_SIZE, E2BIG, FIELD(size), .got = 8,
	  .allowed = sizeof(struct perf_event_attr), .attr = { SW_DUMMY }, .spoil = spoil_size },
	{ "attr with a tail", PERF_WHY_ATTR_SIZE, E2BIG, FIELD(size),
	  .got = sizeof(struct perf_event_attr) + 8, .allowed = sizeof(struct perf_event_attr),
	  .attr = { SW_DUMMY }, .spoil = spoil_tail },
	{ "reserved field", PERF_WHY_ATTR_RESERVED, EINVAL, PERF_WHERE_NONE,
	  .attr = { SW_DUMMY, .__reserved_2 = 1 } },
	{ "unknown sample", PERF_WHY_SAMPLE_TYPE, EINVAL, FIELD(sample_type), .bits = 1ULL << 40,
	  .got = 1ULL << 40 | PERF_SAMPLE_IP, .allowed = (1 << 25) - 1,
	  .attr = { SW_DUMMY, .sample_type = 1ULL << 40 | PERF_SAMPLE_IP } },
	{ "unknown format", PERF_WHY_READ_FORMAT, EINVAL, FIELD(read_format), .bits = 1 << 5,
	  .got = 1 << 5 | PERF_FORMAT_ID, .allowed = 31,
	  .attr = { SW_DUMMY, .read_format = 1 << 5 | PERF_FORMAT_ID } },
	{ "unknown branch", PERF_WHY_BRANCH_UNKNOWN, EINVAL, FIELD(branch_sample_type),
	  .bits = 1ULL << 60, .got = 1ULL << 60 | PERF_SAMPLE_BRANCH_ANY,
	  .allowed = PERF_SAMPLE_BRANCH_MAX - 1,
	  .attr = { SW_DUMMY, .sample_type = PERF_SAMPLE_BRANCH_STACK,
		    .branch_sample_type = 1ULL << 60 | PERF_SAMPLE_BRANCH_ANY } },
	{ "no kind of branch", PERF_WHY_BRANCH_KIND, EINVAL, FIELD(branch_sample_type),
	  .got = PERF_SAMPLE_BRANCH_USER,
	  .attr = { SW_DUMMY, .sample_type = PERF_SAMPLE_BRANCH_STACK,
		    .branch_sample_type = PERF_SAMPLE_BRANCH_USER } },
	{ "no user registers", PERF_WHY_REGS_USER, EINVAL, FIELD(sample_regs_user),
	  .attr = { SW_DUMMY, .sample_type = PERF_SAMPLE_REGS_USER } },
	{ "stack of 3 bytes", PERF_WHY_STACK_SIZE, EINVAL, FIELD(sample_stack_user), .got = 3,
	  .attr = { SW_DUMMY, .sample_type = PERF_SAMPLE_STACK_USER, .sample_stack_user = 3 } },
	{ "no registers", PERF_WHY_REGS_INTR, EINVAL, FIELD(sample_regs_intr),
	  .attr = { SW_DUMMY, .sample_type = PERF_SAMPLE_REGS_INTR } },
	{ "two weights", PERF_WHY_WEIGHT, EINVAL, FIELD(sample_type),
	  .bits = PERF_SAMPLE_WEIGHT | PERF_SAMPLE_WEIGHT_STRUCT,
	  .got = PERF_SAMPLE_WEIGHT | PERF_SAMPLE_WEIGHT_STRUCT,
	  .allowed = ~(PERF_SAMPLE_WEIGHT | (__u64)PERF_SAMPLE_WEIGHT_STRUCT),
	  .attr = { SW_DUMMY, .sample_type = PERF_SAMPLE_WEIGHT | PERF_SAMPLE_WEIGHT_STRUCT } },
	{ "inherit_thread alone", PERF_WHY_INHERIT_THREAD, EINVAL, FLAGS,
	  .flags = { .inherit_thread = 1 }, .attr = { SW_DUMMY, .inherit_thread = 1 } },
	{ "both on exec", PERF_WHY_ON_EXEC, EINVAL, FLAGS,
	  .flags = { .enable_on_exec = 1, .remove_on_exec = 1 },
	  .attr = { SW_DUMMY, .enable_on_exec = 1, .remove_on_exec = 1 } },
	{ "sigtrap beyond exec", PERF_WHY_SIGTRAP_EXEC, EINVAL, FLAGS, .flags = { .sigtrap = 1 },
	  .attr = { SW_DUMMY, .sigtrap = 1 } },
	{ "munmap alone", PERF_WHY_MUNMAP, EINVAL, FLAGS, .flags = { .munmap = 1 },
	  .attr = { SW_DUMMY, .munmap = 1 } },
	{ "the kernel", PERF_WHY_PARANOID_KERNEL, EACCES, FLAGS, .got = 2, .allowed = 1,
	  .attr = { SW_DUMMY }, .spoil = spoil_user },
	{ "a CPU", PERF_WHY_PARANOID_CPU, EACCES, ARG_PID, .got = 2, .allowed = 0,
	  .attr = { SW_DUMMY, .exclude_kernel = 1 }, .spoil = spoil_user_cpu },
	{ "namespaces", PERF_WHY_NAMESPACES, EACCES, FLAGS, .flags = { .namespaces = 1 },
	  .attr = { SW_DUMMY, .exclude_kernel = 1, .namespaces = 1 }, .spoil = spoil_user },
	{ "somebody's thread", PERF_WHY_ACCESS, EACCES, PERF_WHERE_NONE,
	  .attr = { SW_DUMMY, .exclude_kernel = 1 }, .spoil = spoil_user_init },
	{ "frequency", PERF_WHY_SAMPLE_FREQ, EINVAL, FIELD(sample_freq), .got = 1 << 30,
	  .allowed = ~0ULL, .attr = { SW_FAULTS, .freq = 1, .sample_freq = 1 << 30 } },
	{ "period", PERF_WHY_SAMPLE_PERIOD, EINVAL, FIELD(sample_period), .got = 1ULL << 63,
	  .allowed = INT64_MAX, .attr = { SW_FAULTS, .sample_period = 1ULL << 63 } },
	{ "cgroup without a CPU", PERF_WHY_CGROUP_ARGS, EINVAL, ARG_CPU, .attr = { SW_DUMMY },
	  .spoil = spoil_cgroup },
	{ "cgroup of no descriptor", PERF_WHY_CGROUP_FD, EBADF, ARG_PID, .attr = { SW_DUMMY },
	  .spoil = spoil_cgroup_fd },
	{ "no descriptor left", PERF_WHY_DESCRIPTORS, EMFILE, PERF_WHERE_NONE,
	  .attr = { SW_DUMMY }, .spoil = spoil_descriptors },
	{ "group_fd not open", PERF_WHY_GROUP_FD, EBADF, ARG_GROUP, .attr = { SW_DUMMY },
	  .spoil = spoil_group },
	{ "group_fd is no event", PERF_WHY_GROUP_FD, EBADF, ARG_GROUP, .attr = { SW_DUMMY },
	  .spoil = spoil_no_event },
	{ "no such thread", PERF_WHY_NO_THREAD, ESRCH, ARG_PID, .attr = { SW_DUMMY },
	  .spoil = spoil_pid },
	{ "no such CPU", PERF_WHY_CPU, EINVAL, ARG_CPU, .attr = { SW_DUMMY },
	  .spoil = spoil_cpu },
	{ "neither thread nor CPU", PERF_WHY_CPU, EINVAL, ARG_CPU, .attr = { SW_DUMMY },
	  .spoil = spoil_nobody },
	{ "leader inherits", PERF_WHY_GROUP_INHERIT, EINVAL, FLAGS, .flags = { .inherit = 1 },
	  .attr = { SW_DUMMY }, .spoil = spoil_inherit },
	{ "no such clock", PERF_WHY_CLOCK, EINVAL, FIELD(clockid), .got = 9999,
	  .attr = { SW_DUMMY, .use_clockid = 1, .clockid = 9999 } },
	{ "sigtrap of a CPU", PERF_WHY_SIGTRAP_TASK, EINVAL, FLAGS, .flags = { .sigtrap = 1 },
	  .attr = { SW_DUMMY, .sigtrap = 1, .remove_on_exec = 1 }, .spoil = on_cpu },
	{ "inherited reads", PERF_WHY_INHERIT_READ, EINVAL, FIELD(sample_type),
	  .bits = PERF_SAMPLE_READ, .got = PERF_SAMPLE_READ,
	  .attr = { SW_DUMMY, .inherit = 1, .sample_type = PERF_SAMPLE_READ } },
	{ "output to AUX", PERF_WHY_AUX_OUTPUT, EOPNOTSUPP, FLAGS, .flags = { .aux_output = 1 },
	  .attr = { SW_DUMMY, .aux_output = 1 } },
	{ "pause and resume", PERF_WHY_AUX_BOTH, EINVAL, FIELD(aux_action),
	  .attr = { SW_DUMMY, .aux_pause = 1, .aux_resume = 1 } },
	{ "start paused", PERF_WHY_AUX_PAUSE, EOPNOTSUPP, FIELD(aux_action),
	  .attr = { SW_DUMMY, .aux_start_paused = 1 } },
	{ "AUX sample alone", PERF_WHY_AUX_LEADER, EINVAL, ARG_GROUP,
	  .attr = { SW_DUMMY, .sample_type = PERF_SAMPLE_AUX, .aux_sample_size = 8 } },
	{ "no such type", PERF_WHY_NO_PMU, ENOENT, FIELD(type), .got = NO_SUCH_TYPE,
	  .attr = { .type = NO_SUCH_TYPE } },
	{ "branches of software", PERF_WHY_PMU_NO_BRANCHES, EOPNOTSUPP,
	  FIELD(branch_sample_type),
	  .attr = { SW_FAULTS, .sample_type = PERF_SAMPLE_BRANCH_STACK,
		    .branch_sample_type = PERF_SAMPLE_BRANCH_ANY } },
	{ "no such software event", PERF_WHY_PMU_EVENT, ENOENT, FIELD(config), .got = 40,
	  .attr = { .type = PERF_TYPE_SOFTWARE, .config = 40 } },
	{ "no such tracepoint", PERF_WHY_PMU_EVENT, EINVAL, FIELD(config), .got = 0xffff,
	  .attr = { .type = PERF_TYPE_TRACEPOINT, .config = 0xffff } },
	{ "sibling as leader", PERF_WHY_GROUP_LEADER, EINVAL, ARG_GROUP, .attr = { SW_DUMMY },
	  .spoil = spoil_sibling },
	{ "another clock", PERF_WHY_GROUP_CLOCK, EINVAL, FIELD(clockid),
	  .attr = { SW_DUMMY, .use_clockid = 1, .clockid = CLOCK_MONOTONIC }, .spoil = in_group },
	{ "leader of another thread", PERF_WHY_GROUP_TARGET, EINVAL, ARG_GROUP,
	  .attr = { SW_DUMMY }, .spoil = spoil_target },
	{ "pinned sibling", PERF_WHY_GROUP_PINNED, EINVAL, FLAGS,
	  .flags = { .exclusive = 1, .pinned = 1 }, .attr = { SW_DUMMY, .pinned = 1 },
	  .spoil = in_group },
	{ "off the CPU, all threads", PERF_WHY_PMU_NO_CPU, EINVAL, ARG_PID,
	  .spoil = off_cpu_of_all },
	{ "off the CPU leads", PERF_WHY_GROUP_OFF_CPU, EINVAL, ARG_GROUP, .attr = { SW_DUMMY },
	  .spoil = off_cpu_leads },
	{ "long call chains", PERF_WHY_CALLCHAIN, EOVERFLOW, FIELD(sample_max_stack),
	  .got = 65535, .allowed = ~0ULL,
	  .attr = { SW_DUMMY, .sample_type = PERF_SAMPLE_CALLCHAIN, .sample_max_stack = 65535 } },
	{ "output of another CPU", PERF_WHY_OUTPUT_TARGET, EINVAL, ARG_GROUP,
	  .attr = { SW_DUMMY }, .spoil = spoil_output_target },
	{ "output backward", PERF_WHY_OUTPUT_CLOCK, EINVAL, ARG_GROUP,
	  .attr = { SW_DUMMY, .write_backward = 1 }, .spoil = spoil_output },
	{ "output to no ring", PERF_WHY_OUTPUT_NO_RING, EINVAL, ARG_GROUP,
	  .attr = { SW_DUMMY }, .spoil = spoil_output },
};

/* The same, on PMUs of the test module */
static const struct row pmu_rows[] = {
	{ "modes of all CPUs", PERF_WHY_PMU_EXCLUDE, EINVAL, FLAGS,
	  .flags = { .exclude_user = 1, .exclude_kernel = 1, .exclude_hv = 1, .exclude_idle = 1,
		     .exclude_host = 1, .exclude_guest = 1 },
	  .attr = { .exclude_user = 1 }, .spoil = test_scope },
	{ "sampling a counter", PERF_WHY_PMU_NO_SAMPLING, EOPNOTSUPP, FIELD(sample_period),
	  .got = 7, .attr = { .sample_period = 7 }, .spoil = test_scope },
	{ "a thread", PERF_WHY_PMU_NO_TASK, EINVAL, ARG_PID, .spoil = test_scope_task },
	{ "a clock in an NMI", PERF_WHY_CLOCK_NMI, EINVAL, FIELD(clockid), .got = CLOCK_TAI,
	  .attr = { .use_clockid = 1, .clockid = CLOCK_TAI }, .spoil = test_count },
	{ "two tracers", PERF_WHY_PMU_EXCLUSIVE, EBUSY, FIELD(type), .spoil = test_trace_twice },
	{ "no pause", PERF_WHY_AUX_PAUSE, EINVAL, FIELD(aux_action),
	  .attr = { SW_DUMMY, .aux_pause = 1 }, .spoil = test_trace_leader },
	{ "output and copy", PERF_WHY_AUX_BOTH, EOPNOTSUPP, FIELD(aux_action),
	  .attr = { .aux_output = 1, .aux_pause = 1 }, .spoil = test_count },
	{ "no such event", PERF_WHY_PMU_EVENT, EINVAL, FIELD(config), .got = 0,
	  .spoil = test_count },
};

#endif /* _EXT_CALLS_H */
