// SPDX-License-Identifier: GPL-2.0
/* Names of branch filters and their PERF_SAMPLE_BRANCH_* bits. */
#include <errno.h>
#include <string.h>

#include <linux/perf_event.h>

#include <base/str.h>
#include <base/vec.h>
#include <event/branch.h>

static const struct {
	const char *name;
	uint64_t bit;
} branch_filters[] = {
	{ "any", PERF_SAMPLE_BRANCH_ANY },
	{ "any_call", PERF_SAMPLE_BRANCH_ANY_CALL },
	{ "any_ret", PERF_SAMPLE_BRANCH_ANY_RETURN },
	{ "ind_call", PERF_SAMPLE_BRANCH_IND_CALL },
	{ "ind_jmp", PERF_SAMPLE_BRANCH_IND_JUMP },
	{ "call", PERF_SAMPLE_BRANCH_CALL },
	{ "cond", PERF_SAMPLE_BRANCH_COND },
	{ "abort_tx", PERF_SAMPLE_BRANCH_ABORT_TX },
	{ "in_tx", PERF_SAMPLE_BRANCH_IN_TX },
	{ "no_tx", PERF_SAMPLE_BRANCH_NO_TX },
	{ "stack", PERF_SAMPLE_BRANCH_CALL_STACK },
	{ "u", PERF_SAMPLE_BRANCH_USER },
	{ "k", PERF_SAMPLE_BRANCH_KERNEL },
	{ "hv", PERF_SAMPLE_BRANCH_HV },
	{ "save_type", PERF_SAMPLE_BRANCH_TYPE_SAVE },
	{ "hw_index", PERF_SAMPLE_BRANCH_HW_INDEX },
	{ "no_flags", PERF_SAMPLE_BRANCH_NO_FLAGS },
	{ "no_cycles", PERF_SAMPLE_BRANCH_NO_CYCLES },
	{ "priv", PERF_SAMPLE_BRANCH_PRIV_SAVE },
	{ "counter", PERF_SAMPLE_BRANCH_COUNTERS },
};

static bool add_filter(uint64_t *filters, const char *name, size_t length)
{
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(branch_filters); i++) {
		if (strlen(branch_filters[i].name) != length ||
		    strncmp(branch_filters[i].name, name, length))
			continue;
		*filters |= branch_filters[i].bit;
		return true;
	}
	return false;
}

/**
 * perf_branch_filters_parse() - parse branch filters into bits
 * @text: comma-separated names. If all of them are privilege levels (u, k, hv), "any" is added
 * @filters: PERF_SAMPLE_BRANCH_* bits are added
 * @error: filled on failure
 *
 * Return: 0 or -EINVAL.
 */
int perf_branch_filters_parse(const char *text, uint64_t *filters, struct perf_error *error)
{
	const uint64_t levels = PERF_SAMPLE_BRANCH_USER | PERF_SAMPLE_BRANCH_KERNEL |
				PERF_SAMPLE_BRANCH_HV;
	size_t length;

	for (; *text; text += length + (text[length] == ',')) {
		length = strcspn(text, ",");
		if (!add_filter(filters, text, length))
			return perf_error_set(error, EINVAL, "there is no branch filter '%.*s'",
					      (int)length, text);
	}
	if (!(*filters & ~levels))
		*filters |= PERF_SAMPLE_BRANCH_ANY;
	return 0;
}
