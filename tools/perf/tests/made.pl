#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0
#
# made.pl <LINES >RECORDING: a recording in which happens what the lines say, one after the other:
#
#	name TID NAME			a thread's name
#	kernel|user TID IP [CALLER]...	a sample in that mode; callers are of user mode
#
# Addresses are in hex; there is no code anywhere.

use strict;
use warnings;
no warnings "portable";		# addresses have 64 bits

use constant { SAMPLE_TYPE => 1 | 2 | 4 | 0x20 | 0x100 };	# IP TID TIME CALLCHAIN PERIOD
use constant { COMM => 3, SAMPLE => 9, KERNEL => 1, USER => 2 };
use constant { KERNEL_FOLLOWS => -128, USER_FOLLOWS => -512 };	# marks in a call chain
use constant { HEADER_SIZE => 104, SECTION_SIZE => 16, ARCHITECTURE => 6 };

my ($records, $time) = ("", 0);

sub record {
	my ($type, $misc, $body) = @_;

	$records .= pack("Vvva*", $type, $misc, 8 + length $body, $body);
}

sub name {
	my ($tid, $name) = @_;

	record(COMM, 0, pack("VVa16VVQ<", $tid, $tid, $name, $tid, $tid, ++$time));
}

sub sample {
	my ($kernel, $tid, $ip, @callers) = @_;
	my @chain = $kernel ? (KERNEL_FOLLOWS, $ip, USER_FOLLOWS) : (USER_FOLLOWS, $ip);

	record(SAMPLE, $kernel ? KERNEL : USER,
	       pack("Q<VVQ<Q<Q<q<*", $ip, $tid, $tid, ++$time, 1, @chain + @callers, @chain, @callers));
}

while (<STDIN>) {
	my ($what, $tid, @words) = split;

	if ($what eq "name") {
		name($tid, "@words");
	} else {
		sample($what eq "kernel", $tid, map { hex } @words);
	}
}

# An event that counts the clock of a CPU, of the host alone; each record says whose it is and
# when. The header has one section, the architecture: it would be that of an unfinished file
# otherwise.
my $attr = pack("VVQ<Q<Q<Q<Q<", 1, 128, 0, 1, SAMPLE_TYPE, 0, 1 << 18 | 1 << 20);
my $event = pack("a128 Q<Q<", $attr, 0, 0);
my $data = HEADER_SIZE + length $event;
my $architecture = pack("V/a*", "x86_64\0\0");
binmode STDOUT;
print pack("a8 Q<9 x24", "PERFILE2", HEADER_SIZE, length $event, HEADER_SIZE, length $event,
	   $data, length $records, 0, 0, 1 << ARCHITECTURE), $event, $records,
	pack("Q<Q<", $data + length($records) + SECTION_SIZE, length $architecture), $architecture;
