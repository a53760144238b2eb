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

#endif /* _HW_BRANCH_SAMPLE_H */
