// SPDX-License-Identifier: GPL-2.0
/* Sort keys: the values that samples are counted by. */
#include <errno.h>
#include <string.h>
#include <base/str.h>
#include <report/sort.h>

/* Names of keys, each with an optional alias. */
static const char *const key_names[PERF_SORT_KEYS][2] = {
	[PERF_SORT_COMM]		= { "comm" },
	[PERF_SORT_DSO]			= { "dso" },
	[PERF_SORT_SYMBOL]		= { "symbol", "sym" },
	[PERF_SORT_PID]			= { "pid", "tid" },
	[PERF_SORT_CPU]			= { "cpu" },
	[PERF_SORT_SRCLINE]		= { "srcline" },
	[PERF_SORT_TRACE]		= { "trace" },
	[PERF_SORT_SOCKET]		= { "socket" },
	[PERF_SORT_SRCFILE]		= { "srcfile" },
	[PERF_SORT_PARENT]		= { "parent" },
	[PERF_SORT_LOCAL_WEIGHT]	= { "local_weight" },
	[PERF_SORT_WEIGHT]		= { "weight" },
	[PERF_SORT_INS_LAT]		= { "local_ins_lat", "ins_lat" },
	[PERF_SORT_STAGE]		= { "local_p_stage_cyc", "p_stage_cyc" },
	[PERF_SORT_TRANSACTION]		= { "transaction" },
	[PERF_SORT_CGROUP]		= { "cgroup" },
	[PERF_SORT_TIME]		= { "time" },
	[PERF_SORT_ADDR]		= { "addr" },
	[PERF_SORT_SYMOFF]		= { "symoff" },
	[PERF_SORT_CODE_PAGE]		= { "code_page_size" },
	[PERF_SORT_DATA_PAGE]		= { "data_page_size" },
	[PERF_SORT_SYMBOL_DADDR]	= { "symbol_daddr" },
	[PERF_SORT_SYMBOL_IADDR]	= { "symbol_iaddr" },
	[PERF_SORT_DSO_DADDR]		= { "dso_daddr" },
	[PERF_SORT_PHYS_DADDR]		= { "phys_daddr" },
	[PERF_SORT_CACHE_LINE]		= { "dcacheline" },
	[PERF_SORT_MEM]			= { "mem" },
	[PERF_SORT_SNOOP]		= { "snoop" },
	[PERF_SORT_TLB]			= { "tlb" },
	[PERF_SORT_LOCKED]		= { "locked" },
	[PERF_SORT_BLOCKED]		= { "blocked" },
	[PERF_SORT_DSO_FROM]		= { "dso_from" },
	[PERF_SORT_DSO_TO]		= { "dso_to" },
	[PERF_SORT_SYMBOL_FROM]		= { "symbol_from" },
	[PERF_SORT_SYMBOL_TO]		= { "symbol_to" },
	[PERF_SORT_ADDR_FROM]		= { "addr_from" },
	[PERF_SORT_ADDR_TO]		= { "addr_to" },
	[PERF_SORT_MISPREDICT]		= { "mispredict" },
	[PERF_SORT_ABORT]		= { "abort" },
	[PERF_SORT_IN_TX]		= { "in_tx" },
	[PERF_SORT_CYCLES]		= { "cycles" },
};

/**
 * perf_sort_find() - return the key with a name of @size bytes
 *
 * Return: enum perf_sort_key, or -1.
 */
int perf_sort_find(const char *name, size_t size)
{
	unsigned int key, alias;

	for (key = 0; key < PERF_SORT_KEYS; key++)
		for (alias = 0; alias < 2; alias++)
			if (key_names[key][alias] && strlen(key_names[key][alias]) == size &&
			    !memcmp(key_names[key][alias], name, size))
				return (int)key;
	return -1;
}

/** perf_sort_has_branches() - true if @sort has a key of branches */
bool perf_sort_has_branches(const struct perf_sort *sort)
{
	unsigned int i;

	for (i = 0; i < sort->nr; i++)
		if (sort->keys[i] >= PERF_SORT_DSO_FROM)
			return true;
	return false;
}

/** perf_sort_add() - append @key to @sort unless it is there */
void perf_sort_add(struct perf_sort *sort, enum perf_sort_key key)
{
	if (perf_sort_has(sort, key))
		return;
	sort->keys[sort->nr++] = key;
	sort->set |= 1ull << key;
	if (perf_sort_is_value(key))
		sort->places[key] = ++sort->nr_values;
}

/* Append @name to the list for a hint, and offer it to @nearest. */
static void add_names(struct perf_nearest *nearest, struct perf_str *names, const char *name)
{
	perf_nearest_offer(nearest, name);
	perf_str_format(names, "%s%s", names->length ? ", " : "", name);
}

/**
 * perf_sort_unknown() - fill the error for an unknown name, with the valid names
 * @name: name, not terminated
 * @size: bytes in @name
 * @purpose: use of the name, as "to sort by"
 * @columns: names of columns that are no sort keys
 * @nr: number of @columns
 * @error: filled
 *
 * Return: -EINVAL.
 */
int perf_sort_unknown(const char *name, size_t size, const char *purpose,
		      const char *const *columns, unsigned int nr, struct perf_error *error)
{
	struct perf_nearest nearest;
	struct perf_str names = { 0 }, more = { 0 };
	char text[64];
	unsigned int i;

	if (size >= sizeof(text))
		size = sizeof(text) - 1;
	memcpy(text, name, size);
	text[size] = '\0';
	perf_error_set(error, EINVAL, "'%s' is nothing %s", text, purpose);
	perf_nearest_init(&nearest, text);
	for (i = 0; i < PERF_SORT_KEYS; i++)
		add_names(&nearest, &names, key_names[i][0]);
	for (i = 0; i < nr; i++)
		add_names(&nearest, &more, columns[i]);
	if (nearest.best)
		perf_error_hint(error, "Did you mean '%s'?", nearest.best);
	perf_error_hint(error, "Keys: %s", perf_str_text(&names));
	if (nr)
		perf_error_hint(error, "Columns: %s", perf_str_text(&more));
	perf_str_free(&names);
	perf_str_free(&more);
	return -EINVAL;
}

/**
 * perf_sort_parse() - parse --sort
 * @sort: result
 * @text: names separated by one comma or blank each
 * @error: filled on failure, with all valid names
 *
 * Return: 0 or -EINVAL.
 */
int perf_sort_parse(struct perf_sort *sort, const char *text, struct perf_error *error)
{
	size_t size;
	int key;

	memset(sort, 0, sizeof(*sort));
	while (*text) {
		size = strcspn(text, ", ");
		key = perf_sort_find(text, size);
		if (key < 0)
			return perf_sort_unknown(text, size, "to sort by", NULL, 0, error);
		perf_sort_add(sort, key);
		text += size;
		text += *text != '\0';
	}
	return 0;
}
