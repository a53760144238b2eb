// SPDX-License-Identifier: GPL-2.0
/* Lines "0xADDRESS : "TEXT"": strings that records of tracepoints point to. */
#include <stdlib.h>
#include <string.h>
#include <base/str.h>
#include <model/static_texts.h>

static void add_static_text(struct perf_static_texts *texts, uint64_t address, const char *text)
{
	const char **added;
	uint64_t *index;
	bool is_new;

	index = perf_map_put(&texts->indexes, address, &is_new);
	if (!index || !is_new)
		return;
	*index = texts->texts.count;
	added = perf_vec_push(&texts->texts);
	if (added)
		*added = text;
}

/* Cut a final "\n" escape: the output around the text has its own line end. */
static void cut_escaped_end(char *text)
{
	if (perf_ends_with(text, "\\n"))
		text[strlen(text) - strlen("\\n")] = '\0';
}

/** perf_static_texts_read() - read the file, once; the first text at an address counts */
void perf_static_texts_read(struct perf_static_texts *texts, const char *file, size_t size)
{
	char *line, *next, *text, *end;

	if (texts->memory)
		return;
	texts->memory = strndup(file, size);
	for (line = texts->memory; line && *line; line = next) {
		next = strchrnul(line, '\n');
		if (*next)
			*next++ = '\0';
		text = strstr(line, " : ");
		if (!text)
			continue;
		text += strlen(" : ");
		if (*text == '"')
			text++;
		end = strrchr(text, '"');
		if (end)
			*end = '\0';
		cut_escaped_end(text);
		add_static_text(texts, strtoull(line, NULL, 16), text);
	}
}

/** perf_static_texts_find() - the text at an address, NULL if there is none */
const char *perf_static_texts_find(const struct perf_static_texts *texts, uint64_t address)
{
	uint64_t index;

	if (!perf_map_get(&texts->indexes, address, &index) || index >= texts->texts.count)
		return NULL;
	return texts->texts.at[index];
}

/** perf_static_texts_free() - free the contents of @texts and zero it */
void perf_static_texts_free(struct perf_static_texts *texts)
{
	perf_map_free(&texts->indexes);
	perf_vec_free(&texts->texts);
	free(texts->memory);
	*texts = (struct perf_static_texts){ 0 };
}
