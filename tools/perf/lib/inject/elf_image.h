/* SPDX-License-Identifier: GPL-2.0 */
/* perf_elf_image_make(): an ELF file of one function generated at run time. */
#ifndef PERF_INJECT_ELF_IMAGE_H
#define PERF_INJECT_ELF_IMAGE_H

#include <stddef.h>
#include <stdint.h>
#include <base/str.h>

/* Offset of the code in the file, and also its address. */
#define PERF_ELF_IMAGE_TEXT	128

/* Bytes of perf_elf_image.id. */
#define PERF_ELF_IMAGE_ID	20

/**
 * struct perf_elf_image - a function
 * @machine: EM_* of @code
 * @name: name of the function
 * @code: its instructions
 * @size: bytes of @code
 * @id: result: build id, a hash of @code, @name, @size and @machine
 */
struct perf_elf_image {
	uint16_t machine;
	const char *name;
	const void *code;
	size_t size;
	uint8_t id[PERF_ELF_IMAGE_ID];
};
void perf_elf_image_make(struct perf_elf_image *image, struct perf_str *bytes);

#endif /* PERF_INJECT_ELF_IMAGE_H */
