// SPDX-License-Identifier: GPL-2.0
/*
 * perf_split_image(): ELF objects in memory with the debug information of one split unit.
 *
 * libdw resolves indexes of a unit in the sections of the unit's object. An object with the unit's
 * part of each table, including .debug_addr of the program, is all that libdw needs. A split unit
 * has no DW_AT_addr_base, so libdw starts at the first entry of each table.
 */
#include <unwind/split_image.h>

#ifdef HAVE_DW
#include <elf.h>
#include <stdlib.h>
#include <string.h>
#include <base/vec.h>

#define SECTIONS_MAX	10
#define NR_SECTIONS	(SECTIONS_MAX + 2)	/* with the null section and .shstrtab */
#define NAMES_SIZE	(NR_SECTIONS * 32 + 88)
#define WORD		sizeof(uint32_t)

struct image {
	Elf64_Ehdr head;
	Elf64_Shdr sections[NR_SECTIONS];
	char names[NAMES_SIZE];
};

static const char *const section_names[PERF_SPLIT_PARTS] = {
	[PERF_SPLIT_INFO]		= ".debug_info.dwo",
	[PERF_SPLIT_ABBREV]		= ".debug_abbrev.dwo",
	[PERF_SPLIT_LINE]		= ".debug_line.dwo",
	[PERF_SPLIT_OFFSETS]		= ".debug_str_offsets.dwo",
	[PERF_SPLIT_RANGES]		= ".debug_rnglists.dwo",
	[PERF_SPLIT_LOCATIONS_4]	= ".debug_loc.dwo",
	[PERF_SPLIT_LOCATIONS_5]	= ".debug_loclists.dwo",
};

/**
 * perf_split_section_name() - name of a section
 * @part: number of the section
 */
const char *perf_split_section_name(enum perf_split_part part)
{
	return section_names[part];
}

/**
 * perf_split_bytes() - contents of a section
 * @elf: object
 * @name: name of the section
 *
 * Return: the contents, none if there is no such section.
 */
struct perf_bytes perf_split_bytes(struct perf_elf *elf, const char *name)
{
	size_t size = 0;
	const uint8_t *at = perf_elf_section(elf, name, &size, NULL);

	return (struct perf_bytes){ at, at ? at + size : NULL };
}

static void name_section(struct image *image, Elf64_Shdr *section, const char *name, size_t *used)
{
	section->sh_name = *used;
	memcpy(image->names + *used, name, strlen(name) + 1);
	*used += strlen(name) + 1;
}

static void fill_head(struct image *image, unsigned int machine, size_t nr)
{
	const bool little = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
	Elf64_Ehdr *head = &image->head;

	memcpy(head->e_ident, ELFMAG, SELFMAG);
	head->e_ident[EI_CLASS] = ELFCLASS64;
	head->e_ident[EI_DATA] = little ? ELFDATA2LSB : ELFDATA2MSB;
	head->e_ident[EI_VERSION] = EV_CURRENT;
	head->e_type = ET_REL;
	head->e_machine = machine;
	head->e_version = EV_CURRENT;
	head->e_shoff = offsetof(struct image, sections);
	head->e_ehsize = sizeof(*head);
	head->e_shentsize = sizeof(image->sections[0]);
	head->e_shnum = nr + 2;
	head->e_shstrndx = nr + 1;
}

/**
 * perf_split_image() - make an object of sections
 * @machine: ELF machine
 * @list: sections
 * @nr: number of sections, at most SECTIONS_MAX
 * @room: bytes that the object may have; reduced by the bytes it has
 *
 * Return: the object, NULL without memory or room.
 */
struct perf_elf *perf_split_image(unsigned int machine, const struct perf_split_section *list,
				  size_t nr, size_t *room)
{
	size_t size = sizeof(struct image), used = 1, length, i;
	struct image *image;
	Elf64_Shdr *section;

	_Static_assert(sizeof(struct image) == PERF_SPLIT_IMAGE_HEAD, "see split_image.h");
	for (i = 0; i < nr; i++)
		size += list[i].bytes.end - list[i].bytes.at;
	image = size <= *room && nr <= SECTIONS_MAX ? calloc(1, size) : NULL;
	if (!image)
		return NULL;
	*room -= size;
	fill_head(image, machine, nr);
	size = sizeof(*image);
	for (i = 0; i < nr; i++) {
		section = &image->sections[i + 1];
		length = list[i].bytes.end - list[i].bytes.at;
		name_section(image, section, list[i].name, &used);
		section->sh_type = SHT_PROGBITS;
		section->sh_addralign = 1;
		section->sh_offset = size;
		section->sh_size = length;
		if (length)
			memcpy((char *)image + size, list[i].bytes.at, length);
		size += length;
	}
	section = &image->sections[nr + 1];
	name_section(image, section, ".shstrtab", &used);
	section->sh_type = SHT_STRTAB;
	section->sh_addralign = 1;
	section->sh_offset = offsetof(struct image, names);
	section->sh_size = used;
	return perf_elf_open_owned(image, size);
}

/* ---- a unit with its strings, locations and addresses ----------------------------------- */

/* String tables of a unit: the entries of @offsets are offsets in @texts. */
struct strings {
	uint8_t *offsets;
	char *texts;
	size_t offsets_size;
	size_t texts_size;
};

static const char *text_at(struct perf_bytes texts, uint64_t offset, size_t *size)
{
	const uint8_t *end;

	perf_bytes_skip(&texts, offset);
	end = texts.at ? memchr(texts.at, '\0', texts.end - texts.at) : NULL;
	*size = end ? end + 1 - texts.at : 1;
	return end ? (const char *)texts.at : "";
}

/* Bytes of all texts of a unit; above @most, any greater number. */
static size_t texts_size(const struct perf_split_tables *tables, size_t most)
{
	struct perf_bytes offsets = tables->offsets;
	size_t all = 1, size;
	uint64_t offset;

	while (all <= most && perf_bytes_take(&offsets, WORD, &offset)) {
		text_at(tables->strings, offset, &size);
		all += size;
	}
	return all;
}

/*
 * Copy the texts that a unit uses; a package has the texts of all units in one section.
 * tables->offsets starts behind the header of version 5, so write that header again.
 */
static bool copy_strings(const struct perf_split_tables *tables, size_t most,
			 struct strings *strings)
{
	const size_t header = tables->version >= 5 ? 2 * WORD : 0;
	struct perf_bytes offsets = tables->offsets;
	const size_t table = (offsets.end - offsets.at) / WORD * WORD;
	uint32_t head[2] = { (uint32_t)(table + WORD), 0 }, at = 1, i;
	const uint16_t version = 5;
	const char *text;
	uint64_t offset;
	size_t size;

	*strings = (struct strings){
		.offsets_size = header + table, .texts_size = texts_size(tables, most),
	};
	if (strings->texts_size > most || strings->texts_size > UINT32_MAX)
		return false;
	strings->offsets = malloc(strings->offsets_size + 1);
	strings->texts = malloc(strings->texts_size);
	if (!strings->offsets || !strings->texts)
		return false;
	memcpy(&head[1], &version, sizeof(version));
	memcpy(strings->offsets, head, header);
	strings->texts[0] = '\0';
	for (i = 0; perf_bytes_take(&offsets, WORD, &offset); i++) {
		text = text_at(tables->strings, offset, &size);
		memcpy(strings->texts + at, text, size);
		memcpy(strings->offsets + header + i * WORD, &at, WORD);
		at += size;
	}
	return true;
}

static struct perf_bytes bytes_of(const void *at, size_t size)
{
	return (struct perf_bytes){ at, (const uint8_t *)at + size };
}

/**
 * perf_split_image_whole() - make an object with all that libdw needs to read a unit
 * @machine: ELF machine
 * @parts: parts of the unit, PERF_SPLIT_PARTS entries
 * @tables: addresses, offsets and strings of the unit
 * @room: bytes that the object may have; reduced by the bytes it has
 *
 * Return: the object, NULL without memory or room.
 */
struct perf_elf *perf_split_image_whole(unsigned int machine, const struct perf_bytes *parts,
					const struct perf_split_tables *tables, size_t *room)
{
	struct perf_split_section list[PERF_SPLIT_PARTS + 2];
	struct perf_elf *elf = NULL;
	struct strings strings;
	enum perf_split_part part;

	if (copy_strings(tables, *room, &strings)) {
		for (part = 0; part < PERF_SPLIT_PARTS; part++)
			list[part] = (struct perf_split_section){
				perf_split_section_name(part), parts[part],
			};
		list[PERF_SPLIT_OFFSETS].bytes = bytes_of(strings.offsets, strings.offsets_size);
		list[part++] = (struct perf_split_section){
			".debug_str.dwo", bytes_of(strings.texts, strings.texts_size),
		};
		/* libdw uses it as .debug_addr; an object's sections are all .dwo, or none is. */
		list[part++] = (struct perf_split_section){
			".debug_addr.dwo", tables->addresses,
		};
		elf = perf_split_image(machine, list, part, room);
	}
	free(strings.offsets);
	free(strings.texts);
	return elf;
}

#endif /* HAVE_DW */
