// SPDX-License-Identifier: GPL-2.0
/*
 * struct perf_event_attr: copying it from user space and checking it.
 *
 * Two tables of rules below hold the checks that depend on no task, CPU or PMU.
 * Programs probe a kernel's features by the errno of perf_event_open(2), so the
 * order of the rules is ABI: a new rule is added at the end of its table.
 *
 * Owns: nothing. Locks: none. Context: task.
 */
#include <linux/kernel.h>
#include <linux/perf_event.h>
#include <linux/perf_regs.h>
#include <linux/uaccess.h>

#include "base/attr.h"
#include "base/permission.h"
#include "base/why.h"

/**
 * struct perf_attr_rule - a condition that an attr must satisfy
 * @name:   printed by tests
 * @broken: true if @attr violates the rule
 * @error:  errno for a violation, positive
 * @reason: PERF_WHY_* of a violation
 * @width:  bytes of the field at fault
 * @where:  perf_refusal::where
 * @known:  bits of the field that are allowed, if the others are at fault; else 0
 * @flags:  an attr in which the single bits at fault are set, or NULL
 */
struct perf_attr_rule {
	const char			*name;
	bool				(*broken)(const struct perf_event_attr *attr);
	u16				error;
	u16				reason;
	u16				where;
	u16				width;
	u64				known;
	const struct perf_event_attr	*flags;
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

/* Privilege levels (PERF_SAMPLE_BRANCH_PLM_ALL) alone select no branch type. */
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

/* perf_event_header::size is a u16, so the stack must be smaller than U16_MAX. */
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

/* A program started by exec has no handler for the SIGTRAP. */
static bool sigtrap_broken(const struct perf_event_attr *attr)
{
	return attr->sigtrap && !attr->remove_on_exec;
}

/* Without a kind of mapping there is nothing to report. */
static bool munmap_broken(const struct perf_event_attr *attr)
{
	return attr->munmap && !(attr->mmap || attr->mmap2 || attr->mmap_data);
}

/* Without CONFIG_HAVE_PERF_REGS perf_reg_validate() fails for every mask but 0. */
#define PERF_REGS_ERROR	(IS_ENABLED(CONFIG_HAVE_PERF_REGS) ? EINVAL : ENOSYS)

/* A rule about a field: where it is, and the bits of it that are allowed. */
#define PERF_RULE_FIELD(_field, _known)					\
	.where = PERF_WHERE_FIELD(_field),				\
	.width = sizeof_field(struct perf_event_attr, _field), .known = _known

/* A rule about single bits. */
#define PERF_RULE_FLAGS(_init...)					\
	.where = PERF_WHERE_FLAGS, .width = sizeof(u64),		\
	.flags = &(const struct perf_event_attr) { _init }

#define PERF_RULE(_name, _broken, _error, _reason, _place...)		\
	{ .name = _name, .broken = _broken, .error = _error,		\
	  .reason = PERF_WHY_##_reason, _place }

/* Checked before perf_permission_branch(). */
static const struct perf_attr_rule perf_attr_form_rules[] = {
	PERF_RULE("reserved fields are zero", reserved_broken, EINVAL, ATTR_RESERVED,
		  .where = PERF_WHERE_NONE),
	PERF_RULE("sample_type is known", sample_type_broken, EINVAL, SAMPLE_TYPE,
		  PERF_RULE_FIELD(sample_type, PERF_SAMPLE_MAX - 1)),
	PERF_RULE("read_format is known", read_format_broken, EINVAL, READ_FORMAT,
		  PERF_RULE_FIELD(read_format, PERF_FORMAT_MAX - 1)),
	PERF_RULE("branch_sample_type is known", branch_known_broken, EINVAL, BRANCH_UNKNOWN,
		  PERF_RULE_FIELD(branch_sample_type, PERF_SAMPLE_BRANCH_MAX - 1)),
	PERF_RULE("a kind of branch is chosen", branch_kind_broken, EINVAL, BRANCH_KIND,
		  PERF_RULE_FIELD(branch_sample_type, 0)),
};

/* Checked after perf_permission_branch(). */
static const struct perf_attr_rule perf_attr_content_rules[] = {
	PERF_RULE("sample_regs_user is valid", regs_user_broken, PERF_REGS_ERROR, REGS_USER,
		  PERF_RULE_FIELD(sample_regs_user, 0)),
	PERF_RULE("user stacks can be dumped", stack_support_broken, ENOSYS, STACK_SUPPORT,
		  PERF_RULE_FIELD(sample_type, ~(u64)PERF_SAMPLE_STACK_USER)),
	PERF_RULE("sample_stack_user fits", stack_size_broken, EINVAL, STACK_SIZE,
		  PERF_RULE_FIELD(sample_stack_user, 0)),
	PERF_RULE("sample_regs_intr is valid", regs_intr_broken, PERF_REGS_ERROR, REGS_INTR,
		  PERF_RULE_FIELD(sample_regs_intr, 0)),
	PERF_RULE("cgroups are configured", cgroup_broken, EINVAL, CGROUP_CONFIG,
		  PERF_RULE_FLAGS(.cgroup = 1)),
	PERF_RULE("one form of weight", weight_broken, EINVAL, WEIGHT,
		  PERF_RULE_FIELD(sample_type, ~(u64)PERF_SAMPLE_WEIGHT_TYPE)),
	PERF_RULE("inherit_thread inherits", inherit_thread_broken, EINVAL, INHERIT_THREAD,
		  PERF_RULE_FLAGS(.inherit_thread = 1)),
	PERF_RULE("exec enables or removes", on_exec_broken, EINVAL, ON_EXEC,
		  PERF_RULE_FLAGS(.enable_on_exec = 1, .remove_on_exec = 1)),
	PERF_RULE("sigtrap ends at exec", sigtrap_broken, EINVAL, SIGTRAP_EXEC,
		  PERF_RULE_FLAGS(.sigtrap = 1)),
	PERF_RULE("munmap follows mmap", munmap_broken, EINVAL, MUNMAP,
		  PERF_RULE_FLAGS(.munmap = 1)),
};

/**
 * perf_attr_rule_name - name of a rule
 * @index: number of the rule, from 0 in the order of checking
 *
 * Return: perf_attr_rule::name; NULL behind the last rule.
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

/* The value of a field of @width bytes, or 0 for no field. */
static u64 perf_attr_value(const struct perf_event_attr *attr, unsigned int where,
			   unsigned int width)
{
	const void *field = (const void *)attr + where;

	switch (width) {
	case sizeof(u64):
		return *(const u64 *)field;
	case sizeof(u32):
		return *(const u32 *)field;
	default:
		return 0;
	}
}

static int __cold perf_attr_refuse(const struct perf_attr_rule *rule,
				   const struct perf_event_attr *attr)
{
	u64 got = perf_attr_value(attr, rule->where, rule->width);
	u64 bits = rule->known ? got & ~rule->known : 0;

	if (rule->flags) {
		bits = perf_attr_value(rule->flags, rule->where, rule->width);
		got = 0;
	}
	return perf_refuse(-rule->error, rule->reason, rule->where, bits, got, rule->known);
}

static int perf_attr_apply(const struct perf_attr_rule *rule, size_t nr,
			   const struct perf_event_attr *attr)
{
	for (; nr; rule++, nr--) {
		if (rule->broken(attr))
			return perf_attr_refuse(rule, attr);
	}
	return 0;
}

/* Sample fields that no rule tests. */
#define PERF_SAMPLE_PLAIN						\
	((u64)(PERF_SAMPLE_MAX - 1) &					\
	 ~(u64)(PERF_SAMPLE_BRANCH_STACK | PERF_SAMPLE_REGS_USER |	\
		PERF_SAMPLE_STACK_USER | PERF_SAMPLE_REGS_INTR |	\
		PERF_SAMPLE_CGROUP | PERF_SAMPLE_WEIGHT_TYPE))

/*
 * Fast path: true if @attr cannot break any rule, as nearly every attr. The test costs no
 * more than one rule of the tables. Every field that a rule reads must be tested here.
 */
static bool perf_attr_is_plain(const struct perf_event_attr *attr)
{
	u64 unusual = attr->sample_type & ~PERF_SAMPLE_PLAIN;

	unusual |= attr->read_format & ~((u64)PERF_FORMAT_MAX - 1);
	unusual |= attr->__reserved_1 | attr->__reserved_2 | attr->__reserved_3;
	unusual |= attr->cgroup | attr->inherit_thread | attr->remove_on_exec | attr->sigtrap;
	unusual |= attr->munmap;
	return !unusual;
}

/* Without a privilege level, branch_sample_type gets the levels that the event counts in. */
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
 * perf_attr_check - check the consistency of an attr
 * @attr: of this kernel's size; branch_sample_type gets its default privilege levels
 *
 * The result depends on @attr alone: perf_attr_check() tests no permission.
 *
 * Context: any.
 * Return: 0, or the negative errno of the first rule in ABI order that @attr breaks.
 */
int perf_attr_check(struct perf_event_attr *attr)
{
	int err;

	if (perf_attr_is_plain(attr))
		return 0;
	err = perf_attr_check_form(attr);
	return err ?: perf_attr_check_content(attr);
}

/* Write this kernel's size of the attr to user space. */
static int perf_attr_bad_size(struct perf_event_attr __user *uattr, u32 size)
{
	/* A fault here is ignored: the caller gets -E2BIG in any case. */
	put_user((u32)sizeof(struct perf_event_attr), &uattr->size);
	return perf_refuse(-E2BIG, PERF_WHY_ATTR_SIZE, PERF_WHERE_FIELD(size), 0, size,
			   sizeof(struct perf_event_attr));
}

static int perf_attr_fetch(struct perf_event_attr __user *uattr, struct perf_event_attr *attr)
{
	u32 size;
	int err;

	if (get_user(size, &uattr->size))
		return perf_refuse_at(-EFAULT, PERF_WHY_ATTR_POINTER, PERF_WHERE_ARG);
	if (!size)
		size = PERF_ATTR_SIZE_VER0;
	if (size < PERF_ATTR_SIZE_VER0 || size > PAGE_SIZE)
		return perf_attr_bad_size(uattr, size);

	/* Fields beyond this kernel's attr must be zero. */
	err = copy_struct_from_user(attr, sizeof(*attr), uattr, size);
	if (err == -E2BIG)
		return perf_attr_bad_size(uattr, size);
	if (err)
		return perf_refuse_at(err, PERF_WHY_ATTR_POINTER, PERF_WHERE_ARG);

	/* Another thread may have changed uattr->size since get_user(). */
	attr->size = size;
	return 0;
}

/**
 * perf_attr_copy_from_user - copy an attr from user space and check it
 * @uattr: the caller's attr, of uattr->size bytes; 0 means PERF_ATTR_SIZE_VER0
 * @attr:  destination; fields beyond uattr->size become zero
 *
 * With -E2BIG, uattr->size becomes the kernel's size.
 *
 * Context: task, may fault.
 * Return: 0; -EFAULT; -E2BIG: unsupported size, or unknown fields that are not zero;
 * an errno of perf_permission_branch(); else as perf_attr_check().
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
 * perf_attr_check_target - check an attr against the target of the event
 * @attr: passed perf_attr_check()
 * @task: the event monitors a task, not a CPU
 *
 * Return: 0; -EINVAL: attr.sigtrap without a task to signal, or PERF_SAMPLE_READ of
 * inherited events without PERF_SAMPLE_TID, which names the thread that was counted.
 */
int perf_attr_check_target(const struct perf_event_attr *attr, bool task)
{
	if (attr->sigtrap && !task)
		return perf_refuse_flags(-EINVAL, PERF_WHY_SIGTRAP_TASK, .sigtrap = 1);
	if (attr->inherit && (attr->sample_type & PERF_SAMPLE_READ) &&
	    !(attr->sample_type & PERF_SAMPLE_TID))
		return perf_refuse(-EINVAL, PERF_WHY_INHERIT_READ, PERF_WHERE_FIELD(sample_type),
				   PERF_SAMPLE_READ, attr->sample_type, 0);
	return 0;
}

/**
 * perf_attr_check_pmu - check the AUX fields of an attr against a PMU
 * @attr:         passed perf_attr_check()
 * @capabilities: PERF_PMU_CAP_* of the PMU that accepted the event
 *
 * Return: 0; -EOPNOTSUPP: the PMU lacks the capability, or attr.aux_output together with
 * aux_pause or aux_resume; -EINVAL: one overflow cannot both pause and resume.
 */
int perf_attr_check_pmu(const struct perf_event_attr *attr, int capabilities)
{
	if (attr->aux_output && !(capabilities & PERF_PMU_CAP_AUX_OUTPUT))
		return perf_refuse_flags(-EOPNOTSUPP, PERF_WHY_AUX_OUTPUT, .aux_output = 1);
	if (attr->aux_output && (attr->aux_pause || attr->aux_resume))
		return perf_refuse_at(-EOPNOTSUPP, PERF_WHY_AUX_BOTH,
				      PERF_WHERE_FIELD(aux_action));
	if (attr->aux_pause && attr->aux_resume)
		return perf_refuse_at(-EINVAL, PERF_WHY_AUX_BOTH, PERF_WHERE_FIELD(aux_action));
	if (attr->aux_start_paused && !(capabilities & PERF_PMU_CAP_AUX_PAUSE))
		return perf_refuse_at(-EOPNOTSUPP, PERF_WHY_AUX_PAUSE,
				      PERF_WHERE_FIELD(aux_action));
	return 0;
}

/**
 * perf_attr_read_size - number of bytes that read() returns
 * @read_format: PERF_FORMAT_*
 * @nr_members:  events in the group, the leader included
 *
 * Return: bytes.
 */
size_t perf_attr_read_size(u64 read_format, int nr_members)
{
	size_t words = 1;	/* per event: the count */
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
