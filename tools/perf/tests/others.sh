#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Recordings of other machines and of older writers: a symbol of this machine's kernel would be a
# wrong name for another kernel's address. Names are right, or absent with a reason on the standard
# error; a record that the writer did not write is no damage. others.pl makes the recordings; the
# expected text is perf 6.1's output where a row names it.

. "$TESTS/tap.bash"

# recording NAME <LINES: others.pl makes NAME.data of the lines
recording() {
	perl "$TESTS/others.pl" >"$1.data"
}

arch=$(uname -m)
release=$(uname -r)
other_id=000102030405060708090a0b0c0d0e0f10111213

# ---- the kernel's functions ---------------------------------------------------------------

# A function of the running kernel and its address, from /proc/kallsyms
read -r address _ function < <(grep ' [tT] vfs_read$' /proc/kallsyms)
begin=$(awk '$3 == "_text" { print $1 }' /proc/kallsyms)

# kernel NAME ARCH RELEASE [LINE]...: NAME.data has a sample in that function, on a machine with
# that architecture and kernel release
kernel() {
	recording "$1" <<LINES
event 0 0
says 6 $2
says 4 $3
$(printf '%s\n' "${@:4}")
map kernel -1 $begin 1000000 0 [kernel.kallsyms]_text
name 100 prog
sample kernel 100 $address
LINES
}

# found NAME [OPTION]...: the sample has the name of the function
found() {
	"$PERF" report --stdio -q -s sym -i "$1.data" "${@:2}" >out 2>said
	cat out said
	grep -qw "$function" out
	[ ! -s said ]
}

# not_found NAME [OPTION]...: the sample has no name, and the reason is on the standard error
not_found() {
	"$PERF" report --stdio -q -s sym -i "$1.data" "${@:2}" >out 2>said
	cat out said
	grep -q "0x0*$address\$" out
	grep -q 'no symbols of the kernel: .* not the one of the recording' said
	"$PERF" script -F ip,sym -i "$1.data" "${@:2}" 2>/dev/null | grep -q '\[unknown\]'
}

if [ -z "$address" ] || [ -z "${address//0/}" ]; then
	skip "functions of the kernel" "the kernel does not show its addresses"
else
	own_id=$("$PERF" buildid-list -k)
	kernel own "$arch" "$release"
	ok "this kernel, without an id" found own
	kernel release "$arch" 5.4.0-other
	ok "another release" not_found release
	other_arch=aarch64
	[ "$arch" != aarch64 ] || other_arch=x86_64
	kernel arch "$other_arch" "$release"
	ok "another architecture" not_found arch
	mkdir -p elsewhere
	ok "objects of another machine, without an id" not_found own --symfs elsewhere
	for name in /lib/modules/5.4.0/build/vmlinux /boot/vmlinux-5.4.0 '[kernel.vmlinux]' \
		'[kernel.kallsyms]' \
		/root/.debug/.build-id/00/0102; do
		kernel id "$arch" "$release" "id kernel $name $other_id"
		ok "another id, stored as $name" not_found id
	done
	kernel module "$arch" "$release" "id kernel /lib/modules/$release/kernel/drivers/other.ko.xz $other_id" \
		"id kernel [another] $other_id"
	ok "ids of modules are not the kernel's" found module
	if [ -z "$own_id" ]; then
		skip "this kernel's id, stored as a vmlinux" "the kernel does not show its id"
	else
		kernel same "$other_arch" 5.4.0-other "id kernel /usr/lib/debug/boot/vmlinux-5.4.0 $own_id"
		ok "this kernel's id, stored as a vmlinux" found same
		ok "and objects of another machine" found same --symfs elsewhere
	fi
fi

# ---- kinds of objects ---------------------------------------------------------------------

recording module <<LINES
event 0 0
says 6 $arch
id user [driver] $other_id
map kernel -1 ffffffffc0048000 b62000 0 [driver]
name 100 prog
sample kernel 100 ffffffffc0058d2a
LINES
of_module() {
	"$PERF" report --stdio -q -s dso,sym -i module.data >out 2>said
	cat out said
	grep -q '\[driver\] .*\[k\] 0xffffffffc0058d2a' out
}
ok "a module whose id was stored as a file's" of_module

recording reversed <<LINES
event 0 0
says 6 $arch
id kernel $PWD/prog $other_id
map user 100 400000 10000 0 $PWD/prog
name 100 prog
sample user 100 400100
LINES
of_file() {
	"$PERF" report --stdio -q -s dso,sym -i reversed.data >out 2>said
	cat out said
	grep -q 'prog  *\[\.\] 0x0*100$' out
}
ok "a file whose id was stored as the kernel's" of_file

# 0x40000 is MAP_HUGETLB: the heap of a JIT compiler. No process has a number as high as this.
pid=4194303
map=/tmp/perf-$pid.map
recording huge <<LINES
event 0 0
says 6 $arch
map user $pid 7f0000000000 200000 40001 /dev/hugepages/heap
name $pid java
sample user $pid 7f0000000080
LINES
of_jit() {
	[ ! -e "$map" ] || {
		echo "$map is there already"
		return 1
	}
	echo '7f0000000080 10 huge_function' >"$map"
	"$PERF" report --stdio -q -s sym -i huge.data >out 2>said
	rm -f "$map"
	cat out said
	grep -qw huge_function out
}
ok "a map names code in huge pages of a file" of_jit

of_another() {
	echo '7f0000000080 10 huge_function' >"$map"
	chown 65534 "$map"
	"$PERF" report --stdio -q -s sym -i huge.data >out 2>said
	"$PERF" report --stdio -q -s sym -f -i huge.data >forced
	rm -f "$map"
	cat out said forced
	not grep -q huge_function out
	grep -qF "$map: the file is another user's: -f reads it" said
	grep -qw huge_function forced
}
if [ "$(id -u)" = 0 ]; then
	ok "a map of another user, without -f and with it" of_another
else
	skip "a map of another user" "only root gives files away"
fi
as_written() {
	echo '7f0000000080 10 _Z3foov' >"$map"
	"$PERF" report --stdio -q -s sym -i huge.data >out
	rm -f "$map"
	cat out
	grep -qw _Z3foov out
}
ok "names of a map are as they were written" as_written

# ---- sections and events ------------------------------------------------------------------

recording topology <<LINES
event 1 0
says 6 $arch
topology
name 100 prog
sample user 100 400100
LINES
not_damaged() {
	"$PERF" report --stdio -i topology.data --header -I >out 2>said
	cat said
	[ ! -s said ]
	grep -q '^# sibling sockets : 0-1' out
	"$PERF" data check topology.data
}
ok "a section that an older writer made shorter" not_damaged

recording empty <<LINES
event 1 9
event 1 0
event 1 2
says 6 $arch
name 100 prog
sample user 100 400100 3
sample user 100 400100 3
sample user 100 400100 2
sample user 100 400100 3
sample user 100 400100 2
sample user 100 400100 2
sample user 100 400100 2
LINES
first_with_samples() {
	"$PERF" flame -i empty.data -o empty.folded >said
	cat empty.folded
	grep -qx 'prog;\[unknown\] 4' empty.folded
	"$PERF" script -i empty.data --format=folded | cmp - empty.folded
	"$PERF" flame -i empty.data -e page-faults -o empty.folded >said
	grep -qx 'prog;\[unknown\] 3' empty.folded
}
ok "the first event that has samples is shown" first_with_samples
none_of_it() {
	not "$PERF" flame -i empty.data -e dummy -o none.folded >said 2>&1
	cat said
	grep -q 'no sample of dummy' said
	[ ! -e none.folded ]
}
ok "an event that was asked for is not exchanged" none_of_it
# ---- names of events that the recording has none for --------------------------------------

# The names show the bits of perf_event_attr that the recording flips: 10 exclude_user, 20
# exclude_kernel, 40 exclude_hv, 8000 and 10000 precise_ip, 80000 exclude_host, 100000
# exclude_guest, which is set
all_names() {
	local flags

	for flags in 0 10 20 40 30 50 60 70 8000 18000 18060 80000 80020 100000 100020 108000 180000 \
		180020; do
		echo "event 0 0 flags=$flags"
	done
	printf 'event 3 %s\n' 0 1 2 3 4 5 6 256 512 65536 65792 66048
	printf 'event %s\n' '1 0 flags=20' '1 2 flags=8040' '3 65538 flags=20' '4 424 flags=20' '5 0' \
		'5 0 flags=20'
	echo "says 6 $arch"
	echo "name 100 prog"
	echo "sample user 100 10"
}
all_names | recording nameless
# The expected names are those that Debian's perf 6.1 prints.
cat >names <<NAMES
cycles
cycles:khH
cycles:uhH
cycles:kuH
cycles:hH
cycles:kH
cycles:uH
cycles:H
cycles:pH
cycles:pppH
cycles:upppH
cycles
cycles:uh
cycles:HG
cycles:uh
cycles:p
cycles:G
cycles:uhG
L1-dcache-loads
L1-icache-loads
LLC-loads
dTLB-loads
iTLB-loads
branch-loads
node-loads
L1-dcache-stores
L1-dcache-prefetches
L1-dcache-load-misses
L1-dcache-store-misses
L1-dcache-prefetch-misses
cpu-clock:uhH
page-faults:kupH
LLC-load-misses:uhH
raw 0x1a8:uhH
mem:0x0:
mem:0x0::uhH
NAMES
modifiers() {
	"$PERF" evlist -i nameless.data >ours
	diff names ours
}
ok "modifiers, caches: names made from attributes" modifiers
modifiers_of_perf() {
	"$other" evlist -i nameless.data 2>/dev/null | diff - names
}
other=${OTHER_PERF:-/usr/bin/perf}
if "$other" version 2>/dev/null | grep -q '^perf version 6\.1\.'; then
	ok "as perf 6.1" modifiers_of_perf
else
	skip "as perf 6.1" "$other is not of that version"
fi

# ---- sections of the header ----------------------------------------------------------------

# bpf_progs: prints a HEADER_BPF_PROG_INFO section, with the kernel's struct bpf_prog_info
# (linux/bpf.h) of a program of one piece of code and of one of two
bpf_progs() {
	perl -e '
		sub prog {
			my ($id, $name, @code) = @_;
			my ($n, $addrs, $lengths) = (@code / 2, "", "");

			while (my ($addr, $length) = splice @code, 0, 2) {
				$addrs .= pack("Q<", hex $addr);
				$lengths .= pack("V", $length);
			}
			my $data = pack("a*x![8]", $addrs . $lengths);
			my $info = pack("VVH16x48a16x24VVQ<Q<x52VQ<x24", 2, $id, "fedcba9876543210", $name,
					$n, $n, 0, 8 * $n, $n, length $data);

			$data .= pack("H16", "0123456789abcde$_") for 1 .. $n;
			return pack("VVQ<", length $info, length $data, 1 << 3 | 1 << 4 | 1 << 8) . $info . $data;
		}
		print unpack("H*", pack("V", 2) . prog(7, "first", "ffffffffc0001000", 64) .
			     prog(9, "second", "ffffffffc0002000", 32, "ffffffffc0003000", 16));'
}
recording sections <<LINES
event 0 0
says 6 $arch
section 15
section 18 00000000000000000000000000000000
section 25 $(bpf_progs)
section 26 010000002a0000000400000000000000
name 100 prog
sample user 100 10
LINES
# The expected format is that of Debian's perf.
cat >wanted <<TEXT
# contains samples with branch stack
# contains AUX area data (e.g. instruction trace)
# bpf_prog_info 7: bpf_prog_0123456789abcde1_first addr 0xffffffffc0001000 size 64
# bpf_prog_info 9:
# 	sub_prog 0: bpf_prog_0123456789abcde1_F addr 0xffffffffc0002000 size 32
# 	sub_prog 1: bpf_prog_0123456789abcde2_F addr 0xffffffffc0003000 size 16
# btf info of id 42
TEXT
those_lines() {
	grep -a 'contains\|bpf_\|sub_prog\|btf'
}
sections() {
	"$PERF" report --header-only -i sections.data >out 2>said
	those_lines <out | grep -v missing | diff wanted -
}
ok "branch stacks, AUX data, BPF programs" sections
not_decoded() {
	local command

	for command in "report --stdio" script "flame -o page.folded"; do
		# shellcheck disable=SC2086 # words
		"$PERF" $command -i sections.data >out 2>said
		grep -q 'instruction traces .* are not decoded here' said || {
			echo "$command"
			cat said
			return 1
		}
	done
	"$PERF" report --stdio -i nameless.data 2>&1 | grep -c 'not decoded' | grep -qx 0
}
ok "AUX data is not decoded, and that is said" not_decoded
sections_of_perf() {
	"$other" report --header-only -i sections.data 2>/dev/null | those_lines | grep -v missing |
		diff - wanted
}
if command -v "$other" >/dev/null; then
	ok "as perf: branch stacks, AUX data, BPF programs" sections_of_perf
else
	skip "as perf: branch stacks, AUX data, BPF programs" "no $other"
fi
# Each length cuts another array of struct bpf_prog_info: the reader must refuse it without reading
# beyond the section.
cut_arrays() {
	local whole cut status length

	whole=$(bpf_progs)
	for ((cut = 1; cut < 60; cut++)); do
		length=$((${#whole} - 2 * cut))
		recording cut <<LINES
event 0 0
says 6 $arch
section 25 ${whole:0:length}
LINES
		status=0
		"$PERF" report --header-only -i cut.data >out 2>said || status=$?
		[ $status -le 2 ] || {
			echo "$cut bytes less: exit code $status"
			return 1
		}
	done
}
ok "arrays of BPF programs that end early" cut_arrays

# ---- programs that were built again -------------------------------------------------------

# build [FUNCTION]: compiles the program; a function in front moves hot() to another address
build() {
	printf '%s\n' "${1:-}" '__attribute__((noinline)) int was(int v) { return v * 3 + 1; }' \
		'int main(int c, char **v) { return was(c) == !v; }' |
		gcc -O1 -Wl,--build-id -o built -x c -
	cp built built.so
}
# of_build NAME: NAME.data has a sample in hot() of each file
of_build() {
	local id address

	id=$(readelf -n built | sed -n 's/.*Build ID: //p')
	address=$((16#$(nm built | awk '$3 == "was" { print $1 }')))
	recording "$1" <<LINES
event 1 0
says 6 $arch
id user $PWD/built $id
id user $PWD/built.so $id
map user 100 0 1000000 0 $PWD/built
map user 100 2000000 1000000 0 $PWD/built.so
name 100 prog
sample user 100 $(printf %x $address)
sample user 100 $(printf %x $((address + 0x2000000)))
LINES
}
# An empty cache: copies in the user's own cache would be found instead.
export PERF_BUILDID_DIR=$PWD/cache
prepare() {
	build
	of_build before
	cp built kept
	build '__attribute__((noinline)) int other(int v) { return v / 7; }'
	of_build after
}
same_build() {
	"$PERF" report --stdio -q -s dso,sym -i after.data >out 2>said
	cat out said
	[ "$(grep -cw was out)" = 2 ]
	[ ! -s said ]
}
# says_so COMMAND...: the standard error names both files and the remedy
says_so() {
	"$PERF" "$@" >out 2>said
	cat said
	{ [ "$1" = diff ] || ! grep -w was out; } && grep -q 'buildid-cache --add' said &&
		grep -qF "no symbols of $PWD/built: " said && grep -qF "no symbols of $PWD/built.so: " said
}
# named COMMAND...: both samples have names, and the standard error is empty
named() {
	"$PERF" "$@" >out 2>said
	cat out said
	grep -qw was out
	not grep ' 0x' out
	[ ! -s said ]
}
ok "build a program, and another one in its place" prepare
ok "its own recording" same_build
ok "report: the program is another one" says_so report --stdio -q -s dso,sym -i before.data
ok "script: likewise" says_so script -i before.data
ok "flame: likewise" says_so flame -o page.folded -i before.data
ok "diff: likewise" says_so diff before.data after.data
ok "keep a copy" "$PERF" buildid-cache --add "$PWD/kept"
ok "report: a copy was kept" named report --stdio -q -s sym -i before.data
ok "diff: functions are compared, not addresses" named diff -s sym before.data after.data
tap_end
