/* SPDX-License-Identifier: GPL-2.0-only */
/* Feature sections: from struct perf_data_env to bytes. */
#ifndef PERF_DATA_FEATURE_WRITE_H
#define PERF_DATA_FEATURE_WRITE_H

#include <base/str.h>
#include <data/env.h>

/**
 * perf_feature_write() - encode one section
 * @env: contents of the section
 * @feature: enum perf_data_feature
 * @bytes: the section is appended; @bytes->failed is set without memory
 *
 * BPF_PROG_INFO, BPF_BTF and CPU_DOMAIN_INFO are not written.
 *
 * Return: false if @feature is a section that perf_feature_write() cannot write.
 */
bool perf_feature_write(const struct perf_data_env *env, unsigned int feature,
			struct perf_str *bytes);

/**
 * perf_build_id_write() - encode a build id as a record
 * @build_id: the build id
 * @type: header.type: PERF_RECORD_HEADER_BUILD_ID in a stream, 0 in the BUILD_ID section
 * @bytes: the record is appended; @bytes->failed is set without memory
 */
void perf_build_id_write(const struct perf_env_build_id *build_id, uint32_t type,
			 struct perf_str *bytes);

#endif /* PERF_DATA_FEATURE_WRITE_H */
