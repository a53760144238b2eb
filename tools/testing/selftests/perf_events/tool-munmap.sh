#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2034,SC2154
#
# tool-munmap.sh: the perf of tools/perf records unmapped memory.
#
# The dynamic loader of a distribution's perf maps /etc/ld.so.cache to look libraries up, and
# unmaps it. The recordings have to show that, in the kernel's records and in those that a
# distribution's perf reads.
#
# Usage: tool-munmap.sh [test...]; without a name, all of them.

PERF_CLIENT=$(dirname "$(command -v perf)")
# shellcheck source=tools/testing/selftests/perf_events/client-lib.sh
. "$(dirname "$0")/client-lib.sh"
tools="perf"
other=/usr/libexec/debian-perf/perf

# unmaps FILE ARGUMENTS...: record a program that unmaps memory, data included
unmaps() {
	data=$1
	shift
	[ -x $other ] || { skip "no perf of a distribution here"; return 1; }
	record "$data" -d -e faults "$@" $other version
	run said perf evlist -v -i "$data"
}

# With --munmap-raw the recording has what the kernel wrote
test_raw() {
	unmaps data --munmap-raw || return
	grep -q 'munmap: 1' said || { skip "the kernel does not record unmapped memory"; return; }
	run text perf script --show-mmap-events -i data
	has text 'PERF_RECORD_MUNMAP [0-9]+/[0-9]+: \[0x[0-9a-f]+\(0x[0-9a-f]+\)\]: r$'
	hasnt text 'unmapped'
	run text perf report --stats -i data
	has text 'MUNMAP events: +[1-9]'
}

# Without it, MMAP2 records take the place of the kernel's, and the attr has no unknown bit
test_readable() {
	unmaps raw --munmap-raw || return
	grep -q 'munmap: 1' said || { skip "the kernel does not record unmapped memory"; return; }
	unmaps data
	hasnt said munmap
	run text perf script --show-mmap-events -i data
	has text 'PERF_RECORD_MMAP2 .*: ---p \[unmapped\]$'
	hasnt text 'PERF_RECORD_MUNMAP'
	run text $other script --show-mmap-events -i data
	has text 'PERF_RECORD_MMAP2 .* \[unmapped\]$'
}

all='
raw	records of unmapped memory as they come
readable	records that other perfs read
'

run_tests "$@"
