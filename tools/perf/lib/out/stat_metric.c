// SPDX-License-Identifier: GPL-2.0
/*
 * Derived numbers. Each comes from counts of the same unit and control group; the words
 * and formats are those that programs which read the output know.
 */
#include <string.h>

#include <out/stat_metric.h>

/* What is counted. */
struct key {
	uint32_t	type;
	uint64_t	config;
};

/* A ratio of two events, shown beside the first. */
struct ratio {
	struct key	key;
	struct key	of;
	double		factor;
	const char	*format;
	const char	*unit;
};

#define HW(id)	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_##id }
#define CACHE(id, result)							\
	{ PERF_TYPE_HW_CACHE,							\
	  PERF_COUNT_HW_CACHE_##id | PERF_COUNT_HW_CACHE_OP_READ << 8 |		\
	  PERF_COUNT_HW_CACHE_RESULT_##result << 16 }

/*
 * Intel's, of the PMU "cpu", as /sys/bus/event_source/devices/cpu/events has them: SDM
 * volume 3, chapter "Performance Monitoring", performance metrics.
 */
#define TOPDOWN(umask)	{ PERF_TYPE_RAW, (umask) << 8 }
#define SLOTS		{ PERF_TYPE_RAW, 0x400 }

static const struct key task_clock = { PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK };
static const struct key cpu_clock = { PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK };
static const struct key stalled_front = HW(STALLED_CYCLES_FRONTEND);
static const struct key stalled_back = HW(STALLED_CYCLES_BACKEND);

static const struct ratio ratios[] = {
	{ HW(INSTRUCTIONS), HW(CPU_CYCLES), 1, "%7.2f ", "insn per cycle" },
	{ HW(BRANCH_MISSES), HW(BRANCH_INSTRUCTIONS), 100, "%7.2f%%", "of all branches" },
	{ HW(CACHE_MISSES), HW(CACHE_REFERENCES), 100, "%7.2f%%", "of all cache refs" },
	{ HW(STALLED_CYCLES_FRONTEND), HW(CPU_CYCLES), 100, "%7.2f%%", "frontend cycles idle" },
	{ HW(STALLED_CYCLES_BACKEND), HW(CPU_CYCLES), 100, "%7.2f%%", "backend cycles idle" },
	{ CACHE(L1D, MISS), CACHE(L1D, ACCESS), 100, "%7.2f%%", "of all L1-dcache accesses" },
	{ CACHE(L1I, MISS), CACHE(L1I, ACCESS), 100, "%7.2f%%", "of all L1-icache accesses" },
	{ CACHE(LL, MISS), CACHE(LL, ACCESS), 100, "%7.2f%%", "of all LL-cache accesses" },
	{ CACHE(DTLB, MISS), CACHE(DTLB, ACCESS), 100, "%7.2f%%", "of all dTLB cache accesses" },
	{ CACHE(ITLB, MISS), CACHE(ITLB, ACCESS), 100, "%7.2f%%", "of all iTLB cache accesses" },
	{ TOPDOWN(0x80), SLOTS, 100, "%7.2f%%", "retiring" },
	{ TOPDOWN(0x81), SLOTS, 100, "%7.2f%%", "bad speculation" },
	{ TOPDOWN(0x82), SLOTS, 100, "%7.2f%%", "frontend bound" },
	{ TOPDOWN(0x83), SLOTS, 100, "%7.2f%%", "backend bound" },
};

static bool is_clock(const struct perf_event_spec *spec)
{
	return spec->attr.type == PERF_TYPE_SOFTWARE && !spec->tool &&
	       (spec->attr.config == PERF_COUNT_SW_TASK_CLOCK ||
		spec->attr.config == PERF_COUNT_SW_CPU_CLOCK);
}

/* Counted in the same control group, at the same privilege levels unless it is a clock? */
static bool comparable(const struct perf_event_spec *a, const struct perf_event_spec *b)
{
	if (!a->cgroup != !b->cgroup || (a->cgroup && strcmp(a->cgroup, b->cgroup)))
		return false;
	return is_clock(b) || (a->attr.exclude_user == b->attr.exclude_user &&
			       a->attr.exclude_kernel == b->attr.exclude_kernel);
}

/* Is there a count in the cell? */
static bool counted(const struct perf_stat_cell *cell)
{
	return cell->here && cell->running.mean > 0;
}

/* The count to compare an event with; 0 if there is none. */
static double find(const struct perf_stat *stat, size_t event, size_t unit,
		   const struct key *key)
{
	const struct perf_event_spec *specs = stat->set->list->at;
	size_t i;

	for (i = 0; i < stat->set->count; i++) {
		const struct perf_stat_cell *cell = perf_stat_cell(stat, i, unit);

		if (specs[i].attr.type != key->type || specs[i].attr.config != key->config ||
		    specs[i].tool)
			continue;
		if (perf_stat_shown(stat, i) && counted(cell) &&
		    comparable(&specs[event], &specs[i]))
			return cell->value.mean;
	}
	return 0;
}

/* ns that a clock among the events counted; 0 if there is none. */
static double clock_of(const struct perf_stat *stat, size_t event, size_t unit)
{
	double ns = find(stat, event, unit, &task_clock);

	if (ns <= 0)
		ns = find(stat, event, unit, &cpu_clock);
	return ns;
}

static void rate(struct perf_stat_metric *metric, double count, double ns)
{
	static const char *const units[] = { "/sec", "K/sec", "M/sec", "G/sec" };
	size_t prefix = 0;

	metric->value = count * 1e9 / ns;
	while (metric->value >= 1000 && prefix < 3) {
		metric->value /= 1000;
		prefix++;
	}
	metric->unit = units[prefix];
	metric->format = "%8.3f";
}

/* Cycles in which instructions waited, for each instruction: a second line. */
static bool stalled_per_instruction(const struct perf_stat *stat, size_t event, size_t unit,
				    double instructions, struct perf_stat_metric *metric)
{
	double front = find(stat, event, unit, &stalled_front);
	double back = find(stat, event, unit, &stalled_back);

	if (instructions <= 0 || (front <= 0 && back <= 0))
		return false;
	metric->value = (front > back ? front : back) / instructions;
	metric->format = "%7.2f ";
	metric->unit = "stalled cycles per insn";
	return true;
}

/* What ratio is shown beside an event. NULL: none, or what it compares with is not counted. */
static const struct ratio *ratio_of(const struct perf_stat *stat, size_t event, size_t unit,
				    double *of)
{
	const struct perf_event_attr *attr = &stat->set->list->at[event].attr;
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(ratios); i++) {
		if (ratios[i].key.type != attr->type || ratios[i].key.config != attr->config)
			continue;
		*of = find(stat, event, unit, &ratios[i].of);
		return *of > 0 ? &ratios[i] : NULL;
	}
	return NULL;
}

/**
 * perf_stat_metrics() - what to show beside a count
 * @stat: the sums
 * @event: index of the event
 * @unit: index of the unit
 * @metrics: where to store it
 *
 * Return: how many there are, 0 to 2; the second has a line of its own.
 */
size_t perf_stat_metrics(const struct perf_stat *stat, size_t event, size_t unit,
			 struct perf_stat_metric metrics[2])
{
	const struct perf_event_spec *spec = &stat->set->list->at[event];
	const struct perf_stat_cell *cell = perf_stat_cell(stat, event, unit);
	double value = cell->value.mean;
	const struct ratio *ratio;
	double ns, of;

	if (!counted(cell))
		return 0;
	if (is_clock(spec)) {
		metrics[0].value = stat->wall.mean > 0 ? value / stat->wall.mean : 0;
		metrics[0].unit = "CPUs utilized";
		metrics[0].format = "%8.3f";
		return 1;
	}
	ratio = ratio_of(stat, event, unit, &of);
	if (ratio) {
		metrics[0].value = ratio->factor * value / of;
		metrics[0].unit = ratio->unit;
		metrics[0].format = ratio->format;
		return 1 + (ratio == &ratios[0] &&
			    stalled_per_instruction(stat, event, unit, value, &metrics[1]));
	}
	ns = clock_of(stat, event, unit);
	if (ns <= 0)
		return 0;
	if (spec->attr.type == PERF_TYPE_HARDWARE &&
	    spec->attr.config == PERF_COUNT_HW_CPU_CYCLES) {
		metrics[0].value = value / ns;
		metrics[0].unit = "GHz";
		metrics[0].format = "%8.3f";
		return 1;
	}
	rate(&metrics[0], value, ns);
	return 1;
}

/* Is what a key says counted beside an event, whether or not it did count? */
static bool is_listed(const struct perf_stat *stat, size_t event, const struct key *key)
{
	const struct perf_event_spec *specs = stat->set->list->at;
	size_t i;

	for (i = 0; i < stat->set->count; i++)
		if (specs[i].attr.type == key->type && specs[i].attr.config == key->config &&
		    !specs[i].tool && comparable(&specs[event], &specs[i]))
			return true;
	return false;
}

/**
 * perf_stat_metric_unit() - what would stand beside a count if there were one
 * @stat: the sums
 * @event: index of the event
 *
 * Return: the unit of its first metric, "/sec" for all rates; NULL if there is none.
 */
const char *perf_stat_metric_unit(const struct perf_stat *stat, size_t event)
{
	const struct perf_event_spec *spec = &stat->set->list->at[event];
	const struct perf_event_attr *attr = &spec->attr;
	size_t i;

	if (is_clock(spec))
		return "CPUs utilized";
	for (i = 0; i < PERF_ARRAY_SIZE(ratios); i++)
		if (ratios[i].key.type == attr->type && ratios[i].key.config == attr->config)
			return is_listed(stat, event, &ratios[i].of) ? ratios[i].unit : NULL;
	if (!is_listed(stat, event, &task_clock) && !is_listed(stat, event, &cpu_clock))
		return NULL;
	return attr->type == PERF_TYPE_HARDWARE && attr->config == PERF_COUNT_HW_CPU_CYCLES ?
	       "GHz" : "/sec";
}
