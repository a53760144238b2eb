/* SPDX-License-Identifier: GPL-2.0 */
/* Feature sections: from bytes to struct perf_data_env. */
#ifndef PERF_DATA_FEATURE_READ_H
#define PERF_DATA_FEATURE_READ_H

#include <stdbool.h>
#include <data/env.h>

int perf_feature_read(struct perf_data_env *env, unsigned int feature, const void *bytes,
		      size_t size, bool swap);
int perf_build_id_read(const void *bytes, size_t size, bool swap, bool old,
		       struct perf_env_build_id *build_id);

#endif /* PERF_DATA_FEATURE_READ_H */
