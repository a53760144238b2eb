/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The machine that was recorded: its processes and threads, their names and address
 * spaces, as they were at the time of the record that was applied last.
 *
 * Used by one thread at a time.
 */
#ifndef PERF_MODEL_MACHINE_H
#define PERF_MODEL_MACHINE_H

#include <stdbool.h>
#include <stdint.h>
#include <base/map.h>
#include <base/vec.h>
#include <data/reader.h>
#include <model/dso.h>
#include <model/space.h>

/**
 * struct perf_process - what the threads of a process share
 * @pid: its number
 * @space: user addresses
 */
struct perf_process {
	int32_t pid;
	struct perf_space *space;
};

/**
 * struct perf_thread - one thread
 * @tid: its number
 * @process: what it belongs to
 * @comm: its name, a number in perf_machine.comms
 * @named: a record said its name; else it is made up from @tid
 * @ended: an EXIT record said so; a FORK may bring the number back
 * @shared: the name that was made up was also that of another thread, which has ended
 */
struct perf_thread {
	int32_t tid;
	struct perf_process *process;
	uint32_t comm;
	bool named;
	bool ended;
	bool shared;
};

/**
 * struct perf_frame - an address of a program, found
 * @dso: object, or NULL if nothing was mapped there
 * @symbol: or NULL
 * @addr: in the object; the address itself without one
 * @ip: the address as it was first seen
 */
struct perf_frame {
	struct perf_dso *dso;
	struct perf_symbol *symbol;
	uint64_t addr;
	uint64_t ip;
};

/* Where the hash table of frames says which frame an address of an object is. */
struct perf_frame_slot {
	uint64_t addr;
	uint32_t dso;		/* index + 1; 0: none */
	uint32_t frame;		/* 0: the slot is free */
};

/* A frame that was found lately. */
struct perf_frame_memo {
	uint64_t ip;
	uint32_t epoch;
	uint32_t frame;
};

/* A power of two: enough for the working set of a busy machine, 1 MiB. */
#define PERF_FRAME_MEMOS	65536

/* Most addresses that perf_machine_frames() takes at a time. */
#define PERF_FRAMES_MAX	128

/**
 * struct perf_machine - the machine
 * @dsos: all objects; set @dsos.options before the first record
 * @comms: names of threads
 * @renamed: by number in @comms: number + 1 of the name that a thread got which had a made up
 *	one; 0 if there is none. May be shorter than @comms
 * @kernel: the kernel's addresses
 * @kernel_code: code that appeared in the kernel: its address to the index of its object, the
 *	newest at that address
 * @frames: each different address once; frame 0 is "nothing"
 * @key: of the hash tables of frames
 * @last_thread: the one that was asked for last, or NULL
 * @empty_links: call chains have a place for a link register, which holds 0 in a function
 *	that nobody called (powerpc)
 */
struct perf_machine {
	PERF_VEC(struct perf_thread *) thread_list;
	PERF_VEC(struct perf_process *) process_list;
	PERF_VEC(struct perf_frame) frames;
	struct perf_dsos dsos;
	struct perf_intern comms;
	PERF_VEC(uint32_t) renamed;
	struct perf_space *kernel;
	struct perf_map kernel_code;
	struct perf_map threads;
	struct perf_thread *last_thread;
	struct perf_map processes;
	struct perf_frame_memo *memos;
	struct perf_frame_memo last[2][PERF_FRAMES_MAX];
	struct perf_frame_slot *frame_table;
	struct perf_hash_key key;
	uint32_t frame_mask;
	uint32_t epoch;
	bool empty_links;
};

/**
 * perf_machine_create() - a machine of which nothing is known yet
 *
 * Return: the machine, NULL without memory.
 */
struct perf_machine *perf_machine_create(void);

/** perf_machine_free() - free it; @machine may be NULL */
void perf_machine_free(struct perf_machine *machine);

/**
 * perf_machine_env() - learn build ids and the kind from what a recording says of its machine
 * @machine: machine
 * @env: of the recording; call again when it has grown
 */
void perf_machine_env(struct perf_machine *machine, const struct perf_data_env *env);

/**
 * perf_machine_apply() - let a record happen
 * @machine: machine
 * @record: any record; those that say nothing of processes change nothing
 *
 * Return: 0 or -ENOMEM.
 */
int perf_machine_apply(struct perf_machine *machine, const struct perf_data_record *record);

/** perf_machine_find_thread() - perf_machine_thread() of one that was not the last */
struct perf_thread *perf_machine_find_thread(struct perf_machine *machine, int32_t pid,
					     int32_t tid);

/**
 * perf_machine_thread() - a thread
 * @machine: machine
 * @pid: of its process; -1 if not known
 * @tid: its own
 *
 * Return: the thread, made up if no record told of it; NULL without memory. It stays valid
 * as long as the machine.
 */
static inline struct perf_thread *perf_machine_thread(struct perf_machine *machine, int32_t pid,
						      int32_t tid)
{
	struct perf_thread *last = machine->last_thread;

	if (last && last->tid == tid && (pid == -1 || last->process->pid == pid))
		return last;
	return perf_machine_find_thread(machine, pid, tid);
}

/**
 * perf_machine_comm_now() - the name that became known of a thread whose name was made up
 * @machine: machine
 * @comm: name, a number
 *
 * A thread's first name is taken for that which it always had.
 *
 * Return: its number; @comm if that is no made up name, or nothing better is known.
 */
static inline uint32_t perf_machine_comm_now(const struct perf_machine *machine, uint32_t comm)
{
	return comm < machine->renamed.count && machine->renamed.at[comm] ?
	       machine->renamed.at[comm] - 1 : comm;
}

/** perf_machine_comm() - text of a thread's name, as perf_machine_comm_now() says */
const char *perf_machine_comm(const struct perf_machine *machine, uint32_t comm);

/**
 * perf_machine_frame() - what is at an address
 * @machine: machine
 * @process: whose address
 * @cpumode: PERF_RECORD_MISC_KERNEL, _USER and so on
 * @ip: address
 *
 * Return: index in @machine->frames; 0 without memory.
 */
uint32_t perf_machine_frame(struct perf_machine *machine, const struct perf_process *process,
			    uint16_t cpumode, uint64_t ip);

/**
 * perf_machine_frames() - what is at each of several addresses
 * @machine: machine
 * @process: whose addresses
 * @cpumode: of all of them
 * @ips: addresses
 * @nr: how many, PERF_FRAMES_MAX at most
 * @frames: result: for each what perf_machine_frame() says of it
 *
 * The tables are larger than any cache: to ask for all at once is several times as fast
 * as to ask for one after the other.
 */
void perf_machine_frames(struct perf_machine *machine, const struct perf_process *process,
			 uint16_t cpumode, const uint64_t *ips, size_t nr, uint32_t *frames);

/**
 * perf_machine_mapping() - mapping at an address
 * @machine: machine
 * @process: whose address
 * @cpumode: PERF_RECORD_MISC_*
 * @ip: address
 *
 * Return: the mapping, valid until the next record; NULL if nothing is mapped there.
 */
const struct perf_mapping *perf_machine_mapping(struct perf_machine *machine,
						const struct perf_process *process,
						uint16_t cpumode, uint64_t ip);

/** perf_frame_is_kernel() - is it code of the kernel, a module, a BPF program? */
static inline bool perf_frame_is_kernel(const struct perf_frame *frame)
{
	return frame->dso && (frame->dso->kind == PERF_DSO_KERNEL ||
			      frame->dso->kind == PERF_DSO_MODULE ||
			      frame->dso->kind == PERF_DSO_BPF);
}

#endif /* PERF_MODEL_MACHINE_H */
