// SPDX-License-Identifier: GPL-2.0
/*
 * Operations on events by ioctl and prctl.
 */
#include <linux/bpf.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "ops.h"

#define DEEP	400

static const struct arg_spec plain_args[] = {
	{ "fd", ARG_FD }, { "arg", ARG_NUMBER, .values = ARG_VALUES(0, 0, 0, 1, 1, 2, 3) }, { }
};

#define PLAIN(name, command)								\
static long run_##name(struct state *state, const struct op *op)			\
{											\
	return result_of(ioctl(state_fd(state, op_get(op, 0)), command, op_get(op, 1)));	\
}

PLAIN(enable, PERF_EVENT_IOC_ENABLE)
PLAIN(disable, PERF_EVENT_IOC_DISABLE)
PLAIN(refresh, PERF_EVENT_IOC_REFRESH)
PLAIN(reset, PERF_EVENT_IOC_RESET)
PLAIN(pause, PERF_EVENT_IOC_PAUSE_OUTPUT)

static long run_period(struct state *state, const struct op *op)
{
	uint64_t period = op_get(op, 1);

	return result_of(ioctl(state_fd(state, op_get(op, 0)), PERF_EVENT_IOC_PERIOD,
			       op_get(op, 2) ? state_address(op_get(op, 2)) : (void *)&period));
}

static const struct arg_spec period_args[] = {
	{ "fd", ARG_FD },
	{ "period", ARG_NUMBER, .values = ARG_VALUES(0, 1000, 100000, 1000000, 1ULL << 40,
						     1ULL << 62, 1ULL << 63, ~0ULL) },
	{ "at", ARG_WORD, &words_address, .once = 8 },
	{ }
};

static long run_id(struct state *state, const struct op *op)
{
	return result_of(ioctl(state_fd(state, op_get(op, 0)), PERF_EVENT_IOC_ID,
			       state_address(op_get(op, 1))));
}

static const struct arg_spec id_args[] = {
	{ "fd", ARG_FD }, { "to", ARG_WORD, &words_address }, { }
};

static long run_output(struct state *state, const struct op *op)
{
	return result_of(ioctl(state_fd(state, op_get(op, 0)), PERF_EVENT_IOC_SET_OUTPUT,
			       state_fd(state, op_get(op, 1))));
}

static const struct arg_spec output_args[] = { { "fd", ARG_FD }, { "ring", ARG_FD }, { } };

static const char *filter_text(uint64_t word)
{
	static const char * const texts[] = {
		"", "common_pid != 0", "prev_pid > 5 && (next_pid < 3)", "filter 0x1000/0x100",
		"filter 0/0x100@/proc/self/exe", "start 0@/proc/self/exe,stop 0x10@/proc/self/exe",
		"((((",
	};
	static char endless[8192], deep[2 * DEEP + 32];
	int i;

	if (word >= 1 && word <= COUNT(texts))
		return texts[word - 1];
	if (!word)
		return NULL;
	if (word == COUNT(texts) + 1) {
		for (i = 0; i < (int)sizeof(endless) - 1; i++)
			endless[i] = "filter 0/1 "[i % 11];
		return endless;
	}
	for (i = 0; i < DEEP; i++)
		deep[i] = '(';
	return deep;
}

static long run_filter(struct state *state, const struct op *op)
{
	return result_of(ioctl(state_fd(state, op_get(op, 0)), PERF_EVENT_IOC_SET_FILTER,
			       op_get(op, 2) ? state_address(op_get(op, 2)) :
					       filter_text(op_get(op, 1))));
}

static const struct arg_spec filter_args[] = {
	{ "fd", ARG_FD }, { "text", ARG_WORD, &words_filter },
	{ "at", ARG_WORD, &words_address, .once = 10 }, { }
};

static long run_query(struct state *state, const struct op *op)
{
	uint32_t query[10] = { op_get(op, 1) };

	return result_of(ioctl(state_fd(state, op_get(op, 0)), PERF_EVENT_IOC_QUERY_BPF,
			       op_get(op, 2) ? state_address(op_get(op, 2)) : query));
}

static const struct arg_spec query_args[] = {
	{ "fd", ARG_FD }, { "count", ARG_NUMBER, .values = ARG_VALUES(0, 1, 8) },
	{ "at", ARG_WORD, &words_address, .once = 3 }, { }
};

static long run_bpf(struct state *state, const struct op *op)
{
	return result_of(ioctl(state_fd(state, op_get(op, 0)), PERF_EVENT_IOC_SET_BPF,
			       state_fd(state, op_get(op, 1))));
}

static const struct arg_spec bpf_args[] = { { "fd", ARG_FD }, { "program", ARG_FD }, { } };

static long run_modify(struct state *state, const struct op *op)
{
	struct perf_event_attr attr;

	state_fill_attr(&attr, op);
	return result_of(ioctl(state_fd(state, op_get(op, 0)), PERF_EVENT_IOC_MODIFY_ATTRIBUTES,
			       op_get(op, 1) ? state_address(op_get(op, 1)) : &attr));
}

static const struct arg_spec modify_args[] = {
	{ "fd", ARG_FD }, { "at", ARG_WORD, &words_address, .once = 10 },
	/* As in open, whose attr an operation may take over */
	{ "pid", ARG_NUMBER, .once = 200 }, { "cpu", ARG_NUMBER, .once = 200 }, { }
};

static long run_ioctl(struct state *state, const struct op *op)
{
	return result_of(ioctl(state_fd(state, op_get(op, 0)), op_get(op, 1),
			       state_address(op_get(op, 2))));
}

static const struct arg_spec ioctl_args[] = {
	{ "fd", ARG_FD },
	{ "command", ARG_NUMBER, .values = ARG_VALUES(0, 0x2400, 0x240c, 0x80082407, 0x40082404,
						      0x40042404, 0x5401, 0x541b, 0xffffffff) },
	{ "at", ARG_WORD, &words_address },
	{ }
};

static long run_why(struct state *state, const struct op *op)
{
	return result_of(ioctl(state_fd(state, op_get(op, 0)), PERF_EVENT_IOC_WHY,
			       state_address(op_get(op, 1))));
}

/* The kinds of programs that events run; the fields of insns: code, registers, offset, number */
static long run_program(struct state *state, const struct op *op)
{
	static const int types[] = {
		BPF_PROG_TYPE_PERF_EVENT, BPF_PROG_TYPE_TRACEPOINT, BPF_PROG_TYPE_KPROBE,
	};
	const struct bpf_insn insns[] = {
		{ BPF_ALU64 | BPF_MOV | BPF_K, BPF_REG_0, 0, 0, op_get(op, 2) },
		{ BPF_JMP | BPF_EXIT, 0, 0, 0, 0 },
	};
	union bpf_attr attr;
	int fd;

	memset(&attr, 0, sizeof(attr));
	attr.prog_type = types[op_get(op, 1) % COUNT(types)];
	attr.insns = (unsigned long)insns;
	attr.insn_cnt = COUNT(insns);
	attr.license = (unsigned long)"GPL";
	fd = syscall(SYS_bpf, BPF_PROG_LOAD, &attr, sizeof(attr));
	if (fd >= 0)
		state_set_fd(state, op_get(op, 0), fd);
	return result_of(fd);
}

static const struct arg_spec program_args[] = {
	{ "fd", ARG_FD, .made = true }, { "type", ARG_NUMBER, .limit = 3 },
	{ "returns", ARG_NUMBER, .limit = 2 }, { }
};

static long run_prctl(struct state *state, const struct op *op)
{
	(void)state;
	return result_of(prctl(op_get(op, 0) ? PR_TASK_PERF_EVENTS_ENABLE :
					       PR_TASK_PERF_EVENTS_DISABLE));
}

static const struct arg_spec prctl_args[] = { { "enable", ARG_NUMBER, .limit = 2 }, { } };

const struct op_row ioctl_rows[] = {
	{ "enable", 12, plain_args, .run = run_enable },
	{ "disable", 8, plain_args, .run = run_disable },
	{ "refresh", 6, plain_args, .run = run_refresh },
	{ "reset", 4, plain_args, .run = run_reset },
	{ "pause", 4, plain_args, .run = run_pause },
	{ "period", 5, period_args, .run = run_period },
	{ "id", 3, id_args, .run = run_id },
	{ "output", 12, output_args, .run = run_output },
	{ "filter", 6, filter_args, .run = run_filter },
	{ "query", 2, query_args, .run = run_query },
	{ "bpf", 5, bpf_args, .run = run_bpf },
	{ "program", 3, program_args, .run = run_program },
	{ "why", 4, id_args, .run = run_why },
	{ "modify", 5, modify_args, .attr = true, .run = run_modify },
	{ "ioctl", 2, ioctl_args, .run = run_ioctl },
	{ "prctl", 4, prctl_args, .run = run_prctl },
	{ }
};
