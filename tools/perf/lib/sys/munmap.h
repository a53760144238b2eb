/* SPDX-License-Identifier: GPL-2.0 */
/* Does the kernel record unmapped memory? */
#ifndef PERF_SYS_MUNMAP_H
#define PERF_SYS_MUNMAP_H

#include <stdbool.h>

bool perf_munmap_offered(void);

#endif
