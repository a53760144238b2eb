#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0
#
# growth_data.pl KIND N >RECORDING: a recording of N items that a walk over all others for each
# of them takes long for:
#
#	events		N events with a sample each, whose call chains have nothing in common
#	group		samples for each of N ids of a group, with call chains that grow with N
#	formats		N tracepoints with formats in the opposite order
#	mappings	N mappings, and the build ids of their files in the opposite order

use strict;
use warnings;
no warnings "portable";		# addresses have 64 bits

use constant { HEADER_SIZE => 104, ATTR_SIZE => 128, SAMPLE => 9, MMAP => 1, USER => 2 };
use constant { TRACING_DATA => 1, BUILD_ID => 2, ARCHITECTURE => 6, EVENT_DESC => 12 };
# sample_type: IP TID TIME CALLCHAIN PERIOD IDENTIFIER, and READ
use constant { FIELDS => 1 | 2 | 4 | 0x20 | 0x100 | 0x10000, READ => 0x10 };
use constant { GROUP_BY_ID => 4 | 8, USER_FOLLOWS => -512, ID_ALL => 1 << 18 };

my ($kind, $n) = @ARGV;
my ($records, $time, @events, %features) = ("", 0);

# event TYPE CONFIG READ_FORMAT ID...
sub event {
	my ($type, $config, $read, @ids) = @_;
	my $attr = pack("VVQ<5", $type, ATTR_SIZE, $config, 1, FIELDS | ($read ? READ : 0), $read, ID_ALL);

	push @events, [pack("a" . ATTR_SIZE, $attr), @ids];
}

# sample ID READ ADDRESS...
sub sample {
	my ($id, $read, @chain) = @_;
	my $body = pack("Q<Q<VVQ<Q<", $id, $chain[0], 5, 5, ++$time, 1) . $read .
		   pack("Q<q<Q<*", 1 + @chain, USER_FOLLOWS, @chain);

	$records .= pack("Vvv", SAMPLE, USER, 8 + length $body) . $body;
}

sub text {
	return pack("V/a*", $_[0] . "\0" x (64 - length($_[0]) % 64));
}

sub events {
	for my $i (0 .. $n - 1) {
		event(1, 0, 0, $i + 1);
		sample($i + 1, "", map { 0x10000 + 100 * $i + $_ } 1 .. 100);
	}
}

sub group {
	event(1, 0, GROUP_BY_ID, 1 .. $n);
	for my $turn (1 .. 200) {
		my $read = pack("Q<*", $n, map { ($turn * 10, $_) } 1 .. $n);

		sample(1, $read, map { 0x10000 + $_ } 1 .. $n / 4);
	}
}

sub format_of {
	my ($id) = @_;
	my $format = "name: t$id\nID: $id\nformat:\n" .
		     "\tfield:int a;\toffset:0;\tsize:4;\tsigned:1;\n\nprint fmt: \"\"\n";

	return pack("Q</a*", $format);
}

sub formats {
	event(2, $_, 0, $_) for 1 .. $n;
	$features{+TRACING_DATA} = "\x17\x08\x44tracing" . "0.6\0" . pack("CCV", 0, 8, 4096) .
		"header_page\0" . pack("Q<", 0) . "header_event\0" . pack("Q<VV", 0, 0, 1) .
		"made\0" . pack("V", $n) . join("", map { format_of($n + 1 - $_) } 1 .. $n) .
		pack("VVQ<", 0, 0, 0);
	$features{+EVENT_DESC} = pack("VV", 1, ATTR_SIZE) . $events[0][0] . pack("V", 1) .
		text("raw_syscalls:sys_exit") . pack("Q<", 1);
}

sub mappings {
	event(1, 0, 0, 1);
	$features{+BUILD_ID} = "";
	for my $i (0 .. $n - 1) {
		my $body = pack("VVQ<3a16", 5, 5, 0x10000 * ($i + 1), 0x1000, 0, "/none/$i") .
			   pack("VVQ<Q<", 5, 5, ++$time, 1);
		my $listed = pack("Va20x4a16", 5, "id $i", "/none/" . ($n - 1 - $i));

		$records .= pack("Vvv", MMAP, USER, 8 + length $body) . $body;
		$features{+BUILD_ID} .= pack("Vvv", 0, USER, 8 + length $listed) . $listed;
	}
}

{ events => \&events, group => \&group, formats => \&formats, mappings => \&mappings }->{$kind}->();
$features{+ARCHITECTURE} = text("x86_64");

my ($ids, $attrs, $at) = ("", "", HEADER_SIZE + @events * (ATTR_SIZE + 16));
for my $event (@events) {
	my ($attr, @ids) = @$event;

	$attrs .= $attr . pack("Q<Q<", $at + length $ids, 8 * @ids);
	$ids .= pack("Q<*", @ids);
}
my $data = $at + length $ids;
my @bits = sort { $a <=> $b } keys %features;
my ($index, $sections, $bitmap) = ("", "", 0);
$at = $data + length($records) + 16 * @bits;
for my $bit (@bits) {
	$index .= pack("Q<Q<", $at + length $sections, length $features{$bit});
	$sections .= $features{$bit};
	$bitmap |= 1 << $bit;
}
binmode STDOUT;
print pack("a8 Q<9 x24", "PERFILE2", HEADER_SIZE, ATTR_SIZE + 16, HEADER_SIZE, length $attrs,
	   $data, length $records, 0, 0, $bitmap), $attrs, $ids, $records, $index, $sections;
