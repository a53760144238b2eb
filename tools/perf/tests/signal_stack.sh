#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Stacks that are unwound through the handler of a signal; the callers of the interrupted function
# would be missing. nm prints the C library's symbol at the return address of the handler; the order
# of the calls is that of the program's source.

. "$TESTS/tap.bash"

# With the C library in it, and all of its symbols
prepare() {
	gcc -O1 -g -static -o signalled "$TESTS/programs/signalled.c"
	"$PERF" record -q -e page-faults:u -c 1 --call-graph dwarf -o signalled.data ./signalled
	nm signalled | awk '$3 ~ /restore_rt$/ { print $1, $3 }' >restorer
	[ -s restorer ]
}
if [ "$(uname -m)" != x86_64 ]; then
	skip "a stack through a handler" "the restorer of signals is x86-64's"
	tap_end
fi
ok_or_end "record" prepare

# Each fault in the handler: 20 pages, of which the first may be there already
chains() {
	"$PERF" script -i signalled.data -F ip,sym >out 2>said || {
		cat said
		return 1
	}
	awk '/^$/ { if (chain ~ /^touch/) print chain; chain = ""; next }
	     { chain = chain (chain == "" ? "" : " ") $2 }' out >chains
	[ "$(wc -l <chains)" -ge 19 ]
}
ok "faults in a handler" chains
whole() {
	local name

	name=$(awk '{ print $2 }' restorer)
	cat chains
	not grep -vE "^touch handler $name .*raise interrupted main " chains
}
ok "the frame between the handler and the interrupted code" whole
address() {
	local address

	address=$(awk '{ print $1 }' restorer)
	# Linked at an address that does not change, shown as an offset in the file
	awk '/restore_rt/ { print $1 }' out | sort -u >ours
	cat ours
	[ "$(wc -l <ours)" = 1 ] || return
	[ $((16#$address % 4096)) = $((16#$(cat ours) % 4096)) ]
}
ok "its address is that of its first instruction" address
tap_end
