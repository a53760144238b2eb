// SPDX-License-Identifier: GPL-2.0
/*
 * perf_event_open(2): the error reported when several apply. Programs probe for features of a
 * kernel by these errors, so their order is part of the ABI.
 */
#include "perf_test.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "kselftest_harness.h"

/* No thread has this id: PID_MAX_LIMIT is 4 Mi */
#define NO_SUCH_PID	0x7ffffff0

/* Faults of a call, in the order in which perf_event_open() checks for them */
enum fault {
	UNKNOWN_FLAG,		/* EINVAL */
	ATTR_POINTER,		/* EFAULT */
	ATTR_SIZE,		/* E2BIG */
	ATTR_RESERVED,		/* EINVAL */
	KERNEL_VIEW,		/* EACCES */
	NAMESPACES,		/* EACCES */
	RANGE_OF_PERIOD,	/* EINVAL */
	PHYSICAL_ADDRESS,	/* EACCES */
	CGROUP_ARGUMENTS,	/* EINVAL */
	DESCRIPTORS,		/* EMFILE */
	GROUP_DESCRIPTOR,	/* EBADF */
	NO_THREAD,		/* ESRCH */
	UNKNOWN_TYPE,		/* ENOENT */
	CLOCK,			/* EINVAL */
	TARGET,			/* EACCES */
};

/* Two faults at once: perf_event_open() reports that of @first */
struct fault_pair {
	enum fault first;
	enum fault second;
	int error;
};

static const struct fault_pair fault_pairs[] = {
	{ UNKNOWN_FLAG, ATTR_POINTER, EINVAL },
	{ ATTR_SIZE, KERNEL_VIEW, E2BIG },
	{ ATTR_RESERVED, KERNEL_VIEW, EINVAL },
	{ ATTR_RESERVED, DESCRIPTORS, EINVAL },
	{ KERNEL_VIEW, RANGE_OF_PERIOD, EACCES },
	{ KERNEL_VIEW, CGROUP_ARGUMENTS, EACCES },
	{ KERNEL_VIEW, DESCRIPTORS, EACCES },
	{ KERNEL_VIEW, GROUP_DESCRIPTOR, EACCES },
	{ KERNEL_VIEW, NO_THREAD, EACCES },
	{ KERNEL_VIEW, UNKNOWN_TYPE, EACCES },
	{ NAMESPACES, RANGE_OF_PERIOD, EACCES },
	{ NAMESPACES, DESCRIPTORS, EACCES },
	{ RANGE_OF_PERIOD, PHYSICAL_ADDRESS, EINVAL },
	{ RANGE_OF_PERIOD, DESCRIPTORS, EINVAL },
	{ RANGE_OF_PERIOD, UNKNOWN_TYPE, EINVAL },
	{ PHYSICAL_ADDRESS, DESCRIPTORS, EACCES },
	{ PHYSICAL_ADDRESS, UNKNOWN_TYPE, EACCES },
	{ CGROUP_ARGUMENTS, DESCRIPTORS, EINVAL },
	{ CGROUP_ARGUMENTS, GROUP_DESCRIPTOR, EINVAL },
	{ DESCRIPTORS, GROUP_DESCRIPTOR, EMFILE },
	{ DESCRIPTORS, NO_THREAD, EMFILE },
	{ DESCRIPTORS, UNKNOWN_TYPE, EMFILE },
	{ GROUP_DESCRIPTOR, NO_THREAD, EBADF },
	{ GROUP_DESCRIPTOR, UNKNOWN_TYPE, EBADF },
	{ GROUP_DESCRIPTOR, TARGET, EBADF },
	{ NO_THREAD, UNKNOWN_TYPE, ESRCH },
	{ NO_THREAD, CLOCK, ESRCH },
	{ UNKNOWN_TYPE, CLOCK, ENOENT },
	{ UNKNOWN_TYPE, TARGET, ENOENT },
	{ CLOCK, TARGET, EINVAL },
};

struct call {
	struct perf_event_attr attr;
	struct perf_event_attr *pointer;
	pid_t pid;
	int cpu;
	int group_fd;
	unsigned long flags;
	bool no_descriptors;
};

static void call_spoil(struct call *call, enum fault fault)
{
	switch (fault) {
	case UNKNOWN_FLAG:
		call->flags |= 1UL << 20;
		break;
	case ATTR_POINTER:
		call->pointer = NULL;
		break;
	case ATTR_SIZE:
		call->attr.size = 8;
		break;
	case ATTR_RESERVED:
		call->attr.__reserved_2 = 1;
		break;
	case KERNEL_VIEW:
		call->attr.exclude_kernel = 0;
		break;
	case NAMESPACES:
		call->attr.namespaces = 1;
		break;
	case RANGE_OF_PERIOD:
		call->attr.sample_period = 1ULL << 63;
		break;
	case PHYSICAL_ADDRESS:
		call->attr.sample_type |= PERF_SAMPLE_PHYS_ADDR;
		break;
	case CGROUP_ARGUMENTS:
		call->flags |= PERF_FLAG_PID_CGROUP;
		call->cpu = -1;
		break;
	case DESCRIPTORS:
		call->no_descriptors = true;
		break;
	case GROUP_DESCRIPTOR:
		call->group_fd = INT_MAX;
		break;
	case NO_THREAD:
		call->pid = NO_SUCH_PID;
		break;
	case UNKNOWN_TYPE:
		call->attr.type = 0x7fffffff;
		break;
	case CLOCK:
		call->attr.use_clockid = 1;
		call->attr.clockid = 9999;
		break;
	case TARGET:
		call->pid = 1;
		break;
	}
}

static int call_run(void *argument)
{
	struct call *call = argument;
	struct rlimit none = { 0, 0 };

	if (call->no_descriptors && setrlimit(RLIMIT_NOFILE, &none))
		return 255;
	return perf_try(call->pointer, call->pid, call->cpu, call->group_fd, call->flags);
}

static void call_init(struct call *call)
{
	memset(call, 0, sizeof(*call));
	call->attr = perf_attr_software(PERF_COUNT_SW_DUMMY);
	call->attr.exclude_kernel = 1;
	call->attr.exclude_hv = 1;
	call->pointer = &call->attr;
	call->cpu = -1;
	call->group_fd = -1;
}

FIXTURE(order)
{
	struct perf_sysctls saved;
};

FIXTURE_SETUP(order)
{
	if (geteuid())
		SKIP(return, "needs root to set the paranoid level");
	ASSERT_EQ(0, perf_sysctls_save(&self->saved));
	ASSERT_EQ(0, perf_sysctl_set("perf_event_paranoid", 2));
}

FIXTURE_TEARDOWN(order)
{
	if (!geteuid())
		perf_sysctls_restore(&self->saved);
}

/* Each fault alone gives its own error; without this, first_of_two would prove nothing */
TEST_F(order, each_fault_alone)
{
	static const int errors[] = {
		[UNKNOWN_FLAG] = EINVAL, [ATTR_POINTER] = EFAULT, [ATTR_SIZE] = E2BIG,
		[ATTR_RESERVED] = EINVAL, [KERNEL_VIEW] = EACCES, [NAMESPACES] = EACCES,
		[RANGE_OF_PERIOD] = EINVAL, [PHYSICAL_ADDRESS] = EACCES,
		[CGROUP_ARGUMENTS] = EINVAL, [DESCRIPTORS] = EMFILE,
		[GROUP_DESCRIPTOR] = EBADF, [NO_THREAD] = ESRCH, [UNKNOWN_TYPE] = ENOENT,
		[CLOCK] = EINVAL, [TARGET] = EACCES,
	};
	struct call call;
	size_t i;

	call_init(&call);
	EXPECT_EQ(0, perf_call_as_user(call_run, &call));
	for (i = 0; i < ARRAY_SIZE(errors); i++) {
		call_init(&call);
		call_spoil(&call, i);
		EXPECT_EQ(errors[i], perf_call_as_user(call_run, &call))
			TH_LOG("fault %zu", i);
	}
}

TEST_F(order, first_of_two)
{
	struct call call;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(fault_pairs); i++) {
		call_init(&call);
		call_spoil(&call, fault_pairs[i].first);
		call_spoil(&call, fault_pairs[i].second);
		EXPECT_EQ(fault_pairs[i].error, perf_call_as_user(call_run, &call))
			TH_LOG("faults %d and %d", fault_pairs[i].first, fault_pairs[i].second);
	}
}

/* ptrace access to the target (EACCES) is checked before the rules of groups (EINVAL) */
TEST_F(order, target_before_group)
{
	struct call call;

	call_init(&call);
	call.group_fd = perf_open(&call.attr, 0, 0, -1, 0);
	ASSERT_GE(call.group_fd, 0);
	call.pid = 1;
	EXPECT_EQ(EACCES, perf_call_as_user(call_run, &call));
	EXPECT_EQ(EINVAL, perf_try(&call.attr, 1, -1, call.group_fd, 0));
	/* attr.inherit must match the leader's before access to the target is checked */
	call.attr.inherit = 1;
	EXPECT_EQ(EINVAL, perf_call_as_user(call_run, &call));
	call.pid = NO_SUCH_PID;
	EXPECT_EQ(ESRCH, perf_call_as_user(call_run, &call));
	close(call.group_fd);
}

TEST_HARNESS_MAIN
