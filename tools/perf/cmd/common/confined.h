/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reading recordings with the least of rights, see lib/sys/confine.h and perf-security(1).
 */
#ifndef PERF_CMD_CONFINED_H
#define PERF_CMD_CONFINED_H

#include <base/output.h>
#include <sys/confine.h>

#include "common/command.h"

/**
 * struct perf_confined_work - what a process without rights is to do
 * @run: does it; its output is open. Returns the exit code of the command
 * @context: for @run
 * @allowed: what it may write besides
 * @output: file that @run writes; it takes its name if @run has not failed. NULL: there is none
 */
struct perf_confined_work {
	int (*run)(void *context);
	void *context;
	struct perf_confine allowed;
	struct perf_output *output;
};

void perf_confined_begin(const struct perf_confine *allowed);
int perf_confined_run(const struct perf_command *command, const struct perf_confined_work *work);

#endif /* PERF_CMD_CONFINED_H */
