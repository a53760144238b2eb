// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel's ELF file, vmlinux. perf_elf_add_symbols() adds file offsets (see struct perf_dso),
 * but the kernel's symbols are addresses, which the boot loader may have shifted.
 */
#include <errno.h>
#include <string.h>
#include <model/vmlinux.h>

/**
 * perf_vmlinux_open() - open a file that may be the kernel of a recording
 * @path: path of the file
 * @wanted: build id of that kernel; size 0 accepts any
 *
 * Return: the file; close with perf_elf_close(). NULL if it cannot be read or is another kernel.
 */
struct perf_elf *perf_vmlinux_open(const char *path, const struct perf_build_id *wanted)
{
	struct perf_elf *elf = perf_elf_open(path);
	struct perf_build_id id;

	if (!elf)
		return NULL;
	id = perf_elf_build_id(elf);
	if (wanted->size && !perf_build_id_equal(&id, wanted)) {
		perf_elf_close(elf);
		return NULL;
	}
	return elf;
}

static bool to_vaddr(struct perf_elf *elf, uint64_t offset, uint64_t *vaddr)
{
	const struct perf_elf_segment *segments;
	size_t nr, i;

	segments = perf_elf_segments(elf, &nr);
	for (i = 0; i < nr; i++)
		if (offset - segments[i].offset < segments[i].size) {
			*vaddr = segments[i].vaddr + (offset - segments[i].offset);
			return true;
		}
	return false;
}

/** perf_vmlinux_offset() - file offset of an address of the linker; false if it has none */
bool perf_vmlinux_offset(struct perf_elf *elf, uint64_t vaddr, uint64_t *offset)
{
	const struct perf_elf_segment *segments;
	size_t nr, i;

	segments = perf_elf_segments(elf, &nr);
	for (i = 0; i < nr; i++)
		if (vaddr - segments[i].vaddr < segments[i].size) {
			*offset = segments[i].offset + (vaddr - segments[i].vaddr);
			return true;
		}
	return false;
}

static uint64_t text_of(struct perf_elf *elf, const struct perf_symbols *symbols)
{
	uint64_t text;
	size_t i;

	for (i = 0; i < symbols->nr; i++)
		if (!strcmp(symbols->v[i].name, "_text") &&
		    to_vaddr(elf, symbols->v[i].start, &text))
			return text;
	return 0;
}

/** perf_vmlinux_text() - address of _text from the linker; 0 if the file has no such symbol */
uint64_t perf_vmlinux_text(struct perf_elf *elf)
{
	struct perf_symbols symbols = { 0 };
	uint64_t text = 0;

	if (!perf_elf_add_symbols(elf, elf, &symbols))
		text = text_of(elf, &symbols);
	perf_symbols_clear(&symbols);
	return text;
}

/**
 * perf_vmlinux_symbols() - add the kernel's symbols at their recorded addresses
 * @elf: file; must outlive the table
 * @reference: address of _text in the recording; 0: keep the linker's addresses
 * @symbols: empty table; sealed on return
 *
 * Return: 0 or -ENOMEM.
 */
int perf_vmlinux_symbols(struct perf_elf *elf, uint64_t reference, struct perf_symbols *symbols)
{
	struct perf_symbol *symbol;
	uint64_t text, start, shift;
	size_t i, kept = 0;

	if (perf_elf_add_symbols(elf, elf, symbols))
		return -ENOMEM;
	text = text_of(elf, symbols);
	shift = reference && text ? reference - text : 0;
	for (i = 0; i < symbols->nr; i++) {
		symbol = &symbols->v[i];
		if (!to_vaddr(elf, symbol->start, &start))
			continue;
		start += shift;
		symbol->end = start + (symbol->end - symbol->start);
		symbol->start = start;
		symbols->v[kept++] = *symbol;
	}
	symbols->nr = kept;
	perf_symbols_seal(symbols, PERF_SYMBOLS_ELF);
	return 0;
}
