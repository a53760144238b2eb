/* SPDX-License-Identifier: GPL-2.0 */
/* Names of the registers that samples may have. */
#ifndef PERF_DATA_REGS_H
#define PERF_DATA_REGS_H

#include <stdint.h>
#include <base/error.h>
#include <base/str.h>

const char *perf_reg_name(const char *arch, unsigned int bit);
int perf_regs_parse(const char *text, uint64_t allowed, uint64_t *mask, struct perf_error *error);

#endif /* PERF_DATA_REGS_H */
