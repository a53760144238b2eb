#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The unit tests and the commands, built with the address and undefined-behaviour sanitizers:
# they have nothing to say, over recordings that are kept and over fresh ones. The
# build stays in the build directory: the next one is quick.

. "$TESTS/tap.bash"

if nm "$PERF" 2>/dev/null | grep -q __asan_init; then
	skip "sanitizers" "all tests run with them already"
	tap_end
fi
if ! echo 'int main(void){return 0;}' | gcc -fsanitize=address,undefined -x c - -o probe 2>why ||
		! ./probe 2>why; then
	skip "sanitizers" "a program that is built with them does not run: $(tail -n 1 why)"
	tap_end
fi

built=$OUT/sanitized
sanitized=$built/perf
golden=$TESTS/golden
mkdir -p root/opt/golden complaints
cp "$golden/loop" root/opt/golden/
units=()
for source in "$TESTS"/unit/*.c; do
	units+=("$built/tests/$(basename "$source" .c)")
done

# The build is a make of its own, not a part of the make that runs this test. Little optimisation
# and few debugging entries halve its time.
build_all() {
	env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -s -j "$(nproc)" -C "$TESTS/.." O="$built" \
		SANITIZE=1 CFLAGS='-O1 -g1' all "${units[@]}" >said 2>&1 </dev/null && return
	tail -n 20 said
	return 1
}

complaint=77
export ASAN_OPTIONS=exitcode=$complaint:log_path=$PWD/complaints/address
export UBSAN_OPTIONS=print_stacktrace=1:exitcode=$complaint:log_path=$PWD/complaints/undefined
export LSAN_OPTIONS=exitcode=$complaint:print_suppressions=0

# Nothing was complained of, by any process that was started
quiet() {
	local file

	for file in complaints/*; do
		[ -e "$file" ] || return 0
		head -n 30 "$file"
	done
	rm -f complaints/*
	return 1
}

built_with_them() {
	nm "$sanitized" >symbols
	grep -q __asan_init symbols
	grep -q __ubsan_handle symbols
}

# A unit test, in a directory of its own
passes() {
	local status

	rm -rf unit
	mkdir unit
	status=0
	(cd unit && "$1") >tests 2>&1 || status=$?
	quiet && [ "$status" = 0 ] && return
	grep -v ^ok tests | tail -n 30
	return 1
}

# Whatever is in the way of a command, as rights that lack: it ends by itself
clean() {
	status=0
	timeout 120 "$sanitized" "$@" >out 2>err </dev/null || status=$?
	quiet && [ "$status" -lt 124 ] && [ "$status" != "$complaint" ] && return
	echo "perf $*: exit code $status"
	tail -n 20 err
	return 1
}

# Also succeeds
works() {
	local status

	clean "$@" && [ "$status" = 0 ] && return
	tail -n 20 err
	return 1
}

all_of() {
	gzip -dc "$golden/$1.data.gz" >recording
	works report --stdio --symfs=root -i recording
	works report --stdio --no-children --sort comm,dso,sym,srcline --symfs=root -i recording
	works report -D -i recording
	works script -F +srcline --symfs=root -i recording
	works annotate --stdio --symfs=root -i recording
	works evlist -v -i recording
	works data check recording
	works flame --symfs=root -i recording -o out.html
}

ok_or_end "it builds" build_all
ok "it is built with them" built_with_them
for unit in "${units[@]}"; do
	ok "unit $(basename "$unit")" passes "$unit"
done
for file in "$golden"/*.data.gz; do
	name=$(basename "$file" .data.gz)
	ok "recording $name" all_of "$name"
done
gzip -dc "$golden/lock/debian_lock.data.gz" >lock.data
ok "lock contention" works lock --kallsyms "$golden/lock/kallsyms" -i lock.data contention -v
ok "lock contention -t" works lock -i lock.data contention -t
ok "lock report" works lock -i lock.data report -c
ok "lock info" works lock -i lock.data info -m

# ---- fresh ones -------------------------------------------------------------------------
if ! gcc -O1 -g -fno-omit-frame-pointer -o calls "$TESTS/programs/calls.c" ||
		! gcc -O1 -pthread -o sleepers "$TESTS/programs/sleepers.c"; then
	skip "fresh recordings" "no gcc"
	tap_end
fi
ok "stat" works stat -e '{task-clock,page-faults},context-switches:u,cycles' -r 2 true
ok "stat -I -j" clean stat -j -I 20 -e task-clock ./calls 30
ok "stat -a --per-socket" clean stat -a --per-socket -e task-clock,page-faults true
ok "stat record" works stat record -o counts.data -e task-clock,page-faults true
ok "stat report" works stat report -i counts.data
if "$sanitized" record -q -e cpu-clock -F 1000 -g -o frames.data ./calls 60 2>err; then
	ok "record" works record -q -z -e cpu-clock,page-faults --call-graph dwarf -o new.data \
		./calls 40
	ok "record -a" clean record -q -a -e cpu-clock -o all.data ./calls 20
	ok "report" works report --stdio -i new.data
	ok "report, by address" clean report --stdio --no-children -s sym,srcline,ip -g none -i all.data
	ok "script" works script -F +symoff -i new.data
	# Of the kernel there may be no code
	ok "annotate" clean annotate --stdio -l -i frames.data
	ok "flame" works flame -i new.data -o out.html
	ok "diff" works diff frames.data new.data
	ok "inject" works inject -b -i frames.data -o built.data
	ok "convert" works data convert --to-json out.json --force -i new.data
	ok "buildid-list" works buildid-list -i new.data
	# Until the program ends
	./calls 2000 &
	ok "top" clean top --stdio -e cpu-clock -d 1 -p $!
else
	skip "record" "$(tail -n 1 err)"
fi
ok "quiet until here" quiet
ok "list" works list
ok "probe -F" works probe -x ./calls -F
ok "probe -L" works probe -x ./calls -L main
ok "probe -V" works probe -x ./calls -V main
ok "probe -D" works probe -x ./calls -D 'main argc'
ok "probe, no such function" clean probe -x ./calls -D 'none argc'
ok "bench" clean bench -r 1 sched pipe -l 100
if "$sanitized" sched record -q -o sched.data ./sleepers 2>err; then
	ok "sched latency" works sched latency -i sched.data
	ok "sched timehist" works sched timehist -w -M -n -S -i sched.data
	ok "sched map" works sched map -i sched.data
	ok "sched replay" works sched replay -r 1 -i sched.data
	ok "trace" works trace -o out.trace -S true
	ok "trace, chains" works trace -o out.trace --call-graph dwarf true
	ok "trace record" clean trace record -o trace.data true
	ok "kmem record" works kmem record -q -o kmem.data true
	ok "kmem stat" works kmem --caller --alloc -i kmem.data stat
	ok "lock, watching" clean lock contention ./sleepers
	ok "trace -i" clean trace -i trace.data
else
	skip "tracepoints" "$(tail -n 1 err)"
fi
ok "quiet to the end" quiet
tap_end
