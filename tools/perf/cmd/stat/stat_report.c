// SPDX-License-Identifier: GPL-2.0
/*
 * perf stat report: print the counts of a perf stat recording. stat_report_record() fills the
 * counts from PERF_RECORD_STAT records; stat_report_begin() sets up perf_stat_print() from the
 * records before them.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <base/out.h>
#include <data/reader.h>
#include <record/stat_data.h>
#include <stat/stat_print.h>

#include "common/confined.h"
#include "stat/stat_options.h"
#include "stat/stat_places.h"
#include "stat_report.h"

/* Limit of check_size(); exceeds the CPUs times events of any machine. */
#define COUNT_LIMIT	(1 << 22)

struct report_options {
	const char		*input;
	bool			force;
	bool			no_aggregation;
	enum perf_stat_by	by;
	int			cache_level;
	bool			by_given;
	const char		*separator;
	bool			json;
};

static int set_by(void *options, const struct perf_option *option, const char *text, bool negated,
		  struct perf_error *error)
{
	struct report_options *opts = options;

	opts->by_given = true;
	return stat_parse_by(option, text, negated, &opts->by, &opts->cache_level, error);
}

#define TYPE	struct report_options
#define BY(name_, value_, help_)	PERF_OPT_CALL(0, name_, NULL, set_by, value_, 0, help_)

#define NOT_RECORDED									\
	"a recording does not hold which CPUs share a cluster",				\
	"'perf stat' has the option: it looks at this machine"

static const struct perf_option options[] = {
	PERF_OPT_TEXT(TYPE, input, 'i', "input", "FILE", "read FILE instead of perf.data"),
	PERF_OPT_FLAG(TYPE, force, 'f', "force", "read a file that belongs to another user"),
	PERF_OPT_FLAG(TYPE, no_aggregation, 'A', "no-aggr", "a row for each CPU"),
	BY("per-core", PERF_STAT_CORE, "a row for each core"),
	PERF_OPT_CALL(0, "per-cache", "LEVEL", set_by, PERF_STAT_CACHE, PERF_OPT_OPTIONAL,
		      "a row for each cache of LEVEL, L1 to L4; else for each last-level cache"),
	BY("per-die", PERF_STAT_DIE, "a row for each die"),
	BY("per-socket", PERF_STAT_SOCKET, "a row for each package"),
	BY("per-node", PERF_STAT_NODE, "a row for each memory node"),
	BY("per-thread", PERF_STAT_THREAD, "a row for each thread, if that was recorded"),
	PERF_OPT_REFUSED(0, "per-cluster", NULL, 0, NOT_RECORDED),
	PERF_OPT_TEXT(TYPE, separator, 'x', "field-separator", "SEP",
		      "print fields with SEP between them"),
	PERF_OPT_FLAG(TYPE, json, 'j', "json-output", "print a JSON object a line"),
	PERF_OPT_END
};

static const char *const usage[] = { "report [OPTIONS]", NULL };

/* State while the recording is read. */
struct stat_reading {
	struct report_options	opts;
	struct perf_data	*data;
	struct perf_event_list	list;
	struct perf_event_set	set;
	struct perf_threads	threads;
	struct perf_cpus	cpus;		/* CPUs of events that have no list in @own */
	struct perf_cpus	*own;		/* CPUs of single events, by index */
	size_t			events;
	struct perf_counts	counts;
	struct perf_counts	before;
	struct perf_stat	stat;
	struct stat_places	places;
	struct perf_stat_style	style;
	struct perf_out		out;
	uint64_t		interval;
	uint64_t		mode;
	uint64_t		cache_level;	/* with PERF_STAT_DATA_NO_LEVEL */
	bool			newer;		/* @mode is an enum perf_stat_data_mode */
	bool			scale;
	bool			ready;
	unsigned int		lines;
	uint64_t		time;		/* time of the previous interval, ns */
	struct perf_error	error;
};

/* ---- records before the counts -------------------------------------------------------- */

static int add_cpu(struct perf_cpus *cpus, int cpu)
{
	int *more = reallocarray(cpus->at, cpus->count + 1, sizeof(*more));

	if (!more)
		return -ENOMEM;
	cpus->at = more;
	cpus->at[cpus->count++] = cpu;
	return 0;
}

/* Reads a mask of words of @each bytes, a bit for each CPU. */
static int read_mask(const unsigned char *at, size_t size, size_t each, struct perf_cpus *cpus)
{
	size_t byte, bit;
	uint64_t word;
	int err = 0;

	for (byte = 0; byte + each <= size && !err; byte += each) {
		word = 0;
		memcpy(&word, at + byte, each);
		for (bit = 0; bit < each * 8 && !err; bit++)
			if (word >> bit & 1)
				err = add_cpu(cpus, (int)(byte * 8 + bit));
	}
	return err;
}

/*
 * Reads CPUs. head[0] is the format: 0: a count and CPU numbers; 1: a mask, of words of four or
 * eight bytes; 2: a flag for "any", and a range. In format 0, 0xffff is "any", -1 in @cpus.
 */
static int read_numbers(const unsigned char *at, size_t size, struct perf_cpus *cpus)
{
	uint16_t head[4] = { 0 }, cpu;
	int err = 0;
	size_t i;

	memcpy(head, at, size < sizeof(head) ? size : sizeof(head));
	switch (head[0]) {
	case 0:
		for (i = 0; i < head[1] && 6 + 2 * i <= size && !err; i++) {
			memcpy(&cpu, at + 4 + 2 * i, sizeof(cpu));
			err = add_cpu(cpus, cpu == 0xffff ? -1 : cpu);
		}
		return err;
	case 1:
		i = head[2] == 4 ? 6 : 8;
		if (size < i || (head[2] != 4 && head[2] != 8))
			return -EINVAL;
		size = size - i < (size_t)head[1] * head[2] ? size - i :
							      (size_t)head[1] * head[2];
		return read_mask(at + i, size, head[2], cpus);
	case 2:
		if (head[1] & 0xff)
			err = add_cpu(cpus, -1);
		for (i = head[2]; i <= head[3] && !err; i++)
			err = add_cpu(cpus, (int)i);
		return err;
	default:
		return -EINVAL;
	}
}

/* Sorts @cpus; "any" (-1) must stand alone, or counts could not be summed. */
static int read_cpus(const unsigned char *at, size_t size, struct perf_cpus *cpus)
{
	int err;

	perf_cpus_free(cpus);
	err = read_numbers(at, size, cpus);
	perf_cpus_sort(cpus);
	return !err && cpus->count > 1 && cpus->at[0] < 0 ? -EINVAL : err;
}

static int read_threads(struct stat_reading *reading, const struct perf_event_header *header)
{
	const struct perf_record_thread_map *map = (const void *)header;
	struct perf_threads *threads = &reading->threads;
	uint64_t i;

	perf_threads_free(threads);
	threads->at = calloc(map->nr + 1, sizeof(*threads->at));
	if (!threads->at)
		return -ENOMEM;
	for (i = 0; i < map->nr; i++) {
		threads->at[i].pid = (pid_t)map->entries[i].pid;
		threads->at[i].tid = (pid_t)map->entries[i].pid;
		snprintf(threads->at[i].comm, sizeof(threads->at[i].comm), "%.15s",
			 map->entries[i].comm);
	}
	threads->count = map->nr;
	return 0;
}

static void read_config(struct stat_reading *reading, const struct perf_event_header *header)
{
	const struct perf_record_stat_config *config = (const void *)header;
	uint64_t i;

	for (i = 0; i < config->nr; i++) {
		uint64_t value = config->entries[i].val;

		switch (config->entries[i].tag) {
		case PERF_STAT_CONFIG_AGGR_MODE:
			reading->mode = value;
			break;
		case PERF_STAT_CONFIG_INTERVAL:
			reading->interval = value;
			break;
		case PERF_STAT_CONFIG_SCALE:
			reading->scale = value;
			break;
		case PERF_STAT_CONFIG_AGGR_LEVEL:
			reading->cache_level = value;
			reading->newer = true;
			break;
		}
	}
}

/* PERF_RECORD_EVENT_UPDATE: the CPUs of one event. */
static int read_update(struct stat_reading *reading, const struct perf_event_header *header)
{
	const struct perf_record_event_update *update = (const void *)header;
	const struct perf_data_event *event;
	struct perf_cpus *more;
	size_t nr;

	event = perf_data_event_of_id(reading->data, update->id);
	if (update->type != PERF_UPDATE_CPUS || !event)
		return 0;
	perf_data_events(reading->data, &nr);
	if (nr > reading->events) {
		more = reallocarray(reading->own, nr, sizeof(*more));
		if (!more)
			return -ENOMEM;
		memset(more + reading->events, 0, (nr - reading->events) * sizeof(*more));
		reading->own = more;
		reading->events = nr;
	}
	return read_cpus((const unsigned char *)update->data, header->size - sizeof(*update),
			 &reading->own[event->index]);
}

/* ---- the events ----------------------------------------------------------------------- */

static int add_spec(struct stat_reading *reading, const struct perf_data_event *event)
{
	struct perf_event_spec *spec = perf_event_list_add(&reading->list);

	if (!spec)
		return perf_error_memory(&reading->error);
	spec->attr = event->attr;
	spec->leader = event->index;
	spec->members = 1;
	spec->scale = event->scale;
	if (event->unit) {
		spec->unit = strdup(event->unit);
		if (!spec->unit)
			return perf_error_memory(&reading->error);
	}
	return perf_event_set_name(spec, event->name, strlen(event->name), &reading->error);
}

/*
 * perf_counts_init() allocates for events times CPUs times threads, and even a small file may
 * claim large numbers of each: limit the product to COUNT_LIMIT.
 */
static int check_size(struct stat_reading *reading)
{
	size_t threads = reading->threads.count, all = 0, cpus, nr, i;

	perf_data_events(reading->data, &nr);
	for (i = 0; i < nr; i++) {
		cpus = reading->cpus.count;
		if (i < reading->events && reading->own[i].count > cpus)
			cpus = reading->own[i].count;
		all += cpus * threads;
		if (all > COUNT_LIMIT)
			return perf_error_set(&reading->error, EINVAL,
					      "%s claims to have more than %d counts",
					      perf_data_path(reading->data), COUNT_LIMIT);
	}
	return 0;
}

static int make_set(struct stat_reading *reading)
{
	const struct perf_data_event *const *events;
	struct perf_event_set *set = &reading->set;
	const struct perf_cpus *cpus;
	size_t nr, i;
	int err;

	events = perf_data_events(reading->data, &nr);
	set->at = calloc(nr + 1, sizeof(*set->at));
	if (!set->at)
		return perf_error_memory(&reading->error);
	set->list = &reading->list;
	set->threads = &reading->threads;
	for (i = 0; i < nr; i++) {
		err = add_spec(reading, events[i]);
		cpus = i < reading->events && reading->own[i].count ? &reading->own[i] :
								      &reading->cpus;
		if (!err)
			err = perf_cpus_copy(&set->at[i].cpus, cpus, &reading->error);
		if (err)
			return err;
		/* An event with nr_ids 0 was opened nowhere. */
		set->at[i].code = events[i]->nr_ids ? 0 : ENOENT;
		set->count++;
	}
	return 0;
}

static void place_of(const void *context, int cpu, int cache_level, struct perf_cpu_topology *place)
{
	(void)cache_level;	/* stat_places_read() has read this level. */
	*place = stat_places_get(context, cpu);
}

/* Return: the highest CPU number of reading->cpus and reading->own, plus 1. */
static size_t cpu_limit(const struct stat_reading *reading)
{
	int last = reading->cpus.at[reading->cpus.count - 1];
	size_t i;

	for (i = 0; i < reading->events; i++) {
		const struct perf_cpus *own = &reading->own[i];

		if (own->count && own->at[own->count - 1] > last)
			last = own->at[own->count - 1];
	}
	return (size_t)(last + 1);
}

/* Return: the unit of aggregation that reading->mode records. */
static enum perf_stat_by recorded_by(const struct stat_reading *reading)
{
	static const enum perf_stat_by modes[] = {
		[PERF_STAT_DATA_CPU] = PERF_STAT_CPU, [PERF_STAT_DATA_ALL] = PERF_STAT_ALL,
		[PERF_STAT_DATA_SOCKET] = PERF_STAT_SOCKET, [PERF_STAT_DATA_DIE] = PERF_STAT_DIE,
		/* perf_data_env has no clusters. */
		[PERF_STAT_DATA_CLUSTER] = PERF_STAT_ALL,
		[PERF_STAT_DATA_CACHE] = PERF_STAT_CACHE,
		[PERF_STAT_DATA_CORE] = PERF_STAT_CORE,
		[PERF_STAT_DATA_THREAD] = PERF_STAT_THREAD,
		[PERF_STAT_DATA_NODE] = PERF_STAT_NODE,
	};
	/* Modes from before PERF_STAT_DATA_CLUSTER and CACHE were inserted. */
	static const enum perf_stat_by older[] = {
		PERF_STAT_CPU, PERF_STAT_ALL, PERF_STAT_SOCKET, PERF_STAT_DIE, PERF_STAT_CORE,
		PERF_STAT_THREAD, PERF_STAT_ALL, PERF_STAT_NODE,
	};

	if (!reading->newer)
		return reading->mode < PERF_ARRAY_SIZE(older) ? older[reading->mode] :
								PERF_STAT_ALL;
	return reading->mode < PERF_ARRAY_SIZE(modes) ? modes[reading->mode] : PERF_STAT_ALL;
}

static int recorded_level(const struct stat_reading *reading)
{
	return reading->cache_level <= PERF_CACHE_LEVELS ? (int)reading->cache_level : 0;
}

static int read_places(struct stat_reading *reading)
{
	const struct perf_data_env *env = perf_data_env(reading->data);
	int err = stat_places_read(&reading->places, env, cpu_limit(reading),
				   reading->stat.cache_level);

	return err ? perf_error_memory(&reading->error) : 0;
}

/* read_count() calls stat_report_begin() once: all records that precede counts have been read. */
static int stat_report_begin(struct stat_reading *reading)
{
	const struct report_options *opts = &reading->opts;
	struct perf_stat *stat = &reading->stat;
	bool by_cpu;
	int err;

	if (!reading->threads.count || !reading->cpus.count)
		return perf_error_set(&reading->error, EINVAL,
				      "%s has no CPUs or threads of its counts",
				      perf_data_path(reading->data));
	by_cpu = reading->cpus.at[0] >= 0;
	stat->by = opts->by_given ? opts->by : recorded_by(reading);
	stat->cache_level = opts->by_given ? opts->cache_level : recorded_level(reading);
	if (opts->no_aggregation)
		stat->by = PERF_STAT_CPU;
	if (stat->by != PERF_STAT_ALL && stat->by != PERF_STAT_THREAD && !by_cpu)
		return perf_error_set(&reading->error, EINVAL,
				      "these counts are of threads: there are none by CPU");
	if (stat->by == PERF_STAT_THREAD && by_cpu && recorded_by(reading) != stat->by)
		return perf_error_set(&reading->error, EINVAL,
				      "these counts are of CPUs: there are none by thread");
	stat->scale = reading->scale;
	stat->topology = place_of;
	stat->topology_context = &reading->places;
	err = check_size(reading);
	if (!err)
		err = read_places(reading);
	if (!err)
		err = make_set(reading);
	if (!err)
		err = perf_counts_init(&reading->counts, &reading->set, &reading->error);
	if (!err)
		err = perf_counts_init(&reading->before, &reading->set, &reading->error);
	if (!err)
		err = perf_stat_init(stat, &reading->set, &reading->cpus, &reading->error);
	reading->style.interval = reading->interval;
	reading->ready = !err;
	return err;
}

/* ---- the counts ----------------------------------------------------------------------- */

static int read_count(struct stat_reading *reading, const struct perf_event_header *header)
{
	const struct perf_record_stat *record = (const void *)header;
	const struct perf_data_event *event;
	const struct perf_cpus *cpus;
	size_t threads, i;
	int err;

	err = reading->ready ? 0 : stat_report_begin(reading);
	if (err)
		return err;
	event = perf_data_event_of_id(reading->data, record->id);
	threads = reading->threads.count;
	if (!event || event->index >= reading->set.count || record->thread >= threads)
		return perf_error_set(&reading->error, EINVAL,
				      "%s: a count of an event or thread that it does not have",
				      perf_data_path(reading->data));
	cpus = &reading->set.at[event->index].cpus;
	for (i = 0; i < cpus->count; i++) {
		/* An event that the tool counts has one CPU, and any record->cpu. */
		if (cpus->at[i] != (int)record->cpu && cpus->count > 1)
			continue;
		i = reading->counts.first[event->index] + i * threads + record->thread;
		reading->counts.at[i] = (struct perf_count){
			record->val, record->ena, record->run
		};
		break;
	}
	return 0;
}

static int stat_report_flush(struct stat_reading *reading)
{
	int err = perf_out_flush(&reading->out);

	return err ? perf_error_set(&reading->error, err, "cannot write the counts: %s",
				    strerror(-err)) : 0;
}

static bool stat_report_is_text(const struct stat_reading *reading)
{
	return !reading->style.json && !reading->style.separator;
}

/* Ends a reading: with intervals, prints it; a single reading is printed by print_end(). */
static int end_round(struct stat_reading *reading, const struct perf_event_header *header)
{
	const struct perf_record_stat_round *round = (const void *)header;
	const uint64_t since = round->time - reading->time;
	const uint64_t tool[] = {
		[PERF_TOOL_DURATION] = since, [PERF_TOOL_USER] = 0, [PERF_TOOL_SYSTEM] = 0,
	};
	int err = reading->ready ? 0 : stat_report_begin(reading);

	if (err)
		return err;
	perf_counts_since(&reading->counts, &reading->before, &reading->set);
	perf_stat_reset(&reading->stat);
	perf_mean_add(&reading->stat.wall, (double)since);
	err = perf_stat_add(&reading->stat, &reading->counts, tool, &reading->error);
	/* A count without a perf_record_stat in the next reading is unchanged. */
	memcpy(reading->counts.at, reading->before.at,
	       reading->counts.count * sizeof(*reading->counts.at));
	if (!reading->interval)
		return err;
	reading->time = round->time;
	reading->style.time = round->time;
	if (stat_report_is_text(reading) && !(reading->lines++ % 25))
		perf_stat_text_heading(&reading->stat, &reading->out.text);
	perf_stat_print(&reading->stat, &reading->style, &reading->out.text);
	return err ? err : stat_report_flush(reading);
}

static int stat_report_record(struct stat_reading *reading, const struct perf_event_header *header)
{
	int err;

	switch (header->type) {
	case PERF_RECORD_STAT:
		return read_count(reading, header);
	case PERF_RECORD_STAT_ROUND:
		return end_round(reading, header);
	case PERF_RECORD_STAT_CONFIG:
		read_config(reading, header);
		return 0;
	case PERF_RECORD_THREAD_MAP:
		err = reading->ready ? 0 : read_threads(reading, header);
		break;
	case PERF_RECORD_CPU_MAP:
		err = reading->ready ? 0 : read_cpus((const unsigned char *)(header + 1),
						     header->size - sizeof(*header),
						     &reading->cpus);
		break;
	case PERF_RECORD_EVENT_UPDATE:
		err = reading->ready ? 0 : read_update(reading, header);
		break;
	default:
		return 0;
	}
	if (err == -ENOMEM)
		return perf_error_memory(&reading->error);
	return err ? perf_error_set(&reading->error, -err,
				    "%s: CPUs in a form that is not known",
				    perf_data_path(reading->data)) : 0;
}

/* Prints the counts under env->cmdline, as perf stat names the program. */
static int print_end(struct stat_reading *reading)
{
	const struct perf_data_env *env = perf_data_env(reading->data);
	uint64_t wall = (uint64_t)reading->stat.wall.mean;
	struct perf_stat_summary summary = { .wall = &wall };
	struct perf_str target = { 0 };
	size_t i;

	perf_str_char(&target, '\'');
	for (i = 0; i < env->nr_cmdline; i++)
		perf_str_format(&target, "%s%s", i ? " " : "", env->cmdline[i]);
	perf_str_char(&target, '\'');
	summary.target = perf_str_text(&target);
	if (stat_report_is_text(reading))
		perf_stat_text_begin(&reading->style, &summary, &reading->out.text);
	perf_stat_print(&reading->stat, &reading->style, &reading->out.text);
	if (stat_report_is_text(reading))
		perf_stat_text_end(&reading->stat, &reading->style, &summary,
				   &reading->out.text);
	perf_str_free(&target);
	return stat_report_flush(reading);
}

static int stat_report_read(struct stat_reading *reading)
{
	const struct perf_data_options options_ = {
		.force = reading->opts.force, .unordered = true,
	};
	const char *path = reading->opts.input ? reading->opts.input : perf_data_usual();
	struct perf_data_record record;
	int err;

	perf_confined_begin(NULL);
	err = perf_data_open(path, &options_, &reading->data, &reading->error);
	if (err)
		return err;
	while ((err = perf_data_next(reading->data, &record, &reading->error)) > 0) {
		err = stat_report_record(reading, record.header);
		if (err)
			return err;
	}
	if (err)
		return err;
	if (!reading->ready) {
		err = perf_error_set(&reading->error, ENODATA, "%s has no counts", path);
		perf_error_hint(&reading->error, "'perf stat record' makes a recording that has");
		return err;
	}
	return reading->interval ? 0 : print_end(reading);
}

static void stat_report_release(struct stat_reading *reading)
{
	size_t i;

	perf_stat_free(&reading->stat);
	perf_counts_free(&reading->counts);
	perf_counts_free(&reading->before);
	for (i = 0; i < reading->set.count; i++)
		perf_cpus_free(&reading->set.at[i].cpus);
	free(reading->set.at);
	for (i = 0; i < reading->events; i++)
		perf_cpus_free(&reading->own[i]);
	free(reading->own);
	perf_event_list_free(&reading->list);
	perf_threads_free(&reading->threads);
	perf_cpus_free(&reading->cpus);
	stat_places_free(&reading->places);
	perf_str_free(&reading->out.text);
	perf_data_close(reading->data);
}

static int stat_report_run(struct perf_settings *settings, int argc, char **argv)
{
	struct stat_reading reading = {
		.out.fd = STDERR_FILENO, .style.runs = 1, .mode = PERF_STAT_DATA_ALL,
		.scale = true,
	};
	int status;

	if (perf_command_parse(&perf_stat_report, settings, &reading.opts, &argc, &argv, &status))
		return status;
	reading.style.separator = reading.opts.separator;
	reading.out.separator = reading.opts.separator;
	reading.style.json = reading.opts.json;
	if (argc) {
		perf_error_set(&reading.error, EINVAL, "'%s' is not needed: -i names the file",
			       argv[0]);
		perf_command_fail(&perf_stat_report, &reading.error);
		return PERF_EXIT_USAGE;
	}
	status = stat_report_read(&reading) ? perf_command_fail(&perf_stat_report, &reading.error) :
		 perf_recording_status(&perf_stat_report, reading.data);
	stat_report_release(&reading);
	return status;
}

const struct perf_command perf_stat_report = {
	.name = "stat report",
	.summary = "Show counts that 'perf stat record' kept",
	.usage = usage,
	.options = options,
	.run = stat_report_run,
};
