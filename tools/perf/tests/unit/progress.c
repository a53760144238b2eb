// SPDX-License-Identifier: GPL-2.0
/* Tests of perf_session_watch(): the turns of a caller while a recording is read. */
#include <errno.h>
#include <fcntl.h>

#include <base/io.h>
#include <lines/progress_text.h>
#include <report/count.h>
#include <report/session.h>

#include "data_make.h"
#include "tap.h"

#define SAMPLES	150
#define LATE_ID	79

/* How many calls of turn() and wait_for_bytes() there were, and at which of them to stop. */
struct watcher {
	struct perf_session session;
	struct perf_str text;
	unsigned int turns;
	unsigned int last;
	unsigned int waits;
	unsigned int last_wait;
	uint64_t samples;
	unsigned int percent;	/* at the last turn */
	bool fell;
	size_t events;		/* at the last turn */
	bool missed;		/* a sample came of an event not seen by turn() */
	bool late;		/* add_late_event() adds an event at the end */
	unsigned int interval_ms;
};

static int turn(void *context, struct perf_error *error)
{
	struct watcher *watcher = context;
	unsigned int percent;

	(void)error;
	perf_str_cut(&watcher->text, 0);
	perf_progress_text(&watcher->text, watcher->session.data, watcher->samples);
	if (sscanf(perf_str_text(&watcher->text), "reading %u%%,", &percent) == 1) {
		watcher->fell |= percent < watcher->percent;
		watcher->percent = percent;
	}
	perf_data_events(watcher->session.data, &watcher->events);
	return ++watcher->turns == watcher->last;
}

static int wait_for_bytes(void *context, int fd)
{
	struct watcher *watcher = context;

	(void)fd;
	return ++watcher->waits == watcher->last_wait ? -ECANCELED : 0;
}

static int count(void *context, const struct perf_session_sample *sample,
		 struct perf_error *error)
{
	struct watcher *watcher = context;

	(void)error;
	watcher->samples++;
	watcher->missed |= sample->record->event->index >= watcher->events;
	return 0;
}

static void add_late_event(struct perf_str *records)
{
	struct {
		struct perf_event_header header;
		struct perf_event_attr attr;
		uint64_t id;
	} record = {
		.header = { .type = PERF_RECORD_HEADER_ATTR, .size = sizeof(record) },
		.attr = test_attr(), .id = LATE_ID,
	};
	struct test_sample sample = test_sample(LATE_ID, 1000000);

	record.attr.size = sizeof(record.attr);
	test_put(records, &record, sizeof(record));
	test_put(records, &sample, sizeof(sample));
}

/* Read a recording of 6 * SAMPLES samples; return the result of perf_session_read(). */
static int watch(struct watcher *watcher, bool stream, struct perf_error *error)
{
	static const struct perf_session_calls calls = { .sample = count };
	const struct perf_session_watch watch = {
		.interval_ms = watcher->interval_ms, .turn = turn, .wait = wait_for_bytes,
		.context = watcher,
	};
	const struct perf_session_options options = { 0 };
	struct perf_str records = { 0 };
	int ret;

	test_records(&records, SAMPLES);
	if (watcher->late)
		add_late_event(&records);
	is_equal(test_write(TEST_PATH, &records, stream, 0), 0);
	perf_str_free(&records);
	if (stream) {
		/* The pipe holds all of it. */
		size_t size;
		char *bytes = perf_read_file(TEST_PATH, &size);
		int ends[2];

		is_true(bytes && !pipe2(ends, O_CLOEXEC));
		is_equal(perf_write_all(ends[1], bytes, size), 0);
		close(ends[1]);
		free(bytes);
		ret = perf_session_open_fd(&watcher->session, ends[0], "pipe", &options, error);
	} else {
		ret = perf_session_open(&watcher->session,
					&(struct perf_session_options){ .input = TEST_PATH },
					error);
	}
	is_equal(ret, 0);
	perf_session_watch(&watcher->session, &watch);
	ret = perf_session_read(&watcher->session, &calls, watcher, error);
	unlink(TEST_PATH);
	return ret;
}

static void end(struct watcher *watcher)
{
	perf_session_close(&watcher->session);
	perf_str_free(&watcher->text);
}

static void turns_come_while_a_file_is_read(void)
{
	struct watcher watcher = { 0 };
	struct perf_error error;

	is_equal(watch(&watcher, false, &error), 0);
	is_equal(watcher.samples, 6 * SAMPLES);
	is_equal(watcher.waits, 0);
	/* One turn for the events, and one per WATCH_RECORDS records. */
	is_true(watcher.turns > 10 && watcher.turns < SAMPLES);
	is_true(watcher.percent > 50 && watcher.percent <= 100 && !watcher.fell);
	/* Only the features, read at open, follow the last record. */
	watcher.samples = 7;
	turn(&watcher, &error);
	is_true(watcher.percent > 90);
	is_text(strchr(perf_str_text(&watcher.text), '%'), "%, 7 samples");
	end(&watcher);
}

static void a_turn_can_end_it(void)
{
	struct watcher watcher = { .last = 3 };
	struct perf_error error;

	is_equal(watch(&watcher, false, &error), 0);
	is_equal(watcher.turns, 3);
	is_true(watcher.samples && watcher.samples < 6 * SAMPLES);
	end(&watcher);
}

static void the_bytes_of_a_stream_are_waited_for(void)
{
	struct watcher watcher = { 0 };
	struct perf_error error;

	is_equal(watch(&watcher, true, &error), 0);
	is_equal(watcher.samples, 6 * SAMPLES);
	is_true(watcher.waits && watcher.turns && !watcher.percent);
	is_true(perf_starts_with(perf_str_text(&watcher.text), "reading 0."));
	end(&watcher);
}

static void a_new_event_has_a_turn_of_its_own(void)
{
	struct watcher watcher = { .late = true, .interval_ms = 1000000 };
	struct perf_error error;

	is_equal(watch(&watcher, true, &error), 0);
	is_equal(watcher.samples, 6 * SAMPLES + 1);
	is_equal(watcher.events, 3);
	is_true(!watcher.missed);
	/* One turn at the start, one by the clock, one for the new event. */
	is_equal(watcher.turns, 3);
	end(&watcher);
}

static void waiting_can_end_it(void)
{
	struct watcher watcher = { .last_wait = 1 };
	struct perf_error error;

	is_equal(watch(&watcher, true, &error), -ECANCELED);
	is_true(watcher.samples < 6 * SAMPLES);
	end(&watcher);
}

/* perf_report_turn() adds new samples; PERF_REPORT_KEEP_ALL keeps the old ones as they are. */
static void counts_are_kept(void)
{
	const struct perf_thread thread = { .tid = 5 };
	struct perf_report_sample sample = { .thread = &thread, .period = UINT64_MAX / 4 };
	struct perf_report report = { .live = true };
	struct perf_histogram *histogram;

	report.machine = perf_machine_create();
	report.functions.machine = report.machine;
	histogram = perf_vec_push(&report.histograms);
	is_true(report.machine && histogram);
	sample.frame = perf_machine_frame(report.machine, NULL, PERF_RECORD_MISC_KERNEL, 1);
	is_equal(perf_report_add(&report, 0, &sample), 0);
	is_equal(histogram->period, 0);
	perf_report_turn(&report, 0, PERF_REPORT_KEEP_ALL);
	perf_report_turn(&report, 0, PERF_REPORT_KEEP_ALL);
	is_equal(histogram->period, UINT64_MAX / 4);
	is_equal(perf_report_add(&report, 0, &sample), 0);
	is_equal(histogram->nr, 1);
	perf_report_turn(&report, 0, PERF_REPORT_KEEP_ALL);
	is_equal(histogram->nr, 2);
	is_equal(histogram->period, UINT64_MAX / 4 * 2);
	perf_report_free(&report);
	perf_machine_free(report.machine);
}

int main(void)
{
	test(turns_come_while_a_file_is_read);
	test(a_turn_can_end_it);
	test(the_bytes_of_a_stream_are_waited_for);
	test(a_new_event_has_a_turn_of_its_own);
	test(waiting_can_end_it);
	test(counts_are_kept);
	return test_end();
}
