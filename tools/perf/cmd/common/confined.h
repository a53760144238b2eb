/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reading recordings with minimal rights, see lib/sys/confine.h and perf-security(1).
 */
#ifndef PERF_CMD_CONFINED_H
#define PERF_CMD_CONFINED_H

#include <base/output.h>
#include <sys/confine.h>

#include "common/command.h"

/**
 * struct perf_confined_work - the work of a confined process
 * @run: does the work; its output is already open. Returns the exit code of the command
 * @context: argument of @run
 * @allowed: what @run may write besides open descriptors
 * @output: file that @run writes, committed if @run returns PERF_EXIT_OK or PERF_EXIT_PARTIAL,
 *	or NULL
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
