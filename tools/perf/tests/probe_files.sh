#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf probe and the files that a program names for its debug information. The owner of the
# directory may put a FIFO there, whose reader would wait for ever: each step has a time limit.

# Single quotes hold a $ that is part of a probe, not of the shell.
# shellcheck disable=SC2016

. "$TESTS/tap.bash"

build() {
	gcc -g -O1 -Wl,--build-id=sha1 -o whole "$TESTS/programs/probed.c"
	gcc -g -O1 -Wl,--build-id=none -o plain "$TESTS/programs/probed.c"
	objcopy --only-keep-debug whole whole.debug
	objcopy --only-keep-debug plain plain.debug
	strip -o stripped whole
	strip -o plain_stripped plain
	objcopy --add-gnu-debuglink=whole.debug stripped linked
	objcopy --add-gnu-debuglink=plain.debug plain_stripped plain_linked
}
ok_or_end "build the programs" build
mkdir kept && mv whole.debug plain.debug kept

# finds PROGRAM: its debug information, since only that has the function's parameters
finds() {
	code=0
	timeout 60 "$PERF" probe -x "./$1" -D 'scale factor' >got 2>said || code=$?
	cat said got
	[ "$code" = 0 ] || return
	grep -q ' factor=' got
}
# lacks PROGRAM: ends by itself, without debug information
lacks() {
	code=0
	timeout 60 "$PERF" probe -x "./$1" -D 'main argc' >got 2>said || code=$?
	cat said
	[ "$code" = 1 ]
	[ ! -s got ]
}
ok "nothing is there" lacks linked
cp kept/whole.debug .
ok "beside the program" finds linked
cp kept/plain.debug whole.debug
ok "a file of another program" lacks linked
rm whole.debug && mkdir -p .debug && cp kept/whole.debug .debug
ok "in .debug" finds linked
rm .debug/whole.debug && mkfifo .debug/whole.debug
ok "a FIFO in .debug" lacks linked
mkfifo whole.debug
ok "a FIFO beside the program" lacks linked
rm whole.debug && ln -s /dev/zero whole.debug
ok "a device" lacks linked
rm whole.debug && mkdir whole.debug
ok "a directory" lacks linked
rmdir whole.debug
cp kept/whole.debug stripped.debug
ok "the program's own name and .debug" finds stripped
rm stripped.debug && mkfifo stripped.debug
ok "a FIFO of that name" lacks stripped
cp kept/plain.debug .
ok "without a build id: by the sum of the file" finds plain_linked
echo >>plain.debug
ok "another sum" lacks plain_linked
# A link that leads elsewhere is not followed.
elsewhere() {
	mkfifo away
	printf '../%s/away\0\0\0\0\0\0\0\0' "$(basename "$PWD")" >named.bin
	objcopy --add-section .gnu_debuglink=named.bin stripped leads_away
	lacks leads_away
}
ok "a name with a slash" elsewhere

# The file that programs share entries of
shared() {
	printf 'shared.entries\0%020d' 0 >named.bin
	objcopy --add-section .gnu_debugaltlink=named.bin whole sharing
}
ok "a program that shares entries" shared
ok "with a file that is not there" finds sharing
mkfifo shared.entries
ok "with a FIFO" lacks sharing
said() {
	cat said
	grep -q 'shared.entries' said
}
ok "which is named" said

# A program of another user, who may cut it off while it is read, is copied: mapped, it would end
# the tool by a signal. The holes of a file of 4 TB are not copied.
theirs() {
	cp whole theirs || return
	cp stripped theirs_stripped || return
	cp kept/whole.debug theirs_stripped.debug || return
	chown nobody theirs theirs_stripped theirs_stripped.debug
}
# maps PROGRAM: whether a file of it is mapped
maps() {
	# The sanitizer's search for leaks needs ptrace(2) itself.
	ASAN_OPTIONS=detect_leaks=0 strace -f -e trace=mmap,openat -y -o calls "$PERF" probe -x "./$1" \
		-D 'scale%return' >got || return
	grep -F mmap calls | grep -F "/$1"
}
if [ "$(id -u)" = 0 ] && theirs; then
	ok "a program of another user" finds theirs
	ok "its debug information in another file" finds theirs_stripped
	cp whole huge && chown nobody huge
	if truncate -s 4T huge 2>/dev/null; then
		# libelf asks for memory for all of it first.
		ASAN_OPTIONS=allocator_may_return_null=1 ok "a huge one" finds huge
	else
		skip "a huge one" "the file system has no files of 4 TB"
	fi
	if strace true 2>/dev/null; then
		is_copied() {
			maps whole || return
			! maps "$1"
		}
		ok "it is not mapped" is_copied theirs
		ok "nor is the other file" is_copied theirs_stripped
	else
		skip "it is not mapped" "strace does not run here"
	fi
else
	skip "a program of another user" "only root can give files away"
fi

# Entries of another kind of file: the program has the names of them only.
split() {
	gcc -g -gsplit-dwarf -O1 -o split "$TESTS/programs/probed.c" || return
	rm -f -- *.dwo || return
	mkfifo split-probed.dwo
}
if split; then
	ok "entries split off, into a FIFO" lacks split
else
	skip "entries split off, into a FIFO" "the compiler does not split them"
fi
tap_end
