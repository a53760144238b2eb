// SPDX-License-Identifier: GPL-2.0
/* Names of the registers that samples may have. */
#include <errno.h>
#include <string.h>
#include <strings.h>
#include <sys/utsname.h>
#include <base/vec.h>
#include <data/regs.h>

static const char *const x86_names[] = {
	"AX", "BX", "CX", "DX", "SI", "DI", "BP", "SP", "IP", "FLAGS", "CS", "SS", "DS", "ES",
	"FS", "GS", "R8", "R9", "R10", "R11", "R12", "R13", "R14", "R15",
};

static const char *const powerpc_names[] = {
	"r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "r13",
	"r14", "r15", "r16", "r17", "r18", "r19", "r20", "r21", "r22", "r23", "r24", "r25", "r26",
	"r27", "r28", "r29", "r30", "r31", "nip", "msr", "orig_r3", "ctr", "link", "xer", "ccr",
	"softe", "trap", "dar", "dsisr", "sier", "mmcra",
};

static const char *const arm64_names[] = {
	"x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13",
	"x14", "x15", "x16", "x17", "x18", "x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26",
	"x27", "x28", "x29", "lr", "sp", "pc",
};

static const struct machine {
	const char *prefix;	/* of utsname.machine */
	const char *const *names;
	unsigned int nr;
} machines[] = {
	{ "x86_64", x86_names, PERF_ARRAY_SIZE(x86_names) },
	{ "i", x86_names, PERF_ARRAY_SIZE(x86_names) },
	{ "ppc", powerpc_names, PERF_ARRAY_SIZE(powerpc_names) },
	{ "aarch64", arm64_names, PERF_ARRAY_SIZE(arm64_names) },
};

/**
 * perf_reg_name() - name of a register
 * @arch: machine, from perf_data_env.arch or utsname.machine; NULL: this machine
 * @bit: number of the register in perf_sample_regs.mask
 *
 * Source of the numbers: enum perf_event_<arch>_regs in asm/perf_regs.h.
 *
 * Return: the name; NULL if @arch or @bit is unknown.
 */
const char *perf_reg_name(const char *arch, unsigned int bit)
{
	struct utsname here;
	size_t i;

	if (!arch)
		arch = uname(&here) ? "" : here.machine;
	for (i = 0; i < PERF_ARRAY_SIZE(machines); i++)
		if (perf_starts_with(arch, machines[i].prefix))
			return bit < machines[i].nr ? machines[i].names[bit] : NULL;
	return NULL;
}

static int regs_unknown(const char *name, size_t length, uint64_t allowed, struct perf_error *error)
{
	struct perf_str names = { 0 };
	unsigned int bit;

	for (bit = 0; bit < 64; bit++)
		if (allowed >> bit & 1 && perf_reg_name(NULL, bit))
			perf_str_format(&names, "%s%s", names.length ? "," : "",
					perf_reg_name(NULL, bit));
	perf_error_set(error, EINVAL, "'%.*s' is no register that samples can have", (int)length,
		       name);
	perf_error_hint(error, "registers: %s", perf_str_text(&names));
	perf_str_free(&names);
	return -EINVAL;
}

/**
 * perf_regs_parse() - convert names of this machine's registers to a mask
 * @text: names such as "ax,bx", upper or lower case
 * @allowed: mask of the registers that @text may name
 * @mask: result
 * @error: filled on failure; @error->hint lists the names of @allowed
 *
 * Return: 0 or -EINVAL.
 */
int perf_regs_parse(const char *text, uint64_t allowed, uint64_t *mask, struct perf_error *error)
{
	size_t length;

	for (*mask = 0; *text; text += length + (text[length] == ',')) {
		unsigned int bit;

		length = strcspn(text, ",");
		for (bit = 0; bit < 64; bit++) {
			const char *name = allowed >> bit & 1 ? perf_reg_name(NULL, bit) : NULL;

			if (name && strlen(name) == length && !strncasecmp(name, text, length))
				break;
		}
		if (bit == 64)
			return regs_unknown(text, length, allowed, error);
		*mask |= 1ULL << bit;
	}
	return 0;
}
