// SPDX-License-Identifier: GPL-2.0
/*
 * Reading /sys/bus/event_source/devices. pmu_load() reads the requested PMUs only: a big machine
 * has hundreds. Layout: Documentation/ABI/testing/sysfs-bus-event_source-devices-*.
 */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <base/io.h>
#include <base/str.h>
#include <event/pmu.h>
#include <sys/paths.h>

static int by_name(const void *a, const void *b)
{
	return strverscmp(((const struct perf_pmu *)a)->name, ((const struct perf_pmu *)b)->name);
}

/**
 * perf_pmu_format_parse() - parse a format file of sysfs
 * @text: contents, as config1:0-7,21
 * @word: set to the number of the config word
 * @bits: set to the mask of bits in it
 *
 * Return: true if @text is a valid format.
 */
bool perf_pmu_format_parse(const char *text, unsigned int *word, uint64_t *bits)
{
	char *end;

	text = perf_starts_with(text, "config");
	if (!text)
		return false;
	*word = 0;
	*bits = 0;
	if (*text >= '1' && *text < '0' + PERF_CONFIG_WORDS)
		*word = *text++ - '0';
	if (*text != ':')
		return false;
	do {
		unsigned long low = strtoul(text + 1, &end, 10);
		unsigned long high = low;

		if (end == text + 1)
			return false;
		if (*end == '-')
			high = strtoul(end + 1, &end, 10);
		if (high > 63 || low > high)
			return false;
		*bits |= (high - low == 63 ? ~0ull : ((1ull << (high - low + 1)) - 1)) << low;
		text = end;
	} while (*text == ',');
	return !*text;
}

/**
 * perf_pmu_format_fits() - test whether a format has enough bits for a value
 * @format: the format
 * @value: the value
 *
 * Return: true if @value fits.
 */
bool perf_pmu_format_fits(const struct perf_pmu_format *format, uint64_t value)
{
	int width = __builtin_popcountll(format->bits);

	return width >= 64 || value < 1ull << width;
}

/**
 * perf_pmu_format_apply() - store a value in the bits of its format
 * @format: the format
 * @value: the value; bits that do not fit are dropped
 * @words: the config words; bits outside of @format stay unchanged
 */
void perf_pmu_format_apply(const struct perf_pmu_format *format, uint64_t value,
			   uint64_t words[PERF_CONFIG_WORDS])
{
	uint64_t bits;

	for (bits = format->bits; bits; bits &= bits - 1, value >>= 1) {
		uint64_t bit = bits & -bits;

		if (value & 1)
			words[format->word] |= bit;
		else
			words[format->word] &= ~bit;
	}
}

/* Calls add() for each file of a directory of the PMU. A missing directory counts as empty. */
static int each_file(struct perf_pmu *pmu, const char *directory,
		     int (*add)(struct perf_pmu *pmu, const char *name, const char *line))
{
	char path[PERF_PATH_MAX], line[4096];
	struct dirent *entry;
	int err = 0;
	DIR *dir;

	if (!perf_path(path, sizeof(path), PERF_SYS_PMUS "/%s/%s", pmu->name, directory))
		return 0;
	dir = opendir(path);
	if (!dir)
		return 0;
	while (!err && (entry = readdir(dir))) {
		if (*entry->d_name == '.' ||
		    !perf_path(path, sizeof(path), PERF_SYS_PMUS "/%s/%s/%s", pmu->name, directory,
			       entry->d_name) ||
		    perf_read_line(path, line, sizeof(line)) < 0)
			continue;
		err = add(pmu, entry->d_name, line);
	}
	closedir(dir);
	return err;
}

static int add_format(struct perf_pmu *pmu, const char *name, const char *line)
{
	struct perf_pmu_format *format;
	unsigned int word;
	uint64_t bits;

	if (!perf_pmu_format_parse(line, &word, &bits))
		return 0;
	format = perf_vec_push(&pmu->formats);
	if (!format)
		return -ENOMEM;
	format->word = word;
	format->bits = bits;
	format->name = strdup(name);
	return format->name ? 0 : -ENOMEM;
}

static int add_event(struct perf_pmu *pmu, const char *name, const char *line)
{
	struct perf_pmu_event *event;

	/* These files are notes on an event, for perf_pmu_event_note(). */
	if (perf_ends_with(name, ".unit") || perf_ends_with(name, ".scale") ||
	    perf_ends_with(name, ".per-pkg") || perf_ends_with(name, ".snapshot"))
		return 0;
	event = perf_vec_push(&pmu->events);
	if (!event)
		return -ENOMEM;
	event->name = strdup(name);
	event->terms = strdup(line);
	return event->name && event->terms ? 0 : -ENOMEM;
}

static int pmu_load(struct perf_pmus *pmus, const char *name)
{
	char path[PERF_PATH_MAX], line[4096];
	struct perf_error ignored;
	struct perf_pmu *pmu;
	int64_t type;

	if (!perf_path(path, sizeof(path), PERF_SYS_PMUS "/%s/type", name) ||
	    !perf_read_number(path, &type))
		return 0;
	pmu = perf_vec_push(pmus);
	if (!pmu)
		return -ENOMEM;
	pmu->type = type;
	pmu->name = strdup(name);
	if (!pmu->name)
		return -ENOMEM;
	/* PMUs outside the CPUs have "cpumask", PMUs of one among several kinds of CPU "cpus". */
	perf_path(path, sizeof(path), PERF_SYS_PMUS "/%s/cpumask", name);
	pmu->uncore = perf_read_line(path, line, sizeof(line)) > 0;
	if (!pmu->uncore) {
		perf_path(path, sizeof(path), PERF_SYS_PMUS "/%s/cpus", name);
		perf_read_line(path, line, sizeof(line));
	}
	perf_cpus_parse(&pmu->cpus, line, &ignored);
	return each_file(pmu, "format", add_format);
}

/* The pattern uncore_cha matches uncore_cha_0, uncore_cha_1 and so on. */
static bool name_matches(const char *name, const char *pattern)
{
	const char *rest;

	if (perf_is_glob(pattern))
		return perf_glob_match(pattern, name);
	rest = perf_starts_with(name, pattern);
	if (!rest) {
		rest = perf_starts_with(name, "uncore_");
		rest = rest ? perf_starts_with(rest, pattern) : NULL;
	}
	if (!rest)
		return false;
	return !*rest || (*rest == '_' && rest[1] && !rest[1 + strspn(rest + 1, "0123456789")]);
}

/**
 * perf_pmus_find() - find the PMUs that a name stands for
 * @pmus: filled, ordered by name; free with perf_pmus_free()
 * @pattern: a name; a name without the number at its end, or without "uncore_" in front; or a
 *	pattern with wildcards. "*" matches all
 * @error: filled on failure
 *
 * Return: 0, with @pmus empty if no PMU matches; or -ENOMEM.
 */
int perf_pmus_find(struct perf_pmus *pmus, const char *pattern, struct perf_error *error)
{
	char path[PERF_PATH_MAX];
	struct dirent *entry;
	int failed = 0;
	DIR *dir;

	*pmus = (struct perf_pmus){ 0 };
	/* An exact name wins, so readdir() is not needed. */
	if (!perf_is_glob(pattern) && !strchr(pattern, '/') &&
	    perf_path(path, sizeof(path), PERF_SYS_PMUS "/%s/type", pattern) &&
	    !access(path, R_OK)) {
		failed = pmu_load(pmus, pattern);
		goto out;
	}
	dir = opendir(PERF_SYS_PMUS);
	if (!dir)
		return 0;
	while (!failed && (entry = readdir(dir)))
		if (*entry->d_name != '.' && name_matches(entry->d_name, pattern))
			failed = pmu_load(pmus, entry->d_name);
	closedir(dir);
	if (!failed && pmus->count)
		qsort(pmus->at, pmus->count, sizeof(*pmus->at), by_name);
out:
	if (!failed)
		return 0;
	perf_pmus_free(pmus);
	return perf_error_memory(error);
}

/**
 * perf_pmu_is_cputype() - test whether a PMU counts in the CPUs, or in CPUs of one kind
 * @pmu: the PMU
 *
 * Return: true if @pmu is "cpu", or lists CPUs without being an uncore PMU.
 */
bool perf_pmu_is_cputype(const struct perf_pmu *pmu)
{
	return !strcmp(pmu->name, "cpu") || (pmu->cpus.count && !pmu->uncore);
}

static int no_cputype(const struct perf_pmus *all, const char *name, struct perf_error *error)
{
	struct perf_str names = { 0 };
	const struct perf_pmu *pmu;

	perf_vec_each(all, pmu)
		if (perf_pmu_is_cputype(pmu))
			perf_str_format(&names, "%s%s", names.length ? ", " : "", pmu->name);
	perf_error_set(error, ENODEV, "there is no kind of CPU '%s' here", name);
	if (names.length)
		perf_error_hint(error, "kinds: %s", perf_str_text(&names));
	else
		perf_error_hint(error, "no CPU here shows its counters: 'perf doctor' shows why");
	perf_str_free(&names);
	return -ENODEV;
}

/**
 * perf_pmus_find_cputype() - find the PMU of a kind of CPU
 * @pmus: filled with the PMU; free with perf_pmus_free()
 * @name: its name, with or without "cpu_" in front
 * @error: filled on failure
 *
 * Return: 0; -ENODEV if there is no such kind here; or -ENOMEM.
 */
int perf_pmus_find_cputype(struct perf_pmus *pmus, const char *name, struct perf_error *error)
{
	const struct perf_pmu *pmu;
	struct perf_pmus all;
	int failed;

	*pmus = (struct perf_pmus){ 0 };
	failed = perf_pmus_find(&all, "*", error);
	if (failed)
		return failed;
	failed = -ENODEV;
	perf_vec_each(&all, pmu) {
		const char *kind = perf_starts_with(pmu->name, "cpu_");

		if (!perf_pmu_is_cputype(pmu) ||
		    (strcmp(pmu->name, name) && !(kind && !strcmp(kind, name))))
			continue;
		failed = pmu_load(pmus, pmu->name) ? perf_error_memory(error) : 0;
		break;
	}
	if (failed == -ENODEV)
		no_cputype(&all, name, error);
	perf_pmus_free(&all);
	return failed;
}

/**
 * perf_pmus_free() - free PMUs
 * @pmus: the PMUs; empty afterwards
 */
void perf_pmus_free(struct perf_pmus *pmus)
{
	struct perf_pmu_format *format;
	struct perf_pmu_event *event;
	struct perf_pmu *pmu;

	perf_vec_each(pmus, pmu) {
		perf_vec_each(&pmu->formats, format)
			free(format->name);
		perf_vec_free(&pmu->formats);
		perf_vec_each(&pmu->events, event) {
			free(event->name);
			free(event->terms);
		}
		perf_vec_free(&pmu->events);
		perf_cpus_free(&pmu->cpus);
		free(pmu->name);
	}
	perf_vec_free(pmus);
}

static int event_by_name(const void *a, const void *b)
{
	return strcmp(((const struct perf_pmu_event *)a)->name,
		      ((const struct perf_pmu_event *)b)->name);
}

/**
 * perf_pmu_load_events() - read the named events of a PMU, unless they were read before
 * @pmu: the PMU
 * @error: filled on failure
 *
 * Return: 0 or -ENOMEM.
 */
int perf_pmu_load_events(struct perf_pmu *pmu, struct perf_error *error)
{
	if (pmu->events_loaded)
		return 0;
	pmu->events_loaded = true;
	if (each_file(pmu, "events", add_event))
		return perf_error_memory(error);
	if (pmu->events.count)
		qsort(pmu->events.at, pmu->events.count, sizeof(*pmu->events.at), event_by_name);
	return 0;
}

/**
 * perf_pmu_event() - find an event of a PMU by its name
 * @pmu: the PMU, after perf_pmu_load_events()
 * @name: the name
 *
 * Return: the event, NULL if no event has this name.
 */
const struct perf_pmu_event *perf_pmu_event(const struct perf_pmu *pmu, const char *name)
{
	const struct perf_pmu_event *event;

	perf_vec_each(&pmu->events, event)
		if (!strcmp(event->name, name))
			return event;
	return NULL;
}

/**
 * perf_pmu_format() - find a term of a PMU by its name
 * @pmu: the PMU
 * @name: the name
 *
 * Return: the format, NULL if no term has this name.
 */
const struct perf_pmu_format *perf_pmu_format(const struct perf_pmu *pmu, const char *name)
{
	const struct perf_pmu_format *format;

	perf_vec_each(&pmu->formats, format)
		if (!strcmp(format->name, name))
			return format;
	return NULL;
}

/**
 * perf_pmu_event_note() - read a note on an event from sysfs
 * @pmu: the PMU
 * @event: name of the event
 * @what: unit, scale, per-pkg or snapshot
 * @line: filled with the note
 * @size: bytes of @line
 *
 * Return: true if there is such a note.
 */
bool perf_pmu_event_note(const struct perf_pmu *pmu, const char *event, const char *what,
			 char *line, size_t size)
{
	char path[PERF_PATH_MAX];

	return perf_path(path, sizeof(path), PERF_SYS_PMUS "/%s/events/%s.%s", pmu->name, event,
			 what) &&
	       perf_read_line(path, line, size) >= 0;
}
