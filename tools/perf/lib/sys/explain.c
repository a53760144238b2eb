// SPDX-License-Identifier: GPL-2.0
/*
 * perf_open_explain() turns an errno of perf_event_open(2) into a cause for this event on this
 * machine, and advice. A kernel that gives the reason is asked for it (perf_why_open()). With
 * other kernels, the functions below test which of the possible causes of the errno, as the
 * documentation of the ABI lists them, applies.
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

#include <base/vec.h>
#include <sys/cpus.h>
#include <sys/open.h>
#include <sys/paths.h>
#include <sys/privilege.h>
#include <sys/reasons.h>
#include <sys/why.h>

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

static void explain_shut_out(int code, int level, struct perf_error *error)
{
	perf_error_set(error, code, "no permission to count anything");
	perf_error_hint(error,
			"kernel.perf_event_paranoid is %d here, which shuts out everybody without CAP_PERFMON; as root: sysctl kernel.perf_event_paranoid=2",
			level);
}

/* The event needs a kernel.perf_event_paranoid of at most @above, and it is @level. */
static void explain_paranoid(const struct perf_open *open, int code, int level, int above,
			     struct perf_error *error)
{
	perf_error_set(error, code, "no permission to count '%s'%s", open->name,
		       above == 0 ? " on whole CPUs" : above == 1 ? " in the kernel" :
		       " with its data");
	perf_error_hint(error,
			"kernel.perf_event_paranoid is %d here, it needs %d or less; as root: sysctl kernel.perf_event_paranoid=%d",
			level, above, above);
	perf_error_hint(error, "or run it as root, or with CAP_PERFMON");
	if (above == 1 && !open->attr->exclude_user && !strchr(open->name, ':'))
		perf_error_hint(error, "or count user mode only: %s:u", open->name);
}

/* Neither kernel.perf_event_paranoid nor the target's owner is the reason. */
static void explain_policy(const struct perf_open *open, int code, int level,
			   struct perf_error *error)
{
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

/* @why->reason is 0 if the kernel gives none: then the level is compared here. */
static void explain_access(const struct perf_open *open, int code,
			   const struct perf_event_explain *why, struct perf_error *error)
{
	bool privileged = perf_have_capability(CAP_PERFMON) || perf_have_capability(CAP_SYS_ADMIN);
	int above = refused_above(open), level = perf_paranoid();
	struct stat proc;
	char path[64];

	if (why->reason == PERF_WHY_PARANOID_ANY) {
		explain_shut_out(code, (int)why->got, error);
		return;
	}
	if (perf_reason_is_paranoid(why->reason)) {
		/* The kernel names the first limit that is exceeded, others may be lower. */
		if ((int)why->allowed < above)
			above = (int)why->allowed;
		explain_paranoid(open, code, (int)why->got, above, error);
		return;
	}
	if (!why->reason && !privileged && level > above) {
		explain_paranoid(open, code, level, above, error);
		return;
	}
	if (!why->reason && !privileged && level > 2) {
		explain_shut_out(code, level, error);
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
	explain_policy(open, code, level, error);
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

#define BRANCHES_NEED	"-b, -j and --call-graph lbr need a CPU that records branches, " \
			"and a kernel and virtual machine that pass them on"

/* Few events support PERF_SAMPLE_BRANCH_STACK. */
static bool explain_branches(const struct perf_open *open, int code, struct perf_error *error)
{
	if (!(open->attr->sample_type & PERF_SAMPLE_BRANCH_STACK))
		return false;
	perf_error_set(error, code, "no branches are recorded with '%s' here", open->name);
	if (!is_hardware(open->attr))
		perf_error_hint(error, "hardware events have them: -e cycles");
	perf_error_hint(error, BRANCHES_NEED);
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

/* Too few threads or files. */
static void explain_number(const struct perf_open *open, int code, struct perf_error *error)
{
	if (code == ESRCH) {
		perf_error_set(error, code, "process or thread %d is gone", open->pid);
		return;
	}
	perf_error_set(error, code, "too many open files for '%s'", open->name);
	perf_error_hint(error,
			"each event takes one for each CPU and thread: ulimit -n 65536, or fewer events, CPUs (-C) or threads");
}

/* Words of the tool for reasons of the kernel. */
static const struct advice {
	uint16_t	reason;
	bool		own;	/* this file's words for the errno are better than the kernel's */
	const char	*hint;	/* added to the kernel's words; or NULL */
} advices[] = {
	{ PERF_WHY_PARANOID_ANY, true },
	{ PERF_WHY_PARANOID_KERNEL, true },
	{ PERF_WHY_PARANOID_CPU, true },
	{ PERF_WHY_PARANOID_TRACEPOINT, true },
	{ PERF_WHY_ACCESS, true },
	{ PERF_WHY_NO_PMU, true },
	{ PERF_WHY_NO_THREAD, true },
	{ PERF_WHY_TASK_ENDED, true },
	{ PERF_WHY_DESCRIPTORS, true },
	{ PERF_WHY_SAMPLE_FREQ, false, "-F max samples as often as is allowed" },
	{ PERF_WHY_PMU_EXCLUDE, false, "in names of events: leave out :u, :k, :h and :I" },
	{ PERF_WHY_PMU_EXCLUSIVE, false, "look for other profilers" },
	{ PERF_WHY_PMU_NO_SAMPLING, false, "'perf stat' counts it" },
	{ PERF_WHY_PMU_NO_BRANCHES, false, BRANCHES_NEED },
	{ PERF_WHY_PMU_NO_TASK, false, "use -a or -C" },
	{ PERF_WHY_PMU_TASK, false, "use -a or -C" },
	{ PERF_WHY_PMU_EVENT, false, "'perf list -v' shows what its PMU takes" },
	{ PERF_WHY_PMU_GROUP, false, "fewer events in {}, or {...}:W to let go of the group" },
	{ PERF_WHY_GROUP_PMU, false, "{...}:W lets go of the group" },
	{ PERF_WHY_GROUP_SIZE, false, "fewer events in {}, or {...}:W to let go of the group" },
	{ PERF_WHY_CALLCHAIN, false, "--max-stack sets it" },
	{ PERF_WHY_INHERIT_READ, false, "--no-inherit does without" },
};

static const struct advice *advice_find(unsigned int reason)
{
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(advices); i++)
		if (advices[i].reason == reason)
			return &advices[i];
	return NULL;
}

/* Returns false if no reason is known, or this file's words are better. */
static bool explain_by_kernel(const struct perf_open *open, int code,
			      const struct perf_event_explain *why, struct perf_error *error)
{
	const struct advice *advice = advice_find(why->reason);

	if (!why->reason || (advice && advice->own))
		return false;
	perf_error_set(error, code, "the kernel refused '%s': %s", open->name,
		       why->text[0] ? why->text : strerror(code));
	if (advice)
		perf_error_hint(error, "%s", advice->hint);
	perf_why_hint(error, why, true);
	return true;
}

/**
 * perf_open_explain() - explain why perf_open() failed
 * @open: the failed call
 * @code: its errno, of either sign
 * @error: filled with failure, cause and advice
 */
void perf_open_explain(const struct perf_open *open, int code, struct perf_error *error)
{
	struct perf_event_explain why;

	code = abs(code);
	if (explain_cpu(open, code, error))
		return;
	perf_why_open(open, code, &why);
	if (explain_by_kernel(open, code, &why, error))
		return;
	switch (code) {
	case EACCES:
	case EPERM:
		explain_access(open, code, &why, error);
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
	case EMFILE:
	case ENFILE:
		explain_number(open, code, error);
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
		perf_error_set(error, code, "the kernel refused '%s': %s", open->name,
			       strerror(code));
	}
}
