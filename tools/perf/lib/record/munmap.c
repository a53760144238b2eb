// SPDX-License-Identifier: GPL-2.0
/*
 * From PERF_RECORD_MUNMAP to a PERF_RECORD_MMAP2 with PERF_UNMAPPED_NAME and without PROT_*:
 * readers that lack MUNMAP give up at one, but let any MMAP2 take the place of older mappings.
 */
#include <string.h>

#include <record/munmap.h>

/* The MMAP2 record up to its sample_id. */
struct unmapped {
	struct perf_record_mmap2	mmap;
	char				name[16];
};

/** perf_record_is_munmap() - is this a whole PERF_RECORD_MUNMAP? */
bool perf_record_is_munmap(const struct perf_event_header *header)
{
	return header->type == PERF_RECORD_MUNMAP &&
	       header->size >= sizeof(struct perf_record_munmap);
}

/**
 * perf_record_put_unmapped() - append the MMAP2 record for a MUNMAP record
 * @records: the record is added here, with the sample_id of @header
 * @header: perf_record_is_munmap() is true
 */
void perf_record_put_unmapped(struct perf_str *records, const struct perf_event_header *header)
{
	const struct perf_record_munmap *munmap = (const void *)header;
	size_t sample_id = header->size - sizeof(*munmap);
	struct unmapped unmapped = {
		.mmap = {
			.header = {
				.type = PERF_RECORD_MMAP2, .misc = header->misc,
				.size = (uint16_t)(sizeof(unmapped) + sample_id),
			},
			.pid = munmap->pid, .tid = munmap->tid,
			.start = munmap->addr, .len = munmap->len,
		},
		.name = PERF_UNMAPPED_NAME,
	};

	/* No kernel writes so long a sample_id. */
	if (sizeof(unmapped) + sample_id > PERF_DATA_RECORD_MAX)
		return;
	perf_str_mem(records, &unmapped, sizeof(unmapped));
	perf_str_mem(records, munmap + 1, sample_id);
}
