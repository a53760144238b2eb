// SPDX-License-Identifier: GPL-2.0
/* The table of profile formats, and perf_profile_write(), which writes a profile. */
#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <base/num.h>
#include <base/str.h>
#include <profile/profile_text.h>

#include "common/print.h"
#include "common/profile_output.h"

static const struct perf_profile_format formats[] = {
	{ "html", ".html", "a page with a flame graph", true, false, perf_flame_page },
	{ "svg", ".svg", "a flame graph as a picture", false, false, perf_flame_svg },
	{ "folded", ".folded", "a line for each stack", false, true, perf_flame_folded },
	{ "gecko", ".gecko.json", "for profiler.firefox.com", true, true, perf_profile_gecko },
	{ "speedscope", ".json", "for speedscope.app", true, true, perf_profile_speedscope },
	{ "pprof", ".pb.gz", "for pprof", false, false, perf_profile_pprof, .binary = true },
	{ NULL }
};

static const struct perf_profile_format *find_name(const char *name, struct perf_error *error)
{
	const struct perf_profile_format *format;
	struct perf_nearest nearest;

	perf_nearest_init(&nearest, name);
	for (format = formats; format->name; format++) {
		if (!strcmp(format->name, name))
			return format;
		perf_nearest_offer(&nearest, format->name);
	}
	perf_error_set(error, EINVAL, "there is no format '%s'", name);
	if (nearest.best)
		perf_error_hint(error, "did you mean '%s'?", nearest.best);
	for (format = formats; format->name; format++)
		perf_error_hint(error, "%s: %s", format->name, format->help);
	return NULL;
}

static const char *suffix_of(const char *path)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
	const char *dot = strrchr(name, '.');

	return dot && dot > name ? dot : NULL;
}

static const struct perf_profile_format *refuse_suffix(const char *path, struct perf_error *error)
{
	const struct perf_profile_format *format;

	perf_error_set(error, EINVAL, "'%s' does not show which format is wanted", path);
	for (format = formats; format->name; format++)
		perf_error_hint(error, "%s: %s", format->suffix, format->help);
	perf_error_hint(error, "--format sets it for any name");
	return NULL;
}

/**
 * perf_profile_format_find() - choose a format
 * @name: name of the format, or NULL
 * @path: path of the output, used if @name is NULL
 * @error: text, with a list of the formats
 *
 * Return: the format; html if @path has no suffix; NULL if @name or the suffix is unknown.
 */
const struct perf_profile_format *perf_profile_format_find(const char *name, const char *path,
							   struct perf_error *error)
{
	const struct perf_profile_format *format, *best = formats;
	size_t longest = 0;

	if (name)
		return find_name(name, error);
	if (suffix_of(path))
		best = NULL;
	for (format = formats; format->name; format++) {
		if (!perf_ends_with(path, format->suffix) || strlen(format->suffix) < longest)
			continue;
		longest = strlen(format->suffix);
		best = format;
	}
	return best ? best : refuse_suffix(path, error);
}

/* Wall time of the first sample; without CLOCK_DATA, the file's mtime stands for the last one. */
static uint64_t start_of(const struct perf_profile *profile, const struct perf_data *data)
{
	const struct perf_data_env *env = perf_data_env(data);
	uint64_t end = (uint64_t)perf_data_mtime(data) * PERF_NS_PER_SEC;

	if (perf_data_env_has(env, PERF_FEATURE_CLOCK_DATA))
		return profile->first + (env->clock_wall_ns - env->clock_ns);
	return end ? end - (profile->last - profile->first) : 0;
}

/**
 * perf_profile_warn() - warn if a profile has no call chains
 * @command: the command named in the warning
 * @profile: the profile, all samples counted
 */
void perf_profile_warn(const struct perf_command *command, const struct perf_profile *profile)
{
	if (!profile->event || profile->event->attr.sample_type & PERF_SAMPLE_CALLCHAIN)
		return;
	perf_command_warn(command, "the recording has no call chains: each function stands alone");
	perf_print_error("  'perf record -g' records them.\n");
}

/**
 * perf_profile_write() - write a profile
 * @format: format
 * @fd: open descriptor of the output
 * @path: its name, for messages; - is the standard output
 * @flame: the profile; a NULL title or summary is filled in
 * @data: the recording
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_profile_write(const struct perf_profile_format *format, int fd, const char *path,
		       const struct perf_flame *asked, const struct perf_data *data,
		       struct perf_error *error)
{
	const struct perf_profile *profile = asked->profile;
	struct perf_out out = { .fd = fd };
	struct perf_flame flame = *asked;
	struct perf_str summary = { 0 };
	int err;

	if (!profile->report.histograms.at[0].nr)
		return perf_error_set(error, ENODATA, "no sample of %s", profile->event->name);
	perf_str_format(&summary, "%llu samples of %s in %.3f s",
			(unsigned long long)profile->report.histograms.at[0].nr,
			profile->event->name, (double)(profile->last - profile->first) / 1e9);
	flame.summary = flame.summary ? flame.summary : perf_str_text(&summary);
	flame.title = flame.title ? flame.title : perf_data_path(data);
	flame.start = start_of(profile, data);
	out.binary = format->binary;
	err = format->write(&out, &flame);
	if (perf_out_end(&out) && !err)
		err = out.error;
	perf_str_free(&summary);
	/* The reader of a pipe may close it at any time. */
	if (!err || (err == -EPIPE && !strcmp(path, "-")))
		return 0;
	perf_error_set(error, err, "cannot write %s: %s", path, strerror(-err));
	if (err == -EOPNOTSUPP)
		perf_error_hint(error, "this perf was built without zlib");
	return err;
}
