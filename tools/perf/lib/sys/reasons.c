// SPDX-License-Identifier: GPL-2.0
/*
 * Names of reasons, fields and arguments of refused calls.
 *
 * The build generates why_names.h from enum perf_event_why: a reason that the header has cannot
 * lack a name here. A newer kernel may pass others, which are shown by their numbers.
 */
#include <stddef.h>
#include <string.h>

#include <base/vec.h>
#include <sys/reasons.h>

static const char *const reason_names[] = {
#define PERF_WHY_NAME(name)	[PERF_WHY_##name] = #name,
#include <why_names.h>
#undef PERF_WHY_NAME
};

/* A member of a structure, from @offset on. */
struct field {
	uint16_t	offset;
	const char	*name;
};

#define ATTR(member)		{ offsetof(struct perf_event_attr, member), #member }
#define ATTR_SHARED(member, is)	{ offsetof(struct perf_event_attr, member), is }
#define EXT(member)		{ offsetof(struct perf_event_ext, member), #member }

/* Offset of the single bits, which have no addresses. */
#define FLAGS_OFFSET	(offsetof(struct perf_event_attr, read_format) + sizeof(__u64))

/* By offset. The single bits have no name of their own: put_flags() names those at fault. */
static const struct field attr_fields[] = {
	ATTR(type), ATTR(size), ATTR(config),
	ATTR_SHARED(sample_period, "sample_period or sample_freq"),
	ATTR(sample_type), ATTR(read_format),
	{ FLAGS_OFFSET, "the single bits" },
	ATTR_SHARED(wakeup_events, "wakeup_events or wakeup_watermark"), ATTR(bp_type),
	ATTR_SHARED(config1, "config1 or bp_addr"), ATTR_SHARED(config2, "config2 or bp_len"),
	ATTR(branch_sample_type), ATTR(sample_regs_user), ATTR(sample_stack_user), ATTR(clockid),
	ATTR(sample_regs_intr), ATTR(aux_watermark), ATTR(sample_max_stack), ATTR(__reserved_2),
	ATTR(aux_sample_size), ATTR(aux_action), ATTR(sig_data), ATTR(config3),
};

static const struct field ext_fields[] = {
	EXT(size), EXT(explain_size), EXT(options), EXT(known), EXT(attr), EXT(nr_attr),
	EXT(__reserved_1), EXT(explain), EXT(__reserved_2),
};

static const char *const open_arguments[] = { "attr", "pid", "cpu", "group_fd", "flags" };

static const struct flag {
	const char		*name;
	struct perf_event_attr	attr;	/* has all bits of this flag, and no other */
} attr_flags[] = {
#define PERF_ATTR_FLAG(member)	{ #member, { .member = ~0 } },
#include <sys/attr_flags.h>
#undef PERF_ATTR_FLAG
};

/**
 * perf_reason_name() - name of a reason
 * @reason: a number of enum perf_event_why, or any other
 *
 * Return: as in the enum, without PERF_WHY_; NULL for a number that the header lacks.
 */
const char *perf_reason_name(unsigned int reason)
{
	return reason < PERF_ARRAY_SIZE(reason_names) ? reason_names[reason] : NULL;
}

/** perf_reason_is_paranoid() - is kernel.perf_event_paranoid the reason? */
bool perf_reason_is_paranoid(unsigned int reason)
{
	return reason >= PERF_WHY_PARANOID_ANY && reason <= PERF_WHY_PARANOID_TRACEPOINT;
}

static void put_field(struct perf_str *str, const struct field *fields, size_t count,
		      unsigned int offset)
{
	size_t i = count;

	while (--i && fields[i].offset > offset)
		;
	perf_str_add(str, fields[i].name);
}

/* Names the @bits at FLAGS_OFFSET. */
static void put_flags(struct perf_str *str, uint64_t bits)
{
	const char *before = "";
	uint64_t word, left = bits;
	const char *attr;
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(attr_flags); i++) {
		attr = (const char *)&attr_flags[i].attr;
		memcpy(&word, attr + FLAGS_OFFSET, sizeof(word));
		if (!(bits & word))
			continue;
		perf_str_format(str, "%s%s", before, attr_flags[i].name);
		before = ", ";
		left &= ~word;
	}
	if (left)
		perf_str_format(str, "%sbits 0x%llx", before, (unsigned long long)left);
}

/**
 * perf_reason_place() - add the name of the field or argument at fault
 * @str: text is added here; nothing if no place is known
 * @why: the refusal
 * @opening: perf_event_open() refused; otherwise its arguments may be those of another call
 */
void perf_reason_place(struct perf_str *str, const struct perf_event_explain *why, bool opening)
{
	unsigned int where = why->where;

	if (where == PERF_WHERE_NONE)
		return;
	if (where >= PERF_WHERE_ARG) {
		where -= PERF_WHERE_ARG;
		if (opening && where < PERF_ARRAY_SIZE(open_arguments))
			perf_str_add(str, open_arguments[where]);
		else
			perf_str_format(str, "argument %u", where);
	} else if (where >= PERF_WHERE_EXT) {
		perf_str_add(str, "perf_event_ext.");
		put_field(str, ext_fields, PERF_ARRAY_SIZE(ext_fields), where - PERF_WHERE_EXT);
	} else if (where == FLAGS_OFFSET && why->bits) {
		put_flags(str, why->bits);
	} else if (where < sizeof(struct perf_event_attr)) {
		put_field(str, attr_fields, PERF_ARRAY_SIZE(attr_fields), where);
	} else {
		perf_str_format(str, "byte %u of the attr", where);
	}
}

/* @why has no signed numbers but kernel.perf_event_paranoid, and sets of bits with @why->bits. */
static void put_value(struct perf_str *str, const struct perf_event_explain *why, const char *name,
		      uint64_t value)
{
	if (perf_reason_is_paranoid(why->reason))
		perf_str_format(str, ", %s %lld", name, (long long)value);
	else
		perf_str_format(str, why->bits ? ", %s 0x%llx" : ", %s %llu", name,
				(unsigned long long)value);
}

/**
 * perf_reason_facts() - add reason, place, values and PMU of a refusal
 * @str: text is added here, one line without its end
 * @why: the refusal
 * @opening: see perf_reason_place()
 */
void perf_reason_facts(struct perf_str *str, const struct perf_event_explain *why, bool opening)
{
	const char *name = perf_reason_name(why->reason);
	size_t before;

	perf_str_format(str, "reason %u", why->reason);
	if (name)
		perf_str_format(str, " (%s)", name);
	before = str->length;
	perf_str_add(str, " in ");
	perf_reason_place(str, why, opening);
	if (str->length == before + strlen(" in "))
		perf_str_cut(str, before);
	if (why->got || why->allowed) {
		put_value(str, why, "got", why->got);
		if (why->allowed || why->bits || perf_reason_is_paranoid(why->reason))
			put_value(str, why, "allowed", why->allowed);
	}
	if (why->pmu[0]) {
		perf_str_add(str, ", PMU ");
		perf_str_name(str, why->pmu);
	}
}
