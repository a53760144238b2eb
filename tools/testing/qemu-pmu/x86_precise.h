/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Checks of precise event based sampling (PEBS); part of x86.c.
 *
 * Layout of the area and of the records: Intel SDM volume 3B, "Processor Event Based Sampling
 * (PEBS)" and "Adaptive PEBS".
 */
#ifndef QEMU_PMU_X86_PRECISE_H
#define QEMU_PMU_X86_PRECISE_H

#define PEBS_ENABLE		0x3f1
#define PEBS_DATA_CFG		0x3f2
#define PEBS_LD_LAT		0x3f6
#define DS_AREA			0x600
#define STATUS_BUFFER		(1ull << 62)
#define MISC_ENABLE		0x1a0
#define MISC_ENABLE_NO_PEBS	(1 << 12)
#define ADAPTIVE_RECORD		(1ull << 34)

#define LOADS_PRECISE		0x81d0
#define STORES_PRECISE		0x82d0
#define LOADS_SLOW		0x01cd
#define LOAD_COUNT		100

/* 2 + 4 * 100 + 1 instructions, 100 loads 64 bytes apart and as many stores */
extern char user_loads[], user_load[], user_store[], user_data[];
asm("	.text\n"
"user_loads:\n"
"	mov $100, %ecx\n"
"	mov $user_data, %esi\n"
"user_load:\n"
"	mov (%esi), %eax\n"
"user_store:\n"
"	mov %eax, 4(%esi)\n"
"	add $64, %esi\n"
"	loop user_load\n"
"	int $0x80\n"
"	.bss\n"
"	.align 8192\n"
"user_data:\n"
"	.skip 8192\n"
"	.text\n");

static struct {
	u64 bts[4], buffer, index, maximum, threshold, reset[48];
} ds __attribute__((aligned(64)));

static u64 buffer[8192];
static u32 pebs_format;

static u32 record_size(void)
{
	static const u32 sizes[] = { 144, 176, 192, 200, 32, 32 };

	return sizes[pebs_format];
}

static u32 records(void)
{
	return ((u32)ds.index - (u32)buffer) / record_size();
}

static const u64 *record(u32 n)
{
	return &buffer[n * record_size() / 8];
}

/* Room for ROOM records, an interrupt after each THRESHOLD of them */
static void set_buffer(u32 room, u32 threshold)
{
	ds.buffer = (u32)buffer;
	ds.index = (u32)buffer;
	ds.maximum = (u32)buffer + room * record_size();
	ds.threshold = (u32)buffer + threshold * record_size();
	wrmsr(DS_AREA, (u32)&ds);
}

static void program_precise(u32 event, u32 period)
{
	wrmsr(PEBS_ENABLE, 0);
	program(0, event | EVTSEL_USR, -(u64)period);
	ds.reset[0] = -(u64)period & width_mask();
	wrmsr(PEBS_ENABLE, event == LOADS_SLOW && pebs_format < 4 ? 1 | 1ull << 32 : 1);
}

static void run_precise(const char *code, u64 counters)
{
	nmis = 0;
	*apic(APIC_LVT_PC) = LVT_NMI;
	global(counters);
	run_user((u32)code);
	global(0);
	wrmsr(PEBS_ENABLE, 0);
	wrmsr(select_msr(0), 0);
}

/* Address of instruction N of user_loop, the first being 1 */
static u32 insn_of_loop(u32 n)
{
	if (n == 1)
		return (u32)user_loop;
	return n == 2 + 2 * LOOPS ? (u32)user_loop + 8 : (u32)user_loop + 5 + (n & 1);
}

static u32 field_of_address(void)
{
	return pebs_format >= 4 ? 1 : pebs_format >= 2 ? 22 : 1;
}

static void check_each_insn(void)
{
	const u32 period = 9, number = (2 + 2 * LOOPS) / 9;
	u32 wrong = 0, others = 0, i;

	set_buffer(number + 1, number + 1);
	program_precise(INSTRUCTIONS, period);
	run_precise(user_loop, 1);
	expect("a record each 9 instructions", records(), number);
	expect("no interrupt before the threshold", nmis, 0);
	expect("no status of the counter", status(), 0);
	expect("the counter began again", (rdpmc(0) + period) & width_mask(),
	       (2 + 2 * LOOPS) % period);
	for (i = 0; i < records(); i++) {
		u32 at = period * (i + 1);

		/* The oldest formats have only the address of the next one */
		if (pebs_format < 2)
			at++;
		wrong += record(i)[field_of_address()] != insn_of_loop(at);
		/* Formats 2 and 3 have that as well */
		if (pebs_format == 2 || pebs_format == 3)
			others += record(i)[1] != insn_of_loop(at + 1);
		if (pebs_format < 4)
			others += record(i)[4] != LOOPS - period * (i + 1) / 2;
		if (pebs_format == 3)
			others += i && record(i)[24] <= record(i - 1)[24];
		if (pebs_format >= 1)
			others += record(i)[pebs_format >= 4 ? 2 : 18] != 1;
		if (pebs_format >= 4)
			others += record(i)[0] != (u64)record_size() << 48;
	}
	expect("each with the address of the instruction", wrong, 0);
	expect("and the registers, the counter and the time", others, 0);
}

static void check_threshold(void)
{
	set_buffer(10, 3);
	program_precise(INSTRUCTIONS, 100);
	run_precise(user_loop, 1);
	expect("an interrupt at the threshold", nmis, 1);
	expect("at the instruction", nmi_eip, insn_of_loop(301));
	expect("with the buffer's status", status(), STATUS_BUFFER);
	expect("a full buffer takes no more", records(), 10);
	clear_status(STATUS_BUFFER);
	expect("that can be cleared", status(), 0);
}

/* The rule of README.md: of 16 cache lines, each has a latency and a source */
static u32 latency_of(u32 address)
{
	return 4 + 16 * (address >> 6 & 15);
}

static u32 source_of(u32 address)
{
	return (address >> 6 & 15) | (address >> 12 & 1) << 4;
}

/* Period 3 of loads or stores; DATA is the record's first field on memory */
static void check_accesses(u32 event, const char *insn, u32 offset)
{
	u32 wrong = 0, data = pebs_format >= 4 ? 4 : 19, i;
	int load = event != STORES_PRECISE;

	wrmsr(PEBS_LD_LAT, 0);
	for (i = 0; i < 33; i++) {
		u32 address = (u32)user_data + offset + 64 * (3 * i + 2);
		const u64 *at = pebs_format >= 4 ? &buffer[i * 8] : record(i);

		if (!i) {
			set_buffer(100, 100);
			program_precise(event, 3);
			if (pebs_format >= 4) {
				wrmsr(PEBS_DATA_CFG, 1);
				wrmsr(select_msr(0),
				      event | EVTSEL_USR | EVTSEL_EN | ADAPTIVE_RECORD);
			}
			run_precise(user_loads, 1);
			expect("a record each 3 accesses", ((u32)ds.index - (u32)buffer) /
			       (pebs_format >= 4 ? 64 : record_size()), LOAD_COUNT / 3);
		}
		if (pebs_format >= 2)
			wrong += at[field_of_address()] != (u32)insn;
		wrong += at[data] != address || at[data + 1] != source_of(address) ||
			 at[data + 2] != (load ? latency_of(address) : 0);
	}
	expect("with the address, source and latency of the data", wrong, 0);
}

static void check_slow_loads(void)
{
	u32 slow = 0, wrong = 0, i;

	for (i = 0; i < LOAD_COUNT; i++)
		slow += latency_of(i * 64) > 200;
	set_buffer(100, 100);
	wrmsr(PEBS_LD_LAT, 200);
	program_precise(LOADS_SLOW, 1);
	run_precise(user_loads, 1);
	expect("only loads above the threshold count", records(), slow);
	for (i = 0; pebs_format < 4 && i < records(); i++)
		wrong += record(i)[21] <= 200;
	expect("none of them is faster", wrong, 0);
	wrmsr(PEBS_LD_LAT, 0);
}

static void check_adaptive(void)
{
	const u64 groups = 7;
	u32 wrong = 0, i;

	/* Fixed counter 0, with memory, registers and vector registers */
	set_buffer(2000, 2000);
	ds.reset[pebs_format >= 5 ? 32 : 8] = -100ull & width_mask();
	wrmsr(PEBS_DATA_CFG, groups);
	wrmsr(0x309, -100ull & width_mask());
	wrmsr(0x38d, 2 | 1ull << 32);
	wrmsr(PEBS_ENABLE, 1ull << 32);
	run_precise(user_loop, 1ull << 32);
	wrmsr(0x38d, 0);
	expect("a record has the groups asked for", ds.index - (u32)buffer, 20 * 464);
	for (i = 0; i < 20; i++) {
		const u64 *at = &buffer[i * 464 / 8];

		wrong += at[0] != (groups | 464ull << 48) || at[2] != 1ull << 32;
		wrong += at[1] != insn_of_loop(100 * (i + 1));
		wrong += at[4] || at[5] || at[6] || at[7];
		/* Behind the flags: the next address, and of the registers ECX second */
		wrong += at[9] != insn_of_loop(100 * (i + 1) + 1);
		wrong += at[11] != LOOPS - 50 * (i + 1);
	}
	expect("and they are right", wrong, 0);
	expect("a group that does not exist faults", write_faults(PEBS_DATA_CFG, 1ull << 40), 1);
	wrmsr(PEBS_DATA_CFG, 0);
}

/* A record's branches: up to the sixth of the sequence, of which the third is not taken */
#define DATA_BRANCHES(_number)	(8 | ((_number) - 1) << 24)

static void check_precise_branches(void)
{
	const u32 number = 8, size = 32 + 24 * number;
	const u64 *branch = &buffer[4];
	u32 wrong = 0;
	int i;

	if (!lbr.depth) {
		expect("no branches without their records",
		       write_faults(PEBS_DATA_CFG, DATA_BRANCHES(8)), 1);
		return;
	}
	set_buffer(100, 100);
	program_precise(0xc4, 6);
	wrmsr(PEBS_DATA_CFG, DATA_BRANCHES(number));
	wrmsr(select_msr(0), 0xc4 | EVTSEL_USR | EVTSEL_EN | ADAPTIVE_RECORD);
	lbr_start(0, ALL_KINDS & ~(1 << FAR), 0, 0);
	run_precise(user_sequence, 1);
	lbr_stop();
	expect("a record has the branches asked for", ds.index - (u32)buffer, size);
	expect("and says so", buffer[0], DATA_BRANCHES(number) | (u64)size << 48);
	for (i = 4; i >= 0; i--, branch += 3) {
		wrong += branch[0] != (u32)sequence[i].from || branch[1] != (u32)sequence[i].to ||
			 branch[2] != info_of(&sequence[i]);
	}
	expect("the newest of them is the instruction's own", wrong, 0);
	expect("none is older than the first", branch[0] | branch[1], 0);
	wrmsr(PEBS_DATA_CFG, 0);
}

static void check_precise(void)
{
	u32 a, b, c, d;

	cpuid(1, &a, &b, &c, &d);
	if (!pmu.intel || pmu.version < 2 || !(d >> 21 & 1))
		return;
	expect("the processor says that it has PEBS", rdmsr(MISC_ENABLE) & MISC_ENABLE_NO_PEBS, 0);
	pebs_format = rdmsr(0x345) >> 8 & 15;
	expect("no counter beyond those", write_faults(PEBS_ENABLE, 1ull << 62), 1);
	expect("an address must be canonical", write_faults(DS_AREA, 1ull << 48), 1);
	check_each_insn();
	check_threshold();
	if (!pebs_format)
		return;
	check_accesses(LOADS_PRECISE, user_load, 0);
	check_accesses(STORES_PRECISE, user_store, 4);
	check_slow_loads();
	if (pebs_format < 4)
		return;
	check_adaptive();
	check_precise_branches();
}

#endif
