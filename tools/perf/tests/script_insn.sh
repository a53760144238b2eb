#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf script -F insn and insnlen: the bytes of the instruction at a sample's address, and their
# number. They equal those of objdump, and the layout equals that of perf 6.12.

. "$TESTS/tap.bash"
. "$TESTS/base_perf.bash"
no_base_perf=${no_base_perf:?}

if ! command -v gcc >/dev/null || ! command -v perl >/dev/null || ! command -v objdump >/dev/null ||
   [ "$(uname -m)" != x86_64 ]; then
	skip "instructions of samples" "no gcc, perl or objdump, or not x86"
	tap_end
	exit
fi
gcc -O1 -g -fno-omit-frame-pointer -o insnprog "$TESTS/programs/calls.c" || exit
make_data() {
	perl "$TESTS/mem_data.pl" insnprog insn.data branches x86_64
}
ok "a recording" make_data

# Samples are at the function's start + 4. objdump -d there, as " ilen: N insn: BYTES" of each function
objdump_says() {
	local start name

	nm insnprog | while read -r start _ name; do
		case $name in
		add | mix | recurse | other)
			objdump -d -w --start-address=$((0x$start + 4)) --stop-address=$((0x$start + 24)) insnprog |
				awk -F '\t' -v name="$name" '/^ +[0-9a-f]+:\t/ {
					sub(/ +$/, "", $2)
					print name " ilen: " split($2, bytes, " ") " insn: " $2
					exit
				}' ;;
		esac
	done | sort -u
}
same_as_objdump() {
	local fields

	objdump_says >theirs
	"$PERF" script -i insn.data -F ip,sym,insnlen,insn >out
	[ "$(wc -l <out)" = 39 ]
	sed 's/^ *[0-9a-f]* //' out | sort -u >ours
	diff theirs ours
	[ "$(wc -l <ours)" = 4 ]
}
ok "the bytes are those of objdump" same_as_objdump

# Of another machine's program the length is that of its instructions: by the number of ELF's machine.
# lengths MACHINE PATTERN: each instruction is as long as its first byte, two digits, says (PATTERN of both)
lengths() {
	printf "%b" "$(printf '\\x%02x\\x%02x' $(($1 & 255)) $(($1 >> 8)))" >number
	cp insnprog kept
	dd if=number of=insnprog bs=1 seek=18 conv=notrunc 2>/dev/null
	"$PERF" script -i insn.data -F insnlen,insn >out
	cp kept insnprog
	sort -u out
	[ "$(wc -l <out)" = 39 ]
	not grep -Evx "$2" out
}
four=' ilen: 4 insn:( [0-9a-f]{2}){4}'
ok "AArch64" lengths 183 "$four"
ok "PowerPC" lengths 21 "$four"
ok "LoongArch" lengths 258 "$four"
ok "S/390" lengths 22 ' ilen: (2 insn: [0-3][0-9a-f]( ..)|4 insn: [4-9ab][0-9a-f]( ..){3}|6 insn: [c-f][0-9a-f]( ..){5})'
ok "RISC-V" lengths 243 ' ilen: (2 insn: .[012456789abcde]( ..)|4 insn: .[37bf]( ..){3})'
ok "a machine with instructions of no known length" lengths 1234 ' ilen: 0'

refused() {
	! "$PERF" script -i insn.data -F ip,disasm >out 2>err || return
	grep -q "insn shows the bytes, 'perf annotate'" err
}
ok "no text of instructions" refused

# same FILE FIELDS [PATTERN]: the lines with PATTERN are equal
same() {
	"$other" script -i "$1" -F "$2" 2>theirs.err | sed 's/[ \t]*$//' | grep -e "${3:-}" >theirs
	"$PERF" script -i "$1" -F "$2" | sed 's/[ \t]*$//' | grep -e "${3:-}" >ours
	diff theirs ours
}
gone() {
	cp insnprog goneprog && perl "$TESTS/mem_data.pl" goneprog gone.data branches x86_64 && rm goneprog
}
gone
for file in insn gone; do
	for fields in insn insnlen insnlen,insn ip,sym,dso,insn \
		addr,ip,brstack,insn,phys_addr,code_page_size; do
		if [ -n "$other" ]; then
			ok "same as perf 6.12: $file, $fields" same $file.data "$fields"
		else
			skip "same as perf 6.12: $file, $fields" "$no_base_perf"
		fi
	done
done
if [ -n "$other" ] && "$PERF" record -q -g -e cpu-clock -o stacks.data ./insnprog 300 2>/dev/null
then
	ok "same as perf 6.12: below call stacks" same stacks.data ip,sym,insn,insnlen ilen:
	ok "same as perf 6.12: added to the default" same stacks.data +insn insn:
else
	skip "same as perf 6.12: call stacks" "${no_base_perf} that records"
fi
tap_end
