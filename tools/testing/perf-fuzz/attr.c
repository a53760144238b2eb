// SPDX-License-Identifier: GPL-2.0
#include <stddef.h>
#include <string.h>

#include "attr.h"
#include "case.h"
#include "words.h"

/* Lists of values end with END, whose value nothing needs */
#define END		0x5eedULL
#define LIST(...)	((const uint64_t []){ __VA_ARGS__, END })
/* The word of bits lies behind read_format */
#define FLAGS		(offsetof(struct perf_event_attr, read_format) + sizeof(uint64_t))

#define FIELD(member, often, ...)							\
	{ .name = #member, .offset = offsetof(struct perf_event_attr, member),		\
	  .bytes = sizeof(((struct perf_event_attr *)0)->member), .once = (often), __VA_ARGS__ }
#define BITS(title, first, count, often)						\
	{ .name = (title), .offset = FLAGS, .shift = (first), .bits = (count), .once = (often) }
/* A pseudo field, which the executor expands */
#define WORD(title, list, often)							\
	{ .name = (title), .words = (list), .once = (often) }

const struct attr_field attr_fields[] = {
	WORD("pmu", &words_pmu, 1),
	WORD("tracepoint", &words_tracepoint, 6),
	WORD("watch", &words_address, 8),
	FIELD(type, 40, .mask = 0xf, .values = LIST(0, 1, 2, 3, 4, 5, 6, 255, 0x7fffffff)),
	FIELD(size, 30, .values =
	      LIST(0, 1, 63, 64, 72, 80, 96, 104, 112, 120, 128, 136, 144, 4096, 4097,
		   0xffffffff)),
	FIELD(config, 1, .mask = 0xf, .values =
	      LIST(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0x3c, 0xc0, 0x10000, 0xffffffff,
		   1ULL << 32, ~0ULL)),
	FIELD(sample_period, 2, .mask = 0xffff, .values =
	      LIST(1, 2, 7, 100, 1000, 100000, 1000000, 1ULL << 31, 1ULL << 40,
		   (1ULL << 63) - 1, 1ULL << 63)),
	FIELD(sample_type, 2, .mask = PERF_SAMPLE_MAX - 1, .values =
	      LIST(0x1, 0x7, 0x107, 1ULL << 24, 1ULL << 25, 1ULL << 63)),
	FIELD(read_format, 2, .mask = 0x1f, .values = LIST(0, 0x1f, 0x20, 1ULL << 63)),
	BITS("disabled", 0, 1, 3), BITS("inherit", 1, 1, 3), BITS("pinned", 2, 1, 10),
	BITS("exclusive", 3, 1, 10), BITS("exclude_user", 4, 1, 8),
	BITS("exclude_kernel", 5, 1, 5), BITS("exclude_hv", 6, 1, 16),
	BITS("exclude_idle", 7, 1, 16), BITS("mmap", 8, 1, 8), BITS("comm", 9, 1, 8),
	BITS("freq", 10, 1, 8), BITS("inherit_stat", 11, 1, 12),
	BITS("enable_on_exec", 12, 1, 8), BITS("task", 13, 1, 8), BITS("watermark", 14, 1, 8),
	BITS("precise_ip", 15, 2, 12), BITS("mmap_data", 17, 1, 12),
	BITS("sample_id_all", 18, 1, 3), BITS("exclude_host", 19, 1, 20),
	BITS("exclude_guest", 20, 1, 20), BITS("exclude_callchain_kernel", 21, 1, 12),
	BITS("exclude_callchain_user", 22, 1, 12), BITS("mmap2", 23, 1, 8),
	BITS("comm_exec", 24, 1, 12), BITS("use_clockid", 25, 1, 12),
	BITS("context_switch", 26, 1, 8), BITS("write_backward", 27, 1, 8),
	BITS("namespaces", 28, 1, 12), BITS("ksymbol", 29, 1, 14), BITS("bpf_event", 30, 1, 14),
	BITS("aux_output", 31, 1, 12), BITS("cgroup", 32, 1, 12), BITS("text_poke", 33, 1, 14),
	BITS("build_id", 34, 1, 12), BITS("inherit_thread", 35, 1, 10),
	BITS("remove_on_exec", 36, 1, 8), BITS("sigtrap", 37, 1, 10),
	BITS("defer_callchain", 38, 1, 10), BITS("defer_output", 39, 1, 10),
	BITS("reserved_flags", 40, 23, 100), BITS("munmap", 63, 1, 12),
	FIELD(wakeup_events, 5, .mask = 3, .values = LIST(1, 4096, 1U << 31, 0xffffffff)),
	FIELD(bp_type, 12, .mask = 7, .values = LIST(0, 1, 2, 3, 4, 8)),
	FIELD(config1, 12, .mask = 0xffff, .values = LIST(0, 1, ~0ULL)),
	FIELD(config2, 12, .mask = 0xf, .values = LIST(1, 2, 4, 8, 16, ~0ULL)),
	FIELD(branch_sample_type, 8, .mask = (1U << PERF_SAMPLE_BRANCH_MAX_SHIFT) - 1,
	      .values = LIST(1, 2, 8, 9, 1ULL << 20, ~0ULL)),
	FIELD(sample_regs_user, 8, .mask = 0xffffff, .values = LIST(1, 0xff, 1ULL << 63)),
	FIELD(sample_stack_user, 8, .mask = 0xff8, .values = LIST(8, 4096, 65528, 65535, 65536)),
	FIELD(clockid, 12, .values = LIST(0, 1, 4, 7, 11, 12, 0xffffffff)),
	FIELD(sample_regs_intr, 8, .mask = 0xffffff, .values = LIST(1, 0xff, 1ULL << 63)),
	FIELD(aux_watermark, 12, .mask = 0xfff, .values = LIST(1, 4096, 0xffffffff)),
	FIELD(sample_max_stack, 10, .mask = 0x7f, .values = LIST(1, 127, 128, 65535)),
	FIELD(__reserved_2, 100, .mask = 1),
	FIELD(aux_sample_size, 10, .mask = 0xff8, .values = LIST(8, 4096, 65528, 0xffffffff)),
	FIELD(aux_action, 12, .mask = 7, .values = LIST(1, 2, 4, 6, 8)),
	FIELD(sig_data, 12, .mask = ~0ULL),
	FIELD(config3, 16, .mask = 0xff, .values = LIST(1, ~0ULL)),
};

const unsigned int attr_nr_fields = COUNT(attr_fields);

/**
 * attr_field_number() - number of a field; that of no field is attr_nr_fields
 * @name: of the field
 */
unsigned int attr_field_number(const char *name)
{
	unsigned int i;

	for (i = 0; i < attr_nr_fields; i++)
		if (!strcmp(attr_fields[i].name, name))
			break;
	return i;
}

/**
 * attr_choose() - a random value of a field, mostly a valid one or one beside it
 * @random: where it comes from
 * @field: the field
 */
uint64_t attr_choose(struct random *random, const struct attr_field *field)
{
	unsigned int count = 0;

	if (field->words)
		return words_choose(random, field->words);
	if (!field->bytes)
		return 1 + random_below(random, (1U << field->bits) - 1);
	if (random_one_in(random, 50))
		return random_number(random) >> random_below(random, 64);
	while (field->values && field->values[count] != END)
		count++;
	if (count && (!field->mask || random_one_in(random, 2)))
		return field->values[random_below(random, count)];
	/* Few bits of many, or any of few */
	if (field->mask > 0xffff)
		return random_number(random) & random_number(random) & field->mask;
	return random_number(random) & field->mask;
}

/**
 * attr_put() - write a field
 * @attr: where
 * @field: which, not a pseudo field
 * @value: is cut to the size of the field
 */
void attr_put(struct perf_event_attr *attr, const struct attr_field *field, uint64_t value)
{
	uint64_t flags, mask;

	if (field->bytes) {
		memcpy((char *)attr + field->offset, &value, field->bytes);
		return;
	}
	mask = ((1ULL << field->bits) - 1) << field->shift;
	memcpy(&flags, (char *)attr + FLAGS, sizeof(flags));
	flags = (flags & ~mask) | ((value << field->shift) & mask);
	memcpy((char *)attr + FLAGS, &flags, sizeof(flags));
}
