/* SPDX-License-Identifier: GPL-2.0 */
/* PMUs as sysfs describes them: types, formats of config words, named events. */
#ifndef PERF_EVENT_PMU_H
#define PERF_EVENT_PMU_H

#include <stdbool.h>
#include <stdint.h>

#include <base/error.h>
#include <base/vec.h>
#include <sys/cpus.h>

/* attr members that a format may name. */
#define PERF_CONFIG_WORDS	4

/**
 * struct perf_pmu_format - where a term's value goes
 * @name: of the term
 * @word: 0 config, 1 config1, 2 config2, 3 config3
 * @bits: the bits, low to high as the value's bits are spread over them
 */
struct perf_pmu_format {
	char		*name;
	unsigned int	word;
	uint64_t	bits;
};

/**
 * struct perf_pmu_event - an event a PMU names
 * @name: its name
 * @terms: what it stands for, as event=0x3c,umask=0
 */
struct perf_pmu_event {
	char	*name;
	char	*terms;
};

/**
 * struct perf_pmu - a PMU
 * @formats: its terms
 * @events: its events; read by perf_pmu_load_events()
 * @name: as in sysfs
 * @type: for attr.type
 * @cpus: where its events want to be opened; empty if it does not say
 * @uncore: counts something outside the CPUs: events are not of tasks
 * @events_loaded: @events was read
 */
struct perf_pmu {
	PERF_VEC(struct perf_pmu_format) formats;
	PERF_VEC(struct perf_pmu_event)	events;
	char				*name;
	uint32_t			type;
	struct perf_cpus		cpus;
	bool				uncore;
	bool				events_loaded;
};

/**
 * struct perf_pmus - PMUs
 * @at: them, by name
 * @count: how many
 * @capacity: room
 */
struct perf_pmus {
	struct perf_pmu	*at;
	size_t		count;
	size_t		capacity;
};

int perf_pmus_find(struct perf_pmus *pmus, const char *pattern, struct perf_error *error);
int perf_pmus_find_cputype(struct perf_pmus *pmus, const char *name, struct perf_error *error);
bool perf_pmu_is_cputype(const struct perf_pmu *pmu);
void perf_pmus_free(struct perf_pmus *pmus);
int perf_pmu_load_events(struct perf_pmu *pmu, struct perf_error *error);
const struct perf_pmu_event *perf_pmu_event(const struct perf_pmu *pmu, const char *name);
const struct perf_pmu_format *perf_pmu_format(const struct perf_pmu *pmu, const char *name);
bool perf_pmu_format_fits(const struct perf_pmu_format *format, uint64_t value);
void perf_pmu_format_apply(const struct perf_pmu_format *format, uint64_t value,
			   uint64_t words[PERF_CONFIG_WORDS]);
bool perf_pmu_format_parse(const char *text, unsigned int *word, uint64_t *bits);
bool perf_pmu_event_note(const struct perf_pmu *pmu, const char *event, const char *what,
			 char *line, size_t size);

#endif
