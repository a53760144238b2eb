// SPDX-License-Identifier: GPL-2.0
/*
 * The state that the operations of a case share, and the meaning of their words.
 *
 * Each mapping of a case has an address of its own, which goes with its slot: a thread that
 * unmaps what another one has just replaced hits nothing else.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "attr.h"
#include "ops.h"
#include "stall.h"

/* User-mode Linux has addresses of 39 bits */
#define ARENA		0x1000000000UL
#define ARENA_SLOT	(64UL << 20)
#define UNMAPPED	0xf00000000UL
/* In the kernel's code, of a kernel that is not moved about */
#define KERNEL		0xffffffff81000000UL
#define GOOD_SIZE	(64UL << 10)

#define FIELD_PMU	0
#define FIELD_TRACEPOINT 1
#define FIELD_WATCH	2

__attribute__((aligned(64))) volatile uint64_t watched;
static char good[GOOD_SIZE] __attribute__((aligned(4096)));
static char *read_only, *edge;

/**
 * watched_function() - where breakpoints on execution are set
 */
__attribute__((noinline)) void watched_function(void)
{
	__asm__ volatile("" ::: "memory");
}

/**
 * result_of() - what a system call returned, or its negative errno
 * @value: what it returned
 */
long result_of(long value)
{
	return value == -1 ? -errno : value;
}

/**
 * state_init() - begin a case
 * @state: for its operations
 * @victim: a process that waits
 */
void state_init(struct state *state, pid_t victim)
{
	long page = sysconf(_SC_PAGESIZE);

	memset(state, 0, sizeof(*state));
	memset(state->fd, 0xff, sizeof(state->fd));
	memset(state->cgroup, 0xff, sizeof(state->cgroup));
	state->victim = victim;
	state->parent = getppid();
	state->scratch = syscall(SYS_memfd_create, "scratch", 0);
	if (ftruncate(state->scratch, GOOD_SIZE) || pipe2(state->pipe, O_NONBLOCK))
		state->pipe[0] = -1;
	if (edge)
		return;
	read_only = mmap(NULL, page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	edge = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	munmap(edge + page, page);
	edge += page - 8;
}

/**
 * state_other_thread() - the calling thread is the one that the word "thread" means
 * @state: of the case
 */
void state_other_thread(struct state *state)
{
	__atomic_store_n(&state->other, syscall(SYS_gettid), __ATOMIC_RELAXED);
}

/**
 * state_fd() - descriptor of a slot, or -1
 * @state: of the case
 * @slot: of the argument
 */
int state_fd(const struct state *state, uint64_t slot)
{
	return slot < FDS ? __atomic_load_n(&state->fd[slot], __ATOMIC_RELAXED) : -1;
}

/**
 * state_set_fd() - fill a slot, and close what was there
 * @state: of the case
 * @slot: of the argument
 * @fd: the descriptor, or -1
 */
void state_set_fd(struct state *state, uint64_t slot, int fd)
{
	if (slot < FDS)
		fd = __atomic_exchange_n(&state->fd[slot], fd, __ATOMIC_RELAXED);
	if (fd >= 0)
		close(fd);
}

/**
 * state_map() - address of a slot of mappings
 * @slot: of the argument
 */
char *state_map(uint64_t slot)
{
	return slot < MAPS ? (char *)ARENA + slot * ARENA_SLOT : (char *)UNMAPPED;
}

/**
 * state_address() - what a word of words_address stands for
 * @word: its index
 */
void *state_address(uint64_t word)
{
	switch (word) {
	case AT_NULL:
		return NULL;
	case AT_UNMAPPED:
		return (void *)UNMAPPED;
	case AT_READ_ONLY:
		return read_only;
	case AT_KERNEL:
		return (void *)KERNEL;
	case AT_EDGE:
		return edge;
	case AT_RING0:
	case AT_RING1:
		return state_map(word - AT_RING0) + sysconf(_SC_PAGESIZE);
	case AT_STALL:
		return stall_address();
	case AT_WATCHED:
		return (void *)&watched;
	case AT_FUNCTION:
		return watched_function;
	default:
		return good;
	}
}

/**
 * state_pid() - what a word of words_pid stands for
 * @state: of the case
 * @word: its index
 */
pid_t state_pid(struct state *state, uint64_t word)
{
	switch (word) {
	case PID_ALL:
		return -1;
	case PID_SELF_ID:
		return syscall(SYS_gettid);
	case PID_VICTIM:
		return state->victim;
	case PID_PARENT:
		return state->parent;
	case PID_CHILD0:
	case PID_CHILD1:
		return __atomic_load_n(&state->child[word - PID_CHILD0], __ATOMIC_RELAXED);
	case PID_THREAD:
		return __atomic_load_n(&state->other, __ATOMIC_RELAXED);
	case PID_INIT:
		return 1;
	case PID_NEVER:
		return 1 << 29;
	case PID_CGROUP0:
	case PID_CGROUP1:
		return state->cgroup[word - PID_CGROUP0];
	default:
		return 0;
	}
}

/**
 * state_file_write() - write a file at once; a negative errno if it cannot be
 * @path: the file
 * @text: its contents
 */
long state_file_write(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	long result;

	if (fd < 0)
		return -errno;
	result = result_of(write(fd, text, strlen(text)));
	close(fd);
	return result;
}

static void expand_words(struct perf_event_attr *attr, const struct op *op)
{
	uint64_t pmu = op_get(op, ARG_FIELDS + FIELD_PMU);

	if (op_has(op, ARG_FIELDS + FIELD_PMU))
		attr->type = words_pmu_type(pmu);
	if (pmu == PERF_TYPE_TRACEPOINT - 1 || attr->type == PERF_TYPE_TRACEPOINT)
		attr->config = words_tracepoint_id(op_get(op, ARG_FIELDS + FIELD_TRACEPOINT));
	if (op_has(op, ARG_FIELDS + FIELD_WATCH))
		attr->bp_addr = (unsigned long)state_address(op_get(op, ARG_FIELDS + FIELD_WATCH));
	if (attr->type != PERF_TYPE_BREAKPOINT)
		return;
	if (!op_has(op, ARG_FIELDS + FIELD_WATCH))
		attr->bp_addr = (unsigned long)&watched;
	attr->bp_type = attr->bp_type ?: 3;
	attr->bp_len = attr->bp_len ?: 8;
	attr->config = 0;
}

/**
 * state_fill_attr() - make the attr of an operation's arguments
 * @attr: where
 * @op: the operation
 *
 * The pseudo fields come first, so that a plain field that is there as well wins.
 */
void state_fill_attr(struct perf_event_attr *attr, const struct op *op)
{
	unsigned int i;

	memset(attr, 0, sizeof(*attr));
	attr->size = sizeof(*attr);
	for (i = 0; i < op->nr; i++)
		if (op->arg[i].key > ARG_FIELDS + FIELD_WATCH)
			attr_put(attr, &attr_fields[op->arg[i].key - ARG_FIELDS], op->arg[i].value);
	expand_words(attr, op);
	for (i = 0; i < op->nr; i++)
		if (op->arg[i].key == ARG_FIELDS + attr_field_number("type"))
			attr->type = op->arg[i].value;
}
