// SPDX-License-Identifier: GPL-2.0
/* Growing typed vectors. No shared state. */
#include <string.h>

#include <base/vec.h>

/**
 * perf_vec_grow() - add one zeroed element; callers use perf_vec_push()
 * @at: the elements
 * @count: number of elements, incremented unless memory ran out
 * @capacity: number of elements allocated
 * @size: bytes of one element
 * @ok: set to false if memory ran out
 *
 * Return: the elements, which may have moved.
 */
void *perf_vec_grow(void *at, size_t *count, size_t *capacity, size_t size, bool *ok)
{
	*ok = false;
	if (*count == *capacity) {
		size_t more = *capacity ? *capacity * 2 : 8;
		void *moved = reallocarray(at, more, size);

		if (!moved)
			return at;
		at = moved;
		*capacity = more;
	}
	memset((char *)at + *count * size, 0, size);
	(*count)++;
	*ok = true;
	return at;
}
