#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Recordings of ours in hotspot: its reader finds each sample and the functions. The path of
# the reader is in HOTSPOT_PERFPARSER (scripts/perf/host/hotspot fetches it).

. "$TESTS/tap.bash"

parser=${HOTSPOT_PERFPARSER:-$(command -v hotspot-perfparser)}

if [ -z "$parser" ]; then
	skip "recordings in hotspot" "there is no hotspot-perfparser here"
	tap_end
fi
if ! why=$("$parser" --version 2>&1); then
	skip "recordings in hotspot" "its reader does not start: $why"
	tap_end
fi
if ! command -v gcc >/dev/null; then
	skip "recordings in hotspot" "no gcc"
	tap_end
fi

# hotspot FILE: read it; what is in it is in "seen", errors excepted that name an object that
# is not there any more: of other programs of this machine that may be so
hotspot() {
	"$parser" --input "$1" --output stream >reader.out 2>&1 || {
		cat reader.out
		return 1
	}
	"$TESTS/hotspot_samples.py" stream >all || return 1
	grep -v '^error .*(deleted)' all >seen
	! grep '^error' seen
}

# reads NAMES ARGUMENT...: each sample of what is recorded like this is read, and these names
# are
reads() {
	local names=$1 ours name

	shift
	rm -f ours.data
	"$PERF" record -q -o ours.data "$@" -- ./calls 3000 2>record.err || {
		cat record.err
		return 1
	}
	hotspot ours.data
	ours=$("$PERF" script -i ours.data -F comm 2>script.err | grep -c .)
	if [ "$ours" = 0 ] || [ "$(head -n 1 seen)" != "$ours" ]; then
		echo "$ours samples, hotspot sees $(head -n 1 seen)"
		return 1
	fi
	for name in $names; do
		grep -qxF -e "$name" seen || {
			echo "no $name among:"
			tail -n +2 seen
			return 1
		}
	done
}

ok "program" gcc -O1 -g -fno-omit-frame-pointer -o calls "$TESTS/programs/calls.c"
functions="calls main mix add cpu-clock"
ok "no call chains" reads "calls mix add cpu-clock" -e cpu-clock -F 2000
ok "frame pointers" reads "$functions" -e cpu-clock -F 2000 -g
ok "unwound by hotspot" reads "$functions _start" -e cpu-clock -F 2000 --call-graph dwarf
ok "addresses, times, CPUs, names of threads" reads "$functions" -e cpu-clock -F 2000 -g -d -T -s
ok "two events" reads "$functions task-clock" -e cpu-clock,task-clock -F 2000 -g
ok "namespaces and control groups" reads "$functions" -e cpu-clock -F 2000 -g --namespaces \
	--all-cgroups
ok "whole system" reads "$functions" -a -e cpu-clock -F 2000 -g
if [ -r /sys/kernel/tracing/events/sched/sched_switch/id ]; then
	ok "tracepoints" reads "next_comm prev_comm" -a -e sched:sched_switch
else
	skip "tracepoints" "tracefs cannot be read"
fi

in_a_pipe() {
	"$PERF" record -q -e cpu-clock -F 2000 -g -o - -- ./calls 3000 2>record.err >piped.data
	hotspot piped.data
	[ "$(head -n 1 seen)" -gt 0 ]
	grep -qx mix seen
}
ok "recorded into a pipe" in_a_pipe

tap_end
