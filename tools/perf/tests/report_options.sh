#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Options of perf report that change a table as a whole: what shares are of, how wide columns
# are, lines as a tree, callers as a key. The tables are those of Debian 12's perf.

. "$TESTS/tap.bash"
record_others() {
	local clock=(-e cpu-clock -F 2000)

	record flat "${clock[@]}" ./calls 3000
	record frames "${clock[@]}" -g ./calls 3000
	# Some functions are sampled as well as found as callers
	record dense -e cpu-clock -F 15000 -g ./calls 3000
	record tasks "${clock[@]}" ./tasks
	record tasks_frames "${clock[@]}" -g ./tasks
	record with_cpu "${clock[@]}" --sample-cpu ./tasks
	# Some of its functions and callers are unknown
	record faults -e page-faults -c 1 -g ./tasks
	record group -e '{cpu-clock,page-faults}:S' ./templates
	record two_events -e cpu-clock,page-faults -g ./templates
	record tracepoints -e sched:sched_switch,sched:sched_process_fork ./tasks
	record linked "${clock[@]}" ./linked 300
	# Without the kernel, whose name is as wide as what has no name; nor is it found by an id
	objcopy --remove-section .note.gnu.build-id stripped nameless
	record nameless -e cpu-clock:u -F 2000 ./nameless 300
	record faults_only -e page-faults -c 1 ./calls 10
}
# That of Linux 6.12 lost the widths of narrow numbers, and names in trees with call graphs.
other=${OTHER_PERF:-/usr/bin/perf}
. "$TESTS/recordings.bash"
. "$TESTS/reports.bash"
other=${other:?recordings.bash says which}

skip_missing "options with"

# ---- --percentage

tid=$("$other" script -i tasks.data -F comm,tid | awk '/worker/ { print $NF; exit }')
compared "of all samples" tasks.data --percentage absolute --dsos tasks
compared "of what an object leaves" tasks.data --percentage relative --dsos tasks
compared "of what a name leaves" tasks.data --percentage relative --comms tasks \
	-n --show-total-period
compared "of what a function leaves" tasks.data --percentage relative -S spin --dsos tasks
compared "of nothing" tasks.data --percentage relative -S spun
compared "of an object, by object" tasks.data --percentage relative --dsos tasks -s dso,comm
compared "of a group" group.data --percentage relative --dsos templates -n
compared "of functions with their callers" tasks_frames.data --percentage relative --comms tasks \
	-g none
compared "least share of what is left" \
	tasks.data --percentage relative --comms tasks --percent-limit 50
compared "a thread's share of all samples" tasks.data --tid "$tid" -s pid,sym -n
compared "a thread's share of its own" tasks.data --tid "$tid" -s pid,sym -n --percentage relative
compared "a thread's share, callers" tasks_frames.data --tid 1
compared "a process that is none" two_events.data --pid 1
ok "of what else" refused "relative or absolute" --percentage some

# A line counts only samples that pass the filter, though thread and object are no keys of the line.
# (Debian's perf prints all or nothing of such a line, as its first sample decides.)
sum_of() {
	"$PERF" report -i tasks.data --percentage relative -q -t, -F sample -s "$1" "${@:2}" |
		awk -F, '{ sum += $1 } END { print sum }'
}
# Added up by lines: its head has no more than thousands (2K) of many.
samples_of() {
	"$other" report --stdio -i tasks.data --percentage relative -q -t, -F sample "$@" 2>said |
		awk -F, '{ sum += $1 } END { print sum }'
}
counted() {
	local key=$1

	shift
	"$PERF" report -i tasks.data -s "$key" --percentage relative "$@" | grep -q '^# Samples: 0 ' &&
		{ echo "no samples pass"; return 1; }
	[ "$(sum_of "$key" "$@")" = "$(samples_of -s comm,dso,sym "$@")" ]
}
ok "by function, of one name" counted sym --comms tasks
ok "by name, of one object" counted comm --dsos tasks
ok "by name, of one function" counted comm -S spin
ok "by object, of one function" counted dso -S spin

# ---- -w

compared "widths" tasks.data -w 3,20,5
compared "a wide number" tasks.data -w 30
compared "the third column" tasks.data -w 0,0,10
compared "narrow numbers" tasks.data -w 3,3,3,3 -n
compared "a width that is left out" tasks.data -w ,5
compared "no names" nameless.data -s dso,sym
compared "no names in chosen columns" nameless.data -s dso,sym -w 0
compared "widths of columns that are shown" tasks.data -w 20,5,6 --dsos tasks
compared "more widths than columns" flat.data -w 9,9,9,9,9,9,9 -s sym
compared "narrow functions" tasks.data -w 0,4 -s sym
compared "too narrow for functions" tasks.data -w 0,2 -s sym,comm
compared "a number last" tasks.data -w 0,3 -F sym,overhead
compared "many numbers" tasks.data -w 0,9,9,9 -F overhead_us,sample,period,sym
compared "a wide column last" tasks.data -w 0,0,40 -s comm,dso
compared "threads and CPUs" with_cpu.data -w 0,20,7 -s pid,cpu,sym
compared "narrow threads" with_cpu.data -w 0,7,7,7 -s pid,cpu,sym
compared "widths with callers" tasks_frames.data -w 9,5,3,0,9
compared "widths with two events" two_events.data -w 3,14,5 -g none
compared "widths of a group" group.data -w 3,3
compared "wide columns of a group" group.data -w 30,3,0,7 -n
ok "no number" refused "no widths" -w 3,a
ok "a width below nothing" refused "no widths" -w -3

# ---- --hierarchy

compared "a tree" tasks.data --hierarchy
compared "a tree of one key" tasks.data --hierarchy -s sym
compared "a tree of two" tasks.data --hierarchy -s sym,comm
compared "a tree of other keys" with_cpu.data --hierarchy -s cpu,pid,socket,sym
compared "a tree with numbers" tasks.data --hierarchy -s comm,sym -n --show-total-period
compared "a tree sorted by a part of the share" tasks.data --hierarchy -s overhead_us,comm,dso
compared "a tree of large ones" tasks.data --hierarchy --percent-limit 0.5
compared "a tree of very large ones" tasks.data --hierarchy -s comm,dso,sym -n --percent-limit 40
compared "nothing large below" tasks.data --hierarchy -s comm,pid,sym --percent-limit 25
compared "a tree, quiet" tasks.data --hierarchy -q
compared "a tree has no widths" tasks.data --hierarchy -w 20,4
compared "a tree of one name" tasks.data --hierarchy --comms tasks -s comm,dso
compared "a tree of nothing" tasks.data --hierarchy --dsos none
compared "a tree with call graphs" tasks_frames.data --hierarchy
compared "a tree with call graphs, callees first" tasks_frames.data --hierarchy --no-children
compared "a tree by function, with call graphs" tasks_frames.data --hierarchy -s sym,comm
compared "a tree with folded graphs" tasks_frames.data --hierarchy -g folded -s comm,pid
compared "a tree of a group" group.data --hierarchy
compared "a tree of a group, numbers" group.data --hierarchy -n -s comm,sym --percent-limit 10
compared "trees of two events" two_events.data --hierarchy
compared "trees of tracepoints" tracepoints.data --hierarchy -s comm,trace
compared "by socket" with_cpu.data -s socket,comm
ok "a tree of fields" refused "no use for --fields" --hierarchy -F overhead,sym
ok "a tree to browse" refused "no use for --tui" --hierarchy --tui

# Debian's pads them.
separated_tree() {
	"$other" report --stdio -i tasks.data -q -t '|' --hierarchy -s comm,sym 2>theirs.err |
		sed 's/ *| */|/g; s/^ //; s/ *$//' | grep . >theirs
	"$PERF" report -i tasks.data -q -t '|' --hierarchy -s comm,sym | grep . >ours
	diff theirs ours
}
[ ! -e tasks.data ] || ok "a tree between separators" separated_tree

# The lines above add up only samples that pass the filter. (Debian's perf adds up the rest too,
# where the first sample of a line passes.)
tree_sum() {
	"$PERF" report -i tasks.data --hierarchy -q -t, -n --dsos tasks -s comm,dso,sym |
		awk -F, '{ depth = (match($0, /[^ ]/) - 1) / 3; sum[depth] += $2 }
			END { print sum[0], sum[1], sum[2]; exit !(sum[0] && sum[0] == sum[1] && sum[1] == sum[2]) }'
}
ok "a tree adds up what is left" tree_sum

# ---- -U and --symbol-filter

compared "what has a symbol" faults.data -U
compared "what has a symbol, without callers" faults.data -U --no-children -n
compared "what has a symbol, callers above callees" faults.data -U -G
compared "objects where it has a symbol" faults.data -U -s dso
compared "objects where it has a symbol, in columns" faults.data -U -F sample,overhead,dso
compared "a function with a symbol" faults.data -U -S dl_main --no-children
compared "a part of a name" faults.data --symbol-filter=exec
compared "a part of a name, not with callers" faults.data --symbol-filter=libc --no-children
compared "a part of a name that is asked for" faults.data --symbol-filter=exec -S kernel_clone
compared "a part of no name" faults.data --symbol-filter=nowhere
compared "a part of a name, of what has one" faults.data -U --symbol-filter=dl

# Debian's forgets the part when the keys are given.
parts_only() {
	"$PERF" report -i faults.data -q -t, -g none --symbol-filter=exec -F sym -s "$1" | grep . >ours
	[ -s ours ]
	not grep -v exec ours
}
[ ! -e faults.data ] || ok "a part of a name, of chosen keys" parts_only sym
[ ! -e faults.data ] || ok "a part of a name, of more keys" parts_only dso,sym

# ---- --parent

compared "parents" frames.data -p mix -g none
compared "parents as the only key" frames.data -s parent -p 'mix|add'
compared "parents only" frames.data -p recurse -x
compared "parents only, of what they leave" frames.data -p recurse -x --percentage relative -g none
compared "the outermost parent" frames.data -s sym -p 'main|recurse|add' -g none
compared "the innermost parent" frames.data -s sym -p 'main|recurse|add' --no-children
compared "the outermost parent by -G" frames.data -s sym -p 'main|recurse|add' --no-children -G
compared "parents behind chosen columns" frames.data -F overhead,sym -p mix -g none
compared "parents behind chosen columns, sorted" frames.data -F overhead,dso -s sym -p mix -g none
compared "parents among chosen columns" frames.data -F overhead,parent -p 'mix|add'
compared "parents in narrow columns" frames.data -s comm,parent,dso -p recurse -w 0,6,4 -g none
compared "a tree by parents" frames.data --hierarchy -s parent,sym -p ^recurse
compared "parents without a pattern" tasks_frames.data -s parent,sym --no-children
compared "parents of two events" two_events.data -p work -x -g none
no_pattern() {
	not "$PERF" report -i frames.data -p '(' >ours 2>said
	[ ! -s ours ]
	grep -q "is no regular expression" said
}
ok "no pattern" no_pattern
ok "parents without call chains" refused "has no call chains" -p mix
ok "no call chains for the key" refused "has no call chains" -s sym,parent
ok "others of nobody" refused "it takes -p" -x

# ---- -v, and what is shown instead

# Of libraries with several files of symbols the two may take another one each.
same_verbose() {
	local file=$1

	shift
	"$other" report --stdio -i "$file" -v "$@" 2>theirs.err | plain |
		sed 's/ [blBD] \(\[.\] \)/ ? \1/' >theirs
	"$PERF" report --stdio -i "$file" -v "$@" 2>said >ours.raw
	plain <ours.raw | sed 's/ [blBD] \(\[.\] \)/ ? \1/' >ours
	grep -q '/calls\|kernel\|0x' ours && { diff theirs ours >differs ||
		diff <(untied <theirs) <(untied <ours); }
}
verbose() {
	local what=$1 file=$2

	shift 2
	[ ! -e "$file" ] || ok "$what" same_verbose "$file" "$@"
}
verbose "addresses, and where symbols are from" flat.data
verbose "of a debug link" linked.data -s sym
verbose "of the kernel" faults_only.data
verbose "of objects" two_events.data -s dso -g none --no-children
verbose "with callers" frames.data -g none
verbose "with callers that have samples too" dense.data -g none
verbose "narrow columns" flat.data -w 9,5,9
letters() {
	PERF_BUILDID_DIR=$PWD/none "$PERF" report -v -q -i linked.data --stdio -s sym >got 2>said
	grep -q ' l \[\.\] mix' got
	grep -Eq '/linked: [0-9]+ symbols of .*linked\.debug \(build id [0-9a-f]{40}\)' said
}
ok "a debug link is shown" letters
why_none() {
	cp flat.data other.data
	cp calls calls.kept
	# Another program in its place, and no cache
	cp fixed calls
	PERF_BUILDID_DIR=$PWD/none "$PERF" report -v -q -i other.data --stdio >ours 2>said
	cp calls.kept calls
	cat said
	grep -Eq '/calls: no symbols: the file is another one than when it was recorded \(build id' said
	grep -q ' ! \[\.\] 0x' ours
}
ok "why there are no symbols" why_none

compared "source with directories" flat.data -s srcline --full-source-path --dsos calls \
	--percent-limit 5
compared "source files with directories" flat.data -s srcfile --full-source-path --dsos calls \
	--percent-limit 5
compared "fields of tracepoints" tracepoints.data -F overhead,trace --raw-trace
# Debian's leaves the mappings of the program that a process was before, and a blank out.
mapped() {
	"$other" report --stdio -i "$1" --mmaps >theirs 2>theirs.err
	"$PERF" report --stdio -i "$1" --mmaps >ours
	[ "$(grep -c r-xp ours)" -ge 3 ]
	diff <(maps_by_task <theirs) <(maps_by_task <ours)
}
maps_by_task() {
	tr -s ' ' | sed 's/| /|/' | awk '/\|/ { task = $1 " " $2; skip = $NF == "true" } !skip { print task, $0 }' | sort
}
for name in flat tasks; do
	[ ! -e $name.data ] || ok "tasks with what they have mapped: $name" mapped $name.data
done
in_file_order() {
	"$PERF" report -D --disable-order -i tasks.data | sed -n 's/^\(0x[0-9a-f]*\)@.*/\1/p' >offsets
	perl -ne '$at = hex; exit 1 if $at <= ($last // 0); $last = $at; $n++; END { exit !$n }' offsets
	"$other" report --stdio -D --disable-order -i tasks.data 2>theirs.err |
			sed -n 's/^\(0x[0-9a-f]*\)@.*/\1/p' | diff - offsets
}
[ ! -e tasks.data ] || ok "records in the order of the file" in_file_order

# Options without effect, and options that have an effect in Debian's perf only while browsing
for option in -m --ignore-vmlinux "--samples 3" --demangle-kernel --no-itrace "-M intel" \
	--asm-raw --no-source \
	      "--objdump x" "--prefix x --prefix-strip 1" "--percent-type local-hits"; do
	# shellcheck disable=SC2086 # words
	compared "a table with $option" flat.data $option
done
for option in --total-cycles --branch-history --show-ref-call-graph --stitch-lbr; do
	ok "refused: $option" refused "$option is not supported: " $option
done
ok "refused: --itrace" refused "--itrace is not supported: " --itrace=i
ok "no syntax" refused "att or intel" -M vax
ok "no type of percentage" refused "global-hits" --percent-type some

tap_end
