#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2034,SC2154
#
# tool-wall.sh: time off the CPU in perf stat, record and flame.
#
# A program that sleeps has to show for as long as it sleeps: the expected times are those that
# the program was given.
#
# Usage: tool-wall.sh [test...]; without a name, all of them.

PERF_CLIENT=$(dirname "$(command -v perf)")
# shellcheck source=tools/testing/selftests/perf_events/client-lib.sh
. "$(dirname "$0")/client-lib.sh"
tools="perf sleep awk"
other=/usr/libexec/debian-perf/perf

if [ ! -e /sys/bus/event_source/devices/offcpu ]; then
	echo "1..0 # SKIP no PMU offcpu in this kernel"
	exit 4
fi

# milliseconds FILE: the sum of the counts, which are ns, of a file of stacks or samples
milliseconds() {
	awk '{ sum += $NF } END { printf "%d", sum / 1000000 }' "$1"
}

# counts PERF: two sleeps, one of a program and one of a process that sleeps all the time
counts() {
	run output "$1" stat -x, -o counts -e offcpu/off/,offcpu/blocked/ sleep 0.3
	is "ns of a sleep" "$(count counts offcpu/off/)" '>=' 290000000
	is "ns blocked" "$(count counts offcpu/blocked/)" '>=' 290000000
	sleep 100 &
	sleeper=$!
	sleep 0.1
	run output "$1" stat -x, -o counts -e offcpu/blocked/ -p $sleeper sleep 0.3
	kill $sleeper
	is "ns of a sleeper" "$(count counts offcpu/blocked/)" '>=' 290000000
}

test_stat() {
	counts perf
}

test_other_stat() {
	[ -x $other ] || skip "no distribution's perf"
	counts $other
}

test_samples() {
	run output perf record -q -o data -e offcpu/off/ sh -c 'sleep 0.1; sleep 0.2'
	run text perf script -i data -F comm,period
	grep sleep text >periods
	is "ms of the sleeps" "$(milliseconds periods)" '>=' 290
	is "ms of the sleeps" "$(milliseconds periods)" '<=' 3000
}

# The shell computes, and waits for a sleep: both are in one graph.
# shellcheck disable=SC2016
test_flame() {
	run output perf record -q --wall -g -o data sh -c \
		'i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; sleep 0.3; :'
	run output perf flame --wall -i data -o out.folded
	grep '^sleep.*sleep' out.folded >asleep
	is "ms asleep" "$(milliseconds asleep)" '>=' 290
	grep -v schedule out.folded >running
	is "ms on the CPU" "$(milliseconds running)" '>' 0
	# The samples of both events, each with its time
	run text perf script -i data -F comm,period
	is "ms of both" "$(milliseconds out.folded)" == "$(milliseconds text)"
}

all='
stat			stat counts a sleep, and a process that sleeps all the time
other_stat		a distribution'\''s perf counts them
samples			the periods of the samples are the time asleep
flame			record --wall and flame --wall have both times in one graph
'

run_tests "$@"
