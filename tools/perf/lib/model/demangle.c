// SPDX-License-Identifier: GPL-2.0
/*
 * Names of C++ and Rust functions, by libiberty.
 *
 * A mangled name may refer to its own parts, and these to others: 300 bytes can expand to
 * terabytes. libiberty passes the text to add_piece() in pieces, and a callback has no return value
 * to stop it; so add_piece() leaves by longjmp() once the text exceeds demangle_ctx::limit.
 * libiberty then holds only its stack, with one exception: a Rust identifier with characters
 * beyond ASCII is in a buffer that libiberty frees after the callback. add_piece() leaves at the
 * next piece instead.
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

struct demangle_ctx {
	struct perf_str text;
	size_t limit;
	bool is_rust;
	bool is_too_long;
	jmp_buf too_long;
};

/*
 * An identifier beyond ASCII is one piece of a Rust name (_R). Pieces of C++ names are of a
 * fixed size, and each of them may have such characters.
 */
static bool is_in_buffer(const struct demangle_ctx *ctx, const char *piece, size_t length)
{
	while (ctx->is_rust && length)
		if (piece[--length] & 0x80)
			return true;
	return false;
}

static void add_piece(const char *piece, size_t length, void *context)
{
	struct demangle_ctx *ctx = context;

	if (length > ctx->limit - ctx->text.length)
		ctx->is_too_long = true;
	if (!ctx->is_too_long)
		perf_str_mem(&ctx->text, piece, length);
	else if (!is_in_buffer(ctx, piece, length))
		longjmp(ctx->too_long, 1);
}

/* Old Rust names are also valid C++ names, so rust_demangle_callback() comes first. */
static bool demangle_text(struct demangle_ctx *ctx, const char *name)
{
	if (setjmp(ctx->too_long))
		return false;
	if (rust_demangle_callback(name, OPTIONS, add_piece, ctx) || ctx->is_too_long)
		return !ctx->is_too_long;
	perf_str_cut(&ctx->text, 0);
	return cplus_demangle_v3_callback(name, OPTIONS, add_piece, ctx);
}

/**
 * perf_demangle() - translate a symbol's name
 * @name: mangled name, as in the object
 *
 * The result has neither parameters nor return type.
 *
 * Return: the name, which the caller frees; NULL if @name is not mangled, expands to an excessive
 * length, or this build has no demangler.
 */
char *perf_demangle(const char *name)
{
	struct demangle_ctx ctx = { .limit = 0 };

	/* Mangled names start with _Z (C++, old Rust) or _R (Rust v0); __ is tried, too. */
	if (name[0] != '_' || (name[1] != 'Z' && name[1] != 'R' && name[1] != '_'))
		return NULL;
	ctx.limit = NAME_MAX_OF(strlen(name));
	ctx.is_rust = name[1] == 'R';
	if (demangle_text(&ctx, name) && !ctx.text.failed && ctx.text.length)
		return perf_str_steal(&ctx.text);
	perf_str_free(&ctx.text);
	return NULL;
}
#else
char *perf_demangle(const char *name)
{
	(void)name;
	return NULL;
}
#endif
