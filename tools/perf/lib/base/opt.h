/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Command-line options as tables.
 *
 * A command has one struct for what its options say and one constant table that tells
 * how each option fills it:
 *
 *	struct stat_options { bool all_cpus; const char *output; ... };
 *
 *	static const struct perf_option options[] = {
 *		PERF_OPT_FLAG(struct stat_options, all_cpus, 'a', "all-cpus", "all CPUs"),
 *		PERF_OPT_TEXT(struct stat_options, output, 'o', "output", "FILE", "..."),
 *		PERF_OPT_END
 *	};
 *
 * Help, manual and shell completion are made from the same table.
 */
#ifndef PERF_BASE_OPT_H
#define PERF_BASE_OPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <base/error.h>
#include <base/str.h>

/**
 * enum perf_option_kind - what an option stores
 * @PERF_OPTION_END: the table ends
 * @PERF_OPTION_HEADING: not an option: a title in the help, in @help
 * @PERF_OPTION_FLAG: a bool; --no-NAME stores false
 * @PERF_OPTION_COUNT: an int, one more each time (-v -v); --no-NAME stores 0
 * @PERF_OPTION_INT: an int, not negative
 * @PERF_OPTION_U64: an uint64_t
 * @PERF_OPTION_SIZE: an uint64_t, bytes with a suffix B, K, M or G
 * @PERF_OPTION_TEXT: a const char *, the argument itself
 * @PERF_OPTION_LIST: a struct perf_texts, each use adds one argument; --no-NAME empties it
 * @PERF_OPTION_CALL: @parse decides
 * @PERF_OPTION_REFUSED: nothing: other perfs have it, this one says why it has not, in @help,
 *	and what helps, in @hint; --no-NAME is accepted
 */
enum perf_option_kind {
	PERF_OPTION_END,
	PERF_OPTION_HEADING,
	PERF_OPTION_FLAG,
	PERF_OPTION_COUNT,
	PERF_OPTION_INT,
	PERF_OPTION_U64,
	PERF_OPTION_SIZE,
	PERF_OPTION_TEXT,
	PERF_OPTION_LIST,
	PERF_OPTION_CALL,
	PERF_OPTION_REFUSED,
};

/* The argument may be left out: it counts only if attached (--opt=ARG, -oARG). */
#define PERF_OPT_OPTIONAL	0x1
/*
 * The argument may be left out: the next word is taken unless it begins with '-' or
 * there is none.
 */
#define PERF_OPT_OPTIONAL_NEXT	0x2
/* Accepted for compatibility, not shown in help. */
#define PERF_OPT_HIDDEN		0x4
/*
 * PERF_OPTION_CALL with an argument: @parse knows what --no-NAME is, for which there is no
 * argument. Without this it is refused.
 */
#define PERF_OPT_NEGATABLE	0x8

/**
 * enum perf_options_asked - what a command line asks for instead of the command's work
 * @PERF_OPTIONS_NOTHING: nothing: the command does its work
 * @PERF_OPTIONS_HELP: -h or --help
 * @PERF_OPTIONS_LIST: --list-opts: the names of the options
 * @PERF_OPTIONS_COMMANDS: --list-cmds: the words that may follow the command
 */
enum perf_options_asked {
	PERF_OPTIONS_NOTHING,
	PERF_OPTIONS_HELP,
	PERF_OPTIONS_LIST,
	PERF_OPTIONS_COMMANDS,
};

/**
 * struct perf_texts - a list of arguments
 * @at: them
 * @count: how many
 */
struct perf_texts {
	const char	**at;
	size_t		count;
};

struct perf_option;

/**
 * typedef perf_option_parse - stores what a PERF_OPTION_CALL option was given
 * @options: the command's options struct
 * @option: the row of the table
 * @text: the argument; NULL if it was left out, or for --no-NAME
 * @negated: --no-NAME was given; not of options with an argument, unless PERF_OPT_NEGATABLE
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
typedef int perf_option_parse(void *options, const struct perf_option *option, const char *text,
			      bool negated, struct perf_error *error);

/**
 * struct perf_option - one option of a command
 * @kind: what it stores
 * @letter: its short form, 0 if none
 * @name: its long form without dashes, NULL if none
 * @argument: name of the argument in help, NULL if the option takes none
 * @help: what it does, one sentence without a full stop
 * @offset: of the member in the options struct
 * @flags: PERF_OPT_*
 * @implied: PERF_OPTION_TEXT: stored when the argument is left out
 * @parse: for PERF_OPTION_CALL
 * @value: for @parse, to let several options share it
 * @hint: for PERF_OPTION_REFUSED, NULL if nothing helps
 */
struct perf_option {
	enum perf_option_kind	kind;
	char			letter;
	const char		*name;
	const char		*argument;
	const char		*help;
	size_t			offset;
	unsigned int		flags;
	const char		*implied;
	perf_option_parse	*parse;
	long			value;
	const char		*hint;
};

/* The member's type is checked: a pointer to another type is a compile-time warning. */
#define PERF_OPT_OFFSET(type, member, wanted)					\
	(offsetof(type, member) +						\
	 0 * sizeof((wanted *)0 == &((type *)0)->member))

#define PERF_OPT_HEADING(title)							\
	{ .kind = PERF_OPTION_HEADING, .help = (title) }
#define PERF_OPT_FLAG(type, member, short_, long_, help_)			\
	{ .kind = PERF_OPTION_FLAG, .letter = (short_), .name = (long_), .help = (help_), \
	  .offset = PERF_OPT_OFFSET(type, member, bool) }
#define PERF_OPT_COUNT(type, member, short_, long_, help_)			\
	{ .kind = PERF_OPTION_COUNT, .letter = (short_), .name = (long_), .help = (help_), \
	  .offset = PERF_OPT_OFFSET(type, member, int) }
#define PERF_OPT_INT(type, member, short_, long_, arg_, help_)			\
	{ .kind = PERF_OPTION_INT, .letter = (short_), .name = (long_), .argument = (arg_), \
	  .help = (help_), .offset = PERF_OPT_OFFSET(type, member, int) }
#define PERF_OPT_U64(type, member, short_, long_, arg_, help_)			\
	{ .kind = PERF_OPTION_U64, .letter = (short_), .name = (long_), .argument = (arg_), \
	  .help = (help_), .offset = PERF_OPT_OFFSET(type, member, uint64_t) }
#define PERF_OPT_SIZE(type, member, short_, long_, arg_, help_)			\
	{ .kind = PERF_OPTION_SIZE, .letter = (short_), .name = (long_), .argument = (arg_), \
	  .help = (help_), .offset = PERF_OPT_OFFSET(type, member, uint64_t) }
#define PERF_OPT_TEXT(type, member, short_, long_, arg_, help_)			\
	{ .kind = PERF_OPTION_TEXT, .letter = (short_), .name = (long_), .argument = (arg_), \
	  .help = (help_), .offset = PERF_OPT_OFFSET(type, member, const char *) }
#define PERF_OPT_TEXT_OPTIONAL(type, member, short_, long_, arg_, implied_, flags_, help_) \
	{ .kind = PERF_OPTION_TEXT, .letter = (short_), .name = (long_), .argument = (arg_), \
	  .help = (help_), .offset = PERF_OPT_OFFSET(type, member, const char *),	\
	  .implied = (implied_), .flags = (flags_) }
#define PERF_OPT_LIST(type, member, short_, long_, arg_, help_)			\
	{ .kind = PERF_OPTION_LIST, .letter = (short_), .name = (long_), .argument = (arg_), \
	  .help = (help_), .offset = PERF_OPT_OFFSET(type, member, struct perf_texts) }
#define PERF_OPT_CALL(short_, long_, arg_, parse_, value_, flags_, help_)	\
	{ .kind = PERF_OPTION_CALL, .letter = (short_), .name = (long_), .argument = (arg_), \
	  .help = (help_), .parse = (parse_), .value = (value_), .flags = (flags_) }
/* The last ones are why and what helps; one macro may stand for both. */
#define PERF_OPT_REFUSED(short_, long_, arg_, flags_, ...)			\
	PERF_OPT_REFUSED_FOR(short_, long_, arg_, flags_, __VA_ARGS__)
#define PERF_OPT_REFUSED_FOR(short_, long_, arg_, flags_, why_, hint_)		\
	{ .kind = PERF_OPTION_REFUSED, .letter = (short_), .name = (long_), .argument = (arg_), \
	  .help = (why_), .hint = (hint_), .flags = (flags_) }
#define PERF_OPT_END	{ .kind = PERF_OPTION_END }

int perf_options_parse(const struct perf_option *table, void *options, int argc, char **argv,
		       bool intermixed, enum perf_options_asked *asked, struct perf_error *error);
int perf_texts_add(struct perf_texts *texts, const char *text);
void perf_options_free(const struct perf_option *table, void *options);
void perf_options_help(const struct perf_option *table, struct perf_str *text);
void perf_options_rst(const struct perf_option *table, struct perf_str *text);
void perf_options_words(const struct perf_option *table, struct perf_str *text);
void perf_options_list(const struct perf_option *table, struct perf_str *text);

#endif
