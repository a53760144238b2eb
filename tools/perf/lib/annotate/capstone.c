// SPDX-License-Identifier: GPL-2.0-only
#include <annotate/capstone.h>

#ifdef HAVE_CAPSTONE
#ifdef STATIC_CAPSTONE

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

void perf_capstone_unload(struct perf_capstone *capstone)
{
	(void)capstone;
}

#else

#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <base/vec.h>

/* The name that the version in the header has as a shared library. */
#define TEXT_OF(number)		#number
#define LIBRARY_OF(version)	"libcapstone.so." TEXT_OF(version)
#define LIBRARY			LIBRARY_OF(CS_API_MAJOR)

static const struct {
	const char *name;
	size_t at;
} functions[] = {
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
	size_t i;

	memset(capstone, 0, sizeof(*capstone));
	capstone->library = dlopen(LIBRARY, RTLD_LAZY | RTLD_LOCAL);
	if (!capstone->library) {
		perf_error_set(error, EOPNOTSUPP, "cannot load what disassembles: %s",
			       dlerror());
		perf_error_hint(error, "Install the package that has %s, such as libcapstone%d",
				LIBRARY, CS_API_MAJOR);
		return -EOPNOTSUPP;
	}
	for (i = 0; i < PERF_ARRAY_SIZE(functions); i++) {
		void *address = dlsym(capstone->library, functions[i].name);

		if (!address) {
			perf_capstone_unload(capstone);
			return perf_error_set(error, EOPNOTSUPP, "%s has no %s()", LIBRARY,
					      functions[i].name);
		}
		/* Copied: ISO C does not convert a void * to a pointer to a function */
		memcpy((char *)capstone + functions[i].at, &address, sizeof(address));
	}
	return 0;
}

void perf_capstone_unload(struct perf_capstone *capstone)
{
	if (capstone->library)
		dlclose(capstone->library);
	capstone->library = NULL;
}

#endif /* STATIC_CAPSTONE */
#endif /* HAVE_CAPSTONE */
