/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Files at the paths of another process: in a container a path leads to another file.
 *
 * An attacker may have made any of these files. perf_inside_file() never leaves the root of the
 * process, whatever links the path leads through, and opens only regular files.
 */
#ifndef PERF_SYS_INSIDE_H
#define PERF_SYS_INSIDE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

/**
 * struct perf_inside - root, namespaces and user of a process
 * @pid: process id in the tool's pid namespace
 * @inner: process id in the process's own pid namespace
 * @user: effective user id
 * @namespace: mount namespace: inode of /proc/PID/ns/mnt
 * @device, @inode: device and inode of the root directory
 * @root: O_PATH descriptor of the root directory, or -1
 */
struct perf_inside {
	pid_t pid;
	pid_t inner;
	uid_t user;
	uint64_t namespace;
	uint64_t device;
	uint64_t inode;
	int root;
};

int perf_inside_open(struct perf_inside *inside, pid_t pid);
bool perf_inside_equal(const struct perf_inside *a, const struct perf_inside *b);
bool perf_inside_differs(const struct perf_inside *inside);
int perf_inside_file(const struct perf_inside *inside, const char *path, struct stat *status);
int perf_inside_directory(const struct perf_inside *inside, const char *path);
int perf_inside_map_at(int directory, const struct perf_inside *inside, bool force);
int perf_inside_map(const struct perf_inside *inside, bool force);
int perf_inside_mapped(pid_t pid, uint64_t start, uint64_t end);
int perf_inside_open_file(pid_t pid, uint64_t start, uint64_t end, const char *path);
void perf_inside_close(struct perf_inside *inside);

#endif
