// SPDX-License-Identifier: GPL-2.0
/*
 * MUNMAP records (attr.munmap): which calls write them, and their bytes. The last test applies
 * the records of a long row of calls and compares the result with /proc/self/maps.
 */
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <sys/wait.h>

#include "sideband_fixture.h"

#define RX		(PROT_READ | PROT_EXEC)
#define CODE		PERF_RECORD_MISC_USER
#define DATA		(PERF_RECORD_MISC_USER | PERF_RECORD_MISC_MMAP_DATA)
#define EXEC_VARIABLE	"PERF_TEST_END_AT_ONCE"

/* Exit at once if a test has started this program */
__attribute__((constructor(101))) static void after_exec(void)
{
	if (getenv(EXEC_VARIABLE))
		_exit(0);
}

struct munmap_record {
	struct perf_event_header header;
	uint32_t pid, tid;
	uint64_t addr, len;
};

/* MMAP and MMAP2 begin like MUNMAP */

static char *map_pages(size_t nr, int prot)
{
	return mmap(NULL, nr * getpagesize(), prot, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

/* Open an event for current's records of code, and of data as well */
static int listen_to(FIXTURE_DATA(sideband) *self, bool data)
{
	self->attr.mmap = 1;
	self->attr.mmap_data = data;
	self->attr.munmap = 1;
	return open_on(self, 0, -1);
}

#define EXPECT_NEXT(type_, misc_, address_, pages_) do {				\
	const struct munmap_record *next_ = (const void *)perf_ring_next(&self->ring);	\
											\
	ASSERT_NE(NULL, next_);								\
	EXPECT_EQ((uint32_t)(type_), next_->header.type);				\
	EXPECT_EQ(misc_, next_->header.misc);						\
	EXPECT_EQ((uintptr_t)(address_), next_->addr);					\
	EXPECT_EQ((pages_) * self->page, next_->len);					\
} while (0)

#define EXPECT_NO_MORE() EXPECT_EQ(NULL, perf_ring_next(&self->ring))

TEST_F(sideband, code_is_unmapped)
{
	char *code = map_pages(2, RX), *data = map_pages(1, RW);
	const struct munmap_record *record;

	ASSERT_NE(MAP_FAILED, (void *)code);
	ASSERT_NE(MAP_FAILED, (void *)data);
	ASSERT_EQ(0, listen_to(self, false));
	munmap(code, 2 * self->page);
	munmap(data, self->page);

	record = next_of(self, PERF_RECORD_MUNMAP);
	ASSERT_NE(NULL, record);
	EXPECT_EQ(sizeof(*record) + self->trailer.size, record->header.size);
	EXPECT_EQ(CODE, record->header.misc);
	EXPECT_EQ((uint32_t)getpid(), record->pid);
	EXPECT_EQ((uint32_t)getpid(), record->tid);
	EXPECT_EQ((uintptr_t)code, record->addr);
	EXPECT_EQ(2 * self->page, record->len);
	EXPECT_TRAILER(getpid(), getpid());
	EXPECT_NO_MORE();
}

TEST_F(sideband, data_is_unmapped)
{
	char *code = map_pages(1, RX), *data = map_pages(3, RW);

	self->attr.mmap_data = 1;
	self->attr.munmap = 1;
	ASSERT_EQ(0, open_on(self, 0, -1));
	munmap(code, self->page);
	munmap(data, 3 * self->page);
	EXPECT_NEXT(PERF_RECORD_MUNMAP, DATA, data, 3);
	EXPECT_NO_MORE();
}

/* The bit is what an unmodified program lacks: it sees what other kernels write */
TEST_F(sideband, no_record_without_the_bit)
{
	char *code = map_pages(4, RX), *place = map_pages(4, PROT_NONE);

	self->attr.mmap = 1;
	ASSERT_EQ(0, open_on(self, 0, -1));
	ASSERT_EQ((void *)place, mremap(code, self->page, self->page,
					MREMAP_MAYMOVE | MREMAP_FIXED, place));
	mprotect(code + self->page, self->page, RW);
	munmap(code + 2 * self->page, self->page);
	munmap(place, self->page);
	EXPECT_NO_MORE();
	munmap(code, 4 * self->page);
	munmap(place, 4 * self->page);
}

TEST_F(sideband, part_of_a_mapping_is_unmapped)
{
	char *code = map_pages(5, RX);

	ASSERT_EQ(0, listen_to(self, false));
	munmap(code + 2 * self->page, self->page);
	EXPECT_NEXT(PERF_RECORD_MUNMAP, CODE, code + 2 * self->page, 1);
	/* Two mappings and the hole between them: a record each */
	munmap(code + self->page, 3 * self->page);
	EXPECT_NEXT(PERF_RECORD_MUNMAP, CODE, code + self->page, 1);
	EXPECT_NEXT(PERF_RECORD_MUNMAP, CODE, code + 3 * self->page, 1);
	EXPECT_NO_MORE();
	munmap(code, 5 * self->page);
}

/* A reader that applies the records in their order must not remove the new mapping */
TEST_F(sideband, mapped_over)
{
	char *code = map_pages(3, RX);

	ASSERT_EQ(0, listen_to(self, false));
	ASSERT_EQ((void *)(code + self->page),
		  mmap(code + self->page, self->page, RX,
		       MAP_FIXED | MAP_SHARED | MAP_ANONYMOUS, -1, 0));
	EXPECT_NEXT(PERF_RECORD_MUNMAP, CODE, code + self->page, 1);
	EXPECT_NEXT(PERF_RECORD_MMAP, CODE, code + self->page, 1);
	/* By data: only what is gone is code */
	mmap(code, self->page, RW, MAP_FIXED | MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	EXPECT_NEXT(PERF_RECORD_MUNMAP, CODE, code, 1);
	EXPECT_NO_MORE();
	munmap(code, 3 * self->page);
}

TEST_F(sideband, moved)
{
	char *code = map_pages(2, RX), *place = map_pages(6, PROT_NONE);

	ASSERT_EQ(0, listen_to(self, false));
	/* To two pages in the middle of six, so that it merges with no neighbour */
	ASSERT_EQ((void *)(place + 2 * self->page),
		  mremap(code, 2 * self->page, 2 * self->page, MREMAP_MAYMOVE | MREMAP_FIXED,
			 place + 2 * self->page));
	EXPECT_NEXT(PERF_RECORD_MMAP, CODE, place + 2 * self->page, 2);
	EXPECT_NEXT(PERF_RECORD_MUNMAP, CODE, code, 2);
	EXPECT_NO_MORE();
	munmap(place, 6 * self->page);
}

TEST_F(sideband, moved_and_still_mapped)
{
	char *code = map_pages(2, RX), *place = map_pages(6, PROT_NONE);

	ASSERT_EQ(0, listen_to(self, false));
	ASSERT_EQ((void *)(place + 2 * self->page),
		  mremap(code, 2 * self->page, 2 * self->page,
			 MREMAP_MAYMOVE | MREMAP_FIXED | MREMAP_DONTUNMAP,
			 place + 2 * self->page));
	EXPECT_NEXT(PERF_RECORD_MMAP, CODE, place + 2 * self->page, 2);
	EXPECT_NO_MORE();
	munmap(code, 2 * self->page);
	munmap(place, 6 * self->page);
}

TEST_F(sideband, made_larger_and_smaller)
{
	char *place;

	ASSERT_EQ(0, listen_to(self, false));
	/* After the ring, whose mapping could take the pages that the next call needs */
	place = map_pages(4, PROT_NONE);
	ASSERT_EQ(0, munmap(place, 4 * self->page));
	ASSERT_EQ((void *)place, mmap(place, self->page, RX,
				      MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
	EXPECT_NEXT(PERF_RECORD_MMAP, CODE, place, 1);
	ASSERT_EQ((void *)place, mremap(place, self->page, 3 * self->page, 0));
	EXPECT_NEXT(PERF_RECORD_MMAP, CODE, place, 3);
	ASSERT_EQ((void *)place, mremap(place, 3 * self->page, self->page, 0));
	EXPECT_NEXT(PERF_RECORD_MUNMAP, CODE, place + self->page, 2);
	EXPECT_NO_MORE();
	munmap(place, self->page);
}

TEST_F(sideband, no_code_any_more)
{
	char *code = map_pages(3, RX);

	ASSERT_EQ(0, listen_to(self, false));
	mprotect(code + self->page, self->page, RW);
	EXPECT_NEXT(PERF_RECORD_MUNMAP, CODE, code + self->page, 1);
	/* Code stays code, and data data */
	mprotect(code, self->page, RX | PROT_WRITE);
	EXPECT_NEXT(PERF_RECORD_MMAP, CODE, code, 1);
	mprotect(code + self->page, self->page, PROT_READ);
	EXPECT_NO_MORE();
	munmap(code, 3 * self->page);
}

/* A listener to both kinds loses the mapping of one and gets that of the other */
TEST_F(sideband, code_becomes_data_and_code)
{
	char *code = map_pages(3, RX);

	ASSERT_EQ(0, listen_to(self, true));
	mprotect(code + self->page, self->page, RW);
	EXPECT_NEXT(PERF_RECORD_MUNMAP, CODE, code + self->page, 1);
	EXPECT_NEXT(PERF_RECORD_MMAP, DATA, code + self->page, 1);
	mprotect(code + self->page, self->page, PROT_EXEC);
	EXPECT_NEXT(PERF_RECORD_MUNMAP, DATA, code + self->page, 1);
	EXPECT_NEXT(PERF_RECORD_MMAP, CODE, code + self->page, 1);
	EXPECT_NO_MORE();
	munmap(code, 3 * self->page);
}

TEST_F(sideband, end_of_the_heap)
{
	char *end;

	ASSERT_NE((void *)-1, sbrk(2 * self->page));
	end = sbrk(0);
	end -= (uintptr_t)end % self->page;
	/* Some architectures have heaps of code */
	ASSERT_EQ(0, mprotect(end - self->page, self->page, RW));
	ASSERT_EQ(0, listen_to(self, true));
	ASSERT_EQ(0, brk(end - self->page));
	EXPECT_NEXT(PERF_RECORD_MUNMAP, DATA, end - self->page, 1);
	EXPECT_NO_MORE();
}

static int exec_self(void *unused)
{
	static char *const argv[] = { "munmap_test", NULL };
	static char *const envp[] = { EXEC_VARIABLE "=1", NULL };

	(void)unused;
	execve("/proc/self/exe", argv, envp);
	return 99;
}

/* FORK, COMM, EXIT say what becomes of all mappings of a task */
TEST_F(sideband, not_at_exec_and_exit)
{
	const struct perf_event_header *record;
	bool exec = false, exited = false;
	struct perf_child child;

	self->attr.inherit = 1;
	self->attr.comm = 1;
	self->attr.comm_exec = 1;
	self->attr.task = 1;
	self->attr.mmap = 1;
	self->attr.mmap_data = 1;
	self->attr.munmap = 1;
	ASSERT_EQ(0, perf_pin_cpu(sched_getcpu()));
	ASSERT_EQ(0, open_on(self, 0, sched_getcpu()));
	ASSERT_EQ(0, perf_child_start(&child, exec_self, NULL));
	EXPECT_EQ(0, perf_child_wait(&child));
	while ((record = perf_ring_next(&self->ring))) {
		exec |= record->type == PERF_RECORD_COMM &&
			record->misc & PERF_RECORD_MISC_COMM_EXEC;
		exited |= record->type == PERF_RECORD_EXIT;
		/* In between the loader works, of the new program */
		if (!exec || exited)
			EXPECT_NE(PERF_RECORD_MUNMAP, record->type);
	}
	EXPECT_TRUE(exec);
	EXPECT_TRUE(exited);
}

struct unmapper {
	char *code;
	pid_t tid;
};

static void *unmap_page(void *argument)
{
	struct unmapper *unmapper = argument;

	unmapper->tid = syscall(SYS_gettid);
	munmap(unmapper->code, getpagesize());
	return NULL;
}

TEST_F(sideband, unmapped_by_a_thread)
{
	struct unmapper unmapper = { map_pages(1, RX) };
	const struct munmap_record *record;
	pthread_t thread;

	self->attr.inherit = 1;
	self->attr.mmap = 1;
	self->attr.munmap = 1;
	ASSERT_EQ(0, perf_pin_cpu(sched_getcpu()));
	ASSERT_EQ(0, open_on(self, 0, sched_getcpu()));
	ASSERT_EQ(0, pthread_create(&thread, NULL, unmap_page, &unmapper));
	pthread_join(thread, NULL);
	record = next_of(self, PERF_RECORD_MUNMAP);
	ASSERT_NE(NULL, record);
	EXPECT_EQ((uint32_t)getpid(), record->pid);
	EXPECT_EQ((uint32_t)unmapper.tid, record->tid);
	EXPECT_EQ((uintptr_t)unmapper.code, record->addr);
}

TEST_F(sideband, unmapped_on_a_cpu)
{
	char *code = map_pages(1, RX);
	int cpu = sched_getcpu();
	const struct munmap_record *record;

	ASSERT_EQ(0, perf_pin_cpu(cpu));
	self->attr.mmap = 1;
	self->attr.munmap = 1;
	ASSERT_EQ(0, open_on(self, -1, cpu));
	munmap(code, self->page);
	/* Other tasks may unmap their own */
	do {
		record = next_of(self, PERF_RECORD_MUNMAP);
		ASSERT_NE(NULL, record);
	} while (record->pid != (uint32_t)getpid());
	EXPECT_EQ((uintptr_t)code, record->addr);
}

TEST(word_in_sysfs)
{
	char text[64];

	ASSERT_EQ(0, perf_file_read("/sys/bus/event_source/devices/software/caps/ext", text,
				    sizeof(text)));
	EXPECT_NE(NULL, strstr(text, "munmap"));
}

TEST(bit_alone_is_refused)
{
	struct perf_event_attr attr = perf_attr_software(PERF_COUNT_SW_DUMMY);

	attr.munmap = 1;
	EXPECT_EQ(EINVAL, perf_try_self(&attr));
	attr.mmap2 = 1;
	EXPECT_EQ(0, perf_try_self(&attr));
	attr.mmap2 = 0;
	attr.mmap_data = 1;
	EXPECT_EQ(0, perf_try_self(&attr));
}

/* ---- the records against /proc/self/maps ---- */

#define AREA	48	/* pages */
#define CALLS	4000

enum kind { GONE, IS_DATA, IS_CODE };

/* Set @kinds of the pages of @base that lie in [@start, @end) */
static void set_kinds(uint8_t *kinds, uintptr_t base, uint64_t start, uint64_t end, enum kind kind)
{
	size_t page = getpagesize();
	unsigned int i;

	for (i = 0; i < AREA; i++) {
		if (base + i * page >= start && base + i * page < end)
			kinds[i] = kind;
	}
}

static int read_maps(uint8_t *kinds, uintptr_t base)
{
	FILE *maps = fopen("/proc/self/maps", "r");
	unsigned long start, end;
	char prot[5], line[512];

	if (!maps)
		return errno;
	memset(kinds, GONE, AREA);
	while (fgets(line, sizeof(line), maps)) {
		if (sscanf(line, "%lx-%lx %4s", &start, &end, prot) == 3)
			set_kinds(kinds, base, start, end, prot[2] == 'x' ? IS_CODE : IS_DATA);
	}
	fclose(maps);
	return 0;
}

static void apply_records(struct perf_ring *ring, uint8_t *kinds, uintptr_t base)
{
	const struct munmap_record *record;

	while ((record = (const void *)perf_ring_next(ring))) {
		enum kind kind = record->header.misc & PERF_RECORD_MISC_MMAP_DATA ?
				 IS_DATA : IS_CODE;

		if (record->header.type == PERF_RECORD_MUNMAP)
			kind = GONE;
		else if (record->header.type != PERF_RECORD_MMAP2)
			continue;
		set_kinds(kinds, base, record->addr, record->addr + record->len, kind);
	}
}

static unsigned int draw(uint32_t *seed, unsigned int below)
{
	*seed = *seed * 1664525 + 1013904223;
	return (*seed >> 16) % below;
}

/* One call that changes mappings in the area at @base; it may fail */
static void change_area(char *base, int file, uint32_t *seed)
{
	static const int prots[] = { PROT_NONE, PROT_READ, RW, RX, PROT_EXEC, RX | PROT_WRITE };
	size_t page = getpagesize();
	unsigned int at = draw(seed, AREA), to = draw(seed, AREA);
	size_t length = (1 + draw(seed, 6)) * page, new_length = (1 + draw(seed, 6)) * page;
	int prot = prots[draw(seed, ARRAY_SIZE(prots))];
	size_t room = (AREA - at) * page, room_there = (AREA - to) * page;

	length = length < room ? length : room;
	switch (draw(seed, 8)) {
	case 0:
	case 1:
		mmap(base + at * page, length, prot, MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS,
		     -1, 0);
		break;
	case 2:
		mmap(base + at * page, length, prot, MAP_FIXED | MAP_PRIVATE, file, 0);
		break;
	case 3:
		munmap(base + at * page, length);
		break;
	case 4:
	case 5:
		mprotect(base + at * page, length, prot);
		break;
	case 6:
		new_length = new_length < room_there ? new_length : room_there;
		mremap(base + at * page, length, new_length, MREMAP_MAYMOVE | MREMAP_FIXED |
		       (draw(seed, 4) ? 0 : MREMAP_DONTUNMAP), base + to * page);
		break;
	default:
		new_length = new_length < room ? new_length : room;
		mremap(base + at * page, length, new_length, 0);
	}
}

TEST_F(sideband, records_give_the_maps)
{
	uint8_t seen[AREA], said[AREA];
	int file = open("/proc/self/exe", O_RDONLY);
	char *base = map_pages(AREA, PROT_NONE);
	unsigned int i, changed = 0;
	uint32_t seed = 1;

	ASSERT_GE(file, 0);
	self->attr.mmap2 = 1;
	ASSERT_EQ(0, listen_to(self, true));
	ASSERT_EQ(0, read_maps(said, (uintptr_t)base));
	for (i = 0; i < CALLS; i++) {
		uint8_t before[AREA];

		memcpy(before, said, AREA);
		change_area(base, file, &seed);
		apply_records(&self->ring, said, (uintptr_t)base);
		changed += memcmp(before, said, AREA) != 0;
		if (i % 16 && memcmp(before, said, AREA) == 0)
			continue;
		ASSERT_EQ(0, read_maps(seen, (uintptr_t)base));
		ASSERT_EQ(0, memcmp(seen, said, AREA))
			TH_LOG("after call %u", i);
	}
	EXPECT_GT(changed, CALLS / 4);
	munmap(base, AREA * self->page);
	close(file);
}

TEST_HARNESS_MAIN
