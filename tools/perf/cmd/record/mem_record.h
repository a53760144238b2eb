/* SPDX-License-Identifier: GPL-2.0 */
/* Shared by perf mem and perf c2c: the forms record and report, and recording memory accesses. */
#ifndef PERF_CMD_MEM_RECORD_H
#define PERF_CMD_MEM_RECORD_H

#include <event/mem.h>
#include <record/config.h>

#include "common/command.h"

/**
 * struct mem_record_options - options of the record form
 * @config: as for perf record
 * @events: kinds of accesses to sample
 * @latency: minimum latency of sampled loads, in cycles; 0: DEFAULT_LATENCY
 * @user, @kernel: sample only user mode, only the kernel
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
 * @check: check the options, or NULL
 * @record: record the program of @argv, up to NULL; NULL: all CPUs
 * @report: print a recording
 *
 * Each function gets the command's options; @record and @report return its exit code.
 */
struct mem_forms {
	int (*check)(void *options, struct perf_error *error);
	int (*record)(void *options, char **argv);
	int (*report)(void *options);
};

int mem_forms_run(const struct perf_command *command, const struct mem_forms *forms,
		  struct perf_settings *settings, void *options, struct mem_record_options *record,
		  int argc, char **argv);
int mem_no_access(const struct perf_command *command, const struct perf_data *data,
		  struct perf_error *error);
int mem_record(const struct perf_command *command, struct mem_record_options *options,
	       char **argv);

#endif /* PERF_CMD_MEM_RECORD_H */
