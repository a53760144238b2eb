# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Read by the end-to-end tests: ". $TESTS/tap.bash" first, "tap_end" last.

tap_count=0
tap_failed=0

# ok NAME COMMAND...: the command succeeds; what it prints is shown if it does not
ok() {
	local name=$1 said

	shift
	tap_count=$((tap_count + 1))
	if said=$("$@" 2>&1); then
		echo "ok $tap_count - $name"
		return 0
	fi
	printf '%s\n' "${said:-no output}" | head -n 40 | sed 's/^/# /'
	echo "not ok $tap_count - $name"
	tap_failed=$((tap_failed + 1))
	return 1
}

# skip NAME WHY
skip() {
	tap_count=$((tap_count + 1))
	echo "ok $tap_count - $1 # SKIP $2"
}

tap_end() {
	echo "1..$tap_count"
	[ "$tap_failed" = 0 ]
	exit
}
