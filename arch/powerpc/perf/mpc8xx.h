/* SPDX-License-Identifier: GPL-2.0 */
/* perf_8xx_pmu_init(): the counters of an MPC8xx as a struct pmu. */
#ifndef _ARCH_POWERPC_PERF_MPC8XX_H
#define _ARCH_POWERPC_PERF_MPC8XX_H

#include <linux/mutex.h>
#include <linux/perf_event.h>

enum perf_8xx_id {
	PERF_8XX_CYCLES,
	PERF_8XX_INSTRUCTIONS,
	PERF_8XX_ITLB_MISSES,
	PERF_8XX_DTLB_MISSES,
	PERF_8XX_IDS,
};

/**
 * struct perf_8xx_counter - a counter, which counts one event, in all modes
 * @read:  return the counter's value, of @width bits; it counts up
 * @set:   have it count, or not; NULL: it always counts. Task context
 * @width: bits of the value
 * @unit:  events for each step of the counter
 */
struct perf_8xx_counter {
	u64		(*read)(void);
	void		(*set)(bool on);
	unsigned int	width;
	unsigned int	unit;
};

/**
 * struct perf_8xx_model - the counters of a processor
 * @name:    caps/pmu_name in sysfs
 * @counter: by enum perf_8xx_id
 */
struct perf_8xx_model {
	const char		*name;
	struct perf_8xx_counter	counter[PERF_8XX_IDS];
};

/**
 * struct perf_8xx_pmu - the counters as a PMU
 * @pmu:   base
 * @model: the counters
 * @lock:  protects @users
 * @users: open events of each counter, during which it is on
 */
struct perf_8xx_pmu {
	struct pmu			pmu;
	const struct perf_8xx_model	*model;
	struct mutex			lock; /* see above */
	unsigned int			users[PERF_8XX_IDS];
};

/* Counted by the handlers of exceptions, in arch/powerpc/kernel/head_8xx.S. */
extern u32 itlb_miss_counter;
extern u32 dtlb_miss_counter;
extern u32 instruction_counter;

void perf_8xx_pmu_init(struct perf_8xx_pmu *pmu, const struct perf_8xx_model *model);

#endif /* _ARCH_POWERPC_PERF_MPC8XX_H */
