// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the --control protocol: the channel (sys/control.h) and the commands
 * (event/commands.h).
 *
 * Expected values come from Debian's perf 6.1, with which control.sh compares: five bytes an
 * answer, a zero byte or a line end after a command, commands without any end run, no answer to
 * blank lines, the set of commands. Answers to unknown commands, commands in several pieces, and
 * whatever keeps a client from stopping a measurement differ from it.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include <base/num.h>
#include <base/vec.h>
#include <event/commands.h>
#include <event/set.h>
#include <sys/control.h>

#include "tap.h"

#define ANSWER	5		/* bytes: "ack\n" and a zero byte */
#define GRACE	(PERF_CONTROL_GRACE_MS * PERF_NS_PER_MS)

/* A channel, its client's ends, and a measurement whose actions bench.said logs. */
struct bench {
	int commands[2];
	int answers[2];
	struct perf_control control;
	struct perf_event_list list;
	struct perf_event_opened opened[4];
	struct perf_threads threads;
	struct perf_event_set set;
	struct perf_command_watch watch;
	struct perf_commands obeying;
	struct perf_str said;
	bool fails;
};

static void switched(void *context, const char *name, bool on)
{
	perf_str_format(&((struct bench *)context)->said, "%s %s;", on ? "on" : "off",
			name ? name : "(all)");
}

static void listed(void *context, const struct perf_event_list *list, unsigned int how)
{
	perf_str_format(&((struct bench *)context)->said, "list %zu %x;", list->count, how);
}

static void said(void *context, const char *text)
{
	perf_str_format(&((struct bench *)context)->said, "says %s;", text);
}

static int take_snapshot(void *owner, struct perf_error *error)
{
	struct bench *bench = owner;

	perf_str_add(&bench->said, "snapshot;");
	return bench->fails ? perf_error_set(error, EIO, "no room") : 0;
}

static void begin(struct bench *bench)
{
	static const char *const names[] = { "a", "b:u", "dummy:HG", "a" };
	struct perf_error error;
	char text[64];
	size_t i;

	memset(bench, 0, sizeof(*bench));
	is_equal(pipe2(bench->commands, O_CLOEXEC | O_NONBLOCK), 0);
	is_equal(pipe2(bench->answers, O_CLOEXEC), 0);
	fcntl(bench->answers[0], F_SETFL, O_NONBLOCK);
	snprintf(text, sizeof(text), "fd:%d,%d", bench->commands[0], bench->answers[1]);
	is_equal(perf_control_open(&bench->control, text, &error), 0);
	for (i = 0; i < PERF_ARRAY_SIZE(names); i++) {
		struct perf_event_spec *spec = perf_event_list_add(&bench->list);

		perf_event_set_name(spec, names[i], strlen(names[i]), &error);
		spec->leader = i;
		spec->attr.type = PERF_TYPE_SOFTWARE;
		spec->attr.config = i == 2 ? PERF_COUNT_SW_DUMMY : PERF_COUNT_SW_CPU_CLOCK;
	}
	/* No event is open: perf_commands_obey() only selects those to switch. */
	bench->set = (struct perf_event_set){
		.list = &bench->list, .threads = &bench->threads, .at = bench->opened,
		.count = bench->list.count,
	};
	bench->watch = (struct perf_command_watch){ switched, listed, said, bench };
	bench->obeying = (struct perf_commands){
		.control = &bench->control, .set = &bench->set, .watch = &bench->watch,
		.snapshot = take_snapshot, .owner = bench,
	};
}

static void end(struct bench *bench)
{
	size_t i;

	for (i = 0; i < 2; i++) {
		close(bench->commands[i]);
		close(bench->answers[i]);
	}
	perf_event_list_free(&bench->list);
	perf_str_free(&bench->said);
}

static void client_sends(struct bench *bench, const char *text, size_t size)
{
	is_equal(write(bench->commands[1], text, size), size);
}

/* Do what a measurement does after poll() returned. */
static int obey_at(struct bench *bench, uint64_t now)
{
	struct perf_error error;

	if (bench->control.fd >= 0)
		perf_control_read(&bench->control, now);
	perf_control_flush(&bench->control);
	return perf_commands_obey(&bench->obeying, now, &error);
}

/* Return how many whole answers the client got, -1 for other bytes. */
static int client_got(struct bench *bench)
{
	char bytes[4096];
	ssize_t got = read(bench->answers[0], bytes, sizeof(bytes));
	ssize_t i;

	if (got < 0 && errno == EAGAIN)
		return 0;
	for (i = 0; i < got; i++)
		if (bytes[i] != "ack\n"[i % ANSWER])
			return -1;
	return got % ANSWER ? -1 : (int)(got / ANSWER);
}

/* Bytes the client sends at once, how many answers it gets, and the expected bench.said. */
static const struct row {
	const char *sent;
	size_t size;
	int answers;
	const char *done;
} rows[] = {
#define ROW(sent, answers, done)	{ sent, sizeof(sent) - 1, answers, done }
	ROW("ping\n", 1, ""),
	ROW("enable\n", 1, "on (all);"),
	ROW("disable\n", 1, "off (all);"),
	ROW("enable a\n", 1, "on a;"),
	ROW("disable b:u\n", 1, "off b:u;"),
	ROW("enable  b:u " "\n", 1, "on b:u;"),
	ROW("enable " "\n", 1, "on (all);"),
	ROW("enable b\n", 1,
	    "says --control: no event is called 'b': 'evlist' lists their names;"),
	ROW("enable A\n", 1,
	    "says --control: no event is called 'A': 'evlist' lists their names;"),
	ROW("disable dummy:HG\n", 1,
	    "says --control: no event is called 'dummy:HG': 'evlist' lists their names;"),
	ROW("enable \033[2J\n", 1,
	    "says --control: no event is called '?[2J': 'evlist' lists their names;"),
	ROW("evlist\n", 1, "list 4 0;"),
	ROW("evlist -v\n", 1, "list 4 1;"),
	ROW("evlist -g\n", 1, "list 4 2;"),
	ROW("evlist -F\n", 1, "list 4 4;"),
	ROW("evlist -v -g\n", 1, "list 4 3;"),
	ROW("evlist -vF\n", 1, "list 4 5;"),
	ROW("evlist -x\n", 1, "says --control: 'evlist' takes -v, -g and -F, not '-x';"),
	ROW("evlist v\n", 1, "says --control: 'evlist' takes -v, -g and -F, not 'v';"),
	ROW("snapshot\n", 1, "snapshot;"),
	ROW("ping pong\n", 1, "says --control: 'ping' takes no argument: 'pong' is ignored;"),
	ROW("pingx\n", 1, "says --control: there is no command 'pingx';"),
	ROW("PING\n", 1, "says --control: there is no command 'PING';"),
	ROW("enablea\n", 1, "says --control: there is no command 'enablea';"),
	ROW("foo bar\n", 1, "says --control: there is no command 'foo bar';"),
	/* Blanks, carriage returns, zero bytes */
	ROW("\n", 0, ""),
	ROW(" \t\r\n", 0, ""),
	ROW("\n\n\0\n", 0, ""),
	ROW(" ping\n", 1, ""),
	ROW("enable\r\n", 1, "on (all);"),
	ROW("enable\n\0", 1, "on (all);"),
	ROW("\0ping\n", 1, ""),
	ROW("ping\0", 1, ""),
	ROW("ping\0\n", 1, ""),
	ROW("enable\n\0disable\n\0", 2, "on (all);off (all);"),
	ROW("en\0able\n", 2, "says --control: there is no command 'en';"
	    "says --control: there is no command 'able';"),
	/* Several commands at once, run in their order */
	ROW("ping\nping\n", 2, ""),
	ROW("enable a\nfoo\n\ndisable\nping\n", 4,
	    "on a;says --control: there is no command 'foo';off (all);"),
	ROW("enable\nstop\ndisable\n", 2, "on (all);"),
};

static void each_command(void)
{
	struct bench bench;
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(rows); i++) {
		int answers;

		begin(&bench);
		client_sends(&bench, rows[i].sent, rows[i].size);
		is_equal(obey_at(&bench, 1), 0);
		answers = client_got(&bench);
		if (answers != rows[i].answers ||
		    strcmp(perf_str_text(&bench.said), rows[i].done))
			tap_bad("'%s' (row %zu): %d answers, '%s', not %d, '%s'", rows[i].sent, i,
				answers, perf_str_text(&bench.said), rows[i].answers,
				rows[i].done);
		end(&bench);
	}
}

/* Neither a cut at any byte nor a delay within the grace period may change the result. */
static void each_in_pieces(void)
{
	struct bench bench;
	size_t i, cut;

	for (i = 0; i < PERF_ARRAY_SIZE(rows); i++) {
		for (cut = 1; cut < rows[i].size; cut++) {
			int answers;

			begin(&bench);
			client_sends(&bench, rows[i].sent, cut);
			is_equal(obey_at(&bench, 1), 0);
			client_sends(&bench, rows[i].sent + cut, rows[i].size - cut);
			is_equal(obey_at(&bench, GRACE), 0);
			answers = client_got(&bench);
			if (answers != rows[i].answers ||
			    strcmp(perf_str_text(&bench.said), rows[i].done))
				tap_bad("'%s' (row %zu) cut at %zu: %d answers, '%s', not %d, '%s'",
					rows[i].sent, i, cut, answers,
					perf_str_text(&bench.said), rows[i].answers,
					rows[i].done);
			end(&bench);
		}
	}
}

static void counting_and_stopping(void)
{
	static const struct {
		const char *sent;
		bool before, counting, stop;
	} cases[] = {
		{ "enable\n", false, true, false }, { "disable\n", true, false, false },
		{ "enable a\n", false, true, false }, { "disable a\n", true, true, false },
		{ "enable x\n", false, false, false }, { "disable x\n", true, true, false },
		{ "stop\n", false, false, true }, { "stop\n", true, true, true },
		{ "stopx\n", true, true, false }, { "stop now\n", true, true, true },
	};
	struct bench bench;
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(cases); i++) {
		begin(&bench);
		bench.obeying.counting = cases[i].before;
		client_sends(&bench, cases[i].sent, strlen(cases[i].sent));
		is_equal(obey_at(&bench, 1), 0);
		is_equal(bench.obeying.counting, cases[i].counting);
		is_equal(bench.obeying.stop, cases[i].stop);
		is_equal(client_got(&bench), 1);
		end(&bench);
	}
}

static void snapshots(void)
{
	struct bench bench;

	begin(&bench);
	bench.obeying.snapshot = NULL;
	client_sends(&bench, "snapshot\n", 9);
	is_equal(obey_at(&bench, 1), 0);
	is_equal(client_got(&bench), 1);
	has_text(perf_str_text(&bench.said), "nothing to take a snapshot of");
	/* -EIO from take_snapshot() ends the measurement, but the command is answered. */
	bench.obeying.snapshot = take_snapshot;
	bench.fails = true;
	client_sends(&bench, "snapshot\nping\n", 14);
	is_equal(obey_at(&bench, 1), -EIO);
	is_equal(client_got(&bench), 1);
	end(&bench);
}

static void nobody_watches(void)
{
	struct bench bench;

	begin(&bench);
	bench.obeying.watch = NULL;
	client_sends(&bench, "enable\nevlist\nfoo\nenable x\n", 27);
	is_equal(obey_at(&bench, 1), 0);
	is_equal(client_got(&bench), 4);
	end(&bench);
}

/* Without a line end, a command runs once PERF_CONTROL_GRACE_MS pass without more bytes. */
static void no_line_end(void)
{
	static const struct {
		const char *sent;
		int answers;
		const char *done;
	} cases[] = {
		{ "enable", 1, "on (all);" }, { "ping", 1, "" }, { "enable a", 1, "on a;" },
		{ "evlist -v", 1, "list 4 1;" }, { " enable", 1, "on (all);" },
		/* perf_commands_obey() waits for the rest of these. */
		{ "pin", 0, "" }, { "enable ", 0, "" }, { "x", 0, "" }, { " ", 0, "" },
	};
	struct bench bench;
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(cases); i++) {
		begin(&bench);
		client_sends(&bench, cases[i].sent, strlen(cases[i].sent));
		is_equal(obey_at(&bench, 7), 0);
		is_equal(client_got(&bench), 0);
		is_equal(perf_control_timeout(&bench.control, -1, 7), PERF_CONTROL_GRACE_MS);
		is_equal(perf_control_timeout(&bench.control, 3, 7), 3);
		is_equal(obey_at(&bench, 6 + GRACE), 0);
		is_equal(client_got(&bench), 0);
		is_equal(obey_at(&bench, 7 + GRACE), 0);
		if (client_got(&bench) != cases[i].answers ||
		    strcmp(perf_str_text(&bench.said), cases[i].done))
			tap_bad("'%s': '%s'", cases[i].sent, perf_str_text(&bench.said));
		/* Nothing is pending, so poll() may wait for ever. */
		is_equal(perf_control_timeout(&bench.control, -1, 7 + GRACE), -1);
		/* A line end after the command ran is a blank line. */
		if (cases[i].answers) {
			client_sends(&bench, "\nping\n", 6);
			is_equal(obey_at(&bench, 9 + GRACE), 0);
			is_equal(client_got(&bench), 1);
		}
		end(&bench);
	}
}

static void client_ends(void)
{
	struct bench bench;

	begin(&bench);
	client_sends(&bench, "ping\nenable a", 13);
	close(bench.commands[1]);
	bench.commands[1] = -1;
	is_equal(obey_at(&bench, 1), 0);
	is_equal(client_got(&bench), 1);
	is_true(bench.control.fd >= 0);
	/* perf_commands_obey() runs the last command, which end of file completes. */
	is_equal(obey_at(&bench, 1), 0);
	is_equal(bench.control.fd, -1);
	is_equal(client_got(&bench), 1);
	is_text(perf_str_text(&bench.said), "on a;");
	is_true(!perf_control_active(&bench.control));
	is_equal(obey_at(&bench, 2), 0);
	end(&bench);
}

/* Send @length bytes of no command in pieces of @piece, then a line end and a command. */
static void long_line(size_t length, size_t piece, bool cut)
{
	struct bench bench;
	char text[4096];
	size_t sent, size;

	memset(text, 'x', sizeof(text));
	begin(&bench);
	for (sent = 0; sent < length; sent += size) {
		size = length - sent < piece ? length - sent : piece;
		client_sends(&bench, text, size);
		is_equal(obey_at(&bench, 1), 0);
		is_true(bench.control.size <= PERF_CONTROL_TEXT);
	}
	is_equal(client_got(&bench), 0);
	client_sends(&bench, "\nenable a\n", 10);
	is_equal(obey_at(&bench, 1), 0);
	is_equal(obey_at(&bench, 1), 0);
	is_equal(client_got(&bench), 2);
	has_text(perf_str_text(&bench.said),
		 cut ? "xxx...' is longer than a command may be (4095 bytes)" : "no command 'xxx");
	has_text(perf_str_text(&bench.said), ";on a;");
	is_true(bench.said.length < 200);
	end(&bench);
}

static void long_lines(void)
{
	static const size_t pieces[] = { 4096, 1000, 7 };
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(pieces); i++) {
		long_line(PERF_CONTROL_TEXT - 1, pieces[i], false);
		long_line(PERF_CONTROL_TEXT, pieces[i], true);
		long_line(PERF_CONTROL_TEXT + 1, pieces[i], true);
		long_line(20000, pieces[i], true);
	}
}

/* perf_control.cut: "stop" in an overlong line must not stop the measurement. */
static void long_command(void)
{
	struct bench bench;
	char text[4096];

	memset(text, ' ', sizeof(text));
	memcpy(text, "stop", 4);
	begin(&bench);
	client_sends(&bench, text, sizeof(text));
	is_equal(obey_at(&bench, 1), 0);
	client_sends(&bench, text + 4, 100);
	is_equal(obey_at(&bench, 1), 0);
	client_sends(&bench, "\n", 1);
	is_equal(obey_at(&bench, 1), 0);
	is_equal(client_got(&bench), 1);
	is_true(!bench.obeying.stop);
	/* Nor may it after PERF_CONTROL_GRACE_MS without a line end. */
	client_sends(&bench, text, sizeof(text));
	is_equal(obey_at(&bench, 1), 0);
	client_sends(&bench, text + 4, 1);
	is_equal(obey_at(&bench, 1), 0);
	is_equal(obey_at(&bench, 2 + GRACE), 0);
	is_equal(client_got(&bench), 0);
	is_true(!bench.obeying.stop);
	end(&bench);
}

/* perf_control.unsent counts the bytes of unwritten answers: none is lost or cut. */
static void nobody_reads_answers(void)
{
	struct bench bench;
	int answers = 0, round, got;

	begin(&bench);
	is_true(fcntl(bench.answers[1], F_SETPIPE_SZ, 4096) >= 4096);
	for (round = 0; round < 100; round++) {
		char text[500];
		size_t i;

		for (i = 0; i < 100; i++)
			memcpy(text + 5 * i, "ping\n", 5);
		client_sends(&bench, text, sizeof(text));
		is_equal(obey_at(&bench, 1), 0);
	}
	is_true(bench.control.unsent > 0);
	do {
		got = client_got(&bench);
		is_true(got >= 0);
		answers += got;
		perf_control_flush(&bench.control);
	} while (got > 0);
	is_equal(answers, 10000);
	is_equal(bench.control.unsent, 0);
	end(&bench);
}

/* perf_control_flush() sends the rest of an answer of which a socket accepted a part. */
static void answers_in_pieces(void)
{
	struct perf_control control = { .fd = -1, .ack = -1 };
	char bytes[16];
	int ends[2];

	is_equal(pipe2(ends, O_CLOEXEC), 0);
	control.ack = ends[1];
	control.unsent = 2 * ANSWER + 3;		/* as if two bytes had been sent */
	perf_control_flush(&control);
	is_equal(read(ends[0], bytes, sizeof(bytes)), 13);
	is_true(!memcmp(bytes, "k\n\0ack\n\0ack\n\0", 13));
	close(ends[0]);
	close(ends[1]);
}

/* perf_control_flush() must not raise SIGPIPE when the client has closed its end. */
static void reader_has_gone(void)
{
	struct sigaction action = { .sa_handler = SIG_DFL }, before;
	struct bench bench;
	sigset_t pending;

	sigaction(SIGPIPE, &action, &before);
	begin(&bench);
	close(bench.answers[0]);
	bench.answers[0] = -1;
	client_sends(&bench, "ping\nenable a\n", 14);
	is_equal(obey_at(&bench, 1), 0);
	is_text(perf_str_text(&bench.said), "on a;");
	is_equal(bench.control.ack, -1);
	sigpending(&pending);
	is_true(!sigismember(&pending, SIGPIPE));
	end(&bench);
	sigaction(SIGPIPE, &before, NULL);
}

static void no_answers_wanted(void)
{
	struct bench bench;

	begin(&bench);
	bench.control.ack = -1;
	client_sends(&bench, "enable a\nfoo\n", 13);
	is_equal(obey_at(&bench, 1), 0);
	is_equal(client_got(&bench), 0);
	is_equal(bench.control.unsent, 0);
	has_text(perf_str_text(&bench.said), "on a;");
	end(&bench);
}

/* perf_control_open() with one socket for commands and answers. */
static void one_socket(void)
{
	struct perf_control control;
	struct perf_commands obeying = { .control = &control };
	struct perf_error error;
	char text[32];
	int ends[2];

	is_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
	snprintf(text, sizeof(text), "fd:%d,%d", ends[0], ends[0]);
	is_equal(perf_control_open(&control, text, &error), 0);
	is_equal(write(ends[1], "ping\n", 5), 5);
	perf_control_read(&control, 1);
	is_equal(perf_commands_obey(&obeying, 1, &error), 0);
	is_equal(read(ends[1], text, sizeof(text)), ANSWER);
	close(ends[1]);
	control.unsent = ANSWER;
	perf_control_flush(&control);
	is_equal(control.ack, -1);
	perf_control_read(&control, 1);
	is_equal(control.fd, -1);
	close(ends[0]);
}

/* perf_commands_end() answers the commands received so far without running them. */
static void answered_at_the_end(void)
{
	struct bench bench;

	begin(&bench);
	client_sends(&bench, "stop\nenable a\nfoo\n", 18);
	is_equal(obey_at(&bench, 1), 0);
	is_equal(client_got(&bench), 1);
	client_sends(&bench, "disable\npi", 10);
	perf_commands_end(&bench.control);
	is_equal(client_got(&bench), 3);
	client_sends(&bench, "ng", 2);
	perf_commands_end(&bench.control);
	is_equal(client_got(&bench), 1);
	is_text(perf_str_text(&bench.said), "");
	end(&bench);
}

static void channels_that_are_none(void)
{
	static const struct {
		const char *text, *why;
	} bad[] = {
		{ "", "--control is fd:" }, { "fd", "--control is fd:" },
		{ "fifo", "--control is fd:" }, { "0,1", "--control is fd:" },
		{ "fd:", "wants numbers" }, { "fd:x", "wants numbers" },
		{ "fd:0x", "wants numbers" }, { "fd:-1", "wants numbers" },
		{ "fd: 0", "wants numbers" }, { "fd:,1", "wants numbers" },
		{ "fd:99999999999999999999999999", "wants numbers" },
		{ "fd:4294967296", "wants numbers" },
		{ "fd:1000000", "1000000 is not open" },
		{ "fd:@r,", "wants numbers" }, { "fd:@r,x", "wants numbers" },
		{ "fd:@r,@w,", "wants numbers" }, { "fd:@r,1000000", "1000000 is not open" },
		{ "fd:@w", "is not open for reading" }, { "fd:@r,@r", "is not open for writing" },
		{ "fifo:", "wants paths" }, { "fifo:,", "wants paths" },
		{ "fifo:/no/such", "No such file" }, { "fifo:/dev/null", "no FIFO" },
	};
	struct perf_control control;
	struct perf_error error;
	char text[80], *to;
	const char *from;
	int ends[2];
	size_t i;

	is_equal(pipe2(ends, O_CLOEXEC), 0);
	for (i = 0; i < PERF_ARRAY_SIZE(bad); i++) {
		/* Replace @r and @w by a pipe's read and write descriptor. */
		for (to = text, from = bad[i].text; *from; from++) {
			if (*from != '@')
				*to++ = *from;
			else
				to += sprintf(to, "%d", ends[*++from == 'w']);
		}
		*to = '\0';
		error.text[0] = '\0';
		if (!perf_control_open(&control, text, &error))
			tap_bad("'%s' was taken", text);
		has_text(error.text, bad[i].why);
		is_equal(control.fd, -1);
	}
	close(ends[0]);
	close(ends[1]);
}

int main(void)
{
	test(each_command);
	test(each_in_pieces);
	test(counting_and_stopping);
	test(snapshots);
	test(nobody_watches);
	test(no_line_end);
	test(client_ends);
	test(long_lines);
	test(long_command);
	test(nobody_reads_answers);
	test(answers_in_pieces);
	test(reader_has_gone);
	test(no_answers_wanted);
	test(one_socket);
	test(answered_at_the_end);
	test(channels_that_are_none);
	return test_end();
}
