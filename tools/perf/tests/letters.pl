#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-only
#
# letters.pl [late] >RECORDING: a recording of threads of whose callers all are garbage. Each
# address is met twice, in a sample of the kernel and in one of user mode: every second one in
# that of the kernel first, so a report shows it as [k]. The thread "main" has its name from the
# beginning; the others have it as well, or, with "late", after their samples.

use strict;
use warnings;
no warnings "portable";		# addresses have 64 bits

use constant { NR => 2000, OTHERS => 100 };
use constant { SAMPLE_TYPE => 1 | 2 | 4 | 0x20 | 0x100 };	# IP TID TIME CALLCHAIN PERIOD
use constant { COMM => 3, SAMPLE => 9, KERNEL => 1, USER => 2 };
use constant { KERNEL_IP => 0xffffffff81001000, USER_IP => 0x7f0000001000 };
use constant { KERNEL_FOLLOWS => -128, USER_FOLLOWS => -512 };	# marks in a call chain

my $late = ($ARGV[0] // "") eq "late";
my ($records, $time) = ("", 0);

sub record {
	my ($type, $misc, $body) = @_;

	$records .= pack("Vvva*", $type, $misc, 8 + length $body, $body);
}

sub name {
	my ($tid, $name) = @_;

	record(COMM, 0, pack("VVa8VVQ<", $tid, $tid, $name, $tid, $tid, ++$time));
}

sub sample {
	my ($tid, $kernel, $garbage) = @_;
	my $ip = $kernel ? KERNEL_IP : USER_IP;
	my @chain = $kernel ? (KERNEL_FOLLOWS, $ip, USER_FOLLOWS) : (USER_FOLLOWS, $ip);

	record(SAMPLE, $kernel ? KERNEL : USER,
	       pack("Q<VVQ<Q<Q<q<*", $ip, $tid, $tid, ++$time, 1, @chain + 1, @chain, $garbage));
}

# The same numbers in every run; below 2^62, where no code is.
my $number = 1;
my @garbage = map { $number = $number * 0x5851f42d % 0x7fffffff; $number << 30 | $_ } 1 .. NR;
my @others = map { 1000 + $_ } 1 .. OTHERS;
my @letters = ("a", "q", "z");

sub name_others { name($_, $letters[$_ % @letters] . $_) for @others }

name(100, "main");
name_others() if !$late;
for my $i (0 .. $#garbage) {
	sample(100, $i % 2, $garbage[$i]);
	sample($others[$i / 20], 1, $garbage[$i]) if $i % 20 == 0;
}
name_others() if $late;
sample(100, 1 - $_ % 2, $garbage[$_]) for 0 .. $#garbage;

# An event that counts the clock of a CPU, of the host alone; each record says whose it is and
# when. The header has one section, the architecture: it would be that of an unfinished file
# otherwise.
use constant { HEADER_SIZE => 104, SECTION_SIZE => 16, ARCHITECTURE => 6 };

my $attr = pack("VVQ<Q<Q<Q<Q<", 1, 128, 0, 1, SAMPLE_TYPE, 0, 1 << 18 | 1 << 20);
my $event = pack("a128 Q<Q<", $attr, 0, 0);
my $data = HEADER_SIZE + length $event;
my $architecture = pack("V/a*", "x86_64\0\0");
binmode STDOUT;
print pack("a8 Q<9 x24", "PERFILE2", HEADER_SIZE, length $event, HEADER_SIZE, length $event,
	   $data, length $records, 0, 0, 1 << ARCHITECTURE), $event, $records,
	pack("Q<Q<", $data + length($records) + SECTION_SIZE, length $architecture), $architecture;
