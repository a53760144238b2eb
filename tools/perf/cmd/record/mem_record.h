/* SPDX-License-Identifier: GPL-2.0-only */
/* What perf mem and perf c2c share: their two forms, and recording memory accesses. */
#ifndef PERF_CMD_MEM_RECORD_H
#define PERF_CMD_MEM_RECORD_H

#include <event/mem.h>
#include <record/config.h>

#include "common/command.h"

/**
 * struct mem_record_options - how to record
 * @config: as for perf record
 * @events: which accesses
 * @latency: loads that took at least so many cycles, 0: as usual
 * @user, @kernel: only there
 */
struct mem_record_options {
	struct perf_record_config config;
	struct perf_mem_events events;
	int latency;
	bool user;
	bool kernel;
};

/**
 * struct mem_forms - the forms of a command
 * @check: are the options all right? NULL: they are
 * @record: record the program of @argv, up to NULL; NULL: all CPUs
 * @report: show a recording
 *
 * Each gets the command's options; the last two return its exit code.
 */
struct mem_forms {
	int (*check)(void *options, struct perf_error *error);
	int (*record)(void *options, char **argv);
	int (*report)(void *options);
};

/**
 * mem_run() - do what the first word of the command line says
 * @command: whose
 * @forms: what that can be
 * @settings: what was configured
 * @options: the command's, all zero
 * @record: those of them that are for recording
 * @argc: of @argv
 * @argv: the command line
 *
 * Return: exit code.
 */
int mem_run(const struct perf_command *command, const struct mem_forms *forms,
	    struct perf_settings *settings, void *options, struct mem_record_options *record,
	    int argc, char **argv);

/** mem_not_told() - nothing in the recording tells of a memory access: -ENODATA */
int mem_not_told(const struct perf_command *command, const struct perf_data *data,
		 struct perf_error *error);

/**
 * mem_record() - record memory accesses
 * @command: on whose behalf
 * @options: how
 * @argv: the program, up to NULL; NULL: all CPUs
 *
 * Return: exit code.
 */
int mem_record(const struct perf_command *command, struct mem_record_options *options,
	       char **argv);

#endif /* PERF_CMD_MEM_RECORD_H */
