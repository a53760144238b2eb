// SPDX-License-Identifier: GPL-2.0
/*
 * Address filters: the accepted forms, and the addresses that the PMU gets when files are
 * mapped and programs executed.
 */
#include <fcntl.h>
#include <limits.h>
#include <sys/wait.h>

#include "test_pmu.h"
#include "kselftest_harness.h"

#define PAGE		((size_t)sysconf(_SC_PAGESIZE))
#define FILE_PAGES	8

/* Argument with which exec_self() makes this program do one unit of work and exit */
#define EXEC_WORK	"--work"

FIXTURE(filter)
{
	struct perf_event_attr attr;
	struct perf_ring ring;
	struct test_area area;
	char file[64];
	void *map;
	int fd, data;
};

FIXTURE_SETUP(filter)
{
	int type;

	self->fd = -1;
	self->data = -1;
	self->map = MAP_FAILED;
	type = test_pmu_plug("test_aux");
	if (type < 0)
		SKIP(return, TEST_PMU_ABSENT);
	perf_attr_init(&self->attr, type, 0);
	snprintf(self->file, sizeof(self->file), "/tmp/perf-filter-XXXXXX");
	self->data = mkstemp(self->file);
	ASSERT_GE(self->data, 0);
	ASSERT_EQ(0, ftruncate(self->data, FILE_PAGES * PAGE));
}

FIXTURE_TEARDOWN(filter)
{
	if (self->map != MAP_FAILED)
		munmap(self->map, FILE_PAGES * PAGE);
	test_area_unmap(&self->area);
	perf_ring_unmap(&self->ring);
	if (self->fd >= 0)
		close(self->fd);
	if (self->data >= 0) {
		close(self->data);
		unlink(self->file);
	}
	test_pmu_unplug("test_aux");
}

static int set_filter(int fd, const char *format, ...)
{
	char text[PATH_MAX + 256];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	return perf_ioctl(fd, PERF_EVENT_IOC_SET_FILTER, (unsigned long)text);
}

static int open_trace(FIXTURE_DATA(filter) *self, pid_t pid)
{
	int err;

	self->fd = perf_open(&self->attr, pid, -1, -1, 0);
	if (self->fd < 0)
		return errno;
	err = perf_ring_map(&self->ring, self->fd, 4, PROT_READ | PROT_WRITE);
	return err ?: test_area_map(&self->area, &self->ring, self->fd, 4, PROT_READ | PROT_WRITE);
}

/* A filter as the PMU got it, from a TEST_WORD_FILTER of the trace */
struct told {
	unsigned int index, action;
	__u64 start, size;
};

/* Reads filters from the trace at *@from on, and advances *@from; returns their number */
static int read_told(FIXTURE_DATA(filter) *self, __u64 *from, struct told *told, int max)
{
	__u64 offset = *from, head = self->ring.page->aux_head;
	int nr = 0;

	while (offset < head && nr < max) {
		__u64 word = test_area_word(&self->area, offset);

		offset += sizeof(word);
		if ((word & TEST_WORD_KIND) != TEST_WORD_FILTER)
			continue;
		told[nr].index = word & 0xff;
		told[nr].action = word >> 8 & 0xff;
		told[nr].start = test_area_word(&self->area, offset);
		told[nr].size = test_area_word(&self->area, offset + 8);
		offset += 16;
		nr++;
	}
	*from = offset;
	return nr;
}

TEST_F(filter, text)
{
	static const char * const wrong[] = {
		"nothing 0x1000/0x100", "filter", "filter 0x1000", "filter 0x1000/0",
		"filter x/0x100", "filter 0x1000/y", "filter 0x1000/0x100@", "start",
		"filter 0x1000/0x100 0x2000/0x100", "filter 0x1000/0x100 rest",
	};
	size_t i;

	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	for (i = 0; i < ARRAY_SIZE(wrong); i++) {
		EXPECT_EQ(EINVAL, set_filter(self->fd, "%s", wrong[i]))
			TH_LOG("%s", wrong[i]);
	}
	EXPECT_EQ(0, set_filter(self->fd, "filter 0x1000/0x100"));
	EXPECT_EQ(0, set_filter(self->fd, "filter 4096/256,filter 0x2000/1 start 0x3000"));
	EXPECT_EQ(0, set_filter(self->fd, "start 0x3000\nfilter 0x1000/0x100"));
	EXPECT_EQ(0, set_filter(self->fd, "filter 0x1000/0x100@%s", self->file));
	EXPECT_EQ(EFAULT, perf_ioctl(self->fd, PERF_EVENT_IOC_SET_FILTER, 8));
}

TEST_F(filter, what_the_pmu_cannot)
{
	char text[16];

	ASSERT_EQ(0, perf_file_read("/sys/bus/event_source/devices/test_aux/nr_addr_filters",
				    text, sizeof(text)));
	EXPECT_EQ(4, atoi(text));
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	EXPECT_EQ(0, set_filter(self->fd, "start 1 start 2 start 3 start 4"));
	EXPECT_EQ(EOPNOTSUPP, set_filter(self->fd, "start 1 start 2 start 3 start 4 start 5"));
	EXPECT_EQ(EOPNOTSUPP, set_filter(self->fd, "stop 1"));
}

TEST_F(filter, files)
{
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	EXPECT_EQ(ENOENT, set_filter(self->fd, "filter 0/1@/no/such/file"));
	EXPECT_EQ(EINVAL, set_filter(self->fd, "filter 0/1@/tmp"));
	close(self->fd);

	/* EOPNOTSUPP: a CPU runs many programs, so its event cannot filter by file */
	self->fd = perf_open(&self->attr, -1, 0, -1, 0);
	ASSERT_GE(self->fd, 0);
	EXPECT_EQ(EOPNOTSUPP, set_filter(self->fd, "filter 0/1@%s", self->file));
	EXPECT_EQ(0, set_filter(self->fd, "filter 0x1000/0x100"));
	close(self->fd);

	/* With exclude_kernel an address without a file is accepted too: it may be the user's */
	self->attr.exclude_kernel = 1;
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	EXPECT_EQ(0, set_filter(self->fd, "filter 0x1000/0x100"));
	EXPECT_EQ(0, set_filter(self->fd, "filter 0x1000/0x100@%s", self->file));
}

TEST_F(filter, not_on_other_events)
{
	struct perf_event_attr attr = perf_attr_software(PERF_COUNT_SW_DUMMY);

	self->fd = perf_open_self(&attr);
	ASSERT_GE(self->fd, 0);
	EXPECT_EQ(EINVAL, set_filter(self->fd, "filter 0x1000/0x100"));
}

TEST_F(filter, kernel_addresses_as_they_are)
{
	struct told told[4];
	__u64 place = 0;

	ASSERT_EQ(0, open_trace(self, 0));
	ASSERT_EQ(0, set_filter(self->fd, "start 0x3000 filter 0x1000/0x100"));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	EXPECT_EQ(0, test_pmu_work(1));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	ASSERT_EQ(2, read_told(self, &place, told, 4));
	EXPECT_EQ(0, told[0].index);
	EXPECT_EQ(1, told[0].action);
	EXPECT_EQ(0x3000, told[0].start);
	EXPECT_EQ(0, told[0].size);
	EXPECT_EQ(1, told[1].index);
	EXPECT_EQ(2, told[1].action);
	EXPECT_EQ(0x1000, told[1].start);
	EXPECT_EQ(0x100, told[1].size);
	/* The PMU got both filters (6 words) before the first traced unit */
	EXPECT_EQ(1, test_area_word(&self->area, 6 * sizeof(__u64)));

	/* The next start passes no filters to the PMU, since they have not changed */
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	EXPECT_EQ(0, test_pmu_work(1));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	EXPECT_EQ(0, read_told(self, &place, told, 4));

	/* SET_FILTER on a counting event restarts it with the new filters */
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	ASSERT_EQ(0, set_filter(self->fd, "filter 0x5000/0x200"));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	ASSERT_EQ(1, read_told(self, &place, told, 4));
	EXPECT_EQ(0x5000, told[0].start);
	EXPECT_EQ(0x200, told[0].size);

	/* A refused list leaves the old filters in force */
	EXPECT_EQ(EINVAL, set_filter(self->fd, "filter 0x6000/0x200 filter"));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	EXPECT_EQ(0, test_pmu_work(1));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	EXPECT_EQ(0, read_told(self, &place, told, 4));
}

TEST_F(filter, file_mapped_before)
{
	struct told told[4];
	__u64 place = 0;

	self->map = mmap(NULL, FILE_PAGES * PAGE, PROT_READ | PROT_EXEC, MAP_PRIVATE,
			 self->data, 0);
	ASSERT_NE(MAP_FAILED, self->map);
	ASSERT_EQ(0, open_trace(self, 0));
	ASSERT_EQ(0, set_filter(self->fd, "filter 0x1010/0x20@%s", self->file));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	EXPECT_EQ(0, test_pmu_work(1));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	ASSERT_EQ(1, read_told(self, &place, told, 4));
	EXPECT_EQ((unsigned long)self->map + 0x1010, told[0].start);
	EXPECT_EQ(0x20, told[0].size);
}

TEST_F(filter, file_mapped_later)
{
	struct told told[4];
	__u64 place = 0;
	char filter[64];
	void *map;

	ASSERT_EQ(0, open_trace(self, 0));
	/* From the middle of the second page to the middle of the third */
	snprintf(filter, sizeof(filter), "filter %#zx/%#zx@%%s", PAGE + PAGE / 2, PAGE);
	ASSERT_EQ(0, set_filter(self->fd, filter, self->file));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	EXPECT_EQ(0, test_pmu_work(1));

	/* @self->map is not mapped yet */
	EXPECT_EQ(0, test_pmu_work(1));
	/* A mapping without PROT_EXEC does not count */
	map = mmap(NULL, FILE_PAGES * PAGE, PROT_READ, MAP_PRIVATE, self->data, 0);
	ASSERT_NE(MAP_FAILED, map);
	EXPECT_EQ(0, test_pmu_work(1));
	munmap(map, FILE_PAGES * PAGE);
	/* mmap() of the second half of the filter's range */
	self->map = mmap(NULL, FILE_PAGES * PAGE, PROT_READ | PROT_EXEC, MAP_PRIVATE, self->data,
			 2 * PAGE);
	ASSERT_NE(MAP_FAILED, self->map);
	EXPECT_EQ(0, test_pmu_work(1));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));

	ASSERT_EQ(2, read_told(self, &place, told, 4));
	EXPECT_EQ(0, told[0].start);
	EXPECT_EQ(0, told[0].size);
	EXPECT_EQ((unsigned long)self->map, told[1].start);
	EXPECT_EQ(PAGE / 2, told[1].size);
}

TEST_F(filter, made_executable_later)
{
	struct told told[4];
	__u64 place = 0;

	self->map = mmap(NULL, FILE_PAGES * PAGE, PROT_READ, MAP_PRIVATE, self->data, 0);
	ASSERT_NE(MAP_FAILED, self->map);
	ASSERT_EQ(0, open_trace(self, 0));
	ASSERT_EQ(0, set_filter(self->fd, "filter 0x10/0x20@%s", self->file));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	ASSERT_EQ(0, mprotect(self->map, FILE_PAGES * PAGE, PROT_READ | PROT_EXEC));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	ASSERT_EQ(2, read_told(self, &place, told, 4));
	EXPECT_EQ(0, told[0].size);
	EXPECT_EQ((unsigned long)self->map + 0x10, told[1].start);
	EXPECT_EQ(0x20, told[1].size);
}

static int exec_self(void *argument)
{
	execl("/proc/self/exe", argument, EXEC_WORK, NULL);
	return 1;
}

/* execl() clears the addresses of file filters until the new program maps the file */
TEST_F(filter, exec)
{
	struct perf_child child = { 0 };
	struct told told[16];
	char path[PATH_MAX];
	__u64 place = 0;
	bool cleared = false, found = false;
	ssize_t length;
	int i, nr;

	length = readlink("/proc/self/exe", path, sizeof(path) - 1);
	ASSERT_GT(length, 0);
	path[length] = '\0';
	ASSERT_EQ(0, perf_child_start(&child, exec_self, path));
	ASSERT_EQ(0, open_trace(self, child.pid));
	/* From the middle of the first page of code to beyond the last one */
	ASSERT_EQ(0, set_filter(self->fd, "filter 0x1010/0x40000000@%s", path));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	EXPECT_EQ(0, perf_child_wait(&child));
	nr = read_told(self, &place, told, 16);
	for (i = 0; i < nr; i++) {
		/* In order: this program's code, none (size 0), then the new program's code */
		if (!told[i].size)
			cleared = true;
		else if (cleared && told[i].start)
			found = true;
	}
	EXPECT_TRUE(cleared);
	EXPECT_TRUE(found);
	EXPECT_GE(nr, 3);
}

static int child_work(void *argument)
{
	(void)argument;
	return test_pmu_work(1);
}

#define CHILDREN	3

/* An event that children inherit, of one CPU, so that they may use its buffers */
static void open_inherited(struct __test_metadata *_metadata, FIXTURE_DATA(filter) *self)
{
	int cpus[1];

	ASSERT_GE(perf_cpu_count(cpus, 1), 1);
	ASSERT_EQ(0, perf_pin_cpu(cpus[0]));
	self->map = mmap(NULL, FILE_PAGES * PAGE, PROT_READ | PROT_EXEC, MAP_PRIVATE,
			 self->data, 0);
	ASSERT_NE(MAP_FAILED, self->map);
	self->attr.inherit = 1;
	self->fd = perf_open(&self->attr, 0, cpus[0], -1, 0);
	ASSERT_GE(self->fd, 0);
	ASSERT_EQ(0, perf_ring_map(&self->ring, self->fd, 4, PROT_READ | PROT_WRITE));
	ASSERT_EQ(0, test_area_map(&self->area, &self->ring, self->fd, 4, PROT_READ | PROT_WRITE));
}

/* The parent's instance and each child's get the filter 0x1010/0x20, and no other */
static void run_children(struct __test_metadata *_metadata, FIXTURE_DATA(filter) *self,
			 struct perf_child *children, int nr_children)
{
	struct told told[2 * (CHILDREN + 1)];
	__u64 place = 0;
	int i, nr;

	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	for (i = 0; i < nr_children; i++)
		EXPECT_EQ(0, perf_child_wait(&children[i]));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	nr = read_told(self, &place, told, ARRAY_SIZE(told));
	EXPECT_EQ(nr_children + 1, nr);
	for (i = 0; i < nr; i++) {
		EXPECT_EQ((unsigned long)self->map + 0x1010, told[i].start);
		EXPECT_EQ(0x20, told[i].size);
	}
}

/* A child has a copy of its parent's mappings, so its filters have the same addresses */
TEST_F(filter, inherited)
{
	struct perf_child child = { 0 };

	open_inherited(_metadata, self);
	ASSERT_EQ(0, set_filter(self->fd, "filter 0x1010/0x20@%s", self->file));
	ASSERT_EQ(0, perf_child_start(&child, child_work, NULL));
	run_children(_metadata, self, &child, 1);
}

/* Children that count already get the filter, and then the one that replaces it */
TEST_F(filter, set_while_there_are_children)
{
	struct perf_child children[CHILDREN] = { 0 };
	int i;

	open_inherited(_metadata, self);
	for (i = 0; i < CHILDREN; i++)
		ASSERT_EQ(0, perf_child_start(&children[i], child_work, NULL));
	ASSERT_EQ(0, set_filter(self->fd, "filter 0x2030/0x40@%s", self->file));
	ASSERT_EQ(0, set_filter(self->fd, "filter 0x1010/0x20@%s", self->file));
	run_children(_metadata, self, children, CHILDREN);
}

/* Entry of this program after exec_self(): does one unit of work and exits */
__attribute__((constructor)) static void maybe_just_work(int argc, char **argv)
{
	if (argc == 2 && !strcmp(argv[1], EXEC_WORK))
		_exit(test_pmu_work(1));
}

TEST_HARNESS_MAIN
