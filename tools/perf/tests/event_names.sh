#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Events of recordings without a section of their names: they are called as the perf of the same
# release calls them, by their attributes, and tracepoints by their formats.

. "$TESTS/tap.bash"
. "$TESTS/base_perf.bash"
no_base_perf=${no_base_perf:?}

# nameless FILE: into nameless.FILE, without section 12 of the header, EVENT_DESC
nameless() {
	# shellcheck disable=SC2016 # it is for perl
	perl -0777 -ne '
		my ($at, $size) = unpack "x40 Q2";
		my $bits = unpack "x72 Q";
		my ($sections, $before) = (0, 0);
		for my $bit (0 .. 63) {
			next unless $bits >> $bit & 1;
			$before = $sections if $bit == 12;
			$sections++;
		}
		exit 1 unless $bits >> 12 & 1;
		my $behind = substr $_, $at + $size + 16 * ($before + 1), 16 * ($sections - $before - 1);
		substr($_, $at + $size + 16 * $before, length($behind) + 16) = $behind . "\0" x 16;
		substr($_, 72, 8) = pack "Q", $bits & ~(1 << 12);
		print' <"$1" >"nameless.$1"
}

# same OPTION...: of a recording with these options, and of counts
same() {
	local command

	rm -f some.data
	if ! { "$recorder" record -q -o some.data "$@" true >/dev/null 2>said &&
		nameless some.data; }; then
		cat said
		return 1
	fi
	for command in evlist "evlist -v" "evlist -g" "script -F event"; do
		# shellcheck disable=SC2086 # words are meant
		{
		"$other" $command -i nameless.some.data 2>err | grep -v '^# Tip' | sort -u >theirs
		"$PERF" $command -i nameless.some.data 2>err | sort -u >ours
		}
		diff theirs ours || {
			echo "perf $command"
			return 1
		}
	done
	[ -s ours ] || [ -s theirs ] || "$PERF" evlist -i nameless.some.data | grep -q .
}
counts() {
	rm -f some.data
	if ! { "$other" stat record -o some.data "$@" true >/dev/null 2>said && nameless some.data; }; then
		cat said
		return 1
	fi
	"$other" evlist -i nameless.some.data 2>err | grep -v "^# Tip" >theirs
	"$PERF" evlist -i nameless.some.data 2>err >ours
	[ -s ours ]
	diff theirs ours
}

if [ -n "$other" ] && "$other" record -q -e cs -o some.data true >/dev/null 2>&1; then
	recorder=$other
	for events in cs cs:u cpu-clock cpu-clock:u cpu-clock:k faults:k faults:uk faults:p faults:uh \
		minor-faults:u \
		      task-clock:ppp dummy:u,faults faults:u,faults:k '{faults,cs}:u' mem:0x1000:rw:u \
		cpu-clock:G; do
		ok "names of $events" same -e "$events"
		ok "names of $events, each one" same -c 1 -e "$events"
		ok "names of $events, counted" counts -e "$events"
	done
else
	skip "names by attributes" "$no_base_perf that can record"
fi

# tracepoints RECORDER: the recording has their numbers, and their formats
tracepoints() {
	rm -f points.data
	"$1" record -q -o points.data -c 1 -e sched:sched_process_exec -e task:task_rename true \
		>/dev/null 2>said || return
	nameless points.data || return
	"$PERF" evlist -i nameless.points.data >ours && "$PERF" script -i nameless.points.data >lines &&
		diff - ours <<-'END' && grep -q ' sched:sched_process_exec: ' lines
			sched:sched_process_exec
			task:task_rename
		END
}
# Escape sequences in a format do not reach the terminal.
tame() {
	perl -pe 's/name: task_rename$/name: ta\e[31mname/' <nameless.points.data >tame.data
	"$PERF" evlist -i tame.data >ours
	cat -v ours
	grep -qF 'task:ta?[31mname' ours
	not grep -q $'\e' ours
}
if [ -n "$other" ] && [ -r /sys/kernel/tracing/events/sched/sched_process_exec/id ]; then
	ok "names of tracepoints by their formats" tracepoints "$other"
	ok "a format that would write on the terminal" tame
else
	skip "names of tracepoints by their formats" "tracefs cannot be read, or $no_base_perf"
fi
tap_end
