/* SPDX-License-Identifier: GPL-2.0 */
/* struct perf_event_attr as text. */
#ifndef PERF_LINES_ATTR_TEXT_H
#define PERF_LINES_ATTR_TEXT_H

#include <base/str.h>
#include <data/env.h>
#include <linux/perf_event.h>

void perf_attr_text(struct perf_str *str, const struct perf_event_attr *attr, const char *name,
		    const struct perf_data_env *env, const char *is);

#endif /* PERF_LINES_ATTR_TEXT_H */
