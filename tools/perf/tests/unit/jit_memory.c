// SPDX-License-Identifier: GPL-2.0
/*
 * Functions of a jitdump must stay visible whatever mprotect() the program does, and the copy of a
 * recording must not grow with each such change.
 */
#include <string.h>
#include <sys/mman.h>
#include <inject/jit_memory.h>

#include "tap.h"

#define BASE	0x10000
#define SIZE	0x1000

static struct perf_jit_memory memory;
static char text[512];

static void put_function(int32_t pid, uint64_t start, uint64_t end, uint64_t number)
{
	const struct perf_jit_piece piece = { start, end, 0x40, number };

	is_true(!perf_jit_memory_function(&memory, pid, &piece));
}

static struct perf_record_mmap2 mapping(int32_t pid, uint64_t start, uint64_t end)
{
	return (struct perf_record_mmap2){
		.header = { .type = PERF_RECORD_MMAP2, .size = sizeof(struct perf_record_mmap2) },
		.pid = (uint32_t)pid, .start = start, .len = end - start,
		.prot = PROT_READ | PROT_EXEC,
	};
}

/* "10-20 f1:12-14": a part of the mapping, then function 1 in it, in units of 256 bytes. */
static const char *written(int32_t pid, uint64_t start, uint64_t end)
{
	struct perf_record_mmap2 record = mapping(pid, start, end);
	struct perf_jit_pieces pieces = { 0 };
	struct perf_jit_piece *piece;
	size_t at = 0;

	text[0] = '\0';
	if (!perf_jit_memory_is_anonymous(&memory, &record.header, "//anon"))
		return "as it is";
	is_true(!perf_jit_memory_anonymous(&memory, &record.header, &pieces));
	perf_vec_each(&pieces.list, piece) {
		if (piece->function)
			at += (size_t)snprintf(text + at, sizeof(text) - at, "f%d:",
					       (int)piece->function);
		at += (size_t)snprintf(text + at, sizeof(text) - at, "%x-%x ",
				       (unsigned int)(piece->start >> 8),
				       (unsigned int)(piece->end >> 8));
		if (at >= sizeof(text))
			break;
	}
	perf_vec_free(&pieces.list);
	return text;
}

static void apply(const struct perf_event_header *header)
{
	is_true(!perf_jit_memory_apply(&memory, header));
}

static void hides(void)
{
	struct perf_record_mmap2 file = mapping(1, BASE, BASE + SIZE);

	is_text(written(1, BASE, BASE + SIZE), "as it is");
	put_function(1, BASE + 0x200, BASE + 0x300, 1);
	is_true(!perf_jit_memory_is_anonymous(&memory, &file.header, "/usr/bin/true"));
	is_true(perf_jit_memory_is_anonymous(&memory, &file.header, "/memfd:doublemapper"));
	is_text(written(1, BASE, BASE + SIZE), "100-110 f1:102-103 ");
	is_text(written(1, BASE, BASE + SIZE), "");
	put_function(1, BASE + SIZE, BASE + SIZE + 0x100, 2);
	is_text(written(1, BASE, BASE + 2 * SIZE), "110-120 f2:110-111 ");
	/* perf_jit_memory_function() replaces the function that was at the same addresses. */
	put_function(1, BASE + 0x280, BASE + 0x400, 3);
	is_text(written(1, BASE, BASE + 2 * SIZE), "");
	file.len = 0x300;
	apply(&file.header);
	is_text(written(1, BASE, BASE + 2 * SIZE), "100-103 ");
}

/* A JIT that makes its memory writable unmaps it for the kernel, but not its functions. */
static void keeps(void)
{
	struct perf_record_mmap2 unmapped = mapping(40, BASE, BASE + SIZE);
	const struct perf_record_munmap munmap = {
		.header = { .type = 63, .size = sizeof(munmap) },
		.pid = 40, .addr = BASE + 0x280, .len = 0x100,
	};

	unmapped.prot = 0;
	is_true(!perf_jit_memory_keeps(&memory, &unmapped.header, "[unmapped]"));
	is_true(!perf_jit_memory_keeps(&memory, &munmap.header, ""));
	put_function(40, BASE + 0x200, BASE + 0x300, 1);
	is_true(perf_jit_memory_keeps(&memory, &unmapped.header, "[unmapped]"));
	is_true(perf_jit_memory_keeps(&memory, &munmap.header, ""));
	is_true(!perf_jit_memory_keeps(&memory, &unmapped.header, "/usr/bin/true"));
	unmapped.start = BASE + 0x300;
	is_true(!perf_jit_memory_keeps(&memory, &unmapped.header, "[unmapped]"));
	unmapped.start = BASE;
	unmapped.len = 0x200;
	is_true(!perf_jit_memory_keeps(&memory, &unmapped.header, "[unmapped]"));
	unmapped.len = 0x201;
	is_true(perf_jit_memory_keeps(&memory, &unmapped.header, "[unmapped]"));
	unmapped.prot = PROT_READ;
	is_true(!perf_jit_memory_keeps(&memory, &unmapped.header, "[unmapped]"));
}

static void forks(void)
{
	const struct perf_record_fork fork = {
		.header = { .type = PERF_RECORD_FORK, .size = sizeof(fork) },
		.pid = 2, .tid = 2, .ppid = 1, .ptid = 1,
	};
	const struct perf_record_comm exec = {
		.header = { .type = PERF_RECORD_COMM, .misc = PERF_RECORD_MISC_COMM_EXEC,
			    .size = sizeof(exec) },
		.pid = 2, .tid = 2,
	};

	put_function(1, 0x90000, 0x90100, 9);
	apply(&fork.header);
	is_text(written(2, 0x90000, 0x91000), "900-910 f9:900-901 ");
	is_text(written(1, 0x90000, 0x91000), "900-910 f9:900-901 ");
	apply(&exec.header);
	is_text(written(2, 0x90000, 0x91000), "as it is");
	is_text(written(1, 0x90000, 0x91000), "");
}

/* A thousand functions, each followed by a PERF_RECORD_MMAP2 of the range so far. */
static void grows(void)
{
	struct perf_jit_pieces pieces = { 0 };
	uint64_t i, base = 0x1000000;

	for (i = 0; i < 1000; i++) {
		struct perf_record_mmap2 record = mapping(3, base, base + (i + 1) * SIZE);

		put_function(3, base + i * SIZE, base + i * SIZE + 0x100, i + 1);
		is_true(!perf_jit_memory_anonymous(&memory, &record.header, &pieces));
	}
	is_equal(pieces.list.count, 2000);
	perf_vec_free(&pieces.list);
}

int main(void)
{
	test(hides);
	test(keeps);
	test(forks);
	test(grows);
	perf_jit_memory_free(&memory);
	return test_end();
}
