#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# samples.sh: the programs of samples/perf_events print what perf-events.rst promises.
#
# Every expected number follows from the program's source: pages touched, writes to a
# variable, the size of a record. All but bpf run without privileges, at the default
# perf_event_paranoid.
#
# Usage: samples.sh [PROGRAM...]; without a name, all of them.

all="count group ring backward inherit rdpmc breakpoint sigtrap aux_area bpf why munmap"
here=$(cd "$(dirname "$0")" && pwd)
lacking=4
plug=/sys/module/test_pmu/parameters/plug
units=/sys/module/test_pmu/parameters/work
page=$(awk '/^KernelPageSize:/ { print $2 * 1024; exit }' /proc/self/smaps)

# Of two kinds of CPUs, PERF_TYPE_HARDWARE is about the first
pin=''
big=/sys/bus/event_source/devices/cpu_core/cpus
[ ! -e $big ] || pin="taskset -c $(cat $big) "

bad() {
	echo "$*" | sed 's/^/# /'
	verdict=1
}

# as_user COMMAND: without privileges
as_user() {
	su nobody -s /bin/sh -c "$pin$1"
}

# run COMMAND: its output in the file said, its status in the variable; succeeds with status 0
run() {
	"$@" >said 2>&1 </dev/null
	status=$?
	[ "$status" != $lacking ] || skipped=$(tail -n 1 said)
	[ "$status" = 0 ] || [ "$status" = $lacking ] || bad "status $status: $(cat said)"
	[ "$status" = 0 ]
}

# says LINE: the output is this line
says() {
	[ "$(cat said)" = "$1" ] || bad "not '$1' but: $(cat said)"
}

# word LINE NUMBER: a word of the output
word() {
	awk -v line="$1" -v word="$2" 'NR == line { print $word }' said
}

test_count() {
	run as_user ./count || return
	says "16 pages touched, 16 page faults"
}

# One million additions take at least as many instructions
test_group() {
	run as_user ./group || return
	grep -qE '^page-faults +16  100 %$' said || bad "not 16 page faults: $(cat said)"
	if grep -qE '^(instructions|cycles) +not counted here: ' said; then
		[ "$verdict" = 1 ] || skipped="only the software event: no hardware counter"
		return
	fi
	awk '$1 == "instructions" && $2 >= 1000000 { found = 1 } END { exit !found }' said ||
		bad "not a million instructions: $(cat said)"
	grep -qE '^cycles +[1-9][0-9]* +[1-9][0-9]* %$' said || bad "no cycles: $(cat said)"
}

# The others are faults of the child's code and stack
test_ring() {
	run as_user ./ring || return
	grep -qE '^64 samples in order, [0-9]+ others, 0 lost$' said || bad "$(cat said)"
}

# A sample has 24 bytes: a header, an instruction pointer, an address
test_backward() {
	run as_user ./backward || return
	says "$((page / 8)) faults, the newest $((page / 24)) are in the ring, newest first"
}

# Each of the 4 children touches 16 pages
test_inherit() {
	run as_user ./inherit || return
	alone=$(word 1 4) all_tasks=$(word 2 4)
	[ $((all_tasks - alone)) -ge 64 ] || bad "fewer than 64 faults of children: $(cat said)"
}

test_rdpmc() {
	run as_user ./rdpmc || return
	grep -q ': in order$' said || bad "$(cat said)"
}

test_breakpoint() {
	run as_user ./breakpoint || return
	says "1000 writes, 1000 hits"
}

test_sigtrap() {
	case $(uname -m) in
	aarch64)
		skipped="a signal for a breakpoint's hit never ends on this architecture"
		return ;;
	esac
	run as_user ./sigtrap || return
	says "10 writes, 10 signals, the last at the value 9"
}

# The PMU for tests traces the numbers of its units of work, in words of eight bytes
test_aux_area() {
	[ -w $plug ] || { skipped="no CONFIG_PERF_EVENTS_TEST_PMU in this kernel"; return; }
	[ -e /sys/bus/event_source/devices/test_aux ] || echo +test_aux >$plug
	if run ./aux_area test_aux trace sh -c "echo 60 >$units; echo 40 >$units"; then
		grep -qE '^800 bytes of trace in [1-9][0-9]* records$' said || bad "$(cat said)"
		seq 100 >wanted
		od -A n -v -t u8 -w8 trace | tr -d ' ' | cmp -s wanted - ||
			bad "the trace is not the numbers from 1 to 100"
	fi
	echo -test_aux >$plug
	run ./aux_area software trace true
	skipped=''
	[ "$status" = $lacking ] || bad "a PMU without AUX area ends with status $status"
}

test_bpf() {
	run ./bpf || return
	says "16 page faults, 16 runs of the program, 0 bytes in the ring"
}

# Number and place are ABI; on a machine of the other byte order the bit is another one
test_why() {
	run as_user ./why || return
	grep -q "^reason 21 in byte 40, bits 0x[0-9a-f]*: inherit_thread needs inherit$" said ||
		bad "no reason: $(cat said)"
}

# What the program says at its beginning: in the order of its calls
test_munmap() {
	run as_user ./munmap || return
	says "first is mapped
first is gone
second is mapped
second is mapped
second is gone
old place: nothing, new place: second"
}

echo "TAP version 13"
[ "$(id -u)" = 0 ] || { echo "1..0 # SKIP needs root, to become nobody"; exit 4; }
[ -x "$here/samples/count" ] || { echo "1..0 # SKIP no programs in $here/samples"; exit 4; }
dir=$(mktemp -d /tmp/samples.XXXXXX)
paranoid=$(cat /proc/sys/kernel/perf_event_paranoid)
trap 'rm -rf "$dir"; echo "$paranoid" >/proc/sys/kernel/perf_event_paranoid' EXIT
echo 2 >/proc/sys/kernel/perf_event_paranoid
cp "$here"/samples/* "$dir/"
chmod 755 "$dir" "$dir"/*
cd "$dir" || exit 1

# shellcheck disable=SC2086 # a list of names
[ $# -gt 0 ] || set -- $all
echo "1..$#"
serial=0 failed=0
for program; do
	serial=$((serial + 1)) verdict=0 skipped=''
	"test_$program"
	if [ "$verdict" = 1 ]; then
		echo "not ok $serial $program"
		failed=$((failed + 1))
	else
		echo "ok $serial $program${skipped:+ # SKIP $skipped}"
	fi
done
[ $failed = 0 ]
