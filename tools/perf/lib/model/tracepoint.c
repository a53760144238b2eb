// SPDX-License-Identifier: GPL-2.0-only
/*
 * The text of tracepoints.
 *
 * The formats come in the layout that trace-cmd files (version 6) begin with:
 * trace-cmd.dat(5) describes it.
 */
#include <stdlib.h>
#include <string.h>
#include <model/tracepoint.h>

#ifdef HAVE_TRACEEVENT
#include <event-parse.h>

struct perf_tracepoints {
	struct tep_handle *tep;
	struct trace_seq seq;
	bool swap;
	int long_size;
};

/* A walk over the blob; once it goes wrong, it stays so. */
struct walk {
	const char *at;
	size_t left;
	bool swap;
	bool bad;
};

static const void *take(struct walk *walk, uint64_t size)
{
	const void *at = walk->at;

	if (walk->bad || size > walk->left) {
		walk->bad = true;
		return NULL;
	}
	walk->at += size;
	walk->left -= size;
	return at;
}

static uint64_t take_number(struct walk *walk, size_t size)
{
	const void *at = take(walk, size);
	uint64_t word = 0;
	uint32_t half;

	if (!at)
		return 0;
	if (size == sizeof(half)) {
		memcpy(&half, at, sizeof(half));
		return walk->swap ? __builtin_bswap32(half) : half;
	}
	memcpy(&word, at, size);
	return walk->swap && size == sizeof(word) ? __builtin_bswap64(word) : word;
}

static const char *take_text(struct walk *walk)
{
	const char *end = walk->bad ? NULL : memchr(walk->at, '\0', walk->left);

	if (!end) {
		walk->bad = true;
		return "";
	}
	return take(walk, end + 1 - walk->at);
}

static void take_header(struct perf_tracepoints *tracepoints, struct walk *walk)
{
	const unsigned char *bytes = take(walk, 10);
	bool big;

	if (!bytes || memcmp(bytes, "\x17\x08\x44tracing", 10)) {
		walk->bad = true;
		return;
	}
	take_text(walk);
	big = take_number(walk, 1);
	walk->swap = big != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
	tracepoints->long_size = take_number(walk, 1);
	tep_set_file_bigendian(tracepoints->tep, big ? TEP_BIG_ENDIAN : TEP_LITTLE_ENDIAN);
	tep_set_local_bigendian(tracepoints->tep, __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ?
				TEP_BIG_ENDIAN : TEP_LITTLE_ENDIAN);
	tep_set_long_size(tracepoints->tep, tracepoints->long_size);
	tep_set_page_size(tracepoints->tep, take_number(walk, 4));
}

static void take_format(struct perf_tracepoints *tracepoints, struct walk *walk,
			const char *system)
{
	uint64_t size = take_number(walk, 8);
	const char *text = take(walk, size);

	/* An event that cannot be parsed is one that will not be printed. */
	if (text)
		tep_parse_event(tracepoints->tep, text, size, system);
}

static void take_pages(struct perf_tracepoints *tracepoints, struct walk *walk)
{
	const char *text;
	uint64_t size;

	take_text(walk);
	size = take_number(walk, 8);
	text = take(walk, size);
	if (text)
		tep_parse_header_page(tracepoints->tep, (char *)text, size,
				      tracepoints->long_size);
	take_text(walk);
	take(walk, take_number(walk, 8));
}

static void take_events(struct perf_tracepoints *tracepoints, struct walk *walk)
{
	uint32_t systems, events;
	const char *system;

	for (events = take_number(walk, 4); events && !walk->bad; events--)
		take_format(tracepoints, walk, "ftrace");
	for (systems = take_number(walk, 4); systems && !walk->bad; systems--) {
		system = take_text(walk);
		for (events = take_number(walk, 4); events && !walk->bad; events--)
			take_format(tracepoints, walk, system);
	}
}

/* Lines "0xADDRESS : "FORMAT"": what trace_printk() was called with. */
static void take_printk(struct perf_tracepoints *tracepoints, struct walk *walk)
{
	uint32_t size;
	const char *text;
	char *copy, *line, *next, *format, *end;

	take(walk, take_number(walk, 4));
	size = take_number(walk, 4);
	text = take(walk, size);
	copy = text ? strndup(text, size) : NULL;
	for (line = copy; line && *line; line = next) {
		next = strchr(line, '\n');
		if (next)
			*next++ = '\0';
		format = strstr(line, " : ");
		if (!format)
			continue;
		format += 3;
		if (*format == '"')
			format++;
		end = strrchr(format, '"');
		if (end)
			*end = '\0';
		/* The library looks at the last three characters. */
		if (strlen(format) < 3)
			continue;
		tep_register_print_string(tracepoints->tep, format, strtoull(line, NULL, 16));
	}
	free(copy);
}

struct perf_tracepoints *perf_tracepoints_create(const void *data, size_t size)
{
	struct walk walk = { .at = data, .left = size };
	struct perf_tracepoints *tracepoints;

	if (!data || !size)
		return NULL;
	tracepoints = calloc(1, sizeof(*tracepoints));
	if (!tracepoints)
		return NULL;
	tracepoints->tep = tep_alloc();
	if (!tracepoints->tep) {
		free(tracepoints);
		return NULL;
	}
	tep_set_loglevel(TEP_LOG_NONE);
	trace_seq_init(&tracepoints->seq);
	take_header(tracepoints, &walk);
	if (!walk.bad) {
		take_pages(tracepoints, &walk);
		take_events(tracepoints, &walk);
		take_printk(tracepoints, &walk);
	}
	return tracepoints;
}

void perf_tracepoints_free(struct perf_tracepoints *tracepoints)
{
	if (!tracepoints)
		return;
	trace_seq_destroy(&tracepoints->seq);
	tep_free(tracepoints->tep);
	free(tracepoints);
}

bool perf_tracepoints_print(struct perf_tracepoints *tracepoints, struct perf_str *str,
			    const void *raw, size_t size, int cpu)
{
	struct tep_record record = { .cpu = cpu, .data = (void *)raw, .size = size };
	struct trace_seq *seq;

	if (!tracepoints || size < sizeof(uint16_t) ||
	    !tep_find_event_by_record(tracepoints->tep, &record))
		return false;
	seq = &tracepoints->seq;
	trace_seq_reset(seq);
	tep_print_event(tracepoints->tep, seq, &record, "%s", TEP_PRINT_INFO);
	trace_seq_terminate(seq);
	perf_str_mem(str, seq->buffer, seq->len);
	return true;
}

#else /* !HAVE_TRACEEVENT */

struct perf_tracepoints *perf_tracepoints_create(const void *data, size_t size)
{
	(void)data;
	(void)size;
	return NULL;
}

void perf_tracepoints_free(struct perf_tracepoints *tracepoints)
{
	(void)tracepoints;
}

bool perf_tracepoints_print(struct perf_tracepoints *tracepoints, struct perf_str *str,
			    const void *raw, size_t size, int cpu)
{
	(void)tracepoints;
	(void)str;
	(void)raw;
	(void)size;
	(void)cpu;
	return false;
}

#endif
