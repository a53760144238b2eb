// SPDX-License-Identifier: GPL-2.0
/*
 * The formats of tracepoints, in the layout of trace-cmd: MAGIC and VERSION, byte order and sizes,
 * then texts with their length in front. put_events() includes only the recorded tracepoints.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <base/io.h>
#include <event/tracepoint.h>
#include <sys/paths.h>
#include <record/tracing.h>

#define MAGIC	"\x17\x08\x44" "tracing"
#define VERSION	"0.6"

static void put_u32(struct perf_str *bytes, uint32_t value)
{
	perf_str_mem(bytes, (const char *)&value, sizeof(value));
}

static void put_u64(struct perf_str *bytes, uint64_t value)
{
	perf_str_mem(bytes, (const char *)&value, sizeof(value));
}

/* Append the file @path with its length (8 bytes) in front; a missing file counts as empty. */
static bool put_file(struct perf_str *bytes, const char *path)
{
	char *text;
	size_t size;

	text = perf_read_file(path, &size);
	put_u64(bytes, text ? size : 0);
	if (text)
		perf_str_mem(bytes, text, size);
	free(text);
	return text;
}

static void put_named_file(struct perf_str *bytes, const char *name)
{
	char path[PERF_PATH_MAX];

	perf_str_mem(bytes, name, strlen(name) + 1);
	perf_path(path, sizeof(path), "%s/events/%s", perf_tracefs(), name);
	put_file(bytes, path);
}

/* A tracepoint: names of its system and of the event. */
struct tracepoint {
	char *system;
	char *event;
};

static void free_points(struct tracepoint *points, size_t nr)
{
	size_t i;

	for (i = 0; i < nr; i++) {
		free(points[i].system);
		free(points[i].event);
	}
	free(points);
}

/* Is @name the SYSTEM:EVENT of tracepoint @id? False if the event was given another name. */
static bool resolve_by_name(struct tracepoint *point, const char *name, uint64_t id)
{
	const char *colon = strchr(name, ':');
	char path[PERF_PATH_MAX];
	size_t length;
	int64_t found;

	if (!colon)
		return false;
	length = strcspn(colon + 1, ":");
	point->system = strndup(name, (size_t)(colon - name));
	point->event = strndup(colon + 1, length);
	return point->system && point->event &&
	       perf_path(path, sizeof(path), "%s/events/%s/%s/id", perf_tracefs(),
			 point->system, point->event) &&
	       perf_read_number(path, &found) && (uint64_t)found == id;
}

/* Search all tracepoints for @id. */
static bool resolve_by_id(struct tracepoint *point, uint64_t id)
{
	struct perf_tracepoint_list all = { 0 };
	struct perf_error unused;
	size_t i;

	if (perf_tracepoint_list_find(&all, "*", "*", true, &unused))
		return false;
	for (i = 0; i < all.count; i++) {
		if (all.at[i].id != id)
			continue;
		free(point->system);
		free(point->event);
		point->system = strdup(all.at[i].system);
		point->event = strdup(all.at[i].name);
		break;
	}
	i = i < all.count;
	perf_tracepoint_list_free(&all);
	return i && point->system && point->event;
}

static bool seen_before(const struct tracepoint *points, size_t index, bool system_only)
{
	size_t i;

	for (i = 0; i < index; i++) {
		if (!strcmp(points[i].system, points[index].system) &&
		    (system_only || !strcmp(points[i].event, points[index].event)))
			return true;
	}
	return false;
}

/* Append the formats of the events of @system; return their number. */
static uint32_t put_events(struct perf_str *bytes, const struct tracepoint *points, size_t nr,
			   const char *system)
{
	char path[PERF_PATH_MAX];
	uint32_t count = 0;
	size_t i;

	for (i = 0; i < nr; i++) {
		if (strcmp(points[i].system, system) || seen_before(points, i, false))
			continue;
		perf_path(path, sizeof(path), "%s/events/%s/%s/format", perf_tracefs(), system,
			  points[i].event);
		put_file(bytes, path);
		count++;
	}
	return count;
}

static void put_systems(struct perf_str *bytes, const struct tracepoint *points, size_t nr)
{
	struct perf_str formats = { 0 };
	uint32_t systems = 0, count;
	size_t i;

	for (i = 0; i < nr; i++)
		systems += !seen_before(points, i, true);
	put_u32(bytes, systems);
	for (i = 0; i < nr; i++) {
		if (seen_before(points, i, true))
			continue;
		perf_str_cut(&formats, 0);
		count = put_events(&formats, points, nr, points[i].system);
		perf_str_mem(bytes, points[i].system, strlen(points[i].system) + 1);
		put_u32(bytes, count);
		perf_str_mem(bytes, formats.text, formats.length);
	}
	bytes->failed |= formats.failed;
	perf_str_free(&formats);
}

/* Append the file @path with its length (4 bytes) in front. */
static void put_small_file(struct perf_str *bytes, const char *path)
{
	char *text;
	size_t size;

	text = perf_read_file(path, &size);
	put_u32(bytes, text ? (uint32_t)size : 0);
	if (text)
		perf_str_mem(bytes, text, size);
	free(text);
}

static void put_all(struct perf_str *bytes, const struct tracepoint *points, size_t nr)
{
	const unsigned char big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
	const unsigned char long_size = sizeof(long);
	char path[PERF_PATH_MAX];

	perf_str_mem(bytes, MAGIC, sizeof(MAGIC) - 1);
	perf_str_mem(bytes, VERSION, sizeof(VERSION));
	perf_str_mem(bytes, (const char *)&big_endian, 1);
	perf_str_mem(bytes, (const char *)&long_size, 1);
	put_u32(bytes, (uint32_t)sysconf(_SC_PAGESIZE));
	put_named_file(bytes, "header_page");
	put_named_file(bytes, "header_event");
	put_u32(bytes, 0);	/* no formats of ftrace itself */
	put_systems(bytes, points, nr);
	put_u32(bytes, 0);	/* no kernel symbols: PERF_RECORD_MMAP locates them */
	perf_path(path, sizeof(path), "%s/printk_formats", perf_tracefs());
	put_small_file(bytes, path);
	perf_path(path, sizeof(path), "%s/saved_cmdlines", perf_tracefs());
	put_file(bytes, path);
}

/**
 * perf_record_tracing() - collect the formats of tracepoints
 * @list: events; those that are not tracepoints are ignored
 * @renamed: event names may differ from tracepoint names: search by tracepoint id. Only valid for
 *	events opened on the running kernel
 * @bytes: the formats are appended; nothing, if there is no tracepoint
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_record_tracing(const struct perf_event_list *list, bool renamed,
			struct perf_str *bytes, struct perf_error *error)
{
	struct tracepoint *points;
	size_t nr = 0, i;
	int ret = 0;

	points = calloc(list->count + 1, sizeof(*points));
	if (!points)
		return perf_error_memory(error);
	for (i = 0; i < list->count && !ret; i++) {
		const struct perf_event_spec *spec = &list->at[i];

		if (spec->attr.type != PERF_TYPE_TRACEPOINT)
			continue;
		if (!perf_tracefs()) {
			ret = perf_error_set(error, ENOENT,
					     "no format of %s: no access to tracefs", spec->name);
			break;
		}
		if (!resolve_by_name(&points[nr], spec->name, spec->attr.config) &&
		    !(renamed && resolve_by_id(&points[nr], spec->attr.config)))
			ret = perf_error_set(error, ENOENT, "no format of tracepoint %s is in %s",
					     spec->name, perf_tracefs());
		nr++;
	}
	if (!ret && nr)
		put_all(bytes, points, nr);
	free_points(points, nr);
	if (!ret && bytes->failed)
		ret = perf_error_memory(error);
	return ret;
}
