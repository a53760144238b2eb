/* SPDX-License-Identifier: GPL-2.0-only */
/* Names of the registers that samples may have. */
#ifndef PERF_DATA_REGS_H
#define PERF_DATA_REGS_H

#include <stdint.h>
#include <base/error.h>
#include <base/str.h>

/**
 * perf_reg_name() - name of a register
 * @arch: machine, as uname and perf_data_env.arch have it; NULL: of this one
 * @bit: its number in a mask of registers
 *
 * Source of the numbers: enum perf_event_<arch>_regs in asm/perf_regs.h.
 *
 * Return: the name; NULL if it is not known.
 */
const char *perf_reg_name(const char *arch, unsigned int bit);

/**
 * perf_regs_parse() - registers of this machine by their names
 * @text: "ax,bx", case does not matter
 * @allowed: registers that may be asked for
 * @mask: result
 * @error: text, with the names that there are
 *
 * Return: 0 or -EINVAL.
 */
int perf_regs_parse(const char *text, uint64_t allowed, uint64_t *mask, struct perf_error *error);

#endif /* PERF_DATA_REGS_H */
