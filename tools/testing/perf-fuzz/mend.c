// SPDX-License-Identifier: GPL-2.0
/*
 * Of random fields hardly any two go together. So most opens are mended by the rules of the
 * ABI, and some of their fields are damaged again: an attr should be wrong in one place, so that
 * the check of this place is reached.
 */
#include "attr.h"
#include "mend.h"
#include "ops.h"

/**
 * enum rule_kind - what a rule does to its field
 * @MASK: only these bits
 * @LEAVE_OUT: no such field
 * @NEEDS: the other field is set
 * @NOT_WITH: the other field is left out
 * @WANTS_BITS: without these bits of sample_type it is left out
 */
enum rule_kind { MASK, LEAVE_OUT, NEEDS, NOT_WITH, WANTS_BITS };

/**
 * struct rule - a rule of the ABI
 * @field: its name
 * @kind: of the rule
 * @number: bits
 * @other: name of another field
 */
struct rule {
	const char *field;
	enum rule_kind kind;
	uint64_t number;
	const char *other;
};

/* Branches, weights that are structures, and AUX data are few PMUs' */
#define PLAIN_SAMPLE	((PERF_SAMPLE_MAX - 1) & ~(PERF_SAMPLE_BRANCH_STACK | PERF_SAMPLE_AUX | \
						   PERF_SAMPLE_WEIGHT_STRUCT))

static const struct rule rules[] = {
	{ "size", LEAVE_OUT },
	{ "type", LEAVE_OUT },
	{ "reserved_flags", LEAVE_OUT },
	{ "__reserved_2", LEAVE_OUT },
	{ "precise_ip", LEAVE_OUT },
	{ "aux_output", LEAVE_OUT },
	{ "read_format", MASK, 0x1f },
	{ "sample_type", MASK, PLAIN_SAMPLE },
	{ "sample_period", MASK, ~0ULL >> 1 },
	{ "sample_max_stack", MASK, 0x3f },
	{ "aux_action", LEAVE_OUT },
	{ "aux_sample_size", LEAVE_OUT },
	{ "clockid", MASK, 1 },
	{ "sample_regs_user", WANTS_BITS, PERF_SAMPLE_REGS_USER },
	{ "sample_regs_intr", WANTS_BITS, PERF_SAMPLE_REGS_INTR },
	{ "sample_regs_user", MASK, 0xff00ff },
	{ "sample_regs_intr", MASK, 0xff00ff },
	{ "sample_stack_user", MASK, 0xff8 },
	{ "inherit_thread", NEEDS, .other = "inherit" },
	{ "sigtrap", NEEDS, .other = "remove_on_exec" },
	{ "sig_data", NEEDS, .other = "sigtrap" },
	{ "remove_on_exec", NOT_WITH, .other = "enable_on_exec" },
	{ "use_clockid", NEEDS, .other = "clockid" },
	{ "exclude_host", NOT_WITH, .other = "exclude_guest" },
	{ "watch", NOT_WITH, .other = "config2" },
};

static unsigned int key_of(const char *name)
{
	return ARG_FIELDS + attr_field_number(name);
}

static void follow(struct op *op, const struct rule *rule)
{
	unsigned int key = key_of(rule->field);

	if (!op_has(op, key))
		return;
	switch (rule->kind) {
	case MASK:
		op_set(op, key, op_get(op, key) & rule->number);
		break;
	case LEAVE_OUT:
		op_unset(op, key);
		break;
	case NEEDS:
		op_set(op, key_of(rule->other), 1);
		break;
	case NOT_WITH:
		op_unset(op, key_of(rule->other));
		break;
	case WANTS_BITS:
		if (!(op_get(op, key_of("sample_type")) & rule->number))
			op_unset(op, key);
		break;
	}
}

/* Bits of sample_type that want another field, or none of an inherited event's */
static void mend_sample(struct op *op, struct random *random)
{
	unsigned int key = key_of("sample_type");
	uint64_t type = op_get(op, key);

	if (!type)
		return;
	if (type & PERF_SAMPLE_READ && op_get(op, key_of("inherit")))
		type |= PERF_SAMPLE_TID;
	if (type & PERF_SAMPLE_REGS_USER && !op_get(op, key_of("sample_regs_user")))
		op_set(op, key_of("sample_regs_user"), 1 + random_below(random, 255));
	if (type & PERF_SAMPLE_REGS_INTR && !op_get(op, key_of("sample_regs_intr")))
		op_set(op, key_of("sample_regs_intr"), 1 + random_below(random, 255));
	op_set(op, key, type);
}

static void mend_ext(struct op *op)
{
	static const unsigned int spoilers[] = {
		OPEN_EXT_SIZE, OPEN_NR_ATTR, OPEN_ATTR_AT, OPEN_RESERVED, OPEN_TAIL,
	};
	bool leads = !op_has(op, OPEN_GROUP) || op_get(op, OPEN_GROUP) == SLOT_NONE;
	unsigned int i;

	for (i = 0; i < COUNT(spoilers); i++)
		op_unset(op, spoilers[i]);
	if (op_has(op, OPEN_OPTIONS))
		op_set(op, OPEN_OPTIONS, op_get(op, OPEN_OPTIONS) &
		       (PERF_EXT_MEMCG | (leads ? PERF_EXT_NO_MUX : 0)));
	if (op_has(op, OPEN_EXPLAIN) || op_has(op, OPEN_EXPLAIN_SIZE)) {
		op_set(op, OPEN_EXPLAIN, AT_GOOD);
		op_set(op, OPEN_EXPLAIN_SIZE, sizeof(struct perf_event_explain));
	}
}

static void mend_place(struct op *op)
{
	uint64_t cpu = op_get(op, OPEN_CPU), pid = op_get(op, OPEN_PID);

	op_unset(op, OPEN_AT);
	if (op_has(op, OPEN_FLAGS))
		op_set(op, OPEN_FLAGS, op_get(op, OPEN_FLAGS) & (PERF_FLAG_FD_NO_GROUP |
								PERF_FLAG_FD_OUTPUT |
								PERF_FLAG_FD_CLOEXEC));
	if (cpu > 1)
		cpu = -1;
	if (pid == PID_ALL || pid >= PID_CGROUP0)
		cpu = cpu == 1;
	op_set(op, OPEN_CPU, cpu);
	if (!op_has(op, OPEN_GROUP) || op_get(op, OPEN_GROUP) == SLOT_NONE)
		return;
	op_unset(op, key_of("pinned"));
	op_unset(op, key_of("exclusive"));
}

/**
 * mend_open() - make an open's arguments mostly valid
 * @op: the operation
 * @random: seven of eight are mended, and a third of those damaged in one place
 */
void mend_open(struct op *op, struct random *random)
{
	unsigned int i, field;

	if (random_one_in(random, 8))
		return;
	for (i = 0; i < COUNT(rules); i++)
		follow(op, &rules[i]);
	if (!op_get(op, key_of("pmu")))
		op_set(op, key_of("config"), op_get(op, key_of("config")) % 12);
	mend_sample(op, random);
	mend_place(op);
	mend_ext(op);
	if (random_one_in(random, 3)) {
		field = random_below(random, attr_nr_fields);
		op_set(op, ARG_FIELDS + field, attr_choose(random, &attr_fields[field]));
	}
}
