// SPDX-License-Identifier: GPL-2.0
/*
 * User call chains that are collected when the task returns to user mode.
 *
 * While a task is in the kernel, the user part of its call chains does not change. A sample
 * may therefore carry a cookie instead; a task work collects the chain once, on the return to
 * user mode, and writes it in a record with the same cookie. All samples of the task up to
 * then share the cookie, unless the task has changed the CPU: then samples on the new CPU
 * get another cookie, and the same chain is written a second time.
 *
 * A sample cannot allocate memory, so each CPU has a pool of requests for samples on that CPU.
 * A sample gets its user chain at once when the pool is empty; when the task will not return
 * to user mode; while a deferred chain is being written, since events overflowing in
 * deliver_chain() would otherwise request further chains without end; and when the event's
 * BPF program reads the stack (perf_callchain()).
 *
 * Owns: the requests. Locks: none; atomic bits reserve and free a request, and only its task
 * and interrupts of that task write it in between.
 */
#include <linux/atomic.h>
#include <linux/bitmap.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/task_work.h>
#include <asm/local.h>

#include "base/deferred.h"
#include "base/upcalls.h"

/* Requests per CPU: a task that is blocked in the kernel holds one until it resumes. */
#define PERF_DEFERRED_REQUESTS	256

/**
 * struct perf_deferred_request - a chain to be collected
 * @work:    runs on the return to user mode
 * @task:    task of the chain; NULL while the request is free
 * @mm:      the task's mm at the time of the request; compared, never dereferenced
 * @chain:   cookie and length of the chain
 * @telling: the chain is being written
 * @index:   index in perf_deferred_pool::requests
 * @pool:    pool of the request
 */
struct perf_deferred_request {
	struct callback_head		work;
	struct task_struct		*task;
	const struct mm_struct		*mm;
	struct perf_deferred_chain	chain;
	bool				telling;
	u16				index;
	struct perf_deferred_pool	*pool;
};

/**
 * struct perf_deferred_pool - requests of a CPU
 * @newest:   last request made or written on this CPU; may be free by now
 * @sequence: number of requests made on this CPU
 * @busy:     bit set for each request that is not free
 * @requests: the requests
 */
struct perf_deferred_pool {
	struct perf_deferred_request	*newest;
	local_t				sequence;
	DECLARE_BITMAP(busy, PERF_DEFERRED_REQUESTS);
	struct perf_deferred_request	requests[PERF_DEFERRED_REQUESTS];
};

/* Allocated for the first event that defers chains; never freed, since task works refer to it. */
static struct perf_deferred_pool __percpu *perf_deferred_pools;

static void perf_deferred_free(struct perf_deferred_request *request)
{
	WRITE_ONCE(request->task, NULL);
	smp_mb__before_atomic(); /* another sample may reserve the request once the bit is clear */
	clear_bit(request->index, request->pool->busy);
}

static void perf_deferred_tell(struct callback_head *work)
{
	struct perf_deferred_request *request;

	request = container_of(work, struct perf_deferred_request, work);
	request->chain.readable = current->mm && current->mm == request->mm;

	guard(preempt)();
	/* From here on perf_deferred_request() returns 0 for this task. */
	WRITE_ONCE(request->telling, true);
	this_cpu_write(perf_deferred_pools->newest, request);
	barrier(); /* an NMI sees both stores before the chain is written */
	perf_upcalls.deliver_chain(&request->chain);
	perf_deferred_free(request);
}

/**
 * perf_deferred_prepare - allocate the pools for an event with attr.defer_callchain
 *
 * Context: task, may sleep.
 * Return: 0 or -ENOMEM.
 */
int perf_deferred_prepare(void)
{
	static DEFINE_MUTEX(prepare_mutex);
	struct perf_deferred_pool __percpu *pools;
	struct perf_deferred_pool *pool;
	unsigned int cpu, i;

	guard(mutex)(&prepare_mutex);
	if (perf_deferred_pools)
		return 0;
	pools = alloc_percpu(struct perf_deferred_pool);
	if (!pools)
		return -ENOMEM;
	for_each_possible_cpu(cpu) {
		pool = per_cpu_ptr(pools, cpu);
		for (i = 0; i < PERF_DEFERRED_REQUESTS; i++) {
			init_task_work(&pool->requests[i].work, perf_deferred_tell);
			pool->requests[i].index = i;
			pool->requests[i].pool = pool;
		}
	}
	smp_store_release(&perf_deferred_pools, pools); /* samples see the pools filled in */
	return 0;
}

/* Reserve a free request of @pool; NULL if none is free. An NMI may interrupt this and nest. */
static struct perf_deferred_request *perf_deferred_take(struct perf_deferred_pool *pool)
{
	unsigned int i;

	for_each_clear_bit(i, pool->busy, PERF_DEFERRED_REQUESTS) {
		if (!test_and_set_bit(i, pool->busy))
			return &pool->requests[i];
	}
	return NULL;
}

/* A cookie is never zero and never resembles a kernel address. */
static u64 perf_deferred_cookie(struct perf_deferred_pool *pool)
{
	u64 sequence = local_inc_return(&pool->sequence);

	return (u64)(smp_processor_id() + 1) << 40 | (sequence & GENMASK_ULL(39, 0));
}

static bool perf_deferred_is_possible(void)
{
	return current->mm && !(current->flags & (PF_KTHREAD | PF_USER_WORKER | PF_EXITING));
}

/**
 * perf_deferred_request - defer the user part of current's call chain
 * @max_stack: maximum number of addresses
 *
 * Context: any, preemption off; perf_deferred_prepare() has been called.
 * Return: the cookie of the chain's record; 0: the caller must collect the chain now.
 */
u64 perf_deferred_request(u32 max_stack)
{
	enum task_work_notify_mode mode = in_nmi() ? TWA_NMI_CURRENT : TWA_RESUME | TWAF_NO_ALLOC;
	struct perf_deferred_pool *pool = this_cpu_ptr(perf_deferred_pools);
	struct perf_deferred_request *request = READ_ONCE(pool->newest);

	if (!perf_deferred_is_possible())
		return 0;
	/* Only current and its interrupts store current in request->task. */
	if (request && READ_ONCE(request->task) == current) {
		if (request->telling)
			return 0;
		request->chain.max_stack = max(request->chain.max_stack, max_stack);
		return request->chain.cookie;
	}

	request = perf_deferred_take(pool);
	if (!request)
		return 0;
	request->mm = current->mm;
	request->telling = false;
	request->chain.max_stack = max_stack;
	request->chain.cookie = perf_deferred_cookie(pool);
	if (task_work_add(current, &request->work, mode)) {
		perf_deferred_free(request);
		return 0;
	}
	WRITE_ONCE(request->task, current);
	WRITE_ONCE(pool->newest, request);
	return request->chain.cookie;
}
