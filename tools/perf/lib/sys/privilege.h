/* SPDX-License-Identifier: GPL-2.0 */
/* Capabilities, seccomp filter and virtual machine of this process. */
#ifndef PERF_SYS_PRIVILEGE_H
#define PERF_SYS_PRIVILEGE_H

#include <stdbool.h>

bool perf_have_capability(unsigned int capability);
bool perf_seccomp(void);
bool perf_virtual_machine(void);

#endif
