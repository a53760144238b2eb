// SPDX-License-Identifier: GPL-2.0
/*
 * The directory of ELF files that perf inject makes of jitted functions.
 *
 *	ROOT/PID-TIME/jitted-PID-INDEX.so
 *
 * Dumps lie in directories of the recorded programs, or in /tmp, where other users can create
 * links. ROOT belongs to the user of the tool and no other user can write into it. PID and TIME,
 * from the header of the dump, distinguish processes that had the same pid one after another.
 * perf_jit_images.directory holds the directory open, so that it cannot be exchanged.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <base/directory.h>
#include <base/output.h>
#include <base/str.h>
#include <inject/elf_image.h>
#include <inject/jit_images.h>
#include <sys/paths.h>

static int open_root(const char *root, struct perf_error *error)
{
	const char *name;
	int above = perf_directory_above(root, true, &name);
	int fd = above < 0 ? above : perf_directory_own(above, name, false);

	if (above >= 0)
		close(above);
	if (fd >= 0)
		return fd;
	perf_error_set(error, fd, "cannot use the directory %s: %s", root, strerror(-fd));
	perf_error_hint(error, "it has to be a directory of yours that nobody else can write to");
	return fd;
}

/**
 * perf_jit_images_prepare() - make the directory of all dumps, unless it exists
 * @root: its path
 * @error: filled on failure, for example if @root is a directory of another user
 *
 * Return: 0 or a negative errno.
 */
int perf_jit_images_prepare(const char *root, struct perf_error *error)
{
	int fd = open_root(root, error);

	if (fd < 0)
		return fd;
	close(fd);
	return 0;
}

/**
 * perf_jit_images_open() - make the directory of a dump, unless it exists
 * @images: filled; end with perf_jit_images_close(), also on failure
 * @root: directory of all dumps
 * @dump: open
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_jit_images_open(struct perf_jit_images *images, const char *root,
			 const struct perf_jitdump *dump, struct perf_error *error)
{
	struct perf_str absolute = { 0 };
	int parent = open_root(root, error);
	char name[64], *real = NULL;

	*images = (struct perf_jit_images){ .directory = -1 };
	if (parent < 0)
		return parent;
	snprintf(name, sizeof(name), "%d-%" PRIx64, dump->pid, dump->timestamp);
	images->directory = perf_directory_own(parent, name, false);
	close(parent);
	if (images->directory < 0)
		return perf_error_set(error, images->directory,
				      "cannot use the directory %s/%s: %s", root, name,
				      strerror(-images->directory));
	real = realpath(root, NULL);
	if (real)
		perf_str_format(&absolute, "%s/%s", real, name);
	free(real);
	images->absolute = perf_str_steal(&absolute);
	return images->absolute ? 0 : perf_error_memory(error);
}

/**
 * perf_jit_images_path() - path of the file of a function
 * @images: directory
 * @dump: dump
 * @index: perf_jitdump_code.index of the function
 * @path: filled; absolute
 * @size: bytes of @path
 *
 * Return: 0 or -ENAMETOOLONG.
 */
int perf_jit_images_path(const struct perf_jit_images *images, const struct perf_jitdump *dump,
			 uint64_t index, char *path, size_t size)
{
	return perf_path(path, size, "%s/jitted-%d-%" PRIu64 ".so", images->absolute, dump->pid,
			 index) ? 0 : -ENAMETOOLONG;
}

/**
 * perf_jit_images_write() - make the file of a function
 * @images: directory
 * @dump: dump
 * @function: function with its code
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_jit_images_write(const struct perf_jit_images *images, const struct perf_jitdump *dump,
			  const struct perf_jitdump_code *function, struct perf_error *error)
{
	struct perf_elf_image image = {
		.machine = dump->machine, .name = function->name, .code = function->code,
		.size = function->size,
	};
	struct perf_str bytes = { 0 };
	char path[96];
	int err;

	/* Use the descriptor: perf_directory_own() checked it, while a path can be exchanged. */
	snprintf(path, sizeof(path), "/proc/self/fd/%d/jitted-%d-%" PRIu64 ".so",
		 images->directory, dump->pid, function->index);
	perf_elf_image_make(&image, &bytes);
	err = bytes.failed ? perf_error_memory(error) :
	      perf_output_write(path, 0644, bytes.text, bytes.length, error);
	perf_str_free(&bytes);
	if (err)
		perf_error_prefix(error, "%s", images->absolute);
	return err;
}

/**
 * perf_jit_images_close() - free the contents of @images
 * @images: opened, or all zero with @images->directory -1
 */
void perf_jit_images_close(struct perf_jit_images *images)
{
	if (images->directory >= 0)
		close(images->directory);
	free(images->absolute);
	*images = (struct perf_jit_images){ .directory = -1 };
}
