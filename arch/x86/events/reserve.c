// SPDX-License-Identifier: GPL-2.0
/*
 * Reservation of the counters in arch/x86/kernel/cpu/perfctr-watchdog.c, while a PMU has
 * any event.
 *
 * Owns: users of struct perf_x86_pmu, perf_x86_holders and perf_x86_pmus_in_use.
 * Locks: reserve_mutex. Context: task; perf_x86_in_use(): any.
 */
#include <linux/cleanup.h>
#include <linux/mutex.h>

#include <asm/nmi.h>

#include "reserve.h"

static DEFINE_MUTEX(reserve_mutex);

/* perf_x86_holders[n]: number of PMUs that hold counter n; a hybrid processor has two. */
static u8 perf_x86_holders[PERF_X86_GENERAL];

/* Number of PMUs that have an event; while 0, perf_x86_nmi() returns early. */
static atomic_t perf_x86_pmus_in_use;

#ifdef CONFIG_X86_LOCAL_APIC

static void perf_x86_release_one(const struct perf_x86_regs *regs, unsigned int counter)
{
	release_perfctr_nmi(regs->legacy_counter + counter * regs->counter_step);
	release_evntsel_nmi(regs->select + counter * regs->select_step);
}

static bool perf_x86_reserve_one(const struct perf_x86_regs *regs, unsigned int counter)
{
	u32 msr = regs->legacy_counter + counter * regs->counter_step;

	if (!reserve_perfctr_nmi(msr))
		return false;
	if (reserve_evntsel_nmi(regs->select + counter * regs->select_step))
		return true;
	release_perfctr_nmi(msr);
	return false;
}

#else

static void perf_x86_release_one(const struct perf_x86_regs *regs, unsigned int counter)
{
}

static bool perf_x86_reserve_one(const struct perf_x86_regs *regs, unsigned int counter)
{
	return true;
}

#endif /* CONFIG_X86_LOCAL_APIC */

/* perfctr-watchdog.c has general counters only, and not those of all processors. */
static u64 perf_x86_reservable(const struct perf_x86_pmu *pmu)
{
	if (!pmu->regs.legacy_counter)
		return 0;
	return pmu->counters & GENMASK_ULL(PERF_X86_GENERAL - 1, 0);
}

static void perf_x86_release_all(const struct perf_x86_pmu *pmu, u64 counters)
{
	unsigned int counter;

	perf_x86_for_each_counter(counter, counters) {
		if (!--perf_x86_holders[counter])
			perf_x86_release_one(&pmu->regs, counter);
	}
}

static int perf_x86_reserve_all(const struct perf_x86_pmu *pmu)
{
	unsigned int counter;
	u64 taken = 0;

	perf_x86_for_each_counter(counter, perf_x86_reservable(pmu)) {
		if (!perf_x86_holders[counter] && !perf_x86_reserve_one(&pmu->regs, counter)) {
			perf_x86_release_all(pmu, taken);
			return -EBUSY;
		}
		perf_x86_holders[counter]++;
		taken |= BIT_ULL(counter);
	}
	return 0;
}

/**
 * perf_x86_in_use - does any PMU have an event?
 *
 * Context: any.
 * Return: true if perf_x86_pmus_in_use is not 0.
 */
bool perf_x86_in_use(void)
{
	return atomic_read(&perf_x86_pmus_in_use);
}

/**
 * perf_x86_reserve - count one more event; the first one reserves the counters
 * @pmu: the event's PMU
 *
 * Return: 0; -EBUSY: another user has reserved a counter.
 */
int perf_x86_reserve(struct perf_x86_pmu *pmu)
{
	int err;

	if (atomic_inc_not_zero(&pmu->users))
		return 0;

	guard(mutex)(&reserve_mutex);
	if (!atomic_read(&pmu->users)) {
		err = perf_x86_reserve_all(pmu);
		if (err)
			return err;
		atomic_inc(&perf_x86_pmus_in_use);
	}
	atomic_inc(&pmu->users);
	return 0;
}

/**
 * perf_x86_unreserve - undo perf_x86_reserve(); the last event releases the counters
 * @pmu: the event's PMU
 */
void perf_x86_unreserve(struct perf_x86_pmu *pmu)
{
	if (!atomic_dec_and_mutex_lock(&pmu->users, &reserve_mutex))
		return;
	perf_x86_release_all(pmu, perf_x86_reservable(pmu));
	atomic_dec(&perf_x86_pmus_in_use);
	mutex_unlock(&reserve_mutex);
}
