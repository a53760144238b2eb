/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The text of frames, made once for each frame.
 */
#ifndef PERF_LINES_FRAME_TEXT_H
#define PERF_LINES_FRAME_TEXT_H

#include <stdbool.h>
#include <stdint.h>
#include <base/str.h>
#include <base/vec.h>
#include <model/machine.h>
#include <unwind/inlines.h>
#include <unwind/stack.h>

/* Where the text of a frame lies in perf_frame_text.blocks, and the address that it shows. */
struct perf_frame_span {
	uint32_t block;
	uint32_t start;
	uint32_t size;
	uint32_t lines;		/* that show the address */
	uint64_t ip;
};

/**
 * struct perf_frame_text - texts of frames
 * @machine: whose frames
 * @inlines: for unwound frames; NULL: do not show inlined functions
 * @lines: for lines of the source, each in a line of its own; NULL: do not show them
 * @indent: blanks in front of each line; 0: a tab
 * @ip: show addresses
 * @symbol: show symbols
 * @offset: show how far behind the symbol's start
 * @dso: show objects
 * @kernel_path: show the kernel by the file its symbols are from
 * @full_paths: show files of the source with their directories
 * @nameless: show the address of what has no symbol, "[0x12]", not "[unknown]"
 *
 * Set these, the rest zero; free with perf_frame_text_free().
 */
struct perf_frame_text {
	PERF_VEC(struct perf_frame_span) place[3];
	PERF_VEC(struct perf_str) blocks;
	struct perf_machine *machine;
	struct perf_inlines *inlines;
	struct perf_inlines *lines;
	unsigned int indent;
	bool ip;
	bool symbol;
	bool offset;
	bool dso;
	bool nameless;
	bool kernel_path;
	bool full_paths;
};

/**
 * perf_frame_text_stack() - add a call stack
 * @texts: texts
 * @str: text is added here: for each frame a line, and one for each function that was
 *	inlined into it
 * @stack: the stack
 */
void perf_frame_text_stack(struct perf_frame_text *texts, struct perf_str *str,
			   const struct perf_stack *stack);

/**
 * perf_frame_text_inline() - add what is behind the address, in a line with other things
 * @texts: texts
 * @str: text is added here: " symbol+0xoffset (object)"
 * @frame: index of the frame
 */
void perf_frame_text_inline(struct perf_frame_text *texts, struct perf_str *str,
			    uint32_t frame);

/** perf_frame_text_free() - free all texts */
void perf_frame_text_free(struct perf_frame_text *texts);

#endif /* PERF_LINES_FRAME_TEXT_H */
