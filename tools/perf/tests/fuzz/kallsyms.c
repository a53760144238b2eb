// SPDX-License-Identifier: GPL-2.0
/* Fuzzes the readers of model/kallsyms.h: symbols of the kernel, of a module, of one name. */
#include <model/kallsyms.h>

#include "fuzz.h"

#define INPUT	"kallsyms.input"

static void use_kallsyms(struct perf_kallsyms *kallsyms, const char *module, uint64_t shift)
{
	struct perf_symbols symbols = { 0 };
	size_t i;

	if (!perf_kallsyms_load(kallsyms, module, shift, &symbols)) {
		for (i = 0; i < symbols.nr; i++) {
			fuzz_check(!i || symbols.v[i - 1].start < symbols.v[i].start);
			fuzz_check(perf_symbols_find(&symbols, symbols.v[i].start) ==
				   &symbols.v[i] || symbols.v[i].end <= symbols.v[i].start);
			fuzz_use(strlen(symbols.v[i].name));
		}
	}
	perf_symbols_clear(&symbols);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct perf_kallsyms *kallsyms;

	fuzz_file(INPUT, data, size);
	kallsyms = perf_kallsyms_read(INPUT, false);
	if (!kallsyms)
		fuzz_give_up(INPUT);
	fuzz_use(perf_kallsyms_hidden(kallsyms));
	fuzz_use(perf_kallsyms_address(kallsyms, "_text"));
	use_kallsyms(kallsyms, NULL, 0);
	use_kallsyms(kallsyms, "[ext4]", 0x1000);
	perf_kallsyms_free(kallsyms);
	return 0;
}
