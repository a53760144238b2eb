// SPDX-License-Identifier: GPL-2.0
/*
 * Event attributes from a struct perf_record_config.
 *
 * set_fields() gives all events the same sample fields up to the period, and PERF_SAMPLE_IDENTIFIER
 * if there are several events, so that any reader can assign a record to its event.
 */
#include <errno.h>
#include <string.h>
#include <base/vec.h>
#include <event/parse.h>
#include <record/arch.h>
#include <record/attrs.h>
#include <record/chain.h>
#include <record/record.h>
#include <sys/area.h>
#include <sys/munmap.h>
#include <sys/open.h>

#define DEFAULT_FREQ	4000

/* A sample record is smaller than 64 KiB; MAX_AUX_SAMPLE leaves room for its other fields. */
#define MAX_AUX_SAMPLE	(60 * 1024)

static void set_period(struct perf_event_spec *spec, const struct perf_record_config *config,
		       uint64_t max_freq)
{
	struct perf_event_attr *attr = &spec->attr;
	uint64_t freq = config->freq, period = config->period;

	if (spec->terms.given & PERF_TERM_FREQ) {
		freq = spec->terms.freq;
		period = 0;
	} else if (spec->terms.given & PERF_TERM_PERIOD) {
		period = spec->terms.period;
		freq = 0;
	} else if (!config->freq_given) {
		freq = DEFAULT_FREQ;
		/* PERF_TYPE_TRACEPOINT and PERF_TYPE_BREAKPOINT sample each hit by default. */
		if (attr->type == PERF_TYPE_TRACEPOINT || attr->type == PERF_TYPE_BREAKPOINT) {
			freq = 0;
			period = 1;
		}
	}
	if (!period && max_freq && freq > max_freq)
		freq = max_freq;
	attr->freq = !period;
	attr->sample_period = period ? period : freq;
	/*
	 * Without PERF_SAMPLE_PERIOD the kernel writes several samples for a tracepoint hit that
	 * counts more than 1, and throttles the event.
	 */
	if (!period || config->want_period || attr->type == PERF_TYPE_TRACEPOINT)
		attr->sample_type |= PERF_SAMPLE_PERIOD;
	if (config->no_period)
		attr->sample_type &= ~(uint64_t)PERF_SAMPLE_PERIOD;
}

/**
 * perf_record_attr_each() - sample each hit of an event, unless its terms set a period or frequency
 * @spec: event; its period or frequency is set
 */
void perf_record_attr_each(struct perf_event_spec *spec)
{
	static const struct perf_record_config each = {
		.period = 1, .freq_given = true, .want_period = true,
	};

	set_period(spec, &each, 0);
}

/* Set the attr fields that all events share, the event of add_side_band() included. */
static void set_fields(struct perf_event_spec *spec, const struct perf_record_config *config,
		       bool several)
{
	struct perf_event_attr *attr = &spec->attr;
	bool on_cpus = config->all_cpus || config->cpus;

	attr->sample_type |= PERF_SAMPLE_IP | PERF_SAMPLE_TID;
	if (!config->no_time)
		attr->sample_type |= PERF_SAMPLE_TIME;
	if (several || config->want_identifier)
		attr->sample_type |= PERF_SAMPLE_IDENTIFIER;
	if (config->want_addr)
		attr->sample_type |= PERF_SAMPLE_ADDR | PERF_SAMPLE_DATA_SRC;
	if (config->want_phys)
		attr->sample_type |= PERF_SAMPLE_PHYS_ADDR;
	if (config->want_data_page)
		attr->sample_type |= PERF_SAMPLE_DATA_PAGE_SIZE;
	if (config->want_code_page)
		attr->sample_type |= PERF_SAMPLE_CODE_PAGE_SIZE;
	if (config->want_weight)
		attr->sample_type |= PERF_SAMPLE_WEIGHT;
	if (config->want_transaction)
		attr->sample_type |= PERF_SAMPLE_TRANSACTION;
	if (config->intr_regs) {
		attr->sample_type |= PERF_SAMPLE_REGS_INTR;
		attr->sample_regs_intr = config->intr_regs;
	}
	if (config->user_regs) {
		attr->sample_type |= PERF_SAMPLE_REGS_USER;
		attr->sample_regs_user = config->user_regs;
	}
	if (config->cgroups)
		attr->sample_type |= PERF_SAMPLE_CGROUP;
	if (on_cpus || config->want_cpu)
		attr->sample_type |= PERF_SAMPLE_CPU;
	if (config->want_raw || attr->type == PERF_TYPE_TRACEPOINT)
		attr->sample_type |= PERF_SAMPLE_RAW;
	attr->read_format |= PERF_FORMAT_ID | PERF_FORMAT_LOST;
	if (config->stat || config->running_time)
		attr->read_format |= PERF_FORMAT_TOTAL_TIME_ENABLED |
				     PERF_FORMAT_TOTAL_TIME_RUNNING;
	attr->sample_id_all = 1;
	attr->wakeup_events = config->unbuffered;
}

/** perf_record_registers() - registers that samples can hold on this machine, by bit */
uint64_t perf_record_registers(void)
{
	return PERF_RECORD_ALL_REGS;
}

/* Does spec->name have modifier G? attr has no bit for it: events count guests by default. */
static bool wants_guests(const struct perf_event_spec *spec)
{
	const char *modifiers = strrchr(spec->name, ':');

	return modifiers && strchr(modifiers, 'G');
}

/**
 * perf_record_program_alone() - is @config->argv the only target, without CPUs, pids, tids or user?
 */
bool perf_record_program_alone(const struct perf_record_config *config)
{
	return config->argv && !config->all_cpus && !config->cpus && !config->pids &&
	       !config->tids && !config->user;
}

static void set_branches(struct perf_event_spec *spec, const struct perf_record_config *config)
{
	uint64_t branches = spec->terms.given & PERF_TERM_BRANCHES ? spec->terms.branches :
								    config->branch_type;

	if (!branches)
		return;
	spec->attr.sample_type |= PERF_SAMPLE_BRANCH_STACK;
	spec->attr.branch_sample_type = branches;
}

/*
 * PERF_SAMPLE_AUX samples data of the group's leader, which must be an event of a PMU that traces.
 */
static int set_aux(struct perf_event_list *list, size_t index,
		   const struct perf_record_config *config, struct perf_error *error)
{
	struct perf_event_spec *spec = &list->at[index];
	const struct perf_event_spec *leader = &list->at[spec->leader];
	const struct perf_event_terms *terms = &spec->terms;
	uint64_t size = terms->aux_sample_size;

	if (!(terms->given & PERF_TERM_AUX_SAMPLE) && leader != spec && leader->area)
		size = config->trace_sample_size;
	if (!terms->aux_output && !size)
		return 0;
	if (leader == spec || leader->attr.type < PERF_TYPE_MAX) {
		perf_error_set(error, EINVAL, "event %s: no AUX area event to sample", spec->name);
		perf_error_hint(error, "it has to lead the group: {intel_pt//,%s}", spec->name);
		return -EINVAL;
	}
	if (size > MAX_AUX_SAMPLE)
		return perf_error_set(error, EINVAL, "event %s: aux-sample-size is at most %d",
				      spec->name, MAX_AUX_SAMPLE);
	spec->attr.aux_output = terms->aux_output;
	spec->attr.aux_sample_size = (uint32_t)size;
	if (size)
		spec->attr.sample_type |= PERF_SAMPLE_AUX;
	return 0;
}

static int set_event(struct perf_event_list *list, size_t index,
		     const struct perf_record_config *config, bool several, uint64_t max_freq,
		     struct perf_error *error)
{
	struct perf_event_spec *spec = &list->at[index];
	struct perf_event_attr *attr = &spec->attr;
	int ret;

	if (spec->tool)
		return perf_error_set(error, EINVAL, "event %s can be counted, but not recorded",
				      spec->name);
	set_fields(spec, config, several);
	set_period(spec, config, max_freq);
	spec->jitter = config->jitter && !spec->area;
	if (spec->area) {
		/* spec->area: the event writes no samples, it traces all the time. */
		attr->freq = 0;
		attr->sample_period = 1;
	}
	/* Members of a group with @sample_read are read when the leader has a sample. */
	if (config->no_samples ||
	    (spec->leader != index && list->at[spec->leader].sample_read)) {
		attr->sample_period = 0;
		attr->freq = 0;
	}
	if (spec->sample_read) {
		attr->sample_type |= PERF_SAMPLE_READ;
		attr->read_format |= PERF_FORMAT_GROUP;
	}
	set_branches(spec, config);
	ret = set_aux(list, index, config, error);
	if (ret)
		return ret;
	attr->inherit = spec->terms.given & PERF_TERM_INHERIT ? spec->terms.inherit :
								!config->no_inherit;
	if (config->per_thread || (spec->sample_read && attr->inherit))
		attr->inherit = 0;
	attr->inherit_stat = config->stat && attr->inherit;
	attr->disabled = spec->leader == index;
	attr->enable_on_exec = attr->disabled && perf_record_program_alone(config) &&
			       !config->delay_ms;
	if (!attr->exclude_host && !wants_guests(spec))
		attr->exclude_guest = 1;
	if (config->all_kernel)
		attr->exclude_user = 1;
	if (config->all_user) {
		attr->exclude_kernel = 1;
		attr->exclude_hv = 1;
	}
	if (config->use_clockid) {
		attr->use_clockid = 1;
		attr->clockid = config->clockid;
	}
	attr->write_backward = config->overwrite && !spec->area;
	return perf_record_chain_set(spec, config, error);
}

/* Return the prefix of spec->pmu if its decoders need data that is not recorded; else NULL. */
static const char *special_trace(const struct perf_event_spec *spec)
{
	static const char *const pmus[] = {
		"intel_pt", "intel_bts", "cs_etm", "arm_spe", "hisi_ptt",
	};
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(pmus); i++)
		if (spec->pmu && !strncmp(spec->pmu, pmus[i], strlen(pmus[i])))
			return pmus[i];
	return NULL;
}

static bool has_areas(const struct perf_event_list *list)
{
	size_t i;

	for (i = 0; i < list->count; i++)
		if (list->at[i].area)
			return true;
	return false;
}

/* Set spec->area of events with an AUX area. Types below PERF_TYPE_MAX have none. */
static int find_areas(struct perf_event_list *list, const struct perf_record_config *config,
		      struct perf_error *error)
{
	bool wanted = config->trace_mode != PERF_RECORD_TRACE_ALL;
	struct perf_event_spec *spec;
	size_t i;

	for (i = 0; i < list->count; i++) {
		spec = &list->at[i];
		if (spec->tool || spec->attr.type < PERF_TYPE_MAX)
			continue;
		if (special_trace(spec)) {
			perf_error_set(error, EOPNOTSUPP, "event %s: traces of %s are not recorded",
				       spec->name, spec->pmu);
			perf_error_hint(error,
					"Who decodes them needs to know more of the processor "
					"than is recorded here");
			return -EOPNOTSUPP;
		}
		spec->area = perf_area_offered(&spec->attr);
	}
	if (has_areas(list) && config->overwrite)
		return perf_error_set(error, EINVAL,
				      "--overwrite is for samples: -S keeps the newest of a trace");
	if (!wanted || has_areas(list))
		return 0;
	perf_error_set(error, EINVAL, "no event has an AUX area: there is no trace");
	perf_error_hint(error, "-S and --aux-sample are for events of PMUs that trace");
	return -EINVAL;
}

/**
 * perf_record_maps_data() - are mappings without code recorded too?
 * @list: events, with their attributes
 * @config: recording options
 *
 * Addresses of PERF_SAMPLE_ADDR lie in these mappings, and tables for PERF_SAMPLE_STACK_USER, which
 * linkers put outside of the code.
 */
bool perf_record_maps_data(const struct perf_event_list *list,
			   const struct perf_record_config *config)
{
	size_t i;

	for (i = 0; i < list->count; i++)
		if (list->at[i].attr.sample_type & PERF_SAMPLE_STACK_USER)
			return true;
	return config->want_addr || config->want_data_page;
}

/* Let the event of @attr write the records of processes, names and mappings. */
static void set_side_band(struct perf_event_attr *attr, const struct perf_record_config *config)
{
	attr->mmap = 1;
	attr->mmap2 = 1;
	attr->munmap = perf_munmap_offered();
	attr->comm = 1;
	attr->comm_exec = 1;
	attr->task = 1;
	attr->ksymbol = config->bpf;
	attr->bpf_event = config->bpf;
	attr->build_id = config->buildid_mmap;
	attr->namespaces = config->namespaces;
	attr->cgroup = config->cgroups;
	attr->context_switch = config->switch_events;
}

/*
 * Side-band records need an event that counts from the start on all CPUs and whose records are
 * never overwritten.
 */
static bool needs_own_event(const struct perf_event_list *list,
			    const struct perf_record_config *config)
{
	return has_areas(list) || config->all_cpus || config->cpus || config->overwrite ||
	       config->delay_ms || config->control_fd >= 0;
}

static int add_side_band(struct perf_event_list *list, const struct perf_record_config *config,
			 struct perf_error *error)
{
	struct perf_event_spec *spec;
	int ret;

	if (!needs_own_event(list, config)) {
		set_side_band(&list->at[0].attr, config);
		list->at[0].attr.mmap_data = perf_record_maps_data(list, config);
		return 0;
	}
	spec = perf_event_list_add(list);
	if (!spec)
		return perf_error_memory(error);
	ret = perf_event_set_name(spec, "dummy:HG", strlen("dummy:HG"), error);
	if (ret)
		return ret;
	spec->leader = list->count - 1;
	spec->members = 1;
	spec->attr.type = PERF_TYPE_SOFTWARE;
	spec->attr.config = PERF_COUNT_SW_DUMMY;
	spec->attr.sample_period = 1;
	set_fields(spec, config, true);
	spec->attr.sample_type &= ~(uint64_t)(PERF_SAMPLE_RAW | PERF_SAMPLE_ADDR |
					      PERF_SAMPLE_DATA_SRC | PERF_SAMPLE_PHYS_ADDR |
					      PERF_SAMPLE_WEIGHT | PERF_SAMPLE_CGROUP |
					      PERF_SAMPLE_DATA_PAGE_SIZE |
					      PERF_SAMPLE_CODE_PAGE_SIZE);
	spec->attr.inherit = !config->no_inherit && !config->per_thread;
	if (config->use_clockid) {
		spec->attr.use_clockid = 1;
		spec->attr.clockid = config->clockid;
	}
	set_side_band(&spec->attr, config);
	spec->attr.mmap_data = perf_record_maps_data(list, config);
	return 0;
}

/* --aux-sample needs at least one event with attr.aux_sample_size. */
static int check_trace(const struct perf_event_list *list, const struct perf_record_config *config,
		       struct perf_error *error)
{
	size_t i;

	if (config->trace_mode != PERF_RECORD_TRACE_SAMPLE)
		return 0;
	for (i = 0; i < list->count; i++)
		if (list->at[i].attr.aux_sample_size)
			return 0;
	perf_error_set(error, EINVAL,
		       "--aux-sample: no event is in a group with the one that traces");
	perf_error_hint(error, "-e '{%s,cycles}' has trace data in samples of cycles",
			list->at[0].name);
	return -EINVAL;
}

static int check_jitter(const struct perf_record_config *config, struct perf_error *error)
{
	if (!config->jitter || perf_open_options() & PERF_EXT_JITTER)
		return 0;
	perf_error_set(error, EOPNOTSUPP, "--jitter: this kernel cannot vary periods");
	perf_error_hint(error, "a period that is a prime number, as -c 1000003, helps as well");
	return -EOPNOTSUPP;
}

/**
 * perf_record_attrs() - set the attributes of events to be recorded
 * @list: at least one event. A dummy event is appended if side-band records need one
 * @config: recording options
 * @max_freq: highest sampling frequency that the kernel allows, in Hz; 0: unknown
 * @error: filled on failure
 *
 * Return: 0 or a negative errno: -EINVAL for contradictory options; -EOPNOTSUPP for jitter on a
 * kernel without it.
 */
int perf_record_attrs(struct perf_event_list *list, const struct perf_record_config *config,
		      uint64_t max_freq, struct perf_error *error)
{
	size_t i, asked = list->count;
	bool several;
	int ret;

	if (config->group && asked > 1) {
		ret = perf_events_make_group(list, 0, error);
		if (ret)
			return ret;
	}
	ret = check_jitter(config, error);
	if (!ret)
		ret = find_areas(list, config, error);
	if (ret)
		return ret;
	several = list->count > 1 || needs_own_event(list, config);
	for (i = 0; i < asked; i++) {
		ret = set_event(list, i, config, several, max_freq, error);
		if (ret)
			return ret;
	}
	ret = check_trace(list, config, error);
	return ret ? ret : add_side_band(list, config, error);
}
