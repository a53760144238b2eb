/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The identity of a mapped file: device and inode, as PERF_RECORD_MMAP2 carries them.
 *
 * A path leads to different files in different containers, and to a new file after a program is
 * reinstalled. Device and inode, and the inode generation if the file system has one, identify
 * the mapped file on the machine of the recording.
 */
#ifndef PERF_BASE_FILE_ID_H
#define PERF_BASE_FILE_ID_H

#include <stdbool.h>
#include <stdint.h>

/**
 * struct perf_file_id - a file on one machine
 * @major, @minor: device numbers of its file system, as the kernel records them
 * @inode: inode number; 0 if the file is unknown
 * @generation: inode generation; 0 if unknown
 */
struct perf_file_id {
	uint32_t major;
	uint32_t minor;
	uint64_t inode;
	uint64_t generation;
};

bool perf_file_id_same(const struct perf_file_id *a, const struct perf_file_id *b);
bool perf_file_id_is(const struct perf_file_id *id, int fd);

#endif
