// SPDX-License-Identifier: GPL-2.0
/* Modifiers u k h I G H p P S D W e: they set bits of perf_event_attr and perf_event_spec. */
#include <errno.h>
#include <string.h>

#include <event/modifier.h>

/* Sets attr->exclude_*: naming one of the levels excludes the unnamed ones. */
static void apply_levels(struct perf_event_attr *attr, const char *letters, size_t length)
{
	bool user = memchr(letters, 'u', length);
	bool kernel = memchr(letters, 'k', length);
	bool hypervisor = memchr(letters, 'h', length);
	bool guest = memchr(letters, 'G', length);
	bool host = memchr(letters, 'H', length);

	if (user || kernel || hypervisor) {
		attr->exclude_user = !user;
		attr->exclude_kernel = !kernel;
		attr->exclude_hv = !hypervisor;
	}
	if (guest || host) {
		attr->exclude_host = !host;
		attr->exclude_guest = !guest;
	}
	if (memchr(letters, 'I', length))
		attr->exclude_idle = 1;
}

static int apply_letter(struct perf_event_spec *spec, char letter, struct perf_error *error)
{
	switch (letter) {
	case 'u':
	case 'k':
	case 'h':
	case 'G':
	case 'H':
	case 'I':
		return 0;
	case 'P':
		spec->max_precise = true;
		return 0;
	case 'S':
		spec->sample_read = true;
		return 0;
	case 'D':
		spec->attr.pinned = 1;
		return 0;
	case 'W':
		spec->weak = true;
		return 0;
	case 'e':
		spec->attr.exclusive = 1;
		return 0;
	case 'b':
		return perf_error_set(error, EOPNOTSUPP,
				      "modifier b (counting by BPF) is not supported");
	default:
		perf_error_set(error, EINVAL, "unknown modifier '%c'", letter);
		perf_error_hint(error,
				"modifiers: u user, k kernel, h hypervisor, I not idle, G guest, H host, p to ppp precise, P most precise, S sample group counts, D pinned, W weak group, e exclusive");
		return -EINVAL;
	}
}

/**
 * perf_modifiers_are() - test whether a text consists of modifiers
 * @letters: the text
 *
 * Return: true if @letters is not empty and every letter is a modifier.
 */
bool perf_modifiers_are(const char *letters)
{
	return *letters && !letters[strspn(letters, "ukhIGHpPSDWe")];
}

/**
 * perf_modifiers_apply() - apply modifiers to an event
 * @spec: the event
 * @letters: the modifiers
 * @length: length of @letters in bytes
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_modifiers_apply(struct perf_event_spec *spec, const char *letters, size_t length,
			 struct perf_error *error)
{
	unsigned int precise = 0;
	size_t i;

	for (i = 0; i < length; i++) {
		int failed = 0;

		if (letters[i] == 'p')
			precise++;
		else
			failed = apply_letter(spec, letters[i], error);
		if (failed)
			return failed;
	}
	if (precise > 3)
		return perf_error_set(error, EINVAL, "the most precise modifier is ppp");
	if (precise)
		spec->attr.precise_ip = precise;
	apply_levels(&spec->attr, letters, length);
	return 0;
}
