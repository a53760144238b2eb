// SPDX-License-Identifier: GPL-2.0
/*
 * The sysfs files of ibs_fetch and ibs_op: bits of attr.config (format), and properties (caps).
 *
 * A bit's file is visible if the unit has the bit.
 *
 * Owns nothing. Context: task.
 */
#include <linux/device.h>
#include <linux/sysfs.h>

#include "ibs/ibs.h"
#include "ibs/sysfs.h"

/**
 * struct perf_ibs_bit - a file in "format"
 * @attr:  the file
 * @where: its contents
 * @is_op: the unit that has the bit
 * @bit:   in attr.config
 */
struct perf_ibs_bit {
	struct device_attribute	attr;
	const char		*where;
	bool			is_op;
	u64			bit;
};

static ssize_t perf_ibs_bit_show(struct device *dev, struct device_attribute *attr, char *page)
{
	return sysfs_emit(page, "%s\n", container_of(attr, struct perf_ibs_bit, attr)->where);
}

#define PERF_IBS_BIT(_unit, _name, _where, _is_op, _bit)			\
	static struct perf_ibs_bit perf_ibs_##_unit##_##_name = {		\
		.attr	= __ATTR(_name, 0444, perf_ibs_bit_show, NULL),		\
		.where	= _where,						\
		.is_op	= _is_op,						\
		.bit	= _bit,							\
	}

PERF_IBS_BIT(fetch, rand_en, "config:57", false, PERF_IBS_FETCH_RANDOM);
PERF_IBS_BIT(fetch, l3missonly, "config:59", false, PERF_IBS_FETCH_L3_MISS);
PERF_IBS_BIT(op, l3missonly, "config:16", true, PERF_IBS_OP_L3_MISS);
PERF_IBS_BIT(op, cnt_ctl, "config:19", true, PERF_IBS_OP_COUNT_OPS);

static struct attribute *perf_ibs_format_attrs[] = {
	&perf_ibs_fetch_rand_en.attr.attr,
	&perf_ibs_fetch_l3missonly.attr.attr,
	&perf_ibs_op_l3missonly.attr.attr,
	&perf_ibs_op_cnt_ctl.attr.attr,
	NULL
};

static const struct perf_ibs *perf_ibs_of_kobj(struct kobject *kobj)
{
	return to_perf_ibs(dev_get_drvdata(kobj_to_dev(kobj)));
}

static umode_t perf_ibs_bit_visible(struct kobject *kobj, struct attribute *attr, int index)
{
	const struct perf_ibs_bit *bit = container_of(attr, struct perf_ibs_bit, attr.attr);
	const struct perf_ibs *ibs = perf_ibs_of_kobj(kobj);

	return bit->is_op == ibs->is_op && bit->bit & ibs->config_mask ? attr->mode : 0;
}

static const struct attribute_group perf_ibs_format_group = {
	.name		= "format",
	.attrs		= perf_ibs_format_attrs,
	.is_visible	= perf_ibs_bit_visible,
};

static ssize_t zen4_ibs_extensions_show(struct device *dev, struct device_attribute *attr,
					char *page)
{
	return sysfs_emit(page, "1\n");
}

static DEVICE_ATTR_RO(zen4_ibs_extensions);

static struct attribute *perf_ibs_caps_attrs[] = {
	&dev_attr_zen4_ibs_extensions.attr,
	NULL
};

static umode_t perf_ibs_caps_visible(struct kobject *kobj, struct attribute *attr, int index)
{
	return perf_ibs_of_kobj(kobj)->caps & PERF_IBS_CAP_ZEN4 ? attr->mode : 0;
}

static const struct attribute_group perf_ibs_caps_group = {
	.name		= "caps",
	.attrs		= perf_ibs_caps_attrs,
	.is_visible	= perf_ibs_caps_visible,
};

const struct attribute_group *perf_ibs_sysfs_groups[] = {
	&perf_ibs_format_group,
	&perf_ibs_caps_group,
	NULL
};
