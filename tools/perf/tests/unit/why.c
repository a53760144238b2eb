// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel's reasons for refusals. syscall() and ioctl() below stand in for kernels: one that has
 * no PERF_FLAG_EXT, ones that give a reason, and ones whose answer must not be believed. Numbers
 * of reasons, offsets and bits are those of uapi/linux/perf_event.h.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <sys/open.h>
#include <sys/reasons.h>
#include <sys/why.h>

#include "tap.h"

/* The stand-in's behaviour in the next calls. */
static struct {
	bool				old;	/* lacks PERF_FLAG_EXT and PERF_EVENT_IOC_WHY */
	bool				opens;	/* accepts the event */
	struct perf_event_explain	why;	/* why.error is the errno */
	int				fd;	/* of the last opened event */
	unsigned long			flags;	/* of the last call */
	int				calls;
} fake;

long syscall(long number, ...)
{
	struct perf_event_ext *ext;
	va_list args;

	if (number != SYS_perf_event_open) {
		errno = ENOSYS;
		return -1;
	}
	va_start(args, number);
	ext = va_arg(args, struct perf_event_ext *);
	va_arg(args, int);
	va_arg(args, int);
	va_arg(args, int);
	fake.flags = va_arg(args, unsigned long);
	va_end(args);
	fake.calls++;
	if (fake.opens) {
		fake.fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
		return fake.fd;
	}
	errno = EINVAL;
	if (fake.old || !(fake.flags & PERF_FLAG_EXT))
		return -1;
	memcpy((void *)(uintptr_t)ext->explain, &fake.why, ext->explain_size);
	errno = fake.why.error;
	return -1;
}

int ioctl(int fd, unsigned long request, ...)
{
	va_list args;

	(void)fd;
	if (fake.old || request != PERF_EVENT_IOC_WHY) {
		errno = ENOTTY;
		return -1;
	}
	va_start(args, request);
	memcpy(va_arg(args, void *), &fake.why, sizeof(fake.why));
	va_end(args);
	return 0;
}

static void fake_answer(unsigned int reason, int code, const char *text)
{
	memset(&fake, 0, sizeof(fake));
	fake.why.size = sizeof(fake.why);
	fake.why.reason = reason;
	fake.why.error = code;
	fake.why.where = PERF_WHERE_NONE;
	snprintf(fake.why.text, sizeof(fake.why.text), "%s", text);
}

static struct perf_event_attr hardware = { .type = PERF_TYPE_HARDWARE, .exclude_kernel = 1 };
static const struct perf_open event = {
	.attr = &hardware, .name = "thing", .pid = 0, .cpu = -1, .group = -1,
};

/* A reason without a name would be a number to the user. */
static void each_reason_has_a_name(void)
{
	unsigned int i, j;

	for (i = 0; i < PERF_WHY_MAX; i++) {
		const char *name = perf_reason_name(i);

		if (!name)
			tap_bad("reason %u has no name", i);
		for (j = 0; name && j < i; j++)
			is_true(!perf_reason_name(j) || strcmp(name, perf_reason_name(j)));
	}
	is_text(perf_reason_name(21), "INHERIT_THREAD");
	is_text(perf_reason_name(108), "MODIFY");
	is_true(!perf_reason_name(PERF_WHY_MAX));
	is_true(!perf_reason_name(UINT16_MAX));
}

static void shows(struct perf_event_explain why, bool opening, const char *facts)
{
	struct perf_str str = { 0 };

	perf_reason_facts(&str, &why, opening);
	is_text(perf_str_text(&str), facts);
	perf_str_free(&str);
}

#define WHY(...)	((struct perf_event_explain){ __VA_ARGS__ })

static void facts_name_what_is_at_fault(void)
{
	/* As samples/perf_events/why.c shows it: byte 40 and this bit are attr.inherit_thread. */
	shows(WHY(.reason = 21, .where = 40, .bits = 0x800000000), true,
	      "reason 21 (INHERIT_THREAD) in inherit_thread");
	shows(WHY(.reason = 58, .where = 40, .bits = 0x60, .pmu = "cpu"), true,
	      "reason 58 (PMU_FIELD) in exclude_kernel, exclude_hv, PMU cpu");
	shows(WHY(.reason = 58, .where = 40, .bits = 0x18000), true,
	      "reason 58 (PMU_FIELD) in precise_ip");
	shows(WHY(.reason = 10, .where = 40, .bits = 1ULL << 62 | 1), true,
	      "reason 10 (ATTR_RESERVED) in disabled, bits 0x4000000000000000");
	shows(WHY(.reason = 10, .where = 40, .bits = 1ULL << 63), true,
	      "reason 10 (ATTR_RESERVED) in munmap");
	shows(WHY(.reason = 10, .where = 40), true,
	      "reason 10 (ATTR_RESERVED) in the single bits");
	shows(WHY(.reason = 31, .where = 16, .got = 5000, .allowed = 4000), true,
	      "reason 31 (SAMPLE_FREQ) in sample_period or sample_freq, got 5000, allowed 4000");
	shows(WHY(.reason = 11, .where = 24, .bits = 1ULL << 62, .got = 1ULL << 62, .allowed = 7),
	      true, "reason 11 (SAMPLE_TYPE) in sample_type, got 0x4000000000000000, allowed 0x7");
	shows(WHY(.reason = 26, .where = 0x8002, .got = 2), true,
	      "reason 26 (PARANOID_CPU) in cpu, got 2, allowed 0");
	shows(WHY(.reason = 27, .where = 24, .got = 1, .allowed = -1), true,
	      "reason 27 (PARANOID_TRACEPOINT) in sample_type, got 1, allowed -1");
	shows(WHY(.reason = 97, .where = 0x8002), false,
	      "reason 97 (PERIOD) in argument 2");
	shows(WHY(.reason = 6, .where = 0x4020, .got = 2, .allowed = 1), true,
	      "reason 6 (EXT_NR_ATTR) in perf_event_ext.nr_attr, got 2, allowed 1");
}

/* No kernel may make the tool read behind a table, or write a terminal's control characters. */
static void strange_numbers_are_shown(void)
{
	shows(WHY(.reason = 65535, .where = 0xfffe), true, "reason 65535 in argument 32766");
	shows(WHY(.reason = 9999, .where = 0x3fff), true, "reason 9999 in byte 16383 of the attr");
	shows(WHY(.reason = 65535, .where = 0x7fff), true,
	      "reason 65535 in perf_event_ext.__reserved_2");
	shows(WHY(.reason = 0, .where = 0xffff), true, "reason 0 (NONE)");
}

/* The kernel's reason comes first; its number, field and values follow. */
static void reason_of_the_kernel_comes_first(void)
{
	struct perf_error error;

	fake_answer(PERF_WHY_PMU_EXCLUDE, EINVAL, "this PMU cannot separate modes");
	fake.why.where = 40;
	fake.why.bits = 0x20;
	memcpy(fake.why.pmu, "box", sizeof("box"));
	perf_open_explain(&event, -EINVAL, &error);
	is_equal(error.code, EINVAL);
	is_text(error.text, "the kernel refused 'thing': this PMU cannot separate modes");
	is_text(error.hint, "in names of events: leave out :u, :k, :h and :I\n"
		"the kernel's reason 51 (PMU_EXCLUDE) in exclude_kernel, PMU box");
	is_equal(fake.calls, 1);
	is_true(!(fake.flags & PERF_FLAG_PID_CGROUP));
}

/* The question is that of the failed call. */
static void control_group_is_asked_for(void)
{
	struct perf_open open = event;
	struct perf_error error;

	fake_answer(PERF_WHY_CGROUP_FD, EBADF, "no control group");
	open.cgroup = true;
	perf_open_explain(&open, EBADF, &error);
	is_true(fake.flags & PERF_FLAG_PID_CGROUP);
	has_text(error.text, "no control group");
}

/* The tool's advice is better than the kernel's for rights and for counters that are not there. */
static void own_words_are_kept(void)
{
	struct perf_open open = event;
	struct perf_error error;

	fake_answer(PERF_WHY_NO_PMU, ENOENT, "no PMU");
	perf_open_explain(&event, -ENOENT, &error);
	has_text(error.text, "cannot be counted on this machine");
	fake_answer(PERF_WHY_PARANOID_CPU, EACCES, "paranoid");
	fake.why.got = 3;
	perf_open_explain(&event, -EACCES, &error);
	is_text(error.text, "no permission to count 'thing' on whole CPUs");
	has_text(error.hint, "is 3 here, it needs 0 or less");
	/* After the kernel's level was reached, the CPU would need a lower one. */
	fake_answer(PERF_WHY_PARANOID_KERNEL, EACCES, "paranoid");
	fake.why.got = 2;
	fake.why.allowed = 1;
	open.pid = -1;
	open.cpu = 0;
	perf_open_explain(&open, -EACCES, &error);
	has_text(error.hint, "is 2 here, it needs 0 or less");
	fake_answer(PERF_WHY_DESCRIPTORS, EMFILE, "no descriptor");
	perf_open_explain(&event, -EMFILE, &error);
	has_text(error.hint, "ulimit");
}

/* Lockdown gives the same errno as a lack of rights, for which the advice would be wrong. */
static void rights_are_not_blamed_for_lockdown(void)
{
	struct perf_error error;

	fake_answer(PERF_WHY_LOCKDOWN, EPERM, "kernel lockdown hides registers");
	perf_open_explain(&event, -EPERM, &error);
	has_text(error.text, "lockdown hides registers");
	fake_answer(PERF_WHY_ACCESS, EACCES, "policy");
	perf_open_explain(&event, -EACCES, &error);
	has_text(error.hint, "is not the reason");
}

static void guesses_without_a_reason(const char *text)
{
	struct perf_error error;

	perf_open_explain(&event, -EINVAL, &error);
	is_equal(error.code, EINVAL);
	has_text(error.text, text);
	is_true(!strstr(error.text, "wrong") && !strstr(error.hint, "wrong") &&
		!strstr(error.hint, "reason"));
}

/* The fallback: a kernel that gives no reason, or one for something else. */
static void without_a_reason_the_tool_guesses(void)
{
	static const char guess[] = "does not take 'thing' as it is asked for";

	fake_answer(0, 0, "");
	fake.old = true;
	guesses_without_a_reason(guess);
	is_equal(fake.calls, 1);
	fake_answer(PERF_WHY_NONE, EINVAL, "wrong");
	guesses_without_a_reason(guess);
	fake_answer(PERF_WHY_FLAGS, ENOENT, "wrong");
	guesses_without_a_reason(guess);
	fake_answer(PERF_WHY_FLAGS, EINVAL, "wrong");
	fake.why.size = 0;
	guesses_without_a_reason(guess);
}

/* Another process may have closed its event meanwhile: the second one must not stay open. */
static void event_that_opens_is_closed(void)
{
	fake_answer(PERF_WHY_FLAGS, EINVAL, "wrong");
	fake.opens = true;
	guesses_without_a_reason("does not take 'thing' as it is asked for");
	is_equal(fcntl(fake.fd, F_GETFD), -1);
	is_equal(errno, EBADF);
}

static void answer_is_sanitized(void)
{
	struct perf_error error;

	fake_answer(9999, EINVAL, "");
	memset(fake.why.text, '\033', sizeof(fake.why.text));
	memset(fake.why.pmu, '\n', sizeof(fake.why.pmu));
	perf_open_explain(&event, -EINVAL, &error);
	has_text(error.text, "the kernel refused 'thing': ???");
	is_equal(strlen(error.text), strlen("the kernel refused 'thing': ") + 127);
	is_true(!strchr(error.text, '\033') && !strchr(error.hint, '\n'));
	has_text(error.hint, "the kernel's reason 9999, PMU ");
}

static void refusal_of_an_open_event_is_explained(void)
{
	struct perf_error error;

	fake_answer(PERF_WHY_PERIOD, EINVAL, "the period is 0");
	fake.why.where = PERF_WHERE_ARG + 2;
	perf_error_set(&error, EINVAL, "cannot");
	is_equal(perf_why_refused(3, &error), PERF_WHY_PERIOD);
	is_text(error.hint, "the period is 0\nthe kernel's reason 97 (PERIOD) in argument 2");
	/* The last refusal that the kernel has is another one. */
	perf_error_set(&error, EBUSY, "cannot");
	is_equal(perf_why_refused(3, &error), 0);
	is_text(error.hint, "");
	fake.old = true;
	perf_error_set(&error, EINVAL, "cannot");
	is_equal(perf_why_refused(3, &error), 0);
	is_text(error.hint, "");
}

int main(void)
{
	test(each_reason_has_a_name);
	test(facts_name_what_is_at_fault);
	test(strange_numbers_are_shown);
	test(reason_of_the_kernel_comes_first);
	test(control_group_is_asked_for);
	test(own_words_are_kept);
	test(rights_are_not_blamed_for_lockdown);
	test(without_a_reason_the_tool_guesses);
	test(event_that_opens_is_closed);
	test(answer_is_sanitized);
	test(refusal_of_an_open_event_is_explained);
	return test_end();
}
