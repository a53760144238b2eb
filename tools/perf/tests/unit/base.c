// SPDX-License-Identifier: GPL-2.0
/* Tests of lib/base. */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include <base/io.h>
#include <base/output.h>
#include <base/map.h>
#include <base/num.h>
#include <base/opt.h>
#include <base/str.h>
#include <base/vec.h>

#include "tap.h"

static void error_keeps_text_and_hints(void)
{
	struct perf_error error;

	is_equal(perf_error_set(&error, EACCES, "no %s", "way"), -EACCES);
	is_text(error.text, "no way");
	is_text(error.hint, "");
	perf_error_hint(&error, "first");
	perf_error_hint(&error, "second");
	is_text(error.hint, "first\nsecond");
	perf_error_prefix(&error, "opening %d", 3);
	is_text(error.text, "opening 3: no way");
	is_equal(error.code, EACCES);
}

static void string_formats_numbers(void)
{
	struct perf_str str = { 0 };

	perf_str_u64(&str, 0, 0, ' ');
	perf_str_char(&str, '|');
	perf_str_u64(&str, UINT64_MAX, 0, ' ');
	perf_str_char(&str, '|');
	perf_str_u64(&str, 42, 6, '0');
	perf_str_char(&str, '|');
	perf_str_hex(&str, 0xdeadbeefull, 12, ' ');
	is_text(perf_str_text(&str), "0|18446744073709551615|000042|    deadbeef");
	perf_str_free(&str);
	is_text(perf_str_text(&str), "");
}

static void string_columns_and_json(void)
{
	struct perf_str str = { 0 };
	char *text;

	perf_str_left(&str, "ab", 4);
	perf_str_right(&str, "cd", 4);
	perf_str_left(&str, "longer", 2);
	is_text(perf_str_text(&str), "ab    cdlonger");
	perf_str_cut(&str, 2);
	perf_str_json(&str, "a\"b\\c\n\x01");
	text = perf_str_steal(&str);
	is_text(text, "ab\"a\\\"b\\\\c\\u000a\\u0001\"");
	is_equal(str.length, 0);
	free(text);
}

/* U+FFFD, the replacement character */
#define BAD	"\xef\xbf\xbd"

static void what_is_no_utf8_is_replaced(void)
{
	static const struct {
		const char *text;
		const char *json;
	} cases[] = {
		{ "\xc3\xa9\xe2\x82\xac\xf0\x9f\x8e\x89z",
		  "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x8e\x89z\"" },
		{ "cut\xc3", "\"cut" BAD "\"" },
		{ "cut\xf0\x9f\x8e", "\"cut" BAD BAD BAD "\"" },
		{ "\xc3(", "\"" BAD "(\"" },
		{ "\x80\xff", "\"" BAD BAD "\"" },
		/* Overlong forms, a surrogate, beyond U+10FFFF; then their valid neighbours */
		{ "\xc1\xbf", "\"" BAD BAD "\"" },
		{ "\xe0\x9f\xbf", "\"" BAD BAD BAD "\"" },
		{ "\xed\xa0\x80", "\"" BAD BAD BAD "\"" },
		{ "\xf4\x90\x80\x80", "\"" BAD BAD BAD BAD "\"" },
		{ "\xe0\xa0\x80\xed\x9f\xbf", "\"\xe0\xa0\x80\xed\x9f\xbf\"" },
		{ "\xf4\x8f\xbf\xbf", "\"\xf4\x8f\xbf\xbf\"" },
	};
	struct perf_str str = { 0 };
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(cases); i++) {
		perf_str_cut(&str, 0);
		perf_str_json(&str, cases[i].text);
		is_text(perf_str_text(&str), cases[i].json);
	}
	perf_str_free(&str);
}

static void globs_match(void)
{
	static const struct {
		const char	*pattern;
		const char	*text;
		bool		matches;
	} cases[] = {
		{ "", "", true }, { "*", "", true }, { "?", "", false },
		{ "a*c", "abbbc", true }, { "a*c", "abbbcd", false },
		{ "sched:*", "sched:sched_switch", true },
		{ "*a*b*", "xxaxxbxx", true }, { "*a*b*", "xxbxxaxx", false },
		{ "[a-c]x", "bx", true }, { "[!a-c]x", "bx", false },
		{ "[]x]", "]", true }, { "\\*", "*", true }, { "\\*", "a", false },
		{ "[", "[", true }, { "a[", "a[", true },
		{ "*************b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", false },
	};
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(cases); i++)
		if (perf_glob_match(cases[i].pattern, cases[i].text) != cases[i].matches)
			tap_bad("'%s' against '%s'", cases[i].pattern, cases[i].text);
}

static void nearest_word_is_found(void)
{
	struct perf_nearest nearest;

	perf_nearest_init(&nearest, "cylces");
	perf_nearest_offer(&nearest, "instructions");
	perf_nearest_offer(&nearest, "cycles");
	perf_nearest_offer(&nearest, "cache-misses");
	is_text(nearest.best, "cycles");
	perf_nearest_init(&nearest, "kvm");
	perf_nearest_offer(&nearest, "mem");
	is_true(!nearest.best);
	perf_nearest_init(&nearest, "mam");
	perf_nearest_offer(&nearest, "mem");
	is_text(nearest.best, "mem");
	perf_nearest_init(&nearest, "zebra");
	perf_nearest_offer(&nearest, "cycles");
	is_true(!nearest.best);
	is_equal(perf_edit_distance("abc", "abc"), 0);
	is_equal(perf_edit_distance("page_faults", "page-faults"), 0);
	is_equal(perf_edit_distance("", "abc"), 3);
	is_equal(perf_edit_distance("ab", "ba"), 1);
}

static void numbers_are_read_strictly(void)
{
	double real;
	uint64_t u;
	int64_t s;

	is_true(perf_parse_u64("0x10", &u) && u == 16);
	is_true(perf_parse_u64("18446744073709551615", &u) && u == UINT64_MAX);
	is_true(!perf_parse_u64("18446744073709551616", &u));
	is_true(!perf_parse_u64("-1", &u));
	is_true(!perf_parse_u64("", &u));
	is_true(!perf_parse_u64("12x", &u));
	is_true(!perf_parse_u64(" 1", &u));
	is_true(perf_parse_s64("-12", &s) && s == -12);
	is_true(perf_parse_size("16M", &u) && u == 16 << 20);
	is_true(perf_parse_size("3b", &u) && u == 3);
	is_true(!perf_parse_size("99999999999G", &u));
	is_true(perf_parse_size("2KB", &u) && u == 2048);
	is_true(!perf_parse_size("1BB", &u));
	is_true(!perf_parse_size("1KBB", &u));
	is_true(perf_parse_time("1.5ms", &u) && u == 1500000);
	is_true(perf_parse_time("2", &u) && u == 2000000000);
	is_true(!perf_parse_time("1e30s", &u));
	is_true(perf_parse_double("0.5", &real) && real == 0.5);
	is_true(!perf_parse_double("nan", &real));
}

static void digits_are_grouped(void)
{
	char text[32];

	perf_group_digits(text, sizeof(text), "1234567");
	is_text(text, "1,234,567");
	perf_group_digits(text, sizeof(text), "123");
	is_text(text, "123");
	perf_group_digits(text, sizeof(text), "-1234.5678");
	is_text(text, "-1,234.5678");
	perf_group_digits(text, 4, "1234567");
	is_true(strlen(text) < 4);
}

static void vector_grows_zeroed(void)
{
	PERF_VEC(int) numbers = { 0 };
	int *number;
	int i, sum = 0;

	for (i = 0; i < 1000; i++) {
		number = perf_vec_push(&numbers);
		is_equal(*number, 0);
		*number = i;
	}
	is_equal(numbers.count, 1000);
	perf_vec_each(&numbers, number)
		sum += *number;
	is_equal(sum, 499500);
	perf_vec_free(&numbers);
	is_equal(numbers.count, 0);
	perf_vec_each(&numbers, number)
		sum = -1;
	is_equal(sum, 499500);
}

static void map_keeps_all_keys(void)
{
	struct perf_map map = { 0 };
	uint64_t i, key, value, sum = 0;
	size_t at = 0;
	bool added;

	is_true(!perf_map_get(&map, 0, &value));
	for (i = 0; i < 10000; i++)
		*perf_map_put(&map, i << 32 | i, &added) = i * 3;
	is_equal(map.count, 10000);
	perf_map_put(&map, 5ull << 32 | 5, &added);
	is_true(!added);
	for (i = 0; i < 10000; i++)
		is_true(perf_map_get(&map, i << 32 | i, &value) && value == i * 3);
	is_true(!perf_map_get(&map, 77, &value));
	while (perf_map_next(&map, &at, &key, &value))
		sum += value;
	is_equal(sum, 149985000);
	perf_map_free(&map);
}

static void strings_are_interned(void)
{
	struct perf_intern set = { 0 };
	const char *first;
	char text[32];
	uint32_t i;

	is_equal(perf_intern_find(&set, "x"), PERF_INTERN_NONE);
	is_equal(perf_intern(&set, ""), 0);
	first = set.texts[0];
	for (i = 1; i < 20000; i++) {
		snprintf(text, sizeof(text), "word %u", i);
		is_equal(perf_intern(&set, text), i);
	}
	for (i = 1; i < 20000; i += 7) {
		snprintf(text, sizeof(text), "word %u", i);
		is_equal(perf_intern(&set, text), i);
		is_equal(perf_intern_find(&set, text), i);
		is_text(set.texts[i], text);
	}
	is_true(set.texts[0] == first);
	is_equal(perf_intern_mem(&set, "word 1xyz", 6), 1);
	perf_intern_free(&set);
}

static void is_sanitized(const char *name, const char *want)
{
	struct perf_str str = { 0 };

	perf_str_add(&str, "\n");
	perf_str_name(&str, name);
	is_text(perf_str_text(&str) + 1, want);
	is_equal(str.text[0], '\n');
	perf_str_free(&str);
}

static void names_are_sanitized(void)
{
	struct perf_str str = { 0 };

	is_sanitized("", "");
	is_sanitized("name of a task", "name of a task");
	is_sanitized("\x1b[31mEV\nIL\x07", "?[31mEV?IL?");
	is_sanitized("\t\x01\x1f\x7f~ ", "????~ ");
	is_sanitized("gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xc2\xa0\xc2\xb5",
		     "gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xc2\xa0\xc2\xb5");
	is_sanitized("\xc2\x80\xc2\x9f\xc2\x9bH\xc2", "??????H\xc2");
	perf_str_sanitize(&str, 0, 0);
	perf_str_add(&str, "\ta\n");
	perf_str_sanitize(&str, 0, '\t');
	is_text(str.text, "\ta?");
	perf_str_free(&str);
}

static void files_are_read_whole(void)
{
	char *data = malloc(100000);
	char line[16];
	size_t size;
	char *copy;

	memset(data, 'x', 100000);
	data[10] = '\n';
	is_equal(perf_output_write("data", 0644, data, 100000, NULL), 0);
	copy = perf_read_file("data", &size);
	is_equal(size, 100000);
	is_true(!memcmp(copy, data, size) && !copy[size]);
	is_equal(perf_read_line("data", line, sizeof(line)), 10);
	is_text(line, "xxxxxxxxxx");
	is_true(!perf_read_file("nothing", &size) && errno == ENOENT);
	is_equal(perf_read_line("nothing", line, sizeof(line)), -ENOENT);
	unlink("data");
	free(copy);
	free(data);
}

struct opts {
	bool			all;
	bool			no_thing;
	int			verbose;
	int			number;
	uint64_t		size;
	const char		*text;
	const char		*graph;
	struct perf_texts	events;
	int			called;
};

static int call(void *options, const struct perf_option *option, const char *text, bool negated,
		struct perf_error *error)
{
	struct opts *opts = options;

	(void)error;
	opts->called = negated ? -1 : (int)(option->value + (text ? strlen(text) : 0));
	return 0;
}

static const struct perf_option table[] = {
	PERF_OPT_HEADING("Things"),
	PERF_OPT_FLAG(struct opts, all, 'a', "all-cpus", "all"),
	PERF_OPT_FLAG(struct opts, no_thing, 0, "no-thing", "without"),
	PERF_OPT_COUNT(struct opts, verbose, 'v', "verbose", "more"),
	PERF_OPT_INT(struct opts, number, 'n', "number", "N", "a number"),
	PERF_OPT_SIZE(struct opts, size, 's', "size", "BYTES", "a size"),
	PERF_OPT_TEXT(struct opts, text, 'o', "output", "FILE", "a file"),
	PERF_OPT_TEXT(struct opts, text, 0, "out-dir", "DIR", "a directory"),
	PERF_OPT_TEXT_OPTIONAL(struct opts, graph, 'g', "graph", "KIND", "default",
			       PERF_OPT_OPTIONAL_NEXT, "a graph"),
	PERF_OPT_LIST(struct opts, events, 'e', "event", "EVENT", "an event"),
	PERF_OPT_CALL('c', "call", "X", call, 100, PERF_OPT_OPTIONAL | PERF_OPT_NEGATABLE,
		      "call"),
	PERF_OPT_CALL(0, "rate", "N", call, 200, 0, "a rate"),
	PERF_OPT_END
};

/* Parse blank-separated @words; return the result of perf_options_parse(). */
static int parse(struct opts *opts, const char *words, bool intermixed, struct perf_error *error,
		 char **argv)
{
	static char copy[256];
	int argc = 0;
	char *word;
	enum perf_options_asked asked;

	memset(opts, 0, sizeof(*opts));
	error->hint[0] = '\0';
	snprintf(copy, sizeof(copy), "%s", words);
	for (word = strtok(copy, " "); word; word = strtok(NULL, " "))
		argv[argc++] = word;
	argv[argc] = NULL;
	return perf_options_parse(table, opts, argc, argv, intermixed, &asked, error);
}

static void options_are_parsed(void)
{
	struct perf_error error;
	struct opts opts;
	char *argv[32];

	is_equal(parse(&opts, "-avv -n5 --size=4K -e a -e b --output x -- prog -a", false, &error,
		       argv), 10);
	is_true(opts.all && opts.verbose == 2 && opts.number == 5 && opts.size == 4096);
	is_text(opts.text, "x");
	is_equal(opts.events.count, 2);
	is_text(opts.events.at[1], "b");
	is_text(argv[10], "prog");
	perf_options_free(table, &opts);

	is_equal(parse(&opts, "prog -a", false, &error, argv), 0);
	is_true(!opts.all);
	is_equal(parse(&opts, "one -a two -n 3", true, &error, argv), 3);
	is_true(opts.all && opts.number == 3);
	is_text(argv[3], "one");
	is_text(argv[4], "two");
	is_equal(parse(&opts, "one -a -- -x two", true, &error, argv), 2);
	is_text(argv[2], "one");
	is_text(argv[3], "-x");
}

static void options_may_be_negated_shortened_or_bare(void)
{
	struct perf_error error;
	struct opts opts;
	char *argv[32];

	is_equal(parse(&opts, "-a --no-all-cpus --no-thing", false, &error, argv), 3);
	is_true(!opts.all && opts.no_thing);
	is_equal(parse(&opts, "--no-thing --thing", false, &error, argv), 2);
	is_true(!opts.no_thing);
	is_equal(parse(&opts, "--verb --outp=y", false, &error, argv), 2);
	is_true(opts.verbose == 1);
	is_text(opts.text, "y");
	is_equal(parse(&opts, "-g -a", false, &error, argv), 2);
	is_text(opts.graph, "default");
	is_equal(parse(&opts, "-g caller -a", false, &error, argv), 3);
	is_text(opts.graph, "caller");
	is_equal(parse(&opts, "-c", false, &error, argv), 1);
	is_equal(opts.called, 100);
	is_equal(parse(&opts, "-cabc", false, &error, argv), 1);
	is_equal(opts.called, 103);
	is_equal(parse(&opts, "--no-call", false, &error, argv), 1);
	is_equal(opts.called, -1);
	is_equal(parse(&opts, "-e a --no-event -e b", false, &error, argv), 5);
	is_equal(opts.events.count, 1);
	is_text(opts.events.at[0], "b");
	perf_options_free(table, &opts);
	/* call() must not run: --rate is not PERF_OPT_NEGATABLE. */
	is_equal(parse(&opts, "--no-rate", false, &error, argv), -EINVAL);
	is_text(error.text, "there is no --no-rate: leave out --rate instead");
	is_equal(opts.called, 0);
}

static void wrong_options_are_explained(void)
{
	struct perf_error error;
	struct opts opts;
	char *argv[32];

	is_equal(parse(&opts, "--al-cpus", false, &error, argv), -EINVAL);
	has_text(error.hint, "--all-cpus");
	is_equal(parse(&opts, "--out=1", false, &error, argv), -EINVAL);
	has_text(error.text, "ambiguous");
	has_text(error.hint, "--output");
	is_equal(parse(&opts, "-n", false, &error, argv), -EINVAL);
	has_text(error.text, "needs an argument");
	is_equal(parse(&opts, "-n x", false, &error, argv), -EINVAL);
	has_text(error.text, "'x'");
	is_equal(parse(&opts, "-n 99999999999", false, &error, argv), -EINVAL);
	is_equal(parse(&opts, "-s 4KX", false, &error, argv), -EINVAL);
	is_equal(parse(&opts, "--all-cpus=3", false, &error, argv), -EINVAL);
	is_equal(parse(&opts, "-aq", false, &error, argv), -EINVAL);
	has_text(error.text, "-q");
}

static void help_shows_every_option(void)
{
	struct perf_str help = { 0 }, rst = { 0 }, words = { 0 };
	const struct perf_option *option;
	char name[32];

	perf_options_help(table, &help);
	perf_options_rst(table, &rst);
	perf_options_words(table, &words);
	for (option = table; option->kind != PERF_OPTION_END; option++) {
		if (!option->name)
			continue;
		snprintf(name, sizeof(name), "--%s", option->name);
		has_text(perf_str_text(&help), name);
		has_text(perf_str_text(&rst), name);
		has_text(perf_str_text(&words), name);
	}
	perf_str_free(&help);
	perf_str_free(&rst);
	perf_str_free(&words);
}

/* Key @i of one of seven sets of evenly spaced keys. */
static uint64_t even_key(unsigned int set, uint64_t i)
{
	switch (set) {
	case 0:
		return i;
	case 1:
		return i << 12;
	case 2:
		return i << 32;
	case 3:
		return i << 51;
	case 4:
		return (i & 255) << 56 | i >> 8 << 28;
	case 5:
		return 0xffffffff81000000ull + 37 * i;
	default:
		return i / 64 << 32 | i % 64;
	}
}

/* Probes to put 3000 keys of @set into 4096 slots, by linear probing. */
static unsigned int count_probes(struct perf_hash_key key, unsigned int set, bool second)
{
	static bool used[4096];
	unsigned int i, at, probes = 0;

	memset(used, 0, sizeof(used));
	for (i = 0; i < 3000; i++) {
		at = second ? perf_hash_pair(key, 0, even_key(set, i)) % 4096 :
			      perf_hash_pair(key, even_key(set, i), 0) % 4096;
		for (probes++; used[at]; probes++)
			at = (at + 1) % 4096;
		used[at] = true;
	}
	return probes;
}

/*
 * Honest tables have evenly spaced keys, which perf_hash_pair() must spread with each secret: 2.4
 * probes a key are usual at this load. With a single product in it, some secrets need 150.
 */
static void even_keys_are_spread(void)
{
	struct perf_hash_key key = { .multiply = 1 };
	unsigned int i, set, probes;

	for (i = 0; i < 400; i++) {
		key.add = perf_hash_u64(2 * i + 1);
		key.multiply = perf_hash_u64(2 * i + 2) | 1;
		for (set = 0; set < 7; set++) {
			probes = count_probes(key, set, i % 2);
			if (probes > 5 * 3000)
				tap_bad("secret %u, set %u: %u probes", i, set, probes);
		}
	}
}

int main(void)
{
	test(error_keeps_text_and_hints);
	test(string_formats_numbers);
	test(string_columns_and_json);
	test(what_is_no_utf8_is_replaced);
	test(globs_match);
	test(nearest_word_is_found);
	test(numbers_are_read_strictly);
	test(digits_are_grouped);
	test(vector_grows_zeroed);
	test(map_keeps_all_keys);
	test(strings_are_interned);
	test(names_are_sanitized);
	test(files_are_read_whole);
	test(options_are_parsed);
	test(options_may_be_negated_shortened_or_bare);
	test(wrong_options_are_explained);
	test(help_shows_every_option);
	test(even_keys_are_spread);
	return test_end();
}
