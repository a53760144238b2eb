#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf annotate: the same instructions with the same shares as Debian's perf shows, and what it
# says where there is no code.

. "$TESTS/tap.bash"

other=${OTHER_PERF:-/usr/bin/perf}
programs=$TESTS/programs

prepare() {
	gcc -O1 -g -fno-plt -fno-omit-frame-pointer -o calls "$programs/calls.c"
	gcc -O1 -fno-plt -o plain "$programs/calls.c"
	cp "$programs/calls.c" .
	"$PERF" record -q -e cpu-clock -F 5000 -o calls.data ./calls 3000 2>err
	"$PERF" record -q -e cpu-clock -F 5000 -o plain.data ./plain 300 2>err
	"$PERF" record -q -e '{cpu-clock,task-clock}' -F 2000 -o group.data ./calls 3000 2>err
}

if ! command -v gcc >/dev/null; then
	skip "annotate" "no gcc"
	tap_end
fi
if ! "$PERF" version --build-options | grep -q 'capstone: \[ on'; then
	skip "annotate" "built without libcapstone"
	tap_end
fi
ok_or_end "record" prepare

# Lines of instructions: share, address, text
instructions() {
	grep -E '^[ 0-9.]+ : +[0-9a-f]+: ' | sed -e 's/ *$//' -e 's/ *\/\/ [^ ]*$//'
}

has_instructions() {
	"$PERF" annotate -i calls.data "$@" >ours 2>err || {
		cat err
		return 1
	}
	instructions <ours >lines
	grep -q . lines
}

# The shares of a function add up to all of it
adds_up() {
	has_instructions "$1"
	awk '{ sum += $1 } END { exit !(sum > 99.5 && sum < 100.5) }' lines
}
ok "shares of add() add up" adds_up add
ok "shares of mix() add up" adds_up mix

jumps() {
	has_instructions mix
	grep -Eq 'j[a-z]+ +[0-9a-f]+ <mix\+0x[0-9a-f]+>$' lines
	grep -Eq '# [0-9a-f]+ <sink>$' lines
}
ok "addresses have names" jumps

source_lines() {
	has_instructions mix
	grep -Eq '^ +: [0-9]+ +.*sink \^= i \* 3;$' ours
	"$PERF" annotate -i calls.data --no-source mix >ours
	not grep -q 'sink ^=' ours
	"$PERF" annotate -i plain.data mix >ours
	not grep -q 'sink ^=' ours
}
ok "lines of the source, where there are some" source_lines

hit_lines() {
	"$PERF" annotate -i calls.data -l mix >ours
	grep -Eq '^Sorted summary for file .*/calls$' ours
	grep -Eq '^ +[0-9.]+ calls.c:[0-9]+$' ours
	grep -Eq '// calls.c:[0-9]+$' ours
	"$PERF" annotate -i calls.data -l -P mix | grep -Fq "// $programs/calls.c:"
}
ok "lines that were hit" hit_lines

other_source() {
	mkdir -p root"$programs"
	sed 's/sink ^= i \* 3/CHANGED/' calls.c >root"$programs/calls.c"
	"$PERF" annotate -i calls.data --prefix "$PWD/root" mix | grep -q CHANGED
	"$PERF" annotate -i calls.data --prefix-strip 99 --prefix "$PWD" mix >ours
	grep -q 'sink ^=' ours
}
ok "source code elsewhere" other_source

intel() {
	"$PERF" annotate -i calls.data -M intel --asm-raw mix >ours || return
	grep -Eq ': +[0-9a-f]+: +([0-9a-f]{2} )+ +xor +rdx,rax' ours || return
	! "$PERF" annotate -i calls.data -M vax mix 2>err || return
	grep -q 'att or intel' err
}
ok "Intel's syntax, bytes" intel

no_effect() {
	local option

	"$PERF" annotate -i calls.data mix >wanted
	for option in --stdio2 --stdio-color=never -m --ignore-vmlinux --demangle-kernel --no-itrace; do
		"$PERF" annotate -i calls.data "$option" mix | diff wanted - || {
			echo "$option"
			return 1
		}
	done
}
ok "options without effect" no_effect
dumped() {
	"$PERF" report -D -i calls.data >wanted
	"$PERF" annotate -D -i calls.data | cmp - wanted
}
ok "records instead" dumped
told() {
	"$PERF" annotate -v -i calls.data mix 2>err | cmp - wanted
	grep -Eq '^perf annotate: /.*/calls: [0-9]+ symbols of ' err
}
"$PERF" annotate -i calls.data mix >wanted
ok "which files symbols are of" told

columns() {
	"$PERF" annotate -i calls.data -n mix >ours
	sum=$(instructions <ours | awk '{ sum += $1 } END { print sum }')
	grep -q "($sum samples, percent: local period)" ours
	"$PERF" annotate -i calls.data --show-total-period mix >ours
	instructions <ours | awk -v n="$sum" '{ sum += $1 } END { exit sum != n * 200000 }'
}
ok "samples and periods instead of percent" columns

groups() {
	"$PERF" annotate -i group.data mix | grep -E '^[ 0-9.]+ : +[0-9a-f]+: ' >lines
	awk '{ if ($3 != ":") bad = 1; a += $1; b += $2 }
	     END { exit !(!bad && a > 99 && a < 101 && b > 99 && b < 101) }' lines
	"$PERF" annotate -i group.data --no-group mix >ours
	[ "$(grep -c 'Source code & Disassembly of calls for' ours)" = 2 ]
}
ok "events of a group side by side" groups

says() {
	perf_says "$1" "$2" annotate "${@:3}"
}
ok "a function that was not hit" says 1 "Did you mean 'mix'" -i calls.data mixx
ok "no browser" says 129 "'perf report --tui' browses" -i calls.data --tui mix
ok "no decoder" says 129 "are not decoded here" -i calls.data --itrace=i mix
ok "no type of percentage" says 1 'global-hits' -i calls.data --percent-type x mix
cp calls gone && "$PERF" record -q -e cpu-clock -o gone.data ./gone 100 2>err
rm -f gone
ok "an object that is gone" says 1 'gone: there is no such file any more' -i gone.data --dsos gone
cp plain gone
ok "an object that is another one now" says 1 \
	'gone: the file is another one than when it was recorded' \
	-i gone.data --dsos gone

no_disassembler() {
	mkdir -p broken
	for object in $(ldconfig -p | sed -n 's/^[[:blank:]]*\(libcapstone\.so\.[0-9]*\) .*/\1/p'); do
		: >"broken/$object"
	done
	LD_LIBRARY_PATH=$PWD/broken says 1 'cannot load what disassembles: .*libcapstone' -i calls.data mix
}
if LC_ALL=C ldd "$PERF" 2>&1 | grep -q 'not a dynamic executable'; then
	skip "a libcapstone that cannot be loaded" "this perf has it in itself"
else
	ok "a libcapstone that cannot be loaded" no_disassembler
fi

global() {
	"$PERF" report -i calls.data --stdio -q -s sym 2>err | awk '$NF == "mix" { print $1 + 0 }' >wanted
	"$PERF" annotate -i calls.data --percent-type global-period mix | instructions |
		awk '{ sum += $1 } END { printf "%.2f\n", sum }' >got
	paste wanted got | awk '{ d = $1 - $2; exit !($1 > 0 && d < 0.2 && d > -0.2) }'
}
ok "shares of all samples" global

# ---- objdump ----------------------------------------------------------------------------------

# Instructions that libcapstone in Debian 12 takes for others, one that is none, addresses
cat >current.c <<'SOURCE'
int never;
__attribute__((noinline)) void current(void)
{
	asm volatile("serialize; rdsspq %%rax; movdir64b (%%rsi), %%rdi; uiret; wbnoinvd; pconfig;"
		     "tileloadd (%%rax, %%rbx, 1), %%tmm1; tdpbssd %%tmm2, %%tmm1, %%tmm0;"
		     "vaddph %%zmm1, %%zmm2, %%zmm3; %{vex%} vpdpbusd %%ymm1, %%ymm2, %%ymm3; hreset $1;"
		     "xsusldtrk; enqcmd (%%rsi), %%rdi; vp2intersectd %%zmm1, %%zmm2, %%k2; endbr64;"
		     "jmp 1f; 1: call main; loop 1b; .byte 0x06; notrack jmp *%%rax; rep stosb;"
		     "mov never(%%rip), %%eax; ret; .fill 20, 1, 0" ::: "rax", "memory");
}

int main(void)
{
	if (never)
		current();
	return 0;
}
SOURCE

# One sample in it
sample_current() {
	gcc -O1 -o current current.c && {
		echo "event 1 0"
		echo "says 6 x86_64"
		echo "map user 100 0 1000000 0 $PWD/current"
		echo "name 100 current"
		echo "sample user 100 $(nm current | awk '$3 == "current" { print $1 }')"
	} | perl "$TESTS/others.pl" >current.data
}

# texts [OPTION]...: instructions, as ours has them
texts() {
	timeout 60 "$PERF" annotate --stdio -i current.data "$@" current >out 2>err || {
		cat err
		return 1
	}
	instructions <out | sed 's/^[ 0-9.]* : *[0-9a-f]*: *//' >ours
	grep -q . ours
}

# as_objdump [INTEL]: and as objdump has them in the file
as_objdump() {
	texts "$@"
	objdump -d -z -w "$@" --no-show-raw-insn --disassemble=current current |
		sed -n 's/^ *[0-9a-f]*:\t//p' | sed 's/ *$//' | diff - ours
}

fake() {
	printf '#!/bin/sh\n%s\n' "$1" >fake || return
	chmod +x fake
}

another() {
	fake "/usr/bin/objdump \"\$@\" | /bin/sed s/serialize/SERIALISE/"
	texts --objdump ./fake
	grep -qx SERIALISE ours
}

# not_trusted SCRIPT: what it prints is no disassembly, so libcapstone does it
not_trusted() {
	fake "$1"
	texts --objdump "$PWD/fake"
	diff without ours
}

if [ "$(uname -m)" != x86_64 ] || ! command -v objdump >/dev/null; then
	skip "objdump" "no objdump for x86-64"
else
	ok_or_end "a sample at current instructions" sample_current
	ok "current instructions are those of objdump" as_objdump
	ok "in Intel's syntax" as_objdump -M intel
	ok "--objdump names another one" another
	ok "--objdump of nothing" says 1 "cannot run './nothing': No such file" \
		-i current.data --objdump ./nothing current
	fake 'exit 1'
	ok "an objdump that fails" texts --objdump ./fake
	cp ours without
	! grep -q serialize without || echo "# this libcapstone has them all"
	ok "one that prints nothing" not_trusted 'exit 0'
	ok "one that never ends" not_trusted 'exec /usr/bin/yes "  1000:	nop"'
	ok "other addresses" not_trusted '/usr/bin/objdump "$@" | /bin/sed "s/^  /  4/"'
	ok "instructions left out" not_trusted '/usr/bin/objdump "$@" | /bin/sed "/nop\|add/d"'
	ok "no text" not_trusted 'exec /usr/bin/head -c 3000 /dev/zero'
	ok "what makes it end" not_trusted 'kill -9 $$'
fi

# Debian's perf asks objdump; the order of functions of equal share is its own.
same() {
	"$other" annotate --stdio -i calls.data "$@" 2>theirs.err >theirs.raw
	instructions <theirs.raw | sort >theirs
	"$PERF" annotate -i calls.data "$@" 2>err | instructions | sort >ours
	[ -s ours ]
	diff theirs ours
}
same_head() {
	"$other" annotate --stdio -i calls.data mix 2>theirs.err | head -n 2 >theirs
	"$PERF" annotate -i calls.data mix | head -n 2 >ours
	[ -s ours ]
	diff theirs ours
}
if ! command -v "$other" >/dev/null || ! command -v objdump >/dev/null; then
	skip "compare with perf" "no $other or no objdump"
elif ! "$other" annotate --stdio -i calls.data mix 2>theirs.err | grep -q .; then
	skip "compare with perf" "$(tail -n 1 theirs.err)"
else
	ok "same head as perf" same_head
	ok "same instructions and shares: mix" same mix
	ok "same instructions and shares: add" same add
	ok "same numbers of samples" same -n add
fi
tap_end
