/* SPDX-License-Identifier: GPL-2.0-only */
/* The memory access of a sample (union perf_mem_data_src), in words and in numbers. */
#ifndef PERF_LINES_MEM_TEXT_H
#define PERF_LINES_MEM_TEXT_H

#include <stdint.h>
#include <base/str.h>
#include <data/sample.h>
#include <model/machine.h>

/** perf_mem_level_text() - add the level that had the data: "L1 hit", "Remote RAM hit", "N/A" */
void perf_mem_level_text(struct perf_str *str, uint64_t data_src);

/** perf_mem_snoop_text() - add the result of the snoop: "None", "Hit", "HitM", "N/A" */
void perf_mem_snoop_text(struct perf_str *str, uint64_t data_src);

/** perf_mem_tlb_text() - add the level of the TLB: "L1 hit", "Walker miss", "N/A" */
void perf_mem_tlb_text(struct perf_str *str, uint64_t data_src);

/** perf_mem_lock_text() - add whether the instruction was locked: "Yes", "No", "N/A" */
void perf_mem_lock_text(struct perf_str *str, uint64_t data_src);

/** perf_mem_page_size_text() - add a size in bytes as "4K", 0 as "N/A" */
void perf_mem_page_size_text(struct perf_str *str, uint64_t bytes);

/** perf_mem_block_text() - add the reason a load was blocked: " Data", " Addr", " N/A" */
void perf_mem_block_text(struct perf_str *str, uint64_t data_src);

/** perf_mem_access_text() - add the operation and all of these: "|OP LOAD|LVL L1 hit|SNP..." */
void perf_mem_access_text(struct perf_str *str, uint64_t data_src);

/**
 * struct perf_mem_columns - layout of raw lines
 * @separator: string between columns; NULL: a blank
 * @phys_addr, @page_size: lines have these columns
 */
struct perf_mem_columns {
	const char *separator;
	bool phys_addr;
	bool page_size;
};

/** perf_mem_raw_head() - add the comment line with the names of the columns */
void perf_mem_raw_head(struct perf_str *str, const struct perf_mem_columns *columns);

/**
 * perf_mem_raw_text() - add the line of a sample of a memory access, as numbers
 * @str: text is added here
 * @columns: layout
 * @sample: sample
 * @machine: holds @frame
 * @frame: index of the frame of @sample->ip
 */
void perf_mem_raw_text(struct perf_str *str, const struct perf_mem_columns *columns,
		       const struct perf_sample *sample, struct perf_machine *machine,
		       uint32_t frame);

#endif /* PERF_LINES_MEM_TEXT_H */
