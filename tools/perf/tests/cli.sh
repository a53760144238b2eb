#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Messages for a user who mistypes something or lacks a right: without the cause and the way out,
# the user is stuck; without the exit code, a script is.

. "$TESTS/tap.bash"

# at_level LEVEL CODE PATTERN ARGUMENTS...: the same at that paranoid level
at_level() {
	local level=$1 before status

	shift
	before=$(cat /proc/sys/kernel/perf_event_paranoid)
	echo "$level" >/proc/sys/kernel/perf_event_paranoid
	status=0
	perf_says "$@" || status=$?
	echo "$before" >/proc/sys/kernel/perf_event_paranoid
	return "$status"
}

ok "no command" perf_says 129 'usage: perf .*COMMAND'
ok "unknown command, suggestion" perf_says 129 "did you mean 'perf stat'" stta
ok "unknown command" perf_says 129 "perf help" frobnicate
ok "unknown option, suggestion" perf_says 129 'did you mean --all-cpus' stat --al-cpus true
ok "unknown short option" perf_says 129 'unknown option -Q' stat -Q
ok "ambiguous option" perf_says 129 'it could be --per-core' stat --per-c -a true
ok "argument missing" perf_says 129 'needs an argument: EVENTS' stat -e
ok "not a number" perf_says 129 "'x' is not a number" stat -r x true
ok "no program is the whole system" perf_says 0 "for 'system wide'" \
	stat -e cpu-clock:u --timeout 50
ok "no program, intervals" perf_says 0 '^ +[0-9.]+ .*cpu-clock' \
	stat -e cpu-clock:u -I 20 --interval-count 2
ok "a rate and a period" perf_says 129 'leave out -c' record -o x.data -F 99 -c 1000 true
ok "a period and a rate" perf_says 129 'leave out -c' record -o x.data -c 1000 -F 99 true
ok "repeat without a program" perf_says 129 'needs a program' stat -r 0 -a
ok "event, suggestion" perf_says 1 "did you mean 'page-faults'" stat -e pgae-faults true
ok "event, place" perf_says 1 '^     \^' stat -e cs,cylces,faults true
ok "modifier" perf_says 129 'modifiers: u user' stat -e faults:q true
ok "PMU" perf_says 1 'the PMUs here:.*software' stat -e softwear/x/ true
ok "term" perf_says 129 'neither an event nor a term' stat -e software/x/ true
ok "program missing" perf_says 1 "cannot run './no-such'" stat ./no-such
no_word_of_path() {
	perf_says 1 "cannot run './no-such'" stat ./no-such
	not grep PATH err
}
ok "program missing at a path: nothing about PATH" no_word_of_path
ok "program missing on PATH" perf_says 1 'not in a directory of PATH' stat no-such-program
printf '#!/no/such/shell\n' >lost
chmod +x lost
ok "program whose interpreter is missing" perf_says 1 'the interpreter it names is not' stat ./lost
ok "not executable" perf_says 1 'has to be an executable' stat /etc/passwd
ok "process missing" perf_says 1 'there is no process 1073741000' stat -p 1073741000
ok "not a process" perf_says 129 "'x' is not a process id" stat -p x
# A word that is not looked at would be a filter, or a script, that did nothing.
for words in "evlist x" "buildid-list x" "buildid-cache -l x" "doctor x" "ps x" "version x" "top x" \
	"top -p 1 x" \
	"script x" "script -F ip x" "report part x" "sched latency x" "sched timehist x" "sched map x" \
	"sched replay x" "sched script x" "lock report x" "lock info -t x" "lock script x" "mem report x" \
	"c2c report x" "kmem stat x"; do
	# shellcheck disable=SC2086 # words are meant
	ok "refused: $words" perf_says 129 "'x' is no option" $words
done
ok "no scripts" perf_says 129 'perf flame' script flamegraph
ok "CPU list" perf_says 129 'not a list of CPUs' stat -C 1-x true
ok "CPU that is not there" perf_says 1 'CPU 9999 is not online' stat -C 0,9999 true
ok "CPU that is not there, recorded" perf_says 1 'CPU 9999 is not online' record -e cpu-clock -C 9999 \
	-o x.data true
for option in -b "-j any" "--call-graph lbr"; do
	# shellcheck disable=SC2086 # options are words
	ok "branches of a clock: $option" perf_says 1 "no branches are recorded with 'cpu-clock'" \
		record -e cpu-clock $option -o x.data true
done
# full COMMAND...: what cannot be written is a failure
full() {
	exits 1 "$PERF" "$@" >/dev/full 2>err
	cat err
	grep -qE 'No space left|cannot write to the standard output' err
}
"$PERF" record -q -e cpu-clock -o full.data true 2>err
for words in version --version "version --build-options" help "help stat" --help "stat --help" \
	doctor \
	"data check full.data" "check feature libelf" list "report -i full.data" "script -i full.data" \
	"evlist -i full.data" "buildid-list -i full.data" bench "test -l"; do
	# shellcheck disable=SC2086 # words are meant
	ok "to a full device: $words" full $words
done
ok "two targets" perf_says 129 'exclude' stat -p 1 -a true
for command in record top trace; do
	ok "everything, and a target: $command" perf_says 129 '-a' "$command" -a -p 1
done
ok "control group without CPUs" perf_says 129 'need -a or -C' record -G some -o x.data true
ok "neither user mode nor kernel" perf_says 129 'leave nothing' \
	record --all-user --all-kernel -o x.data true
ok "neither kernel nor user mode" perf_says 129 'leave nothing' top --stdio -K -U
ok "trace data of no event" perf_says 1 'no AUX area event' record -o x.data -e cs/aux-output/ true
ok "no percentage" perf_says 129 'is no percentage' top --stdio --percent-limit x
ok "no key" perf_says 129 'is nothing to sort by' top --stdio -s x
ok "no system calls, but some" perf_says 129 'no-syscalls' trace --no-syscalls -e openat true
ok "no kind of access" perf_says 129 'load,store' mem -t foo record true
ok "by CPU without CPUs" perf_says 129 'need -a or -C' stat -A true
ok "no such group" perf_says 1 "cannot open control group 'no/such'|are mounted" \
	stat -a -G no/such -e cs true
ok "file that cannot be written" perf_says 1 "cannot write '/no/such/file'" stat -o /no/such/file true

# Metrics are listed, those that cannot be counted here only if all are asked for.
metrics() {
	local word

	for word in metric metrics; do
		"$PERF" list --details $word >said || return 1
		grep -qx ' *switches  *\[Metric, for stat -M\]' said || return
		grep -qx ' *context-switches,cpu-migrations,task-clock' said || return
		! grep -q 'Software event\|Tracepoint' said || return 1
	done
	"$PERF" list -a --no-desc metric >said || return 1
	"$PERF" stat -M none true 2>&1 | sed -n 's/.*metrics: //p' | tr -d , | tr ' ' '\n' >metrics
	[ -s metrics ] || return
	sed -n 's/^  \(.*[^ ]\)  *\[Metric.*/\1/p' said | diff metrics - || return
	! "$PERF" list --details metric | grep -q 'not available' || return 1
	# For completion of -e
	! "$PERF" list --raw-dump | grep -qw utilization || return
	"$PERF" list --raw-dump metric | grep -qw utilization
}
ok "metrics are listed" metrics

ok "list without a match" perf_says 1 "did you mean 'page-faults'" list page-fautls
ok "exit code of the program" perf_says 42 seconds stat sh -c 'exit 42'
# shellcheck disable=SC2016 # it is for the inner shell
ok "signal that ended the program" perf_says 143 seconds stat sh -c 'kill $$'
# shellcheck disable=SC2016 # it is for the inner shell
ok "interrupt reaches the program" perf_says 130 seconds stat sh -c 'kill -INT $PPID; sleep 9; exit 1'
ok "time-out ends the program" perf_says 0 seconds stat --timeout 50 sleep 100
# shellcheck disable=SC2016
ok "children ignored by whoever started us" bash -c \
	'trap "" CHLD; exec timeout 20 "$0" stat true' "$PERF"
ok "options of the program are its own" perf_says 0 'seconds' stat -e faults ls -a --color=never

# The kernel is the host's, so its failures do not count here; the exit code and the lines have to
# agree.
own_tests() {
	local status

	status=0
	"$PERF" test >tests 2>&1 || status=$?
	cat tests
	[ "$(grep -Ec '^ *[0-9]+: .* : (Ok|Skip \(.+\)|FAILED.*)$' tests)" -ge 10 ]
	grep -q ': Ok$' tests
	[ $status = "$(grep -q ': FAILED' tests && echo 1 || echo 0)" ]
}
some_tests() {
	[ "$("$PERF" test 2 group 2>&1 | grep -c .)" = 2 ]
	! "$PERF" test -s 2 -l | grep -q '^ *2:'
}
ok "tests of the kernel" own_tests
ok "some of them" some_tests
ok "none of them" perf_says 129 "there is no test 'nonsense'" test nonsense
ok "none to leave out" perf_says 129 "'perf test -l' lists them" test -s 99

if [ "$(id -u)" = 0 ] && [ -w /proc/sys/kernel/perf_event_paranoid ] &&
   command -v setpriv >/dev/null; then
	our=$(mktemp -d)
	trap 'rm -rf "$our"' EXIT
	chmod 755 "$our"
	cp "$PERF" "$our/perf"
	# shellcheck disable=SC2016 # it is for the script
	printf '#!/bin/sh\nexec setpriv --reuid 65534 --regid 65534 --clear-groups %s "$@"\n' \
		"$our/perf" >wrapper
	chmod +x wrapper
	PERF=$PWD/wrapper
	ok "kernel left out for want of permission" at_level 2 0 'page-faults:u' \
		stat -e page-faults true
	ok "whole CPUs" at_level 2 1 'perf_event_paranoid is 2 here, it needs 0' stat -a true
	ok "kernel only" at_level 2 1 'needs 1 or less' stat -e faults:k true
	ok "process of another user" at_level 1 1 'process 1 of user 0' stat -e faults:u -p 1 true
	ok "doctor works" at_level 2 0 '' doctor
	ok "doctor shows the way out" grep -q 'sysctl kernel.perf_event_paranoid=' out
else
	skip "permissions" "needs root and setpriv"
fi
tap_end
