#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf trace: what it says of calls that a program is known to make, what it adds up, and
# what it says of a recording, compared with Debian's perf.

. "$TESTS/tap.bash"
other=${OTHER_PERF:-/usr/bin/perf}

if ! "$PERF" trace -o probe -e openat true 2>why; then
	skip "trace" "$(head -n 1 why)"
	tap_end
fi
if ! ok "build the program" gcc -O1 -o syscalls "$TESTS/programs/syscalls.c"; then
	tap_end
fi

# traced NAME OPTIONS...: trace the program into NAME; its exit code is passed on
traced() {
	local name=$1

	shift
	"$PERF" trace -o "$name" "$@" ./syscalls </dev/null >/dev/null
	[ $? = 5 ]
}
ok "the program's exit code" traced all

# says LINE: some line ends with this text, addresses replaced by P; blanks before = do not count
says() {
	sed -E 's/0x[0-9a-f]{6,}/P/g; s/ +=/ =/' all >text
	grep -qF -- "$1" text || { tail -n 60 text; return 1; }
}

while IFS= read -r line; do
	ok "$line" says "$line"
done <<'END'
 [continued]: execve()) = 0
read(fd: 77, buf: P, count: 10) = -1 EBADF (Bad file descriptor)
openat(dfd: CWD, filename: P, flags: WRONLY|APPEND) = -1 ENOENT (No such file or directory)
openat(dfd: CWD, filename: P, flags: RDWR|CREAT|TRUNC, mode: 0644) = 3
lseek(fd: 3, offset: 5, whence: END) = 5
fcntl(fd: 3, cmd: GETFL) = RDWR
fcntl(fd: 3, cmd: DUPFD_CLOEXEC, arg: 40) = 40
flock(fd: 3, cmd: EX|NB) = 0
ioctl(fd: 3, cmd: TIOCGWINSZ, arg: P) = -1 ENOTTY (Inappropriate ioctl for device)
ioctl(fd: 3, cmd: (NONE, 0x12, 0x34, 0)) = -1 ENOTTY (Inappropriate ioctl for device)
write(fd: 1</dev/null>, buf: P) = 0
unlinkat(dfd: CWD, pathname: P) = 0
unlinkat(dfd: CWD, pathname: P, flag: REMOVEDIR) = -1 ENOENT (No such file or directory)
faccessat(dfd: CWD, filename: P, mode: RW) = -1 ENOENT (No such file or directory)
mmap(len: 4096, flags: SHARED|ANONYMOUS) = P
mprotect(start: 0x1000, len: 4096, prot: READ|WRITE|EXEC) = -1 ENOMEM (Cannot allocate memory)
madvise(start: 0x1000, len_in: 4096, behavior: MADV_DONTNEED) = -1 ENOMEM (Cannot allocate memory)
socket(family: INET, type: STREAM|CLOEXEC) = 3
socket(family: LOCAL, type: DGRAM) = 4
epoll_ctl(epfd: 3, op: ADD, fd: 4) = -1 EFAULT (Bad address)
kill(pid: 99999999, sig: TERM) = -1 ESRCH (No such process)
clock_nanosleep(which_clock: MONOTONIC, rqtp: P) = 0
syscall_999(
exit_group(error_code: 3) = ?
exit_group(error_code: 5) = ?
END

comm_changes() {
	grep -E 'renamed/[0-9]+ gettid\(\) += [0-9]+ \(renamed\)' all
}
ok "names of threads as they change" comm_changes

column() {
	grep -E '^ *[0-9]+\.[0-9]{3} \( *[0-9]+\.[0-9]{3} ms\): ' all | sed 's/^.*ms): [^ ]* //' |
		awk '{ at = index($0, " = "); short = at <= 70 } short && at != 70 { print; bad = 1 }
			END { exit bad || !NR }'
}
ok "results are in one column" column

# only PATTERN OPTIONS...: all lines match, and there is one
only() {
	local pattern=$1

	shift
	traced some "$@" && [ -s some ] && ! grep -vE "$pattern" some
}
ok "-e: one call" only ' kill\(| kill\(' -e kill
ok "-e: a pattern" only ' unlinkat\(| faccessat\(' -e 'unlink*,faccessat'
ok "-e: a group" only ' socket\(' -e network
ok "--failure" only '= -1 E' --failure
ok "--duration" only 'clock_nanosleep|wait4|execve' --duration 15
ok "-e: an event" only 'sched:sched_process_exec\(filename: ".*/syscalls"|sched_process_exec\(filename: "./syscalls"' \
	-e sched:sched_process_exec
ok "--max-events" only . --max-events 3
three_lines() {
	[ "$(wc -l <some)" = 3 ]
}
ok "three lines are three" three_lines

negated() {
	traced some -e '!kill,socket' && grep -q 'lseek(' some && ! grep -E 'kill\(|socket\(' some
}
ok "-e: all but some" negated

refused() {
	local status

	"$PERF" trace -e "$1" true 2>said
	status=$?
	cat said
	[ "$status" = 129 ] && grep -q -- "$2" said
}
ok "a misspelt call: the nearest" refused opnat "did you mean 'openat'"
ok "names and names not to be traced" refused openat,'!close' "neither"

adds_up() {
	traced sum -s --errno-summary || return
	cat sum
	grep -qE '^   kill +2 +1 ' sum && grep -q $'^\t\t\t\tESRCH: 1$' sum &&
		grep -qE '^   socket +2 +0 ' sum && grep -qE '^ (syscalls|renamed) \([0-9]+\), [0-9]+ events, ' sum
}
ok "-s: counts, errors and which" adds_up

# Nothing is lost of many calls, and each is counted once.
counts_all() {
	"$PERF" trace -s -o sum dd if=/dev/zero of=/dev/null bs=1 count=50000 2>/dev/null || return
	head -n 12 sum
	# Three lines are what dd says at its end.
	! grep LOST sum && awk '$1 == "write" { found = $2 } END { exit found != 50003 && found != 50000 }' sum
}
ok "-s of 100000 calls" counts_all

attached() {
	bash -c 'while :; do read -t 0.02 <> <(:); done' &
	local pid=$!

	"$PERF" trace -o att -p $pid sleep 0.5
	kill $pid
	wait $pid 2>/dev/null
	grep -qE '^ +[0-9.]+ \( *[0-9.]+ ms\): ' att
}
ok "-p of a running process" attached

everything() {
	"$PERF" trace -a -o everything -e kill ./syscalls </dev/null >/dev/null
	grep -q 'syscalls/[0-9]* kill(pid: 99999999, sig: TERM)' everything
}
ok "-a finds the program too" everything

# ---- recordings -------------------------------------------------------------------------
recorded() {
	"$PERF" trace record -o t.data ./syscalls </dev/null >/dev/null 2>rec.err
	[ $? = 5 ] && grep -q 'samples' rec.err
}
ok "record" recorded
replayed() {
	"$PERF" trace -i t.data -o old && grep -q 'kill(pid: 99999999, sig: TERM)' old
}
ok "-i" replayed

if command -v "$other" >/dev/null; then
	# Times, threads, names of calls and results; perf shows half of an address.
	essence() {
		sed -E 's/\(.*\) += /() = /; s/\(.*\) +\.\.\.$/() .../; s/ \(swapper\)$//; s/ = 0[0-7]+$/ = N/; s/ = [1-9][0-9]*$/ = N/' "$@" |
			grep -v ENOSYS | sort
	}
	same_lines() {
		"$other" trace -i t.data 2>&1 | essence >theirs
		essence old >ours
		[ -s ours ] && diff theirs ours
	}
	ok "the same lines as perf of a recording" same_lines
	# Threads come in any order.
	rows() {
		grep -v -e 999 -e '^$' | sed 's/, [0-9]* events.*//' | sort
	}
	same_summary() {
		"$other" trace -s -i t.data 2>&1 | rows >theirs
		"$PERF" trace -s -i t.data 2>&1 | rows >ours
		[ -s ours ] && diff theirs ours
	}
	ok "the same summary as perf of a recording" same_summary
	reads_theirs() {
		"$other" trace record -o u.data ./syscalls </dev/null >/dev/null 2>&1
		"$PERF" trace -i u.data -o old && grep -q 'kill(pid: 99999999, sig: TERM)' old
	}
	ok "a recording by perf" reads_theirs
else
	skip "compare with perf" "no $other"
fi
not_a_trace() {
	"$PERF" record -q -e cpu-clock -o c.data true >/dev/null 2>&1
	! "$PERF" trace -i c.data 2>said && grep -q "no system calls" said
}
ok "a recording without system calls" not_a_trace
tap_end
