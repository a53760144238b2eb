// SPDX-License-Identifier: GPL-2.0
/*
 * bpf_get_branch_snapshot(): the records of this moment, unfiltered.
 *
 * Each branch between the call and the stop of the recording replaces a record, so
 * perf_x86_branch_snapshot() stops it first.
 *
 * Owns: the static call perf_snapshot_branch_stack. Context: any that BPF programs run in.
 */
#include <linux/cleanup.h>
#include <linux/irqflags.h>
#include <linux/minmax.h>
#include <linux/perf_event.h>
#include <linux/static_call.h>

#include "branch/branch.h"
#include "branch/filter.h"
#include "branch/record.h"
#include "branch/snapshot.h"
#include "cpus.h"

static int perf_x86_branch_copy(struct perf_x86_cpu *cpu, struct perf_branch_entry *entries,
				unsigned int most)
{
	const struct perf_x86_branch_records *records = perf_x86_branch_records(cpu);
	unsigned int i, nr = min(records->nr, most);

	for (i = 0; i < nr; i++)
		perf_x86_branch_entry(&entries[i], &records->record[i]);
	return nr;
}

static int perf_x86_branch_snapshot(struct perf_branch_entry *entries, unsigned int most)
{
	struct perf_x86_cpu *cpu;
	int nr = 0;

	guard(irqsave)();
	cpu = perf_x86_this_cpu();
	if (!cpu || !(cpu->features & BIT(PERF_X86_BRANCHES)))
		return 0;
	perf_x86_branch_stop(cpu);
	/* Without counters no NMI reads the records, or records again, in between. */
	perf_pmu_disable(&cpu->pmu->pmu);
	perf_x86_branch_stop(cpu);
	nr = perf_x86_branch_copy(cpu, entries, most);
	perf_pmu_enable(&cpu->pmu->pmu);
	return nr;
}

/**
 * perf_x86_branch_snapshot_on - offer the records to BPF programs
 *
 * Context: boot.
 */
void perf_x86_branch_snapshot_on(void)
{
	static_call_update(perf_snapshot_branch_stack, perf_x86_branch_snapshot);
}
