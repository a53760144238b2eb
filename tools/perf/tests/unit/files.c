// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of lib/base/input and lib/base/output: links, files and pipes planted by another user.
 *
 * Only root can give a link, file or pipe to another user, so those tests need root.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <base/input.h>
#include <base/io.h>
#include <base/output.h>

#include "tap.h"

#define OTHER	65534	/* uid of nobody */
#define SMALL	4

static void put(const char *path, const char *text, mode_t mode)
{
	int fd;

	unlink(path);
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL, mode);
	is_true(fd >= 0 && !fchmod(fd, mode));
	is_equal(write(fd, text, strlen(text)), strlen(text));
	close(fd);
}

static void holds(const char *path, const char *text)
{
	char *got = perf_read_file(path, NULL);

	is_text(got, text);
	free(got);
}

static mode_t mode_of(const char *path)
{
	struct stat status;

	return lstat(path, &status) ? 0 : status.st_mode & 07777;
}

static bool is_link(const char *path)
{
	struct stat status;

	return !lstat(path, &status) && S_ISLNK(status.st_mode);
}

/* Return the number of files in "out", -1 on failure: perf_output_open() must leave no other. */
static int files_in_out(void)
{
	FILE *pipe = popen("ls -A out | wc -l", "r");
	int count = -1;

	if (!pipe || fscanf(pipe, "%d", &count) != 1)
		count = -1;
	if (pipe)
		pclose(pipe);
	return count;
}

static int write_text(const char *path, const char *text)
{
	return perf_output_write(path, 0644, text, strlen(text), NULL);
}

static void a_new_file_takes_the_place_of_the_old_one(void)
{
	struct perf_output output;
	struct stat before, after;

	mkdir("out", 0755);
	put("out/file", "old", 0644);
	is_equal(stat("out/file", &before), 0);
	is_equal(perf_output_open(&output, "out/file", 0644, 0, NULL), 0);
	is_equal(write(output.fd, "new", 3), 3);
	holds("out/file", "old");
	is_equal(perf_output_commit(&output, NULL), 0);
	holds("out/file", "new");
	is_equal(stat("out/file", &after), 0);
	is_true(before.st_ino != after.st_ino);
	is_equal(files_in_out(), 1);
	/* perf_output_drop() leaves no trace. */
	is_equal(perf_output_open(&output, "out/file", 0644, 0, NULL), 0);
	perf_output_drop(&output);
	holds("out/file", "new");
	is_equal(files_in_out(), 1);
}

static void at_once_means_before_it_is_written(void)
{
	struct perf_output output;

	put("out/file", "old", 0644);
	is_equal(perf_output_open(&output, "out/file", 0644, PERF_OUTPUT_AT_ONCE, NULL), 0);
	holds("out/file", "");
	is_equal(write(output.fd, "part", 4), 4);
	holds("out/file", "part");
	perf_output_drop(&output);
	holds("out/file", "part");
}

static void only_new_means_that_nothing_is_there(void)
{
	struct perf_output output, later;

	put("out/file", "old", 0644);
	is_equal(perf_output_open(&output, "out/file", 0644, PERF_OUTPUT_NEW, NULL), -EEXIST);
	holds("out/file", "old");
	/* Nor does perf_output_commit() replace a file made after perf_output_open(). */
	unlink("out/file");
	is_equal(perf_output_open(&later, "out/file", 0644, PERF_OUTPUT_NEW, NULL), 0);
	put("out/file", "meanwhile", 0644);
	is_equal(perf_output_commit(&later, NULL), -EEXIST);
	holds("out/file", "meanwhile");
	is_equal(files_in_out(), 1);
}

static void the_mode_of_ones_own_file_is_kept(void)
{
	struct perf_output output;

	put("out/file", "mine alone", 0600);
	is_equal(write_text("out/file", "new"), 0);
	is_equal(mode_of("out/file"), 0600);
	put("out/file", "everybody's", 0666);
	is_equal(perf_output_open(&output, "out/file", 0600, PERF_OUTPUT_PRIVATE, NULL), 0);
	is_equal(perf_output_commit(&output, NULL), 0);
	is_equal(mode_of("out/file"), 0600);
	/* perf_output_open() keeps read and write bits only: no set-user-ID for new contents. */
	put("out/file", "#!", 04755);
	is_equal(write_text("out/file", "new"), 0);
	is_equal(mode_of("out/file"), 0644);
}

static void ones_own_link_is_followed(void)
{
	mkdir("far", 0755);
	put("far/file", "old", 0644);
	unlink("out/link");
	is_equal(symlink("../far/file", "out/link"), 0);
	is_equal(write_text("out/link", "new"), 0);
	is_true(is_link("out/link"));
	holds("far/file", "new");
	unlink("far/file");
	is_equal(write_text("out/link", "made"), 0);
	holds("far/file", "made");
	unlink("out/link");
	is_equal(symlink("link", "out/link"), 0);
	is_equal(write_text("out/link", "round and round"), -ELOOP);
	unlink("out/link");
}

static void anothers_link_is_replaced(void)
{
	struct perf_output output;

	if (geteuid())
		test_skip("only root can give a link away");
	put("far/file", "precious", 0644);
	unlink("out/link");
	is_equal(symlink("../far/file", "out/link"), 0);
	is_equal(lchown("out/link", OTHER, OTHER), 0);
	is_equal(write_text("out/link", "new"), 0);
	holds("far/file", "precious");
	is_true(!is_link("out/link"));
	holds("out/link", "new");
	unlink("out/link");
	is_equal(symlink("../far/file", "out/link"), 0);
	is_equal(lchown("out/link", OTHER, OTHER), 0);
	is_equal(perf_output_open(&output, "out/link", 0644, PERF_OUTPUT_APPEND, NULL), -EPERM);
	holds("far/file", "precious");
	unlink("out/link");
}

/* perf_output_open() does not follow a link that another user may have linked here. */
static void a_link_with_a_second_name_is_replaced(void)
{
	put("far/file", "precious", 0644);
	unlink("out/link");
	is_equal(symlink("../far/file", "far/link"), 0);
	if (linkat(AT_FDCWD, "far/link", AT_FDCWD, "out/link", 0)) {
		unlink("far/link");
		test_skip("links have no second names here");
	}
	is_equal(write_text("out/link", "new"), 0);
	holds("far/file", "precious");
	is_true(!is_link("out/link"));
	unlink("out/link");
	unlink("far/link");
}

/* perf_output_open() follows the user's own link to a directory of the path. */
static void links_on_the_way_are_the_users(void)
{
	char absolute[PATH_MAX];

	unlink("way");
	is_equal(symlink("far", "way"), 0);
	unlink("far/file");
	is_equal(write_text("way/file", "mine"), 0);
	holds("far/file", "mine");
	is_equal(write_text("./way//../way/./file", "again"), 0);
	holds("far/file", "again");
	is_true(!!realpath("far/file", absolute));
	is_equal(write_text(absolute, "absolute"), 0);
	holds("far/file", "absolute");
	unlink("way");
	is_equal(symlink("way", "way"), 0);
	is_equal(write_text("way/file", "round and round"), -ELOOP);
	unlink("way");
	is_equal(write_text("nothing/file", "nowhere"), -ENOENT);
	is_equal(write_text("far/file/file", "no directory"), -ENOTDIR);
	is_equal(write_text("far/", "no name"), -EISDIR);
	if (geteuid())
		test_skip("only root can give a link away");
	is_equal(symlink("far", "way"), 0);
	is_equal(lchown("way", OTHER, OTHER), 0);
	is_equal(write_text("way/file", "elsewhere"), -ELOOP);
	holds("far/file", "absolute");
	/* The same at the target of the user's own link. */
	unlink("out/link");
	is_equal(symlink("../way/file", "out/link"), 0);
	is_equal(write_text("out/link", "elsewhere"), -ELOOP);
	holds("far/file", "absolute");
	unlink("out/link");
	unlink("way");
}

/* O_TMPFILE: others see only a complete file, and nothing remains if the tool is killed. */
static void a_file_has_no_name_before(void)
{
	int fd = open("out", O_TMPFILE | O_RDWR, 0600), status;
	struct perf_output output;
	pid_t child;

	if (fd < 0)
		test_skip("no files without names here");
	close(fd);
	unlink("out/file");
	is_equal(perf_output_open(&output, "out/file", 0640, 0, NULL), 0);
	is_equal(files_in_out(), 0);
	is_equal(write(output.fd, "new", 3), 3);
	is_equal(perf_output_commit(&output, NULL), 0);
	is_equal(files_in_out(), 1);
	is_equal(mode_of("out/file"), 0640);
	child = fork();
	if (!child)
		_exit(!!perf_output_open(&output, "out/file", 0640, 0, NULL));
	is_equal(waitpid(child, &status, 0), child);
	is_equal(status, 0);
	is_equal(files_in_out(), 1);
	holds("out/file", "new");
}

static void anothers_file_is_replaced(void)
{
	struct perf_output output;
	struct stat status;

	if (geteuid())
		test_skip("only root can give a file away");
	put("out/file", "", 0666);
	is_equal(chown("out/file", OTHER, OTHER), 0);
	is_equal(perf_output_open(&output, "out/file", 0600, PERF_OUTPUT_AT_ONCE, NULL), 0);
	is_equal(stat("out/file", &status), 0);
	is_equal(status.st_uid, 0);
	is_equal(status.st_mode & 07777, 0600);
	perf_output_drop(&output);
	is_equal(chown("out/file", OTHER, OTHER), 0);
	is_equal(perf_output_open(&output, "out/file", 0600, PERF_OUTPUT_APPEND, NULL), -EPERM);
}

static void text_goes_behind_ones_own(void)
{
	struct perf_output output;

	put("out/log", "one\n", 0644);
	is_equal(perf_output_open(&output, "out/log", 0644,
				  PERF_OUTPUT_APPEND | PERF_OUTPUT_AT_ONCE, NULL), 0);
	is_equal(write(output.fd, "two\n", 4), 4);
	is_equal(perf_output_commit(&output, NULL), 0);
	holds("out/log", "one\ntwo\n");
	/* PERF_OUTPUT_APPEND refuses a second name, which may have been planted in "out". */
	unlink("out/second");
	is_equal(link("out/log", "out/second"), 0);
	is_equal(perf_output_open(&output, "out/second", 0644, PERF_OUTPUT_APPEND, NULL), -EPERM);
	unlink("out/second");
	unlink("out/log");
}

static void pipes_and_terminals_are_written_to(void)
{
	struct perf_output output;
	struct perf_error error;
	char text[SMALL] = "";
	int fd;

	is_equal(write_text("/dev/null", "gone"), 0);
	is_equal(write_text("out", "a directory"), -EISDIR);
	unlink("out/pipe");
	is_equal(mkfifo("out/pipe", 0600), 0);
	fd = open("out/pipe", O_RDWR);
	is_equal(write_text("out/pipe", "abc"), 0);
	is_equal(read(fd, text, 3), 3);
	is_text(text, "abc");
	close(fd);
	if (geteuid())
		return;
	is_equal(chown("out/pipe", OTHER, OTHER), 0);
	is_equal(perf_output_open(&output, "out/pipe", 0644, 0, &error), -EPERM);
	has_text(error.text, "pipe of another user");
	unlink("out/pipe");
}

/* As "-o /dev/fd/N" of a shell: the target of a descriptor needs no name. */
static void descriptors_are_written_to(void)
{
	char path[32], text[SMALL] = "";
	int ends[2];

	is_equal(pipe(ends), 0);
	snprintf(path, sizeof(path), "/dev/fd/%d", ends[1]);
	is_equal(write_text(path, "abc"), 0);
	is_equal(read(ends[0], text, 3), 3);
	is_text(text, "abc");
	close(ends[0]);
	close(ends[1]);
}

/* If the directory is not writable, perf_output_open() writes into the user's existing file. */
static void a_directory_may_be_closed(void)
{
	int status = -1;
	pid_t child;

	if (geteuid())
		test_skip("root's directory is needed");
	mkdir("closed", 0755);
	put("closed/mine", "longer than the new text", 0644);
	put("closed/roots", "kept", 0666);
	is_equal(chown("closed/mine", OTHER, OTHER), 0);
	child = fork();
	if (!child) {
		if (setgid(OTHER) || setuid(OTHER))
			_exit(9);
		if (write_text("closed/mine", "new"))
			_exit(1);
		_exit(write_text("closed/new", "new") == -EACCES ? 0 : 2);
	}
	is_equal(waitpid(child, &status, 0), child);
	if (WEXITSTATUS(status) == 1 && access(".", X_OK))
		test_skip("the directory of the test is closed to others");
	is_equal(status, 0);
	holds("closed/mine", "new");
}

static void input_is_looked_at_first(void)
{
	enum perf_input_kind kind;

	unlink("out/pipe");
	is_equal(mkfifo("out/pipe", 0600), 0);
	put("out/file", "text", 0644);
	for (kind = 0; kind < PERF_INPUT_KINDS; kind++) {
		int fd = perf_input_open(kind, "out/file");

		is_true(fd >= 0);
		close(fd);
		is_equal(perf_input_open(kind, "out/pipe"), -EINVAL);
		is_equal(perf_input_open(kind, "out"), -EINVAL);
		is_equal(perf_input_open(kind, "/dev/zero"), -EINVAL);
		is_equal(perf_input_open(kind, "out/nothing"), -ENOENT);
	}
	unlink("out/pipe");
}

static void links_are_followed_where_the_directory_is_the_users(void)
{
	unlink("out/link");
	is_equal(symlink("file", "out/link"), 0);
	is_equal(perf_input_open(PERF_INPUT_JIT_MAP, "out/link"), -ELOOP);
	is_true(perf_input_open(PERF_INPUT_OBJECT, "out/link") >= 0);
	unlink("out/link");
}

static void files_have_a_limit(void)
{
	put("out/large", "", 0644);
	is_equal(truncate("out/large", PERF_INPUT_JIT_MAP_MAX + 1L), 0);
	is_equal(perf_input_open(PERF_INPUT_JIT_MAP, "out/large"), -EFBIG);
	is_equal(truncate("out/large", 40L << 30), 0);
	is_equal(perf_input_open(PERF_INPUT_SYMBOLS, "out/large"), -EFBIG);
	is_equal(perf_input_open(PERF_INPUT_SOURCE, "out/large"), -EFBIG);
	is_equal(perf_input_open(PERF_INPUT_LIST, "out/large"), -EFBIG);
	unlink("out/large");
}

int main(void)
{
	umask(022);
	test(a_new_file_takes_the_place_of_the_old_one);
	test(at_once_means_before_it_is_written);
	test(only_new_means_that_nothing_is_there);
	test(the_mode_of_ones_own_file_is_kept);
	test(ones_own_link_is_followed);
	test(anothers_link_is_replaced);
	test(a_link_with_a_second_name_is_replaced);
	test(links_on_the_way_are_the_users);
	test(a_file_has_no_name_before);
	test(anothers_file_is_replaced);
	test(text_goes_behind_ones_own);
	test(pipes_and_terminals_are_written_to);
	test(descriptors_are_written_to);
	test(a_directory_may_be_closed);
	test(input_is_looked_at_first);
	test(links_are_followed_where_the_directory_is_the_users);
	test(files_have_a_limit);
	return test_end();
}
