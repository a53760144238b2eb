/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The fields of a tracepoint, as its format file lays them out, and their values in the raw data of
 * samples. print_format.h parses the text to print.
 */
#ifndef PERF_MODEL_FORMAT_H
#define PERF_MODEL_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <base/vec.h>

/**
 * struct perf_format_field - one field
 * @name: name of the field
 * @type: type as in C, without the dimension of an array
 * @offset: offset in the raw data, bytes
 * @size: bytes
 * @element: bytes of an array's element, 0 if not known
 * @is_signed: a signed number
 * @is_pointer: a pointer
 * @is_long: "long" is part of @type
 * @is_text: an array of characters
 * @is_array: an array
 * @dynamic: the four bytes at @offset hold the location and the length of the array
 * @relative: that location counts from the end of the field
 * @common: common to all tracepoints
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
 * @name: name of the tracepoint
 * @id: attr.config of its events
 * @fields: fields in the order of the file
 * @print: the text behind "print fmt:" to the end of the file; NULL if there is none
 * @swap: raw data has the other byte order
 * @memory: memory of all strings
 */
struct perf_format {
	const char	*name;
	uint64_t	id;
	PERF_VEC(struct perf_format_field) fields;
	const char	*print;
	bool		swap;
	char		*memory;
};
int perf_format_parse(struct perf_format *format, const char *text, size_t size);
int perf_format_read(struct perf_format *format, const char *system, const char *name);
void perf_format_free(struct perf_format *format);
const struct perf_format_field *perf_format_find(const struct perf_format *format,
						 const char *name);
uint64_t perf_format_number(const struct perf_format *format,
			    const struct perf_format_field *field, const void *raw, size_t size);
const void *perf_format_bytes(const struct perf_format *format,
			      const struct perf_format_field *field, const void *raw, size_t size,
			      size_t *length);

#endif /* PERF_MODEL_FORMAT_H */
