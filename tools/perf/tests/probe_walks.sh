#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf probe on debug information that has cycles, or nesting without end. A walk without a limit
# would hang perf (the time limit of a step shows it) or overflow its stack (a signal). Each program
# is assembled here, entry by entry: DWARF 4, one unit, one function f of 16 bytes at the label "f".
# The expected addresses and frames are counted by hand.

# Single quotes hold a $ that is part of a probe, not of the shell.
# shellcheck disable=SC2016

. "$TESTS/tap.bash"

if ! as --version >/dev/null 2>&1 || [ "$(uname -m)" != x86_64 ]; then
	skip "debug information made by hand" "needs an assembler for x86_64"
	tap_end
fi

# ---- a small language for entries ----------------------------------------------------------
# Kinds of entries: code, tag, has children, then pairs of attribute and form (DWARF 4).
abbreviations() {
	cat <<-'TABLE'
	1 0x11 1 0x03 0x08 0x13 0x0b 0x11 0x01 0x12 0x07
	2 0x2e 1 0x03 0x08 0x11 0x01 0x12 0x07 0x40 0x18
	3 0x05 0 0x03 0x08 0x49 0x13 0x02 0x18
	4 0x16 0 0x03 0x08 0x49 0x13
	5 0x0f 0 0x49 0x13
	6 0x13 1 0x03 0x08 0x0b 0x0b
	7 0x0d 0 0x49 0x13 0x38 0x0b
	8 0x0d 0 0x03 0x08 0x49 0x13 0x38 0x0b
	9 0x26 0 0x49 0x13
	10 0x01 1 0x49 0x13
	11 0x21 0 0x2f 0x0b
	12 0x24 0 0x03 0x08 0x3e 0x0b 0x0b 0x0b
	13 0x2e 1 0x47 0x13 0x11 0x01 0x12 0x07
	14 0x2e 1 0x31 0x13 0x11 0x01 0x12 0x07
	15 0x0b 1 0x11 0x01 0x12 0x07
	16 0x39 1
	17 0x39 1 0x01 0x13
	18 0x13 1 0x0b 0x0b
	19 0x2e 1 0x03 0x08 0x20 0x0b
	20 0x1d 1 0x31 0x13 0x11 0x01 0x12 0x07
	TABLE
}

# begin LANGUAGE: prints the text section, and the entry of the unit. 12 is C99, 4 C++.
begin() {
	cat <<-'TEXT'
	.text
	.globl f, _start
	.type f, @function
	f: .cfi_startproc
	.fill 15, 1, 0x90
	ret
	.cfi_endproc
	.size f, 16
	.type _start, @function
	_start: hlt
	.size _start, 1
	.macro ref to
	.4byte \to - unit
	.endm
	.macro code
	.8byte f
	.8byte 16
	.endm
	.macro function name
	.uleb128 2
	.asciz "\name"
	code
	.byte 1, 0x9c
	.endm
	# A parameter on the stack, where the frame of the caller begins
	.macro parameter name, type
	.uleb128 3
	.asciz "\name"
	ref \type
	.byte 2, 0x91, 0
	.endm
	.macro int
	int: .uleb128 12
	.asciz "int"
	.byte 5, 4
	.endm
	.macro member name, type, at
	.uleb128 8
	.asciz "\name"
	ref \type
	.byte \at
	.endm
	.macro unnamed type, at
	.uleb128 7
	ref \type
	.byte \at
	.endm
	.macro end
	.byte 0
	.endm
	.section .debug_info,"",@progbits
	unit: .4byte unit_end - unit_begin
	unit_begin: .2byte 4
	.4byte 0
	.byte 8
	.uleb128 1
	.asciz "made.c"
	TEXT
	printf '.byte %d\ncode\n' "$1"
}

# .debug_aranges, the index of units by address, is optional: these programs have none.
no_index=
index() {
	cat <<-'TEXT'
	.section .debug_aranges,"",@progbits
	.4byte index_end - index_begin
	index_begin: .2byte 2
	.4byte 0
	.byte 8, 0, 0, 0, 0, 0
	code
	.8byte 0, 0
	index_end:
	TEXT
}

# program NAME [LANGUAGE]: assembles a program of the entries on the standard input
program() {
	local code tag children pairs

	{
		begin "${2:-12}"
		cat
		printf 'end\nunit_end:\n.section .debug_abbrev,"",@progbits\n'
		abbreviations | while read -r code tag children pairs; do
			printf '.uleb128 %s\n.uleb128 %s\n.byte %s\n' "$code" "$tag" "$children"
			# shellcheck disable=SC2086
			[ -z "$pairs" ] || printf '.uleb128 %s\n' $pairs
			printf '.byte 0, 0\n'
		done
		printf '.byte 0\n'
		[ -n "$no_index" ] || index
	} >"$1.s" && as -o "$1.o" "$1.s" && ld -o "$1" "$1.o"
}

# repeat N FORMAT: prints FORMAT once for each number from 0 to N - 1
repeat() {
	seq 0 $(($1 - 1)) | while read -r number; do
		# shellcheck disable=SC2059
		printf "$2" "$number" $((number + 1))
	done
}

# ends STATUS TEXT ARGUMENTS...: perf probe ends within 20 seconds, with that status and that text
ends() {
	local status=$1 text=$2

	shift 2
	code=0
	timeout 20 "$PERF" probe "$@" >said 2>&1 || code=$?
	[ "$code" = "$status" ] || {
		echo "status $code"
		head -n 5 said
		return 1
	}
	grep -qF -- "$text" said || {
		head -n 5 said
		return 1
	}
}
circle='nested too deeply, or go in circles'

# ---- one that is sound: what the others differ from ---------------------------------------
program sound <<'ENTRIES'
int
self: .uleb128 4
.asciz "number"
ref int
inner: .uleb128 18
.byte 8
member deep int 4
end
outer: .uleb128 6
.asciz "outer"
.byte 16
unnamed inner 8
end
list: .uleb128 10
ref self
.uleb128 11
.byte 3
end
function f
parameter a self
parameter s outer
parameter v list
end
ENTRIES
ok "sound: a typedef" ends 0 ' a=+8(%sp):s32' -x ./sound -D 'f a'
ok "sound: a member of a structure without a name" ends 0 ' deep=+20(%sp):s32' -x ./sound \
	-D 'f s.deep'
ok "sound: an element" ends 0 ' v=+16(%sp):s32' -x ./sound -D 'f v[2]'
ok "sound: -V" ends 0 $'\tnumber\ta' -x ./sound -V f

no_index=1
program no_index <<'ENTRIES'
int
function f
parameter a int
end
ENTRIES
no_index=
ok "a unit that is in no index" ends 0 ' a=+8(%sp):s32' -x ./no_index -D 'f a'

# ---- types ---------------------------------------------------------------------------------
program typedefs <<'ENTRIES'
self: .uleb128 4
.asciz "self"
ref self
one: .uleb128 4
.asciz "one"
ref two
two: .uleb128 9
ref one
qualified: .uleb128 9
ref qualified
pointer: .uleb128 5
ref pointer
to_self: .uleb128 5
ref self
list: .uleb128 10
ref list
.uleb128 11
.byte 3
end
of_self: .uleb128 10
ref self
.uleb128 11
.byte 3
end
holder: .uleb128 6
.asciz "holder"
.byte 8
member m self 0
end
function f
parameter a self
parameter b one
parameter c qualified
parameter d pointer
parameter e to_self
parameter l list
parameter o of_self
parameter h holder
end
ENTRIES
itself="is made of itself"
ok "a typedef of itself" ends 1 "$itself" -x ./typedefs -D 'f a'
ok "two typedefs of each other" ends 1 "$itself" -x ./typedefs -D 'f b'
ok "a qualifier of itself" ends 1 "$itself" -x ./typedefs -D 'f c'
ok "what points to such a typedef" ends 1 "$itself" -x ./typedefs -D 'f e->x'
ok "an element of such a typedef" ends 1 "$itself" -x ./typedefs -D 'f o[1]'
ok "a member of such a typedef" ends 1 "$itself" -x ./typedefs -D 'f h.m'
ok "an array of itself has elements of no size" ends 1 'size of an element' -x ./typedefs \
	-D 'f l[1]'
ok "a pointer to itself is a number" ends 0 ' d=+8(%sp):x64' -x ./typedefs -D 'f d'
ok "-V: a type without an end" ends 0 '(endless)' -x ./typedefs -V f
ok "all parameters: those that can be had" ends 0 ' d=+8(%sp):x64' -x ./typedefs -D 'f $params'

program within <<'ENTRIES'
circle: .uleb128 18
.byte 8
unnamed circle 0
end
outer: .uleb128 6
.asciz "outer"
.byte 8
unnamed circle 0
end
function f
parameter s outer
end
ENTRIES
ok "a structure within itself" ends 1 "$circle" -x ./within -D 'f s.x'

# Each structure has two members of the next one: there are 2^40 ways to look for a member.
{
	echo int
	repeat 40 's%d: .uleb128 18\n.byte 8\nunnamed s%d 0\nunnamed s%d 0\nend\n' | sed 'n;n;n;n' |
		awk '/^s[0-9]+:/ { n = substr($1, 2) + 1 } /^unnamed/ { $2 = "s" n } { print }'
	printf 's40: .uleb128 18\n.byte 8\nmember there int 0\nend\n'
	printf 'outer: .uleb128 6\n.asciz "outer"\n.byte 8\nunnamed s0 0\nend\nfunction f\nparameter s outer\nend\n'
} | program fan
ok "structures that double" ends 1 "$circle" -x ./fan -D 'f s.nosuch'
ok "the first way is found all the same" ends 0 ' there=' -x ./fan -D 'f s.there'

# ---- entries that refer to each other ------------------------------------------------------
program origins <<'ENTRIES'
self: .uleb128 13
ref self
code
end
one: .uleb128 13
ref two
code
end
two: .uleb128 14
ref one
code
end
three: .uleb128 14
ref three
code
end
function f
end
ENTRIES
ok "a specification of itself, two origins of each other" ends 0 'p:probe_origins/f ' -x ./origins \
	-D f
ok "-V among them" ends 0 'Available variables at f' -x ./origins -V f
ok "-L among them" ends 1 'no code of' -x ./origins -L nosuch

# ---- nesting -------------------------------------------------------------------------------
deep=200000
{
	echo int
	echo 'function f'
	echo 'parameter a int'
	repeat $deep '.uleb128 15\ncode\n'
	printf '.fill %d, 1, 0\nend\n' $deep
} | program blocks
ok "blocks within blocks: variables" ends 1 "$circle" -x ./blocks -V f
ok "blocks within blocks: an argument" ends 1 "$circle" -x ./blocks -D 'f a'
{
	repeat $deep '.uleb128 16\n'
	printf '.fill %d, 1, 0\n' $deep
	printf 'function f\nend\n'
} | program spaces 4
ok "name spaces within each other: functions" ends 1 "$circle" -x ./spaces -D f
ok "name spaces within each other: lines" ends 1 "$circle" -x ./spaces -L f
ok "name spaces within each other: variables" ends 1 "$circle" -x ./spaces -V f
{
	printf 'origin: .uleb128 19\n.asciz "copied"\n.byte 1\nend\nfunction f\n'
	repeat $deep '.uleb128 20\nref origin\ncode\n'
	printf '.fill %d, 1, 0\nend\n' $deep
} | program copies
ok "copies within copies: places" ends 1 "$circle" -x ./copies -D copied
ok "copies within copies: lines" ends 1 "$circle" -x ./copies -L copied
{
	echo 'function f'
	repeat 300 '.uleb128 15\ncode\n'
	printf '.fill 300, 1, 0\nend\n'
} | program blocks_300
ok "300 blocks within each other are not too many" ends 0 '@<f+0>' -x ./blocks_300 -V f

# Each name space contains the next one and imports the one behind it: a walk that visits both ways
# reaches the last one 2^300 times.
{
	repeat 300 's%d: .uleb128 17\nref s%d\n'
	printf 's300: .uleb128 16\nend\n.fill 300, 1, 0\nfunction f\nend\n'
} | program twice 4
ok "lists that share their ends" ends 1 "$circle" -x ./twice -D f
# The abstract origin is in front, where the walk has come from.
{
	printf 's0: .uleb128 17\nref s1\nend\ns1: .uleb128 17\nref s0\nend\nfunction f\nend\n'
} | program back 4
back() {
	code=0
	timeout 20 "$PERF" probe -x ./back -D f >said 2>&1 || code=$?
	cat said
	[ "$code" -le 1 ]
}
ok "a list that leads back" back

# References that point anywhere in the unit: a walk must not follow them without an end.
program anywhere <<'ENTRIES'
int
a: .uleb128 4
.asciz "a"
.4byte 0x7fffffff
b: .uleb128 9
.4byte 1
function f
parameter a a
parameter b b
parameter i int
end
ENTRIES
ok "references to nothing" ends 0 ' i=+8(%sp):s32' -x ./anywhere -D 'f $params'
ok "references to nothing: -V" ends 0 $'\tint\ti' -x ./anywhere -V f
tap_end
