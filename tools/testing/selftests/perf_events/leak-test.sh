#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC3045
#
# leak-test.sh: what events took comes back when they are gone.
#
# Opens and closes thousands of events, lets a tree of processes inherit and
# end in every order, kills perf in the middle of its work, and after each
# looks at the slab caches, after all at free memory, at the memory a user may
# lock, and at what kmemleak has found.
#
# Freed memory may wait for a grace period, so that each look is repeated a
# limited number of times until it finds what it should.
#
# LEAK_OPENS, LEAK_PROCESSES, LEAK_EVENTS, LEAK_ROUNDS, LEAK_KILLS: sizes. As
# they are, a debug kernel in an emulator is through in a few minutes. Fewer say
# little: slabs that a CPU keeps for itself make the caches' counters uncertain
# by a few hundred objects.

opens=${LEAK_OPENS:-10000}
processes=${LEAK_PROCESSES:-200}
events=${LEAK_EVENTS:-16}
rounds=${LEAK_ROUNDS:-4}
kills=${LEAK_KILLS:-2}

slab=/sys/kernel/slab
kmemleak=/sys/kernel/debug/kmemleak
max_stack=/proc/sys/kernel/perf_event_max_stack

# result STATUS TITLE
result() {
	serial=$((serial + 1))
	if [ "$1" = 0 ]; then
		echo "ok $serial $2"
	else
		echo "not ok $serial $2"
		head -n 30 "$dir/log" | sed 's/^/# /'
		failed=$((failed + 1))
	fi
	: >"$dir/log"
}

skip() {
	serial=$((serial + 1))
	echo "ok $serial $1 # SKIP $2"
}

run() {
	echo "\$ $*" >>"$dir/log"
	"$@" >>"$dir/log" 2>&1 </dev/null
}

# objects FILE: "cache count" of all slab caches, without what is free in them
objects() {
	for cache in "$slab"/*; do
		# An alias stands for the cache it was merged into
		[ -L "$cache" ] || echo 1 >"$cache/shrink"
	done
	for cache in "$slab"/*; do
		[ -L "$cache" ] || {
			read -r count _ <"$cache/objects"
			echo "${cache##*/} $count"
		}
	done >"$1"
}

# The caches of events themselves
own_caches() {
	for cache in "$slab"/perf_event*; do
		[ ! -e "$cache" ] || basename "$(readlink -f "$cache")"
	done
}

# same_events: each of these has as many objects as at the start
same_events() {
	objects "$dir/now"
	for cache in $own; do
		grep "^$cache " "$dir/start" >"$dir/was"
		grep "^$cache " "$dir/now" | cmp -s - "$dir/was" || {
			echo "was: $(cat "$dir/was"), is: $(grep "^$cache " "$dir/now")"
			return 1
		}
	done
}

# grown LIMIT: no cache has this many objects more than before
grown() {
	objects "$dir/now"
	awk -v limit="$1" '
		NR == FNR { before[$1] = $2; next }
		$2 - before[$1] >= limit { print $1 ": was " before[$1] ", is " $2; bad = 1 }
		END { exit bad }' "$dir/before" "$dir/now"
}

# eventually COMMAND...: tried until it succeeds; its last words into the log
eventually() {
	for _ in $(seq 20); do
		"$@" >"$dir/said" 2>&1 && return
		sleep 0.5
	done
	cat "$dir/said" >>"$dir/log"
	return 1
}

# compare TITLE LIMIT: two results on what is left after a step
compare() {
	eventually same_events
	result $? "$1: as many events as at the start"
	eventually grown "$2"
	result $? "$1: no slab cache grew by $2 objects"
	objects "$dir/before"
}

meminfo() {
	awk -v name="$1:" '$1 == name { print $2 }' /proc/meminfo
}

# memory_back: within what a guest's own doings need
memory_back() {
	objects "$dir/now"
	for entry in "MemFree 12288" "VmallocUsed 256" "Percpu 256"; do
		name=${entry% *} limit=${entry#* }
		before=$(sed -n "s/^$name //p" "$dir/memory") now=$(meminfo "$name")
		lost=$((now - before))
		[ "$name" != MemFree ] || lost=$((-lost))
		[ "$lost" -le "$limit" ] || {
			echo "$name: was $before kB, is $now kB"
			return 1
		}
	done
}

# locked: how much of rings an ordinary user may still map
locked() {
	su nobody -c 'ulimit -l 64; opener locked' 2>&1
}

# kill_perf: perf ends in the middle, with all its events on
kill_perf() {
	for i in $(seq "$kills"); do
		perf record -q -BN -o "$dir/data" -a -g -e cpu-clock,sched:sched_switch \
			-F 500 inheritor "$processes" 0 1000 >/dev/null 2>&1 </dev/null &
		first=$!
		perf stat -e faults,cs,task-clock,syscalls:sys_enter_clone \
			-p $$ sleep 600 >/dev/null 2>&1 </dev/null &
		second=$!
		sleep "0.$((i % 10 + 3))"
		kill -KILL $first $second
		wait $first $second 2>/dev/null
	done
	killall -q inheritor sleep
	for _ in $(seq 100); do
		pidof inheritor >/dev/null || return 0
		sleep 0.1
	done
	return 1
}

# no_leaks: an object must be some seconds old to count, and two scans agree
no_leaks() {
	sleep 6
	echo scan >"$kmemleak"
	sleep 6
	echo scan >"$kmemleak"
	cat "$kmemleak" >>"$dir/log"
	! grep -q '^unreferenced object' "$kmemleak"
}

# check_kmemleak TITLE: and forget it, so that the next time finds what is new
check_kmemleak() {
	if [ -e "$kmemleak" ]; then
		no_leaks
		result $? "$1"
		echo clear >"$kmemleak"
	else
		skip "$1" "this kernel has no kmemleak"
	fi
}

echo "TAP version 13"
for tool in opener inheritor perf; do
	command -v $tool >/dev/null || { echo "1..0 # SKIP no $tool here"; exit 4; }
done
[ "$(id -u)" = 0 ] || { echo "1..0 # SKIP needs root"; exit 4; }
[ -e "$slab/kmalloc-64/objects" ] || { echo "1..0 # SKIP no $slab (CONFIG_SLUB_DEBUG)"; exit 4; }
echo "1..15"

dir=$(mktemp -d /tmp/leak-test.XXXXXX)
chmod 755 "$dir"
trap 'rm -rf "$dir"' EXIT
serial=0 failed=0

check_kmemleak "kmemleak finds nothing from before, KUnit's tests among it"

# Once through everything, for what is set up on first use and then stays
run opener 55
run inheritor 20 "$events"
kills=1 kill_perf
own=$(own_caches)
sleep 1
objects "$dir/start"
cp "$dir/start" "$dir/before"
for name in MemFree VmallocUsed Percpu; do
	echo "$name $(meminfo $name)"
done >"$dir/memory"
locked_before=$(locked)

[ -n "$own" ]
result $? "there are slab caches of events"

run opener "$opens"
result $? "$opens opens and closes"
compare "opens" "$((opens / 10))"

run inheritor "$processes" "$events" "$rounds"
result $? "$rounds trees of $processes processes under $events events"
compare "trees" "$((processes * rounds / 2))"

kill_perf
result $? "perf killed in the middle $kills times"
# Few repeats: what is left of an event shows in the events' caches
compare "kills" 1000

eventually memory_back
result $? "free memory comes back"

locked_after=$(locked)
echo "before: $locked_before, after: $locked_after" >>"$dir/log"
case $locked_before in
"opener: "*" pages") [ "$locked_before" = "$locked_after" ] ;;
*) false ;;
esac
result $? "a user may lock as much memory as before"

# Refused while any event takes call chains
depth=$(cat $max_stack)
run sh -c "echo $depth >$max_stack"
result $? "no event with call chains is left"

check_kmemleak "kmemleak finds nothing"
[ $failed = 0 ]
