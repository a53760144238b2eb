// SPDX-License-Identifier: GPL-2.0
/*
 * Arguments, results and fields as text. is_silent() leaves out zeroes without a meaning, as perf
 * does; file descriptor 0 is written.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/prctl.h>
#include <linux/futex.h>
#include <trace/call_text.h>

/* Limits on the text of perf_call_text_point(): a base, and more per byte of the record. */
#define POINT_CHARS		4096
#define POINT_CHARS_A_BYTE	32

static void put_path(struct perf_tracer *tracer, struct perf_str *text,
		     const struct perf_trace_task *task, int fd)
{
	const char *path = perf_trace_path(&tracer->tasks, task->process, fd);
	size_t from = text->length;

	if (!path)
		return;
	perf_str_format(text, "<%s>", path);
	perf_str_sanitize(text, from, 0);
}

static void put_comm(const struct perf_tracer *tracer, struct perf_str *text, int32_t tid)
{
	const struct perf_trace_task *task = perf_trace_task_find(&tracer->tasks, tid);
	size_t from = text->length;

	if (!task || !task->named)
		return;
	perf_str_format(text, " (%s)", task->comm);
	perf_str_sanitize(text, from, 0);
}

static void put_value(struct perf_tracer *tracer, struct perf_str *text,
		      const struct perf_trace_task *task, enum perf_value_kind kind,
		      const struct perf_value_table *table, uint64_t value)
{
	perf_value_put(text, kind, table, value);
	if (kind == PERF_VALUE_FD || kind == PERF_VALUE_DIR_FD)
		put_path(tracer, text, task, (int)value);
	else if (kind == PERF_VALUE_PID && (int)value > 0)
		put_comm(tracer, text, (int)value);
}

/*
 * Number of parameters in use; the rest of task->args holds leftovers of registers. It depends on
 * other parameters for open() and for calls with many operations only.
 */
static unsigned int call_used(const struct perf_syscall *call, const struct perf_trace_task *task)
{
	unsigned int argument;

	if (perf_starts_with(call->name, "open")) {
		argument = strcmp(call->name, "open") ? 2 : 1;
		if (!(task->args[argument] & O_CREAT) &&
		    (task->args[argument] & O_TMPFILE) != O_TMPFILE && call->count == argument + 2)
			return argument + 1;
	} else if (!strcmp(call->name, "prctl")) {
		if (task->args[0] == PR_SET_VMA || task->args[0] == PR_SET_MM ||
		    task->args[0] == PR_CAP_AMBIENT || task->args[0] == PR_SET_SPECULATION_CTRL)
			return call->count;
		return task->args[0] == PR_GET_DUMPABLE ? 1 : 2;
	} else if (!strcmp(call->name, "futex")) {
		switch (task->args[1] & FUTEX_CMD_MASK) {
		case FUTEX_WAKE:
		case FUTEX_UNLOCK_PI:
		case FUTEX_TRYLOCK_PI:
			return 3;
		case FUTEX_WAIT:
		case FUTEX_LOCK_PI:
			return 4;
		}
	} else if (perf_starts_with(call->name, "fcntl")) {
		switch (task->args[1]) {
		case F_GETFD:
		case F_GETFL:
		case F_GETOWN:
		case F_GETSIG:
		case F_GETLEASE:
		case F_GETPIPE_SZ:
		case F_GET_SEALS:
			return 2;
		}
	}
	return call->count;
}

static bool is_silent(const struct perf_syscall_parameter *parameter, uint64_t value)
{
	switch (parameter->kind) {
	case PERF_VALUE_FD:
	case PERF_VALUE_DIR_FD:
		return false;
	case PERF_VALUE_ENUM:
	case PERF_VALUE_INT:
	case PERF_VALUE_FLAGS:
		if (!(value & 0xffffffff)) {
			/* A zero has a name if it is the first value of the table. */
			return !parameter->table || parameter->kind == PERF_VALUE_FLAGS ||
			       parameter->table->names[0].value;
		}
		return false;
	case PERF_VALUE_FUTEX:
		return false;
	default:
		return !value;
	}
}

static void put_argument(struct perf_tracer *tracer, struct perf_str *text,
			 const struct perf_trace_task *task, const struct perf_syscall *call,
			 unsigned int index)
{
	const struct perf_syscall_parameter *parameter = &call->parameters[index];
	uint64_t value = task->args[index];

	if (perf_starts_with(call->name, "mmap") && parameter->kind == PERF_VALUE_FD &&
	    (int)value == -1)
		return;
	if (is_silent(parameter, value))
		return;
	if (perf_str_text(text)[text->length - 1] != '(')
		perf_str_add(text, ", ");
	if (parameter->name)
		perf_str_format(text, "%s: ", parameter->name);
	else
		perf_str_format(text, "arg%u: ", index + 1);
	if (index == 2 && perf_starts_with(call->name, "fcntl") && task->args[1] == F_SETFL)
		perf_value_put(text, PERF_VALUE_OPEN, NULL, value);
	else
		put_value(tracer, text, task, parameter->kind, parameter->table, value);
}

/**
 * perf_call_text_begin() - add "name(parameter: value, ...)"
 * @tracer: tracer
 * @text: the text is added
 * @task: the thread, in the call
 */
void perf_call_text_begin(struct perf_tracer *tracer, struct perf_str *text,
			  const struct perf_trace_task *task)
{
	const struct perf_syscall *call = perf_syscalls_get(&tracer->syscalls, task->id);
	unsigned int count, i;

	if (!call) {
		perf_str_format(text, "syscall_%lld()", (long long)task->id);
		return;
	}
	perf_str_format(text, "%s(", call->name);
	count = task->has_args ? call_used(call, task) : 0;
	for (i = 0; i < count; i++)
		put_argument(tracer, text, task, call, i);
	perf_str_char(text, ')');
}

static bool waits_with_timeout(const struct perf_syscall *call)
{
	static const char *const names[] = {
		"poll", "ppoll", "select", "pselect6", "epoll_wait", "epoll_pwait",
		"epoll_pwait2", "rt_sigtimedwait",
	};
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(names); i++)
		if (!strcmp(call->name, names[i]))
			return true;
	return false;
}

/* The type of fcntl()'s result depends on its command. */
static bool put_fcntl(struct perf_tracer *tracer, struct perf_str *text,
		      const struct perf_trace_task *task, int64_t value)
{
	switch (task->args[1]) {
	case F_GETFL:
		perf_value_put(text, PERF_VALUE_OPEN, NULL, (uint64_t)value);
		return true;
	case F_DUPFD:
	case F_DUPFD_CLOEXEC:
		put_value(tracer, text, task, PERF_VALUE_FD, NULL, (uint64_t)value);
		return true;
	default:
		return false;
	}
}

/**
 * perf_call_text_result() - add the result of a call
 * @tracer: tracer
 * @text: the result is added
 * @task: the thread
 * @call: the call
 * @value: return value of the call
 */
void perf_call_text_result(struct perf_tracer *tracer, struct perf_str *text,
			   const struct perf_trace_task *task, const struct perf_syscall *call,
			   int64_t value)
{
	const char *name;

	if (value < 0 && value >= -4095) {
		name = strerrorname_np((int)-value);
		if (name)
			perf_str_format(text, "-1 %s (%s)", name, strerror((int)-value));
		else
			perf_str_format(text, "%lld", (long long)value);
		return;
	}
	if (!value && waits_with_timeout(call)) {
		perf_str_add(text, "0 (Timeout)");
		return;
	}
	if (perf_starts_with(call->name, "fcntl") && task->has_args &&
	    put_fcntl(tracer, text, task, value))
		return;
	put_value(tracer, text, task, call->result, call->result_table, (uint64_t)value);
}

static void put_array(const struct perf_trace_hit *hit, struct perf_str *text,
		      const struct perf_format_field *field)
{
	const unsigned char *bytes;
	size_t from = text->length, length, i;

	bytes = perf_format_bytes(&hit->event->format, field, hit->raw, hit->size, &length);
	if (field->is_text) {
		perf_str_char(text, '"');
		for (i = 0; bytes && i < length; i++)
			perf_str_char(text, bytes[i] < ' ' ? '.' : (char)bytes[i]);
		perf_str_sanitize(text, from, 0);
		perf_str_char(text, '"');
		return;
	}
	perf_str_char(text, '{');
	for (i = 0; bytes && i < length; i++)
		perf_str_format(text, "%s%02x", i ? " " : "", bytes[i]);
	perf_str_char(text, '}');
}

static bool is_pid(const char *name)
{
	return !strcmp(name, "pid") || !strcmp(name, "tid") || perf_ends_with(name, "_pid") ||
	       perf_ends_with(name, "_tid");
}

static void put_field(const struct perf_tracer *tracer, struct perf_str *text,
		      const struct perf_trace_hit *hit, const struct perf_format_field *field)
{
	uint64_t value = perf_format_number(&hit->event->format, field, hit->raw, hit->size);
	bool number = !field->is_array && !field->dynamic;

	if (number && !value)
		return;
	if (perf_str_text(text)[text->length - 1] != '(')
		perf_str_add(text, ", ");
	perf_str_name(text, field->name);
	perf_str_add(text, ": ");
	if (!number)
		put_array(hit, text, field);
	else if (strchr(field->type, '*'))
		perf_value_put(text, PERF_VALUE_HEX, NULL, value);
	else if (field->is_signed)
		perf_value_put(text, PERF_VALUE_LONG, NULL, value);
	else
		perf_value_put(text, PERF_VALUE_UNSIGNED, NULL, value);
	if (number && is_pid(field->name))
		put_comm(tracer, text, (int32_t)value);
}

/** perf_call_text_point() - add "name(field: value, ...)" of a tracepoint */
void perf_call_text_point(const struct perf_tracer *tracer, struct perf_str *text,
			  const struct perf_trace_hit *hit)
{
	const struct perf_format_field *field;
	size_t from = text->length;

	perf_str_format(text, "%s(", hit->event->name);
	perf_vec_each(&hit->event->format.fields, field) {
		/* Each field of a hostile format may span the whole record. */
		if (text->length > from + POINT_CHARS + hit->size * POINT_CHARS_A_BYTE)
			break;
		if (!field->common && strcmp(field->name, "__syscall_nr"))
			put_field(tracer, text, hit, field);
	}
	perf_str_char(text, ')');
}
