#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Commands that read recordings have given up their rights before they open one. Each is held at
# that moment by a pipe that nobody writes to, and /proc says what rights the process has.

. "$TESTS/tap.bash"

mkfifo pipe || exit
export HOME=$PWD
# A pipe of the reader's own is opened, and waits for a writer
reading=(
	"annotate -i pipe --stdio"
	"archive pipe -o out"
	"buildid-list -i pipe"
	"c2c -i pipe report --stdio"
	"data check pipe"
	"data convert -i pipe --to-json out"
	"data repair pipe"
	"diff pipe pipe"
	"evlist -i pipe"
	"flame -i pipe -o out"
	"inject -b -i pipe -o out"
	"inject -j -i pipe -o out"
	"kmem -i pipe stat"
	"lock -i pipe report"
	"mem -i pipe report --stdio"
	"report -i pipe --stdio"
	"report -i pipe --header-only"
	"sched -i pipe latency"
	"script -i pipe"
	"script -i pipe --format=folded"
	"script -i pipe --per-event-dump"
	"stat report -i pipe"
	"trace -i pipe -o out"
)
# They read no recording, or none that others have made
other="bench buildid-cache check config doctor help list probe ps record test top version why"

names_of_reading() {
	printf '%s\n' "${reading[@]%% *}"
}

every_command_is_here() {
	sed -n 's/^PERF_COMMAND(\(.*\))$/\1/p' "$TESTS/../cmd/commands.h" | tr _ - | sort >all
	{ names_of_reading; tr ' ' '\n' <<<"$other"; } | sort -u | diff all -
}
ok "every command is in one of the lists" every_command_is_here

# The process that waits for the pipe: the command, or a child of it
waiting() {
	local pid

	for pid in "$1" $(cat "/proc/$1/task/$1/children"); do
		is_in_open "$pid" && echo "$pid" && return
	done
	return 1
}

# openat and open of the architectures that the tests run on: a call that waits for a pipe
is_in_open() {
	local call

	read -r call _ <"/proc/$1/syscall" || return
	case $(uname -m):$call in
	x86_64:257 | x86_64:2 | ppc64le:286 | ppc64le:5 | aarch64:56) return 0 ;;
	esac
	return 1
}

# holds COMMAND...: what the process may do while it opens the recording
holds() {
	local pid reader="" round

	"$PERF" "$@" >said 2>&1 &
	pid=$!
	for ((round = 0; round < 1000; round++)); do
		reader=$(waiting "$pid" 2>err) && break
		kill -0 "$pid" 2>err || break
		sleep 0.02
	done
	[ -z "$reader" ] || cp "/proc/$reader/status" status
	kill ${reader:+"$reader"} "$pid" 2>err || :
	wait "$pid" 2>err || :
	[ -n "$reader" ] || {
		echo "it did not open the pipe"
		cat said
		return 1
	}
}

field() {
	sed -n "s/^$1:[[:space:]]*//p" status
}

# Reading files of others, addresses of the kernel and its memory: bits 1, 2, 17 and 34
kept=$((1 << 1 | 1 << 2 | 1 << 17 | 1 << 34))
is_confined() {
	echo "# $*"
	grep -E '^(NoNewPrivs|Seccomp|Cap)' status
	[ "$(field NoNewPrivs)" = 1 ]
	[ $((0x$(field CapEff) & ~kept)) = 0 ]
	[ $((0x$(field CapPrm) & ~kept)) = 0 ]
	[ -z "$calls" ] || [ "$(field Seccomp)" = 2 ]
}

calls=
"$PERF" version --build-options | grep -q 'libseccomp: \[ on' && calls=1
if [ ! -r "/proc/$$/syscall" ]; then
	skip "confined while it opens a recording" "/proc does not say what a process waits for"
else
	for line in "${reading[@]}"; do
		# shellcheck disable=SC2086 # words are meant
		ok "perf $line opens the recording" holds $line
		# shellcheck disable=SC2086
		ok "perf $line is confined by then" is_confined $line
	done
fi

# The kernel denies the confined reader these calls; the tool's good will would not do.
doctor_sees() {
	"$PERF" doctor >out
	grep 'reading recordings' out
}
ok "perf doctor says what can be given up" doctor_sees

# Where Landlock is, which strace sees: output is there before, and nothing can be written later
gcc -O1 -g -o calls "$TESTS/programs/calls.c" || exit
"$PERF" record -q -e cpu-clock -o some.data ./calls 100 || exit
reads_and_writes() {
	"$PERF" flame -i some.data -o some.html
	[ -s some.html ]
	"$PERF" archive some.data -o some.tar >said
	[ -s some.tar ]
	"$PERF" data convert -i some.data --to-json some.json 2>said
	[ -s some.json ]
	"$PERF" inject -b -i some.data -o other.data
	[ -s other.data ]
	"$PERF" script -i some.data --per-event-dump >said
	[ -s some.data.cpu-clock.dump ]
}
ok "what is asked for is written all the same" reads_and_writes

fails_cleanly() {
	echo old >kept.html
	! "$PERF" flame -i missing.data -o kept.html 2>said || return
	grep -q 'missing.data' said
	[ "$(cat kept.html)" = old ]
	! find . -name '.kept*' | grep .
}
ok "a command that fails leaves what was there, and nothing else" fails_cleanly

interrupted() {
	local pid reader round

	echo old >kept.html
	"$PERF" flame -i pipe -o kept.html >said 2>&1 &
	pid=$!
	for ((round = 0; round < 1000; round++)); do
		reader=$(waiting "$pid" 2>err) && break
		sleep 0.02
	done
	# Those in the background of a script do not hear SIGINT
	kill -TERM "$reader"
	exits 143 wait "$pid"
	[ "$(cat kept.html)" = old ]
	! find . -name '.kept*' | grep .
}
if [ -r "/proc/$$/syscall" ]; then
	ok "an interrupted one too" interrupted
fi

# For debuggers, and where something is wrong with it
switched_off() {
	PERF_CONFINE=no holds report -i pipe --stdio
	[ "$(field NoNewPrivs)" = 0 ]
}
if [ -r "/proc/$$/syscall" ]; then
	ok "PERF_CONFINE=no" switched_off
fi
tap_end
