/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The table of operations, and the state that they work on.
 */
#ifndef _FUZZ_OPS_H
#define _FUZZ_OPS_H

#include <linux/perf_event.h>
#include <sys/types.h>

#include "case.h"
#include "words.h"

#define FDS		16
#define MAPS		8
#define CHILDREN	4
#define CGROUPS		2

/**
 * enum arg_kind - what an argument is
 * @ARG_NUMBER: a number
 * @ARG_WORD: one of a list of words
 * @ARG_FD: a slot of descriptors
 * @ARG_MAP: a slot of mappings
 * @ARG_CHILD: a slot of processes
 */
enum arg_kind { ARG_NUMBER, ARG_WORD, ARG_FD, ARG_MAP, ARG_CHILD };

/**
 * struct arg_spec - an argument of an operation
 * @name: in a case's text
 * @kind: what it is
 * @words: the words
 * @limit: a random number is smaller, unless 0
 * @values: random numbers are of this list, which ends with ARG_END
 * @once: a random operation has it once in so many times; 0: always
 * @made: the operation fills this slot
 */
struct arg_spec {
	const char *name;
	enum arg_kind kind;
	const struct words *words;
	uint64_t limit;
	const uint64_t *values;
	unsigned char once;
	bool made;
};

#define ARG_END		0x5eedULL
#define ARG_VALUES(...)	((const uint64_t []){ __VA_ARGS__, ARG_END })

/* Numbers of an open's arguments; from OPEN_OPTIONS on they are those of perf_event_ext */
enum {
	OPEN_FD, OPEN_GROUP, OPEN_PID, OPEN_CPU, OPEN_FLAGS, OPEN_AT, OPEN_OPTIONS, OPEN_EXPLAIN,
	OPEN_EXPLAIN_SIZE, OPEN_EXT_SIZE, OPEN_NR_ATTR, OPEN_ATTR_AT, OPEN_RESERVED, OPEN_TAIL,
	OPEN_END
};

/**
 * struct state - what the operations of a case have made
 * @fd: descriptors, or -1
 * @length: bytes of a mapping, whose address goes with its slot
 * @mapped: number of the event that a mapping is of, or 0
 * @unsure: others may have copies of mappings, or move and remove them
 * @kept: an event without a mapping was seen to have a ring
 * @child: processes, or 0
 * @cgroup: directories of control groups, or -1
 * @victim: a process that waits, for all cases
 * @parent: who started the case
 * @other: a thread that is not the one of the case's first operations
 * @scratch: an unnamed file, to copy bytes from and to addresses that may be no memory
 * @pipe: a pipe for pages
 * @seen: signals that came
 */
struct state {
	int fd[FDS];
	size_t length[MAPS];
	uint64_t mapped[MAPS];
	bool unsure;
	bool kept;
	pid_t child[CHILDREN];
	int cgroup[CGROUPS];
	pid_t victim;
	pid_t parent;
	pid_t other;
	int scratch;
	int pipe[2];
	volatile unsigned long seen;
};

/**
 * struct op_row - an operation
 * @name: in a case's text
 * @weight: how often it is chosen
 * @args: its arguments, at most ARG_FIELDS, the last has no name
 * @attr: fields of the attr follow
 * @global: it changes what stays after the case
 * @forks: it makes a process
 * @run: does it; returns a result or a negative errno
 */
struct op_row {
	const char *name;
	unsigned int weight;
	const struct arg_spec *args;
	bool attr;
	bool global;
	bool forks;
	long (*run)(struct state *state, const struct op *op);
};

/* Rows by concern; the last of each has no name */
extern const struct op_row event_rows[], ioctl_rows[], map_rows[], task_rows[], system_rows[];

unsigned int ops_count(void);
const struct op_row *ops_row(unsigned int number);
int ops_find(const char *name);
const struct arg_spec *ops_arg(const struct op_row *row, unsigned int key);

/* Of state.c */
void state_init(struct state *state, pid_t victim);
void state_other_thread(struct state *state);
int state_fd(const struct state *state, uint64_t slot);
void state_set_fd(struct state *state, uint64_t slot, int fd);
char *state_map(uint64_t slot);
void *state_address(uint64_t word);
pid_t state_pid(struct state *state, uint64_t word);
long state_file_write(const char *path, const char *text);
void state_fill_attr(struct perf_event_attr *attr, const struct op *op);
long result_of(long value);

extern volatile uint64_t watched;
void watched_function(void);

#endif /* _FUZZ_OPS_H */
