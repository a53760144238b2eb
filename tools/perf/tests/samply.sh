#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Our recordings in samply: the library that it reads them with finds each sample, with its task,
# time, period, event and call chain, and the description of the machine and the files. Users of the
# Firefox Profiler lose these otherwise.

. "$TESTS/tap.bash"

crates=/usr/share/cargo/registry

# Reasons not to run
why_not() {
	command -v gcc >/dev/null || {
		echo "no gcc"
		return
	}
	command -v cargo >/dev/null || {
		echo "no cargo"
		return
	}
	ls -d "$crates"/linux-perf-data-* >/dev/null 2>&1 ||
		echo "no package librust-linux-perf-data-dev"
}
why=$(why_not)
if [ -n "$why" ]; then
	skip "recordings in samply" "$why"
	tap_end
fi

build_reader() {
	cp "$TESTS"/samply/* . &&
	CARGO_HOME=$PWD/cargo cargo build -q --offline --release --target-dir target \
		--config 'source.crates-io.replace-with="debian"' \
		--config "source.debian.directory=\"$crates\""
}

# samples FILE: prints the samples of "perf script", in the form of the reader
samples() {
	"$PERF" script --no-inline --format=json -i "$1" 2>script.err | perl -ne '
		next unless /"event":"([^"]*)".*?"pid":(-?\d+),"tid":(-?\d+),"time":(\d+),"period":(\d+)/;
		print "$2/$3 $4 $5 $1:";
		print " $1" while /"ip":"0x([0-9a-f]+)"/g;
		print "\n"'
}

# The same but where it was: stacks are unwound by whoever reads
places_apart() {
	samples "$1" | sed 's/: .*/:/'
}

# read_as HOW FILE: the reader finds what HOW does
read_as() {
	target/release/read-recording "$2" >seen
	$1 "$2" >ours
	sed -n 's/^sample //p' seen | case $1 in places_apart) sed 's/: .*/:/' ;; *) cat ;; esac >theirs
	[ -s ours ] || {
		echo "no samples"
		return 1
	}
	diff ours theirs
}

# reads HOW ARGUMENT...: what is recorded like this
reads() {
	local how=$1

	shift
	rm -f ours.data
	"$PERF" record -q -o ours.data "$@" -- ./calls 3000 2>record.err || {
		cat record.err
		return 1
	}
	read_as "$how" ours.data
}

has() {
	local line

	for line; do
		grep -qxF -e "$line" seen || {
			echo "not there: $line"
			head -n 20 seen
			return 1
		}
	done
}

with_names() {
	"$PERF" buildid-list -i ours.data | sed 's/^/build-id /' | sort >ours
	grep '^build-id' seen | sort >theirs
	diff ours theirs
	has "arch $(uname -m)" "hostname $(uname -n)" "release $(uname -r)" \
		"online $(getconf _NPROCESSORS_ONLN)" "comm calls" "map $PWD/calls" exit
}

with_stacks() {
	reads places_apart -e cpu-clock -F 2000 --call-graph dwarf
	has "stack true there"
	not grep "^stack false\|^stack .* wrong" seen
}

ok "the reader" build_reader
ok "program" gcc -O1 -g -fno-omit-frame-pointer -o calls "$TESTS/programs/calls.c"
ok "no call chains" reads samples -e cpu-clock -F 2000
ok "machine, names, files" with_names
ok "frame pointers" reads samples -e cpu-clock -F 2000 -g
ok "stacks to unwind" with_stacks
ok "addresses, times, CPUs, names of threads" reads samples -e cpu-clock -F 2000 -g -d -T -s
ok "two events" reads samples -e cpu-clock,task-clock -F 2000 -g
ok "two events of different kinds" reads samples -e cpu-clock,page-faults
ok "namespaces and control groups" reads samples -e cpu-clock -F 2000 -g --namespaces --all-cgroups
ok "whole system" reads samples -a -e cpu-clock -F 2000 -g
if [ -r /sys/kernel/tracing/events/sched/sched_switch/id ]; then
	ok "tracepoints" reads samples -a -e sched:sched_switch
	ok "data of tracepoints" grep -q '^raw [1-9]' seen
else
	skip "tracepoints" "tracefs cannot be read"
fi
tap_end
