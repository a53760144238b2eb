// SPDX-License-Identifier: GPL-2.0
/*
 * Branch records and precise samples; each family needs a processor that has them.
 *
 * branches-switch:  cost that an event with a stack of calls adds to a round trip to another
 *                   process.
 * branches-sample:  cost that a sample with branch records adds to the interrupted loop.
 * precise-sample:   that of a precise sample with an interrupt of its own.
 * precise-several:  that of one of several records that are made samples at a stop.
 * ibs-sample:       that of a sample of the op unit; ibs-raw: with its registers as raw data.
 */
#include <stdio.h>

#include "bench.h"
#include "event.h"
#include "sampling.h"
#include "switch.h"

static struct perf_event_attr records_attr(void)
{
	return (struct perf_event_attr) {
		.type		= PERF_TYPE_HARDWARE,
		.size		= sizeof(struct perf_event_attr),
		.config		= PERF_COUNT_HW_INSTRUCTIONS,
		.exclude_kernel	= 1,
	};
}

static struct perf_event_attr records_sampled(void)
{
	struct perf_event_attr attr = records_attr();

	attr.sample_period = SAMPLING_PERIOD;
	attr.sample_type = SAMPLING_FIELDS;
	return attr;
}

void bench_branches(void)
{
	struct perf_event_attr counted = records_attr(), sampled = records_sampled();
	int64_t none = bench_round_trip_with(&counted, 0);

	sampled.sample_type |= PERF_SAMPLE_BRANCH_STACK;
	sampled.branch_sample_type = PERF_SAMPLE_BRANCH_USER | PERF_SAMPLE_BRANCH_CALL_STACK;
	sampled.sample_period = 1ULL << 40; /* no overflow meanwhile */
	bench_report("branches-switch", bench_round_trip_with(&sampled, 1) - none);

	sampled.branch_sample_type = PERF_SAMPLE_BRANCH_USER | PERF_SAMPLE_BRANCH_ANY;
	sampled.sample_period = SAMPLING_PERIOD;
	bench_report("branches-sample", bench_overflow_cost(&counted, &sampled, false));
}

void bench_precise(void)
{
	struct perf_event_attr counted = records_attr(), sampled = records_sampled();

	sampled.precise_ip = 1;
	/* The count at that time: it takes an interrupt for each record. */
	sampled.sample_type |= PERF_SAMPLE_READ;
	bench_report("precise-sample", bench_overflow_cost(&counted, &sampled, false));
	sampled.sample_type = SAMPLING_FIELDS;
	bench_report("precise-several", bench_overflow_cost(&counted, &sampled, true));
}

static unsigned int ibs_type(void)
{
	static const char path[] = "/sys/bus/event_source/devices/ibs_op/type";
	FILE *file = fopen(path, "r");
	unsigned int type;

	if (!file || fscanf(file, "%u", &type) != 1)
		bench_die(path);
	fclose(file);
	return type;
}

/* The unit counts in the kernel, too. */
void bench_ibs(void)
{
	struct perf_event_attr counted = records_attr(), sampled = records_sampled();

	sampled.type = ibs_type();
	sampled.config = 1 << 19; /* cnt_ctl: ops, not cycles */
	sampled.exclude_kernel = 0;
	bench_report("ibs-sample", bench_overflow_cost(&counted, &sampled, false));
	sampled.sample_type |= PERF_SAMPLE_RAW;
	bench_report("ibs-raw", bench_overflow_cost(&counted, &sampled, false));
}
