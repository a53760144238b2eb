// SPDX-License-Identifier: GPL-2.0
/* Tests of perf_lock_waits: which beginnings and ends of waits belong together. */
#include <lock/waits.h>

#include "tap.h"

static struct perf_lock_waits waits = { .by = PERF_LOCK_BY_THREAD };

static void happen(enum perf_lock_kind kind, uint64_t time, int32_t tid, uint64_t addr)
{
	const struct perf_lock_event event = {
		.kind = kind, .time = time, .pid = 1, .tid = tid, .addr = addr,
		.flags = PERF_LOCK_MUTEX,
	};

	/* PERF_LOCK_BY_THREAD needs no call chain. */
	perf_lock_waits_event(&waits, &event, NULL, NULL);
}

static void begin(uint64_t time, int32_t tid, uint64_t addr)
{
	happen(PERF_LOCK_BEGIN, time, tid, addr);
}

static void end(uint64_t time, int32_t tid, uint64_t addr)
{
	happen(PERF_LOCK_END, time, tid, addr);
}

static const struct perf_times *times_of(int32_t tid)
{
	static const struct perf_times none;
	const struct perf_lock_row *row;

	perf_vec_each(&waits.rows, row)
		if (row->tid == tid)
			return &row->waits;
	return &none;
}

static void fresh(void)
{
	perf_lock_waits_free(&waits);
	waits.unpaired = 0;
}

static void a_wait_has_two_ends(void)
{
	fresh();
	end(5, 1, 0x10);
	is_equal(waits.unpaired, 1);
	is_equal(waits.rows.count, 0);
	begin(200, 3, 0x10);
	end(150, 3, 0x10);
	is_equal(times_of(3)->mean.count, 0);
	is_equal(waits.unpaired, 2);
}

/* A task spins for a mutex, then sleeps for it: two beginnings, one wait. */
static void it_begins_once(void)
{
	fresh();
	begin(10, 1, 0x10);
	begin(20, 1, 0x10);
	end(50, 1, 0x10);
	is_equal(times_of(1)->total, 40);
	is_equal(times_of(1)->mean.count, 1);
	end(60, 1, 0x10);
	is_equal(times_of(1)->total, 40);
	is_equal(waits.unpaired, 1);
}

static void others_wait_too(void)
{
	fresh();
	begin(100, 1, 0x10);
	begin(101, 2, 0x10);
	begin(102, 1, 0x20);
	end(103, 1, 0x20);
	end(110, 2, 0x10);
	end(120, 1, 0x10);
	is_equal(times_of(1)->total, 21);
	is_equal(times_of(1)->mean.count, 2);
	is_equal(times_of(1)->max, 20);
	is_equal(times_of(1)->min, 1);
	is_equal(times_of(2)->total, 9);
}

int main(void)
{
	test(a_wait_has_two_ends);
	test(it_begins_once);
	test(others_wait_too);
	fresh();
	return test_end();
}
