// SPDX-License-Identifier: GPL-2.0
/*
 * Decoding the op unit's data registers: data source and cost of a memory access.
 *
 * Owns: nothing. Locks: none. Context: any, NMI included.
 *
 * Hardware facts: asm/amd-ibs.h; PPR of family 19h, IBS_OP_DATA2 and IBS_OP_DATA3.
 */
#include <linux/array_size.h>

#include <asm/processor.h>

#include "ibs/data.h"

/**
 * struct perf_ibs_source - data source of a load that missed the core's caches
 * @lvl:       PERF_MEM_LVL_*
 * @num:       PERF_MEM_LVLNUM_*; 0: the source's number has no meaning
 * @remote:    the data was of another node, or of other cores' caches
 * @hops:      PERF_MEM_HOPS_* or 0
 * @has_node:  rmt_node has a meaning: the data may have been of another node
 * @far_lvl:   PERF_MEM_LVL_* then
 * @has_state: cache_hit_st has a meaning: the line may have been modified
 */
struct perf_ibs_source {
	u16	lvl;
	u8	num;
	bool	remote;
	u8	hops;
	bool	has_node;
	u16	far_lvl;
	bool	has_state;
};

/* ABI: the fields of PERF_SAMPLE_DATA_SRC for each source are those of 6.12. */
static const struct perf_ibs_source perf_ibs_sources[] = {
	[IBS_DATA_SRC_LOC_CACHE] = {
		.lvl		= PERF_MEM_LVL_L3 | PERF_MEM_LVL_REM_CCE1 | PERF_MEM_LVL_HIT,
		.num		= PERF_MEM_LVLNUM_ANY_CACHE,
		.hops		= PERF_MEM_HOPS_0,
		.has_state	= true,
	},
	[IBS_DATA_SRC_DRAM] = {
		.lvl		= PERF_MEM_LVL_LOC_RAM | PERF_MEM_LVL_HIT,
		.num		= PERF_MEM_LVLNUM_RAM,
		.has_node	= true,
		.far_lvl	= PERF_MEM_LVL_REM_RAM1 | PERF_MEM_LVL_HIT,
	},
	[IBS_DATA_SRC_REM_CACHE] = {
		.lvl		= PERF_MEM_LVL_REM_CCE2 | PERF_MEM_LVL_HIT,
		.num		= PERF_MEM_LVLNUM_ANY_CACHE,
		.remote		= true,
		.hops		= PERF_MEM_HOPS_1,
	},
	[IBS_DATA_SRC_IO] = {
		.lvl		= PERF_MEM_LVL_IO | PERF_MEM_LVL_HIT,
		.num		= PERF_MEM_LVLNUM_IO,
	},
};

static const struct perf_ibs_source perf_ibs_sources_zen4[] = {
	[IBS_DATA_SRC_EXT_LOC_CACHE] = {
		.lvl		= PERF_MEM_LVL_L3 | PERF_MEM_LVL_HIT,
		.num		= PERF_MEM_LVLNUM_L3,
	},
	[IBS_DATA_SRC_EXT_NEAR_CCX_CACHE] = {
		.lvl		= PERF_MEM_LVL_REM_CCE1 | PERF_MEM_LVL_HIT,
		.num		= PERF_MEM_LVLNUM_ANY_CACHE,
		.remote		= true,
		.hops		= PERF_MEM_HOPS_0,
	},
	[IBS_DATA_SRC_EXT_DRAM] = {
		.lvl		= PERF_MEM_LVL_LOC_RAM | PERF_MEM_LVL_HIT,
		.num		= PERF_MEM_LVLNUM_RAM,
		.has_node	= true,
		.far_lvl	= PERF_MEM_LVL_REM_RAM1 | PERF_MEM_LVL_HIT,
	},
	[IBS_DATA_SRC_EXT_FAR_CCX_CACHE] = {
		.lvl		= PERF_MEM_LVL_REM_CCE2 | PERF_MEM_LVL_HIT,
		.num		= PERF_MEM_LVLNUM_ANY_CACHE,
		.remote		= true,
		.hops		= PERF_MEM_HOPS_1,
	},
	[IBS_DATA_SRC_EXT_PMEM] = {
		.num		= PERF_MEM_LVLNUM_PMEM,
		.has_node	= true,
	},
	[IBS_DATA_SRC_EXT_IO] = {
		.lvl		= PERF_MEM_LVL_IO | PERF_MEM_LVL_HIT,
		.num		= PERF_MEM_LVLNUM_IO,
	},
	[IBS_DATA_SRC_EXT_EXT_MEM] = {
		.num		= PERF_MEM_LVLNUM_CXL,
		.has_node	= true,
	},
};

/**
 * perf_ibs_is_canonical - may an address of the registers be a linear address?
 * @addr: the address
 *
 * Return: true if its upper bits are equal.
 */
bool perf_ibs_is_canonical(u64 addr)
{
	const unsigned int unused = 64 - boot_cpu_data.x86_virt_bits;

	return (u64)((s64)(addr << unused) >> unused) == addr;
}

/* Return: the source; NULL if its number has no meaning. */
static const struct perf_ibs_source *perf_ibs_find_source(bool zen4, union ibs_op_data2 data2)
{
	unsigned int number = data2.data_src_hi << 3 | data2.data_src_lo;
	const struct perf_ibs_source *source;

	if (!zen4)
		number = data2.data_src_lo;
	if (number >= (zen4 ? ARRAY_SIZE(perf_ibs_sources_zen4) : ARRAY_SIZE(perf_ibs_sources)))
		return NULL;
	source = (zen4 ? perf_ibs_sources_zen4 : perf_ibs_sources) + number;
	return source->num ? source : NULL;
}

static void perf_ibs_set_source(union perf_mem_data_src *src, bool zen4, union ibs_op_data2 data2)
{
	const struct perf_ibs_source *source = perf_ibs_find_source(zen4, data2);
	bool far;

	if (!source)
		return;
	far = data2.rmt_node && source->has_node;
	src->mem_lvl = far ? source->far_lvl : source->lvl;
	src->mem_lvl_num = source->num;
	src->mem_remote = source->remote || far ? PERF_MEM_REMOTE_REMOTE : 0;
	src->mem_hops = far ? PERF_MEM_HOPS_1 : source->hops;
	/* cache_hit_st: 0 is the modified state, 1 the owned one. */
	if (source->has_state && !data2.cache_hit_st)
		src->mem_snoop = PERF_MEM_SNOOP_HITM;
}

static void perf_ibs_set_level(union perf_mem_data_src *src, const struct perf_ibs_sample *sample)
{
	union ibs_op_data3 data3 = { .val = sample->regs[PERF_IBS_OP_DATA3] };
	union ibs_op_data2 data2 = { .val = sample->regs[PERF_IBS_OP_DATA2] };

	if (data3.dc_uc_mem_acc) {
		src->mem_lvl = PERF_MEM_LVL_UNC | PERF_MEM_LVL_HIT;
		src->mem_lvl_num = PERF_MEM_LVLNUM_UNC;
	} else if (!data3.dc_miss) {
		src->mem_lvl = PERF_MEM_LVL_L1 | PERF_MEM_LVL_HIT;
		src->mem_lvl_num = PERF_MEM_LVLNUM_L1;
	} else if (!data3.l2_miss) {
		src->mem_lvl = PERF_MEM_LVL_L2 | PERF_MEM_LVL_HIT;
		src->mem_lvl_num = PERF_MEM_LVLNUM_L2;
	} else {
		perf_ibs_set_source(src, sample->caps & PERF_IBS_CAP_ZEN4, data2);
	}
}

static u64 perf_ibs_tlb(union ibs_op_data3 data3)
{
	if (!data3.dc_lin_addr_valid)
		return PERF_MEM_TLB_NA;
	if (!data3.dc_l1tlb_miss)
		return PERF_MEM_TLB_L1 | PERF_MEM_TLB_HIT;
	return PERF_MEM_TLB_L2 | (data3.dc_l2tlb_miss ? PERF_MEM_TLB_MISS : PERF_MEM_TLB_HIT);
}

/**
 * perf_ibs_data_src - PERF_SAMPLE_DATA_SRC of a sample of the op unit
 * @sample: its registers
 *
 * The registers describe misses of loads only: the level of a store beyond the first cache is
 * not known.
 *
 * Return: the data source; all fields NA for an operation that accessed no memory.
 */
union perf_mem_data_src perf_ibs_data_src(const struct perf_ibs_sample *sample)
{
	union ibs_op_data3 data3 = { .val = sample->regs[PERF_IBS_OP_DATA3] };
	union perf_mem_data_src src = { .val = PERF_MEM_NA };

	if (!data3.ld_op && !data3.st_op)
		return src;
	src.mem_op = data3.ld_op ? PERF_MEM_OP_LOAD : PERF_MEM_OP_STORE;
	if (data3.sw_pf)
		src.mem_op |= PERF_MEM_OP_PFETCH;
	perf_ibs_set_level(&src, sample);
	if (data3.dc_locked_op)
		src.mem_lock = PERF_MEM_LOCK_LOCKED;
	src.mem_dtlb = perf_ibs_tlb(data3);
	return src;
}

/**
 * perf_ibs_weight - cost of a sample of the op unit
 * @sample: its registers
 * @weight: set
 * @parts:  PERF_SAMPLE_WEIGHT_STRUCT: also the cycles from the tag to the retirement
 *
 * Return: false if the registers have no latency, which only a load that missed has.
 */
bool perf_ibs_weight(const struct perf_ibs_sample *sample, union perf_sample_weight *weight,
		     bool parts)
{
	union ibs_op_data3 data3 = { .val = sample->regs[PERF_IBS_OP_DATA3] };
	union ibs_op_data data = { .val = sample->regs[PERF_IBS_OP_DATA] };

	if (!data3.ld_op || !data3.dc_miss)
		return false;
	weight->full = 0;
	if (parts) {
		weight->var1_dw = data3.dc_miss_lat;
		weight->var2_w = data.tag_to_ret_ctr;
	} else {
		weight->full = data3.dc_miss_lat;
	}
	return true;
}
