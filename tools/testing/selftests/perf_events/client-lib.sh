# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC3045,SC2034,SC2154
#
# client-lib.sh: what the tests of unmodified clients are made of. Sourced.
#
# A script that sources this defines a function test_NAME for each test, lists
# "NAME<tab>title" lines in $all and the programs it cannot do without in
# $tools, and ends with: run_tests "$@". A test says nothing when it is content
# with what it sees; bad() and what calls it make it fail, skip() skips it.
# Each runs in a directory of its own that is empty at its start.

# Where the perf is that the tests run; a distribution's own may stand aside of the path
: "${PERF_CLIENT:=/usr/libexec/debian-perf}"
PATH=$PERF_CLIENT:$PATH
export PATH
# Bytes in a page
page_size=$(awk '/^KernelPageSize:/ { print $2 * 1024; exit }' /proc/self/smaps)
# Bytes in a long
case $(uname -m) in
i?86|ppc) word=4 ;;
*)	word=8 ;;
esac

log() {
	printf '%s\n' "$*" >>"$dir/log"
}

bad() {
	log "$*"
	verdict=1
}

# show FILE: the first lines of it into the log
show() {
	head -n 15 "$1" >>"$dir/log"
	verdict=1
}

# run OUT COMMAND...: its output in a file; it must succeed
run() {
	out=$1
	shift
	log "\$ $*"
	"$@" >"$out" 2>&1 </dev/null || { bad "ended with status $?:"; show "$out"; }
}

# stat OUT ARGUMENTS...: perf stat with machine-readable counts in OUT
stat() {
	counts=$1
	shift
	: >"$counts"
	run output perf stat -x, -o "$counts" "$@"
}

# record FILE ARGUMENTS...: without build-ids, which are no matter of the kernel
record() {
	data=$1
	shift
	run output perf record -q -BN -o "$data" "$@"
}

# script FILE OUT ARGUMENTS... and report FILE OUT ARGUMENTS...
script() {
	data=$1 text=$2
	shift 2
	run "$text" perf script --no-inline -i "$data" "$@"
	# Removes the lines about kinds of events that are not in the file.
	sed -i '/ not valid for .* events\. Ignoring\.$/d' "$text"
}

report() {
	data=$1 text=$2
	shift 2
	run "$text" perf report --stdio --stdio-color never --no-inline -i "$data" "$@"
}

# count FILE EVENT: the sum over all lines of that event, "none" without any. By CPU, perf 6.12
# has the PMU behind the name
count() {
	awk -F, -v event="$2" '
		/^#/ { next }
		{
			for (i = 2; i <= NF; i++) {
				if ($i == event || index($i, event " [") == 1) {
					# value, unit, event: at whatever column
					if ($(i - 2) !~ /^[0-9.]+$/)
						wrong = $(i - 2)
					sum += $(i - 2); n++
				}
			}
		}
		END {
			if (wrong)
				print wrong
			else if (n)
				printf "%.17g\n", sum
			else
				print "none"
		}' "$1"
}

# lines FILE PATTERN: how many lines match
lines() {
	grep -cE -e "$2" "$1"
}

# has FILE PATTERN, hasnt FILE PATTERN
has() {
	grep -qE -e "$2" "$1" || { bad "nothing matches '$2' in:"; show "$1"; }
}

hasnt() {
	! grep -E -e "$2" "$1" >>"$dir/log" || bad "that matches '$2'"
}

# is WHAT A OPERATOR B: compares two numbers
is() {
	awk -v a="$2" -v b="$4" -v op="$3" 'BEGIN {
		if (a !~ /^-?[0-9.]+$/ || b !~ /^-?[0-9.]+$/)
			exit 1
		if (op == "==") exit !(a + 0 == b + 0)
		if (op == ">=") exit !(a + 0 >= b + 0)
		if (op == ">") exit !(a + 0 > b + 0)
		if (op == "<=") exit !(a + 0 <= b + 0)
		exit 1
	}' || bad "$1: $2 is not $3 $4"
}

difference() {
	awk -v a="$1" -v b="$2" 'BEGIN { printf "%.17g\n", a - b }'
}

# record_types FILE OUT: the type of each record in it
record_types() {
	run dump perf report --no-inline -D -i "$1"
	sed -n 's/^[0-9].*: PERF_RECORD_\([A-Z0-9_]*\).*/\1/p' dump >"$2"
}

# The first line of a report that is an entry
top_entry() {
	awk '!/^#/ && NF { print; exit }' "$1"
}

# wait_for WHAT COMMAND...: until it succeeds, within a limit
wait_for() {
	what=$1
	shift
	for _ in $(seq 300); do
		"$@" 2>/dev/null && return
		sleep 0.1
	done
	bad "in vain: waiting for $what"
}

# skip REASON: for a test to return from
skip() {
	skipped=$*
}

# start_threads: three threads that burn CPU until killed, as $burner
start_threads() {
	threader 3 600000 >/dev/null &
	burner=$!
	wait_for "three threads" grep -q '^Threads:.3$' /proc/$burner/status
}

stop_threads() {
	kill "$burner"
	wait "$burner" 2>/dev/null
}

#
# The loop over the list
#

# one NAME TITLE: run a test and print its result
one() {
	serial=$((serial + 1)) verdict=0 skipped=
	: >"$dir/log"
	mkdir "$dir/$1"
	cd "$dir/$1" || exit 1
	"test_$1"
	cd "$dir" || exit 1
	rm -rf "${dir:?}/$1"
	if [ -n "$skipped" ]; then
		echo "ok $serial $2 # SKIP $skipped"
	elif [ $verdict = 0 ]; then
		echo "ok $serial $2"
	else
		echo "not ok $serial $2"
		head -n 60 "$dir/log" | sed 's/^/# /'
		failed=$((failed + 1))
	fi
}

restore() {
	echo "$randomize" >/proc/sys/kernel/randomize_va_space
	echo "$limiter" >/proc/sys/kernel/perf_cpu_time_max_percent
	echo "$paranoid" >/proc/sys/kernel/perf_event_paranoid
	rm -rf "$dir"
}

# on_um: is the kernel user-mode Linux?
on_um() {
	grep -q '^vendor_id.*User Mode Linux' /proc/cpuinfo
}

# not_on_um REASON: skip all tests there
not_on_um() {
	! on_um || { echo "1..0 # SKIP $1"; exit 4; }
}

# lacks PMU...: skip this test if the kernel has none of that name; "syscalls" stands for the
# trace events of system calls
lacks() {
	for pmu; do
		[ ! -e "/sys/bus/event_source/devices/$pmu" ] || continue
		[ "$pmu" != syscalls ] || [ ! -d /sys/kernel/tracing/events/syscalls ] || continue
		skip "the kernel has no events of $pmu"
		return 0
	done
	return 1
}

# run_tests [NAME...]: those tests, or all
run_tests() {
	echo "TAP version 13"
	for tool in $tools; do
		command -v "$tool" >/dev/null || { echo "1..0 # SKIP no $tool here"; exit 4; }
	done
	[ "$(id -u)" = 0 ] || { echo "1..0 # SKIP needs root"; exit 4; }

	dir=$(mktemp -d "/tmp/${0##*/}.XXXXXX")
	chmod 755 "$dir"
	randomize=$(cat /proc/sys/kernel/randomize_va_space)
	limiter=$(cat /proc/sys/kernel/perf_cpu_time_max_percent)
	paranoid=$(cat /proc/sys/kernel/perf_event_paranoid)
	trap restore EXIT
	echo 0 >/proc/sys/kernel/randomize_va_space
	# The kernel may have lowered the limits; they can be reset only while the limit is on.
	echo 25 >/proc/sys/kernel/perf_cpu_time_max_percent
	echo 100000 >/proc/sys/kernel/perf_event_max_sample_rate
	echo 0 >/proc/sys/kernel/perf_cpu_time_max_percent
	echo 2 >/proc/sys/kernel/perf_event_paranoid
	export HOME="$dir" PERF_PAGER=cat PAGER=cat
	# perf gives a process's maps half a second, which is little on a busy host
	printf '[core]\n\tproc-map-timeout = 60000\n' >"$HOME/.perfconfig"
	cpus=$(nproc)
	serial=0 failed=0

	if [ $# -gt 0 ]; then
		wanted=$(for name; do echo "$all" | grep -E "^$name	"; done)
	else
		wanted=$(echo "$all" | grep .)
	fi
	echo "1..$(echo "$wanted" | grep -c .)"
	while read -r name title <&3; do
		one "$name" "$title"
	done 3<<LIST
$wanted
LIST
	[ $failed = 0 ]
}
