// SPDX-License-Identifier: GPL-2.0
/*
 * The reasons for refusing a call, as text.
 *
 * A new reason is a row at the end of enum perf_event_why, whose numbers are ABI, and a row here.
 *
 * Owns: the texts. Locks: none. Context: any.
 */
#include <linux/perf_event.h>
#include <linux/string.h>

#include "base/reasons.h"

/* Indexed by enum perf_event_why: the cause, and what the caller can do. Not ABI. */
static const char * const perf_why_texts[] = {
	[PERF_WHY_NONE] =
		"no reason is recorded; the errno is all that is known",
	[PERF_WHY_FLAGS] =
		"flags has bits that this kernel does not have; leave them out",
	[PERF_WHY_EXT_SIZE] =
		"this kernel's perf_event_ext is smaller; clear what lies behind the size written back",
	[PERF_WHY_EXT_EXPLAIN] =
		"explain_size is below the first version's size, above a page, or without a buffer",
	[PERF_WHY_EXT_OPTIONS] =
		"options has bits that are not in known; leave them out",
	[PERF_WHY_EXT_RESERVED] =
		"a reserved field of perf_event_ext is not 0; clear the structure first",
	[PERF_WHY_EXT_NR_ATTR] =
		"this kernel opens one event a call; set nr_attr to 0 or 1",
	[PERF_WHY_EXT_NO_ATTR] =
		"attr is 0, so the call only reads what known says; point attr to a perf_event_attr",
	[PERF_WHY_ATTR_POINTER] =
		"attr does not point to readable memory",
	[PERF_WHY_ATTR_SIZE] =
		"attr.size is none that this kernel takes; use the size written back, and clear what lies behind",
	[PERF_WHY_ATTR_RESERVED] =
		"attr has bits or fields that this kernel does not have; leave them 0",
	[PERF_WHY_SAMPLE_TYPE] =
		"sample_type has bits that this kernel does not have; leave them out",
	[PERF_WHY_READ_FORMAT] =
		"read_format has bits that this kernel does not have; leave them out",
	[PERF_WHY_BRANCH_UNKNOWN] =
		"branch_sample_type has bits that this kernel does not have; leave them out",
	[PERF_WHY_BRANCH_KIND] =
		"branch_sample_type has privilege levels only; add a kind of branch, as PERF_SAMPLE_BRANCH_ANY",
	[PERF_WHY_REGS_USER] =
		"sample_regs_user is 0 or names registers that this architecture does not have",
	[PERF_WHY_STACK_SUPPORT] =
		"this architecture cannot copy user stacks; leave out PERF_SAMPLE_STACK_USER",
	[PERF_WHY_STACK_SIZE] =
		"sample_stack_user must be a multiple of 8 below 65535",
	[PERF_WHY_REGS_INTR] =
		"sample_regs_intr is 0 or names registers that this architecture does not have",
	[PERF_WHY_CGROUP_CONFIG] =
		"this kernel has no control groups for events (CONFIG_CGROUP_PERF)",
	[PERF_WHY_WEIGHT] =
		"PERF_SAMPLE_WEIGHT and PERF_SAMPLE_WEIGHT_STRUCT exclude each other; choose one",
	[PERF_WHY_INHERIT_THREAD] =
		"inherit_thread needs inherit",
	[PERF_WHY_ON_EXEC] =
		"enable_on_exec and remove_on_exec exclude each other; choose one",
	[PERF_WHY_SIGTRAP_EXEC] =
		"sigtrap needs remove_on_exec: the new program has no handler",
	[PERF_WHY_PARANOID_ANY] =
		"kernel.perf_event_paranoid lets no one count without CAP_SYS_ADMIN; lower it, or be root",
	[PERF_WHY_PARANOID_KERNEL] =
		"data of the kernel needs CAP_PERFMON or a lower kernel.perf_event_paranoid; or set exclude_kernel",
	[PERF_WHY_PARANOID_CPU] =
		"all tasks of a CPU need CAP_PERFMON or a lower kernel.perf_event_paranoid; or name a thread",
	[PERF_WHY_PARANOID_TRACEPOINT] =
		"tracepoint data needs CAP_PERFMON or a lower kernel.perf_event_paranoid; or leave out SAMPLE_RAW",
	[PERF_WHY_NAMESPACES] =
		"records of namespaces need CAP_PERFMON; leave out attr.namespaces",
	[PERF_WHY_LOCKDOWN] =
		"kernel lockdown hides registers of the kernel; leave out PERF_SAMPLE_REGS_INTR",
	[PERF_WHY_ACCESS] =
		"the caller may not watch this target; be its owner, have CAP_PERFMON, or ask who set the policy",
	[PERF_WHY_SAMPLE_FREQ] =
		"sample_freq is above kernel.perf_event_max_sample_rate; lower one or raise the other",
	[PERF_WHY_SAMPLE_PERIOD] =
		"sample_period must be below 1 << 63",
	[PERF_WHY_CGROUP_ARGS] =
		"PERF_FLAG_PID_CGROUP needs a descriptor as pid, and a CPU",
	[PERF_WHY_DESCRIPTORS] =
		"all file descriptors are in use; raise RLIMIT_NOFILE or close some",
	[PERF_WHY_GROUP_FD] =
		"group_fd is not the descriptor of an event; pass -1 for no group",
	[PERF_WHY_GROUP_ENDED] =
		"the task or the PMU of group_fd's event is gone; open the group anew",
	[PERF_WHY_NO_THREAD] =
		"no thread has this pid",
	[PERF_WHY_GROUP_INHERIT] =
		"all events of a task's group have the leader's attr.inherit",
	[PERF_WHY_CPU] =
		"cpu is none of this machine, or -1 without a pid",
	[PERF_WHY_CLOCK] =
		"clockid is none of the clocks that stamp records",
	[PERF_WHY_CLOCK_NMI] =
		"this clock cannot be read in the PMU's interrupt; use CLOCK_MONOTONIC or CLOCK_MONOTONIC_RAW",
	[PERF_WHY_SIGTRAP_TASK] =
		"sigtrap needs a thread as pid: a CPU has nobody to signal",
	[PERF_WHY_INHERIT_READ] =
		"PERF_SAMPLE_READ of an inherited event needs PERF_SAMPLE_TID",
	[PERF_WHY_AUX_OUTPUT] =
		"this PMU cannot write into an AUX area; leave out aux_output",
	[PERF_WHY_AUX_BOTH] =
		"these two of aux_output, aux_pause, aux_resume and aux_sample_size exclude each other",
	[PERF_WHY_AUX_PAUSE] =
		"the PMU that traces cannot be paused; leave out aux_pause, aux_resume and aux_start_paused",
	[PERF_WHY_AUX_LEADER] =
		"an event that feeds, samples or pauses an AUX area needs the AUX event as its group's leader",
	[PERF_WHY_AUX_SNAPSHOT] =
		"the leader's PMU takes no snapshots; leave out aux_sample_size",
	[PERF_WHY_NO_PMU] =
		"no PMU of this machine counts this event; see /sys/bus/event_source/devices for types",
	[PERF_WHY_PMU_REGS] =
		"this PMU does not sample extended registers; take them out of sample_regs_*",
	[PERF_WHY_PMU_EXCLUDE] =
		"this PMU cannot separate modes; leave out exclude_*",
	[PERF_WHY_PMU_CPU] =
		"the PMU counts on no CPU that is online near this one; see its cpumask",
	[PERF_WHY_PMU_GONE] =
		"the PMU was removed; look for it in /sys/bus/event_source/devices",
	[PERF_WHY_PMU_EXCLUSIVE] =
		"the PMU serves one user at a time and has one; wait for it to end",
	[PERF_WHY_PMU_NO_SAMPLING] =
		"this PMU only counts; leave sample_period 0",
	[PERF_WHY_PMU_NO_BRANCHES] =
		"this PMU records no branches; leave out PERF_SAMPLE_BRANCH_STACK",
	[PERF_WHY_PMU_NO_TASK] =
		"this PMU counts for whole CPUs only; pass pid -1 and a CPU, without PERF_FLAG_PID_CGROUP",
	[PERF_WHY_PMU_FIELD] =
		"the PMU takes the event without this; change or leave it out",
	[PERF_WHY_PMU_GROUP] =
		"the PMU takes the event by itself, but not in this group; use fewer events in the group",
	[PERF_WHY_PMU_TASK] =
		"the PMU takes the event for a CPU, but not for a thread; pass pid -1 and a CPU",
	[PERF_WHY_PMU_EVENT] =
		"the PMU does not take this event; see its format and events in sysfs, and dmesg",
	[PERF_WHY_CGROUP_FD] =
		"pid is not the descriptor of a directory of the control groups with perf_event",
	[PERF_WHY_GROUP_CGROUP] =
		"the leader counts for another control group; all of a group count for one",
	[PERF_WHY_GROUP_LEADER] =
		"group_fd's event is itself member of a group; pass its leader",
	[PERF_WHY_GROUP_CLOCK] =
		"all events of a group have the leader's clock",
	[PERF_WHY_GROUP_TARGET] =
		"all events of a group count the leader's thread and CPU",
	[PERF_WHY_GROUP_PINNED] =
		"only the leader of a group may be pinned or exclusive",
	[PERF_WHY_GROUP_PMU] =
		"hardware events of two PMUs cannot be one group; open a group for each",
	[PERF_WHY_GROUP_SIZE] =
		"the group is too large to be read or switched at once; use fewer events",
	[PERF_WHY_TASK_ENDED] =
		"the thread is exiting",
	[PERF_WHY_CPU_OFFLINE] =
		"the CPU is offline",
	[PERF_WHY_OUTPUT_SELF] =
		"an event cannot output to itself",
	[PERF_WHY_OUTPUT_TARGET] =
		"both events of a redirection count one CPU, or one thread and are not inherited",
	[PERF_WHY_OUTPUT_CLOCK] =
		"both events of a redirection have one clock and one write_backward",
	[PERF_WHY_OUTPUT_AUX] =
		"one PMU writes the AUX area of a ring",
	[PERF_WHY_OUTPUT_MAPPED] =
		"the event is mapped itself; unmap it first, or redirect it before",
	[PERF_WHY_OUTPUT_NO_RING] =
		"the other event has no ring; map it first",
	[PERF_WHY_NO_MEMORY] =
		"the kernel is out of memory",
	[PERF_WHY_CALLCHAIN] =
		"sample_max_stack is above kernel.perf_event_max_stack; lower one or raise the other",
	[PERF_WHY_PROBE] =
		"probes need CAP_PERFMON, uprobes CAP_SYS_ADMIN; or use a tracepoint",
	[PERF_WHY_BREAKPOINT_TYPE] =
		"bp_type is no access, or mixes execution with reads and writes",
	[PERF_WHY_BREAKPOINT_FORM] =
		"the processor has no breakpoint of this bp_len, bp_type and alignment of bp_addr",
	[PERF_WHY_BREAKPOINT_KERNEL] =
		"bp_addr is in the kernel, which needs CAP_SYS_ADMIN and exclude_kernel 0",
	[PERF_WHY_BREAKPOINT_SLOTS] =
		"all breakpoints of the processor are in use; close some, or end the debugger",
	[PERF_WHY_MMAP_INHERIT] =
		"an inherited event on any CPU has no ring; open one for each CPU",
	[PERF_WHY_MMAP_PRIVATE] =
		"a ring is mapped with MAP_SHARED",
	[PERF_WHY_MMAP_PAGES] =
		"the length is one page and a power of two of pages",
	[PERF_WHY_MMAP_OTHER] =
		"the ring is mapped already, with another size; use that one",
	[PERF_WHY_MMAP_QUOTA] =
		"kernel.perf_event_mlock_kb and RLIMIT_MEMLOCK do not cover the ring; use fewer pages or raise them",
	[PERF_WHY_AUX_NO_RING] =
		"map the ring first, then its AUX area",
	[PERF_WHY_AUX_RANGE] =
		"offset and length differ from aux_offset and aux_size, overlap the ring, or are no power of two",
	[PERF_WHY_AUX_BUSY] =
		"the old AUX area is still being written; try again",
	[PERF_WHY_AUX_NONE] =
		"this PMU has no AUX area",
	[PERF_WHY_IOCTL] =
		"events have no such ioctl",
	[PERF_WHY_NOT_SAMPLING] =
		"this needs an event opened with a sample_period or sample_freq",
	[PERF_WHY_REFRESH_INHERIT] =
		"PERF_EVENT_IOC_REFRESH takes no inherited events",
	[PERF_WHY_PERIOD] =
		"the period is 0, above the limit, or none that the PMU takes",
	[PERF_WHY_NO_RING] =
		"the event has no ring with data pages; map it first",
	[PERF_WHY_NO_FILTER] =
		"only tracepoints and PMUs with address filters have filters",
	[PERF_WHY_FILTER] =
		"the filter is malformed; see perf-events.rst for its syntax",
	[PERF_WHY_FILTER_FILE] =
		"a filter with a file needs a thread as pid, and a regular file",
	[PERF_WHY_FILTER_NUMBER] =
		"the PMU has fewer filters; see nr_addr_filters in its sysfs directory",
	[PERF_WHY_BPF_NONE] =
		"this kernel attaches no programs to this event (CONFIG_BPF_SYSCALL, CONFIG_BPF_EVENTS)",
	[PERF_WHY_BPF_TAKEN] =
		"the event has a program or a handler of the kernel; detach it first",
	[PERF_WHY_BPF_TYPE] =
		"the type of the program does not fit the event",
	[PERF_WHY_BPF_STACK] =
		"the program reads stacks, for which the event must sample whole call chains",
	[PERF_WHY_BPF_CONTEXT] =
		"the program reads behind the end of the record",
	[PERF_WHY_MODIFY] =
		"only bp_addr, bp_len, bp_type, disabled and sig_data of a breakpoint can change",
	[PERF_WHY_MUNMAP] =
		"munmap is for mappings that mmap, mmap2 or mmap_data reports; set one of them",
	[PERF_WHY_NO_MUX] =
		"the group does not fit beside the pinned events of its target; see perf ps for who has them",
	[PERF_WHY_MMAP_MEMCG] =
		"the memory control group has no room for the ring; use fewer pages or raise memory.max",
	[PERF_WHY_PMU_NO_CPU] =
		"the PMU counts for threads, not for all tasks of a CPU; name a thread",
	[PERF_WHY_GROUP_OFF_CPU] =
		"an event of time off the CPU leads only events of its PMU; let the other event lead",
};

static_assert(ARRAY_SIZE(perf_why_texts) == PERF_WHY_MAX);
static_assert(sizeof(struct perf_event_explain) == PERF_EVENT_EXPLAIN_SIZE_VER0);

/**
 * perf_why_text - the text of a reason
 * @reason: PERF_WHY_*
 *
 * Return: at most 127 characters; that of PERF_WHY_NONE for a number that is no reason.
 */
const char *perf_why_text(unsigned int reason)
{
	return perf_why_texts[reason < PERF_WHY_MAX ? reason : PERF_WHY_NONE];
}

/**
 * perf_why_explain - a refusal, as the ABI has it
 * @refusal: the refusal
 * @pmu:     name of the PMU that refused, or empty
 * @explain: result
 */
void perf_why_explain(const struct perf_refusal *refusal, const char *pmu,
		      struct perf_event_explain *explain)
{
	memset(explain, 0, sizeof(*explain));
	explain->size = sizeof(*explain);
	explain->error = refusal->error;
	explain->reason = refusal->reason;
	explain->where = refusal->where;
	explain->bits = refusal->bits;
	explain->got = refusal->got;
	explain->allowed = refusal->allowed;
	strscpy(explain->pmu, pmu, sizeof(explain->pmu));
	if (refusal->error)
		strscpy(explain->text, perf_why_text(refusal->reason), sizeof(explain->text));
}
