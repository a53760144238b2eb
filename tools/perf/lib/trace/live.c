// SPDX-License-Identifier: GPL-2.0
/*
 * perf_trace_live(): one ring per CPU holds all events of the CPU. A ring wakes the tracer when it
 * is a quarter full; live_look() also reads all rings ten times a second. Records have times of
 * CLOCK_MONOTONIC, which the tracer reads, too: records older than the last live_look() at all
 * rings are complete, and perf_queue_next() returns them in order.
 *
 * One thread does all of this. SIGCHLD, SIGINT and SIGTERM are blocked throughout and read from a
 * signalfd.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>
#include <base/map.h>
#include <base/num.h>
#include <data/format.h>
#include <data/sample.h>
#include <event/set.h>
#include <record/chain.h>
#include <record/rings.h>
#include <sys/child.h>
#include <sys/munmap.h>
#include <sys/paths.h>
#include <trace/live.h>
#include <trace/queue.h>
#include <trace/running.h>

#define RING_BYTES	(4 * 1024 * 1024)
/* PERF_SAMPLE_STACK_USER copies are a hundred times as large as the rest of a sample. */
#define STACKS_RING_BYTES	(4 * RING_BYTES)
/* ms between two calls of live_look() while no ring is a quarter full. */
#define LOOK_MS		100

/* A running trace. */
struct live {
	struct perf_tracer *tracer;
	const struct perf_trace_target *target;
	const struct perf_trace_source *source;
	struct perf_error *error;
	struct perf_child child;
	struct perf_threads threads;
	struct perf_cpus cpus;
	struct perf_event_set set;
	struct perf_record_rings rings;
	bool mapped;
	struct perf_queue queue;
	bool queued;
	bool chains;			/* tracer->chains is needed: for call chains or faults */
	bool faults;			/* an event is a fault: data mappings are needed, too */
	bool stacks;			/* chains are unwound from copies of stacks */
	struct perf_data_event side_band;	/* event of the side-band records */
	struct perf_map ids;		/* event id to index */
	struct pollfd *polls;		/* rings, then signals */
	uint64_t looked;		/* ns at which the last live_look() began */
	uint64_t enable_at;		/* ns at which target->delay_ms ends; 0: none or past */
	bool started;
	bool stop;
	int status;
};

static uint64_t live_now(void)
{
	return perf_clock_ns(CLOCK_MONOTONIC);
}

static int find_threads(struct live *live)
{
	const struct perf_trace_target *target = live->target;

	if (target->pids)
		return perf_threads_of_pids(&live->threads, target->pids, live->error);
	if (target->tids)
		return perf_threads_of_tids(&live->threads, target->tids, live->error);
	if (target->by_user)
		return perf_threads_of_user(&live->threads, target->uid, live->error);
	if (target->all_cpus || target->cpus)
		return perf_threads_all(&live->threads, live->error);
	return perf_threads_one(&live->threads, live->child.pid, live->error);
}

/* Tests whether target->argv alone is traced, and from its exec on. */
static bool starts_by_exec(const struct live *live)
{
	const struct perf_trace_target *target = live->target;

	return target->argv && !target->delay_ms && !target->pids && !target->tids &&
	       !target->by_user && !target->all_cpus && !target->cpus;
}

static size_t ring_bytes(const struct live *live)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	if (live->target->pages)
		return live->target->pages * page;
	return live->stacks ? STACKS_RING_BYTES : RING_BYTES;
}

/*
 * Sets up the call chains of event @index. The chain of a call is that of PERF_TRACE_EXIT. Its
 * kernel part is the way out of the call, the same for all calls, so it is recorded on request
 * only.
 */
static int set_chain(struct live *live, size_t index)
{
	struct perf_event_spec *spec = &live->source->list->at[index];
	enum perf_trace_kind kind = live->source->events[index].kind;
	int ret;

	if (live->tracer->options->no_lines || kind == PERF_TRACE_ENTER)
		return 0;
	/* Faults are shown with names of functions and files, which tracer->chains resolves. */
	if (perf_trace_is_fault(kind)) {
		live->chains = true;
		live->faults = true;
	}
	ret = perf_record_chain_set(spec, live->source->chain, live->error);
	if (ret || !(spec->attr.sample_type & PERF_SAMPLE_CALLCHAIN))
		return ret;
	if (kind == PERF_TRACE_EXIT)
		spec->attr.exclude_callchain_kernel = !live->tracer->options->kernel_graph;
	live->chains = true;
	live->stacks |= spec->attr.sample_type & PERF_SAMPLE_STACK_USER;
	return 0;
}

static int set_chains(struct live *live)
{
	static const struct perf_data_env here;
	struct perf_tracer *tracer = live->tracer;
	size_t i;
	int ret;

	for (i = 0; i < live->source->list->count; i++) {
		ret = set_chain(live, i);
		if (ret)
			return ret;
	}
	if (!live->chains)
		return 0;
	tracer->chains = perf_trace_chains_create(&here, true, tracer->options->max_stack);
	if (!tracer->chains)
		return perf_error_memory(live->error);
	if (!live->stacks || perf_trace_chains_unwinds(tracer->chains))
		return 0;
	perf_error_set(live->error, EOPNOTSUPP, "this perf was built without libdw, which "
		       "call chains from copies of stacks need");
	perf_error_hint(live->error, "--call-graph fp does without");
	return -EOPNOTSUPP;
}

static void set_attributes(struct live *live)
{
	struct perf_event_list *list = live->source->list;
	size_t i;

	for (i = 0; i < list->count; i++) {
		const struct perf_trace_event *event = &live->source->events[i];
		struct perf_event_attr *attr = &list->at[i].attr;
		attr->sample_period = 1;
		attr->sample_type |= PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_TID | PERF_SAMPLE_TIME;
		if (perf_trace_is_fault(event->kind))
			attr->sample_type |= PERF_SAMPLE_IP | PERF_SAMPLE_ADDR;
		/* For a summary the time of sys_enter is enough. */
		if (attr->type == PERF_TYPE_TRACEPOINT &&
		    !(event->kind == PERF_TRACE_ENTER && live->tracer->options->no_lines))
			attr->sample_type |= PERF_SAMPLE_RAW;
		/* Without it an event that counts several at a time gives as many samples. */
		if (event->kind == PERF_TRACE_POINT)
			attr->sample_type |= PERF_SAMPLE_PERIOD;
		if (live->tracer->options->each_sample)
			attr->sample_type |= PERF_SAMPLE_CPU;
		attr->sample_id_all = 1;
		attr->use_clockid = 1;
		attr->clockid = CLOCK_MONOTONIC;
		attr->watermark = 1;
		attr->wakeup_watermark = (uint32_t)(ring_bytes(live) / 4);
		attr->inherit = !live->target->no_inherit;
		attr->disabled = 1;
		attr->enable_on_exec = starts_by_exec(live);
		attr->comm = !i;
		attr->task = !i;
		/* PERF_RECORD_MMAP2 is needed to resolve call chains. */
		attr->mmap = !i && live->chains;
		attr->mmap2 = attr->mmap;
		attr->mmap_data = !i && live->faults;
	}
	list->at[0].attr.munmap = live->chains && perf_munmap_offered();
	live->side_band.attr = list->at[0].attr;
}

static int bind_cgroup(struct live *live)
{
	struct perf_event_list *list = live->source->list;
	size_t i;

	for (i = 0; live->target->cgroup && i < list->count; i++) {
		list->at[i].cgroup = strdup(live->target->cgroup);
		if (!list->at[i].cgroup)
			return perf_error_memory(live->error);
		list->at[i].cgroup_fd = perf_cgroup_open(live->target->cgroup, live->error);
		if (list->at[i].cgroup_fd < 0)
			return list->at[i].cgroup_fd;
	}
	return 0;
}

static int learn_ids(struct live *live)
{
	size_t event, i;

	for (event = 0; event < live->set.count; event++) {
		const struct perf_event_opened *opened = &live->set.at[event];

		for (i = 0; i < opened->cpus.count * live->threads.count; i++) {
			uint64_t id, *slot;

			if (opened->fds[i] < 0)
				continue;
			if (ioctl(opened->fds[i], PERF_EVENT_IOC_ID, &id))
				return perf_error_set(live->error, errno, "id of an event: %m");
			slot = perf_map_put(&live->ids, id, NULL);
			if (!slot)
				return perf_error_memory(live->error);
			*slot = event;
		}
	}
	return 0;
}

static int open_events(struct live *live)
{
	size_t i;
	int ret;

	ret = set_chains(live);
	if (ret)
		return ret;
	set_attributes(live);
	ret = bind_cgroup(live);
	if (!ret)
		ret = perf_event_set_open(&live->set, live->source->list, &live->cpus,
					  &live->threads, 0, live->error);
	for (i = 0; !ret && i < live->set.count; i++)
		if (live->source->filters[i])
			ret = perf_event_set_filter(&live->set, i, live->source->filters[i],
						    live->error);
	return ret ? ret : learn_ids(live);
}

/* The ns of a record; side-band records end with PERF_SAMPLE_TID, TIME and IDENTIFIER. */
static uint64_t time_of(const void *context, const struct perf_event_header *header)
{
	const struct live *live = context;
	uint64_t id, time = 0, index;
	size_t offset;

	if (header->type == PERF_RECORD_SAMPLE) {
		memcpy(&id, header + 1, sizeof(id));
		/* PERF_SAMPLE_IDENTIFIER, IP if the event has it, and TID precede TIME. */
		offset = sizeof(*header) + 16;
		if (perf_map_get(&live->ids, id, &index) &&
		    live->source->list->at[index].attr.sample_type & PERF_SAMPLE_IP)
			offset += 8;
	} else {
		/* TIME precedes CPU, if there is one, and PERF_SAMPLE_IDENTIFIER at the end. */
		offset = header->size - (live->tracer->options->each_sample ? 24 : 16);
	}
	if (offset + sizeof(time) <= header->size)
		memcpy(&time, (const char *)header + offset, sizeof(time));
	return time;
}

static int map_rings(struct live *live)
{
	size_t pages = ring_bytes(live) / (size_t)sysconf(_SC_PAGESIZE), i;
	int ret;

	ret = perf_record_rings_map(&live->rings, &live->set, pages, !live->target->pages,
				    live->error);
	if (ret)
		return ret;
	live->mapped = true;
	live->polls = calloc(live->rings.count + 1, sizeof(*live->polls));
	live->queued = !perf_queue_init(&live->queue, live->rings.count, time_of, live);
	if (!live->polls || !live->queued)
		return perf_error_memory(live->error);
	for (i = 0; i < live->rings.count; i++)
		live->polls[i] = (struct pollfd){ .fd = live->rings.at[i].fd, .events = POLLIN };
	return 0;
}

static int set_up(struct live *live)
{
	int ret = 0;

	if (live->target->argv)
		ret = perf_child_prepare(&live->child, live->target->argv, false, live->error);
	if (!ret)
		ret = find_threads(live);
	if (!ret && live->target->cpus)
		ret = perf_cpus_parse(&live->cpus, live->target->cpus, live->error);
	else if (!ret)
		ret = perf_cpus_online(&live->cpus, live->error);
	if (!ret)
		ret = open_events(live);
	return ret ? ret : map_rings(live);
}

static bool trace_everything(const struct live *live)
{
	return live->target->all_cpus || live->target->cpus;
}

static int learn_mappings(struct live *live)
{
	if (!live->chains)
		return 0;
	if (perf_trace_running(live->tracer->chains, &live->threads, trace_everything(live),
			       live->faults))
		return perf_error_memory(live->error);
	return 0;
}

static int live_enable(struct live *live)
{
	int ret;

	live->enable_at = 0;
	ret = perf_event_set_ioctl(&live->set, PERF_EVENT_IOC_ENABLE, live->error);
	return ret ? ret : learn_mappings(live);
}

/* perf_trace_snapshot() stores the open files of the processes before events are enabled. */
static int learn_files(struct live *live)
{
	size_t i;

	if (live->tracer->options->no_lines)
		return 0;
	if (starts_by_exec(live) &&
	    perf_trace_snapshot(&live->tracer->tasks, live->child.pid, true))
		return perf_error_memory(live->error);
	for (i = 0; !starts_by_exec(live) && !live->target->tids && i < live->threads.count; i++)
		if (live->threads.at[i].pid > 0 &&
		    live->threads.at[i].pid == live->threads.at[i].tid &&
		    perf_trace_snapshot(&live->tracer->tasks, live->threads.at[i].pid, false))
			return perf_error_memory(live->error);
	return 0;
}

/* perf_trace_task() stores the names of existing threads, which may end before their events. */
static int learn_names(struct live *live)
{
	struct perf_threads threads = { 0 };
	size_t i;
	int ret;

	if (!trace_everything(live))
		return 0;
	ret = perf_threads_of_system(&threads, live->error);
	for (i = 0; !ret && i < threads.count; i++)
		if (!perf_trace_task(&live->tracer->tasks, threads.at[i].pid, threads.at[i].tid))
			ret = perf_error_memory(live->error);
	perf_threads_free(&threads);
	return ret;
}

static int live_start(struct live *live)
{
	int ret;

	ret = learn_files(live);
	if (!ret)
		ret = learn_names(live);
	if (ret)
		return ret;
	if (live->target->delay_ms)
		live->enable_at = live_now() + live->target->delay_ms * PERF_NS_PER_MS;
	else if (!starts_by_exec(live))
		ret = live_enable(live);
	else
		ret = learn_mappings(live);
	if (!ret && live->child.pid) {
		ret = perf_child_start(&live->child, live->target->argv[0], live->error);
		live->started = !ret;
	}
	return ret;
}

static int on_sample(struct live *live, const struct perf_event_header *header)
{
	struct perf_sample sample;
	uint64_t id, index;

	memcpy(&id, header + 1, sizeof(id));
	if (!perf_map_get(&live->ids, id, &index) ||
	    perf_sample_decode(&live->source->list->at[index].attr, header, &sample))
		return 0;
	if (live->source->take)
		return live->source->take(live->source->context, &live->source->events[index],
					  &sample);
	return perf_tracer_sample(live->tracer, &live->source->events[index], &sample);
}

static int on_record(struct live *live, const struct perf_event_header *header)
{
	struct perf_trace_tasks *tasks = &live->tracer->tasks;
	const struct perf_record_comm *comm = (const void *)header;
	const struct perf_record_fork *task = (const void *)header;
	const struct perf_record_lost *lost = (const void *)header;
	const struct perf_data_record record = { .header = header, .event = &live->side_band };
	struct perf_trace_task *named;

	if (live->chains && header->type != PERF_RECORD_SAMPLE &&
	    perf_trace_chains_record(live->tracer->chains, &record))
		return -ENOMEM;
	switch (header->type) {
	case PERF_RECORD_SAMPLE:
		return on_sample(live, header);
	case PERF_RECORD_COMM:
		named = perf_trace_task(tasks, (int32_t)comm->pid, (int32_t)comm->tid);
		if (!named)
			return -ENOMEM;
		perf_trace_task_name(named, comm->comm, PERF_TRACE_COMM_SIZE);
		return 0;
	case PERF_RECORD_FORK:
		return perf_trace_fork(tasks, (int32_t)task->pid, (int32_t)task->tid,
				       (int32_t)task->ppid, (int32_t)task->ptid);
	case PERF_RECORD_EXIT:
		perf_trace_exit(tasks, (int32_t)task->pid, (int32_t)task->tid);
		return 0;
	case PERF_RECORD_LOST:
		perf_tracer_lost(live->tracer, lost->lost);
		return 0;
	default:
		return 0;
	}
}

/* Reads all rings and processes the complete records; with @last, all records. */
static int live_look(struct live *live, bool last)
{
	uint64_t limit = last ? UINT64_MAX : live->looked;
	const struct perf_event_header *header;
	uint64_t before = live_now();
	int ret = 0;
	size_t i;

	for (i = 0; i < live->rings.count; i++)
		if (perf_queue_take(&live->queue, i, &live->rings.at[i].ring))
			return perf_error_memory(live->error);
	live->looked = before;
	while (!ret && (header = perf_queue_next(&live->queue, limit)))
		ret = on_record(live, header);
	live->stop |= ret > 0;
	return ret < 0 ? perf_error_memory(live->error) : 0;
}

static void read_signals(struct live *live, int signals)
{
	struct signalfd_siginfo info;

	while (read(signals, &info, sizeof(info)) == sizeof(info)) {
		if (info.ssi_signo == SIGCHLD)
			continue;
		live->stop = true;
		/* Signals from the terminal (si_code > 0) reach the program anyway. */
		if (live->child.pid && info.ssi_code <= 0)
			kill(live->child.pid, (int)info.ssi_signo);
	}
	if (live->started && perf_child_wait(&live->child, false, &live->status, NULL))
		live->stop = true;
}

static int wait_some(struct live *live)
{
	struct pollfd *signals = &live->polls[live->rings.count];
	uint64_t at = live_now();
	int timeout = LOOK_MS;

	if (live->enable_at && live->enable_at <= at)
		return live_enable(live);
	if (live->enable_at && live->enable_at - at < LOOK_MS * PERF_NS_PER_MS)
		timeout = (int)((live->enable_at - at) / PERF_NS_PER_MS) + 1;
	if (poll(live->polls, live->rings.count + 1, timeout) < 0)
		return errno == EINTR ? 0 : perf_error_set(live->error, errno, "poll: %m");
	/* No event is left, unless target->argv runs: SIGCHLD reports its end. */
	if (!perf_record_rings_follow(&live->rings, &live->set, live->polls) &&
	    !live->target->argv)
		live->stop = true;
	if (signals->revents)
		read_signals(live, signals->fd);
	return 0;
}

static int live_trace(struct live *live, int signals, perf_trace_flush *flush, void *context)
{
	int ret;

	live->polls[live->rings.count] = (struct pollfd){ .fd = signals, .events = POLLIN };
	live->looked = live_now();
	ret = live_start(live);
	while (!ret && !live->stop) {
		ret = wait_some(live);
		if (!ret)
			ret = live_look(live, false);
		if (!ret)
			ret = flush(context, &live->tracer->text);
	}
	return ret;
}

/* Processes the records left in the rings, unless max_events lines were shown. */
static int live_finish(struct live *live, perf_trace_flush *flush, void *context)
{
	const struct perf_trace_options *options = live->tracer->options;
	int ret = 0;

	perf_event_set_ioctl(&live->set, PERF_EVENT_IOC_DISABLE, live->error);
	if (!options->max_events || live->tracer->lines < options->max_events)
		ret = live_look(live, true);
	return ret ? ret : flush(context, &live->tracer->text);
}

static void end_child(struct live *live)
{
	if (!live->child.pid)
		return;
	if (!live->started) {
		perf_child_abandon(&live->child);
		return;
	}
	kill(live->child.pid, SIGTERM);
	while (!perf_child_wait(&live->child, true, &live->status, NULL) && errno == EINTR)
		;
	/* The SIGTERM above is no failure of the program. */
	live->status = 0;
}

static void clean_up(struct live *live)
{
	if (live->mapped)
		perf_record_rings_unmap(&live->rings);
	if (live->queued)
		perf_queue_free(&live->queue);
	perf_event_set_close(&live->set);
	perf_threads_free(&live->threads);
	perf_cpus_free(&live->cpus);
	perf_map_free(&live->ids);
	free(live->polls);
}

static int catch_signals(sigset_t *before)
{
	sigset_t wanted;

	sigemptyset(&wanted);
	sigaddset(&wanted, SIGINT);
	sigaddset(&wanted, SIGTERM);
	sigaddset(&wanted, SIGCHLD);
	sigprocmask(SIG_BLOCK, &wanted, before);
	return signalfd(-1, &wanted, SFD_CLOEXEC | SFD_NONBLOCK);
}

/**
 * perf_trace_live() - trace until the program or the target ends
 * @tracer: processes the records
 * @target: the tasks and CPUs to trace
 * @source: the events to trace
 * @flush: writes the text
 * @context: passed to @flush
 * @status: set to the wait status of the program; 0 if there was none
 * @error: filled on failure
 *
 * The caller sets tracer->options->one_thread if lines need no thread number. SIGINT and SIGTERM
 * end the tracing.
 *
 * Return: 0 or a negative errno.
 */
int perf_trace_live(struct perf_tracer *tracer, const struct perf_trace_target *target,
		    const struct perf_trace_source *source, perf_trace_flush *flush,
		    void *context, int *status, struct perf_error *error)
{
	struct live live = {
		.tracer = tracer, .target = target, .source = source, .error = error,
	};
	sigset_t before;
	int signals, ret;

	*status = 0;
	signals = catch_signals(&before);
	if (signals < 0)
		ret = perf_error_set(error, errno, "signalfd: %m");
	else
		ret = set_up(&live);
	if (!ret)
		ret = live_trace(&live, signals, flush, context);
	if (!ret)
		ret = live_finish(&live, flush, context);
	end_child(&live);
	*status = live.status;
	clean_up(&live);
	if (signals >= 0)
		close(signals);
	sigprocmask(SIG_SETMASK, &before, NULL);
	return ret;
}
