/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Helpers shared by the perf_events selftests: opening events, workloads whose
 * event counts are known beforehand, children, sysctls and dropping privilege.
 * This header includes perf_records.h (readers of rings and samples) and perf_arch.h
 * (rules that differ between architectures).
 *
 * No helper here asserts anything: a helper returns the result and the test checks
 * it.  Functions that can fail return 0 or a positive errno, unless their
 * description gives another convention.
 */
#ifndef _PERF_TEST_H
#define _PERF_TEST_H

#include <linux/perf_event.h>
#include <linux/types.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "perf_arch.h"
#include "perf_records.h"

/* User id of an unprivileged user */
#define PERF_TEST_UID	1000

/* ---- opening events ---- */

/**
 * perf_attr_init() - Fill an attr with the defaults of the tests
 * @attr: cleared, its size set to sizeof(*@attr) of this build
 * @type: PERF_TYPE_* or a dynamic type id
 * @config: event within the type
 *
 * The event is disabled, counts, and excludes neither user nor kernel mode.
 */
void perf_attr_init(struct perf_event_attr *attr, __u32 type, __u64 config);

/**
 * perf_attr_software() - perf_attr_init() for a PERF_TYPE_SOFTWARE event
 * @config: PERF_COUNT_SW_*
 *
 * Return: the attr by value, to be used as an initialiser.
 */
struct perf_event_attr perf_attr_software(__u64 config);

/**
 * perf_open() - The perf_event_open() system call
 * @attr: passed on unchanged
 * @pid: thread, 0 for the caller, -1 for all on @cpu, or a cgroup's fd
 * @cpu: CPU, or -1 for any
 * @group_fd: leader's fd, or -1
 * @flags: PERF_FLAG_*
 *
 * Return: the fd, or -1 with errno set.
 */
int perf_open(const struct perf_event_attr *attr, pid_t pid, int cpu, int group_fd,
	      unsigned long flags);

/**
 * perf_open_self() - Open an event on the calling thread, any CPU, no group
 * @attr: passed on unchanged
 *
 * Return: the fd, or -1 with errno set.
 */
int perf_open_self(const struct perf_event_attr *attr);

/**
 * perf_try() - Open an event and close it again
 * @attr: like the other parameters, as for perf_open()
 *
 * Return: 0 when the open succeeded, otherwise its errno.
 */
int perf_try(const struct perf_event_attr *attr, pid_t pid, int cpu, int group_fd,
	     unsigned long flags);

/**
 * perf_try_self() - perf_try() on the calling thread, any CPU, no group
 * @attr: passed on unchanged
 *
 * Return: 0 when the open succeeded, otherwise its errno.
 */
int perf_try_self(const struct perf_event_attr *attr);

/**
 * perf_ioctl() - One ioctl on an event
 * @fd: the event
 * @request: PERF_EVENT_IOC_*
 * @arg: value or pointer
 *
 * Return: 0, or the errno.
 */
int perf_ioctl(int fd, unsigned long request, unsigned long arg);

/**
 * perf_count() - Read a counter whose read_format begins with the value
 * @fd: an event without PERF_FORMAT_GROUP
 *
 * Return: the count, or UINT64_MAX when read(2) returned no value.
 */
__u64 perf_count(int fd);

/**
 * perf_event_id() - Read the id of an event
 * @fd: the event
 *
 * Return: the id, or 0 when the ioctl failed (no event has id 0).
 */
__u64 perf_event_id(int fd);

/**
 * perf_pmu_type() - Read the type id of a PMU from sysfs
 * @name: directory name below /sys/bus/event_source/devices
 *
 * Return: the type id, or -1 when there is no such PMU.
 */
int perf_pmu_type(const char *name);

/**
 * perf_tracepoint_id() - Read the id of a tracepoint from tracefs
 * @name: "system/event"
 *
 * Return: the id to use as config, or -1 when it cannot be read.
 */
int perf_tracepoint_id(const char *name);

/**
 * PERF_NO_BREAKPOINTS - Reason for skipping tests that need hardware breakpoints
 */
#define PERF_NO_BREAKPOINTS	"the kernel or the processor has no hardware breakpoints"

/**
 * perf_on_um() - Is the kernel user-mode Linux, whose programs are those of the host?
 */
bool perf_on_um(void);

/**
 * perf_no_breakpoints() - Does an errno mean that there are no breakpoints at all?
 * @error: errno of opening a breakpoint whose attr is valid
 *
 * Return: true if the kernel or the processor has no breakpoints, or if the kernel had to
 * disable them on this processor.
 */
bool perf_no_breakpoints(int error);

#define PERF_BREAKPOINTS_IGNORED "the emulator does not look at the processor's breakpoints"

/**
 * perf_breakpoints_ignored() - Does an emulated processor have breakpoints that never hit?
 *
 * QEMU has a powerpc's breakpoint registers, but ignores them.
 *
 * Return: false on all other processors.
 */
bool perf_breakpoints_ignored(void);

/**
 * perf_flag64() - The 64-bit word in which one single-bit bit-field is set
 * @number: position of the bit-field in the word, from 0
 */
static inline __u64 perf_flag64(unsigned int number)
{
	return 1ULL << (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? number : 63 - number);
}

/**
 * perf_flag32() - perf_flag64() for a 32-bit word
 * @number: position of the bit-field in the word, from 0
 */
static inline __u32 perf_flag32(unsigned int number)
{
	return 1U << (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? number : 31 - number);
}

/* ---- workloads ---- */

/**
 * struct perf_pages - Anonymous memory in which each page faults exactly once
 * @base: first byte
 * @count: number of pages
 * @page_size: bytes in a page
 */
struct perf_pages {
	unsigned char *base;
	size_t count;
	size_t page_size;
};

/**
 * perf_pages_map() - Map pages that are not populated yet, without huge pages
 * @pages: result
 * @count: number of pages to map
 *
 * Return: 0 or errno.
 */
int perf_pages_map(struct perf_pages *pages, size_t count);

/**
 * perf_pages_touch() - Write to each page once: one minor fault for each new page
 * @pages: memory from perf_pages_map()
 * @first: first page to write to
 * @count: number of pages
 */
void perf_pages_touch(const struct perf_pages *pages, size_t first, size_t count);

/**
 * perf_pages_drop() - Discard all pages, so that each faults again
 * @pages: memory from perf_pages_map()
 */
void perf_pages_drop(const struct perf_pages *pages);

/**
 * perf_pages_unmap() - Unmap the memory
 * @pages: memory from perf_pages_map(), or zeroed
 */
void perf_pages_unmap(struct perf_pages *pages);

/**
 * perf_spin() - Use CPU time in user mode
 * @loops: iterations
 */
void perf_spin(unsigned long loops);

/**
 * perf_burn_cpu() - Run until the calling thread has used @ns of CPU time
 * @ns: nanoseconds of CLOCK_THREAD_CPUTIME_ID
 */
void perf_burn_cpu(__u64 ns);

/**
 * perf_ping_pong() - Send a byte to a child and back over two pipes
 * @rounds: number of round trips; the caller blocks at least once in each
 *
 * Return: 0 or errno.
 */
int perf_ping_pong(unsigned int rounds);

/**
 * perf_pin_cpu() - Bind the calling thread to one CPU
 * @cpu: the CPU
 *
 * Return: 0 or errno.
 */
int perf_pin_cpu(int cpu);

/**
 * perf_switches() - How often the calling thread has been switched out, by getrusage()
 *
 * Return: the number, also of switches against its will; -1 with errno set.
 */
long perf_switches(void);

/**
 * perf_cpu_count() - Count the CPUs that the caller may run on
 * @cpus: where to store their numbers, ascending; may be NULL
 * @max: room in @cpus, in entries
 *
 * Return: the number of CPUs, which may exceed @max.
 */
int perf_cpu_count(int *cpus, int max);

/* ---- children and privilege ---- */

/**
 * struct perf_child - A child process that waits for perf_child_go()
 * @pid: its process id; 0 when there is none
 * @go: write end of the pipe the child waits on
 */
struct perf_child {
	pid_t pid;
	int go;
};

/**
 * perf_child_start() - Fork a child that runs a function after perf_child_go()
 * @child: result
 * @run: run in the child; its return value is the exit status (0..255)
 * @argument: for @run
 *
 * On return the child is blocked in a read, or about to be.
 *
 * Return: 0 or errno.
 */
int perf_child_start(struct perf_child *child, int (*run)(void *argument), void *argument);

/**
 * perf_child_go() - Let the child run its function
 * @child: from perf_child_start()
 */
void perf_child_go(struct perf_child *child);

/**
 * perf_child_wait() - Let the child run if perf_child_go() has not, and reap it
 * @child: from perf_child_start()
 *
 * Return: its exit status, 256 + signal when killed, or -1 with no child.
 */
int perf_child_wait(struct perf_child *child);

/**
 * perf_child_kill() - Kill and reap a child, if there is one
 * @child: from perf_child_start(), or zeroed
 */
void perf_child_kill(struct perf_child *child);

/**
 * perf_drop_privilege() - Become PERF_TEST_UID for good, without capabilities
 *
 * The process stays dumpable, so PERF_TEST_UID's other processes may trace it.
 *
 * Return: 0 or errno.
 */
int perf_drop_privilege(void);

/**
 * perf_drop_all_but() - perf_drop_privilege(), but keep one capability
 * @capability: CAP_*
 *
 * Return: 0 or errno.
 */
int perf_drop_all_but(unsigned int capability);

/**
 * perf_call_as_user() - Run a function in a child without privilege
 * @run: run in the child
 * @argument: for @run
 *
 * Return: the return value of @run (0..255), 256 + signal when killed, -1 when the
 * child could not be forked or could not drop its privilege.
 */
int perf_call_as_user(int (*run)(void *argument), void *argument);

/**
 * perf_try_as_user() - perf_try() by a process of PERF_TEST_UID
 * @attr: like the other parameters, as for perf_open()
 *
 * Return: 0 when the open succeeded, otherwise its errno, -1 when the process could
 * not be created.
 */
int perf_try_as_user(const struct perf_event_attr *attr, pid_t pid, int cpu, int group_fd,
		     unsigned long flags);

/* ---- control groups ---- */

#define PERF_CGROUP_ROOT	"/sys/fs/cgroup"

/**
 * perf_cgroup_create() - Create a control group whose events can be counted
 * @name: directory below PERF_CGROUP_ROOT; may exist already
 *
 * On the unified hierarchy, child groups get the implicit perf_event controller only
 * once some controller has been enabled for them, so perf_cgroup_create() does that too.
 *
 * Return: a descriptor of the directory, or -1 with errno set.
 */
int perf_cgroup_create(const char *name);

/**
 * perf_cgroup_remove() - Remove an empty control group
 * @name: directory below PERF_CGROUP_ROOT
 */
void perf_cgroup_remove(const char *name);

/* ---- sysctls and small files ---- */

/**
 * perf_file_read() - Read a small text file without its final newline
 * @path: the file
 * @text: result, NUL terminated
 * @size: bytes in @text
 *
 * Return: 0 or errno.
 */
int perf_file_read(const char *path, char *text, size_t size);

/**
 * perf_file_write() - Write a text with one write(2)
 * @path: the file
 * @text: the text
 *
 * Return: 0 or errno.
 */
int perf_file_write(const char *path, const char *text);

/**
 * perf_sysctl_get() - Read a number below /proc/sys/kernel
 * @name: the file's name
 * @value: result
 *
 * Return: 0 or errno.
 */
int perf_sysctl_get(const char *name, long *value);

/**
 * perf_sysctl_set() - Write a number below /proc/sys/kernel
 * @name: the file's name
 * @value: the number
 *
 * Return: 0 or errno.
 */
int perf_sysctl_set(const char *name, long value);

/**
 * struct perf_sysctls - Values of the perf_events sysctls
 */
struct perf_sysctls {
	long paranoid;
	long mlock_kb;
	long max_sample_rate;
	long cpu_time_max_percent;
	long max_stack;
	long max_contexts;
};

/**
 * perf_sysctls_save() - Read all perf_events sysctls
 * @saved: result
 *
 * Return: 0 or the errno of the first sysctl that could not be read.
 */
int perf_sysctls_save(struct perf_sysctls *saved);

/**
 * perf_sysctls_restore() - Write all perf_events sysctls back
 * @saved: from perf_sysctls_save()
 *
 * Return: 0 or the errno of the last sysctl that could not be written.
 */
int perf_sysctls_restore(const struct perf_sysctls *saved);

/* ---- determinism ---- */

/**
 * perf_prefault() - Fault in all mappings of the process, stack included
 *
 * Afterwards code, data and stack of the test take no page fault of their own: only
 * pages that the test touches fault.  After fork() the caller must call perf_prefault()
 * again, because private pages fault once more on a write.
 *
 * Return: 0 or errno.
 */
int perf_prefault(void);

/**
 * perf_ring_prefault() - Fault in a mapped ring, so that reading it causes no fault
 * @ring: a mapped ring whose event is disabled
 */
void perf_ring_prefault(struct perf_ring *ring);

/**
 * perf_ring_open() - Map an event's ring and fault it in
 * @ring: like the other parameters, as for perf_ring_map()
 *
 * Return: 0 or errno.
 */
int perf_ring_open(struct perf_ring *ring, int fd, unsigned int pages, int prot);

#endif /* _PERF_TEST_H */
