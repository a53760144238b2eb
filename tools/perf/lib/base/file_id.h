/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The identity of a mapped file: device and inode, which the kernel records beside the path.
 *
 * A path leads to different files in different containers, and to another one after a program was
 * installed anew. Device and inode, and the generation of the inode where the file system has
 * one, are those of the mapped file, on the machine of the recording.
 */
#ifndef PERF_BASE_FILE_ID_H
#define PERF_BASE_FILE_ID_H

#include <stdbool.h>
#include <stdint.h>

/**
 * struct perf_file_id - a file of one machine
 * @major, @minor: device of its file system, as the kernel has it
 * @inode: 0: nothing is known of the file
 * @generation: of the inode, 0: not known
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
