// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzzes the reader of recordings: a file or a stream, records sorted by time or as stored, their
 * samples, the feature sections, the problems. report.c has processes and mappings.
 */
#include <data/reader.h>

#include "fuzz.h"

static uint64_t use_text(const char *text)
{
	return text ? strlen(text) : 0;
}

static uint64_t use_data_sample(const struct perf_sample *sample)
{
	uint64_t sum = 0, i;

	for (i = 0; i < sample->nr_callchain; i++)
		sum += sample->callchain[i];
	for (i = 0; i < sample->nr_read; i++)
		sum += perf_sample_read_count(sample, i).value;
	for (i = 0; i < sample->nr_branches; i++)
		sum += sample->branches[i].from + sample->branches[i].to;
	sum += fuzz_sum(sample->stack, sample->stack_size);
	sum += fuzz_sum(sample->raw, sample->raw_size);
	return sum;
}

static uint64_t use_data_record(struct perf_data *data, const struct perf_data_record *record)
{
	const unsigned char *bytes = (const unsigned char *)record->header;
	struct perf_sample sample;
	uint64_t sum;

	fuzz_check(record->header->size >= sizeof(*record->header));
	fuzz_check(!record->event || record->header->type < PERF_RECORD_USER_START);
	sum = fuzz_sum(bytes, record->header->size);
	if (record->payload)
		sum += fuzz_sum(record->payload, record->payload_size);
	if (record->header->type == PERF_RECORD_COMM && record->event)
		sum += perf_data_string_size(record, (const char *)bytes + 16);
	if (!record->event)
		return sum;
	if (!perf_data_sample(record, &sample))
		sum += use_data_sample(&sample);
	else
		perf_data_count_bad(data);
	return sum;
}

static uint64_t use_env(const struct perf_data_env *env)
{
	uint64_t sum = use_text(env->hostname) + use_text(env->arch) + use_text(env->cpuid);
	size_t i, j;

	for (i = 0; i < env->nr_cmdline; i++)
		sum += use_text(env->cmdline[i]);
	for (i = 0; i < env->nr_events; i++) {
		sum += use_text(env->events[i].name);
		for (j = 0; j < env->events[i].nr_ids; j++)
			sum += env->events[i].ids[j];
	}
	for (i = 0; i < env->nr_build_ids; i++) {
		fuzz_check(env->build_ids[i].size <= PERF_DATA_BUILD_ID_MAX);
		sum += use_text(env->build_ids[i].filename);
	}
	for (i = 0; i < env->nr_caps; i++)
		for (j = 0; j < env->caps[i].nr_pairs; j++)
			sum += use_text(env->caps[i].pairs[j].name) +
			       use_text(env->caps[i].pairs[j].value);
	for (i = 0; i < env->nr_mem_nodes; i++)
		sum += fuzz_sum(env->mem_nodes[i].bits, (env->mem_nodes[i].nr_bits + 63) / 64 * 8);
	for (i = 0; i < env->nr_bpf_progs; i++)
		sum += fuzz_sum(env->bpf_progs[i].info, env->bpf_progs[i].info_size) +
		       fuzz_sum(env->bpf_progs[i].data, env->bpf_progs[i].data_size);
	for (i = 0; i < env->nr_btfs; i++)
		sum += fuzz_sum(env->btfs[i].data, env->btfs[i].size);
	return sum + fuzz_sum(env->tracing_data, env->tracing_data_size);
}

static uint64_t use_all(struct perf_data *data)
{
	struct perf_data_record record;
	struct perf_error error;
	unsigned int i;
	uint64_t sum = 0;
	char text[256];

	while (perf_data_next(data, &record, &error) > 0)
		sum += use_data_record(data, &record);
	for (i = 0; perf_data_problem_text(data, i, text, sizeof(text)); i++)
		sum += use_text(text);
	return sum + use_env(perf_data_env(data));
}

static void read_recording(int fd, const struct perf_data_options *options)
{
	struct perf_error error = { 0 };
	struct perf_data *data;

	if (perf_data_open_fd(fd, "fuzz", options, &data, &error)) {
		fuzz_check(error.text[0]);
		return;
	}
	fuzz_use(use_all(data));
	if (!perf_data_rewind(data))
		fuzz_use(use_all(data));
	perf_data_close(data);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	/* max_queue is small, so that the reader of some recordings passes records on early. */
	const struct perf_data_options ordered = { .force = true, .max_queue = 4096 };
	const struct perf_data_options plain = {
		.force = true, .unordered = true, .unknown = true,
	};

	read_recording(fuzz_memfd(data, size), &ordered);
	read_recording(fuzz_pipe(data, size), &plain);
	return 0;
}
