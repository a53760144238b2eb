/* SPDX-License-Identifier: GPL-2.0-only */
/* What all lines of perf script begin with; shared by the files that make them. */
#ifndef PERF_OUT_SCRIPT_START_H
#define PERF_OUT_SCRIPT_START_H

#include <out/script_text.h>

/**
 * perf_script_text_start() - add who, where and when
 * @text: how lines are made
 * @str: text is added here
 * @event: that the record is from
 * @thread: whose name is shown
 * @sample: pid, tid, cpu and time
 */
void perf_script_text_start(const struct perf_script_text *text, struct perf_str *str,
			    const struct perf_data_event *event,
			    const struct perf_thread *thread, const struct perf_sample *sample);

#endif /* PERF_OUT_SCRIPT_START_H */
