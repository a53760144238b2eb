// SPDX-License-Identifier: GPL-2.0
/* perf_elf_add_plt(): names for the entries of an ELF file's procedure linkage table (PLT). */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <base/vec.h>
#include <model/demangle.h>
#include <model/elf_plt.h>

#ifdef HAVE_ELF
#include <gelf.h>

#define X86_ENTRY	16	/* bytes of an entry; .plt.got may have 8 */
#define AARCH64_HEADER	32
#define AARCH64_ENTRY	16
/* Limit for plt.room: each entry of a hostile file may have the same very long name. */
#define NAMES_MAX	(64U << 20)

/**
 * struct slot - a slot of the global offset table that the dynamic linker fills
 * @at: address of the slot
 * @addend: addend of the relocation; for an indirect function, the address of its resolver
 * @symbol: index in plt.dynsym; 0: none, as for an indirect function
 */
struct slot {
	uint64_t at;
	uint64_t addend;
	size_t symbol;
};

/**
 * struct plt - state of perf_elf_add_plt()
 * @elf: libelf's handle
 * @symbols: table that names are added to
 * @resolvers: the @symbols that start at the resolver of an indirect function
 * @slots: slots of .rela.plt, and those of .rela.dyn with a symbol; by address
 * @lazy: slots of .rela.plt in file order, which lazy entries count
 * @dynsym: the dynamic symbols
 * @strings: section index of their names
 * @got: address that i386 entries add to their slot's offset
 * @room: bytes left for more names
 * @machine: e_machine of the file
 */
struct plt {
	Elf *elf;
	struct perf_symbols *symbols;
	struct perf_symbols resolvers;
	PERF_VEC(struct slot) slots;
	PERF_VEC(struct slot) lazy;
	Elf_Data *dynsym;
	size_t strings;
	uint64_t got;
	size_t room;
	unsigned int machine;
};

static Elf_Scn *find_section(Elf *elf, const char *name, GElf_Shdr *shdr)
{
	Elf_Scn *section = NULL;
	const char *found;
	size_t names;

	if (elf_getshdrstrndx(elf, &names))
		return NULL;
	while ((section = elf_nextscn(elf, section))) {
		if (!gelf_getshdr(section, shdr))
			continue;
		found = elf_strptr(elf, names, shdr->sh_name);
		if (found && !strcmp(found, name))
			return section;
	}
	return NULL;
}

/* Return the contents of section @name; NULL if the file has none. */
static Elf_Data *plt_contents(Elf *elf, const char *name, GElf_Shdr *shdr)
{
	Elf_Scn *section = find_section(elf, name, shdr);
	Elf_Data *data;

	if (!section || shdr->sh_type == SHT_NOBITS)
		return NULL;
	data = elf_getdata(section, NULL);
	return data && data->d_buf && data->d_size ? data : NULL;
}

static bool read_slot(Elf_Data *data, bool addends, size_t index, struct slot *slot)
{
	GElf_Rela rela;
	GElf_Rel rel;

	if (addends) {
		if (!gelf_getrela(data, index, &rela))
			return false;
		*slot = (struct slot){ .at = rela.r_offset, .addend = rela.r_addend,
				       .symbol = GELF_R_SYM(rela.r_info) };
		return true;
	}
	if (!gelf_getrel(data, index, &rel))
		return false;
	*slot = (struct slot){ .at = rel.r_offset, .symbol = GELF_R_SYM(rel.r_info) };
	return true;
}

/* sh_link of a relocation section is the section of dynamic symbols. */
static bool read_symbols(struct plt *plt, const GElf_Shdr *relocations)
{
	Elf_Scn *section = elf_getscn(plt->elf, relocations->sh_link);
	GElf_Shdr shdr;

	if (!section || !gelf_getshdr(section, &shdr))
		return false;
	plt->dynsym = elf_getdata(section, NULL);
	plt->strings = shdr.sh_link;
	return plt->dynsym && plt->dynsym->d_buf;
}

/* Count relocations by d_size: sh_size of a section without contents may be any number. */
static int read_slots(struct plt *plt, const char *name, bool lazy)
{
	struct slot slot, *new;
	GElf_Shdr shdr;
	Elf_Data *data;
	size_t nr, i;

	data = plt_contents(plt->elf, name, &shdr);
	if (!data || !shdr.sh_entsize || (!plt->dynsym && !read_symbols(plt, &shdr)))
		return 0;
	nr = data->d_size / shdr.sh_entsize;
	for (i = 0; i < nr; i++) {
		if (!read_slot(data, shdr.sh_type == SHT_RELA, i, &slot))
			break;
		if (lazy) {
			new = perf_vec_push(&plt->lazy);
			if (!new)
				return -ENOMEM;
			*new = slot;
		}
		if (!lazy && !slot.symbol)
			continue;
		new = perf_vec_push(&plt->slots);
		if (!new)
			return -ENOMEM;
		*new = slot;
	}
	return 0;
}

static int compare_slots(const void *a, const void *b)
{
	const struct slot *left = a, *right = b;

	return left->at < right->at ? -1 : left->at > right->at;
}

static int read_relocations(struct plt *plt)
{
	GElf_Shdr shdr;
	int err;

	err = read_slots(plt, ".rela.plt", true);
	if (!err)
		err = read_slots(plt, ".rel.plt", true);
	/* Only .plt.got uses slots of .rela.dyn: its entries are never lazy. */
	if (!err && find_section(plt->elf, ".plt.got", &shdr)) {
		err = read_slots(plt, ".rela.dyn", false);
		if (!err)
			err = read_slots(plt, ".rel.dyn", false);
	}
	if (!err && plt->slots.count)
		qsort(plt->slots.at, plt->slots.count, sizeof(*plt->slots.at), compare_slots);
	return err;
}

/* Convert an address of the linker to a file offset; UINT64_MAX if it is in no segment. */
static uint64_t file_offset(Elf *elf, uint64_t address)
{
	GElf_Phdr segment;
	size_t nr, i;

	if (elf_getphdrnum(elf, &nr))
		return UINT64_MAX;
	for (i = 0; i < nr; i++) {
		if (gelf_getphdr(elf, (int)i, &segment) && segment.p_type == PT_LOAD &&
		    address - segment.p_vaddr < segment.p_filesz)
			return address - segment.p_vaddr + segment.p_offset;
	}
	return UINT64_MAX;
}

static int compare_offsets(const void *a, const void *b)
{
	const uint64_t *left = a, *right = b;

	return *left < *right ? -1 : *left > *right;
}

/* plt->symbols is not sorted yet, so each symbol is searched for among the few resolvers. */
static int find_resolvers(struct plt *plt)
{
	PERF_VEC(uint64_t) offsets = { 0 };
	const struct perf_symbol *symbol;
	uint64_t *offset;
	int err = 0;
	size_t i;

	for (i = 0; i < plt->slots.count && !err; i++) {
		if (plt->slots.at[i].symbol)
			continue;
		offset = perf_vec_push(&offsets);
		if (offset)
			*offset = file_offset(plt->elf, plt->slots.at[i].addend);
		else
			err = -ENOMEM;
	}
	if (offsets.count)
		qsort(offsets.at, offsets.count, sizeof(*offsets.at), compare_offsets);
	for (i = 0; i < plt->symbols->nr && offsets.count && !err; i++) {
		symbol = &plt->symbols->v[i];
		if (bsearch(&symbol->start, offsets.at, offsets.count, sizeof(*offsets.at),
			    compare_offsets))
			err = perf_symbols_add(&plt->resolvers, symbol->start, symbol->end,
					       symbol->name, symbol->bind);
	}
	perf_vec_free(&offsets);
	perf_symbols_seal(&plt->resolvers, PERF_SYMBOLS_ELF);
	return err;
}

/* An indirect function is named after its resolver. */
static char *indirect_name(struct plt *plt, uint64_t resolver)
{
	uint64_t offset = file_offset(plt->elf, resolver);
	struct perf_symbol *symbol = perf_symbols_find(&plt->resolvers, offset);
	char *text;
	int err;

	if (symbol && symbol->start == offset)
		err = asprintf(&text, "%s@plt", perf_symbol_name(&plt->resolvers, symbol));
	else
		err = asprintf(&text, "*ABS*+0x%" PRIx64 "@plt", resolver);
	return err < 0 ? NULL : text;
}

static char *slot_name(struct plt *plt, const struct slot *slot)
{
	char *readable, *text;
	const char *name;
	GElf_Sym sym;

	if (!slot->symbol)
		return indirect_name(plt, slot->addend);
	if (slot->symbol > INT32_MAX || !gelf_getsym(plt->dynsym, (int)slot->symbol, &sym))
		return NULL;
	name = elf_strptr(plt->elf, plt->strings, sym.st_name);
	if (!name || !*name)
		return NULL;
	/* perf_demangle() does not accept names with "@plt" appended. */
	readable = perf_demangle(name);
	if (asprintf(&text, "%s@plt", readable ? readable : name) < 0)
		text = NULL;
	free(readable);
	return text;
}

static int add_entry(struct plt *plt, const struct slot *slot, uint64_t start, uint64_t size)
{
	char *name = slot_name(plt, slot);
	size_t length;

	if (!name)
		return 0;
	length = strlen(name);
	if (length > plt->room) {
		free(name);
		return 0;
	}
	plt->room -= length;
	if (!perf_symbols_own(plt->symbols, name) ||
	    perf_symbols_add(plt->symbols, start, start + size, name, PERF_SYMBOL_GLOBAL))
		return -ENOMEM;
	return 0;
}

/* The header of the PLT is code that calls the dynamic linker. */
static int add_header(struct plt *plt, uint64_t start, uint64_t size)
{
	return perf_symbols_add(plt->symbols, start, start + size, ".plt", PERF_SYMBOL_GLOBAL);
}

static const struct slot *slot_at(const struct plt *plt, uint64_t at)
{
	const struct slot key = { .at = at };

	return plt->slots.count ? bsearch(&key, plt->slots.at, plt->slots.count, sizeof(key),
					  compare_slots) : NULL;
}

static uint32_t plt_number(const uint8_t *bytes)
{
	return bytes[0] | bytes[1] << 8 | bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

/* Bytes of the prefixes of an entry: endbr64 or endbr32, and bnd. */
static size_t plt_prefixes(const uint8_t *entry, size_t size)
{
	size_t at = 0;

	if (size > 4 && entry[0] == 0xf3 && entry[1] == 0x0f && entry[2] == 0x1e &&
	    (entry[3] == 0xfa || entry[3] == 0xfb))
		at = 4;
	return at < size && entry[at] == 0xf2 ? at + 1 : at;
}

/* Return the slot that an x86 entry at @address jumps through, or pushes the number of. */
static const struct slot *x86_slot(const struct plt *plt, const uint8_t *entry, size_t size,
				   uint64_t address)
{
	size_t at = plt_prefixes(entry, size);
	uint32_t operand;

	if (at + 5 <= size && entry[at] == 0x68) {
		operand = plt_number(entry + at + 1);
		if (plt->machine == EM_386)	/* the operand is an offset in .rel.plt */
			operand /= sizeof(Elf32_Rel);
		return operand < plt->lazy.count ? &plt->lazy.at[operand] : NULL;
	}
	if (at + 6 > size || entry[at] != 0xff)
		return NULL;
	operand = plt_number(entry + at + 2);
	if (plt->machine == EM_X86_64 && entry[at + 1] == 0x25)
		return slot_at(plt, address + at + 6 + (int32_t)operand);
	if (plt->machine == EM_386 && entry[at + 1] == 0x25)
		return slot_at(plt, operand);
	if (plt->machine == EM_386 && entry[at + 1] == 0xa3)
		return slot_at(plt, (uint32_t)(plt->got + operand));
	return NULL;
}

static int add_x86_section(struct plt *plt, const char *name)
{
	const struct slot *slot;
	const uint8_t *bytes;
	uint64_t each, at;
	GElf_Shdr shdr;
	Elf_Data *data;

	data = plt_contents(plt->elf, name, &shdr);
	if (!data)
		return 0;
	each = shdr.sh_entsize == 8 ? 8 : X86_ENTRY;
	for (at = 0; at + each <= data->d_size; at += each) {
		bytes = (const uint8_t *)data->d_buf + at;
		slot = x86_slot(plt, bytes, each, shdr.sh_addr + at);
		if (slot && add_entry(plt, slot, shdr.sh_offset + at, each))
			return -ENOMEM;
		if (!slot && !at && !strcmp(name, ".plt") && add_header(plt, shdr.sh_offset, each))
			return -ENOMEM;
	}
	return 0;
}

static int add_x86(struct plt *plt)
{
	static const char *const sections[] = { ".plt", ".plt.sec", ".plt.got" };
	GElf_Shdr got;
	size_t i;
	int err;

	if (find_section(plt->elf, ".got.plt", &got) || find_section(plt->elf, ".got", &got))
		plt->got = got.sh_addr;
	for (i = 0; i < PERF_ARRAY_SIZE(sections); i++) {
		err = add_x86_section(plt, sections[i]);
		if (err)
			return err;
	}
	return 0;
}

/* Name entries in the order of plt->lazy, sorted by slot. */
static int add_in_order(struct plt *plt)
{
	uint64_t header, each, start;
	GElf_Shdr shdr;
	size_t i;

	if (!plt_contents(plt->elf, ".plt", &shdr))
		return 0;
	header = plt->machine == EM_AARCH64 ? AARCH64_HEADER : shdr.sh_entsize;
	each = plt->machine == EM_AARCH64 ? AARCH64_ENTRY : shdr.sh_entsize;
	if (!each)
		return 0;
	if (add_header(plt, shdr.sh_offset, header))
		return -ENOMEM;
	start = shdr.sh_offset + header;
	if (plt->lazy.count)
		qsort(plt->lazy.at, plt->lazy.count, sizeof(*plt->lazy.at), compare_slots);
	for (i = 0; i < plt->lazy.count && start + each <= shdr.sh_offset + shdr.sh_size; i++) {
		if (add_entry(plt, &plt->lazy.at[i], start, each))
			return -ENOMEM;
		start += each;
	}
	return 0;
}

/**
 * perf_elf_add_plt() - add a symbol "function@plt" for each PLT entry
 * @elf: libelf's handle of the mapped file
 * @symbols: table, not sealed; has the file's functions, which name its indirect ones
 *
 * A PLT entry jumps to the address in a slot of the global offset table; the dynamic linker fills
 * the slot from the relocation of its address, which names the function. Linkers sort relocations
 * in any order, so on x86 the slot is read from the entry's instructions; on other processors
 * entries and slots are in the same order.
 *
 * Source: System V ABI, AMD64 supplement 0.99, "Procedure Linkage Table"; the same of i386, ELF for
 * the Arm 64-bit Architecture.
 *
 * Return: 0 or -ENOMEM. Inconsistent files get fewer names.
 */
int perf_elf_add_plt(void *elf, struct perf_symbols *symbols)
{
	struct plt plt = { .elf = elf, .symbols = symbols, .room = NAMES_MAX };
	GElf_Ehdr header;
	int err;

	if (!gelf_getehdr(elf, &header))
		return 0;
	plt.machine = header.e_machine;
	err = read_relocations(&plt);
	if (!err)
		err = find_resolvers(&plt);
	if (!err && plt.dynsym)
		err = plt.machine == EM_X86_64 || plt.machine == EM_386 ? add_x86(&plt) :
									  add_in_order(&plt);
	perf_vec_free(&plt.slots);
	perf_vec_free(&plt.lazy);
	perf_symbols_clear(&plt.resolvers);
	return err;
}

#else

int perf_elf_add_plt(void *elf, struct perf_symbols *symbols)
{
	(void)elf;
	(void)symbols;
	return 0;
}

#endif /* HAVE_ELF */
