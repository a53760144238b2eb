/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Part of hw_branch_test.c and hw_bhrb_test.c: samples with branches of a function that enables
 * its event in front of LEAD branches that are not taken, and disables it at its end.
 */
#ifndef _HW_BRANCH_SAMPLE_H
#define _HW_BRANCH_SAMPLE_H

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "hw_branch_common.h"
#include "hw_fixture.h"
#include "kselftest_harness.h"

/* Records of any processor */
#define MOST	32

/* POWER's records have no index in hardware: 6.12 and this kernel refuse the request */
#ifdef __powerpc__
#define WITH_INDEX	0
#else
#define WITH_INDEX	PERF_SAMPLE_BRANCH_HW_INDEX
#endif

/* A sample as sample_type and branch_sample_type of branch_attr() make it, with WITH_INDEX */
struct sample {
	__u64 nr;
	__u64 hw_idx;
	struct perf_branch_entry entries[MOST];
};

static inline struct perf_event_attr branch_attr(__u64 type, __u64 period)
{
	struct perf_event_attr attr = hw_attr(PERF_COUNT_HW_BRANCH_INSTRUCTIONS);

	attr.disabled = 1;
	attr.sample_period = period;
	attr.sample_type = PERF_SAMPLE_BRANCH_STACK;
	attr.branch_sample_type = type | WITH_INDEX;
	return attr;
}

/* The record's branches as a sample; 0 as the index if there is none */
static inline void read_sample(const struct perf_event_header *header, struct sample *sample)
{
	size_t size = header->size - sizeof(*header);

	if (WITH_INDEX) {
		memcpy(sample, header + 1, size);
		return;
	}
	memcpy(&sample->nr, header + 1, sizeof(sample->nr));
	sample->hw_idx = 0;
	memcpy(sample->entries, (const char *)(header + 1) + sizeof(sample->nr),
	       size - sizeof(sample->nr));
}

static inline int try_type(__u64 type)
{
	struct perf_event_attr attr = branch_attr(type, 1000);

	return perf_try_self(&attr);
}

/* Runs @function with the event. Returns 0 with the first sample, or an errno. */
static inline int try_sample(__u64 type, __u64 branches, void (*function)(int fd),
			     struct sample *sample)
{
	struct perf_event_attr attr = branch_attr(type, LEAD + branches);
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
		read_sample(header, sample);
		err = 0;
		break;
	}
	perf_ring_unmap(&ring);
out:
	close(fd);
	return err;
}

/*
 * The sample at the @branches-th branch of @function, which has @nr records. A switch to another
 * task clears the records, and an interrupt's way back takes the place of one: with fewer records,
 * the sample is taken again.
 */
static inline int take_sample(__u64 type, __u64 branches, void (*function)(int fd), __u64 nr,
			      struct sample *sample)
{
	int tries = 20, err;
	long before;

	do {
		before = perf_switches();
		err = try_sample(type, branches, function, sample);
	} while (((!err && sample->nr < nr) || perf_switches() != before) && --tries);
	return err;
}

/**
 * struct branch - a branch of a sequence
 * @from:  label of the branch
 * @to:    label of its target
 * @kinds: the requests that it meets
 * @type:  PERF_BR_*, where the processor has it saved
 */
struct branch {
	const char *from, *to;
	__u64 kinds;
	unsigned int type;
};

/* The records that request @kind are those of @sequence that meet it, the newest first */
static inline void check_kind(struct __test_metadata *_metadata, __u64 kind,
			      void (*function)(int fd), const struct branch *sequence, int taken)
{
	struct sample sample;
	unsigned int at = 0;
	int i;

	for (i = 0; i < taken; i++)
		at += !!(sequence[i].kinds & kind);
	/* The last branch executed is not taken. */
	ASSERT_EQ(0, take_sample(PERF_SAMPLE_BRANCH_USER | kind, taken + 1, function, at, &sample));
	for (i = taken - 1, at = 0; i >= 0; i--) {
		if (!(sequence[i].kinds & kind))
			continue;
		ASSERT_LT(at, sample.nr)
			TH_LOG("kind %llx", kind);
		EXPECT_EQ((__u64)(unsigned long)sequence[i].from, sample.entries[at].from)
			TH_LOG("kind %llx", kind);
		EXPECT_EQ((__u64)(unsigned long)sequence[i].to, sample.entries[at].to);
		at++;
	}
	EXPECT_EQ(at, sample.nr)
		TH_LOG("kind %llx", kind);
}

#endif /* _HW_BRANCH_SAMPLE_H */
