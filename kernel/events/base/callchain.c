// SPDX-License-Identifier: GPL-2.0
/*
 * Call chains: collecting them, and the buffers that hold them.
 *
 * The architecture walks a chain into a buffer of the CPU. Each CPU has one buffer for each
 * context that nests (task, softirq, hard interrupt, NMI). A chain stays valid until the same
 * context of the same CPU collects the next chain, so the caller keeps preemption off. The
 * buffers exist while buffers_users is not zero; after the last put_callchain_buffers() they
 * stay for an RCU grace period, which disabled preemption, interrupts and NMIs all extend.
 *
 * Owns: the buffers, and the sysctls that size them.
 * Locks: buffers_mutex for users, sizes and existence. Collecting takes no lock.
 */
#include <linux/bpf.h>
#include <linux/cpumask.h>
#include <linux/mutex.h>
#include <linux/perf_event.h>
#include <linux/sched/task_stack.h>
#include <linux/slab.h>
#include <linux/uaccess.h>
#include <linux/uprobes.h>

#include "base/callchain.h"
#include "base/context_types.h"
#include "base/deferred.h"
#include "base/why.h"

/**
 * struct callchain_buffers - a buffer per CPU and context
 * @rcu_head:  for freeing
 * @max_stack: number of addresses that fit into a buffer
 * @stride:    bytes from one context's buffer to the next context's
 * @cpu:       PERF_NR_CONTEXTS buffers in a row, NULL for impossible CPUs
 */
struct callchain_buffers {
	struct rcu_head	rcu_head;
	u32		max_stack;
	size_t		stride;
	void		*cpu[];
};

int sysctl_perf_event_max_stack __read_mostly = PERF_MAX_STACK_DEPTH;
int sysctl_perf_event_max_contexts_per_stack __read_mostly = PERF_MAX_CONTEXTS_PER_STACK;

static DEFINE_MUTEX(buffers_mutex);
static int buffers_users;
static struct callchain_buffers __rcu *buffers;

/* Non-zero for each buffer of the CPU that is being filled. */
static DEFINE_PER_CPU(u8, buffer_busy[PERF_NR_CONTEXTS]);

/* Never written: the empty chain that perf_callchain() returns when it collects none. */
static struct perf_callchain_entry no_callchain;

static void perf_callchain_buffers_free(struct callchain_buffers *old)
{
	int cpu;

	for_each_possible_cpu(cpu)
		kvfree(old->cpu[cpu]);
	kfree(old);
}

static void perf_callchain_buffers_free_rcu(struct rcu_head *head)
{
	perf_callchain_buffers_free(container_of(head, struct callchain_buffers, rcu_head));
}

static struct callchain_buffers *perf_callchain_buffers_alloc(void)
{
	const size_t words = (size_t)sysctl_perf_event_max_stack +
			     sysctl_perf_event_max_contexts_per_stack;
	struct callchain_buffers *new;
	int cpu;

	new = kzalloc(struct_size(new, cpu, nr_cpu_ids), GFP_KERNEL);
	if (!new)
		return NULL;

	new->max_stack = sysctl_perf_event_max_stack;
	new->stride = sizeof(struct perf_callchain_entry) + words * sizeof(u64);
	for_each_possible_cpu(cpu) {
		new->cpu[cpu] = kvmalloc_node(new->stride * PERF_NR_CONTEXTS, GFP_KERNEL,
					      cpu_to_node(cpu));
		if (!new->cpu[cpu]) {
			perf_callchain_buffers_free(new);
			return NULL;
		}
	}
	return new;
}

/**
 * get_callchain_buffers - register a user of call chains
 * @max_stack: length of the user's chains, at most kernel.perf_event_max_stack
 *
 * Context: task, may sleep.
 * Return: 0, -EOVERFLOW when @max_stack is above the limit, -ENOMEM.
 */
int get_callchain_buffers(int max_stack)
{
	struct callchain_buffers *new;

	guard(mutex)(&buffers_mutex);

	if (max_stack > sysctl_perf_event_max_stack)
		return perf_refuse(-EOVERFLOW, PERF_WHY_CALLCHAIN,
				   PERF_WHERE_FIELD(sample_max_stack), 0, max_stack,
				   sysctl_perf_event_max_stack);

	if (!buffers_users) {
		new = perf_callchain_buffers_alloc();
		if (!new)
			return -ENOMEM;
		rcu_assign_pointer(buffers, new);
	}
	WRITE_ONCE(buffers_users, buffers_users + 1);
	return 0;
}

/**
 * put_callchain_buffers - unregister a user of call chains
 *
 * Context: task, may sleep.
 */
void put_callchain_buffers(void)
{
	struct callchain_buffers *old;

	guard(mutex)(&buffers_mutex);

	if (WARN_ON_ONCE(!buffers_users))
		return;
	WRITE_ONCE(buffers_users, buffers_users - 1);
	if (buffers_users)
		return;

	old = rcu_replace_pointer(buffers, NULL, lockdep_is_held(&buffers_mutex));
	call_rcu(&old->rcu_head, perf_callchain_buffers_free_rcu);
}

/**
 * perf_callchain_users - number of registered users
 *
 * Context: any.
 * Return: the number, which may be out of date without buffers_mutex.
 */
int perf_callchain_users(void)
{
	return READ_ONCE(buffers_users);
}

/**
 * perf_callchain_set_limit - change one of the limits that size the buffers
 * @limit: sysctl_perf_event_max_stack or sysctl_perf_event_max_contexts_per_stack
 * @value: new value; the caller has checked its range
 *
 * Context: task, may sleep.
 * Return: 0, -EBUSY while call chains have users.
 */
int perf_callchain_set_limit(int *limit, int value)
{
	guard(mutex)(&buffers_mutex);

	if (buffers_users)
		return -EBUSY;
	WRITE_ONCE(*limit, value);
	return 0;
}

/* As get_callchain_entry(); sets @limit to the number of addresses that fit. */
static __always_inline struct perf_callchain_entry *take_entry(int *rctx, u32 *limit)
{
	const unsigned char level = interrupt_context_level();
	u8 *busy = this_cpu_ptr(&buffer_busy[level]);
	struct callchain_buffers *now;

	*rctx = -1;
	if (*busy)
		return NULL;
	now = rcu_dereference_sched(buffers);
	if (!now)
		return NULL;

	*busy = 1;
	barrier(); /* code that interrupts this context must see *busy set */
	*rctx = level;
	*limit = now->max_stack;
	return now->cpu[smp_processor_id()] + level * now->stride;
}

/**
 * get_callchain_entry - reserve this context's buffer
 * @rctx: set to the number of the buffer, for put_callchain_entry()
 *
 * Context: any, preemption off.
 * Return: the buffer; NULL: this context is filling it (a chain within the walk of a chain),
 * or call chains have no user.
 */
struct perf_callchain_entry *get_callchain_entry(int *rctx)
{
	u32 limit;

	return take_entry(rctx, &limit);
}

/**
 * put_callchain_entry - end the reservation of a filled buffer
 * @rctx: as set by get_callchain_entry()
 *
 * The chain stays valid as described at the top of this file.
 */
void put_callchain_entry(int rctx)
{
	barrier();
	if (rctx >= 0)
		this_cpu_write(buffer_busy[rctx], 0);
}

#ifdef CONFIG_UPROBES
/*
 * A function with a return probe returns to a trampoline; the chain gets orig_ret_vaddr
 * instead. Several return probes on one function share one trampoline on the stack and form
 * a run of return_instances, all but the oldest with @chained set. The interrupted code owns
 * utask->return_instances and may be freeing its head, hence copy_from_kernel_nofault().
 */
static void perf_callchain_replace_trampolines(struct perf_callchain_entry *entry, u64 from)
{
	struct uprobe_task *utask = current->utask;
	struct return_instance *next, ret;
	unsigned long trampoline;

	if (!utask || !utask->return_instances)
		return;

	trampoline = uprobe_get_trampoline_vaddr();
	next = READ_ONCE(utask->return_instances);
	for (; from < entry->nr && next; from++) {
		if (entry->ip[from] != trampoline)
			continue;
		do {
			if (copy_from_kernel_nofault(&ret, next, sizeof(ret)))
				return;
			next = ret.next;
		} while (ret.chained && next);
		entry->ip[from] = ret.orig_ret_vaddr;
	}
}
#else
static void perf_callchain_replace_trampolines(struct perf_callchain_entry *entry, u64 from) { }
#endif

/* The user mode registers of the task that @regs are of; NULL if it has no user mode. */
static struct pt_regs *perf_callchain_user_regs(struct pt_regs *regs)
{
	if (user_mode(regs))
		return regs;
	if (!current->mm || current->flags & (PF_KTHREAD | PF_USER_WORKER))
		return NULL;
	return task_pt_regs(current);
}

/* Store the cookie of the deferred user part. It is no address and does not count as one. */
static void perf_callchain_store_deferred(struct perf_callchain_entry_ctx *ctx, u64 cookie)
{
	if (ctx->contexts + 2 > sysctl_perf_event_max_contexts_per_stack)
		return;
	perf_callchain_store_context(ctx, PERF_CONTEXT_USER_DEFERRED);
	perf_callchain_store_context(ctx, cookie);
}

/* @cookie: identifies the user part if that is deferred; else 0 */
static __always_inline struct perf_callchain_entry *
perf_callchain_collect(struct pt_regs *regs, bool kernel, bool user, u32 max_stack,
		       bool crosstask, bool add_mark, u64 cookie)
{
	struct perf_callchain_entry_ctx ctx;
	struct perf_callchain_entry *chain;
	struct pt_regs *user_regs;
	u64 user_start;
	u32 limit;
	int rctx;

	chain = take_entry(&rctx, &limit);
	if (!chain)
		return NULL;
	chain->nr = 0;
	ctx = (struct perf_callchain_entry_ctx) {
		.entry = chain, .max_stack = min(max_stack, limit),
	};

	if (kernel && !user_mode(regs)) {
		if (add_mark)
			perf_callchain_store_context(&ctx, PERF_CONTEXT_KERNEL);
		perf_callchain_kernel(&ctx, regs);
	}

	user_regs = user && !crosstask ? perf_callchain_user_regs(regs) : NULL;
	if (unlikely(cookie)) {
		perf_callchain_store_deferred(&ctx, cookie);
	} else if (user_regs) {
		if (add_mark)
			perf_callchain_store_context(&ctx, PERF_CONTEXT_USER);
		user_start = chain->nr;
		perf_callchain_user(&ctx, user_regs);
		perf_callchain_replace_trampolines(chain, user_start);
	}

	put_callchain_entry(rctx);
	return chain;
}

/**
 * get_perf_callchain - collect a call chain
 * @regs:      registers to start from
 * @kernel:    collect the kernel part
 * @user:      collect the user part
 * @max_stack: maximum number of addresses
 * @crosstask: @regs are not current's, so the user part is not readable and is left out
 * @add_mark:  store PERF_CONTEXT_* in front of each part
 *
 * Context: any, preemption off; the caller is a registered user.
 * Return: the chain, valid as described at the top of this file; NULL as
 * get_callchain_entry().
 */
struct perf_callchain_entry *get_perf_callchain(struct pt_regs *regs, bool kernel, bool user,
						u32 max_stack, bool crosstask, bool add_mark)
{
	return perf_callchain_collect(regs, kernel, user, max_stack, crosstask, add_mark, 0);
}

/*
 * True if the event's BPF program reads the call chain. The stack helpers of the program copy
 * the chain from the sample, so the user part cannot be deferred.
 */
static bool perf_callchain_used_by_bpf(const struct perf_event *event)
{
	const struct bpf_prog *prog = READ_ONCE((event->parent ?: event)->prog);

	return IS_ENABLED(CONFIG_BPF_SYSCALL) && prog && prog->call_get_stack;
}

/**
 * perf_callchain - the call chain of a sample
 * @event: sampled event, a registered user of call chains
 * @regs:  registers to start from
 *
 * Context: any, preemption off.
 * Return: the chain; an empty chain if the attr of @event excludes both parts, or if
 * get_callchain_entry() would return NULL; never NULL.
 */
struct perf_callchain_entry *perf_callchain(struct perf_event *event, struct pt_regs *regs)
{
	const struct task_struct *task = event->ctx ? READ_ONCE(event->ctx->task) : NULL;
	const bool kernel = !event->attr.exclude_callchain_kernel;
	const bool user = !event->attr.exclude_callchain_user;
	const bool crosstask = task && task != current;
	const u32 max_stack = event->attr.sample_max_stack ?: sysctl_perf_event_max_stack;
	struct perf_callchain_entry *chain;
	u64 cookie = 0;

	if (!kernel && !user)
		return &no_callchain;

	if (unlikely(event->attr.defer_callchain) && user && !crosstask &&
	    !perf_callchain_used_by_bpf(event))
		cookie = perf_deferred_request(max_stack);
	chain = perf_callchain_collect(regs, kernel, user, max_stack, crosstask, true, cookie);
	return chain ?: &no_callchain;
}

/* For architectures without perf_callchain_kernel() or perf_callchain_user(). */
void __weak perf_callchain_kernel(struct perf_callchain_entry_ctx *entry, struct pt_regs *regs)
{
}

void __weak perf_callchain_user(struct perf_callchain_entry_ctx *entry, struct pt_regs *regs)
{
}
