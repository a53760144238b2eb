#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The rules of the libraries: a library uses lower ones only, keeps no state of its own, and
# neither prints nor ends the program. Those of the commands: none uses another one, neither as
# code nor as a program, and none keeps state.

. "$TESTS/tap.bash"

# Lowest first, as LIB_x in the Makefile allows
libs=(base sys bench event data record archive model inject unwind annotate report lines stat table profile trace sched lock kmem probe tui)

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
		grep -vxF "$([[ $1 = @(sys|bench) ]] && echo _exit)" >bad || :
	cat bad
	[ ! -s bad ]
}

has_no_state() {
	size -A "$@" | awk '/ :$|\(ex / { file = $1 }
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
		ok "$lib keeps no state" has_no_state "$(archive "$lib")"
	fi
done

# ---- commands ---------------------------------------------------------------------------
# Objects of sources that are there: the directory may have older ones.
objects=()
for source in "$TESTS"/../cmd/{,*/}*.c; do
	objects+=("$OUT/cmd/${source#*/../cmd/}")
done
objects=("${objects[@]/%.c/.o}")

# users_of SYMBOL...: lines "OBJECT SYMBOL" where an object uses one that another defines
users_of() {
	nm -A -u "${objects[@]}" | awk -v names="$*" '
		BEGIN { n = split(names, list, " "); for (i = 1; i <= n; i++) is[list[i]] = 1 }
		$NF in is { sub(/.*\//, "", $1); sub(/\.o:.*/, "", $1); print $1, $NF }'
}

# All that an object offers that is a command
offered() {
	nm -A -g --defined-only "${objects[@]}" | awk '
		{ sub(/:.*/, "", $1); names[$1] = names[$1] " " $NF }
		$NF ~ /^perf_cmd_/ { command[$1] = 1 }
		END { for (file in command) print names[file] }'
}

# The table has them all, and main looks at which one it is.
commands_are_apart() {
	local names

	read -r -d '' -a names < <(offered) || :
	[ "${#names[@]}" -gt 20 ] || {
		echo "found only: ${names[*]}"
		return 1
	}
	! users_of "${names[@]}" | grep -vE '^(command|main) perf_cmd_'
}
ok "no command uses another one" commands_are_apart

# A caller of the command table can run any command, so only these objects may call it.
table_is_for_few() {
	users_of perf_commands perf_command_find >found
	[ -s found ]
	not grep -vE '^(main|help) ' found
}
ok "only main and help see the table of commands" table_is_for_few

# Programs that users name are for lib/sys, but for those of stat --pre and --post.
runs_no_program() {
	! nm -A -u "${objects[@]}" | grep -E ' (execv|execl|execve|execvp|fexecve|posix_spawn|popen|system|vfork)' |
		grep -v '/stat\.o:.* system$'
}
ok "no command runs a program" runs_no_program

# Messages go through print.c and all else through a struct perf_out, which take out what a
# terminal would obey. The compiler makes puts() and putchar() of some calls of printf().
# The handler of a signal in fault.c writes a constant.
prints_through_one_file() {
	nm -A -u "${objects[@]}" | awk '
		$NF ~ /^(__)?v?[fd]?printf(_chk)?$|^f?(puts|putc|write)(_unlocked)?$|^_IO_putc$|^putchar$|^perror$|^psignal$/ {
			sub(/.*\//, "", $1); sub(/\.o:.*/, "", $1); print $1, $NF }' >printing
	grep -q '^print fwrite$' printing || {
		echo "print.c is not seen to print"
		return 1
	}
	not grep -vE '^print |^fault write$' printing
}
ok "only print.c prints with the C library" prints_through_one_file

# The header of a recording names the tool.
does_not_run_itself() {
	! grep -laF /proc/self/exe "${objects[@]}" "$OUT"/lib/*/*.o | grep -v '/lib/record/host\.o$'
}
ok "nothing looks for the tool itself, to run it" does_not_run_itself

if nm -u "${objects[@]}" | grep -q __asan_init; then
	skip "commands keep no state" "the sanitizers keep some"
else
	ok "commands keep no state" has_no_state "${objects[@]}"
fi
tap_end
