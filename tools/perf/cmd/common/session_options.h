/* SPDX-License-Identifier: GPL-2.0 */
/* Options of all commands that read recordings, and the end of these commands. */
#ifndef PERF_CMD_SESSION_OPTIONS_H
#define PERF_CMD_SESSION_OPTIONS_H

#include <base/out.h>
#include <base/opt.h>
#include <data/reader.h>
#include <model/tracepoint.h>
#include <report/session.h>

#include "common/command.h"

/* Rows of an option table; @type has a member session, a struct perf_session_options. */
#define PERF_SESSION_OPTIONS(type)	PERF_SESSION_OPTIONS_DSOS(type, 'd')

/* @letter: short name of --dsos, 0 for none */
#define PERF_SESSION_OPTIONS_DSOS(type, letter)						\
	PERF_OPT_TEXT(type, session.input, 'i', "input", "FILE",			\
		      "read FILE instead of perf.data or of a pipe at the standard input"), \
	PERF_OPT_FLAG(type, session.force, 'f', "force",				\
		      "read a file that belongs to another user"),			\
	PERF_OPT_CALL(0, "inline", NULL, perf_session_option,				\
		      offsetof(type, session.no_inline), 0,				\
		      "show inlined functions of unwound stacks (default)"),		\
	PERF_OPT_CALL(0, "demangle", NULL, perf_session_option,				\
		      offsetof(type, session.no_demangle), 0,				\
		      "show C++ and Rust names as in the source (default)"),		\
	PERF_OPT_INT(type, session.max_stack, 0, "max-stack", "N",			\
		     "look at N frames of a stack (127)"),				\
	PERF_OPT_TEXT(type, session.symfs, 0, "symfs", "DIR",				\
		      "look for objects below DIR"),					\
	PERF_OPT_TEXT(type, session.kallsyms, 0, "kallsyms", "FILE",			\
		      "symbols of the kernel"),						\
	PERF_OPT_HEADING("Which samples"),						\
	PERF_OPT_TEXT(type, session.filter.cpus, 'C', "cpu", "LIST",			\
		      "only samples of these CPUs"),					\
	PERF_OPT_TEXT(type, session.filter.comms, 'c', "comms", "LIST",			\
		      "only threads of these names"),					\
	PERF_OPT_TEXT(type, session.filter.pids, 0, "pid", "LIST",			\
		      "only these processes"),						\
	PERF_OPT_TEXT(type, session.filter.tids, 0, "tid", "LIST", "only these threads"), \
	PERF_OPT_TEXT(type, session.filter.dsos, letter, "dsos", "LIST",			\
		      "only these objects"),						\
	PERF_OPT_TEXT(type, session.filter.symbols, 'S', "symbols", "LIST",		\
		      "only these functions"),						\
	PERF_OPT_TEXT(type, session.filter.time, 0, "time", "SPAN",			\
		      "only from START to STOP, seconds (START,STOP), or a part (10%-20%, 10%/2)")

/* For commands that let --switch-on and --switch-off events select the samples. */
#define PERF_SWITCH_OPTIONS(type)							\
	PERF_OPT_TEXT(type, session.events.on, 0, "switch-on", "EVENT",			\
		      "only samples after one of EVENT"),				\
	PERF_OPT_TEXT(type, session.events.off, 0, "switch-off", "EVENT",		\
		      "no samples after one of EVENT, until one of --switch-on"),	\
	PERF_OPT_FLAG(type, session.events.shown, 0, "show-on-off-events",		\
		      "also the samples that switch")

/* -k, for commands without another -k. */
#define PERF_VMLINUX_OPTION(type)							\
	PERF_OPT_TEXT(type, session.vmlinux, 'k', "vmlinux", "FILE",			\
		      "take the kernel's symbols and code from this file")

/* -v */
#define PERF_VERBOSE_OPTION(type)							\
	PERF_OPT_COUNT(type, session.verbose, 'v', "verbose",				\
		       "tell which files symbols came from, and why objects have none "	\
		       "(on standard error)")

/* For commands with PERF_VMLINUX_OPTION. */
#define PERF_KERNEL_OPTIONS(type)							\
	PERF_OPT_FLAG(type, session.ignore_vmlinux, 0, "ignore-vmlinux",		\
		      "read no vmlinux, whatever -k says: symbols of the kernel are those " \
		      "of kallsyms"),							\
	PERF_OPT_CALL(0, "demangle-kernel", NULL, perf_session_option,			\
		      offsetof(type, session.no_demangle_kernel), 0,			\
		      "show names of the kernel as in the source (default)")

#define PERF_MODULES_OPTION(type)							\
	PERF_OPT_FLAG(type, session.ignored, 'm', "modules",				\
		      "accepted, has no effect: modules have their symbols anyway, from kallsyms")

#define PERF_COLOR_OPTION								\
	PERF_OPT_CALL(0, "stdio-color", "WHEN", perf_session_color, 0, PERF_OPT_NEGATABLE, \
		      "never or auto: the text has no colors")

#define PERF_ADDR2LINE_OPTION								\
	PERF_OPT_CALL(0, "addr2line", "PATH", perf_session_ignore, 0, 0,		\
		      "accepted, has no effect: debug data is read without that program")

/* Pairs of strings: why an option of other perfs is refused, and an alternative. */
#define PERF_NO_DECODER								\
	"processor traces are not decoded here",				\
	"sample instead ('perf record'), or decode with another perf"
#define PERF_NO_GUESTS								\
	"samples of guests get no symbols here",				\
	"record within the guest, and read that recording"
#define PERF_NO_STITCHING							\
	"call stacks of the processor's branch records are not stitched",	\
	"stacks are shown as they were recorded; 'perf record --call-graph dwarf' records deep ones"
#define PERF_NO_DATA_TYPES							\
	"instructions are not matched with the types of the data that they access", \
	"'perf mem report' counts accesses by address and symbol"
#define PERF_NO_BRANCH_HISTORY							\
	"branches are no part of call graphs here",				\
	"'perf report -b' counts branches, -g shows call stacks"
#define PERF_NO_BLOCKS								\
	"blocks between branches are not counted here",				\
	"'perf report -b -s symbol_from,symbol_to,cycles' counts branches"
#define PERF_NO_PROGRAMS							\
	"this tool runs no scripts or filters",					\
	"'perf script --format=json' writes an object a line for any program"

#define PERF_ITRACE_OPTION							\
	PERF_OPT_REFUSED(0, "itrace", "HOW", PERF_OPT_OPTIONAL, PERF_NO_DECODER)

int perf_session_ignore(void *options, const struct perf_option *option, const char *text,
			bool negated, struct perf_error *error);
int perf_session_color(void *options, const struct perf_option *option, const char *text,
		       bool negated, struct perf_error *error);
int perf_session_option(void *options, const struct perf_option *option, const char *text,
			bool negated, struct perf_error *error);

/* -D, for commands that dump records. */
#define PERF_DUMP_OPTION(type)								\
	PERF_OPT_FLAG(type, session.dump, 'D', "dump-raw-trace",			\
		      "show each record as it is in the file, and what it says")

void perf_session_dump_sample(struct perf_session *session,
			      const struct perf_session_sample *sample, struct perf_str *text);
bool perf_session_passes(struct perf_session *session,
			 const struct perf_session_sample *sample);
void perf_session_tell_symbols(const struct perf_command *command,
			       const struct perf_session *session);
void perf_session_tell_refused(const struct perf_command *command,
			       const struct perf_tracepoints *tracepoints);
int perf_session_status(const struct perf_command *command, const struct perf_session *session);
int perf_session_separate(struct perf_out *out, const char *separator, struct perf_error *error);
int perf_session_end(const struct perf_command *command, const struct perf_session *session,
		     struct perf_out *out, int err, struct perf_error *error);
void perf_session_tell_borrowed(const struct perf_command *command);

#endif /* PERF_CMD_SESSION_OPTIONS_H */
