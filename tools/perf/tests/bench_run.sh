#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# bench/run, what compares with another perf: that it finds what is missed. Instead of the
# two tools there are scripts of which it is known what they take.

. "$TESTS/tap.bash"

bench=$TESTS/../bench

if ! command -v gcc >/dev/null; then
	skip "comparison with another perf" "no gcc"
	tap_end
fi

export OTHER_PERF=$PWD/other
mkdir -p out/bench

# tool FILE PYTHON: what it does, whatever the arguments
tool() {
	printf '#!/usr/bin/python3 -IS\n%s\n' "$2" >"$1"
	chmod +x "$1"
}

# The files that rows read, of which nothing is read here: not recorded
touch out/bench/{deep.data,dwarf.data,deep}

busy='import time
while time.process_time() < 0.7: pass'
tool other "$busy"

# compare STATUS ROW PATTERN...: the status, and lines that are printed
compare() {
	local wanted=$1 row=$2 pattern status

	shift 2
	status=0
	"$bench/run" out --runs 1 "$row" >said 2>&1 || status=$?
	cat said
	[ "$status" = "$wanted" ] || {
		echo "status $status"
		return 1
	}
	for pattern; do
		grep -Eq -- "$pattern" said || {
			echo "no $pattern"
			return 1
		}
	done
}

all_targets() {
	local target

	for target in P{1..20}; do
		grep -q "Row(\"$target\", " "$bench/run" || {
			echo "no row of $target"
			return 1
		}
	done
}
ok "each target has a row" all_targets

tool out/perf 'pass'
ok "a bound in seconds is met" compare 0 P20 '<= 0.5 s: met$' '^0 of 1 missed'
tool out/perf "$busy"
ok "and missed" compare 1 P20 '<= 0.5 s: MISSED$' '^1 of 1 missed' '^  P20 annotate \(<= 0.5 s\)'
ok "of several bounds those missed are named" compare 1 'report, inlined' \
	'MISSED >= 8x, <= 0.4 s$'
tool out/perf 'text = bytearray(b"x") * (250 << 20)'
ok "memory is judged" compare 1 'report, inlined' '<= 180 MB: MISSED .*<= 180 MB'
tool out/perf 'raise SystemExit(3)'
ok "a tool that fails misses" compare 1 P20 'MISSED: our tool failed' '^  P20 annotate \(failed\)'
tool out/perf 'pass'
tool other 'raise SystemExit(3)'
ok "what the other cannot do is named" compare 0 'script, inlined' 'failed .*: not compared' \
	'^not compared: P8 script, inlined functions \(>= 8x\)' '^0 of 1 missed'
ok "and other bounds are judged" compare 0 P8 '>= 8x, <= 0.4 s, <= 180 MB: met'
ok "an unknown row" compare 2 nothing-like-that 'no row has nothing-like-that'

judged() {
	python3 -B - "$bench" <<-'END'
	import sys
	sys.path.insert(0, sys.argv[1])
	from measure import Bound, Measured, judge

	ours, other = Measured(1.0, 2.0, 100.0), Measured(5.0, 40.0, 299.0)
	cases = [("times", 5, "cpu", True), ("times", 5.1, "cpu", False),
	         ("times", 20, "wall", True), ("seconds", 1, "cpu", True),
	         ("seconds", 1, "wall", False), ("MB", 100, "cpu", True), ("MB", 99, "cpu", False),
	         ("share", 2.9, "cpu", True), ("share", 3, "cpu", False),
	         ("MB/s", 500, "cpu", True), ("MB/s", 501, "cpu", False)]
	for what, limit, kind, met in cases:
	    if judge(Bound(what, limit), kind, ours, other, 500e6)[0] is not met:
	        sys.exit(f"{what} {limit} {kind}: not {met}")
	END
}
ok "all kinds of bounds" judged

# A bound grows where the other tool takes longer than it took where the bound was set
grows() {
	python3 -B - "$bench" <<-'END'
	import sys
	sys.path.insert(0, sys.argv[1])
	from measure import Bound, Known, Measured, grown

	known, other = Known(2.0, 600, 100), Measured(5.0, 40.0, 300.0)
	cases = [("seconds", 1, 2.5, "<= 1 s (x 2.5)"), ("MB", 100, 100, "<= 100 MB"),
	         ("MB/s", 500, 250, ">= 500 MB/s of text (/ 2.0)"), ("times", 5, 5, ">= 5x")]
	for what, limit, wanted, text in cases:
	    bound, shown = grown(Bound(what, limit), "cpu", known, other, 250e6)
	    if (round(bound.limit, 6), shown) != (wanted, text):
	        sys.exit(f"{what} {limit}: {bound.limit} {shown}")
	    if grown(Bound(what, limit), "cpu", known, None, 250e6)[0].limit != limit:
	        sys.exit(f"{what} grows without another tool")
	END
}
ok "bounds grow" grows

# shown END: a browser that has rows while it reads, and is at its end then; or ends before
shown() {
	tool browsing "import time
print('No samples yet', flush=True)
time.sleep(0.5)
print('\\033[H\\033[2J+    9.00%  main\\nreading 5%, 7 samples', flush=True)
time.sleep(1)
$1"
	python3 -B - "$bench" <<-'END'
	import os, sys
	sys.path.insert(0, sys.argv[1])
	from first_rows import first_rows

	measured, anything, whole = first_rows(os.path.abspath("browsing"), "-", ".")
	print(measured, anything, whole)
	sys.exit(3 if whole is None else not anything < measured.wall < whole)
	END
}
if command -v tmux >/dev/null; then
	ok "first rows, and all of them" shown "print('\\033[H\\033[2J+    8.00%  main', flush=True)
time.sleep(1000)"
	fails_to_read() {
		exits 3 shown ''
	}
	ok "who ends before all is read has failed" fails_to_read
else
	skip "first rows, and all of them" "no tmux"
	skip "who ends before all is read has failed" "no tmux"
fi

# recording TYPE VALUES: two samples and a record whose fields of 64 bits have the values
lost_is() {
	python3 -B - "$bench" "$@" <<-'END'
	import struct, sys
	sys.path.insert(0, sys.argv[1])
	from recordings import contents

	wanted, records = int(sys.argv[2]), b""
	for words in sys.argv[3:]:
	    kind, *fields = [int(word) for word in words.split()]
	    records += struct.pack("=IHH", kind, 0, 8 + 8 * len(fields))
	    records += struct.pack(f"={len(fields)}Q", *fields)
	with open("made.data", "wb") as file:
	    file.write(struct.pack("=8s4Q2Q", b"PERFILE2", 104, 136, 104, 0, 104, len(records))
	               + bytes(48) + records)
	said = contents("made.data")
	print(said)
	sys.exit(said.lost != wanted or said.samples != 2)
	END
}
ok "nothing lost" lost_is 0 '9 1' '9 2' '1 3'
ok "lost in the ring" lost_is 12 '9 1' '2 77 5' '2 77 7' '9 2'
ok "lost of an event" lost_is 6 '9 1' '9 2' '13 6'
ok "both tell of the same" lost_is 12 '9 1' '9 2' '2 77 12' '13 11'

tap_end
