// SPDX-License-Identifier: GPL-2.0
/*
 * A measurement: perf_child_prepare() forks the program, open_events() opens events on it,
 * perf_child_start() lets it exec, wait_for_end() waits and perf_counts_read() reads the counts.
 * SIGCHLD, SIGINT and SIGTERM are blocked throughout and waited for, so that none is missed and no
 * handler is needed.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

#include <base/num.h>
#include <base/vec.h>
#include <event/measure.h>

/* Longest wait in ns until measure_ended() checks whether the threads still exist. */
#define LOOK_NS		(50 * PERF_NS_PER_MS)

/* A running measurement. */
struct course {
	struct perf_measure	*measure;
	struct perf_child	child;
	uint64_t		start;		/* ns of measure_begin(); delay counts from here */
	uint64_t		begun;		/* ns at which counting began; 0: not yet */
	uint64_t		next;		/* ns at which the interval ends */
	unsigned int		intervals;
	bool			own_threads;	/* the tool's own child is counted */
	struct perf_commands	commands;
	int			signal_fd;	/* signalfd with a control channel, else -1 */
	sigset_t		signals;
	struct perf_error	*error;
};

static uint64_t measure_now(void)
{
	return perf_clock_ns(CLOCK_MONOTONIC);
}

static void set_attributes(const struct course *course)
{
	const struct perf_measure *measure = course->measure;
	size_t i;

	for (i = 0; i < measure->list->count; i++) {
		struct perf_event_spec *spec = &measure->list->at[i];
		struct perf_event_attr *attr = &spec->attr;
		bool inherit = measure->inherit;

		if (spec->terms.given & PERF_TERM_INHERIT)
			inherit = spec->terms.inherit;
		attr->read_format = PERF_COUNT_READ_FORMAT;
		attr->inherit = inherit;
		/* Siblings count when their leader does: attr.disabled is set in leaders only. */
		attr->disabled = spec->leader == i;
		attr->enable_on_exec = spec->leader == i && course->own_threads &&
				       !measure->delay && !measure->begin_disabled;
	}
}

static int open_events(struct course *course)
{
	struct perf_measure *measure = course->measure;
	int failed;

	if (!measure->threads.count) {
		course->own_threads = true;
		failed = perf_threads_one(&measure->threads, course->child.pid, course->error);
		if (failed)
			return failed;
	}
	set_attributes(course);
	failed = perf_event_set_open(&measure->set, measure->list, measure->cpus, &measure->threads,
				     PERF_SET_DROP_KERNEL | PERF_SET_SKIP_MISSING, course->error);
	if (!failed)
		failed = perf_counts_init(&measure->counts, &measure->set, course->error);
	if (!failed && measure->at_open)
		failed = measure->at_open(measure, course->error);
	return failed;
}

static int measure_enable(struct course *course)
{
	return perf_event_set_ioctl(&course->measure->set, PERF_EVENT_IOC_ENABLE, course->error);
}

static void begin_time(struct course *course)
{
	course->begun = measure_now();
	course->next = course->begun + course->measure->interval;
}

/* Begins counting after measure->delay, and with it the measured time. */
static int begin_delayed(struct course *course)
{
	struct perf_measure *measure = course->measure;
	int failed = measure_enable(course);

	begin_time(course);
	perf_commands_switched(measure->commands, NULL, true);
	return failed;
}

static int measure_begin(struct course *course)
{
	struct perf_measure *measure = course->measure;
	int failed = 0;

	if (!measure->delay && !measure->begin_disabled && !course->own_threads)
		failed = measure_enable(course);
	course->start = measure_now();
	if (!measure->delay)
		begin_time(course);
	if (!failed && measure->argv)
		failed = perf_child_start(&course->child, measure->argv[0], course->error);
	return failed;
}

/* There are no intervals, or interval_count of them have passed. */
static bool intervals_over(const struct perf_measure *measure)
{
	return !measure->interval || measure->count_reached;
}

/* ns at which do_due() has something to do next; 0: at no set time. */
static uint64_t next_moment(const struct course *course)
{
	const struct perf_measure *measure = course->measure;
	uint64_t next = 0;

	if (!course->begun)
		return course->start + measure->delay;
	if (!intervals_over(measure))
		next = course->next;
	if (measure->timeout && (!next || course->begun + measure->timeout < next))
		next = course->begun + measure->timeout;
	return next;
}

static bool threads_remain(const struct perf_threads *threads)
{
	size_t i;

	for (i = 0; i < threads->count; i++)
		if (threads->at[i].tid < 0 || !kill(threads->at[i].tid, 0) || errno == EPERM)
			return true;
	return false;
}

static void take_signal(struct course *course, int number, int code)
{
	if (number != SIGINT && number != SIGTERM)
		return;
	course->measure->interrupted = true;
	/* Signals from the terminal (@code > 0) reach the program anyway; others are forwarded. */
	if (course->child.pid && code <= 0)
		kill(course->child.pid, number);
}

/* wait_some() with a control channel: also reads and executes commands. */
static int wait_with_control(struct course *course, uint64_t until)
{
	struct perf_control *control = course->measure->control;
	struct pollfd polls[PERF_CONTROL_POLLS + 1], *signals = &polls[PERF_CONTROL_POLLS];
	uint64_t at = measure_now(), ns = until > at ? until - at : 0;
	struct signalfd_siginfo info;
	int timeout;

	/* Rounded up to ms, and at most LOOK_NS: measure_ended() then checks the threads. */
	if (!until || ns > LOOK_NS)
		ns = LOOK_NS;
	timeout = (int)((ns + PERF_NS_PER_MS - 1) / PERF_NS_PER_MS);
	timeout = perf_control_timeout(control, timeout, at);
	perf_control_polls(control, polls);
	*signals = (struct pollfd){ .fd = course->signal_fd, .events = POLLIN };
	if (poll(polls, PERF_ARRAY_SIZE(polls), timeout) < 0)
		return 0;
	while (signals->revents && read(course->signal_fd, &info, sizeof(info)) == sizeof(info))
		take_signal(course, (int)info.ssi_signo, info.ssi_code);
	if (polls[0].revents)
		perf_control_read(control, measure_now());
	perf_control_flush(control);
	return perf_commands_obey(&course->commands, measure_now(), course->error);
}

/* Waits for a signal or until next_moment(). */
static int wait_some(struct course *course)
{
	uint64_t until = next_moment(course);
	uint64_t at = measure_now();
	uint64_t ns = LOOK_NS;
	struct timespec timeout;
	siginfo_t info;
	int number;

	if (course->signal_fd >= 0)
		return wait_with_control(course, until);
	if (until && until <= at)
		ns = 0;
	else if (until && (course->child.pid || until - at < ns))
		ns = until - at;
	timeout.tv_sec = ns / PERF_NS_PER_SEC;
	timeout.tv_nsec = ns % PERF_NS_PER_SEC;
	/* The end of the program raises SIGCHLD: without @until, sigwaitinfo() needs no timeout. */
	if (course->child.pid && !until)
		number = sigwaitinfo(&course->signals, &info);
	else
		number = sigtimedwait(&course->signals, &info, &timeout);
	if (number > 0)
		take_signal(course, number, info.si_code);
	return 0;
}

/* Reaps the program if it has ended, and sets measure->status, user and system. */
static bool take_end(struct course *course, bool block)
{
	struct perf_measure *measure = course->measure;
	struct rusage usage;

	if (!perf_child_wait(&course->child, block, &measure->status, &usage))
		return false;
	measure->user = usage.ru_utime.tv_sec * PERF_NS_PER_SEC + usage.ru_utime.tv_usec * 1000;
	measure->system = usage.ru_stime.tv_sec * PERF_NS_PER_SEC + usage.ru_stime.tv_usec * 1000;
	return true;
}

static bool measure_ended(struct course *course)
{
	struct perf_measure *measure = course->measure;

	if (measure->argv)
		return take_end(course, false);
	return measure->interrupted || !threads_remain(&measure->threads);
}

/* Calls at_interval() and sets the end of the next interval. */
static int end_interval(struct course *course, uint64_t at)
{
	struct perf_measure *measure = course->measure;
	int failed = measure->at_interval(measure, at - course->begun, course->error);

	/* Intervals that were missed are skipped: course->next is in the future again. */
	while (course->next <= at)
		course->next += measure->interval;
	if (measure->interval_count && ++course->intervals == measure->interval_count)
		measure->count_reached = true;
	return failed;
}

/* Returns 1 if the measurement ends here, 0 if it goes on, or a negative errno. */
static int do_due(struct course *course)
{
	struct perf_measure *measure = course->measure;
	uint64_t at = measure_now();
	int failed = 0;

	if (course->commands.stop)
		return 1;
	if (!course->begun) {
		if (at < course->start + measure->delay)
			return 0;
		return begin_delayed(course);
	}
	if (!intervals_over(measure) && at >= course->next) {
		failed = end_interval(course, at);
		/* A program runs on after the last interval, without calls of at_interval(). */
		if (!failed && measure->count_reached && !measure->argv)
			return 1;
	}
	if (!failed && measure->timeout && at >= course->begun + measure->timeout)
		return 1;
	return failed;
}

static void end_program(struct course *course)
{
	if (!course->child.pid)
		return;
	kill(course->child.pid, SIGTERM);
	while (!take_end(course, true) && errno == EINTR)
		;
	/* The SIGTERM above is no failure of the program. */
	course->measure->status = 0;
}

static int wait_for_end(struct course *course)
{
	int done = 0;

	while (!done && !measure_ended(course)) {
		done = wait_some(course);
		if (!done)
			done = do_due(course);
	}
	course->measure->wall = course->begun ? measure_now() - course->begun : 0;
	return done < 0 ? done : 0;
}

static int measure_run(struct course *course)
{
	struct perf_measure *measure = course->measure;
	int failed = 0;

	if (measure->argv)
		failed = perf_child_prepare(&course->child, measure->argv, measure->quiet,
					    course->error);
	if (!failed)
		failed = open_events(course);
	if (!failed)
		failed = measure_begin(course);
	if (!failed)
		failed = wait_for_end(course);
	if (!failed)
		failed = perf_counts_read(&measure->counts, &measure->set, course->error);
	if (failed)
		perf_child_abandon(&course->child);
	else
		end_program(course);
	return failed;
}

/**
 * perf_measure_run() - run one measurement
 * @measure: the measurement; afterwards holds the results, with the events still open
 * @error: filled on failure
 *
 * The caller calls perf_measure_free() afterwards in any case, and sets @measure->threads again
 * before the next run.
 *
 * Return: 0 or a negative errno.
 */
int perf_measure_run(struct perf_measure *measure, struct perf_error *error)
{
	struct course course = { .measure = measure, .error = error, .signal_fd = -1 };
	sigset_t before;
	int failed;

	course.commands.control = measure->control;
	course.commands.set = &measure->set;
	course.commands.watch = measure->commands;
	measure->user = 0;
	measure->system = 0;
	measure->status = 0;
	measure->count_reached = false;
	sigemptyset(&course.signals);
	sigaddset(&course.signals, SIGCHLD);
	sigaddset(&course.signals, SIGINT);
	sigaddset(&course.signals, SIGTERM);
	sigprocmask(SIG_BLOCK, &course.signals, &before);
	if (measure->control && perf_control_active(measure->control))
		course.signal_fd = signalfd(-1, &course.signals, SFD_CLOEXEC | SFD_NONBLOCK);
	failed = measure_run(&course);
	if (course.signal_fd >= 0)
		close(course.signal_fd);
	sigprocmask(SIG_SETMASK, &before, NULL);
	return failed;
}

/**
 * perf_measure_free() - close the events of a measurement, free its counts and threads
 * @measure: the measurement
 */
void perf_measure_free(struct perf_measure *measure)
{
	perf_event_set_close(&measure->set);
	perf_counts_free(&measure->counts);
	perf_threads_free(&measure->threads);
}
