#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf report while it reads: the rows of the part that was read so far, or a line with the
# progress. A user would wait in front of an empty screen otherwise. The recording comes through a
# pipe whose other end stops in the middle.

. "$TESTS/tap.bash"
. "$TESTS/tmux.bash"

if ! command -v tmux >/dev/null || ! command -v gcc >/dev/null; then
	skip "reading on a terminal" "no tmux or no gcc"
	tap_end
fi
feeder=
trap '[ -z "$feeder" ] || kill "$feeder" 2>/dev/null; terminal kill-server 2>/dev/null' EXIT

# Small rings are full often: each time ends a round, and what is older can be counted. Page faults
# are as many on any host.
prepare() {
	gcc -O1 -g -fno-omit-frame-pointer -fno-optimize-sibling-calls -o paths \
		"$TESTS/programs/paths.c"
	"$PERF" record -q -e page-faults -c 1 -g -m 4 -o - ./paths 4000 2>err >stream.data
	"$PERF" script -D -i stream.data 2>err | grep -c FINISHED_ROUND >rounds
	cat err rounds
	[ "$(cat rounds)" -ge 10 ]
}
ok_or_end "record" prepare
size=$(stat -c %s stream.data)
"$PERF" report --stdio -i stream.data >whole 2>err
samples=$("$PERF" script -F event -i stream.data 2>err | grep -c page-faults)

# feed: half of the recording into the pipe, the rest as soon as the file "go" is there
feed() {
	[ -z "$feeder" ] || kill "$feeder" 2>/dev/null
	rm -f go pipe
	mkfifo pipe
	(
		exec >pipe
		head -c $((size / 2)) stream.data
		until [ -e go ]; do
			sleep 0.1
		done
		tail -c +$((size / 2 + 1)) stream.data
	) &
	feeder=$!
}

# ---- a line ----------------------------------------------------------------------------

# load OPTION...: as text, of which the terminal gets only what is said beside it
load() {
	start 100 24 "{ '$PERF' report --stdio -i pipe $* >text 2>/dev/tty; }"
}

# Before long the command has ended with success.
ended() {
	local try

	for ((try = 0; try < 300; try++)); do
		[ ! -s status ] || break
		sleep 0.1
	done
	[ "$(cat status)" = 0 ]
}

told() {
	load
	sees '^perf report: reading [0-9.]+ MB, [0-9]+ samples'
	[ ! -s text ]
}
feed
ok "a terminal shows how far reading is" told
erased() {
	touch go
	ended && ! shown | grep 'reading' && diff text whole
}
ok "in the end nothing is left of that" erased
# By then the message would have been on the screen; a host that is slower passes.
quiet() {
	load -q && sleep 2 && ! shown | grep 'reading' && touch go && ended
}
feed
ok "-q: it is not told" quiet

# ---- browsing --------------------------------------------------------------------------

if ! "$PERF" version --build-options | grep -q 'ncurses: \[ on'; then
	skip "browsing" "built without ncurses"
	tap_end
fi

browse() {
	start 100 24 "'$PERF' report -i $1"
}
feed
early() {
	browse pipe
	sees '^Samples: [0-9]+ of event .page-faults.' '^\+ +[0-9.]+% .*paths ' \
		'^reading [0-9.]+ MB, [0-9]+ samples  h: help'
}
ok_or_end "rows are there before the end is sent" early
fewer() {
	local first

	first=$(sed -n 's/^Samples: \([0-9]*\) .*/\1/p' screen)
	echo "$first of $samples"
	[ "$first" -gt 0 ]
	[ "$first" -lt "$samples" ]
}
ok "of the samples that were sent" fewer
moved() {
	press h 'Moving'
	press Escape '^reading'
	keys Down Up
	press f 'Look for: _'
}
ok "keys do what they do" moved
found() {
	keys n o s u c h Enter
	sees '^reading .*  not found$'
}
ok "what they say is beside how far it is" found
# A branch is opened, not all of its line.
opened() {
	press Enter '^- ' '^ +[+] +[0-9.]+% '
	press - '^\+ .*paths '
	press Enter '^- '
}
ok "a line is opened" opened
finished() {
	touch go
	sees "^Samples: $samples of event .page-faults." '^h: help'
	! shown | grep reading
}
ok "in the end all samples are there" finished
ok "and what was open is open" sees '^- ' '^ +([-+] +)?[0-9.]+% [^ ]+$'
same() {
	press C '^h: help'
	keys g
	sleep 0.2
	shown >streamed
	ends q
	browse stream.data
	sees "^Samples: $samples " '^h: help'
	shown >screen
	diff streamed screen
	ends q
}
ok "all is as in a report of the whole" same

feed
left() {
	early
	ends q
	[ ! -s said ]
}
ok "q leaves in the middle, with success" left
restored() {
	terminal send-keys -l x
	sees '^x'
	! shown | grep -E 'reading|Samples'
}
ok "the terminal is given back" restored
feed
gone() {
	early
	terminal kill-server
	is_gone "report -i pip[e]"
}
ok "it ends when the terminal is gone" gone

none() {
	"$PERF" record -q -e page-faults -c 1000000000 -o none.data true 2>err || return
	start 100 24 "'$PERF' report -i none.data" || return
	ended || :
	grep 'no samples to show' said || return
	[ "$(cat status)" = 1 ]
}
ok "without samples there is nothing to browse" none
tap_end
