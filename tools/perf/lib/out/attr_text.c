// SPDX-License-Identifier: GPL-2.0-only
/*
 * The attributes of an event as text: members that are not zero, in the order of the
 * structure.
 */
#include <inttypes.h>
#include <base/vec.h>
#include <out/attr_text.h>

/* Names of bits, lowest first; NULL: has no name. */
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

struct writer {
	struct perf_str *str;
	const char *is;
	bool any;
};

static void begin(struct writer *writer, const char *name)
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
	begin(writer, name);
	perf_str_u64(writer->str, value, 0, ' ');
}

static void add_hex(struct writer *writer, const char *name, uint64_t value)
{
	if (!value)
		return;
	begin(writer, name);
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
	begin(writer, name);
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

#define NUMBER(member)	add_number(writer, #member, attr->member)

static void add_flags(struct writer *writer, const struct perf_event_attr *attr)
{
	NUMBER(disabled);
	NUMBER(inherit);
	NUMBER(pinned);
	NUMBER(exclusive);
	NUMBER(exclude_user);
	NUMBER(exclude_kernel);
	NUMBER(exclude_hv);
	NUMBER(exclude_idle);
	NUMBER(mmap);
	NUMBER(comm);
	NUMBER(freq);
	NUMBER(inherit_stat);
	NUMBER(enable_on_exec);
	NUMBER(task);
	NUMBER(watermark);
	NUMBER(precise_ip);
	NUMBER(mmap_data);
	NUMBER(sample_id_all);
	NUMBER(exclude_host);
	NUMBER(exclude_guest);
	NUMBER(exclude_callchain_kernel);
	NUMBER(exclude_callchain_user);
	NUMBER(mmap2);
	NUMBER(comm_exec);
	NUMBER(use_clockid);
	NUMBER(context_switch);
	NUMBER(write_backward);
	NUMBER(namespaces);
	NUMBER(ksymbol);
	NUMBER(bpf_event);
	NUMBER(aux_output);
	NUMBER(cgroup);
	NUMBER(text_poke);
	NUMBER(build_id);
	NUMBER(inherit_thread);
	NUMBER(remove_on_exec);
	NUMBER(sigtrap);
}

void perf_attr_text(struct perf_str *str, const struct perf_event_attr *attr, const char *is)
{
	struct writer whole = { .str = str, .is = is };
	struct writer *writer = &whole;

	NUMBER(type);
	NUMBER(size);
	add_hex(writer, "config", attr->config);
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
		begin(writer, "clockid");
		perf_str_format(str, "%d", attr->clockid);
	}
	add_hex(writer, "sample_regs_intr", attr->sample_regs_intr);
	NUMBER(aux_watermark);
	NUMBER(sample_max_stack);
	NUMBER(aux_sample_size);
	NUMBER(sig_data);
}
