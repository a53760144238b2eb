#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0
#
# munmap.pl raw|unmapped|none >RECORDING: /one is mapped at 0x10000000, four pages; it is unmapped,
# and /two is mapped in the first of these pages. A task takes a sample in the first and in the
# third page each time: with /one, without any mapping, with /two.
#
# "raw": MUNMAP records, as a kernel writes them; "unmapped": MMAP2 records in their place; "none":
# nothing is recorded of unmapped memory. Numbers are those of the kernel's ABI.

use strict;
use warnings;

use constant { SAMPLE_TYPE => 1 | 2 | 4 };	# IP TID TIME
use constant { COMM => 3, SAMPLE => 9, MMAP2 => 10, MUNMAP => 63, USER => 2 };
use constant { READ_EXEC => 5, PRIVATE => 2, PID => 77, PLACE => 0x10000000, PAGE => 0x1000 };
use constant { HEADER_SIZE => 104, SECTION_SIZE => 16, ARCHITECTURE => 6 };

my $form = shift // "";
my ($records, $time) = ("", 0);

# With the sample_id behind the body of all but samples
sub record {
	my ($type, $body) = @_;

	$body .= pack("VVQ<", PID, PID, ++$time) unless $type == SAMPLE;
	$records .= pack("Vvva*", $type, USER, 8 + length $body, $body);
}

sub mapping {
	my ($pages, $protection, $name) = @_;

	record(MMAP2, pack("VVQ<3 VVQ<Q< VV a16", PID, PID, PLACE, $pages * PAGE, 0, 0, 0, 0, 0,
			   $protection, PRIVATE, $name));
}

sub samples {
	record(SAMPLE, pack("Q<VVQ<", PLACE + $_ * PAGE + 0x10, PID, PID, ++$time)) for 0, 2;
}

record(COMM, pack("VVa16", PID, PID, "reuser"));
mapping(4, READ_EXEC, "/one");
samples();
record(MUNMAP, pack("VVQ<Q<", PID, PID, PLACE, 4 * PAGE)) if $form eq "raw";
mapping(4, 0, "[unmapped]") if $form eq "unmapped";
samples();
mapping(1, READ_EXEC, "/two");
samples();

# The bits of the attr: mmap, comm, sample_id_all, mmap2; munmap is the last one
my $bits = 1 << 8 | 1 << 9 | 1 << 18 | 1 << 23;
$bits |= 1 << 63 if $form eq "raw";
my $attr = pack("VVQ<Q<Q<Q<Q<", 1, 128, 0, 1, SAMPLE_TYPE, 0, $bits);
my $event = pack("a128 Q<Q<", $attr, 0, 0);
my $data = HEADER_SIZE + length $event;
my $architecture = pack("V/a*", "x86_64\0\0");
binmode STDOUT;
print pack("a8 Q<9 x24", "PERFILE2", HEADER_SIZE, length $event, HEADER_SIZE, length $event,
	   $data, length $records, 0, 0, 1 << ARCHITECTURE), $event, $records,
	pack("Q<Q<", $data + length($records) + SECTION_SIZE, length $architecture), $architecture;
