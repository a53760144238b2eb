// SPDX-License-Identifier: GPL-2.0-only
/* The probes that the kernel has, in kprobe_events and uprobe_events of tracefs. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <base/io.h>
#include <base/str.h>
#include <probe/events.h>
#include <sys/paths.h>

static const char *file_name(bool user)
{
	return user ? "uprobe_events" : "kprobe_events";
}

/* "p:GROUP/EVENT PLACE ARGUMENTS", where p may be r with a number */
static bool take_line(struct perf_probe_event *event, char *line)
{
	char *group = strchr(line, ':'), *name, *place, *arguments;

	if (!group || (*line != 'p' && *line != 'r'))
		return false;
	event->is_return = *line == 'r';
	*group++ = '\0';
	name = strchr(group, '/');
	place = name ? strchr(name, ' ') : NULL;
	if (!place)
		return false;
	*name++ = '\0';
	*place++ = '\0';
	arguments = strchr(place, ' ');
	if (arguments)
		*arguments++ = '\0';
	event->group = group;
	event->event = name;
	event->place = place;
	event->arguments = arguments ? arguments : "";
	return true;
}

static int read_file(struct perf_probe_events *events, bool user)
{
	struct perf_probe_event event, *added;
	char path[PERF_PATH_MAX];
	char *text, *line, *next;

	perf_path(path, sizeof(path), "%s/%s", perf_tracefs(), file_name(user));
	text = perf_read_file(path, NULL);
	if (!text)
		return 0;
	for (line = text; *line; line = next) {
		next = strchrnul(line, '\n');
		if (*next)
			*next++ = '\0';
		event = (struct perf_probe_event){ .user = user, .line = strdup(line) };
		if (!event.line || !take_line(&event, event.line)) {
			free(event.line);
			continue;
		}
		added = perf_vec_push(&events->list);
		if (!added) {
			free(event.line);
			free(text);
			return -ENOMEM;
		}
		*added = event;
	}
	free(text);
	return 0;
}

int perf_probe_events_read(struct perf_probe_events *events, struct perf_error *error)
{
	*events = (struct perf_probe_events){ 0 };
	if (!perf_tracefs()) {
		perf_error_set(error, ENOENT, "probes cannot be seen: no access to tracefs");
		perf_error_hint(error, geteuid() ? "only root may by default" :
				"mount -t tracefs none /sys/kernel/tracing");
		return -ENOENT;
	}
	if (read_file(events, false) || read_file(events, true))
		return perf_error_memory(error);
	return 0;
}

void perf_probe_events_free(struct perf_probe_events *events)
{
	struct perf_probe_event *event;

	perf_vec_each(&events->list, event)
		free(event->line);
	perf_vec_free(&events->list);
}

const struct perf_probe_event *perf_probe_events_find(const struct perf_probe_events *events,
						      const char *group, const char *event)
{
	const struct perf_probe_event *at;

	perf_vec_each(&events->list, at)
		if (!strcmp(at->group, group) && !strcmp(at->event, event))
			return at;
	return NULL;
}

/* What the kernel says of a definition that it does not take: the end of error_log. */
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

int perf_probe_events_write(bool user, const char *line, struct perf_error *error)
{
	char path[PERF_PATH_MAX];
	ssize_t written;
	int fd, code;

	if (!perf_tracefs())
		return perf_error_set(error, ENOENT, "no access to tracefs");
	perf_path(path, sizeof(path), "%s/%s", perf_tracefs(), file_name(user));
	fd = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
	if (fd < 0 && errno == ENOENT) {
		perf_error_set(error, ENOENT, "this kernel was built without probes of %s",
			       user ? "programs" : "the kernel");
		perf_error_hint(error, "its configuration needs %s",
				user ? "CONFIG_UPROBE_EVENTS" : "CONFIG_KPROBE_EVENTS");
		return -ENOENT;
	}
	if (fd < 0)
		return perf_error_set(error, errno, "%s: %m", path);
	written = write(fd, line, strlen(line));
	code = written < 0 ? errno : 0;
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
