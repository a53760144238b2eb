/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Objects that code comes from: programs, libraries, the kernel, its modules, the vdso, code made
 * at run time. perf has always called them "DSO".
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
	PERF_DSO_JIT,		/* anonymous memory of a process */
	PERF_DSO_DATA,		/* heap, stack, shared memory: no symbols */
};

/* State of an object's symbols: loaded, or why there are none. */
enum perf_dso_state {
	PERF_DSO_NOT_LOADED,
	PERF_DSO_LOADED,
	PERF_DSO_MISSING,	/* the file does not exist */
	PERF_DSO_CHANGED,	/* the file has another build id now */
	PERF_DSO_UNREADABLE,
	PERF_DSO_HIDDEN,	/* the kernel hides its addresses */
	PERF_DSO_REFUSED,	/* another user's file, whose contents may be forged */
	PERF_DSO_OTHER_KERNEL,	/* the running kernel is not the recording's */
	PERF_DSO_OTHER_FILE,	/* the path leads to another file, now or on this machine */
	PERF_DSO_OTHER_MACHINE,	/* recorded on another machine, without a build id */
};

/* perf_dso.origin: source of the symbols, as the letter that perf report -v shows. */
enum perf_dso_origin {
	PERF_DSO_FROM_KALLSYMS	= 'k',
	PERF_DSO_FROM_VMLINUX	= 'v',
	PERF_DSO_FROM_JIT_MAP	= 'j',
	PERF_DSO_FROM_LINK	= 'l',	/* the file named by a debug link */
	PERF_DSO_FROM_CACHE	= 'B',	/* a copy in the build id cache */
	PERF_DSO_FROM_CACHED_DEBUG = 'D',
	PERF_DSO_FROM_BUILD_ID	= 'b',	/* below /usr/lib/debug/.build-id */
	PERF_DSO_FROM_DEBUG_PATH = 'f',	/* below /usr/lib/debug, by the path */
	PERF_DSO_FROM_ITSELF	= 'd',
	PERF_DSO_FROM_MINI_DEBUG = 'n',	/* compressed in the object, .gnu_debugdata */
};

/**
 * struct perf_dso - one object
 * @name: as in a mapping: a path, "[kernel.kallsyms]", "[vdso]", "[ext4]", "/tmp/perf-123.map"
 * @short_name: @name without directories; "[JIT] tid 123" for a perf map
 * @short_id: number of @short_name in perf_dsos.names, equal for all objects of that short name
 * @path: path of the file as recorded, if not @name
 * @index: index in perf_dsos.list
 * @kind: kind of object
 * @state: state of @symbols
 * @mapped: perf_dsos_map() has set @kind from a mapping
 * @listed: @build_id comes from the recording's list of build ids, not from a mapping
 * @made: a tool made the file and its mapping, so the mapping has no inode
 * @stripped: only exported symbols and those in .gnu_debugdata were found
 * @mini_debug: result of perf_elf_mini_debug(), if @stripped
 * @origin: source of @symbols, enum perf_dso_origin; 0: none
 * @build_id: build id from the recording, else from the file
 * @file: identity of the file on the recording's machine; all zero: not known
 * @pid, @start, @end: process and address range of the newest mapping
 * @shift: kernel and modules: added to each address of kallsyms
 * @symbols: sealed once @state is PERF_DSO_LOADED
 * @elf: the mapped file, if it was opened and is the right one
 * @debug: the file that @symbols come from; may equal @elf
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
 * struct perf_dso_name - the objects of one name, each as index + 1; 0: none
 * @newest: the object made last
 * @plain: the object made without a build id; it may have one since
 * @listed: the object of the last build id that the recording lists for the name
 */
struct perf_dso_name {
	uint32_t newest;
	uint32_t plain;
	uint32_t listed;
};

/**
 * struct perf_symbol_options - sources of symbols
 * @symfs: directory that replaces /, or NULL
 * @vmlinux: file with the kernel's symbols and code, or NULL
 * @kallsyms: the kernel's symbols as text, or NULL for /proc/kallsyms
 * @debug_dir: build id cache; NULL for $PERF_BUILDID_DIR, or ~/.debug
 * @live: the recorded processes run here and now: files that only they can see are opened through
 *	/proc/PID
 * @force: read perf maps of any owner
 * @no_demangle: show names as the linker has them
 * @no_demangle_kernel: the same for the kernel's names only
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
 * @kcore_dir: directory with the recording's copy of the kernel (kallsyms, modules, kcore), or NULL
 * @env: feature sections of the recording, or NULL
 *
 * A table whose fields but @options are all zero is empty.
 */
struct perf_dsos {
	PERF_VEC(struct perf_dso *) list;
	PERF_VEC(struct perf_dso_name) by_name;	/* by number in @names */
	struct perf_map by_build_id;	/* hash of name and build id to index + 1 */
	struct perf_map by_file;	/* hash of name and file to index + 1 */
	uint32_t kernel;		/* first PERF_DSO_KERNEL, index + 1; 0: none */
	struct perf_symbol_options options;
	const char *kcore_dir;
	const struct perf_data_env *env;
	const char *recording;		/* path; NULL: it cannot be read twice */
	struct perf_intern shared;	/* names of several files, if @shared_known */
	bool shared_known;
	struct perf_map jit_maps;	/* pid to index + 1 in @env->jit_maps */
	struct perf_intern names;
	struct perf_kallsyms *kallsyms;
	bool kallsyms_tried;
	char *kallsyms_path;		/* source of @kallsyms */
	bool other_kernel;		/* recorded on another architecture or release */
	bool other_machine;		/* recorded on a machine of another name */
	uint64_t kernel_reference;	/* address of _text when recording, 0: not known */
};

/** perf_dso_shown() - name to print: @path selects name, else short_name */
static inline const char *perf_dso_shown(const struct perf_dso *dso, bool path)
{
	return path ? dso->name : dso->short_name;
}

struct perf_dso *perf_dsos_get(struct perf_dsos *dsos, const char *name,
			       enum perf_dso_kind kind, const struct perf_build_id *build_id);
struct perf_dso *perf_dsos_list(struct perf_dsos *dsos, const char *name,
				enum perf_dso_kind kind, const struct perf_build_id *build_id);
struct perf_dso *perf_dsos_get_file(struct perf_dsos *dsos, const char *name,
				    const struct perf_file_id *file);
int perf_dsos_list_file(struct perf_dsos *dsos, const char *name,
			const struct perf_file_id *file, const struct perf_build_id *build_id);
struct perf_dso *perf_dsos_add(struct perf_dsos *dsos, const char *name, enum perf_dso_kind kind);
void perf_dsos_map(struct perf_dsos *dsos, struct perf_dso *dso, enum perf_dso_kind kind);
void perf_dsos_free(struct perf_dsos *dsos);
bool perf_dso_load(struct perf_dsos *dsos, struct perf_dso *dso);
struct perf_symbol *perf_dso_symbol(struct perf_dsos *dsos, struct perf_dso *dso, uint64_t addr);
const char *perf_dso_symbol_name(struct perf_dsos *dsos, struct perf_dso *dso,
				 struct perf_symbol *symbol);
uint64_t perf_dso_vaddr(const struct perf_dso *dso, uint64_t addr);
uint64_t perf_dso_offset(const struct perf_dso *dso, uint64_t vaddr);

#endif /* PERF_MODEL_DSO_H */
