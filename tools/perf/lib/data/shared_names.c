// SPDX-License-Identifier: GPL-2.0
/* perf_data_shared_names(): names under which PERF_RECORD_MMAP2 shows different files. */
#include <base/file_id.h>
#include <base/vec.h>
#include <data/reader.h>
#include <data/shared_names.h>

/* The file that was mapped first under each name; @files is indexed by number in @names. */
struct first_files {
	struct perf_intern names;
	PERF_VEC(struct perf_file_id) files;
};

static bool names_a_file(const struct perf_data_record *record)
{
	const struct perf_record_mmap2 *mmap = (const void *)record->header;

	return record->header->type == PERF_RECORD_MMAP2 && mmap->ino &&
	       !(record->header->misc & PERF_RECORD_MISC_MMAP_BUILD_ID) &&
	       mmap->filename[0] == '/';
}

static void add_mapping(struct first_files *first, const struct perf_data_record *record,
			struct perf_intern *shared)
{
	const struct perf_record_mmap2 *mmap = (const void *)record->header;
	const struct perf_file_id id = { mmap->maj, mmap->min, mmap->ino, mmap->ino_generation };
	size_t length = perf_data_string_size(record, mmap->filename);
	uint32_t name = perf_intern_mem(&first->names, mmap->filename, length);

	if (name == PERF_INTERN_NONE)
		return;
	while (first->files.count <= name)
		if (!perf_vec_push(&first->files))
			return;
	if (!first->files.at[name].inode)
		first->files.at[name] = id;
	else if (!perf_file_id_same(&first->files.at[name], &id))
		perf_intern_mem(shared, mmap->filename, length);
}

/**
 * perf_data_shared_names() - collect the names that several files of a recording share
 * @path: of the recording
 * @force: read a recording of another user
 * @names: the names are added
 *
 * perf_data_shared_names() reads all records. It adds no names if the recording cannot be read.
 */
void perf_data_shared_names(const char *path, bool force, struct perf_intern *names)
{
	const struct perf_data_options how = { .force = force, .unordered = true };
	struct first_files first = { 0 };
	struct perf_data_record record;
	struct perf_error unused;
	struct perf_data *data;

	if (perf_data_open(path, &how, &data, &unused))
		return;
	while (perf_data_next(data, &record, &unused) > 0)
		if (names_a_file(&record))
			add_mapping(&first, &record, names);
	perf_data_close(data);
	perf_intern_free(&first.names);
	perf_vec_free(&first.files);
}
