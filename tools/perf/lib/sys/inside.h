/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Files as another process sees them: in a container the same path leads to another file.
 *
 * All that is found there may have been put there by an attacker. Paths never lead out of the
 * root of the process, whatever links are on the way; nothing but regular files is opened.
 */
#ifndef PERF_SYS_INSIDE_H
#define PERF_SYS_INSIDE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

/**
 * struct perf_inside - how a process sees the system
 * @pid: its number here
 * @inner: its number in its own namespace of processes
 * @user: whose rights it has
 * @namespace: of mounts: inode of /proc/PID/ns/mnt
 * @device, @inode: of its root
 * @root: descriptor of its root, -1: none
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
