/* SPDX-License-Identifier: GPL-2.0 */
/* perf_record_host(): the feature sections that describe this machine. */
#ifndef PERF_RECORD_HOST_H
#define PERF_RECORD_HOST_H

#include <data/env.h>

void perf_record_host(struct perf_data_env *env, const char *version);
void perf_record_host_pmus(struct perf_data_env *env);
void perf_record_host_cmdline(struct perf_data_env *env, const char *const *words, size_t nr);

#endif /* PERF_RECORD_HOST_H */
