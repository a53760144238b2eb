/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Random numbers that a seed determines.
 */
#ifndef _FUZZ_RANDOM_H
#define _FUZZ_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

/**
 * struct random - a sequence of numbers
 * @state: what the next number is made of, never 0
 */
struct random {
	uint64_t state;
};

void random_seed(struct random *random, uint64_t seed);
uint64_t random_number(struct random *random);
unsigned int random_below(struct random *random, unsigned int limit);

/* True once in @times calls, on average */
static inline bool random_one_in(struct random *random, unsigned int times)
{
	return !random_below(random, times);
}

#endif /* _FUZZ_RANDOM_H */
