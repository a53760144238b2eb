// SPDX-License-Identifier: GPL-2.0
/* perf_flame_samples_build(): samples added up by thread, bin (part of the time) and stack. */
#include <errno.h>
#include <profile/flame_samples.h>
#include <profile/profile_threads.h>

#define BINS_MAX	400
#define BINS_MIN	50
#define TEXT_MAX	(1024 * 1024)

/* The samples of one thread in one bin. */
struct part {
	PERF_VEC(uint64_t) periods;	/* by node, in units of @scale */
	PERF_VEC(uint32_t) nodes;	/* nodes with a period */
	struct perf_profile_order order;
	const struct perf_profile *profile;
	const uint32_t *node_of;
};

/**
 * perf_flame_number() - add a number as the page reads it
 * @str: text is added here
 * @value: number
 *
 * Five bits a character, the lowest first; bit 5 of a character is set if another follows.
 */
void perf_flame_number(struct perf_str *str, uint64_t value)
{
	static const char digits[] =
		"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";

	for (; value >= 32; value /= 32)
		perf_str_char(str, digits[32 + value % 32]);
	perf_str_char(str, digits[value]);
}

static int flame_compare(const void *a, const void *b)
{
	uint32_t first = *(const uint32_t *)a, second = *(const uint32_t *)b;

	return first < second ? -1 : first > second;
}

static uint64_t common_divisor(const struct perf_profile *profile)
{
	const struct perf_profile_sample *sample;
	uint64_t divisor = 0, a, b, rest;

	perf_vec_each(&profile->samples, sample) {
		if (sample->period == divisor)
			continue;
		for (a = divisor, b = sample->period; b; a = b, b = rest)
			rest = a % b;
		divisor = a;
		if (divisor == 1)
			break;
	}
	return divisor ? divisor : 1;
}

/* Add samples @from to @to - 1 of @part->order to @str; leaves @periods and @nodes empty. */
static int add_part(struct perf_str *str, struct part *part, uint32_t from, uint32_t to,
		    uint64_t scale)
{
	uint32_t last = 0, i;
	size_t n;

	for (i = from; i < to; i++) {
		const struct perf_profile_sample *sample =
			&part->profile->samples.at[part->order.samples.at[i]];
		uint32_t node = part->node_of[sample->call], *slot;

		if (!sample->period)
			continue;
		if (!part->periods.at[node]) {
			slot = perf_vec_push(&part->nodes);
			if (!slot)
				return -ENOMEM;
			*slot = node;
		}
		part->periods.at[node] += sample->period / scale;
	}
	if (part->nodes.count)
		qsort(part->nodes.at, part->nodes.count, sizeof(*part->nodes.at), flame_compare);
	perf_flame_number(str, to - from);
	perf_flame_number(str, part->nodes.count);
	for (n = 0; n < part->nodes.count; n++) {
		uint32_t node = part->nodes.at[n];

		perf_flame_number(str, node - last);
		perf_flame_number(str, part->periods.at[node]);
		part->periods.at[node] = 0;
		last = node;
	}
	part->nodes.count = 0;
	return 0;
}

static uint64_t time_of(const struct part *part, uint32_t at)
{
	return part->profile->samples.at[part->order.samples.at[at]].time - part->profile->first;
}

static int add_thread(struct perf_flame_samples *samples, struct part *part, size_t thread)
{
	uint32_t begin = part->order.begin.at[thread], end = part->order.begin.at[thread + 1];
	uint32_t from, to, last = 0, bin, count = 0;
	struct perf_str text = { 0 };
	int err = 0;

	for (from = begin; from < end && !err; from = to, count++) {
		bin = time_of(part, from) / samples->width;
		for (to = from + 1; to < end; to++)
			if (time_of(part, to) >= (bin + 1) * samples->width)
				break;
		perf_flame_number(&text, bin - last);
		err = add_part(&text, part, from, to, samples->scale);
		last = bin;
	}
	perf_flame_number(&samples->text, count);
	perf_str_mem(&samples->text, perf_str_text(&text), text.length);
	if (text.failed)
		err = -ENOMEM;
	perf_str_free(&text);
	return err;
}

static int add_threads(struct perf_flame_samples *samples, struct part *part)
{
	uint64_t span = part->profile->last - part->profile->first;
	size_t thread;
	int err = 0;

	samples->width = span / samples->bins + 1;
	perf_str_cut(&samples->text, 0);
	for (thread = 0; thread < part->profile->threads.count && !err; thread++)
		err = add_thread(samples, part, thread);
	return err ? err : samples->text.failed ? -ENOMEM : 0;
}

/**
 * perf_flame_samples_build() - add up the samples of a profile
 * @samples: result; the caller frees @samples->text, also on failure
 * @profile: profile with @samples kept
 * @node_of: by call: number of the node of the page that shows its samples
 * @nodes: number of nodes of the page
 *
 * If @samples->text exceeds 1 MiB, @bins is halved, down to 50, to keep the page small.
 *
 * Return: 0 or -ENOMEM.
 */
int perf_flame_samples_build(struct perf_flame_samples *samples,
			     const struct perf_profile *profile, const uint32_t *node_of,
			     size_t nodes)
{
	struct part part = { .profile = profile, .node_of = node_of };
	int err = perf_profile_order(&part.order, profile);

	while (part.periods.count < nodes && !err)
		err = perf_vec_push(&part.periods) ? 0 : -ENOMEM;
	samples->scale = common_divisor(profile);
	samples->bins = profile->first == profile->last ? 1 : BINS_MAX;
	if (!err)
		err = add_threads(samples, &part);
	while (!err && samples->text.length > TEXT_MAX && samples->bins > BINS_MIN) {
		samples->bins /= 2;
		err = add_threads(samples, &part);
	}
	perf_profile_order_free(&part.order);
	perf_vec_free(&part.periods);
	perf_vec_free(&part.nodes);
	return err;
}
