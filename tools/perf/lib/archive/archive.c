// SPDX-License-Identifier: GPL-2.0-only
/*
 * An archive of a recording's files.
 *
 *	PATH/ID/elf			the file (kernel: kallsyms)
 *	.build-id/ID[0..1]/ID[2..]	a link to PATH/ID
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <archive/archive.h>
#include <archive/tar.h>
#include <base/io.h>
#include <record/build_id.h>
#include <sys/paths.h>

#define ID_TEXT		(2 * PERF_DATA_BUILD_ID_MAX + 1)
#define KALLSYMS	"/proc/kallsyms"

static void id_text(const struct perf_env_build_id *id, char text[ID_TEXT])
{
	unsigned int i;

	for (i = 0; i < id->size; i++)
		snprintf(text + 2 * i, 3, "%02x", id->id[i]);
}

static bool has_id(const char *path, const struct perf_env_build_id *wanted)
{
	uint8_t id[PERF_BUILD_ID_SIZE];
	int size = perf_build_id_of_file(path, id);

	return size > 0 && !memcmp(id, wanted->id, size < wanted->size ? (size_t)size :
				   wanted->size);
}

/* The file, if it is still the one that was recorded, else what the cache has of it. */
static int open_file(const struct perf_archive *archive, const struct perf_env_build_id *id,
		     const char *hex)
{
	char path[PERF_PATH_MAX];

	if (has_id(id->filename, id))
		return perf_open_regular(id->filename);
	if (!perf_path(path, sizeof(path), "%s/.build-id/%.2s/%s/elf", archive->cache, hex,
		       hex + 2) || !has_id(path, id))
		return -1;
	return perf_open_regular(path);
}

static int add_link(struct perf_packer *packer, const char *where, const char *hex)
{
	char name[PERF_PATH_MAX], target[PERF_PATH_MAX];

	if (!perf_path(name, sizeof(name), ".build-id/%.2s/%s", hex, hex + 2) ||
	    !perf_path(target, sizeof(target), "../../%s/%s", where, hex))
		return -ENAMETOOLONG;
	return perf_tar_link(packer, name, target);
}

static void add_missing(struct perf_archive *archive, const struct perf_env_build_id *id)
{
	perf_str_name(&archive->missing, id->filename);
	perf_str_char(&archive->missing, '\n');
}

static int add_file(struct perf_archive *archive, struct perf_packer *packer,
		    const struct perf_env_build_id *id, const char *hex)
{
	char name[PERF_PATH_MAX];
	int fd, err;

	if (!perf_path(name, sizeof(name), "%s/%s/elf", id->filename + 1, hex))
		return -ENAMETOOLONG;
	fd = open_file(archive, id, hex);
	if (fd < 0) {
		add_missing(archive, id);
		return 0;
	}
	err = perf_tar_file(packer, name, fd);
	close(fd);
	archive->files += !err;
	return err ? err : add_link(packer, id->filename + 1, hex);
}

/* Symbols of the kernel are there only while it runs. */
static int add_kernel(struct perf_archive *archive, struct perf_packer *packer,
		      const struct perf_env_build_id *id, const char *hex)
{
	uint8_t running[PERF_BUILD_ID_SIZE];
	char name[PERF_PATH_MAX], *text;
	size_t size;
	int err;

	if (perf_build_id_of_kernel(running) <= 0 || memcmp(running, id->id, id->size)) {
		add_missing(archive, id);
		return 0;
	}
	text = perf_read_file(KALLSYMS, &size);
	if (!text)
		return -errno;
	err = perf_path(name, sizeof(name), "%s/%s/kallsyms", id->filename, hex) ?
	      perf_tar_bytes(packer, name, text, size) : -ENAMETOOLONG;
	free(text);
	archive->files += !err;
	return err ? err : add_link(packer, id->filename, hex);
}

static int add_recording(const struct perf_archive *archive, struct perf_packer *packer)
{
	const char *slash = strrchr(archive->recording, '/');
	int fd = open(archive->recording, O_RDONLY | O_CLOEXEC), err;

	if (fd < 0)
		return -errno;
	err = perf_tar_file(packer, slash ? slash + 1 : archive->recording, fd);
	close(fd);
	return err;
}

static int add_all(struct perf_archive *archive, struct perf_packer *packer,
		   const struct perf_data_env *env)
{
	char hex[ID_TEXT];
	int err = 0;
	size_t i;

	for (i = 0; i < env->nr_build_ids && !err; i++) {
		const struct perf_env_build_id *id = &env->build_ids[i];

		/* A name that leads out of the directory it is unpacked in is no file's. */
		if (!id->size || id->size > PERF_DATA_BUILD_ID_MAX || strstr(id->filename, "/../"))
			continue;
		id_text(id, hex);
		if (id->filename[0] == '/')
			err = add_file(archive, packer, id, hex);
		else if (!strcmp(id->filename, "[kernel.kallsyms]"))
			err = add_kernel(archive, packer, id, hex);
	}
	if (!err && archive->recording)
		err = add_recording(archive, packer);
	return err ? err : perf_tar_end(packer);
}

int perf_archive_write(struct perf_archive *archive, const struct perf_data *data,
		       struct perf_error *error)
{
	const struct perf_data_env *env = perf_data_env(data);
	struct perf_packer *packer;
	int fd, err;

	if (!env->nr_build_ids) {
		perf_error_set(error, ENODATA, "%s has no build ids", perf_data_path(data));
		perf_error_hint(error, "'perf inject -b' adds them");
		return -ENODATA;
	}
	fd = open(archive->output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0)
		return perf_error_set(error, errno, "cannot write %s: %m", archive->output);
	packer = perf_packer_create(fd);
	err = packer ? add_all(archive, packer, env) : -ENOMEM;
	if (!err)
		err = perf_packer_finish(packer);
	perf_packer_free(packer);
	if (close(fd) && !err)
		err = -errno;
	if (!err)
		return 0;
	unlink(archive->output);
	return perf_error_set(error, err, "packing into %s: %s", archive->output, strerror(-err));
}
