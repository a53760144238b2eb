// SPDX-License-Identifier: GPL-2.0
/* Tables of requests to the slab allocator. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <kmem/slab_text.h>

#define WIDTH	105

static double slab_waste(uint64_t requested, uint64_t allocated)
{
	return allocated ? 100.0 - 100.0 * (double)requested / (double)allocated : 0;
}

/* In descending order, also for addresses. */
#define COMPARE(a_, b_)	((a_) == (b_) ? 0 : (a_) < (b_) ? 1 : -1)

static int by_key(const struct perf_slab_row *a, const struct perf_slab_row *b)
{
	return COMPARE(a->key, b->key);
}

static int by_bytes(const struct perf_slab_row *a, const struct perf_slab_row *b)
{
	return COMPARE(a->allocated, b->allocated);
}

static int by_hits(const struct perf_slab_row *a, const struct perf_slab_row *b)
{
	return COMPARE(a->hits, b->hits);
}

static int by_ping_pong(const struct perf_slab_row *a, const struct perf_slab_row *b)
{
	return COMPARE(a->ping_pong, b->ping_pong);
}

static int by_waste(const struct perf_slab_row *a, const struct perf_slab_row *b)
{
	return COMPARE(slab_waste(a->requested, a->allocated),
		       slab_waste(b->requested, b->allocated));
}

struct perf_slab_key {
	const char *name;
	int (*compare)(const struct perf_slab_row *a, const struct perf_slab_row *b);
};

static const struct perf_slab_key keys[] = {
	{ "ptr", by_key }, { "callsite", by_key }, { "bytes", by_bytes }, { "hit", by_hits },
	{ "pingpong", by_ping_pong }, { "frag", by_waste },
};

/** perf_slab_order_parse() - parse comma-separated names of columns; 0 or -EINVAL */
int perf_slab_order_parse(struct perf_slab_order *order, const char *text,
			  struct perf_error *error)
{
	size_t length, i;

	order->nr = 0;
	for (; *text; text += length + (text[length] == ',')) {
		length = strcspn(text, ",");
		for (i = 0; i < PERF_ARRAY_SIZE(keys); i++)
			if (strlen(keys[i].name) == length && !strncmp(keys[i].name, text, length))
				break;
		if (i == PERF_ARRAY_SIZE(keys) || order->nr == PERF_SLAB_KEYS) {
			perf_error_set(error, EINVAL, "there is no column '%.*s' to sort by",
				       (int)length, text);
			perf_error_hint(error,
					"they are ptr, callsite, bytes, hit, pingpong, frag");
			return -EINVAL;
		}
		order->keys[order->nr++] = &keys[i];
	}
	return 0;
}

static int slab_compare(const void *a, const void *b, void *context)
{
	const struct perf_slab_order *order = context;
	const struct perf_slab_row *x = a, *y = b;
	size_t i;

	for (i = 0; i < order->nr; i++) {
		int sign = order->keys[i]->compare(x, y);

		if (sign)
			return sign;
	}
	/* row->key makes the order the same each time. */
	return x->key < y->key ? -1 : x->key > y->key;
}

static void put_key(struct perf_str *text, uint64_t key, struct perf_machine *machine)
{
	struct perf_frame *frame = NULL;
	uint32_t number;

	if (machine) {
		number = perf_machine_frame(machine, NULL, PERF_RECORD_MISC_KERNEL, key);
		frame = &machine->frames.at[number];
	}
	if (!frame || !frame->symbol) {
		perf_str_format(text, "%#llx", (unsigned long long)key);
		return;
	}
	perf_str_name(text, perf_dso_symbol_name(&machine->dsos, frame->dso, frame->symbol));
	if (frame->addr != frame->symbol->start)
		perf_str_format(text, "+%llx",
				(unsigned long long)(frame->addr - frame->symbol->start));
}

static void put_row(struct perf_str *text, const struct perf_slab_row *row,
		    struct perf_machine *machine)
{
	struct perf_str name = { 0 };

	put_key(&name, row->key, machine);
	perf_str_format(text, " %-34s | %9llu/%-5llu | %9llu/%-5llu | %8llu | %9llu | %6.3f%%\n",
			perf_str_text(&name), (unsigned long long)row->allocated,
			(unsigned long long)(row->allocated / row->hits),
			(unsigned long long)row->requested,
			(unsigned long long)(row->requested / row->hits),
			(unsigned long long)row->hits, (unsigned long long)row->ping_pong,
			slab_waste(row->requested, row->allocated));
	text->failed |= name.failed;
	perf_str_free(&name);
}

static void put_rule(struct perf_str *text)
{
	perf_str_fill(text, '-', WIDTH);
	perf_str_char(text, '\n');
}

/**
 * perf_slab_table() - add the table of call sites, or of addresses
 * @text: the table is added
 * @slab: the sums
 * @callers: true for call sites, false for addresses
 * @order: sort keys of the rows
 * @lines: most rows in the table, 0: all
 * @machine: for the names of call sites; NULL: their addresses
 *
 * Return: 0 or -ENOMEM.
 */
int perf_slab_table(struct perf_str *text, const struct perf_slab *slab, bool callers,
		    const struct perf_slab_order *order, unsigned int lines,
		    struct perf_machine *machine)
{
	const struct perf_slab_rows *from = callers ? &slab->callers : &slab->addresses;
	size_t nr = from->list.count, i;
	struct perf_slab_row *rows = calloc(nr + 1, sizeof(*rows));

	if (!rows)
		return -ENOMEM;
	/* A copy is sorted: slab->memory and by_key hold indexes of rows. */
	if (nr)
		memcpy(rows, from->list.at, nr * sizeof(*rows));
	qsort_r(rows, nr, sizeof(*rows), slab_compare, (void *)order);
	put_rule(text);
	perf_str_format(text, " %-34s | Total_alloc/Per | Total_req/Per   | Hit      ",
			callers ? "Callsite" : "Alloc Ptr");
	perf_str_add(text, "| Ping-pong | Frag\n");
	put_rule(text);
	for (i = 0; i < nr && (!lines || i < lines); i++)
		put_row(text, &rows[i], machine);
	if (i < nr)
		perf_str_format(text, " %-34s | %-15s | %-15s | %-8s | %-9s | %-6s\n", "...", "...",
				"...", "...", "...", "...");
	put_rule(text);
	free(rows);
	return text->failed ? -ENOMEM : 0;
}

/** perf_slab_summary() - add the totals */
void perf_slab_summary(struct perf_str *text, const struct perf_slab *slab)
{
	perf_str_add(text, "\nSUMMARY (SLAB allocator)\n========================\n");
	perf_str_format(text, "Total bytes requested: %llu\n", (unsigned long long)slab->requested);
	perf_str_format(text, "Total bytes allocated: %llu\n", (unsigned long long)slab->allocated);
	perf_str_format(text, "Total bytes freed:     %llu\n", (unsigned long long)slab->freed);
	perf_str_format(text, "Net total bytes allocated: %lld\n",
			(long long)(slab->allocated - slab->freed));
	perf_str_format(text, "Total bytes wasted on internal fragmentation: %llu\n",
			(unsigned long long)(slab->allocated - slab->requested));
	perf_str_format(text, "Internal fragmentation: %f%%\n",
			slab_waste(slab->requested, slab->allocated));
}
