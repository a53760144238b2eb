/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Memory that is there only some time after the kernel first wanted it.
 */
#ifndef _FUZZ_STALL_H
#define _FUZZ_STALL_H

void stall_begin(void);
void *stall_address(void);

#endif /* _FUZZ_STALL_H */
