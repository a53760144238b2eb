#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2034,SC2154
#
# debian-papi.sh: PAPI with its libpfm4 as a client of the kernel, on software
# events, and strace beside it, which knows each field of the system call.
#
# Usage: debian-papi.sh [test...]; without a name, all of them.

# shellcheck source=tools/testing/selftests/perf_events/client-lib.sh
. "$(dirname "$0")/client-lib.sh"
tools="papi_component_avail papi_command_line strace perf forker faulter"

# libpfm4 asks CPUID for the processor, which on user-mode Linux is this machine's, and gives up
# on one newer than itself.
unknown_processor() {
	grep -q 'User Mode Linux' /proc/cpuinfo || return 1
	papi_component_avail >text 2>&1
	grep -q 'libpfm4 no default PMU found' text || return 1
	skip "this machine's processor is newer than libpfm4"
}

test_component() {
	! unknown_processor || return 0
	run text papi_component_avail
	sed '1,/^Active components:/d' text >active
	has active '^Name: +perf_event '
	native=$(sed -n 's/.*Native: *\([0-9]*\),.*/\1/p' active | head -n 1)
	is "events of the component" "$native" '>=' 20
	has active 'PMUs supported: .*perf'
}

# counted FILE EVENT: what papi_command_line printed for it
counted() {
	sed -n "s/^perf::$2 :[[:space:]]*\([0-9]*\)[[:space:]]*\$/\1/p" "$1"
}

# Two at a time, more than which it may not add without a PMU's counters
test_counts() {
	! unknown_processor || return 0
	run text papi_command_line perf::PAGE-FAULTS perf::MINOR-FAULTS
	is "events added" "$(lines text '^Successfully added: perf::')" == 2
	is "faults" "$(counted text PAGE-FAULTS)" '>' 0
	is "faults by kind" "$(counted text MINOR-FAULTS)" == "$(counted text PAGE-FAULTS)"
	run text papi_command_line perf::TASK-CLOCK perf::CONTEXT-SWITCHES
	is "events added" "$(lines text '^Successfully added: perf::')" == 2
	is "nanoseconds" "$(counted text TASK-CLOCK)" '>' 1000000
	is "switches" "$(counted text CONTEXT-SWITCHES)" '>=' 0
}

test_no_hardware() {
	if [ -e /sys/bus/event_source/devices/cpu ]; then
		skip "this machine has a CPU PMU"
		return
	fi
	log "\$ papi_command_line PAPI_TOT_CYC"
	papi_command_line PAPI_TOT_CYC >text 2>&1 </dev/null
	hasnt text '^Successfully added'
	hasnt text '^PAPI_TOT_CYC : '
}

test_strace() {
	run text strace -f -e trace=perf_event_open perf stat -e faults,dummy faulter 100
	has text 'perf_event_open\(\{type=PERF_TYPE_SOFTWARE, .*config=PERF_COUNT_SW_PAGE_FAULTS, .*\) = [0-9]+$'
	has text 'config=PERF_COUNT_SW_DUMMY, .*enable_on_exec=1'
	has text '^ +[0-9,]+ +faults'
}

# One who traces and one who counts see the same program
test_strace_and_stat() {
	if [ ! -d /sys/kernel/tracing/events/syscalls ]; then
		skip "the kernel has no trace events of system calls"
		return
	fi
	stat counts -e syscalls:sys_enter_clone,syscalls:sys_enter_wait4 forker 15
	run output perf stat -x, -o both -e syscalls:sys_enter_clone,syscalls:sys_enter_wait4 \
		strace -c -f -o calls forker 15
	for call in clone wait4; do
		is "$call counted" "$(count counts syscalls:sys_enter_$call)" == 15
		is "$call traced" "$(awk -v call=$call '$NF == call { print $4 }' calls)" == 15
		is "$call counted under strace" "$(count both syscalls:sys_enter_$call)" '>=' 15
	done
}

all='
component	PAPI finds its perf_event component
counts		PAPI counts software events
no_hardware	PAPI adds no hardware event where there is no PMU
strace		strace decodes the system call and perf counts under it
strace_and_stat	strace -c and perf stat agree
'

run_tests "$@"
