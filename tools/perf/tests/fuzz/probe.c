// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzzes perf_probe_define() and perf_probe_debug: functions, lines and variables of a program. No
 * definition may be more than one line.
 */
#include <probe/define.h>
#include <probe/words.h>

#include "elf_change.h"
#include "fuzz.h"

#define INPUT	"probe.input"
/* How many functions of the input to probe; more are slower. */
#define FUNCTIONS 3

static int use_variable(void *context, const struct perf_probe_variable *variable)
{
	(void)context;
	fuzz_use(strlen(variable->name) + strlen(variable->type) + strlen(variable->ranges));
	return 0;
}

static void use_place(struct perf_probe_debug *debug, struct perf_probe_location *place)
{
	struct perf_error error;

	perf_probe_debug_body(debug, place);
	perf_probe_debug_variables(debug, place, 0, use_variable, NULL, &error);
	perf_probe_debug_variables(debug, place, PERF_PROBE_EXTERNS | PERF_PROBE_PARAMETERS,
				   use_variable, NULL, &error);
}

static void use_lines(struct perf_probe_debug *debug, const struct perf_probe_spec *spec)
{
	struct perf_probe_lines lines;
	struct perf_error error;
	size_t i;

	if (!perf_probe_debug_lines(debug, spec, &lines, &error)) {
		fuzz_check(lines.path && lines.first >= 0 && lines.last >= 0);
		for (i = 1; i < lines.code.count; i++)
			fuzz_check(lines.code.at[i - 1] < lines.code.at[i]);
	}
	perf_probe_lines_free(&lines);
}

static void use_definitions(struct perf_probe_target *target, const struct perf_probe_spec *spec)
{
	const struct perf_probe_events none = { 0 };
	struct perf_probe_definitions made = { 0 };
	const struct perf_probe_definition *one;
	struct perf_error error;

	if (!perf_probe_define(target, spec, &none, true, &made, &error))
		perf_vec_each(&made.list, one) {
			fuzz_check(!perf_probe_line_check(target->path, one->line, &error));
			fuzz_check(!strchr(one->line, '\n'));
		}
	perf_probe_definitions_free(&made);
}

/* Use a probe, as the user types it. */
static void use_probe(struct perf_probe_target *target, const char *text)
{
	struct perf_probe_locations places = { 0 };
	struct perf_probe_location *place;
	struct perf_probe_spec spec;
	struct perf_error error;

	if (!perf_probe_spec_parse(&spec, text, &error)) {
		use_definitions(target, &spec);
		if (target->debug && !perf_probe_debug_find(target->debug, &spec, &places, &error))
			perf_vec_each(&places.list, place)
				use_place(target->debug, place);
		if (target->debug)
			use_lines(target->debug, &spec);
		perf_vec_free(&places.list);
	}
	perf_probe_spec_free(&spec);
}

static void use_probe_function(struct perf_probe_target *target, const char *function)
{
	static const char *const formats[] = {
		"%s", "%s:2 $vars", "%s+1 $params", "%s%%return $retval", "%s p->x p->next->y",
		"%s p->inner v[1] p->name:string", "%s v[1].a[2] s.in.x t",
	};
	char text[256];
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(formats); i++) {
		snprintf(text, sizeof(text), formats[i], function);
		use_probe(target, text);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct perf_probe_wanted wanted = { .program = "./" INPUT };
	struct perf_probe_target target;
	struct perf_error error;
	size_t i;

	fuzz_file(INPUT, data, size);
	if (!perf_probe_target_open(&target, &wanted, &error)) {
		perf_probe_target_debug(&target);
		for (i = 0; i < target.names.nr && i < FUNCTIONS; i++)
			use_probe_function(&target, target.names.v[i].name);
		use_probe_function(&target, "f");
		use_probe(&target, "made.c:3");
	}
	perf_probe_target_close(&target);
	return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned int seed)
{
	return fuzz_elf_mutate(data, size, room, seed);
}
