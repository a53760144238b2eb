// SPDX-License-Identifier: GPL-2.0
/*
 * Dropping rights before a process reads files that other users have made.
 *
 * Landlock: Documentation/userspace-api/landlock.rst; seccomp: seccomp(2), through libseccomp,
 * which holds the system call numbers of every architecture and refuses calls of a foreign one
 * (32-bit entry points). On kernels without one of these, perf_confine() uses the others.
 *
 * Open descriptors keep their rights: output is opened before, or by another process.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/landlock.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <base/vec.h>
#include <sys/confine.h>

/* ---- rights of programs, capabilities --------------------------------------------------- */

/*
 * Reading files of other users (CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH), kernel memory
 * (CAP_SYS_RAWIO) and kernel addresses (CAP_SYSLOG).
 */
#define CAPABILITIES_KEPT	(1U << CAP_DAC_OVERRIDE | 1U << CAP_DAC_READ_SEARCH |	\
				 1U << CAP_SYS_RAWIO)
#define CAPABILITIES_KEPT_HIGH	(1U << (CAP_SYSLOG - 32))

static unsigned int confine_rights(void)
{
	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ? 0 : PERF_CONFINED_RIGHTS;
}

static unsigned int confine_capabilities(void)
{
	struct __user_cap_header_struct head = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct sets[_LINUX_CAPABILITY_U32S_3] = { 0 };
	const uint32_t kept[] = { CAPABILITIES_KEPT, CAPABILITIES_KEPT_HIGH };
	size_t i;

	if (syscall(SYS_capget, &head, sets))
		return 0;
	for (i = 0; i < PERF_ARRAY_SIZE(kept); i++) {
		sets[i].effective &= kept[i];
		sets[i].permitted &= kept[i];
		sets[i].inheritable = 0;
	}
	return syscall(SYS_capset, &head, sets) ? 0 : PERF_CONFINED_CAPABILITIES;
}

/* ---- files ------------------------------------------------------------------------------ */

/* Rights of later Landlock versions, which the installed headers may lack. */
#define ACCESS_REFER		(1ULL << 13)	/* version 2 */
#define ACCESS_TRUNCATE		(1ULL << 14)	/* version 3 */

#define ACCESS_WRITE		(LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_FILE | \
				 LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_DIR)
#define ACCESS_NEVER		(LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_REMOVE_DIR |	\
				 LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_SOCK |	\
				 LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK |	\
				 LANDLOCK_ACCESS_FS_MAKE_SYM)

/* Accesses that Landlock can deny, by the version that added them, minus 1. */
static const uint64_t accesses[] = {
	ACCESS_WRITE | ACCESS_NEVER, ACCESS_REFER, ACCESS_TRUNCATE,
};

static uint64_t known_accesses(long version)
{
	uint64_t known = 0;
	long i;

	for (i = 0; i < version && i < (long)PERF_ARRAY_SIZE(accesses); i++)
		known |= accesses[i];
	return known;
}

/* Allows @access at and below @path. A path that cannot be opened needs no rule. */
static int confine_allow(int ruleset, const char *path, int flags, uint64_t access)
{
	struct landlock_path_beneath_attr rule = { .allowed_access = access };
	int err = 0;

	if (!path)
		return 0;
	rule.parent_fd = open(path, O_PATH | O_CLOEXEC | flags);
	if (rule.parent_fd < 0)
		return 0;
	if (syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0))
		err = -errno;
	close(rule.parent_fd);
	return err;
}

static unsigned int confine_files(const struct perf_confine *allowed)
{
	long version = syscall(SYS_landlock_create_ruleset, NULL, 0,
			       LANDLOCK_CREATE_RULESET_VERSION);
	uint64_t known = known_accesses(version), truncate = known & ACCESS_TRUNCATE;
	struct landlock_ruleset_attr attr = { .handled_access_fs = known };
	unsigned int done = 0;
	int ruleset;

	if (version < 1)
		return 0;
	ruleset = (int)syscall(SYS_landlock_create_ruleset, &attr, sizeof(attr), 0);
	if (ruleset < 0)
		return 0;
	if (!confine_allow(ruleset, allowed->directory, O_DIRECTORY, ACCESS_WRITE | truncate) &&
	    !confine_allow(ruleset, allowed->file, 0, LANDLOCK_ACCESS_FS_WRITE_FILE | truncate) &&
	    !confine_allow(ruleset, "/dev/null", 0, LANDLOCK_ACCESS_FS_WRITE_FILE) &&
	    !confine_allow(ruleset, "/dev/tty", 0, LANDLOCK_ACCESS_FS_WRITE_FILE) &&
	    !syscall(SYS_landlock_restrict_self, ruleset, 0))
		done = PERF_CONFINED_FILES;
	close(ruleset);
	return done;
}

/* ---- system calls ----------------------------------------------------------------------- */

#ifdef HAVE_SECCOMP
#include <seccomp.h>
#include <stdbool.h>
#include <sys/ioctl.h>

/* The address sanitizer detects leaks with ptrace(). */
#ifdef __SANITIZE_ADDRESS__
#define CALLS_OF_SANITIZERS
#else
#define CALLS_OF_SANITIZERS	SCMP_SYS(ptrace),
#endif

/*
 * System calls that no reader of a file makes. They fail with EPERM, as for a user without the
 * right.
 */
static const int calls_denied[] = {
	CALLS_OF_SANITIZERS
	/* programs, other processes */
	SCMP_SYS(execve), SCMP_SYS(execveat), SCMP_SYS(process_vm_readv),
	SCMP_SYS(process_vm_writev), SCMP_SYS(process_madvise), SCMP_SYS(kcmp),
	SCMP_SYS(pidfd_getfd), SCMP_SYS(setns), SCMP_SYS(unshare), SCMP_SYS(userfaultfd),
	SCMP_SYS(io_uring_setup), SCMP_SYS(tkill), SCMP_SYS(rt_sigqueueinfo),
	SCMP_SYS(rt_tgsigqueueinfo), SCMP_SYS(pidfd_send_signal),
	/* other machines and services */
	SCMP_SYS(socket), SCMP_SYS(socketpair), SCMP_SYS(connect), SCMP_SYS(bind),
	SCMP_SYS(listen), SCMP_SYS(accept), SCMP_SYS(accept4), SCMP_SYS(socketcall),
	/* the kernel */
	SCMP_SYS(bpf), SCMP_SYS(perf_event_open), SCMP_SYS(init_module), SCMP_SYS(finit_module),
	SCMP_SYS(delete_module), SCMP_SYS(kexec_load), SCMP_SYS(kexec_file_load), SCMP_SYS(reboot),
	SCMP_SYS(syslog), SCMP_SYS(iopl), SCMP_SYS(ioperm), SCMP_SYS(add_key),
	SCMP_SYS(request_key), SCMP_SYS(keyctl), SCMP_SYS(settimeofday), SCMP_SYS(clock_settime),
	SCMP_SYS(clock_adjtime), SCMP_SYS(adjtimex), SCMP_SYS(sethostname),
	SCMP_SYS(setdomainname), SCMP_SYS(swapon), SCMP_SYS(swapoff), SCMP_SYS(quotactl),
	SCMP_SYS(acct),
	/* file systems and file metadata, which Landlock does not control */
	SCMP_SYS(mount), SCMP_SYS(umount2), SCMP_SYS(pivot_root), SCMP_SYS(chroot),
	SCMP_SYS(open_by_handle_at), SCMP_SYS(open_tree), SCMP_SYS(move_mount), SCMP_SYS(fsopen),
	SCMP_SYS(fsmount), SCMP_SYS(fsconfig), SCMP_SYS(chmod), SCMP_SYS(fchmodat),
	SCMP_SYS(chown), SCMP_SYS(lchown), SCMP_SYS(fchown), SCMP_SYS(fchownat),
	SCMP_SYS(setxattr), SCMP_SYS(lsetxattr), SCMP_SYS(fsetxattr), SCMP_SYS(removexattr),
	SCMP_SYS(lremovexattr), SCMP_SYS(fremovexattr), SCMP_SYS(utimensat),
	SCMP_SYS(mount_setattr),
};

/*
 * System calls that a reader makes, but only with some arguments: kill() and tgkill() of itself
 * when it aborts or is suspended, prlimit64() of itself, ioctl() for the size of a terminal.
 * TIOCSTI and TIOCLINUX would insert keystrokes into a terminal that a shell shares.
 */
static const struct {
	int call;
	struct scmp_arg_cmp denied;
	bool is_own_pid;	/* deny_calls() sets @denied.datum_a to getpid() */
} arguments_denied[] = {
	{ SCMP_SYS(kill), { 0, SCMP_CMP_NE, 0, 0 }, true },
	{ SCMP_SYS(tgkill), { 0, SCMP_CMP_NE, 0, 0 }, true },
	{ SCMP_SYS(prlimit64), { 0, SCMP_CMP_NE, 0, 0 }, false },
	{ SCMP_SYS(ioctl), { 1, SCMP_CMP_MASKED_EQ, UINT32_MAX, TIOCSTI }, false },
	{ SCMP_SYS(ioctl), { 1, SCMP_CMP_MASKED_EQ, UINT32_MAX, TIOCLINUX }, false },
};

/* seccomp_rule_add() may fail: a call that this architecture lacks needs no rule. */
static void deny_calls(scmp_filter_ctx filter)
{
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(calls_denied); i++)
		seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), calls_denied[i], 0);
	for (i = 0; i < PERF_ARRAY_SIZE(arguments_denied); i++) {
		struct scmp_arg_cmp denied = arguments_denied[i].denied;

		if (arguments_denied[i].is_own_pid)
			denied.datum_a = (scmp_datum_t)getpid();
		seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(EPERM), arguments_denied[i].call, 1,
				       &denied);
	}
}

static unsigned int confine_calls(void)
{
	scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
	unsigned int done = 0;

	if (!filter)
		return 0;
	/* Otherwise old kernels disable speculative store bypass, which slows the whole process. */
	seccomp_attr_set(filter, SCMP_FLTATR_CTL_SSB, 1);
	/* The filter runs on each system call: a binary tree of comparisons, not a list. */
	seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2);
	deny_calls(filter);
	if (!seccomp_load(filter))
		done = PERF_CONFINED_CALLS;
	seccomp_release(filter);
	return done;
}

#else /* !HAVE_SECCOMP */

static unsigned int confine_calls(void)
{
	return 0;
}
#endif

/**
 * perf_confine() - drop the rights that reading does not need, irrevocably
 * @allowed: accesses that stay allowed
 *
 * Context: before threads are created, and after output is opened.
 *
 * Return: the rights dropped, bits of enum perf_confined: fewer where the kernel, or this build
 * of the tool, lacks support.
 */
unsigned int perf_confine(const struct perf_confine *allowed)
{
	unsigned int done = confine_rights();

	/* Landlock and seccomp require no_new_privs. */
	if (done)
		done |= confine_files(allowed) | confine_capabilities() | confine_calls();
	return done;
}
