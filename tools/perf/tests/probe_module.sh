#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf probe -m: a probe of a kernel module, found in the module's file alone. A wrong offset would
# put the probe into another instruction.

# Single quotes hold a $ that is part of a probe, not of the shell.
# shellcheck disable=SC2016

. "$TESTS/tap.bash"
other=${OTHER_PERF:-/usr/bin/perf}

cat >module.c <<'SOURCE'
struct thing { int a; struct thing *next; char name[8]; };
int counter = 3;
__attribute__((noinline)) int handle(struct thing *t, int n)
{
	int i, sum = 0;

	for (i = 0; i < n; i++)
		sum += t->a * i + counter;
	return sum;
}

__attribute__((noinline, section(".init.text"))) int begin(struct thing *t)
{
	return handle(t, 3) + 1;
}

__attribute__((noinline)) int second(struct thing *t, int n)
{
	return handle(t->next, n) * 2;
}

#ifdef NAMED
const char name[] __attribute__((section(".modinfo"))) = "author=me\0name=other_name\0license=GPL";
/* Where other programs look for the name: behind the state and a list of the kernel's struct. */
char this[64] __attribute__((section(".gnu.linkonce.this_module"))) = {
	[24] = 'o', 't', 'h', 'e', 'r', '_', 'n', 'a', 'm', 'e',
};
#endif
SOURCE
release=$(uname -r)
modules=root/lib/modules/$release

# One section for each function, as in modules: all of them begin at 0.
build() {
	local flags=(-g -O1 -fno-pie -ffunction-sections -fno-asynchronous-unwind-tables -c module.c)

	mkdir -p "$modules/kernel/drivers" "$modules/updates" &&
		gcc "${flags[@]}" -o "$modules/kernel/drivers/probed-module.ko" &&
		gcc "${flags[@]}" -DNAMED -o "$modules/updates/named.ko" &&
		gcc -O1 -ffunction-sections -c module.c -o symbols.ko &&
		printf '%s\n' 'kernel/drivers/probed-module.ko: kernel/drivers/that.ko' \
			'updates/named.ko:' 'kernel/drivers/packed.ko.xz:' >"$modules/modules.dep" &&
		echo packed >"$modules/kernel/drivers/packed.ko.xz"
}
ok_or_end "build modules" build
module=$modules/kernel/drivers/probed-module.ko

# defines MODULE PROBE LINE
defines() {
	"$PERF" probe --symfs "$PWD/root" -m "$1" -D "$2" >got
	[ "$(cat got)" = "$3" ] || {
		cat got
		return 1
	}
}
ok "by file" defines "./$module" handle 'p:probe/handle probed_module:handle+0'
ok "by name" defines probed-module handle 'p:probe/handle probed_module:handle+0'
ok "by name, as the kernel spells it" defines probed_module second \
	'p:probe/second probed_module:second+0'
ok "a name from the module" defines named second 'p:probe/second other_name:second+0'
ok "another section" defines probed_module 'begin%return $retval' \
	'r:probe/begin__return probed_module:begin+0 $retval'
ok "an offset" defines probed_module second+4 'p:probe/second probed_module:second+4'
ok "without debug information" defines ./symbols.ko second+4 'p:probe/second symbols:second+4'
case $(uname -m) in
x86_64)
	ok "variables and members" defines probed_module 'second n t->name:string' \
		'p:probe/second probed_module:second+0 n=%si:s32 name=+16(%di):string'
	ok "data of the module" defines probed_module 'handle counter' \
		'p:probe/handle probed_module:handle+0 counter=@counter+0:s32' ;;
*)
	skip "registers" "the test knows those of x86_64"
esac
by_line() {
	"$PERF" probe -m "$module" -D handle:5 -D module.c:19 >got
	cat got
	grep -qE '^p:probe/handle_L5 probed_module:handle\+[1-9][0-9]*$' got
	grep -qE '^p:probe/second probed_module:second\+[0-9]+$' got
}
ok "lines" by_line

shown() {
	"$PERF" probe -m "$module" -L handle >got
	grep -q '^ *5  .*sum += t->a' got
	"$PERF" probe -m "$module" -V handle >got
	grep -q $'^\t\tstruct thing\\*\tt$' got
	"$PERF" probe --symfs root -m probed-module -F 'b*' >got
	[ "$(cat got)" = begin ]
}
ok "-L, -V, -F" shown
made_up() {
	"$PERF" probe -n -m "$module" handle 2>said || {
		cat said
		return 1
	}
	cat said
	grep -q '^  probe:handle  *(on handle in probed_module)$' said
}
if "$PERF" probe -l >/dev/null 2>why; then
	ok "-n" made_up
else
	skip "-n" "$(head -n 1 why)"
fi

# fails PATTERN ARGUMENTS...
fails() {
	local pattern=$1

	shift
	exits 1 "$PERF" probe "$@" 2>said
	cat said
	grep -qE -- "$pattern" said
}
ok "a module that is not there" fails "did you mean 'probed-module'" --symfs root \
	-m probd-module -D handle
ok "no modules" fails 'modules.dep: No such file' --symfs "$PWD" -m probed-module -D handle
ok "a packed one" fails 'unpack it' --symfs root -m packed -D handle
ok "a misspelt function" fails "did you mean 'handle'" -m "$module" -D handel
exclude() {
	exits 129 "$PERF" probe -m "$module" -x /bin/true -D handle 2>said
	grep -q 'excludes' said
}
ok "a module is no program" exclude

below() {
	mkdir -p root/opt
	gcc -g -O1 -o root/opt/probed "$TESTS/programs/probed.c"
	"$PERF" probe --symfs "$PWD/root" -x /opt/probed -D scale >got
	cat got
	grep -q '^p:probe_probed/scale /opt/probed:0x' got
}
ok "--symfs: a program below a directory" below
ok "--symfs needs a whole path" fails 'path from / on' --symfs root -x probed -D scale

named=$PWD/$modules/updates/named.ko
if command -v "$other" >/dev/null && "$other" probe -m "$named" -D handle >/dev/null 2>&1; then
	same() {
		"$other" probe -m "$named" "$@" 2>/dev/null >theirs
		"$PERF" probe -m "$named" "$@" >ours
		[ -s ours ] && diff theirs ours
	}
	ok "as perf: a function" same -D handle
	ok "as perf: a return" same -D 'second%return $retval'
	ok "as perf: -L" same -L second
	ok "as perf: -F" same -F
else
	skip "compare with perf" "no $other that can probe"
fi
tap_end
