// SPDX-License-Identifier: GPL-2.0
/*
 * perf help: help on a command. perf_command_help() formats its options; perf_command_synopsis()
 * its synopsis, for manual pages.
 */

#include "common/command.h"
#include "common/global_options.h"
#include "common/print.h"

struct help_options {
	bool rst;
	bool synopsis;
	bool words;
	bool bash;
};

static const struct perf_option options[] = {
	PERF_OPT_FLAG(struct help_options, rst, 0, "rst",
		      "print the options as reStructuredText, for the manual"),
	PERF_OPT_FLAG(struct help_options, synopsis, 0, "synopsis",
		      "print the forms of the command line as reStructuredText, for the manual"),
	PERF_OPT_FLAG(struct help_options, words, 0, "words",
		      "print the options as words, for shell completion"),
	PERF_OPT_FLAG(struct help_options, bash, 0, "bash",
		      "print a completion script for bash"),
	PERF_OPT_END
};

static const char *const usage[] = { "[COMMAND]", "--rst|--synopsis COMMAND",
				     "--words [COMMAND]", "--bash", NULL };

/*
 * completion[] calls perf for the words, so it never goes stale. "compgen -W" would expand the
 * words, and execute a $(...) in an event name: _perf_offer() compares them itself, and offers
 * no name with characters special to the shell.
 */
static const char completion[] =
	"# Completion of perf for bash, printed by 'perf help --bash'.\n"
	"# _perf_offer WORD: those lines and words of the input that begin like WORD\n"
	"_perf_offer()\n"
	"{\n"
	"	local candidate candidates IFS=$' \\t\\n'\n"
	"\n"
	"	read -r -d '' -a candidates\n"
	"	for candidate in \"${candidates[@]}\"; do\n"
	"		[[ $candidate = \"$1\"* && $candidate != *[^[:alnum:]_:/.,=@%+-]* ]] &&\n"
	"			COMPREPLY+=(\"$candidate\")\n"
	"	done\n"
	"}\n"
	"_perf()\n"
	"{\n"
	"	local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
	"	local command=${COMP_WORDS[1]}\n"
	"\n"
	"	COMPREPLY=()\n"
	"	if [[ $COMP_CWORD = 1 && $word = -* ]]; then\n"
	"		_perf_offer \"$word\" < <(perf --list-opts)\n"
	"	elif [ \"$COMP_CWORD\" = 1 ]; then\n"
	"		_perf_offer \"$word\" < <(perf help --words)\n"
	"	elif [[ $before = -e || $before = --event ]]; then\n"
	"		compopt -o nospace\n"
	"		_perf_offer \"$word\" < <(perf list --raw-dump 2>/dev/null)\n"
	"	elif [[ $word = -* ]]; then\n"
	"		_perf_offer \"$word\" < <(perf help --words \"$command\" 2>/dev/null)\n"
	"		[[ ${COMPREPLY[0]} = *= ]] && compopt -o nospace\n"
	"	elif [ \"$command\" = help ]; then\n"
	"		_perf_offer \"$word\" < <(perf help --words)\n"
	"	fi\n"
	"}\n"
	"complete -o default -F _perf perf\n";

static void all_commands(const struct help_options *opts, struct perf_str *text)
{
	const struct perf_command *const *command;

	for (command = perf_commands; *command; command++) {
		if (opts->words)
			perf_str_format(text, "%s ", (*command)->name);
		else
			perf_str_format(text, "  %-14s %s\n", (*command)->name,
					(*command)->summary);
	}
	if (opts->words)
		perf_str_char(text, '\n');
}

static void one_command(const struct help_options *opts, const struct perf_command *command,
			struct perf_str *text)
{
	const struct perf_command *const *verb;

	if (opts->words) {
		perf_options_words(command->options, text);
		for (verb = command->verbs; verb && *verb; verb++)
			perf_options_words((*verb)->options, text);
		perf_str_add(text, "--help\n");
	} else if (opts->synopsis) {
		perf_command_synopsis(command, text);
	} else if (opts->rst) {
		perf_options_rst(command->options, text);
		for (verb = command->verbs; verb && *verb; verb++) {
			perf_str_format(text, "\nOf **perf %s**\n\n", (*verb)->name);
			perf_options_rst((*verb)->options, text);
		}
	} else {
		perf_command_help(command, text);
	}
}

static int help_run(struct perf_settings *settings, int argc, char **argv)
{
	const struct perf_command *command = NULL;
	struct help_options opts = { 0 };
	struct perf_str text = { 0 };
	bool is_perf;
	int status;

	if (perf_command_parse(&perf_cmd_help, settings, &opts, &argc, &argv, &status))
		return status;
	/* perf(1) lists global_options[]. */
	is_perf = argc && opts.rst && !strcmp(argv[0], "perf");
	if (argc && !is_perf) {
		command = perf_command_find(argv[0]);
		if (!command) {
			perf_command_warn(&perf_cmd_help, "there is no command '%s'", argv[0]);
			return PERF_EXIT_USAGE;
		}
	}
	if (opts.bash)
		perf_str_add(&text, completion);
	else if (is_perf)
		perf_options_rst(global_options, &text);
	else if (!command)
		all_commands(&opts, &text);
	else
		one_command(&opts, command, &text);
	perf_print_lines(perf_str_text(&text));
	perf_str_free(&text);
	return PERF_EXIT_OK;
}

const struct perf_command perf_cmd_help = {
	.name = "help",
	.summary = "Show help on a command",
	.usage = usage,
	.options = options,
	.run = help_run,
};
