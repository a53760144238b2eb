// SPDX-License-Identifier: GPL-2.0
/* Tests of perf_record_kcore_copy() on a made-up kernel. */
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <base/io.h>
#include <base/output.h>
#include <record/kcore.h>
#include <record/old_data.h>

#include "tap.h"

#define TEXT	0xffffffff81000000ULL
#define MODULES	0xffffffffc0000000ULL
#define PAGE	((uint64_t)sysconf(_SC_PAGESIZE))

static const char symbols[] =
	"ffffffff81000000 T _text\n"
	"ffffffff81000000 T _stext\n"
	"ffffffff81000010 T my_etext_of_all\n"
	"ffffffff81001800 T _etext\n"
	"ffffffff81000000 t _etext\t[odd]\n";

/* "two" touches "one", "three" is two pages apart, "four" has no address. */
static const char modules[] =
	"one 4096 0 - Live 0xffffffffc0001000\n"
	"two 100 0 one, Live 0xffffffffc0002000\n"
	"three 8192 0 - Live 0xffffffffc0005000 (O)\n"
	"four 8192 0 - Live 0x0000000000000000\n";

static char place[32], proc[64], copy[64];

static void path_of(char *path, const char *directory, const char *name)
{
	snprintf(path, 96, "%s/%s", directory, name);
}

static void put(const char *name, const void *data, size_t size)
{
	char path[96];

	path_of(path, proc, name);
	is_equal(perf_output_write(path, 0644, data, size, NULL), 0);
}

/* Write kcore; each byte of a page is the page's number, except in page 0 (the headers). */
static void put_kcore(void)
{
	const Elf64_Phdr segments[] = {
		{ .p_type = PT_NOTE, .p_offset = 0, .p_filesz = 8 },
		{ .p_type = PT_LOAD, .p_flags = PF_R | PF_X, .p_vaddr = TEXT - PAGE,
		  .p_paddr = 0x100000, .p_offset = PAGE, .p_filesz = 8 * PAGE,
		  .p_memsz = 8 * PAGE },
		{ .p_type = PT_LOAD, .p_flags = PF_R, .p_vaddr = MODULES, .p_offset = 9 * PAGE,
		  .p_filesz = 8 * PAGE, .p_memsz = 8 * PAGE },
		{ .p_type = PT_LOAD, .p_flags = PF_R, .p_vaddr = 0xffff888000000000ULL,
		  .p_offset = 17 * PAGE, .p_filesz = PAGE, .p_memsz = PAGE },
	};
	const Elf64_Ehdr head = {
		.e_ident = { ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB,
			     EV_CURRENT },
		.e_type = ET_CORE, .e_machine = EM_X86_64, .e_version = EV_CURRENT,
		.e_phoff = sizeof(head), .e_phnum = 4, .e_phentsize = sizeof(Elf64_Phdr),
		.e_ehsize = sizeof(head),
	};
	unsigned char *image = calloc(18, PAGE);
	size_t i;

	for (i = 0; i < 18; i++)
		memset(image + i * PAGE, (int)i, PAGE);
	memcpy(image, &head, sizeof(head));
	memcpy(image + sizeof(head), segments, sizeof(segments));
	put("kcore", image, 18 * PAGE);
	free(image);
}

/* Check segment @nr of the copy: its address, its pages, and the byte of its first page. */
static void has_segment(const unsigned char *image, size_t size, unsigned int nr, uint64_t vaddr,
			uint64_t pages, unsigned char first)
{
	const Elf64_Ehdr *head = (const void *)image;
	const Elf64_Phdr *segment = (const void *)(image + head->e_phoff + nr * sizeof(*segment));
	uint64_t i;

	is_equal(segment->p_type, PT_LOAD);
	is_equal(segment->p_vaddr, vaddr);
	is_equal(segment->p_filesz, pages * PAGE);
	is_equal(segment->p_memsz, pages * PAGE);
	is_true(segment->p_offset + segment->p_filesz <= size);
	is_equal(segment->p_offset % PAGE, 0);
	for (i = 0; i < pages * PAGE; i += PAGE / 2)
		is_equal(image[segment->p_offset + i], first + i / PAGE);
}

static void copies_code_alone(void)
{
	struct perf_error error = { 0 };
	unsigned char *image;
	char path[96], *text;
	size_t size;

	is_equal(perf_record_kcore_check(proc, &error), 0);
	is_equal(perf_record_kcore_copy(proc, AT_FDCWD, copy, &error), 0);
	path_of(path, copy, "kallsyms");
	text = perf_read_file(path, NULL);
	is_text(text, symbols);
	free(text);
	path_of(path, copy, "modules");
	text = perf_read_file(path, NULL);
	is_text(text, modules);
	free(text);
	path_of(path, copy, "kcore");
	image = (unsigned char *)perf_read_file(path, &size);
	is_true(image);
	if (!image)
		return;
	is_equal(((const Elf64_Ehdr *)image)->e_phnum, 3);
	is_equal(((const Elf64_Ehdr *)image)->e_machine, EM_X86_64);
	has_segment(image, size, 0, TEXT, 2, 2);
	has_segment(image, size, 1, MODULES + PAGE, 2, 10);
	has_segment(image, size, 2, MODULES + 5 * PAGE, 2, 14);
	free(image);
}

/* A copy must have all that perf_record_kcore_copy() needs as a source. */
static void copies_a_copy(void)
{
	struct perf_error error = { 0 };
	char path[96], *one, *other;
	char again[80];
	size_t size, other_size;

	snprintf(again, sizeof(again), "%s/kcore_dir__1", place);
	is_equal(perf_record_kcore_copy(copy, AT_FDCWD, again, &error), 0);
	path_of(path, copy, "kcore");
	one = perf_read_file(path, &size);
	path_of(path, again, "kcore");
	other = perf_read_file(path, &other_size);
	is_equal(size, other_size);
	is_true(one && other && !memcmp(one, other, size));
	free(one);
	free(other);
}

static void does_not_replace(void)
{
	struct perf_error error = { 0 };

	is_equal(perf_record_kcore_copy(proc, AT_FDCWD, copy, &error), -EEXIST);
}

static void hidden_addresses(void)
{
	static const char hidden[] = "0000000000000000 T _stext\n0000000000000000 T _etext\n";
	struct perf_error error = { 0 };
	char other[80];

	put("kallsyms", hidden, sizeof(hidden) - 1);
	snprintf(other, sizeof(other), "%s/kcore_dir__2", place);
	is_equal(perf_record_kcore_copy(proc, AT_FDCWD, other, &error), -EPERM);
	has_text(error.text, "does not say where the kernel's code is");
}

static void no_kcore(void)
{
	struct perf_error error = { 0 };
	char path[96];

	path_of(path, proc, "kcore");
	unlink(path);
	is_equal(perf_record_kcore_check(proc, &error), -ENOENT);
	has_text(error.text, "kcore");
}

static void clean(void)
{
	static const char *const names[] = { "kallsyms", "modules" };
	char path[96];
	size_t i;

	for (i = 0; i < 2; i++) {
		path_of(path, proc, names[i]);
		unlink(path);
	}
	rmdir(proc);
	is_equal(perf_record_remove(place), 0);
	is_true(access(place, F_OK));
}

int main(void)
{
	if (PAGE != 4096) {
		printf("1..0 # SKIP the kernel made up here has pages of 4096 bytes\n");
		return 0;
	}
	snprintf(place, sizeof(place), "/tmp/kcore.XXXXXX");
	if (!mkdtemp(place))
		return 1;
	snprintf(proc, sizeof(proc), "%s/proc", place);
	snprintf(copy, sizeof(copy), "%s/kcore_dir", place);
	mkdir(proc, 0700);
	put("kallsyms", symbols, sizeof(symbols) - 1);
	put("modules", modules, sizeof(modules) - 1);
	put_kcore();
	test(copies_code_alone);
	test(copies_a_copy);
	test(does_not_replace);
	test(hidden_addresses);
	test(no_kcore);
	test(clean);
	return test_end();
}
