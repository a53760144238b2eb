#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2034,SC2154
#
# tool-ps.sh: the perf of tools/perf lists the events of other processes.
#
# The PMU for tests has four counters: of five pinned events one is in error.
#
# Usage: tool-ps.sh [test...]; without a name, all of them.

PERF_CLIENT=$(dirname "$(command -v perf)")
# shellcheck source=tools/testing/selftests/perf_events/client-lib.sh
. "$(dirname "$0")/client-lib.sh"
tools="perf awk"

if [ ! -w /sys/module/test_pmu/parameters/plug ]; then
	echo "1..0 # SKIP no CONFIG_PERF_EVENTS_TEST_PMU in this kernel"
	exit 4
fi
[ -e /sys/bus/event_source/devices/test_count ] ||
	echo "+test_count" >/sys/module/test_pmu/parameters/plug

# hold EVENTS: another perf, $holder, counts them from here on
hold() {
	perf stat -C 0 -o counts -e "$1" sleep 30 &
	holder=$!
	i=0
	while [ $i -lt 100 ] && ! perf ps -j | grep -q "\"holder\": $holder,.*\"state\": \"active\""; do
		sleep 0.1
		i=$((i + 1))
	done
}

release() {
	kill "$holder"
	wait "$holder" 2>/dev/null
	return 0
}

# while_counting EVENTS: perf ps, in "table" and "json", while another perf counts them
while_counting() {
	hold "$1"
	perf ps >table
	perf ps -j >json
	release
}

# cell COLUMN PMU: of the holder's line for the PMU
cell() {
	awk -v pid="$holder" -v pmu="$2" -v column="$1" '$1 == pid && $3 == pmu { print $column }' table
}

# same WANTED GOT
same() {
	[ "$1" = "$2" ] || bad "'$2' is not '$1'"
}

test_software() {
	while_counting page-faults,task-clock
	is "number of software events" "$(cell 4 software)" == 1
	same page-faults "$(cell 8 software)"
	same perf "$(cell 2 software)"
	grep -q "\"holder\": $holder,.*\"event\": \"page-faults\".*\"type\": 1," json || bad "no JSON"
}

test_pinned() {
	e=test_count/config=0x17/D
	while_counting "task-clock,$e,$e,$e,$e,$e"
	is "number of events" "$(cell 4 test_count)" == 5
	is "in error" "$(cell 6 test_count)" == 1
	same "test_count/config=0x17/" "$(cell 8 test_count)"
	is "errors in JSON" "$(grep "\"holder\": $holder," json | grep -c '"state": "error"')" == 1
}

# The four counters of a CPU are another program's: its name is below the counts.
test_not_counted() {
	e=test_count/config=0x17/D
	hold "$e,$e,$e,$e"
	perf stat -C 0 -e test_count/config=0x17/ sleep 0.1 2>text
	release
	grep -q '<not counted>' text || bad "the event has found a counter"
	grep -q "^Others count on test_count: perf (pid $holder) with 4 events$" text ||
		bad "$(cat text)"
}

all='
software	events with generic names
pinned		one that has found no counter
not_counted	perf stat names the program that has the counters
'

run_tests "$@"
