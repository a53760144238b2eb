#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf stat record and report: what was counted is shown again as it was, by us and by
# Debian's perf, whoever recorded it.

. "$TESTS/tap.bash"

other=${OTHER_PERF:-/usr/bin/perf}
clocks=task-clock,context-switches,page-faults

if ! "$PERF" stat -e task-clock true 2>/dev/null; then
	skip "recording counts" "events cannot be opened here"
	tap_end
fi

# Without the heading, which names another command, the times that a report has not, and the PMUs
# of events that were typed without: a recording does not have what was typed
table() {
	grep -vE '^ Performance counter stats for|seconds (user|sys)$|^$' "$1" | sed 's/ \[software\]//; s/  */ /g'
}

# again ARGUMENTS...: what is reported is what was printed
again() {
	rm -f kept.data
	"$PERF" stat record -o kept.data "$@" 2>printed.raw >/dev/null || { cat printed.raw; return 1; }
	"$PERF" stat report -i kept.data 2>reported.raw || { cat reported.raw; return 1; }
	table printed.raw >printed
	table reported.raw >reported
	[ -s printed ] && diff printed reported
}

# exchange RECORDER ARGUMENTS...: both reports are the same
exchange() {
	local recorder=$1

	shift
	rm -f kept.data
	"$recorder" stat record -o kept.data "$@" >/dev/null 2>said || { cat said; return 1; }
	reports_agree ""
}

# Columns are as wide as they are in the perf of our release.
plain() {
	sed 's/  */ /g; s/ $//; s/ time CPU / time cpu /' "$1"
}

# The ratios of intervals are left out: Debian's perf mixes times of several into them.
# reports_agree OPTION: none if it is empty
reports_agree() {
	"$PERF" stat report -i kept.data ${1:+"$1"} 2>ours || { cat ours; return 1; }
	"$other" stat report -i kept.data ${1:+"$1"} 2>theirs || { cat theirs; return 1; }
	[ -s ours ] || return 1
	if head -n 1 ours | grep -q '^#'; then
		diff <(plain theirs | sed 's/ *# .*//') <(plain ours | sed 's/ *# .*//')
	else
		diff <(plain theirs) <(plain ours)
	fi
}

both_ways() {
	local name=$1

	shift
	ok "$name" again "$@"
	if [ ! -x "$other" ]; then
		skip "$name, other reports" "no $other"
		return
	fi
	ok "$name, ours, in Debian's report" exchange "$PERF" "$@"
	ok "$name, Debian's, in our report" exchange "$other" "$@"
}

both_ways "a program" -e $clocks sh -c ':'
both_ways "what is not there" -e cycles,task-clock,instructions sh -c ':'
both_ways "intervals" -I 40 -e $clocks sh -c 'while :; do :; done & sleep 0.1; kill $!'
both_ways "time of the tool" -e duration_time,task-clock true
both_ways "threads" --per-thread -e task-clock -p $$ sleep 0.05
if "$PERF" stat -a -e cpu-clock true 2>/dev/null; then
	both_ways "all CPUs" -a -e $clocks sleep 0.05
	both_ways "by CPU" -a -A -e $clocks sleep 0.05
	both_ways "by core" -a --per-core -e $clocks sleep 0.05
	both_ways "by node" -a --per-node -e $clocks sleep 0.05
	"$PERF" stat record -o kept.data -a -e $clocks sleep 0.05 2>/dev/null
	for by in --no-aggr --per-core --per-die --per-socket --per-node; do
		if [ -x "$other" ]; then
			ok "reported $by" reports_agree $by
		else
			skip "reported $by" "no $other"
		fi
	done
else
	skip "all CPUs" "no permission to count on CPUs"
fi

fields() {
	"$PERF" stat record -o kept.data -e task-clock,page-faults true 2>/dev/null || return
	"$PERF" stat report -i kept.data -x, 2>said && [ "$(wc -l <said)" = 2 ] &&
		grep -Eq '^[0-9]+,,page-faults,' said || return
	"$PERF" stat report -i kept.data -j 2>said &&
		perl -MJSON::PP -ne 'decode_json($_)->{"counter-value"} > 0 or die $_' said
}
ok "a report in fields and in JSON" fields

through_pipe() {
	"$PERF" stat record -o - -e page-faults true 2>printed.raw | "$PERF" stat report -i - 2>reported.raw
	diff <(table printed.raw) <(table reported.raw)
}
ok "through a pipe" through_pipe

# refuses TEXT ARGUMENTS...
refuses() {
	local text=$1

	shift
	! "$PERF" stat "$@" >said 2>&1 || return 1
	cat said
	[ "$(wc -l <said)" -le 2 ] && grep -q -- "$text" said
}
"$PERF" record -q -e cpu-clock -o samples.data true 2>/dev/null
ok "a recording of samples has no counts" refuses "has no counts" report -i samples.data
ok "no recording" refuses "No such file" report -i absent.data
ok "several runs cannot be recorded" refuses "exclude each other" record -r 2 true
ok "a report runs no program" refuses "is not needed" report true

# Wherever it ends, what is left is told or refused; it never hangs or dies of a signal.
cut_off() {
	local size status

	"$PERF" stat record -o kept.data -e $clocks true 2>/dev/null || return
	for ((size = 0; size < $(stat -c %s kept.data); size += 29)); do
		head -c $size kept.data >cut.data
		timeout 20 "$PERF" stat report -i cut.data >said 2>&1
		status=$?
		[ "$status" -le 2 ] || { echo "$size bytes: exit code $status"; cat said; return 1; }
	done
}
ok "cut off anywhere" cut_off
tap_end
