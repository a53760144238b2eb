#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf ps: processes that hold events. Any kernel shows how many there are; tool-ps.sh of the
# kselftests has what this perf's kernel says of them.

. "$TESTS/tap.bash"

# held COMMAND...: run it while a process named "holder" has two events; PID is that process
held() {
	ln -sf "$PERF" holder
	./holder stat -e task-clock -e page-faults -o counts sleep 60 &
	holder=$!
	for ((i = 0; i < 100; i++)); do
		[ "$("$PERF" ps -j | grep -c "\"holder\": $holder,")" = 2 ] && break
		sleep 0.1
	done
	"$PERF" "$@" >out 2>err
	kill "$holder"
	wait "$holder" || :
}

in_the_table() {
	held ps
	awk -v pid="$holder" '$1 == pid && $2 == "holder" { events += $4 } END { exit events != 2 }' out
	[ ! -s err ]
}

in_json() {
	held ps -j
	python3 - "$holder" <<-'END'
		import json, sys
		rows = [json.loads(line) for line in open("out")]
		mine = [row for row in rows if row["holder"] == int(sys.argv[1])]
		assert len(mine) == 2, mine
		assert {row["comm"] for row in mine} == {"holder"}, mine
		assert len({row["fd"] for row in mine}) == 2, mine
	END
}

nothing_left() {
	held ps
	"$PERF" ps -j >out
	not grep -q "\"holder\": $holder," out
}

if "$PERF" stat -e task-clock true >said 2>&1; then
	ok "in the table" in_the_table
	ok "in JSON" in_json
	ok "nothing is left" nothing_left
else
	skip "events in the list" "no events here"
fi
ok "a word" exits 129 "$PERF" ps x

tap_end
