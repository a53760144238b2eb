/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Recording with the options of a command line, shared by perf record and perf sched record.
 *
 *	recording_init()	no options yet; the command then sets its own defaults
 *	recording_run()
 *	recording_free()
 */
#ifndef PERF_CMD_RECORDING_H
#define PERF_CMD_RECORDING_H

#include <event/spec.h>
#include <record/record.h>

#include "common/command.h"
#include "record/record_options.h"

/**
 * struct recording - what to record: the options struct of recording_options
 * @command: the command named in messages
 * @settings: the configuration
 * @config: configuration of perf_record_create()
 * @events: events of all -e, and their filters
 * @triggers: events of --switch-output-event
 * @max_freq: samples per second that the kernel allows, 0: unknown
 * @realtime: SCHED_FIFO priority, 0: leave the policy as it is
 * @max_stack: maximum number of addresses in a call chain, 0: the kernel's limit
 * @switch_files: number of --switch-output files to keep, 0: all
 * @quiet: print errors only
 * @verbose: count of -v
 * @dry_run: check the options only
 * @no_bpf: record nothing about BPF programs
 * @strict_freq: fail if the kernel does not allow the frequency
 * @ourselves: text of the filter that excludes this process
 * @ignored: options of other perfs that have no effect here
 * @ignored_text, @ignored_number: arguments of such options
 */
struct recording {
	const struct perf_command *command;
	struct perf_settings *settings;
	struct perf_record_config config;
	struct record_events events;
	struct perf_event_list triggers;
	uint64_t max_freq;
	int realtime;
	int max_stack;
	int switch_files;
	bool quiet;
	int verbose;
	bool dry_run;
	bool no_cache;
	bool no_bpf;
	bool strict_freq;
	char ourselves[40];
	bool ignored;
	const char *ignored_text;
	int ignored_number;
};

/**
 * struct recording_line - the command line of a command one of whose forms records
 * @settings: the configuration
 * @argc: number of words in @argv
 * @argv: all words, which the header of the recording holds
 */
struct recording_line {
	struct perf_settings *settings;
	int argc;
	char **argv;
};

/* The option table of commands that record. */
extern const struct perf_option recording_options[];

void recording_init(struct recording *opts, const struct perf_command *command,
		    struct perf_settings *settings, int argc, char **argv);
int recording_run(struct recording *opts, int argc, char **argv);
void recording_free(struct recording *opts);
bool recording_has_tracepoint(const char *system, const char *name);

#endif /* PERF_CMD_RECORDING_H */
