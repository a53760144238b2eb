#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2034,SC2154
#
# tool-jitter.sh: the perf of tools/perf records with periods that vary.
#
# Usage: tool-jitter.sh [test...]; without a name, all of them.

PERF_CLIENT=$(dirname "$(command -v perf)")
# shellcheck source=tools/testing/selftests/perf_events/client-lib.sh
. "$(dirname "$0")/client-lib.sh"
tools="perf awk"

# periods FILE OPTION...: the periods of a program's samples, a line each, in FILE
periods() {
	file=$1
	shift
	record data -e task-clock:u -c 1000000 -P "$@" awk 'BEGIN { while (i < 1000000) i++ }'
	run "$file" perf script -F period -i data
}

# Within an eighth of the requested one, and not all the same
test_varies() {
	periods text --jitter
	is "periods out of range" "$(awk '$1 < 875000 || $1 > 1125000' text | wc -l)" == 0
	is "samples" "$(wc -l <text)" ">=" 4
	is "different periods" "$(sort -u text | wc -l)" ">=" 3
}

test_fixed() {
	periods text
	is "different periods" "$(sort -u text | wc -l)" == 1
}

all='
varies	periods of --jitter
fixed	periods without it
'

run_tests "$@"
