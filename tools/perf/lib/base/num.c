// SPDX-License-Identifier: GPL-2.0
/* Numbers from text and to text. strtod() and "%.1f" follow LC_NUMERIC where a command sets it. */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include <base/num.h>
#include <base/vec.h>

/**
 * perf_parse_u64() - parse an unsigned integer
 * @text: decimal, 0x hexadecimal or 0 octal; without a sign, and nothing may follow
 * @value: set to the number
 *
 * Return: true if @text is a number that fits.
 */
bool perf_parse_u64(const char *text, uint64_t *value)
{
	char *end;

	if (!isdigit((unsigned char)*text))
		return false;
	errno = 0;
	*value = strtoull(text, &end, 0);
	return !errno && !*end;
}

/**
 * perf_parse_s64() - parse a signed integer
 * @text: as for perf_parse_u64(), with an optional minus
 * @value: set to the number
 *
 * Return: true if @text is a number that fits.
 */
bool perf_parse_s64(const char *text, int64_t *value)
{
	char *end;

	if (!isdigit((unsigned char)text[*text == '-']))
		return false;
	errno = 0;
	*value = strtoll(text, &end, 0);
	return !errno && !*end;
}

/**
 * perf_parse_size() - parse a number of bytes
 * @text: number, optionally followed by B, K, KB, M, MB, G or GB (powers of 1024) in either
 *	case
 * @bytes: set to the number, in bytes
 *
 * Return: true if @text is a size that fits.
 */
bool perf_parse_size(const char *text, uint64_t *bytes)
{
	unsigned int shift;
	uint64_t number;
	char *end;

	if (!isdigit((unsigned char)*text))
		return false;
	errno = 0;
	number = strtoull(text, &end, 0);
	if (errno)
		return false;
	switch (toupper((unsigned char)*end)) {
	case '\0':
	case 'B':
		shift = 0;
		break;
	case 'K':
		shift = 10;
		break;
	case 'M':
		shift = 20;
		break;
	case 'G':
		shift = 30;
		break;
	default:
		return false;
	}
	if (shift && toupper((unsigned char)end[1]) == 'B')
		end++;
	if ((*end && end[1]) || number > UINT64_MAX >> shift)
		return false;
	*bytes = number << shift;
	return true;
}

/**
 * perf_parse_time() - parse a duration
 * @text: number, fractions allowed, followed by ns, us, ms, s, m, h or nothing (seconds)
 * @ns: set to the duration, in nanoseconds
 *
 * Return: true if @text is a duration that fits.
 */
bool perf_parse_time(const char *text, uint64_t *ns)
{
	static const struct {
		const char	*unit;
		double		ns;
	} units[] = {
		{ "", 1e9 }, { "s", 1e9 }, { "ms", 1e6 }, { "us", 1e3 }, { "ns", 1 },
		{ "m", 60e9 }, { "h", 3600e9 },
	};
	double number;
	char *end;
	size_t i;

	if (!isdigit((unsigned char)*text) && *text != '.')
		return false;
	number = strtod(text, &end);
	for (i = 0; i < PERF_ARRAY_SIZE(units); i++) {
		if (strcmp(end, units[i].unit))
			continue;
		number *= units[i].ns;
		if (!(number >= 0 && number < 1.8e19))
			return false;
		*ns = number + 0.5;
		return true;
	}
	return false;
}

/**
 * perf_parse_double() - parse a finite number
 * @text: in the format of strtod(); nothing may follow
 * @value: set to the number
 *
 * Return: true if @text is a finite number.
 */
bool perf_parse_double(const char *text, double *value)
{
	char *end;

	*value = strtod(text, &end);
	return end != text && !*end && isfinite(*value);
}

/**
 * perf_group_digits() - insert commas between the thousands of a printed number
 * @text: filled; truncated if the number does not fit
 * @size: bytes in @text, at least 1
 * @number: digits, optionally with a leading minus and a fraction
 */
void perf_group_digits(char *text, size_t size, const char *number)
{
	size_t whole = strspn(number + (*number == '-'), "0123456789");
	size_t used = 0;
	size_t i;

	if (*number == '-' && size > 1) {
		text[used++] = '-';
		number++;
	}
	for (i = 0; number[i] && used + 2 < size; i++) {
		text[used++] = number[i];
		if (i + 1 < whole && !((whole - i - 1) % 3))
			text[used++] = ',';
	}
	text[used] = '\0';
}

/**
 * perf_str_size() - append a number of bytes with a unit: 17, 4.0K, 12.3M
 * @str: the string
 * @bytes: the number
 */
void perf_str_size(struct perf_str *str, uint64_t bytes)
{
	static const char units[] = "KMGTPE";
	double value = bytes;
	size_t unit = 0;

	if (bytes < 1024) {
		perf_str_u64(str, bytes, 0, ' ');
		return;
	}
	for (value /= 1024; value >= 1024; value /= 1024)
		unit++;
	perf_str_format(str, "%.1f%c", value, units[unit]);
}

/**
 * perf_clock_ns() - read a clock
 * @clock: CLOCK_MONOTONIC and so on
 *
 * Return: time in nanoseconds; 0 if the clock does not exist.
 */
uint64_t perf_clock_ns(clockid_t clock)
{
	struct timespec now;

	if (clock_gettime(clock, &now))
		return 0;
	return now.tv_sec * PERF_NS_PER_SEC + now.tv_nsec;
}
