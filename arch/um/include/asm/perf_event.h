/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Performance events in user-mode Linux: the registers of a caller.
 */
#ifndef _ASM_UM_PERF_EVENT_H
#define _ASM_UM_PERF_EVENT_H

#include <linux/ptrace.h>
#include <linux/string.h>

/*
 * Set @_regs to those of the caller of the function that this is used in, which returns
 * to @_ip. A struct pt_regs without the members that samples do not read is a quarter of
 * a kilobyte; the rest stays as it is.
 */
#define perf_arch_fetch_caller_regs(_regs, _ip)					\
do {										\
	unsigned long *__frame = __builtin_frame_address(0);			\
	struct uml_pt_regs *__uml = &(_regs)->regs;				\
										\
	memset(__uml->gp, 0, sizeof(__uml->gp));				\
	UPT_IP(__uml) = (_ip);							\
	UPT_BP(__uml) = __frame[0];						\
	UPT_SP(__uml) = (unsigned long)(__frame + 2);				\
	UPT_IS_USER(__uml) = 0;							\
} while (0)

#endif /* _ASM_UM_PERF_EVENT_H */
