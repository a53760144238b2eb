// SPDX-License-Identifier: GPL-2.0
/* The symbols of objects and the files they were read from, as text. */
#include <errno.h>
#include <inttypes.h>
#include <lines/symbols_text.h>

/** perf_symbols_why() - the reason why an object has no symbols, a clause for a message */
const char *perf_symbols_why(const struct perf_dso *dso)
{
	switch (dso->state) {
	case PERF_DSO_MISSING:
		return "there is no such file any more";
	case PERF_DSO_CHANGED:
		return "the file is another one than when it was recorded";
	case PERF_DSO_HIDDEN:
		return "the kernel does not show its addresses (kernel.kptr_restrict)";
	case PERF_DSO_REFUSED:
		return "the file is another user's";
	case PERF_DSO_OTHER_KERNEL:
		return "the kernel that runs here is not the one of the recording";
	case PERF_DSO_OTHER_FILE:
		return "the path leads to another file than the one that was mapped";
	case PERF_DSO_OTHER_MACHINE:
		return "it was recorded on another machine, without a build id";
	case PERF_DSO_UNREADABLE:
		return "the file cannot be read";
	default:
		return "it has no symbols";
	}
}

static void add_build_id(struct perf_str *str, const struct perf_build_id *id)
{
	size_t i;

	for (i = 0; i < id->size; i++)
		perf_str_hex(str, id->bytes[i], 2, '0');
}

/* The file that the symbols of @dso were read from. */
static const char *file_of(const struct perf_dsos *dsos, const struct perf_dso *dso)
{
	switch (dso->origin) {
	case PERF_DSO_FROM_KALLSYMS:
		return dsos->kallsyms_path;
	case PERF_DSO_FROM_JIT_MAP:
		return dso->name;
	case PERF_DSO_FROM_ITSELF:
	case PERF_DSO_FROM_MINI_DEBUG:
		return dso->elf_path ? dso->elf_path : "memory of this process";
	default:
		return dso->debug_path ? dso->debug_path : dso->elf_path;
	}
}

/* The symbols that a stripped object has; perf_dso.mini_debug is the reason if there are few. */
static const char *stripped_text(const struct perf_dso *dso)
{
	switch (dso->mini_debug) {
	case 0:
		return ", which is stripped: exported ones, and those in its .gnu_debugdata";
	case -ENOENT:
		return ", which is stripped: exported ones only";
	case -EFBIG:
		return ", which is stripped: exported ones only, as its .gnu_debugdata becomes too "
		       "large when it is unpacked";
	case -EOPNOTSUPP:
		return ", which is stripped: exported ones only, as this perf was built without "
		       "liblzma, which unpacks its .gnu_debugdata";
	default:
		return ", which is stripped: exported ones only, as its .gnu_debugdata is damaged";
	}
}

/**
 * perf_symbols_text() - add the file of an object's symbols, or perf_symbols_why()
 * @str: text is added here, without a newline
 * @dsos: table of objects
 * @dso: object in @dsos
 *
 * Return: false if nothing was added: @dso is PERF_DSO_NOT_LOADED or PERF_DSO_DATA.
 */
bool perf_symbols_text(struct perf_str *str, const struct perf_dsos *dsos,
		       const struct perf_dso *dso)
{
	const char *file = file_of(dsos, dso);

	if (dso->state == PERF_DSO_NOT_LOADED || dso->kind == PERF_DSO_DATA)
		return false;
	perf_str_name(str, dso->name);
	if (dso->state == PERF_DSO_LOADED && dso->symbols.nr) {
		perf_str_format(str, ": %zu symbols of ", dso->symbols.nr);
		perf_str_name(str, file ? file : "the recording");
		if (dso->stripped)
			perf_str_add(str, stripped_text(dso));
	} else {
		perf_str_format(str, ": no symbols: %s", perf_symbols_why(dso));
	}
	if (dso->build_id.size) {
		perf_str_add(str, " (build id ");
		add_build_id(str, &dso->build_id);
		perf_str_char(str, ')');
	}
	return true;
}

/** perf_symbols_table() - add a line for an object, then one for each of its symbols */
void perf_symbols_table(struct perf_str *str, struct perf_dsos *dsos, struct perf_dso *dso)
{
	static const char binds[] = {
		[PERF_SYMBOL_LOCAL] = 'l', [PERF_SYMBOL_GLOBAL] = 'g', [PERF_SYMBOL_WEAK] = 'w',
	};
	struct perf_symbol *symbol;
	size_t i;

	perf_str_add(str, "dso: ");
	perf_str_name(str, dso->short_name);
	perf_str_add(str, " (");
	perf_str_name(str, dso->name);
	perf_str_format(str, ", %sloaded, ", dso->state == PERF_DSO_LOADED ? "" : "NOT ");
	add_build_id(str, &dso->build_id);
	perf_str_add(str, ")\n");
	for (i = 0; i < dso->symbols.nr; i++) {
		symbol = &dso->symbols.v[i];
		perf_str_format(str, " %" PRIx64 "-%" PRIx64 " %c ", symbol->start, symbol->end,
				binds[symbol->bind]);
		perf_str_name(str, perf_dso_symbol_name(dsos, dso, symbol));
		perf_str_char(str, '\n');
	}
}
