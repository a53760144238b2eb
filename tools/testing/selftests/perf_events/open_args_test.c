// SPDX-License-Identifier: GPL-2.0
/*
 * perf_event_open(2): its five arguments and the size negotiation of the attr.
 */
#include "perf_test.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kselftest_harness.h"

/* No thread has this id: PID_MAX_LIMIT is 4 Mi */
#define NO_SUCH_PID	0x7ffffff0

static struct perf_event_attr dummy_attr(void)
{
	return perf_attr_software(PERF_COUNT_SW_DUMMY);
}

/* ---- pid and cpu ---- */

FIXTURE(target) {};

FIXTURE_VARIANT(target)
{
	pid_t pid;
	int cpu;
	int error;
};

FIXTURE_VARIANT_ADD(target, self_any_cpu) { .pid = 0, .cpu = -1, .error = 0 };
FIXTURE_VARIANT_ADD(target, self_one_cpu) { .pid = 0, .cpu = 0, .error = 0 };
FIXTURE_VARIANT_ADD(target, all_one_cpu) { .pid = -1, .cpu = 0, .error = 0 };
FIXTURE_VARIANT_ADD(target, all_any_cpu) { .pid = -1, .cpu = -1, .error = EINVAL };
FIXTURE_VARIANT_ADD(target, self_cpu_beyond) { .pid = 0, .cpu = 1 << 20, .error = EINVAL };
FIXTURE_VARIANT_ADD(target, self_cpu_max) { .pid = 0, .cpu = INT_MAX, .error = EINVAL };
FIXTURE_VARIANT_ADD(target, self_cpu_negative) { .pid = 0, .cpu = -2, .error = EINVAL };
FIXTURE_VARIANT_ADD(target, all_cpu_beyond) { .pid = -1, .cpu = 1 << 20, .error = EINVAL };
FIXTURE_VARIANT_ADD(target, all_cpu_negative) { .pid = -1, .cpu = -2, .error = EINVAL };
FIXTURE_VARIANT_ADD(target, no_such_thread) { .pid = NO_SUCH_PID, .cpu = -1, .error = ESRCH };
FIXTURE_VARIANT_ADD(target, no_such_thread_cpu) { .pid = NO_SUCH_PID, .cpu = 0, .error = ESRCH };
FIXTURE_VARIANT_ADD(target, negative_pid) { .pid = -2, .cpu = -1, .error = ESRCH };
FIXTURE_VARIANT_ADD(target, lowest_pid) { .pid = INT_MIN, .cpu = -1, .error = ESRCH };

FIXTURE_SETUP(target) {}
FIXTURE_TEARDOWN(target) {}

TEST_F(target, opens_or_fails)
{
	struct perf_event_attr attr = dummy_attr();

	EXPECT_EQ(variant->error, perf_try(&attr, variant->pid, variant->cpu, -1, 0));
}

static int wait_for_ever(void *argument)
{
	(void)argument;
	pause();
	return 0;
}

TEST(other_process)
{
	struct perf_event_attr attr = dummy_attr();
	struct perf_child child;

	ASSERT_EQ(0, perf_child_start(&child, wait_for_ever, NULL));
	EXPECT_EQ(0, perf_try(&attr, child.pid, -1, -1, 0));
	EXPECT_EQ(0, perf_try(&attr, child.pid, 0, -1, 0));
	perf_child_kill(&child);
	EXPECT_EQ(ESRCH, perf_try(&attr, child.pid ?: NO_SUCH_PID, -1, -1, 0));
}

TEST(zombie_is_no_target)
{
	struct perf_event_attr attr = dummy_attr();
	siginfo_t info;
	pid_t pid;

	pid = fork();
	ASSERT_GE(pid, 0);
	if (!pid)
		_exit(0);
	ASSERT_EQ(0, waitid(P_PID, pid, &info, WEXITED | WNOWAIT));
	EXPECT_EQ(ESRCH, perf_try(&attr, pid, -1, -1, 0));
	EXPECT_EQ(pid, waitpid(pid, NULL, 0));
	EXPECT_EQ(ESRCH, perf_try(&attr, pid, -1, -1, 0));
}

struct thread_state {
	pthread_barrier_t barrier;
	pid_t tid;
};

static void *thread_run(void *argument)
{
	struct thread_state *state = argument;

	state->tid = gettid();
	pthread_barrier_wait(&state->barrier);
	pthread_barrier_wait(&state->barrier);
	return NULL;
}

TEST(other_thread_of_own_process)
{
	struct perf_event_attr attr = dummy_attr();
	struct thread_state state;
	pthread_t thread;

	ASSERT_EQ(0, pthread_barrier_init(&state.barrier, NULL, 2));
	ASSERT_EQ(0, pthread_create(&thread, NULL, thread_run, &state));
	pthread_barrier_wait(&state.barrier);
	ASSERT_NE(getpid(), state.tid);
	EXPECT_EQ(0, perf_try(&attr, state.tid, -1, -1, 0));
	pthread_barrier_wait(&state.barrier);
	ASSERT_EQ(0, pthread_join(thread, NULL));
}

FIXTURE(offline)
{
	char path[64];
	int cpu;
};

FIXTURE_SETUP(offline)
{
	int cpus[256], count = perf_cpu_count(cpus, 256);

	self->cpu = -1;
	if (count < 2)
		SKIP(return, "needs two CPUs");
	if (count > 256)
		count = 256;
	snprintf(self->path, sizeof(self->path), "/sys/devices/system/cpu/cpu%d/online",
		 cpus[count - 1]);
	if (perf_file_write(self->path, "0"))
		SKIP(return, "cannot take a CPU offline");
	self->cpu = cpus[count - 1];
}

FIXTURE_TEARDOWN(offline)
{
	if (self->cpu >= 0)
		EXPECT_EQ(0, perf_file_write(self->path, "1"));
}

TEST_F(offline, cpu_target_is_refused)
{
	struct perf_event_attr attr = dummy_attr();

	EXPECT_EQ(ENODEV, perf_try(&attr, -1, self->cpu, -1, 0));
	/* ENOENT of an unknown attr.type comes before ENODEV of the offline CPU */
	attr.type = 0x7fffffff;
	EXPECT_EQ(ENOENT, perf_try(&attr, -1, self->cpu, -1, 0));
}

/* @cpu of an event on a task may be offline: the event counts once it comes online */
TEST_F(offline, task_target_is_accepted)
{
	struct perf_event_attr attr = dummy_attr();

	EXPECT_EQ(0, perf_try(&attr, 0, self->cpu, -1, 0));
}

TEST_F(offline, opens_again_when_online)
{
	struct perf_event_attr attr = dummy_attr();
	int cpu = self->cpu;

	EXPECT_EQ(ENODEV, perf_try(&attr, -1, cpu, -1, 0));
	ASSERT_EQ(0, perf_file_write(self->path, "1"));
	self->cpu = -1;
	EXPECT_EQ(0, perf_try(&attr, -1, cpu, -1, 0));
}

/* ---- flags ---- */

TEST(unknown_flags)
{
	struct perf_event_attr attr = dummy_attr();
	unsigned int bit;

	for (bit = 4; bit < 8 * sizeof(unsigned long); bit++)
		EXPECT_EQ(EINVAL, perf_try(&attr, 0, -1, -1, 1UL << bit))
			TH_LOG("flag bit %u", bit);
}

TEST(close_on_exec)
{
	struct perf_event_attr attr = dummy_attr();
	int fd;

	fd = perf_open(&attr, 0, -1, -1, 0);
	ASSERT_GE(fd, 0);
	EXPECT_EQ(0, fcntl(fd, F_GETFD));
	EXPECT_EQ(O_RDWR, fcntl(fd, F_GETFL) & O_ACCMODE);
	close(fd);

	fd = perf_open(&attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
	ASSERT_GE(fd, 0);
	EXPECT_EQ(FD_CLOEXEC, fcntl(fd, F_GETFD));
	close(fd);
}

/* Tools recognize perf descriptors in /proc/PID/fd by this link name */
TEST(inode_name)
{
	struct perf_event_attr attr = dummy_attr();
	char path[64], name[64] = "";
	int fd;

	fd = perf_open_self(&attr);
	ASSERT_GE(fd, 0);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	ASSERT_GT(readlink(path, name, sizeof(name) - 1), 0);
	EXPECT_STREQ("anon_inode:[perf_event]", name);
	close(fd);
}

/* ---- attr: pointer and size ---- */

TEST(attr_pointer)
{
	struct perf_event_attr attr = dummy_attr();
	size_t page = sysconf(_SC_PAGESIZE);
	unsigned char *map;

	map = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	ASSERT_NE(MAP_FAILED, map);
	ASSERT_EQ(0, mprotect(map + page, page, PROT_NONE));

	EXPECT_EQ(EFAULT, perf_try(NULL, 0, -1, -1, 0));
	EXPECT_EQ(EFAULT, perf_try((void *)(map + page), 0, -1, -1, 0));
	EXPECT_EQ(EFAULT, perf_try((void *)~0xfffUL, 0, -1, -1, 0));

	/* attr.size is readable, the bytes behind it are not */
	memcpy(map + page - 64, &attr, 64);
	EXPECT_EQ(EFAULT, perf_try((void *)(map + page - 64), 0, -1, -1, 0));
	attr.size = 64;
	memcpy(map + page - 64, &attr, 64);
	EXPECT_EQ(0, perf_try((void *)(map + page - 64), 0, -1, -1, 0));
	/* The tail behind sizeof(attr), which must be zero, cannot be read */
	attr.size = 256;
	memcpy(map + page - sizeof(attr), &attr, sizeof(attr));
	EXPECT_EQ(EFAULT, perf_try((void *)(map + page - sizeof(attr)), 0, -1, -1, 0));
	munmap(map, 2 * page);
}

FIXTURE(attr_size)
{
	struct perf_event_attr *attr;
	size_t page;
};

FIXTURE_SETUP(attr_size)
{
	struct perf_event_attr attr = dummy_attr();

	self->page = sysconf(_SC_PAGESIZE);
	self->attr = mmap(NULL, 2 * self->page, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	ASSERT_NE(MAP_FAILED, (void *)self->attr);
	*self->attr = attr;
}

FIXTURE_TEARDOWN(attr_size)
{
	munmap(self->attr, 2 * self->page);
}

static unsigned char *attr_byte(struct perf_event_attr *attr, size_t offset)
{
	return (unsigned char *)attr + offset;
}

TEST_F(attr_size, published)
{
	static const size_t sizes[] = {
		PERF_ATTR_SIZE_VER0, PERF_ATTR_SIZE_VER1, PERF_ATTR_SIZE_VER2,
		PERF_ATTR_SIZE_VER3, PERF_ATTR_SIZE_VER4, PERF_ATTR_SIZE_VER5,
		PERF_ATTR_SIZE_VER6, PERF_ATTR_SIZE_VER7, PERF_ATTR_SIZE_VER8,
	};
	static const size_t numbers[] = { 64, 72, 80, 96, 104, 112, 120, 128, 136 };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		EXPECT_EQ(numbers[i], sizes[i]);
		self->attr->size = sizes[i];
		EXPECT_EQ(0, perf_try_self(self->attr))
			TH_LOG("size %zu", sizes[i]);
		EXPECT_EQ(sizes[i], self->attr->size);
	}
	EXPECT_EQ(136, sizeof(*self->attr));
}

TEST_F(attr_size, each_up_to_a_page)
{
	size_t size;

	for (size = 64; size <= 160; size++) {
		self->attr->size = size;
		EXPECT_EQ(0, perf_try_self(self->attr))
			TH_LOG("size %zu", size);
	}
	self->attr->size = self->page;
	EXPECT_EQ(0, perf_try_self(self->attr));
}

TEST_F(attr_size, zero_means_first_version)
{
	/* A size of 0 means PERF_ATTR_SIZE_VER0: the kernel reads the first 64 bytes only */
	memset(attr_byte(self->attr, 64), 0xff, self->page - 64);
	self->attr->size = 0;
	EXPECT_EQ(0, perf_try_self(self->attr));
	EXPECT_EQ(0, self->attr->size);
	self->attr->size = 64;
	EXPECT_EQ(0, perf_try_self(self->attr));
}

TEST_F(attr_size, too_small_tells_the_kernels_size)
{
	size_t size;

	for (size = 1; size < 64; size++) {
		self->attr->size = size;
		EXPECT_EQ(E2BIG, perf_try_self(self->attr))
			TH_LOG("size %zu", size);
		EXPECT_EQ(136, self->attr->size);
	}
}

TEST_F(attr_size, too_big_tells_the_kernels_size)
{
	const __u32 sizes[] = { self->page + 1, 2 * self->page, 0x7fffffff, 0xffffffff };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		self->attr->size = sizes[i];
		EXPECT_EQ(E2BIG, perf_try_self(self->attr))
			TH_LOG("size %u", sizes[i]);
		EXPECT_EQ(136, self->attr->size);
	}
}

TEST_F(attr_size, unknown_tail_must_be_zero)
{
	const size_t offsets[] = { 136, 137, 143, 144, 1000, self->page - 1 };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(offsets); i++) {
		*attr_byte(self->attr, offsets[i]) = 1;
		self->attr->size = self->page;
		EXPECT_EQ(E2BIG, perf_try_self(self->attr))
			TH_LOG("byte %zu", offsets[i]);
		EXPECT_EQ(136, self->attr->size);
		/* A size that ends just before the nonzero byte is valid */
		self->attr->size = offsets[i];
		EXPECT_EQ(0, perf_try_self(self->attr))
			TH_LOG("byte %zu", offsets[i]);
		*attr_byte(self->attr, offsets[i]) = 0;
	}
}

/* A field beyond attr.size counts as zero */
TEST_F(attr_size, cut_field_is_zero)
{
	self->attr->sample_type = PERF_SAMPLE_REGS_INTR;
	self->attr->sample_regs_intr = 1;
	self->attr->size = PERF_ATTR_SIZE_VER4;
	EXPECT_EQ(0, perf_try_self(self->attr));
	self->attr->size = PERF_ATTR_SIZE_VER3;
	EXPECT_EQ(EINVAL, perf_try_self(self->attr));
}

TEST_F(attr_size, size_cannot_be_stored)
{
	self->attr->size = 1;
	ASSERT_EQ(0, mprotect(self->attr, self->page, PROT_READ));
	EXPECT_EQ(E2BIG, perf_try_self(self->attr));
	EXPECT_EQ(1, self->attr->size);
}

/* ---- group_fd, FD_NO_GROUP, FD_OUTPUT ---- */

FIXTURE(group)
{
	struct perf_event_attr attr;
	int leader;
};

FIXTURE_SETUP(group)
{
	self->attr = dummy_attr();
	self->leader = perf_open_self(&self->attr);
	ASSERT_GE(self->leader, 0);
}

FIXTURE_TEARDOWN(group)
{
	close(self->leader);
}

static int try_member(const struct perf_event_attr *attr, int group_fd, unsigned long flags)
{
	return perf_try(attr, 0, -1, group_fd, flags);
}

TEST_F(group, descriptor)
{
	int pipes[2], closed;

	ASSERT_EQ(0, pipe(pipes));
	closed = dup(self->leader);
	ASSERT_GE(closed, 0);
	close(closed);
	EXPECT_EQ(0, try_member(&self->attr, self->leader, 0));
	EXPECT_EQ(EBADF, try_member(&self->attr, closed, 0));
	EXPECT_EQ(EBADF, try_member(&self->attr, pipes[0], 0));
	EXPECT_EQ(EBADF, try_member(&self->attr, -2, 0));
	EXPECT_EQ(EBADF, try_member(&self->attr, INT_MAX, 0));
	/* @group_fd must be an event even with PERF_FLAG_FD_NO_GROUP or PERF_FLAG_FD_OUTPUT */
	EXPECT_EQ(EBADF, try_member(&self->attr, pipes[0], PERF_FLAG_FD_NO_GROUP));
	EXPECT_EQ(EBADF, try_member(&self->attr, pipes[0], PERF_FLAG_FD_OUTPUT));
	close(pipes[0]);
	close(pipes[1]);
}

TEST_F(group, sibling_is_no_leader)
{
	int sibling;

	sibling = perf_open(&self->attr, 0, -1, self->leader, 0);
	ASSERT_GE(sibling, 0);
	EXPECT_EQ(EINVAL, try_member(&self->attr, sibling, 0));
	EXPECT_EQ(0, try_member(&self->attr, sibling, PERF_FLAG_FD_NO_GROUP));
	close(sibling);
}

TEST_F(group, same_target)
{
	struct perf_child child;

	ASSERT_EQ(0, perf_child_start(&child, wait_for_ever, NULL));
	EXPECT_EQ(EINVAL, perf_try(&self->attr, child.pid, -1, self->leader, 0));
	EXPECT_EQ(EINVAL, perf_try(&self->attr, 0, 0, self->leader, 0));
	EXPECT_EQ(EINVAL, perf_try(&self->attr, -1, 0, self->leader, 0));
	EXPECT_EQ(0, perf_try(&self->attr, child.pid, -1, self->leader, PERF_FLAG_FD_NO_GROUP));
	EXPECT_EQ(0, perf_try(&self->attr, -1, 0, self->leader, PERF_FLAG_FD_NO_GROUP));
	perf_child_kill(&child);
}

TEST_F(group, flags_without_descriptor)
{
	EXPECT_EQ(0, try_member(&self->attr, -1, PERF_FLAG_FD_NO_GROUP));
	EXPECT_EQ(0, try_member(&self->attr, -1, PERF_FLAG_FD_OUTPUT));
	EXPECT_EQ(0, try_member(&self->attr, -1, PERF_FLAG_FD_NO_GROUP | PERF_FLAG_FD_OUTPUT));
}

TEST_F(group, output_needs_a_ring)
{
	struct perf_ring ring;

	EXPECT_EQ(EINVAL, try_member(&self->attr, self->leader, PERF_FLAG_FD_OUTPUT));
	EXPECT_EQ(EINVAL, try_member(&self->attr, self->leader,
				     PERF_FLAG_FD_OUTPUT | PERF_FLAG_FD_NO_GROUP));
	/* PERF_FLAG_FD_OUTPUT accepts a user page alone, which has no data area */
	ASSERT_EQ(0, perf_ring_map(&ring, self->leader, 0, PROT_READ | PROT_WRITE));
	EXPECT_EQ(0, try_member(&self->attr, self->leader, PERF_FLAG_FD_OUTPUT));
	perf_ring_unmap(&ring);

	ASSERT_EQ(0, perf_ring_map(&ring, self->leader, 1, PROT_READ | PROT_WRITE));
	EXPECT_EQ(0, try_member(&self->attr, self->leader, PERF_FLAG_FD_OUTPUT));
	EXPECT_EQ(0, try_member(&self->attr, self->leader,
				PERF_FLAG_FD_OUTPUT | PERF_FLAG_FD_NO_GROUP));
	perf_ring_unmap(&ring);
	EXPECT_EQ(EINVAL, try_member(&self->attr, self->leader, PERF_FLAG_FD_OUTPUT));
}

/* Samples of an event opened with PERF_FLAG_FD_OUTPUT arrive in the ring of @group_fd */
TEST_F(group, output_arrives)
{
	const struct perf_event_header *record;
	struct perf_event_attr attr;
	struct perf_sample sample;
	struct perf_pages pages;
	struct perf_ring ring;
	unsigned int count = 0;
	int fd;

	attr = perf_attr_software(PERF_COUNT_SW_PAGE_FAULTS);
	attr.sample_period = 1;
	attr.sample_type = PERF_SAMPLE_ID;
	ASSERT_EQ(0, perf_pages_map(&pages, 5));
	ASSERT_EQ(0, perf_ring_map(&ring, self->leader, 1, PROT_READ | PROT_WRITE));
	perf_ring_count(&ring, 0);
	fd = perf_open(&attr, 0, -1, self->leader, PERF_FLAG_FD_OUTPUT | PERF_FLAG_FD_NO_GROUP);
	ASSERT_GE(fd, 0);
	ASSERT_EQ(0, perf_ioctl(fd, PERF_EVENT_IOC_ENABLE, 0));
	perf_pages_touch(&pages, 0, 5);
	ASSERT_EQ(0, perf_ioctl(fd, PERF_EVENT_IOC_DISABLE, 0));
	while ((record = perf_ring_next(&ring))) {
		ASSERT_TRUE(perf_sample_parse(&attr, record, &sample));
		EXPECT_EQ(perf_event_id(fd), sample.id);
		count++;
	}
	EXPECT_EQ(5, count);
	perf_ring_unmap(&ring);
	perf_pages_unmap(&pages);
	close(fd);
}

TEST(leader_of_dead_task)
{
	struct perf_event_attr attr = dummy_attr();
	struct perf_child child;
	int leader;

	ASSERT_EQ(0, perf_child_start(&child, wait_for_ever, NULL));
	leader = perf_open(&attr, child.pid, -1, -1, 0);
	ASSERT_GE(leader, 0);
	perf_child_kill(&child);
	EXPECT_EQ(ENODEV, perf_try(&attr, 0, -1, leader, 0));
	EXPECT_EQ(ENODEV, perf_try(&attr, 0, -1, leader, PERF_FLAG_FD_NO_GROUP));
	close(leader);
}

/* ---- PID_CGROUP ---- */

FIXTURE(cgroup)
{
	struct perf_event_attr attr;
	int root;
	int child;
};

#define CGROUP_CHILD	"perf_open_args"

FIXTURE_SETUP(cgroup)
{
	self->attr = dummy_attr();
	self->root = open(PERF_CGROUP_ROOT, O_RDONLY | O_DIRECTORY);
	self->child = -1;
	if (access(PERF_CGROUP_ROOT "/cgroup.procs", F_OK))
		SKIP(return, "no cgroup2 at " PERF_CGROUP_ROOT);
	if (perf_try(&self->attr, self->root, 0, -1, PERF_FLAG_PID_CGROUP) == EINVAL)
		SKIP(return, "kernel without cgroup events");
	self->child = perf_cgroup_create(CGROUP_CHILD);
	ASSERT_GE(self->child, 0);
}

FIXTURE_TEARDOWN(cgroup)
{
	close(self->root);
	if (self->child >= 0)
		close(self->child);
	perf_cgroup_remove(CGROUP_CHILD);
}

static int try_cgroup(const struct perf_event_attr *attr, int pid, int cpu, int group_fd)
{
	return perf_try(attr, pid, cpu, group_fd, PERF_FLAG_PID_CGROUP);
}

TEST_F(cgroup, arguments)
{
	int other = open("/proc", O_RDONLY | O_DIRECTORY);
	int file = open(PERF_CGROUP_ROOT "/cgroup.procs", O_RDONLY);

	EXPECT_EQ(0, try_cgroup(&self->attr, self->root, 0, -1));
	EXPECT_EQ(0, try_cgroup(&self->attr, self->child, 0, -1));
	EXPECT_EQ(EINVAL, try_cgroup(&self->attr, -1, 0, -1));
	EXPECT_EQ(EBADF, try_cgroup(&self->attr, -2, 0, -1));
	EXPECT_EQ(EINVAL, try_cgroup(&self->attr, self->root, -1, -1));
	EXPECT_EQ(EINVAL, try_cgroup(&self->attr, -1, -1, -1));
	EXPECT_EQ(EBADF, try_cgroup(&self->attr, INT_MAX, 0, -1));
	EXPECT_EQ(EBADF, try_cgroup(&self->attr, other, 0, -1));
	EXPECT_EQ(EBADF, try_cgroup(&self->attr, file, 0, -1));
	close(other);
	close(file);
}

TEST_F(cgroup, group_stays_in_one_cgroup)
{
	int leader;

	leader = perf_open(&self->attr, self->root, 0, -1, PERF_FLAG_PID_CGROUP);
	ASSERT_GE(leader, 0);
	EXPECT_EQ(0, try_cgroup(&self->attr, self->root, 0, leader));
	EXPECT_EQ(EINVAL, try_cgroup(&self->attr, self->child, 0, leader));
	close(leader);
}

/* ---- limits ---- */

TEST(descriptor_limit)
{
	struct perf_event_attr attr = dummy_attr();
	struct rlimit limit, none;
	int fd;

	fd = perf_open_self(&attr);
	ASSERT_GE(fd, 0);
	close(fd);
	ASSERT_EQ(0, getrlimit(RLIMIT_NOFILE, &limit));
	none = limit;
	/* RLIMIT_NOFILE forbids the lowest free descriptor, and all above it */
	none.rlim_cur = fd;
	ASSERT_EQ(0, setrlimit(RLIMIT_NOFILE, &none));
	EXPECT_EQ(EMFILE, perf_try_self(&attr));
	ASSERT_EQ(0, setrlimit(RLIMIT_NOFILE, &limit));
	EXPECT_EQ(0, perf_try_self(&attr));
}

TEST_HARNESS_MAIN
