#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# stress-test.sh: events of every kind while what they depend on comes and goes.
#
# For STRESS_SECONDS (60), a CPU goes offline and online, PMUs are unregistered
# and registered with their events open, and so is the module they come from, and
# control groups are made and removed while they are being watched. Meanwhile events
# are opened, inherited, sampled and counted all over the system, probes come and go,
# and the programs about traces, filters, probes and BPF run; each of these must have
# got through at least once, nothing may hang, and the guest's runner looks for splats.
# On a machine so slow that one did not in that time, it goes on until it has, for three more
# minutes at the most; those that have leave it the machine, and what it depends on stays.

seconds=${STRESS_SECONDS:-60}
root=/sys/fs/cgroup
second=/sys/devices/system/cpu/cpu1/online
plug=/sys/module/test_pmu/parameters/plug
module=/lib/modules/test_pmu.ko
probes=/sys/kernel/tracing/kprobe_events
here=$(cd "$(dirname "$0")" && pwd)

# late: have the seconds passed?
late() {
	[ "$(cut -d. -f1 /proc/uptime)" -ge "$until" ]
}

# end NAME: is it time that it ends?
end() {
	late || return 1
	[ -s "$dir/$1" ] || [ "$(cut -d. -f1 /proc/uptime)" -ge $((until + 180)) ]
}

# all_end: is it for all?
all_end() {
	for task in $work; do
		end "$task" || return 1
	done
}

# count NAME: one more time that it got through
count() {
	echo x >>"$dir/$1"
}

# ---- what comes and goes ----

cpus() {
	until end cpus; do
		echo 0 >$second && sleep 0.3 && echo 1 >$second && count cpus
		sleep 0.2
	done
	echo 1 >$second
}

# Long enough, now and then, for a perf that starts slowly
pmus() {
	while :; do
		for window in 1 3 8; do
			! end pmus || return 0
			for name in $names; do
				echo "+$name" >$plug && count pmus
			done
			sleep "$window"
			for name in $names; do
				echo "-$name" >$plug && count pmus
			done
			sleep 0.2
		done
	done
}

# It can go in the moments when none of its PMUs has an event; others want it to stay
modules() {
	until end modules; do
		if rmmod test_pmu 2>/dev/null; then
			insmod $module && count modules
			sleep 3
		fi
		sleep 0.1
	done
}

groups() {
	until end groups; do
		for name in a b c; do
			mkdir -p "$root/stress-$name"
			sh -c "echo 0 >$root/stress-$name/cgroup.procs; faulter 20" >/dev/null
		done
		sleep 1
		for name in a b c; do
			rmdir "$root/stress-$name" && count groups
		done
	done
	mkdir -p "$root/stress-a" "$root/stress-b" "$root/stress-c"
}

# ---- what goes on meanwhile ----

opens() {
	until end opens; do
		opener 110 >/dev/null && count opens
	done
}

trees() {
	until end trees; do
		inheritor 30 8 1 >/dev/null && count trees
	done
}

# A second CPU that is offline just then is no fault of perf's
samples() {
	until end samples; do
		perf record -q -a -g -e cpu-clock,sched:sched_switch,faults -F 200 \
			--all-cgroups --switch-events -o "$dir/data" sleep 0.5 && count samples
	done
}

groups_watched() {
	until end groups_watched; do
		perf stat -a -e cs,cpu-clock,faults --for-each-cgroup stress-a,stress-b \
			sleep 0.2 && count groups_watched
	done
}

# A probe cannot go while an event is on it
probes_watched() {
	until end probes_watched; do
		echo 'p:stress/sleeps hrtimer_nanosleep' >>$probes
		perf stat -a -e stress:sleeps sleep 0.3
		echo '-:stress/sleeps' >>$probes && count probes_watched
	done
}

# The programs' results do not count, while others remove their PMUs and fire their probes; a
# SIGKILL in the middle is a part of the stress.
programs() {
	until end programs; do
		for name in aux_test addr_filter_test attr_sample_test probe_test bpf_test; do
			! end programs || return 0
			[ -e "$here/$name" ] || continue
			timeout -s KILL 15 "$here/$name"
			count programs
		done
	done
}

pmus_watched() {
	until end pmus_watched; do
		echo +test_count >$plug
		perf stat -e "{test_count/config=0/,faults}" sleep 0.5 && count pmus_watched
	done
}

echo "TAP version 13"
for tool in opener inheritor faulter perf; do
	command -v $tool >/dev/null || { echo "1..0 # SKIP no $tool here"; exit 4; }
done
[ "$(id -u)" = 0 ] || { echo "1..0 # SKIP needs root"; exit 4; }

work="opens trees samples"
[ ! -e "$here/bpf_test" ] || work="programs $work"
[ ! -e $probes ] || work="probes_watched $work"
[ ! -e $second ] || work="cpus $work"
if [ -e $root/cgroup.subtree_control ]; then
	# The first controller enabled below the root brings perf_event along
	echo +cpu >$root/cgroup.subtree_control
	work="groups groups_watched $work"
fi
if [ -e $plug ]; then
	names="test_count test_trace test_aux"
	work="pmus pmus_watched $work"
	[ ! -e $module ] || work="modules $work"
fi
# shellcheck disable=SC2086 # a list of words
set -- $work
echo "1..$(($# + 1))"

dir=$(mktemp -d /tmp/stress-test.XXXXXX)
trap 'rm -rf "$dir"' EXIT
until=$(($(cut -d. -f1 /proc/uptime) + seconds))
for name in "$@"; do
	$name >>"$dir/log.$name" 2>&1 </dev/null &
	echo "$! $name" >>"$dir/jobs"
done

# running: the names of those that still run
running() {
	while read -r pid name; do
		! kill -0 "$pid" 2>/dev/null || echo "$name"
	done <"$dir/jobs"
}

# waiting: where in the kernel those are that wait there without hearing signals
waiting() {
	for task in /proc/[0-9]*; do
		grep -q '^State:.D' "$task/status" 2>/dev/null || continue
		echo "# $(cat "$task/comm")"
		sed 's/^/#   /' "$task/stack"
	done
}

# A program in the middle of its work may finish it.
patience=60
while [ -n "$(running)" ]; do
	sleep 1
	! all_end || patience=$((patience - 1))
	[ $patience -gt 0 ] || break
done
serial=1 failed=0
if [ -n "$(running)" ]; then
	echo "not ok 1 everything ended in time"
	running | sed 's/^/# /'
	waiting
	failed=1
else
	echo "ok 1 everything ended in time"
fi
for name in "$@"; do
	serial=$((serial + 1))
	times=$(wc -l 2>/dev/null <"$dir/$name" || echo 0)
	if [ "${times:-0}" -gt 0 ]; then
		echo "# $name: $times times"
		echo "ok $serial $name got through"
	else
		echo "not ok $serial $name got through"
		tail -n 10 "$dir/log.$name" | sed 's/^/# /'
		failed=1
	fi
done
for name in a b c; do
	[ ! -d "$root/stress-$name" ] || rmdir "$root/stress-$name"
done
[ $failed = 0 ]
