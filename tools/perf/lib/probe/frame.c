// SPDX-License-Identifier: GPL-2.0
/*
 * perf_probe_frame_is_entry(): is a return address on top of the stack? .eh_frame, made for
 * unwinding exceptions, describes this for each instruction, also without debug information.
 */
#include <stdlib.h>
#include <unistd.h>
#include <model/cfi_check.h>
#include <probe/debug_file.h>
#include <probe/frame.h>

#ifdef HAVE_DW
#include <dwarf.h>
#include <gelf.h>

/* Registers by their numbers in call frame information, and the bytes of a return address. */
struct machine_frame {
	unsigned int stack;
	unsigned int return_address;
	unsigned int size;
};

/* Only machines on which a call pushes the return address; others have it in a register. */
static bool machine_of(Elf *elf, struct machine_frame *machine)
{
	GElf_Ehdr header;

	if (!gelf_getehdr(elf, &header))
		return false;
	if (header.e_machine == EM_X86_64)
		*machine = (struct machine_frame){ 7, 16, 8 };
	else if (header.e_machine == EM_386)
		*machine = (struct machine_frame){ 4, 8, 4 };
	else
		return false;
	return true;
}

/* Convert a file offset to the address used in call frame information. */
static bool address_of(Elf *elf, uint64_t offset, Dwarf_Addr *address)
{
	GElf_Phdr segment;
	size_t count, i;

	if (elf_getphdrnum(elf, &count))
		return false;
	for (i = 0; i < count; i++) {
		if (!gelf_getphdr(elf, (int)i, &segment) || segment.p_type != PT_LOAD ||
		    offset < segment.p_offset || offset - segment.p_offset >= segment.p_filesz)
			continue;
		*address = offset - segment.p_offset + segment.p_vaddr;
		return true;
	}
	return false;
}

/*
 * The caller's frame (CFA) must begin right after the return address. At the entry of a program or
 * the return from a signal handler there is no caller, which call frame information marks.
 */
static bool is_called(Dwarf_Frame *frame, const struct machine_frame *machine)
{
	Dwarf_Op mine[3], *ops;
	Dwarf_Addr start, end;
	bool is_signal;
	size_t count;

	if (dwarf_frame_info(frame, &start, &end, &is_signal) < 0 || is_signal)
		return false;
	if (dwarf_frame_cfa(frame, &ops, &count) || count != 1)
		return false;
	if (ops->atom == DW_OP_bregx ? ops->number != machine->stack ||
	    ops->number2 != machine->size :
	    ops->atom != DW_OP_breg0 + machine->stack || ops->number != machine->size)
		return false;
	return !dwarf_frame_register(frame, (int)machine->return_address, mine, &ops, &count) &&
	       count;
}

static bool elf_is_entry(Elf *elf, uint64_t offset)
{
	struct machine_frame machine;
	Dwarf_Frame *frame = NULL;
	Dwarf_Addr address;
	bool entry = true;
	Dwarf_CFI *cfi;

	if (!machine_of(elf, &machine) || !address_of(elf, offset, &address))
		return true;
	cfi = perf_cfi_is_bounded(elf, ".eh_frame") ? dwarf_getcfi_elf(elf) : NULL;
	if (!cfi)
		return true;
	if (!dwarf_cfi_addrframe(cfi, address, &frame))
		entry = is_called(frame, &machine);
	free(frame);
	dwarf_cfi_end(cfi);
	return entry;
}

/**
 * perf_probe_frame_is_entry() - may a return probe replace the top of the stack here?
 * @path: program or library
 * @offset: file offset of the instruction
 *
 * Return: false if .eh_frame describes another stack layout; true if the return address is on top,
 * or .eh_frame does not cover @offset.
 */
bool perf_probe_frame_is_entry(const char *path, uint64_t offset)
{
	int fd = perf_probe_debug_file_open(path);
	bool entry = true;
	Elf *elf;

	if (fd < 0)
		return true;
	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
	if (elf)
		entry = elf_is_entry(elf, offset);
	elf_end(elf);
	close(fd);
	return entry;
}

#else /* !HAVE_DW */

bool perf_probe_frame_is_entry(const char *path, uint64_t offset)
{
	(void)path;
	(void)offset;
	return true;
}

#endif
