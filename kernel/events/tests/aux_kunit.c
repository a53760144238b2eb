// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of the AUX area with a driver in memory: pages, transactions, records, wake-ups.
 */
#include <linux/completion.h>
#include <linux/kthread.h>

#include "ring/aux.h"
#include "ring_fixture.h"

#define AUX_PAGES	8
#define AUX_SIZE	(AUX_PAGES * PAGE_SIZE)

/* Arguments of aux_test_setup(), which returns the address of this struct as the AUX area. */
static struct {
	void		**pages;
	int		nr_pages;
	bool		overwrite;
	bool		fail;
	unsigned int	freed;
	struct completion *goes;
	bool		gone_early;
} driver;

static void *aux_test_setup(struct perf_event *event, void **pages, int nr_pages, bool overwrite)
{
	driver.pages = pages;
	driver.nr_pages = nr_pages;
	driver.overwrite = overwrite;
	return driver.fail ? NULL : &driver;
}

static void aux_test_free(void *aux)
{
	if (aux != &driver)
		return;
	driver.freed++;
	if (!driver.goes)
		return;
	complete(&driver.goes[0]);
	driver.gone_early = wait_for_completion_timeout(&driver.goes[1], HZ / 10);
}

/* Copies two bytes less than @size, so that perf_aux_sample_write() has to zero the rest. */
static long aux_test_snapshot(struct perf_event *event, struct perf_output_handle *handle,
			      unsigned long size)
{
	struct perf_output_handle aux = { .rb = handle->rb };

	return perf_output_copy_aux(&aux, handle, 0, size - 2);
}

static struct pmu aux_test_pmu = {
	.setup_aux	= aux_test_setup,
	.free_aux	= aux_test_free,
	.snapshot_aux	= aux_test_snapshot,
};

static int aux_test_alloc(struct ring_fixture *fix, unsigned int caps, unsigned long watermark,
			  bool overwrite)
{
	int ret;

	fix->event.pmu = &aux_test_pmu;
	aux_test_pmu.capabilities = caps;
	mutex_lock(&fix->rb->aux_mutex);
	ret = perf_aux_alloc(fix->rb, &fix->event, 100, AUX_PAGES, watermark,
			     overwrite ? PERF_RING_OVERWRITE : 0);
	mutex_unlock(&fix->rb->aux_mutex);
	if (!ret)
		atomic_set(&fix->rb->aux_mmap_count, 1);
	return ret;
}

static void aux_test_drop(struct ring_fixture *fix)
{
	atomic_set(&fix->rb->aux_mmap_count, 0);
	mutex_lock(&fix->rb->aux_mutex);
	perf_aux_put(fix->rb);
	mutex_unlock(&fix->rb->aux_mutex);
}

static int aux_test_init(struct kunit *test)
{
	memset(&driver, 0, sizeof(driver));
	return 0;
}

/* The orders of the chunks add up to AUX_PAGES; PERF_PMU_CAP_AUX_NO_SG gets a single chunk. */
static void aux_pages_test(struct kunit *test)
{
	static const struct {
		unsigned int	caps;
		unsigned long	watermark;
		bool		overwrite;
		int		order;	/* order of the largest chunk */
	} rows[] = {
		{ 0, 0, false, 0 },
		{ 0, 0, true, 0 },
		{ PERF_PMU_CAP_AUX_NO_SG, 0, false, ilog2(AUX_PAGES) },
		{ PERF_PMU_CAP_AUX_NO_SG, PAGE_SIZE, false, ilog2(AUX_PAGES) },
		{ PERF_PMU_CAP_AUX_PREFER_LARGE, 2 * PAGE_SIZE, false, 1 },
		{ PERF_PMU_CAP_AUX_PREFER_LARGE, 0, false, ilog2(AUX_PAGES / 2) },
		{ PERF_PMU_CAP_AUX_PREFER_LARGE, 0, true, ilog2(AUX_PAGES) },
	};
	unsigned int i, k;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		struct ring_fixture *fix = ring_fixture(test, 1, 0);

		KUNIT_ASSERT_EQ(test, 0, aux_test_alloc(fix, rows[i].caps, rows[i].watermark,
							rows[i].overwrite));
		KUNIT_EXPECT_EQ(test, driver.nr_pages, AUX_PAGES);
		KUNIT_EXPECT_EQ(test, driver.overwrite, rows[i].overwrite);
		for (k = 0; k < AUX_PAGES;) {
			struct page *page = virt_to_page(driver.pages[k]);
			unsigned int order = PagePrivate(page) ? page_private(page) : 0, n;

			KUNIT_EXPECT_LE_MSG(test, order, rows[i].order, "row %u", i);
			if (rows[i].caps & PERF_PMU_CAP_AUX_NO_SG)
				KUNIT_EXPECT_EQ(test, order, rows[i].order);
			for (n = 0; n < 1 << order; n++, k++) {
				KUNIT_EXPECT_PTR_EQ(test, perf_aux_page(fix->rb, k), page + n);
				KUNIT_EXPECT_NULL(test, memchr_inv(driver.pages[k], 0, PAGE_SIZE));
			}
		}
		KUNIT_EXPECT_EQ(test, k, AUX_PAGES);
		KUNIT_EXPECT_NULL(test, perf_aux_page(fix->rb, AUX_PAGES));
		KUNIT_EXPECT_EQ(test, refcount_read(&fix->rb->refcount), 3);
		aux_test_drop(fix);
		KUNIT_EXPECT_EQ(test, driver.freed, i + 1);
		KUNIT_EXPECT_FALSE(test, perf_ring_has_aux(fix->rb));
		KUNIT_EXPECT_EQ(test, refcount_read(&fix->rb->refcount), 2);
	}
}

static void aux_refused_test(struct kunit *test)
{
	struct ring_fixture *fix = ring_fixture(test, 1, 0);
	struct perf_output_handle handle;
	struct pmu plain = {};

	driver.fail = true;
	KUNIT_EXPECT_EQ(test, aux_test_alloc(fix, 0, 0, false), -ENOMEM);
	KUNIT_EXPECT_FALSE(test, perf_ring_has_aux(fix->rb));
	KUNIT_EXPECT_EQ(test, driver.freed, 0);

	fix->event.pmu = &plain;
	mutex_lock(&fix->rb->aux_mutex);
	KUNIT_EXPECT_EQ(test, perf_aux_alloc(fix->rb, &fix->event, 1, 1, 0, 0), -EOPNOTSUPP);
	mutex_unlock(&fix->rb->aux_mutex);

	KUNIT_EXPECT_NULL(test, perf_aux_output_begin(&handle, &fix->event));
	KUNIT_EXPECT_NULL(test, perf_get_aux(&handle));
	KUNIT_EXPECT_EQ(test, refcount_read(&fix->rb->refcount), 2);
}

/* PERF_RECORD_AUX, as aux_next_record() reads it from the ring. */
struct aux_record {
	struct perf_event_header	header;
	u64				offset;
	u64				size;
	u64				flags;
};

static bool aux_next_record(struct ring_fixture *fix, struct aux_record *record)
{
	u64 tail = fix->rb->user_page->data_tail;

	if (tail == fix->rb->user_page->data_head)
		return false;
	ring_peek(fix->rb, tail, record, sizeof(*record));
	fix->rb->user_page->data_tail += record->header.size;
	return record->header.type == PERF_RECORD_AUX && record->header.size == sizeof(*record);
}

static void aux_expect_record(struct kunit *test, struct ring_fixture *fix, u64 offset, u64 size,
			      u64 flags)
{
	struct aux_record record = {};

	KUNIT_ASSERT_TRUE(test, aux_next_record(fix, &record));
	KUNIT_EXPECT_EQ(test, record.offset, offset);
	KUNIT_EXPECT_EQ(test, record.size, size);
	KUNIT_EXPECT_EQ(test, record.flags, flags);
}

static unsigned int aux_woken(struct ring_fixture *fix)
{
	irq_work_sync(&fix->opened.wakeup_work);
	return atomic_xchg(&fix->woken, 0);
}

static void aux_transaction_test(struct kunit *test)
{
	struct ring_fixture *fix = ring_fixture(test, 1, 0);
	struct perf_event_mmap_page *userpg = fix->rb->user_page;
	struct perf_output_handle handle;
	struct aux_record record;

	KUNIT_ASSERT_EQ(test, 0, aux_test_alloc(fix, 0, AUX_SIZE / 4, false));
	migrate_disable();
	KUNIT_EXPECT_PTR_EQ(test, perf_aux_output_begin(&handle, &fix->event), (void *)&driver);
	KUNIT_EXPECT_PTR_EQ(test, perf_get_aux(&handle), (void *)&driver);
	KUNIT_EXPECT_EQ(test, handle.head, 0);
	KUNIT_EXPECT_EQ(test, handle.size, AUX_SIZE - 1);
	KUNIT_EXPECT_EQ(test, handle.wakeup, AUX_SIZE / 4);
	perf_aux_output_end(&handle, 1000);
	KUNIT_EXPECT_NULL(test, perf_get_aux(&handle));
	KUNIT_EXPECT_EQ(test, userpg->aux_head, 1000);
	aux_expect_record(test, fix, 0, 1000, 0);
	migrate_enable();
	KUNIT_EXPECT_EQ(test, aux_woken(fix), 0);

	/* An empty transaction writes no PERF_RECORD_AUX. */
	migrate_disable();
	KUNIT_EXPECT_NOT_NULL(test, perf_aux_output_begin(&handle, &fix->event));
	perf_aux_output_end(&handle, 0);
	KUNIT_EXPECT_FALSE(test, aux_next_record(fix, &record));

	/* perf_aux_output_skip() leaves a gap; crossing the watermark wakes the reader. */
	KUNIT_EXPECT_NOT_NULL(test, perf_aux_output_begin(&handle, &fix->event));
	KUNIT_EXPECT_EQ(test, perf_aux_output_skip(&handle, AUX_SIZE), -ENOSPC);
	KUNIT_EXPECT_EQ(test, perf_aux_output_skip(&handle, 24), 0);
	KUNIT_EXPECT_EQ(test, handle.head, 1024);
	KUNIT_EXPECT_EQ(test, handle.size, AUX_SIZE - 1 - 1024);
	perf_aux_output_flag(&handle, PERF_AUX_FLAG_PARTIAL);
	perf_aux_output_end(&handle, AUX_SIZE / 4);
	aux_expect_record(test, fix, 1024, AUX_SIZE / 4, PERF_AUX_FLAG_PARTIAL);
	migrate_enable();
	KUNIT_EXPECT_EQ(test, aux_woken(fix), 1);
	KUNIT_EXPECT_EQ(test, fix->rb->aux.wakeup, AUX_SIZE / 4);
	aux_test_drop(fix);
	KUNIT_EXPECT_EQ(test, driver.freed, 1);
}

/* A full area stops the event and wakes the reader; moving aux_tail lets the event continue. */
static void aux_full_test(struct kunit *test)
{
	struct ring_fixture *fix = ring_fixture(test, 1, 0);
	struct perf_output_handle handle;

	KUNIT_ASSERT_EQ(test, 0, aux_test_alloc(fix, 0, 0, false));
	migrate_disable();
	KUNIT_EXPECT_NOT_NULL(test, perf_aux_output_begin(&handle, &fix->event));
	perf_aux_output_flag(&handle, PERF_AUX_FLAG_TRUNCATED);
	perf_aux_output_end(&handle, handle.size);
	aux_expect_record(test, fix, 0, AUX_SIZE - 1, PERF_AUX_FLAG_TRUNCATED);
	KUNIT_EXPECT_NE(test, fix->event.pending_disable, 0);
	migrate_enable();
	KUNIT_EXPECT_EQ(test, aux_woken(fix), 1);

	fix->event.pending_disable = 0;
	migrate_disable();
	KUNIT_EXPECT_NULL(test, perf_aux_output_begin(&handle, &fix->event));
	KUNIT_EXPECT_NULL(test, perf_get_aux(&handle));
	migrate_enable();
	KUNIT_EXPECT_NE(test, fix->event.pending_disable, 0);
	KUNIT_EXPECT_EQ(test, aux_woken(fix), 1);

	fix->rb->user_page->aux_tail = 100;
	migrate_disable();
	KUNIT_EXPECT_NOT_NULL(test, perf_aux_output_begin(&handle, &fix->event));
	KUNIT_EXPECT_EQ(test, handle.head, AUX_SIZE - 1);
	KUNIT_EXPECT_EQ(test, handle.size, 100);
	perf_aux_output_end(&handle, 0);
	migrate_enable();
	aux_test_drop(fix);
}

/* Overwrite mode: the driver sets handle->head, aux_tail is ignored, the reader is not woken. */
static void aux_overwrite_test(struct kunit *test)
{
	struct ring_fixture *fix = ring_fixture(test, 1, 0);
	struct perf_output_handle handle;

	KUNIT_ASSERT_EQ(test, 0, aux_test_alloc(fix, 0, 0, true));
	migrate_disable();
	KUNIT_EXPECT_NOT_NULL(test, perf_aux_output_begin(&handle, &fix->event));
	KUNIT_EXPECT_EQ(test, handle.size, 0);
	handle.head += 5 * AUX_SIZE;
	perf_aux_output_end(&handle, AUX_SIZE);
	aux_expect_record(test, fix, 5 * AUX_SIZE, AUX_SIZE, PERF_AUX_FLAG_OVERWRITE);
	KUNIT_EXPECT_EQ(test, fix->rb->user_page->aux_head, 5 * AUX_SIZE);
	migrate_enable();
	KUNIT_EXPECT_EQ(test, aux_woken(fix), 0);
	aux_test_drop(fix);
}

/* perf_aux_output_end() frees the area of a transaction that outlives the mapping. */
static void aux_late_end_test(struct kunit *test)
{
	struct ring_fixture *fix = ring_fixture(test, 1, 0);
	struct perf_output_handle handle, second;

	KUNIT_ASSERT_EQ(test, 0, aux_test_alloc(fix, 0, 0, false));
	KUNIT_EXPECT_NOT_NULL(test, perf_aux_output_begin(&handle, &fix->event));
	aux_test_drop(fix);
	KUNIT_EXPECT_EQ(test, driver.freed, 0);
	KUNIT_EXPECT_NULL(test, perf_aux_output_begin(&second, &fix->event));

	migrate_disable();
	perf_aux_output_end(&handle, 8);
	migrate_enable();
	irq_work_sync(&fix->rb->aux.free_irq);
	flush_work(&fix->rb->aux.free_work);
	KUNIT_EXPECT_EQ(test, driver.freed, 1);
	KUNIT_EXPECT_FALSE(test, perf_ring_has_aux(fix->rb));
	KUNIT_EXPECT_EQ(test, refcount_read(&fix->rb->refcount), 2);
}

static void aux_copy_test(struct kunit *test)
{
	static const struct {
		unsigned long from, to, len;
	} rows[] = {
		{ 0, 100, 100 },
		{ PAGE_SIZE - 8, PAGE_SIZE + 8, 16 },
		{ AUX_SIZE - 50, 50, 100 },
		{ 3 * AUX_SIZE - 50, 3 * AUX_SIZE + 50, 100 },
		{ 77, 77, 0 },
	};
	struct ring_fixture *fix = ring_fixture(test, 2 * AUX_PAGES, PERF_RING_OVERWRITE);
	struct perf_output_handle aux = { .rb = fix->rb }, handle;
	unsigned int i, k, wrong;
	struct perf_sample_data data;

	KUNIT_ASSERT_EQ(test, 0, aux_test_alloc(fix, 0, 0, true));
	for (i = 0; i < AUX_PAGES; i++)
		for (k = 0; k < PAGE_SIZE; k++)
			((u8 *)driver.pages[i])[k] = (i * PAGE_SIZE + k) % 251;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		u64 start = fix->rb->user_page->data_head;
		long stored;

		KUNIT_ASSERT_EQ(test, 0, perf_output_begin(&handle, &data, &fix->event, 128));
		stored = perf_output_copy_aux(&aux, &handle, rows[i].from, rows[i].to);
		perf_output_end(&handle);
		KUNIT_EXPECT_EQ_MSG(test, stored, rows[i].len, "row %u", i);
		for (k = 0; k < rows[i].len; k++) {
			u8 want = ((rows[i].from + k) % AUX_SIZE) % 251, got;

			ring_peek(fix->rb, start + k, &got, 1);
			KUNIT_ASSERT_EQ(test, got, want);
		}
	}

	/* perf_output_copy_aux() copies the whole area from byte 99 on: the copy wraps. */
	KUNIT_ASSERT_EQ(test, 0, perf_output_begin(&handle, &data, &fix->event, AUX_SIZE));
	wrong = perf_output_copy_aux(&aux, &handle, 99, 99 + AUX_SIZE) != AUX_SIZE;
	perf_output_end(&handle);
	for (k = 0; k < AUX_SIZE; k++) {
		u8 got;

		ring_peek(fix->rb, fix->rb->user_page->data_head - AUX_SIZE + k, &got, 1);
		wrong += got != (99 + k) % AUX_SIZE % 251;
	}
	KUNIT_EXPECT_EQ(test, wrong, 0);
	aux_test_drop(fix);
}

/* perf_aux_sample_write() fills the announced size, with zeros where snapshot_aux copied less. */
static void aux_sample_test(struct kunit *test)
{
	struct ring_fixture *fix = ring_fixture(test, 1, PERF_RING_OVERWRITE);
	struct perf_sample_data data = {};
	struct perf_output_handle handle;
	struct perf_event *sampled = kunit_kzalloc(test, sizeof(*sampled), GFP_KERNEL);
	u8 bytes[64];

	KUNIT_ASSERT_NOT_NULL(test, sampled);
	KUNIT_ASSERT_EQ(test, 0, aux_test_alloc(fix, 0, 0, true));
	memset(driver.pages[0], 0xa5, PAGE_SIZE);
	sampled->aux_event = &fix->event;
	sampled->attr.aux_sample_size = 60;

	/* perf_aux_sample_size() is 0 unless the AUX event is ACTIVE on this CPU. */
	migrate_disable();
	KUNIT_EXPECT_EQ(test, perf_aux_sample_size(sampled, &data, 1024), 0);
	fix->event.state = PERF_EVENT_STATE_ACTIVE;
	fix->event.oncpu = smp_processor_id() + 1;
	KUNIT_EXPECT_EQ(test, perf_aux_sample_size(sampled, &data, 1024), 0);
	fix->event.oncpu = smp_processor_id();
	KUNIT_EXPECT_EQ(test, perf_aux_sample_size(sampled, &data, 1024), 64);
	KUNIT_EXPECT_EQ(test, perf_aux_sample_size(sampled, &data, 32), 32);
	KUNIT_EXPECT_EQ(test, perf_aux_sample_size(sampled, &data, 64), 64);

	KUNIT_ASSERT_EQ(test, 0, perf_output_begin(&handle, &data, &fix->event, 64));
	perf_aux_sample_write(sampled, &handle, &data);
	perf_output_end(&handle);
	migrate_enable();

	ring_peek(fix->rb, 0, bytes, sizeof(bytes));
	KUNIT_EXPECT_NULL(test, memchr_inv(bytes, 0xa5, 62));
	KUNIT_EXPECT_NULL(test, memchr_inv(bytes + 62, 0, 2));
	fix->event.state = PERF_EVENT_STATE_OFF;
	aux_test_drop(fix);
}

static int aux_test_revoke(void *goes)
{
	wait_for_completion(goes);
	perf_aux_revoke(&aux_test_pmu);
	complete_all(goes + sizeof(struct completion));
	return 0;
}

/* perf_aux_revoke() must not return while free_aux runs: the driver may be unloaded next. */
static void aux_free_and_revoke_test(struct kunit *test)
{
	struct ring_fixture *fix = ring_fixture(test, 1, 0);
	struct completion goes[2];
	struct task_struct *task;

	init_completion(&goes[0]);
	init_completion(&goes[1]);
	KUNIT_ASSERT_EQ(test, 0, aux_test_alloc(fix, 0, 0, false));
	task = kthread_run(aux_test_revoke, goes, "aux_revoke");
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, task);
	driver.goes = goes;
	aux_test_drop(fix);
	driver.goes = NULL;
	wait_for_completion(&goes[1]);
	KUNIT_EXPECT_FALSE(test, driver.gone_early);
	KUNIT_EXPECT_EQ(test, 1, driver.freed);
}

static struct kunit_case aux_cases[] = {
	KUNIT_CASE(aux_pages_test),
	KUNIT_CASE(aux_refused_test),
	KUNIT_CASE(aux_transaction_test),
	KUNIT_CASE(aux_full_test),
	KUNIT_CASE(aux_overwrite_test),
	KUNIT_CASE(aux_late_end_test),
	KUNIT_CASE(aux_copy_test),
	KUNIT_CASE(aux_sample_test),
	KUNIT_CASE(aux_free_and_revoke_test),
	{ }
};

static struct kunit_suite aux_suite = {
	.name		= "perf_aux",
	.init		= aux_test_init,
	.test_cases	= aux_cases,
};

kunit_test_suite(aux_suite);
