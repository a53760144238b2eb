// SPDX-License-Identifier: GPL-2.0
/*
 * The file of a recording: what precedes and follows the records.
 *
 * The features of a stream precede its records, so output_describe() collects them before
 * recording. finish_writer() puts those of a file at its end, where they do not slow down the
 * recorded program.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>
#include <base/num.h>
#include <data/sample.h>
#include <record/attrs.h>
#include <record/host.h>
#include <record/kcore.h>
#include <record/lost.h>
#include <record/old_data.h>
#include <record/output.h>
#include <record/synth.h>

/* Entries that fit into one ID_INDEX record. */
#define INDEX_MAX	((PERF_DATA_RECORD_MAX - sizeof(struct perf_record_id_index)) / 32)

static uint64_t id_of(int fd)
{
	uint64_t id = 0;

	return fd >= 0 && !ioctl(fd, PERF_EVENT_IOC_ID, &id) ? id : 0;
}

/* Store the ids of all descriptors of an event in @ids; return their number. */
static size_t collect_ids(const struct perf_record *record, size_t event, uint64_t *ids)
{
	size_t all = record->set.at[event].cpus.count * record->threads.count, nr = 0, i;
	uint64_t id;

	for (i = 0; i < all; i++) {
		id = id_of(record->set.at[event].fds[i]);
		if (id)
			ids[nr++] = id;
	}
	return nr;
}

static uint64_t first_id(const struct perf_record *record, size_t event)
{
	return record->set.at[event].fds ? id_of(record->set.at[event].fds[0]) : 0;
}

static int add_events(struct perf_record *record, struct perf_error *error)
{
	struct perf_event_attr attr;
	size_t event, room, nr;
	uint64_t *ids;
	int ret = 0;

	for (event = 0; event < record->set.count && !ret; event++) {
		if (!record->set.at[event].fds)
			continue;
		room = record->set.at[event].cpus.count * record->threads.count;
		ids = calloc(room, sizeof(*ids));
		if (!ids)
			return perf_error_memory(error);
		nr = collect_ids(record, event, ids);
		attr = record->list.at[event].attr;
		/* Without MUNMAP records the bit would only disturb readers that lack it. */
		if (!record->config->munmap_raw)
			attr.munmap = 0;
		ret = perf_data_writer_add_event(record->writer, &attr,
						 record->list.at[event].name, ids, nr, error);
		free(ids);
	}
	return ret;
}

static void describe_groups(const struct perf_record *record, struct perf_data_env *env)
{
	size_t event;

	env->groups = perf_data_env_array(env, record->list.count, sizeof(*env->groups));
	for (event = 0; event < record->list.count && env->groups; event++) {
		const struct perf_event_spec *spec = &record->list.at[event];

		if (spec->leader != event || spec->members < 2)
			continue;
		env->groups[env->nr_groups++] = (struct perf_env_group){
			.name = spec->group ? spec->group : "{anon_group}",
			.leader = (uint32_t)event,
			.members = (uint32_t)spec->members,
		};
	}
	if (env->nr_groups)
		perf_data_env_set(env, PERF_FEATURE_GROUP_DESC);
}

static void describe_clock(const struct perf_record_config *config, struct perf_data_env *env)
{
	struct timespec resolution, wall, clock;

	if (!config->use_clockid || clock_getres(config->clockid, &resolution) ||
	    clock_gettime(CLOCK_REALTIME, &wall) || clock_gettime(config->clockid, &clock))
		return;
	env->clockid_res_ns = (uint64_t)resolution.tv_sec * PERF_NS_PER_SEC +
			      (uint64_t)resolution.tv_nsec;
	env->clockid = (uint32_t)config->clockid;
	env->clock_wall_ns = (uint64_t)wall.tv_sec * PERF_NS_PER_SEC + (uint64_t)wall.tv_nsec;
	env->clock_ns = (uint64_t)clock.tv_sec * PERF_NS_PER_SEC + (uint64_t)clock.tv_nsec;
	perf_data_env_set(env, PERF_FEATURE_CLOCKID);
	perf_data_env_set(env, PERF_FEATURE_CLOCK_DATA);
}

static void describe_recording(const struct perf_record *record, struct perf_data_env *env)
{
	const struct perf_record_config *config = record->config;
	uint64_t packed;

	perf_record_host_cmdline(env, config->cmdline, (size_t)config->cmdline_nr);
	describe_groups(record, env);
	describe_clock(config, env);
	if (config->branch_type || config->chain == PERF_RECORD_CHAIN_LBR)
		perf_data_env_set(env, PERF_FEATURE_BRANCH_STACK);
	if (record->tracing.length) {
		env->tracing_data = record->tracing.text;
		env->tracing_data_size = record->tracing.length;
		perf_data_env_set(env, PERF_FEATURE_TRACING_DATA);
	}
	if (record->rings.traces.count) {
		env->auxtraces = record->rings.traces.at;
		env->nr_auxtraces = record->rings.traces.count;
		perf_data_env_set(env, PERF_FEATURE_AUXTRACE);
	}
	if (config->compress_level) {
		packed = perf_data_writer_size(record->writer);
		env->comp_type = 1;
		env->comp_level = (uint32_t)config->compress_level;
		env->comp_mmap_len = PERF_DATA_COMPRESS_PIECE;
		if (packed)
			env->comp_ratio = (uint32_t)
				(perf_data_writer_raw_size(record->writer) / packed);
		perf_data_env_set(env, PERF_FEATURE_COMPRESSED);
	}
}

static struct perf_data_env *output_describe(const struct perf_record *record)
{
	struct perf_data_env *env = perf_data_env_create();

	if (!env)
		return NULL;
	perf_record_host(env, record->config->version);
	describe_recording(record, env);
	return env;
}

/* Index of a ring in record->rings, which identifies it in an ID_INDEX; 0 if there is none. */
static uint64_t ring_number(const struct perf_record *record, int cpu, size_t thread)
{
	size_t i;

	for (i = 0; i < record->rings.count; i++) {
		if (record->rings.at[i].cpu == cpu &&
		    (cpu >= 0 || record->rings.at[i].thread == thread))
			return i;
	}
	return 0;
}

/* An ID_INDEX being written; index_add() splits it at INDEX_MAX entries. */
struct index_record {
	struct perf_synth *synth;
	size_t start;
	uint64_t nr;
};

static void index_end(struct index_record *index)
{
	char *nr_at;

	if (!index->nr || index->synth->records->failed)
		return;
	nr_at = index->synth->records->text + index->start +
		offsetof(struct perf_record_id_index, nr);
	memcpy(nr_at, &index->nr, sizeof(index->nr));
	perf_synth_end(index->synth, index->start);
	index->nr = 0;
}

static void index_add(struct index_record *index, uint64_t id, uint64_t ring, int cpu, pid_t tid)
{
	const struct perf_record_id_index start = { .header.type = PERF_RECORD_ID_INDEX };
	const uint64_t entry[4] = { id, ring, (uint64_t)(int64_t)cpu, (uint64_t)(int64_t)tid };

	if (index->nr == INDEX_MAX)
		index_end(index);
	if (!index->nr)
		index->start = perf_synth_begin(index->synth, &start, sizeof(start));
	perf_str_mem(index->synth->records, (const char *)entry, sizeof(entry));
	index->nr++;
}

static void put_index(const struct perf_record *record, struct perf_synth *synth)
{
	struct index_record index = { .synth = synth };
	size_t event, cpu, thread;
	uint64_t id;

	for (event = 0; event < record->set.count; event++) {
		const struct perf_event_opened *opened = &record->set.at[event];

		for (cpu = 0; cpu < opened->cpus.count; cpu++) {
			for (thread = 0; thread < record->threads.count; thread++) {
				id = id_of(perf_event_set_fd(&record->set, event, cpu, thread));
				if (!id)
					continue;
				index_add(&index, id,
					  ring_number(record, opened->cpus.at[cpu], thread),
					  opened->cpus.at[cpu], record->threads.at[thread].tid);
			}
		}
	}
	index_end(&index);
}

/*
 * AUXTRACE_INFO of an unknown type: special_trace() in attrs.c rejects PMUs whose decoders need
 * more.
 */
static void put_trace_info(const struct perf_record *record, struct perf_synth *synth)
{
	const struct perf_record_auxtrace_info info = {
		.header.type = PERF_RECORD_AUXTRACE_INFO, .type = PERF_AUXTRACE_UNKNOWN,
	};
	size_t i;

	for (i = 0; i < record->list.count && !record->list.at[i].area; i++)
		;
	if (i < record->list.count)
		perf_synth_end(synth, perf_synth_begin(synth, &info, sizeof(info)));
}

/* TIME_CONV: the conversion of the time stamp counter, if user programs may use it. */
static void put_time_conversion(const struct perf_record *record, struct perf_synth *synth)
{
	const struct perf_event_mmap_page *page = record->rings.at[0].ring.page;
	struct perf_record_time_conv conversion = {
		.header.type = PERF_RECORD_TIME_CONV,
		.shift = page->time_shift,
		.mult = page->time_mult,
		.zero = page->time_zero,
		.cycles = page->time_cycles,
		.mask = page->time_mask,
		.cap_zero = page->cap_user_time_zero,
		.cap_short = page->cap_user_time_short,
	};

	if (page->cap_user_time_zero && page->time_mult)
		perf_synth_end(synth, perf_synth_begin(synth, &conversion, sizeof(conversion)));
}

static void put_updates(const struct perf_record *record, struct perf_synth *synth)
{
	size_t event;

	for (event = 0; event < record->set.count; event++)
		perf_synth_described(synth, first_id(record, event), &record->list.at[event]);
}

static void put_tasks(const struct perf_record *record, struct perf_synth *synth)
{
	size_t i, j;

	if (record->config->all_cpus || record->config->cpus) {
		if (!record->config->no_synth_tasks)
			perf_synth_all_tasks(synth);
		return;
	}
	for (i = 0; i < record->threads.count && !record->config->no_synth_tasks; i++) {
		pid_t pid = record->threads.at[i].pid;

		/* Write each process once: several entries of record->threads may have its pid. */
		for (j = 0; j < i && record->threads.at[j].pid != pid; j++)
			;
		if (j == i && pid > 0 && pid != record->child.pid)
			perf_synth_task(synth, pid);
	}
	if (record->child.pid)
		perf_synth_comm(synth, record->child.pid, record->child.pid);
}

static size_t trailer_size(const struct perf_record *record)
{
	return perf_sample_id_size(&record->list.at[0].attr);
}

static void note_mappings(struct perf_record *record, const struct perf_str *records)
{
	const struct perf_event_header *header;
	size_t at;

	for (at = 0; at < records->length; at += header->size) {
		header = (const void *)(records->text + at);
		perf_record_dsos_add(&record->dsos, header);
	}
}

/* Write the records that readers need early, and those of tasks; @tail: at the end, tasks only. */
static int put_start(struct perf_record *record, bool tail, struct perf_error *error)
{
	const struct perf_record_config *config = record->config;
	struct perf_str records = { 0 };
	struct perf_synth synth = {
		.records = &records,
		.trailer = trailer_size(record),
		.data_maps = perf_record_maps_data(&record->list, config),
		.no_maps = config->no_synth_maps,
		.namespaces = config->namespaces,
	};
	bool tasks = tail == config->tail_synth;
	int ret = 0;

	if (!tail) {
		put_time_conversion(record, &synth);
		put_index(record, &synth);
		put_trace_info(record, &synth);
	}
	if (tasks)
		perf_synth_kernel(&synth);
	if (!tail) {
		put_updates(record, &synth);
		perf_synth_threads(&synth, &record->threads);
		perf_synth_cpus(&synth, &record->cpus);
	}
	if (tasks && config->cgroups && !config->no_synth_cgroups)
		perf_synth_cgroups(&synth);
	if (tasks)
		put_tasks(record, &synth);
	if (!tail)
		perf_synth_mark(&synth, PERF_RECORD_FINISHED_INIT);
	if (records.failed)
		ret = perf_error_memory(error);
	else if (records.length)
		ret = perf_data_writer_write_plain(record->writer, records.text,
						   records.length, error);
	if (!ret)
		note_mappings(record, &records);
	perf_str_free(&records);
	return ret;
}

static int put_lost(struct perf_record *record, struct perf_error *error)
{
	struct perf_str records = { 0 };
	struct perf_synth synth = { .records = &records, .trailer = trailer_size(record) };
	int ret;

	ret = perf_record_put_lost(record, &synth, error);
	if (!ret && records.length)
		ret = perf_data_writer_write_plain(record->writer, records.text,
						   records.length, error);
	perf_str_free(&records);
	return ret;
}

/**
 * perf_record_round() - write FINISHED_ROUND, the end of a pass over all rings
 * @record: recording
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_record_round(struct perf_record *record, struct perf_error *error)
{
	const struct perf_event_header mark = {
		.type = PERF_RECORD_FINISHED_ROUND,
		.size = sizeof(mark),
	};

	return perf_data_writer_write_plain(record->writer, &mark, sizeof(mark), error);
}

/**
 * perf_record_output_begin() - begin a file
 * @record: with opened events
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_record_output_begin(struct perf_record *record, struct perf_error *error)
{
	const struct perf_data_writer_options options = {
		.fd = record->stream ? dup(STDOUT_FILENO) : -1,
		.path = record->path,
		.stream = record->stream,
		.keep_old = true,
		.directory = record->config->kcore,
		.compress_level = record->config->compress_level,
	};
	struct perf_data_env *env = NULL;
	int ret = 0;

	if (!record->stream)
		ret = perf_record_make_room(record->path, error);
	if (!ret)
		ret = perf_data_writer_create(&options, &record->writer, error);
	if (ret)
		return ret;
	memset(&record->counts, 0, sizeof(record->counts));
	if (record->stream) {
		env = output_describe(record);
		if (!env)
			return perf_error_memory(error);
	}
	record->rings.traces.count = 0;
	if (record->config->kcore)
		ret = perf_record_kcore_copy("/proc", perf_data_writer_directory(record->writer),
					     "kcore_dir", error);
	if (!ret)
		ret = add_events(record, error);
	if (!ret)
		ret = perf_data_writer_begin(record->writer, env, error);
	perf_data_env_free(env);
	if (!ret)
		ret = put_start(record, false, error);
	return ret ? ret : perf_data_writer_sync(record->writer, error);
}

static int finish_writer(struct perf_record *record, struct perf_error *error)
{
	struct perf_data_env *env;
	int ret;

	env = output_describe(record);
	if (!env)
		return perf_error_memory(error);
	if (!record->config->no_buildid)
		perf_record_dsos_list(&record->dsos, env);
	if (record->counts.last_time) {
		env->first_time = record->counts.first_time;
		env->last_time = record->counts.last_time;
		perf_data_env_set(env, PERF_FEATURE_SAMPLE_TIME);
	}
	ret = perf_data_writer_finish(record->writer, env, error);
	perf_data_env_free(env);
	return ret;
}

static void add_counts(struct perf_record_counts *total, const struct perf_record_counts *counts)
{
	total->samples += counts->samples;
	total->lost += counts->lost;
	total->lost_samples += counts->lost_samples;
	total->bytes += counts->bytes;
}

/**
 * perf_record_output_end() - complete the file
 * @record: recording
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_record_output_end(struct perf_record *record, struct perf_error *error)
{
	int ret = 0;

	if (!record->writer)
		return 0;
	if (record->config->tail_synth)
		ret = put_start(record, true, error);
	if (!ret)
		ret = put_lost(record, error);
	if (!ret && !record->stream)
		ret = finish_writer(record, error);
	record->last_size = perf_data_writer_size(record->writer);
	record->last_raw_size = perf_data_writer_raw_size(record->writer);
	add_counts(&record->total, &record->counts);
	perf_data_writer_free(record->writer);
	record->writer = NULL;
	return ret;
}

/* Store the name of a finished file; remove the oldest file beyond config->switch_files. */
static void remember_file(struct perf_record *record, const char *name)
{
	char **names;

	names = realloc(record->old_files, (record->nr_old_files + 1) * sizeof(*names));
	if (!names)
		return;
	record->old_files = names;
	names[record->nr_old_files] = strdup(name);
	if (!names[record->nr_old_files])
		return;
	record->nr_old_files++;
	if (!record->config->switch_files || record->nr_old_files <= record->config->switch_files)
		return;
	perf_record_remove(names[0]);
	free(names[0]);
	record->nr_old_files--;
	memmove(names, names + 1, record->nr_old_files * sizeof(*names));
}

static void time_name(const char *path, uint64_t hundredths, char *name, size_t size)
{
	const time_t seconds = (time_t)(hundredths / 100);
	struct tm local;
	char text[32];

	localtime_r(&seconds, &local);
	strftime(text, sizeof(text), "%Y%m%d%H%M%S", &local);
	snprintf(name, size, "%s.%s%02u", path, text, (unsigned int)(hundredths % 100));
}

/* @name receives a name no file has: two files may end in the same hundredth of a second. */
static void unused_name(struct perf_record *record, char *name, size_t size)
{
	struct timespec now;
	uint64_t hundredths;

	clock_gettime(CLOCK_REALTIME, &now);
	hundredths = (uint64_t)now.tv_sec * 100 + (uint64_t)now.tv_nsec / (10 * PERF_NS_PER_MS);
	if (hundredths <= record->named_at)
		hundredths = record->named_at + 1;
	time_name(record->path, hundredths, name, size);
	while (!access(name, F_OK))
		time_name(record->path, ++hundredths, name, size);
	record->named_at = hundredths;
}

/**
 * perf_record_output_switch() - complete the file and rename it by the time
 * @record: recording
 * @again: begin another file
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_record_output_switch(struct perf_record *record, bool again, struct perf_error *error)
{
	char name[4096];
	int ret;

	ret = perf_record_output_end(record, error);
	if (ret)
		return ret;
	unused_name(record, name, sizeof(name));
	if (rename(record->path, name))
		return perf_error_set(error, errno, "renaming %s to %s: %m", record->path, name);
	record->files++;
	remember_file(record, name);
	if (record->watch.dumped)
		record->watch.dumped(record->watch.context, name);
	return again ? perf_record_output_begin(record, error) : 0;
}
