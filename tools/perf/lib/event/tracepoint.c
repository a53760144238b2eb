// SPDX-License-Identifier: GPL-2.0
/* Finding tracepoints in tracefs. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <base/str.h>
#include <event/tracepoint.h>
#include <sys/paths.h>

static int tracepoint_add(struct perf_tracepoint_list *points, const char *system, const char *name,
			  uint64_t id)
{
	struct perf_tracepoint *point = perf_vec_push(points);

	if (!point)
		return -ENOMEM;
	point->system = strdup(system);
	point->name = strdup(name);
	point->id = id;
	return point->system && point->name ? 0 : -ENOMEM;
}

/* State of perf_tracepoint_list_find(). system: current subsystem, path: its directory. */
struct walk {
	struct perf_tracepoint_list	*points;
	const char			*pattern;
	bool				ids;
	const char			*system;
	char				path[PERF_PATH_MAX];
};

/*
 * Adds a tracepoint, which is a directory with an id file. @at: descriptor of the subsystem's
 * directory, which makes faccessat() cheap for thousands of files.
 */
static int look_at(struct walk *walk, int at, const char *name)
{
	char path[PERF_PATH_MAX];
	int64_t id = 0;

	if (!walk->ids) {
		if (!perf_path(path, sizeof(path), "%s/id", name) || faccessat(at, path, F_OK, 0))
			return 0;
	} else if (!perf_path(path, sizeof(path), "%s/%s/id", walk->path, name) ||
		   !perf_read_number(path, &id)) {
		return 0;
	}
	return tracepoint_add(walk->points, walk->system, name, id);
}

static int in_system(struct walk *walk, const char *tracefs, const char *system)
{
	struct dirent *entry;
	int err = 0;
	DIR *dir;

	walk->system = system;
	if (!perf_path(walk->path, sizeof(walk->path), "%s/events/%s", tracefs, system))
		return 0;
	dir = opendir(walk->path);
	if (!dir)
		return 0;
	if (!perf_is_glob(walk->pattern))
		err = look_at(walk, dirfd(dir), walk->pattern);
	else
		while (!err && (entry = readdir(dir)))
			if (*entry->d_name != '.' && entry->d_type == DT_DIR &&
			    perf_glob_match(walk->pattern, entry->d_name))
				err = look_at(walk, dirfd(dir), entry->d_name);
	closedir(dir);
	return err;
}

static int tracepoint_compare(const void *a, const void *b)
{
	const struct perf_tracepoint *x = a;
	const struct perf_tracepoint *y = b;
	int order = strcmp(x->system, y->system);

	return order ? order : strcmp(x->name, y->name);
}

/**
 * perf_tracepoint_list_find() - find the tracepoints that two patterns match
 * @points: filled, ordered by system and name; free with perf_tracepoint_list_free()
 * @system: subsystem, may have wildcards
 * @name: name, may have wildcards
 * @ids: read the ids as well, one file each
 * @error: filled on failure
 *
 * Return: 0, with @points empty if nothing matches; or a negative errno, -ENOENT if tracefs
 * cannot be read.
 */
int perf_tracepoint_list_find(struct perf_tracepoint_list *points, const char *system,
			      const char *name, bool ids, struct perf_error *error)
{
	struct walk walk = { .points = points, .pattern = name, .ids = ids };
	const char *tracefs = perf_tracefs();
	char path[PERF_PATH_MAX];
	struct dirent *entry;
	int failed = 0;
	DIR *dir;

	*points = (struct perf_tracepoint_list){ 0 };
	if (!tracefs) {
		perf_error_set(error, ENOENT,
			       "tracepoints cannot be looked up: no access to tracefs");
		if (geteuid())
			perf_error_hint(error,
					"only root may read it by default; as root: mount -o remount,mode=755 /sys/kernel/tracing");
		else
			perf_error_hint(error, "mount -t tracefs none /sys/kernel/tracing");
		return -ENOENT;
	}
	if (!perf_is_glob(system)) {
		failed = in_system(&walk, tracefs, system);
	} else {
		perf_path(path, sizeof(path), "%s/events", tracefs);
		dir = opendir(path);
		while (dir && !failed && (entry = readdir(dir)))
			if (*entry->d_name != '.' && entry->d_type == DT_DIR &&
			    perf_glob_match(system, entry->d_name))
				failed = in_system(&walk, tracefs, entry->d_name);
		if (dir)
			closedir(dir);
	}
	if (failed) {
		perf_tracepoint_list_free(points);
		return perf_error_memory(error);
	}
	if (points->count)
		qsort(points->at, points->count, sizeof(*points->at), tracepoint_compare);
	return 0;
}

/**
 * perf_tracepoint_list_free() - free tracepoints
 * @points: the tracepoints; empty afterwards
 */
void perf_tracepoint_list_free(struct perf_tracepoint_list *points)
{
	struct perf_tracepoint *point;

	perf_vec_each(points, point) {
		free(point->system);
		free(point->name);
	}
	perf_vec_free(points);
}
