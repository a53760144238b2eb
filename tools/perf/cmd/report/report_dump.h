/* SPDX-License-Identifier: GPL-2.0-only */
/* Output of perf report that is no table: -D, --stats, --tasks, --mmaps. */
#ifndef PERF_CMD_REPORT_DUMP_H
#define PERF_CMD_REPORT_DUMP_H

#include <base/out.h>
#include <report/session.h>

enum report_dump {
	REPORT_RECORDS,	/* each record, and how many there are of which type */
	REPORT_COUNTS,	/* the latter only */
	REPORT_TASKS,	/* who made whom */
	REPORT_MAPS,	/* the same, with what each has mapped */
};

/**
 * report_dump() - read a recording and write what its records are
 * @session: recording
 * @what: which of them
 * @zeros: count also those that there are none of
 * @out: where to; not finished
 * @error: text
 *
 * Return: 0 or a negative errno.
 */
int report_dump(struct perf_session *session, enum report_dump what, bool zeros,
		struct perf_out *out, struct perf_error *error);

#endif /* PERF_CMD_REPORT_DUMP_H */
