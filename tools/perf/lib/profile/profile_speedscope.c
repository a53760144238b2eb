// SPDX-License-Identifier: GPL-2.0
/* A profile for speedscope: all functions, then for each thread its samples in order of time. */
#include <errno.h>
#include <inttypes.h>
#include <profile/profile_text.h>
#include <profile/profile_threads.h>

/* Function 0 of perf_report.functions stands for none: frame n is function n + 1. */
static void add_frames(struct perf_out *out, const struct perf_report *report)
{
	struct perf_str *str = &out->text;
	char name[4096];
	size_t i;

	for (i = 1; i < report->functions.list.count; i++) {
		const struct perf_function *function = &report->functions.list.at[i];

		perf_profile_name(report, i, name, sizeof(name));
		perf_str_add(str, i > 1 ? ",\n{\"name\":" : "{\"name\":");
		perf_str_json(str, name);
		if (function->dso) {
			perf_str_add(str, ",\"file\":");
			perf_str_json(str, function->dso->name);
		}
		perf_str_char(str, '}');
		perf_out_check(out);
	}
}

static void add_stack(struct perf_str *str, const struct perf_report *report, uint32_t call,
		      bool last)
{
	const struct perf_call *at = &report->calls.list.at[call];

	if (!at->parent)
		return;
	add_stack(str, report, at->parent, false);
	perf_str_u64(str, at->function - 1, 0, ' ');
	if (!last)
		perf_str_char(str, ',');
}

static void add_thread(struct perf_out *out, const struct perf_profile *profile,
		       const struct perf_profile_order *order, size_t index)
{
	const struct perf_profile_thread *thread = &profile->threads.at[index];
	uint32_t begin = order->begin.at[index], end = order->begin.at[index + 1], i;
	struct perf_str name = { 0 }, *str = &out->text;
	uint64_t sum = 0;

	perf_str_format(&name, "%s %d/%d",
			perf_machine_comm(profile->report.machine, thread->comm), thread->pid,
			thread->tid);
	perf_str_add(str, "{\"type\":\"sampled\",\"name\":");
	perf_str_json(str, perf_str_text(&name));
	perf_str_free(&name);
	perf_str_add(str, ",\"samples\":[");
	for (i = begin; i < end; i++) {
		const struct perf_profile_sample *sample =
			&profile->samples.at[order->samples.at[i]];

		perf_str_add(str, i > begin ? ",[" : "[");
		add_stack(str, &profile->report, sample->call, true);
		perf_str_char(str, ']');
		perf_out_check(out);
	}
	perf_str_add(str, "],\n\"weights\":[");
	for (i = begin; i < end; i++) {
		uint64_t period = profile->samples.at[order->samples.at[i]].period;

		if (i > begin)
			perf_str_char(str, ',');
		perf_str_u64(str, period, 0, ' ');
		sum += period;
		perf_out_check(out);
	}
	perf_str_format(str, "],\n\"unit\":\"%s\",\"startValue\":0,\"endValue\":%" PRIu64 "}",
			perf_profile_is_time(profile->event) ? "nanoseconds" : "none", sum);
}

/* The thread with the most samples, which speedscope shows first. */
static size_t busiest_thread(const struct perf_profile *profile,
			     const struct perf_profile_order *order)
{
	size_t best = 0, i;

	for (i = 1; i < profile->threads.count; i++)
		if (order->begin.at[i + 1] - order->begin.at[i] >
		    order->begin.at[best + 1] - order->begin.at[best])
			best = i;
	return best;
}

/**
 * perf_profile_speedscope() - write JSON for speedscope: by thread, samples in order of time
 * @out: writer
 * @flame: contents, with samples kept in @flame->profile
 *
 * Source: https://www.speedscope.app/file-format-schema.json
 *
 * Return: 0, -ENOMEM, or @out->error.
 */
int perf_profile_speedscope(struct perf_out *out, const struct perf_flame *flame)
{
	const struct perf_profile *profile = flame->profile;
	struct perf_profile_order order = { 0 };
	struct perf_str *str = &out->text;
	size_t i;

	if (perf_profile_order(&order, profile)) {
		perf_profile_order_free(&order);
		return -ENOMEM;
	}
	perf_str_format(str, "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\n"
			"\"exporter\":\"perf\",\"activeProfileIndex\":%zu,\"name\":",
			busiest_thread(profile, &order));
	perf_str_json(str, flame->title);
	perf_str_add(str, ",\n\"shared\":{\"frames\":[\n");
	add_frames(out, &profile->report);
	perf_str_add(str, "]},\n\"profiles\":[\n");
	for (i = 0; i < profile->threads.count; i++) {
		perf_str_add(str, i ? ",\n" : "");
		add_thread(out, profile, &order, i);
	}
	perf_str_add(str, "]}\n");
	perf_profile_order_free(&order);
	return str->failed ? -ENOMEM : out->error;
}
