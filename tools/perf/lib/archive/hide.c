// SPDX-License-Identifier: GPL-2.0
/*
 * Kernel symbols without the secret base address of the kernel.
 *
 * A running kernel lies at an address that is chosen anew at each boot and that only root may
 * see; /proc/kallsyms contains it. Readers need the distances only: a recording holds the base
 * address that the kernel had, and readers move the symbols there.
 *
 * Only symbols of the kernel itself are moved; those outside of it are left out. Modules lie
 * within 4 MB of an address that is the same on all machines, and absolute symbols are known from
 * the kernel's file: either of them, moved by the same distance, would reveal that distance.
 */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <archive/hide.h>

#define DIGITS_MAX	16

/* Base address of the kernel in an archive, by the digits of an address; the value is arbitrary. */
#define BEGINNING_64	0xffffffff81000000ULL
#define BEGINNING_32	0xc1000000ULL

/* Most bytes of a kernel without modules: the largest range that an architecture reserves. */
#define KERNEL_SIZE	(1ULL << 30)

/* Values below this are no addresses but numbers, such as offsets of per-CPU variables. */
#define LEAST_ADDRESS	(1ULL << 20)

/* Sets *address from the start of a line. Returns the number of digits; 0: no address. */
static unsigned int read_address(const char *line, uint64_t *address)
{
	unsigned int digits;

	*address = 0;
	for (digits = 0; digits < DIGITS_MAX; digits++) {
		char c = line[digits];

		if (c >= '0' && c <= '9')
			*address = *address << 4 | (uint64_t)(c - '0');
		else if (c >= 'a' && c <= 'f')
			*address = *address << 4 | (uint64_t)(c - 'a' + 10);
		else
			break;
	}
	return line[digits] == ' ' ? digits : 0;
}

static void write_address(char *line, unsigned int digits, uint64_t address)
{
	while (digits--) {
		line[digits] = "0123456789abcdef"[address & 15];
		address >>= 4;
	}
}

static char *next_line(char *line)
{
	char *end = strchr(line, '\n');

	return end ? end + 1 : NULL;
}

/* Sets *beginning to the base address of the kernel, from the line "ADDRESS T _text". */
static bool find_beginning(char *text, uint64_t *beginning, unsigned int *digits)
{
	static const char name[] = " _text\n";
	char *line;

	for (line = text; line && *line; line = next_line(line)) {
		*digits = read_address(line, beginning);
		if (*digits && line[*digits + 1] &&
		    !strncmp(line + *digits + 2, name, sizeof(name) - 1))
			return *beginning;
	}
	return false;
}

/* "ADDRESS T NAME\t[MODULE]" */
static bool is_of_module(const char *line, const char *end)
{
	return memchr(line, '\t', (size_t)(end - line));
}

/* Adds @moved to the address of a line; false if the line is to be left out. */
static bool hide_line(char *line, const char *end, uint64_t beginning, uint64_t moved)
{
	uint64_t address;
	unsigned int digits = read_address(line, &address);

	if (!digits || is_of_module(line, end))
		return false;
	if (address < LEAST_ADDRESS)
		return true;
	if (address < beginning || address - beginning >= KERNEL_SIZE)
		return false;
	write_address(line, digits, address + moved);
	return true;
}

/**
 * perf_archive_hide_base() - replace the base address of the kernel by a fixed one
 * @text: contents of /proc/kallsyms; changed in place, and shortened
 *
 * Return: true on success; false if @text has no address of _text, as for a reader of
 * /proc/kallsyms without permission.
 */
bool perf_archive_hide_base(char *text)
{
	uint64_t beginning, moved;
	unsigned int digits;
	char *line, *next, *kept = text;

	if (!find_beginning(text, &beginning, &digits))
		return false;
	moved = (digits > 8 ? BEGINNING_64 : BEGINNING_32) - beginning;
	for (line = text; *line; line = next) {
		size_t length = strcspn(line, "\n"), size = length + !!line[length];

		next = line + size;
		if (!hide_line(line, line + length, beginning, moved))
			continue;
		memmove(kept, line, size);
		kept += size;
	}
	*kept = '\0';
	return true;
}
