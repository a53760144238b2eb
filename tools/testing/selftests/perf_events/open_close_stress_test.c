// SPDX-License-Identifier: GPL-2.0
/*
 * Opening and closing events many times, also halfway, in all orders and from several processes:
 * nothing may leak.
 *
 * held_now() reads the slab cache of events and the number of open files; unreferenced() reads
 * kmemleak, if the kernel has it.
 */
#include "perf_test.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kselftest_harness.h"

#define ROUNDS	10000

/*
 * struct held is approximate: each CPU caches some objects and part of a count. Each test but the
 * last opens at least 2 * LEAKED events.
 */
#define LEAKED	(ROUNDS / 100)

#define KMEMLEAK	"/sys/kernel/debug/kmemleak"

/* ---- what the kernel holds ---- */

/* Active objects of the slab caches of events; -1 when /proc/slabinfo shows none */
static long event_objects(void)
{
	char line[512], name[64], path[128];
	long active, total = -1;
	FILE *file;

	file = fopen("/proc/slabinfo", "re");
	if (!file)
		return -1;
	while (fgets(line, sizeof(line), file))
		if (sscanf(line, "%63s %ld", name, &active) == 2 &&
		    !strncmp(name, "perf_event", strlen("perf_event"))) {
			total = (total < 0 ? 0 : total) + active;
			/*
			 * KASAN's quarantine counts freed objects as active until the cache is
			 * shrunk. Shrinking here corrects the next event_objects().
			 */
			snprintf(path, sizeof(path), "/sys/kernel/slab/%s/shrink", name);
			perf_file_write(path, "1");
		}
	fclose(file);
	return total;
}

/* Files open in the whole system, from /proc/sys/fs/file-nr */
static long open_files(void)
{
	char text[64];

	if (perf_file_read("/proc/sys/fs/file-nr", text, sizeof(text)))
		return -1;
	return atol(text);
}

struct held {
	long objects;
	long files;
};

static struct held held_now(void)
{
	struct held held = {
		.objects = event_objects(),
		.files = open_files(),
	};

	return held;
}

/* Events are freed after grace periods, so held_now() is repeated for up to 20 seconds */
static bool held_returned(const struct held *before)
{
	struct held now;
	int patience;

	for (patience = 0; patience < 200; patience++) {
		now = held_now();
		if (now.objects - before->objects < LEAKED && now.files - before->files < LEAKED)
			return true;
		usleep(100000);
	}
	fprintf(stderr, "# before: %ld events, %ld files; now: %ld events, %ld files\n",
		before->objects, before->files, now.objects, now.files);
	return false;
}

/* Count the kmemleak report lines with a perf_*() function; -1 without kmemleak */
static int unreferenced(void)
{
	char line[512];
	int count = 0;
	FILE *file;

	/* kmemleak reports an object only if a second scan finds it unchanged */
	if (perf_file_write(KMEMLEAK, "scan") || perf_file_write(KMEMLEAK, "scan"))
		return -1;
	file = fopen(KMEMLEAK, "re");
	if (!file)
		return -1;
	while (fgets(line, sizeof(line), file))
		if (strstr(line, " perf_"))
			count++;
	fclose(file);
	return count;
}

FIXTURE(stress)
{
	struct perf_event_attr attr;
	struct held before;
	int held;
};

FIXTURE_SETUP(stress)
{
	self->attr = perf_attr_software(PERF_COUNT_SW_PAGE_FAULTS);
	/*
	 * The first and the last event of a kind patch code on all CPUs, which takes longer than
	 * the rest of the test: self->held keeps one event open throughout.
	 */
	self->held = perf_open_self(&self->attr);
	ASSERT_GE(self->held, 0);
	self->before = held_now();
	/* held_returned() could not fail without these figures */
	ASSERT_LE(0, self->before.files);
	if (!geteuid() && !access("/proc/slabinfo", R_OK) && self->before.objects < 0)
		TH_LOG("no slab cache of events, only files are counted");
}

FIXTURE_TEARDOWN(stress)
{
	EXPECT_TRUE(held_returned(&self->before));
	close(self->held);
}

/* ---- one event at a time ---- */

TEST_F_TIMEOUT(stress, open_close, 300)
{
	int i, fd;

	for (i = 0; i < ROUNDS; i++) {
		fd = perf_open_self(&self->attr);
		ASSERT_GE(fd, 0);
		close(fd);
	}
}

/* perf_try() opens the first event of its kind and closes the last: static keys are patched */
TEST_F_TIMEOUT(stress, first_and_last, 300)
{
	int i;

	close(self->held);
	for (i = 0; i < 2 * LEAKED; i++)
		ASSERT_EQ(0, perf_try_self(&self->attr));
	self->held = perf_open_self(&self->attr);
	ASSERT_GE(self->held, 0);
}

/* Each of these perf_try() calls fails at a later step than the one before */
TEST_F_TIMEOUT(stress, half_open, 300)
{
	struct perf_event_attr attr;
	int leader, other, i;

	leader = perf_open_self(&self->attr);
	ASSERT_GE(leader, 0);
	other = perf_open(&self->attr, -1, 0, -1, 0);
	ASSERT_GE(other, 0);
	for (i = 0; i < 2 * LEAKED; i++) {
		attr = self->attr;
		/* Before perf_event_open() allocates the event */
		attr.__reserved_2 = 1;
		EXPECT_EQ(EINVAL, perf_try_self(&attr));
		attr.__reserved_2 = 0;
		EXPECT_EQ(EBADF, perf_try(&attr, 0, -1, 0x7fffffff, 0));
		EXPECT_EQ(ESRCH, perf_try(&attr, 0x7ffffff0, -1, -1, 0));
		/* While perf_event_open() initializes the event */
		attr.type = 0x7fffffff;
		EXPECT_EQ(ENOENT, perf_try_self(&attr));
		attr.type = PERF_TYPE_SOFTWARE;
		attr.config = 99;
		EXPECT_EQ(ENOENT, perf_try_self(&attr));
		attr.config = PERF_COUNT_SW_PAGE_FAULTS;
		attr.sample_type = PERF_SAMPLE_CALLCHAIN;
		attr.sample_max_stack = 65535;
		EXPECT_EQ(EOVERFLOW, perf_try_self(&attr));
		attr.sample_max_stack = 0;
		attr.aux_output = 1;
		EXPECT_EQ(EOPNOTSUPP, perf_try_self(&attr));
		attr.aux_output = 0;
		/* With the event complete: use_clockid, group, PERF_FLAG_FD_OUTPUT */
		attr.use_clockid = 1;
		attr.clockid = 9999;
		EXPECT_EQ(EINVAL, perf_try_self(&attr));
		attr.use_clockid = 0;
		attr.pinned = 1;
		EXPECT_EQ(EINVAL, perf_try(&attr, 0, -1, leader, 0));
		attr.pinned = 0;
		EXPECT_EQ(EINVAL, perf_try(&attr, 0, -1, other, 0));
		EXPECT_EQ(EINVAL, perf_try(&attr, 0, -1, leader, PERF_FLAG_FD_OUTPUT));
		attr.inherit = 1;
		EXPECT_EQ(EINVAL, perf_try(&attr, 0, -1, leader, 0));
	}
	close(leader);
	close(other);
}

TEST_F_TIMEOUT(stress, map_unmap, 300)
{
	struct perf_ring ring;
	int i, fd;

	for (i = 0; i < ROUNDS / 20; i++) {
		fd = perf_open_self(&self->attr);
		ASSERT_GE(fd, 0);
		ASSERT_EQ(0, perf_ring_map(&ring, fd, 1 << i % 4, PROT_READ | PROT_WRITE));
		/* In turns, the mapping outlives the descriptor and the descriptor the mapping */
		if (i & 1)
			close(fd);
		perf_ring_unmap(&ring);
		if (!(i & 1))
			close(fd);
	}
}

TEST_F_TIMEOUT(stress, dup, 300)
{
	int i, fd, copy;

	for (i = 0; i < ROUNDS / 20; i++) {
		fd = perf_open_self(&self->attr);
		ASSERT_GE(fd, 0);
		copy = dup(fd);
		ASSERT_GE(copy, 0);
		close(fd);
		/* close(fd) leaves the event alive as long as a copy of its descriptor is open */
		ASSERT_EQ(0, perf_ioctl(copy, PERF_EVENT_IOC_ENABLE, 0));
		ASSERT_NE(UINT64_MAX, perf_count(copy));
		close(copy);
	}
}

/* ---- groups ---- */

#define MEMBERS	8

TEST_F_TIMEOUT(stress, groups_closed_in_any_order, 300)
{
	unsigned int seed = 1;
	int fds[MEMBERS];
	int i, j, k;

	for (i = 0; i < ROUNDS / 4 / MEMBERS; i++) {
		for (j = 0; j < MEMBERS; j++) {
			fds[j] = perf_open(&self->attr, 0, -1, j ? fds[0] : -1, 0);
			ASSERT_GE(fds[j], 0);
		}
		if (i & 1)
			ASSERT_EQ(0, perf_ioctl(fds[0], PERF_EVENT_IOC_ENABLE,
						PERF_IOC_FLAG_GROUP));
		for (j = MEMBERS; j; j--) {
			k = rand_r(&seed) % j;
			close(fds[k]);
			fds[k] = fds[j - 1];
		}
	}
}

TEST_F_TIMEOUT(stress, leader_first, 300)
{
	struct perf_pages pages;
	int fds[MEMBERS];
	int i, j;

	for (i = 0; i < ROUNDS / 100; i++) {
		ASSERT_EQ(0, perf_pages_map(&pages, MEMBERS));
		for (j = 0; j < MEMBERS; j++) {
			fds[j] = perf_open(&self->attr, 0, -1, j ? fds[0] : -1, 0);
			ASSERT_GE(fds[j], 0);
		}
		ASSERT_EQ(0, perf_ioctl(fds[0], PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP));
		/* fds[MEMBERS - 1] goes on counting as the events before it leave the group */
		for (j = 0; j < MEMBERS; j++) {
			__u64 before = perf_count(fds[MEMBERS - 1]);

			perf_pages_touch(&pages, j, 1);
			ASSERT_LE(before + 1, perf_count(fds[MEMBERS - 1]));
			close(fds[j]);
		}
		perf_pages_unmap(&pages);
	}
}

/* ---- other processes ---- */

static int send_descriptor(int socket, int fd)
{
	char control[CMSG_SPACE(sizeof(fd))] = {};
	char byte = 0;
	struct iovec part = { &byte, 1 };
	struct msghdr message = {
		.msg_iov = &part,
		.msg_iovlen = 1,
		.msg_control = control,
		.msg_controllen = sizeof(control),
	};
	struct cmsghdr *header = CMSG_FIRSTHDR(&message);

	header->cmsg_level = SOL_SOCKET;
	header->cmsg_type = SCM_RIGHTS;
	header->cmsg_len = CMSG_LEN(sizeof(fd));
	memcpy(CMSG_DATA(header), &fd, sizeof(fd));
	return sendmsg(socket, &message, 0) == 1 ? 0 : -1;
}

static int receive_descriptor(int socket)
{
	char control[CMSG_SPACE(sizeof(int))];
	char byte;
	struct iovec part = { &byte, 1 };
	struct msghdr message = {
		.msg_iov = &part,
		.msg_iovlen = 1,
		.msg_control = control,
		.msg_controllen = sizeof(control),
	};
	struct cmsghdr *header;
	int fd = -1;

	if (recvmsg(socket, &message, MSG_CMSG_CLOEXEC) != 1)
		return -1;
	header = CMSG_FIRSTHDR(&message);
	if (header && header->cmsg_type == SCM_RIGHTS)
		memcpy(&fd, CMSG_DATA(header), sizeof(fd));
	return fd;
}

struct receiver {
	int socket;
	int count;
};

/* Map, enable and read each event received; fails unless all receiver->count work */
static int receive_and_use(void *argument)
{
	struct receiver *receiver = argument;
	int good = 0, fd;

	while ((fd = receive_descriptor(receiver->socket)) >= 0) {
		struct perf_ring ring;

		if (!perf_ring_map(&ring, fd, 1, PROT_READ) &&
		    !perf_ioctl(fd, PERF_EVENT_IOC_ENABLE, 0) && perf_count(fd) != UINT64_MAX)
			good++;
		perf_ring_unmap(&ring);
		close(fd);
	}
	return good == receiver->count ? 0 : 1;
}

TEST_F_TIMEOUT(stress, passed_to_another_process, 300)
{
	struct receiver receiver = { .count = ROUNDS / 20 };
	struct perf_child child;
	int sockets[2];
	int i, fd;

	ASSERT_EQ(0, socketpair(AF_UNIX, SOCK_STREAM, 0, sockets));
	/* receive_and_use() runs to the end of the stream, so it must not hold sockets[0] */
	ASSERT_EQ(0, fcntl(sockets[0], F_SETFD, FD_CLOEXEC));
	receiver.socket = sockets[1];
	ASSERT_EQ(0, perf_child_start(&child, receive_and_use, &receiver));
	perf_child_go(&child);
	for (i = 0; i < receiver.count; i++) {
		fd = perf_open_self(&self->attr);
		ASSERT_GE(fd, 0);
		ASSERT_EQ(0, send_descriptor(sockets[0], fd));
		close(fd);
	}
	ASSERT_EQ(0, shutdown(sockets[0], SHUT_WR));
	EXPECT_EQ(0, perf_child_wait(&child));
	close(sockets[0]);
	close(sockets[1]);
}

/* The socket is closed with a descriptor in flight, before any recvmsg() */
TEST_F_TIMEOUT(stress, passed_to_nobody, 300)
{
	int sockets[2];
	int i, fd;

	for (i = 0; i < ROUNDS / 20; i++) {
		ASSERT_EQ(0, socketpair(AF_UNIX, SOCK_STREAM, 0, sockets));
		fd = perf_open_self(&self->attr);
		ASSERT_GE(fd, 0);
		ASSERT_EQ(0, send_descriptor(sockets[0], fd));
		close(fd);
		close(sockets[0]);
		close(sockets[1]);
	}
}

static int exit_at_once(void *argument)
{
	(void)argument;
	return 0;
}

/* @child exits before, while or after the event is closed */
TEST_F_TIMEOUT(stress, task_exits, 300)
{
	struct perf_child child;
	int i, fd;

	self->attr.inherit = 1;
	self->attr.disabled = 0;
	for (i = 0; i < ROUNDS / 50; i++) {
		ASSERT_EQ(0, perf_child_start(&child, exit_at_once, NULL));
		fd = perf_open(&self->attr, child.pid, -1, -1, 0);
		ASSERT_GE(fd, 0);
		switch (i % 3) {
		case 0:
			ASSERT_EQ(0, perf_child_wait(&child));
			break;
		case 1:
			perf_child_go(&child);
			break;
		}
		close(fd);
		perf_child_wait(&child);
	}
}

/* open_many() exits with its descriptors open: the kernel closes them */
static int open_many(void *argument)
{
	int i;

	for (i = 0; i < 200; i++)
		if (perf_open(argument, 0, -1, -1, 0) < 0)
			return 1;
	return 0;
}

TEST_F_TIMEOUT(stress, owner_exits_with_open_events, 300)
{
	struct perf_child child;
	int i;

	for (i = 0; i < ROUNDS / 1000; i++) {
		ASSERT_EQ(0, perf_child_start(&child, open_many, &self->attr));
		ASSERT_EQ(0, perf_child_wait(&child));
	}
}

/* ---- threads against each other ---- */

struct racer {
	const struct perf_event_attr *attr;
	pid_t target;
	int rounds;
	int errors;
};

static void *race(void *argument)
{
	struct racer *racer = argument;
	int fd;

	for (; racer->rounds; racer->rounds--) {
		fd = perf_open(racer->attr, racer->target, -1, -1, 0);
		if (fd < 0 || perf_ioctl(fd, PERF_EVENT_IOC_ENABLE, 0) ||
		    perf_count(fd) == UINT64_MAX)
			racer->errors++;
		close(fd);
	}
	return NULL;
}

/* Several threads run race() on one and the same target */
TEST_F_TIMEOUT(stress, one_target_many_openers, 300)
{
	struct racer racers[4];
	pthread_t threads[4];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(racers); i++) {
		racers[i] = (struct racer){ &self->attr, getpid(), ROUNDS / 20, 0 };
		ASSERT_EQ(0, pthread_create(&threads[i], NULL, race, &racers[i]));
	}
	for (i = 0; i < ARRAY_SIZE(racers); i++) {
		ASSERT_EQ(0, pthread_join(threads[i], NULL));
		EXPECT_EQ(0, racers[i].errors);
	}
}

/* ---- the end ---- */

/* Last in the file: unreferenced() also counts what the other tests leaked */
TEST_F_TIMEOUT(stress, unreferenced_memory, 300)
{
	if (access(KMEMLEAK, W_OK))
		SKIP(return, "no kmemleak");
	EXPECT_EQ(0, unreferenced());
}

TEST_HARNESS_MAIN
