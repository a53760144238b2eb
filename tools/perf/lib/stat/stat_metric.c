// SPDX-License-Identifier: GPL-2.0
/*
 * Metrics: each is computed from counts of the same unit and control group. Programs that read the
 * output depend on their units and formats.
 */
#include <string.h>

#include <stat/stat_metric.h>

/* An event. @pmu is set for a PMU with a dynamic type number, which differs between machines. */
struct key {
	uint32_t	type;
	uint64_t	config;
	const char	*pmu;
};

/* A metric of event @key: @factor times its ratio to @of, or the inverse ratio. */
struct ratio {
	struct key	key;
	struct key	of;
	double		factor;
	const char	*format;
	const char	*unit;
	bool		inverse;
};

/* A metric of event @key: @from minus @less, in percent of @of. */
struct rest {
	struct key	key;
	struct key	from;
	struct key	less;
	struct key	of;
	const char	*unit;
};

#define HW(id)	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_##id }
#define CACHE(id, result)							\
	{ PERF_TYPE_HW_CACHE,							\
	  PERF_COUNT_HW_CACHE_##id | PERF_COUNT_HW_CACHE_OP_READ << 8 |		\
	  PERF_COUNT_HW_CACHE_RESULT_##result << 16 }

/*
 * Intel's performance metrics, of the PMU "cpu", as in /sys/bus/event_source/devices/cpu/events:
 * SDM volume 3, chapter "Performance Monitoring".
 */
#define TOPDOWN(umask)	{ PERF_TYPE_RAW, (umask) << 8 }
#define SLOTS		{ PERF_TYPE_RAW, 0x400 }

/* Intel's events of transactions: in_tx is bit 32, in_tx_cp bit 33; tx-start and el-start. */
#define CYCLES_T	{ PERF_TYPE_RAW, 0x3c | 1ull << 32 }
#define CYCLES_CT	{ PERF_TYPE_RAW, 0x3c | 3ull << 32 }
#define TX_START	{ PERF_TYPE_RAW, 0x1c9 }
#define EL_START	{ PERF_TYPE_RAW, 0x1c8 }

/* PMU "msr": APERF counts unhalted cycles, also those in SMM; SMI counts SMIs. */
#define APERF		{ .pmu = "msr", .config = 1 }
#define SMI		{ .pmu = "msr", .config = 4 }

static const struct key task_clock = { PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK };
static const struct key cpu_clock = { PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK };
static const struct key stalled_front = HW(STALLED_CYCLES_FRONTEND);
static const struct key stalled_back = HW(STALLED_CYCLES_BACKEND);
static const struct key cycles = HW(CPU_CYCLES);
static const struct key smi = SMI;

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
	{ TOPDOWN(0x84), SLOTS, 100, "%7.2f%%", "heavy operations" },
	{ TOPDOWN(0x85), SLOTS, 100, "%7.2f%%", "branch mispredict" },
	{ TOPDOWN(0x86), SLOTS, 100, "%7.2f%%", "fetch latency" },
	{ TOPDOWN(0x87), SLOTS, 100, "%7.2f%%", "memory bound" },
	{ CYCLES_T, HW(CPU_CYCLES), 100, "%7.2f%%", "transactional cycles" },
	{ TX_START, CYCLES_T, 1, "%8.0f ", "cycles / transaction", .inverse = true },
	{ EL_START, CYCLES_T, 1, "%8.0f ", "cycles / elision", .inverse = true },
};

static const struct rest rests[] = {
	{ TOPDOWN(0x84), TOPDOWN(0x80), TOPDOWN(0x84), SLOTS, "light operations" },
	{ TOPDOWN(0x85), TOPDOWN(0x81), TOPDOWN(0x85), SLOTS, "machine clears" },
	{ TOPDOWN(0x86), TOPDOWN(0x82), TOPDOWN(0x86), SLOTS, "fetch bandwidth" },
	{ TOPDOWN(0x87), TOPDOWN(0x83), TOPDOWN(0x87), SLOTS, "core bound" },
	{ CYCLES_CT, CYCLES_T, CYCLES_CT, HW(CPU_CYCLES), "aborted cycles" },
	{ APERF, APERF, HW(CPU_CYCLES), APERF, "SMI cycles%" },
};

/* Is @spec the event @key? PERF_HW_EVENT_MASK drops the PMU that a hybrid CPU has in config. */
static bool is_key(const struct perf_event_spec *spec, const struct key *key)
{
	uint64_t config = spec->attr.config;

	if (spec->tool)
		return false;
	if (key->pmu)
		return spec->pmu && !strcmp(spec->pmu, key->pmu) && config == key->config;
	if (key->type == PERF_TYPE_HARDWARE || key->type == PERF_TYPE_HW_CACHE)
		config &= PERF_HW_EVENT_MASK;
	return spec->attr.type == key->type && config == key->config;
}

static bool is_clock(const struct perf_event_spec *spec)
{
	return spec->attr.type == PERF_TYPE_SOFTWARE && !spec->tool &&
	       (spec->attr.config == PERF_COUNT_SW_TASK_CLOCK ||
		spec->attr.config == PERF_COUNT_SW_CPU_CLOCK);
}

/* Were both counted in the same control group, at the same privilege levels? */
static bool comparable(const struct perf_event_spec *a, const struct perf_event_spec *b)
{
	if (!a->cgroup != !b->cgroup || (a->cgroup && strcmp(a->cgroup, b->cgroup)))
		return false;
	return a->attr.exclude_user == b->attr.exclude_user &&
	       a->attr.exclude_kernel == b->attr.exclude_kernel &&
	       a->attr.exclude_hv == b->attr.exclude_hv;
}

/* Has @cell a count? */
static bool counted(const struct perf_stat_cell *cell)
{
	return cell->here && cell->running.mean > 0;
}

/* The count of event @key, from the group of @event if possible; -1 if there is none. */
static double metric_find(const struct perf_stat *stat, size_t event, size_t unit,
			  const struct key *key)
{
	const struct perf_event_spec *specs = stat->set->list->at;
	double value = -1;
	size_t i;

	for (i = 0; i < stat->set->count; i++) {
		const struct perf_stat_cell *cell = perf_stat_cell(stat, i, unit);

		if (!is_key(&specs[i], key) || !perf_stat_shown(stat, i) || !counted(cell) ||
		    !comparable(&specs[event], &specs[i]))
			continue;
		if (specs[i].leader == specs[event].leader)
			return cell->value.mean;
		if (value < 0)
			value = cell->value.mean;
	}
	return value;
}

/* ns of task-clock or cpu-clock; not positive if neither was counted. */
static double clock_of(const struct perf_stat *stat, size_t event, size_t unit)
{
	double ns = metric_find(stat, event, unit, &task_clock);

	if (ns <= 0)
		ns = metric_find(stat, event, unit, &cpu_clock);
	return ns;
}

static void metric_rate(struct perf_stat_metric *metric, double count, double ns)
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

/* Stalled cycles per instruction: a second line. */
static bool stalled_per_instruction(const struct perf_stat *stat, size_t event, size_t unit,
				    double instructions, struct perf_stat_metric *metric)
{
	double front = metric_find(stat, event, unit, &stalled_front);
	double back = metric_find(stat, event, unit, &stalled_back);

	if (instructions <= 0 || (front <= 0 && back <= 0))
		return false;
	metric->value = (front > back ? front : back) / instructions;
	metric->format = "%7.2f ";
	metric->unit = "stalled cycles per insn";
	return true;
}

/* The ratio for an event, and the count @of to divide by. NULL: none, or @of was not counted. */
static const struct ratio *ratio_of(const struct perf_stat *stat, size_t event, size_t unit,
				    double *of)
{
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(ratios); i++) {
		if (!is_key(&stat->set->list->at[event], &ratios[i].key))
			continue;
		*of = metric_find(stat, event, unit, &ratios[i].of);
		return *of > 0 ? &ratios[i] : NULL;
	}
	return NULL;
}

static const struct rest *rest_of(const struct perf_event_spec *spec)
{
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(rests); i++)
		if (is_key(spec, &rests[i].key))
			return &rests[i];
	return NULL;
}

static bool add_rest(const struct perf_stat *stat, size_t event, size_t unit,
		     struct perf_stat_metric *metric)
{
	const struct rest *rest = rest_of(&stat->set->list->at[event]);
	double from, less, of;

	if (!rest)
		return false;
	from = metric_find(stat, event, unit, &rest->from);
	less = metric_find(stat, event, unit, &rest->less);
	of = metric_find(stat, event, unit, &rest->of);
	if (from < 0 || less < 0 || of <= 0)
		return false;
	/* Counters are not read at the same time: a small negative difference counts as 0. */
	metric->value = from > less ? 100 * (from - less) / of : 0;
	metric->format = "%7.2f%%";
	metric->unit = rest->unit;
	return true;
}

/* Fill the metrics of an event that is not a clock. Return: their number, without rates. */
static size_t add_ratios(const struct perf_stat *stat, size_t event, size_t unit, double value,
			 struct perf_stat_metric metrics[2])
{
	const struct ratio *ratio;
	size_t count = 0;
	double of;

	if (is_key(&stat->set->list->at[event], &smi)) {
		metrics[0] = (struct perf_stat_metric){ value, "SMI#", "%8.0f " };
		return 1;
	}
	ratio = ratio_of(stat, event, unit, &of);
	if (ratio && ratio->inverse && value <= 0)
		return 0;
	if (ratio) {
		metrics[0].value = ratio->factor * (ratio->inverse ? of / value : value / of);
		metrics[0].unit = ratio->unit;
		metrics[0].format = ratio->format;
		count = 1;
	}
	if (ratio == &ratios[0])
		return count + stalled_per_instruction(stat, event, unit, value, &metrics[1]);
	return count + add_rest(stat, event, unit, &metrics[count]);
}

/**
 * perf_stat_metrics() - metrics of a count
 * @stat: the sums
 * @event: index of the event
 * @unit: index of the unit
 * @metrics: filled
 *
 * Return: number of metrics, 0 to 2; the second has a line of its own.
 */
size_t perf_stat_metrics(const struct perf_stat *stat, size_t event, size_t unit,
			 struct perf_stat_metric metrics[2])
{
	const struct perf_event_spec *spec = &stat->set->list->at[event];
	const struct perf_stat_cell *cell = perf_stat_cell(stat, event, unit);
	double value = cell->value.mean;
	size_t count;
	double ns;

	if (!counted(cell))
		return 0;
	if (is_clock(spec)) {
		metrics[0].value = stat->wall.mean > 0 ? value / stat->wall.mean : 0;
		metrics[0].unit = "CPUs utilized";
		metrics[0].format = "%8.3f";
		return 1;
	}
	count = add_ratios(stat, event, unit, value, metrics);
	if (count)
		return count;
	ns = clock_of(stat, event, unit);
	if (ns <= 0)
		return 0;
	if (is_key(spec, &cycles)) {
		metrics[0].value = value / ns;
		metrics[0].unit = "GHz";
		metrics[0].format = "%8.3f";
		return 1;
	}
	metric_rate(&metrics[0], value, ns);
	return 1;
}

/* Is event @key in the list and comparable to @event, counted or not? */
static bool is_listed(const struct perf_stat *stat, size_t event, const struct key *key)
{
	const struct perf_event_spec *specs = stat->set->list->at;
	size_t i;

	for (i = 0; i < stat->set->count; i++)
		if (is_key(&specs[i], key) && comparable(&specs[event], &specs[i]))
			return true;
	return false;
}

/**
 * perf_stat_metric_unit() - unit of the metric that an event would have if it had a count
 * @stat: the sums
 * @event: index of the event
 *
 * Return: the unit of its first metric, "/sec" for all rates; NULL if there is none.
 */
const char *perf_stat_metric_unit(const struct perf_stat *stat, size_t event)
{
	const struct perf_event_spec *spec = &stat->set->list->at[event];
	const struct rest *rest = rest_of(spec);
	size_t i;

	if (is_clock(spec))
		return "CPUs utilized";
	if (is_key(spec, &smi))
		return "SMI#";
	for (i = 0; i < PERF_ARRAY_SIZE(ratios); i++)
		if (is_key(spec, &ratios[i].key))
			return is_listed(stat, event, &ratios[i].of) ? ratios[i].unit : NULL;
	if (rest)
		return is_listed(stat, event, &rest->from) && is_listed(stat, event, &rest->less) &&
		       is_listed(stat, event, &rest->of) ? rest->unit : NULL;
	if (is_key(spec, &cycles))
		return "GHz";
	return is_listed(stat, event, &task_clock) || is_listed(stat, event, &cpu_clock) ? "/sec" :
											   NULL;
}
