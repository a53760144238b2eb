/* SPDX-License-Identifier: GPL-2.0-only */
/* What perf mem and perf c2c share: recording memory accesses. */
#ifndef PERF_CMD_MEM_RECORD_H
#define PERF_CMD_MEM_RECORD_H

#include <event/mem.h>
#include <record/config.h>

#include "command.h"

/**
 * struct mem_record_options - how to record
 * @config: as for perf record
 * @events: which accesses
 */
struct mem_record_options {
	struct perf_record_config config;
	struct perf_mem_events events;
};

/** mem_record_init() - defaults; @argc and @argv are the command line, for the header */
void mem_record_init(struct mem_record_options *options, int argc, char **argv);

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
