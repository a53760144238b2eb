#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2034,SC2154
#
# hw_tool.sh: the perf of tools/perf on hardware counters.
#
# The numbers that the tool prints must fit together: the parts of a count, the members of a group,
# the lines of a report and the samples that they are made of.
#
# Usage: hw_tool.sh [test...]; without a name, all of them.

PERF_CLIENT=$(dirname "$(command -v perf)")
# shellcheck source=tools/testing/selftests/perf_events/client-lib.sh
. "$(dirname "$0")/client-lib.sh"
tools="perf faulter hot threader"

# The processor is an event source of that name, whatever its maker
if [ -e /sys/bus/event_source/devices/cpu_core ]; then
	echo "1..0 # SKIP the CPUs of this machine are of two kinds, with names of their own"
	exit 4
fi
if [ ! -e /sys/bus/event_source/devices/cpu ]; then
	echo "1..0 # SKIP this machine has no hardware counters"
	exit 4
fi

# Old processors have two counters, or such as do not all count the same, so no three
# events at a time; the oldest do not interrupt, and have no event for missed branches
few='' silent=''
case $(cat /sys/bus/event_source/devices/cpu/caps/pmu_name 2>/dev/null) in
pentium*)	few="two counters" silent="counters that cannot interrupt" ;;
p6|netburst)	few="no three counters for one event" ;;
esac

test_default_events() {
	[ -z "$silent" ] || { skip "no event for missed branches"; return; }
	run text perf stat hot 200
	hasnt text 'not (supported|counted)'
	for event in cycles instructions branches branch-misses; do
		has text "^ *[0-9][0-9,]* +$event"
	done
	has text '# +[0-9.]+ +insn per cycle'
	has text '# +[0-9.]+% of all branches'
}

# One group: its members count at the same time
test_group() {
	[ -z "$few" ] || { skip "$few"; return; }
	stat counts -e '{instructions,instructions:u,instructions:k}' hot 200
	hasnt counts 'not (supported|counted)'
	sum=$(difference "$(count counts instructions:u)" "-$(count counts instructions:k)")
	# Counters without a common switch start and stop a few instructions apart
	both=$(difference "$(count counts instructions)" "$sum")
	is "instructions in any mode, above those in one" "$both" '>=' -1000
	is "instructions in any mode, above those in one" "$both" '<=' 1000
	is "instructions in user mode" "$(count counts instructions:u)" '>' 0
}

test_repeatable() {
	faulter 1000 >/dev/null
	for number in 10000 20000 30000; do
		stat counts.$number -e instructions:u faulter $number
	done
	# The cost of ten thousand pages; the start differs a little each time.
	first=$(difference "$(count counts.20000 instructions:u)" \
		"$(count counts.10000 instructions:u)")
	second=$(difference "$(count counts.30000 instructions:u)" \
		"$(count counts.20000 instructions:u)")
	is "instructions of ten thousand pages" "$first" '>' 10000
	awk -v a="$first" -v b="$second" 'BEGIN { exit !(b > a * 0.99 && b < a * 1.01) }' ||
		bad "ten thousand pages take $first, another ten thousand $second"
}

# More events than counters take turns, and the tool says so
test_turns() {
	list=instructions
	for i in 1 2 3 4 5 6 7 8 9 10 11; do
		list=$list,branches:u
	done
	run text perf stat -e "$list" threader 1 1000
	has text '\([0-9.]+%\)$'
	hasnt text 'not (supported|counted)'
}

test_report() {
	[ -z "$silent" ] || { skip "$silent"; return; }
	record data -g -e cycles:u -c 100000 threader 1 500
	report data text --children -g none
	for name in main outer middle inner; do
		line=$(grep -E " \[\.\] $name( |\$)" text | head -n 1)
		is "children of $name in %" "$(echo "$line" | sed 's/%.*//;s/ //g')" '>=' 80
	done
	has text "^# Samples: .* of event 'cycles:u'"
	script data text -F comm,period,event,ip,sym
	is "samples" "$(lines text ' 100000 cycles:u:')" '>=' 10
}

test_frequency() {
	[ -z "$silent" ] || { skip "$silent"; return; }
	run output perf record -q -F 500 -o data threader 1 500
	report data text
	has text "^# Samples: .* of event 'cycles"
	top_entry text >top
	has top 'threader +threader +\[\.\] inner$'
}

# The event for instructions has a name of each maker, which libpfm has: in a group the kernel
# starts and stops both, so no instruction of the program is in one count only.
test_processor_name() {
	name=''
	perf list --raw-dump pfm 2>/dev/null | tr ' ' '\n' >names
	for candidate in instruction_retired inst_retired.any_p retired_instructions pm_inst_cmpl; do
		! grep -qix "$candidate" names || name=$candidate
	done
	[ -n "$name" ] || { skip "libpfm knows no name for the instructions of this processor"; return; }
	log "the name is $name"
	stat counts -e "{instructions:u,$name:u}" hot 200
	hasnt counts 'not (supported|counted)'
	is "instructions by the name $name" "$(count counts "$name:u")" == \
		"$(count counts instructions:u)"
	is "instructions by the name $name" "$(count counts "$name:u")" '>' 1000
	run text perf list pfm "$name"
	has text '^ {7}.*nstruction'
}

all='
default_events	stat counts its default events, with what follows from them
group		stat counts a group of one event in all modes
repeatable	stat counts the same for the same work
processor_name	stat counts by the name that the maker of the processor gave
turns		stat shows that events took turns
report		record -g -c cycles and report have the callers right
frequency	record samples cycles unless told otherwise
'

run_tests "$@"
