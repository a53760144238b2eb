// SPDX-License-Identifier: GPL-2.0
/* Build ids of a recording: from PERF_FEATURE_BUILD_ID, or from PERF_RECORD_MMAP2. */
#include <stdio.h>
#include <string.h>

#include <data/build_ids.h>

#define KERNEL_NAME	"[kernel.kallsyms]"

/* Add the build id of @record if it is a PERF_RECORD_MMAP2 that carries one. */
static int add_mapping(struct perf_data_env *found, const struct perf_data_record *record)
{
	const struct perf_record_mmap2 *mmap = (const void *)record->header;
	struct perf_env_build_id build_id = { .pid = -1 };
	char name[4096];

	if (record->header->type != PERF_RECORD_MMAP2 ||
	    !(record->header->misc & PERF_RECORD_MISC_MMAP_BUILD_ID))
		return 0;
	snprintf(name, sizeof(name), "%.*s",
		 (int)perf_data_string_size(record, mmap->filename), mmap->filename);
	/* The kernel's mapping is called "[kernel.kallsyms]SYMBOL", after its first symbol. */
	if (!strncmp(name, KERNEL_NAME, strlen(KERNEL_NAME)))
		name[strlen(KERNEL_NAME)] = '\0';
	build_id.filename = name;
	build_id.size = mmap->build_id_size <= sizeof(build_id.id) ? mmap->build_id_size :
								     sizeof(build_id.id);
	memcpy(build_id.id, mmap->build_id, build_id.size);
	return perf_data_env_add_build_id(found, &build_id);
}

static void give_all(const struct perf_data_env *env, perf_data_build_id_call *call, void *context)
{
	size_t i;

	for (i = 0; i < env->nr_build_ids; i++)
		call(context, &env->build_ids[i]);
}

static int read_mappings(struct perf_data *data, perf_data_build_id_call *call, void *context,
			 struct perf_error *error)
{
	struct perf_data_env *found = perf_data_env_create();
	struct perf_data_record record;
	int ret;

	if (!found)
		return perf_error_memory(error);
	while ((ret = perf_data_next(data, &record, error)) > 0) {
		if (add_mapping(found, &record)) {
			ret = perf_error_memory(error);
			break;
		}
	}
	give_all(found, call, context);
	perf_data_env_free(found);
	return ret;
}

/**
 * perf_data_each_build_id() - call a function for each build id of a recording
 * @data: reader, at its start
 * @call: called once for each build id in the BUILD_ID records and in the mappings
 * @context: first argument of @call
 * @error: filled on failure
 *
 * If the recording has no BUILD_ID section, perf_data_each_build_id() reads all its records,
 * for the build ids in PERF_RECORD_MMAP2.
 *
 * Return: 0 or a negative errno; @call has then had the build ids found before the failure.
 */
int perf_data_each_build_id(struct perf_data *data, perf_data_build_id_call *call, void *context,
			    struct perf_error *error)
{
	const struct perf_data_env *env = perf_data_env(data);
	int ret = 0;

	if (!perf_data_env_has(env, PERF_FEATURE_BUILD_ID))
		ret = read_mappings(data, call, context, error);
	give_all(env, call, context);
	return ret;
}
