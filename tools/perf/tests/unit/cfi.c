// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of perf_cfi_is_bounded() on this program's own unwind tables: as linked, and with bytes of
 * .eh_frame_hdr changed.
 */
#include <fcntl.h>
#include <libelf.h>
#include <gelf.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <base/io.h>
#include <model/cfi_check.h>

#include "tap.h"

#ifdef HAVE_DW
#define needs_libdw()	do { } while (0)
#else
#define needs_libdw()	test_skip("built without libdw")
#endif

/* The bytes of /proc/self/exe and an Elf over them. */
struct image {
	char *bytes;
	size_t size;
	Elf *elf;
	uint8_t *hdr;	/* .eh_frame_hdr within bytes */
};

static uint8_t *find_section(const struct image *image, const char *wanted)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	size_t names;

	if (elf_getshdrstrndx(image->elf, &names))
		return NULL;
	while ((section = elf_nextscn(image->elf, section)))
		if (gelf_getshdr(section, &header) &&
		    !strcmp(elf_strptr(image->elf, names, header.sh_name), wanted))
			return (uint8_t *)image->bytes + header.sh_offset;
	return NULL;
}

static bool begin(struct image *image)
{
	int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);

	elf_version(EV_CURRENT);
	image->bytes = perf_read_rest(fd, 1U << 30, &image->size);
	image->elf = image->bytes ? elf_memory(image->bytes, image->size) : NULL;
	image->hdr = image->elf ? find_section(image, ".eh_frame_hdr") : NULL;
	return image->hdr;
}

static void end(struct image *image)
{
	elf_end(image->elf);
	free(image->bytes);
}

static void tables_of_the_linker_pass(void)
{
	struct image image;

	needs_libdw();
	is_true(begin(&image));
	is_true(perf_cfi_is_bounded(image.elf, ".eh_frame"));
	is_true(!perf_cfi_is_bounded(image.elf, ".no_frame"));
	end(&image);
}

/* Bits to flip at offsets of .eh_frame_hdr: its head and first pair (LSB Core 5.0, 10.6.2). */
static void headers_that_lead_elsewhere_do_not_pass(void)
{
	static const struct {
		const char *what;
		size_t at;
		uint8_t change;
	} changes[] = {
		{ "a version that nobody has", 0, 3 },
		{ "another encoding of the pairs", 3, 0x08 },
		{ "more pairs than there is room for", 10, 0x7f },
		{ "an FDE in the midst of an entry", 16, 4 },
		{ "an FDE outside of the table", 18, 0x40 },
	};
	struct image image;
	size_t i;

	needs_libdw();
	for (i = 0; i < sizeof(changes) / sizeof(*changes); i++) {
		is_true(begin(&image));
		image.hdr[changes[i].at] ^= changes[i].change;
		printf("# %s\n", changes[i].what);
		is_true(!perf_cfi_is_bounded(image.elf, ".eh_frame"));
		end(&image);
	}
}

/* Encodings of 0xff omit the sorted table; .eh_frame is then searched from its start. */
static void a_header_without_pairs_passes(void)
{
	struct image image;

	needs_libdw();
	is_true(begin(&image));
	image.hdr[2] = 0xff;
	image.hdr[3] = 0xff;
	is_true(perf_cfi_is_bounded(image.elf, ".eh_frame"));
	end(&image);
}

int main(void)
{
	test(tables_of_the_linker_pass);
	test(headers_that_lead_elsewhere_do_not_pass);
	test(a_header_without_pairs_passes);
	return test_end();
}
