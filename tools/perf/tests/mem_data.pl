#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0
#
# mem_data.pl PROGRAM OUT [branches|latencies] [ARCH]: a recording of loads and stores, as a processor that samples memory
# accesses would have made it, of PROGRAM mapped at 0x400000: the same each time.
#
# Functions of PROGRAM and its variable "sink" give the addresses; the accesses go through all
# levels, snoops, TLBs and so on. Two threads share a cache line. With "branches" each sample has
# two branches as well, with "latencies" its weight is three numbers (PERF_SAMPLE_WEIGHT_STRUCT),
# with an ARCH the file says that it was recorded on such a machine.
use strict;
use warnings;
no warnings 'portable';

my ($program, $out, $more, $arch) = @ARGV;
my $branches = $more && $more eq 'branches';
my $latencies = $more && $more eq 'latencies';
my (%symbol, $text);

open(my $nm, '-|', 'nm', $program) or die;
while (<$nm>) {
	$symbol{$3} = hex $1 if /^([0-9a-f]+) ([tTbBdD]) (\w+)$/;
}
close $nm;
# Where segments lie: program headers as the linker has them
my @segments;
open(my $readelf, '-|', 'readelf', '-lW', $program) or die;
while (<$readelf>) {
	push @segments, [hex $1, hex $2, hex $3, $4]
		if /^\s+LOAD\s+0x(\w+) 0x(\w+) 0x\w+ 0x\w+ 0x(\w+) ([R ][W ][E ])/;
}
close $readelf;
my $base = 0x400000;

# sample_type, in the order of the fields
my %type = (IP => 1 << 0, TID => 1 << 1, TIME => 1 << 2, ADDR => 1 << 3, CPU => 1 << 7,
	    PERIOD => 1 << 8, WEIGHT => 1 << 14, DATA_SRC => 1 << 15, IDENTIFIER => 1 << 16,
	    TRANSACTION => 1 << 17, PHYS_ADDR => 1 << 19, CGROUP => 1 << 21,
	    DATA_PAGE_SIZE => 1 << 22, CODE_PAGE_SIZE => 1 << 23);
my $sample_type = 0;
$type{WEIGHT} = 1 << 24 if $latencies;
$sample_type |= $_ for values %type;
$sample_type |= 1 << 11 if $branches;

# struct perf_event_attr of 128 bytes: hardware raw event, mmap, comm, sample_id_all, mmap2
sub attr {
	my ($config) = @_;
	my $bits = 1 << 8 | 1 << 9 | 1 << 18 | 1 << 23 | 1 << 24;

	return pack('L2 Q5 L2 Q2 Q4', 4, 128, $config, 1000, $sample_type, 4, $bits, 0, 0, 0, 0,
		    $branches ? 8 : 0, 0, 0, 0) . "\0" x (128 - 8 - 40 - 8 - 16 - 32);
}

my $time = 1_000_000_000;
my $data = '';

sub record {
	my ($type, $misc, $body) = @_;

	$data .= pack('L S S', $type, $misc, 8 + length $body) . $body;
}

sub trailer {
	my ($pid, $tid, $id) = @_;

	return pack('L2 Q L2 Q', $pid, $tid, $time, 0, 0, $id);
}

sub text8 {
	my ($text) = @_;

	return $text . "\0" x (8 - length($text) % 8);
}

# op, lvl, snoop, lock, dtlb, lvl_num, remote, snoopx, blk, hops
sub data_src {
	my ($op, $lvl, $snoop, $lock, $dtlb, $num, $remote, $snoopx, $blk, $hops) = @_;

	return $op | $lvl << 5 | $snoop << 19 | $lock << 24 | $dtlb << 26 | $num << 33 |
	       $remote << 37 | $snoopx << 38 | $blk << 40 | $hops << 43;
}

my $samples = 0;
sub sample {
	my ($id, $function, $tid, $cpu, $address, $weight, $source, $txn, $cgroup) = @_;
	my $ip = $base + $symbol{$function} + 4;

	$weight |= ($weight + 1000) << 32 | ($weight + 2000) << 48 if $latencies;

	# From main into the function, mispredicted or not; within the function, in 5 to 8 cycles.
	# The first ones are of all new kinds, the others of all kinds.
	my $kind = $samples++;
	my $stack = !$branches ? '' :
		pack('Q7', 2, $base + $symbol{main} + 8, $base + $symbol{$function},
		     ($cpu % 2 ? 1 : 2) | 15 << 20 | $kind % 8 << 26,
		     $ip + 2, $ip - 2, 2 | ($cpu == 3) << 2 | (5 + $cpu) << 4 | $kind % 16 << 20 |
		     $kind % 4 << 24);
	$time += 1_000_000;
	record(9, 2, pack('Q Q L2 Q Q L2 Q', $id, $ip, 100, $tid, $time, $address, $cpu, 0, 1000) .
		     $stack . pack('Q7', $weight, $source, $txn, $address & 0xffffff, $cgroup, 4096,
				   $cpu ? 2 << 20 : 4096));
}

my $path = $program =~ m{^/} ? $program : $ENV{PWD} . "/$program";
record(3, 0, pack('L2', 100, 100) . text8('memory') . trailer(100, 100, 1));
record(7, 0, pack('L4 Q', 100, 100, 101, 100, $time) . trailer(100, 100, 1));
record(3, 0, pack('L2', 100, 101) . text8('sharer') . trailer(100, 101, 1));
# MMAP2 of each segment; code executable, the others as data; no file system is known
for my $segment (@segments) {
	my ($offset, $address, $size, $flags) = @$segment;
	my $page = $address & 4095;
	my $exec = $flags =~ /E/;
	my $length = ($size + $page + 4095) & ~4095;

	record(10, 2 | ($exec ? 0 : 1 << 13),
	       pack('L2 Q3 L2 Q2 L2', 100, 100, $base + $address - $page, $length,
		    $offset - $page, 0, 0, 0, 0, $exec ? 5 : 3, 2) . text8($path) .
	       trailer(100, 100, 1));
}
my $sink = $base + $symbol{sink};
my $line = $sink & ~63;
my @levels = (
	# op 2 load 4 store; lvl: hit 2, miss 4, L1 8, LFB 0x10, L2 0x20, L3 0x40, local RAM 0x80,
	# remote RAM 0x100/0x200, remote cache 0x400/0x800, uncached 0x2000
	# snoop: none 2, hit 4, miss 8, hitm 0x10; lock: locked 2; tlb: hit 2, miss 4, L1 8, L2 0x10
	[2, 2 | 0x08, 2, 1, 2 | 8, 1, 0, 0, 1, 0],
	[2, 2 | 0x20, 2, 1, 2 | 0x10, 2, 0, 0, 1, 0],
	[2, 2 | 0x40, 4, 1, 2 | 8, 3, 0, 0, 2, 0],
	[2, 2 | 0x40, 0x10, 1, 4 | 0x10, 3, 0, 0, 2, 0],
	[2, 2 | 0x10, 2, 2, 2 | 8, 0xc, 0, 0, 4, 0],
	[2, 2 | 0x80, 8, 1, 4 | 0x20, 0xd, 0, 0, 1, 0],
	[2, 2 | 0x100, 8, 1, 4 | 0x40, 0xd, 1, 0, 1, 1],
	[2, 2 | 0x400, 0x10, 2, 2 | 8, 0xb, 1, 0, 1, 2],
	[2, 4 | 0x40, 1, 1, 1, 0xf, 0, 0, 1, 0],
	[2, 2 | 0x800, 4, 1, 2 | 8, 0xb, 1, 0, 1, 1],
	[2, 2 | 0x2000, 2, 1, 2 | 8, 0xf, 0, 0, 1, 0],
);
my $count = 0;
for my $round (1 .. 3) {
	for my $level (@levels) {
		sample(1, $count % 2 ? 'mix' : 'add', $count % 3 ? 100 : 101, $count % 4,
		       $count % 5 == 0 ? 0x7ffd00001000 + $count : $sink + 8 * ($count % 3),
		       30 + 7 * $count, data_src(@$level), $count % 4, 1 + $count % 2);
		$count++;
	}
	# Stores: hit and miss in the first level, both threads into the same line
	for my $store ([4, 2 | 8, 1, 1, 2 | 8, 1, 0, 0, 1, 0], [4, 4 | 8, 1, 1, 4 | 8, 1, 0, 0, 1, 0]) {
		sample(2, $round % 2 ? 'other' : 'recurse', 100 + $round % 2, $round, $line + 16 * $round,
		       0, data_src(@$store), 0, 1);
	}
}

# The file: header, ids, attributes, data, sections: ARCH (6), NRCPUS (7), EVENT_DESC (12), NUMA (14),
# BRANCH_STACK (15)
my $ids_at = 104;
my $attrs_at = $ids_at + 16;
my $data_at = $attrs_at + 2 * (128 + 16);
my @names = ('cpu/mem-loads,ldlat=30/P', 'cpu/mem-stores/P');
my $desc = pack('L2', 2, 128);
for my $i (0, 1) {
	my $name = $names[$i] . "\0" x (64 - length $names[$i]);

	$desc .= attr(0x1cd + $i) . pack('L', 1) . pack('L', 64) . $name . pack('Q', $i + 1);
}
my $numa = pack('L', 2);
for my $node (0, 1) {
	my $cpus = $node ? '2-3' : '0-1';

	$numa .= pack('L Q2 L', $node, 1 << 20, 1 << 19, 64) . $cpus . "\0" x (64 - length $cpus);
}
my @sections = ($arch ? pack('L', length(text8($arch))) . text8($arch) : (), pack('L2', 4, 4), $desc, $numa, $branches ? ('') : ());
my $at = $data_at + length($data) + 16 * @sections;
my $index = '';
for my $section (@sections) {
	$index .= pack('Q2', $at, length $section);
	$at += length $section;
}
open(my $file, '>:raw', $out) or die "$out: $!";
print $file 'PERFILE2', pack('Q2 Q2 Q2 Q2 Q4', 104, 144, $attrs_at, 2 * 144, $data_at, length $data,
			     0, 0, ($arch ? 1 << 6 : 0) | 1 << 7 | 1 << 12 | 1 << 14 | ($branches ? 1 << 15 : 0), 0, 0, 0);
print $file pack('Q2', 1, 2);
for my $i (0, 1) {
	print $file attr(0x1cd + $i), pack('Q2', $ids_at + 8 * $i, 8);
}
print $file $data, $index, @sections;
close $file;
