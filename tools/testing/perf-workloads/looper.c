// SPDX-License-Identifier: GPL-2.0
/*
 * looper: a loop with a known number of instructions, for hardware counters.
 *
 * Each round has two instructions, the second of which is a branch. With @wait of 1, main()
 * first waits for a line on standard input.
 * Usage: looper [rounds [wait]]
 */
#include <stdio.h>
#include <stdlib.h>

static __attribute__((noipa)) void loop(unsigned long rounds)
{
#if defined(__x86_64__) || defined(__i386__)
	asm volatile("1: dec %0; jnz 1b" : "+r" (rounds) : : "cc");
#elif defined(__powerpc__)
	asm volatile("mtctr %0; 1: nop; bdnz 1b" : : "r" (rounds) : "ctr");
#elif defined(__aarch64__)
	asm volatile("1: subs %0, %0, #1; b.ne 1b" : "+r" (rounds) : : "cc");
#elif defined(__riscv)
	asm volatile("1: addi %0, %0, -1; bnez %0, 1b" : "+r" (rounds));
#else
	/* Unknown number of instructions on this processor */
	while (rounds--)
		asm volatile("");
#endif
}

int main(int argc, char **argv)
{
	unsigned long rounds = argc > 1 ? strtoul(argv[1], NULL, 0) : 1000000;

	if (!rounds) {
		fprintf(stderr, "looper: there is no loop without a round\n");
		return 1;
	}
	if (argc > 2 && strtol(argv[2], NULL, 0) && getchar() == EOF)
		return 1;
	loop(rounds);
	printf("looper: %lu rounds\n", rounds);
	return 0;
}
