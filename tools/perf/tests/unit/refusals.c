// SPDX-License-Identifier: GPL-2.0
/*
 * The table of 'perf why'. The format of the tracepoint is the one that a kernel with it shows in
 * tracefs; numbers of reasons are those of uapi/linux/perf_event.h.
 */
#include <errno.h>
#include <string.h>

#include <trace/refusals.h>

#include "tap.h"

#define COMMON									\
	"name: perf_refused\nID: 399\nformat:\n"				\
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"	\
	"\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"	\
	"\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n" \
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"		\
	"\tfield:u16 reason;\toffset:8;\tsize:2;\tsigned:0;\n"			\
	"\tfield:u16 where;\toffset:10;\tsize:2;\tsigned:0;\n"			\
	"\tfield:int error;\toffset:12;\tsize:4;\tsigned:1;\n"			\
	"\tfield:char comm[16];\toffset:16;\tsize:16;\tsigned:0;\n"		\
	"\tfield:__data_loc char[] text;\toffset:32;\tsize:4;\tsigned:0;\n"

/* Fields that a kernel may add. */
#define MORE									\
	"\tfield:u64 bits;\toffset:40;\tsize:8;\tsigned:0;\n"			\
	"\tfield:u64 got;\toffset:48;\tsize:8;\tsigned:0;\n"			\
	"\tfield:u64 allowed;\toffset:56;\tsize:8;\tsigned:0;\n"

#define TEXT_OFFSET	64

/* A sample's raw data. */
struct refused {
	uint16_t	type;
	uint8_t		flags;
	uint8_t		preempt_count;
	int32_t		pid;
	uint16_t	reason;
	uint16_t	where;
	int32_t		error;
	char		comm[16];
	uint32_t	location;
	uint32_t	padding;
	uint64_t	bits;
	uint64_t	got;
	uint64_t	allowed;
	char		text[64];
};

static struct refused refused_make(unsigned int reason, int code, const char *comm,
				   const char *text)
{
	struct refused raw = {
		.reason = (uint16_t)reason, .where = PERF_WHERE_NONE, .error = code,
		.location = (uint32_t)(strlen(text) + 1) << 16 | TEXT_OFFSET,
	};

	_Static_assert(offsetof(struct refused, text) == TEXT_OFFSET, "as the format says");
	memcpy(raw.comm, comm, strnlen(comm, sizeof(raw.comm)));
	memcpy(raw.text, text, strlen(text) + 1);
	return raw;
}

static void add(struct perf_refusals *refusals, const char *text, const struct refused *raw,
		size_t size)
{
	struct perf_format format;

	is_equal(perf_format_parse(&format, text, strlen(text)), 0);
	is_equal(perf_refusals_add(refusals, &format, raw, size), 0);
	perf_format_free(&format);
}

static void text_is(const struct perf_refusals *refusals, const char *want)
{
	struct perf_str str = { 0 };

	perf_refusals_text(refusals, &str);
	is_text(perf_str_text(&str), want);
	perf_str_free(&str);
}

static void json_is(const struct perf_refusals *refusals, const char *want)
{
	struct perf_str str = { 0 };

	perf_refusals_json(refusals, &str);
	is_text(perf_str_text(&str), want);
	perf_str_free(&str);
}

/* Several rows of the same refusal would hide how many kinds there are. */
static void equal_refusals_are_one_row(void)
{
	struct perf_refusals refusals = { 0 };
	struct refused one = refused_make(21, EINVAL, "java", "inherit_thread needs inherit");
	struct refused two = refused_make(49, ENOENT, "java", "no PMU");
	struct refused three = refused_make(49, ENOENT, "perf", "no PMU");

	one.where = 40;
	two.where = 0;
	three.where = 0;
	add(&refusals, COMMON, &two, sizeof(two));
	add(&refusals, COMMON, &one, sizeof(one));
	add(&refusals, COMMON, &three, sizeof(three));
	add(&refusals, COMMON, &two, sizeof(two));
	text_is(&refusals,
		"  Count  Error         Command           Reason\n"
		"      2  ENOENT        java              no PMU\n"
		"                                         reason 49 (NO_PMU) in type\n"
		"      1  EINVAL        java              inherit_thread needs inherit\n"
		"                                         reason 21 (INHERIT_THREAD) in the single bits\n"
		"      1  ENOENT        perf              no PMU\n"
		"                                         reason 49 (NO_PMU) in type\n");
	perf_refusals_free(&refusals);
	text_is(&refusals, "The kernel refused no call for events.\n");
	json_is(&refusals, "");
}

static void objects_have_what_is_known(void)
{
	struct perf_refusals refusals = { 0 };
	struct refused raw = refused_make(31, EINVAL, "a\"b", "too \"fast\"");

	raw.where = 16;
	raw.got = 5000;
	raw.allowed = 4000;
	add(&refusals, COMMON, &raw, sizeof(raw));
	add(&refusals, COMMON MORE, &raw, sizeof(raw));
	json_is(&refusals,
		"{\"count\": 1, \"error\": 22, \"errno\": \"EINVAL\", \"comm\": \"a\\\"b\", \"reason\": 31, \"name\": \"SAMPLE_FREQ\", \"where\": 16, \"place\": \"sample_period or sample_freq\", \"text\": \"too \\\"fast\\\"\"}\n"
		"{\"count\": 1, \"error\": 22, \"errno\": \"EINVAL\", \"comm\": \"a\\\"b\", \"reason\": 31, \"name\": \"SAMPLE_FREQ\", \"where\": 16, \"place\": \"sample_period or sample_freq\", \"got\": 5000, \"allowed\": 4000, \"text\": \"too \\\"fast\\\"\"}\n");
	perf_refusals_free(&refusals);
}

/* A reason of a newer kernel, an errno of no name, and names that would forge a row. */
static void strange_refusals_are_shown(void)
{
	struct perf_refusals refusals = { 0 };
	struct refused raw = refused_make(999, 4000, "a\nroot\033[2J0123456", "b\nc");

	add(&refusals, COMMON, &raw, sizeof(raw));
	text_is(&refusals,
		"  Count  Error         Command           Reason\n"
		"      1  4000          a?root?[2J012345  b?c\n"
		"                                         reason 999\n");
	json_is(&refusals,
		"{\"count\": 1, \"error\": 4000, \"comm\": \"a\\u000aroot\\u001b[2J012345\", \"reason\": 999, \"where\": 65535, \"text\": \"b\\u000ac\"}\n");
	perf_refusals_free(&refusals);
}

/* A record that ends early, and a format without the fields. */
static void what_is_missing_is_left_out(void)
{
	struct perf_refusals refusals = { 0 };
	struct refused raw = refused_make(21, EINVAL, "java", "inherit_thread needs inherit");
	static const char bare[] = "name: perf_refused\nID: 1\nformat:\n"
		"\tfield:u16 reason;\toffset:8;\tsize:2;\tsigned:0;\n";

	add(&refusals, COMMON, &raw, offsetof(struct refused, comm));
	add(&refusals, bare, &raw, sizeof(raw));
	add(&refusals, COMMON, &raw, 0);
	json_is(&refusals,
		"{\"count\": 1, \"error\": 22, \"errno\": \"EINVAL\", \"reason\": 21, \"name\": \"INHERIT_THREAD\", \"where\": 65535}\n"
		"{\"count\": 1, \"error\": 0, \"errno\": \"0\", \"reason\": 21, \"name\": \"INHERIT_THREAD\", \"where\": 65535}\n"
		"{\"count\": 1, \"error\": 0, \"errno\": \"0\", \"reason\": 0, \"name\": \"NONE\", \"where\": 65535}\n");
	perf_refusals_free(&refusals);
}

int main(void)
{
	test(equal_refusals_are_one_row);
	test(objects_have_what_is_known);
	test(strange_refusals_are_shown);
	test(what_is_missing_is_left_out);
	return test_end();
}
