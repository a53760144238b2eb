// SPDX-License-Identifier: GPL-2.0
/*
 * From jitdump files to ELF files and MMAP2 records.
 *
 * A dump applies only to the process that mapped it, whichever pid its records carry: otherwise
 * any program could name the code of another one.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <inject/elf_image.h>
#include <inject/jit_code.h>
#include <inject/jit_images.h>
#include <inject/jitdump.h>
#include <inject/mmap2.h>
#include <sys/paths.h>

static int add_mapping(struct perf_jit_code *code, const char *path,
		       const struct perf_jitdump_code *function,
		       const struct perf_jit_mapper *mapper)
{
	struct perf_record_mmap2 mmap = {
		.header = { .type = PERF_RECORD_MMAP2, .misc = PERF_RECORD_MISC_USER },
		.pid = (uint32_t)mapper->pid, .tid = (uint32_t)function->tid,
		.start = function->addr, .len = function->size, .pgoff = PERF_ELF_IMAGE_TEXT,
		.prot = PROT_READ | PROT_EXEC, .flags = MAP_PRIVATE,
	};
	struct perf_jit_mapping *mapping = perf_vec_push(&code->mappings);

	if (!mapping)
		return -ENOMEM;
	mapping->time = function->time;
	mapping->record = code->records.length;
	return perf_mmap2_add(&code->records, &mmap, path, mapper->attr, function->time);
}

static int add_function(struct perf_jit_code *code, const struct perf_jit_images *images,
			const struct perf_jitdump *dump, const struct perf_jitdump_code *function,
			const struct perf_jit_mapper *mapper, struct perf_error *error)
{
	char path[PERF_PATH_MAX];
	int err;

	if (!function->size)
		return 0;
	err = perf_jit_images_path(images, dump, function->index, path, sizeof(path));
	if (err)
		return perf_error_set(error, err, "%s: the path is too long", images->absolute);
	if (!function->moved) {
		err = perf_jit_images_write(images, dump, function, error);
		if (err)
			return err;
		code->functions++;
	}
	return add_mapping(code, path, function, mapper) ? perf_error_memory(error) : 0;
}

static int add_functions(struct perf_jit_code *code, struct perf_jitdump *dump,
			 const struct perf_jit_mapper *mapper, struct perf_error *error)
{
	struct perf_jit_images images;
	struct perf_jitdump_code function;
	int err = perf_jit_images_open(&images, code->directory, dump, error);

	while (!err && perf_jitdump_next(dump, &function))
		err = add_function(code, &images, dump, &function, mapper, error);
	perf_jit_images_close(&images);
	return err;
}

static int compare_times(const void *left, const void *right)
{
	const struct perf_jit_mapping *a = left, *b = right;

	if (a->time != b->time)
		return a->time < b->time ? -1 : 1;
	return a->record < b->record ? -1 : a->record > b->record;
}

/* One refused dump must not lose the others: add a line to @code->refused and continue. */
static void jit_refuse(struct perf_jit_code *code, const char *why)
{
	perf_str_name(&code->refused, why);
	perf_str_char(&code->refused, '\n');
	code->nr_refused++;
}

static bool is_acceptable(struct perf_jit_code *code, const char *path,
			  const struct perf_jitdump *dump, const struct perf_jit_mapper *mapper)
{
	struct perf_error error;

	if (code->force)
		return true;
	if (!dump->trusted)
		perf_error_set(&error, EPERM, "%s belongs to another user: -f reads it", path);
	else if (dump->pid != mapper->pid)
		perf_error_set(&error, EPERM,
			       "%s is of process %d and was mapped by process %d: -f reads it",
			       path, dump->pid, mapper->pid);
	else
		return true;
	jit_refuse(code, error.text);
	return false;
}

/* Return: true the first time that @key is seen. Frees @key. */
static bool is_first(struct perf_jit_code *code, struct perf_str *key)
{
	size_t known = code->files.count;
	bool first = !key->failed && perf_intern(&code->files, perf_str_text(key)) == known;

	perf_str_free(key);
	return first;
}

static bool is_new_path(struct perf_jit_code *code, const char *path, int32_t pid)
{
	struct perf_str key = { 0 };

	perf_str_format(&key, "%d %s", pid, path);
	return is_first(code, &key);
}

/* Several paths can lead to one file: /tmp/jit-1.dump, /tmp//jit-1.dump. */
static bool is_new_file(struct perf_jit_code *code, const struct perf_jitdump *dump, int32_t pid)
{
	struct perf_str key = { 0 };

	perf_str_format(&key, "%d:%llx:%llx", pid, (unsigned long long)dump->device,
			(unsigned long long)dump->inode);
	return is_first(code, &key);
}

/**
 * perf_jit_code_add() - read a jitdump file, unless already done
 * @code: the functions are added
 * @path: file
 * @mapper: process that has mapped it, to which all its functions are attributed
 * @error: filled on failure
 *
 * A file that cannot or must not be read adds a line to @code->refused.
 *
 * Return: 0, or a negative errno if the ELF files cannot be made.
 */
int perf_jit_code_add(struct perf_jit_code *code, const char *path,
		      const struct perf_jit_mapper *mapper, struct perf_error *error)
{
	struct perf_jitdump dump;
	int err = 0;

	if (!is_new_path(code, path, mapper->pid))
		return 0;
	if (perf_jitdump_open(&dump, path, error)) {
		jit_refuse(code, error->text);
		return 0;
	}
	/* Of a dump that is refused, only the header is read. */
	if (is_new_file(code, &dump, mapper->pid) && is_acceptable(code, path, &dump, mapper)) {
		if (perf_jitdump_read(&dump, path, error)) {
			jit_refuse(code, error->text);
		} else {
			code->dumps++;
			err = add_functions(code, &dump, mapper, error);
		}
	}
	perf_jitdump_close(&dump);
	if (code->next < code->mappings.count)
		qsort(code->mappings.at + code->next, code->mappings.count - code->next,
		      sizeof(*code->mappings.at), compare_times);
	return err;
}

/**
 * perf_jit_code_next() - next mapping up to some time
 * @code: code
 * @time: ns, inclusive; UINT64_MAX for no limit
 *
 * Adds the function to @code->memory.
 *
 * Return: the record, valid until the next call of perf_jit_code_add(); NULL if there is none, or
 * with @code->failed set, no memory.
 */
const struct perf_event_header *perf_jit_code_next(struct perf_jit_code *code, uint64_t time)
{
	const struct perf_record_mmap2 *mmap;
	struct perf_jit_piece piece;
	size_t record;

	if (code->next == code->mappings.count || code->mappings.at[code->next].time > time)
		return NULL;
	record = code->mappings.at[code->next++].record;
	mmap = (const void *)(code->records.text + record);
	piece = (struct perf_jit_piece){
		mmap->start, mmap->start + mmap->len, mmap->pgoff, record + 1,
	};
	code->failed |= perf_jit_memory_function(&code->memory, (int32_t)mmap->pid, &piece) != 0;
	return code->failed ? NULL : &mmap->header;
}

/**
 * perf_jit_code_again() - repeat a mapping, or a part of it, after one that hides it
 * @code: code
 * @piece: range and function; @piece->function is not 0
 * @mapper: process whose mapping hides it, and the layout of its records
 * @time: time of that mapping
 * @record: the record is appended
 *
 * Return: 0 or -ENOMEM.
 */
int perf_jit_code_again(const struct perf_jit_code *code, const struct perf_jit_piece *piece,
			const struct perf_jit_mapper *mapper, uint64_t time,
			struct perf_str *record)
{
	const struct perf_record_mmap2 *known = (const void *)(code->records.text +
							       piece->function - 1);
	struct perf_record_mmap2 mmap = *known;

	mmap.pid = (uint32_t)mapper->pid;
	mmap.start = piece->start;
	mmap.len = piece->end - piece->start;
	mmap.pgoff = piece->offset;
	return perf_mmap2_add(record, &mmap, known->filename, mapper->attr, time);
}

/** perf_jit_code_free() - free the contents of @code */
void perf_jit_code_free(struct perf_jit_code *code)
{
	perf_vec_free(&code->mappings);
	perf_jit_memory_free(&code->memory);
	perf_str_free(&code->records);
	perf_str_free(&code->refused);
	perf_intern_free(&code->files);
}
