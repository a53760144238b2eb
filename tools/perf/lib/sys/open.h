/* SPDX-License-Identifier: GPL-2.0 */
/* perf_event_open(2), and explanations of its failures. */
#ifndef PERF_SYS_OPEN_H
#define PERF_SYS_OPEN_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include <linux/perf_event.h>

#include <base/error.h>

/**
 * struct perf_open - one call of perf_event_open()
 * @attr: attributes of the event; perf_open() sets @attr->size by perf_attr_fit()
 * @name: name of the event, for messages
 * @pid: thread to count, -1 for all threads on @cpu, or descriptor of a control group's directory
 * @cpu: CPU to count on, -1 for any
 * @group: descriptor of the group leader, -1 for none
 * @cgroup: @pid is the descriptor of a control group's directory
 * @options: PERF_EXT_*, which other kernels refuse with EINVAL
 */
struct perf_open {
	struct perf_event_attr	*attr;
	const char		*name;
	pid_t			pid;
	int			cpu;
	int			group;
	bool			cgroup;
	uint64_t		options;
};

int perf_open(const struct perf_open *open);
uint64_t perf_open_options(void);
void perf_attr_fit(struct perf_event_attr *attr);
const char *perf_attr_strip_newest(struct perf_event_attr *attr);
void perf_open_explain(const struct perf_open *open, int code, struct perf_error *error);
bool perf_open_more_files(void);

#endif
