// SPDX-License-Identifier: GPL-2.0
/* perf_jit_map_load(): symbols of code generated at run time, from /tmp/perf-PID.map. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <base/input.h>
#include <model/jit_map.h>
#include <sys/inside.h>

/* Split a line in the buffer; false if it is malformed. */
static bool parse_line(char *line, uint64_t *start, uint64_t *size, char **name)
{
	char *end;

	*start = strtoull(line, &end, 16);
	if (end == line || *end != ' ')
		return false;
	line = end + 1;
	*size = strtoull(line, &end, 16);
	if (end == line || *end != ' ')
		return false;
	*name = end + 1;
	end += strlen(end);
	if (end[-1] == '\r')
		end[-1] = '\0';
	return **name;
}

/* Perf maps are rarely sorted, and keep_newest() keeps only the last line of an address. */
static int compare_symbols(const void *left, const void *right)
{
	const struct perf_symbol *a = left, *b = right;

	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	/* The highest name is that of the newest line; it sorts first. */
	return a->name > b->name ? -1 : a->name < b->name;
}

static void keep_newest(struct perf_symbols *symbols)
{
	size_t from, to = 0;

	if (!symbols->nr)
		return;
	qsort(symbols->v, symbols->nr, sizeof(*symbols->v), compare_symbols);
	for (from = 1; from < symbols->nr; from++)
		if (symbols->v[from].start != symbols->v[to].start)
			symbols->v[++to] = symbols->v[from];
	symbols->nr = to + 1;
}

/* Does the process of "/tmp/perf-PID.map" run as user @uid? */
static bool runs_as(const char *path, uid_t uid)
{
	struct stat process;
	char proc[32];
	int pid;

	if (sscanf(path, "/tmp/perf-%d.map", &pid) != 1)
		return false;
	snprintf(proc, sizeof(proc), "/proc/%d", pid);
	return !stat(proc, &process) && process.st_uid == uid;
}

/*
 * /tmp is writable for all: a map that another user leaves there for a process not his own would
 * give its functions forged names.
 */
static int open_map(const char *path, bool force)
{
	int fd = perf_input_open(PERF_INPUT_JIT_MAP, path);
	struct stat stat;
	int err = 0;

	if (fd < 0)
		return fd;
	if (fstat(fd, &stat))
		err = -errno;
	else if (!force && !perf_input_is_trusted(&stat) && !runs_as(path, stat.st_uid))
		err = -EPERM;
	if (!err)
		return fd;
	close(fd);
	return err;
}

/**
 * perf_jit_map_parse() - parse the text of a perf map
 * @text: from malloc(); owned by @symbols, or freed on failure
 * @symbols: result, sealed
 *
 * Return: 0 or -ENOMEM.
 */
int perf_jit_map_parse(char *text, struct perf_symbols *symbols)
{
	char *line, *next, *name;
	uint64_t start, size;

	if (!perf_symbols_own(symbols, text))
		return -ENOMEM;
	for (line = text; line && *line; line = next) {
		next = strchr(line, '\n');
		if (next)
			*next++ = '\0';
		if (!parse_line(line, &start, &size, &name))
			continue;
		if (perf_symbols_add(symbols, start, start + size, name, PERF_SYMBOL_GLOBAL))
			return -ENOMEM;
	}
	keep_newest(symbols);
	perf_symbols_seal(symbols, PERF_SYMBOLS_ELF);
	return 0;
}

/**
 * perf_jit_map_load() - read a perf map
 * @path: path of the map; each line has address and size in hexadecimal and a name that may contain
 *	blanks; line ends may be those of DOS
 * @force: read the map whoever owns it
 * @symbols: result, sealed. Addresses are those of the process. Of two functions at one address the
 *	later line counts: the program has reused the memory
 *
 * Return: 0; -ENOMEM; or the reason why the file was not read: -EINVAL if it is no regular file,
 * -ELOOP if it is a link, -EPERM if its owner is neither root, nor the caller, nor the user that
 * the process runs as, -EFBIG if it is too large.
 */
int perf_jit_map_load(const char *path, bool force, struct perf_symbols *symbols)
{
	char *text = perf_input_read_fd(PERF_INPUT_JIT_MAP, open_map(path, force), NULL);

	return text ? perf_jit_map_parse(text, symbols) : -errno;
}

/**
 * perf_jit_map_load_live() - read the perf map of a running process
 * @pid: number of the process here; in a container, its map lies there under another number
 * @path, @force, @symbols: as for perf_jit_map_load(), if it is in no container
 *
 * Return: as perf_jit_map_load().
 */
int perf_jit_map_load_live(int pid, const char *path, bool force, struct perf_symbols *symbols)
{
	struct perf_inside inside;
	bool differs = !perf_inside_open(&inside, pid) && perf_inside_differs(&inside);
	int fd = differs ? perf_inside_map(&inside, force) : -ENOENT;
	char *text;

	perf_inside_close(&inside);
	if (!differs)
		return perf_jit_map_load(path, force, symbols);
	text = perf_input_read_fd(PERF_INPUT_JIT_MAP, fd, NULL);
	return text ? perf_jit_map_parse(text, symbols) : -errno;
}
