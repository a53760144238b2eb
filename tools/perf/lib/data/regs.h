/* SPDX-License-Identifier: GPL-2.0-only */
/* Names of the registers that samples may have. */
#ifndef PERF_DATA_REGS_H
#define PERF_DATA_REGS_H

#include <stdint.h>
#include <base/error.h>
#include <base/str.h>

/**
 * perf_reg_name() - name of a register
 * @arch: machine, from perf_data_env.arch or utsname.machine; NULL: this machine
 * @bit: number of the register in perf_sample_regs.mask
 *
 * Source of the numbers: enum perf_event_<arch>_regs in asm/perf_regs.h.
 *
 * Return: the name; NULL if @arch or @bit is unknown.
 */
const char *perf_reg_name(const char *arch, unsigned int bit);

/**
 * perf_regs_parse() - convert names of this machine's registers to a mask
 * @text: names such as "ax,bx", upper or lower case
 * @allowed: mask of the registers that @text may name
 * @mask: result
 * @error: filled on failure; @error->hint lists the names of @allowed
 *
 * Return: 0 or -EINVAL.
 */
int perf_regs_parse(const char *text, uint64_t allowed, uint64_t *mask, struct perf_error *error);

#endif /* PERF_DATA_REGS_H */
