// SPDX-License-Identifier: GPL-2.0
/* struct perf_elf: one ELF file, by libelf. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <base/input.h>
#include <base/xz.h>
#include <model/elf_object.h>
#include <model/elf_plt.h>

/** perf_build_id_equal() - are both build ids known and the same? */
bool perf_build_id_equal(const struct perf_build_id *a, const struct perf_build_id *b)
{
	return a->size && a->size == b->size && !memcmp(a->bytes, b->bytes, a->size);
}

#ifdef HAVE_ELF
#include <gelf.h>

/* xz packs symbol tables to a tenth of their size; MINI_DEBUG_SIZE() allows a ratio of 64. */
#define MINI_DEBUG_SIZE(packed)		((1U << 20) + 64 * (packed))

/*
 * @image: memory owned by the object; NULL for a file or a caller's memory
 * @mini: the ELF image in .gnu_debugdata, or NULL
 * @mini_err: 0 if @mini is set, else the errno
 */
struct perf_elf {
	Elf *elf;
	int fd;
	size_t section_names;
	struct perf_elf_segment *segments;
	size_t nr_segments;
	void *image;
	struct perf_elf *mini;
	int mini_err;
};

static void read_segments(struct perf_elf *elf)
{
	GElf_Phdr phdr;
	size_t nr, i;

	if (elf_getphdrnum(elf->elf, &nr) || !nr)
		return;
	elf->segments = calloc(nr, sizeof(*elf->segments));
	if (!elf->segments)
		return;
	for (i = 0; i < nr; i++) {
		if (!gelf_getphdr(elf->elf, i, &phdr) || phdr.p_type != PT_LOAD)
			continue;
		elf->segments[elf->nr_segments++] = (struct perf_elf_segment){
			.offset = phdr.p_offset,
			.vaddr = phdr.p_vaddr,
			.size = phdr.p_memsz,
			.exec = phdr.p_flags & PF_X,
		};
	}
}

static struct perf_elf *elf_wrap(Elf *handle, int fd)
{
	struct perf_elf *elf;

	if (!handle || elf_kind(handle) != ELF_K_ELF)
		goto no_elf;
	elf = calloc(1, sizeof(*elf));
	if (!elf)
		goto no_elf;
	elf->elf = handle;
	elf->fd = fd;
	elf->mini_err = -ENOENT;
	if (elf_getshdrstrndx(handle, &elf->section_names))
		elf->section_names = 0;
	read_segments(elf);
	return elf;
no_elf:
	elf_end(handle);
	if (fd >= 0)
		close(fd);
	errno = ENOEXEC;
	return NULL;
}

/**
 * perf_elf_open() - open a file
 * @path: path of the file
 *
 * Return: the object; NULL with errno set if the file cannot be read or is no ELF file.
 */
struct perf_elf *perf_elf_open(const char *path)
{
	int fd = perf_input_open(PERF_INPUT_OBJECT, path);
	struct stat status;
	bool shared;

	elf_version(EV_CURRENT);
	if (fd < 0) {
		errno = -fd;
		return NULL;
	}
	/* ELF_C_READ, as another user could change or truncate a mapped file. */
	shared = fstat(fd, &status) || perf_input_is_shared(&status);
	return elf_wrap(elf_begin(fd, shared ? ELF_C_READ : ELF_C_READ_MMAP, NULL), fd);
}

/**
 * perf_elf_open_memory() - open an ELF image in memory
 * @image: must outlive the object
 * @size: bytes of @image
 */
struct perf_elf *perf_elf_open_memory(void *image, size_t size)
{
	elf_version(EV_CURRENT);
	return elf_wrap(elf_memory(image, size), -1);
}

/**
 * perf_elf_open_owned() - open an ELF image in memory and own it
 * @image: from malloc(); freed by perf_elf_close(), or at once if it is no ELF image
 * @size: bytes of @image
 */
struct perf_elf *perf_elf_open_owned(void *image, size_t size)
{
	struct perf_elf *elf = perf_elf_open_memory(image, size);

	if (elf)
		elf->image = image;
	else
		free(image);
	return elf;
}

/** perf_elf_is_trusted() - does the file belong to root or to the user? */
bool perf_elf_is_trusted(const struct perf_elf *elf)
{
	struct stat status;

	return elf->fd < 0 || (!fstat(elf->fd, &status) && perf_input_is_trusted(&status));
}

/** perf_elf_is_file() - is the open file @file, as far as the fields of @file are known? */
bool perf_elf_is_file(const struct perf_elf *elf, const struct perf_file_id *file)
{
	return elf->fd < 0 || perf_file_id_is(file, elf->fd);
}

/** perf_elf_close() - free @elf, which may be NULL, and the names of its symbols */
void perf_elf_close(struct perf_elf *elf)
{
	if (!elf)
		return;
	perf_elf_close(elf->mini);
	elf_end(elf->elf);
	if (elf->fd >= 0)
		close(elf->fd);
	free(elf->segments);
	free(elf->image);
	free(elf);
}

/**
 * perf_elf_detach() - read the whole file and close it
 * @elf: object; perf_elf_is_trusted() and perf_elf_is_file() are true afterwards
 *
 * For more objects than a process may have files open.
 */
void perf_elf_detach(struct perf_elf *elf)
{
	if (elf->fd < 0 || elf_cntl(elf->elf, ELF_C_FDREAD))
		return;
	close(elf->fd);
	elf->fd = -1;
}

/** perf_elf_raw() - libelf's handle, for libdw and disassembly */
void *perf_elf_raw(struct perf_elf *elf)
{
	return elf->elf;
}

/** perf_elf_machine() - e_machine, 0 if the ELF header cannot be read */
unsigned int perf_elf_machine(struct perf_elf *elf)
{
	GElf_Ehdr ehdr;

	return gelf_getehdr(elf->elf, &ehdr) ? ehdr.e_machine : 0;
}

/**
 * perf_elf_segments() - the PT_LOAD segments
 * @elf: object
 * @nr: result: number of segments
 */
const struct perf_elf_segment *perf_elf_segments(struct perf_elf *elf, size_t *nr)
{
	*nr = elf->nr_segments;
	return elf->segments;
}

static Elf_Scn *section_by_name(struct perf_elf *elf, const char *name, GElf_Shdr *shdr)
{
	Elf_Scn *section = NULL;
	const char *its_name;

	while ((section = elf_nextscn(elf->elf, section))) {
		if (!gelf_getshdr(section, shdr))
			continue;
		its_name = elf_strptr(elf->elf, elf->section_names, shdr->sh_name);
		if (its_name && !strcmp(its_name, name))
			return section;
	}
	return NULL;
}

static Elf_Scn *section_by_type(struct perf_elf *elf, GElf_Word type, GElf_Shdr *shdr)
{
	Elf_Scn *section = NULL;

	while ((section = elf_nextscn(elf->elf, section)))
		if (gelf_getshdr(section, shdr) && shdr->sh_type == type)
			return section;
	return NULL;
}

/** perf_elf_has_symtab() - does the file have a full symbol table? */
bool perf_elf_has_symtab(struct perf_elf *elf)
{
	GElf_Shdr shdr;

	return section_by_type(elf, SHT_SYMTAB, &shdr) && shdr.sh_size;
}

/** perf_elf_has_section() - does the file have a section @name with contents? */
bool perf_elf_has_section(struct perf_elf *elf, const char *name)
{
	GElf_Shdr shdr;

	return section_by_name(elf, name, &shdr) && shdr.sh_type != SHT_NOBITS && shdr.sh_size;
}

/**
 * perf_elf_section() - contents of a section
 * @elf: object
 * @name: name of the section
 * @size: result: bytes
 * @vaddr: result: address in memory; may be NULL
 *
 * Return: the bytes, valid as long as @elf; NULL if there are none, or compressed ones.
 */
const void *perf_elf_section(struct perf_elf *elf, const char *name, size_t *size,
			     uint64_t *vaddr)
{
	Elf_Scn *section;
	Elf_Data *data;
	GElf_Shdr shdr;

	section = section_by_name(elf, name, &shdr);
	/* libdw decompresses compressed sections when it opens the object. */
	if (!section || shdr.sh_type == SHT_NOBITS || shdr.sh_flags & SHF_COMPRESSED)
		return NULL;
	data = elf_getdata(section, NULL);
	if (!data || !data->d_buf)
		return NULL;
	*size = data->d_size;
	if (vaddr)
		*vaddr = shdr.sh_addr;
	return data->d_buf;
}

/**
 * perf_elf_debug_link() - name of the file with the debug information
 * @elf: object
 *
 * Return: a file name without directories, NULL if there is none.
 */
const char *perf_elf_debug_link(struct perf_elf *elf)
{
	const char *name;
	size_t size;

	name = perf_elf_section(elf, ".gnu_debuglink", &size, NULL);
	if (!name || !memchr(name, '\0', size) || !*name || strchr(name, '/'))
		return NULL;
	return name;
}

/**
 * perf_elf_read() - bytes of the program at an address
 * @elf: the file with the code, not a debug file
 * @offset: address in the object (file offset)
 * @size: bytes wanted
 * @got: result: bytes available, at most @size
 */
const uint8_t *perf_elf_read(struct perf_elf *elf, uint64_t offset, size_t size, size_t *got)
{
	size_t file_size;
	const char *file = elf_rawfile(elf->elf, &file_size);

	*got = 0;
	if (!file || offset >= file_size)
		return NULL;
	*got = size < file_size - offset ? size : file_size - offset;
	return (const uint8_t *)file + offset;
}

/* Find NT_GNU_BUILD_ID among the notes of one section. */
static bool find_build_id(Elf_Data *data, struct perf_build_id *id)
{
	size_t name, desc, pos = 0;
	GElf_Nhdr note;

	while ((pos = gelf_getnote(data, pos, &note, &name, &desc))) {
		if (note.n_type != NT_GNU_BUILD_ID || note.n_namesz != sizeof("GNU") ||
		    memcmp((char *)data->d_buf + name, "GNU", sizeof("GNU")) || !note.n_descsz)
			continue;
		id->size = note.n_descsz < PERF_BUILD_ID_MAX ? note.n_descsz : PERF_BUILD_ID_MAX;
		memcpy(id->bytes, (char *)data->d_buf + desc, id->size);
		return true;
	}
	return false;
}

/** perf_elf_build_id() - build id from the notes; size 0 if there is none */
struct perf_build_id perf_elf_build_id(struct perf_elf *elf)
{
	struct perf_build_id id = { 0 };
	Elf_Scn *section = NULL;
	GElf_Shdr shdr;
	Elf_Data *data;

	while ((section = elf_nextscn(elf->elf, section))) {
		if (!gelf_getshdr(section, &shdr) || shdr.sh_type != SHT_NOTE)
			continue;
		data = elf_getdata(section, NULL);
		if (data && data->d_buf && find_build_id(data, &id))
			break;
	}
	return id;
}

/* Convert an address of the linker to a file offset. */
static bool to_offset(struct perf_elf *runtime, uint64_t vaddr, uint64_t *offset)
{
	const struct perf_elf_segment *segment;
	size_t i;

	for (i = 0; i < runtime->nr_segments; i++) {
		segment = &runtime->segments[i];
		if (vaddr - segment->vaddr < segment->size) {
			*offset = vaddr - segment->vaddr + segment->offset;
			return true;
		}
	}
	return false;
}

static bool is_wanted(const GElf_Sym *sym, const char *name)
{
	if (!name || !*name || sym->st_shndx == SHN_UNDEF || sym->st_shndx == SHN_ABS)
		return false;
	switch (GELF_ST_TYPE(sym->st_info)) {
	case STT_FUNC:
	case STT_GNU_IFUNC:
	case STT_OBJECT:
		return true;
	case STT_NOTYPE:
		return GELF_ST_VISIBILITY(sym->st_other) != STV_HIDDEN &&
		       GELF_ST_VISIBILITY(sym->st_other) != STV_INTERNAL;
	default:
		return false;
	}
}

static enum perf_symbol_bind bind_of(const GElf_Sym *sym)
{
	switch (GELF_ST_BIND(sym->st_info)) {
	case STB_GLOBAL:
		return PERF_SYMBOL_GLOBAL;
	case STB_WEAK:
		return PERF_SYMBOL_WEAK;
	default:
		return PERF_SYMBOL_LOCAL;
	}
}

/* Labels (STT_NOTYPE) count only in sections of code or data. */
static bool label_section_ok(struct perf_elf *elf, const GElf_Sym *sym)
{
	GElf_Shdr shdr;
	const char *name;

	if (GELF_ST_TYPE(sym->st_info) != STT_NOTYPE)
		return true;
	if (!gelf_getshdr(elf_getscn(elf->elf, sym->st_shndx), &shdr))
		return false;
	name = elf_strptr(elf->elf, elf->section_names, shdr.sh_name);
	return name && (strstr(name, "text") || strstr(name, "data"));
}

/* Object files (.o) have no segments: st_value is an address in a section. */
static bool symbol_address(struct perf_elf *elf, struct perf_elf *runtime, const GElf_Sym *sym,
			   uint64_t *start)
{
	GElf_Shdr shdr;

	if (to_offset(runtime, sym->st_value, start))
		return true;
	if (!gelf_getshdr(elf_getscn(elf->elf, sym->st_shndx), &shdr) || runtime->nr_segments)
		return false;
	*start = sym->st_value - shdr.sh_addr + shdr.sh_offset;
	return true;
}

static int add_table(struct perf_elf *elf, struct perf_elf *runtime, Elf_Scn *section,
		     const GElf_Shdr *shdr, struct perf_symbols *symbols)
{
	Elf_Data *data = elf_getdata(section, NULL);
	size_t nr, i;

	if (!data || !shdr->sh_entsize)
		return 0;
	nr = data->d_size / shdr->sh_entsize;
	for (i = 0; i < nr; i++) {
		const char *name;
		uint64_t start;
		GElf_Sym sym;

		if (!gelf_getsym(data, i, &sym))
			break;
		name = elf_strptr(elf->elf, shdr->sh_link, sym.st_name);
		if (!is_wanted(&sym, name) || !label_section_ok(elf, &sym) ||
		    !symbol_address(elf, runtime, &sym, &start))
			continue;
		if (perf_symbols_add(symbols, start, start + sym.st_size, name, bind_of(&sym)))
			return -ENOMEM;
	}
	return 0;
}

/* The image in .gnu_debugdata is as untrusted as the program; one nested in it is ignored. */
static int open_mini_debug(struct perf_elf *elf)
{
	const void *packed;
	size_t size, image_size;
	void *image;
	int err;

	packed = perf_elf_section(elf, ".gnu_debugdata", &size, NULL);
	if (!packed)
		return -ENOENT;
	err = perf_unxz(packed, size, MINI_DEBUG_SIZE(size), &image, &image_size);
	if (err)
		return err;
	elf->mini = perf_elf_open_owned(image, image_size);
	return elf->mini ? 0 : -EBADMSG;
}

/* Add functions of a stripped program that are not exported. */
static int add_mini_debug(struct perf_elf *elf, struct perf_elf *runtime,
			  struct perf_symbols *symbols)
{
	GElf_Shdr shdr;
	Elf_Scn *section;

	if (!elf->mini)
		elf->mini_err = open_mini_debug(elf);
	if (!elf->mini)
		return 0;
	section = section_by_type(elf->mini, SHT_SYMTAB, &shdr);
	return section ? add_table(elf->mini, runtime, section, &shdr, symbols) : 0;
}

/**
 * perf_elf_mini_debug() - was the table in .gnu_debugdata read?
 * @elf: object that perf_elf_add_symbols() was called for
 *
 * Return: 0 if it was read; -ENOENT if there is none, or a full table besides; -EBADMSG, -EFBIG,
 * -EOPNOTSUPP, -ENOMEM as of perf_unxz().
 */
int perf_elf_mini_debug(const struct perf_elf *elf)
{
	return elf->mini_err;
}

/**
 * perf_elf_add_symbols() - add functions, labels and data
 * @elf: file to take symbols from
 * @runtime: mapped file, for its segments; may equal @elf
 * @symbols: table, not sealed; @elf must outlive it
 *
 * Adds .symtab, or else the table in .gnu_debugdata; .dynsym, unless .symtab is as large; and a
 * symbol "function@plt" for each entry of the procedure linkage table of @runtime.
 *
 * Return: 0 or -ENOMEM.
 */
int perf_elf_add_symbols(struct perf_elf *elf, struct perf_elf *runtime,
			 struct perf_symbols *symbols)
{
	GElf_Shdr full, exported;
	Elf_Scn *section;
	int err;

	section = section_by_type(elf, SHT_SYMTAB, &full);
	if (section && full.sh_size) {
		err = add_table(elf, runtime, section, &full, symbols);
	} else {
		full.sh_size = 0;
		err = add_mini_debug(elf, runtime, symbols);
	}
	/* .symtab includes the exported symbols, unless tools left just a few symbols in it. */
	section = section_by_type(elf, SHT_DYNSYM, &exported);
	if (!err && section && full.sh_size < exported.sh_size)
		err = add_table(elf, runtime, section, &exported, symbols);
	return err ? err : perf_elf_add_plt(runtime->elf, symbols);
}

#else /* !HAVE_ELF: perf_elf_open() always fails, so no function below gets an object */

struct perf_elf *perf_elf_open(const char *path)
{
	(void)path;
	errno = ENOTSUP;
	return NULL;
}

struct perf_elf *perf_elf_open_memory(void *image, size_t size)
{
	(void)image;
	(void)size;
	errno = ENOTSUP;
	return NULL;
}

struct perf_elf *perf_elf_open_owned(void *image, size_t size)
{
	(void)size;
	free(image);
	errno = ENOTSUP;
	return NULL;
}

int perf_elf_mini_debug(const struct perf_elf *elf)
{
	(void)elf;
	return -ENOENT;
}

bool perf_elf_is_trusted(const struct perf_elf *elf)
{
	(void)elf;
	return true;
}

bool perf_elf_is_file(const struct perf_elf *elf, const struct perf_file_id *file)
{
	(void)elf;
	(void)file;
	return true;
}

void perf_elf_close(struct perf_elf *elf)
{
	(void)elf;
}

void perf_elf_detach(struct perf_elf *elf)
{
	(void)elf;
}

struct perf_build_id perf_elf_build_id(struct perf_elf *elf)
{
	(void)elf;
	return (struct perf_build_id){ 0 };
}

bool perf_elf_has_symtab(struct perf_elf *elf)
{
	(void)elf;
	return false;
}

bool perf_elf_has_section(struct perf_elf *elf, const char *name)
{
	(void)elf;
	(void)name;
	return false;
}

const char *perf_elf_debug_link(struct perf_elf *elf)
{
	(void)elf;
	return NULL;
}

const struct perf_elf_segment *perf_elf_segments(struct perf_elf *elf, size_t *nr)
{
	(void)elf;
	*nr = 0;
	return NULL;
}

unsigned int perf_elf_machine(struct perf_elf *elf)
{
	(void)elf;
	return 0;
}

const void *perf_elf_section(struct perf_elf *elf, const char *name, size_t *size,
			     uint64_t *vaddr)
{
	(void)elf;
	(void)name;
	(void)vaddr;
	*size = 0;
	return NULL;
}

const uint8_t *perf_elf_read(struct perf_elf *elf, uint64_t offset, size_t size, size_t *got)
{
	(void)elf;
	(void)offset;
	(void)size;
	*got = 0;
	return NULL;
}

int perf_elf_add_symbols(struct perf_elf *elf, struct perf_elf *runtime,
			 struct perf_symbols *symbols)
{
	(void)elf;
	(void)runtime;
	(void)symbols;
	return 0;
}

#endif
