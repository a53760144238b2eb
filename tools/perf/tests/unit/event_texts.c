// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzzes perf_events_parse() with texts made of pieces of its grammar, then damaged. A parsed list
 * must be whole; a failed parse must leave it empty and set perf_error. SANITIZE=1 also checks
 * memory accesses. The texts are the same in each run; PERF_TEXTS (how many) and PERF_TEXTS_SEED
 * change them.
 */
#include <stdlib.h>

#include <base/num.h>
#include <event/parse.h>

#include "tap.h"

static const char *const pieces[] = {
	"cycles", "instructions", "page-faults", "task-clock", "duration_time", "L1-dcache-loads",
	"LLC", "branch-load-misses", "r1a8", "rffffffffffffffff", "1:2", "4294967295:1", "mem:0x10",
	"mem:1/8:rw", "inst_retired.any_p", "skl::INST_RETIRED:ANY_P:c=2:i", "software", "msr",
	"cpu", "breakpoint", "sched:sched_switch", "sched:sched_*", "*:*switch*", "tsc",
	"config", "config1", "config3", "period", "freq", "name", "call-graph", "dwarf",
	"no-inherit", "max-stack", "event", "umask", "branch_type", "percore", "aux-output",
	"aux-sample-size", "0x1", "18446744073709551615",
	"0", "?", "u", "k", "ppp", "P", "S", "D", "W", "G", "H", "I", "e", "{", "}", ",", ":", "/",
	"=", "'", "\"", "*", "[", "]", "\\", "-", " ", "\n", "%s%n", "\x80\xff",
};

#define TEXTS	2000

static uint64_t state;

static uint32_t any(uint32_t below)
{
	state = state * 6364136223846793005ull + 1442695040888963407ull;
	return (state >> 33) % below;
}

/* Append @more if there is room. */
static void add(char *text, size_t size, const char *more)
{
	size_t length = strlen(text);

	if (length + strlen(more) < size)
		memcpy(text + length, more, strlen(more) + 1);
}

static const char *one_of(size_t first, size_t count)
{
	return pieces[first + any(count)];
}

/* Indices in pieces[] of the first event, PMU, term, modifier and punctuation mark. */
enum {
	EVENTS = 0, PMUS = 16, TERMS = 24, MODIFIERS = 44, MARKS = 55,
};

/* Append an event that follows the grammar, more or less. */
static void add_event(char *text, size_t size)
{
	if (any(4)) {
		add(text, size, one_of(EVENTS, PMUS));
	} else {
		add(text, size, one_of(PMUS, 4));
		add(text, size, "/");
		add(text, size, one_of(TERMS, 11));
		if (any(2)) {
			add(text, size, "=");
			add(text, size, one_of(TERMS, MODIFIERS - TERMS));
		}
		add(text, size, "/");
	}
	if (any(2)) {
		add(text, size, ":");
		add(text, size, one_of(MODIFIERS, MARKS - MODIFIERS));
	}
}

static void make_text(char *text, size_t size)
{
	unsigned int events = 1 + any(4);
	bool group = !any(3);
	size_t length;

	text[0] = '\0';
	add(text, size, group ? "{" : "");
	while (events--) {
		add_event(text, size);
		add(text, size, events ? "," : "");
	}
	if (group)
		add(text, size, any(2) ? "}:u" : "}");
	/* Damage: append a piece, change a byte, cut the end, overwrite a byte by a mark. */
	length = strlen(text);
	switch (any(6)) {
	case 0:
		add(text, size, one_of(0, PERF_ARRAY_SIZE(pieces)));
		break;
	case 1:
		text[any(length)] = any(256);
		break;
	case 2:
		text[any(length)] = '\0';
		break;
	case 3:
		text[any(length)] = *one_of(MARKS, PERF_ARRAY_SIZE(pieces) - MARKS);
		break;
	}
}

static void check_whole(const struct perf_event_list *list, const char *text)
{
	size_t i;

	if (!list->count)
		tap_bad("'%s' is taken for nothing", text);
	for (i = 0; i < list->count; i++) {
		const struct perf_event_spec *spec = &list->at[i];

		if (!spec->name || !*spec->name)
			tap_bad("'%s': event %zu has no name", text, i);
		if (spec->leader > i || i >= spec->leader + list->at[spec->leader].members)
			tap_bad("'%s': event %zu is not in its group", text, i);
		if (spec->attr.size)
			tap_bad("'%s': attribute of event %zu", text, i);
	}
}

static uint64_t setting(const char *name, uint64_t otherwise)
{
	const char *text = getenv(name);

	return text ? strtoull(text, NULL, 0) : otherwise;
}

static void grammar_takes_or_explains(void)
{
	uint64_t left = setting("PERF_TEXTS", TEXTS), taken = 0, refused = 0;

	state = setting("PERF_TEXTS_SEED", 1);
	for (; left && !tap.bad; left--) {
		struct perf_event_list list = { 0 };
		struct perf_error error = { 0 };
		char text[256];

		make_text(text, sizeof(text));
		if (!perf_events_parse(&list, text, &error)) {
			check_whole(&list, text);
			taken++;
		} else {
			if (list.count || !error.code || !error.text[0])
				tap_bad("'%s' is refused without a reason", text);
			refused++;
		}
		perf_event_list_free(&list);
	}
	printf("# %llu texts taken, %llu refused\n", (unsigned long long)taken,
	       (unsigned long long)refused);
	is_true(taken && refused);
}

int main(void)
{
	/* Use Skylake's event names on every machine */
	setenv("LIBPFM_FORCE_PMU", "skl", 1);
	test(grammar_takes_or_explains);
	return test_end();
}
