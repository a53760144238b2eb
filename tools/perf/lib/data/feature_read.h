/* SPDX-License-Identifier: GPL-2.0-only */
/* Feature sections: from bytes to struct perf_data_env. */
#ifndef PERF_DATA_FEATURE_READ_H
#define PERF_DATA_FEATURE_READ_H

#include <stdbool.h>
#include <data/env.h>

/**
 * perf_feature_read() - decode one section
 * @env: is completed by what the section says, and marked to have it
 * @feature: number of the section
 * @bytes: the section
 * @size: of it
 * @swap: other byte order
 *
 * TRACING_DATA is not copied: env->tracing_data points to @bytes, which must outlive @env.
 *
 * Return: 0; -EINVAL if the section contradicts itself; -ENOENT if the feature is not
 * known; -ENOMEM.
 */
int perf_feature_read(struct perf_data_env *env, unsigned int feature, const void *bytes,
		      size_t size, bool swap);

/**
 * perf_build_id_read() - decode a BUILD_ID record, or a member of that section
 * @bytes: the record with its header
 * @size: its size
 * @swap: other byte order
 * @old: the record has no pid: files before 2010
 * @build_id: result; filename points into @bytes
 *
 * Return: 0 or -EINVAL.
 */
int perf_build_id_read(const void *bytes, size_t size, bool swap, bool old,
		       struct perf_env_build_id *build_id);

#endif /* PERF_DATA_FEATURE_READ_H */
