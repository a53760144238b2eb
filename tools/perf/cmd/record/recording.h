/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Recording as a command line says: what perf record and perf sched record share.
 *
 *	recording_init()	nothing said yet; a command sets its own defaults behind this
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
 * struct recording - what is to be recorded: the options struct of recording_options
 * @command: on whose behalf
 * @settings: what was configured
 * @config: as the library wants it
 * @list: events, all of -e; empty: the default one
 * @triggers: events of --switch-output-event
 * @filters: of tracepoints in @list
 * @max_freq: samples a second that the kernel allows, 0: not known
 * @realtime: priority, 0: not in real time
 * @max_stack: addresses in a call chain, 0: as usual
 * @switch_files: files of --switch-output to keep, 0: all
 * @quiet: nothing but errors is printed
 * @verbose: how often -v was given
 * @dry_run: nothing but the check of the options
 * @no_bpf: nothing of BPF programs
 * @strict_freq: fail if the kernel does not allow the rate
 * @ourselves: text of the filter that leaves this process out
 * @ignored: options that other perfs have and that mean nothing here
 * @ignored_text, @ignored_number: such with an argument
 */
struct recording {
	const struct perf_command *command;
	struct perf_settings *settings;
	struct perf_record_config config;
	struct perf_event_list list;
	struct perf_event_list triggers;
	struct record_filters filters;
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

/* The option table of commands that record. */
extern const struct perf_option recording_options[];

/**
 * recording_init() - a recording of which nothing was said yet
 * @opts: result
 * @command: on whose behalf; its table is recording_options
 * @settings: what was configured
 * @argc: of @argv
 * @argv: command line that the recording is to tell of; kept by reference
 */
void recording_init(struct recording *opts, const struct perf_command *command,
		    struct perf_settings *settings, int argc, char **argv);

/**
 * recording_run() - record as the words say, and tell what came of it
 * @opts: what is recorded unless they say something else
 * @argc: of @argv
 * @argv: options and the program, behind a word that does not count
 *
 * Return: exit code.
 */
int recording_run(struct recording *opts, int argc, char **argv);

/** recording_free() - free what the options made */
void recording_free(struct recording *opts);

#endif /* PERF_CMD_RECORDING_H */
