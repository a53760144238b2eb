/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Callbacks of a hypervisor about the guest that was interrupted.
 */
#ifndef _LINUX_PERF_GUEST_H
#define _LINUX_PERF_GUEST_H

#include <linux/static_call.h>
#include <linux/types.h>

#define PERF_GUEST_ACTIVE	0x01	/* a guest was running */
#define PERF_GUEST_USER		0x02	/* in its user mode */

/**
 * struct perf_guest_info_callbacks - callbacks of a hypervisor, NMI-safe
 * @state:                returns PERF_GUEST_* at the moment of the interrupt
 * @get_ip:               returns the guest's instruction pointer
 * @handle_intel_pt_intr: injects a processor trace interrupt into the guest; may be NULL
 */
struct perf_guest_info_callbacks {
	unsigned int	(*state)(void);
	unsigned long	(*get_ip)(void);
	unsigned int	(*handle_intel_pt_intr)(void);
};

#ifdef CONFIG_GUEST_PERF_EVENTS

void perf_register_guest_info_callbacks(struct perf_guest_info_callbacks *cbs);
void perf_unregister_guest_info_callbacks(struct perf_guest_info_callbacks *cbs);

/* perf_register_guest_info_callbacks() patches the static calls: each is a direct call. */
extern struct perf_guest_info_callbacks __rcu *perf_guest_cbs;

DECLARE_STATIC_CALL(__perf_guest_get_ip, *perf_guest_cbs->get_ip);
static inline unsigned long perf_guest_get_ip(void)
{
	return static_call(__perf_guest_get_ip)();
}

DECLARE_STATIC_CALL(__perf_guest_state, *perf_guest_cbs->state);
static inline unsigned int perf_guest_state(void)
{
	return static_call(__perf_guest_state)();
}

DECLARE_STATIC_CALL(__perf_guest_handle_intel_pt_intr, *perf_guest_cbs->handle_intel_pt_intr);
static inline unsigned int perf_guest_handle_intel_pt_intr(void)
{
	return static_call(__perf_guest_handle_intel_pt_intr)();
}

#else

static inline unsigned int perf_guest_state(void)
{
	return 0;
}

static inline unsigned long perf_guest_get_ip(void)
{
	return 0;
}

static inline unsigned int perf_guest_handle_intel_pt_intr(void)
{
	return 0;
}

#endif /* CONFIG_GUEST_PERF_EVENTS */
#endif /* _LINUX_PERF_GUEST_H */
