// SPDX-License-Identifier: GPL-2.0
/*
 * perf_format_parse(): format files of tracepoints. The line of a field is
 *
 *	field:TYPE NAME[DIMENSION];	offset:N;	size:N;	signed:0|1;
 *
 * TYPE starts with __data_loc or __rel_loc if the field holds only the location of its contents:
 * the low half of its four bytes is the offset, the high half the length.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <base/io.h>
#include <base/str.h>
#include <model/c_type.h>
#include <model/format.h>
#include <sys/paths.h>

/* A record is shorter than RECORD_MAX; the kernel's tracepoints have far fewer fields. */
#define RECORD_MAX	(1 << 16)
#define FIELDS_MAX	512
#define NAME_MAX_LENGTH	128

/* Return the number behind @key, 0 without @key; UINT32_MAX if it is no number up to RECORD_MAX. */
static uint32_t number_after(const char *line, const char *key)
{
	const char *at = strstr(line, key);
	unsigned long number;
	char *end;

	if (!at)
		return 0;
	at += strlen(key);
	number = strtoul(at, &end, 10);
	return end == at || *at == '-' || number > RECORD_MAX ? UINT32_MAX : number;
}

static void look_at_type(struct perf_format_field *field, const char *dimension)
{
	unsigned long count = dimension ? strtoul(dimension, NULL, 10) : 0;
	struct perf_c_type type = { 0 };
	const char *word = field->type;
	size_t length;

	for (; *word; word += length + strspn(word + length, " ")) {
		length = strcspn(word, " ");
		perf_c_type_add(&type, word, length);
	}
	field->is_pointer = strchr(field->type, '*');
	field->is_long = strstr(field->type, "long");
	if (!field->dynamic && count && count <= field->size && field->size / count <= 8)
		field->element = field->size / count;
	else
		field->element = field->is_pointer ? 8 : perf_c_type_size(&type, 8);
}

static bool is_name_char(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_';
}

/* Names are printed unescaped, so only short C identifiers are accepted. */
static bool is_name(const char *name)
{
	const char *c = name;

	while (is_name_char(*c))
		c++;
	return c > name && c - name <= NAME_MAX_LENGTH && !*c;
}

/* Split "TYPE NAME[DIMENSION]" into its parts. */
static bool cut_declaration(struct perf_format_field *field, char *text)
{
	static const char rel[] = "__rel_loc ", loc[] = "__data_loc ";
	char *name, *dimension, *in_name;

	field->relative = perf_starts_with(text, rel);
	field->dynamic = field->relative || perf_starts_with(text, loc);
	if (field->dynamic)
		text = strchr(text, ' ') + 1;
	name = strrchr(text, ' ');
	if (!name || name == text)
		return false;
	*name++ = '\0';
	dimension = strchr(name, '[');
	field->is_array = dimension || field->dynamic;
	if (dimension)
		*dimension++ = '\0';
	in_name = dimension;
	/* "char[] name" */
	dimension = strchr(text, '[');
	if (dimension)
		*dimension = '\0';
	field->name = name;
	field->type = text;
	field->is_text = field->is_array && (perf_ends_with(text, "char")) &&
			 !strstr(text, "unsigned");
	look_at_type(field, in_name);
	return is_name(name);
}

static int take_field(struct perf_format *format, char *line)
{
	struct perf_format_field field = {
		.offset = number_after(line, "offset:"),
		.size = number_after(line, "size:"),
		.is_signed = number_after(line, "signed:"),
	};
	char *text = strstr(line, "field:"), *end;
	struct perf_format_field *added;

	if (!text)
		return 0;
	text += strlen("field:");
	end = strchr(text, ';');
	if (!end)
		return 0;
	*end = '\0';
	if (!cut_declaration(&field, text) || field.offset > RECORD_MAX ||
	    field.size > RECORD_MAX - field.offset)
		return 0;
	if (format->fields.count == FIELDS_MAX)
		return -EINVAL;
	field.common = perf_starts_with(field.name, "common_");
	added = perf_vec_push(&format->fields);
	if (!added)
		return -ENOMEM;
	*added = field;
	return 0;
}

static void cut_line_end(char *end)
{
	if (end[-1] == '\n')
		end[-1] = '\0';
}

/**
 * perf_format_parse() - parse a format file
 * @format: result; free with perf_format_free()
 * @text: contents of the file
 * @size: bytes of @text
 *
 * Skips malformed lines, fields that lie beyond the largest record, and fields whose names are no C
 * identifiers.
 *
 * Return: 0; -EINVAL if there is no name, no field, or too many fields; -ENOMEM.
 */
int perf_format_parse(struct perf_format *format, const char *text, size_t size)
{
	static const char print[] = "print fmt:";
	char *line, *next;
	int ret = 0;

	*format = (struct perf_format){ .memory = strndup(text, size) };
	if (!format->memory)
		return -ENOMEM;
	for (line = format->memory; *line && !ret; line = next) {
		/* format->print extends to the end of the file, with line ends in strings. */
		if (perf_starts_with(line, print)) {
			format->print = line + strlen(print);
			cut_line_end(line + strlen(line));
			break;
		}
		next = strchrnul(line, '\n');
		if (*next)
			*next++ = '\0';
		if (perf_starts_with(line, "name: "))
			format->name = line + strlen("name: ");
		else if (perf_starts_with(line, "ID: "))
			format->id = strtoull(line + strlen("ID: "), NULL, 10);
		else
			ret = take_field(format, line);
	}
	if (!ret && (!format->name || !is_name(format->name) || !format->fields.count))
		ret = -EINVAL;
	if (ret)
		perf_format_free(format);
	return ret;
}

/**
 * perf_format_read() - parse the format of SYSTEM/NAME of this machine; -ENOENT if there is none
 */
int perf_format_read(struct perf_format *format, const char *system, const char *name)
{
	char path[PERF_PATH_MAX];
	char *text = NULL;
	size_t size;
	int ret;

	*format = (struct perf_format){ 0 };
	if (perf_tracefs() && perf_path(path, sizeof(path), "%s/events/%s/%s/format",
					perf_tracefs(), system, name))
		text = perf_read_file(path, &size);
	if (!text)
		return -ENOENT;
	ret = perf_format_parse(format, text, size);
	free(text);
	return ret;
}

/** perf_format_free() - free the contents of @format and zero it */
void perf_format_free(struct perf_format *format)
{
	perf_vec_free(&format->fields);
	free(format->memory);
	*format = (struct perf_format){ 0 };
}

/** perf_format_find() - the field called @name, NULL if there is none */
const struct perf_format_field *perf_format_find(const struct perf_format *format,
						 const char *name)
{
	const struct perf_format_field *field;

	perf_vec_each(&format->fields, field)
		if (!strcmp(field->name, name))
			return field;
	return NULL;
}

static uint64_t format_load(const void *at, size_t size, bool is_signed, bool swap)
{
	uint64_t eight;
	uint32_t four;
	uint16_t two;

	switch (size) {
	case 1:
		return is_signed ? (uint64_t)*(const int8_t *)at : *(const uint8_t *)at;
	case 2:
		memcpy(&two, at, sizeof(two));
		two = swap ? __builtin_bswap16(two) : two;
		return is_signed ? (uint64_t)(int16_t)two : two;
	case 4:
		memcpy(&four, at, sizeof(four));
		four = swap ? __builtin_bswap32(four) : four;
		return is_signed ? (uint64_t)(int32_t)four : four;
	case 8:
		memcpy(&eight, at, sizeof(eight));
		return swap ? __builtin_bswap64(eight) : eight;
	default:
		return 0;
	}
}

/**
 * perf_format_number() - value of a field
 * @format: tracepoint
 * @field: field of 1, 2, 4 or 8 bytes; NULL gives 0
 * @raw: raw data of a sample
 * @size: bytes of @raw
 *
 * Return: the value, extended to 64 bits by @field->is_signed; 0 if the field is not within @raw.
 */
uint64_t perf_format_number(const struct perf_format *format,
			    const struct perf_format_field *field, const void *raw, size_t size)
{
	if (!field || field->offset > size || field->size > size - field->offset)
		return 0;
	return format_load((const char *)raw + field->offset, field->size, field->is_signed,
			   format->swap);
}

/**
 * perf_format_bytes() - contents of an array
 * @format: tracepoint
 * @field: field of any kind; NULL gives NULL
 * @raw: raw data of a sample
 * @size: bytes of @raw
 * @length: result: bytes; of text without its zero byte
 *
 * Return: the contents in @raw, not ended by a zero byte; NULL if not within @raw.
 */
const void *perf_format_bytes(const struct perf_format *format,
			      const struct perf_format_field *field, const void *raw, size_t size,
			      size_t *length)
{
	uint64_t offset, bytes, location;
	const char *at;

	*length = 0;
	if (!field || field->offset > size || field->size > size - field->offset)
		return NULL;
	offset = field->offset;
	bytes = field->size;
	if (field->dynamic) {
		if (bytes < 4)
			return NULL;
		location = format_load((const char *)raw + offset, 4, false, format->swap);
		offset = (location & 0xffff) + (field->relative ? offset + 4 : 0);
		bytes = location >> 16 & 0xffff;
		if (offset > size || bytes > size - offset)
			return NULL;
	}
	at = (const char *)raw + offset;
	*length = field->is_text ? strnlen(at, bytes) : bytes;
	return at;
}
