// SPDX-License-Identifier: GPL-2.0
/* Tests of lib/archive: archives read back by hand and by tar(1). */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <archive/hide.h>
#include <archive/packer.h>
#include <archive/tar.h>
#include <base/io.h>
#include <base/output.h>
#include <base/str.h>

#include "tap.h"

#define LONG_DIRECTORY	"0123456789012345678901234567890123456789/"
#define LONG_NAME	LONG_DIRECTORY LONG_DIRECTORY LONG_DIRECTORY "file"

/* Copy up to @size - 1 bytes of @command's output to @text; return its exit status. */
static int output_of(const char *command, char *text, size_t size)
{
	FILE *pipe = popen(command, "r");
	size_t length;

	if (!pipe)
		return -1;
	length = fread(text, 1, size - 1, pipe);
	text[length] = '\0';
	return pclose(pipe);
}

/* Write an archive at @path in the current directory, which is the test's own. */
static int write_archive(const char *path, int (*fill)(struct perf_packer *packer))
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666), err;
	struct perf_packer *packer = perf_packer_create(fd);

	err = packer ? fill(packer) : -ENOMEM;
	if (!err)
		err = perf_tar_end(packer);
	if (!err)
		err = perf_packer_finish(packer);
	perf_packer_free(packer);
	close(fd);
	return err;
}

static int fill_all(struct perf_packer *packer)
{
	char block[512];
	int err, fd;

	memset(block, 'b', sizeof(block));
	err = perf_output_write("source", 0644, "from a file\n", 12, NULL);
	fd = open("source", O_RDONLY);
	if (!err)
		err = perf_tar_file(packer, "dir/file", fd);
	close(fd);
	if (!err)
		err = perf_tar_bytes(packer, "empty", "", 0);
	/* Exactly one tar block long: no padding follows. */
	if (!err)
		err = perf_tar_bytes(packer, "block", block, sizeof(block));
	if (!err)
		err = perf_tar_bytes(packer, LONG_NAME, "long\n", 5);
	if (!err)
		err = perf_tar_link(packer, "link", "dir/file");
	return err ? err : perf_tar_link(packer, "far", LONG_NAME);
}

static void tar_unpacks_what_was_packed(void)
{
	char name[32], command[128], text[1024];
	size_t size;
	char *block;

	if (system("command -v tar >/dev/null"))
		test_skip("no tar");
	if (*perf_packer_suffix() && system("command -v zstd >/dev/null"))
		test_skip("no zstd");
	snprintf(name, sizeof(name), "all.tar%s", perf_packer_suffix());
	is_equal(write_archive(name, fill_all), 0);
	snprintf(command, sizeof(command), "mkdir -p out && tar -xf %s -C out 2>&1", name);
	is_equal(output_of(command, text, sizeof(text)), 0);
	is_text(text, "");
	is_equal(output_of("cd out && cat dir/file link " LONG_NAME " far && stat -c %s empty && "
			   "readlink far", text, sizeof(text)), 0);
	is_text(text, "from a file\nfrom a file\nlong\nlong\n0\n" LONG_NAME "\n");
	block = perf_read_file("out/block", &size);
	is_equal(size, 512);
	is_true(block && block[0] == 'b' && block[511] == 'b');
	free(block);
}

/* perf_tar_file() writes the size at its start into the header, so shrinking must fail. */
static int fill_too_short(struct perf_packer *packer)
{
	int fd, err;

	if (perf_output_write("source", 0644, "from a file\n", 12, NULL))
		return -EIO;
	fd = open("source", O_RDONLY);
	/* Start 5 bytes in, as if the file had shrunk. */
	lseek(fd, 5, SEEK_SET);
	err = perf_tar_file(packer, "short", fd);
	close(fd);
	return err;
}

static void a_file_that_became_shorter_is_an_error(void)
{
	is_equal(write_archive("short.tar", fill_too_short), -EIO);
}

static int fill_nothing(struct perf_packer *packer)
{
	(void)packer;
	return 0;
}

static void an_empty_archive_is_one(void)
{
	char command[64], text[256];

	if (system("command -v tar >/dev/null"))
		test_skip("no tar");
	snprintf(command, sizeof(command), "tar -tf none.tar%s 2>&1", perf_packer_suffix());
	is_equal(write_archive(*perf_packer_suffix() ? "none.tar.zst" : "none.tar", fill_nothing),
		 0);
	is_equal(output_of(command, text, sizeof(text)), 0);
	is_text(text, "");
}

static void a_disk_that_is_full_is_told(void)
{
	struct perf_packer *packer;
	int fd = open("/dev/full", O_WRONLY), err;

	if (fd < 0)
		test_skip("no /dev/full");
	packer = perf_packer_create(fd);
	err = perf_tar_bytes(packer, "file", "text", 4);
	if (!err)
		err = perf_packer_finish(packer);
	is_equal(err, -ENOSPC);
	perf_packer_free(packer);
	close(fd);
}

/*
 * An archive must not reveal the kernel's random base. perf_archive_hide_base() moves _text to
 * ffffffff81000000 and the symbols after it by the same distance, and keeps per-CPU offsets. It
 * drops modules, absolute symbols and far ones, from which the distance could be computed.
 */
static void addresses_of_the_kernel_say_nothing(void)
{
	char text[] =
		"0000000000000000 A fixed_percpu_data\n"
		"000000000001f000 A cpu_tss_rw\n"
		"0000000001000000 A phys_startup_64\n"
		"ffffffff9a200000 T _text\n"
		"ffffffff9a200000 T _stext\n"
		"ffffffff9a2000a0 t work\n"
		"ffffffff9bffffff B _end\n"
		"ffffffffc02a3000 t handle\t[snd]\n"
		"ffffffffda200000 T far\n"
		"nonsense\n";
	char small[] = "c1200000 T _text\nc1200010 t work\nf8000000 t handle\t[snd]";
	char unseen[] = "0000000000000000 T _text\n0000000000000000 t work\n";
	char cut[] = "ffffffff9a200000 T _text\nffffffff9a2000a0 t work";

	is_true(perf_archive_hide_base(text));
	is_text(text,
		"0000000000000000 A fixed_percpu_data\n"
		"000000000001f000 A cpu_tss_rw\n"
		"ffffffff81000000 T _text\n"
		"ffffffff81000000 T _stext\n"
		"ffffffff810000a0 t work\n"
		"ffffffff82dfffff B _end\n");
	is_true(perf_archive_hide_base(small));
	is_text(small, "c1000000 T _text\nc1000010 t work\n");
	is_true(!perf_archive_hide_base(unseen));
	is_true(perf_archive_hide_base(cut));
	is_text(cut, "ffffffff81000000 T _text\nffffffff810000a0 t work");
}

int main(void)
{
	test(addresses_of_the_kernel_say_nothing);
	test(tar_unpacks_what_was_packed);
	test(a_file_that_became_shorter_is_an_error);
	test(an_empty_archive_is_one);
	test(a_disk_that_is_full_is_told);
	return test_end();
}
