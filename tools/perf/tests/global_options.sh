#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Options before the command, --list-opts and --list-cmds. Debian's perf, where it is, is asked the
# same, and its completion script for bash, which is not ours, asks us.

. "$TESTS/tap.bash"

other=${OTHER_PERF:-/usr/bin/perf}

# answers CODE TEXT ARGUMENTS...: that exit code, and exactly TEXT
answers() {
	local code=$1 text=$2 status

	shift 2
	status=0
	"$PERF" "$@" >out 2>err </dev/null || status=$?
	cat out err
	[ "$status" = "$code" ] || return
	[ "$(cat out)" = "$text" ]
}

# refuses PATTERN ARGUMENTS...: exit code 129, and why
refuses() {
	local pattern=$1 status

	shift
	status=0
	"$PERF" "$@" >out 2>err </dev/null || status=$?
	cat out err
	[ "$status" = 129 ]
	grep -qE -- "$pattern" err
}

# same ARGUMENTS...: output and exit code are those of the other
same() {
	local status theirs

	status=0
	"$PERF" "$@" >out 2>err </dev/null || status=$?
	theirs=0
	"$other" "$@" >out.theirs 2>/dev/null </dev/null || theirs=$?
	cat err
	[ "$status" = "$theirs" ] || {
		echo "exit code $status, the other's is $theirs"
		return 1
	}
	diff out.theirs out
}

version="perf version 6.12.0"
for words in --no-pager -p --paginate "--buildid-dir $PWD/cache" "--buildid-dir=$PWD/cache" \
	"--debug verbose" \
	"--debug verbose=2" "--debug=verbose=x,stderr" "--debug ordered-events=1" "--debug data-convert" \
	"--debug perf-event-open=0" "--debugfs-dir /sys/kernel/debug" "--exec-path=/nowhere" \
	"--no-pager --debug verbose -p"; do
	# shellcheck disable=SC2086 # words are meant
	ok "accepted: $words" answers 0 "$version" $words version
done
ok "no such key of --debug" refuses "there is no 'foo'" --debug verbose,foo version
ok "no key of --debug" refuses "needs an argument" --debug
ok "no directory" refuses "needs an argument" --buildid-dir
ok "unknown option" refuses "unknown option --nosuch" --nosuch version
ok "the command's options are not ours" refuses "unknown option --no-pager" version --no-pager
ok "--version behind another" answers 0 "$version" --no-pager --version
built_in() {
	"$PERF" version --build-options >wanted
	"$PERF" -vv >out
	diff wanted out
	"$PERF" --no-pager -vv >out
	diff wanted out
}
ok "-vv" built_in
help_on() {
	"$PERF" evlist --help >wanted
	"$PERF" --help evlist >out
	diff wanted out
}
ok "--help COMMAND" help_on

ok "--exec-path=DIR" answers 0 /some/where --exec-path=/some/where --exec-path
PERF_EXEC_PATH=/else/where ok "PERF_EXEC_PATH" answers 0 /else/where --exec-path
directories() {
	{ "$PERF" --exec-path && "$PERF" --html-path version; } >out
	cat out
	[ "$(wc -l <out)" = 2 ]
	grep -qx '/.*/lib/perf-core' out
	grep -qx '/.*/share/doc/perf' out
}
ok "--exec-path, --html-path" directories

# A program that adds a command
mkdir -p more
# shellcheck disable=SC2016 # it is for the script
printf '#!/bin/sh\necho "$# $2 ${PATH%%%%:*}"\nexit 7\n' >more/perf-added
chmod +x more/perf-added
ok "perf-NAME of --exec-path" answers 7 "2 b c $PWD/more" --exec-path="$PWD/more" added a "b c"
in_path() { PATH=$PATH:$PWD/more "$PERF" added x y | grep -q '^2 y '; }
ok "perf-NAME of PATH" in_path
for name in daemon ftrace iostat kallsyms kvm kwork timechart; do
	ok "missing: $name" refuses "there is no command '$name', which other perfs have" "$name"
done
unrelated() {
	refuses "no command 'mxx'" mxx
	not grep 'did you mean' err
}
ok "no guess from two letters of three" unrelated
ok "a guess from four letters of five" refuses "did you mean 'perf trace'" trxce

# perf -v passes its level on to the command. evlist has a -v of its own, with another meaning.
verbose() {
	"$PERF" record -q -e cpu-clock -o x.data true 2>err || return
	"$PERF" report --stdio -v -i x.data >wanted 2>err || return
	"$PERF" --debug verbose=1 report --stdio -i x.data >out 2>err || return
	diff wanted out || return
	! "$PERF" report --stdio -i x.data 2>err | diff -q wanted - >/dev/null
}
ok "--debug verbose=1" verbose
cached() {
	"$PERF" --buildid-dir "$PWD/cache" buildid-cache -a "$PERF" 2>err
	"$PERF" --buildid-dir "$PWD/cache" buildid-cache -l >out
	cat out err
	[ "$(wc -l <out)" = 1 ]
	[ -d cache ]
}
ok "--buildid-dir" cached

# Every long option of the command, and what shows them all is a word that may be typed
lists_options() {
	local command

	for command in $("$PERF" help --words); do
		exits 130 "$PERF" "$command" --list-opts >out || {
			echo "$command: exit code"
			return 1
		}
		[ "$(wc -l <out)" = 1 ] || {
			echo "$command: not a line"
			return 1
		}
		tr ' ' '\n' <out | grep . >names
		if grep -vx -- '--[a-zA-Z0-9_-]*' names; then
			return 1
		fi
		"$PERF" "$command" --help | grep -oE '^ +(-., )?--[a-zA-Z0-9_-]+' | grep -oE -- '--.*' |
			while read -r name; do
				# Help has those of all forms of the command.
				grep -qx -- "$name" names || "$PERF" help --words "$command" |
					grep -q -- " $name" || echo "$command: no $name"
			done | grep . && return 1
	done
	return 0
}
ok "--list-opts of every command" lists_options
ok "the commands" answers 0 "$("$PERF" help --words)" --list-cmds
ok "our own options" answers 0 "--help --version --exec-path --html-path --paginate --no-pager \
--debugfs-dir --buildid-dir --list-cmds --list-opts --debug --debug-file " --list-opts
form() {
	exits 130 "$PERF" sched latency --list-opts >out
	grep -q -- '--sort ' out
	! "$PERF" sched --list-opts | grep -q -- '--sort '
}
ok "--list-opts of a form" form
not_ours() { [ "$("$PERF" stat -x, -e cpu-clock:u echo --list-opts 2>err)" = --list-opts ]; }
ok "--list-opts of the program" not_ours

same_options() {
	diff <("$PERF" --list-opts | sed 's/--debug-file //') \
		<("$other" --list-opts | sed 's/--debug-file //')
}
if command -v "$other" >/dev/null && "$other" version | grep -q 'version 6\.'; then
	ok "as Debian's: the options, and one of 6.12" same_options
	for command in sched lock mem stat; do
		ok "as Debian's: words behind $command" same "$command" --list-cmds
	done
	for command in "report" "version" "evlist -v"; do
		# shellcheck disable=SC2086 # words are meant
		ok "as Debian's: no word behind $command" same $command --list-cmds
	done
	ok "as Debian's: version --list-opts" same version --list-opts
else
	skip "the same as Debian's perf" "no $other of version 6"
fi

# offers OFFER -- WORD...: Debian's completion offers it for the last word
offers() {
	local offer=$1

	shift 2
	# shellcheck disable=SC2034 # the script reads them
	(
		# shellcheck disable=SC2317
		perf() { "$PERF" "$@"; }
		COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_POINT=${#COMP_LINE}
		_perf || :
		printf '%s\n' "${COMPREPLY[@]}" | sed 's/ *$//' >out
		grep -qx -- "$offer" out || {
			cat out
			return 1
		}
	)
}
script=$(grep -ls -- --list-cmds /usr/share/bash-completion/completions/perf{.wrapper,} | head -n 1)
completion() {
	# shellcheck disable=SC1090
	. "$script" || :
	# shellcheck disable=SC2317 # the script calls it
	compopt() { :; }
	offers record -- perf re
	offers --no-pager -- perf --no
	offers --stdio -- perf report --std
	offers latency -- perf sched la
	offers --call-graph -- perf sched record --ca
}
if [ -n "$script" ]; then
	ok "Debian's completion script" completion
else
	skip "Debian's completion script" "it is not installed"
fi
tap_end
