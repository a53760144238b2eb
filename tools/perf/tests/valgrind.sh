#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The most common commands under valgrind: they read no memory that was never written, none beyond
# an allocation, and free all of it.

. "$TESTS/tap.bash"

# valgrind does not have the system calls of confinement, and says so
export PERF_CONFINE=no

if ! command -v valgrind >/dev/null; then
	skip "valgrind" "no valgrind (scripts/perf/host/deps tool installs it)"
	tap_end
fi
if nm "$PERF" 2>/dev/null | grep -q __asan_init; then
	skip "valgrind" "the sanitizers watch instead"
	tap_end
fi
if ! command -v gcc >/dev/null || ! gcc -O2 -g -o calls "$TESTS/programs/calls.c"; then
	skip "valgrind" "no gcc"
	tap_end
fi

# clean COMMAND...: ends well, and valgrind has nothing to say
clean() {
	valgrind -q --leak-check=full --errors-for-leak-kinds=definite,indirect \
		--show-leak-kinds=definite,indirect --child-silent-after-fork=yes \
		--log-file=complaints --error-exitcode=99 "$PERF" "$@" >out 2>err || {
		cat complaints err
		return 1
	}
	[ ! -s complaints ] || {
		cat complaints
		return 1
	}
}

"$PERF" record -q -e cpu-clock -F 500 -g -o frames.data ./calls 300
"$PERF" record -q -e cpu-clock -F 200 --call-graph dwarf -o dwarf.data ./calls 300
"$PERF" record -q -z -e cpu-clock,page-faults -o compressed.data ./calls 50

# shellcheck disable=SC2016 # for the inner shell
ok "there are samples" bash -c '"$1" script -i frames.data | grep -q calls' - "$PERF"
ok "stat" clean stat -e '{task-clock,page-faults},context-switches:u' -r 2 true
ok "stat as JSON, in intervals" clean stat -j -I 50 -e task-clock sleep 0.2
ok "stat, intervals summed up" clean stat -x, -I 50 --summary -g -e task-clock,cs sleep 0.2
ok "stat, recorded" clean stat record -o counts.data -e task-clock,cycles,page-faults true
ok "stat report" clean stat report -i counts.data
ok "stat, metrics only" clean stat --metric-only -e task-clock,cycles true
ok "config, set" env PERF_CONFIG="$PWD/config" "$PERF" config report.children=false \
	report.sort_order=dso
PERF_CONFIG=$PWD/config ok "config" clean config -l
PERF_CONFIG=$PWD/config ok "report, configured" clean report --stdio -i frames.data
ok "dump" clean report -D -i dwarf.data
ok "record" clean record -q -e cpu-clock -g -o new.data ./calls 20
if "$PERF" record -q -o new.data -a -e page-faults true 2>err; then
	ok "record, in files by events" clean record -q -e cpu-clock --all-cgroups -o new.data \
		--switch-output-event page-faults --timestamp-filename ./calls 20
else
	skip "record, in files by events" "$(tail -n 1 err)"
fi
ok "record, compressed" clean record -q -z -e cpu-clock --call-graph dwarf -o new.data ./calls 20
ok "report" clean report --stdio -i frames.data
ok "report of copied stacks" clean report --stdio -i dwarf.data
ok "report by line" clean report --stdio -g none --sort dso,srcline -i frames.data
ok "report of a compressed recording" clean report --stdio -i compressed.data
ok "script" clean script -i dwarf.data
ok "evlist" clean evlist -v -i compressed.data
ok "flame" clean flame -i frames.data -o out.html
ok "data check" clean data check frames.data
ok "list" clean list page-faults

# The writer looks at each byte that is printed: it would be 5 to 8 instructions for each if it
# looked at one at a time.
sanitizing_is_cheap() {
	local bytes instructions

	gzip -dc "$TESTS/golden/debian_flat.data.gz" >flat.data
	valgrind --tool=callgrind --toggle-collect=perf_lines_sanitize --callgrind-out-file=counts \
		"$PERF" script -i flat.data 2>said >out || {
		cat said
		return 1
	}
	instructions=$(sed -n 's/.*Collected : *//p' said)
	bytes=$(wc -c <out)
	echo "$instructions instructions for $bytes bytes"
	[ "$bytes" -gt 10000 ]
	[ "$instructions" -gt 1000 ]
	[ "$instructions" -lt $((2 * bytes)) ]
}
if [ "$(uname -m)" = x86_64 ]; then
	ok "what is printed is looked at quickly" sanitizing_is_cheap
else
	skip "what is printed is looked at quickly" "the number is for x86_64"
fi
tap_end
