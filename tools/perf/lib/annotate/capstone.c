// SPDX-License-Identifier: GPL-2.0
#include <annotate/capstone.h>

#ifdef HAVE_CAPSTONE
#ifdef STATIC_LIBRARIES

/**
 * perf_capstone_load() - load the library that this program was compiled for
 * @capstone: filled in
 * @error: filled on failure
 *
 * Return: 0, or -EOPNOTSUPP if it is not installed or lacks a function.
 */
int perf_capstone_load(struct perf_capstone *capstone, struct perf_error *error)
{
	(void)error;
	*capstone = (struct perf_capstone){
		.open = cs_open,
		.close = cs_close,
		.option = cs_option,
		.malloc = cs_malloc,
		.free = cs_free,
		.disasm_iter = cs_disasm_iter,
		.insn_group = cs_insn_group,
		.insn_name = cs_insn_name,
	};
	return 0;
}

/**
 * perf_capstone_unload() - unload the library
 * @capstone: loaded, or zeroed
 */
void perf_capstone_unload(struct perf_capstone *capstone)
{
	(void)capstone;
}

#else

#include <errno.h>
#include <string.h>

#include <base/library.h>
#include <base/vec.h>

/* LIBRARY: name of the shared library with CS_API_MAJOR, the header's version. */
#define TEXT_OF(number)		#number
#define LIBRARY_OF(version)	"libcapstone.so." TEXT_OF(version)
#define LIBRARY			LIBRARY_OF(CS_API_MAJOR)

static const struct perf_library_function functions[] = {
	{ "cs_open",		offsetof(struct perf_capstone, open) },
	{ "cs_close",		offsetof(struct perf_capstone, close) },
	{ "cs_option",		offsetof(struct perf_capstone, option) },
	{ "cs_malloc",		offsetof(struct perf_capstone, malloc) },
	{ "cs_free",		offsetof(struct perf_capstone, free) },
	{ "cs_disasm_iter",	offsetof(struct perf_capstone, disasm_iter) },
	{ "cs_insn_group",	offsetof(struct perf_capstone, insn_group) },
	{ "cs_insn_name",	offsetof(struct perf_capstone, insn_name) },
};

int perf_capstone_load(struct perf_capstone *capstone, struct perf_error *error)
{
	int err;

	memset(capstone, 0, sizeof(*capstone));
	err = perf_library_load(&capstone->library, LIBRARY, capstone, functions,
				PERF_ARRAY_SIZE(functions), error);
	if (!err)
		return 0;
	perf_error_prefix(error, "cannot load what disassembles");
	perf_error_hint(error, "Install the package that has %s, such as libcapstone%d", LIBRARY,
			CS_API_MAJOR);
	return err;
}

void perf_capstone_unload(struct perf_capstone *capstone)
{
	perf_library_unload(&capstone->library);
}

#endif /* STATIC_LIBRARIES */
#endif /* HAVE_CAPSTONE */
