// SPDX-License-Identifier: GPL-2.0
/*
 * The only writer of definitions to the kernel: no other file of the tool opens uprobe_events or
 * kprobe_events for writing. perf_probe_line_check() checks a line before a single write().
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <base/io.h>
#include <base/str.h>
#include <probe/words.h>
#include <probe/write.h>
#include <sys/paths.h>

/* Add the last error in error_log: the kernel's reason for refusing a definition. */
static void add_log(struct perf_error *error)
{
	char path[PERF_PATH_MAX];
	char *text, *last = NULL, *at;

	perf_path(path, sizeof(path), "%s/error_log", perf_tracefs());
	text = perf_read_file(path, NULL);
	for (at = text; at && (at = strstr(at, "_uprobe: error: ")); at++)
		last = at;
	for (at = text; at && (at = strstr(at, "_kprobe: error: ")); at++)
		last = at > last ? at : last;
	if (last) {
		last = strstr(last, "error: ") + strlen("error: ");
		perf_error_hint(error, "the kernel says: %.*s", (int)strcspn(last, "\n"), last);
	}
	free(text);
}

/* Open the tracefs file of definitions for appending: O_TRUNC would remove all events. */
static int open_definitions(bool user, struct perf_error *error)
{
	char path[PERF_PATH_MAX];
	int fd;

	if (!perf_tracefs())
		return perf_error_set(error, ENOENT, "no access to tracefs");
	perf_path(path, sizeof(path), "%s/%s", perf_tracefs(), perf_probe_events_file(user));
	fd = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
	if (fd < 0 && errno == ENOENT) {
		perf_error_set(error, ENOENT, "this kernel was built without probes of %s",
			       user ? "programs" : "the kernel");
		perf_error_hint(error, "its configuration needs %s",
				user ? "CONFIG_UPROBE_EVENTS" : "CONFIG_KPROBE_EVENTS");
		return -ENOENT;
	}
	return fd < 0 ? perf_error_set(error, errno, "%s: %m", path) : fd;
}

/**
 * perf_probe_write() - write one line to tracefs
 * @unused: the context of a perf_probe_write_fn
 * @user: probe of a program
 * @line: definition, or "-:GROUP/EVENT"
 * @error: filled on failure, with the kernel's reason from error_log for -EINVAL
 *
 * Return: 0 or a negative errno: -EINVAL or -E2BIG if perf_probe_line_check() refuses @line.
 */
int perf_probe_write(void *unused, bool user, const char *line, struct perf_error *error)
{
	size_t length = strlen(line);
	ssize_t written;
	int fd, code, ret;

	(void)unused;
	ret = perf_probe_line_check(user, line, error);
	if (ret)
		return ret;
	fd = open_definitions(user, error);
	if (fd < 0)
		return fd;
	written = write(fd, line, length);
	code = written < 0 ? errno : (size_t)written < length ? EIO : 0;
	close(fd);
	if (!code)
		return 0;
	perf_error_set(error, code, "the kernel does not take '%s': %s", line, strerror(code));
	if (code == EBUSY)
		perf_error_hint(error, "it is in use: something records it");
	else if (code == EINVAL)
		add_log(error);
	return -code;
}

/* Set @line to the line that removes an event. */
static int removal_line(struct perf_str *line, const char *group, const char *event,
			struct perf_error *error)
{
	perf_str_cut(line, 0);
	perf_str_format(line, "-:%s/%s", group, event);
	return line->failed ? perf_error_memory(error) : 0;
}

/* Remove the first @count events again; @error gets a hint for each event that stays. */
static void take_back(const struct perf_probe_definitions *definitions, size_t count, bool user,
		      perf_probe_write_fn write_line, void *context, struct perf_error *error)
{
	const struct perf_probe_definition *made;
	struct perf_str line = { 0 };
	struct perf_error why;

	while (count--) {
		made = &definitions->list.at[count];
		if (removal_line(&line, made->group, made->event, &why) ||
		    write_line(context, user, perf_str_text(&line), &why))
			perf_error_hint(error, "%s:%s was made and cannot be removed: %s",
					made->group, made->event, why.text);
	}
	perf_str_free(&line);
}

/**
 * perf_probe_add() - make all events of a command, or none
 * @definitions: events to make
 * @user: probes of a program
 * @write_line: perf_probe_write(), or that of a test
 * @context: for @write_line
 * @error: filled on failure
 *
 * Checks all lines before it writes the first, and removes the events made so far if @write_line
 * fails.
 *
 * Return: 0 or a negative errno.
 */
int perf_probe_add(const struct perf_probe_definitions *definitions, bool user,
		   perf_probe_write_fn write_line, void *context, struct perf_error *error)
{
	size_t i;
	int ret = 0;

	for (i = 0; i < definitions->list.count && !ret; i++)
		ret = perf_probe_line_check(user, definitions->list.at[i].line, error);
	if (ret)
		return ret;
	for (i = 0; i < definitions->list.count && !ret; i++)
		ret = write_line(context, user, definitions->list.at[i].line, error);
	if (ret)
		take_back(definitions, i - 1, user, write_line, context, error);
	return ret;
}

/**
 * perf_probe_remove() - remove one event
 * @event: event from perf_probe_events_read()
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_probe_remove(const struct perf_probe_event *event, struct perf_error *error)
{
	struct perf_str line = { 0 };
	int ret = removal_line(&line, event->group, event->event, error);

	if (!ret)
		ret = perf_probe_write(NULL, event->user, perf_str_text(&line), error);
	perf_str_free(&line);
	return ret;
}
