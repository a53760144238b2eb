// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>

#include "corpus.h"

#define MOST	4000

static struct fuzz_case *cases[MOST];
static unsigned int size;

/**
 * corpus_add() - keep a case
 * @fuzz: is copied
 */
void corpus_add(const struct fuzz_case *fuzz)
{
	if (size == MOST)
		return;
	cases[size] = malloc(sizeof(*fuzz));
	if (cases[size])
		*cases[size++] = *fuzz;
}

/**
 * corpus_load() - keep the cases of a file
 * @path: cases as text, with an empty line between
 *
 * Returns 0, or -1 if a line of it is no operation.
 */
int corpus_load(const char *path)
{
	FILE *file = fopen(path, "re");
	struct fuzz_case fuzz;
	int nr;

	if (!file)
		return -1;
	while ((nr = case_read(&fuzz, file)) > 0)
		corpus_add(&fuzz);
	fclose(file);
	return nr;
}

/**
 * corpus_save() - write all cases as text
 * @path: of the file
 */
int corpus_save(const char *path)
{
	FILE *file = fopen(path, "we");
	unsigned int i;

	if (!file)
		return -1;
	for (i = 0; i < size; i++) {
		case_print(cases[i], file);
		fputc('\n', file);
	}
	return fclose(file);
}

/**
 * corpus_size() - how many cases there are
 */
unsigned int corpus_size(void)
{
	return size;
}

/**
 * corpus_at() - a case
 * @index: below corpus_size()
 */
const struct fuzz_case *corpus_at(unsigned int index)
{
	return cases[index];
}

/**
 * corpus_choose() - any case; NULL of none
 * @random: where the choice comes from
 */
const struct fuzz_case *corpus_choose(struct random *random)
{
	return size ? cases[random_below(random, size)] : NULL;
}
