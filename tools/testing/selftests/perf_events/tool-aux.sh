#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2034,SC2154
#
# tool-aux.sh: the perf of tools/perf records what a PMU traces, and the kernel's own code.
#
# The PMU for tests writes numbers into its AUX area: what is recorded has to be these
# numbers, each once and in order. With the kernel's code a distribution's perf has to read
# what ours records, and the other way round.
#
# Usage: tool-aux.sh [test...]; without a name, all of them.

PERF_CLIENT=$(dirname "$(command -v perf)")
# shellcheck source=tools/testing/selftests/perf_events/client-lib.sh
. "$(dirname "$0")/client-lib.sh"
tools="perf taskset od"
other=/usr/libexec/debian-perf/perf
units=/sys/module/test_pmu/parameters/work

if [ ! -w "$units" ]; then
	echo "1..0 # SKIP no CONFIG_PERF_EVENTS_TEST_PMU in this kernel"
	exit 4
fi
for pmu in test_aux test_count; do
	[ -e /sys/bus/event_source/devices/$pmu ] ||
		echo "+$pmu" >/sys/module/test_pmu/parameters/plug
done
page_words=$((page_size / 8))

# bytes FILE OFFSET SIZE
bytes() {
	tail -c "+$(($2 + 1))" "$1" | head -c "$3"
}

# numbers: one in each line, of 64 bits
numbers() {
	od -A n -v -t u8 | tr -s ' ' '\n' | grep .
}

# trace FILE OUT: the numbers in it, in the order of its records. Needs the dump of it
trace() {
	sed -n 's/^.*\(0x[0-9a-f]*\) \[\(0x[0-9a-f]*\)\]: PERF_RECORD_AUXTRACE size: \([0-9]*\) .*/\1 \2 \3/p' \
		dump >places
	while read -r offset size payload; do
		bytes "$1" $((offset + size)) "$payload"
	done <places | numbers >"$2"
}

# sum FIELD: of all AUX records in the dump
sum() {
	awk -v field="$1:" '/PERF_RECORD_AUX / {
		for (i = 1; i < NF; i++) if ($i == field) sum += $(i + 1)
	} END { print sum + 0 }' dump
}

# trace_is NAME FIRST LAST: these numbers and no other ones
trace_is() {
	seq "$2" "$3" >wanted
	cmp wanted "$1" >>"$dir/log" 2>&1 || {
		bad "$(wc -l <"$1") numbers, from $(head -n 1 "$1") to $(tail -n 1 "$1"), not $2 to $3"
	}
}

# trace_loop FILE OPTIONS...: record a program that does what is on standard input. In it
# "settle" waits until all that was traced before is written, and events are on again: the
# second ping is read in a pass over the rings that begins when the one of the first has ended.
# "flush" is for a trace that does not fill the area, which is written only when the event stops:
# the shell may get its answer before it begins to wait.
trace_loop() {
	{
		cat <<-END
			ask() { echo "\$1" >control; read -r answer <ack; }
			settle() { ask ping; ask ping; }
			flush() { ask disable; ask ping; ask enable; }
		END
		cat
	} >loop
	mkfifo control ack
	record "$@" --control fifo:control,ack -e test_aux// taskset -c 0 sh loop
	rm control ack
}

dump() {
	run dump perf report --no-inline -D -i "$1"
}

# Less than there is room for
test_full_trace() {
	n=$((20 * page_words + 3))
	record x.data -m 64,64 -e test_aux// taskset -c 0 sh -c "echo $n >$units"
	dump x.data
	trace x.data got
	trace_is got 1 $n
	is "bytes that AUX records tell of" "$(sum aux_size)" == $((8 * n))
	is "flags of them" "$(sum flags)" == 0
	has dump 'PERF_RECORD_AUXTRACE_INFO'
	run stats perf report --stats -i x.data
	has stats 'AUXTRACE events: +[1-9]'
	run header perf report --header-only -i x.data
}

# The area is gone round many times
test_goes_round() {
	trace_loop x.data -m 64,2 <<-END
		for i in \$(seq 20); do echo $page_words >$units; flush; done
	END
	dump x.data
	trace x.data got
	trace_is got 1 $((20 * page_words))
	is "flags of AUX records" "$(sum flags)" == 0
}

# More trace than the area can hold: some is lost, and the report counts it.
test_truncated() {
	cat >loop <<-END
		for i in \$(seq 20); do echo $((20 * page_words)) >$units; done
	END
	record x.data -m 64,4 -e test_aux// taskset -c 0 sh loop
	dump x.data
	trace x.data got
	is "numbers recorded, above what AUX records tell of" \
		"$(difference "$(($(wc -l <got) * 8))" "$(sum aux_size)")" == 0
	is "AUX records with flags" "$(sum flags)" '>' 0
	is "numbers" "$(wc -l <got)" '>=' $((4 * page_words - 1))
	awk '$1 <= last { print "after", last, "comes", $1; exit 1 } { last = $1 }' got >order ||
		bad "not in order: $(cat order)"
}

# Stopped for want of room, it goes on when there is some. The program stops its reader while
# it traces: one that is awake may make room as fast as the area fills
test_goes_on() {
	trace_loop x.data -m 64,4 <<-END
		halt() {
			kill -STOP \$PPID
			until [ "\$state" = T ]; do
				read -r _ _ state _ </proc/\$PPID/stat
			done
			state=
		}
		for i in \$(seq 5); do
			halt
			echo $((8 * page_words)) >$units
			kill -CONT \$PPID
			settle
		done
	END
	dump x.data
	trace x.data got
	is "numbers" "$(wc -l <got)" '>=' $((5 * 3 * page_words))
	is "AUX records with flags" "$(sum flags)" == 5
}

# The newest at each signal and command, and nothing twice
test_snapshots() {
	cat >snapshots <<-END
		echo $((6 * page_words)) >$units
		kill -USR2 \$PPID
		settle
		echo $((6 * page_words)) >$units
		ask snapshot
		settle
		echo 100 >$units
	END
	{
		seq $((4 * page_words + 1)) $((6 * page_words))
		seq $((10 * page_words + 1)) $((12 * page_words))
	} >wanted
	trace_loop x.data -m 64,4 -S$((2 * page_size)) <snapshots
	dump x.data
	trace x.data got
	cmp wanted got >>"$dir/log" 2>&1 || bad "other numbers: $(wc -l <got)"

	trace_loop x.data -m 64,4 -Se$((2 * page_size)) <snapshots
	dump x.data
	trace x.data got
	seq $((12 * page_words + 1)) $((12 * page_words + 100)) >>wanted
	cmp wanted got >>"$dir/log" 2>&1 || bad "other numbers with the end: $(wc -l <got)"
}

# The newest in each sample of another event
test_samples() {
	record x.data -m 64,4 --aux-sample=64 -e '{test_aux//,test_count/period=10/}' \
		taskset -c 0 sh -c "echo 55 >$units"
	dump x.data
	sed -n 's/^.*\(0x[0-9a-f]*\) \[\(0x[0-9a-f]*\)\]: PERF_RECORD_SAMPLE.*/\1 \2/p' dump >places
	while read -r offset size; do
		bytes x.data $((offset + size - 64)) 64 | numbers | tr '\n' ' '
		echo
	done <places >got
	for i in 10 20 30 40 50; do
		seq $((i - 7)) $i | tr '\n' ' '
		echo
	done >wanted
	cmp wanted got >>"$dir/log" 2>&1 || { bad "samples hold other numbers:"; show got; }
	hasnt dump 'PERF_RECORD_AUXTRACE '
	perf record --aux-sample -o no.data -e test_aux// true >said 2>&1 && bad "samples of nothing"
	has said 'no event is in a group'
}

# All of a stream is read, though nobody knows what the trace means
test_stream() {
	n=$((20 * page_words))
	perf record -m 64,64 -e test_aux// -o - taskset -c 0 sh -c "echo $n >$units" 2>said |
		perf report -D -i - >dump 2>&1 || show said
	is "bytes that AUXTRACE records tell of" "$(awk '/PERF_RECORD_AUXTRACE / {
		for (i = 1; i < NF; i++) if ($i == "size:") sum += $(i + 1)
	} END { print sum + 0 }' dump)" == $((8 * n))
	has dump 'PERF_RECORD_EXIT'
}

# Another perf does not know that type of trace either, and says so
test_other_perf() {
	[ -x "$other" ] || { skip "there is no other perf here"; return; }
	record x.data -m 64,64 -e test_aux// taskset -c 0 sh -c "echo 100 >$units"
	"$other" report --header-only -i x.data >said 2>&1 || bad "the header cannot be read"
	has said 'test_aux'
	"$other" script --show-mmap-events --no-itrace -i x.data >said 2>&1
	status=$?
	log "script of another perf: status $status: $(tail -n 1 said)"
	# Statuses of a shell for signals, the first and the last that programs break down by
	[ $status -lt 132 ] || [ $status -gt 139 ] || bad "another perf breaks down"
	[ $status = 0 ] || has said 'failed to process type: 70'
}

# same_functions FILE: our perf and another one find the same functions
same_functions() {
	perf script -F ip,sym -i "$1" >ours 2>>"$dir/log" || bad "ours cannot read $1"
	"$other" script -F ip,sym -i "$1" >theirs 2>>"$dir/log" || bad "another cannot read $1"
	cmp ours theirs >>"$dir/log" 2>&1 || {
		bad "not the same functions of $1:"
		diff ours theirs >differ
		show differ
	}
	is "functions found" "$(lines ours ' [a-z_]')" '>' 0
}

test_kernel_code() {
	[ -x "$other" ] || { skip "there is no other perf here"; return; }
	[ -r /proc/kcore ] || { skip "no CONFIG_PROC_KCORE in this kernel"; return; }
	run output perf record -q --kcore -e cpu-clock:k -c 100000 -a -o ours.data \
		dd if=/dev/zero of=/dev/null bs=64k count=2000
	ls ours.data ours.data/kcore_dir >list
	for file in data kcore_dir kcore kallsyms modules; do
		has list "^$file\$"
	done
	same_functions ours.data
	run output "$other" record -q --kcore -e cpu-clock:k -c 100000 -a -o theirs.data \
		dd if=/dev/zero of=/dev/null bs=64k count=2000
	same_functions theirs.data
	# Memory of the kernel is not needed any more
	run text perf annotate --stdio -i ours.data
	is "instructions shown" "$(lines text '[0-9a-f]+: +[a-z]')" '>' 10
}

all='
full_trace		record writes all of a trace
goes_round		record writes a trace that goes round its area
truncated		record tells of what had no room
goes_on			a trace that had no room goes on
snapshots		record -S has the newest of a trace
samples			record --aux-sample has it in samples
stream			a trace in a stream is passed over
other_perf		another perf says that it does not know the trace
kernel_code		record --kcore has the kernel'\''s code
'

run_tests "$@"
