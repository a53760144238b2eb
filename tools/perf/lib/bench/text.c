// SPDX-License-Identifier: GPL-2.0
/* Formatting of results. Scripts parse the output, so its layout must not change. */
#include <inttypes.h>
#include <math.h>
#include <base/mean.h>
#include <base/num.h>
#include <bench/bench.h>

static void add_seconds(struct perf_str *text, uint64_t ns)
{
	uint64_t ms = ns / PERF_NS_PER_MS;

	perf_str_format(text, "     Total time: %" PRIu64 ".%03" PRIu64 " [sec]\n", ms / 1000,
			ms % 1000);
}

static void add_operations(const struct perf_bench_row *row, struct perf_str *text)
{
	double each = row->count ? (double)row->ns / 1000 / (double)row->count : 0;
	double rate = row->ns ? (double)row->count * 1e9 / (double)row->ns : 0;

	add_seconds(text, row->ns);
	perf_str_format(text, "\n%15f usecs/op\n%15.0f ops/sec\n", each, floor(rate));
}

static double bandwidth_of(const struct perf_bench_row *row)
{
	return row->ns ? (double)row->count * 1e9 / (double)row->ns : 0;
}

static void add_bandwidth(const struct perf_bench_row *row, struct perf_str *text)
{
	static const char *const units[] = { "B", "KB", "MB", "GB" };
	double rate = bandwidth_of(row);
	unsigned int unit = 0;

	while (unit < 3 && rate >= 1024) {
		rate /= 1024;
		unit++;
	}
	perf_str_format(text, "%15f %s/sec\n", rate, units[unit]);
}

static double value_of(const struct perf_bench_result *result, const struct perf_bench_row *row)
{
	if (result->kind == PERF_BENCH_RUNS)
		return (double)row->ns / PERF_NS_PER_MS;
	return row->ns ? (double)row->count * 1e9 / (double)row->ns : 0;
}

static struct perf_mean mean_of(const struct perf_bench_result *result)
{
	const struct perf_bench_row *row;
	struct perf_mean mean = { 0 };

	perf_vec_each(&result->rows, row)
		perf_mean_add(&mean, value_of(result, row));
	return mean;
}

static void add_rates(const struct perf_bench_result *result, bool silent, struct perf_str *text)
{
	const struct perf_bench_row *row;
	struct perf_mean mean = mean_of(result);
	uint64_t ns = result->rows.count ? result->rows.at[0].ns : 0;

	perf_vec_each(&result->rows, row)
		if (!silent)
			perf_str_format(text, "%s [ %.0f ops/sec ]\n", row->name,
					value_of(result, row));
	perf_str_format(text, "%sAveraged %.0f operations/sec (+- %.2f%%), total secs = %llu\n",
			silent ? "" : "\n", mean.mean, perf_mean_error_percent(&mean),
			(unsigned long long)((ns + PERF_NS_PER_SEC / 2) / PERF_NS_PER_SEC));
}

static void add_runs(const struct perf_bench_result *result, bool silent, struct perf_str *text)
{
	const struct perf_bench_row *row;
	struct perf_mean mean = mean_of(result);

	perf_vec_each(&result->rows, row)
		if (!silent)
			perf_str_format(text, "[Run %zu]: %s in %.4f ms\n",
					(size_t)(row - result->rows.at) + 1, row->name,
					value_of(result, row));
	if (result->rows.count)
		perf_str_format(text, "%s in %.4f ms (+-%.2f%%)\n", result->rows.at[0].name,
				mean.mean, perf_mean_error_percent(&mean));
}

/**
 * perf_bench_text() - format a result
 * @result: the result
 * @silent: omit single threads and runs
 * @text: appended to
 */
void perf_bench_text(const struct perf_bench_result *result, bool silent, struct perf_str *text)
{
	const struct perf_bench_row *row;

	perf_str_add(text, perf_str_text(&result->heading));
	if (!result->tight && result->kind != PERF_BENCH_BANDWIDTH)
		perf_str_char(text, '\n');
	if (result->kind == PERF_BENCH_RATES)
		return add_rates(result, silent, text);
	if (result->kind == PERF_BENCH_RUNS)
		return add_runs(result, silent, text);
	perf_vec_each(&result->rows, row) {
		if (*row->name)
			perf_str_format(text, "# %s\n", row->name);
		if (result->kind == PERF_BENCH_OPERATIONS)
			add_operations(row, text);
		else if (result->kind == PERF_BENCH_TIME)
			add_seconds(text, row->ns);
		else
			add_bandwidth(row, text);
	}
}

/** perf_bench_text_simple() - format the figures only, for scripts */
void perf_bench_text_simple(const struct perf_bench_result *result, struct perf_str *text)
{
	const struct perf_bench_row *row;

	if (result->kind == PERF_BENCH_RATES || result->kind == PERF_BENCH_RUNS) {
		perf_str_format(text, "%.4f\n", mean_of(result).mean);
		return;
	}
	perf_vec_each(&result->rows, row) {
		if (result->kind == PERF_BENCH_BANDWIDTH)
			perf_str_format(text, "%f\n", bandwidth_of(row));
		else
			perf_str_format(text, "%" PRIu64 ".%03u\n",
					(uint64_t)(row->ns / PERF_NS_PER_SEC),
					(unsigned int)(row->ns % PERF_NS_PER_SEC / PERF_NS_PER_MS));
	}
}
