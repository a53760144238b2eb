// SPDX-License-Identifier: GPL-2.0
/*
 * The memory access of a sample in words.
 *
 * perf_mem_data_src has the level twice: mem_lvl is a set of bits, which older kernels fill, and
 * mem_lvl_num a number with more values, which newer kernels fill as well. mem_lvl_num wins unless
 * it is 0 or PERF_MEM_LVLNUM_NA.
 */
#include <inttypes.h>
#include <linux/perf_event.h>
#include <base/vec.h>
#include <lines/mem_text.h>

#define FIELD(value, member, mask)	((value) >> PERF_MEM_##member##_SHIFT & (mask))

struct name {
	unsigned int bit;
	const char *text;
};

/* Add the names of all set bits, @between them. Return: false if no name was added. */
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

/* The name of a PERF_MEM_LVLNUM_*, NULL if it has none. */
static const char *level_name(unsigned int number)
{
	static const struct { unsigned char number; const char *text; } levels[] = {
		{ PERF_MEM_LVLNUM_L1, "L1" }, { PERF_MEM_LVLNUM_LFB, "LFB/MAB" },
		{ PERF_MEM_LVLNUM_L2, "L2" }, { PERF_MEM_LVLNUM_L2_MHB, "L2 MHB" },
		{ PERF_MEM_LVLNUM_L3, "L3" }, { PERF_MEM_LVLNUM_L4, "L4" },
		{ PERF_MEM_LVLNUM_ANY_CACHE, "Any cache" },
		{ PERF_MEM_LVLNUM_MSC, "Memory-side Cache" },
		{ PERF_MEM_LVLNUM_RAM, "RAM" }, { PERF_MEM_LVLNUM_PMEM, "PMEM" },
		{ PERF_MEM_LVLNUM_CXL, "CXL" }, { PERF_MEM_LVLNUM_IO, "I/O" },
		{ PERF_MEM_LVLNUM_UNC, "Uncached" }, { 0, NULL },
	};
	size_t i;

	for (i = 0; levels[i].text && levels[i].number != number; i++)
		;
	return levels[i].text;
}

/* The distance of the level, mem_hops; empty if the hardware reports none. */
static const char *hops_name(unsigned int hops)
{
	static const char *const names[] = {
		"", "core, same node ", "node, same socket ", "socket, same board ", "board ",
	};

	return hops < PERF_ARRAY_SIZE(names) ? names[hops] : "";
}

static void add_level_number(struct perf_str *str, uint64_t data_src, unsigned int number)
{
	const char *name = level_name(number);

	perf_str_format(str, "%s%s", FIELD(data_src, REMOTE, 1) ? "Remote " : "",
			hops_name(FIELD(data_src, HOPS, 7)));
	if (name)
		perf_str_add(str, name);
	else
		perf_str_format(str, "Unknown level %u", number);
}

/** perf_mem_level_text() - add the level that had the data: "L1 hit", "Remote RAM hit", "N/A" */
void perf_mem_level_text(struct perf_str *str, uint64_t data_src)
{
	static const struct name levels[] = {
		{ PERF_MEM_LVL_L1, "L1" }, { PERF_MEM_LVL_LFB, "LFB/MAB" },
		{ PERF_MEM_LVL_L2, "L2" }, { PERF_MEM_LVL_L3, "L3" },
		{ PERF_MEM_LVL_LOC_RAM, "Local RAM" },
		{ PERF_MEM_LVL_REM_RAM1, "Remote RAM (1 hop)" },
		{ PERF_MEM_LVL_REM_RAM2, "Remote RAM (2 hops)" },
		{ PERF_MEM_LVL_REM_CCE1, "Remote Cache (1 hop)" },
		{ PERF_MEM_LVL_REM_CCE2, "Remote Cache (2 hops)" },
		{ PERF_MEM_LVL_IO, "I/O" }, { PERF_MEM_LVL_UNC, "Uncached" }, { 0 },
	};
	unsigned int bits = FIELD(data_src, LVL, 0x3fff), number = FIELD(data_src, LVLNUM, 15);

	if (number && number != PERF_MEM_LVLNUM_NA) {
		add_level_number(str, data_src, number);
	} else if (!add_names(str, bits, levels, " or ")) {
		perf_str_add(str, "N/A");
		return;
	}
	perf_str_add(str, bits & PERF_MEM_LVL_HIT ? " hit" :
			  bits & PERF_MEM_LVL_MISS ? " miss" : " ");
}

/** perf_mem_snoop_text() - add the result of the snoop: "None", "Hit", "HitM", "N/A" */
void perf_mem_snoop_text(struct perf_str *str, uint64_t data_src)
{
	static const struct name snoops[] = {
		{ PERF_MEM_SNOOP_NA, "N/A" }, { PERF_MEM_SNOOP_NONE, "None" },
		{ PERF_MEM_SNOOP_HIT, "Hit" }, { PERF_MEM_SNOOP_MISS, "Miss" },
		{ PERF_MEM_SNOOP_HITM, "HitM" }, { 0 },
	};
	static const struct name more[] = {
		{ PERF_MEM_SNOOPX_FWD, "Fwd" }, { PERF_MEM_SNOOPX_PEER, "Peer" }, { 0 },
	};
	unsigned int bits = FIELD(data_src, SNOOP, 0x1f), extended = FIELD(data_src, SNOOPX, 3);
	bool any;

	any = add_names(str, bits, snoops, " or ");
	if (any && extended)
		perf_str_add(str, " or ");
	if (!add_names(str, extended, more, " or ") && !any)
		perf_str_add(str, "N/A");
}

/** perf_mem_tlb_text() - add the level of the TLB: "L1 hit", "Walker miss", "N/A" */
void perf_mem_tlb_text(struct perf_str *str, uint64_t data_src)
{
	static const struct name levels[] = {
		{ PERF_MEM_TLB_NA, "N/A" }, { PERF_MEM_TLB_L1, "L1" }, { PERF_MEM_TLB_L2, "L2" },
		{ PERF_MEM_TLB_WK, "Walker" }, { PERF_MEM_TLB_OS, "Fault" }, { 0 },
	};
	unsigned int bits = FIELD(data_src, TLB, 0x7f);

	if (!add_names(str, bits, levels, " or "))
		perf_str_add(str, "N/A");
	perf_str_add(str, bits & PERF_MEM_TLB_HIT ? " hit" : "");
	perf_str_add(str, bits & PERF_MEM_TLB_MISS ? " miss" : "");
}

/** perf_mem_lock_text() - add whether the instruction was locked: "Yes", "No", "N/A" */
void perf_mem_lock_text(struct perf_str *str, uint64_t data_src)
{
	unsigned int bits = FIELD(data_src, LOCK, 3);

	perf_str_add(str, bits & PERF_MEM_LOCK_NA ? "N/A" :
		     bits & PERF_MEM_LOCK_LOCKED ? "Yes" : "No");
}

/** perf_mem_page_size_text() - add a size in bytes as "4K", 0 as "N/A" */
void perf_mem_page_size_text(struct perf_str *str, uint64_t bytes)
{
	static const char units[] = "BKMGTP";
	unsigned int unit = 0;

	if (!bytes) {
		perf_str_add(str, "N/A");
		return;
	}
	while (bytes >= 1024 && units[unit + 1]) {
		bytes /= 1024;
		unit++;
	}
	perf_str_format(str, "%" PRIu64 "%c", bytes, units[unit]);
}

/** perf_mem_block_text() - add the reason a load was blocked: " Data", " Addr", " N/A" */
void perf_mem_block_text(struct perf_str *str, uint64_t data_src)
{
	static const struct name reasons[] = {
		{ PERF_MEM_BLK_DATA, " Data" }, { PERF_MEM_BLK_ADDR, " Addr" }, { 0 },
	};

	unsigned int bits = FIELD(data_src, BLK, 7);

	if (bits & PERF_MEM_BLK_NA || !add_names(str, bits, reasons, ""))
		perf_str_add(str, " N/A");
}

/* The name of the first PERF_MEM_OP_* in this order that is set; "No" if none is. */
static const char *operation_name(uint64_t data_src)
{
	static const struct name operations[] = {
		{ PERF_MEM_OP_NA, "N/A" }, { PERF_MEM_OP_LOAD, "LOAD" },
		{ PERF_MEM_OP_STORE, "STORE" }, { PERF_MEM_OP_PFETCH, "PFETCH" },
		{ PERF_MEM_OP_EXEC, "EXEC" }, { 0 },
	};
	unsigned int bits = FIELD(data_src, OP, 0x1f);
	size_t i;

	for (i = 0; operations[i].text; i++)
		if (bits & operations[i].bit)
			return operations[i].text;
	return "No";
}

/** perf_mem_access_text() - add the operation and all of these: "|OP LOAD|LVL L1 hit|SNP..." */
void perf_mem_access_text(struct perf_str *str, uint64_t data_src)
{
	static const struct {
		const char *title;
		void (*add)(struct perf_str *str, uint64_t data_src);
	} parts[] = {
		{ "|LVL ", perf_mem_level_text }, { "|SNP ", perf_mem_snoop_text },
		{ "|TLB ", perf_mem_tlb_text }, { "|LCK ", perf_mem_lock_text },
		{ "|BLK ", perf_mem_block_text },
	};
	size_t i;

	perf_str_format(str, "|OP %s", operation_name(data_src));
	for (i = 0; i < PERF_ARRAY_SIZE(parts); i++) {
		perf_str_add(str, parts[i].title);
		parts[i].add(str, data_src);
	}
}

/* ---- raw ------------------------------------------------------------------------------ */

/** perf_mem_raw_head() - add the comment line with the names of the columns */
void perf_mem_raw_head(struct perf_str *str, const struct perf_mem_columns *columns)
{
	perf_str_format(str, "# PID, TID, IP, ADDR, %s%sLOCAL WEIGHT, DSRC, SYMBOL\n",
			columns->phys_addr ? "PHYS ADDR, " : "",
			columns->page_size ? "DATA PAGE SIZE, " : "");
}

/**
 * perf_mem_raw_text() - add the line of a sample of a memory access, as numbers
 * @str: text is added here
 * @columns: layout
 * @sample: sample
 * @machine: holds @frame
 * @frame: index of the frame of @sample->ip
 */
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
		perf_mem_page_size_text(str, sample->data_page_size);
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
