// SPDX-License-Identifier: GPL-2.0
/* perf_data_feature_name(), and perf_event_attr_name() for events without a name. */
#include <linux/hw_breakpoint.h>
#include <stdbool.h>
#include <stdio.h>
#include <base/vec.h>
#include <data/event_table.h>
#include <data/format.h>

static const char *const feature_names[] = {
	[PERF_FEATURE_TRACING_DATA]	= "TRACING_DATA",
	[PERF_FEATURE_BUILD_ID]		= "BUILD_ID",
	[PERF_FEATURE_HOSTNAME]		= "HOSTNAME",
	[PERF_FEATURE_OSRELEASE]	= "OSRELEASE",
	[PERF_FEATURE_VERSION]		= "VERSION",
	[PERF_FEATURE_ARCH]		= "ARCH",
	[PERF_FEATURE_NRCPUS]		= "NRCPUS",
	[PERF_FEATURE_CPUDESC]		= "CPUDESC",
	[PERF_FEATURE_CPUID]		= "CPUID",
	[PERF_FEATURE_TOTAL_MEM]	= "TOTAL_MEM",
	[PERF_FEATURE_CMDLINE]		= "CMDLINE",
	[PERF_FEATURE_EVENT_DESC]	= "EVENT_DESC",
	[PERF_FEATURE_CPU_TOPOLOGY]	= "CPU_TOPOLOGY",
	[PERF_FEATURE_NUMA_TOPOLOGY]	= "NUMA_TOPOLOGY",
	[PERF_FEATURE_BRANCH_STACK]	= "BRANCH_STACK",
	[PERF_FEATURE_PMU_MAPPINGS]	= "PMU_MAPPINGS",
	[PERF_FEATURE_GROUP_DESC]	= "GROUP_DESC",
	[PERF_FEATURE_AUXTRACE]		= "AUXTRACE",
	[PERF_FEATURE_STAT]		= "STAT",
	[PERF_FEATURE_CACHE]		= "CACHE",
	[PERF_FEATURE_SAMPLE_TIME]	= "SAMPLE_TIME",
	[PERF_FEATURE_MEM_TOPOLOGY]	= "MEM_TOPOLOGY",
	[PERF_FEATURE_CLOCKID]		= "CLOCKID",
	[PERF_FEATURE_DIR_FORMAT]	= "DIR_FORMAT",
	[PERF_FEATURE_BPF_PROG_INFO]	= "BPF_PROG_INFO",
	[PERF_FEATURE_BPF_BTF]		= "BPF_BTF",
	[PERF_FEATURE_COMPRESSED]	= "COMPRESSED",
	[PERF_FEATURE_CPU_PMU_CAPS]	= "CPU_PMU_CAPS",
	[PERF_FEATURE_CLOCK_DATA]	= "CLOCK_DATA",
	[PERF_FEATURE_HYBRID_TOPOLOGY]	= "HYBRID_TOPOLOGY",
	[PERF_FEATURE_PMU_CAPS]		= "PMU_CAPS",
	[PERF_FEATURE_FILES]		= "FILES",
	[PERF_FEATURE_JIT_MAPS]		= "JIT_MAPS",
};

/**
 * perf_data_feature_name() - name of a feature section
 * @feature: enum perf_data_feature
 *
 * Return: "HOSTNAME" and the like; NULL if @feature is unknown.
 */
const char *perf_data_feature_name(unsigned int feature)
{
	if (feature >= PERF_ARRAY_SIZE(feature_names))
		return NULL;
	return feature_names[feature];
}

static const char *const hardware_names[] = {
	[PERF_COUNT_HW_CPU_CYCLES]		= "cycles",
	[PERF_COUNT_HW_INSTRUCTIONS]		= "instructions",
	[PERF_COUNT_HW_CACHE_REFERENCES]	= "cache-references",
	[PERF_COUNT_HW_CACHE_MISSES]		= "cache-misses",
	[PERF_COUNT_HW_BRANCH_INSTRUCTIONS]	= "branches",
	[PERF_COUNT_HW_BRANCH_MISSES]		= "branch-misses",
	[PERF_COUNT_HW_BUS_CYCLES]		= "bus-cycles",
	[PERF_COUNT_HW_STALLED_CYCLES_FRONTEND]	= "stalled-cycles-frontend",
	[PERF_COUNT_HW_STALLED_CYCLES_BACKEND]	= "stalled-cycles-backend",
	[PERF_COUNT_HW_REF_CPU_CYCLES]		= "ref-cycles",
};

static const char *const software_names[] = {
	[PERF_COUNT_SW_CPU_CLOCK]		= "cpu-clock",
	[PERF_COUNT_SW_TASK_CLOCK]		= "task-clock",
	[PERF_COUNT_SW_PAGE_FAULTS]		= "page-faults",
	[PERF_COUNT_SW_CONTEXT_SWITCHES]	= "context-switches",
	[PERF_COUNT_SW_CPU_MIGRATIONS]		= "cpu-migrations",
	[PERF_COUNT_SW_PAGE_FAULTS_MIN]		= "minor-faults",
	[PERF_COUNT_SW_PAGE_FAULTS_MAJ]		= "major-faults",
	[PERF_COUNT_SW_ALIGNMENT_FAULTS]	= "alignment-faults",
	[PERF_COUNT_SW_EMULATION_FAULTS]	= "emulation-faults",
	[PERF_COUNT_SW_DUMMY]			= "dummy",
	[PERF_COUNT_SW_BPF_OUTPUT]		= "bpf-output",
	[PERF_COUNT_SW_CGROUP_SWITCHES]		= "cgroup-switches",
};

/* attr.config of PERF_TYPE_HW_CACHE: a byte each for cache, operation, result. */
static const char *const cache_names[] = {
	[PERF_COUNT_HW_CACHE_L1D]	= "L1-dcache",
	[PERF_COUNT_HW_CACHE_L1I]	= "L1-icache",
	[PERF_COUNT_HW_CACHE_LL]	= "LLC",
	[PERF_COUNT_HW_CACHE_DTLB]	= "dTLB",
	[PERF_COUNT_HW_CACHE_ITLB]	= "iTLB",
	[PERF_COUNT_HW_CACHE_BPU]	= "branch",
	[PERF_COUNT_HW_CACHE_NODE]	= "node",
};

static const char *const cache_operations[][2] = {
	[PERF_COUNT_HW_CACHE_OP_READ]		= { "loads", "load-misses" },
	[PERF_COUNT_HW_CACHE_OP_WRITE]		= { "stores", "store-misses" },
	[PERF_COUNT_HW_CACHE_OP_PREFETCH]	= { "prefetches", "prefetch-misses" },
};

static int put_name(const struct perf_event_attr *attr, char *buffer, size_t size)
{
	unsigned long long config = attr->config;
	uint64_t cache = config & 0xff, operation = config >> 8 & 0xff, result = config >> 16;
	const char *name = NULL;

	if (attr->type == PERF_TYPE_HARDWARE && config < PERF_COUNT_HW_MAX)
		name = hardware_names[config];
	else if (attr->type == PERF_TYPE_SOFTWARE && config < PERF_COUNT_SW_MAX)
		name = software_names[config];
	if (name)
		return snprintf(buffer, size, "%s", name);
	if (attr->type == PERF_TYPE_HW_CACHE && cache < PERF_ARRAY_SIZE(cache_names) &&
	    operation < PERF_ARRAY_SIZE(cache_operations) && result < 2)
		return snprintf(buffer, size, "%s-%s", cache_names[cache],
				cache_operations[operation][result]);
	if (attr->type == PERF_TYPE_RAW)
		return snprintf(buffer, size, "raw 0x%llx", config);
	if (attr->type == PERF_TYPE_TRACEPOINT)
		return snprintf(buffer, size, "tracepoint %llu", config);
	if (attr->type == PERF_TYPE_BREAKPOINT)
		return snprintf(buffer, size, "mem:0x%llx:%s%s%s",
				(unsigned long long)attr->bp_addr,
				attr->bp_type & HW_BREAKPOINT_R ? "r" : "",
				attr->bp_type & HW_BREAKPOINT_W ? "w" : "",
				attr->bp_type & HW_BREAKPOINT_X ? "x" : "");
	return snprintf(buffer, size, "type %u config 0x%llx", attr->type, config);
}

/*
 * The modifiers of an event's name, such as ":ukp". H and G are left out where they are the
 * default: host and guest if there are other modifiers, else the host alone.
 */
static void put_modifiers(const struct perf_event_attr *attr, char *text)
{
	const bool by_mode = attr->exclude_kernel || attr->exclude_user || attr->exclude_hv;
	const bool both = by_mode || attr->precise_ip;
	unsigned int i;
	char *at = text;

	*at++ = ':';
	if (by_mode && !attr->exclude_kernel)
		*at++ = 'k';
	if (by_mode && !attr->exclude_user)
		*at++ = 'u';
	if (by_mode && !attr->exclude_hv)
		*at++ = 'h';
	for (i = 0; i < attr->precise_ip; i++)
		*at++ = 'p';
	if (attr->exclude_host || attr->exclude_guest == both) {
		if (!attr->exclude_host)
			*at++ = 'H';
		if (!attr->exclude_guest)
			*at++ = 'G';
	}
	if (at == text + 1)
		at = text;
	*at = '\0';
}

/**
 * perf_event_attr_name() - make the name of an event from its attr
 * @attr: of an event that the recording does not name
 * @buffer: result
 * @size: bytes of @buffer
 */
void perf_event_attr_name(const struct perf_event_attr *attr, char *buffer, size_t size)
{
	int length = put_name(attr, buffer, size);
	char modifiers[16];

	put_modifiers(attr, modifiers);
	if (attr->type != PERF_TYPE_TRACEPOINT && length >= 0 && (size_t)length < size)
		snprintf(buffer + length, size - length, "%s", modifiers);
}
