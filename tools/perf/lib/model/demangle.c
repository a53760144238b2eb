// SPDX-License-Identifier: GPL-2.0-only
/*
 * Names of C++, Rust and D functions, by libiberty.
 */
#include <stddef.h>
#include <model/demangle.h>

#ifdef HAVE_IBERTY
#include <libiberty/demangle.h>

char *perf_demangle(const char *name)
{
	/* All schemes of interest begin so: _Z (C++, old Rust), _R (Rust v0), _D. */
	if (name[0] != '_' || (name[1] != 'Z' && name[1] != 'R' && name[1] != 'D' &&
			       name[1] != '_'))
		return NULL;
	return cplus_demangle(name, DMGL_AUTO | DMGL_NO_OPTS);
}
#else
char *perf_demangle(const char *name)
{
	(void)name;
	return NULL;
}
#endif
