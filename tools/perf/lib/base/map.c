// SPDX-License-Identifier: GPL-2.0
/*
 * Hash maps by open addressing with linear probing, at most three quarters full.
 * Locks: none; one thread at a time uses a map.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

#include <base/map.h>

struct perf_map_slot {
	uint64_t	key;
	uint64_t	value;
	bool		used;
};

/**
 * perf_hash_key_make() - draw the secret of a hash table
 * @table: an address that belongs to no other table
 *
 * The secret comes from the 16 random bytes that the kernel passes to each process (AT_RANDOM,
 * getauxval(3)), without state of its own or a system call, whose cost would show with a table
 * per thread. @table makes the secrets of two tables differ, so that the observed order of one
 * reveals nothing about the other.
 *
 * Return: the secret.
 */
struct perf_hash_key perf_hash_key_make(const void *table)
{
	const void *random = (const void *)getauxval(AT_RANDOM);
	uint64_t words[2] = { 0 }, salt = perf_hash_u64((uintptr_t)table);

	if (random)
		memcpy(words, random, sizeof(words));
	return (struct perf_hash_key){
		.add = perf_hash_u64(words[0] ^ salt),
		.multiply = perf_hash_u64(words[1] + salt) | 1,
	};
}

static struct perf_map_slot *map_find(const struct perf_map *map, uint64_t key)
{
	size_t at = perf_hash_pair(map->key, key, 0) & (map->capacity - 1);

	while (map->slots[at].used && map->slots[at].key != key)
		at = (at + 1) & (map->capacity - 1);
	return &map->slots[at];
}

static bool map_grow(struct perf_map *map)
{
	struct perf_map bigger = {
		.capacity = map->capacity ? map->capacity * 2 : 16, .key = map->key,
	};
	size_t at;

	bigger.slots = calloc(bigger.capacity, sizeof(*bigger.slots));
	if (!bigger.slots)
		return false;
	if (!bigger.key.multiply)
		bigger.key = perf_hash_key_make(bigger.slots);
	for (at = 0; at < map->capacity; at++)
		if (map->slots[at].used)
			*map_find(&bigger, map->slots[at].key) = map->slots[at];
	bigger.count = map->count;
	free(map->slots);
	*map = bigger;
	return true;
}

/**
 * perf_map_get() - look up a key
 * @map: the map
 * @key: the key
 * @value: set to the value of @key; unchanged if @map lacks it
 *
 * Return: true if @map holds @key.
 */
bool perf_map_get(const struct perf_map *map, uint64_t key, uint64_t *value)
{
	const struct perf_map_slot *slot;

	if (!map->count)
		return false;
	slot = map_find(map, key);
	if (!slot->used)
		return false;
	*value = slot->value;
	return true;
}

/**
 * perf_map_put() - find a key, or add it with value 0
 * @map: the map
 * @key: the key
 * @added: set to true if @key is new, unless NULL
 *
 * Return: pointer to the value, valid until the next call; NULL if memory ran out.
 */
uint64_t *perf_map_put(struct perf_map *map, uint64_t key, bool *added)
{
	struct perf_map_slot *slot;

	if (map->count >= map->capacity / 4 * 3 && !map_grow(map))
		return NULL;
	slot = map_find(map, key);
	if (added)
		*added = !slot->used;
	if (!slot->used) {
		slot->used = true;
		slot->key = key;
		slot->value = 0;
		map->count++;
	}
	return &slot->value;
}

/**
 * perf_map_next() - iterate over a map, in no defined order
 * @map: the map, which must not grow meanwhile
 * @at: iterator, 0 to begin
 * @key: set to the next key
 * @value: set to the value of @key
 *
 * Return: false at the end.
 */
bool perf_map_next(const struct perf_map *map, size_t *at, uint64_t *key, uint64_t *value)
{
	for (; *at < map->capacity; (*at)++) {
		const struct perf_map_slot *slot = &map->slots[*at];

		if (!slot->used)
			continue;
		*key = slot->key;
		*value = slot->value;
		(*at)++;
		return true;
	}
	return false;
}

/**
 * perf_map_free() - free a map's memory
 * @map: the map, empty afterwards
 */
void perf_map_free(struct perf_map *map)
{
	free(map->slots);
	*map = (struct perf_map){ 0 };
}

/**
 * perf_hash_mem() - hash bytes, in the same way in every run
 * @data: the bytes
 * @length: number of bytes
 *
 * Return: the hash.
 */
uint64_t perf_hash_mem(const void *data, size_t length)
{
	const unsigned char *at = data;
	uint64_t hash = length;
	uint64_t word;

	for (; length >= 8; length -= 8, at += 8) {
		memcpy(&word, at, 8);
		hash = (hash ^ word) * 0x9fb21c651e98df25ull;
		hash ^= hash >> 35;
	}
	word = 0;
	memcpy(&word, at, length);
	return perf_hash_u64(hash ^ word);
}

/**
 * perf_hash_str() - hash a string, in the same way in every run
 * @text: the string
 *
 * Return: as perf_hash_mem() of its bytes.
 */
uint64_t perf_hash_str(const char *text)
{
	return perf_hash_mem(text, strlen(text));
}

/**
 * perf_hash_bytes() - hash bytes for a table
 * @key: secret of the table
 * @data: the bytes
 * @length: number of bytes
 *
 * Return: the hash. perf_hash_fold() multiplies each eight bytes by the hash of the bytes before
 * them, which is unknown without @key.
 */
uint64_t perf_hash_bytes(struct perf_hash_key key, const void *data, size_t length)
{
	const unsigned char *at = data;
	uint64_t hash = length;
	uint64_t word;

	for (; length >= 8; length -= 8, at += 8) {
		memcpy(&word, at, 8);
		hash = perf_hash_fold(hash ^ key.add, word ^ key.multiply);
	}
	word = 0;
	memcpy(&word, at, length);
	return perf_hash_pair(key, hash, word);
}

/* Returns the slot of a string, or the free slot for it. */
static uint32_t *intern_slot(const struct perf_intern *set, const char *text, size_t length)
{
	size_t at = perf_hash_bytes(set->key, text, length) & (set->slot_count - 1);

	while (set->slots[at]) {
		const char *other = set->texts[set->slots[at] - 1];

		if (!strncmp(other, text, length) && !other[length])
			break;
		at = (at + 1) & (set->slot_count - 1);
	}
	return &set->slots[at];
}

static bool intern_grow(struct perf_intern *set)
{
	struct perf_intern bigger = *set;
	size_t i;

	bigger.slot_count = set->slot_count ? set->slot_count * 2 : 32;
	bigger.slots = calloc(bigger.slot_count, sizeof(*bigger.slots));
	if (!bigger.slots)
		return false;
	bigger.texts = reallocarray(set->texts, bigger.slot_count, sizeof(*bigger.texts));
	if (!bigger.texts) {
		free(bigger.slots);
		return false;
	}
	bigger.capacity = bigger.slot_count;
	if (!bigger.key.multiply)
		bigger.key = perf_hash_key_make(bigger.slots);
	for (i = 0; i < bigger.count; i++)
		*intern_slot(&bigger, bigger.texts[i], strlen(bigger.texts[i])) = i + 1;
	free(set->slots);
	*set = bigger;
	return true;
}

/* Copies a string into the newest chunk: one allocation for many strings. */
static char *intern_copy(struct perf_intern *set, const char *text, size_t length)
{
	char *copy;

	if (!set->chunk || set->chunk_size - set->chunk_used < length + 1) {
		size_t size = length + 1 > 65536 ? length + 1 + sizeof(void *) : 65536;
		void **chunk = malloc(size);

		if (!chunk)
			return NULL;
		*chunk = set->chunk;
		set->chunk = chunk;
		set->chunk_size = size;
		set->chunk_used = sizeof(void *);
	}
	copy = (char *)set->chunk + set->chunk_used;
	memcpy(copy, text, length);
	copy[length] = '\0';
	set->chunk_used += length + 1;
	return copy;
}

/**
 * perf_intern_mem() - get the number of a string, adding the string if it is new
 * @set: the strings
 * @text: the string, ended by a zero byte or by @length
 * @length: largest number of bytes
 *
 * Return: the number of the string, PERF_INTERN_NONE if memory ran out.
 */
uint32_t perf_intern_mem(struct perf_intern *set, const char *text, size_t length)
{
	uint32_t *slot;
	char *copy;

	length = strnlen(text, length);
	if (set->count >= set->slot_count / 4 * 3 && !intern_grow(set))
		return PERF_INTERN_NONE;
	slot = intern_slot(set, text, length);
	if (*slot)
		return *slot - 1;
	copy = intern_copy(set, text, length);
	if (!copy)
		return PERF_INTERN_NONE;
	set->texts[set->count++] = copy;
	*slot = set->count;
	return set->count - 1;
}

/**
 * perf_intern() - get the number of a string, adding the string if it is new
 * @set: the strings
 * @text: the string
 *
 * Return: the number of @text, PERF_INTERN_NONE if memory ran out.
 */
uint32_t perf_intern(struct perf_intern *set, const char *text)
{
	return perf_intern_mem(set, text, strlen(text));
}

/**
 * perf_intern_find() - look up the number of a string
 * @set: the strings
 * @text: the string
 *
 * Return: the number of @text, PERF_INTERN_NONE if @set lacks it.
 */
uint32_t perf_intern_find(const struct perf_intern *set, const char *text)
{
	uint32_t slot;

	if (!set->slot_count)
		return PERF_INTERN_NONE;
	slot = *intern_slot(set, text, strlen(text));
	return slot ? slot - 1 : PERF_INTERN_NONE;
}

/**
 * perf_intern_free() - free all strings of a set
 * @set: the strings, empty afterwards
 */
void perf_intern_free(struct perf_intern *set)
{
	while (set->chunk) {
		void *next = *(void **)set->chunk;

		free(set->chunk);
		set->chunk = next;
	}
	free(set->texts);
	free(set->slots);
	*set = (struct perf_intern){ 0 };
}
