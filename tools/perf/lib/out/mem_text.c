// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a sample says of a memory access, in words.
 *
 * The level is told twice: as a set of bits, which older kernels fill, and as a number, which
 * newer ones fill as well and which knows more. The number wins where it is known.
 */
#include <inttypes.h>
#include <linux/perf_event.h>
#include <out/mem_text.h>
#include <out/value_text.h>

#define FIELD(value, member, mask)	((value) >> PERF_MEM_##member##_SHIFT & (mask))

struct name {
	unsigned int bit;
	const char *text;
};

/* The names of all bits that are set, " or " between them; false if there are none. */
static bool add_names(struct perf_str *str, uint64_t bits, const struct name *names,
		      const char *between)
{
	bool any = false;

	for (; names->text; names++) {
		if (!(bits & names->bit))
			continue;
		perf_str_add(str, any ? between : "");
		perf_str_add(str, names->text);
		any = true;
	}
	return any;
}

/* From the nearest on. */
static const char *level_name(unsigned int number)
{
	static const struct { unsigned char number; const char *text; } levels[] = {
		{ PERF_MEM_LVLNUM_L1, "L1" }, { PERF_MEM_LVLNUM_LFB, "LFB/MAB" },
		{ PERF_MEM_LVLNUM_L2, "L2" }, { PERF_MEM_LVLNUM_L2_MHB, "L2 MHB" },
		{ PERF_MEM_LVLNUM_L3, "L3" }, { PERF_MEM_LVLNUM_L4, "L4" },
		{ PERF_MEM_LVLNUM_ANY_CACHE, "Any cache" },
		{ PERF_MEM_LVLNUM_MSC, "Memory-side cache" },
		{ PERF_MEM_LVLNUM_RAM, "RAM" }, { PERF_MEM_LVLNUM_PMEM, "PMEM" },
		{ PERF_MEM_LVLNUM_CXL, "CXL" }, { PERF_MEM_LVLNUM_IO, "I/O" },
		{ PERF_MEM_LVLNUM_UNC, "Uncached" }, { 0, NULL },
	};
	size_t i;

	for (i = 0; levels[i].text && levels[i].number != number; i++)
		;
	return levels[i].text;
}

void perf_mem_level_text(struct perf_str *str, uint64_t data_src)
{
	static const struct name levels[] = {
		{ PERF_MEM_LVL_L1, "L1" }, { PERF_MEM_LVL_LFB, "LFB/MAB" },
		{ PERF_MEM_LVL_L2, "L2" }, { PERF_MEM_LVL_L3, "L3" },
		{ PERF_MEM_LVL_LOC_RAM, "RAM" },
		{ PERF_MEM_LVL_REM_RAM1 | PERF_MEM_LVL_REM_RAM2, "Remote RAM" },
		{ PERF_MEM_LVL_REM_CCE1 | PERF_MEM_LVL_REM_CCE2, "Remote cache" },
		{ PERF_MEM_LVL_IO, "I/O" }, { PERF_MEM_LVL_UNC, "Uncached" }, { 0 },
	};
	unsigned int bits = FIELD(data_src, LVL, 0x3fff), number = FIELD(data_src, LVLNUM, 15);
	const char *name = level_name(number);

	if (name) {
		perf_str_add(str, FIELD(data_src, REMOTE, 1) ? "Remote " : "");
		perf_str_add(str, name);
	} else if (!add_names(str, bits, levels, " or ")) {
		perf_str_add(str, "N/A");
		return;
	}
	if (bits & PERF_MEM_LVL_HIT)
		perf_str_add(str, " hit");
	else if (bits & PERF_MEM_LVL_MISS)
		perf_str_add(str, " miss");
}

void perf_mem_snoop_text(struct perf_str *str, uint64_t data_src)
{
	static const struct name snoops[] = {
		{ PERF_MEM_SNOOP_NONE, "None" }, { PERF_MEM_SNOOP_HIT, "Hit" },
		{ PERF_MEM_SNOOP_MISS, "Miss" }, { PERF_MEM_SNOOP_HITM, "HitM" }, { 0 },
	};
	static const struct name more[] = {
		{ PERF_MEM_SNOOPX_FWD, "Fwd" }, { PERF_MEM_SNOOPX_PEER, "Peer" }, { 0 },
	};
	unsigned int bits = FIELD(data_src, SNOOP, 0x1f), others = FIELD(data_src, SNOOPX, 3);
	bool any;

	any = add_names(str, bits, snoops, " or ");
	if (any && others)
		perf_str_add(str, " or ");
	if (!add_names(str, others, more, " or ") && !any)
		perf_str_add(str, "N/A");
}

void perf_mem_tlb_text(struct perf_str *str, uint64_t data_src)
{
	static const struct name levels[] = {
		{ PERF_MEM_TLB_L1, "L1" }, { PERF_MEM_TLB_L2, "L2" },
		{ PERF_MEM_TLB_WK, "Walker" }, { PERF_MEM_TLB_OS, "Fault" }, { 0 },
	};
	unsigned int bits = FIELD(data_src, TLB, 0x7f);

	if (!add_names(str, bits, levels, " or ")) {
		perf_str_add(str, "N/A");
		return;
	}
	if (bits & PERF_MEM_TLB_HIT)
		perf_str_add(str, " hit");
	else if (bits & PERF_MEM_TLB_MISS)
		perf_str_add(str, " miss");
}

void perf_mem_lock_text(struct perf_str *str, uint64_t data_src)
{
	unsigned int bits = FIELD(data_src, LOCK, 3);

	perf_str_add(str, bits & PERF_MEM_LOCK_NA || !bits ? "N/A" :
		     bits & PERF_MEM_LOCK_LOCKED ? "Yes" : "No");
}

void perf_mem_block_text(struct perf_str *str, uint64_t data_src)
{
	static const struct name reasons[] = {
		{ PERF_MEM_BLK_DATA, " Data" }, { PERF_MEM_BLK_ADDR, " Addr" }, { 0 },
	};

	if (!add_names(str, FIELD(data_src, BLK, 7), reasons, ""))
		perf_str_add(str, " N/A");
}

/* ---- raw ------------------------------------------------------------------------------ */

void perf_mem_raw_head(struct perf_str *str, const struct perf_mem_columns *columns)
{
	perf_str_format(str, "# PID, TID, IP, ADDR, %s%sLOCAL WEIGHT, DSRC, SYMBOL\n",
			columns->phys_addr ? "PHYS ADDR, " : "",
			columns->page_size ? "DATA PAGE SIZE, " : "");
}

void perf_mem_raw_text(struct perf_str *str, const struct perf_mem_columns *columns,
		       const struct perf_sample *sample, struct perf_machine *machine,
		       uint32_t frame)
{
	const char *separator = columns->separator ? columns->separator : " ";
	const struct perf_frame *at = &machine->frames.at[frame];
	size_t from;

	perf_str_format(str, "%d%s%d%s%#" PRIx64 "%s%#" PRIx64 "%s", sample->pid, separator,
			sample->tid, separator, sample->ip, separator, sample->addr, separator);
	if (columns->phys_addr)
		perf_str_format(str, "0x%016" PRIx64 "%s", sample->phys_addr, separator);
	if (columns->page_size) {
		perf_value_page_size(str, sample->data_page_size);
		perf_str_add(str, separator);
	}
	perf_str_format(str, "%" PRIu64 "%s%#" PRIx64 "%s", sample->weight, separator,
			sample->data_src, separator);
	from = str->length;
	perf_str_add(str, at->dso ? at->dso->name : "???");
	perf_str_char(str, ':');
	perf_str_add(str, at->symbol ? perf_dso_symbol_name(&machine->dsos, at->dso, at->symbol) :
				       "???");
	perf_str_field(str, from, columns->separator);
	perf_str_char(str, '\n');
}
