// SPDX-License-Identifier: GPL-2.0
/*
 * Texts of tracepoints: equal to those of libtraceevent; and no format or record of an attacker
 * makes the tool read beyond the record, calculate for ever or print without end.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <model/print_text.h>
#include <model/tracepoint.h>

#include "formats_made.h"
#include "tap.h"

#define STORED	"0x2010 : \"stored\\n\"\n"

/**
 * struct shown - a tracepoint with a print format, and a record of it
 * @format: its fields
 * @print: its parsed print format
 * @record: the record to print
 * @texts: static texts that @record points to
 * @str: the printed text
 * @error: why perf_print_parse() refused the print format
 */
struct shown {
	struct perf_format		format;
	struct perf_print_format	print;
	struct perf_print_record	record;
	struct perf_static_texts	texts;
	struct perf_str			str;
	struct perf_error		error;
};

static void shown_open(struct shown *shown, const char *print, const void *raw, size_t size)
{
	struct perf_str text = { 0 };

	*shown = (struct shown){ 0 };
	perf_str_add(&text, made_format);
	perf_str_add(&text, print);
	perf_str_char(&text, '\n');
	is_equal(perf_format_parse(&shown->format, text.text, text.length), 0);
	perf_static_texts_read(&shown->texts, STORED, strlen(STORED));
	shown->record = (struct perf_print_record){
		.format = &shown->format, .raw = raw, .size = size, .texts = &shown->texts,
		.str = &shown->str,
	};
	if (!perf_print_parse(&shown->print, &shown->format, 8, &shown->error))
		shown->record.print = &shown->print;
	perf_str_free(&text);
}

static void shown_close(struct shown *shown)
{
	perf_print_free(&shown->print);
	perf_format_free(&shown->format);
	perf_static_texts_free(&shown->texts);
	perf_str_free(&shown->str);
}

/* The text of the record, or the reason for refusing it; valid until shown_close() */
static const char *shown_text(struct shown *shown)
{
	if (!shown->record.print)
		return shown->error.text;
	perf_str_cut(&shown->str, 0);
	perf_print_begin(&shown->record);
	perf_print_text(&shown->record);
	perf_print_end(&shown->record);
	return perf_str_text(&shown->str);
}

static void compare(const struct made_text *rows, size_t count)
{
	struct shown shown;
	size_t i;

	for (i = 0; i < count; i++) {
		shown_open(&shown, rows[i].print, made_record, sizeof(made_record));
		if (strcmp(shown_text(&shown), rows[i].text))
			tap_bad("%s gives '%s', not '%s'", rows[i].print, shown_text(&shown),
				rows[i].text);
		shown_close(&shown);
	}
}

static void texts_are_those_of_libtraceevent(void)
{
	compare(made_texts, PERF_ARRAY_SIZE(made_texts));
}

static void texts_are_what_c_says(void)
{
	compare(made_better, PERF_ARRAY_SIZE(made_better));
}

/* libtraceevent 1.7.1 prints the same except for mask, where it printed the __data_loc word. */
static void fields_by_themselves(void)
{
	struct shown shown;

	shown_open(&shown, "\"%d 0x%x %p %s\", REC->tiny, REC->word, REC->ptr, REC->str",
		   made_record, sizeof(made_record));
	perf_print_begin(&shown.record);
	perf_print_fields(&shown.record);
	is_text(perf_str_text(&shown.str),
		" byte=200 tiny=254 less=-3 word=0x92345678 num=-42 big=9223372041273199893"
		" lng=0x332211 ptr=0xffffffff81001000 comm=ab %s mac="
		" ip4=ARRAY[c0, a8, 00, 07] ip6=ARRAY[20, 01, 0d, b8, 00, 00, 00, 00, 00, 00, 00,"
		" 00, 00, 00, 00, 01] list=ARRAY[01, 00, 00, 00, ff, ff, 00, 00, 00, 00, 00, 80]"
		" name=hello rel=rel buf=ARRAY[de, ad, 00, ef] mask=ARRAY[0d, 80, 00, 00, 00, 00,"
		" 00, 00, 01, 00, 00, 00, 00, 00, 00, 00] sock=ARRAY[02, 00, 1f, 90, 0a, 00, 00,"
		" 01, 00, 00, 00, 00, 00, 00, 00, 00] str=stored zero=0");
	shown_close(&shown);
}

/* Texts of attackers, each with the reason perf_print_parse() must refuse it for */
static const struct made_text hostile[] = {
	{ "\"%d\", REC->num / 0", "divides by zero" },
	{ "\"%d\", REC->num % (1 - 1)", "divides by zero" },
	{ "\"%d\", 1 / 0", "divides by zero" },
	{ "\"%2000000000d\", REC->num", "a width of more than 1024" },
	{ "\"%.2000000000d\", REC->num", "a width of more than 1024" },
	{ "\"%99999999999999999999d\", REC->num", "a width of more than 1024" },
	{ "\"%*s\", \"wide\", REC->comm", "a width is a text" },
	{ "\"%n\", REC->num", "conversion '%n' is not known" },
	{ "\"%f\", REC->num", "conversion '%f' is not known" },
	{ "\"%", "'\"' was expected at the end" },
	{ "\"%\"", "conversion '%' is not known" },
	{ "\"%d %d\", REC->num", "a conversion has no value" },
	{ "\"%d\", REC->nothing", "there is no field 'nothing'" },
	{ "\"%d\", REC->", "there is no field ''" },
	{ "\"%d\", REC->num +", "is not understood" },
	{ "\"%d\", REC->num[", "is not understood" },
	{ "\"%d\", (REC->num", "')' was expected at the end" },
	{ "\"%d\", REC->num ? 1", "':' was expected at the end" },
	{ "\"%d\", 99999999999999999999999", "is too large" },
	{ "\"%d\", 12monkeys", "'monkeys' is no number" },
	{ "\"%d\", system(\"id\")", "function 'system' is not known" },
	{ "\"%d\", ({ for (;;); })", "it has statements of C" },
	{ "\"%d\", -\"text\"", "it calculates with a text" },
	{ "\"%d\", \"text\" + 1", "it calculates with a text" },
	{ "\"%d\", \"text\" ? 1 : 2", "it calculates with a text" },
	{ "\"%d\", REC->list[\"text\"]", "it calculates with a text" },
	{ "\"%d\", 5[1]", "an element of what is no field" },
	{ "\"%s\", __get_str(nothing)", "there is no field 'nothing'" },
	{ "\"%s\", __print_hex(4096, 8)", "an array that is no field" },
	{ "\"%s\", __print_hex((void *)REC->num + 8, 8)", "an array that is no field" },
	{ "\"%s\", __print_hex(REC->mac)", "',' was expected" },
	{ "\"%s\", __print_flags(REC->num, \"|\", { REC->num, \"A\" })", "more than constants" },
	{ "\"%s\", __print_flags(REC->num, { 1, \"A\" })", "'\"' was expected" },
	{ "\"%s\", __print_symbolic(REC->num, { 1, \"A\" }", "')' was expected at the end" },
	{ "no text", "'\"' was expected before 'no text" },
	{ "", "'\"' was expected at the end" },
	{ "\"%d\", REC->num REC->num", "a conversion has no value" },
	{ "\"\", \033[31m", "'?[31m' is not understood" },
};

static void hostile_texts_are_refused(void)
{
	struct shown shown;
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(hostile); i++) {
		shown_open(&shown, hostile[i].print, made_record, sizeof(made_record));
		if (shown.record.print)
			tap_bad("%s is not refused", hostile[i].print);
		if (!strstr(shown.error.text, hostile[i].text))
			tap_bad("%s is refused with '%s', not '%s'", hostile[i].print,
				shown.error.text, hostile[i].text);
		shown_close(&shown);
	}
}

/* @start, then @count times @piece, then @end */
static void refuse_repeated(const char *start, const char *piece, size_t count, const char *end,
			    const char *why)
{
	struct perf_str print = { 0 };
	struct shown shown;

	perf_str_add(&print, start);
	while (count--)
		perf_str_add(&print, piece);
	perf_str_add(&print, end);
	shown_open(&shown, print.text, made_record, sizeof(made_record));
	if (shown.record.print)
		tap_bad("%.30s... is not refused", print.text);
	has_text(shown.error.text, why);
	shown_close(&shown);
	perf_str_free(&print);
}

/* Deep nesting must not exhaust the stack, neither in perf_print_parse() nor when printing. */
static void deep_texts_are_refused(void)
{
	static const char *const nested[] = {
		"(", "!", "~", "-", "(u8)", "REC->list[", "1 ? ", "REC->num ? 1 : ",
		"__builtin_expect(", "__print_hex(", "__print_flags(", "1 + (",
	};
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(nested); i++)
		refuse_repeated("\"%d\", ", nested[i], 1000, "1", "nested deeper");
	refuse_repeated("\"%d\", 1", " + REC->num", 1000, "", "operators on one another");
	refuse_repeated("\"%d\", REC->num", " * 3", 1000, "", "operators on one another");
}

static void long_texts_are_refused(void)
{
	refuse_repeated("\"", "x", 65536, "\"", "more than 65536 bytes");
	refuse_repeated("\"%d\", ", "(", 65000, "1", "nested deeper");
}

/* Kernels nest the names of memory flags this deep */
static void honest_depth_is_taken(void)
{
	struct shown shown;

	shown_open(&shown, "\"%d\", ((((((((((((((((((((REC->byte))))))))))))))))))))",
		   made_record, sizeof(made_record));
	is_text(shown_text(&shown), "200");
	shown_close(&shown);
}

/*
 * perf_print_text() must not print memory after a cut record. In a copy without such memory, the
 * address sanitizer or valgrind reports reads beyond the end.
 */
static void cut_records_stay_alone(void)
{
	static const char secret[] = "SECRETSECRETSECRETSECRETSECRETSE";
	uint8_t with_secret[sizeof(made_record) + sizeof(secret)], *copy;
	struct shown shown;
	size_t size, i;

	for (i = 0; i < PERF_ARRAY_SIZE(made_texts); i++) {
		for (size = 0; size <= sizeof(made_record); size++) {
			memcpy(with_secret, made_record, size);
			memcpy(with_secret + size, secret, sizeof(secret));
			shown_open(&shown, made_texts[i].print, with_secret, size);
			shown_text(&shown);
			perf_print_fields(&shown.record);
			if (strstr(shown.str.text, "SECRET") || strstr(shown.str.text, "53 45") ||
			    strstr(shown.str.text, "53, 45") || strstr(shown.str.text, "5345"))
				tap_bad("%s of %zu bytes gives %s", made_texts[i].print, size,
					shown.str.text);
			copy = malloc(size + !size);
			memcpy(copy, made_record, size);
			shown.record.raw = copy;
			shown_text(&shown);
			perf_print_fields(&shown.record);
			free(copy);
			shown_close(&shown);
		}
	}
}

/* Offsets, lengths and counts that an attacker may write into made_record */
static void numbers_of_records_are_not_believed(void)
{
	static const struct {
		size_t		at;
		uint32_t	value;
		struct made_text row;
	} cases[] = {
		{ 96, 0xffffffff, { "\"%s.\", __get_str(name)", "." } },
		{ 96, 0x00010000 | 184, { "\"%s.\", __get_str(name)", "." } },
		{ 96, 0x00020000 | 183, { "\"%s.\", __get_str(name)", "." } },
		{ 100, 0xfff0ffff, { "\"%s.\", __get_rel_str(rel)", "." } },
		{ 104, 0xffff0094, { "\"%s.\", __print_hex(__get_dynamic_array(buf), 9)", "." } },
		{ 16, 0xffffffff, { "\"%s\", __print_hex(REC->mac, REC->num)",
				    "00 1b 21 0a bc ff" } },
		{ 16, 100, { "\"%s\", __print_array(REC->list, REC->num, 4)",
			     "1 65535 2147483648" } },
		{ 16, 3, { "\"%s.\", __print_array(REC->list, 12, REC->num)", "." } },
		{ 16, 0, { "\"%s.\", __print_array(REC->list, 12, REC->num)", "." } },
		{ 16, 3, { "\"%d\", REC->list[REC->num]", "0" } },
		{ 16, 0xffffffff, { "\"%d\", REC->list[REC->num]", "0" } },
		{ 16, 0, { "\"%d %d\", 5 / REC->num, 5 % REC->num", "0 0" } },
		{ 16, 0x80000000, { "\"%d\", REC->num / -1", "0" } },
		{ 16, 200, { "\"%d\", 1 << REC->num", "256" } },
		{ 108, 0xffff0098, { "\"%s.\", __get_bitmask(mask)", "." } },
		{ 108, 0x00070098, { "\"%s.\", __get_cpumask(mask)", "." } },
		{ 112, 0x000700a8, { "\"%pIS.\", __get_sockaddr(sock)", "." } },
		{ 112, 0x000400a8, { "\"%pM.\", __get_dynamic_array(sock)", "INVALIDMAC." } },
		{ 120, 0x41414141, { "\"%s\", REC->str", "41414141" } },
	};
	uint8_t raw[sizeof(made_record)];
	struct shown shown;
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(cases); i++) {
		memcpy(raw, made_record, sizeof(raw));
		memcpy(raw + cases[i].at, &cases[i].value, sizeof(cases[i].value));
		shown_open(&shown, cases[i].row.print, raw, sizeof(raw));
		is_text(shown_text(&shown), cases[i].row.text);
		shown_close(&shown);
	}
}

/* PERF_PRINT_CHARS and the record's size limit a text, whatever the format prints. */
static void length_has_a_limit(void)
{
	static const char *const pieces[][2] = {
		{ "%1024d", ", REC->num" }, { "%*d", ", 1000000, REC->num" },
		{ "%.*d", ", 1000000, REC->num" }, { "%s", ", __print_hex_str(REC->ip6, 16)" },
		{ "many letters and nothing else ", "" },
	};
	size_t limit = PERF_PRINT_CHARS + sizeof(made_record) * PERF_PRINT_CHARS_A_BYTE, i, j;
	struct perf_str print = { 0 };
	struct shown shown;

	for (i = 0; i < PERF_ARRAY_SIZE(pieces); i++) {
		perf_str_cut(&print, 0);
		perf_str_char(&print, '"');
		for (j = 0; j < 1000; j++)
			perf_str_add(&print, pieces[i][0]);
		perf_str_char(&print, '"');
		for (j = 0; j < 1000; j++)
			perf_str_add(&print, pieces[i][1]);
		shown_open(&shown, print.text, made_record, sizeof(made_record));
		shown_text(&shown);
		is_equal(shown.str.length, limit + strlen("..."));
		is_text(shown.str.text + limit, "...");
		shown_close(&shown);
	}
	perf_str_free(&print);
}

/* A field's line, and whether perf_format_parse() keeps the field */
static void fields_that_no_record_has_are_left_out(void)
{
	static const struct {
		const char	*line;
		bool		taken;
	} lines[] = {
		{ "field:int a;\toffset:8;\tsize:4;\tsigned:1;", true },
		{ "field:int a;\toffset:65532;\tsize:4;\tsigned:1;", true },
		{ "field:int a;\toffset:65533;\tsize:4;\tsigned:1;", false },
		{ "field:int a;\toffset:4294967304;\tsize:4;\tsigned:1;", false },
		{ "field:int a;\toffset:8;\tsize:4294967300;\tsigned:1;", false },
		{ "field:int a;\toffset:-8;\tsize:4;\tsigned:1;", false },
		{ "field:int a;\toffset:8;\tsize:-4;\tsigned:1;", false },
		{ "field:int a;\toffset:x;\tsize:4;\tsigned:1;", false },
		{ "field:int \033[31m;\toffset:8;\tsize:4;\tsigned:1;", false },
		{ "field:int a b\tc;\toffset:8;\tsize:4;\tsigned:1;", false },
	};
	struct perf_str text = { 0 };
	struct perf_format format;
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(lines); i++) {
		perf_str_cut(&text, 0);
		perf_str_format(&text, "name: x\nID: 1\nformat:\n%s\n%s\n", lines[i].line,
				"\tfield:int last;\toffset:12;\tsize:4;\tsigned:1;");
		is_true(!perf_format_parse(&format, text.text, text.length));
		if (format.fields.count != 1u + lines[i].taken)
			tap_bad("%s: %zu fields", lines[i].line, format.fields.count);
		perf_format_free(&format);
	}
	perf_str_free(&text);
}

static void formats_have_limits(void)
{
	struct perf_str text = { 0 };
	struct perf_format format;
	unsigned int i;

	perf_str_add(&text, "name: x\033[31m\nID: 1\n"
		     "field:int a;\toffset:8;\tsize:4;\tsigned:1;\n");
	is_equal(perf_format_parse(&format, text.text, text.length), -EINVAL);
	perf_str_cut(&text, 0);
	perf_str_add(&text, "name: x\nID: 1\n");
	for (i = 0; i < 600; i++)
		perf_str_format(&text, "field:int a%u;\toffset:8;\tsize:4;\tsigned:1;\n", i);
	is_equal(perf_format_parse(&format, text.text, text.length), -EINVAL);
	perf_str_cut(&text, 0);
	perf_str_add(&text, "name: x\nID: 1\nfield:int a;\toffset:8;\tsize:4;\tsigned:1;\n");
	is_equal(perf_format_parse(&format, text.text, text.length), 0);
	perf_format_free(&format);
	perf_str_free(&text);
}

/* ---- formats of a whole recording ------------------------------------------------------- */

static void put_u32(struct perf_str *blob, uint32_t value)
{
	perf_str_mem(blob, (const char *)&value, sizeof(value));
}

static void put_file(struct perf_str *blob, const char *text)
{
	uint64_t size = strlen(text);

	perf_str_mem(blob, (const char *)&size, sizeof(size));
	perf_str_add(blob, text);
}

/* Append the tracing data of a recording, see trace-cmd.dat(5) */
static void put_formats(struct perf_str *blob, const char *const *formats, uint32_t count,
			const char *texts)
{
	perf_str_mem(blob, "\x17\x08\x44tracing0.6", sizeof("\x17\x08\x44tracing0.6"));
	perf_str_mem(blob, "\0\x08", 2);
	put_u32(blob, 4096);
	perf_str_mem(blob, "header_page", sizeof("header_page"));
	put_file(blob, "");
	perf_str_mem(blob, "header_event", sizeof("header_event"));
	put_file(blob, "");
	put_u32(blob, 0);
	put_u32(blob, 1);
	perf_str_mem(blob, "sys", sizeof("sys"));
	put_u32(blob, count);
	while (count--)
		put_file(blob, *formats++);
	put_u32(blob, 0);
	put_u32(blob, strlen(texts));
	perf_str_add(blob, texts);
}

#define FORMAT(id_, name_, print_)							\
	"name: " name_ "\nID: " id_ "\nformat:\n"					\
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n\n"	\
	"\tfield:int a;\toffset:4;\tsize:4;\tsigned:1;\n\nprint fmt: " print_ "\n"

static void refused_texts_leave_the_fields(void)
{
	static const char *const formats[] = {
		FORMAT("1", "first", "\"%d\", REC->a / 0"),
		FORMAT("2", "second", "\"a=%d\", REC->a"),
		FORMAT("1", "again", "\"hidden\""), FORMAT("65537", "far", "\"far\""),
	};
	const uint32_t records[][2] = { { 1, 5 }, { 2, 6 }, { 3, 7 } };
	struct perf_tracepoints *tracepoints;
	struct perf_str blob = { 0 }, text = { 0 };

	put_formats(&blob, formats, PERF_ARRAY_SIZE(formats), "");
	tracepoints = perf_tracepoints_create(blob.text, blob.length);
	is_true(!perf_tracepoints_refused(tracepoints, 0, &text));
	is_true(perf_tracepoints_print(tracepoints, &text, records[0], 8));
	is_true(perf_tracepoints_print(tracepoints, &text, records[1], 8));
	is_true(!perf_tracepoints_print(tracepoints, &text, records[2], 8));
	is_true(!perf_tracepoints_print(tracepoints, &text, records[0], 1));
	is_true(perf_tracepoints_print(tracepoints, &text, records[0], 8));
	is_text(text.text, "[FAILED TO PARSE] a=5a=6[FAILED TO PARSE] a=5");
	perf_str_cut(&text, 0);
	is_true(perf_tracepoints_refused(tracepoints, 0, &text));
	is_true(!perf_tracepoints_refused(tracepoints, 1, &text));
	is_text(text.text, "sys:first: its text is not used: it divides by zero");
	perf_tracepoints_free(tracepoints);
	perf_str_free(&blob);
	perf_str_free(&text);
}

/* perf_tracepoints_create() must not read beyond a blob with wrong counts or sizes. */
static void damaged_blobs_are_read_to_the_damage(void)
{
	static const char *const formats[] = { FORMAT("1", "first", "\"%s\", REC->a") };
	const uint32_t record[] = { 1, 5 };
	struct perf_tracepoints *tracepoints;
	struct perf_str blob = { 0 }, text = { 0 };
	size_t cut, at;
	char *copy;

	put_formats(&blob, formats, 1, STORED);
	for (at = 0; at + 4 <= blob.length; at++) {
		copy = malloc(blob.length);
		memcpy(copy, blob.text, blob.length);
		memset(copy + at, 0xff, 4);
		tracepoints = perf_tracepoints_create(copy, blob.length);
		perf_tracepoints_print(tracepoints, &text, record, sizeof(record));
		perf_tracepoints_free(tracepoints);
		free(copy);
	}
	for (cut = 0; cut < blob.length; cut++) {
		copy = malloc(cut + !cut);
		memcpy(copy, blob.text, cut);
		tracepoints = perf_tracepoints_create(copy, cut);
		perf_tracepoints_print(tracepoints, &text, record, sizeof(record));
		perf_tracepoints_free(tracepoints);
		free(copy);
	}
	is_true(!text.failed);
	perf_str_free(&blob);
	perf_str_free(&text);
}

int main(void)
{
	test(texts_are_those_of_libtraceevent);
	test(texts_are_what_c_says);
	test(fields_by_themselves);
	test(hostile_texts_are_refused);
	test(deep_texts_are_refused);
	test(long_texts_are_refused);
	test(honest_depth_is_taken);
	test(cut_records_stay_alone);
	test(numbers_of_records_are_not_believed);
	test(length_has_a_limit);
	test(fields_that_no_record_has_are_left_out);
	test(formats_have_limits);
	test(refused_texts_leave_the_fields);
	test(damaged_blobs_are_read_to_the_damage);
	return test_end();
}
