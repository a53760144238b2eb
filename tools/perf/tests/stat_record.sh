#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf stat record and report: what was counted is shown again as it was, by us and by
# the perf of the same release, whoever recorded it. Debian's perf is older, and has other numbers
# for cores, threads and nodes: its recordings are shown as it shows them.

. "$TESTS/tap.bash"
. "$TESTS/base_perf.bash"

older=${OTHER_PERF:-/usr/bin/perf}
clocks=task-clock,context-switches,page-faults

if ! "$PERF" stat -e task-clock true 2>/dev/null; then
	skip "recording counts" "events cannot be opened here"
	tap_end
fi

# Without the heading, which names another command, the times that a report has not, and the PMUs
# of events that were typed without: a recording does not have what was typed
table() {
	grep -vE '^ Performance counter stats for|seconds (user|sys)$|^$' "$1" |
		sed 's/ \[software\]//; s/  */ /g'
}

# again ARGUMENTS...: what is reported is what was printed
again() {
	rm -f kept.data
	"$PERF" stat record -o kept.data "$@" 2>printed.raw >/dev/null || {
		cat printed.raw
		return 1
	}
	"$PERF" stat report -i kept.data 2>reported.raw || {
		cat reported.raw
		return 1
	}
	table printed.raw >printed
	table reported.raw >reported
	[ -s printed ]
	diff printed reported
}

# exchange RECORDER READER ARGUMENTS...: both reports are the same
exchange() {
	local recorder=$1 reader=$2

	shift 2
	rm -f kept.data
	"$recorder" stat record -o kept.data "$@" >/dev/null 2>said || {
		cat said
		return 1
	}
	reports_agree "$reader" ""
}

# Columns are as wide as they are in the perf of our release. The older one complains of the level of
# caches (number 3), which a newer recording has besides.
plain() {
	sed '/^unknown stat config term 3$/d; s/  */ /g; s/ $//; s/ time CPU / time cpu /' "$1"
}

# The ratios of intervals are left out: Debian's perf mixes times of several into them.
# reports_agree READER OPTION: none if it is empty
reports_agree() {
	"$PERF" stat report -i kept.data ${2:+"$2"} 2>ours || {
		cat ours
		return 1
	}
	"$1" stat report -i kept.data ${2:+"$2"} 2>theirs || {
		cat theirs
		return 1
	}
	[ -s ours ]
	if head -n 1 ours | grep -q '^#'; then
		diff <(plain theirs | sed 's/ *# .*//') <(plain ours | sed 's/ *# .*//')
	else
		diff <(plain theirs) <(plain ours)
	fi
}

# exchanged NAME RECORDER READER ARGUMENTS...: if there are both
exchanged() {
	local name=$1 tool

	for tool in "$2" "$3"; do
		if [ ! -x "$tool" ]; then
			skip "$name" "${tool:+no }${tool:-$no_base_perf}"
			return
		fi
	done
	ok "$name" exchange "${@:2}"
}

both_ways() {
	local name=$1

	shift
	ok "$name" again "$@"
	exchanged "$name, ours, in the other's report" "$PERF" "$other" "$@"
	exchanged "$name, the other's, in our report" "$other" "$other" "$@"
	exchanged "$name, Debian's, in our report" "$older" "$older" "$@"
}

both_ways "a program" -e $clocks sh -c ':'
both_ways "what is not there" -e cycles,task-clock,instructions sh -c ':'
both_ways "threads" --per-thread -e task-clock -p $$ sleep 0.05

# The report of perf 6.12 adds the counts of all intervals so far up, which is a fault of its own.
intervals=(-I 40 -e "$clocks" sh -c 'while :; do :; done & sleep 0.1; kill $!')
ok "intervals" again "${intervals[@]}"
exchanged "intervals, ours, in Debian's report" "$PERF" "$older" "${intervals[@]}"
exchanged "intervals, Debian's, in our report" "$older" "$older" "${intervals[@]}"

# Perf 6.12 dies of a signal when it records these.
ok "time of the tool" again -e duration_time,task-clock true
exchanged "time of the tool, ours, in the other's report" "$PERF" "$other" \
	-e duration_time,task-clock true
exchanged "time of the tool, Debian's, in our report" "$older" "$older" \
	-e duration_time,task-clock true
if "$PERF" stat -a -e cpu-clock true 2>/dev/null; then
	both_ways "all CPUs" -a -e $clocks sleep 0.05
	both_ways "by CPU" -a -A -e $clocks sleep 0.05
	both_ways "by core" -a --per-core -e $clocks sleep 0.05
	both_ways "by node" -a --per-node -e $clocks sleep 0.05
	# The older perf knows no caches.
	for cache in --per-cache --per-cache=L2 --per-cache=L4; do
		ok "by $cache" again -a $cache -e $clocks sleep 0.05
		exchanged "by $cache, ours, in the other's report" "$PERF" "$other" -a $cache -e $clocks sleep \
			0.05
		exchanged "by $cache, the other's, in our report" "$other" "$other" -a $cache -e $clocks sleep \
			0.05
	done
	"$PERF" stat record -o kept.data -a -e $clocks sleep 0.05 2>/dev/null
	for by in --no-aggr --per-core --per-die --per-socket --per-node \
		--per-cache --per-cache=L1 --per-cache=l2 --per-cache=L3 --per-cache=L4; do
		if [ -n "$other" ]; then
			ok "reported $by" reports_agree "$other" $by
		else
			skip "reported $by" "$no_base_perf"
		fi
	done
else
	skip "all CPUs" "no permission to count on CPUs"
fi

fields() {
	"$PERF" stat record -o kept.data -e task-clock,page-faults true 2>/dev/null
	"$PERF" stat report -i kept.data -x, 2>said
	[ "$(wc -l <said)" = 2 ]
	grep -Eq '^[0-9]+,,page-faults,' said
	"$PERF" stat report -i kept.data -j 2>said
	perl -MJSON::PP -ne 'decode_json($_)->{"counter-value"} > 0 or die $_' said
}
ok "a report in fields and in JSON" fields

through_pipe() {
	"$PERF" stat record -o - -e page-faults true 2>printed.raw |
		"$PERF" stat report -i - 2>reported.raw
	diff <(table printed.raw) <(table reported.raw)
}
ok "through a pipe" through_pipe

# refuses TEXT ARGUMENTS...
refuses() {
	local text=$1

	shift
	! "$PERF" stat "$@" >said 2>&1 || return 1
	cat said
	[ "$(wc -l <said)" -le 2 ]
	grep -q -- "$text" said
}
"$PERF" record -q -e cpu-clock -o samples.data true 2>/dev/null
ok "a recording of samples has no counts" refuses "has no counts" report -i samples.data
ok "no recording" refuses "No such file" report -i absent.data
ok "several runs cannot be recorded" refuses "exclude each other" record -r 2 true
ok "a report runs no program" refuses "is not needed" report true

# Wherever the file is cut, perf stat report prints or refuses the rest; it never hangs or dies of a
# signal.
cut_off() {
	local size status

	"$PERF" stat record -o kept.data -e $clocks true 2>/dev/null
	for ((size = 0; size < $(stat -c %s kept.data); size += 29)); do
		head -c $size kept.data >cut.data
		status=0
		timeout 20 "$PERF" stat report -i cut.data >said 2>&1 || status=$?
		[ "$status" -le 2 ] || {
			echo "$size bytes: exit code $status"
			cat said
			return 1
		}
	done
}
ok "cut off anywhere" cut_off
tap_end
