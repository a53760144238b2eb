// SPDX-License-Identifier: GPL-2.0
/*
 * Records as they are in the file: their bytes and their members. A type without a name is shown
 * by its number. add_bytes() shows bytes after conversion to this machine's byte order.
 */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <data/regs.h>
#include <lines/dump_text.h>
#include <lines/script_text.h>

#define BYTES_A_LINE	16
#define COUNTED_WIDTH	20

static void add_bytes(struct perf_str *str, const struct perf_event_header *header)
{
	const unsigned char *bytes = (const void *)header;
	size_t line, i;

	perf_str_format(str, ".\n. ... raw event: size %u bytes\n", header->size);
	for (line = 0; line < header->size; line += BYTES_A_LINE) {
		perf_str_add(str, ".  ");
		perf_str_hex(str, line, 4, '0');
		perf_str_add(str, ": ");
		for (i = line; i < line + BYTES_A_LINE; i++) {
			perf_str_char(str, ' ');
			if (i < header->size)
				perf_str_hex(str, bytes[i], 2, '0');
			else
				perf_str_add(str, "  ");
		}
		perf_str_add(str, "  ");
		for (i = line; i < line + BYTES_A_LINE; i++)
			perf_str_char(str, i >= header->size ? ' ' :
					   isprint(bytes[i]) ? bytes[i] : '.');
		perf_str_char(str, '\n');
	}
}

/* ---- samples -------------------------------------------------------------------------- */

static void add_regs(struct perf_str *str, const struct perf_data_env *env, const char *which,
		     const struct perf_sample_regs *regs)
{
	static const char *const abis[] = { "none", "32-bit", "64-bit" };
	unsigned int bit, nr = 0;
	const char *name;

	if (regs->abi == PERF_SAMPLE_REGS_ABI_NONE)
		return;
	perf_str_format(str, "... %s regs: mask %#" PRIx64 " ABI %s\n", which, regs->mask,
			regs->abi < PERF_ARRAY_SIZE(abis) ? abis[regs->abi] : "unknown");
	for (bit = 0; bit < 64; bit++) {
		if (!(regs->mask >> bit & 1))
			continue;
		name = perf_reg_name(env->arch, bit);
		perf_str_add(str, ".... ");
		if (name)
			perf_str_left(str, name, 5);
		else
			perf_str_format(str, "%-5u", bit);
		perf_str_format(str, " 0x%016" PRIx64 "\n", regs->values[nr++]);
	}
}

static void add_branches(struct perf_str *str, const struct perf_sample *sample)
{
	uint64_t i;

	perf_str_format(str, "... branch stack: nr:%" PRIu64 "\n", sample->nr_branches);
	for (i = 0; i < sample->nr_branches; i++) {
		const struct perf_branch_entry *branch = &sample->branches[i];

		perf_str_format(str, "..... %2" PRIu64 ": %016" PRIx64 " -> %016" PRIx64
				" %u cycles%s%s%s%s\n", i, (uint64_t)branch->from,
				(uint64_t)branch->to, (unsigned int)branch->cycles,
				branch->mispred ? " mispredicted" : "",
				branch->predicted ? " predicted" : "",
				branch->abort ? " abort" : "", branch->in_tx ? " in tx" : "");
	}
}

static void add_counts(struct perf_str *str, const struct perf_sample *sample)
{
	struct perf_sample_count count;
	uint64_t i;

	perf_str_add(str, "... sample_read:\n");
	if (sample->read_format & PERF_FORMAT_TOTAL_TIME_ENABLED)
		perf_str_format(str, "...... time enabled %016" PRIx64 "\n",
				sample->time_enabled);
	if (sample->read_format & PERF_FORMAT_TOTAL_TIME_RUNNING)
		perf_str_format(str, "...... time running %016" PRIx64 "\n",
				sample->time_running);
	if (sample->read_format & PERF_FORMAT_GROUP)
		perf_str_format(str, ".... group nr %" PRIu64 "\n", sample->nr_read);
	for (i = 0; i < sample->nr_read; i++) {
		count = perf_sample_read_count(sample, i);
		perf_str_format(str, "..... id %016" PRIx64 ", value %016" PRIx64 ", lost %"
				PRIu64 "\n", count.id, count.value, count.lost);
	}
}

/* Fields of struct perf_sample that are one number each. */
static void add_numbers(struct perf_str *str, const struct perf_sample *sample)
{
	const struct {
		uint64_t bit;
		const char *name;
		uint64_t value;
	} numbers[] = {
		{ PERF_SAMPLE_WEIGHT_TYPE, "weight", sample->weight },
		{ PERF_SAMPLE_DATA_SRC, "data_src", sample->data_src },
		{ PERF_SAMPLE_PHYS_ADDR, "phys_addr", sample->phys_addr },
		{ PERF_SAMPLE_TRANSACTION, "transaction", sample->transaction },
		{ PERF_SAMPLE_CGROUP, "cgroup", sample->cgroup },
		{ PERF_SAMPLE_DATA_PAGE_SIZE, "data page size", sample->data_page_size },
		{ PERF_SAMPLE_CODE_PAGE_SIZE, "code page size", sample->code_page_size },
	};
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(numbers); i++)
		if (sample->fields & numbers[i].bit)
			perf_str_format(str, " . %s: %#" PRIx64 "\n", numbers[i].name,
					numbers[i].value);
}

static void add_sample(struct perf_str *str, const struct perf_data_env *env,
		       const struct perf_data_record *record, const struct perf_sample *sample)
{
	uint64_t i;

	perf_str_format(str, "PERF_RECORD_SAMPLE(IP, %#x): %d/%d: %#" PRIx64 " period: %" PRIu64
			" addr: %s%" PRIx64 "\n", record->header->misc, (int)sample->pid,
			(int)sample->tid, sample->ip, sample->period, sample->addr ? "0x" : "",
			sample->addr);
	if (sample->fields & PERF_SAMPLE_CALLCHAIN) {
		perf_str_format(str, "... FP chain: nr:%" PRIu64 "\n", sample->nr_callchain);
		for (i = 0; i < sample->nr_callchain; i++)
			perf_str_format(str, "..... %2" PRIu64 ": %016" PRIx64 "\n", i,
					sample->callchain[i]);
	}
	if (sample->fields & PERF_SAMPLE_BRANCH_STACK)
		add_branches(str, sample);
	add_regs(str, env, "user", &sample->user_regs);
	if (sample->fields & PERF_SAMPLE_STACK_USER)
		perf_str_format(str, "... ustack: size %" PRIu64 ", dumped %" PRIu64 "\n",
				sample->stack_size, sample->stack_dumped);
	add_regs(str, env, "intr", &sample->intr_regs);
	if (sample->fields & PERF_SAMPLE_READ)
		add_counts(str, sample);
	if (sample->fields & PERF_SAMPLE_RAW)
		perf_str_format(str, " . raw: %u bytes\n", sample->raw_size);
	add_numbers(str, sample);
}

/* ---- other records -------------------------------------------------------------------- */

/* A member of a record: its name, its offset @at, and its @size: 2, 4 or 8 bytes. */
struct member {
	const char *name;
	unsigned short at;
	unsigned short size;
};

#define MEMBER(structure, member_)					\
	{ #member_, offsetof(struct structure, member_),		\
	  sizeof(((struct structure *)0)->member_) }

/* The members of records that perf_script_record_body() has no text for. */
static const struct {
	uint32_t type;
	struct member members[8];
} layouts[] = {
	{ PERF_RECORD_THROTTLE, { MEMBER(perf_record_throttle, time),
				  MEMBER(perf_record_throttle, id),
				  MEMBER(perf_record_throttle, stream_id) } },
	{ PERF_RECORD_UNTHROTTLE, { MEMBER(perf_record_throttle, time),
				    MEMBER(perf_record_throttle, id),
				    MEMBER(perf_record_throttle, stream_id) } },
	{ PERF_RECORD_READ, { MEMBER(perf_record_read, pid), MEMBER(perf_record_read, tid) } },
	{ PERF_RECORD_AUX, { MEMBER(perf_record_aux, aux_offset),
			     MEMBER(perf_record_aux, aux_size),
			     MEMBER(perf_record_aux, flags) } },
	{ PERF_RECORD_ITRACE_START, { MEMBER(perf_record_itrace_start, pid),
				      MEMBER(perf_record_itrace_start, tid) } },
	{ PERF_RECORD_LOST_SAMPLES, { MEMBER(perf_record_lost_samples, lost) } },
	{ PERF_RECORD_ID_INDEX, { MEMBER(perf_record_id_index, nr) } },
	{ PERF_RECORD_AUXTRACE, { MEMBER(perf_record_auxtrace, size),
				  MEMBER(perf_record_auxtrace, offset),
				  MEMBER(perf_record_auxtrace, reference),
				  MEMBER(perf_record_auxtrace, idx),
				  MEMBER(perf_record_auxtrace, tid),
				  MEMBER(perf_record_auxtrace, cpu) } },
	{ PERF_RECORD_THREAD_MAP, { MEMBER(perf_record_thread_map, nr) } },
	{ PERF_RECORD_STAT_CONFIG, { MEMBER(perf_record_stat_config, nr) } },
	{ PERF_RECORD_STAT, { MEMBER(perf_record_stat, id), MEMBER(perf_record_stat, cpu),
			      MEMBER(perf_record_stat, thread), MEMBER(perf_record_stat, val),
			      MEMBER(perf_record_stat, ena), MEMBER(perf_record_stat, run) } },
	{ PERF_RECORD_STAT_ROUND, { MEMBER(perf_record_stat_round, type),
				    MEMBER(perf_record_stat_round, time) } },
	{ PERF_RECORD_EVENT_UPDATE, { MEMBER(perf_record_event_update, type),
				      MEMBER(perf_record_event_update, id) } },
	{ PERF_RECORD_TIME_CONV, { MEMBER(perf_record_time_conv, shift),
				   MEMBER(perf_record_time_conv, mult),
				   MEMBER(perf_record_time_conv, zero) } },
};

static uint64_t value_of(const struct perf_event_header *header, const struct member *member)
{
	const unsigned char *at = (const unsigned char *)header + member->at;
	uint16_t two;
	uint32_t four;
	uint64_t eight;

	switch (member->size) {
	case sizeof(two):
		memcpy(&two, at, sizeof(two));
		return two;
	case sizeof(four):
		memcpy(&four, at, sizeof(four));
		return four;
	default:
		memcpy(&eight, at, sizeof(eight));
		return eight;
	}
}

static void add_members(struct perf_str *str, const struct perf_event_header *header)
{
	const struct member *member;
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(layouts); i++) {
		if (layouts[i].type != header->type)
			continue;
		for (member = layouts[i].members; member->name; member++)
			perf_str_format(str, strstr(member->name, "addr") ? " %s: %#" PRIx64 :
					" %s: %" PRIu64, member->name,
					value_of(header, member));
	}
}

static void add_update(struct perf_str *str, const struct perf_event_header *header)
{
	const struct perf_record_event_update *update = (const void *)header;
	size_t room = header->size - sizeof(*update), from = str->length;
	double scale;

	if (update->type == PERF_UPDATE_UNIT || update->type == PERF_UPDATE_NAME) {
		perf_str_format(str, " %s: ", update->type == PERF_UPDATE_UNIT ? "unit" : "name");
		perf_str_mem(str, update->data, strnlen(update->data, room));
		perf_str_sanitize(str, from, 0);
	} else if (update->type == PERF_UPDATE_SCALE && room >= sizeof(scale)) {
		memcpy(&scale, update->data, sizeof(scale));
		perf_str_format(str, " scale: %g", scale);
	}
}

/* PERF_RECORD_CPU_MAP: a list of CPUs. Masks and ranges are in add_bytes()'s output only. */
static void add_cpus(struct perf_str *str, const struct perf_event_header *header)
{
	const uint16_t *words = (const uint16_t *)(header + 1);
	size_t room = (header->size - sizeof(*header)) / sizeof(*words), i;

	for (i = 0; room > 2 && !words[0] && i < words[1] && i < room - 2; i++)
		perf_str_format(str, "%s%d", i ? "," : ": ", (int16_t)words[2 + i]);
}

/* Arrays and strings, which have no entry in @layouts. */
static void add_rest(struct perf_str *str, const struct perf_data_record *record)
{
	const struct perf_record_stat_config *config = (const void *)record->header;
	const struct perf_record_thread_map *map = (const void *)record->header;
	const struct perf_record_id_index *ids = (const void *)record->header;
	uint64_t i;

	switch (record->header->type) {
	case PERF_RECORD_ID_INDEX:
		for (i = 0; i < ids->nr; i++)
			perf_str_format(str, "\n ... id: %" PRIu64 "  idx: %" PRIu64
					"  cpu: %d  tid: %d", ids->entries[i].id,
					ids->entries[i].idx,
					(int)ids->entries[i].cpu, (int)ids->entries[i].tid);
		break;
	case PERF_RECORD_THREAD_MAP:
		for (i = 0; i < map->nr; i++)
			perf_str_format(str, " thread: %d", (int)map->entries[i].pid);
		break;
	case PERF_RECORD_STAT_CONFIG:
		for (i = 0; i < config->nr; i++)
			perf_str_format(str, "\n ... tag %" PRIu64 ": %" PRIu64,
					config->entries[i].tag, config->entries[i].val);
		break;
	case PERF_RECORD_EVENT_UPDATE:
		add_update(str, record->header);
		break;
	case PERF_RECORD_CPU_MAP:
		add_cpus(str, record->header);
		break;
	}
}

static void add_body(struct perf_str *str, const struct perf_dump *dump,
		     const struct perf_data_record *record)
{
	const char *name = perf_data_record_name(record->header->type);

	if (!name) {
		perf_str_format(str, "unknown record of type %u\n", record->header->type);
		return;
	}
	if (!record->event || !perf_script_record_body(str, record, dump->machine)) {
		perf_str_format(str, "PERF_RECORD_%s", name);
		add_members(str, record->header);
		add_rest(str, record);
	}
	perf_str_char(str, '\n');
}

/* The CPU and the time; "-1 -1" if the event has no sample_id_all and this is no sample. */
static void add_place(struct perf_str *str, const struct perf_dump *dump,
		      const struct perf_data_record *record, const struct perf_sample *sample)
{
	const struct perf_data_event *const *events;
	const struct perf_data_event *event;
	size_t nr;

	events = perf_data_events(dump->data, &nr);
	event = record->event ? record->event : nr ? events[0] : NULL;
	if (!event || (record->header->type != PERF_RECORD_SAMPLE && !event->attr.sample_id_all)) {
		perf_str_add(str, "-1 -1 ");
		return;
	}
	if (event->attr.sample_type & PERF_SAMPLE_CPU)
		perf_str_format(str, "%u ", sample->cpu);
	if (event->attr.sample_type & PERF_SAMPLE_TIME)
		perf_str_format(str, "%" PRIu64 " ", sample->time);
}

/** perf_dump_count() - count a record without adding its text */
void perf_dump_count(struct perf_dump *dump, const struct perf_data_record *record)
{
	uint64_t *samples = NULL;

	if (!perf_data_record_name(record->header->type))
		dump->unknown++;
	else
		dump->types[record->header->type]++;
	if (record->header->type == PERF_RECORD_SAMPLE && record->event)
		samples = perf_map_put(&dump->samples, record->event->index, NULL);
	if (samples)
		++*samples;
}

/**
 * perf_dump_record() - add the text of a record, and count the record
 * @dump: dump
 * @str: text is added here
 * @record: record of any type
 */
void perf_dump_record(struct perf_dump *dump, struct perf_str *str,
		      const struct perf_data_record *record)
{
	const struct perf_event_header *header = record->header;
	struct perf_sample sample = { 0 };
	bool bad = false;

	perf_dump_count(dump, record);
	if (record->event)
		bad = perf_data_sample(record, &sample);
	perf_str_format(str, "\n%#" PRIx64 "@%s [%#x]: event: %u\n", record->offset,
			perf_data_path(dump->data), header->size, header->type);
	add_bytes(str, header);
	perf_str_char(str, '\n');
	add_place(str, dump, record, &sample);
	perf_str_format(str, "%#" PRIx64 " [%#x]: ", record->offset, header->size);
	if (header->type != PERF_RECORD_SAMPLE) {
		add_body(str, dump, record);
		return;
	}
	if (bad)
		perf_str_add(str, "PERF_RECORD_SAMPLE: contradicts itself\n");
	else
		add_sample(str, perf_data_env(dump->data), record, &sample);
}

static void add_count(struct perf_str *str, const char *name, uint64_t nr, uint64_t total)
{
	perf_str_right(str, name, COUNTED_WIDTH);
	perf_str_format(str, " events: %10" PRIu64, nr);
	if (total)
		perf_str_format(str, "  (%4.1f%%)", 100.0 * (double)nr / (double)total);
	perf_str_char(str, '\n');
}

/** perf_dump_counts() - add the number of records of each type, and of samples of each event */
void perf_dump_counts(const struct perf_dump *dump, struct perf_str *str)
{
	const struct perf_data_event *const *events;
	uint64_t total = dump->unknown, nr;
	size_t nr_events, i;

	for (i = 0; i < PERF_ARRAY_SIZE(dump->types); i++)
		total += dump->types[i];
	perf_str_add(str, "\nAggregated stats:\n");
	add_count(str, "TOTAL", total, 0);
	for (i = 0; i < PERF_ARRAY_SIZE(dump->types); i++)
		if (dump->types[i] || (dump->zeros && perf_data_record_name((uint32_t)i)))
			add_count(str, perf_data_record_name((uint32_t)i), dump->types[i], total);
	if (dump->unknown)
		add_count(str, "unknown", dump->unknown, total);
	events = perf_data_events(dump->data, &nr_events);
	for (i = 0; i < nr_events; i++) {
		nr = 0;
		if (!perf_map_get(&dump->samples, i, &nr) && !dump->zeros)
			continue;
		perf_str_format(str, "%s stats:\n", events[i]->name);
		if (nr)
			add_count(str, "SAMPLE", nr, 0);
	}
}

/** perf_dump_free() - free @dump->samples */
void perf_dump_free(struct perf_dump *dump)
{
	perf_map_free(&dump->samples);
}
