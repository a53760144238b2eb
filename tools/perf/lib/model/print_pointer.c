// SPDX-License-Identifier: GPL-2.0
/* perf_print_pointer(): addresses of the type that the letters behind %p give. */
#include <string.h>
#include <model/print_text.h>

#define IPV4_BYTES	4
#define IPV6_BYTES	16
#define IPV6_WORDS	8

static void put_ipv4(struct perf_str *str, const uint8_t *bytes, bool padded)
{
	size_t i;

	for (i = 0; i < IPV4_BYTES; i++) {
		if (i)
			perf_str_char(str, '.');
		perf_str_u64(str, bytes[i], padded ? 3 : 0, '0');
	}
}

static void put_ipv6(struct perf_str *str, const uint8_t *bytes, bool colons)
{
	size_t i;

	for (i = 0; i < IPV6_BYTES; i++) {
		if (i && !(i % 2) && colons)
			perf_str_char(str, ':');
		perf_str_hex(str, bytes[i], 2, '0');
	}
}

/* Does an IPv6 address end with an IPv4 one: ::ffff:a.b.c.d, or an ISATAP interface identifier? */
static bool has_ipv4_inside(const uint8_t *bytes)
{
	static const uint8_t mapped[12] = { [10] = 0xff, [11] = 0xff };
	static const uint8_t isatap[3] = { 0, 0x5e, 0xfe };

	return !memcmp(bytes, mapped, sizeof(mapped)) ||
	       (!(bytes[8] & ~2) && !memcmp(bytes + 9, isatap, sizeof(isatap)));
}

/* Return the first of the longest runs of two or more zero words; *count is 0 without one. */
static size_t zero_run(const uint16_t *words, size_t nr, size_t *count)
{
	size_t start = 0, i, run;

	*count = 0;
	for (i = 0; i < nr; i++) {
		for (run = 0; i + run < nr && !words[i + run]; run++)
			;
		if (run > 1 && run > *count) {
			*count = run;
			start = i;
		}
	}
	return start;
}

static void put_ipv6_short(struct perf_str *str, const uint8_t *bytes)
{
	bool ipv4 = has_ipv4_inside(bytes), colon = false;
	size_t nr = ipv4 ? IPV6_WORDS - 2 : IPV6_WORDS, i, start, count;
	uint16_t words[IPV6_WORDS];

	for (i = 0; i < IPV6_WORDS; i++)
		words[i] = bytes[2 * i] << 8 | bytes[2 * i + 1];
	start = zero_run(words, nr, &count);
	for (i = 0; i < nr; i++) {
		if (count && i == start) {
			perf_str_add(str, "::");
			i += count - 1;
			colon = false;
			continue;
		}
		if (colon)
			perf_str_char(str, ':');
		perf_str_hex(str, words[i], 0, ' ');
		colon = true;
	}
	if (!ipv4)
		return;
	if (colon)
		perf_str_char(str, ':');
	put_ipv4(str, bytes + IPV6_BYTES - IPV4_BYTES, false);
}

static void put_any_ipv6(struct perf_str *str, const uint8_t *bytes, const char *kind)
{
	if (strchr(kind, 'c') && *kind == 'I')
		put_ipv6_short(str, bytes);
	else
		put_ipv6(str, bytes, *kind == 'I');
}

/* Layout of struct sockaddr_in and struct sockaddr_in6 */
enum {
	FAMILY_IPV4 = 2, FAMILY_IPV6 = 10,
	PORT_AT = 2, IPV4_AT = 4, IPV4_SIZE = 8, IPV6_AT = 8, IPV6_SIZE = 24,
};

static void put_socket_address(struct perf_print_record *record, const uint8_t *bytes,
			       size_t size, const char *kind)
{
	const struct perf_format_field first = { .size = 2 };
	uint64_t family = perf_format_number(record->format, &first, bytes, size);
	bool port = strchr(kind, 'p');
	struct perf_str *str = record->str;

	if (family == FAMILY_IPV4 && size >= IPV4_SIZE) {
		put_ipv4(str, bytes + IPV4_AT, *kind == 'i');
	} else if (family == FAMILY_IPV6 && size >= IPV6_SIZE) {
		if (port)
			perf_str_char(str, '[');
		put_any_ipv6(str, bytes + IPV6_AT, kind);
		if (port)
			perf_str_char(str, ']');
	} else {
		return;
	}
	if (port) {
		perf_str_char(str, ':');
		perf_str_u64(str, bytes[PORT_AT] << 8 | bytes[PORT_AT + 1], 0, ' ');
	}
}

static void put_hardware_address(struct perf_str *str, const uint8_t *bytes, bool colons)
{
	size_t i;

	for (i = 0; i < 6; i++) {
		if (i && colons)
			perf_str_char(str, ':');
		perf_str_hex(str, bytes[i], 2, '0');
	}
}

/* @order 'b', 'B': big endian; 'l', 'L': the first three numbers little endian; capitals alike. */
static void put_uuid(struct perf_str *str, const uint8_t *bytes, char order)
{
	static const uint8_t little[] = { 3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15 };
	const char *letters = order == 'B' || order == 'L' ? "0123456789ABCDEF" :
			      "0123456789abcdef";
	uint8_t byte;
	size_t i;

	for (i = 0; i < sizeof(little); i++) {
		byte = bytes[order == 'l' || order == 'L' ? little[i] : i];
		if (i == 4 || i == 6 || i == 8 || i == 10)
			perf_str_char(str, '-');
		perf_str_char(str, letters[byte >> 4]);
		perf_str_char(str, letters[byte & 15]);
	}
}

static const struct {
	char		letter;
	uint8_t		bytes;
	const char	*too_small;
} address_kinds[] = {
	{ 'M', 6, "INVALIDMAC" }, { 'm', 6, "INVALIDMAC" }, { '4', IPV4_BYTES, "INVALIDIPv4" },
	{ '6', IPV6_BYTES, "INVALIDIPv6" }, { 'S', 2, "" }, { 'U', 16, "INVALIDUUID" },
};

/* Add @bytes as the type that @letter has in address_kinds. */
static void put_address(struct perf_print_record *record, const uint8_t *bytes, size_t size,
			const char *kind, char letter)
{
	switch (letter) {
	case 'M':
	case 'm':
		put_hardware_address(record->str, bytes, letter == 'M');
		break;
	case '4':
		put_ipv4(record->str, bytes, *kind == 'i');
		break;
	case '6':
		put_any_ipv6(record->str, bytes, kind);
		break;
	case 'S':
		put_socket_address(record, bytes, size, kind);
		break;
	default:
		put_uuid(record->str, bytes, kind[1]);
	}
}

/* Return the node of the address's field, through casts and choices. */
static const struct perf_print_node *address_field(const struct perf_print_record *record,
						   uint32_t index)
{
	const struct perf_print_node *nodes = record->print->nodes.at;

	for (;;) {
		if (nodes[index].kind == PERF_PRINT_CAST)
			index = nodes[index].a;
		else if (nodes[index].kind == PERF_PRINT_CHOICE)
			index = perf_print_value(record, nodes[index].a) ? nodes[index].b :
				nodes[index].c;
		else
			return &nodes[index];
	}
}

/* Plain %p: print the number in hex, or "(nil)". */
static void put_number_address(struct perf_print_record *record,
			       const struct perf_print_piece *piece, int width, int precision)
{
	uint64_t value = perf_print_value(record, piece->node);
	struct perf_print_piece how = *piece;

	if (!value) {
		perf_print_padded(record, piece, "(nil)", strlen("(nil)"), width, -1);
		return;
	}
	how.conversion = 'x';
	how.alternate = true;
	perf_print_integer(record, &how, value, width, precision);
}

/** perf_print_pointer() - add the value of a %p conversion, by piece->kind */
void perf_print_pointer(struct perf_print_record *record, const struct perf_print_piece *piece,
			int width, int precision)
{
	const char *kind = piece->kind;
	char letter = *kind == 'I' || *kind == 'i' ? kind[1] : *kind;
	const uint8_t *bytes;
	size_t size, i;

	if (!*kind) {
		put_number_address(record, piece, width, precision);
		return;
	}
	if (strchr("FfSsB", *kind)) {
		perf_str_mem(record->str, "0x", 2);
		perf_str_hex(record->str, perf_print_value(record, piece->node), 0, ' ');
		return;
	}
	bytes = perf_print_span(record, address_field(record, piece->node), &size);
	if (*kind == 'b') {
		perf_print_bits(record, bytes, size, width > 0 ? width : 0);
		return;
	}
	for (i = 0; i < PERF_ARRAY_SIZE(address_kinds) - 1; i++)
		if (address_kinds[i].letter == letter)
			break;
	if (size < address_kinds[i].bytes)
		perf_str_add(record->str, address_kinds[i].too_small);
	else
		put_address(record, bytes, size, kind, letter);
}
