// SPDX-License-Identifier: GPL-2.0
/*
 * PMUs are unplugged and plugged in again with events open; their events move between CPUs,
 * exclude each other, and open through more than one attr.type. Needs the kernel's test PMUs.
 */
#include <poll.h>
#include <pthread.h>
#include <sys/wait.h>

#include "test_pmu.h"
#include "kselftest_harness.h"

#define PAGE	((size_t)sysconf(_SC_PAGESIZE))
#define TIMES	(PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING)

static const char * const pmus[] = {
	"test_count", "test_aux", "test_trace", "test_scope", "test_package", "test_uncore",
};

FIXTURE(life)
{
	struct perf_event_attr attr;
	struct perf_ring ring;
	struct test_area area;
	struct perf_child child;
	int types[6];
	int cpus[8], nr_cpus;
	int fd[4];
};

/* Indexes of types[] */
enum { COUNT, AUX, TRACE, SCOPE, PACKAGE, UNCORE };

FIXTURE_SETUP(life)
{
	int i;

	for (i = 0; i < 4; i++)
		self->fd[i] = -1;
	for (i = 0; i < 6; i++) {
		self->types[i] = test_pmu_plug(pmus[i]);
		if (self->types[i] < 0)
			SKIP(return, TEST_PMU_ABSENT);
	}
	self->nr_cpus = perf_cpu_count(self->cpus, 8);
	if (self->nr_cpus > 8)
		self->nr_cpus = 8;
	ASSERT_EQ(0, perf_pin_cpu(self->cpus[0]));
	ASSERT_EQ(0, test_pmu_set(TEST_PMU_PARAM("uncore_cpu"), self->cpus[0]));
	ASSERT_EQ(0, test_pmu_events());
	perf_attr_init(&self->attr, self->types[COUNT], 0);
	self->attr.disabled = 0;
}

FIXTURE_TEARDOWN(life)
{
	int i;

	test_area_unmap(&self->area);
	perf_ring_unmap(&self->ring);
	perf_child_kill(&self->child);
	for (i = 0; i < 4; i++) {
		if (self->fd[i] >= 0)
			close(self->fd[i]);
	}
	for (i = 0; i < 6; i++)
		test_pmu_unplug(pmus[i]);
}

/* read() returns 0 and poll() reports POLLERR: the event's PMU is unplugged */
static bool is_revoked(int fd)
{
	struct pollfd pollfd = { .fd = fd, .events = POLLIN };
	__u64 words[64];

	return read(fd, words, sizeof(words)) == 0 && poll(&pollfd, 1, 0) == 1 &&
	       pollfd.revents == (POLLERR | POLLHUP);
}

TEST_F(life, counts_and_overflows_to_the_unit)
{
	self->attr.sample_period = 10;
	self->attr.sample_type = PERF_SAMPLE_PERIOD;
	self->fd[0] = perf_open_self(&self->attr);
	ASSERT_GE(self->fd[0], 0);
	ASSERT_EQ(0, perf_ring_open(&self->ring, self->fd[0], 4, PROT_READ | PROT_WRITE));
	EXPECT_EQ(0, test_pmu_work(95));
	EXPECT_EQ(95, perf_count(self->fd[0]));
	EXPECT_EQ(9, perf_ring_count(&self->ring, PERF_RECORD_SAMPLE));
	/* The same from the interrupt of timer_work */
	EXPECT_EQ(0, test_pmu_set(TEST_PMU_PARAM("timer_work"), 25));
	EXPECT_EQ(120, perf_count(self->fd[0]));
	EXPECT_EQ(3, perf_ring_count(&self->ring, PERF_RECORD_SAMPLE));
}

TEST_F(life, event_of_a_pmu_that_went)
{
	__u64 id, period = 100;

	self->fd[0] = perf_open_self(&self->attr);
	ASSERT_GE(self->fd[0], 0);
	EXPECT_EQ(0, test_pmu_work(10));
	EXPECT_EQ(10, perf_count(self->fd[0]));
	EXPECT_EQ(1, test_pmu_events());
	ASSERT_EQ(0, test_pmu_unplug("test_count"));
	EXPECT_EQ(0, test_pmu_events());
	EXPECT_TRUE(is_revoked(self->fd[0]));
	EXPECT_EQ(-1, perf_pmu_type("test_count"));
	EXPECT_EQ(ENOENT, perf_try_self(&self->attr));

	/* No ioctl() on a revoked event may crash, or revive it */
	EXPECT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_ENABLE, 0));
	EXPECT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_RESET, 0));
	EXPECT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP));
	EXPECT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_ID, (unsigned long)&id));
	EXPECT_EQ(EINVAL, perf_ioctl(self->fd[0], PERF_EVENT_IOC_PERIOD, (unsigned long)&period));
	EXPECT_EQ(EINVAL, perf_ioctl(self->fd[0], PERF_EVENT_IOC_SET_FILTER,
				     (unsigned long)"filter 0x1000/1"));
	EXPECT_TRUE(is_revoked(self->fd[0]));
	/* perf_event_open() refuses a revoked event as a group leader */
	self->attr.type = PERF_TYPE_SOFTWARE;
	self->attr.config = PERF_COUNT_SW_DUMMY;
	EXPECT_EQ(ENODEV, perf_try(&self->attr, 0, -1, self->fd[0], 0));

	/* test_pmu_plug() brings back the PMU, but not the old event */
	self->attr.type = test_pmu_plug("test_count");
	self->attr.config = 0;
	self->fd[1] = perf_open_self(&self->attr);
	ASSERT_GE(self->fd[1], 0);
	EXPECT_EQ(0, test_pmu_work(10));
	EXPECT_EQ(10, perf_count(self->fd[1]));
	EXPECT_TRUE(is_revoked(self->fd[0]));
}

/* test_pmu_unplug() revokes some events of a group, and the others keep counting */
TEST_F(life, group_that_loses_members)
{
	struct perf_event_attr soft = perf_attr_software(PERF_COUNT_SW_PAGE_FAULTS);
	struct perf_pages pages = { 0 };
	int leads, i;

	soft.disabled = 0;
	ASSERT_EQ(0, perf_prefault());
	ASSERT_EQ(0, perf_pages_map(&pages, 64));
	for (leads = 0; leads < 2; leads++) {
		self->attr.type = test_pmu_plug("test_count");
		self->fd[0] = perf_open_self(leads ? &self->attr : &soft);
		ASSERT_GE(self->fd[0], 0);
		self->fd[1] = perf_open(leads ? &soft : &self->attr, 0, -1, self->fd[0], 0);
		ASSERT_GE(self->fd[1], 0);
		self->fd[2] = perf_open(&soft, 0, -1, self->fd[0], 0);
		ASSERT_GE(self->fd[2], 0);
		ASSERT_EQ(0, test_pmu_unplug("test_count"));
		EXPECT_TRUE(is_revoked(self->fd[!leads]));
		ASSERT_EQ(0, perf_ioctl(self->fd[leads], PERF_EVENT_IOC_RESET, 0));
		ASSERT_EQ(0, perf_ioctl(self->fd[2], PERF_EVENT_IOC_RESET, 0));
		perf_pages_touch(&pages, leads * 32, 20);
		EXPECT_EQ(20, perf_count(self->fd[leads]));
		EXPECT_EQ(20, perf_count(self->fd[2]));
		/* PERF_IOC_FLAG_GROUP disables and enables the others */
		ASSERT_EQ(0, perf_ioctl(self->fd[leads], PERF_EVENT_IOC_DISABLE,
					PERF_IOC_FLAG_GROUP));
		perf_pages_touch(&pages, leads * 32 + 20, 10);
		EXPECT_EQ(20, perf_count(self->fd[leads]));
		ASSERT_EQ(0, perf_ioctl(self->fd[leads], PERF_EVENT_IOC_ENABLE,
					PERF_IOC_FLAG_GROUP));
		perf_pages_touch(&pages, leads * 32 + 30, 2);
		EXPECT_EQ(22, perf_count(self->fd[leads]));
		for (i = 0; i < 3; i++) {
			close(self->fd[i]);
			self->fd[i] = -1;
		}
	}
	perf_pages_unmap(&pages);
}

static int child_work(void *argument)
{
	return test_pmu_work(*(unsigned int *)argument);
}

static int child_unplugs(void *name)
{
	return test_pmu_unplug(name);
}

/* An aux_output event revoked with its own PMU must not keep the AUX PMU from being unplugged */
TEST_F(life, trace_whose_feeder_was_revoked)
{
	int seconds, status;

	/* The child starts before self->fd[] is open, so it inherits no copy of a file */
	ASSERT_EQ(0, perf_child_start(&self->child, child_unplugs, "test_aux"));
	self->attr.type = self->types[AUX];
	self->fd[0] = perf_open_self(&self->attr);
	ASSERT_GE(self->fd[0], 0);
	self->attr.type = self->types[COUNT];
	self->attr.aux_output = 1;
	self->attr.sample_period = 2;
	self->fd[1] = perf_open(&self->attr, 0, -1, self->fd[0], 0);
	ASSERT_GE(self->fd[1], 0);

	ASSERT_EQ(0, test_pmu_unplug("test_count"));
	EXPECT_TRUE(is_revoked(self->fd[1]));
	close(self->fd[0]);
	self->fd[0] = -1;
	perf_child_go(&self->child);
	for (seconds = 0; seconds < 20; seconds++) {
		if (waitpid(self->child.pid, &status, WNOHANG))
			break;
		sleep(1);
	}
	ASSERT_GT(20, seconds);
	EXPECT_EQ(0, status);
	self->child.pid = 0;
	EXPECT_EQ(0, test_pmu_events());
}

/* Unplugging revokes the children's instances too; only read() and poll() show it */
TEST_F(life, inherited_instances)
{
	unsigned int units = 10;
	struct perf_child second = { 0 };

	self->attr.inherit = 1;
	self->fd[0] = perf_open_self(&self->attr);
	ASSERT_GE(self->fd[0], 0);
	ASSERT_EQ(0, perf_child_start(&self->child, child_work, &units));
	EXPECT_EQ(2, test_pmu_events());
	ASSERT_EQ(0, test_pmu_unplug("test_count"));
	EXPECT_EQ(0, test_pmu_events());
	EXPECT_TRUE(is_revoked(self->fd[0]));
	/* fork() now inherits nothing from the revoked event */
	ASSERT_EQ(0, perf_child_start(&second, child_work, &units));
	EXPECT_EQ(0, perf_child_wait(&second));
	EXPECT_EQ(0, perf_child_wait(&self->child));
	EXPECT_TRUE(is_revoked(self->fd[0]));
}

TEST_F(life, event_of_a_task_that_has_exited)
{
	unsigned int units = 10;

	ASSERT_EQ(0, perf_child_start(&self->child, child_work, &units));
	self->fd[0] = perf_open(&self->attr, self->child.pid, -1, -1, 0);
	ASSERT_GE(self->fd[0], 0);
	EXPECT_EQ(0, perf_child_wait(&self->child));
	EXPECT_EQ(10, perf_count(self->fd[0]));
	EXPECT_EQ(1, test_pmu_events());
	ASSERT_EQ(0, test_pmu_unplug("test_count"));
	EXPECT_EQ(0, test_pmu_events());
	EXPECT_TRUE(is_revoked(self->fd[0]));
}

TEST_F(life, events_of_cpus_more_than_fit)
{
	int fds[40], i, nr = 5 * self->nr_cpus;

	for (i = 0; i < nr; i++) {
		self->attr.pinned = i == nr - 1;
		fds[i] = perf_open(&self->attr, -1, self->cpus[i % self->nr_cpus], -1, 0);
		ASSERT_GE(fds[i], 0);
	}
	perf_burn_cpu(5000000);
	ASSERT_EQ(0, test_pmu_unplug("test_count"));
	EXPECT_EQ(0, test_pmu_events());
	for (i = 0; i < nr; i++) {
		EXPECT_TRUE(is_revoked(fds[i]));
		close(fds[i]);
	}
}

/* test_pmu_unplug() frees the driver's AUX area; mapped pages and their data stay */
TEST_F(life, mappings_stay)
{
	__u64 head, i;
	void *again;

	self->attr.type = self->types[AUX];
	self->fd[0] = perf_open_self(&self->attr);
	ASSERT_GE(self->fd[0], 0);
	ASSERT_EQ(0, perf_ring_map(&self->ring, self->fd[0], 4, PROT_READ | PROT_WRITE));
	ASSERT_EQ(0, test_area_map(&self->area, &self->ring, self->fd[0], 2,
				   PROT_READ | PROT_WRITE));
	/* self->fd[0] was enabled before it had an AUX area */
	ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_DISABLE, 0));
	ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_ENABLE, 0));
	EXPECT_EQ(0, test_pmu_work(20));
	EXPECT_EQ(1, test_pmu_areas());
	ASSERT_EQ(0, test_pmu_unplug("test_aux"));
	EXPECT_EQ(0, test_pmu_areas());
	EXPECT_EQ(0, test_pmu_events());

	head = self->ring.page->aux_head;
	EXPECT_EQ(20 * sizeof(__u64), head);
	for (i = 0; i < 20; i++)
		EXPECT_EQ(i + 1, test_area_word(&self->area, i * sizeof(__u64)));
	EXPECT_LE(1, perf_ring_count(&self->ring, PERF_RECORD_AUX));
	EXPECT_TRUE(is_revoked(self->fd[0]));

	/* mmap() maps the same pages once more; the last munmap() frees them */
	again = mmap(NULL, self->area.size, PROT_READ, MAP_SHARED, self->fd[0],
		     self->ring.map_size);
	EXPECT_NE(MAP_FAILED, again);
	if (again != MAP_FAILED) {
		EXPECT_EQ(20, ((__u64 *)again)[19]);
		munmap(again, self->area.size);
	}
	test_area_unmap(&self->area);
	EXPECT_EQ(EOPNOTSUPP, test_area_map(&self->area, &self->ring, self->fd[0], 2,
					    PROT_READ | PROT_WRITE));
}

/* An AUX area that is mapped only through an event of another PMU */
TEST_F(life, area_without_its_event)
{
	self->fd[0] = perf_open_self(&self->attr);
	ASSERT_GE(self->fd[0], 0);
	self->attr.type = self->types[AUX];
	self->fd[1] = perf_open_self(&self->attr);
	ASSERT_GE(self->fd[1], 0);
	ASSERT_EQ(0, perf_ring_map(&self->ring, self->fd[0], 4, PROT_READ | PROT_WRITE));
	ASSERT_EQ(0, perf_ioctl(self->fd[1], PERF_EVENT_IOC_SET_OUTPUT, self->fd[0]));
	ASSERT_EQ(0, test_area_map(&self->area, &self->ring, self->fd[1], 1,
				   PROT_READ | PROT_WRITE));
	/* fd[0] maps the area too; then fd[1], the area's own event, gives up its mapping */
	{
		struct test_area other;

		ASSERT_EQ(0, test_area_map(&other, &self->ring, self->fd[0], 1,
					   PROT_READ | PROT_WRITE));
		test_area_unmap(&self->area);
		self->area = other;
	}
	close(self->fd[1]);
	self->fd[1] = -1;
	EXPECT_EQ(1, test_pmu_areas());
	ASSERT_EQ(0, test_pmu_unplug("test_aux"));
	EXPECT_EQ(0, test_pmu_areas());
	EXPECT_EQ(0, self->area.words[0]);
	test_area_unmap(&self->area);
}

/* Unplugging the PMU wakes a task that sleeps in poll() */
struct sleeper {
	int fd;
	short revents;
};

static void *sleep_in_poll(void *argument)
{
	struct sleeper *sleeper = argument;
	struct pollfd pollfd = { .fd = sleeper->fd, .events = POLLIN };

	poll(&pollfd, 1, 20000);
	sleeper->revents = pollfd.revents;
	return NULL;
}

TEST_F(life, poller_is_woken)
{
	struct sleeper sleeper;
	pthread_t thread;

	self->attr.sample_period = 1000;
	self->fd[0] = perf_open_self(&self->attr);
	ASSERT_GE(self->fd[0], 0);
	ASSERT_EQ(0, perf_ring_map(&self->ring, self->fd[0], 4, PROT_READ | PROT_WRITE));
	sleeper.fd = self->fd[0];
	ASSERT_EQ(0, pthread_create(&thread, NULL, sleep_in_poll, &sleeper));
	usleep(20000);
	ASSERT_EQ(0, test_pmu_unplug("test_count"));
	pthread_join(thread, NULL);
	EXPECT_EQ(POLLERR | POLLHUP, sleeper.revents);
}

/* race_open() opens, forks, maps and closes while the PMU is plugged and unplugged */
#define ROUNDS	20

struct racer {
	volatile bool stop;
	unsigned long opened, wrong;
};

static void *race_open(void *argument)
{
	struct perf_event_attr attr;
	struct racer *racer = argument;
	struct perf_ring *ring = malloc(sizeof(*ring));

	while (ring && !racer->stop) {
		int fd, type = perf_pmu_type("test_count");
		pid_t pid;

		if (type < 0)
			continue;
		perf_attr_init(&attr, type, 0);
		attr.disabled = 0;
		attr.inherit = 1;
		fd = perf_open(&attr, 0, 0, -1, 0);
		if (fd < 0) {
			racer->wrong += errno != ENOENT && errno != ENODEV;
			continue;
		}
		racer->opened++;
		if (!perf_ring_map(ring, fd, 1, PROT_READ | PROT_WRITE))
			perf_ring_unmap(ring);
		pid = fork();
		if (!pid)
			_exit(0);
		if (pid > 0)
			waitpid(pid, NULL, 0);
		else
			racer->wrong++;
		close(fd);
	}
	free(ring);
	return NULL;
}

TEST_F_TIMEOUT(life, race_of_open_and_unplug, 120)
{
	struct racer racer = { 0 };
	pthread_t threads[2];
	unsigned long before;
	int i, wait;

	for (i = 0; i < 2; i++)
		ASSERT_EQ(0, pthread_create(&threads[i], NULL, race_open, &racer));
	for (i = 0; i < ROUNDS; i++) {
		before = racer.opened;
		for (wait = 0; wait < 1000 && racer.opened < before + 2; wait++)
			usleep(1000);
		EXPECT_EQ(0, test_pmu_unplug("test_count"));
		EXPECT_EQ(0, test_pmu_events());
		EXPECT_LE(0, test_pmu_plug("test_count"));
	}
	racer.stop = true;
	for (i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	EXPECT_EQ(0, racer.wrong);
	EXPECT_LT(0, racer.opened);
	EXPECT_EQ(0, test_pmu_events());
}

/* PERF_PMU_CAP_EXCLUSIVE allows either task or CPU events, and one trace per CPU at a time */
TEST_F(life, exclusive)
{
	int cpu = self->cpus[0], other = self->cpus[self->nr_cpus - 1];

	self->attr.type = self->types[TRACE];
	self->fd[0] = perf_open_self(&self->attr);
	ASSERT_GE(self->fd[0], 0);
	EXPECT_EQ(EBUSY, perf_try(&self->attr, -1, cpu, -1, 0));
	EXPECT_EQ(EBUSY, perf_try(&self->attr, 0, -1, -1, 0));
	EXPECT_EQ(EBUSY, perf_try(&self->attr, 0, cpu, -1, 0));
	close(self->fd[0]);

	self->fd[0] = perf_open(&self->attr, 0, cpu, -1, 0);
	ASSERT_GE(self->fd[0], 0);
	EXPECT_EQ(EBUSY, perf_try(&self->attr, 0, -1, -1, 0));
	EXPECT_EQ(EBUSY, perf_try(&self->attr, 0, cpu, -1, 0));
	if (other != cpu)
		EXPECT_EQ(0, perf_try(&self->attr, 0, other, -1, 0));
	close(self->fd[0]);

	self->fd[0] = perf_open(&self->attr, -1, cpu, -1, 0);
	ASSERT_GE(self->fd[0], 0);
	EXPECT_EQ(EBUSY, perf_try_self(&self->attr));
	EXPECT_EQ(EBUSY, perf_try(&self->attr, -1, cpu, -1, 0));
	if (other != cpu)
		EXPECT_EQ(0, perf_try(&self->attr, -1, other, -1, 0));
	close(self->fd[0]);
	self->fd[0] = -1;
	EXPECT_EQ(0, perf_try_self(&self->attr));
	EXPECT_EQ(0, perf_try(&self->attr, -1, cpu, -1, 0));
}

/* PERF_PMU_SCOPE_SYS_WIDE: one counter, read on the CPU in cpumask, for events on any CPU */
TEST_F(life, scope)
{
	char text[16];
	int i;

	ASSERT_EQ(0, perf_file_read("/sys/bus/event_source/devices/test_scope/cpumask", text,
				    sizeof(text)));
	EXPECT_EQ(0, atoi(text));
	EXPECT_EQ(NULL, strpbrk(text, ",-"));
	EXPECT_NE(0, access("/sys/bus/event_source/devices/test_uncore/cpumask", F_OK));

	self->attr.type = self->types[SCOPE];
	EXPECT_EQ(EINVAL, perf_try_self(&self->attr));
	self->attr.exclude_user = 1;
	EXPECT_EQ(EINVAL, perf_try(&self->attr, -1, self->cpus[0], -1, 0));
	self->attr.exclude_user = 0;
	for (i = 0; i < self->nr_cpus && i < 4; i++) {
		self->fd[i] = perf_open(&self->attr, -1, self->cpus[i], -1, 0);
		ASSERT_GE(self->fd[i], 0);
	}
	for (i = 0; i < self->nr_cpus && i < 4; i++) {
		ASSERT_EQ(0, perf_pin_cpu(self->cpus[i]));
		EXPECT_EQ(0, test_pmu_work(10));
	}
	for (i = 0; i < self->nr_cpus && i < 4; i++)
		EXPECT_EQ(10 * (self->nr_cpus < 4 ? self->nr_cpus : 4), perf_count(self->fd[i]));
}

/* perf_values_read() of a group makes test_scope send one request for all members */
TEST_F(life, scope_reads_a_group_by_one_request)
{
	struct perf_read_values values;
	unsigned int units;
	int i;

	self->attr.type = self->types[SCOPE];
	self->attr.read_format = PERF_FORMAT_GROUP;
	for (i = 0; i < 3; i++) {
		self->fd[i] = perf_open(&self->attr, -1, self->cpus[0], i ? self->fd[0] : -1, 0);
		ASSERT_GE(self->fd[i], 0);
	}
	for (units = 7; units <= 21; units += 7) {
		ASSERT_EQ(0, test_pmu_work(7));
		ASSERT_EQ(0, perf_values_read(self->fd[0], self->attr.read_format, &values));
		ASSERT_EQ(3, values.nr);
		for (i = 0; i < 3; i++)
			EXPECT_EQ(units, values.entry[i].value);
	}
}

/* A CPU of a package that can go offline while @stays remains; -1 if there is none */
static int package_cpu(FIXTURE_DATA(life) *self, int *stays)
{
	char path[96], text[64];
	int i, first, second;

	for (i = 0; i < self->nr_cpus; i++) {
		snprintf(path, sizeof(path),
			 "/sys/devices/system/cpu/cpu%d/topology/core_siblings_list",
			 self->cpus[i]);
		if (perf_file_read(path, text, sizeof(text)) ||
		    sscanf(text, "%d%*[-,]%d", &first, &second) != 2 || first == 0)
			continue;
		*stays = second;
		return first;
	}
	return -1;
}

TEST_F_TIMEOUT(life, package_whose_first_cpu_goes, 120)
{
	struct perf_read_values before, after;
	char path[64];
	int stays, cpu = package_cpu(self, &stays);

	if (cpu < 0)
		SKIP(return, "no package of two CPUs whose first can go");
	self->attr.type = self->types[PACKAGE];
	self->attr.read_format = TIMES;
	self->fd[0] = perf_open(&self->attr, -1, stays, -1, 0);
	ASSERT_GE(self->fd[0], 0);
	EXPECT_EQ(0, test_pmu_work(10));
	ASSERT_EQ(0, perf_values_read(self->fd[0], TIMES, &before));
	EXPECT_EQ(10, before.entry[0].value);
	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d/online", cpu);
	ASSERT_EQ(0, perf_file_write(path, "0"));
	EXPECT_EQ(0, test_pmu_work(10));
	EXPECT_EQ(0, perf_values_read(self->fd[0], TIMES, &after));
	EXPECT_EQ(0, perf_file_write(path, "1"));
	EXPECT_EQ(20, after.entry[0].value);
	EXPECT_GT(after.running, before.running);
	EXPECT_EQ(0, test_pmu_work(10));
	EXPECT_EQ(0, perf_values_read(self->fd[0], TIMES, &after));
	EXPECT_EQ(30, after.entry[0].value);
}

/* uncore_cpu moves the driver's events: groups stay together, counts and times continue */
TEST_F(life, events_that_move)
{
	struct perf_event_attr soft = perf_attr_software(PERF_COUNT_SW_DUMMY);
	__u64 format = TIMES | PERF_FORMAT_GROUP;
	struct perf_read_values before, after;
	int round, to = self->cpus[self->nr_cpus - 1];

	if (self->nr_cpus < 2)
		SKIP(return, "one CPU: nothing can move");
	self->attr.type = self->types[UNCORE];
	EXPECT_EQ(EINVAL, perf_try_self(&self->attr));
	self->attr.read_format = format;
	self->fd[0] = perf_open(&self->attr, -1, self->cpus[0], -1, 0);
	ASSERT_GE(self->fd[0], 0);
	self->fd[1] = perf_open(&self->attr, -1, self->cpus[0], self->fd[0], 0);
	ASSERT_GE(self->fd[1], 0);
	soft.disabled = 0;
	self->fd[2] = perf_open(&soft, -1, self->cpus[0], self->fd[0], 0);
	ASSERT_GE(self->fd[2], 0);
	self->attr.disabled = 1;
	self->attr.read_format = 0;
	self->fd[3] = perf_open(&self->attr, -1, self->cpus[0], -1, 0);
	ASSERT_GE(self->fd[3], 0);

	ASSERT_EQ(0, test_pmu_work(10));
	ASSERT_EQ(0, perf_values_read(self->fd[0], format, &before));
	EXPECT_EQ(3, before.nr);
	EXPECT_EQ(10, before.entry[1].value);
	for (round = 1; round <= 6; round++) {
		ASSERT_EQ(0, test_pmu_set(TEST_PMU_PARAM("uncore_cpu"),
					  round & 1 ? to : self->cpus[0]));
		ASSERT_EQ(0, test_pmu_work(10));
		ASSERT_EQ(0, perf_values_read(self->fd[0], format, &after));
		EXPECT_EQ(3, after.nr);
		EXPECT_EQ(10 + 10 * round, after.entry[0].value);
		EXPECT_EQ(10 + 10 * round, after.entry[1].value);
		EXPECT_GT(after.enabled, before.enabled);
		EXPECT_EQ(after.enabled, after.running);
		before = after;
	}
	/* self->fd[3] is still disabled after the moves; ioctl() reaches events on their new CPU */
	EXPECT_EQ(0, perf_count(self->fd[3]));
	ASSERT_EQ(0, test_pmu_set(TEST_PMU_PARAM("uncore_cpu"), to));
	ASSERT_EQ(0, perf_ioctl(self->fd[3], PERF_EVENT_IOC_ENABLE, 0));
	ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP));
	ASSERT_EQ(0, test_pmu_work(5));
	EXPECT_EQ(5, perf_count(self->fd[3]));
	ASSERT_EQ(0, perf_values_read(self->fd[0], format, &after));
	EXPECT_EQ(70, after.entry[0].value);
	/* test_pmu_unplug() revokes the events on their new CPU */
	ASSERT_EQ(0, test_pmu_unplug("test_uncore"));
	EXPECT_TRUE(is_revoked(self->fd[0]));
	EXPECT_TRUE(is_revoked(self->fd[1]));
	EXPECT_TRUE(is_revoked(self->fd[3]));
	EXPECT_EQ(0, test_pmu_events());
}

/* A ring moves with the event that created it; fd[1], which stays, keeps its ring */
TEST_F(life, move_of_a_ring)
{
	struct perf_event_attr soft = perf_attr_software(PERF_COUNT_SW_DUMMY);
	int i, to = self->cpus[self->nr_cpus - 1];
	struct perf_read_values values;
	struct perf_ring stays = { 0 };
	struct perf_pages pages;
	__u64 head, before;

	if (self->nr_cpus < 2)
		SKIP(return, "one CPU: nothing can move");
	self->attr.type = self->types[UNCORE];
	self->fd[0] = perf_open(&self->attr, -1, self->cpus[0], -1, 0);
	ASSERT_GE(self->fd[0], 0);
	self->fd[1] = perf_open(&soft, -1, self->cpus[0], -1, 0);
	ASSERT_GE(self->fd[1], 0);
	soft.config = PERF_COUNT_SW_PAGE_FAULTS;
	soft.sample_period = 1;
	soft.sample_type = PERF_SAMPLE_TIME;
	soft.read_format = PERF_FORMAT_LOST;
	soft.disabled = 0;
	for (i = 2; i < 4; i++) {
		self->fd[i] = perf_open(&soft, -1, self->cpus[0], self->fd[0], 0);
		ASSERT_GE(self->fd[i], 0);
	}
	ASSERT_EQ(0, perf_ring_map(&stays, self->fd[1], 8, PROT_READ | PROT_WRITE));
	ASSERT_EQ(0, perf_ring_map(&self->ring, self->fd[2], 8, PROT_READ | PROT_WRITE));
	ASSERT_EQ(0, perf_ioctl(self->fd[3], PERF_EVENT_IOC_SET_OUTPUT, self->fd[1]));
	ASSERT_EQ(0, perf_pages_map(&pages, 20));
	perf_pages_touch(&pages, 0, 10);
	before = perf_ring_head(&stays);
	EXPECT_LT(0, before);

	ASSERT_EQ(0, test_pmu_set(TEST_PMU_PARAM("uncore_cpu"), to));
	before = perf_ring_head(&stays);
	head = perf_ring_head(&self->ring);
	ASSERT_EQ(0, perf_pin_cpu(to));
	perf_pages_touch(&pages, 10, 10);
	EXPECT_LT(head, perf_ring_head(&self->ring));
	EXPECT_EQ(before, perf_ring_head(&stays));
	ASSERT_EQ(0, perf_values_read(self->fd[3], PERF_FORMAT_LOST, &values));
	EXPECT_LE(10, values.entry[0].lost);

	/* Moved back to its first CPU, fd[3] writes into the ring of fd[1] again */
	ASSERT_EQ(0, test_pmu_set(TEST_PMU_PARAM("uncore_cpu"), self->cpus[0]));
	ASSERT_EQ(0, perf_pin_cpu(self->cpus[0]));
	perf_pages_drop(&pages);
	perf_pages_touch(&pages, 0, 10);
	EXPECT_LT(before, perf_ring_head(&stays));
	perf_pages_unmap(&pages);
	perf_ring_unmap(&stays);
}

struct reader {
	volatile bool stop;
	int fd;
	unsigned long reads, wrong;
};

static void *race_read(void *argument)
{
	struct reader *reader = argument;
	__u64 value, last = 0;

	while (!reader->stop) {
		if (read(reader->fd, &value, sizeof(value)) != sizeof(value) || value < last)
			reader->wrong++;
		last = value;
		reader->wrong += !!perf_ioctl(reader->fd, PERF_EVENT_IOC_ENABLE, 0);
		reader->reads++;
	}
	return NULL;
}

TEST_F_TIMEOUT(life, race_of_read_and_move, 120)
{
	struct reader reader = { 0 };
	pthread_t thread;
	int round;

	if (self->nr_cpus < 2)
		SKIP(return, "one CPU: nothing can move");
	self->attr.type = self->types[UNCORE];
	self->fd[0] = perf_open(&self->attr, -1, self->cpus[0], -1, 0);
	ASSERT_GE(self->fd[0], 0);
	reader.fd = self->fd[0];
	ASSERT_EQ(0, pthread_create(&thread, NULL, race_read, &reader));
	for (round = 0; round < 50; round++) {
		EXPECT_EQ(0, test_pmu_set(TEST_PMU_PARAM("uncore_cpu"),
					  self->cpus[round & 1 ? 0 : self->nr_cpus - 1]));
		EXPECT_EQ(0, test_pmu_work(1));
	}
	reader.stop = true;
	pthread_join(thread, NULL);
	EXPECT_EQ(0, reader.wrong);
	EXPECT_LT(0, reader.reads);
	EXPECT_EQ(50, perf_count(self->fd[0]));
}

/* The upper half of attr.config names the PMU of a generic event */
TEST_F(life, generic_event_names_its_pmu)
{
	__u64 type = self->types[COUNT];

	self->attr.type = PERF_TYPE_HARDWARE;
	self->attr.config = type << PERF_PMU_TYPE_SHIFT | PERF_COUNT_HW_INSTRUCTIONS;
	self->fd[0] = perf_open_self(&self->attr);
	ASSERT_GE(self->fd[0], 0);
	EXPECT_EQ(0, test_pmu_work(10));
	EXPECT_EQ(10, perf_count(self->fd[0]));

	/* An unsupported event; a PMU without PERF_PMU_CAP_EXTENDED_HW_TYPE; no such PMU */
	self->attr.config = type << PERF_PMU_TYPE_SHIFT | PERF_COUNT_HW_CACHE_MISSES;
	EXPECT_EQ(ENOENT, perf_try_self(&self->attr));
	self->attr.config = (__u64)self->types[AUX] << PERF_PMU_TYPE_SHIFT |
			    PERF_COUNT_HW_INSTRUCTIONS;
	EXPECT_EQ(ENOENT, perf_try_self(&self->attr));
	self->attr.config = (__u64)0x7ffffff0 << PERF_PMU_TYPE_SHIFT;
	EXPECT_EQ(ENOENT, perf_try_self(&self->attr));
	self->attr.type = PERF_TYPE_HW_CACHE;
	self->attr.config = type << PERF_PMU_TYPE_SHIFT;
	EXPECT_EQ(ENOENT, perf_try_self(&self->attr));
}

/* Events on its PMUs hold the module test_pmu; open files of revoked events do not */
TEST_F(life, module_goes_before_its_events_files)
{
	if (access(TEST_PMU_MODULE, R_OK))
		SKIP(return, "no " TEST_PMU_MODULE);
	self->fd[0] = perf_open_self(&self->attr);
	ASSERT_GE(self->fd[0], 0);
	self->attr.type = self->types[AUX];
	self->fd[1] = perf_open_self(&self->attr);
	ASSERT_GE(self->fd[1], 0);
	ASSERT_EQ(0, perf_ring_map(&self->ring, self->fd[1], 4, PROT_READ | PROT_WRITE));
	ASSERT_EQ(0, test_area_map(&self->area, &self->ring, self->fd[1], 2,
				   PROT_READ | PROT_WRITE));
	EXPECT_EQ(EAGAIN, test_pmu_remove());

	EXPECT_EQ(0, test_pmu_unplug("test_count"));
	EXPECT_EQ(EAGAIN, test_pmu_remove());
	/* A mapped AUX area does not hold the module either */
	EXPECT_EQ(0, test_pmu_unplug("test_aux"));
	ASSERT_EQ(0, test_pmu_remove());
	EXPECT_EQ(-1, perf_pmu_type("test_trace"));
	EXPECT_TRUE(is_revoked(self->fd[0]));
	EXPECT_TRUE(is_revoked(self->fd[1]));
	EXPECT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_ENABLE, 0));
	EXPECT_EQ(0, self->area.words[0]);

	ASSERT_EQ(0, test_pmu_load());
	EXPECT_EQ(0, test_pmu_events());
	EXPECT_LE(0, test_pmu_plug("test_count"));
	EXPECT_TRUE(is_revoked(self->fd[0]));
}

TEST_HARNESS_MAIN
