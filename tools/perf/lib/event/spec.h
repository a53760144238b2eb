/* SPDX-License-Identifier: GPL-2.0 */
/* A list of events to count, and their settings. */
#ifndef PERF_EVENT_SPEC_H
#define PERF_EVENT_SPEC_H

#include <stdbool.h>
#include <stdint.h>

#include <linux/perf_event.h>

#include <base/error.h>
#include <base/vec.h>
#include <event/pmu.h>
#include <sys/cpus.h>

/**
 * enum perf_tool_event - values that the tool measures itself
 * @PERF_TOOL_NONE: counted by the kernel
 * @PERF_TOOL_DURATION: ns of wall time
 * @PERF_TOOL_USER: ns of user time of the program
 * @PERF_TOOL_SYSTEM: ns of system time of the program
 */
enum perf_tool_event {
	PERF_TOOL_NONE,
	PERF_TOOL_DURATION,
	PERF_TOOL_USER,
	PERF_TOOL_SYSTEM,
};

/* Bits of perf_event_terms.given: the members that are set. */
#define PERF_TERM_PERIOD	0x001
#define PERF_TERM_FREQ		0x002
#define PERF_TERM_TIME		0x004
#define PERF_TERM_INHERIT	0x008
#define PERF_TERM_OVERWRITE	0x010
#define PERF_TERM_CALL_GRAPH	0x020
#define PERF_TERM_STACK_SIZE	0x040
#define PERF_TERM_MAX_STACK	0x080
#define PERF_TERM_NAME		0x100
#define PERF_TERM_BRANCHES	0x200
#define PERF_TERM_PERCORE	0x400
#define PERF_TERM_AUX_OUTPUT	0x800
#define PERF_TERM_AUX_SAMPLE	0x1000

/**
 * struct perf_event_terms - settings of one event that override those of the command
 * @given: PERF_TERM_* bits
 * @period: sample period in events
 * @freq: samples per second
 * @stack_size: bytes of user stack copied into a sample
 * @max_stack: most entries of a call chain
 * @aux_sample_size: bytes of trace data (AUX area) in each sample
 * @branches: PERF_SAMPLE_BRANCH_* bits, 0: samples have no branches
 * @time: samples have a time
 * @inherit: children are counted
 * @overwrite: its ring overwrites old records
 * @aux_output: samples go into the trace data of the group's leader
 * @percore: counts that are shown by CPU are added up by core
 * @call_graph: "fp", "dwarf", "lbr" or "no"
 */
struct perf_event_terms {
	unsigned int	given;
	uint64_t	period;
	uint64_t	freq;
	uint64_t	stack_size;
	uint64_t	max_stack;
	uint64_t	aux_sample_size;
	uint64_t	branches;
	bool		time;
	bool		inherit;
	bool		overwrite;
	bool		aux_output;
	bool		percore;
	char		call_graph[8];
};

/**
 * struct perf_event_spec - one event
 * @name: name in output: the text as typed, or a name=... term
 * @attr: type, config and bits set by modifiers; zero otherwise
 * @pmu: name of its PMU, NULL for the generic types
 * @leader: index of its group's leader in the list; its own index if leader or alone
 * @members: of a leader: number of events in the group, 1 if alone
 * @group: name of the group, NULL if none
 * @weak: modifier W: the group may be broken up if it does not fit
 * @sample_read: modifier S: samples of the leader hold the counts of the group
 * @max_precise: modifier P: as precise as the PMU can
 * @kernel_dropped: perf_event_drop_kernel() excluded the kernel for lack of permission
 * @clock_taken: perf_event_take_clock() made it cpu-clock: no counter counts cycles
 * @bare: typed without its PMU, as "cs", "r1a8" or the name of an event that a PMU has
 * @modified: its text ends with modifiers; @name of a tracepoint never does
 * @tool: set if the tool counts it, not the kernel
 * @unit: unit of the scaled count, NULL if none
 * @scale: factor from count to @unit
 * @per_package: one CPU of each package counts for all of it
 * @snapshot: the value is a level, not a count: intervals show it unchanged
 * @merge: events with the same number are one event on several PMUs of a kind, and their
 *	counts are summed up in one row. 0: alone
 * @jitter: if it samples, the kernel varies its period
 * @area: its PMU writes trace data to an AUX area
 * @cgroup: control group to count in, NULL for none
 * @cgroup_fd: open directory of @cgroup
 * @cpus: CPUs that its PMU lists for opening, NULL: any
 * @terms: settings that override those of the command
 */
struct perf_event_spec {
	char			*name;
	struct perf_event_attr	attr;
	char			*pmu;
	size_t			leader;
	size_t			members;
	char			*group;
	bool			weak;
	bool			sample_read;
	bool			max_precise;
	bool			kernel_dropped;
	bool			clock_taken;
	bool			bare;
	bool			modified;
	enum perf_tool_event	tool;
	char			*unit;
	double			scale;
	bool			per_package;
	bool			snapshot;
	bool			jitter;
	bool			area;
	unsigned int		merge;
	char			*cgroup;
	int			cgroup_fd;
	struct perf_cpus	*cpus;
	struct perf_event_terms	terms;
};

/**
 * struct perf_event_list - events in the order they were typed
 * @at: the events
 * @count: number of events
 * @capacity: events that @at has room for
 * @merges: last number used for perf_event_spec.merge
 * @cputype: PMU of the one kind of CPU that events are restricted to; empty: all kinds
 */
struct perf_event_list {
	struct perf_event_spec	*at;
	size_t			count;
	size_t			capacity;
	unsigned int		merges;
	struct perf_pmus	cputype;
};

struct perf_event_spec *perf_event_list_add(struct perf_event_list *list);
struct perf_event_spec *perf_event_list_copy(struct perf_event_list *list, size_t index);
void perf_event_spec_free(struct perf_event_spec *spec);
void perf_event_list_free(struct perf_event_list *list);
int perf_event_set_name(struct perf_event_spec *spec, const char *name, size_t length,
			struct perf_error *error);
bool perf_event_drop_kernel(struct perf_event_spec *spec);
bool perf_event_take_clock(struct perf_event_spec *spec);

#endif
