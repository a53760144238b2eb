// SPDX-License-Identifier: GPL-2.0
/*
 * Counters whose event needs a register that other CPUs use as well: the northbridge of a node
 * (AMD before family 15h), which counts an event for one core on each of its counters, and the
 * off-core response registers of a core with two threads (Nehalem, Westmere).
 *
 * Such a register has the number of the counter that uses it. perf_x86_claim_assign() claims the
 * register for the CPU and then assigns that counter, which the event keeps: perf_assign_add()
 * does not move an event that allows one counter. If other CPUs have all registers, the event is
 * not scheduled in, as without a free counter.
 *
 * Owns: perf_x86_claims; claims of struct perf_x86_cpu. Locks: none, owners change by cmpxchg().
 * Context: the CPU itself, IRQs off.
 *
 * Hardware facts: BKDGs of families 10h to 14h, "Performance Monitor Counters" (northbridge
 * events); SDM volume 3, "Off-core Response Performance Monitoring" of Nehalem.
 */
#include <linux/atomic.h>
#include <linux/cpumask.h>
#include <linux/percpu.h>

#include <asm/processor.h>
#include <asm/topology.h>

#include "claim.h"
#include "model.h"

/* Counters with shared registers are the lowest: four of AMD, two of Intel. */
#define MOST_CLAIMS	4

/**
 * struct perf_x86_claims - the registers that the CPUs of a domain share
 * @domain: number of the domain, plus one; 0: unused
 * @owner:  the CPU that uses a register, by counter; NULL: no CPU
 */
struct perf_x86_claims {
	u32			domain;
	struct perf_x86_cpu	*owner[MOST_CLAIMS];
};

/* There are no more domains than CPUs: the n-th domain has the memory of the n-th CPU. */
static DEFINE_PER_CPU(struct perf_x86_claims, perf_x86_claims);

/**
 * perf_x86_claims_of - the registers of a domain
 * @domain: number of a node or of a core
 *
 * Context: any.
 * Return: the registers, the same ones for each call; NULL if there are more domains than CPUs.
 */
struct perf_x86_claims *perf_x86_claims_of(u32 domain)
{
	int cpu;

	for_each_possible_cpu(cpu) {
		struct perf_x86_claims *claims = per_cpu_ptr(&perf_x86_claims, cpu);
		u32 was = cmpxchg(&claims->domain, 0, domain + 1);

		if (!was || was == domain + 1)
			return claims;
	}
	return NULL;
}

/* Nehalem's threads of a core have APIC numbers that differ in bit 0. */
static u32 perf_x86_domain(const struct perf_x86_cpu *cpu)
{
	if (cpu->pmu->shared == PERF_X86_SHARED_NODE)
		return topology_amd_node_id(smp_processor_id());
	return cpu_data(smp_processor_id()).topo.apicid >> 1;
}

static bool perf_x86_claim(struct perf_x86_cpu *cpu, unsigned int counter)
{
	return counter < MOST_CLAIMS && !cmpxchg(&cpu->claims->owner[counter], NULL, cpu);
}

/**
 * perf_x86_claim_assign - assign a counter to an event with a shared register
 * @cpu:     this CPU
 * @allowed: counters that the event allows
 * @path:    set to the events that move
 *
 * Return: false if no counter is free whose register is, too.
 */
bool perf_x86_claim_assign(struct perf_x86_cpu *cpu, u64 allowed, struct perf_assign_path *path)
{
	unsigned int counter;

	if (!cpu->claims)
		cpu->claims = perf_x86_claims_of(perf_x86_domain(cpu));
	if (!cpu->claims)
		return false;
	perf_x86_for_each_counter(counter, allowed) {
		if (!perf_x86_claim(cpu, counter))
			continue;
		if (perf_assign_add(&cpu->assignment, BIT_ULL(counter), path))
			return true;
		perf_x86_unclaim(cpu, counter);
	}
	return false;
}

/**
 * perf_x86_unclaim - release the shared register of a counter
 * @cpu:     this CPU, which has claimed the register
 * @counter: the counter, stopped
 */
void perf_x86_unclaim(struct perf_x86_cpu *cpu, unsigned int counter)
{
	/* The next owner's cmpxchg() comes after the counter has stopped. */
	smp_store_release(&cpu->claims->owner[counter], NULL);
}
