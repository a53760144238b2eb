// SPDX-License-Identifier: GPL-2.0
/*
 * perf_cfi_is_bounded() checks a program's unwinding tables before libdw reads them.
 *
 * libdw keeps a rule for each register up to the largest that a table names, and copies all rules
 * at each DW_CFA_remember_state: a table of a few bytes could use up all memory. Format of the
 * instructions: DWARF 5, section 6.4.2.
 *
 * libdw finds an entry by the sorted table of .eh_frame_hdr, a pair of which could point into the
 * middle of an entry, where other instructions may be hidden. Format: Linux Standard Base Core 5.0,
 * section 10.6.2.
 */
#include <model/cfi_check.h>

#ifdef HAVE_DW
#include <dwarf.h>
#include <endian.h>
#include <elfutils/libdw.h>
#include <gelf.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <base/vec.h>

/* Special registers of PowerPC have numbers above 1,000. */
#define REGISTERS_MAX	4096
#define REMEMBERED_MAX	64

/* Operands of each instruction, one letter each; take_operand() reads them. */
static const char *const cfi_operands[64] = {
	[DW_CFA_nop] = "", [DW_CFA_advance_loc1] = "1", [DW_CFA_advance_loc2] = "2",
	[DW_CFA_advance_loc4] = "4", [DW_CFA_offset_extended] = "rn",
	[DW_CFA_restore_extended] = "r", [DW_CFA_undefined] = "r", [DW_CFA_same_value] = "r",
	[DW_CFA_register] = "rr", [DW_CFA_remember_state] = "", [DW_CFA_restore_state] = "",
	[DW_CFA_def_cfa] = "rn", [DW_CFA_def_cfa_register] = "r", [DW_CFA_def_cfa_offset] = "n",
	[DW_CFA_def_cfa_expression] = "b", [DW_CFA_expression] = "rb",
	[DW_CFA_offset_extended_sf] = "rn", [DW_CFA_def_cfa_sf] = "rn",
	[DW_CFA_def_cfa_offset_sf] = "n", [DW_CFA_val_offset] = "rn",
	[DW_CFA_val_offset_sf] = "rn", [DW_CFA_val_expression] = "rb",
	[DW_CFA_MIPS_advance_loc8] = "8", [DW_CFA_GNU_window_save] = "",
	[DW_CFA_GNU_args_size] = "n", [DW_CFA_GNU_negative_offset_extended] = "rn",
};

struct cfi_program {
	const uint8_t *at;
	const uint8_t *end;
};

/* Read a LEB128 of either sign (of a signed one only the length counts). False beyond the end. */
static bool take_number(struct cfi_program *program, uint64_t *number)
{
	unsigned int shift = 0;

	*number = 0;
	while (program->at < program->end) {
		uint8_t byte = *program->at++;

		if (shift < 64)
			*number |= (uint64_t)(byte & 0x7f) << shift;
		else if (byte & 0x7f)
			*number = UINT64_MAX;
		shift += 7;
		if (!(byte & 0x80))
			return true;
	}
	return false;
}

static bool skip_bytes(struct cfi_program *program, uint64_t count)
{
	if (count > (uint64_t)(program->end - program->at))
		return false;
	program->at += count;
	return true;
}

static bool take_operand(struct cfi_program *program, char kind)
{
	uint64_t number;

	switch (kind) {
	case 'r':	/* a register */
		return take_number(program, &number) && number < REGISTERS_MAX;
	case 'n':	/* a number */
		return take_number(program, &number);
	case 'b':	/* a block */
		return take_number(program, &number) && skip_bytes(program, number);
	default:	/* '1' to '8': that many bytes */
		return skip_bytes(program, (uint64_t)(kind - '0'));
	}
}

/* False also for an unknown instruction: libdw stops reading there, too. */
static bool is_bounded(const uint8_t *from, const uint8_t *to)
{
	struct cfi_program program = { from, to };
	unsigned int remembered = 0;
	uint64_t number;

	while (program.at < program.end) {
		uint8_t code = *program.at++;
		const char *operand;

		if (code & 0xc0) {
			if ((code & 0xc0) == DW_CFA_offset && !take_number(&program, &number))
				return false;
			continue;
		}
		remembered += code == DW_CFA_remember_state;
		remembered -= code == DW_CFA_restore_state && remembered;
		operand = cfi_operands[code];
		if (!operand || remembered > REMEMBERED_MAX)
			return false;
		for (; *operand; operand++)
			if (!take_operand(&program, *operand))
				return false;
	}
	return true;
}

/**
 * struct cfi_section - a table, and the CIE used last
 * @ident: e_ident of the file
 * @data: contents
 * @address: address of the table
 * @fdes: offsets of the FDEs in the table, ascending
 * @is_eh: .eh_frame, not .debug_frame
 * @cie_offset: offset of the CIE; valid if @pointer_size is not 0
 * @pointer_size: bytes of an address in FDEs of the CIE
 * @has_augmentation: FDEs have augmentation data before their instructions
 */
struct cfi_section {
	const unsigned char *ident;
	Elf_Data *data;
	uint64_t address;
	PERF_VEC(uint64_t) fdes;
	bool is_eh;
	Dwarf_Off cie_offset;
	unsigned int pointer_size;
	bool has_augmentation;
};

/* Bytes of a pointer encoded as @encoding (DW_EH_PE_*); 0 if it has no fixed size. */
static unsigned int encoded_size(const struct cfi_section *section, uint8_t encoding)
{
	unsigned int native = section->ident[EI_CLASS] == ELFCLASS64 ? 8 : 4;

	switch (encoding & 7) {
	case DW_EH_PE_absptr:	return native;
	case DW_EH_PE_udata2:	return 2;
	case DW_EH_PE_udata4:	return 4;
	case DW_EH_PE_udata8:	return 8;
	default:		return 0;
	}
}

/* Set @encoding to the pointer encoding that the augmentation of @cie names. */
static bool find_encoding(const struct cfi_section *section, const Dwarf_CIE *cie,
			  uint8_t *encoding)
{
	struct cfi_program data = {
		cie->augmentation_data, cie->augmentation_data + cie->augmentation_data_size,
	};
	const char *letter = cie->augmentation;

	*encoding = DW_EH_PE_absptr;
	if (*letter != 'z')
		return !*letter;
	while (*++letter) {
		if (*letter == 'S' || *letter == 'B')
			continue;
		if (data.at >= data.end)
			return false;
		if (*letter == 'R') {
			*encoding = *data.at;
			return true;
		}
		if (*letter == 'P') {
			unsigned int size = encoded_size(section, *data.at++);

			if (!size || !skip_bytes(&data, size))
				return false;
		} else if (*letter == 'L') {
			data.at++;
		} else {
			return false;
		}
	}
	return true;
}

/* Set the fields for fde_is_bounded() from the CIE at @offset. */
static bool use_cie(struct cfi_section *section, Dwarf_Off offset)
{
	Dwarf_CFI_Entry entry;
	uint8_t encoding;
	Dwarf_Off next;

	if (section->pointer_size && offset == section->cie_offset)
		return true;
	section->pointer_size = 0;
	if (dwarf_next_cfi(section->ident, section->data, section->is_eh, offset, &next, &entry) ||
	    !dwarf_cfi_cie_p(&entry) || !find_encoding(section, &entry.cie, &encoding))
		return false;
	section->cie_offset = offset;
	section->pointer_size = encoded_size(section, encoding);
	section->has_augmentation = entry.cie.augmentation[0] == 'z';
	return section->pointer_size;
}

/* An FDE starts with its first address and a size, each of pointer_size bytes. */
static bool fde_is_bounded(struct cfi_section *section, const Dwarf_FDE *fde)
{
	struct cfi_program program = { fde->start, fde->end };
	uint64_t size;

	if (!use_cie(section, fde->CIE_pointer) ||
	    !skip_bytes(&program, 2 * section->pointer_size))
		return false;
	if (section->has_augmentation &&
	    (!take_number(&program, &size) || !skip_bytes(&program, size)))
		return false;
	return is_bounded(program.at, program.end);
}

static bool add_fde(struct cfi_section *section, Dwarf_Off offset)
{
	uint64_t *slot = perf_vec_push(&section->fdes);

	if (slot)
		*slot = offset;
	return slot;
}

static bool data_is_bounded(struct cfi_section *section)
{
	Dwarf_Off offset = 0, next;
	Dwarf_CFI_Entry entry;
	int ret;

	while (!(ret = dwarf_next_cfi(section->ident, section->data, section->is_eh, offset, &next,
				      &entry))) {
		if (dwarf_cfi_cie_p(&entry) ?
		    !is_bounded(entry.cie.initial_instructions,
				entry.cie.initial_instructions_end) :
		    !fde_is_bounded(section, &entry.fde) || !add_fde(section, offset))
			return false;
		if (next <= offset)
			return false;
		offset = next;
	}
	/* ret < 0: an unreadable entry, behind which libdw may still find others. */
	return ret > 0;
}

/* ---- .eh_frame_hdr ---------------------------------------------------------------------- */

/* The header: version, three encodings, address of .eh_frame (HDR_POINTER), number of pairs. */
#define HDR_SIZE	12
#define HDR_POINTER	4
#define HDR_COUNT	8
#define HDR_PAIR	8

/* Encodings that every linker uses; libdw would read others, too. */
static const uint8_t hdr_encodings[] = {
	1, DW_EH_PE_pcrel | DW_EH_PE_sdata4, DW_EH_PE_udata4, DW_EH_PE_datarel | DW_EH_PE_sdata4,
};

static uint32_t get_32(const struct cfi_section *section, const uint8_t *at)
{
	uint32_t value;

	memcpy(&value, at, sizeof(value));
	return section->ident[EI_DATA] == ELFDATA2MSB ? be32toh(value) : le32toh(value);
}

static int compare_offsets(const void *left, const void *right)
{
	const uint64_t *a = left, *b = right;

	return (*a > *b) - (*a < *b);
}

/* A pair: a code address and the address of its FDE, both relative to the header at @address. */
static bool pair_is_sound(const struct cfi_section *section, uint64_t address,
			  const uint8_t *pair)
{
	uint64_t fde = address + (uint64_t)(int32_t)get_32(section, pair + 4) - section->address;

	return section->fdes.count && bsearch(&fde, section->fdes.at, section->fdes.count,
					      sizeof(fde), compare_offsets);
}

/* Do all pairs point to the start of an FDE? libdw ignores a header without pairs. */
static bool hdr_is_sound(const struct cfi_section *section, const Elf_Data *data,
			 uint64_t address)
{
	const uint8_t *hdr = data->d_buf;
	uint32_t count, i;

	if (!hdr || data->d_size < HDR_SIZE || memcmp(hdr, hdr_encodings, sizeof(hdr_encodings)))
		return data->d_size >= HDR_POINTER && hdr && hdr[2] == DW_EH_PE_omit;
	count = get_32(section, hdr + HDR_COUNT);
	if (count > (data->d_size - HDR_SIZE) / HDR_PAIR)
		return false;
	for (i = 0; i < count; i++)
		if (!pair_is_sound(section, address, hdr + HDR_SIZE + i * (size_t)HDR_PAIR))
			return false;
	return true;
}

/* ---- sections --------------------------------------------------------------------------- */

/* Return the next section called @name behind @section; NULL at the end. */
static Elf_Scn *next_named(Elf *elf, Elf_Scn *section, const char *name, GElf_Shdr *header)
{
	size_t names;

	if (elf_getshdrstrndx(elf, &names))
		return NULL;
	while ((section = elf_nextscn(elf, section))) {
		const char *found = gelf_getshdr(section, header) ?
				    elf_strptr(elf, names, header->sh_name) : NULL;

		if (found && !strcmp(found, name) && header->sh_type != SHT_NOBITS)
			return section;
	}
	return NULL;
}

static bool hdrs_are_sound(const struct cfi_section *table, Elf *elf)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;

	while ((section = next_named(elf, section, ".eh_frame_hdr", &header))) {
		const Elf_Data *data = elf_rawdata(section, NULL);

		if (!data || !hdr_is_sound(table, data, header.sh_addr))
			return false;
	}
	return true;
}

static bool section_is_bounded(Elf *elf, Elf_Scn *section, const GElf_Shdr *header, bool is_eh)
{
	struct cfi_section table = {
		.ident = (const unsigned char *)elf_getident(elf, NULL),
		.address = header->sh_addr, .is_eh = is_eh,
	};
	bool bounded;

	if (header->sh_flags & SHF_COMPRESSED)
		elf_compress(section, 0, 0);
	table.data = elf_rawdata(section, NULL);
	bounded = table.ident && table.data && data_is_bounded(&table) &&
		  (!is_eh || hdrs_are_sound(&table, elf));
	perf_vec_free(&table.fdes);
	return bounded;
}

/**
 * perf_cfi_is_bounded() - may libdw unwind by a table?
 * @elf: Elf handle of the file
 * @name: .eh_frame or .debug_frame
 *
 * Return: false if libdw could use far more memory than the table has bytes, or if there is no
 * section @name: libdw would then look for the table in segments.
 */
bool perf_cfi_is_bounded(void *elf, const char *name)
{
	bool is_eh = !strcmp(name, ".eh_frame"), seen = false;
	Elf_Scn *section = NULL;
	GElf_Shdr header;

	while ((section = next_named(elf, section, name, &header))) {
		if (!section_is_bounded(elf, section, &header, is_eh))
			return false;
		seen = true;
	}
	return seen;
}
#else
bool perf_cfi_is_bounded(void *elf, const char *name)
{
	(void)elf;
	(void)name;
	return false;
}
#endif
