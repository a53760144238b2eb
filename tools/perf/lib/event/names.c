// SPDX-License-Identifier: GPL-2.0
/* Names of the generic events; attr.config holds numbers of the kernel's ABI. */
#include <string.h>
#include <strings.h>

#include <event/names.h>

#define HARDWARE(id, name_, alias_, help_)					\
	{ .name = (name_), .alias = (alias_), .type = PERF_TYPE_HARDWARE,	\
	  .config = PERF_COUNT_HW_##id, .help = (help_) }
#define SOFTWARE(id, name_, alias_, help_)					\
	{ .name = (name_), .alias = (alias_), .type = PERF_TYPE_SOFTWARE,	\
	  .config = PERF_COUNT_SW_##id, .help = (help_) }
#define CLOCK(id, name_, help_)							\
	{ .name = (name_), .type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_##id, \
	  .unit = "msec", .scale = 1e-6, .help = (help_) }
#define TOOL(id, name_, help_)							\
	{ .name = (name_), .type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_DUMMY, \
	  .tool = PERF_TOOL_##id, .unit = "ns", .scale = 1, .help = (help_) }

const struct perf_event_name perf_event_names[] = {
	HARDWARE(CPU_CYCLES, "cycles", "cpu-cycles", "CPU cycles at the clock rate of the moment"),
	HARDWARE(INSTRUCTIONS, "instructions", NULL, "instructions retired"),
	HARDWARE(CACHE_REFERENCES, "cache-references", NULL, "accesses to the last-level cache"),
	HARDWARE(CACHE_MISSES, "cache-misses", NULL, "accesses the last-level cache missed"),
	HARDWARE(BRANCH_INSTRUCTIONS, "branches", "branch-instructions",
		 "branch instructions retired"),
	HARDWARE(BRANCH_MISSES, "branch-misses", NULL, "branches that were mispredicted"),
	HARDWARE(BUS_CYCLES, "bus-cycles", NULL, "cycles of the bus"),
	HARDWARE(STALLED_CYCLES_FRONTEND, "stalled-cycles-frontend", "idle-cycles-frontend",
		 "cycles in which no instruction could be issued"),
	HARDWARE(STALLED_CYCLES_BACKEND, "stalled-cycles-backend", "idle-cycles-backend",
		 "cycles in which no instruction could retire"),
	HARDWARE(REF_CPU_CYCLES, "ref-cycles", NULL, "CPU cycles at a constant rate"),
	CLOCK(CPU_CLOCK, "cpu-clock", "time of the CPU, by a timer"),
	CLOCK(TASK_CLOCK, "task-clock", "time the task ran"),
	SOFTWARE(PAGE_FAULTS, "page-faults", "faults", "page faults, minor and major"),
	SOFTWARE(CONTEXT_SWITCHES, "context-switches", "cs", "switches to another task"),
	SOFTWARE(CPU_MIGRATIONS, "cpu-migrations", "migrations", "moves of a task to another CPU"),
	SOFTWARE(PAGE_FAULTS_MIN, "minor-faults", NULL, "page faults that needed no I/O"),
	SOFTWARE(PAGE_FAULTS_MAJ, "major-faults", NULL, "page faults that needed I/O"),
	SOFTWARE(ALIGNMENT_FAULTS, "alignment-faults", NULL,
		 "unaligned accesses the kernel did for a program"),
	SOFTWARE(EMULATION_FAULTS, "emulation-faults", NULL,
		 "instructions the kernel emulated for a program"),
	SOFTWARE(DUMMY, "dummy", NULL, "counts nothing; carries side-band records"),
	SOFTWARE(BPF_OUTPUT, "bpf-output", NULL, "samples that BPF programs write"),
	SOFTWARE(CGROUP_SWITCHES, "cgroup-switches", NULL,
		 "switches to a task of another control group"),
	TOOL(DURATION, "duration_time", "wall time; made by the tool itself"),
	TOOL(USER, "user_time", "user time of the program; made by the tool itself"),
	TOOL(SYSTEM, "system_time", "system time of the program; made by the tool itself"),
};

const size_t perf_event_name_count = PERF_ARRAY_SIZE(perf_event_names);

/**
 * perf_event_name_find() - find a generic event by its name
 * @name: exact name or alias
 *
 * Return: the event, NULL if no event has this name.
 */
const struct perf_event_name *perf_event_name_find(const char *name)
{
	size_t i;

	for (i = 0; i < perf_event_name_count; i++) {
		const struct perf_event_name *event = &perf_event_names[i];

		if (!strcmp(event->name, name) || (event->alias && !strcmp(event->alias, name)))
			return event;
	}
	return NULL;
}

/* A part of a cache event's name: the words for one number, the preferred word first. */
struct words {
	unsigned int	number;
	const char	*words[7];
};

#define OPERATION(id)	(1u << PERF_COUNT_HW_CACHE_OP_##id)
#define READ		OPERATION(READ)
#define WRITE		OPERATION(WRITE)
#define PREFETCH	OPERATION(PREFETCH)

static const struct words caches[] = {
	{ PERF_COUNT_HW_CACHE_L1D, { "L1-dcache", "l1-d", "l1d", "L1-data" } },
	{ PERF_COUNT_HW_CACHE_L1I, { "L1-icache", "l1-i", "l1i", "L1-instruction" } },
	{ PERF_COUNT_HW_CACHE_LL, { "LLC", "L2" } },
	{ PERF_COUNT_HW_CACHE_DTLB, { "dTLB", "d-tlb", "Data-TLB" } },
	{ PERF_COUNT_HW_CACHE_ITLB, { "iTLB", "i-tlb", "Instruction-TLB" } },
	{ PERF_COUNT_HW_CACHE_BPU, { "branch", "branches", "bpu", "btb", "bpc" } },
	{ PERF_COUNT_HW_CACHE_NODE, { "node" } },
};

/* Operations of each cache, as bits: PERF_COUNT_HW_CACHE_L1I has no writes. */
static const unsigned char operations_of[PERF_COUNT_HW_CACHE_MAX] = {
	[PERF_COUNT_HW_CACHE_L1D] = READ | WRITE | PREFETCH,
	[PERF_COUNT_HW_CACHE_L1I] = READ | PREFETCH,
	[PERF_COUNT_HW_CACHE_LL] = READ | WRITE | PREFETCH,
	[PERF_COUNT_HW_CACHE_DTLB] = READ | WRITE | PREFETCH,
	[PERF_COUNT_HW_CACHE_ITLB] = READ,
	[PERF_COUNT_HW_CACHE_BPU] = READ,
	[PERF_COUNT_HW_CACHE_NODE] = READ | WRITE | PREFETCH,
};

static const struct words operations[] = {
	{ PERF_COUNT_HW_CACHE_OP_READ, { "load", "loads", "read" } },
	{ PERF_COUNT_HW_CACHE_OP_WRITE, { "store", "stores", "write" } },
	{ PERF_COUNT_HW_CACHE_OP_PREFETCH, { "prefetch", "prefetches", "speculative-read",
					     "speculative-load" } },
};

static const struct words results[] = {
	{ PERF_COUNT_HW_CACHE_RESULT_ACCESS, { "refs", "Reference", "ops", "access" } },
	{ PERF_COUNT_HW_CACHE_RESULT_MISS, { "misses", "miss" } },
};

/*
 * Finds the longest word of @table that *name begins with, followed by '-' or the end, and
 * advances *name past it.
 */
static bool take_word(const char **name, const struct words *table, size_t count,
		      unsigned int *number)
{
	size_t i, j, best = 0;

	for (i = 0; i < count; i++) {
		for (j = 0; j < PERF_ARRAY_SIZE(table[i].words) && table[i].words[j]; j++) {
			size_t length = strlen(table[i].words[j]);

			if (length <= best || strncasecmp(*name, table[i].words[j], length) ||
			    ((*name)[length] && (*name)[length] != '-'))
				continue;
			best = length;
			*number = table[i].number;
		}
	}
	if (!best)
		return false;
	*name += best;
	*name += **name == '-';
	return true;
}

/**
 * perf_cache_event_parse() - parse the name of a cache event
 * @name: CACHE[-OPERATION][-RESULT], as L1-dcache-load-misses; defaults to loads and accesses
 * @config: set to attr.config for PERF_TYPE_HW_CACHE
 *
 * Return: true if @name is a cache event.
 */
bool perf_cache_event_parse(const char *name, uint64_t *config)
{
	unsigned int operation = PERF_COUNT_HW_CACHE_OP_READ;
	unsigned int result = PERF_COUNT_HW_CACHE_RESULT_ACCESS;
	bool has_operation, has_result;
	unsigned int cache;

	if (!take_word(&name, caches, PERF_ARRAY_SIZE(caches), &cache))
		return false;
	has_operation = take_word(&name, operations, PERF_ARRAY_SIZE(operations), &operation);
	has_result = take_word(&name, results, PERF_ARRAY_SIZE(results), &result);
	if (!has_operation && has_result)
		has_operation = take_word(&name, operations, PERF_ARRAY_SIZE(operations),
					  &operation);
	if (*name || !(operations_of[cache] & 1u << operation))
		return false;
	*config = cache | operation << 8 | result << 16;
	return true;
}

/**
 * perf_cache_event_next() - iterate over the cache events
 * @at: iterator, 0 to begin
 * @name: replaced by the preferred name of the next event
 * @config: set to its attr.config
 *
 * Return: false at the end.
 */
bool perf_cache_event_next(size_t *at, struct perf_str *name, uint64_t *config)
{
	/* Operations are plural without a result, singular before "misses". */
	static const char *const accesses[] = { "loads", "stores", "prefetches" };
	static const char *const misses[] = { "load-misses", "store-misses", "prefetch-misses" };

	for (; *at < PERF_ARRAY_SIZE(caches) * 6; (*at)++) {
		size_t cache = *at / 6;
		size_t operation = *at % 6 / 2;
		size_t result = *at % 2;

		if (!(operations_of[cache] & 1u << operation))
			continue;
		perf_str_cut(name, 0);
		perf_str_format(name, "%s-%s", caches[cache].words[0],
				result ? misses[operation] : accesses[operation]);
		*config = cache | operation << 8 | result << 16;
		(*at)++;
		return true;
	}
	return false;
}
