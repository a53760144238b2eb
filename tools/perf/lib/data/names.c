// SPDX-License-Identifier: GPL-2.0-only
/* Names of feature sections, and names of events that have none. */
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

void perf_event_attr_name(const struct perf_event_attr *attr, char *buffer, size_t size)
{
	unsigned long long config = attr->config;
	const char *name = NULL;

	if (attr->type == PERF_TYPE_HARDWARE && config < PERF_COUNT_HW_MAX)
		name = hardware_names[config];
	else if (attr->type == PERF_TYPE_SOFTWARE && config < PERF_COUNT_SW_MAX)
		name = software_names[config];
	if (name)
		snprintf(buffer, size, "%s", name);
	else if (attr->type == PERF_TYPE_RAW)
		snprintf(buffer, size, "raw 0x%llx", config);
	else if (attr->type == PERF_TYPE_TRACEPOINT)
		snprintf(buffer, size, "tracepoint %llu", config);
	else if (attr->type == PERF_TYPE_BREAKPOINT)
		snprintf(buffer, size, "mem:0x%llx", (unsigned long long)attr->bp_addr);
	else
		snprintf(buffer, size, "type %u config 0x%llx", attr->type, config);
}
