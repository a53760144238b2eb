// SPDX-License-Identifier: GPL-2.0
/* Our driver, for kernel.c: its functions that struct pmu does not have. */
#include <linux/hrtimer.h>
#include <linux/perf_event.h>

#include "counters.h"
#include "model.h"
#include "named.h"
#include "program.h"

/* Counters without an interrupt have a timer, which never ends here. */
void hrtimer_init(struct hrtimer *timer, clockid_t clock, enum hrtimer_mode mode)
{
}

bool hrtimer_active(const struct hrtimer *timer)
{
	return true;
}

int hrtimer_cancel(struct hrtimer *timer)
{
	return 0;
}

int perf_allow_cpu(void)
{
	return 0;
}

int init_driver(void)
{
	return perf_x86_init();
}

unsigned long long allowed_counters(struct perf_event *event)
{
	return perf_x86_allowed(event) & ~PERF_ASSIGN_PAIR;
}

unsigned int extra_register(struct perf_event *event)
{
	return event->hw.extra_reg.alloc ? perf_x86_pmu(event)->extras[event->hw.idx].msr : 0;
}

const char *threaded_text(struct pmu *pmu, struct device_attribute *file)
{
	const struct perf_x86_named *row;

	row = perf_x86_named_find(to_perf_x86_pmu(pmu), file->attr.name);
	return row ? row->threads : NULL;
}
