#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The rules of the libraries: a library uses lower ones only, keeps no state of its own, and
# neither prints nor ends the program.

. "$TESTS/tap.bash"

# Lowest first, as LIB_x in the Makefile allows
libs=(base sys bench event data record archive inject model unwind annotate report out trace sched probe tui)

archive() {
	echo "$OUT/lib/$1/lib$1.a"
}

defined_by() {
	nm -g --defined-only "$(archive "$1")" 2>/dev/null | awk 'NF == 3 { print $3 }' | sort -u
}

used_by() {
	nm -gu "$(archive "$1")" 2>/dev/null | awk '$1 == "U" { print $2 }' | sort -u
}

# uses_lower LIB HIGHER...: nothing that only a higher library has
uses_lower() {
	local lib=$1 other

	shift
	used_by "$lib" >used
	for other; do
		defined_by "$other" | comm -12 - used | sed "s/^/$other: /"
	done >bad
	cat bad
	[ ! -s bad ]
}

# Children that were made here end themselves: one that cannot run its program, benchmarks.
is_quiet() {
	used_by "$1" | grep -xE 'v?f?printf|__v?f?printf_chk|f?puts|putchar|perror|std(out|err)|_?exit|abort' |
		grep -vxF "$([[ $1 = @(sys|bench) ]] && echo _exit)" >bad
	cat bad
	[ ! -s bad ]
}

has_no_state() {
	size -A "$(archive "$1")" | awk '/\(ex / { file = $1 }
		($1 ~ /^\.(data|bss)$/ || $1 ~ /^\.(data|bss)\.[^r]/) && $2 { print file, $1, $2; bad = 1 }
		END { exit bad }'
}

for ((i = 0; i < ${#libs[@]}; i++)); do
	lib=${libs[i]}
	ok "$lib uses lower libraries only" uses_lower "$lib" "${libs[@]:i+1}"
	ok "$lib neither prints nor exits" is_quiet "$lib"
	if nm -gu "$(archive "$lib")" 2>/dev/null | grep -q __asan_init; then
		skip "$lib keeps no state" "the sanitizers keep some"
	else
		ok "$lib keeps no state" has_no_state "$lib"
	fi
done
tap_end
