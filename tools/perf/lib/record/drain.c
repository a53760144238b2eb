// SPDX-License-Identifier: GPL-2.0
/*
 * Threads that empty rings, in rounds of perf_drain_round().
 *
 * A round is a pass over all rings. PERF_RECORD_FINISHED_ROUND behind it marks a time up to which
 * readers may sort records, so no ring may be in two rounds at a time. Ring I belongs to the thread
 * with number I modulo perf_drain.nr; thread 0 is the caller. drainer.counts belongs to its thread
 * until the round ends.
 *
 * perf_drain.lock guards round, left and stop.
 */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <record/areas.h>
#include <record/drain.h>
#include <record/output.h>

struct drainer {
	struct perf_drain *drain;
	unsigned int number;
	pthread_t thread;
	struct perf_record_counts counts;
	struct perf_error error;
	int result;	/* of perf_record_ring_drain() or drain_area() */
};

struct perf_drain {
	struct perf_record *record;
	struct drainer *drainers;	/* 0 is the caller */
	unsigned int nr;		/* threads started */
	pthread_mutex_t lock;
	pthread_cond_t begin;
	pthread_cond_t end;
	uint64_t round;			/* number of the current round */
	unsigned int left;		/* threads still busy with it */
	bool backward;
	bool stop;
};

static int drain_area(struct drainer *drainer, size_t ring)
{
	struct perf_record *record = drainer->drain->record;

	if (record->config->trace_mode != PERF_RECORD_TRACE_ALL)
		return 0;
	return perf_record_area_drain(&record->rings, ring, 0, record->writer, &drainer->error);
}

static void drain_part(struct drainer *drainer)
{
	struct perf_record *record = drainer->drain->record;
	size_t i;
	int ret;

	drainer->result = 0;
	for (i = drainer->number; i < record->rings.count; i += drainer->drain->nr) {
		if (record->rings.at[i].backward != drainer->drain->backward)
			continue;
		ret = perf_record_ring_drain(&record->rings, i, record->writer,
					     &drainer->counts, &record->dsos, &drainer->error);
		if (ret)
			drainer->result = ret;
		if (ret < 0)
			return;
		/* A PERF_RECORD_AUX must reach the file before the trace data it describes. */
		ret = drain_area(drainer, i);
		if (ret)
			drainer->result = ret;
		if (ret < 0)
			return;
	}
}

static void *drainer_main(void *context)
{
	struct drainer *drainer = context;
	struct perf_drain *drain = drainer->drain;
	uint64_t done = 0;

	pthread_mutex_lock(&drain->lock);
	for (;;) {
		while (drain->round == done && !drain->stop)
			pthread_cond_wait(&drain->begin, &drain->lock);
		if (drain->stop)
			break;
		done = drain->round;
		pthread_mutex_unlock(&drain->lock);
		drain_part(drainer);
		pthread_mutex_lock(&drain->lock);
		if (!--drain->left)
			pthread_cond_signal(&drain->end);
	}
	pthread_mutex_unlock(&drain->lock);
	return NULL;
}

/**
 * perf_drain_create() - start the threads
 * @record: with mapped rings
 * @threads: number of threads, reduced to the number of rings; 1: only the calling thread
 * @drain: result; end with perf_drain_free()
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_drain_create(struct perf_record *record, unsigned int threads,
		      struct perf_drain **drain, struct perf_error *error)
{
	struct perf_drain *created = calloc(1, sizeof(*created));
	unsigned int i;
	int ret;

	if (threads > record->rings.count)
		threads = (unsigned int)record->rings.count;
	if (!threads)
		threads = 1;
	if (created)
		created->drainers = calloc(threads, sizeof(*created->drainers));
	if (!created || !created->drainers) {
		free(created);
		return perf_error_memory(error);
	}
	created->record = record;
	pthread_mutex_init(&created->lock, NULL);
	pthread_cond_init(&created->begin, NULL);
	pthread_cond_init(&created->end, NULL);
	*drain = created;
	for (i = 0; i < threads; i++) {
		created->drainers[i].drain = created;
		created->drainers[i].number = i;
		ret = i ? pthread_create(&created->drainers[i].thread, NULL, drainer_main,
					 &created->drainers[i]) : 0;
		if (ret) {
			perf_drain_free(created);
			*drain = NULL;
			return perf_error_set(error, ret, "starting a thread: %s", strerror(ret));
		}
		created->nr++;
	}
	return 0;
}

static void others_begin(struct perf_drain *drain)
{
	if (drain->nr == 1)
		return;
	pthread_mutex_lock(&drain->lock);
	drain->left = drain->nr - 1;
	drain->round++;
	pthread_cond_broadcast(&drain->begin);
	pthread_mutex_unlock(&drain->lock);
}

static void others_end(struct perf_drain *drain)
{
	if (drain->nr == 1)
		return;
	pthread_mutex_lock(&drain->lock);
	while (drain->left)
		pthread_cond_wait(&drain->end, &drain->lock);
	pthread_mutex_unlock(&drain->lock);
}

static void take_counts(struct perf_record_counts *sum, struct perf_record_counts *part)
{
	sum->samples += part->samples;
	sum->lost += part->lost;
	sum->lost_samples += part->lost_samples;
	sum->bytes += part->bytes;
	if (part->first_time && (!sum->first_time || part->first_time < sum->first_time))
		sum->first_time = part->first_time;
	if (part->last_time > sum->last_time)
		sum->last_time = part->last_time;
	memset(part, 0, sizeof(*part));
}

/**
 * perf_drain_round() - empty all rings of a kind once
 * @drain: drain
 * @backward: empty backward rings, whose output must be paused; else forward rings
 * @error: filled on failure
 *
 * A round that found records or trace data ends with a FINISHED_ROUND.
 *
 * Return: 1 if there was data, 0 if not, or a negative errno.
 */
int perf_drain_round(struct perf_drain *drain, bool backward, struct perf_error *error)
{
	struct drainer *drainer;
	unsigned int i;
	int ret = 0;

	drain->backward = backward;
	others_begin(drain);
	drain_part(&drain->drainers[0]);
	others_end(drain);
	for (i = 0; i < drain->nr; i++) {
		drainer = &drain->drainers[i];
		take_counts(&drain->record->counts, &drainer->counts);
		if (drainer->result < 0) {
			*error = drainer->error;
			return drainer->result;
		}
		ret |= drainer->result;
	}
	if (!ret)
		return 0;
	ret = perf_record_round(drain->record, error);
	return ret ? ret : 1;
}

/** perf_drain_free() - end the threads; @drain may be NULL */
void perf_drain_free(struct perf_drain *drain)
{
	unsigned int i;

	if (!drain)
		return;
	pthread_mutex_lock(&drain->lock);
	drain->stop = true;
	pthread_cond_broadcast(&drain->begin);
	pthread_mutex_unlock(&drain->lock);
	for (i = 1; i < drain->nr; i++)
		pthread_join(drain->drainers[i].thread, NULL);
	pthread_cond_destroy(&drain->begin);
	pthread_cond_destroy(&drain->end);
	pthread_mutex_destroy(&drain->lock);
	free(drain->drainers);
	free(drain);
}
