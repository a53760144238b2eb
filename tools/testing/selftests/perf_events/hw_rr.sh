#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2034,SC2154
#
# hw_rr.sh: rr, which records a program and runs it again, as a client of the counters.
#
# rr finds a point of the program by the branches counted until then, so a replay that is one off
# ends with an error. Its counter signals when a time slice is over, and when the replay comes near
# that point; in a recorded program it counts the switches of calls that block.
#
# Usage: hw_rr.sh [test...]; without a name, all of them.

# shellcheck source=tools/testing/selftests/perf_events/client-lib.sh
. "$(dirname "$0")/client-lib.sh"
tools="rr forker threader"

# recorded NAME [RR-OPTION...] -- COMMAND...: and replayed, with the same output
recorded() {
	name=$1
	shift
	export _RR_TRACE_DIR="$PWD/$name"
	run "$name.record" rr record "$@"
	run "$name.replay" rr replay --autopilot
	sed '/^rr: Saving execution/d' "$name.record" >"$name.wanted"
	cmp -s "$name.wanted" "$name.replay" || { bad "not the same in the replay:"; show "$name.replay"; }
}

test_replay() {
	seq 500 | sed 's/.*/& line/' >lines
	recorded once -n -- /usr/bin/sort -r lines
	is "lines" "$(wc -l <once.replay)" == 500
}

# Its library in the program makes calls without stopping it; it finds out that one
# blocks by the event of a context switch, which must send a signal
test_buffered() {
	seq 500 >lines
	recorded buffered -- /usr/bin/sort -R --random-source=lines lines
	is "lines" "$(wc -l <buffered.replay)" == 500
}

test_processes() {
	recorded processes -n -- forker 5
}

# A time slice ends by the counter's signal; the replay has to end it at the same branch
test_threads() {
	recorded threads -n -c 20000 -- threader 2 60
	run events rr dump "$PWD/threads/latest-trace"
	is "switches between threads" "$(lines events "event:.SCHED")" '>' 3
}

all='replay	a program runs again as it was recorded
buffered	so it does with calls that do not stop it
processes	so do a program and its children
threads	each time slice of a thread ends at the branch it ended at'

run_tests "$@"
