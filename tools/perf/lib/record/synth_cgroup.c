// SPDX-License-Identifier: GPL-2.0
/* Records about the control groups that existed before recording began. */
#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <record/synth.h>
#include <sys/paths.h>

/* PERF_SAMPLE_CGROUP has the id in the file handle of the group's directory. */
static bool read_id(const char *path, uint64_t *id)
{
	union {
		struct file_handle handle;
		char room[sizeof(struct file_handle) + sizeof(*id)];
	} of = { .handle.handle_bytes = sizeof(*id) };
	int mount;

	if (name_to_handle_at(AT_FDCWD, path, &of.handle, &mount, 0) ||
	    of.handle.handle_bytes != sizeof(*id))
		return false;
	memcpy(id, of.handle.f_handle, sizeof(*id));
	return true;
}

static void put_group(struct perf_synth *synth, const char *path, size_t root)
{
	struct perf_record_cgroup record = { .header.type = PERF_RECORD_CGROUP };
	const char *name = path[root] ? path + root : "/";
	size_t at;

	if (!read_id(path, &record.id))
		return;
	at = perf_synth_begin(synth, &record, sizeof(record));
	perf_str_mem(synth->records, name, strlen(name) + 1);
	perf_synth_end(synth, at);
}

/* Write the group at @path and all groups below; names begin at offset @root. */
static void put_tree(struct perf_synth *synth, struct perf_str *path, size_t root)
{
	size_t length = path->length;
	struct dirent *entry;
	DIR *directory;

	put_group(synth, perf_str_text(path), root);
	directory = opendir(perf_str_text(path));
	while (directory && (entry = readdir(directory))) {
		if (entry->d_type != DT_DIR || !strcmp(entry->d_name, ".") ||
		    !strcmp(entry->d_name, ".."))
			continue;
		perf_str_format(path, "/%s", entry->d_name);
		put_tree(synth, path, root);
		perf_str_cut(path, length);
	}
	if (directory)
		closedir(directory);
}

/**
 * perf_synth_cgroups() - write all control groups
 * @synth: output
 *
 * Writes the hierarchy whose ids PERF_SAMPLE_CGROUP has; has no effect if it is not mounted.
 */
void perf_synth_cgroups(struct perf_synth *synth)
{
	struct perf_str path = { 0 };
	char root[PERF_PATH_MAX];

	if (!perf_cgroup_root(root, sizeof(root)))
		return;
	perf_str_add(&path, root);
	put_tree(synth, &path, path.length);
	perf_str_free(&path);
}
