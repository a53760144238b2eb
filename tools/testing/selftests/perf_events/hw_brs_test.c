// SPDX-License-Identifier: GPL-2.0
/*
 * AMD's branch sampling (BRS, Zen 3): PERF_SAMPLE_BRANCH_STACK of event C4H, retired taken
 * branches.
 *
 * A sample has the 16 taken branches before and at the end of the period. The expected values are
 * the labels of hw_branch_code.h: the event counts taken branches of user mode and is enabled by a
 * system call in front of a chain of them. An interrupt is a taken branch as well,
 * and the kernel's branches take the place of the program's, so a disturbed sample is taken again.
 *
 * The base's driver passes all tests but that of types, which it refuses; the errnos are its own.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hw_branch_code.h"
#include "hw_fixture.h"
#include "kselftest_harness.h"

#define CPU_PMU		"/sys/bus/event_source/devices/cpu/"
#define TAKEN		0xc4
#define DEPTH		16
#define USER		PERF_SAMPLE_BRANCH_USER
#define KERNEL		PERF_SAMPLE_BRANCH_KERNEL
#define ANY		PERF_SAMPLE_BRANCH_ANY
#define AT(_label)	((__u64)(unsigned long)(_label))

static const struct {
	const char *from, *to;
	unsigned int type;
} kinds[] = {
	{ k_jump, k_1, PERF_BR_UNCOND }, { k_cond, k_2, PERF_BR_COND },
	{ k_call, leaf, PERF_BR_CALL }, { leaf, k_3, PERF_BR_RET },
	{ k_ind_jump, k_4, PERF_BR_IND }, { k_ind_call, leaf, PERF_BR_IND_CALL },
	{ leaf, k_5, PERF_BR_RET },
};

#define KINDS		((int)(sizeof(kinds) / sizeof(*kinds)))

/* A sample as brs_attr() makes it; more entries than any should have */
struct sample {
	__u64 nr;
	struct perf_branch_entry entries[64];
};

FIXTURE(hw_brs)
{
	struct perf_sysctls sysctls;
};

FIXTURE_SETUP(hw_brs)
{
	const char *missing = NO_BRANCHES ?: hw_missing();

	self->sysctls.max_sample_rate = 0;
	if (missing)
		SKIP(return, "%s", missing);
	if (access(BRANCH_SAMPLING, F_OK))
		SKIP(return, "no branch sampling");
	/* A slow emulator must not throttle the event. */
	if (!getuid()) {
		ASSERT_EQ(0, perf_sysctls_save(&self->sysctls));
		ASSERT_EQ(0, perf_sysctl_set("perf_cpu_time_max_percent", 25));
		ASSERT_EQ(0, perf_sysctl_set("perf_event_max_sample_rate", 100000000));
		ASSERT_EQ(0, perf_sysctl_set("perf_cpu_time_max_percent", 0));
	}
	ASSERT_EQ(0, perf_prefault());
}

FIXTURE_TEARDOWN(hw_brs)
{
	if (self->sysctls.max_sample_rate)
		perf_sysctls_restore(&self->sysctls);
}

static struct perf_event_attr brs_attr(__u64 type, __u64 period)
{
	struct perf_event_attr attr;

	perf_attr_init(&attr, PERF_TYPE_RAW, TAKEN);
	attr.exclude_kernel = 1;
	attr.exclude_hv = 1;
	attr.disabled = 1;
	attr.sample_period = period;
	attr.sample_type = PERF_SAMPLE_BRANCH_STACK;
	attr.branch_sample_type = type;
	return attr;
}

static int try_type(__u64 type)
{
	struct perf_event_attr attr = brs_attr(type, 1000);

	return perf_try_self(&attr);
}

/* Runs @function with the event. Returns 0 with the first sample, or an errno. */
static int try_sample(__u64 type, __u64 period, void (*function)(int fd), struct sample *sample)
{
	struct perf_event_attr attr = brs_attr(type, period);
	const struct perf_event_header *header;
	struct perf_ring ring;
	int fd = perf_open_self(&attr), err;

	if (fd < 0)
		return errno;
	err = perf_ring_map(&ring, fd, 8, PROT_READ | PROT_WRITE);
	if (err)
		goto out;
	function(fd);
	err = ENODATA;
	while ((header = perf_ring_next(&ring))) {
		if (header->type != PERF_RECORD_SAMPLE)
			continue;
		memcpy(sample, header + 1, header->size - sizeof(*header));
		err = 0;
		break;
	}
	perf_ring_unmap(&ring);
out:
	close(fd);
	return err;
}

/* The sample whose newest branch comes from @newest, and which has @nr; see the head comment. */
static int take_sample(__u64 type, __u64 period, void (*function)(int fd), __u64 newest, __u64 nr,
		       struct sample *sample)
{
	int tries = 20, err;

	do {
		memset(sample, 0, sizeof(*sample));
		err = try_sample(type, period, function, sample);
	} while ((err == ENODATA || (!err && (sample->nr != nr ||
					      sample->entries[0].from != newest))) && --tries);
	return err;
}

TEST_F(hw_brs, what_tools_read)
{
	char text[64];

	ASSERT_EQ(0, perf_file_read(CPU_PMU "caps/branches", text, sizeof(text)));
	EXPECT_EQ(DEPTH, atoi(text));
	ASSERT_EQ(0, perf_file_read(BRANCH_SAMPLING, text, sizeof(text)));
	EXPECT_EQ(0, strncmp(text, "event=0xc4", strlen("event=0xc4")));
}

TEST_F(hw_brs, the_last_branches_of_a_period_in_order)
{
	struct sample sample;
	int period, i;

	for (period = DEPTH + 2; period <= CHAIN; period++) {
		__u64 newest = AT(chain) + 5 * (period - 1);

		ASSERT_EQ(0, take_sample(USER | ANY, period, jump_chain, newest, DEPTH, &sample));
		ASSERT_EQ(DEPTH, sample.nr)
			TH_LOG("period %d", period);
		for (i = 0; i < DEPTH; i++) {
			ASSERT_EQ(newest - 5 * i, sample.entries[i].from)
				TH_LOG("period %d, branch %d", period, i);
			ASSERT_EQ(newest - 5 * i + 5, sample.entries[i].to);
			EXPECT_EQ(0, +sample.entries[i].mispred);
			EXPECT_EQ(0, +sample.entries[i].predicted);
			EXPECT_EQ(0, +sample.entries[i].in_tx);
			EXPECT_EQ(0, +sample.entries[i].abort);
			EXPECT_EQ(0, +sample.entries[i].cycles);
			EXPECT_EQ(0, +sample.entries[i].type);
			EXPECT_EQ(0, +sample.entries[i].priv);
		}
	}
}

TEST_F(hw_brs, all_kinds_of_branches)
{
	__u64 save = PERF_SAMPLE_BRANCH_TYPE_SAVE | PERF_SAMPLE_BRANCH_PRIV_SAVE;
	struct sample sample;
	int i;

	if (try_type(USER | ANY | save) == EINVAL)
		SKIP(return, "this driver does not save the type");
	ASSERT_EQ(0, take_sample(USER | ANY | save, DEPTH + 2, kinds_and_chain, AT(k_5) + 5 * 8,
				 DEPTH, &sample));
	ASSERT_EQ(DEPTH, sample.nr);
	for (i = 0; i < DEPTH - KINDS; i++) {
		EXPECT_EQ(AT(k_5) + 5 * (8 - i), sample.entries[i].from);
		EXPECT_EQ(PERF_BR_UNCOND, +sample.entries[i].type);
	}
	for (; i < DEPTH; i++) {
		EXPECT_EQ(AT(kinds[DEPTH - 1 - i].from), sample.entries[i].from)
			TH_LOG("kind %d", DEPTH - 1 - i);
		EXPECT_EQ(AT(kinds[DEPTH - 1 - i].to), sample.entries[i].to);
		EXPECT_EQ(kinds[DEPTH - 1 - i].type, +sample.entries[i].type);
		EXPECT_EQ(PERF_BR_PRIV_USER, +sample.entries[i].priv);
	}
}

static bool in_kernel(__u64 address)
{
	return address >> 63;
}

/* The samples of a loop with system calls. */
struct seen {
	unsigned int samples;
	unsigned int records;
	unsigned int full;	/* samples with DEPTH records */
	unsigned int kernel;	/* records with an address of the kernel */
	unsigned int gaps;	/* a record that does not continue the one before */
};

/* Code runs straight on from the target of a branch to the next branch that is taken. */
#define STRAIGHT	4096
#define LONG_PERIOD	20011

static void look_at(const struct sample *sample, struct seen *seen)
{
	__u64 i;

	seen->samples++;
	seen->records += sample->nr;
	seen->full += sample->nr == DEPTH;
	for (i = 0; i < sample->nr; i++) {
		const struct perf_branch_entry *entry = &sample->entries[i];

		seen->kernel += in_kernel(entry->from) || in_kernel(entry->to);
		if (i + 1 < sample->nr)
			seen->gaps += entry->from - sample->entries[i + 1].to >= STRAIGHT;
	}
}

/*
 * Returns 0 with what samples of user and kernel mode have, or an errno. The period is longer than
 * the handler of the interrupt, whose branches count as well.
 */
static int sample_calls(__u64 type, struct seen *seen)
{
	struct perf_event_attr attr = brs_attr(type, LONG_PERIOD);
	const struct perf_event_header *header;
	struct perf_ring ring;
	struct sample sample;
	__u64 count = 0;
	int fd, err;

	memset(seen, 0, sizeof(*seen));
	attr.exclude_kernel = 0;
	fd = perf_open_self(&attr);
	if (fd < 0)
		return errno;
	err = perf_ring_map(&ring, fd, 256, PROT_READ | PROT_WRITE);
	if (err)
		goto out;
	perf_ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
	while (count < 150 * LONG_PERIOD && read(fd, &count, sizeof(count)) == sizeof(count))
		mine(300);
	perf_ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
	while ((header = perf_ring_next(&ring))) {
		if (header->type != PERF_RECORD_SAMPLE)
			continue;
		memcpy(&sample, header + 1, header->size - sizeof(*header));
		look_at(&sample, seen);
	}
	perf_ring_unmap(&ring);
out:
	close(fd);
	return err;
}

/* The processor filters nothing: with all levels, each record goes on where the one before ends. */
TEST_F(hw_brs, privilege_levels)
{
	struct seen seen;

	if (getuid())
		SKIP(return, "the kernel's branches need root");
	ASSERT_EQ(0, sample_calls(USER | KERNEL | ANY, &seen));
	EXPECT_LT(50, seen.samples);
	EXPECT_EQ(seen.samples, seen.full);
	EXPECT_LT(0, seen.kernel);
	EXPECT_LT(seen.kernel, seen.records);
	EXPECT_EQ(0, seen.gaps);

	ASSERT_EQ(0, sample_calls(USER | ANY, &seen));
	EXPECT_LT(50, seen.samples);
	EXPECT_GT(seen.samples, seen.full);
	EXPECT_LT(50, seen.records);
	EXPECT_EQ(0, seen.kernel);

	ASSERT_EQ(0, sample_calls(KERNEL | ANY, &seen));
	EXPECT_LT(50, seen.samples);
	EXPECT_LT(50, seen.records);
	EXPECT_EQ(seen.records, seen.kernel);
}

/* The hold takes nothing from the count, and a period is as long as it was set to. */
TEST_F(hw_brs, the_period_is_that_of_the_event)
{
	struct perf_event_attr attr = brs_attr(USER | ANY, 1000), plain = brs_attr(0, 0);
	const struct perf_event_header *header;
	unsigned int samples = 0, full = 0;
	struct perf_ring ring;
	struct sample sample;
	__u64 count, other;
	int fd, second;

	plain.sample_type = 0;
	fd = perf_open_self(&attr);
	second = perf_open_self(&plain);
	ASSERT_LE(0, fd);
	ASSERT_LE(0, second);
	ASSERT_EQ(0, perf_ring_map(&ring, fd, 256, PROT_READ | PROT_WRITE));
	ASSERT_EQ(0, perf_ioctl(fd, PERF_EVENT_IOC_ENABLE, 0));
	ASSERT_EQ(0, perf_ioctl(second, PERF_EVENT_IOC_ENABLE, 0));
	mine(300500);
	ASSERT_EQ(0, perf_ioctl(second, PERF_EVENT_IOC_DISABLE, 0));
	ASSERT_EQ(0, perf_ioctl(fd, PERF_EVENT_IOC_DISABLE, 0));
	ASSERT_EQ(sizeof(count), read(fd, &count, sizeof(count)));
	ASSERT_EQ(sizeof(other), read(second, &other, sizeof(other)));
	while ((header = perf_ring_next(&ring))) {
		if (header->type != PERF_RECORD_SAMPLE)
			continue;
		samples++;
		memcpy(&sample, header + 1, header->size - sizeof(*header));
		full += sample.nr == DEPTH;
	}
	EXPECT_LE(300500, count);
	EXPECT_LE(300500, other);
	EXPECT_GE(302000, count);
	EXPECT_EQ(count / 1000, samples)
		TH_LOG("count %llu", count);
	EXPECT_LT(250, full);
	perf_ring_unmap(&ring);
	close(second);
	close(fd);
}

TEST_F(hw_brs, values_that_are_refused)
{
	static const __u64 types[] = {
		PERF_SAMPLE_BRANCH_COND, PERF_SAMPLE_BRANCH_ANY_CALL,
		PERF_SAMPLE_BRANCH_ANY_RETURN, PERF_SAMPLE_BRANCH_IND_CALL,
		PERF_SAMPLE_BRANCH_IND_JUMP, PERF_SAMPLE_BRANCH_CALL,
		PERF_SAMPLE_BRANCH_CALL_STACK, PERF_SAMPLE_BRANCH_ABORT_TX,
		ANY | PERF_SAMPLE_BRANCH_COND, ANY | PERF_SAMPLE_BRANCH_IN_TX,
		ANY | PERF_SAMPLE_BRANCH_NO_TX, ANY | PERF_SAMPLE_BRANCH_COUNTERS,
	};
	struct perf_event_attr attr;
	unsigned int i;

	EXPECT_EQ(0, try_type(USER | ANY));
	for (i = 0; i < sizeof(types) / sizeof(*types); i++)
		EXPECT_EQ(EINVAL, try_type(USER | types[i]))
			TH_LOG("type %llx", types[i]);

	attr = brs_attr(USER | ANY, DEPTH);
	EXPECT_EQ(EINVAL, perf_try_self(&attr));
	attr = brs_attr(USER | ANY, DEPTH + 1);
	EXPECT_EQ(0, perf_try_self(&attr));
	attr = brs_attr(USER | ANY, 0);
	EXPECT_EQ(EINVAL, perf_try_self(&attr));
	attr = brs_attr(USER | ANY, 4000);
	attr.freq = 1;
	EXPECT_EQ(EINVAL, perf_try_self(&attr));
	attr = brs_attr(USER | ANY, 1000);
	attr.config = 0xc2;
	EXPECT_EQ(EINVAL, perf_try_self(&attr));
	attr = brs_attr(USER | ANY, 1000);
	attr.config = TAKEN | 0x100;
	EXPECT_EQ(EINVAL, perf_try_self(&attr));
	attr = brs_attr(USER | ANY, 1000);
	attr.type = PERF_TYPE_HARDWARE;
	attr.config = PERF_COUNT_HW_BRANCH_INSTRUCTIONS;
	EXPECT_EQ(EINVAL, perf_try_self(&attr));
	/* Without branches the event is one as any other */
	attr.type = PERF_TYPE_RAW;
	attr.config = TAKEN;
	attr.sample_type = PERF_SAMPLE_IP;
	attr.branch_sample_type = 0;
	attr.freq = 1;
	EXPECT_EQ(0, perf_try_self(&attr));
}

TEST_F(hw_brs, branches_of_the_kernel_need_permission)
{
	int status;
	pid_t child;

	if (getuid())
		SKIP(return, "needs root");
	child = fork();
	ASSERT_LE(0, child);
	if (!child) {
		if (setuid(PERF_TEST_UID))
			_exit(100);
		if (try_type(USER | ANY))
			_exit(101);
		_exit(try_type(KERNEL | ANY));
	}
	ASSERT_EQ(child, waitpid(child, &status, 0));
	ASSERT_TRUE(WIFEXITED(status));
	EXPECT_EQ(EACCES, WEXITSTATUS(status));
}

/* There are records for one event on a CPU; two take turns, but not in a group. */
TEST_F(hw_brs, one_event_at_a_time)
{
	struct perf_event_attr attr = brs_attr(USER | ANY, 1000);
	__u64 first[3], second[3];
	int leader, other, i;

	attr.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
	leader = perf_open_self(&attr);
	ASSERT_LE(0, leader);
	EXPECT_GT(0, perf_open(&attr, 0, -1, leader, 0));
	EXPECT_EQ(EINVAL, errno);
	other = perf_open_self(&attr);
	ASSERT_LE(0, other);
	ASSERT_EQ(0, perf_ioctl(leader, PERF_EVENT_IOC_ENABLE, 0));
	ASSERT_EQ(0, perf_ioctl(other, PERF_EVENT_IOC_ENABLE, 0));
	for (i = 0; i < 300; i++) {
		mine(100000);
		ASSERT_EQ((ssize_t)sizeof(first), read(leader, first, sizeof(first)));
		ASSERT_EQ((ssize_t)sizeof(second), read(other, second, sizeof(second)));
		if (first[2] && second[2] && first[2] < first[1] && second[2] < second[1])
			break;
	}
	EXPECT_LT(i, 300);
	EXPECT_LT(0, first[0]);
	EXPECT_LT(0, second[0]);
	close(other);
	close(leader);
}

/* Two tasks on one CPU take turns. The watched one must show no branch of the other. */
TEST_F(hw_brs, no_branch_of_another_task)
{
	struct perf_event_attr attr = brs_attr(USER | ANY, 301);
	const struct perf_event_header *header;
	unsigned int samples = 0, records = 0;
	struct perf_ring ring;
	struct sample sample;
	__u64 i;
	int fd;

	ASSERT_EQ(0, perf_pin_cpu(0));
	fd = perf_open_self(&attr);
	ASSERT_LE(0, fd);
	ASSERT_EQ(0, perf_ring_map(&ring, fd, 256, PROT_READ | PROT_WRITE));
	ASSERT_EQ(0, take_turns(fd));
	while ((header = perf_ring_next(&ring))) {
		if (header->type != PERF_RECORD_SAMPLE)
			continue;
		samples++;
		memcpy(&sample, header + 1, header->size - sizeof(*header));
		for (i = 0; i < sample.nr; i++) {
			ASSERT_FALSE(sample.entries[i].from >= AT(others) &&
				     sample.entries[i].from < AT(others_end));
			ASSERT_FALSE(in_kernel(sample.entries[i].from));
			ASSERT_FALSE(in_kernel(sample.entries[i].to));
		}
		records += sample.nr;
	}
	EXPECT_LT(100, samples);
	EXPECT_LT(1000, records);
	perf_ring_unmap(&ring);
	close(fd);
}

TEST_HARNESS_MAIN
