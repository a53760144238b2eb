/* SPDX-License-Identifier: GPL-2.0 */
/* Parts of a line that script_text.c and script_record.c share. */
#ifndef PERF_LINES_SCRIPT_START_H
#define PERF_LINES_SCRIPT_START_H

#include <lines/script_text.h>

void perf_script_text_start(const struct perf_script_text *text, struct perf_str *str,
			    const struct perf_data_event *event,
			    const struct perf_thread *thread, const struct perf_sample *sample);
bool perf_script_text_symbol(struct perf_machine *machine, struct perf_str *str,
			     const struct perf_process *process, uint16_t cpumode, uint64_t addr);

#endif /* PERF_LINES_SCRIPT_START_H */
