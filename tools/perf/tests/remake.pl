#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0
#
# remake.pl [CHANGE]... <RECORDING >RECORDING: takes a perf.data file of this machine (little-
# endian, 64 bit) apart and writes it again, changed. Without a change all that may differ is
# where things lie. What a BPF program is, is left out: nobody converts that.
#
#	type=N		a record of type N before the others; also sample=, comm=: those, empty
#	body=HEX	with these bytes, and zeros as its trailer
#	lost=N		N events lost; also dropped=: samples
#	attr=N		events are described in N bytes, of which the last is not 0
#	flag=N		and with flag N
#	feature=N	a section N in the header
#	spoil=N		the beginning of section N is ff
#	drop=N		no section N
#	cut=N		the last N bytes of the records, and what follows them, are missing
#	packed2		compressed records are of the newer type
#	swap		in the other byte order
#	swap32		also from a machine of 32 bits

use strict;
use warnings;

my %change = map { my ($name, $value) = split /=/; ($name => $value // 1) } @ARGV;
binmode STDIN;
binmode STDOUT;
my $file = do { local $/; <STDIN> };
my $swap = $change{swap} || $change{swap32};

# ---- taking apart ----------------------------------------------------------------------

my ($attr_size, $attrs_at, $attrs_size, $data_at, $data_size) = unpack 'x16 Q<5', $file;
my $bits = unpack 'x72 b256', $file;
my $records = substr $file, $data_at, $data_size;
my (@attrs, @ids, %features);

for (my $at = $attrs_at; $at < $attrs_at + $attrs_size; $at += $attr_size) {
	my ($ids_at, $ids_size) = unpack 'Q<2', substr $file, $at + $attr_size - 16, 16;

	push @attrs, substr $file, $at, $attr_size - 16;
	push @ids, substr $file, $ids_at, $ids_size;
}
{
	my $at = $data_at + $data_size;

	for my $feature (grep { substr $bits, $_, 1 } 0 .. 255) {
		my ($from, $size) = unpack 'Q<2', substr $file, $at, 16;

		$features{$feature} = substr $file, $from, $size;
		$at += 16;
	}
}
delete @features{25, 26};

# ---- what has another byte order -------------------------------------------------------

my $bytes;	# being converted
my $at;
my $done;

# Numbers of as many bytes as the digits say; the last one's value
sub number {
	my ($value) = (0);

	for my $size (split //, shift) {
		my $number = substr $bytes, $at, $size;

		$value = unpack { 2 => 'v', 4 => 'V', 8 => 'Q<' }->{$size}, $number;
		$done .= reverse $number;
		$at += $size;
	}
	return $value;
}

sub text { $done .= substr $bytes, $at, $_[0]; $at += $_[0] }
sub string { text(number(4)) }
sub strings { string() for 1 .. number(4) }
sub rest { number($_[0]) while $at < length $bytes }

# The first flag is at the other end of a byte.
sub flags {
	$done .= pack 'B*', unpack 'b*', substr $bytes, $at, $_[0];
	$at += $_[0];
}

# attribute SIZE: and zeros behind what there is
sub attribute {
	my $end = $at + shift;

	number('448888');
	flags(8);
	number('448888448422');
	if ($at < $end) { number('4'); flags(4) }
	number('8') while $at < $end;
}

# converted BYTES HOW: HOW is a subroutine
sub converted {
	my $how;

	($bytes, $how) = @_;
	return $bytes unless $swap;
	($at, $done) = (0, '');
	$how->();
	die "$at of " . length($bytes) . " bytes converted\n" if $at != length $bytes;
	return $done;
}

my $cpus = exists $features{7} ? unpack 'V', $features{7} : 0;
my %sections = (
	2 => sub {
		while ($at < length $bytes) {
			number('42');
			my $size = number('2');
			number('4');
			text($size - 12);
		}
	},
	(map { $_ => \&string } 3 .. 6, 8, 9),
	7 => sub { number('44') },
	10 => sub { number('8') },
	11 => \&strings,
	12 => sub {
		my $count = number('4');
		my $size = number('4');

		for (1 .. $count) {
			attribute($size);
			my $ids = number('4');
			string();
			number('8') for 1 .. $ids;
		}
	},
	13 => sub {
		strings() for 1 .. 2;
		number('44') for 1 .. $cpus;
		return if $at == length $bytes;
		strings();
		rest('4');
	},
	14 => sub { for (1 .. number('4')) { number('488'); string() } },
	15 => sub { },
	16 => sub { for (1 .. number('4')) { number('4'); string() } },
	17 => sub { for (1 .. number('4')) { string(); number('44') } },
	20 => sub { for (1 .. number('44')) { number('4444'); string() for 1 .. 3 } },
	21 => sub { number('88') },
	22 => sub {
		for (1 .. number('888')) {
			my $blocks = number('888');

			number('8') for 1 .. ($blocks + 63) / 64;
		}
	},
	23 => sub { number('8') },
	27 => sub { number('44444') },
	28 => sub { for (1 .. number('4')) { string() for 1 .. 2 } },
	29 => sub { number('4488') },
	30 => sub { for (1 .. number('4')) { string() for 1 .. 2 } },
	31 => sub {
		for (1 .. number('4')) {
			for (1 .. number('4')) { string() for 1 .. 2 }
			string();
		}
	},
);

my ($sample_type, $read_format, $flags) = unpack 'x24 Q<3', $attrs[0];
my @trailer = map { $sample_type >> $_->[0] & 1 ? $_->[1] : () }
	[1, '44'], [2, '8'], [6, '8'], [9, '8'], [7, '44'], [16, '8'];

@trailer = () unless $flags >> 18 & 1;	# sample_id_all
die "samples have what is not known here\n" if $swap && $sample_type & ~0x103ff;

sub sample {
	for ([16, '8'], [0, '8'], [1, '44'], [2, '8'], [3, '8'], [6, '8'], [9, '8'], [7, '44'],
	     [8, '8']) {
		number($_->[1]) if $sample_type >> $_->[0] & 1;
	}
	rest('8');	# counts, call chain
}

# The beginning of a kernel record, or all of a record of the tool
my %layouts = (
	1 => sub { number('44888') }, 2 => sub { number('88') }, 3 => sub { number('44') },
	4 => sub { number('44448') }, 5 => sub { number('888') }, 6 => sub { number('888') },
	7 => sub { number('44448') },
	10 => sub {
		number('44888');
		unpack('x4 v', $bytes) & 1 << 14 ? text(24) : number('4488');
		number('44');
	},
	13 => sub { number('8') }, 14 => sub { }, 15 => sub { number('44') },
	17 => sub { number('8422') }, 18 => sub { number('224') },
	68 => sub { }, 69 => sub { rest('8') },
	73 => sub { for (1 .. number('8')) { number('8'); text(16) } },
	74 => sub {
		my $type = number('2');

		# a list, a mask of long words, a range
		if ($type == 0) { number('2') for 1 .. number('2') }
		elsif ($type == 1) { number('22'); text(2) if length($bytes) % 8; text(4); rest('8') }
		else { text(2); number('22') }
		text(length($bytes) - $at);
	},
	78 => sub {
		my $type = unpack 'Q<', substr $bytes, 8, 8;

		number('88');
		number('8') if $type == 1;
		text(length($bytes) - $at);
	},
	79 => sub { number('888'); number('88') if $at < length $bytes; text(length($bytes) - $at) },
	81 => sub { text(length($bytes) - $at) }, 82 => sub { },
);

sub record {
	my $type = number('4');

	number('22');
	return sample() if $type == 9;
	die "a record of type $type is not known here\n" unless $layouts{$type};
	$layouts{$type}->();
	return if $type >= 64;
	text(length($bytes) - $at - 8 * @trailer);
	number($_) for @trailer;
}

# ---- changing --------------------------------------------------------------------------

# In front of the others
sub insert {
	my ($type, $body) = @_;

	substr $records, 0, 0, pack('Vvv', $type, 0, 8 + length $body) . $body;
}

insert($change{type}, $change{body} ? pack('H*', $change{body}) . "\0" x (8 * @trailer) : "\0" x 8)
	if $change{type};
insert(9, '') if $change{sample};
insert(3, '') if $change{comm};
insert(2, pack('Q<2', 0, $change{lost}) . "\0" x (8 * @trailer)) if $change{lost};
insert(13, pack('Q<', $change{dropped}) . "\0" x (8 * @trailer)) if $change{dropped};
for (@attrs) {
	if ($change{attr}) {
		$_ .= "\0" x ($change{attr} - 1 - length) . "\1";
		substr $_, 4, 4, pack 'V', $change{attr};
	}
	vec($_, 40 * 8 + $change{flag}, 1) = 1 if $change{flag};
}
$features{$change{feature}} = "\0" x 8 if $change{feature};
substr($features{$change{spoil}}, 0, 4) = "\xff" x 4 if $change{spoil};
delete $features{$change{drop}} if $change{drop};

my $all = '';
for (my $from = 0; $from < length $records;) {
	my ($type, $misc, $size) = unpack 'Vvv', substr $records, $from, 8;
	my $record = substr $records, $from, $size;

	if ($type == 81 && $change{packed2}) {
		my $body = substr $record, 8;

		$record = pack('Q<', length $body) . $body;
		$record .= "\0" x (-length($record) % 8);
		$record = pack('Vvv', 83, $misc, 8 + length $record) . $record;
	}
	$all .= converted($record, \&record);
	$from += $size;
}

# ---- putting together ------------------------------------------------------------------

sub words { my @words = @_; return $swap ? pack 'Q>*', @words : pack 'Q<*', @words }

my $body = '';	# all behind the header
my $table = '';
for my $i (0 .. $#attrs) {
	my $size = length $attrs[$i];

	$table .= converted($attrs[$i], sub { attribute($size) });
	$table .= words(104 + length $body, length $ids[$i]);
	$body .= converted($ids[$i], sub { rest('8') });
}
my @places = (104 + length $body, length $table, 104 + length($body) + length $table, length $all);
$body .= $table . $all;

my @numbers = sort { $a <=> $b } keys %features;
my $where = 104 + length($body) + 16 * @numbers;
my ($index, $contents) = ('', '');
for (@numbers) {
	my $section = $features{$_};

	if ($swap) {
		die "section $_ is not known here\n" unless $sections{$_};
		$section = converted($section, $sections{$_});
	}
	$index .= words($where + length $contents, length $section);
	$contents .= $section;
}
$bits = '';
vec($bits, $_, 1) = 1 for 255, @numbers;
vec($bits, 255, 1) = 0;
$bits = $change{swap32} ? pack 'N*', unpack 'V*', $bits : words(unpack 'Q<*', $bits);

my $made = ($swap ? reverse 'PERFILE2' : 'PERFILE2') .
	words(104, 16 + length $attrs[0], @places, 0, 0) . $bits . $body . $index . $contents;
$made = substr $made, 0, $places[2] + $places[3] - $change{cut} if $change{cut};
print $made;
