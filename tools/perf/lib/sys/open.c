// SPDX-License-Identifier: GPL-2.0
/*
 * perf_event_open(2): the call, fallbacks for kernels that lack a feature, and the limit of
 * open files.
 */
#include <errno.h>
#include <stddef.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <base/vec.h>
#include <sys/open.h>

/**
 * perf_attr_fit() - set @attr->size to the smallest size that holds all nonzero members
 * @attr: the attribute, with unused members zero
 *
 * With that size, kernels and readers of recordings that predate the newest members accept
 * @attr. The smallest size set is PERF_ATTR_SIZE_VER5.
 */
void perf_attr_fit(struct perf_event_attr *attr)
{
	if (attr->config3)
		attr->size = PERF_ATTR_SIZE_VER8;
	else if (attr->sig_data)
		attr->size = PERF_ATTR_SIZE_VER7;
	else if (attr->aux_sample_size)
		attr->size = PERF_ATTR_SIZE_VER6;
	else
		attr->size = PERF_ATTR_SIZE_VER5;
}

/**
 * perf_open() - open an event
 * @open: the call; perf_open() sets @open->attr->size
 *
 * Return: a file descriptor that closes on exec, or a negative errno.
 */
int perf_open(const struct perf_open *open)
{
	struct perf_event_ext ext = {
		.size = sizeof(ext), .options = open->options, .attr = (uintptr_t)open->attr,
	};
	unsigned long flags = PERF_FLAG_FD_CLOEXEC;
	const void *first = open->attr;
	long fd;

	if (open->cgroup)
		flags |= PERF_FLAG_PID_CGROUP;
	if (open->options) {
		flags |= PERF_FLAG_EXT;
		first = &ext;
	}
	perf_attr_fit(open->attr);
	fd = syscall(SYS_perf_event_open, first, open->pid, open->cpu, open->group, flags);
	return fd < 0 ? -errno : (int)fd;
}

/**
 * perf_open_options() - the options that the kernel has
 *
 * Return: bits of PERF_EXT_*; 0 for a kernel without PERF_FLAG_EXT.
 */
uint64_t perf_open_options(void)
{
	struct perf_event_ext ext = { .size = sizeof(ext) };

	syscall(SYS_perf_event_open, &ext, 0, -1, -1, PERF_FLAG_EXT);
	return ext.known;
}

/* A feature that a kernel may lack: @used() tests for it in an attribute, @strip() removes it. */
struct feature {
	const char	*name;
	bool		(*used)(const struct perf_event_attr *attr);
	void		(*strip)(struct perf_event_attr *attr);
};

#define FEATURE_FLAG(flag, value)						\
static bool flag##_used(const struct perf_event_attr *attr)			\
{										\
	return attr->flag;							\
}										\
static void flag##_strip(struct perf_event_attr *attr)				\
{										\
	attr->flag = value;							\
}

FEATURE_FLAG(inherit_thread, 0)
FEATURE_FLAG(build_id, 0)
FEATURE_FLAG(text_poke, 0)
FEATURE_FLAG(cgroup, 0)
FEATURE_FLAG(aux_output, 0)
FEATURE_FLAG(bpf_event, 0)
FEATURE_FLAG(ksymbol, 0)
FEATURE_FLAG(namespaces, 0)
FEATURE_FLAG(write_backward, 0)
FEATURE_FLAG(context_switch, 0)
FEATURE_FLAG(use_clockid, 0)
FEATURE_FLAG(comm_exec, 0)
FEATURE_FLAG(mmap2, 0)
FEATURE_FLAG(exclude_guest, 0)

static bool lost_used(const struct perf_event_attr *attr)
{
	return attr->read_format & PERF_FORMAT_LOST;
}

static void lost_strip(struct perf_event_attr *attr)
{
	attr->read_format &= ~(__u64)PERF_FORMAT_LOST;
}

static bool weight_used(const struct perf_event_attr *attr)
{
	return attr->sample_type & PERF_SAMPLE_WEIGHT_STRUCT;
}

static void weight_strip(struct perf_event_attr *attr)
{
	attr->sample_type &= ~(__u64)PERF_SAMPLE_WEIGHT_STRUCT;
	attr->sample_type |= PERF_SAMPLE_WEIGHT;
}

/* Newest first, with the kernel version that added the feature. */
static const struct feature features[] = {
	{ "lost-sample counts (6.0)", lost_used, lost_strip },
	{ "inherit_thread (5.13)", inherit_thread_used, inherit_thread_strip },
	{ "build ids in mmap records (5.12)", build_id_used, build_id_strip },
	{ "structured weights (5.12)", weight_used, weight_strip },
	{ "text poke records (5.9)", text_poke_used, text_poke_strip },
	{ "cgroup records (5.7)", cgroup_used, cgroup_strip },
	{ "AUX output (5.4)", aux_output_used, aux_output_strip },
	{ "BPF records (5.1)", bpf_event_used, bpf_event_strip },
	{ "kernel symbol records (5.1)", ksymbol_used, ksymbol_strip },
	{ "namespace records (4.12)", namespaces_used, namespaces_strip },
	{ "backward ring buffers (4.7)", write_backward_used, write_backward_strip },
	{ "context switch records (4.3)", context_switch_used, context_switch_strip },
	{ "choice of the clock (4.1)", use_clockid_used, use_clockid_strip },
	{ "exec marks in comm records (3.16)", comm_exec_used, comm_exec_strip },
	{ "mmap2 records (3.12)", mmap2_used, mmap2_strip },
	{ "exclusion of guests (3.2)", exclude_guest_used, exclude_guest_strip },
};

/**
 * perf_attr_strip_newest() - remove the newest feature that an attribute uses
 * @attr: the attribute, refused with EINVAL
 *
 * For kernels older than this tool: the caller strips and tries again until perf_open()
 * succeeds or no feature is left.
 *
 * Return: the name of the removed feature, NULL if none is left.
 */
const char *perf_attr_strip_newest(struct perf_event_attr *attr)
{
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(features); i++) {
		if (!features[i].used(attr))
			continue;
		features[i].strip(attr);
		return features[i].name;
	}
	return NULL;
}

/**
 * perf_open_more_files() - raise the limit of open files, after EMFILE
 *
 * Return: true if the limit was raised and another perf_open() may succeed.
 */
bool perf_open_more_files(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit))
		return false;
	if (limit.rlim_cur < limit.rlim_max) {
		limit.rlim_cur = limit.rlim_max;
		return !setrlimit(RLIMIT_NOFILE, &limit);
	}
	/* CAP_SYS_RESOURCE allows raising the hard limit too. */
	if (limit.rlim_max >= 1 << 20)
		return false;
	limit.rlim_cur = 1 << 20;
	limit.rlim_max = 1 << 20;
	return !setrlimit(RLIMIT_NOFILE, &limit);
}
