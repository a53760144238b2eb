// SPDX-License-Identifier: GPL-2.0-only
/* The text of tracepoints. */
#include <stdlib.h>
#include <string.h>
#include <model/tracepoint.h>
#include <model/tracing_data.h>

#ifdef HAVE_TRACEEVENT
#include <event-parse.h>

struct perf_tracepoints {
	struct tep_handle *tep;
	struct trace_seq seq;
	int long_size;
};

static void set_machine(void *context, const struct perf_tracing_machine *machine)
{
	struct perf_tracepoints *tracepoints = context;
	struct tep_handle *tep = tracepoints->tep;

	tracepoints->long_size = machine->long_size;
	tep_set_file_bigendian(tep, machine->big_endian ? TEP_BIG_ENDIAN : TEP_LITTLE_ENDIAN);
	tep_set_local_bigendian(tep, __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ?
				TEP_BIG_ENDIAN : TEP_LITTLE_ENDIAN);
	tep_set_long_size(tep, machine->long_size);
	tep_set_page_size(tep, (int)machine->page_size);
}

static void add_page(void *context, const char *text, size_t size)
{
	struct perf_tracepoints *tracepoints = context;

	tep_parse_header_page(tracepoints->tep, (char *)text, size, tracepoints->long_size);
}

static void add_event(void *context, const char *system, const char *text, size_t size)
{
	struct perf_tracepoints *tracepoints = context;

	/* An event that cannot be parsed is one that will not be printed. */
	tep_parse_event(tracepoints->tep, text, size, system);
}

/* Lines "0xADDRESS : "FORMAT"": what trace_printk() was called with. */
static void add_print_formats(void *context, const char *text, size_t size)
{
	struct perf_tracepoints *tracepoints = context;
	char *copy, *line, *next, *format, *end;

	copy = strndup(text, size);
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
	static const struct perf_tracing_calls calls = {
		.machine = set_machine, .page = add_page, .event = add_event,
		.print_formats = add_print_formats,
	};
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
	perf_tracing_data_walk(data, size, &calls, tracepoints);
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

/* Kept in the library's buffer; NULL if the format of the event is not known. */
static struct tep_event *find_event(struct perf_tracepoints *tracepoints,
				    struct tep_record *record)
{
	if (!tracepoints || record->size < (int)sizeof(uint16_t))
		return NULL;
	trace_seq_reset(&tracepoints->seq);
	return tep_find_event_by_record(tracepoints->tep, record);
}

static bool add_text(struct perf_tracepoints *tracepoints, struct perf_str *str)
{
	struct trace_seq *seq = &tracepoints->seq;
	size_t from = str->length;

	trace_seq_terminate(seq);
	perf_str_mem(str, seq->buffer, seq->len);
	perf_str_tame(str, from, 0);
	return true;
}

bool perf_tracepoints_print(struct perf_tracepoints *tracepoints, struct perf_str *str,
			    const void *raw, size_t size, int cpu)
{
	struct tep_record record = { .cpu = cpu, .data = (void *)raw, .size = size };

	if (!find_event(tracepoints, &record))
		return false;
	tep_print_event(tracepoints->tep, &tracepoints->seq, &record, "%s", TEP_PRINT_INFO);
	return add_text(tracepoints, str);
}

bool perf_tracepoints_fields(struct perf_tracepoints *tracepoints, struct perf_str *str,
			     const void *raw, size_t size, int cpu)
{
	struct tep_record record = { .cpu = cpu, .data = (void *)raw, .size = size };
	struct tep_event *event = find_event(tracepoints, &record);

	if (!event)
		return false;
	tep_print_fields(&tracepoints->seq, record.data, record.size, event);
	return add_text(tracepoints, str);
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

bool perf_tracepoints_fields(struct perf_tracepoints *tracepoints, struct perf_str *str,
			     const void *raw, size_t size, int cpu)
{
	return perf_tracepoints_print(tracepoints, str, raw, size, cpu);
}

#endif
