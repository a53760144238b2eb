#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf report -F and -s: the columns that are shown, and what lines are sorted by, are those
# of the other perf.

. "$TESTS/tap.bash"
record_others() {
	local clock=(-e cpu-clock -F 2000)
	local frames=(-O1 -fno-omit-frame-pointer -fno-optimize-sibling-calls)

	record flat "${clock[@]}" ./calls 3000
	record tasks "${clock[@]}" ./tasks
	record tasks_frames "${clock[@]}" -g ./tasks
	record with_cpu "${clock[@]}" --sample-cpu ./tasks
	# Each function has the share of others
	gcc "${frames[@]}" -shared -fPIC -DLIBRARY -Wl,-Bsymbolic -o libties.so "$TESTS/programs/ties.c" &&
	gcc "${frames[@]}" -nostartfiles -o ties "$TESTS/programs/ties.c" ./libties.so &&
	record ties -e page-faults:u -c 1 -g ./ties
	record group -e '{cpu-clock,page-faults}:S' ./templates
	record two_events -e cpu-clock,page-faults -g ./templates
	record tracepoints -e sched:sched_switch,sched:sched_process_fork ./tasks
}
. "$TESTS/recordings.bash"
. "$TESTS/reports.bash"
other=${other:?recordings.bash says which}

skip_missing "fields of"

compared "fields" tasks.data -F overhead,comm,dso,sym
compared "fields, a key first" tasks.data -F comm,sample,sym
compared "fields, each twice" tasks.data -F sample,sample,sym,sample
compared "fields, all numbers" tasks.data \
	-F sample,overhead_guest_sys,overhead_sys,sym,overhead_us,period,overhead_guest_us,overhead
compared "fields, nothing but a key" tasks.data -F dso
compared "fields, nothing but a number" tasks.data -F overhead
compared "fields, no callers to count" tasks.data -F overhead_children,comm,overhead
compared "fields, sorted by what they lack" tasks.data -F overhead,sym -s dso
compared "fields, sorted by a key of theirs" tasks.data -F overhead,sym -s sym,sample
compared "fields instead of -n" tasks.data -F comm,sym -n --show-total-period
compared "more fields" tasks.data -F +sample,period
compared "more fields, sorted" tasks.data -F +period,overhead_us -s sym
compared "a key as one more field" tasks.data -F +sym
compared "fields as sort keys" tasks.data -s comm,sample,sym,period
compared "sorted by a part of the share" tasks.data -s overhead_sys,sym
compared "sorted by the share last" tasks.data -s sym,overhead,comm
compared "one more key" tasks.data -s +cpu,sym
compared "fields that all lines have" tasks.data --dsos tasks -F sym,dso,overhead
compared "fields that all lines have, last" tasks.data --comms tasks -F sample,sym,comm
compared "fields of threads and CPUs" with_cpu.data -F cpu,sample,pid
compared "fields, quiet" flat.data -q -F overhead,sym,sample
compared "fields, callers" tasks_frames.data -F overhead_children,overhead,sym
compared "fields, callers second" tasks_frames.data -F overhead,overhead_children,sym -g none
compared "fields, callers not sorted by" tasks_frames.data -F overhead,sym --percent-limit 5
compared "fields, callers by name" tasks_frames.data -F overhead,sym -s sym
compared "fields, callers, all numbers" tasks_frames.data \
	-F overhead_children,overhead_sys,overhead_us,sample,sym,period
compared "fields, no callers" tasks_frames.data -F sym,overhead --no-children
compared "fields, callers not counted" tasks_frames.data -F overhead_children,sym --no-children
compared "fields, callers above callees" tasks_frames.data -F comm,overhead -G
compared "more fields, callers" tasks_frames.data -F +sample,overhead_sys
compared "a field first among the keys" tasks_frames.data -s sample,sym
# Words on the dynamic linker's stack are no callers.
equal_shares() {
	[ ! -e ties.data ] || ok "$1" same_order ties.data --dsos ties,libties.so "${@:2}"
}
equal_shares "equal shares, no object to sort by" -F overhead_children,overhead,sym
equal_shares "equal shares, an object that is shown" -F overhead_children,sym,dso
equal_shares "equal shares, an object to sort by" -s sym,dso
equal_shares "equal shares, an object shown and one to sort by" -F +dso -s sym
equal_shares "equal shares, no callers" --no-children
compared "fields of a group" group.data -F sample,dso,overhead
compared "fields of a group, modes" group.data -F overhead_us,sym,overhead_sys
compared "fields of a group, no callers to count" group.data -F overhead_children,overhead,comm
compared "fields of a group, sorted" group.data -F period -s dso
compared "fields of two events" two_events.data -F overhead_us,sample,overhead_sys,sym -s dso
compared "fields of two events, folded" two_events.data -F overhead_children,sample,dso -g folded
compared "fields of a tracepoint" tracepoints.data -F overhead,trace
compared "more fields of a tracepoint" tracepoints.data -F +period

unknown_field() {
	not "$PERF" report -i flat.data -F overhaed,sym 2>said
	grep -q "Did you mean 'overhead'" said
	grep -q "Columns: overhead, overhead_sys" said
	grep -q "Keys: comm" said
}
no_fields() {
	not "$PERF" report -i flat.data -F "$1" 2>said
	grep -q "has no fields" said
}
ok "an unknown field" unknown_field
ok "no field" no_fields ''
ok "no more field" no_fields +

# The other makes no room for places in functions.
same_places() {
	"$other" report --stdio -i "$1" -s "$2" 2>theirs.err | plain | tr -s ' .' | sed 's/ $//' >theirs
	"$PERF" report --stdio -i "$1" -s "$2" | plain | tr -s ' .' | sed 's/ $//' >ours
	grep -q '+0x' ours
	diff <(untied <theirs) <(untied <ours)
}
for keys in symoff symoff,sym comm,symoff,dso; do
	ok "places in functions: $keys" same_places flat.data $keys
	[ ! -e tasks.data ] || ok "places in functions of threads: $keys" same_places tasks.data $keys
done

# The other pads them all the same.
separated_columns() {
	"$other" report --stdio -i "$1" -q -t '|' -F "$2" 2>theirs.err |
		sed 's/ *| */|/g; s/^ *//; s/ *$//' |
		grep . >theirs
	"$PERF" report --stdio -i "$1" -q -t '|' -F "$2" | grep . >ours
	diff theirs ours
}
ok "chosen fields between separators" separated_columns tasks.data \
	sample,comm,overhead_us,dso,period
ok "chosen fields between separators, no callers to count" \
	separated_columns tasks.data overhead_children,comm,dso
tap_end
