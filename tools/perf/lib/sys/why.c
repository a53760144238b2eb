// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel's own reason for a refusal: PERF_FLAG_EXT for perf_event_open(), PERF_EVENT_IOC_WHY
 * for calls on an open event. A kernel without them refuses the question, and then no reason is
 * known. All answers are checked: they may come from any kernel.
 */
#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <sys/reasons.h>
#include <sys/why.h>

/* Is @why the answer for a call that failed with @code? Ends its texts. */
static bool is_answer(struct perf_event_explain *why, int code)
{
	why->pmu[sizeof(why->pmu) - 1] = '\0';
	why->text[sizeof(why->text) - 1] = '\0';
	return why->size >= PERF_EVENT_EXPLAIN_SIZE_VER0 && why->error == code && why->reason;
}

/**
 * perf_why_open() - get the kernel's reason for a failed perf_open()
 * @open: the failed call, which is repeated
 * @code: its errno, positive
 * @why: filled; all zero if there is no answer
 *
 * Return: true with a reason for @code; false if the kernel gives no reasons, or the repeated
 * call succeeds, whose event is closed, or fails otherwise.
 */
bool perf_why_open(const struct perf_open *open, int code, struct perf_event_explain *why)
{
	struct perf_event_ext ext = {
		.size = sizeof(ext), .explain_size = sizeof(*why),
		.attr = (uintptr_t)open->attr, .explain = (uintptr_t)why,
		.options = open->options,
	};
	unsigned long flags = PERF_FLAG_EXT | PERF_FLAG_FD_CLOEXEC;
	long fd;

	memset(why, 0, sizeof(*why));
	if (open->cgroup)
		flags |= PERF_FLAG_PID_CGROUP;
	fd = syscall(SYS_perf_event_open, &ext, open->pid, open->cpu, open->group, flags);
	if (fd >= 0)
		close((int)fd);
	if (fd < 0 && is_answer(why, code))
		return true;
	memset(why, 0, sizeof(*why));
	return false;
}

/**
 * perf_why_hint() - add the facts of a refusal to a failure, as a line of advice
 * @error: the failure, or NULL
 * @why: the refusal
 * @opening: perf_event_open() refused
 */
void perf_why_hint(struct perf_error *error, const struct perf_event_explain *why, bool opening)
{
	struct perf_str facts = { 0 };

	perf_reason_facts(&facts, why, opening);
	perf_error_hint(error, "the kernel's %s", perf_str_text(&facts));
	perf_str_free(&facts);
}

/**
 * perf_why_refused() - add the kernel's reason to a failed mmap() or ioctl() of an event
 * @fd: descriptor of the event
 * @error: the failure with its errno: the kernel's text and facts are added to its advice
 *
 * Return: the reason, of enum perf_event_why or newer; 0 if none is known.
 */
unsigned int perf_why_refused(int fd, struct perf_error *error)
{
	struct perf_event_explain why = { 0 };

	if (ioctl(fd, PERF_EVENT_IOC_WHY, &why) || !is_answer(&why, error->code))
		return 0;
	if (why.text[0])
		perf_error_hint(error, "%s", why.text);
	perf_why_hint(error, &why, false);
	return why.reason;
}
