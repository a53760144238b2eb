/* SPDX-License-Identifier: GPL-2.0 */
/*
 * libcapstone, which perf_capstone_load() loads on demand: its tables have so many relocations that
 * linking it would double the start-up time of every other command.
 */
#ifndef PERF_ANNOTATE_CAPSTONE_H
#define PERF_ANNOTATE_CAPSTONE_H

#include <base/error.h>

#ifdef HAVE_CAPSTONE
#include <capstone/capstone.h>

/**
 * struct perf_capstone - the library
 * @library: handle from dlopen(), NULL in a static program
 *
 * The other fields are its functions, named without cs_.
 */
struct perf_capstone {
	void *library;
	__typeof__(cs_open) *open;
	__typeof__(cs_close) *close;
	__typeof__(cs_option) *option;
	__typeof__(cs_malloc) *malloc;
	__typeof__(cs_free) *free;
	__typeof__(cs_disasm_iter) *disasm_iter;
	__typeof__(cs_insn_group) *insn_group;
	__typeof__(cs_insn_name) *insn_name;
};

int perf_capstone_load(struct perf_capstone *capstone, struct perf_error *error);
void perf_capstone_unload(struct perf_capstone *capstone);

#endif /* HAVE_CAPSTONE */
#endif
