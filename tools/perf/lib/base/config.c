// SPDX-License-Identifier: GPL-2.0
/* Configuration files: reading them, and changing one key. */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <base/config.h>
#include <base/input.h>
#include <base/io.h>
#include <base/output.h>
#include <base/str.h>

/* One parsed line. */
struct line {
	enum { LINE_NOTHING, LINE_SECTION, LINE_KEY, LINE_BAD } kind;
	struct perf_str		name;
	struct perf_str		value;
};

static bool line_ends(char c)
{
	return !c || c == '\n' || c == '#' || c == ';';
}

/* Parses the value after '='. Blanks, '#' and ';' inside quotes belong to the value. */
static void take_value(const char *at, struct perf_str *value)
{
	size_t solid = 0;
	bool quoted = false;

	while (*at == ' ' || *at == '\t')
		at++;
	for (; *at && *at != '\n' && (quoted || !line_ends(*at)); at++) {
		if (*at == '"') {
			quoted = !quoted;
			solid = value->length;
			continue;
		}
		if (*at == '\\' && (at[1] == '"' || at[1] == '\\'))
			at++;
		perf_str_char(value, *at);
		if (quoted || !isspace((unsigned char)*at))
			solid = value->length;
	}
	perf_str_cut(value, solid);
}

static void take_line(const char *at, struct line *line)
{
	perf_str_cut(&line->name, 0);
	perf_str_cut(&line->value, 0);
	line->kind = LINE_NOTHING;
	while (*at == ' ' || *at == '\t' || *at == '\r')
		at++;
	if (line_ends(*at))
		return;
	line->kind = *at == '[' ? LINE_SECTION : LINE_KEY;
	at += *at == '[';
	for (; isalnum((unsigned char)*at) || *at == '-' || *at == '_' || *at == '.'; at++)
		perf_str_char(&line->name, *at);
	while (*at == ' ' || *at == '\t' || *at == '\r')
		at++;
	if (!line->name.length || (line->kind == LINE_SECTION && *at != ']') ||
	    (line->kind == LINE_KEY && *at != '=' && !line_ends(*at)))
		line->kind = LINE_BAD;
	else if (line->kind == LINE_KEY && *at == '=')
		take_value(at + 1, &line->value);
	else if (line->kind == LINE_KEY)
		perf_str_add(&line->value, "true");
}

static void free_line(struct line *line)
{
	perf_str_free(&line->name);
	perf_str_free(&line->value);
}

static int add_entry(struct perf_config *config, const char *section, const struct line *line,
		     const char *path, unsigned int number)
{
	struct perf_config_entry *entry = perf_vec_push(&config->entries);
	struct perf_str key = { 0 };

	if (!entry)
		return -ENOMEM;
	perf_str_format(&key, "%s.%s", section, perf_str_text(&line->name));
	entry->key = perf_str_steal(&key);
	entry->value = strdup(perf_str_text(&line->value));
	entry->file = strdup(path);
	entry->line = number;
	return entry->key && entry->value && entry->file ? 0 : -ENOMEM;
}

/* PERF_CONFIG=/dev/null stands for an empty configuration. */
static bool is_null_device(const struct stat *status)
{
	return S_ISCHR(status->st_mode) && status->st_rdev == makedev(1, 3);
}

/* Reads the text of a file; read_own() refuses files of users other than this one and root. */
static char *read_own(const char *path, struct perf_error *error)
{
	struct stat status;
	int found = perf_input_look(path, 0, &status), fd;
	char *text;

	if (found >= 0 && !perf_input_is_trusted(&status)) {
		close(found);
		perf_error_set(error, EPERM, "'%s' belongs to another user: it does not count",
			       path);
		return NULL;
	}
	if (found >= 0 && !S_ISREG(status.st_mode) && !is_null_device(&status)) {
		close(found);
		perf_error_set(error, EINVAL, "'%s' is no file", path);
		return NULL;
	}
	fd = found < 0 ? found : perf_input_reopen(found, path, O_RDONLY | O_CLOEXEC);
	text = perf_input_read_fd(PERF_INPUT_LIST, fd, NULL);
	if (!text)
		perf_error_set(error, errno, "cannot read '%s': %m", path);
	return text;
}

/**
 * perf_config_read() - add the assignments of a file
 * @config: added to
 * @path: the file
 * @error: filled on failure
 *
 * Return: 0, -ENOENT if @path does not exist, -EPERM if another user owns it, or another
 * negative errno. @config keeps the lines before a faulty one.
 */
int perf_config_read(struct perf_config *config, const char *path, struct perf_error *error)
{
	char *text = read_own(path, error), *at;
	struct perf_str section = { 0 };
	struct line line = { 0 };
	unsigned int number = 1;
	int failed = 0;

	if (!text)
		return -error->code;
	for (at = text; *at && !failed; number++) {
		take_line(at, &line);
		if (line.kind == LINE_SECTION) {
			perf_str_cut(&section, 0);
			perf_str_add(&section, perf_str_text(&line.name));
		} else if (line.kind == LINE_BAD || (line.kind == LINE_KEY && !section.length)) {
			failed = perf_error_set(error, EINVAL,
						"%s:%u: this is neither [section] nor key = value",
						path, number);
		} else if (line.kind == LINE_KEY &&
			   add_entry(config, perf_str_text(&section), &line, path, number)) {
			failed = perf_error_memory(error);
		}
		at += strcspn(at, "\n");
		at += *at == '\n';
	}
	free_line(&line);
	perf_str_free(&section);
	free(text);
	return failed;
}

/**
 * perf_config_find() - look up a key
 * @config: the assignments
 * @key: full name; case is ignored
 *
 * Return: the last assignment to @key, NULL if there is none.
 */
const struct perf_config_entry *perf_config_find(const struct perf_config *config,
						 const char *key)
{
	size_t i;

	for (i = config->entries.count; i--;)
		if (!strcasecmp(config->entries.at[i].key, key))
			return &config->entries.at[i];
	return NULL;
}

/* add_key() quotes a value that take_value() would otherwise not read back unchanged. */
static void add_key(struct perf_str *text, const char *name, const char *value)
{
	bool plain = *value && !strpbrk(value, "#;\"\\ \t");

	perf_str_format(text, "\t%s = %s", name, plain ? "" : "\"");
	for (; *value; value++) {
		if (*value == '"' || *value == '\\')
			perf_str_char(text, '\\');
		perf_str_char(text, *value);
	}
	perf_str_add(text, plain ? "\n" : "\"\n");
}

/* Copies @text with one key changed; all other lines stay unchanged. */
static void config_change(const char *text, const char *section, const char *name,
			  const char *value, struct perf_str *changed)
{
	size_t behind = 0, size;	/* behind: end of the section's last line in @changed */
	struct line line = { 0 };
	bool inside = false;
	bool done = false;

	for (; *text; text += size) {
		size = strcspn(text, "\n");
		size += text[size] == '\n';
		take_line(text, &line);
		if (line.kind == LINE_SECTION)
			inside = !strcasecmp(perf_str_text(&line.name), section);
		if (inside && line.kind == LINE_KEY &&
		    !strcasecmp(perf_str_text(&line.name), name)) {
			if (!done)
				add_key(changed, name, value);
			done = true;
		} else {
			perf_str_mem(changed, text, size);
			if (text[size - 1] != '\n')
				perf_str_char(changed, '\n');
		}
		if (inside && line.kind != LINE_NOTHING)
			behind = changed->length;
	}
	free_line(&line);
	if (done)
		return;
	if (behind) {
		char *rest = strdup(perf_str_text(changed) + behind);

		changed->failed |= !rest;
		perf_str_cut(changed, behind);
		add_key(changed, name, value);
		perf_str_add(changed, rest ? rest : "");
		free(rest);
		return;
	}
	perf_str_format(changed, "[%s]\n", section);
	add_key(changed, name, value);
}

/**
 * perf_config_set() - set a key in a file, which is created if missing
 * @path: the file; comments and other keys stay
 * @key: full name
 * @value: text without line ends
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_config_set(const char *path, const char *key, const char *value,
		    struct perf_error *error)
{
	const char *dot = strrchr(key, '.');
	struct perf_str changed = { 0 };
	char *section, *text;
	int failed;

	if (!dot || dot == key || !dot[1] || strchr(value, '\n'))
		return perf_error_set(error, EINVAL, "'%s' is not section.key", key);
	text = read_own(path, error);
	if (!text && error->code != ENOENT)
		return -error->code;
	section = strndup(key, (size_t)(dot - key));
	if (section)
		config_change(text ? text : "", section, dot + 1, value, &changed);
	free(text);
	if (!section || changed.failed)
		failed = perf_error_memory(error);
	else
		failed = perf_output_write(path, 0644, changed.text, changed.length, error);
	free(section);
	perf_str_free(&changed);
	return failed;
}

/**
 * perf_config_bool() - parse a boolean
 * @text: true, yes, on, 1, false, no, off or 0; case is ignored
 * @value: result
 *
 * Return: false if @text is none of these.
 */
bool perf_config_bool(const char *text, bool *value)
{
	static const char *const words[] = { "false", "true", "no", "yes", "off", "on", "0", "1" };
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(words); i++) {
		if (strcasecmp(words[i], text))
			continue;
		*value = i % 2;
		return true;
	}
	return false;
}

/**
 * perf_config_free() - free all assignments
 * @config: the configuration, empty afterwards
 */
void perf_config_free(struct perf_config *config)
{
	struct perf_config_entry *entry;

	perf_vec_each(&config->entries, entry) {
		free(entry->key);
		free(entry->value);
		free(entry->file);
	}
	perf_vec_free(&config->entries);
}
