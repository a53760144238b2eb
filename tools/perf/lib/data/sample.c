// SPDX-License-Identifier: GPL-2.0
/*
 * Samples and sample_id trailers: from the 8-byte words of a record to struct perf_sample.
 *
 * The fields up to PERF_SAMPLE_PERIOD have one word each, so decode_fixed() checks the length
 * of the record once. The later_fields[] have lengths of their own; each decode function
 * checks them against words->left.
 */
#include <errno.h>
#include <string.h>
#include <base/vec.h>
#include <data/sample.h>

#define FIXED_FIELDS (PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID |	\
		      PERF_SAMPLE_TIME | PERF_SAMPLE_ADDR | PERF_SAMPLE_ID |		\
		      PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD)

/* With so many words left, decode_fixed() need not count the bits of sample_type. */
#define MOST_FIXED_FIELDS ((size_t)__builtin_popcountll(FIXED_FIELDS))

#define TRAILER_FIELDS (PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ID |		\
			PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU | PERF_SAMPLE_IDENTIFIER)

#define READ_TIMES	(PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING)

/* The words of a record that are not decoded yet. */
struct words {
	const uint64_t *at;
	size_t left;
};

static uint64_t sample_take(struct words *words)
{
	words->left--;
	return *words->at++;
}

static const uint64_t *take_array(struct words *words, uint64_t count)
{
	const uint64_t *array = words->at;

	if (count > words->left)
		return NULL;
	words->at += count;
	words->left -= count;
	return array;
}

static void take_pair(struct words *words, uint32_t *first, uint32_t *second)
{
	uint32_t pair[2];

	memcpy(pair, words->at, sizeof(pair));
	sample_take(words);
	*first = pair[0];
	*second = pair[1];
}

static int decode_fixed(uint64_t type, struct words *words, struct perf_sample *sample)
{
	uint32_t unused;

	if (words->left < MOST_FIXED_FIELDS &&
	    (size_t)__builtin_popcountll(type & FIXED_FIELDS) > words->left)
		return -EINVAL;
	if (type & PERF_SAMPLE_IDENTIFIER)
		sample->id = sample_take(words);
	if (type & PERF_SAMPLE_IP)
		sample->ip = sample_take(words);
	if (type & PERF_SAMPLE_TID)
		take_pair(words, &sample->pid, &sample->tid);
	if (type & PERF_SAMPLE_TIME)
		sample->time = sample_take(words);
	if (type & PERF_SAMPLE_ADDR)
		sample->addr = sample_take(words);
	if (type & PERF_SAMPLE_ID)
		sample->id = sample_take(words);
	if (type & PERF_SAMPLE_STREAM_ID)
		sample->stream_id = sample_take(words);
	if (type & PERF_SAMPLE_CPU)
		take_pair(words, &sample->cpu, &unused);
	if (type & PERF_SAMPLE_PERIOD)
		sample->period = sample_take(words);
	sample->fields |= type & FIXED_FIELDS;
	return 0;
}

/* Words of each counter of PERF_SAMPLE_READ. */
static unsigned int count_words(uint64_t format)
{
	return 1 + !!(format & PERF_FORMAT_ID) + !!(format & PERF_FORMAT_LOST);
}

static int decode_read(const struct perf_event_attr *attr, struct words *words,
		       struct perf_sample *sample)
{
	uint64_t format = attr->read_format;
	unsigned int times = (unsigned int)__builtin_popcountll(format & READ_TIMES);
	const uint64_t *start;

	sample->read_format = format;
	sample->nr_read = 1;
	if (format & PERF_FORMAT_GROUP) {
		if (!words->left)
			return -EINVAL;
		sample->nr_read = sample_take(words);
		if (sample->nr_read > words->left)
			goto bad;
	} else {
		/* Without GROUP the value precedes the times: keep the address of both. */
		start = take_array(words, count_words(format) + times);
		if (!start)
			goto bad;
		sample->read = start;
		if (format & PERF_FORMAT_TOTAL_TIME_ENABLED)
			sample->time_enabled = start[1];
		if (format & PERF_FORMAT_TOTAL_TIME_RUNNING)
			sample->time_running = start[times];
		return 0;
	}
	if (times > words->left)
		goto bad;
	if (format & PERF_FORMAT_TOTAL_TIME_ENABLED)
		sample->time_enabled = sample_take(words);
	if (format & PERF_FORMAT_TOTAL_TIME_RUNNING)
		sample->time_running = sample_take(words);
	sample->read = take_array(words, sample->nr_read * count_words(format));
	if (sample->read)
		return 0;
bad:
	sample->nr_read = 0;
	return -EINVAL;
}

/**
 * perf_sample_decode_counts() - decode the bytes that read() of an event returned
 * @attr: of the event
 * @words: the bytes read
 * @nr: number of words read
 * @sample: result: members of PERF_SAMPLE_READ, for perf_sample_read_count(); @sample->read
 *	points into @words
 *
 * Return: 0; -EINVAL if there are fewer words than attr.read_format needs.
 */
int perf_sample_decode_counts(const struct perf_event_attr *attr, const uint64_t *words,
			      size_t nr, struct perf_sample *sample)
{
	struct words left = { .at = words, .left = nr };

	memset(sample, 0, sizeof(*sample));
	return decode_read(attr, &left, sample);
}

static int decode_callchain(const struct perf_event_attr *attr, struct words *words,
			    struct perf_sample *sample)
{
	uint64_t count;

	(void)attr;
	if (!words->left)
		return -EINVAL;
	count = sample_take(words);
	sample->callchain = take_array(words, count);
	if (!sample->callchain)
		return -EINVAL;
	sample->nr_callchain = count;
	return 0;
}

static int decode_raw(const struct perf_event_attr *attr, struct words *words,
		      struct perf_sample *sample)
{
	uint64_t padded;
	uint32_t size;

	(void)attr;
	if (!words->left)
		return -EINVAL;
	memcpy(&size, words->at, sizeof(size));
	padded = ((uint64_t)size + sizeof(size) + 7) / 8;
	sample->raw = (const unsigned char *)words->at + sizeof(size);
	if (!take_array(words, padded)) {
		sample->raw = NULL;
		return -EINVAL;
	}
	sample->raw_size = size;
	return 0;
}

static int decode_branches(const struct perf_event_attr *attr, struct words *words,
			   struct perf_sample *sample)
{
	uint64_t count, words_each = sizeof(struct perf_branch_entry) / 8;

	sample->branch_hw_idx = ~0ULL;
	if (!words->left)
		return -EINVAL;
	count = sample_take(words);
	if (attr->branch_sample_type & PERF_SAMPLE_BRANCH_HW_INDEX) {
		if (!words->left)
			return -EINVAL;
		sample->branch_hw_idx = sample_take(words);
	}
	if (count > words->left / words_each)
		return -EINVAL;
	sample->branches = (const void *)take_array(words, count * words_each);
	sample->nr_branches = count;
	sample->calls = attr->branch_sample_type & PERF_SAMPLE_BRANCH_CALL_STACK;
	if (attr->branch_sample_type & PERF_SAMPLE_BRANCH_COUNTERS) {
		sample->branch_counters = take_array(words, count);
		if (!sample->branch_counters)
			return -EINVAL;
	}
	return 0;
}

static int decode_regs(uint64_t mask, struct words *words, struct perf_sample_regs *regs)
{
	if (!words->left)
		return -EINVAL;
	regs->abi = sample_take(words);
	if (regs->abi == PERF_SAMPLE_REGS_ABI_NONE)
		return 0;
	regs->values = take_array(words, (uint64_t)__builtin_popcountll(mask));
	if (!regs->values) {
		regs->abi = PERF_SAMPLE_REGS_ABI_NONE;
		return -EINVAL;
	}
	regs->mask = mask;
	return 0;
}

static int decode_regs_user(const struct perf_event_attr *attr, struct words *words,
			    struct perf_sample *sample)
{
	return decode_regs(attr->sample_regs_user, words, &sample->user_regs);
}

static int decode_regs_intr(const struct perf_event_attr *attr, struct words *words,
			    struct perf_sample *sample)
{
	return decode_regs(attr->sample_regs_intr, words, &sample->intr_regs);
}

/* A word that counts bytes, then the bytes: PERF_SAMPLE_STACK_USER, PERF_SAMPLE_AUX. */
static int decode_bytes(struct words *words, const void **bytes, uint64_t *size)
{
	uint64_t count;

	if (!words->left)
		return -EINVAL;
	count = sample_take(words);
	*bytes = count > UINT16_MAX ? NULL : take_array(words, (count + 7) / 8);
	if (!*bytes)
		return -EINVAL;
	*size = count;
	return 0;
}

static int decode_stack(const struct perf_event_attr *attr, struct words *words,
			struct perf_sample *sample)
{
	(void)attr;
	if (decode_bytes(words, &sample->stack, &sample->stack_dumped))
		return -EINVAL;
	if (!sample->stack_dumped)
		return 0;
	if (!words->left)
		return -EINVAL;
	sample->stack_size = sample_take(words);
	if (sample->stack_size > sample->stack_dumped)
		sample->stack_size = sample->stack_dumped;
	return 0;
}

static int decode_weight(const struct perf_event_attr *attr, struct words *words,
			 struct perf_sample *sample)
{
	union perf_sample_weight weight;

	if (!words->left)
		return -EINVAL;
	weight.full = sample_take(words);
	sample->weight = weight.full;
	if (attr->sample_type & PERF_SAMPLE_WEIGHT_STRUCT) {
		sample->weight = weight.var1_dw;
		sample->weight_2 = weight.var2_w;
		sample->weight_3 = weight.var3_w;
	}
	return 0;
}

static int decode_aux(const struct perf_event_attr *attr, struct words *words,
		      struct perf_sample *sample)
{
	(void)attr;
	return decode_bytes(words, &sample->aux, &sample->aux_size);
}

#define WORD_FIELD(name)							\
static int decode_##name(const struct perf_event_attr *attr, struct words *words, \
			 struct perf_sample *sample)				\
{										\
	(void)attr;								\
	if (!words->left)							\
		return -EINVAL;							\
	sample->name = sample_take(words);						\
	return 0;								\
}

WORD_FIELD(data_src)
WORD_FIELD(transaction)
WORD_FIELD(phys_addr)
WORD_FIELD(cgroup)
WORD_FIELD(data_page_size)
WORD_FIELD(code_page_size)

/* The fields behind PERF_SAMPLE_PERIOD, in the order of the record. */
static const struct {
	uint64_t bits;
	int (*decode)(const struct perf_event_attr *attr, struct words *words,
		      struct perf_sample *sample);
} later_fields[] = {
	{ PERF_SAMPLE_READ,		decode_read },
	{ PERF_SAMPLE_CALLCHAIN,	decode_callchain },
	{ PERF_SAMPLE_RAW,		decode_raw },
	{ PERF_SAMPLE_BRANCH_STACK,	decode_branches },
	{ PERF_SAMPLE_REGS_USER,	decode_regs_user },
	{ PERF_SAMPLE_STACK_USER,	decode_stack },
	{ PERF_SAMPLE_WEIGHT_TYPE,	decode_weight },
	{ PERF_SAMPLE_DATA_SRC,		decode_data_src },
	{ PERF_SAMPLE_TRANSACTION,	decode_transaction },
	{ PERF_SAMPLE_REGS_INTR,	decode_regs_intr },
	{ PERF_SAMPLE_PHYS_ADDR,	decode_phys_addr },
	{ PERF_SAMPLE_CGROUP,		decode_cgroup },
	{ PERF_SAMPLE_DATA_PAGE_SIZE,	decode_data_page_size },
	{ PERF_SAMPLE_CODE_PAGE_SIZE,	decode_code_page_size },
	{ PERF_SAMPLE_AUX,		decode_aux },
};

/**
 * perf_sample_decode() - decode a PERF_RECORD_SAMPLE
 * @attr: of the event that wrote the sample
 * @header: the whole record, aligned to 8 bytes, in this machine's byte order
 * @sample: result
 *
 * Return: 0; -EINVAL if a field extends beyond the record. The fields before it are valid,
 * and set in @sample->fields.
 */
int perf_sample_decode(const struct perf_event_attr *attr,
		       const struct perf_event_header *header,
		       struct perf_sample *sample)
{
	uint64_t type = attr->sample_type, left = type & ~(uint64_t)FIXED_FIELDS;
	struct words words = {
		.at = (const uint64_t *)(header + 1),
		.left = header->size / 8 - 1,
	};
	size_t i;

	memset(sample, 0, sizeof(*sample));
	sample->cpu = PERF_SAMPLE_NO_CPU;
	sample->cpumode = header->misc & PERF_RECORD_MISC_CPUMODE_MASK;
	sample->period = attr->freq ? 1 : attr->sample_period;
	if (decode_fixed(type, &words, sample))
		return -EINVAL;
	for (i = 0; left && i < PERF_ARRAY_SIZE(later_fields); i++) {
		if (!(left & later_fields[i].bits))
			continue;
		if (later_fields[i].decode(attr, &words, sample))
			return -EINVAL;
		sample->fields |= left & later_fields[i].bits;
		left &= ~later_fields[i].bits;
	}
	return 0;
}

/**
 * perf_sample_id_size() - bytes of the sample_id trailer, 0 without attr.sample_id_all
 * @attr: of the event that writes the records
 */
size_t perf_sample_id_size(const struct perf_event_attr *attr)
{
	if (!attr->sample_id_all)
		return 0;
	return 8 * (size_t)__builtin_popcountll(attr->sample_type & TRAILER_FIELDS);
}

/**
 * perf_sample_decode_id() - decode the sample_id trailer of a record that is no sample
 * @attr: of the event that wrote the record
 * @header: the whole record
 * @sample: result: pid, tid, time, id, stream_id, cpu. All 0, and PERF_SAMPLE_NO_CPU, if
 *	attr.sample_id_all is not set or the record is too short for a trailer
 *
 * Return: bytes of the trailer at the end of the record, 0 without one.
 */
size_t perf_sample_decode_id(const struct perf_event_attr *attr,
			     const struct perf_event_header *header,
			     struct perf_sample *sample)
{
	size_t size = perf_sample_id_size(attr);
	uint64_t type = attr->sample_type;
	struct words words;
	uint32_t unused;

	memset(sample, 0, sizeof(*sample));
	sample->cpu = PERF_SAMPLE_NO_CPU;
	sample->cpumode = header->misc & PERF_RECORD_MISC_CPUMODE_MASK;
	if (!size || size + sizeof(*header) > header->size)
		return 0;
	words.at = (const uint64_t *)((const unsigned char *)header + header->size - size);
	words.left = size / 8;
	if (type & PERF_SAMPLE_TID)
		take_pair(&words, &sample->pid, &sample->tid);
	if (type & PERF_SAMPLE_TIME)
		sample->time = sample_take(&words);
	if (type & PERF_SAMPLE_ID)
		sample->id = sample_take(&words);
	if (type & PERF_SAMPLE_STREAM_ID)
		sample->stream_id = sample_take(&words);
	if (type & PERF_SAMPLE_CPU)
		take_pair(&words, &sample->cpu, &unused);
	if (type & PERF_SAMPLE_IDENTIFIER)
		sample->id = sample_take(&words);
	sample->fields = type & TRAILER_FIELDS;
	return size;
}

/**
 * perf_sample_read_count() - decode one counter of PERF_SAMPLE_READ
 * @sample: with the members of PERF_SAMPLE_READ
 * @index: 0 is the leader
 *
 * Return: the counter; all 0 if @index is not below @sample->nr_read.
 */
struct perf_sample_count perf_sample_read_count(const struct perf_sample *sample,
						uint64_t index)
{
	uint64_t format = sample->read_format;
	struct perf_sample_count count = { 0 };
	const uint64_t *word = sample->read;

	if (index >= sample->nr_read)
		return count;
	if (format & PERF_FORMAT_GROUP) {
		word += index * count_words(format);
		count.value = *word++;
	} else {
		count.value = *word++;
		word += __builtin_popcountll(format & READ_TIMES);
	}
	if (format & PERF_FORMAT_ID)
		count.id = *word++;
	if (format & PERF_FORMAT_LOST)
		count.lost = *word;
	return count;
}

/**
 * perf_sample_id_offset() - offset of the id of the event in a sample
 * @sample_type: attr.sample_type
 *
 * Return: bytes from the start of the record, 0 if samples have no id.
 */
size_t perf_sample_id_offset(uint64_t sample_type)
{
	uint64_t before = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
			  PERF_SAMPLE_ADDR;

	if (sample_type & PERF_SAMPLE_IDENTIFIER)
		return sizeof(struct perf_event_header);
	if (!(sample_type & PERF_SAMPLE_ID))
		return 0;
	return sizeof(struct perf_event_header) +
	       8 * (size_t)__builtin_popcountll(sample_type & before);
}

/**
 * perf_sample_time_offset() - offset of the time in a sample
 * @sample_type: attr.sample_type
 *
 * Return: bytes from the start of the record, 0 if samples have no time.
 */
size_t perf_sample_time_offset(uint64_t sample_type)
{
	uint64_t before = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID;

	if (!(sample_type & PERF_SAMPLE_TIME))
		return 0;
	return sizeof(struct perf_event_header) +
	       8 * (size_t)__builtin_popcountll(sample_type & before);
}
