// SPDX-License-Identifier: GPL-2.0
/* perf_features: the libraries that this perf was built with. */
#include <stddef.h>

#include "common/built_in.h"
#include "common/print.h"

#ifdef HAVE_ZLIB
#define ZLIB	true
#else
#define ZLIB	false
#endif
#ifdef HAVE_ZSTD
#define ZSTD	true
#else
#define ZSTD	false
#endif
#ifdef HAVE_ELF
#define ELF	true
#else
#define ELF	false
#endif
#ifdef HAVE_DW
#define DW	true
#else
#define DW	false
#endif
#ifdef HAVE_CAPSTONE
#define CAPSTONE	true
#else
#define CAPSTONE	false
#endif
#ifdef HAVE_NCURSES
#define NCURSES	true
#else
#define NCURSES	false
#endif
#ifdef HAVE_IBERTY
#define IBERTY	true
#else
#define IBERTY	false
#endif
#ifdef HAVE_LZMA
#define LZMA	true
#else
#define LZMA	false
#endif
#ifdef HAVE_SECCOMP
#define SECCOMP	true
#else
#define SECCOMP	false
#endif
#ifdef HAVE_PFM
#define PFM	true
#else
#define PFM	false
#endif

#define LIBRARY(name_, on_, macro_)							\
	{ .name = (name_), .macro = (macro_), .on = (on_), .library = true }
#define PART(name_, on_, macro_)	{ .name = (name_), .macro = (macro_), .on = (on_) }

const struct perf_feature perf_features[] = {
	LIBRARY("libelf", ELF, "HAVE_LIBELF_SUPPORT"),
	LIBRARY("libdw", DW, "HAVE_LIBDW_SUPPORT"),
	LIBRARY("zlib", ZLIB, "HAVE_ZLIB_SUPPORT"),
	LIBRARY("zstd", ZSTD, "HAVE_ZSTD_SUPPORT"),
	LIBRARY("lzma", LZMA, "HAVE_LZMA_SUPPORT"),
	LIBRARY("libcapstone", CAPSTONE, "HAVE_LIBCAPSTONE_SUPPORT"),
	LIBRARY("ncurses", NCURSES, "HAVE_NCURSES_SUPPORT"),
	LIBRARY("libiberty", IBERTY, "HAVE_CXA_DEMANGLE_SUPPORT"),
	LIBRARY("libpfm4", PFM, "HAVE_LIBPFM"),
	LIBRARY("libseccomp", SECCOMP, "HAVE_SECCOMP"),
	/* PART() has names that other perfs print, and scripts test. */
	PART("dwarf", DW, "HAVE_DWARF_SUPPORT"),
	PART("dwarf_getlocations", DW, "HAVE_DWARF_GETLOCATIONS_SUPPORT"),
	PART("dwarf-unwind-support", DW, "HAVE_DWARF_UNWIND_SUPPORT"),
	/* perf formats tracepoints without libtraceevent; scripts test this before using them. */
	PART("libtraceevent", true, "HAVE_LIBTRACEEVENT"),
	PART("syscall_table", true, "HAVE_SYSCALL_TABLE_SUPPORT"),
	PART("aio", false, "HAVE_AIO_SUPPORT"),
	PART("auxtrace", false, "HAVE_AUXTRACE_SUPPORT"),
	PART("bpf", false, "HAVE_LIBBPF_SUPPORT"),
	PART("bpf_skeletons", false, "HAVE_BPF_SKEL"),
	PART("debuginfod", false, "HAVE_DEBUGINFOD_SUPPORT"),
	PART("libLLVM", false, "HAVE_LIBLLVM_SUPPORT"),
	PART("libaudit", false, "HAVE_LIBAUDIT_SUPPORT"),
	PART("libbfd", false, "HAVE_LIBBFD_SUPPORT"),
	PART("libcrypto", false, "HAVE_LIBCRYPTO_SUPPORT"),
	PART("libnuma", false, "HAVE_LIBNUMA_SUPPORT"),
	PART("libopencsd", false, "HAVE_CSTRACE_SUPPORT"),
	PART("libperl", false, "HAVE_LIBPERL_SUPPORT"),
	PART("libpython", false, "HAVE_LIBPYTHON_SUPPORT"),
	PART("libslang", false, "HAVE_SLANG_SUPPORT"),
	PART("libunwind", false, "HAVE_LIBUNWIND_SUPPORT"),
	PART("numa_num_possible_cpus", false, "HAVE_LIBNUMA_SUPPORT"),
	{ .name = NULL }
};

/** perf_feature_print() - print the line of @feature; scripts match "NAME" and "[ on  ]" */
void perf_feature_print(const struct perf_feature *feature)
{
	perf_print("%22s: [ %s ]  # %s\n", feature->name, feature->on ? "on " : "OFF",
		   feature->macro);
}
