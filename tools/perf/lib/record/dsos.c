// SPDX-License-Identifier: GPL-2.0-only
/* The files that recorded processes have mapped, for the list of build ids. */
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <base/found.h>
#include <data/format.h>
#include <record/build_id.h>
#include <record/dsos.h>

#define KERNEL_NAME	"[kernel.kallsyms]"

static void add_kernel(struct perf_record_dsos *dsos, const char *name, size_t length)
{
	const size_t kernel = sizeof(KERNEL_NAME) - 1;

	if (length >= kernel && !memcmp(name, KERNEL_NAME, kernel))
		dsos->kernel = true;
	else
		perf_intern_mem(&dsos->names, name, length);
}

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
		perf_intern_mem(&dsos->names, name, length);
}

/* "[nf_tables]": a module without a file. */
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

/* Its owner may have exchanged the file since it was mapped. */
static int mapped_id(const char *path, uint8_t id[PERF_BUILD_ID_SIZE])
{
	int fd = perf_found_open(path), size;

	if (fd < 0)
		return fd;
	size = perf_build_id_of_fd(fd, id);
	close(fd);
	return size;
}

void perf_record_dsos_list(const struct perf_record_dsos *dsos, struct perf_data_env *env)
{
	struct perf_env_build_id build_id = { .pid = -1 };
	const char *name;
	size_t i;
	int size;

	size = dsos->kernel ? perf_build_id_of_kernel(build_id.id) : 0;
	if (size > 0) {
		build_id.misc = PERF_RECORD_MISC_KERNEL;
		build_id.filename = KERNEL_NAME;
		build_id.size = (uint8_t)size;
		perf_data_env_add_build_id(env, &build_id);
	}
	for (i = 0; i < dsos->names.count; i++) {
		name = dsos->names.texts[i];
		size = name[0] == '/' ? mapped_id(name, build_id.id) :
				       module_id(name, build_id.id);
		if (size <= 0)
			continue;
		build_id.misc = strstr(name, ".ko") || name[0] == '[' ?
				PERF_RECORD_MISC_KERNEL : PERF_RECORD_MISC_USER;
		build_id.filename = name;
		build_id.size = (uint8_t)size;
		perf_data_env_add_build_id(env, &build_id);
	}
	if (env->nr_build_ids)
		perf_data_env_set(env, PERF_FEATURE_BUILD_ID);
}

void perf_record_dsos_free(struct perf_record_dsos *dsos)
{
	perf_intern_free(&dsos->names);
	dsos->kernel = false;
}
