/* SPDX-License-Identifier: GPL-2.0 */
/*
 * loop(): a load, a store, a locked addition, and the two instructions that make it a loop.
 */
#ifndef _HW_IBS_H
#define _HW_IBS_H

#ifdef __x86_64__

/* Labels of loop(), one for each instruction */
extern const char ibs_load[], ibs_store[], ibs_lock[], ibs_dec[], ibs_jnz[], ibs_end[];

static __attribute__((noinline, unused)) void loop(unsigned long rounds, const __u64 *load,
						   __u64 *store, __u64 *locked)
{
	__u64 value;

	__asm__ volatile(".globl ibs_load, ibs_store, ibs_lock, ibs_dec, ibs_jnz, ibs_end\n"
			 "ibs_load:	mov (%2), %1\n"
			 "ibs_store:	mov %1, (%3)\n"
			 "ibs_lock:	lock incl (%4)\n"
			 "ibs_dec:	dec %0\n"
			 "ibs_jnz:	jnz ibs_load\n"
			 "ibs_end:"
			 : "+r" (rounds), "=&r" (value)
			 : "r" (load), "r" (store), "r" (locked) : "cc", "memory");
}

#endif /* __x86_64__ */
#endif /* _HW_IBS_H */
