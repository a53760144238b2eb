/* SPDX-License-Identifier: GPL-2.0-only */
/* Feature sections: from struct perf_data_env to bytes. */
#ifndef PERF_DATA_FEATURE_WRITE_H
#define PERF_DATA_FEATURE_WRITE_H

#include <base/str.h>
#include <data/env.h>

/**
 * perf_feature_write() - encode one section
 * @env: what to write
 * @feature: number of the section
 * @bytes: the section is appended. Its member failed is set without memory
 *
 * BPF_PROG_INFO and BPF_BTF are not written.
 *
 * Return: true if the section is one that can be written.
 */
bool perf_feature_write(const struct perf_data_env *env, unsigned int feature,
			struct perf_str *bytes);

/**
 * perf_build_id_write() - encode a build id
 * @build_id: the build id
 * @type: of the record: PERF_RECORD_HEADER_BUILD_ID in a stream, 0 in the section
 * @bytes: the record is appended
 */
void perf_build_id_write(const struct perf_env_build_id *build_id, uint32_t type,
			 struct perf_str *bytes);

#endif /* PERF_DATA_FEATURE_WRITE_H */
