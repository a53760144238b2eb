/* SPDX-License-Identifier: GPL-2.0 */
/* The target of a probe: the kernel, one of its modules, a program or a library. */
#ifndef PERF_PROBE_TARGET_H
#define PERF_PROBE_TARGET_H

#include <model/elf_object.h>
#include <probe/debug.h>

/**
 * struct perf_probe_wanted - the target that the user named
 * @program: path, or a name to search in PATH; NULL: the kernel
 * @module: kernel module, by name or, with a slash or ".ko", by file; NULL: none
 * @vmlinux: the kernel's file with debug information, or NULL
 * @root: directory that stands for / of @program and @module; NULL: /
 */
struct perf_probe_wanted {
	const char	*program;
	const char	*module;
	const char	*vmlinux;
	const char	*root;
};

/**
 * struct perf_probe_target - the target of a probe
 * @path: path of the program or library for the kernel; NULL: the kernel
 * @module: name of the kernel module; NULL: none
 * @file: file of @elf and @debug; NULL: none
 * @elf: program, module or vmlinux; NULL: none
 * @names: symbols with all their aliases, not sorted
 * @symbols: the same, sorted by file offset
 * @debug: debug information; NULL: not opened, or there is none
 * @why_no_debug: reason why @debug could not be opened
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
int perf_probe_target_open(struct perf_probe_target *target,
			   const struct perf_probe_wanted *wanted, struct perf_error *error);
void perf_probe_target_close(struct perf_probe_target *target);
struct perf_probe_debug *perf_probe_target_debug(struct perf_probe_target *target);
bool perf_probe_file_offset(const struct perf_probe_target *target, uint64_t address,
			    uint64_t *offset);
bool perf_probe_is_data(const struct perf_probe_target *target, uint64_t offset);
const struct perf_symbol *perf_probe_symbol_at(const struct perf_probe_target *target,
					       uint64_t offset);

#endif /* PERF_PROBE_TARGET_H */
