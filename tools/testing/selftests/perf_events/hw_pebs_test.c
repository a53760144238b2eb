// SPDX-License-Identifier: GPL-2.0
/*
 * Precise samples of Intel's processors, on the emulator.
 *
 * The emulator's rules (tools/testing/qemu-pmu/README.md, "precise samples") give all expected
 * values: a record belongs to the instruction that made the counter wrap, and the next one to
 * the period-th instruction or load after it, whatever happens in between; a load's latency and
 * source are made of its address.
 */
#include <asm/perf_regs.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "hw_fixture.h"
#include "hw_pebs.h"
#include "hw_pebs_code.h"
#include "kselftest_harness.h"

#define PAGES		256

/* No multiple of LOOP_LENGTH or LINES, so that all of them have samples */
#define PERIOD		1009
#define ROUNDS		200000UL
#define EXACT		PERF_RECORD_MISC_EXACT_IP

FIXTURE(hw_pebs)
{
	struct perf_event_attr attr;
	struct perf_sysctls sysctls;
	struct perf_ring ring;
	char *data;
	int fd;
};

FIXTURE_SETUP(hw_pebs)
{
	int cpu;

	self->fd = -1;
	self->sysctls.max_sample_rate = 0;
	if (!highest_precise())
		SKIP(return, "no precise samples");
	ASSERT_EQ(0, perf_sysctls_save(&self->sysctls));
	ASSERT_EQ(0, perf_sysctl_set("perf_cpu_time_max_percent", 25));
	ASSERT_EQ(0, perf_sysctl_set("perf_event_max_sample_rate", 100000000));
	ASSERT_EQ(0, perf_sysctl_set("perf_cpu_time_max_percent", 0));
	ASSERT_LT(0, perf_cpu_count(&cpu, 1));
	ASSERT_EQ(0, perf_pin_cpu(cpu));
	self->attr = precise_attr(INSTRUCTIONS, PERIOD, highest_precise() < 2 ? 1 : 2);
	self->data = mmap(NULL, LINES * 64, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	ASSERT_NE(MAP_FAILED, self->data);
}

FIXTURE_TEARDOWN(hw_pebs)
{
	if (self->fd >= 0) {
		perf_ring_unmap(&self->ring);
		close(self->fd);
	}
	if (self->sysctls.max_sample_rate)
		perf_sysctls_restore(&self->sysctls);
}

static int open_event(FIXTURE_DATA(hw_pebs) *self)
{
	self->fd = perf_open_self(&self->attr);
	if (self->fd < 0)
		return errno;
	return perf_ring_open(&self->ring, self->fd, PAGES, PROT_READ | PROT_WRITE) ?:
	       perf_prefault();
}

/*
 * Distances between samples: how far they are from the period. The driver begins a counter at
 * least two events before its overflow, as some processors need it, and a counter that is stopped
 * between its overflow and its record has no record. So the distances are exact as long as no
 * other task runs.
 */
struct distances {
	long	switches;	/* before the loop */
	__u64	off;		/* events, in all */
};

/* A sample came @events after the one before. */
static void note_distance(struct distances *seen, __s64 events)
{
	seen->off += labs(events - PERIOD);
}

static void check_distances(struct __test_metadata *_metadata, const struct distances *seen)
{
	if (perf_switches() == seen->switches)
		EXPECT_EQ(0, seen->off);
}

/* @events have @samples, but for one at each of @switches. */
static void check_samples(struct __test_metadata *_metadata, __u64 events, long switches,
			  unsigned int samples)
{
	EXPECT_GE(events / PERIOD, samples);
	EXPECT_LE(events / PERIOD, samples + switches);
}

/* Code with a number for each instruction, in the order of execution */
struct code {
	int		(*index)(__u64 ip);
	unsigned int	length;
};

static const struct code loop_code = { loop_index, LOOP_LENGTH };

struct seen {
	unsigned int samples;
	unsigned int in_loop;
	unsigned int indexes;		/* a bit for each instruction with a sample */
	unsigned int inexact;
	unsigned int wrong;		/* not period instructions after the one before */
	unsigned int others;		/* records */
};

static struct seen see_code(FIXTURE_DATA(hw_pebs) *self, __u64 period, const struct code *code)
{
	const struct perf_event_header *record;
	struct perf_sample sample;
	struct seen seen = { };
	int last = -1, index;

	while ((record = perf_ring_next(&self->ring))) {
		if (record->type != PERF_RECORD_SAMPLE ||
		    !perf_sample_parse(&self->attr, record, &sample)) {
			seen.others++;
			continue;
		}
		seen.samples++;
		seen.inexact += !(record->misc & EXACT);
		index = code->index(sample.ip);
		seen.in_loop += index >= 0;
		if (index >= 0)
			seen.indexes |= 1U << index;
		if (last >= 0 && index >= 0)
			seen.wrong += (last + period) % code->length != (__u64)index;
		last = index;
	}
	return seen;
}

static struct seen see_loop(FIXTURE_DATA(hw_pebs) *self, __u64 period)
{
	return see_code(self, period, &loop_code);
}

static void run_loop(FIXTURE_DATA(hw_pebs) *self, unsigned long rounds)
{
	perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0);
	precise_loop(rounds);
	perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0);
}

/*
 * Runs the loop until all is exact. A task that is switched within a few events of the end of
 * its period, as few as the counter cannot be set to, has a late sample; that does not happen
 * each time.
 */
static void check_each_event(struct __test_metadata *_metadata, FIXTURE_DATA(hw_pebs) *self,
			     unsigned int per_instruction)
{
	struct seen seen;
	__u64 count = 0, expected = 0;
	int tries;

	ASSERT_EQ(0, open_event(self));
	for (tries = 0; tries < HW_TRIES; tries++) {
		perf_ioctl(self->fd, PERF_EVENT_IOC_RESET, 0);
		run_loop(self, ROUNDS);
		count = perf_count(self->fd);
		seen = see_loop(self, PERIOD);
		expected = count / per_instruction / PERIOD;
		if (!seen.wrong && (seen.samples == expected || seen.samples == expected + 1))
			break;
	}
	EXPECT_GE(count, per_instruction * ROUNDS * LOOP_LENGTH);
	EXPECT_LT(count, per_instruction * (ROUNDS * LOOP_LENGTH + PERIOD));
	EXPECT_LE(expected, seen.samples);
	/* A second try begins within a period. */
	EXPECT_GE(expected + !!tries, seen.samples);
	EXPECT_EQ(0, seen.wrong);
	EXPECT_EQ(is_inexact(&self->attr) ? seen.samples : 0, seen.inexact);
	EXPECT_EQ(0, seen.others);
	EXPECT_LE(seen.samples, seen.in_loop + 2);
}

static void check_each(struct __test_metadata *_metadata, FIXTURE_DATA(hw_pebs) *self)
{
	check_each_event(_metadata, self, 1);
}

TEST_F(hw_pebs, each_interrupt_has_exactly_the_instruction)
{
	/* A sample with a call chain needs an interrupt of its own. */
	self->attr.sample_type |= PERF_SAMPLE_CALLCHAIN;
	check_each(_metadata, self);
}

TEST_F(hw_pebs, records_that_wait_have_exactly_the_instruction)
{
	long before = hw_interrupts(), used;

	/* The search for the instruction needs an interrupt. */
	if (has_next_address())
		self->attr.precise_ip = 1;
	check_each(_metadata, self);
	used = hw_interrupts() - before;
	/* 64 KiB hold more than 300 records of any format. */
	EXPECT_LE(used, HW_TRIES * (long)(ROUNDS * LOOP_LENGTH / PERIOD / 100));
}

TEST_F(hw_pebs, distribution_has_exactly_the_instruction)
{
	if (highest_precise() < 3)
		SKIP(return, "no precise distribution");
	self->attr.precise_ip = 3;
	check_each(_metadata, self);
}

TEST_F(hw_pebs, cycles_are_exact_too)
{
	int precise, most = highest_precise();

	for (precise = 1; precise <= most; precise++) {
		perf_attr_init(&self->attr, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES);
		self->attr.exclude_kernel = 1;
		self->attr.disabled = 1;
		self->attr.precise_ip = precise;
		/* An instruction has two cycles, and the second one wraps the counter. */
		self->attr.sample_period = 2 * PERIOD;
		self->attr.sample_type = PERF_SAMPLE_IP;
		check_each_event(_metadata, self, 2);
		if (precise == most)
			break;
		perf_ring_unmap(&self->ring);
		close(self->fd);
	}
}

#define CODE_ROUNDS	(ROUNDS / 4)

/* All samples of @run have the instructions' own addresses, and each instruction has some. */
static void check_code(struct __test_metadata *_metadata, FIXTURE_DATA(hw_pebs) *self,
		       const struct code *code, void (*run)(void))
{
	struct seen seen = { };
	int tries;

	ASSERT_EQ(0, open_event(self));
	for (tries = 0; tries < HW_TRIES; tries++) {
		perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0);
		run();
		perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0);
		seen = see_code(self, PERIOD, code);
		/* A switch may end a period late, see check_each_event(). */
		if (!seen.wrong)
			break;
	}
	EXPECT_LE(CODE_ROUNDS * code->length / PERIOD - 1, seen.in_loop);
	EXPECT_LE(seen.samples, seen.in_loop + 2);
	EXPECT_EQ(0, seen.wrong);
	EXPECT_EQ(0, seen.inexact);
	EXPECT_EQ(0, seen.others);
	EXPECT_EQ((1U << code->length) - 1, seen.indexes);
}

static void run_mixed(void)
{
	mixed_loop(CODE_ROUNDS);
}

TEST_F(hw_pebs, branches_calls_and_long_instructions_are_exact)
{
	static const struct code code = { mixed_index, MIXED_LENGTH };

	if (highest_precise() < 2)
		SKIP(return, "no address of the instruction");
	check_code(_metadata, self, &code, run_mixed);
}

static const unsigned char *narrow;

/* All instructions but the last one have one byte. */
static int narrow_index(__u64 ip)
{
	__u64 offset = ip - (uintptr_t)narrow;

	return offset < NARROW_LENGTH ? (int)offset : -1;
}

static void run_narrow(void)
{
	narrow_loop(narrow, CODE_ROUNDS);
}

TEST_F(hw_pebs, code_of_32_bits_is_exact)
{
	static const struct code code = { narrow_index, NARROW_LENGTH };

	if (highest_precise() < 2)
		SKIP(return, "no address of the instruction");
	narrow = narrow_page();
	ASSERT_NE(NULL, narrow);
	check_code(_metadata, self, &code, run_narrow);
}

TEST_F(hw_pebs, a_few_records_are_samples_once_the_event_stops)
{
	struct seen seen;

	ASSERT_EQ(0, open_event(self));
	run_loop(self, 1000);
	seen = see_loop(self, PERIOD);
	EXPECT_EQ(1000 * LOOP_LENGTH / PERIOD, seen.samples);
	EXPECT_EQ(0, seen.wrong);
}

TEST_F(hw_pebs, a_read_makes_samples_of_records)
{
	const long switches = perf_switches();
	unsigned int samples;
	__u64 count, last = 0;
	int i, fell = 0;

	ASSERT_EQ(0, open_event(self));
	perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0);
	for (i = 0; i < 50; i++) {
		precise_loop(1000);
		count = perf_count(self->fd);
		fell += count < last + 1000 * LOOP_LENGTH;
		last = count;
	}
	/* Reading the ring is counted as well. */
	samples = perf_ring_count(&self->ring, PERF_RECORD_SAMPLE);
	EXPECT_EQ(0, fell);
	EXPECT_LE(last / PERIOD, samples + perf_switches() - switches);
	perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0);
	samples += perf_ring_count(&self->ring, PERF_RECORD_SAMPLE);
	check_samples(_metadata, perf_count(self->fd), perf_switches() - switches, samples);
}

static int child_loops(void *argument)
{
	int *pipes = argument;
	char byte = 0;

	precise_loop(2000);
	if (write(pipes[1], &byte, 1) != 1)
		return 1;
	/* Sleep until the parent has read the samples. */
	return read(pipes[2], &byte, 1) != 1;
}

TEST_F(hw_pebs, a_switch_makes_samples_of_records)
{
	const struct perf_event_header *record;
	struct perf_child child;
	struct perf_sample sample;
	unsigned int mine = 0, others = 0;
	int pipes[4], i;
	char byte = 0;

	ASSERT_EQ(0, pipe(&pipes[0]));
	ASSERT_EQ(0, pipe(&pipes[2]));
	ASSERT_EQ(0, perf_child_start(&child, child_loops, (int[]){ 0, pipes[1], pipes[2] }));
	self->attr.disabled = 0;
	self->fd = perf_open(&self->attr, child.pid, -1, -1, 0);
	ASSERT_GE(self->fd, 0);
	ASSERT_EQ(0, perf_ring_open(&self->ring, self->fd, PAGES, PROT_READ | PROT_WRITE));
	perf_child_go(&child);
	ASSERT_EQ(1, read(pipes[0], &byte, 1));
	/* The child sleeps now, or runs on this CPU no more than to its read(). */
	for (i = 0; i < 20; i++)
		sched_yield();
	usleep(100000);
	while ((record = perf_ring_next(&self->ring))) {
		ASSERT_EQ(PERF_RECORD_SAMPLE, record->type);
		ASSERT_TRUE(perf_sample_parse(&self->attr, record, &sample));
		if (loop_index(sample.ip) >= 0)
			mine++;
		others += (pid_t)sample.pid != child.pid;
	}
	EXPECT_LE(2000 * LOOP_LENGTH / PERIOD, mine);
	EXPECT_EQ(0, others);
	ASSERT_EQ(1, write(pipes[3], &byte, 1));
	EXPECT_EQ(0, perf_child_wait(&child));
	for (i = 0; i < 4; i++)
		close(pipes[i]);
}

TEST_F(hw_pebs, times_rise)
{
	const struct perf_event_header *record;
	struct perf_sample sample;
	__u64 last = 0;
	unsigned int samples = 0, fell = 0;

	self->attr.sample_type |= PERF_SAMPLE_TIME;
	ASSERT_EQ(0, open_event(self));
	run_loop(self, ROUNDS);
	while ((record = perf_ring_next(&self->ring))) {
		ASSERT_TRUE(perf_sample_parse(&self->attr, record, &sample));
		fell += sample.time < last;
		last = sample.time;
		samples++;
	}
	EXPECT_LT(0, samples);
	EXPECT_EQ(0, fell);
}

TEST_F(hw_pebs, registers_are_those_of_the_instruction)
{
	const struct perf_event_header *record;
	struct perf_sample sample;
	struct distances distances = { perf_switches() };
	__u64 rounds = 0, after, before = 0;
	unsigned int samples = 0;
	int index, last = -1;

	if (highest_precise() < 2)
		SKIP(return, "no address of the instruction");
	self->attr.sample_type |= PERF_SAMPLE_REGS_INTR;
	self->attr.sample_regs_intr = 1ULL << ROUNDS_REG;
	ASSERT_EQ(0, open_event(self));
	run_loop(self, ROUNDS);
	while ((record = perf_ring_next(&self->ring))) {
		ASSERT_TRUE(perf_sample_parse(&self->attr, record, &sample));
		index = loop_index(sample.ip);
		if (index < 0)
			continue;
		ASSERT_EQ(PERF_SAMPLE_REGS_ABI_64, sample.intr_abi);
		/* Rounds that the loop has begun; RCX falls with instruction 6. */
		after = ROUNDS - sample.intr_regs[0] + (index < 6);
		rounds = after * LOOP_LENGTH + index;
		if (last >= 0)
			note_distance(&distances, rounds - before);
		before = rounds;
		last = index;
		samples++;
	}
	EXPECT_LE(ROUNDS * LOOP_LENGTH / PERIOD - 1,
		  samples + perf_switches() - distances.switches);
	check_distances(_metadata, &distances);
}

TEST_F(hw_pebs, vector_registers)
{
	const struct perf_event_header *record;
	struct perf_sample sample;
	unsigned int samples = 0, wrong = 0;
	int err;

	self->attr.sample_type |= PERF_SAMPLE_REGS_INTR;
	self->attr.sample_regs_intr = 3ULL << VECTOR_REG;
	err = open_event(self);
	if (err == EINVAL)
		SKIP(return, "records without vector registers");
	ASSERT_EQ(0, err);
	run_loop(self, ROUNDS);
	while ((record = perf_ring_next(&self->ring))) {
		ASSERT_TRUE(perf_sample_parse(&self->attr, record, &sample));
		if (loop_index(sample.ip) < 0)
			continue;
		wrong += sample.intr_regs[0] != XMM_VALUE || sample.intr_regs[1] != XMM_VALUE;
		samples++;
	}
	EXPECT_LT(0, samples);
	EXPECT_EQ(0, wrong);
	self->attr.precise_ip = 0;
	EXPECT_EQ(EINVAL, perf_try_self(&self->attr));
}

/* The emulator's rules of latency and source */
static __u64 latency_of(__u64 address)
{
	return 4 + 16 * (address >> 6 & 15);
}

/* Levels of the sources that all tables agree on: L1, fill buffer, L2, L3. */
static bool right_source(__u64 address, union perf_mem_data_src source)
{
	static const __u8 levels[] = {
		[1] = PERF_MEM_LVLNUM_L1, [2] = PERF_MEM_LVLNUM_LFB, [3] = PERF_MEM_LVLNUM_L2,
		[4] = PERF_MEM_LVLNUM_L3,
	};
	unsigned int line = address >> 6 & 15;
	bool missed = address >> 12 & 1;

	if (source.mem_op != PERF_MEM_OP_LOAD)
		return false;
	if (line && line < 5 && source.mem_lvl_num != levels[line])
		return false;
	return missed == !!(source.mem_dtlb & PERF_MEM_TLB_MISS);
}

/* Accesses from that of @last to that of @address, which are about PERIOD; one for each line */
static __s64 lines_between(__u64 last, __u64 address)
{
	__s64 beyond = (address - last - 64 * PERIOD) / 64 & (LINES - 1);

	return PERIOD + (beyond < LINES / 2 ? beyond : beyond - LINES);
}

static void check_loads(struct __test_metadata *_metadata, FIXTURE_DATA(hw_pebs) *self,
			__u64 code, bool has_latency)
{
	const struct perf_event_header *record;
	struct perf_sample sample;
	union perf_mem_data_src source;
	struct distances distances = { perf_switches() };
	unsigned int samples = 0, wrong = 0;
	__u64 last = 0, begin = (uintptr_t)self->data;

	self->attr = precise_attr(code, PERIOD, 2);
	/* Every load has more cycles. */
	self->attr.config1 = has_latency ? 3 : 0;
	self->attr.sample_type |= PERF_SAMPLE_ADDR | PERF_SAMPLE_DATA_SRC | PERF_SAMPLE_WEIGHT |
				  PERF_SAMPLE_PHYS_ADDR;
	ASSERT_EQ(0, open_event(self));
	perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0);
	load_loop(self->data, ROUNDS);
	perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0);
	while ((record = perf_ring_next(&self->ring))) {
		ASSERT_EQ(PERF_RECORD_SAMPLE, record->type);
		ASSERT_TRUE(perf_sample_parse(&self->attr, record, &sample));
		if (sample.ip != (uintptr_t)precise_load)
			continue;
		samples++;
		source.val = sample.data_src;
		if (last)
			note_distance(&distances, lines_between(last, sample.addr));
		last = sample.addr;
		wrong += sample.addr < begin || sample.addr >= begin + LINES * 64;
		wrong += source.mem_op != PERF_MEM_OP_LOAD;
		wrong += has_latency && sample.weight != latency_of(sample.addr);
		wrong += has_latency && !right_source(sample.addr, source);
		wrong += !sample.phys_addr || (sample.phys_addr ^ sample.addr) & 0xfff;
	}
	EXPECT_LE(ROUNDS / PERIOD - 1, samples + perf_switches() - distances.switches);
	EXPECT_EQ(0, wrong);
	check_distances(_metadata, &distances);
}

TEST_F(hw_pebs, loads_have_addresses)
{
	if (!has_memory_events())
		SKIP(return, "the emulator has no such events");
	check_loads(_metadata, self, LOADS, false);
}

TEST_F(hw_pebs, loads_have_latency_and_source)
{
	if (!has_memory_events())
		SKIP(return, "the emulator has no such events");
	check_loads(_metadata, self, LOAD_LATENCY, true);
}

TEST_F(hw_pebs, stores_have_address_and_source)
{
	const struct perf_event_header *record;
	struct perf_sample sample;
	union perf_mem_data_src source;
	struct distances distances = { perf_switches() };
	unsigned int samples = 0, wrong = 0;
	__u64 last = 0;

	if (!has_memory_events())
		SKIP(return, "the emulator has no such events");
	self->attr = precise_attr(STORES, PERIOD, 2);
	self->attr.sample_type |= PERF_SAMPLE_ADDR | PERF_SAMPLE_DATA_SRC;
	ASSERT_EQ(0, open_event(self));
	perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0);
	store_loop(self->data, ROUNDS);
	perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0);
	while ((record = perf_ring_next(&self->ring))) {
		ASSERT_TRUE(perf_sample_parse(&self->attr, record, &sample));
		if (sample.ip != (uintptr_t)precise_store)
			continue;
		samples++;
		source.val = sample.data_src;
		if (last)
			note_distance(&distances, lines_between(last, sample.addr));
		last = sample.addr;
		wrong += source.mem_op != PERF_MEM_OP_STORE;
		/* Bit 0 of the source: the first cache had the line. */
		wrong += !!(source.mem_lvl & PERF_MEM_LVL_HIT) != (sample.addr >> 6 & 1);
	}
	EXPECT_LE(ROUNDS / PERIOD - 1, samples + perf_switches() - distances.switches);
	EXPECT_EQ(0, wrong);
	check_distances(_metadata, &distances);
}

TEST_F(hw_pebs, slow_loads_are_above_the_threshold)
{
	const __u64 threshold = 150;
	const struct perf_event_header *record;
	struct perf_sample sample;
	const long switches = perf_switches();
	unsigned int samples = 0, wrong = 0, slow = 0, i;

	for (i = 0; i < LINES; i++)
		slow += latency_of((uintptr_t)self->data + i * 64) > threshold;
	if (!has_memory_events())
		SKIP(return, "the emulator has no such events");
	self->attr = precise_attr(LOAD_LATENCY, 101, 2);
	self->attr.config1 = threshold;
	self->attr.sample_type |= PERF_SAMPLE_ADDR | PERF_SAMPLE_WEIGHT_STRUCT;
	ASSERT_EQ(0, open_event(self));
	perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0);
	load_loop(self->data, ROUNDS);
	perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0);
	while ((record = perf_ring_next(&self->ring))) {
		union perf_sample_weight weight;

		ASSERT_TRUE(perf_sample_parse(&self->attr, record, &sample));
		samples++;
		weight.full = sample.weight;
		wrong += weight.var1_dw <= threshold ||
			 weight.var1_dw != latency_of(sample.addr);
	}
	/* A switch may lose one, as in struct distances. */
	EXPECT_LE(ROUNDS / LINES * slow / 101, samples + perf_switches() - switches);
	EXPECT_GE(ROUNDS / LINES * slow / 101 + 20, samples);
	EXPECT_EQ(0, wrong);
}

TEST_F(hw_pebs, the_period_can_be_changed)
{
	__u64 longer = 2 * PERIOD + 1, before;
	const long switches = perf_switches();
	struct seen seen;

	ASSERT_EQ(0, open_event(self));
	run_loop(self, ROUNDS);
	before = perf_count(self->fd);
	seen = see_loop(self, PERIOD);
	check_samples(_metadata, before, perf_switches() - switches, seen.samples);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_PERIOD, (unsigned long)&longer));
	run_loop(self, ROUNDS);
	seen = see_loop(self, longer);
	EXPECT_GE(seen.samples, (perf_count(self->fd) - before) / longer);
	EXPECT_LE(seen.samples, (perf_count(self->fd) - before) / longer + 1);
}

TEST_F(hw_pebs, frequencies)
{
	const struct perf_event_header *record;
	struct perf_sample sample;
	__u64 periods = 0, count;
	unsigned int samples = 0, inexact = 0;

	self->attr.freq = 1;
	self->attr.sample_freq = 4000;
	self->attr.sample_type |= PERF_SAMPLE_PERIOD;
	ASSERT_EQ(0, open_event(self));
	run_loop(self, 20 * ROUNDS);
	count = perf_count(self->fd);
	while ((record = perf_ring_next(&self->ring))) {
		if (record->type != PERF_RECORD_SAMPLE)
			continue;
		ASSERT_TRUE(perf_sample_parse(&self->attr, record, &sample));
		periods += sample.period;
		inexact += !(record->misc & EXACT);
		samples++;
	}
	EXPECT_LT(1, samples);
	EXPECT_EQ(is_inexact(&self->attr) ? samples : 0, inexact);
	EXPECT_GE(count, periods);
}

#define FAIL_NTH	"/proc/thread-self/fail-nth"
#define FAILSLAB	"/sys/kernel/debug/failslab/"
#define FAIL_PAGE	"/sys/kernel/debug/fail_page_alloc/"
#define MOST_FAULTS	500

/* Allocations that may sleep fail as well, whatever their size. Returns false without them. */
static bool faults_prepare(void)
{
	return !access(FAIL_NTH, W_OK) && !perf_file_write(FAILSLAB "ignore-gfp-wait", "N") &&
	       !perf_file_write(FAILSLAB "verbose", "0") &&
	       !perf_file_write(FAIL_PAGE "ignore-gfp-wait", "N") &&
	       !perf_file_write(FAIL_PAGE "min-order", "0") &&
	       !perf_file_write(FAIL_PAGE "verbose", "0");
}

/* The buffers of all CPUs are allocated when the first precise event is opened. */
TEST_F(hw_pebs, every_allocation_of_an_open_may_fail)
{
	int nth, fd, failures = 0, file, error;
	bool reached = true;
	char text[16];

	if (!faults_prepare())
		SKIP(return, "needs root, FAULT_INJECTION, FAILSLAB and FAIL_PAGE_ALLOC");
	file = open(FAIL_NTH, O_RDWR | O_CLOEXEC);
	ASSERT_GE(file, 0);
	ASSERT_EQ(0, perf_prefault());
	for (nth = 1; reached; nth++) {
		ASSERT_LT(nth, MOST_FAULTS);
		sprintf(text, "%d", nth);
		ASSERT_LT(0, pwrite(file, text, strlen(text), 0));
		fd = perf_open_self(&self->attr);
		error = errno;
		memset(text, 0, sizeof(text));
		ASSERT_LT(0, pread(file, text, sizeof(text) - 1, 0));
		reached = !atoi(text);
		ASSERT_EQ(1, pwrite(file, "0", 1, 0));
		if (fd >= 0)
			close(fd);
		else
			EXPECT_EQ(ENOMEM, error);
		failures += fd < 0;
	}
	close(file);
	/* A buffer for each CPU, and more */
	EXPECT_LT(sysconf(_SC_NPROCESSORS_ONLN), failures);
	check_each(_metadata, self);
}

/* Errors of the ABI, the same as 6.12's driver has on this emulator. */
TEST_F(hw_pebs, errors)
{
	struct perf_event_attr attr = self->attr;

	EXPECT_EQ(0, perf_try_self(&attr));
	attr.sample_period = 0;
	EXPECT_EQ(EINVAL, perf_try_self(&attr));
	if (highest_precise() < 3) {
		attr.sample_period = PERIOD;
		attr.precise_ip = 3;
		EXPECT_EQ(EOPNOTSUPP, perf_try_self(&attr));
	}
	if (has_next_address() && highest_precise() > 1) {
		/* The search needs all branches of the modes that the event counts in. */
		attr = self->attr;
		attr.sample_type |= PERF_SAMPLE_BRANCH_STACK;
		attr.branch_sample_type = PERF_SAMPLE_BRANCH_USER | PERF_SAMPLE_BRANCH_ANY;
		EXPECT_EQ(0, perf_try_self(&attr));
		attr.branch_sample_type = PERF_SAMPLE_BRANCH_USER | PERF_SAMPLE_BRANCH_COND;
		EXPECT_EQ(EOPNOTSUPP, perf_try_self(&attr));
		attr.precise_ip = 1;
		EXPECT_EQ(0, perf_try_self(&attr));
	}
	if (has_memory_events()) {
		attr = precise_attr(LOAD_LATENCY, PERIOD, 2);
		EXPECT_EQ(0, perf_try_self(&attr));
		attr.config1 = 0x10000;
		EXPECT_EQ(EINVAL, perf_try_self(&attr));
	}
	attr = self->attr;
	attr.sample_regs_user = 1ULL << 32;
	attr.sample_type |= PERF_SAMPLE_REGS_USER;
	EXPECT_NE(0, perf_try_self(&attr));
}

TEST_HARNESS_MAIN
