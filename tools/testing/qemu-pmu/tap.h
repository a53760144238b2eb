/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Output of the bare programs: one TAP line for each check.
 *
 * To be included behind a definition of put(char), which writes one character.
 */
#ifndef QEMU_PMU_TAP_H
#define QEMU_PMU_TAP_H

#define ARRAY_SIZE(array)	(sizeof(array) / sizeof((array)[0]))

static int tests, failures;

static void print(const char *text)
{
	while (*text)
		put(*text++);
}

static void print_hex(unsigned long long value)
{
	char digits[19] = "0x";

	for (int i = 0; i < 16; i++)
		digits[2 + i] = "0123456789abcdef"[(value >> (60 - i * 4)) & 15];
	digits[18] = 0;
	print(digits);
}

static void print_number(unsigned int n)
{
	char digits[11], *at = digits + 10;

	*at = 0;
	do {
		*--at = '0' + n % 10;
		n /= 10;
	} while (n);
	print(at);
}

static void expect(const char *what, unsigned long long seen, unsigned long long wanted)
{
	print(seen == wanted ? "ok " : "not ok ");
	print_number(++tests);
	print(" ");
	print(what);
	if (seen != wanted) {
		failures++;
		print(" # saw ");
		print_hex(seen);
		print(", not ");
		print_hex(wanted);
	}
	print("\n");
}

/* Returns how many checks failed */
static int print_plan(void)
{
	print("1..");
	print_number(tests);
	print("\n");
	return failures;
}

#endif
