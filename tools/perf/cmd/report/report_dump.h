/* SPDX-License-Identifier: GPL-2.0 */
/* Output of perf report that is not a table: -D, --stats, --tasks, --mmaps. */
#ifndef PERF_CMD_REPORT_DUMP_H
#define PERF_CMD_REPORT_DUMP_H

#include <base/out.h>
#include <report/session.h>

enum report_dump {
	REPORT_RECORDS,		/* each record, then the number of records of each type */
	REPORT_COUNTS,		/* the number of records of each type */
	REPORT_TASKS,		/* the tree of tasks */
	REPORT_MAPS,		/* the tree of tasks, with the mappings of each task */
};

int report_dump(struct perf_session *session, enum report_dump what, bool zeros,
		struct perf_out *out, struct perf_error *error);

#endif /* PERF_CMD_REPORT_DUMP_H */
