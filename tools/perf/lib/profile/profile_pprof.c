// SPDX-License-Identifier: GPL-2.0
/*
 * A profile for pprof: stacks with their sums, functions, and a table of strings, as a protocol
 * buffer. Location n and function n are both element n of perf_report.functions.
 */
#include <errno.h>
#include <stdio.h>
#include <base/gzip.h>
#include <base/map.h>
#include <base/num.h>
#include <profile/profile_text.h>

/* Field numbers of profile.proto. */
enum {
	PROFILE_SAMPLE_TYPE	= 1,
	PROFILE_SAMPLE		= 2,
	PROFILE_MAPPING		= 3,
	PROFILE_LOCATION	= 4,
	PROFILE_FUNCTION	= 5,
	PROFILE_STRING_TABLE	= 6,
	PROFILE_TIME_NANOS	= 9,
	PROFILE_DURATION_NANOS	= 10,
	PROFILE_PERIOD_TYPE	= 11,
	PROFILE_PERIOD		= 12,
	VALUE_TYPE_TYPE		= 1,
	VALUE_TYPE_UNIT		= 2,
	SAMPLE_LOCATION_ID	= 1,
	SAMPLE_VALUE		= 2,
	SAMPLE_LABEL		= 3,
	LABEL_KEY		= 1,
	LABEL_STR		= 2,
	MAPPING_ID		= 1,
	MAPPING_FILENAME	= 5,
	MAPPING_BUILD_ID	= 6,
	MAPPING_HAS_FUNCTIONS	= 7,
	MAPPING_HAS_FILENAMES	= 8,
	MAPPING_HAS_LINE_NUMBERS = 9,
	MAPPING_HAS_INLINE_FRAMES = 10,
	LOCATION_ID		= 1,
	LOCATION_MAPPING_ID	= 2,
	LOCATION_LINE		= 4,
	LINE_FUNCTION_ID	= 1,
	FUNCTION_ID		= 1,
	FUNCTION_NAME		= 2,
	FUNCTION_SYSTEM_NAME	= 3,
};

enum { WIRE_VARINT, WIRE_BYTES = 2 };

struct pprof {
	const struct perf_report *report;
	struct perf_intern strings;
	struct perf_map mappings;	/* set of perf_dso.index: objects with a mapping */
	struct perf_str bytes;
	struct perf_str part;	/* the message being written */
	struct perf_str inner;	/* a message in @part */
};

static void add_varint(struct perf_str *str, uint64_t value)
{
	for (; value >= 0x80; value >>= 7)
		perf_str_char(str, (char)(value | 0x80));
	perf_str_char(str, (char)value);
}

static void add_number(struct perf_str *str, unsigned int field, uint64_t value)
{
	add_varint(str, field << 3 | WIRE_VARINT);
	add_varint(str, value);
}

static void add_bytes(struct perf_str *str, unsigned int field, const void *bytes, size_t size)
{
	add_varint(str, field << 3 | WIRE_BYTES);
	add_varint(str, size);
	perf_str_mem(str, bytes, size);
}

/* Move a finished message into the one around it; leaves @message empty. */
static void add_message(struct perf_str *str, unsigned int field, struct perf_str *message)
{
	add_bytes(str, field, perf_str_text(message), message->length);
	str->failed |= message->failed;
	perf_str_cut(message, 0);
}

static void add_type(struct pprof *pprof, unsigned int field, const char *type, const char *unit)
{
	add_number(&pprof->part, VALUE_TYPE_TYPE, perf_intern(&pprof->strings, type));
	add_number(&pprof->part, VALUE_TYPE_UNIT, perf_intern(&pprof->strings, unit));
	add_message(&pprof->bytes, field, &pprof->part);
}

/* Innermost location first, as profile.proto requires. Return: index in perf_report.bases. */
static uint32_t add_locations(struct pprof *pprof, uint32_t call)
{
	const struct perf_call *at = &pprof->report->calls.list.at[call];

	for (; at->parent; at = &pprof->report->calls.list.at[at->parent])
		add_varint(&pprof->inner, at->function);
	add_message(&pprof->part, SAMPLE_LOCATION_ID, &pprof->inner);
	return at->entry;
}

static void add_row(struct pprof *pprof, const struct perf_row *row)
{
	uint32_t base = add_locations(pprof, row->call);
	const char *comm = perf_machine_comm(pprof->report->machine,
					     pprof->report->bases.at[base].comm);

	add_varint(&pprof->inner, row->nr);
	add_varint(&pprof->inner, row->period);
	add_message(&pprof->part, SAMPLE_VALUE, &pprof->inner);
	add_number(&pprof->inner, LABEL_KEY, perf_intern(&pprof->strings, "thread"));
	add_number(&pprof->inner, LABEL_STR, perf_intern(&pprof->strings, comm));
	add_message(&pprof->part, SAMPLE_LABEL, &pprof->inner);
	add_message(&pprof->bytes, PROFILE_SAMPLE, &pprof->part);
}

/*
 * Locations are functions and have no addresses, so pprof must not symbolize them from the file:
 * with all MAPPING_HAS_* set, it uses the names in the profile.
 */
static void add_mapping(struct pprof *pprof, const struct perf_dso *dso)
{
	char id[2 * PERF_BUILD_ID_MAX + 1] = "";
	unsigned int field, i;

	for (i = 0; i < dso->build_id.size && i < PERF_BUILD_ID_MAX; i++)
		snprintf(id + 2 * i, 3, "%02x", dso->build_id.bytes[i]);
	add_number(&pprof->part, MAPPING_ID, dso->index + 1);
	add_number(&pprof->part, MAPPING_FILENAME, perf_intern(&pprof->strings, dso->name));
	if (*id)
		add_number(&pprof->part, MAPPING_BUILD_ID, perf_intern(&pprof->strings, id));
	for (field = MAPPING_HAS_FUNCTIONS; field <= MAPPING_HAS_INLINE_FRAMES; field++)
		add_number(&pprof->part, field, 1);
	add_message(&pprof->bytes, PROFILE_MAPPING, &pprof->part);
}

static int add_mappings(struct pprof *pprof)
{
	const struct perf_function *function;
	bool added;

	perf_vec_each(&pprof->report->functions.list, function) {
		if (!function->dso)
			continue;
		if (!perf_map_put(&pprof->mappings, function->dso->index, &added))
			return -ENOMEM;
		if (added)
			add_mapping(pprof, function->dso);
	}
	return 0;
}

static void add_function(struct pprof *pprof, uint32_t function)
{
	const struct perf_function *at = &pprof->report->functions.list.at[function];
	char name[4096];
	uint32_t number;

	perf_profile_name(pprof->report, function, name, sizeof(name));
	number = perf_intern(&pprof->strings, name);
	add_number(&pprof->part, FUNCTION_ID, function);
	add_number(&pprof->part, FUNCTION_NAME, number);
	add_number(&pprof->part, FUNCTION_SYSTEM_NAME, number);
	add_message(&pprof->bytes, PROFILE_FUNCTION, &pprof->part);

	add_number(&pprof->inner, LINE_FUNCTION_ID, function);
	add_number(&pprof->part, LOCATION_ID, function);
	if (at->dso)
		add_number(&pprof->part, LOCATION_MAPPING_ID, at->dso->index + 1);
	add_message(&pprof->part, LOCATION_LINE, &pprof->inner);
	add_message(&pprof->bytes, PROFILE_LOCATION, &pprof->part);
}

/* Strings of protocol buffers must be UTF-8; pprof prints them on the terminal: sanitize them. */
static void add_string(struct pprof *pprof, const char *text)
{
	while (*text)
		text += perf_str_utf8(&pprof->part, text);
	perf_str_sanitize(&pprof->part, 0, 0);
	add_message(&pprof->bytes, PROFILE_STRING_TABLE, &pprof->part);
}

/* PROFILE_PERIOD: the number of events that each sample stands for, 0 if it varies. */
static uint64_t period_of(const struct perf_data_event *event)
{
	if (!event->attr.freq)
		return event->attr.sample_period;
	if (!perf_profile_is_time(event) || !event->attr.sample_freq)
		return 0;
	return PERF_NS_PER_SEC / event->attr.sample_freq;
}

static void add_times(struct pprof *pprof, const struct perf_flame *flame, const char *unit)
{
	const struct perf_profile *profile = flame->profile;

	add_type(pprof, PROFILE_PERIOD_TYPE, profile->event->name, unit);
	if (period_of(profile->event))
		add_number(&pprof->bytes, PROFILE_PERIOD, period_of(profile->event));
	if (flame->start)
		add_number(&pprof->bytes, PROFILE_TIME_NANOS, flame->start);
	add_number(&pprof->bytes, PROFILE_DURATION_NANOS, profile->last - profile->first);
}

static int add_all(struct pprof *pprof, const struct perf_flame *flame)
{
	const struct perf_profile *profile = flame->profile;
	const char *unit = perf_profile_is_time(profile->event) ? "nanoseconds" : "count";
	const struct perf_row *row;
	size_t i;

	perf_intern(&pprof->strings, "");	/* string 0 must be empty */
	add_type(pprof, PROFILE_SAMPLE_TYPE, "samples", "count");
	add_type(pprof, PROFILE_SAMPLE_TYPE, profile->event->name, unit);
	perf_vec_each(&pprof->report->histograms.at[0].rows, row)
		add_row(pprof, row);
	for (i = 1; i < pprof->report->functions.list.count; i++)
		add_function(pprof, i);
	add_times(pprof, flame, unit);
	if (add_mappings(pprof))
		return -ENOMEM;
	for (i = 0; i < pprof->strings.count; i++)
		add_string(pprof, pprof->strings.texts[i]);
	return pprof->bytes.failed ? -ENOMEM : 0;
}

/**
 * perf_profile_pprof() - write pprof's protocol buffer, compressed with gzip
 *
 * The same parameters and results, but samples need not be kept. Also returns -EFBIG for 4 GiB
 * or more, and -EOPNOTSUPP in a build without zlib (perf_gzip()).
 *
 * Source: profile.proto of github.com/google/pprof
 */
int perf_profile_pprof(struct perf_out *out, const struct perf_flame *flame)
{
	struct pprof pprof = { .report = &flame->profile->report };
	int err;

	err = add_all(&pprof, flame);
	if (!err)
		err = perf_gzip(&out->text, pprof.bytes.text, pprof.bytes.length);
	perf_map_free(&pprof.mappings);
	perf_intern_free(&pprof.strings);
	perf_str_free(&pprof.bytes);
	perf_str_free(&pprof.part);
	perf_str_free(&pprof.inner);
	return err ? err : out->error;
}
