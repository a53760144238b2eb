// SPDX-License-Identifier: GPL-2.0
/*
 * Registration of the MPC8xx's PMU, and access to its counters.
 *
 * The processor has no performance monitor; its debug unit and its exceptions stand in for one.
 *
 * Owns: perf_8xx_cpu, ICTRL, CMPA, COUNTA. No locks: there is one CPU.
 * Context: as struct perf_8xx_counter documents; registration at boot.
 *
 * Hardware facts: MPC885 PowerQUICC Family Reference Manual, chapter "System Development and
 * Debugging", on ICTRL and COUNTA: a watchpoint on instructions counts down a counter of 16 bits,
 * and at 0 there is an instruction breakpoint, whose handler takes one off instruction_counter and
 * starts the counter again. Chapter "System Interface Unit": the time base counts each sixteenth
 * cycle, as arch/powerpc/platforms/8xx selects in SCCR.
 */
#include <linux/compiler.h>
#include <linux/init.h>
#include <linux/perf_event.h>
#include <linux/printk.h>

#include <asm/code-patching.h>
#include <asm/inst.h>
#include <asm/mmu.h>
#include <asm/ppc-opcode.h>
#include <asm/reg.h>
#include <asm/time.h>

#include "mpc8xx.h"

/* ICTRL: fetches are neither shown on the bus nor serialized. */
#define PERF_8XX_ICTRL_OFF	0x00000007
/* The first watchpoint is comparator A (IW0), which matches above CMPA (CTA). */
#define PERF_8XX_ICTRL_ON	(0xc0000000 | 0x00080000 | PERF_8XX_ICTRL_OFF)

/* COUNTA: the value in the upper half; of the lower half, CNTC: the first watchpoint counts. */
#define PERF_8XX_COUNTA_FULL	0xffff0000
#define PERF_8XX_COUNTA_ON	0x00000001

static u64 perf_8xx_read_cycles(void)
{
	return get_tb();
}

/* The two parts count down together: instruction_counter is above COUNTA. */
static u64 perf_8xx_read_instructions(void)
{
	u32 above, below;

	do {
		above = READ_ONCE(instruction_counter);
		below = mfspr(SPRN_COUNTA) >> 16;
	} while (above != READ_ONCE(instruction_counter));
	return -((u64)above << 16 | below);
}

static u64 perf_8xx_read_itlb(void)
{
	return READ_ONCE(itlb_miss_counter);
}

static u64 perf_8xx_read_dtlb(void)
{
	return READ_ONCE(dtlb_miss_counter);
}

/* CMPA is 0, and no instruction is at address 0. */
static void perf_8xx_set_instructions(bool on)
{
	if (on)
		mtspr(SPRN_COUNTA, PERF_8XX_COUNTA_FULL | PERF_8XX_COUNTA_ON);
	mtspr(SPRN_ICTRL, on ? PERF_8XX_ICTRL_ON : PERF_8XX_ICTRL_OFF);
}

/*
 * The handler of a miss restores r10 first when it ends, at @end; a branch there leads to @count,
 * which counts and then ends in the same way.
 */
static void perf_8xx_set_misses(s32 *end, s32 *count, bool on)
{
	if (on)
		patch_branch_site(end, patch_site_addr(count), 0);
	else
		patch_instruction_site(end, ppc_inst(PPC_RAW_MFSPR(_R10, SPRN_SPRG_SCRATCH2)));
}

static void perf_8xx_set_itlb(bool on)
{
	perf_8xx_set_misses(&patch__itlbmiss_exit_1, &patch__itlbmiss_perf, on);
}

static void perf_8xx_set_dtlb(bool on)
{
	perf_8xx_set_misses(&patch__dtlbmiss_exit_1, &patch__dtlbmiss_perf, on);
}

static const struct perf_8xx_model perf_8xx = {
	.name		= "8xx",
	.counter	= {
		[PERF_8XX_CYCLES]	= { perf_8xx_read_cycles, NULL, 64, 16 },
		[PERF_8XX_INSTRUCTIONS]	= { perf_8xx_read_instructions, perf_8xx_set_instructions,
					    48, 1 },
		[PERF_8XX_ITLB_MISSES]	= { perf_8xx_read_itlb, perf_8xx_set_itlb, 32, 1 },
		[PERF_8XX_DTLB_MISSES]	= { perf_8xx_read_dtlb, perf_8xx_set_dtlb, 32, 1 },
	},
};

static struct perf_8xx_pmu perf_8xx_cpu;

static int __init perf_8xx_init(void)
{
	int err;

	mtspr(SPRN_ICTRL, PERF_8XX_ICTRL_OFF);
	mtspr(SPRN_CMPA, 0);
	perf_8xx_pmu_init(&perf_8xx_cpu, &perf_8xx);
	err = perf_pmu_register(&perf_8xx_cpu.pmu, "cpu", PERF_TYPE_RAW);
	if (err)
		return err;
	pr_info("perf: %s counters\n", perf_8xx.name);
	return 0;
}
arch_initcall(perf_8xx_init);
