// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of perf_held_parse(). The lines are those of the table in
 * Documentation/userspace-api/perf-events.rst, "Users of the counters".
 */
#include <sys/held.h>

#include "tap.h"

static struct perf_held held;

static bool parse(const char *text)
{
	held = (struct perf_held){ 0 };
	return perf_held_parse(text, &held);
}

static void all_lines(void)
{
	is_true(parse("pos:\t0\nflags:\t02000002\nmnt_id:\t15\nino:\t1057\n"
		      "perf-type:\t4\nperf-pmu:\tcpu\nperf-config:\t0x1c2\nperf-config1:\t0x1\n"
		      "perf-config3:\t0xffffffffffffffff\nperf-pid:\t-1\nperf-cpu:\t3\n"
		      "perf-cgroup:\t1\nperf-state:\tinactive\nperf-enabled:\t18446744073709551615\n"
		      "perf-running:\t12\nperf-lost:\t7\nperf-ring:\t528384\nperf-aux:\t4096\n"
		      "perf-instances:\t2\n"));
	is_true(held.described);
	is_equal(held.type, 4);
	is_true(!strcmp(held.pmu, "cpu"));
	is_equal(held.config[0], 0x1c2);
	is_equal(held.config[1], 1);
	is_equal(held.config[2], 0);
	is_true(held.config[3] == UINT64_MAX);
	is_equal(held.pid, -1);
	is_equal(held.cpu, 3);
	is_true(held.cgroup);
	is_true(!strcmp(held.state, "inactive"));
	is_true(held.enabled == UINT64_MAX);
	is_equal(held.running, 12);
	is_equal(held.lost, 7);
	is_equal(held.ring, 528384);
	is_equal(held.aux, 4096);
	is_equal(held.instances, 2);
}

/* Other kernels have no such lines, later ones may have more */
static void other_kernels(void)
{
	is_true(parse("pos:\t0\nflags:\t02000002\n"));
	is_true(!held.described);
	is_true(parse(""));
	is_true(!held.described);
	is_true(parse("perf-later:\tword\nperf-\nperf-type:\t1\nperf-type-too:\tx"));
	is_true(held.described);
	is_equal(held.type, 1);
	is_true(parse("perf-type:\t1"));
	is_equal(held.type, 1);
}

static void bad_values(void)
{
	static const char *const bad[] = {
		"perf-type:\t", "perf-type:\tx", "perf-type:\t4294967296", "perf-type:\t-1",
		"perf-cgroup:\t2", "perf-pid:\t9223372036854775808", "perf-ring:\t1 2",
		"perf-config:\t18446744073709551616",
	};
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(bad); i++)
		if (parse(bad[i]))
			tap_bad("taken: %s", bad[i]);
}

/* A name that is too long is cut, a line that is too long is ignored */
static void long_values(void)
{
	char text[1200];

	snprintf(text, sizeof(text), "perf-state:\t%0100d\nperf-type:\t%0900d\nperf-lost:\t1\n",
		 0, 0);
	is_true(parse(text));
	is_equal(strlen(held.state), sizeof(held.state) - 1);
	is_equal(held.lost, 1);
}

int main(void)
{
	test(all_lines);
	test(other_kernels);
	test(bad_values);
	test(long_values);
	return test_end();
}
