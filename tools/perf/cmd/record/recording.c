// SPDX-License-Identifier: GPL-2.0
/*
 * recording_options[], and recording with these options: perf record, and the record forms of perf
 * sched, perf kmem and perf lock. perf_record_create() and perf_record_run() record;
 * recording_report() prints the summary.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <base/num.h>
#include <data/regs.h>
#include <event/parse.h>
#include <record/chain.h>
#include <sys/control.h>
#include <sys/paths.h>

#include "common/control.h"
#include "common/print.h"
#include "common/settings.h"
#include "record/record_options.h"
#include "record/recording.h"

/* Bytes of AUX data in a sample. */
#define DEFAULT_TRACE_SAMPLE	4096

/* option->value of options that share a function. */
enum { REGISTERS_INTR, REGISTERS_USER };
enum { FIELD_TIME, FIELD_PERIOD };

static const struct {
	const char *name;
	clockid_t clock;
} clocks[] = {
	{ "monotonic", CLOCK_MONOTONIC }, { "mono", CLOCK_MONOTONIC },
	{ "monotonic_raw", CLOCK_MONOTONIC_RAW }, { "raw", CLOCK_MONOTONIC_RAW },
	{ "realtime", CLOCK_REALTIME }, { "real", CLOCK_REALTIME },
	{ "boottime", CLOCK_BOOTTIME }, { "boot", CLOCK_BOOTTIME },
	{ "tai", CLOCK_TAI },
};

/* Arguments of --synth. Mappings belong to tasks, so "mmap" implies tasks. */
static const struct {
	const char *name;
	bool tasks;
	bool maps;
	bool cgroups;
	bool alone;
} synths[] = {
	{ .name = "no", .alone = true },
	{ .name = "all", .tasks = true, .maps = true, .cgroups = true, .alone = true },
	{ .name = "task", .tasks = true },
	{ .name = "mmap", .tasks = true, .maps = true },
	{ .name = "cgroup", .cgroups = true },
};

static int refuse_negated(const struct perf_option *option, struct perf_error *error)
{
	return perf_error_set(error, EINVAL, "there is no --no-%s: leave out --%s instead",
			      option->name, option->name);
}

static int set_wall(void *options, const struct perf_option *option, const char *text,
		    bool negated, struct perf_error *error)
{
	struct recording *opts = options;

	(void)text;
	return negated ? refuse_negated(option, error) :
			 perf_events_parse(&opts->events.list, PERF_EVENTS_WALL, error);
}

static int set_exclude_perf(void *options, const struct perf_option *option, const char *text,
			    bool negated, struct perf_error *error)
{
	struct recording *opts = options;

	(void)text;
	if (negated)
		return refuse_negated(option, error);
	snprintf(opts->ourselves, sizeof(opts->ourselves), "common_pid != %d", getpid());
	return record_events_filter(&opts->events, option, opts->ourselves, error);
}

/* -T and -P: without these options, perf_record_create() chooses the fields of samples. */
static int set_field(void *options, const struct perf_option *option, const char *text,
		     bool negated, struct perf_error *error)
{
	struct perf_record_config *config = &((struct recording *)options)->config;

	(void)text;
	(void)error;
	if (option->value == FIELD_TIME) {
		config->no_time = negated;
		return 0;
	}
	config->want_period = !negated;
	config->no_period = negated;
	return 0;
}

static int set_registers(void *options, const struct perf_option *option, const char *text,
			 bool negated, struct perf_error *error)
{
	struct perf_record_config *config = &((struct recording *)options)->config;
	uint64_t *mask = option->value == REGISTERS_USER ? &config->user_regs : &config->intr_regs;

	(void)negated;
	*mask = perf_record_registers();
	if (!*mask)
		return perf_error_set(error, EOPNOTSUPP, "--%s: not on this architecture",
				      option->name);
	return text ? perf_regs_parse(text, *mask, mask, error) : 0;
}

static int two_rates(struct perf_error *error)
{
	return perf_error_set(error, EINVAL,
			      "-F and -c exclude each other: leave out -c for samples a second, or -F for one every N events");
}

static int set_freq(void *options, const struct perf_option *option, const char *text,
		    bool negated, struct perf_error *error)
{
	struct recording *opts = options;
	uint64_t freq;

	(void)option;
	(void)negated;
	if (opts->config.period)
		return two_rates(error);
	if (!strcmp(text, "max"))
		freq = opts->max_freq;
	else if (!perf_parse_u64(text, &freq) || !freq)
		return perf_error_set(error, EINVAL, "-F is samples a second, or 'max', not '%s'",
				      text);
	opts->config.freq = freq;
	opts->config.freq_given = true;
	return 0;
}

static int set_period(void *options, const struct perf_option *option, const char *text,
		      bool negated, struct perf_error *error)
{
	struct recording *opts = options;
	uint64_t period;

	(void)option;
	(void)negated;
	if (opts->config.freq)
		return two_rates(error);
	if (!perf_parse_u64(text, &period) || !period)
		return perf_error_set(error, EINVAL, "-c wants a number of events, not '%s'", text);
	opts->config.period = period;
	opts->config.freq_given = true;
	return 0;
}

static int set_chain(void *options, const struct perf_option *option, const char *text,
		     bool negated, struct perf_error *error)
{
	struct recording *opts = options;

	if (option->letter == 'g' && !negated)
		text = perf_settings_chain(opts->settings, "record.call-graph");
	return perf_record_chain_parse(&opts->config, negated ? "no" : text, error);
}

static int set_clock(void *options, const struct perf_option *option, const char *text,
		     bool negated, struct perf_error *error)
{
	struct perf_record_config *config = &((struct recording *)options)->config;
	int64_t number;
	size_t i;

	(void)option;
	(void)negated;
	config->use_clockid = true;
	for (i = 0; i < PERF_ARRAY_SIZE(clocks); i++) {
		const char *name = perf_starts_with(text, "CLOCK_");

		if (strcasecmp(name ? name : text, clocks[i].name))
			continue;
		config->clockid = clocks[i].clock;
		return 0;
	}
	if (!perf_parse_s64(text, &number))
		return perf_error_set(error, EINVAL,
				      "-k is monotonic, monotonic_raw, realtime, boottime or tai, not '%s'",
				      text);
	config->clockid = (int)number;
	return 0;
}

static int set_delay(void *options, const struct perf_option *option, const char *text,
		     bool negated, struct perf_error *error)
{
	struct recording *opts = options;

	(void)option;
	(void)negated;
	if (!perf_parse_s64(text, &opts->config.delay_ms) || opts->config.delay_ms < -1)
		return perf_error_set(error, EINVAL,
				      "-D is milliseconds, or -1 to begin disabled, not '%s'",
				      text);
	return 0;
}

static int set_compression(void *options, const struct perf_option *option, const char *text,
			   bool negated, struct perf_error *error)
{
	struct recording *opts = options;
	uint64_t level = 1;

	(void)option;
	if (text && (!perf_parse_u64(text, &level) || !level || level > 22))
		return perf_error_set(error, EINVAL, "-z is a level from 1 to 22, not '%s'", text);
	opts->config.compress_level = negated ? 0 : (int)level;
	return 0;
}

/* The first name with synths[].alone ("no", "all") decides alone. */
static int set_synth(void *options, const struct perf_option *option, const char *text,
		     bool negated, struct perf_error *error)
{
	struct perf_record_config *config = &((struct recording *)options)->config;
	size_t length, i;

	(void)option;
	(void)negated;
	config->no_synth_tasks = true;
	config->no_synth_maps = true;
	config->no_synth_cgroups = true;
	for (;; text += length + 1) {
		length = strcspn(text, ",");
		for (i = 0; i < PERF_ARRAY_SIZE(synths); i++)
			if (length == strlen(synths[i].name) &&
			    !memcmp(text, synths[i].name, length))
				break;
		if (i == PERF_ARRAY_SIZE(synths))
			return perf_error_set(error, EINVAL,
					      "--synth is no, all, task, mmap or cgroup, not '%.*s'",
					      (int)length, text);
		config->no_synth_tasks &= !synths[i].tasks;
		config->no_synth_maps &= !synths[i].maps;
		config->no_synth_cgroups &= !synths[i].cgroups;
		if (synths[i].alone) {
			config->no_synth_tasks = !synths[i].tasks;
			config->no_synth_maps = !synths[i].maps;
			config->no_synth_cgroups = !synths[i].cgroups;
			return 0;
		}
		if (!text[length])
			return 0;
	}
}

/* @text is "signal", a size as 100M, or a time as 30s. */
static int set_switch(void *options, const struct perf_option *option, const char *text,
		      bool negated, struct perf_error *error)
{
	struct perf_record_config *config = &((struct recording *)options)->config;
	const char *unit;

	(void)option;
	if (negated) {
		config->switch_mode = PERF_RECORD_SWITCH_NEVER;
		return 0;
	}
	config->switch_mode = PERF_RECORD_SWITCH_SIGNAL;
	if (!text || !strcmp(text, "signal"))
		return 0;
	unit = text + strspn(text, "0123456789");
	if (unit != text && *unit && strchr("BKMG", *unit) &&
	    perf_parse_size(text, &config->switch_size) && config->switch_size) {
		config->switch_mode = PERF_RECORD_SWITCH_SIZE;
		return 0;
	}
	if (unit != text && *unit && perf_parse_time(text, &config->switch_ns) &&
	    config->switch_ns) {
		config->switch_mode = PERF_RECORD_SWITCH_TIME;
		return 0;
	}
	return perf_error_set(error, EINVAL,
			      "--switch-output is signal, a size as 100M or a time as 30s, not '%s'",
			      text);
}

static bool parse_bytes(const char *text, uint64_t *bytes)
{
	return (perf_parse_u64(text, bytes) || perf_parse_size(text, bytes)) && *bytes;
}

/* @text is "e" and a size, both optional. */
static int set_snapshot(void *options, const struct perf_option *option, const char *text,
			bool negated, struct perf_error *error)
{
	struct perf_record_config *config = &((struct recording *)options)->config;

	(void)option;
	config->trace_mode = negated ? PERF_RECORD_TRACE_ALL : PERF_RECORD_TRACE_SNAPSHOT;
	config->snapshot_at_end = text && *text == 'e';
	config->snapshot_size = 0;
	if (config->snapshot_at_end)
		text++;
	if (!text || !*text || parse_bytes(text, &config->snapshot_size))
		return 0;
	return perf_error_set(error, EINVAL, "-S is a size as 64K, or e and a size, not '%s'",
			      text);
}

static int set_aux_sample(void *options, const struct perf_option *option, const char *text,
			  bool negated, struct perf_error *error)
{
	struct perf_record_config *config = &((struct recording *)options)->config;

	(void)option;
	config->trace_mode = negated ? PERF_RECORD_TRACE_ALL : PERF_RECORD_TRACE_SAMPLE;
	config->trace_sample_size = negated ? 0 : DEFAULT_TRACE_SAMPLE;
	if (!text || parse_bytes(text, &config->trace_sample_size))
		return 0;
	return perf_error_set(error, EINVAL, "--aux-sample is a size as 4K, not '%s'", text);
}

static int set_triggers(void *options, const struct perf_option *option, const char *text,
			bool negated, struct perf_error *error)
{
	(void)option;
	(void)negated;
	return perf_events_parse(&((struct recording *)options)->triggers, text, error);
}

static int set_control(void *options, const struct perf_option *option, const char *text,
		       bool negated, struct perf_error *error)
{
	struct perf_record_config *config = &((struct recording *)options)->config;
	struct perf_control control;
	int err = perf_control_open(&control, text, error);

	(void)option;
	(void)negated;
	config->control_fd = control.fd;
	config->ack_fd = control.ack;
	return err;
}

static int set_threads(void *options, const struct perf_option *option, const char *text,
		       bool negated, struct perf_error *error)
{
	struct recording *opts = options;
	uint64_t threads = (uint64_t)sysconf(_SC_NPROCESSORS_ONLN);

	(void)option;
	if (text && (!perf_parse_u64(text, &threads) || !threads || threads > 4096))
		return perf_error_set(error, EINVAL, "--threads is a number of threads, not '%s'",
				      text);
	opts->config.drain_threads = negated ? 1 : (unsigned int)threads;
	return 0;
}

#define TYPE	struct recording

/* Kinds of arguments of options without effect; check_no_effect() still validates them. */
enum { NO_EFFECT_WORD, NO_EFFECT_BYTES, NO_EFFECT_FILE };

static int check_no_effect(void *options, const struct perf_option *option, const char *text,
			   bool negated, struct perf_error *error)
{
	uint64_t number;

	(void)options;
	(void)negated;
	switch (option->value) {
	case NO_EFFECT_WORD:
		if (!strcmp(text, "node") || !strcmp(text, "cpu") || !strcmp(text, "sys"))
			return 0;
		return perf_error_set(error, EINVAL, "--%s is sys, node or cpu, not '%s'",
				      option->name, text);
	case NO_EFFECT_BYTES:
		if (perf_parse_u64(text, &number) || perf_parse_size(text, &number))
			return 0;
		return perf_error_set(error, EINVAL, "--%s is a number, or a size as 16K, not '%s'",
				      option->name, text);
	default:
		if (!access(text, R_OK))
			return 0;
		return perf_error_set(error, errno, "--%s: cannot read '%s': %m", option->name,
				      text);
	}
}

#define NO_BPF_SOURCE	"events that are BPF programs are not compiled here", NULL

const struct perf_option recording_options[] = {
	PERF_OPT_HEADING("What to record"),
	RECORD_EVENT_OPTIONS(TYPE,
			     "sample these instead of cycles; 'perf list' shows what there is",
			     "the same, with all names in libpfm's spelling: 'perf list pfm'"),
	PERF_OPT_CALL(0, "wall", NULL, set_wall, 0, 0,
		      "time on the CPU and off it: task-clock and offcpu/off/"),
	PERF_OPT_CALL(0, "exclude-perf", NULL, set_exclude_perf, 0, 0,
		      "only hits of those tracepoints that are not by this perf"),
	PERF_OPT_CALL('F', "freq", "HZ", set_freq, 0, 0, "samples a second, or max"),
	PERF_OPT_CALL('c', "count", "N", set_period, 0, 0, "a sample every N events"),
	PERF_OPT_FLAG(TYPE, config.jitter, 0, "jitter",
		      "periods vary by up to an eighth, so as not to keep in step with loops"),
	PERF_OPT_FLAG(TYPE, config.group, 0, "group", "make all events one group"),
	PERF_OPT_FLAG(TYPE, config.all_user, 0, "all-user", "sample in user mode only"),
	PERF_OPT_FLAG(TYPE, config.all_kernel, 0, "all-kernel", "sample in the kernel only"),
	PERF_OPT_FLAG(TYPE, config.no_samples, 'n', "no-samples",
		      "no samples, only the records of processes and mappings"),
	PERF_OPT_HEADING("Where to record"),
	PERF_OPT_FLAG(TYPE, config.all_cpus, 'a', "all-cpus",
		      "on all CPUs, whatever runs there; default without a program"),
	PERF_OPT_TEXT(TYPE, config.cpus, 'C', "cpu", "CPUS", "on these CPUs, as 0-3,7"),
	PERF_OPT_TEXT(TYPE, config.pids, 'p', "pid", "PIDS", "all threads of these processes"),
	PERF_OPT_TEXT(TYPE, config.tids, 't', "tid", "TIDS", "these threads"),
	PERF_OPT_TEXT(TYPE, config.user, 'u', "uid", "USER", "processes of this user"),
	PERF_OPT_TEXT(TYPE, config.cgroup_names, 'G', "cgroup", "NAMES",
		      "in control groups: one for all events, or one for each; needs -a or -C"),
	PERF_OPT_FLAG(TYPE, config.no_inherit, 'i', "no-inherit", "not in child tasks"),
	PERF_OPT_FLAG(TYPE, config.per_thread, 0, "per-thread",
		      "a ring for each thread, not for each CPU; without child tasks"),
	PERF_OPT_HEADING("What a sample holds"),
	PERF_OPT_CALL('g', NULL, NULL, set_chain, 0, 0,
		      "call chains, as --call-graph fp unless configured"),
	PERF_OPT_CALL(0, "call-graph", "HOW", set_chain, 0, PERF_OPT_NEGATABLE,
		      "call chains: fp, dwarf[,BYTES of stack] or lbr"),
	PERF_OPT_INT(TYPE, max_stack, 0, "max-stack", "N", "addresses in a call chain"),
	PERF_OPT_FLAG(TYPE, config.no_user_chain, 0, "kernel-callchains",
		      "call chains of the kernel only"),
	PERF_OPT_FLAG(TYPE, config.no_kernel_chain, 0, "user-callchains",
		      "call chains of user mode only"),
	RECORD_BRANCH_OPTIONS(TYPE),
	PERF_OPT_FLAG(TYPE, config.want_addr, 'd', "data", "addresses of data accessed"),
	PERF_OPT_FLAG(TYPE, config.want_phys, 0, "phys-data", "physical addresses of data"),
	PERF_OPT_FLAG(TYPE, config.want_data_page, 0, "data-page-size", "page sizes of data"),
	PERF_OPT_FLAG(TYPE, config.want_code_page, 0, "code-page-size", "page sizes of code"),
	PERF_OPT_FLAG(TYPE, config.want_weight, 'W', "weight", "cost of the access, where known"),
	PERF_OPT_FLAG(TYPE, config.want_cpu, 0, "sample-cpu", "the CPU"),
	PERF_OPT_CALL('T', "timestamp", NULL, set_field, FIELD_TIME, 0,
		      "the time; --no-timestamp leaves it out"),
	PERF_OPT_CALL('P', "period", NULL, set_field, FIELD_PERIOD, 0,
		      "the period, though it is fixed; --no-period leaves it out"),
	PERF_OPT_FLAG(TYPE, config.want_identifier, 0, "sample-identifier",
		      "the id of the event, though there is one only"),
	PERF_OPT_FLAG(TYPE, config.running_time, 0, "running-time",
		      "with the counts of :S: how long they were enabled and counted"),
	PERF_OPT_FLAG(TYPE, config.want_raw, 'R', "raw-samples", "raw data of the PMU"),
	PERF_OPT_FLAG(TYPE, config.want_transaction, 0, "transaction", "flags of transactions"),
	PERF_OPT_CALL('I', "intr-regs", "REGISTERS", set_registers, REGISTERS_INTR,
		      PERF_OPT_OPTIONAL, "registers where it was interrupted, as ax,bx; or all"),
	PERF_OPT_CALL(0, "user-regs", "REGISTERS", set_registers, REGISTERS_USER,
		      PERF_OPT_OPTIONAL, "registers of user mode, as sp,ip; or all"),
	PERF_OPT_CALL('k', "clockid", "CLOCK", set_clock, 0, 0,
		      "times of this clock: monotonic, monotonic_raw, realtime, boottime, tai"),
	PERF_OPT_HEADING("What else to record"),
	PERF_OPT_FLAG(TYPE, config.stat, 's', "stat", "counts of each thread"),
	PERF_OPT_FLAG(TYPE, config.switch_events, 0, "switch-events", "context switches"),
	PERF_OPT_FLAG(TYPE, config.namespaces, 0, "namespaces", "namespaces of tasks"),
	PERF_OPT_FLAG(TYPE, config.cgroups, 0, "all-cgroups", "control groups as they are made"),
	PERF_OPT_CALL(0, "synth", "WHAT", set_synth, 0, 0,
		      "what is there already: no, all, or some of task,mmap,cgroup"),
	PERF_OPT_FLAG(TYPE, no_bpf, 0, "no-bpf-event", "nothing of BPF programs"),
	PERF_OPT_FLAG(TYPE, config.buildid_mmap, 0, "buildid-mmap",
		      "build ids with each mapping, by the kernel"),
	PERF_OPT_FLAG(TYPE, config.munmap_raw, 0, "munmap-raw",
		      "unmapped memory as the kernel records it: other perfs stop there"),
	PERF_OPT_FLAG(TYPE, config.no_buildid, 'B', "no-buildid", "no build ids at the end"),
	PERF_OPT_FLAG(TYPE, no_cache, 'N', "no-buildid-cache",
		      "keep no copies of files that exist in containers only"),
	PERF_OPT_HEADING("Where it goes"),
	PERF_OPT_TEXT(TYPE, config.output, 'o', "output", "FILE",
		      "file instead of perf.data; - is a stream on standard output"),
	PERF_OPT_FLAG(TYPE, config.kcore, 0, "kcore",
		      "a directory instead of a file, with a copy of the kernel's code; for root"),
	PERF_OPT_CALL('z', "compression-level", "LEVEL", set_compression, 0,
		      PERF_OPT_OPTIONAL | PERF_OPT_NEGATABLE,
		      "compress; levels are 1, which is the default, to 22"),
	PERF_OPT_CALL(0, "switch-output", "WHEN", set_switch, 0,
		      PERF_OPT_OPTIONAL | PERF_OPT_NEGATABLE,
		      "go on in a new file: on signal SIGUSR2, at a size as 100M or a time as 30s"),
	PERF_OPT_CALL(0, "switch-output-event", "EVENTS", set_triggers, 0, 0,
		      "go on in a new file when one of these happens"),
	PERF_OPT_INT(TYPE, switch_files, 0, "switch-max-files", "N",
		     "keep the last N files of --switch-output"),
	PERF_OPT_FLAG(TYPE, config.time_name, 0, "timestamp-filename",
		      "put the time at the end of the file's name, as --switch-output does"),
	PERF_OPT_SIZE(TYPE, config.max_size, 0, "max-size", "SIZE",
		      "stop when the file has this size, as 100M"),
	PERF_OPT_FLAG(TYPE, config.overwrite, 0, "overwrite",
		      "keep the newest samples only, write them at the end or on SIGUSR2"),
	PERF_OPT_CALL('S', "snapshot", "[e]SIZE", set_snapshot, 0,
		      PERF_OPT_OPTIONAL | PERF_OPT_NEGATABLE,
		      "of traces SIZE of the newest only, on SIGUSR2; with e at the end, too"),
	PERF_OPT_CALL(0, "aux-sample", "SIZE", set_aux_sample, 0,
		      PERF_OPT_OPTIONAL | PERF_OPT_NEGATABLE,
		      "trace data only in samples of the group that the tracing event leads"),
	PERF_OPT_FLAG(TYPE, config.tail_synth, 0, "tail-synthesize",
		      "describe processes at the end, not at the start"),
	PERF_OPT_HEADING("How to record"),
	RECORD_PAGES_OPTION(TYPE),
	PERF_OPT_FLAG(TYPE, config.unbuffered, 0, "no-buffering",
		      "write each sample at once, not many together"),
	PERF_OPT_CALL('D', "delay", "MS", set_delay, 0, 0,
		      "begin MS milliseconds after the start; -1: when --control enables them"),
	PERF_OPT_CALL(0, "control", "CHANNEL", set_control, 0, 0,
		      "take commands: fd:CONTROL[,ACK] or fifo:CONTROL[,ACK]"),
	PERF_OPT_CALL(0, "threads", "N", set_threads, 0,
		      PERF_OPT_OPTIONAL | PERF_OPT_NEGATABLE,
		      "threads that empty rings; without a number one for each CPU"),
	PERF_OPT_INT(TYPE, realtime, 'r', "realtime", "PRIORITY", "run with real-time priority"),
	PERF_OPT_FLAG(TYPE, strict_freq, 0, "strict-freq",
		      "fail if -F is more than the kernel allows"),
	PERF_OPT_REFUSED(0, "off-cpu", NULL, 0, "it needs BPF, which is not used here",
			 "-e sched:sched_switch -g records where tasks give way, 'perf sched "
			 "timehist' shows how long they were away"),
	PERF_OPT_REFUSED(0, "setup-filter", "pin|unpin", 0,
			 "samples are not filtered by BPF programs, which it would keep loaded",
			 "--filter filters tracepoints in the kernel"),
	PERF_OPT_REFUSED(0, "clang-path", "PATH", 0, NO_BPF_SOURCE),
	PERF_OPT_REFUSED(0, "clang-opt", "OPTIONS", 0, NO_BPF_SOURCE),
	PERF_OPT_FLAG(TYPE, quiet, 'q', "quiet", "print nothing but errors"),
	PERF_OPT_COUNT(TYPE, verbose, 'v', "verbose", "print more"),
	PERF_OPT_FLAG(TYPE, dry_run, 0, "dry-run", "check the options, record nothing"),
	PERF_OPT_HEADING("Without effect, for command lines of other perfs"),
	PERF_OPT_FLAG(TYPE, ignored, 0, "buildid-all",
		      "build ids of the kernel and of all mapped files are kept anyway"),
	PERF_OPT_FLAG(TYPE, ignored, 0, "timestamp-boundary",
		      "times of the first and last sample are kept anyway"),
	PERF_OPT_CALL(0, "vmlinux", "FILE", check_no_effect, NO_EFFECT_FILE, 0,
		      "symbols are looked up when the recording is read"),
	PERF_OPT_TEXT_OPTIONAL(TYPE, ignored_text, 0, "debuginfod", "URLS", NULL,
			       PERF_OPT_OPTIONAL, "nothing is fetched while recording"),
	PERF_OPT_TEXT_OPTIONAL(TYPE, ignored_text, 0, "aio", "N", NULL, PERF_OPT_OPTIONAL,
			       "writing does not wait for the disk, with any N"),
	PERF_OPT_CALL(0, "affinity", "sys|node|cpu", check_no_effect, NO_EFFECT_WORD, 0,
		      "threads that empty rings run where there is room"),
	PERF_OPT_CALL(0, "mmap-flush", "SIZE", check_no_effect, NO_EFFECT_BYTES, 0,
		      "rings are emptied as they fill"),
	PERF_OPT_INT(TYPE, ignored_number, 0, "proc-map-timeout", "MS",
		     "mappings are read however long it takes"),
	PERF_OPT_INT(TYPE, ignored_number, 0, "num-thread-synthesize", "N",
		     "one thread is enough"),
	PERF_OPT_END
};

static void recording_dumped(void *context, const char *path)
{
	const struct recording *opts = context;

	if (!opts->quiet)
		perf_print_error("[ perf record: Dump %s ]\n", path);
}

static void recording_warned(void *context, const char *text)
{
	const struct recording *opts = context;

	if (!opts->quiet)
		perf_command_warn(opts->command, "%s", text);
}

static double to_megabytes(uint64_t bytes)
{
	return (double)bytes / 1024.0 / 1024.0;
}

/* Prints the lines that scripts match. */
static void recording_report(const struct recording *opts, const struct perf_record_result *result)
{
	bool timed = opts->config.switch_mode != PERF_RECORD_SWITCH_NEVER ||
		     opts->config.time_name;

	if (opts->quiet)
		return;
	perf_print_error("[ perf record: Woken up %llu times to write data ]\n",
			 (unsigned long long)result->wakeups);
	perf_print_error("[ perf record: Captured and wrote %.3f MB %s%s",
			 to_megabytes(result->size), result->path, timed ? ".<timestamp>" : "");
	if (opts->config.compress_level && result->size)
		perf_print_error(", compressed (original %.3f MB, ratio is %.3f)",
				 to_megabytes(result->raw_size),
				 (double)result->raw_size / (double)result->size);
	else if (result->samples)
		perf_print_error(" (%llu samples)", (unsigned long long)result->samples);
	perf_print_error(" ]\n");
	if (result->lost)
		perf_command_warn(opts->command,
				  "%llu events were lost: more room (-m) or fewer samples (-F) help",
				  (unsigned long long)result->lost);
}

static int recording_record(struct recording *opts)
{
	struct control_messages messages = { opts->command, opts->quiet };
	const struct perf_command_watch commands = control_watch(&messages);
	const struct perf_record_watch watch = {
		.dumped = recording_dumped, .warn = recording_warned, .context = opts,
		.commands = &commands,
	};
	struct perf_record_result result;
	struct perf_record *recording;
	struct perf_error error = { 0 };
	char cache[PERF_PATH_MAX];
	int err;

	if (!opts->no_cache && perf_settings_cache(cache, sizeof(cache)))
		opts->config.cache = cache;
	if (perf_record_create(&opts->config, &opts->events.list, opts->events.filters,
			       opts->events.nr_filters, &watch, &recording, &error))
		return perf_command_fail(opts->command, &error);
	if (opts->config.delay_ms)
		perf_commands_switched(&commands, NULL, false);
	err = perf_record_run(recording, &result, &error);
	if (err)
		perf_command_fail(opts->command, &error);
	else
		recording_report(opts, &result);
	perf_record_free(recording);
	return err ? PERF_EXIT_FAILED : result.exit_code;
}

static int recording_check(struct recording *opts, struct perf_error *error)
{
	struct perf_record_config *config = &opts->config;
	int err;

	if (!config->argv && !config->cpus && !config->pids && !config->tids && !config->user)
		config->all_cpus = true;
	if (config->all_cpus && (config->pids || config->tids || config->user))
		return perf_error_set(error, EINVAL, "-a is everything: -p, -t and -u limit it");
	if (config->cgroup_names && !config->all_cpus && !config->cpus)
		return perf_error_set(error, EINVAL, "control groups (-G) need -a or -C");
	if (opts->max_stack > UINT16_MAX)
		return perf_error_set(error, EINVAL, "--max-stack: at most %d", UINT16_MAX);
	if (config->all_user && config->all_kernel)
		return perf_error_set(error, EINVAL, "--all-user and --all-kernel leave nothing");
	if (opts->strict_freq && config->freq > opts->max_freq && opts->max_freq)
		return perf_error_set(error, EINVAL,
				      "the kernel allows %llu samples a second (kernel.perf_event_max_sample_rate)",
				      (unsigned long long)opts->max_freq);
	if (config->freq > opts->max_freq && opts->max_freq)
		perf_command_warn(opts->command,
				  "%llu samples a second are more than kernel.perf_event_max_sample_rate allows: recording with %llu",
				  (unsigned long long)config->freq,
				  (unsigned long long)opts->max_freq);
	err = record_options_realtime(opts->realtime, error);
	if (err)
		return err;
	config->max_stack = (uint32_t)opts->max_stack;
	config->switch_files = (unsigned int)opts->switch_files;
	config->bpf = !opts->no_bpf;
	config->triggers = opts->triggers.count ? &opts->triggers : NULL;
	if (config->triggers && config->switch_mode == PERF_RECORD_SWITCH_NEVER)
		config->switch_mode = PERF_RECORD_SWITCH_SIGNAL;
	return 0;
}

/**
 * recording_init() - initialize @opts without any options
 * @opts: result
 * @command: the command, whose option table is recording_options
 * @settings: the configuration
 * @argc: number of words in @argv
 * @argv: command line that the recording's header shall hold; kept by reference
 */
void recording_init(struct recording *opts, const struct perf_command *command,
		    struct perf_settings *settings, int argc, char **argv)
{
	int64_t max_freq = 0;

	*opts = (struct recording){
		.command = command,
		.settings = settings,
		.config = {
			.control_fd = -1, .ack_fd = -1, .drain_threads = 1,
			.cmdline = (const char *const *)argv, .cmdline_nr = argc,
			.version = "6.12.0",
		},
	};
	if (perf_read_number("/proc/sys/kernel/perf_event_max_sample_rate", &max_freq))
		opts->max_freq = (uint64_t)max_freq;
}

/**
 * recording_run() - parse the options, record, and print a summary
 * @opts: defaults of the options
 * @argc: number of words in @argv
 * @argv: options and the program; the first word is skipped
 *
 * Return: exit code.
 */
int recording_run(struct recording *opts, int argc, char **argv)
{
	struct perf_error error;
	int status;

	if (perf_command_parse(opts->command, opts->settings, opts, &argc, &argv, &status))
		return status;
	opts->config.argv = argc ? argv : NULL;
	if (recording_check(opts, &error))
		return perf_command_misused(opts->command, &error);
	return opts->dry_run ? PERF_EXIT_OK : recording_record(opts);
}

/** recording_free() - free what the options allocated */
void recording_free(struct recording *opts)
{
	perf_event_list_free(&opts->triggers);
	record_events_free(&opts->events);
}

/**
 * recording_has_tracepoint() - does the running kernel have a tracepoint?
 * @system: its subsystem
 * @name: its name
 */
bool recording_has_tracepoint(const char *system, const char *name)
{
	char path[PERF_PATH_MAX];

	return perf_tracefs() && perf_path(path, sizeof(path), "%s/events/%s/%s/id",
					   perf_tracefs(), system, name) && !access(path, F_OK);
}
