// SPDX-License-Identifier: GPL-2.0
/*
 * System management interrupts. Their cost is the difference of APERF and cycles, since
 * freeze_on_smi stops the CPU's counters, but not APERF, in an SMI. freeze_on_smi is a setting
 * of the whole machine.
 */
#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <base/io.h>
#include <base/vec.h>
#include <event/smi.h>
#include <sys/paths.h>

#define FREEZE	PERF_SYS_PMUS "/cpu/freeze_on_smi"

/**
 * perf_smi_events() - the events that measure SMIs
 * @events: the events are added
 * @error: filled on failure
 *
 * Return: 0; -ENODEV if this machine lacks one of the files in needed[]; or -ENOMEM.
 */
int perf_smi_events(struct perf_str *events, struct perf_error *error)
{
	static const char *const needed[] = {
		FREEZE, PERF_SYS_PMUS "/msr/events/aperf", PERF_SYS_PMUS "/msr/events/smi",
	};
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(needed); i++) {
		if (!access(needed[i], F_OK))
			continue;
		perf_error_set(error, ENODEV,
			       "the cost of SMIs cannot be measured: there is no %s", needed[i]);
		perf_error_hint(error,
				"Intel's processors have it, if the kernel sees their counters");
		return -ENODEV;
	}
	perf_str_add(events, "{msr/aperf/,msr/smi/,cycles}");
	return events->failed ? perf_error_memory(error) : 0;
}

/* @text: "1" or "0", and a line end. */
static int smi_set(const char *text, struct perf_error *error)
{
	int failed = perf_write_line(FREEZE, text);

	if (!failed)
		return 0;
	perf_error_set(error, -failed, "cannot write %s: %s", FREEZE, strerror(-failed));
	if (failed == -EACCES || failed == -EPERM)
		perf_error_hint(error, "only root may");
	return failed;
}

/**
 * perf_smi_freeze() - stop the counters in SMIs
 * @changed: set to true if freeze_on_smi was off; the caller then calls perf_smi_restore() later
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_smi_freeze(bool *changed, struct perf_error *error)
{
	int64_t before;
	int failed;

	*changed = false;
	if (!perf_read_number(FREEZE, &before))
		return perf_error_set(error, EIO, "cannot read %s", FREEZE);
	if (before)
		return 0;
	failed = smi_set("1\n", error);
	*changed = !failed;
	return failed;
}

/**
 * perf_smi_restore() - let the counters run in SMIs again
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_smi_restore(struct perf_error *error)
{
	return smi_set("0\n", error);
}
