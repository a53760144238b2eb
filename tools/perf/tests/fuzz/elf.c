// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzzes perf_elf_open_memory(): segments, symbols, those of the linkage table, build id, debug
 * link, sections, code.
 */
#include <model/elf_object.h>

#include "elf_change.h"
#include "fuzz.h"

/* A copy that ends at most 7 bytes before an unreadable page: libelf has no sanitizer. */
struct guarded {
	char *map;
	size_t map_size;
	char *image;
};

static void guard_data(struct guarded *guarded, const uint8_t *data, size_t size)
{
	size_t page = sysconf(_SC_PAGESIZE), whole = (size + page - 1) / page * page;

	guarded->map_size = whole + page;
	guarded->map = mmap(NULL, guarded->map_size, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (guarded->map == MAP_FAILED || mprotect(guarded->map + whole, page, PROT_NONE))
		fuzz_give_up("mmap");
	/* Keep the alignment of a file mapped at a page. */
	guarded->image = guarded->map + (whole - size) / 8 * 8;
	memcpy(guarded->image, data, size);
}

static void use_elf_symbols(struct perf_elf *elf)
{
	struct perf_symbols symbols = { 0 };
	size_t i, got;

	if (!perf_elf_add_symbols(elf, elf, &symbols))
		perf_symbols_seal(&symbols, PERF_SYMBOLS_ELF);
	for (i = 0; i < symbols.nr; i++) {
		const struct perf_symbol *symbol = &symbols.v[i];
		const uint8_t *code = perf_elf_read(elf, symbol->start, 64, &got);

		fuzz_check(!i || symbols.v[i - 1].start < symbol->start);
		fuzz_use(strlen(symbol->name));
		fuzz_use(fuzz_sum(code, got));
	}
	perf_symbols_clear(&symbols);
}

static void use_section(struct perf_elf *elf, const char *name)
{
	const void *bytes;
	uint64_t address;
	size_t size;

	fuzz_use(perf_elf_has_section(elf, name));
	bytes = perf_elf_section(elf, name, &size, &address);
	if (bytes)
		fuzz_use(fuzz_sum(bytes, size));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct perf_build_id id;
	struct guarded guarded;
	struct perf_elf *elf;
	const char *link;
	size_t nr;

	guard_data(&guarded, data, size);
	elf = perf_elf_open_memory(guarded.image, size);
	if (elf) {
		id = perf_elf_build_id(elf);
		fuzz_check(id.size <= PERF_BUILD_ID_MAX);
		fuzz_use(perf_elf_machine(elf) + perf_elf_has_symtab(elf));
		fuzz_use(fuzz_sum(perf_elf_segments(elf, &nr), 0));
		use_elf_symbols(elf);
		use_section(elf, ".text");
		use_section(elf, ".eh_frame");
		use_section(elf, ".debug_info");
		link = perf_elf_debug_link(elf);
		fuzz_check(!link || !strchr(link, '/'));
		perf_elf_close(elf);
	}
	munmap(guarded.map, guarded.map_size);
	return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned int seed)
{
	return fuzz_elf_mutate(data, size, room, seed);
}
