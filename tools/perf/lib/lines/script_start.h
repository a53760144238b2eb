/* SPDX-License-Identifier: GPL-2.0-only */
/* What lines of perf script have in common; shared by the files that make them. */
#ifndef PERF_LINES_SCRIPT_START_H
#define PERF_LINES_SCRIPT_START_H

#include <lines/script_text.h>

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

/**
 * perf_script_text_symbol() - add "symbol+0x12"
 * @machine: knows the symbols
 * @str: text is added here
 * @process: whose memory; may be NULL if @cpumode is the kernel's
 * @cpumode: PERF_RECORD_MISC_*
 * @addr: of code
 *
 * Return: false if there is no symbol there; then nothing is added.
 */
bool perf_script_text_symbol(struct perf_machine *machine, struct perf_str *str,
			     const struct perf_process *process, uint16_t cpumode, uint64_t addr);

#endif /* PERF_LINES_SCRIPT_START_H */
