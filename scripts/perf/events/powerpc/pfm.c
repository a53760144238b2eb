// SPDX-License-Identifier: GPL-2.0
/*
 * pfm NAME: print "CODE NAME" for each event of libpfm4's table NAME. The library has the tables of
 * the processor it is built for only, so this is a program for POWER.
 */
#include <stdio.h>
#include <string.h>

#include <perfmon/pfmlib.h>

static int print_events(pfm_pmu_t pmu)
{
	pfm_event_info_t event = { .size = sizeof(event) };
	pfm_pmu_info_t info = { .size = sizeof(info) };
	int i;

	if (pfm_get_pmu_info(pmu, &info) != PFM_SUCCESS)
		return 1;
	for (i = info.first_event; i != -1; i = pfm_get_event_next(i)) {
		if (pfm_get_event_info(i, PFM_OS_NONE, &event) == PFM_SUCCESS)
			printf("%#llx %s\n", (unsigned long long)event.code, event.name);
	}
	return 0;
}

int main(int argc, char **argv)
{
	pfm_pmu_info_t info = { .size = sizeof(info) };
	int pmu;

	if (argc != 2 || pfm_initialize() != PFM_SUCCESS)
		return 2;
	for (pmu = PFM_PMU_NONE; pmu < PFM_PMU_MAX; pmu++) {
		info.size = sizeof(info);
		if (pfm_get_pmu_info(pmu, &info) == PFM_SUCCESS && !strcmp(info.name, argv[1]))
			return print_events(pmu);
	}
	return 2;
}
