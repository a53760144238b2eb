// SPDX-License-Identifier: GPL-2.0-only
/* From jitdump files to ELF files and MMAP2 records. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <base/io.h>
#include <inject/elf_image.h>
#include <inject/jit_code.h>
#include <inject/jitdump.h>
#include <sys/paths.h>

/* Beside the dump, so that whoever copies one finds the other. */
static int image_path(char *path, size_t size, const char *dump, int32_t pid, uint64_t index)
{
	const char *slash = strrchr(dump, '/');
	int directory = slash ? (int)(slash - dump) : 0;

	if (!perf_path(path, size, "%.*s%sjitted-%d-%" PRIu64 ".so", directory, dump,
		       slash ? "/" : "./", pid, index))
		return -ENAMETOOLONG;
	return 0;
}

static int write_image(const char *path, const struct perf_jitdump_code *function,
		       uint16_t machine, struct perf_error *error)
{
	struct perf_elf_image image = {
		.machine = machine, .name = function->name, .code = function->code,
		.size = function->size,
	};
	struct perf_str bytes = { 0 };
	int err;

	perf_elf_image_make(&image, &bytes);
	err = bytes.failed ? -ENOMEM : perf_write_file(path, bytes.text, bytes.length);
	perf_str_free(&bytes);
	return err ? perf_error_set(error, err, "cannot write %s: %s", path, strerror(-err)) : 0;
}

/* The trailer that kernel records of this event have. Fields that say which event: zero. */
static void add_trailer(struct perf_str *records, const struct perf_event_attr *attr,
			const struct perf_jitdump_code *function)
{
	const uint32_t task[2] = { (uint32_t)function->pid, (uint32_t)function->tid };
	const uint64_t zero = 0;

	if (!attr->sample_id_all)
		return;
	if (attr->sample_type & PERF_SAMPLE_TID)
		perf_str_mem(records, task, sizeof(task));
	if (attr->sample_type & PERF_SAMPLE_TIME)
		perf_str_mem(records, &function->time, sizeof(function->time));
	if (attr->sample_type & PERF_SAMPLE_ID)
		perf_str_mem(records, &zero, sizeof(zero));
	if (attr->sample_type & PERF_SAMPLE_STREAM_ID)
		perf_str_mem(records, &zero, sizeof(zero));
	if (attr->sample_type & PERF_SAMPLE_CPU)
		perf_str_mem(records, &zero, sizeof(zero));
	if (attr->sample_type & PERF_SAMPLE_IDENTIFIER)
		perf_str_mem(records, &zero, sizeof(zero));
}

static int add_mapping(struct perf_jit_code *code, const char *path,
		       const struct perf_jitdump_code *function,
		       const struct perf_event_attr *attr)
{
	struct perf_record_mmap2 mmap = {
		.header = { .type = PERF_RECORD_MMAP2, .misc = PERF_RECORD_MISC_USER },
		.pid = (uint32_t)function->pid, .tid = (uint32_t)function->tid,
		.start = function->addr, .len = function->size, .pgoff = PERF_ELF_IMAGE_TEXT,
		.prot = PROT_READ | PROT_EXEC, .flags = MAP_PRIVATE,
	};
	struct perf_jit_mapping *mapping = perf_vec_push(&code->mappings);
	struct perf_str *records = &code->records;

	if (!mapping)
		return -ENOMEM;
	mapping->time = function->time;
	mapping->record = records->length;
	perf_str_mem(records, &mmap, sizeof(mmap));
	perf_str_mem(records, path, strlen(path) + 1);
	perf_str_fill(records, '\0', -records->length & 7);
	add_trailer(records, attr, function);
	mapping->size = records->length - mapping->record;
	if (records->failed)
		return -ENOMEM;
	mmap.header.size = (uint16_t)mapping->size;
	memcpy(records->text + mapping->record, &mmap.header, sizeof(mmap.header));
	return 0;
}

static int add_function(struct perf_jit_code *code, const char *dump_path,
			const struct perf_jitdump *dump, const struct perf_jitdump_code *function,
			const struct perf_event_attr *attr, struct perf_error *error)
{
	char path[PERF_PATH_MAX];
	int err;

	if (!function->size)
		return 0;
	err = image_path(path, sizeof(path), dump_path, dump->pid, function->index);
	if (err)
		return perf_error_set(error, err, "%s: the path is too long", dump_path);
	if (!function->moved) {
		err = write_image(path, function, dump->machine, error);
		if (err)
			return err;
		code->functions++;
	}
	return add_mapping(code, path, function, attr) ? perf_error_memory(error) : 0;
}

static int compare_times(const void *left, const void *right)
{
	const struct perf_jit_mapping *a = left, *b = right;

	if (a->time != b->time)
		return a->time < b->time ? -1 : 1;
	return a->record < b->record ? -1 : a->record > b->record;
}

int perf_jit_code_add(struct perf_jit_code *code, const char *path,
		      const struct perf_event_attr *attr, struct perf_error *error)
{
	struct perf_jitdump_code function;
	size_t known = code->files.count;
	struct perf_jitdump dump;
	int err;

	if (perf_intern(&code->files, path) < known)
		return 0;
	err = perf_jitdump_open(&dump, path, error);
	if (err)
		return err;
	while (!err && perf_jitdump_next(&dump, &function))
		err = add_function(code, path, &dump, &function, attr, error);
	perf_jitdump_close(&dump);
	if (code->next < code->mappings.count)
		qsort(code->mappings.at + code->next, code->mappings.count - code->next,
		      sizeof(*code->mappings.at), compare_times);
	return err;
}

const struct perf_event_header *perf_jit_code_next(struct perf_jit_code *code, uint64_t time)
{
	if (code->next == code->mappings.count || code->mappings.at[code->next].time > time)
		return NULL;
	return (const void *)(code->records.text + code->mappings.at[code->next++].record);
}

void perf_jit_code_free(struct perf_jit_code *code)
{
	perf_vec_free(&code->mappings);
	perf_str_free(&code->records);
	perf_intern_free(&code->files);
}
