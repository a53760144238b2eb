#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf probe: definitions as Debian's perf makes them, and probes that fetch what a program
# is known to have.

# Single quotes hold a $ that is part of a probe, not of the shell.
# shellcheck disable=SC2016

. "$TESTS/tap.bash"
other=${OTHER_PERF:-/usr/bin/perf}

build() {
	gcc -g -O1 -o probed "$TESTS/programs/probed.c"
	gcc -g -O0 -o plain "$TESTS/programs/probed.c"
	gcc -O1 -o symbols "$TESTS/programs/probed.c"
	objcopy --only-keep-debug probed split.debug
	cp probed split
	strip split
	objcopy --add-gnu-debuglink=split.debug split
}
ok_or_end "build the programs" build

# defines PROGRAM PROBE LINE: what is defined, without the path; X stands for an address
defines() {
	"$PERF" probe -x "./$1" -D "$2" >got
	sed "s#$PWD/##; s/:0x[0-9a-f]*/:X/" got >line
	[ "$(cat line)" = "$3" ] || {
		cat line
		return 1
	}
}
case $(uname -m) in
x86_64)
	ok "members, through a pointer" defines probed 'scale p->x p->next->y' \
		'p:probe_probed/scale probed:X x=+0(%di):s32 y=+4(+8(%di)):s32'
	ok "texts: a pointer, an array" defines probed 'scale label:string p->name:string' \
		'p:probe_probed/scale probed:X label_string=+0(%dx):string name=+16(%di):string'
	ok "a member of a structure without a name" defines probed 'scale p->inner' \
		'p:probe_probed/scale probed:X inner=+24(%di):s32'
	ok "an element" defines probed 'scale p->name[2]' 'p:probe_probed/scale probed:X name=+18(%di):s8'
	ok "all parameters" defines probed 'scale $params' \
		'p:probe_probed/scale probed:X p=%di:x64 factor=%si:s32 label=%dx:x64'
	ok "a stack frame" defines plain 'scale p->x factor' \
		'p:probe_plain/scale plain:X x=+0(-40(%bp)):s32 factor=-44(%bp):s32'
	ok "debug information elsewhere" defines split 'scale factor' \
		'p:probe_split/scale split:X factor=%si:s32' ;;
*)
	skip "registers" "the test knows those of x86_64"
esac
ok "names of one's own" defines probed 'mine:here=scale n=$stack0' 'p:mine/here probed:X n=$stack0'
ok "a return" defines probed 'scale%return $retval' 'r:probe_probed/scale__return probed:X $retval'
ok "without debug information" defines symbols 'scale+4' 'p:probe_symbols/scale symbols:X'

# fails PROBE TEXT
fails() {
	exits 1 "$PERF" probe -x ./probed -D "$1" 2>said
	cat said
	grep -qF -- "$2" said
}
ok "a misspelt function" fails scal "did you mean 'scale'"
ok "a line without code" fails scale:700 "no code at line"
ok "a variable that is not there" fails 'scale nosuch' "no variable 'nosuch'"
ok "a member that is not there" fails 'scale p->zz' "no member 'zz'"
ok "a number is no structure" fails 'scale factor.x' "factor"
ok "a structure is no number" fails 'main q' "is not a"
ok "a line of what has returned" fails 'scale%return factor' 'only $retval'
ok "a file that is not there" fails 'nosuch.c:3' "nosuch.c"
ok "nonsense" fails 'scale%sometimes' "return"

lines() {
	"$PERF" probe -x ./probed -L scale >got || return
	cat got
	grep -q '^ *0  __attribute__' got || return
	grep -qE '^ +[0-9]+ .*sum \+= p->x' got || return
	grep -q '^         {$' got
}
ok "-L" lines
# A reader that waits for a writer of the FIFO would print nothing.
no_source() {
	cp "$TESTS/programs/named.c" gone.c
	gcc -g -o gone gone.c
	rm gone.c
	mkfifo gone.c
	not timeout 10 "$PERF" probe -x ./gone -L main 2>said
	grep -q 'gone.c, cannot be read' said
}
ok "-L of a source that is a pipe now" no_source
variables() {
	"$PERF" probe -x ./probed -V scale >got
	cat got
	grep -q $'^\t\tstruct point\*\tp$' got
	grep -q $'^\t\tint\tfactor$' got
}
ok "-V" variables
# shows_variables NAMES ARGUMENTS...: just these, in any order
shows_variables() {
	local names=$1

	shift
	"$PERF" probe -x ./probed -V scale "$@" >got
	cat got
	[ "$(sed -n 's/^\t\t.*\t//p' got | tr '\n' ' ')" = "$names " ]
}
ok "--filter: names with wildcards" shows_variables factor --filter 'f*'
ok "--filter: not, and" shows_variables 'factor p' --filter '!l* & !sum & !i'
ok "--filter: or" shows_variables 'factor p' --filter 'f* | p & p*'
no_variables() {
	"$PERF" probe -x ./probed -V scale --filter nosuch >got
	cat got
	grep -q 'No matched variables' got
}
ok "--filter: none" no_variables
ok "--externs" shows_variables total --filter 't*' --externs
ranges() {
	"$PERF" probe -x ./plain -V scale --range --externs >got
	cat got
	grep -qE $'^\t\t\\[VAL\\]\tint\tfactor\t@<scale\\+\\[0-[1-9][0-9]*\\]>$' got
	grep -q $'^\t\t\\[EXT\\]\tint\ttotal$' got
}
ok "--range" ranges

# ---- methods -----------------------------------------------------------------------------

# Two of one name; their addresses are those that nm has for the names with their classes
g++ -g -O1 -o methods -x c++ - <<'SOURCE'
namespace n {
struct S { int v; __attribute__((noinline)) int meth(int a) { asm volatile(""); return v + a; } };
struct T { int v; __attribute__((noinline)) int meth(int a) { asm volatile(""); return v * a; } };
}
int main(int c, char **) { n::S s{c}; n::T t{c}; return s.meth(c) + t.meth(c); }
SOURCE
strip -g -o methods_symbols methods
# method FILE PLACE CLASS: one place, the method of this class
method() {
	local address

	address=$(nm -C methods | awk -v name="$3::meth(int)" '$3 == name { print $1 }')
	"$PERF" probe -x "./$1" -D "$2" >got 2>said || {
		cat said
		return 1
	}
	cat got
	[ "$(wc -l <got)" = 1 ]
	grep -q ":0x0*$(printf %x "$((16#$address))")\$" got
}
for file in methods methods_symbols; do
	ok "$file: a method by its class" method $file S::meth n::S
	ok "$file: of the other class" method $file T::meth n::T
	ok "$file: with the namespace" method $file n::T::meth n::T
	ok "$file: its return" method $file S::meth%return n::S
done
no_method() {
	not "$PERF" probe -x ./methods -D "$1" >got 2>said
	grep -q "there is no function '$1'" said
}
ok "of no class" no_method X::meth
ok "of a class that only ends so" no_method s::S::meth
both_methods() {
	"$PERF" probe -x ./methods -D meth >got 2>said
	[ "$(wc -l <got)" = 2 ]
}
ok "without a class, both" both_methods

gcc -g -O2 -o inlined -x c - <<'SOURCE'
#include <stdio.h>
static inline __attribute__((always_inline)) int half(int v) { return printf("%d\n", v / 2); }
static __attribute__((noinline)) int called(int v) { return half(v); }
int main(int argc, char **argv) { (void)argv; return called(argc) + half(argc + 3) + half(argc * 5); }
SOURCE
copies() {
	"$PERF" probe -x ./inlined -D half --max-probes 3 >got
	[ "$(wc -l <got)" = 3 ]
	! "$PERF" probe -x ./inlined -D half --max-probes 2 2>said || return
	cat said
	grep -q "'half' is in 3 places, more than 2" said
	grep -q 'max-probes 3' said
}
ok "--max-probes" copies
no_copies() {
	! "$PERF" probe -x ./inlined -D half --no-inlines >got 2>said || return
	cat got said
	[ ! -s got ]
	grep -q "all copies of 'half' were inlined" said
	"$PERF" probe -x ./inlined -D called --no-inlines
}
ok "--no-inlines" no_copies

functions() {
	"$PERF" probe -x ./probed -F 's*' >got
	grep -qx scale got
	not grep -qx main got
}
ok "-F" functions
some_functions() {
	"$PERF" probe -x ./probed -F --filter 's* | main' >got
	cat got
	grep -qx scale got
	grep -qx main got
	not grep -qx twice got
	not grep -q '^_' got
}
ok "-F --filter" some_functions

# The source has gone, and is below another directory, without and with its whole path.
moved_source() {
	mkdir -p was sources/deep "other$PWD/was"
	cp "$TESTS/programs/named.c" was/moved.c
	gcc -g -o moved "$PWD/was/moved.c"
	mv was/moved.c sources/moved.c
	not "$PERF" probe -x ./moved -L main 2>said
	"$PERF" probe -x ./moved -L main -s sources >one
	mv sources/moved.c "other$PWD/was/"
	"$PERF" probe -x ./moved -L main -s other >two
	grep -q '^ *0  .*main' one
	cmp one two
	not "$PERF" probe -x ./moved -L main -s sources 2>said
}
ok "-s: sources elsewhere" moved_source
verbose() {
	"$PERF" probe -x ./symbols -v -F main 2>said
	cat said
	grep -q "^probing $PWD/symbols, .*without debug information" said
	"$PERF" probe -x ./probed -v -F main 2>said
	grep -q ', with debug information' said
}
ok "-v" verbose
by_path() {
	"$PERF" probe -x ./probed -D scale >got
	"$PERF" probe -D scale "$PWD/probed" >ours
	diff got ours
}
ok "a path instead of -x" by_path

# wrong PATTERN ARGUMENTS...
wrong() {
	local pattern=$1

	shift
	exits 129 "$PERF" probe -x ./probed "$@" 2>said
	cat said
	grep -q -- "$pattern" said
}
ok "--range of nothing" wrong 'need -V' --range -D scale
ok "--filter of nothing" wrong 'needs -V or -F' --filter x -D scale
ok "no probes at most" wrong '1 or more' --max-probes 0 -D scale
ok "quiet and verbose" wrong 'exclude' -q -v -D scale

if command -v "$other" >/dev/null && "$other" probe -x ./probed -D scale >/dev/null 2>&1; then
	# same WORDS...: what perf prints, too; the older one has no name for the start of a linkage table
	same() {
		"$other" probe -x ./probed "$@" 2>/dev/null >theirs
		"$PERF" probe -x ./probed "$@" >found
		sed '/^\.plt$/d' found >ours
		[ -s ours ] && diff theirs ours
	}
	ok "as perf: -D a function" same -D 'scale p->x factor'
	ok "as perf: -D a return" same -D 'scale%return $retval'
	ok "as perf: -D an offset" same -D scale+4
	ok "as perf: -D an inlined function" same -D twice
	ok "as perf: -D all parameters" same -D 'scale $params'
	ok "as perf: -L" same -L scale
	ok "as perf: -F" same -F
	ok "as perf: -F --filter" same -F --filter '!_*'
	ok "as perf: -V --range --externs" same -V scale --range --externs --filter '!i & !sum'
	ok "as perf: -V --filter" same -V scale --filter 'nosuch'
	ok "as perf: an inlined function" same -D scale --no-inlines
else
	skip "compare with perf" "no $other that can probe"
fi

# ---- in the kernel ----------------------------------------------------------------------
if ! "$PERF" probe -q -x ./probed 'perf_test:try=main' 2>why; then
	skip "probes in use" "$(head -n 1 why)"
	tap_end
fi
trap '"$PERF" probe -q -d "perf_test:*" 2>/dev/null' EXIT
"$PERF" probe -q -d 'perf_test:try'

adds() {
	"$PERF" probe -x ./probed 'perf_test:in=scale x=p->x factor label:string total p->inner' \
		'perf_test:out=scale%return got=$retval:s32' 2>said || {
		cat said
		return 1
	}
	grep -q '^Added new events:$' said
	grep -q '^  perf_test:in ' said
}
ok "add two" adds
listed() {
	"$PERF" probe -l 'perf_test:*' >got
	cat got
	grep -qF "  perf_test:in         (on scale in $PWD/probed with x factor label_string total inner)" got
	grep -qF "(on scale%return in $PWD/probed with got)" got
}
ok "-l" listed
# 5 + one word: six rounds of 3 * i + 5; total is 41 before
fetched() {
	"$PERF" record -q -e 'perf_test:*' -o p.data ./probed >/dev/null
	"$PERF" script -i p.data -F event,trace >got
	cat got
	grep -q 'perf_test:in:.* x=3 factor=6 label_string="hello" total=41 inner=-6' got
	grep -q 'perf_test:out:.* got=75' got
}
ok "what they fetch" fetched
traced() {
	"$PERF" trace -o t.out -e perf_test:in ./probed >/dev/null
	cat t.out
	grep -q 'perf_test:in(.*x: 3, factor: 6, label_string: "hello"' t.out
}
ok "perf trace shows them" traced
taken() {
	exits 1 "$PERF" probe -x ./probed 'perf_test:in=scale' 2>said || return
	grep -q 'already' said
}
ok "a name that is taken" taken
forced() {
	"$PERF" probe -f -x ./probed 'perf_test:in=scale' 2>said
	grep -q 'perf_test:in_1' said
}
ok "-f: with a number" forced
nothing_made() {
	"$PERF" probe -n -x ./probed 'perf_test:dry=scale' 2>said
	! "$PERF" probe -l | grep perf_test:dry
}
ok "-n makes nothing" nothing_made
kernel_refuses() {
	exits 1 "$PERF" probe -x ./probed 'perf_test:bad=scale x=%nosuch' 2>said
	cat said
	grep -q 'the kernel says' said
}
ok "what the kernel says of a bad register" kernel_refuses
removed() {
	"$PERF" probe -d 'perf_test:*' 2>said
	[ "$(grep -c '^Removed event: perf_test:' said)" = 3 ]
	! "$PERF" probe -l | grep perf_test:
}
ok "-d with a wildcard" removed
nothing_to_remove() {
	exits 1 "$PERF" probe -d perf_test:in 2>said
	grep -q 'no event' said
}
ok "-d of what is not there" nothing_to_remove
tap_end
