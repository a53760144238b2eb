// SPDX-License-Identifier: GPL-2.0
/* Sets of threads, read from /proc. */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <base/io.h>
#include <base/num.h>
#include <sys/threads.h>

static int threads_add(struct perf_threads *threads, pid_t pid, pid_t tid)
{
	struct perf_thread *more = reallocarray(threads->at, threads->count + 1, sizeof(*more));

	if (!more)
		return -ENOMEM;
	threads->at = more;
	more[threads->count++] = (struct perf_thread){ .pid = pid, .tid = tid };
	return 0;
}

static int add_named(struct perf_threads *threads, pid_t pid, pid_t tid)
{
	struct perf_thread *thread;
	char path[64];

	if (threads_add(threads, pid, tid))
		return -ENOMEM;
	thread = &threads->at[threads->count - 1];
	snprintf(path, sizeof(path), "/proc/%d/comm", tid);
	perf_read_line(path, thread->comm, sizeof(thread->comm));
	return 0;
}

/**
 * perf_threads_all() - make the set that stands for all threads
 * @threads: filled with one thread, -1
 * @error: filled on failure
 *
 * Return: 0 or -ENOMEM.
 */
int perf_threads_all(struct perf_threads *threads, struct perf_error *error)
{
	return perf_threads_one(threads, -1, error);
}

/**
 * perf_threads_one() - make the set of one thread
 * @threads: filled
 * @pid: process id of the thread. @comm stays empty: the caller's child has not executed its
 *	program yet
 * @error: filled on failure
 *
 * Return: 0 or -ENOMEM.
 */
int perf_threads_one(struct perf_threads *threads, pid_t pid, struct perf_error *error)
{
	*threads = (struct perf_threads){ 0 };
	return threads_add(threads, pid, pid) ? perf_error_memory(error) : 0;
}

/* Adds all threads of a process. Returns 0, -ENOMEM, or -ESRCH if the process does not exist. */
static int add_process(struct perf_threads *threads, pid_t pid)
{
	size_t before = threads->count;
	struct dirent *entry;
	char path[64];
	int err = 0;
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%d/task", pid);
	dir = opendir(path);
	if (!dir)
		return -ESRCH;
	while (!err && (entry = readdir(dir)))
		if (isdigit((unsigned char)*entry->d_name))
			err = add_named(threads, pid, atoi(entry->d_name));
	closedir(dir);
	if (!err && threads->count == before)
		return -ESRCH;
	return err;
}

/* Returns the process of a thread, from "Tgid: PID" in its status; -1 if it does not exist. */
static pid_t process_of(pid_t tid)
{
	static const char key[] = "\nTgid:";
	char path[64], *status, *line;
	pid_t pid = -1;

	snprintf(path, sizeof(path), "/proc/%d/status", tid);
	status = perf_read_file(path, NULL);
	line = status ? strstr(status, key) : NULL;
	if (line)
		pid = atoi(line + strlen(key));
	free(status);
	return pid;
}

static int add_thread(struct perf_threads *threads, pid_t tid)
{
	pid_t pid = process_of(tid);

	return pid < 0 ? -ESRCH : add_named(threads, pid, tid);
}

static int parse_list(struct perf_threads *threads, const char *list, const char *what,
		      int (*add_one)(struct perf_threads *threads, pid_t id),
		      struct perf_error *error)
{
	char *copy = strdup(list);
	char *save = NULL;
	int failed = 0;
	char *word;

	*threads = (struct perf_threads){ 0 };
	if (!copy)
		return perf_error_memory(error);
	for (word = strtok_r(copy, ",", &save); word; word = strtok_r(NULL, ",", &save)) {
		uint64_t id;

		if (!perf_parse_u64(word, &id) || !id || id > 0x3fffffff) {
			failed = perf_error_set(error, EINVAL, "'%s' is not a %s id", word, what);
			break;
		}
		failed = add_one(threads, id);
		if (failed == -ENOMEM)
			perf_error_memory(error);
		else if (failed)
			perf_error_set(error, ESRCH, "there is no %s %s", what, word);
		if (failed)
			break;
	}
	if (!failed && !threads->count)
		failed = perf_error_set(error, EINVAL, "no %s id given", what);
	free(copy);
	if (failed)
		perf_threads_free(threads);
	return failed;
}

/**
 * perf_threads_of_pids() - get all threads of some processes
 * @threads: filled
 * @pids: process ids, separated by commas
 * @error: filled on failure
 *
 * Return: 0 or a negative errno, -ESRCH if a process does not exist.
 */
int perf_threads_of_pids(struct perf_threads *threads, const char *pids, struct perf_error *error)
{
	return parse_list(threads, pids, "process", add_process, error);
}

/**
 * perf_threads_of_tids() - get some threads
 * @threads: filled
 * @tids: thread ids, separated by commas
 * @error: filled on failure
 *
 * Return: 0 or a negative errno, -ESRCH if a thread does not exist.
 */
int perf_threads_of_tids(struct perf_threads *threads, const char *tids, struct perf_error *error)
{
	return parse_list(threads, tids, "thread", add_thread, error);
}

static int add_matching(struct perf_threads *threads, const uid_t *uid, struct perf_error *error)
{
	struct dirent *entry;
	int failed = 0;
	DIR *dir;

	*threads = (struct perf_threads){ 0 };
	dir = opendir("/proc");
	if (!dir)
		return perf_error_set(error, errno, "cannot read /proc: %s", strerror(errno));
	while (failed != -ENOMEM && (entry = readdir(dir))) {
		struct stat stat_;
		char path[300];

		if (!isdigit((unsigned char)*entry->d_name))
			continue;
		snprintf(path, sizeof(path), "/proc/%s", entry->d_name);
		if (uid && (stat(path, &stat_) || stat_.st_uid != *uid))
			continue;
		/* -ESRCH is no failure: the process has ended meanwhile. */
		failed = add_process(threads, atoi(entry->d_name));
	}
	closedir(dir);
	if (failed == -ENOMEM) {
		perf_threads_free(threads);
		return perf_error_memory(error);
	}
	return 0;
}

/**
 * perf_threads_of_user() - get all threads of a user
 * @threads: filled
 * @uid: the user
 * @error: filled on failure
 *
 * Return: 0 or a negative errno, -ESRCH if the user has no process.
 */
int perf_threads_of_user(struct perf_threads *threads, uid_t uid, struct perf_error *error)
{
	int failed = add_matching(threads, &uid, error);

	if (!failed && !threads->count)
		return perf_error_set(error, ESRCH, "user %u runs nothing", (unsigned int)uid);
	return failed;
}

/**
 * perf_threads_of_system() - get all threads of the system
 * @threads: filled
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_threads_of_system(struct perf_threads *threads, struct perf_error *error)
{
	return add_matching(threads, NULL, error);
}

/**
 * perf_threads_free() - free a set
 * @threads: the set, empty afterwards
 */
void perf_threads_free(struct perf_threads *threads)
{
	free(threads->at);
	*threads = (struct perf_threads){ 0 };
}
