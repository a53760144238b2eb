/* SPDX-License-Identifier: GPL-2.0 */
/* PMUs in sysfs: types, formats of config words, named events. */
#ifndef PERF_EVENT_PMU_H
#define PERF_EVENT_PMU_H

#include <stdbool.h>
#include <stdint.h>

#include <base/error.h>
#include <base/vec.h>
#include <sys/cpus.h>

/* Number of config words of struct perf_event_attr that a format may name. */
#define PERF_CONFIG_WORDS	4

/**
 * struct perf_pmu_format - the bits of a config word that hold a term's value
 * @name: name of the term
 * @word: 0 config, 1 config1, 2 config2, 3 config3
 * @bits: mask; the value's bits go to its set bits, lowest first
 */
struct perf_pmu_format {
	char		*name;
	unsigned int	word;
	uint64_t	bits;
};

/**
 * struct perf_pmu_event - a named event of a PMU
 * @name: its name
 * @terms: the terms that it stands for, as event=0x3c,umask=0
 */
struct perf_pmu_event {
	char	*name;
	char	*terms;
};

/**
 * struct perf_pmu - a PMU
 * @formats: its terms
 * @events: its named events; read by perf_pmu_load_events()
 * @name: name in sysfs
 * @type: attr.type of its events
 * @cpus: CPUs in its cpumask or cpus file, to open events on; empty if it has neither
 * @uncore: has a cpumask file: counts outside the CPUs, so events are not of tasks
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
 * @at: the PMUs, ordered by name
 * @count: number of PMUs
 * @capacity: PMUs that @at has room for
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
