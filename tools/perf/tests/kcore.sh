#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# perf record --kcore: a recording that brings a copy of the kernel, which commands read instead
# of the kernel that runs.

. "$TESTS/tap.bash"

other=${OTHER_PERF:-/usr/bin/perf}

refused() {
	! "$PERF" record -q --kcore -e cpu-clock "$@" 2>said || return 1
	cat said
}
stream() {
	refused -o - true | cat >out
	grep -q 'needs a directory, not a stream' out
}
ok "a stream has no place for it" stream

unreadable() {
	refused -o no.data true >out
	grep -q 'cannot read /proc/kcore' out
	grep -q 'CONFIG_PROC_KCORE\|root only' out
	[ ! -e no.data ]
}
if [ -r /proc/kcore ]; then
	skip "memory of the kernel that cannot be read" "this user can read it"
else
	ok "memory of the kernel that cannot be read" unreadable
fi

# Samples of the kernel, whose symbols this user may see
can_sample_kernel() {
	! grep -q '^0* T _stext' /proc/kallsyms || return
	"$PERF" record -q -o samples.data -e cpu-clock:k -c 100000 \
			dd if=/dev/zero of=/dev/null bs=64k count=20000 2>said || return
	[ -n "$("$PERF" script -F ip -i samples.data)" ]
}

# copied_NAME where the kernel that runs has NAME
made() {
	mkdir -p made.data/kcore_dir
	cp samples.data made.data/data
	awk '{ $3 = "copied_" $3; print $1, $2, $3 ($4 ? "\t" $4 : "") }' /proc/kallsyms |
		sed 's/ copied_\(_s\?text\)$/ \1/' >made.data/kcore_dir/kallsyms
	"$PERF" script -F ip,sym -i samples.data | sed 's/^ *\([0-9a-f]*\) /\1 copied_/' >want
	"$PERF" script -F ip,sym -i made.data | sed 's/^ *//' >got
	grep -q copied_ want
	diff want got
}
named_first() {
	"$PERF" script --kallsyms /proc/kallsyms -F ip,sym -i made.data |
		sed 's/^ *\([0-9a-f]*\) /\1 copied_/' >got
	diff want got
}
named_by_pipe() {
	"$PERF" script --kallsyms <(cat /proc/kallsyms) -F ip,sym -i made.data |
		sed 's/^ *\([0-9a-f]*\) /\1 copied_/' >got
	diff want got
}
read_by_other() {
	"$other" script -F ip,sym -i made.data 2>said | sed 's/^ *//' >got
	diff want got
}

if can_sample_kernel; then
	ok "symbols are those of the recording's copy" made
	ok "a file that is named goes before the copy" named_first
	ok "a pipe that the shell has made is one" named_by_pipe
	ok "another perf reads the same of it" read_by_other
else
	skip "symbols of the copy" "the kernel cannot be sampled here, or hides its symbols"
fi

if [ ! -r /proc/kcore ]; then
	skip "recording with a copy" "/proc/kcore cannot be read here"
	tap_end
fi

record() {
	rm -rf kcore.data
	"$1" record --kcore -e cpu-clock:k -c 100000 -a -o kcore.data \
		dd if=/dev/zero of=/dev/null bs=64k count=20000 2>said || {
		cat said
		return 1
	}
	[ "$(cd kcore.data && echo ./* kcore_dir/*)" = \
	  './data ./kcore_dir kcore_dir/kallsyms kcore_dir/kcore kcore_dir/modules' ]
}

# Each of the two reads it, to the same end
readable() {
	"$PERF" script -F ip,sym -i kcore.data >ours
	"$other" script -F ip,sym -i kcore.data \
		2>said >theirs
	grep -q '[a-z]' ours
	diff theirs ours
}

# Code of the kernel is that of the copy
code() {
	"$PERF" annotate --stdio -i kcore.data 2>said >listing || {
		cat said
		return 1
	}
	grep -qE '^ *[0-9]+\.[0-9]+ .* [0-9a-f]+: +[a-z]' listing
}

ok "a directory with the recording and the kernel" record "$PERF"
ok "both tools read it" readable
ok "its code is that of the copy" code
ok "one that another perf made" record "$other"
ok "both tools read that, too" readable
tap_end
