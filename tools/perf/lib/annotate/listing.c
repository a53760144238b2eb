// SPDX-License-Identifier: GPL-2.0
/* A function as a list of instructions. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <annotate/listing.h>
#include <annotate/objdump_lines.h>

/* FUNCTION_MAX: a symbol with more bytes is no function but an error in the symbol table. */
#define FUNCTION_MAX	(16u << 20)

struct listing_work {
	const struct perf_lister *lister;
	struct perf_listing *listing;
	struct perf_disasm *disasm;
	struct perf_objdump_lines lines;
	uint8_t *code;
	size_t size;
	struct perf_str text;
};

/* Append " <name+0x12>" for linker address @vaddr, if a symbol covers it. */
static void add_name(struct listing_work *work, uint64_t vaddr, const char *before,
		     const char *after)
{
	struct perf_dsos *dsos = &work->lister->machine->dsos;
	struct perf_dso *dso = work->listing->dso;
	uint64_t addr = perf_dso_offset(dso, vaddr);
	struct perf_symbol *symbol = perf_symbols_find(&dso->symbols, addr);

	if (!symbol)
		return;
	perf_str_format(&work->text, "%s<%s", before, perf_dso_symbol_name(dsos, dso, symbol));
	if (addr != symbol->start)
		perf_str_format(&work->text, "+0x%" PRIx64, addr - symbol->start);
	perf_str_format(&work->text, ">%s", after);
}

static int add_instruction(struct listing_work *work, size_t at)
{
	struct perf_listing *listing = work->listing;
	struct perf_listing_line *line = perf_vec_push(&listing->lines);
	struct perf_instruction found;
	uint32_t text;

	if (!line)
		return -ENOMEM;
	line->addr = listing->symbol->start + at;
	line->vaddr = perf_dso_vaddr(listing->dso, line->addr);
	perf_str_cut(&work->text, 0);
	if (!perf_objdump_lines_next(&work->lines, line->vaddr, &work->text, &found))
		perf_disasm_next(work->disasm, work->code + at, work->size - at, line->vaddr,
				 &work->text, &found);
	line->size = found.size;
	memcpy(line->bytes, work->code + at,
	       found.size < sizeof(line->bytes) ? found.size : sizeof(line->bytes));
	if (found.has_target) {
		perf_str_format(&work->text, "%" PRIx64, found.target);
		add_name(work, found.target, " ", "");
		/* Offset of the target + 1; find_targets() makes it an index. */
		if (found.target - perf_dso_vaddr(listing->dso, listing->symbol->start) <
		    work->size && found.jump)
			line->target = found.target - line->vaddr + at + 1;
	} else if (found.refers) {
		perf_str_format(&work->text, "        # %" PRIx64, found.refers);
		add_name(work, found.refers, " ", "");
	}
	text = perf_intern(&listing->texts, perf_str_text(&work->text));
	if (text == PERF_INTERN_NONE)
		return -ENOMEM;
	line->text = listing->texts.texts[text];
	return (int)found.size;
}

static int compare_addresses(const void *key, const void *element)
{
	const struct perf_listing_line *line = element;
	uint64_t addr = *(const uint64_t *)key;

	return addr < line->addr ? -1 : addr > line->addr;
}

/* Turn each line->target from offset in the function + 1 into index of its line + 1. */
static void find_targets(struct perf_listing *listing)
{
	struct perf_listing_line *line, *target;
	uint64_t addr;

	perf_vec_each(&listing->lines, line) {
		if (!line->target)
			continue;
		addr = listing->symbol->start + line->target - 1;
		target = bsearch(&addr, listing->lines.at, listing->lines.count, sizeof(*line),
				 compare_addresses);
		line->target = target ? (uint32_t)(target - listing->lines.at) + 1 : 0;
	}
}

static void find_lines(const struct perf_lister *lister, struct perf_listing *listing)
{
	struct perf_map greatest = { 0 };	/* by number of the file */
	struct perf_listing_line *line;
	uint64_t *before;

	if (!lister->inlines)
		return;
	perf_vec_each(&listing->lines, line) {
		line->file = perf_inlines_line_at(lister->inlines, listing->dso, line->addr,
						  &line->line);
		listing->has_lines |= line->file && line->line;
		if (!line->file)
			continue;
		before = perf_map_put(&greatest, perf_intern(&listing->texts, line->file), NULL);
		if (!before)
			continue;
		line->before = (unsigned int)*before;
		if (line->line > *before)
			*before = line->line;
	}
	perf_map_free(&greatest);
}

static int listing_disassemble(struct listing_work *work, struct perf_error *error)
{
	const struct perf_objdump_code code = {
		.machine = perf_code_machine(work->lister->code, work->listing->dso),
		.intel = work->lister->intel,
		.addr = perf_dso_vaddr(work->listing->dso, work->listing->symbol->start),
		.bytes = work->code, .size = work->size,
	};
	size_t at = 0;
	int size;

	perf_objdump_lines_make(&work->lines, work->lister->objdump, &code);
	while (at < work->size) {
		size = add_instruction(work, at);
		if (size <= 0)
			return perf_error_memory(error);
		at += (size_t)size;
	}
	find_targets(work->listing);
	find_lines(work->lister, work->listing);
	return 0;
}

/**
 * perf_listing_make() - list a function
 * @listing: result; its earlier content is freed. Free with perf_listing_free()
 * @lister: sources and options
 * @dso: object
 * @symbol: function of @dso
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_listing_make(struct perf_listing *listing, const struct perf_lister *lister,
		      struct perf_dso *dso, struct perf_symbol *symbol, struct perf_error *error)
{
	struct listing_work work = { .lister = lister, .listing = listing };
	int ret;

	perf_listing_free(listing);
	listing->dso = dso;
	listing->symbol = symbol;
	listing->foreign = (dso->elf && !perf_elf_is_trusted(dso->elf)) ||
			   (dso->debug && !perf_elf_is_trusted(dso->debug));
	work.size = symbol->end - symbol->start;
	if (!work.size || work.size > FUNCTION_MAX)
		return perf_error_set(error, EINVAL, "the size of %s is not known",
				      perf_dso_symbol_name(&lister->machine->dsos, dso, symbol));
	work.code = malloc(work.size);
	if (!work.code)
		return perf_error_memory(error);
	ret = perf_code_read(lister->code, dso, symbol->start, work.size, work.code, error);
	if (ret > 0) {
		work.size = (size_t)ret;
		ret = perf_disasm_create(perf_code_machine(lister->code, dso), lister->intel,
					 &work.disasm, error);
	}
	if (!ret)
		ret = listing_disassemble(&work, error);
	perf_objdump_lines_free(&work.lines);
	perf_disasm_free(work.disasm);
	perf_str_free(&work.text);
	free(work.code);
	return ret;
}

/** perf_listing_free() - free a listing */
void perf_listing_free(struct perf_listing *listing)
{
	perf_vec_free(&listing->lines);
	perf_intern_free(&listing->texts);
	listing->has_lines = false;
}
