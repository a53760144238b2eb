#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Recordings that were made to fill tables in the worst way: eight times as much of them takes
# about eight times as many instructions, not 64 times. Instructions are counted by valgrind, so
# the machine's speed does not matter. tests/unit/growth.c fills the tables, and measures memory.

. "$TESTS/tap.bash"

if ! command -v valgrind >/dev/null; then
	skip "growth" "no valgrind (scripts/perf/host/deps tool installs it)"
	tap_end
fi
if nm "$PERF" 2>/dev/null | grep -q __asan_init; then
	skip "growth" "valgrind does not run what the sanitizers are in"
	tap_end
fi

# n log n from n = 256 on, for eight times as many, is a factor of 11
most=12

# in_proportion SMALL LARGE: instructions
in_proportion() {
	echo "instructions: $1, of eight times as much: $2"
	[ "$1" -gt 0 ]
	[ "$2" -lt $((most * $1)) ]
}

# ---- the tables --------------------------------------------------------------------------

# The program says which tests it has: a step for each, so that none is lost
valgrind --tool=callgrind --callgrind-out-file=calls "$OUT/tests/growth" >said 2>err
ok "the tables were filled" grep -q '^1\.\.' said
callgrind_annotate --inclusive=yes --threshold=100 calls >costs

# instructions FUNCTION: with all that it calls
instructions() {
	sed -n "s/^ *\([0-9,]*\).*:$1 .*/\1/p" costs | tr -d , | head -n 1
}

while read -r name; do
	small=$(instructions "small_$name") large=$(instructions "large_$name")
	ok "steps: $name" in_proportion "${small:-0}" "${large:-0}"
done < <(sed -n 's/.*ok [0-9]* - \([a-z_]*\)_\(memory\|once\)$/\1/p' said)
if grep -q 'ranges_of_a_function.*SKIP' said; then
	skip "steps: ranges_of_a_function" "no gcc"
fi

# ---- the commands ------------------------------------------------------------------------

# counts FILE COMMAND...: perf ends well; its instructions go to a file
counts() {
	local to=$1 status

	shift
	status=0
	valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null \
		"$PERF" "$@" 2>err >out || status=$?
	# A command may have another process do the reading
	sed -n 's/.*I *refs: *//p' err | tr -d , | awk '{ sum += $1 } END { print sum }' >"$to"
	[ $status = 0 ] || cat err
	return $status
}

# grows NAME KIND N COMMAND...: on a recording of N items and on one of eight times as many
grows() {
	local name=$1 kind=$2 n=$3

	shift 3
	perl "$TESTS/growth_data.pl" "$kind" "$n" >small.data
	perl "$TESTS/growth_data.pl" "$kind" $((8 * n)) >large.data
	ok "$name: read" counts small "$@" -i small.data
	ok "$name: eight times as much is read" counts large "$@" -i large.data
	ok "steps: $name" in_proportion "$(cat small)" "$(cat large)"
}

grows "events with graphs" events 40 report --stdio --no-children -g caller
grows "formats of tracepoints" formats 512 trace
grows "mappings with build ids" mappings 2000 inject --mmap2-buildid-all -o out.data
grows "groups with stacks" group 50 report --stdio --no-children -g caller
tap_end
