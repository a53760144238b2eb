#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Options of perf 6.12 that have no test of their own: their effect, that they have none, or why
# they are refused.

. "$TESTS/tap.bash"
. "$TESTS/base_perf.bash"
golden=$TESTS/golden

gzip -dc "$golden/debian_flat.data.gz" >flat.data
mkdir -p root/opt/golden
cp "$golden/loop" root/opt/golden/

# refuses TEXT COMMAND...: a wrong command line, for this reason
refuses() {
	local text=$1

	shift
	exits 129 "$PERF" "$@" >out 2>&1
	grep -q -e "$text" out && return
	cat out
	return 1
}

# ---- messages ---------------------------------------------------------------------------
debug_file() {
	exits 1 "$PERF" --debug-file messages report -i none.data >out 2>err
	[ ! -s err ]
	grep -q 'failed to open none.data' messages
}
ok "--debug-file: messages are there" debug_file
debug_file_of_confined() {
	"$PERF" --debug-file messages report --stdio -v --symfs root -i flat.data >out 2>err
	[ ! -s err ]
	grep -q 'golden/loop' messages
	grep -q golden out
}
ok "--debug-file: messages of a process without rights" debug_file_of_confined
no_debug_file() {
	exits 129 "$PERF" --debug-file none/messages version 2>err
	grep -q "none/messages" err
}
ok "--debug-file: no such directory" no_debug_file
# The limits go from too few descriptors for the loader to enough of them. Opening a new file
# takes the fewest, so at one of the limits it is dup() that fails.
few_descriptors() {
	local limit

	for limit in {4..24}; do
		rm -f few
		bash -c "ulimit -n $limit; exec \"\$PERF\" --debug-file few version" 2>&1 || :
	done >said
	cat said
	grep -q "^perf: cannot write 'few': Too many open files$" said
	grep -q '^perf version' said
	not grep -q 'out of memory' said
}
ok "--debug-file: the descriptors of the process are used up" few_descriptors

# ---- record: no effect, but checked ------------------------------------------------------
ok "record --affinity" refuses "sys, node or cpu, not 'socket'" record --affinity socket true
ok "record --mmap-flush" refuses "a size as 16K, not 'much'" record --mmap-flush much true
ok "record --proc-map-timeout" refuses "'soon' is not a number" record --proc-map-timeout soon true
ok "record --num-thread-synthesize" refuses "'-1' is not a number" record \
	--num-thread-synthesize -1 true
ok "record --vmlinux" refuses "cannot read 'none/vmlinux'" record --vmlinux none/vmlinux true
ok "record --setup-filter" refuses 'BPF' record --setup-filter pin true
all_of_them() {
	"$PERF" record -q -e cpu-clock -o out.data --affinity node --mmap-flush 16K --aio=2 \
		--aio --debuginfod \
		--debuginfod=https://none --proc-map-timeout 500 --num-thread-synthesize 2 --buildid-all \
		--timestamp-boundary --vmlinux flat.data "$golden/loop" 2>err
	[ ! -s err ]
	"$PERF" report --header-only -i out.data >header
	grep -qE '^# time of first sample : [0-9]*[1-9][0-9]*\.' header
	"$PERF" buildid-list -i out.data | grep -q '/golden/loop$'
}
ok "record: all that have no effect; the times and build ids are there" all_of_them

# ---- refused with the reason -------------------------------------------------------------
for option in --data-type --data-type=page --insn-stat --type-stat; do
	ok "annotate $option" refuses 'types of the data' annotate "$option"
done
ok "mem report -T" refuses 'types of the data' mem report -T
ok "stat --record-tpebs" refuses 'not sampled beside a count' stat --record-tpebs true
ok "top --branch-history" refuses 'no part of call graphs' top --branch-history
ok "stat report --per-cluster" refuses 'share a cluster' stat report --per-cluster
not_by_thread() {
	"$PERF" stat record -a -e task-clock -o stat.data true >/dev/null 2>&1
	not "$PERF" stat report -i stat.data --per-thread >out 2>err
	grep -q 'none by thread' err
}
ok "stat report --per-thread: counts of CPUs" not_by_thread

# ---- the same as without -------------------------------------------------------------------
same() {
	local command=$1 option=$2

	shift 2
	"$PERF" "$command" --symfs root -i flat.data "$@" >without 2>err
	"$PERF" "$command" --symfs root -i flat.data "$option" "$@" >with 2>err
	[ -s with ]
	diff without with
}
ok "report --addr2line" same report --addr2line=none --stdio -s srcline
ok "annotate --addr2line" same annotate --addr2line=none --stdio
ok "annotate --skip-empty" same annotate --skip-empty --stdio
ok "script --addr2line" same script --addr2line=none
showcpu() {
	"$PERF" report --stdio --symfs root -i flat.data --showcpuutilization | grep -v '^#' >one
	"$PERF" report --stdio --symfs root -i flat.data --show-cpu-utilization | grep -v '^#' | diff - one
	grep -q '%.*%.*%' one
}
ok "report --showcpuutilization" showcpu
scale() {
	"$PERF" stat --scale -x , -e dummy true 2>with
	"$PERF" stat --no-scale --metric-no-threshold -x , -e dummy true 2>without
	grep -q ',dummy,' with
	grep -q ',dummy,' without
}
ok "stat --scale, --metric-no-threshold" scale

# ---- list ----------------------------------------------------------------------------------
# units PERF PMU: names of the events of PMUs, without descriptors of raw events
units() {
	"$1" list --unit "$2" 2>/dev/null | sed -n 's/^  \([^ ]*\) .*\[Kernel PMU event\]$/\1/p'
}
by_unit() {
	"$PERF" list >all && "$PERF" list --unit msr >some && "$PERF" list --unit none >nothing &&
		! grep -q 'Kernel PMU event' nothing && ! units "$PERF" msr | grep -v '^msr/' &&
		[ "$(units "$PERF" msr)" = "$(sed -n 's/^  \(msr[^ ]*\) .*\[Kernel PMU event\]$/\1/p' all)" ]
}
ok "list --unit" by_unit

# ---- top -----------------------------------------------------------------------------------
# No thread has this name: none of the many switches gets through.
filtered() {
	"$PERF" top --stdio --pages 1 -d 1 -e sched:sched_switch -c 1 -s comm \
		--filter 'prev_comm == "no such name"' >page 2>err
	grep -q ' 0 irqs/sec' page
}
if "$PERF" record -q -e sched:sched_switch -o out.data true 2>/dev/null; then
	ok "top --filter" filtered
	ok "top --filter: without an event" refuses 'has to follow the -e' top --filter 'prev_pid == 1'
	no_field() {
		not "$PERF" top --stdio --pages 1 -e sched:sched_switch --filter 'nothing == 1' >page 2>err
		grep -q 'does not take filter' err
	}
	ok "top --filter: a field that is not there" no_field
else
	skip "top --filter" "no tracepoints"
fi

# ---- beside the same perf ------------------------------------------------------------------
if [ -z "$other" ]; then
	skip "compare with perf 6.12" "${no_base_perf:?}"
	tap_end
fi
for unit in msr none; do
	ok "list --unit $unit" diff <(units "$other" "$unit") <(units "$PERF" "$unit")
done
utilization() {
	"$other" report --stdio --symfs root -i flat.data --showcpuutilization 2>/dev/null |
		sed -n 's/^ *\([0-9.%]* *[0-9.%]* *[0-9.%]*\) .*/\1/p' |
		tr -s ' ' | grep . >theirs
	"$PERF" report --stdio --symfs root -i flat.data --showcpuutilization 2>/dev/null |
		sed -n 's/^ *\([0-9.%]* *[0-9.%]* *[0-9.%]*\) .*/\1/p' |
		tr -s ' ' | grep . >ours
	[ -s ours ]
	diff theirs ours
}
ok "report --showcpuutilization: shares" utilization
tap_end
