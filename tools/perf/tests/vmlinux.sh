#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# -k: symbols of the kernel from the file it was linked to. That file is made up here, of the
# symbols that were hit, linked elsewhere than where this machine's kernel runs.

. "$TESTS/tap.bash"

if ! "$PERF" record -q -e cpu-clock -F 4000 -o kernel.data dd if=/dev/zero of=/dev/null bs=1M \
		count=3000 2>/dev/null ||
   ! "$PERF" script -i kernel.data -F ip,sym,symoff,dso | grep -F '([kernel.kallsyms])' >hit; then
	skip "-k" "the kernel cannot be sampled"
	tap_end
	exit
fi

# vmlinux FILE BUILD_ID: an object with the functions that were hit, 16 MiB below their places
vmlinux() {
	awk '$2 ~ /^[A-Za-z_][A-Za-z0-9_.]*\+0x/ { sub(/\+0x/, " ", $2); print $1, $2 }' hit |
	perl -e '
		use bigint qw(hex);
		my $text = hex($ARGV[0]);
		while (<STDIN>) {
			my ($ip, $name, $at) = split;
			my $start = hex($ip) - hex($at);
			$start{$name} //= $start;
			# Of two that are called alike there can be one.
			next if $start{$name} != $start;
			$size{$name} = hex($at) + 1 if hex($at) >= ($size{$name} // 0);
		}
		print ".text\n.globl _text\n_text:\n.skip 0x1800000, 0x90\n";
		for (keys %start) {
			print ".set $_, _text + ", $start{$_} - $text, "\n.type $_, \@function\n",
				".size $_, $size{$_}\n";
		}' "$(awk '$3 == "_text" { print $1 }' /proc/kallsyms)" >"$1.s" || return
	as -o "$1.o" "$1.s" || return
	ld --build-id="0x$2" -Ttext=0xffffffff80000000 -e _text -o "$1" "$1.o"
}

id=$("$PERF" buildid-list -i kernel.data | awk '/kernel.kallsyms/ { print $1 }')
ok "an object with the functions of the kernel" vmlinux same "$id"
names() {
	cut -d'(' -f1 hit | sort -u >wanted
	"$PERF" script -i kernel.data -F ip,sym,symoff,dso -k same | grep -F '([kernel.kallsyms])' |
		cut -d'(' -f1 | sort -u >ours
	# Without those whose names are not for the assembler, or are somebody else's too
	[ "$(wc -l <wanted)" -gt 10 ] || {
		cat wanted
		return 1
	}
	[ "$(comm -12 wanted ours | wc -l)" -ge "$(($(wc -l <wanted) * 9 / 10))" ]
	! comm -13 wanted ours | grep '+0x'
}
ok "functions and offsets are those of /proc/kallsyms" names
report() {
	"$PERF" report -q -i kernel.data -k same --sort sym | grep -F '[k]' | head -n 1 >ours
	"$PERF" report -q -i kernel.data --sort sym | grep -F '[k]' | head -n 1 | diff - ours
}
ok "report" report
path_shown() {
	"$PERF" script -i kernel.data -F ip,sym,dso -k same --show-kernel-path >ours
	grep -q ' (same)$' ours
	not grep -F '([kernel.kallsyms])' ours
}
ok "the file is shown" path_shown
# The object's code is nothing but one byte long nops.
bytes() {
	local all nops

	"$PERF" script -i kernel.data -F ip,sym,insnlen,insn,dso -k same >ours
	all=$(grep -F '([kernel.kallsyms])' ours | grep -vc '\[unknown\]')
	nops=$(grep -Fc '([kernel.kallsyms]) ilen: 1 insn: 90' ours)
	head -n 3 ours
	((nops >= all && all > 10))
}
ok "bytes of the instructions" bytes
ignored() {
	"$PERF" script -i kernel.data -F ip,sym,symoff,dso >wanted
	"$PERF" script -i kernel.data -F ip,sym,symoff,dso -k same --ignore-vmlinux | diff wanted -
}
ok "the file is ignored" ignored
letter() {
	"$PERF" report -v -q --stdio -i kernel.data -k same -s sym >got 2>said
	grep -q ' v \[k\] ' got
	grep -Eq 'kallsyms\]: [0-9]+ symbols of same \(build id' said
}
ok "report -v shows it" letter
another() {
	vmlinux other "$(echo "$id" | tr 0-9a-f 1-9a-f0)"
	"$PERF" script -i kernel.data -F ip,sym,symoff,dso -k other >ours 2>said
	grep -q "'other' is not the kernel of the recording" said
	grep -qF '[unknown] ([kernel.kallsyms])' ours
	! grep -F '([kernel.kallsyms])' ours | grep '+0x'
}
ok "another kernel's file is not used, and that is said" another
no_file() {
	"$PERF" report --stdio -i kernel.data -k /nowhere 2>said >ours
	grep -q "'/nowhere' is not the kernel of the recording, or cannot be read" said
}
ok "nor is one that is not there" no_file
tap_end
