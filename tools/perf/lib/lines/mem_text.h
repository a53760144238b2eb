/* SPDX-License-Identifier: GPL-2.0-only */
/* What a sample says of a memory access (union perf_mem_data_src), in words and in numbers. */
#ifndef PERF_LINES_MEM_TEXT_H
#define PERF_LINES_MEM_TEXT_H

#include <stdint.h>
#include <base/str.h>
#include <data/sample.h>
#include <model/machine.h>

/** perf_mem_level_text() - add where the data was found: "L1 hit", "Remote RAM hit", "N/A" */
void perf_mem_level_text(struct perf_str *str, uint64_t data_src);

/** perf_mem_snoop_text() - add what other caches had: "None", "Hit", "HitM", "N/A" */
void perf_mem_snoop_text(struct perf_str *str, uint64_t data_src);

/** perf_mem_tlb_text() - add how the address was translated: "L1 hit", "Walker miss" */
void perf_mem_tlb_text(struct perf_str *str, uint64_t data_src);

/** perf_mem_lock_text() - add whether it was a locked instruction: "Yes", "No", "N/A" */
void perf_mem_lock_text(struct perf_str *str, uint64_t data_src);

/** perf_mem_block_text() - add what a load waited for: " Data", " Addr", " N/A" */
void perf_mem_block_text(struct perf_str *str, uint64_t data_src);

/** perf_mem_access_text() - add all of these, and what was done: "|OP LOAD|LVL L1 hit|SNP..." */
void perf_mem_access_text(struct perf_str *str, uint64_t data_src);

/**
 * struct perf_mem_columns - what raw lines have besides what all have
 * @separator: between columns, NULL: a blank
 * @phys_addr, @page_size: columns
 */
struct perf_mem_columns {
	const char *separator;
	bool phys_addr;
	bool page_size;
};

/** perf_mem_raw_head() - add the line in front of raw lines */
void perf_mem_raw_head(struct perf_str *str, const struct perf_mem_columns *columns);

/**
 * perf_mem_raw_text() - add a sample of a memory access as numbers
 * @str: text is added here
 * @columns: columns
 * @sample: sample
 * @machine: whose frames
 * @frame: where the sample was
 */
void perf_mem_raw_text(struct perf_str *str, const struct perf_mem_columns *columns,
		       const struct perf_sample *sample, struct perf_machine *machine,
		       uint32_t frame);

#endif /* PERF_LINES_MEM_TEXT_H */
