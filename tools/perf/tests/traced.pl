#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0
#
# traced.pl FORMAT... <LINES >RECORDING: a recording of tracepoints whose format files are
# FORMAT, each named SYSTEM:NAME, and whose records are what the lines say:
#
#	NAME CPU BYTES...	a record, its bytes in hex without the number of the tracepoint,
#				which are its first two; CPU may be any number of 32 bits
#	printk TEXT		a line of the file printk_formats
#
# The time is the number of the line in milliseconds, the thread always 7.

use strict;
use warnings;
no warnings "portable";		# addresses have 64 bits

use constant { SAMPLE_TYPE => 1 | 2 | 4 | 0x80 | 0x100 | 0x400 | 0x10000, SAMPLE => 9, COMM => 3 };
use constant { HEADER_SIZE => 104, SECTION_SIZE => 16, ATTR_SIZE => 128 };
use constant { TRACING_DATA => 1, NRCPUS => 7, ARCHITECTURE => 6, EVENT_DESC => 12 };

my ($records, $printk, $time, %id, @points, %formats) = ("", "", 0);

for my $file (@ARGV) {
	my ($system, $name) = $file =~ m{([^/]+):([^/]+)$} or die "$file: not SYSTEM:NAME\n";
	open my $in, "<:raw", $file or die "$file: $!\n";
	my $text = do { local $/; <$in> };
	($id{$name}) = $text =~ /^ID: (\d+)/m or die "$file: no ID\n";
	push @points, ["$system:$name", $id{$name}];
	push @{$formats{$system}}, $text;
}

sub record {
	my ($type, $body) = @_;

	$records .= pack("Vvva*", $type, 1, 8 + length $body, $body);
}

sub attr {
	# exclude nothing; each record says whose it is and when; sample_period 1
	return pack("VVQ<Q<Q<Q<Q<", 2, ATTR_SIZE, $_[0], 1, SAMPLE_TYPE, 0, 1 << 18);
}

record(COMM, pack("VVa16VVQ<VVQ<", 7, 7, "worker", 7, 7, 1, 0, 0, $points[0][1]));
while (<STDIN>) {
	if (/^printk (.*\n)/) {
		$printk .= $1;
		next;
	}
	my ($name, $cpu, @bytes) = split;
	my $raw = pack("v", $id{$name}) . pack("H*", join("", @bytes));

	$raw .= "\0" while (4 + length $raw) % 8;
	record(SAMPLE, pack("Q<Q<VVQ<VVQ<V/a*", $id{$name}, 0xffffffff81000000, 7, 7,
			    ++$time * 1000000, $cpu, 0, 1, $raw));
}

# The blob of the formats, trace-cmd.dat(5)
my $tracing = pack("H*a*", "170844", "tracing0.6\0") . pack("CCV", 0, 8, 4096);
$tracing .= pack("a*Q<", "header_page\0", 0) . pack("a*Q<", "header_event\0", 0) . pack("V", 0);
$tracing .= pack("V", scalar keys %formats);
for my $system (sort keys %formats) {
	$tracing .= "$system\0" . pack("V", scalar @{$formats{$system}});
	$tracing .= pack("Q</a*", $_) for @{$formats{$system}};
}
$tracing .= pack("V", 0) . pack("V/a*", $printk) . pack("Q<", 0);
$tracing .= "\0" while length($tracing) % 8;

# Attributes, then where their ids are: behind them
my ($attrs, $ids) = ("", "");
my $entry = ATTR_SIZE + SECTION_SIZE;
for my $point (@points) {
	$attrs .= pack("a${\ATTR_SIZE} Q<Q<", attr($point->[1]),
		       HEADER_SIZE + $entry * @points + length $ids, 8);
	$ids .= pack("Q<", $point->[1]);
}
my $described = pack("VV", scalar @points, ATTR_SIZE);
for my $point (@points) {
	my $name = "$point->[0]\0";

	$name .= "\0" while length($name) % 4;
	$described .= pack("a${\ATTR_SIZE} V V/a* Q<", attr($point->[1]), 1, $name, $point->[1]);
}

# By the numbers of their bits
my %features = (TRACING_DATA, $tracing, ARCHITECTURE, pack("V/a*", "x86_64\0\0"),
		NRCPUS, pack("VV", 4, 4), EVENT_DESC, $described);
my $data = HEADER_SIZE + length($attrs) + length $ids;
my $at = $data + length($records) + SECTION_SIZE * keys %features;
my ($sections, $contents, $bits) = ("", "", 0);
for my $feature (sort { $a <=> $b } keys %features) {
	$sections .= pack("Q<Q<", $at + length $contents, length $features{$feature});
	$contents .= $features{$feature};
	$bits |= 1 << $feature;
}
binmode STDOUT;
print pack("a8 Q<9 x24", "PERFILE2", HEADER_SIZE, $entry, HEADER_SIZE, length $attrs, $data,
	   length $records, 0, 0, $bits), $attrs, $ids, $records, $sections, $contents;
