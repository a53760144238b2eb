// SPDX-License-Identifier: GPL-2.0
/* Tasks that exchange messages. */
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include <base/io.h>
#include <base/num.h>
#include <bench/families.h>

#define PIPE_LOOPS	1000000
#define GROUPS		10
#define GROUP_SIZE	20
#define GROUP_LOOPS	100
#define MESSAGE		100

/* ---- perf_bench_pipe() ----------------------------------------------------------------- */

struct echo {
	int in;
	int out;
	uint64_t loops;
	bool failed;
};

static void *echo_bytes(void *context)
{
	struct echo *end = context;
	uint64_t i;
	int word;

	for (i = 0; i < end->loops && !end->failed; i++)
		end->failed = perf_read_all(end->in, &word, sizeof(word)) != sizeof(word) ||
			      perf_write_all(end->out, &word, sizeof(word));
	return NULL;
}

/* The peer of echo_bytes(): writes first and reads the answer. */
static bool call_and_wait(const struct echo *end)
{
	uint64_t i;
	int word = 0;

	for (i = 0; i < end->loops; i++)
		if (perf_write_all(end->out, &word, sizeof(word)) ||
		    perf_read_all(end->in, &word, sizeof(word)) != sizeof(word))
			return false;
	return true;
}

static int talk_to_thread(const struct echo *ours, struct echo *theirs)
{
	pthread_t thread;
	int err = pthread_create(&thread, NULL, echo_bytes, theirs);

	if (err)
		return -err;
	if (!call_and_wait(ours))
		err = EPIPE;
	pthread_join(thread, NULL);
	return theirs->failed ? -EPIPE : -err;
}

static int talk_to_process(const struct echo *ours, struct echo *theirs)
{
	int pid = fork();

	if (pid < 0)
		return -errno;
	if (!pid) {
		/* With these ends closed, echo_bytes() reads end of file if the parent ends. */
		close(ours->in);
		close(ours->out);
		echo_bytes(theirs);
		_exit(theirs->failed);
	}
	if (!call_and_wait(ours)) {
		kill(pid, SIGKILL);
		perf_bench_reap(&pid, 1);
		return -EPIPE;
	}
	return perf_bench_reap(&pid, 1);
}

PERF_BENCH(pipe)
{
	uint64_t loops = options->loops ? options->loops : PIPE_LOOPS, start;
	struct echo ours = { .loops = loops }, theirs = { .loops = loops };
	struct perf_bench_row *row = perf_bench_add_row(result, "");
	int there[2], back[2], err;

	if (!row)
		return perf_error_memory(error);
	if (pipe(there))
		return perf_error_set(error, errno, "cannot make a pipe: %m");
	if (pipe(back)) {
		err = errno;
		close(there[0]);
		close(there[1]);
		return perf_error_set(error, err, "cannot make a pipe: %s", strerror(err));
	}
	ours.out = there[1];
	ours.in = back[0];
	theirs.in = there[0];
	theirs.out = back[1];
	start = perf_clock_ns(CLOCK_MONOTONIC);
	err = options->threaded ? talk_to_thread(&ours, &theirs) : talk_to_process(&ours, &theirs);
	row->ns = perf_clock_ns(CLOCK_MONOTONIC) - start;
	row->count = loops;
	close(there[0]);
	close(there[1]);
	close(back[0]);
	close(back[1]);
	result->kind = PERF_BENCH_OPERATIONS;
	perf_str_format(&result->heading, "# Executed %" PRIu64 " pipe operations between two %s\n",
			loops, options->threaded ? "threads" : "processes");
	return err ? perf_error_set(error, err, "the other end failed: %s", strerror(-err)) : 0;
}

/* ---- perf_bench_messaging() -------------------------------------------------------------- */

/* Each receiver i has a channel, from @out[i] to @in[i]; all senders of the group write to it. */
struct group {
	int in[GROUP_SIZE];
	int out[GROUP_SIZE];
	uint64_t loops;
};

struct member {
	const struct group *group;
	int ready;	/* take_part() writes a byte here once it runs, */
	int go;		/* and waits for a byte here */
	int receiver;	/* index of the receiver, -1 for a sender */
	bool failed;
	pthread_t thread;
};

static bool send_all(const struct group *group)
{
	static const char message[MESSAGE];
	uint64_t i;
	int to;

	for (i = 0; i < group->loops; i++)
		for (to = 0; to < GROUP_SIZE; to++)
			if (perf_write_all(group->out[to], message, sizeof(message)))
				return false;
	return true;
}

static bool receive_all(const struct group *group, int which)
{
	uint64_t i, nr = group->loops * GROUP_SIZE;
	char message[MESSAGE];

	for (i = 0; i < nr; i++)
		if (perf_read_all(group->in[which], message, sizeof(message)) != sizeof(message))
			return false;
	return true;
}

static void *take_part(void *context)
{
	struct member *member = context;
	char byte = 0;

	member->failed = perf_write_all(member->ready, &byte, 1) ||
			 perf_read_all(member->go, &byte, 1) != 1;
	if (!member->failed)
		member->failed = member->receiver < 0 ? !send_all(member->group) :
				 !receive_all(member->group, member->receiver);
	return NULL;
}

static int open_group(struct group *group, bool pipes)
{
	int i, ends[2];

	for (i = 0; i < GROUP_SIZE; i++) {
		if (pipes ? pipe(ends) : socketpair(AF_UNIX, SOCK_STREAM, 0, ends))
			return -errno;
		group->in[i] = ends[0];
		group->out[i] = ends[1];
	}
	return 0;
}

static void close_group(const struct group *group)
{
	int i;

	for (i = 0; i < GROUP_SIZE; i++) {
		if (group->in[i] >= 0)
			close(group->in[i]);
		if (group->out[i] >= 0)
			close(group->out[i]);
	}
}

/* All members of all groups, and the pipes that start them together. */
struct messaging {
	struct group *groups;
	struct member *members;
	int *pids;
	size_t nr_groups;
	size_t nr;	/* number of members started */
	int ready[2];
	int go[2];
	bool threaded;
};

static int start_member(struct messaging *messaging, struct member *member)
{
	int pid, err;

	if (messaging->threaded) {
		err = pthread_create(&member->thread, NULL, take_part, member);
		return -err;
	}
	pid = fork();
	if (pid < 0)
		return -errno;
	if (!pid) {
		close(messaging->go[1]);
		take_part(member);
		_exit(member->failed);
	}
	messaging->pids[messaging->nr] = pid;
	return 0;
}

static int start_all(struct messaging *messaging)
{
	size_t wanted = messaging->nr_groups * GROUP_SIZE * 2;
	int err;

	for (; messaging->nr < wanted; messaging->nr++) {
		struct member *member = &messaging->members[messaging->nr];
		size_t index = messaging->nr % (GROUP_SIZE * 2);

		member->group = &messaging->groups[messaging->nr / (GROUP_SIZE * 2)];
		member->ready = messaging->ready[1];
		member->go = messaging->go[0];
		member->receiver = index < GROUP_SIZE ? (int)index : -1;
		err = start_member(messaging, member);
		if (err)
			return err;
	}
	return 0;
}

static int end_all(struct messaging *messaging)
{
	int failed = 0;
	size_t i;

	if (!messaging->threaded)
		return perf_bench_reap(messaging->pids, messaging->nr);
	for (i = 0; i < messaging->nr; i++) {
		pthread_join(messaging->members[i].thread, NULL);
		failed = messaging->members[i].failed ? -EPIPE : failed;
	}
	return failed;
}

/* Waits until all members are ready, then writes a byte for each and measures until they end. */
static int messaging_run(struct messaging *messaging, uint64_t *ns)
{
	uint64_t start;
	char byte = 0;
	size_t i;
	int err;

	for (i = 0; i < messaging->nr; i++)
		if (perf_read_all(messaging->ready[0], &byte, 1) != 1)
			return -EPIPE;
	start = perf_clock_ns(CLOCK_MONOTONIC);
	for (i = 0; i < messaging->nr; i++)
		if (perf_write_all(messaging->go[1], &byte, 1))
			return -EPIPE;
	err = end_all(messaging);
	*ns = perf_clock_ns(CLOCK_MONOTONIC) - start;
	return err;
}

/* Closes the pipe on which the started members wait: they read end of file and end. */
static void messaging_cancel(struct messaging *messaging)
{
	close(messaging->go[1]);
	messaging->go[1] = -1;
	end_all(messaging);
}

static int messaging_start(struct messaging *messaging, const struct perf_bench_options *options,
			   uint64_t *ns)
{
	size_t i;
	int err;

	if (pipe(messaging->ready) || pipe(messaging->go))
		return -errno;
	for (i = 0; i < messaging->nr_groups; i++) {
		messaging->groups[i].loops = options->loops ? options->loops : GROUP_LOOPS;
		err = open_group(&messaging->groups[i], options->pipes);
		if (err)
			return err;
	}
	err = start_all(messaging);
	if (err) {
		messaging_cancel(messaging);
		return err;
	}
	return messaging_run(messaging, ns);
}

static void messaging_close(struct messaging *messaging)
{
	const int ends[] = { messaging->ready[0], messaging->ready[1], messaging->go[0],
			     messaging->go[1] };
	size_t i;

	for (i = 0; messaging->groups && i < messaging->nr_groups; i++)
		close_group(&messaging->groups[i]);
	for (i = 0; i < PERF_ARRAY_SIZE(ends); i++)
		if (ends[i] >= 0)
			close(ends[i]);
	free(messaging->groups);
	free(messaging->members);
	free(messaging->pids);
}

PERF_BENCH(messaging)
{
	struct messaging messaging = {
		.nr_groups = options->groups ? (size_t)options->groups : GROUPS,
		.ready = { -1, -1 }, .go = { -1, -1 }, .threaded = options->threaded,
	};
	size_t members = messaging.nr_groups * GROUP_SIZE * 2;
	struct perf_bench_row *row = perf_bench_add_row(result, "");
	const char *what = options->threaded ? "threads" : "processes";
	int err = -ENOMEM;

	messaging.groups = malloc(messaging.nr_groups * sizeof(*messaging.groups));
	messaging.members = calloc(members, sizeof(*messaging.members));
	messaging.pids = calloc(members, sizeof(*messaging.pids));
	if (row && messaging.groups && messaging.members && messaging.pids) {
		memset(messaging.groups, 0xff, messaging.nr_groups * sizeof(*messaging.groups));
		err = messaging_start(&messaging, options, &row->ns);
	}
	messaging_close(&messaging);
	if (err)
		return perf_error_set(error, err, "%zu %s cannot talk: %s", members, what,
				      strerror(-err));
	row->count = 1;
	result->kind = PERF_BENCH_TIME;
	perf_str_format(&result->heading,
			"# %d sender and receiver %s per group\n# %zu groups == %zu %s run\n",
			GROUP_SIZE, what, messaging.nr_groups, members, what);
	return 0;
}
