// SPDX-License-Identifier: GPL-2.0
/*
 * Page faults of functions of two objects, the same number of each: built with -DLIBRARY the
 * second object, without it the first, which has no start-up code but its own.
 */
#include <unistd.h>

#define OUT_OF_LINE	__attribute__((noinline))
#define PAGE		65536	/* of any machine, and pages of their own for everybody */

#ifdef LIBRARY
#define FIRST	library_first
#define SECOND	library_second
#define THIRD	library_third
#else
#define FIRST	first
#define SECOND	second
#define THIRD	third
void library_first(void);
#endif

static volatile char places[9 * PAGE];

static OUT_OF_LINE void touch(int from)
{
	for (int i = from; i < from + 3; i++)
		places[i * PAGE] = 1;
	__asm__ volatile("");
}

/* Each has the faults of one call of touch(), and those of the functions that it calls. */
OUT_OF_LINE void THIRD(void)
{
	touch(6);
	__asm__ volatile("");
}

OUT_OF_LINE void SECOND(void)
{
	for (int i = 3; i < 6; i++)
		places[i * PAGE] = 1;
	__asm__ volatile("");
}

OUT_OF_LINE void FIRST(void)
{
	for (int i = 0; i < 3; i++)
		places[i * PAGE] = 1;
	SECOND();
	THIRD();
	__asm__ volatile("");
}

#ifndef LIBRARY
OUT_OF_LINE void run(void)
{
	first();
	library_first();
	_exit(0);
}

#ifdef __x86_64__
/* The chain of frame pointers ends here, and not at what stands on the stack. */
__asm__(".globl _start\n"
	"_start: xorl %ebp, %ebp\n"
	"	call run\n"
	"	hlt\n");
#else
void _start(void)
{
	run();
}
#endif
#endif
