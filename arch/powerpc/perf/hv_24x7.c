// SPDX-License-Identifier: GPL-2.0
/*
 * Counters of the hypervisor (24x7): this kernel has no driver for them. The platform calls
 * read_24x7_sys_info() when their description may have changed.
 *
 * Owns nothing. Context: task.
 */
#include <asm/rtas.h>

/**
 * read_24x7_sys_info() - the partition has moved to another machine
 */
void read_24x7_sys_info(void)
{
}
