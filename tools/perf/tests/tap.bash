# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Read by the end-to-end tests: ". $TESTS/tap.bash" first, "tap_end" last.
#
# The function of a row has one step a line. ok() runs it as a script with "set -e" runs: the first
# step that fails ends the row, and ok() prints the file, the line and the command of that step.
# Bash ignores "set -e" in a condition, so a function that is called in one ("same || return",
# "if same", "! same") ends its own steps with "|| return". A step that has to fail is "not STEP",
# since bash lets "! STEP" pass; a step with an exit code of its own is "exits CODE STEP".

tap_count=0
tap_failed=0
tap_status=0

# tap_row COMMAND...: runs the command of a row up to the first step that fails, and prints that
tap_row() {
	# Bash ignores errexit in a condition, and the trap on ERR as well: steps would fail unseen.
	tap_works=''
	trap 'tap_works=1' ERR
	false
	if [ -z "$tap_works" ]; then
		echo "ok stands in a condition: bash would ignore the steps that fail"
		return 1
	fi
	# A subshell of the row prints nothing: its output may be an argument. Where a function fails by
	# "return", the step is the command before, and never one of this file.
	tap_level=$BASH_SUBSHELL
	tap_step=$*
	set -eET
	# $LINENO counts the lines of the trap as well, and commands of the trap on ERR get here with
	# the command before.
	trap 'tap_line=$LINENO
		[[ $BASH_SUBSHELL != "$tap_level" || $BASH_COMMAND = return* ||
		   $BASH_COMMAND = \"\$@\" || ${BASH_SOURCE[0]} = */tap.bash ]] ||
			tap_step="${BASH_SOURCE[0]##*/}:$tap_line: $BASH_COMMAND"' DEBUG
	trap '[[ $BASH_SUBSHELL != "$tap_level" ]] || echo "failed step: ${tap_step%%$'\''\n'\''*}"' ERR
	"$@"
}

# ok NAME COMMAND...: each step of the command succeeds; what it prints is shown if one does not
ok() {
	local name=$1 said

	shift
	tap_count=$((tap_count + 1))
	said=$(tap_row "$@" 2>&1)
	tap_status=$?
	if [ "$tap_status" = 0 ]; then
		echo "ok $tap_count - $name"
		return 0
	fi
	printf '%s\n' "${said:-no output}" | sed -n -e '1,39{p;b}' -e '$p' | sed 's/^/# /'
	echo "not ok $tap_count - $name"
	tap_failed=$((tap_failed + 1))
	return 1
}

# row_failed: the row before did; "if ! ok" would stand in a condition
row_failed() {
	[ "$tap_status" != 0 ]
}

# ok_or_end NAME COMMAND...: a row without which the others cannot run
ok_or_end() {
	ok "$@"
	! row_failed || tap_end
}

# not COMMAND...: the command fails
not() {
	! "$@"
}

# exits CODE COMMAND...: the command ends with that exit code
exits() {
	local code=$1 status=0

	shift
	"$@" || status=$?
	[ "$status" = "$code" ] || {
		echo "exit code $status, not $code"
		return 1
	}
}

# perf_says CODE PATTERN ARGUMENTS...: perf ends with that exit code, and its standard error matches
# the pattern, if there is one; the outputs are in the files "out" and "err"
perf_says() {
	local code=$1 pattern=$2 status=0

	shift 2
	"$PERF" "$@" >out 2>err || status=$?
	cat err
	[ "$status" = "$code" ] || {
		echo "exit code $status, not $code"
		return 1
	}
	[ -z "$pattern" ] || grep -qE -- "$pattern" err || {
		echo "no '$pattern'"
		return 1
	}
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
