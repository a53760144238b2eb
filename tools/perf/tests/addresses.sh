#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# All code of some libraries and programs of this machine: an address has the name that the perf of
# the same release gives it. Recordings have samples anywhere in these files, so what differs
# anywhere would be found by chance only, by another test on another day.

. "$TESTS/tap.bash"
. "$TESTS/base_perf.bash"
. "$TESTS/file_samples.bash"

if [ -z "$other" ] || ! command -v readelf >/dev/null; then
	skip "names of all addresses" "${other:+no readelf}${other:-$no_base_perf}"
	tap_end
fi

# same_names FILE STEP: every STEP bytes
same_names() {
	local offset size flags

	sections "$1" | while read -r _ _ offset size flags; do
		[[ $flags != *X* ]] || seq $((0x$offset)) "$2" $((0x$offset + 0x$size - 1))
	done >offsets
	samples_in "$1" <offsets >all.data
	"$PERF" script -i all.data -F ip,sym >ours || return 1
	"$other" script -i all.data -F ip,sym 2>said >theirs || {
		cat said
		return 1
	}
	[ "$(wc -l <ours)" = "$(wc -l <offsets)" ] || {
		echo "not all have a line"
		return 1
	}
	grep -qv '\[unknown\]' ours || return
	diff theirs ours
}

# library NAME: the path of a library that our tool or bash is linked with
library() {
	ldd "$PERF" "$BASH" | awk -v name="$1" '$1 == name { print $3; exit }
		index($1, "/" name) { print $1; exit }'
}

libc=$(library libc.so.6)
ok "the C library" same_names "$libc" 7
# The same without its debug information, which is found by these sections
ok "a C library alone" objcopy -R .note.gnu.build-id -R .gnu_debuglink "$libc" alone.so
ok "the C library alone" same_names alone.so 7
ok "the dynamic linker" same_names "$(library ld-linux-x86-64.so.2)" 7
ok "a shell" same_names "$BASH" 13
ok "our tool" same_names "$PERF" 13
# A full table of just a few symbols: those that are exported count, too.
few_symbols() {
	gcc -O1 -g -shared -fPIC -o few.so -x c - <<-'END'
		static int hidden(int i) { return i * 3; }
		int first(int i) { return hidden(i) + 1; }
		int second(int i) { return first(i) + hidden(i); }
	END
		objcopy --strip-all --keep-symbol=second few.so
		[ "$(nm few.so | wc -l)" = 1 ]
		same_names few.so 1
		grep -q 'first$' ours
}
# Two names for one address, of which one has no size: the later one reaches up to the next symbol.
no_sizes() {
	gcc -nostdlib -shared -o sizes.so -x assembler - <<-'END' && same_names sizes.so 1
		.text
		.macro function name size
		.globl \name
		.type \name, @function
		.size \name, \size
		.endm
		function short 4
		function a_long_name 0
		short: a_long_name: .skip 32, 0x90
		function a_longer_name 0
		function brief 4
		a_longer_name: brief: .skip 32, 0x90
		function last 0
		last: .skip 32, 0x90
	END
}
if command -v gcc >/dev/null; then
	ok "a table of a few symbols" few_symbols
	ok "symbols without a size" no_sizes
else
	skip "tables of symbols" "no gcc"
fi
if [ "$(uname -m)" = x86_64 ] && [ -e /usr/lib/x86_64-linux-gnu/libstdc++.so.6 ]; then
	ok "the C++ library" same_names /usr/lib/x86_64-linux-gnu/libstdc++.so.6 13
else
	skip "the C++ library" "it is not there"
fi
tap_end
