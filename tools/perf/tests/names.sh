#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# A task's own name must not command the terminal or begin a line of its own. The text has as many
# lines as that of a copy of the recording in which the name is harmless and sorts alike.

. "$TESTS/tap.bash"

# harmless FILE: makes that copy, harmless.FILE
harmless() {
	# shellcheck disable=SC2016 # it is for perl
	perl -0777 -pe '$n = s/\e\[31mEV\nIL\x07/![31mEV!IL!/g; END { exit !$n }' <"$1" >"harmless.$1"
}

# tame FILE COMMAND...: the same text as of the harmless one, "?" for the others
tame() {
	local file=$1

	shift
	# shellcheck disable=SC2153 # set by whoever runs the tests
	"$PERF" "$@" -i "$file" >ours 2>said || {
		cat said
		return 1
	}
	"$PERF" "$@" -i "harmless.$file" >wanted 2>said || {
		cat said
		return 1
	}
	! LC_ALL=C grep -q '[^[:print:][:space:]]' ours || {
		cat -v ours
		return 1
	}
	grep -qF '?[31mEV?IL?' ours || {
		echo "the name is not there"
		cat ours
		return 1
	}
	[ "$(wc -l <ours)" = "$(wc -l <wanted)" ] || {
		diff wanted ours
		return 1
	}
	sed "s/$file/harmless.$file/; s/?\[31mEV?IL?/![31mEV!IL!/g" ours | diff wanted -
}

gcc -O1 -o named "$TESTS/programs/named.c" || exit
"$PERF" record -q -e cpu-clock -F 2000 -o named.data ./named && harmless named.data || exit
ok "report" tame named.data report -q
ok "report by thread" tame named.data report -q --sort pid,sym
ok "script" tame named.data script
ok "script, with records" tame named.data script --show-task-events
folded() {
	"$PERF" flame -i named.data -o out.folded
	grep -qF '?[31mEV?IL?;' out.folded
	LC_ALL=C not grep '[^[:print:]]' out.folded
}
ok "flame graph as lines" folded
# All bytes are shown, too: the lines only are the same.
dumped() {
	"$PERF" report -D -i named.data >ours
	"$PERF" report -D -i harmless.named.data >wanted
	LC_ALL=C not grep '[^[:print:][:space:]]' ours
	grep -qF '?[31mEV?IL?' ours
	[ "$(wc -l <ours)" = "$(wc -l <wanted)" ]
}
ok "dump" dumped
# Events have the names that people give them.
event_name() {
	"$PERF" "$@" >ours 2>said || {
		cat said
		return 1
	}
	! LC_ALL=C grep -q '[^[:print:][:space:]]' ours || {
		cat -v ours
		return 1
	}
	grep -qF 'a?[31mX?b' ours || {
		echo "the name is not there"
		cat ours
		return 1
	}
}
"$PERF" record -q -e "$(printf 'cpu-clock/name=a\033[31mX\nb/')" -o event.data ./named || exit
for how in report "report --stats" script evlist; do
	# shellcheck disable=SC2086 # words
	ok "an event's name: $how" event_name $how -i event.data
done
ok "an event's name: diff" event_name diff event.data event.data

# Some hosts do not trace how a CPU leaves its idle task: again, until the name runs.
switches() {
	for _ in {1..20}; do
		"$PERF" sched record -o sched.data ./named 2>/dev/null >&2 || return
		! "$PERF" script -i sched.data | grep -qF 'next_comm=?[31mEV?IL?' || return 0
	done
	echo "20 recordings, and the task is never switched to"
	return 1
}
if [ -r /sys/kernel/tracing/events/sched/sched_switch/id ] &&
   "$PERF" sched record -o sched.data true 2>/dev/null >&2; then
	ok "a recording of switches" switches
	ok "a name in a recording of switches" harmless sched.data
	for how in latency timehist map "timehist -n"; do
		# shellcheck disable=SC2086 # words
		ok "sched $how" tame sched.data sched $how
	done
	ok "text of tracepoints" tame sched.data script
else
	skip "switches" "no permission to record them"
fi
tap_end
