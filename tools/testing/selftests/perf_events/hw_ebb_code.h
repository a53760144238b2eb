/* SPDX-License-Identifier: GPL-2.0 */
/* Handler of event-based branches for hw_ebb_test: the numbers are those of the registers there. */
#ifndef _HW_EBB_CODE_H
#define _HW_EBB_CODE_H

/**
 * struct branches - what hw_ebb_handler saw, which uses the offsets of the fields
 * @number: of branches
 * @place:  EBBRR at the last one
 * @siar:   SIAR then
 * @pmc1:   PMC1 then
 * @again:  PMC1 to start the next period with
 */
struct branches {
	unsigned long	number;
	unsigned long	place;
	unsigned long	siar;
	unsigned long	pmc1;
	unsigned long	again;
};

struct branches hw_ebb_branches;
extern const char hw_ebb_handler[];

/*
 * A branch may come behind any instruction, so the registers are saved below what the ABI lets a
 * leaf function use, and no flags are changed. PMAO and FC are cleared and PMAE set; then PMEO of
 * BESCR is cleared and PME set: the next alert may come.
 */
__asm__(".machine power8\n"
	".balign 4\n"
	".globl hw_ebb_handler\n"
	"hw_ebb_handler:\n\t"
	"std 3, -600(1)\n\t"
	"std 4, -608(1)\n\t"
	"lis 3, hw_ebb_branches@highest\n\t"
	"ori 3, 3, hw_ebb_branches@higher\n\t"
	"rldicr 3, 3, 32, 31\n\t"
	"oris 3, 3, hw_ebb_branches@h\n\t"
	"ori 3, 3, hw_ebb_branches@l\n\t"
	"ld 4, 0(3)\n\t"
	"addi 4, 4, 1\n\t"
	"std 4, 0(3)\n\t"
	"mfspr 4, 805\n\t"
	"std 4, 8(3)\n\t"
	"mfspr 4, 780\n\t"
	"std 4, 16(3)\n\t"
	"mfspr 4, 771\n\t"
	"std 4, 24(3)\n\t"
	"ld 4, 32(3)\n\t"
	"mtspr 771, 4\n\t"
	"lis 4, 0x400\n\t"
	"mtspr 779, 4\n\t"
	"li 4, 1\n\t"
	"mtspr 802, 4\n\t"
	"mtspr 801, 4\n\t"
	"ld 4, -608(1)\n\t"
	"ld 3, -600(1)\n\t"
	".long 0x4c000924\n");	/* rfebb 1 */

#endif /* _HW_EBB_CODE_H */
