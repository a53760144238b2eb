// SPDX-License-Identifier: GPL-2.0
/*
 * Counters in memory, for tests, that behave as the manuals say.
 *
 * perf_x86_fake_happen() makes an event happen a number of times. Each counter that is enabled
 * and selects the event and the mode counts it. A counter that wraps sets its status bit, if
 * there is a status register, and requests an interrupt if its selecting register allows one.
 *
 * Owns: perf_x86_fake_key. Locks: none; IRQs are off, and a file has one user.
 * Context: task, of a test, IRQs off.
 *
 * Hardware facts: as hw.c, intel.c and legacy.c.
 */
#include "fake_msr.h"
#include "fake_msr_p4.h"
#include "hw.h"
#include "hw_legacy.h"
#include "hw_nehalem.h"
#include "model.h"
#include "models_p4.h"
#include "p4.h"
#include "tfa.h"

/* Pentium 4, erratum N15: a write adds this to a counter that has counted since the last one. */
#define P4_CARRY	BIT_ULL(32)

/* AMD: what a counter alone counts in a cycle, and the event of a counter that is merged. */
#define MOST_IN_A_CYCLE	15
#define MERGE_EVENT	0xfff
#define LARGE_EVENT	0x003

/* Intel: issue slots, and their shares. */
#define SLOTS		(INTEL_PMC_IDX_FIXED + 3)
#define METRICS_ON	BIT_ULL(48)

/* Any that no test counts up to. */
#define MICROCODE_VALUE	0x123456

DEFINE_STATIC_KEY_FALSE(perf_x86_fake_key);

static struct perf_x86_fake_file *perf_x86_fake_file(struct perf_x86_fake *fake)
{
	return container_of(fake, struct perf_x86_fake_file, fake);
}

static void perf_x86_fake_fault(struct perf_x86_fake_file *file, const char *fault)
{
	if (!file->fault)
		file->fault = fault;
}

static bool perf_x86_fake_is_packed(const struct perf_x86_fake_file *file)
{
	return file->pmu->regs.enable == &perf_x86_enable_packed;
}

/*
 * Addresses.
 */
static int perf_x86_fake_counter(const struct perf_x86_fake_file *file, u32 msr)
{
	unsigned int counter;

	perf_x86_for_each_counter(counter, file->pmu->counters) {
		if (msr == perf_x86_hw_counter_msr(file->pmu, counter))
			return counter;
	}
	return -1;
}

static int perf_x86_fake_select(const struct perf_x86_fake_file *file, u32 msr)
{
	unsigned int counter;

	perf_x86_for_each_counter(counter, file->pmu->counters & U32_MAX) {
		if (msr == perf_x86_hw_select_msr(file->pmu, counter))
			return counter;
	}
	return -1;
}

/*
 * AMD: counters that are merged into the one below. A pair counts more of an event in a cycle, and
 * to 64 bits: the odd counter's lowest 16 bits are the upper ones.
 */
static bool perf_x86_fake_has_pair(const struct perf_x86_fake_file *file, unsigned int counter)
{
	return file->pmu->virt_bits && !(counter & 1) &&
	       (file->pmu->counters & BIT_ULL(counter + 1));
}

static bool perf_x86_fake_is_on(const struct perf_x86_fake_file *file, unsigned int counter)
{
	if (file->pmu->regs.global_ctrl && !(file->global_ctrl & BIT_ULL(counter)))
		return false;
	return file->select[counter] & ARCH_PERFMON_EVENTSEL_ENABLE;
}

static bool perf_x86_fake_is_pair(const struct perf_x86_fake_file *file, unsigned int counter)
{
	return perf_x86_fake_has_pair(file, counter) && perf_x86_fake_is_on(file, counter + 1) &&
	       perf_x86_event_select(file->select[counter + 1]) == MERGE_EVENT;
}

static u64 perf_x86_fake_value(const struct perf_x86_fake_file *file, unsigned int counter)
{
	u64 value = file->value[counter];

	if (perf_x86_fake_is_pair(file, counter))
		value |= file->value[counter + 1] << file->pmu->width;
	return value;
}

/* Return: true if the counter, or the pair, has wrapped. */
static bool perf_x86_fake_add(struct perf_x86_fake_file *file, unsigned int counter, u64 amount)
{
	u64 mask = perf_x86_value_mask(file->pmu), value;

	if (!perf_x86_fake_is_pair(file, counter)) {
		value = file->value[counter] + amount;
		file->value[counter] = value & mask;
		return value & ~mask;
	}
	value = perf_x86_fake_value(file, counter) + amount;
	file->value[counter] = value & mask;
	file->value[counter + 1] = value >> file->pmu->width;
	return value < amount;
}

/* All of @amount happen in one cycle. */
static u64 perf_x86_fake_limit(const struct perf_x86_fake_file *file, unsigned int counter,
			       u64 code, u64 amount)
{
	if (!file->pmu->virt_bits || perf_x86_event_select(code) != LARGE_EVENT ||
	    perf_x86_fake_is_pair(file, counter))
		return amount;
	return min_t(u64, amount, MOST_IN_A_CYCLE);
}

static u64 perf_x86_fake_status_bit(const struct perf_x86_fake_file *file, unsigned int counter)
{
	return BIT_ULL(counter + (file->upper_status && perf_x86_fake_is_pair(file, counter)));
}

/*
 * Writing.
 */
static void perf_x86_fake_set_counter(struct perf_x86_fake_file *file, int counter, u64 value)
{
	if (value & ~perf_x86_value_mask(file->pmu))
		perf_x86_fake_fault(file, "a counter is set to more than it can hold");
	if (perf_x86_is_p4(file->pmu) && (file->select[counter] & P4_CCCR_ENABLE))
		perf_x86_fake_fault(file, "a counter is set while it counts");
	if (file->narrow)
		value = sign_extend64(value & U32_MAX, 31);
	if (file->carry & BIT_ULL(counter))
		value += P4_CARRY;
	file->carry &= ~BIT_ULL(counter);
	file->value[counter] = value & perf_x86_value_mask(file->pmu);
}

/* Nehalem: are the four events selected that reset the counters? */
static bool perf_x86_fake_resets(const struct perf_x86_fake_file *file)
{
	unsigned int i;

	for (i = 0; i < PERF_X86_RESET_COUNTERS; i++) {
		if (file->select[i] != perf_x86_reset_selects[i])
			return false;
	}
	return true;
}

/* A counter is unreliable from the selection of another event until all are reset. */
static void perf_x86_fake_reset(struct perf_x86_fake_file *file, u64 enabled)
{
	if (file->pmu->regs.enable != &perf_x86_enable_nehalem || !enabled)
		return;
	file->reset = perf_x86_fake_resets(file) &&
		      enabled == GENMASK_ULL(PERF_X86_RESET_COUNTERS - 1, 0);
	if (file->reset)
		file->unreliable = 0;
}

static void perf_x86_fake_set_select(struct perf_x86_fake_file *file, int counter, u64 value)
{
	u64 packed = 0x07ff07ff; /* fields of a CESR; the driver never sets its pin control bits */
	u64 allowed = file->pmu->raw_mask | file->pmu->virt_bits | ARCH_PERFMON_EVENTSEL_USR |
		      ARCH_PERFMON_EVENTSEL_OS | ARCH_PERFMON_EVENTSEL_INT |
		      ARCH_PERFMON_EVENTSEL_ENABLE;

	if (perf_x86_is_p4(file->pmu)) {
		const char *fault = perf_x86_fake_p4_cccr_fault(value);

		if (fault)
			perf_x86_fake_fault(file, fault);
		file->status &= ~BIT_ULL(counter);
		allowed = value;
	}
	if (file->pmu->virt_bits && (counter & 1) && perf_x86_fake_is_on(file, counter - 1) &&
	    (perf_x86_event_select(value) == MERGE_EVENT) !=
	    perf_x86_fake_is_pair(file, counter - 1))
		perf_x86_fake_fault(file, "a pair begins or ends while its counter counts");
	if (perf_x86_fake_is_packed(file))
		allowed = file->pmu->regs.always_on ? 0x01ff01ff : packed;
	if (value & ~allowed)
		perf_x86_fake_fault(file, "reserved bits of a selecting register are set");
	if (file->pmu->regs.enable == &perf_x86_enable_nehalem && !file->reset &&
	    value && file->select[counter] != value)
		file->unreliable |= BIT_ULL(counter);
	file->select[counter] = value;
	file->select_writes++;
}

static bool perf_x86_fake_write_global(struct perf_x86_fake_file *file, u32 msr, u64 value)
{
	const struct perf_x86_regs *regs = &file->pmu->regs;

	if (!regs->global_ctrl)
		return false;
	if (msr == regs->global_ctrl) {
		if (value & ~(file->pmu->counters |
			      (file->pmu->features[PERF_X86_TOPDOWN] ? METRICS_ON : 0)))
			perf_x86_fake_fault(file, "counters are enabled that do not exist");
		file->global_ctrl = value;
		perf_x86_fake_reset(file, value);
	} else if (msr == regs->global_ack) {
		if (regs->only_counters && (value & ~file->pmu->counters))
			perf_x86_fake_fault(file, "reserved bits of the status are acknowledged");
		file->status &= ~value;
	} else if (regs->fixed_select && msr == regs->fixed_select) {
		file->fixed_select = value;
		file->select_writes++;
	} else {
		return false;
	}
	return true;
}

static bool perf_x86_fake_write_extra(struct perf_x86_fake_file *file, u32 msr, u64 value)
{
	const struct perf_x86_extra *row;

	for (row = file->pmu->extras; row && row->code; row++) {
		if (row->msr != msr)
			continue;
		if (value & ~row->bits)
			perf_x86_fake_fault(file, "reserved bits of an event's register are set");
		file->extra[row - file->pmu->extras] = value;
		return true;
	}
	return false;
}

/* While transactions may succeed, microcode uses one of the counters. */
static void perf_x86_fake_run_microcode(struct perf_x86_fake_file *file)
{
	if (file->pmu->regs.enable == &perf_x86_enable_tfa && !file->force_abort)
		file->value[PERF_X86_TFA_COUNTER] = MICROCODE_VALUE;
}

/* Registers that only some processors have. */
static bool perf_x86_fake_write_other(struct perf_x86_fake_file *file, u32 msr, u64 value)
{
	if (msr == MSR_TSX_FORCE_ABORT && file->pmu->regs.enable == &perf_x86_enable_tfa) {
		file->force_abort = value;
		perf_x86_fake_run_microcode(file);
		return true;
	}
	if (msr == MSR_PERF_METRICS && file->pmu->features[PERF_X86_TOPDOWN]) {
		if (value || file->value[SLOTS])
			perf_x86_fake_fault(file, "metrics and slots begin apart");
		file->metrics = value;
		return true;
	}
	if (perf_x86_is_p4(file->pmu) && perf_x86_fake_p4_write(file, msr, value))
		return true;
	return perf_x86_fake_write_extra(file, msr, value);
}

static void perf_x86_fake_write(struct perf_x86_fake *fake, u32 msr, u64 value)
{
	struct perf_x86_fake_file *file = perf_x86_fake_file(fake);
	int select = perf_x86_fake_select(file, msr);
	int counter = perf_x86_fake_counter(file, msr);

	if (!irqs_disabled())
		perf_x86_fake_fault(file, "a register is written with interrupts on");
	if (select >= 0)
		perf_x86_fake_set_select(file, select, value);
	else if (counter >= 0)
		perf_x86_fake_set_counter(file, counter, value);
	else if (!perf_x86_fake_write_global(file, msr, value) &&
		 !perf_x86_fake_write_other(file, msr, value))
		perf_x86_fake_fault(file, "a register is written that does not exist");
}

/*
 * Reading.
 */
static u64 perf_x86_fake_read(struct perf_x86_fake *fake, u32 msr)
{
	struct perf_x86_fake_file *file = perf_x86_fake_file(fake);
	const struct perf_x86_regs *regs = &file->pmu->regs;
	int select = perf_x86_fake_select(file, msr);
	int counter = perf_x86_fake_counter(file, msr);

	if (select >= 0)
		return file->select[select];
	if (counter >= 0)
		return perf_x86_fake_value(file, counter);
	if (regs->global_status && msr == regs->global_status)
		return file->status | file->stuck;
	if (regs->global_ctrl && msr == regs->global_ctrl)
		return file->global_ctrl;
	if (regs->fixed_select && msr == regs->fixed_select)
		return file->fixed_select;
	if (msr == MSR_PERF_METRICS && file->pmu->features[PERF_X86_TOPDOWN])
		return file->metrics;
	perf_x86_fake_fault(file, "a register is read that does not exist");
	return 0;
}

static u64 perf_x86_fake_rdpmc(struct perf_x86_fake *fake, u32 operand)
{
	struct perf_x86_fake_file *file = perf_x86_fake_file(fake);
	unsigned int counter = operand & ~INTEL_PMC_FIXED_RDPMC_BASE;

	if (operand & INTEL_PMC_FIXED_RDPMC_BASE)
		counter += INTEL_PMC_IDX_FIXED;
	if (counter >= X86_PMC_IDX_MAX || !(file->pmu->counters & BIT_ULL(counter))) {
		perf_x86_fake_fault(file, "RDPMC of a counter that does not exist");
		return 0;
	}
	return perf_x86_fake_value(file, counter);
}

static void perf_x86_fake_unmask_nmi(struct perf_x86_fake *fake)
{
	perf_x86_fake_file(fake)->unmasks++;
}

/**
 * perf_x86_fake_attach - give a PMU registers in memory
 * @file:   all zero
 * @pmu:    its addresses, counters and width are set
 * @narrow: perf_x86_fake_file::narrow
 */
void perf_x86_fake_attach(struct perf_x86_fake_file *file, struct perf_x86_pmu *pmu, bool narrow)
{
	file->fake.read_msr = perf_x86_fake_read;
	file->fake.write_msr = perf_x86_fake_write;
	file->fake.read_pmc = perf_x86_fake_rdpmc;
	file->fake.unmask_nmi = perf_x86_fake_unmask_nmi;
	file->pmu = pmu;
	file->narrow = narrow;
	pmu->fake = &file->fake;
}

/*
 * Counting.
 */

/* Converts the CESR's field of @counter to the form of a P6's selecting register. */
static u64 perf_x86_fake_unpack(const struct perf_x86_fake_file *file, unsigned int counter)
{
	u64 field = (file->select[0] >> (16 * counter)) & 0xffff, select;

	if (file->pmu->regs.always_on)
		return (field & 0x1ff) | ARCH_PERFMON_EVENTSEL_USR | ARCH_PERFMON_EVENTSEL_OS;
	select = (field & 0x3f) | (field & BIT(10) ? BIT(6) : 0);
	if (field & BIT(6))
		select |= ARCH_PERFMON_EVENTSEL_OS;
	if (field & BIT(7))
		select |= ARCH_PERFMON_EVENTSEL_USR;
	return select;
}

/* Returns the selecting register of @counter; a fixed counter's in a general one's form. */
static u64 perf_x86_fake_selected(const struct perf_x86_fake_file *file, unsigned int counter)
{
	static const u64 codes[] = { 0x00c0, 0x003c, 0x0300, 0x0400 };
	unsigned int fixed = counter - INTEL_PMC_IDX_FIXED;
	u64 field, select;

	if (perf_x86_fake_is_packed(file))
		return perf_x86_fake_unpack(file, counter);
	if (!perf_x86_is_fixed(counter))
		return file->select[counter];
	field = file->fixed_select >> (fixed * INTEL_FIXED_BITS_STRIDE);
	select = codes[fixed] | ARCH_PERFMON_EVENTSEL_ENABLE;
	if (field & INTEL_FIXED_0_USER)
		select |= ARCH_PERFMON_EVENTSEL_USR;
	if (field & INTEL_FIXED_0_KERNEL)
		select |= ARCH_PERFMON_EVENTSEL_OS;
	if (field & INTEL_FIXED_0_ENABLE_PMI)
		select |= ARCH_PERFMON_EVENTSEL_INT;
	return select;
}

static bool perf_x86_fake_is_enabled(const struct perf_x86_fake_file *file, unsigned int counter)
{
	const struct perf_x86_regs *regs = &file->pmu->regs;
	u64 enable = ARCH_PERFMON_EVENTSEL_ENABLE;

	if (perf_x86_fake_is_packed(file))
		return true;
	if (regs->enable == &perf_x86_enable_first)
		return file->select[0] & enable;
	if (regs->global_ctrl && !(file->global_ctrl & BIT_ULL(counter)))
		return false;
	return perf_x86_fake_selected(file, counter) & enable;
}

static bool perf_x86_fake_counts(const struct perf_x86_fake_file *file, unsigned int counter,
				 u64 code, bool user)
{
	u64 mode = user ? ARCH_PERFMON_EVENTSEL_USR : ARCH_PERFMON_EVENTSEL_OS;
	u64 select = perf_x86_fake_selected(file, counter);

	if (perf_x86_is_p4(file->pmu))
		return perf_x86_fake_p4_counts(file, counter, code, user);
	if (file->unreliable & BIT_ULL(counter))
		return false;
	return perf_x86_fake_is_enabled(file, counter) && (select & mode) &&
	       !((select ^ code) & (AMD64_EVENTSEL_EVENT | ARCH_PERFMON_EVENTSEL_UMASK));
}

static bool perf_x86_fake_interrupts(const struct perf_x86_fake_file *file, unsigned int counter)
{
	if (perf_x86_is_p4(file->pmu))
		return perf_x86_fake_p4_interrupts(file, counter);
	return perf_x86_fake_selected(file, counter) & ARCH_PERFMON_EVENTSEL_INT;
}

/**
 * perf_x86_fake_happen - let an event happen in the processor
 * @file:   its registers
 * @code:   the event: event select and unit mask
 * @amount: how often, less than a counter's range
 * @user:   in user mode
 *
 * Return: true if a counter requests an interrupt.
 */
bool perf_x86_fake_happen(struct perf_x86_fake_file *file, u64 code, u64 amount, bool user)
{
	bool interrupt = false;
	unsigned int counter;
	u64 counts;

	perf_x86_fake_run_microcode(file);
	perf_x86_for_each_counter(counter, file->pmu->counters) {
		if (!perf_x86_fake_counts(file, counter, code, user))
			continue;
		if (counter == SLOTS && (file->global_ctrl & METRICS_ON))
			file->metrics = file->shares;
		counts = perf_x86_fake_limit(file, counter, code, amount);
		if (perf_x86_is_p4(file->pmu))
			file->carry |= BIT_ULL(counter);
		if (!perf_x86_fake_add(file, counter, counts))
			continue;
		file->status |= perf_x86_fake_status_bit(file, counter);
		if (perf_x86_fake_interrupts(file, counter))
			interrupt = true;
	}
	return interrupt;
}
