/* SPDX-License-Identifier: GPL-2.0 */
/* What perf was built with: for perf version and perf check. */
#ifndef PERF_CMD_BUILT_IN_H
#define PERF_CMD_BUILT_IN_H

#include <stdbool.h>

/**
 * struct perf_feature - something that a perf can be built with
 * @name: of it
 * @macro: that other perfs are compiled with if they have it
 * @on: this one has it
 * @library: a library that this one can be built with; else something that is part of it, or
 *	that only other perfs have
 */
struct perf_feature {
	const char *name;
	const char *macro;
	bool on;
	bool library;
};

/** perf_features - all that are known, up to one without a name; libraries first */
extern const struct perf_feature perf_features[];

/** perf_feature_print() - print the line of one; programs look for "NAME" and "[ on  ]" */
void perf_feature_print(const struct perf_feature *feature);

#endif /* PERF_CMD_BUILT_IN_H */
