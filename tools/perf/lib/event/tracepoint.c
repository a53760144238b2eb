// SPDX-License-Identifier: GPL-2.0
/* Walking through tracefs. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <base/str.h>
#include <event/tracepoint.h>
#include <sys/paths.h>

static int add(struct perf_tracepoint_list *points, const char *system, const char *name,
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

/* A directory with an id file is a tracepoint. */
static int look_at(struct perf_tracepoint_list *points, const char *system, const char *name,
		   bool ids)
{
	char path[PERF_PATH_MAX];
	int64_t id = 0;

	if (!perf_path(path, sizeof(path), "%s/events/%s/%s/id", perf_tracefs(), system, name))
		return 0;
	if (ids ? !perf_read_number(path, &id) : access(path, F_OK))
		return 0;
	return add(points, system, name, id);
}

static int in_system(struct perf_tracepoint_list *points, const char *system, const char *pattern,
		     bool ids)
{
	char path[PERF_PATH_MAX];
	struct dirent *entry;
	int error = 0;
	DIR *dir;

	if (!perf_is_glob(pattern))
		return look_at(points, system, pattern, ids);
	if (!perf_path(path, sizeof(path), "%s/events/%s", perf_tracefs(), system))
		return 0;
	dir = opendir(path);
	if (!dir)
		return 0;
	while (!error && (entry = readdir(dir)))
		if (*entry->d_name != '.' && entry->d_type == DT_DIR &&
		    perf_glob_match(pattern, entry->d_name))
			error = look_at(points, system, entry->d_name, ids);
	closedir(dir);
	return error;
}

static int compare(const void *a, const void *b)
{
	const struct perf_tracepoint *x = a;
	const struct perf_tracepoint *y = b;
	int order = strcmp(x->system, y->system);

	return order ? order : strcmp(x->name, y->name);
}

/**
 * perf_tracepoint_list_find() - the tracepoints two patterns match
 * @points: where to store them, ordered; free with perf_tracepoint_list_free()
 * @system: subsystem, may have wildcards
 * @name: name, may have wildcards
 * @ids: read their ids too, which takes a file each
 * @error: filled on failure
 *
 * Return: 0, with nothing stored if nothing matches; or a negative errno, -ENOENT if
 * tracefs cannot be read.
 */
int perf_tracepoint_list_find(struct perf_tracepoint_list *points, const char *system,
			      const char *name, bool ids, struct perf_error *error)
{
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
		failed = in_system(points, system, name, ids);
	} else {
		perf_path(path, sizeof(path), "%s/events", tracefs);
		dir = opendir(path);
		while (dir && !failed && (entry = readdir(dir)))
			if (*entry->d_name != '.' && entry->d_type == DT_DIR &&
			    perf_glob_match(system, entry->d_name))
				failed = in_system(points, entry->d_name, name, ids);
		if (dir)
			closedir(dir);
	}
	if (failed) {
		perf_tracepoint_list_free(points);
		return perf_error_memory(error);
	}
	if (points->count)
		qsort(points->at, points->count, sizeof(*points->at), compare);
	return 0;
}

/**
 * perf_tracepoint_list_free() - free tracepoints
 * @points: them; none afterwards
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
