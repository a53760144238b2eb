// SPDX-License-Identifier: GPL-2.0
/*
 * struct perf_event_attr as text: type and config, with their names, and all members that are
 * not zero, in the order of the structure.
 */
#include <inttypes.h>
#include <base/vec.h>
#include <lines/attr_text.h>

/* Names of bits, lowest bit first. add_bits() writes "bit N" for a bit without a name. */
static const char *const sample_type_names[] = {
	"IP", "TID", "TIME", "ADDR", "READ", "CALLCHAIN", "ID", "CPU", "PERIOD", "STREAM_ID",
	"RAW", "BRANCH_STACK", "REGS_USER", "STACK_USER", "WEIGHT", "DATA_SRC", "IDENTIFIER",
	"TRANSACTION", "REGS_INTR", "PHYS_ADDR", "AUX", "CGROUP", "DATA_PAGE_SIZE",
	"CODE_PAGE_SIZE", "WEIGHT_STRUCT",
};

static const char *const read_format_names[] = {
	"TOTAL_TIME_ENABLED", "TOTAL_TIME_RUNNING", "ID", "GROUP", "LOST",
};

static const char *const branch_type_names[] = {
	"USER", "KERNEL", "HV", "ANY", "ANY_CALL", "ANY_RETURN", "IND_CALL", "ABORT_TX", "IN_TX",
	"NO_TX", "COND", "CALL_STACK", "IND_JUMP", "CALL", "NO_FLAGS", "NO_CYCLES", "TYPE_SAVE",
	"HW_INDEX", "PRIV_SAVE", "COUNTERS",
};

#define NAME(id)	[id] = #id

static const char *const type_names[] = {
	NAME(PERF_TYPE_HARDWARE), NAME(PERF_TYPE_SOFTWARE), NAME(PERF_TYPE_TRACEPOINT),
	NAME(PERF_TYPE_HW_CACHE), NAME(PERF_TYPE_RAW), NAME(PERF_TYPE_BREAKPOINT),
};

static const char *const hardware_names[] = {
	NAME(PERF_COUNT_HW_CPU_CYCLES), NAME(PERF_COUNT_HW_INSTRUCTIONS),
	NAME(PERF_COUNT_HW_CACHE_REFERENCES), NAME(PERF_COUNT_HW_CACHE_MISSES),
	NAME(PERF_COUNT_HW_BRANCH_INSTRUCTIONS), NAME(PERF_COUNT_HW_BRANCH_MISSES),
	NAME(PERF_COUNT_HW_BUS_CYCLES), NAME(PERF_COUNT_HW_STALLED_CYCLES_FRONTEND),
	NAME(PERF_COUNT_HW_STALLED_CYCLES_BACKEND), NAME(PERF_COUNT_HW_REF_CPU_CYCLES),
};

static const char *const software_names[] = {
	NAME(PERF_COUNT_SW_CPU_CLOCK), NAME(PERF_COUNT_SW_TASK_CLOCK),
	NAME(PERF_COUNT_SW_PAGE_FAULTS), NAME(PERF_COUNT_SW_CONTEXT_SWITCHES),
	NAME(PERF_COUNT_SW_CPU_MIGRATIONS), NAME(PERF_COUNT_SW_PAGE_FAULTS_MIN),
	NAME(PERF_COUNT_SW_PAGE_FAULTS_MAJ), NAME(PERF_COUNT_SW_ALIGNMENT_FAULTS),
	NAME(PERF_COUNT_SW_EMULATION_FAULTS), NAME(PERF_COUNT_SW_DUMMY),
	NAME(PERF_COUNT_SW_BPF_OUTPUT), NAME(PERF_COUNT_SW_CGROUP_SWITCHES),
};

/* Names of the bytes of a PERF_TYPE_HW_CACHE config: cache (lowest byte), operation, result. */
static const char *const cache_names[] = {
	NAME(PERF_COUNT_HW_CACHE_L1D), NAME(PERF_COUNT_HW_CACHE_L1I),
	NAME(PERF_COUNT_HW_CACHE_LL), NAME(PERF_COUNT_HW_CACHE_DTLB),
	NAME(PERF_COUNT_HW_CACHE_ITLB), NAME(PERF_COUNT_HW_CACHE_BPU),
	NAME(PERF_COUNT_HW_CACHE_NODE),
};

static const char *const operation_names[] = {
	NAME(PERF_COUNT_HW_CACHE_OP_READ), NAME(PERF_COUNT_HW_CACHE_OP_WRITE),
	NAME(PERF_COUNT_HW_CACHE_OP_PREFETCH),
};

static const char *const result_names[] = {
	NAME(PERF_COUNT_HW_CACHE_RESULT_ACCESS), NAME(PERF_COUNT_HW_CACHE_RESULT_MISS),
};

struct writer {
	struct perf_str *str;
	const char *is;
	bool any;
};

static void attr_begin(struct writer *writer, const char *name)
{
	if (writer->any)
		perf_str_add(writer->str, ", ");
	writer->any = true;
	perf_str_add(writer->str, name);
	perf_str_add(writer->str, writer->is);
}

static void add_number(struct writer *writer, const char *name, uint64_t value)
{
	if (!value)
		return;
	attr_begin(writer, name);
	perf_str_u64(writer->str, value, 0, ' ');
}

static void add_hex(struct writer *writer, const char *name, uint64_t value)
{
	if (!value)
		return;
	attr_begin(writer, name);
	perf_str_add(writer->str, "0x");
	perf_str_hex(writer->str, value, 0, ' ');
}

static void add_bits(struct writer *writer, const char *name, uint64_t value,
		     const char *const *names, size_t nr)
{
	bool any = false;
	unsigned int bit;

	if (!value)
		return;
	attr_begin(writer, name);
	for (bit = 0; bit < 64; bit++) {
		if (!(value & 1ULL << bit))
			continue;
		perf_str_add(writer->str, any ? "|" : "");
		any = true;
		if (bit < nr && names[bit])
			perf_str_add(writer->str, names[bit]);
		else
			perf_str_format(writer->str, "bit %u", bit);
	}
}

static const char *name_in(const char *const *names, size_t nr, uint64_t value)
{
	return value < nr ? names[value] : NULL;
}

#define NAME_IN(names, value)	name_in(names, PERF_ARRAY_SIZE(names), value)

static const char *type_name(uint32_t type, const struct perf_data_env *env)
{
	size_t i;

	for (i = 0; env && i < env->nr_pmus; i++)
		if (env->pmus[i].type == type)
			return env->pmus[i].name;
	return NAME_IN(type_names, type);
}

static void add_type(struct writer *writer, uint32_t type, const struct perf_data_env *env)
{
	const char *name = type_name(type, env);

	attr_begin(writer, "type");
	perf_str_u64(writer->str, type, 0, ' ');
	if (name)
		perf_str_format(writer->str, " (%s)", name);
}

/* Names the lowest three bytes of @config; a PMU type in its upper half is ignored. */
static void add_cache(struct perf_str *str, uint64_t config)
{
	const char *cache = NAME_IN(cache_names, config & 0xff);
	const char *operation = NAME_IN(operation_names, config >> 8 & 0xff);
	const char *result = NAME_IN(result_names, config >> 16 & 0xff);

	if (cache && operation && result)
		perf_str_format(str, " (%s | %s | %s)", result, operation, cache);
}

static void add_config(struct writer *writer, const struct perf_event_attr *attr,
		       const char *event)
{
	const char *name = NULL;

	attr_begin(writer, "config");
	perf_str_add(writer->str, attr->config ? "0x" : "");
	perf_str_hex(writer->str, attr->config, 0, ' ');
	switch (attr->type) {
	case PERF_TYPE_HARDWARE:
		name = NAME_IN(hardware_names, attr->config);
		break;
	case PERF_TYPE_SOFTWARE:
		name = NAME_IN(software_names, attr->config);
		break;
	case PERF_TYPE_TRACEPOINT:
		name = event;
		break;
	case PERF_TYPE_HW_CACHE:
		add_cache(writer->str, attr->config);
		break;
	}
	if (!name)
		return;
	perf_str_add(writer->str, " (");
	perf_str_name(writer->str, name);
	perf_str_char(writer->str, ')');
}

#define NUMBER(member)	add_number(writer, #member, attr->member)

static void add_flags(struct writer *writer, const struct perf_event_attr *attr)
{
#define PERF_ATTR_FLAG(member)	NUMBER(member);
#include <sys/attr_flags.h>
#undef PERF_ATTR_FLAG
}

/**
 * perf_attr_text() - add the type, the config and all nonzero members of an attribute
 * @str: text is added here
 * @attr: attribute
 * @name: name of the event; shown behind the config of a tracepoint
 * @env: its @pmus name PMUs by type, on the machine of the event; NULL: no names
 * @is: separator between a member's name and its value: ": " or " = "
 */
void perf_attr_text(struct perf_str *str, const struct perf_event_attr *attr, const char *name,
		    const struct perf_data_env *env, const char *is)
{
	struct writer whole = { .str = str, .is = is };
	struct writer *writer = &whole;

	add_type(writer, attr->type, env);
	NUMBER(size);
	add_config(writer, attr, name);
	add_number(writer, "{ sample_period, sample_freq }", attr->sample_period);
	add_bits(writer, "sample_type", attr->sample_type, sample_type_names,
		 PERF_ARRAY_SIZE(sample_type_names));
	add_bits(writer, "read_format", attr->read_format, read_format_names,
		 PERF_ARRAY_SIZE(read_format_names));
	add_flags(writer, attr);
	add_number(writer, "{ wakeup_events, wakeup_watermark }", attr->wakeup_events);
	NUMBER(bp_type);
	add_hex(writer, "{ bp_addr, config1 }", attr->config1);
	add_hex(writer, "{ bp_len, config2 }", attr->config2);
	add_bits(writer, "branch_sample_type", attr->branch_sample_type, branch_type_names,
		 PERF_ARRAY_SIZE(branch_type_names));
	add_hex(writer, "sample_regs_user", attr->sample_regs_user);
	NUMBER(sample_stack_user);
	if (attr->use_clockid) {
		attr_begin(writer, "clockid");
		perf_str_format(str, "%d", attr->clockid);
	}
	add_hex(writer, "sample_regs_intr", attr->sample_regs_intr);
	NUMBER(aux_watermark);
	NUMBER(sample_max_stack);
	NUMBER(aux_sample_size);
	NUMBER(sig_data);
}
