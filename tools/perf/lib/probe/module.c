// SPDX-License-Identifier: GPL-2.0
/* Files and names of kernel modules. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <base/io.h>
#include <base/str.h>
#include <probe/module.h>
#include <sys/paths.h>

static char dashed(char c)
{
	return c == '-' ? '_' : c;
}

/* The length of the module's name in its file name: NAME.ko, perhaps compressed. */
static size_t name_length(const char *base, size_t length)
{
	const char *end = memmem(base, length, ".ko", 3);

	return end ? (size_t)(end - base) : length;
}

static bool is_module(const char *base, size_t length, const char *name)
{
	size_t i;

	if (strlen(name) != length)
		return false;
	for (i = 0; i < length; i++)
		if (dashed(base[i]) != dashed(name[i]))
			return false;
	return true;
}

/* The path of a module in modules.dep, whose lines are PATH: PATHS... NULL: none. */
static char *find_line(char *text, const char *name, struct perf_nearest *nearest)
{
	char *line, *next, *base;
	size_t length;

	for (line = text; *line; line = next) {
		next = strchrnul(line, '\n');
		if (*next)
			*next++ = '\0';
		line[strcspn(line, ":")] = '\0';
		base = strrchr(line, '/');
		base = base ? base + 1 : line;
		length = name_length(base, strlen(base));
		if (is_module(base, length, name))
			return line;
		base[length] = '\0';
		perf_nearest_offer(nearest, base);
	}
	return NULL;
}

/**
 * perf_probe_module_find() - look up the file of a module in modules.dep of the running kernel
 * @root: directory that stands for /
 * @name: name of the module; - and _ are the same
 * @file: result, to be freed; NULL on failure
 * @error: filled on failure
 *
 * Return: 0, -ENOENT, -ENAMETOOLONG or -ENOMEM.
 */
int perf_probe_module_find(const char *root, const char *name, char **file,
			   struct perf_error *error)
{
	char directory[PERF_PATH_MAX], path[PERF_PATH_MAX + 16];
	struct perf_nearest nearest;
	struct utsname kernel;
	char *text, *line;

	*file = NULL;
	uname(&kernel);
	if (!perf_path(directory, sizeof(directory), "%s/lib/modules/%s", root, kernel.release) ||
	    !perf_path(path, sizeof(path), "%s/modules.dep", directory))
		return perf_error_set(error, ENAMETOOLONG, "%s: too long a path", root);
	text = perf_read_file(path, NULL);
	if (!text) {
		perf_error_set(error, ENOENT, "module '%s': %s: %m", name, path);
		perf_error_hint(error, "-m PATH names the module's file");
		return -ENOENT;
	}
	perf_nearest_init(&nearest, name);
	line = find_line(text, name, &nearest);
	if (line && perf_path(path, sizeof(path), "%s%s%s", *line == '/' ? root : directory,
			      *line == '/' ? "" : "/", line))
		*file = strdup(path);
	if (!line) {
		perf_error_set(error, ENOENT, "there is no module '%s' in %s", name, directory);
		if (nearest.best)
			perf_error_hint(error, "did you mean '%s'?", nearest.best);
	}
	free(text);
	if (!line)
		return -ENOENT;
	return *file ? 0 : perf_error_memory(error);
}

/**
 * perf_probe_module_name() - the kernel's name of a module
 * @elf: its file, whose .modinfo is read; NULL: not known
 * @path: path of the file, or the name; used if .modinfo has no name
 *
 * Return: the name, to be freed; NULL if memory ran out.
 */
char *perf_probe_module_name(struct perf_elf *elf, const char *path)
{
	const char *base = strrchr(path, '/');
	const char *info = NULL, *at;
	char *name, *c;
	size_t size = 0;

	/* KEY=VALUE strings, each ended by a zero byte */
	if (elf)
		info = perf_elf_section(elf, ".modinfo", &size, NULL);
	for (at = info; at && at < info + size; at += strnlen(at, (size_t)(info + size - at)) + 1)
		if (info + size - at > 5 && !memcmp(at, "name=", 5))
			return strndup(at + 5, (size_t)(info + size - at) - 5);
	base = base ? base + 1 : path;
	name = strndup(base, name_length(base, strlen(base)));
	for (c = name; c && *c; c++)
		*c = dashed(*c);
	return name;
}

/** perf_probe_module_loaded() - is a module of this name loaded now? */
bool perf_probe_module_loaded(const char *name)
{
	char *text = perf_read_file("/proc/modules", NULL), *line, *next;
	bool found = false;

	for (line = text; line && *line && !found; line = next) {
		next = strchrnul(line, '\n');
		if (*next)
			*next++ = '\0';
		found = is_module(line, strcspn(line, " "), name);
	}
	free(text);
	return found;
}
