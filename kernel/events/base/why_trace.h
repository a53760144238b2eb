/* SPDX-License-Identifier: GPL-2.0 */
/* perf:perf_refused, a tracepoint that says why a program's call was refused. */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM perf

#if !defined(_KERNEL_EVENTS_WHY_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define _KERNEL_EVENTS_WHY_TRACE_H

#include <linux/sched.h>
#include <linux/tracepoint.h>

#include "base/reasons.h"

TRACE_EVENT(perf_refused,
	    TP_PROTO(const struct perf_refusal *refusal),
	    TP_ARGS(refusal),
	    TP_STRUCT__entry(__field(u16,	reason)
			     __field(u16,	where)
			     __field(int,	error)
			     __field(u64,	bits)
			     __field(u64,	got)
			     __field(u64,	allowed)
			     __array(char,	comm, TASK_COMM_LEN)
			     __string(text,	perf_why_text(refusal->reason))),
	    TP_fast_assign(__entry->reason = refusal->reason;
			   __entry->where = refusal->where;
			   __entry->error = refusal->error;
			   __entry->bits = refusal->bits;
			   __entry->got = refusal->got;
			   __entry->allowed = refusal->allowed;
			   memcpy(__entry->comm, current->comm, TASK_COMM_LEN);
			   __assign_str(text);),
	    TP_printk("comm=%s error=%d reason=%u where=0x%x bits=0x%llx got=%llu allowed=%llu: %s",
		      __entry->comm, __entry->error, __entry->reason, __entry->where,
		      __entry->bits, __entry->got, __entry->allowed, __get_str(text))
);

#endif /* _KERNEL_EVENTS_WHY_TRACE_H */

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH base
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE why_trace
#include <trace/define_trace.h>
