// SPDX-License-Identifier: GPL-2.0
/* perf_data_same_event(): do events of two recordings count the same? */
#include <string.h>
#include <data/same_event.h>

/* Length of an event's name without the modifiers behind "PMU/TERMS/". */
static size_t plain_length(const char *name)
{
	const char *slash = strrchr(name, '/');

	return slash && slash != strchr(name, '/') ? (size_t)(slash - name) : strlen(name);
}

static bool same_names(const char *a, const char *b)
{
	size_t length = plain_length(a);

	return length == plain_length(b) && !memcmp(a, b, length);
}

/* Does the ABI fix attr->type and attr->config, so that they mean the same on every machine? */
static bool is_numbered(const struct perf_event_attr *attr)
{
	return attr->type < PERF_TYPE_MAX && attr->type != PERF_TYPE_TRACEPOINT;
}

/**
 * perf_data_same_event() - do two events count the same?
 * @a: an event
 * @b: an event, of the same or another recording
 *
 * Modifiers (":u", ":pp") are ignored: they select the modes that are counted, and the
 * precision. The kernel numbers tracepoints and dynamic PMUs at boot, so that only names
 * identify their events across machines.
 */
bool perf_data_same_event(const struct perf_data_event *a, const struct perf_data_event *b)
{
	const struct perf_event_attr *one = &a->attr, *other = &b->attr;

	if (is_numbered(one) != is_numbered(other))
		return false;
	if (!is_numbered(one))
		return (one->type == PERF_TYPE_TRACEPOINT) ==
		       (other->type == PERF_TYPE_TRACEPOINT) && same_names(a->name, b->name);
	/* config1 and config2 are bp_addr and bp_len of a breakpoint. */
	return one->type == other->type && one->config == other->config &&
	       one->config1 == other->config1 && one->config2 == other->config2 &&
	       one->bp_type == other->bp_type;
}
