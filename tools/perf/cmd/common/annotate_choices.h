/* SPDX-License-Identifier: GPL-2.0 */
/* Options of all commands that annotate functions: how instructions are printed. */
#ifndef PERF_CMD_ANNOTATE_CHOICES_H
#define PERF_CMD_ANNOTATE_CHOICES_H

#include <annotate/listing.h>
#include <base/opt.h>
#include <tui/annotate_view.h>

#include "common/session_options.h"

/**
 * struct annotate_choices - annotation options of a command line
 * @style: "att" or "intel", or NULL
 * @objdump: path of the program that disassembles, or NULL
 * @prefix: directory put in front of source paths, or NULL
 * @percent_type: --percent-type, one of set_percent_type()'s names, or NULL
 * @strip: number of leading directories removed from a source path before @prefix is added
 * @raw: print the bytes of instructions
 * @no_source: omit source lines
 */
struct annotate_choices {
	const char *style;
	const char *objdump;
	const char *prefix;
	const char *percent_type;
	int strip;
	bool raw;
	bool no_source;
};

/* Rows of an option table; @type has a member annotate, a struct annotate_choices. */
#define ANNOTATE_CHOICES(type)								\
	PERF_OPT_CALL(0, "source", NULL, perf_session_option,				\
		      offsetof(type, annotate.no_source), 0,				\
		      "annotation: show the source code between the instructions (default)"), \
	PERF_OPT_FLAG(type, annotate.raw, 0, "asm-raw",					\
		      "annotation: show the bytes of instructions"),			\
	PERF_OPT_TEXT(type, annotate.style, 'M', "disassembler-style", "STYLE",		\
		      "annotation: syntax on x86: att (default) or intel"),		\
	PERF_OPT_TEXT(type, annotate.percent_type, 0, "percent-type", "TYPE",		\
		      "annotation: percent of what: local-period (default), local-hits, "	\
		      "global-period, global-hits"),					\
	PERF_OPT_TEXT(type, annotate.prefix, 0, "prefix", "DIR",			\
		      "annotation: look for source files below DIR"),			\
	PERF_OPT_INT(type, annotate.strip, 0, "prefix-strip", "N",			\
		     "annotation: leave out the first N directories of source files before that"), \
	PERF_OPT_TEXT(type, annotate.objdump, 0, "objdump", "PATH",			\
		      "annotation: the objdump that disassembles x86; default is the one in PATH")

int annotate_choices_apply(const struct annotate_choices *choices,
			   struct perf_annotate_look *look, bool *intel,
			   struct perf_error *error);

#endif /* PERF_CMD_ANNOTATE_CHOICES_H */
