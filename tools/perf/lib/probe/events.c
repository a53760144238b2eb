// SPDX-License-Identifier: GPL-2.0
/* The existing probes: reads kprobe_events and uprobe_events of tracefs. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <base/io.h>
#include <base/str.h>
#include <probe/events.h>
#include <sys/paths.h>

/** perf_probe_events_file() - name of the tracefs file with the probes of programs or the kernel */
const char *perf_probe_events_file(bool user)
{
	return user ? "uprobe_events" : "kprobe_events";
}

/* Split "p:GROUP/EVENT PLACE ARGUMENTS", where p may also be r and have a number. */
static bool take_line(struct perf_probe_event *event, char *line)
{
	char *group = strchr(line, ':'), *name, *location, *arguments;

	if (!group || (*line != 'p' && *line != 'r'))
		return false;
	event->is_return = *line == 'r';
	*group++ = '\0';
	name = strchr(group, '/');
	location = name ? strchr(name, ' ') : NULL;
	if (!location)
		return false;
	*name++ = '\0';
	*location++ = '\0';
	arguments = strchr(location, ' ');
	if (arguments)
		*arguments++ = '\0';
	event->group = group;
	event->event = name;
	event->location = location;
	event->arguments = arguments ? arguments : "";
	return true;
}

static int read_file(struct perf_probe_events *events, bool user)
{
	struct perf_probe_event event, *added;
	char path[PERF_PATH_MAX];
	char *text, *line, *next;

	perf_path(path, sizeof(path), "%s/%s", perf_tracefs(), perf_probe_events_file(user));
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

/**
 * perf_probe_events_read() - read all probes
 * @events: result; free with perf_probe_events_free(), also on failure
 * @error: filled on failure
 *
 * A file that is missing or unreadable counts as empty.
 *
 * Return: 0 or a negative errno: -ENOENT if tracefs is not accessible.
 */
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

/** perf_probe_events_free() - free the contents of @events */
void perf_probe_events_free(struct perf_probe_events *events)
{
	struct perf_probe_event *event;

	perf_vec_each(&events->list, event)
		free(event->line);
	perf_vec_free(&events->list);
}

/** perf_probe_events_find() - the probe with these names, NULL if there is none */
const struct perf_probe_event *perf_probe_events_find(const struct perf_probe_events *events,
						      const char *group, const char *event)
{
	const struct perf_probe_event *at;

	perf_vec_each(&events->list, at)
		if (!strcmp(at->group, group) && !strcmp(at->event, event))
			return at;
	return NULL;
}
