#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# A stack is copied from the stack pointer on, as far as the recording has it. A return address just
# outside is not read: the words beside the copy are the recording's own.

. "$TESTS/tap.bash"
. "$TESTS/file_samples.bash"

if [ "$(uname -m)" != x86_64 ] || ! command -v gcc >/dev/null; then
	skip "return addresses outside of a stack" "no gcc for x86_64"
	tap_end
fi
if ! "$PERF" version --build-options 2>/dev/null | grep -q 'libdw: \[ on'; then
	skip "return addresses outside of a stack" "this perf does not unwind"
	tap_end
fi

# A function with a frame pointer, as its unwinding information describes it
cat >framed.s <<'END'
	.text
	.globl callee
	.type callee, @function
callee:	.cfi_startproc
	.cfi_def_cfa rbp, 16
	.cfi_offset rip, -8
	.skip 16, 0x90
	.cfi_endproc
	.size callee, 16
END
ok "build a library" gcc -nostdlib -shared -o framed.so framed.s

# frames SP FP: the names of the frames of a sample in callee
frames() {
	local at

	at=$(sections framed.so | awk '$1 == ".text" { print $3 }')
	{
		echo "event 1 0 unwound framed"
		echo "says 6 $(uname -m)"
		# The second one has the address that a part of the size of the stack would be.
		printf 'map user 100 %s %x 0 %s\n' 10000000 "$(stat -c %s framed.so)" "$PWD/framed.so" \
			0 "$(stat -c %s framed.so)" "$PWD/framed.so"
		echo "name 100 prog"
		printf 'sample user 100 %x 1 %s %s 110\n' $((0x10000000 + 0x$at + 4)) "$1" "$2"
	} | perl "$TESTS/others.pl" >framed.data
	"$PERF" script -i framed.data -F ip,sym 2>said | awk 'NF { print $2 }' >names
	cat names
}
one_frame() {
	[ "$(frames "$@")" = callee ] || {
		cat names
		return 1
	}
}
# The return address is 8 behind the frame pointer. In front of the copy the recording has its size,
# which would be an address in the second mapping: 1, from its second byte on.
ok "in front of a stack" one_frame 7fff0000 7ffefff1
ok "in front of a stack at 0" one_frame 0 fffffffffffffff1
ok "behind the stack" one_frame 7fff0000 7fff0108
ok "half of the word behind the stack" one_frame 7fff0000 7fff0104
ok "the last word of the stack" one_frame 7fff0000 7fff0100
tap_end
