// SPDX-License-Identifier: GPL-2.0
/*
 * perf_script_text_sample(): samples as lines of text.
 */
#include <inttypes.h>
#include <string.h>
#include <data/regs.h>
#include <lines/mem_text.h>
#include <lines/script_start.h>
#include <lines/script_text.h>

#define NS_PER_SEC	1000000000ULL
#define COMM_WIDTH	16
#define ID_WIDTH	7
#define PERIOD_WIDTH	10
#define ADDRESS_WIDTH	16

/* Seconds with six digits behind the point, or nine with @ns; at least twelve columns. */
static void add_time(const struct perf_script_text *text, struct perf_str *str, uint64_t time)
{
	if (text->delta_time)
		time -= text->last_time && text->last_time < time ? text->last_time : time;
	else
		time -= text->zero_time < time ? text->zero_time : time;
	perf_str_u64(str, time / NS_PER_SEC, 5, ' ');
	perf_str_char(str, '.');
	if (text->ns)
		perf_str_u64(str, time % NS_PER_SEC, 9, '0');
	else
		perf_str_u64(str, time % NS_PER_SEC / 1000, 6, '0');
	perf_str_mem(str, ": ", 2);
}

static void add_signed(struct perf_str *str, int64_t value, size_t width, bool left)
{
	size_t start = str->length, size;

	if (value < 0) {
		perf_str_char(str, '-');
		perf_str_u64(str, -value, 0, ' ');
	} else {
		perf_str_u64(str, value, 0, ' ');
	}
	size = str->length - start;
	if (size >= width)
		return;
	perf_str_fill(str, ' ', width - size);
	if (left || str->failed)
		return;
	memmove(str->text + str->length - size, str->text + start, size);
	memset(str->text + start, ' ', width - size);
}

static void add_task(struct perf_str *str, uint32_t mask, int32_t pid, int32_t tid)
{
	if (mask & PERF_SCRIPT_PID && mask & PERF_SCRIPT_TID) {
		add_signed(str, pid, ID_WIDTH, false);
		perf_str_char(str, '/');
		add_signed(str, tid, ID_WIDTH, true);
		perf_str_char(str, ' ');
	} else if (mask & (PERF_SCRIPT_PID | PERF_SCRIPT_TID)) {
		add_signed(str, mask & PERF_SCRIPT_PID ? pid : tid, ID_WIDTH, false);
		perf_str_char(str, ' ');
	}
}

/**
 * perf_script_text_start() - add the start of a line: name, pid and tid, CPU, time
 * @text: layout of lines
 * @str: text is added here
 * @event: event of the record
 * @thread: thread of the record; its @comm is shown
 * @sample: pid, tid, cpu and time of the record
 */
void perf_script_text_start(const struct perf_script_text *text, struct perf_str *str,
			    const struct perf_data_event *event,
			    const struct perf_thread *thread, const struct perf_sample *sample)
{
	uint32_t mask = text->fields.mask[perf_script_type_of(event)];
	size_t from = str->length;
	const char *comm;

	if (mask & PERF_SCRIPT_COMM) {
		comm = perf_machine_comm(text->machine, thread->comm);
		if (text->latency)
			perf_str_format(str, "%8.8s", comm);
		else if (perf_script_wants_stack(text, event))
			perf_str_add(str, comm);
		else
			perf_str_right(str, comm, COMM_WIDTH);
		perf_str_sanitize(str, from, 0);
		perf_str_char(str, ' ');
	}
	add_task(str, mask, sample->pid, sample->tid);
	if (mask & PERF_SCRIPT_CPU && event->attr.sample_type & PERF_SAMPLE_CPU) {
		if (text->latency) {
			perf_str_format(str, "%3u ", sample->cpu);
		} else {
			perf_str_char(str, '[');
			perf_str_u64(str, sample->cpu, 3, '0');
			perf_str_mem(str, "] ", 2);
		}
	}
	if (mask & PERF_SCRIPT_TIME && event->attr.sample_type & PERF_SAMPLE_TIME)
		add_time(text, str, sample->time);
}

/**
 * perf_script_wants_stack() - test whether call stacks of an event's samples are shown
 * @text: layout
 * @event: the event
 */
bool perf_script_wants_stack(const struct perf_script_text *text,
			     const struct perf_data_event *event)
{
	return event->attr.sample_type & PERF_SAMPLE_CALLCHAIN && !text->hide_chain &&
	       text->fields.mask[perf_script_type_of(event)] & PERF_SCRIPT_IP;
}

/* An address of a sample, its ip or its data address, with its symbol. */
static void add_place(struct perf_script_text *text, struct perf_str *str,
		      const struct perf_script_sample *sample, enum perf_script_type type,
		      uint64_t ip)
{
	uint32_t frame = perf_machine_frame(text->machine, sample->thread->process,
					    sample->sample->cpumode, ip);

	perf_str_hex(str, ip, ADDRESS_WIDTH, ' ');
	perf_frame_text_inline(&text->frames[type], str, frame);
}

/* PERF_SAMPLE_ADDR is shown with its symbol for page faults only. */
static bool addr_has_symbol(const struct perf_data_event *event)
{
	return event->attr.type == PERF_TYPE_SOFTWARE &&
	       (event->attr.config == PERF_COUNT_SW_PAGE_FAULTS ||
		event->attr.config == PERF_COUNT_SW_PAGE_FAULTS_MIN ||
		event->attr.config == PERF_COUNT_SW_PAGE_FAULTS_MAJ);
}

/* Pads to @text->access_width, which grows: programs that parse columns rely on it. */
static void add_data_src(struct perf_script_text *text, struct perf_str *str, uint64_t data_src)
{
	size_t from, width;

	perf_str_hex(str, data_src, ADDRESS_WIDTH, ' ');
	perf_str_char(str, ' ');
	from = str->length;
	perf_mem_access_text(str, data_src);
	width = str->length - from;
	if (width < text->access_width)
		perf_str_fill(str, ' ', text->access_width - width);
	else
		text->access_width = width;
}

static void add_data(struct perf_script_text *text, struct perf_str *str,
		     const struct perf_script_sample *sample, enum perf_script_type type,
		     uint32_t mask)
{
	uint64_t has = sample->event->attr.sample_type;

	if (mask & PERF_SCRIPT_ADDR && has & PERF_SAMPLE_ADDR) {
		if (addr_has_symbol(sample->event))
			add_place(text, str, sample, type, sample->sample->addr);
		else
			perf_str_hex(str, sample->sample->addr, ADDRESS_WIDTH, ' ');
	}
	if (mask & PERF_SCRIPT_DATA_SRC && has & PERF_SAMPLE_DATA_SRC)
		add_data_src(text, str, sample->sample->data_src);
	if (mask & PERF_SCRIPT_WEIGHT &&
	    has & (PERF_SAMPLE_WEIGHT | PERF_SAMPLE_WEIGHT_STRUCT))
		perf_str_u64(str, sample->sample->weight, ADDRESS_WIDTH, ' ');
	if (mask & PERF_SCRIPT_INS_LAT && has & PERF_SAMPLE_WEIGHT_STRUCT)
		perf_str_u64(str, sample->sample->weight_2, ADDRESS_WIDTH, ' ');
	if (mask & PERF_SCRIPT_RETIRE_LAT && has & PERF_SAMPLE_WEIGHT_STRUCT)
		perf_str_u64(str, sample->sample->weight_3, ADDRESS_WIDTH, ' ');
}

/* The PERF_BR_* type of a branch, "" if the processor did not record it. */
static const char *branch_kind(const struct perf_branch_entry *branch)
{
	static const char *const kinds[] = {
		[PERF_BR_COND] = "COND", [PERF_BR_UNCOND] = "UNCOND", [PERF_BR_IND] = "IND",
		[PERF_BR_CALL] = "CALL", [PERF_BR_IND_CALL] = "IND_CALL", [PERF_BR_RET] = "RET",
		[PERF_BR_SYSCALL] = "SYSCALL", [PERF_BR_SYSRET] = "SYSRET",
		[PERF_BR_COND_CALL] = "COND_CALL", [PERF_BR_COND_RET] = "COND_RET",
		[PERF_BR_ERET] = "ERET", [PERF_BR_IRQ] = "IRQ", [PERF_BR_SERROR] = "SERROR",
		[PERF_BR_NO_TX] = "NO_TX",
	};
	static const char *const new_kinds[] = {
		[PERF_BR_NEW_FAULT_ALGN] = "FAULT_ALGN", [PERF_BR_NEW_FAULT_DATA] = "FAULT_DATA",
		[PERF_BR_NEW_FAULT_INST] = "FAULT_INST", [PERF_BR_NEW_ARCH_1] = "ARCH_1",
		[PERF_BR_NEW_ARCH_2] = "ARCH_2", [PERF_BR_NEW_ARCH_3] = "ARCH_3",
		[PERF_BR_NEW_ARCH_4] = "ARCH_4", [PERF_BR_NEW_ARCH_5] = "ARCH_5",
	};
	const char *name = NULL;

	if (branch->type < PERF_ARRAY_SIZE(kinds))
		name = kinds[branch->type];
	else if (branch->type == PERF_BR_EXTEND_ABI &&
		 branch->new_type < PERF_ARRAY_SIZE(new_kinds))
		name = new_kinds[branch->new_type];
	return name ? name : "";
}

/* The outcome of speculation, PERF_BR_SPEC_*; "-" if the processor did not record it. */
static const char *branch_speculation(const struct perf_branch_entry *branch)
{
	static const char *const names[] = {
		[PERF_BR_SPEC_NA] = "-",
		[PERF_BR_SPEC_WRONG_PATH] = "SPEC_WRONG_PATH",
		[PERF_BR_NON_SPEC_CORRECT_PATH] = "NON_SPEC_CORRECT_PATH",
		[PERF_BR_SPEC_CORRECT_PATH] = "SPEC_CORRECT_PATH",
	};

	return names[branch->spec];
}

/* "/M/X/A/CYCLES/TYPE/SPEC ": mispredicted (P: predicted), in a transaction, aborted; "-": not. */
static void add_branch_flags(struct perf_str *str, const struct perf_branch_entry *branch)
{
	perf_str_char(str, '/');
	perf_str_char(str, branch->mispred ? 'M' : branch->predicted ? 'P' : '-');
	perf_str_char(str, '/');
	perf_str_char(str, branch->in_tx ? 'X' : '-');
	perf_str_char(str, '/');
	perf_str_char(str, branch->abort ? 'A' : '-');
	perf_str_char(str, '/');
	perf_str_u64(str, branch->cycles, 0, ' ');
	perf_str_format(str, "/%s/%s ", branch_kind(branch), branch_speculation(branch));
}

/**
 * perf_script_text_symbol() - add "symbol+0x12"
 * @machine: holds the symbols
 * @str: text is added here
 * @process: address space of @addr; may be NULL if @cpumode is PERF_RECORD_MISC_KERNEL
 * @cpumode: PERF_RECORD_MISC_*
 * @addr: address of code
 *
 * Return: false if @addr has no symbol; nothing is added then.
 */
bool perf_script_text_symbol(struct perf_machine *machine, struct perf_str *str,
			     const struct perf_process *process, uint16_t cpumode, uint64_t addr)
{
	uint32_t index = perf_machine_frame(machine, process, cpumode, addr);
	const struct perf_frame *frame = &machine->frames.at[index];

	if (!frame->symbol)
		return false;
	perf_str_name(str, perf_dso_symbol_name(&machine->dsos, frame->dso, frame->symbol));
	perf_str_format(str, "+0x%llx", (unsigned long long)(frame->addr - frame->symbol->start));
	return true;
}

static const struct perf_frame *frame_of(struct perf_script_text *text,
					 const struct perf_script_sample *sample, uint64_t ip)
{
	uint32_t index = perf_machine_frame(text->machine, sample->thread->process,
					    sample->sample->cpumode, ip);

	return &text->machine->frames.at[index];
}

/*
 * The address in the object's file, as objdump and addr2line show it (perf_dso_vaddr()). Without
 * the file the address is frame->addr, computed from the mapping.
 */
static void add_offset(struct perf_machine *machine, struct perf_str *str,
		       const struct perf_frame *frame)
{
	struct perf_dso *dso = frame->dso;
	uint64_t addr = frame->addr;

	if (dso) {
		perf_dso_load(&machine->dsos, dso);
		addr = perf_dso_vaddr(dso, addr);
	}
	perf_str_format(str, "0x%" PRIx64, addr);
}

/* One end of a branch in the form that @field selects, and its object. */
static void add_branch_end(struct perf_script_text *text, struct perf_str *str,
			   const struct perf_script_sample *sample, uint64_t ip, uint32_t mask,
			   enum perf_script_field field)
{
	const struct perf_dso *dso;

	if (field == PERF_SCRIPT_BRSTACK)
		perf_str_format(str, "0x%" PRIx64, ip);
	else if (field == PERF_SCRIPT_BRSTACKOFF)
		add_offset(text->machine, str, frame_of(text, sample, ip));
	else if (!perf_script_text_symbol(text->machine, str, sample->thread->process,
					  sample->sample->cpumode, ip))
		perf_str_add(str, "[unknown]");
	if (!(mask & PERF_SCRIPT_DSO))
		return;
	dso = frame_of(text, sample, ip)->dso;
	perf_str_add(str, " (");
	perf_str_name(str, dso ? dso->name : "[unknown]");
	perf_str_char(str, ')');
}

/* "FROM/TO" of each branch and add_branch_flags(). */
static void add_branches(struct perf_script_text *text, struct perf_str *str,
			 const struct perf_script_sample *sample, uint32_t mask,
			 enum perf_script_field field)
{
	uint64_t i;

	for (i = 0; i < sample->sample->nr_branches; i++) {
		const struct perf_branch_entry *branch = &sample->sample->branches[i];

		perf_str_char(str, ' ');
		add_branch_end(text, str, sample, branch->from, mask, field);
		perf_str_char(str, '/');
		add_branch_end(text, str, sample, branch->to, mask, field);
		add_branch_flags(str, branch);
	}
}

static void add_registers(const struct perf_script_text *text, struct perf_str *str,
			  const struct perf_sample_regs *regs)
{
	unsigned int bit, at = 0;

	perf_str_format(str, " ABI:%llu ", (unsigned long long)regs->abi);
	for (bit = 0; bit < 64 && regs->abi; bit++) {
		const char *name = perf_reg_name(text->arch, bit);

		if (!(regs->mask >> bit & 1))
			continue;
		perf_str_right(str, name ? name : "?", 5);
		perf_str_format(str, ":0x%llx ", (unsigned long long)regs->values[at++]);
	}
}

/* "4K", "2M"; "N/A" for 0, a size that the kernel could not determine. */
static void add_page_size(struct perf_str *str, uint64_t size)
{
	perf_str_char(str, ' ');
	if (!size)
		perf_str_add(str, "N/A");
	else if (!(size % (1 << 30)))
		perf_str_format(str, "%lluG", (unsigned long long)size >> 30);
	else if (!(size % (1 << 20)))
		perf_str_format(str, "%lluM", (unsigned long long)size >> 20);
	else
		perf_str_format(str, "%lluK", (unsigned long long)size >> 10);
}

/* Length and bytes of the instruction; length 0 if perf_sampled_at() could not read its code. */
static void add_instruction(struct perf_script_text *text, struct perf_str *str,
			    const struct perf_script_sample *sample, uint32_t mask)
{
	static const struct perf_sampled_insn none;
	const struct perf_sampled_insn *insn = &none;
	unsigned int i;
	uint32_t frame;

	if (text->sampled && sample->event->attr.sample_type & PERF_SAMPLE_IP) {
		frame = perf_machine_frame(text->machine, sample->thread->process,
					   sample->sample->cpumode, sample->sample->ip);
		insn = perf_sampled_at(text->sampled, frame);
	}
	if (mask & PERF_SCRIPT_INSNLEN)
		perf_str_format(str, " ilen: %u", insn->size);
	if (!(mask & PERF_SCRIPT_INSN) || !insn->size)
		return;
	perf_str_add(str, " insn:");
	for (i = 0; i < insn->size; i++) {
		perf_str_char(str, ' ');
		perf_str_hex(str, insn->bytes[i], 2, '0');
	}
}

/* The fields behind the address or the call stack. */
static void add_rest(struct perf_script_text *text, struct perf_str *str,
		     const struct perf_script_sample *sample, uint32_t mask)
{
	static const enum perf_script_field branches[] = {
		PERF_SCRIPT_BRSTACK, PERF_SCRIPT_BRSTACKSYM, PERF_SCRIPT_BRSTACKOFF,
	};
	const struct perf_sample *fields = sample->sample;
	uint64_t has = sample->event->attr.sample_type;
	size_t i;

	if (mask & PERF_SCRIPT_IREGS && has & PERF_SAMPLE_REGS_INTR)
		add_registers(text, str, &fields->intr_regs);
	if (mask & PERF_SCRIPT_UREGS && has & PERF_SAMPLE_REGS_USER)
		add_registers(text, str, &fields->user_regs);
	for (i = 0; i < PERF_ARRAY_SIZE(branches); i++)
		if (mask & branches[i])
			add_branches(text, str, sample, mask, branches[i]);
	if (mask & (PERF_SCRIPT_INSN | PERF_SCRIPT_INSNLEN))
		add_instruction(text, str, sample, mask);
	if (mask & PERF_SCRIPT_PHYS_ADDR && has & PERF_SAMPLE_PHYS_ADDR)
		perf_str_hex(str, fields->phys_addr, ADDRESS_WIDTH, ' ');
	if (mask & PERF_SCRIPT_DATA_PAGE && has & PERF_SAMPLE_DATA_PAGE_SIZE)
		add_page_size(str, fields->data_page_size);
	if (mask & PERF_SCRIPT_CODE_PAGE && has & PERF_SAMPLE_CODE_PAGE_SIZE)
		add_page_size(str, fields->code_page_size);
	if (mask & PERF_SCRIPT_TRANSACTION && has & PERF_SAMPLE_TRANSACTION)
		perf_str_format(str, " %#llx", (unsigned long long)fields->transaction);
}

static void add_trace(struct perf_script_text *text, struct perf_str *str,
		      const struct perf_sample *sample)
{
	perf_tracepoints_print(text->tracepoints, str, sample->raw, sample->raw_size);
}

/** perf_script_text_sample() - add the lines of a sample; sets @text->last_time */
void perf_script_text_sample(struct perf_script_text *text, struct perf_str *str,
			     const struct perf_script_sample *sample)
{
	enum perf_script_type type = perf_script_type_of(sample->event);
	uint32_t mask = text->fields.mask[type];

	perf_script_text_start(text, str, sample->event, sample->thread, sample->sample);
	if (mask & PERF_SCRIPT_PERIOD) {
		perf_str_u64(str, sample->period, PERIOD_WIDTH, ' ');
		perf_str_char(str, ' ');
	}
	if (mask & PERF_SCRIPT_EVENT) {
		perf_str_right(str, sample->event->name, text->name_width);
		perf_str_mem(str, ": ", 2);
	}
	if (mask & PERF_SCRIPT_TRACE)
		add_trace(text, str, sample->sample);
	add_data(text, str, sample, type, mask);
	if (perf_script_wants_stack(text, sample->event)) {
		perf_str_char(str, '\n');
		perf_frame_text_stack(&text->frames[type], str, sample->stack);
	} else if (mask & PERF_SCRIPT_IP && sample->event->attr.sample_type & PERF_SAMPLE_IP) {
		perf_str_char(str, ' ');
		add_place(text, str, sample, type, sample->sample->ip);
	}
	add_rest(text, str, sample, mask);
	perf_str_char(str, '\n');
	text->last_time = sample->sample->time;
}

/**
 * perf_script_text_init() - set @frames and @name_width, once @fields is final
 * @text: has all other members set
 * @inlines: inlined functions of unwound stacks, or NULL
 * @lines: source lines, used by types with PERF_SCRIPT_SRCLINE
 * @events, @nr: events of the recording
 */
void perf_script_text_init(struct perf_script_text *text, struct perf_inlines *inlines,
			   struct perf_inlines *lines,
			   const struct perf_data_event *const *events, size_t nr)
{
	unsigned int type;
	size_t i, size;

	/* The address of a tracepoint is useful only with its callers. */
	if (!text->hide_chain)
		perf_script_fields_stacks(&text->fields, events, nr);
	for (type = 0; type < PERF_SCRIPT_TYPES; type++) {
		uint32_t mask = text->fields.mask[type];

		text->frames[type] = (struct perf_frame_text){
			.machine = text->machine,
			.inlines = inlines,
			.ip = true,
			.symbol = mask & PERF_SCRIPT_SYM,
			.offset = mask & PERF_SCRIPT_SYMOFF,
			.dso = mask & PERF_SCRIPT_DSO,
			.kernel_path = text->kernel_path,
			.full_paths = text->full_paths,
			.lines = mask & PERF_SCRIPT_SRCLINE ? lines : NULL,
		};
	}
	text->name_width = 0;
	for (i = 0; i < nr; i++) {
		size = strlen(events[i]->name);
		if (size > text->name_width)
			text->name_width = size;
	}
}

/** perf_script_text_free() - free @text->frames */
void perf_script_text_free(struct perf_script_text *text)
{
	unsigned int type;

	for (type = 0; type < PERF_SCRIPT_TYPES; type++)
		perf_frame_text_free(&text->frames[type]);
}
