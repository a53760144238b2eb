// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of libpfm's event names. LIBPFM_FORCE_PMU sets the processor, so that any machine can
 * compare the codes with those of the vendors' manuals.
 */
#include <errno.h>
#include <stdlib.h>

#include <event/parse.h>
#include <event/pfm.h>

#include "tap.h"

#ifdef HAVE_PFM
#define EDGE	(1ull << 18)
#define INVERT	(1ull << 23)

/* Parse @text into a new list. */
static int parse(struct perf_event_list *list, const char *text, struct perf_error *error)
{
	*list = (struct perf_event_list){ 0 };
	error->hint[0] = '\0';
	return perf_events_parse(list, text, error);
}

/* @text must parse to one PERF_TYPE_RAW event of this config. */
static void is_raw(const char *text, uint64_t config)
{
	struct perf_event_list list;
	struct perf_error error;

	if (parse(&list, text, &error)) {
		tap_bad("%s: %s", text, error.text);
		return;
	}
	is_equal(list.count, 1);
	is_equal(list.at[0].attr.type, PERF_TYPE_RAW);
	is_equal(list.at[0].attr.config, config);
	is_equal(list.at[0].attr.exclude_guest, 1);
	is_equal(list.at[0].attr.exclude_host, 0);
	is_text(list.at[0].name, text);
	perf_event_list_free(&list);
}

static void fails(const char *text, int code, const char *message, const char *hint)
{
	struct perf_event_list list;
	struct perf_error error;

	is_equal(parse(&list, text, &error), -code);
	is_equal(list.count, 0);
	has_text(error.text, message);
	has_text(error.hint, hint);
	perf_event_list_free(&list);
}

/* Codes of Intel's manual for Skylake: umask << 8 | event */
static void codes_of_skylake(void)
{
	is_raw("INST_RETIRED:ANY_P", 0x00c0);
	is_raw("BR_INST_RETIRED:NEAR_CALL", 0x02c4);
	is_raw("MEM_LOAD_RETIRED:L1_MISS", 0x08d1);
	is_raw("UNHALTED_CORE_CYCLES", 0x003c);
	is_raw("skl::BR_INST_RETIRED:NEAR_CALL", 0x02c4);
	is_raw("BR_INST_RETIRED:NEAR_CALL:c=2:i", 0x02c4 | 2 << 24 | INVERT);
}

static void codes_of_zen3(void)
{
	is_raw("RETIRED_INSTRUCTIONS", 0xc0);
	is_raw("retired_instructions", 0xc0);
	is_raw("RETIRED_BRANCH_INSTRUCTIONS_MISPREDICTED", 0xc3);
}

static void vendors_spelling(void)
{
	is_raw("inst_retired.any_p", 0x00c0);
	is_raw("br_inst_retired.near_call", 0x02c4);
	is_raw("Mem_Load_Retired.L1_Miss", 0x08d1);
	is_raw("skl::br_inst_retired.near_call", 0x02c4);
}

static void second_word(void)
{
	struct perf_event_list list;
	struct perf_error error;

	is_equal(parse(&list, "OFFCORE_RESPONSE_0:DMND_DATA_RD:ANY_RESPONSE", &error), 0);
	is_equal(list.at[0].attr.config, 0x01b7);
	is_equal(list.at[0].attr.config1, 0x10001);
	perf_event_list_free(&list);
}

static void modes(void)
{
	static const char all[] = "inst_retired.any_p:u,INST_RETIRED:ANY_P:u,inst_retired.any_p:k,"
		"inst_retired.any_p:ukpp,inst_retired.any_p:G,UNHALTED_CORE_CYCLES:kDI";
	struct perf_event_list list;
	struct perf_error error;

	is_equal(parse(&list, all, &error), 0);
	is_equal(list.count, 6);
	is_true(!list.at[0].attr.exclude_user && list.at[0].attr.exclude_kernel);
	is_true(!list.at[1].attr.exclude_user && list.at[1].attr.exclude_kernel);
	is_true(list.at[2].attr.exclude_user && !list.at[2].attr.exclude_kernel);
	is_true(!list.at[3].attr.exclude_user && !list.at[3].attr.exclude_kernel);
	is_equal(list.at[3].attr.precise_ip, 2);
	is_true(list.at[4].attr.exclude_host && !list.at[4].attr.exclude_guest);
	is_true(list.at[5].attr.pinned && list.at[5].attr.exclude_idle);
	is_equal(list.at[5].attr.config, 0x003c);
	perf_event_list_free(&list);
}

/* I means exclude_idle after a vendor's spelling, and invert after libpfm's. */
static void whose_modifiers(void)
{
	struct perf_event_list list;
	struct perf_error error;

	is_raw("BR_INST_RETIRED:NEAR_CALL:I", 0x02c4 | INVERT);
	is_raw("BR_INST_RETIRED:NEAR_CALL:e:c=1", 0x02c4 | EDGE | 1 << 24);
	is_equal(parse(&list, "br_inst_retired.near_call:I", &error), 0);
	is_equal(list.at[0].attr.config, 0x02c4);
	is_true(list.at[0].attr.exclude_idle);
	perf_event_list_free(&list);
}

static void settings(void)
{
	static const char all[] = "inst_retired.any_p/period=1000,name=x/u,"
		"INST_RETIRED:ANY_P:period=2000,INST_RETIRED:ANY_P:freq=50:pinned:excl";
	struct perf_event_list list;
	struct perf_error error;

	is_equal(parse(&list, all, &error), 0);
	is_equal(list.count, 3);
	is_text(list.at[0].name, "x");
	is_equal(list.at[0].terms.period, 1000);
	is_true(list.at[0].attr.exclude_kernel);
	is_equal(list.at[1].terms.given, PERF_TERM_PERIOD);
	is_equal(list.at[1].terms.period, 2000);
	is_equal(list.at[1].attr.sample_period, 0);
	is_equal(list.at[2].terms.given, PERF_TERM_FREQ);
	is_equal(list.at[2].terms.freq, 50);
	is_equal(list.at[2].attr.freq, 0);
	is_true(list.at[2].attr.pinned && list.at[2].attr.exclusive);
	perf_event_list_free(&list);
}

static void groups(void)
{
	struct perf_event_list list = { 0 };
	struct perf_error error;

	is_equal(perf_events_parse_pfm(&list, "{INST_RETIRED:ANY_P,UNHALTED_CORE_CYCLES:u},"
				       "mem_load_retired.l1_miss", &error), 0);
	is_equal(list.count, 3);
	is_equal(list.at[0].members, 2);
	is_equal(list.at[1].leader, 0);
	is_equal(list.at[1].attr.config, 0x003c);
	is_true(list.at[1].attr.exclude_kernel);
	is_equal(list.at[2].leader, 2);
	is_equal(list.at[2].attr.config, 0x08d1);
	perf_event_list_free(&list);
	/* perf_events_parse_pfm() has no events of the kernel */
	is_equal(perf_events_parse_pfm(&list, "page-faults", &error), -ENOENT);
	is_equal(list.count, 0);
	perf_event_list_free(&list);
}

static void mistakes(void)
{
	fails("inst_retird.any_p", ENOENT, "there is no event 'inst_retird.any_p'",
	      "did you mean 'inst_retired.any_p'?");
	fails("INST_RETIRD:ANY_P:u", ENOENT, "there is no event 'INST_RETIRD:ANY_P'",
	      "did you mean 'INST_RETIRED:ANY_P'?");
	fails("unhalted_core_cycle", ENOENT, "there is no event", "'unhalted_core_cycles'?");
	fails("inst_retired.any_q", EINVAL, "no unit mask and no modifier 'any_q'", " ANY_P ");
	fails("INST_RETIRED:ANY_P:x=1", EINVAL, "no unit mask and no modifier 'x=1'", "ANY_P");
	fails("INST_RETIRED:ANY_P:c=999", EINVAL, "value", "");
	fails("INST_RETIRED:ANY_P:cpu=1", EINVAL, "-C names CPUs", "");
	fails("cycels", ENOENT, "there is no event 'cycels'", "did you mean 'cycles'?");
	fails("RETIRED_UOPS", ENOENT, "there is no event", "of other processors, such as AMD");
}

/* Names of the kernel's generic events keep their meaning. */
static void generic_names(void)
{
	struct perf_event_list list;
	struct perf_error error;

	fails("PAGE-FAULTS", ENOENT, "there is no event 'PAGE-FAULTS'", "page-faults");
	is_equal(parse(&list, "cycles:u", &error), 0);
	is_equal(list.at[0].attr.type, PERF_TYPE_HARDWARE);
	perf_event_list_free(&list);
}

/* Counts of perf_pfm_each(); perf_pfm_encode() must accept each name it yields. */
struct seen {
	struct perf_pfm	*pfm;
	size_t		count;
	size_t		wrong;
	bool		near_call;
};

static void see(const struct perf_pfm_event *event, void *data)
{
	struct perf_event_attr attr = { 0 };
	struct seen *seen = data;
	struct perf_error error;
	bool generic = true;

	seen->count++;
	seen->wrong += !event->core || !*event->help ||
		strcmp(event->pmu, "skl") || strncmp(event->name, event->event,
						     strlen(event->event));
	if (perf_pfm_encode(seen->pfm, event->name, &attr, &generic, &error) || generic ||
	    attr.type != PERF_TYPE_RAW)
		seen->wrong++;
	if (strcmp(event->name, "BR_INST_RETIRED:NEAR_CALL"))
		return;
	seen->near_call = true;
	has_text(event->help, "near call");
}

static void walk(void)
{
	struct perf_error error;
	struct seen seen = { 0 };

	is_equal(perf_pfm_open(&seen.pfm, &error), 0);
	is_equal(perf_pfm_each(seen.pfm, see, &seen, &error), 0);
	is_true(seen.count > 100);
	is_equal(seen.wrong, 0);
	is_true(seen.near_call);
	perf_pfm_close(seen.pfm);
}

static void count_name(const struct perf_pfm_event *event, void *data)
{
	(void)event;
	++*(size_t *)data;
}
#else
static void no_library(void)
{
	struct perf_event_list list;
	struct perf_error error;

	list = (struct perf_event_list){ 0 };
	is_equal(perf_events_parse_pfm(&list, "INST_RETIRED:ANY_P", &error), -EOPNOTSUPP);
	has_text(error.text, "without libpfm");
	perf_event_list_free(&list);
}
#endif

int main(void)
{
#ifdef HAVE_PFM
	struct perf_error error;
	struct perf_pfm *pfm;
	size_t names = 0;

	setenv("LIBPFM_FORCE_PMU", "skl", 1);
	if (perf_pfm_open(&pfm, &error)) {
		printf("1..0 # SKIP %s\n", error.text);
		return 0;
	}
	perf_pfm_each(pfm, count_name, &names, &error);
	perf_pfm_close(pfm);
	if (!names) {
		puts("1..0 # SKIP libpfm for this processor does not know those of x86");
		return 0;
	}
	test(codes_of_skylake);
	test(vendors_spelling);
	test(second_word);
	test(modes);
	test(whose_modifiers);
	test(settings);
	test(groups);
	test(mistakes);
	test(walk);
	setenv("LIBPFM_FORCE_PMU", "amd64_fam19h_zen3", 1);
	test(codes_of_zen3);
	/* The machine's own processor again */
	unsetenv("LIBPFM_FORCE_PMU");
	test(generic_names);
#else
	test(no_library);
#endif
	return test_end();
}
