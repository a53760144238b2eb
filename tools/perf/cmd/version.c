// SPDX-License-Identifier: GPL-2.0
/* perf version: which one this is, and what it was built with. */
#include <stdio.h>

#include "command.h"

struct version_options {
	bool build_options;
};

static const struct perf_option options[] = {
	PERF_OPT_FLAG(struct version_options, build_options, 0, "build-options",
		      "list the libraries it was built with"),
	PERF_OPT_END
};

static const char *const usage[] = { "[--build-options]", NULL };

/* One row a library; programs look for "libtraceevent" and "[ on  ]". */
static void row(const char *name, bool on, const char *macro)
{
	printf("%22s: [ %s ]  # %s\n", name, on ? "on " : "OFF", macro);
}

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
#ifdef HAVE_TRACEEVENT
#define TRACEEVENT	true
#else
#define TRACEEVENT	false
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
#ifdef HAVE_PFM
#define PFM	true
#else
#define PFM	false
#endif

static int run(struct perf_settings *settings, int argc, char **argv)
{
	struct version_options opts = { 0 };
	int status;

	if (perf_command_parse(&perf_cmd_version, settings, &opts, &argc, &argv, &status))
		return status;
	puts("perf version 6.12.0");
	if (!opts.build_options)
		return PERF_EXIT_OK;
	row("libelf", ELF, "HAVE_LIBELF_SUPPORT");
	row("libdw", DW, "HAVE_LIBDW_SUPPORT");
	row("zlib", ZLIB, "HAVE_ZLIB_SUPPORT");
	row("zstd", ZSTD, "HAVE_ZSTD_SUPPORT");
	row("libtraceevent", TRACEEVENT, "HAVE_LIBTRACEEVENT");
	row("libcapstone", CAPSTONE, "HAVE_LIBCAPSTONE_SUPPORT");
	row("ncurses", NCURSES, "HAVE_NCURSES_SUPPORT");
	row("libiberty", IBERTY, "HAVE_CXA_DEMANGLE_SUPPORT");
	row("libpfm4", PFM, "HAVE_LIBPFM");
	return PERF_EXIT_OK;
}

const struct perf_command perf_cmd_version = {
	.name = "version",
	.summary = "Show the version and what it was built with",
	.usage = usage,
	.options = options,
	.run = run,
};
