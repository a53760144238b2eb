// SPDX-License-Identifier: GPL-2.0
/*
 * The protocol of --control. command_obey() executes each command, then answers it. A command that
 * fails is answered too, since its client waits for an answer; command_say() reports the reason to
 * the user.
 */
#include <poll.h>
#include <string.h>

#include <base/str.h>
#include <base/vec.h>
#include <event/commands.h>
#include <event/set.h>

/* Most characters of a client's text that command_say() repeats. */
#define SHOWN	64

struct command {
	const char *name;
	bool takes_argument;
	int (*obey)(struct perf_commands *commands, const char *argument,
		    struct perf_error *error);
};

static void command_say(const struct perf_commands *commands, const char *format, ...)
			PERF_PRINTF(2, 3);

static void command_say(const struct perf_commands *commands, const char *format, ...)
{
	const struct perf_command_watch *watch = commands->watch;
	struct perf_str text = { 0 };
	va_list args;

	if (!watch || !watch->say)
		return;
	va_start(args, format);
	perf_str_foreign_args(&text, format, args);
	va_end(args);
	watch->say(watch->context, perf_str_text(&text));
	perf_str_free(&text);
}

/**
 * perf_commands_switched() - report that counting was switched on or off
 * @watch: callbacks; may be NULL
 * @name: name of the switched events; NULL: all
 * @on: true if the events count from now on
 */
void perf_commands_switched(const struct perf_command_watch *watch, const char *name, bool on)
{
	if (watch && watch->switched)
		watch->switched(watch->context, name, on);
}

static int switch_events(struct perf_commands *commands, const char *name, bool on,
			 struct perf_error *error)
{
	size_t found;
	int failed;

	if (!*name)
		name = NULL;
	failed = perf_event_set_switch(commands->set, name, on, &found, error);
	if (failed)
		return failed;
	if (name && !found) {
		command_say(commands,
			    "--control: no event is called '%.*s': 'evlist' lists their names",
			    SHOWN, name);
		return 0;
	}
	if (on || !name)
		commands->counting = on;
	perf_commands_switched(commands->watch, name, on);
	return 0;
}

static int command_enable(struct perf_commands *commands, const char *name,
			  struct perf_error *error)
{
	return switch_events(commands, name, true, error);
}

static int command_disable(struct perf_commands *commands, const char *name,
			   struct perf_error *error)
{
	return switch_events(commands, name, false, error);
}

/* Sets *how from the options of "evlist", those of perf evlist; false if one is unknown. */
static bool parse_how(const char *text, unsigned int *how)
{
	static const struct {
		char letter;
		unsigned int bit;
	} letters[] = {
		{ 'v', PERF_COMMAND_VERBOSE }, { 'g', PERF_COMMAND_GROUPS },
		{ 'F', PERF_COMMAND_FREQ }, { '-', 0 }, { ' ', 0 },
	};
	size_t i;

	*how = 0;
	if (*text && *text != '-')
		return false;
	for (; *text; text++) {
		for (i = 0; i < PERF_ARRAY_SIZE(letters); i++)
			if (letters[i].letter == *text)
				break;
		if (i == PERF_ARRAY_SIZE(letters))
			return false;
		*how |= letters[i].bit;
	}
	return true;
}

static int command_list(struct perf_commands *commands, const char *argument,
			struct perf_error *error)
{
	const struct perf_command_watch *watch = commands->watch;
	unsigned int how;

	(void)error;
	if (!parse_how(argument, &how))
		command_say(commands, "--control: 'evlist' takes -v, -g and -F, not '%.*s'", SHOWN,
			    argument);
	else if (watch && watch->list)
		watch->list(watch->context, commands->set->list, how);
	return 0;
}

static int take_snapshot(struct perf_commands *commands, const char *argument,
			 struct perf_error *error)
{
	(void)argument;
	if (commands->snapshot)
		return commands->snapshot(commands->owner, error);
	command_say(commands, "--control: there is nothing to take a snapshot of: "
		    "that needs perf record with -S, --overwrite or --switch-output");
	return 0;
}

static int command_stop(struct perf_commands *commands, const char *argument,
			struct perf_error *error)
{
	(void)argument;
	(void)error;
	commands->stop = true;
	return 0;
}

static int command_ping(struct perf_commands *commands, const char *argument,
			struct perf_error *error)
{
	(void)commands;
	(void)argument;
	(void)error;
	return 0;
}

static const struct command rows[] = {
	{ "enable", true, command_enable },
	{ "disable", true, command_disable },
	{ "evlist", true, command_list },
	{ "snapshot", false, take_snapshot },
	{ "stop", false, command_stop },
	{ "ping", false, command_ping },
};

/* The row of rows[] for the command in @text, or NULL. *argument is set behind the blanks. */
static const struct command *command_find(const char *text, const char **argument)
{
	size_t i, length = strcspn(text, " \t");

	*argument = text + length + strspn(text + length, " \t");
	for (i = 0; i < PERF_ARRAY_SIZE(rows); i++)
		if (strlen(rows[i].name) == length && !memcmp(rows[i].name, text, length))
			return &rows[i];
	return NULL;
}

static int command_obey(struct perf_commands *commands, const char *text, struct perf_error *error)
{
	const char *argument;
	const struct command *command = command_find(text, &argument);
	int failed = 0;

	if (commands->control->cut) {
		command_say(commands,
			    "--control: '%.*s...' is longer than a command may be (%d bytes)",
			    SHOWN / 2, text, PERF_CONTROL_TEXT - 1);
	} else if (!command) {
		command_say(commands, "--control: there is no command '%.*s'", SHOWN, text);
	} else {
		if (*argument && !command->takes_argument)
			command_say(commands,
				    "--control: '%s' takes no argument: '%.*s' is ignored",
				    command->name, SHOWN, argument);
		failed = command->obey(commands, argument, error);
	}
	perf_control_answer(commands->control);
	return failed;
}

/*
 * perf_control_rest() returns a command without a line end once nothing has arrived for
 * PERF_CONTROL_GRACE_MS. The command is accepted only if command_find() returns a row: its name was
 * not cut off then.
 */
static char *unended(struct perf_control *control, uint64_t now)
{
	char *text = perf_control_rest(control, now);
	const char *argument;

	if (!text || !command_find(text, &argument))
		return NULL;
	/* After a trailing blank in @text, the argument is still to come. */
	if (strchr(" \t", text[strlen(text) - 1]))
		return NULL;
	perf_control_take_rest(control);
	return text;
}

static char *next_text(struct perf_control *control, uint64_t now)
{
	char *text = perf_control_next(control);

	return text ? text : unended(control, now);
}

/**
 * perf_commands_obey() - execute and answer the commands read so far
 * @commands: the measurement
 * @now: ns of CLOCK_MONOTONIC
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_commands_obey(struct perf_commands *commands, uint64_t now, struct perf_error *error)
{
	struct perf_control *control = commands->control;
	char *text;
	int failed = 0;

	while (!failed && !commands->stop) {
		text = next_text(control, now);
		if (!text)
			break;
		failed = command_obey(commands, text, error);
	}
	return failed;
}

/**
 * perf_commands_end() - answer the commands left over when the measurement has ended
 * @control: the channel
 *
 * A client that sent a command while the measurement ended still waits for its answer.
 */
void perf_commands_end(struct perf_control *control)
{
	struct pollfd polls[PERF_CONTROL_POLLS];
	unsigned int round;

	/* The rounds are limited, since a client may never stop sending to @control. */
	for (round = 0; round < 16; round++) {
		while (next_text(control, UINT64_MAX))
			perf_control_answer(control);
		perf_control_polls(control, polls);
		if (control->fd < 0 || poll(polls, 1, 0) <= 0)
			break;
		perf_control_read(control, 0);
	}
	perf_control_flush(control);
}
