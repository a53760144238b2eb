// SPDX-License-Identifier: GPL-2.0
/*
 * Maps of code that processes in containers make at run time.
 *
 * perf_jit_maps_add() opens the directory at the first mapping of such code and keeps it open: the
 * process appends to its map until it ends, and its mounts may be gone before the recording ends.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <base/input.h>
#include <record/jit_maps.h>
#include <sys/inside.h>

/* PROCESSES_MAX: processes whose directories are kept open. */
#define PROCESSES_MAX	64

/* TEXT_MAX: bytes of all maps of a recording. */
#define TEXT_MAX	PERF_INPUT_JIT_MAP_MAX

/**
 * perf_jit_maps_add() - add a process that has mapped memory for code
 * @maps: table
 * @pid: process; has no effect if it is gone, or shares mounts, root and pids with this process
 */
void perf_jit_maps_add(struct perf_jit_maps *maps, pid_t pid)
{
	struct perf_jit_process *process;
	struct perf_inside inside;

	perf_vec_each(&maps->list, process)
		if (process->inside.pid == pid)
			return;
	if (maps->list.count == PROCESSES_MAX)
		return;
	if (!perf_inside_open(&inside, pid) && perf_inside_differs(&inside)) {
		process = perf_vec_push(&maps->list);
		if (process) {
			process->directory = perf_inside_directory(&inside, "/tmp");
			process->inside = inside;
			process->inside.root = -1;
		}
	}
	perf_inside_close(&inside);
}

/**
 * perf_jit_maps_read() - read the current text of all maps
 * @maps: table
 */
void perf_jit_maps_read(struct perf_jit_maps *maps)
{
	struct perf_jit_process *process;
	size_t size, left = TEXT_MAX;
	char *text;

	perf_vec_each(&maps->list, process) {
		if (process->directory < 0)
			continue;
		text = perf_input_read_fd(PERF_INPUT_JIT_MAP,
					  perf_inside_map_at(process->directory,
							     &process->inside, false), &size);
		if (!text || size > left) {
			free(text);
			continue;
		}
		left -= size;
		free(process->text);
		process->text = text;
		process->size = size;
	}
}

/**
 * perf_jit_maps_list() - add the maps to the feature sections of a recording
 * @maps: table
 * @env: receives an entry for each process, also for those without a map, so that no reader uses a
 *	map of its own machine instead
 */
void perf_jit_maps_list(const struct perf_jit_maps *maps, struct perf_data_env *env)
{
	size_t i;
	char *copy;

	if (!maps->list.count)
		return;
	env->jit_maps = perf_data_env_array(env, maps->list.count, sizeof(*env->jit_maps));
	for (i = 0; env->jit_maps && i < maps->list.count; i++) {
		const struct perf_jit_process *process = &maps->list.at[i];

		copy = perf_data_env_array(env, process->size + 1, 1);
		if (!copy)
			return;
		if (process->size)
			memcpy(copy, process->text, process->size);
		env->jit_maps[env->nr_jit_maps++] = (struct perf_env_jit_map){
			.pid = process->inside.pid, .size = (uint32_t)process->size, .text = copy,
		};
	}
	if (env->nr_jit_maps)
		perf_data_env_set(env, PERF_FEATURE_JIT_MAPS);
}

/** perf_jit_maps_free() - close the directories, free the texts */
void perf_jit_maps_free(struct perf_jit_maps *maps)
{
	struct perf_jit_process *process;

	perf_vec_each(&maps->list, process) {
		if (process->directory >= 0)
			close(process->directory);
		free(process->text);
	}
	perf_vec_free(&maps->list);
}
