#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Options of perf report that change a table as a whole: how wide columns are. The tables are those of Debian's perf.

. "$TESTS/tap.bash"
record_others() {
	local clock=(-e cpu-clock -F 2000)

	record flat "${clock[@]}" ./calls 300
	record tasks "${clock[@]}" ./tasks
	record tasks_frames "${clock[@]}" -g ./tasks
	record with_cpu "${clock[@]}" --sample-cpu ./tasks
	record group -e '{cpu-clock,page-faults}:S' ./templates
	record two_events -e cpu-clock,page-faults -g ./templates
}
. "$TESTS/recordings.bash"
. "$TESTS/reports.bash"
other=${other:?recordings.bash says which}

# What could not be recorded cannot be compared.
# shellcheck disable=SC2154 # of recordings.bash
for entry in "${missing[@]}"; do
	skip "options with ${entry%%$'\t'*}" "${entry#*$'\t'}"
done
compared() {
	local what=$1 file=$2

	shift 2
	[ ! -e "$file" ] || ok "$what" same "$file" "$@"
}

# refused TEXT OPTIONS...: nothing is shown, and why is said
refused() {
	local text=$1

	shift
	! "$PERF" report -i flat.data "$@" >ours 2>said && [ ! -s ours ] && grep -qF -- "$text" said
}

# ---- -w

compared "widths" tasks.data -w 3,20,5
compared "a wide number" tasks.data -w 30
compared "the third column" tasks.data -w 0,0,10
compared "narrow numbers" tasks.data -w 3,3,3,3 -n
compared "a width that is left out" tasks.data -w ,5
compared "widths of columns that are shown" tasks.data -w 20,5,6 --dsos tasks
compared "more widths than columns" flat.data -w 9,9,9,9,9,9,9 -s sym
compared "narrow functions" tasks.data -w 0,4 -s sym
compared "too narrow for functions" tasks.data -w 0,2 -s sym,comm
compared "a number last" tasks.data -w 0,3 -F sym,overhead
compared "many numbers" tasks.data -w 0,9,9,9 -F overhead_us,sample,period,sym
compared "a wide column last" tasks.data -w 0,0,40 -s comm,dso
compared "threads and CPUs" with_cpu.data -w 0,20,7 -s pid,cpu,sym
compared "narrow threads" with_cpu.data -w 0,7,7,7 -s pid,cpu,sym
compared "widths with callers" tasks_frames.data -w 9,5,3,0,9
compared "widths with two events" two_events.data -w 3,14,5 -g none
compared "widths of a group" group.data -w 3,3
compared "wide columns of a group" group.data -w 30,3,0,7 -n
ok "no number" refused "no widths" -w 3,a
ok "a width below nothing" refused "no widths" -w -3

tap_end
