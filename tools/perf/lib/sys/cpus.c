// SPDX-License-Identifier: GPL-2.0
/* CPU lists in the kernel's notation, and topology from sysfs. */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <base/io.h>
#include <sys/cpus.h>
#include <sys/paths.h>

#define CPU_DIR		"/sys/devices/system/cpu"
/* More CPUs than any kernel supports; keeps "0-4000000000" from exhausting memory. */
#define CPU_LIMIT	65536

static int cpus_compare(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

/**
 * perf_cpus_sort() - sort CPU numbers read from a file and drop duplicates
 * @cpus: the numbers
 */
void perf_cpus_sort(struct perf_cpus *cpus)
{
	size_t from, to = 0;

	if (!cpus->count)
		return;
	qsort(cpus->at, cpus->count, sizeof(*cpus->at), cpus_compare);
	for (from = 0; from < cpus->count; from++)
		if (!to || cpus->at[to - 1] != cpus->at[from])
			cpus->at[to++] = cpus->at[from];
	cpus->count = to;
}

static int add_range(struct perf_cpus *cpus, unsigned long from, unsigned long to)
{
	int *more = reallocarray(cpus->at, cpus->count + (to - from + 1), sizeof(*more));

	if (!more)
		return -ENOMEM;
	cpus->at = more;
	for (; from <= to; from++)
		cpus->at[cpus->count++] = from;
	return 0;
}

/**
 * perf_cpus_parse() - parse a list of CPUs
 * @cpus: filled; free with perf_cpus_free()
 * @text: such as 0-3,7; "" is the empty set
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_cpus_parse(struct perf_cpus *cpus, const char *text, struct perf_error *error)
{
	const char *at = text;

	*cpus = (struct perf_cpus){ 0 };
	while (*at) {
		unsigned long from, to;
		char *end;

		from = strtoul(at, &end, 10);
		to = from;
		if (end == at || *at == '-' || *at == '+')
			goto bad;
		at = end;
		if (*at == '-') {
			to = strtoul(at + 1, &end, 10);
			if (end == at + 1 || at[1] == '-')
				goto bad;
			at = end;
		}
		if (to < from || to >= CPU_LIMIT || cpus->count > CPU_LIMIT ||
		    (*at && *at != ',') || (*at && !at[1]))
			goto bad;
		if (add_range(cpus, from, to)) {
			perf_cpus_free(cpus);
			return perf_error_memory(error);
		}
		at += *at == ',';
	}
	perf_cpus_sort(cpus);
	return 0;
bad:
	perf_cpus_free(cpus);
	perf_error_set(error, EINVAL, "'%s' is not a list of CPUs", text);
	perf_error_hint(error, "write numbers and ranges with commas between them, as in 0-3,7");
	return -EINVAL;
}

/**
 * perf_cpus_any() - make the set that stands for any CPU
 * @cpus: filled with the number -1
 * @error: filled on failure
 *
 * Return: 0 or -ENOMEM.
 */
int perf_cpus_any(struct perf_cpus *cpus, struct perf_error *error)
{
	*cpus = (struct perf_cpus){ .at = malloc(sizeof(int)), .count = 1 };
	if (!cpus->at)
		return perf_error_memory(error);
	cpus->at[0] = -1;
	return 0;
}

/**
 * perf_cpus_online() - read the set of online CPUs
 * @cpus: filled
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_cpus_online(struct perf_cpus *cpus, struct perf_error *error)
{
	char line[4096];
	int count;

	if (perf_read_line(CPU_DIR "/online", line, sizeof(line)) > 0)
		return perf_cpus_parse(cpus, line, error);
	count = sysconf(_SC_NPROCESSORS_ONLN);
	snprintf(line, sizeof(line), "0-%d", count > 0 ? count - 1 : 0);
	return perf_cpus_parse(cpus, line, error);
}

/**
 * perf_cpu_check() - is a CPU online?
 * @online: the online CPUs
 * @cpu: CPU number
 * @error: filled on failure; the hint lists @online
 *
 * Return: 0 or -ENODEV.
 */
int perf_cpu_check(const struct perf_cpus *online, int cpu, struct perf_error *error)
{
	struct perf_str text = { 0 };

	if (perf_cpus_has(online, cpu))
		return 0;
	perf_error_set(error, ENODEV, "CPU %d is not online", cpu);
	perf_cpus_list(online, &text);
	perf_error_hint(error, "these are: %s", perf_str_text(&text));
	perf_str_free(&text);
	return -ENODEV;
}

/**
 * perf_cpus_copy() - copy a set
 * @copy: filled
 * @cpus: the set
 * @error: filled on failure
 *
 * Return: 0 or -ENOMEM.
 */
int perf_cpus_copy(struct perf_cpus *copy, const struct perf_cpus *cpus, struct perf_error *error)
{
	size_t size = cpus->count * sizeof(*cpus->at);

	copy->count = cpus->count;
	copy->at = malloc(size ? size : 1);
	if (!copy->at)
		return perf_error_memory(error);
	if (size)
		memcpy(copy->at, cpus->at, size);
	return 0;
}

/**
 * perf_cpus_and() - make the intersection of two sets
 * @both: filled, may be empty
 * @a, @b: the sets
 * @error: filled on failure
 *
 * Return: 0 or -ENOMEM.
 */
int perf_cpus_and(struct perf_cpus *both, const struct perf_cpus *a, const struct perf_cpus *b,
		  struct perf_error *error)
{
	size_t i, kept = 0;

	if (perf_cpus_copy(both, a, error))
		return -ENOMEM;
	for (i = 0; i < a->count; i++)
		if (perf_cpus_has(b, a->at[i]))
			both->at[kept++] = a->at[i];
	both->count = kept;
	return 0;
}

/**
 * perf_cpus_has() - is a CPU in a set?
 * @cpus: the set
 * @cpu: CPU number
 *
 * Return: true if @cpus holds @cpu.
 */
bool perf_cpus_has(const struct perf_cpus *cpus, int cpu)
{
	if (!cpus->count)
		return false;
	return bsearch(&cpu, cpus->at, cpus->count, sizeof(*cpus->at), cpus_compare);
}

/**
 * perf_cpus_list() - format a set in the kernel's notation
 * @cpus: the set
 * @text: appended to, such as 0-3,7
 */
void perf_cpus_list(const struct perf_cpus *cpus, struct perf_str *text)
{
	size_t i, j;

	for (i = 0; i < cpus->count; i = j) {
		for (j = i + 1; j < cpus->count && cpus->at[j] == cpus->at[j - 1] + 1; j++)
			;
		perf_str_format(text, "%s%d", i ? "," : "", cpus->at[i]);
		if (j > i + 1)
			perf_str_format(text, "-%d", cpus->at[j - 1]);
	}
}

/**
 * perf_cpus_free() - free a set
 * @cpus: the set, empty afterwards
 */
void perf_cpus_free(struct perf_cpus *cpus)
{
	free(cpus->at);
	*cpus = (struct perf_cpus){ 0 };
}

/**
 * perf_cpus_configured() - number of CPUs of the machine, online and offline
 *
 * Return: the number, at least 1.
 */
int perf_cpus_configured(void)
{
	long count = sysconf(_SC_NPROCESSORS_CONF);

	return count > 0 ? count : 1;
}

static int topology_number(int cpu, const char *what)
{
	char path[128];
	int64_t number;

	snprintf(path, sizeof(path), CPU_DIR "/cpu%d/topology/%s", cpu, what);
	if (!perf_read_number(path, &number) || number < 0 || number > INT_MAX)
		return -1;
	return number;
}

/* Reads the node of a CPU from the link nodeM in the directory cpuN. */
static int cpu_node(int cpu)
{
	struct dirent *entry;
	char path[128];
	int node = -1;
	DIR *dir;

	snprintf(path, sizeof(path), CPU_DIR "/cpu%d", cpu);
	dir = opendir(path);
	if (!dir)
		return -1;
	while (node < 0 && (entry = readdir(dir)))
		if (sscanf(entry->d_name, "node%d", &node) != 1)
			node = -1;
	closedir(dir);
	return node;
}

/* Returns the lowest CPU of shared_cpu_list; -1 if that is missing. */
static int first_sharer(int cpu, int index)
{
	struct perf_error unused;
	struct perf_cpus cpus;
	char path[128], line[4096];
	int first;

	snprintf(path, sizeof(path), CPU_DIR "/cpu%d/cache/index%d/shared_cpu_list", cpu, index);
	if (perf_read_line(path, line, sizeof(line)) <= 0 || perf_cpus_parse(&cpus, line, &unused))
		return -1;
	first = cpus.count ? cpus.at[0] : -1;
	perf_cpus_free(&cpus);
	return first;
}

static void cpu_cache(int cpu, int wanted, struct perf_cpu_topology *topology)
{
	int64_t level;
	char path[128];
	int index, found = 0;

	for (index = 0; index < 10; index++) {
		snprintf(path, sizeof(path), CPU_DIR "/cpu%d/cache/index%d/level", cpu, index);
		if (!perf_read_number(path, &level))
			return;
		if (wanted ? level != wanted || found : level <= found)
			continue;
		found = (int)level;
		topology->cache_level = found;
		topology->cache = first_sharer(cpu, index);
	}
}

/**
 * perf_cpu_topology_read() - read the topology of a CPU
 * @cpu: CPU number
 * @cache_level: level of the cache to look up; 0 for the last one
 * @topology: filled; package, die, core and node are 0 where sysfs lacks them
 */
void perf_cpu_topology_read(int cpu, int cache_level, struct perf_cpu_topology *topology)
{
	*topology = (struct perf_cpu_topology){
		.cache = -1, .cache_level = cache_level ? cache_level : -1,
	};
	topology->socket = topology_number(cpu, "physical_package_id");
	topology->die = topology_number(cpu, "die_id");
	topology->cluster = topology_number(cpu, "cluster_id");
	topology->core = topology_number(cpu, "core_id");
	topology->node = cpu_node(cpu);
	cpu_cache(cpu, cache_level, topology);
	if (topology->socket < 0)
		topology->socket = 0;
	if (topology->die < 0)
		topology->die = 0;
	if (topology->core < 0)
		topology->core = 0;
	if (topology->node < 0)
		topology->node = 0;
}
