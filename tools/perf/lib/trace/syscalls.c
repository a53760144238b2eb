// SPDX-License-Identifier: GPL-2.0
/*
 * System calls by number and by name. The names are those of the headers that the tool is built
 * with (syscall_names.h is generated from them); the parameters are those of the running kernel.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <asm/unistd.h>
#include <model/format.h>
#include <trace/syscalls.h>

/* An element of syscall_names[]. */
#define PERF_SYSCALL(name) \
	[__NR_##name] = #name,
static const char *const syscall_names[] = {
#include <syscall_names.h>
#undef PERF_SYSCALL
/* Numbers of newer kernels than the headers', the same on all machines. */
#ifndef __NR_cachestat
	[451] = "cachestat", [452] = "fchmodat2", [453] = "map_shadow_stack",
	[454] = "futex_wake", [455] = "futex_wait", [456] = "futex_requeue",
	[457] = "statmount", [458] = "listmount", [459] = "lsm_get_self_attr",
	[460] = "lsm_set_self_attr", [461] = "lsm_list_modules", [462] = "mseal",
	[463] = "setxattrat", [464] = "getxattrat", [465] = "listxattrat",
	[466] = "removexattrat",
#endif
};
#undef PERF_SYSCALL

/* Groups of calls. Names that do not exist on this machine have no effect. */
static const struct group {
	const char *name;
	const char *calls;
} groups[] = {
	{ "desc",
	  "read,write,open,openat,openat2,close,close_range,*stat*,poll,ppoll,lseek,mmap,"
	  "ioctl,pread64,pwrite64,readv,writev,preadv*,pwritev*,pipe,pipe2,select,pselect6,"
	  "dup,dup2,dup3,sendfile*,fcntl*,flock,fsync,fdatasync,ftruncate*,getdents*,fchdir,"
	  "fchmod*,fchown*,epoll*,inotify*,*at,eventfd*,signalfd*,timerfd*,splice,tee,"
	  "vmsplice,*xattr,fallocate,fadvise64*,copy_file_range,memfd_create,perf_event_open,"
	  "fanotify*,io_uring*,pidfd_*" },
	{ "file",
	  "open,openat,openat2,creat,link,linkat,unlink,unlinkat,execve,execveat,chdir,mknod,"
	  "mknodat,chmod,fchmodat*,mount,umount*,utime,utimes,utimensat,futimesat,access,"
	  "faccessat*,rename*,mkdir,mkdirat,rmdir,acct,chroot,symlink,symlinkat,readlink,"
	  "readlinkat,uselib,swapon,swapoff,statfs,statfs64,truncate*,stat,stat64,lstat,"
	  "lstat64,newfstatat,fstatat64,statx,chown,lchown,fchownat,getcwd,pivot_root,"
	  "quotactl,*xattr,inotify_add_watch,fanotify_mark,name_to_handle_at,open_tree,"
	  "move_mount,fspick" },
	{ "memory",
	  "mmap,mmap2,munmap,mprotect,pkey_mprotect,mremap,brk,madvise,process_madvise,"
	  "mlock*,munlock*,msync,mincore,mbind,get_mempolicy,set_mempolicy*,migrate_pages,"
	  "move_pages,remap_file_pages,shmat,shmdt,map_shadow_stack,mseal" },
	{ "network",
	  "socket,socketpair,bind,connect,listen,accept,accept4,getsockname,getpeername,"
	  "sendto,recvfrom,send,recv,setsockopt,getsockopt,shutdown,sendmsg,recvmsg,sendmmsg,"
	  "recvmmsg*,socketcall" },
	{ "process",
	  "clone,clone3,fork,vfork,execve,execveat,exit,exit_group,wait4,waitid,waitpid,kill,"
	  "tkill,tgkill,rt_sigqueueinfo,rt_tgsigqueueinfo,pidfd_open,pidfd_send_signal,"
	  "unshare" },
	{ "signal",
	  "rt_sig*,sig*,kill,tkill,tgkill,pause,signalfd*,pidfd_send_signal" },
	{ "ipc",
	  "msg*,sem*,shm*,ipc,mq_*" },
};

/** perf_syscall_name() - name of the call with this number, NULL if it has none */
const char *perf_syscall_name(int64_t id)
{
	if (id < 0 || (uint64_t)id >= PERF_ARRAY_SIZE(syscall_names))
		return NULL;
	return syscall_names[id];
}

static enum perf_value_kind kind_of_type(const struct perf_format_field *field)
{
	if (strchr(field->type, '*'))
		return PERF_VALUE_HEX;
	if (!strcmp(field->type, "int") || !strcmp(field->type, "pid_t"))
		return PERF_VALUE_INT;
	if (strstr(field->type, "unsigned") || !strcmp(field->type, "size_t"))
		return PERF_VALUE_UNSIGNED;
	return PERF_VALUE_LONG;
}

static void add_parameter(struct perf_syscall *call, const struct perf_format_field *field)
{
	const struct perf_value_rule *rule = perf_value_rule(call->name, field->name);
	struct perf_syscall_parameter *parameter = &call->parameters[call->count++];

	parameter->name = field->name;
	parameter->kind = rule ? rule->kind : kind_of_type(field);
	parameter->table = rule ? rule->table : NULL;
}

/* Reads the format of sys_enter_@name; tracefs has some calls under another name. */
static int read_format(struct perf_format *format, const char *name)
{
	static const char *const others[][2] = {
		{ "stat", "newstat" }, { "fstat", "newfstat" }, { "lstat", "newlstat" },
		{ "uname", "newuname" }, { "umount2", "umount" },
		{ "sendfile", "sendfile64" }, { "ugetrlimit", "getrlimit" },
	};
	char event[96] = "sys_enter_";
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(others); i++)
		if (!strcmp(others[i][0], name))
			name = others[i][1];
	strncat(event, name, sizeof(event) - strlen(event) - 1);
	return perf_format_read(format, "syscalls", event);
}

/* Sets result and parameters of @call. Without a format, six values are shown. */
static void syscall_describe(struct perf_syscall *call)
{
	const struct perf_value_rule *rule = perf_value_rule(call->name, "=");
	const struct perf_format_field *field;
	struct perf_format format;

	call->result = rule ? rule->kind : PERF_VALUE_LONG;
	call->result_table = rule ? rule->table : NULL;
	if (!call->known || read_format(&format, call->name)) {
		for (; call->count < PERF_SYSCALL_PARAMETERS; call->count++)
			call->parameters[call->count].kind = PERF_VALUE_HEX;
		return;
	}
	perf_vec_each(&format.fields, field)
		if (!field->common && strcmp(field->name, "__syscall_nr") &&
		    call->count < PERF_SYSCALL_PARAMETERS)
			add_parameter(call, field);
	/* parameters[].name points into this memory. */
	call->memory = format.memory;
	format.memory = NULL;
	perf_format_free(&format);
}

static struct perf_syscall *syscall_make(int id)
{
	struct perf_syscall *call = calloc(1, sizeof(*call));
	const char *name = perf_syscall_name(id);
	struct perf_str text = { 0 };

	if (!call)
		return NULL;
	call->id = id;
	call->known = name;
	perf_str_format(&text, "syscall_%d", id);
	call->name = name ? name : perf_str_steal(&text);
	perf_str_free(&text);
	if (!call->name) {
		free(call);
		return NULL;
	}
	syscall_describe(call);
	return call;
}

/**
 * perf_syscalls_get() - get a system call by its number
 * @calls: cache, all zero at first
 * @id: number of the call
 *
 * The parameters are those that the running kernel describes in tracefs; without a description
 * the call has six parameters without names.
 *
 * Return: the call, valid as long as @calls; NULL if memory ran out or @id is out of range.
 */
const struct perf_syscall *perf_syscalls_get(struct perf_syscalls *calls, int64_t id)
{
	struct perf_syscall **grown;
	size_t room;

	if (id < 0 || id >= PERF_SYSCALL_LIMIT)
		return NULL;
	if ((uint64_t)id >= calls->room) {
		room = id < 512 ? 512 : PERF_SYSCALL_LIMIT;
		grown = realloc(calls->by_id, room * sizeof(struct perf_syscall *));
		if (!grown)
			return NULL;
		memset(grown + calls->room, 0, (room - calls->room) * sizeof(*grown));
		calls->by_id = grown;
		calls->room = room;
	}
	if (!calls->by_id[id])
		calls->by_id[id] = syscall_make((int)id);
	return calls->by_id[id];
}

/** perf_syscalls_free() - free the cache */
void perf_syscalls_free(struct perf_syscalls *calls)
{
	size_t i;

	for (i = 0; i < calls->room; i++) {
		struct perf_syscall *call = calls->by_id[i];

		if (!call)
			continue;
		if (!call->known)
			free((char *)call->name);
		free(call->memory);
		free(call);
	}
	free(calls->by_id);
	*calls = (struct perf_syscalls){ 0 };
}

static bool is_listed(const struct perf_syscall_set *set, int64_t id)
{
	const int *at;

	perf_vec_each(&set->ids, at)
		if (*at == id)
			return true;
	return false;
}

static int add_id(struct perf_syscall_set *set, int id)
{
	int *added;

	if (is_listed(set, id))
		return 0;
	added = perf_vec_push(&set->ids);
	if (!added)
		return -ENOMEM;
	*added = id;
	return 0;
}

/* Adds the calls that match @pattern. Returns their number, or -ENOMEM. */
static int add_pattern(struct perf_syscall_set *set, const char *pattern)
{
	int found = 0;
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(syscall_names); i++) {
		if (!syscall_names[i] || !perf_glob_match(pattern, syscall_names[i]))
			continue;
		if (add_id(set, (int)i))
			return -ENOMEM;
		found++;
	}
	return found;
}

static int add_group(struct perf_syscall_set *set, const char *calls)
{
	char name[64];
	int found = 0, ret;
	size_t length;

	for (; *calls; calls += length + (calls[length] == ',')) {
		length = strcspn(calls, ",");
		memcpy(name, calls, length);
		name[length] = '\0';
		ret = add_pattern(set, name);
		if (ret < 0)
			return ret;
		found += ret;
	}
	return found;
}

/**
 * perf_syscall_set_add() - add the calls that a word stands for
 * @set: the calls are added
 * @word: a name, a pattern with wildcards, or a group of calls (file, network, ...); need not
 *	end with a zero byte
 * @length: bytes of @word
 *
 * Return: number of calls that @word stands for, 0 if it is no system call; -ENOMEM.
 */
int perf_syscall_set_add(struct perf_syscall_set *set, const char *word, size_t length)
{
	char name[64];
	int found;
	size_t i;

	if (!length || length >= sizeof(name))
		return 0;
	memcpy(name, word, length);
	name[length] = '\0';
	found = add_pattern(set, name);
	for (i = 0; !found && i < PERF_ARRAY_SIZE(groups); i++)
		if (!strcmp(groups[i].name, name))
			found = add_group(set, groups[i].calls);
	return found;
}

/** perf_syscall_set_has() - test whether a set has a call. A set without @ids has all calls */
bool perf_syscall_set_has(const struct perf_syscall_set *set, int64_t id)
{
	if (!set->ids.count)
		return true;
	return is_listed(set, id) != set->inverted;
}

/**
 * perf_syscall_set_filter() - write a set as a kernel filter of raw_syscalls events
 * @set: set
 * @text: the filter is added; nothing is added for a set without @ids
 */
void perf_syscall_set_filter(const struct perf_syscall_set *set, struct perf_str *text)
{
	size_t i;

	for (i = 0; i < set->ids.count; i++) {
		if (i)
			perf_str_add(text, set->inverted ? " && " : " || ");
		perf_str_format(text, "id %s %d", set->inverted ? "!=" : "==", set->ids.at[i]);
	}
}

/** perf_syscall_set_free() - free what @set owns */
void perf_syscall_set_free(struct perf_syscall_set *set)
{
	perf_vec_free(&set->ids);
}

/** perf_syscall_nearest() - offer the names of all calls and groups to @nearest */
void perf_syscall_nearest(struct perf_nearest *nearest)
{
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(syscall_names); i++)
		if (syscall_names[i])
			perf_nearest_offer(nearest, syscall_names[i]);
	for (i = 0; i < PERF_ARRAY_SIZE(groups); i++)
		perf_nearest_offer(nearest, groups[i].name);
}
