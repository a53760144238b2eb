#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf stat report of recordings that nobody has recorded: CPUs in any order, and more than
# there can be.

. "$TESTS/tap.bash"

# make_counts OUT MODE THREADS CPUS COUNTED: makes a recording of one event by CPU (MODE 0) or in
# all (1). CPUS is the body of the CPU_MAP record, in hexadecimal; the count of CPU N of COUNTED is
# N + 1000.
make_counts() {
	perl -e '
		use strict; use warnings;
		my ($out, $mode, $threads, $cpus, $counted) = @ARGV;
		my $data = "";
		sub record { $data .= pack("LSS", $_[0], 0, 8 + length $_[1]) . $_[1] }
		my $map = pack("H*", $cpus);

		record(73, pack("Q", $threads) . pack("Q a16", 1, "task") x $threads);
		record(74, $map . "\0" x (-length($map) % 8));
		record(75, pack("Q Q2", 1, 0, $mode));
		record(76, pack("Q L2 Q3", 1, $_, 0, $_ + 1000, 1, 1)) for split /,/, $counted;
		record(77, pack("Q2", 1, 1000));

		# A software event with an id, which lies before it; NRCPUS (7) behind the data
		my $attr = pack("L2 Q5", 1, 128, 2, 0, 1 << 16, 4, 0) . "\0" x 80;
		my $at = 104 + 8 + 144;
		open(my $file, ">:raw", $out) or die;
		print $file "PERFILE2", pack("Q12", 104, 144, 112, 144, $at, length $data, 0, 0,
					     1 << 7, (0) x 3),
			pack("Q", 1), $attr, pack("Q2", 104, 8), $data,
			pack("Q2 L2", $at + 16 + length $data, 8, 4, 4);
		close $file or die;' "$@"
}

# shows "CPU=COUNT ...": the rows of the report
shows() {
	"$PERF" stat report -x, -i made.data 2>said || {
		cat said
		return 1
	}
	cat said
	[ "$(awk -F, '{ printf "%s%s=%s", (NR > 1 ? " " : ""), $1, $2 }' said)" = "$1" ]
}

refuses() {
	! "$PERF" stat report -i made.data >said 2>&1 || {
		cat said
		return 1
	}
	cat said
	[ "$(wc -l <said)" -le 2 ]
	grep -q -- "$1" said
}

in_order() {
	# none; 0, 1
	make_counts made.data 0 1 00000000 0
	refuses 'no CPUs or threads'
	make_counts made.data 0 1 0000020000000100 0,1
	shows 'CPU0=1000 CPU1=1001'
}
ok "CPUs in order" in_order

out_of_order() {
	# 3, 0, 3, 1
	make_counts made.data 0 1 000004000300000003000100 0,1,3
	shows 'CPU0=1000 CPU1=1001 CPU3=1003'
	# 65534, 0
	make_counts made.data 0 1 00000200feff0000 0,65534
	shows 'CPU0=1000 CPU65534=66534'
}
ok "CPUs in any order, some twice" out_of_order

mixed() {
	# 0, whichever; whichever, 0; whichever and 0 to 1
	local map

	for map in 000002000000ffff 00000200ffff0000 0200010000000100; do
		make_counts made.data 0 1 $map 0
		refuses 'form that is not known'
	done
	make_counts made.data 1 1 00000100ffff 0
	"$PERF" stat report -i made.data
}
ok "whichever CPU stands alone" mixed

too_many() {
	# 0 to 65535
	make_counts made.data 0 2700 020000000000ffff 0
	refuses 'claims to have more'
}
ok "CPUs times threads, more than there can be" too_many
tap_end
