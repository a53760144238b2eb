#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# tap.bash itself: a row that fails has to name the step, and no step may fail unseen, or all other
# tests would pass for nothing. The expected lines are those of the script below.

. "$TESTS/tap.bash"

cat >rows.sh <<'ROWS'
. "$TESTS/tap.bash"
in_the_middle() {
	true
	test -e nothing
	true
}
in_a_function() {
	returns
	true
}
returns() {
	test a = b || return
}
in_a_pipe() {
	echo text | grep other
	true
}
should_fail() {
	not true
	true
}
other_code() {
	exits 3 sh -c 'exit 4'
	true
}
ok "middle" in_the_middle
ok "function" in_a_function
ok "pipe" in_a_pipe
ok "not" should_fail
ok "code" other_code
ok "condition" true || :
ok "good" not false
tap_end
ROWS
bash rows.sh >seen
status=$?

# names ROW STEP: the row failed, and the line before names the step
names() {
	grep -B 1 "^not ok [0-9]* - $1\$" seen | grep -qF "# $2" || {
		cat seen
		return 1
	}
}
ok "a step in the middle" names middle "failed step: rows.sh:4: test -e nothing"
ok "a step of a function that returns" names function "failed step: rows.sh:12: test a = b"
ok "the end of a pipeline" names pipe "failed step: rows.sh:15: grep other"
ok "a step that has to fail" names not "failed step: rows.sh:19: not true"
ok "a step with an exit code" names code "failed step: rows.sh:23: exits 3 sh -c 'exit 4'"
ok "a row in a condition" names condition "ok stands in a condition"
ok "a row that is good" grep -qx "ok 7 - good" seen
ok "the exit code of the script" test "$status" = 1
tap_end
