/* SPDX-License-Identifier: GPL-2.0 */
/* A driver as a function of a group of events: ours (own.c) or the base's (base.c). */
#ifndef _PERF_EVENTS_COMPARE_H
#define _PERF_EVENTS_COMPARE_H

#define GROUP_EVENTS	8

/**
 * struct one_event - an event of a group
 * @type:    PERF_TYPE_*
 * @config:  attr.config
 * @config1: attr.config1
 * @exclude: attr.exclude_user, _kernel and _hv, from bit 0
 * @samples: attr.sample_period is set
 * @branches: attr.branch_sample_type; 0: samples have no branches
 * @made:    no table or list has @config
 */
struct one_event {
	unsigned int	type;
	unsigned long	config;
	unsigned long	config1;
	unsigned int	exclude;
	bool		samples;
	unsigned long	branches;
	bool		made;
};

/**
 * struct group - events to be counted at the same time
 * @number: of @event
 * @task:   the events count a task, not a CPU
 * @event:  the leader first
 */
struct group {
	unsigned int		number;
	bool			task;
	struct one_event	event[GROUP_EVENTS];
};

/**
 * struct image - a driver's answer for a group
 * @err:     0, or the errno of the first event that was refused, negative
 * @event:   number of that event
 * @code:    by event, the code that counts it
 * @counter: by event, its counter, from 0
 * @mmcr:    MMCR0, MMCR1, MMCR2, MMCR3, MMCRA, or of a processor that has none by counter PMLCA,
 *           then by counter PMLCB
 */
struct image {
	int		err;
	unsigned int	event;
	unsigned long	code[GROUP_EVENTS];
	unsigned int	counter[GROUP_EVENTS];
	unsigned long	mmcr[2 * GROUP_EVENTS];
};


/**
 * struct processor - a processor that both drivers know
 * @name:     as in the table of reasons
 * @pvr:      processor version register
 * @features: CPU_FTR_* of it
 * @base:     its initcall in the base
 */
struct processor {
	const char	*name;
	unsigned int	pvr;
	unsigned long	features;
	int		(*base)(void);
};

extern const struct processor processors[];

/* The base's initcalls; host.h calls those that are static. */
int init_ppc970_pmu(void);
int init_power5_pmu(void);
int init_power5p_pmu(void);
int init_power6_pmu(void);
int init_power7_pmu(void);
int init_power8_pmu(void);
int init_power9_pmu(void);
int init_power10_pmu(void);
int init_generic_compat_pmu(void);
int base_init_mpc7450_pmu(void);
int base_init_e500_pmu(void);
int base_init_e6500_pmu(void);

/* Each driver prepares for a processor, then answers for groups. */
bool own_begin(const struct processor *processor);
void own_group(const struct group *group, struct image *image);
bool own_image(const struct group *group, const struct image *like, struct image *image);
unsigned long own_named(unsigned int number, const char **name);
const char *own_format(unsigned int number);

bool base_begin(const struct processor *processor);
void base_group(const struct group *group, struct image *image);
unsigned int base_pool(unsigned long *codes, unsigned int room);
unsigned long base_named(unsigned int number, const char **name);
const char *base_format(unsigned int number);

#endif /* _PERF_EVENTS_COMPARE_H */
