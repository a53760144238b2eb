#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# A perf that is built without any library of others: what is lost is said, the rest works.

. "$TESTS/tap.bash"

libraries=(NO_ZLIB NO_ZSTD NO_ELF NO_DW NO_CAPSTONE NO_NCURSES NO_IBERTY NO_PFM NO_SECCOMP NO_LZMA)
none=$PWD/none/perf

# As its own make, not as a part of the one that runs this test
build_without() {
	env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -s -j "$(nproc)" -C "$TESTS/.." O="$PWD/none" \
		"${libraries[@]/%/=1}" all >said 2>&1 </dev/null && [ -x "$none" ] && return
	tail -n 20 said
	return 1
}

says_what_is_lost() {
	local library

	for library in "${libraries[@]}"; do
		grep -q "^without .* ($library=1) - lost: [a-z]" said ||
			{ echo "not said: $library"; cat said; return 1; }
	done
}

# prints TEXT COMMAND...: it succeeds and prints that
prints() {
	local text=$1

	shift
	"$@" >printed 2>&1 && grep -q -e "$text" printed && return
	cat printed
	return 1
}

# refuses TEXT COMMAND...: it fails and says why
refuses() {
	local text=$1

	shift
	! "$@" >printed 2>&1 && grep -q -e "$text" printed && return
	cat printed
	return 1
}

# The loader and C's own libraries are all it is linked to
links_to_none() {
	! ldd "$none" | grep -v 'linux-vdso\|/ld-linux\|lib[cm]\.so'
}

has_none() {
	"$none" version --build-options >options
	[ "$(grep -c '\[ OFF \]' options)" = 10 ]
	not grep '\[ on' options
}

ok_or_end "it builds" build_without
ok "the build says what is lost" says_what_is_lost
ok "it is linked to none of them" links_to_none
ok "it knows that it has none" has_none
ok "it counts" prints task-clock "$none" stat -e task-clock true
if "$none" record -q -e cpu-clock -F 5000 -o made.data "$PERF" list >said 2>&1; then
	ok "addresses stand for symbols" prints '\[\.\] 0x' "$none" report --stdio -i made.data
	ok "its recording is whole" prints ' samples, .*, clean end' "$none" data check made.data
	ok "it prints samples" prints ' cpu-clock: ' "$none" script -i made.data
	ok "it draws" "$none" flame -i made.data -o made.html
	ok "no browser" refuses 'built without ncurses' "$none" report --tui -i made.data
else
	skip "it records" "$(tail -n 1 said)"
fi
ok "no compression" refuses 'built without zstd' "$none" record -z -e cpu-clock -o z.data true
ok "no names of processors' events" refuses 'built without libpfm' \
	"$none" stat --pfm-events INST_RETIRED:ANY_P true
ok "no list of them" refuses 'built without libpfm' "$none" list pfm
ok "the reason for an unknown name" refuses 'built without libpfm' \
	"$none" stat -e inst_retired.any_p true
ok "the others are listed" prints page-faults "$none" list
ok "no probe of a program" refuses 'built without libelf' "$none" probe -x "$PERF" main
tap_end
