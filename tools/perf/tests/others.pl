#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0
#
# others.pl <LINES >RECORDING: a recording as another machine, or an older writer, would make it:
#
#	event TYPE CONFIG [unwound] [framed] [flags=HEX]	one more event; its samples have registers and a
#						stack of nothing: the address, and no callers; if framed (x86_64)
#						the frame pointer, too; these bits are flipped
#	says NUMBER TEXT			a section of the header that is a text
#	section NUMBER HEX			one of any bytes
#	topology				CPU_TOPOLOGY without cores and packages (perf 3.x)
#	id kernel|user NAME HEX			a build id
#	map kernel|user PID START LENGTH FLAGS NAME	(numbers in hex)
#	name PID NAME				a process's name
#	sample kernel|user PID IP [EVENT [SP FP SIZE]]	of an event, from 1 on; the pointers of stack and frame, and the bytes
#						of the stack, which are 0, in hex
#
# Layouts: tools/perf/Documentation/perf.data-file-format.txt of Linux.

use strict;
use warnings;
use POSIX ();
no warnings "portable";		# addresses have 64 bits

use constant { MMAP2 => 10, COMM => 3, SAMPLE => 9, PID_NONE => -1 };
use constant { SAMPLE_TYPE => 1 | 2 | 4 | 0x40 };	# IP TID TIME ID
use constant { UNWOUND => 0x20 | 0x1000 | 0x2000 };	# CALLCHAIN REGS_USER STACK_USER
use constant { FLAGS => 1 << 18 | 1 << 20 };		# sample_id_all, exclude_guest
use constant { BUILD_ID => 2, NR_CPUS => 7, TOPOLOGY => 13 };
use constant { HEADER_SIZE => 104, ATTR_SIZE => 128, SECTION_SIZE => 16, ID_SIZE => 8 };

# Bits of the stack pointer and of the address, asm/perf_regs.h
my %registers = (x86_64 => 1 << 7 | 1 << 8, aarch64 => 1 << 31 | 1 << 32, ppc64le => 1 << 1 | 1 << 32);
use constant { FRAME_POINTER => 1 << 6 };	# of x86_64
my %modes = (kernel => 1, user => 2);
my ($records, $time, $build_ids) = ("", 0, "");
my (@events, @unwound, @framed, %sections);

sub record {
	my ($type, $mode, $body) = @_;

	$records .= pack("Vvva*", $type, $mode, 8 + length $body, $body);
}

# A text with its zero byte, filled up to 8 bytes
sub padded {
	return pack("Z*x![8]", $_[0]);
}

# The end of a record that is no sample: TID TIME ID
sub trailer {
	return pack("VVQ<Q<", $_[0], $_[0], ++$time, 1);
}

sub header_text {
	return pack("V/a*", pack("Z*x![64]", $_[0]));
}

my %says = (
	event => sub {
		my ($type, $config, @how) = @_;
		my $unwound = grep { $_ eq "unwound" } @how;
		my ($flags) = (map({ /^flags=(.*)/ ? hex $1 : () } @how), 0);
		my $registers = $unwound ? $registers{(POSIX::uname())[4]} // 0 : 0;
		my $framed = grep { $_ eq "framed" } @how;

		$registers |= FRAME_POINTER if $framed;
		push @framed, $framed;
		push @unwound, $unwound;
		push @events, pack("a128", pack("VVQ<Q<Q<Q<Q<x32Q<V", $type, ATTR_SIZE, $config, 1000,
						SAMPLE_TYPE | ($unwound ? UNWOUND : 0), 4, FLAGS ^ $flags,
						$registers, $unwound ? 16 : 0));
	},
	says => sub {
		my ($number, @text) = @_;

		$sections{$number} = header_text("@text");
	},
	section => sub {
		my ($number, $hex) = @_;

		$sections{$number} = pack("H*", $hex // "");
	},
	topology => sub {
		$sections{+NR_CPUS} = pack("VV", 2, 2);
		$sections{+TOPOLOGY} = pack("V", 1) . header_text("0-1") .
				       pack("V", 2) . header_text("0") . header_text("1");
	},
	id => sub {
		my ($mode, $name, $hex) = @_;
		my $body = pack("l<a20x4", PID_NONE, pack("H*", $hex)) . padded($name);

		$build_ids .= pack("Vvva*", 0, $modes{$mode}, 8 + length $body, $body);
		$sections{+BUILD_ID} = $build_ids;
	},
	map => sub {
		my ($mode, $pid, $start, $length, $flags, $name) = @_;

		record(MMAP2, $modes{$mode},
		       pack("l<l<Q<Q<Q<x24VV", $pid, $pid, hex $start, hex $length,
			    $mode eq "kernel" ? hex $start : 0, 5, hex $flags) .
		       padded($name) . trailer($pid));
	},
	name => sub {
		my ($pid, $name) = @_;

		record(COMM, 0, pack("VV", $pid, $pid) . padded($name) . trailer($pid));
	},
	sample => sub {
		my ($mode, $pid, $ip, $event, $stack, $frame, $size) = @_;

		my $body = pack("Q<VVQ<Q<", hex $ip, $pid, $pid, ++$time, $event // 1);

		# No callers; ABI of 64 bits, pointers of frame and stack, address; the stack with its size and what
		# there was of it
		if ($unwound[($event // 1) - 1]) {
			$body .= pack("Q<Q<", 0, 2);
			$body .= pack("Q<", hex($frame // 0)) if $framed[($event // 1) - 1];
			$size = hex($size // "10");
			$body .= pack("Q<Q<Q<x${size}Q<", hex($stack // "7fff0000"), hex $ip, $size, $size);
		}
		record(SAMPLE, $modes{$mode}, $body);
	},
);

while (<STDIN>) {
	my ($what, @words) = split;

	$says{$what}->(@words) if defined $what;
}

my $ids = HEADER_SIZE;
my $attrs = $ids + ID_SIZE * @events;
my $data = $attrs + (ATTR_SIZE + SECTION_SIZE) * @events;
my $place = $data + length($records) + SECTION_SIZE * keys %sections;
my ($mask, $table) = (0, "");
for my $number (sort { $a <=> $b } keys %sections) {
	$mask |= 1 << $number;
	$table .= pack("Q<Q<", $place, length $sections{$number});
	$place += length $sections{$number};
}
binmode STDOUT;
print pack("a8 Q<9 x24", "PERFILE2", HEADER_SIZE, ATTR_SIZE + SECTION_SIZE, $attrs,
	   $data - $attrs, $data, length $records, 0, 0, $mask);
print pack("Q<", $_) for 1 .. @events;
print $events[$_], pack("Q<Q<", $ids + ID_SIZE * $_, ID_SIZE) for 0 .. $#events;
print $records, $table, map { $sections{$_} } sort { $a <=> $b } keys %sections;
