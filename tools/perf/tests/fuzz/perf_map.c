// SPDX-License-Identifier: GPL-2.0
/* Fuzzes perf_jit_map_load() of a /tmp/perf-PID.map, and the demangler on its names. */
#include <model/jit_map.h>

#include "fuzz.h"

#define INPUT	"perf_map.input"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct perf_symbols symbols = { 0 };
	size_t i;

	fuzz_file(INPUT, data, size);
	if (!perf_jit_map_load(INPUT, false, &symbols)) {
		for (i = 0; i < symbols.nr; i++) {
			struct perf_symbol *symbol = &symbols.v[i];

			fuzz_check(symbol->start <= symbol->end);
			fuzz_check(!i || symbols.v[i - 1].start < symbol->start);
			fuzz_check(*symbol->name);
			fuzz_use(strlen(perf_symbol_name(&symbols, symbol)));
			if (symbol->start < symbol->end)
				fuzz_check(perf_symbols_find(&symbols, symbol->start));
		}
	}
	perf_symbols_clear(&symbols);
	return 0;
}
