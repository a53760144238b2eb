#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf lock: which waits are counted, how the rows are separated and where they go. The rows of
# threads of a recording that is kept are those of perf 6.12, whose names of threads and rows of
# callers are others.

. "$TESTS/tap.bash"
. "$TESTS/base_perf.bash"
golden=$TESTS/golden/lock

gzip -dc "$golden/debian_lock.data.gz" >kept.data
lock() {
	"$PERF" lock --kallsyms "$golden/kallsyms" -i kept.data "$@"
}

# ---- by itself --------------------------------------------------------------------------
# What the events say, added up by hand: the kinds are in the flags of contention_begin.
kinds() {
	lock contention -l -Y "$1" -x , -q -F contended >got
	[ "$(awk -F, '{ sum += $1 } END { print sum + 0 }' got)" = "$2" ]
}
begun() {
	"$PERF" script -i kept.data -F event,trace 2>/dev/null | grep -E 'contention_begin.*flags=' |
		grep -cE "flags=$1"
}
ok "-Y spinlock" kinds spinlock "$(begun '(SPIN|0x1)\)?$')"
ok "-Y rwsem:R" kinds rwsem:R "$(begun '(READ|0x2)\)?$')"
ok "-Y mutex: there is none" kinds mutex 0
no_kind() {
	exits 129 lock contention -Y spinlock,spin 2>said
	grep -q "there is no kind of lock 'spin'" said
	grep -q pcpu-sem said
}
ok "-Y: no such kind" no_kind
one_lock() {
	lock contention -l >all
	lock contention -l -L ffff888627d2bcc0 >part
	lock contention -l -L 0xffff888627d2bcc0 >other
	diff part other
	[ "$(sed -n '3,$p' part)" = "$(grep ffff888627d2bcc0 all)" ]
}
ok "-L: an address" one_lock
# The table has a symbol where no lock is: it is found, and nothing is said of it
by_name() {
	name=$(awk '$2 ~ /[tT]/ { print $3; exit }' "$golden/kallsyms")
	lock contention -L "$name" >part 2>said
	not grep -q 'no symbol' said
	not grep -q '[0-9]' part
	lock contention -L "$name,nosuch" >part 2>said
	grep -q "no symbol of the kernel is called 'nosuch'" said
}
ok "-L: a symbol" by_name
separator() {
	exits 129 lock contention -x: 2>said
	grep -q "the columns have ':'" said
}
ok "-x: a text that is in the columns" separator
refused() {
	local option

	for option in -o --lock-cgroup --cgroup-filter=/ --use-bpf; do
		exits 129 lock contention "$option" 2>said || return
		grep -q 'not supported: nothing is counted by BPF' said || return
	done
}
ok "what only BPF programs count" refused
to_file() {
	lock "$@" >wanted
	lock "$@" --output text >got
	[ ! -s got ]
	diff wanted text
	rm text
	"$PERF" lock --output text --kallsyms "$golden/kallsyms" -i kept.data "$@"
	diff wanted text
}
ok "--output: contention" to_file contention
ok "--output: report" to_file report
ok "--output: info" to_file info -m
no_file() {
	exits 1 lock contention --output none/text 2>said
	grep -q "cannot write 'none/text'" said
	not lock contention --output text --field nonsense 2>said
	[ ! -e text.new ]
}
ok "--output: a directory that is not there" no_file

# ---- beside the same perf ---------------------------------------------------------------
if [ -z "$other" ]; then
	skip "compare with perf 6.12" "${no_base_perf:?}"
	tap_end
fi
# It prints to the standard error, unless there is a file, and ends with what it made of waits
# whose end it leaves out.
of_base() {
	"$other" lock --kallsyms "$golden/kallsyms" -i kept.data --output text contention "$@" >said 2>&1 \
		|| return
	sed '/^=== output for debug/,$d' text
}
# same OPTION...: the columns before names are the same
same() {
	lock contention "$@" | sed -E 's/[^ ]+$//; /^$/d' >ours
	of_base "$@" | sed -E 's/[^ ]+$//; /^$/d' >theirs
	[ "$(wc -l <ours)" -ge 2 ]
	diff theirs ours
}
ok "-t -Y" same -t -Y spinlock
ok "-t -Y: reading and writing" same -t -Y rwsem
ok "-t -Y: several" same -t -Y spinlock,rwsem:R
ok "-t -L" same -t -L ffff888627c2bcc0
ok "-t -L: several" same -t -L 0xffff8881a536f778,ffff888627d2bcc0
ok "-t -S" same -t -S page_fault
ok "-t -S: several" same -t -S rcu_core,down_writ
ok "-t -S: nothing in particular" same -t -S ""
ok "-t -x" same -t -x ,
ok "-t -x, columns" same -t -x "; " -F wait_min,contended -k wait_max -E 3
ok "-t -q" same -t -q
ok "-t -q -x" same -t -q -x ,
of_callers() {
	lock contention -x , | head -n 1 >ours
	of_base -x , | head -n 1 | diff - ours
}
ok "-x: titles" of_callers
tap_end
