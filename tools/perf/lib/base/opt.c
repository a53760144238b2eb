// SPDX-License-Identifier: GPL-2.0
/* Parsing a command line by a table of struct perf_option. No shared state. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include <base/num.h>
#include <base/opt.h>

/* The state of one parse. */
struct parse {
	const struct perf_option	*table;
	void				*options;
	char				**argv;
	int				argc;
	int				at;	/* index in argv of the current word */
	struct perf_error		*error;
};

static bool is_option(const struct perf_option *option)
{
	return option->kind != PERF_OPTION_HEADING;
}

/* The option's name for messages: its long form, or the short form if there is no long one. */
static const char *is_called(const struct perf_option *option, char *text, size_t size)
{
	if (option->name)
		snprintf(text, size, "--%s", option->name);
	else
		snprintf(text, size, "-%c", option->letter);
	return text;
}

/**
 * perf_texts_add() - add an argument to a list
 * @texts: the list
 * @text: the argument, not copied
 *
 * Return: 0 or -ENOMEM.
 */
int perf_texts_add(struct perf_texts *texts, const char *text)
{
	const char **more = reallocarray(texts->at, texts->count + 1, sizeof(*more));

	if (!more)
		return -ENOMEM;
	texts->at = more;
	texts->at[texts->count++] = text;
	return 0;
}

static void empty_texts(struct perf_texts *texts)
{
	free(texts->at);
	*texts = (struct perf_texts){ 0 };
}

static int store_number(struct parse *parse, const struct perf_option *option, const char *text)
{
	void *member = (char *)parse->options + option->offset;
	uint64_t number;
	char name[64];
	bool good;

	if (option->kind == PERF_OPTION_SIZE)
		good = perf_parse_size(text, &number);
	else
		good = perf_parse_u64(text, &number);
	if (!good || (option->kind == PERF_OPTION_INT && number > INT_MAX)) {
		perf_error_set(parse->error, EINVAL, "%s: '%s' is not a %s",
			       is_called(option, name, sizeof(name)), text,
			       option->kind == PERF_OPTION_SIZE ? "size" : "number in range");
		if (option->kind == PERF_OPTION_SIZE)
			perf_error_hint(parse->error,
					"write a number with B, K, M or G, as in 16M");
		return -EINVAL;
	}
	if (option->kind == PERF_OPTION_INT)
		*(int *)member = number;
	else
		*(uint64_t *)member = number;
	return 0;
}

static int option_refuse(struct parse *parse, const struct perf_option *option)
{
	char name[64];

	perf_error_set(parse->error, EOPNOTSUPP, "%s is not supported: %s",
		       is_called(option, name, sizeof(name)), option->help);
	if (option->hint)
		perf_error_hint(parse->error, "%s", option->hint);
	return -EOPNOTSUPP;
}

static int option_store(struct parse *parse, const struct perf_option *option, const char *text,
			bool negated)
{
	void *member = (char *)parse->options + option->offset;

	switch (option->kind) {
	case PERF_OPTION_FLAG:
		*(bool *)member = !negated;
		return 0;
	case PERF_OPTION_COUNT:
		*(int *)member = negated ? 0 : *(int *)member + 1;
		return 0;
	case PERF_OPTION_INT:
	case PERF_OPTION_U64:
	case PERF_OPTION_SIZE:
		return store_number(parse, option, negated ? "0" : text);
	case PERF_OPTION_TEXT:
		*(const char **)member = negated || text ? text : option->implied;
		return 0;
	case PERF_OPTION_LIST:
		if (negated)
			empty_texts(member);
		else if (perf_texts_add(member, text))
			return perf_error_memory(parse->error);
		return 0;
	case PERF_OPTION_CALL:
		if (negated && option->argument && !(option->flags & PERF_OPT_NEGATABLE))
			return perf_error_set(parse->error, EINVAL,
					      "there is no --no-%s: leave out --%s instead",
					      option->name, option->name);
		return option->parse(parse->options, option, text, negated, parse->error);
	case PERF_OPTION_REFUSED:
		return negated ? 0 : option_refuse(parse, option);
	default:
		return 0;
	}
}

/* Stores the option with its argument: @attached, the next word, or none. */
static int option_take(struct parse *parse, const struct perf_option *option, const char *attached)
{
	const char *next = parse->at + 1 < parse->argc ? parse->argv[parse->at + 1] : NULL;
	char name[64];

	if (!option->argument) {
		if (attached)
			return perf_error_set(parse->error, EINVAL, "%s takes no argument",
					      is_called(option, name, sizeof(name)));
		return option_store(parse, option, NULL, false);
	}
	if (attached || option->flags & PERF_OPT_OPTIONAL)
		return option_store(parse, option, attached, false);
	if (option->flags & PERF_OPT_OPTIONAL_NEXT && (!next || *next == '-'))
		return option_store(parse, option, NULL, false);
	if (!next)
		return perf_error_set(parse->error, EINVAL, "%s needs an argument: %s",
				      is_called(option, name, sizeof(name)), option->argument);
	parse->at++;
	return option_store(parse, option, next, false);
}

/* Returns the option with this exact name, else one that begins with it; @matches counts them. */
static const struct perf_option *find_long(struct parse *parse, const char *name, size_t length,
					   unsigned int *matches)
{
	const struct perf_option *option;
	const struct perf_option *found = NULL;

	*matches = 0;
	for (option = parse->table; option->kind != PERF_OPTION_END; option++) {
		if (!is_option(option) || !option->name || strncmp(option->name, name, length))
			continue;
		if (!option->name[length]) {
			*matches = 1;
			return option;
		}
		found = option;
		(*matches)++;
	}
	return found;
}

static int unknown_long(struct parse *parse, const char *name, size_t length, unsigned int matches)
{
	const struct perf_option *option;
	struct perf_nearest nearest;
	char word[64];

	snprintf(word, sizeof(word), "%.*s", (int)length, name);
	if (matches > 1) {
		perf_error_set(parse->error, EINVAL, "option --%s is ambiguous", word);
		for (option = parse->table; option->kind != PERF_OPTION_END; option++)
			if (is_option(option) && option->name &&
			    !strncmp(option->name, name, length))
				perf_error_hint(parse->error, "it could be --%s", option->name);
		return -EINVAL;
	}
	perf_error_set(parse->error, EINVAL, "unknown option --%s", word);
	perf_nearest_init(&nearest, word);
	for (option = parse->table; option->kind != PERF_OPTION_END; option++)
		if (is_option(option) && option->name)
			perf_nearest_offer(&nearest, option->name);
	if (nearest.best)
		perf_error_hint(parse->error, "did you mean --%s?", nearest.best);
	return -EINVAL;
}

static int parse_long(struct parse *parse, const char *word)
{
	size_t length = strcspn(word, "=");
	const char *attached = word[length] ? word + length + 1 : NULL;
	const struct perf_option *option;
	unsigned int matches, candidates;
	const char *rest;

	option = find_long(parse, word, length, &matches);
	if (matches == 1)
		return option_take(parse, option, attached);
	rest = perf_starts_with(word, "no-");
	if (!matches && rest && length > 3) {
		option = find_long(parse, rest, length - 3, &candidates);
		if (candidates == 1 && !attached)
			return option_store(parse, option, NULL, true);
	}
	/* An option called no-x can be undone by --x. */
	if (!matches) {
		char name[64];

		snprintf(name, sizeof(name), "no-%.*s", (int)length, word);
		option = find_long(parse, name, strlen(name), &candidates);
		if (candidates == 1 && option->kind == PERF_OPTION_FLAG && !attached)
			return option_store(parse, option, NULL, true);
	}
	return unknown_long(parse, word, length, matches);
}

static const struct perf_option *find_short(struct parse *parse, char letter)
{
	const struct perf_option *option;

	for (option = parse->table; option->kind != PERF_OPTION_END; option++)
		if (is_option(option) && option->letter == letter)
			return option;
	return NULL;
}

/* Parses a word of single letters; the rest of the word is an option's argument if it has one. */
static int parse_short(struct parse *parse, const char *word,
		       enum perf_options_asked *asked)
{
	for (; *word; word++) {
		const struct perf_option *option = find_short(parse, *word);
		int err;

		if (!option && *word == 'h') {
			*asked = PERF_OPTIONS_HELP;
			return 0;
		}
		if (!option)
			return perf_error_set(parse->error, EINVAL, "unknown option -%c", *word);
		if (option->argument)
			return option_take(parse, option, word[1] ? word + 1 : NULL);
		err = option_store(parse, option, NULL, false);
		if (err)
			return err;
	}
	return 0;
}

/* --help, and the two lists that shell completion scripts read. */
static enum perf_options_asked find_asked(const char *word)
{
	static const char *const words[] = {
		[PERF_OPTIONS_HELP] = "--help", [PERF_OPTIONS_LIST] = "--list-opts",
		[PERF_OPTIONS_COMMANDS] = "--list-cmds",
	};
	unsigned int i;

	for (i = PERF_OPTIONS_HELP; i <= PERF_OPTIONS_COMMANDS; i++)
		if (!strcmp(word, words[i]))
			return i;
	return PERF_OPTIONS_NOTHING;
}

/**
 * perf_options_parse() - fill an options struct from a command line
 * @table: the options, ended by PERF_OPT_END
 * @options: the struct to fill; the caller sets defaults first
 * @argc: number of words
 * @argv: the words without the command's own name; words that are not options are moved
 *	to the end in their order
 * @intermixed: options may follow other words. False for commands that run a program: the
 *	first word that is no option ends the options, as the words after it are the
 *	program's.
 * @asked: set to the output requested; parsing stops at -h, --help, --list-opts or --list-cmds
 * @error: filled on failure
 *
 * Return: index in @argv of the first word that is not an option (@argc if there is
 * none), or a negative errno.
 */
int perf_options_parse(const struct perf_option *table, void *options, int argc, char **argv,
		       bool intermixed, enum perf_options_asked *asked, struct perf_error *error)
{
	struct parse parse = {
		.table = table, .options = options, .argc = argc, .argv = argv, .error = error,
	};
	int rest = 0;		/* words that are not options, collected at the front of argv */
	int result = 0;
	int from, i;

	*asked = PERF_OPTIONS_NOTHING;
	for (; parse.at < argc && !*asked; parse.at++) {
		char *word = argv[parse.at];

		if (*word != '-' || !word[1]) {
			if (!intermixed)
				break;
			argv[rest++] = word;
			continue;
		}
		if (!strcmp(word, "--")) {
			parse.at++;
			break;
		}
		*asked = find_asked(word);
		if (*asked)
			continue;
		if (word[1] == '-')
			result = parse_long(&parse, word + 2);
		else
			result = parse_short(&parse, word + 1, asked);
		if (result)
			return result;
	}
	from = parse.at < argc ? parse.at : argc;
	/* Move the collected words right before the unparsed ones. */
	for (i = rest - 1; i >= 0; i--)
		argv[from - rest + i] = argv[i];
	return from - rest;
}

/**
 * perf_options_free() - free the lists that perf_options_parse() allocated in an options struct
 * @table: the options
 * @options: the struct
 */
void perf_options_free(const struct perf_option *table, void *options)
{
	const struct perf_option *option;

	for (option = table; option->kind != PERF_OPTION_END; option++)
		if (option->kind == PERF_OPTION_LIST)
			empty_texts((void *)((char *)options + option->offset));
}

/* Appends the forms of an option: "-o, --output=FILE". @bold is reST markup, or "". */
static void option_forms(const struct perf_option *option, struct perf_str *text, const char *bold)
{
	bool optional = option->flags & (PERF_OPT_OPTIONAL | PERF_OPT_OPTIONAL_NEXT);

	if (option->letter)
		perf_str_format(text, "%s-%c%s", bold, option->letter, bold);
	if (option->letter && option->name)
		perf_str_add(text, ", ");
	if (option->name)
		perf_str_format(text, "%s--%s%s", bold, option->name, bold);
	if (!option->argument)
		return;
	/* reST needs an escaped blank between inline markup and the text after it. */
	if (*bold)
		perf_str_add(text, "\\ ");
	if (optional)
		perf_str_format(text, "[%s%s]", option->name ? "=" : "", option->argument);
	else
		perf_str_format(text, "%s%s", option->name ? "=" : " ", option->argument);
}

static const char *help_prefix(const struct perf_option *option)
{
	return option->kind == PERF_OPTION_REFUSED ? "not supported: " : "";
}

/**
 * perf_options_help() - format the options as help text for a terminal of 80 columns
 * @table: the options
 * @text: appended to
 */
void perf_options_help(const struct perf_option *table, struct perf_str *text)
{
	const struct perf_option *option;
	const size_t indent = 30;

	for (option = table; option->kind != PERF_OPTION_END; option++) {
		struct perf_str help = { 0 };
		size_t start;

		if (option->flags & PERF_OPT_HIDDEN)
			continue;
		if (!is_option(option)) {
			perf_str_format(text, "\n%s:\n", option->help);
			continue;
		}
		perf_str_add(text, option->letter ? "  " : "      ");
		start = text->length - (option->letter ? 2 : 6);
		option_forms(option, text, "");
		if (text->length - start < indent - 1) {
			perf_str_fill(text, ' ', indent - (text->length - start));
		} else {
			perf_str_char(text, '\n');
			perf_str_fill(text, ' ', indent);
		}
		perf_str_format(&help, "%s%s", help_prefix(option), option->help);
		perf_str_wrap(text, perf_str_text(&help), indent, 80);
		text->failed |= help.failed;
		perf_str_free(&help);
		perf_str_char(text, '\n');
	}
}

/**
 * perf_options_rst() - format the options as part of a manual page in reStructuredText
 * @table: the options
 * @text: appended to
 */
void perf_options_rst(const struct perf_option *table, struct perf_str *text)
{
	const struct perf_option *option;
	size_t start;

	for (option = table; option->kind != PERF_OPTION_END; option++) {
		if (option->flags & PERF_OPT_HIDDEN)
			continue;
		if (!is_option(option)) {
			perf_str_format(text, "%s\n", option->help);
			perf_str_fill(text, '-', strlen(option->help));
			perf_str_add(text, "\n\n");
			continue;
		}
		option_forms(option, text, "**");
		perf_str_format(text, "\n    %s", help_prefix(option));
		/* Escape the characters that are markup in reST. */
		for (start = 0; option->help[start]; start++) {
			if (strchr("*`|\\", option->help[start]))
				perf_str_char(text, '\\');
			perf_str_char(text, option->help[start]);
		}
		perf_str_add(text, ".\n\n");
	}
}

/**
 * perf_options_words() - format the options as words for shell completion
 * @table: the options
 * @text: appended to; a blank follows each word. A long option with an argument ends with "=",
 *	unless it is PERF_OPT_OPTIONAL_NEXT
 */
void perf_options_words(const struct perf_option *table, struct perf_str *text)
{
	const struct perf_option *option;

	for (option = table; option->kind != PERF_OPTION_END; option++) {
		if (!is_option(option) || option->flags & PERF_OPT_HIDDEN)
			continue;
		if (option->letter)
			perf_str_format(text, "-%c ", option->letter);
		if (option->name)
			perf_str_format(text, "--%s%s ", option->name,
					option->argument &&
					!(option->flags & PERF_OPT_OPTIONAL_NEXT) ? "=" : "");
	}
}

/**
 * perf_options_list() - format the long options for --list-opts
 * @table: the options
 * @text: appended to; a blank follows each option
 */
void perf_options_list(const struct perf_option *table, struct perf_str *text)
{
	const struct perf_option *option;

	for (option = table; option->kind != PERF_OPTION_END; option++)
		if (is_option(option) && option->name && !(option->flags & PERF_OPT_HIDDEN))
			perf_str_format(text, "--%s ", option->name);
}
