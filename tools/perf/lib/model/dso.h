/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Objects that code comes from: programs, libraries, the kernel, its modules, the vdso,
 * code made at run time. ("DSO" is what perf has always called them.)
 *
 * An address within an object is:
 *	a file offset	for programs, libraries, the vdso
 *	an address	for the kernel, modules, BPF programs and code made at run time
 */
#ifndef PERF_MODEL_DSO_H
#define PERF_MODEL_DSO_H

#include <stdbool.h>
#include <stdint.h>
#include <base/file_id.h>
#include <base/map.h>
#include <base/vec.h>
#include <data/env.h>
#include <model/elf_object.h>
#include <model/kallsyms.h>
#include <model/symbols.h>

enum perf_dso_kind {
	PERF_DSO_FILE,
	PERF_DSO_KERNEL,
	PERF_DSO_MODULE,
	PERF_DSO_BPF,
	PERF_DSO_VDSO,
	PERF_DSO_JIT,		/* memory of a process that is no file */
	PERF_DSO_DATA,		/* heap, stack, shared memory: no symbols */
};

/* Why an object has no symbols. */
enum perf_dso_state {
	PERF_DSO_NOT_LOADED,
	PERF_DSO_LOADED,
	PERF_DSO_MISSING,	/* the file is not there */
	PERF_DSO_CHANGED,	/* the file is another one now: its build id differs */
	PERF_DSO_UNREADABLE,
	PERF_DSO_HIDDEN,	/* the kernel does not show its addresses */
	PERF_DSO_REFUSED,	/* another user's file, which may say anything */
	PERF_DSO_OTHER_KERNEL,	/* the kernel that runs here is not the recording's */
	PERF_DSO_OTHER_FILE,	/* the path leads to another file now, or from here */
	PERF_DSO_OTHER_MACHINE,	/* recorded elsewhere, and no build id names the file */
};

/* Where symbols were found, by the letters that perf report -v shows. */
enum perf_dso_origin {
	PERF_DSO_FROM_KALLSYMS	= 'k',
	PERF_DSO_FROM_VMLINUX	= 'v',
	PERF_DSO_FROM_JIT_MAP	= 'j',
	PERF_DSO_FROM_LINK	= 'l',	/* a file that a debug link names */
	PERF_DSO_FROM_CACHE	= 'B',	/* a copy in the cache of build ids */
	PERF_DSO_FROM_CACHED_DEBUG = 'D',
	PERF_DSO_FROM_BUILD_ID	= 'b',	/* below /usr/lib/debug/.build-id */
	PERF_DSO_FROM_DEBUG_PATH = 'f',	/* below /usr/lib/debug, by the path */
	PERF_DSO_FROM_ITSELF	= 'd',
	PERF_DSO_FROM_MINI_DEBUG = 'n',	/* compressed in the object, .gnu_debugdata */
};

/**
 * struct perf_dso - one object
 * @name: as a mapping names it: a path, "[kernel.kallsyms]", "[vdso]", "[ext4]",
 *	"/tmp/perf-123.map"
 * @short_name: the same without directories
 * @short_id: number of that text: equal for all objects that are called so
 * @path: of the file on this machine as the recording knew it, if not @name
 * @index: place in the table of objects, from 0
 * @kind: what it is
 * @state: of its symbols
 * @mapped: a mapping was of this object, and has decided @kind
 * @listed: @build_id is that of the name in a list, not of a mapping
 * @made: a tool has made the file and its mapping, so that the latter has no inode
 * @stripped: only exported symbols were found, and those in .gnu_debugdata
 * @mini_debug: result of perf_elf_mini_debug(), if @stripped
 * @origin: where symbols were found, enum perf_dso_origin; 0: nowhere
 * @build_id: as the recording says, else as the file says
 * @file: which file of the recording's machine it is; all zero: not known
 * @pid, @start, @end: the mapping that was made last
 * @shift: kernel: what was added to the addresses of kallsyms
 * @symbols: sealed once @state is LOADED
 * @elf: the file that is mapped, if it could be opened and is the right one
 * @debug: the file symbols came from, may be the same
 */
struct perf_dso {
	const char *name;
	const char *short_name;
	const char *path;
	uint32_t short_id;
	uint32_t index;
	enum perf_dso_kind kind;
	enum perf_dso_state state;
	bool mapped;
	bool listed;
	bool made;
	bool stripped;
	int mini_debug;
	char origin;
	struct perf_build_id build_id;
	struct perf_file_id file;
	int32_t pid;
	uint64_t start;
	uint64_t end;
	uint64_t shift;
	struct perf_symbols symbols;
	struct perf_elf *elf;
	struct perf_elf *debug;
	char *elf_path;
	char *debug_path;
};

/**
 * struct perf_dso_name - the objects of a name, each an index + 1, 0 if there is none
 * @newest: made last
 * @plain: the one that was made without a build id, which it may have got since
 * @listed: the one whose build id the recording lists for the name, the last of several
 */
struct perf_dso_name {
	uint32_t newest;
	uint32_t plain;
	uint32_t listed;
};

/**
 * struct perf_symbol_options - where symbols are looked for
 * @symfs: directory that stands for /, or NULL
 * @vmlinux: file with the kernel's symbols and code, or NULL
 * @kallsyms: the symbols as text, or NULL for /proc/kallsyms
 * @debug_dir: cache of objects by build id; NULL for PERF_BUILDID_DIR of the
 *	environment, or ~/.debug
 * @live: the processes of the recording run here and now: files that they alone have are looked
 *	for through them
 * @force: read maps of code made at run time whoever has made them
 * @no_demangle: show names as the linker knows them
 * @no_demangle_kernel: those of the kernel
 */
struct perf_symbol_options {
	const char *symfs;
	const char *vmlinux;
	const char *kallsyms;
	const char *debug_dir;
	bool live;
	bool force;
	bool no_demangle;
	bool no_demangle_kernel;
};

/**
 * struct perf_dsos - all objects of a recording
 * @kcore_dir: directory with the recording's own copy of the kernel: kallsyms, modules and
 *	kcore; NULL without one
 * @env: feature sections of the recording; NULL: none
 *
 * All zero but @options is an empty table.
 */
struct perf_dsos {
	PERF_VEC(struct perf_dso *) list;
	PERF_VEC(struct perf_dso_name) by_name;	/* by number in @names */
	struct perf_map by_build_id;	/* hash of name and id to index + 1 */
	struct perf_map by_file;	/* hash of name and file to index + 1 */
	uint32_t kernel;		/* the first of that kind, index + 1; 0: none */
	struct perf_symbol_options options;
	const char *kcore_dir;
	const struct perf_data_env *env;
	const char *recording;		/* its file; NULL: it cannot be read twice */
	struct perf_intern shared;	/* names of several files, once @shared_known */
	bool shared_known;
	struct perf_map jit_maps;	/* process to index + 1 in @env->jit_maps */
	struct perf_intern names;
	struct perf_kallsyms *kallsyms;
	bool kallsyms_tried;
	char *kallsyms_path;		/* where @kallsyms is from */
	bool other_kernel;		/* recorded on another architecture or release */
	bool other_machine;		/* recorded on a machine of another name */
	uint64_t kernel_reference;	/* address of _text when recording, 0: not known */
};

/** perf_dso_shown() - how an object is called: as it is mapped, or without directories */
static inline const char *perf_dso_shown(const struct perf_dso *dso, bool path)
{
	return path ? dso->name : dso->short_name;
}

/**
 * perf_dsos_get() - the object of a name
 * @dsos: table
 * @name: see struct perf_dso
 * @kind: what to make if it is new
 * @build_id: or NULL; an object of the same name with another id is another object
 *
 * Return: the object, NULL without memory.
 */
struct perf_dso *perf_dsos_get(struct perf_dsos *dsos, const char *name,
			       enum perf_dso_kind kind, const struct perf_build_id *build_id);

/**
 * perf_dsos_list() - an object whose build id a recording lists, not a mapping of it
 * @dsos, @name, @kind, @build_id: as for perf_dsos_get()
 *
 * Mappings of that name without a build id of their own are of this object, unless they are known
 * to be of different files.
 *
 * Return: as perf_dsos_get().
 */
struct perf_dso *perf_dsos_list(struct perf_dsos *dsos, const char *name,
				enum perf_dso_kind kind, const struct perf_build_id *build_id);

/**
 * perf_dsos_get_file() - the object of a name that is a certain file
 * @dsos: table
 * @name: see struct perf_dso
 * @file: which file of those that may have that name
 *
 * Return: the object, NULL without memory.
 */
struct perf_dso *perf_dsos_get_file(struct perf_dsos *dsos, const char *name,
				    const struct perf_file_id *file);

/**
 * perf_dsos_list_file() - a file that has its name together with others
 * @dsos: table
 * @name: see struct perf_dso
 * @file: which file
 * @build_id: of this one; size 0: not known
 *
 * Return: 0 or -ENOMEM.
 */
int perf_dsos_list_file(struct perf_dsos *dsos, const char *name,
			const struct perf_file_id *file, const struct perf_build_id *build_id);

/**
 * perf_dsos_add() - another object, though there may be some of that name
 * @dsos: table
 * @name: see struct perf_dso
 * @kind: what it is
 *
 * Return: the object, which perf_dsos_get() finds first; NULL without memory.
 */
struct perf_dso *perf_dsos_add(struct perf_dsos *dsos, const char *name, enum perf_dso_kind kind);

/**
 * perf_dsos_map() - an object is mapped
 * @dsos: table
 * @dso: the object
 * @kind: kind of memory that it is mapped as
 *
 * Writers have stored build ids of modules as those of files: the first mapping decides what an
 * object is, unless its symbols have been looked for.
 */
void perf_dsos_map(struct perf_dsos *dsos, struct perf_dso *dso, enum perf_dso_kind kind);

/** perf_dsos_free() - free all objects */
void perf_dsos_free(struct perf_dsos *dsos);

/**
 * perf_dso_load() - find the object's symbols, once
 * @dsos: table
 * @dso: object
 *
 * Return: true if it has symbols; @dso->state says why not.
 */
bool perf_dso_load(struct perf_dsos *dsos, struct perf_dso *dso);

/** perf_dso_symbol() - symbol at an address of the object, or NULL; loads symbols */
struct perf_symbol *perf_dso_symbol(struct perf_dsos *dsos, struct perf_dso *dso, uint64_t addr);

/** perf_dso_symbol_name() - a symbol's name as it is to be shown */
const char *perf_dso_symbol_name(struct perf_dsos *dsos, struct perf_dso *dso,
				 struct perf_symbol *symbol);

/**
 * perf_dso_vaddr() - address as the linker and debug information have it
 * @dso: loaded object
 * @addr: address in the object
 */
uint64_t perf_dso_vaddr(const struct perf_dso *dso, uint64_t addr);

/** perf_dso_offset() - the opposite of perf_dso_vaddr() */
uint64_t perf_dso_offset(const struct perf_dso *dso, uint64_t vaddr);

#endif /* PERF_MODEL_DSO_H */
