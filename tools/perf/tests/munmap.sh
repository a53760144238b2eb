#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Records of unmapped memory: an address belongs to what was mapped there at the time of the sample.
# munmap.pl makes the recordings, and says what has happened in them.

. "$TESTS/tap.bash"
other=${OTHER_PERF:-/usr/bin/perf}

make_recordings() {
	local form

	for form in raw unmapped none; do
		"$TESTS/munmap.pl" $form >$form.data || return
	done
}
ok_or_end "make the recordings" make_recordings

# objects_are TOOL FORM OBJECT...: the objects of the samples
objects_are() {
	local tool=$1 form=$2

	shift 2
	"$tool" script -i "$form.data" -F ip,dso >out 2>err || {
		cat err
		return 1
	}
	sed -n 's/.*(\(.*\))$/\1/p' out >objects
	printf '%s\n' "$@" | diff - objects
}

right=(/one /one '[unknown]' '[unknown]' /two '[unknown]')
ok "MUNMAP" objects_are "$PERF" raw "${right[@]}"
ok "MMAP2 in its place" objects_are "$PERF" unmapped "${right[@]}"
# Without a record nobody can know: the test above would fail if this one did not differ
ok "without records the old file stays" objects_are "$PERF" none /one /one /one /one /two /one

# in_report FORM: samples by object
in_report() {
	"$PERF" report --stdio -s dso -i "$1.data" 2>err | awk '!/^#/ && NF { print $2, $1 }' >out
	printf '%s\n' '[unknown] 50.00%' 'one 33.33%' 'two 16.67%' | diff - out
}
ok "a report" in_report raw
ok "a report, MMAP2" in_report unmapped

in_flames() {
	"$PERF" flame -i "$1.data" -o flame.folded >out 2>&1 || return
	printf 'reuser;[%s\n' 'one] 2' 'two] 1' 'unknown] 3' | diff - <(LC_ALL=C sort flame.folded)
}
ok "a flame graph" in_flames raw

is_shown() {
	"$PERF" script --show-mmap-events -i raw.data | grep -F 'PERF_RECORD_MUNMAP' >out
	cat out
	grep -q 'PERF_RECORD_MUNMAP 77/77: \[0x10000000(0x4000)\]: x$' out
}
ok "its text" is_shown
ok "its name in statistics" grep -qE ' MUNMAP events: +1' <("$PERF" report --stats -i raw.data)
ok "the bit of the attr" grep -q 'munmap: 1' <("$PERF" evlist -v -i raw.data)
ok "nothing is unknown" perf_says 0 '' report --stats -i raw.data
ok "no warning" not test -s err

if [ -x "$other" ]; then
	ok "Debian's perf reads MMAP2" objects_are "$other" unmapped "${right[@]/\[unknown]/[unmapped]}"
else
	skip "Debian's perf reads MMAP2" "no $other"
fi

# The recorder's option, which has no effect on kernels without the records
ok "--munmap-raw" "$PERF" record -q --munmap-raw -e task-clock -o kept.data true
ok "a recording" perf_says 0 '' record -q -e task-clock -o plain.data true
ok "its attr has no bit" not grep -q 'munmap' <("$PERF" evlist -v -i plain.data)

tap_end
