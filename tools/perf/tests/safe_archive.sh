#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# An archive holds the files that were recorded, under names that stay where it is unpacked, and
# nothing that its maker did not mean to give away.

. "$TESTS/tap.bash"

if ! command -v zstd >/dev/null || ! tar --help | grep -q zstd; then
	skip "archive" "no zstd"
	tap_end
fi
top=$PWD
mkdir -p home d/aa/bin d/bin bin
export HOME=$top/home PERF_BUILDID_DIR=""
cat >spin.c <<'C'
int main(void) { for (volatile int i = 0; i < 4000000; i++); return 0; }
C
gcc -O1 -Wl,--build-id=sha1 -o d/aa/bin/spin spin.c && cp d/aa/bin/spin bin/ &&
	cp d/aa/bin/spin d/bin/ || exit
umask 022
if ! "$PERF" record -q -e cpu-clock -F 5000 -o spin.data d/aa/bin/spin; then
	skip "archive" "no recording is made here"
	tap_end
fi
program=$top/d/aa/bin/spin
id=$(readelf -n "$program" | sed -n 's/.*Build ID: //p')

# members RECORDING: into "members"; the archive is "packed.tar.zst"
members() {
	rm -f packed.tar.zst
	code=0
	"$PERF" archive -o packed.tar.zst "$1" >said 2>&1 || code=$?
	[ $code -le 2 ] || return
	tar -tf packed.tar.zst --quoting-style=literal >members 2>said
}

# edited FROM TO: edited.data has TO wherever spin.data has FROM, which is as long
edited() {
	FROM=$1 TO=$2 perf_edit <spin.data >edited.data
	not cmp -s spin.data edited.data
}
perf_edit() {
	# shellcheck disable=SC2016 # it is for perl
	perl -0777 -pe 's/\Q$ENV{FROM}\E/$ENV{TO}/g'
}

honest() {
	members spin.data
	cat members
	grep -qx "${program#/}/$id/elf" members
	grep -qx ".build-id/${id:0:2}/${id:2}" members
}
ok "the program is in it" honest

# mode MODE: of the recording and of what is made of it, also where there is a file already
mode() {
	cp spin.data mode.data
	chmod "$1" mode.data
	members mode.data
	[ "$(stat -c %a packed.tar.zst)" = "$1" ]
	: >packed.tar.zst
	chmod 666 packed.tar.zst
	"$PERF" archive -o packed.tar.zst mode.data >said
	[ "$(stat -c %a packed.tar.zst)" = "$1" ]
}
ok "as secret as the recording" mode 600
ok "as public as the recording" mode 644
stream_mode() {
	members - <spin.data
	[ "$(stat -c %a packed.tar.zst)" = 600 ]
}
ok "what is read from a pipe is the reader's alone" stream_mode

# The file whose id is looked at is what is packed: it is opened once.
opened_once() {
	rm -f packed.tar.zst calls
	strace -f -qq -y -o calls -e 'trace=open,openat' "$PERF" archive -o packed.tar.zst spin.data \
		>said 2>&1
	grep "= [0-9]*<$program>" calls
	[ "$(grep "= [0-9]*<$program>" calls | grep -vc O_PATH)" = 1 ]
}
if command -v strace >/dev/null; then
	ok "a file is opened once, looked at and packed" opened_once
else
	skip "a file is opened once, looked at and packed" "no strace"
fi

# Behind the id there is its length: one byte fits a 256th of all files.
short_id() {
	ID=$id LENGTH=$1 perl -0777 -pe '$id = pack("H*", $ENV{ID}); $length = chr $ENV{LENGTH};
		s/\Q$id\E\x14/$id$length/g' <spin.data >edited.data
	not cmp -s spin.data edited.data
	members edited.data
	not grep spin members
}
ok "an id of one byte fits nothing" short_id 1
ok "an id of seven bytes fits nothing" short_id 7
ok "the beginning of an id does not fit" short_id 12
other_file() {
	cp "$program" kept
	cp /bin/true "$program"
	members spin.data
	not grep "spin/$id/elf" members
}
ok "another file under the name is left out" other_file
mv kept "$program"

# named WHAT: the path in the recording is another one, of the same file
named() {
	edited "/d/aa/bin/spin" "$1"
	members edited.data
	cat -v members
	! grep -E '(^|/)\.\.?(/|$)|^/|//' members || return
	LC_ALL=C not grep '[^[:print:]]' members
}
unnamed() {
	named "$1"
	not grep spin members
}
clean() {
	named "$1"
	grep -qx "$2/$id/elf" members
}
ok "/.. in a name" unnamed "/d/../bin/spin"
ok "/.. and // in a name" unnamed "/d//../bin/spi"
ok "// in a name" clean "/d////bin/spin" "${top#/}/d/bin/spin"
ok "/./ in a name" clean "/d/.//bin/spin" "${top#/}/d/bin/spin"

# ---- the kernel ----------------------------------------------------------------------------

real=$(sed -n 's/^\([0-9a-f]*\) . _text$/\1/p' /proc/kallsyms)
kernel_hidden() {
	local symbols

	rm -rf unpacked || return
	mkdir unpacked || return
	members spin.data || return
	tar -xf packed.tar.zst -C unpacked || return
	symbols=$(find unpacked -name kallsyms)
	[ "$symbols" ] || {
		echo "no symbols"
		cat members said
		return 1
	}
	grep -q ' _text$' "$symbols" || return
	! grep "^$real" "$symbols" || return
	! grep -m 1 '\[' "$symbols"
}
# The archive has other bytes in the place of the secret, see lib/archive/hide.c.
case $real in
''|*[!0]*)	;;
*)		real='' ;;
esac
case $real in
'')			skip "no address of the kernel" "none is shown here" ;;
ffffffff81000000|c1000000)
			skip "no address of the kernel" "it is where every kernel is" ;;
*)			ok "no address of the kernel" kernel_hidden ;;
esac
tap_end
