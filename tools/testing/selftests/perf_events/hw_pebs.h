/* SPDX-License-Identifier: GPL-2.0 */
/* Precise events of Intel's processors: their codes, and what a processor records of them. */
#ifndef _HW_PEBS_H
#define _HW_PEBS_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "hw_pebs_code.h"
#include "perf_test.h"

#define CPU_PMU		"/sys/bus/event_source/devices/cpu/"
#define INSTRUCTIONS	0x00c0
#define LOADS		0x81d0
#define STORES		0x82d0
#define LOAD_LATENCY	0x01cd

static int highest_precise(void)
{
	char text[16];

	if (NO_LOOP || perf_file_read(CPU_PMU "caps/max_precise", text, sizeof(text)))
		return 0;
	return atoi(text);
}

/*
 * Records of formats 0 and 1 have the address of the next instruction (SDM, "PEBS Record Format").
 * The driver finds the instruction itself for precise_ip 2 and more.
 */
static bool has_next_address(void)
{
	static const char *const models[] = {
		"core2", "bonnell", "nehalem", "westmere", "sandybridge", "ivybridge", NULL
	};
	char text[32];
	unsigned int i;

	if (perf_file_read(CPU_PMU "caps/pmu_name", text, sizeof(text)))
		return false;
	for (i = 0; models[i]; i++) {
		if (!strncmp(text, models[i], strlen(models[i])))
			return true;
	}
	return false;
}

static bool is_inexact(const struct perf_event_attr *attr)
{
	return attr->precise_ip < 2 && has_next_address();
}

/* Events on memory have the codes above from Haswell on, on big CPUs. */
static bool has_memory_events(void)
{
	char text[64];

	return highest_precise() > 1 &&
	       !perf_file_read(CPU_PMU "events/mem-loads", text, sizeof(text)) &&
	       !strncmp(text, "event=0xcd,", 11);
}

static struct perf_event_attr precise_attr(__u64 config, __u64 period, int precise)
{
	struct perf_event_attr attr;

	perf_attr_init(&attr, PERF_TYPE_RAW, config);
	attr.exclude_kernel = 1;
	attr.exclude_hv = 1;
	attr.disabled = 1;
	attr.precise_ip = precise;
	attr.sample_period = period;
	attr.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID;
	return attr;
}

#endif /* _HW_PEBS_H */
