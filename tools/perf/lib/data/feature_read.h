/* SPDX-License-Identifier: GPL-2.0-only */
/* Feature sections: from bytes to struct perf_data_env. */
#ifndef PERF_DATA_FEATURE_READ_H
#define PERF_DATA_FEATURE_READ_H

#include <stdbool.h>
#include <data/env.h>

/**
 * perf_feature_read() - decode one section
 * @env: gets the contents of the section, and its bit in env->features
 * @feature: enum perf_data_feature
 * @bytes: the section
 * @size: bytes of the section
 * @swap: @bytes are in the other byte order
 *
 * TRACING_DATA is not copied: env->tracing_data points to @bytes, which must outlive @env.
 * Without memory, an array or string of @env stays empty.
 *
 * Return: 0; -EINVAL if the section contradicts itself; -ENOENT if @feature is unknown.
 */
int perf_feature_read(struct perf_data_env *env, unsigned int feature, const void *bytes,
		      size_t size, bool swap);

/**
 * perf_build_id_read() - decode a HEADER_BUILD_ID record, or a member of the BUILD_ID section
 * @bytes: the record with its header
 * @size: bytes of the record
 * @swap: @bytes are in the other byte order
 * @old: the record has no pid, as in files before 2010
 * @build_id: result; filename points into @bytes
 *
 * Return: 0 or -EINVAL.
 */
int perf_build_id_read(const void *bytes, size_t size, bool swap, bool old,
		       struct perf_env_build_id *build_id);

#endif /* PERF_DATA_FEATURE_READ_H */
