// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of pmu.c and pmu_event.c: registering, finding the PMU of an event, references.
 */
#include <kunit/test.h>
#include <linux/cleanup.h>
#include <linux/cpumask.h>
#include <linux/percpu.h>
#include <linux/perf_event.h>
#include <linux/perf_regs.h>
#include <linux/preempt.h>

#include "base/context_types.h"
#include "base/pmu.h"

/**
 * struct fake_pmu - a PMU that counts the calls of its operations
 * @pmu:       the PMU
 * @verdict:   return value of event_init
 * @forward:   type that event_init sets, 0 for none
 * @asked:     calls of event_init
 * @destroyed: calls of an accepted event's destroy
 * @enabled:   calls of pmu_enable
 * @disabled:  calls of pmu_disable
 */
struct fake_pmu {
	struct pmu	pmu;
	int		verdict;
	u32		forward;
	int		asked;
	int		destroyed;
	int		enabled;
	int		disabled;
};

#define to_fake(_pmu)	container_of(_pmu, struct fake_pmu, pmu)

static void fake_destroy(struct perf_event *event)
{
	to_fake(event->pmu)->destroyed++;
}

static int fake_event_init(struct perf_event *event)
{
	struct fake_pmu *fake = to_fake(event->pmu);

	fake->asked++;
	if (fake->forward)
		event->attr.type = fake->forward;
	if (!fake->verdict)
		event->destroy = fake_destroy;
	return fake->verdict;
}

static int fake_add(struct perf_event *event, int flags)
{
	return 0;
}

static void fake_del(struct perf_event *event, int flags)
{
}

static void fake_read(struct perf_event *event)
{
}

static void fake_enable(struct pmu *pmu)
{
	to_fake(pmu)->enabled++;
}

static void fake_disable(struct pmu *pmu)
{
	to_fake(pmu)->disabled++;
}

static struct fake_pmu *fake_new(struct kunit *test)
{
	struct fake_pmu *fake = kunit_kzalloc(test, sizeof(*fake), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, fake);
	fake->pmu = (struct pmu){
		.event_init	= fake_event_init,
		.add		= fake_add,
		.del		= fake_del,
		.read		= fake_read,
		.pmu_enable	= fake_enable,
		.pmu_disable	= fake_disable,
		.dev		= PMU_NULL_DEV,
	};
	return fake;
}

static struct fake_pmu *fake_registered(struct kunit *test)
{
	struct fake_pmu *fake = fake_new(test);

	KUNIT_ASSERT_EQ(test, 0, perf_pmu_register(&fake->pmu, "kunit", -1));
	return fake;
}

static struct perf_event *event_new(struct kunit *test, u32 type)
{
	struct perf_event *event = kunit_kzalloc(test, sizeof(*event), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, event);
	event->opened = kunit_kzalloc(test, sizeof(*event->opened), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, event->opened);
	event->opened->event = event;
	event->group_leader = event;
	event->attr.type = type;
	event->cpu = -1;
	return event;
}

static void event_release(struct perf_event *event)
{
	event->destroy(event);
	perf_pmu_release_event(event);
}

static void pmu_must_be_complete(struct kunit *test)
{
	struct fake_pmu *fake = fake_new(test);
	const struct pmu whole = fake->pmu;

	fake->pmu.event_init = NULL;
	KUNIT_EXPECT_EQ(test, -EINVAL, perf_pmu_register(&fake->pmu, "kunit", -1));
	fake->pmu = whole;
	fake->pmu.add = NULL;
	KUNIT_EXPECT_EQ(test, -EINVAL, perf_pmu_register(&fake->pmu, "kunit", -1));
	fake->pmu = whole;
	fake->pmu.del = NULL;
	KUNIT_EXPECT_EQ(test, -EINVAL, perf_pmu_register(&fake->pmu, "kunit", -1));
	fake->pmu = whole;
	fake->pmu.read = NULL;
	KUNIT_EXPECT_EQ(test, -EINVAL, perf_pmu_register(&fake->pmu, "kunit", -1));
	fake->pmu = whole;
	fake->pmu.scope = PERF_PMU_MAX_SCOPE;
	KUNIT_EXPECT_EQ(test, -EINVAL, perf_pmu_register(&fake->pmu, "kunit", -1));
	fake->pmu = whole;
	KUNIT_EXPECT_EQ(test, -EINVAL, perf_pmu_register(&fake->pmu, NULL, -1));
}

static void fake_start_txn(struct pmu *pmu, unsigned int flags)
{
}

static int fake_commit_txn(struct pmu *pmu)
{
	return 0;
}

static void fake_cancel_txn(struct pmu *pmu)
{
}

/* A driver that lacks one operation of a transaction would be called through NULL. */
static void pmu_has_whole_transactions(struct kunit *test)
{
	struct fake_pmu *fake = fake_new(test);
	unsigned int given;

	for (given = 1; given < 8; given++) {
		const bool whole = given == 7;

		fake->pmu.start_txn = given & 1 ? fake_start_txn : NULL;
		fake->pmu.commit_txn = given & 2 ? fake_commit_txn : NULL;
		fake->pmu.cancel_txn = given & 4 ? fake_cancel_txn : NULL;
		KUNIT_EXPECT_EQ_MSG(test, whole ? 0 : -EINVAL,
				    perf_pmu_register(&fake->pmu, "kunit", -1),
				    "operations %u", given);
	}
	perf_pmu_unregister(&fake->pmu);
}

static void pmu_types(struct kunit *test)
{
	struct fake_pmu *one = fake_registered(test);
	struct fake_pmu *two = fake_registered(test);
	struct fake_pmu *three = fake_new(test);

	KUNIT_EXPECT_GE(test, one->pmu.type, (int)PERF_TYPE_MAX);
	KUNIT_EXPECT_GE(test, two->pmu.type, (int)PERF_TYPE_MAX);
	KUNIT_EXPECT_NE(test, one->pmu.type, two->pmu.type);

	KUNIT_EXPECT_EQ(test, -EBUSY, perf_pmu_register(&three->pmu, "kunit", one->pmu.type));
	perf_pmu_unregister(&one->pmu);
	/* perf_pmu_unregister() has freed the type. */
	KUNIT_ASSERT_EQ(test, 0, perf_pmu_register(&three->pmu, "kunit", one->pmu.type));
	KUNIT_EXPECT_EQ(test, one->pmu.type, three->pmu.type);

	perf_pmu_unregister(&two->pmu);
	perf_pmu_unregister(&three->pmu);
}

static void pmu_is_found_by_type(struct kunit *test)
{
	struct fake_pmu *one = fake_registered(test);
	struct fake_pmu *two = fake_registered(test);
	struct perf_event *event = event_new(test, two->pmu.type);

	KUNIT_ASSERT_EQ(test, 0, perf_pmu_init_event(event));
	KUNIT_EXPECT_PTR_EQ(test, &two->pmu, event->pmu);
	KUNIT_EXPECT_EQ(test, 0, one->asked);
	KUNIT_EXPECT_EQ(test, 1, two->asked);
	KUNIT_EXPECT_EQ(test, 2U, refcount_read(&two->pmu.refcount));

	event_release(event);
	KUNIT_EXPECT_NULL(test, event->pmu);
	KUNIT_EXPECT_EQ(test, 1U, refcount_read(&two->pmu.refcount));
	perf_pmu_unregister(&one->pmu);
	perf_pmu_unregister(&two->pmu);
}

static void pmu_verdict_is_final(struct kunit *test)
{
	struct fake_pmu *one = fake_registered(test);
	struct fake_pmu *two = fake_registered(test);
	struct perf_event *event = event_new(test, one->pmu.type);
	static const int verdicts[] = { -ENOENT, -EINVAL, -EOPNOTSUPP, -EACCES };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(verdicts); i++) {
		one->verdict = verdicts[i];
		KUNIT_EXPECT_EQ(test, verdicts[i], perf_pmu_init_event(event));
		KUNIT_EXPECT_NULL(test, event->pmu);
	}
	/* A dynamic type belongs to one PMU: no other event_init is called. */
	KUNIT_EXPECT_EQ(test, 0, two->asked);
	KUNIT_EXPECT_EQ(test, 1U, refcount_read(&one->pmu.refcount));
	perf_pmu_unregister(&one->pmu);
	perf_pmu_unregister(&two->pmu);

	KUNIT_EXPECT_EQ(test, -ENOENT, perf_pmu_init_event(event_new(test, one->pmu.type)));
	KUNIT_EXPECT_EQ(test, -ENOENT, perf_pmu_init_event(event_new(test, INT_MAX)));
	KUNIT_EXPECT_EQ(test, -ENOENT, perf_pmu_init_event(event_new(test, U32_MAX)));
}

static void pmu_may_forward(struct kunit *test)
{
	struct fake_pmu *front = fake_registered(test);
	struct fake_pmu *back = fake_registered(test);
	struct perf_event *event = event_new(test, front->pmu.type);

	front->verdict = -ENOENT;
	front->forward = back->pmu.type;
	KUNIT_ASSERT_EQ(test, 0, perf_pmu_init_event(event));
	KUNIT_EXPECT_PTR_EQ(test, &back->pmu, event->pmu);
	KUNIT_EXPECT_EQ(test, (u32)back->pmu.type, event->attr.type);
	event_release(event);

	/* perf_pmu_init_event() forwards once, so two PMUs cannot forward to each other forever. */
	back->verdict = -ENOENT;
	back->forward = front->pmu.type;
	event = event_new(test, front->pmu.type);
	KUNIT_EXPECT_EQ(test, -ENOENT, perf_pmu_init_event(event));
	KUNIT_EXPECT_EQ(test, 2, front->asked);
	KUNIT_EXPECT_EQ(test, 2, back->asked);

	perf_pmu_unregister(&front->pmu);
	perf_pmu_unregister(&back->pmu);
}

static void pmu_named_by_generic_event(struct kunit *test)
{
	static const u32 types[] = { PERF_TYPE_HARDWARE, PERF_TYPE_HW_CACHE };
	struct fake_pmu *fake = fake_registered(test);
	struct perf_event *event;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(types); i++) {
		event = event_new(test, types[i]);
		event->attr.config = (u64)fake->pmu.type << PERF_PMU_TYPE_SHIFT | 0x10203;
		fake->pmu.capabilities = 0;
		fake->asked = 0;
		KUNIT_EXPECT_EQ(test, -ENOENT, perf_pmu_init_event(event));
		KUNIT_EXPECT_EQ(test, 0, fake->asked);

		fake->pmu.capabilities = PERF_PMU_CAP_EXTENDED_HW_TYPE;
		KUNIT_ASSERT_EQ(test, 0, perf_pmu_init_event(event));
		KUNIT_EXPECT_PTR_EQ(test, &fake->pmu, event->pmu);
		KUNIT_EXPECT_EQ(test, 0x10203ULL, event->attr.config);
		KUNIT_EXPECT_EQ(test, types[i], event->attr.type);
		event_release(event);
	}
	perf_pmu_unregister(&fake->pmu);
	event = event_new(test, PERF_TYPE_HARDWARE);
	event->attr.config = (u64)fake->pmu.type << PERF_PMU_TYPE_SHIFT;
	KUNIT_EXPECT_EQ(test, -ENOENT, perf_pmu_init_event(event));
}

/* Sets the exclude bit @which, one of those that PERF_PMU_CAP_NO_EXCLUDE refuses; 6: none. */
static void set_exclude(struct perf_event_attr *attr, unsigned int which)
{
	attr->exclude_user = which == 0;
	attr->exclude_kernel = which == 1;
	attr->exclude_hv = which == 2;
	attr->exclude_idle = which == 3;
	attr->exclude_host = which == 4;
	attr->exclude_guest = which == 5;
}

static void pmu_capabilities_are_enforced(struct kunit *test)
{
	struct fake_pmu *fake = fake_registered(test);
	struct perf_event *event = event_new(test, fake->pmu.type);
	unsigned int which;

	fake->pmu.capabilities = PERF_PMU_CAP_NO_EXCLUDE;
	for (which = 0; which < 6; which++) {
		set_exclude(&event->attr, which);
		KUNIT_EXPECT_EQ(test, -EINVAL, perf_pmu_init_event(event));
	}
	/* event_init had succeeded, so destroy had to be called. */
	KUNIT_EXPECT_EQ(test, 6, fake->destroyed);
	KUNIT_EXPECT_PTR_EQ(test, NULL, event->destroy);
	set_exclude(&event->attr, 6);
	KUNIT_ASSERT_EQ(test, 0, perf_pmu_init_event(event));
	event_release(event);

	if (PERF_REG_EXTENDED_MASK) {
		event->attr.sample_type = PERF_SAMPLE_REGS_INTR;
		event->attr.sample_regs_intr = PERF_REG_EXTENDED_MASK;
		KUNIT_EXPECT_EQ(test, -EOPNOTSUPP, perf_pmu_init_event(event));
		fake->pmu.capabilities = PERF_PMU_CAP_EXTENDED_REGS;
		KUNIT_ASSERT_EQ(test, 0, perf_pmu_init_event(event));
		event_release(event);
	}
	KUNIT_EXPECT_EQ(test, 1U, refcount_read(&fake->pmu.refcount));
	perf_pmu_unregister(&fake->pmu);
}

static void pmu_scope_chooses_cpu(struct kunit *test)
{
	struct fake_pmu *fake = fake_registered(test);
	unsigned int scope, cpu;

	for (scope = PERF_PMU_SCOPE_NONE; scope < PERF_PMU_MAX_SCOPE; scope++) {
		fake->pmu.scope = scope;
		for_each_online_cpu(cpu) {
			struct perf_event *event = event_new(test, fake->pmu.type);
			bool scoped = scope != PERF_PMU_SCOPE_NONE;

			event->cpu = cpu;
			KUNIT_ASSERT_EQ(test, 0, perf_pmu_init_event(event));
			KUNIT_EXPECT_EQ(test, scoped,
					!!(event->event_caps & PERF_EV_CAP_READ_SCOPE));
			KUNIT_EXPECT_TRUE(test, cpu_online(event->cpu));
			KUNIT_EXPECT_TRUE(test, cpumask_test_cpu(event->cpu,
								 perf_pmu_scope_cpus(&fake->pmu,
										     cpu)));
			if (!scoped)
				KUNIT_EXPECT_EQ(test, cpu, event->cpu);
			event_release(event);
		}
	}
	perf_pmu_unregister(&fake->pmu);
}

static void pmu_disable_nests(struct kunit *test)
{
	struct fake_pmu *fake = fake_registered(test);
	struct pmu *pmu = &fake->pmu;

	scoped_guard(preempt) {
		perf_pmu_disable(pmu);
		perf_pmu_disable(pmu);
		perf_pmu_enable(pmu);
		KUNIT_EXPECT_EQ(test, 1, fake->disabled);
		KUNIT_EXPECT_EQ(test, 0, fake->enabled);
		perf_pmu_enable(pmu);
		KUNIT_EXPECT_EQ(test, 1, fake->enabled);
	}
	perf_pmu_unregister(pmu);
}

static void pmu_default_transactions(struct kunit *test)
{
	struct fake_pmu *fake = fake_registered(test);
	struct pmu *pmu = &fake->pmu;

	scoped_guard(preempt) {
		pmu->start_txn(pmu, PERF_PMU_TXN_ADD);
		KUNIT_EXPECT_EQ(test, 1, fake->disabled);
		KUNIT_EXPECT_EQ(test, 0, pmu->commit_txn(pmu));
		KUNIT_EXPECT_EQ(test, 1, fake->enabled);

		pmu->start_txn(pmu, PERF_PMU_TXN_ADD);
		pmu->cancel_txn(pmu);
		KUNIT_EXPECT_EQ(test, 2, fake->disabled);
		KUNIT_EXPECT_EQ(test, 2, fake->enabled);

		/* PERF_PMU_TXN_READ does not disable the PMU. */
		pmu->start_txn(pmu, PERF_PMU_TXN_READ);
		KUNIT_EXPECT_EQ(test, 0, pmu->commit_txn(pmu));
		KUNIT_EXPECT_EQ(test, 2, fake->disabled);
		KUNIT_EXPECT_EQ(test, 2, fake->enabled);
	}
	perf_pmu_unregister(pmu);
}

static void pmu_default_operations(struct kunit *test)
{
	struct fake_pmu *fake = fake_registered(test);
	struct perf_event *event = event_new(test, fake->pmu.type);
	unsigned int cpu;

	KUNIT_EXPECT_EQ(test, 0, fake->pmu.event_idx(event));
	KUNIT_EXPECT_EQ(test, 0, fake->pmu.check_period(event, 1));
	KUNIT_EXPECT_NOT_NULL(test, fake->pmu.start);
	KUNIT_EXPECT_NOT_NULL(test, fake->pmu.stop);
	KUNIT_EXPECT_GE(test, fake->pmu.hrtimer_interval_ms, 1);
	for_each_possible_cpu(cpu) {
		struct perf_cpu_pmu_context *cpc = per_cpu_ptr(fake->pmu.cpu_pmu_context, cpu);

		KUNIT_EXPECT_PTR_EQ(test, &fake->pmu, cpc->pmu);
		KUNIT_EXPECT_TRUE(test, list_empty(&cpc->active[0]));
		KUNIT_EXPECT_TRUE(test, list_empty(&cpc->active[1]));
		KUNIT_EXPECT_EQ(test, ms_to_ktime(fake->pmu.hrtimer_interval_ms),
				cpc->mux_interval);
	}
	perf_pmu_unregister(&fake->pmu);
}

static void pmu_counts_instances(struct kunit *test)
{
	struct fake_pmu *fake = fake_registered(test);
	struct perf_event *event = event_new(test, fake->pmu.type);
	struct perf_event *child = event_new(test, fake->pmu.type);

	KUNIT_ASSERT_EQ(test, 0, perf_pmu_init_event(event));
	child->parent = event;
	KUNIT_ASSERT_EQ(test, 0, perf_pmu_clone_event(child, event));
	KUNIT_EXPECT_EQ(test, 3U, refcount_read(&fake->pmu.refcount));
	event_release(child);
	KUNIT_EXPECT_EQ(test, 2U, refcount_read(&fake->pmu.refcount));

	/* As from perf_pmu_unregister() on. */
	WRITE_ONCE(fake->pmu.revoked, true);
	KUNIT_EXPECT_EQ(test, -ENODEV, perf_pmu_clone_event(child, event));
	event_release(event);
	KUNIT_EXPECT_EQ(test, 1U, refcount_read(&fake->pmu.refcount));
	perf_pmu_unregister(&fake->pmu);
}

static struct perf_event *counter_new(struct kunit *test, struct fake_pmu *fake, bool disabled)
{
	struct perf_event_attr attr = {
		.type		= fake->pmu.type,
		.size		= sizeof(attr),
		.disabled	= disabled,
	};
	struct perf_event *event;

	event = perf_event_create_kernel_counter(&attr, cpumask_first(cpu_online_mask), NULL, NULL,
						 NULL);
	KUNIT_ASSERT_FALSE(test, IS_ERR(event));
	return event;
}

/* perf_pmu_unregister() ends open events: it calls destroy and drops their PMU references. */
static void pmu_goes_with_events_open(struct kunit *test)
{
	struct fake_pmu *fake = fake_registered(test);
	struct perf_event *on = counter_new(test, fake, false);
	struct perf_event *off = counter_new(test, fake, true);
	u64 enabled, running;

	local64_set(&on->count, 17);
	KUNIT_EXPECT_EQ(test, PERF_EVENT_STATE_ACTIVE, READ_ONCE(on->state));
	KUNIT_EXPECT_EQ(test, 3U, refcount_read(&fake->pmu.refcount));
	perf_pmu_unregister(&fake->pmu);
	KUNIT_EXPECT_EQ(test, 2, fake->destroyed);
	KUNIT_EXPECT_EQ(test, 1U, refcount_read(&fake->pmu.refcount));
	memset(&fake->pmu, 0x5a, sizeof(fake->pmu));

	KUNIT_EXPECT_TRUE(test, perf_pmu_is_gone(on));
	KUNIT_EXPECT_TRUE(test, perf_pmu_is_gone(off));
	KUNIT_EXPECT_EQ(test, PERF_EVENT_STATE_EXIT, READ_ONCE(on->state));
	KUNIT_EXPECT_EQ(test, 17ULL, perf_event_read_value(on, &enabled, &running));
	perf_event_disable(on);
	perf_event_enable(off);
	KUNIT_EXPECT_EQ(test, PERF_EVENT_STATE_EXIT, READ_ONCE(off->state));
	perf_event_release_kernel(on);
	perf_event_release_kernel(off);
	KUNIT_EXPECT_EQ(test, 2, fake->destroyed);
}

static void pmu_exclusive_kinds(struct kunit *test)
{
	struct fake_pmu *fake = fake_registered(test);
	struct pmu *pmu = &fake->pmu;

	KUNIT_EXPECT_EQ(test, 0, perf_pmu_exclusive_get(pmu, true));
	KUNIT_EXPECT_EQ(test, 0, perf_pmu_exclusive_get(pmu, true));
	KUNIT_EXPECT_EQ(test, -EBUSY, perf_pmu_exclusive_get(pmu, false));
	perf_pmu_exclusive_put(pmu, true);
	KUNIT_EXPECT_EQ(test, -EBUSY, perf_pmu_exclusive_get(pmu, false));
	perf_pmu_exclusive_put(pmu, true);
	KUNIT_EXPECT_EQ(test, 0, perf_pmu_exclusive_get(pmu, false));
	KUNIT_EXPECT_EQ(test, -EBUSY, perf_pmu_exclusive_get(pmu, true));
	perf_pmu_exclusive_put(pmu, false);
	perf_pmu_unregister(pmu);
}

/* One event of the context is on CPU @there; another for CPU @cpu is to join it. */
static int join_exclusive(struct kunit *test, struct fake_pmu *fake, int there, int cpu)
{
	struct perf_context *ctx = kunit_kzalloc(test, sizeof(*ctx), GFP_KERNEL);
	struct perf_event *first = kunit_kzalloc(test, sizeof(*first), GFP_KERNEL);
	struct perf_event *second = kunit_kzalloc(test, sizeof(*second), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, ctx);
	KUNIT_ASSERT_NOT_NULL(test, first);
	KUNIT_ASSERT_NOT_NULL(test, second);
	mutex_init(&ctx->mutex);
	INIT_LIST_HEAD(&ctx->event_list);
	first->pmu = &fake->pmu;
	first->cpu = there;
	list_add(&first->event_entry, &ctx->event_list);
	second->pmu = &fake->pmu;
	second->cpu = cpu;
	guard(mutex)(&ctx->mutex);
	return perf_pmu_check_join(second, ctx);
}

/* An event of a task with CPU -1 counts on each CPU, so on that of any other event as well. */
static void pmu_exclusive_events_overlap(struct kunit *test)
{
	struct fake_pmu *fake = fake_new(test);

	KUNIT_EXPECT_EQ(test, 0, join_exclusive(test, fake, 3, 3));
	fake->pmu.capabilities = PERF_PMU_CAP_EXCLUSIVE;
	KUNIT_EXPECT_EQ(test, -EBUSY, join_exclusive(test, fake, 3, 3));
	KUNIT_EXPECT_EQ(test, -EBUSY, join_exclusive(test, fake, -1, 3));
	KUNIT_EXPECT_EQ(test, -EBUSY, join_exclusive(test, fake, 3, -1));
	KUNIT_EXPECT_EQ(test, -EBUSY, join_exclusive(test, fake, -1, -1));
	KUNIT_EXPECT_EQ(test, 0, join_exclusive(test, fake, 3, 4));
	fake->pmu.revoked = true;
	KUNIT_EXPECT_EQ(test, -ENODEV, join_exclusive(test, fake, 3, 4));
}

static void count_fake(struct pmu *pmu, void *data)
{
	int *count = data;

	*count += pmu->event_init == fake_event_init;
}

static void pmu_for_each(struct kunit *test)
{
	struct fake_pmu *one = fake_registered(test);
	struct fake_pmu *two = fake_registered(test);
	int count = 0;

	perf_pmu_for_each(count_fake, &count);
	KUNIT_EXPECT_EQ(test, 2, count);
	KUNIT_EXPECT_EQ(test, 1U, refcount_read(&one->pmu.refcount));
	perf_pmu_unregister(&one->pmu);
	perf_pmu_unregister(&two->pmu);

	count = 0;
	perf_pmu_for_each(count_fake, &count);
	KUNIT_EXPECT_EQ(test, 0, count);
}

static struct kunit_case pmu_tests[] = {
	KUNIT_CASE(pmu_must_be_complete),
	KUNIT_CASE(pmu_has_whole_transactions),
	KUNIT_CASE(pmu_types),
	KUNIT_CASE(pmu_is_found_by_type),
	KUNIT_CASE(pmu_verdict_is_final),
	KUNIT_CASE(pmu_may_forward),
	KUNIT_CASE(pmu_named_by_generic_event),
	KUNIT_CASE(pmu_capabilities_are_enforced),
	KUNIT_CASE(pmu_scope_chooses_cpu),
	KUNIT_CASE(pmu_disable_nests),
	KUNIT_CASE(pmu_default_transactions),
	KUNIT_CASE(pmu_default_operations),
	KUNIT_CASE(pmu_counts_instances),
	KUNIT_CASE(pmu_goes_with_events_open),
	KUNIT_CASE(pmu_exclusive_kinds),
	KUNIT_CASE(pmu_exclusive_events_overlap),
	KUNIT_CASE(pmu_for_each),
	{ }
};

static struct kunit_suite pmu_suite = {
	.name		= "perf_pmu",
	.test_cases	= pmu_tests,
};

kunit_test_suite(pmu_suite);
