// SPDX-License-Identifier: GPL-2.0
/* The words of a definition: names, paths, and the whole line as the kernel parses it. */
#include <errno.h>
#include <string.h>
#include <probe/limits.h>
#include <probe/words.h>

/* isalpha() depends on the locale, while the kernel's parser accepts ASCII only. */
static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/**
 * perf_probe_is_name() - does the kernel accept this name?
 * @text: its first byte
 * @length: bytes
 * @max: maximum of @length
 *
 * Return: true if it is a letter or an underscore, then letters, digits and underscores.
 */
bool perf_probe_is_name(const char *text, size_t length, size_t max)
{
	size_t i;

	if (!length || length > max || !is_letter(*text))
		return false;
	for (i = 1; i < length; i++)
		if (!is_letter(text[i]) && !is_digit(text[i]))
			return false;
	return true;
}

/**
 * perf_probe_put_name() - append a name made from any text
 * @to: the name is appended
 * @text: a name in C, C++, or of a file
 * @max: maximum of bytes appended
 *
 * Replaces each byte that is not allowed by an underscore, and puts one before a leading digit.
 */
void perf_probe_put_name(struct perf_str *to, const char *text, size_t max)
{
	size_t from = to->length;

	if (is_digit(*text) && max)
		perf_str_char(to, '_');
	for (; *text && to->length - from < max; text++)
		perf_str_char(to, is_letter(*text) || is_digit(*text) ? *text : '_');
}

/**
 * perf_probe_is_cold() - is this the name of a cold part of a function?
 * @name: name of a symbol
 *
 * Compilers move code that seldom runs out of a function (f.cold, f.cold.3, f.__part.2). Jumps
 * reach it, so there is no return address on top of the stack there.
 *
 * Return: true if it is.
 */
bool perf_probe_is_cold(const char *name)
{
	static const char *const parts[] = { ".cold", ".__part" };
	const char *at;
	size_t i;

	for (i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
		size_t length = strlen(parts[i]);

		for (at = strstr(name, parts[i]); at; at = strstr(at + 1, parts[i]))
			if (!at[length] || at[length] == '.')
				return true;
	}
	return false;
}

/**
 * perf_probe_suggest() - add a similar name to an error, if there is one
 * @error: its hint may have several lines; perf_str_name() keeps the name from beginning one
 * @nearest: finished search for the name
 */
void perf_probe_suggest(struct perf_error *error, const struct perf_nearest *nearest)
{
	struct perf_str name = { 0 };

	if (!nearest->best)
		return;
	perf_str_name(&name, nearest->best);
	perf_error_hint(error, "did you mean '%s'?", perf_str_text(&name));
	perf_str_free(&name);
}

/*
 * The first byte that may not be in a word: a blank (for the kernel also 0xa0, even inside a UTF-8
 * character), a comment's '#', a control character. NULL: none.
 */
static const char *word_end(const char *text, size_t length)
{
	const unsigned char *c = (const unsigned char *)text, *end = c + length;

	for (; c < end; c++)
		if (*c <= ' ' || *c == 0x7f || *c == 0xa0 || *c == '#' ||
		    (*c == 0xc2 && c + 1 < end && c[1] >= 0x80 && c[1] <= 0x9f))
			return (const char *)c;
	return NULL;
}

/* The name, for messages, of a byte that word_end() returned. */
static const char *byte_name(const char *at)
{
	switch ((unsigned char)*at) {
	case ' ':
		return "a blank";
	case '#':
		return "a '#'";
	case 0xa0:
		return "the byte 0xa0, a blank to the kernel";
	default:
		return "a control character";
	}
}

/**
 * perf_probe_path_check() - can a definition name a program with this path?
 * @path: absolute
 * @error: filled on failure
 *
 * Return: 0 or -EINVAL.
 */
int perf_probe_path_check(const char *path, struct perf_error *error)
{
	const char *bad = word_end(path, strlen(path));

	if (*path == '/' && !bad)
		return 0;
	if (!bad)
		return perf_error_set(error, EINVAL, "'%s' is no path from / on", path);
	perf_error_set(error, EINVAL,
		       "the kernel cannot be given the path '%s': it has %s in it", path,
		       byte_name(bad));
	perf_error_hint(error,
			"make a second name for the file, with ln (not ln -s), and probe that");
	return -EINVAL;
}

/* Set @error to name the wrong part of a line. */
static int bad_part(struct perf_error *error, const char *what, const char *part, size_t length)
{
	return perf_error_set(error, EINVAL, "a definition cannot have the %s '%.*s'", what,
			      (int)length, part);
}

/* Other programs may have made groups with a dash in the name, which kernels since 6.0 accept. */
static bool is_group(const char *text, size_t length, bool dashes)
{
	size_t part;

	if (!dashes)
		return perf_probe_is_name(text, length, PERF_PROBE_NAME_MAX);
	for (part = 0; part < length; part++)
		if (!is_letter(text[part]) && !is_digit(text[part]) && text[part] != '-')
			return false;
	return length && length <= PERF_PROBE_NAME_MAX;
}

/* "GROUP/EVENT" */
static int check_names(const char *text, size_t length, bool dashes, struct perf_error *error)
{
	const char *slash = memchr(text, '/', length);
	size_t group = slash ? (size_t)(slash - text) : 0;
	int ret;

	if (slash && is_group(text, group, dashes) &&
	    perf_probe_is_name(slash + 1, length - group - 1, PERF_PROBE_NAME_MAX))
		return 0;
	ret = bad_part(error, "names", text, length);
	perf_error_hint(error,
			"GROUP:EVENT=... gives them: letters, digits and _, at most %d of them each",
			PERF_PROBE_NAME_MAX);
	return ret;
}

static bool are_digits(const char *text, size_t length, bool hex)
{
	size_t i;

	for (i = 0; i < length; i++)
		if (!is_digit(text[i]) && !(hex && text[i] >= 'a' && text[i] <= 'f'))
			return false;
	return length;
}

/* "/PATH:0xOFFSET" */
static bool is_user_location(const char *text, size_t length)
{
	const char *colon = memrchr(text, ':', length);
	size_t path = colon ? (size_t)(colon - text) : 0;

	return path > 1 && *text == '/' && length - path > 3 && !memcmp(colon, ":0x", 3) &&
	       are_digits(colon + 3, length - path - 3, true);
}

/* "[MODULE:]SYMBOL+OFFSET" */
static bool is_kernel_location(const char *text, size_t length, bool is_return)
{
	const char *plus = memrchr(text, '+', length);
	const char *colon = plus ? memchr(text, ':', (size_t)(plus - text)) : NULL;
	const char *symbol = colon ? colon + 1 : text;

	if (!plus || symbol == plus || memchr(symbol, ':', (size_t)(plus - symbol)) ||
	    (colon && (colon == text || memchr(text, '/', (size_t)(colon - text)))))
		return false;
	length -= (size_t)(plus + 1 - text);
	if (is_return && (length != 1 || plus[1] != '0'))
		return false;
	return are_digits(plus + 1, length, false);
}

/* "[NAME=]FETCH" */
static int check_argument(const char *text, size_t length, struct perf_error *error)
{
	const char *equal = memchr(text, '=', length);
	size_t name = equal ? (size_t)(equal - text) : 0, fetch = length - (equal ? name + 1 : 0);

	if (equal && !perf_probe_is_name(text, name, PERF_PROBE_ARGUMENT_NAME_MAX)) {
		bad_part(error, "name of an argument", text, name);
		perf_error_hint(error, "NAME=... gives one: letters, digits and _, at most %d",
				PERF_PROBE_ARGUMENT_NAME_MAX);
		return -EINVAL;
	}
	if (fetch && fetch <= PERF_PROBE_FETCH_MAX)
		return 0;
	bad_part(error, "argument", text, length);
	perf_error_hint(error, "what is fetched has 1 to %d characters", PERF_PROBE_FETCH_MAX);
	return -EINVAL;
}

static int check_arguments(const char *at, struct perf_error *error)
{
	size_t count = 0, length;
	int ret;

	for (; *at; at += length) {
		at++;
		length = strcspn(at, " ");
		ret = check_argument(at, length, error);
		if (ret)
			return ret;
		if (++count > PERF_PROBE_ARGUMENTS_MAX)
			return perf_error_set(error, E2BIG,
					      "an event has %d arguments at most",
					      PERF_PROBE_ARGUMENTS_MAX);
	}
	return 0;
}

/* Check that @line is one line, short enough, with a single blank between words. */
static int check_bytes(const char *line, struct perf_error *error)
{
	const char *bad;
	size_t length = strlen(line);

	if (length > PERF_PROBE_LINE_MAX)
		return perf_error_set(error, E2BIG,
				      "a definition of %zu bytes is too long, %d are the most",
				      length, PERF_PROBE_LINE_MAX);
	for (;; line++) {
		length = strcspn(line, " ");
		bad = word_end(line, length);
		if (bad || !length)
			return perf_error_set(error, EINVAL,
					      "a definition cannot have %s in '%.*s'",
					      bad ? byte_name(bad) : "two blanks", (int)length,
					      line);
		line += length;
		if (!*line)
			return 0;
	}
}

/**
 * perf_probe_line_check() - is a line one whole definition, or the removal of one?
 * @user: probe of a program
 * @line: line to be written, without a line end
 * @error: filled on failure
 *
 * Accepts only the lines that this library writes: p:GROUP/EVENT PLACE ARGUMENT...,
 * r:GROUP/EVENT PLACE ARGUMENT... and -:GROUP/EVENT, with one blank between two words.
 *
 * Return: 0, -EINVAL or -E2BIG.
 */
int perf_probe_line_check(bool user, const char *line, struct perf_error *error)
{
	size_t length;
	int ret = check_bytes(line, error);
	char kind = *line;

	if (ret)
		return ret;
	if (!strchr("pr-", kind) || line[1] != ':')
		return bad_part(error, "beginning", line, strcspn(line, " "));
	line += 2;
	length = strcspn(line, " ");
	ret = check_names(line, length, kind == '-', error);
	line += length;
	if (ret || (kind == '-' && !*line))
		return ret;
	if (kind == '-' || !*line)
		return bad_part(error, "end", line, strlen(line));
	line++;
	length = strcspn(line, " ");
	if (user ? !is_user_location(line, length) : !is_kernel_location(line, length, kind == 'r'))
		return bad_part(error, "place", line, length);
	return check_arguments(line + length, error);
}
