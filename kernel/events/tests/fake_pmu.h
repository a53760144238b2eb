/* SPDX-License-Identifier: GPL-2.0 */
/* A PMU made of memory, events on it and tasks to monitor: for tests. */
#ifndef _KERNEL_EVENTS_TESTS_FAKE_PMU_H
#define _KERNEL_EVENTS_TESTS_FAKE_PMU_H

#include <kunit/test.h>
#include <linux/completion.h>
#include <linux/cpumask.h>
#include <linux/perf_event.h>
#include <linux/smp.h>
#include <linux/spinlock.h>
#include <linux/threads.h>

#include "base/context_types.h"

/* attr.config of a fake event. */
#define PERF_FAKE_RESIDENT	BIT(0)	/* matched where it fires: takes no counter */
#define PERF_FAKE_SIBLING	BIT(1)	/* PERF_EV_CAP_SIBLING */
#define PERF_FAKE_SCHED_CB	BIT(2)	/* the PMU is to be called at context switches */
#define PERF_FAKE_USER		BIT(3)	/* user space may read the counter */

/* Operations of the PMU, as they are counted and logged. */
enum perf_fake_op {
	PERF_FAKE_INIT,
	PERF_FAKE_DESTROY,
	PERF_FAKE_ADD,
	PERF_FAKE_DEL,
	PERF_FAKE_START,
	PERF_FAKE_STOP,
	PERF_FAKE_READ,
	PERF_FAKE_TXN_START,
	PERF_FAKE_TXN_COMMIT,
	PERF_FAKE_TXN_CANCEL,
	PERF_FAKE_NR_OPS,
};

/**
 * struct perf_fake_call - an operation that was asked of the PMU
 * @op:    which
 * @cpu:   where
 * @flags: its flags, or those of the transaction
 * @ret:   what it returned
 * @id:    the event's number, 0 for a transaction
 */
struct perf_fake_call {
	enum perf_fake_op	op;
	int			cpu;
	unsigned int		flags;
	int			ret;
	u64			id;
};

#define PERF_FAKE_LOG_SIZE	256

/**
 * struct perf_fake_cpu - the hardware of one CPU
 * @work:      what its counters count: how often it has happened
 * @used:      counters that are taken
 * @txn:       flags of the transaction that is open
 * @txn_used:  @used when it began
 * @txn_failed: its commit was refused, so it has to be cancelled
 * @disabled:  between pmu_disable and pmu_enable
 * @nr_user:   of the running task when the PMU was enabled last; 0 if it had no events
 * @switched:  calls of sched_task: [0] a task left, [1] a task came
 * @stretch:   how often it was asked to add or delete since the last interrupt could come
 */
struct perf_fake_cpu {
	u64		work;
	int		used;
	unsigned int	txn;
	int		txn_used;
	bool		txn_failed;
	bool		disabled;
	int		nr_user;
	int		switched[2];
	int		stretch;
};

/**
 * struct perf_fake - a PMU whose counters count what the test says
 * @pmu:         the PMU
 * @nr_counters: counters of each CPU
 * @late_check:  whether a group fits is found out by the commit, not by add
 * @init_error:  what event_init says
 * @refuse_id:   event whose add is refused, 0 for none
 * @refused:     CPUs that pmu::filter keeps events off
 * @nmi:         event whose counter overflows, in an NMI, until it is throttled; NULL for none
 * @nmi_before:  the operation that this NMI comes before, PERF_FAKE_START or _STOP
 * @cpu:         the hardware, by CPU number
 * @lock:        protects the rest
 * @calls:       how often each operation was asked for
 * @longest:     most that perf_fake_cpu::stretch has been
 * @nr_events:   events between event_init and destroy
 * @nr_log:      calls logged, those that did not fit included
 * @log:         the first of them
 * @nr_faults:   how often the core broke the rules of struct pmu
 * @fault:       the first rule broken
 */
struct perf_fake {
	struct pmu		pmu;
	int			nr_counters;
	bool			late_check;
	int			init_error;
	u64			refuse_id;
	struct cpumask		refused;
	struct perf_event	*nmi;
	enum perf_fake_op	nmi_before;
	struct perf_fake_cpu	cpu[NR_CPUS];
	raw_spinlock_t		lock;
	int			calls[PERF_FAKE_NR_OPS];
	int			longest;
	int			nr_events;
	int			nr_log;
	struct perf_fake_call	log[PERF_FAKE_LOG_SIZE];
	int			nr_faults;
	const char		*fault;
};

extern struct perf_fake perf_fake;

int perf_fake_suite_init(struct kunit_suite *suite);
void perf_fake_suite_exit(struct kunit_suite *suite);
int perf_fake_init(struct kunit *test);

void perf_fake_log_clear(void);
void perf_fake_work(u64 amount);
bool perf_fake_overflow(struct perf_event *event);

/**
 * struct perf_fake_open - an event to be opened
 * @task:     task to monitor, NULL for a CPU
 * @cpu:      CPU number, -1 for any (with @task)
 * @leader:   leader of its group
 * @pmu:      another PMU, in place of the fake one
 * @software: a software event that never fires, in place of a fake one
 * @pinned:   attr.pinned
 * @exclusive: attr.exclusive
 * @disabled: attr.disabled
 * @freq:     attr.freq: @period is a frequency
 * @inherit:  attr.inherit
 * @config:   PERF_FAKE_*
 * @period:   attr.sample_period, 0 to count only
 * @read_format: attr.read_format
 * @handler:  called at an overflow
 * @context:  for @handler
 */
struct perf_fake_open {
	struct task_struct	*task;
	int			cpu;
	struct perf_event	*leader;
	const struct pmu	*pmu;
	bool			software;
	bool			pinned;
	bool			exclusive;
	bool			disabled;
	bool			freq;
	bool			inherit;
	u64			config;
	u64			period;
	u64			read_format;
	perf_overflow_handler_t	handler;
	void			*context;
};

void perf_fake_attr(const struct perf_fake_open *open, struct perf_event_attr *attr);
struct perf_event *perf_fake_open_event(struct kunit *test, const struct perf_fake_open *open);
void perf_fake_close(struct kunit *test, struct perf_event *event);

#define perf_fake_open(_test, ...)						\
	perf_fake_open_event(_test, &(const struct perf_fake_open){ __VA_ARGS__ })

int perf_fake_bind(struct kunit *test);
bool perf_fake_rotate(void);
void perf_fake_tick(void);

/**
 * struct perf_subject - a task to be monitored
 * @task: the task, held
 * @go:   it shall do something
 * @done: it has
 * @fn:   what; NULL: exit
 * @arg:  for @fn
 * @ended: it was told to exit
 */
struct perf_subject {
	struct task_struct	*task;
	struct completion	go;
	struct completion	done;
	void			(*fn)(void *arg);
	void			*arg;
	bool			ended;
};

struct perf_subject *perf_subject_start(struct kunit *test, int cpu);
void perf_subject_begin(struct perf_subject *subject, void (*fn)(void *arg), void *arg);
void perf_subject_finish(struct perf_subject *subject);
void perf_subject_run(struct perf_subject *subject, void (*fn)(void *arg), void *arg);
void perf_subject_end(struct perf_subject *subject);

static inline bool perf_fake_is_active(const struct perf_event *event)
{
	return READ_ONCE(event->state) == PERF_EVENT_STATE_ACTIVE;
}

/* Expect a state of an instance: @_state is its name without PERF_EVENT_STATE_. */
#define EXPECT_STATE(_test, _event, _state)	\
	KUNIT_EXPECT_EQ(_test, (int)PERF_EVENT_STATE_##_state, (int)READ_ONCE((_event)->state))

/* The CPU that the test runs on. */
static inline int here(void)
{
	return raw_smp_processor_id();
}

/* Another CPU that is up, or the test is skipped. */
static inline int elsewhere(struct kunit *test)
{
	int cpu = cpumask_any_but(cpu_online_mask, here());

	if (cpu >= nr_cpu_ids)
		kunit_skip(test, "needs two CPUs");
	return cpu;
}

#endif /* _KERNEL_EVENTS_TESTS_FAKE_PMU_H */
