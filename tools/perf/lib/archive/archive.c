// SPDX-License-Identifier: GPL-2.0
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
#include <sys/stat.h>
#include <unistd.h>
#include <archive/archive.h>
#include <archive/hide.h>
#include <archive/tar.h>
#include <base/found.h>
#include <base/input.h>
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

/*
 * Makes a member's @name from a path of the recording. No component of it leads out of the
 * directory it is unpacked in, and perf_str_sanitize() removes control characters for terminals
 * that list the archive. False if there is no such name.
 */
static bool member_name(const char *path, struct perf_str *name)
{
	const char *part;
	size_t length;

	for (part = path; *part; part += length + !!part[length]) {
		length = strcspn(part, "/");
		if (!length || (length == 1 && part[0] == '.'))
			continue;
		if (length == 2 && part[0] == '.' && part[1] == '.')
			return false;
		if (name->length)
			perf_str_char(name, '/');
		perf_str_mem(name, part, length);
	}
	perf_str_sanitize(name, 0, 0);
	return name->length && !name->failed;
}

/*
 * Opens @path if its build id is @wanted. The caller reads the contents through the same
 * descriptor, so that both are of the same file.
 */
static int open_if_same(const char *path, const struct perf_env_build_id *wanted)
{
	uint8_t id[PERF_BUILD_ID_SIZE];
	int fd = perf_found_open(path);

	if (fd < 0)
		return fd;
	if (perf_build_id_fits(id, perf_build_id_of_fd(fd, id), wanted->id, wanted->size))
		return fd;
	close(fd);
	return -ENOENT;
}

/* Opens id->filename if it is unchanged, or else the copy in the build-id cache. */
static int open_file(const struct perf_archive *archive, const struct perf_env_build_id *id,
		     const char *hex)
{
	char path[PERF_PATH_MAX];
	int fd = open_if_same(id->filename, id);

	if (fd >= 0 || !perf_path(path, sizeof(path), "%s/.build-id/%.2s/%s/elf", archive->cache,
				  hex, hex + 2))
		return fd;
	return open_if_same(path, id);
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

static int pack_file(struct perf_packer *packer, const char *where, const char *hex, int fd)
{
	char name[PERF_PATH_MAX];
	int err;

	if (!perf_path(name, sizeof(name), "%s/%s/elf", where, hex))
		return -ENAMETOOLONG;
	err = perf_tar_file(packer, name, fd);
	return err ? err : add_link(packer, where, hex);
}

static int add_file(struct perf_archive *archive, struct perf_packer *packer,
		    const struct perf_env_build_id *id, const char *hex)
{
	struct perf_str where = { 0 };
	int fd = member_name(id->filename, &where) ? open_file(archive, id, hex) : -EINVAL;
	int err = 0;

	if (fd < 0) {
		add_missing(archive, id);
	} else {
		err = pack_file(packer, perf_str_text(&where), hex, fd);
		archive->files += !err;
		close(fd);
	}
	perf_str_free(&where);
	return err;
}

/* Packs /proc/kallsyms, if perf_build_id_of_kernel() is the recorded one. */
static int add_kernel(struct perf_archive *archive, struct perf_packer *packer,
		      const struct perf_env_build_id *id, const char *hex)
{
	uint8_t running[PERF_BUILD_ID_SIZE];
	char name[PERF_PATH_MAX], *text;
	int err;

	if (!perf_build_id_fits(running, perf_build_id_of_kernel(running), id->id, id->size)) {
		add_missing(archive, id);
		return 0;
	}
	text = perf_read_file(KALLSYMS, NULL);
	if (!text)
		return -errno;
	if (!perf_archive_hide_base(text)) {
		add_missing(archive, id);
		free(text);
		return 0;
	}
	err = perf_path(name, sizeof(name), "%s/%s/kallsyms", id->filename, hex) ?
	      perf_tar_bytes(packer, name, text, strlen(text)) : -ENAMETOOLONG;
	free(text);
	archive->files += !err;
	return err ? err : add_link(packer, id->filename, hex);
}

/* Packs the recording; -ESTALE if its path names another file by now than the one in @data. */
static int add_recording(const struct perf_archive *archive, const struct perf_data *data,
			 struct perf_packer *packer)
{
	const char *slash = strrchr(archive->recording, '/');
	int fd = perf_input_open(PERF_INPUT_RECORDING, archive->recording), err = -ESTALE;
	struct perf_str name = { 0 };
	struct stat status;

	if (fd < 0)
		return fd;
	if (!member_name(slash ? slash + 1 : archive->recording, &name))
		err = -EINVAL;
	else if (!fstat(fd, &status) && perf_data_is_file(data, &status))
		err = perf_tar_file(packer, perf_str_text(&name), fd);
	perf_str_free(&name);
	close(fd);
	return err;
}

static int add_all(struct perf_archive *archive, struct perf_packer *packer,
		   const struct perf_data *data)
{
	const struct perf_data_env *env = perf_data_env(data);
	char hex[ID_TEXT];
	int err = 0;
	size_t i;

	for (i = 0; i < env->nr_build_ids && !err; i++) {
		const struct perf_env_build_id *id = &env->build_ids[i];

		if (!id->size || id->size > PERF_DATA_BUILD_ID_MAX)
			continue;
		id_text(id, hex);
		if (id->filename[0] == '/')
			err = add_file(archive, packer, id, hex);
		else if (!strcmp(id->filename, "[kernel.kallsyms]"))
			err = add_kernel(archive, packer, id, hex);
	}
	if (!err && archive->recording)
		err = add_recording(archive, data, packer);
	return err ? err : perf_tar_end(packer);
}

/**
 * perf_archive_write() - pack the files that a recording's build ids name
 * @archive: input and results; the caller frees @archive->missing afterwards
 * @data: recording
 * @error: filled on failure
 *
 * Return: 0 or a negative errno; -ENODATA if the recording has no build ids.
 */
int perf_archive_write(struct perf_archive *archive, const struct perf_data *data,
		       struct perf_error *error)
{
	struct perf_packer *packer;
	int err;

	if (!perf_data_env(data)->nr_build_ids) {
		perf_error_set(error, ENODATA, "%s has no build ids", perf_data_path(data));
		perf_error_hint(error, "'perf inject -b' adds them");
		return -ENODATA;
	}
	/* The archive gets the recording's mode: it is no more public than the recording. */
	if (fchmod(archive->fd, perf_data_mode(data)) && errno != EPERM)
		return perf_error_set(error, errno, "%s: %m", archive->output);
	packer = perf_packer_create(archive->fd);
	err = packer ? add_all(archive, packer, data) : -ENOMEM;
	if (!err)
		err = perf_packer_finish(packer);
	perf_packer_free(packer);
	return err ? perf_error_set(error, err, "packing into %s: %s", archive->output,
				    strerror(-err)) : 0;
}
