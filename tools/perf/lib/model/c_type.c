// SPDX-License-Identifier: GPL-2.0
/* Sizes of C's types and of the kernel's typedefs. */
#include <string.h>
#include <base/vec.h>
#include <model/c_type.h>

static const struct {
	char	name[12];
	uint8_t	size;
} sized_types[] = {
	{ "u8", 1 }, { "s8", 1 }, { "u16", 2 }, { "s16", 2 }, { "u32", 4 }, { "s32", 4 },
	{ "u64", 8 }, { "s64", 8 }, { "char", 1 }, { "short", 2 }, { "int", 4 },
};

/** perf_c_type_add() - add one word of the type, as "unsigned" or "u8" */
void perf_c_type_add(struct perf_c_type *type, const char *word, size_t length)
{
	size_t i;

	type->words++;
	if (length == strlen("long") && !memcmp(word, "long", length)) {
		type->longs++;
		type->known = true;
	}
	for (i = 0; i < PERF_ARRAY_SIZE(sized_types); i++) {
		if (strlen(sized_types[i].name) == length &&
		    !memcmp(word, sized_types[i].name, length)) {
			type->size = sized_types[i].size;
			type->known = true;
		}
	}
	/* "unsigned" alone is an int, unless another word gives the size */
	if (length == strlen("unsigned") && !memcmp(word, "unsigned", length) && !type->known)
		type->size = 4;
}

/** perf_c_type_size() - bytes of the type without its stars; 0 if its words give no size */
uint8_t perf_c_type_size(const struct perf_c_type *type, int long_size)
{
	if (type->longs)
		return type->longs > 1 ? 8 : long_size;
	return type->size;
}
