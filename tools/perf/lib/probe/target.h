/* SPDX-License-Identifier: GPL-2.0-only */
/* What is probed: the kernel, one of its modules, or a program or library. */
#ifndef PERF_PROBE_TARGET_H
#define PERF_PROBE_TARGET_H

#include <model/elf_object.h>
#include <probe/debug.h>

/**
 * struct perf_probe_wanted - what a person asked for
 * @program: path, or a name that is looked for in PATH; NULL: the kernel
 * @module: of the kernel, by name or, with a slash or ".ko", by file; NULL: none
 * @vmlinux: the kernel's file with debug information, or NULL
 * @root: files of @program and @module are below this directory; NULL: /
 */
struct perf_probe_wanted {
	const char	*program;
	const char	*module;
	const char	*vmlinux;
	const char	*root;
};

/**
 * struct perf_probe_target - what is probed
 * @path: of the program or library, as the kernel is told; NULL: the kernel
 * @module: name of the kernel's module; NULL: none
 * @file: that @elf was opened from; NULL: none
 * @elf: its file; for the kernel vmlinux; NULL: there is none
 * @names: functions by name: aliases are all there
 * @symbols: the same by address
 * @debug: debug information; NULL: not opened, or there is none
 * @why_no_debug: what the failure to open it was
 */
struct perf_probe_target {
	char			*path;
	char			*module;
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
 * @wanted: what
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_probe_target_open(struct perf_probe_target *target,
			   const struct perf_probe_wanted *wanted, struct perf_error *error);

/** perf_probe_target_close() - close */
void perf_probe_target_close(struct perf_probe_target *target);

/** perf_probe_target_debug() - the debug information, opened when first asked for; or NULL */
struct perf_probe_debug *perf_probe_target_debug(struct perf_probe_target *target);

/** perf_probe_file_offset() - from an address of the linker's to a place in the file */
bool perf_probe_file_offset(const struct perf_probe_target *target, uint64_t address,
			    uint64_t *offset);

/** perf_probe_is_data() - is a place in the file loaded as data, not as code? */
bool perf_probe_is_data(const struct perf_probe_target *target, uint64_t offset);

/** perf_probe_symbol_at() - the function at a place in the file, NULL if there is none */
const struct perf_symbol *perf_probe_symbol_at(const struct perf_probe_target *target,
					       uint64_t offset);

#endif /* PERF_PROBE_TARGET_H */
