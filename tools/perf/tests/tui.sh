#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The terminal browser of perf report, driven through tmux as a person would.

. "$TESTS/tap.bash"

programs=$TESTS/programs

if ! command -v tmux >/dev/null || ! command -v gcc >/dev/null; then
	skip "terminal browser" "no tmux or no gcc"
	tap_end
fi
if ! "$PERF" version --build-options | grep -q 'ncurses: \[ on'; then
	skip "terminal browser" "built without ncurses"
	tap_end
fi
. "$TESTS/tmux.bash"
trap 'terminal kill-server 2>/dev/null' EXIT

prepare() {
	gcc -O1 -g -fno-omit-frame-pointer -fno-optimize-sibling-calls -o calls \
		"$programs/calls.c"
	"$PERF" record -q -e cpu-clock,page-faults -F 5000 -g -o frames.data ./calls 3000 2>err
}
ok_or_end "record" prepare

browse() {
	start "$1" "$2" "'$PERF' report -i '$PWD/frames.data'"
}

ok "on a terminal report is browsed" browse 100 24
ok "title, heads, lines" sees '^Samples: [0-9]+ of event .cpu-clock.' 'Children +Self +Command' \
	'^\+ +[0-9.]+% .*calls .*\[\.\] main' '^h: help'
ok "Enter opens" press Enter '^- +[0-9.]+% .*\[\.\] ' '^ +[+-] +[0-9.]+% '
ok "Enter closes" press Enter '^\+ +[0-9.]+%'
closed() {
	press - '^\+ .*main'
	! shown | grep -q '^-'
}
ok "+ opens" press + '^- '
ok "- closes" closed
opened() { press e '^ +[+-]? +[0-9.]+% recurse' '^ +[+-]? +[0-9.]+% (add|mix)'; }
ok "e opens all of a line" opened
ok "c closes all of it" press c '^\+ .*main'
everything() {
	press E '^- ' '% recurse' || return
	press C '^\+ ' || return
	! shown | grep -q '^-'
}
ok "E and C open and close all lines" everything
# Colours are sequences that tmux gives back: 3x and 9x; reverse and bold are 7 and 1.
colours() { terminal capture-pane -p -e | grep -q $'\033\[[0-9;]*[39][0-7]m'; }
no_colours() {
	not colours
	terminal capture-pane -p -e | grep -q $'\033\[[0-9;]*7m'
}
ok "in colours" colours
start 100 24 "NO_COLOR=1 '$PERF' report -i '$PWD/frames.data'"
ok "NO_COLOR" sees '^Samples: ' '^h: help'
ok "NO_COLOR: none" no_colours
start 100 24 "NO_COLOR= '$PERF' report -i '$PWD/frames.data'"
ok "NO_COLOR that is empty" sees '^Samples: ' '^h: help'
ok "in colours again" colours
filter() {
	press / 'Only functions with: _'
	keys m i x
	sees 'with: mix_'
	keys Enter
	sees 'with: mix$' '\[\.\] mix'
	! shown | grep -q '\[\.\] add'
}
ok "/ narrows down to a name" filter
ok "left takes it back" press Left '\[\.\] add' '\[\.\] mix'
object() {
	press f 'Look for: _' && keys m i x Enter && sees 'Samples' && press d 'object: calls' &&
		sees '\[\.\] mix' && ! shown | grep -q 'libc.so' && press Escape 'libc.so|kernel'
}
ok "f finds, d narrows down to an object" object
thread() {
	press t 'thread: calls'
	press t 'Samples: [0-9]+ of event .cpu-clock., count [0-9]+$'
}
ok "t narrows down to a thread" thread
not_found() {
	press f 'Look for: '
	keys C-u n o s u c h Enter
	sees 'not found'
}
ok "what is not there is not found" not_found
annotated() {
	keys f C-u '[.] mix' Enter
	sees 'Samples: '
	press a 'mix .*calls .*samples of cpu-clock' \
		'[0-9]+\.[0-9]+ \| +[0-9a-f]+:  ' 'sink \^= i'
}
ok "a shows the instructions" annotated
ok "s hides the source" press s 'Enter: follow jump'
no_source() { ! sees_source; }
sees_source() { shown | grep -q 'sink ^='; }
ok "the source is hidden" no_source
ok "H goes to the hottest instruction" press H '\|'
ok "n shows numbers" press n '^ +[0-9]+ \| +[0-9a-f]+:'
ok "q goes back" press q 'Children +Self'
ok "i shows the header of the recording" press i 'About the recording' 'hostname' 'cpudesc'
ok "back from there" press q 'Children +Self'
ok "h helps" press h 'Moving' 'Narrowing down'
ok "back from help" press Escape 'Children +Self'
ok "Tab shows the next event" press Tab 'of event .page-faults.'
ok "shift Tab the one before" press BTab 'of event .cpu-clock.'
resized_all() {
	local size

	for size in "40 10" "10 3" "3 2" "1 1" "20 2" "200 50" "80 24"; do
		# shellcheck disable=SC2086 # two numbers
		set -- $size
		terminal resize-window -x "$1" -y "$2"
		keys Down Enter e E PageDown End Home C Right Left
		sleep 0.2
		[ ! -s status ] || {
			echo "it ended at $size"
			cat said
			return 1
		}
	done
	sees '^Samples: .*cpu-clock' '^h: help'
}
ok "any size of the terminal" resized_all
ok "q leaves, all is well" ends q
looks() {
	start 100 24 "'$PERF' report -i '$PWD/frames.data' --no-source --asm-raw -M intel"
	sees 'Samples: '
	keys f C-u '[.] mix' Enter
	sees 'Samples: '
	press a 'mix .*calls ' ':  ([0-9a-f]{2} )+ +xor +rdx,rax'
	no_source
	keys q
	sees 'Samples: '
	ends q
}
if [ "$(uname -m)" = x86_64 ]; then
	ok "bytes, Intel's syntax, no source" looks
else
	skip "bytes, Intel's syntax, no source" "this is no x86"
fi

tiny() {
	browse 1 1
	sleep 0.5
	keys h
	sleep 0.2
	keys q a
	sleep 0.2
	keys q
	ends q
}
ok "the smallest terminal" tiny
restored() {
	terminal send-keys -l x
	sleep 0.2
	! shown | grep -q 'Children'
}
ok "the terminal is given back" restored

old_terminal() {
	start 80 24 "TERM=vt100 '$PERF' report -i frames.data"
	sees 'Samples'
	ends q
}
ok "a terminal without colours" old_terminal
text() {
	start 120 50 "TERM=dumb '$PERF' report -i frames.data -g none"
	sees '# Samples|% +calls'
	"$PERF" report -i frames.data -g none >out
	grep -q '^# Samples' out
}
ok "text where there is no terminal" text
unknown() {
	TERM=unheard-of script -qec "'$PERF' report --tui -i frames.data" /dev/null >out 2>&1 </dev/null || :
	grep -q "terminals of the type 'unheard-of'" out
}
if command -v script >/dev/null; then
	ok "a terminal that nothing is known of" unknown
else
	skip "a terminal that nothing is known of" "no script"
fi
no_terminal() {
	not "$PERF" report --tui -i frames.data >out 2>err </dev/null
	grep -q 'no terminal' err
}
ok "--tui without a terminal" no_terminal
gone() {
	browse 80 24
	sees 'Samples'
	terminal kill-server
	is_gone "report -i $PWD/frames.dat[a]"
}
ok "it ends when the terminal is gone" gone
tap_end
