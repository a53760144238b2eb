// SPDX-License-Identifier: GPL-2.0
/* perf_machine_apply(): side-band records change the threads and mappings of the machine. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/utsname.h>
#include <base/str.h>
#include <model/machine.h>

#define NAME_SIZE	4096

/*
 * The kernel's PERF_RECORD_MMAP covers only its ordinary text; its boot text lies behind. A kernel
 * image lies within one aligned block of KERNEL_IMAGE_SIZE (x86-64: asm/page_64_types.h). Modules
 * and generated code (ftrace, BPF) lie above it.
 */
#define KERNEL_IMAGE_SIZE	0x40000000

static void copy_name(const struct perf_data_record *record, const char *text, char *name)
{
	size_t size = perf_data_string_size(record, text);

	if (size >= NAME_SIZE)
		size = NAME_SIZE - 1;
	memcpy(name, text, size);
	name[size] = '\0';
}

/* The file "/lib/modules/.../xt-foo.ko.xz" becomes the module "[xt_foo]". */
static void module_name(const char *path, char *name, size_t size)
{
	const char *slash = strrchr(path, '/');
	const char *base = slash ? slash + 1 : path;
	const char *end = strstr(base, ".ko");
	char *at;

	if (*base == '[' || !end) {
		snprintf(name, size, "%s", base);
		return;
	}
	snprintf(name, size, "[%.*s]", (int)(end - base), base);
	for (at = name; *at; at++)
		if (*at == '-')
			*at = '_';
}

/* The object that a mapping shows. */
struct object {
	enum perf_dso_kind kind;
	bool identity;	/* addresses in the object are process addresses */
	char name[NAME_SIZE];
};

static void kernel_object(const char *name, struct object *object)
{
	char *underscore;

	object->identity = true;
	if (perf_starts_with(name, "[kernel.kallsyms]")) {
		object->kind = PERF_DSO_KERNEL;
		snprintf(object->name, sizeof(object->name), "%s", name);
		underscore = strchr(object->name, ']');
		underscore[1] = '\0';
		return;
	}
	object->kind = perf_starts_with(name, "bpf_prog_") ? PERF_DSO_BPF : PERF_DSO_MODULE;
	module_name(name, object->name, sizeof(object->name));
}

/*
 * perf_env_build_id.filename of the kernel may be the path of a vmlinux; of a module, its name in
 * brackets or the path of its file.
 */
static void kernel_object_of_id(const char *name, struct object *object)
{
	const char *base = strrchr(name, '/');

	if (perf_starts_with(name, "[kernel.") || (base && perf_starts_with(base, "/vmlinu")) ||
	    (base && !strstr(name, ".ko") && !strstr(name, "/[")))
		name = "[kernel.kallsyms]";
	kernel_object(name, object);
}

/**
 * perf_mapping_is_anonymous() - may the memory hold code generated at run time?
 * @name: name of the mapping in its record
 * @flags: MAP_*; MAP_HUGETLB memory counts as anonymous
 */
bool perf_mapping_is_anonymous(const char *name, uint32_t flags)
{
	return !strcmp(name, "//anon") || perf_starts_with(name, "/dev/zero") ||
	       perf_starts_with(name, "/anon_hugepage") || flags & MAP_HUGETLB;
}

static void user_object(const char *name, int32_t pid, uint32_t flags, struct object *object)
{
	snprintf(object->name, sizeof(object->name), "%s", name);
	object->identity = false;
	if (perf_mapping_is_anonymous(name, flags)) {
		object->kind = PERF_DSO_JIT;
		object->identity = true;
		snprintf(object->name, sizeof(object->name), "/tmp/perf-%d.map", pid);
	} else if (perf_starts_with(name, "[heap]") || perf_starts_with(name, "[stack") ||
		   perf_starts_with(name, "/SYSV") || perf_starts_with(name, "[vsyscall]")) {
		object->kind = PERF_DSO_DATA;
		object->identity = true;
	} else if (perf_starts_with(name, "[vdso]")) {
		object->kind = PERF_DSO_VDSO;
	} else {
		object->kind = PERF_DSO_FILE;
	}
}

struct mmap_fields {
	int32_t pid;
	uint64_t start;
	uint64_t len;
	uint64_t pgoff;
	struct perf_file_id file;
	bool made;
	uint32_t prot;
	uint32_t flags;
	const char *filename;
	const struct perf_build_id *build_id;
};

static int map_object(struct perf_machine *machine, const struct mmap_fields *fields,
		      const struct object *object, struct perf_space **space)
{
	struct perf_mapping mapping = {
		.start = fields->start,
		.end = fields->start + fields->len,
		.offset = object->identity ? fields->start : fields->pgoff,
		.ino = fields->file.inode, .prot = fields->prot, .flags = fields->flags,
	};

	if (object->kind == PERF_DSO_FILE && fields->file.inode)
		mapping.dso = perf_dsos_get_file(&machine->dsos, object->name, &fields->file);
	else
		mapping.dso = perf_dsos_get(&machine->dsos, object->name, object->kind,
					    fields->build_id);
	if (!mapping.dso)
		return -ENOMEM;
	perf_dsos_map(&machine->dsos, mapping.dso, object->kind);
	mapping.dso->made |= fields->made;
	mapping.dso->pid = fields->pid;
	mapping.dso->start = mapping.start;
	mapping.dso->end = mapping.end;
	if (object->kind == PERF_DSO_MODULE && *fields->filename == '/' && !mapping.dso->path) {
		uint32_t id = perf_intern(&machine->dsos.names, fields->filename);

		if (id != PERF_INTERN_NONE)
			mapping.dso->path = machine->dsos.names.texts[id];
	}
	return perf_space_map(space, &machine->epoch, &mapping);
}

static uint64_t kernel_length(uint64_t start, uint64_t recorded)
{
	uint64_t image = KERNEL_IMAGE_SIZE - start % KERNEL_IMAGE_SIZE;

	return recorded < image && start + image > start ? image : recorded;
}

static int apply_mmap_fields(struct perf_machine *machine, const struct perf_data_record *record,
			     struct mmap_fields *fields)
{
	uint16_t cpumode = record->header->misc & PERF_RECORD_MISC_CPUMODE_MASK;
	struct perf_thread *thread;
	struct object object;
	char name[NAME_SIZE];

	copy_name(record, fields->filename, name);
	fields->filename = name;
	if (fields->start + fields->len < fields->start)
		return 0;
	if (cpumode == PERF_RECORD_MISC_KERNEL) {
		kernel_object(name, &object);
		if (object.kind == PERF_DSO_KERNEL && !machine->dsos.kernel_reference)
			machine->dsos.kernel_reference = fields->pgoff;
		if (object.kind == PERF_DSO_KERNEL)
			fields->len = kernel_length(fields->start, fields->len);
		return map_object(machine, fields, &object, &machine->kernel);
	}
	if (cpumode != PERF_RECORD_MISC_USER)
		return 0;
	thread = perf_machine_thread(machine, fields->pid, fields->pid);
	if (!thread)
		return -ENOMEM;
	if (!fields->prot && !strcmp(name, PERF_UNMAPPED_NAME))
		return perf_space_unmap(&thread->process->space, &machine->epoch, fields->start,
					fields->start + fields->len);
	user_object(name, fields->pid, fields->flags, &object);
	return map_object(machine, fields, &object, &thread->process->space);
}

static int apply_mmap(struct perf_machine *machine, const struct perf_data_record *record)
{
	const struct perf_record_mmap *mmap = (const void *)record->header;
	struct mmap_fields fields = {
		.pid = mmap->pid, .start = mmap->start, .len = mmap->len,
		.pgoff = mmap->pgoff, .filename = mmap->filename,
		.prot = PROT_READ | (record->header->misc & PERF_RECORD_MISC_MMAP_DATA ? 0 :
				     PROT_EXEC),
	};

	return apply_mmap_fields(machine, record, &fields);
}

static int apply_mmap2(struct perf_machine *machine, const struct perf_data_record *record)
{
	const struct perf_record_mmap2 *mmap = (const void *)record->header;
	struct mmap_fields fields = {
		.pid = mmap->pid, .start = mmap->start, .len = mmap->len,
		.pgoff = mmap->pgoff, .filename = mmap->filename,
		.prot = mmap->prot, .flags = mmap->flags,
	};
	struct perf_build_id build_id;

	if (record->header->misc & PERF_RECORD_MISC_MMAP_BUILD_ID &&
	    mmap->build_id_size && mmap->build_id_size <= PERF_BUILD_ID_MAX) {
		build_id.size = mmap->build_id_size;
		memcpy(build_id.bytes, mmap->build_id, PERF_BUILD_ID_MAX);
		fields.build_id = &build_id;
	} else {
		fields.file = (struct perf_file_id){
			mmap->maj, mmap->min, mmap->ino, mmap->ino_generation,
		};
		fields.made = !mmap->ino;
	}
	return apply_mmap_fields(machine, record, &fields);
}

/* PERF_RECORD_MUNMAP: of a process, code and data alike. */
static int apply_munmap(struct perf_machine *machine, const struct perf_data_record *record)
{
	const struct perf_record_munmap *munmap = (const void *)record->header;
	uint16_t cpumode = record->header->misc & PERF_RECORD_MISC_CPUMODE_MASK;
	struct perf_thread *thread;

	if (cpumode != PERF_RECORD_MISC_USER && cpumode != PERF_RECORD_MISC_CPUMODE_UNKNOWN)
		return 0;
	thread = perf_machine_thread(machine, (int32_t)munmap->pid, (int32_t)munmap->pid);
	if (!thread)
		return -ENOMEM;
	return perf_space_unmap(&thread->process->space, &machine->epoch, munmap->addr,
				munmap->addr + munmap->len);
}

/* Samples counted under the name @made_up belong to the thread now called @comm. */
static int rename_comm(struct perf_machine *machine, uint32_t made_up, uint32_t comm)
{
	while (machine->renamed.count <= made_up)
		if (!perf_vec_push(&machine->renamed))
			return -ENOMEM;
	machine->renamed.at[made_up] = comm + 1;
	return 0;
}

static int apply_comm(struct perf_machine *machine, const struct perf_data_record *record)
{
	const struct perf_record_comm *comm = (const void *)record->header;
	struct perf_thread *thread;
	uint32_t id;

	thread = perf_machine_thread(machine, comm->pid, comm->tid);
	if (!thread)
		return -ENOMEM;
	id = perf_intern_mem(&machine->comms, comm->comm,
			     perf_data_string_size(record, comm->comm));
	if (id == PERF_INTERN_NONE)
		return -ENOMEM;
	if (!thread->named && !thread->shared && rename_comm(machine, thread->comm, id))
		return -ENOMEM;
	thread->comm = id;
	thread->named = true;
	/*
	 * PERF_RECORD_MISC_COMM_EXEC starts a new program, but the old mappings stay until new ones
	 * replace them: while exec is under way, stacks still show the old program.
	 */
	return 0;
}

static int apply_fork(struct perf_machine *machine, const struct perf_data_record *record)
{
	const struct perf_record_fork *fork = (const void *)record->header;
	struct perf_thread *parent, *thread;
	struct perf_space *old;

	parent = perf_machine_thread(machine, fork->ppid, fork->ptid);
	thread = perf_machine_thread(machine, fork->pid, fork->tid);
	if (!parent || !thread)
		return -ENOMEM;
	if (thread->ended && !thread->named)
		thread->shared = true;
	thread->ended = false;
	if (parent->named) {
		thread->comm = parent->comm;
		thread->named = true;
	}
	/* FORK_EXEC marks a FORK made up by the tool: MMAP records list the task's mappings. */
	if (thread->process == parent->process ||
	    record->header->misc & PERF_RECORD_MISC_FORK_EXEC)
		return 0;
	old = thread->process->space;
	thread->process->space = perf_space_share(parent->process->space);
	perf_space_drop(old);
	return 0;
}

static int apply_exit(struct perf_machine *machine, const struct perf_data_record *record)
{
	const struct perf_record_fork *fork = (const void *)record->header;
	struct perf_thread *thread = perf_machine_thread(machine, fork->pid, fork->tid);

	if (!thread)
		return -ENOMEM;
	thread->ended = true;
	return 0;
}

/*
 * Return the object of the kernel code at @start. Several pieces may have one @name: a BPF program
 * loaded twice, pages for probes. perf_symbols_seal() closes a table, so each piece gets its own
 * object; a piece that reappears with the same range and @name keeps its object.
 */
static struct perf_dso *kernel_code(struct perf_machine *machine, const char *name,
				    uint64_t start, uint64_t end)
{
	uint64_t *known;
	struct perf_symbol *symbol;
	struct perf_dso *dso;
	bool added;

	known = perf_map_put(&machine->kernel_code, start, &added);
	if (!known)
		return NULL;
	if (!added) {
		dso = machine->dsos.list.at[*known];
		symbol = perf_symbols_find(&dso->symbols, start);
		if (symbol && symbol->end == end && !strcmp(dso->name, name))
			return dso;
	}
	/* A PERF_RECORD_MMAP may have made the object before. */
	dso = perf_dsos_get(&machine->dsos, name, PERF_DSO_BPF, NULL);
	if (dso && (dso->kind != PERF_DSO_BPF || dso->state != PERF_DSO_NOT_LOADED))
		dso = perf_dsos_add(&machine->dsos, name, PERF_DSO_BPF);
	if (!dso)
		return NULL;
	perf_symbols_add(&dso->symbols, start, end, dso->name, PERF_SYMBOL_GLOBAL);
	perf_symbols_seal(&dso->symbols, PERF_SYMBOLS_ELF);
	dso->state = PERF_DSO_LOADED;
	*known = dso->index;
	return dso;
}

/* PERF_RECORD_KSYMBOL: BPF programs, trampolines, pages for probes. */
static int apply_ksymbol(struct perf_machine *machine, const struct perf_data_record *record)
{
	const struct perf_record_ksymbol *ksymbol = (const void *)record->header;
	struct perf_mapping mapping = {
		.start = ksymbol->addr, .end = ksymbol->addr + ksymbol->len,
		.offset = ksymbol->addr,
	};
	char name[NAME_SIZE];

	if (mapping.end <= mapping.start)
		return 0;
	if (ksymbol->flags & PERF_RECORD_KSYMBOL_FLAGS_UNREGISTER)
		return perf_space_unmap(&machine->kernel, &machine->epoch, mapping.start,
					mapping.end);
	copy_name(record, ksymbol->name, name);
	mapping.dso = kernel_code(machine, name, mapping.start, mapping.end);
	if (!mapping.dso)
		return -ENOMEM;
	return perf_space_map(&machine->kernel, &machine->epoch, &mapping);
}

/**
 * perf_machine_apply() - apply a record to the machine
 * @machine: machine
 * @record: any record; records other than side-band ones change nothing
 *
 * Return: 0 or -ENOMEM.
 */
int perf_machine_apply(struct perf_machine *machine, const struct perf_data_record *record)
{
	switch (record->header->type) {
	case PERF_RECORD_MMAP:
		return apply_mmap(machine, record);
	case PERF_RECORD_MMAP2:
		return apply_mmap2(machine, record);
	case PERF_RECORD_MUNMAP:
		return apply_munmap(machine, record);
	case PERF_RECORD_COMM:
		return apply_comm(machine, record);
	case PERF_RECORD_FORK:
		return apply_fork(machine, record);
	case PERF_RECORD_EXIT:
		return apply_exit(machine, record);
	case PERF_RECORD_KSYMBOL:
		return apply_ksymbol(machine, record);
	default:
		return 0;
	}
}

/* Add the files that share a name (perf_data_env.files), each with its own build id. */
static void list_files(struct perf_machine *machine, const struct perf_data_env *env)
{
	struct perf_build_id id;
	size_t i;

	for (i = 0; i < env->nr_files; i++) {
		const struct perf_env_file *file = &env->files[i];

		if (!file->name || !file->id.inode || file->size > PERF_BUILD_ID_MAX)
			continue;
		id.size = file->size;
		memcpy(id.bytes, file->build_id, PERF_BUILD_ID_MAX);
		perf_dsos_list_file(&machine->dsos, file->name, &file->id, &id);
	}
}

static void list_maps(struct perf_machine *machine, const struct perf_data_env *env)
{
	uint64_t *index;
	size_t i;

	for (i = 0; i < env->nr_jit_maps; i++) {
		index = perf_map_put(&machine->dsos.jit_maps, (uint32_t)env->jit_maps[i].pid,
				     NULL);
		if (index)
			*index = i + 1;
	}
}

/**
 * perf_machine_env() - set build ids and properties of the machine from a recording's header
 * @machine: machine
 * @env: feature sections of the recording; call again after they have grown
 */
void perf_machine_env(struct perf_machine *machine, const struct perf_data_env *env)
{
	struct perf_build_id id;
	struct object object;
	struct utsname here = { 0 };
	const char *arch = env->arch;
	size_t i;

	uname(&here);
	if (!arch)
		arch = here.machine;
	machine->dsos.other_kernel = strcmp(arch, here.machine) ||
				     (env->os_release && strcmp(env->os_release, here.release));
	machine->dsos.other_machine = env->hostname && strcmp(env->hostname, here.nodename);
	machine->dsos.kcore_dir = env->kcore_dir;
	machine->dsos.env = env;
	machine->empty_links = !strncmp(arch, "ppc", 3);
	for (i = 0; i < env->nr_build_ids; i++) {
		const struct perf_env_build_id *build_id = &env->build_ids[i];
		uint16_t cpumode = build_id->misc & PERF_RECORD_MISC_CPUMODE_MASK;

		if (!build_id->filename || build_id->size > PERF_BUILD_ID_MAX)
			continue;
		if (cpumode == PERF_RECORD_MISC_KERNEL)
			kernel_object_of_id(build_id->filename, &object);
		else if (cpumode == PERF_RECORD_MISC_USER)
			user_object(build_id->filename, build_id->pid, 0, &object);
		else
			continue;
		id.size = build_id->size;
		memcpy(id.bytes, build_id->id, PERF_BUILD_ID_MAX);
		perf_dsos_list(&machine->dsos, object.name, object.kind, &id);
	}
	list_files(machine, env);
	list_maps(machine, env);
}
