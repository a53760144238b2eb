/* SPDX-License-Identifier: GPL-2.0-only */
/* perf_record_host(): the feature sections that describe this machine. */
#ifndef PERF_RECORD_HOST_H
#define PERF_RECORD_HOST_H

#include <data/env.h>

/**
 * perf_record_host() - describe this machine
 * @env: host name, kernel, CPUs, memory, PMUs and caches are set, as far as the kernel shows them
 * @version: of the tool
 */
void perf_record_host(struct perf_data_env *env, const char *version);

/**
 * perf_record_host_pmus() - list the PMUs of this machine, with their types
 * @env: its PMUs are set
 */
void perf_record_host_pmus(struct perf_data_env *env);

/**
 * perf_record_host_cmdline() - describe the command line: the tool's path, then its arguments
 * @env: its command line is set
 * @words: arguments, kept by pointer: must outlive @env
 * @nr: number of @words
 */
void perf_record_host_cmdline(struct perf_data_env *env, const char *const *words, size_t nr);

#endif /* PERF_RECORD_HOST_H */
