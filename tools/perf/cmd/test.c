// SPDX-License-Identifier: GPL-2.0
/*
 * perf test: checks that the running kernel counts correctly. Each test opens events and compares
 * their counts with expected values; no test asserts a time.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <base/io.h>
#include <base/num.h>
#include <base/vec.h>
#include <event/measure.h>
#include <event/parse.h>
#include <event/tracepoint.h>
#include <sys/open.h>
#include <sys/ring.h>

#include "common/command.h"
#include "common/print.h"

struct test_options {
	bool		list;
	struct perf_texts skip;
	bool		ignored;
	int		verbose;
};

#define NO_CODE_TEST	"no test here disassembles an object", NULL

static const struct perf_option options[] = {
	PERF_OPT_FLAG(struct test_options, list, 'l', "list", "list the tests"),
	PERF_OPT_LIST(struct test_options, skip, 's', "skip", "TEST", "leave out this test"),
	PERF_OPT_FLAG(struct test_options, ignored, 'F', "dont-fork",
		      "no effect: tests run in this process, one after the other"),
	PERF_OPT_FLAG(struct test_options, ignored, 'p', "parallel", "no effect, as -F"),
	PERF_OPT_FLAG(struct test_options, ignored, 'S', "sequential", "no effect, as -F"),
	PERF_OPT_REFUSED(0, "dso", "FILE", 0, NO_CODE_TEST),
	PERF_OPT_REFUSED(0, "objdump", "PATH", 0, NO_CODE_TEST),
	PERF_OPT_COUNT(struct test_options, verbose, 'v', "verbose",
		       "no effect: why a test failed or was skipped is said anyway"),
	PERF_OPT_REFUSED('w', "workload", "NAME", 0,
			 "there are no programs to be measured in here", "'perf bench' has some"),
	PERF_OPT_END
};

static const char *const usage[] = { "[-l] [-s TEST] [NUMBER|WORD...]", NULL };

static const char notes[] =
	"Without arguments all tests run. Exit code 1 if one failed. Tests for which this machine\n"
	"or user has no means are skipped, with the reason.\n";

enum outcome {
	PASSED,
	FAILED,
	SKIPPED,
};

/* test_say() writes the reason of a test that does not pass. */
struct report {
	char text[512];
};

static enum outcome __attribute__((format(printf, 3, 4)))
test_say(struct report *report, enum outcome outcome, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(report->text, sizeof(report->text), format, args);
	va_end(args);
	return outcome;
}

#define PAGES	50

/* mmap() and touch PAGES pages, which causes PAGES minor faults. */
static bool touch_pages(void)
{
	size_t page = sysconf(_SC_PAGESIZE);
	volatile char *memory;
	size_t i;

	memory = mmap(NULL, PAGES * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
		      -1, 0);
	if (memory == MAP_FAILED)
		return false;
	madvise((void *)memory, PAGES * page, MADV_NOHUGEPAGE);
	for (i = 0; i < PAGES; i++)
		memory[i * page] = 1;
	munmap((void *)memory, PAGES * page);
	return true;
}

static struct perf_event_attr fault_attr(void)
{
	return (struct perf_event_attr){
		.type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_PAGE_FAULTS, .disabled = 1,
		.exclude_kernel = 1, .exclude_hv = 1,
	};
}

/* Return: descriptor of an event of this thread; a negative errno, with @report filled. */
static int open_self(struct perf_event_attr *attr, const char *name, int group,
		     struct report *report)
{
	struct perf_open open = { .attr = attr, .name = name, .cpu = -1, .group = group };
	struct perf_error error;
	int fd = perf_open(&open);

	if (fd < 0) {
		perf_open_explain(&open, fd, &error);
		test_say(report, SKIPPED, "%s", error.text);
	}
	return fd;
}

/* perf_open() errors: -EINVAL and -EFAULT fail the test, a missing counter or right skips it. */
static enum outcome not_open(int fd)
{
	return fd == -EINVAL || fd == -EFAULT ? FAILED : SKIPPED;
}

static enum outcome faults_are_counted(struct report *report)
{
	struct perf_event_attr attr = fault_attr();
	uint64_t count = 0, again = 0;
	int fd = open_self(&attr, "page-faults", -1, report);

	if (fd < 0)
		return not_open(fd);
	ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
	touch_pages();
	ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
	perf_read_all(fd, &count, sizeof(count));
	touch_pages();
	perf_read_all(fd, &again, sizeof(again));
	close(fd);
	if (count < PAGES)
		return test_say(report, FAILED, "%llu faults counted, there were %d",
				(unsigned long long)count, PAGES);
	if (again != count)
		return test_say(report, FAILED, "it counted %llu while disabled",
				(unsigned long long)(again - count));
	return PASSED;
}

static enum outcome reset_sets_zero(struct report *report)
{
	struct perf_event_attr attr = fault_attr();
	uint64_t count = 1;
	int fd;

	attr.disabled = 0;
	fd = open_self(&attr, "page-faults", -1, report);
	if (fd < 0)
		return not_open(fd);
	touch_pages();
	ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
	ioctl(fd, PERF_EVENT_IOC_RESET, 0);
	perf_read_all(fd, &count, sizeof(count));
	close(fd);
	return count ? test_say(report, FAILED, "%llu after the reset", (unsigned long long)count) :
	       PASSED;
}

static enum outcome groups_are_read_at_once(struct report *report)
{
	struct perf_event_attr attr = fault_attr();
	struct {
		uint64_t nr;
		uint64_t values[2];
	} group = { 0 };
	int leader, member;

	attr.read_format = PERF_FORMAT_GROUP;
	leader = open_self(&attr, "page-faults", -1, report);
	if (leader < 0)
		return not_open(leader);
	attr.disabled = 0;
	member = open_self(&attr, "page-faults", leader, report);
	if (member < 0) {
		close(leader);
		return not_open(member);
	}
	ioctl(leader, PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP);
	touch_pages();
	ioctl(leader, PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP);
	perf_read_all(leader, &group, sizeof(group));
	close(member);
	close(leader);
	if (group.nr != 2)
		return test_say(report, FAILED, "the group has %llu counts, not 2",
				(unsigned long long)group.nr);
	if (group.values[0] < PAGES || group.values[0] != group.values[1])
		return test_say(report, FAILED, "counts of the same event differ: %llu and %llu",
				(unsigned long long)group.values[0],
				(unsigned long long)group.values[1]);
	return PASSED;
}

static enum outcome children_are_counted(struct report *report)
{
	struct perf_event_attr attr = fault_attr();
	uint64_t count = 0;
	int status = 0;
	pid_t child;
	int fd;

	attr.inherit = 1;
	attr.disabled = 0;
	fd = open_self(&attr, "page-faults", -1, report);
	if (fd < 0)
		return not_open(fd);
	fflush(stdout);
	child = fork();
	if (!child)
		_exit(touch_pages() ? 0 : 1);
	if (child < 0 || waitpid(child, &status, 0) != child || status) {
		close(fd);
		return test_say(report, SKIPPED, "cannot make a process");
	}
	ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
	perf_read_all(fd, &count, sizeof(count));
	close(fd);
	if (count < PAGES)
		return test_say(report, FAILED, "%llu of the child's %d faults were counted",
				(unsigned long long)count, PAGES);
	return PASSED;
}

static enum outcome samples_are_whole(struct report *report)
{
	_Alignas(8) unsigned char copy[PERF_RECORD_MAX];
	struct perf_event_attr attr = fault_attr();
	const struct perf_event_header *record;
	unsigned int samples = 0, strange = 0;
	struct perf_error error;
	struct perf_ring ring;
	int fd;

	attr.sample_period = 1;
	attr.sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_ADDR;
	fd = open_self(&attr, "page-faults", -1, report);
	if (fd < 0)
		return not_open(fd);
	if (perf_ring_map(&ring, fd, 8, false, &error)) {
		close(fd);
		return test_say(report, SKIPPED, "%s", error.text);
	}
	ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
	touch_pages();
	ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
	perf_ring_begin(&ring);
	while ((record = perf_ring_next(&ring, copy))) {
		const uint32_t *ids = (const uint32_t *)(record + 1);

		if (record->type != PERF_RECORD_SAMPLE)
			continue;
		samples++;
		/* A sample has 8 bytes of PERF_SAMPLE_TID, and 8 of PERF_SAMPLE_ADDR. */
		strange += record->size != sizeof(*record) + 16 || ids[0] != (uint32_t)getpid();
	}
	perf_ring_end(&ring);
	perf_ring_unmap(&ring);
	close(fd);
	if (samples < PAGES)
		return test_say(report, FAILED, "%u samples of %d faults", samples, PAGES);
	if (strange)
		return test_say(report, FAILED, "%u samples are not what was asked for", strange);
	return PASSED;
}

static enum outcome tracepoint_matches_calls(struct report *report)
{
	struct perf_event_list list = { 0 };
	struct perf_error error;
	uint64_t count = 0;
	int fd, i;

	if (perf_events_parse(&list, "syscalls:sys_enter_getppid", &error)) {
		perf_event_list_free(&list);
		return test_say(report, SKIPPED, "%s", error.text);
	}
	list.at[0].attr.disabled = 1;
	fd = open_self(&list.at[0].attr, list.at[0].name, -1, report);
	perf_event_list_free(&list);
	if (fd < 0)
		return not_open(fd);
	ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
	for (i = 0; i < 1000; i++)
		getppid();
	ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
	perf_read_all(fd, &count, sizeof(count));
	close(fd);
	return count != 1000 ? test_say(report, FAILED, "%llu of 1000 calls were counted",
					(unsigned long long)count) : PASSED;
}

static enum outcome breakpoint_counts_writes(struct report *report)
{
	volatile int variable = 0;
	struct perf_event_attr attr = {
		.type = PERF_TYPE_BREAKPOINT, .disabled = 1, .exclude_kernel = 1, .exclude_hv = 1,
		.bp_addr = (uintptr_t)&variable, .bp_len = sizeof(variable), .bp_type = 2,
	};
	uint64_t count = 0;
	int fd = open_self(&attr, "mem:variable:w", -1, report);
	int i;

	if (fd < 0)
		return not_open(fd);
	ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
	for (i = 0; i < 100; i++)
		variable = i;
	ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
	perf_read_all(fd, &count, sizeof(count));
	close(fd);
	return count != 100 ? test_say(report, FAILED, "%llu of 100 writes were counted",
				       (unsigned long long)count) : PASSED;
}

static enum outcome instructions_are_counted(struct report *report)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_HARDWARE,
					.config = PERF_COUNT_HW_INSTRUCTIONS, .disabled = 1,
					.exclude_kernel = 1, .exclude_hv = 1 };
	volatile unsigned int work = 0;
	uint64_t count = 0;
	int fd = open_self(&attr, "instructions", -1, report);
	int i;

	if (fd < 0)
		return not_open(fd);
	ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
	for (i = 0; i < 100000; i++)
		work += i;
	ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
	perf_read_all(fd, &count, sizeof(count));
	close(fd);
	if (count < 100000)
		return test_say(report, FAILED, "%llu instructions in a loop of 100000 rounds",
				(unsigned long long)count);
	return PASSED;
}

static enum outcome wrong_attributes_are_refused(struct report *report)
{
	struct perf_event_attr attr = fault_attr();
	struct perf_open open = { .attr = &attr, .name = "page-faults", .cpu = -1, .group = -1 };
	int fd;

	attr.sample_type = ~0ull;
	fd = perf_open(&open);
	if (fd >= 0)
		close(fd);
	if (fd != -EINVAL)
		return test_say(report, FAILED, "no such sample type: %d, not -EINVAL", fd);
	attr = fault_attr();
	open.group = 999999;
	fd = perf_open(&open);
	if (fd >= 0)
		close(fd);
	return fd != -EBADF ? test_say(report, FAILED, "no such group: %d, not -EBADF", fd) :
	       PASSED;
}

/* End to end: parse events, run a program, read the counts. */
static enum outcome program_is_measured(struct report *report)
{
	static char *const argv[] = { (char *)"true", NULL };
	struct perf_event_list list = { 0 };
	struct perf_cpus any = { 0 };
	struct perf_measure measure = { .argv = argv, .list = &list, .cpus = &any,
					.inherit = true };
	enum outcome outcome = PASSED;
	struct perf_error error;

	if (perf_events_parse(&list, "{task-clock:u,page-faults:u}", &error) ||
	    perf_cpus_any(&any, &error) || perf_measure_run(&measure, &error))
		outcome = test_say(report, SKIPPED, "%s", error.text);
	else if (!measure.counts.at[0].value || !measure.counts.at[1].value)
		outcome = test_say(report, FAILED, "a program that took no time, or no page");
	else if (measure.counts.at[0].running > measure.counts.at[0].enabled)
		outcome = test_say(report, FAILED, "it ran longer than it was enabled");
	perf_measure_free(&measure);
	perf_event_list_free(&list);
	perf_cpus_free(&any);
	return outcome;
}

static const struct {
	const char	*name;
	enum outcome	(*run)(struct report *report);
} tests[] = {
	{ "page faults are counted", faults_are_counted },
	{ "reset sets a count to zero", reset_sets_zero },
	{ "a group is read at once", groups_are_read_at_once },
	{ "children are counted", children_are_counted },
	{ "samples arrive whole", samples_are_whole },
	{ "a tracepoint counts each call", tracepoint_matches_calls },
	{ "a breakpoint counts each write", breakpoint_counts_writes },
	{ "instructions are counted", instructions_are_counted },
	{ "wrong attributes are refused", wrong_attributes_are_refused },
	{ "a program is measured", program_is_measured },
};

static bool test_matches(const char *word, size_t index)
{
	uint64_t number;

	if (perf_parse_u64(word, &number))
		return number == index + 1;
	return strstr(tests[index].name, word);
}

static bool asked_for(const struct test_options *opts, char **words, size_t index)
{
	size_t i;

	for (i = 0; i < opts->skip.count; i++)
		if (test_matches(opts->skip.at[i], index))
			return false;
	if (!*words)
		return true;
	for (; *words; words++)
		if (test_matches(*words, index))
			return true;
	return false;
}

static int check_word(const char *word, struct perf_error *error)
{
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(tests); i++)
		if (test_matches(word, i))
			return 0;
	perf_error_set(error, EINVAL, "there is no test '%s'", word);
	perf_error_hint(error, "'perf test -l' lists them");
	return -EINVAL;
}

static int test_check(const struct test_options *opts, char **words, struct perf_error *error)
{
	size_t i;
	int err = 0;

	for (i = 0; i < opts->skip.count && !err; i++)
		err = check_word(opts->skip.at[i], error);
	for (; *words && !err; words++)
		err = check_word(*words, error);
	return err;
}

static int test_run(struct perf_settings *settings, int argc, char **argv)
{
	struct test_options opts = { 0 };
	struct perf_error error = { 0 };
	size_t i, failed = 0;
	int status;

	if (perf_command_parse(&perf_cmd_test, settings, &opts, &argc, &argv, &status))
		return status;
	if (test_check(&opts, argv, &error)) {
		perf_options_free(options, &opts);
		return perf_command_misused(&perf_cmd_test, &error);
	}
	for (i = 0; i < PERF_ARRAY_SIZE(tests); i++) {
		struct report report = { "" };
		enum outcome outcome;

		if (!asked_for(&opts, argv, i))
			continue;
		perf_print("%3zu: %-50s", i + 1, tests[i].name);
		if (opts.list) {
			perf_print("\n");
			continue;
		}
		fflush(stdout);
		outcome = tests[i].run(&report);
		failed += outcome == FAILED;
		if (outcome == PASSED)
			perf_print(": Ok\n");
		else if (outcome == SKIPPED)
			perf_print(": Skip (%s)\n", report.text);
		else
			perf_print(": FAILED! (%s)\n", report.text);
	}
	perf_options_free(options, &opts);
	return failed ? PERF_EXIT_FAILED : PERF_EXIT_OK;
}

const struct perf_command perf_cmd_test = {
	.name = "test",
	.summary = "Test whether the running kernel counts as it should",
	.usage = usage,
	.options = options,
	.notes = notes,
	.run = test_run,
};
