// SPDX-License-Identifier: GPL-2.0
/*
 * perf_script_text_record(): records other than samples as lines of text.
 */
#include <inttypes.h>
#include <linux/perf_event.h>
#include <lines/script_start.h>
#include <lines/script_text.h>
#include <sys/mman.h>

static void add_name(struct perf_str *str, const struct perf_data_record *record,
		     const char *name)
{
	size_t from = str->length;

	perf_str_mem(str, name, perf_data_string_size(record, name));
	perf_str_sanitize(str, from, 0);
}

static void add_mmap(struct perf_str *str, const struct perf_data_record *record)
{
	const struct perf_record_mmap *mmap = (const void *)record->header;
	bool data = record->header->misc & PERF_RECORD_MISC_MMAP_DATA;

	perf_str_format(str, "PERF_RECORD_MMAP %d/%d: [%#" PRIx64 "(%#" PRIx64 ") @ %#" PRIx64
			"]: %c ", (int)mmap->pid, (int)mmap->tid, mmap->start, mmap->len,
			mmap->pgoff, data ? 'r' : 'x');
	add_name(str, record, mmap->filename);
}

static void add_mmap2(struct perf_str *str, const struct perf_data_record *record)
{
	const struct perf_record_mmap2 *mmap = (const void *)record->header;
	unsigned int i;

	perf_str_format(str, "PERF_RECORD_MMAP2 %d/%d: [%#" PRIx64 "(%#" PRIx64 ") @ %#" PRIx64,
			(int)mmap->pid, (int)mmap->tid, mmap->start, mmap->len, mmap->pgoff);
	if (record->header->misc & PERF_RECORD_MISC_MMAP_BUILD_ID) {
		perf_str_add(str, " <");
		for (i = 0; i < mmap->build_id_size && i < sizeof(mmap->build_id); i++)
			perf_str_hex(str, mmap->build_id[i], 2, '0');
		perf_str_add(str, ">");
	} else {
		perf_str_format(str, " %02x:%02x %" PRIu64 " %" PRIu64, mmap->maj, mmap->min,
				mmap->ino, mmap->ino_generation);
	}
	perf_str_add(str, "]: ");
	perf_str_char(str, mmap->prot & PROT_READ ? 'r' : '-');
	perf_str_char(str, mmap->prot & PROT_WRITE ? 'w' : '-');
	perf_str_char(str, mmap->prot & PROT_EXEC ? 'x' : '-');
	perf_str_char(str, mmap->flags & MAP_SHARED ? 's' : 'p');
	perf_str_char(str, ' ');
	add_name(str, record, mmap->filename);
}

static void add_munmap(struct perf_str *str, const struct perf_data_record *record)
{
	const struct perf_record_munmap *munmap = (const void *)record->header;
	bool data = record->header->misc & PERF_RECORD_MISC_MMAP_DATA;

	perf_str_format(str, "PERF_RECORD_MUNMAP %d/%d: [%#" PRIx64 "(%#" PRIx64 ")]: %c",
			(int)munmap->pid, (int)munmap->tid, munmap->addr, munmap->len,
			data ? 'r' : 'x');
}

static void add_comm(struct perf_str *str, const struct perf_data_record *record)
{
	const struct perf_record_comm *comm = (const void *)record->header;
	bool exec = record->header->misc & PERF_RECORD_MISC_COMM_EXEC;

	perf_str_format(str, "PERF_RECORD_COMM%s: ", exec ? " exec" : "");
	add_name(str, record, comm->comm);
	perf_str_format(str, ":%d/%d", (int)comm->pid, (int)comm->tid);
}

static void add_fork(struct perf_str *str, const struct perf_data_record *record)
{
	const struct perf_record_fork *fork = (const void *)record->header;

	perf_str_format(str, "PERF_RECORD_%s(%d:%d):(%d:%d)",
			record->header->type == PERF_RECORD_FORK ? "FORK" : "EXIT",
			(int)fork->pid, (int)fork->tid, (int)fork->ppid, (int)fork->ptid);
}

static void add_switch(struct perf_str *str, const struct perf_data_record *record)
{
	const struct perf_record_switch_cpu_wide *other = (const void *)record->header;
	bool out = record->header->misc & PERF_RECORD_MISC_SWITCH_OUT;
	bool preempt = record->header->misc & PERF_RECORD_MISC_SWITCH_OUT_PREEMPT;
	const char *how = !out ? "IN         " : preempt ? "OUT preempt" : "OUT        ";

	if (record->header->type == PERF_RECORD_SWITCH)
		perf_str_format(str, "PERF_RECORD_SWITCH %s", how);
	else
		perf_str_format(str, "PERF_RECORD_SWITCH_CPU_WIDE %s  %s pid/tid: %5d/%-5d", how,
				out ? "next" : "prev", (int)other->next_prev_pid,
				(int)other->next_prev_tid);
}

static void add_namespaces(struct perf_str *str, const struct perf_data_record *record)
{
	static const char *const names[] = {
		"net", "uts", "ipc", "pid", "user", "mnt", "cgroup",
	};
	const struct perf_record_namespaces *set = (const void *)record->header;
	uint64_t room = (set->header.size - sizeof(*set)) / sizeof(set->links[0]), i;
	uint64_t nr = set->nr < room ? set->nr : room;

	perf_str_format(str, "PERF_RECORD_NAMESPACES %d/%d - nr_namespaces: %" PRIu64 "\n\t\t[",
			(int)set->pid, (int)set->tid, nr);
	for (i = 0; i < nr; i++) {
		if (i)
			perf_str_add(str, ", ");
		if (i && i % 4 == 0)
			perf_str_add(str, "\n\t\t ");
		perf_str_format(str, "%" PRIu64 "/%s: %" PRIu64 "/%#" PRIx64, i,
				i < PERF_ARRAY_SIZE(names) ? names[i] : "?",
				(uint64_t)set->links[i].dev, (uint64_t)set->links[i].ino);
	}
	perf_str_char(str, ']');
}

static void add_ksymbol(struct perf_str *str, const struct perf_data_record *record)
{
	const struct perf_record_ksymbol *symbol = (const void *)record->header;

	perf_str_format(str, "PERF_RECORD_KSYMBOL addr %" PRIx64 " len %u type %u flags 0x%x name ",
			symbol->addr, symbol->len, symbol->ksym_type, symbol->flags);
	add_name(str, record, symbol->name);
}

static void add_cgroup(struct perf_str *str, const struct perf_data_record *record)
{
	const struct perf_record_cgroup *cgroup = (const void *)record->header;

	perf_str_format(str, "PERF_RECORD_CGROUP cgroup: %" PRIu64 " ", cgroup->id);
	add_name(str, record, cgroup->path);
}

/* The bytes of PERF_RECORD_TEXT_POKE, sixteen in a line. */
static void add_code(struct perf_str *str, const char *which, const uint8_t *bytes, size_t nr)
{
	size_t i;

	for (i = 0; i < nr; i++) {
		if (i % 16 == 0)
			perf_str_format(str, "\n            %s bytes:", which);
		perf_str_format(str, " %02x", bytes[i]);
	}
}

static void add_text_poke(struct perf_str *str, const struct perf_data_record *record,
			  struct perf_machine *machine)
{
	const struct perf_record_text_poke *poke = (const void *)record->header;

	perf_str_format(str, "PERF_RECORD_TEXT_POKE %" PRIx64 " ", poke->addr);
	if (machine)
		perf_script_text_symbol(machine, str, NULL, PERF_RECORD_MISC_KERNEL, poke->addr);
	perf_str_format(str, " old len %u new len %u", poke->old_len, poke->new_len);
	add_code(str, "Old", poke->bytes, poke->old_len);
	add_code(str, "New", poke->bytes + poke->old_len, poke->new_len);
}

/* The thread of a record: the one in its body, else the one of its sample_id. */
static struct perf_thread *thread_of(struct perf_script_text *text,
				     const struct perf_data_record *record,
				     const struct perf_sample *sample)
{
	const struct perf_record_fork *fork = (const void *)record->header;
	const struct perf_record_comm *comm = (const void *)record->header;

	switch (record->header->type) {
	case PERF_RECORD_MMAP:
	case PERF_RECORD_MMAP2:
	case PERF_RECORD_MUNMAP:
	case PERF_RECORD_COMM:
	case PERF_RECORD_NAMESPACES:
		return perf_machine_thread(text->machine, comm->pid, comm->tid);
	case PERF_RECORD_FORK:
	case PERF_RECORD_EXIT:
		return perf_machine_thread(text->machine, fork->pid, fork->tid);
	default:
		return perf_machine_thread(text->machine, sample->pid, sample->tid);
	}
}

/**
 * perf_script_record_body() - add the members of a record, without perf_script_text_start()
 * @str: text is added here
 * @record: as for perf_script_text_record()
 * @machine: holds the symbols at the time of the record; NULL: show addresses only
 *
 * Return: false if the type of @record has no text.
 */
bool perf_script_record_body(struct perf_str *str, const struct perf_data_record *record,
			     struct perf_machine *machine)
{
	const struct perf_record_bpf_event *bpf = (const void *)record->header;

	switch (record->header->type) {
	case PERF_RECORD_MMAP:
		add_mmap(str, record);
		return true;
	case PERF_RECORD_MMAP2:
		add_mmap2(str, record);
		return true;
	case PERF_RECORD_MUNMAP:
		add_munmap(str, record);
		return true;
	case PERF_RECORD_COMM:
		add_comm(str, record);
		return true;
	case PERF_RECORD_FORK:
	case PERF_RECORD_EXIT:
		add_fork(str, record);
		return true;
	case PERF_RECORD_SWITCH:
	case PERF_RECORD_SWITCH_CPU_WIDE:
		add_switch(str, record);
		return true;
	case PERF_RECORD_NAMESPACES:
		add_namespaces(str, record);
		return true;
	case PERF_RECORD_KSYMBOL:
		add_ksymbol(str, record);
		return true;
	case PERF_RECORD_BPF_EVENT:
		perf_str_format(str, "PERF_RECORD_BPF_EVENT type %u, flags %u, id %u", bpf->type,
				bpf->flags, bpf->id);
		return true;
	case PERF_RECORD_CGROUP:
		add_cgroup(str, record);
		return true;
	case PERF_RECORD_TEXT_POKE:
		add_text_poke(str, record, machine);
		return true;
	case PERF_RECORD_LOST:
		perf_str_format(str, "PERF_RECORD_LOST lost %" PRIu64,
				((const struct perf_record_lost *)record->header)->lost);
		return true;
	default:
		return false;
	}
}

/**
 * perf_script_text_record() - add the line of a record other than a sample
 * @text: layout, with @machine as it was at the time of the record
 * @str: text is added here
 * @record: MMAP, MMAP2, MUNMAP, COMM, FORK, EXIT, SWITCH, SWITCH_CPU_WIDE, LOST, NAMESPACES,
 *	KSYMBOL, BPF_EVENT, CGROUP, TEXT_POKE
 *
 * Return: false if no line was added: another type, no event, a malformed record, no memory.
 */
bool perf_script_text_record(struct perf_script_text *text, struct perf_str *str,
			     const struct perf_data_record *record)
{
	size_t start = str->length;
	struct perf_sample sample;
	struct perf_thread *thread;

	if (!record->event || perf_data_sample(record, &sample))
		return false;
	thread = thread_of(text, record, &sample);
	if (!thread)
		return false;
	perf_script_text_start(text, str, record->event, thread, &sample);
	if (!perf_script_record_body(str, record, text->machine)) {
		perf_str_cut(str, start);
		return false;
	}
	perf_str_char(str, '\n');
	return true;
}
