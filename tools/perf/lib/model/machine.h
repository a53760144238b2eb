/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The recorded machine: its processes and threads, their names and address spaces, as of the record
 * that perf_machine_apply() applied last.
 *
 * Context: one thread at a time.
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
 * struct perf_process - state shared by the threads of a process
 * @pid: process number
 * @space: user mappings
 */
struct perf_process {
	int32_t pid;
	struct perf_space *space;
};

/**
 * struct perf_thread - one thread
 * @tid: thread number
 * @process: process of the thread
 * @comm: name, a number in perf_machine.comms
 * @named: @comm comes from a record; else it is made up from @tid
 * @ended: PERF_RECORD_EXIT was applied; a PERF_RECORD_FORK that reuses @tid clears it
 * @shared: the made up name was also that of an earlier thread with this @tid
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
 * struct perf_frame - an address of a program, resolved
 * @dso: object, or NULL if nothing was mapped there
 * @symbol: symbol, or NULL
 * @addr: address in @dso; equals @ip without one
 * @ip: address as first seen
 */
struct perf_frame {
	struct perf_dso *dso;
	struct perf_symbol *symbol;
	uint64_t addr;
	uint64_t ip;
};

/* Slot of perf_machine.frame_table: maps an address of an object to a frame. */
struct perf_frame_slot {
	uint64_t addr;
	uint32_t dso;		/* perf_dso.index + 1; 0: none */
	uint32_t frame;		/* 0: the slot is free */
};

/* A recent frame; epoch holds perf_space.epoch and the cpumode. */
struct perf_frame_memo {
	uint64_t ip;
	uint32_t epoch;
	uint32_t frame;
};

/* A power of two: perf_machine.memos has 1 MiB, for the working set of a busy machine. */
#define PERF_FRAME_MEMOS	65536

/* Limit for @nr of perf_machine_frames(). */
#define PERF_FRAMES_MAX	128

/**
 * struct perf_machine - the machine
 * @dsos: all objects; set @dsos.options before the first record
 * @comms: names of threads
 * @renamed: by number in @comms of a made up name: number + 1 of the name that its thread got
 *	later; 0: none. May be shorter than @comms
 * @kernel: the kernel's mappings
 * @kernel_code: code that PERF_RECORD_KSYMBOL added: start address to index of the newest object
 *	there
 * @frames: each distinct address once; frame 0 is "nothing"
 * @key: hash key of @memos and @frame_table
 * @last_thread: result of the last perf_machine_find_thread(), or NULL
 * @empty_links: call chains have an entry for the link register, which is 0 in a function without a
 *	caller (powerpc)
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
struct perf_machine *perf_machine_create(void);
void perf_machine_free(struct perf_machine *machine);
void perf_machine_env(struct perf_machine *machine, const struct perf_data_env *env);
int perf_machine_apply(struct perf_machine *machine, const struct perf_data_record *record);
struct perf_thread *perf_machine_find_thread(struct perf_machine *machine, int32_t pid,
					     int32_t tid);

/**
 * perf_machine_thread() - get or make a thread
 * @machine: machine
 * @pid: its process; -1 if not known
 * @tid: its number
 *
 * Return: the thread, valid as long as @machine, with a made up name if no record named it; NULL
 * without memory.
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
 * perf_machine_comm_now() - replace a made up name by the thread's later name
 * @machine: machine
 * @comm: number of a name
 *
 * A thread's first recorded name counts from the thread's start.
 *
 * Return: number of the later name; @comm if it is not made up, or no later name is known.
 */
static inline uint32_t perf_machine_comm_now(const struct perf_machine *machine, uint32_t comm)
{
	return comm < machine->renamed.count && machine->renamed.at[comm] ?
	       machine->renamed.at[comm] - 1 : comm;
}

const char *perf_machine_comm(const struct perf_machine *machine, uint32_t comm);
uint32_t perf_machine_frame(struct perf_machine *machine, const struct perf_process *process,
			    uint16_t cpumode, uint64_t ip);
void perf_machine_frames(struct perf_machine *machine, const struct perf_process *process,
			 uint16_t cpumode, const uint64_t *ips, size_t nr, uint32_t *frames);
const struct perf_mapping *perf_machine_mapping(struct perf_machine *machine,
						const struct perf_process *process,
						uint16_t cpumode, uint64_t ip);

/** perf_frame_is_kernel() - does the frame belong to the kernel, a module or a BPF program? */
static inline bool perf_frame_is_kernel(const struct perf_frame *frame)
{
	return frame->dso && (frame->dso->kind == PERF_DSO_KERNEL ||
			      frame->dso->kind == PERF_DSO_MODULE ||
			      frame->dso->kind == PERF_DSO_BPF);
}

#endif /* PERF_MODEL_MACHINE_H */
