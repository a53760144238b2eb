// SPDX-License-Identifier: GPL-2.0
/*
 * Prints libpfm4's events of a PMU, one a line: the codes, and the event as libpfm4 spells it.
 *
 *	pfm PMU		the events of a PMU, each with each unit mask that it can have alone;
 *			those of a Pentium 4 have two registers, so attr.config follows the codes
 *	pfm		the names of the PMUs
 */
#include <err.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <perfmon/pfmlib_perf_event.h>

#define MOST_TEXT	256

#define MODES		(PFM_PLM0 | PFM_PLM3)

static bool is_p4(const char *event)
{
	return !strncmp(event, "netburst", strlen("netburst"));
}

/* attr.config of an event that can be opened */
static void print_config(const char *event)
{
	struct perf_event_attr attr = { .size = sizeof(attr) };
	pfm_perf_encode_arg_t arg = { .attr = &attr, .size = sizeof(arg) };

	if (pfm_get_os_event_encoding(event, MODES, PFM_OS_PERF_EVENT, &arg) != PFM_SUCCESS)
		errx(1, "no attr.config: %s", event);
	printf("%llx ", (unsigned long long)attr.config);
}

static void print_codes(const char *event)
{
	uint64_t *codes = NULL;
	char *text = NULL;
	int number = 0;

	/* An event that takes several unit masks at once has no code with one of them. */
	if (pfm_get_event_encoding(event, MODES, &text, NULL, &codes, &number) == PFM_SUCCESS &&
	    number > 0) {
		printf("%llx %llx ", (unsigned long long)codes[0],
		       number > 1 ? (unsigned long long)codes[1] : 0ULL);
		if (is_p4(event))
			print_config(event);
		puts(event);
	}
	free(codes);
	free(text);
}

static void print_event(const char *pmu, int index)
{
	pfm_event_info_t event = { .size = sizeof(event) };
	char text[MOST_TEXT];
	int i, masks = 0;

	if (pfm_get_event_info(index, PFM_OS_NONE, &event) != PFM_SUCCESS)
		return;
	for (i = 0; i < event.nattrs; i++) {
		pfm_event_attr_info_t attr = { .size = sizeof(attr) };

		if (pfm_get_event_attr_info(index, i, PFM_OS_NONE, &attr) != PFM_SUCCESS ||
		    attr.type != PFM_ATTR_UMASK)
			continue;
		snprintf(text, sizeof(text), "%s::%s:%s", pmu, event.name, attr.name);
		print_codes(text);
		masks++;
	}
	if (!masks) {
		snprintf(text, sizeof(text), "%s::%s", pmu, event.name);
		print_codes(text);
	}
}

static void print_pmu(pfm_pmu_info_t *pmu)
{
	int index;

	for (index = pmu->first_event; index != -1; index = pfm_get_event_next(index))
		print_event(pmu->name, index);
}

int main(int argc, char **argv)
{
	int number, found = 0;

	/* Events of PMUs that this machine does not have */
	setenv("LIBPFM_ENCODE_INACTIVE", "1", 1);
	if (pfm_initialize() != PFM_SUCCESS)
		errx(1, "libpfm4 does not start");
	for (number = 0; number < PFM_PMU_MAX; number++) {
		pfm_pmu_info_t pmu = { .size = sizeof(pmu) };

		if (pfm_get_pmu_info(number, &pmu) != PFM_SUCCESS)
			continue;
		if (argc < 2)
			puts(pmu.name);
		else if (!strcmp(pmu.name, argv[1]))
			print_pmu(&pmu);
		else
			continue;
		found = 1;
	}
	if (!found)
		errx(1, "no such PMU: %s", argv[1]);
	return 0;
}
