#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf bench: every benchmark runs and says what scripts look for; what it did can be seen
# by counting.

. "$TESTS/tap.bash"

page=$TESTS/../Documentation/perf-bench.rst

# matches PATTERN ARGUMENTS...: a line of the output matches
matches() {
	local pattern=$1

	shift
	"$PERF" bench "$@" >out
	cat out
	grep -qE -- "$pattern" out
}

operations='^ +[0-9]+\.[0-9]{6} usecs/op$'
seconds='^     Total time: [0-9]+\.[0-9]{3} \[sec\]$'

ok "sched pipe" matches "$operations" sched pipe -l 50
ok "sched pipe, words" grep -qx '# Executed 50 pipe operations between two processes' out
ok "sched pipe, heading" grep -qx "# Running 'sched/pipe' benchmark:" out
ok "sched pipe, threads" matches 'between two threads$' sched pipe -T -l 50
ok "sched messaging" matches "$seconds" sched messaging -g 1 -l 5
ok "sched messaging, words" grep -qx '# 1 groups == 40 processes run' out
ok "sched messaging, threads and pipes" matches '# 1 groups == 40 threads run' \
	sched messaging -t -p -g 1 -l 5
for name in basic getpgid fork execve; do
	ok "syscall $name" matches '^ +[0-9]+ ops/sec$' syscall "$name" -l 20
done
ok "mem memcpy" matches '^ +[0-9]+\.[0-9]{6} [KMG]B/sec$' mem memcpy -s 64KB -l 2
ok "mem memset, one way" matches "^# function 'default' " mem memset -f default -s 4KB
ok "mem, only that way" test "$(grep -c '^# function' out)" = 1
ok "futex wake" matches '^Wokeup 3 of 3 threads in [0-9.]+ ms \(\+-[0-9.]+%\)$' \
	futex wake -t 3 -s
ok "futex hash" matches '^Averaged [1-9][0-9]* operations/sec \(\+- [0-9.]+%\), total secs = 1$' \
	futex hash -t 2 -r 1
ok "epoll wait" matches '^Averaged [1-9][0-9]* operations/sec' epoll wait -t 2 -r 1
ok "epoll ctl" matches '^Averaged [1-9][0-9]* operations/sec' epoll ctl -t 2 -r 1
for name in open read toggle map sample; do
	ok "event $name" matches "$operations" event "$name" -l 20 -n 3
done
ok "event switch" matches '^# 3 events on one of the threads$' event switch -l 20 -n 3

repeats() {
	"$PERF" bench -f simple -r 3 sched pipe -l 10 >out
	cat out
	[ "$(grep -cxE '[0-9]+\.[0-9]{3}' out)" = 3 ]
	[ "$(wc -l <out)" = 3 ]
}
ok "figures alone, three times" repeats

# The kernel's tracepoints count the calls that perf bench prints. Other calls of the process are
# the same each time, so the difference of two runs is exact.
calls() {
	"$PERF" stat -x, -o counts -e syscalls:sys_enter_getppid \
		"$PERF" bench syscall basic -l "$1" >out || return
	grep syscalls counts | cut -d, -f1
}
# Whatever else runs in the process makes the same calls each time.
does_it() {
	local some more

	some=$(calls 234)
	more=$(calls 1234)
	echo "$some $more"
	[ "$((more - some))" = 1000 ]
}
if [ -d /sys/kernel/tracing/events/syscalls ] ||
	[ -d /sys/kernel/debug/tracing/events/syscalls ]; then
	ok "as many calls as it says" does_it
else
	skip "as many calls as it says" "no tracepoints of system calls"
fi

# fails CODE PATTERN ARGUMENTS...
fails() {
	perf_says "$1" "$2" bench "${@:3}"
}
ok "unknown collection" fails 129 "did you mean 'sched'" shed pipe
ok "unknown benchmark" fails 129 "did you mean 'pipe'" sched pip
ok "unknown option" fails 129 "unknown option" sched pipe -Q
ok "unknown function" fails 1 "x86-64-movsq|words" mem memcpy -f nonsense
ok "unknown format" fails 129 "default or simple" -f wide sched pipe
ok "too many events" fails 1 "at most" event open -n 5000 -l 1

listed() {
	"$PERF" bench >out
	grep -qE '^ +sched: ' out
	"$PERF" bench syscall >out
	grep -qE '^ +execve: ' out
}
ok "collections and benchmarks are listed" listed

# Options of single benchmarks are not in the table that the manual is made of.
page_has_all() {
	local collection bench word bad=0

	for collection in sched syscall mem futex epoll event; do
		grep -q "$collection" "$page" || {
			echo "$collection"
			bad=1
		}
		for bench in $("$PERF" bench "$collection" | sed -n 's/^ *\([a-z]*\): .*/\1/p'); do
			[ "$bench" != all ] || continue
			grep -q "\*\*$collection $bench\*\*" "$page" ||
				{ echo "$collection $bench"; bad=1; }
			for word in $("$PERF" bench "$collection" "$bench" --help |
				      grep -oE -- '--[a-z_]+'); do
				grep -q -- "$word" "$page" ||
					{ echo "$collection $bench $word"; bad=1; }
			done
		done
	done
	return "$bad"
}
ok "the manual has all benchmarks and their options" page_has_all
tap_end
