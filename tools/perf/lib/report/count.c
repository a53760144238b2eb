// SPDX-License-Identifier: GPL-2.0
/* Counts the samples of a session in the histograms of a report. */
#include <errno.h>
#include <string.h>
#include <report/count.h>

/**
 * perf_count_events() - add the missing histograms, one per event
 * @counting: how to count
 *
 * perf_count_sample() calls this too, as a stream adds events late. Histograms may move in memory.
 *
 * Return: 0 or -ENOMEM.
 */
int perf_count_events(struct perf_counting *counting)
{
	const struct perf_data_event *const *events;
	struct perf_histogram *histogram;
	size_t nr;

	events = perf_data_events(counting->session->data, &nr);
	while (counting->report->histograms.count < nr) {
		histogram = perf_vec_push(&counting->report->histograms);
		if (!histogram)
			return -ENOMEM;
		histogram->event = events[counting->report->histograms.count - 1];
	}
	return 0;
}

/* False if perf_filter.known requires a symbol and @frame has none. */
static bool is_known(const struct perf_counting *counting, uint32_t frame)
{
	return !counting->session->filter.known ||
	       counting->session->machine->frames.at[frame].symbol;
}

static int count_branches(struct perf_counting *counting,
			  const struct perf_session_sample *sample,
			  struct perf_report_sample *counted)
{
	size_t event = sample->expanded[0].event->index;
	uint64_t i;

	for (i = 0; i < sample->sample->nr_branches; i++) {
		counted->branch = &sample->sample->branches[i];
		counted->repeated = i;
		counted->period = 1;
		counted->frame = perf_machine_frame(counting->session->machine,
						    sample->thread->process,
						    counted->branch->to >> 63 ?
						    PERF_RECORD_MISC_KERNEL :
						    PERF_RECORD_MISC_USER, counted->branch->to);
		if (perf_report_add(counting->report, event, counted))
			return -ENOMEM;
	}
	return 0;
}

static uint64_t period_of(const struct perf_counting *counting,
			  const struct perf_session_sample *sample, size_t expanded)
{
	uint64_t weight = sample->sample->weight;

	if (counting->mode == PERF_COUNT_WEIGHTS)
		return weight ? weight : 1;
	return sample->expanded[expanded].period;
}

static int count_expanded(struct perf_counting *counting,
			  const struct perf_session_sample *sample,
			  struct perf_report_sample *counted)
{
	size_t i;

	for (i = 0; i < sample->nr; i++) {
		counted->period = period_of(counting, sample, i);
		counted->repeated = i;
		if (perf_report_add(counting->report, sample->expanded[i].event->index, counted))
			return -ENOMEM;
	}
	return 0;
}

static bool has_stack(const struct perf_counting *counting,
		      const struct perf_session_sample *sample)
{
	return counting->stacks && sample->sample->fields & PERF_SAMPLE_CALLCHAIN;
}

/* Test a name here if it is not a sort key; otherwise the table filters whole entries later. */
static bool names_pass(const struct perf_counting *counting,
		       const struct perf_session_sample *sample, uint32_t frame)
{
	const struct perf_filter *filter = &counting->session->filter;
	struct perf_machine *machine = counting->session->machine;
	const struct perf_frame *at = &machine->frames.at[frame];
	const struct perf_sort *sort = &counting->report->sort;

	if (!perf_sort_has(sort, PERF_SORT_COMM) &&
	    !perf_filter_name(filter->comms, perf_machine_comm(machine, sample->thread->comm)))
		return false;
	/* A branch is counted at branch->to, so the names of the sample's ip do not apply. */
	if (perf_sort_has(sort, PERF_SORT_SYMBOL) || counting->mode == PERF_COUNT_BRANCHES)
		return true;
	if (!perf_sort_has(sort, PERF_SORT_DSO) && !perf_filter_dso(filter, at->dso))
		return false;
	return !perf_filter_symbols(filter) ||
	       perf_filter_symbol(filter, at->symbol ? perf_dso_symbol_name(&machine->dsos, at->dso,
									    at->symbol) : NULL);
}

/**
 * perf_count_other() - count a filtered sample only in the totals of its histograms
 * @counting: how to count
 * @sample: sample that a filter leaves out
 * @error: filled on failure
 *
 * Return: 0 or -ENOMEM.
 */
int perf_count_other(struct perf_counting *counting, const struct perf_session_sample *sample,
		     struct perf_error *error)
{
	size_t i, event;

	/* perf_filter.known removes samples without a symbol from the totals too. */
	if (counting->session->filter.known &&
	    !is_known(counting, perf_session_frame(counting->session, sample)))
		return 0;
	if (perf_count_events(counting))
		return perf_error_memory(error);
	for (i = 0; i < sample->nr; i++) {
		event = sample->expanded[i].event->index;
		counting->report->histograms.at[event].has_stacks |= has_stack(counting, sample);
		if (counting->mode == PERF_COUNT_BRANCHES) {
			perf_report_add_filtered(counting->report, event,
						 sample->sample->nr_branches,
						 sample->sample->nr_branches);
			break;
		}
		perf_report_add_filtered(counting->report, event, period_of(counting, sample, i),
					 1);
	}
	return 0;
}

static void ignore_callees(struct perf_counting *counting, struct perf_report_sample *counted)
{
	uint32_t frame;

	if (!counting->report->ignored.compiled)
		return;
	frame = perf_report_ignore_callees(counting->report, &counting->session->stack);
	if (frame)
		counted->frame = frame;
}

/**
 * perf_count_sample() - count a sample for each event of @sample->expanded
 * @counting: how to count
 * @sample: sample
 * @trace: text of a tracepoint, or NULL
 * @frame: result: frame of the sample's ip; may be NULL
 * @error: filled on failure
 *
 * Return: 0 or -ENOMEM.
 */
int perf_count_sample(struct perf_counting *counting, const struct perf_session_sample *sample,
		      const char *trace, uint32_t *frame, struct perf_error *error)
{
	struct perf_report_sample counted = {
		.thread = sample->thread, .cpu = (int32_t)sample->sample->cpu, .trace = trace,
		.fields = sample->sample,
	};
	int err;

	counted.frame = perf_session_frame(counting->session, sample);
	if (frame)
		*frame = counted.frame;
	if (!is_known(counting, counted.frame))
		return 0;
	counting->samples++;
	if (!names_pass(counting, sample, counted.frame))
		return perf_count_other(counting, sample, error);
	if (counting->report->sort.nr_values)
		counted.socket = perf_session_socket(counting->session,
						     sample->sample->cpu);
	if (has_stack(counting, sample)) {
		counted.stack = perf_session_stack(counting->session, sample);
		if (!counted.stack)
			return perf_error_memory(error);
		ignore_callees(counting, &counted);
	}
	err = perf_count_events(counting);
	if (!err && sample->nr)
		err = counting->mode == PERF_COUNT_BRANCHES ?
		      count_branches(counting, sample, &counted) :
		      count_expanded(counting, sample, &counted);
	return err ? perf_error_memory(error) : 0;
}

/**
 * perf_count_record() - read what sort keys need from a side-band record: names of cgroups
 * @counting: how to count
 * @record: PERF_RECORD_CGROUP; other records are ignored
 * @error: filled on failure
 *
 * Return: 0 or -ENOMEM.
 */
int perf_count_record(struct perf_counting *counting, const struct perf_data_record *record,
		      struct perf_error *error)
{
	const struct perf_record_cgroup *cgroup = (const void *)record->header;
	char path[4096];
	size_t size;

	if (record->header->type != PERF_RECORD_CGROUP ||
	    record->header->size <= sizeof(*cgroup))
		return 0;
	size = perf_data_string_size(record, cgroup->path);
	if (size >= sizeof(path))
		size = sizeof(path) - 1;
	memcpy(path, cgroup->path, size);
	path[size] = '\0';
	return perf_report_cgroup(counting->report, cgroup->id, path) ?
	       perf_error_memory(error) : 0;
}

/**
 * perf_count_has_branches() - true if all events recorded branches and none call stacks
 * @data: recording
 */
bool perf_count_has_branches(const struct perf_data *data)
{
	const struct perf_data_event *const *events;
	size_t nr, i;

	events = perf_data_events(data, &nr);
	for (i = 0; i < nr; i++) {
		uint64_t type = events[i]->attr.sample_type;

		if (!(type & PERF_SAMPLE_BRANCH_STACK) || type & PERF_SAMPLE_CALLCHAIN ||
		    events[i]->attr.branch_sample_type & PERF_SAMPLE_BRANCH_CALL_STACK)
			return false;
	}
	return nr;
}
