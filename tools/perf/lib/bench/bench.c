// SPDX-License-Identifier: GPL-2.0
/* The tables of benchmarks and their options. */
#include <bench/families.h>

#define OPT(kind, member, ...) PERF_OPT_##kind(struct perf_bench_options, member, __VA_ARGS__)

static const struct perf_option pipe_options[] = {
	OPT(U64, loops, 'l', "loop", "N", "messages there and back (1000000)"),
	OPT(FLAG, threaded, 'T', "threaded", "between threads, not processes"),
	PERF_OPT_END
};

static const struct perf_option messaging_options[] = {
	OPT(INT, groups, 'g', "group", "N", "groups of 20 senders and 20 receivers (10)"),
	OPT(U64, loops, 'l', "nr_loops", "N", "messages from each sender to each receiver (100)"),
	OPT(FLAG, pipes, 'p', "pipe", "through pipes, not socket pairs"),
	OPT(FLAG, threaded, 't', "thread", "threads, not processes"),
	PERF_OPT_END
};

static const struct perf_option loop_options[] = {
	OPT(U64, loops, 'l', "loop", "N", "how often"),
	PERF_OPT_END
};

static const struct perf_option memory_options[] = {
	OPT(SIZE, size, 's', "size", "SIZE", "bytes at a time, as 512KB (1MB)"),
	OPT(TEXT, function, 'f', "function", "NAME", "this way only; help lists them (all)"),
	OPT(U64, loops, 'l', "nr_loops", "N", "how often (1)"),
	PERF_OPT_END
};

static const struct perf_option hash_options[] = {
	OPT(INT, threads, 't', "threads", "N", "threads (as many as there are CPUs)"),
	OPT(INT, seconds, 'r', "runtime", "SECONDS", "for how long (10)"),
	OPT(INT, futexes, 'f', "futexes", "N", "futexes of each thread (1024)"),
	OPT(FLAG, shared, 'S', "shared", "futexes that processes could share"),
	OPT(FLAG, silent, 's', "silent", "the mean only, not each thread"),
	PERF_OPT_END
};

static const struct perf_option wake_options[] = {
	OPT(INT, threads, 't', "threads", "N", "threads that wait (as many as there are CPUs)"),
	OPT(INT, wakes, 'w', "nwakes", "N", "threads woken by one call (1)"),
	OPT(FLAG, shared, 'S', "shared", "a futex that processes could share"),
	OPT(FLAG, silent, 's', "silent", "the mean only, not each run"),
	PERF_OPT_END
};

static const struct perf_option epoll_options[] = {
	OPT(INT, threads, 't', "threads", "N", "threads (as many as there are CPUs)"),
	OPT(INT, seconds, 'r', "runtime", "SECONDS", "for how long (8)"),
	OPT(INT, futexes, 'f', "nfds", "N", "file descriptors of each thread (64)"),
	PERF_OPT_END
};

static const struct perf_option event_options[] = {
	OPT(U64, loops, 'l', "loop", "N", "how often"),
	OPT(INT, events, 'n', "events", "N", "events in the group (1)"),
	PERF_OPT_END
};

const struct perf_bench_collection perf_bench_collections[] = {
	{ "sched",	"Scheduler and communication between processes" },
	{ "syscall",	"System calls" },
	{ "mem",	"Access to memory" },
	{ "futex",	"Waiting and waking with futexes" },
	{ "epoll",	"Waiting for many files" },
	{ "event",	"Operations of perf events themselves" },
	{ NULL }
};

const struct perf_bench perf_benches[] = {
	{ "sched", "messaging", "Many senders, many receivers", messaging_options,
	  perf_bench_messaging },
	{ "sched", "pipe", "Messages there and back through pipes", pipe_options,
	  perf_bench_pipe },
	{ "syscall", "basic", "getppid(), which does next to nothing", loop_options,
	  perf_bench_getppid },
	{ "syscall", "getpgid", "getpgid()", loop_options, perf_bench_getpgid },
	{ "syscall", "fork", "fork() and the end of the child", loop_options, perf_bench_fork },
	{ "syscall", "execve", "fork(), execve() and the end of the child", loop_options,
	  perf_bench_execve },
	{ "mem", "memcpy", "Copying memory", memory_options, perf_bench_memcpy },
	{ "mem", "memset", "Filling memory", memory_options, perf_bench_memset },
	{ "futex", "hash", "Calls on many futexes of which none waits", hash_options,
	  perf_bench_futex_hash },
	{ "futex", "wake", "Waking threads that wait", wake_options, perf_bench_futex_wake },
	{ "epoll", "wait", "epoll_wait() by many threads", epoll_options,
	  perf_bench_epoll_wait },
	{ "epoll", "ctl", "epoll_ctl() by many threads", epoll_options, perf_bench_epoll_ctl },
	{ "event", "open", "perf_event_open() and close()", event_options,
	  perf_bench_event_open },
	{ "event", "read", "read() of counts", event_options, perf_bench_event_read },
	{ "event", "toggle", "Enabling and disabling by ioctl()", event_options,
	  perf_bench_event_toggle },
	{ "event", "map", "Mapping and unmapping a ring", event_options, perf_bench_event_map },
	{ "event", "sample", "Samples into a ring, and reading them", event_options,
	  perf_bench_event_sample },
	{ "event", "switch", "Context switches of a task with events", event_options,
	  perf_bench_event_switch },
	{ NULL }
};
