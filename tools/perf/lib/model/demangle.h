/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Names of C++ and Rust functions as people wrote them.
 */
#ifndef PERF_MODEL_DEMANGLE_H
#define PERF_MODEL_DEMANGLE_H

/**
 * perf_demangle() - translate a symbol's name
 * @name: as it is in the object
 *
 * Parameters and return types are left out.
 *
 * Return: the name, to be freed; NULL if @name is no mangled name, it stands for one that is
 * longer by far, or there is no demangler in this build.
 */
char *perf_demangle(const char *name);

#endif /* PERF_MODEL_DEMANGLE_H */
