// SPDX-License-Identifier: GPL-2.0
/* perf_tracepoints_print(): records of tracepoints as text. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <model/print_text.h>
#include <model/tracepoint.h>
#include <data/tracing_data.h>

/**
 * struct tracepoint - the format of one tracepoint
 * @system: system of the tracepoint
 * @text: its format file
 * @size: bytes of @text
 * @looked_at: look_at() has set the members below
 * @known: @format has fields
 * @format: the fields
 * @print: the print format; all zero if refused
 * @binary: for each byte array, whether a record had bytes in it that are no characters
 */
struct tracepoint {
	const char			*system;
	const char			*text;
	size_t				size;
	bool				looked_at;
	bool				known;
	struct perf_format		format;
	struct perf_print_format	print;
	bool				*binary;
};

/**
 * struct perf_tracepoints - the formats of a recording
 * @ids: number of a tracepoint (first field of its records) to index in @list
 * @list: tracepoints, one per number
 * @texts: kernel texts that records point to
 * @refused: a line with the reason for each refused print format
 * @swap: records have the other byte order
 * @long_size: bytes of a long on their machine
 */
struct perf_tracepoints {
	struct perf_map			ids;
	PERF_VEC(struct tracepoint)	list;
	struct perf_static_texts	texts;
	PERF_VEC(char *)		refused;
	bool				swap;
	int				long_size;
};

static void set_machine(void *context, const struct perf_tracing_machine *machine)
{
	struct perf_tracepoints *tracepoints = context;

	tracepoints->long_size = machine->long_size == 4 ? 4 : 8;
	tracepoints->swap = machine->swap;
}

/* Set @id to the number behind "ID:" at the start of a line; false if there is none. */
static bool find_id(const char *text, size_t size, uint64_t *id)
{
	static const char key[] = "\nID:";
	const char *at = memmem(text, size, key, strlen(key)), *end = text + size;

	if (!at)
		return false;
	for (at += strlen(key); at < end && *at == ' '; at++)
		;
	if (at == end || !isdigit((unsigned char)*at))
		return false;
	for (*id = 0; at < end && isdigit((unsigned char)*at) && *id <= UINT16_MAX; at++)
		*id = *id * 10 + (*at - '0');
	return *id <= UINT16_MAX;
}

/* Of several formats with the same "ID:" the first counts. */
static void add_event(void *context, const char *system, const char *text, size_t size)
{
	struct perf_tracepoints *tracepoints = context;
	struct tracepoint *added;
	uint64_t *index, id;
	bool is_new;

	if (!find_id(text, size, &id))
		return;
	index = perf_map_put(&tracepoints->ids, id, &is_new);
	if (!index || !is_new)
		return;
	*index = tracepoints->list.count;
	added = perf_vec_push(&tracepoints->list);
	if (!added)
		return;
	*added = (struct tracepoint){ .system = system, .text = text, .size = size };
}

static void add_print_formats(void *context, const char *text, size_t size)
{
	struct perf_tracepoints *tracepoints = context;

	perf_static_texts_read(&tracepoints->texts, text, size);
}

/**
 * perf_tracepoints_create() - find the formats of a recording
 * @data: perf_data_env.tracing_data; must outlive the result
 * @size: bytes of @data
 *
 * Return: the formats; NULL if there is no @data or no memory.
 */
struct perf_tracepoints *perf_tracepoints_create(const void *data, size_t size)
{
	static const struct perf_tracing_calls calls = {
		.machine = set_machine, .event = add_event, .print_formats = add_print_formats,
	};
	struct perf_tracepoints *tracepoints;

	if (!data || !size)
		return NULL;
	tracepoints = calloc(1, sizeof(*tracepoints));
	if (!tracepoints)
		return NULL;
	tracepoints->long_size = sizeof(long);
	perf_tracing_data_walk(data, size, &calls, tracepoints);
	return tracepoints;
}

/** perf_tracepoints_free() - free @tracepoints, which may be NULL */
void perf_tracepoints_free(struct perf_tracepoints *tracepoints)
{
	struct tracepoint *point;
	char **refused;

	if (!tracepoints)
		return;
	perf_vec_each(&tracepoints->list, point) {
		perf_format_free(&point->format);
		perf_print_free(&point->print);
		free(point->binary);
	}
	perf_vec_each(&tracepoints->refused, refused)
		free(*refused);
	perf_vec_free(&tracepoints->list);
	perf_vec_free(&tracepoints->refused);
	perf_map_free(&tracepoints->ids);
	perf_static_texts_free(&tracepoints->texts);
	free(tracepoints);
}

static void remember_refusal(struct perf_tracepoints *tracepoints, const struct tracepoint *point,
			     const char *why)
{
	const char *name = point->format.name;
	struct perf_str text = { 0 };
	char **added;

	perf_str_format(&text, "%.60s:%.60s: its text is not used: %s", point->system,
			name ? name : "?", why);
	perf_str_sanitize(&text, 0, 0);
	added = perf_vec_push(&tracepoints->refused);
	if (added)
		*added = perf_str_steal(&text);
	perf_str_free(&text);
}

static void look_at(struct perf_tracepoints *tracepoints, struct tracepoint *point)
{
	struct perf_error error;

	point->looked_at = true;
	if (perf_format_parse(&point->format, point->text, point->size)) {
		remember_refusal(tracepoints, point, "its fields are not understood");
		return;
	}
	point->format.swap = tracepoints->swap;
	point->binary = calloc(point->format.fields.count, sizeof(*point->binary));
	point->known = point->binary;
	if (point->known && perf_print_parse(&point->print, &point->format,
					     tracepoints->long_size, &error))
		remember_refusal(tracepoints, point, error.text);
}

static struct tracepoint *find_id_point(struct perf_tracepoints *tracepoints, uint64_t id)
{
	struct tracepoint *point;
	uint64_t index;

	if (!perf_map_get(&tracepoints->ids, id, &index) || index >= tracepoints->list.count)
		return NULL;
	point = &tracepoints->list.at[index];
	if (!point->looked_at)
		look_at(tracepoints, point);
	return point->known ? point : NULL;
}

static struct tracepoint *find_point(struct perf_tracepoints *tracepoints, const void *raw,
				     size_t size)
{
	const struct perf_format_field type = { .size = sizeof(uint16_t) };
	struct perf_format order;

	if (!tracepoints || size < type.size)
		return NULL;
	order.swap = tracepoints->swap;
	return find_id_point(tracepoints, perf_format_number(&order, &type, raw, size));
}

/** perf_tracepoints_format() - fields of the tracepoint with number @id, NULL if not known */
const struct perf_format *perf_tracepoints_format(struct perf_tracepoints *tracepoints,
						  uint64_t id)
{
	struct tracepoint *point = tracepoints ? find_id_point(tracepoints, id) : NULL;

	return point ? &point->format : NULL;
}

static struct perf_print_record record_of(const struct perf_tracepoints *tracepoints,
					  const struct tracepoint *point, const void *raw,
					  size_t size, struct perf_str *str)
{
	return (struct perf_print_record){
		.print = point->print.strings ? &point->print : NULL, .format = &point->format,
		.binary = point->binary, .raw = raw, .size = size,
		.texts = &tracepoints->texts, .str = str,
	};
}

static bool print_point(struct perf_tracepoints *tracepoints, struct perf_str *str,
			const void *raw, size_t size, bool fields)
{
	struct tracepoint *point = find_point(tracepoints, raw, size);
	size_t from = str->length;
	struct perf_print_record record;

	if (!point)
		return false;
	record = record_of(tracepoints, point, raw, size, str);
	perf_print_begin(&record);
	if (!fields && !record.print)
		perf_str_add(str, "[FAILED TO PARSE]");
	if (fields || !record.print)
		perf_print_fields(&record);
	else
		perf_print_text(&record);
	perf_print_end(&record);
	perf_str_sanitize(str, from, 0);
	return true;
}

/**
 * perf_tracepoints_print() - add an event's text by its print format
 * @tracepoints: formats; may be NULL
 * @str: text is added here
 * @raw: perf_sample.raw
 * @size: bytes of @raw
 *
 * Return: false if the format of the event is not known; @str is unchanged then.
 */
bool perf_tracepoints_print(struct perf_tracepoints *tracepoints, struct perf_str *str,
			    const void *raw, size_t size)
{
	return print_point(tracepoints, str, raw, size, false);
}

/** perf_tracepoints_fields() - the same, with each field as "name=value" */
bool perf_tracepoints_fields(struct perf_tracepoints *tracepoints, struct perf_str *str,
			     const void *raw, size_t size)
{
	return print_point(tracepoints, str, raw, size, true);
}

/**
 * perf_tracepoints_each_field() - call @each for each field that is not common
 * @tracepoints: formats; may be NULL
 * @raw: perf_sample.raw
 * @size: bytes
 * @each: gets the field's recorded value as text
 * @context: argument of @each
 *
 * Return: false if the format of the event is not known.
 */
bool perf_tracepoints_each_field(struct perf_tracepoints *tracepoints, const void *raw, size_t size,
				 void (*each)(void *context, const char *name,
					      const struct perf_str *value),
				 void *context)
{
	struct tracepoint *point = find_point(tracepoints, raw, size);
	const struct perf_format_field *field;
	struct perf_print_record record;
	struct perf_str value = { 0 };

	if (!point)
		return false;
	record = record_of(tracepoints, point, raw, size, &value);
	perf_vec_each(&point->format.fields, field) {
		if (field->common)
			continue;
		perf_str_cut(&value, 0);
		perf_print_begin(&record);
		perf_print_one_field(&record, field);
		perf_print_end(&record);
		each(context, field->name, &value);
	}
	perf_str_free(&value);
	return true;
}

/**
 * perf_tracepoints_refused() - reason why a tracepoint's print format is not used
 * @tracepoints: formats; may be NULL
 * @index: from 0, among those refused so far
 * @text: the reason is added here, without control characters
 *
 * Return: true if @index is valid.
 */
bool perf_tracepoints_refused(const struct perf_tracepoints *tracepoints, size_t index,
			      struct perf_str *text)
{
	if (!tracepoints || index >= tracepoints->refused.count)
		return false;
	if (tracepoints->refused.at[index])
		perf_str_add(text, tracepoints->refused.at[index]);
	return true;
}
