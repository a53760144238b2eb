/* SPDX-License-Identifier: GPL-2.0 */
/* What the unit tests expect of 64-bit processors. */
#ifndef _ARCH_POWERPC_PERF_MODEL_VECTORS64_H
#define _ARCH_POWERPC_PERF_MODEL_VECTORS64_H

#include "model_vectors.h"

static const struct perf_power_model *const perf_models[] = {
	&perf_power_isa3, &perf_power6, &perf_power7, &perf_power8, &perf_power9, &perf_power10,
};

#define PERF_MMCR0_EVENT_BITS	(MMCR0_PMC1CE | MMCR0_PMCjCE | MMCR0_FC56 | MMCR0_C56RUN)

static const struct perf_vector perf_vectors[] = {
	/* instructions, cycles */
	{ &perf_power_isa3, 0x100fe, 0, 0, .mmcr1 = 0xfe000000,
	  .mmcr0 = MMCR0_PMC1CE | MMCR0_FC56 },
	{ &perf_power_isa3, 0x400f6, 0, 3, .mmcr1 = 0xf6, .mmcr0 = MMCR0_PMCjCE | MMCR0_FC56 },
	{ &perf_power_isa3, 0x500fa, 0, 4, .mmcr0 = MMCR0_PMCjCE | MMCR0_C56RUN },
	{ &perf_power9, 0x0001e, 0, 0, .mmcr1 = 0x1e000000, .mmcra = 2ULL << 42,
	  .mmcr0 = MMCR0_PMC1CE | MMCR0_FC56 },
	{ &perf_power9, 0x00002, 0, 1, .mmcr1 = 0x020000, .mmcra = 2ULL << 42,
	  .mmcr0 = MMCR0_PMCjCE | MMCR0_FC56 },
	{ &perf_power9, 0x600f4, 0, 5, .mmcr0 = MMCR0_PMCjCE | MMCR0_C56RUN },
	/* unit, combination, cache qualifier */
	{ &perf_power9, 0x4d05e, 0, 3, .mmcr1 = 0x000d00000000005eULL, .mmcra = 2ULL << 42,
	  .mmcr0 = MMCR0_PMCjCE | MMCR0_FC56 },
	{ &perf_power9, 0x46880, 0, 3, .mmcr1 = 0x0006000200000080ULL,
	  .mmcra = 2ULL << 42, .mmcr0 = MMCR0_PMCjCE | MMCR0_FC56 },
	{ &perf_power9, 0x21c040, 0, 0, .mmcr1 = 0xc000800040000000ULL, .mmcra = 2ULL << 42,
	  .mmcr0 = MMCR0_PMC1CE | MMCR0_FC56 },
	/* the same of POWER8 */
	{ &perf_power8, 0x0001e, 0, 0, .mmcr1 = 0x1e000000, .mmcra = 1ULL << 42,
	  .mmcr0 = MMCR0_PMC1CE | MMCR0_FC56 },
	{ &perf_power8, 0x600f4, 0, 5, .mmcr0 = MMCR0_PMCjCE | MMCR0_C56RUN },
	{ &perf_power8, 0x1e054, 0, 0, .mmcr1 = 0xe000000054000000ULL, .mmcra = 1ULL << 42,
	  .mmcr0 = MMCR0_PMC1CE | MMCR0_FC56 },
	{ &perf_power8, 0x0d8b8, 0, 2, .mmcr1 = 0x00d000020000b800ULL, .mmcra = 1ULL << 42,
	  .mmcr0 = MMCR0_PMCjCE | MMCR0_FC56 },
	{ &perf_power8, 0x64c042, 0, 3, .mmcr1 = 0x000c800000000042ULL, .mmcra = 1ULL << 42,
	  .mmcr0 = MMCR0_PMCjCE | MMCR0_FC56 },
	{ &perf_power8, 0x544042, 0, 3, .mmcr1 = 0x0004400000000042ULL, .mmcra = 1ULL << 42,
	  .mmcr0 = MMCR0_PMCjCE | MMCR0_FC56 },
	/* POWER8: marked, with a threshold, with a response to match */
	{ &perf_power8, 0x10401e0, 0, 3, .mmcr1 = 0xe0, .mmcra = 3,
	  .mmcr0 = MMCR0_PMCjCE | MMCR0_FC56 },
	{ &perf_power8, 0x200401ec, 0, 3, .mmcr1 = 0xec, .mmcra = 1 << 16 | 1,
	  .mmcr0 = MMCR0_PMCjCE | MMCR0_FC56 },
	{ &perf_power8, 0x13e35340401e0, 0, 3, .mmcr1 = 0xe0,
	  .mmcra = 0x13eULL << 32 | 1 << 16 | 3 << 12 | 5 << 8 | 5 << 4 | 1,
	  .mmcr0 = MMCR0_PMCjCE | MMCR0_FC56 },
	{ &perf_power8, 0x3500030156, 0, 2, .mmcr1 = 0x0000035000005600ULL, .mmcra = 1,
	  .mmcr0 = MMCR0_PMCjCE | MMCR0_FC56 },
	/* POWER7: unit and combination, second level cache, marked */
	{ &perf_power7, 0x0c880, 0, 0, .mmcr1 = 0xc000000880000000ULL,
	  .mmcr0 = MMCR0_PMC1CE | MMCR0_FC56 },
	{ &perf_power7, 0x36382, 0, 2, .mmcr1 = 0x0060600000008200ULL,
	  .mmcr0 = MMCR0_PMCjCE | MMCR0_FC56 },
	{ &perf_power7, 0x40020, 0, 3, .mmcr1 = 0x20, .mmcra = 1,
	  .mmcr0 = MMCR0_PMCjCE | MMCR0_FC56 },
	{ &perf_power7, 0x0d084, 0, 1, .mmcr1 = 0x0d00000000840000ULL, .mmcra = 1,
	  .mmcr0 = MMCR0_PMCjCE | MMCR0_FC56 },
	{ &perf_power7, 0x500fa, 0, 4, .mmcr0 = MMCR0_PMCjCE },
	/* POWER6: nest, byte of the bus, marked, look-ahead, sum over the lower half */
	{ &perf_power6, 0x250532, 0, 1, .mmcr1 = 0x5000a00000320000ULL,
	  .mmcr0 = MMCR0_PMCjCE | MMCR0_FC56 },
	{ &perf_power6, 0x342054, 0, 2, .mmcr1 = 0x0040000000005400ULL,
	  .mmcr0 = MMCR0_PMCjCE | MMCR0_FC56 },
	{ &perf_power6, 0x7008e, 0, 2, .mmcr1 = 0x700000000000ae00ULL, .mmcra = 1,
	  .mmcr0 = MMCR0_PMCjCE | MMCR0_FC56 },
	{ &perf_power6, 0x920c0, 0, 2, .mmcr1 = 0x009000000000e000ULL, .mmcra = 1,
	  .mmcr0 = MMCR0_PMCjCE | MMCR0_FC56 },
	{ &perf_power6, 0x930e4, 0, 1, .mmcr1 = 0x0009000000e40000ULL, .mmcra = 1,
	  .mmcr0 = MMCR0_PMCjCE | MMCR0_FC56 },
	{ &perf_power6, 0xc01f, 0, 2, .mmcr1 = 0x0000042000001f00ULL,
	  .mmcr0 = MMCR0_PMCjCE | MMCR0_FC56 },
	{ &perf_power6, 0xc01e, 0, 3, .mmcr1 = 0x000002100000001eULL,
	  .mmcr0 = MMCR0_PMCjCE | MMCR0_FC56 },
	{ &perf_power6, 0x193034, 0, 0, .mmcr1 = 0x0009000834000000ULL, .mmcra = 1,
	  .mmcr0 = MMCR0_PMC1CE | MMCR0_FC56 },
	/* marked loads with a threshold */
	{ &perf_power9, 0x13e35340401e0, 0, 3, .mmcr1 = 0xe0,
	  .mmcra = 0x13eULL << 45 | 1 << 16 | 3 << 12 | 5 << 8 | 5 << 4 | 1,
	  .mmcr0 = MMCR0_PMCjCE | MMCR0_FC56 },
	{ &perf_power10, 0x35340401e0, 1000, 3, .mmcr1 = 0xe0,
	  .mmcra = 0x1faULL << 45 | 1ULL << 37 | 1 << 16 | 3 << 12 | 5 << 8 | 5 << 4 | 1,
	  .mmcr0 = MMCR0_PMCjCE | MMCR0_FC56 },
	/* radix scope, second level cache selector, source of data */
	{ &perf_power10, 0x14242, 0, 0, .mmcr1 = 0x4000200042000000ULL,
	  .mmcra = 1ULL << 37 | 2ULL << 42, .mmcr0 = MMCR0_PMC1CE | MMCR0_FC56 },
	{ &perf_power10, 0x010000046080, 0, 3, .mmcr1 = 0x0006000000000080ULL, .mmcr2 = 1 << 3,
	  .mmcra = 1ULL << 37 | 2ULL << 42, .mmcr0 = MMCR0_PMCjCE | MMCR0_FC56 },
	{ &perf_power10, 0x1340000001c040, 0, 0, .mmcr1 = 0xc000000040000000ULL,
	  .mmcr3 = 0x9aULL << 49, .mmcra = 1ULL << 37 | 2ULL << 42,
	  .mmcr0 = MMCR0_PMC1CE | MMCR0_FC56 },
};

static const struct perf_refused perf_refused_codes[] = {
	/* the fifth and the sixth counter count one thing each */
	{ &perf_power9, 0x2500fa, -EINVAL },
	{ &perf_power9, 0x2600f4, -EINVAL },
	{ &perf_power9, 0x501e0, -EINVAL },
	{ &perf_power10, 0x6001e, -EINVAL },
	{ &perf_power10, 0x35340500fa, -EINVAL },
	{ &perf_power10, 0x7001e, -EINVAL },
	/* reserved sampling modes and thresholds */
	{ &perf_power9, 0x50401e0, -EINVAL },
	{ &perf_power9, 0xc0401e0, -EINVAL },
	{ &perf_power10, 0x100401e0, -EINVAL },
	{ &perf_power10, 0x1e0401e0, -EINVAL },
	{ &perf_power10, 0xf0340401e0, -EINVAL },
	{ &perf_power9, 0x0f340401e0, -EINVAL },
	/* fields of POWER10 only, fields of nobody's */
	{ &perf_power9, 0x1340000001c040, -EINVAL },
	{ &perf_power9, 0x14242, -EINVAL },
	{ &perf_power10, 0x700000000000001e, -EINVAL },
	{ &perf_power_isa3, 0x1c040, -EINVAL },
	/* POWER8: fields of nobody's, cache selectors that cannot be set, a bad threshold */
	{ &perf_power8, 0x1021e, -EINVAL },
	{ &perf_power8, 0x4000000000002, -EINVAL },
	{ &perf_power8, 0x117080, -EINVAL },
	{ &perf_power8, 0x1100fc, -EINVAL },
	{ &perf_power8, 0x8100000401e0, -EINVAL },
	{ &perf_power8, 0x2500fa, -EINVAL },
	{ &perf_power8, 0x501e0, -EINVAL },
	{ &perf_power7, 0x100001e, -EINVAL },
	{ &perf_power6, 0x100001e, -EINVAL },
	{ &perf_power6, 0x81e, -EINVAL },
	{ &perf_power6, 0x50001e, -EINVAL },
	{ &perf_power6, 0x70001e, -EINVAL },
	{ &perf_power7, 0x5001e, -EINVAL },
	{ &perf_power7, 0x7001e, -EINVAL },
	/* event-based branches */
	{ &perf_power9, 0x800000000001001e, -EOPNOTSUPP },
};

static const struct perf_group perf_groups[] = {
	/* one counter for two events */
	{ &perf_power9, false, { 0x21c040, 0x21c040 } },
	{ &perf_power9, true, { 0x21c040, 0x22c040 } },
	/* units 6 to 9 need the fourth counter */
	{ &perf_power9, false, { 0x26080 } },
	{ &perf_power9, true, { 0x46080, 0x36880 } },
	{ &perf_power9, true, { 0x2, 0x26080 } },
	/* cache qualifiers */
	{ &perf_power9, false, { 0x1100fc, 0x23e054 } },
	{ &perf_power9, true, { 0x1100fc, 0x13e054 } },
	{ &perf_power9, true, { 0x500fa, 0x600f4, 0x22c040 } },
	/* sampling modes, thresholds */
	{ &perf_power10, false, { 0x35340401e0, 0x34340101ec } },
	{ &perf_power10, false, { 0x35340401e0, 0x35540101ec } },
	{ &perf_power10, true, { 0x35340401e0, 0x35340101ec } },
	{ &perf_power10, false, { 0x35340401e0, 0x35340101ec }, { 1000, 2000 } },
	{ &perf_power10, true, { 0x35340401e0, 0x35340101ec }, { 1000, 1000 } },
	{ &perf_power9, false, { 0x13e35340401e0, 0x17d34340101ec } },
	{ &perf_power9, true, { 0x13e35340401e0, 0x13e35340101ec } },
	/* radix scope, second level cache selector */
	{ &perf_power10, false, { 0x14242, 0x200fc } },
	{ &perf_power10, true, { 0x14242, 0x24242 } },
	{ &perf_power10, false, { 0x010000046080, 0x26880 } },
	{ &perf_power10, true, { 0x010000046080, 0x010000026880 } },
	/* POWER8: qualifiers, sampling modes, thresholds, responses */
	{ &perf_power8, false, { 0x61c042, 0x524042 } },
	{ &perf_power8, true, { 0x61c042, 0x62c042 } },
	{ &perf_power8, true, { 0x61c042, 0x2c042 } },
	{ &perf_power8, true, { 0x17080, 0x827082 } },
	{ &perf_power8, false, { 0x10401e0, 0x201e2 } },
	{ &perf_power8, true, { 0x10401e0, 0x10201e2 } },
	{ &perf_power8, true, { 0x200401ec, 0x200101e8 } },
	{ &perf_power8, false, { 0x200401ec, 0x400101e8 } },
	{ &perf_power8, true, { 0x3500030156, 0x350004f152 } },
	{ &perf_power8, false, { 0x3500030156, 0x360004f152 } },
	{ &perf_power8, true, { 0x3500030156, 0x200401ec } },
	{ &perf_power8, true, { 0x1e054, 0x100f8 } },
	{ &perf_power8, true, { 0x2, 0x1e, 0x100f8, 0x200fa, 0x300fc, 0x400fc } },
	/* POWER6: bytes of the bus, what the nest tells, counters that are left alone */
	{ &perf_power6, true, { 0x250532, 0x342054, 0x400056 } },
	{ &perf_power6, false, { 0x250532, 0x150432 } },
	{ &perf_power6, true, { 0x80082, 0x410a0 } },
	{ &perf_power6, false, { 0x80082, 0x90084 } },
	{ &perf_power6, true, { 0x80080, 0x90084 } },
	{ &perf_power6, true, { 0x600005, 0x10001c } },
	{ &perf_power6, false, { 0x600005, 0x10001c, 0x200012, 0x300012 } },
	{ &perf_power6, false, { 0x500009 } },
	{ &perf_power6, false, { 0x1e, 0x1e, 0x2, 0x2, 0x600005 } },
	/* POWER7: what the second level cache tells */
	{ &perf_power7, true, { 0x16082, 0x26080 } },
	{ &perf_power7, false, { 0x46182, 0x36382 } },
	{ &perf_power7, true, { 0x46182, 0x36182 } },
	{ &perf_power7, true, { 0x200f4, 0x200fa } },
	/* equal codes: the first four counters are taken */
	{ &perf_power9, true, { 0x1e, 0x100fc, 0x200fa, 0x300fc, 0x400fc } },
	{ &perf_power10, true, { 0x2, 0x100fc, 0x200fa, 0x300fc, 0x400fc } },
	{ &perf_power9, true, { 0x200f4, 0x200fa } },
	{ &perf_power9, true, { 0x200f2, 0x200fc } },
	{ &perf_power9, true, { 0x400fa, 0x400fc } },
	{ &perf_power_isa3, true, { 0x500fa, 0x100fe } },
	{ &perf_power_isa3, false, { 0x500fa, 0x100fe, 0x100fc } },
};

#endif /* _ARCH_POWERPC_PERF_MODEL_VECTORS64_H */
