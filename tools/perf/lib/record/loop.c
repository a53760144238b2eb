// SPDX-License-Identifier: GPL-2.0
/*
 * perf_record_loop() empties rings until the recording ends.
 *
 * one_pass() waits in one poll() for rings that fill, signals, commands and timers, notes them in
 * struct loop, and acts on them after the rings have been emptied.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <unistd.h>
#include <base/num.h>
#include <event/commands.h>
#include <record/areas.h>
#include <record/drain.h>
#include <record/loop.h>
#include <record/output.h>

/* Interval of perf_data_writer_sync(): bounds the loss if the tool is killed. */
#define SYNC_NS		(2 * PERF_NS_PER_SEC)

/* Ring interval with perf_record_dsos.mapped, whose thread opens files while processes live. */
#define LOOK_MS		100
/* STREAM_NS: ring interval of a stream, whose reader shows the records as they come. */
#define STREAM_NS	(PERF_NS_PER_SEC / 5)

struct loop {
	struct perf_record *record;
	struct perf_drain *drain;
	struct pollfd *polls;	/* rings, then signals, control, triggers */
	struct pollfd *signals;
	struct pollfd *control;
	struct pollfd *trigger;
	size_t nr_polls;
	struct perf_commands commands;
	uint64_t next_sync;
	uint64_t next_switch;	/* ns of CLOCK_MONOTONIC; 0: never */
	uint64_t enable_at;	/* ns of CLOCK_MONOTONIC; 0: never */
	bool stop;
	bool dump;		/* begin a new file, or snapshot */
	bool round_owed;	/* stream: the last round had records */
};

/**
 * perf_record_enable() - enable or disable all events
 * @record: recording
 * @enable: true: enable
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_record_enable(struct perf_record *record, bool enable, struct perf_error *error)
{
	unsigned long request = enable ? PERF_EVENT_IOC_ENABLE : PERF_EVENT_IOC_DISABLE;

	record->rings.stopped = !enable;
	return perf_event_set_ioctl(&record->set, request, error);
}

static void read_signals(struct loop *loop, int fd)
{
	struct perf_record *record = loop->record;
	struct signalfd_siginfo info;

	while (read(fd, &info, sizeof(info)) == (ssize_t)sizeof(info)) {
		switch (info.ssi_signo) {
		case SIGCHLD:
			if (perf_child_wait(&record->child, false, &record->exit_status, NULL))
				loop->stop = true;
			break;
		case SIGUSR2:
			loop->dump = true;
			break;
		default:
			/* SIGINT from the terminal reaches the program too. */
			loop->stop = true;
		}
	}
}

static void pause_output(struct perf_record *record, unsigned int pause)
{
	size_t i;

	for (i = 0; i < record->rings.count; i++) {
		if (record->rings.at[i].backward)
			ioctl(record->rings.at[i].fd, PERF_EVENT_IOC_PAUSE_OUTPUT, pause);
	}
}

/*
 * A reader sorts the records of a round when the next round has ended. perf_record_round()
 * therefore ends an empty round of a stream too, else the last records would wait until others
 * come.
 */
static int end_round(struct loop *loop, bool had_records, struct perf_error *error)
{
	bool owed = loop->round_owed;

	loop->round_owed = had_records;
	return owed && !had_records ? perf_record_round(loop->record, error) : 0;
}

/* Empty all rings. With @backward also those that keep the newest records. */
static int empty_rings(struct loop *loop, bool backward, struct perf_error *error)
{
	int ret;

	ret = perf_drain_round(loop->drain, false, error);
	if (ret > 0)
		loop->record->wakeups++;
	if (ret >= 0 && loop->record->stream)
		ret = end_round(loop, ret > 0, error);
	if (ret < 0 || !backward)
		return ret < 0 ? ret : 0;
	pause_output(loop->record, 1);
	ret = perf_drain_round(loop->drain, true, error);
	pause_output(loop->record, 0);
	return ret < 0 ? ret : 0;
}

/* Write the newest trace data, and the PERF_RECORD_AUX records that describe it. */
static int take_snapshot(struct loop *loop, struct perf_error *error)
{
	struct perf_record *record = loop->record;
	int ret;

	perf_record_areas_snapshot_begin(&record->rings);
	ret = empty_rings(loop, false, error);
	if (ret)
		return ret;
	return perf_record_areas_snapshot_end(&record->rings, record->config->snapshot_size,
					      record->writer, error);
}

/* Begin a new file if dump, the file's size or next_switch requires it. */
static int switch_output(struct loop *loop, struct perf_error *error)
{
	const struct perf_record_config *config = loop->record->config;
	bool due = loop->dump && config->switch_mode != PERF_RECORD_SWITCH_NEVER;
	uint64_t now = perf_clock_ns(CLOCK_MONOTONIC);
	int ret;

	if (loop->dump && config->trace_mode == PERF_RECORD_TRACE_SNAPSHOT) {
		ret = take_snapshot(loop, error);
		if (ret)
			return ret;
	}
	if (config->switch_mode == PERF_RECORD_SWITCH_SIZE)
		due |= perf_data_writer_size(loop->record->writer) >= config->switch_size;
	if (loop->next_switch && now >= loop->next_switch) {
		loop->next_switch = now + config->switch_ns;
		due = true;
	}
	if (!due) {
		/* PERF_RECORD_SWITCH_NEVER: a snapshot is appended to the only file. */
		ret = loop->dump && config->overwrite ? empty_rings(loop, true, error) : 0;
		loop->dump = false;
		return ret;
	}
	loop->dump = false;
	ret = empty_rings(loop, config->overwrite, error);
	return ret ? ret : perf_record_output_switch(loop->record, true, error);
}

/* The command "snapshot", answered after switch_output() has written it. */
static int loop_snapshot(void *owner, struct perf_error *error)
{
	struct loop *loop = owner;

	loop->dump = true;
	return switch_output(loop, error);
}

static bool has_snapshots(const struct perf_record_config *config)
{
	return config->switch_mode != PERF_RECORD_SWITCH_NEVER || config->overwrite ||
	       config->trace_mode == PERF_RECORD_TRACE_SNAPSHOT;
}

static int run_commands(struct loop *loop, struct perf_error *error)
{
	struct perf_record *record = loop->record;
	struct perf_control *control = &record->control;
	int ret;

	loop->commands.counting = !record->rings.stopped;
	if (loop->control->revents)
		perf_control_read(control, perf_clock_ns(CLOCK_MONOTONIC));
	perf_control_flush(control);
	ret = perf_commands_obey(&loop->commands, perf_clock_ns(CLOCK_MONOTONIC), error);
	record->rings.stopped = !loop->commands.counting;
	loop->stop |= loop->commands.stop;
	return ret;
}

static int on_time(struct loop *loop, struct perf_error *error)
{
	uint64_t now = perf_clock_ns(CLOCK_MONOTONIC);
	int ret;

	if (loop->enable_at && now >= loop->enable_at) {
		loop->enable_at = 0;
		ret = perf_record_enable(loop->record, true, error);
		if (ret)
			return ret;
		perf_commands_switched(loop->commands.watch, NULL, true);
	}
	if (now < loop->next_sync)
		return 0;
	loop->next_sync = now + SYNC_NS;
	return perf_data_writer_sync(loop->record->writer, error);
}

/* config->round_ms, with dsos.mapped at most LOOK_MS; 0: until a ring fills. */
static unsigned int round_ms(const struct perf_record *record)
{
	unsigned int asked = record->config->round_ms;

	if (!record->dsos.mapped)
		return asked;
	return asked && asked < LOOK_MS ? asked : LOOK_MS;
}

/* Milliseconds until the next timer; poll() returns earlier for records. */
static int time_left(const struct loop *loop)
{
	uint64_t now = perf_clock_ns(CLOCK_MONOTONIC), due = loop->next_sync;
	uint64_t round = round_ms(loop->record) * PERF_NS_PER_MS;

	if (!round && loop->record->stream)
		round = STREAM_NS;
	if (round && now + round < due)
		due = now + round;
	if (loop->next_switch && loop->next_switch < due)
		due = loop->next_switch;
	if (loop->enable_at && loop->enable_at < due)
		due = loop->enable_at;
	return perf_control_timeout(&loop->record->control,
				    due > now ? (int)((due - now) / PERF_NS_PER_MS) + 1 : 0, now);
}

static int one_pass(struct loop *loop, struct perf_error *error)
{
	const struct perf_record_config *config = loop->record->config;
	int ret;

	perf_control_polls(&loop->record->control, loop->control);
	ret = poll(loop->polls, loop->nr_polls, time_left(loop));
	if (ret < 0 && errno != EINTR)
		return perf_error_set(error, errno, "waiting for records: %m");
	if (ret > 0) {
		if (loop->signals->revents)
			read_signals(loop, loop->signals->fd);
		/*
		 * perf_record_rings_follow(): all tasks have ended, no ring gets further records.
		 */
		if (!perf_record_rings_follow(&loop->record->rings, &loop->record->set,
					      loop->polls))
			loop->stop = true;
		loop->dump |= perf_record_trigger_hit(&loop->record->trigger, loop->trigger);
	}
	ret = run_commands(loop, error);
	if (ret)
		return ret;
	/* With round_ms the reader wants the newest records as they come. */
	ret = empty_rings(loop, config->overwrite && config->round_ms, error);
	if (!ret)
		ret = on_time(loop, error);
	if (!ret && !loop->stop)
		ret = switch_output(loop, error);
	if (config->max_size && perf_data_writer_size(loop->record->writer) >= config->max_size)
		loop->stop = true;
	return ret;
}

static int loop_prepare(struct loop *loop, int signals, struct perf_error *error)
{
	const struct perf_record_config *config = loop->record->config;
	uint64_t now = perf_clock_ns(CLOCK_MONOTONIC);
	struct perf_record_rings *rings = &loop->record->rings;
	size_t i;

	loop->nr_polls = rings->count + 1 + PERF_CONTROL_POLLS +
			 loop->record->trigger.rings.count;
	loop->polls = calloc(loop->nr_polls, sizeof(*loop->polls));
	if (!loop->polls)
		return perf_error_memory(error);
	for (i = 0; i < rings->count; i++) {
		/* -1: a backward ring is read on demand, and never wakes poll(). */
		loop->polls[i].fd = rings->at[i].backward ? -1 : rings->at[i].fd;
		loop->polls[i].events = POLLIN;
	}
	loop->signals = &loop->polls[i];
	*loop->signals = (struct pollfd){ .fd = signals, .events = POLLIN };
	loop->control = loop->signals + 1;
	loop->trigger = loop->control + PERF_CONTROL_POLLS;
	perf_record_trigger_polls(&loop->record->trigger, loop->trigger);
	loop->commands = (struct perf_commands){
		.control = &loop->record->control, .set = &loop->record->set,
		.watch = loop->record->watch.commands,
		.snapshot = has_snapshots(config) ? loop_snapshot : NULL, .owner = loop,
	};
	loop->next_sync = now + SYNC_NS;
	if (config->switch_mode == PERF_RECORD_SWITCH_TIME)
		loop->next_switch = now + config->switch_ns;
	if (config->delay_ms > 0)
		loop->enable_at = now + (uint64_t)config->delay_ms * PERF_NS_PER_MS;
	return perf_drain_create(loop->record, config->drain_threads, &loop->drain, error);
}

/**
 * perf_record_loop() - write out records until the program or the recording ends
 * @record: started
 * @signals: descriptor of signalfd(): SIGINT and SIGTERM end the recording, SIGCHLD reports the end
 *	of the program, SIGUSR2 requests a new file
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_record_loop(struct perf_record *record, int signals, struct perf_error *error)
{
	struct loop loop = { .record = record };
	struct perf_error unused;
	int ret;

	ret = loop_prepare(&loop, signals, error);
	while (!ret && !loop.stop)
		ret = one_pass(&loop, error);
	if (!ret) {
		perf_record_enable(record, false, &unused);
		ret = empty_rings(&loop, record->config->overwrite, error);
	}
	if (!ret && record->config->snapshot_at_end)
		ret = take_snapshot(&loop, error);
	perf_drain_free(loop.drain);
	free(loop.polls);
	return ret;
}
