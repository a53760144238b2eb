// SPDX-License-Identifier: GPL-2.0
/*
 * Side-band records about kernel code: KSYMBOL, BPF_EVENT, TEXT_POKE.
 *
 * Locks: none.
 * Context: that of the code's loader or writer: task or softirq, not NMI.
 */
#include <linux/bpf.h>
#include <linux/filter.h>
#include <linux/kallsyms.h>
#include <linux/perf_event.h>
#include <linux/string.h>

#include "sample/record.h"
#include "sideband/sideband.h"

/*
 * KSYMBOL
 */

struct ksymbol_info {
	struct {
		u64	addr;
		u32	len;
		u16	type;
		u16	flags;
	} body;
	const char	*name;
	u32		name_size;
};

static void write_ksymbol(struct perf_event *event, const void *data)
{
	const struct ksymbol_info *info = data;
	const struct perf_record_part parts[] = {
		{ &info->body, sizeof(info->body) },
		{ info->name, info->name_size },
		{ NULL, 1 + (~info->name_size & 7) },	/* NUL and padding */
	};

	perf_record_write(event, PERF_RECORD_KSYMBOL, 0, parts, ARRAY_SIZE(parts));
}

/**
 * perf_event_ksymbol - write PERF_RECORD_KSYMBOL for code added to or removed from the kernel
 * @ksym_type:  PERF_RECORD_KSYMBOL_TYPE_*
 * @addr:       address of the code
 * @len:        its size in bytes
 * @unregister: true if it is being removed
 * @sym:        its name
 *
 * Context: any but NMI.
 */
void perf_event_ksymbol(u16 ksym_type, u64 addr, u32 len, bool unregister, const char *sym)
{
	struct ksymbol_info info = {
		.body = {
			.addr	= addr,
			.len	= len,
			.type	= ksym_type,
			.flags	= unregister ? PERF_RECORD_KSYMBOL_FLAGS_UNREGISTER : 0,
		},
		.name = sym,
	};

	if (!perf_sideband_on(PERF_SIDEBAND_KSYMBOL))
		return;
	if (WARN_ON_ONCE(ksym_type == PERF_RECORD_KSYMBOL_TYPE_UNKNOWN ||
			 ksym_type >= PERF_RECORD_KSYMBOL_TYPE_MAX))
		return;

	info.name_size = strnlen(sym, KSYM_NAME_LEN - 1);
	perf_sideband_deliver(PERF_SIDEBAND_KSYMBOL, current, write_ksymbol, &info);
}

/*
 * BPF_EVENT
 */

struct bpf_info {
	u16	type;
	u16	flags;
	u32	id;
	u8	tag[BPF_TAG_SIZE];
};

static void write_bpf_event(struct perf_event *event, const void *data)
{
	const struct perf_record_part part = { data, sizeof(struct bpf_info) };

	perf_record_write(event, PERF_RECORD_BPF_EVENT, 0, &part, 1);
}

static void report_bpf_code(const struct bpf_prog *prog, bool unload)
{
	perf_event_ksymbol(PERF_RECORD_KSYMBOL_TYPE_BPF, (unsigned long)prog->bpf_func,
			   prog->jited_len, unload, prog->aux->ksym.name);
}

/* func_cnt is 0 for a program of one function; else func[0] is its main one. */
static void report_bpf_functions(const struct bpf_prog *prog, bool unload)
{
	u32 i;

	if (!prog->aux->func_cnt)
		report_bpf_code(prog, unload);
	for (i = 0; i < prog->aux->func_cnt; i++)
		report_bpf_code(prog->aux->func[i], unload);
}

/**
 * perf_event_bpf_event - write PERF_RECORD_BPF_EVENT for a program loaded or being unloaded
 * @prog:  the program
 * @type:  PERF_BPF_EVENT_PROG_LOAD or _UNLOAD; others are ignored
 * @flags: for the record
 *
 * Writes PERF_RECORD_KSYMBOL for the program's functions, too.
 *
 * Context: any but NMI.
 */
void perf_event_bpf_event(struct bpf_prog *prog, enum perf_bpf_event_type type, u16 flags)
{
	struct bpf_info info = {
		.type	= type,
		.flags	= flags,
		.id	= prog->aux->id,
	};

	if (type != PERF_BPF_EVENT_PROG_LOAD && type != PERF_BPF_EVENT_PROG_UNLOAD)
		return;

	if (perf_sideband_on(PERF_SIDEBAND_KSYMBOL))
		report_bpf_functions(prog, type == PERF_BPF_EVENT_PROG_UNLOAD);
	if (!perf_sideband_on(PERF_SIDEBAND_BPF))
		return;
	memcpy(info.tag, prog->tag, sizeof(info.tag));
	perf_sideband_deliver(PERF_SIDEBAND_BPF, current, write_bpf_event, &info);
}

/*
 * TEXT_POKE
 */

struct text_poke_info {
	struct {
		u64	addr;
		u16	old_len;
		u16	new_len;
	} __packed body;
	const void	*old_bytes;
	const void	*new_bytes;
};

static void write_text_poke(struct perf_event *event, const void *data)
{
	const struct text_poke_info *info = data;
	const u32 size = sizeof(info->body) + info->body.old_len + info->body.new_len;
	const struct perf_record_part parts[] = {
		{ &info->body, sizeof(info->body) },
		{ info->old_bytes, info->body.old_len },
		{ info->new_bytes, info->body.new_len },
		{ NULL, -size % sizeof(u64) },
	};

	perf_record_write(event, PERF_RECORD_TEXT_POKE, PERF_RECORD_MISC_KERNEL, parts,
			  ARRAY_SIZE(parts));
}

/**
 * perf_event_text_poke - write PERF_RECORD_TEXT_POKE for a change of kernel code
 * @addr:      address of the change
 * @old_bytes: bytes before the change; NULL: none
 * @old_len:   number of @old_bytes
 * @new_bytes: bytes after the change; NULL: none
 * @new_len:   number of @new_bytes
 *
 * Context: any but NMI.
 */
void perf_event_text_poke(const void *addr, const void *old_bytes, size_t old_len,
			  const void *new_bytes, size_t new_len)
{
	struct text_poke_info info = {
		.body = {
			.addr		= (unsigned long)addr,
			.old_len	= old_len,
			.new_len	= new_len,
		},
		.old_bytes = old_bytes,
		.new_bytes = new_bytes,
	};

	if (!perf_sideband_on(PERF_SIDEBAND_TEXT_POKE))
		return;
	if (WARN_ON_ONCE(old_len > U16_MAX || new_len > U16_MAX))
		return;
	perf_sideband_deliver(PERF_SIDEBAND_TEXT_POKE, current, write_text_poke, &info);
}
