/* SPDX-License-Identifier: GPL-2.0 */
/* Tables of processors, for tests that go through every row. */
#ifndef _ARCH_X86_EVENTS_CPU_ROWS_H
#define _ARCH_X86_EVENTS_CPU_ROWS_H

#include <asm/cpu_device_id.h>

static inline u32 processor_of(const struct x86_cpu_id *row)
{
	return VFM_MAKE(row->vendor, row->family, row->model);
}

/* The data of the first row of @cpu; NULL for none. A row without data ends @rows. */
static inline const void *data_of(const struct x86_cpu_id *rows, u32 cpu)
{
	for (; rows->driver_data; rows++) {
		if (processor_of(rows) == cpu)
			return (const void *)rows->driver_data;
	}
	return NULL;
}

#endif /* _ARCH_X86_EVENTS_CPU_ROWS_H */
