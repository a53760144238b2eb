// SPDX-License-Identifier: GPL-2.0
/* From the arguments of options to events, filters and kinds. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <base/num.h>
#include <event/parse.h>
#include <trace/selection.h>

#define ENTER	"raw_syscalls:sys_enter"
#define EXIT	"raw_syscalls:sys_exit"

/* Length of the first word of @text; commas between slashes or in braces do not end it. */
static size_t word_length(const char *text)
{
	bool slash = false;
	int braces = 0;
	size_t i;

	for (i = 0; text[i]; i++) {
		if (text[i] == '/')
			slash = !slash;
		else if (text[i] == '{')
			braces++;
		else if (text[i] == '}')
			braces--;
		else if (text[i] == ',' && !slash && braces <= 0)
			break;
	}
	return i;
}

static int no_such(const char *word, struct perf_error *error)
{
	struct perf_nearest nearest;

	perf_nearest_init(&nearest, word);
	perf_syscall_nearest(&nearest);
	perf_error_set(error, EINVAL, "'%s' is neither a system call nor an event", word);
	if (nearest.best)
		perf_error_hint(error, "did you mean '%s'?", nearest.best);
	else
		perf_error_hint(error, "'perf list' shows events; groups of system calls are "
				"desc, file, ipc, memory, network, process and signal");
	return -EINVAL;
}

static int select_event(struct perf_trace_selection *selection, const char *word,
			struct perf_error *error)
{
	size_t before = selection->other_events.count;
	int ret;

	ret = perf_events_parse(&selection->other_events, word, error);
	if (!ret || strpbrk(word, ":/{"))
		return ret;
	while (selection->other_events.count > before)
		perf_event_spec_free(&selection->other_events.at[--selection->other_events.count]);
	return no_such(word, error);
}

static int select_word(struct perf_trace_selection *selection, const char *word, size_t length,
		       struct perf_error *error)
{
	char *copy;
	int found, ret;

	found = perf_syscall_set_add(&selection->calls, word, length);
	if (found < 0)
		return perf_error_memory(error);
	if (found) {
		selection->calls_named = true;
		return 0;
	}
	copy = strndup(word, length);
	if (!copy)
		return perf_error_memory(error);
	if (selection->calls.inverted)
		ret = no_such(copy, error);
	else
		ret = select_event(selection, copy, error);
	free(copy);
	return ret;
}

/**
 * perf_trace_select() - add the argument of -e
 * @selection: the events are added
 * @text: names of system calls, groups of system calls, events; with ! in front: system calls
 *	that are not traced
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_trace_select(struct perf_trace_selection *selection, const char *text,
		      struct perf_error *error)
{
	bool inverted = *text == '!';
	size_t length;
	int ret = 0;

	if (selection->calls_named && inverted != selection->calls.inverted)
		return perf_error_set(error, EINVAL,
				      "-e: calls to trace and calls not to trace (!) do not go together");
	selection->last = selection->other_events.count;
	if (inverted) {
		selection->calls.inverted = true;
		text++;
	}
	for (; *text && !ret; text += length + (text[length] == ',')) {
		length = word_length(text);
		if (length)
			ret = select_word(selection, text, length, error);
	}
	return ret;
}

/**
 * perf_trace_filter() - set the kernel filter of the tracepoints of the last -e
 * @selection: the events
 * @text: filter; kept by reference
 * @error: filled on failure
 *
 * Return: 0; -EINVAL if the last -e has no tracepoint; -ENOMEM.
 */
int perf_trace_filter(struct perf_trace_selection *selection, const char *text,
		      struct perf_error *error)
{
	bool some = false;
	size_t i;

	while (selection->wanted.count < selection->other_events.count)
		if (!perf_vec_push(&selection->wanted))
			return perf_error_memory(error);
	for (i = selection->last; i < selection->other_events.count; i++) {
		if (selection->other_events.at[i].attr.type != PERF_TYPE_TRACEPOINT)
			continue;
		selection->wanted.at[i] = text;
		some = true;
	}
	if (some)
		return 0;
	perf_error_set(error, EINVAL, "--filter belongs behind the -e of a tracepoint");
	perf_error_hint(error, "system calls have no filter: name those that are wanted");
	return -EINVAL;
}

/** perf_trace_event_kind() - the kind of an event by its attributes and name */
enum perf_trace_kind perf_trace_event_kind(const struct perf_event_attr *attr, const char *name)
{
	if (attr->type == PERF_TYPE_TRACEPOINT) {
		if (!strcmp(name, ENTER))
			return PERF_TRACE_ENTER;
		return strcmp(name, EXIT) ? PERF_TRACE_POINT : PERF_TRACE_EXIT;
	}
	if (attr->type == PERF_TYPE_SOFTWARE && attr->config == PERF_COUNT_SW_PAGE_FAULTS_MAJ)
		return PERF_TRACE_FAULT_MAJOR;
	if (attr->type == PERF_TYPE_SOFTWARE && attr->config == PERF_COUNT_SW_PAGE_FAULTS_MIN)
		return PERF_TRACE_FAULT_MINOR;
	return PERF_TRACE_OTHER;
}

/* Writes "common_pid != N && ..." with each process that is not traced. */
static int make_pid_filter(struct perf_trace_selection *selection, const char *pids,
			   struct perf_error *error)
{
	struct perf_str *text = &selection->pid_filter;
	uint64_t pid;
	char *number;
	size_t length;

	for (; pids && *pids; pids += length + (pids[length] == ',')) {
		length = strcspn(pids, ",");
		number = strndup(pids, length);
		if (!number)
			return perf_error_memory(error);
		if (!perf_parse_u64(number, &pid)) {
			perf_error_set(error, EINVAL, "'%s' is no process number", number);
			free(number);
			return -EINVAL;
		}
		free(number);
		perf_str_format(text, "%scommon_pid != %llu", text->length ? " && " : "",
				(unsigned long long)pid);
	}
	return text->failed ? perf_error_memory(error) : 0;
}

static void make_call_filter(struct perf_trace_selection *selection)
{
	struct perf_str *text = &selection->filter_text;
	struct perf_str calls = { 0 };

	perf_syscall_set_filter(&selection->calls, &calls);
	if (calls.length)
		perf_str_format(text, "(%s)", perf_str_text(&calls));
	if (calls.length && selection->pid_filter.length)
		perf_str_add(text, " && ");
	perf_str_add(text, perf_str_text(&selection->pid_filter));
	text->failed |= calls.failed;
	perf_str_free(&calls);
}

/* Sets filters[index]: the --filter of the event, and the exclusion of processes. */
static int set_filter(struct perf_trace_selection *selection, size_t index,
		      struct perf_error *error)
{
	size_t first = selection->list.count - selection->nr_other_events;
	const char *wanted = NULL;
	struct perf_str text = { 0 };
	char **made;

	if (selection->pid_filter.length)
		selection->filters[index] = perf_str_text(&selection->pid_filter);
	if (index >= first && index - first < selection->wanted.count)
		wanted = selection->wanted.at[index - first];
	if (!wanted)
		return 0;
	made = perf_vec_push(&selection->made);
	if (!made)
		return perf_error_memory(error);
	perf_str_format(&text, "(%s)", wanted);
	if (selection->pid_filter.length)
		perf_str_format(&text, " && %s", perf_str_text(&selection->pid_filter));
	*made = perf_str_steal(&text);
	selection->filters[index] = *made;
	return *made ? 0 : perf_error_memory(error);
}

static int selection_describe(struct perf_trace_selection *selection, size_t index,
			      struct perf_error *error)
{
	const struct perf_event_spec *spec = &selection->list.at[index];
	struct perf_trace_event *event = &selection->events[index];
	const char *colon = strchr(spec->name, ':');
	char system[128];
	int ret;

	event->name = spec->name;
	event->kind = perf_trace_event_kind(&spec->attr, spec->name);
	if (event->kind == PERF_TRACE_ENTER || event->kind == PERF_TRACE_EXIT) {
		if (selection->filter_text.length)
			selection->filters[index] = perf_str_text(&selection->filter_text);
		return 0;
	}
	if (event->kind != PERF_TRACE_POINT)
		return 0;
	ret = set_filter(selection, index, error);
	if (ret)
		return ret;
	if (!colon || (size_t)(colon - spec->name) >= sizeof(system))
		return 0;
	memcpy(system, spec->name, (size_t)(colon - spec->name));
	system[colon - spec->name] = '\0';
	ret = perf_format_read(&event->format, system, colon + 1);
	if (ret == -ENOMEM)
		return perf_error_memory(error);
	if (ret)
		return perf_error_set(error, -ret, "no format of '%s' can be read", spec->name);
	return 0;
}

static int selection_move(struct perf_event_list *to, struct perf_event_list *from,
			  struct perf_error *error)
{
	struct perf_event_spec *added;
	size_t i;

	for (i = 0; i < from->count; i++) {
		added = perf_event_list_add(to);
		if (!added)
			return perf_error_memory(error);
		*added = from->at[i];
		/* The index of added->leader changes, so groups are dissolved. */
		added->leader = to->count - 1;
		added->members = 1;
		memset(&from->at[i], 0, sizeof(from->at[i]));
	}
	return 0;
}

static int make_list(struct perf_trace_selection *selection, bool calls,
		     struct perf_error *error)
{
	struct perf_event_list *list = &selection->list;
	int ret = 0;

	if (calls)
		ret = perf_events_parse(list, ENTER "," EXIT, error);
	if (!ret && selection->faults & PERF_TRACE_FAULTS_MAJOR)
		ret = perf_events_parse(list, "major-faults", error);
	if (!ret && selection->faults & PERF_TRACE_FAULTS_MINOR)
		ret = perf_events_parse(list, "minor-faults", error);
	if (!ret && selection->runtime)
		ret = perf_events_parse(list, PERF_TRACE_RUNTIME, error);
	selection->nr_other_events = selection->other_events.count;
	if (!ret)
		ret = selection_move(list, &selection->other_events, error);
	if (!ret && !list->count)
		ret = perf_error_set(error, EINVAL, "nothing is left to trace");
	return ret;
}

/**
 * perf_trace_selection_finish() - create the list of events
 * @selection: all arguments; @list, @events and @filters are filled
 * @calls: true: trace system calls even if none was named; false: only if one was named
 * @not_pids: comma-separated processes that are not traced, or NULL
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_trace_selection_finish(struct perf_trace_selection *selection, bool calls,
				const char *not_pids, struct perf_error *error)
{
	size_t i;
	int ret;

	ret = make_pid_filter(selection, not_pids, error);
	if (!ret)
		ret = make_list(selection, calls || selection->calls_named, error);
	if (ret)
		return ret;
	make_call_filter(selection);
	selection->events = calloc(selection->list.count, sizeof(*selection->events));
	selection->filters = calloc(selection->list.count, sizeof(*selection->filters));
	if (!selection->events || !selection->filters || selection->filter_text.failed)
		return perf_error_memory(error);
	for (i = 0; i < selection->list.count && !ret; i++)
		ret = selection_describe(selection, i, error);
	return ret;
}

/** perf_trace_selection_free() - free what @selection owns */
void perf_trace_selection_free(struct perf_trace_selection *selection)
{
	char **made;
	size_t i;

	perf_vec_each(&selection->made, made)
		free(*made);
	perf_vec_free(&selection->made);
	perf_vec_free(&selection->wanted);
	for (i = 0; selection->events && i < selection->list.count; i++)
		perf_format_free(&selection->events[i].format);
	free(selection->events);
	free(selection->filters);
	perf_event_list_free(&selection->list);
	perf_event_list_free(&selection->other_events);
	perf_syscall_set_free(&selection->calls);
	perf_str_free(&selection->filter_text);
	perf_str_free(&selection->pid_filter);
}
