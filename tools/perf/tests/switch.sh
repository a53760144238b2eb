#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# --switch-on and --switch-off: perf report and perf script look at the same samples as
# the other perf does.

. "$TESTS/tap.bash"
record_others() {
	# Something has to come before the first switch; on a busy host that may be first
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		record software -e cpu-clock,context-switches,page-faults ./tasks
		[ -e software.data ] || break
		"$PERF" script -i software.data -F event | head -n 1 | grep -q context-switches ||
			break
	done
	record tracepoints -e sched:sched_switch,sched:sched_process_fork,cpu-clock ./tasks
}
. "$TESTS/recordings.bash"
. "$TESTS/reports.bash"
other=${other:?recordings.bash says which}

skip_missing "switching in"

# same_lines FILE OPTIONS...: the same lines of perf script
same_lines() {
	local file=$1

	shift
	"$other" script -i "$file" -F comm,tid,time,event,ip,sym "$@" 2>theirs.err >theirs
	"$PERF" script -i "$file" -F comm,tid,time,event,ip,sym "$@" >ours
	[ -s ours ] || {
		echo "nothing was printed"
		return 1
	}
	[ "$(wc -l <ours)" -lt "$(wc -l <"$file.all")" ] || {
		echo "all was printed"
		return 1
	}
	diff theirs ours
}

# both WHAT FILE OPTIONS... (The other makes room for names that threads get later.)
both() {
	[ -e "$2" ]
	"$PERF" script -i "$2" -F comm,tid,time,event,ip,sym >"$2.all"
	ok "report $1" same "${@:2}" -s dso,sym
	ok "script $1" same_lines "${@:2}"
}

fork=sched:sched_process_fork
both "from a context switch on" software.data --switch-on context-switches
both "from a context switch on, shown" software.data --switch-on context-switches \
	--show-on-off-events
both "between context switches and faults" \
	software.data --switch-on context-switches --switch-off page-faults
both "from a fork on" tracepoints.data --switch-on $fork
both "between forks and switches" tracepoints.data --switch-on $fork --switch-off sched:sched_switch
both "between forks and switches, shown" \
	tracepoints.data --switch-on $fork --switch-off sched:sched_switch --show-on-off-events
# A sample that another filter leaves out switches as any other; in the other script it does not.
compared "report of a thread, from a fork on" \
	tracepoints.data --switch-on $fork --comms 'worker thread' -s comm,dso
both "between forks" tracepoints.data --switch-on $fork --switch-off $fork

# The other leaves out the sample that switches off, and then goes on.
until_off() {
	"$PERF" script -i software.data -F tid,time,event |
		sed '/context-switches:/,$d' >wanted
	"$PERF" script -i software.data -F tid,time,event --switch-off context-switches >ours
	[ -s ours ]
	diff wanted ours
}
[ ! -e software.data ] || ok "until a context switch" until_off

no_event() {
	not "$PERF" "$1" -i software.data "$2" context-switch >ours 2>said
	[ ! -s ours ]
	grep -q "no event 'context-switch'" said
	grep -q "Did you mean 'context-switches'" said
}
if [ -e software.data ]; then
	ok "no such event to begin with" no_event report --switch-on
	ok "no such event to end with" no_event script --switch-off
fi

tap_end
