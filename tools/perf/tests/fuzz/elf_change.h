/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Changes ELF files where it matters: most bytes are in no table, and LLVMFuzzerMutate(), which
 * does not see the comparisons of libelf and libdw, would rarely change those that are.
 */
#ifndef PERF_TESTS_FUZZ_ELF_H
#define PERF_TESTS_FUZZ_ELF_H

#include <elf.h>
#include <stdbool.h>

#include "fuzz.h"

/* libFuzzer's own change of @size bytes; returns the new size, at most @room. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t room);

/* libFuzzer calls this instead, if the target defines it. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned int seed);

/* Find the bytes of the section that @seed selects; false if it has none in the file. */
static inline bool fuzz_elf_section(const uint8_t *data, size_t size, unsigned int seed,
				    size_t *at, size_t *length)
{
	Elf64_Ehdr head;
	Elf64_Shdr section;

	if (size < sizeof(head))
		return false;
	memcpy(&head, data, sizeof(head));
	if (memcmp(head.e_ident, ELFMAG, SELFMAG) || !head.e_shnum || head.e_shoff >= size ||
	    (size - head.e_shoff) / sizeof(section) < head.e_shnum)
		return false;
	memcpy(&section, data + head.e_shoff + seed % head.e_shnum * sizeof(section),
	       sizeof(section));
	*at = section.sh_offset;
	*length = section.sh_size;
	return section.sh_type != SHT_NOBITS && section.sh_offset < size && section.sh_size &&
	       section.sh_size <= size - section.sh_offset;
}

/*
 * LLVMFuzzerMutate() changes either one section, keeping its size so that all offsets still fit,
 * or bytes anywhere.
 */
static inline size_t fuzz_elf_mutate(uint8_t *data, size_t size, size_t room, unsigned int seed)
{
	size_t at, length, changed;
	uint8_t copy[4096];

	if (seed % 2 || !fuzz_elf_section(data, size, seed / 2, &at, &length) ||
	    length > sizeof(copy))
		return LLVMFuzzerMutate(data, size, room);
	memcpy(copy, data + at, length);
	changed = LLVMFuzzerMutate(copy, length, length);
	memcpy(data + at, copy, changed);
	return size;
}

#endif
