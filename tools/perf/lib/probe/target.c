// SPDX-License-Identifier: GPL-2.0
/* The target of a probe: the kernel, one of its modules, a program or a library. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <probe/module.h>
#include <probe/target.h>
#include <sys/paths.h>

/* A name without a slash is a file in the current directory, or a program in PATH. */
static char *find_program(const char *name)
{
	const char *dirs = getenv("PATH");
	char path[PERF_PATH_MAX];
	size_t length;

	if (strchr(name, '/') || !access(name, F_OK))
		return realpath(name, NULL);
	for (; dirs && *dirs; dirs += length + (dirs[length] == ':')) {
		length = strcspn(dirs, ":");
		if (perf_path(path, sizeof(path), "%.*s/%s", (int)length, dirs, name) &&
		    !access(path, X_OK))
			return realpath(path, NULL);
	}
	errno = ENOENT;
	return NULL;
}

static int open_file(struct perf_probe_target *target, const char *path, struct perf_error *error)
{
	target->elf = perf_elf_open(path);
	if (!target->elf && errno == ENOTSUP)
		return perf_error_set(error, ENOTSUP, "this perf was built without libelf, which "
				      "reads %s", path);
	if (!target->elf)
		return perf_error_set(error, errno ? errno : ENOEXEC,
				      "%s is no program that can be read: %m", path);
	if (perf_elf_add_symbols(target->elf, target->elf, &target->names) ||
	    perf_elf_add_symbols(target->elf, target->elf, &target->symbols))
		return perf_error_memory(error);
	perf_symbols_seal(&target->symbols, PERF_SYMBOLS_ELF);
	return 0;
}

/* The path for the kernel does not include @wanted->root. */
static int open_program(struct perf_probe_target *target, const struct perf_probe_wanted *wanted,
			struct perf_error *error)
{
	char path[PERF_PATH_MAX];

	if (!wanted->root) {
		target->path = find_program(wanted->program);
		if (!target->path)
			return perf_error_set(error, errno, "%s: %m", wanted->program);
		target->file = strdup(target->path);
		return 0;
	}
	if (*wanted->program != '/' ||
	    !perf_path(path, sizeof(path), "%s%s", wanted->root, wanted->program))
		return perf_error_set(error, EINVAL,
				      "'%s' has to be a path from / on, as --symfs has files below another directory",
				      wanted->program);
	target->path = strdup(wanted->program);
	target->file = strdup(path);
	return target->path ? 0 : perf_error_memory(error);
}

static int open_module(struct perf_probe_target *target, const struct perf_probe_wanted *wanted,
		       struct perf_error *error)
{
	bool by_path = strchr(wanted->module, '/') || strstr(wanted->module, ".ko");
	int ret = 0;

	if (by_path)
		target->file = strdup(wanted->module);
	else
		ret = perf_probe_module_find(wanted->root ? wanted->root : "", wanted->module,
					     &target->file, error);
	/* The kernel resolves symbols of a loaded module, so no file is needed. */
	if (ret == -ENOENT && !wanted->root && perf_probe_module_loaded(wanted->module))
		ret = 0;
	else if (!ret && !target->file)
		ret = perf_error_memory(error);
	if (!ret && target->file)
		ret = open_file(target, target->file, error);
	if (ret == -ENOEXEC && target->file && !perf_ends_with(target->file, ".ko"))
		perf_error_hint(error, "if it is compressed, unpack it and name it by -m PATH");
	if (ret)
		return ret;
	target->module = perf_probe_module_name(target->elf, wanted->module);
	return target->module ? 0 : perf_error_memory(error);
}

/**
 * perf_probe_target_open() - open a program, a module, or the kernel
 * @target: result; close with perf_probe_target_close(), also on failure
 * @wanted: target named by the user
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_probe_target_open(struct perf_probe_target *target,
			   const struct perf_probe_wanted *wanted, struct perf_error *error)
{
	int ret = 0;

	*target = (struct perf_probe_target){ 0 };
	if (wanted->module)
		return open_module(target, wanted, error);
	if (wanted->program)
		ret = open_program(target, wanted, error);
	else if (wanted->vmlinux)
		target->file = strdup(wanted->vmlinux);
	else
		return 0;
	if (!ret && !target->file)
		ret = perf_error_memory(error);
	return ret ? ret : open_file(target, target->file, error);
}

/** perf_probe_target_close() - free the contents of @target */
void perf_probe_target_close(struct perf_probe_target *target)
{
	perf_symbols_clear(&target->names);
	perf_symbols_clear(&target->symbols);
	perf_probe_debug_close(target->debug);
	perf_elf_close(target->elf);
	free(target->path);
	free(target->module);
	free(target->file);
}

/** perf_probe_target_debug() - the debug information, opened by the first call; or NULL */
struct perf_probe_debug *perf_probe_target_debug(struct perf_probe_target *target)
{
	if (!target->debug && !target->why_no_debug.code && target->file) {
		target->debug = perf_probe_debug_open(target->file, &target->why_no_debug);
	} else if (!target->file) {
		perf_error_set(&target->why_no_debug, ENODATA,
			       "the kernel's debug information is needed for that");
		perf_error_hint(&target->why_no_debug, "%s names the file that has it",
				target->module ? "-m PATH" : "-k VMLINUX");
	}
	return target->debug;
}

/** perf_probe_file_offset() - convert a link-time address to a file offset; false: not in it */
bool perf_probe_file_offset(const struct perf_probe_target *target, uint64_t address,
			    uint64_t *offset)
{
	const struct perf_elf_segment *segments;
	size_t count, i;

	segments = perf_elf_segments(target->elf, &count);
	for (i = 0; i < count; i++) {
		if (address < segments[i].vaddr || address - segments[i].vaddr >= segments[i].size)
			continue;
		*offset = address - segments[i].vaddr + segments[i].offset;
		return true;
	}
	return false;
}

/** perf_probe_is_data() - is a file offset loaded as data, not as code? */
bool perf_probe_is_data(const struct perf_probe_target *target, uint64_t offset)
{
	const struct perf_elf_segment *segments;
	size_t count, i;

	segments = perf_elf_segments(target->elf, &count);
	for (i = 0; i < count; i++)
		if (segments[i].exec && offset >= segments[i].offset &&
		    offset - segments[i].offset < segments[i].size)
			return false;
	/* An object file has no segments. */
	return count;
}

/** perf_probe_symbol_at() - the function at a file offset, NULL if there is none */
const struct perf_symbol *perf_probe_symbol_at(const struct perf_probe_target *target,
					       uint64_t offset)
{
	return perf_symbols_find(&target->symbols, offset);
}
