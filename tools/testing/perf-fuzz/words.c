// SPDX-License-Identifier: GPL-2.0
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "case.h"
#include "words.h"

#define DEVICES		"/sys/bus/event_source/devices"
#define TRACEPOINTS	"/sys/kernel/tracing/events"
#define MOST_PMUS	64

static const char * const pids[] = {
	"self", "all", "self-id", "victim", "parent", "child0", "child1", "thread", "init",
	"never", "cgroup0", "cgroup1", NULL
};

static const char * const addresses[] = {
	"good", "null", "unmapped", "read-only", "kernel", "edge", "ring0", "ring1", "stall",
	"watched", "function", NULL
};

/* A case names a PMU, since its type differs from boot to boot. Others of this machine follow. */
static const char *pmus[MOST_PMUS + 1] = {
	"software", "tracepoint", "breakpoint", "test_count", "test_aux", "test_trace",
	"test_scope", "test_package", "test_uncore", "offcpu", NULL
};

/* Whether the machine has the PMU, by the same index */
static bool present[MOST_PMUS];

static const char * const tracepoints[] = {
	"sched/sched_switch", "sched/sched_process_fork", "sched/sched_process_exit",
	"sched/sched_wakeup", "syscalls/sys_enter_read", "syscalls/sys_exit_getppid",
	"raw_syscalls/sys_enter", "signal/signal_generate", "ftrace/function", "ftrace/print",
	NULL
};

static int tracepoint_ids[COUNT(tracepoints)];

static const char * const filters[] = {
	"none", "empty", "pid", "fields", "kernel-range", "file-range", "start-stop", "broken",
	"endless", "deep", NULL
};

static const char * const sysctls[] = {
	"perf_event_paranoid", "perf_event_max_sample_rate", "perf_event_mlock_kb",
	"perf_cpu_time_max_percent", "perf_event_max_stack", "perf_event_max_contexts_per_stack",
	NULL
};

static const char * const kinds[] = { "fork", "vfork", "clone-vm", "thread", "new-ns", NULL };
static const char * const thens[] = {
	"exit", "exec", "wait", "touch", "close", "unmap", "ioctl", "trace-me", "fork", NULL
};

static const char * const signals[] = { "kill", "stop", "cont", "trap", "io", "usr1", NULL };

const struct words words_pid = { pids }, words_address = { addresses };
const struct words words_pmu = { (const char * const *)pmus };
const struct words words_tracepoint = { tracepoints }, words_filter = { filters };
const struct words words_sysctl = { sysctls }, words_kind = { kinds };
const struct words words_then = { thens }, words_signal = { signals };

/**
 * words_count() - how many words a list has
 * @words: the list
 */
unsigned int words_count(const struct words *words)
{
	unsigned int count = 0;

	while (words->name[count])
		count++;
	return count;
}

/**
 * words_find() - index of a word, or -1
 * @words: the list
 * @name: the word
 */
int words_find(const struct words *words, const char *name)
{
	int i;

	for (i = 0; words->name[i]; i++)
		if (!strcmp(words->name[i], name))
			return i;
	return -1;
}

/**
 * words_choose() - index of a word; of PMUs one that the machine has
 * @random: where the choice comes from
 * @words: the list
 */
unsigned int words_choose(struct random *random, const struct words *words)
{
	unsigned int count = words_count(words), index = random_below(random, count);

	/* Events of half the kinds are software's, which is first */
	if (words == &words_pmu && (!present[index] || random_one_in(random, 3)))
		return 0;
	return index;
}

static int read_number(const char *path)
{
	char text[32];
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t length;

	if (fd < 0)
		return -1;
	length = read(fd, text, sizeof(text) - 1);
	close(fd);
	if (length <= 0)
		return -1;
	text[length] = 0;
	return atoi(text);
}

/**
 * words_pmu_type() - type of a PMU, which the kernel chose when it appeared; -1 without it
 * @index: of the word
 */
int words_pmu_type(unsigned int index)
{
	char path[300];

	if (index >= words_count(&words_pmu))
		return -1;
	snprintf(path, sizeof(path), DEVICES "/%s/type", pmus[index]);
	return read_number(path);
}

/**
 * words_tracepoint_id() - number of a tracepoint, 0 without it
 * @index: of the word
 */
int words_tracepoint_id(unsigned int index)
{
	return index < words_count(&words_tracepoint) ? tracepoint_ids[index] : 0;
}

static int by_name(const void *one, const void *other)
{
	return strcmp(*(const char * const *)one, *(const char * const *)other);
}

/* Add the machine's own PMUs, in the order of their names */
static void add_pmus(void)
{
	unsigned int first = words_count(&words_pmu), count = first;
	DIR *dir = opendir(DEVICES);
	struct dirent *entry;

	while (dir && (entry = readdir(dir)) && count < MOST_PMUS)
		if (entry->d_name[0] != '.' && words_find(&words_pmu, entry->d_name) < 0)
			pmus[count++] = strdup(entry->d_name);
	if (dir)
		closedir(dir);
	qsort(pmus + first, count - first, sizeof(pmus[0]), by_name);
}

/**
 * words_init() - look which PMUs and tracepoints there are
 */
void words_init(void)
{
	char path[300];
	unsigned int i;

	add_pmus();
	for (i = 0; pmus[i]; i++)
		present[i] = words_pmu_type(i) >= 0;
	for (i = 0; tracepoints[i]; i++) {
		snprintf(path, sizeof(path), TRACEPOINTS "/%s/id", tracepoints[i]);
		tracepoint_ids[i] = read_number(path);
		if (tracepoint_ids[i] < 0)
			tracepoint_ids[i] = 0;
	}
}
