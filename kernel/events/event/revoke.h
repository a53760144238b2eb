/* SPDX-License-Identifier: GPL-2.0 */
/* Revoking the events of a PMU that is unregistered. */
#ifndef _KERNEL_EVENTS_REVOKE_H
#define _KERNEL_EVENTS_REVOKE_H

struct pmu;

void perf_revoke_pmu(struct pmu *pmu);

#endif /* _KERNEL_EVENTS_REVOKE_H */
