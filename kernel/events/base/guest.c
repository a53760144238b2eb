// SPDX-License-Identifier: GPL-2.0
/*
 * Guests: callbacks of the hypervisor that describe the guest an interrupt hit.
 *
 * Owns: perf_guest_cbs, the only set of callbacks, and the static calls to it, which NMI
 * handlers use. Without a hypervisor each static call returns 0: no guest is running.
 * Locks: none. KVM and Xen exclude each other, and each registers once.
 * Context: registering may sleep; the static calls are made in any context, NMI included.
 */
#include <linux/perf_event.h>
#include <linux/rcupdate.h>
#include <linux/static_call.h>

struct perf_guest_info_callbacks __rcu *perf_guest_cbs;

DEFINE_STATIC_CALL_RET0(__perf_guest_state, *perf_guest_cbs->state);
DEFINE_STATIC_CALL_RET0(__perf_guest_get_ip, *perf_guest_cbs->get_ip);
DEFINE_STATIC_CALL_RET0(__perf_guest_handle_intel_pt_intr, *perf_guest_cbs->handle_intel_pt_intr);

static const struct perf_guest_info_callbacks no_guest = {
	.state			= (void *)&__static_call_return0,
	.get_ip			= (void *)&__static_call_return0,
	.handle_intel_pt_intr	= (void *)&__static_call_return0,
};

static void set_guest_calls(const struct perf_guest_info_callbacks *cbs)
{
	unsigned int (*pt_intr)(void) = cbs->handle_intel_pt_intr;

	static_call_update(__perf_guest_state, cbs->state);
	static_call_update(__perf_guest_get_ip, cbs->get_ip);
	static_call_update(__perf_guest_handle_intel_pt_intr,
			   pt_intr ?: no_guest.handle_intel_pt_intr);
}

/**
 * perf_register_guest_info_callbacks - set the callbacks of the hypervisor
 * @cbs: valid until unregistered; handle_intel_pt_intr may be NULL
 *
 * A second registration only causes a warning.
 *
 * Context: task, may sleep.
 */
void perf_register_guest_info_callbacks(struct perf_guest_info_callbacks *cbs)
{
	if (WARN_ON_ONCE(cmpxchg((__force struct perf_guest_info_callbacks **)&perf_guest_cbs,
				 NULL, cbs)))
		return;
	set_guest_calls(cbs);
}
EXPORT_SYMBOL_GPL(perf_register_guest_info_callbacks);

/**
 * perf_unregister_guest_info_callbacks - remove the callbacks of the hypervisor
 * @cbs: the registered callbacks
 *
 * On return no CPU runs any of the callbacks.
 *
 * Context: task, may sleep.
 */
void perf_unregister_guest_info_callbacks(struct perf_guest_info_callbacks *cbs)
{
	if (WARN_ON_ONCE(rcu_access_pointer(perf_guest_cbs) != cbs))
		return;

	set_guest_calls(&no_guest);
	RCU_INIT_POINTER(perf_guest_cbs, NULL);
	synchronize_rcu();	/* interrupts and NMIs are readers */
}
EXPORT_SYMBOL_GPL(perf_unregister_guest_info_callbacks);
