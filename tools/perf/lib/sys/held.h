/* SPDX-License-Identifier: GPL-2.0 */
/* Open events of all processes, as /proc shows them. */
#ifndef PERF_SYS_HELD_H
#define PERF_SYS_HELD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include <base/error.h>
#include <base/vec.h>
#include <sys/threads.h>

/**
 * struct perf_held - a descriptor of an event
 * @holder: process with the descriptor
 * @comm: its name
 * @fd: number of the descriptor
 * @described: the kernel describes the event; if not, the fields below are 0
 * @pmu: name of the PMU
 * @type: attr.type
 * @config: attr.config to config3; 0 where the kernel shows none
 * @pid: thread that is watched, 0 for one that is gone or not to be seen, -1 for none
 * @cpu: CPU that is watched, -1 for any
 * @cgroup: the event is bound to a control group
 * @state: off, inactive, active, error or exit
 * @enabled: ns enabled
 * @running: ns counting
 * @lost: samples lost
 * @ring: bytes of the ring
 * @aux: bytes of the AUX area
 * @instances: number of instances: more than 1 if tasks have inherited the event
 */
struct perf_held {
	pid_t		holder;
	char		comm[PERF_COMM_SIZE];
	int		fd;
	bool		described;
	char		pmu[64];
	uint32_t	type;
	uint64_t	config[4];
	int64_t		pid;
	int64_t		cpu;
	bool		cgroup;
	char		state[16];
	uint64_t	enabled;
	uint64_t	running;
	uint64_t	lost;
	uint64_t	ring;
	uint64_t	aux;
	uint64_t	instances;
};

/**
 * struct perf_held_list - descriptors of events
 * @list: by process and descriptor
 * @hidden: number of processes whose descriptors the caller may not see
 */
struct perf_held_list {
	PERF_VEC(struct perf_held)	list;
	size_t				hidden;
};

bool perf_held_parse(const char *text, struct perf_held *held);
int perf_held_find(struct perf_held_list *found, struct perf_error *error);
void perf_held_free(struct perf_held_list *found);

#endif
