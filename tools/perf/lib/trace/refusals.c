// SPDX-License-Identifier: GPL-2.0
/*
 * Counts equal refusals. Fields of the tracepoint are found by their names, so that those that a
 * kernel lacks are left out, and a struct perf_event_explain holds what it has.
 */
#include <errno.h>
#include <string.h>

#include <sys/reasons.h>
#include <trace/refusals.h>

/* Columns of the text. */
#define COUNT_WIDTH	7
#define ERROR_WIDTH	12
#define COMM_WIDTH	16

/* Raw data of a sample, and its format. */
struct raw {
	const struct perf_format	*format;
	const void			*at;
	size_t				size;
};

/* The value of a field, @missing if it is not there. */
static uint64_t raw_number(const struct raw *raw, const char *name, uint64_t missing)
{
	const struct perf_format_field *field = perf_format_find(raw->format, name);

	if (!field || (uint64_t)field->offset + field->size > raw->size)
		return missing;
	return perf_format_number(raw->format, field, raw->at, raw->size);
}

static void raw_text(const struct raw *raw, const char *name, char *text, size_t room)
{
	const void *bytes;
	size_t length;

	bytes = perf_format_bytes(raw->format, perf_format_find(raw->format, name), raw->at,
				  raw->size, &length);
	if (!bytes)
		length = 0;
	if (length >= room)
		length = room - 1;
	memcpy(text, bytes ? bytes : "", length);
	text[length] = '\0';
}

static void raw_refusal(const struct raw *raw, struct perf_event_explain *why)
{
	*why = (struct perf_event_explain){
		.size = sizeof(*why),
		.error = (int32_t)raw_number(raw, "error", 0),
		.reason = (uint16_t)raw_number(raw, "reason", 0),
		.where = (uint16_t)raw_number(raw, "where", PERF_WHERE_NONE),
		.bits = raw_number(raw, "bits", 0),
		.got = raw_number(raw, "got", 0),
		.allowed = raw_number(raw, "allowed", 0),
	};
	raw_text(raw, "text", why->text, sizeof(why->text));
}

/* The refusals with the same key are equal; the text of a reason is always the same. */
static uint32_t key_of(struct perf_refusals *refusals, const struct perf_event_explain *why,
		       const char *comm)
{
	uint32_t number = PERF_INTERN_NONE;
	struct perf_str key = { 0 };

	perf_str_format(&key, "%u %u %d %llx %llx %llx %s", why->reason, why->where, why->error,
			(unsigned long long)why->bits, (unsigned long long)why->got,
			(unsigned long long)why->allowed, comm);
	if (!key.failed)
		number = perf_intern(&refusals->keys, perf_str_text(&key));
	perf_str_free(&key);
	return number;
}

/**
 * perf_refusals_add() - count a refusal
 * @refusals: all refusals
 * @format: format of the tracepoint
 * @raw: raw data of its sample
 * @size: bytes of @raw
 *
 * Return: 0 or -ENOMEM.
 */
int perf_refusals_add(struct perf_refusals *refusals, const struct perf_format *format,
		      const void *raw, size_t size)
{
	const struct raw whole = { .format = format, .at = raw, .size = size };
	struct perf_refusal *refusal;
	struct perf_event_explain why;
	uint32_t number, name;
	char comm[32];

	raw_refusal(&whole, &why);
	raw_text(&whole, "comm", comm, sizeof(comm));
	number = key_of(refusals, &why, comm);
	if (number == PERF_INTERN_NONE)
		return -ENOMEM;
	if (number == refusals->at.count) {
		name = perf_intern(&refusals->comms, comm);
		refusal = name == PERF_INTERN_NONE ? NULL : perf_vec_push(&refusals->at);
		if (!refusal)
			return -ENOMEM;
		refusal->why = why;
		refusal->comm = refusals->comms.texts[name];
	}
	refusals->at.at[number].count++;
	return 0;
}

static void put_error(struct perf_str *str, int code)
{
	const char *name = strerrorname_np(code);

	if (name)
		perf_str_add(str, name);
	else
		perf_str_format(str, "%d", code);
}

/* Fills the column that begins at @from; the next one begins two characters later or more. */
static void end_column(struct perf_str *str, size_t from, size_t width)
{
	size_t used = str->length - from;

	perf_str_fill(str, ' ', (used < width ? width - used : 0) + 2);
}

static void put_refusal(struct perf_str *str, const struct perf_refusal *refusal)
{
	size_t from, line = str->length;

	perf_str_u64(str, refusal->count, COUNT_WIDTH, ' ');
	perf_str_add(str, "  ");
	from = str->length;
	put_error(str, refusal->why.error);
	end_column(str, from, ERROR_WIDTH);
	from = str->length;
	perf_str_name(str, refusal->comm);
	end_column(str, from, COMM_WIDTH);
	if (refusal->why.text[0]) {
		from = str->length - line;
		perf_str_name(str, refusal->why.text);
		perf_str_char(str, '\n');
		perf_str_fill(str, ' ', from);
	}
	perf_reason_facts(str, &refusal->why, false);
	perf_str_char(str, '\n');
}

/**
 * perf_refusals_text() - add a table with two lines for each refusal
 * @refusals: all refusals
 * @str: the table is added here
 */
void perf_refusals_text(const struct perf_refusals *refusals, struct perf_str *str)
{
	const struct perf_refusal *refusal;

	if (!refusals->at.count) {
		perf_str_add(str, "The kernel refused no call for events.\n");
		return;
	}
	perf_str_right(str, "Count", COUNT_WIDTH);
	perf_str_add(str, "  ");
	perf_str_left(str, "Error", ERROR_WIDTH + 2);
	perf_str_left(str, "Command", COMM_WIDTH + 2);
	perf_str_add(str, "Reason\n");
	perf_vec_each(&refusals->at, refusal)
		put_refusal(str, refusal);
}

static void add_number(struct perf_str *str, const char *key, uint64_t value)
{
	perf_str_format(str, ", \"%s\": %llu", key, (unsigned long long)value);
}

static void add_string(struct perf_str *str, const char *key, const char *text)
{
	if (!text || !*text)
		return;
	perf_str_format(str, ", \"%s\": ", key);
	perf_str_json(str, text);
}

static void put_object(struct perf_str *str, const struct perf_refusal *refusal)
{
	const struct perf_event_explain *why = &refusal->why;
	struct perf_str place = { 0 };

	perf_reason_place(&place, why, false);
	perf_str_format(str, "{\"count\": %llu, \"error\": %d", (unsigned long long)refusal->count,
			why->error);
	add_string(str, "errno", strerrorname_np(why->error));
	add_string(str, "comm", refusal->comm);
	add_number(str, "reason", why->reason);
	add_string(str, "name", perf_reason_name(why->reason));
	add_number(str, "where", why->where);
	add_string(str, "place", perf_str_text(&place));
	if (why->bits)
		add_number(str, "bits", why->bits);
	if (why->got || why->allowed) {
		add_number(str, "got", why->got);
		add_number(str, "allowed", why->allowed);
	}
	add_string(str, "text", why->text);
	perf_str_add(str, "}\n");
	str->failed |= place.failed;
	perf_str_free(&place);
}

/**
 * perf_refusals_json() - add a JSON object for each refusal, one a line
 * @refusals: all refusals
 * @str: the lines are added here
 */
void perf_refusals_json(const struct perf_refusals *refusals, struct perf_str *str)
{
	const struct perf_refusal *refusal;

	perf_vec_each(&refusals->at, refusal)
		put_object(str, refusal);
}

/** perf_refusals_free() - free what @refusals owns, and empty it */
void perf_refusals_free(struct perf_refusals *refusals)
{
	perf_vec_free(&refusals->at);
	perf_intern_free(&refusals->keys);
	perf_intern_free(&refusals->comms);
}
