// SPDX-License-Identifier: GPL-2.0
/*
 * Recording: from a struct perf_record_config to a file.
 *
 * The order matters: find_threads() prepares the program, since events are bound to it; then events
 * and rings; then the file, with all that is known by then; perf_record_run() starts the program
 * last.
 */
#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <unistd.h>
#include <base/num.h>
#include <event/commands.h>
#include <event/parse.h>
#include <record/areas.h>
#include <record/attrs.h>
#include <record/kcore.h>
#include <record/loop.h>
#include <record/output.h>
#include <record/tracing.h>
#include <sys/paths.h>

#define DEFAULT_EVENT	"cycles:P"
#define FALLBACK_EVENT	"cpu-clock"
#define DEFAULT_OUTPUT	"perf.data"

/* RING_BYTES_DWARF: copies of stacks fill a ring some hundred times as fast as addresses do. */
#define RING_BYTES		(512 * 1024)
#define RING_BYTES_DWARF	(8 * 1024 * 1024)
#define RING_BYTES_OVERWRITE	(1024 * 1024)

/*
 * PIECE_BYTES_DWARF: wakeup watermark with stack copies. A piece of this size is still in the
 * processor's caches when it is written; half of a large ring is not, and costs half as much again.
 */
#define PIECE_BYTES_DWARF	(2 * 1024 * 1024)

static void record_warn(const struct perf_record *record, const char *text)
{
	if (record->watch.warn)
		record->watch.warn(record->watch.context, text);
}

static int find_cpus(struct perf_record *record, struct perf_error *error)
{
	const struct perf_record_config *config = record->config;

	if (config->cpus)
		return perf_cpus_parse(&record->cpus, config->cpus, error);
	/* Rings belong to CPUs, unless config->per_thread excludes children. */
	if (!config->all_cpus && config->per_thread)
		return perf_cpus_any(&record->cpus, error);
	return perf_cpus_online(&record->cpus, error);
}

static int find_user(const char *name, uid_t *uid, struct perf_error *error)
{
	const struct passwd *user = getpwnam(name);
	uint64_t number;

	if (user)
		*uid = user->pw_uid;
	else if (perf_parse_u64(name, &number))
		*uid = (uid_t)number;
	else
		return perf_error_set(error, EINVAL, "there is no user '%s'", name);
	return 0;
}

/* record->stream: the program's standard output becomes standard error. */
static int prepare_child(struct perf_record *record, struct perf_error *error)
{
	int stdout_copy, ret;

	if (!record->stream)
		return perf_child_prepare(&record->child, record->config->argv, false, error);
	stdout_copy = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
	if (stdout_copy < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
		ret = perf_error_set(error, errno, "standard output: %m");
	else
		ret = perf_child_prepare(&record->child, record->config->argv, false, error);
	if (stdout_copy >= 0) {
		dup2(stdout_copy, STDOUT_FILENO);
		close(stdout_copy);
	}
	return ret;
}

static int find_threads(struct perf_record *record, struct perf_error *error)
{
	const struct perf_record_config *config = record->config;
	uid_t uid = 0;
	int ret;

	if (config->argv) {
		ret = prepare_child(record, error);
		if (ret)
			return ret;
	}
	if (config->pids)
		return perf_threads_of_pids(&record->threads, config->pids, error);
	if (config->tids)
		return perf_threads_of_tids(&record->threads, config->tids, error);
	if (config->user) {
		ret = find_user(config->user, &uid, error);
		return ret ? ret : perf_threads_of_user(&record->threads, uid, error);
	}
	if (config->all_cpus || config->cpus)
		return perf_threads_all(&record->threads, error);
	if (!config->argv)
		return perf_error_set(error, EINVAL, "nothing to record: no program, -a, -p or -t");
	return perf_threads_one(&record->threads, record->child.pid, error);
}

/* Does @code mean that the event does not exist here, rather than that it is forbidden? */
static bool no_such_counter(int code)
{
	return code == -ENOENT || code == -EOPNOTSUPP || code == -ENODEV || code == -ENXIO ||
	       code == -EINVAL;
}

static int bind_cgroup(struct perf_event_spec *spec, const char *name, size_t length,
		       struct perf_error *error)
{
	if (!length)
		return 0;
	spec->cgroup = strndup(name, length);
	if (!spec->cgroup)
		return perf_error_memory(error);
	spec->cgroup_fd = perf_cgroup_open(spec->cgroup, error);
	return spec->cgroup_fd < 0 ? spec->cgroup_fd : 0;
}

static int bind_cgroups(struct perf_record *record, struct perf_error *error)
{
	const char *names = record->config->cgroup_names, *at = names;
	size_t i, length;
	int ret = 0;

	for (i = 0; names && i < record->list.count && !ret; i++) {
		length = strcspn(at, ",");
		ret = bind_cgroup(&record->list.at[i], at, length, error);
		/* A single name in config->cgroup_names applies to all events. */
		if (strchr(names, ','))
			at += length + (at[length] == ',');
	}
	return ret;
}

static size_t ring_bytes(const struct perf_record_config *config)
{
	if (config->mmap_pages)
		return config->mmap_pages * (size_t)sysconf(_SC_PAGESIZE);
	if (config->chain == PERF_RECORD_CHAIN_DWARF)
		return RING_BYTES_DWARF;
	return config->overwrite ? RING_BYTES_OVERWRITE : RING_BYTES;
}

static bool is_large(size_t ring)
{
	return ring >= 2 * (size_t)PIECE_BYTES_DWARF;
}

/* Set attr.wakeup_watermark of all events; 0: the kernel's default, half a ring. */
static void wake_at(struct perf_record *record, uint32_t bytes)
{
	size_t i;

	for (i = 0; i < record->list.count; i++) {
		record->list.at[i].attr.watermark = bytes != 0;
		record->list.at[i].attr.wakeup_watermark = bytes;
	}
}

/* Warn once, even if several events have clock_taken. */
static void warn_of_clock(struct perf_record *record)
{
	size_t i;

	for (i = 0; i < record->list.count && !record->list.at[i].clock_taken; i++)
		;
	if (i < record->list.count)
		record_warn(record,
			    "no hardware counter for cycles here: sampling by " FALLBACK_EVENT);
}

static int open_events(struct perf_record *record, unsigned int flags, struct perf_error *error)
{
	const struct perf_record_config *config = record->config;
	int64_t max_freq = 0;
	int ret;

	perf_read_number("/proc/sys/kernel/perf_event_max_sample_rate", &max_freq);
	ret = bind_cgroups(record, error);
	if (!ret)
		ret = perf_record_attrs(&record->list, config, (uint64_t)max_freq, error);
	if (ret)
		return ret;
	if (config->chain == PERF_RECORD_CHAIN_DWARF && !config->unbuffered &&
	    is_large(ring_bytes(config)))
		wake_at(record, PIECE_BYTES_DWARF);
	ret = perf_event_set_open(&record->set, &record->list, &record->cpus,
				  &record->threads, PERF_SET_DROP_KERNEL | flags, error);
	if (!ret && record->list.at[0].kernel_dropped)
		record_warn(record, "no permission to sample the kernel: user mode only");
	if (!ret)
		warn_of_clock(record);
	return ret;
}

/* Open DEFAULT_EVENT, or FALLBACK_EVENT if there is no counter. */
static int open_default(struct perf_record *record, struct perf_error *error)
{
	int ret;

	ret = perf_events_parse(&record->list, DEFAULT_EVENT, error);
	if (!ret)
		ret = open_events(record, 0, error);
	if (!ret || !no_such_counter(ret))
		return ret;
	perf_event_list_free(&record->list);
	memset(&record->list, 0, sizeof(record->list));
	ret = perf_events_parse(&record->list, FALLBACK_EVENT, error);
	if (!ret)
		ret = open_events(record, 0, error);
	if (!ret)
		record_warn(record,
			    "no hardware counter for cycles here: sampling by " FALLBACK_EVENT);
	return ret;
}

static int set_filters(struct perf_record *record, size_t nr, const char *const *filters,
		       struct perf_error *error)
{
	size_t i;
	int ret;

	for (i = 0; i < nr; i++) {
		if (!filters[i])
			continue;
		ret = perf_event_set_filter(&record->set, i, filters[i], error);
		if (ret)
			return ret;
	}
	return 0;
}

static int map_rings(struct perf_record *record, struct perf_error *error)
{
	int ret;

	ret = perf_record_rings_map(&record->rings, &record->set,
				    ring_bytes(record->config) / (size_t)sysconf(_SC_PAGESIZE),
				    !record->config->mmap_pages, error);
	record->mapped = !ret;
	if (ret)
		return ret;
	record->rings.stopped = record->config->delay_ms;
	record->rings.munmap_raw = record->config->munmap_raw;
	return perf_record_areas_map(&record->rings, record->config, error);
}

static bool wakes_too_late(const struct perf_record *record)
{
	return record->list.at[0].attr.watermark && !is_large(record->rings.at[0].ring.size);
}

/*
 * wakeup_watermark is set at open, but only mapping shows the size of a ring, which map_rings() may
 * halve. If wakes_too_late(), the events are opened again with the default watermark.
 */
static int set_up_rings(struct perf_record *record, const char *const *filters,
			size_t nr_filters, struct perf_error *error)
{
	int ret;

	ret = set_filters(record, nr_filters, filters, error);
	if (!ret)
		ret = map_rings(record, error);
	if (ret || !wakes_too_late(record))
		return ret;
	perf_record_rings_unmap(&record->rings);
	record->mapped = false;
	perf_event_set_close(&record->set);
	wake_at(record, 0);
	ret = perf_event_set_open(&record->set, &record->list, &record->cpus,
				  &record->threads, PERF_SET_DROP_KERNEL, error);
	if (!ret)
		ret = set_filters(record, nr_filters, filters, error);
	return ret ? ret : map_rings(record, error);
}

/* record->stream: "-o -", or no -o and standard output is a pipe. */
static void choose_output(struct perf_record *record)
{
	const char *output = record->config->output;
	struct stat status;

	record->path = output ? output : DEFAULT_OUTPUT;
	if (output)
		record->stream = !strcmp(output, "-");
	else
		record->stream = !fstat(STDOUT_FILENO, &status) && S_ISFIFO(status.st_mode);
	if (record->stream)
		record->path = "-";
}

static int open_trigger(struct perf_record *record, struct perf_error *error)
{
	const struct perf_record_config *config = record->config;
	bool alone = perf_record_program_alone(config);

	if (!config->triggers)
		return 0;
	/* NULL: any process may hit a trigger, not only the program. */
	return perf_record_trigger_open(&record->trigger, config->triggers, &record->cpus,
					alone ? NULL : &record->threads, error);
}

static int record_check(const struct perf_record *record, struct perf_error *error)
{
	const struct perf_record_config *config = record->config;

	if (record->stream && isatty(STDOUT_FILENO)) {
		perf_error_set(error, EINVAL, "a recording is not for a terminal to show");
		perf_error_hint(error, "Pipe it into another perf, or name a file with -o.");
		return -EINVAL;
	}
	if (record->stream && config->switch_mode != PERF_RECORD_SWITCH_NEVER)
		return perf_error_set(error, EINVAL, "--switch-output needs files, not a stream");
	if (record->stream && config->time_name)
		return perf_error_set(error, EINVAL,
				      "--timestamp-filename needs a file, not a stream");
	if (record->stream && config->tail_synth)
		return perf_error_set(error, EINVAL,
				      "--tail-synthesize needs a file, not a stream");
	if (record->stream && config->kcore)
		return perf_error_set(error, EINVAL, "--kcore needs a directory, not a stream");
	if (config->no_time && (config->overwrite || config->switch_events))
		return perf_error_set(error, EINVAL,
				      "without times records cannot be put in order");
	return config->kcore ? perf_record_kcore_check("/proc", error) : 0;
}

static int set_up(struct perf_record *record, const char *const *filters, size_t nr_filters,
		  struct perf_error *error)
{
	size_t asked = record->list.count;
	int ret;

	choose_output(record);
	/*
	 * A stream has no build ids. If dsos.mapped is NULL without memory, files are opened at the
	 * end.
	 */
	if (!record->config->no_buildid && !record->stream)
		record->dsos.mapped = perf_mapped_create(record->config->cache);
	ret = record_check(record, error);
	if (!ret)
		ret = find_threads(record, error);
	if (!ret)
		ret = find_cpus(record, error);
	if (!ret)
		ret = asked ? open_events(record, PERF_SET_TAKE_CLOCK, error) :
			      open_default(record, error);
	if (!ret)
		ret = set_up_rings(record, filters, nr_filters, error);
	if (!ret)
		ret = open_trigger(record, error);
	if (!ret)
		ret = perf_record_tracing(&record->list, true, &record->tracing, error);
	return ret ? ret : perf_record_output_begin(record, error);
}

/**
 * perf_record_create() - open events and begin a file
 * @config: recording options; must outlive @record
 * @list: events; empty: the default event. Ownership passes to perf_record_create()
 * @filters: filters of the first @nr_filters events of @list, NULL for an event without one
 * @nr_filters: number of @filters
 * @watch: callbacks into the command; may be NULL
 * @record: result; free with perf_record_free()
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_record_create(const struct perf_record_config *config, struct perf_event_list *list,
		       const char *const *filters, size_t nr_filters,
		       const struct perf_record_watch *watch,
		       struct perf_record **record, struct perf_error *error)
{
	struct perf_record *created = calloc(1, sizeof(*created));
	int ret;

	*record = NULL;
	if (!created) {
		perf_event_list_free(list);
		return perf_error_memory(error);
	}
	created->config = config;
	created->list = *list;
	memset(list, 0, sizeof(*list));
	created->control.fd = config->control_fd;
	created->control.ack = config->ack_fd;
	if (watch)
		created->watch = *watch;
	ret = set_up(created, filters, nr_filters, error);
	if (ret) {
		perf_record_free(created);
		return ret;
	}
	*record = created;
	return 0;
}

/*
 * Return a signalfd of the signals that end recording, report the program's end, or request a file.
 */
static int catch_signals(sigset_t *before, struct perf_error *error)
{
	sigset_t wanted;
	int fd;

	sigemptyset(&wanted);
	sigaddset(&wanted, SIGINT);
	sigaddset(&wanted, SIGTERM);
	sigaddset(&wanted, SIGCHLD);
	sigaddset(&wanted, SIGUSR2);
	pthread_sigmask(SIG_BLOCK, &wanted, before);
	fd = signalfd(-1, &wanted, SFD_CLOEXEC | SFD_NONBLOCK);
	if (fd < 0)
		perf_error_set(error, errno, "signalfd: %m");
	return fd < 0 ? -error->code : fd;
}

static int record_start(struct perf_record *record, struct perf_error *error)
{
	const struct perf_record_config *config = record->config;
	int ret = 0;

	/* With enable_on_exec the kernel enables the events of a program. */
	if (!config->delay_ms && !(record->child.pid && record->list.at[0].attr.enable_on_exec))
		ret = perf_record_enable(record, true, error);
	if (!ret && record->child.pid)
		ret = perf_child_start(&record->child, config->argv[0], error);
	return ret;
}

/* perf_child_wait() would block: the program may outlive its recording, so send SIGTERM. */
static void end_child(struct perf_record *record)
{
	if (!record->child.pid)
		return;
	kill(record->child.pid, SIGTERM);
	perf_child_wait(&record->child, true, &record->exit_status, NULL);
}

static int end_output(struct perf_record *record, struct perf_error *error)
{
	if (record->config->switch_mode != PERF_RECORD_SWITCH_NEVER || record->config->time_name)
		return perf_record_output_switch(record, false, error);
	return perf_record_output_end(record, error);
}

/*
 * PERF_FORMAT_LOST counts include the losses that PERF_RECORD_LOST reports. Kernels before 6.0 have
 * only PERF_RECORD_LOST, which does not report losses behind the last record.
 */
static uint64_t count_lost(const struct perf_record *record)
{
	const struct perf_record_counts *total = &record->total;

	if (record->list.at[0].attr.read_format & PERF_FORMAT_LOST)
		return total->lost_samples;
	return total->lost + total->lost_samples;
}

/**
 * perf_record_run() - record until the program ends, or a signal arrives
 * @record: recording
 * @result: filled, also on failure
 * @error: filled on failure
 *
 * Return: 0 or a negative errno; after a failure @result->path holds the records up to it.
 */
int perf_record_run(struct perf_record *record, struct perf_record_result *result,
		    struct perf_error *error)
{
	struct perf_error other;
	sigset_t before;
	int ret, ended, fd;

	memset(result, 0, sizeof(*result));
	fd = catch_signals(&before, error);
	ret = fd < 0 ? fd : record_start(record, error);
	if (!ret)
		ret = perf_record_loop(record, fd, error);
	end_child(record);
	/* end_output() also runs after a failure, to keep the records up to it. */
	ended = end_output(record, ret ? &other : error);
	perf_commands_end(&record->control);
	if (fd >= 0)
		close(fd);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	result->samples = record->total.samples;
	result->lost = count_lost(record);
	result->size = record->last_size;
	result->raw_size = record->last_raw_size;
	result->wakeups = record->wakeups;
	result->files = record->files;
	result->path = record->path;
	result->exit_code = perf_child_exit_code(record->exit_status);
	return ret ? ret : ended;
}

/** perf_record_free() - end the recording and free it; @record may be NULL */
void perf_record_free(struct perf_record *record)
{
	size_t i;

	if (!record)
		return;
	perf_child_abandon(&record->child);
	perf_data_writer_free(record->writer);
	if (record->mapped)
		perf_record_rings_unmap(&record->rings);
	perf_record_trigger_close(&record->trigger);
	perf_event_set_close(&record->set);
	perf_event_list_free(&record->list);
	perf_threads_free(&record->threads);
	perf_cpus_free(&record->cpus);
	perf_str_free(&record->tracing);
	perf_map_free(&record->lost);
	perf_mapped_free(record->dsos.mapped);
	perf_record_dsos_free(&record->dsos);
	for (i = 0; i < record->nr_old_files; i++)
		free(record->old_files[i]);
	free(record->old_files);
	free(record);
}
