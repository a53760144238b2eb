// SPDX-License-Identifier: GPL-2.0-only
/*
 * Symbols of the kernel without the secret of where it is.
 *
 * A running kernel lies at an address that is chosen anew at each boot and that only root may
 * see; /proc/kallsyms gives it away. Readers need the distances only: a recording says where the
 * kernel began when it was made, and they move the symbols there.
 *
 * Only symbols of the kernel itself are moved, and those outside of it are left out. Modules lie
 * within 4 MB of an address that is the same on all machines, and absolute symbols are known from
 * the kernel's file: one of either, moved by the same distance, would give that distance away.
 */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <archive/hide.h>

#define DIGITS_MAX	16

/* The kernel's beginning in an archive, by the number of digits of an address: any will do. */
#define BEGINNING_64	0xffffffff81000000ULL
#define BEGINNING_32	0xc1000000ULL

/* Most bytes of a kernel, modules aside: all that the architectures leave for one. */
#define KERNEL_SIZE	(1ULL << 30)

/* Addresses below are numbers: offsets of variables of CPUs. */
#define LEAST_ADDRESS	(1ULL << 20)

/* The address that a line begins with, and its digits; 0: there are none. */
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

/* The kernel's beginning: "ADDRESS T _text". */
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

/* A line moved by @moved; false if it is to be left out. */
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
 * perf_archive_hide_base() - let the kernel begin at an address that says nothing
 * @text: as /proc/kallsyms has it, changed in place: it becomes shorter
 *
 * Return: true if it was done; false if the text does not say where the kernel begins, as if
 * the reader was not allowed to see that.
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
