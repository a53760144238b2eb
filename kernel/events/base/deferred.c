// SPDX-License-Identifier: GPL-2.0
/*
 * Call chains of user mode that are taken on the way back there.
 *
 * As long as a task is in the kernel, the user's part of its call chains stays the
 * same. A sample may therefore say a cookie in its place; the chain is taken once,
 * by a task work on the way back to user mode, and told with the same cookie. All
 * samples of the task up to then share it, unless the task has changed the CPU:
 * then there is one more cookie, and the same chain a second time.
 *
 * A request needs memory, where there may be no allocating. So each CPU has a pool
 * for those that start on it. When it is empty, or the task will not return to user
 * mode, a sample gets its chain at once. That is also done while a chain is being
 * told: what the telling sets off must not ask for the next one, without end. And it
 * is done for an event whose BPF program looks at the stack: it looks there and then.
 *
 * Owns: the requests. Locks: none; a request is taken and given back by atomic bits,
 * and apart from that only touched by the task it is for, or in interrupts of it.
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

/* Of one CPU: a task that is blocked in the kernel holds one until it goes on. */
#define PERF_DEFERRED_REQUESTS	256

/**
 * struct perf_deferred_request - a chain to be taken
 * @work:    runs on the way back to user mode
 * @task:    whose chain; NULL while the request is free
 * @mm:      its memory when it was promised; compared only
 * @chain:   what was promised
 * @telling: the chain is being told
 * @index:   in the pool
 * @pool:    pool it is of
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
 * @newest:   the last request made, or being told, on this CPU; may be free by now
 * @sequence: number of requests made on this CPU
 * @busy:     a bit for each request that is not free
 * @requests: the requests
 */
struct perf_deferred_pool {
	struct perf_deferred_request	*newest;
	local_t				sequence;
	DECLARE_BITMAP(busy, PERF_DEFERRED_REQUESTS);
	struct perf_deferred_request	requests[PERF_DEFERRED_REQUESTS];
};

/* Made when the first event asks for it; kept, since task works refer to it. */
static struct perf_deferred_pool __percpu *perf_deferred_pools;

static void perf_deferred_free(struct perf_deferred_request *request)
{
	WRITE_ONCE(request->task, NULL);
	smp_mb__before_atomic(); /* it is not ours any more once the bit is clear */
	clear_bit(request->index, request->pool->busy);
}

static void perf_deferred_tell(struct callback_head *work)
{
	struct perf_deferred_request *request;

	request = container_of(work, struct perf_deferred_request, work);
	request->chain.readable = current->mm && current->mm == request->mm;

	guard(preempt)();
	/* From here on a sample of this task finds that it is too late for this one. */
	WRITE_ONCE(request->telling, true);
	this_cpu_write(perf_deferred_pools->newest, request);
	barrier(); /* an NMI sees both before the chain is told */
	perf_upcalls.deliver_chain(&request->chain);
	perf_deferred_free(request);
}

/**
 * perf_deferred_prepare - an event that defers call chains is being opened
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
	smp_store_release(&perf_deferred_pools, pools); /* filled in, for whoever samples */
	return 0;
}

/* A free request of the pool, or NULL. Nests in itself. */
static struct perf_deferred_request *perf_deferred_take(struct perf_deferred_pool *pool)
{
	unsigned int i;

	for_each_clear_bit(i, pool->busy, PERF_DEFERRED_REQUESTS) {
		if (!test_and_set_bit(i, pool->busy))
			return &pool->requests[i];
	}
	return NULL;
}

/* Never zero, and never like an address in the kernel. */
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
 * perf_deferred_request - have the user's part of current's call chain told later
 * @max_stack: addresses wanted at most
 *
 * Context: any, preemption off; perf_deferred_prepare() has been called.
 * Return: the cookie under which it will be; 0: it has to be taken now.
 */
u64 perf_deferred_request(u32 max_stack)
{
	enum task_work_notify_mode mode = in_nmi() ? TWA_NMI_CURRENT : TWA_RESUME | TWAF_NO_ALLOC;
	struct perf_deferred_pool *pool = this_cpu_ptr(perf_deferred_pools);
	struct perf_deferred_request *request = READ_ONCE(pool->newest);

	if (!perf_deferred_is_possible())
		return 0;
	/* Nobody but current writes current there. */
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
