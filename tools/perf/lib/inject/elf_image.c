// SPDX-License-Identifier: GPL-2.0
/*
 * perf_elf_image_make() writes an ELF file of one function: one segment with its code, one symbol,
 * one build id. Layouts: System V ABI, chapters 4 and 5. The class is ELFCLASS64, the byte order
 * that of this machine.
 */
#include <elf.h>
#include <stdbool.h>
#include <string.h>
#include <base/map.h>
#include <inject/elf_image.h>

#define LITTLE	(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
#define ALIGN	16

/* Section numbers, and the offsets of their names in section_names[]. */
enum { NONE, TEXT, NOTE, SYMTAB, STRTAB, SHSTRTAB, SECTIONS };

static const char section_names[] = "\0.text\0.note.gnu.build-id\0.symtab\0.strtab\0.shstrtab";
enum { NAME_TEXT = 1, NAME_NOTE = 7, NAME_SYMTAB = 26, NAME_STRTAB = 34, NAME_SHSTRTAB = 42 };

/* Readers of notes advance in 4-byte words, which sh_addralign announces. */
#define NOTE_ALIGN	4

static void image_align(struct perf_str *bytes)
{
	perf_str_fill(bytes, '\0', -bytes->length & (ALIGN - 1));
}

/* begin_section() and end_section() enclose the bytes appended between them. */
static void begin_section(Elf64_Shdr *section, struct perf_str *bytes, uint32_t name,
			  uint32_t type)
{
	image_align(bytes);
	section->sh_name = name;
	section->sh_type = type;
	section->sh_offset = bytes->length;
	section->sh_addralign = ALIGN;
}

static void end_section(Elf64_Shdr *section, const struct perf_str *bytes)
{
	section->sh_size = bytes->length - section->sh_offset;
}

static void add_code(struct perf_elf_image *image, Elf64_Shdr *section, struct perf_str *bytes)
{
	begin_section(section, bytes, NAME_TEXT, SHT_PROGBITS);
	section->sh_flags = SHF_ALLOC | SHF_EXECINSTR;
	section->sh_addr = section->sh_offset;
	perf_str_mem(bytes, image->code, image->size);
	end_section(section, bytes);
}

static void make_id(struct perf_elf_image *image)
{
	const uint64_t parts[] = {
		perf_hash_mem(image->code, image->size), perf_hash_str(image->name),
		perf_hash_u64(image->size + image->machine),
	};

	memcpy(image->id, parts, PERF_ELF_IMAGE_ID);
}

static void add_note(struct perf_elf_image *image, Elf64_Shdr *section, struct perf_str *bytes)
{
	const Elf64_Nhdr note = {
		.n_namesz = sizeof(ELF_NOTE_GNU), .n_descsz = PERF_ELF_IMAGE_ID,
		.n_type = NT_GNU_BUILD_ID,
	};

	make_id(image);
	begin_section(section, bytes, NAME_NOTE, SHT_NOTE);
	section->sh_flags = SHF_ALLOC;
	section->sh_addr = section->sh_offset;
	section->sh_addralign = NOTE_ALIGN;
	perf_str_mem(bytes, &note, sizeof(note));
	perf_str_mem(bytes, ELF_NOTE_GNU, sizeof(ELF_NOTE_GNU));
	perf_str_mem(bytes, image->id, sizeof(image->id));
	end_section(section, bytes);
}

static void add_symbols(const struct perf_elf_image *image, Elf64_Shdr *sections,
			struct perf_str *bytes)
{
	const Elf64_Sym symbols[2] = {
		[1] = {
			.st_name = 1, .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC),
			.st_shndx = TEXT, .st_value = sections[TEXT].sh_addr,
			.st_size = image->size,
		},
	};

	begin_section(&sections[SYMTAB], bytes, NAME_SYMTAB, SHT_SYMTAB);
	sections[SYMTAB].sh_link = STRTAB;
	sections[SYMTAB].sh_info = 1;	/* index of the first symbol that is not local */
	sections[SYMTAB].sh_entsize = sizeof(symbols[0]);
	perf_str_mem(bytes, symbols, sizeof(symbols));
	end_section(&sections[SYMTAB], bytes);
	begin_section(&sections[STRTAB], bytes, NAME_STRTAB, SHT_STRTAB);
	perf_str_char(bytes, '\0');
	perf_str_mem(bytes, image->name, strlen(image->name) + 1);
	end_section(&sections[STRTAB], bytes);
	begin_section(&sections[SHSTRTAB], bytes, NAME_SHSTRTAB, SHT_STRTAB);
	perf_str_mem(bytes, section_names, sizeof(section_names));
	end_section(&sections[SHSTRTAB], bytes);
}

/* Fill the first PERF_ELF_IMAGE_TEXT bytes, once all section offsets are fixed. */
static void put_start(const struct perf_elf_image *image, const Elf64_Shdr *sections,
		      uint64_t table, struct perf_str *bytes)
{
	Elf64_Ehdr header = {
		.e_ident = {
			ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64,
			LITTLE ? ELFDATA2LSB : ELFDATA2MSB, EV_CURRENT,
		},
		.e_type = ET_DYN, .e_machine = image->machine, .e_version = EV_CURRENT,
		.e_entry = sections[TEXT].sh_addr, .e_phoff = sizeof(header), .e_shoff = table,
		.e_ehsize = sizeof(header), .e_phentsize = sizeof(Elf64_Phdr), .e_phnum = 1,
		.e_shentsize = sizeof(*sections), .e_shnum = SECTIONS, .e_shstrndx = SHSTRTAB,
	};
	const Elf64_Phdr segment = {
		.p_type = PT_LOAD, .p_flags = PF_R | PF_X, .p_align = 4096,
		.p_filesz = sections[SYMTAB].sh_offset, .p_memsz = sections[SYMTAB].sh_offset,
	};

	if (bytes->failed)
		return;
	memcpy(bytes->text, &header, sizeof(header));
	memcpy(bytes->text + sizeof(header), &segment, sizeof(segment));
}

/**
 * perf_elf_image_make() - make the file
 * @image: function; perf_elf_image.id is set
 * @bytes: empty; the file is appended. @bytes->failed is set if memory runs out
 */
void perf_elf_image_make(struct perf_elf_image *image, struct perf_str *bytes)
{
	Elf64_Shdr sections[SECTIONS] = { 0 };
	uint64_t table;

	perf_str_fill(bytes, '\0', PERF_ELF_IMAGE_TEXT);
	add_code(image, &sections[TEXT], bytes);
	add_note(image, &sections[NOTE], bytes);
	add_symbols(image, sections, bytes);
	image_align(bytes);
	table = bytes->length;
	perf_str_mem(bytes, sections, sizeof(sections));
	put_start(image, sections, table, bytes);
}
