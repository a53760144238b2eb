/* SPDX-License-Identifier: GPL-2.0-only */
/* Parts of a line that script_text.c and script_record.c share. */
#ifndef PERF_LINES_SCRIPT_START_H
#define PERF_LINES_SCRIPT_START_H

#include <lines/script_text.h>

/**
 * perf_script_text_start() - add the start of a line: name, pid and tid, CPU, time
 * @text: layout of lines
 * @str: text is added here
 * @event: event of the record
 * @thread: thread of the record; its @comm is shown
 * @sample: pid, tid, cpu and time of the record
 */
void perf_script_text_start(const struct perf_script_text *text, struct perf_str *str,
			    const struct perf_data_event *event,
			    const struct perf_thread *thread, const struct perf_sample *sample);

/**
 * perf_script_text_symbol() - add "symbol+0x12"
 * @machine: holds the symbols
 * @str: text is added here
 * @process: address space of @addr; may be NULL if @cpumode is PERF_RECORD_MISC_KERNEL
 * @cpumode: PERF_RECORD_MISC_*
 * @addr: address of code
 *
 * Return: false if @addr has no symbol; nothing is added then.
 */
bool perf_script_text_symbol(struct perf_machine *machine, struct perf_str *str,
			     const struct perf_process *process, uint16_t cpumode, uint64_t addr);

#endif /* PERF_LINES_SCRIPT_START_H */
