// SPDX-License-Identifier: GPL-2.0
/* Values of the sort keys for which each sample has its own. */
#include <string.h>
#include <report/histogram.h>
#include <report/sort_values.h>

#define CACHE_LINE	64

/* Default of perf_report.time_quantum: 100 ms. */
#define TIME_QUANTUM	100000000ull

static uint32_t frame_at(struct perf_report *report, const struct perf_report_sample *sample,
			 uint64_t addr)
{
	/* Addresses with the top bit set are the kernel's. */
	uint16_t mode = addr >> 63 ? PERF_RECORD_MISC_KERNEL : PERF_RECORD_MISC_USER;

	return perf_machine_frame(report->machine, sample->thread->process, mode, addr);
}

static uint64_t dso_at(struct perf_report *report, const struct perf_report_sample *sample,
		       uint64_t addr)
{
	uint32_t frame = frame_at(report, sample, addr);
	const struct perf_dso *dso = report->machine->frames.at[frame].dso;

	return dso ? dso->index + 1 : 0;
}

static uint64_t function_at(struct perf_report *report, const struct perf_report_sample *sample,
			    uint64_t addr)
{
	return perf_functions_of_frame(&report->functions, frame_at(report, sample, addr));
}

/* Return the number in report->lines of the name of the sample's source file. */
static uint64_t file_of(struct perf_report *report, const struct perf_report_sample *sample)
{
	const char *file = NULL, *slash;
	unsigned int line;

	if (report->inlines)
		file = perf_inlines_line(report->inlines, sample->frame, &line);
	slash = file && !report->full_paths ? strrchr(file, '/') : NULL;
	return perf_intern(&report->lines, slash ? slash + 1 : file ? file : "");
}

static uint64_t branch_value(struct perf_report *report, const struct perf_report_sample *sample,
			     enum perf_sort_key key)
{
	const struct perf_branch_entry *branch = sample->branch;

	if (!branch)
		return 0;
	switch (key) {
	case PERF_SORT_DSO_FROM:
		return dso_at(report, sample, branch->from);
	case PERF_SORT_DSO_TO:
		return dso_at(report, sample, branch->to);
	case PERF_SORT_SYMBOL_FROM:
		return function_at(report, sample, branch->from);
	case PERF_SORT_SYMBOL_TO:
		return function_at(report, sample, branch->to);
	case PERF_SORT_ADDR_FROM:
		return frame_at(report, sample, branch->from);
	case PERF_SORT_ADDR_TO:
		return frame_at(report, sample, branch->to);
	case PERF_SORT_MISPREDICT:
		return branch->mispred | branch->predicted << 1;
	case PERF_SORT_ABORT:
		return branch->abort;
	case PERF_SORT_IN_TX:
		return branch->in_tx;
	case PERF_SORT_CYCLES:
		return branch->cycles;
	default:
		return 0;
	}
}

static uint64_t access_value(struct perf_report *report, const struct perf_report_sample *sample,
			     enum perf_sort_key key)
{
	const struct perf_sample *fields = sample->fields;

	switch (key) {
	case PERF_SORT_SYMBOL_DADDR:
		return frame_at(report, sample, fields->addr);
	case PERF_SORT_DSO_DADDR:
		return dso_at(report, sample, fields->addr);
	case PERF_SORT_CACHE_LINE:
		return frame_at(report, sample, fields->addr & ~(uint64_t)(CACHE_LINE - 1));
	case PERF_SORT_PHYS_DADDR:
		return fields->phys_addr;
	case PERF_SORT_SYMBOL_IADDR:
		return perf_functions_of_frame(&report->functions, sample->frame);
	case PERF_SORT_MEM:
		/* The bits that perf_mem_level_text() reads. */
		return fields->data_src & (PERF_MEM_S(LVL, NA) * 0x3fff |
					   PERF_MEM_S(LVLNUM, NA) | PERF_MEM_S(REMOTE, REMOTE) |
					   PERF_MEM_S(HOPS, 0) * 7);
	case PERF_SORT_SNOOP:
		return fields->data_src & (PERF_MEM_S(SNOOP, NA) * 0x1f |
					   PERF_MEM_S(SNOOPX, FWD) | PERF_MEM_S(SNOOPX, PEER));
	case PERF_SORT_TLB:
		return fields->data_src & PERF_MEM_S(TLB, NA) * 0x7f;
	case PERF_SORT_LOCKED:
		return fields->data_src & PERF_MEM_S(LOCK, NA) * 3;
	case PERF_SORT_BLOCKED:
		return fields->data_src & PERF_MEM_S(BLK, NA) * 7;
	default:
		return 0;
	}
}

static uint64_t time_part(uint64_t time, uint64_t quantum)
{
	return time - time % (quantum ? quantum : TIME_QUANTUM);
}

static uint64_t value_of(struct perf_report *report, const struct perf_report_sample *sample,
			 enum perf_sort_key key)
{
	const struct perf_sample *fields = sample->fields;

	if (!fields)
		return 0;
	switch (key) {
	case PERF_SORT_SOCKET:
		return (uint64_t)(int64_t)sample->socket;
	case PERF_SORT_SRCFILE:
		return file_of(report, sample);
	case PERF_SORT_PARENT:
		return perf_report_parent(report, sample->stack);
	case PERF_SORT_LOCAL_WEIGHT:
	case PERF_SORT_WEIGHT:
		return fields->weight;
	case PERF_SORT_INS_LAT:
		return fields->weight_2;
	case PERF_SORT_STAGE:
		return fields->weight_3;
	case PERF_SORT_TRANSACTION:
		return fields->transaction;
	case PERF_SORT_CGROUP:
		return fields->cgroup;
	case PERF_SORT_TIME:
		return time_part(fields->time, report->time_quantum);
	case PERF_SORT_ADDR:
		return fields->ip;
	case PERF_SORT_SYMOFF:
		return sample->frame;
	case PERF_SORT_CODE_PAGE:
		return fields->code_page_size;
	case PERF_SORT_DATA_PAGE:
		return fields->data_page_size;
	default:
		return key < PERF_SORT_DSO_FROM ? access_value(report, sample, key) :
						  branch_value(report, sample, key);
	}
}

static bool same_tuple(const struct perf_tuples *tuples, uint32_t tuple, const uint64_t *values,
		       unsigned int nr)
{
	return !memcmp(&tuples->words.at[(size_t)tuple * nr], values, nr * sizeof(*values));
}

/**
 * perf_sort_tuple() - return the tuple of a sample's values
 * @report: report with the sort keys
 * @sample: sample
 *
 * Return: number of the tuple, UINT32_MAX without memory.
 */
uint32_t perf_sort_tuple(struct perf_report *report, const struct perf_report_sample *sample)
{
	const struct perf_sort *sort = &report->sort;
	struct perf_tuples *tuples = &report->tuples;
	uint64_t values[PERF_SORT_KEYS], *found, *word, key;
	unsigned int i, nr = 0;
	bool added;

	for (i = 0; i < sort->nr; i++)
		if (perf_sort_is_value(sort->keys[i]))
			values[nr++] = value_of(report, sample, sort->keys[i]);
	if (!report->key.multiply)
		report->key = perf_hash_key_make(report);
	/* Different tuples with equal hashes take successive keys. */
	for (key = perf_hash_bytes(report->key, values, nr * sizeof(*values));; key++) {
		found = perf_map_put(&tuples->index, key, &added);
		if (!found)
			return UINT32_MAX;
		if (!*found)
			break;
		if (same_tuple(tuples, (uint32_t)*found - 1, values, nr))
			return (uint32_t)*found - 1;
	}
	for (i = 0; i < nr; i++) {
		word = perf_vec_push(&tuples->words);
		if (!word)
			return UINT32_MAX;
		*word = values[i];
	}
	*found = ++tuples->count;
	return tuples->count - 1;
}

/**
 * perf_sort_value() - return one value of a tuple
 * @report: report
 * @tuple: number of the tuple
 * @key: sort key of @report with perf_sort_is_value()
 */
uint64_t perf_sort_value(const struct perf_report *report, uint32_t tuple,
			 enum perf_sort_key key)
{
	const struct perf_sort *sort = &report->sort;

	return report->tuples.words.at[(size_t)tuple * sort->nr_values + sort->places[key] - 1];
}

static const char *function_name(const struct perf_report *report, uint64_t function)
{
	const char *name = perf_function_name(&report->functions, (uint32_t)function);

	return name ? name : "";
}

static const char *dso_name(const struct perf_report *report, uint64_t dso)
{
	return dso ? perf_dso_shown(report->machine->dsos.list.at[dso - 1], report->verbose) : "";
}

/**
 * perf_sort_compare() - compare two values of a key
 * @report: report
 * @key: key of both values
 * @a, @b: values
 *
 * Functions and objects come by name, weights, latencies, cycles and transactions greatest first,
 * all other values (texts by their number in perf_report.lines) smallest first.
 *
 * Return: negative if @a comes first.
 */
int perf_sort_compare(const struct perf_report *report, enum perf_sort_key key, uint64_t a,
		      uint64_t b)
{
	switch (key) {
	case PERF_SORT_PARENT:
		/* Samples without a parent come last. */
		if (!a || !b)
			return !a - !b;
		return strcmp(function_name(report, a), function_name(report, b));
	case PERF_SORT_SYMBOL_IADDR:
	case PERF_SORT_SYMBOL_FROM:
	case PERF_SORT_SYMBOL_TO:
		return strcmp(function_name(report, a), function_name(report, b));
	case PERF_SORT_DSO_DADDR:
	case PERF_SORT_DSO_FROM:
	case PERF_SORT_DSO_TO:
		return strcmp(dso_name(report, a), dso_name(report, b));
	case PERF_SORT_LOCAL_WEIGHT:
	case PERF_SORT_WEIGHT:
	case PERF_SORT_INS_LAT:
	case PERF_SORT_STAGE:
	case PERF_SORT_TRANSACTION:
	case PERF_SORT_CYCLES:
		return (a < b) - (a > b);
	default:
		return (a > b) - (a < b);
	}
}

/** perf_tuples_free() - free all tuples */
void perf_tuples_free(struct perf_tuples *tuples)
{
	perf_vec_free(&tuples->words);
	perf_map_free(&tuples->index);
}
