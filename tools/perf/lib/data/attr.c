// SPDX-License-Identifier: GPL-2.0
/*
 * struct perf_event_attr of any size and byte order.
 *
 * Sizes are part of the ABI: new members are only added at the end, so the missing members
 * of a short attr are 0.
 */
#include <byteswap.h>
#include <stdint.h>
#include <string.h>
#include <base/vec.h>
#include <data/attr.h>

enum kind {
	NUMBER,
	FLAGS,	/* bit-fields: the two byte orders allocate them from opposite ends */
};

struct member {
	unsigned short offset;
	unsigned char size;
	unsigned char kind;
};

#define MEMBER(name) { offsetof(struct perf_event_attr, name), \
		       sizeof(((struct perf_event_attr *)0)->name), NUMBER }

/* Offset of the 64-bit word of flags, behind read_format: bit-fields have no offsetof(). */
#define FLAGS_OFFSET	(offsetof(struct perf_event_attr, read_format) + sizeof(uint64_t))

static const struct member members[] = {
	MEMBER(type),
	MEMBER(size),
	MEMBER(config),
	MEMBER(sample_period),
	MEMBER(sample_type),
	MEMBER(read_format),
	{ FLAGS_OFFSET, sizeof(uint64_t), FLAGS },
	MEMBER(wakeup_events),
	MEMBER(bp_type),
	MEMBER(config1),
	MEMBER(config2),
	MEMBER(branch_sample_type),
	MEMBER(sample_regs_user),
	MEMBER(sample_stack_user),
	MEMBER(clockid),
	MEMBER(sample_regs_intr),
	MEMBER(aux_watermark),
	MEMBER(sample_max_stack),
	MEMBER(__reserved_2),
	MEMBER(aux_sample_size),
	{ offsetof(struct perf_event_attr, aux_action), sizeof(uint32_t), FLAGS },
	MEMBER(sig_data),
	MEMBER(config3),
};

static unsigned char reverse_bits(unsigned char byte)
{
	unsigned char reversed = 0;
	int bit;

	for (bit = 0; bit < 8; bit++) {
		if (byte & 1 << bit)
			reversed |= 0x80 >> bit;
	}
	return reversed;
}

static void swap_bytes(unsigned char *bytes, size_t size)
{
	unsigned char byte;
	size_t i;

	for (i = 0; i < size / 2; i++) {
		byte = bytes[i];
		bytes[i] = bytes[size - 1 - i];
		bytes[size - 1 - i] = byte;
	}
}

static void swap_attr(struct perf_event_attr *attr)
{
	unsigned char *bytes = (unsigned char *)attr;
	size_t i, byte;

	for (i = 0; i < PERF_ARRAY_SIZE(members); i++) {
		const struct member *member = &members[i];

		if (member->kind == NUMBER) {
			swap_bytes(bytes + member->offset, member->size);
			continue;
		}
		for (byte = 0; byte < member->size; byte++)
			bytes[member->offset + byte] =
				reverse_bits(bytes[member->offset + byte]);
	}
}

static bool all_zero(const unsigned char *bytes, size_t size)
{
	size_t i;

	for (i = 0; i < size; i++) {
		if (bytes[i])
			return false;
	}
	return true;
}

/* Does @attr set bits that this uapi header does not define? */
static bool has_unknown_bits(const struct perf_event_attr *attr)
{
	return attr->__reserved_1 || attr->__reserved_2 || attr->__reserved_3 ||
	       attr->sample_type >= PERF_SAMPLE_MAX || attr->read_format >= PERF_FORMAT_MAX ||
	       attr->branch_sample_type >= PERF_SAMPLE_BRANCH_MAX;
}

/**
 * perf_attr_decode() - read an attr from a file
 * @bytes: the attr
 * @room: bytes available at @bytes, of which attr.size are used
 * @swap: @bytes are in the other byte order
 * @attr: result: members that the file lacks are 0; size is that of the file's attr
 * @newer: set to true if the file's attr has non-zero members or bits unknown here
 *
 * Return: bytes that the attr occupies; 0 if it is cut off or its size is impossible.
 */
size_t perf_attr_decode(const void *bytes, size_t room, bool swap,
			struct perf_event_attr *attr, bool *newer)
{
	size_t known = sizeof(*attr);
	uint32_t size;

	memset(attr, 0, sizeof(*attr));
	if (room < PERF_ATTR_SIZE_VER0)
		return 0;
	memcpy(&size, (const unsigned char *)bytes + offsetof(struct perf_event_attr, size),
	       sizeof(size));
	if (swap)
		size = bswap_32(size);
	if (!size)
		size = PERF_ATTR_SIZE_VER0;
	if (size < PERF_ATTR_SIZE_VER0 || size > room || size % 8)
		return 0;
	memcpy(attr, bytes, size < known ? size : known);
	if (swap)
		swap_attr(attr);
	attr->size = size;
	if (has_unknown_bits(attr) ||
	    (size > known && !all_zero((const unsigned char *)bytes + known, size - known)))
		*newer = true;
	return size;
}

/**
 * perf_attr_stored_size() - smallest published size that holds all non-zero members
 * @attr: in this machine's size and byte order
 *
 * The size is at least PERF_ATTR_SIZE_VER5, which all readers in use accept. Older readers
 * refuse attributes larger than their own.
 */
size_t perf_attr_stored_size(const struct perf_event_attr *attr)
{
	const unsigned char *bytes = (const unsigned char *)attr;
	size_t size = sizeof(*attr);

	/* Each version after PERF_ATTR_SIZE_VER5 added one 8-byte word. */
	while (size > PERF_ATTR_SIZE_VER5 && all_zero(bytes + size - 8, 8))
		size -= 8;
	return size;
}
