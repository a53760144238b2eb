/* SPDX-License-Identifier: GPL-2.0 */
/* Is a return address on top of the stack? */
#ifndef PERF_PROBE_FRAME_H
#define PERF_PROBE_FRAME_H

#include <stdbool.h>
#include <stdint.h>

bool perf_probe_frame_is_entry(const char *path, uint64_t offset);

#endif /* PERF_PROBE_FRAME_H */
