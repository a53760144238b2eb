// SPDX-License-Identifier: GPL-2.0-only
/* What people write to ask for call chains. */
#include <errno.h>
#include <string.h>
#include <base/num.h>
#include <base/str.h>
#include <record/chain.h>

#define DEFAULT_STACK	8192
#define MAX_STACK_DUMP	65528

static int set_stack_size(struct perf_record_config *config, const char *text,
			  struct perf_error *error)
{
	uint64_t size;

	if (!perf_parse_u64(text, &size) || !size || size > MAX_STACK_DUMP)
		return perf_error_set(error, EINVAL,
				      "--call-graph dwarf copies 8 to %d bytes of stack, not '%s'",
				      MAX_STACK_DUMP, text);
	config->stack_size = (uint32_t)((size + 7) & ~7ULL);
	return 0;
}

int perf_record_chain_parse(struct perf_record_config *config, const char *text,
			    struct perf_error *error)
{
	const char *rest;

	if (!text || !strcmp(text, "fp")) {
		config->chain = PERF_RECORD_CHAIN_FP;
		return 0;
	}
	if (!strcmp(text, "no")) {
		config->chain = PERF_RECORD_CHAIN_NONE;
		return 0;
	}
	if (!strcmp(text, "lbr")) {
		config->chain = PERF_RECORD_CHAIN_LBR;
		return 0;
	}
	rest = perf_starts_with(text, "dwarf");
	if (!rest || (*rest && *rest != ','))
		return perf_error_set(error, EINVAL,
				      "--call-graph is fp, dwarf[,BYTES] or lbr, not '%s'", text);
	config->chain = PERF_RECORD_CHAIN_DWARF;
	config->stack_size = DEFAULT_STACK;
	return *rest ? set_stack_size(config, rest + 1, error) : 0;
}
