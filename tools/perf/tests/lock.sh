#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf lock: a recording of Debian's perf that is kept (of programs/maps.c) prints what it always
# has; fresh ones, where the kernel has the tracepoints, the same numbers as Debian's perf.

. "$TESTS/tap.bash"
other=${OTHER_PERF:-/usr/bin/perf}
golden=$TESTS/golden/lock

# ---- one that is kept -------------------------------------------------------------------
gzip -dc "$golden/debian_lock.data.gz" >kept.data
lock() {
	"$PERF" lock --kallsyms "$golden/kallsyms" -i kept.data "$@"
}

# By thread and by lock, all numbers are those that Debian's perf prints. By caller, it
# counts waits of semaphores twice: its sums are more than those of the threads.
prints() {
	local name=$1

	shift
	lock "$@" >seen
	diff "$golden/$name" seen
}
ok "contention" prints contention contention
ok "contention -t" prints threads contention -t
ok "report" prints report report
ok "info -m" prints map info -m
ok "info -t" prints names info -t

adds_up() {
	# In ns, microseconds and so on: all that one table says is what the other one says
	lock contention >rows
	lock contention -t >threads
	lock contention -l >locks
	awk 'FNR == 1 { file++ } $1 + 0 {
			unit = $3 == "s" ? 1e9 : $3 == "ms" ? 1e6 : $3 == "us" ? 1e3 : 1
			waits[file] += $1; sum[file] += $2 * unit }
		END { for (file in sum) print waits[file], sum[file]
			for (file in sum)
				if (waits[file] != waits[1] || sum[file] / sum[1] > 1.005 || sum[file] / sum[1] < 0.995)
					exit 1
			exit waits[1] < 30 }' rows threads locks
}
ok "callers, threads and locks add up to the same" adds_up

# The samples become records of a kind that there is not.
nothing() {
	# shellcheck disable=SC2016 # it is for perl
	perl -e 'local $/; my $file = <STDIN>; my ($at, $size) = unpack("Q2", substr($file, 40, 16));
		for (my $end = $at + $size; $at < $end;) {
			my ($type, $misc, $length) = unpack("L S2", substr($file, $at, 8));
			substr($file, $at, 4) = pack("L", 250) if $type == 9;
			$at += $length;
		}
		print $file' <kept.data >nothing.data || return
	for form in report contention "info -m"; do
		# shellcheck disable=SC2086 # words are meant
		"$PERF" lock --kallsyms "$golden/kallsyms" -i nothing.data $form >seen 2>err || :
		cat err
		grep -q '^perf lock: no lock was waited for' err || return
	done
	lock report 2>err || return
	! grep 'waited for' err
}
ok "a table without lines is explained" nothing

fields() {
	lock contention -k wait_max -F wait_min,contended -E 2 >seen
	[ "$(head -n 1 seen)" = "    min wait  contended     max wait         type   caller" ]
	[ "$(wc -l <seen)" = 4 ]
}
ok "columns, order, number of rows" fields
chains() {
	lock contention -v -E 1 >seen
	grep -qE '^			0xffffffff[0-9a-f]{8}  __vm_munmap\+0x[0-9a-f]+$' seen
}
ok "-v: call chains" chains
deeper() {
	lock contention --stack-skip 0 >seen
	grep -qE ' rwsem:W   vm_mmap_pgoff\+0x|rwsem:W   __vm_munmap\+0x' seen
	not grep -E ' (rwsem|mutex|_raw_spin)_' seen
}
ok "--stack-skip: functions that take locks are not the caller" deeper
shallow() {
	lock contention --max-stack 2 >seen
	grep -q ' Unknown$' seen
}
ok "--max-stack" shallow
no_column() {
	not lock contention -k avg 2>said
	grep -q "no column 'avg'" said
	not lock contention -F contended,acquired 2>said
	grep -q "no column 'acquired'" said
}
ok "a column that does not exist" no_column
refused() {
	! lock contention -b 2>said || return
	grep -q BPF said || return
	! lock nonsense 2>said || return
	grep -q contention said || return
	! lock info 2>said || return
	grep -q 'threads or -m locks' said || return
	! lock contention -t -l 2>said
}
ok "what cannot be done" refused
not_there() {
	gzip -dc "$TESTS/golden/ours_flat.data.gz" >flat.data
	not "$PERF" lock contention -i flat.data 2>said
	grep -q contention_begin said
}
ok "a recording without locks" not_there
dump() {
	lock -D report >seen
	grep -q 'raw event: size' seen
}
ok "-D" dump
script() {
	lock script -F event >seen
	[ "$(grep -c '^ *lock:contention_begin: *$' seen)" = \
		"$(lock script | grep -c 'lock:contention_begin:')" ]
}
ok "script" script

# ---- fresh ones -------------------------------------------------------------------------
if ! "$PERF" lock record -q -o fresh.data true 2>why; then
	skip "record" "$(head -n 1 why)"
	tap_end
fi
ok_or_end "build the program" gcc -O1 -pthread -o maps "$TESTS/programs/maps.c"
# The scheduler decides which lock a thread waits for: once in a while no thread waits.
recorded() {
	local try

	for ((try = 0; try < 20; try++)); do
		"$PERF" lock record -q -o fresh.data ./maps
		"$PERF" lock contention -i fresh.data >seen
		[ "$(wc -l <seen)" -le 2 ] || return 0
	done
	return 1
}
ok "record" recorded
live() {
	local try

	for ((try = 0; try < 20; try++)); do
		TMPDIR=$PWD "$PERF" lock contention -E 5 ./maps >seen 2>err || {
			cat err
			return 1
		}
		[ "$(wc -l <seen)" -le 2 ] || break
	done
	grep -q '^ contended ' seen
	[ "$(wc -l <seen)" -gt 2 ]
	not ls perf-lock-* 2>/dev/null
}
ok "contention of a program" live
exit_code() {
	exits 7 "$PERF" lock contention -- sh -c 'exit 7' >seen
}
ok "its exit code" exit_code
if ! command -v "$other" >/dev/null || ! "$other" lock record -q -o theirs.data -- ./maps >why \
	2>&1; then
	skip "compare with perf" "no perf that records locks"
	tap_end
fi

# same WHAT SED OPTIONS...: the same lines, but for what SED changes, in any order
same() {
	local what=$1 edit=$2 tool

	shift 2
	for tool in "$PERF" "$other"; do
		"$tool" lock "$what" -i theirs.data "$@" 2>&1 | sed -E "$edit" |
			sort >"$(basename "$(dirname "$tool")").rows"
	done
	diff "$(basename "$(dirname "$other")").rows" "$(basename "$(dirname "$PERF")").rows"
}
# It has no names of threads that have ended.
ok "contention -t" same contention 's/   [^ ]+$//' -t
ok "report" same report ''
ok "report -c" same report '' -c
ok "report -k wait_max -F" same report '' -k wait_max -F contended,wait_max,avg_wait
ok "info -m" same info '' -m
ok "contention, spinlocks" same contention '/ spinlock |contended/!d'
tap_end
