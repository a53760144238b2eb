#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Every command shows text that another user has chosen, such as names of tasks and files. On both
# outputs and in each format, that text must not command the terminal, begin a line of its own, or
# end a field, a string or a script: it would run code or forge output otherwise. hostile_text.py
# makes the text and searches the outputs. A command without a row here fails.

. "$TESTS/tap.bash"

maker=$TESTS/hostile_text.py
title='\?\]0'	# what stays of the sequence that all names begin with

ok_or_end "make the recording" python3 "$maker" make .
hostile=$(cat name.txt)
control=$'a\e]0;T\a\x7f\r\nFORGED'
data=(-i hostile.data)

# finds_it: hostile_text.py finds each kind of sequence that a terminal obeys; the rows below could
# not fail otherwise.
finds_it() {
	local bytes

	for bytes in '\e[2J' '\x9b2J' '\xc2\x9b2J' '\x7f' '\r' '\xe2\x80\xae' '\n  FORGED'; do
		printf 'name %b\n' "$bytes" >bad
		python3 "$maker" check bad && {
			echo "not found: $bytes"
			return 1
		}
	done
	printf 'a name, \xc3\x9b, \xe2\x82\xac, Latin-1 \xdb\n\tFORMED\n' >good
	python3 "$maker" check good
}
ok "what is looked for is found" finds_it

# clean COMMAND...: the outputs of the command have no such sequence
clean() {
	local status

	status=0
	timeout 60 "$PERF" "$@" >out 2>err </dev/null || status=$?
	[ "$status" -lt 124 ] || [ "$status" = 129 ] || {
		echo "exit code $status"
		return 1
	}
	python3 "$maker" check out err
}

# shows COMMAND...: the outputs are clean, and contain the name
shows() {
	clean "$@" || return
	grep -aqE "$title" out err || {
		echo "there is no name in the output:"
		cat out err
		return 1
	}
}

# row KIND COMMAND...: a row for KIND, which is one of these functions, named after the command
row() {
	local what="${*:2}"

	ok "$(tr -c '[:print:]' . <<<"${what//"$hostile"/NAME}")" "$@"
}

# separated SEPARATOR COMMAND...: each line has as many fields as the line with their titles
separated() {
	local separator=$1

	"$PERF" "${@:2}" >out 2>err || return
	LC_ALL=C awk -F "$separator" '
		/^#.*(Overhead|Baseline|Self)/ { heads++; fields = NF }
		/^[^#]/ { lines++; if (NF != fields) { print NF, "of", fields ": " $0; bad = 1 } }
		END { print heads, "heads,", lines, "lines"; exit bad || !heads || !lines }' out
}

# browsed COMMAND...: a row for the terminal browser, where the tool is built with one
browsed() {
	if "$PERF" check feature -q ncurses; then
		ok "$1, browsed" python3 "$maker" terminal "$PERF" "$@"
	else
		skip "$1, browsed" "no ncurses"
	fi
}

# raw_fields COMMAND...: each line has the seven fields of a memory sample: pid, tid, address of the
# code and of the data, weight, source, symbol
raw_fields() {
	"$PERF" "$@" >out || return
	awk -F, '/^[^#]/ { lines++; if (NF != 7) { print; bad = 1 } } END { exit bad || !lines }' out
}

names_the_clock() {
	"$PERF" "$@" 2>err
	cat err
	cut -d: -f3 err | grep -qx task-clock.u
}

refuses_dot() {
	! "$PERF" "$@" >out 2>err || return
	grep -qF "'.' cannot separate" err
}

# ---- the rows of each command ----------------------------------------------------------

text_of_stat() {
	row shows stat -e "$hostile" true
	row shows stat -- "./$hostile"
	row shows stat -x, -e task-clock -G "$hostile" -a true
	# The grammar of events allows control characters in a name.
	ok "stat record" "$PERF" stat record -o counts.data -e "task-clock/name=$control/" true
	row clean stat report -i counts.data
	row clean stat report -x, -i counts.data
	# The event's own name would be "task-clock:u", with a separator in it.
	row names_the_clock stat -x : -e task-clock:u true
	row clean stat report -j -i counts.data
}
text_of_record() {
	row shows record -o no.data -e "$hostile" true
	row shows record -o no.data "./$hostile"
}
text_of_report() {
	local keys=comm,dso,sym,pid,cgroup,srcline,srcfile,trace,symbol_daddr,dso_daddr

	row shows report "${data[@]}"
	row shows report -v --kallsyms kallsyms "${data[@]}"
	row shows report -s "$keys" "${data[@]}"
	row shows report --header-only -I "${data[@]}"
	row shows report -D "${data[@]}"
	row shows report --stats "${data[@]}"
	row shows report --tasks "${data[@]}"
	row shows report --mmaps "${data[@]}"
	row shows report --hierarchy "${data[@]}"
	row shows report -g folded -p "$hostile" "${data[@]}"
	row shows report -t , "${data[@]}"
	row separated , report -t , -g none "${data[@]}"
	row separated , report -t , -g none -s comm,dso,sym,pid,cgroup,srcline,srcfile "${data[@]}"
	row separated $'\x1f' report -t $'\x1f' -g none "${data[@]}"
	row separated ';' report -t ';' -g none "${data[@]}"
	row refuses_dot report -t . "${data[@]}"
	row shows report -s "$hostile" "${data[@]}"
	browsed report --tui "${data[@]}"
}
text_of_annotate() {
	row shows annotate --stdio -l "${data[@]}"
	row shows annotate --stdio "${data[@]}" "$hostile"
}
text_of_diff() {
	row shows diff -v hostile.data hostile.data
	row shows diff -t , hostile.data hostile.data
	row separated , diff -t , hostile.data hostile.data
	row refuses_dot diff -t . hostile.data hostile.data
	row shows diff -D hostile.data hostile.data
}
text_of_mem() {
	row shows mem report "${data[@]}"
	row shows mem report -x , "${data[@]}"
	row separated , mem report -x , "${data[@]}"
	row raw_fields mem report -D -x , "${data[@]}"
	row refuses_dot mem report -x . "${data[@]}"
	row shows mem report -D "${data[@]}"
	row shows mem record -t "$hostile" true
}
text_of_c2c() {
	row shows c2c report --stdio "${data[@]}"
}
text_of_top() {
	row shows top --stdio -e "$hostile"
	ok "build a program with a hostile name" gcc -O1 -o named "$TESTS/programs/named.c"
	! row_failed || return
	./named &
	row clean top --stdio -e cpu-clock -d 0.2 --pages 3 -s comm,sym -p $!
	wait
}
text_of_script() {
	local format

	row shows script --kallsyms kallsyms "${data[@]}"
	row shows script --header --show-task-events --show-mmap-events "${data[@]}"
	row shows script -D "${data[@]}"
	row shows script -F +srcline,+data_src "${data[@]}"
	row shows script -F "$hostile" "${data[@]}"
	for format in html svg folded; do
		row clean script --format "$format" "${data[@]}"
	done
	for format in gecko speedscope; do
		row clean script --format "$format" "${data[@]}"
		ok "$format is JSON" python3 "$maker" check --json out
	done
}
text_of_flame() {
	local format

	for format in html svg folded gecko.json json pb.gz; do
		row clean flame -o "flame.$format" "${data[@]}"
	done
	ok "SVG" python3 "$maker" check --xml flame.svg
	ok "JSON" python3 "$maker" check --json flame.json flame.gecko.json
	ok "a page and lines" python3 "$maker" check flame.html flame.folded
	ok "no name ends the script" not_in flame.html 'FORGED.*</script'
	ok "no name ends a frame" not_in flame.folded 'script>"\\;'
	ok "a profile is UTF-8" strings_are_utf8 flame.pb.gz
	row shows flame -o "no/$hostile" "${data[@]}"
}
text_of_trace() {
	row shows trace "${data[@]}"
	row shows trace -v -S "${data[@]}"
	row shows trace -s "${data[@]}"
	row shows trace -e "$hostile" true
}
text_of_why() {
	# unit/why.c has what the kernel says, which few kernels do
	row clean why "./$hostile"
	row shows why -p "$hostile" -o "no/$hostile"
}
text_of_sched() {
	row clean sched "${data[@]}" latency
	row clean sched "${data[@]}" latency -p
	row shows sched "${data[@]}" timehist -w -M -n -V -S -g
	row clean sched "${data[@]}" map
	row shows sched "${data[@]}" replay -r 1
	row shows sched "$hostile"
}
text_of_lock() {
	row clean lock "${data[@]}" report
	row shows lock "${data[@]}" report -t
	row shows lock "${data[@]}" contention -t
	row clean lock --kallsyms kallsyms "${data[@]}" contention -v
	row shows lock "${data[@]}" info -t
	row shows lock "${data[@]}" contention -k "$hostile"
}
text_of_kmem() {
	row clean kmem "${data[@]}" --caller --alloc stat
	row shows kmem "${data[@]}" -s "$hostile" stat
}
text_of_probe() {
	row shows probe -x "./$hostile" main
	row clean probe -x ./program --add "$hostile"
	row clean probe -x ./program -F
	row clean probe -x ./program -V main
	row clean probe -x ./program -L main
	row clean probe -x ./program -D main
}
text_of_list() {
	row shows list "$hostile"
	row clean list -j "$hostile"
	row clean list -v
}
text_of_evlist() {
	row shows evlist -v --trace-fields -g "${data[@]}"
}
text_of_buildid_list() {
	row shows buildid-list "${data[@]}"
	row shows buildid-list -v "${data[@]}"
	row shows buildid-list -i "$hostile"
}
text_of_buildid_cache() {
	export HOME=$PWD PERF_BUILDID_DIR=$PWD/cache
	cp program "program${hostile//[\/,]}"
	row shows buildid-cache -v -a "program${hostile//[\/,]}"
	row shows buildid-cache -l
	row shows buildid-cache -v -r "program${hostile//[\/,]}"
	row shows buildid-cache -M hostile.data
}
text_of_data() {
	cp hostile.data "copy${hostile//\/}"
	row clean data check "copy${hostile//\/}"
	row shows data check "$hostile"
	row shows data repair "copy${hostile//\/}"
	row shows data convert --to-json "out${hostile//\/}" --force "${data[@]}"
	row clean data convert --to-json - --force "${data[@]}"
	ok "it is JSON" python3 "$maker" check --json out
}
text_of_inject() {
	row clean inject -b -v "${data[@]}" -o injected.data
	row shows report --mmaps -i injected.data
	row shows inject -b -i "$hostile" -o injected.data
}
text_of_archive() {
	row shows archive hostile.data
	row shows archive "$hostile"
}
text_of_bench() {
	row shows bench "$hostile"
	row shows bench sched "$hostile"
	row shows bench sched pipe "--$hostile"
}
text_of_config() {
	local PERF_CONFIG=$PWD/config

	export PERF_CONFIG
	row shows config -l
	row shows config evil.key
	row shows config "$hostile"
}
text_of_ps() {
	local holder tries=100 kind=clean

	mkdir holds
	ln -s "$PERF" "holds/$hostile"
	"holds/$hostile" stat -e task-clock -o counts sleep 60 &
	holder=$!
	while ((tries--)) && [ -z "$(find "/proc/$holder/fd" -lname '*perf_event*')" ]; do
		sleep 0.1
	done
	# Other kernels have no lines that perf ps could print; unit/held.c has such lines
	! grep -qs ^perf-type: "/proc/$holder"/fdinfo/* || kind=shows
	row $kind ps
	row clean ps -j
	kill "$holder" || :
}
text_of_doctor() {
	row clean doctor
	row clean doctor "$hostile"
}
text_of_check() {
	row shows check feature "$hostile"
}
text_of_test() {
	row shows test "$hostile"
}
text_of_help() {
	row shows help "$hostile"
	ok "completion runs nothing that is in a name" completion_is_inert
}
text_of_version() {
	row shows version "--$hostile"
}

# ---- what some of them look at ---------------------------------------------------------

# not_in FILE PATTERN: no line of the file matches
not_in() {
	not grep -aE -- "$2" "$1"
}

# strings_are_utf8 FILE: the strings of a pprof profile, fields 6 of the outermost message, are
# UTF-8 without control characters
strings_are_utf8() {
	PYTHONPATH=$TESTS python3 -B -c '
import gzip, sys
from protobuf import fields

profile = fields(gzip.open(sys.argv[1]).read())
strings = [value.decode("utf-8") for field, value in profile if field == 6]
print(strings)
assert any("FORGED" in one for one in strings)
assert not any(ord(char) < 32 or 0x7f <= ord(char) <= 0x9f for one in strings for char in one)' "$1"
}

# completion_is_inert: the completion of bash does not run a command in the name of an event. A
# function perf() offers the names here.
completion_is_inert() {
	(
		# shellcheck disable=SC2016 # names, not to be expanded
		evil='cycles $(touch${IFS}ran) `touch${IFS}ran` cyc;touch${IFS}ran cyc* cyc$HOME'
		eval "$("$PERF" help --bash)"
		# shellcheck disable=SC2317 # called by what was just read
		perf() { printf '%s\n' "$evil"; }
		# shellcheck disable=SC2317
		compopt() { :; }
		# shellcheck disable=SC2034 # for what was read
		COMP_WORDS=(perf stat -e "$1") COMP_CWORD=3
		_perf || :
		printf '%s\n' "${COMPREPLY[@]}" >offered
	)
	cat offered
	[ ! -e ran ]
	[ "$(cat offered)" = cycles ]
}

# ---- all commands ----------------------------------------------------------------------

read -r -a commands < <("$PERF" help --words)
ok "there are commands" test "${#commands[@]}" -gt 20
for command in "${commands[@]}"; do
	rows=text_of_${command//-/_}
	ok "perf $command has rows" declare -F "$rows"
	row_failed || "$rows"
	row shows "$command" "--$hostile"
done
row shows "$hostile"
tap_end
