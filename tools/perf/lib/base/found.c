// SPDX-License-Identifier: GPL-2.0-only
/*
 * Files that were recorded by their path, where others may have put a link since.
 *
 * The kernel records paths without links. A program whose owner exchanges it for a link to a file
 * that only root may read must not have the build id of that file: an archive of the recording
 * would then have the file itself.
 */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include <base/found.h>
#include <base/input.h>
#include <base/output.h>

/**
 * perf_found_open() - open a file that was recorded, for reading
 * @path: as it was recorded
 *
 * Return: a descriptor; a negative errno: -ELOOP if a link of another user is on the way, -EINVAL
 * if it is no regular file.
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
