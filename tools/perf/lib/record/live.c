// SPDX-License-Identifier: GPL-2.0
/*
 * Recording into a stream that the calling process reads meanwhile.
 *
 * The recording process writes perf_live.stream, a pipe, and reads commands from perf_live.control,
 * a socket. perf_live.outcome is shared memory for its warnings and the reason of a failure.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>
#include <base/io.h>
#include <record/live.h>
#include <record/state.h>
#include <sys/task.h>

#define WARNINGS_MAX	1024

/* Result of the recording process, in shared memory. */
struct outcome {
	int ret;
	char warnings[WARNINGS_MAX];
	struct perf_error error;
};

struct perf_live {
	struct perf_record_config config;
	struct perf_event_list list;
	const char *const *filters;
	size_t nr_filters;
	struct outcome *outcome;	/* shared */
	int stream[2];
	int control[2];
	pid_t pid;
};

static void has_warned(void *context, const char *text)
{
	char *warnings = ((struct outcome *)context)->warnings;
	size_t used = strlen(warnings);

	snprintf(warnings + used, WARNINGS_MAX - used, "%s\n", text);
}

/* perf_task_start() runs it in the recording process. */
static int live_record(void *context)
{
	struct perf_live *live = context;
	struct outcome *outcome = live->outcome;
	const struct perf_record_watch watch = { .warn = has_warned, .context = outcome };
	struct perf_record_result result;
	struct perf_record *recording;

	close(live->stream[0]);
	close(live->control[1]);
	signal(SIGPIPE, SIG_IGN);
	if (dup2(live->stream[1], STDOUT_FILENO) < 0) {
		outcome->ret = perf_error_set(&outcome->error, errno, "cannot use a pipe: %m");
		return 1;
	}
	close(live->stream[1]);
	live->config.output = "-";
	outcome->ret = perf_record_create(&live->config, &live->list, live->filters,
					  live->nr_filters, &watch, &recording, &outcome->error);
	if (outcome->ret)
		return 1;
	/* perf_live_stop() sends "stop" only, so the set-up need not reckon with other commands. */
	recording->control.fd = live->control[0];
	outcome->ret = perf_record_run(recording, &result, &outcome->error);
	/* -EPIPE is no failure: perf_live_free() or the reader has closed the stream. */
	if (outcome->ret == -EPIPE)
		outcome->ret = 0;
	perf_record_free(recording);
	return !!outcome->ret;
}

static int make_channels(struct perf_live *live, struct perf_error *error)
{
	if (pipe2(live->stream, O_CLOEXEC) ||
	    socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, live->control))
		return perf_error_set(error, errno, "cannot make a pipe: %m");
	live->outcome = mmap(NULL, sizeof(*live->outcome), PROT_READ | PROT_WRITE,
			     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (live->outcome == MAP_FAILED) {
		live->outcome = NULL;
		return perf_error_memory(error);
	}
	return 0;
}

static void close_one(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/**
 * perf_live_start() - begin to record
 * @config: recording options, without a program; @output is ignored, @control_fd and @ack_fd must
 *	be -1
 * @list: events; empty: the default event. Ownership passes to perf_live_start()
 * @filters: filters of the first @nr_filters events of @list, NULL for an event without one. Need
 *	not outlive the call
 * @nr_filters: number of @filters
 * @live: result; end with perf_live_free()
 * @error: filled on failure
 *
 * The process must not have threads yet. If events cannot be opened, the stream is empty, and
 * perf_live_error() returns the reason.
 *
 * Return: 0 or a negative errno.
 */
int perf_live_start(const struct perf_record_config *config, struct perf_event_list *list,
		    const char *const *filters, size_t nr_filters, struct perf_live **live,
		    struct perf_error *error)
{
	struct perf_live *made = calloc(1, sizeof(*made));
	int ret;

	*live = NULL;
	if (!made) {
		perf_event_list_free(list);
		return perf_error_memory(error);
	}
	made->config = *config;
	made->list = *list;
	made->filters = filters;
	made->nr_filters = nr_filters;
	memset(list, 0, sizeof(*list));
	memset(made->stream, -1, sizeof(made->stream));
	memset(made->control, -1, sizeof(made->control));
	ret = make_channels(made, error);
	if (!ret) {
		made->pid = perf_task_start(live_record, made, error);
		ret = made->pid < 0 ? made->pid : 0;
	}
	perf_event_list_free(&made->list);
	if (ret) {
		made->pid = 0;
		perf_live_free(made);
		return ret;
	}
	close_one(&made->stream[1]);
	close_one(&made->control[0]);
	*live = made;
	return 0;
}

/** perf_live_fd() - a new descriptor of the stream, which the caller closes */
int perf_live_fd(const struct perf_live *live)
{
	return dup(live->stream[0]);
}

/**
 * perf_live_warnings() - warnings of the recording process
 * @live: its stream has begun
 *
 * Return: lines, each with a newline; "" if there are none.
 */
const char *perf_live_warnings(const struct perf_live *live)
{
	return live->outcome->warnings;
}

/** perf_live_stop() - end the recording, which ends the stream */
void perf_live_stop(struct perf_live *live)
{
	static const char text[] = "stop\n";

	/* The recording process may have ended: MSG_NOSIGNAL. */
	if (live->control[1] >= 0)
		send(live->control[1], text, strlen(text), MSG_DONTWAIT | MSG_NOSIGNAL);
}

static void wait_for_end(struct perf_live *live)
{
	if (live->pid > 0 && perf_task_end(live->pid) && !live->outcome->ret)
		live->outcome->ret = perf_error_set(&live->outcome->error, ECHILD,
						    "recording ended unexpectedly");
	live->pid = 0;
}

/**
 * perf_live_error() - wait for the recording process and return its result
 * @live: its stream has ended
 * @error: filled on failure
 *
 * Return: 0 if recording succeeded, or a negative errno.
 */
int perf_live_error(struct perf_live *live, struct perf_error *error)
{
	wait_for_end(live);
	if (live->outcome->ret)
		*error = live->outcome->error;
	return live->outcome->ret;
}

/** perf_live_free() - end the recording if it still runs, and free; @live may be NULL */
void perf_live_free(struct perf_live *live)
{
	if (!live)
		return;
	perf_live_stop(live);
	/* Once perf_live_fd() is closed too, writing fails and ends the recording process. */
	close_one(&live->stream[0]);
	close_one(&live->stream[1]);
	if (live->pid > 0)
		wait_for_end(live);
	close_one(&live->control[0]);
	close_one(&live->control[1]);
	if (live->outcome)
		munmap(live->outcome, sizeof(*live->outcome));
	free(live);
}
