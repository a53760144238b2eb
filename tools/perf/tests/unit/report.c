// SPDX-License-Identifier: GPL-2.0
/* Tests of lib/report and lib/unwind that need no recording. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <lines/script_text.h>
#include <report/calls.h>
#include <report/filter.h>
#include <report/histogram.h>
#include <report/tree_sort.h>
#include <table/graph_text.h>
#include <unwind/expression.h>
#include <unwind/stack.h>

#include "tap.h"

static int by_value(uint32_t new, uint32_t old, void *context)
{
	const int *values = context;

	return (values[new] > values[old]) - (values[new] < values[old]);
}

/* Pseudo-random values in many lengths; perf_tree_sort() keeps the order of equal ones. */
static void tree_sorts(void)
{
	uint32_t order[500], seed = 1, i, nr;
	int values[500];

	for (nr = 0; nr < 500; nr += 7) {
		for (i = 0; i < nr; i++) {
			seed = seed * 1103515245 + 12345;
			values[i] = seed >> 16 & 63;
		}
		is_equal(perf_tree_sort(order, nr, by_value, values), 0);
		for (i = 1; i < nr; i++) {
			is_true(values[order[i - 1]] <= values[order[i]]);
			if (values[order[i - 1]] == values[order[i]])
				is_true(order[i - 1] < order[i]);
		}
	}
}

static void calls_share_what_is_equal(void)
{
	struct perf_calls calls = { 0 };
	uint32_t root = perf_calls_root(&calls), other = perf_calls_root(&calls);
	uint32_t a = perf_calls_get(&calls, root, 1), i, first, node;

	is_true(root && other && root != other);
	is_equal(perf_calls_get(&calls, root, 1), a);
	is_true(perf_calls_get(&calls, other, 1) != a);
	is_true(perf_calls_get(&calls, a, 1) != a);
	is_equal(calls.list.at[perf_calls_get(&calls, a, 2)].root, root);
	first = calls.list.count;
	for (i = 0; i < 20000; i++)
		perf_calls_get(&calls, a, i + 10);
	for (i = 0; i < 20000; i++) {
		node = perf_calls_get(&calls, a, i + 10);
		is_equal(node, first + i);
	}
	perf_calls_free(&calls);
}

static void filters_are_understood(void)
{
	struct perf_filter_texts texts = { .cpus = "0-2,5", .time = "1.5,2", .comms = "a,bc" };
	struct perf_data_env env = { .first_time = 1000, .last_time = 2000 };
	struct perf_sample sample = { .cpu = 1, .time = 1700000000 };
	struct perf_filter filter;
	struct perf_error error;

	is_equal(perf_filter_parse(&filter, &texts, &env, &error), 0);
	is_true(perf_filter_place(&filter, &sample));
	sample.cpu = 3;
	is_true(!perf_filter_place(&filter, &sample));
	sample.cpu = 5;
	sample.time = 2000000001;
	is_true(!perf_filter_place(&filter, &sample));
	is_true(perf_filter_name(filter.comms, "bc"));
	is_true(!perf_filter_name(filter.comms, "b"));
	is_true(!perf_filter_name(filter.comms, "a,bc"));
	perf_filter_free(&filter);
	texts = (struct perf_filter_texts){ .time = "10%-50%" };
	is_equal(perf_filter_parse(&filter, &texts, &env, &error), 0);
	is_equal(filter.times.at[0].first, 1100);
	is_equal(filter.times.at[0].last, 1500);
	perf_filter_free(&filter);
	texts = (struct perf_filter_texts){ .time = "10%/2,30%-40%" };
	is_equal(perf_filter_parse(&filter, &texts, &env, &error), 0);
	is_equal(filter.times.count, 2);
	is_equal(filter.times.at[0].first, 1100);
	is_equal(filter.times.at[0].last, 1199);
	is_equal(filter.times.at[1].last, 1400);
	perf_filter_free(&filter);
	texts = (struct perf_filter_texts){ .time = ",0 1,2 3," };
	is_equal(perf_filter_parse(&filter, &texts, &env, &error), 0);
	is_equal(filter.times.count, 3);
	sample.time = 0;
	is_true(!perf_filter_time(&filter, &sample));
	sample.time = 1999999999;
	is_true(perf_filter_time(&filter, &sample));
	sample.time = 2000000000;
	is_true(!perf_filter_time(&filter, &sample));
	sample.time = UINT64_MAX;
	is_true(perf_filter_time(&filter, &sample));
	perf_filter_free(&filter);
}

static void symbols_are_filtered(void)
{
	struct perf_filter_texts texts = { .symbols = "get_page,put_page" };
	const struct perf_data_env env = { 0 };
	struct perf_filter filter;
	struct perf_error error;

	is_equal(perf_filter_parse(&filter, &texts, &env, &error), 0);
	is_true(perf_filter_symbols(&filter));
	is_true(perf_filter_symbol(&filter, "put_page"));
	is_true(!perf_filter_symbol(&filter, "put"));
	is_true(!perf_filter_symbol(&filter, NULL));
	perf_filter_free(&filter);
	texts.symbol_part = "get";
	is_equal(perf_filter_parse(&filter, &texts, &env, &error), 0);
	is_true(perf_filter_symbol(&filter, "get_page"));
	is_true(!perf_filter_symbol(&filter, "put_page"));
	is_true(!perf_filter_symbol(&filter, "target"));
	perf_filter_free(&filter);
	texts.symbols = NULL;
	is_equal(perf_filter_parse(&filter, &texts, &env, &error), 0);
	is_true(perf_filter_symbols(&filter));
	is_true(perf_filter_symbol(&filter, "target"));
	is_true(!perf_filter_symbol(&filter, NULL));
	perf_filter_free(&filter);
	texts.symbol_part = NULL;
	is_equal(perf_filter_parse(&filter, &texts, &env, &error), 0);
	is_true(!perf_filter_symbols(&filter));
	is_true(perf_filter_symbol(&filter, NULL));
	perf_filter_free(&filter);
}

static void is_refused(const struct perf_filter_texts *texts)
{
	struct perf_data_env env = { 0 };
	struct perf_filter filter;
	struct perf_error error = { 0 };

	is_equal(perf_filter_parse(&filter, texts, &env, &error), -EINVAL);
	is_true(error.text[0]);
	perf_filter_free(&filter);
}

static void bad_filters_are_refused(void)
{
	static const char *const bad_times[] = { "x", "1,2x", "5", "10%-20%", "30%-20%", "%",
						 "1,2 ", "1,2 3", "1,2,3" };
	size_t i;

	is_refused(&(struct perf_filter_texts){ .cpus = "x" });
	is_refused(&(struct perf_filter_texts){ .cpus = "3-1" });
	is_refused(&(struct perf_filter_texts){ .pids = "12;13" });
	for (i = 0; i < PERF_ARRAY_SIZE(bad_times); i++)
		is_refused(&(struct perf_filter_texts){ .time = bad_times[i] });
}

static void sort_keys_are_understood(void)
{
	struct perf_sort sort = { .nr = 0 };
	struct perf_error error;

	is_equal(perf_sort_parse(&sort, "sym,comm,sym", &error), 0);
	is_equal(sort.nr, 2);
	is_equal(sort.keys[0], PERF_SORT_SYMBOL);
	is_equal(sort.keys[1], PERF_SORT_COMM);
	is_equal(perf_sort_parse(&sort, "nonsense", &error), -EINVAL);
	has_text(error.hint, "comm");
}

static void columns_are_arranged(void)
{
	struct perf_layout_wanted wanted = {
		.fields = "sample,sym", .sort = "dso", .usual = "comm",
	};
	struct perf_layout layout;
	struct perf_sort sort;
	struct perf_error error;

	is_equal(perf_layout_make(&layout, &wanted, &error), 0);
	is_true(layout.chosen);
	is_equal(layout.columns.nr, 3);
	is_equal(layout.columns.list[0], PERF_FIELD_SAMPLES);
	is_equal(layout.columns.list[2], PERF_FIELD_KEY + PERF_SORT_DSO);
	is_equal(layout.order.list[0], PERF_FIELD_KEY + PERF_SORT_DSO);
	is_equal(layout.order.list[1], PERF_FIELD_SAMPLES);
	perf_fields_keys(&layout.order, &sort);
	is_equal(sort.nr, 2);
	is_equal(sort.keys[0], PERF_SORT_DSO);
	wanted = (struct perf_layout_wanted){
		.fields = "+overhead_us", .usual = "comm", .children = true, .samples = true,
	};
	is_equal(perf_layout_make(&layout, &wanted, &error), 0);
	is_true(!layout.chosen && perf_fields_has_modes(&layout.columns));
	is_equal(layout.columns.list[0], PERF_FIELD_CHILDREN);
	is_equal(layout.columns.list[3], PERF_FIELD_US);
	is_equal(layout.order.list[2], PERF_FIELD_KEY + PERF_SORT_COMM);
	wanted.fields = "nonsense";
	is_equal(perf_layout_make(&layout, &wanted, &error), -EINVAL);
	has_text(error.hint, "overhead_us");
	wanted.fields = "+ ,";
	is_equal(perf_layout_make(&layout, &wanted, &error), -EINVAL);
}

static void graph_options_are_understood(void)
{
	struct perf_graph_options options = { .style = PERF_GRAPH_TREE, .min_percent = 0.5 };
	struct perf_error error;

	is_equal(perf_graph_options_parse(&options, "fractal,2.5,7,caller,function,count", &error),
		 0);
	is_equal(options.style, PERF_GRAPH_FRACTAL);
	is_equal(options.min_percent * 10, 25);
	is_equal(options.limit, 7);
	is_true(options.callees_down && options.order_set);
	is_equal(options.value, PERF_GRAPH_COUNT);
	is_equal(perf_graph_options_parse(&options, "graphs", &error), -EINVAL);
}

static void script_fields_are_understood(void)
{
	struct perf_script_fields fields;
	struct perf_error error;
	uint32_t basics;

	perf_script_fields_default(&fields);
	basics = fields.mask[PERF_SCRIPT_SOFTWARE];
	is_equal(perf_script_fields_parse(&fields, "+pid,-period", &error), 0);
	is_equal(fields.mask[PERF_SCRIPT_SOFTWARE],
		 (basics | PERF_SCRIPT_PID) & ~PERF_SCRIPT_PERIOD);
	is_equal(perf_script_fields_parse(&fields, "sw:comm,ip", &error), 0);
	is_equal(fields.mask[PERF_SCRIPT_SOFTWARE], PERF_SCRIPT_COMM | PERF_SCRIPT_IP);
	is_equal(fields.mask[PERF_SCRIPT_HARDWARE] & PERF_SCRIPT_PID, PERF_SCRIPT_PID);
	is_equal(perf_script_fields_parse(&fields, "comm,bogus", &error), -EINVAL);
	is_equal(perf_script_fields_parse(&fields, "xx:comm", &error), -EINVAL);
}

#ifdef HAVE_DW
#include <dwarf.h>

static bool one_register(void *context, unsigned int number, uint64_t *value)
{
	(void)context;
	*value = 0x1000;
	return number == 7;
}

static bool any_word(void *context, uint64_t addr, uint64_t *value)
{
	(void)context;
	*value = addr + 1;
	return true;
}

static void is_expression(const Dwarf_Op *ops, size_t nr, uint64_t want, bool want_value)
{
	struct perf_expression_input input = {
		.reg = one_register, .word = any_word, .cfa = 0x2000,
	};
	uint64_t result;
	bool is_value;

	is_true(perf_expression_run(ops, nr, &input, &result, &is_value));
	is_equal(result, want);
	is_equal(is_value, want_value);
}

static void expressions_are_worked_out(void)
{
	struct perf_expression_input input = { .reg = one_register, .word = any_word };
	const Dwarf_Op saved[] = { { DW_OP_call_frame_cfa }, { DW_OP_plus_uconst, -16 } };
	/* The CFA rule of procedure linkage tables: sp + 8 + ((ip & 15) >= 11) * 8 */
	const Dwarf_Op plt[] = {
		{ DW_OP_breg7, 8 }, { DW_OP_const1u, 0x1b }, { DW_OP_lit15 }, { DW_OP_and },
		{ DW_OP_lit11 }, { DW_OP_ge }, { DW_OP_lit3 }, { DW_OP_shl }, { DW_OP_plus },
	};
	const Dwarf_Op value[] = { { DW_OP_breg7, 0 }, { DW_OP_deref }, { DW_OP_stack_value } };
	const Dwarf_Op empty[] = { { DW_OP_plus } }, unknown[] = { { DW_OP_breg3, 0 } };
	uint64_t result;
	bool is_value;

	is_expression(saved, 2, 0x1ff0, false);
	is_expression(plt, PERF_ARRAY_SIZE(plt), 0x1010, false);
	is_expression(value, 3, 0x1001, true);
	is_true(!perf_expression_run(empty, 1, &input, &result, &is_value));
	is_true(!perf_expression_run(unknown, 1, &input, &result, &is_value));
}
#else
static void expressions_are_worked_out(void)
{
	test_skip("built without libdw");
}
#endif

static size_t frames_of(const char *arch, const struct perf_sample *sample)
{
	struct perf_data_env env = { .arch = arch };
	struct perf_machine *machine = perf_machine_create();
	struct perf_stack stack = { 0 };
	size_t nr;

	perf_machine_env(machine, &env);
	is_equal(perf_stack_resolve(&stack, machine, NULL, perf_machine_thread(machine, 5, 5),
				    sample, PERF_STACK_MAX), 0);
	nr = stack.items.count;
	is_equal(stack.items.at[nr - 1].ip, 0x2000);
	perf_vec_free(&stack.items);
	perf_machine_free(machine);
	return nr;
}

/* Only on powerpc may perf_sample.callchain have a 0 that is no frame. */
static void empty_links_are_no_frames(void)
{
	const uint64_t chain[] = { PERF_CONTEXT_USER, 0x1000, 0, 0x2000 };
	const struct perf_sample sample = {
		.callchain = chain, .nr_callchain = PERF_ARRAY_SIZE(chain),
	};

	is_equal(frames_of("ppc64le", &sample), 2);
	is_equal(frames_of("ppc", &sample), 2);
	is_equal(frames_of("x86_64", &sample), 3);
}

/* --call-graph lbr: the kernel's part of the chain, then calls in place of the user's part. */
static void calls_replace_the_user_chain(void)
{
	const uint64_t chain[] = { PERF_CONTEXT_KERNEL, 0xffffffff81000010, PERF_CONTEXT_USER,
				   0x1000, 0x3000 };
	const struct perf_branch_entry calls[] = {
		{ .from = 0x1100, .to = 0x1200 },
		{ .from = 0x2000, .to = 0x1080 },
	};
	struct perf_sample sample = {
		.callchain = chain, .nr_callchain = PERF_ARRAY_SIZE(chain),
		.branches = calls, .nr_branches = PERF_ARRAY_SIZE(calls), .calls = true,
	};

	/* The kernel's, the function called last, and two callers. */
	is_equal(frames_of("x86_64", &sample), 4);
	sample.nr_callchain = 0;
	is_equal(frames_of("x86_64", &sample), 3);
}

int main(void)
{
	test(tree_sorts);
	test(calls_share_what_is_equal);
	test(filters_are_understood);
	test(symbols_are_filtered);
	test(bad_filters_are_refused);
	test(sort_keys_are_understood);
	test(columns_are_arranged);
	test(graph_options_are_understood);
	test(script_fields_are_understood);
	test(expressions_are_worked_out);
	test(empty_links_are_no_frames);
	test(calls_replace_the_user_chain);
	return test_end();
}
