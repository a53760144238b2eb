// SPDX-License-Identifier: GPL-2.0
/*
 * The text of frames.
 *
 * A recording has many stack entries for each distinct frame: get_span() makes a frame's text once
 * and keeps it in perf_frame_text.blocks, with the address at which the first process had mapped
 * the code. For another address, add_span() overwrites that in the copy.
 */
#include <endian.h>
#include <string.h>
#include <lines/frame_text.h>

/* Kinds of text of a frame: indexes of perf_frame_text.spans. */
enum { LINE, LINE_UNWOUND, BEHIND_ADDRESS };

/* Most frames of a stack whose texts add_group() prefetches together. */
#define GROUP		64
#define CACHE_LINE	64
#define BLOCK_SIZE	0x100000
#define ADDRESS_WIDTH	16

static void add_dso(const struct perf_frame_text *texts, const struct perf_frame *frame,
		    struct perf_str *str)
{
	const struct perf_dso *dso = frame->dso;
	const char *name = dso ? dso->name : "[unknown]";

	if (texts->kernel_path && dso && dso->kind == PERF_DSO_KERNEL && dso->debug_path)
		name = dso->debug_path;
	perf_str_add(str, " (");
	perf_str_name(str, name);
	perf_str_char(str, ')');
}

static void add_offset(const struct perf_frame *frame, const struct perf_symbol *symbol,
		       struct perf_str *str)
{
	perf_str_add(str, "+0x");
	perf_str_hex(str, frame->addr - symbol->start, 0, ' ');
}

/* " symbol+0x12 (object)": the parts that @texts->symbol, @offset and @dso select. */
static void add_place(struct perf_frame_text *texts, const struct perf_frame *frame,
		      struct perf_str *str)
{
	if (texts->symbol) {
		perf_str_char(str, ' ');
		if (frame->symbol) {
			perf_str_name(str, perf_dso_symbol_name(&texts->machine->dsos, frame->dso,
								frame->symbol));
			if (texts->offset)
				add_offset(frame, frame->symbol, str);
		} else if (texts->nameless) {
			perf_str_format(str, "[%#llx]", (unsigned long long)frame->addr);
		} else {
			perf_str_add(str, "[unknown]");
		}
	}
	if (texts->dso)
		add_dso(texts, frame, str);
}

static void add_file_line(const struct perf_frame_text *texts, const char *file,
			  unsigned int line, struct perf_str *str)
{
	const char *slash = texts->full_paths ? NULL : strrchr(file, '/');

	perf_str_add(str, "  ");
	perf_str_name(str, slash ? slash + 1 : file);
	perf_str_format(str, ":%u\n", line);
}

/*
 * The source line, in a line of its own. If it is not known, a PERF_DSO_FILE adds nothing, another
 * object its short name and the address.
 */
static void add_source(struct perf_frame_text *texts, uint32_t index, struct perf_str *str)
{
	const struct perf_frame *frame;
	unsigned int line = 0;
	const char *file;

	if (!texts->lines)
		return;
	file = perf_inlines_line(texts->lines, index, &line);
	frame = &texts->machine->frames.at[index];
	if (file)
		add_file_line(texts, file, line, str);
	if (file || !frame->dso || frame->dso->kind == PERF_DSO_FILE)
		return;
	perf_str_add(str, "  ");
	perf_str_name(str, frame->dso->short_name);
	perf_str_format(str, "[%llx]\n", (unsigned long long)frame->addr);
}

static void add_address(struct perf_frame_text *texts, uint64_t ip, struct perf_str *str)
{
	if (texts->indent)
		perf_str_fill(str, ' ', texts->indent);
	else
		perf_str_char(str, '\t');
	if (texts->ip)
		perf_str_hex(str, ip, ADDRESS_WIDTH, ' ');
}

/* The eight digits of @value, in the order in which they lie in memory. */
static uint64_t hex_digits(uint32_t value)
{
	const uint64_t ones = 0x0101010101010101ULL;
	uint64_t digits = value, letters;

	/* One digit in each byte. */
	digits = (digits << 16 | digits) & 0x0000ffff0000ffffULL;
	digits = (digits << 8 | digits) & 0x00ff00ff00ff00ffULL;
	digits = (digits << 4 | digits) & 0x0f0f0f0f0f0f0f0fULL;
	/* 1 in each byte of @letters whose digit is 10 or more. */
	letters = (digits + 6 * ones) >> 4 & ones;
	return htobe64(digits + '0' * ones + letters * ('a' - '0' - 10));
}

/* Overwrite the address in @line with @ip, in the layout of add_address(). */
static void write_address(char *line, size_t indent, uint64_t ip)
{
	uint64_t digits[] = { hex_digits(ip >> 32), hex_digits(ip) };
	char *at = line + indent;
	unsigned int blanks;

	memcpy(at, digits, ADDRESS_WIDTH);
	blanks = ip ? __builtin_clzll(ip) / 4 : ADDRESS_WIDTH - 1;
	memset(at, ' ', blanks);
}

/* The line of an inlined function, with "(inlined)" where add_place() adds the object. */
static void add_inlined(struct perf_frame_text *texts, const struct perf_frame *frame,
			const struct perf_inline *function, uint64_t ip, struct perf_str *str)
{
	add_address(texts, ip, str);
	if (texts->symbol) {
		perf_str_char(str, ' ');
		perf_str_name(str, function->name);
		if (texts->offset) {
			perf_str_add(str, "+0x");
			perf_str_hex(str, frame->addr - (frame->symbol ? frame->symbol->start : 0),
				     0, ' ');
		}
	}
	perf_str_add(str, " (inlined)\n");
}

/* Return: the number of lines that show @item->ip. */
static size_t make_line(struct perf_frame_text *texts, const struct perf_stack_item *item,
			struct perf_str *str)
{
	const struct perf_inline *functions = NULL;
	const struct perf_frame *frame;
	size_t nr = 0, i;

	if (item->unwound && texts->inlines)
		functions = perf_inlines_get(texts->inlines, item->frame, &nr);
	frame = &texts->machine->frames.at[item->frame];
	for (i = 0; i < nr; i++) {
		if (functions[i].inlined) {
			add_inlined(texts, frame, &functions[i], item->ip, str);
		} else {
			add_address(texts, item->ip, str);
			add_place(texts, frame, str);
			perf_str_char(str, '\n');
		}
		if (texts->lines && functions[i].file)
			add_file_line(texts, functions[i].file, functions[i].line, str);
	}
	if (nr)
		return nr;
	add_address(texts, item->ip, str);
	add_place(texts, frame, str);
	perf_str_char(str, '\n');
	add_source(texts, item->frame, str);
	return 1;
}

/* Text for perf_frame_text_inline(); a source line follows in its own line, without newline. */
static void make_place(struct perf_frame_text *texts, uint32_t index, struct perf_str *str)
{
	size_t start;

	add_place(texts, &texts->machine->frames.at[index], str);
	start = str->length;
	if (texts->lines)
		perf_str_char(str, '\n');
	add_source(texts, index, str);
	if (str->length > start)
		perf_str_cut(str, str->length - 1);
}

/* The last block if it is shorter than BLOCK_SIZE, else a new one. A long text may exceed it. */
static struct perf_str *block_to_fill(struct perf_frame_text *texts)
{
	struct perf_str *block;

	if (texts->blocks.count) {
		block = &texts->blocks.at[texts->blocks.count - 1];
		if (block->length < BLOCK_SIZE)
			return block;
	}
	return perf_vec_push(&texts->blocks);
}

static const struct perf_frame_span *get_span(struct perf_frame_text *texts, unsigned int kind,
					      const struct perf_stack_item *item)
{
	struct perf_frame_span *span;
	struct perf_str *block;
	size_t start, nr = 0;

	while (texts->spans[kind].count <= item->frame)
		if (!perf_vec_push(&texts->spans[kind]))
			return NULL;
	span = &texts->spans[kind].at[item->frame];
	if (span->size)
		return span;
	block = block_to_fill(texts);
	if (!block)
		return NULL;
	start = block->length;
	if (kind == BEHIND_ADDRESS)
		make_place(texts, item->frame, block);
	else
		nr = make_line(texts, item, block);
	span->block = texts->blocks.count - 1;
	span->start = start;
	span->size = block->length - start;
	span->ip = item->ip;
	span->lines = nr;
	return span;
}

static const char *text_of(const struct perf_frame_text *texts,
			   const struct perf_frame_span *span)
{
	return texts->blocks.at[span->block].text + span->start;
}

static unsigned int kind_of(const struct perf_frame_text *texts,
			    const struct perf_stack_item *item)
{
	return item->unwound && texts->inlines ? LINE_UNWOUND : LINE;
}

/* Copy the text of a frame, with the address @item->ip. */
static void add_span(struct perf_frame_text *texts, struct perf_str *str,
		     const struct perf_frame_span *span, const struct perf_stack_item *item)
{
	const size_t indent = texts->indent ? texts->indent : 1;
	bool other = texts->ip && span->ip != item->ip;
	char *end;

	if (other && span->lines > 1) {
		/* Several addresses to replace: rare, so make_line() makes the text anew. */
		make_line(texts, item, str);
		return;
	}
	if (!span->size || !perf_str_reserve(str, span->size))
		return;
	end = str->text + str->length;
	memcpy(end, text_of(texts, span), span->size);
	/* If a perf_str allocation failed, the text may end within its address. */
	if (other && span->size >= indent + ADDRESS_WIDTH)
		write_address(end, indent, item->ip);
	end[span->size] = '\0';
	str->length += span->size;
}

/*
 * @spans and @blocks exceed any cache: prefetch the spans and the texts of a whole group before
 * add_span() uses the first.
 */
static void add_group(struct perf_frame_text *texts, struct perf_str *str,
		      const struct perf_stack_item *items, size_t nr)
{
	struct perf_frame_span spans[GROUP];
	const struct perf_frame_span *span;
	const char *text;
	size_t i;

	/* Integer arithmetic: @at may be NULL or too short for a pointer to that element. */
	for (i = 0; i < nr; i++)
		__builtin_prefetch((const void *)
				   ((uintptr_t)texts->spans[kind_of(texts, &items[i])].at +
				    items[i].frame * sizeof(*span)));
	for (i = 0; i < nr; i++) {
		span = get_span(texts, kind_of(texts, &items[i]), &items[i]);
		spans[i] = span ? *span : (struct perf_frame_span){ 0 };
		if (!spans[i].size)
			continue;
		text = text_of(texts, &spans[i]);
		__builtin_prefetch(text);
		__builtin_prefetch(text + CACHE_LINE);
	}
	for (i = 0; i < nr; i++)
		add_span(texts, str, &spans[i], &items[i]);
}

/**
 * perf_frame_text_stack() - add a call stack
 * @texts: texts
 * @str: text is added here: a line for each frame, and for each function inlined into it
 * @stack: the stack
 */
void perf_frame_text_stack(struct perf_frame_text *texts, struct perf_str *str,
			   const struct perf_stack *stack)
{
	size_t at, nr;

	for (at = 0; at < stack->items.count; at += nr) {
		nr = stack->items.count - at;
		if (nr > GROUP)
			nr = GROUP;
		add_group(texts, str, stack->items.at + at, nr);
	}
}

/**
 * perf_frame_text_inline() - add the text of a frame without its address, within a line
 * @texts: texts
 * @str: text is added here: " symbol+0xoffset (object)"
 * @frame: index of the frame
 */
void perf_frame_text_inline(struct perf_frame_text *texts, struct perf_str *str, uint32_t frame)
{
	const struct perf_stack_item item = { .frame = frame };
	const struct perf_frame_span *span = get_span(texts, BEHIND_ADDRESS, &item);

	if (span && span->size)
		perf_str_mem(str, text_of(texts, span), span->size);
}

/** perf_frame_text_free() - free all texts */
void perf_frame_text_free(struct perf_frame_text *texts)
{
	struct perf_str *block;
	unsigned int kind;

	perf_vec_each(&texts->blocks, block)
		perf_str_free(block);
	perf_vec_free(&texts->blocks);
	for (kind = 0; kind < 3; kind++)
		perf_vec_free(&texts->spans[kind]);
}
