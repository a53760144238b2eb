// SPDX-License-Identifier: GPL-2.0
/*
 * Functions as a report counts them.
 */
#include <report/functions.h>

static uint32_t function_add(struct perf_functions *functions, const struct perf_function *function)
{
	struct perf_function *slot;

	if (!functions->list.count && !perf_vec_push(&functions->list))
		return 0;
	slot = perf_vec_push(&functions->list);
	if (!slot)
		return 0;
	*slot = *function;
	return functions->list.count - 1;
}

/* Return the value of @key in @map; add @function for a new key. 0 without memory. */
static uint32_t function_get(struct perf_functions *functions, struct perf_map *map, uint64_t key,
			     const struct perf_function *function)
{
	bool added;
	uint64_t *value = perf_map_put(map, key, &added);

	if (!value)
		return 0;
	if (added || !*value)
		*value = function_add(functions, function);
	return *value;
}

/** perf_functions_find() - perf_functions_of_frame() for a frame that is not in @by_frame yet */
uint32_t perf_functions_find(struct perf_functions *functions, uint32_t frame)
{
	const struct perf_frame *at;
	struct perf_function function;
	uint32_t result;

	while (functions->by_frame.count <= frame)
		if (!perf_vec_push(&functions->by_frame))
			return 0;
	at = &functions->machine->frames.at[frame];
	function = (struct perf_function){
		.dso = at->dso, .symbol = at->symbol, .addr = at->addr, .ip = at->ip,
		.kernel = at->dso ? perf_frame_is_kernel(at) : at->ip >> 63,
	};
	if (at->symbol)
		result = function_get(functions, &functions->by_symbol, (uintptr_t)at->symbol,
				      &function);
	else if (functions->merge_unknown)
		result = function_get(functions, &functions->by_symbol,
				      at->dso ? (uintptr_t)at->dso : 1, &function);
	else
		result = function_add(functions, &function);
	functions->by_frame.at[frame] = result;
	return result;
}

/** perf_functions_expect() - prefetch what perf_functions_of_frame() reads for a frame */
void perf_functions_expect(const struct perf_functions *functions, uint32_t frame)
{
	if (!functions->merge_unknown)
		__builtin_prefetch(&functions->machine->frames.at[frame]);
	if (frame < functions->by_frame.count)
		__builtin_prefetch(&functions->by_frame.at[frame]);
}

/**
 * perf_functions_of_call() - return the function of a frame of a call stack
 * @functions: functions
 * @frame: frame
 * @ip: address of the frame in the process
 *
 * The same as perf_functions_of_frame(), except for code without a symbol: its function is
 * identified by @ip, not by the address in the object.
 *
 * Return: the function; 0 without memory.
 */
uint32_t perf_functions_of_call(struct perf_functions *functions, uint32_t frame, uint64_t ip)
{
	const struct perf_frame *at = &functions->machine->frames.at[frame];
	struct perf_function function;

	if (functions->merge_unknown || at->symbol || !at->dso || at->addr == ip)
		return perf_functions_of_frame(functions, frame);
	function = (struct perf_function){
		.dso = at->dso, .addr = ip, .ip = ip, .kernel = perf_frame_is_kernel(at),
	};
	return function_get(functions, &functions->by_ip, ip ^ (uint64_t)at->dso->index << 48,
			    &function);
}

/*
 * Spreads a pointer over all bits, so that of_inline() can mix two pointers into one key. Two
 * functions with equal keys, which is next to impossible, would become one.
 */
#define KEY_MULTIPLIER	0x9e3779b97f4a7c15ULL

/*
 * An inlined function is identified by object, name and enclosing symbol, as in Debian's perf.
 * Equal names are equal pointers.
 */
static uint32_t of_inline(struct perf_functions *functions, uint32_t frame, const char *name)
{
	const struct perf_frame *at = &functions->machine->frames.at[frame];
	struct perf_function function = {
		.dso = at->dso, .inlined = name, .addr = at->addr, .ip = at->ip,
	};

	return function_get(functions, &functions->by_inline,
			    ((uintptr_t)name * KEY_MULTIPLIER ^
			     (uintptr_t)at->symbol) * KEY_MULTIPLIER ^
			    at->dso->index, &function);
}

static bool push_list(struct perf_functions *functions, uint32_t value)
{
	uint32_t *slot = perf_vec_push(&functions->lists);

	if (slot)
		*slot = value;
	return slot;
}

static uint32_t make_list(struct perf_functions *functions, uint32_t frame)
{
	const struct perf_inline *inlines = NULL;
	uint32_t index, function;
	size_t nr = 0, i;

	if (!functions->lists.count && !push_list(functions, 0))
		return 0;
	if (functions->inlines)
		inlines = perf_inlines_get(functions->inlines, frame, &nr);
	index = functions->lists.count;
	if (!push_list(functions, nr ? nr : 1))
		return 0;
	if (!nr)
		return push_list(functions, perf_functions_of_frame(functions, frame)) ? index : 0;
	for (i = 0; i < nr; i++) {
		function = inlines[i].inlined ? of_inline(functions, frame, inlines[i].name) :
						perf_functions_of_frame(functions, frame);
		if (!push_list(functions, function))
			return 0;
	}
	return index;
}

/**
 * perf_functions_expand() - return the function of a frame and the functions inlined there
 * @functions: functions
 * @frame: frame of an unwound stack
 * @nr: result: number of functions
 *
 * Return: functions, innermost first; valid until the next call. NULL without memory.
 */
const uint32_t *perf_functions_expand(struct perf_functions *functions, uint32_t frame,
				      size_t *nr)
{
	uint32_t *index;

	while (functions->expanded.count <= frame)
		if (!perf_vec_push(&functions->expanded))
			return NULL;
	index = &functions->expanded.at[frame];
	if (!*index)
		*index = make_list(functions, frame);
	if (!*index)
		return NULL;
	*nr = functions->lists.at[*index];
	return &functions->lists.at[*index + 1];
}

/**
 * perf_function_name() - return the name of a function
 * @functions: functions
 * @function: number of the function
 *
 * Return: the name, NULL if it has none.
 */
const char *perf_function_name(const struct perf_functions *functions, uint32_t function)
{
	const struct perf_function *at = &functions->list.at[function];

	if (at->inlined)
		return at->inlined;
	return at->symbol ? perf_dso_symbol_name(&functions->machine->dsos, at->dso, at->symbol) :
			    NULL;
}

/** perf_functions_free() - free the tables */
void perf_functions_free(struct perf_functions *functions)
{
	perf_vec_free(&functions->list);
	perf_vec_free(&functions->by_frame);
	perf_vec_free(&functions->expanded);
	perf_vec_free(&functions->lists);
	perf_map_free(&functions->by_symbol);
	perf_map_free(&functions->by_inline);
	perf_map_free(&functions->by_ip);
}
