#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf diff prints exactly the tables that Debian's perf prints of the same recordings, and
# compares rightly.

. "$TESTS/tap.bash"

other=${OTHER_PERF:-/usr/bin/perf}
. "$TESTS/reports.bash"
programs=$TESTS/programs

prepare() {
	gcc -O1 -g -fno-plt -o calls "$programs/calls.c"
	gcc -O2 -fno-plt -o optimized "$programs/calls.c"
	"$PERF" record -q -e cpu-clock -F 5000 -o a.data ./calls 1000 2>err
	"$PERF" record -q -e cpu-clock -F 5000 -o b.data ./optimized 1000 2>err
	"$PERF" record -q -e cpu-clock -F 3000 -o c.data ./calls 1000 2>err
	"$PERF" record -q -e cpu-clock,page-faults -o d.data ./calls 100 2>err
	"$PERF" record -q -e page-faults -c 1 -o e.data ./calls 10 2>err
}

# Programs whose functions have no names, each page fault a sample: many lines have one value.
nameless() {
	gcc -O1 -fno-plt -o nameless "$programs/calls.c" || return
	gcc -O2 -fno-plt -o other "$programs/calls.c" || return
	strip nameless other || return
	"$PERF" record -q -e page-faults -c 1 -o h.data ./nameless 10 2>err || return
	"$PERF" record -q -e page-faults -c 1 -o i.data ./other 10 2>err || return
	"$PERF" record -q -e cpu-clock -F 5000 -o j.data ./nameless 500 2>err || return
	"$PERF" record -q -e cpu-clock:u -F 5000 -o k.data ./nameless 1000 2>err
}

if ! command -v gcc >/dev/null; then
	skip "diff" "no gcc"
	tap_end
fi
ok_or_end "record" prepare

itself() {
	"$PERF" diff a.data a.data >out && grep -q '+0.00%  calls' out &&
		! grep -E '[+-][0-9.]+%' out | grep -v '+0.00%' || return 1
	"$PERF" diff -c ratio a.data a.data | grep -v '^#' >out
	grep -q ' 1.000000  ' out
	not grep -v ' 1.000000  ' out
}
ok "a recording does not differ from itself" itself

# The delta is the difference of the shares that report shows
sums() {
	for name in a c; do
		"$PERF" report -i $name.data -q --stdio -s sym | awk '$NF == "mix" { print $1 + 0 }'
	done >shares
	"$PERF" diff -s sym a.data c.data | awk '$NF == "mix" { print $2 + 0 }' >got
	cat shares got
	paste -s shares got | tr '\n' '\t' | awk \
		'{ d = $2 - $1 - $3; exit !(NF == 3 && d < 0.02 && d > -0.02) }'
}
ok "deltas are differences of shares" sums

one_sided() {
	"$PERF" diff -s dso a.data b.data >out
	grep -Eq '^ {14}\+[0-9.]+%  optimized' out
	grep -Eq '^ +[0-9.]+% {13}calls' out
	"$PERF" diff -b -s dso a.data b.data >out
	not grep -qE 'optimized|calls' out
}
ok "what only one of them has" one_sided

# Static functions of two files have one name: they are one line, as the name is all that
# two builds of a program have in common.
one_name() {
	for half in 1 2; do
		gcc -O1 -DHALF=$half -c -o same$half.o "$programs/same.c"
	done
	gcc -o same same1.o same2.o
	"$PERF" record -q -e cpu-clock -F 2000 -o f.data ./same 100 50 2>err
	"$PERF" record -q -e cpu-clock -F 2000 -o g.data ./same 50 150 2>err
	"$PERF" report -i f.data --stdio -q -s sym | grep -cw same >functions
	"$PERF" diff -s sym f.data g.data | grep -w same >out
	cat functions out
	[ "$(cat functions)" = 2 ]
	awk '$1 + 0 < 80 || $2 + 0 > 20 || $2 + 0 < -20 { bad = 1 }
					   END { exit bad || NR != 1 }' out
}
ok "functions of one name are one line" one_name

# Addresses differ between two builds: all code of an object that has no names is one line.
one_object() {
	"$PERF" report -i j.data --stdio -q -s sym -d nameless | wc -l >addresses
	"$PERF" diff j.data k.data | grep -w nameless >out
	cat addresses out
	[ "$(cat addresses)" -gt 3 ]
	[ "$(wc -l <out)" = 1 ]
}
ok "programs without names are recorded" nameless
ok "code without names is a line for each object" one_object

# cpu-clock and cpu-clock:u count the same, in other parts of the program.
modifiers() {
	"$PERF" diff -s dso j.data k.data >out
	head -1 out | grep -qx "# Event 'cpu-clock'"
	grep -Eq '^ +[0-9.]+% +[-+][0-9.]+%  nameless' out
}
ok "an event with other modifiers" modifiers

default_names() {
	cp a.data perf.data.old
	cp c.data perf.data
	"$PERF" diff >out
	"$PERF" diff a.data c.data | cmp - out
	"$PERF" diff c.data | cmp - out
}
ok "perf.data.old and perf.data" default_names

says() {
	perf_says "$1" "$2" diff "${@:3}"
}
ok "no event in common" says 1 'no samples of the same event' a.data e.data
ok "no way to compare" says 1 'wdiff:WEIGHT,WEIGHT' -c wdiff:1 a.data c.data
ok "no such recording" says 1 "none.data" none.data a.data
ok "no such column" says 1 'the recordings are 0 to 1' -o 2 a.data c.data

two_events() {
	"$PERF" diff d.data d.data | grep '^# Event' >out
	printf "# Event 'cpu-clock'\n# Event 'page-faults'\n" | cmp - out
}
ok "two events" two_events
dumped() {
	"$PERF" diff -D a.data c.data >out
	[ "$(grep -c 'SAMPLE events:' out)" -ge 2 ]
	grep -q '@a.data' out
	grep -q '@c.data' out
}
ok "records of both" dumped
ok "no kind of shares" says 129 'relative or absolute' --percentage half a.data c.data
ok "no streams" says 129 'streams of branches are not compared' --stream a.data c.data
ok "no blocks" says 129 'blocks between branches are not counted' --cycles-hist a.data c.data

# The name of an entry of a linkage table decides where its line is among equal ones
same() {
	"$other" diff "$@" 2>theirs.err | no_plt_names >theirs
	"$PERF" diff "$@" >ours.raw || return 1
	no_plt_names <ours.raw >ours
	[ -s ours ] || return 1
	diff theirs ours || {
		grep -q '@plt' ours && diff <(squeezed theirs) <(squeezed ours)
	}
}
squeezed() {
	tr -s ' .' <"$1" | sort
}
if ! command -v "$other" >/dev/null || ! "$other" diff a.data c.data 2>&1 | grep -q mix; then
	skip "compare with perf" "no $other that reads the recordings"
	tap_end
fi
for way in "" "-c delta" "-c ratio" "-c wdiff:1,2" "-c ratio -F" -p "-p -F" "-s dso" "-s comm,dso" \
	   "-t ," -q "-s sym" "-o 0"; do
	# shellcheck disable=SC2086 # options are words
	ok "same as perf: diff $way" same $way a.data b.data
done
same_lines() {
	"$other" diff "$@" 2>theirs.err | sort >theirs
	"$PERF" diff "$@" | sort >ours
	[ -s ours ]
	diff theirs ours
}
for way in "--dsos calls" "-S mix" "--comms calls" "--dsos calls -p" "-c ratio -F --dsos calls" \
	"-S mix -s sym,dso" \
	   "--dsos calls --percentage relative" "-S mix --percentage relative" "--percentage absolute" \
	-m; do
	# shellcheck disable=SC2086 # options are words
	ok "same as perf: diff $way" same_lines $way a.data c.data
done
# Debian's may take the symbols of another copy.
# Debian's takes the lines that both have for the whole: shares of the baseline are others there.
both() {
	"$other" diff -b -p a.data c.data 2>theirs.err | awk '!/^#/ { print $2, $NF }' | sort >theirs
	"$PERF" diff -b -p a.data c.data | awk '!/^#/ { print $2, $NF }' | sort >ours
	[ -s ours ]
	diff theirs ours
}
ok "same as perf: diff -b" both
verbose() {
	"$other" diff -v a.data c.data 2>theirs.err | sed 's/ [bBD] \(\[.\] \)/ ? \1/' >theirs
	"$PERF" diff -v a.data c.data 2>said | sed 's/ [bBD] \(\[.\] \)/ ? \1/' >ours
	grep '/calls ' theirs >wanted
	grep -q '0x' wanted
	grep '/calls ' ours | diff wanted -
	sed -n '/^# Data/,/^# *$/p' theirs >wanted
	grep -q c.data wanted
	sed -n '/^# Data/,/^# *$/p' ours | diff wanted -
	grep -q '/calls: .* symbols of' said
}
ok "same as perf: diff -v" verbose
ok "same as perf: three recordings" same a.data c.data b.data
ok "same as perf: three recordings with periods" same -p a.data c.data b.data
for way in "" -p "-s sym" "-s sym,dso" "-c ratio" "-o 0"; do
	# shellcheck disable=SC2086 # options are words
	ok "same as perf: code without names: diff $way" same $way h.data i.data
done
ok "same as perf: an event with other modifiers" same j.data k.data
ok "same as perf: two events" same d.data d.data
ok "same as perf: functions of one name" same -p -s sym f.data g.data
tap_end
