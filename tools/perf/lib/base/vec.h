/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Typed vectors.
 *
 *	PERF_VEC(struct thing) things = { 0 };
 *	struct thing *thing = perf_vec_push(&things);	// zeroed; NULL if memory ran out
 *	perf_vec_each(&things, thing)
 *		...
 *	perf_vec_free(&things);
 *
 * perf_vec_push() may move the elements: keep indexes, not pointers, across it.
 */
#ifndef PERF_BASE_VEC_H
#define PERF_BASE_VEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

/* A vector of @type: @at holds @count elements. A zeroed vector is empty. */
#define PERF_VEC(type) struct { type *at; size_t count; size_t capacity; }

void *perf_vec_grow(void *at, size_t *count, size_t *capacity, size_t size, bool *ok);

/* Adds a zeroed element at the end and returns it, NULL if memory ran out. */
#define perf_vec_push(vec) ({						\
	__auto_type vec_ = (vec);					\
	bool ok_ = vec_->count < vec_->capacity;			\
	if (ok_)							\
		__builtin_memset(&vec_->at[vec_->count++], 0, sizeof(*vec_->at)); \
	else								\
		vec_->at = perf_vec_grow(vec_->at, &vec_->count, &vec_->capacity, \
					 sizeof(*vec_->at), &ok_);	\
	ok_ ? &vec_->at[vec_->count - 1] : NULL;			\
})

/* Iterates over the elements; @item is a pointer to the element type. */
#define perf_vec_each(vec, item)					\
	for ((item) = (vec)->at; (item) && (item) < (vec)->at + (vec)->count; (item)++)

/* Frees the elements' memory; the vector is empty afterwards. */
#define perf_vec_free(vec) do {						\
	__auto_type vec_ = (vec);					\
	free(vec_->at);							\
	vec_->at = NULL;						\
	vec_->count = 0;						\
	vec_->capacity = 0;						\
} while (0)

#define PERF_ARRAY_SIZE(array)	(sizeof(array) / sizeof((array)[0]))

#endif
