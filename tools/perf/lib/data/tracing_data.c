// SPDX-License-Identifier: GPL-2.0
/*
 * perf_tracing_data_walk(): the descriptions of tracepoints in a recording. Its lengths are
 * untrusted: tracing_take() checks each against walk->left.
 */
#include <string.h>
#include <data/tracing_data.h>

/* Position in the blob. Once @bad is set, tracing_take() returns NULL. */
struct walk {
	const struct perf_tracing_calls *calls;
	void *context;
	const char *at;
	size_t left;
	bool swap;
	bool bad;
};

static const void *tracing_take(struct walk *walk, uint64_t size)
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
	const void *at = tracing_take(walk, size);
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

static unsigned char take_byte(struct walk *walk)
{
	const unsigned char *at = tracing_take(walk, 1);

	return at ? *at : 0;
}

static const char *take_text(struct walk *walk)
{
	const char *end = walk->bad ? NULL : memchr(walk->at, '\0', walk->left);

	if (!end) {
		walk->bad = true;
		return "";
	}
	return tracing_take(walk, end + 1 - walk->at);
}

static bool take_machine(struct walk *walk)
{
	struct perf_tracing_machine machine = { 0 };
	const unsigned char *bytes = tracing_take(walk, 10);

	if (!bytes || memcmp(bytes, "\x17\x08\x44tracing", 10))
		return false;
	take_text(walk);
	machine.big_endian = take_byte(walk);
	machine.swap = machine.big_endian != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
	walk->swap = machine.swap;
	machine.long_size = take_byte(walk);
	machine.page_size = (uint32_t)take_number(walk, 4);
	if (!walk->bad && walk->calls->machine)
		walk->calls->machine(walk->context, &machine);
	return !walk->bad;
}

static void take_pages(struct walk *walk)
{
	const char *text;
	uint64_t size;

	take_text(walk);
	size = take_number(walk, 8);
	text = tracing_take(walk, size);
	if (text && walk->calls->page)
		walk->calls->page(walk->context, text, size);
	take_text(walk);
	tracing_take(walk, take_number(walk, 8));
}

static void take_format(struct walk *walk, const char *system)
{
	uint64_t size = take_number(walk, 8);
	const char *text = tracing_take(walk, size);

	if (text && walk->calls->event)
		walk->calls->event(walk->context, system, text, size);
}

static void take_events(struct walk *walk)
{
	uint64_t systems, events;
	const char *system;

	for (events = take_number(walk, 4); events && !walk->bad; events--)
		take_format(walk, "ftrace");
	for (systems = take_number(walk, 4); systems && !walk->bad; systems--) {
		system = take_text(walk);
		for (events = take_number(walk, 4); events && !walk->bad; events--)
			take_format(walk, system);
	}
}

static void take_printk(struct walk *walk)
{
	const char *text;
	uint64_t size;

	tracing_take(walk, take_number(walk, 4));
	size = take_number(walk, 4);
	text = tracing_take(walk, size);
	if (text && walk->calls->print_formats)
		walk->calls->print_formats(walk->context, text, size);
}

/**
 * perf_tracing_data_walk() - call functions for the parts of the blob
 * @data: perf_data_env.tracing_data, may be NULL
 * @size: bytes of @data
 * @calls: callbacks
 * @context: first argument of @calls
 *
 * The walk ends at the first part of @data that is damaged.
 *
 * Return: false if @data does not begin as the blob does.
 */
bool perf_tracing_data_walk(const void *data, size_t size, const struct perf_tracing_calls *calls,
			    void *context)
{
	struct walk walk = { .calls = calls, .context = context, .at = data, .left = size };

	if (!data || !take_machine(&walk))
		return false;
	take_pages(&walk);
	take_events(&walk);
	take_printk(&walk);
	return true;
}
