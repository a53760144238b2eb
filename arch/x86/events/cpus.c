// SPDX-License-Identifier: GPL-2.0
/*
 * CPUs that have counters: hotplug, suspend and resume; and the counters' NMI.
 *
 * A hybrid processor has CPUs of several kinds, hence several PMUs: boot_pmu, that of the boot
 * CPU, and those that follow it in the circle of perf_x86_pmu::next. The counters of a kind are
 * known only when its first CPU comes up.
 *
 * Owns: perf_x86_pmu_here, cpus of struct perf_x86_pmu. Locks: none; a CPU's entry
 * changes on that CPU while it comes up or goes down.
 * Context: CPU hotplug, suspend and resume, NMI.
 */
#include <linux/cpuhotplug.h>
#include <linux/perf_event.h>
#include <linux/sched/clock.h>
#include <linux/syscore_ops.h>

#include <asm/hardirq.h>
#include <asm/nmi.h>

#include "access.h"
#include "count.h"
#include "cpus.h"
#include "feature.h"
#include "freeze.h"
#include "hw.h"
#include "hybrid.h"
#include "nmi.h"
#include "perf_event.h"
#include "reserve.h"
#include "threads.h"

/* The PMU of the boot CPU; boot_pmu->next leads to those of other kinds, if any. */
static struct perf_x86_pmu *boot_pmu;

/* Probes the counters of a CPU that comes up; set by perf_x86_cpus_start(). */
static int (*perf_x86_cpu_probe)(struct perf_x86_pmu *pmu);

/* The PMU of this CPU; NULL unless perf_x86_cpu::ready is true. */
static DEFINE_PER_CPU(struct perf_x86_pmu *, perf_x86_pmu_here);

/**
 * perf_x86_this_cpu - the state of this CPU's counters
 *
 * Context: any that stays on its CPU.
 * Return: the state; NULL unless its @ready is true.
 */
struct perf_x86_cpu *perf_x86_this_cpu(void)
{
	struct perf_x86_pmu *pmu = this_cpu_read(perf_x86_pmu_here);

	return pmu ? this_cpu_ptr(pmu->cpu) : NULL;
}

/**
 * perf_x86_boot_pmu - the PMU of the boot CPU
 *
 * Context: any.
 * Return: the PMU; NULL if the boot CPU has none.
 */
const struct perf_x86_pmu *perf_x86_boot_pmu(void)
{
	return boot_pmu;
}

/*
 * The interrupt.
 */

/* Count the interrupt, for /proc/interrupts. */
static void perf_x86_count_interrupt(void)
{
#ifdef CONFIG_X86_LOCAL_APIC
	inc_irq_stat(apic_perf_irqs);
#endif
}

static int perf_x86_overflows_here(struct pt_regs *regs)
{
	struct perf_x86_pmu *pmu = this_cpu_read(perf_x86_pmu_here);
	int found = pmu ? perf_x86_handle_overflows(pmu, regs) : 0;

	if (found)
		perf_x86_count_interrupt();
	return found;
}

static int perf_x86_no_overflows(struct pt_regs *regs)
{
	return 0;
}

struct x86_pmu x86_pmu = {
	.handle_irq	= perf_x86_no_overflows,
};

static int perf_x86_nmi(unsigned int type, struct pt_regs *regs)
{
	u64 begin, end;
	int found;

	if (!perf_x86_in_use()) {
		/* An NMI after the last event has gone also masks the LVT entry: unmask it. */
		perf_events_lapic_init();
		return NMI_DONE;
	}
	begin = sched_clock();
	found = perf_x86_overflows_here(regs);
	if (!found)
		return NMI_DONE;
	end = sched_clock();
	perf_sample_event_took(end - begin);
	return found;
}

/**
 * perf_events_lapic_init() - route the counters' interrupt
 *
 * While boot_pmu is NULL or cannot interrupt, APIC_LVTPC stays masked, as after reset.
 *
 * Context: a CPU that comes up, IRQs off; or its NMI.
 */
void perf_events_lapic_init(void)
{
	if (boot_pmu && !(boot_pmu->pmu.capabilities & PERF_PMU_CAP_NO_INTERRUPT))
		perf_x86_unmask_nmi(boot_pmu);
}

/*
 * CPUs.
 */

/* Return: the PMU whose @kind is this CPU's; NULL for none. A PMU without one is for all CPUs. */
static struct perf_x86_pmu *perf_x86_pmu_of_this_kind(void)
{
	u8 kind = boot_pmu->kind ? perf_x86_hybrid_kind_here() : 0;
	struct perf_x86_pmu *pmu;

	perf_x86_for_each_kind(pmu, boot_pmu) {
		if (pmu->kind == kind)
			return pmu;
	}
	return NULL;
}

/* If perf_x86_cpu_probe() fails, the CPU still comes up, without counters. */
static int perf_x86_cpu_starting(unsigned int cpu)
{
	struct perf_x86_pmu *pmu = perf_x86_pmu_of_this_kind();

	guard(irqsave)();
	if (!pmu || perf_x86_cpu_probe(pmu)) {
		pr_info_once("perf: CPU %u has other counters: software events only\n", cpu);
		return 0;
	}
	cpumask_set_cpu(cpu, &pmu->cpus);
	perf_x86_hw_reset(per_cpu_ptr(pmu->cpu, cpu));
	perf_x86_core_join(per_cpu_ptr(pmu->cpu, cpu));
	perf_x86_freeze_here(pmu);
	this_cpu_write(perf_x86_pmu_here, pmu);
	perf_events_lapic_init();
	return 0;
}

/* The core has already called pmu->del() for all events on the CPU. */
static int perf_x86_cpu_dying(unsigned int cpu)
{
	struct perf_x86_cpu *here = perf_x86_this_cpu();

	guard(irqsave)();
	if (here) {
		here->ready = false;
		here->enabled = false;
	}
	this_cpu_write(perf_x86_pmu_here, NULL);
	return 0;
}

/*
 * A suspend loses the boot CPU's registers, while perf_x86_cpu::owner keeps its events.
 */
static int perf_x86_suspend(void *unused)
{
	struct perf_x86_cpu *cpu = perf_x86_this_cpu();
	unsigned int counter;

	if (!cpu)
		return 0;
	perf_x86_hw_disable_all(cpu);
	perf_x86_for_each_counter(counter, cpu->running) {
		struct perf_event *event = cpu->owner[counter];

		/* MSR_PERF_METRICS is lost as well. */
		if (unlikely(event->hw.flags & PERF_X86_EVENT_TOPDOWN))
			perf_x86_features_stop(cpu, event);
		perf_x86_update_stopped(event);
	}
	return 0;
}

static void perf_x86_resume(void *unused)
{
	struct perf_x86_cpu *cpu = perf_x86_this_cpu();
	unsigned int counter;
	u64 running;

	if (!cpu)
		return;
	running = cpu->running;
	perf_x86_hw_reset(cpu);
	perf_x86_freeze_here(cpu->pmu);
	perf_x86_for_each_counter(counter, running) {
		struct perf_event *event = cpu->owner[counter];

		perf_x86_begin_period(event);
		if (unlikely(event->hw.flags & PERF_X86_EVENT_TOPDOWN))
			perf_x86_features_start(cpu, event);
		perf_x86_hw_start(cpu, event);
	}
	if (cpu->enabled)
		perf_x86_hw_enable_all(cpu);
}

static const struct syscore_ops perf_x86_syscore_ops = {
	.suspend	= perf_x86_suspend,
	.resume		= perf_x86_resume,
};

static struct syscore perf_x86_syscore = {
	.ops		= &perf_x86_syscore_ops,
};

/**
 * perf_x86_cpus_start - make the counters of each CPU ready as it comes up
 * @pmu:   the PMU of the boot CPU
 * @probe: called on each CPU with the PMU of its kind, IRQs off, before its counters are
 *         touched; fills in the PMU on the first CPU of a kind; returns 0 if the CPU has
 *         the PMU's counters
 *
 * Context: boot, only the boot CPU is online.
 * Return: 0 or an errno.
 */
int perf_x86_cpus_start(struct perf_x86_pmu *pmu, int (*probe)(struct perf_x86_pmu *pmu))
{
	int err;

	boot_pmu = pmu;
	perf_x86_cpu_probe = probe;
	err = register_nmi_handler(NMI_LOCAL, perf_x86_nmi, 0, "PMI");
	if (err)
		goto forget;
	err = cpuhp_setup_state(CPUHP_AP_PERF_X86_STARTING, "perf/x86:starting",
				perf_x86_cpu_starting, perf_x86_cpu_dying);
	if (err)
		goto unregister;
	register_syscore(&perf_x86_syscore);
	x86_pmu.handle_irq = perf_x86_overflows_here;
	return 0;

unregister:
	unregister_nmi_handler(NMI_LOCAL, "PMI");
forget:
	boot_pmu = NULL;
	return err;
}
