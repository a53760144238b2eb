/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The text of frames, made once for each frame and kind of text.
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

/* The text of a frame: its location in perf_frame_text.blocks, and the address @ip in it. */
struct perf_frame_span {
	uint32_t block;
	uint32_t start;
	uint32_t size;
	uint32_t lines;		/* number of lines that show @ip */
	uint64_t ip;
};

/**
 * struct perf_frame_text - texts of frames
 * @machine: holds the frames
 * @inlines: inlined functions of unwound frames; NULL: do not show them
 * @lines: source lines, each shown in a line of its own; NULL: do not show them
 * @indent: number of blanks in front of each line; 0: a tab
 * @ip: show addresses
 * @symbol: show symbols
 * @offset: show offsets from the start of the symbol
 * @dso: show objects
 * @kernel_path: show the kernel as perf_dso.debug_path, the file of its symbols
 * @full_paths: show source files with their directories
 * @nameless: show an address without a symbol as "[0x12]", not as "[unknown]"
 *
 * The caller sets these and the rest to zero; perf_frame_text_free() frees the texts.
 */
struct perf_frame_text {
	PERF_VEC(struct perf_frame_span) spans[3];
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
void perf_frame_text_stack(struct perf_frame_text *texts, struct perf_str *str,
			   const struct perf_stack *stack);
void perf_frame_text_inline(struct perf_frame_text *texts, struct perf_str *str,
			    uint32_t frame);
void perf_frame_text_free(struct perf_frame_text *texts);

#endif /* PERF_LINES_FRAME_TEXT_H */
