// SPDX-License-Identifier: GPL-2.0
/*
 * A recording as JSON. The document is indented with tabs, for programs that parse it line by
 * line; perf_json_line() adds no blanks.
 */
#include <inttypes.h>
#include <string.h>
#include <time.h>
#include <lines/json_text.h>

/* ---- the document ---------------------------------------------------------------------- */

/* Begin a line; without @first, a comma ends the line before. */
static void add_line(struct perf_str *str, unsigned int depth, bool first)
{
	perf_str_add(str, first ? "\n" : ",\n");
	perf_str_fill(str, '\t', depth);
}

static void add_key(struct perf_str *str, unsigned int depth, bool first, const char *key)
{
	add_line(str, depth, first);
	perf_str_format(str, "\"%s\": ", key);
}

static void add_text(struct perf_str *str, const char *key, const char *value)
{
	if (!value)
		return;
	add_key(str, 2, false, key);
	perf_str_json(str, value);
}

static void add_number(struct perf_str *str, const char *key, uint64_t value)
{
	add_key(str, 2, false, key);
	perf_str_u64(str, value, 0, ' ');
}

static void add_file(struct perf_str *str, const struct perf_data *data)
{
	const struct perf_data_file_header *header = perf_data_header(data);
	time_t time = perf_data_mtime(data);
	char text[32] = "";
	struct tm utc;

	add_key(str, 2, true, "header-version");
	perf_str_add(str, "1");
	if (gmtime_r(&time, &utc) && time)
		strftime(text, sizeof(text), "%FT%TZ", &utc);
	if (*text)
		add_text(str, "captured-on", text);
	add_number(str, "data-offset", header->data.offset);
	add_number(str, "data-size", header->data.size);
	add_number(str, "feat-offset", header->data.offset + header->data.size);
}

static void add_machine(struct perf_str *str, const struct perf_data_env *env)
{
	size_t i;

	add_text(str, "hostname", env->hostname);
	add_text(str, "os-release", env->os_release);
	add_text(str, "arch", env->arch);
	add_text(str, "cpu-desc", env->cpu_desc);
	add_text(str, "cpuid", env->cpuid);
	if (perf_data_env_has(env, PERF_FEATURE_NRCPUS)) {
		add_number(str, "nrcpus-online", env->nr_cpus_online);
		add_number(str, "nrcpus-avail", env->nr_cpus_available);
	}
	if (perf_data_env_has(env, PERF_FEATURE_CLOCK_DATA)) {
		add_number(str, "clockid", env->clockid);
		add_number(str, "clock-time", env->clock_ns);
		add_number(str, "real-time", env->clock_wall_ns);
	}
	add_text(str, "perf-version", env->version);
	if (!env->nr_cmdline)
		return;
	add_key(str, 2, false, "cmdline");
	perf_str_char(str, '[');
	for (i = 0; i < env->nr_cmdline; i++) {
		add_line(str, 3, !i);
		perf_str_json(str, env->cmdline[i]);
	}
	add_line(str, 2, true);
	perf_str_char(str, ']');
}

/**
 * perf_json_document_begin() - add the part of the document before the samples
 * @str: text is added here
 * @data: reader of the recording
 *
 * The layout is that of "perf data convert --to-json", which other programs parse.
 */
void perf_json_document_begin(struct perf_str *str, const struct perf_data *data)
{
	perf_str_char(str, '{');
	add_key(str, 1, true, "linux-perf-json-version");
	perf_str_char(str, '1');
	add_key(str, 1, false, "headers");
	perf_str_char(str, '{');
	add_file(str, data);
	add_machine(str, perf_data_env(data));
	add_line(str, 1, true);
	perf_str_char(str, '}');
	add_key(str, 1, false, "samples");
	perf_str_char(str, '[');
}

/** perf_json_document_end() - add the part of the document behind the samples */
void perf_json_document_end(struct perf_str *str)
{
	perf_str_add(str, "\n\t]\n}\n");
}

static void add_frame(struct perf_str *str, struct perf_machine *machine, uint32_t index,
		      uint64_t ip, bool first)
{
	const struct perf_frame *frame = &machine->frames.at[index];

	add_line(str, 4, first);
	perf_str_char(str, '{');
	add_key(str, 5, true, "ip");
	perf_str_format(str, "\"0x%" PRIx64 "\"", ip);
	if (frame->symbol) {
		add_key(str, 5, false, "symbol");
		perf_str_json(str, perf_dso_symbol_name(&machine->dsos, frame->dso, frame->symbol));
		add_key(str, 5, false, "dso");
		perf_str_json(str, frame->dso->short_name);
	}
	add_line(str, 4, true);
	perf_str_char(str, '}');
}

static void add_frames(struct perf_str *str, struct perf_machine *machine,
		       const struct perf_script_sample *sample)
{
	const struct perf_stack_item *item;
	uint32_t frame;

	add_key(str, 3, false, "callchain");
	perf_str_char(str, '[');
	if (sample->stack->items.count) {
		perf_vec_each(&sample->stack->items, item)
			add_frame(str, machine, item->frame, item->ip,
				  item == sample->stack->items.at);
	} else {
		frame = perf_machine_frame(machine, sample->thread->process,
					   sample->sample->cpumode, sample->sample->ip);
		add_frame(str, machine, frame, sample->sample->ip, true);
	}
	add_line(str, 3, true);
	perf_str_char(str, ']');
}

/* A tracepoint field with the name of another member gets a prefix: "trace_pid". */
static void add_trace_field(void *context, const char *name, const struct perf_str *value)
{
	static const char *const members[] = {
		"timestamp", "pid", "tid", "cpu", "comm", "callchain",
	};
	struct perf_str *str = context;
	struct perf_str key = { 0 };
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(members); i++)
		if (!strcmp(name, members[i]))
			perf_str_add(&key, "trace_");
	perf_str_add(&key, name);
	add_line(str, 3, false);
	perf_str_json(str, perf_str_text(&key));
	perf_str_add(str, ": ");
	perf_str_json(str, perf_str_text(value));
	str->failed |= key.failed || value->failed;
	perf_str_free(&key);
}

/**
 * perf_json_document_sample() - add a sample to the document
 * @str: text is added here
 * @machine: state at the time of the sample
 * @tracepoints: formats, by which a tracepoint's fields become members of its sample; or NULL
 * @cpus: add "cpu", -1 in samples without PERF_SAMPLE_CPU
 * @sample: the sample
 * @first: @sample is the first one of the document
 */
void perf_json_document_sample(struct perf_str *str, struct perf_machine *machine,
			       struct perf_tracepoints *tracepoints, bool cpus,
			       const struct perf_script_sample *sample, bool first)
{
	const struct perf_sample *fields = sample->sample;
	int32_t pid = fields->pid;

	/* A sample of an exiting task may have pid -1; earlier records set process->pid. */
	if (pid == -1)
		pid = sample->thread->process->pid;
	add_line(str, 2, first);
	perf_str_char(str, '{');
	add_key(str, 3, true, "timestamp");
	perf_str_u64(str, fields->time, 0, ' ');
	add_key(str, 3, false, "pid");
	perf_str_format(str, "%d", pid);
	add_key(str, 3, false, "tid");
	perf_str_format(str, "%d", (int)fields->tid);
	if (cpus) {
		add_key(str, 3, false, "cpu");
		perf_str_format(str, "%d",
				fields->fields & PERF_SAMPLE_CPU ? (int)fields->cpu : -1);
	}
	add_key(str, 3, false, "comm");
	perf_str_json(str, perf_machine_comm(machine, sample->thread->comm));
	add_frames(str, machine, sample);
	if (sample->event->attr.type == PERF_TYPE_TRACEPOINT)
		perf_tracepoints_each_field(tracepoints, fields->raw, fields->raw_size,
					    add_trace_field, str);
	add_line(str, 2, true);
	perf_str_char(str, '}');
}

/* ---- lines ------------------------------------------------------------------------------ */

static void add_hex(struct perf_str *str, const char *key, uint64_t value)
{
	perf_str_format(str, ",\"%s\":\"0x%" PRIx64 "\"", key, value);
}

static void add_place(struct perf_str *str, struct perf_machine *machine, uint32_t index,
		      uint64_t ip)
{
	const struct perf_frame *frame = &machine->frames.at[index];

	perf_str_format(str, "{\"ip\":\"0x%" PRIx64 "\"", ip);
	if (frame->symbol) {
		perf_str_add(str, ",\"symbol\":");
		perf_str_json(str, perf_dso_symbol_name(&machine->dsos, frame->dso, frame->symbol));
		perf_str_format(str, ",\"offset\":%" PRIu64,
				(uint64_t)(frame->addr - frame->symbol->start));
	}
	if (frame->dso) {
		perf_str_add(str, ",\"dso\":");
		perf_str_json(str, frame->dso->name);
	}
	perf_str_char(str, '}');
}

/* Members for bits of @fields->fields. */
static void add_extras(struct perf_str *str, const struct perf_sample *fields)
{
	if (fields->fields & PERF_SAMPLE_CPU)
		perf_str_format(str, ",\"cpu\":%u", fields->cpu);
	if (fields->fields & PERF_SAMPLE_ADDR)
		add_hex(str, "addr", fields->addr);
	if (fields->fields & PERF_SAMPLE_PHYS_ADDR)
		add_hex(str, "phys_addr", fields->phys_addr);
	if (fields->fields & PERF_SAMPLE_DATA_SRC)
		add_hex(str, "data_src", fields->data_src);
	if (fields->fields & (PERF_SAMPLE_WEIGHT | PERF_SAMPLE_WEIGHT_STRUCT))
		perf_str_format(str, ",\"weight\":%" PRIu64, fields->weight);
	if (fields->fields & PERF_SAMPLE_TRANSACTION)
		add_hex(str, "transaction", fields->transaction);
}

static void add_trace(struct perf_str *str, struct perf_tracepoints *tracepoints,
		      const struct perf_script_sample *sample)
{
	const struct perf_sample *fields = sample->sample;
	struct perf_str text = { 0 };

	if (sample->event->attr.type == PERF_TYPE_TRACEPOINT &&
	    perf_tracepoints_print(tracepoints, &text, fields->raw, fields->raw_size)) {
		perf_str_add(str, ",\"trace\":");
		perf_str_json(str, perf_str_text(&text));
	}
	perf_str_free(&text);
}

/**
 * perf_json_line() - add a sample as an object in one line
 * @str: text is added here
 * @machine: state at the time of the sample
 * @tracepoints: formats for the text of tracepoints, or NULL
 * @sample: the sample
 */
void perf_json_line(struct perf_str *str, struct perf_machine *machine,
		    struct perf_tracepoints *tracepoints,
		    const struct perf_script_sample *sample)
{
	const struct perf_sample *fields = sample->sample;
	const struct perf_stack_item *item;
	uint32_t frame;

	perf_str_add(str, "{\"event\":");
	perf_str_json(str, sample->event->name);
	perf_str_add(str, ",\"comm\":");
	perf_str_json(str, perf_machine_comm(machine, sample->thread->comm));
	perf_str_format(str, ",\"pid\":%d,\"tid\":%d,\"time\":%" PRIu64 ",\"period\":%" PRIu64,
			(int)fields->pid, (int)fields->tid, fields->time, sample->period);
	add_extras(str, fields);
	add_trace(str, tracepoints, sample);
	perf_str_add(str, ",\"stack\":[");
	perf_vec_each(&sample->stack->items, item) {
		if (item != sample->stack->items.at)
			perf_str_char(str, ',');
		add_place(str, machine, item->frame, item->ip);
	}
	if (!sample->stack->items.count && fields->fields & PERF_SAMPLE_IP) {
		frame = perf_machine_frame(machine, sample->thread->process, fields->cpumode,
					   fields->ip);
		add_place(str, machine, frame, fields->ip);
	}
	perf_str_add(str, "]}\n");
}
