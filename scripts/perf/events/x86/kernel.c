// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel half of the program that opens events on the x86 drivers: the functions of the
 * kernel that a driver calls, as far as one CPU of a program needs them, and the core's calls
 * of struct pmu. The same file is compiled in our tree and in the base's.
 *
 * MSRs and CPUID go through pv_ops to main.c (CONFIG_PARAVIRT_XXL). A function that no driver
 * should call here is not defined: the script check makes one that ends the program.
 */
#include <linux/cpuhotplug.h>
#include <linux/jump_label.h>
#include <linux/mutex.h>
#include <linux/perf_event.h>
#include <linux/slab.h>
#include <linux/syscore_ops.h>

#include <asm/cpu.h>
#include <asm/cpu_entry_area.h>
#include <asm/cpufeature.h>
#include <asm/hardirq.h>
#include <asm/nmi.h>
#include <asm/paravirt.h>
#include <asm/processor.h>

#include "program.h"

/*
 * Data.
 */
struct cpuinfo_x86 boot_cpu_data;
struct cpuinfo_x86 cpu_info;
struct cpumask __cpu_online_mask = { .bits = { 1 } };
const unsigned long cpu_bit_bitmap[BITS_PER_LONG + 1][BITS_TO_LONGS(NR_CPUS)] = { [1] = { 1 } };
irq_cpustat_t irq_stat;
bool static_key_initialized = true;
struct pcpu_hot pcpu_hot;
struct pv_info pv_info;
unsigned int __max_threads_per_core = 1;

static u64 pv_read_msr(unsigned int msr)
{
	return read_msr(msr);
}

static void pv_write_msr(unsigned int msr, unsigned int low, unsigned int high)
{
	write_msr(msr, low | (u64)high << 32);
}

static u64 pv_read_msr_safe(unsigned int msr, int *err)
{
	*err = 0;
	return read_msr(msr);
}

static int pv_write_msr_safe(unsigned int msr, unsigned int low, unsigned int high)
{
	pv_write_msr(msr, low, high);
	return 0;
}

static u64 pv_read_pmc(int counter)
{
	return 0;
}

static void pv_cpuid(unsigned int *eax, unsigned int *ebx, unsigned int *ecx, unsigned int *edx)
{
	unsigned int regs[4];

	read_cpuid(*eax, *ecx, regs);
	*eax = regs[0];
	*ebx = regs[1];
	*ecx = regs[2];
	*edx = regs[3];
}

struct paravirt_patch_template pv_ops = {
	.cpu.read_msr		= pv_read_msr,
	.cpu.write_msr		= pv_write_msr,
	.cpu.read_msr_safe	= pv_read_msr_safe,
	.cpu.write_msr_safe	= pv_write_msr_safe,
	.cpu.read_pmc		= pv_read_pmc,
	.cpu.cpuid		= pv_cpuid,
	.irq.save_fl		= { pv_no_flags },
	.irq.irq_disable	= { pv_nothing },
	.irq.irq_enable		= { pv_nothing },
};

/*
 * Functions.
 */
int _printk(const char *format, ...)
{
	return 0;
}

void __warn_printk(const char *format, ...)
{
	say("a driver warns: %s\n", format);
}

void *pcpu_alloc_noprof(size_t size, size_t align, bool reserved, gfp_t gfp)
{
	return allocate(size);
}

void free_percpu(void __percpu *pointer)
{
}

void *__kmalloc_cache_noprof(struct kmem_cache *cache, gfp_t flags, size_t size)
{
	return allocate(size);
}

void *__kmalloc_cache_node_noprof(struct kmem_cache *cache, gfp_t flags, int node, size_t size)
{
	return allocate(size);
}

void *__kmalloc_node_noprof(size_t size, gfp_t flags, int node)
{
	return allocate(size);
}

struct kmem_cache *__kmem_cache_create_args(const char *name, unsigned int size,
					    struct kmem_cache_args *args, slab_flags_t flags)
{
	return allocate(1);
}

void *kmem_cache_alloc_node_noprof(struct kmem_cache *cache, gfp_t flags, int node)
{
	missing(__func__);
	return NULL;
}

void kfree(const void *pointer)
{
}

int atomic_dec_and_mutex_lock(atomic_t *count, struct mutex *lock)
{
	return atomic_dec_and_test(count);
}

void mutex_lock(struct mutex *lock)
{
}

void mutex_unlock(struct mutex *lock)
{
}

int __cpuhp_setup_state(enum cpuhp_state state, const char *name, bool invoke,
			int (*startup)(unsigned int cpu), int (*teardown)(unsigned int cpu),
			bool multi_instance)
{
	return startup ? startup(0) : 0;
}

int __register_nmi_handler(unsigned int type, struct nmiaction *action)
{
	return 0;
}

void register_syscore(struct syscore *syscore)
{
}

void on_each_cpu_cond_mask(smp_cond_func_t cond, smp_call_func_t function, void *info, bool wait,
			   const struct cpumask *mask)
{
	function(info);
}

/* The NMI watchdog has no counters. */
int reserve_perfctr_nmi(unsigned int msr)
{
	return 1;
}

int reserve_evntsel_nmi(unsigned int msr)
{
	return 1;
}

void release_perfctr_nmi(unsigned int msr)
{
}

void release_evntsel_nmi(unsigned int msr)
{
}

int msr_clear_bit(u32 msr, u8 bit)
{
	write_msr(msr, read_msr(msr) & ~BIT_ULL(bit));
	return 1;
}

int msr_set_bit(u32 msr, u8 bit)
{
	write_msr(msr, read_msr(msr) | BIT_ULL(bit));
	return 1;
}

static u8 kind_of_core;

u8 get_this_hybrid_cpu_type(void)
{
	return kind_of_core;
}

/* Functions of the C library, which needs the stack's alignment of main.c. */
#define FORMATTED(_name, _page, _size, ...)				\
int _name(__VA_ARGS__, const char *format, ...)				\
{									\
	va_list arguments;						\
	int length;							\
									\
	va_start(arguments, format);					\
	length = print_text(_page, _size, format, arguments);		\
	va_end(arguments);						\
	return length;							\
}

FORMATTED(sprintf, page, PAGE_SIZE, char *page)
FORMATTED(snprintf, page, size, char *page, size_t size)
FORMATTED(sysfs_emit, page, PAGE_SIZE, char *page)
FORMATTED(sysfs_emit_at, page + at, PAGE_SIZE - at, char *page, int at)

struct cpu_entry_area *get_cpu_entry_area(int cpu)
{
	static struct cpu_entry_area area;

	return &area;
}

bool capable(int capability)
{
	return true;
}

void perf_event_update_userpage(struct perf_event *event)
{
}

/* Their calls nest. */
static unsigned int disabled;

void perf_pmu_disable(struct pmu *pmu)
{
	if (!disabled++)
		pmu->pmu_disable(pmu);
}

void perf_pmu_enable(struct pmu *pmu)
{
	if (!--disabled)
		pmu->pmu_enable(pmu);
}

static struct pmu *this_pmu;

int perf_pmu_register(struct pmu *pmu, const char *name, int type)
{
	bool is_small = kind_of_core == 0x20;

	pmu->type = type < 0 ? PERF_TYPE_MAX : type;
	if (!strcmp(name, "cpu") || !strcmp(name, is_small ? "cpu_atom" : "cpu_core"))
		this_pmu = pmu;
	return 0;
}

/*
 * The processor.
 */
static const struct {
	const char	*name;
	unsigned int	bit;
} features[] = {
	{ "apic",		X86_FEATURE_APIC },
	{ "arch_perfmon",	X86_FEATURE_ARCH_PERFMON },
	{ "arch_perfmon_ext",	X86_FEATURE_ARCH_PERFMON_EXT },
	{ "pdcm",		X86_FEATURE_PDCM },
	{ "rtm",		X86_FEATURE_RTM },
	{ "hybrid",		X86_FEATURE_HYBRID_CPU },
	{ "perfctr_core",	X86_FEATURE_PERFCTR_CORE },
	{ "perfmon_v2",		X86_FEATURE_PERFMON_V2 },
	{ "zen",		X86_FEATURE_ZEN },
	{ "zen1",		X86_FEATURE_ZEN1 },
	{ "zen2",		X86_FEATURE_ZEN2 },
	{ "zen3",		X86_FEATURE_ZEN3 },
	{ "zen4",		X86_FEATURE_ZEN4 },
	{ "zen5",		X86_FEATURE_ZEN5 },
	{ "tsx_force_abort",	X86_FEATURE_TSX_FORCE_ABORT },
	{ "dtes64",		X86_FEATURE_DTES64 },
	{ "pebs",		X86_FEATURE_PEBS },
	{ "mmx",		X86_FEATURE_MMX },
	{ "tsc",		X86_FEATURE_TSC },
};

int set_feature(const char *name)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(features); i++) {
		if (!strcmp(features[i].name, name)) {
			set_cpu_cap(&boot_cpu_data, features[i].bit);
			return 0;
		}
	}
	return -ENOENT;
}

/* The CPU, number 0, is the first thread of its core, or its second one (threads.h). */
unsigned int first_thread;

void set_thread(unsigned int number)
{
	first_thread = number;
	__max_threads_per_core = 2;
}

/* Returns 0, or 1 if the driver registers no PMU. */
int boot(const struct processor *processor)
{
	boot_cpu_data.x86_vendor = processor->vendor;
	boot_cpu_data.x86 = processor->family;
	boot_cpu_data.x86_model = processor->model;
	boot_cpu_data.x86_stepping = processor->stepping;
	boot_cpu_data.cpuid_level = processor->leaves;
	cpu_info = boot_cpu_data;
	kind_of_core = processor->kind;
	return init_driver() || !this_pmu;
}

/*
 * Events.
 */
static void prepare_event(struct perf_event *event, const struct spec *spec,
			  struct perf_event *leader)
{
	memset(event, 0, sizeof(*event));
	event->attr.type = spec->type == PERF_TYPE_RAW ? this_pmu->type : spec->type;
	event->attr.size = sizeof(event->attr);
	event->attr.config = spec->config;
	event->attr.config1 = spec->config1;
	event->attr.config2 = spec->config2;
	event->pmu = this_pmu;
	event->cpu = -1;
	event->state = PERF_EVENT_STATE_INACTIVE;
	event->group_leader = leader;
	INIT_LIST_HEAD(&event->sibling_list);
}

static int open_events(struct perf_event *events, const struct spec *specs, unsigned int number,
		       unsigned int *opened)
{
	int err;

	for (*opened = 0; *opened < number; ++*opened) {
		struct perf_event *event = &events[*opened];

		prepare_event(event, &specs[*opened], events);
		err = this_pmu->event_init(event);
		if (err)
			return err;
		if (event != events)
			list_add_tail(&event->sibling_list, &events->sibling_list);
		events->nr_siblings = *opened;
	}
	return 0;
}

static int add_events(struct perf_event *events, unsigned int number, unsigned int *added)
{
	int err;

	if (this_pmu->start_txn)
		this_pmu->start_txn(this_pmu, PERF_PMU_TXN_ADD);
	for (*added = 0; *added < number; ++*added) {
		err = this_pmu->add(&events[*added], PERF_EF_START);
		if (err)
			return err;
	}
	return this_pmu->commit_txn ? this_pmu->commit_txn(this_pmu) : 0;
}

static bool is_p4(void)
{
	return boot_cpu_data.x86_vendor == X86_VENDOR_INTEL && boot_cpu_data.x86 == 15;
}

static bool is_fixed(int counter)
{
	return !is_p4() && counter >= INTEL_PMC_IDX_FIXED && counter < INTEL_PMC_IDX_FIXED + 16;
}

static void read_answer(struct perf_event *event, struct answer *answer)
{
	unsigned int extra = extra_register(event);

	answer->counter = event->hw.idx;
	answer->select = read_msr(event->hw.config_base);
	if (is_fixed(event->hw.idx))
		answer->select = answer->select >> 4 * (event->hw.idx - INTEL_PMC_IDX_FIXED) & 0xf;
	answer->extra = extra ? read_msr(extra) : 0;
	if (is_p4())
		answer->extra = read_msr(p4_connected_escr(event->hw.idx, answer->select));
}

static void read_only_escr(struct answer *answer)
{
	answer->allowed = p4_written_escr();
	answer->extra = read_msr(answer->allowed);
	answer->tags[0] = read_msr(MSR_IA32_PEBS_ENABLE);
	answer->tags[1] = read_msr(MSR_P4_PEBS_MATRIX_VERT);
}

/*
 * Opens a group and schedules it in and out. Returns 0 with @answers, or an errno with @failed,
 * the index of the event that was refused.
 */
int count(const struct spec *specs, unsigned int number, struct answer *answers,
	  unsigned int *failed)
{
	static struct perf_event events[MOST_EVENTS];
	unsigned int i, opened;
	int err;

	err = open_events(events, specs, number, &opened);
	*failed = opened;
	if (!err && number == 1)
		answers->allowed = allowed_counters(events);
	if (!err) {
		if (is_p4()) {
			p4_clear_escrs();
			/* The base's driver leaves them set. */
			write_msr(MSR_IA32_PEBS_ENABLE, 0);
			write_msr(MSR_P4_PEBS_MATRIX_VERT, 0);
		}
		perf_pmu_disable(this_pmu);
		err = add_events(events, number, failed);
		perf_pmu_enable(this_pmu);
		for (i = 0; !err && i < number; i++)
			read_answer(&events[i], &answers[i]);
		if (is_p4() && number == 1)
			read_only_escr(answers);
		perf_pmu_disable(this_pmu);
		for (i = 0; i < *failed; i++)
			this_pmu->del(&events[i], 0);
		if (err && this_pmu->cancel_txn)
			this_pmu->cancel_txn(this_pmu);
		perf_pmu_enable(this_pmu);
	}
	for (i = 0; i < opened; i++) {
		if (events[i].destroy)
			events[i].destroy(&events[i]);
	}
	return err;
}

/*
 * Files in sysfs.
 */
ssize_t perf_event_sysfs_show(struct device *dev, struct device_attribute *attr, char *page)
{
	return sysfs_emit(page, "%s\n",
			  container_of(attr, struct perf_pmu_events_attr, attr)->event_str);
}

static void print_group(struct device *dev, const struct attribute_group *group)
{
	static char page[PAGE_SIZE];
	unsigned int i;

	for (i = 0; group->attrs[i]; i++) {
		struct attribute *attr = group->attrs[i];
		struct device_attribute *file = container_of(attr, struct device_attribute, attr);

		if (group->is_visible && !group->is_visible(&dev->kobj, attr, i))
			continue;
		memset(page, 0, sizeof(page));
		file->show(dev, file, page);
		print_file(attr->name, "", page);
		if (threaded_text(this_pmu, file))
			print_file(attr->name, "@threads", threaded_text(this_pmu, file));
	}
}

/* Print the files of @folder that the PMU has: the groups of a folder add to one another. */
void print_files(const char *folder)
{
	const struct attribute_group **lists[] = { this_pmu->attr_groups, this_pmu->attr_update };
	static struct device dev;
	unsigned int i;

	dev_set_drvdata(&dev, this_pmu);
	this_pmu->dev = &dev;
	for (i = 0; i < ARRAY_SIZE(lists); i++) {
		const struct attribute_group **group;

		for (group = lists[i]; group && *group; group++) {
			if ((*group)->name && !strcmp((*group)->name, folder))
				print_group(&dev, *group);
		}
	}
}
