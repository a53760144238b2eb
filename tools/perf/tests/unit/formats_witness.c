// SPDX-License-Identifier: GPL-2.0
/*
 * Compares the texts of all tracepoints of the running kernel with those of libtraceevent, if that
 * is installed; the tool itself does not use libtraceevent. The texts differ where libtraceevent
 * calculates wrongly (see formats_made.h), which concerns a few events of a kernel.
 */
#include <dlfcn.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include <base/io.h>
#include <model/print_text.h>
#include <sys/paths.h>

#include "tap.h"

#if __has_include(<traceevent/event-parse.h>)
#include <traceevent/event-parse.h>

#define RECORD_ROOM	8192

/* At most 1 event in MOST_IN may differ; of the 2,323 of a kernel 6.18, 14 do. */
#define MOST_IN		100

/* Functions of libtraceevent, loaded by name: the tool is not linked to it. */
static struct {
	typeof(tep_alloc)		*alloc;
	typeof(tep_free)		*free;
	typeof(tep_set_loglevel)	*set_loglevel;
	typeof(tep_set_long_size)	*set_long_size;
	typeof(tep_parse_event)		*parse_event;
	typeof(tep_find_event_by_record)	*find_event;
	typeof(tep_print_event)		*print_event;
	typeof(tep_print_fields)	*print_fields;
	typeof(trace_seq_init)		*seq_init;
	typeof(trace_seq_terminate)	*seq_terminate;
	typeof(trace_seq_destroy)	*seq_destroy;
} witness;

static bool load_witness(void)
{
	void *library = dlopen("libtraceevent.so.1", RTLD_NOW);
	const struct {
		void		*function;
		const char	*name;
	} functions[] = {
		{ &witness.alloc, "tep_alloc" }, { &witness.free, "tep_free" },
		{ &witness.set_loglevel, "tep_set_loglevel" },
		{ &witness.set_long_size, "tep_set_long_size" },
		{ &witness.parse_event, "tep_parse_event" },
		{ &witness.find_event, "tep_find_event_by_record" },
		{ &witness.print_event, "tep_print_event" },
		{ &witness.print_fields, "tep_print_fields" },
		{ &witness.seq_init, "trace_seq_init" },
		{ &witness.seq_terminate, "trace_seq_terminate" },
		{ &witness.seq_destroy, "trace_seq_destroy" },
	};
	void *found;
	size_t i;

	for (i = 0; library && i < PERF_ARRAY_SIZE(functions); i++) {
		found = dlsym(library, functions[i].name);
		if (!found)
			return false;
		memcpy(functions[i].function, &found, sizeof(found));
	}
	return library;
}

static unsigned int next_number(unsigned int *state)
{
	*state = *state * 1103515245 + 12345;
	return *state >> 16 & 0x7fff;
}

static void fill_text(uint8_t *at, size_t size, unsigned int *state)
{
	static const char letters[] = "abcdefgh /%-";

	while (size-- > 1)
		*at++ = letters[next_number(state) % (sizeof(letters) - 1)];
}

/* Fill @raw with small numbers and short texts; return its size, 0 if too large. */
static size_t make_record(const struct perf_format *format, uint8_t *raw, unsigned int state)
{
	const struct perf_format_field *field;
	size_t end = 8, behind, size;
	uint32_t place;

	memset(raw, 0, RECORD_ROOM);
	perf_vec_each(&format->fields, field)
		if (field->offset + field->size > end)
			end = field->offset + field->size;
	behind = (end + 7) / 8 * 8;
	if (behind > RECORD_ROOM / 2)
		return 0;
	perf_vec_each(&format->fields, field) {
		size = field->dynamic ? 8 : field->size;
		if (field->dynamic && behind + size <= RECORD_ROOM && field->size == 4) {
			place = (behind - (field->relative ? field->offset + 4 : 0)) | size << 16;
			memcpy(raw + field->offset, &place, sizeof(place));
			fill_text(raw + behind, size, &state);
			behind += size;
		} else if (field->is_text) {
			fill_text(raw + field->offset, size, &state);
		} else if (size) {
			raw[field->offset] = next_number(&state) % 9;
		}
	}
	memcpy(raw, &format->id, sizeof(uint16_t));
	return behind;
}

/* Compare perf_print_text() and perf_print_fields() with libtraceevent's; true if equal. */
static bool is_same(const struct perf_format *format, const struct perf_print_format *print,
		    struct tep_handle *tep, uint8_t *raw, size_t size)
{
	struct tep_record record = { .data = raw, .size = (int)size };
	struct perf_str str = { 0 };
	struct perf_print_record ours = {
		.print = print, .format = format, .raw = raw, .size = size, .str = &str,
	};
	struct trace_seq seq;
	bool same;

	witness.seq_init(&seq);
	witness.print_event(tep, &seq, &record, "%s", TEP_PRINT_INFO);
	witness.print_fields(&seq, raw, (int)size, witness.find_event(tep, &record));
	witness.seq_terminate(&seq);
	perf_print_begin(&ours);
	if (print)
		perf_print_text(&ours);
	else
		perf_str_add(&str, "[FAILED TO PARSE]");
	if (!print)
		perf_print_fields(&ours);
	perf_print_fields(&ours);
	perf_print_end(&ours);
	same = !strcmp(perf_str_text(&str), seq.buffer);
	if (!same)
		printf("# %s: '%s', and not '%s'\n", format->name, perf_str_text(&str), seq.buffer);
	witness.seq_destroy(&seq);
	perf_str_free(&str);
	return same;
}

static bool compare_format(const char *path)
{
	uint8_t raw[RECORD_ROOM];
	struct perf_print_format print;
	struct perf_format format;
	struct tep_handle *tep;
	struct perf_error error;
	size_t size, length;
	bool same = true, refused;
	char *text = perf_read_file(path, &size);

	if (!text || perf_format_parse(&format, text, size)) {
		free(text);
		return false;
	}
	tep = witness.alloc();
	witness.set_long_size(tep, sizeof(long));
	witness.parse_event(tep, text, size, "sys");
	refused = perf_print_parse(&print, &format, sizeof(long), &error);
	length = make_record(&format, raw, (unsigned int)format.id);
	if (length)
		same = is_same(&format, refused ? NULL : &print, tep, raw, length);
	witness.free(tep);
	if (!refused)
		perf_print_free(&print);
	perf_format_free(&format);
	free(text);
	return same;
}

static void texts_of_this_kernel(void)
{
	char pattern[PERF_PATH_MAX];
	size_t i, differ = 0;
	glob_t files;

#ifdef __SANITIZE_ADDRESS__
	test_skip("libtraceevent leaks memory, which the sanitizer reports");
#endif
	if (!load_witness())
		test_skip("no libtraceevent.so.1 here");
	if (!perf_tracefs() || !perf_path(pattern, sizeof(pattern), "%s/events/*/*/format",
					  perf_tracefs()))
		test_skip("no tracefs here");
	if (glob(pattern, 0, NULL, &files))
		test_skip("the formats of this kernel cannot be read");
	witness.set_loglevel(TEP_LOG_NONE);
	for (i = 0; i < files.gl_pathc; i++)
		if (!compare_format(files.gl_pathv[i]))
			differ++;
	printf("# %zu formats, %zu differ\n", files.gl_pathc, differ);
	is_true(differ * MOST_IN <= files.gl_pathc);
	globfree(&files);
}
#else
static void texts_of_this_kernel(void)
{
	test_skip("built without the headers of libtraceevent");
}
#endif

int main(void)
{
	test(texts_of_this_kernel);
	return test_end();
}
