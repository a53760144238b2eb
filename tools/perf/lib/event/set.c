// SPDX-License-Identifier: GPL-2.0
/*
 * Opening a list of events on CPUs and in threads; give_way() reduces attributes where kernel, CPU
 * or permissions require it. One thread owns a set.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <base/str.h>
#include <event/set.h>
#include <sys/open.h>
#include <sys/why.h>

/* State of opening one event of @set, in open_all(). */
struct open_ctx {
	struct perf_event_set	*set;
	size_t			index;
	unsigned int		flags;
	struct perf_error	*error;
};

static struct perf_event_spec *spec_of(const struct open_ctx *ctx)
{
	return &ctx->set->list->at[ctx->index];
}

static void close_event(struct perf_event_set *set, size_t index)
{
	struct perf_event_opened *opened = &set->at[index];
	size_t i;

	for (i = 0; opened->fds && i < opened->cpus.count * set->threads->count; i++) {
		if (opened->fds[i] >= 0)
			close(opened->fds[i]);
		opened->fds[i] = -1;
	}
}

/* The leader's descriptor for the same CPU and thread, -1 if there is none. */
static int leader_fd(const struct open_ctx *ctx, int cpu, size_t thread)
{
	size_t leader = spec_of(ctx)->leader;
	const struct perf_event_opened *opened = &ctx->set->at[leader];
	size_t i;

	if (leader == ctx->index)
		return -1;
	for (i = 0; i < opened->cpus.count; i++)
		if (opened->cpus.at[i] == cpu)
			return perf_event_set_fd(ctx->set, leader, i, thread);
	return -1;
}

/*
 * Recordings set exclude_guest by default, which a PMU outside of the CPUs may refuse
 * (PERF_PMU_CAP_NO_EXCLUDE), also for a sibling.
 */
static bool drop_exclude_guest(struct perf_event_spec *spec)
{
	if (!spec->attr.exclude_guest || spec->modified || !spec->pmu ||
	    perf_starts_with(spec->pmu, "cpu"))
		return false;
	spec->attr.exclude_guest = 0;
	return true;
}

/* Reduces the attributes after a failure with @code. True if another try may succeed. */
static bool give_way(const struct open_ctx *ctx, int code, const struct perf_open *open)
{
	struct perf_event_opened *opened = &ctx->set->at[ctx->index];
	struct perf_event_spec *spec = spec_of(ctx);
	const char *stripped;

	if (code == EMFILE)
		return perf_open_more_files();
	if ((code == EACCES || code == EPERM) && ctx->flags & PERF_SET_DROP_KERNEL &&
	    open->pid != -1)
		return perf_event_drop_kernel(spec);
	if ((code == ENOENT || code == ENXIO || code == ENODEV) &&
	    ctx->flags & PERF_SET_TAKE_CLOCK && opened->fds[0] < 0)
		return perf_event_take_clock(spec);
	if (spec->max_precise && spec->attr.precise_ip &&
	    (code == EINVAL || code == EOPNOTSUPP)) {
		spec->attr.precise_ip--;
		return true;
	}
	if (code == EINVAL && drop_exclude_guest(spec))
		return true;
	/* EINVAL for a sibling may mean a group that does not fit: no perf_attr_strip_newest(). */
	if ((code != EINVAL && code != E2BIG) || open->group >= 0)
		return false;
	stripped = perf_attr_strip_newest(&spec->attr);
	if (!stripped)
		return false;
	opened->stripped = stripped;
	return true;
}

static bool is_missing(int code)
{
	return code == ENOENT || code == EOPNOTSUPP || code == ENXIO || code == ENODEV ||
	       code == EINVAL;
}

/* Opens one descriptor. Returns it, or a negative errno. */
static int open_one(const struct open_ctx *ctx, int cpu, size_t thread)
{
	struct perf_event_spec *spec = spec_of(ctx);
	struct perf_event_attr asked = spec->attr;
	struct perf_open open = {
		.attr = &spec->attr,
		.name = spec->name,
		.pid = spec->cgroup ? spec->cgroup_fd : ctx->set->threads->at[thread].tid,
		.cpu = cpu,
		.group = leader_fd(ctx, cpu, thread),
		.cgroup = spec->cgroup,
		.options = spec->jitter && spec->attr.sample_period ? PERF_EXT_JITTER : 0,
	};
	bool dropped = spec->kernel_dropped;
	int fd;

	do {
		fd = perf_open(&open);
		/* give_way() may have changed the name. */
		open.name = spec->name;
	} while (fd < 0 && give_way(ctx, -fd, &open));
	if (fd == -EINVAL && spec->kernel_dropped == dropped && !spec->max_precise)
		spec->attr = asked;
	/* perf_open_explain() reads /proc, which takes longer than the failed open. */
	if (fd < 0 && !(ctx->flags & PERF_SET_SKIP_MISSING && is_missing(-fd)))
		perf_open_explain(&open, fd, ctx->error);
	return fd;
}

/*
 * give_way() removes no feature of a sibling, since its failure may be that of the group. So a
 * sibling leaves out PERF_FORMAT_LOST if the kernel refused that for the leader.
 */
static void follow_leader(const struct open_ctx *ctx)
{
	struct perf_event_spec *spec = spec_of(ctx);
	const struct perf_event_spec *leader = &ctx->set->list->at[spec->leader];

	if (!(leader->attr.read_format & PERF_FORMAT_LOST))
		spec->attr.read_format &= ~(__u64)PERF_FORMAT_LOST;
}

/* Opens all descriptors of one event. Returns 0 or a negative errno, with none left open. */
static int open_event(const struct open_ctx *ctx)
{
	struct perf_event_opened *opened = &ctx->set->at[ctx->index];
	size_t threads = ctx->set->threads->count;
	size_t leader = spec_of(ctx)->leader;
	size_t cpu, thread, gone = 0;

	if (leader != ctx->index && ctx->set->at[leader].code)
		return perf_error_set(ctx->error, ctx->set->at[leader].code,
				      "the leader of its group, '%s', could not be opened",
				      ctx->set->list->at[leader].name);
	follow_leader(ctx);
	for (cpu = 0; cpu < opened->cpus.count; cpu++) {
		for (thread = 0; thread < threads; thread++) {
			int fd = open_one(ctx, opened->cpus.at[cpu], thread);

			/* -ESRCH: some threads may have ended before this open, but not all. */
			if (fd == -ESRCH && threads > 1 &&
			    ++gone < threads * opened->cpus.count)
				continue;
			if (fd < 0) {
				close_event(ctx->set, ctx->index);
				return fd;
			}
			opened->fds[cpu * threads + thread] = fd;
		}
	}
	return 0;
}

/* Breaks up a weak group that does not fit: its events are opened alone, from the leader on. */
static void break_group(struct perf_event_set *set, size_t leader)
{
	size_t i;

	set->list->at[leader].members = 1;
	for (i = leader; i < set->count; i++) {
		if (set->list->at[i].leader != leader)
			continue;
		close_event(set, i);
		set->list->at[i].leader = i;
	}
}

static int open_all(struct perf_event_set *set, unsigned int flags, struct perf_error *error)
{
	struct open_ctx ctx = { .set = set, .flags = flags, .error = error };

	for (; ctx.index < set->count; ctx.index++) {
		struct perf_event_spec *spec = spec_of(&ctx);
		size_t leader = spec->leader;
		int failed;

		if (spec->tool)
			continue;
		if (spec->max_precise)
			spec->attr.precise_ip = 3;
		failed = open_event(&ctx);
		if (!failed)
			continue;
		if (leader != ctx.index && set->list->at[leader].weak && failed == -EINVAL) {
			break_group(set, leader);
			ctx.index = leader - 1;
			continue;
		}
		if (!(flags & PERF_SET_SKIP_MISSING) || !is_missing(-failed))
			return failed;
		set->at[ctx.index].code = -failed;
	}
	return 0;
}

/* Sets opened->cpus: those of @cpus that the PMU lists; tasks are followed anywhere. */
static int set_prepare(struct perf_event_set *set, size_t index, const struct perf_cpus *cpus,
		       struct perf_error *error)
{
	const struct perf_event_spec *spec = &set->list->at[index];
	struct perf_event_opened *opened = &set->at[index];
	size_t i, fds;
	int failed;

	if (spec->cpus && cpus->count && cpus->at[0] >= 0)
		failed = perf_cpus_and(&opened->cpus, cpus, spec->cpus, error);
	else
		failed = perf_cpus_copy(&opened->cpus, cpus, error);
	if (failed)
		return failed;
	fds = opened->cpus.count * set->threads->count;
	opened->fds = malloc(fds ? fds * sizeof(int) : 1);
	if (!opened->fds)
		return perf_error_memory(error);
	for (i = 0; i < fds; i++)
		opened->fds[i] = -1;
	return 0;
}

/**
 * perf_event_set_open() - open events
 * @set: filled with the descriptors
 * @list: the events and their attributes; must live as long as @set
 * @cpus: the CPUs: a single -1 for any CPU that @threads run on
 * @threads: the threads: a single -1 for all that run on @cpus; must live as long as @set
 * @flags: PERF_SET_*
 * @error: filled on failure
 *
 * If the kernel refuses an event, give_way() and break_group() reduce it: without features that
 * the kernel lacks, with less precision, outside of its weak group, without kernel mode.
 *
 * Return: 0 or a negative errno, with nothing left open.
 */
int perf_event_set_open(struct perf_event_set *set, struct perf_event_list *list,
			const struct perf_cpus *cpus, const struct perf_threads *threads,
			unsigned int flags, struct perf_error *error)
{
	int failed = 0;
	size_t i;

	*set = (struct perf_event_set){ .list = list, .threads = threads };
	set->at = calloc(list->count ? list->count : 1, sizeof(*set->at));
	if (!set->at)
		return perf_error_memory(error);
	set->count = list->count;
	for (i = 0; i < list->count && !failed; i++)
		failed = set_prepare(set, i, cpus, error);
	if (!failed)
		failed = open_all(set, flags, error);
	if (failed)
		perf_event_set_close(set);
	return failed;
}

/**
 * perf_event_set_close() - close the events of a set and free it
 * @set: the set, may be all zero; empty afterwards
 */
void perf_event_set_close(struct perf_event_set *set)
{
	size_t i;

	for (i = 0; i < set->count && set->at; i++) {
		close_event(set, i);
		free(set->at[i].fds);
		perf_cpus_free(&set->at[i].cpus);
	}
	free(set->at);
	*set = (struct perf_event_set){ 0 };
}

static int event_ioctl(const struct perf_event_set *set, size_t event, unsigned long request,
		       struct perf_error *error)
{
	const struct perf_event_opened *opened = &set->at[event];
	size_t i;

	for (i = 0; i < opened->cpus.count * set->threads->count; i++) {
		if (opened->fds[i] < 0 || !ioctl(opened->fds[i], request, 0))
			continue;
		perf_error_set(error, errno, "cannot switch '%s': %m", set->list->at[event].name);
		perf_why_refused(opened->fds[i], error);
		return -error->code;
	}
	return 0;
}

/**
 * perf_event_set_ioctl() - enable, disable or reset all events
 * @set: the set
 * @request: PERF_EVENT_IOC_ENABLE and the like
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_event_set_ioctl(const struct perf_event_set *set, unsigned long request,
			 struct perf_error *error)
{
	size_t event;
	int failed = 0;

	for (event = 0; event < set->count && !failed; event++)
		failed = event_ioctl(set, event, request, error);
	return failed;
}

static bool is_dummy(const struct perf_event_spec *spec)
{
	return spec->attr.type == PERF_TYPE_SOFTWARE &&
	       spec->attr.config == PERF_COUNT_SW_DUMMY;
}

/**
 * perf_event_set_switch() - enable or disable events during a measurement
 * @set: the set
 * @name: name of the events, as in output; NULL: all
 * @on: true to enable
 * @found: set to the number of events of this name
 * @error: filled on failure
 *
 * PERF_COUNT_SW_DUMMY events are skipped: their records of mappings and tasks are needed also for
 * the time in which nothing counts. Without @name, only leaders are disabled, so that enabling a
 * leader by its name lets its whole group count.
 *
 * Return: 0 or a negative errno.
 */
int perf_event_set_switch(const struct perf_event_set *set, const char *name, bool on,
			  size_t *found, struct perf_error *error)
{
	unsigned long request = on ? PERF_EVENT_IOC_ENABLE : PERF_EVENT_IOC_DISABLE;
	size_t event;
	int failed = 0;

	*found = 0;
	for (event = 0; event < set->count && !failed; event++) {
		const struct perf_event_spec *spec = &set->list->at[event];

		if (is_dummy(spec) || (name && strcmp(spec->name, name)))
			continue;
		++*found;
		if (name || on || spec->leader == event)
			failed = event_ioctl(set, event, request, error);
	}
	return failed;
}

/**
 * perf_event_set_filter() - set the filter of an event
 * @set: the set
 * @event: index of a tracepoint event, or of an event of a PMU with address filters
 * @filter: text of the filter
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_event_set_filter(const struct perf_event_set *set, size_t event, const char *filter,
			  struct perf_error *error)
{
	const struct perf_event_opened *opened = &set->at[event];
	size_t i;

	for (i = 0; i < opened->cpus.count * set->threads->count; i++) {
		if (opened->fds[i] < 0 || !ioctl(opened->fds[i], PERF_EVENT_IOC_SET_FILTER, filter))
			continue;
		perf_error_set(error, errno, "the kernel does not take filter '%s' for '%s': %m",
			       filter, set->list->at[event].name);
		perf_error_hint(error,
				"it may name the fields listed in the tracepoint's format file");
		perf_why_refused(opened->fds[i], error);
		return -error->code;
	}
	return 0;
}
