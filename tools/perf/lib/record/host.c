// SPDX-License-Identifier: GPL-2.0
/* The feature sections that describe this machine, from uname(), /proc and /sys. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>
#include <base/io.h>
#include <sys/cpus.h>
#include <sys/paths.h>
#include <record/host.h>

#define CPU_PATH	"/sys/devices/system/cpu"
#define NODE_PATH	"/sys/devices/system/node"

static const char *read_text(struct perf_data_env *env, const char *path)
{
	char line[512];

	if (perf_read_line(path, line, sizeof(line)) <= 0)
		return NULL;
	return perf_data_env_string(env, line);
}

static void describe_system(struct perf_data_env *env, const char *version)
{
	struct utsname host;

	if (!uname(&host)) {
		env->hostname = perf_data_env_string(env, host.nodename);
		env->os_release = perf_data_env_string(env, host.release);
		env->arch = perf_data_env_string(env, host.machine);
		perf_data_env_set(env, PERF_FEATURE_HOSTNAME);
		perf_data_env_set(env, PERF_FEATURE_OSRELEASE);
		perf_data_env_set(env, PERF_FEATURE_ARCH);
	}
	env->version = perf_data_env_string(env, version);
	perf_data_env_set(env, PERF_FEATURE_VERSION);
	env->nr_cpus_available = (uint32_t)sysconf(_SC_NPROCESSORS_CONF);
	env->nr_cpus_online = (uint32_t)sysconf(_SC_NPROCESSORS_ONLN);
	perf_data_env_set(env, PERF_FEATURE_NRCPUS);
}

/* The value of a line "NAME : VALUE", NULL if its name is not @name. */
static const char *cpuinfo_field(const char *line, const char *name)
{
	size_t length = strlen(name);

	if (strncmp(line, name, length) || (line[length] != '\t' && line[length] != ':'))
		return NULL;
	line = strchr(line, ':');
	return line && line[1] ? line + 2 : NULL;
}

/* env->cpuid and cpu_desc are those of the first CPU in /proc/cpuinfo. */
static void describe_cpu(struct perf_data_env *env)
{
	char line[512], vendor[64] = "", cpuid[128];
	int family = -1, model = -1, stepping = -1;
	FILE *info = fopen("/proc/cpuinfo", "re");
	const char *value;

	if (!info)
		return;
	while (fgets(line, sizeof(line), info) && line[0] != '\n') {
		line[strcspn(line, "\n")] = '\0';
		value = cpuinfo_field(line, "vendor_id");
		if (value)
			snprintf(vendor, sizeof(vendor), "%s", value);
		value = cpuinfo_field(line, "cpu family");
		if (value)
			family = atoi(value);
		value = cpuinfo_field(line, "model");
		if (value)
			model = atoi(value);
		value = cpuinfo_field(line, "stepping");
		if (value)
			stepping = atoi(value);
		value = cpuinfo_field(line, "model name");
		if (!value)
			value = cpuinfo_field(line, "cpu");
		if (value && !env->cpu_desc)
			env->cpu_desc = perf_data_env_string(env, value);
	}
	fclose(info);
	if (env->cpu_desc)
		perf_data_env_set(env, PERF_FEATURE_CPUDESC);
	if (!vendor[0] || stepping < 0)
		return;
	snprintf(cpuid, sizeof(cpuid), "%s,%d,%d,%d", vendor, family, model, stepping);
	env->cpuid = perf_data_env_string(env, cpuid);
	perf_data_env_set(env, PERF_FEATURE_CPUID);
}

static uint64_t memory_kb(const char *path, const char *name)
{
	char line[256], *at;
	uint64_t kb = 0;
	FILE *info;

	info = fopen(path, "re");
	if (!info)
		return 0;
	while (!kb && fgets(line, sizeof(line), info)) {
		at = strstr(line, name);
		if (at)
			kb = strtoull(at + strlen(name), NULL, 10);
	}
	fclose(info);
	return kb;
}

static void describe_memory(struct perf_data_env *env)
{
	env->total_mem_kb = memory_kb("/proc/meminfo", "MemTotal:");
	if (env->total_mem_kb)
		perf_data_env_set(env, PERF_FEATURE_TOTAL_MEM);
}

/* Append the text of file @path to @list, unless @list has that text. */
static void add_unique(struct perf_data_env *env, const char **list, size_t *nr,
		       const char *path)
{
	const char *text = read_text(env, path);
	size_t i;

	if (!text)
		return;
	for (i = 0; i < *nr; i++) {
		if (!strcmp(list[i], text))
			return;
	}
	list[(*nr)++] = text;
}

static uint32_t topology_number(uint32_t cpu, const char *name)
{
	char path[PERF_PATH_MAX];
	int64_t number;

	if (!perf_path(path, sizeof(path), CPU_PATH "/cpu%u/topology/%s", cpu, name) ||
	    !perf_read_number(path, &number))
		return (uint32_t)-1;
	return (uint32_t)number;
}

static void describe_topology(struct perf_data_env *env)
{
	uint32_t nr = env->nr_cpus_available, cpu;
	char path[PERF_PATH_MAX];

	env->sibling_packages = perf_data_env_array(env, nr, sizeof(char *));
	env->sibling_cores = perf_data_env_array(env, nr, sizeof(char *));
	env->sibling_dies = perf_data_env_array(env, nr, sizeof(char *));
	env->cpus = perf_data_env_array(env, nr, sizeof(*env->cpus));
	if (!env->sibling_packages || !env->sibling_cores || !env->sibling_dies || !env->cpus)
		return;
	for (cpu = 0; cpu < nr; cpu++) {
		perf_path(path, sizeof(path), CPU_PATH "/cpu%u/topology/package_cpus_list", cpu);
		add_unique(env, env->sibling_packages, &env->nr_sibling_packages, path);
		perf_path(path, sizeof(path), CPU_PATH "/cpu%u/topology/core_cpus_list", cpu);
		add_unique(env, env->sibling_cores, &env->nr_sibling_cores, path);
		perf_path(path, sizeof(path), CPU_PATH "/cpu%u/topology/die_cpus_list", cpu);
		add_unique(env, env->sibling_dies, &env->nr_sibling_dies, path);
		env->cpus[cpu].core_id = topology_number(cpu, "core_id");
		env->cpus[cpu].socket_id = topology_number(cpu, "physical_package_id");
		env->cpus[cpu].die_id = topology_number(cpu, "die_id");
	}
	if (!env->nr_sibling_packages)
		return;
	env->nr_cpus = nr;
	env->has_dies = env->nr_sibling_dies;
	perf_data_env_set(env, PERF_FEATURE_CPU_TOPOLOGY);
}

/* Call @visit for each entry NAME<number> of a directory. */
static void each_numbered(struct perf_data_env *env, const char *directory, const char *name,
			  void (*visit)(struct perf_data_env *env, unsigned int number))
{
	size_t length = strlen(name);
	struct dirent *entry;
	DIR *entries;
	char *end;

	entries = opendir(directory);
	if (!entries)
		return;
	while ((entry = readdir(entries))) {
		unsigned long number;

		if (strncmp(entry->d_name, name, length) || !entry->d_name[length])
			continue;
		number = strtoul(entry->d_name + length, &end, 10);
		if (!*end)
			visit(env, (unsigned int)number);
	}
	closedir(entries);
}

/* host_grow() copies @array at each step: nodes, PMUs and caches are few. */
static void *host_grow(struct perf_data_env *env, const void *array, size_t nr, size_t size)
{
	void *larger = perf_data_env_array(env, nr + 1, size);

	if (larger && nr)
		memcpy(larger, array, nr * size);
	return larger;
}

static void add_node(struct perf_data_env *env, unsigned int number)
{
	struct perf_env_node *nodes, *node;
	char path[PERF_PATH_MAX];

	nodes = host_grow(env, env->nodes, env->nr_nodes, sizeof(*nodes));
	if (!nodes)
		return;
	env->nodes = nodes;
	node = &nodes[env->nr_nodes++];
	node->node = number;
	perf_path(path, sizeof(path), NODE_PATH "/node%u/meminfo", number);
	node->total_kb = memory_kb(path, "MemTotal:");
	node->free_kb = memory_kb(path, "MemFree:");
	perf_path(path, sizeof(path), NODE_PATH "/node%u/cpulist", number);
	node->cpus = read_text(env, path);
	perf_data_env_set(env, PERF_FEATURE_NUMA_TOPOLOGY);
}

static const struct perf_env_cache *find_cache(const struct perf_data_env *env,
					       const struct perf_env_cache *cache)
{
	size_t i;

	for (i = 0; i < env->nr_caches; i++) {
		const struct perf_env_cache *known = &env->caches[i];

		if (known->level == cache->level && !strcmp(known->type, cache->type) &&
		    !strcmp(known->map, cache->map))
			return known;
	}
	return NULL;
}

static uint32_t cache_number(uint32_t cpu, unsigned int index, const char *name)
{
	char path[PERF_PATH_MAX];
	int64_t number = 0;

	perf_path(path, sizeof(path), CPU_PATH "/cpu%u/cache/index%u/%s", cpu, index, name);
	return perf_read_number(path, &number) ? (uint32_t)number : 0;
}

static const char *cache_text(struct perf_data_env *env, uint32_t cpu, unsigned int index,
			      const char *name)
{
	char path[PERF_PATH_MAX];

	perf_path(path, sizeof(path), CPU_PATH "/cpu%u/cache/index%u/%s", cpu, index, name);
	return read_text(env, path);
}

/* Keep env->caches sorted by level: readers search it for the last cache of a CPU. */
static void insert_cache(struct perf_data_env *env, const struct perf_env_cache *cache)
{
	size_t i = env->nr_caches++;

	for (; i && env->caches[i - 1].level > cache->level; i--)
		env->caches[i] = env->caches[i - 1];
	env->caches[i] = *cache;
}

static bool add_cache(struct perf_data_env *env, uint32_t cpu, unsigned int index)
{
	struct perf_env_cache cache = { 0 }, *caches;

	cache.type = cache_text(env, cpu, index, "type");
	if (!cache.type)
		return false;
	cache.level = cache_number(cpu, index, "level");
	cache.map = cache_text(env, cpu, index, "shared_cpu_list");
	if (!cache.map || find_cache(env, &cache))
		return true;
	cache.size = cache_text(env, cpu, index, "size");
	cache.line = cache_number(cpu, index, "coherency_line_size");
	cache.sets = cache_number(cpu, index, "number_of_sets");
	cache.ways = cache_number(cpu, index, "ways_of_associativity");
	caches = host_grow(env, env->caches, env->nr_caches, sizeof(*caches));
	if (!caches)
		return true;
	env->caches = caches;
	insert_cache(env, &cache);
	perf_data_env_set(env, PERF_FEATURE_CACHE);
	return true;
}

static void describe_caches(struct perf_data_env *env)
{
	unsigned int index;
	uint32_t cpu;

	for (cpu = 0; cpu < env->nr_cpus_available; cpu++) {
		for (index = 0; add_cache(env, cpu, index); index++)
			;
	}
}

/**
 * perf_record_host_pmus() - list the PMUs of this machine, with their types
 * @env: its PMUs are set
 */
void perf_record_host_pmus(struct perf_data_env *env)
{
	struct perf_env_pmu *pmus;
	char path[PERF_PATH_MAX];
	struct dirent *entry;
	int64_t type;
	DIR *devices;

	devices = opendir(PERF_SYS_PMUS);
	if (!devices)
		return;
	while ((entry = readdir(devices))) {
		if (entry->d_name[0] == '.' ||
		    !perf_path(path, sizeof(path), PERF_SYS_PMUS "/%s/type", entry->d_name) ||
		    !perf_read_number(path, &type))
			continue;
		pmus = host_grow(env, env->pmus, env->nr_pmus, sizeof(*pmus));
		if (!pmus)
			break;
		env->pmus = pmus;
		pmus[env->nr_pmus].type = (uint32_t)type;
		pmus[env->nr_pmus++].name = perf_data_env_string(env, entry->d_name);
	}
	closedir(devices);
	if (env->nr_pmus)
		perf_data_env_set(env, PERF_FEATURE_PMU_MAPPINGS);
}

/**
 * perf_record_host() - describe this machine
 * @env: host name, kernel, CPUs, memory, PMUs and caches are set, as far as the kernel shows them
 * @version: of the tool
 */
void perf_record_host(struct perf_data_env *env, const char *version)
{
	describe_system(env, version);
	describe_cpu(env);
	describe_memory(env);
	describe_topology(env);
	each_numbered(env, NODE_PATH, "node", add_node);
	perf_record_host_pmus(env);
	describe_caches(env);
}

/**
 * perf_record_host_cmdline() - describe the command line: the tool's path, then its arguments
 * @env: its command line is set
 * @words: arguments, kept by pointer: must outlive @env
 * @nr: number of @words
 */
void perf_record_host_cmdline(struct perf_data_env *env, const char *const *words, size_t nr)
{
	char path[4096];
	ssize_t length;
	size_t i;

	env->cmdline = perf_data_env_array(env, nr + 1, sizeof(char *));
	length = readlink("/proc/self/exe", path, sizeof(path) - 1);
	if (!env->cmdline || length <= 0)
		return;
	path[length] = '\0';
	env->cmdline[0] = perf_data_env_string(env, path);
	for (i = 0; i < nr; i++)
		env->cmdline[i + 1] = words[i];
	env->nr_cmdline = nr + 1;
	perf_data_env_set(env, PERF_FEATURE_CMDLINE);
}
