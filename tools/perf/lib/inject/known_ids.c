// SPDX-License-Identifier: GPL-2.0
/* Build ids given by the user of the tool, for files that are not on this machine. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <base/input.h>
#include <base/str.h>
#include <inject/known_ids.h>

#define KERNEL_NAME	"[kernel.kallsyms]"

static int digit_value(char c)
{
	static const char digits[] = "0123456789abcdef";
	const char *at = c ? strchr(digits, c >= 'A' && c <= 'F' ? c - 'A' + 'a' : c) : NULL;

	return at ? (int)(at - digits) : -1;
}

/* Read pairs of digits. Return: their end, NULL if there are none, too many, or an odd number. */
static const char *parse_id(const char *at, const char *end, struct perf_env_build_id *id)
{
	for (; end - at >= 2 && digit_value(at[0]) >= 0; at += 2) {
		if (digit_value(at[1]) < 0 || id->size == PERF_DATA_BUILD_ID_MAX)
			return NULL;
		id->id[id->size++] = (uint8_t)(digit_value(at[0]) << 4 | digit_value(at[1]));
	}
	return id->size ? at : NULL;
}

static int parse_one(struct perf_known_ids *known, const char *at, const char *end,
		     struct perf_error *error)
{
	struct perf_env_build_id id = { .pid = -1, .misc = PERF_RECORD_MISC_USER };
	const char *path = parse_id(at, end, &id);
	char name[PATH_MAX];
	size_t length;

	if (!path || path == end || *path != ' ')
		return perf_error_set(error, EINVAL,
				      "'%.*s' is no build id and, behind a blank, a path",
				      (int)(end - at), at);
	while (path < end && *path == ' ')
		path++;
	length = (size_t)(end - path);
	if (!length || length >= sizeof(name))
		return perf_error_set(error, EINVAL, "'%.*s' has no path", (int)(end - at), at);
	memcpy(name, path, length);
	name[length] = '\0';
	if (strstr(name, ".ko") || name[0] == '[')
		id.misc = PERF_RECORD_MISC_KERNEL;
	id.filename = name;
	return perf_data_env_add_build_id(known->env, &id) ? perf_error_memory(error) : 0;
}

static int parse_all(struct perf_known_ids *known, const char *text, const char *between,
		     struct perf_error *error);

static int parse_file(struct perf_known_ids *known, const char *start, size_t length,
		      struct perf_error *error)
{
	char path[PATH_MAX], *text;
	int ret;

	if (length >= sizeof(path))
		return perf_error_set(error, ENAMETOOLONG, "the path is too long");
	memcpy(path, start, length);
	path[length] = '\0';
	text = perf_input_read_named(PERF_INPUT_LIST, path, NULL);
	if (!text)
		return perf_error_set(error, errno, "cannot read %s: %m", path);
	ret = parse_all(known, text, "\n", error);
	free(text);
	return ret;
}

static int parse_all(struct perf_known_ids *known, const char *text, const char *between,
		     struct perf_error *error)
{
	bool in_file = *between == '\n';
	const char *file, *end;
	int ret = 0;

	for (; *text && !ret; text = end + !!*end) {
		end = text + strcspn(text, between);
		file = in_file ? NULL : perf_starts_with(text, "file://");
		if (file && file <= end)
			ret = parse_file(known, file, (size_t)(end - file), error);
		else if (end > text)
			ret = parse_one(known, text, end, error);
	}
	return ret;
}

/**
 * perf_known_ids_parse() - parse the argument of --known-build-ids
 * @known: result; end with perf_known_ids_free()
 * @text: "ID PATH" or file://FILE with such a line for each, separated by commas
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_known_ids_parse(struct perf_known_ids *known, const char *text, struct perf_error *error)
{
	if (!known->env)
		known->env = perf_data_env_create();
	return known->env ? parse_all(known, text, ",", error) : perf_error_memory(error);
}

/**
 * perf_known_ids_list() - add the build ids of mapped files to a list
 * @known: build ids
 * @dsos: files that were mapped
 * @env: build ids of @dsos are added
 *
 * Return: 0 or -ENOMEM.
 */
int perf_known_ids_list(const struct perf_known_ids *known, const struct perf_record_dsos *dsos,
			struct perf_data_env *env)
{
	size_t i;

	for (i = 0; known->env && i < known->env->nr_build_ids; i++) {
		const struct perf_env_build_id *id = &known->env->build_ids[i];
		bool mapped = !strcmp(id->filename, KERNEL_NAME) ? dsos->kernel :
			      perf_intern_find(&dsos->names, id->filename) != PERF_INTERN_NONE;

		if (mapped && perf_data_env_add_build_id(env, id))
			return -ENOMEM;
	}
	return 0;
}

static bool id_contradicts(const struct perf_known_ids *known,
			   const struct perf_env_build_id *other)
{
	size_t i;

	for (i = 0; i < known->env->nr_build_ids; i++) {
		const struct perf_env_build_id *id = &known->env->build_ids[i];

		if (!strcmp(id->filename, other->filename))
			return id->size != other->size || memcmp(id->id, other->id, id->size);
	}
	return false;
}

/**
 * perf_known_ids_prevail() - remove build ids that contradict @known from a list
 * @known: build ids
 * @env: for each file in @known, other build ids are removed
 */
void perf_known_ids_prevail(const struct perf_known_ids *known, struct perf_data_env *env)
{
	size_t i, kept = 0;

	for (i = 0; i < env->nr_build_ids; i++)
		if (!known->env || !id_contradicts(known, &env->build_ids[i]))
			env->build_ids[kept++] = env->build_ids[i];
	env->nr_build_ids = kept;
}

/** perf_known_ids_free() - free the contents of @known */
void perf_known_ids_free(struct perf_known_ids *known)
{
	perf_data_env_free(known->env);
	known->env = NULL;
}
