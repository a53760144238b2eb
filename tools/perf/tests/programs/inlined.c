// SPDX-License-Identifier: GPL-2.0
/* Functions inlined into each other, in one range and in several. */
static volatile int sink;

static inline __attribute__((always_inline)) void innermost(int value)
{
	sink += value;
	sink ^= value * 3;
}

static inline __attribute__((always_inline)) void middle(int value)
{
	sink -= 7;
	innermost(value + 1);
	if (__builtin_expect(sink > 5, 0))
		innermost(value + 2);
}

#ifdef SECOND
void second(int value)
{
	middle(value + 5);
	sink++;
}
#else
void second(int value);

__attribute__((noinline)) void outer(int value)
{
	sink++;
	middle(value);
	sink--;
}

int main(void)
{
	outer(sink);
	second(sink);
	return 0;
}
#endif
