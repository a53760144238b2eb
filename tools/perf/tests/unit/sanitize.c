// SPDX-License-Identifier: GPL-2.0
/* Text must not reach a terminal as control sequences, neither by perf_out nor by perf_error. */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include <base/error.h>
#include <base/out.h>
#include <base/sanitize.h>
#include <base/str.h>
#include <base/vec.h>

#include "tap.h"

#define TEXT_MAX	300

/* The expected result for a byte among letters, computed independently. */
static char expected(unsigned int byte, const char *kept)
{
	bool control = byte < ' ' || (byte >= 0x7f && byte <= 0x9f);

	return control && (!byte || !strchr(kept, (int)byte)) ? '?' : (char)byte;
}

/* Lengths up to TEXT_MAX cover the code for blocks, words and the rest, at every position. */
static void each_byte_at_each_place(void)
{
	char name[TEXT_MAX + 1], lines[TEXT_MAX + 1];
	unsigned int byte, place, wrong = 0;

	for (place = 0; place < TEXT_MAX; place += place < 140 ? 1 : 37) {
		for (byte = 0; byte < 256; byte++) {
			memset(name, 'x', TEXT_MAX);
			name[TEXT_MAX] = '\0';
			name[place] = (char)byte;
			memcpy(lines, name, sizeof(lines));
			perf_text_sanitize(name, TEXT_MAX, 0);
			perf_lines_sanitize(lines, TEXT_MAX, NULL);
			wrong += name[place] != expected(byte, "");
			wrong += lines[place] != expected(byte, "\n\t");
			name[place] = 'x';
			lines[place] = 'x';
			wrong += strspn(name, "x") != TEXT_MAX || strspn(lines, "x") != TEXT_MAX;
		}
	}
	is_equal(wrong, 0);
}

static void characters_that_do_something(void)
{
	static const struct {
		const char *text;
		const char *want;
	} cases[] = {
		{ "", "" },
		{ "\xc2\x80\xc2\x9f\xc2\xa0", "????\xc2\xa0" },
		/* Line and paragraph separator, direction controls; and their neighbours */
		{ "\xe2\x80\xa7\xe2\x80\xa8\xe2\x80\xae\xe2\x80\xaf",
		  "\xe2\x80\xa7??????\xe2\x80\xaf" },
		{ "\xe2\x81\xa5\xe2\x81\xa6\xe2\x81\xa9\xe2\x81\xaa",
		  "\xe2\x81\xa5??????\xe2\x81\xaa" },
		/* CSI in overlong forms */
		{ "\xc0\x9b\xe0\x82\x9b\xf0\x80\x82\x9b", "\xc0?\xe0??\xf0???" },
		/* Letters with bytes in the range of control characters */
		{ "\xc3\x9b\xd0\x9b\xe2\x82\xac\xf0\x9f\x8e\x89",
		  "\xc3\x9b\xd0\x9b\xe2\x82\xac\xf0\x9f\x8e\x89" },
		/* Cut at the end, as the kernel cuts task names; Latin-1 */
		{ "cut\xe2\x82", "cut\xe2?" },
		{ "\xc4nderung", "\xc4nderung" },
	};
	char text[64];
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(cases); i++) {
		snprintf(text, sizeof(text), "%s", cases[i].text);
		perf_lines_sanitize(text, strlen(text), NULL);
		is_text(text, cases[i].want);
		snprintf(text, sizeof(text), "%s", cases[i].text);
		perf_text_sanitize(text, strlen(text), 0);
		is_text(text, cases[i].want);
	}
}

static void json_escapes_them(void)
{
	struct perf_str str = { 0 };

	perf_str_json(&str, "\x7f\xc2\x9b\xe2\x80\xae\xe2\x81\xa6\xc2\xa0");
	is_text(str.text, "\"\\u007f\\u009b\\u202e\\u2066\xc2\xa0\"");
	perf_str_free(&str);
}

static void is_field(const char *field, const char *separator, const char *want)
{
	struct perf_str str = { 0 };

	perf_str_add(&str, separator);
	perf_str_add(&str, field);
	perf_str_field(&str, strlen(separator), separator);
	is_text(str.text + strlen(separator), want);
	perf_str_free(&str);
}

static void fields_have_no_separator(void)
{
	is_field("a,b,\n,", ",", "a.b.?.");
	is_field("a,b", "\t", "a,b");
	is_field("a\tb", "\t", "a?b");
	/* The first character is replaced, as in other perfs: "a:" before "::" stays one field. */
	is_field("a::b:", "::", "a..b.");
	is_field("\xc2\xb7\xc2\xb0", "\xc2\xb7", "..\xc2\xb0");
	is_field("a,b", "", "a,b");
}

/* Read @fd into @text and return @text. */
static const char *read_pipe(int fd, char *text, size_t size)
{
	ssize_t got = read(fd, text, size - 1);

	text[got > 0 ? got : 0] = '\0';
	return text;
}

static void writer_sanitizes(void)
{
	struct perf_out out = { 0 };
	char text[256];
	int fds[2];

	is_equal(pipe(fds), 0);
	out.fd = fds[1];
	perf_str_add(&out.text, "a\x1b[2J\tb\n");
	perf_out_control(&out, PERF_OUT_CLEAR);
	perf_str_add(&out.text, PERF_OUT_CLEAR "\xc2\x9b\n");
	is_equal(perf_out_flush(&out), 0);
	is_text(read_pipe(fds[0], text, sizeof(text)),
		"a?[2J\tb\n" PERF_OUT_CLEAR "?[H?[2J??\n");
	/* perf_out_control() allows one sequence, not the same bytes in later text. */
	perf_str_add(&out.text, "\x1b[2J");
	is_equal(perf_out_flush(&out), 0);
	is_text(read_pipe(fds[0], text, sizeof(text)), "?[2J");
	/* perf_out_flush() holds back half a character until its other half arrives. */
	perf_str_add(&out.text, "x\xe2\x82");
	is_equal(perf_out_flush(&out), 0);
	is_text(read_pipe(fds[0], text, sizeof(text)), "x");
	perf_str_add(&out.text, "\xac\xc2");
	is_equal(perf_out_flush(&out), 0);
	is_text(read_pipe(fds[0], text, sizeof(text)), "\xe2\x82\xac");
	perf_str_add(&out.text, "\x9b\xc3");
	is_equal(perf_out_end(&out), 0);
	is_text(read_pipe(fds[0], text, sizeof(text)), "??\xc3");
	out.separator = "\x1f";
	perf_str_add(&out.text, "a\x1f\x1e");
	is_equal(perf_out_end(&out), 0);
	is_text(read_pipe(fds[0], text, sizeof(text)), "a\x1f?");
	out.binary = true;
	perf_str_add(&out.text, "\x1b\xc2");
	is_equal(perf_out_flush(&out), 0);
	is_text(read_pipe(fds[0], text, sizeof(text)), "\x1b\xc2");
	is_equal(perf_out_end(&out), 0);
	close(fds[0]);
	close(fds[1]);
}

static void format_is_our_own(void)
{
	static char longer[2000];
	struct perf_str str = { 0 };

	perf_str_foreign(&str, "\r%s:\n\t%s%c%5d\n", "a\r\n\v\t", "\x1b[2J\x01", '\n', 7);
	is_text(perf_str_text(&str), "\ra????:\n\t?[2J??    7\n");
	perf_str_cut(&str, 0);
	memset(longer, 'x', sizeof(longer) - 1);
	longer[1500] = '\n';
	perf_str_foreign(&str, "%s\n", longer);
	is_equal(str.length, sizeof(longer));
	is_equal(str.text[1500], '?');
	is_equal(str.text[str.length - 1], '\n');
	perf_str_free(&str);
}

static void errors_are_sanitized(void)
{
	struct perf_error error;

	perf_error_set(&error, EINVAL, "no '%s'", "a\nperf: all is well\x1b[2J");
	is_text(error.text, "no 'a?perf: all is well?[2J'");
	perf_error_prefix(&error, "%s", "b\r");
	is_text(error.text, "b?: no 'a?perf: all is well?[2J'");
	perf_error_hint(&error, "it is %s\nor not", "a\nb");
	perf_error_hint(&error, "%s", "\x9b");
	is_text(error.hint, "it is a?b\nor not\n?");
}

int main(void)
{
	test(each_byte_at_each_place);
	test(characters_that_do_something);
	test(json_escapes_them);
	test(fields_have_no_separator);
	test(writer_sanitizes);
	test(format_is_our_own);
	test(errors_are_sanitized);
	return test_end();
}
