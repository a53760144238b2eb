// SPDX-License-Identifier: GPL-2.0
/*
 * The PMUs ibs_fetch and ibs_op of this machine: detection, the NMI and its entry in the local
 * APIC's extended vector table, CPU hotplug, suspend and resume.
 *
 * The firmware chooses the entry and announces it in the register IBSCTL. Without that there is
 * no IBS: family 10h's northbridge, where the entry could be chosen, is not touched.
 *
 * Owns: perf_ibs_fetch, perf_ibs_op. Locks: none; both are constant after boot.
 * Context: boot, CPU hotplug, suspend and resume, NMI, task.
 *
 * Hardware facts: AMD APM volume 2, "Instruction-Based Sampling", "Extended Interrupts";
 * volume 3, CPUID Fn8000_001B.
 */
#include <linux/cpuhotplug.h>
#include <linux/init.h>
#include <linux/perf_event.h>
#include <linux/sched/clock.h>
#include <linux/syscore_ops.h>

#include <asm/apic.h>
#include <asm/cpufeature.h>
#include <asm/msr.h>
#include <asm/nmi.h>
#include <asm/processor.h>

#include "ibs/access.h"
#include "ibs/attr.h"
#include "ibs/init.h"
#include "ibs/pmu.h"
#include "ibs/unit.h"

#define CPUID_IBS		0x8000001b

#define IBSCTL_ENTRY		GENMASK_ULL(3, 0)
#define IBSCTL_ENTRY_VALID	BIT_ULL(8)

static struct perf_ibs perf_ibs_fetch, perf_ibs_op;

/**
 * perf_ibs_take - let the op unit count a precise event of the CPU's counters
 * @event: its attributes are checked by the PMU of the counters
 *
 * Changes attr.type and attr.config, which is how perf_pmu_init_event() passes an event on.
 *
 * Context: task.
 * Return: -ENOENT: the op unit counts the event, or, if attr.type is as before, no PMU does;
 * -EOPNOTSUPP: there is no op unit, or not with this precision.
 */
int perf_ibs_take(struct perf_event *event)
{
	u64 config;
	int err;

	if (!perf_ibs_op.pmu.type)
		return -EOPNOTSUPP;
	err = perf_ibs_core_config(&event->attr, &config);
	if (err)
		return err;
	event->attr.type = perf_ibs_op.pmu.type;
	event->attr.config = config;
	return -ENOENT;
}

/*
 * The interrupt.
 */
static int perf_ibs_nmi(unsigned int type, struct pt_regs *regs)
{
	u64 begin = sched_clock();
	int found = 0;

	if (perf_ibs_fetch.cpu)
		found += perf_ibs_handle(&perf_ibs_fetch, regs);
	if (perf_ibs_op.cpu)
		found += perf_ibs_handle(&perf_ibs_op, regs);
	if (found)
		perf_sample_event_took(sched_clock() - begin);
	return found;
}

/* Return: the entry; -EINVAL if this CPU has none for IBS. */
static int perf_ibs_entry(void)
{
	u64 control;

	if (rdmsrl_safe(MSR_AMD64_IBSCTL, &control) || !(control & IBSCTL_ENTRY_VALID))
		return -EINVAL;
	return control & IBSCTL_ENTRY;
}

/*
 * CPUs.
 */
static void perf_ibs_reset(const struct perf_ibs *ibs)
{
	if (ibs->cpu)
		perf_ibs_wrmsr(ibs, ibs->control, 0);
}

static int perf_ibs_cpu_starting(unsigned int cpu)
{
	int entry = perf_ibs_entry();

	perf_ibs_reset(&perf_ibs_fetch);
	perf_ibs_reset(&perf_ibs_op);
	if (entry < 0 || setup_APIC_eilvt(entry, 0, APIC_EILVT_MSG_NMI, 0))
		pr_warn_once("perf: no interrupt for IBS on CPU %u\n", cpu);
	return 0;
}

/* The core has already called pmu->del() for all events on the CPU. */
static int perf_ibs_cpu_dying(unsigned int cpu)
{
	int entry = perf_ibs_entry();

	if (entry >= 0)
		setup_APIC_eilvt(entry, 0, APIC_EILVT_MSG_FIX, 1);
	return 0;
}

static struct perf_event *perf_ibs_event_here(const struct perf_ibs *ibs)
{
	return ibs->cpu ? this_cpu_ptr(ibs->cpu)->event : NULL;
}

/* A suspend loses the boot CPU's registers. PERF_HES_ARCH marks the events that go on. */
static void perf_ibs_suspend_unit(const struct perf_ibs *ibs)
{
	struct perf_event *event = perf_ibs_event_here(ibs);

	if (!event || event->hw.state & PERF_HES_STOPPED)
		return;
	perf_ibs_stop(event, PERF_EF_UPDATE);
	event->hw.state |= PERF_HES_ARCH;
}

static void perf_ibs_resume_unit(const struct perf_ibs *ibs)
{
	struct perf_event *event = perf_ibs_event_here(ibs);

	if (event && event->hw.state & PERF_HES_ARCH)
		perf_ibs_start(event, PERF_EF_RELOAD);
}

static int perf_ibs_suspend(void *unused)
{
	perf_ibs_suspend_unit(&perf_ibs_fetch);
	perf_ibs_suspend_unit(&perf_ibs_op);
	return 0;
}

static void perf_ibs_resume(void *unused)
{
	perf_ibs_cpu_starting(smp_processor_id());
	perf_ibs_resume_unit(&perf_ibs_fetch);
	perf_ibs_resume_unit(&perf_ibs_op);
}

static const struct syscore_ops perf_ibs_syscore_ops = {
	.suspend	= perf_ibs_suspend,
	.resume		= perf_ibs_resume,
};

static struct syscore perf_ibs_syscore = {
	.ops		= &perf_ibs_syscore_ops,
};

/*
 * Boot.
 */

/* The first processors with IBS have no leaf with its features. */
static u32 __init perf_ibs_caps(void)
{
	const u32 first = PERF_IBS_CAP_VALID | PERF_IBS_CAP_FETCH | PERF_IBS_CAP_OP;
	u32 caps;

	if (!boot_cpu_has(X86_FEATURE_IBS))
		return 0;
	if (boot_cpu_data.extended_cpuid_level < CPUID_IBS)
		return first;
	caps = cpuid_eax(CPUID_IBS);
	return caps & PERF_IBS_CAP_VALID ? caps : first;
}

/* Return: 0, also for a unit that the processor lacks; -ENOMEM. */
static int __init perf_ibs_prepare(struct perf_ibs *ibs, u32 caps, bool is_op)
{
	if (!(caps & (is_op ? PERF_IBS_CAP_OP : PERF_IBS_CAP_FETCH)))
		return 0;
	perf_ibs_describe(ibs, is_op, caps, boot_cpu_data.x86, boot_cpu_data.x86_model);
	return perf_ibs_pmu_init(ibs);
}

/* A unit that cannot be registered is left out. */
static void __init perf_ibs_register(struct perf_ibs *ibs, const char *name)
{
	if (ibs->cpu && perf_pmu_register(&ibs->pmu, name, -1))
		perf_ibs_pmu_free(ibs);
}

/* All CPUs get the interrupt before any event can be opened. */
static int __init perf_ibs_start_cpus(void)
{
	int err = register_nmi_handler(NMI_LOCAL, perf_ibs_nmi, 0, "perf_ibs");

	if (err)
		return err;
	err = cpuhp_setup_state(CPUHP_AP_PERF_X86_AMD_IBS_STARTING, "perf/x86/amd/ibs:starting",
				perf_ibs_cpu_starting, perf_ibs_cpu_dying);
	if (err)
		unregister_nmi_handler(NMI_LOCAL, "perf_ibs");
	return err;
}

static bool __init perf_ibs_has_interrupt(void)
{
	int entry;

	guard(preempt)();
	entry = perf_ibs_entry();
	return entry >= 0 && !setup_APIC_eilvt(entry, 0, APIC_EILVT_MSG_FIX, 1);
}

static int __init perf_ibs_init(void)
{
	u32 caps = perf_ibs_caps();
	int err;

	if (!caps)
		return 0;
	if (!perf_ibs_has_interrupt()) {
		pr_info("perf: IBS has no interrupt, and is not used\n");
		return 0;
	}
	err = perf_ibs_prepare(&perf_ibs_fetch, caps, false) ?:
	      perf_ibs_prepare(&perf_ibs_op, caps, true) ?: perf_ibs_start_cpus();
	if (err) {
		perf_ibs_pmu_free(&perf_ibs_fetch);
		perf_ibs_pmu_free(&perf_ibs_op);
		return err;
	}
	register_syscore(&perf_ibs_syscore);
	perf_ibs_register(&perf_ibs_fetch, "ibs_fetch");
	perf_ibs_register(&perf_ibs_op, "ibs_op");
	pr_info("perf: AMD IBS, features 0x%08x\n", caps);
	return 0;
}
device_initcall(perf_ibs_init);
