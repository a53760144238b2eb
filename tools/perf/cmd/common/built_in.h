/* SPDX-License-Identifier: GPL-2.0 */
/* Features that perf was built with: for perf version and perf check. */
#ifndef PERF_CMD_BUILT_IN_H
#define PERF_CMD_BUILT_IN_H

#include <stdbool.h>

/**
 * struct perf_feature - an optional feature of a perf build
 * @name: name that perf check accepts
 * @macro: macro that other perfs define if they have the feature
 * @on: this build has the feature
 * @library: a library that this perf can be linked with; false for a part of perf, or a feature
 *	that only other perfs have
 */
struct perf_feature {
	const char *name;
	const char *macro;
	bool on;
	bool library;
};

/** perf_features - all known features, up to a NULL @name; libraries first */
extern const struct perf_feature perf_features[];

void perf_feature_print(const struct perf_feature *feature);

#endif /* PERF_CMD_BUILT_IN_H */
