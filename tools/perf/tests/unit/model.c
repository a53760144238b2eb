// SPDX-License-Identifier: GPL-2.0
/* Tests of lib/model: symbols, address spaces, names, processes. */
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <base/input.h>
#include <base/io.h>
#include <base/str.h>
#include <base/vec.h>
#include <model/demangle.h>
#include <model/elf_object.h>
#include <model/jit_map.h>
#include <model/kallsyms.h>
#include <model/machine.h>
#include <model/space.h>
#include <model/symbols.h>

#include "tap.h"

static const char *name_at(struct perf_symbols *symbols, uint64_t addr)
{
	struct perf_symbol *symbol = perf_symbols_find(symbols, addr);

	return symbol ? perf_symbol_name(symbols, symbol) : "none";
}

static void symbols_are_found_by_address(void)
{
	struct perf_symbols symbols = { 0 };

	perf_symbols_add(&symbols, 0x300, 0x310, "last", PERF_SYMBOL_GLOBAL);
	perf_symbols_add(&symbols, 0x100, 0x120, "first", PERF_SYMBOL_GLOBAL);
	perf_symbols_add(&symbols, 0x200, 0x200, "label", PERF_SYMBOL_LOCAL);
	perf_symbols_seal(&symbols, PERF_SYMBOLS_ELF);
	is_text(name_at(&symbols, 0xff), "none");
	is_text(name_at(&symbols, 0x100), "first");
	is_text(name_at(&symbols, 0x11f), "first");
	is_text(name_at(&symbols, 0x120), "none");
	is_text(name_at(&symbols, 0x2ff), "label");
	is_text(name_at(&symbols, 0x30f), "last");
	is_text(name_at(&symbols, 0x310), "none");
	perf_symbols_clear(&symbols);
}

static void enclosing_symbols_are_found(void)
{
	struct perf_symbols symbols = { 0 };

	perf_symbols_add(&symbols, 0x100, 0x200, "outer", PERF_SYMBOL_GLOBAL);
	perf_symbols_add(&symbols, 0x140, 0x150, "inner", PERF_SYMBOL_LOCAL);
	perf_symbols_seal(&symbols, PERF_SYMBOLS_ELF);
	is_text(name_at(&symbols, 0x13f), "outer");
	is_text(name_at(&symbols, 0x14f), "inner");
	is_text(name_at(&symbols, 0x150), "outer");
	perf_symbols_clear(&symbols);
}

/* Return the name perf_symbols_seal() keeps of two at one address. */
static const char *better(const char *a, uint64_t end_a, enum perf_symbol_bind bind_a,
			  const char *b, uint64_t end_b, enum perf_symbol_bind bind_b)
{
	static char result[64];
	struct perf_symbols symbols = { 0 };

	perf_symbols_add(&symbols, 0x10, end_a, a, bind_a);
	perf_symbols_add(&symbols, 0x10, end_b, b, bind_b);
	perf_symbols_add(&symbols, 0x40, 0x50, "next", PERF_SYMBOL_GLOBAL);
	perf_symbols_seal(&symbols, PERF_SYMBOLS_ELF);
	snprintf(result, sizeof(result), "%s", name_at(&symbols, 0x10));
	perf_symbols_clear(&symbols);
	return result;
}

static void best_of_several_names_is_kept(void)
{
	const enum perf_symbol_bind local = PERF_SYMBOL_LOCAL, global = PERF_SYMBOL_GLOBAL;
	const enum perf_symbol_bind weak = PERF_SYMBOL_WEAK;

	is_text(better("empty_but_long", 0x10, global, "sized", 0x20, local), "sized");
	is_text(better("weak_and_long", 0x20, weak, "local", 0x20, local), "local");
	is_text(better("local_and_long", 0x20, local, "global", 0x20, global), "global");
	is_text(better("__underscores", 0x20, global, "plain", 0x20, global), "plain");
	is_text(better("short", 0x20, global, "much_longer", 0x20, global), "much_longer");
	is_text(better("same1", 0x20, global, "same2", 0x20, global), "same1");
}

static struct perf_mapping mapping(uint64_t start, uint64_t end, struct perf_dso *dso)
{
	return (struct perf_mapping){ .start = start, .end = end, .offset = 0, .dso = dso };
}

static size_t count_mappings(const struct perf_space *space)
{
	const struct perf_mapping *at = perf_space_from(space, 0);
	size_t nr;

	for (nr = 0; at; nr++)
		at = perf_space_from(space, at->start + 1);
	return nr;
}

static void new_mappings_cut_old_ones(void)
{
	struct perf_dso a = { .index = 0 }, b = { .index = 1 };
	struct perf_mapping whole = mapping(0x1000, 0x9000, &a);
	struct perf_mapping hole = mapping(0x3000, 0x5000, &b);
	uint32_t epoch = 0, before;
	struct perf_space *space = perf_space_create(&epoch);
	const struct perf_mapping *found;

	is_equal(perf_space_map(&space, &epoch, &whole), 0);
	before = space->epoch;
	is_equal(perf_space_map(&space, &epoch, &hole), 0);
	is_true(space->epoch != before);
	is_equal(count_mappings(space), 3);
	is_true(perf_space_find(space, 0x2fff)->dso == &a);
	is_true(perf_space_find(space, 0x3000)->dso == &b);
	is_true(perf_space_find(space, 0x4fff)->dso == &b);
	found = perf_space_find(space, 0x5000);
	is_true(found->dso == &a);
	is_equal(found->offset, 0x4000);
	is_true(!perf_space_find(space, 0x9000));
	is_true(!perf_space_find(space, 0xfff));
	is_equal(perf_space_unmap(&space, &epoch, 0, 0x8000), 0);
	is_equal(count_mappings(space), 1);
	is_equal(perf_space_find(space, 0x8000)->offset, 0x7000);
	perf_space_drop(space);
}

static void shared_spaces_part_when_they_change(void)
{
	struct perf_dso a = { .index = 0 }, b = { .index = 1 };
	struct perf_mapping first = mapping(0x1000, 0x2000, &a);
	struct perf_mapping second = mapping(0x1000, 0x2000, &b);
	uint32_t epoch = 0;
	struct perf_space *parent = perf_space_create(&epoch), *child;

	perf_space_map(&parent, &epoch, &first);
	child = perf_space_share(parent);
	is_equal(perf_space_map(&child, &epoch, &second), 0);
	is_true(child != parent);
	is_true(perf_space_find(parent, 0x1000)->dso == &a);
	is_true(perf_space_find(child, 0x1000)->dso == &b);
	perf_space_drop(child);
	perf_space_drop(parent);
}

#define PAGES	64
#define SPACES	8

/* The object and offset perf_space_find() must return for a page; NULL if none is mapped. */
struct page {
	struct perf_dso *dso;
	uint64_t offset;
};

static bool is_like_pages(const struct perf_space *space, const struct page *pages)
{
	const struct perf_mapping *found;
	size_t i;

	for (i = 0; i < PAGES; i++) {
		found = perf_space_find(space, i);
		if (!found != !pages[i].dso)
			return false;
		if (found && (found->dso != pages[i].dso ||
			      i - found->start + found->offset != pages[i].offset))
			return false;
	}
	return true;
}

/* Pseudo-random maps, unmaps and perf_space_share()s, beside page tables copied whole. */
static void forked_spaces_change_apart(void)
{
	static struct page pages[SPACES][PAGES];
	struct perf_dso dsos[3] = { 0 };
	struct perf_space *spaces[SPACES];
	uint64_t state = 1, start, end, at;
	uint32_t epoch = 0, i, space, from;

	for (i = 0; i < SPACES; i++)
		spaces[i] = perf_space_create(&epoch);
	for (i = 0; i < 20000; i++) {
		state = state * 6364136223846793005ull + 1442695040888963407ull;
		space = state >> 61;
		from = state >> 58 & (SPACES - 1);
		start = state >> 52 & (PAGES - 1);
		end = start + 1 + (state >> 46 & (i % 2 ? 3 : PAGES - 1));
		end = end > PAGES ? PAGES : end;
		if (state >> 43 & 1 && space != from) {
			perf_space_drop(spaces[space]);
			spaces[space] = perf_space_share(spaces[from]);
			memcpy(pages[space], pages[from], sizeof(pages[space]));
		} else if (state >> 42 & 1) {
			struct perf_mapping new = mapping(start, end, &dsos[i % 3]);

			new.offset = 1000 * i;
			is_equal(perf_space_map(&spaces[space], &epoch, &new), 0);
			for (at = start; at < end; at++)
				pages[space][at] = (struct page){
					new.dso, new.offset + at - start,
				};
		} else {
			is_equal(perf_space_unmap(&spaces[space], &epoch, start, end), 0);
			memset(&pages[space][start], 0, (end - start) * sizeof(**pages));
		}
		is_true(is_like_pages(spaces[space], pages[space]));
	}
	for (i = 0; i < SPACES; i++) {
		is_true(is_like_pages(spaces[i], pages[i]));
		perf_space_drop(spaces[i]);
	}
}

static void kallsyms_are_read(void)
{
	static const char text[] =
		"ffffffff81000000 T _text\n"
		"ffffffff81000000 T startup\n"
		"nonsense\n"
		"\n"
		"ffffffff81000100 t helper\n"
		"ffffffff81000180\n"
		"ffffffff81000180 t \t[module]\n"
		"ffffffff81000180 t\thalf\n"
		"[ffffffff81000180 t half\n"
		"ffffffff81000200 a absolute\n"
		"ffffffffc0000000 t in_module\t[module]\n"
		"FFFFFFFFC0000080 t capitals\t[module]\n"
		"ffffffffc0001000 t in_other\t[other]\n"
		"ffffffff81000300 W last";
	struct perf_symbols kernel = { 0 }, module = { 0 };
	char path[] = "/tmp/kallsyms.XXXXXX";
	struct perf_kallsyms *kallsyms;
	int fd = mkstemp(path);

	is_equal(perf_write_all(fd, text, strlen(text)), 0);
	close(fd);
	kallsyms = perf_kallsyms_read(path, false);
	unlink(path);
	is_true(kallsyms);
	is_true(!perf_kallsyms_hidden(kallsyms));
	is_equal(perf_kallsyms_address(kallsyms, "helper"), 0xffffffff81000100);
	is_equal(perf_kallsyms_address(kallsyms, "in_module"), 0);
	is_equal(perf_kallsyms_load(kallsyms, NULL, 0x1000, &kernel), 0);
	is_text(name_at(&kernel, 0xffffffff81001000), "startup");
	is_text(name_at(&kernel, 0xffffffff81001180), "helper");
	is_text(name_at(&kernel, 0xffffffff81001300), "last");
	is_equal(kernel.nr, 3);
	is_equal(perf_kallsyms_load(kallsyms, "[module]", 0, &module), 0);
	is_equal(module.nr, 1);
	is_text(name_at(&module, 0xffffffffc0000010), "in_module");
	perf_symbols_clear(&kernel);
	perf_symbols_clear(&module);
	perf_kallsyms_free(kallsyms);
}

static void jit_maps_are_read(void)
{
	static const char text[] =
		"2000 20 late function(int, char)\n"
		"bad line\n"
		"1000 10 first\n"
		"1000 18 replaced it\n"
		"3000 10 of DOS\r\n";
	struct perf_symbols symbols = { 0 };
	char path[] = "/tmp/perf-map.XXXXXX";
	int fd = mkstemp(path);

	is_equal(perf_write_all(fd, text, strlen(text)), 0);
	close(fd);
	is_equal(perf_jit_map_load(path, false, &symbols), 0);
	unlink(path);
	is_equal(symbols.nr, 3);
	is_text(name_at(&symbols, 0x3000), "of DOS");
	is_text(name_at(&symbols, 0x1017), "replaced it");
	is_text(name_at(&symbols, 0x2000), "late function(int, char)");
	is_text(name_at(&symbols, 0x2020), "none");
	perf_symbols_clear(&symbols);
	is_equal(perf_jit_map_load("/tmp/does/not/exist.map", false, &symbols), -ENOENT);
}

/* A symbol that leaves the address space ends at UINT64_MAX: perf_symbol.start < .end always. */
static void symbols_end_behind_their_start(void)
{
	struct perf_symbols symbols = { 0 };
	size_t i;

	perf_symbols_add(&symbols, 0x1000, 0xf00, "wraps", PERF_SYMBOL_GLOBAL);
	perf_symbols_add(&symbols, UINT64_MAX - 16, UINT64_MAX - 16, "last", PERF_SYMBOL_GLOBAL);
	perf_symbols_seal(&symbols, PERF_SYMBOLS_ELF);
	is_equal(symbols.nr, 2);
	for (i = 0; i < symbols.nr; i++)
		is_true(symbols.v[i].end > symbols.v[i].start);
	is_text(name_at(&symbols, 0x2000), "wraps");
	is_text(name_at(&symbols, UINT64_MAX - 1), "last");
	perf_symbols_clear(&symbols);
}

static const struct perf_build_id first_id = { .size = 8, .bytes = { 1 } };
static const struct perf_build_id second_id = { .size = 8, .bytes = { 2 } };

/* perf_dsos may return one object for two mappings of a name only if they may be one file. */
static void files_of_a_name_are_told_apart(void)
{
	const struct perf_file_id one = { 8, 1, 10, 5 }, two = { 8, 1, 11, 0 };
	const struct perf_file_id listed = { 0, 40, 10, 0 }, reused = { 8, 1, 10, 6 };
	const struct perf_file_id any_generation = { 8, 1, 10, 0 };
	struct perf_dsos dsos = { 0 };
	struct perf_dso *known, *other;

	perf_dsos_list(&dsos, "/a", PERF_DSO_FILE, &first_id);
	is_equal(perf_dsos_list_file(&dsos, "/a", &listed, &second_id), 0);
	known = perf_dsos_get_file(&dsos, "/a", &one);
	is_true(perf_build_id_equal(&known->build_id, &first_id));
	is_true(perf_dsos_get_file(&dsos, "/a", &any_generation) == known);
	other = perf_dsos_get_file(&dsos, "/a", &two);
	is_true(other != known && !other->build_id.size);
	is_true(perf_dsos_get_file(&dsos, "/a", &reused) != known);
	other = perf_dsos_get_file(&dsos, "/a", &listed);
	is_true(perf_build_id_equal(&other->build_id, &second_id));
	/* A mapping without a file id is of the object that perf_dsos_list() listed. */
	is_true(perf_dsos_get(&dsos, "/a", PERF_DSO_FILE, NULL) == known);
	/* A mapping recorded with a build id is not of a file known without one. */
	other = perf_dsos_get_file(&dsos, "/b", &one);
	is_true(perf_dsos_get(&dsos, "/b", PERF_DSO_FILE, &first_id) != other);
	perf_dsos_free(&dsos);
}

static void a_map(const char *path, uid_t owner, off_t size)
{
	int fd = open(path, O_WRONLY | O_CREAT, 0644);

	is_equal(fd >= 0 && !ftruncate(fd, size) && !fchown(fd, owner, -1), 1);
	close(fd);
}

/* perf_jit_map_load() refuses a pipe, a file too large, and one of another user. */
static void other_maps_are_refused(void)
{
	struct perf_symbols symbols = { 0 };
	char path[40], byte;
	int ready[2];
	pid_t child;

	snprintf(path, sizeof(path), "/tmp/perf-map.%d", getpid());
	is_equal(mkfifo(path, 0600), 0);
	is_equal(perf_jit_map_load(path, false, &symbols), -EINVAL);
	unlink(path);
	is_equal(perf_jit_map_load("/dev/zero", false, &symbols), -EINVAL);
	a_map(path, -1, PERF_INPUT_JIT_MAP_MAX + 1);
	is_equal(perf_jit_map_load(path, false, &symbols), -EFBIG);
	unlink(path);
	if (geteuid())
		return;
	is_equal(pipe(ready), 0);
	child = fork();
	if (!child) {
		if (!setresuid(1, 1, 1) && write(ready[1], "1", 1) == 1)
			pause();
		_exit(1);
	}
	/* The child has its new uid from now on. */
	close(ready[1]);
	is_equal(read(ready[0], &byte, 1), 1);
	close(ready[0]);
	snprintf(path, sizeof(path), "/tmp/perf-%d.map", child);
	a_map(path, 2, 0);
	is_equal(perf_jit_map_load(path, false, &symbols), -EPERM);
	is_equal(perf_jit_map_load(path, true, &symbols), 0);
	perf_symbols_clear(&symbols);
	is_equal(chown(path, 1, -1), 0);
	is_equal(perf_jit_map_load(path, false, &symbols), 0);
	perf_symbols_clear(&symbols);
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	is_equal(perf_jit_map_load(path, false, &symbols), -EPERM);
	unlink(path);
}

static void is_demangled(const char *mangled, const char *want)
{
	char *name = perf_demangle(mangled);

	is_text(name, want);
	free(name);
}

/*
 * f<A<int, int>, A<B, B>, A<C, C>, ...>(), where B, C and so on are the argument before: each
 * argument doubles the text. perf_demangle() returns that of two; that of 20 would have 35 MB.
 */
static void long_names_stay_mangled(void)
{
#ifndef HAVE_IBERTY
	test_skip("built without libiberty");
#else
	static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	struct perf_str mangled = { 0 };
	unsigned int i, arguments;
	char *name;

	for (arguments = 2; arguments <= 20; arguments += 18) {
		perf_str_cut(&mangled, 0);
		perf_str_add(&mangled, "_Z1fI1AIiiE");
		for (i = 1; i <= arguments; i++)
			perf_str_format(&mangled, "S0_IS%c_S%c_E", digits[i], digits[i]);
		perf_str_add(&mangled, "Evv");
		name = perf_demangle(mangled.text);
		if (arguments == 2)
			is_text(name, "f<A<int, int>, A<A<int, int>, A<int, int> >, "
				"A<A<A<int, int>, A<int, int> >, A<A<int, int>, A<int, int> > > >");
		else
			is_true(!name);
		free(name);
	}
	perf_str_free(&mangled);
#endif
}

/*
 * The same of Rust: a::f::<A, (A, A), (B, B), ...>(). A has an identifier with an umlaut, in
 * Punycode (RFC 3492), which libiberty decodes into a buffer of its own.
 */
static void long_rust_names_stay_mangled(void)
{
#ifndef HAVE_IBERTY
	test_skip("built without libiberty");
#else
	/* Where each argument begins, in base 62 */
	static const char *const places[] = { "7", "n", "v", "D", "L", "T", "11", "19", "1j" };
	struct perf_str mangled = { 0 };
	int i, arguments;
	char *name;

	for (arguments = 2; arguments <= (int)PERF_ARRAY_SIZE(places); arguments += 7) {
		perf_str_cut(&mangled, 0);
		perf_str_add(&mangled, "_RINvC1a1fNtC1au9bcher_kva");
		for (i = 0; i < arguments; i++)
			perf_str_format(&mangled, "TB%s_B%s_E", places[i], places[i]);
		perf_str_add(&mangled, "E");
		name = perf_demangle(mangled.text);
		if (arguments == 2)
			is_text(name, "a::f::<a::b\303\274cher, "
				"(a::b\303\274cher, a::b\303\274cher), "
				"((a::b\303\274cher, a::b\303\274cher), "
				"(a::b\303\274cher, a::b\303\274cher))>");
		else
			is_true(!name);
		free(name);
	}
	perf_str_free(&mangled);
#endif
}

static void names_are_demangled(void)
{
#ifndef HAVE_IBERTY
	test_skip("built without libiberty");
#else
	is_demangled("_ZN3foo3barEiPKc", "foo::bar");
	is_demangled("_ZN6shapes3BoxIlE4workERKli", "shapes::Box<long>::work");
	is_demangled("_RNvC6_123foo3bar", "123foo::bar");
	is_true(!perf_demangle("main"));
	is_true(!perf_demangle("_start"));
#endif
}

/* ---- records -------------------------------------------------------------------------- */

struct record {
	union {
		struct perf_event_header header;
		struct perf_record_comm comm;
		struct perf_record_fork fork;
		struct perf_record_mmap mmap;
		struct perf_record_mmap2 mmap2;
		struct perf_record_munmap munmap;
		struct perf_record_ksymbol ksymbol;
		char bytes[256];
	};
};

static const struct perf_data_event plain_event;

static void apply(struct perf_machine *machine, struct record *record, uint32_t type,
		  uint16_t misc, size_t size)
{
	struct perf_data_record given = { .header = &record->header, .event = &plain_event };

	record->header.type = type;
	record->header.misc = misc;
	record->header.size = (size + 7) & ~7;
	is_equal(perf_machine_apply(machine, &given), 0);
}

static void name_thread(struct perf_machine *machine, int pid, int tid, const char *name)
{
	struct record record = { .comm = { .pid = pid, .tid = tid } };

	memcpy(record.comm.comm, name, strlen(name) + 1);
	apply(machine, &record, PERF_RECORD_COMM, 0, sizeof(record.comm) + strlen(name) + 1);
}

static void map_file(struct perf_machine *machine, int pid, uint64_t start, const char *name)
{
	struct record record = {
		.mmap = { .pid = pid, .tid = pid, .start = start, .len = 0x1000 },
	};

	memcpy(record.mmap.filename, name, strlen(name) + 1);
	apply(machine, &record, PERF_RECORD_MMAP, PERF_RECORD_MISC_USER,
	      sizeof(record.mmap) + strlen(name) + 1);
}

static const char *object_at(struct perf_machine *machine, int pid, uint64_t ip)
{
	struct perf_thread *thread = perf_machine_thread(machine, pid, pid);
	uint32_t frame = perf_machine_frame(machine, thread->process, PERF_RECORD_MISC_USER, ip);
	const struct perf_dso *dso = machine->frames.at[frame].dso;

	return dso ? dso->name : "none";
}

/* An address that is mapped no longer belongs to no file, until another one is mapped there. */
static void unmapped_memory_has_no_object(void)
{
	struct perf_machine *machine = perf_machine_create();
	struct record data = { .munmap = { .pid = 10, .tid = 11, .addr = 0x1800, .len = 0x400 } };
	struct record fork = { .fork = { .pid = 20, .ppid = 10, .tid = 20, .ptid = 10 } };
	struct record unmapped = {
		.mmap2 = { .pid = 10, .tid = 10, .start = 0x1000, .len = 0x800 },
	};
	struct record kernel = data;

	map_file(machine, 10, 0x1000, "/one");
	apply(machine, &fork, PERF_RECORD_FORK, 0, sizeof(fork.fork));
	is_text(object_at(machine, 10, 0x1900), "/one");
	apply(machine, &kernel, PERF_RECORD_MUNMAP, PERF_RECORD_MISC_KERNEL,
	      sizeof(kernel.munmap));
	is_text(object_at(machine, 10, 0x1900), "/one");
	apply(machine, &data, PERF_RECORD_MUNMAP,
	      PERF_RECORD_MISC_USER | PERF_RECORD_MISC_MMAP_DATA, sizeof(data.munmap));
	is_text(object_at(machine, 10, 0x17ff), "/one");
	is_text(object_at(machine, 10, 0x1800), "none");
	is_text(object_at(machine, 10, 0x1bff), "none");
	is_text(object_at(machine, 10, 0x1c00), "/one");
	/* The child has a copy of the memory. */
	is_text(object_at(machine, 20, 0x1900), "/one");
	memcpy(unmapped.mmap2.filename, "[unmapped]", sizeof("[unmapped]"));
	apply(machine, &unmapped, PERF_RECORD_MMAP2, PERF_RECORD_MISC_USER,
	      sizeof(unmapped.mmap2) + sizeof("[unmapped]"));
	is_text(object_at(machine, 10, 0x17ff), "none");
	is_text(object_at(machine, 10, 0x1c00), "/one");
	map_file(machine, 10, 0x1000, "/two");
	is_text(object_at(machine, 10, 0x1900), "/two");
	/* A range round the end of all addresses, and an empty one. */
	data.munmap.addr = ~0x7ffULL;
	data.munmap.len = 0x1800;
	apply(machine, &data, PERF_RECORD_MUNMAP, PERF_RECORD_MISC_USER,
	      sizeof(data.munmap));
	data.munmap.addr = 0x1800;
	data.munmap.len = 0;
	apply(machine, &data, PERF_RECORD_MUNMAP, PERF_RECORD_MISC_USER,
	      sizeof(data.munmap));
	is_text(object_at(machine, 10, 0x1900), "/two");
	perf_machine_free(machine);
}

static void children_inherit_names_and_memory(void)
{
	struct perf_machine *machine = perf_machine_create();
	struct record fork = { .fork = { .pid = 20, .ppid = 10, .tid = 20, .ptid = 10 } };
	struct perf_thread *thread;

	name_thread(machine, 10, 10, "parent");
	map_file(machine, 10, 0x1000, "/no/such/program");
	apply(machine, &fork, PERF_RECORD_FORK, 0, sizeof(fork.fork));
	thread = perf_machine_thread(machine, 20, 20);
	is_text(perf_machine_comm(machine, thread->comm), "parent");
	is_text(object_at(machine, 20, 0x1234), "/no/such/program");
	/* A thread number is reused in another process. */
	is_equal(perf_machine_thread(machine, 10, 77)->process->pid, 10);
	is_equal(perf_machine_thread(machine, 20, 77)->process->pid, 20);
	is_equal(perf_machine_thread(machine, -1, 77)->process->pid, 20);
	map_file(machine, 20, 0x1000, "/another");
	is_text(object_at(machine, 20, 0x1234), "/another");
	is_text(object_at(machine, 10, 0x1234), "/no/such/program");
	is_text(object_at(machine, 10, 0x9999), "none");
	name_thread(machine, 20, 20, "child");
	is_text(perf_machine_comm(machine, thread->comm), "child");
	thread = perf_machine_thread(machine, 77, 78);
	is_text(perf_machine_comm(machine, thread->comm), ":78");
	thread = perf_machine_thread(machine, 0, 0);
	is_text(perf_machine_comm(machine, thread->comm), "swapper");
	perf_machine_free(machine);
}

static void first_names_hold_for_before(void)
{
	struct record fork = { .fork = { .pid = 30, .ppid = 9, .tid = 30, .ptid = 9 } };
	struct record gone = { .fork = { .pid = 30, .tid = 30 } };
	struct perf_machine *machine = perf_machine_create();
	uint32_t before, named;

	before = perf_machine_thread(machine, 20, 21)->comm;
	is_text(perf_machine_comm(machine, before), ":21");
	is_equal(perf_machine_comm_now(machine, before), before);
	name_thread(machine, 20, 21, "first");
	named = perf_machine_thread(machine, 20, 21)->comm;
	is_true(named != before);
	is_equal(perf_machine_comm_now(machine, before), named);
	is_text(perf_machine_comm(machine, before), "first");
	/* perf_machine_comm() keeps the first name for samples before a later one. */
	name_thread(machine, 20, 21, "second");
	is_text(perf_machine_comm(machine, before), "first");
	is_text(perf_machine_comm(machine, named), "first");

	/* A reused tid must not change perf_machine_comm() of the thread before it. */
	before = perf_machine_thread(machine, 30, 30)->comm;
	apply(machine, &gone, PERF_RECORD_EXIT, 0, sizeof(gone.fork));
	apply(machine, &fork, PERF_RECORD_FORK, 0, sizeof(fork.fork));
	name_thread(machine, 30, 30, "other");
	is_text(perf_machine_comm(machine, before), ":30");
	is_text(perf_machine_comm(machine, perf_machine_thread(machine, 30, 30)->comm), "other");
	perf_machine_free(machine);
}

static void memory_that_is_no_file_has_names(void)
{
	struct perf_machine *machine = perf_machine_create();

	map_file(machine, 10, 0x1000, "//anon");
	map_file(machine, 10, 0x2000, "[heap]");
	map_file(machine, 10, 0x3000, "[vdso]");
	is_text(object_at(machine, 10, 0x1000), "/tmp/perf-10.map");
	is_text(object_at(machine, 10, 0x2000), "[heap]");
	is_text(object_at(machine, 10, 0x3000), "[vdso]");
	perf_machine_free(machine);
}

/* perf_machine_apply() extends the kernel's mapping past its text, at most to the next GiB. */
static void kernel_ends_before_modules_begin(void)
{
	static const char name[] = "[kernel.kallsyms]_text";
	const struct perf_mapping *mapping;
	struct perf_machine *machine = perf_machine_create();
	struct record record = {
		.mmap = { .pid = -1, .start = 0xffffffff81000000, .len = 0x1209000 },
	};

	memcpy(record.mmap.filename, name, sizeof(name));
	apply(machine, &record, PERF_RECORD_MMAP, PERF_RECORD_MISC_KERNEL,
	      sizeof(record.mmap) + sizeof(name));
	mapping = perf_space_find(machine->kernel, 0xffffffff81001000);
	is_true(mapping && mapping->start == 0xffffffff81000000);
	is_true(perf_space_find(machine->kernel, 0xffffffffbfffffff) == mapping);
	is_true(!perf_space_find(machine->kernel, 0xffffffffc0000000));
	perf_machine_free(machine);
}

/* .rela.plt claims 2^60 relocations but, as SHT_NOBITS, has no bytes in the file. */
static void tables_are_as_large_as_the_file(void)
{
	static const char names[] = "\0.shstrtab\0.plt\0.rela.plt\0.dynsym";
	struct {
		Elf64_Ehdr head;
		Elf64_Shdr sections[5];
		Elf64_Sym symbols[2];
		char names[64];
	} image = {
		.head = {
			.e_ident = { 0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT },
			.e_type = ET_EXEC, .e_machine = EM_X86_64, .e_version = EV_CURRENT,
			.e_shoff = sizeof(image.head), .e_ehsize = sizeof(image.head),
			.e_shentsize = sizeof(Elf64_Shdr), .e_shnum = 5, .e_shstrndx = 1,
		},
		.sections[1] = {
			.sh_name = 1, .sh_type = SHT_STRTAB, .sh_size = sizeof(image.names),
			.sh_offset = offsetof(typeof(image), names),
		},
		.sections[2] = {
			.sh_name = 11, .sh_type = SHT_PROGBITS, .sh_size = 1ULL << 62,
		},
		.sections[3] = {
			.sh_name = 16, .sh_type = SHT_NOBITS, .sh_size = 1ULL << 60,
			.sh_entsize = 1, .sh_link = 4,
		},
		.sections[4] = {
			.sh_name = 26, .sh_type = SHT_DYNSYM, .sh_size = sizeof(image.symbols),
			.sh_entsize = sizeof(Elf64_Sym), .sh_link = 1,
			.sh_offset = offsetof(typeof(image), symbols),
		},
	};
	struct perf_symbols symbols = { 0 };
	struct perf_elf *elf;

	memcpy(image.names, names, sizeof(names));
	elf = perf_elf_open_memory(&image, sizeof(image));
	if (!elf)
		test_skip("built without libelf");
	is_equal(perf_elf_add_symbols(elf, elf, &symbols), 0);
	is_equal(symbols.nr, 0);
	perf_elf_close(elf);
	perf_symbols_clear(&symbols);
}

static void load_code(struct perf_machine *machine, uint64_t start, uint32_t len,
		      const char *name)
{
	struct record record = { .ksymbol = { .addr = start, .len = len } };

	memcpy(record.ksymbol.name, name, strlen(name) + 1);
	apply(machine, &record, PERF_RECORD_KSYMBOL, 0, sizeof(record.ksymbol) + strlen(name) + 1);
}

/* Return the name of the symbol at @ip; set @dso to its object */
static const char *code_at(struct perf_machine *machine, uint64_t ip, const struct perf_dso **dso)
{
	struct perf_thread *thread = perf_machine_thread(machine, 1, 1);
	uint32_t at = perf_machine_frame(machine, thread->process, PERF_RECORD_MISC_KERNEL, ip);
	const struct perf_frame *frame = &machine->frames.at[at];

	*dso = frame->dso;
	return frame->symbol ? frame->symbol->name : "none";
}

static void code_of_one_name_may_be_loaded_twice(void)
{
	static const char name[] = "bpf_prog_6deef7357e7b4530_sd_fw_egress";
	const struct perf_dso *first, *second, *third, *again;
	struct perf_machine *machine = perf_machine_create();
	const uint64_t base = 0xffffffffc0100000;

	load_code(machine, base, 0x100, name);
	is_text(code_at(machine, base + 0xff, &first), name);
	load_code(machine, base + 0x1000, 0x100, name);
	is_text(code_at(machine, base + 0x1000, &second), name);
	is_text(code_at(machine, base, &again), name);
	is_true(first && first == again && first != second);
	/* Loaded again: at the same addresses; there, but longer; over another name */
	load_code(machine, base, 0x100, name);
	is_text(code_at(machine, base + 1, &again), name);
	is_true(again == first);
	load_code(machine, base + 0x1000, 0x180, name);
	is_text(code_at(machine, base + 0x1140, &third), name);
	is_true(third != second);
	load_code(machine, base + 0x1000, 0x180, "bpf_trampoline_1");
	is_text(code_at(machine, base + 0x1001, &again), "bpf_trampoline_1");
	perf_machine_free(machine);
}

int main(void)
{
	test(symbols_are_found_by_address);
	test(enclosing_symbols_are_found);
	test(best_of_several_names_is_kept);
	test(new_mappings_cut_old_ones);
	test(shared_spaces_part_when_they_change);
	test(forked_spaces_change_apart);
	test(kallsyms_are_read);
	test(jit_maps_are_read);
	test(symbols_end_behind_their_start);
	test(other_maps_are_refused);
	test(files_of_a_name_are_told_apart);
	test(names_are_demangled);
	test(long_names_stay_mangled);
	test(long_rust_names_stay_mangled);
	test(unmapped_memory_has_no_object);
	test(children_inherit_names_and_memory);
	test(first_names_hold_for_before);
	test(memory_that_is_no_file_has_names);
	test(kernel_ends_before_modules_begin);
	test(tables_are_as_large_as_the_file);
	test(code_of_one_name_may_be_loaded_twice);
	return test_end();
}
