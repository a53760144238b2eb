#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf stat counts right: programs that make a known number of system calls, alone, in
# children, in a group, repeated, in intervals. Debian's perf,
# where there is one, has to count the same.

. "$TESTS/tap.bash"

other=${OTHER_PERF:-/usr/bin/perf}
calls=syscalls:sys_enter_getpid
# A perl program that makes as many of the events as its argument says; no other program makes any
program=(perl -e 'syscall(39) for 1 .. shift')
# shellcheck disable=SC2016 # it is for perl
children=(perl -e 'for $n (200, 300) { fork or do { syscall(39) for 1 .. $n; exit } }
	wait for 1 .. 2')

# count PERF OPTIONS...: the sum of the first field of all lines
count() {
	local perf=$1

	shift
	"$perf" stat -x, "$@" 2>&1 >/dev/null | awk -F, '{ sum += $1 } END { print sum + 0 }'
}

# counts WANTED OPTIONS...: ours, and theirs
counts() {
	local wanted=$1 got perf

	shift
	# shellcheck disable=SC2153 # set by whoever runs the tests
	for perf in "$PERF" "$other"; do
		[ -x "$perf" ] || continue
		got=$(count "$perf" "$@")
		[ "$got" = "$wanted" ] || {
			echo "$perf counted $got, not $wanted"
			return 1
		}
	done
}

intervals_add_up() {
	local sum

	sum=$("$PERF" stat -x, -I 20 -e $calls \
		perl -e 'for (1 .. 10) { syscall(39) for 1 .. 100; select undef, undef, undef, 0.01 }' \
		2>&1 | awk -F, '{ sum += $2 } END { print sum }')
	[ "$sum" = 1000 ] || {
		echo "intervals add up to $sum, not 1000"
		return 1
	}
}

running_process() {
	local sum

	# The start of perl makes calls of its own; it is over once perl has opened its end of a pipe.
	mkfifo go went
	perl -e 'open my $go, "<", "go"; <$go>; syscall(39) for 1 .. 500; open my $went, ">", "went"' &
	exec {opened}>go
	sum=$(count "$PERF" -e $calls -p $! sh -c 'echo >go; read -r line <went')
	exec {opened}>&-
	[ "$sum" = 500 ] || {
		echo "$sum, not 500"
		return 1
	}
}

each_thread() {
	"$PERF" stat -x, --per-thread -e cs -p $$ --timeout 20 2>&1 | grep -c -- "-$$,"
}

if [ "$(uname -m)" != x86_64 ]; then
	skip "counts" "the numbers of system calls here are those of x86_64"
	tap_end
fi
if ! [ -r /sys/kernel/tracing/events/syscalls/sys_enter_getpid/id ]; then
	skip "counts" "tracefs cannot be read"
	tap_end
fi
ok "a program" counts 700 -e $calls "${program[@]}" 700
ok "a group" counts 1400 -e "{$calls,$calls}" "${program[@]}" 700
ok "children" counts 500 -e $calls "${children[@]}"
ok "no children" counts 0 -i -e $calls "${children[@]}"
ok "repeated, the mean" counts 300 -r 3 -e $calls "${program[@]}" 300
ok "delayed" counts 50 -D 200 -e $calls \
	perl -e 'syscall(39) for 1 .. 90; select undef, undef, undef, 0.5; syscall(39) for 1 .. 50'
ok "intervals" intervals_add_up
ok "a process that runs" running_process
ok "each thread" each_thread
tap_end
