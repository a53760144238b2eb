// SPDX-License-Identifier: GPL-2.0
/*
 * Call chains of a trace. Lines that are not shown cost nothing: perf_trace_chain() resolves a
 * chain when its line is written.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <string.h>
#include <lines/frame_text.h>
#include <model/machine.h>
#include <trace/chains.h>
#include <unwind/inlines.h>
#include <unwind/stack.h>
#include <unwind/unwinder.h>

/* Blanks in front of " name (object)", which put frames below the names of calls. */
#define INDENT	38

struct perf_trace_chains {
	struct perf_machine *machine;
	struct perf_unwinder *unwinder;
	struct perf_inlines *inlines;
	struct perf_stack stack;
	struct perf_frame_text frames;
	struct perf_str text;
	size_t max;
};

/**
 * perf_trace_chains_create() - create an empty machine for call chains
 * @env: environment in the header of a recording; all zero for this machine
 * @live: the traced processes run on this machine, now
 * @max: most frames of a chain, 0 for the default
 *
 * Return: the chains, to be freed with perf_trace_chains_free(); NULL if memory ran out.
 */
struct perf_trace_chains *perf_trace_chains_create(const struct perf_data_env *env, bool live,
						   size_t max)
{
	struct perf_trace_chains *chains = calloc(1, sizeof(*chains));

	if (!chains)
		return NULL;
	chains->machine = perf_machine_create();
	if (!chains->machine) {
		free(chains);
		return NULL;
	}
	perf_machine_env(chains->machine, env);
	chains->machine->dsos.options.live = live;
	chains->unwinder = perf_unwinder_create(chains->machine);
	chains->inlines = perf_inlines_create(chains->machine);
	chains->max = max ? max : PERF_STACK_MAX;
	chains->frames = (struct perf_frame_text){
		.machine = chains->machine, .inlines = chains->inlines,
		.indent = INDENT, .symbol = true, .dso = true, .nameless = true,
	};
	return chains;
}

/** perf_trace_chains_free() - free @chains, which may be NULL */
void perf_trace_chains_free(struct perf_trace_chains *chains)
{
	if (!chains)
		return;
	perf_str_free(&chains->text);
	perf_frame_text_free(&chains->frames);
	perf_vec_free(&chains->stack.items);
	perf_inlines_free(chains->inlines);
	perf_unwinder_free(chains->unwinder);
	perf_machine_free(chains->machine);
	free(chains);
}

/** perf_trace_chains_unwinds() - test whether this build can unwind copies of stacks */
bool perf_trace_chains_unwinds(const struct perf_trace_chains *chains)
{
	return chains->unwinder;
}

/**
 * perf_trace_chains_record() - apply a side-band record: processes, names, mappings
 * @chains: chains
 * @record: the record; records must come in the order of time
 *
 * Return: 0 or -ENOMEM.
 */
int perf_trace_chains_record(struct perf_trace_chains *chains,
			     const struct perf_data_record *record)
{
	return perf_machine_apply(chains->machine, record);
}

/* Drops the part before PERF_CONTEXT_USER; a chain without a user part becomes empty. */
static void drop_kernel(struct perf_sample *sample)
{
	while (sample->nr_callchain && *sample->callchain != PERF_CONTEXT_USER) {
		sample->callchain++;
		sample->nr_callchain--;
	}
}

static long count_lines(const struct perf_str *text)
{
	const char *at = perf_str_text(text);
	long lines = 0;

	while ((at = strchr(at, '\n'))) {
		lines++;
		at++;
	}
	return lines;
}

/**
 * perf_trace_chain() - format the call chain of a sample
 * @chains: chains, with all records before the sample applied
 * @sample: decoded sample
 * @kernel: include the kernel's part
 * @text: set to the text: a line for each frame, and for each function inlined into it,
 *	innermost first. Valid until the next call
 *
 * Return: number of lines, 0 if the sample has no chain; -ENOMEM.
 */
long perf_trace_chain(struct perf_trace_chains *chains, const struct perf_sample *sample,
		      bool kernel, const struct perf_str **text)
{
	struct perf_sample wanted = *sample;
	const struct perf_thread *thread;

	perf_str_cut(&chains->text, 0);
	*text = &chains->text;
	if (!(sample->fields & PERF_SAMPLE_CALLCHAIN))
		return 0;
	if (!kernel)
		drop_kernel(&wanted);
	thread = perf_machine_thread(chains->machine, (int32_t)sample->pid, (int32_t)sample->tid);
	if (!thread || perf_stack_resolve(&chains->stack, chains->machine, chains->unwinder,
					  thread, &wanted, chains->max))
		return -ENOMEM;
	perf_frame_text_stack(&chains->frames, &chains->text, &chains->stack);
	return chains->text.failed ? -ENOMEM : count_lines(&chains->text);
}

/**
 * perf_trace_put_code() - add the code location of a sample: "function+0x12", or an address
 * @chains: chains, with all records before the sample applied
 * @sample: decoded sample
 * @text: the location is added
 *
 * Return: 0 or -ENOMEM.
 */
int perf_trace_put_code(struct perf_trace_chains *chains, const struct perf_sample *sample,
			struct perf_str *text)
{
	struct perf_machine *machine = chains->machine;
	const struct perf_thread *thread;
	const struct perf_frame *frame;
	uint32_t index;

	thread = perf_machine_thread(machine, (int32_t)sample->pid, (int32_t)sample->tid);
	if (!thread)
		return -ENOMEM;
	index = perf_machine_frame(machine, thread->process, sample->cpumode, sample->ip);
	frame = &machine->frames.at[index];
	if (frame->symbol) {
		perf_str_name(text, perf_dso_symbol_name(&machine->dsos, frame->dso,
							 frame->symbol));
		perf_str_format(text, "+0x%" PRIx64, frame->addr - frame->symbol->start);
	} else {
		perf_str_format(text, "0x%" PRIx64, frame->dso ? frame->addr : sample->ip);
	}
	return 0;
}

/* @addr as offset in the file; unchanged for memory without a file. */
static uint64_t address_in(const struct perf_mapping *mapping, uint64_t addr)
{
	return mapping->dso->kind == PERF_DSO_FILE ? addr - mapping->start + mapping->offset : addr;
}

/**
 * perf_trace_put_data() - add the location of a sample's data address: "file@0x12 (d.)"
 * @chains: chains, with all records before the sample applied
 * @sample: decoded sample
 * @text: the location is added
 *
 * The letters in brackets: d data, x code, ? unknown; then . for a program, k in the kernel.
 *
 * Return: 0 or -ENOMEM.
 */
int perf_trace_put_data(struct perf_trace_chains *chains, const struct perf_sample *sample,
			struct perf_str *text)
{
	const bool in_kernel = sample->cpumode == PERF_RECORD_MISC_KERNEL;
	const struct perf_mapping *mapping = NULL;
	const struct perf_thread *thread;

	thread = perf_machine_thread(chains->machine, (int32_t)sample->pid, (int32_t)sample->tid);
	if (!thread)
		return -ENOMEM;
	if (!in_kernel)
		mapping = perf_machine_mapping(chains->machine, thread->process, sample->cpumode,
					       sample->addr);
	if (mapping) {
		/* The name of a PERF_DSO_JIT object, anonymous memory, is that of its perf map. */
		perf_str_name(text, mapping->dso->kind == PERF_DSO_JIT ? "//anon" :
								mapping->dso->name);
		perf_str_format(text, "@0x%" PRIx64 " (%c.)", address_in(mapping, sample->addr),
				mapping->prot & PROT_EXEC ? 'x' : 'd');
	} else {
		perf_str_format(text, "0x%" PRIx64 " (?%c)", sample->addr, in_kernel ? 'k' : '.');
	}
	return 0;
}
