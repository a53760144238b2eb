# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Read by tests of perf top, behind tap.bash and tmux.bash: a program that is busy all the time.

programs=$TESTS/programs

if ! command -v gcc >/dev/null; then
	skip "top" "no gcc"
	tap_end
fi
build() { gcc -O1 -g -fno-omit-frame-pointer -fno-optimize-sibling-calls -o "$1" "$programs/$1.c"; }
ok_or_end "build" build calls
./calls 100000000 &
busy=$!
trap 'kill $busy 2>/dev/null; terminal kill-server 2>/dev/null' EXIT

top() {
	"$PERF" top --stdio -e cpu-clock -d 0.5 "$@" >out 2>err </dev/null || {
		cat err
		return 1
	}
}

# says CODE PATTERN OPTIONS...: perf top ends with CODE, and the standard error matches
says() {
	local code=$1 pattern=$2 status

	shift 2
	status=0
	"$PERF" top --stdio "$@" >out 2>err </dev/null || status=$?
	cat err
	[ "$status" = "$code" ] || return
	grep -qE -- "$pattern" err
}
