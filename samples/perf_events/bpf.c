// SPDX-License-Identifier: GPL-2.0
/*
 * Run a BPF program at each overflow of an event. Needs CAP_BPF and CAP_PERFMON.
 *
 *	# ./bpf
 *	16 page faults, 16 runs of the program, 0 bytes in the ring
 *
 * The program adds one to the element of a map and returns 0, so that the kernel writes no
 * sample. It is written as instructions: no compiler for BPF and no library is needed.
 *
 * Exit status 4: the kernel runs no BPF programs for events.
 */
#include <err.h>
#include <errno.h>
#include <linux/bpf.h>
#include <linux/perf_event.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define LACKING	4
#define PAGES	16
#define INSNS	11

/* Operation, destination, source, offset, constant */
#define INSN(op, dst, src, offset, constant) \
	{ .code = (op), .dst_reg = (dst), .src_reg = (src), .off = (offset), .imm = (constant) }

static int bpf(int command, union bpf_attr *attr)
{
	return syscall(SYS_bpf, command, attr, sizeof(*attr));
}

/* An array with one element of 64 bits. */
static int create_map(void)
{
	union bpf_attr attr;
	int fd;

	memset(&attr, 0, sizeof(attr));
	attr.map_type = BPF_MAP_TYPE_ARRAY;
	attr.key_size = sizeof(__u32);
	attr.value_size = sizeof(__u64);
	attr.max_entries = 1;
	fd = bpf(BPF_MAP_CREATE, &attr);
	if (fd < 0)
		err(1, "BPF_MAP_CREATE");
	return fd;
}

static __u64 read_map(int map)
{
	__u32 key = 0;
	__u64 value;
	union bpf_attr attr;

	memset(&attr, 0, sizeof(attr));
	attr.map_fd = map;
	attr.key = (uintptr_t)&key;
	attr.value = (uintptr_t)&value;
	if (bpf(BPF_MAP_LOOKUP_ELEM, &attr))
		err(1, "BPF_MAP_LOOKUP_ELEM");
	return value;
}

static int load_program(int map)
{
	const struct bpf_insn program[INSNS] = {
		/* u32 key = 0, on the stack */
		INSN(BPF_ST | BPF_MEM | BPF_W, BPF_REG_10, 0, -4, 0),
		/* r1 = the map (takes two instructions), r2 = &key */
		INSN(BPF_LD | BPF_IMM | BPF_DW, BPF_REG_1, BPF_PSEUDO_MAP_FD, 0, map),
		INSN(0, 0, 0, 0, 0),
		INSN(BPF_ALU64 | BPF_MOV | BPF_X, BPF_REG_2, BPF_REG_10, 0, 0),
		INSN(BPF_ALU64 | BPF_ADD | BPF_K, BPF_REG_2, 0, 0, -4),
		/* r0 = the element, or NULL: then jump to the end */
		INSN(BPF_JMP | BPF_CALL, 0, 0, 0, BPF_FUNC_map_lookup_elem),
		INSN(BPF_JMP | BPF_JEQ | BPF_K, BPF_REG_0, 0, 2, 0),
		/* *r0 += 1, atomically */
		INSN(BPF_ALU64 | BPF_MOV | BPF_K, BPF_REG_1, 0, 0, 1),
		INSN(BPF_STX | BPF_ATOMIC | BPF_DW, BPF_REG_0, BPF_REG_1, 0, BPF_ADD),
		/* return 0: no sample */
		INSN(BPF_ALU64 | BPF_MOV | BPF_K, BPF_REG_0, 0, 0, 0),
		INSN(BPF_JMP | BPF_EXIT, 0, 0, 0, 0),
	};
	static char log[4096];
	union bpf_attr attr;
	int fd;

	memset(&attr, 0, sizeof(attr));
	attr.prog_type = BPF_PROG_TYPE_PERF_EVENT;
	attr.insns = (uintptr_t)program;
	attr.insn_cnt = INSNS;
	attr.license = (uintptr_t)"GPL";
	attr.log_buf = (uintptr_t)log;
	attr.log_size = sizeof(log);
	attr.log_level = 1;
	fd = bpf(BPF_PROG_LOAD, &attr);
	/* The kernel refuses the type before it reads the program, so there is no log. */
	if (fd < 0 && errno == EINVAL && !*log)
		err(LACKING, "BPF_PROG_LOAD");
	if (fd < 0)
		err(1, "BPF_PROG_LOAD\n%s", log);
	return fd;
}

int main(void)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.type = PERF_TYPE_SOFTWARE,
		.config = PERF_COUNT_SW_PAGE_FAULTS,
		.sample_period = 1,
		.sample_type = PERF_SAMPLE_IP,
		.disabled = 1,
		.exclude_kernel = 1,
	};
	long size = sysconf(_SC_PAGESIZE);
	struct perf_event_mmap_page *page;
	volatile char *memory;
	int map, program, fd, i;
	__u64 count;

	memory = mmap(NULL, PAGES * size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
		      -1, 0);
	if (memory == MAP_FAILED)
		err(1, "mmap");
	map = create_map();
	program = load_program(map);
	fd = syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
	if (fd < 0)
		err(1, "perf_event_open");
	page = mmap(NULL, 2 * size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (page == MAP_FAILED)
		err(1, "mmap of the ring");
	if (ioctl(fd, PERF_EVENT_IOC_SET_BPF, program))
		err(1, "PERF_EVENT_IOC_SET_BPF");

	if (ioctl(fd, PERF_EVENT_IOC_ENABLE, 0))
		err(1, "PERF_EVENT_IOC_ENABLE");
	for (i = 0; i < PAGES; i++)
		memory[i * size] = 1;
	if (ioctl(fd, PERF_EVENT_IOC_DISABLE, 0))
		err(1, "PERF_EVENT_IOC_DISABLE");

	if (read(fd, &count, sizeof(count)) != sizeof(count))
		err(1, "read");
	printf("%llu page faults, %llu runs of the program, %llu bytes in the ring\n",
	       (unsigned long long)count, (unsigned long long)read_map(map),
	       (unsigned long long)page->data_head);
	return 0;
}
