// SPDX-License-Identifier: GPL-2.0
/*
 * Records of a file: length checks and conversion between byte orders.
 *
 * types[] describes the record types. record_type.layout describes the body: a digit for each
 * member is its size in bytes, '.' begins text or bytes that are not converted, '*' repeats
 * the digits behind it to the end of the record, or to the sample_id trailer of a kernel
 * record. swap_special() converts types without a layout.
 */
#include <byteswap.h>
#include <string.h>
#include <base/vec.h>
#include <data/record.h>
#include <data/sample.h>
#include <data/sample_swap.h>

struct record_type {
	const char *name;
	const char *layout;
	unsigned short least;	/* bytes of the fixed part, with the header */
	unsigned short text;	/* offset of a terminated text, 0 if there is none */
};

#define BASIC(structure)	((unsigned short)sizeof(structure))

static const struct record_type types[] = {
	[PERF_RECORD_MMAP]	= { "MMAP", "44888.", BASIC(struct perf_record_mmap),
				    offsetof(struct perf_record_mmap, filename) },
	[PERF_RECORD_LOST]	= { "LOST", "88", BASIC(struct perf_record_lost), 0 },
	[PERF_RECORD_COMM]	= { "COMM", "44.", BASIC(struct perf_record_comm),
				    offsetof(struct perf_record_comm, comm) },
	[PERF_RECORD_EXIT]	= { "EXIT", "44448", BASIC(struct perf_record_fork), 0 },
	[PERF_RECORD_THROTTLE]	= { "THROTTLE", "888", BASIC(struct perf_record_throttle), 0 },
	[PERF_RECORD_UNTHROTTLE] = { "UNTHROTTLE", "888",
				     BASIC(struct perf_record_throttle), 0 },
	[PERF_RECORD_FORK]	= { "FORK", "44448", BASIC(struct perf_record_fork), 0 },
	[PERF_RECORD_READ]	= { "READ", "44*8", BASIC(struct perf_record_read), 0 },
	[PERF_RECORD_SAMPLE]	= { "SAMPLE", NULL, sizeof(struct perf_event_header), 0 },
	[PERF_RECORD_MMAP2]	= { "MMAP2", NULL, BASIC(struct perf_record_mmap2),
				    offsetof(struct perf_record_mmap2, filename) },
	[PERF_RECORD_AUX]	= { "AUX", "888", BASIC(struct perf_record_aux), 0 },
	[PERF_RECORD_ITRACE_START] = { "ITRACE_START", "44",
				       BASIC(struct perf_record_itrace_start), 0 },
	[PERF_RECORD_LOST_SAMPLES] = { "LOST_SAMPLES", "8",
				       BASIC(struct perf_record_lost_samples), 0 },
	[PERF_RECORD_SWITCH]	= { "SWITCH", "", sizeof(struct perf_event_header), 0 },
	[PERF_RECORD_SWITCH_CPU_WIDE] = { "SWITCH_CPU_WIDE", "44",
					  BASIC(struct perf_record_switch_cpu_wide), 0 },
	[PERF_RECORD_NAMESPACES] = { "NAMESPACES", "448*88",
				     BASIC(struct perf_record_namespaces), 0 },
	[PERF_RECORD_KSYMBOL]	= { "KSYMBOL", "8422.", BASIC(struct perf_record_ksymbol),
				    offsetof(struct perf_record_ksymbol, name) },
	[PERF_RECORD_BPF_EVENT]	= { "BPF_EVENT", "224.", BASIC(struct perf_record_bpf_event),
				    0 },
	[PERF_RECORD_CGROUP]	= { "CGROUP", "8.", BASIC(struct perf_record_cgroup),
				    offsetof(struct perf_record_cgroup, path) },
	[PERF_RECORD_TEXT_POKE]	= { "TEXT_POKE", "822.",
				    offsetof(struct perf_record_text_poke, bytes), 0 },
	[PERF_RECORD_AUX_OUTPUT_HW_ID] = { "AUX_OUTPUT_HW_ID", "8",
					   sizeof(struct perf_event_header) + 8, 0 },
	[PERF_RECORD_CALLCHAIN_DEFERRED_TYPE] = { "CALLCHAIN_DEFERRED", "88*8",
						  sizeof(struct perf_event_header) + 16, 0 },
	[PERF_RECORD_MUNMAP] = { "MUNMAP", "4488", BASIC(struct perf_record_munmap), 0 },

	[PERF_RECORD_HEADER_ATTR] = { "ATTR", ".",
				      sizeof(struct perf_event_header) +
				      PERF_ATTR_SIZE_VER0, 0 },
	[PERF_RECORD_HEADER_EVENT_TYPE] = { "EVENT_TYPE", ".",
					    sizeof(struct perf_event_header), 0 },
	[PERF_RECORD_HEADER_TRACING_DATA] = { "TRACING_DATA", "4.",
					      sizeof(struct perf_event_header) + 4, 0 },
	[PERF_RECORD_HEADER_BUILD_ID] = { "BUILD_ID", "4.",
					  BASIC(struct perf_record_build_id),
					  offsetof(struct perf_record_build_id, filename) },
	[PERF_RECORD_FINISHED_ROUND] = { "FINISHED_ROUND", "",
					 sizeof(struct perf_event_header), 0 },
	[PERF_RECORD_ID_INDEX]	= { "ID_INDEX", "*8", BASIC(struct perf_record_id_index), 0 },
	[PERF_RECORD_AUXTRACE_INFO] = { "AUXTRACE_INFO", "44*8",
					sizeof(struct perf_event_header) + 8, 0 },
	[PERF_RECORD_AUXTRACE]	= { "AUXTRACE", "8884444",
				    BASIC(struct perf_record_auxtrace), 0 },
	[PERF_RECORD_AUXTRACE_ERROR] = { "AUXTRACE_ERROR", "4444448.",
					 sizeof(struct perf_event_header) + 32, 0 },
	[PERF_RECORD_THREAD_MAP] = { "THREAD_MAP", NULL,
				     BASIC(struct perf_record_thread_map), 0 },
	[PERF_RECORD_CPU_MAP]	= { "CPU_MAP", NULL, sizeof(struct perf_event_header) + 8, 0 },
	[PERF_RECORD_STAT_CONFIG] = { "STAT_CONFIG", "*8",
				      BASIC(struct perf_record_stat_config), 0 },
	[PERF_RECORD_STAT]	= { "STAT", "844888", BASIC(struct perf_record_stat), 0 },
	[PERF_RECORD_STAT_ROUND] = { "STAT_ROUND", "88",
				     BASIC(struct perf_record_stat_round), 0 },
	[PERF_RECORD_EVENT_UPDATE] = { "EVENT_UPDATE", NULL,
				       BASIC(struct perf_record_event_update), 0 },
	[PERF_RECORD_TIME_CONV]	= { "TIME_CONV", "88888.",
				    offsetof(struct perf_record_time_conv, cycles), 0 },
	[PERF_RECORD_HEADER_FEATURE] = { "FEATURE", "8.",
					 sizeof(struct perf_event_header) + 8, 0 },
	[PERF_RECORD_COMPRESSED] = { "COMPRESSED", ".", sizeof(struct perf_event_header), 0 },
	[PERF_RECORD_FINISHED_INIT] = { "FINISHED_INIT", "",
					sizeof(struct perf_event_header), 0 },
	[PERF_RECORD_COMPRESSED2] = { "COMPRESSED2", "8.",
				      sizeof(struct perf_event_header) + 8, 0 },
	/* The tool does not use these; with an entry, they do not count as unknown. */
	[PERF_RECORD_BPF_METADATA] = { "BPF_METADATA", ".",
				       sizeof(struct perf_event_header), 0 },
	[PERF_RECORD_SCHEDSTAT_CPU] = { "SCHEDSTAT_CPU", ".",
					sizeof(struct perf_event_header), 0 },
	[PERF_RECORD_SCHEDSTAT_DOMAIN] = { "SCHEDSTAT_DOMAIN", ".",
					   sizeof(struct perf_event_header), 0 },
};

#define NR_TYPES	(PERF_ARRAY_SIZE(types))

/**
 * perf_record_known() - is a record type in the table of types?
 * @type: perf_event_header.type
 */
bool perf_record_known(uint32_t type)
{
	return type < NR_TYPES && types[type].name;
}

/**
 * perf_data_record_name() - name of a record type
 * @type: perf_event_header.type
 *
 * Return: "SAMPLE", "FINISHED_ROUND" and the like, without PERF_RECORD_; NULL if @type is
 * unknown.
 */
const char *perf_data_record_name(uint32_t type)
{
	return perf_record_known(type) ? types[type].name : NULL;
}

/* Do @nr entries of @each bytes fit between the offset @first and the end of the record? */
static bool entries_fit(const struct perf_event_header *header, uint64_t nr, size_t first,
			size_t each)
{
	return nr <= (header->size - first) / each;
}

/**
 * perf_record_valid() - does a record have the fixed part of its type, and counts that fit?
 * @header: whole record, in this machine's byte order; perf_record_known() is true
 *
 * Return: false if not. Always true for samples, which perf_sample_decode() checks.
 */
bool perf_record_valid(const struct perf_event_header *header)
{
	const struct record_type *type = &types[header->type];
	const void *record = header;

	/* Fast path for the most frequent type: perf_sample_decode() checks it. */
	if (header->type == PERF_RECORD_SAMPLE)
		return true;
	if (header->size < type->least)
		return false;
	switch (header->type) {
	case PERF_RECORD_NAMESPACES:
		return entries_fit(header, ((const struct perf_record_namespaces *)record)->nr,
				   sizeof(struct perf_record_namespaces),
				   sizeof(struct perf_ns_link_info));
	case PERF_RECORD_ID_INDEX:
		return entries_fit(header, ((const struct perf_record_id_index *)record)->nr,
				   sizeof(struct perf_record_id_index), 32);
	case PERF_RECORD_THREAD_MAP:
		return entries_fit(header, ((const struct perf_record_thread_map *)record)->nr,
				   sizeof(struct perf_record_thread_map), 24);
	case PERF_RECORD_STAT_CONFIG:
		return entries_fit(header,
				   ((const struct perf_record_stat_config *)record)->nr,
				   sizeof(struct perf_record_stat_config), 16);
	case PERF_RECORD_TEXT_POKE: {
		const struct perf_record_text_poke *poke = record;

		return entries_fit(header, (uint64_t)poke->old_len + poke->new_len,
				   offsetof(struct perf_record_text_poke, bytes), 1);
	}
	default:
		/* A text has at least its terminator, at offset type->text. */
		return !type->text || header->size > type->text;
	}
}

static size_t swap_member(unsigned char *at, char size)
{
	switch (size) {
	case '2': {
		uint16_t value;

		memcpy(&value, at, sizeof(value));
		value = bswap_16(value);
		memcpy(at, &value, sizeof(value));
		return sizeof(value);
	}
	case '4': {
		uint32_t value;

		memcpy(&value, at, sizeof(value));
		value = bswap_32(value);
		memcpy(at, &value, sizeof(value));
		return sizeof(value);
	}
	default: {
		uint64_t value;

		memcpy(&value, at, sizeof(value));
		value = bswap_64(value);
		memcpy(at, &value, sizeof(value));
		return sizeof(value);
	}
	}
}

static void swap_layout(unsigned char *at, unsigned char *end, const char *layout)
{
	const char *repeat = NULL;

	for (;; layout++) {
		if (*layout == '*') {
			repeat = layout + 1;
			continue;
		}
		if (!*layout && repeat)
			layout = repeat;
		if (!*layout || *layout == '.' || (size_t)(*layout - '0') > (size_t)(end - at))
			return;
		at += swap_member(at, *layout);
	}
}

static void swap_trailer(unsigned char *at, const struct perf_event_attr *attr)
{
	static const struct {
		uint64_t bit;
		const char *layout;
	} fields[] = {
		{ PERF_SAMPLE_TID, "44" }, { PERF_SAMPLE_TIME, "8" }, { PERF_SAMPLE_ID, "8" },
		{ PERF_SAMPLE_STREAM_ID, "8" }, { PERF_SAMPLE_CPU, "44" },
		{ PERF_SAMPLE_IDENTIFIER, "8" },
	};
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(fields); i++) {
		if (!(attr->sample_type & fields[i].bit))
			continue;
		swap_layout(at, at + 8, fields[i].layout);
		at += 8;
	}
}

/* Convert records whose layout depends on other members or, in THREAD_MAP, repeats text. */
static void swap_special(struct perf_event_header *header, unsigned char *end)
{
	unsigned char *body = (unsigned char *)(header + 1);
	struct perf_record_event_update *update = (void *)header;
	uint64_t i, nr;
	uint16_t kind;

	switch (header->type) {
	case PERF_RECORD_MMAP2:
		swap_layout(body, end, "44888");
		if (!(header->misc & PERF_RECORD_MISC_MMAP_BUILD_ID))
			swap_layout(body + 32, end, "4488");
		swap_layout(body + 56, end, "44");
		break;
	case PERF_RECORD_THREAD_MAP:
		swap_layout(body, end, "8");
		memcpy(&nr, body, sizeof(nr));
		for (i = 0; i < nr && (size_t)(end - body) >= 32 + 24 * i; i++)
			swap_layout(body + 8 + 24 * i, end, "8");
		break;
	case PERF_RECORD_CPU_MAP:
		swap_layout(body, end, "2");
		memcpy(&kind, body, sizeof(kind));
		if (kind == 0)		/* a list */
			swap_layout(body + 2, end, "*2");
		else if (kind == 2)	/* a range */
			swap_layout(body + 4, end, "22");
		else			/* a mask, of words of 4 bytes or 8 */
			swap_layout(body + 2, end, body[5] == 4 ? "22*4" : "22.");
		break;
	case PERF_RECORD_EVENT_UPDATE:
		swap_layout(body, end, "88");
		if (update->type == PERF_UPDATE_SCALE)
			swap_layout(body + 16, end, "8");
		break;
	}
}

/**
 * perf_record_swap() - convert a record from the other byte order, in place
 * @header: whole record, aligned to 8 bytes; the header itself is already converted
 * @attr: converted attr of the record's event, for samples and trailers; NULL for tool records
 *
 * Strings and the raw data of samples stay unconverted, as do the words of a sample behind a
 * count that does not fit.
 */
void perf_record_swap(struct perf_event_header *header, const struct perf_event_attr *attr)
{
	unsigned char *end = (unsigned char *)header + header->size;
	const struct record_type *type;
	size_t trailer;

	if (!perf_record_known(header->type))
		return;
	if (header->type == PERF_RECORD_SAMPLE) {
		if (attr)
			perf_sample_swap(header, attr);
		return;
	}
	type = &types[header->type];
	if (attr && header->type < PERF_RECORD_USER_START) {
		trailer = perf_sample_id_size(attr);
		if (trailer + type->least <= header->size) {
			end -= trailer;
			swap_trailer(end, attr);
		}
	}
	if (type->layout)
		swap_layout((unsigned char *)(header + 1), end, type->layout);
	else if (header->size >= type->least)
		swap_special(header, end);
}
