// SPDX-License-Identifier: GPL-2.0
/*
 * The locations of jitted functions in the memory of each process.
 *
 * A JIT may change the permissions of its memory for each function that it generates, and each
 * time the kernel records a mapping of the whole range. perf_jit_memory_anonymous() therefore
 * returns only the parts of the range that were not anonymous before, each followed by the
 * functions in it. Until another file is mapped there, no part and no function is written a second
 * time, so the copy grows with the functions and the mappings, not with their product.
 */
#include <errno.h>
#include <string.h>
#include <base/str.h>
#include <inject/jit_memory.h>

/* Fields at the same offsets in MMAP and MMAP2. */
struct range {
	int32_t pid;
	uint64_t start;
	uint64_t end;
};

static struct range range_of(const struct perf_event_header *header)
{
	const struct perf_record_mmap *mmap = (const void *)header;

	return (struct range){ (int32_t)mmap->pid, mmap->start, mmap->start + mmap->len };
}

static bool is_mapping(const struct perf_event_header *header)
{
	return header->type == PERF_RECORD_MMAP || header->type == PERF_RECORD_MMAP2;
}

static struct perf_jit_process *jit_find(const struct perf_jit_memory *memory, int32_t pid)
{
	uint64_t index;

	if (!perf_map_get(&memory->by_pid, (uint32_t)pid, &index) || !index)
		return NULL;
	return &memory->list.at[index - 1];
}

static void jit_drop(struct perf_jit_process *process)
{
	perf_space_drop(process->anonymous);
	perf_space_drop(process->functions);
	*process = (struct perf_jit_process){ 0 };
}

/* Replace the spaces of @pid. jit_put() takes over the references in @spaces, also on failure. */
static int jit_put(struct perf_jit_memory *memory, int32_t pid, struct perf_jit_process spaces)
{
	uint64_t *index = perf_map_put(&memory->by_pid, (uint32_t)pid, NULL);
	struct perf_jit_process *process = NULL;

	if (spaces.anonymous && spaces.functions && index)
		process = *index ? &memory->list.at[*index - 1] : perf_vec_push(&memory->list);
	if (!process) {
		jit_drop(&spaces);
		return -ENOMEM;
	}
	jit_drop(process);
	*process = spaces;
	*index = (uint64_t)(process - memory->list.at) + 1;
	return 0;
}

/**
 * perf_jit_memory_function() - add a function of a jitdump
 * @memory: memory of all processes
 * @pid: process
 * @piece: its range and number
 *
 * Return: 0 or -ENOMEM.
 */
int perf_jit_memory_function(struct perf_jit_memory *memory, int32_t pid,
			     const struct perf_jit_piece *piece)
{
	const struct perf_mapping mapping = {
		.start = piece->start, .end = piece->end, .offset = piece->offset,
		.ino = piece->function,
	};
	struct perf_jit_process *process = jit_find(memory, pid);

	if (!process || !process->functions) {
		int err = jit_put(memory, pid, (struct perf_jit_process){
				      perf_space_create(&memory->epoch),
				      perf_space_create(&memory->epoch) });

		if (err)
			return err;
		process = jit_find(memory, pid);
	}
	return perf_space_map(&process->functions, &memory->epoch, &mapping);
}

/* The child shares the memory of its parent. */
static int apply_fork(struct perf_jit_memory *memory, const struct perf_record_fork *fork)
{
	struct perf_jit_process *parent = jit_find(memory, (int32_t)fork->ppid);
	struct perf_jit_process *child = jit_find(memory, (int32_t)fork->pid);

	if (fork->pid == fork->ppid)
		return 0;
	if (parent && parent->functions)
		return jit_put(memory, (int32_t)fork->pid, (struct perf_jit_process){
				   perf_space_share(parent->anonymous),
				   perf_space_share(parent->functions) });
	if (child)
		jit_drop(child);
	return 0;
}

static int apply_mapping(struct perf_jit_memory *memory, const struct perf_event_header *header)
{
	struct range range = range_of(header);
	struct perf_jit_process *process = jit_find(memory, range.pid);
	int err;

	if (!process || !process->functions)
		return 0;
	err = perf_space_unmap(&process->anonymous, &memory->epoch, range.start, range.end);
	if (!err)
		err = perf_space_unmap(&process->functions, &memory->epoch, range.start,
				       range.end);
	return err;
}

/**
 * perf_jit_memory_apply() - update the memory of a process for a record
 * @memory: memory of all processes
 * @header: any record but a mapping of anonymous memory
 *
 * Return: 0 or -ENOMEM.
 */
int perf_jit_memory_apply(struct perf_jit_memory *memory, const struct perf_event_header *header)
{
	struct perf_jit_process *process;

	if (is_mapping(header))
		return apply_mapping(memory, header);
	if (header->type == PERF_RECORD_FORK)
		return apply_fork(memory, (const void *)header);
	if (header->type == PERF_RECORD_COMM && header->misc & PERF_RECORD_MISC_COMM_EXEC) {
		process = jit_find(memory, (int32_t)((const struct perf_record_comm *)header)->pid);
		if (process)
			jit_drop(process);
	}
	return 0;
}

/**
 * perf_jit_memory_is_anonymous() - is a record one for perf_jit_memory_anonymous()?
 * @memory: memory of all processes
 * @header: any record
 * @name: name of the mapped file, if @header is a mapping
 *
 * Return: true if @header maps anonymous memory or a memfd into a process that has functions.
 */
bool perf_jit_memory_is_anonymous(const struct perf_jit_memory *memory,
				  const struct perf_event_header *header, const char *name)
{
	const struct perf_record_mmap2 *mmap2 = (const void *)header;
	const struct perf_jit_process *process;
	uint32_t flags;

	if (!is_mapping(header))
		return false;
	process = jit_find(memory, range_of(header).pid);
	if (!process || !process->functions)
		return false;
	flags = header->type == PERF_RECORD_MMAP2 ? mmap2->flags : 0;
	return perf_mapping_is_anonymous(name, flags) || perf_starts_with(name, "/memfd:");
}

/* Do functions of @process overlap the range? */
static bool has_functions(const struct perf_jit_process *process, uint64_t start, uint64_t end)
{
	const struct perf_mapping *next;

	if (perf_space_find(process->functions, start))
		return true;
	next = perf_space_from(process->functions, start);
	return next && next->start < end;
}

/**
 * perf_jit_memory_keeps() - do functions stay, although a record says that memory is unmapped?
 * @memory: memory of all processes
 * @header: any record
 * @name: name of the mapped file, if @header is a mapping
 *
 * For a listener to code, memory that mprotect() makes writable instead of executable is unmapped.
 * A JIT does so each time before it writes: its functions would be repeated each time afterwards.
 *
 * Return: true if @header unmaps memory with functions: the copy leaves it out.
 */
bool perf_jit_memory_keeps(const struct perf_jit_memory *memory,
			   const struct perf_event_header *header, const char *name)
{
	const struct perf_record_mmap2 *mmap2 = (const void *)header;
	const struct perf_jit_process *process;
	struct range range;

	if (header->type != PERF_RECORD_MUNMAP &&
	    (header->type != PERF_RECORD_MMAP2 || mmap2->prot || strcmp(name, PERF_UNMAPPED_NAME)))
		return false;
	/* MUNMAP has the range at the same offsets. */
	range = range_of(header);
	process = jit_find(memory, range.pid);
	return process && process->functions &&
	       has_functions(process, range.start, range.end);
}

static int add_piece(struct perf_jit_pieces *pieces, const struct perf_jit_piece *piece)
{
	struct perf_jit_piece *added = perf_vec_push(&pieces->list);

	if (!added)
		return -ENOMEM;
	*added = *piece;
	return 0;
}

/* Add the functions that a mapping of @start to @end hides; they are repeated after it. */
static int add_functions(const struct perf_jit_process *process, uint64_t start, uint64_t end,
			 struct perf_jit_pieces *pieces)
{
	const struct perf_mapping *mapping = perf_space_find(process->functions, start);
	int err = 0;

	if (!mapping)
		mapping = perf_space_from(process->functions, start);
	while (!err && mapping && mapping->start < end) {
		const struct perf_jit_piece piece = {
			.start = mapping->start, .end = mapping->end, .offset = mapping->offset,
			.function = mapping->ino,
		};

		err = add_piece(pieces, &piece);
		mapping = perf_space_from(process->functions, mapping->start + 1);
	}
	return err;
}

static int add_part(struct perf_jit_memory *memory, struct perf_jit_process *process,
		    uint64_t start, uint64_t end, struct perf_jit_pieces *pieces)
{
	const struct perf_jit_piece piece = { .start = start, .end = end };
	const struct perf_mapping mapping = { .start = start, .end = end };
	int err = add_piece(pieces, &piece);

	if (!err)
		err = add_functions(process, start, end, pieces);
	return err ? err : perf_space_map(&process->anonymous, &memory->epoch, &mapping);
}

/**
 * perf_jit_memory_anonymous() - records to write for a mapping of anonymous memory
 * @memory: memory of all processes
 * @header: record for which perf_jit_memory_is_anonymous() returns true
 * @pieces: empty; filled. None if the copy already shows that memory as anonymous
 *
 * Return: 0 or -ENOMEM.
 */
int perf_jit_memory_anonymous(struct perf_jit_memory *memory,
			      const struct perf_event_header *header,
			      struct perf_jit_pieces *pieces)
{
	const struct range range = range_of(header);
	struct perf_jit_process *process = jit_find(memory, range.pid);
	uint64_t at = range.start, next;
	int err = 0;

	while (!err && at < range.end) {
		const struct perf_mapping *known = perf_space_find(process->anonymous, at);

		if (known) {
			at = known->end;
			continue;
		}
		known = perf_space_from(process->anonymous, at);
		next = known && known->start < range.end ? known->start : range.end;
		err = add_part(memory, process, at, next, pieces);
		at = next;
	}
	return err;
}

/** perf_jit_memory_free() - free the contents of @memory */
void perf_jit_memory_free(struct perf_jit_memory *memory)
{
	struct perf_jit_process *process;

	perf_vec_each(&memory->list, process)
		jit_drop(process);
	perf_vec_free(&memory->list);
	perf_map_free(&memory->by_pid);
}
