#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2034,SC2154
#
# hw_debian_perf.sh: a distribution's unmodified perf on hardware counters.
#
# The program that it looks at is a loop whose instructions are known, so what is
# counted of it has to be right to the instruction, and so has the number of samples.
# Other instructions of a process are the same in each run, and cancel out between two.
#
# Usage: hw_debian_perf.sh [test...]; without a name, all of them.

# shellcheck source=tools/testing/selftests/perf_events/client-lib.sh
. "$(dirname "$0")/client-lib.sh"
tools="perf looper"
few=1000000
many=3000000
# Instructions in a round of the loop, one of which is a branch
per_round=2
period=100000

# The processor is an event source of that name, whatever its maker. All of this happens on
# one CPU: perf opens an event for each, and each has periods of its own, so a task that
# moves would leave parts of one behind. Where CPUs are of two kinds it is of the first
devices=/sys/bus/event_source/devices
kind=
pmu=cpu
instructions=instructions:u
branches=branches:u
if [ -e $devices/cpu_core ]; then
	pmu=cpu_core
	instructions=cpu_core/instructions/u
	branches=cpu_core/branch-instructions/u
	kind=$(cat $devices/cpu_core/cpus)
elif [ ! -e $devices/cpu ]; then
	echo "1..0 # SKIP this machine has no hardware counters"
	exit 4
fi
first=${kind%%[-,]*}
first=${first:-0}
taskset -p -c "$first" $$ >/dev/null

# Old processors have two counters, or such as do not all count the same, so no three
# events at a time; the oldest do not interrupt
narrow='' silent='' cycles=cycles
case $(cat $devices/$pmu/caps/pmu_name 2>/dev/null) in
pentium* | cyrix)
		narrow="two counters" silent="counters that cannot interrupt" ;;
p6|netburst)	narrow="no three counters for one event" ;;
esac
# Neither a Pentium without MMX nor Cyrix's have an event that lasts always
case $(cat $devices/$pmu/caps/pmu_name 2>/dev/null) in
pentium | cyrix) cycles='' ;;
esac

# repeat N EVENT: a list of it
repeat() {
	list=$2
	for _ in $(seq 2 "$1"); do
		list=$list,$2
	done
	echo "$list"
}

# is_whole_loop WHAT COUNT [ROUNDS]: at least the loop, and not much more
is_whole_loop() {
	is "$1" "$2" '>=' $((per_round * ${3:-$few}))
	is "$1" "$2" '<=' $((per_round * ${3:-$few} + few))
}

#
# Counting
#

# least NAME EVENT: of three runs. An interrupt within a loop of lwarx and stwcx. of the C
# library's makes it go round once more, which adds five instructions to a run.
least() {
	for run in 1 2 3; do
		count "$1.$run" "$2"
	done | sort -n | head -n 1
}

test_exact() {
	for run in 1 2 3; do
		stat one.$run -e "$instructions,$branches" looper $few
		stat two.$run -e "$instructions,$branches" looper $many
	done
	for event in "$instructions" "$branches"; do
		expected=$((many - few))
		[ "$event" = "$branches" ] || expected=$((expected * per_round))
		is "$event in $((many - few)) rounds" \
			"$(difference "$(least two "$event")" "$(least one "$event")")" == $expected
	done
}

# Long enough for each to have its turn, where they do not fit, also if the host is busy
turns=100000000

test_default_events() {
	run text perf stat looper $turns
	for event in $cycles instructions branches; do
		has text "^ *[0-9][0-9,]* +(cpu_core/)?$event"
	done
	[ -n "$cycles" ] || has text '<not supported> +cycles'
	# It divides them for CPUs of one kind only; the oldest cannot count both at a time
	[ -n "$narrow$kind" ] || has text '# +[0-9.]+ +insn per cycle'
}

test_modes() {
	[ -z "$narrow" ] || { skip "$narrow"; return; }
	event=${instructions%u}
	stat counts -e "{$instructions,${event}k,${event}ukh}" looper $few
	hasnt counts 'not (supported|counted)'
	is_whole_loop "instructions in user mode" "$(count counts "$instructions")"
	sum=$(difference "$(count counts "$instructions")" "-$(count counts "${event}k")")
	# Counters without a common switch start and stop a few instructions apart
	both=$(difference "$(count counts "${event}ukh")" "$sum")
	is "instructions in any mode, above those in one" "$both" '>=' -1000
	is "instructions in any mode, above those in one" "$both" '<=' 1000
}

# An event by its number, as the kernel gives it, and by its name
test_raw() {
	terms=$(cat $devices/$pmu/events/instructions)
	stat counts -e "$instructions,$pmu/$terms,name=numbered/u" looper $few
	hasnt counts 'not (supported|counted)'
	is_whole_loop "instructions by name" "$(count counts "$instructions")"
	is "instructions by number" "$(count counts numbered)" == \
		"$(count counts "$instructions")"
}

# Pinned events keep their counters, and those that come too late get none
test_pinned() {
	event=$(echo "$branches" | sed 's/u$/uD/')
	stat counts -e "$(repeat 12 "$event")" looper $few
	grep -v '<not counted>' counts | grep "$event" >counted
	is "events counted" "$(wc -l <counted)" '>=' 1
	is "events not counted" "$(lines counts '^<not counted>')" == $((12 - $(wc -l <counted)))
	is "events not counted" "$(lines counts '^<not counted>')" '>=' 1
	is "different counts" "$(cut -d , -f 1 counted | sort -u | wc -l)" == 1
	is "branches" "$(cut -d , -f 1 counted | head -n 1)" '>=' $few
}

# More events than counters take turns; for each is said how long it counted
test_turns() {
	run text perf stat -e "$(repeat 12 "$branches")" looper $turns
	hasnt text 'not (supported|counted)'
	is "events that took turns" "$(lines text '\([0-9]{1,2}\.[0-9]+%\)$')" == 12
}

test_system() {
	kind=${kind:-$(cat /sys/devices/system/cpu/online)}
	stat counts -a -A -e "$instructions" taskset -c "$first" looper $many
	is "CPUs" "$(lines counts '^CPU[0-9]+,')" == "$(taskset -c "$kind" nproc)"
	grep "^CPU$first," counts >there
	is_whole_loop "instructions on that CPU" "$(count there "$instructions")" $many
	others=$(difference "$(count counts "$instructions")" "$(count there "$instructions")")
	is "instructions on the others" "$others" '<=' $few
}

# perf list prints no event that cannot be counted.
test_list() {
	run text perf list hw
	sed -n 's/^ *\([-a-z]*\) .*\[Hardware event\].*/\1/p' text >names
	for name in ${cycles:+cpu-cycles} instructions branch-instructions; do
		has names "^$name\$"
	done
	stat counts -e "$(paste -s -d , names)" looper $few
	hasnt counts 'not supported'
}

#
# Sampling
#

test_samples() {
	[ -z "$silent" ] || { skip "$silent"; return; }
	stat counts -e "$instructions" looper $many
	total=$(count counts "$instructions")
	record data -e "$instructions" -c $period looper $many
	script data text -F comm,ip,sym,period
	is "samples of $total instructions" "$(wc -l <text)" == $((total / period))
	is "samples in the loop" "$(lines text "^ *looper +$period +[0-9a-f]+ loop\$")" \
		'>=' $((many * per_round / period))
	report data text
	has text '^# Total Lost Samples: 0$'
	top_entry text >top
	has top ' looper +looper +\[\.\] loop *$'
	is "share of the loop in %" "$(sed 's/%.*//;s/ //g' top)" '>=' 95
}

# The leader's samples say what the others counted meanwhile
test_leader() {
	[ -z "$silent" ] || { skip "$silent"; return; }
	record data -e "{$instructions,$branches}:S" -c $period looper $many
	script data text -F event,ip,sym,period
	grep -F "$branches:" text >others
	is "samples of branches" "$(lines others ' loop$')" '>=' 10
	# But for the first, which starts before the loop. A period may end behind either
	# of the two instructions
	awk -v half=$((period / per_round)) '
		NR > 1 && $NF == "loop" && ($1 < half - 1 || $1 > half + 1)' others >wrong
	[ ! -s wrong ] || { bad "other than half as many branches as instructions:"; show wrong; }
}

test_frequency() {
	[ -z "$silent" ] || { skip "$silent"; return; }
	run output perf record -q -F 500 -o data looper 30000000
	script data text -F comm,ip,sym,period
	is "samples in the loop" "$(lines text '^ *looper .* loop$')" '>=' 10
	# The period follows the frequency
	is "different periods" "$(awk '$NF == "loop" { print $2 }' text | sort -u | wc -l)" '>=' 2
}

test_annotate() {
	[ -z "$silent" ] || { skip "$silent"; return; }
	command -v objdump >/dev/null || { skip "no objdump here"; return; }
	record data -e "$instructions" -c $period looper $many
	run text perf annotate --stdio --stdio-color never -i data loop
	# Its two instructions, and nothing else
	is "share of the loop in %" "$(awk -F: '$1 + 0 > 0 && $3 ~ /dec|jne|nop|bdnz/ {
		sum += $1 } END { print sum + 0 }' text)" '>=' 99.9
	is "instructions with samples" "$(lines text '^ +[0-9]+\.[0-9]+ .*:')" '>=' 5
}

test_top() {
	[ -z "$silent" ] || { skip "$silent"; return; }
	looper 1000000000000 >/dev/null &
	burner=$!
	# A terminal on which nobody types. It writes a display now and then, the rest
	# at its end
	mkfifo keys
	for seconds in 3 10 30; do
		log "\$ perf top --stdio -e $instructions -c 1000000 -d 1 -p $burner"
		perf top --stdio -e "$instructions" -c 1000000 -d 1 -p $burner >output 2>&1 <>keys &
		client=$!
		wait_for "its events" sh -c "ls -l /proc/$client/fd | grep -q perf_event"
		sleep $seconds
		# Until perf has its own handler for it, it ignores the signal
		wait_for "its end" sh -c "
			kill -INT $client; sleep 1; ! ls -l /proc/$client/fd | grep -q perf_event"
		sh -c "ls -l /proc/$client/fd | grep -q perf_event" 2>/dev/null && kill -KILL $client
		wait $client
		! grep -q '\[\.\] loop' output || break
	done
	stop_threads
	has output '[0-9]% +looper +\[\.\] loop'
}

all='
exact		stat counts a loop to the instruction
default_events	stat counts its default events
modes		stat tells user mode and kernel mode apart
raw		stat counts an event by its number as by its name
pinned		stat counts pinned events, or not at all
turns		stat says how long events counted that took turns
system		stat -a -A sees the loop on its CPU
list		list has what can be counted
samples		record -c has a sample for each period and loses none
leader		record has what a group counted between samples
frequency	record -F finds the function
annotate	annotate puts the samples at the instructions of the loop
top		top finds the function
'

run_tests "$@"
