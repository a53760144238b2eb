/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Typed vectors.
 *
 *	PERF_VEC(struct thing) things = { 0 };
 *	struct thing *thing = perf_vec_push(&things);	// zeroed; NULL: no memory
 *	perf_vec_each(&things, thing)
 *		...
 *	perf_vec_free(&things);
 *
 * A push may move the elements: keep indexes, not pointers, across one.
 */
#ifndef PERF_BASE_VEC_H
#define PERF_BASE_VEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

/* A vector of type: .at[i], .count. All zero is empty. */
#define PERF_VEC(type) struct { type *at; size_t count; size_t capacity; }

void *perf_vec_grow(void *at, size_t *count, size_t *capacity, size_t size, bool *ok);

/* A new zeroed element at the end, NULL if memory ran out. */
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

/* Each element in turn; item is a pointer to the element type. */
#define perf_vec_each(vec, item)					\
	for ((item) = (vec)->at; (item) && (item) < (vec)->at + (vec)->count; (item)++)

/* Free the elements' memory; the vector is empty afterwards. */
#define perf_vec_free(vec) do {						\
	__auto_type vec_ = (vec);					\
	free(vec_->at);							\
	vec_->at = NULL;						\
	vec_->count = 0;						\
	vec_->capacity = 0;						\
} while (0)

#define PERF_ARRAY_SIZE(array)	(sizeof(array) / sizeof((array)[0]))

#endif
