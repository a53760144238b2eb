// SPDX-License-Identifier: GPL-2.0
/*
 * The sysfs files of the CPU's counters: fields of an event (format), generic events
 * (events), properties of the PMU (caps), the policy of RDPMC (rdpmc), and the CPUs of a
 * hybrid processor's PMU (cpus).
 *
 * A format field is visible if raw_mask has its bits, an event if the processor has it.
 *
 * Owns nothing. Context: task.
 */
#include <linux/device.h>
#include <linux/kstrtox.h>
#include <linux/perf_event.h>
#include <linux/sysfs.h>
#include <linux/topology.h>

#include "branches.h"
#include "counters.h"
#include "freeze.h"
#include "model.h"
#include "models_p4.h"
#include "named.h"
#include "p4.h"
#include "precise/models.h"
#include "rdpmc.h"
#include "sysfs.h"
#include "tfa.h"

static struct perf_x86_pmu *perf_x86_dev_pmu(struct device *dev)
{
	return to_perf_x86_pmu(dev_get_drvdata(dev));
}

/*
 * Format: the bits of each field.
 */
struct perf_x86_field {
	struct device_attribute	attr;
	const char		*where;
	u64			bits;
	const char		*wide;
	u64			wide_bits;
};

static ssize_t perf_x86_field_show(struct device *dev, struct device_attribute *attr, char *page)
{
	const struct perf_x86_field *field = container_of(attr, struct perf_x86_field, attr);
	u64 raw_mask = perf_x86_dev_pmu(dev)->raw_mask;
	bool wide = field->wide && (raw_mask & field->wide_bits);

	return sysfs_emit(page, "config:%s\n", wide ? field->wide : field->where);
}

#define PERF_X86_FIELD(_name, _where, _bits, _wide, _wide_bits)			\
	static struct perf_x86_field perf_x86_field_##_name = {			\
		.attr		= __ATTR(_name, 0444, perf_x86_field_show, NULL),	\
		.where		= _where,					\
		.bits		= _bits,					\
		.wide		= _wide,					\
		.wide_bits	= _wide_bits,					\
	}

PERF_X86_FIELD(event, "0-7", ARCH_PERFMON_EVENTSEL_EVENT, "0-7,32-35", PERF_X86_WIDE_EVENT);
PERF_X86_FIELD(umask, "8-15", ARCH_PERFMON_EVENTSEL_UMASK, NULL, 0);
PERF_X86_FIELD(edge, "18", ARCH_PERFMON_EVENTSEL_EDGE, NULL, 0);
PERF_X86_FIELD(pc, "19", ARCH_PERFMON_EVENTSEL_PIN_CONTROL, NULL, 0);
PERF_X86_FIELD(any, "21", ARCH_PERFMON_EVENTSEL_ANY, NULL, 0);
PERF_X86_FIELD(inv, "23", ARCH_PERFMON_EVENTSEL_INV, NULL, 0);
PERF_X86_FIELD(cmask, "24-31", ARCH_PERFMON_EVENTSEL_CMASK, NULL, 0);
PERF_X86_FIELD(in_tx, "32", HSW_IN_TX, NULL, 0);
PERF_X86_FIELD(in_tx_cp, "33", HSW_IN_TX_CHECKPOINTED, NULL, 0);

/* The Pentium 4's two registers instead of the fields of all other processors. */
PERF_X86_FIELD(cccr, "0-31", U32_MAX, NULL, 0);
PERF_X86_FIELD(escr, "32-62", P4_CODE_ESCRS, NULL, 0);

/* The value of perf_x86_extra::msr. */
static ssize_t offcore_rsp_show(struct device *dev, struct device_attribute *attr, char *page)
{
	return sysfs_emit(page, "config1:0-63\n");
}

static struct perf_x86_field perf_x86_field_offcore_rsp = { .attr = __ATTR_RO(offcore_rsp) };

static ssize_t snoop_rsp_show(struct device *dev, struct device_attribute *attr, char *page)
{
	return sysfs_emit(page, "config1:0-63\n");
}

static struct perf_x86_field perf_x86_field_snoop_rsp = { .attr = __ATTR_RO(snoop_rsp) };

static ssize_t frontend_show(struct device *dev, struct device_attribute *attr, char *page)
{
	return sysfs_emit(page, "config1:0-23\n");
}

static struct perf_x86_field perf_x86_field_frontend = { .attr = __ATTR_RO(frontend) };

static ssize_t ldlat_show(struct device *dev, struct device_attribute *attr, char *page)
{
	return sysfs_emit(page, "config1:0-15\n");
}

static struct perf_x86_field perf_x86_field_ldlat = { .attr = __ATTR_RO(ldlat) };

/* Precise events of memory, or NULL. */
static const struct perf_x86_precise_model *perf_x86_memory_events(const struct perf_x86_pmu *pmu)
{
	return pmu->max_precise && pmu->precise && pmu->precise->loads ? pmu->precise : NULL;
}

static struct attribute *perf_x86_format_attrs[] = {
	&perf_x86_field_event.attr.attr,
	&perf_x86_field_umask.attr.attr,
	&perf_x86_field_edge.attr.attr,
	&perf_x86_field_pc.attr.attr,
	&perf_x86_field_any.attr.attr,
	&perf_x86_field_inv.attr.attr,
	&perf_x86_field_cmask.attr.attr,
	&perf_x86_field_in_tx.attr.attr,
	&perf_x86_field_in_tx_cp.attr.attr,
	&perf_x86_field_cccr.attr.attr,
	&perf_x86_field_escr.attr.attr,
	&perf_x86_field_offcore_rsp.attr.attr,
	&perf_x86_field_snoop_rsp.attr.attr,
	&perf_x86_field_frontend.attr.attr,
	&perf_x86_field_ldlat.attr.attr,
	NULL
};

/* AMD's wide event select uses the bits of Haswell's in_tx and in_tx_cp. */
static bool perf_x86_has_wide_events(u64 raw_mask)
{
	return raw_mask & perf_x86_field_event.wide_bits;
}

static umode_t perf_x86_field_visible(struct kobject *kobj, struct attribute *attr, int index)
{
	const struct perf_x86_field *field = container_of(attr, struct perf_x86_field, attr.attr);
	const struct perf_x86_pmu *pmu = perf_x86_dev_pmu(kobj_to_dev(kobj));
	bool is_p4 = field == &perf_x86_field_cccr || field == &perf_x86_field_escr;
	u64 raw_mask = pmu->raw_mask;

	if (field == &perf_x86_field_offcore_rsp)
		return perf_x86_has_extra_kind(pmu, PERF_X86_OFFCORE) ? attr->mode : 0;
	if (field == &perf_x86_field_snoop_rsp)
		return perf_x86_has_extra_kind(pmu, PERF_X86_SNOOP) ? attr->mode : 0;
	if (field == &perf_x86_field_frontend)
		return perf_x86_has_extra_kind(pmu, PERF_X86_FRONTEND) ? attr->mode : 0;
	if (field == &perf_x86_field_ldlat)
		return perf_x86_memory_events(pmu) ? attr->mode : 0;
	if (is_p4 || perf_x86_is_p4(pmu))
		return is_p4 && perf_x86_is_p4(pmu) ? attr->mode : 0;
	if ((field->bits >> 32) && perf_x86_has_wide_events(raw_mask))
		return 0;
	return raw_mask & field->bits ? attr->mode : 0;
}

static const struct attribute_group perf_x86_format_group = {
	.name		= "format",
	.attrs		= perf_x86_format_attrs,
	.is_visible	= perf_x86_field_visible,
};

/*
 * Events.
 */

/**
 * perf_x86_sysfs_format - write an event as a list of format fields
 * @page: output
 * @code: the event's code
 *
 * Return: length of the text.
 */
int perf_x86_sysfs_format(char *page, u64 code)
{
	unsigned int event = perf_x86_event_select(code), umask = perf_x86_unit_mask(code);
	u64 cmask = (code & ARCH_PERFMON_EVENTSEL_CMASK) >> 24;
	int at = sysfs_emit(page, "event=0x%02x", event);

	if (umask)
		at += sysfs_emit_at(page, at, ",umask=0x%02x", umask);
	if (code & ARCH_PERFMON_EVENTSEL_EDGE)
		at += sysfs_emit_at(page, at, ",edge");
	if (code & ARCH_PERFMON_EVENTSEL_INV)
		at += sysfs_emit_at(page, at, ",inv");
	if (cmask)
		at += sysfs_emit_at(page, at, ",cmask=0x%02llx", cmask);
	return at + sysfs_emit_at(page, at, "\n");
}

static int perf_x86_sysfs_format_p4(char *page, u64 code)
{
	return sysfs_emit(page, "cccr=0x%llx,escr=0x%llx\n", code & U32_MAX,
			  code >> P4_CODE_ESCR_SHIFT);
}

static ssize_t perf_x86_event_show(struct device *dev, struct device_attribute *attr, char *page)
{
	const struct perf_pmu_events_attr *event =
		container_of(attr, struct perf_pmu_events_attr, attr);

	const struct perf_x86_pmu *pmu = perf_x86_dev_pmu(dev);
	u64 code = pmu->generic[event->id];

	return perf_x86_is_p4(pmu) ? perf_x86_sysfs_format_p4(page, code) :
				      perf_x86_sysfs_format(page, code);
}

#define PERF_X86_EVENT(_name, _id)						\
	(&((struct perf_pmu_events_attr[]) { {					\
		.id = PERF_COUNT_HW_##_id,					\
		.attr = {							\
			.attr = { .name = (_name), .mode = 0444 },		\
			.show = perf_x86_event_show,				\
		},								\
	} })[0].attr.attr)

/* In the order of enum perf_hw_id, since perf_x86_event_visible() uses the index. */
static struct attribute *perf_x86_event_attrs[] = {
	PERF_X86_EVENT("cpu-cycles", CPU_CYCLES),
	PERF_X86_EVENT("instructions", INSTRUCTIONS),
	PERF_X86_EVENT("cache-references", CACHE_REFERENCES),
	PERF_X86_EVENT("cache-misses", CACHE_MISSES),
	PERF_X86_EVENT("branch-instructions", BRANCH_INSTRUCTIONS),
	PERF_X86_EVENT("branch-misses", BRANCH_MISSES),
	PERF_X86_EVENT("bus-cycles", BUS_CYCLES),
	PERF_X86_EVENT("stalled-cycles-frontend", STALLED_CYCLES_FRONTEND),
	PERF_X86_EVENT("stalled-cycles-backend", STALLED_CYCLES_BACKEND),
	PERF_X86_EVENT("ref-cycles", REF_CPU_CYCLES),
	NULL
};

static umode_t perf_x86_event_visible(struct kobject *kobj, struct attribute *attr, int index)
{
	const struct perf_x86_pmu *pmu = perf_x86_dev_pmu(kobj_to_dev(kobj));

	return pmu->generic[index] ? attr->mode : 0;
}

static const struct attribute_group perf_x86_events_group = {
	.name		= "events",
	.attrs		= perf_x86_event_attrs,
	.is_visible	= perf_x86_event_visible,
};

/* For "perf mem". */
static ssize_t mem_loads_show(struct device *dev, struct device_attribute *attr, char *page)
{
	return sysfs_emit(page, "%s\n", perf_x86_dev_pmu(dev)->precise->loads);
}

static ssize_t mem_stores_show(struct device *dev, struct device_attribute *attr, char *page)
{
	return sysfs_emit(page, "%s\n", perf_x86_dev_pmu(dev)->precise->stores);
}

static ssize_t mem_loads_aux_show(struct device *dev, struct device_attribute *attr, char *page)
{
	return sysfs_emit(page, "event=0x03,umask=0x82\n");
}

#define PERF_X86_MEMORY_EVENT(_name, _text)					\
	static struct device_attribute perf_x86_##_name = {			\
		.attr	= { .name = _text, .mode = 0444 },			\
		.show	= _name##_show,						\
	}

PERF_X86_MEMORY_EVENT(mem_loads, "mem-loads");
PERF_X86_MEMORY_EVENT(mem_stores, "mem-stores");
PERF_X86_MEMORY_EVENT(mem_loads_aux, "mem-loads-aux");

static struct attribute *perf_x86_memory_attrs[] = {
	&perf_x86_mem_loads.attr,
	&perf_x86_mem_stores.attr,
	&perf_x86_mem_loads_aux.attr,
	NULL
};

static umode_t perf_x86_memory_visible(struct kobject *kobj, struct attribute *attr, int index)
{
	const struct perf_x86_pmu *pmu = perf_x86_dev_pmu(kobj_to_dev(kobj));
	const struct perf_x86_precise_model *events = perf_x86_memory_events(pmu);

	if (!events || (attr == &perf_x86_mem_stores.attr && !events->stores) ||
	    (attr == &perf_x86_mem_loads_aux.attr && !events->loads_aux))
		return 0;
	return attr->mode;
}

static const struct attribute_group perf_x86_memory_group = {
	.name		= "events",
	.attrs		= perf_x86_memory_attrs,
	.is_visible	= perf_x86_memory_visible,
};

/*
 * Events that only some models have. They are in one group, since sysfs removes a file of the
 * folder when a later group has its name and hides it.
 */
static ssize_t perf_x86_named_show(struct device *dev, struct device_attribute *attr, char *page)
{
	const struct perf_x86_named *row;

	row = perf_x86_named_find(perf_x86_dev_pmu(dev), attr->attr.name);
	return sysfs_emit(page, "%s\n", row->threads && topology_max_smt_threads() > 1 ?
			  row->threads : row->text);
}

#define PERF_X86_NAMED(_name)						\
	(&((struct device_attribute[]) { {					\
		.attr = { .name = (_name), .mode = 0444 },			\
		.show = perf_x86_named_show,					\
	} })[0].attr)

static struct attribute *perf_x86_named_attrs[] = {
	PERF_X86_NAMED("slots"),
	PERF_X86_NAMED("topdown-retiring"),
	PERF_X86_NAMED("topdown-bad-spec"),
	PERF_X86_NAMED("topdown-fe-bound"),
	PERF_X86_NAMED("topdown-be-bound"),
	PERF_X86_NAMED("topdown-heavy-ops"),
	PERF_X86_NAMED("topdown-br-mispredict"),
	PERF_X86_NAMED("topdown-fetch-lat"),
	PERF_X86_NAMED("topdown-mem-bound"),
	PERF_X86_NAMED("topdown-total-slots"),
	PERF_X86_NAMED("topdown-total-slots.scale"),
	PERF_X86_NAMED("topdown-slots-issued"),
	PERF_X86_NAMED("topdown-slots-retired"),
	PERF_X86_NAMED("topdown-fetch-bubbles"),
	PERF_X86_NAMED("topdown-fetch-bubbles.scale"),
	PERF_X86_NAMED("topdown-recovery-bubbles"),
	PERF_X86_NAMED("topdown-recovery-bubbles.scale"),
	PERF_X86_NAMED("cycles-t"),
	PERF_X86_NAMED("cycles-ct"),
	PERF_X86_NAMED("tx-start"),
	PERF_X86_NAMED("tx-commit"),
	PERF_X86_NAMED("tx-abort"),
	PERF_X86_NAMED("tx-conflict"),
	PERF_X86_NAMED("tx-capacity"),
	PERF_X86_NAMED("tx-capacity-read"),
	PERF_X86_NAMED("tx-capacity-write"),
	PERF_X86_NAMED("el-start"),
	PERF_X86_NAMED("el-commit"),
	PERF_X86_NAMED("el-abort"),
	PERF_X86_NAMED("el-conflict"),
	PERF_X86_NAMED("el-capacity"),
	PERF_X86_NAMED("el-capacity-read"),
	PERF_X86_NAMED("el-capacity-write"),
	NULL
};

static umode_t perf_x86_named_visible(struct kobject *kobj, struct attribute *attr, int index)
{
	return perf_x86_named_find(perf_x86_dev_pmu(kobj_to_dev(kobj)), attr->name) ?
	       attr->mode : 0;
}

static const struct attribute_group perf_x86_named_group = {
	.name		= "events",
	.attrs		= perf_x86_named_attrs,
	.is_visible	= perf_x86_named_visible,
};

/* AMD's branch sampling: the only event whose samples can have branches (branch/brs.h). */
static ssize_t branch_brs_show(struct device *dev, struct device_attribute *attr, char *page)
{
	return sysfs_emit(page, "event=%#x\n", PERF_X86_BRS_CODE);
}

static struct device_attribute perf_x86_branch_brs = {
	.attr	= { .name = "branch-brs", .mode = 0444 },
	.show	= branch_brs_show,
};

static struct attribute *perf_x86_brs_attrs[] = {
	&perf_x86_branch_brs.attr,
	NULL
};

static umode_t perf_x86_brs_visible(struct kobject *kobj, struct attribute *attr, int index)
{
	return perf_x86_branch_is_sampling(perf_x86_dev_pmu(kobj_to_dev(kobj))) ? attr->mode : 0;
}

static const struct attribute_group perf_x86_brs_group = {
	.name		= "events",
	.attrs		= perf_x86_brs_attrs,
	.is_visible	= perf_x86_brs_visible,
};

/* Added to the groups above, which have the folder already. */
const struct attribute_group *perf_x86_sysfs_updates[] = {
	&perf_x86_memory_group,
	&perf_x86_named_group,
	&perf_x86_brs_group,
	NULL
};

/*
 * Capabilities.
 */
static ssize_t max_precise_show(struct device *dev, struct device_attribute *attr, char *page)
{
	return sysfs_emit(page, "%u\n", perf_x86_dev_pmu(dev)->max_precise);
}
static DEVICE_ATTR_RO(max_precise);

static ssize_t pmu_name_show(struct device *dev, struct device_attribute *attr, char *page)
{
	return sysfs_emit(page, "%s\n", perf_x86_dev_pmu(dev)->model->name);
}
static DEVICE_ATTR_RO(pmu_name);

static ssize_t branches_show(struct device *dev, struct device_attribute *attr, char *page)
{
	return sysfs_emit(page, "%u\n", perf_x86_branch_depth(perf_x86_dev_pmu(dev)));
}
static DEVICE_ATTR_RO(branches);

static struct attribute *perf_x86_caps_attrs[] = {
	&dev_attr_branches.attr,
	&dev_attr_max_precise.attr,
	&dev_attr_pmu_name.attr,
	&perf_pmu_counters_attr.attr,
	NULL
};

static umode_t perf_x86_cap_visible(struct kobject *kobj, struct attribute *attr, int index)
{
	if (attr == &dev_attr_branches.attr &&
	    !perf_x86_branch_depth(perf_x86_dev_pmu(kobj_to_dev(kobj))))
		return 0;
	return attr->mode;
}

static const struct attribute_group perf_x86_caps_group = {
	.name		= "caps",
	.attrs		= perf_x86_caps_attrs,
	.is_visible	= perf_x86_cap_visible,
};

/*
 * The PMU's own files.
 */
static ssize_t rdpmc_show(struct device *dev, struct device_attribute *attr, char *page)
{
	return sysfs_emit(page, "%d\n", READ_ONCE(perf_x86_dev_pmu(dev)->rdpmc));
}

static ssize_t rdpmc_store(struct device *dev, struct device_attribute *attr, const char *buf,
			   size_t count)
{
	unsigned long policy;
	int err;

	err = kstrtoul(buf, 0, &policy);
	if (err)
		return err;
	err = perf_x86_rdpmc_set_policy(perf_x86_dev_pmu(dev), policy);
	return err ?: count;
}
static DEVICE_ATTR_RW(rdpmc);

static ssize_t cpus_show(struct device *dev, struct device_attribute *attr, char *page)
{
	cpumask_var_t online;
	ssize_t length;

	if (!alloc_cpumask_var(&online, GFP_KERNEL))
		return -ENOMEM;
	cpumask_and(online, &perf_x86_dev_pmu(dev)->cpus, cpu_online_mask);
	length = cpumap_print_to_pagebuf(true, page, online);
	free_cpumask_var(online);
	return length;
}
static DEVICE_ATTR_RO(cpus);

static struct attribute *perf_x86_pmu_attrs[] = {
	&dev_attr_rdpmc.attr,
	&dev_attr_cpus.attr,
	NULL
};

/* Tools recognize a PMU that has only some of the CPUs by the file "cpus". */
static umode_t perf_x86_pmu_visible(struct kobject *kobj, struct attribute *attr, int index)
{
	if (attr == &dev_attr_cpus.attr && !perf_x86_dev_pmu(kobj_to_dev(kobj))->kind)
		return 0;
	return attr->mode;
}

static const struct attribute_group perf_x86_pmu_group = {
	.attrs		= perf_x86_pmu_attrs,
	.is_visible	= perf_x86_pmu_visible,
};

const struct attribute_group *perf_x86_sysfs_groups[] = {
	&perf_x86_pmu_group,
	&perf_x86_freeze_group,
	&perf_x86_tfa_group,
	&perf_x86_format_group,
	&perf_x86_events_group,
	&perf_x86_caps_group,
	NULL
};
