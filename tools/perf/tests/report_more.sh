#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Options of perf report about time, processor sockets, parts of shares, events without samples and
# counts of threads. The expected text is that of the other perf; a user of a script for that perf
# would get other lines otherwise.

. "$TESTS/tap.bash"

# times FILE: of its samples
times() {
	"$other" script -i "$1" -F time 2>said | tr -d ' :'
}

# even FILE: there are samples in each tenth of the time
even() {
	times "$1" >all.times
	awk 'NR == FNR { if (NR == 1) first = $1; last = $1; next }
	     { tenths[int(($1 - first) / (last - first) * 9.999)] = 1 }
	     END { exit length(tenths) < 10 }' all.times all.times
}

record_others() {
	local clock=(-e cpu-clock -F 2000)

	record flat "${clock[@]}" ./calls 3000
	record tasks_frames "${clock[@]}" -g ./tasks
	# Parts of its time are looked at; a busy host may let it wait for as long as these
	for _ in {1..20}; do
		record with_cpu "${clock[@]}" --sample-cpu ./tasks
		if [ ! -e with_cpu.data ] || even with_cpu.data; then
			break
		fi
	done
	record group -e '{cpu-clock,page-faults}:S' ./templates
	record counts -s -e cpu-clock,page-faults -F 2000 ./tasks
	record one_count -s "${clock[@]}" ./tasks
	record frames "${clock[@]}" -g ./calls 3000
	record faults -e page-faults -c 1 -g ./tasks
	record three -e '{cpu-clock,page-faults,context-switches}' ./templates
	record no_third -e '{cpu-clock,page-faults,alignment-faults}' ./templates
	# Nothing has to be read from a disk, for it was just written
	record empty -e cpu-clock,alignment-faults ./calls 3000
}
. "$TESTS/recordings.bash"
. "$TESTS/reports.bash"
other=${other:?recordings.bash says which}

skip_missing "options with"

# ---- --time-quantum, --ns

compared "tenths of a second" with_cpu.data -s time,sym
compared "milliseconds" with_cpu.data -s time,comm --time-quantum 10ms
compared "seconds" with_cpu.data -s time,sym --time-quantum 1s
compared "microseconds" with_cpu.data -s overhead,time --time-quantum 700us
compared "nanoseconds without a unit" with_cpu.data -s time --time-quantum 10
compared "all digits" with_cpu.data -s time,sym --ns
compared "all digits of nanoseconds" with_cpu.data -s time --time-quantum 70ns --ns
compared "all digits in a narrow column" with_cpu.data -s time,comm -w 0,8 --ns
ok "no time" refused "it is a time" --time-quantum 10xs
ok "no time at all" refused "it is a time" --time-quantum 0ms

# ---- --time

[ ! -e with_cpu.data ] || times with_cpu.data >all.times
# at PERCENT: when so many of the samples are over
at() {
	awk -v percent="$1" '{ times[NR] = $1 }
			     END { printf "%.6f", times[int(NR * percent / 100) + 1] }' all.times
}
compared "a span of time" with_cpu.data --time "$(at 10),$(at 40)"
compared "from a time on" with_cpu.data --time "$(at 30),"
compared "spans of time" with_cpu.data --time "$(at 5),$(at 20) $(at 30),$(at 60)"
compared "a part of the time" with_cpu.data --time 0%-50%
compared "parts of the time" with_cpu.data --time 0%-30%,60%-90%
compared "a slice of the time" with_cpu.data --time 40%/2
compared "slices of the time" with_cpu.data --time 20%/2,20%/4 -s sym
compared "a part of a group's time" group.data --time 0%-50%
ok "no part" refused "no span of time" --time 10%/0
ok "more than all parts" refused "no span of time" --time 60%/2
ok "no second part" refused "no span of time" --time 0%-10%,20
ok "no second span" refused "no span of time" --time '1,2 3'

# ---- --socket-filter

compared "of a socket" with_cpu.data --socket-filter 0
compared "of a socket, relative" with_cpu.data --socket-filter 0 --percentage relative -s comm,sym
compared "of a socket that is none" with_cpu.data --socket-filter 4711
several_sockets() {
	"$PERF" report -i with_cpu.data -q --socket-filter 4711,0 >ours
	grep -q spin ours
}
ok "of several sockets" several_sockets
ok "no socket" refused "no list of processor sockets" --socket-filter x
[ ! -e flat.data ] || ok "of a socket, without CPUs" \
	refused "carry no CPU" --socket-filter 0

# ---- --show-cpu-utilization

compared "parts of shares" with_cpu.data --show-cpu-utilization
compared "parts of shares with callers" tasks_frames.data --show-cpu-utilization -g none
compared "parts of shares of a group" group.data --show-cpu-utilization
compared "parts of shares with numbers" with_cpu.data \
	--show-cpu-utilization -n --show-total-period -s sym
compared "parts of shares of chosen columns" with_cpu.data --show-cpu-utilization -F comm,sym
compared "parts of shares in a tree" with_cpu.data --show-cpu-utilization --hierarchy

# ---- --skip-empty

compared "no empty table" empty.data
compared "no empty table, though asked for" empty.data --skip-empty
compared "an empty table" empty.data --no-skip-empty
compared "an empty table, as a tree" empty.data --no-skip-empty --hierarchy
compared "no empty table in a group" group.data --no-skip-empty
# The other does not know the newest types.
same_counts() {
	"$other" report --stats --stdio -i empty.data "$@" 2>theirs.err >theirs
	"$PERF" report --stats -i empty.data "$@" >ours
	if grep -q LOST_SAMPLES ours; then
		grep -vE '^ *(MUNMAP|CALLCHAIN_DEFERRED|COMPRESSED2|BPF_METADATA|SCHEDSTAT_[A-Z]*) events: +0 ' ours \
			>known
		mv known ours
	fi
	grep -q SAMPLE ours
	diff theirs ours
}
if [ -e empty.data ]; then
	ok "counts" same_counts
	ok "counts that are 0" same_counts --no-skip-empty
fi

# ---- --group-sort-idx

compared "a group by its second event" group.data --group-sort-idx 1
compared "a group by its second event, numbers" group.data --group-sort-idx 1 -n -s sym
compared "a group by its second event, as a tree" group.data --group-sort-idx 1 --hierarchy
compared "a group by its first event" three.data --group-sort-idx 0 -s sym
compared "a group by its second event of three" three.data --group-sort-idx 1 -s sym
compared "a group by its third event" three.data --group-sort-idx 2 -s sym
for event in 0 1 2 3; do
	compared "a group by event $event, the third without samples" no_third.data \
		--group-sort-idx $event -s sym
	compared "a group by event $event, the third without samples but shown" no_third.data \
		--group-sort-idx $event -s sym --no-skip-empty
done
compared "a group by an event that it lacks" three.data --group-sort-idx 3 -s sym

# ---- --ignore-callees

compared "callees of one function" frames.data --ignore-callees=recurse --no-children
compared "callees of functions" frames.data --ignore-callees='mix|add' --no-children
compared "callees of functions, of branches" frames.data --ignore-callees=add \
	--no-children -g fractal
compared "callees of the outermost function" frames.data --ignore-callees='main$' --no-children
compared "callees in the kernel" faults.data --ignore-callees='^exc_page_fault' --no-children
compared "callees of nothing" frames.data --ignore-callees=nowhere
# The other counts callers of the functions no longer when callers are counted.
callers_too() {
	local all

	"$PERF" report -i frames.data -q -t, -g none --ignore-callees=recurse >ours
	all=$("$PERF" report -i frames.data -q -t, -g none | awk -F, '$5 ~ / recurse$/ { print $1 }')
	awk -F, -v all="$all" '$5 ~ / recurse$/ { found = $1 == all && $2 == all }
		$5 ~ / main$/ && $1 + 0 > all + 0 { main = 1 } END { exit !(found && main) }' ours
}
[ ! -e frames.data ] || ok "callees of functions that are not their callers'" callers_too
ok "callees without call chains" refused "has no call chains" --ignore-callees=main

# ---- -T

# Where the other has its tip. It has no ends of lines in raw tables.
same_threads() {
	local file=$1

	shift
	"$other" report --stdio -i "$file" -T "$@" 2>theirs.err | sed -n '/^# *PID/,$p' >theirs
	"$PERF" report --stdio -i "$file" -T "$@" | sed -n '/^# *PID/,$p' >ours
	[ -s ours ]
	diff <(tr -d '\n' <theirs) <(tr -d '\n' <ours)
}
threads() {
	[ ! -e "$2" ] || ok "$1" same_threads "${@:2}"
}
threads "counts of threads" counts.data
threads "counts of threads, one event" one_count.data
threads "counts of all threads, whatever is filtered" counts.data --pid 1
threads "counts of threads, raw" counts.data --pretty raw
threads "counts of threads, raw, one event" one_count.data --pretty raw
threads "counts of threads, normal" counts.data --pretty normal -q
threads "no counts" flat.data
lines_of_threads() {
	"$PERF" report -q -i counts.data -T --pretty raw | sed -n '/^# *PID/,$p' | awk '
		NR > 1 && (NF != 5 || $4 != ($3 == "page-faults")) { bad = 1 }
		END { exit bad || NR < 3 }'
}
[ ! -e counts.data ] || ok "a line for each count" lines_of_threads
no_threads() {
	"$PERF" report -i counts.data >ours
	not grep -q PID ours
}
[ ! -e counts.data ] || ok "no counts of threads, unless asked for" no_threads
ok "no style" refused "normal or raw" --pretty nice

tap_end
