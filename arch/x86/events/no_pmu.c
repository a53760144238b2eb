// SPDX-License-Identifier: GPL-2.0
/*
 * What arch/x86 and KVM are told while no driver has the CPU's counters.
 *
 * Each answer is the truth about a kernel that programs no counter: there is
 * none to offer a guest, to switch at VM entry, to clear for a reader or to
 * restore after a suspend. A driver of the CPU's PMU takes this file's place.
 * No locks, no state but the two keys.
 */
#include <linux/export.h>
#include <linux/jump_label.h>
#include <linux/lockdep.h>
#include <linux/percpu.h>
#include <linux/perf_event.h>

#include <asm/intel_ds.h>
#include <asm/mmu_context.h>
#include <asm/perf_event.h>

#include "perf_event.h"

/*
 * Who may execute RDPMC in user mode: with both off, a process whose mm maps
 * an event that allows it. No event does without a driver.
 */
DEFINE_STATIC_KEY_FALSE(rdpmc_never_available_key);
DEFINE_STATIC_KEY_FALSE(rdpmc_always_available_key);

/*
 * The CPU entry area maps it for every CPU of Intel's, before a driver says
 * whether the processor will write to it.
 */
DEFINE_PER_CPU_PAGE_ALIGNED(struct debug_store, cpu_debug_store);

static int perf_no_counter_overflowed(struct pt_regs *regs)
{
	return 0;
}

struct x86_pmu x86_pmu = {
	.handle_irq	= perf_no_counter_overflowed,
};

/**
 * perf_events_lapic_init() - route the counters' interrupt
 *
 * The local APIC's counter entry stays masked, as reset and clear_local_APIC()
 * leave it: nobody would handle the interrupt.
 *
 * Context: a CPU that comes up, IRQs off.
 */
void perf_events_lapic_init(void)
{
}

/**
 * perf_check_microcode() - look again at what new microcode makes usable
 *
 * No feature is held back for old microcode.
 *
 * Context: task, CPUs may not come or go.
 */
void perf_check_microcode(void)
{
}

/**
 * perf_clear_dirty_counters() - clear counters left from another task
 *
 * Called when a process that may execute RDPMC gets the CPU. No counter was
 * ever written.
 *
 * Context: address space switch, IRQs off.
 */
void perf_clear_dirty_counters(void)
{
}

/**
 * x86_perf_rdpmc_index() - which counter RDPMC has to read for an event
 * @event: an event that is on the PMU
 *
 * Return: RDPMC's operand, as the event's driver set it.
 *
 * Context: IRQs off on the event's CPU, so that the counter stays its.
 */
int x86_perf_rdpmc_index(struct perf_event *event)
{
	lockdep_assert_irqs_disabled();

	return event->hw.event_base_rdpmc;
}

/**
 * perf_get_x86_pmu_capability() - counters that KVM may offer a guest
 * @cap: filled in: all zero, version 0 means "no PMU"
 *
 * Context: any.
 */
void perf_get_x86_pmu_capability(struct x86_pmu_capability *cap)
{
	memset(cap, 0, sizeof(*cap));
}
EXPORT_SYMBOL_GPL(perf_get_x86_pmu_capability);

/**
 * perf_get_hw_event_config() - this CPU's code for a generic event
 * @hw_event: one of enum perf_hw_id
 *
 * Return: event select and unit mask; 0 for an event the CPU does not count.
 *
 * Context: any.
 */
u64 perf_get_hw_event_config(int hw_event)
{
	return 0;
}
EXPORT_SYMBOL_GPL(perf_get_hw_event_config);

#ifdef CONFIG_CPU_SUP_INTEL

/**
 * perf_guest_get_msrs() - counter MSRs that a VM entry has to switch
 * @nr:   set to their number
 * @data: KVM's PMU of the guest
 *
 * Return: the MSRs; NULL for none.
 *
 * Context: VM entry, IRQs off.
 */
struct perf_guest_switch_msr *perf_guest_get_msrs(int *nr, void *data)
{
	*nr = 0;
	return NULL;
}
EXPORT_SYMBOL_GPL(perf_guest_get_msrs);

/**
 * x86_perf_get_lbr() - branch records that KVM may offer a guest
 * @lbr: filled in, nr is 0
 *
 * Context: any.
 */
void x86_perf_get_lbr(struct x86_pmu_lbr *lbr)
{
	memset(lbr, 0, sizeof(*lbr));
}
EXPORT_SYMBOL_GPL(x86_perf_get_lbr);

/**
 * perf_restore_debug_store() - reload the debug store's address after suspend
 *
 * No debug store is allocated.
 *
 * Context: resume, IRQs off.
 */
void perf_restore_debug_store(void)
{
}

#endif /* CONFIG_CPU_SUP_INTEL */
