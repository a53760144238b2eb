/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The fixture of tests that read side-band records: one PERF_COUNT_SW_DUMMY event, which
 * counts nothing, with sample_id_all.
 */
#ifndef _SIDEBAND_FIXTURE_H
#define _SIDEBAND_FIXTURE_H

#include <linux/bpf.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "perf_test.h"
#include "kselftest_harness.h"

#define RW		(PROT_READ | PROT_WRITE)
#define CGROUP		"/sys/fs/cgroup/perf_test"

static inline size_t padded(size_t size)
{
	return (size + 7) & ~(size_t)7;
}

FIXTURE(sideband)
{
	struct perf_event_attr attr;
	struct perf_ring ring;
	struct perf_trailer trailer;
	size_t page;
	int fd;
};

FIXTURE_SETUP(sideband)
{
	self->fd = -1;
	self->page = getpagesize();
	self->attr = perf_attr_software(PERF_COUNT_SW_DUMMY);
	self->attr.sample_id_all = 1;
	self->attr.sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ID |
				 PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU |
				 PERF_SAMPLE_IDENTIFIER;
}

FIXTURE_TEARDOWN(sideband)
{
	perf_ring_unmap(&self->ring);
	if (self->fd >= 0)
		close(self->fd);
	rmdir(CGROUP);
}

static inline int open_off(FIXTURE_DATA(sideband) *self, pid_t pid, int cpu)
{
	self->attr.disabled = 1;
	self->fd = perf_open(&self->attr, pid, cpu, -1, 0);
	if (self->fd < 0)
		return errno;
	return perf_ring_open(&self->ring, self->fd, 64, RW);
}

/* Like open_off(), but enabled, after mapping the ring, which would be recorded as well */
static inline int open_on(FIXTURE_DATA(sideband) *self, pid_t pid, int cpu)
{
	return open_off(self, pid, cpu) ?: perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0);
}

static inline void close_event(FIXTURE_DATA(sideband) *self)
{
	perf_ring_unmap(&self->ring);
	close(self->fd);
	self->fd = -1;
}

/* Returns the next record of @type, with its trailer in self->trailer, or NULL */
static inline const void *next_of(FIXTURE_DATA(sideband) *self, uint32_t type)
{
	const struct perf_event_header *record;

	while ((record = perf_ring_next(&self->ring))) {
		if (record->type != type)
			continue;
		return perf_trailer_parse(&self->attr, record, &self->trailer) ? record : NULL;
	}
	return NULL;
}

#define EXPECT_TRAILER(pid_, tid_) do {					\
	EXPECT_EQ((uint32_t)(pid_), self->trailer.pid);			\
	EXPECT_EQ((uint32_t)(tid_), self->trailer.tid);			\
	EXPECT_EQ(perf_event_id(self->fd), self->trailer.id);		\
	EXPECT_EQ(perf_event_id(self->fd), self->trailer.stream_id);	\
	EXPECT_EQ(perf_event_id(self->fd), self->trailer.identifier);	\
	EXPECT_GT(self->trailer.time, 0);				\
} while (0)

/* BPF_PROG_LOAD of a minimal program; returns its fd */
static inline int load_program(void)
{
	const struct bpf_insn program[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = BPF_REG_0 },
		{ .code = BPF_JMP | BPF_EXIT },
	};
	union bpf_attr attr = {
		.prog_type = BPF_PROG_TYPE_SOCKET_FILTER,
		.insns = (uintptr_t)program,
		.insn_cnt = ARRAY_SIZE(program),
		.license = (uintptr_t)"GPL",
		.prog_name = "perf_test",
	};

	return syscall(SYS_bpf, BPF_PROG_LOAD, &attr, sizeof(attr));
}

#endif /* _SIDEBAND_FIXTURE_H */
