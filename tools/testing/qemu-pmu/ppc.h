/* SPDX-License-Identifier: GPL-2.0 */
/* Declarations that ppc64.c and ppc32.c share */
#ifndef QEMU_PMU_PPC_H
#define QEMU_PMU_PPC_H

#define mfspr(n) ({							\
	unsigned long value_;						\
	asm volatile("mfspr %0, %1" : "=r"(value_) : "n"(n) : "memory"); \
	value_;								\
})

/* N is a constant, which the instruction holds */
static inline __attribute__((always_inline)) void mtspr(const int n, unsigned long value)
{
	asm volatile("mtspr %0, %1" :: "i"(n), "r"(value) : "memory");
}

/*
 * How much the counter that is SPR PMC counts in a loop, once MMCR0, which is
 * SPR CONTROL, has VALUE; frozen before and after.  3 instructions and LOOPS
 * times 2, one of which is a branch; of the two that read, the first.
 */
#define count_loop(pmc, control, value, freeze, loops) ({		\
	enum { pmc_ = (pmc), control_ = (control) };			\
	const unsigned long freeze_ = (freeze);				\
	unsigned long before_, after_;					\
									\
	mtspr(control_, freeze_);					\
	mtspr(pmc_, 0);							\
	mtspr(control_, value);						\
	asm volatile("mfspr %0, %2\n\t"					\
		     "li %1, %3\n\t"					\
		     "mtctr %1\n"					\
		     "1:	nop\n\t"				\
		     "bdnz 1b\n\t"					\
		     "mfspr %1, %2"					\
		     : "=&r"(before_), "=&r"(after_)			\
		     : "n"(pmc_), "n"(loops) : "ctr");			\
	mtspr(control_, freeze_);					\
	after_ - before_;						\
})

/* The interrupt's code in the assembler part, to be copied to its vector */
extern char stub[], stub_end[];

#endif
