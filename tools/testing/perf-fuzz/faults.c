// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel's fault injection: /proc/thread-self/fail-nth, see
 * Documentation/fault-injection/fault-injection.rst.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "case.h"
#include "faults.h"
#include "ops.h"

#define FAIL_NTH	"/proc/thread-self/fail-nth"

/* Allocations that may sleep fail as well; failures are not logged */
static const char * const settings[][2] = {
	{ "/sys/kernel/debug/failslab/ignore-gfp-wait", "N" },
	{ "/sys/kernel/debug/failslab/verbose", "0" },
	{ "/sys/kernel/debug/fail_page_alloc/ignore-gfp-wait", "N" },
	{ "/sys/kernel/debug/fail_page_alloc/ignore-gfp-highmem", "N" },
	{ "/sys/kernel/debug/fail_page_alloc/min-order", "0" },
	{ "/sys/kernel/debug/fail_page_alloc/verbose", "0" },
};

static __thread unsigned int wanted;
static __thread bool armed;
static __thread int nth = -1;

/**
 * faults_prepare() - set fault injection up; false if the kernel has none
 */
bool faults_prepare(void)
{
	unsigned int i;

	for (i = 0; i < COUNT(settings); i++)
		if (state_file_write(settings[i][0], settings[i][1]) < 0)
			return false;
	return !access(FAIL_NTH, W_OK);
}

/**
 * faults_next() - let an allocation fail in this thread's next operation
 * @allocation: which, from 1 on; 0: none
 */
void faults_next(unsigned int allocation)
{
	wanted = allocation;
	if (nth < 0)
		nth = open(FAIL_NTH, O_RDWR | O_CLOEXEC);
}

/**
 * faults_arm() - the operation begins
 * @forks: it makes a process
 */
void faults_arm(bool forks)
{
	char text[16];
	int length;

	/* User-mode Linux, which has this file, dies of a fork that lacks memory */
	if (forks && !access("/proc/exitcode", F_OK))
		wanted = 0;
	if (!wanted || nth < 0)
		return;
	length = snprintf(text, sizeof(text), "%u", wanted);
	armed = pwrite(nth, text, length, 0) == length;
}

/**
 * faults_end() - the operation has ended
 *
 * Returns whether an allocation failed in it.
 */
bool faults_end(void)
{
	char text[16] = "";
	bool failed;

	wanted = 0;
	if (!armed)
		return false;
	armed = false;
	if (pread(nth, text, sizeof(text) - 1, 0) <= 0)
		return false;
	failed = !atoi(text);
	return pwrite(nth, "0", 1, 0) == 1 && failed;
}
