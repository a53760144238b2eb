#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf trace: the calls of a program that is known to make them, their sums, and the calls of a
# recording. A missing or wrong line would mislead the user about the program. The expected lines
# follow from programs/syscalls.c, or are those of Debian's perf.

. "$TESTS/tap.bash"
other=${OTHER_PERF:-/usr/bin/perf}

if ! "$PERF" trace -o probe -e openat true 2>why; then
	skip "trace" "$(head -n 1 why)"
	tap_end
fi
ok_or_end "build the program" gcc -O1 -o syscalls "$TESTS/programs/syscalls.c"

# traced NAME OPTIONS...: traces the program into NAME, and returns its exit code
traced() {
	local name=$1

	shift
	exits 5 "$PERF" trace -o "$name" "$@" ./syscalls </dev/null >/dev/null
}
ok "the program's exit code" traced all

# says LINE: a line of the output ends with this text, after addresses became P and blanks before
# "=" one
says() {
	sed -E 's/0x[0-9a-f]{6,}/P/g; s/ +=/ =/' all >text
	grep -qF -- "$1" text || {
		tail -n 60 text
		return 1
	}
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

# only PATTERN OPTIONS...: there are lines, and all of them match
only() {
	local pattern=$1

	shift
	traced some "$@"
	[ -s some ]
	not grep -vE "$pattern" some
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
	traced some -e '!kill,socket'
	grep -q 'lseek(' some
	not grep -E 'kill\(|socket\(' some
}
ok "-e: all but some" negated

refused() {
	local status

	status=0
	"$PERF" trace -e "$1" true 2>said || status=$?
	cat said
	[ "$status" = 129 ] || return
	grep -q -- "$2" said
}
ok "a misspelt call: the nearest" refused opnat "did you mean 'openat'"
ok "names and names not to be traced" refused openat,'!close' "neither"

adds_up() {
	traced sum -s --errno-summary
	cat sum
	grep -qE '^   kill +2 +1 ' sum
	grep -q $'^\t\t\t\tESRCH: 1$' sum
	grep -qE '^   socket +2 +0 ' sum
	grep -qE '^ (syscalls|renamed) \([0-9]+\), [0-9]+ events, ' sum
}
ok "-s: counts, errors and which" adds_up

# perf trace loses none of many calls, and counts each of them once.
counts_all() {
	"$PERF" trace -s -o sum dd if=/dev/zero of=/dev/null bs=1 count=50000 2>/dev/null
	head -n 12 sum
	# The three other lines are those that dd prints at its end.
	not grep LOST sum
	awk '$1 == "write" { found = $2 } END { exit found != 50003 && found != 50000 }' sum
}
ok "-s of 100000 calls" counts_all

attached() {
	bash -c 'while :; do read -t 0.02 <> <(:); done' &
	local pid=$!

	"$PERF" trace -o att -p $pid sleep 0.5
	kill $pid
	wait $pid 2>/dev/null || :
	grep -qE '^ +[0-9.]+ \( *[0-9.]+ ms\): ' att
}
ok "-p of a running process" attached

everything() {
	exits 5 "$PERF" trace -a -o everything -e kill ./syscalls </dev/null >/dev/null
	grep -q 'syscalls/[0-9]* kill(pid: 99999999, sig: TERM)' everything
}
ok "-a finds the program too" everything

# ---- recordings -------------------------------------------------------------------------
recorded() {
	exits 5 "$PERF" trace record -o t.data ./syscalls </dev/null >/dev/null 2>rec.err
	grep -q 'samples' rec.err
}
ok "record" recorded
replayed() {
	"$PERF" trace -i t.data -o old
	grep -q 'kill(pid: 99999999, sig: TERM)' old
}
ok "-i" replayed

if command -v "$other" >/dev/null; then
	# Times, threads, names of calls and results are compared; Debian's perf prints half of an
	# address.
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
	# The order of threads is not compared.
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
		"$other" trace record -o u.data ./syscalls </dev/null >/dev/null 2>&1 || :
		"$PERF" trace -i u.data -o old
		grep -q 'kill(pid: 99999999, sig: TERM)' old
	}
	ok "a recording by perf" reads_theirs
else
	skip "compare with perf" "no $other"
fi
# ---- call chains ------------------------------------------------------------------------
# Frame pointers only where they were asked for: libraries need not have any.
ok "build a program with frame pointers" \
	gcc -O1 -g -fno-omit-frame-pointer -o depth "$TESTS/programs/depth.c"
ok "build a program without" gcc -O1 -g -fomit-frame-pointer -o depth_no "$TESTS/programs/depth.c"

# chain FILE [CALL]: prints the names of functions below the first line of this call, each with " "
chain() {
	awk -v call="${2:-getppid}(" 'match($0, /[^ ]/) == 40 { if (found) printf "%s ", $1; next }
		found { exit } index($0, call) { found = 1 }' "$1"
}

# has_depth PROGRAM MODE [FUNCTIONS]: the chain has all levels, from the innermost function to
# main()
has_depth() {
	"$PERF" trace -o deep -e getppid --call-graph "$2" "./$1" || {
		cat deep
		return 1
	}
	chain deep >functions
	cat functions
	grep -q "${3-level_3 }level_2 level_1 main " functions
}
# The C library's syscall() makes no frame, so the chain lacks its caller.
ok "--call-graph fp" has_depth depth fp ""
ok "--call-graph dwarf without frame pointers" has_depth depth_no dwarf
ok "--call-graph dwarf,4096" has_depth depth_no dwarf,4096

# A line of a function has 39 blanks, the name and the object.
layout() {
	has_depth depth dwarf
	grep -qE '^ {39}level_2 \(/.*/depth\)$' deep
	not grep -E 'LOST|\(\[kernel' deep
}
ok "a line for each function, none of the kernel" layout

kernel_part() {
	"$PERF" trace -o deep -e getppid --call-graph dwarf --kernel-syscall-graph ./depth
	chain deep
	# The kernel's part comes first, and the user's part follows.
	chain deep | grep -q 'do_syscall_64 .*level_3 level_2 level_1 main '
}
if [[ $(uname -m) != x86_64 ]]; then
	skip "--kernel-syscall-graph" "names of another kernel"
elif [ "$(awk '$3 == "_stext" { print $1; exit }' /proc/kallsyms)" = 0000000000000000 ]; then
	skip "--kernel-syscall-graph" "the kernel does not tell its addresses"
else
	ok "--kernel-syscall-graph" kernel_part
fi

# shown OPTIONS...: prints how many functions the chain of the call shows
shown() {
	"$PERF" trace -o deep -e getppid "$@" ./depth || return
	chain deep | wc -w
}
depths() {
	local all

	all=$(shown --call-graph fp)
	[ "$all" -ge 4 ]
	[ "$(shown --call-graph fp --max-stack 3)" = 3 ]
	[ "$(shown --call-graph fp --min-stack "$all")" = "$all" ]
	# --min-stack hides a call whose chain is shorter.
	"$PERF" trace -o deep -e getppid,exit_group --call-graph fp --min-stack $((all + 1)) ./depth
	[ ! -s deep ]
}
ok "--max-stack and --min-stack" depths
# Without call graphs, --min-stack hides nothing.
no_depths() {
	"$PERF" trace -o deep -e getppid --no-call-graph --min-stack 1 ./depth
	grep -q getppid deep
}
ok "--min-stack without call graphs" no_depths
implied() {
	"$PERF" trace -o deep -e getppid --max-stack 4 ./depth_no
	chain deep >functions
	grep -q 'level_3 level_2 level_1 ' functions
	not grep main functions
}
ok "--max-stack alone means dwarf" implied

# attached_depth MODE: the chain of a program that ran before perf trace began
attached_depth() {
	local pid

	./depth_no 200 &
	pid=$!
	"$PERF" trace -o deep -p $pid -e getppid --call-graph dwarf --max-events 2
	kill $pid
	wait $pid 2>/dev/null || :
	chain deep
	chain deep | grep -q 'level_3 level_2 level_1 main '
}
ok "-p: chains of a program that runs already" attached_depth
everywhere() {
	"$PERF" trace -a -o deep -e getppid --call-graph dwarf ./depth_no
	grep -A 9 'depth_no/' deep >some
	chain some | grep -q 'level_3 level_2 level_1 main '
}
ok "-a: chains" everywhere
# other_event EVENT: perf trace prints the event three times, once for each sleep of the program,
# which may be interrupted elsewhere too
other_event() {
	"$PERF" trace -o deep -e "$1" --call-graph dwarf ./depth_no 20 3
	cat deep
	awk 'match($0, /[^ ]/) == 40 { print $1 }' deep | paste -sd ' ' >functions
	[ "$(grep -o 'syscall level_3 level_2 level_1 main ' functions | wc -l)" -ge 3 ]
}
ok "-e: chains of a tracepoint" other_event sched:sched_switch
ok "-e: chains of a software event" other_event context-switches

recorded_depth() {
	"$PERF" trace record -e getppid --call-graph dwarf -o d.data ./depth_no >/dev/null 2>rec.err
	"$PERF" trace -i d.data -o deep -e getppid
	chain deep >functions
	cat functions
	grep -q 'level_3 level_2 level_1 main ' functions
	not grep do_syscall functions
	"$PERF" trace -i d.data -o deep -e getppid --no-call-graph
	grep -q 'getppid(' deep
	[ -z "$(chain deep)" ]
}
ok "-i: chains, or none" recorded_depth

# wrong SAYS OPTIONS...: perf trace refuses the command line, with this reason
wrong() {
	local status says=$1

	shift
	status=0
	"$PERF" trace "$@" true 2>said || status=$?
	cat said
	[ "$status" = 129 ]
	grep -q -- "$says" said
}
ok "an unknown kind of chains" wrong "fp, dwarf" --call-graph bogus
ok "lbr" wrong "fp and dwarf" --call-graph lbr
ok "no stack at all" wrong "bytes of stack" --call-graph dwarf,0
ok "too much stack" wrong "bytes of stack" --call-graph dwarf,65536
ok "--max-stack 0" wrong "from 1 to" --max-stack 0
ok "--max-stack x" wrong "from 1 to" --max-stack x
ok "--min-stack -1" wrong "from 0 to" --min-stack -1

if command -v "$other" >/dev/null; then
	# Debian's perf prints 0 for an address where nothing is mapped.
	only_chains() {
		grep -E '^ {39}[^ ]' "$1" |
			sed -E 's/\[(0x)?[0-9a-f]+\] \(\[unknown\]\)/[0] ([unknown])/'
	}
	# same_chains OPTIONS...: both perfs print the same chains, line by line
	same_chains() {
		"$PERF" trace -o lines "$@"
		only_chains lines >ours
		"$other" trace -o lines "$@"
		only_chains lines >theirs
		wc -l ours
		[ -s ours ] && diff theirs ours
	}
	ok "the same chains as perf, dwarf" same_chains --call-graph dwarf ./depth_no
	ok "the same chains as perf, fp" same_chains --call-graph fp ./depth
	ok "the same chains as perf, --kernel-syscall-graph" \
		same_chains --call-graph fp --kernel-syscall-graph ./depth
	ok "the same chains as perf, --max-stack" same_chains --max-stack 2 ./depth_no
	ok "the same chains as perf, --min-stack" same_chains --min-stack 6 ./depth_no
	theirs_recorded() {
		"$other" trace record --call-graph dwarf -o v.data ./depth_no >/dev/null 2>&1
		same_chains -i v.data --max-stack 127 --kernel-syscall-graph
	}
	ok "the same chains as perf, of its recording" theirs_recorded
	ok "the same chains as perf, of ours" same_chains -i d.data --max-stack 127 --kernel-syscall-graph
else
	skip "compare chains with perf" "no $other"
fi

not_a_trace() {
	"$PERF" record -q -e cpu-clock -o c.data true >/dev/null 2>&1
	not "$PERF" trace -i c.data 2>said
	grep -q "no system calls" said
}
ok "a recording without system calls" not_a_trace
tap_end
