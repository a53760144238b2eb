// SPDX-License-Identifier: GPL-2.0
/*
 * Commands, one per line, through descriptors or FIFOs, and an answer to each.
 *
 * No client can stop a measurement: perf_control_read() follows poll(), so it does not wait;
 * PERF_CONTROL_TEXT limits a command; perf_control_flush() keeps answers while the pipe is full;
 * write_quietly() discards SIGPIPE if the reader of answers has closed the pipe.
 */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <base/input.h>
#include <base/num.h>
#include <base/str.h>
#include <sys/control.h>
#include <sys/paths.h>

/* Bytes kept of a command that is too long, for a message. */
#define KEPT	64

/* Clients of this protocol read sizeof(answer) bytes, with the zero byte. */
static const char answer[] = "ack\n";

static int open_fifo(const char *path, int *fd, struct perf_error *error)
{
	struct stat status;
	int found;

	if (!*path)
		return perf_error_set(error, EINVAL, "--control fifo: wants paths");
	found = perf_input_look(path, 0, &status);
	if (found >= 0 && (!S_ISFIFO(status.st_mode) || !perf_input_is_trusted(&status))) {
		close(found);
		perf_error_set(error, EPERM, "--control: %s is %s", path,
			       S_ISFIFO(status.st_mode) ? "another user's" : "no FIFO");
		perf_error_hint(error,
				"descriptors that the shell has opened: --control fd:3,4 3<>%s",
				path);
		return -EPERM;
	}
	/* O_RDWR: open() does not wait for the other end, and poll() reports no POLLHUP. */
	if (found >= 0)
		found = perf_input_reopen(found, path, O_RDWR | O_CLOEXEC | O_NONBLOCK);
	if (found < 0)
		return perf_error_set(error, found, "--control: %s: %s", path, strerror(-found));
	*fd = found;
	return 0;
}

static int open_fifos(struct perf_control *control, const char *paths, struct perf_error *error)
{
	const char *ack = strchr(paths, ',');
	char path[PERF_PATH_MAX];
	int failed;

	if (!perf_path(path, sizeof(path), "%.*s", (int)strcspn(paths, ","), paths))
		return perf_error_set(error, ENAMETOOLONG, "--control: the path is too long");
	failed = open_fifo(path, &control->fd, error);
	return failed || !ack ? failed : open_fifo(ack + 1, &control->ack, error);
}

/* Parses the number of an open descriptor, whose access mode must not be @without. */
static int take_fd(const char *text, int without, const char *use, int *fd,
		   struct perf_error *error)
{
	uint64_t number;
	int flags;

	if (!perf_parse_u64(text, &number) || number > INT32_MAX)
		return perf_error_set(error, EINVAL, "--control fd: wants numbers, not '%s'", text);
	flags = fcntl((int)number, F_GETFL);
	if (flags < 0)
		return perf_error_set(error, EBADF, "--control: file descriptor %s is not open",
				      text);
	if (flags & O_PATH || (flags & O_ACCMODE) == without)
		return perf_error_set(error, EBADF,
				      "--control: file descriptor %s is not open for %s", text,
				      use);
	*fd = (int)number;
	return 0;
}

static int take_fds(struct perf_control *control, const char *numbers, struct perf_error *error)
{
	const char *ack = strchr(numbers, ',');
	char first[24];
	int failed;

	snprintf(first, sizeof(first), "%.*s", (int)strcspn(numbers, ","), numbers);
	failed = take_fd(first, O_WRONLY, "reading", &control->fd, error);
	if (!failed && ack)
		failed = take_fd(ack + 1, O_RDONLY, "writing", &control->ack, error);
	if (failed)
		control->fd = -1;
	return failed;
}

/**
 * perf_control_open() - open a channel
 * @control: filled
 * @text: "fd:CONTROL[,ACK]" with numbers, or "fifo:CONTROL[,ACK]" with paths
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_control_open(struct perf_control *control, const char *text, struct perf_error *error)
{
	const char *numbers = perf_starts_with(text, "fd:");
	const char *paths = perf_starts_with(text, "fifo:");

	*control = (struct perf_control){ .fd = -1, .ack = -1 };
	if (numbers)
		return take_fds(control, numbers, error);
	if (paths)
		return open_fifos(control, paths, error);
	return perf_error_set(error, EINVAL,
			      "--control is fd:CONTROL[,ACK] or fifo:CONTROL[,ACK], not '%s'",
			      text);
}

/**
 * perf_control_active() - may commands still come, or are bytes left to process or send?
 * @control: the channel
 */
bool perf_control_active(const struct perf_control *control)
{
	return control->fd >= 0 || control->unsent || control->begin < control->size;
}

/**
 * perf_control_polls() - fill the descriptors to poll()
 * @control: the channel
 * @polls: PERF_CONTROL_POLLS elements, filled: for commands and for answers
 */
void perf_control_polls(const struct perf_control *control, struct pollfd *polls)
{
	polls[0] = (struct pollfd){ .fd = control->fd, .events = POLLIN };
	polls[1] = (struct pollfd){
		.fd = control->unsent ? control->ack : -1, .events = POLLOUT,
	};
}

/* Time (ns) from which perf_control_rest() returns the remaining bytes; 0 if there are none. */
static uint64_t rest_due(const struct perf_control *control)
{
	if (control->begin == control->size || control->skipping)
		return 0;
	return control->read_at + PERF_CONTROL_GRACE_MS * PERF_NS_PER_MS;
}

/**
 * perf_control_timeout() - timeout for poll()
 * @control: the channel
 * @timeout: milliseconds that poll() would wait without the channel, -1 for no limit
 * @now: ns of CLOCK_MONOTONIC
 *
 * Return: @timeout, or the milliseconds until perf_control_rest() is due if that is earlier.
 */
int perf_control_timeout(const struct perf_control *control, int timeout, uint64_t now)
{
	uint64_t due = rest_due(control);
	int left;

	/* perf_control_rest() has already returned these bytes: wait for more. */
	if (!due || due <= now)
		return timeout;
	left = (int)((due - now + PERF_NS_PER_MS - 1) / PERF_NS_PER_MS);
	return timeout < 0 || left < timeout ? left : timeout;
}

/* Makes room in @control->text. Of a command that is too long only KEPT bytes stay. */
static void make_room(struct perf_control *control)
{
	if (control->begin) {
		control->size -= control->begin;
		memmove(control->text, control->text + control->begin, control->size);
		control->begin = 0;
	}
	if (control->size == PERF_CONTROL_TEXT) {
		control->skipping = true;
		control->size = KEPT;
	}
}

/**
 * perf_control_read() - read commands, after poll() has reported POLLIN
 * @control: the channel, whose commands perf_control_next() has all returned; @control->fd is
 *	-1 afterwards if the client has closed it
 * @now: ns of CLOCK_MONOTONIC
 */
void perf_control_read(struct perf_control *control, uint64_t now)
{
	ssize_t got;

	make_room(control);
	got = read(control->fd, control->text + control->size, PERF_CONTROL_TEXT - control->size);
	if (got < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (got <= 0) {
		control->fd = -1;
		return;
	}
	control->size += (size_t)got;
	control->read_at = now;
}

/* Returns the bytes up to the next line end or zero byte, which some clients send after it. */
static size_t line_length(const struct perf_control *control)
{
	const char *from = control->text + control->begin;
	size_t i, left = control->size - control->begin;

	for (i = 0; i < left; i++)
		if (from[i] == '\n' || !from[i])
			break;
	return i;
}

static char *control_trim(char *text)
{
	size_t length;

	while (isspace((unsigned char)*text))
		text++;
	for (length = strlen(text); length && isspace((unsigned char)text[length - 1]); length--)
		text[length - 1] = '\0';
	return text;
}

/**
 * perf_control_next() - get the next command that was read
 * @control: the channel
 *
 * Return: the command, without surrounding blanks; NULL if there is no complete one. Blank lines
 * are skipped.
 */
char *perf_control_next(struct perf_control *control)
{
	while (control->begin < control->size) {
		char *line = control->text + control->begin;
		size_t length = line_length(control);

		/* After the client has closed @control->fd, the rest is a complete command. */
		if (length == control->size - control->begin && control->fd >= 0)
			return NULL;
		line[length] = '\0';
		control->begin += length + 1;
		if (control->begin > control->size)
			control->begin = control->size;
		control->cut = control->skipping;
		control->skipping = false;
		line = control_trim(line);
		if (*line || control->cut)
			return line;
	}
	return NULL;
}

/**
 * perf_control_rest() - get the text after the last line end, PERF_CONTROL_GRACE_MS after it came
 * @control: the channel
 * @now: ns of CLOCK_MONOTONIC
 *
 * Some clients send a command without a line end, and wait for the answer.
 *
 * Return: the text, without leading blanks; NULL if there is none, or it is too recent. The text
 * stays in @control until perf_control_take_rest() or the next perf_control_next().
 */
char *perf_control_rest(struct perf_control *control, uint64_t now)
{
	uint64_t due = rest_due(control);
	char *text = control->text + control->begin;

	if (!due || due > now)
		return NULL;
	control->text[control->size] = '\0';
	while (isspace((unsigned char)*text))
		text++;
	return *text ? text : NULL;
}

/**
 * perf_control_take_rest() - remove the text of perf_control_rest(), a complete command
 * @control: the channel
 */
void perf_control_take_rest(struct perf_control *control)
{
	control->begin = control->size;
	control->cut = false;
}

/* write() that fails with EPIPE without a SIGPIPE: the pending signal is discarded. */
static ssize_t write_quietly(int fd, const void *data, size_t size)
{
	const struct timespec at_once = { 0 };
	sigset_t pipe, before;
	ssize_t put;
	int code;

	sigemptyset(&pipe);
	sigaddset(&pipe, SIGPIPE);
	pthread_sigmask(SIG_BLOCK, &pipe, &before);
	put = write(fd, data, size);
	code = errno;
	if (put < 0 && code == EPIPE)
		sigtimedwait(&pipe, NULL, &at_once);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	errno = code;
	return put;
}

/**
 * perf_control_flush() - write unsent answers until the pipe is full
 * @control: the channel
 */
void perf_control_flush(struct perf_control *control)
{
	struct pollfd room = { .fd = control->ack, .events = POLLOUT };

	while (control->unsent && poll(&room, 1, 0) > 0) {
		size_t left = (size_t)((control->unsent - 1) % sizeof(answer)) + 1;
		ssize_t put = write_quietly(control->ack, answer + sizeof(answer) - left, left);

		if (put < 0 && errno == EINTR)
			continue;
		if (put < 0 && errno == EAGAIN)
			return;
		if (put < 0) {
			control->ack = -1;
			control->unsent = 0;
			return;
		}
		control->unsent -= (uint64_t)put;
	}
}

/**
 * perf_control_answer() - answer a command
 * @control: the channel
 */
void perf_control_answer(struct perf_control *control)
{
	if (control->ack < 0)
		return;
	control->unsent += sizeof(answer);
	perf_control_flush(control);
}
