#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf record: whom it records and until when, and where it goes.

. "$TESTS/tap.bash"

if ! "$PERF" record -q -o probe.data -e cpu-clock true 2>/dev/null; then
	skip "recording" "events cannot be opened here"
	tap_end
fi

# Two processes that wait for an order before they exec
wait_for_orders() {
	mkfifo "$1.orders"
	sh -c 'read order; exec $order' <"$1.orders" &
}

# ask COMMAND: the recording answers the command, and goes on
ask() {
	echo "$1" >&7
	read -r -t 20 -u 8 said || return
	[ "$said" = ack ]
}

# The first of several targets ends; what the second one does then is recorded, and when it
# has ended too so has the recording.
outlives() {
	local first second recording

	rm -f ./*.orders control ack
	mkfifo control ack
	exec 7<>control 8<>ack
	wait_for_orders first
	first=$!
	exec 5>first.orders
	wait_for_orders second
	second=$!
	exec 6>second.orders
	# Nobody but this shell holds the channels
	"$PERF" record -q -o targets.data -e cpu-clock --control fifo:control,ack \
		"$1" "$first,$second" 5>&- 6>&- 7>&- 8>&- &
	recording=$!
	ask ping
	echo true >&5
	wait "$first" || :
	ask ping || {
		echo "the recording does not go on"
		return 1
	}
	echo "env true" >&6
	wait "$second" || :
	exec 5>&- 6>&- 7>&- 8>&-
	timeout 30 tail --pid="$recording" -f /dev/null || {
		kill "$recording"
		return 1
	}
	wait "$recording" || :
	"$PERF" script -i targets.data --show-task-events >events
	grep -q 'COMM.* env:' events || {
		cat events
		return 1
	}
}
ok "recording processes goes on until the last has ended" outlives -p
ok "recording threads goes on until the last has ended" outlives -t

again() {
	"$PERF" record -q -o again.data -e cpu-clock "$@" true
}

old_file() {
	echo "what was there" >again.data
	again --switch-output
	grep -q 'what was there' again.data.old
}
ok "the old file is kept with --switch-output, too" old_file

# Recordings of other tools may be directories.
old_directory() {
	rm -rf again.data*
	mkdir -p again.data again.data.old/kcore_dir
	touch again.data/data again.data.old/{data,data.0,data.12,kcore_dir/{kcore,kallsyms,modules}}
	again
	[ -f again.data ]
	[ "$(ls again.data.old)" = data ]
	again
	[ -f again.data.old ]
}
ok "an old directory is replaced" old_directory

# refused NAME...: with these in it nothing is removed
refused() {
	rm -rf again.data*
	mkdir -p again.data.old/kcore_dir
	touch again.data.old/data "${@/#/again.data.old/}"
	echo kept >again.data
	again 2>err && return 1
	cat err
	grep -q 'not of a recording' err || return
	[ "$(cat again.data)" = kept ] || return
	[ -e again.data.old/data ] || return
	[ -e "again.data.old/$1" ]
}
ok "one that holds something else is not" refused mine
ok "nor one that holds it below" refused kcore_dir/data
ok "nor one with another's data" refused data.txt

directory_over_file() {
	rm -rf again.data*
	mkdir again.data
	: >again.data.old
	again
	[ -f again.data ]
	[ -d again.data.old ]
}
ok "a directory replaces an old file" directory_over_file

tap_end
