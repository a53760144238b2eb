// SPDX-License-Identifier: GPL-2.0
/* The files that recorded processes have mapped: perf_record_dsos_list() lists their build ids. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <data/format.h>
#include <record/build_id.h>
#include <record/dsos.h>

#define KERNEL_NAME	"[kernel.kallsyms]"

static bool is_same(const struct perf_record_file *a, const struct perf_record_file *b)
{
	return a->name == b->name && a->size == b->size &&
	       !memcmp(a->build_id, b->build_id, sizeof(a->build_id)) &&
	       perf_file_id_same(&a->id, &b->id);
}

/* Index of @file in dsos->files, where it is added if new; UINT32_MAX without memory. */
static uint32_t number_of(struct perf_record_dsos *dsos, const struct perf_record_file *file)
{
	const uint64_t identity[] = {
		file->name, file->id.inode, (uint64_t)file->id.major << 32 | file->id.minor,
	};
	struct perf_record_file *added;
	uint64_t key, *slot;

	if (!dsos->by_id.key.multiply)
		dsos->by_id.key = perf_hash_key_make(dsos);
	key = perf_hash_pair(dsos->by_id.key,
			     perf_hash_bytes(dsos->by_id.key, identity, sizeof(identity)),
			     perf_hash_bytes(dsos->by_id.key, file->build_id, file->size));
	for (;; key++) {
		slot = perf_map_put(&dsos->by_id, key, NULL);
		if (!slot)
			return UINT32_MAX;
		if (!*slot)
			break;
		added = &dsos->files.at[*slot - 1];
		if (!is_same(added, file))
			continue;
		if (!added->id.generation)
			added->id.generation = file->id.generation;
		return (uint32_t)*slot - 1;
	}
	added = perf_vec_push(&dsos->files);
	if (!added)
		return UINT32_MAX;
	*added = *file;
	*slot = dsos->files.count;
	return (uint32_t)*slot - 1;
}

/* KERNEL_NAME has no file. A module may have one, but its PERF_RECORD_MMAP holds no inode. */
static void add_kernel(struct perf_record_dsos *dsos, const char *name, size_t length)
{
	const size_t kernel = sizeof(KERNEL_NAME) - 1;
	struct perf_record_file module = { 0 };

	if (length >= kernel && !memcmp(name, KERNEL_NAME, kernel)) {
		dsos->kernel = true;
		return;
	}
	module.name = perf_intern_mem(&dsos->names, name, length);
	if (module.name != PERF_INTERN_NONE && length && *name == '/')
		number_of(dsos, &module);
}

/* PERF_RECORD_MMAP2 holds the inode or the build id of the file, PERF_RECORD_MMAP only its name. */
static void dso_describe(const struct perf_event_header *header, struct perf_record_file *file)
{
	const struct perf_record_mmap2 *mmap = (const void *)header;

	if (header->type != PERF_RECORD_MMAP2)
		return;
	if (!(header->misc & PERF_RECORD_MISC_MMAP_BUILD_ID)) {
		file->id = (struct perf_file_id){
			mmap->maj, mmap->min, mmap->ino, mmap->ino_generation,
		};
	} else if (mmap->build_id_size <= PERF_BUILD_ID_SIZE) {
		file->size = mmap->build_id_size;
		memcpy(file->build_id, mmap->build_id, file->size);
	}
}

/* @name now maps file @number: the file it mapped before may soon be out of reach. */
static void note_last(struct perf_record_dsos *dsos, uint32_t name, uint32_t number)
{
	while (dsos->last.count <= name)
		if (!perf_vec_push(&dsos->last))
			return;
	if (dsos->last.at[name] && dsos->last.at[name] != number + 1)
		perf_mapped_look_again(dsos->mapped, dsos->last.at[name] - 1);
	dsos->last.at[name] = number + 1;
}

static void add_file(struct perf_record_dsos *dsos, const struct perf_event_header *header,
		     const char *name, size_t length)
{
	const struct perf_record_mmap *mmap = (const void *)header;
	struct perf_record_file file = { .name = perf_intern_mem(&dsos->names, name, length) };
	struct perf_mapped_file mapped = {
		.pid = (pid_t)mmap->pid, .start = mmap->start, .end = mmap->start + mmap->len,
	};

	if (file.name == PERF_INTERN_NONE)
		return;
	dso_describe(header, &file);
	mapped.number = number_of(dsos, &file);
	if (!dsos->mapped || mapped.number == UINT32_MAX)
		return;
	mapped.name = dsos->names.texts[file.name];
	mapped.id = file.id;
	mapped.build_id_size = file.size;
	memcpy(mapped.build_id, file.build_id, sizeof(mapped.build_id));
	perf_mapped_look(dsos->mapped, &mapped);
	note_last(dsos, file.name, mapped.number);
}

/**
 * perf_record_dsos_add() - add the file of a mapping
 * @dsos: all zero at first, except @dsos->mapped
 * @header: any record; only MMAP and MMAP2 of code have an effect
 */
void perf_record_dsos_add(struct perf_record_dsos *dsos, const struct perf_event_header *header)
{
	const struct perf_record_mmap2 *mmap2 = (const void *)header;
	const struct perf_record_mmap *mmap = (const void *)header;
	const char *name;
	size_t length;

	if (header->misc & PERF_RECORD_MISC_MMAP_DATA)
		return;
	if (header->type == PERF_RECORD_MMAP2 && header->size > sizeof(*mmap2) &&
	    mmap2->prot & PROT_EXEC) {
		name = mmap2->filename;
	} else if (header->type == PERF_RECORD_MMAP && header->size > sizeof(*mmap)) {
		name = mmap->filename;
	} else {
		return;
	}
	length = strnlen(name, header->size - (size_t)(name - (const char *)header));
	if ((header->misc & PERF_RECORD_MISC_CPUMODE_MASK) == PERF_RECORD_MISC_KERNEL)
		add_kernel(dsos, name, length);
	else if (length && name[0] == '/' && name[1] != '/')
		add_file(dsos, header, name, length);
	else if (dsos->mapped && length && name[0] == '/')
		perf_mapped_look_for_map(dsos->mapped, (pid_t)mmap->pid);
}

/* Build id of a module without a file, such as "[nf_tables]". */
static int module_id(const char *name, uint8_t id[PERF_BUILD_ID_SIZE])
{
	char module[128];
	size_t length = strlen(name);

	if (name[0] != '[' || length < 3 || length >= sizeof(module))
		return -1;
	memcpy(module, name + 1, length - 2);
	module[length - 2] = '\0';
	return perf_build_id_of_module(module, id);
}

static void add_id(struct perf_data_env *env, const char *name, const uint8_t *id, int size)
{
	struct perf_env_build_id build_id = { .pid = -1, .filename = name, .size = (uint8_t)size };

	memcpy(build_id.id, id, build_id.size);
	build_id.misc = strstr(name, ".ko") || name[0] == '[' ? PERF_RECORD_MISC_KERNEL :
								PERF_RECORD_MISC_USER;
	perf_data_env_add_build_id(env, &build_id);
}

/* Build id of a file, from its mapping, from perf_mapped_find(), or from the file at its path. */
static int find_id(const struct perf_record_dsos *dsos, uint32_t number,
		   uint8_t id[PERF_BUILD_ID_SIZE])
{
	const struct perf_record_file *file = &dsos->files.at[number];
	struct perf_mapped_found found;

	if (file->size) {
		memcpy(id, file->build_id, file->size);
		return file->size;
	}
	if (!dsos->mapped || !file->id.inode)
		return perf_mapped_build_id(dsos->names.texts[file->name], &file->id, id);
	if (!perf_mapped_find(dsos->mapped, number, &found))
		return -ENOENT;
	memcpy(id, found.build_id, found.size);
	return found.size;
}

static void list_modules(const struct perf_record_dsos *dsos, struct perf_data_env *env)
{
	uint8_t id[PERF_BUILD_ID_SIZE];
	size_t i;
	int size;

	size = dsos->kernel ? perf_build_id_of_kernel(id) : 0;
	if (size > 0)
		add_id(env, KERNEL_NAME, id, size);
	for (i = 0; i < dsos->names.count; i++) {
		size = module_id(dsos->names.texts[i], id);
		if (size > 0)
			add_id(env, dsos->names.texts[i], id, size);
	}
}

/* By name: the index + 1 of the first file mapped under it; @several: more files have the name. */
static uint32_t *first_files(const struct perf_record_dsos *dsos, bool *several)
{
	uint32_t *first = calloc(dsos->names.count + 1, sizeof(*first)), i;

	for (i = 0; first && i < dsos->files.count; i++) {
		if (first[dsos->files.at[i].name])
			several[dsos->files.at[i].name] = true;
		else
			first[dsos->files.at[i].name] = i + 1;
	}
	return first;
}

static void add_one_of_several(struct perf_data_env *env, const struct perf_record_file *file,
			       const char *name, const uint8_t *id, int size)
{
	struct perf_env_file entry = { .id = file->id, .name = name };

	if (size > 0) {
		entry.size = (uint8_t)size;
		memcpy(entry.build_id, id, entry.size);
	}
	perf_data_env_add_file(env, &entry);
}

static void list_files(const struct perf_record_dsos *dsos, struct perf_data_env *env)
{
	bool *several = calloc(dsos->names.count + 1, sizeof(*several));
	uint32_t *first = several ? first_files(dsos, several) : NULL, i;
	uint8_t id[PERF_BUILD_ID_SIZE];
	int size, later;

	/* Readers with one build id for a name keep the last, so first[] is written last. */
	for (later = 1; first && later >= 0; later--) {
		for (i = 0; i < dsos->files.count; i++) {
			const struct perf_record_file *file = &dsos->files.at[i];
			const char *name = dsos->names.texts[file->name];

			if ((first[file->name] != i + 1) != later)
				continue;
			size = find_id(dsos, i, id);
			if (size > 0)
				add_id(env, name, id, size);
			if (several[file->name] && file->id.inode)
				add_one_of_several(env, file, name, id, size);
		}
	}
	free(first);
	free(several);
}

/**
 * perf_record_dsos_list() - add the build ids of all files to the features
 * @dsos: files
 * @env: receives the build ids
 *
 * @env gets no files without a build id, and none that were removed or replaced. If a name has
 * several files, @env->files gets all of them.
 */
void perf_record_dsos_list(const struct perf_record_dsos *dsos, struct perf_data_env *env)
{
	if (dsos->mapped)
		perf_mapped_finish(dsos->mapped);
	env->nr_files = 0;
	list_modules(dsos, env);
	list_files(dsos, env);
	if (env->nr_build_ids)
		perf_data_env_set(env, PERF_FEATURE_BUILD_ID);
	if (env->nr_files)
		perf_data_env_set(env, PERF_FEATURE_FILES);
	if (dsos->mapped)
		perf_mapped_list_maps(dsos->mapped, env);
}

/** perf_record_dsos_free() - free all but @dsos->mapped */
void perf_record_dsos_free(struct perf_record_dsos *dsos)
{
	perf_intern_free(&dsos->names);
	perf_vec_free(&dsos->files);
	perf_vec_free(&dsos->last);
	perf_map_free(&dsos->by_id);
	dsos->kernel = false;
}
