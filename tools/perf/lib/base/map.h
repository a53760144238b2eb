/* SPDX-License-Identifier: GPL-2.0 */
/* Hash maps: u64 to u64 (perf_map), and strings to small numbers and back (perf_intern()). */
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
 * Input chooses the keys of most tables. If the hash function were known, an input could fill a
 * table with keys of one slot, and each look-up would walk over all of them.
 * perf_hash_key_make() draws the secret when the table gets its first slots; the secret never
 * leaves the process. Output must not follow the order of a table's slots, which differs from
 * run to run.
 */
struct perf_hash_key {
	uint64_t	add;
	uint64_t	multiply;
};

struct perf_hash_key perf_hash_key_make(const void *table);

/* The 128-bit product of @a and @b, folded to 64 bits. */
static inline uint64_t perf_hash_fold(uint64_t a, uint64_t b)
{
	unsigned __int128 product = (unsigned __int128)a * b;

	return (uint64_t)product ^ (uint64_t)(product >> 64);
}

/**
 * perf_hash_pair() - hash two numbers
 * @key: secret of the table
 * @a, @b: numbers
 *
 * The upper half of the first product is multiply-shift hashing by a random multiplier: two
 * numbers chosen before the multiplier was drawn share one of n slots for about 2 of n
 * multipliers. Linear probing needs more: with evenly spaced numbers (multiples of a page or of
 * 2^32), about one multiplier in a hundred fills runs of a hundred neighbouring slots. The
 * second product, of a number that the input can no longer choose, breaks up these runs.
 *
 * Return: the hash; all its bits are equally good.
 */
static inline uint64_t perf_hash_pair(struct perf_hash_key key, uint64_t a, uint64_t b)
{
	return perf_hash_fold(perf_hash_fold(a ^ key.add, b ^ key.multiply), key.multiply);
}

/**
 * struct perf_map - a map from u64 to u64
 * @slots: hash table with open addressing
 * @capacity: number of slots, a power of two
 * @count: number of keys
 * @key: secret, drawn with the first slots unless set before
 *
 * A zeroed struct is an empty map. Single keys cannot be removed.
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

/* Returned by perf_intern() without memory, and by perf_intern_find() for an unknown string. */
#define PERF_INTERN_NONE	UINT32_MAX

/**
 * struct perf_intern - a set of strings, numbered from 0
 * @texts: copies of the strings, by number; a copy never moves until the set is freed
 * @count: number of strings
 * @capacity: elements allocated in @texts
 * @slots: hash table; a slot holds the number of a string + 1, or 0 if free
 * @slot_count: number of slots, a power of two
 * @key: secret, drawn with the first slots unless set before
 * @chunk: list of the memory chunks that hold the copies, newest first
 * @chunk_used: bytes used in the newest chunk
 * @chunk_size: bytes in the newest chunk
 *
 * A zeroed struct is an empty set.
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
 * perf_hash_mem(), perf_hash_str() and perf_hash_u64() return the same in every run. Use them for
 * output (colours, made-up ids), never to index a table.
 */
uint64_t perf_hash_mem(const void *data, size_t length);
uint64_t perf_hash_str(const char *text);

/**
 * perf_hash_u64() - mix the bits of a number, in the same way in every run
 * @value: the number
 *
 * Return: a number whose every bit depends on every bit of @value; distinct for distinct
 * values.
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
