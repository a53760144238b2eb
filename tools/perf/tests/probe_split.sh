#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf probe on programs whose debug information was split off (-gsplit-dwarf), in files and in
# packages: lines, variables and definitions are those of the same program with all of it.

# Single quotes hold a $ that is part of a probe, not of the shell.
# shellcheck disable=SC2016

. "$TESTS/tap.bash"

if ! command -v gcc >/dev/null || [ "$(uname -m)" != x86_64 ]; then
	skip "split debug information" "no gcc, or not x86_64"
	tap_end
	exit
fi

cat >one.c <<'END'
struct point {
	int x, y;
	struct point *next;
};
int total = 4;
int other(struct point *from, int n);
static inline __attribute__((always_inline)) int twice(int value)
{
	int more = value * 2;

	return more + 1;
}
__attribute__((noinline)) int work(struct point *p, int n, unsigned char c)
{
	char text[16] = "";
	int sum = 0;

	for (int i = 0; i < n; i++) {
		int square = i * p->x;

		sum += twice(square) + c;
	}
	text[sum & 15] = sum;
	return sum + text[n & 15] + total + other(p, n);
}
int main(int argc, char **argv)
{
	struct point p = { argc, 2, 0 };

	return argv[0] && work(&p, 100, 3);
}
END
cat >two.c <<'END'
struct item {
	int x, y;
	struct item *next;
};
__attribute__((noinline)) int other(struct item *from, int n)
{
	int steps = 0;

	while (from && steps < n) {
		steps += from->y;
		from = from->next;
	}
	return steps;
}
END

# compile CC OPTION...: into plain/, and split into split/
compile() {
	local cc=$1 dir split

	shift
	rm -rf plain split
	mkdir plain split
	for dir in plain split; do
		split=
		[ $dir = plain ] || split=-gsplit-dwarf
		(cd $dir && cp ../one.c ../two.c . &&
			"$cc" "$@" $split -c one.c two.c &&
			"$cc" -o prog one.o two.o) || return
	done
}

# probe DIRECTORY OPTION...: what it prints, without the directory
probe() {
	(cd "$1" && timeout 20 "$PERF" probe -x prog "${@:2}" 2>&1) | sed "s,/$1/,/,g"
}

# same [no-ranges]: each of these is as in the plain program, and 12 of them are found
same() {
	local function line found=0 ranges=--range

	[ -z "$1" ] || ranges=

	same_as_plain() {
		probe plain "$@" >theirs
		probe split "$@" >ours
		diff theirs ours || {
			echo "perf probe $*"
			return 1
		}
		grep -q '^perf probe:' ours || found=$((found + 1))
	}
	for function in main work other twice; do
		same_as_plain -L $function || return
		same_as_plain -V $function || return
		same_as_plain -V $function $ranges || return
		same_as_plain -D $function || return
		same_as_plain -D "$function"' $vars' || return
	done
	same_as_plain -L one.c || return
	same_as_plain -V work --externs || return
	same_as_plain -D 'work p->x n total' || return
	same_as_plain -D 'other steps from->next->y' || return
	same_as_plain -D 'other%return $retval' || return
	for line in 9 15 18 19 21 23 24; do
		same_as_plain -V one.c:$line || return
		same_as_plain -D one.c:$line || return
		same_as_plain -D "one.c:$line sum i" || return
	done
	for line in 2 4 5; do
		same_as_plain -D "other:$line steps n" || return
	done
	echo "found $found"
	((found >= 12))
}

# damaged FILE: each byte in turn is another one; nothing is right, but it ends, without a signal
damaged() {
	local size at byte status=0

	cp "$1" whole_file
	size=$(stat -c %s "$1")
	for ((at = 16; at < size; at += 7)); do
		byte=$(((at / 7) % 2 ? 255 : 1))
		cp whole_file "$1"
		printf '%b' "\\x$(printf %x $byte)" | dd of="$1" bs=1 seek=$at conv=notrunc status=none
		status=0
		timeout 20 "$PERF" probe -x split/prog -D 'work $vars' >out 2>&1 || status=$?
		[ $status -le 2 ] || {
			echo "byte $at is $byte: exit code $status"
			break
		}
	done
	cp whole_file "$1"
	[ $status -le 2 ]
}

# A package of both units, by the linker's tool for it; that of LLVM hangs on what gcc writes for version 5.
package() {
	rm -f split/prog.dwp
	(cd split && timeout 20 "$1" -e prog -o prog.dwp) && rm split/*.dwo
}

missing() {
	rm -f split/*.dwo split/prog.dwp
	! "$PERF" probe -x split/prog -D work:3 >out 2>err || return
	cat err || return
	grep -q 'files, or a .dwp file, that are not all there' err || return
	! "$PERF" probe -x split/prog -L work >out 2>err || return
	grep -q 'files, or a .dwp file, that are not all there' err
}

llvm_dwp=$(compgen -c llvm-dwp | sort -V | tail -n 1)
for cc in gcc clang; do
	for version in 4 5; do
		for level in 0 2; do
			what="$cc, version $version, -O$level"
			if ! command -v $cc >/dev/null; then
				skip "$what" "no $cc"
				continue
			fi
			ok "$what: compile" compile $cc -O$level -g -gdwarf-$version
			! row_failed || continue
			# Behind a call gcc writes lengths of version 4 that are two bytes short.
			short=
			[ "$cc$version$level" = gcc42 ] && short=no-ranges
			ok "$what: files" same $short
			[ $level = 2 ] && ok "$what: a file that is damaged" damaged split/one.dwo
			tool=dwp
			[ $cc = clang ] && tool=$llvm_dwp
			if [ "$cc$version" = gcc5 ] || ! command -v "$tool" >/dev/null; then
				skip "$what: a package" "no tool that makes one of these"
			else
				ok "$what: make a package" package "$tool"
				ok "$what: a package" same $short
				[ $cc$level = gcc0 ] && ok "$what: a package that is damaged" damaged split/prog.dwp
			fi
			ok "$what: nothing of it" missing
		done
	done
done
tap_end
