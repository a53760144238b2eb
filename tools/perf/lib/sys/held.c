// SPDX-License-Identifier: GPL-2.0
/*
 * Open events of all processes: /proc/PID/fd has the descriptors, /proc/PID/fdinfo the lines
 * "perf-NAME:" of a kernel that describes events.
 */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <base/io.h>
#include <base/num.h>
#include <base/str.h>
#include <sys/held.h>

/* The link of an event's descriptor in /proc/PID/fd. */
#define EVENT_LINK	"anon_inode:[perf_event]"

/* How the value of a line is stored. */
enum kind {
	TEXT,
	U64,
	U32,
	S64,
	FLAG,
};

static const struct {
	const char	*name;
	enum kind	kind;
	size_t		offset;
	size_t		size;
} lines[] = {
#define LINE(name_, kind_, member_)						\
	{ name_, kind_, offsetof(struct perf_held, member_),			\
	  sizeof(((struct perf_held *)0)->member_) }
	LINE("type", U32, type),
	LINE("pmu", TEXT, pmu),
	LINE("config", U64, config[0]),
	LINE("config1", U64, config[1]),
	LINE("config2", U64, config[2]),
	LINE("config3", U64, config[3]),
	LINE("pid", S64, pid),
	LINE("cpu", S64, cpu),
	LINE("cgroup", FLAG, cgroup),
	LINE("state", TEXT, state),
	LINE("enabled", U64, enabled),
	LINE("running", U64, running),
	LINE("lost", U64, lost),
	LINE("ring", U64, ring),
	LINE("aux", U64, aux),
	LINE("instances", U64, instances),
#undef LINE
};

/* Stores @value as lines[@line] says. Returns false if it is no such value. */
static bool store(struct perf_held *held, size_t line, const char *value)
{
	char *member = (char *)held + lines[line].offset;
	uint64_t number;

	if (lines[line].kind == TEXT) {
		snprintf(member, lines[line].size, "%s", value);
		return true;
	}
	if (lines[line].kind == S64)
		return perf_parse_s64(value, (int64_t *)(void *)member);
	if (!perf_parse_u64(value, &number))
		return false;
	switch (lines[line].kind) {
	case U32:
		*(uint32_t *)(void *)member = (uint32_t)number;
		return number <= UINT32_MAX;
	case FLAG:
		*(bool *)member = number;
		return number <= 1;
	default:
		*(uint64_t *)(void *)member = number;
		return true;
	}
}

/* A line of @length bytes without "perf-": NAME, a colon, blanks, value. Others are ignored. */
static bool parse_line(const char *text, size_t length, struct perf_held *held)
{
	char line[128], *value;
	size_t i;

	if (length >= sizeof(line))
		return true;
	memcpy(line, text, length);
	line[length] = '\0';
	value = strchr(line, ':');
	if (!value)
		return true;
	*value++ = '\0';
	value += strspn(value, " \t");
	for (i = 0; i < PERF_ARRAY_SIZE(lines); i++)
		if (!strcmp(lines[i].name, line))
			return store(held, i, value);
	return true;
}

/**
 * perf_held_parse() - parse the fdinfo of an event
 * @text: contents of the file
 * @held: filled from the lines that begin with "perf-"; @described is set if the type is there
 *
 * Lines that a newer kernel may have are ignored.
 *
 * Return: false if a value is not what its line should have.
 */
bool perf_held_parse(const char *text, struct perf_held *held)
{
	const char *rest;
	size_t length;
	bool good = true;

	for (; *text; text += length + (text[length] == '\n')) {
		length = strcspn(text, "\n");
		rest = perf_starts_with(text, "perf-");
		if (!rest || length < (size_t)(rest - text))
			continue;
		good &= parse_line(rest, length - (size_t)(rest - text), held);
		held->described |= !!perf_starts_with(rest, "type:");
	}
	return good;
}

static bool is_event(pid_t pid, const char *fd)
{
	char path[64], target[sizeof(EVENT_LINK)];
	ssize_t length;

	snprintf(path, sizeof(path), "/proc/%d/fd/%.16s", pid, fd);
	length = readlink(path, target, sizeof(target));
	return length == (ssize_t)sizeof(EVENT_LINK) - 1 && !memcmp(target, EVENT_LINK, length);
}

static int add_event(struct perf_held_list *found, pid_t pid, const char *fd)
{
	struct perf_held *held;
	char path[64], *text;

	snprintf(path, sizeof(path), "/proc/%d/fdinfo/%.16s", pid, fd);
	text = perf_read_file(path, NULL);
	if (!text)
		return errno == ENOMEM ? -ENOMEM : 0;
	held = perf_vec_push(&found->list);
	if (held) {
		held->holder = pid;
		held->fd = atoi(fd);
		perf_held_parse(text, held);
		snprintf(path, sizeof(path), "/proc/%d/comm", pid);
		perf_read_line(path, held->comm, sizeof(held->comm));
	}
	free(text);
	return held ? 0 : -ENOMEM;
}

/* A process that has gone has no events. */
static int add_process(struct perf_held_list *found, pid_t pid)
{
	struct dirent *entry;
	char path[64];
	int err = 0;
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%d/fd", pid);
	dir = opendir(path);
	if (!dir) {
		found->hidden += errno == EACCES;
		return 0;
	}
	while (!err && (entry = readdir(dir)))
		if (isdigit((unsigned char)*entry->d_name) && is_event(pid, entry->d_name))
			err = add_event(found, pid, entry->d_name);
	closedir(dir);
	return err;
}

static int compare_held(const void *a, const void *b)
{
	const struct perf_held *left = a, *right = b;

	if (left->holder != right->holder)
		return left->holder < right->holder ? -1 : 1;
	return (left->fd > right->fd) - (left->fd < right->fd);
}

/**
 * perf_held_find() - find the events of all processes that the caller may see
 * @found: filled; perf_held_free() frees it
 * @error: filled on failure
 *
 * Return: 0, or a negative errno.
 */
int perf_held_find(struct perf_held_list *found, struct perf_error *error)
{
	struct dirent *entry;
	int err = 0;
	DIR *dir;

	*found = (struct perf_held_list){ 0 };
	dir = opendir("/proc");
	if (!dir)
		return perf_error_set(error, errno, "/proc cannot be read: %s", strerror(errno));
	while (!err && (entry = readdir(dir)))
		if (isdigit((unsigned char)*entry->d_name))
			err = add_process(found, atoi(entry->d_name));
	closedir(dir);
	if (err)
		return perf_error_memory(error);
	if (found->list.count)
		qsort(found->list.at, found->list.count, sizeof(*found->list.at), compare_held);
	return 0;
}

/**
 * perf_held_free() - free a list
 * @found: from perf_held_find()
 */
void perf_held_free(struct perf_held_list *found)
{
	perf_vec_free(&found->list);
}
