#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Debug information that is not in the program as a whole: names of functions in .gnu_debugdata,
# inlined functions in files that were split off. The recordings are made here: one sample at each
# address in question.

. "$TESTS/tap.bash"

programs=$TESTS/programs
# Of samples: "unwound" ones have a stack, whose functions are looked for
kind=

# recording FILE ADDRESS...: into FILE.data; FILE is mapped as a whole, so that an address is one in
# the file
recording() {
	local file=$1

	shift
	{
		echo "event 1 0 $kind"
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
	objcopy --only-keep-debug whole debug || return
	objcopy -S --remove-section .comment --keep-symbols=kept debug mini || return
	strip --strip-all -R .comment -o bare whole || return
	xz -k mini || return
	objcopy --add-section .gnu_debugdata=mini.xz bare packed
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
	cp bare "$1.bare"
	objcopy --add-section ".gnu_debugdata=$1" "$1.bare" "bad_$1"
	recording "bad_$1" "${addresses[@]}"
	"$PERF" report --stdio -q -v -s sym -i "bad_$1.data" >out 2>said || {
		cat said
		return 1
	}
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
ok "without it, exported functions alone" shows bare '[unknown]' '[unknown]' '[unknown]' main \
	other recurse
ok "with it, all names" shows packed add mix recurse other ask_kernel main
same_names() {
	names packed >ours
	names whole | diff - ours
}
ok "at their addresses" same_names
letter() {
	"$PERF" report --stdio -q -v -s sym -i packed.data >out 2>said
	cat out said
	[ "$(grep -c ' n \[\.\] ' out)" = 6 ]
	grep -q 'stripped: exported ones, and those in its .gnu_debugdata' said
}
ok "where they are from" letter
listed() {
	"$PERF" probe -x ./packed -F >out 2>said || {
		cat said
		return 1
	}
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

# ---- split DWARF ----------------------------------------------------------------------------

kind=unwound

# compile NAME VERSION OPTION...: a program of two units in a directory of its own
compile() {
	local name=$1 version=$2 cc=${CC_SPLIT:-gcc}

	shift 2
	rm -rf "$name"
	mkdir "$name" || return
	cp "$programs/inlined.c" "$name" || return
	(cd "$name" || return
	$cc -O2 "-gdwarf-$version" "$@" -c -o one.o inlined.c || return
	$cc -O2 "-gdwarf-$version" "$@" -DSECOND -ffunction-sections -c -o two.o inlined.c || return
	$cc -o prog one.o two.o)
}

# samples PROGRAM FUNCTION...: a sample at each address of these functions
samples() {
	local function address size

	for function in "${@:2}"; do
		read -r address size < <(nm -S "$1" | awk -v name="$function" '$4 == name { print $1, $2 }')
		seq "$((16#$address))" "$((16#$address + 16#$size - 1))"
	done | xargs printf '%x\n' >addresses
	# shellcheck disable=SC2046 # words
	recording "$1" $(cat addresses)
}

# shown PROGRAM: functions and lines of each sample, into ours
shown() {
	timeout 60 "$PERF" script -F ip,sym,srcline -i "$1.data" >out 2>said || {
		tail -n 3 said
		return 1
	}
	awk '/^\t/ { name = $2 } /^  [^ ]/ { print name, $1 }' out >ours
}

# as_plain PROGRAM FUNCTION...: as binutils, or LLVM, find them in the program that has all of it
as_plain() {
	samples "$@"
	shown "$1"
	xargs "${witness:-addr2line}" -ipfe plain/prog <addresses |
		sed 's/^ (inlined by) //; s/ (discriminator.*//; s, at .*/, ,' | diff - ours
}

# none_inlined PROGRAM FUNCTION: the symbol and the lines are known, and no more
none_inlined() {
	samples "$@"
	shown "$1"
	grep -q "^$2 inlined.c:" ours
	not grep -v "^$2 " ours
}

# one_is_missing: the unit with outer
one_is_missing() {
	none_inlined split/prog outer
	as_plain split/prog second
}

# index_of UNIT.dwo: as version 5 of DWARF says (section 7.3.5.3). A package of one unit is the
# unit and an index.
index_of() {
	readelf -SW "$1" | perl -e '
		my @columns = ([".debug_info.dwo", 1], [".debug_abbrev.dwo", 3], [".debug_line.dwo", 4],
			       [".debug_str_offsets.dwo", 6], [".debug_rnglists.dwo", 8]);
		my %sizes = map { /\] (\S+) +PROGBITS +\S+ \S+ (\S+)/ ? ($1 => hex $2) : () } <STDIN>;
		open my $unit, "<", $ARGV[0] or die;
		seek $unit, 64 + 12, 0;	# behind the headers of the file and of the unit
		read $unit, my $id, 8;
		my @slots = ([$id, 1], ["", 0]);
		@slots = reverse @slots if ord($id) & 1;
		print pack("vvV3", 5, 0, scalar @columns, 1, 2), map({ pack "a8", $_->[0] } @slots),
			map({ pack "V", $_->[1] } @slots), map({ pack "V", $_->[1] } @columns),
			pack("x4") x @columns, map { pack "V", $sizes{$_->[0]} } @columns;' "$1"
}

# Version 4 by binutils, whose dwp fails with version 5
make_package() {
	rm -f split/prog.dwp
	if [ "$1" = 4 ]; then
		(cd split && dwp -e prog -o prog.dwp)
	else
		index_of split/one.dwo >index
		objcopy --add-section .debug_cu_index=index split/one.dwo split/prog.dwp
	fi
}

# damaged FILE FUNCTION: each byte in turn is another one; nothing is right, but it ends
damaged() {
	local size at byte status

	cp "$1" whole_file
	samples split/prog "$2"
	size=$(stat -c %s "$1")
	for ((at = 16; at < size; at += 5)); do
		byte=$(((at / 5) % 2 ? 255 : 1))
		cp whole_file "$1"
		printf '%b' "\\x$(printf %x $byte)" | dd of="$1" bs=1 seek=$at conv=notrunc status=none
		status=0
		timeout 60 "$PERF" script -F ip,sym,srcline -i split/prog.data >out 2>said || status=$?
		[ $status -le 2 ] || {
			echo "byte $at is $byte: exit code $status"
			break
		}
	done
	cp whole_file "$1"
	[ $status -le 2 ]
}

both=(outer second)
for version in 4 5; do
	of="version $version"
	compile plain $version && compile split $version -gsplit-dwarf || exit
	ok "$of: inlined functions of a program" as_plain plain/prog "${both[@]}"
	ok "$of: units in files of their own" as_plain split/prog "${both[@]}"
	ok "$of: a file that is damaged" damaged split/one.dwo outer
	rm -rf there && cp -r split there
	mv split/one.dwo one.dwo && mkfifo split/one.dwo
	ok "$of: a pipe instead of a file" one_is_missing
	rm split/one.dwo && cp split/two.dwo split/one.dwo
	ok "$of: another unit's file" one_is_missing
	mv one.dwo split
	if [ $version = 5 ] || command -v dwp >/dev/null; then
		ok "$of: a package is made" make_package $version
		rm split/*.dwo
		ok "$of: units in a package" as_plain split/prog outer
		ok "$of: a package that is damaged" damaged split/prog.dwp outer
		[ $version = 5 ] || ok "$of: all units are there" as_plain split/prog "${both[@]}"
	else
		skip "$of: units in a package" "no dwp, which is in binutils or binutils-gold"
	fi
	rm -f split/prog.dwp split/*.dwo
	ok "$of: nothing of it" none_inlined split/prog outer
	ok "$of: files beside the program" as_plain there/prog "${both[@]}"
done
if command -v clang >/dev/null && command -v llvm-dwp >/dev/null; then
	CC_SPLIT=clang witness=llvm-addr2line
	compile plain 5 && compile split 5 -gsplit-dwarf && (cd split && llvm-dwp -e prog -o prog.dwp) &&
		rm split/*.dwo || exit
	ok "a package of LLVM" as_plain split/prog "${both[@]}"
else
	skip "a package of LLVM" "no clang or no llvm-dwp"
fi
tap_end
