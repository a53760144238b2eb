// SPDX-License-Identifier: GPL-2.0
/*
 * Precise samples of Intel's processors (PEBS): attr.precise_ip.
 *
 * At the overflow of a precise event's counter the processor writes a record into a buffer, with
 * the address of the instruction, sets the counter back, and interrupts once the buffer is
 * filled to a threshold. struct perf_x86_feature has the calls: precise.c checks the event,
 * state.c writes the registers, drain.c makes samples of records.
 *
 * Owns: @events, @large and @fixups of struct perf_x86_precise_cpu; precise, max_precise and the
 * fields precise_* of struct perf_x86_pmu. No locks.
 * Context: that of struct perf_x86_feature.
 *
 * Hardware facts: Intel SDM volume 3, chapter "Performance Monitoring"; volume 4,
 * IA32_PERF_CAPABILITIES.
 */
#include <linux/perf_event.h>
#include <linux/sched/clock.h>

#include <asm/cpufeature.h>
#include <asm/intel_ds.h>
#include <asm/msr.h>
#include <asm/perf_event.h>
#include <asm/processor.h>
#include <asm/timer.h>

#include "access.h"
#include "cpus.h"
#include "feature.h"
#include "model.h"
#include "precise/area.h"
#include "precise/drain.h"
#include "precise/groups.h"
#include "precise/models.h"
#include "precise/precise.h"
#include "precise/state.h"

/* Format 6 adds a group with values of counters, which the driver does not ask for. */
#define LATEST_FORMAT		6
/* Formats from this one on have the address of the instruction itself, whenever written. */
#define EXACT_FORMAT		2
#define TSC_FORMAT		3
/* MSR_PEBS_LD_LAT_THRESHOLD, which attr.config1 sets */
#define LATENCY_THRESHOLD	GENMASK_ULL(15, 0)

#define CODE_BITS							\
	(X86_RAW_EVENT_MASK | HSW_IN_TX | HSW_IN_TX_CHECKPOINTED | ARCH_PERFMON_EVENTSEL_ANY)
#define CYCLES			0x003c
#define FIXED_0			BIT_ULL(INTEL_PMC_IDX_FIXED)
#define GENERAL			GENMASK_ULL(INTEL_PMC_IDX_FIXED - 1, 0)

/*
 * Checking an event.
 */

/* Cycles are no event of an instruction; before Ice Lake another event counts them as well. */
static void perf_x86_precise_replace_cycles(struct perf_event *event)
{
	const struct perf_x86_pmu *pmu = perf_x86_pmu(event);
	u64 code = pmu->precise->cycles;

	if ((event->hw.config & CODE_BITS) != CYCLES || !code)
		return;
	if (event->attr.precise_ip == 3 && pmu->precise->cycles_exact)
		code = pmu->precise->cycles_exact;
	event->hw.config = (event->hw.config & ~CODE_BITS) | code;
	perf_x86_set_allowed(event, perf_x86_model_counters(pmu, code));
}

/*
 * One counter alone may use the register of the threshold: the highest one, as it counts the
 * fewest other events.
 */
static u64 perf_x86_precise_latency_counter(const struct perf_x86_pmu *pmu, u64 counters)
{
	counters &= pmu->counters & GENERAL;
	return counters ? BIT_ULL(fls64(counters) - 1) : 0;
}

/* precise_ip 3: fixed counter 0 if it counts the event, else those that are as exact. */
static u64 perf_x86_precise_exact(const struct perf_x86_precise_model *model, u64 counters)
{
	if (counters & FIXED_0)
		return FIXED_0;
	return model->exact_general ? counters & model->exact_general : counters;
}

/* Return: the counters that may write records of @event, 0 for none. */
static u64 perf_x86_precise_allowed(const struct perf_event *event,
				    const struct perf_x86_precise_row *row)
{
	const struct perf_x86_pmu *pmu = perf_x86_pmu(event);
	u64 counters;

	if (row->kind == PERF_X86_PRECISE_LATENCY)
		return perf_x86_precise_latency_counter(pmu, row->counters);
	counters = row->counters & perf_x86_allowed(event);
	return event->attr.precise_ip == 3 ? perf_x86_precise_exact(pmu->precise, counters)
					   : counters;
}

/* The event that must count beside load latency, where perf_x86_precise_model::loads_aux is set. */
#define LOADS_AUX		0x8203

static bool perf_x86_is_loads_aux(const struct perf_event *event)
{
	return event->attr.type == PERF_TYPE_RAW && event->attr.config == LOADS_AUX;
}

/* Without LOADS_AUX in its group, a load latency event has no data sources. */
static bool perf_x86_precise_lacks_aux(const struct perf_event *event)
{
	const struct perf_event *leader = event->group_leader, *sibling;

	if (!perf_x86_pmu(event)->precise->loads_aux ||
	    !(event->attr.sample_type & PERF_SAMPLE_DATA_SRC) || perf_x86_is_loads_aux(leader))
		return false;
	if (leader == event)
		return true;
	list_for_each_entry(sibling, &leader->sibling_list, sibling_list) {
		if (perf_x86_is_loads_aux(sibling))
			return false;
	}
	return true;
}

static int perf_x86_precise_check_latency(const struct perf_event *event)
{
	if (event->attr.config1 & ~LATENCY_THRESHOLD)
		return -EINVAL;
	return perf_x86_precise_lacks_aux(event) ? -ENODATA : 0;
}

/* Fields of sample_type that only the records of some processors have. */
static u64 perf_x86_precise_recorded(const struct perf_x86_pmu *pmu)
{
	u64 recorded = pmu->precise_adaptive ? PERF_SAMPLE_BRANCH_STACK : 0;

	if (pmu->precise_format >= TSC_FORMAT && sched_clock_stable() &&
	    using_native_sched_clock())
		recorded |= PERF_SAMPLE_TIME;
	return recorded;
}

/**
 * perf_x86_precise_setup - struct perf_x86_feature's @setup
 * @event: hw.config and the allowed counters are set
 *
 * Return: 0; -EOPNOTSUPP if precise_ip is more than the processor has; -EINVAL for an event that
 * does not sample, or of which no counter writes records; -ENODATA for load latency without the
 * event that has to count beside it.
 */
int perf_x86_precise_setup(struct perf_event *event)
{
	const struct perf_x86_pmu *pmu = perf_x86_pmu(event);
	const struct perf_event_attr *attr = &event->attr;
	const struct perf_x86_precise_row *row;
	u64 counters;

	if (attr->precise_ip > pmu->max_precise)
		return -EOPNOTSUPP;
	if (!is_sampling_event(event) || (attr->sample_regs_user & PERF_REG_EXTENDED_MASK))
		return -EINVAL;
	perf_x86_precise_replace_cycles(event);
	row = perf_x86_precise_find(pmu->precise, event->hw.config);
	counters = row ? perf_x86_precise_allowed(event, row) : 0;
	if (!counters)
		return -EINVAL;
	if (row->kind == PERF_X86_PRECISE_LATENCY) {
		int err = perf_x86_precise_check_latency(event);

		if (err)
			return err;
	}
	perf_x86_set_allowed(event, counters);
	/* The interrupt is the buffer's. */
	event->hw.config &= ~ARCH_PERFMON_EVENTSEL_INT;
	if (pmu->precise_adaptive)
		event->hw.config |= ICL_EVENTSEL_ADAPTIVE;
	/* RDPMC would miss the periods of records in the buffer. */
	event->hw.flags &= ~PERF_EVENT_FLAG_USER_READ_CNT;
	/* The newest branch belongs to the newest record. */
	if (!perf_event_period_varies(event) && !perf_x86_needs_fixup(event) &&
	    perf_x86_precise_may_wait(attr, perf_x86_precise_recorded(pmu)))
		event->hw.flags |= PERF_X86_PRECISE_LARGE;
	return 0;
}

static int perf_x86_precise_open(struct perf_event *event)
{
	int err = perf_x86_area_get();

	if (!err && (event->hw.flags & PERF_X86_PRECISE_LARGE))
		event->attach_state |= PERF_ATTACH_SCHED_CB;
	return err;
}

static void perf_x86_precise_close(struct perf_event *event)
{
	perf_x86_area_put();
}

/*
 * On the CPU.
 */
static void perf_x86_precise_add(struct perf_x86_cpu *cpu, struct perf_event *event)
{
	struct perf_x86_precise_cpu *here = this_cpu_ptr(&perf_x86_precise_here);

	if (!here->events++)
		perf_x86_area_open();
	here->fixups += perf_x86_needs_fixup(event);
	if (event->hw.flags & PERF_X86_PRECISE_LARGE) {
		here->large++;
		perf_sched_cb_inc(event->pmu);
	}
	perf_x86_precise_update_groups(cpu);
}

static void perf_x86_precise_del(struct perf_x86_cpu *cpu, struct perf_event *event)
{
	struct perf_x86_precise_cpu *here = this_cpu_ptr(&perf_x86_precise_here);

	if (event->hw.flags & PERF_X86_PRECISE_LARGE) {
		here->large--;
		perf_sched_cb_dec(event->pmu);
	}
	here->fixups -= perf_x86_needs_fixup(event);
	if (--here->events) {
		perf_x86_precise_update_groups(cpu);
		return;
	}
	here->started = 0;
	perf_x86_area_close();
}

static void perf_x86_precise_stop(struct perf_x86_cpu *cpu, struct perf_event *event)
{
	perf_x86_precise_unset(cpu, event);
	perf_x86_precise_drain_now(cpu);
}

static u64 perf_x86_precise_overflow(struct perf_x86_cpu *cpu, u64 status, struct pt_regs *regs)
{
	unsigned int counter;

	if (status & GLOBAL_STATUS_BUFFER_OVF)
		perf_x86_precise_drain(cpu, regs);
	/* An overflow that has a record is not the counter's own. */
	perf_x86_for_each_counter(counter, status & cpu->pmu->counters) {
		const struct perf_event *event = cpu->owner[counter];

		if (event && perf_x86_is_precise(event))
			status &= ~BIT_ULL(counter);
	}
	return status;
}

static void perf_x86_precise_read(struct perf_x86_cpu *cpu, struct perf_event *event)
{
	perf_x86_precise_drain_now(cpu);
}

static void perf_x86_precise_sched_task(struct perf_event_pmu_context *pmu_ctx,
					struct task_struct *task, bool sched_in)
{
	struct perf_x86_cpu *cpu = perf_x86_this_cpu();

	if (cpu && !sched_in)
		perf_x86_precise_drain_now(cpu);
}

static const struct perf_x86_feature perf_x86_precise_feature = {
	.status		= GLOBAL_STATUS_BUFFER_OVF,
	.setup		= perf_x86_precise_setup,
	.open		= perf_x86_precise_open,
	.close		= perf_x86_precise_close,
	.add		= perf_x86_precise_add,
	.del		= perf_x86_precise_del,
	.start		= perf_x86_precise_start,
	.stop		= perf_x86_precise_stop,
	.enable_all	= perf_x86_precise_enable_all,
	.disable_all	= perf_x86_precise_disable_all,
	.overflow	= perf_x86_precise_overflow,
	.update		= perf_x86_precise_read,
	.sched_task	= perf_x86_precise_sched_task,
	.reset		= perf_x86_precise_reset,
};

/**
 * perf_x86_precise_guest - what a VM entry has to do with MSR_IA32_PEBS_ENABLE
 * @cpu: this CPU
 * @msr: set to the register's values in host and guest
 *
 * In a guest the processor would write records to the guest's memory.
 *
 * Context: IRQs off.
 * Return: true if the processor has the register.
 */
bool perf_x86_precise_guest(const struct perf_x86_cpu *cpu, struct perf_guest_switch_msr *msr)
{
	if (!cpu->pmu->features[PERF_X86_PRECISE])
		return false;
	*msr = (struct perf_guest_switch_msr) {
		.msr	= MSR_IA32_PEBS_ENABLE,
		.host	= this_cpu_read(perf_x86_precise_here.written),
	};
	return true;
}

/*
 * Finding out what the processor has.
 */
static const struct perf_x86_precise_model *
perf_x86_precise_model_of(const struct perf_x86_model *model)
{
	for (; model; model = model->base) {
		if (model->precise)
			return model->precise;
	}
	return NULL;
}

static bool perf_x86_precise_answers(void)
{
	u64 value;

	return !rdmsrl_safe(MSR_IA32_PEBS_ENABLE, &value) &&
	       !rdmsrl_safe(MSR_IA32_DS_AREA, &value);
}

/**
 * perf_x86_precise_attach - give a PMU precise samples
 * @pmu:          its model and branch records are known; the fields on precise samples are
 *                filled in
 * @capabilities: IA32_PERF_CAPABILITIES
 *
 * A format that is newer than the driver has an unknown layout: then @pmu gets none. With the
 * older formats the instruction of a sample is found only if @pmu has branch records.
 *
 * Context: boot, or a CPU that comes up; a test.
 */
void perf_x86_precise_attach(struct perf_x86_pmu *pmu, u64 capabilities)
{
	bool exact;

	pmu->precise = perf_x86_precise_model_of(pmu->model);
	pmu->precise_format = (capabilities & PERF_CAP_PEBS_FORMAT) >> 8;
	pmu->precise_adaptive = capabilities & PERF_CAP_PEBS_BASELINE;
	if (!pmu->precise || pmu->precise_format > LATEST_FORMAT)
		return;
	exact = pmu->precise_format >= EXACT_FORMAT;
	pmu->precise_faults = !exact && !(capabilities & PERF_CAP_PEBS_TRAP);
	exact |= pmu->precise_faults;
	pmu->precise_fixup = !exact && pmu->features[PERF_X86_BRANCHES];
	pmu->max_precise = 1;
	if (exact || pmu->precise_fixup)
		pmu->max_precise += 1 + pmu->precise->distributes;
	if (pmu->precise_adaptive)
		pmu->pmu.capabilities |= PERF_PMU_CAP_EXTENDED_REGS;
	pmu->features[PERF_X86_PRECISE] = &perf_x86_precise_feature;
}

/**
 * perf_x86_precise_probe - detect precise samples
 * @pmu: its model and branch records are known; the fields on precise samples are filled in
 * @cpu: the processor of this CPU
 *
 * Context: boot, or a CPU that comes up.
 */
void perf_x86_precise_probe(struct perf_x86_pmu *pmu, const struct cpuinfo_x86 *cpu)
{
	u64 capabilities;

	if (!cpu_has(cpu, X86_FEATURE_PEBS) || !cpu_has(cpu, X86_FEATURE_DTES64) ||
	    !cpu_has(cpu, X86_FEATURE_PDCM) || !perf_x86_precise_answers() ||
	    rdmsrl_safe(MSR_IA32_PERF_CAPABILITIES, &capabilities))
		return;
	perf_x86_precise_attach(pmu, capabilities);
}
