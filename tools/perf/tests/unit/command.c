// SPDX-License-Identifier: GPL-2.0
/* Tests of the perf_option tables of all commands. */
#include <errno.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <base/vec.h>
#include <common/command.h>
#include <common/settings.h>

#include "tap.h"

/* Bytes, enough for any command's options structure */
#define OPTIONS_SIZE	65536

/* Parse the option @word into @after, which is zeroed. */
static int parse(const struct perf_command *command, char *word, void *after,
		 struct perf_error *error)
{
	char *argv[2] = { word };
	enum perf_options_asked asked;

	return perf_options_parse(command->options, after, 1, argv, true, &asked, error);
}

static bool may_be_negated(const struct perf_option *option)
{
	return option->kind != PERF_OPTION_CALL || !option->argument ||
	       option->flags & PERF_OPT_NEGATABLE;
}

/* In a process of its own: perf_options_parse() would crash on a faulty option. */
static void negate_one(const struct perf_command *command, const struct perf_option *option)
{
	int status, result;
	char word[128];
	pid_t pid;

	snprintf(word, sizeof(word), "--no-%s", option->name);
	fflush(stdout);
	pid = fork();
	if (!pid) {
		struct perf_error error;

		result = parse(command, word, calloc(1, OPTIONS_SIZE), &error);
		_exit(may_be_negated(option) || result == -EINVAL ? 0 : 1);
	}
	if (waitpid(pid, &status, 0) != pid || status)
		tap_bad("perf %s %s: status %#x", command->name, word, status);
}

static void negate_all(const struct perf_command *command)
{
	const struct perf_command *const *verb;
	const struct perf_option *option;

	for (option = command->options; option->kind != PERF_OPTION_END; option++)
		if (option->name)
			negate_one(command, option);
	for (verb = command->verbs; verb && *verb; verb++)
		negate_all(*verb);
}

static void each_option_may_be_negated_or_is_refused(void)
{
	const struct perf_command *const *command;

	for (command = perf_commands; *command; command++)
		negate_all(*command);
}

static void negated_is_not_given(void)
{
	static char words[][32] = {
		"--no-branch-any", "--no-branch-filter", "--no-user-regs", "--no-intr-regs",
		"--no-exclude-perf", "--no-event", "--no-freq",
	};
	unsigned char *after = calloc(2, OPTIONS_SIZE);
	struct perf_error error;
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(words); i++) {
		parse(&perf_cmd_record, words[i], after, &error);
		if (memcmp(after, after + OPTIONS_SIZE, OPTIONS_SIZE))
			tap_bad("%s sets something", words[i]);
		memset(after, 0, OPTIONS_SIZE);
	}
	free(after);
}

/* Each perf_settings keeps its own values: two in use at a time must not mix. */
static void settings_are_apart(void)
{
	char path[] = "keys-XXXXXX";
	struct perf_settings some = { 0 }, none = { 0 };
	FILE *file = fdopen(mkstemp(path), "w");

	fputs("[call-graph]\nrecord-mode = dwarf\n[top]\ncall-graph = lbr\n", file);
	fclose(file);
	setenv("PERF_CONFIG", path, 1);
	perf_settings_load(&some);
	is_text(perf_settings_chain(&some, "record.call-graph"), "dwarf");
	is_text(perf_settings_chain(&some, "top.call-graph"), "lbr");
	is_text(perf_settings_chain(&none, "top.call-graph"), "fp");
	is_text(perf_settings_chain(NULL, "top.call-graph"), "fp");
	perf_settings_free(&some);
	is_text(perf_settings_chain(&some, "top.call-graph"), "fp");
	unlink(path);
}

/* perf_command.section lets a command take another section's keys. */
static void keys_are_for_their_section(void)
{
	const struct perf_command form = {
		.name = "sched record", .options = perf_cmd_record.options, .section = "record",
	};
	const struct perf_command other = {
		.name = "sched record", .options = perf_cmd_record.options,
	};
	unsigned char *after = calloc(2, OPTIONS_SIZE);
	struct perf_settings settings = { 0 };
	struct perf_config_entry *entry;
	struct perf_error error;

	entry = perf_vec_push(&settings.config.entries);
	*entry = (struct perf_config_entry){
		.key = strdup("record.build-id"), .value = strdup("skip"),
		.file = strdup("none"),
	};
	is_equal(perf_settings_apply(&settings, &other, after, &error), 0);
	is_equal(memcmp(after, after + OPTIONS_SIZE, OPTIONS_SIZE), 0);
	is_equal(settings.words.count, 0);
	is_equal(perf_settings_apply(&settings, &form, after, &error), 0);
	is_true(memcmp(after, after + OPTIONS_SIZE, OPTIONS_SIZE));
	is_equal(settings.words.count, 1);
	perf_settings_free(&settings);
	free(after);
}

int main(void)
{
	test(each_option_may_be_negated_or_is_refused);
	test(negated_is_not_given);
	test(settings_are_apart);
	test(keys_are_for_their_section);
	return test_end();
}
