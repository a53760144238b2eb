// SPDX-License-Identifier: GPL-2.0
/* What this process may do, and what it runs in, as procfs and sysfs tell it. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <base/io.h>
#include <sys/privilege.h>

/**
 * perf_have_capability() - may this process do what a capability allows?
 * @capability: CAP_*
 *
 * Return: whether it is in the effective set.
 */
bool perf_have_capability(unsigned int capability)
{
	char *status = perf_read_file("/proc/self/status", NULL);
	const char *line = status ? strstr(status, "\nCapEff:") : NULL;
	uint64_t set = line ? strtoull(line + 8, NULL, 16) : 0;

	free(status);
	return set >> capability & 1;
}

/**
 * perf_seccomp() - does a seccomp filter sit on this process?
 *
 * Containers have one, which may refuse perf_event_open() whatever the privileges.
 *
 * Return: whether one does.
 */
bool perf_seccomp(void)
{
	char *status = perf_read_file("/proc/self/status", NULL);
	const char *line = status ? strstr(status, "\nSeccomp:") : NULL;
	bool filter = line && atoi(line + 9) == 2;

	free(status);
	return filter;
}

/**
 * perf_virtual_machine() - does this run in a virtual machine?
 *
 * Return: whether the CPU says so (x86) or the firmware does (elsewhere).
 */
bool perf_virtual_machine(void)
{
	char *info = perf_read_file("/proc/cpuinfo", NULL);
	bool virtual = info && strstr(info, " hypervisor");

	free(info);
	return virtual || !access("/sys/hypervisor/type", F_OK) ||
	       !access("/proc/device-tree/hypervisor", F_OK);
}
