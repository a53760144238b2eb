// SPDX-License-Identifier: GPL-2.0
/* Threads that replay the steps of tasks. */
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <string.h>
#include <time.h>
#include <sched/replay.h>

/* Small: a thread needs little stack, and there may be thousands of threads. */
#define STACK_SIZE	(64 * 1024)

struct player {
	const struct perf_replay_task	*task;
	struct stage			*stage;
	pthread_t			thread;
	sem_t				woken;
	uint64_t			cpu_ns;
};

/* Shared by the threads. */
struct stage {
	struct player	*players;
	size_t		nr;
	sem_t		ready;
	sem_t		begin;
	bool		cancelled;	/* set before @begin is posted */
};

static uint64_t replay_now(clockid_t clock)
{
	struct timespec at;

	clock_gettime(clock, &at);
	return (uint64_t)at.tv_sec * 1000000000ULL + (uint64_t)at.tv_nsec;
}

static void wait_for(sem_t *semaphore)
{
	while (sem_wait(semaphore) && errno == EINTR)
		;
}

static void use_cpu(uint64_t ns)
{
	uint64_t end = replay_now(CLOCK_THREAD_CPUTIME_ID) + ns;

	while (replay_now(CLOCK_THREAD_CPUTIME_ID) < end)
		;
}

static void do_step(const struct player *player, const struct perf_replay_step *step)
{
	switch (step->kind) {
	case PERF_REPLAY_RUN:
		use_cpu(step->ns);
		break;
	case PERF_REPLAY_SLEEP:
		if (step->woken)
			wait_for((sem_t *)&player->woken);
		break;
	case PERF_REPLAY_WAKE:
		sem_post(&player->stage->players[step->task].woken);
		break;
	}
}

static void *replay_play(void *context)
{
	struct player *player = context;
	const struct perf_replay_step *step;

	sem_post(&player->stage->ready);
	wait_for(&player->stage->begin);
	if (player->stage->cancelled)
		return NULL;
	perf_vec_each(&player->task->steps, step)
		do_step(player, step);
	player->cpu_ns = replay_now(CLOCK_THREAD_CPUTIME_ID);
	return NULL;
}

static int replay_start(struct stage *stage, const struct perf_replay *replay,
			struct perf_error *error)
{
	pthread_attr_t attr;
	int err = 0;
	size_t i;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK_SIZE);
	for (i = 0; i < replay->tasks.count; i++)
		sem_init(&stage->players[i].woken, 0, 0);
	for (; stage->nr < replay->tasks.count && !err; stage->nr += !err) {
		struct player *player = &stage->players[stage->nr];

		player->task = &replay->tasks.at[stage->nr];
		player->stage = stage;
		err = pthread_create(&player->thread, &attr, replay_play, player);
	}
	pthread_attr_destroy(&attr);
	if (!err)
		return 0;
	perf_error_set(error, err, "a thread for each of %zu tasks: %s", replay->tasks.count,
		       strerror(err));
	perf_error_hint(error, "record less, or allow more threads: ulimit -u");
	return -err;
}

/* Start all threads at once, and wait for their end. */
static void replay_finish(struct stage *stage, struct perf_replay_round *round)
{
	uint64_t begin;
	size_t i;

	for (i = 0; i < stage->nr; i++)
		wait_for(&stage->ready);
	begin = replay_now(CLOCK_MONOTONIC);
	for (i = 0; i < stage->nr; i++)
		sem_post(&stage->begin);
	*round = (struct perf_replay_round){ 0 };
	for (i = 0; i < stage->nr; i++) {
		pthread_join(stage->players[i].thread, NULL);
		round->cpu_ns += stage->players[i].cpu_ns;
	}
	round->wall_ns = replay_now(CLOCK_MONOTONIC) - begin;
}

/**
 * perf_replay_run() - replay once
 * @replay: steps
 * @round: result
 * @error: filled on failure
 *
 * A SLEEP waits for a WAKE, which depends only on steps recorded before it: all threads end.
 *
 * Return: 0 or a negative errno.
 */
int perf_replay_run(const struct perf_replay *replay, struct perf_replay_round *round,
		    struct perf_error *error)
{
	struct stage stage = { 0 };
	size_t i;
	int ret;

	stage.players = calloc(replay->tasks.count + 1, sizeof(*stage.players));
	if (!stage.players)
		return perf_error_memory(error);
	sem_init(&stage.ready, 0, 0);
	sem_init(&stage.begin, 0, 0);
	ret = replay_start(&stage, replay, error);
	stage.cancelled = ret;
	replay_finish(&stage, round);
	for (i = 0; i < replay->tasks.count; i++)
		sem_destroy(&stage.players[i].woken);
	sem_destroy(&stage.ready);
	sem_destroy(&stage.begin);
	free(stage.players);
	return ret;
}
