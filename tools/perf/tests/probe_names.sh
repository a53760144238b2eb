#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf probe and names that others have chosen: of files, functions, variables, members, types and
# modules. The kernel ends a definition at a line end and a word at a blank, a terminal obeys
# control characters: none of them may come out of a name.

# Single quotes hold a $ that is part of a probe, not of the shell.
# shellcheck disable=SC2016

. "$TESTS/tap.bash"

# The byte after which a terminal obeys, one that deletes, both bytes of the C1 form of the first
escape=$'\e' delete=$'\x7f' c1=$'\xc2\x9b'

# clean FILE...: no control characters but line ends and tabs
clean() {
	LC_ALL=C not grep -aP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]' "$@"
}
# whole: each line of "got" is one definition
whole() {
	[ -s got ]
	LC_ALL=C not grep -avE \
		'^[pr]:[A-Za-z_][A-Za-z0-9_]{0,62}/[A-Za-z_][A-Za-z0-9_]{0,62} [^[:space:]#]+( ([A-Za-z_][A-Za-z0-9_]{0,31}=)?[^[:space:]#]+)*$' got
}
# prints ARGUMENTS...: succeeds, and what it prints is clean
prints() {
	"$PERF" probe "$@" >got 2>said || {
		cat said
		return 1
	}
	[ -s got ]
	clean got said
}
# refuses TEXT ARGUMENTS...: fails by itself, prints nothing else, says this, clean
refuses() {
	local text=$1

	shift
	exits 1 "$PERF" probe "$@" >got 2>said || {
		cat got
		return 1
	}
	cat said
	[ ! -s got ]
	grep -qF -- "$text" said
	clean said
}

# ---- paths -------------------------------------------------------------------------------
cat >plain.c <<'SOURCE'
__attribute__((noinline)) int handle(int first, int second) { return first * second + 1; }
int main(int argc, char **argv) { (void)argv; return handle(argc, 2) == 0; }
SOURCE
ok_or_end "build a program" gcc -g -O1 -o plain plain.c
# The kernel reads a byte 0xa0 as a blank: it is one half of this letter.
words=$'a b\na\tb\na#b\na\xc3\xa0b'
while read -r word; do
	cp plain "$word"
	ok "a path with $(printf %q "$word")" refuses 'cannot be given the path' -x "./$word" -D handle
done <<<"$words"
cp plain $'x\np:evil\n'
ok "a path with a line end" refuses 'a control character' -x $'./x\np:evil\n' -D handle
cp plain "x${c1}y"
ok "a path with a control character of two bytes" refuses 'a control character' -x "./x${c1}y" \
	-D handle
mkdir -p $'d\np:evil/started /bin/true:0x100\n'
cp plain $'d\np:evil/started /bin/true:0x100\n/plain'
ok "a directory that holds a definition" refuses 'a control character' \
	-x $'./d\np:evil/started /bin/true:0x100\n/plain' -D handle
ok "what to do about it" grep -q 'second name' said
cp plain 'a;b"c'\''d$e'
# shellcheck disable=SC1003
ok "a path with other marks" prints -x './a;b"c'\''d$e' -D handle
ok "the group is made of what is allowed" grep -qE '^p:probe_a_b_c_d_e/handle ' got
cp plain 1st
ok "a digit in front" prints -x ./1st -D handle
ok "is kept behind probe_" grep -q '^p:probe_1st/' got
cp plain "$(printf 'n%.0s' {1..200})"
ok "a long name of a file" prints -x ./nn*n -D handle
ok "is cut" whole

# ---- what is typed -----------------------------------------------------------------------
ok "a probe of two lines" refuses 'without control characters' -x ./plain -D $'handle\np:evil/x'
ok "an argument of two lines" refuses 'without control characters' -x ./plain \
	-D $'handle n=%di:u8\np:evil/x'
ok "a name with a line end" refuses 'without control characters' -x ./plain -D $'a\nb=handle'
ok "a name with a mark" refuses 'letters, digits and _' -x ./plain -D 'a;b=handle'
ok "a group with a mark" refuses 'letters, digits and _' -x ./plain -D 'a-b:c=handle'
ok "a comment" refuses "a '#'" -x ./plain -D 'handle n=%di:u8#'
ok "a name of 63 letters" prints -x ./plain -D "$(printf 'n%.0s' {1..63})=handle"
ok "a name of 64 letters" refuses '63 at most' -x ./plain -D "$(printf 'n%.0s' {1..64})=handle"
ok "an argument's name of 32 letters" prints -x ./plain -D "handle $(printf 'n%.0s' {1..32})=%di"
ok "an argument's name of 33 letters" refuses '32 at most' -x ./plain \
	-D "handle $(printf 'n%.0s' {1..33})=%di"
ok "an argument of 64 letters" refuses '1 to 63' -x ./plain -D "handle n=$(printf '\\%.0s' {1..64})"
ok "129 arguments" refuses '128 arguments' -x ./plain -D "handle$(printf ' %%di%.0s' {1..129})"
ok "for the kernel, too" refuses 'without control characters' -D $'do_exit\np:evil/x'
ok "a quote in a boot configuration" prints --bootconfig -D "do_exit n=\\'"
ok "changes the quotes around it" grep -qF "\"do_exit+0 n=\\'\"" got

# ---- names in a program --------------------------------------------------------------------
# A file holds any bytes as a name: those of identifiers of the same length are replaced.
evil="ab${escape}M${delete}${c1}"$'\np:evil/started /bin/true:0x100 '
mark=EVIL_$(printf 'E%.0s' {1..100})
mark=${mark:0:$(printf %s "$evil" | LC_ALL=C wc -c)}
long=$(printf 'l%.0s' {1..100})
# poison FROM TO: names with the mark get the bytes
poison() {
	FROM=$mark TO=$evil perl -0777 -pe 's/\Q$ENV{FROM}/$ENV{TO}/g' "$1" >"$2"
	chmod +x "$2"
	not cmp -s "$1" "$2"
}
make_evil() {
	cat >made.c <<-SOURCE
		#line 1 "source_$mark.c"
		struct type_$mark { int member_$mark; };
		int global_$mark = 7;
		__attribute__((noinline)) int function_$mark(int variable_$mark)
		{
			return variable_$mark * 3 + global_$mark;
		}
		__attribute__((noinline)) int honest(int variable_$mark, struct type_$mark *p, int longer_$long)
		{
			return variable_$mark * longer_$long + p->member_$mark + global_$mark;
		}
		#line 11 "lines.c"
		__attribute__((noinline)) int lines_$mark(int v)
		{
			return v * 7;
		}
		__attribute__((noinline)) int long_$long(int v)
		{
			return v * 5;
		}
		int main(int argc, char **argv)
		{
			struct type_$mark t = { argc };

			(void)argv;
			return function_$mark(argc) == long_$long(argc) + lines_$mark(argc) +
				honest(argc, &t, 3);
		}
	SOURCE
	gcc -g -O1 -o made made.c
	poison made evil
}
ok "a program with names of all bytes" make_evil
# puts_lines ARGUMENTS...: succeeds, each line is clean and a definition
puts_lines() {
	prints -x ./evil -D "$@"
	cat got
	whole
}
ok "-D: all parameters" puts_lines 'honest $params'
ok "an argument has a name made of what is allowed" grep -q ' variable_ab_M[a-zA-Z0-9_]*=%di:s32 ' \
	got
ok "a long one is cut" grep -qE ' longer_l{25}=%dx:s32$' got
ok "-D: all variables" puts_lines 'honest $vars'
ok "-D: a line" puts_lines 'lines.c:13'
ok "an event has a name made of what is allowed" grep -qE '^p:probe_evil/lines_ab_M[a-zA-Z0-9_]+ ' \
	got
ok "-D: a long name of a function" puts_lines "long_$long%return"
ok "-D: a line of it" puts_lines "long_$long:2"
ok "-D: a name as the file has it" refuses 'without control characters' -x ./evil \
	-D "function_$evil"
ok "a name that is nearly right" refuses \
	"did you mean 'lines_ab?M????p:evil/started /bin/true:0x100 '" \
	-x ./evil -D lines_ab_M_____p_evil_started__bin_true_0x100_
# has PATTERN: a line of "got" is all of this
has() {
	cat got
	LC_ALL=C grep -qx -- "$1" got
}
ok "-F" prints -x ./evil -F
ok "-F: a name on one line, without its marks" has \
	'function_ab?M????p:evil/started /bin/true:0x100 '
ok "-F: a pattern" prints -x ./evil -F 'lines*'
ok "-V" prints -x ./evil -V honest --externs --range
ok "-V: a name and a type on one line" has \
	$'\t\t\\[VAL\\]\tstruct type_ab?M????p:evil/started /bin/true:0x100 \*\tp\t@<honest.*'
ok "-V: a function's name" prints -x ./evil -V lines.c:13
ok "-V: on one line" has $'\t@<lines_ab?M????p:evil/started /bin/true:0x100 +0>'
ok "-L: a source that is not there" refuses 'cannot be read' -x ./evil -L honest
source_is_there() {
	mkdir -p $'source_ab\eM\x7f\xc2\x9b\np:evil/started /bin'
	cp made.c $'source_ab\eM\x7f\xc2\x9b\np:evil/started /bin/true:0x100 .c'
	prints -x ./evil -L honest -s .
	grep -q '^<honest@.*ab?M' got
}
ok "-L: a source with such a name" source_is_there
ok "-v" prints -v -x ./evil -D honest

# Modules: their own name, and symbols that differ from the names of the source.
make_module() {
	cat >module.c <<-SOURCE
		const char name[] __attribute__((section(".modinfo"))) = "license=GPL\0name=$mark";
		int counter asm("counter_$mark") = 3;
		int marked(int n) asm("marked_$mark");
		__attribute__((noinline)) int marked(int n) { return n * counter; }
		__attribute__((noinline)) int honest(int n) { return n + counter; }
	SOURCE
	gcc -g -O1 -fno-pie -c -o made.ko module.c
	poison made.ko evil.ko
	sed 's/.0name=EVIL_E*//' module.c >module2.c
	gcc -g -O1 -fno-pie -c -o made2.ko module2.c
	poison made2.ko named.ko
}
ok "modules with such names" make_module
ok "the name of a module" refuses 'a definition cannot have' -m ./evil.ko -D honest
ok "a symbol of a function" refuses 'a definition cannot have' -m ./named.ko -D marked
ok "a symbol of data" refuses 'a definition cannot have' -m ./named.ko -D 'honest counter'
ok "names that are sound" prints -m ./named.ko -D 'honest n'

# ---- in the kernel ----------------------------------------------------------------------
if ! "$PERF" probe -q -x ./plain 'perf_names:try=main' 2>why; then
	skip "events in the kernel" "$(head -n 1 why)"
	tap_end
fi
events=/sys/kernel/tracing/uprobe_events
[ -e $events ] || events=/sys/kernel/debug/tracing/uprobe_events
trap '"$PERF" probe -q -d "perf_names:*" 2>/dev/null' EXIT
"$PERF" probe -q -d 'perf_names:try'
none_of() {
	not grep "$@" $events
}
all_or_nothing() {
	exits 1 "$PERF" probe -x ./plain 'perf_names:one=handle' 'perf_names:two=handle x=%nosuch' \
		'perf_names:three=main' 2>said
	cat said
	not grep -q Added said
}
ok "one of three is refused by the kernel" all_or_nothing
ok "none of them stays" none_of perf_names
ok "one of two is refused by us" refuses 'cannot be given' -x 'a b' 'perf_names:one=handle'
ok "none is there" none_of perf_names
poisoned() {
	"$PERF" probe -x ./evil 'perf_names:all=honest $params' 2>said
	clean said
}
ok "names of all bytes in the kernel" poisoned
ok "no other event was made" none_of evil/
ok "add one" "$PERF" probe -q -x ./plain 'perf_names:one=handle'
delete_two() {
	exits 1 "$PERF" probe -d perf_names:one -d perf_names:nosuch 2>said
	grep -q 'no event' said
}
ok "one of two cannot be removed" delete_two
ok "both stay" grep -q perf_names/one $events
# Another program may have given the kernel a path of which a terminal obeys a part.
listed() {
	cp plain "made${escape}[31m${c1}by"
	echo "p:perf_names/other $PWD/made${escape}[31m${c1}by:0x1040" >>$events
	prints -l 'perf_names:*'
	grep -q 'perf_names:other.*made?\[31m??by' got
}
ok "-l" listed
ok "-d of all" "$PERF" probe -q -d 'perf_names:*'
ok "have gone" none_of perf_names
tap_end
