// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the search for a record's instruction, on code and branches that may be anything.
 *
 * The lengths of the instructions are those of Intel SDM volume 2: opcode, ModRM, immediate.
 */
#include <kunit/test.h>

#include "precise/fixup.h"

#define BASE		0x401000ULL
#define KERNEL		0xffffffff81000000ULL
#define ELSEWHERE	0x402000ULL
#define MOST		4096

static const u8 code[] = {
	/*  0 */ 0x90,					/* NOP */
	/*  1 */ 0x48, 0x89, 0xe5,			/* MOV RBP, RSP */
	/*  4 */ 0xe8, 0x00, 0x00, 0x00, 0x00,		/* CALL */
	/*  9 */ 0x66, 0x0f, 0x1f, 0x44, 0x00, 0x00,	/* NOP WORD PTR */
	/* 15 */ 0xc3,					/* RET */
	/* 16 */ 0x0f, 0x38, 0xf2, 0xc0,		/* ANDN without its VEX prefix */
	/* 20 */ 0x90,
};

/* The byte behind the last one that was read */
static u64 read_end;

static bool read_code(u64 address, void *to, unsigned int bytes)
{
	if (address < BASE || address + bytes > BASE + sizeof(code))
		return false;
	memcpy(to, &code[address - BASE], bytes);
	read_end = max(read_end, address + bytes);
	return true;
}

static bool read_nops(u64 address, void *to, unsigned int bytes)
{
	memset(to, 0x90, bytes);
	return true;
}

struct fixup_case {
	const char	*name;
	u64		to;
	u64		ip;
	u64		found;
	bool		is_32bit;
};

static const struct fixup_case cases[] = {
	{ "first of the block", BASE, BASE + 1, BASE },
	{ "second", BASE, BASE + 4, BASE + 1 },
	{ "all of the block", BASE, BASE + 16, BASE + 15 },
	{ "block of one", BASE + 9, BASE + 15, BASE + 9 },
	{ "the branch", BASE, BASE, ELSEWHERE },
	{ "the branch, to what cannot be read", 0x10, 0x10, ELSEWHERE },
	{ "target behind it", BASE + 4, BASE + 1, 0 },
	{ "target far behind it", U64_MAX, BASE, 0 },
	{ "in the first instruction", BASE + 1, BASE + 2, 0 },
	{ "in the call", BASE, BASE + 6, 0 },
	{ "target in an instruction", BASE + 2, BASE + 16, BASE + 15 },
	{ "no instruction", BASE + 16, BASE + 20, 0 },
	{ "behind what is none", BASE, BASE + 21, 0 },
	{ "nothing to read", BASE + sizeof(code), BASE + sizeof(code) + 1, 0 },
	{ "the end cannot be read", BASE + 20, BASE + 22, 0 },
	{ "from the kernel", KERNEL, BASE, 0 },
	{ "into the kernel", BASE, KERNEL, 0 },
	{ "32 bits", BASE, BASE + 2, BASE + 1, true },	/* DEC EAX */
	{ "the same with 64", BASE, BASE + 2, 0 },
	{ "all with 32 bits", BASE, BASE + 4, BASE + 2, true },
};

static void instructions_are_found(struct kunit *test)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		const struct perf_x86_fixup fixup = {
			.ip = cases[i].ip, .from = ELSEWHERE, .to = cases[i].to,
			.is_64bit = !cases[i].is_32bit,
		};

		read_end = 0;
		KUNIT_EXPECT_EQ_MSG(test, cases[i].found,
				    perf_x86_fixup_find(&fixup, read_code), "%s", cases[i].name);
		KUNIT_EXPECT_LE_MSG(test, read_end, cases[i].ip, "%s", cases[i].name);
	}
}

/* An NMI must not decode for long, whatever the registers hold. */
static void blocks_have_a_greatest_length(struct kunit *test)
{
	struct perf_x86_fixup fixup = {
		.ip = BASE + MOST, .from = ELSEWHERE, .to = BASE, .is_64bit = true,
	};

	KUNIT_EXPECT_EQ(test, BASE + MOST - 1, perf_x86_fixup_find(&fixup, read_nops));
	fixup.ip++;
	KUNIT_EXPECT_EQ(test, 0ULL, perf_x86_fixup_find(&fixup, read_nops));
	fixup.to = 1;
	KUNIT_EXPECT_EQ(test, 0ULL, perf_x86_fixup_find(&fixup, read_nops));
}

static struct kunit_case fixup_cases[] = {
	KUNIT_CASE(instructions_are_found),
	KUNIT_CASE(blocks_have_a_greatest_length),
	{ }
};

static struct kunit_suite fixup_suite = {
	.name		= "perf_x86_fixup",
	.test_cases	= fixup_cases,
};

kunit_test_suite(fixup_suite);
