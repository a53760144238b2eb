#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# -D shows every record: as many, at the same places and with the same bytes as the other perf
# shows of the same recordings, and each with its name or number.

. "$TESTS/tap.bash"
. "$TESTS/recordings.bash"
other=${other:?recordings.bash says which}

# Bytes of all records; what they say differs in form
bytes_of() {
	grep -aE '^(0x[0-9a-f]+@|\.  [0-9a-f]{4,}:|\. \.\.\. raw event)' "$1"
}

# Samples of a group count for each of its events there, for the leader here.
counts_of() {
	sed -n '/^Aggregated stats:/,$p' "$1" | case $1 in
	*.group)	grep ' events:.*%' ;;
	*)		cat ;;
	esac
}

# Offsets of records that were compressed differ by design, and the other perf does not count the
# header of a stream.
compare() {
	case $1 in compressed|stream) return ;; esac
	"$other" report -D -i "$2" >"theirs.$1" 2>/dev/null
	"$PERF" report -D -i "$2" >"ours.$1"
	ok "bytes of $1" diff <(bytes_of "theirs.$1") <(bytes_of "ours.$1")
	ok "types of $1" diff <(counts_of "theirs.$1") <(counts_of "ours.$1")
	rm -f "theirs.$1" "ours.$1"
}
each_recording compare

# Both perfs name each record of a type, and print the same lines for these types.
says_the_same() {
	local type

	"$other" report -D -i tasks.data 2>/dev/null >theirs
	"$PERF" report -D -i tasks.data >ours
	for type in 'MMAP ' MMAP2 COMM FORK EXIT 'SAMPLE(' FINISHED_ROUND; do
		diff <(grep -a "PERF_RECORD_$type" theirs) <(grep -a "PERF_RECORD_$type" ours)
	done
	diff <(grep -aE '^ \.\.\. thread|\.\.\. dso' theirs) <(grep -aE '^ \.\.\. thread|\.\.\. dso' ours)
}
ok "records say the same" says_the_same
same_stacks() {
	diff <("$other" report -D -i frames.data 2>/dev/null | grep -aE '^\.\.\. FP chain|^\.\.\.\.\. ') \
		<("$PERF" report -D -i frames.data | grep -aE '^\.\.\. FP chain|^\.\.\.\.\. ')
}
ok "call chains" same_stacks
same_registers() {
	diff <("$other" report -D -i dwarf_small.data 2>/dev/null | grep -aE '^\.\.\.\. |regs: mask') \
		<("$PERF" report -D -i dwarf_small.data | grep -aE '^\.\.\.\. |regs: mask')
}
ok "registers" same_registers

# Of a script the lines of the samples are there, too.
script_lines() {
	"$PERF" script -D -i flat.data >dumped
	diff <("$PERF" script -i flat.data) <(grep -a '^ *calls ' dumped)
	grep -aq 'PERF_RECORD_SAMPLE(IP' dumped
}
ok "script: records and lines" script_lines

# The first COMM becomes a record of a type that nobody knows.
unknown_type() {
	perl -e '
		local $/; binmode STDIN; binmode STDOUT; my $file = <STDIN>;
		my ($at, $size) = unpack "Q<Q<", substr($file, 40, 16);
		for (my $i = $at; $i < $at + $size;) {
			my ($type, $misc, $length) = unpack "Vvv", substr($file, $i, 8);
			if ($type == 3) { substr($file, $i, 4) = pack "V", $ARGV[0]; last }
			$i += $length;
		}
		print $file' "$1" <flat.data >unknown.data
	exits 2 "$PERF" report -D -i unknown.data >said 2>told || {
		cat told
		return 1
	}
	grep -q '1 records of unknown types' told
	grep -aq "unknown record of type $1\$" said
	grep -aq ' unknown events: *1 ' said
}
ok "a kernel record of an unknown type has its number" unknown_type 60
ok "a tool record of an unknown type has its number" unknown_type 250

seen_enough() {
	"$PERF" report -D -i everything.data 2>said | head -n 3 >/dev/null
	[ "${PIPESTATUS[0]}" = 0 ]
	[ ! -s said ]
}
ok "who reads may have seen enough" seen_enough

# ---- --stats, --tasks ------------------------------------------------------------------

stats() {
	"$PERF" report -D -i everything.data | sed -n '/^Aggregated stats:/,$p' >counted
	diff <("$PERF" report --stats -i everything.data) <(echo; cat counted)
}
ok "numbers of records are those at the end of a dump" stats
# 3 made 5 and 4, 5 made 6; nothing is known of 3; 9 and 10 have made each other, a thread of 4.
tree() {
	perl -e '
		sub task { my ($type, $pid, $tid, $more) = @_; pack("VvvVV", $type, 0,
			16 + length $more, $pid, $tid) . $more }
		sub comm { task(3, $_[0], $_[1], pack("a8", $_[2])) }
		sub made { pack("VvvVVVVQ<", 7, 0, 32, @_, 0) } # pid, ppid, tid, ptid
		my $records = comm(3, 3, "first") . made(5, 3, 5, 3) . made(4, 3, 4, 3) .
			made(6, 5, 6, 5) . made(4, 4, 7, 4) . comm(5, 5, "second") .
			made(9, 10, 9, 10) . made(10, 9, 10, 9) . made(2, 0, 2, 0);
		my $attr = pack("VVQ<5VVQ<4", 1, 112, 0, 4000, 0, 0, 0, 0, 0, 0, 0, 0, 0);
		$attr .= "\0" x (112 - length $attr) . pack("Q<2", 0, 0);
		my $at = 104 + length $attr;
		print "PERFILE2", pack("Q<2", 104, 128), pack("Q<10", 104, 128, $at, length $records,
			0, 0, 1 << 3, 0, 0, 0), $attr, $records,
			# where the name of the host is, and the name
			pack("Q<2Va4", $at + length($records) + 16, 8, 4, "host")' >tree.data
	"$PERF" report --tasks -i tree.data >said || {
		cat said
		return 1
	}
	diff - said <<-'END'
		#      pid      tid     ppid  comm
		         0        0       -1 |swapper
		         2        2        0 | swapper
		         3        3       -1 | first
		         4        4        3 |  first
		         4        7        4 |   first
		         5        5        3 |  second
		         6        6        5 |   first
		         9        9       10 | :9
		        10       10        9 |  :10
	END
}
ok "tasks stand below who made them, once" tree
same_tasks() {
	diff <("$other" report --tasks -i tasks.data 2>/dev/null | sort) \
		<("$PERF" report --tasks -i tasks.data | sort)
}
ok "tasks" same_tasks

# refuses OPTION: in one clear line, and says what to do instead
refuses() {
	! "$PERF" script -i flat.data "$@" 2>said || return 1
	grep -q 'is not supported' said
	grep -q 'format=json' said
}
ok "no scripts inside" refuses -s some.py
ok "no filters inside" refuses --dlfilter some.so
# Attributes that few machines can record, TYPE CONFIG: written over that of a clock
attributes() {
	local type config

	while read -r type config; do
		TYPE=$type CONFIG=$config perl -0777 -pe '
			my $attr = unpack("x24 Q", $_);
			my ($type, $size, $config) = unpack("x$attr LLQ", $_);
			my $clock = pack("LLQ", $type, $size, $config);
			s/\Q$clock/pack("LLQ", $ENV{TYPE}, $size, oct $ENV{CONFIG})/ge' \
			flat.data >other.data
		for tool in "$other" "$PERF"; do
			"$tool" evlist -v -i other.data 2>said
			"$tool" report --stdio --header-only -i other.data 2>said | grep '# event'
		done >lines
		if [ "$(grep -cE "type(:| =) ${type}[ ,]" lines)" != 4 ] ||
		   ! cmp <(sed -n 1,2p lines) <(sed -n 3,4p lines); then
			cat lines
			return 1
		fi
	done <<-END
		0 0
		0 0x3
		0 0x9
		0 0xa
		0 0x400000001
		1 0x8
		1 0xb
		1 0xc
		3 0
		3 0x10002
		3 0x20100
		3 0x10605
		3 0x400010002
		5 0
		77 0x5
	END
}
[ ! -e flat.data ] || ok "names of types and configurations" attributes

# Sections of processors that are not here, in place of all sections of a stream: capabilities of the
# CPU and of other PMUs, and processors of two kinds. The host's own sections are left out, so that
# both perfs read the same on each machine.
capabilities_stream() {
	"$other" record -q -o - -e dummy true >plain.stream
	perl -0777 -ne '
		sub text { pack("L/a", pack("Z64", $_[0])) }
		sub feature { pack("LSSQ", 80, 0, 16 + length $_[1], $_[0]) . $_[1] }
		sub padded { $_[0] . "\0" x (-length($_[0]) % 8) }
		my @own = (28, padded(pack("L", 2) . join "", map { text($_) } qw(branches 32 max_precise 3)),
			30, padded(pack("L", 2) . join "", map { text($_) } qw(cpu_core 0-7 cpu_atom 8-15)),
			31, padded(pack("LL", 1, 1) . join "", map { text($_) } qw(x y ibs_op)));
		print substr($_, 0, 16);
		for (my $at = 16; $at < length; $at += $size) {
			(my $type, my $misc, $size) = unpack("x$at LSS", $_);
			print substr($_, $at, $size) unless $type == 80;
			print feature(splice @own, 0, 2) while $type == 80 && @own;
		}' plain.stream
}

# capability_lines TOOL OPTION
capability_lines() {
	"$1" report --stdio "$2" --header-only -i caps.stream >caps.all || return
	grep -aE 'capabilities|hybrid|HYBRID|cpu_[a-z]* cpu list' caps.all >caps.lines || return
	LC_ALL=C sort -u caps.lines
}

capabilities() {
	local option

	for option in --no-group -I; do
		capability_lines "$PERF" $option >ours
		cat ours
		grep -q 'ibs_op pmu capabilities: x=y' ours
		diff theirs$option ours
	done
}

# perf 6.12 has written nothing about such a stream on one machine.
if capabilities_stream >caps.stream && capability_lines "$other" --no-group >theirs--no-group 2>said &&
   capability_lines "$other" -I >theirs-I 2>>said; then
	ok "capabilities of PMUs, processors of two kinds" capabilities
else
	skip "capabilities of PMUs, processors of two kinds" "perf 6.12 ends with $?: $(tail -n 1 said)"
fi
tap_end
