// SPDX-License-Identifier: GPL-2.0
/* Fuzzes perf_record_kcore_copy() with kallsyms, modules and kcore, separated by zero bytes. */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <record/kcore.h>

#include "fuzz.h"

#define PROC	"kcore.proc"
#define COPY	"kcore.copy"

static void remove_copy(void)
{
	if ((unlink(COPY "/kcore") | unlink(COPY "/kallsyms") | unlink(COPY "/modules")) &&
	    errno != ENOENT)
		fuzz_give_up(COPY);
	if (rmdir(COPY) && errno != ENOENT)
		fuzz_give_up(COPY);
}

/* Write the bytes up to the separator to @name; advance @data and @size past it. */
static void put_part(const char *name, const uint8_t **data, size_t *size)
{
	const uint8_t *end = *size ? memchr(*data, '\0', *size) : NULL;
	size_t part = end ? (size_t)(end - *data) : *size;

	fuzz_file(name, *data, part);
	*size -= part + !!end;
	*data += part + !!end;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct perf_error error = { 0 };

	if (mkdir(PROC, 0700) && errno != EEXIST)
		fuzz_give_up(PROC);
	put_part(PROC "/kallsyms", &data, &size);
	put_part(PROC "/modules", &data, &size);
	fuzz_file(PROC "/kcore", data, size);
	remove_copy();
	if (perf_record_kcore_copy(PROC, AT_FDCWD, COPY, &error))
		fuzz_check(error.text[0]);
	remove_copy();
	return 0;
}
