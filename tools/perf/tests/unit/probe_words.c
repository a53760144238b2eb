// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the words of definitions, and of perf_probe_add(), which writes all or none. Limits and
 * parser copy the kernel's: trace_probe.c, trace.h and trace_parse_run_command().
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <probe/limits.h>
#include <probe/words.h>
#include <probe/write.h>

#include "tap.h"

static struct perf_error error;

static int user(const char *line)
{
	return perf_probe_line_check(true, line, &error);
}

static int kernel(const char *line)
{
	return perf_probe_line_check(false, line, &error);
}

static void names(void)
{
	is_true(perf_probe_is_name("a", 1, 63));
	is_true(perf_probe_is_name("_1", 2, 63));
	is_true(!perf_probe_is_name("1a", 2, 63));
	is_true(!perf_probe_is_name("", 0, 63));
	is_true(!perf_probe_is_name("a b", 3, 63));
	is_true(!perf_probe_is_name("a\n", 2, 63));
	is_true(!perf_probe_is_name("\xe4", 1, 63));
	is_true(perf_probe_is_name("abc", 3, 3));
	is_true(!perf_probe_is_name("abcd", 4, 3));
}

static void put(const char *name, size_t max, const char *wanted)
{
	struct perf_str text = { 0 };

	perf_str_add(&text, "in front");
	perf_probe_put_name(&text, name, max);
	is_text(perf_str_text(&text) + strlen("in front"), wanted);
	perf_str_free(&text);
}

static void made_names(void)
{
	put("plain", 63, "plain");
	put("a::b<c>", 63, "a__b_c_");
	put("a\n\x1b;'\"\xc2\x9b#", 63, "a________");
	put("9lives", 63, "_9lives");
	put("9lives", 3, "_9l");
	put("long", 2, "lo");
	put("", 63, "");
}

static void cold_parts(void)
{
	is_true(perf_probe_is_cold("f.cold"));
	is_true(perf_probe_is_cold("f.cold.12"));
	is_true(perf_probe_is_cold("f.part.0.cold"));
	is_true(perf_probe_is_cold("f.colder.cold"));
	is_true(perf_probe_is_cold("f.__part.1"));
	is_true(!perf_probe_is_cold("f"));
	is_true(!perf_probe_is_cold("cold"));
	is_true(!perf_probe_is_cold("f.colder"));
	is_true(!perf_probe_is_cold("f.part.0"));
}

static void paths(void)
{
	is_equal(perf_probe_path_check("/bin/true", &error), 0);
	is_equal(perf_probe_path_check("/b;i'n\"/$(t):(r)=*", &error), 0);
	is_equal(perf_probe_path_check("/\xc3\xa4/\xe2\x82\xac", &error), 0);
	is_equal(perf_probe_path_check("bin/true", &error), -EINVAL);
	is_equal(perf_probe_path_check("/a b", &error), -EINVAL);
	has_text(error.text, "a blank");
	has_text(error.hint, "second name");
	is_equal(perf_probe_path_check("/a\tb", &error), -EINVAL);
	has_text(error.text, "a control character");
	is_equal(perf_probe_path_check("/a\nb", &error), -EINVAL);
	is_equal(perf_probe_path_check("/a\x7f", &error), -EINVAL);
	is_equal(perf_probe_path_check("/a\xc2\x9b", &error), -EINVAL);
	has_text(error.text, "a control character");
	is_equal(perf_probe_path_check("/a#b", &error), -EINVAL);
	has_text(error.text, "a '#'");
	/* The kernel's isspace() is true for the second byte of the letter C3 A0. */
	is_equal(perf_probe_path_check("/\xc3\xa0", &error), -EINVAL);
	has_text(error.text, "0xa0");
}

static void whole_definitions(void)
{
	is_equal(user("p:probe_a/b /bin/true:0x10"), 0);
	is_equal(user("r:probe_a/b__return /bin/a:b:0x10 $retval"), 0);
	is_equal(user("p:g/e /bin/true:0x10 a=%di:s32 b=+8(-4(%sp)):u8 $comm \\\"x\""), 0);
	is_equal(user("-:g/e"), 0);
	is_equal(user("-:my-group/e"), 0);
	is_equal(kernel("p:probe/do_exit do_exit+0"), 0);
	is_equal(kernel("p:probe/do_exit do_exit+12 code=%di:s64"), 0);
	is_equal(kernel("r:probe/handle__return my_mod:handle+0 $retval"), 0);
	is_equal(kernel("p:probe/x _RNvCs1_4core3num.llvm.1+4"), 0);
}

static void parts_of_definitions(void)
{
	static const char *const lines[] = {
		"", " ", "p", "p:", "p:g/e", "p:g/e ", "p:e /bin/true:0x1", "p:/e /bin/true:0x1",
		"p:g/ /bin/true:0x1", "p:1/e /bin/true:0x1", "p:g/e-f /bin/true:0x1",
		"p:my-group/e /bin/true:0x1", "x:g/e /bin/true:0x1", "p10:g/e /bin/true:0x1",
		"p:g/e bin/true:0x1", "p:g/e /bin/true", "p:g/e /bin/true:", "p:g/e /bin/true:10",
		"p:g/e /bin/true:0x", "p:g/e /bin/true:0x1G", "p:g/e /bin/true:0x1%return",
		"p:g/e /bin/true:0x1 =x", "p:g/e /bin/true:0x1 a=", "p:g/e /bin/true:0x1 1=x",
		"p:g/e /bin/true:0x1 a-b=x", "p:g/e  /bin/true:0x1", "p:g/e /bin/true:0x1 ",
		" p:g/e /bin/true:0x1", "-:g/e x", "-:g", "-", "-:*",
	};
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(lines); i++)
		if (user(lines[i]) != -EINVAL)
			tap_bad("accepted: '%s'", lines[i]);
	is_equal(kernel("p:g/e do_exit"), -EINVAL);
	is_equal(kernel("p:g/e +0"), -EINVAL);
	is_equal(kernel("p:g/e :f+0"), -EINVAL);
	is_equal(kernel("p:g/e a:b:f+0"), -EINVAL);
	is_equal(kernel("p:g/e a/b:f+0"), -EINVAL);
	is_equal(kernel("p:g/e f+0x10"), -EINVAL);
	is_equal(kernel("p:g/e /bin/true:0x10"), -EINVAL);
	is_equal(kernel("r:g/e f+4"), -EINVAL);
	is_equal(kernel("r:g/e f+01"), -EINVAL);
}

static void more_than_one_line(void)
{
	static const char *const lines[] = {
		"p:g/e /bin/true:0x1\np:g/f /bin/true:0x2", "p:g/e /bin/true:0x1\n",
		"\np:g/e /bin/true:0x1", "p:g/e /bin/tr\nue:0x1", "p:g\n/e /bin/true:0x1",
		"p:g/e /bin/true:0x1 a\n=%di", "p:g/e /bin/true:0x1 a=%di:u8\n-:h/i",
		"-:g/e\n-:g/f", "p:g/e /bin/true:0x1 #", "p:g/e /bin/#:0x1", "p:g/e\t/bin/true:0x1",
		"p:g/e /bin/true:0x1\ra=%di", "p:g/e /bin/true:0x1 a=\x1b[31m", "p:g/e /\x7f:0x1",
		"p:g/e /\xc2\x85:0x1", "p:g/e /\xc3\xa0:0x1", "p:g/e /bin/true:0x1\v",
		"p:g/e /\f:0x1",
	};
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(lines); i++)
		if (user(lines[i]) != -EINVAL)
			tap_bad("accepted: '%s'", lines[i]);
}

/* Return a line with @part repeated @count times. */
static char *made_line(const char *front, const char *part, size_t count, const char *back)
{
	struct perf_str text = { 0 };

	perf_str_add(&text, front);
	while (count--)
		perf_str_add(&text, part);
	perf_str_add(&text, back);
	return perf_str_steal(&text);
}

static void limit(const char *front, const char *part, size_t count, const char *back, int ret)
{
	char *good = made_line(front, part, count, back);
	char *bad = made_line(front, part, count + 1, back);

	is_equal(user(good), 0);
	is_equal(user(bad), ret);
	free(good);
	free(bad);
}

static void limits(void)
{
	limit("p:", "g", PERF_PROBE_NAME_MAX, "/e /bin/true:0x1", -EINVAL);
	limit("p:g/", "e", PERF_PROBE_NAME_MAX, " /bin/true:0x1", -EINVAL);
	limit("-:g/", "e", PERF_PROBE_NAME_MAX, "", -EINVAL);
	limit("p:g/e /bin/true:0x1 ", "n", PERF_PROBE_ARGUMENT_NAME_MAX, "=%di", -EINVAL);
	limit("p:g/e /bin/true:0x1 n=", "1", PERF_PROBE_FETCH_MAX, "", -EINVAL);
	limit("p:g/e /bin/true:0x1 ", "1", PERF_PROBE_FETCH_MAX, "", -EINVAL);
	limit("p:g/e /bin/true:0x1", " %di", PERF_PROBE_ARGUMENTS_MAX, "", -E2BIG);
	limit("p:g/e /", "d", PERF_PROBE_LINE_MAX - strlen("p:g/e /:0x1"), ":0x1", -E2BIG);
}

/* Stands for the kernel: fake_write() keeps lines, except the refused one. */
struct fake_kernel {
	struct perf_str text;
	const char *refused;
};

static int fake_write(void *context, bool is_user, const char *line, struct perf_error *refusal)
{
	struct fake_kernel *fake = context;

	is_true(is_user);
	if (fake->refused && !strcmp(line, fake->refused))
		return perf_error_set(refusal, EBUSY, "refused: %s", line);
	perf_str_format(&fake->text, "%s\n", line);
	return 0;
}

static int add_three(struct fake_kernel *fake, char *third)
{
	struct perf_probe_definition list[] = {
		{ .group = "g", .event = "a", .line = "p:g/a /bin/true:0x1" },
		{ .group = "g", .event = "b", .line = "p:g/b /bin/true:0x2" },
		{ .group = "g", .event = "c", .line = third },
	};
	struct perf_probe_definitions all = { .list = { list, 3, 3 } };

	perf_str_cut(&fake->text, 0);
	memset(&error, 0, sizeof(error));
	return perf_probe_add(&all, true, fake_write, fake, &error);
}

static void all_or_nothing(void)
{
	struct fake_kernel fake = { 0 };

	is_equal(add_three(&fake, "p:g/c /bin/true:0x3"), 0);
	is_text(perf_str_text(&fake.text),
		"p:g/a /bin/true:0x1\np:g/b /bin/true:0x2\np:g/c /bin/true:0x3\n");
	fake.refused = "p:g/c /bin/true:0x3";
	is_equal(add_three(&fake, "p:g/c /bin/true:0x3"), -EBUSY);
	is_text(perf_str_text(&fake.text),
		"p:g/a /bin/true:0x1\np:g/b /bin/true:0x2\n-:g/b\n-:g/a\n");
	has_text(error.text, "refused: p:g/c");
	fake.refused = "p:g/a /bin/true:0x1";
	is_equal(add_three(&fake, "p:g/c /bin/true:0x3"), -EBUSY);
	is_text(perf_str_text(&fake.text), "");
	/* perf_probe_add() checks all lines before it writes the first. */
	fake.refused = NULL;
	is_equal(add_three(&fake, "p:g/c /bin/true:0x3\np:evil/x /bin/true:0x4"), -EINVAL);
	is_text(perf_str_text(&fake.text), "");
	perf_str_free(&fake.text);
}

/* Accept only the first line: the kernel refuses the second, and the removal of the first. */
static int accept_one(void *context, bool is_user, const char *line, struct perf_error *refusal)
{
	unsigned int *calls = context;

	(void)is_user;
	return (*calls)++ ? perf_error_set(refusal, EBUSY, "refused: %s", line) : 0;
}

static void what_stays_is_named(void)
{
	struct perf_probe_definition list[] = {
		{ .group = "g", .event = "a", .line = "p:g/a /bin/true:0x1" },
		{ .group = "g", .event = "b", .line = "p:g/b /bin/true:0x2" },
	};
	struct perf_probe_definitions all = { .list = { list, 2, 2 } };
	unsigned int calls = 0;

	memset(&error, 0, sizeof(error));
	is_equal(perf_probe_add(&all, true, accept_one, &calls, &error), -EBUSY);
	is_equal(calls, 3);
	has_text(error.text, "refused: p:g/b");
	has_text(error.hint, "g:a was made and cannot be removed: refused: -:g/a");
}

static void writer_checks(void)
{
	is_equal(perf_probe_write(NULL, true, "p:g/e /bin/true:0x1\np:g/f /bin/true:0x2", &error),
		 -EINVAL);
	has_text(error.text, "a control character");
}

int main(void)
{
	test(names);
	test(made_names);
	test(cold_parts);
	test(paths);
	test(whole_definitions);
	test(parts_of_definitions);
	test(more_than_one_line);
	test(limits);
	test(all_or_nothing);
	test(what_stays_is_named);
	test(writer_checks);
	return test_end();
}
