#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf inject: what comes out is the same recording, with build ids or functions that were
# made at run time. Other perfs read it as well.

. "$TESTS/tap.bash"

other=${OTHER_PERF:-/usr/bin/perf}
gcc -O1 -g -fno-plt -fno-omit-frame-pointer -o calls "$TESTS/programs/calls.c" || exit

# read_by_other FILE: Debian's perf sees the same samples. Addresses in stacks are the file's there,
# and those of the process in ours, as in newer ones; columns are wider. Of linkage tables it has
# other names, or none (reports.bash).
read_by_other() {
	local fields=comm,tid,time,event,ip,sym

	"$other" script -f -i "$1" -F $fields 2>err | without_addresses >theirs
	"$PERF" script -i "$1" -F $fields | without_addresses >ours
	diff theirs ours
	grep -q recurse ours
}
without_addresses() {
	sed 's/^\t *[0-9a-f]*//; s/  */ /g; s/ [^ ]*@plt *$/ [unknown]/'
}

"$PERF" record -q -B -e cpu-clock -F 2000 -g -o plain.data ./calls 2000 || exit

adds_build_ids() {
	[ -z "$("$PERF" buildid-list -i plain.data)" ]
	"$PERF" inject -b -v -i plain.data -o ids.data 2>said || {
		cat said
		return 1
	}
	cat said
	"$PERF" buildid-list -i ids.data >list
	cat list
	grep -q "^$(readelf -n calls | sed -n 's/.*Build ID: //p') .*/calls$" list
	grep -q '\[kernel.kallsyms\]' list
	grep -qE ' [1-9][0-9]* build ids added' said
}
ok "build ids are added" adds_build_ids

same_samples() {
	"$PERF" script -i plain.data >before
	"$PERF" script -i "$1" >after
	diff before after
}
ok "the samples stay the same" same_samples ids.data
ok "clean end" "$PERF" data check ids.data

by_pipe() {
	"$PERF" inject -b -i plain.data | "$PERF" inject -b >piped.data
	"$PERF" inject -b -i piped.data -o filed.data
	same_samples filed.data
	"$PERF" buildid-list -i filed.data | diff list -
}
ok "through pipes and back into a file" by_pipe

record_piped() {
	"$PERF" record -q -B -e cpu-clock -o - ./calls 500 | "$PERF" inject -b |
		"$PERF" script -i - >out
	grep -q calls out
}
ok "between record and script" record_piped

compressed() {
	"$PERF" record -q -z -e cpu-clock -o packed.data ./calls 500 || return
	"$PERF" inject -b -i packed.data -o unpacked.data || return
	diff <("$PERF" script -i packed.data) <("$PERF" script -i unpacked.data) || return
	! "$PERF" script -i unpacked.data --header-only | grep -q compressed
}
ok "compressed before, not after" compressed

# One ring: what comes first in the file is what happened first, with the name of the program
cut_off() {
	"$PERF" record -q -B --per-thread -e cpu-clock -F 2000 -o whole.data ./calls 2000 || return
	head -c "$(($(stat -c %s whole.data) / 3))" whole.data >cut.data
	exits 2 "$PERF" inject -b -i cut.data -o mended.data 2>said
	"$PERF" data check mended.data
	"$PERF" script -i mended.data >out && grep -q calls out
}
ok "a recording that was cut off" cut_off

if command -v "$other" >/dev/null; then
	ok "Debian's perf reads it" read_by_other ids.data
	ok "Debian's perf reads its build ids" diff <(sort list) \
		<("$other" buildid-list -f -i ids.data 2>err | sort)
else
	skip "Debian's perf reads it" "no $other"
fi

# ---- code made at run time ----------------------------------------------------------------

if [ "$(uname -m)" = x86_64 ]; then
	gcc -O1 -o jitdump "$TESTS/programs/jitdump.c" || exit
	mkdir -p jit
	"$PERF" record -q -k mono -e cpu-clock -F 5000 -o jit.data sh -c 'cd jit && ../jitdump' \
		>name || exit

	makes_functions() {
		"$PERF" inject -j -v -i jit.data -o jitted.data 2>said || {
			cat said
			return 1
		}
		cat said
		grep -q ' 3 functions of 1 dumps' said && ls jitted.data.jit/*/jitted-*-{0,1,2}.so
	}
	ok "functions become files" makes_functions

	# Two of the functions were at the same address at different times.
	finds_functions() {
		"$PERF" script -i jitted.data -F ip,sym,dso >out
		sort out | uniq -c
		for name in first second third; do
			grep -qE "$name function.*jitted-[0-9]+-[0-2]\.so" out
		done
	}
	ok "each function at its time, moved ones too" finds_functions
	ok "without it they are not known" test 0 = \
		"$("$PERF" script -i jit.data -F ip,sym | grep -c function)"

	files_are_sound() {
		local file

		for file in jitted.data.jit/*/jitted-*.so; do
			readelf -a -W "$file" >out 2>err
			cat err
			[ ! -s err ]
			grep -q 'FUNC .* function$' out
			grep -q 'Build ID' out
			objdump -d "$file" | grep -q 'dec .*ecx'
		done
	}
	if command -v readelf >/dev/null; then
		ok "the files are sound" files_are_sound
	else
		skip "the files are sound" "no readelf"
	fi
	if command -v "$other" >/dev/null; then
		ok "Debian's perf finds them" bash -c "'$other' script -f -i jitted.data -F ip,sym |
			sort -k2 | uniq -c -f1 | grep -c ' function' | grep -qx 3"
	fi

	# A mapping of the whole range follows each description, as V8 and wasmtime make it. Debian's
	# perf sees the same samples in the same functions as in what it injected itself.
	"$PERF" record -q -k mono -e cpu-clock -F 5000 -o late.data ./jitdump protect >name || exit

	keeps_protected() {
		"$PERF" inject -j -i late.data -o late_jitted.data
		"$PERF" script -i late_jitted.data -F ip,sym,dso >out
		sort out | uniq -c
		for name in first second third; do
			grep -qE "$name function.*jitted-[0-9]+-[0-2]\.so" out
		done
		not grep -qE 'unknown|//anon' out
	}
	ok "memory that becomes executable later hides no function" keeps_protected

	same_as_other() {
		"$other" inject -f -j -i late.data -o late_other.data 2>err || {
			cat err
			return 1
		}
		for file in late_jitted late_other; do
			"$other" script -f -i $file.data -F ip,sym >$file.text 2>err
		done
		diff late_other.text late_jitted.text
		grep -q 'second function' late_other.text
	}
	if command -v "$other" >/dev/null; then
		ok "Debian's perf names the same samples" same_as_other
	else
		skip "Debian's perf names the same samples" "no $other"
	fi

	says_nothing_added() {
		"$PERF" record -q -k mono -e cpu-clock -o empty.data ./jitdump empty >name
		"$PERF" inject -j -i empty.data -o empty_jitted.data 2>said
		cat said
		grep -q 'nothing was added: no function' said
	}
	ok "a dump without functions is said" says_nothing_added

	by_wrong_clock() {
		"$PERF" record -q -e cpu-clock -o clock.data ./jitdump
		not "$PERF" inject -j -i clock.data -o no.data 2>said
		grep -q -- '-k mono' said
	}
	ok "another clock is refused" by_wrong_clock

	damaged_dump() {
		local dump

		dump=$(ls jit/jit-*.dump)
		truncate -s -30 "$dump"
		"$PERF" inject -j -v -i jit.data -o half.data 2>said
		cat said
		grep -q ' 3 functions' said
		printf 'nonsense that is longer than the header of such a file is' >"$dump"
		not "$PERF" inject -j -i jit.data -o no.data 2>said
		grep -q 'is no jitdump file' said
	}
	ok "a dump that is cut off, one that is none" damaged_dump
else
	skip "code made at run time" "its test program is for x86-64"
fi

# fails CODE PATTERN ARGUMENTS...
fails() {
	perf_says "$1" "$2" inject "${@:3}"
}
ok "nothing to add" fails 129 'what shall be added' -i plain.data -o no.data
ok "onto itself" fails 129 'at the same time' -b -i plain.data -o plain.data
ok "hardware traces are refused" fails 129 'decoder' --itrace -i plain.data -o no.data
# A known build id comes before the build id in the file; the file of a path that was not mapped is
# not read.
known_ids() {
	local id=0123456789abcdef0123456789abcdef01234567 libc

	libc=$(sed -n 's/^[0-9a-f]* \(.*libc\.so.*\)/\1/p' list)
	"$PERF" inject -b --known-build-ids="$id $libc,$id /not/mapped" -i plain.data \
		-o known.data
	"$PERF" buildid-list -i known.data >got
	sed "s,^[0-9a-f]* \(.*libc\.so.*\),$id \1," list | sort | diff - <(sort got)
	# A list in a file, and a recording that has others
	echo "abcdef $libc" >ids
	"$PERF" inject -b --known-build-ids=file://ids -i ids.data -o known.data
	"$PERF" buildid-list -i known.data >got
	grep -qxF "abcdef $libc" got
	[ "$(wc -l <got)" = "$(wc -l <list)" ]
}
ok "build ids that are known" known_ids
ok "no build id" fails 129 'no build id and' -b --known-build-ids='abc /bin/sh' -i plain.data
ok "traces are not stripped" fails 129 'hardware traces' --strip -i plain.data
ok "guests are refused" fails 129 'virtual machines' --guest-data=x -i plain.data
ok "missing recording" fails 1 'No such file' -b -i missing.data -o no.data
ok "still what it was" cmp <("$PERF" script -i plain.data) before
tap_end
