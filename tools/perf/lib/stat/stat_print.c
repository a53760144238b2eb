// SPDX-License-Identifier: GPL-2.0
/* perf_stat_print(): the rows in the style that the caller chose. */
#include <stat/stat_print.h>

/**
 * perf_stat_print() - print all rows in one style
 * @stat: the sums
 * @style: output style
 * @text: output
 */
void perf_stat_print(const struct perf_stat *stat, const struct perf_stat_style *style,
		     struct perf_str *text)
{
	perf_stat_row_print *print = perf_stat_text_row;

	if (style->metric_only) {
		perf_stat_only_print(stat, style, text);
		return;
	}
	if (style->json)
		print = perf_stat_json_row;
	else if (style->separator)
		print = perf_stat_csv_row;
	perf_stat_each_row(stat, style, print, text);
}
