// SPDX-License-Identifier: GPL-2.0
/*
 * Operations on tasks: fork, exec, signals, users, namespaces, ptrace, CPUs.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ops.h"

#define STACK	(64UL << 10)

enum { KIND_FORK, KIND_VFORK, KIND_VM, KIND_THREAD, KIND_NAMESPACES };
enum {
	THEN_EXIT, THEN_EXEC, THEN_WAIT, THEN_TOUCH, THEN_CLOSE, THEN_UNMAP, THEN_IOCTL,
	THEN_TRACE_ME, THEN_FORK
};

/**
 * struct start - what a new task does
 * @state: of the case
 * @then: a word of words_then
 */
struct start {
	struct state *state;
	uint64_t then;
};

static void touch_memory(void)
{
	long page = sysconf(_SC_PAGESIZE);
	char *memory = mmap(NULL, 4 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
			    -1, 0);

	if (memory == MAP_FAILED)
		return;
	memory[0] = 1;
	memory[2 * page] = 1;
	munmap(memory, 4 * page);
}

static void each_fd(struct state *state, bool close_it)
{
	int i;

	for (i = 0; i < FDS; i++) {
		if (state->fd[i] < 0)
			continue;
		if (close_it)
			close(state->fd[i]);
		else if (i % 2)
			ioctl(state->fd[i], PERF_EVENT_IOC_DISABLE, 0);
		else
			ioctl(state->fd[i], PERF_EVENT_IOC_ENABLE, 0);
	}
}

static int child(void *argument)
{
	static char * const command[] = { (char *)"perf-fuzz", (char *)"exec", NULL };
	struct start *start = argument;
	int i;

	switch (start->then) {
	case THEN_EXEC:
		execv("/proc/self/exe", command);
		break;
	case THEN_WAIT:
		pause();
		break;
	case THEN_TOUCH:
		watched++;
		watched_function();
		touch_memory();
		break;
	case THEN_CLOSE:
		each_fd(start->state, true);
		break;
	case THEN_UNMAP:
		for (i = 0; i < MAPS; i++)
			munmap(state_map(i), start->state->length[i]);
		break;
	case THEN_IOCTL:
		each_fd(start->state, false);
		break;
	case THEN_TRACE_ME:
		ptrace(PTRACE_TRACEME, 0, 0, 0);
		raise(SIGSTOP);
		break;
	case THEN_FORK:
		if (!fork())
			touch_memory();
		break;
	}
	syscall(SYS_exit, 0);
	return 0;
}

static long run_fork(struct state *state, const struct op *op)
{
	static const unsigned long flags[] = {
		[KIND_FORK] = SIGCHLD, [KIND_VFORK] = CLONE_VM | CLONE_VFORK | SIGCHLD,
		[KIND_VM] = CLONE_VM | SIGCHLD,
		[KIND_THREAD] = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD,
		[KIND_NAMESPACES] = CLONE_NEWUSER | CLONE_NEWPID | SIGCHLD,
	};
	uint64_t kind = op_get(op, 1) % COUNT(flags), slot = op_get(op, 0);
	struct start *start = malloc(sizeof(*start));
	char *stack;
	long pid;

	if (!start)
		return -ENOMEM;
	*start = (struct start){ .state = state, .then = op_get(op, 2) };
	state->unsure = true;
	/* A child that shares memory must not wait for ever, nor close what others use */
	if ((kind == KIND_VFORK || kind == KIND_THREAD) &&
	    (start->then == THEN_WAIT || start->then == THEN_TRACE_ME || start->then == THEN_FORK))
		start->then = THEN_EXIT;
	if (kind == KIND_THREAD && start->then == THEN_EXEC)
		start->then = THEN_IOCTL;
	stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (stack == MAP_FAILED)
		return -ENOMEM;
	pid = result_of(clone(child, stack + STACK, flags[kind], start));
	if (pid > 0 && slot < CHILDREN && kind != KIND_THREAD)
		__atomic_store_n(&state->child[slot], pid, __ATOMIC_RELAXED);
	if (pid > 0 && op_get(op, 3) && start->then != THEN_WAIT && start->then != THEN_TRACE_ME &&
	    kind != KIND_THREAD)
		waitpid(pid, NULL, __WALL);
	return pid > 0 ? 0 : pid;
}

static const struct arg_spec fork_args[] = {
	{ "child", ARG_CHILD, .made = true }, { "kind", ARG_WORD, &words_kind },
	{ "then", ARG_WORD, &words_then }, { "join", ARG_NUMBER, .values = ARG_VALUES(1, 1, 1, 0) },
	{ }
};

static pid_t child_of(const struct state *state, uint64_t slot)
{
	return slot < CHILDREN ? __atomic_load_n(&state->child[slot], __ATOMIC_RELAXED) : 0;
}

static long run_signal(struct state *state, const struct op *op)
{
	static const int numbers[] = { SIGKILL, SIGSTOP, SIGCONT, SIGTRAP, SIGIO, SIGUSR1 };
	pid_t pid = child_of(state, op_get(op, 0));

	/* To 0 or -1 would be to all */
	if (pid <= 1)
		return -ESRCH;
	return result_of(kill(pid, numbers[op_get(op, 1) % COUNT(numbers)]));
}

static const struct arg_spec signal_args[] = {
	{ "child", ARG_CHILD }, { "number", ARG_WORD, &words_signal }, { }
};

static long run_reap(struct state *state, const struct op *op)
{
	pid_t pid = child_of(state, op_get(op, 0));

	if (pid <= 1)
		return -ESRCH;
	if (op_get(op, 1))
		kill(pid, SIGKILL);
	return result_of(waitpid(pid, NULL, op_get(op, 1) ? __WALL : __WALL | WNOHANG)) > 0;
}

static const struct arg_spec reap_args[] = {
	{ "child", ARG_CHILD }, { "kill", ARG_NUMBER, .limit = 2 }, { }
};

static long run_trace(struct state *state, const struct op *op)
{
	static const int requests[] = {
		PTRACE_ATTACH, PTRACE_CONT, PTRACE_DETACH, PTRACE_KILL, PTRACE_POKEUSER,
		PTRACE_SEIZE, PTRACE_SINGLESTEP,
	};
	int request = requests[op_get(op, 1) % COUNT(requests)];
	pid_t pid = child_of(state, op_get(op, 0));

	if (pid <= 1)
		return -ESRCH;
	return result_of(ptrace(request, pid, request == PTRACE_POKEUSER ? op_get(op, 2) : 0,
				request == PTRACE_POKEUSER ? op_get(op, 3) : 0));
}

/* On x86-64 the debug registers are words of struct user from byte 848 on */
static const struct arg_spec trace_args[] = {
	{ "child", ARG_CHILD }, { "request", ARG_NUMBER, .limit = 7 },
	{ "word", ARG_NUMBER, .values = ARG_VALUES(848, 856, 864, 872, 896, 904) },
	{ "value", ARG_NUMBER, .values = ARG_VALUES(0, 0x1000, 0x10001, 0x20001, 0xd0005, ~0ULL) },
	{ }
};

static long run_affinity(struct state *state, const struct op *op)
{
	cpu_set_t cpus;

	CPU_ZERO(&cpus);
	CPU_SET(op_get(op, 0) % CPU_SETSIZE, &cpus);
	return result_of(sched_setaffinity(op_has(op, 1) ? child_of(state, op_get(op, 1)) : 0,
					   sizeof(cpus), &cpus));
}

static const struct arg_spec affinity_args[] = {
	{ "cpu", ARG_NUMBER, .limit = 2 }, { "child", ARG_CHILD, .once = 3 }, { }
};

static long run_user(struct state *state, const struct op *op)
{
	(void)state;
	return result_of(syscall(SYS_setresuid, (uid_t)op_get(op, 0), (uid_t)op_get(op, 0),
				 op_get(op, 1) ? (uid_t)-1 : (uid_t)op_get(op, 0)));
}

static const struct arg_spec user_args[] = {
	{ "id", ARG_NUMBER, .values = ARG_VALUES(65534, 65534, 0) },
	{ "keep", ARG_NUMBER, .limit = 2 }, { }
};

static long run_unshare(struct state *state, const struct op *op)
{
	(void)state;
	return result_of(unshare(op_get(op, 0)));
}

static const struct arg_spec unshare_args[] = {
	{ "flags", ARG_NUMBER, .values = ARG_VALUES(CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET,
						    CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_FILES) },
	{ }
};

static void count_signal(int number)
{
	(void)number;
}

static long run_handler(struct state *state, const struct op *op)
{
	struct sigaction action = { .sa_handler = op_get(op, 1) ? SIG_IGN : count_signal };
	sigset_t set;

	(void)state;
	sigemptyset(&set);
	sigaddset(&set, SIGTRAP);
	sigaddset(&set, SIGIO);
	pthread_sigmask(op_get(op, 0) ? SIG_BLOCK : SIG_UNBLOCK, &set, NULL);
	return result_of(sigaction(SIGTRAP, &action, NULL));
}

static const struct arg_spec handler_args[] = {
	{ "block", ARG_NUMBER, .limit = 2 }, { "ignore", ARG_NUMBER, .limit = 2, .once = 4 }, { }
};

static long run_work(struct state *state, const struct op *op)
{
	unsigned int i, units = op_get(op, 0) % 1000;
	char text[16];

	(void)state;
	for (i = 0; i < units % 50; i++) {
		watched++;
		watched_function();
		syscall(SYS_getppid);
	}
	touch_memory();
	sched_yield();
	snprintf(text, sizeof(text), "%u", units);
	return state_file_write(op_get(op, 1) ? "/sys/module/test_pmu/parameters/timer_work" :
						"/sys/module/test_pmu/parameters/work", text);
}

static const struct arg_spec work_args[] = {
	{ "units", ARG_NUMBER, .limit = 200 },
	{ "interrupt", ARG_NUMBER, .limit = 2, .once = 2 },
	{ }
};

const struct op_row task_rows[] = {
	{ "work", 20, work_args, .run = run_work },
	{ "fork", 12, fork_args, .forks = true, .run = run_fork },
	{ "signal", 4, signal_args, .run = run_signal },
	{ "reap", 4, reap_args, .run = run_reap },
	{ "trace", 4, trace_args, .run = run_trace },
	{ "affinity", 4, affinity_args, .run = run_affinity },
	{ "user", 1, user_args, .run = run_user },
	{ "unshare", 1, unshare_args, .run = run_unshare },
	{ "handler", 3, handler_args, .run = run_handler },
	{ }
};
