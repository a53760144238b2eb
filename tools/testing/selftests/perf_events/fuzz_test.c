// SPDX-License-Identifier: GPL-2.0
/*
 * A fuzzer of perf_event_open(): events of every kind, almost or wholly valid, and all
 * operations on them, in random order, from one thread and from several that share the
 * descriptors. Meanwhile PMUs are unregistered and registered again, and one moves to
 * another CPU.
 *
 * The fuzzer checks three things: open returns only errnos of the ABI; nothing leaks; and a
 * plain event still counts at the end. The kernel's own checks must catch everything else,
 * so the fuzzer is meant for a debug kernel.
 *
 * A seed determines a run, as far as one thread is concerned. PERF_FUZZ_SEED and
 * PERF_FUZZ_STEPS replace the seeds and the number of steps.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/hw_breakpoint.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "test_pmu.h"
#include "kselftest_harness.h"

#define SLOTS		48
#define THREADS		4
#define STEPS		1000
#define CHOICES(a)	(sizeof(a) / sizeof((a)[0]))
#define PICK(f, a)	((a)[below(f, CHOICES(a))])

static const char * const pmus[] = {
	"test_count", "test_aux", "test_trace", "test_scope", "test_package", "test_uncore",
};

/**
 * struct mapping - a ring
 * @base: its address
 * @size: its size in bytes
 */
struct mapping {
	void *base;
	size_t size;
};

/* Shared by the threads: the thread that removes an entry of @fd or @map ends it. */
static struct {
	int fd[SLOTS];
	struct mapping *map[SLOTS];
	__u32 types[CHOICES(pmus)];
	__u64 tracepoints[3];
	int nr_tracepoints;
	int victim;
	volatile __u64 watched;
} shared;

/* Never written: watched where PERF_BP_CAN_SIGNAL is false */
static __u64 unwatched;

/**
 * struct fuzzer - one thread
 * @state: state of the random number generator
 * @steps: steps to go
 * @opened: number of events opened
 * @wrong: last errno of open that the ABI does not have, or 0
 */
struct fuzzer {
	__u64 state;
	unsigned long steps;
	unsigned long opened;
	int wrong;
};

/* xorshift64* */
static __u64 number(struct fuzzer *fuzzer)
{
	fuzzer->state ^= fuzzer->state >> 12;
	fuzzer->state ^= fuzzer->state << 25;
	fuzzer->state ^= fuzzer->state >> 27;
	return fuzzer->state * 0x2545f4914f6cdd1dULL;
}

static unsigned int below(struct fuzzer *fuzzer, unsigned int limit)
{
	return (number(fuzzer) >> 32) % limit;
}

static bool one_in(struct fuzzer *fuzzer, unsigned int times)
{
	return !below(fuzzer, times);
}

static int some_fd(struct fuzzer *fuzzer)
{
	return __atomic_load_n(&shared.fd[below(fuzzer, SLOTS)], __ATOMIC_RELAXED);
}

/* ---- open ---- */

static void choose_type(struct fuzzer *fuzzer, struct perf_event_attr *attr)
{
	attr->type = PERF_TYPE_SOFTWARE;
	attr->config = below(fuzzer, PERF_COUNT_SW_MAX + 1);
	switch (below(fuzzer, 8)) {
	case 0:
		if (!shared.nr_tracepoints)
			break;
		attr->type = PERF_TYPE_TRACEPOINT;
		attr->config = shared.tracepoints[below(fuzzer, shared.nr_tracepoints)];
		break;
	case 1:
		attr->type = PERF_TYPE_BREAKPOINT;
		attr->config = 0;
		attr->bp_type = below(fuzzer, 5);
		attr->bp_addr = (unsigned long)(PERF_BP_CAN_SIGNAL ? &shared.watched : &unwatched);
		attr->bp_len = one_in(fuzzer, 2) ? sizeof(long) : 1U << below(fuzzer, 4);
		break;
	case 2:
	case 3:
	case 4:
		attr->type = PICK(fuzzer, shared.types);
		attr->config = below(fuzzer, 4);
		break;
	case 5:
		attr->type = below(fuzzer, 12);
		attr->config = number(fuzzer) >> below(fuzzer, 64);
		break;
	}
}

static void choose_sampling(struct fuzzer *fuzzer, struct perf_event_attr *attr)
{
	static const __u64 periods[] = { 1, 7, 1000, 100000, 1000000, 1ULL << 40, ~0ULL };

	if (one_in(fuzzer, 2))
		return;
	attr->sample_period = PICK(fuzzer, periods);
	/* Shorter periods of a clock would leave no CPU time for the fuzzer. */
	if (attr->type == PERF_TYPE_SOFTWARE && attr->config <= PERF_COUNT_SW_TASK_CLOCK)
		attr->sample_period |= 1000000;
	attr->freq = one_in(fuzzer, 6);
	if (attr->freq)
		attr->sample_freq = 1 + below(fuzzer, 500);
	attr->sample_type = number(fuzzer) & number(fuzzer) & (PERF_SAMPLE_MAX - 1);
	attr->sample_type &= ~(PERF_SAMPLE_BRANCH_STACK | PERF_SAMPLE_WEIGHT_STRUCT);
	attr->sample_regs_user = attr->sample_type & PERF_SAMPLE_REGS_USER ? below(fuzzer, 256) : 0;
	attr->sample_regs_intr = attr->sample_type & PERF_SAMPLE_REGS_INTR ? below(fuzzer, 256) : 0;
	attr->sample_stack_user = attr->sample_type & PERF_SAMPLE_STACK_USER ?
				  8 * below(fuzzer, 2000) : 0;
	attr->sample_max_stack = one_in(fuzzer, 4) ? below(fuzzer, 130) : 0;
	attr->aux_sample_size = attr->sample_type & PERF_SAMPLE_AUX ? below(fuzzer, 4096) : 0;
	attr->wakeup_events = below(fuzzer, 4);
	attr->write_backward = one_in(fuzzer, 6);
	attr->aux_output = one_in(fuzzer, 16);
	if (one_in(fuzzer, 8)) {
		attr->sigtrap = 1;
		attr->remove_on_exec = 1;
	}
}

static void choose_attr(struct fuzzer *fuzzer, struct perf_event_attr *attr)
{
	memset(attr, 0, sizeof(*attr));
	attr->size = sizeof(*attr);
	choose_type(fuzzer, attr);
	choose_sampling(fuzzer, attr);
	attr->read_format = below(fuzzer, 2 * PERF_FORMAT_LOST);
	attr->disabled = one_in(fuzzer, 3);
	attr->inherit = one_in(fuzzer, 3);
	attr->inherit_stat = one_in(fuzzer, 16);
	attr->inherit_thread = one_in(fuzzer, 16);
	attr->pinned = one_in(fuzzer, 12);
	attr->exclusive = one_in(fuzzer, 12);
	attr->exclude_user = one_in(fuzzer, 8);
	attr->exclude_kernel = one_in(fuzzer, 4);
	attr->mmap = one_in(fuzzer, 8);
	attr->mmap2 = one_in(fuzzer, 8);
	attr->comm = one_in(fuzzer, 8);
	attr->task = one_in(fuzzer, 8);
	attr->context_switch = one_in(fuzzer, 12);
	attr->ksymbol = one_in(fuzzer, 16);
	attr->cgroup = one_in(fuzzer, 16);
	attr->sample_id_all = one_in(fuzzer, 2);
	attr->enable_on_exec = one_in(fuzzer, 8);
	/* Flip a random bit of @attr, so that fields not chosen above are set as well */
	if (one_in(fuzzer, 8))
		((unsigned char *)attr)[below(fuzzer, sizeof(*attr))] ^= 1U << below(fuzzer, 8);
}

static bool errno_is_known(int error)
{
	static const int known[] = {
		E2BIG, EACCES, EBADF, EBUSY, EFAULT, EINTR, EINVAL, EMFILE, ENODEV, ENOENT,
		ENOSPC, EOPNOTSUPP, EOVERFLOW, EPERM, ESRCH, EAGAIN,
	};
	unsigned int i;

	for (i = 0; i < CHOICES(known); i++)
		if (error == known[i])
			return true;
	return false;
}

static void do_open(struct fuzzer *fuzzer)
{
	static const int cpus[] = { -1, -1, -1, 0, 0, 1, 77, -7 };
	const int targets[] = { 0, 0, 0, -1, shared.victim, gettid(), 1 << 29 };
	unsigned int slot = below(fuzzer, SLOTS);
	struct perf_event_attr attr;
	unsigned long flags = one_in(fuzzer, 8) ? below(fuzzer, 32) : PERF_FLAG_FD_CLOEXEC;
	int fd;

	choose_attr(fuzzer, &attr);
	fd = syscall(SYS_perf_event_open, &attr, PICK(fuzzer, targets), PICK(fuzzer, cpus),
		     one_in(fuzzer, 2) ? -1 : some_fd(fuzzer), flags);
	if (fd < 0) {
		if (!errno_is_known(errno))
			fuzzer->wrong = errno;
		return;
	}
	fuzzer->opened++;
	fd = __atomic_exchange_n(&shared.fd[slot], fd, __ATOMIC_RELAXED);
	if (fd >= 0)
		close(fd);
}

static void do_close(struct fuzzer *fuzzer)
{
	int fd = __atomic_exchange_n(&shared.fd[below(fuzzer, SLOTS)], -1, __ATOMIC_RELAXED);

	if (fd >= 0)
		close(fd);
}

/* ---- operations on events ---- */

static void do_ioctl(struct fuzzer *fuzzer)
{
	static const unsigned long plain[] = {
		PERF_EVENT_IOC_ENABLE, PERF_EVENT_IOC_ENABLE, PERF_EVENT_IOC_DISABLE,
		PERF_EVENT_IOC_RESET, PERF_EVENT_IOC_REFRESH, PERF_EVENT_IOC_PAUSE_OUTPUT,
		PERF_EVENT_IOC_SET_BPF,
	};
	static const char * const filters[] = {
		"", "common_pid != 0", "prev_pid > 5 && (next_pid < 3)", "filter 0x1000/0x100",
		"filter 0/0x100@/bin/true", "start 0@/proc/self/exe,stop 0x10@/bin/true", "((((",
	};
	__u64 period = number(fuzzer) >> below(fuzzer, 64), ids[4] = { 3 };
	struct perf_event_attr attr;
	int fd = some_fd(fuzzer);

	switch (below(fuzzer, 8)) {
	case 0:
		ioctl(fd, PERF_EVENT_IOC_PERIOD, &period);
		break;
	case 1:
		ioctl(fd, PERF_EVENT_IOC_SET_OUTPUT, one_in(fuzzer, 4) ? -1 : some_fd(fuzzer));
		break;
	case 2:
		ioctl(fd, PERF_EVENT_IOC_SET_FILTER, PICK(fuzzer, filters));
		break;
	case 3:
		choose_attr(fuzzer, &attr);
		ioctl(fd, PERF_EVENT_IOC_MODIFY_ATTRIBUTES, &attr);
		break;
	case 4:
		ioctl(fd, one_in(fuzzer, 2) ? PERF_EVENT_IOC_ID : PERF_EVENT_IOC_QUERY_BPF, ids);
		break;
	default:
		ioctl(fd, PICK(fuzzer, plain), below(fuzzer, 3));
	}
}

static void do_read(struct fuzzer *fuzzer)
{
	char buffer[4096];
	struct pollfd poll_one = { .fd = some_fd(fuzzer), .events = POLLIN };

	if (read(some_fd(fuzzer), buffer, below(fuzzer, sizeof(buffer))) < 0 || one_in(fuzzer, 4))
		poll(&poll_one, 1, 0);
	if (one_in(fuzzer, 8))
		fcntl(some_fd(fuzzer), F_SETFL, one_in(fuzzer, 2) ? O_ASYNC : 0);
}

static void end_mapping(struct mapping *mapping)
{
	if (!mapping)
		return;
	munmap(mapping->base, mapping->size);
	free(mapping);
}

static void do_unmap(struct fuzzer *fuzzer)
{
	end_mapping(__atomic_exchange_n(&shared.map[below(fuzzer, SLOTS)], NULL,
					__ATOMIC_ACQ_REL));
}

/* Map a ring, and for half of the writable ones try to map an AUX area. */
static void do_map(struct fuzzer *fuzzer)
{
	size_t page = sysconf(_SC_PAGESIZE), size = page << below(fuzzer, 4);
	int prot = PROT_READ | (one_in(fuzzer, 3) ? 0 : PROT_WRITE), fd = some_fd(fuzzer);
	struct mapping *mapping = calloc(1, sizeof(*mapping));
	struct perf_event_mmap_page *user_page;
	void *aux;

	if (!mapping)
		return;
	mapping->size = size + page;
	mapping->base = mmap(NULL, mapping->size, prot, MAP_SHARED, fd, 0);
	if (mapping->base == MAP_FAILED) {
		free(mapping);
		return;
	}
	user_page = mapping->base;
	if (prot & PROT_WRITE && one_in(fuzzer, 2)) {
		user_page->aux_offset = mapping->size;
		user_page->aux_size = size;
		aux = mmap(NULL, size, prot, MAP_SHARED, fd, mapping->size);
		if (aux != MAP_FAILED)
			munmap(aux, size);
		user_page->data_tail = number(fuzzer);
	}
	end_mapping(__atomic_exchange_n(&shared.map[below(fuzzer, SLOTS)], mapping,
					__ATOMIC_ACQ_REL));
}

/* ---- activity meanwhile ---- */

static void do_fork(struct fuzzer *fuzzer)
{
	bool exec = one_in(fuzzer, 3);
	pid_t child = fork();

	if (!child) {
		shared.watched++;
		do_ioctl(fuzzer);
		if (exec)
			execl("/bin/true", "true", NULL);
		_exit(0);
	}
	if (child > 0)
		waitpid(child, NULL, 0);
}

static void do_pmu(struct fuzzer *fuzzer)
{
	const char *name = PICK(fuzzer, pmus);

	switch (below(fuzzer, 12)) {
	case 0:
		test_pmu_unplug(name);
		test_pmu_plug(name);
		break;
	case 1:
		test_pmu_set(TEST_PMU_PARAM("uncore_cpu"), below(fuzzer, 2));
		break;
	default:
		test_pmu_work(below(fuzzer, 100));
	}
}

static void do_something(struct fuzzer *fuzzer)
{
	size_t page = sysconf(_SC_PAGESIZE);
	cpu_set_t cpus;
	char *memory;

	switch (below(fuzzer, 6)) {
	case 0:
		prctl(one_in(fuzzer, 2) ? PR_TASK_PERF_EVENTS_ENABLE :
					  PR_TASK_PERF_EVENTS_DISABLE);
		break;
	case 1:
		CPU_ZERO(&cpus);
		CPU_SET(below(fuzzer, 2), &cpus);
		sched_setaffinity(0, sizeof(cpus), &cpus);
		break;
	case 2:
		shared.watched++;
		sched_yield();
		break;
	default:
		memory = mmap(NULL, 4 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
			      -1, 0);
		if (memory == MAP_FAILED)
			break;
		memory[below(fuzzer, 4) * page] = 1;
		munmap(memory, 4 * page);
	}
}

static void *fuzz(void *argument)
{
	static void (* const steps[])(struct fuzzer *fuzzer) = {
		do_open, do_open, do_open, do_open, do_close, do_ioctl, do_ioctl, do_ioctl,
		do_read, do_map, do_unmap, do_something, do_something, do_pmu,
	};
	struct fuzzer *fuzzer = argument;

	while (fuzzer->steps-- && !fuzzer->wrong) {
		PICK(fuzzer, steps)(fuzzer);
		if (one_in(fuzzer, 100))
			do_fork(fuzzer);
	}
	return NULL;
}

/* ---- the tests ---- */

static void ignore(int signal __attribute__((unused)))
{
}

static int wait_long(void *argument __attribute__((unused)))
{
	pause();
	return 0;
}

FIXTURE(fuzz)
{
	struct perf_child victim;
	unsigned long seed;
	unsigned long steps;
};

FIXTURE_SETUP(fuzz)
{
	static const char * const names[] = { "sched:sched_switch", "syscalls:sys_enter_read",
					      "sched:sched_process_fork" };
	struct sigaction action = { .sa_handler = ignore };
	unsigned int i;
	int id;

	if (getenv("PERF_FUZZ_SEED"))
		self->seed = strtoul(getenv("PERF_FUZZ_SEED"), NULL, 0);
	self->steps = getenv("PERF_FUZZ_STEPS") ? strtoul(getenv("PERF_FUZZ_STEPS"), NULL, 0) :
						  STEPS;
	memset(shared.fd, 0xff, sizeof(shared.fd));
	for (i = 0; i < CHOICES(pmus); i++) {
		id = test_pmu_plug(pmus[i]);
		if (id < 0)
			SKIP(return, TEST_PMU_ABSENT);
		shared.types[i] = id;
	}
	for (i = 0; i < CHOICES(names); i++) {
		id = perf_tracepoint_id(names[i]);
		if (id > 0)
			shared.tracepoints[shared.nr_tracepoints++] = id;
	}
	sigaction(SIGTRAP, &action, NULL);
	sigaction(SIGIO, &action, NULL);
	ASSERT_EQ(0, perf_child_start(&self->victim, wait_long, NULL));
	shared.victim = self->victim.pid;
	perf_child_go(&self->victim);
}

FIXTURE_TEARDOWN(fuzz)
{
	perf_child_kill(&self->victim);
}

/* Close and unmap everything; then no area or event is left, and a plain event counts. */
static void expect_order(struct __test_metadata *_metadata)
{
	struct perf_event_attr attr = perf_attr_software(PERF_COUNT_SW_PAGE_FAULTS);
	struct perf_pages pages;
	unsigned int i;
	__u64 before;
	int fd;

	for (i = 0; i < SLOTS; i++) {
		end_mapping(shared.map[i]);
		if (shared.fd[i] >= 0)
			close(shared.fd[i]);
	}
	EXPECT_EQ(0, test_pmu_areas());
	EXPECT_EQ(0, test_pmu_events());

	ASSERT_EQ(0, perf_prefault());
	attr.disabled = 0;
	fd = perf_open_self(&attr);
	ASSERT_GE(fd, 0);
	ASSERT_EQ(0, perf_pages_map(&pages, 20));
	before = perf_count(fd);
	perf_pages_touch(&pages, 0, 20);
	EXPECT_EQ(20, perf_count(fd) - before);
	perf_pages_unmap(&pages);
	close(fd);
}

static void expect_run(struct __test_metadata *_metadata, const struct fuzzer *fuzzer,
		       unsigned long seed)
{
	EXPECT_EQ(0, fuzzer->wrong) {
		TH_LOG("seed %lu, %lu steps to go", seed, fuzzer->steps);
	}
	/* @fuzzer->opened is 0 if the run has tested only the checks of open. */
	EXPECT_LT(0, fuzzer->opened);
}

TEST_F_TIMEOUT(fuzz, alone, 600)
{
	static const unsigned long seeds[] = { 1, 2024, 0x5eed };
	struct fuzzer fuzzer;
	unsigned int i;

	for (i = 0; i < (self->seed ? 1 : CHOICES(seeds)); i++) {
		unsigned long seed = self->seed ?: seeds[i];

		fuzzer = (struct fuzzer){ .state = seed, .steps = self->steps };
		fuzz(&fuzzer);
		expect_run(_metadata, &fuzzer, seed);
	}
	expect_order(_metadata);
}

TEST_F_TIMEOUT(fuzz, in_threads, 600)
{
	struct fuzzer fuzzer[THREADS];
	pthread_t thread[THREADS];
	unsigned int i;

	for (i = 0; i < THREADS; i++) {
		fuzzer[i] = (struct fuzzer){ .state = (self->seed ?: 77) + i,
					     .steps = self->steps };
		ASSERT_EQ(0, pthread_create(&thread[i], NULL, fuzz, &fuzzer[i]));
	}
	for (i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	for (i = 0; i < THREADS; i++)
		expect_run(_metadata, &fuzzer[i], (self->seed ?: 77) + i);
	expect_order(_metadata);
}

TEST_HARNESS_MAIN
