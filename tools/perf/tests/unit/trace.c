// SPDX-License-Identifier: GPL-2.0
/* Formats of tracepoints, values as text, sets of system calls, and the order of records. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <linux/futex.h>
#include <asm/unistd.h>
#include <linux/perf_event.h>
#include <model/format.h>
#include <trace/queue.h>
#include <trace/syscalls.h>
#include <trace/tasks.h>
#include <trace/values.h>

#include "tap.h"

static const char sample_format[] =
	"name: thing\n"
	"ID: 77\n"
	"format:\n"
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
	"\n"
	"\tfield:char comm[4];\toffset:8;\tsize:4;\tsigned:0;\n"
	"\tfield:short small;\toffset:12;\tsize:2;\tsigned:1;\n"
	"\tfield:__data_loc char[] name;\toffset:16;\tsize:4;\tsigned:0;\n"
	"\tfield:__rel_loc char[] tail;\toffset:20;\tsize:4;\tsigned:0;\n"
	"\tfield:void * where;\toffset:24;\tsize:8;\tsigned:0;\n"
	"print fmt: \"field:int no;\\toffset:1;\"\n";

static bool has_bytes(const struct perf_format *format, const char *field, const void *raw,
		      const char *wanted)
{
	size_t length;
	const void *bytes = perf_format_bytes(format, perf_format_find(format, field), raw, 48,
					      &length);

	return bytes && length == strlen(wanted) && !memcmp(bytes, wanted, length);
}

static void formats(void)
{
	unsigned char raw[48] = { [8] = 'a', 'b', 'c', 'd', [12] = 0xfe, 0xff };
	const uint32_t place = 32 | 4 << 16, relative = (36 - 24) | 3 << 16;
	const uint64_t where = 0x1122334455667788;
	struct perf_format format;
	size_t length;

	memcpy(raw + 16, &place, 4);
	memcpy(raw + 20, &relative, 4);
	memcpy(raw + 24, &where, 8);
	memcpy(raw + 32, "wxy", 4);
	memcpy(raw + 36, "zz", 3);
	is_true(!perf_format_parse(&format, sample_format, strlen(sample_format)));
	is_true(format.id == 77 && !strcmp(format.name, "thing"));
	is_true(format.fields.count == 6);
	is_true(format.fields.at[0].common && !format.fields.at[1].common);
	is_equal(perf_format_number(&format, perf_format_find(&format, "small"), raw, 48), -2);
	is_true(perf_format_number(&format, perf_format_find(&format, "where"), raw, 48) == where);
	is_true(!perf_format_number(&format, perf_format_find(&format, "where"), raw, 31));
	is_true(has_bytes(&format, "comm", raw, "abcd"));
	is_true(has_bytes(&format, "name", raw, "wxy"));
	is_true(has_bytes(&format, "tail", raw, "zz"));
	is_true(!perf_format_bytes(&format, perf_format_find(&format, "name"), raw, 34, &length));
	is_equal(length, 0);
	format.swap = true;
	is_true(perf_format_number(&format, perf_format_find(&format, "where"), raw, 48) ==
		0x8877665544332211);
	perf_format_free(&format);
	is_true(perf_format_parse(&format, "garbage\n", 8) == -EINVAL);
}

/* perf_format_bytes(): the __data_loc word of a field of size 0 lies beyond the record. */
static void places_are_within_the_record(void)
{
	static const char text[] =
		"name: thing\nID: 77\nformat:\n"
		"\tfield:__data_loc char[] name;\toffset:8;\tsize:0;\tsigned:0;\n";
	const uint32_t raw[] = { 0x41414141, 0, 0 | 4 << 16 };
	struct perf_format format;
	size_t length = 1;

	is_true(!perf_format_parse(&format, text, strlen(text)));
	is_true(!perf_format_bytes(&format, perf_format_find(&format, "name"), raw, 8, &length));
	is_equal(length, 0);
	perf_format_free(&format);
}

static bool shows(enum perf_value_kind kind, const char *call, const char *parameter,
		  uint64_t value, const char *wanted)
{
	const struct perf_value_rule *rule = call ? perf_value_rule(call, parameter) : NULL;
	struct perf_str text = { 0 };
	bool same;

	perf_value_put(&text, rule ? rule->kind : kind, rule ? rule->table : NULL, value);
	same = !strcmp(perf_str_text(&text), wanted);
	if (!same)
		tap_bad("'%s', not '%s'", perf_str_text(&text), wanted);
	perf_str_free(&text);
	return same;
}

static void values_as_text(void)
{
	is_true(shows(PERF_VALUE_INT, NULL, NULL, (uint64_t)-1, "-1"));
	is_true(shows(PERF_VALUE_HEX, NULL, NULL, 0x1234, "0x1234"));
	is_true(shows(0, "openat", "flags", O_RDWR | O_CREAT | 1u << 30, "RDWR|CREAT|0x40000000"));
	is_true(shows(0, "openat", "dfd", (uint64_t)AT_FDCWD, "CWD"));
	is_true(shows(0, "socket", "type", SOCK_DGRAM | SOCK_NONBLOCK, "DGRAM|NONBLOCK"));
	is_true(shows(0, "futex", "op", FUTEX_WAIT | FUTEX_PRIVATE_FLAG, "WAIT|PRIVATE_FLAG"));
	is_true(shows(0, "kill", "sig", 9, "KILL"));
	is_true(shows(0, "kill", "sig", 35, "RTMIN+3"));
	is_true(shows(0, "lseek", "whence", 99, "99"));
	is_true(shows(0, "ioctl", "cmd", 0x80041270, "(READ, 0x12, 0x70, 0x4)"));
	is_true(shows(0, "access", "mode", 6, "RW"));
	is_true(shows(0, "chmod", "mode", 0100644, "0100644"));
}

static void sets_of_calls(void)
{
	struct perf_syscall_set set = { 0 };
	struct perf_str text = { 0 };

	is_true(perf_syscall_set_has(&set, __NR_read));
	is_true(perf_syscall_set_add(&set, "read,close", 4) == 1);
	is_true(perf_syscall_set_add(&set, "nothing", 7) == 0);
	is_true(perf_syscall_set_add(&set, "epoll_pwai*", 11) == 2);
	is_true(perf_syscall_set_has(&set, __NR_read) && !perf_syscall_set_has(&set, __NR_close));
	perf_syscall_set_free(&set);
	perf_syscall_set_add(&set, "read", 4);
	perf_syscall_set_add(&set, "write", 5);
	set.inverted = true;
	perf_syscall_set_filter(&set, &text);
	is_true(perf_starts_with(perf_str_text(&text), "id != ") &&
		strstr(perf_str_text(&text), " && id != "));
	is_true(!perf_syscall_set_has(&set, __NR_read) && perf_syscall_set_has(&set, __NR_close));
	perf_syscall_set_free(&set);
	is_true(perf_syscall_set_add(&set, "network", 7) > 10);
	perf_syscall_set_free(&set);
	perf_str_free(&text);
	is_true(!perf_syscall_name(-1) && !perf_syscall_name(1 << 20));
}

/* A record with the time that timed_time() returns. */
struct timed {
	struct perf_event_header header;
	uint64_t time;
};

static uint64_t timed_time(const void *context, const struct perf_event_header *header)
{
	(void)context;
	return ((const struct timed *)header)->time;
}

/* Write records of these times to a @ring in plain memory. */
static void fill(struct perf_ring *ring, struct perf_event_mmap_page *page, struct timed *data,
		 const uint64_t *times, size_t nr)
{
	size_t i;

	for (i = 0; i < nr; i++) {
		struct timed *record = &data[page->data_head / sizeof(*data) % 8];

		*record = (struct timed){ .header.size = sizeof(*record), .time = times[i] };
		page->data_head += sizeof(*record);
	}
	ring->page = page;
	ring->data = (unsigned char *)data;
	ring->size = 8 * sizeof(*data);
}

static void order_of_records(void)
{
	static const uint64_t first[] = { 10, 30, 50, 70 }, second[] = { 20, 40, 60, 80 };
	struct perf_event_mmap_page pages[2] = { 0 };
	struct timed data[2][8];
	struct perf_ring rings[2] = { 0 };
	const struct perf_event_header *header;
	struct perf_queue queue;
	uint64_t last = 0;
	bool sorted = true;
	size_t nr = 0, round;

	is_true(!perf_queue_init(&queue, 2, timed_time, NULL));
	fill(&rings[0], &pages[0], data[0], first, 4);
	fill(&rings[1], &pages[1], data[1], second, 4);
	perf_queue_take(&queue, 0, &rings[0]);
	perf_queue_take(&queue, 1, &rings[1]);
	is_true(pages[0].data_tail == pages[0].data_head);
	while ((header = perf_queue_next(&queue, 55))) {
		sorted &= timed_time(NULL, header) > last;
		last = timed_time(NULL, header);
		nr++;
	}
	is_true(sorted && nr == 5 && last == 50);
	/* perf_queue_take() of a ring that wraps round its end. */
	for (round = 1; round < 5; round++) {
		const uint64_t more[] = { round * 100 + 1, round * 100 + 2, round * 100 + 3 };

		fill(&rings[0], &pages[0], data[0], more, 3);
		perf_queue_take(&queue, 0, &rings[0]);
	}
	while ((header = perf_queue_next(&queue, UINT64_MAX))) {
		sorted &= timed_time(NULL, header) > last;
		last = timed_time(NULL, header);
		nr++;
	}
	is_true(sorted && nr == 20 && last == 403);
	perf_queue_free(&queue);
}

static void threads_and_files(void)
{
	struct perf_trace_tasks tasks = { 0 };
	struct perf_trace_task *task, *child;

	task = perf_trace_task(&tasks, 100, 101);
	is_true(task && perf_trace_task(&tasks, 100, 101) == task);
	perf_trace_task_name(task, "a name that is too long", 23);
	is_true(!strcmp(task->comm, "a name that is "));
	is_true(!perf_fds_set(&task->process->paths, 3, perf_intern(&tasks.paths, "/dev/null")));
	is_true(!strcmp(perf_trace_path(&tasks, task->process, 3), "/dev/null"));
	is_true(!perf_trace_fork(&tasks, 200, 200, 100, 101));
	child = perf_trace_task(&tasks, 200, 200);
	is_true(!strcmp(child->comm, task->comm));
	perf_trace_forget(task->process, 3);
	is_true(!perf_trace_path(&tasks, task->process, 3));
	is_true(!strcmp(perf_trace_path(&tasks, child->process, 3), "/dev/null"));
	is_true(perf_trace_task(&tasks, 300, 101) != task);
	perf_trace_tasks_free(&tasks);
}

int main(void)
{
	test(formats);
	test(places_are_within_the_record);
	test(values_as_text);
	test(sets_of_calls);
	test(order_of_records);
	test(threads_and_files);
	return test_end();
}
