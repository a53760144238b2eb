#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Damaged or unknown parts of a recording: perf shows the rest, a line on the standard error names
# the part that is missing, and the exit code is 2. Without the line, a user would take the rest for
# all. Samples that the kernel lost are reported as well, but do not change the exit code.

. "$TESTS/tap.bash"

if ! "$PERF" record -q -e page-faults -c 1 -o first.data -- ls -R /usr/include >/dev/null 2>said
then
	skip "recordings that are not understood" "nothing can be recorded: $(tail -n 1 said)"
	tap_end
	fi
remake() { "$TESTS/remake.pl" "$@"; }
table() {
	"$PERF" report --stdio -i "$1" 2>said >all || :
	grep -v '^#' all
}
remake <first.data >whole.data
table whole.data >expected

# partial CODE WARNING CHANGE: all the same, but for what the warning says
partial() {
	local code

	remake "$3" <first.data >changed.data
	table changed.data | diff expected -
	if [ "$(grep -c "^perf report: .*$2" said)" != 1 ] || [ "$(wc -l <said)" != 1 ]; then
		cat said
		return 1
	fi
	code=0
	"$PERF" report --stdio -i changed.data >/dev/null 2>&1 || code=$?
	[ $code = "$1" ] || {
		echo "exit code $code"
		return 1
	}
}
ok "nothing is wrong" test -s expected -a ! -s said
ok "a record of a kernel type that is not known" partial 2 'unknown types' type=40
ok "a record of a tool type that is not known" partial 2 'unknown types' type=200
ok "a larger event" partial 2 'not known here' attr=160
ok "a flag of an event" partial 2 'not known here' flag=62
ok "a record that is too short" partial 2 'contradict' comm=1
ok "a sample that is too short" partial 2 'contradict' sample=1
ok "a section that cannot be read" partial 2 'could not be read: CMDLINE' spoil=11
ok "the last record is cut off" partial 2 'cut off' cut=4
ok "records that the kernel lost are no damage" partial 0 'were lost' lost=3
ok "samples that it dropped are none" partial 0 'were dropped' dropped=3
ok "a section that is not known is no damage" partial 0 'passed over: 40' feature=40

known() {
	remake "$1" <first.data >changed.data || return
	table changed.data | diff expected - || return
	[ ! -s said ]
}
ok "metadata of a BPF program are a known record" known type=84
ok "numbers of the scheduler are none" known type=85
ok "nor are domains of CPUs" known feature=32

# ---- every command that reads recordings -----------------------------------------------

# warns COMMAND...: prints the rest, warns once, and ends with 2
warns() {
	local code

	code=0
	"$PERF" "$@" >out 2>said || code=$?
	if [ $code != 2 ] || [ "$(grep -c 'not known here' said)" != 1 ]; then
		echo "exit code $code"
		cat said
		return 1
	fi
}
remake attr=160 <first.data >newer.data
ok "report" warns report --stdio -i newer.data
ok "report --header-only" warns report --header-only -i newer.data
ok "report -D" warns report -D -i newer.data
ok "script" warns script -i newer.data
ok "script --header-only" warns script --header-only -i newer.data
ok "script --format" warns script --format=gecko -i newer.data
ok "annotate" warns annotate --stdio --skip-missing -i newer.data
ok "diff" warns diff whole.data newer.data
ok "flame" warns flame -o flame.html -i newer.data
ok "evlist" warns evlist -i newer.data
ok "buildid-list" warns buildid-list -i newer.data
ok "inject" warns inject -b -i newer.data -o injected.data
ok "data convert" warns data convert --to-json newer.json -i newer.data
checked() {
	exits 2 "$PERF" data check newer.data >out
	grep -q '^PARTIAL: .*, clean end$' out
	grep -q '^problem: ' out
}
ok "data check" checked
# There is nothing to be mended: the file stays as it is.
unmended() {
	cp newer.data mended.data
	"$PERF" data repair mended.data
	cmp newer.data mended.data
}
ok "data repair" unmended
counts() {
	"$PERF" stat record -o counts.data -e page-faults true 2>said || {
		cat said
		return 1
	}
	remake attr=160 <counts.data >newer.counts
	warns stat report -i newer.counts
}
ok "stat report" counts
scheduled() {
	remake type=40 <sched.data >changed.data
	exits 2 "$PERF" sched latency -i changed.data >out 2>said
	grep -q 'unknown types' said
	[ -s out ]
}
traced() {
	remake type=40 <traced.data >changed.data
	exits 2 "$PERF" trace -i changed.data 2>said
	grep -q 'unknown types' said
	grep -q 'exit_group()' said
}
if "$PERF" sched record -o sched.data -- sleep 0.1 >said 2>&1 &&
   "$PERF" trace record -o traced.data -- true >said 2>&1; then
	ok "sched" scheduled
	ok "trace" traced
else
	skip "sched, trace" "$(tail -n 1 said)"
fi
tap_end
