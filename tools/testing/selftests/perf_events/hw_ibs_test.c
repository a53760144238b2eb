// SPDX-License-Identifier: GPL-2.0
/*
 * AMD's instruction-based sampling: the PMUs ibs_fetch and ibs_op, and precise events of the
 * CPU's counters, which go to ibs_op.
 *
 * Expected values are those of the emulator's rules (tools/testing/qemu-pmu/README.md, "x86:
 * instruction-based sampling"): which instruction is tagged, the level of an access by bits 8:6
 * of its address, latencies. Layouts of registers: AMD APM volume 2, "Instruction-Based
 * Sampling"; asm/amd-ibs.h. Errnos: those of Linux 6.12.
 */
#include <fcntl.h>
#include <linux/mman.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hw_fixture.h"
#include "hw_ibs.h"
#include "kselftest_harness.h"

#ifdef __x86_64__

#define PAGES		256
#define ROUNDS		400000UL
#define PERIOD		100000ULL
#define MOST_SAMPLES	4096

/* attr.config */
#define FETCH_RANDOM	(1ULL << 57)
#define FETCH_L3_MISS	(1ULL << 59)
#define OP_L3_MISS	(1ULL << 16)
#define OP_COUNT_OPS	(1ULL << 19)

/* Capabilities, the first word of the raw data */
#define CAP_COUNT		(1u << 3)
#define CAP_OPS			(1u << 4)
#define CAP_BRANCH_TARGET	(1u << 5)
#define CAP_FETCH_EXTENDED	(1u << 9)
#define CAP_OP_DATA4		(1u << 10)
#define CAP_ZEN4		(1u << 11)

/* Registers of the raw data */
enum { OP_CONTROL, OP_RIP, OP_DATA, OP_DATA2, OP_DATA3, OP_ADDR, OP_PHYS, OP_TARGET };
enum { FETCH_CONTROL, FETCH_ADDR, FETCH_PHYS };

#define OP_VALID		(1ULL << 18)
#define DATA_TAKEN		(1ULL << 35)
#define DATA_BRANCH		(1ULL << 37)
#define DATA3_LOAD		(1ULL << 0)
#define DATA3_STORE		(1ULL << 1)
#define DATA3_LOCKED		(1ULL << 15)
#define DATA3_ADDR_VALID	(1ULL << 17)
#define DATA3_PHYS_VALID	(1ULL << 18)
#define FETCH_VALID		(1ULL << 49)
#define FETCH_COMPLETE		(1ULL << 50)
#define FETCH_PHYS_VALID	(1ULL << 52)

/* The emulator's rule 7 */
#define DATA_COUNTERS		(3 | 9 << 16)

/* The data source of an instruction that accesses no memory */
#define NO_ACCESS	(PERF_MEM_S(OP, NA) | PERF_MEM_S(LVL, NA) | PERF_MEM_S(SNOOP, NA) | \
			 PERF_MEM_S(LOCK, NA) | PERF_MEM_S(TLB, NA) | PERF_MEM_S(LVLNUM, NA))

FIXTURE(hw_ibs)
{
	struct perf_sysctls sysctls;
	struct perf_event_attr op, fetch;
	struct perf_ring ring;
	__u64 *line[8];		/* an address of each level: bits 8:6 are the index */
	void *memory;
	bool ops, zen4;		/* the processor has the feature */
	int log;
};

static bool has_file(const char *path)
{
	return !access(path, F_OK);
}

static struct perf_event_attr ibs_attr(const char *name)
{
	struct perf_event_attr attr;

	perf_attr_init(&attr, perf_pmu_type(name), 0);
	attr.disabled = 1;
	attr.exclude_kernel = 0;
	attr.exclude_hv = 0;
	attr.sample_period = PERIOD;
	attr.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_ADDR |
			   PERF_SAMPLE_PERIOD | PERF_SAMPLE_RAW | PERF_SAMPLE_WEIGHT_STRUCT |
			   PERF_SAMPLE_DATA_SRC | PERF_SAMPLE_PHYS_ADDR;
	return attr;
}

FIXTURE_SETUP(hw_ibs)
{
	int cpu, i;

	self->log = -1;
	self->memory = MAP_FAILED;
	if (perf_pmu_type("ibs_op") < 0)
		SKIP(return, "this processor has no IBS");
	ASSERT_EQ(0, perf_sysctls_save(&self->sysctls));
	ASSERT_EQ(0, perf_sysctl_set("perf_cpu_time_max_percent", 25));
	ASSERT_EQ(0, perf_sysctl_set("perf_event_max_sample_rate", 1000000));
	ASSERT_EQ(0, perf_sysctl_set("perf_cpu_time_max_percent", 0));
	ASSERT_LT(0, perf_cpu_count(&cpu, 1));
	ASSERT_EQ(0, perf_pin_cpu(cpu));
	self->op = ibs_attr("ibs_op");
	self->fetch = ibs_attr("ibs_fetch");
	self->ops = has_file("/sys/bus/event_source/devices/ibs_op/format/cnt_ctl");
	self->zen4 = has_file("/sys/bus/event_source/devices/ibs_op/caps/zen4_ibs_extensions");
	if (self->ops)
		self->op.config = OP_COUNT_OPS;
	self->memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	ASSERT_NE(MAP_FAILED, self->memory);
	for (i = 0; i < 8; i++)
		self->line[i] = (__u64 *)((char *)self->memory + 64 * i);
	self->log = open("/dev/kmsg", O_RDONLY | O_NONBLOCK);
	ASSERT_LE(0, self->log);
	lseek(self->log, 0, SEEK_END);
	ASSERT_EQ(0, perf_prefault());
}

/* Messages since the start of the test about an NMI that the kernel did not claim. */
static int unknown_nmis(int log)
{
	char line[1024];
	int found = 0;
	ssize_t length;

	while ((length = read(log, line, sizeof(line) - 1)) > 0) {
		line[length] = 0;
		found += strstr(line, "NMI") && strstr(line, "unknown reason");
	}
	return found;
}

FIXTURE_TEARDOWN(hw_ibs)
{
	if (self->log >= 0) {
		EXPECT_EQ(0, unknown_nmis(self->log));
		close(self->log);
	}
	if (self->memory != MAP_FAILED)
		munmap(self->memory, 4096);
	perf_ring_unmap(&self->ring);
	if (self->sysctls.max_sample_rate)
		perf_sysctls_restore(&self->sysctls);
}

/* The raw data: capabilities and registers. */
struct raw {
	__u32 caps;
	unsigned int number;
	__u64 regs[16];
};

static bool raw_parse(const struct perf_sample *sample, struct raw *raw)
{
	const char *at = sample->raw;

	memset(raw, 0, sizeof(*raw));
	/* The size is such that what follows is aligned. */
	if (sample->raw_size < 12 || (sample->raw_size - 4) % 8 || sample->raw_size > 4 + 16 * 8)
		return false;
	memcpy(&raw->caps, at, 4);
	raw->number = (sample->raw_size - 4) / 8;
	memcpy(raw->regs, at + 4, raw->number * 8UL);
	return true;
}

/* Run the loop with @attr. Returns the count, or UINT64_MAX. */
static __u64 record(const struct perf_event_attr *attr, struct perf_ring *ring,
		    __u64 *const line[8], unsigned int load_line)
{
	int fd = perf_open_self(attr);
	__u64 count;

	if (fd < 0 || perf_ring_open(ring, fd, PAGES, PROT_READ | PROT_WRITE))
		return UINT64_MAX;
	perf_ring_prefault(ring);
	perf_ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
	loop(ROUNDS, line[load_line], line[1], line[2]);
	perf_ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
	count = perf_count(fd);
	close(fd);
	return count;
}

/* The next sample; false at the end of the ring. */
static bool next_sample(struct __test_metadata *_metadata, struct perf_ring *ring,
			const struct perf_event_attr *attr, struct perf_sample *sample,
			bool *exact)
{
	const struct perf_event_header *record;

	while ((record = perf_ring_next(ring))) {
		/* A throttled event would break the rule of one sample for each period. */
		EXPECT_EQ(PERF_RECORD_SAMPLE, record->type);
		if (record->type != PERF_RECORD_SAMPLE)
			continue;
		EXPECT_TRUE(perf_sample_parse(attr, record, sample));
		*exact = record->misc & PERF_RECORD_MISC_EXACT_IP;
		return true;
	}
	return false;
}

static bool in_loop(__u64 ip)
{
	return ip >= (uintptr_t)ibs_load && ip < (uintptr_t)ibs_end;
}

/* An instruction of the loop, and the contents of the registers after it was tagged. */
struct insn {
	const char *ip;
	__u64 data3;		/* without level and latency */
	unsigned int line;	/* of the address; 8: none */
};

static const struct insn *find_insn(__u64 ip, unsigned int load_line)
{
	static struct insn insns[5];
	unsigned int i;

	insns[0] = (struct insn) { ibs_load, DATA3_LOAD | 4 << 22, load_line };
	insns[1] = (struct insn) { ibs_store, DATA3_STORE | 4 << 22, 1 };
	insns[2] = (struct insn) {
		ibs_lock, DATA3_LOAD | DATA3_STORE | DATA3_LOCKED | 3 << 22, 2
	};
	insns[3] = (struct insn) { ibs_dec, 0, 8 };
	insns[4] = (struct insn) { ibs_jnz, 0, 8 };
	for (i = 0; i < 5; i++) {
		if ((uintptr_t)insns[i].ip == ip)
			return insns + i;
	}
	return NULL;
}

/* A load from a line of each level: registers, and 6.12's data source. */
struct level {
	unsigned int line;
	__u64 data3;		/* miss bits and latency */
	unsigned int latency;
	__u64 lvl, num;
};

static const struct level levels[] = {
	{ 0, 0, 0, PERF_MEM_LVL_L1, PERF_MEM_LVLNUM_L1 },
	{ 5, 1ULL << 7 | 12ULL << 32, 12, PERF_MEM_LVL_L2, PERF_MEM_LVLNUM_L2 },
	{ 6, 1ULL << 7 | 1ULL << 20 | 40ULL << 32, 40, PERF_MEM_LVL_L3, PERF_MEM_LVLNUM_L3 },
	{ 7, 1ULL << 7 | 1ULL << 20 | 200ULL << 32, 200, PERF_MEM_LVL_LOC_RAM,
	  PERF_MEM_LVLNUM_RAM },
};

static void check_access(struct __test_metadata *_metadata, const struct perf_sample *sample,
			 const struct raw *raw, const struct insn *insn, const __u64 *at,
			 const struct level *level)
{
	union perf_mem_data_src src = { .val = sample->data_src };
	const bool load = (uintptr_t)insn->ip == (uintptr_t)ibs_load;
	__u64 data3 = insn->data3 | DATA3_ADDR_VALID | DATA3_PHYS_VALID |
		      (load ? level->data3 : 0);

	EXPECT_EQ(data3, raw->regs[OP_DATA3]);
	EXPECT_EQ((uintptr_t)at, raw->regs[OP_ADDR]);
	EXPECT_EQ((uintptr_t)at, sample->addr);
	EXPECT_EQ(raw->regs[OP_PHYS], sample->phys_addr);
	/* Pages are mapped as a whole. */
	EXPECT_EQ((uintptr_t)at & 4095, sample->phys_addr & 4095);
	EXPECT_EQ(insn->data3 & DATA3_LOAD ? PERF_MEM_OP_LOAD : PERF_MEM_OP_STORE,
		  (__u64)src.mem_op);
	if (load && level->line == 6 && !(raw->caps & CAP_ZEN4)) {
		/* The older code of the third-level cache is also that of other cores' caches. */
		EXPECT_EQ(PERF_MEM_LVL_HIT | PERF_MEM_LVL_L3 | PERF_MEM_LVL_REM_CCE1,
			  (__u64)src.mem_lvl);
		EXPECT_EQ(PERF_MEM_LVLNUM_ANY_CACHE, (__u64)src.mem_lvl_num);
	} else {
		EXPECT_EQ(PERF_MEM_LVL_HIT | (load ? level->lvl : PERF_MEM_LVL_L1),
			  (__u64)src.mem_lvl);
		EXPECT_EQ(load ? level->num : PERF_MEM_LVLNUM_L1, (__u64)src.mem_lvl_num);
	}
	EXPECT_EQ(insn->data3 & DATA3_LOCKED ? PERF_MEM_LOCK_LOCKED : PERF_MEM_LOCK_NA,
		  (__u64)src.mem_lock);
	EXPECT_EQ(PERF_MEM_TLB_L1 | PERF_MEM_TLB_HIT, (__u64)src.mem_dtlb);
	/* PERF_SAMPLE_WEIGHT_STRUCT: the latency of a miss, and cycles from tag to retirement. */
	EXPECT_EQ(load && level->latency ? level->latency | 9ULL << 32 : 0,
		  sample->weight & 0xffffffffffffULL);
}

static void check_op(struct __test_metadata *_metadata, const struct perf_sample *sample,
		     const struct raw *raw, __u64 *const line[8], const struct level *level)
{
	const struct insn *insn = find_insn(sample->ip, level->line);
	const bool branch = sample->ip == (uintptr_t)ibs_jnz;

	/* Each address is that of an instruction: none lies inside of one. */
	ASSERT_NE(NULL, insn);
	EXPECT_EQ(sample->ip, raw->regs[OP_RIP]);
	EXPECT_EQ(DATA_COUNTERS | (branch ? DATA_BRANCH | DATA_TAKEN : 0), raw->regs[OP_DATA]);
	EXPECT_EQ(7 + !!(raw->caps & CAP_BRANCH_TARGET) + !!(raw->caps & CAP_OP_DATA4),
		  raw->number);
	if (raw->caps & CAP_BRANCH_TARGET)
		EXPECT_EQ(branch ? (uintptr_t)ibs_load : 0, raw->regs[OP_TARGET]);
	EXPECT_TRUE(raw->regs[OP_CONTROL] & OP_VALID);
	if (insn->line < 8) {
		check_access(_metadata, sample, raw, insn, line[insn->line], level);
		return;
	}
	EXPECT_EQ(0, raw->regs[OP_DATA3]);
	EXPECT_EQ(0, raw->regs[OP_ADDR]);
	EXPECT_EQ(0, sample->addr);
	EXPECT_EQ(NO_ACCESS, sample->data_src);
}

/* A sample for each period, each the description of one instruction of the loop. */
TEST_F(hw_ibs, op)
{
	unsigned int i, seen;

	for (i = 0; i < sizeof(levels) / sizeof(*levels); i++) {
		/* Another period for each level, so that other instructions are tagged. */
		const __u64 period = 10000 + 16 * i;
		struct perf_sample sample;
		unsigned int samples = 0;
		struct raw raw;
		bool exact;
		__u64 count;

		self->op.sample_period = period + i; /* low bits are ignored */
		seen = 0;
		count = record(&self->op, &self->ring, self->line, levels[i].line);
		ASSERT_NE(UINT64_MAX, count);
		/* Five instructions in a round, of one op or two cycles each. */
		EXPECT_LE(ROUNDS * 5 * (self->ops ? 1 : 2) / period, count / period);
		while (next_sample(_metadata, &self->ring, &self->op, &sample, &exact)) {
			samples++;
			EXPECT_EQ(period, sample.period);
			EXPECT_EQ(getpid(), (pid_t)sample.pid);
			EXPECT_TRUE(exact);
			ASSERT_TRUE(raw_parse(&sample, &raw));
			if (!in_loop(sample.ip))
				continue;
			seen++;
			check_op(_metadata, &sample, &raw, self->line, &levels[i]);
			if (__test_passed(_metadata) == 0)
				return;
		}
		if (raw.caps & CAP_COUNT)
			EXPECT_EQ(count / period, samples);
		/* The kernel's share is that of its NMIs and ticks. */
		EXPECT_LE(20, seen);
		perf_ring_unmap(&self->ring);
	}
}

/* Fetches count as instructions. */
TEST_F(hw_ibs, fetch)
{
	struct perf_sample sample;
	unsigned int samples = 0, seen = 0;
	struct raw raw;
	bool exact;
	__u64 count;

	if ((int)self->fetch.type < 0)
		SKIP(return, "no fetch unit");
	self->fetch.sample_period = 10000;
	count = record(&self->fetch, &self->ring, self->line, 0);
	ASSERT_NE(UINT64_MAX, count);
	EXPECT_LE(ROUNDS * 5 / 10000, count / 10000);
	while (next_sample(_metadata, &self->ring, &self->fetch, &sample, &exact)) {
		samples++;
		EXPECT_TRUE(exact);
		ASSERT_TRUE(raw_parse(&sample, &raw));
		EXPECT_EQ(3 + !!(raw.caps & CAP_FETCH_EXTENDED), raw.number);
		EXPECT_EQ(sample.ip, raw.regs[FETCH_ADDR]);
		EXPECT_EQ(FETCH_VALID | FETCH_COMPLETE | FETCH_PHYS_VALID,
			  raw.regs[FETCH_CONTROL] &
			  (FETCH_VALID | FETCH_COMPLETE | FETCH_PHYS_VALID));
		EXPECT_EQ(sample.ip & 4095, raw.regs[FETCH_PHYS] & 4095);
		/* A fetch is no data access. */
		EXPECT_EQ(0, sample.addr);
		if (!in_loop(sample.ip))
			continue;
		seen++;
		EXPECT_NE(NULL, find_insn(sample.ip, 0));
	}
	EXPECT_EQ(count / 10000, samples);
	EXPECT_LE(20, seen);
}

/* Both units at a time, and the CPU's counters: none disturbs another. */
TEST_F(hw_ibs, units_are_independent)
{
	struct perf_event_attr attr[3] = { self->op, self->fetch, hw_attr(HW_SAMPLED) };
	struct perf_ring rings[3] = { };
	int fd[3], i;

	if ((int)self->fetch.type < 0)
		SKIP(return, "no fetch unit");
	attr[0].sample_period = 40000;
	attr[1].sample_period = 50000;
	attr[1].config = FETCH_RANDOM;
	attr[2].sample_period = 60000;
	attr[2].disabled = 1;
	for (i = 0; i < 3; i++) {
		fd[i] = perf_open_self(&attr[i]);
		ASSERT_LE(0, fd[i]);
		ASSERT_EQ(0, perf_ring_open(&rings[i], fd[i], PAGES, PROT_READ | PROT_WRITE));
		perf_ring_prefault(&rings[i]);
	}
	for (i = 0; i < 3; i++)
		perf_ioctl(fd[i], PERF_EVENT_IOC_ENABLE, 0);
	loop(ROUNDS, self->line[0], self->line[1], self->line[2]);
	for (i = 0; i < 3; i++)
		perf_ioctl(fd[i], PERF_EVENT_IOC_DISABLE, 0);
	for (i = 0; i < 3; i++) {
		__u64 count = perf_count(fd[i]);

		EXPECT_LE(ROUNDS * 5, count);
		/* Without CAP_COUNT the rest after the last sample is not counted. */
		EXPECT_EQ(count / attr[i].sample_period,
			  perf_ring_count(&rings[i], PERF_RECORD_SAMPLE));
		perf_ring_unmap(&rings[i]);
		close(fd[i]);
	}
}

/* A period goes on where a stop has interrupted it. */
TEST_F(hw_ibs, stop_keeps_the_period)
{
	struct perf_sample sample;
	struct raw raw = { };
	bool exact;
	int fd, i;

	fd = perf_open_self(&self->op);
	ASSERT_LE(0, fd);
	ASSERT_EQ(0, perf_ring_open(&self->ring, fd, PAGES, PROT_READ | PROT_WRITE));
	for (i = 0; i < 100; i++) {
		perf_ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
		loop(PERIOD / 25, self->line[0], self->line[1], self->line[2]);
		perf_ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
	}
	for (i = 0; next_sample(_metadata, &self->ring, &self->op, &sample, &exact); i++)
		EXPECT_TRUE(raw_parse(&sample, &raw));
	if (raw.caps & CAP_COUNT) {
		EXPECT_LE(20, i);
		EXPECT_EQ(perf_count(fd) / PERIOD, (__u64)i);
	}
	close(fd);
}

/* An NMI that comes after the stop is claimed: the teardown looks for others. */
TEST_F(hw_ibs, many_stops)
{
	int fd, i;

	self->op.sample_period = 16 * 2048;
	fd = perf_open_self(&self->op);
	ASSERT_LE(0, fd);
	for (i = 0; i < 500; i++) {
		perf_ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
		loop(1 + i % 7, self->line[0], self->line[1], self->line[2]);
		perf_ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
	}
	/* Without CAP_COUNT, which came with CAP_OPS, each stop begins the period anew. */
	if (self->ops)
		EXPECT_LT(0, perf_count(fd));
	close(fd);
}

/* Rule 6 of the emulator: with the filter, only loads from memory become samples. */
TEST_F(hw_ibs, filter_of_l3_misses)
{
	struct perf_sample sample;
	unsigned int seen = 0;
	bool exact;

	self->op.config |= OP_L3_MISS;
	self->op.sample_period = 1008;
	if (!self->zen4) {
		EXPECT_EQ(EINVAL, perf_try_self(&self->op));
		return;
	}
	ASSERT_NE(UINT64_MAX, record(&self->op, &self->ring, self->line, 7));
	while (next_sample(_metadata, &self->ring, &self->op, &sample, &exact)) {
		union perf_mem_data_src src = { .val = sample.data_src };

		EXPECT_EQ(PERF_MEM_LVLNUM_RAM, (__u64)src.mem_lvl_num);
		EXPECT_EQ(7, sample.addr >> 6 & 7);
		if (!in_loop(sample.ip))
			continue;
		seen++;
		EXPECT_EQ((uintptr_t)ibs_load, sample.ip);
	}
	EXPECT_LE(20, seen);
}

static int run_child(void *line)
{
	__u64 **at = line;

	loop(ROUNDS / 2, at[0], at[1], at[2]);
	return 0;
}

/* Precise events of the CPU's counters, by type and code, and what becomes of them. */
static const struct precise {
	__u32 type;
	__u64 config;
	int level;
	bool ops;	/* needs CAP_OPS */
	int error;
} precise[] = {
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, 1, false, 0 },
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, 2, false, 0 },
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, 3, false, EOPNOTSUPP },
	{ PERF_TYPE_RAW, 0x76, 1, false, 0 },
	{ PERF_TYPE_RAW, 0xc1, 2, true, 0 },
	{ PERF_TYPE_RAW, 0x76, 3, false, EOPNOTSUPP },
	{ PERF_TYPE_RAW, 0xc0, 1, false, ENOENT },
	{ PERF_TYPE_RAW, 0xc0, 3, false, EOPNOTSUPP },
	{ PERF_TYPE_RAW, 0x176, 1, false, ENOENT },
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, 1, false, ENOENT },
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, 3, false, EOPNOTSUPP },
	{ PERF_TYPE_HW_CACHE, PERF_COUNT_HW_CACHE_L1D, 2, false, ENOENT },
};

TEST_F(hw_ibs, precise_events)
{
	unsigned int i, samples, seen;
	struct perf_sample sample;
	struct raw raw;
	bool exact;
	__u64 count;

	for (i = 0; i < sizeof(precise) / sizeof(*precise); i++) {
		self->op.type = precise[i].type;
		self->op.config = precise[i].config;
		self->op.precise_ip = precise[i].level;
		if (precise[i].error || (precise[i].ops && !self->ops)) {
			EXPECT_EQ(precise[i].error ?: EINVAL, perf_try_self(&self->op));
			continue;
		}
		samples = 0;
		seen = 0;
		count = record(&self->op, &self->ring, self->line, 0);
		ASSERT_NE(UINT64_MAX, count);
		EXPECT_LE(ROUNDS * 5 * (precise[i].ops ? 1 : 2) / PERIOD, count / PERIOD);
		while (next_sample(_metadata, &self->ring, &self->op, &sample, &exact)) {
			samples++;
			EXPECT_TRUE(exact);
			ASSERT_TRUE(raw_parse(&sample, &raw));
			EXPECT_EQ(sample.ip, raw.regs[OP_RIP]);
			seen += in_loop(sample.ip);
			/* The bit of the control register that selects what is counted. */
			EXPECT_EQ(precise[i].ops ? OP_COUNT_OPS : 0,
				  raw.regs[OP_CONTROL] & OP_COUNT_OPS);
		}
		EXPECT_LE(count / PERIOD, samples);
		EXPECT_LE(10, seen);
		perf_ring_unmap(&self->ring);
	}
}

/* A precise event of a CPU, and one that a child inherits. */
TEST_F(hw_ibs, precise_events_of_cpus_and_children)
{
	struct perf_child child;
	__u64 count;
	int fd, cpu;

	self->op.type = PERF_TYPE_HARDWARE;
	self->op.config = PERF_COUNT_HW_CPU_CYCLES;
	self->op.precise_ip = 1;
	self->op.disabled = 0;
	ASSERT_LT(0, perf_cpu_count(&cpu, 1));
	fd = perf_open(&self->op, -1, cpu, -1, 0);
	ASSERT_LE(0, fd);
	loop(ROUNDS, self->line[0], self->line[1], self->line[2]);
	perf_ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
	EXPECT_LE(ROUNDS * 10 / PERIOD, perf_count(fd) / PERIOD);
	close(fd);

	self->op.inherit = 1;
	fd = perf_open_self(&self->op);
	ASSERT_LE(0, fd);
	ASSERT_EQ(0, perf_child_start(&child, run_child, self->line));
	perf_child_go(&child);
	EXPECT_EQ(0, perf_child_wait(&child));
	count = perf_count(fd);
	EXPECT_LE(ROUNDS * 5 / PERIOD, count / PERIOD);
	close(fd);
}

/* Attributes, and the errno of perf_event_open(): the base's own driver gives the same. */
static const struct cell {
	bool fetch;
	__u64 config, period;
	bool freq, exclude_user, exclude_guest, exclude_hv;
	int error;
} cells[] = {
	{ .period = 16 },
	{ .period = 0, .error = EINVAL },
	{ .period = 17 },
	{ .period = 8 },
	{ .period = 1 << 30 },
	{ .config = 1 },
	{ .config = 0xffff },
	{ .config = 1, .period = 160, .error = EINVAL },
	{ .config = 1ULL << 17, .period = 160, .error = EINVAL },
	{ .config = 1ULL << 18, .period = 160, .error = EINVAL },
	{ .config = 1ULL << 32, .period = 160, .error = EINVAL },
	{ .config = 1ULL << 63, .period = 160, .error = EINVAL },
	{ .config = 1, .period = 1000, .freq = true, .error = EINVAL },
	{ .period = 1000, .freq = true },
	{ .period = 1001, .freq = true },
	{ .period = 160, .exclude_user = true, .error = EINVAL },
	{ .period = 160, .exclude_guest = true, .error = EINVAL },
	{ .period = 160, .exclude_hv = true, .error = EINVAL },
	{ .fetch = true, .period = 16 },
	{ .fetch = true, .period = 24 },
	{ .fetch = true, .config = 0xffff },
	{ .fetch = true, .config = 1 << 16, .period = 160, .error = EINVAL },
	{ .fetch = true, .config = FETCH_RANDOM, .period = 160 },
	{ .fetch = true, .config = FETCH_RANDOM, .error = EINVAL },
	{ .fetch = true, .config = 1ULL << 48, .period = 160, .error = EINVAL },
	{ .fetch = true, .config = 1ULL << 49, .period = 160, .error = EINVAL },
	{ .fetch = true, .config = 1ULL << 62, .period = 160, .error = EINVAL },
};

TEST_F(hw_ibs, errors)
{
	struct perf_event_attr attr;
	unsigned int i;
	int error;

	for (i = 0; i < sizeof(cells) / sizeof(*cells); i++) {
		attr = cells[i].fetch ? self->fetch : self->op;
		if ((int)attr.type < 0)
			continue;
		attr.config = cells[i].config;
		attr.sample_period = cells[i].period;
		attr.freq = cells[i].freq;
		attr.exclude_user = cells[i].exclude_user;
		attr.exclude_guest = cells[i].exclude_guest;
		attr.exclude_hv = cells[i].exclude_hv;
		error = perf_try_self(&attr);
		EXPECT_EQ(cells[i].error, error)
			TH_LOG("cell %u", i);
	}
}

/* A CPU has one unit of each kind, and events of two hardware PMUs cannot be in one group. */
TEST_F(hw_ibs, groups)
{
	int leader = perf_open_self(&self->op);

	ASSERT_LE(0, leader);
	self->op.disabled = 0;
	self->fetch.disabled = 0;
	EXPECT_EQ(EINVAL, perf_try(&self->op, 0, -1, leader, 0));
	if ((int)self->fetch.type >= 0)
		EXPECT_EQ(EINVAL, perf_try(&self->fetch, 0, -1, leader, 0));
	close(leader);
}

#endif /* __x86_64__ */

TEST_HARNESS_MAIN
