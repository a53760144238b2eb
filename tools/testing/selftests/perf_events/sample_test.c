// SPDX-License-Identifier: GPL-2.0
/*
 * When samples are taken, and their fields of task, location and time.
 */
#include <pthread.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>

#include "sample_fixture.h"

static uint64_t monotonic_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000ULL + now.tv_nsec;
}

/* ---- each field ---- */

TEST_F(sample, size_of_each_field_alone)
{
	static const struct {
		uint64_t type;
		size_t size;
	} row[] = {
		{ 0, 0 },
		{ PERF_SAMPLE_IDENTIFIER, 8 },
		{ PERF_SAMPLE_IP, 8 },
		{ PERF_SAMPLE_TID, 8 },
		{ PERF_SAMPLE_TIME, 8 },
		{ PERF_SAMPLE_ADDR, 8 },
		{ PERF_SAMPLE_READ, 8 },
		{ PERF_SAMPLE_ID, 8 },
		{ PERF_SAMPLE_CPU, 8 },
		{ PERF_SAMPLE_PERIOD, 8 },
		{ PERF_SAMPLE_STREAM_ID, 8 },
		/* A raw size of 0, padded to 8 bytes */
		{ PERF_SAMPLE_RAW, 8 },
		{ PERF_SAMPLE_REGS_USER, 8 + 2 * 8 },
		{ PERF_SAMPLE_STACK_USER, 8 + 64 + 8 },
		{ PERF_SAMPLE_WEIGHT, 8 },
		{ PERF_SAMPLE_WEIGHT_STRUCT, 8 },
		{ PERF_SAMPLE_DATA_SRC, 8 },
		{ PERF_SAMPLE_TRANSACTION, 8 },
		{ PERF_SAMPLE_REGS_INTR, 8 + 2 * 8 },
		{ PERF_SAMPLE_PHYS_ADDR, 8 },
		{ PERF_SAMPLE_CGROUP, 8 },
		{ PERF_SAMPLE_DATA_PAGE_SIZE, 8 },
		{ PERF_SAMPLE_CODE_PAGE_SIZE, 8 },
	};
	const struct perf_event_header *record;
	unsigned int i;

	if (!PERF_HAS_REGS)
		SKIP(return, PERF_NO_REGS);
	self->attr.sample_regs_user = REGS;
	self->attr.sample_regs_intr = REGS;
	self->attr.sample_stack_user = 64;
	for (i = 0; i < ARRAY_SIZE(row); i++) {
		self->attr.sample_type = row[i].type;
		ASSERT_EQ(0, open_event(self)) {
			TH_LOG("sample_type %#llx", (unsigned long long)row[i].type);
		}
		fault(self, i, 1);
		record = next_sample(self);
		ASSERT_NE(NULL, record) {
			TH_LOG("sample_type %#llx", (unsigned long long)row[i].type);
		}
		EXPECT_EQ(sizeof(*record) + row[i].size, record->size) {
			TH_LOG("sample_type %#llx", (unsigned long long)row[i].type);
		}
		EXPECT_EQ(NULL, perf_ring_next(&self->ring));
		close_event(self);
	}
}

TEST_F(sample, ids)
{
	uint64_t id;

	self->attr.sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_ID | PERF_SAMPLE_STREAM_ID;
	ASSERT_EQ(0, open_event(self));
	id = perf_event_id(self->fd);
	fault(self, 0, 1);
	ASSERT_NE(NULL, next_sample(self));
	EXPECT_EQ(id, self->last.identifier);
	EXPECT_EQ(id, self->last.id);
	EXPECT_EQ(id, self->last.stream_id);
}

TEST_F(sample, ip_and_address)
{
	const struct perf_event_header *record;
	unsigned int i;

	self->attr.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_ADDR;
	ASSERT_EQ(0, open_event(self));
	fault(self, 0, 5);
	for (i = 0; i < 5; i++) {
		record = next_sample(self);
		ASSERT_NE(NULL, record);
		EXPECT_EQ(PERF_RECORD_MISC_USER, cpumode(record));
		EXPECT_TRUE(WITHIN(self->last.ip, sample_touch));
		EXPECT_EQ((uintptr_t)place(self, i), self->last.addr);
	}
	fault_in_kernel(self, 10);
	record = next_sample(self);
	ASSERT_NE(NULL, record);
	EXPECT_EQ(PERF_RECORD_MISC_KERNEL, cpumode(record));
	EXPECT_TRUE(is_kernel_address(self->last.ip));
	EXPECT_EQ((uintptr_t)place(self, 10), self->last.addr);
	EXPECT_EQ(NULL, perf_ring_next(&self->ring));
}

TEST_F(sample, excluded_mode_gives_none)
{
	const struct perf_event_header *record;

	self->attr.sample_type = PERF_SAMPLE_IP;
	self->attr.exclude_kernel = 1;
	ASSERT_EQ(0, open_event(self));
	fault_in_kernel(self, 0);
	EXPECT_EQ(NULL, perf_ring_next(&self->ring));
	fault(self, 1, 1);
	EXPECT_NE(NULL, next_sample(self));
	close_event(self);

	self->attr.exclude_kernel = 0;
	self->attr.exclude_user = 1;
	ASSERT_EQ(0, open_event(self));
	fault(self, 2, 1);
	EXPECT_EQ(NULL, perf_ring_next(&self->ring));
	fault_in_kernel(self, 3);
	record = next_sample(self);
	ASSERT_NE(NULL, record);
	EXPECT_EQ(PERF_RECORD_MISC_KERNEL, cpumode(record));
}

struct thread_touch {
	FIXTURE_DATA(sample) *self;
	pid_t tid;
};

static void *touch_in_thread(void *argument)
{
	struct thread_touch *data = argument;

	data->tid = syscall(SYS_gettid);
	data->self->fd = perf_open_self(&data->self->attr);
	if (data->self->fd < 0 ||
	    perf_ring_open(&data->self->ring, data->self->fd, 16, RW))
		return NULL;
	fault(data->self, 0, 1);
	return data;
}

TEST_F(sample, pid_and_tid)
{
	struct thread_touch data = { .self = self };
	pthread_t thread;
	void *result;

	self->attr.sample_type = PERF_SAMPLE_TID;
	ASSERT_EQ(0, open_event(self));
	fault(self, 0, 1);
	ASSERT_NE(NULL, next_sample(self));
	EXPECT_EQ((uint32_t)getpid(), self->last.pid);
	EXPECT_EQ((uint32_t)getpid(), self->last.tid);
	close_event(self);

	perf_pages_drop(&self->pages);
	ASSERT_EQ(0, pthread_create(&thread, NULL, touch_in_thread, &data));
	ASSERT_EQ(0, pthread_join(thread, &result));
	ASSERT_EQ(&data, result);
	/* fault() has run before: besides its store only the thread's new stack may fault */
	do {
		ASSERT_NE(NULL, next_sample(self));
		EXPECT_EQ((uint32_t)getpid(), self->last.pid);
		EXPECT_EQ((uint32_t)data.tid, self->last.tid);
	} while (self->ring.position < perf_ring_head(&self->ring));
	EXPECT_NE((uint32_t)getpid(), self->last.tid);
}

TEST_F(sample, time)
{
	uint64_t before, after, last = 0;
	unsigned int i;

	self->attr.sample_type = PERF_SAMPLE_TIME;
	ASSERT_EQ(0, open_event(self));
	fault(self, 0, 50);
	for (i = 0; i < 50; i++) {
		ASSERT_NE(NULL, next_sample(self));
		EXPECT_GT(self->last.time, 0);
		EXPECT_GE(self->last.time, last);
		last = self->last.time;
	}
	close_event(self);

	/* With use_clockid, PERF_SAMPLE_TIME is comparable with clock_gettime() of that clock */
	self->attr.use_clockid = 1;
	self->attr.clockid = CLOCK_MONOTONIC;
	ASSERT_EQ(0, open_event(self));
	before = monotonic_ns();
	fault(self, 100, 2);
	after = monotonic_ns();
	for (i = 0; i < 2; i++) {
		ASSERT_NE(NULL, next_sample(self));
		EXPECT_GE(self->last.time, before);
		EXPECT_LE(self->last.time, after);
		before = self->last.time;
	}
}

TEST_F(sample, cpu)
{
	int cpus[64], count, i;

	count = perf_cpu_count(cpus, 64);
	self->attr.sample_type = PERF_SAMPLE_CPU;
	ASSERT_EQ(0, open_event(self));
	for (i = 0; i < count; i++) {
		ASSERT_EQ(0, perf_pin_cpu(cpus[i]));
		fault(self, i, 1);
		ASSERT_NE(NULL, next_sample(self));
		EXPECT_EQ((uint32_t)cpus[i], self->last.cpu);
		EXPECT_EQ(0, self->last.cpu_reserved);
	}
}

TEST_F(sample, cgroup)
{
	char text[256], path[512];
	struct stat status;

	ASSERT_EQ(0, perf_file_read("/proc/self/cgroup", text, sizeof(text)));
	if (strncmp(text, "0::", 3))
		SKIP(return, "not in a unified cgroup hierarchy: %s", text);
	snprintf(path, sizeof(path), "/sys/fs/cgroup%s", text + 3);
	if (stat(path, &status))
		SKIP(return, "no cgroup file system at %s", path);

	self->attr.sample_type = PERF_SAMPLE_CGROUP;
	ASSERT_EQ(0, open_event(self));
	fault(self, 0, 1);
	ASSERT_NE(NULL, next_sample(self));
	/* With a 32-bit ino_t, the upper half of the cgroup id is a generation number */
	EXPECT_EQ(status.st_ino, (ino_t)self->last.cgroup);
}

/* After a minor fault the page is mapped: its frame is in /proc/self/pagemap */
TEST_F(sample, physical_address_and_page_sizes)
{
	uint64_t entry, offset;
	int pagemap;

	if (perf_on_um())
		SKIP(return, "user-mode Linux does not read page tables in an interrupt");
	pagemap = open("/proc/self/pagemap", O_RDONLY);
	if (pagemap < 0)
		SKIP(return, "no /proc/self/pagemap");
	self->attr.config = PERF_COUNT_SW_PAGE_FAULTS_MIN;
	self->attr.sample_type = PERF_SAMPLE_ADDR | PERF_SAMPLE_PHYS_ADDR |
				 PERF_SAMPLE_DATA_PAGE_SIZE | PERF_SAMPLE_CODE_PAGE_SIZE;
	ASSERT_EQ(0, open_event(self));
	fault(self, 3, 1);
	ASSERT_NE(NULL, next_sample(self));
	EXPECT_EQ((uintptr_t)place(self, 3), self->last.addr);
	offset = (uintptr_t)place(self, 3) / self->page * sizeof(entry);
	ASSERT_EQ((ssize_t)sizeof(entry), pread(pagemap, &entry, sizeof(entry), offset));
	close(pagemap);
	/* Bits 0-54 of a pagemap entry are the page frame number */
	EXPECT_EQ((entry & ((1ULL << 55) - 1)) * self->page + OFFSET, self->last.phys_addr);
	EXPECT_EQ(self->page, self->last.data_page_size);
	EXPECT_EQ(self->page, self->last.code_page_size);
}

TEST_F(sample, values_nobody_filled)
{
	const uint64_t not_available = PERF_MEM_S(OP, NA) | PERF_MEM_S(LVL, NA) |
				       PERF_MEM_S(SNOOP, NA) | PERF_MEM_S(LOCK, NA) |
				       PERF_MEM_S(TLB, NA) | PERF_MEM_S(LVLNUM, NA);

	self->attr.sample_type = PERF_SAMPLE_WEIGHT | PERF_SAMPLE_DATA_SRC |
				 PERF_SAMPLE_TRANSACTION;
	ASSERT_EQ(0, open_event(self));
	fault(self, 0, 1);
	ASSERT_NE(NULL, next_sample(self));
	EXPECT_EQ(0, self->last.weight);
	EXPECT_EQ(not_available, self->last.data_src);
	EXPECT_EQ(0, self->last.transaction);
}

TEST_F(sample, period)
{
	static const uint64_t periods[] = { 1, 3, 7, 100 };
	unsigned int i, samples;

	self->attr.sample_type = PERF_SAMPLE_ADDR;
	for (i = 0; i < ARRAY_SIZE(periods); i++) {
		self->attr.sample_period = periods[i];
		ASSERT_EQ(0, open_event(self));
		perf_pages_drop(&self->pages);
		fault(self, 0, 200);
		EXPECT_EQ(200, perf_count(self->fd));
		/* sample.addr is of the fault that completes a period */
		for (samples = 0; next_sample(self); samples++)
			ASSERT_EQ((uintptr_t)place(self, (samples + 1) * periods[i] - 1),
				  self->last.addr);
		EXPECT_EQ(200 / periods[i], samples);
		close_event(self);
	}
}

/*
 * With PERF_SAMPLE_PERIOD a software event samples each occurrence, with its weight, whatever
 * sample_period is.
 */
TEST_F(sample, every_event_when_the_period_is_recorded)
{
	unsigned int samples;

	self->attr.sample_type = PERF_SAMPLE_ADDR | PERF_SAMPLE_PERIOD;
	self->attr.sample_period = 7;
	ASSERT_EQ(0, open_event(self));
	fault(self, 0, 200);
	for (samples = 0; next_sample(self); samples++) {
		ASSERT_EQ((uintptr_t)place(self, samples), self->last.addr);
		ASSERT_EQ(1, self->last.period);
	}
	EXPECT_EQ(200, samples);
}

TEST_F(sample, none_without_a_period)
{
	self->attr.sample_period = 0;
	self->attr.sample_type = PERF_SAMPLE_IP;
	ASSERT_EQ(0, open_event(self));
	fault(self, 0, 50);
	EXPECT_EQ(50, perf_count(self->fd));
	EXPECT_EQ(0, perf_ring_head(&self->ring));
}

TEST_F(sample, period_goes_on_where_it_stopped)
{
	unsigned int i, samples = 0;

	self->attr.sample_period = 10;
	self->attr.sample_type = PERF_SAMPLE_IP;
	ASSERT_EQ(0, open_event(self));
	for (i = 0; i < 20; i++)
		fault(self, i * 5, 5);
	while (next_sample(self))
		samples++;
	EXPECT_EQ(10, samples);
}

TEST_F(sample, read_of_one_event)
{
	unsigned int i;

	self->attr.sample_type = PERF_SAMPLE_READ;
	self->attr.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING |
				 PERF_FORMAT_ID | PERF_FORMAT_LOST;
	ASSERT_EQ(0, open_event(self));
	fault(self, 0, 20);
	for (i = 1; i <= 20; i++) {
		ASSERT_NE(NULL, next_sample(self));
		EXPECT_EQ(1, self->last.read.nr);
		EXPECT_EQ(i, self->last.read.entry[0].value);
		EXPECT_EQ(perf_event_id(self->fd), self->last.read.entry[0].id);
		EXPECT_EQ(0, self->last.read.entry[0].lost);
		EXPECT_GT(self->last.read.enabled, 0);
		EXPECT_EQ(self->last.read.enabled, self->last.read.running);
	}
}

TEST_F(sample, read_of_a_group)
{
	struct perf_event_attr sibling = perf_attr_software(PERF_COUNT_SW_PAGE_FAULTS_MIN);
	unsigned int i;
	int fd[2];

	self->attr.sample_type = PERF_SAMPLE_READ | PERF_SAMPLE_ADDR;
	self->attr.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_ID;
	ASSERT_EQ(0, open_event(self));
	sibling.disabled = 0;
	fd[0] = perf_open(&sibling, 0, -1, self->fd, 0);
	ASSERT_GE(fd[0], 0);
	sibling.config = PERF_COUNT_SW_DUMMY;
	fd[1] = perf_open(&sibling, 0, -1, self->fd, 0);
	ASSERT_GE(fd[1], 0);
	fault(self, 0, 20);
	for (i = 1; i <= 20; i++) {
		ASSERT_NE(NULL, next_sample(self));
		ASSERT_EQ(3, self->last.read.nr);
		EXPECT_EQ(i, self->last.read.entry[0].value);
		/* PERF_COUNT_SW_PAGE_FAULTS_MIN counts a fault after it is handled */
		EXPECT_EQ(i - 1, self->last.read.entry[1].value);
		EXPECT_EQ(0, self->last.read.entry[2].value);
		EXPECT_EQ(perf_event_id(self->fd), self->last.read.entry[0].id);
		EXPECT_EQ(perf_event_id(fd[0]), self->last.read.entry[1].id);
		EXPECT_EQ(perf_event_id(fd[1]), self->last.read.entry[2].id);
	}
	close(fd[0]);
	close(fd[1]);
}

TEST_F(sample, by_frequency)
{
	unsigned int samples = 0;

	self->attr.freq = 1;
	self->attr.sample_freq = 1000;
	self->attr.sample_type = PERF_SAMPLE_PERIOD;
	ASSERT_EQ(0, open_event(self));
	fault(self, 0, PAGES);
	EXPECT_EQ(PAGES, perf_count(self->fd));
	while (next_sample(self)) {
		ASSERT_GT(self->last.period, 0);
		samples++;
	}
	EXPECT_GT(samples, 0);
	EXPECT_LE(samples, PAGES);
}

/* ---- samples of others ---- */

static int touch_in_child(void *argument)
{
	FIXTURE_DATA(sample) *self = argument;
	unsigned int i;

	for (i = 0; i < 20; i++)
		outer(place(self, i));
	return 0;
}

TEST_F(sample, of_another_process)
{
	unsigned int seen = 0;
	struct perf_child child;
	pid_t pid;

	self->attr.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_ADDR;
	ASSERT_EQ(0, perf_child_start(&child, touch_in_child, self));
	pid = child.pid;
	self->attr.disabled = 0;
	self->fd = perf_open(&self->attr, pid, -1, -1, 0);
	ASSERT_GE(self->fd, 0);
	ASSERT_EQ(0, perf_ring_open(&self->ring, self->fd, 16, RW));
	ASSERT_EQ(0, perf_child_wait(&child));
	while (self->ring.position < perf_ring_head(&self->ring)) {
		ASSERT_NE(NULL, next_sample(self));
		/* A task that is being reaped has no pid any more: -1 */
		if (self->last.pid != (uint32_t)-1)
			EXPECT_EQ((uint32_t)pid, self->last.pid);
		if (WITHIN(self->last.ip, sample_touch)) {
			EXPECT_EQ((uintptr_t)place(self, seen), self->last.addr);
			seen++;
		}
	}
	EXPECT_EQ(20, seen);
}

TEST_HARNESS_MAIN
