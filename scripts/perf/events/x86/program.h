/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The two halves of the program that opens events on the x86 drivers: main.c uses the C library,
 * kernel.c and own.c or stock.c the kernel's headers. No header of either half can be here.
 */
#ifndef EVENTS_X86_PROGRAM_H
#define EVENTS_X86_PROGRAM_H

/* The longest group */
#define MOST_EVENTS	16

/**
 * struct processor - the processor that the driver is to find
 * @vendor:   X86_VENDOR_*
 * @family:   family, with the extended one
 * @model:    model, with the extended one
 * @stepping: stepping
 * @kind:     kind of core of a hybrid processor, CPUID leaf 1AH EAX bits 24 to 31; else 0
 * @leaves:   highest basic CPUID leaf
 */
struct processor {
	unsigned int	vendor;
	unsigned int	family;
	unsigned int	model;
	unsigned int	stepping;
	unsigned int	kind;
	unsigned int	leaves;
};

/**
 * struct spec - fields of struct perf_event_attr
 * @type:    PERF_TYPE_*
 * @config:  the event
 * @config1: value of its extra register
 * @config2: further fields
 */
struct spec {
	unsigned int		type;
	unsigned long long	config;
	unsigned long long	config1;
	unsigned long long	config2;
};

/**
 * struct answer - an event on its counter
 * @allowed: counters that can count the event; of a Pentium 4, whose counters have no mask, the
 *	     ESCR that was written
 * @counter: the counter that counts it
 * @select:  the counter's select register, or its four bits of the fixed counters' control
 * @extra:   the register for off-core responses and the like; 0 if the event has none; the ESCR
 *	     of a Pentium 4
 * @tags:    a Pentium 4's registers of replay tagging
 */
struct answer {
	unsigned long long	allowed;
	int			counter;
	unsigned long long	select;
	unsigned long long	extra;
	unsigned long long	tags[2];
};

/* kernel.c */
int set_feature(const char *name);
void set_thread(unsigned int number);
int boot(const struct processor *processor);
int count(const struct spec *specs, unsigned int number, struct answer *answers,
	  unsigned int *failed);
void print_files(const char *folder);

/* own.c or stock.c */
struct perf_event;
int init_driver(void);
unsigned long long allowed_counters(struct perf_event *event);
unsigned int extra_register(struct perf_event *event);
struct pmu;
struct device_attribute;
const char *threaded_text(struct pmu *pmu, struct device_attribute *file);

/* calls.S */
void pv_no_flags(void);
void pv_nothing(void);

/* p4.c: ESCRs, by their MSRs; 0: none */
void p4_clear_escrs(void);
unsigned int p4_written_escr(void);
unsigned int p4_connected_escr(int counter, unsigned long long cccr);

/* Functions of the drivers that are static there */
int perf_x86_init(void);
int init_hw_perf_events(void);
int fixup_ht_bug(void);

/* main.c */
unsigned long long read_msr(unsigned int msr);
void write_msr(unsigned int msr, unsigned long long value);
void read_cpuid(unsigned int leaf, unsigned int subleaf, unsigned int *regs);
void *allocate(unsigned long size);
void missing(const char *name);
void say(const char *format, ...);
int print_text(char *page, unsigned long size, const char *format, __builtin_va_list arguments);
void print_file(const char *name, const char *what, const char *text);

#endif /* EVENTS_X86_PROGRAM_H */
