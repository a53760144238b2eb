/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Giving up what a process does not need before it reads what others have made.
 *
 * A recording, a program or a table of symbols may come from an attacker. Should reading it go
 * wrong in spite of all checks, the process can still not write files, run programs, gain
 * rights, look into other processes, or speak to others.
 */
#ifndef PERF_SYS_CONFINE_H
#define PERF_SYS_CONFINE_H

/**
 * enum perf_confined - what a process has given up, bits
 * @PERF_CONFINED_RIGHTS: no program that it might run would have more rights than it
 * @PERF_CONFINED_CAPABILITIES: those of root that reading does not need
 * @PERF_CONFINED_FILES: writing to files, making and removing them, running them (Landlock)
 * @PERF_CONFINED_CALLS: system calls that reading does not need (seccomp)
 */
enum perf_confined {
	PERF_CONFINED_RIGHTS		= 1,
	PERF_CONFINED_CAPABILITIES	= 2,
	PERF_CONFINED_FILES		= 4,
	PERF_CONFINED_CALLS		= 8,
};

/**
 * struct perf_confine - what stays allowed besides reading
 * @directory: files may be made, written and replaced in it and below; NULL: nowhere
 * @file: may be written; NULL: none
 */
struct perf_confine {
	const char *directory;
	const char *file;
};

unsigned int perf_confine(const struct perf_confine *allowed);
unsigned int perf_confine_check(void);

#endif /* PERF_SYS_CONFINE_H */
