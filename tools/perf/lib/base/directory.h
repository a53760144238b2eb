/* SPDX-License-Identifier: GPL-2.0 */
/* Opening the directories on the path of an output file, some of which other users may own. */
#ifndef PERF_BASE_DIRECTORY_H
#define PERF_BASE_DIRECTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

/* Symbolic links followed in one path, the kernel's own limit. */
#define PERF_DIRECTORY_LINKS	40

int perf_directory_open(int base, const char *path, unsigned int *links);
int perf_directory_reach(const char *path, bool make);
int perf_directory_above(const char *path, bool make, const char **name);
int perf_directory_own(int parent, const char *name, bool is_new);
bool perf_link_is_trusted(const struct stat *status);
bool perf_link_is_magic(int found);
int perf_link_read(int found, char *text, size_t size);

#endif
