/* SPDX-License-Identifier: GPL-2.0-only */
/* What a sample says of a memory access (union perf_mem_data_src), in words. */
#ifndef PERF_OUT_MEM_TEXT_H
#define PERF_OUT_MEM_TEXT_H

#include <stdint.h>
#include <base/str.h>

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

#endif /* PERF_OUT_MEM_TEXT_H */
