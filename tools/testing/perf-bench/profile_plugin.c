// SPDX-License-Identifier: GPL-2.0
/*
 * A plugin of QEMU: instructions of each block of code in the cheapest round of each series.
 *
 * perf-bench reads the time stamp counter at the beginning and at the end of a round, and measures
 * some empty rounds behind each series. The plugin takes an rdtsc at a user's address for such a
 * reading, counts the blocks that run from one to the next, and keeps the counts of the round with
 * the fewest instructions until an empty round ends the series. It then writes to the file that
 * its argument out= names, for scripts/perf/host/bench_profile.py:
 *
 *   SERIES <instructions> <instructions of the empty round> <rounds>
 *   <address of a block, hex> <instructions>
 *
 * For a guest with one CPU and -icount. A block that an exception ends is counted whole.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "qemu_plugin.h"

/* Everything above is the kernel's. */
#define USER_MAX	0x00007fffffffffffULL
/* A round with fewer instructions is an empty one. */
#define EMPTY		60

/* QEMU refuses a plugin of a version that it does not have. */
__exported int qemu_plugin_version = 1;

/**
 * struct block - translated code
 * @address:  of its first instruction
 * @insns:    number of instructions
 * @marks:    reads the time stamp counter in user mode
 * @runs:     how often it ran in this round
 * @next:     in the list of those that ran in this round
 */
struct block {
	uint64_t	address;
	size_t		insns;
	bool		marks;
	size_t		runs;
	struct block	*next;
};

/* A line of the profile. */
struct line {
	uint64_t	address;
	size_t		insns;
};

static FILE *out;
static bool in_round;
static struct block *ran;

/* The cheapest round of this series. */
static struct line *lines;
static size_t nr_lines, max_lines, least = SIZE_MAX, rounds;

static void die(const char *what)
{
	perror(what);
	exit(1);
}

static void keep_line(const struct block *block)
{
	if (nr_lines == max_lines) {
		max_lines = max_lines ? 2 * max_lines : 1024;
		lines = realloc(lines, max_lines * sizeof(*lines));
		if (!lines)
			die("realloc");
	}
	lines[nr_lines++] = (struct line){ block->address, block->insns * block->runs };
}

static void print_series(size_t empty)
{
	size_t i;

	if (!rounds)
		return;
	fprintf(out, "SERIES %zu %zu %zu\n", least, empty, rounds);
	for (i = 0; i < nr_lines; i++)
		fprintf(out, "%" PRIx64 " %zu\n", lines[i].address, lines[i].insns);
	fflush(out);
	rounds = 0;
	least = SIZE_MAX;
}

static size_t round_insns(void)
{
	const struct block *block;
	size_t sum = 0;

	for (block = ran; block; block = block->next)
		sum += block->insns * block->runs;
	return sum;
}

static void end_round(void)
{
	size_t sum = round_insns();
	const struct block *block;

	if (sum < EMPTY) {
		print_series(sum);
		return;
	}
	rounds++;
	if (sum >= least)
		return;
	least = sum;
	nr_lines = 0;
	for (block = ran; block; block = block->next)
		keep_line(block);
}

static void forget_round(void)
{
	struct block *block, *next;

	for (block = ran; block; block = next) {
		next = block->next;
		block->runs = 0;
		block->next = NULL;
	}
	ran = NULL;
}

static void run_block(unsigned int cpu, void *data)
{
	struct block *block = data;

	(void)cpu;
	if (in_round && !block->runs++) {
		block->next = ran;
		ran = block;
	}
	if (!block->marks)
		return;
	if (in_round) {
		end_round();
		forget_round();
	}
	in_round = !in_round;
}

static bool is_rdtsc(const struct qemu_plugin_insn *insn)
{
	return qemu_plugin_insn_vaddr(insn) <= USER_MAX && qemu_plugin_insn_size(insn) == 2 &&
	       !memcmp(qemu_plugin_insn_data(insn), "\x0f\x31", 2);
}

/* A block that is translated again gets a new struct block: the old one may be in a round. */
static void translate(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
	struct block *block = calloc(1, sizeof(*block));
	size_t i;

	(void)id;
	if (!block)
		die("calloc");
	block->address = qemu_plugin_tb_vaddr(tb);
	block->insns = qemu_plugin_tb_n_insns(tb);
	for (i = 0; i < block->insns; i++)
		block->marks |= is_rdtsc(qemu_plugin_tb_get_insn(tb, i));
	qemu_plugin_register_vcpu_tb_exec_cb(tb, run_block, QEMU_PLUGIN_CB_NO_REGS, block);
}

int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info_t *info, int argc, char **argv)
{
	(void)info;
	if (argc != 1 || strncmp(argv[0], "out=", 4)) {
		fprintf(stderr, "profile_plugin: its argument is out=FILE\n");
		return 1;
	}
	out = fopen(argv[0] + 4, "w");
	if (!out)
		die(argv[0]);
	qemu_plugin_register_vcpu_tb_trans_cb(id, translate);
	return 0;
}
