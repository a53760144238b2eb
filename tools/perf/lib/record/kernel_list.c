// SPDX-License-Identifier: GPL-2.0
/* perf_record_kernel_list(): the running kernel and its modules as text. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <record/build_id.h>
#include <record/kernel_list.h>
#include <record/synth.h>

#define KERNEL_NAME	"[kernel.kallsyms]"

static void put_id(struct perf_str *text, const uint8_t *id, size_t size)
{
	size_t i;

	for (i = 0; i < size; i++)
		perf_str_hex(text, id[i], 2, '0');
}

/*
 * @name: "/lib/modules/6.1/kernel/fs/ext4/ext4.ko": read from the file; "[ext4]": from the kernel.
 */
static int id_of_mapping(const char *name, uint8_t id[PERF_BUILD_ID_SIZE])
{
	char module[128];
	size_t length = strlen(name);

	if (!strncmp(name, KERNEL_NAME, strlen(KERNEL_NAME)))
		return perf_build_id_of_kernel(id);
	if (*name == '/')
		return perf_build_id_of_file(name, id);
	if (length < 3 || length >= sizeof(module))
		return -ENOENT;
	memcpy(module, name + 1, length - 2);
	module[length - 2] = '\0';
	return perf_build_id_of_module(module, id);
}

static void put_mapping(const struct perf_record_mmap *mmap, struct perf_str *text)
{
	bool kernel = !strncmp(mmap->filename, KERNEL_NAME, strlen(KERNEL_NAME));
	uint8_t id[PERF_BUILD_ID_SIZE];
	int size = id_of_mapping(mmap->filename, id);

	put_id(text, id, size > 0 ? (size_t)size : 0);
	perf_str_format(text, " %16" PRIx64 " %16" PRIx64 " %s\n", mmap->start,
			mmap->start + mmap->len, kernel ? KERNEL_NAME : mmap->filename);
}

/**
 * perf_record_kernel_list() - list the running kernel and its modules
 * @text: a line for each is appended: build id, first address, end, name
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_record_kernel_list(struct perf_str *text, struct perf_error *error)
{
	const struct perf_event_header *header;
	struct perf_str records = { 0 };
	struct perf_synth synth = { .records = &records };
	size_t at;
	int ret = 0;

	perf_synth_kernel(&synth);
	for (at = 0; at < records.length; at += header->size) {
		header = (const void *)(records.text + at);
		put_mapping((const void *)header, text);
	}
	if (records.failed)
		ret = perf_error_memory(error);
	else if (!records.length)
		ret = perf_error_set(error, EPERM, "the kernel does not tell where it is");
	perf_str_free(&records);
	return ret;
}
