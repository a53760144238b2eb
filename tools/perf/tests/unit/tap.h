/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Unit tests in the Test Anything Protocol.
 *
 *	static void adds(void) { is_equal(add(1, 2), 3); }
 *	int main(void) { test(adds); return test_end(); }
 *
 * A failed check prints where and what, and the test goes on.
 */
#ifndef PERF_TESTS_TAP_H
#define PERF_TESTS_TAP_H

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static struct {
	unsigned int	tests;
	unsigned int	failed;		/* tests */
	bool		bad;		/* the current test */
	const char	*skipped;	/* why the current test is skipped */
} tap;

#define tap_bad(format, ...) do {						\
	printf("# %s:%d: " format "\n", __FILE__, __LINE__, __VA_ARGS__);	\
	tap.bad = true;								\
} while (0)

/* The condition must hold. */
#define is_true(condition) do {							\
	if (!(condition))							\
		tap_bad("not true: %s", #condition);				\
} while (0)

/* Two numbers must be equal. */
#define is_equal(got, want) do {						\
	long long got_ = (long long)(got);					\
	long long want_ = (long long)(want);					\
	if (got_ != want_)							\
		tap_bad("%s is %lld (%#llx), not %lld (%#llx)", #got, got_, got_, want_, want_); \
} while (0)

/* Two strings must be equal. */
#define is_text(got, want) do {							\
	const char *got_ = (got);						\
	const char *want_ = (want);						\
	if (!got_ || strcmp(got_, want_))					\
		tap_bad("%s is '%s', not '%s'", #got, got_ ? got_ : "(NULL)", want_); \
} while (0)

/* @got must contain @want. */
#define has_text(got, want) do {						\
	const char *got_ = (got);						\
	const char *want_ = (want);						\
	if (!got_ || !strstr(got_, want_))					\
		tap_bad("%s is '%s', without '%s'", #got, got_ ? got_ : "(NULL)", want_); \
} while (0)

/* Skip the current test. */
#define test_skip(why) do {							\
	tap.skipped = (why);							\
	return;									\
} while (0)

#define test(name) do {								\
	tap.bad = false;							\
	tap.skipped = NULL;							\
	name();									\
	tap.failed += tap.bad;							\
	printf("%sok %u - %s%s%s\n", tap.bad ? "not " : "", ++tap.tests, #name,	\
	       tap.skipped ? " # SKIP " : "", tap.skipped ? tap.skipped : "");	\
	fflush(stdout);								\
} while (0)

static inline int test_end(void)
{
	printf("1..%u\n", tap.tests);
	return tap.failed ? 1 : 0;
}

#endif
