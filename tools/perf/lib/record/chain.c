// SPDX-License-Identifier: GPL-2.0
/*
 * Call chains: perf_record_chain_parse() parses --call-graph, perf_record_chain_set() sets
 * attributes.
 */
#include <errno.h>
#include <string.h>
#include <base/num.h>
#include <base/str.h>
#include <record/arch.h>
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

/* --call-graph lbr: of a call the addresses suffice. */
#define USER_CALLS	(PERF_SAMPLE_BRANCH_CALL_STACK | PERF_SAMPLE_BRANCH_USER)
#define ADDRESSES_ONLY	(PERF_SAMPLE_BRANCH_NO_FLAGS | PERF_SAMPLE_BRANCH_NO_CYCLES)

/**
 * perf_record_chain_parse() - parse the argument of --call-graph
 * @config: result: @chain and @stack_size
 * @text: "fp" (or NULL), "dwarf", "dwarf,BYTES", "lbr" or "no"
 * @error: filled on failure
 *
 * Return: 0 or -EINVAL.
 */
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

/* The kind of chain for an event: its own term overrides @config->chain. */
static int chain_of(const struct perf_event_spec *spec, const struct perf_record_config *config,
		    enum perf_record_chain *chain, struct perf_error *error)
{
	*chain = config->chain;
	if (!(spec->terms.given & PERF_TERM_CALL_GRAPH))
		return 0;
	if (!strcmp(spec->terms.call_graph, "no"))
		*chain = PERF_RECORD_CHAIN_NONE;
	else if (!strcmp(spec->terms.call_graph, "fp"))
		*chain = PERF_RECORD_CHAIN_FP;
	else if (!strcmp(spec->terms.call_graph, "dwarf"))
		*chain = PERF_RECORD_CHAIN_DWARF;
	else if (!strcmp(spec->terms.call_graph, "lbr"))
		*chain = PERF_RECORD_CHAIN_LBR;
	else
		return perf_error_set(error, EINVAL, "event %s: call-graph is fp, dwarf, lbr or no",
				      spec->name);
	return 0;
}

/**
 * perf_record_chain_set() - set the attributes of an event that call chains need
 * @spec: the event; its own terms for call chains override @config
 * @config: kind, size of stack, length and parts of chains
 * @error: filled on failure
 *
 * Return: 0 or a negative errno: -EOPNOTSUPP if this architecture does not support the kind.
 */
int perf_record_chain_set(struct perf_event_spec *spec, const struct perf_record_config *config,
			  struct perf_error *error)
{
	struct perf_event_attr *attr = &spec->attr;
	enum perf_record_chain chain;
	int ret;

	ret = chain_of(spec, config, &chain, error);
	if (ret || chain == PERF_RECORD_CHAIN_NONE)
		return ret;
	attr->sample_type |= PERF_SAMPLE_CALLCHAIN;
	attr->sample_max_stack = (uint16_t)(spec->terms.given & PERF_TERM_MAX_STACK ?
					    spec->terms.max_stack : config->max_stack);
	attr->exclude_callchain_user = config->no_user_chain;
	attr->exclude_callchain_kernel = config->no_kernel_chain;
	if (chain == PERF_RECORD_CHAIN_DWARF) {
		if (!PERF_RECORD_USER_REGS)
			return perf_error_set(error, EOPNOTSUPP,
					      "--call-graph dwarf: not on this architecture");
		attr->sample_type |= PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER;
		attr->sample_regs_user |= PERF_RECORD_USER_REGS;
		attr->sample_stack_user = (uint32_t)(spec->terms.given & PERF_TERM_STACK_SIZE ?
						     spec->terms.stack_size : config->stack_size);
		attr->exclude_callchain_user = 1;
	}
	if (chain == PERF_RECORD_CHAIN_LBR) {
		attr->sample_type |= PERF_SAMPLE_BRANCH_STACK;
		attr->branch_sample_type = USER_CALLS | ADDRESSES_ONLY |
					   PERF_SAMPLE_BRANCH_HW_INDEX;
	}
	return 0;
}
