/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Dropping rights before a process reads files that other users have made.
 *
 * A recording, a program or a symbol table may come from an attacker. If the code that reads it
 * fails in spite of all checks, the process still cannot write files, run programs, gain rights,
 * read other processes, or communicate.
 */
#ifndef PERF_SYS_CONFINE_H
#define PERF_SYS_CONFINE_H

/**
 * enum perf_confined - rights that a process has dropped, bits
 * @PERF_CONFINED_RIGHTS: gaining rights by exec (no_new_privs)
 * @PERF_CONFINED_CAPABILITIES: capabilities of root that reading does not need
 * @PERF_CONFINED_FILES: writing, creating, removing and executing files (Landlock)
 * @PERF_CONFINED_CALLS: system calls that reading does not need (seccomp)
 */
enum perf_confined {
	PERF_CONFINED_RIGHTS		= 1,
	PERF_CONFINED_CAPABILITIES	= 2,
	PERF_CONFINED_FILES		= 4,
	PERF_CONFINED_CALLS		= 8,
};

/**
 * struct perf_confine - accesses that stay allowed besides reading
 * @directory: directory below which files may be created, written, replaced and removed, or NULL
 * @file: file that may be written, or NULL
 */
struct perf_confine {
	const char *directory;
	const char *file;
};

unsigned int perf_confine(const struct perf_confine *allowed);
unsigned int perf_confine_check(void);

#endif /* PERF_SYS_CONFINE_H */
