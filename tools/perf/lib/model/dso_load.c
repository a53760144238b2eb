// SPDX-License-Identifier: GPL-2.0
/*
 * perf_dso_load(): find the symbols of an object.
 *
 * If @dso->build_id is known, only a file with that build id is used. Full symbol tables win over
 * tables of exported functions, in this order: debug files by build id, by debug link, by path; the
 * object itself, with its .gnu_debugdata.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>
#include <base/io.h>
#include <base/str.h>
#include <data/shared_names.h>
#include <model/dso.h>
#include <model/jit_map.h>
#include <model/vmlinux.h>
#include <sys/inside.h>

#define DEBUG_ROOT	"/usr/lib/debug"
#define KERNEL_NOTES	"/sys/kernel/notes"
#define PATH_SIZE	(PATH_MAX + 128)

static void hex_of(const struct perf_build_id *id, char *text)
{
	size_t i;

	for (i = 0; i < id->size; i++)
		sprintf(text + 2 * i, "%02x", id->bytes[i]);
	text[2 * i] = '\0';
}

static void cache_dir(const struct perf_dsos *dsos, char *path, size_t size)
{
	const char *home = getenv("HOME"), *dir = getenv("PERF_BUILDID_DIR");

	if (dsos->options.debug_dir)
		dir = dsos->options.debug_dir;
	if (dir && *dir)
		snprintf(path, size, "%s", dir);
	else
		snprintf(path, size, "%s/.debug", home ? home : "");
}

/* Open a file; refuse it (PERF_DSO_CHANGED) if its build id is not the recorded one. */
static struct perf_elf *open_matching(struct perf_dso *dso, const char *path)
{
	struct perf_elf *elf = perf_elf_open(path);
	struct perf_build_id id;

	if (!elf) {
		if (dso->state == PERF_DSO_NOT_LOADED)
			dso->state = errno == ENOENT ? PERF_DSO_MISSING : PERF_DSO_UNREADABLE;
		return NULL;
	}
	id = perf_elf_build_id(elf);
	if (!dso->build_id.size) {
		dso->build_id = id;
		return elf;
	}
	if (!perf_build_id_equal(&id, &dso->build_id)) {
		dso->state = PERF_DSO_CHANGED;
		perf_elf_close(elf);
		return NULL;
	}
	return elf;
}

/*
 * Without a build id, compare device and inode of dso->elf with dso->file. On another machine these
 * numbers mean nothing, and the file is refused. The user vouches for files below --symfs. Mappings
 * that 'perf inject' adds for its JIT files (dso->made) have no inode.
 */
static bool is_known_file(const struct perf_dsos *dsos, struct perf_dso *dso)
{
	if ((dsos->options.symfs && *dsos->options.symfs) || dso->made)
		return true;
	if (dsos->other_machine)
		dso->state = PERF_DSO_OTHER_MACHINE;
	else if (!perf_elf_is_file(dso->elf, &dso->file))
		dso->state = PERF_DSO_OTHER_FILE;
	return dso->state == PERF_DSO_NOT_LOADED;
}

/*
 * Does the recording have several files of this name, and no PERF_FEATURE_FILES with their build
 * ids?
 */
static bool shares_name(struct perf_dsos *dsos, const struct perf_dso *dso)
{
	if (!dsos->recording || !dsos->env || perf_data_env_has(dsos->env, PERF_FEATURE_FILES))
		return false;
	if (!dsos->shared_known)
		perf_data_shared_names(dsos->recording, dsos->options.force, &dsos->shared);
	dsos->shared_known = true;
	return perf_intern_find(&dsos->shared, dso->name) != PERF_INTERN_NONE;
}

/*
 * Other writers list one build id per name, no matter for which of its files. The listed id is
 * right for sure if dso->elf has it and is the mapped file (device, inode). Else shares_name()
 * searches the recording for other files of the name: if there are some, the listed id is not used.
 */
static bool is_listed_id_wrong(struct perf_dsos *dsos, struct perf_dso *dso)
{
	bool is_sure = !dsos->other_machine && dso->elf && perf_elf_is_file(dso->elf, &dso->file);

	return dso->listed && dso->file.inode && !is_sure && shares_name(dsos, dso);
}

/* Set dso->elf to the file at the recorded path. */
static void open_path(const struct perf_dsos *dsos, struct perf_dso *dso, const char *path)
{
	bool is_named = dso->build_id.size;

	dso->elf = open_matching(dso, path);
	if (!dso->elf || is_named || is_known_file(dsos, dso))
		return;
	perf_elf_close(dso->elf);
	dso->elf = NULL;
	dso->build_id = (struct perf_build_id){ 0 };
}

/* Set dso->elf to a file that only the recorded process can see, while that process lives. */
static void open_inside(const struct perf_dsos *dsos, struct perf_dso *dso)
{
	enum perf_dso_state state = dso->state;
	char path[32];
	int fd;

	if (!dsos->options.live || dso->pid <= 0)
		return;
	fd = perf_inside_open_file(dso->pid, dso->start, dso->end, dso->name);
	if (fd < 0)
		return;
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	dso->state = PERF_DSO_NOT_LOADED;
	open_path(dsos, dso, path);
	if (!dso->elf)
		dso->state = state;
	close(fd);
}

/* Set dso->elf to the mapped file, or a copy of it. */
static void open_runtime(struct perf_dsos *dsos, struct perf_dso *dso)
{
	const char *symfs = dsos->options.symfs ? dsos->options.symfs : "";
	char path[PATH_SIZE], hex[2 * PERF_BUILD_ID_MAX + 1];
	char cache[PATH_MAX];

	snprintf(path, sizeof(path), "%s%s", symfs, dso->path ? dso->path : dso->name);
	open_path(dsos, dso, path);
	if (is_listed_id_wrong(dsos, dso)) {
		perf_elf_close(dso->elf);
		dso->elf = NULL;
		dso->build_id = (struct perf_build_id){ 0 };
		dso->state = PERF_DSO_NOT_LOADED;
		open_path(dsos, dso, path);
	}
	dso->origin = PERF_DSO_FROM_ITSELF;
	if (!dso->elf && dso->build_id.size > 1) {
		hex_of(&dso->build_id, hex);
		cache_dir(dsos, cache, sizeof(cache));
		snprintf(path, sizeof(path), "%s/.build-id/%.2s/%s/elf", cache, hex, hex + 2);
		dso->elf = open_matching(dso, path);
		dso->origin = PERF_DSO_FROM_CACHE;
	}
	if (dso->elf) {
		dso->elf_path = strdup(path);
		return;
	}
	open_inside(dsos, dso);
	dso->origin = PERF_DSO_FROM_ITSELF;
}

/* Use the file as dso->debug if it has a full symbol table. */
static bool try_debug(struct perf_dso *dso, const char *path, enum perf_dso_origin origin)
{
	struct perf_elf *elf = open_matching(dso, path);

	if (!elf)
		return false;
	if (!perf_elf_has_symtab(elf)) {
		perf_elf_close(elf);
		return false;
	}
	dso->debug = elf;
	dso->debug_path = strdup(path);
	dso->origin = origin;
	return true;
}

static bool try_build_id(struct perf_dsos *dsos, struct perf_dso *dso, const char *symfs)
{
	char path[PATH_SIZE], hex[2 * PERF_BUILD_ID_MAX + 1];
	char cache[PATH_MAX];

	if (dso->build_id.size < 2)
		return false;
	hex_of(&dso->build_id, hex);
	snprintf(path, sizeof(path), "%s%s/.build-id/%.2s/%s.debug", symfs, DEBUG_ROOT, hex,
		 hex + 2);
	if (try_debug(dso, path, PERF_DSO_FROM_BUILD_ID))
		return true;
	cache_dir(dsos, cache, sizeof(cache));
	snprintf(path, sizeof(path), "%s/.build-id/%.2s/%s/elf", cache, hex, hex + 2);
	if (try_debug(dso, path, PERF_DSO_FROM_CACHE))
		return true;
	snprintf(path, sizeof(path), "%s/.build-id/%.2s/%s/debug", cache, hex, hex + 2);
	return try_debug(dso, path, PERF_DSO_FROM_CACHED_DEBUG);
}

/* Length of the path's directories, including the last slash. */
static int debug_directories(const char *file)
{
	const char *slash = strrchr(file, '/');

	return slash ? slash - file + 1 : 0;
}

static bool try_debug_link(struct perf_dso *dso, const char *symfs, const char *file)
{
	const char *link = dso->elf ? perf_elf_debug_link(dso->elf) : NULL;
	int dir = debug_directories(file);
	char path[PATH_SIZE];

	if (!link)
		return false;
	snprintf(path, sizeof(path), "%s%.*s%s", symfs, dir, file, link);
	if (try_debug(dso, path, PERF_DSO_FROM_LINK))
		return true;
	snprintf(path, sizeof(path), "%s%.*s.debug/%s", symfs, dir, file, link);
	if (try_debug(dso, path, PERF_DSO_FROM_LINK))
		return true;
	snprintf(path, sizeof(path), "%s%s%.*s%s", symfs, DEBUG_ROOT, dir, file, link);
	return try_debug(dso, path, PERF_DSO_FROM_LINK);
}

static bool try_debug_path(struct perf_dso *dso, const char *symfs, const char *file)
{
	char path[PATH_SIZE];

	/* A debug file can only be checked against dso->elf or dso->build_id. */
	if (*file != '/' || (!dso->elf && !dso->build_id.size))
		return false;
	snprintf(path, sizeof(path), "%s%s%s.debug", symfs, DEBUG_ROOT, file);
	if (try_debug(dso, path, PERF_DSO_FROM_DEBUG_PATH))
		return true;
	snprintf(path, sizeof(path), "%s%s%s", symfs, DEBUG_ROOT, file);
	return try_debug(dso, path, PERF_DSO_FROM_DEBUG_PATH);
}

static void add_symbols(struct perf_dso *dso)
{
	struct perf_elf *runtime = dso->elf ? dso->elf : dso->debug;

	if (!dso->debug)
		dso->debug = dso->elf;
	dso->stripped = !perf_elf_has_symtab(dso->debug);
	perf_elf_add_symbols(dso->debug, runtime, &dso->symbols);
	dso->mini_debug = perf_elf_mini_debug(dso->debug);
	if (dso->stripped && !dso->mini_debug && dso->origin == PERF_DSO_FROM_ITSELF)
		dso->origin = PERF_DSO_FROM_MINI_DEBUG;
	perf_symbols_seal(&dso->symbols, PERF_SYMBOLS_ELF);
	dso->state = PERF_DSO_LOADED;
}

static void load_file(struct perf_dsos *dsos, struct perf_dso *dso)
{
	const char *symfs = dsos->options.symfs ? dsos->options.symfs : "";
	const char *file = dso->path ? dso->path : dso->name;
	enum perf_dso_state state;

	open_runtime(dsos, dso);
	state = dso->state;
	if (!try_build_id(dsos, dso, symfs) && !try_debug_link(dso, symfs, file))
		try_debug_path(dso, symfs, file);
	if (dso->elf || dso->debug)
		add_symbols(dso);
	else
		dso->state = state;
}

/* Processes of one kernel and word size share one vdso: use this process's, at AT_SYSINFO_EHDR. */
static bool open_own_vdso(struct perf_dso *dso)
{
	uint64_t base = getauxval(AT_SYSINFO_EHDR), start, end;
	struct perf_build_id id;
	char *maps, *line;
	int found = 0;

	maps = perf_read_file("/proc/self/maps", NULL);
	for (line = maps; line && !found; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
		found = sscanf(line, "%lx-%lx", &start, &end) == 2 && start == base;
	free(maps);
	if (!base || !found)
		return false;
	dso->elf = perf_elf_open_memory((void *)base, end - start);
	if (!dso->elf)
		return false;
	id = perf_elf_build_id(dso->elf);
	if (!dso->build_id.size || perf_build_id_equal(&id, &dso->build_id))
		return true;
	perf_elf_close(dso->elf);
	dso->elf = NULL;
	return false;
}

static void load_vdso(struct perf_dsos *dsos, struct perf_dso *dso)
{
	char path[PATH_SIZE], hex[2 * PERF_BUILD_ID_MAX + 1];
	bool is_known = dso->build_id.size;
	char cache[PATH_MAX];

	if (!is_known && dsos->other_kernel) {
		dso->state = PERF_DSO_OTHER_KERNEL;
		return;
	}
	if (!open_own_vdso(dso) && is_known) {
		hex_of(&dso->build_id, hex);
		cache_dir(dsos, cache, sizeof(cache));
		snprintf(path, sizeof(path), "%s/[vdso]/%s/vdso", cache, hex);
		dso->elf = open_matching(dso, path);
		if (dso->elf)
			dso->elf_path = strdup(path);
	}
	dso->origin = dso->elf_path ? PERF_DSO_FROM_CACHE : PERF_DSO_FROM_ITSELF;
	if (dso->elf)
		add_symbols(dso);
	else
		dso->state = PERF_DSO_MISSING;
}

/* Return the running kernel's build id, from KERNEL_NOTES. */
static struct perf_build_id running_kernel(void)
{
	struct perf_build_id id = { 0 };
	uint32_t note[3];
	size_t size, at = 0, name;
	char *notes;

	notes = perf_read_file(KERNEL_NOTES, &size);
	while (notes && at + sizeof(note) <= size) {
		memcpy(note, notes + at, sizeof(note));
		name = at + sizeof(note);
		at = name + ((note[0] + 3ULL) & ~3ULL);
		if (at + note[1] > size)
			break;
		if (note[2] == 3 && note[0] == sizeof("GNU") && note[1] <= PERF_BUILD_ID_MAX &&
		    !memcmp(notes + name, "GNU", sizeof("GNU"))) {
			id.size = note[1];
			memcpy(id.bytes, notes + at, note[1]);
			break;
		}
		at += (note[1] + 3ULL) & ~3ULL;
	}
	free(notes);
	return id;
}

static void read_text(struct perf_dsos *dsos, const char *path, bool named)
{
	perf_kallsyms_free(dsos->kallsyms);
	free(dsos->kallsyms_path);
	dsos->kallsyms = perf_kallsyms_read(path, named);
	dsos->kallsyms_path = strdup(path);
}

/*
 * Is the running kernel the recording's? If either build id is unknown, architecture and release
 * must match (other_kernel), and --symfs, for files of another machine, must not be set.
 */
static bool is_running_kernel(const struct perf_dsos *dsos, const struct perf_build_id *wanted)
{
	struct perf_build_id running = running_kernel();

	if (wanted->size && running.size)
		return perf_build_id_equal(&running, wanted);
	return !dsos->other_kernel && !(dsos->options.symfs && *dsos->options.symfs);
}

/* Read kallsyms: options.kallsyms, else kcore_dir, else the running kernel's, else the cache. */
static void read_kallsyms(struct perf_dsos *dsos, const struct perf_build_id *wanted)
{
	char path[PATH_SIZE], hex[2 * PERF_BUILD_ID_MAX + 1];
	char cache[PATH_MAX];

	if (dsos->kallsyms_tried)
		return;
	dsos->kallsyms_tried = true;
	if (dsos->options.kallsyms) {
		read_text(dsos, dsos->options.kallsyms, true);
		return;
	}
	if (dsos->kcore_dir) {
		snprintf(path, sizeof(path), "%s/kallsyms", dsos->kcore_dir);
		read_text(dsos, path, false);
		if (dsos->kallsyms)
			return;
	}
	if (is_running_kernel(dsos, wanted)) {
		read_text(dsos, "/proc/kallsyms", false);
		if (dsos->kallsyms && !perf_kallsyms_hidden(dsos->kallsyms))
			return;
	}
	if (!wanted->size)
		return;
	hex_of(wanted, hex);
	cache_dir(dsos, cache, sizeof(cache));
	snprintf(path, sizeof(path), "%s/[kernel.kallsyms]/%s/kallsyms", cache, hex);
	/* The copy is of an earlier boot: kernel_shift() needs the recording's address of _text. */
	if (dsos->kernel_reference && !access(path, R_OK))
		read_text(dsos, path, false);
}

static const struct perf_build_id *kernel_build_id(const struct perf_dsos *dsos)
{
	static const struct perf_build_id none;

	return dsos->kernel ? &dsos->list.at[dsos->kernel - 1]->build_id : &none;
}

/* Kernel addresses differ from boot to boot; kernel_reference is _text in the recording. */
static uint64_t kernel_shift(const struct perf_dsos *dsos)
{
	uint64_t text;

	if (!dsos->kernel_reference)
		return 0;
	text = perf_kallsyms_address(dsos->kallsyms, "_text");
	if (!text)
		text = perf_kallsyms_address(dsos->kallsyms, "_stext");
	return text ? dsos->kernel_reference - text : 0;
}

/* Load symbols from options.vmlinux and no other file. */
static void load_vmlinux(struct perf_dsos *dsos, struct perf_dso *dso)
{
	dso->debug = perf_vmlinux_open(dsos->options.vmlinux, &dso->build_id);
	dso->state = PERF_DSO_CHANGED;
	if (!dso->debug)
		return;
	dso->debug_path = strdup(dsos->options.vmlinux);
	dso->origin = PERF_DSO_FROM_VMLINUX;
	if (!perf_vmlinux_symbols(dso->debug, dsos->kernel_reference, &dso->symbols))
		dso->state = PERF_DSO_LOADED;
}

static void load_kernel(struct perf_dsos *dsos, struct perf_dso *dso)
{
	if (dsos->options.vmlinux && dso->kind == PERF_DSO_KERNEL) {
		load_vmlinux(dsos, dso);
		return;
	}
	read_kallsyms(dsos, kernel_build_id(dsos));
	if (!dsos->kallsyms) {
		dso->state = is_running_kernel(dsos, kernel_build_id(dsos)) ?
			     PERF_DSO_MISSING : PERF_DSO_OTHER_KERNEL;
		return;
	}
	if (perf_kallsyms_hidden(dsos->kallsyms)) {
		dso->state = PERF_DSO_HIDDEN;
		return;
	}
	dso->shift = kernel_shift(dsos);
	dso->origin = PERF_DSO_FROM_KALLSYMS;
	perf_kallsyms_load(dsos->kallsyms, dso->kind == PERF_DSO_MODULE ? dso->name : NULL,
			   dso->shift, &dso->symbols);
	dso->state = PERF_DSO_LOADED;
}

/* Return the map of a process in a container from perf_data_env.jit_maps, or NULL. */
static const struct perf_env_jit_map *recorded_map(const struct perf_dsos *dsos,
						   const struct perf_dso *dso)
{
	uint64_t index;
	int pid;

	if (sscanf(dso->name, "/tmp/perf-%d.map", &pid) != 1 ||
	    !perf_map_get(&dsos->jit_maps, (uint32_t)pid, &index))
		return NULL;
	return &dsos->env->jit_maps[index - 1];
}

static int load_recorded_map(const struct perf_env_jit_map *map, struct perf_dso *dso)
{
	char *copy = map->size && map->text ? strndup(map->text, map->size) : NULL;

	if (!map->size)
		return -ENOENT;
	return copy ? perf_jit_map_parse(copy, &dso->symbols) : -ENOMEM;
}

static void load_jit(const struct perf_dsos *dsos, struct perf_dso *dso)
{
	const struct perf_env_jit_map *recorded = recorded_map(dsos, dso);
	int err;

	/* A process of this machine may have had the same pid and written dso->name. */
	if (!recorded && dsos->other_machine && !dsos->options.force) {
		dso->state = access(dso->name, F_OK) ? PERF_DSO_MISSING : PERF_DSO_OTHER_MACHINE;
		return;
	}
	if (recorded)
		err = load_recorded_map(recorded, dso);
	else if (dsos->options.live)
		err = perf_jit_map_load_live(dso->pid, dso->name, dsos->options.force,
					     &dso->symbols);
	else
		err = perf_jit_map_load(dso->name, dsos->options.force, &dso->symbols);
	dso->origin = recorded ? 0 : PERF_DSO_FROM_JIT_MAP;
	dso->state = !err ? PERF_DSO_LOADED :
		     err == -ENOENT ? PERF_DSO_MISSING :
		     err == -EPERM ? PERF_DSO_REFUSED : PERF_DSO_UNREADABLE;
}

/**
 * perf_dso_load() - load the object's symbols, once
 * @dsos: table
 * @dso: object
 *
 * Return: true if @dso->state is PERF_DSO_LOADED; else the state is the reason.
 */
bool perf_dso_load(struct perf_dsos *dsos, struct perf_dso *dso)
{
	if (dso->state != PERF_DSO_NOT_LOADED)
		return dso->state == PERF_DSO_LOADED;
	switch (dso->kind) {
	case PERF_DSO_FILE:
		load_file(dsos, dso);
		break;
	case PERF_DSO_KERNEL:
	case PERF_DSO_MODULE:
		load_kernel(dsos, dso);
		break;
	case PERF_DSO_VDSO:
		load_vdso(dsos, dso);
		break;
	case PERF_DSO_JIT:
		load_jit(dsos, dso);
		break;
	case PERF_DSO_BPF:	/* apply_ksymbol() added its symbol */
	case PERF_DSO_DATA:
		dso->state = PERF_DSO_LOADED;
		break;
	}
	if (dso->state != PERF_DSO_LOADED)
		dso->origin = 0;
	return dso->state == PERF_DSO_LOADED;
}
