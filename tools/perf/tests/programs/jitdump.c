// SPDX-License-Identifier: GPL-2.0
/*
 * Makes code at run time and says so in jit-PID.dump in the current directory: two functions
 * that take turns at one address, and a third that moves. x86-64 only.
 *
 *	jitdump protect		memory can be executed only when a function has been written and
 *				described, and be written to only while one is
 *	jitdump empty		describes no function
 */
#include <elf.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

/* mov $count,%ecx; 1: dec %ecx; jnz 1b; ret */
static const unsigned char code[] = {
	0xb9, 0x00, 0x2d, 0x31, 0x01, 0xff, 0xc9, 0x75, 0xfc, 0xc3,
};

static int dump;
static unsigned char *pages;
static bool protects;

static uint64_t now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * 1000000000ull + time.tv_nsec;
}

static void put(const void *data, size_t size)
{
	if (write(dump, data, size) != (ssize_t)size)
		_exit(1);
}

/* Make the memory executable or, if it is protected, writable instead. */
static void allow(int right)
{
	if (protects && mprotect(pages, 8192, PROT_READ | right))
		_exit(1);
}

static void put_header(void)
{
	const struct {
		uint32_t magic, version, total_size, elf_mach, pad, pid;
		uint64_t timestamp, flags;
	} header = { 0x4a695444, 1, sizeof(header), EM_X86_64, 0, getpid(), now(), 0 };

	put(&header, sizeof(header));
}

static void put_load(const char *name, unsigned char *at, uint64_t index)
{
	const struct {
		uint32_t id, total_size;
		uint64_t timestamp;
		uint32_t pid, tid;
		uint64_t vma, code_addr, code_size, code_index;
	} load = {
		0, sizeof(load) + strlen(name) + 1 + sizeof(code), now(), getpid(), getpid(),
		(uintptr_t)at, (uintptr_t)at, sizeof(code), index,
	};

	allow(PROT_WRITE);
	memcpy(at, code, sizeof(code));
	put(&load, sizeof(load));
	put(name, strlen(name) + 1);
	put(code, sizeof(code));
}

static void put_move(unsigned char *from, unsigned char *to, uint64_t index)
{
	const struct {
		uint32_t id, total_size;
		uint64_t timestamp;
		uint32_t pid, tid;
		uint64_t vma, old_code_addr, new_code_addr, code_size, code_index;
	} move = {
		1, sizeof(move), now(), getpid(), getpid(), (uintptr_t)to, (uintptr_t)from,
		(uintptr_t)to, sizeof(code), index,
	};

	allow(PROT_WRITE);
	memcpy(to, code, sizeof(code));
	put(&move, sizeof(move));
}

static void run(unsigned char *at)
{
	allow(PROT_EXEC);
	((void (*)(void))at)();
}

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "";
	char path[64];

	protects = !strcmp(how, "protect");
	snprintf(path, sizeof(path), "jit-%d.dump", getpid());
	dump = open(path, O_CREAT | O_TRUNC | O_RDWR, 0644);
	pages = mmap(NULL, 8192, PROT_READ | PROT_WRITE | (protects ? 0 : PROT_EXEC),
		     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (dump < 0 || pages == MAP_FAILED)
		return 1;
	put_header();
	/* The recorder of this mapping finds the file by it. */
	if (mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, dump, 0) == MAP_FAILED)
		return 1;
	puts(path);
	if (!strcmp(how, "empty"))
		return 0;
	put_load("first function", pages + 64, 0);
	run(pages + 64);
	put_load("second function", pages + 64, 1);
	run(pages + 64);
	put_load("third function", pages + 2048, 2);
	put_move(pages + 2048, pages + 4096, 2);
	run(pages + 4096);
	return 0;
}
