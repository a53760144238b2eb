/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _FUZZ_RESTORE_H
#define _FUZZ_RESTORE_H

void restore_system(void);

#endif /* _FUZZ_RESTORE_H */
