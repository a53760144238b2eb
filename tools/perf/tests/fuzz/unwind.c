// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzzes libdw's part of reading a program, which a PERF_RECORD_MMAP maps: call frame information,
 * by unwinding a stack from some addresses, and the inlined functions and source lines there.
 */
#include <data/reader.h>
#include <model/machine.h>
#include <unwind/inlines.h>
#include <unwind/stack.h>

#include "elf_change.h"
#include "fuzz.h"

#define INPUT	"unwind.input"
#define START	0x400000ULL
#define LENGTH	0x100000ULL
#define STACK	0x7fff0000ULL
#define WORDS	64
/* All registers of asm/perf_regs.h for x86-64, except DS, ES, FS and GS. */
#define MASK	0xff0fffULL

struct mmap_record {
	struct perf_event_header header;
	uint32_t pid, tid;
	uint64_t start, length, offset;
	char name[16];
};

static void map_program(struct perf_machine *machine)
{
	struct mmap_record mmap = {
		.header = { .type = PERF_RECORD_MMAP, .misc = PERF_RECORD_MISC_USER,
			    .size = sizeof(mmap) },
		.pid = 1, .tid = 1, .start = START, .length = LENGTH, .name = INPUT,
	};
	const struct perf_data_event event = { .index = 0 };
	struct perf_data_record record = { .header = &mmap.header, .event = &event };

	if (perf_machine_apply(machine, &record))
		fuzz_give_up("no memory");
}

static void unwind_from(struct perf_machine *machine, struct perf_unwinder *unwinder, uint64_t ip)
{
	struct perf_thread *thread = perf_machine_thread(machine, 1, 1);
	uint64_t values[32], stack[WORDS], ips[32];
	struct perf_sample sample = {
		.user_regs = { .abi = 2, .mask = MASK, .values = values },
		.stack = (const void *)stack, .stack_size = sizeof(stack),
	};
	size_t i;

	for (i = 0; i < 32; i++)
		values[i] = STACK;
	/* PERF_REG_X86_BP, _SP and _IP are the 7th to the 9th of them */
	values[6] = STACK + 64;
	values[8] = ip;
	/* The stack holds addresses of itself and of the program. */
	for (i = 0; i < WORDS; i++)
		stack[i] = i % 2 ? ip + i : STACK + 8 * i + 16;
	fuzz_check(perf_unwinder_run(unwinder, thread, &sample, ips, 32) <= 32);
}

static void look_at(struct perf_machine *machine, struct perf_inlines *inlines, uint64_t ip)
{
	struct perf_thread *thread = perf_machine_thread(machine, 1, 1);
	const struct perf_inline *inlined;
	const char *file;
	unsigned int line;
	uint32_t frame;
	size_t nr, i;

	frame = perf_machine_frame(machine, thread->process, PERF_RECORD_MISC_USER, ip);
	file = perf_inlines_line(inlines, frame, &line);
	fuzz_use(file ? strlen(file) : 0);
	inlined = perf_inlines_get(inlines, frame, &nr);
	for (i = 0; i < nr; i++)
		fuzz_use(strlen(inlined[i].name) + (inlined[i].file ? strlen(inlined[i].file) : 0));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct perf_machine *machine = perf_machine_create();
	struct perf_unwinder *unwinder = perf_unwinder_create(machine);
	struct perf_inlines *inlines = perf_inlines_create(machine);
	size_t offset, step = size / 16 + 1;

	setenv("PERF_BUILDID_DIR", "nowhere", 1);
	fuzz_file(INPUT, data, size);
	map_program(machine);
	for (offset = 0; offset < size && unwinder; offset += step) {
		unwind_from(machine, unwinder, START + offset);
		look_at(machine, inlines, START + offset);
	}
	perf_inlines_free(inlines);
	perf_unwinder_free(unwinder);
	perf_machine_free(machine);
	return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned int seed)
{
	return fuzz_elf_mutate(data, size, room, seed);
}
