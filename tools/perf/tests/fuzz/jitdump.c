// SPDX-License-Identifier: GPL-2.0
/* Fuzzes perf_jitdump_next(), and perf_elf_image_make() of each function. */
#include <inject/elf_image.h>
#include <inject/jitdump.h>
#include <model/elf_object.h>

#include "fuzz.h"

#define INPUT	"jitdump.input"

static bool is_inside(const struct perf_jitdump *dump, const void *at, size_t size)
{
	const char *from = at;

	return from >= dump->text && size <= dump->size && from <= dump->text + dump->size - size;
}

/* perf_elf_open_memory() must accept the image, with the build id made for it. */
static void check_image(struct perf_str *bytes, const struct perf_elf_image *image)
{
#ifdef HAVE_ELF
	struct perf_elf *elf = perf_elf_open_memory(bytes->text, bytes->length);
	struct perf_symbols symbols = { 0 };
	struct perf_build_id id;

	fuzz_check(elf);
	id = perf_elf_build_id(elf);
	fuzz_check(id.size == PERF_ELF_IMAGE_ID && !memcmp(id.bytes, image->id, id.size));
	fuzz_check(!perf_elf_add_symbols(elf, elf, &symbols));
	fuzz_check(symbols.nr == !!*image->name);
	perf_symbols_clear(&symbols);
	perf_elf_close(elf);
#else
	(void)bytes;
	(void)image;
#endif
}

static void use_jit_function(const struct perf_jitdump *dump, const struct perf_jitdump_code *code)
{
	struct perf_elf_image image = {
		.machine = dump->machine, .name = code->name, .code = code->code,
		.size = code->size,
	};
	struct perf_str bytes = { 0 };

	if (code->moved)
		return;
	fuzz_check(is_inside(dump, code->name, strlen(code->name) + 1));
	fuzz_check(is_inside(dump, code->code, code->size));
	perf_elf_image_make(&image, &bytes);
	fuzz_check(bytes.length >= PERF_ELF_IMAGE_TEXT + code->size);
	fuzz_check(!memcmp(bytes.text + PERF_ELF_IMAGE_TEXT, code->code, code->size));
	check_image(&bytes, &image);
	perf_str_free(&bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct perf_jitdump_code code;
	struct perf_error error = { 0 };
	struct perf_jitdump dump;

	fuzz_file(INPUT, data, size);
	if (perf_jitdump_open(&dump, INPUT, &error)) {
		fuzz_check(error.text[0]);
		return 0;
	}
	while (perf_jitdump_next(&dump, &code))
		use_jit_function(&dump, &code);
	perf_jitdump_close(&dump);
	return 0;
}
