/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The functions that profile_plugin.c uses of the emulator's interface for plugins, version 1.
 * Debian packages no header of it.
 *
 * Source: QEMU 7.2, docs/devel/tcg-plugins.rst and include/qemu/qemu-plugin.h.
 */
#ifndef PERF_BENCH_QEMU_PLUGIN_H
#define PERF_BENCH_QEMU_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#define __exported	__attribute__((visibility("default")))

typedef uint64_t qemu_plugin_id_t;

struct qemu_info_t;
struct qemu_plugin_tb;
struct qemu_plugin_insn;

/* No function here reads or writes registers, so only the first value is used. */
enum qemu_plugin_cb_flags { QEMU_PLUGIN_CB_NO_REGS };

void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id,
					   void (*cb)(qemu_plugin_id_t id,
						      struct qemu_plugin_tb *tb));
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *tb,
					  void (*cb)(unsigned int cpu, void *data),
					  enum qemu_plugin_cb_flags flags, void *data);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t number);
uint64_t qemu_plugin_tb_vaddr(const struct qemu_plugin_tb *tb);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *insn);
const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *insn);

extern __exported int qemu_plugin_version;
__exported int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info_t *info, int argc,
				   char **argv);

#endif
