// SPDX-License-Identifier: GPL-2.0
/*
 * struct perf_event_attr: taking it from user space and checking it.
 *
 * What can be said about an attr without knowing task, CPU or PMU is a table of
 * rules below. Programs find out what a kernel can do by the errno they get, so
 * the order of the rules is ABI: a new one goes to the end of its table.
 *
 * Owns: nothing. Locks: none. Context: task.
 */
#include <linux/kernel.h>
#include <linux/perf_event.h>
#include <linux/perf_regs.h>
#include <linux/uaccess.h>

#include "base/attr.h"
#include "base/permission.h"

/**
 * struct perf_attr_rule - what an attr has to satisfy
 * @name:   for messages of tests
 * @broken: does the attr break the rule?
 * @error:  errno if so, positive
 */
struct perf_attr_rule {
	const char	*name;
	bool		(*broken)(const struct perf_event_attr *attr);
	int		error;
};

static bool reserved_broken(const struct perf_event_attr *attr)
{
	return attr->__reserved_1 || attr->__reserved_2 || attr->__reserved_3;
}

static bool sample_type_broken(const struct perf_event_attr *attr)
{
	return attr->sample_type & ~((u64)PERF_SAMPLE_MAX - 1);
}

static bool read_format_broken(const struct perf_event_attr *attr)
{
	return attr->read_format & ~((u64)PERF_FORMAT_MAX - 1);
}

static bool branch_known_broken(const struct perf_event_attr *attr)
{
	return (attr->sample_type & PERF_SAMPLE_BRANCH_STACK) &&
	       (attr->branch_sample_type & ~((u64)PERF_SAMPLE_BRANCH_MAX - 1));
}

/* Privilege levels alone do not say which branches are wanted. */
static bool branch_kind_broken(const struct perf_event_attr *attr)
{
	return (attr->sample_type & PERF_SAMPLE_BRANCH_STACK) &&
	       !(attr->branch_sample_type & ~(u64)PERF_SAMPLE_BRANCH_PLM_ALL);
}

static bool regs_user_broken(const struct perf_event_attr *attr)
{
	return (attr->sample_type & PERF_SAMPLE_REGS_USER) &&
	       perf_reg_validate(attr->sample_regs_user);
}

static bool stack_support_broken(const struct perf_event_attr *attr)
{
	return (attr->sample_type & PERF_SAMPLE_STACK_USER) &&
	       !IS_ENABLED(CONFIG_HAVE_PERF_USER_STACK_DUMP);
}

/* The stack must leave room in a record, whose size is a u16. */
static bool stack_size_broken(const struct perf_event_attr *attr)
{
	return (attr->sample_type & PERF_SAMPLE_STACK_USER) &&
	       (attr->sample_stack_user % sizeof(u64) || attr->sample_stack_user >= U16_MAX);
}

static bool regs_intr_broken(const struct perf_event_attr *attr)
{
	return (attr->sample_type & PERF_SAMPLE_REGS_INTR) &&
	       perf_reg_validate(attr->sample_regs_intr);
}

static bool cgroup_broken(const struct perf_event_attr *attr)
{
	return !IS_ENABLED(CONFIG_CGROUP_PERF) &&
	       ((attr->sample_type & PERF_SAMPLE_CGROUP) || attr->cgroup);
}

static bool weight_broken(const struct perf_event_attr *attr)
{
	return (attr->sample_type & PERF_SAMPLE_WEIGHT_TYPE) == PERF_SAMPLE_WEIGHT_TYPE;
}

static bool inherit_thread_broken(const struct perf_event_attr *attr)
{
	return attr->inherit_thread && !attr->inherit;
}

static bool on_exec_broken(const struct perf_event_attr *attr)
{
	return attr->remove_on_exec && attr->enable_on_exec;
}

/* The new program would not know what to do with the signal. */
static bool sigtrap_broken(const struct perf_event_attr *attr)
{
	return attr->sigtrap && !attr->remove_on_exec;
}

/* perf_reg_validate() where an architecture has no registers to sample. */
#define PERF_REGS_ERROR	(IS_ENABLED(CONFIG_HAVE_PERF_REGS) ? EINVAL : ENOSYS)

/* Checked before the permission to see the kernel's branches is. */
static const struct perf_attr_rule perf_attr_form_rules[] = {
	{ "reserved fields are zero",		reserved_broken,	EINVAL },
	{ "sample_type is known",		sample_type_broken,	EINVAL },
	{ "read_format is known",		read_format_broken,	EINVAL },
	{ "branch_sample_type is known",	branch_known_broken,	EINVAL },
	{ "a kind of branch is chosen",		branch_kind_broken,	EINVAL },
};

/* Checked after it. */
static const struct perf_attr_rule perf_attr_content_rules[] = {
	{ "sample_regs_user is valid",		regs_user_broken,	PERF_REGS_ERROR },
	{ "user stacks can be dumped",		stack_support_broken,	ENOSYS },
	{ "sample_stack_user fits",		stack_size_broken,	EINVAL },
	{ "sample_regs_intr is valid",		regs_intr_broken,	PERF_REGS_ERROR },
	{ "cgroups are configured",		cgroup_broken,		EINVAL },
	{ "one form of weight",			weight_broken,		EINVAL },
	{ "inherit_thread inherits",		inherit_thread_broken,	EINVAL },
	{ "exec enables or removes",		on_exec_broken,		EINVAL },
	{ "sigtrap ends at exec",		sigtrap_broken,		EINVAL },
};

/**
 * perf_attr_rule_name - what a rule demands
 * @index: number of the rule, from 0 in the order of checking
 *
 * Return: its name; NULL behind the last.
 */
const char *perf_attr_rule_name(unsigned int index)
{
	if (index < ARRAY_SIZE(perf_attr_form_rules))
		return perf_attr_form_rules[index].name;
	index -= ARRAY_SIZE(perf_attr_form_rules);
	if (index < ARRAY_SIZE(perf_attr_content_rules))
		return perf_attr_content_rules[index].name;
	return NULL;
}

static int perf_attr_apply(const struct perf_attr_rule *rule, size_t nr,
			   const struct perf_event_attr *attr)
{
	for (; nr; rule++, nr--) {
		if (rule->broken(attr))
			return -rule->error;
	}
	return 0;
}

/* Sample fields that no rule is about. */
#define PERF_SAMPLE_PLAIN						\
	((u64)(PERF_SAMPLE_MAX - 1) &					\
	 ~(u64)(PERF_SAMPLE_BRANCH_STACK | PERF_SAMPLE_REGS_USER |	\
		PERF_SAMPLE_STACK_USER | PERF_SAMPLE_REGS_INTR |	\
		PERF_SAMPLE_CGROUP | PERF_SAMPLE_WEIGHT_TYPE))

/*
 * Can the attr break any rule at all? Nearly none can, and this costs no more
 * than one rule of the table. A field that a rule looks at has to be here.
 */
static bool perf_attr_is_plain(const struct perf_event_attr *attr)
{
	u64 unusual = attr->sample_type & ~PERF_SAMPLE_PLAIN;

	unusual |= attr->read_format & ~((u64)PERF_FORMAT_MAX - 1);
	unusual |= attr->__reserved_1 | attr->__reserved_2 | attr->__reserved_3;
	unusual |= attr->cgroup | attr->inherit_thread | attr->remove_on_exec | attr->sigtrap;
	return !unusual;
}

/* Branches of which privilege level? By default those whose events count. */
static void perf_attr_branch_default(struct perf_event_attr *attr)
{
	if (!(attr->sample_type & PERF_SAMPLE_BRANCH_STACK) ||
	    (attr->branch_sample_type & PERF_SAMPLE_BRANCH_PLM_ALL))
		return;

	attr->branch_sample_type |=
		(attr->exclude_user ? 0 : PERF_SAMPLE_BRANCH_USER) |
		(attr->exclude_kernel ? 0 : PERF_SAMPLE_BRANCH_KERNEL) |
		(attr->exclude_hv ? 0 : PERF_SAMPLE_BRANCH_HV);
}

static int perf_attr_check_form(struct perf_event_attr *attr)
{
	int err = perf_attr_apply(perf_attr_form_rules, ARRAY_SIZE(perf_attr_form_rules), attr);

	if (!err)
		perf_attr_branch_default(attr);
	return err;
}

static int perf_attr_check_content(const struct perf_event_attr *attr)
{
	return perf_attr_apply(perf_attr_content_rules, ARRAY_SIZE(perf_attr_content_rules), attr);
}

/**
 * perf_attr_check - is the attr consistent?
 * @attr: all fields of this kernel's size; gets the default privilege levels of
 *        the branches to sample
 *
 * A function of @attr alone, for callers that have no user to refuse.
 *
 * Context: any.
 * Return: 0, or the negative errno of the first rule in ABI order that it breaks.
 */
int perf_attr_check(struct perf_event_attr *attr)
{
	int err;

	if (perf_attr_is_plain(attr))
		return 0;
	err = perf_attr_check_form(attr);
	return err ?: perf_attr_check_content(attr);
}

/* Tell the caller which size would have been understood. */
static int perf_attr_bad_size(struct perf_event_attr __user *uattr)
{
	/* Should that fail, the errno alone has to do. */
	put_user((u32)sizeof(struct perf_event_attr), &uattr->size);
	return -E2BIG;
}

static int perf_attr_fetch(struct perf_event_attr __user *uattr, struct perf_event_attr *attr)
{
	u32 size;
	int err;

	if (get_user(size, &uattr->size))
		return -EFAULT;
	if (!size)
		size = PERF_ATTR_SIZE_VER0;
	if (size < PERF_ATTR_SIZE_VER0 || size > PAGE_SIZE)
		return perf_attr_bad_size(uattr);

	/* Fields this kernel does not know have to be zero. */
	err = copy_struct_from_user(attr, sizeof(*attr), uattr, size);
	if (err == -E2BIG)
		return perf_attr_bad_size(uattr);
	if (err)
		return err;

	/* The caller may have changed it since it was looked at. */
	attr->size = size;
	return 0;
}

/**
 * perf_attr_copy_from_user - take an attr from user space and check it
 * @uattr: the caller's, of the size it says
 * @attr:  where to; what the caller's structure lacks becomes zero
 *
 * A structure of unknown size gets the kernel's size written into it.
 *
 * Context: task, may fault.
 * Return: 0; -EFAULT; -E2BIG: size that is not understood; -EACCES: kernel
 * branches are not for the caller; else as perf_attr_check().
 */
int perf_attr_copy_from_user(struct perf_event_attr __user *uattr, struct perf_event_attr *attr)
{
	int err;

	err = perf_attr_fetch(uattr, attr);
	if (err)
		return err;
	if (!attr->sample_max_stack)
		attr->sample_max_stack = min(READ_ONCE(sysctl_perf_event_max_stack), U16_MAX);
	if (perf_attr_is_plain(attr))
		return 0;

	err = perf_attr_check_form(attr);
	if (err)
		return err;
	err = perf_permission_branch(attr);
	if (err)
		return err;
	return perf_attr_check_content(attr);
}

/**
 * perf_attr_check_target - does the attr suit a task, or a CPU?
 * @attr: checked by itself
 * @task: is a task to be monitored?
 *
 * Return: 0; -EINVAL: SIGTRAP without a task to send it to, or a group's values
 * in samples of inherited events without the thread they belong to.
 */
int perf_attr_check_target(const struct perf_event_attr *attr, bool task)
{
	if (attr->sigtrap && !task)
		return -EINVAL;
	if (attr->inherit && (attr->sample_type & PERF_SAMPLE_READ) &&
	    !(attr->sample_type & PERF_SAMPLE_TID))
		return -EINVAL;
	return 0;
}

/**
 * perf_attr_check_pmu - can a PMU do what the attr asks of AUX events?
 * @attr:         checked by itself
 * @capabilities: PERF_PMU_CAP_* of the PMU that accepted the event
 *
 * Return: 0; -EOPNOTSUPP; -EINVAL: one overflow cannot both pause and resume.
 */
int perf_attr_check_pmu(const struct perf_event_attr *attr, int capabilities)
{
	if (attr->aux_output &&
	    (!(capabilities & PERF_PMU_CAP_AUX_OUTPUT) || attr->aux_pause || attr->aux_resume))
		return -EOPNOTSUPP;
	if (attr->aux_pause && attr->aux_resume)
		return -EINVAL;
	if (attr->aux_start_paused && !(capabilities & PERF_PMU_CAP_AUX_PAUSE))
		return -EOPNOTSUPP;
	return 0;
}

/**
 * perf_attr_read_size - how much read() returns
 * @read_format: PERF_FORMAT_*
 * @nr_members:  events in the group, the leader included
 *
 * Return: bytes.
 */
size_t perf_attr_read_size(u64 read_format, int nr_members)
{
	size_t words = 1;	/* of one event: its value */
	size_t head = 0;

	words += !!(read_format & PERF_FORMAT_ID);
	words += !!(read_format & PERF_FORMAT_LOST);
	head += !!(read_format & PERF_FORMAT_TOTAL_TIME_ENABLED);
	head += !!(read_format & PERF_FORMAT_TOTAL_TIME_RUNNING);
	if (read_format & PERF_FORMAT_GROUP) {
		head++;
		words *= nr_members;
	}
	return (head + words) * sizeof(u64);
}
