// SPDX-License-Identifier: GPL-2.0
/*
 * The addresses of kernel and modules.
 *
 * kernel_start() reads the address of the text in the first lines of /proc/kallsyms, kernel_size()
 * its size in /proc/iomem: reading the more than hundred thousand symbols up to _etext would take
 * longer than many programs run.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <base/io.h>
#include <base/map.h>
#include <sys/paths.h>
#include <record/synth.h>

/* Paths of modules by name; load_module_paths() reads /lib/modules/RELEASE/modules.dep. */
struct module_paths {
	struct perf_intern names;
	char **paths;
	size_t nr;
	char *text;
};

/*
 * Address of _text, or of _stext if there is no _text; @name is the symbol, which readers search
 * for.
 */
static uint64_t kernel_start(const char **name)
{
	FILE *symbols = fopen("/proc/kallsyms", "re");
	uint64_t stext = 0, text = 0;
	unsigned long long address;
	char line[512], symbol[128];
	int after = 0;

	if (!symbols)
		return 0;
	/* _text and _stext are close: stop 64 lines after _stext. */
	while (fgets(line, sizeof(line), symbols) && !text && after < 64) {
		if (sscanf(line, "%llx %*c %127s", &address, symbol) != 2)
			continue;
		if (!strcmp(symbol, "_text"))
			text = address;
		if (!strcmp(symbol, "_stext"))
			stext = address;
		after += stext != 0;
	}
	fclose(symbols);
	*name = text ? "_text" : "_stext";
	return text ? text : stext;
}

/* Return the bytes of the kernel's text, 0 if /proc/iomem does not show them. */
static uint64_t kernel_size(void)
{
	unsigned long long start, end;
	char line[256], what[32];
	uint64_t size = 0;
	FILE *memory;

	memory = fopen("/proc/iomem", "re");
	if (!memory)
		return 0;
	while (!size && fgets(line, sizeof(line), memory)) {
		if (sscanf(line, " %llx-%llx : %31[^\n]", &start, &end, what) == 3 &&
		    !strcmp(what, "Kernel code") && end > start)
			size = end - start + 1;
	}
	fclose(memory);
	return size;
}

/* Address of _etext, 0 if not found. Slower than kernel_size(): reads /proc/kallsyms up to it. */
static uint64_t kernel_end(void)
{
	FILE *symbols = fopen("/proc/kallsyms", "re");
	unsigned long long address = 0;
	char line[512], symbol[128];
	uint64_t end = 0;

	if (!symbols)
		return 0;
	while (!end && fgets(line, sizeof(line), symbols)) {
		if (sscanf(line, "%llx %*c %127s", &address, symbol) == 2 &&
		    !strcmp(symbol, "_etext"))
			end = address;
	}
	fclose(symbols);
	return end;
}

static void put_mmap(struct perf_synth *synth, uint64_t start, uint64_t size, uint64_t pgoff,
		     const char *name)
{
	struct perf_record_mmap record = {
		.header.type = PERF_RECORD_MMAP,
		.header.misc = PERF_RECORD_MISC_KERNEL,
		.pid = (uint32_t)-1,
		.start = start,
		.len = size,
		.pgoff = pgoff,
	};
	size_t at;

	at = perf_synth_begin(synth, &record, sizeof(record));
	perf_str_mem(synth->records, name, strlen(name) + 1);
	perf_synth_end(synth, at);
}

/* File names may have '-' where the names of modules have '_'. */
static void module_name(const char *path, size_t length, char *name, size_t size)
{
	size_t start = length, i;

	while (start && path[start - 1] != '/')
		start--;
	for (i = 0; i + 1 < size && start + i < length && path[start + i] != '.'; i++)
		name[i] = path[start + i] == '-' ? '_' : path[start + i];
	name[i] = '\0';
}

static void load_module_paths(struct module_paths *modules, const char *release)
{
	char path[PERF_PATH_MAX], name[128], **larger, *line, *end, *colon;
	uint32_t index;

	if (!perf_path(path, sizeof(path), "/lib/modules/%s/modules.dep", release))
		return;
	modules->text = perf_read_file(path, NULL);
	for (line = modules->text; line && *line; line = end) {
		end = strchr(line, '\n');
		if (end)
			*end++ = '\0';
		colon = strchr(line, ':');
		if (!colon)
			continue;
		*colon = '\0';
		module_name(line, strlen(line), name, sizeof(name));
		index = perf_intern(&modules->names, name);
		if (index == PERF_INTERN_NONE || index != modules->nr)
			continue;
		larger = realloc(modules->paths, (modules->nr + 1) * sizeof(*larger));
		if (!larger)
			return;
		modules->paths = larger;
		modules->paths[modules->nr++] = line;
	}
}

static void put_module(struct perf_synth *synth, const struct module_paths *modules,
		       const char *release, const char *name, uint64_t start, uint64_t size)
{
	char path[PERF_PATH_MAX];
	uint32_t index;
	bool fits;

	index = perf_intern_find(&modules->names, name);
	if (index < modules->nr)
		fits = perf_path(path, sizeof(path), "/lib/modules/%s/%s", release,
				 modules->paths[index]);
	else
		fits = perf_path(path, sizeof(path), "[%s]", name);
	if (fits)
		put_mmap(synth, start, size, 0, path);
}

/* A line of /proc/modules: NAME SIZE USERS BY STATE ADDRESS */
static void put_modules(struct perf_synth *synth)
{
	struct module_paths modules = { 0 };
	unsigned long long start, size;
	char line[4096], name[128];
	struct utsname host;
	FILE *loaded;

	loaded = fopen("/proc/modules", "re");
	if (!loaded)
		return;
	uname(&host);
	while (fgets(line, sizeof(line), loaded)) {
		if (sscanf(line, "%127s %llu %*s %*s %*s %llx", name, &size, &start) != 3 ||
		    !start)
			continue;
		if (!modules.text)
			load_module_paths(&modules, host.release);
		put_module(synth, &modules, host.release, name, start, size);
	}
	fclose(loaded);
	perf_intern_free(&modules.names);
	free(modules.paths);
	free(modules.text);
}

/**
 * perf_synth_kernel() - write the addresses of kernel and modules
 * @synth: output
 *
 * No record is appended if /proc/kallsyms hides the addresses (kernel.kptr_restrict).
 */
void perf_synth_kernel(struct perf_synth *synth)
{
	const char *symbol;
	uint64_t start, size;
	char name[64];

	start = kernel_start(&symbol);
	if (!start)
		return;
	size = kernel_size();
	if (!size)
		size = kernel_end() - start;
	/*
	 * If kernel_end() found none either, the mapping reaches to the end of the address space.
	 */
	if (!size || size > UINT64_MAX - start)
		size = UINT64_MAX - start;
	snprintf(name, sizeof(name), "[kernel.kallsyms]%s", symbol);
	put_mmap(synth, start, size, start, name);
	put_modules(synth);
}
