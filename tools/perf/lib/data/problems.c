// SPDX-License-Identifier: GPL-2.0
/* perf_data_problem_text(): struct perf_data_problems as lines of text. */
#include <stdio.h>
#include <string.h>
#include <base/vec.h>
#include <data/reader_state.h>

struct line {
	char *buffer;
	size_t size;
};

static bool none_set(const uint64_t *features)
{
	return !(features[0] | features[1] | features[2] | features[3]);
}

static bool tell_not_closed(const struct perf_data_problems *problems, struct line line)
{
	if (!problems->not_closed)
		return false;
	snprintf(line.buffer, line.size,
		 "the recording was not closed properly: read as far as it goes; build ids and host are missing (perf data repair mends the file)");
	return true;
}

static bool tell_truncated(const struct perf_data_problems *problems, struct line line)
{
	if (!problems->truncated_bytes)
		return false;
	snprintf(line.buffer, line.size, "the file is cut off: at least %llu bytes are missing%s",
		 (unsigned long long)problems->truncated_bytes,
		 none_set(problems->bad_features) ? "" : ", among them build ids and host");
	return true;
}

static bool tell_garbage(const struct perf_data_problems *problems, struct line line)
{
	if (!problems->garbage_offset)
		return false;
	snprintf(line.buffer, line.size,
		 "at offset 0x%llx is no record: nothing behind it was read",
		 (unsigned long long)problems->garbage_offset);
	return true;
}

static bool tell_compressed(const struct perf_data_problems *problems, struct line line)
{
	if (!problems->bad_compressed)
		return false;
	snprintf(line.buffer, line.size, "%llu compressed records could not be expanded%s",
		 (unsigned long long)problems->bad_compressed, perf_inflate_missing());
	return true;
}

static bool tell_lost(const struct perf_data_problems *problems, struct line line)
{
	if (!problems->lost_events && !problems->lost_chunks)
		return false;
	snprintf(line.buffer, line.size,
		 "%llu events were lost in %llu places: the recording could not keep up",
		 (unsigned long long)problems->lost_events,
		 (unsigned long long)problems->lost_chunks);
	return true;
}

static bool tell_lost_samples(const struct perf_data_problems *problems, struct line line)
{
	if (!problems->lost_samples)
		return false;
	snprintf(line.buffer, line.size, "%llu samples were dropped while recording",
		 (unsigned long long)problems->lost_samples);
	return true;
}

static bool tell_unknown(const struct perf_data_problems *problems, struct line line)
{
	if (!problems->unknown_records)
		return false;
	snprintf(line.buffer, line.size,
		 "%llu records of unknown types were skipped: made by a newer perf?",
		 (unsigned long long)problems->unknown_records);
	return true;
}

static bool tell_unknown_ids(const struct perf_data_problems *problems, struct line line)
{
	if (!problems->unknown_ids)
		return false;
	snprintf(line.buffer, line.size,
		 "%llu samples have an unknown event id and were taken for the first event's",
		 (unsigned long long)problems->unknown_ids);
	return true;
}

static bool tell_bad_records(const struct perf_data_problems *problems, struct line line)
{
	if (!problems->bad_records)
		return false;
	snprintf(line.buffer, line.size, "%llu records contradict themselves and were skipped",
		 (unsigned long long)problems->bad_records);
	return true;
}

static bool tell_out_of_order(const struct perf_data_problems *problems, struct line line)
{
	if (!problems->out_of_order)
		return false;
	snprintf(line.buffer, line.size, "%llu records came too late to be put in order",
		 (unsigned long long)problems->out_of_order);
	return true;
}

static bool tell_newer(const struct perf_data_problems *problems, struct line line)
{
	if (!problems->newer_attr)
		return false;
	snprintf(line.buffer, line.size,
		 "events use settings that are not known here: made by a newer perf");
	return true;
}

/* Append the features whose bit is set, by name, or by number if they have none. */
static void add_features(struct line line, size_t used, const uint64_t *features)
{
	unsigned int feature;
	const char *name;

	for (feature = 0; feature < PERF_FEATURE_MAX && used < line.size; feature++) {
		if (!(features[feature / 64] >> (feature % 64) & 1))
			continue;
		name = perf_data_feature_name(feature);
		if (name)
			used += (size_t)snprintf(line.buffer + used, line.size - used, " %s",
						 name);
		else
			used += (size_t)snprintf(line.buffer + used, line.size - used, " %u",
						 feature);
	}
}

static bool tell_bad_features(const struct perf_data_problems *problems, struct line line)
{
	int used;

	/* tell_not_closed() or tell_truncated() covers features: they are at the end. */
	if (problems->not_closed || problems->truncated_bytes ||
	    none_set(problems->bad_features))
		return false;
	used = snprintf(line.buffer, line.size, "parts of the header could not be read:");
	add_features(line, (size_t)used, problems->bad_features);
	return true;
}

static bool tell_unknown_features(const struct perf_data_problems *problems, struct line line)
{
	int used;

	if (none_set(problems->unknown_features))
		return false;
	used = snprintf(line.buffer, line.size,
			"parts of the header are of kinds not known here, and were passed over:");
	add_features(line, (size_t)used, problems->unknown_features);
	return true;
}

static bool (*const tellers[])(const struct perf_data_problems *problems, struct line line) = {
	tell_not_closed, tell_truncated, tell_garbage, tell_compressed, tell_lost,
	tell_lost_samples, tell_unknown, tell_unknown_ids, tell_bad_records,
	tell_out_of_order, tell_newer, tell_bad_features, tell_unknown_features,
};

/**
 * perf_data_problem_text() - describe a problem in a line of text
 * @data: reader
 * @index: number of the problem, from 0
 * @buffer: result, without a newline
 * @size: bytes of @buffer
 *
 * Return: true if there are more than @index problems.
 */
bool perf_data_problem_text(const struct perf_data *data, unsigned int index,
			    char *buffer, size_t size)
{
	struct line line = { buffer, size };
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(tellers); i++) {
		if (tellers[i](&data->problems, line) && !index--)
			return true;
	}
	return false;
}
