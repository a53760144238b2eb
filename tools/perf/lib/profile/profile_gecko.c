// SPDX-License-Identifier: GPL-2.0
/*
 * A profile for the Firefox Profiler. Each thread has its own tables: strings, frames (a string
 * and a category), stacks (the stack of the caller and a frame), samples.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <profile/profile_text.h>
#include <profile/profile_threads.h>

enum { CATEGORY_USER, CATEGORY_KERNEL };

/* Numbers in a table of the current thread; one is valid if its @stamp is gecko.thread. */
struct numbers {
	PERF_VEC(uint32_t) stamp;
	PERF_VEC(uint32_t) number;
	uint32_t next;
};

struct gecko {
	const struct perf_profile *profile;
	const struct perf_report *report;
	struct perf_profile_order order;
	struct numbers stacks;		/* by call */
	struct numbers frames;		/* by function; its string has the same number */
	struct perf_str stack_table;
	struct perf_str frame_table;
	struct perf_str strings;
	uint32_t thread;		/* current thread, from 1 */
};

static int make_room(struct numbers *numbers, size_t nr)
{
	while (numbers->stamp.count < nr)
		if (!perf_vec_push(&numbers->stamp) || !perf_vec_push(&numbers->number))
			return -ENOMEM;
	return 0;
}

static void free_numbers(struct numbers *numbers)
{
	perf_vec_free(&numbers->stamp);
	perf_vec_free(&numbers->number);
}

/* Set @number of @thing in a table. Return: true if it is new and the caller must add it. */
static bool number_of(const struct gecko *gecko, struct numbers *numbers, uint32_t thing,
		      uint32_t *number)
{
	bool added = numbers->stamp.at[thing] != gecko->thread;

	if (added) {
		numbers->stamp.at[thing] = gecko->thread;
		numbers->number.at[thing] = numbers->next++;
	}
	*number = numbers->number.at[thing];
	return added;
}

/* The Firefox Profiler parses the string "function (in object)". */
static uint32_t get_frame(struct gecko *gecko, uint32_t function)
{
	const struct perf_function *at = &gecko->report->functions.list.at[function];
	struct perf_str location = { 0 };
	char name[4096];
	uint32_t number;
	int category;

	if (!number_of(gecko, &gecko->frames, function, &number))
		return number;
	perf_profile_name(gecko->report, function, name, sizeof(name));
	perf_str_add(&location, name);
	if (at->dso)
		perf_str_format(&location, " (in %s)", at->dso->short_name);
	perf_str_add(&gecko->strings, number ? ",\n" : "");
	perf_str_json(&gecko->strings, perf_str_text(&location));
	perf_str_free(&location);
	category = at->kernel ? CATEGORY_KERNEL : CATEGORY_USER;
	perf_str_format(&gecko->frame_table, "%s[%u,false,0,null,null,null,null,%d,null]",
			number ? "," : "", number, category);
	return number;
}

/* Return: the number of @call's stack, -1 if it is empty. The caller's stack is added first. */
static int64_t get_stack(struct gecko *gecko, uint32_t call)
{
	const struct perf_call *at = &gecko->report->calls.list.at[call];
	uint32_t number, frame;
	int64_t prefix;

	if (!at->parent)
		return -1;
	prefix = get_stack(gecko, at->parent);
	if (!number_of(gecko, &gecko->stacks, call, &number))
		return number;
	frame = get_frame(gecko, at->function);
	perf_str_add(&gecko->stack_table, number ? "," : "");
	if (prefix < 0)
		perf_str_format(&gecko->stack_table, "[null,%u]", frame);
	else
		perf_str_format(&gecko->stack_table, "[%u,%u]", (uint32_t)prefix, frame);
	return number;
}

static void add_samples(struct gecko *gecko, struct perf_out *out, size_t thread)
{
	uint32_t begin = gecko->order.begin.at[thread], end = gecko->order.begin.at[thread + 1], i;

	for (i = begin; i < end; i++) {
		const struct perf_profile_sample *sample =
			&gecko->profile->samples.at[gecko->order.samples.at[i]];
		int64_t stack = get_stack(gecko, sample->call);
		uint64_t ns = sample->time - gecko->profile->first;

		if (sample->time < gecko->profile->first)
			ns = 0;
		perf_str_add(&out->text, i > begin ? "," : "");
		if (stack < 0)
			perf_str_add(&out->text, "[null,");
		else
			perf_str_format(&out->text, "[%u,", (uint32_t)stack);
		perf_str_format(&out->text, "%" PRIu64 ".%06" PRIu64 ",0]", ns / 1000000,
				ns % 1000000);
		perf_out_check(out);
	}
}

static void add_thread(struct gecko *gecko, struct perf_out *out, size_t index)
{
	const struct perf_profile_thread *thread = &gecko->profile->threads.at[index];
	struct perf_str *str = &out->text;

	gecko->thread = index + 1;
	gecko->stacks.next = 0;
	gecko->frames.next = 0;
	perf_str_cut(&gecko->stack_table, 0);
	perf_str_cut(&gecko->frame_table, 0);
	perf_str_cut(&gecko->strings, 0);
	perf_str_format(str, "{\"tid\":%d,\"pid\":%d,\"name\":", thread->tid, thread->pid);
	perf_str_json(str, perf_machine_comm(gecko->report->machine, thread->comm));
	perf_str_add(str, ",\"markers\":{\"schema\":{\"name\":0,\"startTime\":1,\"endTime\":2,"
		     "\"phase\":3,\"category\":4,\"data\":5},\"data\":[]},\n"
		     "\"samples\":{\"schema\":{\"stack\":0,\"time\":1,\"responsiveness\":2},"
		     "\"data\":[");
	add_samples(gecko, out, index);
	perf_str_add(str, "]},\n\"frameTable\":{\"schema\":{\"location\":0,\"relevantForJS\":1,"
		     "\"innerWindowID\":2,\"implementation\":3,\"optimizations\":4,\"line\":5,"
		     "\"column\":6,\"category\":7,\"subcategory\":8},\"data\":[");
	perf_str_add(str, perf_str_text(&gecko->frame_table));
	perf_str_add(str, "]},\n\"stackTable\":{\"schema\":{\"prefix\":0,\"frame\":1},\"data\":[");
	perf_str_add(str, perf_str_text(&gecko->stack_table));
	perf_str_add(str, "]},\n\"stringTable\":[");
	perf_str_add(str, perf_str_text(&gecko->strings));
	perf_str_add(str, "],\"registerTime\":0,\"unregisterTime\":null,"
		     "\"processType\":\"default\"}");
	perf_out_check(out);
}

static void add_meta(struct perf_out *out, const struct perf_flame *flame)
{
	struct perf_str *str = &out->text;

	perf_str_add(str, "{\"meta\":{\"version\":24,\"interval\":1,\"startTime\":0,"
		     "\"shutdownTime\":null,\"processType\":0,\"stackwalk\":1,\"debug\":0,"
		     "\"gcpoison\":0,\"asyncstack\":1,\"presymbolicated\":true,\"categories\":["
		     "{\"name\":\"User\",\"color\":\"yellow\",\"subcategories\":[\"Other\"]},"
		     "{\"name\":\"Kernel\",\"color\":\"orange\",\"subcategories\":[\"Other\"]}],"
		     "\"markerSchema\":[],\"importedFrom\":\"perf\",\"product\":");
	perf_str_json(str, flame->title);
	perf_str_add(str, "},\n\"libs\":[],\"processes\":[],\"pausedRanges\":[],\n\"threads\":[\n");
}

/**
 * perf_profile_gecko() - write JSON for the Firefox Profiler, the format of Gecko's profiles
 *
 * The same parameters and results.
 */
int perf_profile_gecko(struct perf_out *out, const struct perf_flame *flame)
{
	struct gecko gecko = { .profile = flame->profile, .report = &flame->profile->report };
	int err = perf_profile_order(&gecko.order, gecko.profile);
	size_t i;

	if (!err)
		err = make_room(&gecko.stacks, gecko.report->calls.list.count);
	if (!err)
		err = make_room(&gecko.frames, gecko.report->functions.list.count);
	if (!err) {
		add_meta(out, flame);
		for (i = 0; i < gecko.profile->threads.count; i++) {
			perf_str_add(&out->text, i ? ",\n" : "");
			add_thread(&gecko, out, i);
		}
		perf_str_add(&out->text, "]}\n");
		if (out->text.failed || gecko.strings.failed || gecko.stack_table.failed ||
		    gecko.frame_table.failed)
			err = -ENOMEM;
	}
	free_numbers(&gecko.stacks);
	free_numbers(&gecko.frames);
	perf_str_free(&gecko.stack_table);
	perf_str_free(&gecko.frame_table);
	perf_str_free(&gecko.strings);
	perf_profile_order_free(&gecko.order);
	return err ? err : out->error;
}
