// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzzes the reader of jitdump files: files that are right, then damaged. What it gives
 * must lie within the file; with SANITIZE=1 memory is watched too. FUZZ_SECONDS (default 3)
 * and FUZZ_SEED (default: the time, printed) set how long and from where.
 */
#include <elf.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include <base/num.h>
#include <base/str.h>
#include <inject/elf_image.h>
#include <inject/jitdump.h>

#include "tap.h"

static uint64_t state;

static uint32_t any(uint32_t below)
{
	state = state * 6364136223846793005ull + 1442695040888963407ull;
	return (state >> 33) % below;
}

static void add_u32(struct perf_str *bytes, uint32_t value)
{
	perf_str_mem(bytes, &value, sizeof(value));
}

static void add_u64(struct perf_str *bytes, uint64_t value)
{
	perf_str_mem(bytes, &value, sizeof(value));
}

static void add_record(struct perf_str *bytes)
{
	uint32_t code = any(64), name = any(20), id = any(6);
	uint32_t size = id == 0 ? 56 + name + 1 + code : id == 1 ? 64 : 16 + 8 * any(4);

	add_u32(bytes, id);
	add_u32(bytes, size);
	add_u64(bytes, any(1000));
	if (id > 1) {
		perf_str_fill(bytes, 'x', size - 16);
		return;
	}
	add_u32(bytes, 17);
	add_u32(bytes, 18);
	add_u64(bytes, 0x1000);
	add_u64(bytes, 0x1000);
	if (id == 1)
		add_u64(bytes, 0x2000);
	add_u64(bytes, code);
	add_u64(bytes, any(10));
	if (id == 1)
		return;
	perf_str_fill(bytes, 'n', name);
	perf_str_char(bytes, '\0');
	perf_str_fill(bytes, '\x90', code);
}

static void make_file(struct perf_str *bytes)
{
	unsigned int records = any(8), damage;

	add_u32(bytes, 0x4a695444);
	add_u32(bytes, 1);
	add_u32(bytes, 40);
	add_u32(bytes, EM_X86_64);
	add_u64(bytes, (uint64_t)17 << 32);
	add_u64(bytes, 1);
	add_u64(bytes, 0);
	while (records--)
		add_record(bytes);
	for (damage = any(4); damage; damage--)
		bytes->text[any(bytes->length)] = any(2) ? any(256) : 0xff;
	if (!any(3))
		perf_str_cut(bytes, any(bytes->length));
}

static bool inside(const struct perf_jitdump *dump, const void *at, size_t size)
{
	const char *from = at;

	return from >= dump->text && size <= dump->size &&
	       from <= dump->text + dump->size - size;
}

/* How many functions it has. */
static uint64_t read_all(struct perf_jitdump *dump)
{
	struct perf_jitdump_code code;
	uint64_t functions = 0;

	while (perf_jitdump_next(dump, &code)) {
		struct perf_elf_image image = { .machine = dump->machine, .name = code.name,
						.code = code.code, .size = code.size };
		struct perf_str elf = { 0 };

		functions++;
		if (code.moved)
			continue;
		if (!inside(dump, code.name, strlen(code.name) + 1) ||
		    !inside(dump, code.code, code.size))
			tap_bad("function %llu is not in the file",
				(unsigned long long)functions);
		perf_elf_image_make(&image, &elf);
		if (elf.length < PERF_ELF_IMAGE_TEXT + code.size ||
		    memcmp(elf.text + PERF_ELF_IMAGE_TEXT, code.code, code.size))
			tap_bad("the image of %s lacks the code", code.name);
		perf_str_free(&elf);
	}
	return functions;
}

static void reads_what_is_there(void)
{
	const char *seconds = getenv("FUZZ_SECONDS");
	const char *seed = getenv("FUZZ_SEED");
	uint64_t end, functions = 0, refused = 0;
	char path[64];
	int fd = memfd_create("dump", MFD_CLOEXEC);

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	state = seed ? strtoull(seed, NULL, 0) : (uint64_t)time(NULL);
	printf("# FUZZ_SEED=%llu\n", (unsigned long long)state);
	end = perf_clock_ns(CLOCK_MONOTONIC) +
	      (seconds ? strtoull(seconds, NULL, 0) : 3) * PERF_NS_PER_SEC;
	while (perf_clock_ns(CLOCK_MONOTONIC) < end && !tap.bad) {
		struct perf_str bytes = { 0 };
		struct perf_error error = { 0 };
		struct perf_jitdump dump;

		make_file(&bytes);
		if (ftruncate(fd, 0) || pwrite(fd, perf_str_text(&bytes), bytes.length, 0) !=
		    (ssize_t)bytes.length)
			tap_bad("cannot write %s", path);
		perf_str_free(&bytes);
		if (!perf_jitdump_open(&dump, path, &error)) {
			if (!perf_jitdump_read(&dump, path, &error))
				functions += read_all(&dump);
			perf_jitdump_close(&dump);
		} else {
			if (!error.text[0])
				tap_bad("%s is refused without a reason", path);
			refused++;
		}
	}
	close(fd);
	printf("# %llu functions found, %llu files refused\n", (unsigned long long)functions,
	       (unsigned long long)refused);
	is_true(functions && refused);
}

int main(void)
{
	test(reads_what_is_there);
	return test_end();
}
