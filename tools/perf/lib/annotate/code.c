// SPDX-License-Identifier: GPL-2.0
/*
 * Sources of the bytes of code for perf_code_read().
 *
 * read_vmlinux() reads the kernel's code from options.vmlinux, or from a vmlinux that a
 * distribution installed. It must match dso->build_id; without one only options.vmlinux is used.
 * Else read_kcore() reads kernel memory from an ELF core file: the copy in the recording, or
 * /proc/kcore if the running kernel is that of the recording.
 */
#include <elf.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>
#include <annotate/code.h>
#include <base/input.h>
#include <base/vec.h>
#include <model/vmlinux.h>

#define KCORE	"/proc/kcore"

struct perf_code {
	struct perf_dsos *dsos;
	struct perf_elf *vmlinux;
	uint64_t vmlinux_text;	/* address of _text when linked */
	int kcore;
	PERF_VEC(Elf64_Phdr) segments;	/* of kcore */
	bool tried_vmlinux;
	bool tried_kcore;
};

/**
 * perf_code_create() - prepare for reading code
 * @dsos: objects; must outlive the result
 *
 * Return: NULL without memory.
 */
struct perf_code *perf_code_create(struct perf_dsos *dsos)
{
	struct perf_code *code = calloc(1, sizeof(*code));

	if (!code)
		return NULL;
	code->dsos = dsos;
	code->kcore = -1;
	return code;
}

/** perf_code_free() - free; @code may be NULL */
void perf_code_free(struct perf_code *code)
{
	if (!code)
		return;
	perf_elf_close(code->vmlinux);
	if (code->kcore >= 0)
		close(code->kcore);
	perf_vec_free(&code->segments);
	free(code);
}

/* ---- vmlinux -------------------------------------------------------------------------- */

static void find_vmlinux(struct perf_code *code, const struct perf_dso *dso)
{
	static const char *const paths[] = {
		"/boot/vmlinux-%s", "/usr/lib/debug/boot/vmlinux-%s",
		"/lib/modules/%s/build/vmlinux", "/usr/lib/debug/lib/modules/%s/vmlinux",
	};
	const char *named = code->dsos->options.vmlinux;
	struct utsname system;
	char path[512];
	size_t i;

	if (code->tried_vmlinux)
		return;
	code->tried_vmlinux = true;
	if (named) {
		code->vmlinux = perf_vmlinux_open(named, &dso->build_id);
	} else if (dso->build_id.size && !uname(&system)) {
		for (i = 0; i < PERF_ARRAY_SIZE(paths) && !code->vmlinux; i++) {
			snprintf(path, sizeof(path), paths[i], system.release);
			code->vmlinux = perf_vmlinux_open(path, &dso->build_id);
		}
	}
	if (code->vmlinux)
		code->vmlinux_text = perf_vmlinux_text(code->vmlinux);
}

static int read_elf(struct perf_elf *elf, uint64_t offset, size_t size, uint8_t *bytes)
{
	const uint8_t *found;
	size_t got;

	found = perf_elf_read(elf, offset, size, &got);
	if (!found || !got)
		return -ENOENT;
	memcpy(bytes, found, got);
	return (int)got;
}

static int read_vmlinux(struct perf_code *code, struct perf_dso *dso, uint64_t addr, size_t size,
			uint8_t *bytes)
{
	uint64_t reference = code->dsos->kernel_reference, offset;

	if (dso->kind != PERF_DSO_KERNEL)
		return -ENOENT;
	find_vmlinux(code, dso);
	if (!code->vmlinux)
		return -ENOENT;
	/* kernel_reference is the address of _text in the recorded boot. */
	if (reference && code->vmlinux_text)
		addr = addr - reference + code->vmlinux_text;
	if (!perf_vmlinux_offset(code->vmlinux, addr, &offset))
		return -ENOENT;
	return read_elf(code->vmlinux, offset, size, bytes);
}

/* ---- the kernel's memory --------------------------------------------------------------- */

static void open_kcore(struct perf_code *code)
{
	Elf64_Phdr *segment;
	char path[PATH_MAX];
	Elf64_Ehdr head;
	unsigned int i;

	if (code->tried_kcore)
		return;
	code->tried_kcore = true;
	snprintf(path, sizeof(path), "%s/kcore",
		 code->dsos->kcore_dir ? code->dsos->kcore_dir : "/proc");
	code->kcore = perf_input_open(PERF_INPUT_KCORE, path);
	if (code->kcore < 0 || pread(code->kcore, &head, sizeof(head), 0) != sizeof(head) ||
	    memcmp(head.e_ident, ELFMAG, SELFMAG) || head.e_ident[EI_CLASS] != ELFCLASS64)
		return;
	for (i = 0; i < head.e_phnum; i++) {
		segment = perf_vec_push(&code->segments);
		if (!segment)
			return;
		if (pread(code->kcore, segment, sizeof(*segment),
			  (off_t)(head.e_phoff + i * sizeof(*segment))) != sizeof(*segment) ||
		    segment->p_type != PT_LOAD)
			code->segments.count--;
	}
}

static int read_kcore(struct perf_code *code, struct perf_dso *dso, uint64_t addr, size_t size,
		      uint8_t *bytes)
{
	const Elf64_Phdr *segment;
	ssize_t got;

	/*
	 * This memory does not fit addresses of another boot (dso->shift), or of a kernel the user
	 * named.
	 */
	if (dso->state != PERF_DSO_LOADED || dso->shift || code->dsos->options.kallsyms ||
	    code->dsos->options.vmlinux)
		return -ENOENT;
	open_kcore(code);
	perf_vec_each(&code->segments, segment) {
		if (addr - segment->p_vaddr >= segment->p_memsz)
			continue;
		got = pread(code->kcore, bytes, size,
			    (off_t)(segment->p_offset + (addr - segment->p_vaddr)));
		return got > 0 ? (int)got : -ENOENT;
	}
	return -ENOENT;
}

static int no_kernel(const struct perf_code *code, const struct perf_dso *dso,
		     struct perf_error *error)
{
	const char *named = code->dsos->options.vmlinux;

	if (named && !code->vmlinux && dso->kind == PERF_DSO_KERNEL)
		perf_error_set(error, ENOENT, "'%s' is not the kernel of the recording, or "
			       "cannot be read", named);
	else
		perf_error_set(error, ENOENT, "the code of %s is not available", dso->name);
	perf_error_hint(error, "There is no vmlinux of this kernel, and %s %s.", KCORE,
			access(KCORE, R_OK) ? "cannot be read" : "is another kernel's");
	perf_error_hint(error, "Give the kernel's file with debug information with -k vmlinux");
	return -ENOENT;
}

/* ---- all sources ---------------------------------------------------------------------- */

static int no_code(const struct perf_dso *dso, struct perf_error *error)
{
	switch (dso->kind) {
	case PERF_DSO_JIT:
		perf_error_set(error, ENOENT, "%s: code that was made at run time is not in the "
			       "recording", dso->name);
		break;
	case PERF_DSO_BPF:
		perf_error_set(error, ENOENT, "%s: the code of BPF programs is not in the "
			       "recording", dso->name);
		break;
	default:
		perf_error_set(error, ENOENT, "%s: %s", dso->name,
			       dso->state == PERF_DSO_CHANGED ?
			       "the file is another one than when it was recorded" :
			       "the file cannot be read");
		perf_error_hint(error, "A copy can be kept with 'perf buildid-cache --add FILE', "
				"or found below --symfs DIR");
	}
	return -ENOENT;
}

/**
 * perf_code_read() - read bytes of an object's code
 * @code: prepared
 * @dso: object
 * @addr: address in the object
 * @size: bytes to read
 * @bytes: result
 * @error: filled on failure: the reason, and hints on other sources
 *
 * Return: number of bytes read, or a negative errno: -ENOENT if the code is not available.
 */
int perf_code_read(struct perf_code *code, struct perf_dso *dso, uint64_t addr, size_t size,
		   uint8_t *bytes, struct perf_error *error)
{
	int got;

	perf_dso_load(code->dsos, dso);
	if (dso->kind == PERF_DSO_KERNEL || dso->kind == PERF_DSO_MODULE) {
		got = read_vmlinux(code, dso, addr, size, bytes);
		if (got < 0)
			got = read_kcore(code, dso, addr, size, bytes);
		return got < 0 ? no_kernel(code, dso, error) : got;
	}
	got = dso->elf ? read_elf(dso->elf, addr, size, bytes) : -ENOENT;
	return got < 0 ? no_code(dso, error) : got;
}

#if defined(__x86_64__)
#define OWN_MACHINE	EM_X86_64
#elif defined(__powerpc64__)
#define OWN_MACHINE	EM_PPC64
#elif defined(__aarch64__)
#define OWN_MACHINE	EM_AARCH64
#else
#define OWN_MACHINE	EM_NONE
#endif

/**
 * perf_code_machine() - ELF machine of an object's code
 *
 * Return: e_machine; the machine of this program for code from kernel memory.
 */
unsigned int perf_code_machine(struct perf_code *code, struct perf_dso *dso)
{
	struct perf_elf *elf = dso->kind == PERF_DSO_KERNEL ? code->vmlinux : dso->elf;

	return elf ? perf_elf_machine(elf) : OWN_MACHINE;
}
