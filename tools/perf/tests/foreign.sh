#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Recordings of machines of the other byte order, and of 32 bits, are read as those of this one:
# header, events, records and all sections. remake.pl converts a recording of this machine.

. "$TESTS/tap.bash"

other=${OTHER_PERF:-/usr/bin/perf}

if ! perl -e 'exit(unpack("S", "\1\0") != 1)'; then
	skip "recordings of the other byte order" "the converter begins with little-endian ones"
	tap_end
fi
load='for i in 1 2 3; do ls -R /usr/include; done >/dev/null'
if ! "$PERF" record -q -e cpu-clock,page-faults -c 100000 -g -o first.data -- sh -c "$load" \
	2>said; then
	skip "recordings of the other byte order" "nothing can be recorded: $(tail -n 1 said)"
	tap_end
fi

# convert NAME CHANGE...: NAME.data and, of the same time, NAME.CHANGE.data
convert() {
	local name=$1 change

	shift
	"$TESTS/remake.pl" <first.data >"$name.data" || return
	for change in "$@"; do
		"$TESTS/remake.pl" "$change" <first.data >"$name.$change.data" || return
	done
	touch -r "$name.data" "$name".*.data
	[ -n "$("$PERF" script -i "$name.data")" ]
}

# same ONE OTHER COMMAND...: says the same of both, and complains of neither
same() {
	local one=$1 two=$2

	shift 2
	if ! "$PERF" "$@" -i "$one" >ours 2>said || ! "$PERF" "$@" -i "$two" >theirs 2>>said ||
	   [ -s said ]; then
		cat said
		return 1
	fi
	[ -s ours ] || return
	diff ours theirs
}

ok "conversions" convert plain swap swap32
for change in swap swap32; do
	ok "$change: samples" same plain.data plain.$change.data script \
		--show-task-events --show-mmap-events
	ok "$change: header" same plain.data plain.$change.data report --header-only -I
	ok "$change: events" same plain.data plain.$change.data evlist -v
	ok "$change: build ids" same plain.data plain.$change.data buildid-list
	ok "$change: table" same plain.data plain.$change.data report --stdio --sort comm,dso,sym
done

# Of a bitmap that has no host's name in either half build ids are what it is taken to say.
nameless() {
	"$TESTS/remake.pl" swap drop=3 <first.data >nameless.data
	same plain.data nameless.data buildid-list
	"$PERF" report --header-only -i nameless.data >header 2>said
	not grep -q '^# os release' header
}
ok "a bitmap that cannot be right" nameless

# Is it what such a machine would have written? Debian's perf thinks so.
judged() {
	diff <("$other" script -F comm,tid,time,event,ip -i plain.data 2>&1) \
		<("$other" script -F comm,tid,time,event,ip -i plain.swap.data 2>&1)
	diff <("$other" report --header-only -I -i plain.data 2>&1) \
			<("$other" report --header-only -I -i plain.swap.data 2>&1)
}
if command -v "$other" >/dev/null; then
	ok "the converted ones, read by Debian's perf" judged
else
	skip "the converted ones, read by Debian's perf" "it is not installed"
fi

# ---- the newer kind of compressed records -----------------------------------------------

if ! "$PERF" version --build-options | grep -q 'zstd: \[ on'; then
	skip "compressed records with their size" "built without zstd"
	tap_end
fi
packed() {
	"$PERF" record -q -z -e cpu-clock -F 5000 -g -o first.data -- sh -c "$load" || return
	convert packed packed2 || return
	! cmp -s packed.data packed.packed2.data || return
	same packed.data packed.packed2.data script --show-task-events || return
	same packed.data packed.packed2.data report --stdio
}
ok "compressed records with their size" packed
too_long() {
	local code

	# The first record has a size beyond the end of the file.
	perl -e 'local $/; binmode STDIN; binmode STDOUT; $_ = <STDIN>;
		my ($at, $size) = unpack "x40 Q<2", $_;
		for (my $i = $at; $i < $at + $size;) {
			my ($type, $misc, $length) = unpack "Vvv", substr $_, $i, 8;
			if ($type == 83) { substr($_, $i + 8, 8) = pack "Q<", 70000; last }
			$i += $length;
		}
		print' <packed.packed2.data >long.data
	code=0
	"$PERF" script -i long.data >ours 2>said || code=$?
	if [ $code != 2 ] || ! grep -q 'contradict\|expanded' said; then
		echo "exit code $code"
		cat said
		return 1
	fi
}
ok "a header with a size beyond the end of the file" too_long
tap_end
