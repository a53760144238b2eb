// SPDX-License-Identifier: GPL-2.0
/* Values of perf_sort_value() as text. */
#include <inttypes.h>
#include <linux/perf_event.h>
#include <lines/mem_text.h>
#include <lines/value_text.h>

#define NS_PER_SEC	1000000000
#define NS_PER_USEC	1000

#define LONG_TIME_WIDTH	16

static const struct {
	const char *title;
	unsigned int width;	/* least width, characters */
} columns[PERF_SORT_KEYS] = {
	[PERF_SORT_SOCKET]		= { "Socket", 6 },
	[PERF_SORT_SRCFILE]		= { "Source File", 0 },
	[PERF_SORT_PARENT]		= { "Parent symbol", 0 },
	[PERF_SORT_LOCAL_WEIGHT]	= { "Local Weight", 12 },
	[PERF_SORT_WEIGHT]		= { "Weight", 12 },
	[PERF_SORT_INS_LAT]		= { "Local INSTR Latency", 19 },
	[PERF_SORT_STAGE]		= { "Local Pipeline Stage Cycle", 26 },
	[PERF_SORT_TRANSACTION]		= { "Transaction", 32 },
	[PERF_SORT_CGROUP]		= { "Cgroup", 7 },
	[PERF_SORT_TIME]		= { "Time", 12 },
	[PERF_SORT_ADDR]		= { "Address", 18 },
	[PERF_SORT_SYMOFF]		= { "Symbol Offset", 0 },
	[PERF_SORT_CODE_PAGE]		= { "Code Page Size", 14 },
	[PERF_SORT_DATA_PAGE]		= { "Data Page Size", 22 },
	[PERF_SORT_SYMBOL_DADDR]	= { "Data Symbol", 0 },
	[PERF_SORT_SYMBOL_IADDR]	= { "Code Symbol", 0 },
	[PERF_SORT_DSO_DADDR]		= { "Data Object", 0 },
	[PERF_SORT_PHYS_DADDR]		= { "Data Physical Address", 22 },
	[PERF_SORT_CACHE_LINE]		= { "Data Cacheline", 22 },
	[PERF_SORT_MEM]			= { "Memory access", 24 },
	[PERF_SORT_SNOOP]		= { "Snoop", 12 },
	[PERF_SORT_TLB]			= { "TLB access", 22 },
	[PERF_SORT_LOCKED]		= { "Locked", 6 },
	[PERF_SORT_BLOCKED]		= { "Blocked", 10 },
	[PERF_SORT_DSO_FROM]		= { "Source Shared Object", 0 },
	[PERF_SORT_DSO_TO]		= { "Target Shared Object", 0 },
	[PERF_SORT_SYMBOL_FROM]		= { "Source Symbol", 0 },
	[PERF_SORT_SYMBOL_TO]		= { "Target Symbol", 0 },
	[PERF_SORT_ADDR_FROM]		= { "Source Address", 0 },
	[PERF_SORT_ADDR_TO]		= { "Target Address", 0 },
	[PERF_SORT_MISPREDICT]		= { "Branch Mispredicted", 0 },
	[PERF_SORT_ABORT]		= { "Transaction abort", 0 },
	[PERF_SORT_IN_TX]		= { "Branch in transaction", 0 },
	[PERF_SORT_CYCLES]		= { "Basic Block Cycles", 0 },
};

/** perf_value_title() - title of the column of a key */
const char *perf_value_title(enum perf_sort_key key)
{
	return columns[key].title;
}

/** perf_value_least() - least width of the column of a key, characters */
unsigned int perf_value_least(const struct perf_report *report, enum perf_sort_key key)
{
	if (key == PERF_SORT_TIME && report->nanoseconds)
		return LONG_TIME_WIDTH;
	return columns[key].width;
}

/** perf_value_is_text() - test whether perf_entry_can_cut() may cut a key's values to a width */
bool perf_value_is_text(enum perf_sort_key key)
{
	switch (key) {
	case PERF_SORT_SRCFILE:
	case PERF_SORT_PARENT:
	case PERF_SORT_CGROUP:
	case PERF_SORT_TIME:
	case PERF_SORT_TRANSACTION:
	case PERF_SORT_SYMOFF:
	case PERF_SORT_SYMBOL_IADDR:
	case PERF_SORT_SYMBOL_FROM:
	case PERF_SORT_SYMBOL_TO:
	case PERF_SORT_DSO_DADDR:
	case PERF_SORT_DSO_FROM:
	case PERF_SORT_DSO_TO:
	case PERF_SORT_MEM:
	case PERF_SORT_SNOOP:
	case PERF_SORT_TLB:
	case PERF_SORT_LOCKED:
	case PERF_SORT_BLOCKED:
		return true;
	default:
		return false;
	}
}

/* ---- locations ------------------------------------------------------------------------ */

static void add_address(struct perf_str *str, uint64_t addr, char level)
{
	perf_str_format(str, "[%c] 0x%016" PRIx64, level, addr);
}

static void add_dso(struct perf_str *str, const struct perf_report *report, uint64_t value)
{
	const struct perf_dso *dso = value ? report->machine->dsos.list.at[value - 1] : NULL;

	perf_str_add(str, dso ? perf_dso_shown(dso, report->verbose) : "[unknown]");
}

/** perf_value_address() - add an address and perf_dso.origin ('!': no symbols), padded */
void perf_value_address(struct perf_str *str, const struct perf_dso *dso, uint64_t addr)
{
	size_t start = str->length;

	perf_str_add(str, addr ? "0x" : "");
	perf_str_hex(str, addr, 1, '0');
	if (str->length - start < PERF_ADDRESS_WIDTH - 3)
		perf_str_fill(str, ' ', PERF_ADDRESS_WIDTH - 3 - (str->length - start));
	perf_str_char(str, ' ');
	perf_str_char(str, dso && dso->origin ? dso->origin : '!');
	perf_str_char(str, ' ');
}

/* A frame as symbol and offset; an offset of 0 is added with @whole only. */
static void add_frame(struct perf_str *str, const struct perf_report *report, uint64_t value,
		      bool whole)
{
	const struct perf_frame *frame = &report->machine->frames.at[value];
	char level = perf_frame_is_kernel(frame) ? 'k' : '.';

	/* frame->ip is the address in the process. Keys of branches, without @whole, omit it. */
	if (report->verbose && whole)
		perf_value_address(str, frame->dso, frame->ip);
	if (!frame->symbol) {
		add_address(str, frame->ip, level);
		return;
	}
	perf_str_format(str, "[%c] %s", level,
			perf_dso_symbol_name(&report->machine->dsos, frame->dso, frame->symbol));
	if (whole || frame->addr != frame->symbol->start)
		perf_str_format(str, "+0x%" PRIx64, frame->addr - frame->symbol->start);
}

static void add_function(struct perf_str *str, const struct perf_report *report, uint64_t value)
{
	const struct perf_function *function = &report->functions.list.at[value];
	const char *name = perf_function_name(&report->functions, (uint32_t)value);

	if (report->verbose)
		perf_value_address(str, function->dso, function->addr);
	if (name)
		perf_str_format(str, "[%c] %s", function->kernel ? 'k' : '.', name);
	else
		add_address(str, function->ip, function->kernel ? 'k' : '.');
}

static void add_line(struct perf_str *str, const struct perf_report *report, uint64_t value)
{
	const struct perf_frame *frame = &report->machine->frames.at[value];

	if (report->verbose)
		perf_value_address(str, frame->dso, frame->addr);
	if (frame->dso)
		add_address(str, frame->addr, perf_frame_is_kernel(frame) ? 'k' : '.');
	else
		add_address(str, frame->ip, 'X');
}

/* ---- others --------------------------------------------------------------------------- */

static void add_time(struct perf_str *str, uint64_t ns, bool nanoseconds)
{
	uint64_t rest = ns % NS_PER_SEC;

	perf_str_format(str, "%" PRIu64 ".%0*" PRIu64, ns / NS_PER_SEC, nanoseconds ? 9 : 6,
			nanoseconds ? rest : rest / NS_PER_USEC);
}

static void add_transaction(struct perf_str *str, uint64_t value)
{
	static const struct {
		uint64_t bit;
		const char *text;
	} flags[] = {
		{ PERF_TXN_ELISION, "EL " }, { PERF_TXN_TRANSACTION, "TX " },
		{ PERF_TXN_SYNC, "SYNC " }, { PERF_TXN_ASYNC, "ASYNC " },
		{ PERF_TXN_RETRY, "RETRY " }, { PERF_TXN_CONFLICT, "CON " },
		{ PERF_TXN_CAPACITY_WRITE, "CAP-WRITE " },
		{ PERF_TXN_CAPACITY_READ, "CAP-READ " },
	};
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(flags); i++)
		if (value & flags[i].bit)
			perf_str_add(str, flags[i].text);
	if (value && !(value & (PERF_TXN_SYNC | PERF_TXN_ASYNC)))
		perf_str_add(str, "NEITHER ");
	if (value & PERF_TXN_ABORT_MASK)
		perf_str_format(str, ":%" PRIx64, (value & PERF_TXN_ABORT_MASK) >>
				PERF_TXN_ABORT_SHIFT);
}

static void add_cgroup(struct perf_str *str, const struct perf_report *report, uint64_t id)
{
	uint64_t text;

	if (!id)
		perf_str_add(str, "N/A");
	else if (perf_map_get(&report->cgroups, id, &text))
		perf_str_add(str, report->lines.texts[text]);
	else
		perf_str_add(str, "unknown");
}

static void add_mispredict(struct perf_str *str, uint64_t value)
{
	perf_str_add(str, value & 1 ? "Y" : value & 2 ? "N" : "N/A");
}

static void add_access(struct perf_str *str, const struct perf_report *report, uint64_t value,
		       enum perf_sort_key key)
{
	switch (key) {
	case PERF_SORT_SYMBOL_DADDR:
	case PERF_SORT_ADDR_FROM:
	case PERF_SORT_ADDR_TO:
		add_frame(str, report, value, key == PERF_SORT_SYMBOL_DADDR);
		break;
	case PERF_SORT_SYMBOL_IADDR:
	case PERF_SORT_SYMBOL_FROM:
	case PERF_SORT_SYMBOL_TO:
		add_function(str, report, value);
		break;
	case PERF_SORT_DSO_DADDR:
	case PERF_SORT_DSO_FROM:
	case PERF_SORT_DSO_TO:
		add_dso(str, report, value);
		break;
	case PERF_SORT_CACHE_LINE:
		add_line(str, report, value);
		break;
	case PERF_SORT_PHYS_DADDR:
		add_address(str, value, '.');
		break;
	case PERF_SORT_MEM:
		perf_mem_level_text(str, value);
		break;
	case PERF_SORT_SNOOP:
		perf_mem_snoop_text(str, value);
		break;
	case PERF_SORT_TLB:
		perf_mem_tlb_text(str, value);
		break;
	case PERF_SORT_LOCKED:
		perf_mem_lock_text(str, value);
		break;
	default:
		perf_mem_block_text(str, value);
	}
}

/**
 * perf_value_text() - add the value of an entry
 * @str: text is added here
 * @report: report
 * @entry: entry of a histogram of @report
 * @key: key for which perf_sort_is_value() holds
 */
void perf_value_text(struct perf_str *str, const struct perf_report *report,
		     const struct perf_entry *entry, enum perf_sort_key key)
{
	uint64_t value = perf_sort_value(report, report->bases.at[entry->base].tuple, key);

	switch (key) {
	case PERF_SORT_SOCKET:
		perf_str_format(str, "%6.3" PRId64, (int64_t)value);
		break;
	case PERF_SORT_SRCFILE:
		perf_str_add(str, report->lines.texts[value]);
		break;
	case PERF_SORT_PARENT:
		perf_str_add(str, value ? perf_function_name(&report->functions, value) :
					  "[other]");
		break;
	case PERF_SORT_WEIGHT:
		/* The sum over all samples of @entry. */
		value *= entry->nr;
		perf_str_format(str, "%" PRIu64, value);
		break;
	case PERF_SORT_LOCAL_WEIGHT:
	case PERF_SORT_INS_LAT:
	case PERF_SORT_STAGE:
		perf_str_format(str, "%" PRIu64, value);
		break;
	case PERF_SORT_CYCLES:
		perf_str_format(str, value ? "%" PRIu64 : "-", value);
		break;
	case PERF_SORT_TRANSACTION:
		add_transaction(str, value);
		break;
	case PERF_SORT_CGROUP:
		add_cgroup(str, report, value);
		break;
	case PERF_SORT_TIME:
		add_time(str, value, report->nanoseconds);
		break;
	case PERF_SORT_ADDR:
		perf_str_format(str, "0x%" PRIx64, value);
		break;
	case PERF_SORT_SYMOFF:
		add_frame(str, report, value, true);
		break;
	case PERF_SORT_CODE_PAGE:
	case PERF_SORT_DATA_PAGE:
		perf_mem_page_size_text(str, value);
		break;
	case PERF_SORT_MISPREDICT:
		add_mispredict(str, value);
		break;
	case PERF_SORT_ABORT:
		perf_str_char(str, value ? 'A' : '.');
		break;
	case PERF_SORT_IN_TX:
		perf_str_char(str, value ? 'T' : '.');
		break;
	default:
		add_access(str, report, value, key);
	}
}
