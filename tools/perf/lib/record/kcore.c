// SPDX-License-Identifier: GPL-2.0
/*
 * A copy of the kernel's code.
 *
 * /proc/kcore is an ELF core file of the kernel's whole memory. Code is a small part of it: the
 * text from _stext to _etext, and the modules. cut_segment() makes a segment of the copy, at the
 * same address, of each part of these ranges that lies in one segment of kcore.
 */
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <base/directory.h>
#include <base/io.h>
#include <base/str.h>
#include <base/vec.h>
#include <record/kcore.h>
#include <sys/paths.h>

#define PIECE_SIZE	(256 * 1024)

/* SEGMENTS_MAX: no kernel's kcore has as many. */
#define SEGMENTS_MAX	4096

struct range {
	uint64_t start;
	uint64_t end;
};

/* Part of a segment of kcore, which becomes a segment of the copy. */
struct part {
	Elf64_Phdr segment;	/* in the copy */
	uint64_t offset;	/* in kcore */
};

struct copy_ctx {
	const char *proc;
	const char *directory;
	int fd;		/* descriptor of @directory */
	int from;
	int to;
	Elf64_Ehdr head;
	PERF_VEC(struct range) ranges;
	PERF_VEC(struct part) parts;
};

static int kcore_fail(const char *proc, const char *file, int code, struct perf_error *error)
{
	perf_error_set(error, code, "cannot read %s/%s: %s", proc, file, strerror(code));
	if (code == EPERM || code == EACCES)
		perf_error_hint(error, "The kernel's memory is shown to root only (CAP_SYS_RAWIO)");
	else if (code == ENOENT && !strcmp(proc, "/proc"))
		perf_error_hint(error, "This kernel was built without CONFIG_PROC_KCORE");
	return -code;
}

static int open_kcore(const char *proc, struct perf_error *error)
{
	char path[PERF_PATH_MAX];
	int fd;

	if (!perf_path(path, sizeof(path), "%s/kcore", proc))
		return perf_error_set(error, ENAMETOOLONG, "%s: the path is too long", proc);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	return fd < 0 ? kcore_fail(proc, "kcore", errno, error) : fd;
}

/**
 * perf_record_kcore_check() - can the kernel's memory be read?
 * @proc: directory with kcore, such as "/proc"
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_record_kcore_check(const char *proc, struct perf_error *error)
{
	int fd = open_kcore(proc, error);

	if (fd < 0)
		return fd;
	close(fd);
	return 0;
}

/* ---- ranges of code ----------------------------------------------------------------------- */

static int add_range(struct copy_ctx *ctx, uint64_t start, uint64_t end)
{
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
	struct range *range = perf_vec_push(&ctx->ranges);

	if (!range)
		return -ENOMEM;
	range->start = start & ~(page - 1);
	range->end = (end + page - 1) & ~(page - 1);
	return 0;
}

/*
 * Address of symbol @name of the kernel itself: it ends its line, without a module. 0: not found.
 */
static uint64_t symbol_address(const char *kallsyms, const char *name)
{
	const char *at = kallsyms, *line;
	size_t size = strlen(name);

	for (; (at = strstr(at, name)); at += size) {
		if (at[size] != '\n' || at == kallsyms || at[-1] != ' ')
			continue;
		for (line = at; line > kallsyms && line[-1] != '\n'; line--)
			;
		return strtoull(line, NULL, 16);
	}
	return 0;
}

static int find_text(struct copy_ctx *ctx, const char *kallsyms, struct perf_error *error)
{
	uint64_t start = symbol_address(kallsyms, "_stext");
	uint64_t end = symbol_address(kallsyms, "_etext");

	if (start && end > start)
		return add_range(ctx, start, end) ? perf_error_memory(error) : 0;
	perf_error_set(error, EPERM, "%s/kallsyms does not say where the kernel's code is",
		       ctx->proc);
	perf_error_hint(error, "Addresses are shown to root unless kernel.kptr_restrict is 2");
	return -EPERM;
}

/* A line of /proc/modules: NAME SIZE USERS BY STATE ADDRESS */
static int find_modules(struct copy_ctx *ctx, const char *modules, struct perf_error *error)
{
	unsigned long long start, size;
	const char *line, *end;
	int ret = 0;

	for (line = modules; *line && !ret; line = end + !!*end) {
		end = line + strcspn(line, "\n");
		if (sscanf(line, "%*s %llu %*s %*s %*s %llx", &size, &start) == 2 && start &&
		    size && size <= UINT64_MAX - start)
			ret = add_range(ctx, start, start + size);
	}
	return ret ? perf_error_memory(error) : 0;
}

static int by_start(const void *a, const void *b)
{
	const struct range *one = a, *other = b;

	return one->start < other->start ? -1 : one->start > other->start;
}

/* Sort copying->ranges by address; merge those that overlap or touch. */
static void merge_ranges(struct copy_ctx *ctx)
{
	struct range *ranges = ctx->ranges.at;
	size_t i, kept = 0;

	qsort(ranges, ctx->ranges.count, sizeof(*ranges), by_start);
	for (i = 1; i < ctx->ranges.count; i++) {
		if (ranges[i].start > ranges[kept].end)
			ranges[++kept] = ranges[i];
		else if (ranges[i].end > ranges[kept].end)
			ranges[kept].end = ranges[i].end;
	}
	ctx->ranges.count = kept + 1;
}

/* ---- kallsyms and modules ----------------------------------------------------------------- */

/* Copy a file; @text receives its text. Not @needed: a kernel without modules has no such file. */
static int copy_text(const struct copy_ctx *ctx, const char *name, bool needed, char **text,
		     struct perf_error *error)
{
	char path[PERF_PATH_MAX];
	size_t size = 0;
	int fd, ret;

	if (!perf_path(path, sizeof(path), "%s/%s", ctx->proc, name))
		return perf_error_set(error, ENAMETOOLONG, "the path is too long");
	*text = perf_read_file(path, &size);
	if (!*text && !needed && errno == ENOENT)
		*text = calloc(1, 1);
	if (!*text)
		return kcore_fail(ctx->proc, name, errno, error);
	fd = openat(ctx->fd, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0400);
	ret = fd < 0 ? -errno : perf_write_all(fd, *text, size);
	if (fd >= 0)
		close(fd);
	return ret < 0 ? perf_error_set(error, ret, "writing %s/%s: %s", ctx->directory, name,
					strerror(-ret)) : 0;
}

static int find_code(struct copy_ctx *ctx, struct perf_error *error)
{
	char *kallsyms = NULL, *modules = NULL;
	int ret;

	ret = copy_text(ctx, "modules", false, &modules, error);
	if (!ret)
		ret = copy_text(ctx, "kallsyms", true, &kallsyms, error);
	if (!ret)
		ret = find_text(ctx, kallsyms, error);
	if (!ret)
		ret = find_modules(ctx, modules, error);
	if (!ret)
		merge_ranges(ctx);
	free(kallsyms);
	free(modules);
	return ret;
}

/* ---- the copy ----------------------------------------------------------------------------- */

/* Add the parts of @segment that are code to copying->parts. */
static int cut_segment(struct copy_ctx *ctx, const Elf64_Phdr *segment)
{
	uint64_t end = segment->p_vaddr + segment->p_filesz;
	const struct range *range;
	struct part *part;

	perf_vec_each(&ctx->ranges, range) {
		uint64_t first = range->start > segment->p_vaddr ? range->start : segment->p_vaddr;
		uint64_t last = range->end < end ? range->end : end;

		if (first >= last)
			continue;
		part = perf_vec_push(&ctx->parts);
		if (!part)
			return -ENOMEM;
		part->segment = *segment;
		part->segment.p_vaddr = first;
		part->segment.p_filesz = last - first;
		part->segment.p_memsz = last - first;
		part->offset = segment->p_offset + (first - segment->p_vaddr);
		/* Some kernels have no physical address in p_paddr, but 0 or -1. */
		if (segment->p_paddr && segment->p_paddr != (Elf64_Addr)-1)
			part->segment.p_paddr = segment->p_paddr + (first - segment->p_vaddr);
	}
	return 0;
}

static int find_parts(struct copy_ctx *ctx, struct perf_error *error)
{
	Elf64_Ehdr *head = &ctx->head;
	Elf64_Phdr segment;
	unsigned int i;

	if (pread(ctx->from, head, sizeof(*head), 0) != sizeof(*head) ||
	    memcmp(head->e_ident, ELFMAG, SELFMAG) || head->e_ident[EI_CLASS] != ELFCLASS64 ||
	    head->e_phentsize != sizeof(segment) || head->e_phnum > SEGMENTS_MAX)
		return perf_error_set(error, EINVAL, "%s/kcore is no ELF core file of 64 bits",
				      ctx->proc);
	for (i = 0; i < head->e_phnum; i++) {
		if (pread(ctx->from, &segment, sizeof(segment),
			  (off_t)(head->e_phoff + i * sizeof(segment))) != sizeof(segment))
			return perf_error_set(error, EINVAL, "%s/kcore is cut off", ctx->proc);
		if (segment.p_type == PT_LOAD && cut_segment(ctx, &segment))
			return perf_error_memory(error);
	}
	if (ctx->parts.count)
		return 0;
	return perf_error_set(error, ENOENT, "%s/kcore has nothing of the kernel's code",
			      ctx->proc);
}

/* Write the headers. copy_part() writes the parts behind, each at a page boundary. */
static int write_headers(struct copy_ctx *ctx, struct perf_error *error)
{
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), at;
	Elf64_Ehdr head = ctx->head;
	struct part *part;
	int ret;

	head.e_phoff = sizeof(head);
	head.e_phnum = (Elf64_Half)ctx->parts.count;
	head.e_shoff = 0;
	head.e_shnum = 0;
	head.e_shstrndx = SHN_UNDEF;
	ret = perf_write_all(ctx->to, &head, sizeof(head));
	at = sizeof(head) + ctx->parts.count * sizeof(part->segment);
	perf_vec_each(&ctx->parts, part) {
		at = (at + page - 1) & ~(page - 1);
		part->segment.p_offset = at;
		part->segment.p_align = page;
		at += part->segment.p_filesz;
		if (ret >= 0)
			ret = perf_write_all(ctx->to, &part->segment, sizeof(part->segment));
	}
	return ret < 0 ? perf_error_set(error, ret, "writing %s/kcore: %s", ctx->directory,
					strerror(-ret)) : 0;
}

static int copy_part(struct copy_ctx *ctx, const struct part *part, unsigned char *buffer,
		     struct perf_error *error)
{
	uint64_t done = 0, size = part->segment.p_filesz;
	ssize_t got;
	int ret;

	if (lseek(ctx->to, (off_t)part->segment.p_offset, SEEK_SET) < 0)
		return perf_error_set(error, errno, "writing %s/kcore: %m", ctx->directory);
	while (done < size) {
		got = pread(ctx->from, buffer, size - done < PIECE_SIZE ? size - done :
			    PIECE_SIZE, (off_t)(part->offset + done));
		if (got <= 0)
			return kcore_fail(ctx->proc, "kcore", got ? errno : EIO, error);
		ret = perf_write_all(ctx->to, buffer, (size_t)got);
		if (ret < 0)
			return perf_error_set(error, ret, "writing %s/kcore: %s",
					      ctx->directory, strerror(-ret));
		done += (uint64_t)got;
	}
	return 0;
}

static int copy_code(struct copy_ctx *ctx, struct perf_error *error)
{
	unsigned char *buffer;
	struct part *part;
	int ret;

	ctx->to = openat(ctx->fd, "kcore", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0400);
	if (ctx->to < 0)
		return perf_error_set(error, errno, "%s/kcore: %m", ctx->directory);
	buffer = malloc(PIECE_SIZE);
	ret = buffer ? write_headers(ctx, error) : perf_error_memory(error);
	perf_vec_each(&ctx->parts, part)
		if (!ret)
			ret = copy_part(ctx, part, buffer, error);
	free(buffer);
	if (close(ctx->to) && !ret)
		ret = perf_error_set(error, errno, "writing %s/kcore: %m", ctx->directory);
	return ret;
}

/**
 * perf_record_kcore_copy() - copy the code of the kernel
 * @proc: directory with kcore, kallsyms and modules: "/proc" or an earlier copy
 * @parent: descriptor of the directory where @directory is made
 * @directory: its name there; receives files of these three names
 * @error: filled on failure
 *
 * @directory/kcore holds only the text of the kernel and the modules.
 *
 * Return: 0 or a negative errno.
 */
int perf_record_kcore_copy(const char *proc, int parent, const char *directory,
			   struct perf_error *error)
{
	struct copy_ctx ctx = { .proc = proc, .directory = directory };
	int ret = 0;

	ctx.from = open_kcore(proc, error);
	if (ctx.from < 0)
		return ctx.from;
	ctx.fd = perf_directory_own(parent, directory, true);
	if (ctx.fd < 0)
		ret = perf_error_set(error, ctx.fd, "%s: %s", directory, strerror(-ctx.fd));
	if (!ret)
		ret = find_code(&ctx, error);
	if (!ret)
		ret = find_parts(&ctx, error);
	if (!ret)
		ret = copy_code(&ctx, error);
	close(ctx.from);
	if (ctx.fd >= 0)
		close(ctx.fd);
	perf_vec_free(&ctx.ranges);
	perf_vec_free(&ctx.parts);
	return ret;
}
