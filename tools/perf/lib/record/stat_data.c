// SPDX-License-Identifier: GPL-2.0
/* Writing a recording of counts: struct perf_stat_data. */
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <data/writer.h>
#include <record/host.h>
#include <record/old_data.h>
#include <record/stat_data.h>
#include <record/synth.h>

/* TOOL_IDS: ids of events that the tool counts itself; the kernel's ids do not get so high. */
#define TOOL_IDS	0xffffffff00000000ull

struct perf_stat_data {
	const struct perf_stat_data_config *config;
	const struct perf_event_set *set;
	const struct perf_cpus *cpus;
	struct perf_data_writer *writer;
	bool stream;
};

static uint64_t id_of(int fd)
{
	uint64_t id = 0;

	return fd >= 0 && !ioctl(fd, PERF_EVENT_IOC_ID, &id) ? id : 0;
}

static size_t places_of(const struct perf_event_set *set, size_t event)
{
	return set->at[event].cpus.count * set->threads->count;
}

/* perf_data_writer_add_event() without ids: perf stat report shows the event as not supported. */
static int add_event(struct perf_stat_data *data, size_t event, struct perf_error *error)
{
	const struct perf_event_spec *spec = &data->set->list->at[event];
	struct perf_event_attr attr = spec->attr;
	size_t places = places_of(data->set, event), nr = 0, i;
	uint64_t *ids;
	int failed;

	ids = calloc(places + 1, sizeof(*ids));
	if (!ids)
		return perf_error_memory(error);
	if (spec->tool) {
		attr.type = PERF_TYPE_SOFTWARE;
		attr.config = PERF_COUNT_SW_DUMMY;
		ids[nr++] = TOOL_IDS + event;
	}
	for (i = 0; i < places && !spec->tool; i++) {
		ids[nr] = id_of(data->set->at[event].fds[i]);
		nr += ids[nr] != 0;
	}
	attr.sample_type = PERF_SAMPLE_IDENTIFIER;
	failed = perf_data_writer_add_event(data->writer, &attr, spec->name, ids, nr, error);
	free(ids);
	return failed;
}

static struct perf_data_env *stat_data_describe(const struct perf_stat_data *data)
{
	const struct perf_stat_data_config *config = data->config;
	struct perf_data_env *env = perf_data_env_create();

	if (!env)
		return NULL;
	perf_record_host(env, config->version);
	perf_record_host_cmdline(env, config->cmdline, (size_t)config->cmdline_nr);
	perf_data_env_set(env, PERF_FEATURE_STAT);
	return env;
}

/* EVENT_UPDATE of an event with CPUs of its own: the body of a CPU_MAP, as a list. */
static void put_cpus(struct perf_synth *synth, uint64_t id, const struct perf_cpus *cpus)
{
	const uint16_t start[] = { 0, (uint16_t)cpus->count };
	struct perf_str list = { 0 };
	uint16_t cpu;
	size_t i;

	perf_str_mem(&list, (const char *)start, sizeof(start));
	for (i = 0; i < cpus->count; i++) {
		cpu = (uint16_t)cpus->at[i];
		perf_str_mem(&list, (const char *)&cpu, sizeof(cpu));
	}
	synth->records->failed |= list.failed;
	if (!list.failed)
		perf_synth_update(synth, id, PERF_UPDATE_CPUS, list.text, list.length);
	perf_str_free(&list);
}

static void put_updates(const struct perf_stat_data *data, struct perf_synth *synth)
{
	const struct perf_cpus *cpus = data->cpus;
	size_t event, i;

	for (event = 0; event < data->set->count; event++) {
		const struct perf_event_opened *opened = &data->set->at[event];
		const struct perf_event_spec *spec = &data->set->list->at[event];
		uint64_t id = spec->tool ? TOOL_IDS + event : 0;

		for (i = 0; i < places_of(data->set, event) && !id; i++)
			id = id_of(opened->fds[i]);
		if (!id)
			continue;
		perf_synth_described(synth, id, spec);
		if (!spec->tool && (opened->cpus.count != cpus->count ||
				    memcmp(opened->cpus.at, cpus->at,
					   cpus->count * sizeof(*cpus->at))))
			put_cpus(synth, id, &opened->cpus);
	}
}

static void put_config(const struct perf_stat_data_config *config, struct perf_synth *synth)
{
	struct {
		struct perf_event_header header;
		uint64_t nr;
		uint64_t entries[4][2];
	} record = {
		.header.type = PERF_RECORD_STAT_CONFIG,
		.nr = PERF_ARRAY_SIZE(record.entries),
		.entries = {
			{ PERF_STAT_CONFIG_AGGR_MODE, config->mode },
			{ PERF_STAT_CONFIG_INTERVAL, config->interval },
			{ PERF_STAT_CONFIG_SCALE, config->scale },
			{ PERF_STAT_CONFIG_AGGR_LEVEL,
			  config->cache_level ? (uint64_t)config->cache_level :
						PERF_STAT_DATA_NO_LEVEL },
		},
	};

	perf_synth_end(synth, perf_synth_begin(synth, &record, sizeof(record)));
}

static int write_records(struct perf_stat_data *data, struct perf_str *records,
			 struct perf_error *error)
{
	int failed;

	failed = records->failed ? perf_error_memory(error) :
		 perf_data_writer_write_plain(data->writer, records->text, records->length, error);
	perf_str_free(records);
	return failed;
}

static int write_start(struct perf_stat_data *data, struct perf_error *error)
{
	struct perf_data_env *env = stat_data_describe(data);
	struct perf_str records = { 0 };
	struct perf_synth synth = { .records = &records };
	int failed;

	if (!env)
		return perf_error_memory(error);
	failed = perf_data_writer_begin(data->writer, env, error);
	perf_data_env_free(env);
	if (failed)
		return failed;
	put_updates(data, &synth);
	perf_synth_threads(&synth, data->set->threads);
	perf_synth_cpus(&synth, data->cpus);
	put_config(data->config, &synth);
	return write_records(data, &records, error);
}

static int stat_data_begin(struct perf_stat_data *data, struct perf_error *error)
{
	struct perf_data_writer_options options = {
		.fd = -1, .path = data->config->path, .keep_old = true,
	};
	int failed = 0;
	size_t i;

	data->stream = !strcmp(data->config->path, "-");
	if (data->stream) {
		options.fd = dup(STDOUT_FILENO);
		options.stream = true;
	} else {
		failed = perf_record_make_room(data->config->path, error);
	}
	if (!failed)
		failed = perf_data_writer_create(&options, &data->writer, error);
	for (i = 0; i < data->set->count && !failed; i++)
		failed = add_event(data, i, error);
	return failed ? failed : write_start(data, error);
}

/**
 * perf_stat_data_begin() - create the recording
 * @config: options; must outlive @data
 * @set: opened events; must outlive @data
 * @cpus: CPUs they count on; must outlive @data
 * @data: result; end with perf_stat_data_end()
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_stat_data_begin(const struct perf_stat_data_config *config,
			 const struct perf_event_set *set, const struct perf_cpus *cpus,
			 struct perf_stat_data **data, struct perf_error *error)
{
	struct perf_stat_data *made = calloc(1, sizeof(*made));
	int failed;

	*data = NULL;
	if (!made)
		return perf_error_memory(error);
	made->config = config;
	made->set = set;
	made->cpus = cpus;
	failed = stat_data_begin(made, error);
	if (failed) {
		perf_data_writer_free(made->writer);
		free(made);
		return failed;
	}
	*data = made;
	return 0;
}

static void put_count(struct perf_synth *synth, uint64_t id, int cpu, size_t thread,
		      const struct perf_count *count)
{
	const struct perf_record_stat record = {
		.header.type = PERF_RECORD_STAT,
		.id = id,
		.cpu = (uint32_t)cpu,
		.thread = (uint32_t)thread,
		.val = count->value,
		.ena = count->enabled,
		.run = count->running,
	};

	perf_synth_end(synth, perf_synth_begin(synth, &record, sizeof(record)));
}

/**
 * perf_stat_data_add() - write a reading
 * @data: recording
 * @counts: counts since the start
 * @tool: counts of the tool's own events since the start, by enum perf_tool_event
 * @ns: time since the start
 * @last: this is the last reading
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_stat_data_add(struct perf_stat_data *data, const struct perf_counts *counts,
		       const uint64_t tool[], uint64_t ns, bool last, struct perf_error *error)
{
	const struct perf_record_stat_round round = {
		.header.type = PERF_RECORD_STAT_ROUND, .type = last, .time = ns,
	};
	const struct perf_event_set *set = data->set;
	size_t threads = set->threads->count, event, i;
	struct perf_str records = { 0 };
	struct perf_synth synth = { .records = &records };

	for (event = 0; event < set->count; event++) {
		const uint64_t own = tool[set->list->at[event].tool];

		if (set->list->at[event].tool) {
			put_count(&synth, TOOL_IDS + event, data->cpus->at[0], 0,
				  &(struct perf_count){ own, own, own });
			continue;
		}
		for (i = 0; i < places_of(set, event); i++) {
			uint64_t id = id_of(set->at[event].fds[i]);

			if (id)
				put_count(&synth, id, set->at[event].cpus.at[i / threads],
					  i % threads, &counts->at[counts->first[event] + i]);
		}
	}
	perf_synth_end(&synth, perf_synth_begin(&synth, &round, sizeof(round)));
	return write_records(data, &records, error);
}

/**
 * perf_stat_data_end() - complete the file and free all
 * @data: may be NULL
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_stat_data_end(struct perf_stat_data *data, struct perf_error *error)
{
	struct perf_data_env *env;
	int failed = 0;

	if (!data)
		return 0;
	if (!data->stream) {
		env = stat_data_describe(data);
		failed = env ? perf_data_writer_finish(data->writer, env, error) :
			       perf_error_memory(error);
		perf_data_env_free(env);
	}
	perf_data_writer_free(data->writer);
	free(data);
	return failed;
}
