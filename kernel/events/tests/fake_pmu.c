// SPDX-License-Identifier: GPL-2.0
/*
 * A PMU in memory, its events, and tasks to monitor, for tests.
 *
 * perf_fake_work() adds to a number of this CPU, whose increase each started counter counts. So
 * tests can compare an event's count with the work done while the core let the event count.
 *
 * The operations also check the rules of struct pmu: IRQs off, the right CPU, the order of
 * operations, transactions closed. At the end of each test perf_fake_check() reports the first
 * broken rule, and events, counters or transactions left behind.
 *
 * Locks: perf_fake.lock for the log; struct perf_fake_cpu changes on its CPU with IRQs off.
 */
#include <linux/cleanup.h>
#include <linux/irqflags.h>
#include <linux/kthread.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/sched/task.h>
#include <linux/smp.h>
#include <linux/tracepoint.h>
#include <trace/events/preemptirq.h>

#include "event/event.h"
#include "fake_pmu.h"
#include "sched/context.h"
#include "sched/install.h"
#include "sched/sched.h"
#include "sched/slot.h"

struct perf_fake perf_fake;

/*
 * Rules the core must keep.
 */
static void perf_fake_fault(const char *rule)
{
	guard(raw_spinlock_irqsave)(&perf_fake.lock);
	if (!perf_fake.nr_faults++)
		perf_fake.fault = rule;
}

static void perf_fake_rule(bool kept, const char *rule)
{
	if (!kept)
		perf_fake_fault(rule);
}

static struct perf_fake_cpu *perf_fake_here(void)
{
	return &perf_fake.cpu[smp_processor_id()];
}

#ifdef CONFIG_PREEMPTIRQ_TRACEPOINTS
static void perf_fake_end_stretch(void *data, unsigned long ip, unsigned long parent_ip)
{
	perf_fake.cpu[raw_smp_processor_id()].stretch = 0;
}

/* The end of a section without IRQs resets @stretch: no interrupt has to come at once. */
static int perf_fake_watch_irqs(void)
{
	return register_trace_irq_enable(perf_fake_end_stretch, NULL);
}

static void perf_fake_unwatch_irqs(void)
{
	unregister_trace_irq_enable(perf_fake_end_stretch, NULL);
	tracepoint_synchronize_unregister();
}
#else
static int perf_fake_watch_irqs(void)
{
	return 0;
}

static void perf_fake_unwatch_irqs(void)
{
}
#endif

static void perf_fake_stretch(void)
{
	if (IS_ENABLED(CONFIG_PREEMPTIRQ_TRACEPOINTS))
		perf_fake.longest = max(perf_fake.longest, ++perf_fake_here()->stretch);
}

static int perf_fake_log(enum perf_fake_op op, u64 id, unsigned int flags, int ret)
{
	struct perf_fake_call call = {
		.op = op, .cpu = raw_smp_processor_id(), .flags = flags, .ret = ret, .id = id,
	};

	guard(raw_spinlock_irqsave)(&perf_fake.lock);
	perf_fake.calls[op]++;
	if (op == PERF_FAKE_ADD || op == PERF_FAKE_DEL)
		perf_fake_stretch();
	if (perf_fake.nr_log < PERF_FAKE_LOG_SIZE)
		perf_fake.log[perf_fake.nr_log] = call;
	perf_fake.nr_log++;
	return ret;
}

/* True if several CPUs share the counter of @event: then it counts the work of hw.last_cpu. */
static bool perf_fake_is_shared(const struct perf_event *event)
{
	return event->event_caps & (PERF_EV_CAP_READ_SCOPE | PERF_EV_CAP_READ_ACTIVE_PKG);
}

static struct perf_fake_cpu *perf_fake_counter(const struct perf_event *event)
{
	return perf_fake_is_shared(event) ? &perf_fake.cpu[event->hw.last_cpu] : perf_fake_here();
}

static bool perf_fake_is_resident(const struct perf_event *event)
{
	return event->attr.config & PERF_FAKE_RESIDENT;
}

/* The core calls operations on event->cpu, for hw.target; those of a resident event anywhere. */
static void perf_fake_check_cpu(const struct perf_event *event)
{
	int cpu = smp_processor_id();

	perf_fake_rule(irqs_disabled(), "IRQs are off");
	if (perf_fake_is_resident(event))
		return;
	perf_fake_rule(event->cpu < 0 || event->cpu == cpu, "on the CPU the event is bound to");
	/* With attr.inherit, @event may count for a task whose context equals that of hw.target. */
	perf_fake_rule(!event->hw.target || event->attr.inherit || event->hw.target == current,
		       "while the monitored task runs");
}

/*
 * Operations. hw.idx is 1 while the event is added, hw.last_cpu the CPU that added it.
 */
static void perf_fake_update(struct perf_event *event)
{
	u64 now = perf_fake_counter(event)->work;

	/* A resident event may be read on any CPU; it does not count perf_fake_work(). */
	if (perf_fake_is_resident(event) || (event->hw.state & PERF_HES_STOPPED))
		return;
	local64_add(now - local64_xchg(&event->hw.prev_count, now), &event->count);
}

/* Overflows perf_fake.nmi, once, before the operation perf_fake.nmi_before. */
static void perf_fake_await_nmi(enum perf_fake_op op)
{
	struct perf_event *event = perf_fake.nmi;

	if (!event || op != perf_fake.nmi_before)
		return;
	perf_fake.nmi = NULL;
	while (!perf_fake_overflow(event))
		;
}

static void perf_fake_start(struct perf_event *event, int flags)
{
	struct hw_perf_event *hw = &event->hw;

	perf_fake_await_nmi(PERF_FAKE_START);
	perf_fake_check_cpu(event);
	perf_fake_rule(hw->idx, "start: the event was added");
	perf_fake_rule(hw->state & PERF_HES_STOPPED, "start: the event is stopped");
	if ((flags & PERF_EF_RELOAD) && local64_read(&hw->period_left) <= 0) {
		local64_set(&hw->period_left, hw->sample_period);
		hw->last_period = hw->sample_period;
	}
	hw->state = 0;
	local64_set(&hw->prev_count, perf_fake_here()->work);
	perf_fake_log(PERF_FAKE_START, event->id, flags, 0);
}

static void perf_fake_stop(struct perf_event *event, int flags)
{
	struct hw_perf_event *hw = &event->hw;

	perf_fake_await_nmi(PERF_FAKE_STOP);
	perf_fake_check_cpu(event);
	perf_fake_rule(hw->idx, "stop: the event was added");
	perf_fake_update(event);
	hw->state |= PERF_HES_STOPPED | PERF_HES_UPTODATE;
	perf_fake_log(PERF_FAKE_STOP, event->id, flags, 0);
}

static bool perf_fake_fits(const struct perf_fake_cpu *here)
{
	return here->used <= perf_fake.nr_counters;
}

static int perf_fake_try_add(struct perf_event *event)
{
	struct perf_fake_cpu *here = perf_fake_here();

	if (event->id == perf_fake.refuse_id)
		return -EAGAIN;
	if (perf_fake_is_resident(event))
		return 0;
	perf_fake_rule(here->disabled, "add: the PMU is disabled");
	here->used++;
	if ((here->txn && perf_fake.late_check) || perf_fake_fits(here))
		return 0;
	here->used--;
	return -EAGAIN;
}

static int perf_fake_add(struct perf_event *event, int flags)
{
	struct hw_perf_event *hw = &event->hw;
	int err;

	perf_fake_check_cpu(event);
	perf_fake_rule(!hw->idx, "add: the event was not added before");
	perf_fake_rule(event->state == PERF_EVENT_STATE_ACTIVE, "add: the state is ACTIVE");
	perf_fake_rule(perf_fake_is_resident(event) || event->oncpu == smp_processor_id(),
		       "add: oncpu is set");
	err = perf_fake_log(PERF_FAKE_ADD, event->id, flags, perf_fake_try_add(event));
	if (err)
		return err;
	hw->idx = 1;
	hw->last_cpu = smp_processor_id();
	hw->state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
	if (event->attr.config & PERF_FAKE_SCHED_CB)
		perf_sched_cb_inc(event->pmu);
	if (flags & PERF_EF_START)
		perf_fake_start(event, PERF_EF_RELOAD);
	return 0;
}

static void perf_fake_del(struct perf_event *event, int flags)
{
	struct perf_fake_cpu *here = perf_fake_here();
	struct hw_perf_event *hw = &event->hw;

	perf_fake_check_cpu(event);
	perf_fake_rule(hw->idx, "del: the event was added");
	perf_fake_stop(event, PERF_EF_UPDATE);
	if (event->attr.config & PERF_FAKE_SCHED_CB)
		perf_sched_cb_dec(event->pmu);
	hw->idx = 0;
	perf_fake_log(PERF_FAKE_DEL, event->id, flags, 0);
	if (perf_fake_is_resident(event))
		return;
	perf_fake_rule(here->disabled, "del: the PMU is disabled");
	perf_fake_rule(hw->last_cpu == smp_processor_id(), "del: where the event was added");
	here->used--;
}

static void perf_fake_read(struct perf_event *event)
{
	if (!perf_fake_is_shared(event))
		perf_fake_check_cpu(event);
	perf_fake_rule(event->hw.idx, "read: the event was added");
	perf_fake_update(event);
	perf_fake_log(PERF_FAKE_READ, event->id, 0, 0);
}

static void perf_fake_start_txn(struct pmu *pmu, unsigned int flags)
{
	struct perf_fake_cpu *here = perf_fake_here();

	perf_fake_rule(irqs_disabled(), "start_txn: IRQs are off");
	perf_fake_rule(!here->txn, "start_txn: none is open");
	here->txn = flags;
	here->txn_used = here->used;
	here->txn_failed = false;
	perf_fake_log(PERF_FAKE_TXN_START, 0, flags, 0);
}

static int perf_fake_commit_txn(struct pmu *pmu)
{
	struct perf_fake_cpu *here = perf_fake_here();
	int err = 0;

	perf_fake_rule(here->txn && !here->txn_failed, "commit_txn: one is open");
	if (here->txn == PERF_PMU_TXN_ADD && !perf_fake_fits(here))
		err = -EAGAIN;
	perf_fake_log(PERF_FAKE_TXN_COMMIT, 0, here->txn, err);
	if (err)
		here->txn_failed = true;
	else
		here->txn = 0;
	return err;
}

static void perf_fake_cancel_txn(struct pmu *pmu)
{
	struct perf_fake_cpu *here = perf_fake_here();

	perf_fake_rule(here->txn, "cancel_txn: one is open");
	perf_fake_rule(here->used == here->txn_used, "cancel_txn: all it added is gone");
	perf_fake_log(PERF_FAKE_TXN_CANCEL, 0, here->txn, 0);
	here->txn = 0;
}

static void perf_fake_pmu_disable(struct pmu *pmu)
{
	perf_fake_rule(!perf_fake_here()->disabled, "pmu_disable: it is enabled");
	perf_fake_here()->disabled = true;
}

/* Records nr_user where a driver would switch the user's access to counters on or off. */
static void perf_fake_note_users(void)
{
	const struct perf_event_context *ctx = perf_cpu_task_ctx();

	perf_fake_here()->nr_user = ctx ? ctx->nr_user : 0;
}

static void perf_fake_pmu_enable(struct pmu *pmu)
{
	perf_fake_rule(perf_fake_here()->disabled, "pmu_enable: it is disabled");
	perf_fake_rule(!perf_fake_here()->txn, "pmu_enable: no transaction is open");
	perf_fake_here()->disabled = false;
	perf_fake_note_users();
}

static void perf_fake_sched_task(struct perf_event_pmu_context *pmu_ctx,
				 struct task_struct *task, bool sched_in)
{
	perf_fake_rule(irqs_disabled(), "sched_task: IRQs are off");
	perf_fake_rule(pmu_ctx, "sched_task: there is a context");
	perf_fake_here()->switched[sched_in]++;
}

static bool perf_fake_filter(struct pmu *pmu, int cpu)
{
	return cpumask_test_cpu(cpu, &perf_fake.refused);
}

static void perf_fake_destroy(struct perf_event *event)
{
	perf_fake_rule(!event->hw.idx, "destroy: the event was deleted");
	perf_fake_log(PERF_FAKE_DESTROY, event->id, 0, 0);
	guard(raw_spinlock_irqsave)(&perf_fake.lock);
	perf_fake.nr_events--;
}

static int perf_fake_event_init(struct perf_event *event)
{
	int err = perf_fake_log(PERF_FAKE_INIT, event->id, 0, perf_fake.init_error);

	if (err)
		return err;
	if (perf_fake_is_resident(event))
		event->event_caps |= PERF_EV_CAP_RESIDENT;
	if (event->attr.config & PERF_FAKE_SIBLING)
		event->event_caps |= PERF_EV_CAP_SIBLING;
	if (event->attr.config & PERF_FAKE_SCHED_CB)
		event->attach_state |= PERF_ATTACH_SCHED_CB;
	if (event->attr.config & PERF_FAKE_USER)
		event->hw.flags |= PERF_EVENT_FLAG_USER_READ_CNT;
	event->hw.idx = 0;
	event->hw.state = PERF_HES_STOPPED;
	event->destroy = perf_fake_destroy;
	guard(raw_spinlock_irqsave)(&perf_fake.lock);
	perf_fake.nr_events++;
	return 0;
}

/*
 * The PMU.
 */

/* Tests rotate groups themselves: the multiplex timer must not expire during a test. */
#define PERF_FAKE_MUX_MS	(3600 * MSEC_PER_SEC)

/**
 * perf_fake_suite_init - register perf_fake.pmu
 * @suite: the suite that begins
 *
 * Return: 0 or an errno.
 */
int perf_fake_suite_init(struct kunit_suite *suite)
{
	int err;

	perf_fake = (struct perf_fake) {
		.pmu = {
			.event_init	= perf_fake_event_init,
			.add		= perf_fake_add,
			.del		= perf_fake_del,
			.start		= perf_fake_start,
			.stop		= perf_fake_stop,
			.read		= perf_fake_read,
			.start_txn	= perf_fake_start_txn,
			.commit_txn	= perf_fake_commit_txn,
			.cancel_txn	= perf_fake_cancel_txn,
			.pmu_disable	= perf_fake_pmu_disable,
			.pmu_enable	= perf_fake_pmu_enable,
			.filter		= perf_fake_filter,
			.sched_task	= perf_fake_sched_task,
			.task_ctx_nr	= perf_hw_context,
			.hrtimer_interval_ms = PERF_FAKE_MUX_MS,
			.dev		= PMU_NULL_DEV,
		},
	};
	raw_spin_lock_init(&perf_fake.lock);
	err = perf_fake_watch_irqs();
	if (err)
		return err;
	err = perf_pmu_register(&perf_fake.pmu, "perf_fake", -1);
	if (err)
		perf_fake_unwatch_irqs();
	return err;
}

/**
 * perf_fake_suite_exit - unregister perf_fake.pmu
 * @suite: the suite that has ended
 */
void perf_fake_suite_exit(struct kunit_suite *suite)
{
	perf_pmu_unregister(&perf_fake.pmu);
	perf_fake_unwatch_irqs();
}

static void perf_fake_reset(void)
{
	guard(raw_spinlock_irqsave)(&perf_fake.lock);
	perf_fake.late_check = false;
	perf_fake.init_error = 0;
	perf_fake.refuse_id = 0;
	perf_fake.nr_counters = 1;
	cpumask_clear(&perf_fake.refused);
	perf_fake.nmi = NULL;
	memset(perf_fake.calls, 0, sizeof(perf_fake.calls));
	perf_fake.longest = 0;
	perf_fake.nr_log = 0;
	perf_fake.nr_faults = 0;
	perf_fake.fault = NULL;
}

/* Runs after perf_fake_release() has closed all events of the test. */
static void perf_fake_check(void *data)
{
	struct kunit *test = data;
	int cpu;

	KUNIT_EXPECT_EQ_MSG(test, 0, perf_fake.nr_faults, "rule broken: %s", perf_fake.fault);
	KUNIT_EXPECT_EQ(test, 0, perf_fake.nr_events);
	for_each_possible_cpu(cpu) {
		KUNIT_EXPECT_EQ(test, 0, perf_fake.cpu[cpu].used);
		KUNIT_EXPECT_EQ(test, 0U, perf_fake.cpu[cpu].txn);
		KUNIT_EXPECT_FALSE(test, perf_fake.cpu[cpu].disabled);
	}
}

/**
 * perf_fake_init - prepare perf_fake for a test
 * @test: the test; its thread stays on one CPU
 *
 * Each CPU has one counter. perf_fake_check() runs at the end of @test.
 *
 * Return: 0 or an errno.
 */
int perf_fake_init(struct kunit *test)
{
	perf_fake_bind(test);
	perf_fake_reset();
	return kunit_add_action(test, perf_fake_check, test);
}

/**
 * perf_fake_log_clear - clear the log and the numbers of calls
 */
void perf_fake_log_clear(void)
{
	guard(raw_spinlock_irqsave)(&perf_fake.lock);
	memset(perf_fake.calls, 0, sizeof(perf_fake.calls));
	perf_fake.longest = 0;
	perf_fake.nr_log = 0;
}

/**
 * perf_fake_work - raise the number that counters of this CPU count
 * @amount: by how much
 */
void perf_fake_work(u64 amount)
{
	guard(irqsave)();
	perf_fake_here()->work += amount;
}

/**
 * perf_fake_overflow - let the counter of an event overflow
 * @event: an event ACTIVE on this CPU
 *
 * Return: true if the core throttled @event; it is stopped then.
 */
bool perf_fake_overflow(struct perf_event *event)
{
	struct hw_perf_event *hw = &event->hw;
	struct perf_sample_data data;
	struct pt_regs regs = { };

	guard(irqsave)();
	/* user_mode() of zeroed registers is false on x86, but true on other architectures. */
	perf_fetch_caller_regs(&regs);
	perf_fake_update(event);
	perf_sample_data_init(&data, 0, hw->last_period);
	local64_set(&hw->period_left, hw->sample_period);
	hw->last_period = hw->sample_period;
	if (!perf_event_overflow(event, &data, &regs))
		return false;
	perf_fake_stop(event, 0);
	return true;
}

/*
 * Events.
 */

/**
 * perf_fake_attr - fill the attributes of an event
 * @open: description of the event
 * @attr: result
 */
void perf_fake_attr(const struct perf_fake_open *open, struct perf_event_attr *attr)
{
	const struct pmu *pmu = open->pmu ?: &perf_fake.pmu;

	*attr = (struct perf_event_attr) {
		.type		= open->software ? PERF_TYPE_SOFTWARE : pmu->type,
		.size		= sizeof(*attr),
		.config		= open->software ? PERF_COUNT_SW_DUMMY : open->config,
		.sample_period	= open->period,
		.freq		= open->freq,
		.read_format	= open->read_format,
		.pinned		= open->pinned,
		.exclusive	= open->exclusive,
		.disabled	= open->disabled,
		.inherit	= open->inherit,
	};
}

/* Like perf_event_create_kernel_counter(), which cannot open a sibling. */
static struct perf_event *perf_fake_open_sibling(const struct perf_fake_open *open,
						 struct perf_event_attr *attr)
{
	const struct perf_offer offer = {
		.attr		= attr,
		.cpu		= open->cpu,
		.task		= open->task,
		.leader		= open->leader,
		.cgroup_fd	= -1,
	};
	struct perf_context *ctx = open->leader->ctx;
	struct perf_event *event;
	int err;

	event = perf_event_alloc(&offer, open->handler, open->context);
	if (IS_ERR(event))
		return event;
	scoped_guard(mutex, &ctx->mutex) {
		err = perf_context_reserve(ctx, event);
		if (!err)
			perf_context_install(ctx, event);
	}
	if (err) {
		perf_event_put(event);
		return ERR_PTR(err);
	}
	return event;
}

static void perf_fake_release(void *event)
{
	perf_event_release_kernel(event);
}

/**
 * perf_fake_open_event - open an event; tests use the macro perf_fake_open()
 * @test: fails if the opening fails; its end closes the event
 * @open: description of the event
 *
 * Return: the event.
 */
struct perf_event *perf_fake_open_event(struct kunit *test, const struct perf_fake_open *open)
{
	struct perf_event_attr attr;
	struct perf_event *event;

	perf_fake_attr(open, &attr);
	if (open->leader)
		event = perf_fake_open_sibling(open, &attr);
	else
		event = perf_event_create_kernel_counter(&attr, open->cpu, open->task,
							 open->handler, open->context);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, event);
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, perf_fake_release, event));
	return event;
}

/**
 * perf_fake_close - close an event before the end of the test
 * @test:  the test
 * @event: from perf_fake_open()
 */
void perf_fake_close(struct kunit *test, struct perf_event *event)
{
	kunit_release_action(test, perf_fake_release, event);
}

/*
 * This CPU.
 */

/**
 * perf_fake_bind - bind the test's thread to a CPU
 * @test: the test
 *
 * The first online CPU, so that tests can take other CPUs down.
 *
 * Return: the CPU.
 */
int perf_fake_bind(struct kunit *test)
{
	int cpu = cpumask_first(cpu_online_mask);

	KUNIT_ASSERT_EQ(test, 0, set_cpus_allowed_ptr(current, cpumask_of(cpu)));
	return cpu;
}

/**
 * perf_fake_rotate - end a turn of the groups on this CPU
 *
 * Return: true if groups were waiting for a turn.
 */
bool perf_fake_rotate(void)
{
	guard(irqsave)();
	return perf_sched_rotate(this_cpu_ptr(perf_fake.pmu.cpu_pmu_context));
}

/**
 * perf_fake_tick - run the core's part of the timer tick on this CPU
 */
void perf_fake_tick(void)
{
	guard(irqsave)();
	perf_event_task_tick();
}

/*
 * Subjects.
 */
static int perf_subject_thread(void *data)
{
	struct perf_subject *subject = data;

	for (;;) {
		wait_for_completion(&subject->go);
		if (!subject->fn)
			return 0;
		subject->fn(subject->arg);
		complete(&subject->done);
	}
}

/* Waits until the task has left its CPU and waits for @go. */
static void perf_subject_wait_asleep(const struct perf_subject *subject)
{
	int i;

	/* wait_task_inactive() returns 0 if the task was not yet in that state. */
	for (i = 0; i < 10000; i++) {
		if (wait_task_inactive(subject->task, TASK_UNINTERRUPTIBLE))
			return;
		schedule_timeout_uninterruptible(1);
	}
}

static void perf_subject_cleanup(void *data)
{
	struct perf_subject *subject = data;

	perf_subject_end(subject);
	put_task_struct(subject->task);
}

/**
 * perf_subject_start - create a task that can be monitored
 * @test: the test; its end ends the task
 * @cpu:  CPU the task is bound to
 *
 * Return: the subject; its task sleeps.
 */
struct perf_subject *perf_subject_start(struct kunit *test, int cpu)
{
	struct perf_subject *subject = kunit_kzalloc(test, sizeof(*subject), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, subject);
	init_completion(&subject->go);
	init_completion(&subject->done);
	subject->task = kthread_create(perf_subject_thread, subject, "perf_subject");
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, subject->task);
	get_task_struct(subject->task);
	set_cpus_allowed_ptr(subject->task, cpumask_of(cpu));
	wake_up_process(subject->task);
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, perf_subject_cleanup, subject));
	perf_subject_wait_asleep(subject);
	return subject;
}

/**
 * perf_subject_begin - let the task call a function
 * @subject: the subject
 * @fn:      the function
 * @arg:     argument of @fn
 */
void perf_subject_begin(struct perf_subject *subject, void (*fn)(void *arg), void *arg)
{
	subject->fn = fn;
	subject->arg = arg;
	complete(&subject->go);
}

/**
 * perf_subject_finish - wait until the function has returned and the task sleeps
 * @subject: the subject
 *
 * When perf_subject_finish() returns the task has left its CPU.
 */
void perf_subject_finish(struct perf_subject *subject)
{
	wait_for_completion(&subject->done);
	perf_subject_wait_asleep(subject);
}

/**
 * perf_subject_run - let the task call a function and wait until it sleeps
 * @subject: the subject
 * @fn:      the function
 * @arg:     argument of @fn
 */
void perf_subject_run(struct perf_subject *subject, void (*fn)(void *arg), void *arg)
{
	perf_subject_begin(subject, fn, arg);
	perf_subject_finish(subject);
}

/**
 * perf_subject_end - let the task exit
 * @subject: the subject; when perf_subject_end() returns its task is dead
 */
void perf_subject_end(struct perf_subject *subject)
{
	int i;

	if (subject->ended)
		return;
	subject->ended = true;
	subject->fn = NULL;
	complete(&subject->go);
	kthread_stop(subject->task);
	/* kthread_stop() returns while the task may still be exiting. */
	for (i = 0; i < 10000 && READ_ONCE(subject->task->__state) != TASK_DEAD; i++)
		schedule_timeout_uninterruptible(1);
}
