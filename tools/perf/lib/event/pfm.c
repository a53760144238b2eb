// SPDX-License-Identifier: GPL-2.0
/*
 * pfm_initialize() reads /proc/cpuinfo and sysfs to identify the processor. The environment
 * overrides that: LIBPFM_FORCE_PMU=skl selects a PMU, LIBPFM_ENCODE_INACTIVE=1 enables them all.
 */
#include <errno.h>
#include <stddef.h>

#include <event/pfm.h>

#ifdef HAVE_PFM
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <perfmon/pfmlib_perf_event.h>

#include <base/library.h>
#include <base/str.h>
#include <base/vec.h>

#define OS	PFM_OS_PERF_EVENT_EXT

/* library: the loaded library, NULL in a static program. The rest: functions without pfm_. */
struct perf_pfm {
	void *library;
	__typeof__(pfm_initialize) *initialize;
	__typeof__(pfm_terminate) *terminate;
	__typeof__(pfm_strerror) *strerror;
	__typeof__(pfm_get_pmu_info) *get_pmu_info;
	__typeof__(pfm_find_event) *find_event;
	__typeof__(pfm_get_event_next) *get_event_next;
	__typeof__(pfm_get_event_info) *get_event_info;
	__typeof__(pfm_get_event_attr_info) *get_event_attr_info;
	__typeof__(pfm_get_os_event_encoding) *get_os_event_encoding;
};

#ifdef STATIC_LIBRARIES

static int take_functions(struct perf_pfm *pfm, struct perf_error *error)
{
	(void)error;
	*pfm = (struct perf_pfm){
		.initialize = pfm_initialize,
		.terminate = pfm_terminate,
		.strerror = pfm_strerror,
		.get_pmu_info = pfm_get_pmu_info,
		.find_event = pfm_find_event,
		.get_event_next = pfm_get_event_next,
		.get_event_info = pfm_get_event_info,
		.get_event_attr_info = pfm_get_event_attr_info,
		.get_os_event_encoding = pfm_get_os_event_encoding,
	};
	return 0;
}

static void pfm_unload(struct perf_pfm *pfm)
{
	(void)pfm;
}

#else

static const struct perf_library_function functions[] = {
	{ "pfm_initialize", offsetof(struct perf_pfm, initialize) },
	{ "pfm_terminate", offsetof(struct perf_pfm, terminate) },
	{ "pfm_strerror", offsetof(struct perf_pfm, strerror) },
	{ "pfm_get_pmu_info", offsetof(struct perf_pfm, get_pmu_info) },
	{ "pfm_find_event", offsetof(struct perf_pfm, find_event) },
	{ "pfm_get_event_next", offsetof(struct perf_pfm, get_event_next) },
	{ "pfm_get_event_info", offsetof(struct perf_pfm, get_event_info) },
	{ "pfm_get_event_attr_info", offsetof(struct perf_pfm, get_event_attr_info) },
	{ "pfm_get_os_event_encoding", offsetof(struct perf_pfm, get_os_event_encoding) },
};

static int take_functions(struct perf_pfm *pfm, struct perf_error *error)
{
	char file[32];
	int err;

	snprintf(file, sizeof(file), "libpfm.so.%d", PFM_MAJ_VERSION(LIBPFM_VERSION));
	err = perf_library_load(&pfm->library, file, pfm, functions, PERF_ARRAY_SIZE(functions),
				error);
	if (!err)
		return 0;
	perf_error_prefix(error, "cannot load what knows the events of processors");
	perf_error_hint(error, "Install the package that has %s, such as libpfm4", file);
	return err;
}

static void pfm_unload(struct perf_pfm *pfm)
{
	perf_library_unload(&pfm->library);
}

#endif /* STATIC_LIBRARIES */

/**
 * perf_pfm_open() - load libpfm and let it identify the machine
 * @pfm: result; NULL on failure
 * @error: filled on failure
 *
 * Return: 0, -EOPNOTSUPP if libpfm is not there, or -ENOMEM.
 */
int perf_pfm_open(struct perf_pfm **pfm, struct perf_error *error)
{
	int err;

	*pfm = calloc(1, sizeof(**pfm));
	if (!*pfm)
		return perf_error_memory(error);
	err = take_functions(*pfm, error);
	if (!err) {
		int reason = (*pfm)->initialize();

		if (reason == PFM_SUCCESS)
			return 0;
		err = perf_error_set(error, EOPNOTSUPP, "libpfm does not start: %s",
				     (*pfm)->strerror(reason));
		pfm_unload(*pfm);
	}
	free(*pfm);
	*pfm = NULL;
	return err;
}

/**
 * perf_pfm_close() - unload libpfm
 * @pfm: result of perf_pfm_open(), or NULL
 */
void perf_pfm_close(struct perf_pfm *pfm)
{
	if (!pfm)
		return;
	pfm->terminate();
	pfm_unload(pfm);
	free(pfm);
}

/* Fills @pmu for a PMU number; false if there is no such number. */
static bool pmu_of(const struct perf_pfm *pfm, pfm_pmu_t number, pfm_pmu_info_t *pmu)
{
	memset(pmu, 0, sizeof(*pmu));
	pmu->size = sizeof(*pmu);
	return pfm->get_pmu_info(number, pmu) == PFM_SUCCESS;
}

static bool event_of(const struct perf_pfm *pfm, int number, pfm_event_info_t *event)
{
	memset(event, 0, sizeof(*event));
	event->size = sizeof(*event);
	return pfm->get_event_info(number, OS, event) == PFM_SUCCESS;
}

/* Fills @attribute with the unit mask or modifier @index; all zero if there is none. */
static void attribute_of(const struct perf_pfm *pfm, const pfm_event_info_t *event, int index,
			 pfm_event_attr_info_t *attribute)
{
	memset(attribute, 0, sizeof(*attribute));
	attribute->size = sizeof(*attribute);
	if (pfm->get_event_attr_info(event->idx, index, OS, attribute) != PFM_SUCCESS)
		memset(attribute, 0, sizeof(*attribute));
}

/* Fills @mask with the attribute @index and tests whether it is a unit mask. */
static bool mask_of(const struct perf_pfm *pfm, const pfm_event_info_t *event, int index,
		    pfm_event_attr_info_t *mask)
{
	attribute_of(pfm, event, index, mask);
	return mask->type == PFM_ATTR_UMASK;
}

/* Length of the event's part of a name, including "PMU::" in front. */
static size_t event_length(const char *name)
{
	const char *pmu = strstr(name, "::");
	size_t before = pmu ? pmu + 2 - name : 0;

	return before + strcspn(name + before, ":.");
}

/* The first part behind the event's name that is no attribute of @event; NULL if all are. */
static const char *strange_part(const struct perf_pfm *pfm, const pfm_event_info_t *event,
				const char *parts)
{
	pfm_event_attr_info_t attribute;
	int i;

	while (*parts) {
		size_t length = strcspn(++parts, ":.=");

		for (i = 0; i < event->nattrs; i++) {
			attribute_of(pfm, event, i, &attribute);
			if (attribute.name && strlen(attribute.name) == length &&
			    !strncasecmp(attribute.name, parts, length))
				break;
		}
		if (i == event->nattrs)
			return parts;
		parts += strcspn(parts, ":.");
	}
	return NULL;
}

/* Fills @error for an existing event with a wrong attribute, or without a unit mask it needs. */
static int wrong_mask(const struct perf_pfm *pfm, const char *name, struct perf_error *error)
{
	size_t length = event_length(name);
	struct perf_str list = { 0 };
	pfm_event_attr_info_t mask;
	pfm_event_info_t event;
	const char *part;
	int i;

	perf_error_set(error, EINVAL, "'%s': its unit masks or modifiers are wrong", name);
	perf_str_mem(&list, name, length);
	i = pfm->find_event(perf_str_text(&list));
	perf_str_cut(&list, 0);
	if (i >= 0 && event_of(pfm, i, &event)) {
		part = strange_part(pfm, &event, name + length);
		if (part)
			perf_error_set(error, EINVAL,
				       "'%.*s' has no unit mask and no modifier '%.*s'",
				       (int)length, name, (int)strcspn(part, ":."), part);
		for (i = 0; i < event.nattrs; i++)
			if (mask_of(pfm, &event, i, &mask))
				perf_str_format(&list, " %s", mask.name);
		perf_error_hint(error, "its unit masks:%s",
				list.length ? perf_str_text(&list) : " none");
	}
	perf_str_free(&list);
	return -EINVAL;
}

static bool is_generic(const struct perf_pfm *pfm, int number)
{
	pfm_event_info_t event;
	pfm_pmu_info_t pmu;

	return event_of(pfm, number, &event) && pmu_of(pfm, event.pmu, &pmu) &&
	       pmu.type == PFM_PMU_TYPE_OS_GENERIC;
}

/**
 * perf_pfm_encode() - convert the name of an event to attributes
 * @pfm: libpfm
 * @name: the event, its unit masks and libpfm's modifiers
 * @attr: type, config words and fields of modifiers are set, and exclude_guest unless a
 *	modifier overrides it
 * @generic: set to whether the event is one of the kernel, not of a processor
 * @error: filled on failure
 *
 * Return: 0, -ENOENT if libpfm has no such event, -EINVAL if the event exists but the rest of
 * @name is wrong or the event cannot be counted here, or -ENOMEM.
 */
int perf_pfm_encode(struct perf_pfm *pfm, const char *name, struct perf_event_attr *attr,
		    bool *generic, struct perf_error *error)
{
	pfm_perf_encode_arg_t arg = { .attr = attr, .size = sizeof(arg) };
	int reason = pfm->get_os_event_encoding(name, PFM_PLM0 | PFM_PLM3 | PFM_PLMH, OS, &arg);

	switch (reason) {
	case PFM_SUCCESS:
		break;
	case PFM_ERR_NOTFOUND:
		return perf_error_set(error, ENOENT, "there is no event '%s'", name);
	case PFM_ERR_NOMEM:
		return perf_error_memory(error);
	case PFM_ERR_NOTSUPP:
		return perf_error_set(error, EINVAL, "the kernel here has no PMU for '%s'", name);
	case PFM_ERR_ATTR:
	case PFM_ERR_UMASK:
		return wrong_mask(pfm, name, error);
	default:
		return perf_error_set(error, EINVAL, "'%s': %s", name, pfm->strerror(reason));
	}
	if (arg.cpu >= 0)
		return perf_error_set(error, EINVAL, "'%s': cpu= is not for here: -C names CPUs",
				      name);
	*generic = is_generic(pfm, arg.idx);
	return 0;
}

/* State of perf_pfm_each(). */
struct walk {
	struct perf_pfm		*pfm;
	perf_pfm_visit		*visit;
	void			*data;
	struct perf_str		event;
	struct perf_str		name;
	struct perf_str		help;
};

/* Sets walk->help to the descriptions of event and mask; a mask may repeat the event's. */
static void set_help(struct walk *walk, const char *event, const char *mask)
{
	perf_str_cut(&walk->help, 0);
	if (!mask || strncasecmp(event, mask, strlen(event)))
		perf_str_add(&walk->help, event);
	if (!mask)
		return;
	if (walk->help.length)
		perf_str_add(&walk->help, ": ");
	perf_str_add(&walk->help, mask);
}

static void visit_name(struct walk *walk, const pfm_pmu_info_t *pmu)
{
	struct perf_pfm_event event = {
		.name = perf_str_text(&walk->name), .event = perf_str_text(&walk->event),
		.pmu = pmu->name, .help = perf_str_text(&walk->help),
		.core = pmu->type == PFM_PMU_TYPE_CORE,
	};

	walk->visit(&event, walk->data);
}

/* Visits an event, or each of its unit masks; "PMU::" precedes a name that is ambiguous. */
static void visit_event(struct walk *walk, const pfm_pmu_info_t *pmu,
			const pfm_event_info_t *event)
{
	pfm_event_attr_info_t mask;
	size_t masks = 0;
	int i;

	perf_str_cut(&walk->event, 0);
	if (pmu->type != PFM_PMU_TYPE_CORE || walk->pfm->find_event(event->name) != event->idx)
		perf_str_format(&walk->event, "%s::", pmu->name);
	perf_str_add(&walk->event, event->name);
	for (i = 0; i < event->nattrs; i++) {
		if (!mask_of(walk->pfm, event, i, &mask))
			continue;
		masks++;
		perf_str_cut(&walk->name, 0);
		perf_str_format(&walk->name, "%s:%s", perf_str_text(&walk->event), mask.name);
		set_help(walk, event->desc, mask.desc);
		visit_name(walk, pmu);
	}
	if (masks)
		return;
	perf_str_cut(&walk->name, 0);
	perf_str_add(&walk->name, perf_str_text(&walk->event));
	set_help(walk, event->desc, NULL);
	visit_name(walk, pmu);
}

/**
 * perf_pfm_each() - walk through the events of the PMUs that this machine has
 * @pfm: libpfm
 * @visit: called for each event and unit mask
 * @data: passed to @visit
 * @error: filled on failure
 *
 * Return: 0 or -ENOMEM.
 */
int perf_pfm_each(struct perf_pfm *pfm, perf_pfm_visit *visit, void *data,
		  struct perf_error *error)
{
	struct walk walk = { .pfm = pfm, .visit = visit, .data = data };
	pfm_event_info_t event;
	pfm_pmu_info_t pmu;
	int number, at;
	bool failed;

	pfm_for_all_pmus(number) {
		if (!pmu_of(pfm, number, &pmu) || !pmu.is_present ||
		    pmu.type == PFM_PMU_TYPE_OS_GENERIC)
			continue;
		for (at = pmu.first_event; at >= 0; at = pfm->get_event_next(at))
			if (event_of(pfm, at, &event))
				visit_event(&walk, &pmu, &event);
	}
	failed = walk.event.failed || walk.name.failed || walk.help.failed;
	perf_str_free(&walk.event);
	perf_str_free(&walk.name);
	perf_str_free(&walk.help);
	return failed ? perf_error_memory(error) : 0;
}

/**
 * perf_pfm_elsewhere() - find another processor that has an event
 * @pfm: libpfm
 * @name: the event, without a PMU; unit masks are ignored
 *
 * Return: libpfm's description of a processor that has an event of this name, or NULL.
 */
const char *perf_pfm_elsewhere(struct perf_pfm *pfm, const char *name)
{
	size_t length = event_length(name);
	pfm_event_info_t event;
	pfm_pmu_info_t pmu;
	int number, at;

	pfm_for_all_pmus(number) {
		if (!pmu_of(pfm, number, &pmu) || pmu.is_present ||
		    pmu.type != PFM_PMU_TYPE_CORE)
			continue;
		for (at = pmu.first_event; at >= 0; at = pfm->get_event_next(at))
			if (event_of(pfm, at, &event) && strlen(event.name) == length &&
			    !strncasecmp(event.name, name, length))
				return pmu.desc;
	}
	return NULL;
}

#else /* !HAVE_PFM */

int perf_pfm_open(struct perf_pfm **pfm, struct perf_error *error)
{
	*pfm = NULL;
	perf_error_set(error, EOPNOTSUPP, "this perf was built without libpfm, which knows the "
		       "names of the events of processors");
	perf_error_hint(error, "Install libpfm4-dev and build it again");
	return -EOPNOTSUPP;
}

void perf_pfm_close(struct perf_pfm *pfm)
{
	(void)pfm;
}

int perf_pfm_encode(struct perf_pfm *pfm, const char *name, struct perf_event_attr *attr,
		    bool *generic, struct perf_error *error)
{
	(void)pfm;
	(void)attr;
	(void)generic;
	return perf_error_set(error, ENOENT, "there is no event '%s'", name);
}

int perf_pfm_each(struct perf_pfm *pfm, perf_pfm_visit *visit, void *data,
		  struct perf_error *error)
{
	(void)pfm;
	(void)visit;
	(void)data;
	(void)error;
	return 0;
}

const char *perf_pfm_elsewhere(struct perf_pfm *pfm, const char *name)
{
	(void)pfm;
	(void)name;
	return NULL;
}

#endif
