// SPDX-License-Identifier: GPL-2.0
/*
 * Side-band records about the system: namespaces, cgroups, BPF programs, and changes of kernel
 * text.
 */
#include <sched.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <time.h>

#include "sideband_fixture.h"

#define MAX_CPUS	64

/* Is @addr in the upper half of an address space with this program's word size? */
static bool in_kernel(uint64_t addr)
{
	return addr >> (8 * sizeof(long) - 1) == 1;
}

/* ---- name spaces and cgroups ---- */

struct namespaces_record {
	struct perf_event_header header;
	uint32_t pid, tid;
	uint64_t nr;
	struct perf_ns_link_info link[NR_NAMESPACES];
};

TEST_F(sideband, namespaces)
{
	static const char * const name[NR_NAMESPACES] = {
		[NET_NS_INDEX] = "net", [UTS_NS_INDEX] = "uts", [IPC_NS_INDEX] = "ipc",
		[PID_NS_INDEX] = "pid", [USER_NS_INDEX] = "user", [MNT_NS_INDEX] = "mnt",
		[CGROUP_NS_INDEX] = "cgroup",
	};
	const struct namespaces_record *record;
	struct stat status;
	unsigned int i;
	char path[64];

	self->attr.namespaces = 1;
	ASSERT_EQ(0, open_on(self, 0, -1));
	if (unshare(CLONE_NEWUTS))
		SKIP(return, "no UTS name spaces");
	record = next_of(self, PERF_RECORD_NAMESPACES);
	ASSERT_NE(NULL, record);
	EXPECT_EQ(sizeof(*record) + self->trailer.size, record->header.size);
	EXPECT_EQ((uint32_t)getpid(), record->pid);
	EXPECT_EQ((uint32_t)getpid(), record->tid);
	ASSERT_EQ(NR_NAMESPACES, record->nr);
	EXPECT_TRAILER(getpid(), getpid());
	for (i = 0; i < NR_NAMESPACES; i++) {
		snprintf(path, sizeof(path), "/proc/self/ns/%s", name[i]);
		if (stat(path, &status))
			continue;
		EXPECT_EQ(status.st_ino, record->link[i].ino) {
			TH_LOG("%s", name[i]);
		}
		EXPECT_EQ(minor(status.st_dev), record->link[i].dev & 0xff);
	}
	EXPECT_EQ(NULL, perf_ring_next(&self->ring));
}

struct cgroup_record {
	struct perf_event_header header;
	uint64_t id;
	char path[];
};

TEST_F(sideband, cgroup)
{
	const struct cgroup_record *record;
	struct stat status;

	self->attr.cgroup = 1;
	ASSERT_EQ(0, open_on(self, 0, -1));
	if (mkdir(CGROUP, 0755))
		SKIP(return, "cannot make a cgroup: %s", strerror(errno));
	ASSERT_EQ(0, stat(CGROUP, &status));
	record = next_of(self, PERF_RECORD_CGROUP);
	if (!record)
		SKIP(return, "this kernel does not tell of a new cgroup");
	EXPECT_EQ(status.st_ino, (ino_t)record->id);
	EXPECT_STREQ("/perf_test", record->path);
	EXPECT_EQ(sizeof(*record) + 16 + self->trailer.size, record->header.size);
	EXPECT_TRAILER(getpid(), getpid());
	rmdir(CGROUP);
}

/* ---- the kernel's text ---- */

struct ksymbol_record {
	struct perf_event_header header;
	uint64_t addr;
	uint32_t len;
	uint16_t type;
	uint16_t flags;
	char name[];
};

struct bpf_record {
	struct perf_event_header header;
	uint16_t type;
	uint16_t flags;
	uint32_t id;
	uint8_t tag[BPF_TAG_SIZE];
};

static int program_info(int fd, struct bpf_prog_info *info)
{
	union bpf_attr attr = {
		.info = {
			.bpf_fd = fd,
			.info_len = sizeof(*info),
			.info = (uintptr_t)info,
		},
	};

	memset(info, 0, sizeof(*info));
	return syscall(SYS_bpf, BPF_OBJ_GET_INFO_BY_FD, &attr, sizeof(attr));
}

/* Write the symbol name of load_program()'s program to @name, of 64 bytes */
static void symbol_name(const struct bpf_prog_info *info, char *name)
{
	int i;

	name += sprintf(name, "bpf_prog_");
	for (i = 0; i < BPF_TAG_SIZE; i++)
		name += sprintf(name, "%02x", info->tag[i]);
	sprintf(name, "_perf_test");
}

TEST_F(sideband, bpf_program_loaded)
{
	const struct ksymbol_record *symbol;
	const struct bpf_record *event;
	struct bpf_prog_info info;
	char name[64];
	int program;

	self->attr.bpf_event = 1;
	self->attr.ksymbol = 1;
	ASSERT_EQ(0, open_on(self, 0, -1));
	program = load_program();
	if (program < 0)
		SKIP(return, "cannot load a BPF program: %s", strerror(errno));
	ASSERT_EQ(0, program_info(program, &info));
	close(program);

	if (info.jited_prog_len) {
		symbol = next_of(self, PERF_RECORD_KSYMBOL);
		ASSERT_NE(NULL, symbol);
		symbol_name(&info, name);
		EXPECT_STREQ(name, symbol->name);
		EXPECT_EQ(PERF_RECORD_KSYMBOL_TYPE_BPF, symbol->type);
		EXPECT_EQ(0, symbol->flags);
		EXPECT_GT(symbol->len, 0);
		EXPECT_TRUE(in_kernel(symbol->addr));
		EXPECT_EQ(sizeof(*symbol) + padded(strlen(name) + 1) + self->trailer.size,
			  symbol->header.size);
		EXPECT_TRAILER(getpid(), getpid());
	}
	event = next_of(self, PERF_RECORD_BPF_EVENT);
	ASSERT_NE(NULL, event);
	EXPECT_EQ(sizeof(*event) + self->trailer.size, event->header.size);
	EXPECT_EQ(PERF_BPF_EVENT_PROG_LOAD, event->type);
	EXPECT_EQ(0, event->flags);
	EXPECT_EQ(info.id, event->id);
	EXPECT_EQ(0, memcmp(info.tag, event->tag, sizeof(event->tag)));
	EXPECT_TRAILER(getpid(), getpid());
}

/**
 * struct all_cpus - one event of the fixture's attr on each CPU
 * @count: CPUs, also the valid entries of @fd and @rings
 * @fd:    the events
 * @rings: the ring of each event
 */
struct all_cpus {
	int count;
	int fd[MAX_CPUS];
	struct perf_ring *rings;
};

static int watch_all_cpus(FIXTURE_DATA(sideband) *self, struct all_cpus *all)
{
	int cpus[MAX_CPUS], count, err;

	all->count = 0;
	count = perf_cpu_count(cpus, MAX_CPUS);
	all->rings = calloc(count, sizeof(*all->rings));
	if (!all->rings)
		return ENOMEM;
	while (all->count < count) {
		int fd = perf_open(&self->attr, -1, cpus[all->count], -1, 0);

		if (fd < 0)
			return errno;
		all->fd[all->count] = fd;
		err = perf_ring_open(&all->rings[all->count++], fd, 4, RW) ?:
		      perf_ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
		if (err)
			return err;
	}
	return 0;
}

static void watch_no_more(struct all_cpus *all)
{
	while (all->count--) {
		perf_ring_unmap(&all->rings[all->count]);
		close(all->fd[all->count]);
	}
	free(all->rings);
}

/* State of one BPF program; @came and @went: address in its PERF_RECORD_KSYMBOLs */
struct program_life {
	const struct bpf_prog_info *info;
	char name[64];
	uint64_t came, went;
	bool unloaded;
};

static void see_program(struct program_life *life, const struct perf_event_header *record)
{
	const struct ksymbol_record *symbol = (const void *)record;
	const struct bpf_record *event = (const void *)record;

	if (record->type == PERF_RECORD_BPF_EVENT && event->type == PERF_BPF_EVENT_PROG_UNLOAD)
		life->unloaded |= event->id == life->info->id;
	if (record->type != PERF_RECORD_KSYMBOL || strcmp(symbol->name, life->name) ||
	    symbol->type != PERF_RECORD_KSYMBOL_TYPE_BPF)
		return;
	if (!symbol->flags)
		life->came = symbol->addr;
	if (symbol->flags == PERF_RECORD_KSYMBOL_FLAGS_UNREGISTER)
		life->went = symbol->addr;
}

static bool is_gone(const struct program_life *life)
{
	return life->unloaded && (life->went || !life->info->jited_prog_len);
}

/* The kernel unloads the program later and on any CPU, so all CPUs have an event */
TEST_F(sideband, bpf_program_unloaded)
{
	const struct timespec nap = { .tv_nsec = 10000000 };
	const struct perf_event_header *record;
	struct program_life life = {};
	struct bpf_prog_info info;
	struct all_cpus all;
	int program, tries, cpu;

	self->attr.bpf_event = 1;
	self->attr.ksymbol = 1;
	ASSERT_EQ(0, watch_all_cpus(self, &all));
	program = load_program();
	if (program < 0) {
		watch_no_more(&all);
		SKIP(return, "cannot load a BPF program: %s", strerror(errno));
	}
	ASSERT_EQ(0, program_info(program, &info));
	close(program);
	life.info = &info;
	symbol_name(&info, life.name);
	for (tries = 0; tries < 1000 && !is_gone(&life); tries++) {
		for (cpu = 0; cpu < all.count; cpu++)
			while ((record = perf_ring_next(&all.rings[cpu])))
				see_program(&life, record);
		nanosleep(&nap, NULL);
	}
	EXPECT_TRUE(life.unloaded);
	/* life.went is the address that was registered; there is none without a JIT */
	EXPECT_EQ(info.jited_prog_len > 0, life.came > 0);
	EXPECT_EQ(life.came, life.went);
	watch_no_more(&all);
}

/* The first event on ftrace/function makes ftrace allocate a trampoline */
TEST_F(sideband, ftrace_trampoline)
{
	static const uint16_t flags[] = { 0, PERF_RECORD_KSYMBOL_FLAGS_UNREGISTER };
	int id = perf_tracepoint_id("ftrace/function"), fd;
	const struct ksymbol_record *symbol;
	struct perf_event_attr attr;
	uint64_t addr = 0;
	unsigned int i;

	if (id < 0 || !PERF_TELLS_TRAMPOLINES)
		SKIP(return, "no function tracer whose code is told of");
	perf_attr_init(&attr, PERF_TYPE_TRACEPOINT, id);
	self->attr.ksymbol = 1;
	ASSERT_EQ(0, open_on(self, 0, -1));
	fd = perf_open_self(&attr);
	ASSERT_GE(fd, 0);
	close(fd);
	for (i = 0; i < ARRAY_SIZE(flags); i++) {
		symbol = next_of(self, PERF_RECORD_KSYMBOL);
		ASSERT_NE(NULL, symbol);
		EXPECT_STREQ("ftrace_trampoline", symbol->name);
		EXPECT_EQ(PERF_RECORD_KSYMBOL_TYPE_OOL, symbol->type);
		EXPECT_EQ(flags[i], symbol->flags);
		EXPECT_TRUE(in_kernel(symbol->addr));
		EXPECT_GT(symbol->len, 0);
		EXPECT_TRAILER(getpid(), getpid());
		if (addr)
			EXPECT_EQ(addr, symbol->addr);
		addr = symbol->addr;
	}
	EXPECT_EQ(NULL, perf_ring_next(&self->ring));
}

struct text_poke_record {
	struct perf_event_header header;
	uint64_t addr;
	uint16_t old_len, new_len;
	uint8_t bytes[];
};

#define KPROBE_EVENTS	"/sys/kernel/tracing/kprobe_events"
#define KPROBE_ENABLE	"/sys/kernel/tracing/events/kprobes/perf_test_poke/enable"

/* KPROBE_ENABLE patches kernel text at the write of 1, and again at the write of 0 */
TEST_F(sideband, text_poke)
{
	const struct text_poke_record *record;
	unsigned int pokes = 0;
	size_t size;

	if (!PERF_TELLS_PATCHES)
		SKIP(return, "this architecture's kernel does not tell what it patches");
	if (perf_file_write(KPROBE_EVENTS, "p:perf_test_poke do_nanosleep"))
		SKIP(return, "cannot make a kprobe event");
	self->attr.text_poke = 1;
	ASSERT_EQ(0, open_on(self, 0, -1));
	ASSERT_EQ(0, perf_file_write(KPROBE_ENABLE, "1"));
	ASSERT_EQ(0, perf_file_write(KPROBE_ENABLE, "0"));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	perf_file_write(KPROBE_EVENTS, "-:perf_test_poke");
	while ((record = next_of(self, PERF_RECORD_TEXT_POKE))) {
		size = sizeof(record->addr) + 2 * sizeof(uint16_t) + record->old_len +
		       record->new_len;
		ASSERT_EQ(sizeof(record->header) + padded(size) + self->trailer.size,
			  record->header.size);
		EXPECT_EQ(PERF_RECORD_MISC_KERNEL, record->header.misc);
		EXPECT_TRUE(in_kernel(record->addr));
		EXPECT_GT(record->new_len, 0);
		/* Any task may do the patching: EXPECT_TRAILER() accepts its pid and tid */
		EXPECT_TRAILER(self->trailer.pid, self->trailer.tid);
		pokes++;
	}
	EXPECT_GE(pokes, 2);
}

TEST_HARNESS_MAIN
