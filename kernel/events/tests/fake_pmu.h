/* SPDX-License-Identifier: GPL-2.0 */
/* A PMU in memory, its events, and tasks to monitor, for tests. */
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
#define PERF_FAKE_RESIDENT	BIT(0)	/* PERF_EV_CAP_RESIDENT: needs no counter */
#define PERF_FAKE_SIBLING	BIT(1)	/* PERF_EV_CAP_SIBLING */
#define PERF_FAKE_SCHED_CB	BIT(2)	/* sched_task is called at context switches */
#define PERF_FAKE_USER		BIT(3)	/* PERF_EVENT_FLAG_USER_READ_CNT */

/* Operations of the PMU, as calls[] counts and log[] holds them. */
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
 * struct perf_fake_call - a logged call of an operation
 * @op:    the operation
 * @cpu:   CPU of the call
 * @flags: flags of the call, or of the transaction
 * @ret:   return value
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
 * @work:      the number that counters count, raised by perf_fake_work()
 * @used:      counters in use
 * @txn:       flags of the open transaction, 0 if none is open
 * @txn_used:  @used when the transaction began
 * @txn_failed: commit_txn failed, so the core has to call cancel_txn
 * @disabled:  true between pmu_disable and pmu_enable
 * @nr_user:   nr_user of the running task's context at the last pmu_enable; 0 without a context
 * @switched:  calls of sched_task: [0] a task left, [1] a task came
 * @stretch:   calls of add and del since the last moment with IRQs on
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
 * struct perf_fake - a PMU whose counters count perf_fake_work()
 * @pmu:         the PMU
 * @nr_counters: counters of each CPU
 * @late_check:  commit_txn fails when a group does not fit, not add
 * @init_error:  return value of event_init
 * @refuse_id:   number of the event whose add fails, 0 for none
 * @refused:     CPUs for which pmu::filter returns true
 * @nmi:         event whose counter overflows, in an NMI, until it is throttled; NULL for none
 * @nmi_before:  the operation that the NMI precedes, PERF_FAKE_START or _STOP
 * @cpu:         the hardware, by CPU number
 * @lock:        protects the fields below
 * @calls:       calls of each operation
 * @longest:     maximum of perf_fake_cpu::stretch; 0 without CONFIG_PREEMPTIRQ_TRACEPOINTS
 * @nr_events:   events between event_init and destroy
 * @nr_log:      calls since the log was cleared, also those that did not fit in @log
 * @log:         the first PERF_FAKE_LOG_SIZE calls
 * @nr_faults:   number of broken rules of struct pmu
 * @fault:       the first broken rule
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
 * struct perf_fake_open - description of an event to open
 * @task:     task to monitor, NULL for a CPU
 * @cpu:      CPU number, -1 for any (with @task)
 * @leader:   leader of its group, NULL for a leader
 * @pmu:      another PMU instead of perf_fake.pmu
 * @software: PERF_COUNT_SW_DUMMY instead of an event of @pmu
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
 * @task: the task, with a reference
 * @go:   completed by the test: the task calls @fn
 * @done: completed by the task: @fn has returned
 * @fn:   function to call; NULL: exit
 * @arg:  argument of @fn
 * @ended: perf_subject_end() was called
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

/* Expect the state of an instance: @_state is the name without PERF_EVENT_STATE_. */
#define EXPECT_STATE(_test, _event, _state)	\
	KUNIT_EXPECT_EQ(_test, (int)PERF_EVENT_STATE_##_state, (int)READ_ONCE((_event)->state))

/* The CPU that the test runs on. */
static inline int here(void)
{
	return raw_smp_processor_id();
}

/* Returns an online CPU other than here(), or skips the test. */
static inline int elsewhere(struct kunit *test)
{
	int cpu = cpumask_any_but(cpu_online_mask, here());

	if (cpu >= nr_cpu_ids)
		kunit_skip(test, "needs two CPUs");
	return cpu;
}

#endif /* _KERNEL_EVENTS_TESTS_FAKE_PMU_H */
