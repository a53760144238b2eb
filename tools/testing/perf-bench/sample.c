// SPDX-License-Identifier: GPL-2.0
/*
 * sample-*: cost that counting, or a sample, adds to a page fault. fault_check() empties the ring
 * after each fault, and no reader is woken.
 *
 * sample-counted-N, sample-taken-N: cost that each of N events adds, if they count the fault, or
 * write their samples of six fields into one ring.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "bench.h"
#include "event.h"

#define ROUNDS		100
#define RING_PAGES	64
#define FRAMES		4

#define SIX_FIELDS	(PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | \
			 PERF_SAMPLE_ADDR | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD)
/* A struct perf_event_header, and eight bytes for each field. */
#define SIX_FIELDS_BYTES	(8 + 6 * 8)

/* PERF_REG_X86_* from AX to SS and from R8 to R15: all registers of a 64-bit process. */
#define REGISTERS	0xff0fffULL

struct frame {
	const struct frame	*caller;
	unsigned long		address;
};

/**
 * struct faulting - a page fault to time
 * @page:   a write to it faults
 * @bytes:  size of @page
 * @ring:   ring of the sample; without a sample its page is NULL
 * @least:  bytes that a fault writes there, at least
 * @frames: call chain of the fault, outermost last
 */
struct faulting {
	char			*page;
	size_t			bytes;
	struct event_ring	ring;
	size_t			least;
	struct frame		frames[FRAMES];
};

static void fault_prepare(void *data)
{
	struct faulting *faulting = data;

	if (madvise(faulting->page, faulting->bytes, MADV_DONTNEED))
		bench_die("madvise");
}

/*
 * The frame pointer is @frames during the fault, so the call chain does not depend on the compiler
 * or the C library.
 */
static void fault_take(void *data)
{
	struct faulting *faulting = data;

	machine_store_below(&faulting->frames[0], faulting->page);
}

static void fault_check(void *data)
{
	const struct faulting *faulting = data;

	if (!faulting->ring.page)
		return;
	if (event_ring_drain(&faulting->ring) < faulting->least)
		bench_wrong("a fault without all its samples");
}

static int64_t fault_cost(struct faulting *faulting)
{
	const struct bench_step step = {
		.before = fault_prepare, .step = fault_take, .after = fault_check,
		.data = faulting, .rounds = ROUNDS,
	};

	return bench_cost(&step);
}

static struct perf_event_attr sampled_attr(const struct faulting *faulting, uint64_t sample_type)
{
	struct perf_event_attr attr = event_software(PERF_COUNT_SW_PAGE_FAULTS);

	attr.sample_period = 1;
	attr.sample_type = sample_type;
	attr.sample_regs_user = sample_type & PERF_SAMPLE_REGS_USER ? REGISTERS : 0;
	attr.watermark = 1;
	attr.wakeup_watermark = RING_PAGES * faulting->bytes / 2;
	return attr;
}

static int64_t sampled_cost(struct faulting *faulting, uint64_t sample_type)
{
	const struct perf_event_attr attr = sampled_attr(faulting, sample_type);
	int64_t cost;
	int fd;

	faulting->least = SIX_FIELDS_BYTES;
	fd = event_open(&attr, -1);
	faulting->ring = event_map(fd, RING_PAGES);
	cost = fault_cost(faulting);
	event_unmap(&faulting->ring);
	faulting->ring.page = NULL;
	close(fd);
	return cost;
}

static int64_t counted_cost(struct faulting *faulting)
{
	struct perf_event_attr attr = event_software(PERF_COUNT_SW_PAGE_FAULTS);
	int fd = event_open(&attr, -1);
	int64_t cost = fault_cost(faulting);

	close(fd);
	return cost;
}

/* Each event has to have counted each fault of the rounds. */
static void check_counts(const int *fds, unsigned int number)
{
	uint64_t count;

	while (number--) {
		if (read(fds[number], &count, sizeof(count)) != sizeof(count))
			bench_die("read");
		if (count < ROUNDS)
			bench_wrong("an event that has not counted all faults");
	}
}

static int64_t many_counted_cost(struct faulting *faulting, unsigned int number)
{
	const struct perf_event_attr attr = event_software(PERF_COUNT_SW_PAGE_FAULTS);
	static int fds[BENCH_SIZE_MAX];
	int64_t cost;

	event_open_many(&attr, fds, number);
	cost = fault_cost(faulting);
	check_counts(fds, number);
	event_close_many(fds, number);
	return cost;
}

static int64_t many_sampled_cost(struct faulting *faulting, unsigned int number)
{
	const struct perf_event_attr attr = sampled_attr(faulting, SIX_FIELDS);
	static int fds[BENCH_SIZE_MAX];
	unsigned int i;
	int64_t cost;

	event_open_many(&attr, fds, number);
	faulting->ring = event_map(fds[0], RING_PAGES);
	for (i = 1; i < number; i++) {
		if (ioctl(fds[i], PERF_EVENT_IOC_SET_OUTPUT, fds[0]))
			bench_die("ioctl SET_OUTPUT");
	}
	event_ring_drain(&faulting->ring);
	faulting->least = number * SIX_FIELDS_BYTES;
	cost = fault_cost(faulting);
	check_counts(fds, number);
	event_unmap(&faulting->ring);
	faulting->ring.page = NULL;
	event_close_many(fds, number);
	return cost;
}

static void report_many(struct faulting *faulting, int64_t plain)
{
	static const unsigned int sizes[] = BENCH_SIZES;
	int64_t cost;
	size_t i;

	event_allow_files(BENCH_SIZE_MAX);
	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		cost = many_counted_cost(faulting, sizes[i]) - plain;
		bench_report_each("sample-counted", sizes[i], cost);
		cost = many_sampled_cost(faulting, sizes[i]) - plain;
		bench_report_each("sample-taken", sizes[i], cost);
	}
}

static void faulting_init(struct faulting *faulting)
{
	unsigned int i;

	memset(faulting, 0, sizeof(*faulting));
	faulting->bytes = sysconf(_SC_PAGESIZE);
	faulting->page = mmap(NULL, faulting->bytes, PROT_READ | PROT_WRITE,
			      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (faulting->page == MAP_FAILED)
		bench_die("mmap");
	for (i = 0; i < FRAMES; i++) {
		faulting->frames[i].caller = i + 1 < FRAMES ? &faulting->frames[i + 1] : NULL;
		faulting->frames[i].address = (unsigned long)faulting_init + i;
	}
}

void bench_sample(void)
{
	struct faulting faulting;
	int64_t plain;

	faulting_init(&faulting);
	plain = fault_cost(&faulting);

	bench_report("sample-fault-plain", plain);
	bench_report("sample-fault-counted", counted_cost(&faulting) - plain);
	bench_report("sample-6-fields", sampled_cost(&faulting, SIX_FIELDS) - plain);
	bench_report("sample-chain-and-registers",
		     sampled_cost(&faulting, SIX_FIELDS | PERF_SAMPLE_CALLCHAIN |
				  PERF_SAMPLE_REGS_USER) - plain);
	report_many(&faulting, plain);
}
