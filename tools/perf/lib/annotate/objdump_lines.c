// SPDX-License-Identifier: GPL-2.0-only
/*
 * Instructions as objdump prints them: "  401000:\tmov    %rsp,%rbp", with addresses as 0x401000,
 * since it knows no symbols.
 */
#include <stdlib.h>
#include <string.h>
#include <annotate/objdump_lines.h>

/* Of x86, in bytes. */
#define INSTRUCTION_MOST	15

/* The address and the text of a line; false if the line is no instruction. */
static bool read_line(char *line, struct perf_objdump_line *result)
{
	char *end;

	line += strspn(line, " ");
	if (!*line || line[strspn(line, "0123456789abcdef")] != ':')
		return false;
	result->addr = strtoull(line, &end, 16);
	if (end[0] != ':' || end[1] != '\t')
		return false;
	result->text = end + 2;
	return true;
}

static bool add_lines(struct perf_objdump_lines *lines, uint64_t addr)
{
	char *line, *next, *from = lines->printed.text;
	struct perf_objdump_line *slot, read;

	while ((line = strtok_r(from, "\n", &next))) {
		from = NULL;
		if (!read_line(line, &read))
			continue;
		/* The first one is at the beginning, each of the others close behind another. */
		if (lines->list.count ? read.addr - addr - 1 >= INSTRUCTION_MOST :
					read.addr != addr)
			return false;
		addr = read.addr;
		slot = perf_vec_push(&lines->list);
		if (!slot)
			return false;
		*slot = read;
	}
	return lines->list.count && lines->end - addr <= INSTRUCTION_MOST;
}

/**
 * perf_objdump_lines_make() - let objdump disassemble
 * @lines: result, none if that cannot be done; free with perf_objdump_lines_free()
 * @objdump: objdump, or NULL
 * @code: what
 */
void perf_objdump_lines_make(struct perf_objdump_lines *lines, struct perf_objdump *objdump,
			     const struct perf_objdump_code *code)
{
	*lines = (struct perf_objdump_lines){ .end = code->addr + code->size };
	if (perf_objdump_run(objdump, code, &lines->printed) || !add_lines(lines, code->addr))
		perf_objdump_lines_free(lines);
}

/* Words in front of a mnemonic. */
static bool is_prefix(const char *word, size_t length)
{
	static const char *const prefixes[] = {
		"bnd", "notrack", "data16", "addr32", "lock", "rep", "repz", "repnz",
		"cs", "ds", "es", "fs", "gs", "ss",
	};
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(prefixes); i++)
		if (strlen(prefixes[i]) == length && !memcmp(word, prefixes[i], length))
			return true;
	return length >= 3 && !memcmp(word, "rex", 3);
}

/* A number in hex to the end of the text. */
static bool read_address(const char *text, uint64_t *addr)
{
	char *end;

	if (!perf_starts_with(text, "0x"))
		return false;
	*addr = strtoull(text, &end, 16);
	return !*end;
}

/* Where a jump or a call goes; returns the text of that operand, NULL if there is none. */
static char *find_target(char *text, struct perf_instruction *instruction)
{
	size_t length = strcspn(text, " ");

	while (text[length] && is_prefix(text, length)) {
		text += length + strspn(text + length, " ");
		length = strcspn(text, " ");
	}
	instruction->call = perf_starts_with(text, "call");
	instruction->jump = *text == 'j' || perf_starts_with(text, "loop");
	if (!instruction->call && !instruction->jump)
		return NULL;
	text += length + strspn(text + length, " ");
	instruction->has_target = read_address(text, &instruction->target);
	return instruction->has_target ? text : NULL;
}

/**
 * perf_objdump_lines_next() - the next instruction
 * @lines: instructions
 * @addr: where it should be
 * @text: the instruction is added here, as by perf_disasm_next()
 * @instruction: result
 *
 * Return: false if there is none.
 */
bool perf_objdump_lines_next(struct perf_objdump_lines *lines, uint64_t addr,
			     struct perf_str *text, struct perf_instruction *instruction)
{
	const struct perf_objdump_line *line;
	char *note, *target;

	memset(instruction, 0, sizeof(*instruction));
	if (lines->next >= lines->list.count || lines->list.at[lines->next].addr != addr)
		return false;
	line = &lines->list.at[lines->next++];
	instruction->size = (lines->next < lines->list.count ? line[1].addr : lines->end) - addr;
	note = strstr(line->text, " # ");
	if (note && read_address(note + 3, &instruction->refers))
		*note = '\0';
	for (note = line->text + strlen(line->text); note > line->text && note[-1] == ' ';)
		*--note = '\0';
	target = find_target(line->text, instruction);
	if (target)
		*target = '\0';
	perf_str_add(text, line->text);
	return true;
}

/** perf_objdump_lines_free() - free; none are left */
void perf_objdump_lines_free(struct perf_objdump_lines *lines)
{
	perf_str_free(&lines->printed);
	perf_vec_free(&lines->list);
}
