// SPDX-License-Identifier: GPL-2.0
/*
 * Mappings that carry the build ids of their files.
 *
 * Mappings of a file without a known build id, of the kernel and of anonymous memory stay as they
 * are: no other record describes their addresses.
 */
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <data/sample.h>
#include <inject/mmap2.h>
#include <inject/mmap_ids.h>
#include <record/build_id.h>
#include <record/mapped.h>

/* A build id of @size bytes, 0: none. */
struct found {
	uint8_t size;
	uint8_t id[PERF_DATA_BUILD_ID_MAX];
};

static uint64_t hash_name(const struct perf_mmap_id_names *names, const char *name)
{
	return perf_hash_bytes(names->key, name, strlen(name));
}

/* perf_data_env.build_ids of a stream grows while it is read: add those after @names->nr. */
static int add_names(struct perf_mmap_id_names *names, const struct perf_data_env *env)
{
	uint64_t *number;
	bool added;

	if (!names->key.multiply)
		names->key = perf_hash_key_make(names);
	for (; names->nr < env->nr_build_ids; names->nr++) {
		number = perf_map_put(&names->first,
				      hash_name(names, env->build_ids[names->nr].filename), &added);
		if (!number)
			return -ENOMEM;
		if (added)
			*number = names->nr;
	}
	return 0;
}

/* Return: 1, 0 if @name has no build id, or -ENOMEM. */
static int find_listed(struct perf_mmap_id_names *names, const struct perf_data_env *env,
		       const char *name, struct found *found)
{
	const struct perf_env_build_id *listed;
	uint64_t number;

	if (!env)
		return 0;
	if (add_names(names, env))
		return -ENOMEM;
	if (!perf_map_get(&names->first, hash_name(names, name), &number))
		return 0;
	listed = &env->build_ids[number];
	if (strcmp(listed->filename, name))
		return 0;
	found->size = listed->size;
	memcpy(found->id, listed->id, sizeof(found->id));
	return found->size > 0;
}

/*
 * --known-build-ids takes precedence, then the recording; the file may have been replaced since.
 * Return: 1, 0 if the build id is not known, or -ENOMEM.
 */
static int find_id(struct perf_mmap_ids *ids, const char *name, const struct perf_file_id *file,
		   struct found *found)
{
	uint8_t id[PERF_BUILD_ID_SIZE];
	int size;

	size = find_listed(&ids->known_names, ids->known->env, name, found);
	if (!size)
		size = find_listed(&ids->recorded_names, ids->recorded, name, found);
	/* "[vdso]" has no file, but may be listed. */
	if (size || *name != '/')
		return size;
	size = perf_mapped_build_id(name, file, id);
	if (size <= 0 || size > PERF_DATA_BUILD_ID_MAX)
		return 0;
	found->size = (uint8_t)size;
	memcpy(found->id, id, found->size);
	return 1;
}

static void set_id(struct perf_record_mmap2 *mmap, const struct found *found)
{
	mmap->header.misc |= PERF_RECORD_MISC_MMAP_BUILD_ID;
	mmap->build_id_size = found->size;
	mmap->reserved_1 = 0;
	mmap->reserved_2 = 0;
	memcpy(mmap->build_id, found->id, sizeof(mmap->build_id));
}

static bool has_file(const char *name)
{
	return (name[0] == '/' && name[1] != '/') || !strcmp(name, "[vdso]");
}

/* Does the record map code of a file into a process? */
static bool is_mapped_file(const struct perf_event_header *header, const char *name)
{
	if ((header->misc & PERF_RECORD_MISC_CPUMODE_MASK) == PERF_RECORD_MISC_KERNEL ||
	    header->misc & PERF_RECORD_MISC_MMAP_DATA || !has_file(name))
		return false;
	if (header->type != PERF_RECORD_MMAP2)
		return header->type == PERF_RECORD_MMAP;
	return ((const struct perf_record_mmap2 *)header)->prot & PROT_EXEC;
}

/* PERF_RECORD_MMAP has no file id, protection or flags: it implies the last two. */
static struct perf_record_mmap2 from_mmap(const struct perf_record_mmap *mmap)
{
	return (struct perf_record_mmap2){
		.header = { .type = PERF_RECORD_MMAP2, .misc = mmap->header.misc },
		.pid = mmap->pid, .tid = mmap->tid, .start = mmap->start, .len = mmap->len,
		.pgoff = mmap->pgoff, .prot = PROT_READ | PROT_EXEC, .flags = MAP_PRIVATE,
	};
}

/* Append the mapping with the build id of its file. Return: 1, 0 if that is not known, -ENOMEM. */
static int add_with_id(struct perf_mmap_ids *ids, const struct perf_data_record *record,
		       const char *name, struct perf_str *records)
{
	const struct perf_event_header *header = record->header;
	struct perf_file_id file = { 0 };
	struct perf_record_mmap2 mmap;
	struct found found = { 0 };
	int has_id;

	if (!is_mapped_file(header, name))
		return 0;
	if (header->type == PERF_RECORD_MMAP) {
		mmap = from_mmap((const void *)header);
	} else {
		memcpy(&mmap, header, sizeof(mmap));
		if (mmap.header.misc & PERF_RECORD_MISC_MMAP_BUILD_ID)
			return perf_mmap2_add(records, &mmap, name, &record->event->attr,
					      record->time) ? -ENOMEM : 1;
		file = (struct perf_file_id){ mmap.maj, mmap.min, mmap.ino, mmap.ino_generation };
	}
	has_id = find_id(ids, name, &file, &found);
	if (has_id <= 0)
		return has_id;
	set_id(&mmap, &found);
	return perf_mmap2_add(records, &mmap, name, &record->event->attr, record->time) ?
	       -ENOMEM : 1;
}

/* exec() removes all mappings: count it, so that key_of() changes. */
static int note_exec(struct perf_mmap_ids *ids, const struct perf_event_header *header)
{
	const struct perf_record_comm *comm = (const void *)header;
	uint64_t *execs;

	if (header->type != PERF_RECORD_COMM || !(header->misc & PERF_RECORD_MISC_COMM_EXEC))
		return 0;
	execs = perf_map_put(&ids->execs, comm->pid, NULL);
	if (!execs)
		return -ENOMEM;
	++*execs;
	return 0;
}

static uint64_t key_of(const struct perf_mmap_ids *ids, const struct perf_process *process,
		       const struct perf_mapping *mapping)
{
	uint64_t execs = 0;

	perf_map_get(&ids->execs, (uint32_t)process->pid, &execs);
	execs |= (uint64_t)(uint32_t)process->pid << 32;
	return perf_hash_u64(perf_hash_u64(perf_hash_u64(execs) ^ mapping->start) ^ mapping->end ^
			     (uint64_t)mapping->dso->index << 48);
}

/* Append the mapping at @ip, before the first record that needs it. */
static int add_used(struct perf_mmap_ids *ids, const struct perf_data_record *record,
		    const struct perf_thread *thread, uint64_t ip, struct perf_str *records)
{
	const struct perf_mapping *mapping = perf_space_find(thread->process->space, ip);
	struct perf_record_mmap2 mmap = {
		.header = { .type = PERF_RECORD_MMAP2, .misc = PERF_RECORD_MISC_USER },
		.pid = (uint32_t)thread->process->pid, .tid = (uint32_t)thread->tid,
	};
	struct found found = { 0 };
	bool added;

	if (!mapping || !mapping->dso->build_id.size || !has_file(mapping->dso->name))
		return 0;
	if (!perf_map_put(&ids->written, key_of(ids, thread->process, mapping), &added))
		return -ENOMEM;
	if (!added)
		return 0;
	found.size = (uint8_t)mapping->dso->build_id.size;
	memcpy(found.id, mapping->dso->build_id.bytes, found.size);
	mmap.start = mapping->start;
	mmap.len = mapping->end - mapping->start;
	mmap.pgoff = mapping->offset;
	mmap.prot = mapping->prot;
	mmap.flags = mapping->flags;
	set_id(&mmap, &found);
	return perf_mmap2_add(records, &mmap, mapping->dso->name, &record->event->attr,
			      record->time);
}

static int add_used_by_sample(struct perf_mmap_ids *ids, const struct perf_data_record *record,
			      struct perf_str *records)
{
	const struct perf_thread *thread;
	struct perf_sample sample;
	uint64_t i;
	int err;

	/* perf_sample_decode() fills the fields up to where a truncated sample ends. */
	perf_sample_decode(&record->event->attr, record->header, &sample);
	thread = perf_machine_thread(ids->machine, (int32_t)sample.pid, (int32_t)sample.tid);
	if (!thread)
		return -ENOMEM;
	err = add_used(ids, record, thread, sample.ip, records);
	for (i = 0; !err && i < sample.nr_callchain; i++)
		err = add_used(ids, record, thread, sample.callchain[i], records);
	for (i = 0; !err && i < sample.nr_branches; i++) {
		err = add_used(ids, record, thread, sample.branches[i].from, records);
		if (!err)
			err = add_used(ids, record, thread, sample.branches[i].to, records);
	}
	return err;
}

static int look_at(struct perf_mmap_ids *ids, const struct perf_data_record *record,
		   struct perf_str *records, bool with_id)
{
	struct perf_data_record changed = *record;

	if (!ids->machine)
		ids->machine = perf_machine_create();
	if (!ids->machine || note_exec(ids, record->header))
		return -ENOMEM;
	if (record->event && record->header->type == PERF_RECORD_SAMPLE)
		return add_used_by_sample(ids, record, records);
	if (with_id)
		changed.header = (const void *)records->text;
	if (perf_machine_apply(ids->machine, &changed))
		return -ENOMEM;
	perf_str_cut(records, 0);
	return 0;
}

/**
 * perf_mmap_ids_record() - mappings to write when a record is copied
 * @ids: state of the copy; free with perf_mmap_ids_free()
 * @record: the record; sorted by time with PERF_MMAP_IDS_USED
 * @name: name of the file that it maps, "" if it maps nothing
 * @records: empty; filled with the records to write before @record, or instead of it
 *
 * Return: 1 if @records, which may stay empty, replace @record; 0 if @record follows; -ENOMEM.
 */
int perf_mmap_ids_record(struct perf_mmap_ids *ids, const struct perf_data_record *record,
			 const char *name, struct perf_str *records)
{
	int replaced = 0;

	if (ids->mode == PERF_MMAP_IDS_NONE)
		return 0;
	if (*name)
		replaced = add_with_id(ids, record, name, records);
	if (replaced >= 0 && ids->mode == PERF_MMAP_IDS_USED &&
	    look_at(ids, record, records, replaced))
		return -ENOMEM;
	return replaced;
}

/**
 * perf_mmap_ids_free() - free the contents of @ids
 * @ids: may be all zero
 */
void perf_mmap_ids_free(struct perf_mmap_ids *ids)
{
	perf_machine_free(ids->machine);
	perf_map_free(&ids->known_names.first);
	perf_map_free(&ids->recorded_names.first);
	perf_map_free(&ids->written);
	perf_map_free(&ids->execs);
}
