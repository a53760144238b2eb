/* SPDX-License-Identifier: GPL-2.0 */
/* The memory access of a sample (union perf_mem_data_src), in words and in numbers. */
#ifndef PERF_LINES_MEM_TEXT_H
#define PERF_LINES_MEM_TEXT_H

#include <stdint.h>
#include <base/str.h>
#include <data/sample.h>
#include <model/machine.h>

void perf_mem_level_text(struct perf_str *str, uint64_t data_src);
void perf_mem_snoop_text(struct perf_str *str, uint64_t data_src);
void perf_mem_tlb_text(struct perf_str *str, uint64_t data_src);
void perf_mem_lock_text(struct perf_str *str, uint64_t data_src);
void perf_mem_page_size_text(struct perf_str *str, uint64_t bytes);
void perf_mem_block_text(struct perf_str *str, uint64_t data_src);
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
void perf_mem_raw_head(struct perf_str *str, const struct perf_mem_columns *columns);
void perf_mem_raw_text(struct perf_str *str, const struct perf_mem_columns *columns,
		       const struct perf_sample *sample, struct perf_machine *machine,
		       uint32_t frame);

#endif /* PERF_LINES_MEM_TEXT_H */
