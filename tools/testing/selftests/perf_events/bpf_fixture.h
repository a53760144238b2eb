/* SPDX-License-Identifier: GPL-2.0 */
/*
 * BPF for tests: programs assembled by hand, maps, and programs attached to events.
 */
#ifndef PERF_BPF_FIXTURE_H
#define PERF_BPF_FIXTURE_H

#include "perf_test.h"

#include <errno.h>
#include <linux/bpf.h>
#include <stdbool.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define INSN(c, d, s, o, i) \
	((struct bpf_insn) { .code = (c), .dst_reg = (d), .src_reg = (s), .off = (o), .imm = (i) })
#define MOV(d, s)		INSN(BPF_ALU64 | BPF_MOV | BPF_X, d, s, 0, 0)
#define MOV_IMM(d, i)		INSN(BPF_ALU64 | BPF_MOV | BPF_K, d, 0, 0, i)
#define ADD_IMM(d, i)		INSN(BPF_ALU64 | BPF_ADD | BPF_K, d, 0, 0, i)
#define AND_IMM(d, i)		INSN(BPF_ALU64 | BPF_AND | BPF_K, d, 0, 0, i)
#define SHIFT_RIGHT(d, i)	INSN(BPF_ALU64 | BPF_RSH | BPF_K, d, 0, 0, i)
#define LOAD(d, s, o)		INSN(BPF_LDX | BPF_MEM | BPF_DW, d, s, o, 0)
#define LOAD_WORD(d, s, o)	INSN(BPF_LDX | BPF_MEM | BPF_W, d, s, o, 0)
#define STORE(d, o, s)		INSN(BPF_STX | BPF_MEM | BPF_DW, d, s, o, 0)
#define STORE_IMM_WORD(d, o, i)	INSN(BPF_ST | BPF_MEM | BPF_W, d, 0, o, i)
#define MOV_WORD_IMM(d, i)	INSN(BPF_ALU | BPF_MOV | BPF_K, d, 0, 0, i)
#define JUMP_NOT_ZERO(d, o)	INSN(BPF_JMP | BPF_JNE | BPF_K, d, 0, o, 0)
#define CALL(f)			INSN(BPF_JMP | BPF_CALL, 0, 0, 0, f)
#define EXIT()			INSN(BPF_JMP | BPF_EXIT, 0, 0, 0, 0)
/* Pseudo instructions: load_program() replaces each by several real ones */
#define PSEUDO_LOAD_MAP		0xfe
#define PSEUDO_LOOK_UP		0xff
#define LOAD_MAP(d, fd)		INSN(PSEUDO_LOAD_MAP, d, 0, 0, fd)
/* bpf_map_lookup_elem() of element 0 into r0; the program returns 0 without that element */
#define LOOK_UP(fd)		INSN(PSEUDO_LOOK_UP, 0, 0, 0, fd)

#define MAX_INSNS	64

static inline int bpf(int command, union bpf_attr *attr)
{
	return syscall(SYS_bpf, command, attr, sizeof(*attr));
}

static inline size_t assemble_map(struct bpf_insn *to, int reg, int map)
{
	to[0] = INSN(BPF_LD | BPF_IMM | BPF_DW, reg, BPF_PSEUDO_MAP_FD, 0, map);
	to[1] = INSN(0, 0, 0, 0, 0);
	return 2;
}

static inline size_t assemble_look_up(struct bpf_insn *to, int map)
{
	size_t n = 0;

	to[n++] = STORE_IMM_WORD(BPF_REG_10, -4, 0);
	n += assemble_map(to + n, BPF_REG_1, map);
	to[n++] = MOV(BPF_REG_2, BPF_REG_10);
	to[n++] = ADD_IMM(BPF_REG_2, -4);
	to[n++] = CALL(BPF_FUNC_map_lookup_elem);
	to[n++] = JUMP_NOT_ZERO(BPF_REG_0, 1);
	to[n++] = EXIT();
	return n;
}

/* Load a program that ends with EXIT(). @flags: BPF_F_SLEEPABLE etc. Returns its fd or -1 */
static inline int load_program_flags(__u32 type, const struct bpf_insn *from, __u32 flags)
{
	const struct bpf_insn end = EXIT();
	struct bpf_insn to[MAX_INSNS];
	union bpf_attr attr;
	size_t n = 0;

	do {
		if (from->code == PSEUDO_LOAD_MAP)
			n += assemble_map(to + n, from->dst_reg, from->imm);
		else if (from->code == PSEUDO_LOOK_UP)
			n += assemble_look_up(to + n, from->imm);
		else
			to[n++] = *from;
	} while (from++->code != end.code);

	memset(&attr, 0, sizeof(attr));
	attr.prog_type = type;
	attr.insns = (unsigned long)to;
	attr.insn_cnt = n;
	attr.license = (unsigned long)"GPL";
	attr.prog_flags = flags;
	return bpf(BPF_PROG_LOAD, &attr);
}

static inline int load_program(__u32 type, const struct bpf_insn *from)
{
	return load_program_flags(type, from, 0);
}

static inline int load_constant(__u32 type, int value)
{
	const struct bpf_insn insns[] = { MOV_IMM(BPF_REG_0, value), EXIT() };

	return load_program(type, insns);
}

/* CONFIG_BPF_EVENTS: without it the kernel refuses the program types of events */
static inline bool have_event_programs(void)
{
	int program = load_constant(BPF_PROG_TYPE_TRACEPOINT, 0);

	if (program < 0)
		return false;
	close(program);
	return true;
}

static inline int create_map(__u32 type, __u32 value_size, __u32 entries)
{
	union bpf_attr attr;

	memset(&attr, 0, sizeof(attr));
	attr.map_type = type;
	attr.key_size = sizeof(__u32);
	attr.value_size = value_size;
	attr.max_entries = entries;
	return bpf(BPF_MAP_CREATE, &attr);
}

static inline int map_element(int command, int map, __u32 key, void *value)
{
	union bpf_attr attr;

	memset(&attr, 0, sizeof(attr));
	attr.map_fd = map;
	attr.key = (unsigned long)&key;
	attr.value = (unsigned long)value;
	return bpf(command, &attr) ? errno : 0;
}

static inline int map_set(int map, __u32 key, int fd)
{
	return map_element(BPF_MAP_UPDATE_ELEM, map, key, &fd);
}

/* Returns UINT64_MAX when the map has no element @key */
static inline __u64 map_get(int map, __u32 key)
{
	__u64 value;

	return map_element(BPF_MAP_LOOKUP_ELEM, map, key, &value) ? UINT64_MAX : value;
}

static inline __u32 program_id(int program)
{
	struct bpf_prog_info info;
	union bpf_attr attr;

	memset(&attr, 0, sizeof(attr));
	memset(&info, 0, sizeof(info));
	attr.info.bpf_fd = program;
	attr.info.info_len = sizeof(info);
	attr.info.info = (unsigned long)&info;
	return bpf(BPF_OBJ_GET_INFO_BY_FD, &attr) ? 0 : info.id;
}

static inline int create_link(int program, int event, __u64 cookie)
{
	union bpf_attr attr;

	memset(&attr, 0, sizeof(attr));
	attr.link_create.prog_fd = program;
	attr.link_create.target_fd = event;
	attr.link_create.attach_type = BPF_PERF_EVENT;
	attr.link_create.perf_event.bpf_cookie = cookie;
	return bpf(BPF_LINK_CREATE, &attr);
}

static inline int set_program(int event, int program)
{
	return perf_ioctl(event, PERF_EVENT_IOC_SET_BPF, program);
}

/* A program that adds one to element 0 of @map, and returns @value */
static inline int load_counter(__u32 type, int map, int value)
{
	const struct bpf_insn insns[] = {
		LOOK_UP(map),
		LOAD(BPF_REG_1, BPF_REG_0, 0),
		ADD_IMM(BPF_REG_1, 1),
		STORE(BPF_REG_0, 0, BPF_REG_1),
		MOV_IMM(BPF_REG_0, value),
		EXIT(),
	};

	return load_program(type, insns);
}

/* A program that stores the cookie of its attachment in element 0 of @map */
static inline int load_cookie(__u32 type, int map)
{
	const struct bpf_insn insns[] = {
		CALL(BPF_FUNC_get_attach_cookie),
		MOV(BPF_REG_6, BPF_REG_0),
		LOOK_UP(map),
		STORE(BPF_REG_0, 0, BPF_REG_6),
		MOV_IMM(BPF_REG_0, 1),
		EXIT(),
	};

	return load_program(type, insns);
}

#endif
