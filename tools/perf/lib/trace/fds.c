// SPDX-License-Identifier: GPL-2.0
/* Values of file descriptors, in pages that processes share. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <trace/fds.h>

#define PAGE_SIZE	256
#define PAGES		(PERF_FDS_MAX / PAGE_SIZE)

/* page.values: the value plus 2, modulo 2^32; 0: no value. So UINT32_MAX is stored as 1. */
struct page {
	uint32_t refs;
	uint32_t values[PAGE_SIZE];
};

struct perf_fds_pages {
	uint32_t refs;
	struct page *at[PAGES];
};

static void drop_page(struct page *page)
{
	if (page && !--page->refs)
		free(page);
}

static void drop_pages(struct perf_fds_pages *pages)
{
	size_t i;

	if (!pages || --pages->refs)
		return;
	for (i = 0; i < PAGES; i++)
		drop_page(pages->at[i]);
	free(pages);
}

/**
 * perf_fds_get() - get the value of a descriptor
 * @fds: table
 * @fd: descriptor, below PERF_FDS_MAX
 * @value: set to the value; unchanged if there is none
 *
 * Return: true if the descriptor has a value.
 */
bool perf_fds_get(const struct perf_fds *fds, uint32_t fd, uint32_t *value)
{
	const struct page *page = fds->pages ? fds->pages->at[fd / PAGE_SIZE] : NULL;

	if (!page || !page->values[fd % PAGE_SIZE])
		return false;
	*value = page->values[fd % PAGE_SIZE] - 2;
	return true;
}

/* Copies fds->pages if it is shared. */
static bool own_pages(struct perf_fds *fds)
{
	struct perf_fds_pages *old = fds->pages, *copy;
	size_t i;

	if (old && old->refs == 1)
		return true;
	copy = calloc(1, sizeof(*copy));
	if (!copy)
		return false;
	copy->refs = 1;
	for (i = 0; old && i < PAGES; i++) {
		copy->at[i] = old->at[i];
		if (copy->at[i])
			copy->at[i]->refs++;
	}
	drop_pages(old);
	fds->pages = copy;
	return true;
}

static bool own_page(struct page **link)
{
	struct page *old = *link, *copy;

	if (old && old->refs == 1)
		return true;
	copy = calloc(1, sizeof(*copy));
	if (!copy)
		return false;
	if (old)
		*copy = *old;
	copy->refs = 1;
	drop_page(old);
	*link = copy;
	return true;
}

/**
 * perf_fds_set() - set the value of a descriptor
 * @fds: table
 * @fd: descriptor, below PERF_FDS_MAX
 * @value: any value but UINT32_MAX - 1
 *
 * Return: 0 or -ENOMEM.
 */
int perf_fds_set(struct perf_fds *fds, uint32_t fd, uint32_t value)
{
	struct page **link;

	if (!own_pages(fds))
		return -ENOMEM;
	link = &fds->pages->at[fd / PAGE_SIZE];
	if (!own_page(link))
		return -ENOMEM;
	(*link)->values[fd % PAGE_SIZE] = value + 2;
	return 0;
}

/** perf_fds_share() - replace the contents of @fds by those of @from, sharing its pages */
void perf_fds_share(struct perf_fds *fds, const struct perf_fds *from)
{
	struct perf_fds_pages *pages = from->pages;

	if (pages)
		pages->refs++;
	drop_pages(fds->pages);
	fds->pages = pages;
}

/** perf_fds_free() - drop the pages of @fds and empty it */
void perf_fds_free(struct perf_fds *fds)
{
	drop_pages(fds->pages);
	fds->pages = NULL;
}
