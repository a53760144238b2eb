/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The fields of a tracepoint, as its format file lays them out, and their values in the raw
 * data of samples. The description of the text to print is left alone.
 */
#ifndef PERF_MODEL_FORMAT_H
#define PERF_MODEL_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <base/vec.h>

/**
 * struct perf_format_field - one field
 * @name: of the field
 * @type: as in C, without the dimension of an array
 * @offset: in the raw data, bytes
 * @size: bytes
 * @element: bytes of an element of an array, 0 if that is not known
 * @is_signed: a signed number
 * @is_pointer: a pointer
 * @is_long: "long" is in the type
 * @is_text: an array of characters
 * @is_array: an array
 * @dynamic: the four bytes at @offset are the place and the length of the array
 * @relative: that place is counted from behind the field
 * @common: every tracepoint has it
 */
struct perf_format_field {
	const char	*name;
	const char	*type;
	uint32_t	offset;
	uint32_t	size;
	uint8_t		element;
	bool		is_signed;
	bool		is_pointer;
	bool		is_long;
	bool		is_text;
	bool		is_array;
	bool		dynamic;
	bool		relative;
	bool		common;
};

/**
 * struct perf_format - a tracepoint
 * @name: of the tracepoint
 * @id: attr.config of its events
 * @fields: in the order of the file
 * @print: the line "print fmt:" behind these words and whatever follows it; NULL if there is none
 * @swap: raw data has the other byte order
 * @memory: that names are in
 */
struct perf_format {
	const char	*name;
	uint64_t	id;
	PERF_VEC(struct perf_format_field) fields;
	const char	*print;
	bool		swap;
	char		*memory;
};

/**
 * perf_format_parse() - take a format file apart
 * @format: result; free with perf_format_free()
 * @text: the file's text
 * @size: bytes
 *
 * Lines that are not understood are left out, and so are fields that no record has room for or
 * whose name is none of C.
 *
 * Return: 0, -EINVAL if it has no name or no field, or too many, -ENOMEM.
 */
int perf_format_parse(struct perf_format *format, const char *text, size_t size);

/** perf_format_read() - the same for SYSTEM/NAME of this machine; -ENOENT if there is none */
int perf_format_read(struct perf_format *format, const char *system, const char *name);

/** perf_format_free() - free; nothing is left in @format */
void perf_format_free(struct perf_format *format);

/** perf_format_find() - the field of a name, NULL if there is none */
const struct perf_format_field *perf_format_find(const struct perf_format *format,
						 const char *name);

/**
 * perf_format_number() - value of a field
 * @format: tracepoint
 * @field: of 1, 2, 4 or 8 bytes; NULL gives 0
 * @raw: raw data of a sample
 * @size: bytes
 *
 * Return: the value, extended to 64 bits according to its sign; 0 if the data ends before.
 */
uint64_t perf_format_number(const struct perf_format *format,
			    const struct perf_format_field *field, const void *raw, size_t size);

/**
 * perf_format_bytes() - contents of an array
 * @format: tracepoint
 * @field: of any kind; NULL gives none
 * @raw: raw data of a sample
 * @size: bytes
 * @length: result: bytes; for text up to its end
 *
 * Return: the contents in @raw, not ended by a zero byte; NULL if the data ends before.
 */
const void *perf_format_bytes(const struct perf_format *format,
			      const struct perf_format_field *field, const void *raw, size_t size,
			      size_t *length);

#endif /* PERF_MODEL_FORMAT_H */
