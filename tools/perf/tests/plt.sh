#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The steps on the way into another file (entries of the procedure linkage table) have the names
# that objdump gives them, however the linker laid them out. An indirect function, of which objdump
# has the address of the resolver, has a name that readelf has for that address: the one that the
# perf of the same release chooses.

. "$TESTS/tap.bash"
. "$TESTS/base_perf.bash"
. "$TESTS/file_samples.bash"

if ! command -v gcc >/dev/null || ! command -v objdump >/dev/null; then
	skip "names of steps into other files" "no gcc and objdump"
	tap_end
fi

# entries FILE: "OFFSET NAME" of each entry that objdump has a name for
entries() {
	sections "$1" | grep '^\.plt' | while read -r section address offset _; do
		objdump -d -j "$section" "$1" |
			sed -n 's/^0*\([0-9a-f]*\) <\([^>]*@plt\)>:$/\1 \2/p' |
			while read -r at name; do
				printf '%x %s\n' $((0x$at - 0x$address + 0x$offset)) "$name"
			done
	done
}

# indirect FILE: "ADDRESS@plt NAME@plt" of each name of an indirect function, the address as objdump
# writes it
indirect() {
	readelf --dyn-syms -W "$1" | awk '$4 == "IFUNC" {
		sub("^0*", "", $2)
		sub("@.*", "", $8)
		print "*ABS*+0x" $2 "@plt", $8 "@plt"
	}'
}

# each_named: the names in ours are those of wanted, in that order, or one of those in the file names
each_named() {
	cut -d' ' -f2 wanted | sed '/^\*ABS/!s/-0x[0-9a-f]*$//' | paste -d' ' - ours |
		awk 'NR == FNR { names[$0]; next }
		     $1 != $2 && !($0 in names) { print; wrong = 1 }
		     END { exit wrong }' names -
}

# whole_tables FILE: each fourth byte of its tables has the name that the perf of the same release
# gives it, also where objdump has none: the code at their start. That perf has no names for some
# entries of 32 bits, nor for those that are used once where branches are tracked.
whole_tables() {
	local offset size

	sections "$1" | grep '^\.plt' | while read -r _ _ offset size _; do
		seq $((0x$offset)) 4 $((0x$offset + 0x$size - 1))
	done | samples_in "$1" >tables.data
	"$PERF" script -i tables.data -F ip,sym >shown
	"$other" script -i tables.data -F ip,sym 2>said >theirs || {
		cat said
		return 1
	}
	[ -s shown ]
	diff theirs shown
}

# compared NAME FILE: its whole tables, with the other perf if there is one
compared() {
	if [ -n "$other" ]; then
		ok "$1" whole_tables "$2"
	else
		skip "$1" "${no_base_perf:?base_perf.bash says why}"
	fi
}

# same_names FILE LEAST: a sample at each entry has its name; there are LEAST entries or more
same_names() {
	entries "$1" >wanted
	[ "$(wc -l <wanted)" -ge "$2" ] || {
		cat wanted
		echo "not $2 entries"
		return 1
	}
	while read -r offset _; do
		echo $((0x$offset + 1))
	done <wanted | samples_in "$1" >plt.data
	"$PERF" script -i plt.data -F ip,sym >shown
	awk '{ print $2 }' shown >ours
	indirect "$1" >names
	each_named
}

cat >many.c <<'END'
int first(void), second(void), third(void), fourth(void);
int (*pointer)(void) = third;
int (*also(void))(void) { return fourth; }
int all(void) { return third() + first() + second() + fourth() + fourth(); }
END
cat >functions.c <<'END'
int first(void) { return 1; }
int second(void) { return 2; }
int third(void) { return 3; }
int fourth(void) { return 4; }
END
shared="gcc -O1 -nostdlib -shared -fPIC -o"

libc=$(ldd "$PERF" | awk '$1 == "libc.so.6" { print $3 }')
# Debug information has more names for the same address: it is found by these sections.
ok "build: a C library alone" objcopy -R .note.gnu.build-id -R .gnu_debuglink "$libc" alone.so
ok "the C library" same_names alone.so 5
ok "the C library has indirect functions" grep -q ABS wanted
compared "the whole tables of the C library" alone.so
compared "the whole tables of our tool" "$PERF"
ok "our tool" same_names "$PERF" 1
# shellcheck disable=SC2086 # words
{
ok "build: lazy" $shared lazy.so -Wl,-z,lazy many.c
ok "lazy" same_names lazy.so 4
compared "lazy, whole tables" lazy.so
ok "build: at once" $shared now.so -Wl,-z,now many.c
ok "at once" same_names now.so 4
compared "at once, whole tables" now.so
ok "build: with branch tracking" $shared ibt.so -fcf-protection=full -Wl,-z,lazy,-z,ibtplt many.c
ok "with branch tracking" same_names ibt.so 4
case $(uname -m) in
x86_64)
	ok "build: 32 bits" $shared i386.so -m32 -Wl,-z,lazy many.c
	ok "32 bits" same_names i386.so 4
	ok "build: 32 bits, functions" $shared functions.so -m32 functions.c
	ok "build: 32 bits, fixed addresses" gcc -m32 -O1 -nostdlib -no-pie -fno-pie \
		-Wl,-z,lazy,-e,all -o fixed many.c ./functions.so
	ok "32 bits, fixed addresses" same_names fixed 4 ;;
esac
}

tap_end
