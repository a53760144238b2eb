/* SPDX-License-Identifier: GPL-2.0 */
/* Feature sections: from struct perf_data_env to bytes. */
#ifndef PERF_DATA_FEATURE_WRITE_H
#define PERF_DATA_FEATURE_WRITE_H

#include <base/str.h>
#include <data/env.h>

bool perf_feature_write(const struct perf_data_env *env, unsigned int feature,
			struct perf_str *bytes);
void perf_build_id_write(const struct perf_env_build_id *build_id, uint32_t type,
			 struct perf_str *bytes);

#endif /* PERF_DATA_FEATURE_WRITE_H */
