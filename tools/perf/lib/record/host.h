/* SPDX-License-Identifier: GPL-2.0-only */
/* The feature sections that describe this machine. */
#ifndef PERF_RECORD_HOST_H
#define PERF_RECORD_HOST_H

#include <data/env.h>

/**
 * perf_record_host() - describe this machine
 * @env: is completed: host name, kernel, CPUs, memory, PMUs; absent stays all that the kernel
 *	does not show
 * @version: of the program
 */
void perf_record_host(struct perf_data_env *env, const char *version);

/**
 * perf_record_host_pmus() - list the PMUs of this machine, with their types
 * @env: is completed
 */
void perf_record_host_pmus(struct perf_data_env *env);

/**
 * perf_record_host_cmdline() - describe the command line: the program's path, then its words
 * @env: is completed
 * @words: as they were given, which must outlive @env
 * @nr: how many
 */
void perf_record_host_cmdline(struct perf_data_env *env, const char *const *words, size_t nr);

#endif /* PERF_RECORD_HOST_H */
