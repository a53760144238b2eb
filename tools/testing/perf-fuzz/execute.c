// SPDX-License-Identifier: GPL-2.0
/*
 * Each case has a process, which makes its threads and children, and whose end ends them all:
 * so a case depends on none before it, apart from what the kernel kept. A case of one thread
 * does the same each time, except where a child of it runs on meanwhile; of more threads only
 * the order among them is left to chance.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cover.h"
#include "execute.h"
#include "faults.h"
#include "ops.h"
#include "restore.h"
#include "stall.h"

/* After so many seconds a case is ended, which is no failure: it may wait for itself */
#define CASE_SECONDS	8
/* Then its tasks have so many to end: who does not hangs in the kernel */
#define END_SECONDS	120
/* Events may be freed some time after their last user */
#define FREE_SECONDS	30
#define MOST_FAULTS	300
#define LEFT		"/sys/module/test_pmu/parameters/events"

/**
 * struct worker - a thread of a case
 * @fuzz: the case
 * @number: which thread
 * @threads: of how many
 * @sweep: repeat each operation with one allocation after the other failing
 */
struct worker {
	const struct fuzz_case *fuzz;
	unsigned int number;
	unsigned int threads;
	bool sweep;
};

static struct outcome *outcome;
static struct state state;
static pthread_barrier_t barrier;
static pid_t victim;

static const int known_errnos[] = {
	E2BIG, EACCES, EBADF, EBUSY, EFAULT, EINTR, EINVAL, EMFILE, ENODEV, ENOENT, ENOSPC,
	EOPNOTSUPP, EOVERFLOW, EPERM, ESRCH, EAGAIN,
};

static bool errno_is_known(long error)
{
	unsigned int i;

	for (i = 0; i < COUNT(known_errnos); i++)
		if (error == -known_errnos[i])
			return true;
	return false;
}

/* Returns whether an allocation failed in it */
static bool run_once(const struct op *op, unsigned int index)
{
	const struct op_row *row = ops_row(op->row);
	bool failed;
	long result;

	if (!row->global)
		faults_arm(row->forks);
	result = row->run(&state, op);
	failed = row->run != ops_row(ops_find("fail"))->run && faults_end();
	outcome->result[index] = result;
	if (state.kept)
		outcome->kept = true;
	if (strcmp(row->name, "open"))
		return failed;
	if (result >= 0)
		__atomic_fetch_add(&outcome->opened, 1, __ATOMIC_RELAXED);
	else if (!errno_is_known(result) && !(failed && result == -ENOMEM))
		outcome->wrong = -result;
	return failed;
}

static void run_op(const struct worker *worker, const struct op *op, unsigned int index)
{
	const struct op_row *row = ops_row(op->row);
	unsigned int allocation;

	if (!worker->sweep || row->global) {
		run_once(op, index);
		return;
	}
	for (allocation = 1; allocation < MOST_FAULTS; allocation++) {
		faults_next(allocation);
		if (!run_once(op, index))
			break;
	}
}

static void *work(void *argument)
{
	const struct worker *worker = argument;
	unsigned int i;

	if (worker->number)
		state_other_thread(&state);
	if (worker->threads > 1)
		pthread_barrier_wait(&barrier);
	cover_begin(worker->number);
	for (i = 0; i < worker->fuzz->nr; i++)
		if (worker->fuzz->op[i].thread % worker->threads == worker->number)
			run_op(worker, &worker->fuzz->op[i], i);
	if (worker->threads > 1)
		pthread_barrier_wait(&barrier);
	cover_end(worker->number);
	return NULL;
}

static bool wants_stall(const struct fuzz_case *fuzz)
{
	const struct arg_spec *spec;
	unsigned int i, k;

	for (i = 0; i < fuzz->nr; i++)
		for (k = 0; k < fuzz->op[i].nr; k++) {
			spec = ops_arg(ops_row(fuzz->op[i].row), fuzz->op[i].arg[k].key);
			if (spec && spec->words == &words_address &&
			    fuzz->op[i].arg[k].value == AT_STALL)
				return true;
		}
	return false;
}

static void count_signal(int number)
{
	(void)number;
	state.seen++;
}

static void undo(void)
{
	unsigned int i;

	cover_begin(0);
	for (i = 0; i < MAPS; i++)
		munmap(state_map(i), state.length[i]);
	for (i = 0; i < FDS; i++)
		state_set_fd(&state, i, -1);
	cover_end(0);
}

static void run_case(const struct fuzz_case *fuzz, unsigned int threads, bool sweep)
{
	static const int signals[] = { SIGTRAP, SIGIO, SIGUSR1 };
	struct sigaction action = { .sa_handler = count_signal };
	struct worker worker[CASE_THREADS];
	pthread_t thread[CASE_THREADS];
	unsigned int i;

	setpgid(0, 0);
	state_init(&state, victim);
	state.unsure = threads > 1;
	for (i = 0; i < COUNT(signals); i++)
		sigaction(signals[i], &action, NULL);
	if (wants_stall(fuzz))
		stall_begin();
	pthread_barrier_init(&barrier, NULL, threads);
	for (i = 0; i < threads; i++)
		worker[i] = (struct worker){ fuzz, i, threads, sweep };
	for (i = 1; i < threads; i++)
		if (pthread_create(&thread[i], NULL, work, &worker[i]))
			_exit(1);
	work(&worker[0]);
	for (i = 1; i < threads; i++)
		pthread_join(thread[i], NULL);
	/* Half of the cases leave this to the end of the process */
	if (fuzz->nr % 2)
		undo();
	_exit(0);
}

static int left_events(void)
{
	char text[16] = "";
	int fd = open(LEFT, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return 0;
	if (read(fd, text, sizeof(text) - 1) <= 0)
		text[0] = 0;
	close(fd);
	return atoi(text);
}

/* The tasks of the case, its descendants among them, which become our children */
static bool end_tasks(pid_t group)
{
	time_t until = time(NULL) + END_SECONDS;
	pid_t pid;

	while (time(NULL) < until) {
		kill(-group, SIGKILL);
		while ((pid = waitpid(-1, NULL, __WALL | WNOHANG)) > 0)
			;
		if (pid < 0 && errno == ECHILD)
			return true;
		usleep(200);
	}
	return false;
}

/* Where in the kernel the tasks of the case are, which has re-executed itself as "exe" */
static void print_hung(void)
{
	fflush(stdout);
	if (system("for t in /proc/[0-9]*/task/[0-9]*; do"
		   " grep -qE 'exe|perf-fuzz' $t/comm || continue; echo \"# $t\";"
		   " grep -E 'State|SigPnd|ShdPnd' $t/status; cat $t/wchan; cat $t/stack; done"))
		return;
}

static bool is_global(const struct fuzz_case *fuzz)
{
	unsigned int i;

	for (i = 0; i < fuzz->nr; i++)
		if (ops_row(fuzz->op[i].row)->global)
			return true;
	return false;
}

/**
 * execute() - run a case, and wait until nothing of it is left
 * @fuzz: the case
 * @threads: how many share its operations
 * @sweep: repeat each operation with one allocation after the other failing
 */
void execute(const struct fuzz_case *fuzz, unsigned int threads, bool sweep)
{
	struct pollfd ended = { .events = POLLIN };
	unsigned int i;
	pid_t pid;

	memset(outcome, 0, sizeof(*outcome));
	for (i = 0; i < CASE_OPS; i++)
		outcome->result[i] = UNDONE;
	cover_reset();
	pid = fork();
	if (!pid)
		run_case(fuzz, threads, sweep);
	setpgid(pid, pid);
	ended.fd = syscall(SYS_pidfd_open, pid, 0);
	outcome->late = poll(&ended, 1, CASE_SECONDS * 1000) <= 0;
	close(ended.fd);
	if (!end_tasks(pid)) {
		outcome->hung = true;
		print_hung();
		return;
	}
	for (i = 0; i < FREE_SECONDS * 1000 && (outcome->left = left_events()); i++)
		usleep(1000);
	if (is_global(fuzz))
		restore_system();
}

/**
 * execute_outcome() - how the last case went
 */
const struct outcome *execute_outcome(void)
{
	return outcome;
}

/* The child of a child is not ours, so that it is not waited for */
static int make_victim(void)
{
	int report[2];

	if (pipe(report))
		return -1;
	if (!fork()) {
		victim = fork();
		if (!victim)
			for (;;)
				pause();
		_exit(write(report[1], &victim, sizeof(victim)) != sizeof(victim));
	}
	wait(NULL);
	if (read(report[0], &victim, sizeof(victim)) != sizeof(victim))
		return -1;
	close(report[0]);
	close(report[1]);
	return 0;
}

/**
 * execute_init() - prepare for cases
 *
 * Returns 0, or -1 if a process cannot be made.
 */
int execute_init(void)
{
	static const int signals[] = { SIGTRAP, SIGIO, SIGUSR1 };
	struct rlimit none = { 0, 0 };
	unsigned int i;

	/* Of events whose owner a case made the parent or the victim */
	for (i = 0; i < COUNT(signals); i++)
		signal(signals[i], SIG_IGN);
	outcome = mmap(NULL, sizeof(*outcome), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
		       -1, 0);
	if (outcome == MAP_FAILED)
		return -1;
	setrlimit(RLIMIT_CORE, &none);
	restore_system();
	return make_victim() ?: prctl(PR_SET_CHILD_SUBREAPER, 1);
}

/**
 * execute_plain_event_counts() - after all cases, does an event count as ever?
 */
bool execute_plain_event_counts(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_PAGE_FAULTS,
		.size = sizeof(attr),
	};
	uint64_t before = 0, after = 0;
	long page = sysconf(_SC_PAGESIZE);
	int fd = syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0), i;
	char *memory = mmap(NULL, 20 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
			    -1, 0);

	if (fd < 0 || memory == MAP_FAILED)
		return false;
	madvise(memory, 20 * page, MADV_NOHUGEPAGE);
	if (read(fd, &before, sizeof(before)) != sizeof(before))
		return false;
	for (i = 0; i < 20; i++)
		memory[i * page] = 1;
	if (read(fd, &after, sizeof(after)) != sizeof(after))
		return false;
	close(fd);
	munmap(memory, 20 * page);
	return after - before == 20;
}
