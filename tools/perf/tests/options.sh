#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Options of other perfs: a script written for Debian's perf breaks at an unknown option. Each
# option in the help of Debian's perf is accepted here, or refused with a reason; some rows check
# effects.

. "$TESTS/tap.bash"
other=${OTHER_PERF:-/usr/bin/perf}

# The options in a help text, as "--name" or "-x"
options_in() {
	grep -oE '^ +(-[a-zA-Z], )?--[a-z][a-z_-]*|^ +-[a-zA-Z] ' | grep -oE -- '--[a-z_-]+|-[A-Za-z]\b' |
		sort -u
}

# Ours take --no-NAME for all that can be undone, --NAME where there is --no-NAME.
all_known() {
	"$other" "$@" -h 2>&1 | options_in >theirs
	[ "$(wc -l <theirs)" -gt 0 ]
	"$PERF" "$@" --help | grep -oE -- '(^|[ ,])--?[A-Za-z][A-Za-z_-]*' | tr -d ' ,' |
		sed -n 'p; s/^--no-/--/p' | sort -u >ours
	! comm -23 theirs ours | grep .
}

if command -v "$other" >/dev/null; then
	for command in trace sched 'sched latency' 'sched map' 'sched timehist' 'sched replay' \
			lock 'lock report' 'lock contention' 'lock info' kmem list probe stat version test bench; do
		# shellcheck disable=SC2086 # words
		ok "$command: all options of perf" all_known $command
	done
else
	skip "all options of perf" "no $other"
fi

# refuses TEXT COMMAND...: it fails and says why
refuses() {
	local text=$1

	shift
	! "$PERF" "$@" >out 2>&1 && grep -q -e "$text" out && return
	cat out
	return 1
}
ok "stat --iostat" refuses 'root ports' stat --iostat true
ok "stat --no-iostat" "$PERF" stat --no-iostat --hybrid-merge -e task-clock true
ok "test -w" refuses 'perf bench' test -w noploop
ok "probe --cache" refuses 'not kept' probe --cache -l
ok "probe --target-ns" refuses nsenter probe --target-ns 1 -l

descriptions() {
	"$PERF" list -d --long-desc --deprecated --debug page-faults >with
	"$PERF" list --no-desc page-faults >without
	grep -q 'minor and major' with
	not grep 'minor and major' without
	"$PERF" list page-faults | diff with -
}
ok "list --no-desc" descriptions
ok "list --cputype" refuses "kind of CPU 'none'" list --cputype none

if command -v g++ >/dev/null; then
	cat >names.cc <<'END'
namespace a { int one(int x) { return x + 1; } struct S { int two(int); }; int S::two(int y) { return y * 3; } }
int main(int c, char **) { a::S s; return a::one(c) + s.two(c); }
END
	g++ -O0 -g -o names names.cc
	demangled() {
		"$PERF" probe -x ./names -F >got
		grep -qx 'a::one' got
		grep -qx 'a::S::two' got
		"$PERF" probe -x ./names --no-demangle -F >raw
		not grep :: raw
		"$PERF" probe -x ./names --no-demangle -F '_Z*' | grep -qx _ZN1a3oneEi
	}
	ok "probe -F: names as in the source, or not" demangled
	if command -v "$other" >/dev/null; then
		# The older perf has no name for the start of a linkage table.
		same_functions() {
			diff <("$other" probe -x ./names -F 2>&1) <("$PERF" probe -x ./names -F | sed '/^\.plt$/d')
		}
		ok "the same as perf" same_functions
	fi
else
	skip "probe -F" "no g++"
fi
boot_configuration() {
	"$PERF" probe --bootconfig -D 'own:opens=do_sys_open a=%di' >got 2>said || {
		cat said
		return 1
	}
	[ "$(cat got)" = "ftrace.event.kprobes.opens.probe = 'do_sys_open+0 a=%di'" ]
	grep -q 'group own is left out' said
}
if grep -q ' do_sys_open$' /proc/kallsyms; then
	ok "probe --bootconfig" boot_configuration
else
	skip "probe --bootconfig" "the kernel has no do_sys_open"
fi
ok "probe --bootconfig of a program" refuses 'of the kernel' probe --bootconfig -x "$PERF" -D main

if "$PERF" sched record -q -o switches.data true 2>why; then
	dumped() {
		"$PERF" sched -i switches.data -D timehist >got
		grep -q 'raw event: size' got
		"$PERF" sched latency -D -i switches.data | diff got -
	}
	ok "sched -D" dumped
	told() {
		"$PERF" sched -v -i switches.data map --color-cpus 0 --color-pids 1 >got 2>said
		grep -q 'switches: recorded' said
		"$PERF" sched map -i switches.data | diff got -
	}
	ok "sched -v" told
else
	skip "sched" "$(head -n 1 why)"
fi
tap_end
