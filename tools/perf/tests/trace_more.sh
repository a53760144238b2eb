#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf trace: events that switch, filters, samples one by one, times that threads ran.

. "$TESTS/tap.bash"

if ! "$PERF" trace record -o probe.data -e openat,sched:sched_process_fork true >/dev/null 2>why
then
	skip "trace" "$(head -n 1 why)"
	tap_end
fi
ok_or_end "build the program" gcc -O1 -o calls "$TESTS/programs/calls.c"
fork=sched:sched_process_fork
"$PERF" trace record -o forked.data -e "openat,$fork" sh -c '/bin/cat /dev/null; :' >/dev/null 2>&1

all() {
	"$PERF" trace -T -i forked.data "$@" 2>&1
}
all >every
switched_on() {
	all --switch-on $fork >seen
	sed "1,/ $fork(/d" every | diff - seen
	[ -s seen ]
}
ok "--switch-on: what comes after the event" switched_on
switched_off() {
	all --switch-off $fork >seen
	sed "/ $fork(/,\$d" every | diff - seen
	[ -s seen ]
}
ok "--switch-off: what comes before it" switched_off
shown() {
	all --switch-on $fork --show-on-off-events >seen
	sed -n "/ $fork(/,\$p" every | diff - seen
	grep -q " $fork(" seen
}
ok "--show-on-off-events: the event, too" shown
live() {
	"$PERF" trace -o seen -e "openat,$fork" --switch-on $fork sh -c '/bin/cat /dev/null; :'
	grep -q ' openat(' seen
	not grep " $fork(\|/sh" seen
}
ok "--switch-on while it happens" live
no_event() {
	not "$PERF" trace -i forked.data --switch-on sched:sched_process_frok 2>said
	grep -q "did you mean '$fork'" said
	not "$PERF" trace -o seen -e openat --switch-off $fork true 2>said
	grep -q -e '-e adds it' said
}
ok "an event that is not traced" no_event

filtered() {
	"$PERF" trace -o none -e $fork --filter 'child_pid == 0' sh -c '/bin/true; :'
	"$PERF" trace -o some -e openat -e $fork --filter 'child_pid > 0' sh -c '/bin/true; :'
	[ ! -s none ]
	grep -q " $fork(" some
	grep -q ' openat(' some
}
ok "--filter" filtered
told() {
	"$PERF" trace -v -o seen -e $fork --filter 'child_pid > 0' --filter-pids 1 true 2>said
	grep -qx "event $fork, filter (child_pid > 0) && common_pid != 1" said
}
ok "-v: events and filters" told
not_here() {
	not "$PERF" trace -e openat --filter 'child_pid == 0' true 2>said
	grep -q 'behind the -e' said
	not "$PERF" trace -i forked.data -e $fork --filter 'child_pid == 0' 2>said
	grep -q 'for the kernel' said
}
ok "--filter of system calls, or of a recording" not_here

each_sample() {
	"$PERF" trace -o seen --print-sample -e openat cat /dev/null
	[ "$(grep -cE '^ +raw_syscalls:sys_exit +[0-9]+\.[0-9]{3} cat [0-9]+/[0-9]+ \[[0-9]+\]$' seen)" = \
			"$(grep -c ' openat(' seen)" ]
	grep -q ' openat(' seen
}
ok "--print-sample" each_sample
if "$PERF" stat -e sched:sched_stat_runtime true >/dev/null 2>why; then
	ran() {
		# Long enough for some ticks
		"$PERF" trace -o seen --sched -s -e read,write,brk ./calls 400 >/dev/null
		grep -E '^ calls \([0-9]+\), [0-9]+ events, [0-9.]+%, [0-9]+\.[0-9]{3} msec$' seen >title || {
			cat seen
			return 1
		}
		not grep -q ', 0.000 msec' title
		not grep -q 'sched_stat_runtime' seen
	}
	ok "--sched: how long a thread ran" ran
else
	skip "--sched" "$(tail -n 1 why)"
fi

# ---- page faults ---------------------------------------------------------------------------

# Of a program that is linked to fixed addresses: what its functions touch. Code is data for perf 6.1.
faults() {
	grep -E ' minfault \[(touch\+|_start\+0x0\])' | sed 's/.*minfault/minfault/; s/(x\.)/(d.)/'
}
# The first of the pages may be there already.
named() {
	[ "$(grep -c '^minfault \[touch+0x[0-9a-f]*\] => //anon@0x[0-9a-f]* (d.)$' "$1")" -ge 19 ] &&
		grep -q "^minfault \[_start+0x0\] => $PWD/signalled@0x[0-9a-f]* (d.)\$" "$1" && return
	head -n 5 "$1"
	return 1
}
live_faults() {
	"$PERF" trace --no-syscalls -F all -o seen ./signalled
	faults <seen >ours
	named ours
}
recorded_faults() {
	"$PERF" record -q -d -e minor-faults -c 1 -o faults.data ./signalled
	"$PERF" trace --no-syscalls -o seen -i faults.data
	faults <seen | diff ours -
}
faults_as_perf() {
	faults <theirs.raw | diff - ours
}
ok "build what faults" gcc -O1 -static -o signalled "$TESTS/programs/signalled.c"
ok "where pages are touched, and of what" live_faults
ok "the same of a recording" recorded_faults
other=${OTHER_PERF:-/usr/bin/perf}
if "$other" trace --no-syscalls -F all -o theirs.raw ./signalled 2>why; then
	ok "as perf: page faults" faults_as_perf
else
	skip "as perf: page faults" "$(tail -n 1 why)"
fi

no_effect() {
	"$PERF" trace -o seen -e openat --sort-events --proc-map-timeout 5 --tool_stats true
	grep -q openat seen
}
ok "options without effect" no_effect
refused() {
	! "$PERF" trace --map-dump map true 2>said || return
	grep -q 'no BPF maps' said || return
	! "$PERF" trace --libtraceevent_print true 2>said || return
	grep -q 'perf script' said
}
ok "options that are refused" refused
tap_end
