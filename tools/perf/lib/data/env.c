// SPDX-License-Identifier: GPL-2.0
/*
 * struct perf_data_env: its memory and look-ups.
 *
 * The strings and arrays of an environment are in env->arena, which perf_data_env_free()
 * frees as a whole.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <base/map.h>
#include <data/env.h>

#define ARENA_BLOCK	(16 * 1024)

struct arena_block {
	struct arena_block *next;
	size_t used;
	size_t size;
	_Alignas(8) unsigned char bytes[];
};

struct perf_data_arena {
	struct arena_block *blocks;	/* arena_alloc() fills the first */
	size_t build_id_room;		/* capacity of env->build_ids, in members */
	struct perf_map build_ids;	/* hash_build_id() to index + 1 in env->build_ids */
};

static void *arena_alloc(struct perf_data_arena *arena, size_t size)
{
	struct arena_block *block = arena->blocks;
	size_t block_size;
	void *bytes;

	size = (size + 7) & ~(size_t)7;
	if (!block || size > block->size - block->used) {
		block_size = size > ARENA_BLOCK ? size : ARENA_BLOCK;
		block = malloc(sizeof(*block) + block_size);
		if (!block)
			return NULL;
		block->next = arena->blocks;
		block->used = 0;
		block->size = block_size;
		arena->blocks = block;
	}
	bytes = block->bytes + block->used;
	block->used += size;
	return memset(bytes, 0, size);
}

/**
 * perf_data_env_create() - create an environment without sections
 *
 * Return: the environment, NULL without memory. Free with perf_data_env_free().
 */
struct perf_data_env *perf_data_env_create(void)
{
	struct perf_data_env *env = calloc(1, sizeof(*env));

	if (!env)
		return NULL;
	env->arena = calloc(1, sizeof(*env->arena));
	if (!env->arena) {
		free(env);
		return NULL;
	}
	return env;
}

/**
 * perf_data_env_free() - free an environment, its strings and its arrays
 * @env: may be NULL
 */
void perf_data_env_free(struct perf_data_env *env)
{
	struct arena_block *block, *next;

	if (!env)
		return;
	for (block = env->arena->blocks; block; block = next) {
		next = block->next;
		free(block);
	}
	perf_map_free(&env->arena->build_ids);
	free(env->arena);
	free(env);
}

/**
 * perf_data_env_has() - test whether the environment has a section
 * @env: environment
 * @feature: enum perf_data_feature
 */
bool perf_data_env_has(const struct perf_data_env *env, unsigned int feature)
{
	if (feature >= PERF_FEATURE_MAX)
		return false;
	return env->features[feature / 64] >> (feature % 64) & 1;
}

/**
 * perf_data_env_set() - set the bit of a section in @env->features
 * @env: environment
 * @feature: enum perf_data_feature
 */
void perf_data_env_set(struct perf_data_env *env, unsigned int feature)
{
	if (feature < PERF_FEATURE_MAX)
		env->features[feature / 64] |= 1ULL << (feature % 64);
}

/**
 * perf_data_env_string() - copy a string into the environment's arena
 * @env: environment
 * @text: may be NULL
 *
 * Return: the copy; NULL without memory, or if @text is NULL.
 */
const char *perf_data_env_string(struct perf_data_env *env, const char *text)
{
	size_t size;
	char *copy;

	if (!text)
		return NULL;
	size = strlen(text) + 1;
	copy = arena_alloc(env->arena, size);
	if (copy)
		memcpy(copy, text, size);
	return copy;
}

/**
 * perf_data_env_array() - allocate a zeroed array in the environment's arena
 * @env: environment
 * @count: members
 * @size: bytes of each
 *
 * Return: the array, aligned to 8 bytes; NULL without memory or if the size overflows.
 */
void *perf_data_env_array(struct perf_data_env *env, size_t count, size_t size)
{
	size_t bytes;

	if (__builtin_mul_overflow(count, size, &bytes) || bytes > SIZE_MAX / 2)
		return NULL;
	return arena_alloc(env->arena, bytes);
}

static bool same_build_id_file(const struct perf_env_build_id *a,
			       const struct perf_env_build_id *b)
{
	return a->pid == b->pid && !strcmp(a->filename, b->filename) &&
	       a->size == b->size && !memcmp(a->id, b->id, a->size);
}

/*
 * The arena keeps the outgrown arrays; as the capacity doubles, all of them together are no
 * larger than the current one.
 */
static int build_ids_make_room(struct perf_data_env *env)
{
	size_t room = env->arena->build_id_room;
	struct perf_env_build_id *larger;

	if (env->nr_build_ids < room)
		return 0;
	room = env->nr_build_ids ? 2 * env->nr_build_ids : 16;
	larger = perf_data_env_array(env, room, sizeof(*larger));
	if (!larger)
		return -ENOMEM;
	if (env->nr_build_ids)
		memcpy(larger, env->build_ids, env->nr_build_ids * sizeof(*larger));
	env->build_ids = larger;
	env->arena->build_id_room = room;
	return 0;
}

static uint64_t hash_build_id(struct perf_hash_key key, const struct perf_env_build_id *build_id)
{
	uint64_t file = perf_hash_bytes(key, build_id->filename, strlen(build_id->filename));

	return perf_hash_pair(key, file, perf_hash_bytes(key, build_id->id, build_id->size)) +
	       (uint32_t)build_id->pid;
}

/*
 * The value in arena->build_ids for an equal build id, 0 if there is none yet; NULL without
 * memory. The user of an environment may remove members of env->build_ids: a value may then be
 * the index of a different member, or beyond nr_build_ids, and build_id_slot() tries the next
 * key, as for a collision.
 */
static uint64_t *build_id_slot(struct perf_data_env *env,
			       const struct perf_env_build_id *build_id)
{
	struct perf_map *table = &env->arena->build_ids;
	uint64_t *slot, key;

	if (!table->key.multiply)
		table->key = perf_hash_key_make(table);
	for (key = hash_build_id(table->key, build_id);; key++) {
		slot = perf_map_put(table, key, NULL);
		if (!slot || !*slot || (*slot <= env->nr_build_ids &&
					same_build_id_file(&env->build_ids[*slot - 1], build_id)))
			return slot;
	}
}

/**
 * perf_data_env_add_build_id() - add a build id, unless pid, filename and id are there already
 * @env: environment
 * @build_id: copied, with its filename
 *
 * Return: 0 or -ENOMEM.
 */
int perf_data_env_add_build_id(struct perf_data_env *env,
			       const struct perf_env_build_id *build_id)
{
	uint64_t *slot = build_id_slot(env, build_id);
	struct perf_env_build_id *added;
	int ret;

	if (!slot)
		return -ENOMEM;
	if (*slot)
		return 0;
	ret = build_ids_make_room(env);
	if (ret)
		return ret;
	added = &env->build_ids[env->nr_build_ids];
	*added = *build_id;
	added->filename = perf_data_env_string(env, build_id->filename);
	if (!added->filename)
		return -ENOMEM;
	*slot = ++env->nr_build_ids;
	return 0;
}

/**
 * perf_data_env_add_file() - add a file that shares its name with others
 * @env: environment
 * @file: copied, with its name
 *
 * Return: 0 or -ENOMEM.
 */
int perf_data_env_add_file(struct perf_data_env *env, const struct perf_env_file *file)
{
	struct perf_env_file *larger, *added;
	size_t room;

	/* Capacities are 16, 32, 64, ...: env->files is full when nr_files is one of these. */
	if (!(env->nr_files & (env->nr_files - 1)) && (env->nr_files >= 16 || !env->nr_files)) {
		room = env->nr_files ? 2 * env->nr_files : 16;
		larger = perf_data_env_array(env, room, sizeof(*larger));
		if (!larger)
			return -ENOMEM;
		if (env->nr_files)
			memcpy(larger, env->files, env->nr_files * sizeof(*larger));
		env->files = larger;
	}
	added = &env->files[env->nr_files];
	*added = *file;
	added->name = perf_data_env_string(env, file->name);
	if (!added->name)
		return -ENOMEM;
	env->nr_files++;
	return 0;
}
