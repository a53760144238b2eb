// SPDX-License-Identifier: GPL-2.0
/*
 * Names of the values of system call parameters; perf_value_rules[] assigns them to parameters.
 * Values are those of the machine that the tool was built for.
 */
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <asm/ioctls.h>
#include <asm/termbits.h>
#include <linux/bpf.h>
#include <linux/falloc.h>
#include <linux/fs.h>
#include <linux/futex.h>
#include <linux/memfd.h>
#include <linux/netlink.h>
#include <linux/perf_event.h>
#include <linux/prctl.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <base/vec.h>
#include <trace/value_tables.h>

/* Constants that some C libraries or machines lack. */
#ifndef MAP_32BIT
#define MAP_32BIT	0
#endif
/* O_LARGEFILE of the kernel, set in all files; the C library's is 0 where long has 64 bits. */
#ifdef __powerpc__
#define LARGE_FILE	0200000
#else
#define LARGE_FILE	0100000
#endif
#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE	25
#endif

static const struct perf_value_name clone_names[] = {
	{ CLONE_VM, "VM" }, { CLONE_FS, "FS" }, { CLONE_FILES, "FILES" },
	{ CLONE_SIGHAND, "SIGHAND" }, { CLONE_PIDFD, "PIDFD" },
	{ CLONE_PTRACE, "PTRACE" }, { CLONE_VFORK, "VFORK" }, { CLONE_PARENT, "PARENT" },
	{ CLONE_THREAD, "THREAD" }, { CLONE_NEWNS, "NEWNS" },
	{ CLONE_SYSVSEM, "SYSVSEM" }, { CLONE_SETTLS, "SETTLS" },
	{ CLONE_PARENT_SETTID, "PARENT_SETTID" },
	{ CLONE_CHILD_CLEARTID, "CHILD_CLEARTID" }, { CLONE_DETACHED, "DETACHED" },
	{ CLONE_UNTRACED, "UNTRACED" }, { CLONE_CHILD_SETTID, "CHILD_SETTID" },
	{ CLONE_NEWCGROUP, "NEWCGROUP" }, { CLONE_NEWUTS, "NEWUTS" },
	{ CLONE_NEWIPC, "NEWIPC" }, { CLONE_NEWUSER, "NEWUSER" },
	{ CLONE_NEWPID, "NEWPID" }, { CLONE_NEWNET, "NEWNET" }, { CLONE_IO, "IO" },
};

static const struct perf_value_name futex_names[] = {
	{ FUTEX_WAIT, "WAIT" }, { FUTEX_WAKE, "WAKE" }, { FUTEX_FD, "FD" },
	{ FUTEX_REQUEUE, "REQUEUE" }, { FUTEX_CMP_REQUEUE, "CMP_REQUEUE" },
	{ FUTEX_WAKE_OP, "WAKE_OP" }, { FUTEX_LOCK_PI, "LOCK_PI" },
	{ FUTEX_UNLOCK_PI, "UNLOCK_PI" }, { FUTEX_TRYLOCK_PI, "TRYLOCK_PI" },
	{ FUTEX_WAIT_BITSET, "WAIT_BITSET" }, { FUTEX_WAKE_BITSET, "WAKE_BITSET" },
	{ FUTEX_WAIT_REQUEUE_PI, "WAIT_REQUEUE_PI" },
	{ FUTEX_CMP_REQUEUE_PI, "CMP_REQUEUE_PI" }, { FUTEX_LOCK_PI2, "LOCK_PI2" },
};

static const struct perf_value_name ioctl_names[] = {
	{ TCGETS, "TCGETS" }, { TCSETS, "TCSETS" }, { TCSETSW, "TCSETSW" },
	{ TCSETSF, "TCSETSF" }, { TCGETA, "TCGETA" }, { TCSETA, "TCSETA" },
	{ TCSBRK, "TCSBRK" }, { TCXONC, "TCXONC" }, { TCFLSH, "TCFLSH" },
	{ TIOCEXCL, "TIOCEXCL" }, { TIOCNXCL, "TIOCNXCL" }, { TIOCSCTTY, "TIOCSCTTY" },
	{ TIOCGPGRP, "TIOCGPGRP" }, { TIOCSPGRP, "TIOCSPGRP" }, { TIOCOUTQ, "TIOCOUTQ" },
	{ TIOCSTI, "TIOCSTI" }, { TIOCGWINSZ, "TIOCGWINSZ" },
	{ TIOCSWINSZ, "TIOCSWINSZ" }, { TIOCMGET, "TIOCMGET" }, { TIOCINQ, "TIOCINQ" },
	{ TIOCNOTTY, "TIOCNOTTY" }, { TIOCSETD, "TIOCSETD" }, { TIOCGETD, "TIOCGETD" },
	{ TIOCGSID, "TIOCGSID" }, { TIOCGPTN, "TIOCGPTN" }, { TIOCSPTLCK, "TIOCSPTLCK" },
	{ FIONBIO, "FIONBIO" }, { FIOASYNC, "FIOASYNC" }, { FIONCLEX, "FIONCLEX" },
	{ FIOCLEX, "FIOCLEX" }, { FICLONE, "FICLONE" },
};

static const struct perf_value_name open_names[] = {
	{ O_CREAT, "CREAT" }, { O_EXCL, "EXCL" }, { O_NOCTTY, "NOCTTY" },
	{ O_TRUNC, "TRUNC" }, { O_APPEND, "APPEND" }, { O_NONBLOCK, "NONBLOCK" },
	{ O_DSYNC, "DSYNC" }, { O_ASYNC, "ASYNC" }, { O_DIRECT, "DIRECT" },
	{ LARGE_FILE, "LARGEFILE" }, { O_DIRECTORY, "DIRECTORY" },
	{ O_NOFOLLOW, "NOFOLLOW" }, { O_NOATIME, "NOATIME" }, { O_CLOEXEC, "CLOEXEC" },
	{ O_PATH, "PATH" },
};

static const struct perf_value_name socket_flags_names[] = {
	{ SOCK_CLOEXEC, "CLOEXEC" }, { SOCK_NONBLOCK, "NONBLOCK" },
};

static const struct perf_value_name socket_type_names[] = {
	{ SOCK_STREAM, "STREAM" }, { SOCK_DGRAM, "DGRAM" }, { SOCK_RAW, "RAW" },
	{ SOCK_RDM, "RDM" }, { SOCK_SEQPACKET, "SEQPACKET" }, { SOCK_DCCP, "DCCP" },
	{ SOCK_PACKET, "PACKET" },
};

static const struct perf_value_name access_at_names[] = {
	{ AT_SYMLINK_NOFOLLOW, "SYMLINK_NOFOLLOW" }, { AT_REMOVEDIR, "REMOVEDIR" },
	{ AT_SYMLINK_FOLLOW, "SYMLINK_FOLLOW" }, { AT_NO_AUTOMOUNT, "NO_AUTOMOUNT" },
	{ AT_EMPTY_PATH, "EMPTY_PATH" }, { AT_STATX_FORCE_SYNC, "STATX_FORCE_SYNC" },
	{ AT_STATX_DONT_SYNC, "STATX_DONT_SYNC" }, { AT_RECURSIVE, "RECURSIVE" },
};

static const struct perf_value_name advice_names[] = {
	{ MADV_NORMAL, "NORMAL" }, { MADV_RANDOM, "RANDOM" },
	{ MADV_SEQUENTIAL, "SEQUENTIAL" }, { MADV_WILLNEED, "WILLNEED" },
	{ MADV_DONTNEED, "DONTNEED" }, { MADV_FREE, "FREE" }, { MADV_REMOVE, "REMOVE" },
	{ MADV_DONTFORK, "DONTFORK" }, { MADV_DOFORK, "DOFORK" },
	{ MADV_HWPOISON, "HWPOISON" }, { MADV_MERGEABLE, "MERGEABLE" },
	{ MADV_UNMERGEABLE, "UNMERGEABLE" }, { MADV_HUGEPAGE, "HUGEPAGE" },
	{ MADV_NOHUGEPAGE, "NOHUGEPAGE" }, { MADV_DONTDUMP, "DONTDUMP" },
	{ MADV_DODUMP, "DODUMP" }, { MADV_WIPEONFORK, "WIPEONFORK" },
	{ MADV_KEEPONFORK, "KEEPONFORK" }, { MADV_COLD, "COLD" },
	{ MADV_PAGEOUT, "PAGEOUT" }, { MADV_POPULATE_READ, "POPULATE_READ" },
	{ MADV_POPULATE_WRITE, "POPULATE_WRITE" }, { MADV_COLLAPSE, "COLLAPSE" },
};

/* Values of asm/prctl.h, which x86 alone has. */
static const struct perf_value_name arch_names[] = {
	{ 0x1001, "SET_GS" }, { 0x1002, "SET_FS" }, { 0x1003, "GET_FS" }, { 0x1004, "GET_GS" },
	{ 0x1011, "GET_CPUID" }, { 0x1012, "SET_CPUID" }, { 0x1021, "GET_XCOMP_SUPP" },
	{ 0x1022, "GET_XCOMP_PERM" }, { 0x1023, "REQ_XCOMP_PERM" },
};

static const struct perf_value_name bpf_names[] = {
	{ BPF_MAP_CREATE, "MAP_CREATE" }, { BPF_MAP_LOOKUP_ELEM, "MAP_LOOKUP_ELEM" },
	{ BPF_MAP_UPDATE_ELEM, "MAP_UPDATE_ELEM" },
	{ BPF_MAP_DELETE_ELEM, "MAP_DELETE_ELEM" },
	{ BPF_MAP_GET_NEXT_KEY, "MAP_GET_NEXT_KEY" }, { BPF_PROG_LOAD, "PROG_LOAD" },
	{ BPF_OBJ_PIN, "OBJ_PIN" }, { BPF_OBJ_GET, "OBJ_GET" },
	{ BPF_PROG_ATTACH, "PROG_ATTACH" }, { BPF_PROG_DETACH, "PROG_DETACH" },
	{ BPF_PROG_TEST_RUN, "PROG_TEST_RUN" },
	{ BPF_PROG_GET_NEXT_ID, "PROG_GET_NEXT_ID" },
	{ BPF_MAP_GET_NEXT_ID, "MAP_GET_NEXT_ID" },
	{ BPF_PROG_GET_FD_BY_ID, "PROG_GET_FD_BY_ID" },
	{ BPF_MAP_GET_FD_BY_ID, "MAP_GET_FD_BY_ID" },
	{ BPF_OBJ_GET_INFO_BY_FD, "OBJ_GET_INFO_BY_FD" },
	{ BPF_PROG_QUERY, "PROG_QUERY" },
	{ BPF_RAW_TRACEPOINT_OPEN, "RAW_TRACEPOINT_OPEN" }, { BPF_BTF_LOAD, "BTF_LOAD" },
	{ BPF_BTF_GET_FD_BY_ID, "BTF_GET_FD_BY_ID" },
	{ BPF_TASK_FD_QUERY, "TASK_FD_QUERY" },
	{ BPF_MAP_LOOKUP_AND_DELETE_ELEM, "MAP_LOOKUP_AND_DELETE_ELEM" },
	{ BPF_MAP_FREEZE, "MAP_FREEZE" }, { BPF_BTF_GET_NEXT_ID, "BTF_GET_NEXT_ID" },
	{ BPF_MAP_LOOKUP_BATCH, "MAP_LOOKUP_BATCH" },
	{ BPF_MAP_LOOKUP_AND_DELETE_BATCH, "MAP_LOOKUP_AND_DELETE_BATCH" },
	{ BPF_MAP_UPDATE_BATCH, "MAP_UPDATE_BATCH" },
	{ BPF_MAP_DELETE_BATCH, "MAP_DELETE_BATCH" }, { BPF_LINK_CREATE, "LINK_CREATE" },
	{ BPF_LINK_UPDATE, "LINK_UPDATE" },
	{ BPF_LINK_GET_FD_BY_ID, "LINK_GET_FD_BY_ID" },
	{ BPF_LINK_GET_NEXT_ID, "LINK_GET_NEXT_ID" },
	{ BPF_ENABLE_STATS, "ENABLE_STATS" }, { BPF_ITER_CREATE, "ITER_CREATE" },
	{ BPF_LINK_DETACH, "LINK_DETACH" }, { BPF_PROG_BIND_MAP, "PROG_BIND_MAP" },
};

static const struct perf_value_name clock_names[] = {
	{ CLOCK_REALTIME, "REALTIME" }, { CLOCK_MONOTONIC, "MONOTONIC" },
	{ CLOCK_PROCESS_CPUTIME_ID, "PROCESS_CPUTIME_ID" },
	{ CLOCK_THREAD_CPUTIME_ID, "THREAD_CPUTIME_ID" },
	{ CLOCK_MONOTONIC_RAW, "MONOTONIC_RAW" },
	{ CLOCK_REALTIME_COARSE, "REALTIME_COARSE" },
	{ CLOCK_MONOTONIC_COARSE, "MONOTONIC_COARSE" }, { CLOCK_BOOTTIME, "BOOTTIME" },
	{ CLOCK_REALTIME_ALARM, "REALTIME_ALARM" },
	{ CLOCK_BOOTTIME_ALARM, "BOOTTIME_ALARM" }, { CLOCK_TAI, "TAI" },
};

static const struct perf_value_name close_on_exec_names[] = {
	{ O_CLOEXEC, "CLOEXEC" }, { O_NONBLOCK, "NONBLOCK" }, { O_DIRECT, "DIRECT" },
};

static const struct perf_value_name epoll_names[] = {
	{ EPOLL_CTL_ADD, "ADD" }, { EPOLL_CTL_DEL, "DEL" }, { EPOLL_CTL_MOD, "MOD" },
};

static const struct perf_value_name fallocate_names[] = {
	{ FALLOC_FL_KEEP_SIZE, "KEEP_SIZE" }, { FALLOC_FL_PUNCH_HOLE, "PUNCH_HOLE" },
	{ FALLOC_FL_COLLAPSE_RANGE, "COLLAPSE_RANGE" },
	{ FALLOC_FL_ZERO_RANGE, "ZERO_RANGE" },
	{ FALLOC_FL_INSERT_RANGE, "INSERT_RANGE" },
	{ FALLOC_FL_UNSHARE_RANGE, "UNSHARE_RANGE" },
};

static const struct perf_value_name family_names[] = {
	{ AF_UNSPEC, "UNSPEC" }, { AF_LOCAL, "LOCAL" }, { AF_INET, "INET" },
	{ AF_AX25, "AX25" }, { AF_IPX, "IPX" }, { AF_APPLETALK, "APPLETALK" },
	{ AF_INET6, "INET6" }, { AF_KEY, "KEY" }, { AF_NETLINK, "NETLINK" },
	{ AF_PACKET, "PACKET" }, { AF_ALG, "ALG" }, { AF_NFC, "NFC" },
	{ AF_VSOCK, "VSOCK" }, { AF_KCM, "KCM" }, { AF_QIPCRTR, "QIPCRTR" },
	{ AF_SMC, "SMC" }, { AF_XDP, "XDP" }, { AF_BLUETOOTH, "BLUETOOTH" },
	{ AF_CAN, "CAN" }, { AF_TIPC, "TIPC" },
};

static const struct perf_value_name fcntl_names[] = {
	{ F_DUPFD, "DUPFD" }, { F_GETFD, "GETFD" }, { F_SETFD, "SETFD" },
	{ F_GETFL, "GETFL" }, { F_SETFL, "SETFL" }, { F_GETLK, "GETLK" },
	{ F_SETLK, "SETLK" }, { F_SETLKW, "SETLKW" }, { F_SETOWN, "SETOWN" },
	{ F_GETOWN, "GETOWN" }, { F_SETSIG, "SETSIG" }, { F_GETSIG, "GETSIG" },
	{ F_OFD_GETLK, "OFD_GETLK" }, { F_OFD_SETLK, "OFD_SETLK" },
	{ F_OFD_SETLKW, "OFD_SETLKW" }, { F_SETLEASE, "SETLEASE" },
	{ F_GETLEASE, "GETLEASE" }, { F_NOTIFY, "NOTIFY" },
	{ F_DUPFD_CLOEXEC, "DUPFD_CLOEXEC" }, { F_SETPIPE_SZ, "SETPIPE_SZ" },
	{ F_GETPIPE_SZ, "GETPIPE_SZ" }, { F_ADD_SEALS, "ADD_SEALS" },
	{ F_GET_SEALS, "GET_SEALS" },
};

static const struct perf_value_name flock_names[] = {
	{ LOCK_SH, "SH" }, { LOCK_EX, "EX" }, { LOCK_NB, "NB" }, { LOCK_UN, "UN" },
};

static const struct perf_value_name lseek_names[] = {
	{ SEEK_SET, "SET" }, { SEEK_CUR, "CUR" }, { SEEK_END, "END" },
	{ SEEK_DATA, "DATA" }, { SEEK_HOLE, "HOLE" },
};

static const struct perf_value_name map_names[] = {
	{ MAP_SHARED, "SHARED" }, { MAP_PRIVATE, "PRIVATE" }, { MAP_FIXED, "FIXED" },
	{ MAP_ANONYMOUS, "ANONYMOUS" }, { MAP_32BIT, "32BIT" },
	{ MAP_GROWSDOWN, "GROWSDOWN" }, { MAP_DENYWRITE, "DENYWRITE" },
	{ MAP_EXECUTABLE, "EXECUTABLE" }, { MAP_LOCKED, "LOCKED" },
	{ MAP_NORESERVE, "NORESERVE" }, { MAP_POPULATE, "POPULATE" },
	{ MAP_NONBLOCK, "NONBLOCK" }, { MAP_STACK, "STACK" }, { MAP_HUGETLB, "HUGETLB" },
	{ MAP_SYNC, "SYNC" }, { MAP_FIXED_NOREPLACE, "FIXED_NOREPLACE" },
};

static const struct perf_value_name memfd_names[] = {
	{ MFD_CLOEXEC, "CLOEXEC" }, { MFD_ALLOW_SEALING, "ALLOW_SEALING" },
	{ MFD_HUGETLB, "HUGETLB" },
};

static const struct perf_value_name message_names[] = {
	{ MSG_OOB, "OOB" }, { MSG_PEEK, "PEEK" }, { MSG_DONTROUTE, "DONTROUTE" },
	{ MSG_CTRUNC, "CTRUNC" }, { MSG_PROXY, "PROXY" }, { MSG_TRUNC, "TRUNC" },
	{ MSG_DONTWAIT, "DONTWAIT" }, { MSG_EOR, "EOR" }, { MSG_WAITALL, "WAITALL" },
	{ MSG_FIN, "FIN" }, { MSG_SYN, "SYN" }, { MSG_CONFIRM, "CONFIRM" },
	{ MSG_RST, "RST" }, { MSG_ERRQUEUE, "ERRQUEUE" }, { MSG_NOSIGNAL, "NOSIGNAL" },
	{ MSG_MORE, "MORE" }, { MSG_WAITFORONE, "WAITFORONE" },
	{ MSG_ZEROCOPY, "ZEROCOPY" }, { MSG_FASTOPEN, "FASTOPEN" },
	{ MSG_CMSG_CLOEXEC, "CMSG_CLOEXEC" },
};

static const struct perf_value_name mount_names[] = {
	{ MS_RDONLY, "RDONLY" }, { MS_NOSUID, "NOSUID" }, { MS_NODEV, "NODEV" },
	{ MS_NOEXEC, "NOEXEC" }, { MS_SYNCHRONOUS, "SYNCHRONOUS" },
	{ MS_REMOUNT, "REMOUNT" }, { MS_MANDLOCK, "MANDLOCK" }, { MS_DIRSYNC, "DIRSYNC" },
	{ MS_NOATIME, "NOATIME" }, { MS_NODIRATIME, "NODIRATIME" }, { MS_BIND, "BIND" },
	{ MS_MOVE, "MOVE" }, { MS_REC, "REC" }, { MS_SILENT, "SILENT" },
	{ MS_UNBINDABLE, "UNBINDABLE" }, { MS_PRIVATE, "PRIVATE" }, { MS_SLAVE, "SLAVE" },
	{ MS_SHARED, "SHARED" }, { MS_RELATIME, "RELATIME" },
	{ MS_STRICTATIME, "STRICTATIME" }, { MS_LAZYTIME, "LAZYTIME" },
};

static const struct perf_value_name mremap_names[] = {
	{ MREMAP_MAYMOVE, "MAYMOVE" }, { MREMAP_FIXED, "FIXED" },
	{ MREMAP_DONTUNMAP, "DONTUNMAP" },
};

static const struct perf_value_name msync_names[] = {
	{ MS_ASYNC, "ASYNC" }, { MS_INVALIDATE, "INVALIDATE" }, { MS_SYNC, "SYNC" },
};

static const struct perf_value_name perf_names[] = {
	{ PERF_FLAG_FD_NO_GROUP, "FD_NO_GROUP" }, { PERF_FLAG_FD_OUTPUT, "FD_OUTPUT" },
	{ PERF_FLAG_PID_CGROUP, "PID_CGROUP" }, { PERF_FLAG_FD_CLOEXEC, "FD_CLOEXEC" },
};

static const struct perf_value_name policy_names[] = {
	{ SCHED_OTHER, "OTHER" }, { SCHED_FIFO, "FIFO" }, { SCHED_RR, "RR" },
	{ SCHED_BATCH, "BATCH" }, { SCHED_IDLE, "IDLE" }, { SCHED_DEADLINE, "DEADLINE" },
};

static const struct perf_value_name prctl_names[] = {
	{ PR_SET_PDEATHSIG, "SET_PDEATHSIG" }, { PR_GET_PDEATHSIG, "GET_PDEATHSIG" },
	{ PR_GET_DUMPABLE, "GET_DUMPABLE" }, { PR_SET_DUMPABLE, "SET_DUMPABLE" },
	{ PR_GET_KEEPCAPS, "GET_KEEPCAPS" }, { PR_SET_KEEPCAPS, "SET_KEEPCAPS" },
	{ PR_SET_NAME, "SET_NAME" }, { PR_GET_NAME, "GET_NAME" },
	{ PR_GET_SECCOMP, "GET_SECCOMP" }, { PR_SET_SECCOMP, "SET_SECCOMP" },
	{ PR_CAPBSET_READ, "CAPBSET_READ" }, { PR_CAPBSET_DROP, "CAPBSET_DROP" },
	{ PR_GET_TSC, "GET_TSC" }, { PR_SET_TSC, "SET_TSC" },
	{ PR_GET_SECUREBITS, "GET_SECUREBITS" }, { PR_SET_SECUREBITS, "SET_SECUREBITS" },
	{ PR_SET_TIMERSLACK, "SET_TIMERSLACK" }, { PR_GET_TIMERSLACK, "GET_TIMERSLACK" },
	{ PR_SET_MM, "SET_MM" }, { PR_SET_CHILD_SUBREAPER, "SET_CHILD_SUBREAPER" },
	{ PR_GET_CHILD_SUBREAPER, "GET_CHILD_SUBREAPER" },
	{ PR_SET_NO_NEW_PRIVS, "SET_NO_NEW_PRIVS" },
	{ PR_GET_NO_NEW_PRIVS, "GET_NO_NEW_PRIVS" },
	{ PR_SET_THP_DISABLE, "SET_THP_DISABLE" },
	{ PR_GET_THP_DISABLE, "GET_THP_DISABLE" }, { PR_CAP_AMBIENT, "CAP_AMBIENT" },
	{ PR_SET_SPECULATION_CTRL, "SET_SPECULATION_CTRL" },
	{ PR_GET_SPECULATION_CTRL, "GET_SPECULATION_CTRL" }, { PR_SET_VMA, "SET_VMA" },
	{ PR_SET_PTRACER, "SET_PTRACER" },
};

static const struct perf_value_name protection_names[] = {
	{ PROT_READ, "READ" }, { PROT_WRITE, "WRITE" }, { PROT_EXEC, "EXEC" },
	{ PROT_GROWSDOWN, "GROWSDOWN" }, { PROT_GROWSUP, "GROWSUP" },
};

static const struct perf_value_name random_names[] = {
	{ GRND_NONBLOCK, "NONBLOCK" }, { GRND_RANDOM, "RANDOM" },
	{ GRND_INSECURE, "INSECURE" },
};

static const struct perf_value_name rename_names[] = {
	{ RENAME_NOREPLACE, "NOREPLACE" }, { RENAME_EXCHANGE, "EXCHANGE" },
	{ RENAME_WHITEOUT, "WHITEOUT" },
};

static const struct perf_value_name resource_names[] = {
	{ RLIMIT_CPU, "CPU" }, { RLIMIT_FSIZE, "FSIZE" }, { RLIMIT_DATA, "DATA" },
	{ RLIMIT_STACK, "STACK" }, { RLIMIT_CORE, "CORE" }, { RLIMIT_RSS, "RSS" },
	{ RLIMIT_NPROC, "NPROC" }, { RLIMIT_NOFILE, "NOFILE" },
	{ RLIMIT_MEMLOCK, "MEMLOCK" }, { RLIMIT_AS, "AS" }, { RLIMIT_LOCKS, "LOCKS" },
	{ RLIMIT_SIGPENDING, "SIGPENDING" }, { RLIMIT_MSGQUEUE, "MSGQUEUE" },
	{ RLIMIT_NICE, "NICE" }, { RLIMIT_RTPRIO, "RTPRIO" }, { RLIMIT_RTTIME, "RTTIME" },
};

static const struct perf_value_name seccomp_names[] = {
	{ SECCOMP_SET_MODE_STRICT, "SET_MODE_STRICT" },
	{ SECCOMP_SET_MODE_FILTER, "SET_MODE_FILTER" },
	{ SECCOMP_GET_ACTION_AVAIL, "GET_ACTION_AVAIL" },
	{ SECCOMP_GET_NOTIF_SIZES, "GET_NOTIF_SIZES" },
};

static const struct perf_value_name shutdown_names[] = {
	{ SHUT_RD, "RD" }, { SHUT_WR, "WR" }, { SHUT_RDWR, "RDWR" },
};

static const struct perf_value_name sigmask_names[] = {
	{ SIG_BLOCK, "BLOCK" }, { SIG_UNBLOCK, "UNBLOCK" }, { SIG_SETMASK, "SETMASK" },
};

static const struct perf_value_name sockopt_level_names[] = {
	{ SOL_SOCKET, "SOCKET" }, { IPPROTO_IP, "IP" }, { IPPROTO_TCP, "TCP" },
	{ IPPROTO_UDP, "UDP" }, { IPPROTO_IPV6, "IPV6" }, { SOL_RAW, "RAW" },
	{ SOL_PACKET, "PACKET" },
};

static const struct perf_value_name splice_names[] = {
	{ SPLICE_F_MOVE, "MOVE" }, { SPLICE_F_NONBLOCK, "NONBLOCK" },
	{ SPLICE_F_MORE, "MORE" }, { SPLICE_F_GIFT, "GIFT" },
};

static const struct perf_value_name statx_names[] = {
	{ STATX_TYPE, "TYPE" }, { STATX_MODE, "MODE" }, { STATX_NLINK, "NLINK" },
	{ STATX_UID, "UID" }, { STATX_GID, "GID" }, { STATX_ATIME, "ATIME" },
	{ STATX_MTIME, "MTIME" }, { STATX_CTIME, "CTIME" }, { STATX_INO, "INO" },
	{ STATX_SIZE, "SIZE" }, { STATX_BLOCKS, "BLOCKS" }, { STATX_BTIME, "BTIME" },
	{ STATX_MNT_ID, "MNT_ID" },
};

static const struct perf_value_name timer_names[] = {
	{ ITIMER_REAL, "REAL" }, { ITIMER_VIRTUAL, "VIRTUAL" }, { ITIMER_PROF, "PROF" },
};

static const struct perf_value_name wait_names[] = {
	{ WNOHANG, "NOHANG" }, { WUNTRACED, "UNTRACED" }, { WEXITED, "EXITED" },
	{ WCONTINUED, "CONTINUED" }, { WNOWAIT, "NOWAIT" },
};

#define SHARED_TABLE(name_, prefix_)						\
	const struct perf_value_table perf_values_##name_ = {			\
		.prefix = (prefix_), .names = name_##_names,			\
		.count = PERF_ARRAY_SIZE(name_##_names),			\
	}
#define TABLE(name_, prefix_)	static SHARED_TABLE(name_, prefix_)

SHARED_TABLE(clone, "");
SHARED_TABLE(futex, "");
SHARED_TABLE(ioctl, "");
SHARED_TABLE(open, "");
SHARED_TABLE(socket_flags, "");
SHARED_TABLE(socket_type, "");
TABLE(access_at, "");
TABLE(advice, "MADV_");
TABLE(arch, "");
TABLE(bpf, "");
TABLE(clock, "");
TABLE(close_on_exec, "");
TABLE(epoll, "");
TABLE(fallocate, "");
TABLE(family, "");
TABLE(fcntl, "");
TABLE(flock, "");
TABLE(lseek, "");
TABLE(map, "");
TABLE(memfd, "");
TABLE(message, "");
TABLE(mount, "");
TABLE(mremap, "");
TABLE(msync, "");
TABLE(perf, "");
TABLE(policy, "");
TABLE(prctl, "");
TABLE(protection, "");
TABLE(random, "");
TABLE(rename, "");
TABLE(resource, "");
TABLE(seccomp, "");
TABLE(shutdown, "");
TABLE(sigmask, "");
TABLE(sockopt_level, "");
TABLE(splice, "");
TABLE(statx, "");
TABLE(timer, "");
TABLE(wait, "");

#define ENUM(call_, parameter_, table_) \
	{ (call_), (parameter_), PERF_VALUE_ENUM, &perf_values_##table_ }
#define FLAGS(call_, parameter_, table_) \
	{ (call_), (parameter_), PERF_VALUE_FLAGS, &perf_values_##table_ }
#define KIND(call_, parameter_, kind_) \
	{ (call_), (parameter_), PERF_VALUE_##kind_, NULL }

/* The parameter "=" stands for the result of the call. */
const struct perf_value_rule perf_value_rules[] = {
	KIND("brk", "=", HEX), KIND("mmap*", "=", HEX), KIND("mremap", "=", HEX),
	KIND("shmat", "=", HEX),
	KIND("fork", "=", PID), KIND("vfork", "=", PID), KIND("clone*", "=", PID),
	KIND("wait4", "=", PID), KIND("gettid", "=", PID), KIND("set_tid_address", "=", PID),
	KIND("getpgid", "=", PID), KIND("getpgrp", "=", PID), KIND("getsid", "=", PID),
	KIND("getppid", "=", PID),
	KIND("umask", "=", OCTAL),

	KIND("open", "flags", OPEN), KIND("openat", "flags", OPEN),
	KIND("open_by_handle_at", "flags", OPEN), KIND("mq_open", "oflag", OPEN),
	FLAGS("pipe2", "flags", close_on_exec), FLAGS("dup3", "flags", close_on_exec),
	FLAGS("eventfd2", "flags", close_on_exec), FLAGS("epoll_create1", "flags", close_on_exec),
	FLAGS("signalfd4", "flags", close_on_exec),
	FLAGS("timerfd_create", "flags", close_on_exec),
	FLAGS("inotify_init1", "flags", close_on_exec),
	FLAGS("mmap*", "flags", map), FLAGS("mremap", "flags", mremap),
	FLAGS("msync", "flags", msync), FLAGS("mount", "flags", mount),
	FLAGS("memfd_create", "flags", memfd), FLAGS("getrandom", "flags", random),
	FLAGS("renameat2", "flags", rename), FLAGS("splice", "flags", splice),
	FLAGS("vmsplice", "flags", splice), FLAGS("tee", "flags", splice),
	FLAGS("perf_event_open", "flags", perf), FLAGS("accept4", "flags", socket_flags),
	FLAGS("send*", "flags", message), FLAGS("recv*", "flags", message),
	FLAGS("*at", "flag", access_at), FLAGS("*at", "flags", access_at),
	FLAGS("faccessat2", "flags", access_at), FLAGS("statx", "flags", access_at),
	FLAGS("unshare", "unshare_flags", clone), FLAGS("setns", "flags", clone),
	KIND("clone", "clone_flags", CLONE),
	FLAGS(NULL, "prot", protection), FLAGS("statx", "mask", statx),
	FLAGS("wait4", "options", wait), FLAGS("waitid", "options", wait),

	KIND("access", "mode", ACCESS), KIND("faccessat*", "mode", ACCESS),
	FLAGS("fallocate", "mode", fallocate), KIND(NULL, "mode", OCTAL),
	KIND("umask", "mask", OCTAL),

	KIND("kill", "sig", SIGNAL), KIND("tkill", "sig", SIGNAL), KIND("tgkill", "sig", SIGNAL),
	KIND("rt_*", "sig", SIGNAL), KIND("pidfd_send_signal", "sig", SIGNAL),
	ENUM("rt_sigprocmask", "how", sigmask), ENUM("shutdown", "how", shutdown),
	KIND("futex", "op", FUTEX), ENUM("epoll_ctl", "op", epoll), ENUM("seccomp", "op", seccomp),
	ENUM("fcntl*", "cmd", fcntl), KIND("ioctl", "cmd", IOCTL), KIND("ioctl", "arg", HEX),
	FLAGS("flock", "cmd", flock), ENUM("bpf", "cmd", bpf),
	ENUM("lseek", "whence", lseek), ENUM("madvise", "behavior", advice),
	ENUM("process_madvise", "behavior", advice),
	ENUM("prctl", "option", prctl), KIND("prctl", "arg2", HEX), KIND("prctl", "arg3", HEX),
	ENUM("arch_prctl", "option", arch), KIND("arch_prctl", "arg2", HEX),
	ENUM(NULL, "resource", resource), ENUM(NULL, "which_clock", clock),
	ENUM("timerfd_create", "clockid", clock),
	ENUM("setitimer", "which", timer), ENUM("getitimer", "which", timer),
	ENUM("socket*", "family", family), KIND("socket*", "type", SOCKET),
	ENUM("*sockopt", "level", sockopt_level),
	ENUM(NULL, "policy", policy),

	KIND(NULL, "dfd", DIR_FD), KIND(NULL, "olddfd", DIR_FD), KIND(NULL, "newdfd", DIR_FD),
	KIND(NULL, "dirfd", DIR_FD),
	KIND(NULL, "fd", FD), KIND("dup", "fildes", FD), KIND(NULL, "oldfd", FD),
	KIND(NULL, "newfd", FD), KIND(NULL, "in_fd", FD), KIND(NULL, "out_fd", FD),
	KIND(NULL, "fd_in", FD), KIND(NULL, "fd_out", FD), KIND(NULL, "fdin", FD),
	KIND(NULL, "fdout", FD), KIND(NULL, "epfd", FD), KIND(NULL, "ufd", FD),
	KIND("perf_event_open", "group_fd", INT),
	KIND("mmap*", "fd", FD),
	KIND(NULL, "pid", PID), KIND(NULL, "tgid", PID), KIND(NULL, "upid", INT),

	KIND(NULL, "addr", HEX), KIND(NULL, "start", HEX), KIND("brk", "brk", HEX),
	KIND("mmap*", "off", HEX), KIND("mremap", "new_addr", HEX),
	KIND("clone", "newsp", HEX), KIND("clone", "tls", HEX),
};

const size_t perf_value_rule_count = PERF_ARRAY_SIZE(perf_value_rules);
