/* SPDX-License-Identifier: GPL-2.0-only */
/* The page that shows a flame graph: what comes before and behind its data. */
#ifndef PERF_PROFILE_FLAME_PAGE_H
#define PERF_PROFILE_FLAME_PAGE_H

/* Up to "const data =". */
extern const char perf_flame_page_head[];

/* From the end of the data to the end of the page: all that draws it. */
extern const char perf_flame_page_tail[];

#endif /* PERF_PROFILE_FLAME_PAGE_H */
