// SPDX-License-Identifier: GPL-2.0
/*
 * Operations on descriptors of events.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "ops.h"

/* Memory that struct perf_event_ext begins, up to the largest size that a kernel accepts */
union ext_area {
	struct perf_event_ext ext;
	char bytes[8192];
};

/* With one of these arguments the call has PERF_FLAG_EXT; false without */
static bool fill_ext(union ext_area *area, struct perf_event_attr *attr, const struct op *op)
{
	struct perf_event_ext *ext = &area->ext;
	unsigned int key, count = 0;

	for (key = OPEN_OPTIONS; key < OPEN_END; key++)
		count += op_has(op, key);
	if (!count)
		return false;
	memset(area, 0, sizeof(*area));
	ext->size = op_has(op, OPEN_EXT_SIZE) ? op_get(op, OPEN_EXT_SIZE) : sizeof(*ext);
	ext->options = op_get(op, OPEN_OPTIONS);
	ext->attr = (unsigned long)(op_has(op, OPEN_ATTR_AT) ?
				    state_address(op_get(op, OPEN_ATTR_AT)) : attr);
	ext->nr_attr = op_get(op, OPEN_NR_ATTR);
	ext->__reserved_1 = op_get(op, OPEN_RESERVED);
	ext->__reserved_2[op_get(op, OPEN_RESERVED) % COUNT(ext->__reserved_2)] =
		op_get(op, OPEN_RESERVED) >> 32;
	if (op_has(op, OPEN_EXPLAIN))
		ext->explain = (unsigned long)state_address(op_get(op, OPEN_EXPLAIN));
	ext->explain_size = op_get(op, OPEN_EXPLAIN_SIZE);
	/* A byte of a field that this kernel does not have */
	if (op_get(op, OPEN_TAIL))
		area->bytes[sizeof(*ext) + op_get(op, OPEN_TAIL) % 4096] = 1;
	return true;
}

static long run_open(struct state *state, const struct op *op)
{
	uint64_t slot = op_get(op, 0), at = op_get(op, 5);
	int group = op_has(op, 1) ? state_fd(state, op_get(op, 1)) : -1;
	unsigned long flags = op_get(op, 4);
	struct perf_event_attr attr;
	void *argument = &attr;
	union ext_area area;
	pid_t pid;
	long fd;

	state_fill_attr(&attr, op);
	if (fill_ext(&area, &attr, op)) {
		argument = &area;
		flags |= PERF_FLAG_EXT;
	}
	if (at)
		argument = state_address(at);
	pid = state_pid(state, op_get(op, 2));
	if (op_get(op, 2) >= PID_CGROUP0)
		flags |= PERF_FLAG_PID_CGROUP;
	fd = result_of(syscall(SYS_perf_event_open, argument, pid, (int)op_get(op, 3), group,
			       flags));
	if (fd >= 0)
		state_set_fd(state, slot, fd);
	return fd;
}

static const struct arg_spec open_args[] = {
	{ "fd", ARG_FD, .made = true },
	{ "group", ARG_FD, .once = 2 },
	{ "pid", ARG_WORD, &words_pid, .once = 3 },
	{ "cpu", ARG_NUMBER, .values = ARG_VALUES(-1, -1, -1, -1, 0, 0, 1, 7, 77, -7, 1ULL << 31) },
	{ "flags", ARG_NUMBER, .limit = 32, .once = 6 },
	{ "at", ARG_WORD, &words_address, .once = 60 },
	{ "options", ARG_NUMBER, .once = 4,
	  .values = ARG_VALUES(PERF_EXT_MEMCG, PERF_EXT_NO_MUX, PERF_EXT_MEMCG | PERF_EXT_NO_MUX,
			       PERF_EXT_JITTER, 0, 1, 1ULL << 63) },
	{ "explain", ARG_WORD, &words_address, .once = 6 },
	{ "explain_size", ARG_NUMBER, .once = 6,
	  .values = ARG_VALUES(200, 200, 200, 0, 199, 201, 4096, 4097, 0xffffffff) },
	{ "ext_size", ARG_NUMBER, .once = 20,
	  .values = ARG_VALUES(72, 0, 71, 73, 80, 4096, 4097, 0xffffffff) },
	{ "nr_attr", ARG_NUMBER, .once = 30, .values = ARG_VALUES(0, 1, 2, 0xffffffff) },
	{ "attr_at", ARG_WORD, &words_address, .once = 60 },
	{ "reserved", ARG_NUMBER, .once = 60, .values = ARG_VALUES(1, 1ULL << 32, 3ULL << 33) },
	{ "tail", ARG_NUMBER, .once = 60, .limit = 4096 },
	{ }
};

static long run_close(struct state *state, const struct op *op)
{
	state_set_fd(state, op_get(op, 0), -1);
	return 0;
}

static const struct arg_spec one_fd_args[] = { { "fd", ARG_FD }, { } };

static long run_dup(struct state *state, const struct op *op)
{
	int fd = dup(state_fd(state, op_get(op, 0)));

	if (fd >= 0)
		state_set_fd(state, op_get(op, 1), fd);
	return result_of(fd);
}

static const struct arg_spec dup_args[] = {
	{ "of", ARG_FD }, { "fd", ARG_FD, .made = true }, { }
};

static long run_read(struct state *state, const struct op *op)
{
	return result_of(read(state_fd(state, op_get(op, 0)), state_address(op_get(op, 2)),
			      op_get(op, 1)));
}

static const struct arg_spec read_args[] = {
	{ "fd", ARG_FD },
	{ "size", ARG_NUMBER, .limit = 1024,
	  .values = ARG_VALUES(0, 7, 8, 16, 24, 40, 4096, 65536) },
	{ "to", ARG_WORD, &words_address, .once = 4 },
	{ }
};

static long run_poll(struct state *state, const struct op *op)
{
	struct pollfd poll_one = {
		.fd = state_fd(state, op_get(op, 0)), .events = op_get(op, 1),
	};

	return poll(&poll_one, 1, 0) > 0 ? poll_one.revents : 0;
}

static const struct arg_spec poll_args[] = {
	{ "fd", ARG_FD }, { "events", ARG_NUMBER, .values = ARG_VALUES(1, 4, 0x41, 0xffff) }, { }
};

static long run_async(struct state *state, const struct op *op)
{
	int fd = state_fd(state, op_get(op, 0));

	fcntl(fd, F_SETOWN, state_pid(state, op_get(op, 2)) ?: getpid());
	fcntl(fd, F_SETSIG, op_get(op, 3) ? SIGUSR1 : 0);
	return result_of(fcntl(fd, F_SETFL, op_get(op, 1) ? O_ASYNC | O_NONBLOCK : 0));
}

static const struct arg_spec async_args[] = {
	{ "fd", ARG_FD }, { "on", ARG_NUMBER, .limit = 2 },
	{ "owner", ARG_WORD, &words_pid, .once = 3 }, { "queued", ARG_NUMBER, .limit = 2 }, { }
};

static long run_fdinfo(struct state *state, const struct op *op)
{
	char path[64], text[512];
	long length;
	int fd;

	snprintf(path, sizeof(path), "/proc/self/fdinfo/%d", state_fd(state, op_get(op, 0)));
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	length = result_of(read(fd, text, sizeof(text)));
	close(fd);
	return length;
}

const struct op_row event_rows[] = {
	/* Open is first: a random case begins with two */
	{ "open", 60, open_args, .attr = true, .run = run_open },
	{ "close", 18, one_fd_args, .run = run_close },
	{ "dup", 3, dup_args, .run = run_dup },
	{ "read", 16, read_args, .run = run_read },
	{ "poll", 6, poll_args, .run = run_poll },
	{ "async", 5, async_args, .run = run_async },
	{ "fdinfo", 1, one_fd_args, .run = run_fdinfo },
	{ }
};
