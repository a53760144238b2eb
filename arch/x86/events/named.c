// SPDX-License-Identifier: GPL-2.0
/*
 * Events with a name in sysfs that only some models have: top-down accounting of pipeline slots,
 * and transactions.
 *
 * Tools compute the top-down fractions from events of these names: from topdown-total-slots and
 * others up to Skylake and on the first Atoms, later from one event for each fraction, which a
 * processor with MSR_PERF_METRICS counts as a metric.
 *
 * Owns: the tables. Context: any, they are constant.
 *
 * Sources: Intel's event lists, events IDQ_UOPS_NOT_DELIVERED.CORE, UOPS_ISSUED.ANY,
 * UOPS_RETIRED.RETIRE_SLOTS, INT_MISC.RECOVERY_CYCLES, NO_ALLOC_CYCLES.NOT_DELIVERED,
 * UOPS_NOT_DELIVERED.ANY, ISSUE_SLOTS_NOT_CONSUMED.RECOVERY, TOPDOWN_*.ALL, RTM_RETIRED,
 * HLE_RETIRED, TX_MEM; Intel SDM volume 3, "Performance Metrics". The scales are the slots that
 * a core issues in a cycle (Intel optimization manual, "Top-Down Analysis Method").
 */
#include <linux/string.h>

#include "feature.h"
#include "model.h"
#include "named.h"

const struct perf_x86_named perf_x86_no_topdown[] = { { } };

/* Both threads of a core share its slots: their common cycles are counted with "any", twice. */
const struct perf_x86_named perf_x86_topdown_sandybridge[] = {
	{ "topdown-total-slots", "event=0x3c,umask=0x0", "event=0x3c,umask=0x0,any=1" },
	{ "topdown-total-slots.scale", "4", "2" },
	{ "topdown-slots-issued", "event=0xe,umask=0x1" },
	{ "topdown-slots-retired", "event=0xc2,umask=0x2" },
	{ "topdown-fetch-bubbles", "event=0x9c,umask=0x1" },
	{ "topdown-recovery-bubbles", "event=0xd,umask=0x3,cmask=1",
	  "event=0xd,umask=0x3,cmask=1,any=1" },
	{ "topdown-recovery-bubbles.scale", "4", "2" },
	{ }
};

const struct perf_x86_named perf_x86_topdown_skylake[] = {
	{ "topdown-total-slots", "event=0x3c,umask=0x0", "event=0x3c,umask=0x0,any=1" },
	{ "topdown-total-slots.scale", "4", "2" },
	{ "topdown-slots-issued", "event=0xe,umask=0x1" },
	{ "topdown-slots-retired", "event=0xc2,umask=0x2" },
	{ "topdown-fetch-bubbles", "event=0x9c,umask=0x1" },
	{ "topdown-recovery-bubbles", "event=0xd,umask=0x1,cmask=1",
	  "event=0xd,umask=0x1,cmask=1,any=1" },
	{ "topdown-recovery-bubbles.scale", "4", "2" },
	{ }
};

const struct perf_x86_named perf_x86_topdown_silvermont[] = {
	{ "topdown-total-slots", "event=0x3c" },
	{ "topdown-total-slots.scale", "2" },
	{ "topdown-slots-issued", "event=0xc2,umask=0x10" },
	{ "topdown-slots-retired", "event=0xc2,umask=0x10" },
	{ "topdown-fetch-bubbles", "event=0xca,umask=0x50" },
	{ "topdown-fetch-bubbles.scale", "2" },
	{ }
};

const struct perf_x86_named perf_x86_topdown_goldmont[] = {
	{ "topdown-total-slots", "event=0x3c" },
	{ "topdown-total-slots.scale", "3" },
	{ "topdown-slots-issued", "event=0x0e" },
	{ "topdown-slots-retired", "event=0xc2" },
	{ "topdown-fetch-bubbles", "event=0x9c" },
	{ "topdown-recovery-bubbles", "event=0xca,umask=0x02" },
	{ }
};

const struct perf_x86_named perf_x86_topdown_goldmont_plus[] = {
	{ "topdown-total-slots", "event=0x3c" },
	{ "topdown-total-slots.scale", "4" },
	{ "topdown-slots-issued", "event=0x0e" },
	{ "topdown-slots-retired", "event=0xc2" },
	{ "topdown-fetch-bubbles", "event=0x9c" },
	{ "topdown-recovery-bubbles", "event=0xca,umask=0x02" },
	{ }
};

const struct perf_x86_named perf_x86_topdown_tremont[] = {
	{ "topdown-retiring", "event=0xc2,umask=0x0" },
	{ "topdown-bad-spec", "event=0x73,umask=0x6" },
	{ "topdown-fe-bound", "event=0x71,umask=0x0" },
	{ "topdown-be-bound", "event=0x74,umask=0x0" },
	{ }
};

const struct perf_x86_named perf_x86_topdown_gracemont[] = {
	{ "topdown-retiring", "event=0xc2,umask=0x0" },
	{ "topdown-bad-spec", "event=0x73,umask=0x0" },
	{ "topdown-fe-bound", "event=0x71,umask=0x0" },
	{ "topdown-be-bound", "event=0x74,umask=0x0" },
	{ }
};

const struct perf_x86_named perf_x86_topdown_crestmont[] = {
	{ "topdown-retiring", "event=0x72,umask=0x0" },
	{ "topdown-bad-spec", "event=0x73,umask=0x0" },
	{ "topdown-fe-bound", "event=0x71,umask=0x0" },
	{ "topdown-be-bound", "event=0x74,umask=0x0" },
	{ }
};

const struct perf_x86_named perf_x86_topdown_skymont[] = {
	{ "topdown-retiring", "event=0xc2,umask=0x02" },
	{ "topdown-bad-spec", "event=0x73,umask=0x0" },
	{ "topdown-fe-bound", "event=0x9c,umask=0x01" },
	{ "topdown-be-bound", "event=0xa4,umask=0x02" },
	{ }
};

/* The slots, then the metrics in the order of the bytes of MSR_PERF_METRICS. */
static const struct perf_x86_named perf_x86_metrics[] = {
	{ "slots", "event=0x00,umask=0x4" },
	{ "topdown-retiring", "event=0x00,umask=0x80" },
	{ "topdown-bad-spec", "event=0x00,umask=0x81" },
	{ "topdown-fe-bound", "event=0x00,umask=0x82" },
	{ "topdown-be-bound", "event=0x00,umask=0x83" },
	{ "topdown-heavy-ops", "event=0x00,umask=0x84" },
	{ "topdown-br-mispredict", "event=0x00,umask=0x85" },
	{ "topdown-fetch-lat", "event=0x00,umask=0x86" },
	{ "topdown-mem-bound", "event=0x00,umask=0x87" },
	{ }
};

const struct perf_x86_named perf_x86_transactions_haswell[] = {
	{ "cycles-t", "event=0x3c,in_tx=1" },
	{ "cycles-ct", "event=0x3c,in_tx=1,in_tx_cp=1" },
	{ "tx-start", "event=0xc9,umask=0x1" },
	{ "tx-commit", "event=0xc9,umask=0x2" },
	{ "tx-abort", "event=0xc9,umask=0x4" },
	{ "tx-conflict", "event=0x54,umask=0x1" },
	{ "el-start", "event=0xc8,umask=0x1" },
	{ "el-commit", "event=0xc8,umask=0x2" },
	{ "el-abort", "event=0xc8,umask=0x4" },
	{ "el-conflict", "event=0x54,umask=0x1" },
	{ "tx-capacity", "event=0x54,umask=0x2" },
	{ "el-capacity", "event=0x54,umask=0x2" },
	{ }
};

const struct perf_x86_named perf_x86_transactions_icelake[] = {
	{ "cycles-t", "event=0x3c,in_tx=1" },
	{ "cycles-ct", "event=0x3c,in_tx=1,in_tx_cp=1" },
	{ "tx-start", "event=0xc9,umask=0x1" },
	{ "tx-commit", "event=0xc9,umask=0x2" },
	{ "tx-abort", "event=0xc9,umask=0x4" },
	{ "tx-conflict", "event=0x54,umask=0x1" },
	{ "el-start", "event=0xc8,umask=0x1" },
	{ "el-commit", "event=0xc8,umask=0x2" },
	{ "el-abort", "event=0xc8,umask=0x4" },
	{ "el-conflict", "event=0x54,umask=0x1" },
	{ "tx-capacity-read", "event=0x54,umask=0x80" },
	{ "tx-capacity-write", "event=0x54,umask=0x2" },
	{ "el-capacity-read", "event=0x54,umask=0x80" },
	{ "el-capacity-write", "event=0x54,umask=0x2" },
	{ }
};

const struct perf_x86_named perf_x86_transactions_goldencove[] = {
	{ "cycles-t", "event=0x3c,in_tx=1" },
	{ "cycles-ct", "event=0x3c,in_tx=1,in_tx_cp=1" },
	{ "tx-start", "event=0xc9,umask=0x1" },
	{ "tx-commit", "event=0xc9,umask=0x2" },
	{ "tx-abort", "event=0xc9,umask=0x4" },
	{ "tx-conflict", "event=0x54,umask=0x1" },
	{ "tx-capacity-read", "event=0x54,umask=0x80" },
	{ "tx-capacity-write", "event=0x54,umask=0x2" },
	{ }
};

/* @number: rows to search */
static const struct perf_x86_named *perf_x86_named_row(const struct perf_x86_named *rows,
						       unsigned int number, const char *name)
{
	for (; rows && rows->name && number--; rows++) {
		if (!strcmp(rows->name, name))
			return rows;
	}
	return NULL;
}

static const struct perf_x86_named *perf_x86_named_topdown(const struct perf_x86_pmu *pmu,
							   const char *name)
{
	if (pmu->features[PERF_X86_TOPDOWN])
		return perf_x86_named_row(perf_x86_metrics, 1 + pmu->metrics, name);
	return perf_x86_named_row(pmu->topdown, UINT_MAX, name);
}

/**
 * perf_x86_named_find - find an event by its name
 * @pmu:  the PMU; its features are known
 * @name: name in sysfs
 *
 * Return: the event; NULL if @pmu does not have it.
 */
const struct perf_x86_named *perf_x86_named_find(const struct perf_x86_pmu *pmu,
						 const char *name)
{
	const struct perf_x86_named *row = perf_x86_named_topdown(pmu, name);

	if (row || !(pmu->raw_mask & HSW_IN_TX))
		return row;
	return perf_x86_named_row(pmu->transactions, UINT_MAX, name);
}
