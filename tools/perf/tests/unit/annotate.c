// SPDX-License-Identifier: GPL-2.0
/* Tests of lib/annotate without a recording: perf_hits, perf_source_line(), perf_disasm. */
#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <annotate/disasm.h>
#include <annotate/hits.h>
#include <annotate/source.h>
#include <base/input.h>
#include <base/io.h>
#include <base/output.h>

#include "tap.h"

static void samples_are_counted_by_instruction(void)
{
	struct perf_symbol symbol = { .start = 0x1000, .end = 0x1100, .name = "f" }, other;
	struct perf_frame frame = { .symbol = &symbol, .addr = 0x1010 };
	const struct perf_hit_function *function;
	struct perf_hits hits = { 0 };

	is_equal(perf_hits_add(&hits, 0, &frame, 100), 0);
	is_equal(perf_hits_add(&hits, 0, &frame, 50), 0);
	is_equal(perf_hits_add(&hits, 2, &frame, 7), 0);
	frame.addr = 0x1013;
	is_equal(perf_hits_add(&hits, 0, &frame, 1), 0);
	frame.symbol = NULL;
	is_equal(perf_hits_add(&hits, 0, &frame, 1000), 0);

	is_equal(hits.functions.count, 1);
	function = perf_hits_find(&hits, &symbol);
	is_true(function);
	is_true(!perf_hits_find(&hits, &other));
	is_equal(function->hits.count, 3);
	is_equal(perf_hits_of(function, 0).nr, 3);
	is_equal(perf_hits_of(function, 0).period, 151);
	is_equal(perf_hits_of(function, 1).nr, 0);
	is_equal(perf_hits_of(function, 2).period, 7);
	/* perf_hits_at() ends an instruction where the next one begins. */
	is_equal(perf_hits_at(function, 0, 0x1010, 0x1013).period, 150);
	is_equal(perf_hits_at(function, 0, 0x1011, 0x1014).period, 1);
	is_equal(perf_hits_at(function, 0, 0x1014, 0x1100).nr, 0);
	/* hits.totals also counts hits outside all symbols. */
	is_equal(hits.totals.count, 3);
	is_equal(hits.totals.at[0].period, 1151);
	is_equal(hits.totals.at[0].nr, 4);
	is_equal(hits.totals.at[1].nr, 0);
	perf_hits_free(&hits);
}

/* Make far/src/a.c in the current directory, which is the test's own; return that directory. */
static char *make_source(void)
{
	static const char text[] = "one\n\n  three\r\nfour";

	if (mkdir("far", 0777) || mkdir("far/src", 0777) ||
	    perf_output_write("far/src/a.c", 0644, text, strlen(text), NULL))
		return NULL;
	return getcwd(NULL, 0);
}

static void lines_have_no_ends(void)
{
	struct perf_sources sources = { 0 };
	char path[4096], *here = make_source();

	is_true(here);
	snprintf(path, sizeof(path), "%s/far/src/a.c", here);
	is_text(perf_source_line(&sources, path, 4, false), "four");
	is_text(perf_source_line(&sources, path, 1, false), "one");
	is_text(perf_source_line(&sources, path, 2, false), "");
	is_text(perf_source_line(&sources, path, 3, false), "  three");
	is_true(!perf_source_line(&sources, path, 0, false));
	is_true(!perf_source_line(&sources, path, 5, false));
	is_true(!perf_source_line(&sources, "/there/is/none.c", 1, false));
	/* perf_source_line() refuses a device, whose reading would not end. */
	is_true(!perf_source_line(&sources, "/dev/zero", 1, false));
	/* perf_sources keeps a file it has read: removing the file changes nothing. */
	unlink(path);
	is_text(perf_source_line(&sources, path, 1, false), "one");
	perf_sources_free(&sources);
	free(here);
}

/* A source that only root may read must not be shown for another user's program. */
static void a_foreign_program_is_shown_public_files(void)
{
	struct perf_sources sources = { 0 };
	char path[4096] = "/tmp/perf-annotate-XXXXXX";
	int fd = mkstemp(path);

	is_true(fd >= 0);
	is_equal(write(fd, "secret\n", 7), 7);
	is_text(perf_source_line(&sources, path, 1, false), "secret");
	is_true(!perf_source_line(&sources, path, 1, true));
	perf_sources_free(&sources);
	memset(&sources, 0, sizeof(sources));
	is_equal(fchmod(fd, 0644), 0);
	is_text(perf_source_line(&sources, path, 1, true), "secret");
	perf_sources_free(&sources);
	close(fd);
	unlink(path);
	/* perf_input_is_public() also checks directories: "private" is closed to others. */
	is_equal(mkdir("private", 0700), 0);
	is_equal(perf_output_write("private/file", 0644, "text", 4, NULL), 0);
	is_true(!perf_input_is_public("private/file"));
	is_true(!perf_input_is_public("private/none"));
	is_true(perf_input_is_public("/etc/passwd"));
}

static void sources_may_have_moved(void)
{
	static const char text[] = "moved\n";
	struct perf_sources sources = { .prefix = "far", .strip = 2 };

	is_equal(perf_output_write("far/src/b.c", 0644, text, strlen(text), NULL), 0);
	is_text(perf_source_line(&sources, "/build/xyz/src/b.c", 1, false), "moved");
	is_true(!perf_source_line(&sources, "/build/src/b.c", 1, false));
	/* perf_sources.strip never removes the file name itself. */
	is_true(!perf_source_line(&sources, "/b.c", 1, false));
	perf_sources_free(&sources);
}

static void instructions_tell_where_they_go(void)
{
	static const struct {
		uint8_t bytes[8];
		size_t size;
		const char *text;
		bool jump, call;
		uint64_t target;
	} cases[] = {
		{ { 0xc3 }, 1, "ret", false, false, 0 },
		{ { 0x48, 0x89, 0xe5 }, 3, "%rsp,%rbp", false, false, 0 },
		{ { 0xeb, 0x10 }, 2, "jmp", true, false, 0x1012 },
		{ { 0x75, 0xfe }, 2, "jne", true, false, 0x1000 },
		{ { 0xe8, 0x00, 0x01, 0x00, 0x00 }, 5, "call", false, true, 0x1105 },
		{ { 0xff, 0xd0 }, 2, "*%rax", false, true, 0 },
		/* 0x06 is no instruction in 64-bit mode. */
		{ { 0x06 }, 1, "(bad)", false, false, 0 },
	};
	struct perf_instruction instruction;
	struct perf_str text = { 0 };
	struct perf_disasm *disasm;
	struct perf_error error;
	size_t i;

	if (perf_disasm_create(EM_X86_64, false, &disasm, &error))
		test_skip("this build has no disassembler");
	for (i = 0; i < PERF_ARRAY_SIZE(cases); i++) {
		text.length = 0;
		perf_disasm_next(disasm, cases[i].bytes, sizeof(cases[i].bytes), 0x1000, &text,
				 &instruction);
		has_text(perf_str_text(&text), cases[i].text);
		is_equal(instruction.size, cases[i].size);
		is_equal(instruction.jump, cases[i].jump);
		is_equal(instruction.call, cases[i].call);
		is_equal(instruction.has_target, cases[i].target != 0);
		if (cases[i].target)
			is_equal(instruction.target, cases[i].target);
	}
	perf_str_free(&text);
	perf_disasm_free(disasm);
}

static void no_disassembler_for_a_machine_that_is_not_known(void)
{
	struct perf_disasm *disasm;
	struct perf_error error;

	is_equal(perf_disasm_create(EM_VAX, false, &disasm, &error), -EOPNOTSUPP);
	is_true(*error.text);
}

int main(void)
{
	test(samples_are_counted_by_instruction);
	test(lines_have_no_ends);
	test(a_foreign_program_is_shown_public_files);
	test(sources_may_have_moved);
	test(instructions_tell_where_they_go);
	test(no_disassembler_for_a_machine_that_is_not_known);
	return test_end();
}
