#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf kmem: sums that follow from the events, and the same tables as Debian's perf.

. "$TESTS/tap.bash"
other=${OTHER_PERF:-/usr/bin/perf}

refused() {
	! "$PERF" kmem --page stat 2>said || return
	grep -q 'of pages' said || return
	! "$PERF" kmem stat -s nonsense 2>said || return
	grep -q 'ptr, callsite, bytes' said || return
	! "$PERF" kmem 2>said || return
	grep -q 'perf kmem record' said
}
ok "what cannot be done" refused
not_there() {
	gzip -dc "$TESTS/golden/ours_flat.data.gz" >flat.data
	not "$PERF" kmem stat -i flat.data 2>said
	grep -q 'kmem:kmalloc' said
}
ok "a recording without such events" not_there
if ! "$PERF" kmem record -q -m 4096 -o ours.data ls >out 2>why; then
	skip "kmem" "$(head -n 1 why)"
	tap_end
fi

# Added up anew, from the text of the events
adds_up() {
	"$PERF" kmem --caller -i ours.data stat >seen
	"$PERF" script -i ours.data -F event,trace >events
	awk '
		function number(key) {
			match($0, " " key "=[0-9]+")
			return substr($0, RSTART + length(key) + 2, RLENGTH - length(key) - 2) + 0
		}
		/kmalloc|kmem_cache_alloc/ { requested += number("bytes_req"); allocated += number("bytes_alloc"); n++ }
		END { print n; printf "Total bytes requested: %d\nTotal bytes allocated: %d\n", requested, allocated }' events >wanted
	{
		awk -F'|' '/^ [^ ].*%$/ { n += $4 } END { print n }' seen
		grep -E '^Total bytes (requested|allocated)' seen
	} | diff wanted - && [ "$(head -n 1 wanted)" -gt 0 ]
}
ok "sums of events" adds_up
lines() {
	"$PERF" kmem -i ours.data stat --alloc -l 2 -s bytes >seen
	[ "$(grep -cE '^ 0x.*%$' seen)" = 2 ] || return
	grep -qE '^ \.\.\. ' seen || return
	awk -F'[|/]' '/^ 0x/ { if (before && $2 + 0 > before) exit 1; before = $2 + 0 }' seen
}
ok "-l, -s" lines

if ! command -v "$other" >/dev/null || ! "$other" kmem record -o theirs.data ls >out 2>why; then
	skip "compare with perf" "no perf that records this"
	tap_end
fi
# The summary counts allocations across memory nodes, too.
same() {
	"$other" kmem -i theirs.data "$@" stat 2>/dev/null | grep -v '^Cross CPU' | sort >theirs
	"$PERF" kmem -i theirs.data "$@" stat 2>/dev/null | sort >ours
	[ "$(wc -l <ours)" -ge 8 ]
	diff theirs ours
}
ok "stat" same
ok "--caller" same --caller
ok "--caller --raw-ip" same --caller --raw-ip
ok "--alloc" same --alloc
ok "-s pingpong,callsite -l" same --caller -s pingpong,callsite -l 5
ok "-s ptr -l" same --alloc -s ptr -l 5
tap_end
