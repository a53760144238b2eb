#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf stat: commands while it counts, and metrics.

. "$TESTS/tap.bash"

# says CODE PATTERN ARGUMENTS...
says() {
	perf_says "$1" "$2" stat "${@:3}"
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
	mkfifo commands answers
	status=0
	"$PERF" stat -e task-clock:u -e sched:sched_process_exec -x, -D -1 \
		--control fifo:commands,answers sh program.sh >out 2>err || status=$?
	cat err
	[ "$status" = 0 ]
	grep -qE '^1,,sched:sched_process_exec' err
	[ "$(grep -c 'Events enabled' err)" = 1 ]
	[ "$(grep -c 'Events disabled' err)" = 2 ]
}
if [ -d /sys/kernel/tracing/events/sched ] || [ -d /sys/kernel/debug/tracing/events/sched ]; then
	ok "only what happens between enable and disable" between_commands
else
	skip "only what happens between enable and disable" "no tracepoints"
fi

stops() {
	mkfifo stop
	(sleep 0.3; echo nonsense; echo stop; sleep 30) >stop &
	status=0
	timeout 20 "$PERF" stat -e cpu-clock -a -I 100 --control fd:0 <stop >out 2>err || status=$?
	kill $!
	cat err
	[ "$status" = 0 ]
	grep -q cpu-clock err
}
ok "stop ends it, nonsense does not" stops
sender_ends() {
	echo ping | timeout 20 "$PERF" stat -e task-clock --control fd:0,1 sleep 0.2 >out 2>err
	grep -qx ack out
	grep -q task-clock err
}
ok "whoever sends commands may end" sender_ends
ok "no such channel" says 129 'fd:CONTROL' --control nonsense true
ok "no such FIFO" says 129 'No such file' --control fifo:/no/such true
ok "begin disabled" says 0 '<not counted> +cs' -e cs -D -1 true
ok "a delay that is none" says 129 'begin disabled' -D -2 true

# Each run is shown on its own, and an interrupt ends it.
for_ever() {
	status=0
	# shellcheck disable=SC2016 # for the other shell
	timeout -s INT 20 "$PERF" stat -r 0 -x, -e task-clock:u \
		sh -c 'echo run >>runs; [ "$(wc -l <runs)" -lt 3 ] || kill -INT $PPID' 2>err || status=$?
	cat err
	[ "$status" != 124 ]
	[ "$(grep -c task-clock err)" = 3 ]
}
ok "again and again until interrupted" for_ever

# After the last interval the program does not see the end: it runs until that interval was printed.
goes_on() {
	status=0
	timeout 60 "$PERF" stat -x, -e task-clock:u -I 20 --interval-count 1 -o counts \
		sh -c 'until grep -q task-clock counts; do sleep 0.01; done; : >went_on; exit 7' || status=$?
	cat counts
	[ "$status" = 7 ]
	[ -e went_on ]
	[ "$(grep -c task-clock counts)" = 1 ]
}
ok "a program goes on after the last interval" goes_on

# So many events that reading and printing them takes its time
exact_number() {
	local list=task-clock

	for _ in {1..20}; do
		list+=,task-clock
	done
	"$PERF" stat -x, -e "$list" -a --per-thread -I 10 --interval-count 3 2>err
	[ "$(cut -d, -f1 err | sort -u | wc -l)" = 3 ] || {
		cut -c1-72 err
		return 1
	}
}
ok "as many intervals as asked for" exact_number

# The time elapsed does not have the delay in it, however long it all took.
elapsed() {
	local before after

	before=$(date +%s%N)
	"$PERF" stat -x, -e duration_time,task-clock:u -D 1000 sleep 1.5 2>err
	after=$(date +%s%N)
	cat err
	[ "$(sed -n 's/^\([0-9]*\),.*duration_time.*/\1/p' err)" -le $((after - before - 1000000000)) ]
}
ok "the delay is not counted as time elapsed" elapsed

# in_order ARGUMENT...: nothing is printed before counting begins
in_order() {
	"$PERF" stat -x, -e cpu-clock -a -D 300 "$@" 2>err
	cat err
	[ "$(sed -n 2p err)" = 'Events enabled' ]
	[ "$(grep -c cpu-clock err)" = 1 ]
}
ok "intervals begin after the delay" in_order -I 50 --interval-count 1
ok "the time to stop is from after the delay" in_order --timeout 50

ok "metrics count what they are made of" says 0 'context-switches' -M switches,faults true
ok "and show the ratio" grep -qE 'page-faults +# .*/sec' err
ok "more events beside" says 0 'cpu-migrations' -M utilization -e cpu-migrations true
ok "unknown metric" says 129 'metrics: IPC' -M nonsense true

# groups N ARGUMENTS...: so many events are opened that lead a group, or are alone
groups() {
	local wanted=$1 found

	shift
	"$PERF" trace -o opened -e perf_event_open "$PERF" stat "$@" true || return 1
	found=$(grep -c 'group_fd: -1, .* = [0-9]*$' opened)
	[ "$found" = "$wanted" ] || {
		cat opened
		return 1
	}
}
if "$PERF" trace -o opened -e perf_event_open true 2>err; then
	ok "events are alone" groups 3 -e task-clock,cs,faults
	ok "or all in one group" groups 1 -g -e task-clock,cs,faults
	ok "also those of several groups" groups 1 --group -e '{task-clock,cs},{faults,cs}'
	ok "events of a metric are a group" groups 2 -M switches,faults
	ok "or alone, each once" groups 4 --metric-no-group -M switches,faults
	ok "or for each metric" groups 5 --metric-no-group --metric-no-merge -M switches,faults
	ok "what another group has is not counted again" groups 1 -M utilization,faults,faults
	ok "unless that is wanted" groups 3 --metric-no-merge -M utilization,faults,faults
else
	skip "groups" "$(tail -n 1 err)"
fi
if [ ! -e /sys/bus/event_source/devices/cpu/events/topdown-retiring ]; then
	ok "no pipeline slots here" says 1 'does not count pipeline slots' --topdown true
else
	ok "pipeline slots" says 0 'retiring' --topdown true
fi
tap_end
