/* SPDX-License-Identifier: GPL-2.0 */
/* Taking the events from a PMU that goes. */
#ifndef _KERNEL_EVENTS_REVOKE_H
#define _KERNEL_EVENTS_REVOKE_H

struct pmu;

void perf_revoke_pmu(struct pmu *pmu);

#endif /* _KERNEL_EVENTS_REVOKE_H */
