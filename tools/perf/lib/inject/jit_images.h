/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The directory of ELF files that perf inject makes of jitted functions.
 */
#ifndef PERF_INJECT_JIT_IMAGES_H
#define PERF_INJECT_JIT_IMAGES_H

#include <stddef.h>
#include <stdint.h>
#include <base/error.h>
#include <inject/jitdump.h>

/**
 * struct perf_jit_images - directory for the files of one dump
 * @absolute: its path, for the recording
 * @directory: its descriptor, -1 until perf_jit_images_open()
 */
struct perf_jit_images {
	char *absolute;
	int directory;
};

int perf_jit_images_prepare(const char *root, struct perf_error *error);
int perf_jit_images_open(struct perf_jit_images *images, const char *root,
			 const struct perf_jitdump *dump, struct perf_error *error);
int perf_jit_images_path(const struct perf_jit_images *images, const struct perf_jitdump *dump,
			 uint64_t index, char *path, size_t size);
int perf_jit_images_write(const struct perf_jit_images *images, const struct perf_jitdump *dump,
			  const struct perf_jitdump_code *function, struct perf_error *error);
void perf_jit_images_close(struct perf_jit_images *images);

#endif /* PERF_INJECT_JIT_IMAGES_H */
