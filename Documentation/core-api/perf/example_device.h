/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The hardware of example_irq_pmu.c, in memory: each CPU has EXAMPLE_COUNTERS counters of 16
 * bits, a register of overflows, and an interrupt. The driver uses the functions below as
 * another driver uses rdmsrl() or readl().
 *
 *	echo 1000 >/sys/module/example_irq_pmu/parameters/work
 *
 * makes the units of work 1 to 1000 happen, on the writer's CPU while the writer runs. Unit N
 * has N bytes. A counter that wraps around sets its bit in the register of overflows and raises
 * the interrupt; the next unit happens when the register is clear again. So a count is exact to
 * the unit, however late an interrupt arrives.
 *
 * Context: IRQs off, on the CPU concerned.
 */
#ifndef EXAMPLE_DEVICE_H
#define EXAMPLE_DEVICE_H

#include <linux/bitfield.h>
#include <linux/bits.h>
#include <linux/hrtimer.h>
#include <linux/irqflags.h>
#include <linux/moduleparam.h>
#include <linux/percpu.h>
#include <linux/preempt.h>

#define EXAMPLE_COUNTERS	4
#define EXAMPLE_WIDTH		16
#define EXAMPLE_MOST_WORK	10000

/* The value for select: one of these numbers, and above it the least size of a unit. */
#define EXAMPLE_UNITS		0x01	/* each unit is 1 */
#define EXAMPLE_BYTES		0x02	/* each unit is its size */
#define EXAMPLE_ODD		0x03	/* each unit with an odd number is 1 */
#define EXAMPLE_EVENT		GENMASK(7, 0)
#define EXAMPLE_MIN		GENMASK(23, 8)

/**
 * struct example_device - registers of a CPU
 * @on:       the counters count
 * @select:   events that the counters count, 0 for none
 * @count:    the counters
 * @overflow: BIT() of each counter that has wrapped around
 * @irq:      the interrupt: a timer's, so that get_irq_regs() has its registers
 */
struct example_device {
	bool		on;
	u32		select[EXAMPLE_COUNTERS];
	u16		count[EXAMPLE_COUNTERS];
	unsigned long	overflow;
	struct hrtimer	irq;
};

static DEFINE_PER_CPU(struct example_device, example_device);

static void example_hw_switch(bool on)
{
	this_cpu_write(example_device.on, on);
}

static void example_hw_select(int counter, u32 select)
{
	this_cpu_write(example_device.select[counter], select);
}

static void example_hw_write(int counter, u16 count)
{
	this_cpu_write(example_device.count[counter], count);
}

static u16 example_hw_read(int counter)
{
	return this_cpu_read(example_device.count[counter]);
}

static unsigned long example_hw_overflows(void)
{
	return this_cpu_read(example_device.overflow);
}

static void example_hw_acknowledge(int counter)
{
	this_cpu_and(example_device.overflow, ~BIT(counter));
}

static void (*example_hw_interrupt)(void);

static enum hrtimer_restart example_hw_fire(struct hrtimer *timer)
{
	example_hw_interrupt();
	return HRTIMER_NORESTART;
}

static void example_hw_init(void (*interrupt)(void))
{
	struct hrtimer *irq;
	int cpu;

	example_hw_interrupt = interrupt;
	for_each_possible_cpu(cpu) {
		irq = per_cpu_ptr(&example_device.irq, cpu);
		hrtimer_init(irq, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED_HARD);
		irq->function = example_hw_fire;
	}
}

static void example_hw_exit(void)
{
	int cpu;

	for_each_possible_cpu(cpu)
		hrtimer_cancel(per_cpu_ptr(&example_device.irq, cpu));
}

/* The rest is inside of the device. */
static u32 example_device_weight(u32 select, u32 unit)
{
	if (unit < FIELD_GET(EXAMPLE_MIN, select))
		return 0;
	switch (FIELD_GET(EXAMPLE_EVENT, select)) {
	case EXAMPLE_UNITS:
		return 1;
	case EXAMPLE_BYTES:
		return unit;
	case EXAMPLE_ODD:
		return unit % 2;
	default:
		return 0;
	}
}

static void example_device_unit(u32 unit)
{
	struct example_device *device = this_cpu_ptr(&example_device);
	int i;

	if (!device->on)
		return;
	for (i = 0; i < EXAMPLE_COUNTERS; i++) {
		u32 count = device->count[i] + example_device_weight(device->select[i], unit);

		device->count[i] = count;
		if (count >> EXAMPLE_WIDTH)
			device->overflow |= BIT(i);
	}
	if (device->overflow)
		hrtimer_start(&device->irq, NSEC_PER_USEC, HRTIMER_MODE_REL_PINNED_HARD);
}

static int example_device_work(const char *text, const struct kernel_param *param)
{
	unsigned long flags;
	u32 units, unit;
	int err;

	err = kstrtou32(text, 0, &units);
	if (err)
		return err;
	if (units > EXAMPLE_MOST_WORK)
		return -ERANGE;
	migrate_disable();
	for (unit = 1; unit <= units; unit++) {
		local_irq_save(flags);
		example_device_unit(unit);
		local_irq_restore(flags);
		while (READ_ONCE(*this_cpu_ptr(&example_device.overflow)))
			cpu_relax();
	}
	migrate_enable();
	return 0;
}

static const struct kernel_param_ops example_work_ops = { .set = example_device_work };
module_param_cb(work, &example_work_ops, NULL, 0200);
MODULE_PARM_DESC(work, "units of work that happen now, on this CPU");

#endif /* EXAMPLE_DEVICE_H */
