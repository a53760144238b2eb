// SPDX-License-Identifier: GPL-2.0
/* Output of perf report that is not a table: records, counts of records, tasks, mappings. */
#include <inttypes.h>
#include <signal.h>
#include <lines/dump_text.h>
#include <sched/tree.h>
#include <sys/mman.h>

#include "common/session_options.h"
#include "report/report_dump.h"

struct dumping {
	struct perf_session *session;
	struct perf_dump dump;
	struct perf_sched_tasks tasks;
	struct perf_out *out;
};

static int report_dump_record(void *context, const struct perf_data_record *record,
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

static void add_mapping(struct perf_str *text, const struct perf_mapping *mapping,
			unsigned int indent)
{
	perf_str_fill(text, ' ', indent);
	perf_str_format(text, "%" PRIx64 "-%" PRIx64 " %c%c%c%c %08" PRIx64 " %" PRIu64 " ",
			mapping->start, mapping->end, mapping->prot & PROT_READ ? 'r' : '-',
			mapping->prot & PROT_WRITE ? 'w' : '-',
			mapping->prot & PROT_EXEC ? 'x' : '-',
			mapping->flags & MAP_SHARED ? 's' : 'p', mapping->offset, mapping->ino);
	perf_str_name(text, mapping->dso->name);
	perf_str_char(text, '\n');
}

/* Appends the mappings of @task at the end of the recording. */
static void add_mappings(void *context, const struct perf_sched_task *task, unsigned int indent,
			 struct perf_str *text)
{
	struct perf_machine *machine = ((struct dumping *)context)->session->machine;
	const struct perf_thread *thread = perf_machine_thread(machine, task->pid, task->tid);
	const struct perf_mapping *mapping;

	if (!thread || !thread->process->space)
		return;
	for (mapping = perf_space_from(thread->process->space, 0); mapping;
	     mapping = perf_space_from(thread->process->space, mapping->start + 1))
		add_mapping(text, mapping, indent);
}

static int write_tasks(struct dumping *dumping, bool maps, struct perf_error *error)
{
	const struct perf_sched_below below = { .add = add_mappings, .context = dumping };

	return perf_sched_tree_text(&dumping->tasks, maps ? &below : NULL, dumping->out) ?
	       perf_error_memory(error) : 0;
}

static int read_for(struct dumping *dumping, enum report_dump what, struct perf_error *error)
{
	static const struct perf_session_calls calls[] = {
		[REPORT_RECORDS] = { .sample = dump_sample, .any = report_dump_record },
		[REPORT_COUNTS] = { .any = count_record },
		[REPORT_TASKS] = { .record = see_task },
		[REPORT_MAPS] = { .record = see_task },
	};
	int err;

	err = perf_session_read(dumping->session, &calls[what], dumping, error);
	if (err)
		return err;
	if (what == REPORT_TASKS || what == REPORT_MAPS)
		return write_tasks(dumping, what == REPORT_MAPS, error);
	perf_dump_counts(&dumping->dump, &dumping->out->text);
	return 0;
}

/**
 * report_dump() - read a recording and write its records or tasks
 * @session: recording
 * @what: kind of output
 * @zeros: print types without records, too
 * @out: output; the caller finishes it
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int report_dump(struct perf_session *session, enum report_dump what, bool zeros,
		struct perf_out *out, struct perf_error *error)
{
	struct dumping dumping = {
		.session = session, .out = out,
		.dump = { .data = session->data, .machine = session->machine, .zeros = zeros },
	};
	int err;

	/* With SIGPIPE ignored, write() fails with EPIPE if the reader closes the pipe. */
	signal(SIGPIPE, SIG_IGN);
	err = read_for(&dumping, what, error);
	perf_dump_free(&dumping.dump);
	perf_sched_tasks_free(&dumping.tasks);
	return err;
}
