// SPDX-License-Identifier: GPL-2.0
/*
 * Threads by number, their names, and the files of their processes.
 *
 * A file descriptor has a path only while the path is certain: the descriptor was open when the
 * process was first seen, or when its parent forked, and no call since then has closed or
 * replaced it.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <base/io.h>
#include <base/str.h>
#include <sys/paths.h>
#include <trace/tasks.h>

static struct perf_trace_process *find_process(const struct perf_trace_tasks *tasks, int32_t pid)
{
	uint64_t index;

	if (!perf_map_get(&tasks->by_pid, (uint32_t)pid, &index))
		return NULL;
	return tasks->processes.at[index - 1];
}

static struct perf_trace_process *add_process(struct perf_trace_tasks *tasks, int32_t pid)
{
	struct perf_trace_process **slot = perf_vec_push(&tasks->processes);
	uint64_t *index;

	if (!slot)
		return NULL;
	*slot = calloc(1, sizeof(**slot));
	index = *slot ? perf_map_put(&tasks->by_pid, (uint32_t)pid, NULL) : NULL;
	if (!index) {
		free(*slot);
		tasks->processes.count--;
		return NULL;
	}
	*index = tasks->processes.count;
	(*slot)->pid = pid;
	(*slot)->live = tasks->live;
	return *slot;
}

static void read_name(struct perf_trace_task *task, int32_t pid)
{
	char path[64], line[64];
	ssize_t length;

	perf_path(path, sizeof(path), "/proc/%d/task/%d/comm", pid, task->tid);
	length = perf_read_line(path, line, sizeof(line));
	if (length > 0)
		perf_trace_task_name(task, line, (size_t)length);
}

/** perf_trace_task_name() - set the name of a thread; @comm need not end with a zero byte */
void perf_trace_task_name(struct perf_trace_task *task, const char *comm, size_t length)
{
	length = strnlen(comm, length);
	if (length >= sizeof(task->comm))
		length = sizeof(task->comm) - 1;
	memcpy(task->comm, comm, length);
	task->comm[length] = '\0';
	task->named = true;
}

/** perf_trace_task_find() - the thread with this number, NULL if none was added */
struct perf_trace_task *perf_trace_task_find(const struct perf_trace_tasks *tasks, int32_t tid)
{
	uint64_t index;

	if (!perf_map_get(&tasks->by_tid, (uint32_t)tid, &index))
		return NULL;
	return tasks->list.at[index - 1];
}

static struct perf_trace_task *add_task(struct perf_trace_tasks *tasks, int32_t pid, int32_t tid)
{
	struct perf_trace_task **slot = perf_vec_push(&tasks->list);
	struct perf_trace_process *process;
	uint64_t *index;

	if (!slot)
		return NULL;
	*slot = calloc(1, sizeof(**slot));
	process = find_process(tasks, pid);
	if (!process)
		process = add_process(tasks, pid);
	index = *slot && process ? perf_map_put(&tasks->by_tid, (uint32_t)tid, NULL) : NULL;
	if (!index) {
		free(*slot);
		tasks->list.count--;
		return NULL;
	}
	*index = tasks->list.count;
	(*slot)->tid = tid;
	(*slot)->process = process;
	(*slot)->id = -1;
	return *slot;
}

/**
 * perf_trace_task() - get a thread
 * @tasks: all threads
 * @pid: number of its process
 * @tid: its number
 *
 * Return: the thread, added if it is new; NULL if memory ran out.
 */
struct perf_trace_task *perf_trace_task(struct perf_trace_tasks *tasks, int32_t pid, int32_t tid)
{
	struct perf_trace_task *task = tasks->last;

	if (task && task->tid == tid && task->process->pid == pid)
		return task;
	task = perf_trace_task_find(tasks, tid);
	/* @tid of an ended thread was reused in another process. */
	if (task && task->process->pid != pid)
		task = NULL;
	if (!task) {
		task = add_task(tasks, pid, tid);
		if (!task)
			return NULL;
		if (tasks->live)
			read_name(task, pid);
	}
	tasks->last = task;
	return task;
}

/**
 * perf_trace_fork() - add a thread that was created
 * @tasks: all threads
 * @pid: process of the new thread
 * @tid: the new thread
 * @ppid: process of the creating thread
 * @ptid: the creating thread
 *
 * A new process shares the file descriptors of its parent.
 *
 * Return: 0 or -ENOMEM.
 */
int perf_trace_fork(struct perf_trace_tasks *tasks, int32_t pid, int32_t tid, int32_t ppid,
		    int32_t ptid)
{
	const struct perf_trace_process *parent = find_process(tasks, ppid);
	const struct perf_trace_task *maker = perf_trace_task_find(tasks, ptid);
	struct perf_trace_task *task;

	/* A reused @pid gets a new process. */
	if (pid == tid && find_process(tasks, pid) && !add_process(tasks, pid))
		return -ENOMEM;
	task = add_task(tasks, pid, tid);
	if (!task)
		return -ENOMEM;
	if (maker && maker->named)
		perf_trace_task_name(task, maker->comm, sizeof(maker->comm));
	else if (tasks->live)
		read_name(task, pid);
	tasks->last = NULL;
	if (parent && pid != ppid)
		perf_fds_share(&task->process->paths, &parent->paths);
	return 0;
}

/** perf_trace_exit() - a thread ended; if it was the main thread, its process is not @live */
void perf_trace_exit(struct perf_trace_tasks *tasks, int32_t pid, int32_t tid)
{
	struct perf_trace_process *process = find_process(tasks, pid);

	if (process && pid == tid)
		process->live = false;
}

static uint32_t trace_task_ask(struct perf_trace_tasks *tasks,
			       const struct perf_trace_process *process, int fd)
{
	char link[64], path[PERF_PATH_MAX];
	ssize_t length;

	if (!process->live)
		return PERF_INTERN_NONE;
	perf_path(link, sizeof(link), "/proc/%d/fd/%d", process->pid, fd);
	length = readlink(link, path, sizeof(path));
	if (length <= 0 || (size_t)length >= sizeof(path))
		return PERF_INTERN_NONE;
	return perf_intern_mem(&tasks->paths, path, (size_t)length);
}

/**
 * perf_trace_path() - get the path of a file descriptor
 * @tasks: all threads
 * @process: the process
 * @fd: file descriptor
 *
 * Return: the path, valid as long as @tasks; NULL if it is unknown.
 */
const char *perf_trace_path(struct perf_trace_tasks *tasks, struct perf_trace_process *process,
			    int fd)
{
	uint32_t path = PERF_INTERN_NONE;

	if (fd < 0 || fd >= PERF_FDS_MAX)
		return NULL;
	/* Unless process->live, an unknown descriptor stays so and is not stored. */
	if (!perf_fds_get(&process->paths, (uint32_t)fd, &path) && process->live) {
		path = trace_task_ask(tasks, process, fd);
		if (perf_fds_set(&process->paths, (uint32_t)fd, path))
			return NULL;
	}
	return path == PERF_INTERN_NONE ? NULL : tasks->paths.texts[path];
}

static bool closes_on_exec(int32_t pid, int fd)
{
	char path[64];
	char *text, *line;
	bool closes;

	perf_path(path, sizeof(path), "/proc/%d/fdinfo/%d", pid, fd);
	text = perf_read_file(path, NULL);
	line = text ? strstr(text, "flags:") : NULL;
	closes = line && strtoul(line + strlen("flags:"), NULL, 8) & O_CLOEXEC;
	free(text);
	return closes;
}

/**
 * perf_trace_snapshot() - store the open files of a process, before it is traced
 * @tasks: all threads
 * @pid: the process
 * @exec: the process is about to exec: skip descriptors with O_CLOEXEC
 *
 * Afterwards the process is not @live: perf_trace_path() does not read /proc for it.
 *
 * Return: 0, also if /proc cannot be read; -ENOMEM.
 */
int perf_trace_snapshot(struct perf_trace_tasks *tasks, int32_t pid, bool exec)
{
	struct perf_trace_task *task = perf_trace_task(tasks, pid, pid);
	struct dirent *entry;
	char path[64];
	DIR *dir;

	if (!task)
		return -ENOMEM;
	perf_path(path, sizeof(path), "/proc/%d/fd", pid);
	dir = opendir(path);
	while (dir && (entry = readdir(dir))) {
		int fd = *entry->d_name == '.' ? -1 : atoi(entry->d_name);

		if (fd >= 0 && !(exec && closes_on_exec(pid, fd)))
			perf_trace_path(tasks, task->process, fd);
	}
	if (dir)
		closedir(dir);
	task->process->live = false;
	return 0;
}

/**
 * perf_trace_forget() - drop the path of a file descriptor that was closed or replaced
 *
 * perf_trace_path() does not read the new path from /proc: events are read some time after they
 * happened, and @fd may have been replaced again by then.
 */
void perf_trace_forget(struct perf_trace_process *process, int fd)
{
	uint32_t path;

	if (fd < 0 || fd >= PERF_FDS_MAX)
		return;
	if (process->live || perf_fds_get(&process->paths, (uint32_t)fd, &path))
		perf_fds_set(&process->paths, (uint32_t)fd, PERF_INTERN_NONE);
}

static void free_task(struct perf_trace_task *task)
{
	struct perf_trace_count *count;

	perf_vec_each(&task->counts, count)
		perf_vec_free(&count->errnos);
	perf_vec_free(&task->counts);
	perf_map_free(&task->by_call);
	free(task);
}

/** perf_trace_tasks_free() - free what @tasks owns and empty it */
void perf_trace_tasks_free(struct perf_trace_tasks *tasks)
{
	struct perf_trace_process **process;
	struct perf_trace_task **task;

	perf_vec_each(&tasks->list, task)
		free_task(*task);
	perf_vec_each(&tasks->processes, process) {
		perf_fds_free(&(*process)->paths);
		free(*process);
	}
	perf_vec_free(&tasks->list);
	perf_vec_free(&tasks->processes);
	perf_map_free(&tasks->by_tid);
	perf_map_free(&tasks->by_pid);
	perf_intern_free(&tasks->paths);
	*tasks = (struct perf_trace_tasks){ 0 };
}
