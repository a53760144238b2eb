/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Command-line options as tables.
 *
 * A command has one struct for the values of its options and one constant table of struct
 * perf_option that maps each option to a member:
 *
 *	struct stat_options { bool all_cpus; const char *output; ... };
 *
 *	static const struct perf_option options[] = {
 *		PERF_OPT_FLAG(struct stat_options, all_cpus, 'a', "all-cpus", "all CPUs"),
 *		PERF_OPT_TEXT(struct stat_options, output, 'o', "output", "FILE", "..."),
 *		PERF_OPT_END
 *	};
 *
 * perf_options_help(), perf_options_rst() and perf_options_words() generate help, manual and
 * shell completion from the same table.
 */
#ifndef PERF_BASE_OPT_H
#define PERF_BASE_OPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <base/error.h>
#include <base/str.h>

/**
 * enum perf_option_kind - type of the member that an option sets
 * @PERF_OPTION_END: end of the table
 * @PERF_OPTION_HEADING: no option: a title in the help, in @help
 * @PERF_OPTION_FLAG: a bool; --no-NAME stores false
 * @PERF_OPTION_COUNT: an int, incremented by each use (-v -v); --no-NAME stores 0
 * @PERF_OPTION_INT: an int, not negative; --no-NAME stores 0
 * @PERF_OPTION_U64: a uint64_t; --no-NAME stores 0
 * @PERF_OPTION_SIZE: a uint64_t in bytes, with a suffix B, K, M or G; --no-NAME stores 0
 * @PERF_OPTION_TEXT: a const char *, the argument itself; --no-NAME stores NULL
 * @PERF_OPTION_LIST: a struct perf_texts, each use adds one argument; --no-NAME empties it
 * @PERF_OPTION_CALL: any, set by @parse
 * @PERF_OPTION_REFUSED: none: an option of other perfs that is an error here; @help holds the
 *	reason and @hint the remedy. --no-NAME is accepted
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

/* The argument is optional and must be attached (--opt=ARG, -oARG). */
#define PERF_OPT_OPTIONAL	0x1
/*
 * The argument is optional: attached, or the next word unless that begins with '-' or is
 * missing.
 */
#define PERF_OPT_OPTIONAL_NEXT	0x2
/* The option is accepted for compatibility, but not shown in help, manual or completion. */
#define PERF_OPT_HIDDEN		0x4
/*
 * PERF_OPTION_CALL with an argument: @parse handles --no-NAME, with a NULL argument. Without
 * this flag --no-NAME is refused.
 */
#define PERF_OPT_NEGATABLE	0x8

/**
 * enum perf_options_asked - output requested instead of running the command
 * @PERF_OPTIONS_NOTHING: none: the command runs
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
 * @at: the arguments, not copied
 * @count: number of arguments
 */
struct perf_texts {
	const char	**at;
	size_t		count;
};

struct perf_option;

/**
 * typedef perf_option_parse - stores the argument of a PERF_OPTION_CALL option
 * @options: the command's options struct
 * @option: the option's row of the table
 * @text: the argument; NULL if there is none, or for --no-NAME
 * @negated: --no-NAME was given; for options with an argument only with PERF_OPT_NEGATABLE
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
typedef int perf_option_parse(void *options, const struct perf_option *option, const char *text,
			      bool negated, struct perf_error *error);

/**
 * struct perf_option - one option of a command
 * @kind: type of the member
 * @letter: short form, 0 if none
 * @name: long form without dashes, NULL if none
 * @argument: name of the argument in help, NULL if the option has none
 * @help: effect of the option, one sentence without a full stop
 * @offset: offset in bytes of the member in the options struct
 * @flags: PERF_OPT_*
 * @implied: PERF_OPTION_TEXT: stored when the argument is left out
 * @parse: PERF_OPTION_CALL: the function that stores the argument
 * @value: for @parse, to let several options share it
 * @hint: PERF_OPTION_REFUSED: the remedy, NULL if there is none
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

/* The comparison checks the member's type: a mismatch is a compile-time warning. */
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
/* The variable arguments are reason and remedy; one macro may expand to both. */
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
