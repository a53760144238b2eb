// SPDX-License-Identifier: GPL-2.0-only
/*
 * Names of C++ and Rust functions, by libiberty.
 *
 * A mangled name may refer to its own parts, and these to others: 300 bytes can expand to
 * terabytes. libiberty passes the text to add_piece() in pieces, and a callback has no return value
 * to stop it; so add_piece() leaves by longjmp() once the text exceeds demangling.limit. For C++
 * names libiberty then holds only its stack; for Rust names it may leak a buffer of the size of an
 * identifier.
 */
#include <setjmp.h>
#include <stddef.h>
#include <string.h>
#include <base/str.h>
#include <model/demangle.h>

#ifdef HAVE_IBERTY
#include <libiberty/demangle.h>

#define OPTIONS	(DMGL_AUTO | DMGL_NO_OPTS)

/*
 * Bytes allowed for the readable form of a name of @length mangled bytes. The longest names of
 * LLVM, which has templates of templates, grow tenfold.
 */
#define NAME_MAX_OF(length)	(1024 + 32 * (length))

struct demangling {
	struct perf_str text;
	size_t limit;
	jmp_buf too_long;
};

static void add_piece(const char *piece, size_t length, void *context)
{
	struct demangling *demangling = context;

	if (length > demangling->limit - demangling->text.length)
		longjmp(demangling->too_long, 1);
	perf_str_mem(&demangling->text, piece, length);
}

/* Old Rust names are also valid C++ names, so rust_demangle_callback() comes first. */
static bool demangle_text(struct demangling *demangling, const char *name)
{
	if (setjmp(demangling->too_long))
		return false;
	if (rust_demangle_callback(name, OPTIONS, add_piece, demangling))
		return true;
	perf_str_cut(&demangling->text, 0);
	return cplus_demangle_v3_callback(name, OPTIONS, add_piece, demangling);
}

char *perf_demangle(const char *name)
{
	struct demangling demangling = { .limit = 0 };

	/* Mangled names start with _Z (C++, old Rust) or _R (Rust v0); __ is tried, too. */
	if (name[0] != '_' || (name[1] != 'Z' && name[1] != 'R' && name[1] != '_'))
		return NULL;
	demangling.limit = NAME_MAX_OF(strlen(name));
	if (demangle_text(&demangling, name) && !demangling.text.failed && demangling.text.length)
		return perf_str_steal(&demangling.text);
	perf_str_free(&demangling.text);
	return NULL;
}
#else
char *perf_demangle(const char *name)
{
	(void)name;
	return NULL;
}
#endif
