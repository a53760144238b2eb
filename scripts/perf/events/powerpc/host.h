/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The kernel's interfaces that drivers for processors' counters use, for a program of the host.
 *
 * It is included before each driver's file, ours and the base's; the headers that those name
 * are empty, or copies of the base's headers of constants.
 */
#ifndef _PERF_EVENTS_HOST_H
#define _PERF_EVENTS_HOST_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include <linux/const.h>
#include <linux/types.h>

typedef __u8 u8;
typedef __u16 u16;
typedef __u32 u32;
typedef unsigned long u64;
typedef __s64 s64;

#define __init
#define __ro_after_init
#define __read_mostly
#define __percpu
#define U8_MAX			255
#define BITS_PER_LONG		64
#define ASM_CONST(_x)		_x##UL

#define BIT(_nr)		(1UL << (_nr))
#define BIT_ULL(_nr)		(1UL << (_nr))
/* The command line defines options as 1; another one's text is its own name. */
#define HOST_TEXT(_text)	#_text
#define IS_ENABLED(CONFIG_name)	(HOST_TEXT(CONFIG_name)[0] == '1')
#define GENMASK_ULL(_h, _l)	((~0UL << (_l)) & (~0UL >> (63 - (_h))))
#define GENMASK(_h, _l)		GENMASK_ULL(_h, _l)
#define FIELD_SHIFT(_mask)	__builtin_ctzl(_mask)
#define FIELD_GET(_mask, _reg)	(((_reg) & (_mask)) >> FIELD_SHIFT(_mask))
#define FIELD_PREP_CONST(_mask, _val)	(((u64)(_val) << FIELD_SHIFT(_mask)) & (_mask))
#define FIELD_PREP(_mask, _val)	(((u64)(_val) << FIELD_SHIFT(_mask)) & (_mask))
#define __ffs(_x)		((unsigned int)__builtin_ctzl(_x))
#define __ffs64(_x)		((unsigned int)__builtin_ctzl(_x))
#define hweight64(_x)		__builtin_popcountl(_x)
#define hweight32(_x)		__builtin_popcount(_x)
#define ARRAY_SIZE(_a)		(sizeof(_a) / sizeof((_a)[0]))
#define min_t(_type, _a, _b)	((_type)(_a) < (_type)(_b) ? (_type)(_a) : (_type)(_b))
#define max_t(_type, _a, _b)	((_type)(_a) > (_type)(_b) ? (_type)(_a) : (_type)(_b))
#define array_index_nospec(_index, _size)	((void)(_size), (_index))
#define for_each_set_bit(_bit, _mask, _size)				\
	for ((_bit) = 0; (_bit) < (_size); (_bit)++)			\
		if (*(_mask) & BIT(_bit))
#define BUILD_BUG_ON(_condition)	((void)sizeof(char[1 - 2 * !!(_condition)]))
#define WARN_ON(_condition)	(_condition)
#define WARN(_condition, ...)	(_condition)
#define WARN_ON_ONCE(_condition)	(_condition)
#define ENOTSUPP		524
#define unlikely(_condition)	(_condition)
#define pr_info(...)		((void)0)
#define early_initcall(_call)		\
	int base_##_call(void)		\
	{				\
		return _call();		\
	}

/* Memory. */
#define GFP_KERNEL		0
#define kzalloc(_size, _flags)	((void)(_flags), calloc(1, _size))
#define kfree(_p)		free(_p)
#define __free(_function)	__attribute__((cleanup(host_##_function)))
static inline void host_kfree(void *p)
{
	free(*(void **)p);
}

#define no_free_ptr(_p)		({ void *__p = (_p); (_p) = NULL; __p; })

/* Lists. */
struct list_head {
	struct list_head *next, *prev;
};

#define list_entry(_p, _type, _member)					\
	((_type *)((char *)(_p) - offsetof(_type, _member)))
#define list_for_each_entry(_pos, _head, _member)				\
	for (_pos = list_entry((_head)->next, __typeof__(*_pos), _member);	\
	     &_pos->_member != (_head);						\
	     _pos = list_entry(_pos->_member.next, __typeof__(*_pos), _member))
#define for_each_sibling_event(_pos, _leader)				\
	list_for_each_entry(_pos, &(_leader)->sibling_list, sibling_list)

/* One CPU, one thread. */
#define DEFINE_PER_CPU(_type, _name)	_type _name
#define DECLARE_PER_CPU(_type, _name)	extern _type _name
#define get_cpu_var(_name)		(_name)
#define put_cpu_var(_name)		((void)(_name))
#define this_cpu_ptr(_p)		(_p)
#define local_irq_save(_flags)		((_flags) = 0)
#define local_irq_restore(_flags)	((void)(_flags))

/* Events. */
struct pt_regs;
struct device;
struct device_attribute;
struct attribute_group;

#include <linux/perf_event.h>
#include <uapi/asm/perf_event.h>
#include <asm/perf_regs.h>
#ifdef CONFIG_FSL_EMB_PERF_EVENT
#include <asm/perf_event_fsl_emb.h>
#include <asm/reg_fsl_emb.h>
#else
#include <asm/perf_event_server.h>
#endif
#include <asm/reg.h>

struct perf_branch_stack {
	u64	nr;
};

#define PERF_ATTACH_TASK	0x04
#define PERF_EVENT_STATE_OFF	-1
#define PERF_PMU_CAP_EXTENDED_REGS	0x0008

enum { perf_hw_context = 1 };

#define local64_t		long
#define local64_read(_p)	(*(_p))
#define local64_set(_p, _value)	(*(_p) = (_value))

struct pmu {
	int	type;
	int	task_ctx_nr;
};

struct hw_perf_event {
	u64		config;
	unsigned long	config_base;
	unsigned long	event_base;
	int		idx;
	int		last_cpu;
	void		*target;
	u64		sample_period;
	u64		last_period;
	local64_t	period_left;
	local64_t	prev_count;
	int		state;
};

struct perf_event {
	struct perf_event_attr	attr;
	struct hw_perf_event	hw;
	struct pmu		*pmu;
	struct perf_event	*group_leader;
	struct list_head	sibling_list;
	int			state;
	unsigned int		attach_state;
	void			*pmu_private;
	void (*destroy)(struct perf_event *event);
};

#define PERF_MEM_NA		0	/* not compared */
#define PERF_EF_START		0x01
#define PERF_HES_STOPPED	0x01
#define PERF_HES_UPTODATE	0x02
#define is_software_event(_event)	((_event)->pmu->task_ctx_nr != perf_hw_context)
#define is_sampling_event(_event)	((_event)->attr.sample_period != 0)
#define has_branch_stack(_event)	\
	(((_event)->attr.sample_type & PERF_SAMPLE_BRANCH_STACK) != 0)

/* Files in sysfs. */
struct attribute {
	const char	*name;
};

struct device_attribute {
	struct attribute	attr;
	ssize_t (*show)(struct device *device, struct device_attribute *attr, char *page);
};

struct perf_pmu_events_attr {
	struct device_attribute	attr;
	u64			id;
};

struct attribute_group {
	const char		*name;
	struct attribute	**attrs;
};

#define PMU_EVENT_ATTR(_name, _var, _id, _show)						\
	static struct perf_pmu_events_attr _var = { { { #_name }, _show }, (u64)(_id) }
#define PMU_FORMAT_ATTR(_name, _format)							\
	static struct device_attribute format_attr_##_name = { { #_name "=" _format } }

/* The processor. */
extern u64 host_features;
extern u32 host_pvr;

enum {
	CPU_FTR_ARCH_207S	= 0x01,
	CPU_FTR_ARCH_300	= 0x02,
	CPU_FTR_ARCH_31		= 0x04,
	CPU_FTR_HVMODE		= 0x08,
	CPU_FTR_PMAO_BUG	= 0x10,
};

#define cpu_has_feature(_feature)	((host_features & (_feature)) != 0)
#define mfspr(_register)		((_register) == SPRN_PVR ? host_pvr : 0UL)
#define mtspr(_register, _value)	((void)(_register), (void)(_value))
#define pvr_version_is(_version)	(host_pvr >> 16 == (_version))

struct cpu_spec {
	unsigned long	cpu_user_features2;
};

extern struct cpu_spec *cur_cpu_spec;

#define PPC_FEATURE2_EBB		0

struct pt_regs {
	unsigned long	dsisr;
	unsigned long	dar;
	unsigned long	msr;
	unsigned long	nip;
};

#endif /* _PERF_EVENTS_HOST_H */
