/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Fields of struct perf_event_attr by name.
 */
#ifndef _FUZZ_ATTR_H
#define _FUZZ_ATTR_H

#include <linux/perf_event.h>
#include <stdint.h>

#include "random.h"

struct words;

/**
 * struct attr_field - a field of the attr, or what several of them are made of
 * @name: in a case's text
 * @offset: of its first byte; of a bit or two, that of their word
 * @bytes: its size; 0: bits
 * @shift: of bits: the first one
 * @bits: how many
 * @once: random attrs have it once in so many times, 0: only when another one wants it
 * @mask: random values are made of these bits
 * @values: values of interest
 * @words: its value is one of these words
 */
struct attr_field {
	const char *name;
	unsigned short offset;
	unsigned char bytes;
	unsigned char shift;
	unsigned char bits;
	unsigned char once;
	uint64_t mask;
	const uint64_t *values;
	const struct words *words;
};

extern const struct attr_field attr_fields[];
extern const unsigned int attr_nr_fields;

unsigned int attr_field_number(const char *name);
uint64_t attr_choose(struct random *random, const struct attr_field *field);
void attr_put(struct perf_event_attr *attr, const struct attr_field *field, uint64_t value);

#endif /* _FUZZ_ATTR_H */
