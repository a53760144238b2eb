// SPDX-License-Identifier: GPL-2.0
/*
 * Copies of programs and libraries by build id.
 *
 *	ROOT/PATH/ID/elf		the file; "vdso" or "kallsyms" for the vdso and the kernel
 *	ROOT/.build-id/ID[0..1]/ID[2..]	a symbolic link to ROOT/PATH/ID
 *
 * remove_entry() removes only targets of links of this form.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <base/directory.h>
#include <base/input.h>
#include <base/io.h>
#include <base/vec.h>
#include <record/build_id.h>
#include <record/build_id_cache.h>
#include <sys/paths.h>

#define LINKS		".build-id"
#define LINK_UP		"../../"
#define ID_TEXT		(2 * PERF_BUILD_ID_SIZE + 1)
#define COPY_SIZE	(256 * 1024)
#define ROOT_SIZE	32

/* USABLE: names of symbol files under a build id: of an ELF file, the vdso, the kernel. */
#define USABLE		"elf", "vdso", "kallsyms"

/* remove_chosen() removes the entries that match all fields. */
struct choice {
	const char *id;		/* NULL: any */
	const char *target;	/* PATH without the slash it begins with; NULL: any */
};

/* visit_all() calls it for each entry; a negative errno ends the walk. */
typedef int (*visit_fn)(void *context, const char *root, const char *id, const char *target);

static void write_id(char text[ID_TEXT], const uint8_t *id, int size)
{
	int i;

	text[0] = '\0';
	for (i = 0; i < size; i++)
		sprintf(text + 2 * i, "%02x", id[i]);
}

static int id_text(const char *path, char text[ID_TEXT], struct perf_error *error)
{
	uint8_t id[PERF_BUILD_ID_SIZE];
	int size;

	size = perf_build_id_of_file(path, id);
	if (size == -ENOENT && !access(path, F_OK))
		return perf_error_set(error, ENOENT, "%s has no build id", path);
	if (size < 0)
		return perf_error_set(error, size, "%s: %s", path, strerror(-size));
	write_id(text, id, size);
	return 0;
}

/* Make all directories of @path, up to its last slash. */
static int make_parents(char *path)
{
	char *slash;
	int ret = 0;

	for (slash = strchr(path + 1, '/'); slash && !ret; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		if (mkdir(path, 0755) && errno != EEXIST)
			ret = -errno;
		*slash = '/';
	}
	return ret;
}

static int cache_copy(int from, int to)
{
	char *buffer = malloc(COPY_SIZE);
	ssize_t got;
	int ret = 0;

	if (!buffer)
		return -ENOMEM;
	while (!ret && (got = perf_read_all(from, buffer, COPY_SIZE)) != 0)
		ret = got < 0 ? (int)got : perf_write_all(to, buffer, (size_t)got);
	free(buffer);
	return ret;
}

/* The copy grants no access that @mode, of the original, does not. */
static int copy_to(int from, const char *cached, mode_t mode)
{
	int to = open(cached, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode & 0755), ret;

	if (to < 0)
		return errno == EEXIST ? 0 : -errno;
	ret = cache_copy(from, to);
	if (close(to) && !ret)
		ret = -errno;
	if (ret)
		unlink(cached);
	return ret;
}

/* Hard-link @fd, through /proc: the path of the file may lead to another file by now. */
static int link_open(int fd, const char *cached)
{
	char name[32];

	snprintf(name, sizeof(name), "/proc/self/fd/%d", fd);
	return linkat(AT_FDCWD, name, AT_FDCWD, cached, AT_SYMLINK_FOLLOW) && errno != EEXIST;
}

/*
 * link_open() is as good as a copy: installing a new version replaces a file, it does not change
 * it. copy_to() is for files of another user, who may change them.
 */
static int link_or_copy(const char *path, const char *cached)
{
	int from = perf_input_open(PERF_INPUT_OBJECT, path), ret = 0;
	struct stat status;

	if (from < 0)
		return from;
	if (fstat(from, &status))
		ret = -errno;
	else if (!perf_input_is_trusted(&status) || link_open(from, cached))
		ret = copy_to(from, cached, status.st_mode);
	close(from);
	return ret;
}

/*
 * @root must belong to this user or root and not be writable by others, because another user could
 * put links to anywhere into it. @at receives a path to the checked directory, valid while the
 * returned descriptor is open.
 */
static int open_root(const char *root, bool make, char at[ROOT_SIZE], struct perf_error *error)
{
	int fd = perf_directory_reach(root, make);
	struct stat status;

	if (fd < 0)
		return perf_error_set(error, fd, "%s: %s", root, strerror(-fd));
	snprintf(at, ROOT_SIZE, "/proc/self/fd/%d", fd);
	if (!fstat(fd, &status) && perf_input_is_trusted(&status) && !(status.st_mode & 0002))
		return fd;
	close(fd);
	perf_error_set(error, EPERM, "%s %s", root, perf_input_is_trusted(&status) ?
		       "can be written to by others" : "belongs to another user");
	perf_error_hint(error, "HOME, --buildid-dir or PERF_BUILDID_DIR names the cache");
	return -EPERM;
}

/* Make the symbolic link from build id @id to the directory of the file. */
static int add_link(const char *root, const char *path, const char *id)
{
	char name[PERF_PATH_MAX], target[PERF_PATH_MAX];
	int ret;

	if (!perf_path(name, sizeof(name), "%s/" LINKS "/%.2s/%s", root, id, id + 2) ||
	    !perf_path(target, sizeof(target), LINK_UP "%s/%s", path + 1, id))
		return -ENAMETOOLONG;
	ret = make_parents(name);
	if (!ret && symlink(target, name) && errno != EEXIST)
		ret = -errno;
	return ret;
}

static int cache_add(const char *root, const char *path, const char *id)
{
	char name[PERF_PATH_MAX];
	int ret;

	if (!perf_path(name, sizeof(name), "%s%s/%s/elf", root, path, id))
		return -ENAMETOOLONG;
	ret = make_parents(name);
	if (!ret)
		ret = link_or_copy(path, name);
	return ret ? ret : add_link(root, path, id);
}

static int cache_keep(const char *root, const char *path, int fd, const char *id)
{
	char name[PERF_PATH_MAX];
	struct stat status;
	int ret;

	if (!perf_path(name, sizeof(name), "%s%s/%s/elf", root, path, id))
		return -ENAMETOOLONG;
	if (fstat(fd, &status) || lseek(fd, 0, SEEK_SET))
		return -errno;
	ret = make_parents(name);
	if (!ret)
		ret = copy_to(fd, name, status.st_mode);
	return ret ? ret : add_link(root, path, id);
}

/*
 * The process that mapped the file chose @path: reject paths that lead into .build-id or out of
 * ROOT.
 */
static bool is_plain_path(const char *path)
{
	return path[0] == '/' && !strstr(path, "/../") && !strstr(path, "/./") &&
	       !strstr(path, "//") && !perf_starts_with(path + 1, LINKS "/");
}

/**
 * perf_build_id_cache_keep() - keep a copy of an open file
 * @root: directory of the cache, made if missing
 * @path: absolute path of the mapping; may lead to another file in this mount namespace
 * @fd: the file
 * @id, @size: its build id
 *
 * @fd is copied, never linked, since other users may change the file.
 *
 * Return: 0; -EINVAL if @path cannot be used; or a negative errno of the file system.
 */
int perf_build_id_cache_keep(const char *root, const char *path, int fd, const uint8_t *id,
			     size_t size)
{
	char text[ID_TEXT], at[ROOT_SIZE];
	struct perf_error unused;
	int root_fd, ret;

	if (!is_plain_path(path) || size > PERF_BUILD_ID_SIZE)
		return -EINVAL;
	if (perf_build_id_cache_has(root, id, size))
		return 0;
	root_fd = open_root(root, true, at, &unused);
	if (root_fd < 0)
		return root_fd;
	write_id(text, id, (int)size);
	ret = cache_keep(at, path, fd, text);
	close(root_fd);
	return ret;
}

/**
 * perf_build_id_cache_add() - keep a copy of a file
 * @root: directory of the cache, made if missing
 * @path: program or library
 * @error: filled on failure
 *
 * An existing entry stays. @path is hard-linked into the cache where possible, else copied.
 *
 * Return: 0; -ENOENT if the file has no build id; or a negative errno of the file system.
 */
int perf_build_id_cache_add(const char *root, const char *path, struct perf_error *error)
{
	char id[ID_TEXT], at[ROOT_SIZE], *absolute;
	int ret = id_text(path, id, error), fd;

	if (ret)
		return ret;
	fd = open_root(root, true, at, error);
	if (fd < 0)
		return fd;
	absolute = realpath(path, NULL);
	ret = absolute ? cache_add(at, absolute, id) : -errno;
	free(absolute);
	close(fd);
	if (ret)
		return perf_error_set(error, ret, "keeping %s in %s: %s", path, root,
				      strerror(-ret));
	return 0;
}

/* Visit the link @name in the directory of build ids that begin with @start. */
static int visit_link(const char *root, const char *start, const char *name, visit_fn visit,
		      void *context)
{
	char link_path[PERF_PATH_MAX], target[PERF_PATH_MAX], id[ID_TEXT + 8];
	size_t up = strlen(LINK_UP), id_length;
	ssize_t length;

	if (!perf_path(link_path, sizeof(link_path), "%s/" LINKS "/%s/%s", root, start, name))
		return 0;
	length = readlink(link_path, target, sizeof(target) - 1);
	if (length <= 0 || strlen(name) > ID_TEXT - 3)
		return 0;
	target[length] = '\0';
	snprintf(id, sizeof(id), "%.2s%.*s", start, ID_TEXT, name);
	id_length = strlen(id);
	/* Accept only links that add_link() makes: ../../PATH/ID */
	if (strncmp(target, LINK_UP, up) || strstr(target + up, "..") ||
	    (size_t)length < up + id_length + 1 ||
	    strcmp(target + length - id_length, id))
		return 0;
	return visit(context, root, id, target + up);
}

static int visit_all(const char *root, visit_fn visit, void *context)
{
	struct dirent *start, *entry;
	char path[PERF_PATH_MAX];
	int count = 0, ret = 0;
	DIR *starts, *entries;

	if (!perf_path(path, sizeof(path), "%s/" LINKS, root))
		return 0;
	starts = opendir(path);
	while (starts && ret >= 0 && (start = readdir(starts))) {
		if (start->d_name[0] == '.' ||
		    !perf_path(path, sizeof(path), "%s/" LINKS "/%s", root, start->d_name))
			continue;
		entries = opendir(path);
		while (entries && ret >= 0 && (entry = readdir(entries))) {
			if (entry->d_name[0] == '.')
				continue;
			ret = visit_link(root, start->d_name, entry->d_name, visit, context);
			count += ret > 0;
		}
		if (entries)
			closedir(entries);
	}
	if (starts)
		closedir(starts);
	return ret < 0 ? ret : count;
}

/* Remove directories left empty, from @path upward, but not @root. */
static void remove_empty(const char *root, char *path)
{
	size_t least = strlen(root);
	char *slash;

	while (strlen(path) > least && !rmdir(path)) {
		slash = strrchr(path, '/');
		if (!slash)
			return;
		*slash = '\0';
	}
}

static bool is_chosen(const struct choice *choice, const char *id, const char *target)
{
	size_t length = strlen(target) - strlen(id) - 1;

	if (choice->id && strcmp(choice->id, id))
		return false;
	return !choice->target || (strlen(choice->target) == length &&
				   !strncmp(choice->target, target, length));
}

static int remove_entry(void *context, const char *root, const char *id, const char *target)
{
	/* Beside USABLE: "probes", its probe cache, and "debug", a file from a debug server. */
	static const char *const names[] = { USABLE, "probes", "debug" };
	char path[PERF_PATH_MAX];
	size_t i;

	if (!is_chosen(context, id, target))
		return 0;
	for (i = 0; i < PERF_ARRAY_SIZE(names); i++) {
		if (perf_path(path, sizeof(path), "%s/%s/%s", root, target, names[i]) &&
		    unlink(path) && errno != ENOENT)
			return -errno;
	}
	if (perf_path(path, sizeof(path), "%s/%s", root, target))
		remove_empty(root, path);
	if (!perf_path(path, sizeof(path), "%s/" LINKS "/%.2s/%s", root, id, id + 2))
		return 0;
	if (unlink(path))
		return -errno;
	*strrchr(path, '/') = '\0';
	rmdir(path);
	return 1;
}

static int remove_chosen(const char *root, struct choice choice, struct perf_error *error)
{
	char at[ROOT_SIZE];
	int fd = open_root(root, false, at, error), ret;

	/* -ENOENT: a cache that does not exist has no entries. */
	if (fd < 0)
		return fd == -ENOENT ? 0 : fd;
	ret = visit_all(at, remove_entry, &choice);
	close(fd);
	if (ret < 0)
		return perf_error_set(error, ret, "removing from %s: %s", root, strerror(-ret));
	return ret;
}

/**
 * perf_build_id_cache_remove() - remove the entry of a file
 * @root: directory of the cache
 * @path: program or library in its current version; NULL: remove all entries
 * @error: filled on failure
 *
 * Return: number of entries removed, -ENOENT if the file is not in the cache, or a negative errno
 * of the file system.
 */
int perf_build_id_cache_remove(const char *root, const char *path, struct perf_error *error)
{
	struct choice choice = { 0 };
	char id[ID_TEXT];
	int ret;

	if (path) {
		ret = id_text(path, id, error);
		if (ret)
			return ret;
		choice.id = id;
	}
	ret = remove_chosen(root, choice, error);
	if (path && !ret)
		return perf_error_set(error, ENOENT, "%s is not in %s", path, root);
	return ret;
}

/**
 * perf_build_id_cache_update() - replace the copy of a file, or add it
 * @root: directory of the cache, made if missing
 * @path: program or library
 * @error: filled on failure
 *
 * Only the entry with the build id of @path is replaced, not those of older versions.
 *
 * Return: as perf_build_id_cache_add().
 */
int perf_build_id_cache_update(const char *root, const char *path, struct perf_error *error)
{
	char id[ID_TEXT];
	int ret;

	ret = id_text(path, id, error);
	if (!ret)
		ret = remove_chosen(root, (struct choice){ .id = id }, error);
	return ret < 0 ? ret : perf_build_id_cache_add(root, path, error);
}

/**
 * perf_build_id_cache_purge() - remove all versions of a file
 * @root: directory of the cache
 * @path: current or former path of the file, or a name such as "[vdso]"
 * @error: filled on failure
 *
 * Return: number of entries removed, 0 if there were none; or a negative errno of the file system.
 */
int perf_build_id_cache_purge(const char *root, const char *path, struct perf_error *error)
{
	/* realpath() fails for a deleted file: use @path as typed. */
	char *absolute = realpath(path, NULL);
	const char *target = absolute ? absolute : path;
	int ret;

	ret = remove_chosen(root, (struct choice){ .target = target + (*target == '/') }, error);
	free(absolute);
	return ret;
}

/**
 * perf_build_id_cache_has() - does the cache hold a file with symbols for a build id?
 * @root: directory of the cache
 * @id: build id
 * @size: bytes of @id
 */
bool perf_build_id_cache_has(const char *root, const uint8_t *id, size_t size)
{
	static const char *const names[] = { USABLE };
	char text[ID_TEXT], path[PERF_PATH_MAX];
	size_t i;

	if (size > PERF_BUILD_ID_SIZE)
		return false;
	write_id(text, id, (int)size);
	for (i = 0; i < PERF_ARRAY_SIZE(names); i++) {
		if (perf_path(path, sizeof(path), "%s/" LINKS "/%.2s/%s/%s", root, text,
			      size ? text + 2 : "", names[i]) && !access(path, F_OK))
			return true;
	}
	return false;
}

static int list_entry(void *context, const char *root, const char *id, const char *target)
{
	struct perf_str *text = context;

	(void)root;
	perf_str_foreign(text, "%s /%.*s\n", id, (int)(strlen(target) - strlen(id) - 1), target);
	return 1;
}

/**
 * perf_build_id_cache_list() - list the entries of the cache
 * @root: directory of the cache
 * @text: a line for each entry is appended: build id, blank, path
 *
 * Return: number of entries.
 */
int perf_build_id_cache_list(const char *root, struct perf_str *text)
{
	return visit_all(root, list_entry, text);
}
