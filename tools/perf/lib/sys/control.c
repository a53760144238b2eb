// SPDX-License-Identifier: GPL-2.0
/* Commands, a line each, through descriptors or FIFOs. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <base/input.h>
#include <base/io.h>
#include <base/str.h>
#include <sys/control.h>
#include <sys/paths.h>

static int open_fifo(const char *path, int flags, int *fd, struct perf_error *error)
{
	struct stat status;
	int found = perf_input_look(path, 0, &status);

	if (found >= 0 && (!S_ISFIFO(status.st_mode) || !perf_input_is_trusted(&status))) {
		close(found);
		perf_error_set(error, EPERM, "--control: %s is %s", path,
			       S_ISFIFO(status.st_mode) ? "another user's" : "no FIFO");
		perf_error_hint(error, "descriptors that the shell has opened: --control fd:3,4 3<>%s",
				path);
		return -EPERM;
	}
	/* Both ways: then neither opening nor polling depends on the other end. */
	*fd = found < 0 ? found : perf_input_reopen(found, path, O_RDWR | O_CLOEXEC | flags);
	return *fd < 0 ? perf_error_set(error, *fd, "--control: %s: %s", path, strerror(-*fd)) : 0;
}

/**
 * perf_control_open() - open a channel
 * @control: where to store it
 * @text: "fd:CONTROL[,ACK]" with numbers, or "fifo:CONTROL[,ACK]" with paths
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_control_open(struct perf_control *control, const char *text, struct perf_error *error)
{
	const char *numbers = perf_starts_with(text, "fd:");
	const char *paths = perf_starts_with(text, "fifo:"), *ack;
	char path[PERF_PATH_MAX];
	int failed;

	*control = (struct perf_control){ .fd = -1, .ack = -1 };
	if (numbers) {
		if (sscanf(numbers, "%d,%d", &control->fd, &control->ack) >= 1 && control->fd >= 0)
			return 0;
		return perf_error_set(error, EINVAL, "--control fd: wants numbers, not '%s'",
				      numbers);
	}
	if (!paths)
		return perf_error_set(error, EINVAL,
				      "--control is fd:CONTROL[,ACK] or fifo:CONTROL[,ACK], not '%s'",
				      text);
	ack = strchr(paths, ',');
	if (!perf_path(path, sizeof(path), "%.*s", (int)strcspn(paths, ","), paths))
		return perf_error_set(error, ENAMETOOLONG, "--control: the path is too long");
	failed = open_fifo(path, O_NONBLOCK, &control->fd, error);
	return failed || !ack ? failed : open_fifo(ack + 1, 0, &control->ack, error);
}

/**
 * perf_control_next() - the next command of those that were read
 * @control: the channel
 *
 * Return: the command, PERF_CONTROL_NONE when there is none that is whole.
 */
enum perf_control_command perf_control_next(struct perf_control *control)
{
	static const char *const names[] = {
		[PERF_CONTROL_ENABLE] = "enable", [PERF_CONTROL_DISABLE] = "disable",
		[PERF_CONTROL_PING] = "ping", [PERF_CONTROL_STOP] = "stop",
	};
	char *end = memchr(control->text, '\n', control->size);
	enum perf_control_command command;
	size_t length;

	if (!end)
		return PERF_CONTROL_NONE;
	length = end - control->text;
	for (command = PERF_CONTROL_ENABLE; command <= PERF_CONTROL_STOP; command++)
		if (strlen(names[command]) == length &&
		    !memcmp(names[command], control->text, length))
			break;
	control->size -= length + 1;
	memmove(control->text, end + 1, control->size);
	return command > PERF_CONTROL_STOP ? PERF_CONTROL_UNKNOWN : command;
}

/**
 * perf_control_read() - read what has come, once poll() says that there is something
 * @control: the channel; closed if its other end was
 *
 * Return: the first command, as perf_control_next(); PERF_CONTROL_END at the end.
 */
enum perf_control_command perf_control_read(struct perf_control *control)
{
	ssize_t got;

	/* No command is as long: what fills the buffer is thrown away. */
	if (control->size == sizeof(control->text))
		control->size = 0;
	got = read(control->fd, control->text + control->size,
		   sizeof(control->text) - control->size);
	if (got < 0 && (errno == EAGAIN || errno == EINTR))
		return PERF_CONTROL_NONE;
	if (got <= 0) {
		control->fd = -1;
		return PERF_CONTROL_END;
	}
	control->size += got;
	return perf_control_next(control);
}

/**
 * perf_control_answer() - say that a command was obeyed
 * @control: the channel
 */
void perf_control_answer(const struct perf_control *control)
{
	static const char text[] = "ack\n";

	if (control->ack >= 0)
		perf_write_all(control->ack, text, sizeof(text) - 1);
}
