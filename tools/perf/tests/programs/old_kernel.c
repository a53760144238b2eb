// SPDX-License-Identifier: GPL-2.0
/* To be preloaded: perf_event_open() refuses what kernels before 6.0 do not know. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <linux/perf_event.h>

#define FORMAT_LOST	(1ULL << 4)	/* the header may be older */

long syscall(long number, ...)
{
	static long (*real)(long number, ...);
	long words[6];
	va_list list;
	int i;

	va_start(list, number);
	for (i = 0; i < 6; i++)
		words[i] = va_arg(list, long);
	va_end(list);
	if (number == SYS_perf_event_open &&
	    ((const struct perf_event_attr *)words[0])->read_format & FORMAT_LOST) {
		errno = EINVAL;
		return -1;
	}
	if (!real)
		real = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
	return real(number, words[0], words[1], words[2], words[3], words[4], words[5]);
}
