// SPDX-License-Identifier: GPL-2.0
/*
 * Records about the processes that existed before recording began.
 *
 * /proc is read while the processes run; those that end meanwhile are left out.
 */
#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <base/io.h>
#include <sys/paths.h>
#include <record/synth.h>

struct task {
	char comm[64];
	pid_t parent;
};

/* "PID (NAME) STATE PPID ...": NAME may hold any character, so it ends at the last ')'. */
static bool read_task(const char *path, struct task *task)
{
	char *open, *close, line[1024];
	size_t size;
	ssize_t got;

	got = perf_read_line(path, line, sizeof(line));
	if (got <= 0)
		return false;
	open = strchr(line, '(');
	close = strrchr(line, ')');
	if (!open || !close || close < open)
		return false;
	size = (size_t)(close - open - 1);
	if (size >= sizeof(task->comm))
		size = sizeof(task->comm) - 1;
	memcpy(task->comm, open + 1, size);
	task->comm[size] = '\0';
	return sscanf(close + 1, " %*c %d", &task->parent) == 1;
}

static void put_comm(struct perf_synth *synth, pid_t pid, pid_t tid, const char *comm)
{
	struct perf_record_comm record = {
		.header.type = PERF_RECORD_COMM,
		.pid = (uint32_t)pid,
		.tid = (uint32_t)tid,
	};
	size_t at;

	at = perf_synth_begin(synth, &record, sizeof(record));
	perf_str_mem(synth->records, comm, strlen(comm) + 1);
	perf_synth_end(synth, at);
}

static void put_fork(struct perf_synth *synth, pid_t pid, pid_t tid, pid_t parent)
{
	struct perf_record_fork record = {
		.header.type = PERF_RECORD_FORK,
		.header.misc = PERF_RECORD_MISC_FORK_EXEC,
		.pid = (uint32_t)pid,
		.tid = (uint32_t)tid,
		.ppid = (uint32_t)parent,
		.ptid = (uint32_t)parent,
	};

	perf_synth_end(synth, perf_synth_begin(synth, &record, sizeof(record)));
}

static void put_namespaces(struct perf_synth *synth, pid_t pid, pid_t tid)
{
	static const char *const names[NR_NAMESPACES] = {
		[NET_NS_INDEX] = "net", [UTS_NS_INDEX] = "uts", [IPC_NS_INDEX] = "ipc",
		[PID_NS_INDEX] = "pid", [USER_NS_INDEX] = "user", [MNT_NS_INDEX] = "mnt",
		[CGROUP_NS_INDEX] = "cgroup",
	};
	struct perf_record_namespaces record = {
		.header.type = PERF_RECORD_NAMESPACES,
		.pid = (uint32_t)pid,
		.tid = (uint32_t)tid,
		.nr = NR_NAMESPACES,
	};
	struct perf_ns_link_info links[NR_NAMESPACES] = { 0 };
	struct stat status;
	char path[64];
	size_t at, i;

	for (i = 0; i < NR_NAMESPACES; i++) {
		snprintf(path, sizeof(path), "/proc/%d/ns/%s", tid, names[i]);
		if (stat(path, &status))
			continue;
		links[i].dev = status.st_dev;
		links[i].ino = status.st_ino;
	}
	at = perf_synth_begin(synth, &record, sizeof(record));
	perf_str_mem(synth->records, (const char *)links, sizeof(links));
	perf_synth_end(synth, at);
}

/* A line of /proc/PID/maps: START-END PERMISSIONS OFFSET MAJOR:MINOR INODE [PATH] */
static void put_mapping(struct perf_synth *synth, pid_t pid, char *line)
{
	static const char huge[] = "/anon_hugepage";
	struct perf_record_mmap2 record = {
		.header.type = PERF_RECORD_MMAP2,
		.header.misc = PERF_RECORD_MISC_USER,
		.pid = (uint32_t)pid,
		.tid = (uint32_t)pid,
	};
	unsigned long long start, end, offset, inode;
	unsigned int major_nr, minor_nr;
	char permissions[8];
	const char *path;
	int used = 0;
	size_t at;

	if (sscanf(line, "%llx-%llx %7s %llx %x:%x %llu%n", &start, &end, permissions, &offset,
		   &major_nr, &minor_nr, &inode, &used) < 7 || end < start)
		return;
	if (permissions[2] != 'x') {
		if (!synth->data_maps || permissions[0] != 'r')
			return;
		record.header.misc |= PERF_RECORD_MISC_MMAP_DATA;
	}
	for (path = line + used; *path == ' '; path++)
		;
	record.start = start;
	record.len = end - start;
	record.pgoff = offset;
	record.maj = major_nr;
	record.min = minor_nr;
	record.ino = inode;
	record.prot = (permissions[0] == 'r' ? PROT_READ : 0) |
		      (permissions[1] == 'w' ? PROT_WRITE : 0) |
		      (permissions[2] == 'x' ? PROT_EXEC : 0);
	record.flags = permissions[3] == 's' ? MAP_SHARED : MAP_PRIVATE;
	if (!*path)
		path = "//anon";
	if (!strncmp(path, huge, sizeof(huge) - 1)) {
		path = "//anon";
		record.flags |= MAP_HUGETLB;
	}
	at = perf_synth_begin(synth, &record, offsetof(struct perf_record_mmap2, filename));
	perf_str_mem(synth->records, path, strlen(path) + 1);
	perf_synth_end(synth, at);
}

static void put_mappings(struct perf_synth *synth, pid_t pid)
{
	char path[64], *maps, *line, *end;

	snprintf(path, sizeof(path), "/proc/%d/maps", pid);
	maps = perf_read_file(path, NULL);
	for (line = maps; line && *line; line = end) {
		end = strchr(line, '\n');
		if (end)
			*end++ = '\0';
		put_mapping(synth, pid, line);
	}
	free(maps);
}

static void put_thread(struct perf_synth *synth, pid_t pid, pid_t tid)
{
	struct task task;
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/task/%d/stat", pid, tid);
	if (!read_task(path, &task))
		return;
	put_fork(synth, pid, tid, tid == pid ? task.parent : pid);
	if (synth->namespaces)
		put_namespaces(synth, pid, tid);
	put_comm(synth, pid, tid, task.comm);
}

/**
 * perf_synth_task() - write a process, its threads and its mappings
 * @synth: output
 * @pid: process; has no effect if it has ended
 */
void perf_synth_task(struct perf_synth *synth, pid_t pid)
{
	struct dirent *entry;
	char path[64];
	DIR *threads;
	pid_t tid;

	snprintf(path, sizeof(path), "/proc/%d/task", pid);
	threads = opendir(path);
	if (!threads)
		return;
	/* The leader first: put_thread() writes the other threads as its children. */
	put_thread(synth, pid, pid);
	if (!synth->no_maps)
		put_mappings(synth, pid);
	while ((entry = readdir(threads))) {
		tid = atoi(entry->d_name);
		if (tid > 0 && tid != pid)
			put_thread(synth, pid, tid);
	}
	closedir(threads);
}

/**
 * perf_synth_comm() - write the name of a thread, and its namespaces if @synth->namespaces
 * @synth: output
 * @pid: process
 * @tid: thread
 */
void perf_synth_comm(struct perf_synth *synth, pid_t pid, pid_t tid)
{
	struct task task;
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/task/%d/stat", pid, tid);
	if (!read_task(path, &task))
		return;
	if (synth->namespaces)
		put_namespaces(synth, pid, tid);
	put_comm(synth, pid, tid, task.comm);
}

/** perf_synth_all_tasks() - write all processes */
void perf_synth_all_tasks(struct perf_synth *synth)
{
	struct dirent *entry;
	DIR *proc;

	proc = opendir("/proc");
	if (!proc)
		return;
	while ((entry = readdir(proc))) {
		if (isdigit((unsigned char)entry->d_name[0]))
			perf_synth_task(synth, atoi(entry->d_name));
	}
	closedir(proc);
}
