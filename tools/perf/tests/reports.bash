# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Read by tests that compare perf report with Debian's, after recordings.bash.

other=${other:?recordings.bash says which}

# Without the tip, and without blank lines at the end. Perf sometimes calls the rest of a
# fractal graph inlined, by mistake.
plain() {
	sed -e '/^# (Tip/,$d' -e 's/\[\.\.\.\] (inlined)$/[...]/' | sed -e '${/^#$/d}' | sed -e :a -e '/^\n*$/{$d;N;ba' -e '}'
}

# same FILE ARGUMENTS...
same() {
	local file=$1

	shift
	"$other" report --stdio -i "$file" "$@" 2>theirs.err | plain >theirs
	"$PERF" report --stdio -i "$file" "$@" >ours.raw || return 1
	plain <ours.raw >ours
	[ -s ours ] || { echo "nothing was printed"; return 1; }
	diff theirs ours
}

# compared WHAT FILE ARGUMENTS...: the same, if the file could be recorded
compared() {
	local what=$1 file=$2

	shift 2
	[ ! -e "$file" ] || ok "$what" same "$file" "$@"
}

# skip_missing WHAT: what could not be recorded cannot be compared
skip_missing() {
	local entry

	# shellcheck disable=SC2154 # of recordings.bash
	for entry in "${missing[@]}"; do
		skip "$1 ${entry%%$'\t'*}" "${entry#*$'\t'}"
	done
}
