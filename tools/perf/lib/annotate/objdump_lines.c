// SPDX-License-Identifier: GPL-2.0
/*
 * Instructions printed by objdump: "401000:\tmov %rsp,%rbp". Operands have addresses as 0x401000,
 * since perf_objdump_run() passes no symbols.
 */
#include <stdlib.h>
#include <string.h>
#include <annotate/objdump_lines.h>

/* INSTRUCTION_MOST: bytes of the longest instruction of x86. */
#define INSTRUCTION_MOST	15

/* Split @line into @result; false if it is no instruction. */
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
		/*
		 * The first line is at @addr, each other 1 to INSTRUCTION_MOST bytes behind the
		 * last.
		 */
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
 * perf_objdump_lines_make() - disassemble code with objdump
 * @lines: result, empty on failure; free with perf_objdump_lines_free()
 * @objdump: objdump, or NULL
 * @code: bytes, address and machine
 */
void perf_objdump_lines_make(struct perf_objdump_lines *lines, struct perf_objdump *objdump,
			     const struct perf_objdump_code *code)
{
	*lines = (struct perf_objdump_lines){ .end = code->addr + code->size };
	if (perf_objdump_run(objdump, code, &lines->printed) || !add_lines(lines, code->addr))
		perf_objdump_lines_free(lines);
}

/* Is @word a prefix, which precedes the mnemonic? */
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

/* Read a hexadecimal number that extends to the end of @text. */
static bool read_address(const char *text, uint64_t *addr)
{
	char *end;

	if (!perf_starts_with(text, "0x"))
		return false;
	*addr = strtoull(text, &end, 16);
	return !*end;
}

/* Set @instruction->target of a jump or call; return the text of that operand, or NULL. */
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
 * perf_objdump_lines_next() - return the next instruction
 * @lines: instructions
 * @addr: expected address
 * @text: the instruction is appended, in the form of perf_disasm_next()
 * @instruction: result
 *
 * Return: false if there is no instruction at @addr.
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

/** perf_objdump_lines_free() - free; @lines is empty afterwards */
void perf_objdump_lines_free(struct perf_objdump_lines *lines)
{
	perf_str_free(&lines->printed);
	perf_vec_free(&lines->list);
}
