// SPDX-License-Identifier: GPL-2.0
/*
 * perf_event_open() with PERF_FLAG_EXT, and the explanation of its failure.
 *
 * base/why.c collects the reason while the call runs. A driver often gives an errno only. If
 * the caller wants an explanation, perf_explain_driver() then offers the event again, each
 * time without one suspect of a table: the first that makes the driver accept is at fault.
 * Such an event is never installed in a context, so it counts nothing.
 *
 * Context: task.
 */
#include <linux/cleanup.h>
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/perf_event.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "base/ext.h"
#include "base/reasons.h"
#include "base/why.h"
#include "base/why_trace.h"
#include "event/event.h"
#include "explain.h"

/**
 * perf_explain_begin - begin a call that is explained
 * @explain: the caller's, until perf_explain_end()
 */
void perf_explain_begin(struct perf_explain *explain)
{
	perf_why_begin(&explain->why);
	memset(&explain->ext, 0, sizeof(explain->ext));
}

static int perf_ext_bad_size(struct perf_event_ext __user *uext, u32 size)
{
	/* A fault here is ignored: the caller gets -E2BIG in any case. */
	put_user((u32)sizeof(struct perf_event_ext), &uext->size);
	return perf_refuse(-E2BIG, PERF_WHY_EXT_SIZE, PERF_WHERE_EXT_FIELD(size), 0, size,
			   sizeof(struct perf_event_ext));
}

/* Zero the caller's buffer, so that a bad one is refused before anything is opened. */
static int perf_ext_prepare_explain(struct perf_event_ext *ext)
{
	u32 size = ext->explain_size;
	int err = 0;

	if (!ext->explain && !size)
		return 0;
	if (!ext->explain || size < PERF_EVENT_EXPLAIN_SIZE_VER0 || size > PAGE_SIZE)
		err = perf_refuse(-EINVAL, PERF_WHY_EXT_EXPLAIN,
				  PERF_WHERE_EXT_FIELD(explain_size), 0, size, PAGE_SIZE);
	else if (clear_user(u64_to_user_ptr(ext->explain), size))
		err = -EFAULT;
	if (err)
		ext->explain = 0;
	return err;
}

static int perf_ext_check(const struct perf_event_ext *ext)
{
	const u64 known = perf_ext_known();
	const u64 unknown = ext->options & ~known;

	if (ext->__reserved_1)
		return perf_refuse(-EINVAL, PERF_WHY_EXT_RESERVED,
				   PERF_WHERE_EXT_FIELD(__reserved_1), 0, ext->__reserved_1, 0);
	if (memchr_inv(ext->__reserved_2, 0, sizeof(ext->__reserved_2)))
		return perf_refuse_at(-EINVAL, PERF_WHY_EXT_RESERVED,
				      PERF_WHERE_EXT_FIELD(__reserved_2));
	if (unknown)
		return perf_refuse(-EINVAL, PERF_WHY_EXT_OPTIONS, PERF_WHERE_EXT_FIELD(options),
				   unknown, ext->options, known);
	if (ext->nr_attr > 1)
		return perf_refuse(-EINVAL, PERF_WHY_EXT_NR_ATTR, PERF_WHERE_EXT_FIELD(nr_attr),
				   0, ext->nr_attr, 1);
	if (!ext->attr)
		return perf_refuse_at(-EINVAL, PERF_WHY_EXT_NO_ATTR, PERF_WHERE_EXT_FIELD(attr));
	return 0;
}

/**
 * perf_explain_fetch - copy the first argument of a call with PERF_FLAG_EXT and check it
 * @explain: from perf_explain_begin(); gets the copy
 * @uext:    the caller's
 *
 * perf_event_ext::known is written first, perf_event_ext::size with -E2BIG.
 *
 * Context: task, may fault.
 * Return: 0; -EFAULT; -E2BIG: a size above a page, or unknown fields that are not zero;
 * -EINVAL: a size below the first version's, or what perf_ext_check() refuses.
 */
int perf_explain_fetch(struct perf_explain *explain, struct perf_event_ext __user *uext)
{
	struct perf_event_ext *ext = &explain->ext;
	u32 size;
	int err;

	if (get_user(size, &uext->size))
		return -EFAULT;
	/* Not written to: it may be the attr of a program that tries what flags there are. */
	if (size < PERF_EVENT_EXT_SIZE_VER0)
		return perf_refuse(-EINVAL, PERF_WHY_EXT_SIZE, PERF_WHERE_EXT_FIELD(size), 0,
				   size, sizeof(struct perf_event_ext));
	if (size > PAGE_SIZE)
		return perf_ext_bad_size(uext, size);
	if (put_user(perf_ext_known(), &uext->known))
		return -EFAULT;
	/* The tail is checked after explain is known, so that a bad one has an explanation. */
	if (copy_from_user(ext, uext, sizeof(*ext)))
		return -EFAULT;
	err = perf_ext_prepare_explain(ext);
	if (err)
		return err;
	explain->why.ask = ext->explain;
	if (size > sizeof(*ext)) {
		err = check_zeroed_user((void __user *)(uext + 1), size - sizeof(*ext));
		if (err <= 0)
			return err ?: perf_ext_bad_size(uext, size);
	}
	return perf_ext_check(ext);
}

/* The refusal of a call that failed by @error, positive; no place may have given a reason. */
static void perf_explain_complete(struct perf_refusal *refusal, int error)
{
	static const struct {
		int	error;
		u16	reason;
	} plain[] = {
		{ ENOMEM,	PERF_WHY_NO_MEMORY },
		{ EACCES,	PERF_WHY_ACCESS },
		{ EPERM,	PERF_WHY_ACCESS },
	};
	int i;

	if (refusal->error == error)
		return;
	*refusal = (struct perf_refusal) {
		.error	= error,
		.reason	= PERF_WHY_NONE,
		.where	= PERF_WHERE_NONE,
	};
	for (i = 0; i < ARRAY_SIZE(plain); i++) {
		if (plain[i].error == error)
			refusal->reason = plain[i].reason;
	}
}

/**
 * perf_explain_end - end a call that is explained
 * @explain: from perf_explain_begin()
 * @ret:     result of the call
 *
 * If the call failed, the tracepoint perf:perf_refused fires, and the caller's
 * perf_event_explain is filled in.
 *
 * Context: task, may fault.
 * Return: @ret.
 */
long perf_explain_end(struct perf_explain *explain, long ret)
{
	struct perf_refusal *refusal = &explain->why.refusal;
	const struct perf_event_ext *ext = &explain->ext;
	struct perf_event_explain answer;

	perf_why_end(&explain->why);
	if (ret >= 0)
		return ret;
	perf_explain_complete(refusal, -ret);
	trace_perf_refused(refusal);
	if (!ext->explain)
		return ret;
	perf_why_explain(refusal, explain->why.pmu, &answer);
	/* A fault here is ignored: the buffer was writable, and the caller gets @ret anyway. */
	(void)!copy_to_user(u64_to_user_ptr(ext->explain), &answer, sizeof(answer));
	return ret;
}

/**
 * struct perf_suspect - fields that a driver may refuse together
 * @reason: PERF_WHY_* if the driver accepts the event without them
 * @where:  perf_refusal::where
 * @clear:  bits of the attr that are cleared; 0: perf_explain_without() does more
 */
struct perf_suspect {
	u16			reason;
	u16			where;
	struct perf_event_attr	clear;
};

#define PERF_SUSPECT(_where, _clear...) \
	{ .reason = PERF_WHY_PMU_FIELD, .where = _where, .clear = { _clear } }

/* Each one costs an event_init() of a call that is refused and has perf_event_ext::explain. */
static const struct perf_suspect perf_suspects[] = {
	PERF_SUSPECT(PERF_WHERE_FLAGS, .exclude_user = 1),
	PERF_SUSPECT(PERF_WHERE_FLAGS, .exclude_kernel = 1),
	PERF_SUSPECT(PERF_WHERE_FLAGS, .exclude_hv = 1),
	PERF_SUSPECT(PERF_WHERE_FLAGS, .exclude_host = 1),
	PERF_SUSPECT(PERF_WHERE_FLAGS, .exclude_guest = 1),
	PERF_SUSPECT(PERF_WHERE_FLAGS, .exclude_idle = 1),
	PERF_SUSPECT(PERF_WHERE_FLAGS, .precise_ip = 3),
	PERF_SUSPECT(PERF_WHERE_FIELD(branch_sample_type),
		     .sample_type = PERF_SAMPLE_BRANCH_STACK),
	PERF_SUSPECT(PERF_WHERE_FIELD(sample_period), .sample_period = ~0ULL),
	PERF_SUSPECT(PERF_WHERE_FIELD(config1), .config1 = ~0ULL),
	PERF_SUSPECT(PERF_WHERE_FIELD(config2), .config2 = ~0ULL),
	PERF_SUSPECT(PERF_WHERE_FIELD(config3), .config3 = ~0ULL),
	PERF_SUSPECT(PERF_WHERE_FLAGS, .pinned = 1, .exclusive = 1),
	{ .reason = PERF_WHY_PMU_GROUP, .where = PERF_WHERE_ARG + 3 },
	{ .reason = PERF_WHY_PMU_TASK, .where = PERF_WHERE_ARG + 1 },
};

#define PERF_ATTR_WORDS	(sizeof(struct perf_event_attr) / sizeof(u64))

/* Clear in @attr what is set in @clear. Return: something was set in both. */
static bool perf_explain_clear(struct perf_event_attr *attr, const struct perf_event_attr *clear)
{
	const u64 *bits = (const u64 *)clear;
	u64 *words = (u64 *)attr;
	bool found = false;
	int i;

	for (i = 0; i < PERF_ATTR_WORDS; i++) {
		found |= words[i] & bits[i];
		words[i] &= ~bits[i];
	}
	return found;
}

/**
 * struct perf_trial - an offer without one of its suspects
 * @offer: arguments; its attributes are @attr
 * @attr:  attributes
 */
struct perf_trial {
	struct perf_offer	offer;
	struct perf_event_attr	attr;
};

/* Take @suspect out of @trial. Return: false if it is not in there. */
static bool perf_explain_without(struct perf_trial *trial, const struct perf_suspect *suspect)
{
	struct perf_offer *offer = &trial->offer;

	switch (suspect->reason) {
	case PERF_WHY_PMU_GROUP:
		if (!offer->leader)
			return false;
		offer->leader = NULL;
		return true;
	case PERF_WHY_PMU_TASK:
		if (!offer->task)
			return false;
		offer->task = NULL;
		offer->leader = NULL;
		if (offer->cpu == -1)
			offer->cpu = cpumask_first(cpu_online_mask);
		return true;
	default:
		return perf_explain_clear(&trial->attr, &suspect->clear);
	}
}

/* Would the driver accept @offer? */
static bool perf_explain_accepts(const struct perf_offer *offer)
{
	struct perf_event *event;

	event = perf_event_alloc(offer, NULL, NULL);
	if (IS_ERR(event))
		return false;
	perf_event_put(event);
	return true;
}

/* The driver's suspect at fault, or NULL. */
static const struct perf_suspect *perf_explain_search(const struct perf_offer *offer)
{
	struct perf_trial *trial __free(kfree) = NULL;
	int i;

	trial = kmalloc(sizeof(*trial), GFP_KERNEL);
	if (!trial)
		return NULL;
	for (i = 0; i < ARRAY_SIZE(perf_suspects); i++) {
		trial->offer = *offer;
		trial->attr = *offer->attr;
		trial->offer.attr = &trial->attr;
		if (perf_explain_without(trial, &perf_suspects[i]) &&
		    perf_explain_accepts(&trial->offer))
			return &perf_suspects[i];
	}
	return NULL;
}

static u64 perf_explain_word(const struct perf_event_attr *attr, unsigned int where)
{
	return ((const u64 *)attr)[where / sizeof(u64)];
}

static int perf_explain_suspect(const struct perf_offer *offer,
				const struct perf_suspect *suspect, int error)
{
	u64 word;

	if (!suspect)
		return perf_refuse(error, PERF_WHY_PMU_EVENT, PERF_WHERE_FIELD(config), 0,
				   offer->attr->config, 0);
	if (suspect->where >= sizeof(struct perf_event_attr))
		return perf_refuse_at(error, suspect->reason, suspect->where);
	word = perf_explain_word(offer->attr, suspect->where);
	if (suspect->where != PERF_WHERE_FLAGS)
		return perf_refuse(error, suspect->reason, suspect->where, 0, word, 0);
	word &= perf_explain_word(&suspect->clear, suspect->where);
	return perf_refuse(error, suspect->reason, suspect->where, word, 0, 0);
}

/**
 * perf_explain_driver - find out why perf_event_alloc() failed, if nobody has given a reason
 * @offer: its arguments
 * @error: its errno, negative
 *
 * Context: task, may sleep; with the locks of the failed call.
 * Return: @error.
 */
int perf_explain_driver(const struct perf_offer *offer, int error)
{
	struct perf_why *why = perf_why_of_current();
	const struct perf_suspect *suspect = NULL;
	char pmu[sizeof(why->pmu)];

	if (!why || why->refusal.error == -error)
		return error;
	if (error != -EINVAL && error != -EOPNOTSUPP && error != -ENOENT)
		return error;
	if (why->ask) {
		strscpy(pmu, why->pmu);
		suspect = perf_explain_search(offer);
		strscpy(why->pmu, pmu);
	}
	return perf_explain_suspect(offer, suspect, error);
}

/**
 * perf_explain_event - ioctl PERF_EVENT_IOC_WHY
 * @event: an opened event
 * @arg:   gets the last refusal by a descriptor of @event
 *
 * Context: task, may fault.
 * Return: 0 or -EFAULT.
 */
long perf_explain_event(const struct perf_event *event, struct perf_event_explain __user *arg)
{
	struct perf_event_explain answer;
	struct perf_refusal refusal;

	perf_refused_get(event, &refusal);
	perf_why_explain(&refusal, "", &answer);
	return copy_to_user(arg, &answer, sizeof(answer)) ? -EFAULT : 0;
}
