// SPDX-License-Identifier: GPL-2.0
/* Capabilities, seccomp filter and virtual machine of this process, from procfs and sysfs. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <base/io.h>
#include <sys/privilege.h>

/**
 * perf_have_capability() - does this process have a capability?
 * @capability: CAP_*
 *
 * Return: true if @capability is in the effective set.
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
 * perf_seccomp() - does this process have a seccomp filter?
 *
 * The filter of a container may refuse perf_event_open() whatever the capabilities.
 *
 * Return: true if "Seccomp:" in /proc/self/status is 2.
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
 * perf_virtual_machine() - does this process run in a virtual machine?
 *
 * Return: true if /proc/cpuinfo has the flag hypervisor (x86), or /sys/hypervisor/type or the
 * device tree node hypervisor exists.
 */
bool perf_virtual_machine(void)
{
	char *info = perf_read_file("/proc/cpuinfo", NULL);
	bool virtual = info && strstr(info, " hypervisor");

	free(info);
	return virtual || !access("/sys/hypervisor/type", F_OK) ||
	       !access("/proc/device-tree/hypervisor", F_OK);
}
