#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf stat: commands while it counts, and metrics.

. "$TESTS/tap.bash"

# says CODE PATTERN ARGUMENTS...
says() {
	local code=$1 pattern=$2 status

	shift 2
	"$PERF" stat "$@" >out 2>err
	status=$?
	cat err
	[ "$status" = "$code" ] && grep -qE -- "$pattern" err
}

# The program counts its system calls only between the two commands that it sends itself.
cat >program.sh <<'PROGRAM'
exec 3>commands 4<answers
tell() { echo "$1" >&3; read -r answer <&4; [ "$answer" = ack ] || exit 9; }
/bin/true; /bin/true
tell enable
/bin/true
tell disable
/bin/true; /bin/true; /bin/true
tell ping
PROGRAM
between_commands() {
	mkfifo commands answers || return
	"$PERF" stat -e task-clock:u -e sched:sched_process_exec -x, -D -1 \
		--control fifo:commands,answers sh program.sh >out 2>err
	status=$?
	cat err
	[ "$status" = 0 ] && grep -qE '^1,,sched:sched_process_exec' err &&
		[ "$(grep -c 'Events enabled' err)" = 1 ] && [ "$(grep -c 'Events disabled' err)" = 2 ]
}
if [ -d /sys/kernel/tracing/events/sched ] || [ -d /sys/kernel/debug/tracing/events/sched ]; then
	ok "only what happens between enable and disable" between_commands
else
	skip "only what happens between enable and disable" "no tracepoints"
fi

stops() {
	mkfifo stop
	(sleep 0.3; echo nonsense; echo stop; sleep 30) >stop &
	timeout 20 "$PERF" stat -e cpu-clock -a -I 100 --control fd:0 <stop >out 2>err
	status=$?
	kill $!
	cat err
	[ "$status" = 0 ] && grep -q cpu-clock err
}
ok "stop ends it, nonsense does not" stops
sender_ends() {
	echo ping | timeout 20 "$PERF" stat -e task-clock --control fd:0,1 sleep 0.2 >out 2>err &&
		grep -qx ack out && grep -q task-clock err
}
ok "whoever sends commands may end" sender_ends
ok "no such channel" says 129 'fd:CONTROL' --control nonsense true
ok "no such FIFO" says 129 'No such file' --control fifo:/no/such true
ok "begin disabled" says 0 '<not counted> +cs' -e cs -D -1 true
ok "a delay that is none" says 129 'begin disabled' -D -2 true

# Each run is shown on its own, and an interrupt ends it.
for_ever() {
	timeout -s INT 20 "$PERF" stat -r 0 -x, -e task-clock:u \
		sh -c 'echo run >>runs; [ "$(wc -l <runs)" -lt 3 ] || kill -INT $PPID' 2>err
	status=$?
	cat err
	[ "$status" != 124 ] && [ "$(grep -c task-clock err)" = 3 ]
}
ok "again and again until interrupted" for_ever

ok "metrics count what they are made of" says 0 'context-switches' -M switches,faults true
ok "and show the ratio" grep -qE 'page-faults +# .*/sec' err
ok "more events beside" says 0 'cpu-migrations' -M utilization -e cpu-migrations true
ok "unknown metric" says 129 'metrics: IPC' -M nonsense true
if [ ! -e /sys/bus/event_source/devices/cpu/events/topdown-retiring ]; then
	ok "no pipeline slots here" says 1 'does not count pipeline slots' --topdown true
else
	ok "pipeline slots" says 0 'retiring' --topdown true
fi
tap_end
