// SPDX-License-Identifier: GPL-2.0
/* Cache lines that CPUs take from each other, as tables. */
#include <inttypes.h>
#include <stdio.h>
#include <table/c2c_text.h>
#include <unwind/inlines.h>

#define RULE	"================================================="

static double c2c_percent(uint64_t part, uint64_t whole)
{
	return whole ? 100.0 * (double)part / (double)whole : 0;
}

static void add_title(struct perf_str *str, const char *title)
{
	perf_str_format(str, RULE "\n%s\n" RULE "\n", title);
}

/* ---- sums ----------------------------------------------------------------------------- */

static void add_sum(struct perf_str *str, const char *name, uint64_t value)
{
	perf_str_format(str, "  %-34s: %10" PRIu64 "\n", name, value);
}

static const struct {
	const char *name;
	enum perf_c2c_kind kind;
} load_rows[] = {
	{ "Loads - uncacheable",		PERF_C2C_LOAD_UNCACHED },
	{ "Loads - IO",				PERF_C2C_LOAD_IO },
	{ "Loads - Miss",			PERF_C2C_LOAD_MISS },
	{ "Loads - no mapping",			PERF_C2C_LOAD_NO_ADDR },
	{ "Load Fill Buffer Hit",		PERF_C2C_LOAD_FILL_BUFFER },
	{ "Load L1D hit",			PERF_C2C_LOAD_L1 },
	{ "Load L2D hit",			PERF_C2C_LOAD_L2 },
	{ "Load LLC hit",			PERF_C2C_LOAD_LLC },
	{ "Load Local HITM",			PERF_C2C_LOCAL_HITM },
	{ "Load Remote HITM",			PERF_C2C_REMOTE_HITM },
	{ "Load Remote HIT",			PERF_C2C_REMOTE_HIT },
	{ "Load Local DRAM",			PERF_C2C_LOCAL_DRAM },
	{ "Load Remote DRAM",			PERF_C2C_REMOTE_DRAM },
	{ "Load MESI State Exclusive",		PERF_C2C_EXCLUSIVE },
	{ "Load MESI State Shared",		PERF_C2C_SHARED },
}, more_rows[] = {
	{ "Load access blocked by data",	PERF_C2C_BLOCKED_DATA },
	{ "Load access blocked by address",	PERF_C2C_BLOCKED_ADDR },
	{ "Load HIT Local Peer",		PERF_C2C_LOCAL_PEER },
	{ "Load HIT Remote Peer",		PERF_C2C_REMOTE_PEER },
}, store_rows[] = {
	{ "Store Operations",			PERF_C2C_STORES },
	{ "Store - uncacheable",		PERF_C2C_STORE_UNCACHED },
	{ "Store - no mapping",			PERF_C2C_STORE_NO_ADDR },
	{ "Store L1D Hit",			PERF_C2C_STORE_L1 },
	{ "Store L1D Miss",			PERF_C2C_STORE_L1_MISS },
	{ "Store No available memory level",	PERF_C2C_STORE_UNKNOWN },
	{ "No Page Map Rejects",		PERF_C2C_NO_MAP },
	{ "Unable to parse data source",	PERF_C2C_NOT_TOLD },
}, miss_rows[] = {
	{ "LLC Misses to Local DRAM",		PERF_C2C_LOCAL_DRAM },
	{ "LLC Misses to Remote DRAM",		PERF_C2C_REMOTE_DRAM },
	{ "LLC Misses to Remote cache (HIT)",	PERF_C2C_REMOTE_HIT },
	{ "LLC Misses to Remote cache (HITM)",	PERF_C2C_REMOTE_HITM },
};

/* Hits of the last level: PERF_C2C_LOAD_LLC does not count those another core had modified. */
static uint64_t value_of(const struct perf_c2c_stats *stats, enum perf_c2c_kind kind)
{
	return stats->nr[kind] + (kind == PERF_C2C_LOAD_LLC ? stats->nr[PERF_C2C_LOCAL_HITM] : 0);
}

static void add_events(struct perf_str *str, const struct perf_c2c_stats *stats)
{
	uint64_t misses = 0;
	size_t i;

	add_title(str, "            Trace Event Information              ");
	add_sum(str, "Total records", stats->records);
	add_sum(str, "Locked Load/Store Operations", stats->nr[PERF_C2C_LOCKED]);
	add_sum(str, "Load Operations", stats->nr[PERF_C2C_LOADS]);
	for (i = 0; i < PERF_ARRAY_SIZE(load_rows); i++)
		add_sum(str, load_rows[i].name, value_of(stats, load_rows[i].kind));
	for (i = 0; i < PERF_ARRAY_SIZE(miss_rows); i++)
		misses += stats->nr[miss_rows[i].kind];
	add_sum(str, "Load LLC Misses", misses);
	for (i = 0; i < PERF_ARRAY_SIZE(more_rows); i++)
		add_sum(str, more_rows[i].name, stats->nr[more_rows[i].kind]);
	for (i = 0; i < PERF_ARRAY_SIZE(miss_rows); i++)
		perf_str_format(str, "  %-34s: %10.1f%%\n", miss_rows[i].name,
				c2c_percent(stats->nr[miss_rows[i].kind], misses));
	for (i = 0; i < PERF_ARRAY_SIZE(store_rows); i++)
		add_sum(str, store_rows[i].name, stats->nr[store_rows[i].kind]);
}

static void add_shared(struct perf_str *str, const struct perf_c2c *c2c)
{
	const uint64_t *nr = c2c->shared.nr;

	perf_str_char(str, '\n');
	add_title(str, "    Global Shared Cache Line Event Information   ");
	add_sum(str, "Total Shared Cache Lines", c2c->lines.count);
	add_sum(str, "Load HITs on shared lines", nr[PERF_C2C_LOADS]);
	add_sum(str, "Fill Buffer Hits on shared lines", nr[PERF_C2C_LOAD_FILL_BUFFER]);
	add_sum(str, "L1D hits on shared lines", nr[PERF_C2C_LOAD_L1]);
	add_sum(str, "L2D hits on shared lines", nr[PERF_C2C_LOAD_L2]);
	add_sum(str, "LLC hits on shared lines", value_of(&c2c->shared, PERF_C2C_LOAD_LLC));
	add_sum(str, "Load hits on peer cache or nodes",
		nr[PERF_C2C_LOCAL_PEER] + nr[PERF_C2C_REMOTE_PEER]);
	add_sum(str, "Locked Access on shared lines", nr[PERF_C2C_LOCKED]);
	add_sum(str, "Blocked Access on shared lines",
		nr[PERF_C2C_BLOCKED_DATA] + nr[PERF_C2C_BLOCKED_ADDR]);
	add_sum(str, "Store HITs on shared lines", nr[PERF_C2C_STORES]);
	add_sum(str, "Store L1D hits on shared lines", nr[PERF_C2C_STORE_L1]);
	add_sum(str, "Store No available memory level", nr[PERF_C2C_STORE_UNKNOWN]);
	add_sum(str, "Total Merged records",
		perf_c2c_hitm(&c2c->shared, PERF_C2C_TOTAL) + nr[PERF_C2C_STORES]);
}

static void add_details(struct perf_str *str, const struct perf_c2c_view *view)
{
	static const char *const orders[] = {
		[PERF_C2C_TOTAL] = "Total HITMs", [PERF_C2C_LOCAL] = "Local HITMs",
		[PERF_C2C_REMOTE] = "Remote HITMs",
	};
	const struct perf_data_event *const *events;
	size_t nr, i;

	perf_str_char(str, '\n');
	add_title(str, "                 c2c details                     ");
	events = perf_data_events(view->session->data, &nr);
	for (i = 0; i < nr; i++)
		perf_str_format(str, "  %-34s: %s\n", i ? "" : "Events", events[i]->name);
	perf_str_format(str, "  %-34s: %s\n", "Cachelines sort on", orders[view->order]);
	perf_str_format(str, "  %-34s: offset,iaddr\n", "Cacheline data grouping");
}

/** perf_c2c_stats_text() - add the counts of accesses, to all and to shared lines */
void perf_c2c_stats_text(struct perf_str *str, const struct perf_c2c_view *view)
{
	add_events(str, &view->c2c->stats);
	add_shared(str, view->c2c);
	add_details(str, view);
}

/* Loads that some cache or memory satisfied. */
static uint64_t found_loads(const struct perf_c2c_stats *stats)
{
	static const enum perf_c2c_kind kinds[] = {
		PERF_C2C_LOAD_FILL_BUFFER, PERF_C2C_LOAD_L1, PERF_C2C_LOAD_L2, PERF_C2C_LOAD_LLC,
		PERF_C2C_LOCAL_HITM, PERF_C2C_REMOTE_HIT, PERF_C2C_REMOTE_HITM,
		PERF_C2C_LOCAL_DRAM, PERF_C2C_REMOTE_DRAM,
	};
	uint64_t sum = 0;
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(kinds); i++)
		sum += stats->nr[kinds[i]];
	return sum;
}

static uint64_t c2c_found(const struct perf_c2c_stats *stats)
{
	return found_loads(stats) + stats->nr[PERF_C2C_STORES];
}

/* ---- the table of lines --------------------------------------------------------------- */

static const char line_heads[] =
	"#\n"
	"#        ----------- Cacheline ----------      Tot  ------- Load Hitm -------    "
	"Total    Total    Total  --------- Stores --------  ----- Core Load Hit -----  "
	"- LLC Load Hit --  - RMT Load Hit --  --- Load Dram ----\n"
	"# Index             Address  Node  PA cnt     Hitm    Total  LclHitm  RmtHitm  "
	"records    Loads   Stores    L1Hit   L1Miss      N/A       FB       L1       L2    "
	"LclHit  LclHitm    RmtHit  RmtHitm       Lcl       Rmt\n"
	"# .....  ..................  ....  ......  .......  .......  .......  .......  "
	".......  .......  .......  .......  .......  .......  .......  .......  .......  "
	"........  .......  ........  .......  ........  ........\n#\n";

static void add_line_heads(struct perf_str *str)
{
	perf_str_char(str, '\n');
	add_title(str, "           Shared Data Cache Line Table          ");
	perf_str_add(str, line_heads);
}

static void add_line(struct perf_str *str, const struct perf_c2c_view *view, size_t index)
{
	static const enum perf_c2c_kind kinds[] = {
		PERF_C2C_STORES, PERF_C2C_STORE_L1, PERF_C2C_STORE_L1_MISS, PERF_C2C_STORE_UNKNOWN,
		PERF_C2C_LOAD_FILL_BUFFER, PERF_C2C_LOAD_L1, PERF_C2C_LOAD_L2,
	};
	const struct perf_c2c_line *line = view->c2c->lines.at[index];
	const uint64_t *nr = line->stats.nr;
	char address[32];
	size_t i;

	snprintf(address, sizeof(address), "0x%" PRIx64, line->address);
	perf_str_format(str, "  %5zu  %18s  %4s  %6" PRIu64 "  %6.2f%%", index, address, "N/A",
			line->pages, c2c_percent(perf_c2c_hitm(&line->stats, view->order),
						 perf_c2c_hitm(&view->c2c->shared, view->order)));
	perf_str_format(str, "  %7" PRIu64 "  %7" PRIu64 "  %7" PRIu64 "  %7" PRIu64 "  %7" PRIu64,
			perf_c2c_hitm(&line->stats, PERF_C2C_TOTAL), nr[PERF_C2C_LOCAL_HITM],
			nr[PERF_C2C_REMOTE_HITM], c2c_found(&line->stats),
			found_loads(&line->stats));
	for (i = 0; i < PERF_ARRAY_SIZE(kinds); i++)
		perf_str_format(str, "  %7" PRIu64, nr[kinds[i]]);
	perf_str_format(str, "  %8" PRIu64 "  %7" PRIu64, nr[PERF_C2C_LOAD_LLC],
			nr[PERF_C2C_LOCAL_HITM]);
	perf_str_format(str, "  %8" PRIu64 "  %7" PRIu64, nr[PERF_C2C_REMOTE_HIT],
			nr[PERF_C2C_REMOTE_HITM]);
	perf_str_format(str, "  %8" PRIu64 "  %8" PRIu64 "\n", nr[PERF_C2C_LOCAL_DRAM],
			nr[PERF_C2C_REMOTE_DRAM]);
}

/* ---- the accesses to a line ----------------------------------------------------------- */

struct widths {
	size_t symbol;
	size_t object;
	size_t line;
};

static void symbol_text(struct perf_str *str, const struct perf_c2c_view *view,
			const struct perf_frame *frame)
{
	struct perf_dsos *dsos = &view->session->machine->dsos;

	perf_str_cut(str, 0);
	perf_str_format(str, "[%c] ", perf_frame_is_kernel(frame) ? 'k' : '.');
	if (frame->symbol)
		perf_str_name(str, perf_dso_symbol_name(dsos, frame->dso, frame->symbol));
	else
		perf_str_format(str, "0x%016" PRIx64, frame->addr);
}

static void line_text(struct perf_str *str, const struct perf_c2c_view *view, uint32_t frame)
{
	const char *file = NULL, *slash;
	unsigned int line = 0;

	perf_str_cut(str, 0);
	if (view->session->lines)
		file = perf_inlines_line(view->session->lines, frame, &line);
	slash = file ? strrchr(file, '/') : NULL;
	if (file)
		perf_str_format(str, "%s:%u", slash ? slash + 1 : file, line);
	else
		perf_str_add(str, "??:0");
}

static const char *object_name(const struct perf_frame *frame)
{
	return frame->dso ? frame->dso->short_name : "[unknown]";
}

/* An instruction is shown if it found the line modified or stored to it, or with @show_all. */
static bool is_shown(const struct perf_c2c_view *view, const struct perf_c2c_location *location)
{
	return view->show_all || perf_c2c_hitm(&location->stats, PERF_C2C_TOTAL) ||
	       location->stats.nr[PERF_C2C_STORES];
}

static void c2c_widen(size_t *width, size_t needed)
{
	if (needed > *width)
		*width = needed;
}

static void find_widths(const struct perf_c2c_view *view, struct widths *widths)
{
	struct perf_str text = { 0 };
	size_t i;

	for (i = 0; i < view->c2c->lines.count; i++) {
		const struct perf_c2c_line *line = view->c2c->lines.at[i];
		const struct perf_c2c_location *location;

		perf_vec_each(&line->locations, location) {
			const struct perf_frame *frame =
				&view->session->machine->frames.at[location->frame];

			if (!is_shown(view, location))
				continue;
			symbol_text(&text, view, frame);
			c2c_widen(&widths->symbol, text.length);
			c2c_widen(&widths->object, strlen(object_name(frame)));
			line_text(&text, view, location->frame);
			c2c_widen(&widths->line, text.length);
		}
	}
	perf_str_free(&text);
}

static void add_share(struct perf_str *str, const struct perf_c2c_stats *part,
		      const struct perf_c2c_stats *whole, enum perf_c2c_kind kind)
{
	perf_str_format(str, "  %6.2f%%", c2c_percent(part->nr[kind], whole->nr[kind]));
}

static uint64_t c2c_mean(const struct perf_c2c_cycles *cycles)
{
	return cycles->nr ? cycles->sum / cycles->nr : 0;
}

static unsigned int count_cpus(const struct perf_c2c_location *location)
{
	unsigned int i, nr = 0;

	for (i = 0; i < PERF_ARRAY_SIZE(location->cpus); i++)
		nr += (unsigned int)__builtin_popcountll(location->cpus[i]);
	return nr;
}

static void add_nodes(struct perf_str *str, const struct perf_c2c_location *location)
{
	unsigned int node;
	bool any = false;

	for (node = 0; node < PERF_C2C_NODES; node++) {
		if (!(location->nodes >> node & 1))
			continue;
		perf_str_format(str, "%s%2u", any ? " " : "", node);
		any = true;
	}
}

static void add_location(struct perf_str *str, const struct perf_c2c_view *view,
			 const struct perf_c2c_line *line, const struct perf_c2c_location *location,
			 const struct widths *widths)
{
	static const enum perf_c2c_kind kinds[] = {
		PERF_C2C_REMOTE_HITM, PERF_C2C_LOCAL_HITM, PERF_C2C_STORE_L1,
		PERF_C2C_STORE_L1_MISS, PERF_C2C_STORE_UNKNOWN,
	};
	const struct perf_frame *frame = &view->session->machine->frames.at[location->frame];
	struct perf_str text = { 0 };
	char offset[32], code[32];
	size_t i, from = str->length;

	snprintf(offset, sizeof(offset), "0x%x", location->offset);
	snprintf(code, sizeof(code), "0x%" PRIx64, location->ip);
	perf_str_add(str, "       ");
	for (i = 0; i < PERF_ARRAY_SIZE(kinds); i++)
		add_share(str, &location->stats, &line->stats, kinds[i]);
	perf_str_format(str, "  %18s  %4s  %6" PRIu64 "  %18s", offset, "N/A", line->pages, code);
	perf_str_format(str, "  %8" PRIu64 "  %8" PRIu64 "  %8" PRIu64 "  %7" PRIu64 "  %8u  ",
			c2c_mean(&location->remote), c2c_mean(&location->local),
			c2c_mean(&location->load),
			c2c_found(&location->stats), count_cpus(location));
	symbol_text(&text, view, frame);
	perf_str_left(str, perf_str_text(&text), widths->symbol);
	perf_str_add(str, "  ");
	perf_str_left(str, object_name(frame), widths->object);
	perf_str_add(str, "  ");
	if (!view->no_source) {
		line_text(&text, view, location->frame);
		perf_str_left(str, perf_str_text(&text), widths->line);
		perf_str_add(str, "  ");
	}
	add_nodes(str, location);
	/* object_name() and line_text() may return control characters. */
	perf_str_sanitize(str, from, 0);
	perf_str_char(str, '\n');
	perf_str_free(&text);
}

static const char location_heads[] =
	"#\n"
	"#        ----- HITM -----  ------- Store Refs ------  --------- Data address ---------"
	"                      ---------- cycles ----------    Total       cpu  ";

static const char location_names[] =
	"\n#   Num  RmtHitm  LclHitm   L1 Hit  L1 Miss      N/A              Offset  "
	"Node  PA cnt        Code address  rmt hitm  lcl hitm      load  records       cnt  ";

static void add_location_heads(struct perf_str *str, const struct perf_c2c_view *view,
			       const struct widths *widths)
{
	perf_str_char(str, '\n');
	add_title(str, "      Shared Cache Line Distribution Pareto      ");
	perf_str_add(str, location_heads);
	perf_str_fill(str, ' ', widths->symbol);
	perf_str_add(str, "  ");
	perf_str_right(str, "Shared", widths->object);
	perf_str_add(str, location_names);
	perf_str_right(str, "Symbol", widths->symbol);
	perf_str_add(str, "  ");
	perf_str_right(str, "Object", widths->object);
	if (!view->no_source) {
		perf_str_add(str, "  ");
		perf_str_right(str, "Source:Line", widths->line);
	}
	perf_str_add(str, "  Node\n# .....  .......  .......  .......  .......  .......  "
		     "..................  ....  ......  ..................  ........  ........  "
		     "........  .......  ........  ");
	perf_str_fill(str, '.', widths->symbol);
	perf_str_add(str, "  ");
	perf_str_fill(str, '.', widths->object);
	if (!view->no_source) {
		perf_str_add(str, "  ");
		perf_str_fill(str, '.', widths->line);
	}
	perf_str_add(str, "  ....\n#\n");
}

static void add_locations(struct perf_str *str, const struct perf_c2c_view *view, size_t index,
			  const struct widths *widths)
{
	static const char rule[] =
		"  ----------------------------------------------------------------------\n";
	const struct perf_c2c_line *line = view->c2c->lines.at[index];
	const uint64_t *nr = line->stats.nr;
	const struct perf_c2c_location *location;
	char address[32];

	snprintf(address, sizeof(address), "0x%" PRIx64, line->address);
	perf_str_add(str, index ? "\n" : "");
	perf_str_add(str, rule);
	perf_str_format(str, "  %5zu  %7" PRIu64 "  %7" PRIu64 "  %7" PRIu64 "  %7" PRIu64 "  %7"
			PRIu64 "  %18s\n", index, nr[PERF_C2C_REMOTE_HITM],
			nr[PERF_C2C_LOCAL_HITM], nr[PERF_C2C_STORE_L1],
			nr[PERF_C2C_STORE_L1_MISS], nr[PERF_C2C_STORE_UNKNOWN], address);
	perf_str_add(str, rule);
	perf_vec_each(&line->locations, location)
		if (is_shown(view, location))
			add_location(str, view, line, location, widths);
}

/** perf_c2c_lines_text() - add the table of lines, and the instructions that accessed each */
void perf_c2c_lines_text(struct perf_str *str, const struct perf_c2c_view *view)
{
	struct widths widths = {
		.symbol = strlen("Symbol"), .object = strlen("Object"),
		.line = strlen("Source:Line"),
	};
	size_t i;

	add_line_heads(str);
	for (i = 0; i < view->c2c->lines.count; i++)
		add_line(str, view, i);
	find_widths(view, &widths);
	add_location_heads(str, view, &widths);
	for (i = 0; i < view->c2c->lines.count; i++)
		add_locations(str, view, i, &widths);
}
