#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Manual, help and completion say the same: every command and every option is in all three.

. "$TESTS/tap.bash"

pages=$TESTS/../Documentation
read -ra commands <<<"$("$PERF" help --words)"

# Each option, as "--name" or "-x", without "=".
words_of() {
	"$PERF" help --words "$1" | tr ' ' '\n' | sed 's/=$//' | grep -v '^--help$' | grep .
}

# in_text TEXT WORD...: each word is in the file TEXT
in_text() {
	local text=$1 word bad=0

	shift
	for word; do
		grep -qE -- "(^|[^-[:alnum:]])$word($|[^-[:alnum:]])" "$text" ||
			{ echo "$word is missing in $text"; bad=1; }
	done
	return "$bad"
}

help_has_all() {
	"$PERF" "$1" --help >help
	# shellcheck disable=SC2046 # words are meant
	in_text help "$1" $(words_of "$1")
}

page_has_all() {
	"$pages/make-page" "$PERF" "$pages/perf-$1.rst" >page
	grep -q '^OPTIONS' page || {
		echo "no OPTIONS in perf-$1.rst"
		return 1
	}
	# shellcheck disable=SC2046 # words are meant
	in_text page "$1" $(words_of "$1")
}

# The synopsis of the page is the one in the command's own table, and complete.
synopsis_is_of_table() {
	sed -n '/^SYNOPSIS$/,/^DESCRIPTION$/p' "$pages/perf-$1.rst" >section
	if [ "$(grep -cvE '^(SYNOPSIS|=+|DESCRIPTION|)$' section)" != 1 ] ||
	   ! grep -qx "\.\. synopsis: $1" section; then
		echo "perf-$1.rst: its SYNOPSIS is not just '.. synopsis: $1'"
		return 1
	fi
	"$pages/make-page" "$PERF" "$pages/perf-$1.rst" >page
	# Without marks it is the usage of --help
	"$PERF" "$1" --help | sed -n 's/^\(usage\|   or\): //p' >usage
	sed -n '/^SYNOPSIS$/,/^DESCRIPTION$/s/^| //p' page | sed 's/\\ //g; s/[*\\]//g' >forms
	[ -s usage ]
	diff usage forms
}

page_is_valid() {
	"$pages/make-page" "$PERF" "$pages/$1.rst" >page.rst
	rst2man --report=1 --halt=2 page.rst page.1
}

# completes WORD... : what completion offers for the last word
completes() {
	COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
	_perf || :
	printf '%s\n' "${COMPREPLY[@]}"
}

completion_offers_all() {
	local command

	eval "$("$PERF" help --bash)"
	# shellcheck disable=SC2317 # called by what was just read
	compopt() { :; }
	# shellcheck disable=SC2317
	perf() { "$PERF" "$@"; }
	for command in "${commands[@]}"; do
		completes perf "${command:0:1}" >offered
		grep -qx -- "$command" offered || {
			echo "command $command is not offered"
			return 1
		}
		completes perf "$command" - | sed 's/=$//' >offered
		words_of "$command" | sort >wanted
		sort -u offered | comm -23 <(sort -u wanted) - | grep . && return 1
	done
	completes perf stat -e task-c | grep -x task-clock
}

for command in "${commands[@]}"; do
	ok "help of $command has all options" help_has_all "$command"
	ok "manual of $command has all options" page_has_all "$command"
	ok "manual of $command has all forms of its line" synopsis_is_of_table "$command"
done
if command -v rst2man >/dev/null; then
	for page in "$pages"/perf*.rst; do
		page=$(basename "$page" .rst)
		ok "$page is valid reStructuredText" page_is_valid "$page"
	done
else
	skip "pages are valid reStructuredText" "no rst2man (package python3-docutils)"
fi
# The error for an unknown metric lists all metrics: the page has to describe these.
metrics_are_told() {
	local metric metrics

	metrics=$("$PERF" stat -M none true 2>&1 | sed -n 's/.*metrics: //p' | tr -d ,)
	[ -n "$metrics" ]
	for metric in $metrics; do
		grep -qF "*$metric*" "$pages/perf-stat.rst" || {
			echo "$metric"
			return 1
		}
	done
}
ok "manual of stat has all metrics" metrics_are_told

# words_in FILE NAME...: each word is in the page, in italics
words_in() {
	local page=$1 word bad=0

	shift
	[ $# -gt 0 ] || {
		echo "there are no words to look for"
		return 1
	}
	for word; do
		grep -qE -- "\\*$word(=|\\*)" "$page" || {
			echo "$word is missing in $page"
			bad=1
		}
	done
	return "$bad"
}

# The error for an unknown key lists all keys: help and manual have to describe these.
keys_are_told() {
	local keys

	read -ra keys < <("$PERF" top -s none 2>&1 | sed -n 's/^ *Keys: //p' | tr -d ,)
	words_in "$pages/perf-report.rst" "${keys[@]}"
	"$PERF" report --help >help
	in_text help "${keys[@]}"
}
ok "help and manual of report have all sort keys" keys_are_told

# As a setting of an event that is none.
settings_are_told() {
	local settings

	read -ra settings < <("$PERF" stat -e cpu-clock/none/ true 2>&1 |
		sed -n 's/^ *settings of any event: //p')
	words_in "$pages/perf-list.rst" "${settings[@]}"
}
ok "manual of list has all settings of events" settings_are_told
ok "completion offers all commands and options" completion_offers_all
tap_end
