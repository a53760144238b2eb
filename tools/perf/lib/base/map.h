/* SPDX-License-Identifier: GPL-2.0 */
/* Hash maps: u64 to u64, and interned strings (string to small number and back). */
#ifndef PERF_BASE_MAP_H
#define PERF_BASE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct perf_map_slot;

/**
 * struct perf_hash_key - secret of a hash table
 * @add: any number
 * @multiply: odd; 0 before perf_hash_key_make()
 *
 * Input chooses the keys of most tables, so a table that hashes them by a known function can
 * be filled with keys that all want one slot: each look-up then walks over all of them. The
 * secret is drawn when the table gets its first slots and never leaves the process. Nothing
 * may be written in the order of a table's slots: the order differs from run to run.
 */
struct perf_hash_key {
	uint64_t	add;
	uint64_t	multiply;
};

struct perf_hash_key perf_hash_key_make(const void *table);

/* The 128 bits of a product, folded to 64. */
static inline uint64_t perf_hash_fold(uint64_t a, uint64_t b)
{
	unsigned __int128 product = (unsigned __int128)a * b;

	return (uint64_t)product ^ (uint64_t)(product >> 64);
}

/**
 * perf_hash_pair() - hash of two numbers
 * @key: of the table
 * @a, @b: numbers
 *
 * The upper half of the first product is multiply-shift hashing by a random multiplier: any two
 * numbers, chosen before the multiplier was drawn, meet in one of n slots for about 2 of n
 * multipliers. That is not enough for linear probing: of numbers that lie evenly, multiples of
 * a page or of 2^32, one multiplier in some hundred makes runs of neighbouring slots that are a
 * hundred long. The second product, of a number that the input cannot choose any more, breaks
 * these up.
 *
 * Return: the hash, all bits of which are as good.
 */
static inline uint64_t perf_hash_pair(struct perf_hash_key key, uint64_t a, uint64_t b)
{
	return perf_hash_fold(perf_hash_fold(a ^ key.add, b ^ key.multiply), key.multiply);
}

/**
 * struct perf_map - from u64 to u64
 * @slots: open addressing, a power of two many
 * @capacity: how many slots
 * @count: how many keys
 * @key: made with the first slots, unless it was set before
 *
 * All zero is an empty map. Keys cannot be removed one by one.
 */
struct perf_map {
	struct perf_map_slot	*slots;
	size_t			capacity;
	size_t			count;
	struct perf_hash_key	key;
};

bool perf_map_get(const struct perf_map *map, uint64_t key, uint64_t *value);
uint64_t *perf_map_put(struct perf_map *map, uint64_t key, bool *added);
bool perf_map_next(const struct perf_map *map, size_t *at, uint64_t *key, uint64_t *value);
void perf_map_free(struct perf_map *map);

/* perf_intern() of a string that could not be stored. */
#define PERF_INTERN_NONE	UINT32_MAX

/**
 * struct perf_intern - a set of strings, each with a number from 0 on
 * @texts: by number; each is a copy that stays where it is until the set is freed
 * @count: how many
 * @capacity: room in @texts
 * @slots: hash table of numbers + 1, a power of two many
 * @slot_count: how many slots
 * @key: made with the first slots, unless it was set before
 * @chunk: memory the copies are cut from, a list
 * @chunk_used: bytes used of the newest chunk
 * @chunk_size: bytes in the newest chunk
 *
 * All zero is an empty set.
 */
struct perf_intern {
	const char	**texts;
	size_t		count;
	size_t		capacity;
	uint32_t	*slots;
	size_t		slot_count;
	struct perf_hash_key key;
	void		*chunk;
	size_t		chunk_used;
	size_t		chunk_size;
};

uint32_t perf_intern(struct perf_intern *set, const char *text);
uint32_t perf_intern_mem(struct perf_intern *set, const char *text, size_t length);
uint32_t perf_intern_find(const struct perf_intern *set, const char *text);
void perf_intern_free(struct perf_intern *set);

uint64_t perf_hash_bytes(struct perf_hash_key key, const void *data, size_t length);

/*
 * The same in every run, for what is written: colours, made-up ids. No table may be indexed
 * by these.
 */
uint64_t perf_hash_mem(const void *data, size_t length);
uint64_t perf_hash_str(const char *text);

/**
 * perf_hash_u64() - spread the bits of a number, in the same way in every run
 * @value: the number
 *
 * Return: a number whose every bit depends on every bit of @value; different for
 * different values.
 */
static inline uint64_t perf_hash_u64(uint64_t value)
{
	value ^= value >> 32;
	value *= 0x9e3779b97f4a7c15ull;
	value ^= value >> 29;
	value *= 0xff51afd7ed558ccdull;
	return value ^ value >> 32;
}

#endif
