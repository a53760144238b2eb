// SPDX-License-Identifier: GPL-2.0
/*
 * userfaultfd: whoever touches a page waits until a thread of the case has filled it. A system
 * call that was given such an address waits in its middle, where others overtake it.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "stall.h"

#define PAGES	32
/* How often others may run before the page comes */
#define PATIENCE 50

static char *region;
static int fault_fd = -1;
static unsigned int next;

static void *fill_pages(void *argument)
{
	struct pollfd poll_one = { .fd = fault_fd, .events = POLLIN };
	struct uffdio_zeropage zero = { .range.len = sysconf(_SC_PAGESIZE) };
	struct uffd_msg message;
	int i;

	for (;;) {
		poll(&poll_one, 1, -1);
		if (read(fault_fd, &message, sizeof(message)) != sizeof(message))
			continue;
		if (message.event != UFFD_EVENT_PAGEFAULT)
			continue;
		for (i = 0; i < PATIENCE; i++)
			sched_yield();
		zero.range.start = message.arg.pagefault.address & -zero.range.len;
		ioctl(fault_fd, UFFDIO_ZEROPAGE, &zero);
	}
	return argument;
}

/**
 * stall_begin() - make such memory for a case, and the thread that fills it
 *
 * Without userfaultfd the memory is not there at all.
 */
void stall_begin(void)
{
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register range = { .mode = UFFDIO_REGISTER_MODE_MISSING };
	size_t size = PAGES * sysconf(_SC_PAGESIZE);
	pthread_t thread;

	fault_fd = syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK);
	if (fault_fd < 0 || ioctl(fault_fd, UFFDIO_API, &api))
		return;
	region = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (region == MAP_FAILED)
		return;
	range.range.start = (unsigned long)region;
	range.range.len = size;
	if (!ioctl(fault_fd, UFFDIO_REGISTER, &range))
		pthread_create(&thread, NULL, fill_pages, NULL);
}

/**
 * stall_address() - an address in a page that was not touched yet, as long as there are some
 */
void *stall_address(void)
{
	unsigned int page = __atomic_fetch_add(&next, 1, __ATOMIC_RELAXED) % PAGES;

	return region ? region + page * sysconf(_SC_PAGESIZE) + 16 : NULL;
}
