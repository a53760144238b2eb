#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf probe 'f%return'. The kernel puts its own address on top of the stack when such a probe is
# hit: anywhere but at the entry of a function that is called, that overwrites something of the
# program. Definitions are compared with the addresses of nm(1).

# Single quotes hold a $ that is part of a probe, not of the shell.
# shellcheck disable=SC2016

. "$TESTS/tap.bash"

cat >returns.c <<'SOURCE'
#include <stdio.h>
#include <stdlib.h>

volatile int seen;
int table[4] = { 1, 2, 3, 4 };

static inline __attribute__((always_inline)) int merged(int v)
{
	seen = v;
	return seen * 3;
}

/* Inlined below, and called through a pointer. */
int both(int v)
{
	seen = v;
	return seen + table[v & 3];
}

__attribute__((cold, noinline)) void complain(int v)
{
	fprintf(stderr, "%d\n", v);
}

/* The complaint is moved away from the rest. */
__attribute__((noinline)) int parted(int v)
{
	if (__builtin_expect(v == 12345, 0)) {
		complain(v);
		complain(v + seen);
		seen = 0;
	}
	return seen + v;
}

/* Has pointers of its own on the stack while the others run. */
__attribute__((noinline)) int keeps(char *text)
{
	char *volatile mine[3] = { text, text, text };
	int (*volatile call)(int) = both;

	merged(1);
	both(2);
	call(3);
	parted(4);
	puts(mine[0] == text && mine[1] == text && mine[2] == text ? "as it was" : "changed");
	return mine[0][0];
}

int main(void)
{
	return keeps("text") != 't';
}
SOURCE
cat >labels.s <<'SOURCE'
	.text
	.globl whole, middle, entry, bare
	.type whole, @function
whole:	push %rbx
middle:	pop %rbx
	ret
	.size whole, .-whole
	.type bare, @function
bare:	push %rbx
	.type whole.cold, @function
whole.cold: pop %rbx
	ret
	.size whole.cold, .-whole.cold
	.globl _start
	.type _start, @function
_start:	.cfi_startproc
	.cfi_undefined %rip
	hlt
	.cfi_endproc
	.size _start, .-_start
	.type later, @function
later:	.cfi_startproc
	.cfi_def_cfa_offset 24
	ret
	.cfi_endproc
	.size later, .-later
	.data
	.type data, @object
data:	.quad 0
	.size data, 8
SOURCE

build() {
	gcc -g -O2 -no-pie -o returns returns.c
	gcc -g -O2 -fPIE -pie -o pie returns.c
	gcc -O2 -o symbols returns.c
	cp symbols stripped
	strip --strip-debug stripped
}
ok_or_end "build the programs" build

# address PROGRAM SYMBOL: as a definition has it: the place in the file
address() {
	local at type offset from size

	at=$((0x$(nm "$1" | awk -v name="$2" '$3 == name { print $1 }')))
	readelf -lW "$1" | while read -r type offset from _ size _; do
		if [ "$type" = LOAD ] && ((at >= from && at < from + size)); then
			printf '%#x\n' $((at - from + offset))
		fi
	done
}

# at PROGRAM PROBE SYMBOL...: definitions at the beginnings of these symbols, and no others
at() {
	local program=$1 probe=$2 symbol

	shift 2
	"$PERF" probe -x "./$program" -D "$probe" >got 2>said || {
		cat said
		return 1
	}
	sed 's/.*:\(0x[0-9a-f]*\).*/\1/' got >places
	for symbol; do
		address "$program" "$symbol"
	done >wanted
	[ -s wanted ] || return
	diff wanted places
}
# refuses PROGRAM PROBE TEXT: nothing is defined, and this is said
refuses() {
	exits 1 "$PERF" probe -x "./$1" -D "$2" >got 2>said || {
		cat got
		return 1
	}
	cat said
	[ ! -s got ]
	grep -qF -- "$3" said
}
# count PROGRAM PROBE NUMBER: so many definitions
count() {
	"$PERF" probe -x "./$1" -D "$2" >got
	cat got
	[ "$(wc -l <got)" = "$3" ]
}

for program in returns pie; do
	ok "$program: a function that is called" at $program 'keeps%return' keeps
	ok "$program: inlined and called: only where it is called" at $program 'both%return' both
	ok "$program: inlined only" refuses $program 'merged%return' 'never called'
	ok "$program: a function with a cold part" at $program 'parted%return $retval' parted
	ok "$program: the same, not its return" at $program parted parted
done
ok "copies can be probed, if it is not for a return" count returns both 2
ok "an offset is not one of a copy" count returns both+0 2
ok "an offset counts where the function is called" count returns both+6 1
ok "an offset in what is inlined only" refuses returns merged+2 'an offset counts'
ok "an offset behind the end" refuses returns both+4000 'behind the end'
ok "no offset of a return" refuses returns 'both+4%return' 'no line, no offset'
ok "no line of a return" refuses returns 'both:1%return' 'no line, no offset'
ok "no line of a file of a return" refuses returns 'returns.c:20%return' 'no line, no offset'
ok "no address of a return" refuses returns '0x1139%return' 'an address does not'
ok "a file in front of the return" at returns 'both@returns.c%return' both
ok "a line in front of the return" refuses returns 'both@returns.c:1%return' 'no line, no offset'
ok "no step into another file" refuses returns 'puts@plt%return' 'no function'
ok "the same, not its return" refuses returns 'puts@plt' 'no function'
ok "a cold part" refuses returns 'parted.cold%return' 'no return of its own'

# Without debug information symbols are all there is.
cold() {
	nm symbols | grep -q ' parted\.cold$'
}
ok "the compiler makes a cold part" cold
for program in symbols stripped; do
	ok "$program: a function that is called" at $program 'both%return' both
	ok "$program: a cold part" refuses $program 'parted.cold%return' 'no return of its own'
	ok "$program: the same, not its return" at $program 'parted.cold' parted.cold
	ok "$program: data" refuses $program 'table%return' 'is data'
	ok "$program: data, not its return" refuses $program 'table' 'is data'
	ok "$program: an offset behind the end" refuses $program 'both+4000' 'ends before'
done
if [ "$(uname -m)" = x86_64 ]; then
	build_labels() {
		as -o labels.o labels.s
		ld -o labels labels.o
	}
	ok "build a program of labels" build_labels
	ok "a function of assembly" at labels 'whole%return' whole
	ok "a label in the midst of it" refuses labels 'middle%return' 'has no size'
	ok "the same, not its return" at labels middle middle
	ok "a function without a size may be one" refuses labels 'bare%return' 'has no size'
	ok "the entry of a program is not called" refuses labels '_start%return' 'is not called'
	ok "a place with more on the stack" refuses labels 'later%return' 'is not called'
	ok "the same, not its return" at labels later later
	ok "the entry of a compiled program" refuses returns '_start%return' 'is not called'

	# Debug information that places a function 4 bytes behind its symbol is not believed.
	made_up() {
		local label

		gcc -g -O2 -S -o returns.s returns.c
		label=$(awk '/^both:/ { found = 1 } found && /^\.LFB[0-9]+:/ { sub(/:.*/, ""); print; exit }' returns.s)
		awk -v label="$label" '/\.section[ \t]/ { inside = /\.debug_info/ }
			inside && $1 == ".quad" && $2 == label { $2 = label "+4" } { print }' \
			returns.s >lies.s
		not cmp -s returns.s lies.s
		gcc -no-pie -o lies lies.s
	}
	ok "debug information that lies" made_up
	# The symbol table has the last word: the function's own entry.
	ok "a function that begins where no symbol does" at lies 'both%return' both
else
	skip "labels" "the test has them for x86_64"
fi

# The kernel's own functions: it refuses what is not an entry, but a cold part has a symbol.
kernel_cold() {
	exits 1 "$PERF" probe -D 'do_exit.cold%return' >got 2>said
	grep -q 'no return of its own' said
	[ ! -s got ]
}
ok "a cold part of the kernel" kernel_cold

# ---- in the kernel ----------------------------------------------------------------------
if ! "$PERF" probe -q -x ./returns 'perf_returns:try=main' 2>why; then
	skip "return probes in use" "$(head -n 1 why)"
	tap_end
fi
trap '"$PERF" probe -q -d "perf_returns:*" 2>/dev/null' EXIT
"$PERF" probe -q -d 'perf_returns:try'
adds() {
	"$PERF" probe -q -x ./returns 'perf_returns:keeps=keeps%return' \
		'perf_returns:both=both%return $retval:s32' 'perf_returns:parted=parted%return'
}
ok "make return probes" adds
# table[3] is 4: what was called through the pointer returns 7
recorded() {
	"$PERF" record -q -e 'perf_returns:*' -o r.data ./returns >said
	cat said
	grep -qx 'as it was' said
	"$PERF" script -i r.data -F event,trace >got
	cat got
	[ "$(grep -c perf_returns: got)" = 3 ]
	grep -q 'perf_returns:both:.* arg1=7' got
}
ok "the program's stack is as it was" recorded
tap_end
