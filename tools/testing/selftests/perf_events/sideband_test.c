// SPDX-License-Identifier: GPL-2.0
/*
 * Side-band records about tasks: their mappings, names, starts and exits; and the events whose
 * ring receives them. Each record is checked to the byte, with the trailer of sample_id_all.
 * Switches are in sideband_switch_test.c.
 */
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <sched.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "sideband_fixture.h"

#define EXEC_VARIABLE	"PERF_TEST_END_AT_ONCE"

/* Exit at once if exec_self() has started this program */
__attribute__((constructor(101))) static void after_exec(void)
{
	if (getenv(EXEC_VARIABLE))
		_exit(0);
}

static int exec_self(void *unused)
{
	static char *const argv[] = { "sideband_test", NULL };
	static char *const envp[] = { EXEC_VARIABLE "=1", NULL };

	(void)unused;
	execve("/proc/self/exe", argv, envp);
	return 99;
}

static int do_nothing(void *unused)
{
	(void)unused;
	return 0;
}

/* ---- mappings ---- */

struct mmap_record {
	struct perf_event_header header;
	uint32_t pid, tid;
	uint64_t addr, len, pgoff;
	char filename[];
};

struct mmap2_record {
	struct perf_event_header header;
	uint32_t pid, tid;
	uint64_t addr, len, pgoff;
	union {
		struct {
			uint32_t maj, min;
			uint64_t ino, ino_generation;
		};
		struct {
			uint8_t build_id_size;
			uint8_t reserved_1;
			uint16_t reserved_2;
			uint8_t build_id[20];
		};
	};
	uint32_t prot, flags;
	char filename[];
};

static void *map_self(size_t offset, int prot)
{
	int fd = open("/proc/self/exe", O_RDONLY);
	void *map = mmap(NULL, getpagesize(), prot, MAP_PRIVATE, fd, offset);

	close(fd);
	return map;
}

static int own_path(char *path, size_t size)
{
	ssize_t length = readlink("/proc/self/exe", path, size - 1);

	if (length < 0)
		return errno;
	path[length] = 0;
	return 0;
}

TEST_F(sideband, executable_mapping)
{
	const struct mmap_record *record;
	char path[512];
	void *code, *data;

	ASSERT_EQ(0, own_path(path, sizeof(path)));
	self->attr.mmap = 1;
	ASSERT_EQ(0, open_on(self, 0, -1));
	data = map_self(0, PROT_READ);
	code = map_self(self->page, PROT_READ | PROT_EXEC);
	ASSERT_NE(MAP_FAILED, data);
	ASSERT_NE(MAP_FAILED, code);

	record = next_of(self, PERF_RECORD_MMAP);
	ASSERT_NE(NULL, record);
	EXPECT_EQ(sizeof(*record) + padded(strlen(path) + 1) + self->trailer.size,
		  record->header.size);
	EXPECT_EQ(PERF_RECORD_MISC_USER, record->header.misc);
	EXPECT_EQ((uint32_t)getpid(), record->pid);
	EXPECT_EQ((uint32_t)getpid(), record->tid);
	EXPECT_EQ((uintptr_t)code, record->addr);
	EXPECT_EQ(self->page, record->len);
	EXPECT_EQ(self->page, record->pgoff);
	EXPECT_STREQ(path, record->filename);
	EXPECT_TRAILER(getpid(), getpid());
	/* @data is not executable, so attr.mmap alone does not report it */
	EXPECT_EQ(NULL, perf_ring_next(&self->ring));
	munmap(code, self->page);
	munmap(data, self->page);
	EXPECT_EQ(NULL, perf_ring_next(&self->ring));
}

TEST_F(sideband, data_mapping)
{
	const struct mmap_record *record;
	void *data;

	self->attr.mmap_data = 1;
	ASSERT_EQ(0, open_on(self, 0, -1));
	data = map_self(0, PROT_READ);
	ASSERT_NE(MAP_FAILED, data);
	record = next_of(self, PERF_RECORD_MMAP);
	ASSERT_NE(NULL, record);
	EXPECT_EQ(PERF_RECORD_MISC_USER | PERF_RECORD_MISC_MMAP_DATA, record->header.misc);
	EXPECT_EQ((uintptr_t)data, record->addr);
	EXPECT_EQ(0, record->pgoff);
	EXPECT_EQ(NULL, perf_ring_next(&self->ring));
	munmap(data, self->page);
}

TEST_F(sideband, mapping_with_inode)
{
	const struct mmap2_record *record;
	struct stat status;
	char path[512];
	void *code;

	ASSERT_EQ(0, own_path(path, sizeof(path)));
	ASSERT_EQ(0, stat(path, &status));
	self->attr.mmap = 1;
	self->attr.mmap2 = 1;
	ASSERT_EQ(0, open_on(self, 0, -1));
	code = map_self(0, PROT_READ | PROT_EXEC);
	ASSERT_NE(MAP_FAILED, code);
	record = next_of(self, PERF_RECORD_MMAP2);
	ASSERT_NE(NULL, record);
	EXPECT_EQ(sizeof(*record) + padded(strlen(path) + 1) + self->trailer.size,
		  record->header.size);
	EXPECT_EQ(PERF_RECORD_MISC_USER, record->header.misc);
	EXPECT_EQ((uintptr_t)code, record->addr);
	EXPECT_EQ(self->page, record->len);
	EXPECT_EQ(major(status.st_dev), record->maj);
	EXPECT_EQ(minor(status.st_dev), record->min);
	EXPECT_EQ(status.st_ino, record->ino);
	EXPECT_EQ(PROT_READ | PROT_EXEC, record->prot);
	EXPECT_EQ(MAP_PRIVATE, record->flags & MAP_TYPE);
	EXPECT_STREQ(path, record->filename);
	EXPECT_TRAILER(getpid(), getpid());
	EXPECT_EQ(NULL, perf_ring_next(&self->ring));
	munmap(code, self->page);
}

struct build_id {
	const uint8_t *bytes;
	size_t size;
};

/* Find the build id among the notes of this program; a callback of dl_iterate_phdr() */
static int find_build_id(struct dl_phdr_info *info, size_t size, void *argument)
{
	struct build_id *id = argument;
	int i;

	(void)size;
	for (i = 0; i < info->dlpi_phnum && !id->bytes; i++) {
		const ElfW(Phdr) *header = &info->dlpi_phdr[i];
		const char *at = (const char *)info->dlpi_addr + header->p_vaddr;
		const char *end = at + header->p_memsz;

		if (header->p_type != PT_NOTE)
			continue;
		while (at + sizeof(ElfW(Nhdr)) <= end) {
			const ElfW(Nhdr) *note = (const void *)at;
			const char *name = at + sizeof(*note);
			const char *bytes = name + ((note->n_namesz + 3) & ~3);

			if (note->n_type == NT_GNU_BUILD_ID && !strcmp(name, "GNU")) {
				id->bytes = (const uint8_t *)bytes;
				id->size = note->n_descsz;
				break;
			}
			at = bytes + ((note->n_descsz + 3) & ~3);
		}
	}
	return 1;
}

TEST_F(sideband, mapping_with_build_id)
{
	const struct mmap2_record *record;
	struct build_id id = {};
	void *code;

	dl_iterate_phdr(find_build_id, &id);
	self->attr.mmap = 1;
	self->attr.mmap2 = 1;
	self->attr.build_id = 1;
	ASSERT_EQ(0, open_on(self, 0, -1));
	code = map_self(0, PROT_READ | PROT_EXEC);
	ASSERT_NE(MAP_FAILED, code);
	record = next_of(self, PERF_RECORD_MMAP2);
	ASSERT_NE(NULL, record);
	munmap(code, self->page);
	if (!id.bytes) {
		/* Without a build id the record holds the inode instead */
		EXPECT_EQ(0, record->header.misc & PERF_RECORD_MISC_MMAP_BUILD_ID);
		EXPECT_NE(0, record->ino);
		SKIP(return, "this program was linked without a build id");
	}
	EXPECT_NE(0, record->header.misc & PERF_RECORD_MISC_MMAP_BUILD_ID);
	ASSERT_EQ(id.size, record->build_id_size);
	EXPECT_EQ(0, memcmp(id.bytes, record->build_id, id.size));
	EXPECT_EQ(0, record->reserved_1);
	EXPECT_EQ(0, record->reserved_2);
}

TEST_F(sideband, anonymous_mapping)
{
	const struct mmap_record *record;
	void *code;

	self->attr.mmap = 1;
	ASSERT_EQ(0, open_on(self, 0, -1));
	code = mmap(NULL, 3 * self->page, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS,
		    -1, 0);
	ASSERT_NE(MAP_FAILED, code);
	record = next_of(self, PERF_RECORD_MMAP);
	ASSERT_NE(NULL, record);
	EXPECT_STREQ("//anon", record->filename);
	EXPECT_EQ(3 * self->page, record->len);
	munmap(code, 3 * self->page);
}

/* mprotect() to executable is reported like a new mapping */
TEST_F(sideband, mprotect)
{
	const struct mmap_record *record;
	void *code;

	self->attr.mmap = 1;
	ASSERT_EQ(0, open_on(self, 0, -1));
	code = map_self(0, PROT_READ);
	ASSERT_NE(MAP_FAILED, code);
	EXPECT_EQ(NULL, perf_ring_next(&self->ring));
	ASSERT_EQ(0, mprotect(code, self->page, PROT_READ | PROT_EXEC));
	record = next_of(self, PERF_RECORD_MMAP);
	ASSERT_NE(NULL, record);
	EXPECT_EQ((uintptr_t)code, record->addr);
	munmap(code, self->page);
}

/* Find the first mapping of this process whose line contains @name */
static int find_mapping(const char *name, uintptr_t *start, size_t *size)
{
	FILE *maps = fopen("/proc/self/maps", "r");
	unsigned long first, last;
	char line[512];
	int err = ENOENT;

	if (!maps)
		return errno;
	while (err && fgets(line, sizeof(line), maps)) {
		if (!strstr(line, name) || sscanf(line, "%lx-%lx", &first, &last) != 2)
			continue;
		*start = first;
		*size = last - first;
		err = 0;
	}
	fclose(maps);
	return err;
}

/* Anonymous mappings that PERF_RECORD_MMAP2 names */
TEST_F(sideband, heap_and_stack)
{
	static const char * const name[] = { "[heap]", "[stack]" };
	const struct mmap2_record *record;
	uintptr_t start;
	unsigned int i;
	size_t size;

	self->attr.mmap = 1;
	self->attr.mmap2 = 1;
	ASSERT_EQ(0, open_on(self, 0, -1));
	for (i = 0; i < ARRAY_SIZE(name); i++) {
		ASSERT_EQ(0, find_mapping(name[i], &start, &size));
		/* Some architectures let everything be executed */
		ASSERT_EQ(0, mprotect((void *)start, size, RW));
		ASSERT_EQ(0, mprotect((void *)start, size, RW | PROT_EXEC));
		record = next_of(self, PERF_RECORD_MMAP2);
		ASSERT_NE(NULL, record);
		EXPECT_STREQ(name[i], record->filename);
		EXPECT_EQ(start, record->addr);
		EXPECT_EQ(size, record->len);
		EXPECT_EQ(0, record->ino);
		EXPECT_EQ(RW | PROT_EXEC, record->prot);
		ASSERT_EQ(0, mprotect((void *)start, size, RW));
		EXPECT_EQ(NULL, perf_ring_next(&self->ring));
	}
}

/* ---- names, beginnings and ends of tasks ---- */

struct comm_record {
	struct perf_event_header header;
	uint32_t pid, tid;
	char comm[];
};

struct task_record {
	struct perf_event_header header;
	uint32_t pid, ppid;
	uint32_t tid, ptid;
	uint64_t time;
};

TEST_F(sideband, rename)
{
	const struct comm_record *record;

	self->attr.comm = 1;
	self->attr.comm_exec = 1;
	ASSERT_EQ(0, open_on(self, 0, -1));
	ASSERT_EQ(0, prctl(PR_SET_NAME, "perf_renamed"));
	record = next_of(self, PERF_RECORD_COMM);
	ASSERT_NE(NULL, record);
	EXPECT_EQ(sizeof(*record) + 16 + self->trailer.size, record->header.size);
	EXPECT_EQ(0, record->header.misc & PERF_RECORD_MISC_COMM_EXEC);
	EXPECT_EQ((uint32_t)getpid(), record->pid);
	EXPECT_EQ((uint32_t)getpid(), record->tid);
	EXPECT_STREQ("perf_renamed", record->comm);
	EXPECT_TRAILER(getpid(), getpid());
	EXPECT_EQ(NULL, perf_ring_next(&self->ring));
}

TEST_F(sideband, exec)
{
	const struct comm_record *comm;
	const struct mmap_record *map;
	struct perf_child child;
	char path[512];
	bool found = false, vdso = false;
	pid_t pid;

	ASSERT_EQ(0, own_path(path, sizeof(path)));
	ASSERT_EQ(0, perf_child_start(&child, exec_self, NULL));
	pid = child.pid;
	self->attr.comm = 1;
	self->attr.comm_exec = 1;
	self->attr.mmap = 1;
	ASSERT_EQ(0, open_on(self, pid, -1));
	ASSERT_EQ(0, perf_child_wait(&child));
	comm = next_of(self, PERF_RECORD_COMM);
	ASSERT_NE(NULL, comm);
	EXPECT_NE(0, comm->header.misc & PERF_RECORD_MISC_COMM_EXEC);
	EXPECT_EQ((uint32_t)pid, comm->pid);
	EXPECT_STREQ("exe", comm->comm);
	/* PERF_RECORD_MMAPs of the new image and of the vDSO (if there is one) follow */
	while ((map = next_of(self, PERF_RECORD_MMAP))) {
		EXPECT_EQ((uint32_t)pid, map->pid);
		found |= !strcmp(map->filename, path);
		vdso |= !strcmp(map->filename, "[vdso]");
	}
	EXPECT_TRUE(found);
	EXPECT_EQ(getauxval(AT_SYSINFO_EHDR) != 0, vdso);
}

TEST_F(sideband, fork)
{
	const struct task_record *record;
	struct perf_child child;
	pid_t pid;

	self->attr.task = 1;
	ASSERT_EQ(0, open_on(self, 0, -1));
	ASSERT_EQ(0, perf_child_start(&child, do_nothing, NULL));
	pid = child.pid;
	ASSERT_EQ(0, perf_child_wait(&child));
	record = next_of(self, PERF_RECORD_FORK);
	ASSERT_NE(NULL, record);
	EXPECT_EQ(sizeof(*record) + self->trailer.size, record->header.size);
	EXPECT_EQ((uint32_t)pid, record->pid);
	EXPECT_EQ((uint32_t)pid, record->tid);
	EXPECT_EQ((uint32_t)getpid(), record->ppid);
	EXPECT_EQ((uint32_t)getpid(), record->ptid);
	EXPECT_GT(record->time, 0);
	/* PERF_RECORD_EXIT goes to events on the child, not to self->fd */
	EXPECT_EQ(NULL, perf_ring_next(&self->ring));
}

TEST_F(sideband, exit)
{
	const struct task_record *record;
	struct perf_child child;
	pid_t pid;

	ASSERT_EQ(0, perf_child_start(&child, do_nothing, NULL));
	pid = child.pid;
	self->attr.task = 1;
	ASSERT_EQ(0, open_on(self, pid, -1));
	ASSERT_EQ(0, perf_child_wait(&child));
	record = next_of(self, PERF_RECORD_EXIT);
	ASSERT_NE(NULL, record);
	EXPECT_EQ(sizeof(*record) + self->trailer.size, record->header.size);
	EXPECT_EQ((uint32_t)pid, record->pid);
	EXPECT_EQ((uint32_t)pid, record->tid);
	EXPECT_EQ((uint32_t)getpid(), record->ppid);
	EXPECT_EQ((uint32_t)getpid(), record->ptid);
	EXPECT_GT(record->time, 0);
	EXPECT_EQ(NULL, perf_ring_next(&self->ring));
}

static void *thread_main(void *tid)
{
	*(pid_t *)tid = syscall(SYS_gettid);
	return NULL;
}

TEST_F(sideband, thread)
{
	const struct task_record *record;
	pthread_t thread;
	pid_t tid;

	self->attr.task = 1;
	ASSERT_EQ(0, open_on(self, 0, -1));
	ASSERT_EQ(0, pthread_create(&thread, NULL, thread_main, &tid));
	ASSERT_EQ(0, pthread_join(thread, NULL));
	record = next_of(self, PERF_RECORD_FORK);
	ASSERT_NE(NULL, record);
	EXPECT_EQ((uint32_t)getpid(), record->pid);
	EXPECT_EQ((uint32_t)tid, record->tid);
	EXPECT_EQ((uint32_t)getpid(), record->ppid);
	EXPECT_EQ((uint32_t)getpid(), record->ptid);
}

/* ---- who gets what ---- */

/* Cause records of all the types tested, all in this task */
static void do_everything(FIXTURE_DATA(sideband) *self)
{
	struct perf_child child;
	int program;
	void *map;

	prctl(PR_SET_NAME, "everything");
	map = map_self(0, PROT_READ | PROT_EXEC);
	munmap(map, self->page);
	map = map_self(0, PROT_READ);
	munmap(map, self->page);
	if (!perf_child_start(&child, do_nothing, NULL))
		perf_child_wait(&child);
	perf_ping_pong(2);
	if (!unshare(CLONE_NEWUTS) && !mkdir(CGROUP, 0755))
		rmdir(CGROUP);
	program = load_program();
	if (program >= 0)
		close(program);
}

#define BIT(type)	(1U << PERF_RECORD_##type)

/* Return a bit for each record type that do_everything() causes with @wanted; @error: errno */
static uint32_t types_made(FIXTURE_DATA(sideband) *self, const struct perf_event_attr *wanted,
			   int *error)
{
	const struct perf_event_header *record;
	struct perf_event_attr plain = self->attr;
	uint32_t seen = 0;
	int cpu;

	/* Pinned to one CPU, perf_ping_pong() switches for certain */
	perf_cpu_count(&cpu, 1);
	*error = perf_pin_cpu(cpu);
	self->attr = *wanted;
	self->attr.type = plain.type;
	self->attr.config = plain.config;
	self->attr.size = plain.size;
	self->attr.sample_type = plain.sample_type;
	self->attr.sample_id_all = 1;
	*error = *error ?: open_on(self, 0, -1);
	if (!*error) {
		do_everything(self);
		*error = perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0);
		while ((record = perf_ring_next(&self->ring)))
			seen |= 1U << record->type;
		close_event(self);
	}
	self->attr = plain;
	return seen;
}

TEST_F(sideband, only_what_was_asked_for)
{
	static const struct {
		struct perf_event_attr attr;
		uint32_t expected;
	} row[] = {
		{ { .size = 0 }, 0 },
		{ { .comm = 1 }, BIT(COMM) | BIT(FORK) },
		{ { .mmap = 1 }, BIT(MMAP) | BIT(FORK) },
		{ { .mmap = 1, .mmap2 = 1 }, BIT(MMAP2) | BIT(FORK) },
		{ { .mmap_data = 1 }, BIT(MMAP) | BIT(FORK) },
		{ { .task = 1 }, BIT(FORK) },
		{ { .context_switch = 1 }, BIT(SWITCH) },
		{ { .namespaces = 1 }, BIT(NAMESPACES) },
	};
	uint32_t seen;
	unsigned int i;
	int error;

	for (i = 0; i < ARRAY_SIZE(row); i++) {
		seen = types_made(self, &row[i].attr, &error);
		ASSERT_EQ(0, error);
		EXPECT_EQ(row[i].expected, seen) {
			TH_LOG("row %u", i);
		}
	}
}

TEST_F(sideband, only_programs_where_those_were_asked_for)
{
	const struct perf_event_attr wanted = { .bpf_event = 1 };
	int program = load_program(), error;

	if (program < 0)
		SKIP(return, "cannot load a BPF program: %s", strerror(errno));
	close(program);
	EXPECT_EQ(BIT(BPF_EVENT), types_made(self, &wanted, &error));
	EXPECT_EQ(0, error);
}

TEST_F(sideband, nothing_while_off)
{
	self->attr.comm = 1;
	self->attr.mmap = 1;
	self->attr.mmap_data = 1;
	self->attr.task = 1;
	self->attr.context_switch = 1;
	ASSERT_EQ(0, open_off(self, 0, -1));
	do_everything(self);
	EXPECT_EQ(0, perf_ring_head(&self->ring));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	ASSERT_EQ(0, prctl(PR_SET_NAME, "now"));
	EXPECT_NE(NULL, next_of(self, PERF_RECORD_COMM));
}

static int rename_child(void *unused)
{
	(void)unused;
	return prctl(PR_SET_NAME, "perf_child") ? 1 : 0;
}

/* An event on a CPU records all tasks there, an event on a task only that task */
TEST_F(sideband, other_tasks)
{
	const struct comm_record *record;
	struct perf_child child;
	bool found = false;
	pid_t pid;
	int cpu;

	ASSERT_LT(0, perf_cpu_count(&cpu, 1));
	ASSERT_EQ(0, perf_pin_cpu(cpu));
	self->attr.comm = 1;
	ASSERT_EQ(0, open_on(self, 0, -1));
	ASSERT_EQ(0, perf_child_start(&child, rename_child, NULL));
	ASSERT_EQ(0, perf_child_wait(&child));
	EXPECT_EQ(NULL, next_of(self, PERF_RECORD_COMM));
	close_event(self);

	ASSERT_EQ(0, open_on(self, -1, cpu));
	ASSERT_EQ(0, perf_child_start(&child, rename_child, NULL));
	pid = child.pid;
	ASSERT_EQ(0, perf_child_wait(&child));
	while ((record = next_of(self, PERF_RECORD_COMM))) {
		if (record->pid != (uint32_t)pid)
			continue;
		EXPECT_STREQ("perf_child", record->comm);
		EXPECT_TRAILER(pid, pid);
		EXPECT_EQ((uint32_t)cpu, self->trailer.cpu);
		found = true;
	}
	EXPECT_TRUE(found);
}

/* trailer.id in records of a child is the id of the opened event */
TEST_F(sideband, inherited)
{
	const struct comm_record *comm;
	const struct task_record *task;
	struct perf_child child;
	pid_t pid;
	int cpu;

	ASSERT_LT(0, perf_cpu_count(&cpu, 1));
	ASSERT_EQ(0, perf_pin_cpu(cpu));
	self->attr.comm = 1;
	self->attr.inherit = 1;
	ASSERT_EQ(0, open_on(self, 0, cpu));
	ASSERT_EQ(0, perf_child_start(&child, rename_child, NULL));
	pid = child.pid;
	ASSERT_EQ(0, perf_child_wait(&child));
	task = next_of(self, PERF_RECORD_FORK);
	ASSERT_NE(NULL, task);
	EXPECT_EQ((uint32_t)pid, task->pid);
	comm = next_of(self, PERF_RECORD_COMM);
	ASSERT_NE(NULL, comm);
	EXPECT_EQ((uint32_t)pid, comm->pid);
	EXPECT_EQ(perf_event_id(self->fd), self->trailer.id);
	EXPECT_EQ(self->trailer.id, self->trailer.identifier);
	task = next_of(self, PERF_RECORD_EXIT);
	ASSERT_NE(NULL, task);
	EXPECT_EQ((uint32_t)pid, task->pid);
	EXPECT_EQ((uint32_t)getpid(), task->ppid);
}

/* Without sample_id_all a record has no trailer */
TEST_F(sideband, no_trailer_unasked)
{
	const struct comm_record *record;

	self->attr.sample_id_all = 0;
	self->attr.comm = 1;
	ASSERT_EQ(0, open_on(self, 0, -1));
	ASSERT_EQ(0, prctl(PR_SET_NAME, "seven77"));
	record = (const void *)perf_ring_next(&self->ring);
	ASSERT_NE(NULL, record);
	EXPECT_EQ(sizeof(*record) + 8, record->header.size);
}

/* The trailer's fields have the order of a sample's */
TEST_F(sideband, trailer_of_some_fields)
{
	static const uint64_t bits[] = {
		PERF_SAMPLE_TID, PERF_SAMPLE_TIME, PERF_SAMPLE_ID, PERF_SAMPLE_STREAM_ID,
		PERF_SAMPLE_CPU, PERF_SAMPLE_IDENTIFIER,
	};
	const struct comm_record *record;
	unsigned int mask, i;

	self->attr.comm = 1;
	for (mask = 0; mask < 1U << ARRAY_SIZE(bits); mask++) {
		self->attr.sample_type = 0;
		for (i = 0; i < ARRAY_SIZE(bits); i++)
			if (mask & 1U << i)
				self->attr.sample_type |= bits[i];
		ASSERT_EQ(0, open_on(self, 0, -1));
		ASSERT_EQ(0, prctl(PR_SET_NAME, "seven77"));
		record = next_of(self, PERF_RECORD_COMM);
		ASSERT_NE(NULL, record);
		ASSERT_EQ(sizeof(*record) + 8 + 8 * __builtin_popcount(mask),
			  record->header.size);
		if (self->attr.sample_type & PERF_SAMPLE_TID)
			ASSERT_EQ((uint32_t)getpid(), self->trailer.tid);
		if (self->attr.sample_type & PERF_SAMPLE_ID)
			ASSERT_EQ(perf_event_id(self->fd), self->trailer.id);
		if (self->attr.sample_type & PERF_SAMPLE_STREAM_ID)
			ASSERT_EQ(perf_event_id(self->fd), self->trailer.stream_id);
		if (self->attr.sample_type & PERF_SAMPLE_IDENTIFIER)
			ASSERT_EQ(perf_event_id(self->fd), self->trailer.identifier);
		close_event(self);
	}
}

TEST_HARNESS_MAIN
