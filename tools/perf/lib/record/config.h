/* SPDX-License-Identifier: GPL-2.0 */
/* struct perf_record_config: the options of a recording. */
#ifndef PERF_RECORD_CONFIG_H
#define PERF_RECORD_CONFIG_H

#include <stdbool.h>
#include <stdint.h>
#include <event/spec.h>

enum perf_record_chain {
	PERF_RECORD_CHAIN_NONE,
	PERF_RECORD_CHAIN_FP,		/* the kernel follows frame pointers */
	PERF_RECORD_CHAIN_DWARF,	/* samples hold a copy of the user stack */
	PERF_RECORD_CHAIN_LBR,		/* the CPU's stack of calls (last branch records) */
};

/* When --switch-output starts a new file. */
enum perf_record_switch {
	PERF_RECORD_SWITCH_NEVER,
	PERF_RECORD_SWITCH_SIGNAL,	/* on SIGUSR2, or the command "snapshot" */
	PERF_RECORD_SWITCH_SIZE,
	PERF_RECORD_SWITCH_TIME,
};

/* How trace data of AUX areas is recorded. */
enum perf_record_trace {
	PERF_RECORD_TRACE_ALL,		/* all of it, as it comes */
	PERF_RECORD_TRACE_SNAPSHOT,	/* the newest, on SIGUSR2 or the command "snapshot" */
	PERF_RECORD_TRACE_SAMPLE,	/* the newest, in samples of events of the group */
};

/* perf_record_config.delay_ms: wait for the command "enable". */
#define PERF_RECORD_DELAY_FOREVER	(-1)

/**
 * struct perf_record_config - options of a recording
 * @argv: program to run, terminated by NULL; or NULL
 * @all_cpus: record all processes
 * @cpus: list of CPUs, or NULL
 * @pids, @tids, @user: processes, threads, or the user whose processes to record; or NULL
 * @cgroup_names: control groups: one for all events, or one for each event, separated by commas; an
 *	empty name is no group. NULL: none. Needs CPUs
 * @per_thread: a ring for each thread instead of each CPU; children are not recorded
 * @no_inherit: do not record children
 * @freq: samples a second; 0: use @period
 * @period: events between samples
 * @freq_given: the user chose @freq or @period
 * @chain: kind of call chains
 * @stack_size: bytes of user stack to copy for PERF_RECORD_CHAIN_DWARF
 * @max_stack: addresses in a chain, 0: the kernel's limit
 * @no_user_chain, @no_kernel_chain: leave that part of chains out
 * @branch_type: PERF_SAMPLE_BRANCH_*, 0: none
 * @want_addr, @want_phys, @want_data_page, @want_code_page: sample addresses and page sizes
 * @want_cpu, @no_time, @no_period, @want_weight, @want_raw: fields of samples
 * @want_transaction: sample flags of transactions
 * @want_identifier: samples hold the event id even if there is only one event
 * @intr_regs, @user_regs: registers to sample, by bit: of the interrupted code, and of user mode
 * @want_period: samples hold the period even if it is fixed
 * @stat: record the counts of each thread when it ends
 * @running_time: read_format has the times enabled and running
 * @no_samples: side-band records only
 * @group: make all events one group
 * @all_kernel, @all_user: leave out user mode, or the kernel
 * @switch_events: record context switches
 * @namespaces: record namespaces
 * @cgroups: record new control groups, and the control group of each sample
 * @bpf: record BPF programs
 * @buildid_mmap: mappings hold the build id instead of the inode
 * @munmap_raw: write MUNMAP records as the kernel does
 * @jitter: let the kernel vary the periods
 * @use_clockid, @clockid: clock of sample times
 * @overwrite: keep the newest records, write them at the end or on demand
 * @tail_synth: synthesize records of processes at the end instead of at the start
 * @no_synth_tasks, @no_synth_maps, @no_synth_cgroups: do not synthesize records of existing tasks,
 *	their mappings, or control groups
 * @unbuffered: wake the tool for each sample
 * @mmap_pages: pages of each ring, a power of two; 0: default
 * @trace_mode: how trace data of AUX areas is recorded
 * @trace_pages: pages of each AUX area, a power of two; 0: default
 * @snapshot_size: newest bytes of each area in a snapshot, 0: all
 * @snapshot_at_end: take another snapshot when the recording ends
 * @trace_sample_size: bytes of trace data in each sample, for events without that term; 0: none
 * @delay_ms: milliseconds until events are enabled, or PERF_RECORD_DELAY_FOREVER
 * @output: path; "-": a stream to standard output; NULL: a stream if standard output is a pipe,
 *	else perf.data
 * @kcore: the output is a directory, with a copy of the kernel's code. The header does not have
 *	DIR_FORMAT: that is for several files of records
 * @no_buildid: do not list build ids
 * @cache: directory of the build id cache, for files only found in containers; NULL: no copies
 * @compress_level: zstd level, 0: none
 * @switch_mode, @switch_size, @switch_ns: when a new file begins: cause, bytes, nanoseconds
 * @switch_files: number of finished files to keep, 0: all
 * @triggers: with @switch_mode, a hit of one of these events starts a new file; must outlive the
 *	recording. NULL: none
 * @time_name: append the time to the file name even if there is only one file
 * @max_size: stop at so many bytes of output, 0: never
 * @control_fd, @ack_fd: descriptors of commands and answers, -1: none
 * @drain_threads: number of threads that empty rings
 * @round_ms: empty rings at least that often, those of @overwrite too; 0: when they fill
 * @cmdline, @cmdline_nr: command line for the header
 * @version: of the tool
 */
struct perf_record_config {
	char **argv;
	bool all_cpus;
	const char *cpus;
	const char *pids;
	const char *tids;
	const char *user;
	const char *cgroup_names;
	bool per_thread;
	bool no_inherit;
	uint64_t freq;
	uint64_t period;
	bool freq_given;
	enum perf_record_chain chain;
	uint32_t stack_size;
	uint32_t max_stack;
	bool no_user_chain;
	bool no_kernel_chain;
	uint64_t branch_type;
	bool want_addr;
	bool want_phys;
	bool want_data_page;
	bool want_code_page;
	bool want_cpu;
	bool no_time;
	bool no_period;
	bool want_weight;
	bool want_raw;
	bool want_transaction;
	bool want_identifier;
	uint64_t intr_regs;
	uint64_t user_regs;
	bool want_period;
	bool stat;
	bool running_time;
	bool no_samples;
	bool group;
	bool all_kernel;
	bool all_user;
	bool switch_events;
	bool namespaces;
	bool cgroups;
	bool bpf;
	bool buildid_mmap;
	bool munmap_raw;
	bool jitter;
	bool use_clockid;
	int clockid;
	bool overwrite;
	bool tail_synth;
	bool no_synth_tasks;
	bool no_synth_maps;
	bool no_synth_cgroups;
	bool unbuffered;
	unsigned int mmap_pages;
	enum perf_record_trace trace_mode;
	unsigned int trace_pages;
	uint64_t snapshot_size;
	bool snapshot_at_end;
	uint64_t trace_sample_size;
	int64_t delay_ms;
	const char *output;
	bool kcore;
	bool no_buildid;
	const char *cache;
	int compress_level;
	enum perf_record_switch switch_mode;
	uint64_t switch_size;
	uint64_t switch_ns;
	unsigned int switch_files;
	struct perf_event_list *triggers;
	bool time_name;
	uint64_t max_size;
	int control_fd;
	int ack_fd;
	unsigned int drain_threads;
	unsigned int round_ms;
	const char *const *cmdline;
	int cmdline_nr;
	const char *version;
};

#endif /* PERF_RECORD_CONFIG_H */
