/* SPDX-License-Identifier: GPL-2.0 */
/* The traced threads, and the open files of their processes. */
#ifndef PERF_TRACE_TASKS_H
#define PERF_TRACE_TASKS_H

#include <stdbool.h>
#include <stdint.h>
#include <base/map.h>
#include <base/mean.h>
#include <base/vec.h>
#include <trace/fds.h>

#define PERF_TRACE_COMM_SIZE	16

/**
 * struct perf_trace_errno - failures of a call with one errno
 * @number: the errno, positive
 * @count: number of failures
 */
struct perf_trace_errno {
	int		number;
	uint64_t	count;
};

/**
 * struct perf_trace_count - sums of one system call in one thread
 * @id: number of the call
 * @calls: number of returns
 * @errors: number of returns with an error
 * @times: ns of the calls whose beginning and end were seen
 * @errnos: failures by errno
 */
struct perf_trace_count {
	int64_t			id;
	uint64_t		calls;
	uint64_t		errors;
	struct perf_times	times;
	PERF_VEC(struct perf_trace_errno) errnos;
};

/**
 * struct perf_trace_process - state shared by the threads of a process
 * @pid: its number
 * @paths: maps a file descriptor to a path in perf_trace_tasks.paths; PERF_INTERN_NONE: the
 *	path is unknown
 * @live: the process may exist: perf_trace_path() reads /proc for descriptors not in @paths
 */
struct perf_trace_process {
	int32_t		pid;
	struct perf_fds	paths;
	bool		live;
};

/**
 * struct perf_trace_task - a thread
 * @tid: its number
 * @process: its process
 * @comm: its name, valid if @named
 * @named: the name is known
 * @entered: the thread is in a system call whose beginning was seen
 * @shown: the beginning of the call was written as a line of its own
 * @has_args: @args is valid
 * @id: number of the call, -1 if unknown
 * @time: ns at which the call began
 * @args: arguments of the call
 * @events: number of its events
 * @runtime: ns that the thread ran, summed up for --sched
 * @counts: sums of its calls
 * @by_call: number of a call to index + 1 in @counts
 */
struct perf_trace_task {
	int32_t				tid;
	struct perf_trace_process	*process;
	char				comm[PERF_TRACE_COMM_SIZE];
	bool				named;
	bool				entered;
	bool				shown;
	bool				has_args;
	int64_t				id;
	uint64_t			time;
	uint64_t			args[6];
	uint64_t			events;
	uint64_t			runtime;
	PERF_VEC(struct perf_trace_count)	counts;
	struct perf_map			by_call;
};

/**
 * struct perf_trace_tasks - all threads and processes
 * @list: threads, in the order of first occurrence
 * @processes: processes, in the order of first occurrence
 * @by_tid: tid to index + 1 in @list
 * @by_pid: pid to index + 1 in @processes
 * @last: the thread that perf_trace_task() returned last, or NULL
 * @paths: paths of files
 * @live: the threads run on this machine, now: names and paths may be read from /proc
 */
struct perf_trace_tasks {
	PERF_VEC(struct perf_trace_task *)	list;
	PERF_VEC(struct perf_trace_process *)	processes;
	struct perf_map				by_tid;
	struct perf_map				by_pid;
	struct perf_trace_task			*last;
	struct perf_intern			paths;
	bool					live;
};
struct perf_trace_task *perf_trace_task(struct perf_trace_tasks *tasks, int32_t pid, int32_t tid);
struct perf_trace_task *perf_trace_task_find(const struct perf_trace_tasks *tasks, int32_t tid);
void perf_trace_task_name(struct perf_trace_task *task, const char *comm, size_t length);
int perf_trace_fork(struct perf_trace_tasks *tasks, int32_t pid, int32_t tid, int32_t ppid,
		    int32_t ptid);
void perf_trace_exit(struct perf_trace_tasks *tasks, int32_t pid, int32_t tid);
const char *perf_trace_path(struct perf_trace_tasks *tasks, struct perf_trace_process *process,
			    int fd);
int perf_trace_snapshot(struct perf_trace_tasks *tasks, int32_t pid, bool exec);
void perf_trace_forget(struct perf_trace_process *process, int fd);
void perf_trace_tasks_free(struct perf_trace_tasks *tasks);

#endif /* PERF_TRACE_TASKS_H */
