// SPDX-License-Identifier: GPL-2.0
/*
 * Opening files at recorded paths, where other users may have put a link since.
 *
 * The kernel records paths without links. The owner of a program may replace it by a link to a
 * file that only root may read. The tool must not read the build id of that file: perf archive
 * would then copy the file itself.
 */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include <base/found.h>
#include <base/input.h>
#include <base/output.h>

/**
 * perf_found_open() - open a recorded file for reading
 * @path: the recorded path
 *
 * Return: a descriptor or a negative errno: -ELOOP if @path leads through a link of another user,
 * -EINVAL if the file is not regular.
 */
int perf_found_open(const char *path)
{
	struct stat status;
	int found = perf_output_find(path, &status);

	if (found >= 0 && !S_ISREG(status.st_mode)) {
		close(found);
		return -EINVAL;
	}
	return found < 0 ? found :
	       perf_input_reopen(found, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
}
