#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# What a recording has that is damaged or not known here is passed over: the rest is shown, a
# line on the standard error says what is missing, and the exit code is 2. What the kernel lost
# while recording is told as well, and is no reason for an exit code.

. "$TESTS/tap.bash"

if ! "$PERF" record -q -e page-faults -c 1 -o first.data -- ls -R /usr/include >/dev/null 2>said; then
	skip "recordings that are not understood" "nothing can be recorded: $(tail -n 1 said)"
	tap_end
	fi
remake() { "$TESTS/remake.pl" "$@"; }
table() { "$PERF" report --stdio -i "$1" 2>said >all; grep -v '^#' all; }
remake <first.data >whole.data
table whole.data >expected

# partial CODE WARNING CHANGE: all the same, but for what the warning says
partial() {
	local code

	remake "$3" <first.data >changed.data || return
	table changed.data | diff expected - || return
	if [ "$(grep -c "^perf report: .*$2" said)" != 1 ] || [ "$(wc -l <said)" != 1 ]; then
		cat said
		return 1
	fi
	"$PERF" report --stdio -i changed.data >/dev/null 2>&1
	code=$?
	[ $code = "$1" ] || { echo "exit code $code"; return 1; }
}
ok "nothing is wrong" test -s expected -a ! -s said
ok "a record of a kernel type that is not known" partial 2 'unknown types' type=40
ok "a record of a tool type that is not known" partial 2 'unknown types' type=200
ok "a larger event" partial 2 'not known here' attr=160
ok "a flag of an event" partial 2 'not known here' flag=63
ok "a record that is too short" partial 2 'contradict' comm=1
ok "a sample that is too short" partial 2 'contradict' sample=1
ok "a section that cannot be read" partial 2 'could not be read: CMDLINE' spoil=11
ok "the last record is cut off" partial 2 'cut off' cut=4
ok "records that the kernel lost are no damage" partial 0 'were lost' lost=3
ok "samples that it dropped are none" partial 0 'were dropped' dropped=3
ok "a section that is not known is no damage" partial 0 'passed over: 40' feature=40

known() {
	remake "$1" <first.data >changed.data && table changed.data | diff expected - && [ ! -s said ]
}
ok "what a BPF program says of itself is no surprise" known type=84
ok "numbers of the scheduler are none" known type=85
ok "nor are domains of CPUs" known feature=32

# ---- every command that reads recordings -----------------------------------------------

# tells COMMAND...: shows what there is, warns once, and ends with 2
tells() {
	local code

	"$PERF" "$@" >out 2>said
	code=$?
	if [ $code != 2 ] || [ "$(grep -c 'not known here' said)" != 1 ]; then
		echo "exit code $code"
		cat said
		return 1
	fi
}
remake attr=160 <first.data >newer.data
ok "report" tells report --stdio -i newer.data
ok "report --header-only" tells report --header-only -i newer.data
ok "report -D" tells report -D -i newer.data
ok "script" tells script -i newer.data
ok "script --header-only" tells script --header-only -i newer.data
ok "script --format" tells script --format=gecko -i newer.data
ok "annotate" tells annotate --stdio --skip-missing -i newer.data
ok "diff" tells diff whole.data newer.data
ok "flame" tells flame -o flame.html -i newer.data
ok "evlist" tells evlist -i newer.data
ok "buildid-list" tells buildid-list -i newer.data
ok "inject" tells inject -b -i newer.data -o injected.data
ok "data convert" tells data convert --to-json newer.json -i newer.data
checked() {
	"$PERF" data check newer.data >out
	[ $? = 2 ] && grep -q '^PARTIAL: .*, clean end$' out && grep -q '^problem: ' out
}
ok "data check" checked
# There is nothing to be mended: the file stays as it is.
unmended() {
	cp newer.data mended.data
	"$PERF" data repair mended.data && cmp newer.data mended.data
}
ok "data repair" unmended
counts() {
	"$PERF" stat record -o counts.data -e page-faults true 2>said || { cat said; return 1; }
	remake attr=160 <counts.data >newer.counts && tells stat report -i newer.counts
}
ok "stat report" counts
scheduled() {
	remake type=40 <sched.data >changed.data
	"$PERF" sched latency -i changed.data >out 2>said
	[ $? = 2 ] && grep -q 'unknown types' said && [ -s out ]
}
traced() {
	remake type=40 <traced.data >changed.data
	"$PERF" trace -i changed.data 2>said
	[ $? = 2 ] && grep -q 'unknown types' said && grep -q 'exit_group()' said
}
if "$PERF" sched record -o sched.data -- sleep 0.1 >said 2>&1 &&
   "$PERF" trace record -o traced.data -- true >said 2>&1; then
	ok "sched" scheduled
	ok "trace" traced
else
	skip "sched, trace" "$(tail -n 1 said)"
fi
tap_end
