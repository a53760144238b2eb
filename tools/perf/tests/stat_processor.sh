#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf stat of what few processors have: in a /sys of our own, whose PMUs are in truth the
# kernel's software events, and where they are missing.

# Single quotes hold a $ that is part of a script for a shell with a /sys of its own.
# shellcheck disable=SC2016

. "$TESTS/tap.bash"

devices=/sys/bus/event_source/devices
export devices

# says CODE PATTERN ARGUMENTS...
says() {
	perf_says "$1" "$2" stat "${@:3}"
}

ok "no counting by way of BPF" says 129 'bpf-counters is not supported: this perf does not' \
	--bpf-counters true
ok "nor of BPF programs" says 129 'bpf-prog is not supported: this perf does not' -b 1 true
ok "detail of nothing" says 129 'needs --topdown' --td-level 1 true
if [ ! -e $devices/cpu/events/tx-start ]; then
	ok "no transactions here" says 1 'does not count transactions' -T true
fi
if [ ! -e $devices/cpu/freeze_on_smi ]; then
	ok "no cost of SMIs here" says 1 'there is no .*/cpu/freeze_on_smi' --smi-cost true
fi
ok "no such kind of CPU" says 1 "no kind of CPU 'nosuch'" --cputype nosuch true

cat >fake.sh <<'FAKE'
# fake PMU [EVENT=CONFIG]...: a PMU whose events are the kernel's software events
fake() {
	local pmu=$devices/$1

	mkdir -p "$pmu/events" "$pmu/format"
	echo 1 >"$pmu/type"
	echo config:0-63 >"$pmu/format/event"
	for event in "${@:2}"; do
		echo "event=${event#*=}" >"$pmu/events/${event%=*}"
	done
}
mount -t tmpfs none "$devices" || exit
FAKE

# elsewhere SCRIPT: run by a shell that has fake() and an empty directory of PMUs
elsewhere() {
	unshare -m bash -c ". ./fake.sh; set -e; $1"
}
if ! elsewhere true 2>/dev/null; then
	skip "processors made up" "no permission to hide $devices"
	tap_end
fi

kinds='fake cpu_core faults_here=2; fake cpu_atom faults_here=2 only_atom=2
	echo 0-63 >$devices/cpu_core/cpus; echo 64-127 >$devices/cpu_atom/cpus; echo 999 >$devices/cpu_atom/type'
one_kind() {
	elsewhere "$kinds"'
		! "$PERF" stat --cputype core -e only_atom true 2>none
		"$PERF" stat -x, --cputype atom -e faults_here true 2>atom
		"$PERF" stat -x, --cputype cpu_core -e faults_here true 2>core' || return
	cat atom core none
	grep -q "no event 'only_atom'" none
	grep -qE '^[1-9][0-9]*,,faults_here' core
	grep -q '^<not supported>,,faults_here' atom
	[ "$(cat atom core | wc -l)" = 2 ]
}
ok "events of one kind of CPU" one_kind
generic_events() {
	elsewhere "$kinds"'
		"$PERF" stat record -o kind.data --cputype core -e cycles,LLC-loads,r2,cs true 2>said
		"$PERF" evlist -v -i kind.data' >got || {
			cat said
			return 1
		}
	cat got
	grep -q '^cycles: .*config: 0x100000000,' got
	grep -q '^LLC-loads: type: 3 .*config: 0x100000002 ' got
	grep -q '^r2: type: 1 .*config: 0x2 ' got
	grep -q '^cs: type: 1 .*config: 0x3 ' got
}
ok "generic events of one kind of CPU" generic_events
kinds_here() {
	elsewhere "$kinds"'
		! "$PERF" stat --cputype big true 2>said'
	cat said
	grep -q 'kinds: cpu_atom, cpu_core' said
}
ok "which kinds there are" kinds_here

# counted SCRIPT ARGUMENTS: the events that are opened, in a line
counted() {
	elsewhere "$1; \"\$PERF\" stat -x, $2 true 2>said"
	cut -d, -f3 said | tr '\n' ' ' | sed 's/ $//'
}
transactions() {
	local got

	got=$(counted 'fake cpu cycles-t=1 tx-start=4 cycles-ct=3' -T)
	echo "$got"
	[ "$got" = 'task-clock instructions cycles cpu/cycles-t/ cpu/tx-start/ cpu/cycles-ct/' ]
}
ok "-T: the events that there are" transactions

slots='fake cpu slots=1 topdown-retiring=2 topdown-bad-spec=2 topdown-fe-bound=2 topdown-be-bound=2'
more='fake cpu topdown-heavy-ops=2 topdown-br-mispredict=2 topdown-fetch-lat=2 topdown-mem-bound=2'
# levels ARGUMENTS WANTED SCRIPT
levels() {
	local got

	got=$(counted "$3" "$1" | wc -w)
	cat said
	[ "$got" = "$2" ]
}
ok "--topdown: as much as there is" levels --topdown 5 "$slots"
ok "--topdown: more where there is more" levels --topdown 9 "$slots; $more"
ok "--td-level 1" levels '--topdown --td-level 1' 5 "$slots; $more"
ok "--td-level 2" levels '--topdown --td-level 2' 9 "$slots; $more"
no_level() {
	elsewhere "$slots"'; ! "$PERF" stat --topdown --td-level 2 true 2>said'
	cat said
	grep -q 'up to level 1, not 2' said
}
ok "--td-level 2 where there is one" no_level

firmware='fake msr aperf=1 smi=4; fake cpu; echo 0 >$devices/cpu/freeze_on_smi'
frozen() {
	elsewhere "$firmware"'
		"$PERF" stat --smi-cost cat "$devices/cpu/freeze_on_smi" >during 2>said
		! "$PERF" stat --smi-cost ./nosuch 2>>said
		cat "$devices/cpu/freeze_on_smi" >after
		echo 1 >$devices/cpu/freeze_on_smi
		"$PERF" stat --smi-cost true 2>>said
		cat "$devices/cpu/freeze_on_smi" >always' || {
			cat said
			return 1
		}
	cat said
	[ "$(cat during after always)" = "$(printf '1\n0\n1')" ]
}
ok "--smi-cost: counters stand still in SMIs, and as before afterwards" frozen
needs_msr() {
	elsewhere "$firmware"'; rm "$devices/msr/events/smi"
		! "$PERF" stat --smi-cost true 2>said' || return
	cat said
	grep -q 'there is no .*/msr/events/smi' said
}
ok "--smi-cost where interrupts are not counted" needs_msr
tap_end
