// SPDX-License-Identifier: GPL-2.0
/*
 * perf_open_explain() turns an errno of perf_event_open(2) into a cause for this event on this
 * machine, and advice. The possible causes of each errno are in the documentation of the ABI;
 * the functions below test which of them applies.
 */
#include <errno.h>
#include <limits.h>
#include <linux/capability.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <sys/cpus.h>
#include <sys/open.h>
#include <sys/paths.h>
#include <sys/privilege.h>

static bool is_hardware(const struct perf_event_attr *attr)
{
	return attr->type == PERF_TYPE_HARDWARE || attr->type == PERF_TYPE_HW_CACHE ||
	       attr->type == PERF_TYPE_RAW;
}

/* The highest perf_event_paranoid at which the event needs no privilege; INT_MAX for any. */
static int refused_above(const struct perf_open *open)
{
	const struct perf_event_attr *attr = open->attr;

	if (attr->type == PERF_TYPE_TRACEPOINT && attr->sample_type & PERF_SAMPLE_RAW)
		return -1;
	if (open->pid == -1 || open->cgroup)
		return 0;
	if (!attr->exclude_kernel)
		return 1;
	return INT_MAX;
}

static void explain_access(const struct perf_open *open, int code, struct perf_error *error)
{
	bool privileged = perf_have_capability(CAP_PERFMON) || perf_have_capability(CAP_SYS_ADMIN);
	int level = perf_paranoid();
	int above = refused_above(open);
	struct stat proc;
	char path[64];

	if (!privileged && level > above) {
		perf_error_set(error, code, "no permission to count '%s'%s", open->name,
			       above == 0 ? " on whole CPUs" : above == 1 ? " in the kernel" :
			       " with its data");
		perf_error_hint(error,
				"kernel.perf_event_paranoid is %d here, it needs %d or less; as root: sysctl kernel.perf_event_paranoid=%d",
				level, above, above);
		perf_error_hint(error, "or run it as root, or with CAP_PERFMON");
		if (above == 1 && !open->attr->exclude_user && !strchr(open->name, ':'))
			perf_error_hint(error, "or count user mode only: %s:u", open->name);
		return;
	}
	if (!privileged && level > 2) {
		perf_error_set(error, code, "no permission to count anything");
		perf_error_hint(error,
				"kernel.perf_event_paranoid is %d here, which shuts out everybody without CAP_PERFMON; as root: sysctl kernel.perf_event_paranoid=2",
				level);
		return;
	}
	snprintf(path, sizeof(path), "/proc/%d", open->pid);
	if (open->pid > 0 && !open->cgroup && !stat(path, &proc) && proc.st_uid != geteuid() &&
	    !privileged) {
		perf_error_set(error, code, "no permission to count '%s' in process %d of user %u",
			       open->name, open->pid, (unsigned int)proc.st_uid);
		perf_error_hint(error,
				"counting needs the right to trace the process: run as that user, as root, or with CAP_PERFMON and CAP_SYS_PTRACE");
		return;
	}
	perf_error_set(error, code, "the kernel refused '%s': %s", open->name, strerror(code));
	if (perf_seccomp()) {
		perf_error_hint(error,
				"a seccomp filter is active: container engines block perf_event_open() by default");
		perf_error_hint(error,
				"start the container with --cap-add PERFMON and a seccomp profile that allows perf_event_open");
	} else if (open->pid > 0) {
		perf_error_hint(error,
				"kernel.perf_event_paranoid (%d) is not the reason: a security module may be, or process %d cannot be traced",
				level, open->pid);
	} else {
		perf_error_hint(error,
				"kernel.perf_event_paranoid (%d) is not the reason: a security module or kernel lockdown may be",
				level);
	}
}

/* An offline CPU causes EINVAL or ENODEV, whatever the event. */
static bool explain_cpu(const struct perf_open *open, int code, struct perf_error *error)
{
	struct perf_cpus online;
	bool off;

	if (open->cpu < 0 || (code != EINVAL && code != ENODEV) ||
	    perf_cpus_online(&online, error))
		return false;
	off = perf_cpu_check(&online, open->cpu, error);
	perf_cpus_free(&online);
	if (off)
		error->code = code;
	return off;
}

/* Few events support PERF_SAMPLE_BRANCH_STACK. */
static bool explain_branches(const struct perf_open *open, int code, struct perf_error *error)
{
	if (!(open->attr->sample_type & PERF_SAMPLE_BRANCH_STACK))
		return false;
	perf_error_set(error, code, "no branches are recorded with '%s' here", open->name);
	if (!is_hardware(open->attr))
		perf_error_hint(error, "hardware events have them: -e cycles");
	perf_error_hint(error,
			"-b, -j and --call-graph lbr need a CPU that records branches, and a kernel and virtual machine that pass them on");
	return true;
}

static void explain_missing(const struct perf_open *open, int code, struct perf_error *error)
{
	if (explain_branches(open, code, error))
		return;
	perf_error_set(error, code, "'%s' cannot be counted on this machine", open->name);
	if (is_hardware(open->attr) && perf_virtual_machine()) {
		perf_error_hint(error,
				"this is a virtual machine whose CPU shows no counters: let the host pass them through (QEMU: -cpu host, with pmu=on)");
		perf_error_hint(error,
				"or use software events: cpu-clock, task-clock, page-faults");
	} else if (is_hardware(open->attr)) {
		perf_error_hint(error,
				"the CPU has no such event, or the kernel no driver for its counters; 'perf doctor' shows more");
	} else if (open->attr->sample_period) {
		perf_error_hint(error, "it may only count, not sample: try 'perf stat'");
	}
}

static void explain_invalid(const struct perf_open *open, int code, struct perf_error *error)
{
	const struct perf_event_attr *attr = open->attr;

	if (explain_branches(open, code, error))
		return;
	perf_error_set(error, code, "the kernel does not take '%s' as it is asked for", open->name);
	if (open->group >= 0)
		perf_error_hint(error,
				"its group may be too large for the counters there are, or mix PMUs: use fewer events in {}, or {...}:W to let go of the group");
	if (attr->exclude_user || attr->exclude_kernel || attr->exclude_hv || attr->exclude_idle)
		perf_error_hint(error,
				"its PMU may not separate user and kernel: leave out :u, :k, :h and :I");
	if (open->pid >= 0 && open->cpu == -1 && attr->type > PERF_TYPE_BREAKPOINT)
		perf_error_hint(error, "its PMU may count whole CPUs only: use -a or -C");
	if (attr->precise_ip)
		perf_error_hint(error, "the PMU may not offer this precision: leave out :p");
	if (!error->hint[0])
		perf_error_hint(error,
				"'perf list -v' shows what its PMU takes; dmesg may say more");
}

static void explain_busy(const struct perf_open *open, int code, struct perf_error *error)
{
	int64_t watchdog = 0;

	perf_error_set(error, code, "another user has the counters that '%s' needs", open->name);
	perf_read_number("/proc/sys/kernel/nmi_watchdog", &watchdog);
	if (watchdog)
		perf_error_hint(error, "the NMI watchdog takes one: sysctl kernel.nmi_watchdog=0");
	perf_error_hint(error, "look for other profilers, or a hypervisor that uses them");
}

static void explain_space(const struct perf_open *open, int code, struct perf_error *error)
{
	if (open->attr->type == PERF_TYPE_BREAKPOINT) {
		perf_error_set(error, code, "no hardware breakpoint is free for '%s'", open->name);
		perf_error_hint(error, "x86 CPUs have four; a debugger may use some");
		return;
	}
	perf_error_set(error, code, "no room for '%s'", open->name);
	perf_error_hint(error, "call chains may be longer than kernel.perf_event_max_stack allows");
}

/**
 * perf_open_explain() - explain why perf_open() failed
 * @open: the failed call
 * @code: its errno, of either sign
 * @error: filled with failure, cause and advice
 */
void perf_open_explain(const struct perf_open *open, int code, struct perf_error *error)
{
	code = abs(code);
	if (explain_cpu(open, code, error))
		return;
	switch (code) {
	case EACCES:
	case EPERM:
		explain_access(open, code, error);
		return;
	case ENOENT:
	case ENODEV:
	case EOPNOTSUPP:
	case ENXIO:
		explain_missing(open, code, error);
		return;
	case EINVAL:
		explain_invalid(open, code, error);
		return;
	case EBUSY:
		explain_busy(open, code, error);
		return;
	case ENOSPC:
		explain_space(open, code, error);
		return;
	case ESRCH:
		perf_error_set(error, code, "process or thread %d is gone", open->pid);
		return;
	case EMFILE:
	case ENFILE:
		perf_error_set(error, code, "too many open files for '%s'", open->name);
		perf_error_hint(error,
				"each event takes one for each CPU and thread: ulimit -n 65536, or fewer events, CPUs (-C) or threads");
		return;
	case ENOSYS:
		perf_error_set(error, code, "this kernel has no performance events");
		perf_error_hint(error,
				"it was built without CONFIG_PERF_EVENTS, or a seccomp filter hides the system call");
		return;
	case E2BIG:
		perf_error_set(error, code, "this kernel is too old for '%s'", open->name);
		return;
	case EOVERFLOW:
		perf_error_set(error, code, "'%s' asks for samples larger than a record can be",
			       open->name);
		perf_error_hint(error, "ask for less: --call-graph dwarf with a smaller stack");
		return;
	default:
		perf_error_set(error, code,
			       "the kernel refused '%s': %s",
			       open->name, strerror(code));
	}
}
