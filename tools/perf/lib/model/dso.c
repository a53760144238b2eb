// SPDX-License-Identifier: GPL-2.0-only
/*
 * The table of objects, and addresses within them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <model/dso.h>

static const char *without_directories(const char *name)
{
	const char *slash = strrchr(name, '/');

	return slash && slash[1] ? slash + 1 : name;
}

/* No build id on one side: the same object, and now its id is known. */
static bool same_object(struct perf_dso *dso, const struct perf_build_id *build_id)
{
	if (!build_id || !build_id->size)
		return true;
	if (!dso->build_id.size && dso->state == PERF_DSO_NOT_LOADED)
		dso->build_id = *build_id;
	return perf_build_id_equal(&dso->build_id, build_id);
}

/* "/tmp/perf-123.map" is shown as "[JIT] tid 123". */
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
	dso->next_same_name = dsos->first_by_name.at[name_id];
	dsos->first_by_name.at[name_id] = dso->index + 1;
	return dso;
}

/* The number of a name, with room for its objects. */
static uint32_t number_of(struct perf_dsos *dsos, const char *name)
{
	uint32_t id = perf_intern(&dsos->names, name);

	while (id != PERF_INTERN_NONE && dsos->first_by_name.count <= id)
		if (!perf_vec_push(&dsos->first_by_name))
			return PERF_INTERN_NONE;
	return id;
}

struct perf_dso *perf_dsos_add(struct perf_dsos *dsos, const char *name, enum perf_dso_kind kind)
{
	uint32_t id = number_of(dsos, name);

	return id == PERF_INTERN_NONE ? NULL : new_dso(dsos, id, kind);
}

struct perf_dso *perf_dsos_get(struct perf_dsos *dsos, const char *name,
			       enum perf_dso_kind kind, const struct perf_build_id *build_id)
{
	uint32_t id = number_of(dsos, name), i;
	struct perf_dso *dso;

	if (id == PERF_INTERN_NONE)
		return NULL;
	for (i = dsos->first_by_name.at[id]; i; i = dso->next_same_name) {
		dso = dsos->list.at[i - 1];
		if (same_object(dso, build_id))
			return dso;
	}
	dso = new_dso(dsos, id, kind);
	if (dso && build_id)
		dso->build_id = *build_id;
	return dso;
}

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
	perf_vec_free(&dsos->first_by_name);
	perf_intern_free(&dsos->names);
	perf_kallsyms_free(dsos->kallsyms);
	free(dsos->kallsyms_path);
}

struct perf_symbol *perf_dso_symbol(struct perf_dsos *dsos, struct perf_dso *dso, uint64_t addr)
{
	if (!perf_dso_load(dsos, dso))
		return NULL;
	return perf_symbols_find(&dso->symbols, addr);
}

const char *perf_dso_symbol_name(struct perf_dsos *dsos, struct perf_dso *dso,
				 struct perf_symbol *symbol)
{
	const bool kernel = dso->kind == PERF_DSO_KERNEL || dso->kind == PERF_DSO_MODULE;

	if (dsos->options.no_demangle || (kernel && dsos->options.no_demangle_kernel))
		return symbol->name;
	return perf_symbol_name(&dso->symbols, symbol);
}

uint64_t perf_dso_vaddr(const struct perf_dso *dso, uint64_t addr)
{
	const struct perf_elf_segment *segments;
	size_t nr = 0, i;

	if (dso->kind == PERF_DSO_KERNEL || dso->kind == PERF_DSO_MODULE)
		return addr - dso->shift;
	if (!dso->elf)
		return addr;
	segments = perf_elf_segments(dso->elf, &nr);
	for (i = 0; i < nr; i++)
		if (addr - segments[i].offset < segments[i].size)
			return addr - segments[i].offset + segments[i].vaddr;
	return addr;
}

uint64_t perf_dso_offset(const struct perf_dso *dso, uint64_t vaddr)
{
	const struct perf_elf_segment *segments;
	size_t nr = 0, i;

	if (dso->kind == PERF_DSO_KERNEL || dso->kind == PERF_DSO_MODULE)
		return vaddr + dso->shift;
	if (!dso->elf)
		return vaddr;
	segments = perf_elf_segments(dso->elf, &nr);
	for (i = 0; i < nr; i++)
		if (vaddr - segments[i].vaddr < segments[i].size)
			return vaddr - segments[i].vaddr + segments[i].offset;
	return vaddr;
}
