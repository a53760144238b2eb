#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2034,SC2154
#
# tool-why.sh: the perf of tools/perf shows why the kernel refuses events.
#
# Its own calls ask the kernel, and 'perf why' traces a distribution's perf, which does not. Every
# request here is impossible on any machine. Numbers of reasons and errnos are those of
# uapi/linux/perf_event.h and of perf-events-abi.rst. On a kernel that gives no reasons, the tool
# must say so, or guess as before.
#
# Usage: tool-why.sh [test...]; without a name, all of them.

PERF_CLIENT=$(dirname "$(command -v perf)")
# shellcheck source=tools/testing/selftests/perf_events/client-lib.sh
. "$(dirname "$0")/client-lib.sh"
tools="perf su"
other=/usr/libexec/debian-perf/perf
point=/sys/kernel/tracing/events/perf/perf_refused

# refused OUT COMMAND...: it must fail
refused() {
	out=$1
	shift
	log "\$ $*"
	! "$@" >"$out" 2>&1 </dev/null || { bad "succeeded:"; show "$out"; }
}

# gives_reasons, gives_none: skip this test with another kernel
gives_reasons() {
	[ -d $point ] || { skip "the kernel gives no reasons"; return 1; }
}

gives_none() {
	[ ! -d $point ] || { skip "the kernel gives reasons"; return 1; }
}

# why STATUS COMMAND...: its refusals as lines of JSON in the file "refusals"
why() {
	wanted_status=$1
	shift
	log "\$ perf why $*"
	rm -f refusals
	perf why -j -o refusals -- "$@" >output 2>&1 </dev/null
	status=$?
	[ $status = "$wanted_status" ] || { bad "status $status, not $wanted_status"; show output; }
}

# line ERRNO REASON NAME COMM: a line of "refusals" has them
line() {
	has refusals "\"errno\": \"$1\", \"comm\": \"$4\", \"reason\": $2, \"name\": \"$3\""
}

test_own_reasons() {
	gives_reasons || return
	refused text perf record -o data -c 9223372036854775809 -e faults true
	has text "refused 'faults': .*sample_period"
	has text 'reason 32 \(SAMPLE_PERIOD\) in sample_period .*got 9223372036854775809, allowed 9223372036854775807$'
	refused text perf record -o data -b -e cpu-clock true
	has text 'reason 56 \(PMU_NO_BRANCHES\) in branch_sample_type, PMU software$'
	refused text perf record -o data -e faults/max-stack=5000,call-graph=fp/ true
	has text "reason 79 .*got 5000, allowed $(cat /proc/sys/kernel/perf_event_max_stack)$"
}

# A filter is refused after the event was opened
test_own_filter() {
	gives_reasons || return
	refused text perf record -o data -e sched:sched_switch --filter 'nofield == 1' true
	has text "does not take filter 'nofield == 1'"
	has text 'reason 100 \(FILTER\)'
}

# The level that the kernel compares is the one that the advice names
test_own_rights() {
	gives_reasons || return
	refused text su nobody -s /bin/sh -c 'perf stat -a -e faults true'
	has text "no permission to count 'faults' on whole CPUs"
	has text 'is 2 here, it needs 0 or less'
}

test_other_client() {
	gives_reasons || return
	[ -x $other ] || { skip "no perf of a distribution here"; return; }
	why 255 $other record -o data -c 9223372036854775809 -e faults true
	line EINVAL 32 SAMPLE_PERIOD perf
	has refusals '"got": 9223372036854775809, "allowed": 9223372036854775807,'
	why 255 $other record -o data -b -e cpu-clock true
	line EOPNOTSUPP 56 PMU_NO_BRANCHES perf
	why 255 $other record -o data -e sched:sched_switch --filter 'nofield == 1' true
	line EINVAL 100 FILTER perf
}

# Tasks that the program creates are watched, whoever they belong to
test_children() {
	gives_reasons || return
	why 255 sh -c "su nobody -s /bin/sh -c '$other stat -a -e faults true'"
	line EACCES 26 PARANOID_CPU perf
}

test_running_process() {
	gives_reasons || return
	(
		until [ -e go ]; do sleep 0.1; done
		perf record -o data -c 9223372036854775809 -e faults true
		exit 0
	) >/dev/null 2>&1 &
	task=$!
	# A process that runs is watched while the program runs
	run output perf why -j -o refusals -p $task -- sh -c \
		"touch go; while kill -0 $task 2>/dev/null && [ ! -e \"/proc/$task/ended\" ] &&
		 ! grep -q '^State:.Z' /proc/$task/status; do sleep 0.1; done"
	wait $task
	line EINVAL 32 SAMPLE_PERIOD perf
}

# Equal refusals are one row with their number
test_rows() {
	gives_reasons || return
	run output perf why -o text -- sh -c 'for i in 1 2 3; do
		perf record -o data -b -e cpu-clock true; done 2>/dev/null; exit 0'
	is "rows" "$(lines text 'PMU_NO_BRANCHES')" == 1
	has text '^  Count  Error  '
	# Each perf asks once and repeats the question with PERF_FLAG_EXT
	has text '^      6  EOPNOTSUPP    perf  '
}

test_status() {
	gives_reasons || return
	why 7 sh -c 'exit 7'
	[ ! -s refusals ] || { bad "refusals of none:"; show refusals; }
	run text perf why true
	has text 'refused no call'
}

test_no_tracefs() {
	refused text su nobody -s /bin/sh -c 'perf why true'
	has text 'no access to tracefs|gives no reasons|no permission'
}

test_kernel_without() {
	gives_none || return
	refused text perf why true
	has text 'this kernel gives no reasons'
	refused text perf record -o data -c 9223372036854775809 -e faults true
	has text "does not take 'faults' as it is asked for"
	hasnt text 'reason [0-9]'
}

all='
own_reasons	the reason of a refused event
own_filter	the reason of a refused filter
own_rights	the levels of the kernel in advice about rights
other_client	a perf that does not ask
children	programs that the program runs
running_process	a process that runs already
rows	equal refusals are counted
status	the status of the program
no_tracefs	an error without tracefs
kernel_without	a kernel that gives no reasons
'

run_tests "$@"
