/* SPDX-License-Identifier: GPL-2.0-only */
/* What is to be recorded, and how. */
#ifndef PERF_RECORD_CONFIG_H
#define PERF_RECORD_CONFIG_H

#include <stdbool.h>
#include <stdint.h>
#include <event/spec.h>

enum perf_record_chain {
	PERF_RECORD_CHAIN_NONE,
	PERF_RECORD_CHAIN_FP,		/* the kernel follows frame pointers */
	PERF_RECORD_CHAIN_DWARF,	/* a copy of the user stack, to be unwound later */
	PERF_RECORD_CHAIN_LBR,		/* the CPU's record of calls */
};

/* When --switch-output starts a new file. */
enum perf_record_switch {
	PERF_RECORD_SWITCH_NEVER,
	PERF_RECORD_SWITCH_SIGNAL,	/* on SIGUSR2, or the command "snapshot" */
	PERF_RECORD_SWITCH_SIZE,
	PERF_RECORD_SWITCH_TIME,
};

/* What becomes of trace data of the AUX area. */
enum perf_record_trace {
	PERF_RECORD_TRACE_ALL,		/* all of it is written, as it comes */
	PERF_RECORD_TRACE_SNAPSHOT,	/* the newest, on SIGUSR2 or the command "snapshot" */
	PERF_RECORD_TRACE_SAMPLE,	/* the newest, in samples of events of its group */
};

/* perf_record_config.delay_ms: wait for the command "enable". */
#define PERF_RECORD_DELAY_FOREVER	(-1)

/**
 * struct perf_record_config - what is to be recorded, and how
 * @argv: program to run, or NULL. Ended by NULL
 * @all_cpus: all processes
 * @cpus: list of CPUs, or NULL
 * @pids, @tids, @user: processes, threads, or a user's; or NULL
 * @cgroup_names: control groups: one for all events, or one for each with commas between;
 *	an empty one is none. NULL for none. Needs CPUs
 * @per_thread: a ring for each thread instead of each CPU; children are not followed
 * @no_inherit: do not follow children
 * @freq: samples a second; 0: use @period
 * @period: events between samples
 * @freq_given: the user chose @freq or @period
 * @chain: call chains
 * @stack_size: bytes of user stack to copy for DWARF
 * @max_stack: addresses in a chain, 0 for what the kernel allows
 * @no_user_chain, @no_kernel_chain: leave that part of chains out
 * @branch_type: PERF_SAMPLE_BRANCH_*, 0 for none
 * @want_addr, @want_phys, @want_data_page, @want_code_page: addresses and page sizes
 * @want_cpu, @no_time, @no_period, @want_weight, @want_raw: fields of samples
 * @want_transaction: flags of transactions
 * @want_identifier: the id of the event though there is one only
 * @intr_regs, @user_regs: registers, by bit; of the code that was interrupted, and of user
 *	mode
 * @want_period: the period in each sample though it is fixed
 * @stat: counts of each thread when it ends
 * @running_time: how long an event was enabled and counted, wherever its count is read
 * @no_samples: side-band records only
 * @group: all events are one group
 * @all_kernel, @all_user: leave out user mode, or the kernel
 * @switch_events: record context switches
 * @namespaces: record namespaces
 * @cgroups: record control groups as they are made, and that of each sample
 * @bpf: record BPF programs; false: leave that out
 * @buildid_mmap: mappings have the build id instead of the inode
 * @use_clockid, @clockid: clock of sample times
 * @overwrite: keep the newest records, write them at the end or on demand
 * @tail_synth: describe processes at the end instead of at the start
 * @no_synth_tasks, @no_synth_maps, @no_synth_cgroups: do not describe what is there: tasks,
 *	their mappings, control groups
 * @unbuffered: wake up for each sample, instead of for many together
 * @mmap_pages: pages of each ring, a power of two; 0: default
 * @trace_mode: trace data of events that have an AUX area
 * @trace_pages: pages of each AUX area, a power of two; 0: default
 * @snapshot_size: newest bytes of each area that are enough, 0: all
 * @snapshot_at_end: another snapshot when the recording ends
 * @trace_sample_size: bytes in each sample, for events that do not say themselves; 0: none
 * @delay_ms: start counting that much later
 * @output: path; "-": standard output as a stream; NULL: perf.data
 * @kcore: the output is a directory, with a copy of the kernel's code. The recording does not
 *	say so (DIR_FORMAT): that is for several files of records
 * @no_buildid: do not list build ids
 * @cache: directory of the cache of build ids, for files that are found in containers only;
 *	NULL: keep none
 * @compress_level: zstd level, 0: none
 * @switch_mode, @switch_size, @switch_ns: new files
 * @switch_files: keep as many, 0: all
 * @triggers: with @switch_mode, a hit of one of these asks for a new file as a signal does;
 *	they have to live as long as the recording. NULL: none
 * @time_name: name the file by the time it ends, though there is one only
 * @max_size: stop when the output has as many bytes, 0: never
 * @control_fd, @ack_fd: commands and answers, -1: none
 * @drain_threads: threads that empty rings
 * @round_ms: empty rings at least that often, those of @overwrite too; 0: when they fill
 * @cmdline, @cmdline_nr: command line for the header
 * @version: of the program
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
