/* SPDX-License-Identifier: GPL-2.0-only */
/* Making an ELF file of one function whose code was made at run time. */
#ifndef PERF_INJECT_ELF_IMAGE_H
#define PERF_INJECT_ELF_IMAGE_H

#include <stddef.h>
#include <stdint.h>
#include <base/str.h>

/* Where the code begins in the file; its address is the same number. */
#define PERF_ELF_IMAGE_TEXT	128

/* Bytes of the build id that each image gets. */
#define PERF_ELF_IMAGE_ID	20

/**
 * struct perf_elf_image - a function
 * @machine: EM_* of the code
 * @name: of the function
 * @code: its instructions
 * @size: bytes of them
 * @id: result: the build id, made of the code and the name
 */
struct perf_elf_image {
	uint16_t machine;
	const char *name;
	const void *code;
	size_t size;
	uint8_t id[PERF_ELF_IMAGE_ID];
};

/**
 * perf_elf_image_make() - make the file
 * @image: function; its build id is set
 * @bytes: the file is appended to it, which must be empty; its failed is set without memory
 */
void perf_elf_image_make(struct perf_elf_image *image, struct perf_str *bytes);

#endif /* PERF_INJECT_ELF_IMAGE_H */
