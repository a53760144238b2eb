// SPDX-License-Identifier: GPL-2.0
/* struct perf_machine: processes, threads, and the frames of addresses. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <model/machine.h>

#define FRAMES_MIN	4096

/* Location of an address: in an object, or nowhere (dso is NULL). */
struct location {
	struct perf_dso *dso;
	uint64_t addr;
};

static uint32_t dso_key(const struct perf_dso *dso)
{
	return dso ? dso->index + 1 : 0;
}

static uint32_t hash_frame(const struct perf_machine *machine, uint32_t dso, uint64_t addr)
{
	return perf_hash_pair(machine->key, addr, dso);
}

/* Double the slots. frame_table stays at most half full, so each look-up reaches a free slot. */
static int grow_frame_table(struct perf_machine *machine)
{
	uint32_t size = machine->frame_mask ? (machine->frame_mask + 1) * 2 : FRAMES_MIN;
	struct perf_frame_slot *table = calloc(size, sizeof(*table));
	const struct perf_frame_slot *old;
	uint32_t at, slot;

	if (!table)
		return -ENOMEM;
	for (at = 0; machine->frame_table && at <= machine->frame_mask; at++) {
		old = &machine->frame_table[at];
		if (!old->frame)
			continue;
		slot = hash_frame(machine, old->dso, old->addr) & (size - 1);
		while (table[slot].frame)
			slot = (slot + 1) & (size - 1);
		table[slot] = *old;
	}
	free(machine->frame_table);
	machine->frame_table = table;
	machine->frame_mask = size - 1;
	return 0;
}

/**
 * perf_machine_create() - make an empty machine
 *
 * Return: the machine, NULL without memory.
 */
struct perf_machine *perf_machine_create(void)
{
	struct perf_machine *machine = calloc(1, sizeof(*machine));

	if (!machine)
		return NULL;
	machine->key = perf_hash_key_make(machine);
	machine->kernel = perf_space_create(&machine->epoch);
	machine->memos = calloc(PERF_FRAME_MEMOS, sizeof(*machine->memos));
	if (!machine->kernel || !machine->memos || !perf_vec_push(&machine->frames) ||
	    grow_frame_table(machine)) {
		perf_machine_free(machine);
		return NULL;
	}
	return machine;
}

/** perf_machine_free() - free @machine, which may be NULL */
void perf_machine_free(struct perf_machine *machine)
{
	size_t i;

	if (!machine)
		return;
	for (i = 0; i < machine->process_list.count; i++) {
		perf_space_drop(machine->process_list.at[i]->space);
		free(machine->process_list.at[i]);
	}
	for (i = 0; i < machine->thread_list.count; i++)
		free(machine->thread_list.at[i]);
	perf_vec_free(&machine->process_list);
	perf_vec_free(&machine->thread_list);
	perf_map_free(&machine->threads);
	perf_map_free(&machine->processes);
	perf_intern_free(&machine->comms);
	perf_vec_free(&machine->renamed);
	perf_space_drop(machine->kernel);
	perf_map_free(&machine->kernel_code);
	perf_dsos_free(&machine->dsos);
	perf_vec_free(&machine->frames);
	free(machine->frame_table);
	free(machine->memos);
	free(machine);
}

static struct perf_process *get_process(struct perf_machine *machine, int32_t pid)
{
	struct perf_process *process, **slot;
	uint64_t *value;
	bool added;

	value = perf_map_put(&machine->processes, (uint32_t)pid, &added);
	if (!value)
		return NULL;
	if (*value)
		return machine->process_list.at[*value - 1];
	process = calloc(1, sizeof(*process));
	if (!process)
		return NULL;
	process->pid = pid;
	process->space = perf_space_create(&machine->epoch);
	slot = process->space ? perf_vec_push(&machine->process_list) : NULL;
	if (!slot) {
		perf_space_drop(process->space);
		free(process);
		return NULL;
	}
	*slot = process;
	*value = machine->process_list.count;
	return process;
}

/* perf_thread.comm until a record names the thread. */
static uint32_t made_up_comm(struct perf_machine *machine, int32_t tid)
{
	char text[16];

	if (!tid)
		return perf_intern(&machine->comms, "swapper");
	snprintf(text, sizeof(text), ":%d", tid);
	return perf_intern(&machine->comms, text);
}

static struct perf_thread *find_thread(struct perf_machine *machine, int32_t pid, int32_t tid)
{
	struct perf_thread *thread, **slot;
	uint64_t *value;
	bool added;

	value = perf_map_put(&machine->threads, (uint32_t)tid, &added);
	if (!value)
		return NULL;
	if (*value) {
		thread = machine->thread_list.at[*value - 1];
		if (pid != -1 && thread->process->pid != pid) {
			struct perf_process *process = get_process(machine, pid);

			if (process)
				thread->process = process;
		}
		return thread;
	}
	thread = calloc(1, sizeof(*thread));
	if (!thread)
		return NULL;
	thread->tid = tid;
	thread->comm = made_up_comm(machine, tid);
	thread->named = !tid;
	thread->process = get_process(machine, pid == -1 ? tid : pid);
	slot = thread->process ? perf_vec_push(&machine->thread_list) : NULL;
	if (!slot) {
		free(thread);
		return NULL;
	}
	*slot = thread;
	*value = machine->thread_list.count;
	return thread;
}

/** perf_machine_find_thread() - slow path of perf_machine_thread() */
struct perf_thread *perf_machine_find_thread(struct perf_machine *machine, int32_t pid,
					     int32_t tid)
{
	machine->last_thread = find_thread(machine, pid, tid);
	return machine->last_thread;
}

/** perf_machine_comm() - text of the name that perf_machine_comm_now() returns */
const char *perf_machine_comm(const struct perf_machine *machine, uint32_t comm)
{
	comm = perf_machine_comm_now(machine, comm);
	return comm < machine->comms.count ? machine->comms.texts[comm] : "";
}

/**
 * perf_machine_mapping() - mapping at an address
 * @machine: machine
 * @process: process of the address
 * @cpumode: PERF_RECORD_MISC_*
 * @ip: address
 *
 * Return: the mapping, valid until the next record; NULL if nothing is mapped there.
 */
const struct perf_mapping *perf_machine_mapping(struct perf_machine *machine,
						const struct perf_process *process,
						uint16_t cpumode, uint64_t ip)
{
	const struct perf_mapping *mapping;

	switch (cpumode) {
	case PERF_RECORD_MISC_KERNEL:
		return perf_space_find(machine->kernel, ip);
	case PERF_RECORD_MISC_USER:
		return perf_space_find(process->space, ip);
	case PERF_RECORD_MISC_CPUMODE_UNKNOWN:
		mapping = perf_space_find(process->space, ip);
		return mapping ? mapping : perf_space_find(machine->kernel, ip);
	default:
		return NULL;
	}
}

static struct location find_location(struct perf_machine *machine,
				     const struct perf_process *process,
				     uint16_t cpumode, uint64_t ip)
{
	const struct perf_mapping *mapping;

	mapping = perf_machine_mapping(machine, process, cpumode, ip);
	if (!mapping)
		return (struct location){ .addr = ip };
	return (struct location){ mapping->dso, ip - mapping->start + mapping->offset };
}

static struct perf_frame_slot *slot_of(const struct perf_machine *machine,
				       const struct location *location)
{
	return &machine->frame_table[hash_frame(machine, dso_key(location->dso), location->addr) &
				     machine->frame_mask];
}

/* Return the frame at @location, made if it is new; 0 without memory. */
static uint32_t get_frame(struct perf_machine *machine, const struct location *location,
			  uint64_t ip)
{
	struct perf_frame_slot *slot, *end;
	uint32_t key = dso_key(location->dso);
	struct perf_frame *frame;

	if (machine->frames.count > machine->frame_mask / 2 && grow_frame_table(machine))
		return 0;
	end = &machine->frame_table[machine->frame_mask];
	for (slot = slot_of(machine, location); slot->frame;
	     slot = slot == end ? machine->frame_table : slot + 1)
		if (slot->addr == location->addr && slot->dso == key)
			return slot->frame;
	frame = perf_vec_push(&machine->frames);
	if (!frame)
		return 0;
	frame->dso = location->dso;
	frame->addr = location->addr;
	frame->ip = ip;
	if (location->dso)
		frame->symbol = perf_dso_symbol(&machine->dsos, location->dso, location->addr);
	*slot = (struct perf_frame_slot){ location->addr, key, machine->frames.count - 1 };
	return slot->frame;
}

static uint32_t epoch_of(const struct perf_machine *machine, const struct perf_process *process,
			 uint16_t cpumode)
{
	return cpumode == PERF_RECORD_MISC_KERNEL ? machine->kernel->epoch :
						    process->space->epoch;
}

static struct perf_frame_memo *memo_of(const struct perf_machine *machine, uint32_t epoch,
				       uint16_t cpumode, uint64_t ip)
{
	return &machine->memos[perf_hash_pair(machine->key, ip, epoch << 3 | cpumode) %
			       PERF_FRAME_MEMOS];
}

static bool memo_holds(const struct perf_frame_memo *memo, uint32_t epoch, uint16_t cpumode,
		       uint64_t ip)
{
	return memo->ip == ip && memo->epoch == (epoch << 3 | cpumode);
}

/**
 * perf_machine_frame() - resolve one address
 * @machine: machine
 * @process: process of the address
 * @cpumode: PERF_RECORD_MISC_KERNEL, _USER and so on
 * @ip: address
 *
 * Return: index in @machine->frames; 0 without memory.
 */
uint32_t perf_machine_frame(struct perf_machine *machine, const struct perf_process *process,
			    uint16_t cpumode, uint64_t ip)
{
	uint32_t epoch = epoch_of(machine, process, cpumode), frame;
	const struct perf_frame_memo *memo = memo_of(machine, epoch, cpumode, ip);

	if (memo_holds(memo, epoch, cpumode, ip))
		return memo->frame;
	perf_machine_frames(machine, process, cpumode, &ip, 1, &frame);
	return frame;
}

/*
 * machine->last: memos of the last call, outermost frame first, as consecutive stacks share these.
 */
static struct perf_frame_memo *last_of(struct perf_machine *machine, uint16_t cpumode)
{
	return machine->last[cpumode == PERF_RECORD_MISC_KERNEL];
}

/**
 * perf_machine_frames() - resolve several addresses
 * @machine: machine
 * @process: process of the addresses
 * @cpumode: PERF_RECORD_MISC_* of all addresses
 * @ips: addresses
 * @nr: number of addresses, at most PERF_FRAMES_MAX
 * @frames: result: for each address as perf_machine_frame()
 *
 * The tables exceed any cache: with prefetching, one call is several times as fast as @nr calls.
 */
void perf_machine_frames(struct perf_machine *machine, const struct perf_process *process,
			 uint16_t cpumode, const uint64_t *ips, size_t nr, uint32_t *frames)
{
	struct perf_frame_memo *memos[PERF_FRAMES_MAX], *memo, *last = last_of(machine, cpumode);
	uint32_t epoch = epoch_of(machine, process, cpumode);
	struct location locations[PERF_FRAMES_MAX];
	uint8_t asked[PERF_FRAMES_MAX], missing[PERF_FRAMES_MAX];
	size_t i, at, nr_asked = 0, nr_missing = 0;

	for (i = 0; i < nr; i++) {
		memo = &last[nr - 1 - i];
		if (memo_holds(memo, epoch, cpumode, ips[i])) {
			frames[i] = memo->frame;
			continue;
		}
		memos[nr_asked] = memo_of(machine, epoch, cpumode, ips[i]);
		__builtin_prefetch(memos[nr_asked]);
		asked[nr_asked++] = i;
	}
	for (i = 0; i < nr_asked; i++) {
		at = asked[i];
		if (memo_holds(memos[i], epoch, cpumode, ips[at])) {
			frames[at] = memos[i]->frame;
			last[nr - 1 - at] = *memos[i];
			continue;
		}
		locations[nr_missing] = find_location(machine, process, cpumode, ips[at]);
		__builtin_prefetch(slot_of(machine, &locations[nr_missing]));
		missing[nr_missing++] = i;
	}
	for (i = 0; i < nr_missing; i++) {
		at = asked[missing[i]];
		frames[at] = get_frame(machine, &locations[i], ips[at]);
		memo = memos[missing[i]];
		*memo = (struct perf_frame_memo){ ips[at], epoch << 3 | cpumode, frames[at] };
		last[nr - 1 - at] = *memo;
	}
}
