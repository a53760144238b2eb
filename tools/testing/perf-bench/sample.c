// SPDX-License-Identifier: GPL-2.0
/*
 * sample-*: cost that counting, or a sample, adds to a page fault. fault_check() empties the ring
 * after each fault, and no reader is woken.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "bench.h"
#include "event.h"

#define ROUNDS		100
#define RING_PAGES	64
#define FRAMES		4

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
 * @frames: call chain of the fault, outermost last
 */
struct faulting {
	char			*page;
	size_t			bytes;
	struct event_ring	ring;
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
	if (!event_ring_drain(&faulting->ring)) {
		static const char text[] = "perf-bench: a fault without a sample\n";

		if (write(STDERR_FILENO, text, sizeof(text) - 1) < 0)
			_exit(2);
		_exit(1);
	}
}

static int64_t fault_cost(struct faulting *faulting)
{
	const struct bench_step step = {
		.before = fault_prepare, .step = fault_take, .after = fault_check,
		.data = faulting, .rounds = ROUNDS,
	};

	return bench_cost(&step);
}

static int64_t sampled_cost(struct faulting *faulting, uint64_t sample_type)
{
	struct perf_event_attr attr = event_software(PERF_COUNT_SW_PAGE_FAULTS);
	int64_t cost;
	int fd;

	attr.sample_period = 1;
	attr.sample_type = sample_type;
	attr.sample_regs_user = sample_type & PERF_SAMPLE_REGS_USER ? REGISTERS : 0;
	attr.watermark = 1;
	attr.wakeup_watermark = RING_PAGES * faulting->bytes / 2;

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
	const uint64_t six = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
			     PERF_SAMPLE_ADDR | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD;
	struct faulting faulting;
	int64_t plain;

	faulting_init(&faulting);
	plain = fault_cost(&faulting);

	bench_report("sample-fault-plain", plain);
	bench_report("sample-fault-counted", counted_cost(&faulting) - plain);
	bench_report("sample-6-fields", sampled_cost(&faulting, six) - plain);
	bench_report("sample-chain-and-registers",
		     sampled_cost(&faulting, six | PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_REGS_USER) -
		     plain);
}
