/* SPDX-License-Identifier: GPL-2.0-only */
/* What is probed: the kernel, or a program or library. */
#ifndef PERF_PROBE_TARGET_H
#define PERF_PROBE_TARGET_H

#include <model/elf_object.h>
#include <probe/debug.h>

/**
 * struct perf_probe_target - what is probed
 * @path: of the program or library, as the kernel is told; NULL: the kernel
 * @elf: its file; for the kernel vmlinux; NULL: there is none
 * @names: functions by name: aliases are all there
 * @symbols: the same by address
 * @debug: debug information; NULL: not opened, or there is none
 * @why_no_debug: what the failure to open it was
 */
struct perf_probe_target {
	char			*path;
	char			*file;
	struct perf_elf		*elf;
	struct perf_symbols	names;
	struct perf_symbols	symbols;
	struct perf_probe_debug	*debug;
	struct perf_error	why_no_debug;
};

/**
 * perf_probe_target_open() - find a program, or the kernel
 * @target: result; close with perf_probe_target_close(), also on failure
 * @program: path, or a name that is looked for in PATH; NULL: the kernel
 * @vmlinux: the kernel's file with debug information, or NULL
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_probe_target_open(struct perf_probe_target *target, const char *program,
			   const char *vmlinux, struct perf_error *error);

/** perf_probe_target_close() - close */
void perf_probe_target_close(struct perf_probe_target *target);

/** perf_probe_target_debug() - the debug information, opened when first asked for; or NULL */
struct perf_probe_debug *perf_probe_target_debug(struct perf_probe_target *target);

/** perf_probe_file_offset() - from an address of the linker's to a place in the file */
bool perf_probe_file_offset(const struct perf_probe_target *target, uint64_t address,
			    uint64_t *offset);

/** perf_probe_symbol_at() - the function at a place in the file, NULL if there is none */
const struct perf_symbol *perf_probe_symbol_at(const struct perf_probe_target *target,
					       uint64_t offset);

#endif /* PERF_PROBE_TARGET_H */
