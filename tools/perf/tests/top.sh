#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf top: pages of text, and the browser, of a program that is known.

. "$TESTS/tap.bash"
. "$TESTS/tmux.bash"
. "$TESTS/top.bash"
busy=${busy:?top.bash says which}

page() {
	top -p "$busy" --pages 2
	cat out
	grep -Eq '^ +[0-9.]+%  calls +\[\.\] (add|mix)$' out
	[ "$(grep -c 'PerfTop: ' out)" = 2 ]
	grep -Eq "^   PerfTop: +[0-9]+ irqs/sec  kernel:[ 0-9.]+%  exact: +0.0% lost: [0-9]+/[0-9]+ drop: 0/0 \[4000Hz cpu-clock\],  \(target_pid: $busy\)$" out
}
ok "pages of a process" page

# The two functions that loop have nearly all samples, and no line is larger than all.
shares() {
	awk '/%  calls +\[\.\] (add|mix)$/ { sum += $1 } /PerfTop/ { if (sum > 101) exit 1; last = sum; sum = 0 }
	     END { exit !(sum > 80 && sum <= 101) }' out
}
ok "shares" shares

entries() {
	top -a --pages 1 -E 3
	[ "$(grep -c '%' out)" -le 4 ]
	grep -q '(all, [0-9]* CPU' out
}
ok "number of lines" entries
samples() {
	top -p "$busy" --pages 1 -n
	grep -Eq '^ +[0-9.]+% +[0-9]+  calls +\[\.\] ' out
}
ok "numbers of samples" samples
few() {
	top -p "$busy" --pages 1 -f 100000
	not grep -q 'calls' out
}
ok "no functions with few samples" few
user() {
	top -p "$busy" --pages 1 -K || return
	! grep -q '\[k\]' out || return
	grep -q '\[\.\]' out
}
ok "without the kernel" user
kernel() {
	top -p "$busy" --pages 1 -U
	not grep -q '\[\.\]' out
}
ok "the kernel only" kernel
stacks() {
	top -p "$busy" --pages 1 -g
	grep -q -- '--main$\|---main$\|main$' out
	grep -Eq 'recurse' out
}
ok "call stacks" stacks
sorted() {
	top -p "$busy" --pages 1 -s comm,sym
	grep -Eq '%  calls +\[\.\] (add|mix)' out
}
ok "by other keys" sorted
events() {
	top -e cpu-clock,page-faults -p "$busy" --pages 1
	[ "$(grep -c PerfTop out)" = 3 ]
}
ok "several events" events
fewer() {
	top -p "$busy" --pages 3 -z --dsos calls
	grep -q 'calls\|\[\.\]' out
}
ok "one object, each page anew" fewer

process_ends() {
	./calls 10000 & one=$!
	"$PERF" top --stdio -e cpu-clock -d 60 -p "$one" >out 2>err </dev/null
	grep -q PerfTop out
}
ok "it ends with the process that it watches" process_ends

ok "no such process" says 1 '999999999|no such|does not exist' -p 999999999
ok "no such event" says 129 'cpu-clock' -e cpu-clok
ok "no time" says 129 'at least 0.05' -d 0
ok "nothing left" says 129 'leave nothing' -K -U
ok "all and some" says 129 '-p, -t and -u limit it' -a -p "$busy"
no_right() {
	chmod 755 .
	cp "$PERF" mine
	chmod 755 mine calls
	before=$(cat /proc/sys/kernel/perf_event_paranoid)
	echo 3 >/proc/sys/kernel/perf_event_paranoid
	status=0
	setpriv --reuid=65534 --clear-groups ./mine top --stdio -a --pages 1 >out 2>err </dev/null ||
		status=$?
	echo "$before" >/proc/sys/kernel/perf_event_paranoid
	cat err
	[ "$status" = 1 ]
	grep -q 'perf_event_paranoid' err
}
if [ "$(id -u)" = 0 ] && [ -w /proc/sys/kernel/perf_event_paranoid ] &&
	command -v setpriv >/dev/null; then
	cd "$(mktemp -d)" || exit
	cp "$OLDPWD/calls" .
	ok "without the right to" no_right
	rm -rf "$PWD"
	cd "$OLDPWD" || exit
else
	skip "without the right to" "not root"
fi

interrupted() {
	"$PERF" top --stdio -e cpu-clock -d 0.2 -p "$busy" >out 2>err </dev/null &
	watcher=$!
	for ((try = 0; try < 200; try++)); do
		! grep -q PerfTop out || break
		sleep 0.1
	done
	kill -TERM "$watcher"
	wait "$watcher" || :
}
ok "a signal ends it well" interrupted
ok "nothing of it stays behind" is_gone "top --stdio -e cpu-clock -d 0.[25] -p $busy"

if ! command -v tmux >/dev/null; then
	skip "browser" "no tmux"
	tap_end
fi
browse() { start 100 20 "'$PERF' top -e cpu-clock -d 0.5 -g -p $busy"; }
ok "on a terminal it is browsed" browse
ok "lines come" sees '\(target_pid' 'Samples: [1-9]' '\+ +[0-9.]+% .*\[\.\] (add|mix)'
find_one() {
	keys f mix Enter
	sees '\[\.\] mix'
}
ok "look for a function" find_one
ok "its instructions" press a 'samples of cpu-clock' '[0-9]+\.[0-9]+ \|'
ok "and back" press q 'Children +Self'
ok "stop" press p '\(stopped\)'
ok "open a line" press Enter '^-'
ok "go on" press p 'Samples: [0-9]+ of cpu-clock, count [0-9]+$'
ok "q ends it" ends q
ok "nothing stays behind" is_gone "perf top -e cpu-clock -d 0.5 -g -p $busy"
pages() {
	start 130 20 "'$PERF' top --stdio -e cpu-clock -d 0.5 -p $busy"
	sees 'PerfTop: .*target_pid'
	ends q
}
ok "pages of text on a terminal, q ends them" pages
tap_end
