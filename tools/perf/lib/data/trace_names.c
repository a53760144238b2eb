// SPDX-License-Identifier: GPL-2.0
/*
 * perf_trace_names_find(): names of tracepoints by id. A format begins with the lines
 * "name: NAME" and "ID: NUMBER". As a file may have many events, all formats are read once.
 */
#include <string.h>
#include <data/trace_names.h>
#include <data/tracing_data.h>

/* The text behind @key in the first line that begins with @key; @length bytes. */
static const char *value_of(const char *text, size_t size, const char *key, size_t *length)
{
	const size_t key_length = strlen(key);
	const char *line = text, *end;

	for (; line < text + size; line = end + 1) {
		end = memchr(line, '\n', text + size - line);
		if (!end)
			return NULL;
		if ((size_t)(end - line) <= key_length || memcmp(line, key, key_length))
			continue;
		*length = end - line - key_length;
		return line + key_length;
	}
	return NULL;
}

static bool number_of(const char *digits, size_t length, uint64_t *number)
{
	*number = 0;
	for (; length && *digits >= '0' && *digits <= '9' && *number < UINT32_MAX; length--)
		*number = *number * 10 + (uint64_t)(*digits++ - '0');
	return !length;
}

static void take_format(void *context, const char *system, const char *text, size_t size)
{
	struct perf_trace_names *names = context;
	struct perf_trace_name found = { .system = system }, *added;
	uint64_t id, *index;
	const char *digits;
	size_t length;
	bool is_new;

	found.name = value_of(text, size, "name: ", &found.length);
	digits = value_of(text, size, "ID: ", &length);
	if (!found.name || !digits || !number_of(digits, length, &id))
		return;
	index = perf_map_put(&names->by_id, id, &is_new);
	added = index && is_new ? perf_vec_push(&names->list) : NULL;
	if (!added)
		return;
	*added = found;
	*index = names->list.count - 1;
}

/**
 * perf_trace_names_find() - find the name of a tracepoint
 * @names: names of @env->tracing_data; filled by the first call
 * @env: environment, with or without @env->tracing_data
 * @id: attr.config of the tracepoint
 * @text: "system:name" is appended
 *
 * Return: false if there is no format with this id.
 */
bool perf_trace_names_find(struct perf_trace_names *names, const struct perf_data_env *env,
			   uint64_t id, struct perf_str *text)
{
	static const struct perf_tracing_calls calls = { .event = take_format };
	const struct perf_trace_name *found;
	uint64_t index;

	if (!env->tracing_data)
		return false;
	if (names->formats != env->tracing_data) {
		perf_trace_names_free(names);
		names->formats = env->tracing_data;
		perf_tracing_data_walk(env->tracing_data, env->tracing_data_size, &calls, names);
	}
	if (!perf_map_get(&names->by_id, id, &index) || index >= names->list.count)
		return false;
	found = &names->list.at[index];
	perf_str_format(text, "%s:", found->system);
	perf_str_mem(text, found->name, found->length);
	return true;
}

/**
 * perf_trace_names_free() - free all names
 * @names: is empty afterwards
 */
void perf_trace_names_free(struct perf_trace_names *names)
{
	perf_vec_free(&names->list);
	perf_map_free(&names->by_id);
	names->formats = NULL;
}
