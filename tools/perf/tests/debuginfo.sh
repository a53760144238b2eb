#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Debug information that is not in the program as a whole: names of functions in .gnu_debugdata.
# The recordings are made here: one sample at each address in question.

. "$TESTS/tap.bash"

programs=$TESTS/programs

# recording FILE ADDRESS...: into FILE.data; FILE is mapped as a whole, so that an address is one in
# the file
recording() {
	local file=$1

	shift
	{
		echo "event 1 0"
		echo "says 6 $(uname -m)"
		echo "map user 100 0 1000000 0 $PWD/$file"
		echo "name 100 prog"
		printf 'sample user 100 %s\n' "$@"
	} | perl "$TESTS/others.pl" >"$file.data"
}

# ---- .gnu_debugdata -------------------------------------------------------------------------

# As the manual of GDB makes it ("MiniDebugInfo"), of whole
mini_debug() {
	nm -D whole --format=posix --defined-only | awk '{ print $1 }' | sort >exported
	nm whole --format=posix --defined-only | awk '$2 ~ /[TtD]/ { print $1 }' | sort >functions
	comm -13 exported functions >kept
	objcopy --only-keep-debug whole debug &&
	objcopy -S --remove-section .comment --keep-symbols=kept debug mini &&
	strip --strip-all -R .comment -o bare whole &&
	xz -k mini && objcopy --add-section .gnu_debugdata=mini.xz bare packed
}

# The functions of calls.c, where nm sees them in the program that has not been stripped
functions() {
	nm whole | awk '$2 ~ /[Tt]/ && $3 ~ /^(add|mix|recurse|other|ask_kernel|main)$/ \
		{ print $1, $3 }' >wanted
	awk '{ print $1 }' wanted | xargs
	[ "$(wc -l <wanted)" = 6 ]
}

# The first bytes of a program are in memory as they are in the file.
same_addresses() {
	readelf -lW whole | perl -ne 'exit hex $1 != hex $2 if /LOAD\s+(\S+)\s+(\S+).*R E/'
}

# names FILE [OPTION]...: address and function of each sample
names() {
	"$PERF" script -F ip,sym -i "$1.data" "${@:2}" 2>said | awk '{ print $1, $2 }'
}

# shows FILE FUNCTION...
shows() {
	names "$1" | awk '{ print $2 }' | sort >ours
	printf '%s\n' "${@:2}" | sort | diff - ours
}

# reason FILE TEXT: only exported functions are named, and that is why
reason() {
	cp bare "$1.bare" && objcopy --add-section ".gnu_debugdata=$1" "$1.bare" "bad_$1" &&
		recording "bad_$1" "${addresses[@]}" || return
	"$PERF" report --stdio -q -v -s sym -i "bad_$1.data" >out 2>said || { cat said; return 1; }
	! grep -w 'add\|ask_kernel' out || return
	grep -qF "which is stripped: exported ones only, as $2" said && return
	cat said
	return 1
}

gcc -O1 -g -fno-optimize-sibling-calls -rdynamic -o whole "$programs/calls.c" && mini_debug || exit
ok "a program with names in .gnu_debugdata" same_addresses
read -r -a addresses < <(functions)
for file in whole bare packed; do
	recording $file "${addresses[@]}"
done
ok "the names of the whole program" shows whole add mix recurse other ask_kernel main
ok "without it, exported functions alone" shows bare '[unknown]' '[unknown]' '[unknown]' main other recurse
ok "with it, all names" shows packed add mix recurse other ask_kernel main
same_names() {
	names packed >ours && names whole | diff - ours
}
ok "at their addresses" same_names
letter() {
	"$PERF" report --stdio -q -v -s sym -i packed.data >out 2>said
	cat out said
	[ "$(grep -c ' n \[\.\] ' out)" = 6 ] &&
		grep -q 'stripped: exported ones, and those in its .gnu_debugdata' said
}
ok "where they are from" letter
listed() {
	"$PERF" probe -x ./packed -F >out 2>said || { cat said; return 1; }
	[ "$(grep -cx 'add\|ask_kernel' out)" = 2 ]
}
ok "functions to be probed" listed

head -c 300 mini.xz >short.xz
printf 'noise %.0s' {1..50} >noise.xz
echo "no program" | xz >text.xz
head -c 64M /dev/zero | xz >bomb.xz
xz --format=xz --lzma2=dict=256MiB -c mini >dictionary.xz
ok "a part of it" reason short.xz "its .gnu_debugdata is damaged"
ok "nothing that xz made" reason noise.xz "its .gnu_debugdata is damaged"
ok "no program in it" reason text.xz "its .gnu_debugdata is damaged"
ok "more than it may become" reason bomb.xz "its .gnu_debugdata becomes too large"
ok "more memory than it may need" reason dictionary.xz "its .gnu_debugdata becomes too large"
tap_end
