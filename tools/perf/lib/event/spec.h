/* SPDX-License-Identifier: GPL-2.0 */
/* What a person asked to count: a list of events. */
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
 * enum perf_tool_event - counts that the tool makes itself
 * @PERF_TOOL_NONE: the kernel counts
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

/* Which members of struct perf_event_terms were given. */
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
 * @period: of samples, in events
 * @freq: of samples, a second
 * @stack_size: bytes of user stack to copy
 * @max_stack: entries of a call chain
 * @time: samples have a time
 * @inherit: counts in children
 * @overwrite: its ring overwrites old records
 * @aux_sample_size: bytes of trace data (AUX area) in each sample
 * @branches: PERF_SAMPLE_BRANCH_* bits of the branches that samples tell of, 0: none
 * @aux_output: samples go into the trace data of the group's leader
 * @percore: where counts are shown by CPU, these are added up by core
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
 * @name: as shown; what was typed, or a name=... term
 * @attr: type, config and what modifiers say; zero otherwise
 * @pmu: name of its PMU, NULL for the generic types
 * @leader: index of its group's leader in the list; its own if it is one, or alone
 * @members: leader: number of events in the group, 1 if alone
 * @group: name given to the group, NULL if none
 * @weak: modifier W: the group may be broken up if it does not fit
 * @sample_read: modifier S: samples of the leader hold the counts of the group
 * @max_precise: modifier P: as precise as the PMU can
 * @kernel_dropped: opening it left the kernel out for want of permission
 * @clock_taken: opening it took the clock, since no counter counts cycles
 * @bare: it was typed without its PMU, as "cs", "r1a8" or the name of an event that a PMU has
 * @modified: its name as typed ends with modifiers; names of tracepoints never do
 * @tool: not of the kernel
 * @unit: of the scaled count, NULL if none
 * @scale: from count to unit
 * @per_package: one CPU of each package counts for all of it
 * @snapshot: a level, not a count: intervals show it as it is
 * @merge: counts with the same number are summed up as one row: they are one event on
 *	several PMUs of a kind. 0: alone
 * @area: its PMU writes trace data to an AUX area
 * @cgroup: control group to count in, NULL for none
 * @cgroup_fd: its directory, if @cgroup
 * @cpus: CPUs its PMU wants it to be opened on, NULL if any will do
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
	bool			area;
	unsigned int		merge;
	char			*cgroup;
	int			cgroup_fd;
	struct perf_cpus	*cpus;
	struct perf_event_terms	terms;
};

/**
 * struct perf_event_list - some events, in the order they were asked for
 * @at: them
 * @count: how many
 * @capacity: room
 * @merges: last number used for merge
 * @cputype: of several kinds of CPU the one whose events are meant; empty: all
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
