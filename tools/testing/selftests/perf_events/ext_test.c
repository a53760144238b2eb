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

#include "ext_calls.h"
#include "ext_descriptors.h"
#include "kselftest_harness.h"

/* Has the kernel a memory controller? By another file than those of perf events */
static bool has_memcg(void)
{
	char text[1024];

	return !perf_file_read("/proc/cgroups", text, sizeof(text)) && strstr(text, "memory\t");
}

static __u64 known_options(void)
{
	return PERF_EXT_NO_MUX | PERF_EXT_JITTER | (has_memcg() ? PERF_EXT_MEMCG : 0);
}

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
	/* All events that the driver was offered are gone: only the leader is left */
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
	EXPECT_EQ(known_options(), self->ext.known);
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

/* With PERF_WHY_EXT_OPTIONS known_options() are allowed */
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
		EXPECT_EQ(known_options(), self->ext.known);
		EXPECT_EQ(row->reason, self->explain.reason)
			TH_LOG("%s: %s", row->name, self->explain.text);
		EXPECT_EQ(row->where, self->explain.where);
		EXPECT_EQ(row->bits, self->explain.bits);
		EXPECT_EQ(row->got, self->explain.got);
		EXPECT_EQ(row->reason == PERF_WHY_EXT_OPTIONS ? known_options() : row->allowed,
			  self->explain.allowed);
		self->ext = saved;
	}
}

/* The probe for options */
TEST_F(ext, no_attr)
{
	self->ext.attr = 0;
	self->ext.known = ~0ULL;
	EXPECT_EQ(EINVAL, try_ext(self));
	EXPECT_EQ(known_options(), self->ext.known);
	EXPECT_EQ(PERF_WHY_EXT_NO_ATTR, self->explain.reason);
	EXPECT_EQ(EXT(attr), self->explain.where);
	self->ext.explain = 0;
	self->ext.explain_size = 0;
	self->ext.known = ~0ULL;
	EXPECT_EQ(EINVAL, try_ext(self));
	EXPECT_EQ(known_options(), self->ext.known);
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

/* The size alone can be read, or all but nothing written: EFAULT, and no event */
TEST_F(ext, memory_without_access)
{
	const size_t page = sysconf(_SC_PAGESIZE);
	struct perf_event_ext *ext;
	char *pages;

	pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	ASSERT_NE(MAP_FAILED, pages);
	ASSERT_EQ(0, mprotect(pages + page, page, PROT_NONE));
	/* known is the last field that is there */
	ext = (void *)(pages + page - offsetof(struct perf_event_ext, attr));
	ext->size = sizeof(*ext);
	EXPECT_EQ(-1, syscall(SYS_perf_event_open, ext, 0, -1, -1, PERF_FLAG_EXT));
	EXPECT_EQ(EFAULT, errno);

	*(struct perf_event_ext *)pages = self->ext;
	ASSERT_EQ(0, mprotect(pages, page, PROT_READ));
	EXPECT_EQ(-1, syscall(SYS_perf_event_open, pages, 0, -1, -1, PERF_FLAG_EXT));
	EXPECT_EQ(EFAULT, errno);
	munmap(pages, 2 * page);
}

TEST_F(ext, sysfs)
{
	char text[64];

	ASSERT_EQ(0, perf_file_read("/sys/bus/event_source/devices/software/caps/ext", text,
				    sizeof(text)));
	EXPECT_STREQ(has_memcg() ? "explain\nmunmap\nmemcg\nno_mux\njitter" :
				  "explain\nmunmap\nno_mux\njitter",
		     text);
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

static int count_refusals(void)
{
	struct perf_event_attr attr;

	perf_attr_init(&attr, PERF_TYPE_TRACEPOINT, perf_tracepoint_id("perf/perf_refused"));
	attr.disabled = 0;
	return perf_open_self(&attr);
}

/* A plain call that fails writes a record, a call that succeeds none */
TEST_F(ext, tracepoint)
{
	int fd;

	if (perf_tracepoint_id("perf/perf_refused") < 0)
		SKIP(return, "no perf:perf_refused");
	fd = count_refusals();
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

/* The values of a refusal, by the trace event's own filter */
TEST_F(ext, tracepoint_has_values)
{
	char filter[128];
	int fd;

	if (perf_tracepoint_id("perf/perf_refused") < 0)
		SKIP(return, "no perf:perf_refused");
	fd = count_refusals();
	ASSERT_GE(fd, 0);
	/* As the row of PERF_WHY_READ_FORMAT in ext_calls.h */
	snprintf(filter, sizeof(filter), "reason == %u && bits == 32 && got == %u && allowed == 31",
		 PERF_WHY_READ_FORMAT, 32 | PERF_FORMAT_ID);
	ASSERT_EQ(0, perf_ioctl(fd, PERF_EVENT_IOC_SET_FILTER, (unsigned long)filter));
	self->attr.__reserved_2 = 1;
	EXPECT_EQ(EINVAL, perf_try_self(&self->attr));
	EXPECT_EQ(0, perf_count(fd));
	self->attr.__reserved_2 = 0;
	self->attr.read_format = 32 | PERF_FORMAT_ID;
	EXPECT_EQ(EINVAL, perf_try_self(&self->attr));
	EXPECT_EQ(1, perf_count(fd));
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
	PERF_WHY_MMAP_MEMCG,		/* memcg_test */
	PERF_WHY_NO_MUX,		/* no_mux_test */
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
