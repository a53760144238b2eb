// SPDX-License-Identifier: GPL-2.0
/*
 * Operations on the whole system: PMUs, settings, CPUs, control groups. restore() takes them
 * back after a case.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "faults.h"
#include "ops.h"
#include "restore.h"

#define TEST_PMU	"/sys/module/test_pmu/parameters/"
#define MODULE		"/lib/modules/test_pmu.ko"
#define SECOND_CPU	"/sys/devices/system/cpu/cpu1/online"
#define CGROUP		"/sys/fs/cgroup/fuzz%d"
#define SYSCTL		"/proc/sys/kernel/"

static const char * const test_pmus[] = {
	"test_count", "test_aux", "test_trace", "test_scope", "test_package", "test_uncore",
};

/* The sysctls as they are between cases, in the order of words_sysctl */
static const char * const sysctl_usual[] = { "2", "100000", "516", "25", "127", "8" };

static long plug(uint64_t pmu, bool in)
{
	char text[32];

	snprintf(text, sizeof(text), "%c%s", in ? '+' : '-', test_pmus[pmu % COUNT(test_pmus)]);
	return state_file_write(TEST_PMU "plug", text);
}

static long run_plug(struct state *state, const struct op *op)
{
	(void)state;
	return plug(op_get(op, 0), op_get(op, 1));
}

static const struct arg_spec plug_args[] = {
	{ "pmu", ARG_NUMBER, .limit = COUNT(test_pmus) }, { "in", ARG_NUMBER, .limit = 2 }, { }
};

static long load_module(void)
{
	int fd = open(MODULE, O_RDONLY | O_CLOEXEC);
	long result;

	if (fd < 0)
		return -errno;
	result = result_of(syscall(SYS_finit_module, fd, "", 0));
	close(fd);
	return result;
}

static long run_module(struct state *state, const struct op *op)
{
	(void)state;
	return op_get(op, 0) ? load_module() :
			       result_of(syscall(SYS_delete_module, "test_pmu", O_NONBLOCK));
}

static const struct arg_spec module_args[] = { { "load", ARG_NUMBER, .limit = 2 }, { } };

static long run_uncore(struct state *state, const struct op *op)
{
	(void)state;
	return state_file_write(TEST_PMU "uncore_cpu", op_get(op, 0) ? "1" : "0");
}

static const struct arg_spec uncore_args[] = { { "cpu", ARG_NUMBER, .limit = 2 }, { } };

static long write_sysctl(uint64_t word, const char *text)
{
	char path[128];

	if (word >= words_count(&words_sysctl))
		return -EINVAL;
	snprintf(path, sizeof(path), SYSCTL "%s", words_sysctl.name[word]);
	return state_file_write(path, text);
}

static long run_sysctl(struct state *state, const struct op *op)
{
	char text[32];

	(void)state;
	snprintf(text, sizeof(text), "%lld", (long long)op_get(op, 1));
	return write_sysctl(op_get(op, 0), text);
}

static const struct arg_spec sysctl_args[] = {
	{ "name", ARG_WORD, &words_sysctl },
	{ "value", ARG_NUMBER, .values = ARG_VALUES(-1, 0, 1, 2, 3, 8, 100, 516, 1000, 100000,
						    0x7fffffff, 0xffffffff) },
	{ }
};

static long run_cpu(struct state *state, const struct op *op)
{
	(void)state;
	return state_file_write(SECOND_CPU, op_get(op, 0) ? "1" : "0");
}

static const struct arg_spec cpu_args[] = { { "online", ARG_NUMBER, .limit = 2 }, { } };

enum { CGROUP_MAKE, CGROUP_ENTER, CGROUP_LEAVE, CGROUP_REMOVE };

static long run_cgroup(struct state *state, const struct op *op)
{
	unsigned int slot = op_get(op, 0) % CGROUPS;
	char path[64], procs[96];

	snprintf(path, sizeof(path), CGROUP, slot);
	snprintf(procs, sizeof(procs), "%s/cgroup.procs", path);
	switch (op_get(op, 1)) {
	case CGROUP_MAKE:
		mkdir(path, 0755);
		if (state->cgroup[slot] < 0)
			state->cgroup[slot] = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		return state->cgroup[slot] < 0 ? -errno : 0;
	case CGROUP_ENTER:
		return state_file_write(procs, "0");
	case CGROUP_LEAVE:
		return state_file_write("/sys/fs/cgroup/cgroup.procs", "0");
	default:
		return result_of(rmdir(path));
	}
}

static const struct arg_spec cgroup_args[] = {
	{ "slot", ARG_NUMBER, .limit = CGROUPS },
	{ "what", ARG_NUMBER, .values = ARG_VALUES(0, 0, 1, 1, 2, 3) }, { }
};

static long run_fail(struct state *state, const struct op *op)
{
	(void)state;
	faults_next(op_get(op, 0));
	return 0;
}

static const struct arg_spec fail_args[] = { { "allocation", ARG_NUMBER, .limit = 40 }, { } };

/**
 * restore_system() - undo what cases change for all: PMUs, settings, CPUs, control groups
 */
void restore_system(void)
{
	char path[64];
	unsigned int i;

	load_module();
	for (i = 0; i < COUNT(test_pmus); i++)
		plug(i, true);
	for (i = 0; i < COUNT(sysctl_usual); i++)
		write_sysctl(i, sysctl_usual[i]);
	state_file_write(SECOND_CPU, "1");
	state_file_write(TEST_PMU "uncore_cpu", "0");
	for (i = 0; i < CGROUPS; i++) {
		snprintf(path, sizeof(path), CGROUP, i);
		rmdir(path);
	}
}

const struct op_row system_rows[] = {
	{ "plug", 4, plug_args, .global = true, .run = run_plug },
	{ "module", 1, module_args, .global = true, .run = run_module },
	{ "uncore", 2, uncore_args, .global = true, .run = run_uncore },
	{ "sysctl", 3, sysctl_args, .global = true, .run = run_sysctl },
	{ "cpu", 1, cpu_args, .global = true, .run = run_cpu },
	{ "cgroup", 8, cgroup_args, .global = true, .run = run_cgroup },
	{ "fail", 8, fail_args, .run = run_fail },
	{ }
};
