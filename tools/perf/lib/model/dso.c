// SPDX-License-Identifier: GPL-2.0
/* The table of objects, and conversion of addresses within them. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <model/dso.h>

/*
 * Limit per address in perf_dso_vaddr() and perf_dso_offset(); linkers make a handful of segments.
 */
#define SEGMENTS_SEARCHED	256

static const char *without_directories(const char *name)
{
	const char *slash = strrchr(name, '/');

	return slash && slash[1] ? slash + 1 : name;
}

/*
 * Does @dso have @build_id? An object without one gets it, unless its file was opened or a mapping
 * has set dso->file.
 */
static bool same_object(struct perf_dso *dso, const struct perf_build_id *build_id)
{
	if (!dso->build_id.size && !dso->file.inode && dso->state == PERF_DSO_NOT_LOADED)
		dso->build_id = *build_id;
	return perf_build_id_equal(&dso->build_id, build_id);
}

/* perf_dso.short_name of "/tmp/perf-123.map" is "[JIT] tid 123". */
static const char *jit_name(struct perf_dsos *dsos, const char *name)
{
	char text[32];
	uint32_t id;

	snprintf(text, sizeof(text), "[JIT] tid %d", atoi(name + strcspn(name, "0123456789")));
	id = perf_intern(&dsos->names, text);
	return id == PERF_INTERN_NONE ? name : dsos->names.texts[id];
}

static struct perf_dso *new_dso(struct perf_dsos *dsos, uint32_t name_id,
				enum perf_dso_kind kind)
{
	struct perf_dso *dso = calloc(1, sizeof(*dso));
	struct perf_dso **slot = dso ? perf_vec_push(&dsos->list) : NULL;

	if (!slot) {
		free(dso);
		return NULL;
	}
	*slot = dso;
	dso->index = dsos->list.count - 1;
	dso->kind = kind;
	dso->name = dsos->names.texts[name_id];
	dso->short_name = kind == PERF_DSO_JIT ? jit_name(dsos, dso->name) :
						 without_directories(dso->name);
	dso->short_id = perf_intern(&dsos->names, dso->short_name);
	dsos->by_name.at[name_id].newest = dso->index + 1;
	if (kind == PERF_DSO_KERNEL && !dsos->kernel)
		dsos->kernel = dso->index + 1;
	return dso;
}

/* Return the number of a name in dsos->names and dsos->by_name. */
static uint32_t number_of(struct perf_dsos *dsos, const char *name)
{
	uint32_t id = perf_intern(&dsos->names, name);

	while (id != PERF_INTERN_NONE && dsos->by_name.count <= id)
		if (!perf_vec_push(&dsos->by_name))
			return PERF_INTERN_NONE;
	return id;
}

/**
 * perf_dsos_add() - add an object, even if others have its name
 * @dsos: table
 * @name: perf_dso.name
 * @kind: kind of the object
 *
 * Return: the object, which is now the newest of @name for perf_dsos_get(); NULL without memory.
 */
struct perf_dso *perf_dsos_add(struct perf_dsos *dsos, const char *name, enum perf_dso_kind kind)
{
	uint32_t id = number_of(dsos, name);

	return id == PERF_INTERN_NONE ? NULL : new_dso(dsos, id, kind);
}

/*
 * Return the slot in by_build_id of the object with this name and build id, 0 in it if there is no
 * object yet; NULL without memory. One name may have any number of build ids.
 */
static uint64_t *id_slot(struct perf_dsos *dsos, uint32_t name_id,
			 const struct perf_build_id *build_id)
{
	const struct perf_dso *dso;
	uint64_t *slot, key;

	if (!dsos->by_build_id.key.multiply)
		dsos->by_build_id.key = perf_hash_key_make(dsos);
	key = perf_hash_pair(dsos->by_build_id.key, name_id,
			     perf_hash_bytes(dsos->by_build_id.key, build_id->bytes,
					     build_id->size));
	/* Hashes of different ids may be equal: try the next key. */
	for (;; key++) {
		slot = perf_map_put(&dsos->by_build_id, key, NULL);
		if (!slot || !*slot)
			return slot;
		dso = dsos->list.at[*slot - 1];
		if (dso->name == dsos->names.texts[name_id] &&
		    perf_build_id_equal(&dso->build_id, build_id))
			return slot;
	}
}

static struct perf_dso *get_with_id(struct perf_dsos *dsos, uint32_t name_id,
				    enum perf_dso_kind kind, const struct perf_build_id *build_id)
{
	uint64_t *slot = id_slot(dsos, name_id, build_id);
	uint32_t plain = dsos->by_name.at[name_id].plain;
	struct perf_dso *dso;

	if (!slot)
		return NULL;
	if (*slot)
		return dsos->list.at[*slot - 1];
	if (plain && same_object(dsos->list.at[plain - 1], build_id))
		return dsos->list.at[plain - 1];
	dso = new_dso(dsos, name_id, kind);
	if (!dso)
		return NULL;
	dso->build_id = *build_id;
	*slot = dso->index + 1;
	return dso;
}

/**
 * perf_dsos_get() - get or make the object of a name
 * @dsos: table
 * @name: perf_dso.name
 * @kind: kind of a new object
 * @build_id: build id, or NULL; two objects may differ in their build ids alone
 *
 * Return: the object, NULL without memory.
 */
struct perf_dso *perf_dsos_get(struct perf_dsos *dsos, const char *name,
			       enum perf_dso_kind kind, const struct perf_build_id *build_id)
{
	uint32_t id = number_of(dsos, name), newest;
	struct perf_dso *dso;

	if (id == PERF_INTERN_NONE)
		return NULL;
	if (build_id && build_id->size)
		return get_with_id(dsos, id, kind, build_id);
	newest = dsos->by_name.at[id].listed;
	if (!newest)
		newest = dsos->by_name.at[id].newest;
	if (newest)
		return dsos->list.at[newest - 1];
	dso = new_dso(dsos, id, kind);
	if (dso)
		dsos->by_name.at[id].plain = dso->index + 1;
	return dso;
}

/**
 * perf_dsos_list() - get or make an object whose build id the recording lists
 * @dsos, @name, @kind, @build_id: as for perf_dsos_get()
 *
 * Mappings of @name without a build id show this object, unless they are known to show different
 * files.
 *
 * Return: as perf_dsos_get().
 */
struct perf_dso *perf_dsos_list(struct perf_dsos *dsos, const char *name,
				enum perf_dso_kind kind, const struct perf_build_id *build_id)
{
	struct perf_dso *dso = perf_dsos_get(dsos, name, kind, build_id);
	uint32_t id = perf_intern_find(&dsos->names, name);

	if (dso && id != PERF_INTERN_NONE) {
		dsos->by_name.at[id].listed = dso->index + 1;
		dso->listed = true;
	}
	return dso;
}

/* Return the slot in by_file of the object with this name and file; as id_slot(). */
static uint64_t *file_slot(struct perf_dsos *dsos, uint32_t name_id,
			   const struct perf_file_id *file)
{
	const struct perf_dso *dso;
	uint64_t *slot, key;

	if (!dsos->by_file.key.multiply)
		dsos->by_file.key = perf_hash_key_make(dsos);
	key = perf_hash_pair(dsos->by_file.key,
			     perf_hash_pair(dsos->by_file.key, name_id, file->inode),
			     (uint64_t)file->major << 32 | file->minor);
	for (;; key++) {
		slot = perf_map_put(&dsos->by_file, key, NULL);
		if (!slot || !*slot)
			return slot;
		dso = dsos->list.at[*slot - 1];
		if (dso->name == dsos->names.texts[name_id] &&
		    perf_file_id_same(&dso->file, file))
			return slot;
	}
}

/* Return the object for mappings of a name without a build id, unless its dso->file is set. */
static struct perf_dso *free_object(struct perf_dsos *dsos, uint32_t name_id)
{
	const struct perf_dso_name *name = &dsos->by_name.at[name_id];
	uint32_t index = name->listed ? name->listed : name->plain;

	if (!index || dsos->list.at[index - 1]->file.inode)
		return NULL;
	return dsos->list.at[index - 1];
}

/**
 * perf_dsos_get_file() - get or make the object of a name and a file
 * @dsos: table
 * @name: perf_dso.name
 * @file: identity of the file, as several files may have the name
 *
 * Return: the object, NULL without memory.
 */
struct perf_dso *perf_dsos_get_file(struct perf_dsos *dsos, const char *name,
				    const struct perf_file_id *file)
{
	uint32_t id = number_of(dsos, name);
	uint64_t *slot = id == PERF_INTERN_NONE ? NULL : file_slot(dsos, id, file);
	struct perf_dso *dso;

	if (!slot)
		return NULL;
	if (*slot) {
		dso = dsos->list.at[*slot - 1];
		if (!dso->file.generation)
			dso->file.generation = file->generation;
		return dso;
	}
	dso = free_object(dsos, id);
	if (!dso)
		dso = new_dso(dsos, id, PERF_DSO_FILE);
	if (!dso)
		return NULL;
	dso->file = *file;
	*slot = dso->index + 1;
	return dso;
}

/**
 * perf_dsos_list_file() - add one of several files that share a name
 * @dsos: table
 * @name: perf_dso.name
 * @file: identity of the file
 * @build_id: build id of the file; size 0: not known
 *
 * Return: 0 or -ENOMEM.
 */
int perf_dsos_list_file(struct perf_dsos *dsos, const char *name,
			const struct perf_file_id *file, const struct perf_build_id *build_id)
{
	uint32_t id = number_of(dsos, name);
	uint64_t *slot = id == PERF_INTERN_NONE ? NULL : file_slot(dsos, id, file);
	struct perf_dso *dso;

	if (!slot)
		return -ENOMEM;
	if (*slot)
		return 0;
	dso = build_id->size ? perf_dsos_get(dsos, name, PERF_DSO_FILE, build_id) :
			       perf_dsos_add(dsos, name, PERF_DSO_FILE);
	if (!dso)
		return -ENOMEM;
	if (!dso->file.inode)
		dso->file = *file;
	*slot = dso->index + 1;
	return 0;
}

/**
 * perf_dsos_map() - set an object's kind by its first mapping
 * @dsos: table
 * @dso: the object
 * @kind: kind of memory that it is mapped as
 *
 * Some writers list build ids of modules as those of files: the first mapping corrects the kind,
 * unless perf_dso_load() has already run.
 */
void perf_dsos_map(struct perf_dsos *dsos, struct perf_dso *dso, enum perf_dso_kind kind)
{
	if (dso->mapped || dso->state != PERF_DSO_NOT_LOADED)
		return;
	dso->mapped = true;
	dso->kind = kind;
	if (kind == PERF_DSO_KERNEL && !dsos->kernel)
		dsos->kernel = dso->index + 1;
}

/** perf_dsos_free() - free all objects */
void perf_dsos_free(struct perf_dsos *dsos)
{
	size_t i;

	for (i = 0; i < dsos->list.count; i++) {
		struct perf_dso *dso = dsos->list.at[i];

		perf_symbols_clear(&dso->symbols);
		if (dso->debug != dso->elf)
			perf_elf_close(dso->debug);
		perf_elf_close(dso->elf);
		free(dso->elf_path);
		free(dso->debug_path);
		free(dso);
	}
	perf_vec_free(&dsos->list);
	perf_vec_free(&dsos->by_name);
	perf_map_free(&dsos->by_build_id);
	perf_map_free(&dsos->by_file);
	perf_map_free(&dsos->jit_maps);
	perf_intern_free(&dsos->shared);
	perf_intern_free(&dsos->names);
	perf_kallsyms_free(dsos->kallsyms);
	free(dsos->kallsyms_path);
}

/** perf_dso_symbol() - load symbols; return the one at @addr in the object, or NULL */
struct perf_symbol *perf_dso_symbol(struct perf_dsos *dsos, struct perf_dso *dso, uint64_t addr)
{
	if (!perf_dso_load(dsos, dso))
		return NULL;
	return perf_symbols_find(&dso->symbols, addr);
}

/** perf_dso_symbol_name() - a symbol's name to print */
const char *perf_dso_symbol_name(struct perf_dsos *dsos, struct perf_dso *dso,
				 struct perf_symbol *symbol)
{
	const bool kernel = dso->kind == PERF_DSO_KERNEL || dso->kind == PERF_DSO_MODULE;

	/* A perf map holds names to print, not mangled ones. */
	if (dso->kind == PERF_DSO_JIT || dsos->options.no_demangle ||
	    (kernel && dsos->options.no_demangle_kernel))
		return symbol->name;
	return perf_symbol_name(&dso->symbols, symbol);
}

/**
 * perf_dso_vaddr() - convert to an address of the linker, as in debug information
 * @dso: loaded object
 * @addr: address in the object
 */
uint64_t perf_dso_vaddr(const struct perf_dso *dso, uint64_t addr)
{
	const struct perf_elf_segment *segments;
	size_t nr = 0, i;

	if (dso->kind == PERF_DSO_KERNEL || dso->kind == PERF_DSO_MODULE)
		return addr - dso->shift;
	if (!dso->elf)
		return addr;
	segments = perf_elf_segments(dso->elf, &nr);
	for (i = 0; i < nr && i < SEGMENTS_SEARCHED; i++)
		if (addr - segments[i].offset < segments[i].size)
			return addr - segments[i].offset + segments[i].vaddr;
	return addr;
}

/** perf_dso_offset() - convert back: the inverse of perf_dso_vaddr() */
uint64_t perf_dso_offset(const struct perf_dso *dso, uint64_t vaddr)
{
	const struct perf_elf_segment *segments;
	size_t nr = 0, i;

	if (dso->kind == PERF_DSO_KERNEL || dso->kind == PERF_DSO_MODULE)
		return vaddr + dso->shift;
	if (!dso->elf)
		return vaddr;
	segments = perf_elf_segments(dso->elf, &nr);
	for (i = 0; i < nr && i < SEGMENTS_SEARCHED; i++)
		if (vaddr - segments[i].vaddr < segments[i].size)
			return vaddr - segments[i].vaddr + segments[i].offset;
	return vaddr;
}
