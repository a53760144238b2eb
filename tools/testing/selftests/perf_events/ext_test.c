// SPDX-License-Identifier: GPL-2.0
/*
 * perf_event_open() with PERF_FLAG_EXT: the reason of each refusal, as a row of a table.
 *
 * Each row is one call that fails. The call is made as programs have always made it, and with
 * the flag: both have the row's errno, which is that of perf_event_open(2) and of
 * Documentation/admin-guide/perf-events-abi.rst. Reason, place and values follow from the
 * description of struct perf_event_explain. The last test fails if a reason of the header
 * (why_list.h, made by the Makefile) has neither a row nor an entry in the list of reasons that
 * no program can provoke on every machine.
 */
#include "perf_test.h"
#include "test_pmu.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/hw_breakpoint.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "kselftest_harness.h"

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

/* ---- calls ---- */

static long open_ext(struct perf_event_ext *ext, const struct call *call)
{
	return syscall(SYS_perf_event_open, ext, call->pid, call->cpu, call->group,
		       call->flags | PERF_FLAG_EXT);
}

static void call_init(struct call *call, const struct row *row)
{
	memset(call, 0, sizeof(*call));
	call->attr = row->attr;
	call->attr.size = sizeof(call->attr);
	call->pointer = &call->attr;
	call->cpu = -1;
	call->group = -1;
	if (row->spoil)
		row->spoil(call);
}

/**
 * struct outcome - shared with the child that makes the calls
 * @call: the call
 * @plain: errno without the flag
 * @error: errno with the flag
 * @explain: its explanation
 */
struct outcome {
	struct call call;
	int plain;
	int error;
	struct perf_event_ext ext;
	struct perf_event_explain explain;
};

static int outcome_run(void *argument)
{
	struct outcome *out = argument;
	struct perf_event_ext *ext = &out->ext;
	struct perf_event_attr *attr = &out->call.attr;
	__u32 size = attr->size;
	struct rlimit limit, none;
	long fd;

	if (out->call.no_descriptors) {
		getrlimit(RLIMIT_NOFILE, &limit);
		none = limit;
		none.rlim_cur = 0;
		setrlimit(RLIMIT_NOFILE, &none);
	}
	out->plain = perf_try(out->call.pointer, out->call.pid, out->call.cpu, out->call.group,
			      out->call.flags);
	attr->size = size;
	memset(ext, 0, sizeof(*ext));
	ext->size = sizeof(*ext);
	ext->explain_size = sizeof(out->explain);
	ext->attr = (unsigned long)out->call.pointer;
	ext->explain = (unsigned long)&out->explain;
	memset(&out->explain, 0xff, sizeof(out->explain));
	fd = open_ext(ext, &out->call);
	out->error = fd < 0 ? errno : 0;
	if (fd >= 0)
		close(fd);
	if (out->call.no_descriptors)
		setrlimit(RLIMIT_NOFILE, &limit);
	return 0;
}

static __u64 row_bits(const struct row *row)
{
	return flag_word(&row->flags) ?: row->bits;
}

static void check_row(struct __test_metadata *_metadata, const struct row *row)
{
	const struct perf_event_explain *explain;
	struct outcome *out;
	int i;

	out = mmap(NULL, sizeof(*out), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	ASSERT_NE(MAP_FAILED, out);
	call_init(&out->call, row);
	EXPECT_EQ(0, out->call.user ? perf_call_as_user(outcome_run, out) : outcome_run(out));
	explain = &out->explain;
	EXPECT_EQ(row->error, out->plain)
		TH_LOG("%s: without the flag", row->name);
	EXPECT_EQ(row->error, out->error)
		TH_LOG("%s: with the flag", row->name);
	EXPECT_EQ(sizeof(*explain), explain->size);
	EXPECT_EQ(row->error, explain->error);
	EXPECT_EQ(row->reason, explain->reason)
		TH_LOG("%s: %s", row->name, explain->text);
	EXPECT_EQ(row->where, explain->where)
		TH_LOG("%s: %s", row->name, explain->text);
	EXPECT_EQ(0, explain->__reserved);
	EXPECT_EQ(row_bits(row), explain->bits)
		TH_LOG("%s", row->name);
	EXPECT_EQ(row->got, explain->got)
		TH_LOG("%s", row->name);
	/* ~0: a sysctl's value */
	if (row->allowed != ~0ULL && row->reason != PERF_WHY_DESCRIPTORS)
		EXPECT_EQ(row->allowed, explain->allowed)
			TH_LOG("%s", row->name);
	EXPECT_GT(strnlen(explain->text, sizeof(explain->text)), 0);
	EXPECT_LT(strnlen(explain->text, sizeof(explain->text)), sizeof(explain->text));
	for (i = 0; i < out->call.nr_fds; i++)
		close(out->call.fds[i]);
	munmap(out, sizeof(*out));
}

FIXTURE(ext)
{
	struct perf_sysctls sysctls;
	struct perf_event_attr attr;
	struct perf_event_explain explain;
	struct perf_event_ext ext;
	struct call call;
};

FIXTURE_SETUP(ext)
{
	if (geteuid())
		SKIP(return, "needs root");
	ASSERT_EQ(0, perf_sysctls_save(&self->sysctls));
	ASSERT_EQ(0, perf_sysctl_set("perf_event_paranoid", 2));
	self->attr = perf_attr_software(PERF_COUNT_SW_DUMMY);
	self->ext.size = sizeof(self->ext);
	self->ext.attr = (unsigned long)&self->attr;
	self->ext.explain = (unsigned long)&self->explain;
	self->ext.explain_size = sizeof(self->explain);
	self->call.cpu = -1;
	self->call.group = -1;
}

FIXTURE_TEARDOWN(ext)
{
	perf_sysctls_restore(&self->sysctls);
}

/* Returns the errno of an open by the fixture's perf_event_ext, or 0 */
static int try_ext(FIXTURE_DATA(ext) *self)
{
	long fd = open_ext(&self->ext, &self->call);

	if (fd < 0)
		return errno;
	close(fd);
	return 0;
}

TEST_F(ext, refusals)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(rows); i++)
		check_row(_metadata, &rows[i]);
}

static bool plug_all(void)
{
	static const char * const names[] = { "test_count", "test_aux", "test_trace",
					      "test_scope" };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(names); i++)
		if (test_pmu_plug(names[i]) < 0)
			return false;
	return true;
}

TEST_F(ext, refusals_of_pmus)
{
	size_t i;

	if (!plug_all())
		SKIP(return, TEST_PMU_ABSENT);
	for (i = 0; i < ARRAY_SIZE(pmu_rows); i++) {
		bool last = i == ARRAY_SIZE(pmu_rows) - 1;

		/* test_count refuses everything, without a reason */
		if (last)
			test_pmu_set(TEST_PMU_PARAM("refuse"), 99);
		check_row(_metadata, &pmu_rows[i]);
		if (last)
			test_pmu_set(TEST_PMU_PARAM("refuse"), 0);
	}
}

/* By the numbers of test_refuses() in the kernel's test_pmu.c */
static const struct row driver_rows[] = {
	{ "exclude_user", PERF_WHY_PMU_FIELD, EINVAL, FLAGS, .flags = { .exclude_user = 1 } },
	{ "exclude_kernel", PERF_WHY_PMU_FIELD, EINVAL, FLAGS, .flags = { .exclude_kernel = 1 } },
	{ "exclude_hv", PERF_WHY_PMU_FIELD, EINVAL, FLAGS, .flags = { .exclude_hv = 1 } },
	{ "exclude_host", PERF_WHY_PMU_FIELD, EINVAL, FLAGS, .flags = { .exclude_host = 1 } },
	{ "exclude_guest", PERF_WHY_PMU_FIELD, EINVAL, FLAGS, .flags = { .exclude_guest = 1 } },
	{ "exclude_idle", PERF_WHY_PMU_FIELD, EINVAL, FLAGS, .flags = { .exclude_idle = 1 } },
	{ "precise_ip", PERF_WHY_PMU_FIELD, EINVAL, FLAGS, .flags = { .precise_ip = 2 } },
	{ "branches", PERF_WHY_PMU_FIELD, EINVAL, FIELD(branch_sample_type),
	  .got = PERF_SAMPLE_BRANCH_ANY | PERF_SAMPLE_BRANCH_USER },
	{ "sample_period", PERF_WHY_PMU_FIELD, EINVAL, FIELD(sample_period), .got = 1000 },
	{ "config1", PERF_WHY_PMU_FIELD, EINVAL, FIELD(config1), .got = 1 },
	{ "config2", PERF_WHY_PMU_FIELD, EINVAL, FIELD(config2), .got = 2 },
	{ "config3", PERF_WHY_PMU_FIELD, EINVAL, FIELD(config3), .got = 3 },
	{ "pinned", PERF_WHY_PMU_FIELD, EINVAL, FLAGS, .flags = { .pinned = 1 } },
	{ "group", PERF_WHY_PMU_GROUP, EINVAL, ARG_GROUP },
	{ "thread", PERF_WHY_PMU_TASK, EINVAL, ARG_PID },
};

/* An attr with all suspects at once: only the one that the driver refuses is named */
TEST_F(ext, silent_drivers)
{
	struct perf_event_explain *explain = &self->explain;
	size_t i;
	int before;

	if (!plug_all())
		SKIP(return, TEST_PMU_ABSENT);
	perf_attr_init(&self->attr, perf_pmu_type("test_count"), 0);
	self->call.group = perf_open_self(&self->attr);
	ASSERT_GE(self->call.group, 0);
	self->attr.exclude_user = 1;
	self->attr.exclude_kernel = 1;
	self->attr.exclude_hv = 1;
	self->attr.exclude_host = 1;
	self->attr.exclude_guest = 1;
	self->attr.exclude_idle = 1;
	self->attr.precise_ip = 2;
	self->attr.sample_type = PERF_SAMPLE_BRANCH_STACK;
	self->attr.branch_sample_type = PERF_SAMPLE_BRANCH_ANY | PERF_SAMPLE_BRANCH_USER;
	self->attr.sample_period = 1000;
	self->attr.config1 = 1;
	self->attr.config2 = 2;
	self->attr.config3 = 3;
	self->attr.pinned = 1;

	for (i = 0; i < ARRAY_SIZE(driver_rows); i++) {
		const struct row *row = &driver_rows[i];

		ASSERT_EQ(0, test_pmu_set(TEST_PMU_PARAM("refuse"), i + 1));
		before = test_pmu_number(TEST_PMU_PARAM("inits"));
		EXPECT_EQ(EINVAL, try_ext(self));
		/* The call itself, then one more for each suspect up to this one */
		EXPECT_EQ(before + 2 + (int)i, test_pmu_number(TEST_PMU_PARAM("inits")));
		EXPECT_EQ(row->reason, explain->reason)
			TH_LOG("%s: %s", row->name, explain->text);
		EXPECT_EQ(row->where, explain->where)
			TH_LOG("%s: %s", row->name, explain->text);
		EXPECT_EQ(row_bits(row), explain->bits)
			TH_LOG("%s", row->name);
		EXPECT_EQ(row->got, explain->got)
			TH_LOG("%s", row->name);
		EXPECT_STREQ("test_count", explain->pmu);
		/* Nobody asks for an explanation: the driver is asked once */
		before = test_pmu_number(TEST_PMU_PARAM("inits"));
		EXPECT_EQ(EINVAL, perf_try(&self->attr, 0, -1, self->call.group, 0));
		EXPECT_EQ(before + 1, test_pmu_number(TEST_PMU_PARAM("inits")));
	}
	ASSERT_EQ(0, test_pmu_set(TEST_PMU_PARAM("refuse"), 0));
	/* What the driver was offered is gone: only the leader is left */
	EXPECT_EQ(1, test_pmu_events());
	close(self->call.group);
	EXPECT_EQ(0, test_pmu_events());
	EXPECT_EQ(0, test_pmu_unplug("test_count"));
}

/* ---- the argument itself ---- */

TEST_F(ext, success)
{
	memset(&self->explain, 0xff, sizeof(self->explain));
	self->ext.known = ~0ULL;
	EXPECT_EQ(0, try_ext(self));
	EXPECT_EQ(0, self->ext.known);
	EXPECT_EQ(0, self->explain.error);
	EXPECT_EQ(0, self->explain.reason);
	EXPECT_EQ(0, self->explain.text[0]);
	self->ext.nr_attr = 1;
	EXPECT_EQ(0, try_ext(self));
	self->ext.explain = 0;
	self->ext.explain_size = 0;
	EXPECT_EQ(0, try_ext(self));
}

/**
 * struct ext_row - a refusal of perf_event_ext
 */
struct ext_row {
	const char *name;
	__u16 reason;
	__u16 where;
	__u64 bits;
	__u64 got;
	__u64 allowed;
	struct perf_event_ext ext;
};

static const struct ext_row ext_rows[] = {
	{ "option", PERF_WHY_EXT_OPTIONS, EXT(options), .bits = 1, .got = 1,
	  .ext = { .options = 1 } },
	{ "last option", PERF_WHY_EXT_OPTIONS, EXT(options), .bits = 1ULL << 63,
	  .got = 1ULL << 63, .ext = { .options = 1ULL << 63 } },
	{ "two attrs", PERF_WHY_EXT_NR_ATTR, EXT(nr_attr), .got = 2, .allowed = 1,
	  .ext = { .nr_attr = 2 } },
	{ "many attrs", PERF_WHY_EXT_NR_ATTR, EXT(nr_attr), .got = ~0U, .allowed = 1,
	  .ext = { .nr_attr = ~0U } },
	{ "first reserved word", PERF_WHY_EXT_RESERVED, EXT(__reserved_1), .got = 1,
	  .ext = { .__reserved_1 = 1 } },
	{ "last reserved word", PERF_WHY_EXT_RESERVED, EXT(__reserved_2),
	  .ext = { .__reserved_2 = { [2] = 1 } } },
};

TEST_F(ext, argument)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(ext_rows); i++) {
		const struct ext_row *row = &ext_rows[i];
		struct perf_event_ext saved = self->ext;

		self->ext.options = row->ext.options;
		self->ext.nr_attr = row->ext.nr_attr;
		self->ext.__reserved_1 = row->ext.__reserved_1;
		memcpy(self->ext.__reserved_2, row->ext.__reserved_2,
		       sizeof(self->ext.__reserved_2));
		self->ext.known = ~0ULL;
		EXPECT_EQ(EINVAL, try_ext(self))
			TH_LOG("%s", row->name);
		EXPECT_EQ(0, self->ext.known);
		EXPECT_EQ(row->reason, self->explain.reason)
			TH_LOG("%s: %s", row->name, self->explain.text);
		EXPECT_EQ(row->where, self->explain.where);
		EXPECT_EQ(row->bits, self->explain.bits);
		EXPECT_EQ(row->got, self->explain.got);
		EXPECT_EQ(row->allowed, self->explain.allowed);
		self->ext = saved;
	}
}

/* The probe for options */
TEST_F(ext, no_attr)
{
	self->ext.attr = 0;
	self->ext.known = ~0ULL;
	EXPECT_EQ(EINVAL, try_ext(self));
	EXPECT_EQ(0, self->ext.known);
	EXPECT_EQ(PERF_WHY_EXT_NO_ATTR, self->explain.reason);
	EXPECT_EQ(EXT(attr), self->explain.where);
	self->ext.explain = 0;
	self->ext.explain_size = 0;
	self->ext.known = ~0ULL;
	EXPECT_EQ(EINVAL, try_ext(self));
	EXPECT_EQ(0, self->ext.known);
}

TEST_F(ext, sizes)
{
	static const __u32 small[] = { 0, 4, 71 };
	static const __u32 large[] = { 1 << 20, ~0U };
	struct {
		struct perf_event_ext ext;
		char tail[16];
	} larger = { self->ext };
	size_t i;

	EXPECT_EQ(PERF_EVENT_EXT_SIZE_VER0, sizeof(self->ext));
	EXPECT_EQ(PERF_EVENT_EXPLAIN_SIZE_VER0, sizeof(self->explain));
	for (i = 0; i < ARRAY_SIZE(small); i++) {
		self->ext.size = small[i];
		self->ext.known = 77;
		EXPECT_EQ(EINVAL, try_ext(self))
			TH_LOG("size %u", small[i]);
		/* Nothing is written */
		EXPECT_EQ(small[i], self->ext.size);
		EXPECT_EQ(77, self->ext.known);
	}
	for (i = 0; i < ARRAY_SIZE(large); i++) {
		self->ext.size = large[i];
		EXPECT_EQ(E2BIG, try_ext(self))
			TH_LOG("size %u", large[i]);
		EXPECT_EQ(sizeof(self->ext), self->ext.size);
	}
	EXPECT_EQ(0, try_ext(self));

	larger.ext.size = sizeof(larger);
	EXPECT_LE(0, open_ext(&larger.ext, &self->call));
	larger.tail[15] = 1;
	EXPECT_EQ(-1, open_ext(&larger.ext, &self->call));
	EXPECT_EQ(E2BIG, errno);
	EXPECT_EQ(sizeof(self->ext), larger.ext.size);
	EXPECT_EQ(PERF_WHY_EXT_SIZE, self->explain.reason);
	EXPECT_EQ(EXT(size), self->explain.where);
	EXPECT_EQ(sizeof(larger), self->explain.got);
	EXPECT_EQ(sizeof(self->ext), self->explain.allowed);
}

TEST_F(ext, buffers)
{
	static const __u32 bad[] = { 0, 1, 199, 1 << 20, ~0U };
	char larger[256];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		self->ext.explain_size = bad[i];
		EXPECT_EQ(EINVAL, try_ext(self))
			TH_LOG("explain_size %u", bad[i]);
	}
	self->ext.explain_size = sizeof(self->explain);
	self->ext.explain = 0;
	EXPECT_EQ(EINVAL, try_ext(self));
	self->ext.explain = 8;
	EXPECT_EQ(EFAULT, try_ext(self));

	/* A newer program's buffer: the rest is cleared */
	memset(larger, 0xff, sizeof(larger));
	self->ext.explain = (unsigned long)larger;
	self->ext.explain_size = sizeof(larger);
	self->attr.sample_type = 1ULL << 40;
	EXPECT_EQ(EINVAL, try_ext(self));
	memcpy(&self->explain, larger, sizeof(self->explain));
	EXPECT_EQ(sizeof(self->explain), self->explain.size);
	EXPECT_EQ(PERF_WHY_SAMPLE_TYPE, self->explain.reason);
	for (i = sizeof(self->explain); i < sizeof(larger); i++)
		EXPECT_EQ(0, larger[i]);

	EXPECT_EQ(-1, syscall(SYS_perf_event_open, 8, 0, -1, -1, PERF_FLAG_EXT));
	EXPECT_EQ(EFAULT, errno);
}

TEST_F(ext, sysfs)
{
	char text[64];

	ASSERT_EQ(0, perf_file_read("/sys/bus/event_source/devices/software/caps/ext", text,
				    sizeof(text)));
	EXPECT_STREQ("explain", text);
}

/* ---- a level that shuts out everybody ---- */

static const struct row level_rows[] = {
	{ "everything", PERF_WHY_PARANOID_ANY, EACCES, PERF_WHERE_NONE, .got = 3, .allowed = 2,
	  .attr = { SW_DUMMY, .exclude_kernel = 1 }, .spoil = spoil_user },
};

TEST_F(ext, paranoid)
{
	ASSERT_EQ(0, perf_sysctl_set("perf_event_paranoid", 3));
	check_row(_metadata, &level_rows[0]);
}

TEST_F(ext, paranoid_tracepoint)
{
	static const struct row row = {
		"tracepoint's data", PERF_WHY_PARANOID_TRACEPOINT, EPERM, FIELD(sample_type),
		.got = 2, .allowed = (__u32)-1,
		.attr = { .type = PERF_TYPE_TRACEPOINT, .sample_type = PERF_SAMPLE_RAW,
			  .sample_period = 1, .exclude_kernel = 1 },
		.spoil = spoil_user_cpu,
	};
	struct row mine = row;
	int id = perf_tracepoint_id("sched/sched_switch");

	if (id < 0)
		SKIP(return, "no sched:sched_switch");
	mine.attr.config = id;
	mine.allowed = (__u64)-1;	/* not compared */
	check_row(_metadata, &mine);
}

/* ---- descriptors ---- */

/**
 * struct fd_row - a refusal by a descriptor
 * @provoke: makes the call, returns its errno
 */
struct fd_row {
	const char *name;
	__u16 reason;
	int error;
	__u16 where;
	struct perf_event_attr attr;
	int (*provoke)(int fd);
};

static int map(int fd, size_t pages, int flags, off_t page)
{
	long size = sysconf(_SC_PAGESIZE);
	void *base = mmap(NULL, pages * size, PROT_READ | PROT_WRITE, flags, fd, page * size);

	if (base == MAP_FAILED)
		return errno;
	munmap(base, pages * size);
	return 0;
}

static int do_map(int fd)
{
	return map(fd, 3, MAP_SHARED, 0);
}

static int do_map_private(int fd)
{
	return map(fd, 2, MAP_PRIVATE, 0);
}

static int do_map_pages(int fd)
{
	return map(fd, 4, MAP_SHARED, 0);
}

static int do_map_aux(int fd)
{
	return map(fd, 1, MAP_SHARED, 8);
}

static int do_map_twice(int fd)
{
	long size = sysconf(_SC_PAGESIZE);
	void *base = mmap(NULL, 3 * size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	int error = base == MAP_FAILED ? -1 : map(fd, 5, MAP_SHARED, 0);

	munmap(base, 3 * size);
	return error;
}

static int do_map_aux_range(int fd)
{
	long size = sysconf(_SC_PAGESIZE);
	void *base = mmap(NULL, 3 * size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	int error = base == MAP_FAILED ? -1 : map(fd, 1, MAP_SHARED, 8);

	munmap(base, 3 * size);
	return error;
}

static int do_map_no_aux(int fd)
{
	long size = sysconf(_SC_PAGESIZE);
	struct perf_event_mmap_page *page;
	int error;

	page = mmap(NULL, 3 * size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (page == MAP_FAILED)
		return -1;
	page->aux_offset = 8 * size;
	page->aux_size = size;
	error = map(fd, 1, MAP_SHARED, 8);
	munmap(page, 3 * size);
	return error;
}

static int do_ioctl(int fd)
{
	return perf_ioctl(fd, _IO('$', 200), 0);
}

static int do_refresh(int fd)
{
	return perf_ioctl(fd, PERF_EVENT_IOC_REFRESH, 1);
}

static int do_period(int fd)
{
	__u64 period = 0;

	return perf_ioctl(fd, PERF_EVENT_IOC_PERIOD, (unsigned long)&period);
}

static int do_pause(int fd)
{
	return perf_ioctl(fd, PERF_EVENT_IOC_PAUSE_OUTPUT, 1);
}

static int do_filter(int fd)
{
	return perf_ioctl(fd, PERF_EVENT_IOC_SET_FILTER, (unsigned long)"no filter");
}

static int do_bpf(int fd)
{
	int null = open("/dev/null", O_RDONLY);
	int error = perf_ioctl(fd, PERF_EVENT_IOC_SET_BPF, null);

	close(null);
	return error;
}

static int do_modify(int fd)
{
	struct perf_event_attr attr = perf_attr_software(PERF_COUNT_SW_DUMMY);

	return perf_ioctl(fd, PERF_EVENT_IOC_MODIFY_ATTRIBUTES, (unsigned long)&attr);
}

static int do_output_self(int fd)
{
	return perf_ioctl(fd, PERF_EVENT_IOC_SET_OUTPUT, fd);
}

static int do_output_mapped(int fd)
{
	struct perf_event_attr attr = perf_attr_software(PERF_COUNT_SW_DUMMY);
	long size = sysconf(_SC_PAGESIZE);
	int other = perf_open_self(&attr);
	void *base = mmap(NULL, 3 * size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	int error = perf_ioctl(fd, PERF_EVENT_IOC_SET_OUTPUT, other);

	munmap(base, 3 * size);
	close(other);
	return error;
}

static const struct fd_row fd_rows[] = {
	{ "inherited ring", PERF_WHY_MMAP_INHERIT, EINVAL, PERF_WHERE_NONE,
	  { SW_DUMMY, .inherit = 1 }, do_map },
	{ "private ring", PERF_WHY_MMAP_PRIVATE, EINVAL, PERF_WHERE_NONE, { SW_DUMMY },
	  do_map_private },
	{ "three pages of data", PERF_WHY_MMAP_PAGES, EINVAL, PERF_WHERE_NONE, { SW_DUMMY },
	  do_map_pages },
	{ "another size", PERF_WHY_MMAP_OTHER, EINVAL, PERF_WHERE_NONE, { SW_DUMMY },
	  do_map_twice },
	{ "AUX area alone", PERF_WHY_AUX_NO_RING, EINVAL, PERF_WHERE_NONE, { SW_DUMMY },
	  do_map_aux },
	{ "AUX area elsewhere", PERF_WHY_AUX_RANGE, EINVAL, PERF_WHERE_NONE, { SW_DUMMY },
	  do_map_aux_range },
	{ "AUX area of software", PERF_WHY_AUX_NONE, EOPNOTSUPP, PERF_WHERE_NONE, { SW_DUMMY },
	  do_map_no_aux },
	{ "unknown ioctl", PERF_WHY_IOCTL, ENOTTY, PERF_WHERE_ARG + 1, { SW_DUMMY }, do_ioctl },
	{ "refresh of a count", PERF_WHY_NOT_SAMPLING, EINVAL, PERF_WHERE_NONE, { SW_DUMMY },
	  do_refresh },
	{ "refresh of inherited", PERF_WHY_REFRESH_INHERIT, EINVAL, PERF_WHERE_NONE,
	  { SW_DUMMY, .inherit = 1, .sample_period = 1 }, do_refresh },
	{ "period 0", PERF_WHY_PERIOD, EINVAL, PERF_WHERE_ARG + 2,
	  { SW_FAULTS, .sample_period = 1 }, do_period },
	{ "pause without ring", PERF_WHY_NO_RING, EINVAL, PERF_WHERE_NONE, { SW_DUMMY },
	  do_pause },
	{ "filter of software", PERF_WHY_NO_FILTER, EINVAL, PERF_WHERE_ARG + 2, { SW_DUMMY },
	  do_filter },
	{ "no program", PERF_WHY_BPF_TYPE, EINVAL, PERF_WHERE_ARG + 2, { SW_DUMMY }, do_bpf },
	{ "modified software", PERF_WHY_MODIFY, EOPNOTSUPP, PERF_WHERE_ARG + 2, { SW_DUMMY },
	  do_modify },
	{ "output to itself", PERF_WHY_OUTPUT_SELF, EINVAL, PERF_WHERE_ARG + 2, { SW_DUMMY },
	  do_output_self },
	{ "output of a mapped event", PERF_WHY_OUTPUT_MAPPED, EINVAL, PERF_WHERE_ARG + 2,
	  { SW_DUMMY }, do_output_mapped },
};

TEST_F(ext, descriptors)
{
	struct perf_event_explain *explain = &self->explain;
	size_t i;
	int fd;

	for (i = 0; i < ARRAY_SIZE(fd_rows); i++) {
		const struct fd_row *row = &fd_rows[i];

		self->attr = row->attr;
		self->attr.size = sizeof(self->attr);
		fd = perf_open_self(&self->attr);
		ASSERT_GE(fd, 0);
		memset(explain, 0xff, sizeof(*explain));
		ASSERT_EQ(0, perf_ioctl(fd, PERF_EVENT_IOC_WHY, (unsigned long)explain));
		EXPECT_EQ(sizeof(*explain), explain->size);
		EXPECT_EQ(0, explain->error);
		EXPECT_EQ(0, explain->text[0]);
		EXPECT_EQ(row->error, row->provoke(fd))
			TH_LOG("%s", row->name);
		ASSERT_EQ(0, perf_ioctl(fd, PERF_EVENT_IOC_WHY, (unsigned long)explain));
		EXPECT_EQ(row->error, explain->error)
			TH_LOG("%s", row->name);
		EXPECT_EQ(row->reason, explain->reason)
			TH_LOG("%s: %s", row->name, explain->text);
		EXPECT_EQ(row->where, explain->where)
			TH_LOG("%s", row->name);
		EXPECT_EQ(EFAULT, perf_ioctl(fd, PERF_EVENT_IOC_WHY, 8));
		close(fd);
	}
}

/* ---- the tracepoint ---- */

/* A plain call that fails writes a record, a call that succeeds none */
TEST_F(ext, tracepoint)
{
	int id = perf_tracepoint_id("perf/perf_refused");
	struct perf_event_attr attr;
	int fd;

	if (id < 0)
		SKIP(return, "no perf:perf_refused");
	perf_attr_init(&attr, PERF_TYPE_TRACEPOINT, id);
	attr.disabled = 0;
	fd = perf_open_self(&attr);
	ASSERT_GE(fd, 0);
	EXPECT_EQ(0, perf_try_self(&self->attr));
	EXPECT_EQ(0, perf_count(fd));
	self->attr.__reserved_2 = 1;
	EXPECT_EQ(EINVAL, perf_try_self(&self->attr));
	EXPECT_EQ(1, perf_count(fd));
	EXPECT_EQ(EINVAL, perf_try(&self->attr, 0, -1, -1, 1 << 20));
	EXPECT_EQ(2, perf_count(fd));
	EXPECT_EQ(EINVAL, try_ext(self));
	EXPECT_EQ(3, perf_count(fd));
	EXPECT_EQ(ENOTTY, do_ioctl(fd));
	EXPECT_EQ(4, perf_count(fd));
	close(fd);
}

/* ---- a reason without a row ---- */

static const char * const all_reasons[PERF_WHY_MAX] = {
#define WHY(name) [name] = #name,
#include "why_list.h"
#undef WHY
};

/* Not to be provoked by a program on any machine; next to each, what it needs */
static const __u16 elsewhere[] = {
	PERF_WHY_NONE,			/* an errno of the kernel's core, as EINTR */
	PERF_WHY_EXT_EXPLAIN,		/* there is no buffer for it: test buffers, tracepoint */
	PERF_WHY_EXT_NO_ATTR,		/* test no_attr */
	PERF_WHY_EXT_SIZE,		/* test sizes */
	PERF_WHY_PARANOID_TRACEPOINT,	/* test paranoid_tracepoint */
	PERF_WHY_STACK_SUPPORT,		/* an architecture without user stacks */
	PERF_WHY_CGROUP_CONFIG,		/* a kernel without CONFIG_CGROUP_PERF */
	PERF_WHY_LOCKDOWN,		/* lockdown_test: lasts until the next boot */
	PERF_WHY_GROUP_ENDED,		/* a PMU that goes: pmu_life_test */
	PERF_WHY_AUX_SNAPSHOT,		/* a PMU that traces without snapshots */
	PERF_WHY_PMU_REGS,		/* extended registers: x86's XMM */
	PERF_WHY_PMU_CPU,		/* CPUs that are offline: hotplug_test */
	PERF_WHY_PMU_GONE,		/* a race with a PMU that goes */
	PERF_WHY_GROUP_CGROUP,		/* two control groups: cgroup_test */
	PERF_WHY_GROUP_PMU,		/* two PMUs with counters */
	PERF_WHY_GROUP_SIZE,		/* hundreds of events: read_format_test */
	PERF_WHY_TASK_ENDED,		/* a race with an exit */
	PERF_WHY_CPU_OFFLINE,		/* hotplug_test */
	PERF_WHY_OUTPUT_AUX,		/* two PMUs that trace: aux_test */
	PERF_WHY_NO_MEMORY,		/* fault_test */
	PERF_WHY_PROBE,			/* CONFIG_KPROBE_EVENTS: probe_test */
	PERF_WHY_BREAKPOINT_TYPE,	/* breakpoint_test: processors that have them */
	PERF_WHY_BREAKPOINT_FORM,
	PERF_WHY_BREAKPOINT_KERNEL,
	PERF_WHY_BREAKPOINT_SLOTS,
	PERF_WHY_MMAP_QUOTA,		/* mlock_test */
	PERF_WHY_AUX_BUSY,		/* a race with a trace's end */
	PERF_WHY_FILTER,		/* addr_filter_test */
	PERF_WHY_FILTER_FILE,
	PERF_WHY_FILTER_NUMBER,
	PERF_WHY_BPF_NONE,		/* bpf_test: programs */
	PERF_WHY_BPF_TAKEN,
	PERF_WHY_BPF_STACK,
	PERF_WHY_BPF_CONTEXT,
};

#define MARK(seen, table)					\
	for (i = 0; i < ARRAY_SIZE(table); i++)			\
		seen[(table)[i].reason] = true

TEST(every_reason_has_a_row)
{
	bool seen[PERF_WHY_MAX] = {};
	size_t i;

	MARK(seen, rows);
	MARK(seen, pmu_rows);
	MARK(seen, driver_rows);
	MARK(seen, ext_rows);
	MARK(seen, level_rows);
	MARK(seen, fd_rows);
	for (i = 0; i < ARRAY_SIZE(elsewhere); i++) {
		EXPECT_FALSE(seen[elsewhere[i]])
			TH_LOG("%s has a row", all_reasons[elsewhere[i]]);
		seen[elsewhere[i]] = true;
	}
	for (i = 0; i < PERF_WHY_MAX; i++) {
		EXPECT_NE(NULL, all_reasons[i]);
		EXPECT_TRUE(seen[i])
			TH_LOG("%s has no row", all_reasons[i] ?: "a number");
	}
}

TEST_HARNESS_MAIN
