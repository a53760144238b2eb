/* SPDX-License-Identifier: GPL-2.0-only */
/* The threads that are traced, and the files their processes have open. */
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
 * struct perf_trace_errno - how often a call failed with an errno
 * @number: the errno
 * @count: how often
 */
struct perf_trace_errno {
	int		number;
	uint64_t	count;
};

/**
 * struct perf_trace_count - one system call of one thread, added up
 * @id: its number
 * @calls: how often it returned
 * @errors: how often with an error
 * @times: of those of which both the beginning and the end were seen
 * @errnos: which errors
 */
struct perf_trace_count {
	int64_t			id;
	uint64_t		calls;
	uint64_t		errors;
	struct perf_times	times;
	PERF_VEC(struct perf_trace_errno) errnos;
};

/**
 * struct perf_trace_process - what the threads of a process share
 * @pid: its number
 * @paths: file descriptor to a path in perf_trace_tasks.paths; PERF_INTERN_NONE: it is not
 *	known what the number stands for
 * @live: it may still exist: ask for what is not in @paths
 */
struct perf_trace_process {
	int32_t		pid;
	struct perf_fds	paths;
	bool		live;
};

/**
 * struct perf_trace_task - a thread
 * @tid: its number
 * @process: whose thread
 * @comm: its name
 * @named: a name is known
 * @entered: it is in a system call whose beginning was seen
 * @shown: the beginning of that was shown
 * @id: the call, -1 if not known
 * @time: when it began, ns
 * @args: its arguments, if @has_args
 * @events: events seen of it
 * @runtime: how long it has run, ns, if that is asked for
 * @counts: the calls it made
 * @by_call: number of the call to index + 1 in @counts
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
 * struct perf_trace_tasks - all of them
 * @list: in the order they were seen
 * @processes: likewise
 * @by_tid, @by_pid: index + 1 in these
 * @last: the one that was asked for last
 * @paths: names of files
 * @live: the threads run on this machine, now: ask /proc
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

/**
 * perf_trace_task() - a thread
 * @tasks: all
 * @pid: of its process
 * @tid: its own
 *
 * Return: the thread, added if it is new; NULL without memory.
 */
struct perf_trace_task *perf_trace_task(struct perf_trace_tasks *tasks, int32_t pid, int32_t tid);

/** perf_trace_task_find() - the thread of a number, NULL if none was seen */
struct perf_trace_task *perf_trace_task_find(const struct perf_trace_tasks *tasks, int32_t tid);

/** perf_trace_task_name() - a thread has a name; it is not ended by a zero byte */
void perf_trace_task_name(struct perf_trace_task *task, const char *comm, size_t length);

/**
 * perf_trace_fork() - a thread was made
 * @tasks: all
 * @pid, @tid: it
 * @ppid, @ptid: who made it
 *
 * The files of a new process are those of the old one.
 *
 * Return: 0 or -ENOMEM.
 */
int perf_trace_fork(struct perf_trace_tasks *tasks, int32_t pid, int32_t tid, int32_t ppid,
		    int32_t ptid);

/** perf_trace_exit() - a thread ended: nothing more is asked of a process that did */
void perf_trace_exit(struct perf_trace_tasks *tasks, int32_t pid, int32_t tid);

/**
 * perf_trace_path() - what a file descriptor stands for
 * @tasks: all
 * @process: whose
 * @fd: number
 *
 * Return: the path, valid as long as @tasks; NULL if it is not known.
 */
const char *perf_trace_path(struct perf_trace_tasks *tasks, struct perf_trace_process *process,
			    int fd);

/**
 * perf_trace_snapshot() - learn what files a process has open, before it is traced
 * @tasks: all
 * @pid: the process
 * @exec: it is about to execute a program: only what stays open then
 *
 * Nothing is asked of the process later.
 *
 * Return: 0, also if it cannot be looked at; -ENOMEM.
 */
int perf_trace_snapshot(struct perf_trace_tasks *tasks, int32_t pid, bool exec);

/**
 * perf_trace_forget() - a file descriptor no longer stands for what it did
 *
 * What it stands for from now on is not known: who asks /proc may get an answer to a later
 * question, since events are read some time after they happened.
 */
void perf_trace_forget(struct perf_trace_process *process, int fd);

/** perf_trace_tasks_free() - free all */
void perf_trace_tasks_free(struct perf_trace_tasks *tasks);

#endif /* PERF_TRACE_TASKS_H */
