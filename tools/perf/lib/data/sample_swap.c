// SPDX-License-Identifier: GPL-2.0
/*
 * Samples from machines of the other byte order.
 *
 * Most fields are 8-byte words. swap_count() converts a length before it is used. The flags of
 * struct perf_branch_entry are bit-fields, which the two byte orders allocate from opposite
 * ends.
 */
#include <byteswap.h>
#include <stdbool.h>
#include <string.h>
#include <base/vec.h>
#include <data/sample_swap.h>

struct words {
	uint64_t *at;
	uint64_t left;
};

/* Convert the next @count words; false if there are fewer. */
static bool swap_words(struct words *words, uint64_t count)
{
	uint64_t i;

	if (count > words->left)
		return false;
	for (i = 0; i < count; i++)
		words->at[i] = bswap_64(words->at[i]);
	words->at += count;
	words->left -= count;
	return true;
}

static bool skip_words(struct words *words, uint64_t count)
{
	if (count > words->left)
		return false;
	words->at += count;
	words->left -= count;
	return true;
}

/* Convert a word that holds two u32. */
static bool swap_halves(struct words *words)
{
	uint64_t word;

	if (!words->left)
		return false;
	word = bswap_64(*words->at);
	*words->at = word << 32 | word >> 32;
	return skip_words(words, 1);
}

/* Convert a word, and return it in @count. */
static bool swap_count(struct words *words, uint64_t *count)
{
	if (!swap_words(words, 1))
		return false;
	*count = words->at[-1];
	return true;
}

static bool swap_fixed(struct words *words, uint64_t type)
{
	static const struct {
		uint64_t bit;
		bool halves;
	} fields[] = {
		{ PERF_SAMPLE_IDENTIFIER, false }, { PERF_SAMPLE_IP, false },
		{ PERF_SAMPLE_TID, true }, { PERF_SAMPLE_TIME, false },
		{ PERF_SAMPLE_ADDR, false }, { PERF_SAMPLE_ID, false },
		{ PERF_SAMPLE_STREAM_ID, false }, { PERF_SAMPLE_CPU, true },
		{ PERF_SAMPLE_PERIOD, false },
	};
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(fields); i++) {
		if (!(type & fields[i].bit))
			continue;
		if (!(fields[i].halves ? swap_halves(words) : swap_words(words, 1)))
			return false;
	}
	return true;
}

static bool swap_read(struct words *words, uint64_t format)
{
	uint64_t times = !!(format & PERF_FORMAT_TOTAL_TIME_ENABLED) +
			 !!(format & PERF_FORMAT_TOTAL_TIME_RUNNING);
	uint64_t each = 1 + !!(format & PERF_FORMAT_ID) + !!(format & PERF_FORMAT_LOST);
	uint64_t count = 1;

	if (format & PERF_FORMAT_GROUP && !swap_count(words, &count))
		return false;
	if (count > words->left)
		return false;
	return swap_words(words, times + count * each);
}

/* Convert the u32 size in front of raw data; the layout of the data is unknown here. */
static bool swap_raw(struct words *words)
{
	uint32_t size;

	if (!words->left)
		return false;
	memcpy(&size, words->at, sizeof(size));
	size = bswap_32(size);
	memcpy(words->at, &size, sizeof(size));
	return skip_words(words, ((uint64_t)size + sizeof(size) + 7) / 8);
}

static uint64_t swap_branch_flags(uint64_t flags)
{
	static const unsigned char widths[] = { 1, 1, 1, 1, 16, 4, 2, 4, 3, 31 };
	const bool host_fills_low_bits_first = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
	unsigned int low = 0, width, from, to;
	uint64_t converted = 0;
	size_t i;

	flags = bswap_64(flags);
	for (i = 0; i < sizeof(widths); i++) {
		width = widths[i];
		from = host_fills_low_bits_first ? 64 - low - width : low;
		to = host_fills_low_bits_first ? low : 64 - low - width;
		converted |= (flags >> from & ((1ULL << width) - 1)) << to;
		low += width;
	}
	return converted;
}

static bool swap_branches(struct words *words, uint64_t branch_sample_type)
{
	uint64_t count, i;

	if (!swap_count(words, &count))
		return false;
	if (branch_sample_type & PERF_SAMPLE_BRANCH_HW_INDEX && !swap_words(words, 1))
		return false;
	for (i = 0; i < count; i++) {
		if (!swap_words(words, 2) || !words->left)
			return false;
		*words->at = swap_branch_flags(*words->at);
		skip_words(words, 1);
	}
	return !(branch_sample_type & PERF_SAMPLE_BRANCH_COUNTERS) || swap_words(words, count);
}

static bool swap_regs(struct words *words, uint64_t mask)
{
	uint64_t abi;

	if (!swap_count(words, &abi))
		return false;
	return !abi || swap_words(words, (uint64_t)__builtin_popcountll(mask));
}

static bool swap_stack(struct words *words)
{
	uint64_t size;

	if (!swap_count(words, &size) || size > UINT16_MAX)
		return false;
	return !size || (skip_words(words, (size + 7) / 8) && swap_words(words, 1));
}

static bool swap_callchain(struct words *words)
{
	uint64_t count;

	return swap_count(words, &count) && swap_words(words, count);
}

/* The variable-length fields from PERF_SAMPLE_READ to PERF_SAMPLE_STACK_USER, in their order. */
static bool swap_lengthy(struct words *words, const struct perf_event_attr *attr)
{
	uint64_t type = attr->sample_type;

	if (type & PERF_SAMPLE_READ && !swap_read(words, attr->read_format))
		return false;
	if (type & PERF_SAMPLE_CALLCHAIN && !swap_callchain(words))
		return false;
	if (type & PERF_SAMPLE_RAW && !swap_raw(words))
		return false;
	if (type & PERF_SAMPLE_BRANCH_STACK && !swap_branches(words, attr->branch_sample_type))
		return false;
	if (type & PERF_SAMPLE_REGS_USER && !swap_regs(words, attr->sample_regs_user))
		return false;
	return !(type & PERF_SAMPLE_STACK_USER) || swap_stack(words);
}

/**
 * perf_sample_swap() - convert a PERF_RECORD_SAMPLE in place
 * @header: the whole record; the header itself is already converted
 * @attr: converted attr of the event
 *
 * perf_sample_swap() stops at the first field that extends beyond the record. Raw data, stacks
 * and AUX data stay unconverted.
 */
void perf_sample_swap(struct perf_event_header *header, const struct perf_event_attr *attr)
{
	struct words words = { (uint64_t *)(header + 1), header->size / 8 - 1 };
	uint64_t type = attr->sample_type, rest;

	if (!swap_fixed(&words, type) || !swap_lengthy(&words, attr))
		return;
	/* union perf_sample_weight depends on the byte order such that the u64 is the same. */
	rest = !!(type & PERF_SAMPLE_WEIGHT_TYPE) + !!(type & PERF_SAMPLE_DATA_SRC) +
	       !!(type & PERF_SAMPLE_TRANSACTION);
	if (!swap_words(&words, rest))
		return;
	if (type & PERF_SAMPLE_REGS_INTR && !swap_regs(&words, attr->sample_regs_intr))
		return;
	rest = !!(type & PERF_SAMPLE_PHYS_ADDR) + !!(type & PERF_SAMPLE_CGROUP) +
	       !!(type & PERF_SAMPLE_DATA_PAGE_SIZE) + !!(type & PERF_SAMPLE_CODE_PAGE_SIZE) +
	       !!(type & PERF_SAMPLE_AUX);
	swap_words(&words, rest);
}
