// SPDX-License-Identifier: GPL-2.0
/*
 * Ask the kernel why it refuses an event.
 *
 *	$ ./why
 *	refused: Invalid argument
 *	reason 21 in byte 40, bits 0x800000000: inherit_thread needs inherit
 */
#include <err.h>
#include <stdio.h>

#include "perf_ext.h"

int main(void)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.type = PERF_TYPE_SOFTWARE,
		.config = PERF_COUNT_SW_PAGE_FAULTS,
		.exclude_kernel = 1,
		.inherit_thread = 1,	/* wrong: needs inherit */
	};
	struct perf_event_explain explain;
	int fd;

	fd = perf_ext_open(&attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC, 0, &explain);
	if (fd >= 0)
		errx(1, "the event was opened");
	printf("refused: %s\n", strerror(errno));
	if (!explain.size)
		printf("this kernel does not say why\n");
	else
		printf("reason %u in byte %u, bits 0x%llx: %s\n", explain.reason, explain.where,
		       (unsigned long long)explain.bits, explain.text);
	return 0;
}
