// SPDX-License-Identifier: GPL-2.0
/*
 * The options of perf_event_open() with PERF_FLAG_EXT: a row for each that works.
 *
 * Context: any.
 */
#include <linux/perf_event.h>
#include <linux/sysfs.h>

#include "base/ext.h"

/* Options by bit, with their words in caps/ext. The other words are extensions without a bit. */
static const struct {
	u64		bit;
	bool		built;
	const char	*word;
} perf_ext_options[] = {
	{ 0,			true,				"explain" },
	{ 0,			true,				"munmap" },
	{ PERF_EXT_MEMCG,	IS_ENABLED(CONFIG_MEMCG),	"memcg" },
	{ PERF_EXT_NO_MUX,	true,				"no_mux" },
	{ PERF_EXT_JITTER,	true,				"jitter" },
};

/**
 * perf_ext_known - the options that work
 *
 * Return: bits of perf_event_ext::options.
 */
u64 perf_ext_known(void)
{
	u64 known = 0;
	int i;

	for (i = 0; i < ARRAY_SIZE(perf_ext_options); i++) {
		if (perf_ext_options[i].built)
			known |= perf_ext_options[i].bit;
	}
	return known;
}

/**
 * perf_ext_emit - print a word for each option that works
 * @page: output buffer of a file in sysfs
 *
 * Return: number of bytes.
 */
ssize_t perf_ext_emit(char *page)
{
	ssize_t len = 0;
	int i;

	for (i = 0; i < ARRAY_SIZE(perf_ext_options); i++) {
		if (perf_ext_options[i].built)
			len += sysfs_emit_at(page, len, "%s\n", perf_ext_options[i].word);
	}
	return len;
}
