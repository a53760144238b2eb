/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Performance events on x86: definitions for the rest of the kernel.
 *
 * Three parts: the counter hardware (registers, CPUID leaves) for KVM and the NMI
 * watchdog, the hooks that arch/x86 and KVM call, and the functions of interrupted
 * registers that the core of perf events calls. Definitions for the drivers alone
 * are in arch/x86/events.
 *
 * Hardware facts: Intel SDM volume 3, chapter "Performance Monitoring", volume 2,
 * CPUID leaf 0AH, volume 4 for MSR numbers; AMD APM volume 2, section
 * "Performance Monitoring Counters", volume 3, CPUID Fn8000_0022.
 */
#ifndef _ASM_X86_PERF_EVENT_H
#define _ASM_X86_PERF_EVENT_H

#include <linux/bits.h>
#include <linux/jump_label.h>
#include <linux/static_call.h>
#include <linux/types.h>

#include <asm/ptrace.h>
#include <asm/segment.h>
#include <asm/stacktrace.h>

struct perf_event;

/*
 * Counter numbers are the bits of IA32_PERF_GLOBAL_CTRL: general counters from 0,
 * fixed counters from INTEL_PMC_IDX_FIXED.
 */
#define INTEL_PMC_MAX_GENERIC		32
#define INTEL_PMC_MAX_FIXED		16
#define INTEL_PMC_IDX_FIXED		32
#define X86_PMC_IDX_MAX			64

/* RDPMC's operand for fixed counter n is n | INTEL_PMC_FIXED_RDPMC_BASE. */
#define INTEL_PMC_FIXED_RDPMC_BASE	BIT(30)

/* The first MSRs of each kind; their distance is the step to the next counter. */
#define MSR_ARCH_PERFMON_PERFCTR0	0x0c1
#define MSR_ARCH_PERFMON_PERFCTR1	0x0c2
#define MSR_ARCH_PERFMON_EVENTSEL0	0x186
#define MSR_ARCH_PERFMON_EVENTSEL1	0x187
#define MSR_ARCH_PERFMON_FIXED_CTR0	0x309
#define MSR_ARCH_PERFMON_FIXED_CTR1	0x30a
#define MSR_ARCH_PERFMON_FIXED_CTR2	0x30b
#define MSR_ARCH_PERFMON_FIXED_CTR3	0x30c
#define MSR_ARCH_PERFMON_FIXED_CTR_CTRL	0x38d

/* IA32_PERFEVTSELx, and the same bits of AMD's PERF_CTLx. */
#define ARCH_PERFMON_EVENTSEL_EVENT		GENMASK_ULL(7, 0)
#define ARCH_PERFMON_EVENTSEL_UMASK		GENMASK_ULL(15, 8)
#define ARCH_PERFMON_EVENTSEL_USR		BIT_ULL(16)
#define ARCH_PERFMON_EVENTSEL_OS		BIT_ULL(17)
#define ARCH_PERFMON_EVENTSEL_EDGE		BIT_ULL(18)
#define ARCH_PERFMON_EVENTSEL_PIN_CONTROL	BIT_ULL(19)
#define ARCH_PERFMON_EVENTSEL_INT		BIT_ULL(20)
#define ARCH_PERFMON_EVENTSEL_ANY		BIT_ULL(21)
#define ARCH_PERFMON_EVENTSEL_ENABLE		BIT_ULL(22)
#define ARCH_PERFMON_EVENTSEL_INV		BIT_ULL(23)
#define ARCH_PERFMON_EVENTSEL_CMASK		GENMASK_ULL(31, 24)

/* Bits that a raw config may set on every Intel PMU. */
#define X86_RAW_EVENT_MASK						\
	(ARCH_PERFMON_EVENTSEL_EVENT | ARCH_PERFMON_EVENTSEL_UMASK |	\
	 ARCH_PERFMON_EVENTSEL_EDGE | ARCH_PERFMON_EVENTSEL_INV |	\
	 ARCH_PERFMON_EVENTSEL_CMASK)

/* Haswell: HSW_IN_TX counts inside transactions only, the other bit without aborted ones. */
#define HSW_IN_TX			BIT_ULL(32)
#define HSW_IN_TX_CHECKPOINTED		BIT_ULL(33)

/* Ice Lake: the counter writes adaptive PEBS records. */
#define ICL_EVENTSEL_ADAPTIVE		BIT_ULL(34)
#define ICL_FIXED_0_ADAPTIVE		BIT_ULL(32)

/* AMD: four more bits of the event select, and filters for guest and host. */
#define AMD64_EVENTSEL_EVENT		(GENMASK_ULL(35, 32) | ARCH_PERFMON_EVENTSEL_EVENT)
#define AMD64_EVENTSEL_GUESTONLY	BIT_ULL(40)
#define AMD64_EVENTSEL_HOSTONLY		BIT_ULL(41)
#define AMD64_RAW_EVENT_MASK		(X86_RAW_EVENT_MASK | AMD64_EVENTSEL_EVENT)
#define AMD64_RAW_EVENT_MASK_NB						\
	(AMD64_EVENTSEL_EVENT | ARCH_PERFMON_EVENTSEL_UMASK)

#define AMD64_NUM_COUNTERS		4
#define AMD64_NUM_COUNTERS_CORE		6
#define AMD64_NUM_COUNTERS_NB		4

/* IA32_FIXED_CTR_CTRL has a field of four bits for each fixed counter. */
#define INTEL_FIXED_BITS_STRIDE		4
#define INTEL_FIXED_0_KERNEL		BIT_ULL(0)
#define INTEL_FIXED_0_USER		BIT_ULL(1)
#define INTEL_FIXED_0_ANYTHREAD		BIT_ULL(2)
#define INTEL_FIXED_0_ENABLE_PMI	BIT_ULL(3)
#define INTEL_FIXED_BITS_MASK						\
	(INTEL_FIXED_0_KERNEL | INTEL_FIXED_0_USER | INTEL_FIXED_0_ANYTHREAD |	\
	 INTEL_FIXED_0_ENABLE_PMI | ICL_FIXED_0_ADAPTIVE)

/* @_bits shifted to the field of fixed counter @_idx. */
#define intel_fixed_bits_by_idx(_idx, _bits)				\
	((u64)(_bits) << ((_idx) * INTEL_FIXED_BITS_STRIDE))

/* IA32_PERF_GLOBAL_STATUS */
#define GLOBAL_STATUS_BUFFER_OVF_BIT	62
#define GLOBAL_STATUS_BUFFER_OVF	BIT_ULL(GLOBAL_STATUS_BUFFER_OVF_BIT)
#define GLOBAL_STATUS_LBRS_FROZEN_BIT	58
#define GLOBAL_STATUS_LBRS_FROZEN	BIT_ULL(GLOBAL_STATUS_LBRS_FROZEN_BIT)

/*
 * KVM reserves the branch records for a guest with an event of raw code
 * INTEL_FIXED_VLBR_EVENT; INTEL_PMC_IDX_FIXED_VLBR is the number of no counter.
 */
#define INTEL_PMC_IDX_FIXED_VLBR	GLOBAL_STATUS_LBRS_FROZEN_BIT
#define INTEL_FIXED_VLBR_EVENT		0x1b00

/**
 * union cpuid10_eax - CPUID leaf 0AH, EAX
 * @split: the fields; @mask_length counts the valid bits of EBX
 * @full:  the register
 */
union cpuid10_eax {
	struct {
		u32	version_id	: 8;
		u32	num_counters	: 8;
		u32	bit_width	: 8;
		u32	mask_length	: 8;
	} split;
	u32 full;
};

/**
 * union cpuid10_edx - CPUID leaf 0AH, EDX
 * @split: the fields
 * @full:  the register
 */
union cpuid10_edx {
	struct {
		u32	num_counters_fixed	: 5;
		u32	bit_width_fixed		: 8;
		u32	reserved1		: 2;
		u32	anythread_deprecated	: 1;
		u32	reserved2		: 16;
	} split;
	u32 full;
};

/**
 * union cpuid_0x80000022_ebx - AMD's CPUID Fn8000_0022, EBX
 * @split: numbers of core counters, branch records, data fabric counters and
 *         memory controller counters
 * @full:  the register
 */
union cpuid_0x80000022_ebx {
	struct {
		u32	num_core_pmc	: 4;
		u32	lbr_v2_stack_sz	: 6;
		u32	num_df_pmc	: 6;
		u32	num_umc_pmc	: 6;
	} split;
	u32 full;
};

/**
 * struct x86_pmu_capability - the host's counters, for KVM to offer a guest
 * @version:            of architectural performance monitoring; 0: no PMU
 * @num_counters_gp:    general counters
 * @num_counters_fixed: fixed counters
 * @bit_width_gp:       their width in bits
 * @bit_width_fixed:    their width in bits
 * @events_mask:        CPUID leaf 0AH EBX: a set bit is an event that is missing
 * @events_mask_len:    valid bits of @events_mask
 * @pebs_ept:           PEBS can write to memory that EPT maps
 */
struct x86_pmu_capability {
	int		version;
	int		num_counters_gp;
	int		num_counters_fixed;
	int		bit_width_gp;
	int		bit_width_fixed;
	unsigned int	events_mask;
	int		events_mask_len;
	unsigned int	pebs_ept : 1;
};

/**
 * struct perf_guest_switch_msr - an MSR that differs between host and guest
 * @msr:   address
 * @host:  value while the host runs
 * @guest: value while the guest runs
 */
struct perf_guest_switch_msr {
	unsigned int	msr;
	u64		host;
	u64		guest;
};

/**
 * struct x86_pmu_lbr - the branch records
 * @nr:            number of records, 0 for none
 * @from:          first MSR of branch sources
 * @to:            first MSR of branch targets
 * @info:          first MSR of additional information, 0 for none
 * @has_callstack: the records can follow calls and returns
 */
struct x86_pmu_lbr {
	unsigned int	nr;
	unsigned int	from;
	unsigned int	to;
	unsigned int	info;
	bool		has_callstack;
};

#ifdef CONFIG_PERF_EVENTS

void perf_events_lapic_init(void);
void perf_check_microcode(void);
void perf_clear_dirty_counters(void);
int x86_perf_rdpmc_index(struct perf_event *event);
void perf_get_x86_pmu_capability(struct x86_pmu_capability *cap);
u64 perf_get_hw_event_config(int hw_event);

/**
 * struct x86_perf_regs - registers of a sample, wider than pt_regs
 * @regs:     the interrupted registers
 * @xmm_regs: 16 registers of 128 bits, or NULL where they were not saved
 *
 * A driver that saves vector registers passes the @regs of a struct x86_perf_regs to
 * the core for an event whose sample_regs_intr has bits above the general registers.
 */
struct x86_perf_regs {
	struct pt_regs	regs;
	u64		*xmm_regs;
};

/*
 * Two bits of pt_regs->flags that the CPU keeps clear. PERF_EFLAGS_EXACT: the address
 * is exactly the event's. PERF_EFLAGS_VM: the code ran in virtual 8086 mode, but the
 * address is linear already; the driver sets this bit instead of X86_VM_MASK.
 */
#define PERF_EFLAGS_EXACT	BIT(3)
#define PERF_EFLAGS_VM		BIT(5)

unsigned long perf_instruction_pointer(struct pt_regs *regs);
unsigned long perf_misc_flags(struct pt_regs *regs);
#define perf_misc_flags(regs)	perf_misc_flags(regs)

/*
 * Registers to start a call chain from: @ip in the caller, and the frame of the
 * function that perf_x86_caller_regs() is inlined into. The CPU always sets bit 1 of
 * regs->flags, so regs->flags of 0 mark the other registers as unknown to the unwinder.
 */
static __always_inline void perf_x86_caller_regs(struct pt_regs *regs, unsigned long ip)
{
	regs->flags = 0;
	regs->cs = __KERNEL_CS;
	regs->sp = (unsigned long)__builtin_frame_address(0);
	regs->ip = ip;
}

#define perf_arch_fetch_caller_regs(regs, ip)	perf_x86_caller_regs(regs, ip)

#else /* CONFIG_PERF_EVENTS */

static inline void perf_events_lapic_init(void) { }
static inline void perf_check_microcode(void) { }

static inline void perf_get_x86_pmu_capability(struct x86_pmu_capability *cap)
{
	*cap = (struct x86_pmu_capability) { };
}

static inline u64 perf_get_hw_event_config(int hw_event)
{
	return 0;
}

#endif /* CONFIG_PERF_EVENTS */

#if defined(CONFIG_PERF_EVENTS) && defined(CONFIG_CPU_SUP_INTEL)
struct perf_guest_switch_msr *perf_guest_get_msrs(int *nr, void *data);
void x86_perf_get_lbr(struct x86_pmu_lbr *lbr);
#else
/* KVM's VMX part, the only caller, is not built without CPU_SUP_INTEL. */
struct perf_guest_switch_msr *perf_guest_get_msrs(int *nr, void *data);

static inline void x86_perf_get_lbr(struct x86_pmu_lbr *lbr)
{
	*lbr = (struct x86_pmu_lbr) { };
}
#endif

/* AMD's host and guest filters (AMD64_EVENTSEL_*ONLY) work while virtualisation is on. */
#if defined(CONFIG_PERF_EVENTS) && defined(CONFIG_CPU_SUP_AMD)
void amd_pmu_enable_virt(void);
void amd_pmu_disable_virt(void);
#else
static inline void amd_pmu_enable_virt(void) { }
static inline void amd_pmu_disable_virt(void) { }
#endif

/* AMD's branch sampling holds an interrupt until its records are full: it stops on idle CPUs. */
#if defined(CONFIG_PERF_EVENTS) && defined(CONFIG_CPU_SUP_AMD)
#define PERF_NEEDS_LOPWR_CB

DECLARE_STATIC_KEY_FALSE(perf_x86_brs_used);
void perf_x86_brs_idle(bool asleep);

static __always_inline void perf_lopwr_cb(bool lopwr_in)
{
	if (static_branch_unlikely(&perf_x86_brs_used))
		perf_x86_brs_idle(lopwr_in);
}
#endif

/* Processor Trace has no driver, so VMX on and off need no action. */
static inline void intel_pt_handle_vmx(int on) { }

#define arch_perf_out_copy_user	copy_from_user_nmi

#endif /* _ASM_X86_PERF_EVENT_H */
