/* SPDX-License-Identifier: GPL-2.0 */
/* The refusals of mmap() and ioctl() that ext_test.c checks: a row a refusal. */
#ifndef _EXT_DESCRIPTORS_H
#define _EXT_DESCRIPTORS_H

#include <sys/mman.h>
#include <sys/syscall.h>

#include "ext_calls.h"

/**
 * struct fd_row - a refusal by a descriptor
 * @provoke: makes the call, returns its errno
 */
struct fd_row {
	const char *name;
	__u16 reason;
	int error;
	__u16 where;
	struct perf_event_attr attr;
	int (*provoke)(int fd);
};

static int map(int fd, size_t pages, int flags, off_t page)
{
	long size = sysconf(_SC_PAGESIZE);
	void *base = mmap(NULL, pages * size, PROT_READ | PROT_WRITE, flags, fd, page * size);

	if (base == MAP_FAILED)
		return errno;
	munmap(base, pages * size);
	return 0;
}

static int do_map(int fd)
{
	return map(fd, 3, MAP_SHARED, 0);
}

static int do_map_private(int fd)
{
	return map(fd, 2, MAP_PRIVATE, 0);
}

static int do_map_pages(int fd)
{
	return map(fd, 4, MAP_SHARED, 0);
}

static int do_map_aux(int fd)
{
	return map(fd, 1, MAP_SHARED, 8);
}

static int do_map_twice(int fd)
{
	long size = sysconf(_SC_PAGESIZE);
	void *base = mmap(NULL, 3 * size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	int error = base == MAP_FAILED ? -1 : map(fd, 5, MAP_SHARED, 0);

	munmap(base, 3 * size);
	return error;
}

static int do_map_aux_range(int fd)
{
	long size = sysconf(_SC_PAGESIZE);
	void *base = mmap(NULL, 3 * size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	int error = base == MAP_FAILED ? -1 : map(fd, 1, MAP_SHARED, 8);

	munmap(base, 3 * size);
	return error;
}

static int do_map_no_aux(int fd)
{
	long size = sysconf(_SC_PAGESIZE);
	struct perf_event_mmap_page *page;
	int error;

	page = mmap(NULL, 3 * size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (page == MAP_FAILED)
		return -1;
	page->aux_offset = 8 * size;
	page->aux_size = size;
	error = map(fd, 1, MAP_SHARED, 8);
	munmap(page, 3 * size);
	return error;
}

static int do_ioctl(int fd)
{
	return perf_ioctl(fd, _IO('$', 200), 0);
}

static int do_refresh(int fd)
{
	return perf_ioctl(fd, PERF_EVENT_IOC_REFRESH, 1);
}

static int do_period(int fd)
{
	__u64 period = 0;

	return perf_ioctl(fd, PERF_EVENT_IOC_PERIOD, (unsigned long)&period);
}

static int do_pause(int fd)
{
	return perf_ioctl(fd, PERF_EVENT_IOC_PAUSE_OUTPUT, 1);
}

static int do_filter(int fd)
{
	return perf_ioctl(fd, PERF_EVENT_IOC_SET_FILTER, (unsigned long)"no filter");
}

static int do_bpf(int fd)
{
	int null = open("/dev/null", O_RDONLY);
	int error = perf_ioctl(fd, PERF_EVENT_IOC_SET_BPF, null);

	close(null);
	return error;
}

static int do_modify(int fd)
{
	struct perf_event_attr attr = perf_attr_software(PERF_COUNT_SW_DUMMY);

	return perf_ioctl(fd, PERF_EVENT_IOC_MODIFY_ATTRIBUTES, (unsigned long)&attr);
}

static int do_output_self(int fd)
{
	return perf_ioctl(fd, PERF_EVENT_IOC_SET_OUTPUT, fd);
}

static int do_output_mapped(int fd)
{
	struct perf_event_attr attr = perf_attr_software(PERF_COUNT_SW_DUMMY);
	long size = sysconf(_SC_PAGESIZE);
	int other = perf_open_self(&attr);
	void *base = mmap(NULL, 3 * size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	int error = perf_ioctl(fd, PERF_EVENT_IOC_SET_OUTPUT, other);

	munmap(base, 3 * size);
	close(other);
	return error;
}

static const struct fd_row fd_rows[] = {
	{ "inherited ring", PERF_WHY_MMAP_INHERIT, EINVAL, PERF_WHERE_NONE,
	  { SW_DUMMY, .inherit = 1 }, do_map },
	{ "private ring", PERF_WHY_MMAP_PRIVATE, EINVAL, PERF_WHERE_NONE, { SW_DUMMY },
	  do_map_private },
	{ "three pages of data", PERF_WHY_MMAP_PAGES, EINVAL, PERF_WHERE_NONE, { SW_DUMMY },
	  do_map_pages },
	{ "another size", PERF_WHY_MMAP_OTHER, EINVAL, PERF_WHERE_NONE, { SW_DUMMY },
	  do_map_twice },
	{ "AUX area alone", PERF_WHY_AUX_NO_RING, EINVAL, PERF_WHERE_NONE, { SW_DUMMY },
	  do_map_aux },
	{ "AUX area elsewhere", PERF_WHY_AUX_RANGE, EINVAL, PERF_WHERE_NONE, { SW_DUMMY },
	  do_map_aux_range },
	{ "AUX area of software", PERF_WHY_AUX_NONE, EOPNOTSUPP, PERF_WHERE_NONE, { SW_DUMMY },
	  do_map_no_aux },
	{ "unknown ioctl", PERF_WHY_IOCTL, ENOTTY, PERF_WHERE_ARG + 1, { SW_DUMMY }, do_ioctl },
	{ "refresh of a count", PERF_WHY_NOT_SAMPLING, EINVAL, PERF_WHERE_NONE, { SW_DUMMY },
	  do_refresh },
	{ "refresh of inherited", PERF_WHY_REFRESH_INHERIT, EINVAL, PERF_WHERE_NONE,
	  { SW_DUMMY, .inherit = 1, .sample_period = 1 }, do_refresh },
	{ "period 0", PERF_WHY_PERIOD, EINVAL, PERF_WHERE_ARG + 2,
	  { SW_FAULTS, .sample_period = 1 }, do_period },
	{ "pause without ring", PERF_WHY_NO_RING, EINVAL, PERF_WHERE_NONE, { SW_DUMMY },
	  do_pause },
	{ "filter of software", PERF_WHY_NO_FILTER, EINVAL, PERF_WHERE_ARG + 2, { SW_DUMMY },
	  do_filter },
	{ "no program", PERF_WHY_BPF_TYPE, EINVAL, PERF_WHERE_ARG + 2, { SW_DUMMY }, do_bpf },
	{ "modified software", PERF_WHY_MODIFY, EOPNOTSUPP, PERF_WHERE_ARG + 2, { SW_DUMMY },
	  do_modify },
	{ "output to itself", PERF_WHY_OUTPUT_SELF, EINVAL, PERF_WHERE_ARG + 2, { SW_DUMMY },
	  do_output_self },
	{ "output of a mapped event", PERF_WHY_OUTPUT_MAPPED, EINVAL, PERF_WHERE_ARG + 2,
	  { SW_DUMMY }, do_output_mapped },
};

#endif /* _EXT_DESCRIPTORS_H */
