// SPDX-License-Identifier: GPL-2.0
/*
 * perf doctor: which features work here, why others do not, and the command that helps. Each
 * check_*() tests one feature by using it, and prints a verdict by doctor_say().
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/capability.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <base/io.h>
#include <event/names.h>
#include <event/pmu.h>
#include <event/tracepoint.h>
#include <sys/confine.h>
#include <sys/open.h>
#include <sys/paths.h>
#include <sys/privilege.h>
#include <sys/ring.h>

#include "common/command.h"
#include "common/print.h"

struct doctor_options {
	bool quiet;
};

static const struct perf_option options[] = {
	PERF_OPT_FLAG(struct doctor_options, quiet, 'q', "quiet", "show only what does not work"),
	PERF_OPT_END
};

static const char *const usage[] = { "[-q]", NULL };

static const char notes[] =
	"ok: works; note: works, but may surprise; FAIL: does not work. The lines below give the reason\n"
	"and what to do. Exit code 0 if programs can be counted here, 1 if not even that works.\n";

/* Result of a check. */
enum verdict {
	GOOD,
	NOTE,
	BAD,
};

struct doctor {
	bool	quiet;
	bool	useless;	/* not even software events work */
};

static void doctor_say(const struct doctor *doctor, enum verdict verdict, const char *what,
		       const char *found)
{
	static const char *const words[] = { "ok  ", "note", "FAIL" };

	if (verdict != GOOD || !doctor->quiet)
		perf_print("%s  %-22s %s\n", words[verdict], what, found);
}

/* Prints advice below a result, one indented line each. */
static void doctor_advise(const char *lines)
{
	while (*lines) {
		int length = strcspn(lines, "\n");

		perf_print("%*s%.*s\n", 29, "", length, lines);
		lines += length + (lines[length] == '\n');
	}
}

/* Return: 0 if perf_open() succeeds; or a negative errno with the reason in @error. */
static int try_event(struct perf_open *open, struct perf_error *error)
{
	int fd = perf_open(open);

	if (fd < 0) {
		perf_open_explain(open, fd, error);
		return fd;
	}
	close(fd);
	return 0;
}

static void check_kernel(struct doctor *doctor)
{
	char text[256];
	struct utsname name;

	uname(&name);
	snprintf(text, sizeof(text), "%s %s%s", name.release, name.machine,
		 perf_virtual_machine() ? ", virtual machine" : "");
	doctor_say(doctor, GOOD, "kernel", text);
}

static void check_paranoid(struct doctor *doctor)
{
	static const char *const meanings[] = {
		"everybody may do everything",
		"everybody may count CPUs and kernel, not read tracepoint data",
		"everybody may count own processes, kernel included",
		"everybody may count own processes, in user mode only",
	};
	bool privileged = perf_have_capability(CAP_PERFMON) || perf_have_capability(CAP_SYS_ADMIN);
	int level = perf_paranoid();
	const char *meaning = "only CAP_PERFMON may count anything";
	char text[256];

	if (level == INT_MIN) {
		doctor_say(doctor, NOTE, "paranoid level",
			   "unknown: /proc/sys/kernel cannot be read");
		return;
	}
	if (level <= 2)
		meaning = meanings[level < -1 ? 0 : level + 1];
	snprintf(text, sizeof(text), "%d: %s", level, meaning);
	doctor_say(doctor, privileged || level < 1 ? GOOD : NOTE, "paranoid level", text);
	if (!privileged && level >= 1)
		doctor_advise("to change it as root: sysctl kernel.perf_event_paranoid=-1");
}

static void check_privileges(struct doctor *doctor)
{
	struct perf_str text = { 0 };

	perf_str_format(&text, "user %u", (unsigned int)geteuid());
	if (perf_have_capability(CAP_PERFMON))
		perf_str_add(&text, ", CAP_PERFMON");
	if (perf_have_capability(CAP_SYS_ADMIN))
		perf_str_add(&text, ", CAP_SYS_ADMIN");
	if (perf_have_capability(CAP_SYS_PTRACE))
		perf_str_add(&text, ", CAP_SYS_PTRACE");
	if (perf_have_capability(CAP_IPC_LOCK))
		perf_str_add(&text, ", CAP_IPC_LOCK");
	doctor_say(doctor, GOOD, "privileges", perf_str_text(&text));
	perf_str_free(&text);
	if (perf_seccomp()) {
		doctor_say(doctor, NOTE, "seccomp", "a filter is active, as in containers");
		doctor_advise("it may refuse perf_event_open() whatever the privileges are");
	}
}

static void check_software(struct doctor *doctor)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_SOFTWARE,
					.config = PERF_COUNT_SW_TASK_CLOCK,
					.exclude_kernel = 1, .exclude_hv = 1 };
	struct perf_open open = { .attr = &attr, .name = "task-clock", .cpu = -1, .group = -1 };
	struct perf_error error;

	if (!try_event(&open, &error)) {
		doctor_say(doctor, GOOD, "software events",
			   "task-clock, page-faults and others count");
		return;
	}
	doctor->useless = true;
	doctor_say(doctor, BAD, "software events", error.text);
	doctor_advise(error.hint);
}

static void check_hardware(struct doctor *doctor)
{
	struct perf_str good = { 0 };
	struct perf_error error = { 0 };
	size_t i, count = 0, all = 0;

	for (i = 0; i < perf_event_name_count; i++) {
		const struct perf_event_name *name = &perf_event_names[i];
		struct perf_event_attr attr = { .type = name->type, .config = name->config,
						.exclude_kernel = 1, .exclude_hv = 1 };
		struct perf_open open = { .attr = &attr, .name = name->name, .cpu = -1,
					  .group = -1 };
		struct perf_error why;

		if (name->type != PERF_TYPE_HARDWARE)
			continue;
		all++;
		if (!try_event(&open, &why)) {
			count++;
			continue;
		}
		/* Advice is for the first event that fails; it is printed if all fail. */
		if (!error.code)
			error = why;
	}
	perf_str_format(&good, "%zu of %zu generic events count", count, all);
	doctor_say(doctor, count ? GOOD : BAD, "hardware events", perf_str_text(&good));
	if (!count) {
		doctor_advise(error.text);
		doctor_advise(error.hint);
	}
	perf_str_free(&good);
}

static void check_cpus(struct doctor *doctor)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_SOFTWARE,
					.config = PERF_COUNT_SW_CPU_CLOCK };
	struct perf_open open = { .attr = &attr, .name = "cpu-clock", .pid = -1, .cpu = 0,
				  .group = -1 };
	struct perf_error error;

	if (!try_event(&open, &error)) {
		doctor_say(doctor, GOOD, "whole CPUs (-a)", "allowed");
		return;
	}
	doctor_say(doctor, BAD, "whole CPUs (-a)", error.text);
	doctor_advise(error.hint);
}

static void check_kernel_mode(struct doctor *doctor)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_SOFTWARE,
					.config = PERF_COUNT_SW_TASK_CLOCK };
	struct perf_open open = { .attr = &attr, .name = "task-clock", .cpu = -1, .group = -1 };
	struct perf_error error;

	if (!try_event(&open, &error)) {
		doctor_say(doctor, GOOD, "kernel mode", "allowed");
		return;
	}
	doctor_say(doctor, BAD, "kernel mode", error.text);
	doctor_advise(error.hint);
}

/* Is any address of @symbols not 0? Per-CPU symbols may have 0, hidden symbols all have 0. */
static bool any_address(const char *symbols)
{
	for (; symbols; symbols = strchr(symbols + 1, '\n'))
		if (strtoull(symbols, NULL, 16))
			return true;
	return false;
}

static void check_kernel_symbols(struct doctor *doctor)
{
	char *symbols = perf_read_file("/proc/kallsyms", NULL);
	int64_t restricted = 0;
	char text[128];

	perf_read_number("/proc/sys/kernel/kptr_restrict", &restricted);
	if (!symbols || any_address(symbols)) {
		doctor_say(doctor, symbols ? GOOD : NOTE, "kernel symbols",
			   symbols ? "readable" : "there is no /proc/kallsyms");
	} else {
		/* kptr_restrict=0 shows addresses to users who may count in the kernel. */
		snprintf(text, sizeof(text), "addresses in /proc/kallsyms are hidden from you");
		doctor_say(doctor, NOTE, "kernel symbols", text);
		snprintf(text, sizeof(text),
			 "functions of the kernel have no names then; as root: sysctl kernel.%s",
			 restricted ? "kptr_restrict=0" :
			 "perf_event_paranoid=1");
		doctor_advise(text);
	}
	free(symbols);
}

static void check_tracepoints(struct doctor *doctor)
{
	struct perf_tracepoint_list points;
	struct perf_error error;
	char text[64];

	if (perf_tracepoint_list_find(&points, "*", "*", false, &error)) {
		doctor_say(doctor, BAD, "tracepoints", error.text);
		doctor_advise(error.hint);
		return;
	}
	snprintf(text, sizeof(text), "%zu", points.count);
	doctor_say(doctor, GOOD, "tracepoints", text);
	perf_tracepoint_list_free(&points);
}

static void check_memory(struct doctor *doctor)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_SOFTWARE,
					.config = PERF_COUNT_SW_DUMMY, .sample_period = 1,
					.exclude_kernel = 1, .exclude_hv = 1 };
	struct perf_open open = { .attr = &attr, .name = "dummy", .cpu = -1, .group = -1 };
	struct perf_error error;
	struct perf_ring ring;
	int64_t kilobytes = 0;
	char text[128];
	int fd;

	perf_read_number("/proc/sys/kernel/perf_event_mlock_kb", &kilobytes);
	snprintf(text, sizeof(text), "%lld KiB for everybody, for each CPU", (long long)kilobytes);
	fd = perf_open(&open);
	if (fd < 0)
		return;
	if (!perf_ring_map(&ring, fd, 128, false, &error)) {
		perf_ring_unmap(&ring);
		doctor_say(doctor, GOOD, "locked memory", text);
	} else {
		doctor_say(doctor, BAD, "locked memory", error.text);
		doctor_advise("as root: sysctl kernel.perf_event_mlock_kb=2048, "
			      "or record with -m 16");
	}
	close(fd);
}

static void check_watchdog(struct doctor *doctor)
{
	int64_t on = 0;

	if (!perf_read_number("/proc/sys/kernel/nmi_watchdog", &on) || !on)
		return;
	doctor_say(doctor, NOTE, "NMI watchdog", "takes one hardware counter of each CPU");
	doctor_advise("to have all of them, as root: sysctl kernel.nmi_watchdog=0");
}

static void check_files(struct doctor *doctor)
{
	struct rlimit limit;
	char text[64];

	if (getrlimit(RLIMIT_NOFILE, &limit))
		return;
	snprintf(text, sizeof(text), "%llu, up to %llu", (unsigned long long)limit.rlim_cur,
		 (unsigned long long)limit.rlim_max);
	doctor_say(doctor, limit.rlim_max < 4096 ? NOTE : GOOD, "open files", text);
	if (limit.rlim_max < 4096)
		doctor_advise("each event takes one for each CPU or thread: ulimit -Hn 65536");
}

static void check_rate(struct doctor *doctor)
{
	int64_t rate = 0, percent = 0;
	char text[128];

	if (!perf_read_number("/proc/sys/kernel/perf_event_max_sample_rate", &rate))
		return;
	perf_read_number("/proc/sys/kernel/perf_cpu_time_max_percent", &percent);
	snprintf(text, sizeof(text), "up to %lld a second, at most %lld%% of the CPU",
		 (long long)rate, (long long)percent);
	doctor_say(doctor, rate < 10000 ? NOTE : GOOD, "samples", text);
	if (rate < 10000)
		doctor_advise("the kernel lowered it since sampling took too long\n"
			      "as root: sysctl kernel.perf_event_max_sample_rate=100000");
}

static void check_pmus(struct doctor *doctor)
{
	struct perf_str text = { 0 };
	struct perf_error error;
	struct perf_pmus pmus;
	struct perf_pmu *pmu;

	if (perf_pmus_find(&pmus, "*", &error))
		return;
	perf_vec_each(&pmus, pmu)
		perf_str_format(&text, "%s%s", text.length ? " " : "", pmu->name);
	doctor_say(doctor, GOOD, "PMUs", text.length ? perf_str_text(&text) : "none");
	perf_str_free(&text);
	perf_pmus_free(&pmus);
}

/* Prints which rights perf_confine() can drop before a command reads a recording. */
static void check_confinement(struct doctor *doctor)
{
	static const struct {
		unsigned int bit;
		const char *what;
	} parts[] = {
		{ PERF_CONFINED_RIGHTS, "new privileges" },
		{ PERF_CONFINED_CAPABILITIES, "root's capabilities" },
		{ PERF_CONFINED_FILES, "writing files" },
		{ PERF_CONFINED_CALLS, "system calls" },
	};
	unsigned int done = perf_confine_check();
	struct perf_str text = { 0 };
	bool whole = true;
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(parts); i++) {
		if (done & parts[i].bit)
			perf_str_format(&text, "%s%s", text.length ? ", " : "without ",
					parts[i].what);
		whole &= !!(done & parts[i].bit);
	}
	doctor_say(doctor, whole ? GOOD : NOTE, "reading recordings",
		   text.length ? perf_str_text(&text) : "with all rights of the user");
	perf_str_free(&text);
	if (!(done & PERF_CONFINED_FILES))
		doctor_advise("a kernel with Landlock (CONFIG_SECURITY_LANDLOCK, lsm=landlock) "
			      "would deny writing files");
	if (!(done & PERF_CONFINED_CALLS))
		doctor_advise("this kernel has no seccomp, or this perf was built without "
			      "libseccomp");
}

static int doctor_run(struct perf_settings *settings, int argc, char **argv)
{
	struct doctor_options opts = { 0 };
	struct doctor doctor = { 0 };
	int status;

	if (perf_command_parse(&perf_cmd_doctor, settings, &opts, &argc, &argv, &status))
		return status;
	doctor.quiet = opts.quiet;
	check_kernel(&doctor);
	check_privileges(&doctor);
	check_paranoid(&doctor);
	check_pmus(&doctor);
	check_software(&doctor);
	check_hardware(&doctor);
	check_watchdog(&doctor);
	check_kernel_mode(&doctor);
	check_cpus(&doctor);
	check_tracepoints(&doctor);
	check_kernel_symbols(&doctor);
	check_memory(&doctor);
	check_files(&doctor);
	check_rate(&doctor);
	check_confinement(&doctor);
	return doctor.useless ? PERF_EXIT_FAILED : PERF_EXIT_OK;
}

const struct perf_command perf_cmd_doctor = {
	.name = "doctor",
	.summary = "Tell what can be counted here, and why not the rest",
	.usage = usage,
	.no_words = "",
	.options = options,
	.notes = notes,
	.run = doctor_run,
};
