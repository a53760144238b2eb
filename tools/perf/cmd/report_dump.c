// SPDX-License-Identifier: GPL-2.0-only
/* What perf report shows instead of tables: records, how many there are, tasks. */
#include <signal.h>
#include <out/dump_text.h>
#include <sched/tree.h>

#include "report_dump.h"
#include "session_options.h"

struct dumping {
	struct perf_session *session;
	struct perf_dump dump;
	struct perf_sched_tasks tasks;
	struct perf_out *out;
};

static int dump_record(void *context, const struct perf_data_record *record,
		       struct perf_error *error)
{
	struct dumping *dumping = context;

	(void)error;
	perf_dump_record(&dumping->dump, &dumping->out->text, record);
	return perf_out_check(dumping->out) ? 1 : 0;
}

static int dump_sample(void *context, const struct perf_session_sample *sample,
		       struct perf_error *error)
{
	struct dumping *dumping = context;

	(void)error;
	perf_session_dump_sample(dumping->session, sample, &dumping->out->text);
	return perf_out_check(dumping->out) ? 1 : 0;
}

static int count_record(void *context, const struct perf_data_record *record,
			struct perf_error *error)
{
	(void)error;
	perf_dump_count(&((struct dumping *)context)->dump, record);
	return 0;
}

static int see_task(void *context, const struct perf_data_record *record,
		    struct perf_error *error)
{
	struct dumping *dumping = context;

	return perf_sched_tasks_record(&dumping->tasks, record) ? perf_error_memory(error) : 0;
}

static int read_for(struct dumping *dumping, enum report_dump what, struct perf_error *error)
{
	static const struct perf_session_calls calls[] = {
		[REPORT_RECORDS] = { .sample = dump_sample, .any = dump_record },
		[REPORT_COUNTS] = { .any = count_record },
		[REPORT_TASKS] = { .record = see_task },
	};
	int err;

	err = perf_session_read(dumping->session, &calls[what], dumping, error);
	if (err)
		return err;
	if (what == REPORT_TASKS)
		return perf_sched_tree_text(&dumping->tasks, dumping->out) ?
		       perf_error_memory(error) : 0;
	perf_dump_counts(&dumping->dump, &dumping->out->text);
	return 0;
}

int report_dump(struct perf_session *session, enum report_dump what, bool zeros,
		struct perf_out *out, struct perf_error *error)
{
	struct dumping dumping = {
		.session = session, .out = out,
		.dump = { .data = session->data, .machine = session->machine, .zeros = zeros },
	};
	int err;

	/* Who reads us may have seen enough: writing fails then, it does not kill. */
	signal(SIGPIPE, SIG_IGN);
	err = read_for(&dumping, what, error);
	perf_dump_free(&dumping.dump);
	perf_sched_tasks_free(&dumping.tasks);
	return err;
}
