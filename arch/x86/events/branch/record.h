/* SPDX-License-Identifier: GPL-2.0 */
/* Recording branches for the events of a CPU. */
#ifndef _ARCH_X86_EVENTS_BRANCH_RECORD_H
#define _ARCH_X86_EVENTS_BRANCH_RECORD_H

#include "branch/branch.h"

/* perf_x86_branches::feature of all kinds of records */
#define PERF_X86_BRANCH_FEATURE {				\
	.status		= GLOBAL_STATUS_LBRS_FROZEN,		\
	.setup		= perf_x86_branch_setup,		\
	.open		= perf_x86_branch_open,			\
	.close		= perf_x86_branch_close,		\
	.admit		= perf_x86_branch_admit,		\
	.add		= perf_x86_branch_add,			\
	.del		= perf_x86_branch_del,			\
	.start		= perf_x86_branch_event_start,		\
	.stop		= perf_x86_branch_event_stop,		\
	.enable_all	= perf_x86_branch_enable_all,		\
	.disable_all	= perf_x86_branch_disable_all,		\
	.sample		= perf_x86_branch_sample,		\
	.sched_task	= perf_x86_branch_sched_task,		\
	.reset		= perf_x86_branch_reset,		\
}

int perf_x86_branch_setup(struct perf_event *event);
int perf_x86_branch_open(struct perf_event *event);
void perf_x86_branch_close(struct perf_event *event);
bool perf_x86_branch_admit(struct perf_x86_cpu *cpu, const struct perf_event *event);
void perf_x86_branch_add(struct perf_x86_cpu *cpu, struct perf_event *event);
void perf_x86_branch_del(struct perf_x86_cpu *cpu, struct perf_event *event);
void perf_x86_branch_event_start(struct perf_x86_cpu *cpu, struct perf_event *event);
void perf_x86_branch_event_stop(struct perf_x86_cpu *cpu, struct perf_event *event);
void perf_x86_branch_enable_all(struct perf_x86_cpu *cpu);
void perf_x86_branch_disable_all(struct perf_x86_cpu *cpu);
void perf_x86_branch_sample(struct perf_x86_cpu *cpu, struct perf_event *event,
			    struct perf_sample_data *data, struct pt_regs *regs);
void perf_x86_branch_sched_task(struct perf_event_pmu_context *pmu_ctx, struct task_struct *task,
				bool sched_in);
void perf_x86_branch_reset(struct perf_x86_cpu *cpu);
void perf_x86_branch_sample_copied(struct perf_x86_cpu *cpu, struct perf_event *event,
				   struct perf_sample_data *data,
				   const struct perf_x86_branch_raw *raw, unsigned int nr);
void perf_x86_branch_read(const struct perf_x86_pmu *pmu, struct perf_x86_branch_records *records);
const struct perf_x86_branch_records *perf_x86_branch_records(struct perf_x86_cpu *cpu);
const struct perf_x86_branch_record *perf_x86_branch_newest(struct perf_x86_cpu *cpu);
void perf_x86_branch_stop(struct perf_x86_cpu *cpu);

#endif /* _ARCH_X86_EVENTS_BRANCH_RECORD_H */
