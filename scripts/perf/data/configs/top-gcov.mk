# SPDX-License-Identifier: GPL-2.0
# Each make of the build of a kernel with top-gcov.config reads this file first (MAKEFILES).
#
# CONFIG_GCOV_KERNEL would count in kernel memory, and debugfs would have the counts of a kernel
# that still runs. A kernel of user-mode Linux is a program: the compiler's own library writes
# the counts when it ends, beside the objects, and adds those of several kernels up. So that
# option is set for kbuild alone, and only in our folders.

gcov-folders := kernel/events kernel/events/% arch/um/kernel arch/x86/um
gcov-objects := kernel/events/% arch/um/kernel/perf_callchain.o arch/x86/um/perf_regs.o
gcov-others := kernel/events/tests/% kernel/events/%_test.o kernel/events/uprobes.o

CONFIG_GCOV_KERNEL = $(if $(filter $(gcov-folders),$(obj)),y)
GCOV_PROFILE = $(if $(filter-out $(gcov-others),$(filter $(gcov-objects),$@)),y)
# The library has a mangle_path() of its own, which it does not call; that of the kernel comes first
LINK-y += --coverage -Wl,-z,muldefs
