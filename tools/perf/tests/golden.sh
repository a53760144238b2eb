#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Recordings that are kept, of Debian's perf and ours, print what they always have: no other
# perf, no kernel and no processor has a part in it. golden/loop.c says what they are.

. "$TESTS/tap.bash"

golden=$TESTS/golden
mkdir -p root/opt/golden
cp "$golden/loop" root/opt/golden/

plain() {
	sed -e '/^# (Tip/,$d' | sed -e '${/^#$/d}' | sed -e :a -e '/^\n*$/{$d;N;ba' -e '}'
}

# prints NAME: its tables, and its samples where they are kept
prints() {
	local options=()

	case $1 in *_stream)
		# perf does not count callers of a stream, unless asked to
		options=(--no-children -G) ;;
	esac
	gzip -dc "$golden/$1.data.gz" >recording
	"$PERF" report --stdio --symfs=root -i recording "${options[@]}" 2>said | plain >seen
	diff "$golden/$1.report" seen || {
		cat said
		return 1
	}
	[ -e "$golden/$1.script" ] || return 0
	"$PERF" script --symfs=root -i recording 2>said >seen
	diff "$golden/$1.script" seen || {
		cat said
		return 1
	}
}

for file in "$golden"/*.data.gz; do
	name=$(basename "$file" .data.gz)
	ok "recording $name" prints "$name"
done
tap_end
