// SPDX-License-Identifier: GPL-2.0
/* Tests of lib/sys. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <base/num.h>
#include <base/vec.h>
#include <sys/child.h>
#include <sys/confine.h>
#include <sys/cpus.h>
#include <sys/open.h>
#include <sys/paths.h>
#include <sys/ring.h>
#include <sys/threads.h>

#include "tap.h"

static void cpu_lists(void)
{
	static const char *const bad[] = { "x", "1-", "-1", "3-1", "1,", ",1", "1,,2", "0-99999999",
					   "1 2", "1-2-3", "+1" };
	struct perf_cpus cpus, other, both;
	struct perf_str text = { 0 };
	struct perf_error error;
	size_t i;

	is_equal(perf_cpus_parse(&cpus, "7,0-3,2,5", &error), 0);
	is_equal(cpus.count, 6);
	perf_cpus_list(&cpus, &text);
	is_text(perf_str_text(&text), "0-3,5,7");
	is_true(perf_cpus_has(&cpus, 5) && !perf_cpus_has(&cpus, 4) && !perf_cpus_has(&cpus, -1));
	is_equal(perf_cpus_parse(&other, "3-5", &error), 0);
	is_equal(perf_cpus_and(&both, &cpus, &other, &error), 0);
	is_equal(both.count, 2);
	is_equal(both.at[1], 5);
	perf_cpus_free(&both);
	perf_cpus_free(&other);
	perf_cpus_free(&cpus);
	perf_str_free(&text);
	is_equal(perf_cpus_parse(&cpus, "", &error), 0);
	is_equal(cpus.count, 0);
	for (i = 0; i < PERF_ARRAY_SIZE(bad); i++) {
		if (perf_cpus_parse(&cpus, bad[i], &error) != -EINVAL)
			tap_bad("'%s' was taken", bad[i]);
		perf_cpus_free(&cpus);
	}
}

static void online_cpus_have_places(void)
{
	struct perf_cpu_topology place;
	struct perf_error error;
	struct perf_cpus cpus;
	size_t i;

	is_equal(perf_cpus_online(&cpus, &error), 0);
	is_true(cpus.count >= 1 && (int)cpus.count <= perf_cpus_configured());
	for (i = 0; i < cpus.count; i++) {
		perf_cpu_topology_read(cpus.at[i], 0, &place);
		is_true(place.socket >= 0 && place.die >= 0 && place.core >= 0 && place.node >= 0);
	}
	perf_cpus_free(&cpus);
}

static void thread_lists(void)
{
	struct perf_threads threads;
	struct perf_error error;
	char text[32];

	snprintf(text, sizeof(text), "%d", getpid());
	is_equal(perf_threads_of_pids(&threads, text, &error), 0);
	is_equal(threads.count, 1);
	is_equal(threads.at[0].tid, getpid());
	is_text(threads.at[0].comm, "sys");
	perf_threads_free(&threads);
	is_equal(perf_threads_of_tids(&threads, text, &error), 0);
	is_equal(threads.count, 1);
	perf_threads_free(&threads);
	is_equal(perf_threads_of_pids(&threads, "1073741000", &error), -ESRCH);
	has_text(error.text, "1073741000");
	is_equal(perf_threads_of_pids(&threads, "x", &error), -EINVAL);
	is_equal(perf_threads_of_tids(&threads, "-1", &error), -EINVAL);
	is_equal(perf_threads_of_tids(&threads, ",", &error), -EINVAL);
	is_equal(perf_threads_of_system(&threads, &error), 0);
	is_true(threads.count >= 1);
	perf_threads_free(&threads);
}

static void attribute_is_as_small_as_can_be(void)
{
	struct perf_event_attr attr = { 0 };

	perf_attr_fit(&attr);
	is_equal(attr.size, 112);
	attr.aux_sample_size = 1;
	perf_attr_fit(&attr);
	is_equal(attr.size, 120);
	attr.sig_data = 1;
	perf_attr_fit(&attr);
	is_equal(attr.size, 128);
	attr.config3 = 1;
	perf_attr_fit(&attr);
	is_equal(attr.size, 136);
}

static void features_are_stripped_newest_first(void)
{
	struct perf_event_attr attr = { .exclude_guest = 1, .mmap2 = 1, .build_id = 1,
					.read_format = PERF_FORMAT_LOST | PERF_FORMAT_ID };
	const char *name;

	name = perf_attr_strip_newest(&attr);
	has_text(name, "lost");
	is_equal(attr.read_format, PERF_FORMAT_ID);
	perf_attr_strip_newest(&attr);
	is_true(!attr.build_id && attr.mmap2);
	perf_attr_strip_newest(&attr);
	is_true(!attr.mmap2 && attr.exclude_guest);
	perf_attr_strip_newest(&attr);
	is_true(!attr.exclude_guest);
	is_true(!perf_attr_strip_newest(&attr));
}

/* perf_open_explain() has a text for each errno of perf_event_open(), and for most a hint. */
static void each_errno_is_explained(void)
{
	static const int codes[] = { EACCES, EPERM, ENOENT, ENODEV, EOPNOTSUPP, ENXIO, EINVAL,
				     EBUSY, ENOSPC, ESRCH, EMFILE, ENOSYS, E2BIG, EOVERFLOW, EIO };
	struct perf_event_attr attr = { .type = PERF_TYPE_HARDWARE };
	struct perf_open open = { .attr = &attr, .name = "thing", .pid = 4242, .cpu = -1,
				  .group = -1 };
	char before[512] = "";
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(codes); i++) {
		struct perf_error error;

		perf_open_explain(&open, -codes[i], &error);
		is_equal(error.code, codes[i]);
		is_true(strstr(error.text, "thing") || strstr(error.text, "4242") ||
			codes[i] == ENOSYS);
		if (codes[i] != ESRCH && codes[i] != E2BIG && codes[i] != EIO)
			is_true(error.hint[0]);
		if (codes[i] == EINVAL || codes[i] == EBUSY || codes[i] == ENOSPC)
			is_true(strcmp(before, error.text));
		snprintf(before, sizeof(before), "%s", error.text);
	}
	attr.type = PERF_TYPE_BREAKPOINT;
	{
		struct perf_error error;

		perf_open_explain(&open, ENOSPC, &error);
		has_text(error.text, "breakpoint");
	}
}

static void program_runs_in_two_steps(void)
{
	static char *const argv[] = { (char *)"sh", (char *)"-c", (char *)"exit 7", NULL };
	static char *const missing[] = { (char *)"./no-such-program", NULL };
	struct perf_child child = { 0 };
	struct perf_error error;
	struct rusage usage;
	int status;

	is_equal(perf_child_prepare(&child, argv, false, &error), 0);
	is_true(!perf_child_wait(&child, false, &status, &usage));
	is_equal(perf_child_start(&child, argv[0], &error), 0);
	is_true(perf_child_wait(&child, true, &status, &usage));
	is_equal(perf_child_exit_code(status), 7);
	is_equal(child.pid, 0);

	is_equal(perf_child_prepare(&child, missing, false, &error), 0);
	is_equal(perf_child_start(&child, missing[0], &error), -ENOENT);
	has_text(error.text, "no-such-program");

	is_equal(perf_child_prepare(&child, argv, false, &error), 0);
	perf_child_abandon(&child);
	is_equal(child.pid, 0);
	is_equal(perf_child_exit_code(9), 128 + 9);
}

/* perf_ring_next() of records of 16 to 32 bytes that wrap round, at all positions. */
static void ring_is_read_round_the_end(void)
{
	static unsigned char copy[PERF_RECORD_MAX];
	struct perf_event_mmap_page page = { 0 };
	static unsigned char data[64] __attribute__((aligned(8)));
	struct perf_ring ring = { .page = &page, .data = data, .size = sizeof(data) };
	uint64_t head = 0, number;

	for (number = 0; number < 1000; number++) {
		struct perf_event_header header = { .type = number, .size = 16 + number % 3 * 8 };
		const struct perf_event_header *got;
		unsigned char record[32];
		size_t i;

		memset(record, number, sizeof(record));
		memcpy(record, &header, sizeof(header));
		for (i = 0; i < header.size; i++)
			data[(head + i) % sizeof(data)] = record[i];
		head += header.size;
		page.data_head = head;
		is_equal(perf_ring_begin(&ring), header.size);
		got = perf_ring_next(&ring, copy);
		is_true(got && got->type == number && !memcmp(got, record, header.size));
		is_true(!perf_ring_next(&ring, copy));
		perf_ring_end(&ring);
		is_equal(page.data_tail, head);
	}
}

static void broken_record_ends_the_reading(void)
{
	static unsigned char copy[PERF_RECORD_MAX];
	struct perf_event_mmap_page page = { .data_head = 32 };
	static unsigned char data[64] __attribute__((aligned(8)));
	struct perf_ring ring = { .page = &page, .data = data, .size = sizeof(data) };
	struct perf_event_header header = { .type = 1, .size = 0 };

	memcpy(data, &header, sizeof(header));
	perf_ring_begin(&ring);
	is_true(!perf_ring_next(&ring, copy));
	header.size = 40;
	memcpy(data, &header, sizeof(header));
	ring.tail = 0;
	perf_ring_begin(&ring);
	is_true(!perf_ring_next(&ring, copy));
}

static void backward_ring_is_read_from_its_head(void)
{
	static unsigned char copy[PERF_RECORD_MAX];
	struct perf_event_mmap_page page = { 0 };
	static unsigned char data[64] __attribute__((aligned(8)));
	struct perf_ring ring = { .page = &page, .data = data, .size = sizeof(data),
				  .overwrite = true };
	uint64_t head = 0, number;

	for (number = 0; number < 10; number++) {
		struct perf_event_header header = { .type = number, .size = 24 };
		size_t i;

		head -= header.size;
		for (i = 0; i < header.size; i++)
			data[(head + i) % sizeof(data)] =
				i < sizeof(header) ? ((unsigned char *)&header)[i] : number;
	}
	page.data_head = head;
	/* perf_ring_next() returns the newest of the two records that fit into 64 bytes. */
	is_equal(perf_ring_begin(&ring), 48);
	is_equal(perf_ring_next(&ring, copy)->type, 9);
	is_equal(perf_ring_next(&ring, copy)->type, 8);
	is_true(!perf_ring_next(&ring, copy));
}

static void real_ring_delivers_samples(void)
{
	static unsigned char copy[PERF_RECORD_MAX];
	struct perf_event_attr attr = { .type = PERF_TYPE_SOFTWARE,
					.config = PERF_COUNT_SW_PAGE_FAULTS, .sample_period = 1,
					.sample_type = PERF_SAMPLE_TID, .disabled = 1,
					.exclude_kernel = 1, .exclude_hv = 1 };
	struct perf_open open = { .attr = &attr, .name = "page-faults", .cpu = -1, .group = -1 };
	const struct perf_event_header *record;
	size_t samples = 0, size = 64 * 4096;
	struct perf_error error;
	struct perf_ring ring;
	char *memory;
	int fd = perf_open(&open);
	size_t i;

	if (fd < 0)
		test_skip("no permission to count page faults");
	is_equal(perf_ring_map(&ring, fd, 8, false, &error), 0);
	memory = aligned_alloc(4096, size);
	ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
	for (i = 0; i < size; i += 4096)
		((volatile char *)memory)[i] = 1;
	ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
	is_true(perf_ring_begin(&ring) > 0);
	while ((record = perf_ring_next(&ring, copy))) {
		uint32_t pid;

		if (record->type != PERF_RECORD_SAMPLE)
			continue;
		memcpy(&pid, record + 1, sizeof(pid));
		is_equal(pid, getpid());
		samples++;
	}
	perf_ring_end(&ring);
	is_true(samples >= 1);
	is_equal(perf_ring_begin(&ring), 0);
	perf_ring_unmap(&ring);
	is_equal(perf_ring_map(&ring, fd, 3, false, &error), -EINVAL);
	has_text(error.hint, "power of two");
	free(memory);
	close(fd);
}

/* Calls that affect other processes, or put keys into a terminal; none has an effect here. */
enum { ATTEMPTS = 8 };

static void attempt(int errors[ATTEMPTS])
{
	struct rlimit limit;
	pid_t parent = getppid();
	int null = open("/dev/null", O_RDONLY | O_CLOEXEC);

	errors[0] = syscall(SYS_kill, parent, 0) ? errno : 0;
	errors[1] = syscall(SYS_tgkill, parent, parent, 0) ? errno : 0;
	errors[2] = syscall(SYS_prlimit64, parent, RLIMIT_CORE, NULL, &limit) ? errno : 0;
	errors[3] = ioctl(null, TIOCSTI, "x") ? errno : 0;
	errors[4] = ioctl(null, TIOCLINUX, "x") ? errno : 0;
	/* perf_confine() still allows these. */
	errors[5] = syscall(SYS_tgkill, getpid(), getpid(), 0) ? errno : 0;
	errors[6] = kill(getpid(), 0) ? errno : 0;
	errors[7] = syscall(SYS_prlimit64, 0, RLIMIT_CORE, NULL, &limit) ? errno : 0;
	close(null);
}

static void a_confined_process_leaves_others_alone(void)
{
	static const int before[ATTEMPTS] = { 0, 0, 0, ENOTTY, ENOTTY, 0, 0, 0 };
	static const int after[ATTEMPTS] = { EPERM, EPERM, EPERM, EPERM, EPERM, 0, 0, 0 };
	int errors[ATTEMPTS], status = 0;
	pid_t child = fork();

	if (!child) {
		attempt(errors);
		if (memcmp(errors, before, sizeof(before)))
			_exit(1);
		if (!(perf_confine(&(struct perf_confine){ 0 }) & PERF_CONFINED_CALLS))
			_exit(2);
		attempt(errors);
		_exit(memcmp(errors, after, sizeof(after)) ? 3 : 0);
	}
	is_equal(waitpid(child, &status, 0), child);
	is_true(WIFEXITED(status));
	if (WEXITSTATUS(status) == 2)
		test_skip("no seccomp, or built without libseccomp");
	is_equal(WEXITSTATUS(status), 0);
}

int main(void)
{
	test(cpu_lists);
	test(online_cpus_have_places);
	test(thread_lists);
	test(attribute_is_as_small_as_can_be);
	test(features_are_stripped_newest_first);
	test(each_errno_is_explained);
	test(program_runs_in_two_steps);
	test(ring_is_read_round_the_end);
	test(broken_record_ends_the_reading);
	test(backward_ring_is_read_from_its_head);
	test(real_ring_delivers_samples);
	test(a_confined_process_leaves_others_alone);
	return test_end();
}
