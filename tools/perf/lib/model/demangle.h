/* SPDX-License-Identifier: GPL-2.0 */
/* perf_demangle() returns readable names of C++ and Rust functions. */
#ifndef PERF_MODEL_DEMANGLE_H
#define PERF_MODEL_DEMANGLE_H

char *perf_demangle(const char *name);

#endif /* PERF_MODEL_DEMANGLE_H */
