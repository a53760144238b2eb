/* SPDX-License-Identifier: GPL-2.0 */
/* The page that shows a flame graph: the text before and behind the data of perf_flame_page(). */
#ifndef PERF_PROFILE_FLAME_PAGE_H
#define PERF_PROFILE_FLAME_PAGE_H

/* The page up to "const data =". */
extern const char perf_flame_page_head[];

/* The page behind the data: the script that draws it. */
extern const char perf_flame_page_tail[];

#endif /* PERF_PROFILE_FLAME_PAGE_H */
