// SPDX-License-Identifier: GPL-2.0
#include "random.h"

/**
 * random_seed() - begin a sequence
 * @random: the sequence
 * @seed: any number; neighbours begin sequences that have nothing in common
 */
void random_seed(struct random *random, uint64_t seed)
{
	/* splitmix64 */
	seed += 0x9e3779b97f4a7c15ULL;
	seed = (seed ^ (seed >> 30)) * 0xbf58476d1ce4e5b9ULL;
	seed = (seed ^ (seed >> 27)) * 0x94d049bb133111ebULL;
	random->state = (seed ^ (seed >> 31)) ?: 1;
}

/**
 * random_number() - the next number, of 64 bits
 * @random: the sequence
 */
uint64_t random_number(struct random *random)
{
	/* xorshift64* */
	random->state ^= random->state >> 12;
	random->state ^= random->state << 25;
	random->state ^= random->state >> 27;
	return random->state * 0x2545f4914f6cdd1dULL;
}

/**
 * random_below() - the next number, from 0 to @limit - 1
 * @random: the sequence
 * @limit: not 0
 */
unsigned int random_below(struct random *random, unsigned int limit)
{
	return (random_number(random) >> 32) % limit;
}
