// SPDX-License-Identifier: GPL-2.0
/*
 * Runs a fuzz target over the files given as arguments, so that builds without libFuzzer can check
 * fuzzing's findings, too.
 */
#include "elf_change.h"
#include "fuzz.h"

/* Changes nothing; the custom mutators of targets refer to it. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t room)
{
	(void)data;
	(void)room;
	return size;
}

static int replay_file(const char *path)
{
	FILE *file = fopen(path, "re");
	uint8_t *data = NULL;
	size_t size = 0;
	long end;

	if (!file || fseek(file, 0, SEEK_END))
		goto failed;
	end = ftell(file);
	if (end < 0)
		goto failed;
	rewind(file);
	/* Exactly the input's size: a sanitizer reports a read one byte beyond it. */
	data = malloc(end ? end : 1);
	if (!data)
		goto failed;
	size = fread(data, 1, end, file);
	fclose(file);
	LLVMFuzzerTestOneInput(data, size);
	free(data);
	return 0;
failed:
	perror(path);
	return 1;
}

int main(int argc, char **argv)
{
	int i, failed = 0;

	for (i = 1; i < argc; i++) {
		printf("%s\n", argv[i]);
		fflush(stdout);
		failed |= replay_file(argv[i]);
	}
	return failed;
}
