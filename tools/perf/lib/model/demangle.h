/* SPDX-License-Identifier: GPL-2.0-only */
/* perf_demangle() returns readable names of C++ and Rust functions. */
#ifndef PERF_MODEL_DEMANGLE_H
#define PERF_MODEL_DEMANGLE_H

/**
 * perf_demangle() - translate a symbol's name
 * @name: mangled name, as in the object
 *
 * The result has neither parameters nor return type.
 *
 * Return: the name, which the caller frees; NULL if @name is not mangled, expands to an excessive
 * length, or this build has no demangler.
 */
char *perf_demangle(const char *name);

#endif /* PERF_MODEL_DEMANGLE_H */
