#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf top: what its pages can be made to show, and how they come about.

. "$TESTS/tap.bash"
. "$TESTS/tmux.bash"
. "$TESTS/top.bash"
busy=${busy:?top.bash says which}

# pages OPTIONS...: of the busy program, enough of them that some have samples
pages() {
	top -p "$busy" --pages 3 "$@" || return
	cat out
}

# share PATTERN: of the lines that match, in the last page
share() {
	awk -v pattern="$1" '/PerfTop/ { sum = 0 } $0 ~ pattern { sum += $1 } END { print sum + 0 }' out
}
# between LEAST MOST NUMBER
between() {
	awk -v least="$1" -v most="$2" -v number="$3" 'BEGIN {
		print number; exit !(number >= least && number <= most) }'
}

# ---- columns

fields() {
	pages --fields sample,sym
	grep -Eq '^ +[0-9]+  \[\.\] (add|mix)$' out
	! grep -v PerfTop out | grep '%'
}
ok "columns that are asked for" fields
widths() {
	pages -s sym -w 9,5
	grep -Eq '^ +[0-9.]+%  \[\.\] m$' out
	not grep -q 'mix' out
}
ok "widths of columns" widths
ok "no such column" says 129 "overhead_sys" --fields cpu-clock
ok "no width" says 129 'widths' -w x

hierarchy() {
	pages --hierarchy -s comm,dso,sym
	grep -Eq '^ +[0-9.]+% +calls *$' out
	grep -Eq '^ {6,}[0-9.]+% {6,}\[\.\] (add|mix)$' out
}
ok "a tree" hierarchy
short_tree() {
	pages --hierarchy -s dso,sym -E 2
	[ "$(grep -v PerfTop out | grep -c '%')" -le 6 ]
	grep -Eq '^ +[0-9.]+% +calls' out
}
ok "a tree of few lines" short_tree
ok "a tree has no columns" says 129 'no use for --fields' --hierarchy --fields sym
ok "a tree is text" says 129 'no use for --tui' --hierarchy --tui

# ---- shares

relative() {
	pages --symbols mix -s dso,sym --percentage relative || return
	between 99.9 100.1 "$(share calls)"
}
ok "shares of what is left" relative
absolute() {
	pages --symbols mix -s dso,sym
	between 20 95 "$(share calls)"
}
ok "shares of all" absolute
absolute_without() {
	pages --symbols mix -s dso
	between 20 95 "$(share calls)"
}
ok "shares of all, of lines without a base" absolute_without
ok "no kind of shares" says 129 'relative or absolute' --percentage half

# ---- call stacks

callees() {
	pages -g --no-children --ignore-callees recurse
	between 20 100 "$(share '% .* recurse$')"
}
ok "what a function calls is its own" callees
callers() {
	pages -g --no-children
	between 0 10 "$(share '% .* recurse$')"
}
ok "without that it is not" callers
ok "callees without call stacks" says 129 'no call stacks' --ignore-callees main
ok "no pattern" says 129 'no regular expression' -g --ignore-callees '('

# ---- groups

ok_or_end "build a program with faults" build touches
./touches &
faulty=$!
trap 'kill $busy $faulty 2>/dev/null; terminal kill-server 2>/dev/null' EXIT
faults_group() {
	"$PERF" top --stdio -d 0.5 --pages 3 -p "$faulty" -s sym --dsos touches "$@" >out 2>err </dev/null
	cat out err
}
first() {
	awk '/PerfTop/ { want = 1 } want && / \[\.\] / { name = $NF; want = 0 } END { print name }' out
}
side_by_side() {
	faults_group --group -e cpu-clock,page-faults
	[ "$(grep -c PerfTop out)" = 3 ]
	grep -Eq '^ +[0-9.]+% +[0-9.]+%  \[\.\] spin$' out
	[ "$(first)" = spin ]
}
ok "events of a group side by side" side_by_side
# At a rate the kernel may think that there are more faults to come than there are, and
# have no sample of any for as long as is looked. With a period it had none once, on a busy
# machine: only what has samples can be sorted by them.
have_faults() {
	awk '/PerfTop/ { found = 0 } / \[\.\] touch$/ { found = 1 } END { exit !found }' out
}
second() {
	local looks=0

	until faults_group -e '{cpu-clock,page-faults/period=1/}' --group-sort-idx 1 && have_faults; do
		[ $((looks += 1)) -lt 5 ]
	done
	[ "$(first)" = touch ]
}
ok "by the second event" second
none() {
	faults_group -e '{cpu-clock,page-faults}' --group-sort-idx 7 || return
	[ "$(first)" = spin ]
}
ok "by an event that there is not" none

# ---- what is sampled

opened() {
	top -p "$busy" --pages 1 "$@" && cat err
}
verbose() {
	opened -v
	grep -Eq '^perf top: cpu-clock, opened [0-9]+ times: type: 1 .* 4000,' err
	grep -q 'bpf_event: 1' err
	not grep -Eq 'namespaces|cgroup' err
}
ok "what was opened, and how" verbose
quiet() {
	opened
	[ ! -s err ]
}
ok "nothing of it, unless asked for" quiet
more() {
	opened -v --namespaces --all-cgroups --no-bpf-event
	not grep -q 'bpf_event' err
	grep -q 'namespaces: 1' err
	grep -q 'cgroup: 1' err
}
ok "namespaces and control groups, no BPF" more
# The clock is taken where cycles cannot be counted, and nobody had asked for it.
fallback() {
	"$PERF" top --stdio -v -d 0.5 --pages 1 -p "$busy" >out 2>err </dev/null
	cat err
	grep -q '^perf top: cycles' err || grep -q 'sampling by cpu-clock' err
}
ok "what is not as it should be" fallback
cgroups() {
	pages -s cgroup,sym
	not grep -Eq '^ +[0-9.]+%  /' out
	pages --all-cgroups -s cgroup,sym
	grep -Eq '^ +[0-9.]+%  /.* \[\.\] (add|mix)$' out
}
if grep -q ' cgroup2 ' /proc/mounts; then
	ok "by control group" cgroups
else
	skip "by control group" "no hierarchy of version 2"
fi
# The clocks of the kernel have no branches.
ok "branches" says 1 "no branches are recorded with 'cpu-clock'" -b -e cpu-clock
ok "branches of a kind" says 1 "no branches are recorded with 'cpu-clock'" -j any_call,u \
	-e cpu-clock
ok "no kind of branches" says 129 "no branch filter 'some'" -j some
ok "keys of branches" says 129 'need branches' -s symbol_from
branches() {
	"$PERF" top --stdio -d 0.5 --pages 3 -p "$busy" -e cycles:u \
		-b --fields overhead,symbol_from,symbol_to \
		>out 2>err </dev/null || return
	cat out
	grep -Eq '^ +[0-9.]+%  \[\.\] (add|mix) +\[\.\] (add|mix)' out
}
if "$PERF" record -q -o branches.data -e cycles:u -b ./calls 100 2>err; then
	ok "by branches" branches
else
	skip "by branches" "$(head -n 1 err)"
fi

# ---- how it is sampled

# recorder OPTIONS...: top in the background, and the process that records for it
recorder() {
	local try

	"$PERF" top --stdio -e cpu-clock -d 0.5 -p "$busy" "$@" >out 2>err </dev/null &
	watcher=$!
	for ((try = 0; try < 200; try++)); do
		! grep -q PerfTop out || break
		sleep 0.1
	done
	recorder=$(pgrep -P "$watcher")
}
rings() {
	local page sizes

	recorder -m 16
	page=$(getconf PAGESIZE)
	sizes=$(awk '/perf_event/ { print $1 }' "/proc/$recorder/maps" | while IFS=- read -r from to; do
		echo $(((0x$to - 0x$from) / page))
	done | sort -u)
	kill "$watcher"
	wait "$watcher" || :
	echo "$sizes"
	[ "$sizes" = 17 ]
}
ok "pages of a ring, and one to tell of it" rings
ok "no size of a ring" says 129 'wants pages' -m x
realtime() {
	local said

	recorder -r 3
	said=$(chrt -p "$recorder")
	kill "$watcher" && wait "$watcher" && echo "$said" && grep -q FIFO <<<"$said" &&
		grep -q ': 3$' <<<"$said"
}
if command -v chrt >/dev/null && chrt -f 3 true 2>/dev/null; then
	ok "in real time" realtime
else
	skip "in real time" "not allowed, or no chrt"
fi
ok "no priority" says 1 'real-time priority 1000' -r 1000
newest() {
	pages --overwrite
	grep -Eq '^ +[0-9.]+%  calls +\[\.\] (add|mix)$' out
}
ok "the newest samples" newest
synthesize() {
	pages --num-thread-synthesize 2
	grep -q '\[\.\]' out
}
ok "threads that are not needed" synthesize

# ---- events that switch

# The busy program has no such faults.
off() {
	top -p "$busy" --pages 3 -e dummy,emulation-faults --switch-on emulation-faults
	cat out
	grep -q PerfTop out
	not grep -Eq '%  calls' out
}
ok "nothing before an event" off
faults_on() {
	faults_group -e cpu-clock,page-faults "$@"
	awk '/PerfTop/ { fault = /page-faults/ } / touch$/ && fault { print; found = 1 }
			/ spin$/ && !fault { spins = 1 } END { exit !(spins && found == shown) }' shown="$shown" out
}
between_faults="--switch-on page-faults --switch-off page-faults"
# shellcheck disable=SC2086 # two options
{
	shown=0
	ok "samples between events" faults_on $between_faults
	shown=1
	ok "with those that switch" faults_on $between_faults --show-on-off-events
}
# A sample before the first fault is on the first page, which has a table for each event; later
# pages have its line with nothing in it.
until_fault() {
	faults_group -e cpu-clock,page-faults --switch-off page-faults -z
	awk '/PerfTop/ { tables++ } tables > 2 && / spin$/ && !/ 0\.00%/ { bad = 1 }
			END { exit bad || tables < 6 }' out
}
ok "none after an event" until_fault
ok "no such event to switch" says 1 "no event 'page-fault'" -e page-faults -p "$busy" \
	--switch-on page-fault
ok "which one is meant" says 1 "Did you mean 'page-faults'" -e page-faults -p "$busy" \
	--switch-off page-fault

# ---- instructions, symbols

instructions() {
	pages --sym-annotate mix "$@" || return
	grep -q 'PerfTop' out || return
	grep -q 'Disassembly of calls for cpu-clock' out || return
	! grep -v PerfTop out | grep '%  '
}
syntax() {
	instructions -M intel --asm-raw --no-source
	grep -Eq ': +[0-9a-f]+: +([0-9a-f]{2} )+ +xor +rdx,rax' out
	not grep -q 'sink ^=' out
}
by_hits() {
	instructions --percent-type global-hits
	grep -q 'percent: global hits' out
}
nowhere() {
	pages --sym-annotate nowhere || return
	grep -q "no sample was in 'nowhere' up to now" out
}
if "$PERF" version --build-options | grep -q 'capstone: \[ on'; then
	ok "instructions of a function" instructions
	[ "$(uname -m)" != x86_64 ] || ok "instructions in Intel's syntax" syntax
	ok "instructions, of what" by_hits
else
	skip "instructions" "built without libcapstone"
fi
ok "instructions of what was not hit" nowhere
ok "instructions are text" says 129 '--tui has key a' --tui --sym-annotate mix
ok "no syntax" says 129 'att or intel' -M vax
dumps_symbols() {
	pages -D --dsos calls
	grep -Eq '^dso: calls \(/.*/calls, loaded, [0-9a-f]+\)$' err
	grep -Eq '^ [0-9a-f]+-[0-9a-f]+ [lg] mix$' err
	not grep -q ' mix$' <(sed '/^dso: /,$d' err)
}
ok "symbols at the end" dumps_symbols
no_effect() {
	pages --raw-trace --force --proc-map-timeout 100 --demangle-kernel --ignore-vmlinux --objdump x \
		-s sym
	grep -q '\[\.\] mix' out
}
ok "options without effect" no_effect
ok "no stitching" says 129 'stitch-lbr is not supported' --stitch-lbr
tap_end
