#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf stat prints what the perf of the same release prints, numbers aside: both are run with the
# same arguments, every number is replaced by as many '~' as it and the blanks before it are
# wide, and the rest has to be equal. Where it goes is looked at first. How many blanks follow, and
# quotes, are compared last.

. "$TESTS/tap.bash"
. "$TESTS/base_perf.bash"
no_base_perf=${no_base_perf:?}

# Also made equal: what depends on luck (K/sec or /sec, the error of a mean).
flatten() {
	perl -pe '
		s/ +\( \+- *[\d.]+% \)//;
		s/ +$//;
		s/("metric-value" : )"([^"]*)"/$1$2/;
		s/\(null\)//;			# of JSON: a metric that is not there
		s/[KMG]?\/sec( *$)/"U" x (4 + length $1 > 15 ? 23 : 1)/e;
		s/,[KMG]?\/sec$/,U/;
		s/"[KMG]?\/sec"/"U"/;
		s/(started on).*/$1/;
		s/^ +[\d.]+ \([-+][\d.]+\) #*$/one run/;
		s/^ +# /# /;			# as far in as the mean has digits
		s/^ *[\d.]+ \+- [\d.]+ seconds/mean +- error/;
		s/(=| )( *-?\d[\d.]*)/"~" x length("$1$2")/ge unless /[,;{]/;
		s/-?\d[\d.]*/~/g if /[,;{]/;
		s/ +~/~/g if /^[^{]*,/;
	'
}

# same ARGUMENTS...: the layout is the same, in one of three runs: what it is can depend
# on how large the numbers are
same() {
	for _ in 1 2 3; do
		same_once "$@" >difference && return
	done
	cat difference
	return 1
}

same_once() {
	local status

	status=0
	# shellcheck disable=SC2153 # set by the caller of the tests
	"$PERF" stat "$@" 2>ours.raw >/dev/null || status=$?
	exits "$status" "$other" stat "$@" 2>theirs.raw >/dev/null || {
		echo "exit code $status"
		return 1
	}
	flatten <ours.raw >ours
	flatten <theirs.raw >theirs
	# How many intervals there were is luck.
	case " $* " in *" -I "*)
		sort -u -o ours ours
		sort -u -o theirs theirs ;;
	esac
	diff -u theirs ours
}

# blanks TOOL NAME OPTION...: what it writes about a short program, without the figures
blanks() {
	local tool=$1 name=$2

	shift 2
	"$tool" stat -o "$name.raw" "$@" true >/dev/null 2>said
	perl -pe 's/started on .*//; s/[KMG](\/sec)/$1 /; s/ *-?\d[\d.,]*/~/g' "$name.raw" >"$name"
	grep -q '~' "$name"
}

# The same blanks and quotes as the perf of the same release.  With -I that one writes nothing if
# the program has ended before it first looks, one time in ten.
same_blanks() {
	local tries=0

	blanks "$PERF" ours "$@"
	until blanks "$other" theirs "$@"; do
		tries=$((tries + 1))
		[ "$tries" -lt 50 ]
	done
	diff theirs ours
}

# The same, written to a file twice.
same_file() {
	local perf

	for perf in "$PERF" "$other"; do
		"$perf" stat -o out -e task-clock true
		"$perf" stat -o out --append -x, -e cs true
		mv theirs ours
		flatten <out >theirs
		rm out
	done
	diff -u theirs ours
}

# not_run TEXT: a program that had no chance to run leaves nothing, and the text was said
not_run() {
	if [ -e ran ] || ! grep -q "$1" said; then
		cat said
		return 1
	fi
}

bad_descriptors() {
	not "$PERF" stat --log-fd 9 -n touch ran 9>&- 2>said
	not_run "descriptor 9 is not open$"
	not "$PERF" stat --log-fd 0 -n touch ran </dev/null 2>said
	not_run "descriptor 0 is not open for writing"
}

any_descriptor() {
	local fd

	for fd in 0 1 9; do
		eval "\"\$PERF\" stat --log-fd $fd -n true $fd>out 2>said"
		grep -q elapsed out
		[ ! -s said ]
	done
	"$PERF" stat --log-fd 0 -o out -n true 2>&1 | grep -q "exclude each other"
}

quiet_nowhere() {
	# shellcheck disable=SC2016 # it is for the shell with a /dev of its own
	unshare -m sh -c 'mount -t tmpfs none /dev && ! "$PERF" stat --quiet -n touch ran 2>said'
	not_run "cannot write '/dev/null'"
}

ok "bad descriptors are told before the program runs" bad_descriptors
ok "any descriptor that can be written" any_descriptor
if unshare -m mount -t tmpfs none /dev 2>/dev/null; then
	ok "nowhere to be quiet to" quiet_nowhere
else
	skip "nowhere to be quiet to" "no permission to hide /dev"
fi

# Files of JSON are read by programs line by line.
json_file() {
	"$PERF" stat -j -e task-clock -o out true
	"$PERF" stat -j -e cs -o out --append true
	cat out
	[ "$(wc -l <out)" = 2 ]
	not grep -v '^{' out
}
ok "a file of JSON is nothing else" json_file
no_name() {
	"$PERF" stat -e task-clock -o - true 2>said
	[ ! -e - ]
	grep -q task-clock said
	not grep -q started said
}
ok "- is no name of a file" no_name

# The file stays open until the last run.
into_a_file() {
	"$PERF" stat -r 3 -e task-clock -o out true
	grep -q '(3 runs)' out
}
ok "a mean, into a file" into_a_file

if [ -z "$other" ]; then
	skip "layout" "$no_base_perf"
	tap_end
fi

clocks=task-clock,page-faults,cs
ok "default set" same true
ok "default set, detailed" same -d true
ok "default set, most detailed" same -ddd true
ok "exit code of the program" same sh -c 'exit 3'
ok "repeated" same -r 3 true
ok "fields" same -x, true
ok "fields with a semicolon" same -x\; -e $clocks true
ok "fields, repeated" same -x, -r 3 true
ok "JSON" same -j true
ok "JSON, repeated" same -j -r 2 true
ok "intervals" same -I 100 -e $clocks sh -c 'while :; do :; done & sleep 0.25; kill $!'
ok "intervals, fields" same -I 100 -x, -e $clocks sh -c 'while :; do :; done & sleep 0.25; kill $!'
for summary in --summary "--summary --no-csv-summary"; do
	# shellcheck disable=SC2086 # words are meant
	{
	ok "intervals, $summary" same $summary -I 100 -e $clocks \
		sh -c 'while :; do :; done & sleep 0.25; kill $!'
	ok "intervals, fields, $summary" same $summary -I 100 -x, -e $clocks \
		sh -c 'while :; do :; done & sleep 0.25; kill $!'
	ok "fields, $summary" same $summary -x, true
	ok "JSON, $summary" same $summary -j true
	ok "intervals, JSON, $summary" same $summary -I 100 -j -e $clocks \
		sh -c 'while :; do :; done & sleep 0.25; kill $!'
	}
done
ok "a table with a summary" same --summary true
ok "metrics only, intervals, --summary" same --summary -I 100 --metric-only -e cs sleep 0.25
ok "metrics only, fields, --summary" same --summary -I 100 --metric-only -x, -e cs sleep 0.25
# The sum is of the intervals, and more than any of them
# shellcheck disable=SC2016 # they are for perl
summary_adds_up() {
	"$PERF" stat -x, -e task-clock -I 50 --summary \
		perl -e '1 while $i++ < 2e7' 2>said
	perl -F, -ne '
		if ($F[0] =~ /summary/) { $all = $F[1]; $summaries++ } else { $sum += $F[1]; $intervals++ }
		END { exit !($summaries == 1 && $intervals > 1 && abs($sum - $all) < 0.02 * $intervals) }' \
		said || {
		cat said
		return 1
	}
}
ok "a summary adds up" summary_adds_up
summary_counted() {
	"$PERF" stat -x, -e task-clock -I 50 --interval-count 1 --summary sleep 0.2 2>said
	[ "$(wc -l <said)" = 2 ]
	tail -n 1 said | grep -q '^ *summary,'
}
ok "a summary of more than the intervals shown" summary_counted
ok "one group" same -e "{$clocks}" true
for events in task-clock:u,page-faults:u,cs task-clock,page-faults:u,cs:k,cs:uk \
	task-clock:k,cs:k,cs,cs:u \
	      cs:u,task-clock,cpu-clock:u,page-faults:u; do
	ok "rates where the clock has the same modifiers: $events" same -e $events true
done
ok "modifiers and groups" same -e '{task-clock,page-faults:u},cs:k' true
ok "no clock, no rates" same -e page-faults,cs true
ok "names as typed" same -e faults,cs,migrations,1:2,l1d-loads true
ok "terms" same -e software/config=2/,software/config=1,name=foo/u true
ok "nothing but time" same -n true
ok "time of the tool" same -e duration_time,task-clock true
ok "metrics only" same --metric-only true
ok "metrics only, fields" same --metric-only -x, true
ok "metrics only, nothing to show" same --metric-only -e cs true
# Without what hardware counts there is no metric.
metrics_json() {
	"$PERF" stat --metric-only -j -e $clocks -I 50 --no-big-num sleep 0.12 2>said
	perl -MJSON::PP -ne '
		/^\{/ or next;
		keys %{decode_json($_)} == 2 && decode_json($_)->{interval} > 0 &&
			decode_json($_)->{"metric-value"} eq "none" or die $_;
		$lines++; END { die "no lines" unless $lines }' said
}
ok "metrics only, JSON" metrics_json
refuses_metrics() {
	not "$PERF" stat --metric-only "$@" true 2>said
	grep -q -- '--metric-only is not supported with' said
}
ok "metrics only, not of several runs" refuses_metrics -r 2
ok "metrics only, not of threads" refuses_metrics --per-thread -p $$
# grouped YES TOOL VARIABLE=NAME...: are the digits of a large count grouped in that locale?
grouped() {
	local wanted=$1 tool=$2 said

	shift 2
	said=$(env -u LC_ALL -u LC_NUMERIC -u LANG LOCPATH="$PWD" "$@" "$tool" stat -e page-faults \
		perl -e 'length("a" x 2e7)' 2>&1)
	grep -Eq '^ +[0-9,]{4,} +page-faults' <<<"$said" || return
	[ "$wanted" = "$(grep -q ,... <<<"$said" && echo yes || echo no)" ]
}
grouped_as_theirs() {
	local tool

	for tool in "$PERF" "$other"; do
		grouped yes "$tool" LC_ALL=en_US.UTF-8
		grouped yes "$tool" LANG=en_US.UTF-8
		grouped yes "$tool" LC_ALL= LC_NUMERIC=en_US.UTF-8 LANG=C
		grouped no "$tool" LC_ALL=C.UTF-8 LANG=en_US.UTF-8
		grouped no "$tool" LC_NUMERIC=POSIX LANG=en_US.UTF-8
		grouped no "$tool" LC_ALL=C LC_NUMERIC=en_US.UTF-8
		grouped no "$tool"
	done
}
if [ -r /usr/share/i18n/locales/en_US ]; then
	localedef -i en_US -f UTF-8 ./en_US.UTF-8 >/dev/null 2>&1
	ok "digits are grouped as the locale says" grouped_as_theirs
else
	skip "digits are grouped as the locale says" "no locale can be made here"
fi
ok "table of runs" same --table -r 2 -e task-clock true
ok "to a file" same_file
sleep 60 &
sleeper=$!
sleep 0.3 # until it sleeps
ok "a process" same -p "$sleeper" -e $clocks sleep 0.05
for form in "" "-x," -j; do
	for sums in "" --summary; do
		# shellcheck disable=SC2086 # words are meant
		{
		ok "by thread $form $sums" same --per-thread -p "$sleeper" -e cs,page-faults $form $sums sleep \
			0.05
		ok "by thread $form $sums, intervals" same --per-thread -p "$sleeper" -e cs,page-faults $form \
			$sums \
			-I 50 sleep 0.12
		}
	done
done
ok "a thread" same -t "$sleeper" -e $clocks --timeout 100
kill "$sleeper"

if "$PERF" stat -a -e cpu-clock true 2>/dev/null; then
	all="-a -e cpu-clock,page-faults,cs"
	# shellcheck disable=SC2086 # words are meant
	{
	ok "all CPUs" same -a sleep 0.05
	ok "one CPU" same -C 0 -e cpu-clock sleep 0.05
	ok "by CPU" same -A $all sleep 0.05
	ok "by CPU, fields" same -A -x, $all sleep 0.05
	ok "by CPU, JSON" same -A -j $all sleep 0.05
	ok "by CPU, intervals, --summary" same --summary -I 50 -A $all sleep 0.12
	ok "by CPU, intervals, fields, --summary" same --summary -I 50 -A -x, $all sleep 0.12
	for by in core die socket node; do
		ok "by $by" same --per-$by $all sleep 0.05
		ok "by $by, fields" same --per-$by -x, $all sleep 0.05
		ok "by $by, JSON" same --per-$by -j $all sleep 0.05
		ok "by $by, intervals" same --per-$by -I 50 $all sleep 0.12
		ok "by $by, --summary" same --per-$by -I 50 --summary $all sleep 0.12
		ok "by $by, fields, --summary" same --per-$by -I 50 --summary -x, $all sleep 0.12
	done
	if "$other" stat -a --for-each-cgroup / -e cpu-clock true 2>/dev/null; then
		# Something of the group has to run, or nothing is counted.
		# shellcheck disable=SC2016 # it is for perl
		busy=(perl -e '1 while $i++ < 2e6')
		ok "control group" same --for-each-cgroup / -a -e cpu-clock "${busy[@]}"
		ok "control group, fields" same --for-each-cgroup / -x, -a -e cpu-clock "${busy[@]}"
		ok "control group, JSON" same -j -a -e cpu-clock -G / "${busy[@]}"
	else
		skip "control group" "none can be counted in here"
	fi
	ok "metrics only by CPU" same -A -a --metric-only sleep 0.05
	ok "metrics only by CPU, fields" same -A -a -x, --metric-only sleep 0.05
	ok "metrics only by CPU, intervals" same -A -I 50 -a --metric-only sleep 0.12
	for by in core die socket node; do
		ok "metrics only by $by" same --per-$by --metric-only -a sleep 0.05
		ok "metrics only by $by, intervals" same --per-$by -I 50 --metric-only -a sleep 0.12
	done
	# JSON is of no use for these.
	percore='software/config=3,percore=1/,software/config=3/'
	ok "by core among CPUs" same -A -a -e "$percore" sleep 0.05
	ok "by core among CPUs, fields" same -A -a -x\; -e "$percore" sleep 0.05
	ok "by core among CPUs, intervals" same -A -a -I 50 -e "$percore" sleep 0.12
	ok "by CPU with the sum of the core" same -A -a --percore-show-thread -e "$percore" sleep 0.05
	ok "by CPU with the sum of the core, fields" same -A -a -x, --percore-show-thread \
		-e software/config=3,percore=1,name=cs/,cs sleep 0.05
	ok "by core, but not by CPU" same -a -e "$percore" sleep 0.05
	ok "by CPU, intervals" same -A -I 50 $all sleep 0.12
	# The PMU of an event that was typed without it, which needs no hardware to count.
	typed='cs,page-faults:u,dummy,1:2,r1c2,L1-dcache-loads,cs/name=x/,software/config=3,name=y/,duration_time,cycles'
	ok "by CPU, all kinds of names" same -A -a -e $typed sleep 0.05
	ok "by CPU, all kinds of names, fields" same -A -a -x, -e $typed sleep 0.05
	ok "by CPU, names of the default set" same -A -a sleep 0.05
	ok "one CPU, by CPU" same -A -C 0 -e $typed sleep 0.05
	ok "--no-merge is the same as -A" same --no-merge -a -e $typed sleep 0.05
	ok "--no-merge, by socket" same --per-socket --no-merge -a -e cs sleep 0.05
	# All forms of all units, once and in intervals, with sums and without
	for by in -A --per-socket --per-die --per-cluster --per-cache --per-cache=L1 --per-cache=l2 \
		--per-cache=L3 --per-cache=L4 --per-core --per-node; do
		for form in "" "-x," -j; do
			for sums in "" --summary "--summary --no-csv-summary"; do
				ok "matrix: $by $form $sums" same $all $by $form $sums sleep 0.05
				ok "matrix: $by $form $sums -I 50" same $all $by $form $sums -I 50 sleep 0.12
			done
		done
	done
	ok "intervals, JSON" same -j -I 50 $all sleep 0.12
	}
else
	skip "all CPUs" "no permission to count on CPUs"
fi
if [ -r /sys/kernel/tracing/events/sched/sched_switch/id ]; then
	ok "a tracepoint" same -e sched:sched_switch,syscalls:sys_enter_openat:u true
	ok "a long name" same -e syscalls:sys_enter_perf_event_open true
else
	skip "tracepoints" "tracefs cannot be read"
fi
ok "as many blanks: a ratio, none, no counter" same_blanks -e task-clock,page-faults,cycles
ok "as many blanks: intervals" same_blanks -I 5000 -e page-faults,cycles
ok "quotes in JSON" same_blanks -j -e task-clock,page-faults,cycles
tap_end
