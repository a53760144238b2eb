// SPDX-License-Identifier: GPL-2.0
/*
 * Reads a recording together with the state its samples need.
 */
#include <errno.h>
#include <string.h>
#include <base/num.h>
#include <report/session.h>

/* take_turn() reads the clock once per this many records: even slow ones take little time. */
#define WATCH_RECORDS	64

static int create_models(struct perf_session *session,
			 const struct perf_session_options *options, struct perf_error *error)
{
	session->machine = perf_machine_create();
	if (!session->machine)
		return perf_error_memory(error);
	session->machine->dsos.options.symfs = options->symfs;
	session->machine->dsos.options.force = options->force;
	session->machine->dsos.options.live = options->live;
	session->machine->dsos.options.kallsyms = options->kallsyms;
	session->machine->dsos.options.vmlinux = options->ignore_vmlinux ? NULL :
						 options->vmlinux;
	session->machine->dsos.options.no_demangle = options->no_demangle;
	session->machine->dsos.options.no_demangle_kernel = options->no_demangle_kernel;
	session->verbose = options->verbose;
	perf_machine_env(session->machine, perf_data_env(session->data));
	/* Ambiguous build ids make dsos read the recording again: impossible with a pipe. */
	if (!perf_data_is_stream(session->data) && strcmp(perf_data_path(session->data), "-"))
		session->machine->dsos.recording = perf_data_path(session->data);
	session->unwinder = perf_unwinder_create(session->machine);
	session->lines = perf_inlines_create(session->machine);
	session->inlines = options->no_inline ? NULL : session->lines;
	session->max_stack = options->max_stack > 0 ? options->max_stack : PERF_STACK_MAX;
	return 0;
}

static int open_models(struct perf_session *session, const struct perf_session_options *options,
		       struct perf_error *error)
{
	int err = create_models(session, options, error);

	if (err)
		return err;
	err = perf_switch_init(&session->state, &options->events, session->data, error);
	if (err)
		return err;
	return perf_filter_parse(&session->filter, &options->filter,
				 perf_data_env(session->data), error);
}

/**
 * perf_session_open() - open a recording
 * @session: result; close with perf_session_close() also on failure
 * @options: options; must outlive the session
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_session_open(struct perf_session *session, const struct perf_session_options *options,
		      struct perf_error *error)
{
	struct perf_data_options reading = {
		.force = options->force, .header_only = options->header_only,
		.unknown = options->dump, .unordered = options->unordered,
	};
	int err;

	memset(session, 0, sizeof(*session));
	err = perf_data_open(options->input ? options->input : perf_data_usual(), &reading,
			     &session->data, error);
	if (err || options->header_only)
		return err;
	return open_models(session, options, error);
}

/**
 * perf_session_open_fd() - perf_session_open() for a descriptor, such as a stream being written
 * @fd: closed with the session, also on failure
 * @name: name of the recording for messages
 */
int perf_session_open_fd(struct perf_session *session, int fd, const char *name,
			 const struct perf_session_options *options, struct perf_error *error)
{
	struct perf_data_options reading = { .force = true };
	int err;

	memset(session, 0, sizeof(*session));
	err = perf_data_open_fd(fd, name, &reading, &session->data, error);
	return err ? err : open_models(session, options, error);
}

/** perf_session_close() - free a session and close its recording */
void perf_session_close(struct perf_session *session)
{
	perf_filter_free(&session->filter);
	perf_expander_free(&session->expander);
	perf_vec_free(&session->stack.items);
	perf_inlines_free(session->lines);
	perf_unwinder_free(session->unwinder);
	perf_machine_free(session->machine);
	perf_data_close(session->data);
}

/* An error: without samples, a report would show these CPUs as idle. */
static int no_cpu(const struct perf_session *session, const struct perf_data_record *record,
		  struct perf_error *error)
{
	perf_error_set(error, EINVAL, "%s: samples of '%s' carry no CPU",
		       session->filter.cpus.count ? "-C" : "--socket-filter",
		       record->event->name);
	perf_error_hint(error, "Record that with 'perf record --sample-cpu'");
	return -EINVAL;
}

static bool needs_cpu(const struct perf_filter *filter)
{
	return filter->cpus.count || filter->sockets.count;
}

static bool passes_socket(const struct perf_session *session, const struct perf_sample *sample)
{
	return !session->filter.sockets.count ||
	       perf_filter_socket(&session->filter, perf_session_socket(session, sample->cpu));
}

static int read_sample(struct perf_session *session, const struct perf_data_record *record,
		       const struct perf_session_calls *calls, void *context,
		       struct perf_error *error)
{
	struct perf_session_sample one = { .record = record };
	struct perf_sample sample;
	bool passes;

	if (!calls->sample)
		return 0;
	if (perf_data_sample(record, &sample)) {
		perf_data_count_bad(session->data);
		return 0;
	}
	if (perf_switch_used(&session->state) &&
	    (!perf_filter_time(&session->filter, &sample) ||
	     !perf_switch_passes(&session->state, record->event)))
		return 0;
	if (needs_cpu(&session->filter) && !(sample.fields & PERF_SAMPLE_CPU))
		return no_cpu(session, record, error);
	passes = perf_filter_task(&session->filter, &sample) && passes_socket(session, &sample);
	if ((!passes && !calls->other) || !perf_filter_place(&session->filter, &sample))
		return 0;
	one.sample = &sample;
	one.thread = perf_machine_thread(session->machine, sample.pid, sample.tid);
	if (!one.thread)
		return perf_error_memory(error);
	one.expanded = perf_expand(&session->expander, session->data, record, &sample, &one.nr);
	return passes ? calls->sample(context, &one, error) : calls->other(context, &one, error);
}

/**
 * perf_session_take() - apply one record, or pass a sample to the callbacks
 * @session: session
 * @record: from perf_data_next()
 * @calls: callbacks
 * @context: for @calls
 * @error: filled on failure
 *
 * perf_session_read() calls this for all records.
 *
 * Return: 0, 1 to stop reading, or a negative errno.
 */
int perf_session_take(struct perf_session *session, const struct perf_data_record *record,
		      const struct perf_session_calls *calls, void *context,
		      struct perf_error *error)
{
	if (record->header->type == PERF_RECORD_SAMPLE)
		return read_sample(session, record, calls, context, error);
	if (perf_machine_apply(session->machine, record))
		return perf_error_memory(error);
	return calls->record ? calls->record(context, record, error) : 0;
}

/**
 * perf_session_watch() - set the callbacks of perf_session_read()
 * @session: session
 * @watch: callbacks; must outlive the reading; NULL: none
 */
void perf_session_watch(struct perf_session *session, const struct perf_session_watch *watch)
{
	session->watch = watch;
	perf_data_on_wait(session->data, watch ? watch->wait : NULL,
			  watch ? watch->context : NULL);
}

/* Call @turn if it is due or if a record has added an event. */
static int take_turn(struct perf_session *session, struct perf_error *error)
{
	uint64_t now;
	size_t nr;

	perf_data_events(session->data, &nr);
	if (nr == session->watch_events) {
		if (++session->watch_records < WATCH_RECORDS)
			return 0;
		session->watch_records = 0;
		now = perf_clock_ns(CLOCK_MONOTONIC);
		if (now < session->watch_due)
			return 0;
		session->watch_due = now + session->watch->interval_ms * PERF_NS_PER_MS;
	}
	session->watch_events = nr;
	return session->watch->turn(session->watch->context, error);
}

/**
 * perf_session_read() - read all records
 * @session: session
 * @calls: callbacks
 * @context: for @calls
 * @error: filled on failure
 *
 * Return: 0, also if a callback returned 1; or a negative errno.
 */
int perf_session_read(struct perf_session *session, const struct perf_session_calls *calls,
		      void *context, struct perf_error *error)
{
	struct perf_data_record record;
	int err;

	while ((err = perf_data_next(session->data, &record, error)) > 0) {
		err = session->watch ? take_turn(session, error) : 0;
		if (!err && calls->any)
			err = calls->any(context, &record, error);
		if (!err)
			err = perf_session_take(session, &record, calls, context, error);
		if (err)
			break;
	}
	return err < 0 ? err : 0;
}

/* Remove the functions without a symbol (perf_filter.known). */
static void drop_unknown(const struct perf_machine *machine, struct perf_stack *stack)
{
	struct perf_stack_item *item;
	size_t nr = 0;

	perf_vec_each(&stack->items, item)
		if (machine->frames.at[item->frame].symbol)
			stack->items.at[nr++] = *item;
	stack->items.count = nr;
}

/**
 * perf_session_stack() - resolve the call stack of the current sample
 * @session: session
 * @sample: the sample
 *
 * Return: the stack, valid until the next call; NULL without memory.
 */
const struct perf_stack *perf_session_stack(struct perf_session *session,
					    const struct perf_session_sample *sample)
{
	if (perf_stack_resolve(&session->stack, session->machine, session->unwinder,
			       sample->thread, sample->sample, session->max_stack))
		return NULL;
	if (session->filter.known)
		drop_unknown(session->machine, &session->stack);
	return &session->stack;
}

/** perf_session_frame() - return the frame of the current sample's ip */
uint32_t perf_session_frame(struct perf_session *session,
			    const struct perf_session_sample *sample)
{
	return perf_machine_frame(session->machine, sample->thread->process,
				  sample->sample->cpumode, sample->sample->ip);
}

/**
 * perf_session_socket() - return the processor socket of a CPU
 * @session: session
 * @cpu: number of the CPU
 *
 * Return: number of the socket, -1 if the recording does not have it.
 */
int32_t perf_session_socket(const struct perf_session *session, uint32_t cpu)
{
	const struct perf_data_env *env = perf_data_env(session->data);

	return cpu < env->nr_cpus ? (int32_t)env->cpus[cpu].socket_id : -1;
}
